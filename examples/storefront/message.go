package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// message is one entry of a conversation with the model.
type message struct {
	role  string // system, user, assistant, or tool
	text  string
	tool  string    // role tool: the tool that was asked
	calls []request // role assistant: the tools it asks for, instead of text
}

// request is a tool call that the model asks for.
type request struct {
	Tool string         `json:"tool"`
	Args map[string]any `json:"args"`
}

func (r request) json() []byte {
	b, err := json.Marshal(r.Args)
	if err != nil {
		return []byte("{}") // strings and integers only: it cannot happen
	}
	return b
}

// String writes the request as a person would.
func (r request) String() string {
	var args []string
	for _, name := range slices.Sorted(maps.Keys(r.Args)) {
		b, _ := json.Marshal(r.Args[name])
		args = append(args, name+": "+string(b))
	}
	return r.Tool + "(" + strings.Join(args, ", ") + ")"
}

func serverOf(tool string) string {
	for _, t := range toolbox() {
		if t.Name == tool {
			return t.Server
		}
	}
	return ""
}
