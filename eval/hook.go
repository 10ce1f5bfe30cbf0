package eval

import (
	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
)

// Hook is a place where rules run; it decides which variables an expression sees.
type Hook uint8

// The hooks. The zero Hook is none.
const (
	// HookList runs when the tool list is made, before any call exists: unavailable_when, Drill.when.
	HookList Hook = iota + 1
	// HookCall runs when a call is admitted or its result stored: forbid, timeout, expected, store.
	HookCall
	// HookRetry runs between two attempts: Retry.when.
	HookRetry
	// HookStep runs for an Omit, HardFail or UseTool step.
	HookStep
	// HookCached runs for a Cached step: it sees the entry as well.
	HookCached
	// HookRequire runs for a policy's own require: it sees the step that would serve.
	HookRequire
	// HookClaim runs for a claim of a reply.
	HookClaim
	// HookSource runs for each source that matches a claim of a reply.
	HookSource
	// HookClaimArgs and HookSourceArgs run for a claim in the arguments of a write: they see the call as well.
	HookClaimArgs
	HookSourceArgs
)

type hookInfo struct {
	// what names the hook in messages.
	what string
	vars []string
}

var hooks = map[Hook]hookInfo{
	HookList:       {"the list hook (unavailable_when)", []string{"call", "turn", "facts", "breaker", "latency", "now"}},
	HookCall:       {"a call hook (forbid, timeout, expected, store, vars)", []string{"call", "turn", "facts", "breaker", "latency", "now"}},
	HookRetry:      {"Retry.when", []string{"call", "turn", "facts", "breaker", "latency", "failure", "now"}},
	HookStep:       {"a step without an entry", []string{"call", "turn", "facts", "breaker", "latency", "failure", "now"}},
	HookCached:     {"a Cached step", []string{"call", "turn", "facts", "breaker", "latency", "failure", "entry", "now"}},
	HookRequire:    {"a policy's require", []string{"call", "turn", "facts", "breaker", "latency", "failure", "step", "now"}},
	HookClaim:      {"a claim of a reply", []string{"turn", "facts", "claim", "evidence", "now"}},
	HookSource:     {"sourced_by", []string{"turn", "facts", "claim", "source", "evidence", "now"}},
	HookClaimArgs:  {"a claim in arguments", []string{"call", "turn", "facts", "claim", "evidence", "now"}},
	HookSourceArgs: {"sourced_by of arguments", []string{"call", "turn", "facts", "claim", "source", "evidence", "now"}},
}

// whereVariable says where a variable exists, for a message about a place where it does not.
var whereVariable = map[string]string{
	"call":     "all hooks but claims on replies",
	"breaker":  "all hooks but claims",
	"latency":  "all hooks but claims",
	"failure":  "Retry.when, require and the steps of when_unavailable",
	"entry":    "Cached steps",
	"step":     "a policy's require",
	"claim":    "Claims",
	"source":   "sourced_by",
	"evidence": "Claims",
	"vars":     "the policy that defines them",
}

// Variables lists the variables that a hook sees, without vars.
func (h Hook) Variables() []string { return hooks[h].vars }

// String names the hook as messages do.
func (h Hook) String() string { return hooks[h].what }

// options declares the hook's variables.
func (e *Env) hookOptions(h Hook) []cel.EnvOption {
	var opts []cel.EnvOption
	for _, v := range hooks[h].vars {
		switch v {
		case "now":
			opts = append(opts, cel.Variable("now", cel.TimestampType))
		case "evidence":
			opts = append(opts, cel.Variable("evidence", cel.ListType(classSource.typ)))
		default:
			c := e.classes[objectNames[v]]
			if v == "call" && h == HookList {
				c = callListClass
			}
			opts = append(opts, cel.Types(c), cel.Variable(v, types.NewObjectType(c.TypeName())))
		}
	}
	return opts
}

// classOf returns the class of a variable in a hook, or nil.
func (e *Env) classOf(h Hook, vars *Vars, variable string) *class {
	switch {
	case variable == "vars" && vars != nil:
		return vars.classFor(h)
	case variable == "call" && h == HookList:
		return callListClass
	}
	id, ok := objectNames[variable]
	if !ok {
		return nil
	}
	return e.classes[id]
}
