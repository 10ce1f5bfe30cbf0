package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
)

// unsetFields are those that often have no value, each with when that is, and with what to write before it. It is never written.
var unsetFields = map[string]struct{ when, write string }{
	"latency.p50":         {"until a call has succeeded in the last five minutes", "latency.count > 0 &&"},
	"latency.p95":         {"until a call has succeeded in the last five minutes", "latency.count > 0 &&"},
	"latency.p99":         {"until a call has succeeded in the last five minutes", "latency.count > 0 &&"},
	"failure.status":      {"after a timeout, or what else has no status", "has(failure.status) &&, or !has(failure.status) ||,"},
	"failure.retry_after": {"where the tool gave no such hint", "has(failure.retry_after) &&, or !has(failure.retry_after) ||,"},
}

// unset finds reads of fields without a value that shut a tool for good, or keep it from being retried.
func (l *linter) unset() {
	for _, p := range l.set.Policies {
		s := &scope{l: l, policy: p}
		for _, c := range p.UnavailableWhen {
			s.unguarded(c.Expr, "keeps the tool unavailable, so that it never has one")
		}
		for _, c := range p.Forbid {
			s.unguarded(c.Expr, "refuses the call, so that it never has one")
		}
		s.unguarded(p.Retry.Value().When, "retries nothing")
	}
}

// unguarded reports the first read of such a field in a condition that asks nowhere whether it has a value.
func (s *scope) unguarded(x *eval.Expr, erring string) {
	if x == nil {
		return
	}
	var reads []eval.Node
	var asked []string
	s.fieldsRead(x.Node(), &reads, &asked)
	for _, n := range reads {
		path := n.Path()
		if slices.Contains(asked, path) || strings.HasPrefix(path, "latency.") && slices.Contains(asked, "latency.count") {
			continue
		}
		f := unsetFields[path]
		s.l.report("unguarded-field", n, "there is no %s %s: reading it is an error then, which %s", path, f.when, erring).
			of(s.policy.Name).help("put %s before it", f.write)
		return
	}
}

// fieldsRead lists the reads of such fields, also by way of vars, and the fields that are asked for.
func (s *scope) fieldsRead(n eval.Node, reads *[]eval.Node, asked *[]string) {
	if n.Op() == "has" {
		*asked = append(*asked, n.Operands()[0].Path())
		return
	}
	if path := n.Path(); path == "latency.count" {
		*asked = append(*asked, path)
	} else if _, unset := unsetFields[path]; unset {
		*reads = append(*reads, n)
	}
	if def := s.definition(n); def.Valid() {
		s.fieldsRead(def, reads, asked)
	}
	for _, o := range n.Operands() {
		s.fieldsRead(o, reads, asked)
	}
}
