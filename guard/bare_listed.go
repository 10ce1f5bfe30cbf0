package guard

import (
	"strings"
	"sync"
)

// tallied finds out how many records the lists of the evidence hold, by the words of their keys: three of {"slots": [{..}, {..}, {..}]}.
type tallied struct {
	once  sync.Once
	lists map[wordID]tally
}

// tally is how many records the lists of one name hold together.
type tally struct {
	records int
	from    *Source
}

// talliedBy returns what the lists of a name hold.
func (x *index) talliedBy(id wordID) tally {
	x.tally.once.Do(func() {
		x.tally.lists = map[wordID]tally{}
		for _, k := range x.results {
			w := walker{}
			if w.walk(k.json) != nil {
				continue
			}
			for i := range w.records {
				if r := &w.records[i]; r.array && r.key != nil {
					x.tally.add(r, k)
				}
			}
		}
	})
	return x.tally.lists[id]
}

// add takes in one list.
func (t *tallied) add(r *record, k *returned) {
	var set wordIDs
	addLabels(r.key.name, &set)
	for _, id := range set.list[:set.n] {
		have := t.lists[id]
		if have.records += int(r.members); have.from == nil {
			have.from = &Source{Kind: Quantity, Origin: Field, Server: k.result.Server, Tool: k.result.Tool, Path: r.key.name, Amount: whole(int64(r.members)), Raw: whole(int64(r.members)).String()}
		}
		have.from.Amount = whole(int64(have.records))
		t.lists[id] = have
	}
}

// tooMany returns the list that the noun behind a number names, where it holds fewer records than the number says, and no number of the evidence
// or the customer's is that number; or nil.
func (v *bare) tooMany() *Source {
	r := v.m.reply
	if b := max(v.first-1, 0); v.f.n == 0 || r.tokens[b].has(cueNumber|cueTo) || r.tokens[b].is('-') || r.tokens[b].is('–') {
		return nil
	}
	var said wordIDs
	for j := v.next; j < min(len(r.tokens), v.next+3) && r.tokens[j].kind == tokenWord && r.tokens[j].near() && r.tokens[j].word.plain(); j++ {
		r.addLabel(j, &said)
	}
	for _, id := range said.list[:said.n] {
		t := v.m.index.talliedBy(id)
		if t.from == nil || t.records == 0 || !v.above(t.records) || v.anywhere() {
			continue
		}
		return t.from
	}
	return nil
}

// plain reports whether a word is none that a phrase of place or time begins with.
func (e *entry) plain() bool {
	return e == nil || e.cues&(cueFor|cueIn|cueOf|cueFrom|cueTo|cueWith|cueAnd|cueCopula|cueHave|cuePer) == 0
}

// above reports whether the value is a whole number above n.
func (v *bare) above(n int) bool {
	return v.f.values[0].IsInt() && v.f.values[0].Cmp(whole(int64(n))) > 0
}

// anywhere reports whether the evidence, or the customer, has the number.
func (v *bare) anywhere() bool {
	for _, s := range v.m.index.sources {
		if (s.Origin == User || plainNumber(s.Raw)) && v.is(s.Amount, nil) || s.Origin != Field && strings.Contains(s.Raw, v.text) {
			return true
		}
	}
	return v.requested()
}
