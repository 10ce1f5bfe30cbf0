package guard

import (
	"cmp"
	"strings"
	"sync"
	"time"
)

// Evidence is what a turn knows: the values that tools returned, the fixed statements, and what the customer said. It
// is a set: the order of Add changes nothing.
//
// It is safe for concurrent use. Adding costs time linear in what is added; the first look at the sources after an
// Add sorts them once.
type Evidence struct {
	now  time.Time
	zone *time.Location

	mu      sync.Mutex
	sources []*Source
	known   []statement
	tooMuch bool
	index   *index // of all of the above, or nil when something was added since
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

// maxSources bounds the values of all results of a turn.
const maxSources = 4 * maxLeaves

// Add takes in the result of a tool call. Results of the server "model", and of tools whose settings say None, are no
// evidence. Malformed JSON yields nothing. Beyond 1 MiB or 4,096 values a result is too much evidence: no claim is
// sourced then, for the part that was not looked at might contradict it.
func (e *Evidence) Add(r Result) {
	if r.Server == "model" || r.Settings.None {
		return
	}
	b := newBuilder(&r, e.now, e.zone)
	defer b.release()
	err := b.build()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.index = nil
	if err == errTooMuch || len(e.sources)+len(b.sources) > maxSources {
		e.tooMuch = true
		return
	}
	e.sources = append(e.sources, b.sources...)
}

// AddKnown takes in a fixed, audited statement. Its figures are sources of origin [Known] for the claims that stand
// inside the statement where a reply makes it. The engine adds its own disclosures in this way.
func (e *Evidence) AddKnown(name, text string) {
	list := e.claimsOf(text, false)
	for _, s := range list {
		s.Origin, s.Path = Known, name
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.index = nil
	e.known = append(e.known, statement{name: name, text: text, folded: foldStatement(text)})
	e.sources = append(e.sources, list...)
}

// AddUser takes in what the customer wrote. Its figures are sources of origin [User], which only the arguments of a
// write may rest on.
func (e *Evidence) AddUser(text string) {
	list := e.claimsOf(text, true)
	for _, s := range list {
		s.Origin, s.Path = User, "said"
		if s.Kind == Quantity {
			s.ID = normalID(s.Raw)
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.index = nil
	e.sources = append(e.sources, list...)
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
			Kind: c.Kind, Amount: amount, Currency: currency, currencies: c.Currencies, Day: day, ID: strings.Clone(id),
			Raw: strings.Clone(c.Text), Role: c.Role, about: c.About,
		})
	}
	for i, v := range c.Readings {
		if v.single() {
			add(v.Amount, v.Day, v.ID)
			list[len(list)-1].meaning = i
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
func (e *Evidence) Sources() []*Source { return e.look().sources }

// look returns the index of the evidence as it is now.
func (e *Evidence) look() *index {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.index == nil {
		e.index = newIndex(e)
	}
	return e.index
}

// compare orders sources by everything that tells them apart; most differ in the first few.
func (s *Source) compare(o *Source) int {
	if c := cmp.Compare(s.Path, o.Path); c != 0 && s.Server == o.Server && s.Tool == o.Tool && s.Origin == o.Origin {
		return c
	}
	return cmp.Or(
		cmp.Compare(s.Server, o.Server), cmp.Compare(s.Tool, o.Tool), cmp.Compare(s.Origin, o.Origin),
		cmp.Compare(s.Path, o.Path), cmp.Compare(s.Kind, o.Kind), s.Amount.Cmp(o.Amount),
		cmp.Compare(s.Currency, o.Currency), cmp.Compare(s.Raw, o.Raw), s.Day.Compare(o.Day),
		cmp.Compare(s.ID, o.ID), s.AsOf.Compare(o.AsOf), flag(s.Cached)-flag(o.Cached),
		flag(s.Earlier)-flag(o.Earlier), flag(s.Echoed)-flag(o.Echoed), cmp.Compare(s.Entity, o.Entity),
	)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
