package console

import (
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// policyFiles is the list of files with how much of them live turns exercise.
type policyFiles struct {
	Files  []fileLine
	Traced int
	Set    *rules.Set
}

type fileLine struct {
	Name           string
	Lines          int
	Covered, Sides int
	Never          int // points that no turn came to
}

// Percent of the sides that were seen.
func (f fileLine) Percent() int { return int(policytest.Percent(f.Covered, f.Sides)) }

// policies is the page of all files.
func (c *Console) policies(_ url.Values, _ *moment) (*page, error) {
	p := &page{Title: "Policies", Section: "policies"}
	if c.eng == nil {
		p.Parts = []part{{ID: "failed", Data: "A log holds no policies."}}
		return p, nil
	}
	set := c.eng.Set()
	cov, traced := c.feed.coverage.now()
	data := &policyFiles{Traced: traced, Set: set}
	for _, name := range set.Files() {
		line := fileLine{Name: name, Lines: strings.Count(set.File(name).Text(), "\n")}
		if f := coverageOf(cov, name); f != nil {
			line.Covered, line.Sides = f.Count()
			for i := range f.Points {
				if len(f.Points[i].Missed()) == len(f.Points[i].Sides) {
					line.Never++
				}
			}
		}
		data.Files = append(data.Files, line)
	}
	p.Parts = []part{{ID: "files", Data: data}}
	return p, nil
}

func coverageOf(c *policytest.Coverage, name string) *policytest.FileCoverage {
	if c == nil {
		return nil
	}
	for i := range c.Files {
		if c.Files[i].File == name {
			return &c.Files[i]
		}
	}
	return nil
}

// source is a file with what live turns exercise of it.
type source struct {
	Name   string
	Lines  []sourceLine
	Traced int
	Since  time.Time
	Reason string
}

// sourceLine is a line of a policy.
type sourceLine struct {
	Number int
	Tokens []token
	Points []policytest.Point
}

// Seen is "all", "some" or "none" of the ways that the points of the line can go, and "" for a line without any.
func (l *sourceLine) Seen() string {
	seen, all := 0, 0
	for i := range l.Points {
		for _, s := range l.Points[i].Sides {
			all++
			if s.Cases > 0 {
				seen++
			}
		}
	}
	switch {
	case all == 0:
		return ""
	case seen == 0:
		return "none"
	case seen == all:
		return "all"
	}
	return "some"
}

// Gist says in short what was seen of the line.
func (l *sourceLine) Gist() string {
	if len(l.Points) == 1 {
		return sides(&l.Points[0])
	}
	return sides(&l.Points[0]) + "; " + plural(len(l.Points)-1, "part")
}

// sides says how often a point went each of its ways.
func sides(p *policytest.Point) string {
	if len(p.Missed()) == len(p.Sides) {
		return "never reached"
	}
	var words []string
	for _, s := range p.Sides {
		if s.Cases == 0 {
			words = append(words, "never "+s.Name)
			continue
		}
		words = append(words, s.Name+" "+number(s.Cases)+"×")
	}
	return strings.Join(words, ", ")
}

// policy is the page of one file.
func (c *Console) policy(q url.Values, _ *moment) (*page, error) {
	name := q.Get("file")
	if c.eng == nil {
		return nil, notFound("A log holds no policies.")
	}
	set := c.eng.Set()
	f := set.File(name)
	if f == nil {
		return nil, notFound("The live policies have no file " + quoted(clip(name, 120)) + ".")
	}
	cov, traced := c.feed.coverage.now()
	data := &source{Name: name, Traced: traced, Since: c.eng.Status().Since}
	for i, tokens := range scan(f.Text()) {
		data.Lines = append(data.Lines, sourceLine{Number: i + 1, Tokens: tokens})
	}
	if fc := coverageOf(cov, name); fc != nil {
		for _, p := range fc.Points {
			if p.Line >= 1 && p.Line <= len(data.Lines) {
				l := &data.Lines[p.Line-1]
				l.Points = append(l.Points, p)
			}
		}
	}
	return &page{Title: name, Section: "policies", Parts: []part{{ID: "source", Data: data}}}, nil
}

// reloads is the page of what became of loads.
func (c *Console) reloads(_ url.Values, _ *moment) (*page, error) {
	if c.eng == nil {
		return &page{Title: "Reloads", Section: "reloads", Parts: []part{{ID: "loads", Data: c.loads()}}}, nil
	}
	return &page{Title: "Reloads", Section: "reloads", Parts: []part{{ID: "refusal", Data: c.refusal()}, {ID: "loads", Data: c.loads()}}}, nil
}

// refusal is why the last load was refused, and what is live instead.
type refusal struct {
	engine.Status
	Short  string
	Faults []fault
	More   int
	// Other is the text of an error that is no fault of a policy.
	Other string
}

// fault is a problem with its line.
type fault struct {
	Pos     eval.Pos
	Message string
	Line    string
	Caret   string // blanks, and a caret below the column
}

// shownFaults bounds what a page lists.
const shownFaults = 30

func (c *Console) refusal() *refusal {
	r := &refusal{Status: c.eng.Status()}
	r.Short = short(r.Digest)
	var load *rules.LoadError
	switch {
	case r.Err == nil:
	case errors.As(r.Err, &load):
		for _, p := range load.Problems {
			if len(r.Faults) == shownFaults {
				r.More++
				continue
			}
			line, caret, _ := strings.Cut(load.Snippet(p), "\n")
			r.Faults = append(r.Faults, fault{p.Pos, p.Message, line, caret})
		}
	default:
		r.Other = clip(r.Err.Error(), 4000)
	}
	return r
}

// loads lists the latest reloads and rollbacks.
type loads struct {
	List   []happened
	Counts []verdictCount
}

func (c *Console) loads() *loads {
	out := &loads{}
	c.feed.mu.Lock()
	latest := c.feed.news.latest(keptNews)
	c.feed.mu.Unlock()
	for _, e := range latest {
		if _, ok := e.event.(engine.ReloadEvent); ok {
			h, _ := ofNews(e)
			h.Link = ""
			out.List = append(out.List, h)
		}
	}
	if c.eng != nil {
		for r, n := range c.eng.Status().Reloads {
			if n > 0 && r > 0 {
				out.Counts = append(out.Counts, verdictCount{engine.ReloadResult(r).String(), n})
			}
		}
	}
	return out
}
