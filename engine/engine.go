package engine

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/rs/zerolog"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/run"
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
	retries *state.Retries
	spare   run.Spare
	drivers sync.Pool // of *driver, whose calls are done
	set     atomic.Pointer[rules.Set]
	// candidate is the set that decides beside the live one, nil without.
	candidate atomic.Pointer[candidateSet]

	loading sync.Mutex // one load at a time; never taken while mu is held
	loader  *rules.Loader
	passed  string // what last passed the trial, by its fingerprint
	judging atomic.Bool

	mu     sync.Mutex // guards what is live; never held while files are read or observers run
	status Status
	sets   []*rules.Set // the last good ones, oldest first; the last one is live
	loaded string       // the digest of the directory when it last loaded
	seen   string       // the fingerprint of the directory at the last load, or why it could not be read
	turns  atomic.Int64

	emitted, panics atomic.Uint64 // events, and observers that panicked
}

type options struct {
	clock      state.Clock
	executor   state.Executor // runs the attempts; nil where the clock does
	prompt     bool
	logger     zerolog.Logger
	functions  []eval.Function
	facts      FactsFunc
	classifier Classifier
	observers  []ContextObserver
	aliases    map[string]Tool
	store      state.Options
	watch      rules.WatchOptions
	trial      Trial
	effects    EffectLog
	arguments  func(Call) error
	audience   AudienceCheck
	retryShare float64
	retryFloor float64
	trace      func(TurnInfo) *eval.Trace
	inputs     *InputOptions // nil records none
}

// Option configures an engine.
type Option func(*options)

// WithClock replaces the system's clock, as by a [state.Virtual] in tests.
func WithClock(c state.Clock) Option { return func(o *options) { o.clock = c } }

// WithPromptDispatch is the embedder's word that every dispatcher returns as soon as its context ends. An attempt then runs on the goroutine
// of the call instead of one of its own, so that a call on a quick tool costs about half of what it does otherwise. A timer ends the context, at the
// attempt's deadline or when the caller gives up; what returns after its deadline is a timeout, as ever: a write may have been executed, and
// an answer can only fill the cache. Who breaks the word holds up its caller for as long as it likes, beyond the turn's budget too. By
// default nobody has to be trusted. It is the system's clock that runs attempts so; under another one ([WithClock]) this changes nothing.
func WithPromptDispatch() Option { return func(o *options) { o.prompt = true } }

// WithLogger writes one line a decision, a verdict and every other event, before observers are told; the default writes nothing. See [Log].
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
		return nil, fmt.Errorf("the directory of policies %q: %w", dir, err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("policies: %s is no directory", dir)
	}
	e := newEngine(os.DirFS(dir), opts)
	e.dir = dir
	return e.first()
}

// New is Open for any file system. [Engine.Watch] does not serve it.
func New(fsys fs.FS, opts ...Option) (*Engine, error) {
	return newEngine(fsys, opts).first()
}

func newEngine(fsys fs.FS, opts []Option) *Engine {
	e := &Engine{fsys: fsys}
	e.options = options{clock: state.System(), logger: zerolog.Nop(), classifier: Classify, aliases: map[string]Tool{}}
	for _, opt := range opts {
		opt(&e.options)
	}
	if e.options.clock == state.System() {
		e.options.executor = state.System().(state.Executor)
		if e.options.prompt {
			e.options.executor = state.Prompt().(state.Executor)
		}
	}
	if e.options.logger.GetLevel() != zerolog.Disabled { // what is logged is there when others are told
		log := &Log{logger: e.options.logger}
		e.options.observers = slices.Insert(e.options.observers, 0, func(_ context.Context, ev Event) { log.Observe(ev) })
	}
	other := e.options.store.Observe
	e.options.store.Observe = func(t state.Transition) {
		e.observe(TransitionEvent{t})
		if other != nil {
			other(t)
		}
	}
	e.store = state.NewStore(e.options.store)
	e.retries = &state.Retries{Share: e.options.retryShare, Floor: e.options.retryFloor}
	return e
}

// first loads the policies, without which there is no engine.
func (e *Engine) first() (*Engine, error) {
	if err := e.options.inputs.check(); err != nil {
		return nil, err
	}
	if err := e.Reload(context.Background()); err != nil {
		return nil, err
	}
	return e, nil
}

// Set returns the live set.
func (e *Engine) Set() *rules.Set { return e.set.Load() }

// Store returns the state behind the engine: breakers, entries, drills.
func (e *Engine) Store() *state.Store { return e.store }

// Force overrides the breaker of a tool, with [state.ForceOpen], [state.ForceClosed] or [state.Release]. Where tools share their server's
// breaker, that one is overridden. It fails for a tool that no policy covers: most likely it is misspelt.
func (e *Engine) Force(server, tool string, o state.Override) error {
	plan := e.Set().Plan(server, tool)
	if !plan.Covered {
		return uncovered(server, tool)
	}
	now := e.options.clock.Now()
	e.store.Breaker(plan.BreakerKey()).Force(plan.Breaker.Config, o, now)
	e.store.Deliver()
	return nil
}
