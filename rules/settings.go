package rules

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/state"
)

// Retry says how often, when and with which pauses a call is attempted again. The zero Retry is none.
type Retry struct {
	// Max attempts after the first, 0 to 10.
	Max int
	// When narrows which failures are retried; nil is failure.transient. It never widens that.
	When    *eval.Expr
	Backoff Backoff
}

// Backoff is the pause before a retry: Initial, growing up to Max.
type Backoff struct{ Initial, Max time.Duration }

// DefaultBackoff is the pause of a policy that sets none: 100 ms to 2 s.
func DefaultBackoff() Backoff {
	return Backoff{Initial: 100 * time.Millisecond, Max: 2 * time.Second}
}

// Breaker holds the settings of a circuit breaker, defaults filled in.
type Breaker struct {
	// Config is never nil, and is not to be changed: the same one is given for all tools for which the same policy decides.
	*state.Config
	// Scope is ScopeTool, or ScopeServer for one breaker that all tools of a server share.
	Scope eval.Scope
	// ProbeArgs are the arguments of a probe without a turn: strings, booleans, int64, float64, nil, lists and
	// maps of them. A nil map is no such probe. It is not to be changed.
	ProbeArgs map[string]any
	probeAt   eval.Pos
}

// DefaultBreaker is the breaker of a tool whose policy sets none.
func DefaultBreaker() Breaker {
	cfg := state.DefaultConfig()
	return Breaker{Config: &cfg, Scope: eval.ScopeTool}
}

// Store says which answers are kept for a Cached step, and under which key.
type Store struct {
	// When governs storing, not looking up; nil stores every live success.
	When *eval.Expr
	// Key is nil for the canonical arguments.
	Key *eval.Expr
	// Shared entries serve every audience.
	Shared bool
}

// Evidence says how a tool's results are read as sources. The zero Evidence reads them by their own field names.
type Evidence = guard.Settings

// Drill makes a tool unavailable on purpose, to exercise the degraded path.
type Drill struct {
	// Share of turns that are drilled, as Num/Den in (0, 1].
	Num, Den int64
	// From and Until bound the drill; the zero time does not.
	From, Until time.Time
	// Every and Lasting repeat it: drilled for the first Lasting of each Every, counted from From, or from
	// 1970-01-01T00:00:00Z if there is no From. Every 0 is all the time.
	Every, Lasting time.Duration
	// When narrows it; nil is always.
	When *eval.Expr
}
