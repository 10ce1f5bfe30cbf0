package console

import (
	"fmt"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// What a timeline shows, in the units of its picture: a second is one wide.
const (
	timelineSpan = time.Hour
	barsHeight   = 20
	bandTop      = 24
	bandHeight   = 12
	barWidth     = 46
	minWidth     = 12
)

// timeline is the last hour of one breaker.
type timeline struct {
	Segments []segment
	Bars     []bar
	// Text says the same in words.
	Text string
}

// segment is a stretch of one state.
type segment struct {
	From, To time.Time
	State    state.State // 0: not known
	Reason   string

	X, Width int
}

// Class names the state for the style sheet; shape and height tell states apart, too.
func (s segment) Class() string { return "s-" + strings.ReplaceAll(s.State.String(), "_", "-") }

// Y and Height of the segment's rectangle: what stands higher lets less through.
func (s segment) Y() int { return bandTop + bandHeight - s.Height() }

// Height of the segment's rectangle.
func (s segment) Height() int {
	switch s.State {
	case state.Open:
		return bandHeight
	case state.HalfOpen:
		return 7
	case state.Ramping:
		return 5
	case state.Closed:
	}
	return 2
}

// Steps are the corners of a ramp's stairs.
func (s segment) Steps() string {
	base, third := bandTop+bandHeight, s.Width/3
	return fmt.Sprintf("%d,%d %d,%d %d,%d %d,%d %d,%d %d,%d %d,%d %d,%d", s.X, base, s.X, base-9, s.X+third, base-9, s.X+third, base-6,
		s.X+2*third, base-6, s.X+2*third, base-3, s.X+s.Width, base-3, s.X+s.Width, base)
}

// Ramps reports whether the segment is drawn as stairs.
func (s segment) Ramps() bool { return s.State == state.Ramping }

// bar is the calls of one minute: those that the tool answered, and above them those that it did not.
type bar struct{ X, Width, Answered, Fell int }

// AnsweredY and FellY are where the parts of the bar begin.
func (b bar) AnsweredY() int { return barsHeight - b.Answered }

// FellY is where the upper part begins.
func (b bar) FellY() int { return barsHeight - b.Answered - b.Fell }

// history is what is known of the past of all breakers.
type history struct {
	moves map[state.Key][]state.Transition // the oldest first
	since time.Time                        // before it nothing is known
}

func newHistory(moves []state.Transition, since time.Time) *history {
	h := &history{moves: map[state.Key][]state.Transition{}, since: since}
	for _, m := range moves {
		h.moves[m.Key] = append(h.moves[m.Key], m)
	}
	return h
}

// timelineOf draws the hour up to now.
func (h *history) timelineOf(key state.Key, v state.View, calls [hour]counts, now time.Time) timeline {
	start := now.Add(-timelineSpan)
	t := timeline{Segments: h.segments(key, v, start, now)}
	var words []string
	for i := range t.Segments {
		s := &t.Segments[i]
		s.X = int(s.From.Sub(start).Seconds())
		s.Width = max(int(s.To.Sub(start).Seconds())-s.X, 1)
		if s.State != 0 {
			words = append(words, s.words(i == len(t.Segments)-1))
		}
	}
	t.Text = "Last hour: " + strings.Join(words, "; ")
	t.Bars = bars(calls, now)
	return t
}

// words says when a state was, and why.
func (s segment) words(last bool) string {
	text := stateWords(s.State)
	if last {
		text += " since " + s.From.Format(time.TimeOnly)
	} else {
		text += " " + s.From.Format(time.TimeOnly) + " to " + s.To.Format(time.TimeOnly)
	}
	if s.State != state.Closed && s.Reason != "" {
		text += " (" + reasonWords(s.Reason) + ")"
	}
	return text
}

// segments are the states of a breaker between two times.
func (h *history) segments(key state.Key, v state.View, start, now time.Time) []segment {
	list := []segment{{From: start, State: state.Closed}}
	begun := false
	for _, m := range h.moves[key] {
		if m.Shadow {
			continue
		}
		if !begun {
			list[0].State, begun = m.From, true
		}
		if m.From == m.To { // a step of a ramp
			continue
		}
		list = append(list, segment{From: m.At, State: m.To, Reason: m.Reason})
	}
	if last := &list[len(list)-1]; v.State != 0 && last.State != v.State {
		list = append(list, segment{From: v.Since, State: v.State, Reason: v.Reason})
	}
	if v.State == 0 && !begun {
		list[0].State = 0
	}
	if h.since.After(start) {
		for i := range list {
			if list[i].From.Before(h.since) {
				list[i].From = h.since
			}
		}
		list = append([]segment{{From: start}}, list...)
	}
	return within(list, start, now)
}

// within ends each segment where the next one begins, and cuts them to the hour.
func within(list []segment, start, now time.Time) []segment {
	var kept []segment
	for i, s := range list {
		s.To = now
		if i+1 < len(list) {
			s.To = list[i+1].From
		}
		if s.To.After(now) {
			s.To = now
		}
		if !s.To.After(start) && s.To.Before(now) || !s.To.After(s.From) && i+1 < len(list) {
			continue
		}
		if s.From.Before(start) {
			s.From = start
		}
		kept = append(kept, s)
	}
	return kept
}

// bars draws the calls of each minute against the busiest one.
func bars(calls [hour]counts, now time.Time) []bar {
	most := 0
	for _, c := range calls {
		most = max(most, c.Calls())
	}
	var list []bar
	for i, c := range calls {
		n := c.Calls()
		if n == 0 {
			continue
		}
		height := max(n*barsHeight/most, 1)
		fell := c.Fell() * height / n
		if c.Fell() > 0 {
			fell = max(fell, 1)
		}
		past := int(now.Unix()%60) + (hour-1-i)*60 // since the minute began
		b := bar{X: int(timelineSpan.Seconds()) - past, Width: min(past, barWidth), Answered: height - fell, Fell: fell}
		if b.Width < minWidth { // of a minute that has just begun
			b.X, b.Width = b.X-minWidth, minWidth
		}
		list = append(list, b)
	}
	return list
}
