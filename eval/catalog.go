package eval

import (
	"slices"

	"cel.dev/cel-go/cel"
)

// Catalogue lists the language for people: what each hook sees, the fields of every variable, the enumerations and the
// functions. The tables of docs/rules.md are made from it.
type Catalogue struct {
	Hooks     []CatalogueHook
	Variables []CatalogueVariable
	Enums     []CatalogueEnum
	Functions []CatalogueFunction
}

// CatalogueHook is a place where rules run.
type CatalogueHook struct {
	Hook Hook
	// Name is the hook's word in the docs.
	Name string
	// Fields are the fields whose expressions run there, as "Policy.forbid".
	Fields []string
	// Variables that it sees, without vars.
	Variables []string
}

// CatalogueVariable is a variable, or the type of a variable's parts.
type CatalogueVariable struct {
	Name string
	// Type of a variable without fields, "" for one with fields.
	Type string
	Doc  string
	// Where says which hooks have it.
	Where  string
	Fields []CatalogueField
}

// CatalogueField is one field of a variable.
type CatalogueField struct{ Name, Type, Doc string }

// CatalogueEnum is an enumeration with its members in upper case. Those of Purpose are the Turn's.
type CatalogueEnum struct {
	Name, Doc string
	Members   []string
}

// CatalogueFunction is a function, a macro or an operator.
type CatalogueFunction struct {
	// Group is the library that it comes from: "standard", "optional", "strings", "math", "lists", "sets" or "lacuna".
	Group string
	// Name as a rule calls it; of a method only its own, of an operator its sign.
	Name string
	// Form shows how it is written: "string.contains(string) -> bool".
	Form string
	Doc  string
	// Example is an expression, and Result one that is equal to it; "error" for one that is an error.
	Example, Result string
}

// Catalog returns the catalogue of the language as a set without a Turn has it. It is made anew each time, and may be
// changed.
func Catalog() Catalogue {
	return Catalogue{
		Hooks:     catalogueHooks(),
		Variables: catalogueVariables(),
		Enums:     catalogueEnums(),
		Functions: slices.Clone(catalogueFunctions),
	}
}

func catalogueHooks() []CatalogueHook {
	list := []CatalogueHook{
		{Hook: HookList, Name: "list", Fields: []string{"Policy.unavailable_when", "Policy.when beside an unavailable_when", "Drill.when"}},
		{Hook: HookCall, Name: "call", Fields: []string{"Policy.when", "Policy.forbid", "Policy.timeout", "Policy.expected", "Store.when", "Store.key", "Policy.vars"}},
		{Hook: HookRetry, Name: "retry", Fields: []string{"Retry.when"}},
		{Hook: HookStep, Name: "step", Fields: []string{"require, disclose and args of UseTool", "require and disclose of Omit", "HardFail.require"}},
		{Hook: HookCached, Name: "cached", Fields: []string{"max_age, require and disclose of Cached"}},
		{Hook: HookRequire, Name: "require", Fields: []string{"Policy.require"}},
		{Hook: HookClaim, Name: "claim", Fields: []string{"when, require and unless of Claims"}},
		{Hook: HookSource, Name: "source", Fields: []string{"Claims.sourced_by"}},
		{Hook: HookClaimArgs, Name: "claim, on: Site.ARGS", Fields: []string{"when, require and unless of Claims"}},
		{Hook: HookSourceArgs, Name: "source, on: Site.ARGS", Fields: []string{"Claims.sourced_by"}},
	}
	for i := range list {
		list[i].Variables = list[i].Hook.Variables()
	}
	return list
}

// catalogueOrder gives variables and their fields the order of the docs; what it does not name comes after, sorted.
var catalogueOrder = []struct {
	name, doc string
	fields    []string
}{
	{"call", "The call that the model asked for. The list hook sees server, tool and effect only.", []string{"server", "tool", "effect", "args", "idempotency_key"}},
	{"turn", "The reply in the making. An unset string is an error when it is read.", []string{"id", "conversation", "purpose", "audience", "channel", "language", "zone", "budget", "elapsed", "remaining", "attempts", "retries", "cached"}},
	{"breaker", "The breaker of the call's tool.", []string{"state", "since", "open_for", "retry_at", "forced", "failures", "failure_rate", "slow_rate", "calls"}},
	{"latency", "How long successful attempts took lately.", []string{"p50", "p95", "p99", "count"}},
	{"failure", "Why the call failed, or why no attempt was made.", []string{"kind", "transient", "uncertain", "sent", "retry_after", "attempts", "status"}},
	{"entry", "The cached value that would be served.", []string{"server", "tool", "as_of", "age"}},
	{"step", "The step that would serve.", []string{"kind", "server", "tool", "breaker"}},
	{"claim", "The statement that is judged. It has the method shows.", []string{"kind", "text", "sentence", "place", "amount", "low", "high", "currency", "day", "about", "role", "entity", "approx", "negated", "echo", "asserted", "hypothetical", "struck", "quoted", "derived", "sources"}},
	{"source", "A value that the claim may rest on. The elements of claim.sources and of evidence have the same fields.", []string{"server", "tool", "path", "role", "entity", "origin", "amount", "currency", "as_of", "age", "cached", "echoed", "earlier"}},
}

func catalogueVariables() []CatalogueVariable {
	classes := map[string]*class{
		"call": callClass, "turn": turnClass(newEnum("Purpose")), "breaker": breakerClass, "latency": latencyClass,
		"failure": failureClass, "entry": entryClass, "step": stepClass, "claim": claimClass, "source": classSource,
	}
	var list []CatalogueVariable
	for _, o := range catalogueOrder {
		c := classes[o.name]
		v := CatalogueVariable{Name: o.name, Doc: o.doc, Where: catalogueWhere(o.name)}
		names := slices.Clone(o.fields)
		for _, n := range c.FieldNames() {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
		for _, n := range names {
			f := c.fields[n]
			if f == nil {
				continue
			}
			v.Fields = append(v.Fields, CatalogueField{n, catalogueType(f.typ), f.doc})
		}
		list = append(list, v)
	}
	return append(
		list,
		CatalogueVariable{Name: "facts", Doc: "The facts that Turn.facts declares, by name. One that was not supplied is an error when it is read.", Where: "all hooks"},
		CatalogueVariable{Name: "evidence", Type: "list of source", Doc: "Every source of the turn.", Where: catalogueWhere("evidence")},
		CatalogueVariable{Name: "now", Type: "timestamp", Doc: "The decision's time: one and the same in all of its conditions.", Where: "all hooks"},
		CatalogueVariable{Name: "vars", Doc: "The expressions in the policy's vars, by name.", Where: catalogueWhere("vars")},
	)
}

func catalogueWhere(variable string) string {
	if where := whereVariable[variable]; where != "" {
		return where
	}
	return "all hooks"
}

// catalogueType names a type as the docs do: enumerations and objects by their bare names.
func catalogueType(t *cel.Type) string {
	switch {
	case t.Kind() == cel.ListKind:
		return "list of " + catalogueType(t.Parameters()[0])
	case t.Kind() == cel.MapKind:
		return "JSON object"
	case t.IsExactType(moneyType):
		return "money"
	}
	return typeName(t)
}

var catalogueEnumDocs = map[string]string{
	"Effect":  "what repeating a call does",
	"Step":    "the kind of a fallback step",
	"State":   "the state of a breaker",
	"Failure": "why a call failed; the last four mean that no attempt was made",
	"Kind":    "what sort of statement a claim is; DONE is an action reported as done, TIME a time of day, whose amount is the seconds since midnight",
	"Role":    "what a figure is in its record",
	"Origin":  "where a source comes from",
	"About":   "what a claim speaks of",
	"Site":    "where claims are looked for",
	"Scope":   "what a breaker covers",
	"Mode":    "whether a rule acts, or only records what it would have done",
	"Handoff": "to whom a turn is passed",
}

func catalogueEnums() []CatalogueEnum {
	var list []CatalogueEnum
	for _, e := range enums {
		list = append(list, CatalogueEnum{e.name, catalogueEnumDocs[e.name], e.members()})
	}
	return append(list, CatalogueEnum{Name: "Purpose", Doc: "one constant for each of Turn.purposes, in upper case"})
}
