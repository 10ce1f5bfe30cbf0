package console

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// status is the bar at the top of every page.
type status struct {
	// Level is "well", "watch" or "act", and Text says what is to be seen.
	Level, Text string
	// Unwell are the breakers that are not closed by themselves, five at most; More counts the rest.
	Unwell []*breaker
	More   int
	Policy *policyStatus
}

// policyStatus is which policies are live.
type policyStatus struct {
	engine.Status
	// Short is the beginning of the digest.
	Short string
	// Faults counts what is wrong with those that were refused.
	Faults int
}

func (c *Console) status(m *moment) *status {
	all := m.breakers
	s := &status{Level: "well", Policy: c.policyStatus()}
	open, unwell := 0, 0
	for _, b := range all {
		if b.Well() {
			continue
		}
		unwell++
		if b.View.State == state.Open {
			open++
		}
		if len(s.Unwell) < 5 {
			s.Unwell = append(s.Unwell, b)
		} else {
			s.More++
		}
	}
	switch {
	case len(all) == 0:
		s.Text = "No tool has been called yet"
	case open > 0:
		s.Level, s.Text = "act", isAre(open, len(all), "open")
	case unwell > 0:
		s.Level, s.Text = "watch", isAre(unwell, len(all), "not closed")
	case len(all) == 1:
		s.Text = "The breaker is closed"
	default:
		s.Text = fmt.Sprintf("All %d breakers are closed", len(all))
	}
	if p := s.Policy; p != nil && p.Err != nil && s.Level == "well" {
		s.Level = "watch"
	}
	return s
}

func isAre(n, of int, what string) string {
	verb := "are"
	if n == 1 {
		verb = "is"
	}
	return fmt.Sprintf("%d of %s %s %s", n, plural(of, "breaker"), verb, what)
}

func (c *Console) policyStatus() *policyStatus {
	if c.eng == nil {
		return nil
	}
	p := &policyStatus{Status: c.eng.Status()}
	p.Short = short(p.Digest)
	var load *rules.LoadError
	switch {
	case errors.As(p.Err, &load):
		p.Faults = len(load.Problems)
	case p.Err != nil:
		p.Faults = 1
	}
	return p
}

func short(digest string) string { return digest[:min(len(digest), 12)] }

// figures sum up the last hour.
type figures struct {
	Hour     counts
	Attempts string
	Retries  state.RetryCounts
	Verdicts []verdictCount
	Replies  int
}

type verdictCount struct {
	Verdict string
	Count   int
}

func (c *Console) figures(now time.Time) *figures {
	f := &figures{}
	if c.eng != nil {
		f.Retries = c.eng.Retries()
		if f.Retries.Calls > 0 {
			f.Attempts = fmt.Sprintf("%.2f", f.Retries.PerCall())
		}
	}
	c.feed.mu.Lock()
	defer c.feed.mu.Unlock()
	f.Hour = c.feed.all.total(now)
	for v := engine.Pass; v <= engine.Blocked; v++ {
		if n := c.feed.told.byVerdict[v.String()]; n > 0 {
			f.Verdicts = append(f.Verdicts, verdictCount{v.String(), n})
			f.Replies += n
		}
	}
	return f
}

// Fell is the share of calls that the tool did not answer.
func (f *figures) Fell() string { return share(f.Hour.Fell(), f.Hour.Calls()) }

// Split lists what calls came to, the frequent outcomes of a well shop first.
func (f *figures) Split() []verdictCount {
	var list []verdictCount
	for o := engine.OK; o <= engine.Cancelled; o++ {
		if n := f.Hour.Of(o); n > 0 {
			list = append(list, verdictCount{o.String(), n})
		}
	}
	return list
}

// shownBreakers bounds a page: who has more of them looks for one.
const shownBreakers = 100

// listing is the list of breakers.
type listing struct {
	List []*breaker
	// Unused are the tools that policies name and nobody has called, where all are listed.
	Unused      []*breaker
	Query       string
	Total, More int
}

// overview is the first page.
func (c *Console) overview(q url.Values, m *moment) (*page, error) {
	all := m.breakers
	l := listing{Query: clip(q.Get("q"), 100), Total: len(all)}
	for _, b := range all {
		if !matches(b.Name(), l.Query) {
			continue
		}
		switch {
		case len(l.List)+len(l.Unused) == shownBreakers:
			l.More++
		case !b.Used && b.Well():
			l.Unused = append(l.Unused, b)
		default:
			l.List = append(l.List, b)
		}
	}
	l.List = c.drawn(l.List, m.now)
	p := &page{Title: "Overview", Section: "overview", Parts: []part{{ID: "figures", Data: c.figures(m.now)}}}
	if l.Total > 12 || l.Query != "" {
		p.Parts = append(p.Parts, part{ID: "search", Data: l, Still: true})
	}
	p.Parts = append(p.Parts, part{ID: "breakers", Data: l}, part{ID: "activity", Data: c.activity(40)})
	return p, nil
}
