package console

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// stateWords names a state as people do.
func stateWords(s state.State) string {
	switch s {
	case state.Closed:
		return "closed"
	case state.Open:
		return "open"
	case state.HalfOpen:
		return "half open"
	case state.Ramping:
		return "ramping"
	}
	return "not used yet"
}

// reasonWords says why a breaker is as it is.
func reasonWords(reason string) string {
	words := map[string]string{
		state.ReasonFailures: "failures in a row", state.ReasonFailureRate: "too many failures", state.ReasonSlowRate: "too many slow calls",
		state.ReasonRateLimited: "the tool asked for a pause (429)", state.ReasonQuota: "a quota is used up",
		state.ReasonUnauthorized: "credentials were refused", state.ReasonProbeFailed: "a probe failed", state.ReasonProbeLost: "a probe never reported",
		state.ReasonProbed: "the probes succeeded", state.ReasonRampStep: "the next share of the ramp", state.ReasonRampFailed: "a failure on the ramp",
		state.ReasonRecovered: "recovered", state.ReasonForced: "forced by an operator", state.ReasonForceReleased: "released by an operator",
		state.ReasonRestored: "restored after a restart",
	}
	return cmp.Or(words[reason], reason)
}

// failureWords says what a failure is.
func failureWords(kind string) string {
	words := map[string]string{
		state.BreakerOpen.String(): "its breaker is open", state.Rule.String(): "a rule makes it unavailable", state.Budget.String(): "the turn's budget does not suffice",
		state.Drill.String(): "it was drilled", state.RateLimited.String(): "rate limited", state.NotFound.String(): "not found",
	}
	return cmp.Or(words[kind], kind)
}

// outcomeWords names an outcome.
func outcomeWords(outcome string) string { return strings.ReplaceAll(outcome, "_", " ") }

// sentence says in words what became of a call.
func sentence(r *engine.Record) string {
	why := ""
	if f := r.Failure; f != nil && r.Outcome != engine.OK.String() {
		why = " (" + failureWords(f.Kind) + ")"
	}
	switch r.Outcome {
	case engine.OK.String():
		if r.Attempts > 1 {
			return fmt.Sprintf("The tool answered at the attempt %d.", r.Attempts)
		}
		return "The tool answered."
	case engine.Cached.String():
		return "The tool did not answer" + why + ". An earlier answer was served, with its time."
	case engine.Fallback.String():
		return "The tool did not answer" + why + ". " + r.Fallback + " answered instead."
	case engine.Omit.String():
		return "The tool did not answer" + why + ". The answer is left out" + told(r.Disclosure) + "."
	case engine.HardFail.String():
		return "The tool did not answer" + why + ". The turn ended with a fixed text" + handed(r.Handoff) + "."
	case engine.Refused.String():
		return "The call was refused: " + failureWords(cmp.Or(r.Reason, "no reason is recorded")) + "."
	case engine.Uncertain.String():
		return "The write may have been executed" + why + ". It was not repeated, and the turn ended" + handed(r.Handoff) + "."
	case engine.Cancelled.String():
		return "The caller gave up."
	}
	return "It came to " + r.Outcome + "."
}

func told(disclosure string) string {
	if disclosure == "" {
		return ", in silence"
	}
	return ", and that is said"
}

func handed(handoff string) string {
	switch handoff {
	case engine.HandoffHuman.String():
		return ", and a person takes over"
	case engine.HandoffRetryLater.String():
		return ", and the customer may ask again later"
	}
	return ""
}

// verdictWords says what became of a reply.
func verdictWords(verdict string) string {
	words := map[string]string{
		engine.Pass.String(): "sent as it was written", engine.Append.String(): "sent, with what must be said behind it", engine.Flagged.String(): "sent, and noted",
		engine.Redacted.String(): "sent, with claims replaced", engine.Regenerated.String(): "not sent: the model may try again",
		engine.Blocked.String(): "not sent: a fixed text went out instead",
	}
	return cmp.Or(words[verdict], verdict)
}

// handoffWords names to whom a turn is passed.
func handoffWords(h eval.Handoff) string {
	switch h {
	case eval.HandoffHuman:
		return "pass it to a person"
	case eval.HandoffRetryLater:
		return "let the customer ask again later"
	case eval.HandoffNone:
	}
	return ""
}

// span writes a duration with the precision that people read: 340 ms, 2.5 s, 42 s, 3 min, 5 h, 2 days.
func span(d time.Duration) string {
	switch {
	case d <= 0:
		return "0 s"
	case d < time.Millisecond:
		return "< 1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 10*time.Second:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + " s"
	case d < 2*time.Minute:
		return fmt.Sprintf("%d s", int(d.Round(time.Second).Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	}
	return fmt.Sprintf("%d days", int(d.Hours())/24)
}

// brief rewrites a duration that a record holds as text.
func brief(text string) string {
	if d, err := time.ParseDuration(text); err == nil {
		return span(d)
	}
	return text
}

// share writes a part of a whole in per cent.
func share(part, whole int) string {
	switch {
	case whole == 0:
		return "–"
	case part == 0:
		return "0 %"
	case part*1000 < whole:
		return "< 0.1 %"
	case part*10 < whole:
		return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
	}
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}

// number writes a count in groups of three digits.
func number[T int | uint64](n T) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// quoted puts a text into quotation marks, on one line.
func quoted(s string) string { return "“" + strings.Join(strings.Fields(s), " ") + "”" }

// oneLine puts a text on one line.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// keyName names a tool, or a server whose tools share a breaker.
func keyName(k state.Key) string {
	if k.Tool == "" {
		return k.Server + "/*"
	}
	return k.Server + "/" + k.Tool
}
