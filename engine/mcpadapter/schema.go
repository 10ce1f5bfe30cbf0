package mcpadapter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/lacuna-go/lacuna/engine"
)

// tool is what is known of a tool: its schemas, compiled when they are first needed. It does not change; calls use it while the tool is
// listed again.
type tool struct {
	*mcp.Tool
	in, out *schema
}

// renew returns what is known of a tool after it was listed again. Schemas that did not change keep what was compiled.
func (t *tool) renew(listed *mcp.Tool) *tool {
	in, out := &schema{source: source(listed.InputSchema)}, &schema{source: source(listed.OutputSchema)}
	if t != nil && bytes.Equal(t.in.source, in.source) {
		in = t.in
	}
	if t != nil && bytes.Equal(t.out.source, out.source) {
		out = t.out
	}
	return &tool{Tool: listed, in: in, out: out}
}

// source is a schema's JSON; nil for none.
func source(v any) []byte {
	if v == nil {
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil || string(raw) == "null" {
		return nil
	}
	return raw
}

// schema is a JSON Schema of any draft. One that does not compile checks nothing: a server's slip must not take its tool away.
type schema struct {
	source []byte
	once   sync.Once
	parsed *jsonschema.Schema
	err    error
}

// closed loads nothing: a server's schema must not make us read files or addresses.
type closed struct{}

func (closed) Load(url string) (any, error) {
	return nil, fmt.Errorf("a reference out of the schema, to %q, is not followed", url)
}

func (s *schema) compile() (*jsonschema.Schema, error) {
	s.once.Do(func() {
		if s.source == nil {
			return
		}
		defer func() {
			if p := recover(); p != nil {
				s.parsed, s.err = nil, fmt.Errorf("the schema: %v", p)
			}
		}()
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.source))
		if err != nil {
			s.err = err
			return
		}
		const at = "schema:/tool"
		c := jsonschema.NewCompiler()
		c.UseLoader(closed{})
		if s.err = c.AddResource(at, doc); s.err == nil {
			s.parsed, s.err = c.Compile(at)
		}
	})
	return s.parsed, s.err
}

// check reports what of a JSON value does not fit; nil where there is no schema, or none that compiles.
func (s *schema) check(value []byte) (err error) {
	parsed, _ := s.compile()
	if parsed == nil {
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return err
	}
	return parsed.Validate(v)
}

// Arguments checks the arguments of a call against the tool's input schema, as far as the tool has been listed. Its error is an
// [engine.Error] that names the fields. It is made for engine.WithArguments.
func (s *Servers) Arguments(call engine.Call) error {
	l := s.named[call.Server]
	if l == nil {
		return nil
	}
	return l.tool(call.Tool).accepts(call)
}

// accepts checks the arguments of a call against the tool's input schema. The tool may be nil, of which nothing is known.
func (t *tool) accepts(call engine.Call) error {
	if t == nil {
		return nil
	}
	if err := t.in.check(argumentsOf(call)); err != nil {
		return &engine.Error{
			Failure: engine.Failure{Kind: engine.InvalidFailure}, NotSent: true, Fields: fieldsOf(err),
			Cause: fmt.Errorf("the arguments do not fit the input schema: %w", err),
		}
	}
	return nil
}

// fieldsOf names the arguments that an error of a schema is about, sorted, each once.
func fieldsOf(err error) []string {
	var top *jsonschema.ValidationError
	if !errors.As(err, &top) {
		return nil
	}
	var fields []string
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			walk(c)
		}
		if len(e.Causes) > 0 {
			return
		}
		at := pathOf(e.InstanceLocation)
		names := []string{at}
		switch k := e.ErrorKind.(type) {
		case *kind.Required:
			names = under(at, k.Missing)
		case *kind.AdditionalProperties:
			names = under(at, k.Properties)
		case *kind.DependentRequired:
			names = under(at, k.Missing)
		}
		for _, n := range names {
			if n != "" {
				fields = append(fields, n)
			}
		}
	}
	walk(top)
	slices.Sort(fields)
	return slices.Compact(fields)
}

func under(at string, names []string) []string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = n
		if at != "" {
			all[i] = at + "." + n
		}
	}
	return all
}

// pathOf writes a place in a value as items[0].sku.
func pathOf(location []string) string {
	var b strings.Builder
	for _, part := range location {
		switch _, err := strconv.Atoi(part); {
		case err == nil:
			b.WriteString("[" + part + "]")
		case b.Len() > 0:
			b.WriteString("." + part)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}
