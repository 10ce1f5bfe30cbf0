package table

import (
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// planWords says in sentences what may keep a tool from being asked, and what happens when it does not answer.
func planWords(plan *rules.Plan) string {
	var list []string
	if names := keys(plan.Conditions("forbid")); names != nil {
		list = append(list, "Refused if one holds: "+strings.Join(names, "; ")+".")
	}
	if names := keys(plan.Conditions("unavailable_when")); names != nil {
		list = append(list, "Counts as down if one holds: "+strings.Join(names, "; ")+".")
	}
	if names := keys(plan.Conditions("require")); names != nil && serves(plan) {
		list = append(list, "Anything else than its own answer is served only if "+both(names)+".")
	}
	for i := range plan.Chain {
		sentence := stepWords(plan, &plan.Chain[i])
		if i > 0 {
			sentence = "otherwise, " + sentence
		}
		list = append(list, stopped(sentence))
	}
	if plan.Effect != eval.Read {
		list = append(list, stopped("if it may have gone through, "+ending(&plan.WhenUncertain)))
	}
	return strings.Join(list, " ")
}

// stopped makes a sentence of words: with a capital, and a full stop where no quotation brings its own.
func stopped(words string) string {
	words = strings.ToUpper(words[:1]) + words[1:]
	for _, end := range []string{".”", "?”", "!”"} {
		if strings.HasSuffix(words, end) {
			return words
		}
	}
	return words + "."
}

func serves(plan *rules.Plan) bool {
	for i := range plan.Chain {
		if plan.Chain[i].Serves() {
			return true
		}
	}
	return false
}

// stepWords says what a step does, and when.
func stepWords(plan *rules.Plan, s *rules.Step) string {
	var words string
	switch s.Kind {
	case eval.StepCached:
		words = cachedWords(plan, s)
	case eval.StepUseTool:
		words = toolWords(plan, s)
	case eval.StepOmit:
		words = "the turn goes on without an answer, and nothing is said about it"
		if s.Disclose.Given() {
			words = "the turn goes on without an answer, and the reply says " + disclosureWords(s.Disclose)
		}
	default:
		words = ending(s)
	}
	if names := keys(s.Require); names != nil {
		words = "if " + both(names) + ", " + words
	}
	return words
}

func cachedWords(plan *rules.Plan, s *rules.Step) string {
	whose := "given to the same customer"
	if plan.Store != nil && plan.Store.Shared {
		whose = "given to anybody"
	}
	words := "an earlier answer " + whose + ", at most " + durationWords(s.MaxAge) + " old, is used"
	if s.Disclose.Given() {
		return words + ", and the reply says " + disclosureWords(s.Disclose)
	}
	return words + ", and its age is not said"
}

func toolWords(plan *rules.Plan, s *rules.Step) string {
	name := s.Tool
	if s.Server != "" && s.Server != plan.Server {
		name = s.Server + "/" + s.Tool
	}
	words := "the tool " + name + " is asked in its place"
	if s.Disclose.Given() {
		words += ", and the reply says " + disclosureWords(s.Disclose)
	}
	return words
}

// ending says how a turn ends.
func ending(s *rules.Step) string {
	words := "the turn ends with the engine's own message"
	if s.Message.Given() {
		words = "the turn ends with " + quoted(s.Message.In(""))
	}
	to := ""
	if s.Queue != "" {
		to = " (queue " + s.Queue + ")"
	}
	switch s.Handoff {
	case eval.HandoffHuman:
		return words + " and is passed to a person" + to
	case eval.HandoffRetryLater:
		return words + " and is to be tried again later" + to
	default:
		return words + ", and nobody takes over"
	}
}

// disclosureWords is what the reply says, with what is filled in in brackets.
func disclosureWords(d rules.Disclosure) string { return quoted(filled(d.In("").Node())) }

// filled writes a text expression as it reads.
func filled(n eval.Node) string {
	if s, ok := n.Str(); ok {
		return s
	}
	ops := n.Operands()
	switch {
	case n.Op() == "+" && len(ops) == 2:
		return filled(ops[0]) + filled(ops[1])
	case n.Op() == "clock" || n.Op() == "date" || n.Op() == "format":
		if path := ops[0].Path(); path == "entry.as_of" {
			return "[its time]"
		}
	}
	return "[" + oneLine(n.Text()) + "]"
}

func quoted(s string) string { return "“" + oneLine(s) + "”" }

func keys(list []rules.Condition) []string {
	var names []string
	for _, c := range list {
		names = append(names, c.Key)
	}
	return names
}

// both lists what must all hold: "a", "a and b", "a, b and c".
func both(names []string) string {
	for i, n := range names {
		names[i] = "“" + n + "”"
	}
	if len(names) == 1 {
		return names[0] + " holds"
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " hold"
}
