package guard

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// index is an immutable view of the evidence. What it finds sources by is made at the first search of its sort.
type index struct {
	sources []*Source
	known   []statement
	tooMuch bool

	figures lookup[Decimal]
	dates   lookup[int64]
	texts   lookup[textKey]
	called  labelled
	behind  numbered
	tally   tallied
	results []*returned
	coined  *index // with the amounts in the minor unit of which that is not certain, once it was asked for
	major   bool   // there are none
	names   struct {
		once   sync.Once
		labels labels
	}
}

// newIndex reads the results that are new, and puts the sources of all into an order that does not depend on that of
// the calls to Add: results by their texts, and the values of a result as they stand in it.
func newIndex(e *Evidence) *index {
	e.readTexts()
	x := &index{known: slices.Clone(e.known), tooMuch: e.tooMuch}
	if x.tooMuch {
		return x
	}
	results, fixed := slices.Clone(e.results), slices.Clone(e.fixed)
	if len(results) > 1 {
		slices.SortStableFunc(results, (*returned).compare)
	}
	slices.SortStableFunc(fixed, (*Source).compare)
	slices.SortFunc(x.known, func(a, b statement) int { return strings.Compare(a.name+a.text, b.name+b.text) })
	n := len(fixed)
	for _, k := range results {
		k.look(e.now, e.zone)
		n += len(k.sources)
		x.tooMuch = x.tooMuch || k.tooMuch || n > maxSources
	}
	if x.tooMuch {
		return x
	}
	x.results = results
	if len(results) == 1 && len(fixed) == 0 {
		x.sources = slices.Clip(results[0].sources)
		return x
	}
	x.sources = make([]*Source, 0, n)
	for _, k := range results {
		x.sources = append(x.sources, k.sources...)
	}
	x.sources = append(x.sources, fixed...)
	return x
}

// compare orders the sources that no JSON gives an order.
func (s *Source) compare(o *Source) int {
	return cmp.Or(
		cmp.Compare(s.Origin, o.Origin), cmp.Compare(s.Server, o.Server), cmp.Compare(s.Tool, o.Tool), cmp.Compare(s.Path, o.Path),
		cmp.Compare(s.Kind, o.Kind), s.Amount.Cmp(o.Amount), cmp.Compare(s.Currency, o.Currency), cmp.Compare(s.Raw, o.Raw),
		s.Day.Compare(o.Day), cmp.Compare(s.ID, o.ID),
	)
}

// amount returns the figures of that value, in the order of the sources: 209 finds 209.00. The slice is shared.
func (x *index) amount(v Decimal) []*Source {
	return x.figures.find(x.sources, v.Trim(0), func(s *Source) (Decimal, bool) {
		switch s.Kind {
		case Money, Percent, Quantity, Duration, Time:
			return s.Amount.Trim(0), true
		default:
			return Decimal{}, false
		}
	})
}

// day returns the dates of that midnight, in Unix seconds.
func (x *index) day(unix int64) []*Source {
	return x.dates.find(x.sources, unix, func(s *Source) (int64, bool) { return s.Day.Unix(), s.Kind == Date })
}

// id returns what has that normal form.
func (x *index) id(id string) []*Source { return x.text(textKey{id, false}) }

// done returns the writes that completed an action.
func (x *index) done(action string) []*Source { return x.text(textKey{action, true}) }

// textKey is a normal form, or an action that was done.
type textKey struct {
	text string
	done bool
}

func (x *index) text(k textKey) []*Source {
	return x.texts.find(x.sources, k, func(s *Source) (textKey, bool) {
		return textKey{s.ID, s.Kind == Done}, s.ID != ""
	})
}

// labels returns the names in the evidence.
func (x *index) labels() labels {
	x.names.once.Do(func() { x.names.labels = labelsOf(x.sources) })
	return x.names.labels
}
