package policytest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// stage is the scene of a case: an engine of its own under a virtual clock, and a turn that has begun in it.
type stage struct {
	c     *Case
	set   *rules.Set
	clock *state.Virtual
	eng   *engine.Engine
	turn  *engine.Turn
	// attempts counts those of each tool, for failures that end.
	attempts map[engine.Tool]int
}

// newStage sets the scene.
func newStage(ctx context.Context, set *rules.Set, c *Case, opts ...engine.Option) (*stage, error) {
	s := &stage{c: c, set: set, clock: state.NewVirtual(c.Now), attempts: map[engine.Tool]int{}}
	s.eng = engine.NewWithSet(set, append(opts, engine.WithClock(s.clock))...)
	if err := checkFacts(set, c.Facts, c.facts); err != nil {
		return nil, err
	}
	for i := range c.Calls { // the engine would refuse the call, and the case would test something else
		if err := checkFacts(set, c.Calls[i].Facts, c.Calls[i].facts); err != nil {
			return nil, err
		}
	}
	turn, err := s.eng.Begin(ctx, c.info())
	if err != nil {
		return nil, at(c.Turn.at, err)
	}
	s.turn = turn
	if err := s.seed(ctx); err != nil {
		turn.End()
		return nil, err
	}
	return s, nil
}

// checkFacts checks facts one by one, so that the one that is wrong is named at its place.
func checkFacts(set *rules.Set, facts engine.Facts, written *value) error {
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		if _, err := set.Env.Facts(engine.Facts{name: facts[name]}); err != nil {
			if written == nil {
				return err
			}
			return at(keyPos(written, name), err)
		}
	}
	return nil
}

// info is the turn as the engine takes it.
func (c *Case) info() engine.TurnInfo {
	info := engine.TurnInfo{
		ID: c.Turn.ID, Conversation: c.Turn.Conversation, Purpose: c.Turn.Purpose, Audience: c.Turn.Audience,
		Channel: c.Turn.Channel, Language: c.Turn.Language, Zone: c.Turn.Zone, Said: c.Said, Facts: c.Facts, Cached: c.Turn.Cached,
	}
	if info.ID == "" {
		info.ID = "turn-1"
	}
	return info
}

// at puts a position before an error, where it is known.
func at(pos eval.Pos, err error) error {
	if pos == (eval.Pos{}) {
		return err
	}
	return eval.Problem{Pos: pos, Message: err.Error()}
}

// call plays one call of the case.
func (s *stage) call(ctx context.Context, i int) PlayedCall {
	call := &s.c.Calls[i]
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	_ = s.clock.Sleep(ctx, s.clock.Now().Add(call.Wait)) // a caller that gave up gets to know from the call
	a := s.turn.Do(ctx, call.Call, s.dispatch(call, cancel))
	return PlayedCall{Record: a.Record(), Model: a.Model()}
}

var errGaveUp = errors.New("the caller gave up, as the case says")

// dispatch answers attempts as the case says. Where one comes to cancelled, the caller gives up.
func (s *stage) dispatch(call *Call, cancel context.CancelCauseFunc) engine.Dispatch {
	return func(ctx context.Context, c engine.Call) (engine.Result, error) {
		tool := engine.Tool{Server: c.Server, Tool: c.Tool}
		s.attempts[tool]++
		if f := s.failure(call, tool); f != nil && (f.Times == 0 || s.attempts[tool] <= f.Times) {
			if err := s.clock.Sleep(ctx, s.clock.Now().Add(f.After)); err != nil {
				return engine.Result{}, err
			}
			if f.Kind == state.Cancelled {
				cancel(errGaveUp)
			}
			return engine.Result{}, &engine.Error{Failure: f.Failure, NotSent: !f.Sent, Cause: errors.New("as the case says")}
		}
		r := s.c.result(tool, c.Args)
		if err := s.clock.Sleep(ctx, s.clock.Now().Add(r.After)); err != nil {
			return engine.Result{}, err
		}
		return engine.Result{JSON: r.JSON, Text: r.Text, AsOf: r.asOf(s.c.Now)}, nil
	}
}

// failure returns what attempts of a tool come to in a call, nil if they succeed.
func (s *stage) failure(call *Call, tool engine.Tool) *Failure {
	own := tool == engine.Tool{Server: call.Server, Tool: call.Call.Tool}
	if own && call.Failure != nil {
		return call.Failure
	}
	if named := s.c.scene(tool); named != nil && named.Failure != nil {
		return named.Failure
	}
	if own {
		return s.c.Failure
	}
	return nil
}

// scene returns what the case says of a tool by its name, or nil.
func (c *Case) scene(tool engine.Tool) *Tool {
	for i := range c.Tools {
		if c.Tools[i].Tool == tool {
			return &c.Tools[i].Scene
		}
	}
	return nil
}

// result returns what an attempt comes to that does not fail.
func (c *Case) result(tool engine.Tool, args json.RawMessage) Returned {
	for _, r := range c.Results {
		if r.Tool == tool && !r.Cached && (r.Args == nil || sameArgs(r.Args, args)) {
			if r.JSON == nil && r.Text == "" {
				r.JSON = json.RawMessage("{}")
			}
			return r
		}
	}
	return Returned{JSON: json.RawMessage("{}"), Age: -1}
}

func sameArgs(a, b json.RawMessage) bool {
	x, errX := eval.ParseArgs(a)
	y, errY := eval.ParseArgs(b)
	return errX == nil && errY == nil && x.Canonical() == y.Canonical()
}

func split(name string) (server, tool string) {
	server, tool, _ = strings.Cut(name, "/")
	return server, tool
}

func decodeJSON(b []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value")
	}
	return v, nil
}
