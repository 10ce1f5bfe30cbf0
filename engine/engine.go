package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// Engine runs tool calls under one live set of policies. It is safe for concurrent use, starts no goroutine but those
// of attempts, and needs no closing.
type Engine struct {
	options options
	fsys    fs.FS
	dir     string
	store   *state.Store
	set     atomic.Pointer[rules.Set]

	mu     sync.Mutex // serializes reloads
	status Status
	sets   []*rules.Set // the last good ones, oldest first
	held   string       // the directory's digest that a rollback stepped away from
	turns  atomic.Int64
}

// Status says which policies are live, and what became of the last attempt to load others.
type Status struct {
	// Digest, Generation and Since of the live set.
	Digest     string
	Generation uint64
	Since      time.Time
	// Err is why the last load was refused; nil once one succeeded. It is a [*rules.LoadError] where the policies are at fault.
	Err error
	// Loads and Refused count.
	Loads, Refused int
}

type options struct {
	clock      state.Clock
	logger     zerolog.Logger
	functions  []eval.Function
	facts      FactsFunc
	classifier Classifier
	observers  []Observer
	aliases    map[string]Tool
	store      state.Options
}

// Option configures an engine.
type Option func(*options)

// WithClock replaces the system's clock, as by a [state.Virtual] in tests.
func WithClock(c state.Clock) Option { return func(o *options) { o.clock = c } }

// WithLogger writes one line a decision and a verdict; the default writes nothing.
func WithLogger(l zerolog.Logger) Option { return func(o *options) { o.logger = l } }

// WithFunctions adds functions to the rule language.
func WithFunctions(list ...Function) Option {
	return func(o *options) { o.functions = append(o.functions, list...) }
}

// WithFacts supplies facts for each call; they lie over the turn's and under the call's own. An error refuses nothing: the facts
// are missing, and rules that read them err.
func WithFacts(f FactsFunc) Option { return func(o *options) { o.facts = f } }

// WithClassifier replaces [Classify].
func WithClassifier(c Classifier) Option { return func(o *options) { o.classifier = c } }

// WithObserver adds an observer of events. It is called outside locks, in the goroutine of the call, and must be quick.
func WithObserver(obs Observer) Option {
	return func(o *options) { o.observers = append(o.observers, obs) }
}

// WithAlias makes a flat tool name stand for a tool of a server, where it is not "server__tool".
func WithAlias(flat string, tool Tool) Option {
	return func(o *options) { o.aliases[flat] = tool }
}

// WithStore sets the limits of breakers and entries.
func WithStore(s state.Options) Option { return func(o *options) { o.store = s } }

// FactsFunc supplies facts for a call.
type FactsFunc func(ctx context.Context, turn TurnInfo, call Call) (Facts, error)

// Open loads every *.cel file below a directory and returns an engine that runs under them. The error lists all
// faults of all files, one a line, as file:line:col: message.
func Open(dir string, opts ...Option) (*Engine, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("policies: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("policies: %s is no directory", dir)
	}
	e := newEngine(os.DirFS(dir), opts)
	e.dir = dir
	return e, e.first()
}

// New is Open for any file system. [Engine.Watch] does not serve it.
func New(fsys fs.FS, opts ...Option) (*Engine, error) {
	e := newEngine(fsys, opts)
	return e, e.first()
}

func newEngine(fsys fs.FS, opts []Option) *Engine {
	e := &Engine{fsys: fsys}
	e.options = options{clock: state.System(), logger: zerolog.Nop(), classifier: Classify, aliases: map[string]Tool{}}
	for _, opt := range opts {
		opt(&e.options)
	}
	if e.options.store.Observe == nil {
		e.options.store.Observe = func(t state.Transition) { e.observe(TransitionEvent{t}) }
	}
	e.store = state.NewStore(e.options.store)
	return e
}

func (e *Engine) first() error {
	if err := e.Reload(context.Background()); err != nil {
		return err
	}
	return nil
}

const keptSets = 5

// Reload reads all policies again and makes them live at once, if they load. If not, the last good set stays and the
// error says why. Unchanged policies change nothing. Turns that run keep the set that they began with.
func (e *Engine) Reload(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	e.status.Loads++
	opts := []rules.Option{
		rules.WithFunctions(e.options.functions...), rules.WithGeneration(e.status.Generation + 1),
	}
	if e.dir != "" {
		opts = append(opts, rules.WithDir(filepath.ToSlash(e.dir)))
	}
	set, err := rules.Load(e.fsys, opts...)
	if err != nil {
		e.status.Err = err
		e.status.Refused++
		e.observe(ReloadEvent{Err: err})
		return err
	}
	e.status.Err = nil
	if e.held != "" && set.Digest == e.held {
		return nil // rolled back, and the directory has not changed since
	}
	e.held = ""
	if live := e.set.Load(); live != nil && live.Digest == set.Digest {
		return nil
	}
	e.publish(set)
	return nil
}

// publish makes a set live. mu is held.
func (e *Engine) publish(set *rules.Set) {
	e.set.Store(set)
	e.status.Digest, e.status.Generation, e.status.Since = set.Digest, set.Generation, e.options.clock.Now()
	e.sets = append(e.sets, set)
	if len(e.sets) > keptSets {
		e.sets = e.sets[1:]
	}
	e.observe(ReloadEvent{Digest: set.Digest, Generation: set.Generation})
}

// Rollback makes the set before the live one live again. It holds until the directory's digest changes.
func (e *Engine) Rollback() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.sets) < 2 {
		return errors.New("there is no earlier set to go back to")
	}
	e.held = e.sets[len(e.sets)-1].Digest
	e.sets = e.sets[:len(e.sets)-1]
	set := e.sets[len(e.sets)-1]
	e.set.Store(set)
	e.status.Digest, e.status.Since = set.Digest, e.options.clock.Now()
	e.observe(ReloadEvent{Digest: set.Digest, Generation: set.Generation})
	return nil
}

// Status returns which policies are live and why the last load was refused.
func (e *Engine) Status() Status {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.status
}

// Set returns the live set.
func (e *Engine) Set() *rules.Set { return e.set.Load() }

// Store returns the state behind the engine: breakers, entries, drills.
func (e *Engine) Store() *state.Store { return e.store }

// Force overrides the breaker of a tool, or of a whole server where tool is "": [state.ForceOpen], [state.ForceClosed] or
// [state.Release].
func (e *Engine) Force(server, tool string, o state.Override) {
	e.store.Force(state.Key{Server: server, Tool: tool}, o, e.options.clock.Now())
	e.store.Deliver()
}
