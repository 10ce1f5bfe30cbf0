package engine

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/internal/run"
	"github.com/lacuna-go/lacuna/rules"
)

// Turn is one user-visible reply in the making: it owns the budget, the tool list and the evidence. It is safe for concurrent
// use. A zero Turn, and one that has ended, dispatches nothing and blocks every reply.
type Turn struct {
	eng      *Engine
	info     TurnInfo
	set      *rules.Set
	run      *run.Turn
	facts    *eval.Facts
	ctx      context.Context
	language string
	zone     *time.Location
	evidence *guard.Evidence
	begun    time.Time
	trial    *candidateSet // the candidate set when the turn began, nil without one

	// Of a turn that is played from a record.
	play  *run.Player
	names map[string][]string // how the model names tools
	asked *asked

	calls atomic.Int64
	ended atomic.Bool // set under mu

	mu      sync.Mutex
	kept    map[*eval.Call]found
	replies int // that were judged, where that is recorded
	final   *Final
	results []guard.Kept
	notes   []string
	owed    []string // disclosures, in the order of their calls
	effects []Effect
	tries   map[string]int // regenerates, by the Claims that asked for them
	hidden  []Tool         // that left the tool list, each told once
	endedBy Outcome        // the outcome that ended it, 0 for none
	silent  bool           // nobody is told of its end: it was no turn of anybody's
}

// Effect is a write of the turn.
type Effect struct {
	Server, Tool string
	// CallID is the model's id of the call.
	CallID string
	// Uncertain: it may have been executed; otherwise it was.
	Uncertain bool
}

// Begin starts a turn under the live set, which it keeps. It fails on an undeclared purpose or fact, on a mistyped fact, on an
// invalid audience and on an unknown time zone. The turn ends with ctx.
func (e *Engine) Begin(ctx context.Context, info TurnInfo) (*Turn, error) {
	set := e.set.Load()
	if set == nil {
		return nil, errors.New("no policies are loaded")
	}
	t := &Turn{eng: e, info: info, set: set, ctx: ctx, trial: e.candidate.Load()}
	if err := t.prepare(); err != nil {
		return nil, err
	}
	t.start(e.options.clock.Now())
	return t, nil
}

// prepare checks what the turn was begun with, and fills in what follows from it.
func (t *Turn) prepare() (err error) {
	info, set := &t.info, t.set
	if info.Audience.id == invalidAudience {
		return errors.New(`a person's id can't be empty or "public"`)
	}
	if info.ID == "" {
		info.ID = rand.Text()
	}
	if info.Purpose == "" {
		info.Purpose = set.Turn.Purposes[0]
	}
	if !slices.Contains(set.Turn.Purposes, info.Purpose) {
		return fmt.Errorf("the purpose %q is not declared in Turn.purposes: %s", info.Purpose, strings.Join(set.Turn.Purposes, ", "))
	}
	if t.facts, err = set.Env.Facts(info.Facts); err != nil {
		return err
	}
	t.language, t.zone = declared(set, info.Language), set.Turn.Zone
	if info.Zone != "" {
		if t.zone, err = time.LoadLocation(info.Zone); err != nil {
			return fmt.Errorf("the zone %q: %w", info.Zone, err)
		}
	}
	return nil
}

// declared returns the language if the set declares it, else the set's first.
func declared(set *rules.Set, language string) string {
	if slices.Contains(set.Turn.Languages, language) {
		return language
	}
	return set.Turn.Languages[0]
}

func (t *Turn) start(now time.Time) {
	e := t.eng
	e.turns.Add(1)
	t.begun = now
	cfg := run.Config{
		Set: t.set, Store: e.store, Live: e.Set, Retries: e.retries, Spare: &e.spare, Facts: t.facts, CheckArgs: t.checkArgs, Looks: t.info.Looks,
		Record: t.keeps(), Play: t.play,
		Info: eval.Turn{
			ID: t.info.ID, Conversation: t.info.Conversation, Audience: t.info.Audience.id, Channel: t.info.Channel,
			Language: t.info.Language, Zone: t.info.Zone, Purpose: t.info.Purpose, Location: t.zone, Rendered: t.language, Cached: t.info.Cached,
			Trace: t.trace(),
		},
	}
	if cfg.Info.Zone == "" && t.zone != nil {
		cfg.Info.Zone = t.zone.String()
	}
	t.run = run.NewTurn(cfg)
	t.evidence = guard.NewEvidence(now, t.zone)
	for _, said := range t.info.Said {
		t.evidence.AddUser(said)
	}
	for _, k := range t.set.Known {
		if k.Until.IsZero() || now.Before(k.Until) {
			t.evidence.AddKnown(k.Name, k.Text.In(t.language))
		}
	}
	for _, earlier := range t.info.Earlier {
		for _, kept := range earlier.results {
			r := kept.Result()
			r.Cached = true
			t.evidence.Add(r)
		}
	}
}

// live reports whether the turn still runs.
func (t *Turn) live() bool {
	return t != nil && t.eng != nil && t.ctx.Err() == nil && !t.ended.Load()
}

// End ends the turn. Calling it again does nothing.
func (t *Turn) End() {
	if t == nil || t.eng == nil {
		return
	}
	t.mu.Lock()
	ended := t.ended.Swap(true)
	t.mu.Unlock()
	if !ended {
		t.run.End(t.eng.options.clock.Now())
		t.tellEnd()
	}
}

// tellEnd tells that the turn has ended.
func (t *Turn) tellEnd() {
	if !t.eng.observed() || t.silent || t.info.Looks {
		return
	}
	now := t.eng.options.clock.Now()
	view := t.run.View("", now)
	ev := TurnEvent{
		Turn: t.info.ID, Purpose: t.info.Purpose, Attempts: view.Attempts, Retries: view.Retries, Took: now.Sub(t.begun),
		Clocks: []TurnClock{{Used: view.Elapsed, Allowed: view.Budget}},
	}
	for _, server := range slices.Sorted(maps.Keys(t.set.Turn.Budgets)) {
		own := t.run.View(server, now)
		ev.Clocks = append(ev.Clocks, TurnClock{server, own.Elapsed, own.Budget})
	}
	t.mu.Lock()
	ev.Outcome, ev.Calls = t.endedBy, int(t.calls.Load())
	t.mu.Unlock()
	t.eng.observeIn(t.ctx, ev)
}

// Info returns what the turn was begun with, its id filled in.
func (t *Turn) Info() TurnInfo { return t.info }

// Final is how a turn ends that the engine ended: a fixed text, and to whom it is passed. No model is involved.
type Final struct {
	Text    string
	Handoff Handoff
	// Queue that a hand-off goes to; "" is the embedder's default.
	Queue string
	// Reason is the class of what happened, as "timeout"; Tool, and the incident that joins it with the log.
	Reason   string
	Tool     Tool
	Incident string
	// Effects are the writes of the turn that were completed or are uncertain.
	Effects []Effect
}

// Ended reports whether the engine ended the turn, and with what.
func (t *Turn) Ended() (Final, bool) {
	if t == nil || t.eng == nil {
		return Final{}, false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.final == nil {
		return Final{}, false
	}
	f := *t.final
	f.Effects = slices.Clone(t.effects)
	if check := t.eng.options.audience; check != nil && !check(t.ctx, t.info) {
		return Final{Text: rules.HardFailMessage(t.language), Handoff: f.Handoff, Queue: f.Queue, Incident: f.Incident}, true
	}
	return f, true
}

// Effects lists the writes of the turn that were completed or are uncertain, in the order in which they ended.
func (t *Turn) Effects() []Effect {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.effects)
}

// Remaining returns what is left of the turn's budget; zero once it has ended.
func (t *Turn) Remaining() time.Duration {
	if !t.live() {
		return 0
	}
	return t.run.View("", t.clock().Now()).Remaining
}

// Evidence returns what the turn's tools returned, to hand over as TurnInfo.Earlier of a later turn.
func (t *Turn) Evidence() Evidence {
	if t == nil {
		return Evidence{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	var e Evidence
	for _, kept := range t.results {
		r := kept.Result()
		r.Earlier = true // for whoever gets it
		e.results = append(e.results, guard.Keep(r))
	}
	return e
}

// Offered filters a tool list: a tool leaves it while it is unavailable and its fallback chain could serve nothing. name
// gives a tool's flat name. The order stays, and equal states give equal lists; within a turn the list only shrinks.
func Offered[T any](t *Turn, tools []T, name func(T) string) []T {
	var kept []T
	for _, tool := range tools {
		if t.offer(name(tool)) {
			kept = append(kept, tool)
		}
	}
	return kept
}

func (t *Turn) offer(flat string) bool {
	if !t.live() {
		return false
	}
	tool, err := t.eng.resolve("", flat)
	if err != nil {
		return true // a name that is not ours to judge
	}
	now := t.eng.options.clock.Now()
	if t.run.Offer(tool.Server, tool.Tool, now) {
		return true
	}
	note := t.run.HiddenNote(tool.Server, tool.Tool, now)
	t.mu.Lock()
	if note != "" && !slices.Contains(t.notes, note) {
		t.notes = append(t.notes, note)
	}
	first := !slices.Contains(t.hidden, tool)
	if first {
		t.hidden = append(t.hidden, tool)
	}
	t.mu.Unlock()
	if first && !t.info.Looks {
		why := t.run.Entered(tool.Server, tool.Tool)
		t.eng.observeIn(t.ctx, HiddenEvent{Turn: t.info.ID, Tool: tool, Reason: why.String(), Disclosed: note != ""})
	}
	return false
}

// Notes returns what the model has to be told besides the tools' answers: the disclosures of tools that were left out of
// the list.
func (t *Turn) Notes() []string {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.notes)
}

// ident is the id of the turn's decision of a number.
func (t *Turn) ident(number int64) string {
	return t.info.ID + "/" + strconv.FormatInt(number, 10)
}
