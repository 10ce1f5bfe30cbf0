package proxy

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/lacuna-go/lacuna/internal/spelling"
)

// meant says which key of the file an unknown one was probably meant to be, and "" if none is near, or err is about something else.
func meant(src []byte, err error) string {
	var unknown *yaml.UnknownFieldError
	if !errors.As(err, &unknown) || unknown.Token == nil {
		return ""
	}
	file, err := parser.ParseBytes(src, 0)
	if err != nil {
		return ""
	}
	for _, doc := range file.Docs {
		if near := spelling.Nearest(unknown.Token.Value, keysBeside(doc.Body, reflect.TypeFor[Config](), unknown.Token)); near != "" {
			return fmt.Sprintf("; did you mean %q?", near)
		}
	}
	return ""
}

// keysBeside lists the keys that may stand where a key stands, in a node that is read into a type; none if it is not in there.
func keysBeside(n ast.Node, t reflect.Type, key *token.Token) []string {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for _, v := range m.Values {
		if v.Key.GetToken().Position.Offset == key.Position.Offset {
			return keysOf(t)
		}
		if inner := typeOf(t, v.Key.GetToken().Value); inner != nil {
			if keys := keysBeside(v.Value, inner, key); keys != nil {
				return keys
			}
		}
	}
	return nil
}

// keysOf lists the keys of a map that is read into a type, in the order of its fields.
func keysOf(t reflect.Type) []string {
	var keys []string
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if key := t.Field(i).Tag.Get("yaml"); key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// typeOf is the type into which the value of a key is read, nil if there is none.
func typeOf(t reflect.Type, key string) reflect.Type {
	switch t.Kind() {
	case reflect.Map:
		return t.Elem()
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.Tag.Get("yaml") == key {
				return f.Type
			}
		}
	default: // a value without keys
	}
	return nil
}
