package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

const firstTurn = `// What every turn shares.
Turn{
  budget:    duration("8s"),  // tool time of one reply; the model's thinking does not count
  purposes:  ["chat"],        // what a turn may be for; each is a constant, as Purpose.CHAT
  languages: ["en"],          // a text is a string, or a map such as {"en": "...", "de": "..."}
  time_zone: "UTC",           // times in disclosures are shown in it

  // Facts are what your program knows and asserts about a turn or a call. Rules read them as facts.customer_specific.
  // facts: {"customer_specific": bool, "limit": money},
}
`

const firstClaims = `// What a reply states in figures, a tool has returned in this turn.
[
  Claims{
    name: "figures",
    kinds: [Kind.MONEY, Kind.DATE, Kind.PERCENT, Kind.QUANTITY, Kind.DURATION, Kind.ID, Kind.URL, Kind.PHONE, Kind.EMAIL, Kind.TIME],
    sourced_by: {
      "a field of a result":        source.origin == Origin.FIELD,
      "live, or its time is shown": !source.cached || claim.shows(source.as_of),
    },
    otherwise: Block{
      message: "I could not verify a statement in my answer, so I did not send it. Shall I pass you to a colleague?",
      handoff: Handoff.HUMAN,
    },
  },

  // "I have booked it for you" is true after a booking of this turn, and else a lie.
  Claims{
    name:  "deeds",
    kinds: [Kind.DONE],
    otherwise: Block{
      message: "I can't confirm that this has been done. Shall I pass you to a colleague?",
      handoff: Handoff.HUMAN,
    },
  },
]
`

// claimsTests is the test file of the first claims, with results of a tool.
func claimsTests(t listedTool) string {
	return strings.ReplaceAll(firstClaimsTests, "TOOL", fmt.Sprintf("server: %s, tool: %s", flow(t.server), flow(t.tool)))
}

const firstClaimsTests = `# A figure that no tool returned does not go out.
now: 2026-03-01T14:12:00Z
turn: {purpose: chat, audience: C-1}
tests:
  - name: a figure of a result goes out
    reply: It costs €189.
    results: [{TOOL, json: {price: {amount: "189.00", currency: EUR}}}]
    want: {verdict: pass}
  - name: an invented one is stopped
    reply: It costs €189.
    results: [{TOOL, json: {price: {amount: "209.00", currency: EUR}}}]
    want: {verdict: block, policy: figures, handoff: human}
  - name: one that stands in a text is stopped
    reply: It costs €189.
    results: [{TOOL, text: "Now only €189, while stocks last."}]
    want: {verdict: block, policy: figures}
  - name: one of an earlier answer goes out with its time
    reply: It costs €189 (as of 14:07).
    results: [{TOOL, cached: true, age: 5m, json: {price: {amount: "189.00", currency: EUR}}}]
    want: {verdict: pass}
  - name: one of an earlier answer is stopped without its time
    reply: It costs €189.
    results: [{TOOL, cached: true, age: 5m, json: {price: {amount: "189.00", currency: EUR}}}]
    want: {verdict: block, policy: figures}
  - name: an invented deed is stopped
    reply: I have cancelled your order.
    want: {verdict: block, policy: deeds, handoff: human}
  - name: a deed that a result tells of goes out
    reply: Your order has been cancelled.
    results: [{TOOL, json: {status: cancelled}}]
    want: {verdict: pass}
  - name: words without figures go out
    reply: How can I help you?
    want: {verdict: pass}
`

const (
	failText      = "I can't do that right now. Shall I pass you to a colleague?"
	uncertainText = "That may have gone through. Please don't try again. Shall I pass you to a colleague?"
	omitText      = "I can't look that up right now."
)

// policiesOf is the policy file of a server's tools.
func policiesOf(server string, tools []listedTool) string {
	var b strings.Builder
	b.WriteString(comment("", "The tools of the server "+server+". Each policy says how its tool is called, and what happens when it does not answer. "+
		"Write into doc what a wrong answer costs; the rest follows from it."))
	b.WriteString("[\n")
	told := map[bool]bool{} // by whether the tool reads: what its fields mean was said
	for i, t := range tools {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(t.cel(!told[t.read]))
		told[t.read] = true
	}
	b.WriteString("]\n")
	return b.String()
}

// cel is the policy of a tool. With explain its fields are explained.
func (t *listedTool) cel(explain bool) string {
	var b strings.Builder
	b.WriteString(comment("  ", t.tool+", in the server's words: "+orNothing(t.says)))
	if len(t.hints) > 0 {
		b.WriteString(comment("  ", "The server claims "+strings.Join(t.hints, " and ")+". That decides nothing: it is for you to say."))
	}
	fmt.Fprintf(&b, "Policy{\nname: %s,\n", celString(t.policy))
	note := func(text string) {
		if explain {
			b.WriteString(comment("    ", text))
		}
	}
	note(`doc: "what a wrong answer costs, and whom",`)
	fmt.Fprintf(&b, "server: %s,\ntools: [%s],\n", celString(t.server), celString(t.tool))
	timeout := "timeout: duration(\"5s\"),"
	if explain {
		timeout += "  // of one attempt: a little above the slowest usual answer"
	}
	if t.read {
		b.WriteString("effect: Effect.READ,\n" + timeout + "\nretry: Retry{max: 1},\n\n")
		note("What the reply says when there is no answer. Omit{} is silence; a Cached{} before it serves an earlier answer.")
		fmt.Fprintf(&b, "when_unavailable: [\nOmit{disclose: %s}],\n},\n", celString(omitText))
		return b.String()
	}
	note("A WRITE is never repeated by itself. Effect.READ if a call changes nothing; Effect.IDEMPOTENT if the server knows a " +
		"repeated write by its key.")
	b.WriteString("effect: Effect.WRITE,\n" + timeout + "\n\n")
	note("When it was not executed, the turn ends with this text. A read may have gentler steps: Omit{}, Cached{}, UseTool{}.")
	fmt.Fprintf(&b, "when_unavailable: [\nHardFail{message: %s, handoff: Handoff.HUMAN}],\n\n", celString(failText))
	note("When nobody knows whether it was executed.")
	fmt.Fprintf(&b, "when_uncertain: HardFail{\nmessage: %s, handoff: Handoff.HUMAN},\n},\n", celString(uncertainText))
	return b.String()
}

// testsOf is the test file of tools.
func testsOf(tools []listedTool) string {
	var b strings.Builder
	b.WriteString("# What happens to a call of each tool. A case sets a scene, and want says what must come of it.\nturn: {purpose: chat, audience: C-1}\ntests:\n")
	for _, t := range tools {
		name := t.server + "/" + t.tool
		call := fmt.Sprintf("{server: %s, tool: %s, args: %s}", flow(t.server), flow(t.tool), t.args)
		effect, end := "write", fmt.Sprintf("{outcome: hard_fail, message: %s, handoff: human}", flow(failText))
		if t.read {
			effect, end = "read", fmt.Sprintf("{outcome: omit, attempts: 2, disclosure: %s}", flow(omitText))
		}
		scene := func(what, failure, want string) {
			fmt.Fprintf(&b, "  - name: %s\n    call: %s\n", flow(name+" "+what), call)
			if failure != "" {
				fmt.Fprintf(&b, "    failure: {kind: %s}\n", failure)
			}
			fmt.Fprintf(&b, "    want: %s\n", want)
		}
		scene("answers", "", "{outcome: ok, effect: "+effect+", timeout: 5s, remaining: 8s}")
		scene("can't be reached", "unreachable", end)
		if t.read {
			scene("is too slow", "timeout", end)
			continue
		}
		scene("is too slow, and may have been executed", "timeout",
			fmt.Sprintf("{outcome: uncertain, attempts: 1, message: %s, handoff: human}", flow(uncertainText)))
	}
	return b.String()
}

// comment writes text as comment lines. Line ends and characters that show nothing become blanks.
func comment(indent, text string) string {
	const columns, most = 110, 600
	plain := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return r
		}
		return ' '
	}, text)
	var b strings.Builder
	line, total := indent+"//", 0
	for _, word := range strings.Fields(plain) {
		runes := []rune(word)
		if total += len(runes) + 1; total > most {
			line += " ..."
			break
		}
		if len([]rune(line))+1+len(runes) > columns && line != indent+"//" {
			b.WriteString(line + "\n")
			line = indent + "//"
		}
		line += " " + word
	}
	return b.String() + line + "\n"
}

func orNothing(says string) string {
	if strings.TrimSpace(says) == "" {
		return "nothing."
	}
	return says
}

// celString writes a text as CEL does.
func celString(s string) string { return strconv.Quote(strings.ToValidUTF8(s, "\uFFFD")) }

// flow writes a value as JSON, which YAML reads.
func flow(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return []byte("{}")
	}
	return bytes.TrimSpace(b.Bytes())
}

// unspeakable says why a policy can't name a server or a tool, and "" where it can.
func unspeakable(name string, tool bool) string {
	switch {
	case name == "":
		return "is empty"
	case len(name) > 200:
		return "is longer than 200 bytes"
	case strings.ToValidUTF8(name, "") != name:
		return "is no UTF-8"
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }):
		return "holds a blank"
	case strings.Contains(name, "*"):
		return "holds a *"
	case !tool && strings.Contains(name, "/"):
		return "holds a slash"
	case !tool && strings.Contains(name+"_", "__"):
		return "holds __ or ends in _, and of server__tool both parts are to be told apart"
	}
	return ""
}

// slug makes a name for a policy or a file of any text.
func slug(text string) string {
	const most = 150
	var b strings.Builder
	for _, r := range text {
		switch {
		case b.Len() >= most:
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '_', r == '.' && b.Len() > 0:
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if name := strings.TrimRight(b.String(), "-."); name != "" {
		return name
	}
	return "tools"
}
