package mcpadapter

import (
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine"
)

// Result turns an answer into a result of the protocol, for a client that knows nothing of policies. A tool's own answer is passed on as
// it came. Anything else says what it is in its text, as [engine.Answer.Model] does, and in _meta. Without data it is marked as an error, the only
// form that a client takes from a tool with an output schema; so is the answer of another tool that does not fit that schema.
// tool is the tool that was called, as listed; nil if it is not known.
func Result(a engine.Answer, t *mcp.Tool) *mcp.CallToolResult {
	out := &schema{}
	if t != nil {
		out.source = source(t.OutputSchema)
	}
	return resultFor(a, out)
}

// Result is [Result] for a tool of these servers by its flat name, as it was last listed; its schema is compiled once.
func (s *Servers) Result(a engine.Answer, flat string) *mcp.CallToolResult {
	server, name, _ := strings.Cut(flat, "__")
	return resultFor(a, s.output(server, name))
}

// output is the output schema of a tool as it was last listed; an empty one where that is not known.
func (s *Servers) output(server, name string) *schema {
	if l := s.named[server]; l != nil {
		if t := l.tool(name); t != nil {
			return t.out
		}
	}
	return &schema{}
}

func resultFor(a engine.Answer, out *schema) *mcp.CallToolResult {
	data := a.Result()
	if a.Outcome == engine.OK {
		if res := native(data); res != nil {
			return res
		}
		res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: a.Model()}}}
		if len(data.JSON) > 0 {
			res.StructuredContent = data.JSON
		}
		return res
	}
	res := &mcp.CallToolResult{
		Meta: metaOfAnswer(a), Content: []mcp.Content{&mcp.TextContent{Text: a.Model()}}, IsError: a.IsError(),
	}
	switch {
	case res.IsError || out.source == nil:
	case len(data.JSON) > 0 && out.check(data.JSON) == nil:
		res.StructuredContent = data.JSON
	default:
		res.IsError = true
	}
	return res
}

// metaOfAnswer says in fields what the text says to the model.
func metaOfAnswer(a engine.Answer) mcp.Meta {
	meta := mcp.Meta{}
	set := func(key, value string) {
		if value != "" {
			meta[key] = value
		}
	}
	record, status := a.Record(), "unavailable"
	switch a.Outcome {
	case engine.Cached:
		status = "cached"
		set(MetaSource, record.Source)
		set(MetaAsOf, a.Result().AsOf.UTC().Format(time.RFC3339))
	case engine.Fallback:
		status = "fallback"
		set(MetaSource, record.Fallback)
	case engine.Refused:
		status = "refused"
	default:
	}
	set(MetaStatus, status)
	set(MetaIncident, a.Incident())
	return meta
}
