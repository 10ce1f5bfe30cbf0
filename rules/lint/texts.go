package lint

import (
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// texts finds what fixed texts should not say.
func (l *linter) texts() {
	for _, p := range l.set.Policies {
		for i := range p.WhenUnavailable.Value() {
			l.stepTexts(p, &p.WhenUnavailable.Value()[i])
		}
		if p.WhenUncertain.Set() {
			step := p.WhenUncertain.Value()
			l.stepTexts(p, &step)
			l.uncertainText(p, step.Pos)
		}
	}
	for _, c := range l.set.Claims {
		if b, ok := c.Otherwise.(rules.Block); ok && c.On == guard.SiteReply {
			otherwise, _ := l.field(c.Pos, "otherwise")
			message, _ := l.field(otherwise.Value.Pos(), "message")
			l.ending(c.Name, message.Value, b.Handoff)
		}
	}
}

func (l *linter) stepTexts(p *rules.Policy, step *rules.Step) {
	if step.Kind == eval.StepHardFail {
		message, _ := l.field(step.Pos, "message")
		l.ending(p.Name, message.Value, step.Handoff)
		return
	}
	disclose, ok := l.field(step.Pos, "disclose")
	if !ok {
		return
	}
	for _, n := range fixedTexts(disclose.Value) {
		if s, _ := n.Str(); promises.in(s) != "" {
			l.report("promised-follow-up", n, "%q promises what nobody is told to do: a step that goes on hands nothing off", promises.in(s)).of(p.Name)
		}
	}
	for _, x := range step.Disclose.All() {
		l.disclosure(p, x, x.Node(), eval.Node{})
	}
}

// ending judges the text that ends a turn, with the hand-off that goes with it.
func (l *linter) ending(owner string, message eval.Node, handoff eval.Handoff) {
	if handoff > eval.HandoffNone {
		return
	}
	for _, n := range fixedTexts(message) {
		s, _ := n.Str()
		if said := passesOn.in(s); said != "" {
			l.report("handoff-missing", n, "%q offers to pass the customer on, and there is no handoff", said).of(owner).help("say handoff: Handoff.HUMAN")
		} else if said := promises.in(s); said != "" {
			l.report("promised-follow-up", n, "%q promises what nobody is told to do: there is no handoff", said).of(owner).
				help("say handoff: Handoff.HUMAN, or promise nothing")
		}
	}
}

// uncertainText judges what is said of a write that may have gone through.
func (l *linter) uncertainText(p *rules.Policy, at eval.Pos) {
	message, _ := l.field(at, "message")
	for _, n := range fixedTexts(message.Value) {
		s, _ := n.Str()
		if said := denies.in(s); said != "" {
			l.report("effect-denied", n, "%q denies a call that may have gone through, or asks for another one", said).of(p.Name).
				help("say that it may have gone through, and not to repeat it")
		}
	}
}

// fixedTexts lists the text literals of a message or a disclosure: one, one a language, or the pieces of an expression.
func fixedTexts(n eval.Node) []eval.Node {
	if !n.Valid() {
		return nil
	}
	if _, ok := n.Str(); ok {
		return []eval.Node{n}
	}
	var list []eval.Node
	if n.Shape() == eval.Map {
		for _, e := range n.Entries() {
			list = append(list, fixedTexts(e.Value)...)
		}
		return list
	}
	if n.Op() == "+" || n.Op() == "?:" {
		for _, o := range n.Operands() {
			list = append(list, fixedTexts(o)...)
		}
	}
	return list
}

// disclosure finds arguments of the call in what a customer is told: the model wrote them. at is where a var is read, if that is where
// the search is.
func (l *linter) disclosure(p *rules.Policy, x *eval.Expr, n, at eval.Node) {
	ops := n.Operands()
	if argumentOf(n.Path()) != "" || n.Path() == "call.args" || n.Op() == "money" && len(ops) == 3 && ops[0].Path() == "call" {
		if !at.Valid() {
			at = n
		}
		l.report("disclosure-of-arguments", at, "the disclosure shows %s: the model wrote that, and the customer reads it as the business's word", n.Text()).
			of(p.Name).help("show what a tool returned, or nothing of the call")
		return
	}
	if name, ok := strings.CutPrefix(n.Path(), "vars."); ok {
		if def := x.Vars().Expr(name); def != nil {
			l.disclosure(p, x, def.Node(), n)
		}
		return
	}
	if n.Op() == "?:" { // what only chooses between texts is not shown
		ops = ops[1:]
	}
	for _, o := range ops {
		l.disclosure(p, x, o, at)
	}
}
