package mcpadapter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

// result turns what a server returned into what an engine takes, checked against the tool's output schema where it has one. The tool may be
// nil, of which nothing is known.
func (t *tool) result(res *mcp.CallToolResult) (engine.Result, error) {
	r, err := resultOf(res)
	if err != nil || r.IsError {
		return r, err
	}
	if t == nil || t.out.source == nil {
		return r, nil
	}
	if len(r.JSON) == 0 {
		return engine.Result{}, misfit(errors.New("the tool has an output schema, and its result no structured content"))
	}
	if err := t.out.check(r.JSON); err != nil {
		return engine.Result{}, misfit(fmt.Errorf("the result does not fit the tool's output schema: %w", err))
	}
	return r, nil
}

func misfit(err error) error {
	return &engine.Error{Failure: engine.Failure{Kind: engine.InternalFailure, Sent: true, Answered: true}, Cause: err}
}

// resultOf reads a result. JSON is the structured content in the server's own bytes, else the text if that is JSON, an object or an
// array; everything else that is text is Text.
func resultOf(res *mcp.CallToolResult) (engine.Result, error) {
	if res == nil {
		return engine.Result{}, misfit(errors.New("no result"))
	}
	if res.NeedsInput() {
		return engine.Result{}, misfit(errors.New("the server asks for input that nobody here gives"))
	}
	if res.IsError {
		return engine.Result{IsError: true}, errorOf(res)
	}
	r := engine.Result{JSON: structuredOf(res), AsOf: asOf(res.Meta), Native: res}
	texts := textsOf(res.Content)
	switch {
	case len(r.JSON) == 0 && len(texts) == 1 && isDocument(texts[0]):
		r.JSON = json.RawMessage(texts[0])
	case len(r.JSON) > 0:
		r.Text = besides(texts, r.JSON)
	default:
		r.Text = strings.Join(texts, "\n")
	}
	if len(r.JSON) == 0 && res.StructuredContent != nil && r.Text == "" {
		return engine.Result{}, misfit(errors.New("the structured content can't be read without rounding its numbers"))
	}
	return r, nil
}

// structuredOf returns the structured content in its own bytes: as they arrived, or as a handler in this process wrote them. Decoded
// content is none: its numbers may be rounded.
func structuredOf(res *mcp.CallToolResult) json.RawMessage {
	if raw, ok := res.Meta[structuredKey].(string); ok {
		return json.RawMessage(raw)
	}
	if raw, ok := res.StructuredContent.(json.RawMessage); ok && string(raw) != "null" {
		return raw
	}
	return nil
}

// textsOf returns the texts of a result, those of resources included.
func textsOf(content []mcp.Content) []string {
	var texts []string
	for _, c := range content {
		switch c := c.(type) {
		case *mcp.TextContent:
			texts = append(texts, c.Text)
		case *mcp.EmbeddedResource:
			if c.Resource != nil && c.Resource.Text != "" {
				texts = append(texts, c.Resource.Text)
			}
		}
	}
	return texts
}

// besides joins the texts that are not the same document again: a server repeats its structured content as text.
func besides(texts []string, document json.RawMessage) string {
	var kept []string
	for _, text := range texts {
		if !isDocument(text) || !sameJSON([]byte(text), document) {
			kept = append(kept, text)
		}
	}
	return strings.Join(kept, "\n")
}

func isDocument(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > 1 && (text[0] == '{' || text[0] == '[') && json.Valid([]byte(text))
}

// sameJSON reports whether two documents hold the same values, number texts included, in objects of any order.
func sameJSON(a, b []byte) bool {
	return bytes.Equal(canonical(a), canonical(b))
}

func canonical(doc []byte) []byte {
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return doc
	}
	out, err := json.Marshal(v)
	if err != nil {
		return doc
	}
	return out
}

// asOf is the time that a server states for its value.
func asOf(meta mcp.Meta) time.Time {
	text, ok := meta[MetaAsOf].(string)
	if !ok {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// native is the tool's own result, without what the adapter kept in it, and without what only a policy's answer may say of itself; nil if the
// engine has none.
func native(r engine.Result) *mcp.CallToolResult {
	res, ok := r.Native.(*mcp.CallToolResult)
	if !ok {
		return nil
	}
	own := *res
	if raw, ok := own.Meta[structuredKey].(string); ok {
		own.StructuredContent = json.RawMessage(raw)
	}
	own.Meta = maps.Clone(own.Meta)
	maps.DeleteFunc(own.Meta, func(k string, _ any) bool { return strings.HasPrefix(k, metaPrefix) && k != MetaAsOf })
	return &own
}
