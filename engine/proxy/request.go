package proxy

import (
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

// What a client may say of its turn, in the headers of a request and in its _meta; _meta wins.
var turnFields = []struct {
	header, meta string
	set          func(*engine.TurnInfo, string)
}{
	{"Lacuna-Turn", "lacuna/turn", func(i *engine.TurnInfo, v string) { i.ID = v }},
	{"Lacuna-Conversation", "lacuna/conversation", func(i *engine.TurnInfo, v string) { i.Conversation = v }},
	{"Lacuna-Purpose", "lacuna/purpose", func(i *engine.TurnInfo, v string) { i.Purpose = v }},
	{"Lacuna-Audience", "lacuna/audience", func(i *engine.TurnInfo, v string) { i.Audience = audience(v) }},
	{"Lacuna-Channel", "lacuna/channel", func(i *engine.TurnInfo, v string) { i.Channel = v }},
	{"Lacuna-Language", "lacuna/language", func(i *engine.TurnInfo, v string) { i.Language = v }},
	{"Lacuna-Zone", "lacuna/zone", func(i *engine.TurnInfo, v string) { i.Zone = v }},
}

// longest bounds what a client says in one field, in bytes.
const longest = 256

func short(field, v string) error {
	if len(v) > longest {
		return fmt.Errorf("%s has more than %d bytes", field, longest)
	}
	return nil
}

func audience(v string) engine.Audience {
	if v == "public" {
		return engine.Public()
	}
	return engine.Person(v)
}

// wantedBy reads what a request says of its turn.
func wantedBy(req mcp.Request, session string) (wanted, error) {
	w := wanted{session: session}
	var header http.Header
	if extra := req.GetExtra(); extra != nil {
		header = extra.Header
	}
	meta := metaOf(req)
	for _, f := range turnFields {
		v := header.Get(f.header)
		if raw, ok := meta[f.meta]; ok {
			text, isText := raw.(string)
			if !isText {
				return w, fmt.Errorf("_meta %q is no string", f.meta)
			}
			v = text
		}
		if err := short(f.header, v); err != nil {
			return w, err
		}
		if v != "" {
			f.set(&w.info, v)
		}
	}
	if raw, ok := meta["lacuna/facts"]; ok {
		facts, isObject := raw.(map[string]any)
		if !isObject {
			return w, fmt.Errorf(`_meta "lacuna/facts" is no object`)
		}
		w.info.Facts = facts
	}
	return w, nil
}

func metaOf(req mcp.Request) map[string]any {
	switch p := req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		if p != nil {
			return p.Meta
		}
	case *mcp.ListToolsParams:
		if p != nil {
			return p.Meta
		}
	}
	return nil
}
