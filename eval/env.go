package eval

import (
	"fmt"
	"strings"
	"sync"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	celenv "cel.dev/cel-go/common/env"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"
)

// Options configure an [Env].
type Options struct {
	// Purposes that the Turn declares, in lower case; none means the one purpose "chat".
	Purposes []string
	Facts    []FactDecl
	// Functions that the embedder adds to the language.
	Functions []Function
}

// FactDecl declares a fact.
type FactDecl struct {
	Name string
	// Type is bool, int, double, string, duration, timestamp or money; with List it is a list of them.
	Type string
	List bool
	Pos  Pos
}

// Env holds the environments of all hooks for one set of policies. It is safe for concurrent use, and what it means never changes: it
// only remembers, within bounds, what it has found out about expressions, so that others like them compile faster.
type Env struct {
	facts     *factSchema
	purpose   *enum
	functions []Function
	classes   [objectCount]*class
	base      *cel.Env
	hooks     map[Hook]*cel.Env
	shared    shared
}

// NewEnv builds the environments. It fails on a fact of an unknown type and on a function that clashes.
func NewEnv(o Options) (*Env, []Problem) {
	purposes := o.Purposes
	if len(purposes) == 0 {
		purposes = []string{"chat"}
	}
	e := &Env{purpose: newEnum("Purpose", purposes...), functions: o.Functions, hooks: map[Hook]*cel.Env{}}
	schema, problems := newFactSchema(o.Facts)
	if problems != nil {
		return nil, problems
	}
	e.facts = schema
	e.classes = [objectCount]*class{
		callClass, turnClass(e.purpose), schema.class, breakerClass, latencyClass, failureClass, entryClass, stepClass,
		claimClass, classSource, nil,
	}
	labelSharedErrors()
	if err := e.build(); err != nil {
		return nil, []Problem{{Message: err.Error()}}
	}
	return e, nil
}

func (e *Env) build() error {
	base, err := cel.NewCustomEnv(append(libraries(), e.languageOptions()...)...)
	if err != nil {
		return fmt.Errorf("the language can't be built: %w", err)
	}
	e.base = base
	for h := range hooks {
		env, err := base.Extend(e.hookOptions(h)...)
		if err != nil {
			return fmt.Errorf("%s can't be built: %w", h, err)
		}
		e.hooks[h] = env
	}
	return nil
}

func (e *Env) languageOptions() []cel.EnvOption {
	opts := []cel.EnvOption{
		cel.EnableErrorOnBadPresenceTest(true),
		cel.DefaultUTCTimeZone(true),
		cel.StrictTimestampParsing(true),
		cel.Types(classSource, breakerClass, inputType),
		cel.Variable("@in", inputType),
	}
	for _, en := range append(enums[:len(enums):len(enums)], e.purpose) {
		opts = append(opts, en.options()...)
	}
	opts = append(opts, moneyFunctions()...)
	opts = append(opts, timeFunctions()...)
	opts = append(opts, claimFunctions()...)
	for _, f := range e.functions {
		opts = append(opts, f.option())
	}
	return opts
}

// libraries are those of CEL that the language has: the standard library without dyn and type, with which a
// mistyped comparison would compile, and the optional, strings, math, lists and sets extensions. The parser of
// whole files has the same, for their macros.
func libraries() []cel.EnvOption {
	subset := celenv.NewLibrarySubset().AddExcludedFunctions(celenv.NewFunction("dyn"), celenv.NewFunction("type"))
	return []cel.EnvOption{
		cel.StdLib(cel.StdLibSubset(subset)),
		cel.EnableMacroCallTracking(),
		cel.EnableIdentifierEscapeSyntax(),
		cel.OptionalTypes(),
		ext.Strings(),
		ext.Math(),
		ext.Lists(),
		ext.Sets(),
	}
}

// labelSharedErrors gives cel-go's process-wide error values a node id once. The first expression that meets one
// would otherwise label it for all others: a wrong position for ever, and a data race.
var labelSharedErrors = sync.OnceFunc(func() {
	types.LabelErrNode(sharedErrorID, types.NoSuchOverloadErr())
	overflow := types.Timestamp{Time: maxTimestamp}.Add(types.Duration{Duration: 1 << 62})
	types.LabelErrNode(sharedErrorID, overflow)
})

// sharedErrorID marks errors that cel-go shares between expressions: they have no position of their own.
const sharedErrorID = -1

// Purposes lists the declared purposes in lower case.
func (e *Env) Purposes() []string {
	names := e.purpose.members()
	for i := range names {
		names[i] = strings.ToLower(names[i])
	}
	return names
}

// walk visits an expression and what it holds, parents first. Macro calls are visited as expanded.
func walk(e ast.Expr, visit func(ast.Expr)) {
	visit(e)
	switch e.Kind() {
	case ast.CallKind:
		c := e.AsCall()
		if c.IsMemberFunction() {
			walk(c.Target(), visit)
		}
		for _, arg := range c.Args() {
			walk(arg, visit)
		}
	case ast.SelectKind:
		walk(e.AsSelect().Operand(), visit)
	case ast.IdentKind, ast.LiteralKind:
	default:
		for _, c := range children(e) {
			walk(c, visit)
		}
	}
}

// children lists the direct sub-expressions.
func children(e ast.Expr) []ast.Expr {
	switch e.Kind() {
	case ast.CallKind:
		c := e.AsCall()
		if c.IsMemberFunction() {
			return append([]ast.Expr{c.Target()}, c.Args()...)
		}
		return c.Args()
	case ast.SelectKind:
		return []ast.Expr{e.AsSelect().Operand()}
	case ast.ListKind:
		return e.AsList().Elements()
	case ast.MapKind:
		var list []ast.Expr
		for _, m := range e.AsMap().Entries() {
			list = append(list, m.AsMapEntry().Key(), m.AsMapEntry().Value())
		}
		return list
	case ast.StructKind:
		var list []ast.Expr
		for _, f := range e.AsStruct().Fields() {
			list = append(list, f.AsStructField().Value())
		}
		return list
	case ast.ComprehensionKind:
		c := e.AsComprehension()
		return []ast.Expr{c.IterRange(), c.AccuInit(), c.LoopCondition(), c.LoopStep(), c.Result()}
	default:
	}
	return nil
}
