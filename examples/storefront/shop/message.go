package shop

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// Model is a language model: it answers a conversation with a text, or with calls of tools that it is offered.
//
// Under Lacuna the context has the turn, see [mcpadapter.TurnOf], so that the model itself can be called under policies; if a policy ends
// that turn, what the model returns is not looked at. In the usual loop the context has none.
//
// A model that streams passes the pieces of its text to say, in order, while it writes; the message has the whole text all the same. say
// is nil where nobody takes pieces. Once say returns an error, nothing that the model writes is sent any more. An error
// of the model ends the turn: the customer keeps what went out, and is asked to ask again.
type Model func(ctx context.Context, tools []mcpadapter.Tool, history []Message, say func(piece string) error) (Message, error)

// Message is one entry of a conversation with a model.
type Message struct {
	Role  string // system, user, assistant, or tool
	Text  string
	Calls []Call // role assistant: the tools that it asks for
	Of    Call   // role tool: the call that Text answers
}

// Call is a call of a tool that a model asks for.
type Call struct {
	ID   string // the model's own, "" if it has none
	Tool string // the tool's own name: no two servers of the shop share one
	Args json.RawMessage
}

// String writes the call as a person would.
func (c Call) String() string {
	var given map[string]json.RawMessage
	if json.Unmarshal(c.Args, &given) != nil {
		return c.Tool + "(" + string(c.Args) + ")"
	}
	var args []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		args = append(args, name+": "+string(given[name]))
	}
	return c.Tool + "(" + strings.Join(args, ", ") + ")"
}

// instructions are given to the model by both loops. A model that wants to be helpful follows them until it can't.
const instructions = "You are the assistant of an outdoor shop. Use the tools. " +
	"Never state a price that no tool gave you in this conversation."

// beginning is the conversation that a scene begins with.
func beginning(sc scene) []Message {
	return []Message{{Role: "system", Text: instructions}, {Role: "user", Text: sc.question}}
}
