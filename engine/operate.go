package engine

import (
	"errors"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// OperationKind is what an operator does to an engine.
type OperationKind string

// The kinds of operation.
const (
	// OpForceOpen, OpForceClosed and OpRelease are the overrides of a breaker: see [Engine.Force].
	OpForceOpen   OperationKind = "force_open"
	OpForceClosed OperationKind = "force_closed"
	OpRelease     OperationKind = "release"
	// OpDrill makes a tool, or a whole server, unavailable on purpose; OpEndDrill ends that.
	OpDrill    OperationKind = "drill"
	OpEndDrill OperationKind = "end_drill"
	// OpRollback is [Engine.Rollback].
	OpRollback OperationKind = "rollback"
)

// Operation is something that a person does to an engine.
type Operation struct {
	Kind OperationKind
	// Server and Tool that it is about; a drill without a Tool is one of the whole server. A rollback is about none.
	Server, Tool string
	// For is how long a drill lasts; 0 is until it is ended.
	For time.Duration
	// By names who does it, and Reason says why; for the log.
	By, Reason string
}

// OperationEvent is an operation, and what became of it.
type OperationEvent struct {
	Operation
	At time.Time
	// Err is why it was not done; nil if it was.
	Err error
}

func (OperationEvent) event() {}

// Operate does what an operator asks for, logs who did it, and tells observers, also where it fails. It does not ask whether the
// operator may: that is for whoever calls it.
func (e *Engine) Operate(op Operation) error {
	now := e.options.clock.Now()
	err := e.operate(op, now)
	e.observe(OperationEvent{Operation: op, At: now, Err: err})
	return err
}

func (e *Engine) operate(op Operation, now time.Time) error {
	switch op.Kind {
	case OpForceOpen:
		return e.Force(op.Server, op.Tool, state.ForceOpen)
	case OpForceClosed:
		return e.Force(op.Server, op.Tool, state.ForceClosed)
	case OpRelease:
		return e.Force(op.Server, op.Tool, state.Release)
	case OpDrill:
		return e.drill(op, now)
	case OpEndDrill:
		if !e.store.EndDrill(state.Key{Server: op.Server, Tool: op.Tool}) {
			return errors.New("there is no such drill")
		}
		return nil
	case OpRollback:
		return e.Rollback()
	}
	return fmt.Errorf("there is no operation %q", op.Kind)
}

func (e *Engine) drill(op Operation, now time.Time) error {
	if op.For < 0 {
		return errors.New("a drill can't last less than nothing")
	}
	if op.Tool != "" && !e.Set().Plan(op.Server, op.Tool).Covered {
		return uncovered(op.Server, op.Tool)
	}
	if op.Tool == "" && !e.names(op.Server) {
		return fmt.Errorf("no policy names the server %q", op.Server)
	}
	var until time.Time
	if op.For > 0 {
		until = now.Add(op.For)
	}
	return e.store.StartDrill(state.Key{Server: op.Server, Tool: op.Tool}, until, op.Reason, now)
}

// names reports whether a policy is about a server.
func (e *Engine) names(server string) bool {
	for _, w := range e.Set().WorstCases() {
		if w.Server == server {
			return true
		}
	}
	return false
}

// uncovered is the error of an operation on a tool without a policy: most likely it is misspelt.
func uncovered(server, tool string) error {
	return fmt.Errorf("no policy covers the tool %q of the server %q", tool, server)
}
