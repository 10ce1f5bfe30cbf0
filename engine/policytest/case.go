package policytest

import (
	"encoding/json"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// Case is one golden test: a scene, what happens in it, and what is wanted of it. The defaults of its file are merged in.
type Case struct {
	Name string
	// Pos of the case in its file.
	Pos eval.Pos
	// Now is where the virtual clock stands at first.
	Now   time.Time
	Turn  Turn
	Facts engine.Facts
	// Said is what the customer wrote.
	Said []string
	// Tool is the scene of the tools that are called, Tools that of others by name.
	Tool
	Tools []NamedTool
	// Results are what tools return, and what they returned in this turn.
	Results []Returned
	// Calls that the model makes, in order.
	Calls []Call
	// Reply that is judged after them, nil for none; Pieces is how it arrives, nil for all at once.
	Reply  *string
	Pieces []string
	// Golden is a file, relative to the case's own, that holds everything that came of the case; "" for none.
	Golden string

	want  *value
	facts *value // as written
}

// Turn is the turn of a case, as [engine.TurnInfo] has it.
type Turn struct {
	ID, Conversation, Purpose, Channel, Language, Zone string
	Audience                                           engine.Audience
	// Cached lists servers whose cached values the turn already rests on.
	Cached []string
	// Elapsed is the tool time already used, Attempts and Retries those already made.
	Elapsed           time.Duration
	Attempts, Retries int

	at eval.Pos
}

// Tool is the scene of one tool. What is nil is healthy, or not there.
type Tool struct {
	Failure *Failure
	Breaker *Breaker
	Latency *state.Latency
	Cached  *Entry
}

// NamedTool is the scene of a tool that is named.
type NamedTool struct {
	engine.Tool
	Scene Tool
	at    eval.Pos
}

// Failure is what attempts of a tool come to.
type Failure struct {
	engine.Failure
	// After is how long an attempt takes before it fails.
	After time.Duration
	// Times is how many attempts fail before the tool answers; 0 is all of them.
	Times int
}

// Breaker is the state of a tool's breaker.
type Breaker struct {
	// State that it is in; zero is whatever Failures and Calls lead to.
	State  state.State
	Forced bool
	// Age is how long ago it came into the state, or Failures and Calls were.
	Age time.Duration
	// Failures in a row, of Calls in its window.
	Failures, Calls int

	at eval.Pos
}

// Entry is a cached value.
type Entry struct {
	// Server and Tool that answered; "" are those of the call.
	Server, Tool string
	// AsOf, or else Age, is when it was true.
	AsOf time.Time
	Age  time.Duration
	JSON json.RawMessage
	Text string
}

// Returned is what a tool returns. An attempt returns the first entry of its tool whose args, if it has any, are those of the
// call, and else {}. An entry of a tool that the case does not call was returned earlier in the turn, as every Cached one.
type Returned struct {
	engine.Tool
	Args   json.RawMessage
	JSON   json.RawMessage
	Text   string
	Cached bool
	AsOf   time.Time
	Age    time.Duration
	// After is how long an attempt takes.
	After time.Duration
}

// Call is one tool call of a case. Its own Failure and Cached stand in front of the case's.
type Call struct {
	engine.Call
	Failure *Failure
	Cached  *Entry
	// Wait is how much time passes before the call, while no tool is at work.
	Wait time.Duration

	at    eval.Pos
	facts *value
	want  *value
}
