package console

import (
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// functions are what templates may call.
func functions(base string) template.FuncMap {
	return template.FuncMap{
		"asset":    func(name string) string { return base + "/" + name },
		"when":     when,
		"lasting":  lasting,
		"clock":    clock,
		"span":     span,
		"brief":    brief,
		"number":   func(n int) string { return number(n) },
		"count":    func(n uint64) string { return number(n) },
		"plural":   plural,
		"outcome":  outcomeWords,
		"verdict":  verdictWords,
		"failure":  failureWords,
		"quoted":   quoted,
		"oneline":  oneLine,
		"class":    func(s string) string { return strings.ReplaceAll(s, "_", "-") },
		"toolURL":  func(k state.Key) string { return address("tool", "server", k.Server, "tool", k.Tool) },
		"turnURL":  func(id string) string { return address("turn", "id", id) },
		"callURL":  func(id string) string { return address("decision", "id", id) },
		"fileURL":  func(file string) string { return address("policy", "file", file) },
		"placeURL": placeURL,
		"value":    eval.ValueText,
		"sides":    func(p policytest.Point) string { return sides(&p) },
		"event": func(h happened, now time.Time) any {
			return struct {
				H   happened
				Now time.Time
			}{h, now}
		},
		"reply": func(r *reply, n int, now time.Time) any {
			return struct {
				R   *reply
				N   int
				Now time.Time
			}{r, n, now}
		},
		"icon": func(s string) string { return "#i-" + s },
	}
}

// address makes a link below the root. Names and values alternate.
func address(page string, query ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(query); i += 2 {
		q.Set(query[i], query[i+1])
	}
	return page + "?" + q.Encode()
}

// placeURL links to a place in a policy.
func placeURL(at eval.Pos) string {
	return address("policy", "file", at.File) + fmt.Sprintf("#L%d", at.Line)
}

// when writes a time twice: the hour, and how long ago or in how long that is. Scripts keep the latter fresh.
func when(t, now time.Time) template.HTML {
	if t.IsZero() {
		return "<span class=none>time not known</span>"
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s">%s <span class="rel" data-rel>%s</span></time>`,
		stamp(t), clockAt(t, now), template.HTMLEscapeString(distance(t, now))))
}

// lasting writes for how long something is so.
func lasting(t, now time.Time) template.HTML {
	if t.IsZero() {
		return ""
	}
	return template.HTML(fmt.Sprintf(`<time datetime="%s" title="since %s">for <span data-rel="for">%s</span></time>`,
		stamp(t), clockAt(t, now), template.HTMLEscapeString(about(now.Sub(t)))))
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// clock writes the time of a day.
func clock(t time.Time) string { return t.UTC().Format(time.TimeOnly) }

// clockAt writes the time, with the day unless it is today.
func clockAt(t, now time.Time) string {
	if t.UTC().Format(time.DateOnly) == now.UTC().Format(time.DateOnly) {
		return clock(t)
	}
	return t.UTC().Format("2 Jan 15:04:05")
}

// distance says how far a time is from now.
func distance(t, now time.Time) string {
	d := now.Sub(t)
	if d < 0 {
		return "in " + about(d)
	}
	return about(d) + " ago"
}

// about writes a duration in steps that do not change every second: a page that says the same is not sent again.
func about(d time.Duration) string {
	switch a := d.Abs(); {
	case a < time.Minute:
		return "less than a minute"
	case a < time.Hour:
		return fmt.Sprintf("%d min", int(a.Minutes()))
	case a < 48*time.Hour:
		return fmt.Sprintf("%d h", int(a.Hours()))
	default:
		return fmt.Sprintf("%d days", int(a.Hours())/24)
	}
}
