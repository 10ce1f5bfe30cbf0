package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// chains finds steps that nothing reaches, and chains that do not fit what their tools do.
func (l *linter) chains() {
	for _, p := range l.set.Policies {
		l.shadowed(p)
		for i := range p.WhenUnavailable.Value() {
			l.queue(p, p.WhenUnavailable.Value()[i])
		}
		if p.WhenUncertain.Set() {
			l.queue(p, p.WhenUncertain.Value())
		}
		l.effects(p)
		l.uncertain(p)
		l.stored(p)
	}
}

// shadowed finds steps behind one that is taken whenever they could be.
func (l *linter) shadowed(p *rules.Policy) {
	steps := p.WhenUnavailable.Value()
	for j := range steps {
		for i := range j {
			s := scope{l: l, policy: p}
			if s.hides(&steps[i], &steps[j]) {
				l.report("shadowed-step", l.structs[steps[j].Pos], "this %s is never taken: the %s at %s is taken whenever it could be",
					literalName(steps[j].Kind), literalName(steps[i].Kind), steps[i].Pos).of(p.Name)
				break
			}
		}
	}
}

func literalName(k eval.StepKind) string {
	return map[eval.StepKind]string{eval.StepCached: "Cached", eval.StepUseTool: "UseTool", eval.StepOmit: "Omit", eval.StepHardFail: "HardFail"}[k]
}

// hides reports whether the first step is taken whenever the second one could be, as far as that can be told. What the first one reads
// beyond the second might err, and is then no reason to say so.
func (s *scope) hides(first, second *rules.Step) bool {
	if first.Serves() && !s.servesMore(first, second) {
		return false
	}
	read := map[string]bool{}
	list := make([]caseOf, 0, len(second.Require))
	for _, c := range second.Require {
		list = append(list, caseOf{c.Expr.Node(), true})
		for _, path := range c.Expr.Paths() {
			read[path] = true
		}
	}
	holds, ok := s.all(list...)
	if !ok || second.Ends() && len(first.Require) > 0 {
		return false
	}
	if _, never := s.never(holds); never {
		return false // it is the matter of its own conditions
	}
	for _, c := range first.Require {
		for _, path := range c.Expr.Paths() {
			if !read[path] {
				return false
			}
		}
		fails, ok := s.cases(c.Expr.Node(), false)
		if !ok || len(holds)*len(fails) > maxConjunctions {
			return false
		}
		if _, never := s.never(cross(holds, fails)); !never {
			return false
		}
	}
	return true
}

// servesMore reports whether every entry that the second step would serve is one for the first one, a Cached, whose disclosure can't err.
func (s *scope) servesMore(first, second *rules.Step) bool {
	if first.Kind != eval.StepCached || second.Kind != eval.StepCached {
		return false
	}
	a, ok := valueOf(first.MaxAge.Node())
	b, also := valueOf(second.MaxAge.Node())
	if !ok || !also || compare(a, isBelow, b) {
		return false
	}
	for _, x := range first.Disclose.All() {
		if slices.ContainsFunc(x.Paths(), func(path string) bool { return path != "entry" && !strings.HasPrefix(path, "entry.") }) {
			return false
		}
	}
	return true
}

// queue finds a queue that no hand-off uses.
func (l *linter) queue(p *rules.Policy, step rules.Step) {
	if step.Kind != eval.StepHardFail || step.Queue == "" || step.Handoff != eval.HandoffNone {
		return
	}
	f, _ := l.field(step.Pos, "queue")
	l.report("queue-without-handoff", f.Value, "nothing is handed off to the queue %q", step.Queue).of(p.Name).
		help("say handoff: Handoff.HUMAN, or leave the queue out")
}

// effects finds chains that do not fit the effect of their tools.
func (l *linter) effects(p *rules.Policy) {
	unsaid := false
	for _, plan := range l.places[p] {
		if plan.DecidedBy("when_unavailable") != p.Name {
			continue
		}
		end := &plan.Chain[len(plan.Chain)-1]
		silent := end.Kind == eval.StepOmit && !end.Disclose.Given()
		switch {
		case plan.DecidedBy("effect") == "" && (silent || caches(plan.Chain)):
			unsaid = true
		case plan.DecidedBy("effect") != "" && plan.Effect != eval.Read && silent:
			l.silentWrite(p, plan, end)
			return
		}
		l.sharedBreaker(p, plan)
	}
	if unsaid {
		l.about("effect-not-set", p, "the tools of policy %q count as writes, for no policy sets their effect", p.Name).
			help("of a tool that only reads, say effect: Effect.READ")
	}
}

func (l *linter) silentWrite(p *rules.Policy, plan *rules.Plan, end *rules.Step) {
	by := ""
	if who := plan.DecidedBy("effect"); who != p.Name {
		by = " by policy \"" + who + "\""
	}
	l.report("write-ends-in-silence", l.structs[end.Pos],
		"policy %q is of Effect.%s%s, and its chain ends in a silent Omit: the turn goes on as if nothing had been asked",
		p.Name, strings.ToUpper(plan.Effect.String()), by).of(p.Name).help("end in a HardFail, or give the Omit a disclose")
}

// sharedBreaker finds a fallback that is down whenever the tool is.
func (l *linter) sharedBreaker(p *rules.Policy, plan *rules.Plan) {
	for i := range plan.Chain {
		step := &plan.Chain[i]
		if step.Kind != eval.StepUseTool || plan.Server == anyName {
			continue
		}
		if target := plan.TargetOf(step); target.BreakerKey() == plan.BreakerKey() {
			f, _ := l.field(step.Pos, "tool")
			l.report("fallback-shares-breaker", f.Value, "%s/%s shares the breaker of its whole server with %s/%s: it is open for both",
				target.Server, target.Tool, plan.Server, plan.Tool).of(p.Name).help("give the breaker scope: Scope.TOOL")
		}
	}
}

// uncertain finds writes without a word for when they may have gone through, and such words of what never writes.
func (l *linter) uncertain(p *rules.Policy) {
	lacks, uses := false, false
	for _, plan := range l.places[p] {
		write := plan.Effect != eval.Read
		lacks = lacks || write && plan.DecidedBy("effect") == p.Name && plan.DecidedBy("when_uncertain") == ""
		uses = uses || write && plan.DecidedBy("when_uncertain") == p.Name
	}
	if lacks {
		f, _ := l.field(p.Pos, "effect")
		l.report("write-without-when-uncertain", f.Value, "policy %q writes, and has no when_uncertain: a call that may have gone through ends with the engine's text, and nobody is told",
			p.Name).of(p.Name).help("add when_uncertain: HardFail{message: \"...\", handoff: Handoff.HUMAN}")
	}
	if p.WhenUncertain.Set() && !uses {
		f, _ := l.field(p.Pos, "when_uncertain")
		l.reportAt("when-uncertain-of-read", f.Pos, f.Value.End(), "no tool of policy %q writes: when_uncertain is never used", p.Name).of(p.Name)
	}
	l.writingNames(p)
}

// writingVerbs begin the names of tools that change something. Words that are nouns as well (order, book, transfer) are left out.
var writingVerbs = []string{"create", "delete", "remove", "insert", "submit", "send", "cancel", "refund", "pay", "purchase"}

// writingNames finds tools that are declared as reads, and named as writes are.
func (l *linter) writingNames(p *rules.Policy) {
	if !p.Effect.Set() || p.Effect.Value() != eval.Read {
		return
	}
	for _, t := range p.Tools {
		verb, rest := cutWord(t.Text)
		if slices.Contains(writingVerbs, verb) && rest != "" && !nounBehind(rest) {
			from := t.Pos
			l.reportAt("read-named-as-write", from, eval.Pos{}, "%q sounds like a write, and is declared as Effect.READ: it would be repeated, and drilled, as a read", t).of(p.Name).
				help("say effect: Effect.WRITE, or IDEMPOTENT if it takes a key")
		}
	}
}

// cutWord cuts the first word off a name such as create_order or createOrder, in lower case.
func cutWord(name string) (word, rest string) {
	for i, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.':
			return strings.ToLower(name[:i]), name[i+1:]
		case i > 0 && r >= 'A' && r <= 'Z':
			return strings.ToLower(name[:i]), name[i:]
		}
	}
	return strings.ToLower(name), ""
}

// nounBehind reports whether the rest of a name makes a noun of its first word: cancel_policy, refund_status.
func nounBehind(rest string) bool {
	rest = strings.ToLower(rest)
	return slices.ContainsFunc([]string{"policy", "policies", "status", "history", "preview", "quote", "options", "reasons", "rules", "list", "info", "estimate", "fee", "amount"},
		func(noun string) bool { return strings.HasSuffix(rest, noun) })
}

// stored finds a store that no Cached step reads.
func (l *linter) stored(p *rules.Policy) {
	if !p.Store.Set() {
		return
	}
	for _, plan := range l.places[p] {
		if plan.DecidedBy("store") == p.Name && caches(plan.Chain) {
			return
		}
	}
	f, _ := l.field(p.Pos, "store")
	l.reportAt("store-never-served", f.Pos, f.Value.End(), "policy %q stores answers, and no Cached step of its tools serves them", p.Name).of(p.Name)
}

func caches(chain []rules.Step) bool {
	return slices.ContainsFunc(chain, func(s rules.Step) bool { return s.Kind == eval.StepCached })
}
