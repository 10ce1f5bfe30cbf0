package mcpadapter

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Shape is what a tool's input schema says of its arguments, as far as it says it plainly: by properties, required and
// additionalProperties.
type Shape struct {
	properties map[string]json.RawMessage
	required   []string
	open       bool // there may be others
}

// ShapeOf reads a tool's input schema.
func ShapeOf(t *mcp.Tool) Shape { return shapeOf(source(t.InputSchema)) }

func shapeOf(raw json.RawMessage) Shape {
	var form struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Required   []string                   `json:"required"`
		Additional json.RawMessage            `json:"additionalProperties"`
		AllOf      json.RawMessage            `json:"allOf"`
		AnyOf      json.RawMessage            `json:"anyOf"`
		OneOf      json.RawMessage            `json:"oneOf"`
		Ref        string                     `json:"$ref"`
	}
	if json.Unmarshal(raw, &form) != nil {
		return Shape{open: true}
	}
	more := string(form.Additional) != "" && string(form.Additional) != "false"
	open := more || form.AllOf != nil || form.AnyOf != nil || form.OneOf != nil || form.Ref != "" || form.Properties == nil
	return Shape{form.Properties, form.Required, open}
}

// Has reports whether an argument at a path may be given. Where the schema leaves it open, it may.
func (s Shape) Has(path []string) bool {
	if len(path) == 0 || s.open {
		return true
	}
	below, ok := s.properties[path[0]]
	if !ok {
		return false
	}
	if len(path) == 1 {
		return true
	}
	var list struct {
		Items json.RawMessage `json:"items"`
	}
	if json.Unmarshal(below, &list) == nil && list.Items != nil {
		below = list.Items
	}
	return shapeOf(below).Has(path[1:])
}

// Names are the arguments that the schema declares, sorted.
func (s Shape) Names() []string { return slices.Sorted(maps.Keys(s.properties)) }

// Required are the arguments that a call must have.
func (s Shape) Required() []string { return s.required }
