package guard

import (
	"slices"
	"strings"
	"sync"
	"time"
)

// Evidence is what a turn knows: the values that tools returned, the fixed statements, and what the customer said. It
// is a set: the order of Add changes nothing.
//
// It is safe for concurrent use. Add only keeps a copy of the result, AddKnown and AddUser the text. The first look at the sources after an Add reads
// what is new, in time linear in it; a turn whose replies hold no claims never reads it.
type Evidence struct {
	now  time.Time
	zone *time.Location

	mu      sync.Mutex
	results []*returned
	bytes   int // of all results
	fixed   []*Source
	known   []statement
	unread  []unread
	tooMuch bool
	// settings are those of the latest result.
	settings *Settings
	index    *index // of all of the above, or nil when something was added since
}

// statement is a fixed text with the sources of its figures.
type statement struct {
	name, text string
	folded     string
}

// NewEvidence returns empty evidence for a turn at now; zone says which day an instant falls on, nil is UTC.
func NewEvidence(now time.Time, zone *time.Location) *Evidence {
	if zone == nil {
		zone = time.UTC
	}
	return &Evidence{now: now, zone: zone}
}

// The bounds of all results of a turn.
const (
	maxSources = 4 * maxLeaves
	maxBytes   = 16 * maxJSON
)

// Add takes in the result of a tool call, of which it keeps a copy. Results of the server "model", and of tools whose
// settings say None, are no evidence. Malformed JSON yields nothing. A result of more than 1 MiB, 4,096 values, 16,384
// objects and lists or 64 levels, or more than 16 MiB or 16,384 values in a turn, is too much evidence: no claim is sourced then, for the part
// that was not looked at might contradict it.
//
// It returns what it keeps, or would keep.
func (e *Evidence) Add(r Result) Kept {
	e.mu.Lock()
	defer e.mu.Unlock()
	kept := newReturned(&r, e.settings)
	e.settings = kept.result.Settings
	if r.Server == "model" || r.Settings.None {
		return Kept{kept}
	}
	size := len(r.JSON) + len(r.Text) + len(r.Args)
	e.index = nil
	e.bytes += size
	if len(r.JSON) > maxJSON || len(r.Text) > maxJSON || e.bytes > maxBytes {
		e.tooMuch = true
	}
	if e.tooMuch {
		e.results = nil // nothing is read any more
		return Kept{kept}
	}
	if e.results == nil {
		const usual = 4
		e.results = make([]*returned, 0, usual)
	}
	e.results = append(e.results, kept)
	return Kept{kept}
}

// AddKnown takes in a fixed, audited statement. Its figures are sources of origin [Known] for the claims that stand
// inside the statement where a reply makes it. The engine adds its own disclosures in this way.
func (e *Evidence) AddKnown(name, text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.index = nil
	e.unread = append(e.unread, unread{name, text, Known})
}

// AddUser takes in what the customer wrote. Its figures are sources of origin [User], which only the arguments of a
// write may rest on.
func (e *Evidence) AddUser(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.index = nil
	e.unread = append(e.unread, unread{"said", text, User})
}

// unread is a text of the turn whose figures nobody has asked for yet.
type unread struct {
	name, text string
	origin     Origin
}

// readTexts finds the figures in the texts that are new. mu is held.
func (e *Evidence) readTexts() {
	for _, u := range e.unread {
		list := e.claimsOf(u.text, u.origin == User)
		for _, s := range list {
			s.Origin, s.Path = u.origin, u.name
			if u.origin == User && s.Kind == Quantity {
				s.ID = normalID(s.Raw)
			}
		}
		e.fixed = append(e.fixed, list...)
		if u.origin == Known {
			e.known = append(e.known, statement{name: u.name, text: u.text, folded: foldStatement(u.text)})
		}
	}
	e.unread = nil
}

// claimsOf returns the claims of a text as sources without an origin.
func (e *Evidence) claimsOf(text string, bare bool) []*Source {
	r := Reply{Text: text, Now: e.now, Zone: e.zone}
	r.examine(bare)
	return sourcesOf(&r)
}

// sourcesOf turns the claims of an examined text into sources, one for each reading.
func sourcesOf(r *Reply) []*Source {
	var list []*Source
	for i := range r.Claims {
		list = append(list, r.Claims[i].asSources()...)
	}
	return list
}

// asSources returns a source for every value that the claim can mean.
func (c *Claim) asSources() []*Source {
	var list []*Source
	currency := ""
	if len(c.Currencies) == 1 {
		currency = c.Currencies[0]
	}
	add := func(amount Decimal, day time.Time, id string) {
		list = append(list, &Source{
			Kind: c.Kind, Amount: amount, Currency: currency, Day: day, ID: strings.Clone(id),
			Raw: strings.Clone(c.Text), Role: c.Role, about: c.About, gauge: c.gauge,
		})
		if len(c.Currencies) > 1 {
			list[len(list)-1].rare = &rare{currencies: c.Currencies}
		}
	}
	for i, v := range c.Readings {
		if v.single() {
			add(v.Amount, v.Day, v.ID)
			list[len(list)-1].meaning = int8(i)
			continue
		}
		if !v.OpenLow {
			add(v.Low, v.Day, v.ID)
		}
		if !v.OpenHigh {
			add(v.High, v.LastDay, v.ID)
		}
	}
	return list
}

// single reports whether a reading is one value and no range.
func (v *Reading) single() bool {
	return !v.OpenLow && !v.OpenHigh && v.Low.Equal(v.High) && v.Day.Equal(v.LastDay)
}

// Sources returns every source in a stable order, whatever the order of the calls to Add was. The slice is shared and
// must not be changed.
func (e *Evidence) Sources() []*Source {
	all := e.look().sources
	if !slices.ContainsFunc(all, (*Source).unpriced) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), (*Source).unpriced)
}

// unpriced reports whether a source holds no value, and only tells that a record has no price.
func (s *Source) unpriced() bool { return s.Kind == 0 }

// look returns the index of the evidence as it is now.
func (e *Evidence) look() *index {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.index == nil {
		e.index = newIndex(e)
	}
	return e.index
}
