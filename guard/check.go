package guard

import "slices"

// check is one reason why a source of a claim's value is not what the claim is of.
type check struct {
	name string // as [Claim.Check] gives it
	// amounts: it is asked only of an amount in a text, and one that a tool returned. An argument has no words.
	amounts bool
	misses  func(m *matcher, c *Claim, s *Source) bool
}

// checks are asked in this order of every source that has the claim's value; the first one that misses refuses it.
var checks = [...]check{
	{"role", false, (*matcher).otherRole},
	{"record", false, (*matcher).recordBeside},
	{"same_key", false, (*matcher).sameKey},
	{"opening", false, (*matcher).onlyOpen},
	{"unnamed", true, (*matcher).unspoken},
	{"part_of_total", true, (*matcher).partOfTotal},
	{"items_for_order", true, (*matcher).itemsForOrder},
	{"goal", false, (*matcher).mereGoal},
	{"net_for_gross", true, (*matcher).netForGross},
	{"beside_named", true, (*matcher).besideNamed},
	{"not_each", true, (*matcher).notEach},
	{"end_for_one", true, (*matcher).endForOne},
	{"other_deed", false, (*matcher).otherDeed},
	{"foreign", true, (*matcher).foreign},
	{"other_field", true, (*matcher).otherField},
	{"one_for_many", true, (*matcher).oneForMany},
	{"part_for_whole", true, (*matcher).partForWhole},
	{"whole_for_part", true, (*matcher).wholeForPart},
	{"beyond", true, (*matcher).beyond},
	{"former", true, (*matcher).former},
	{"left", true, (*matcher).leftOver},
	{"misplanned", true, (*matcher).misplanned},
	{"other_record", true, (*matcher).otherRecord},
	{"not_in_stock", false, (*matcher).notInStock},
	{"inner", false, (*matcher).inner},
	{"miscounts", false, (*matcher).miscounts},
	{"before_end", false, (*matcher).beforeEnd},
	{"other_event", false, (*matcher).otherEvent},
	{"other_key", false, (*matcher).otherKey},
}

// The checks that need all sources of a claim, and those of its neighbours, come after.
const (
	checkFree     = "free"
	checkApart    = "apart"
	checkTwice    = "twice"
	checkAccord   = "accord"
	checkLabelled = "labelled"
	checkStep     = "step"
	checkCarried  = "carried"
)

// misfit returns the name of the check by which s, whose value the claim has, is not what the claim's words speak of, or "".
func (m *matcher) misfit(c *Claim, s *Source) string {
	amounts := c.Kind == Money && s.Kind == Money && s.Origin != Known && s.Origin != User && m.reply.tokens != nil
	for i := range checks {
		if k := &checks[i]; (amounts || !k.amounts) && k.misses(m, c, s) {
			return k.name
		}
	}
	return ""
}

// refuse takes the sources of a claim away, by the check of that name.
func (m *matcher) refuse(c *Claim, name string) {
	c.Sources, c.Derived, c.Reason, c.Check, c.Nearest = nil, false, Misattributed, name, c.Sources[0]
}

// otherRole reports whether the claim's words give its figure another role than s has.
func (m *matcher) otherRole(c *Claim, s *Source) bool {
	return s.Origin != Known && !(c.Kind == Money && c.Role == RoleStock) && c.plays(s) && m.hasRole(c, s) && m.untold(c, s) && !m.onlyWas(c, s) && !m.owns(c, s) && !m.delivers(c, s) && !m.callsIt(c, s)
}

// told reports whether a claim before c in its sentence states o, or one behind it that "instead of" introduces: a word beside c that o is called
// by is that claim's then, and o no better source of c. A claim that rests on another field does not state o.
func (m *matcher) told(c *Claim, o *Source) bool {
	for i := range m.reply.Claims {
		b := &m.reply.Claims[i]
		if b.Sentence != c.Sentence || b.Kind != o.Kind || b.first == c.first || !b.Readings[0].single() || !b.Readings[0].Amount.Equal(o.Amount) {
			continue
		}
		if b.first > c.first && m.reply.insteadAt(int(b.first)) || b.first < c.first && (len(b.Sources) == 0 || b.Derived || slices.Contains(b.Sources, o)) {
			return true
		}
	}
	return false
}

// untold reports whether the evidence has an amount of the role that the claim's words give it which its sentence has not stated before; or none
// of that role.
func (m *matcher) untold(c *Claim, s *Source) bool {
	if c.Role == RolePrice || c.Role == RoleListPrice {
		return true
	}
	told := false
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Origin == Field && o.Role == c.Role && !o.Amount.Equal(s.Amount) {
			if !m.told(c, o) {
				return true
			}
			told = true
		}
	}
	return !told
}

// hasRole reports whether the tools returned an amount of the role that the claim's words give it. Where they returned none, the words mean
// what is there: "express is €9.95" of {"cost": 9.95}. What somebody has, had, or has to reach is never a price.
func (m *matcher) hasRole(c *Claim, s *Source) bool {
	if c.weak && c.Role == RolePrice && s.Role != RoleCost && (s.Role != RoleBalance || m.restsBeside(c)) { // "is" alone
		return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
			return o.Kind == Money && o.Origin == Field && o.Role == RolePrice && o.Tool == s.Tool && o.Server == s.Server && near(o.group, s.group)
		})
	}
	switch s.Role {
	case RoleListPrice:
		if c.Role == RolePrice && s.Origin == Field && !m.pricedLower(s) {
			return false // {"retail": "84.00", "sale": null}
		}
		return true
	case RoleBalance, RoleOther:
		return true
	case RoleCost:
	default:
		if c.Role != RolePrice && c.Role != RoleTotal {
			return true // "shipping is €35"
		}
	}
	return c.Kind != Money || slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o.Kind == Money && o.Origin == Field && o.Role != 0 && o.Role != RoleOther && !c.plays(o)
	})
}

// pricedLower reports whether the record of a former price, or one inside or around it, has another amount for the same thing.
func (m *matcher) pricedLower(s *Source) bool {
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return o != s && o.Kind == Money && o.Origin == Field && near(o.group, s.group) && !o.group.inList(s.group) && (o.Role == RolePrice || o.Role == RoleDiscount || o.Role == RoleTotal || o.Role == 0) && !o.threshold()
	})
}

// restsBeside reports whether the claim's sentence says that something is left or available.
func (m *matcher) restsBeside(c *Claim) bool {
	s := m.reply.sentences[m.reply.sentenceOf(int(c.first))]
	for j := window(s, int(c.first), maxFieldReach); j < min(s.next, int(c.next)+maxFieldReach); j++ {
		if t := &m.reply.tokens[j]; t.sounds(toneRest) || t.word != nil && t.word.about == AboutBalance {
			return true
		}
	}
	return false
}

// callsIt reports whether the words before the claim in its clause are those of the source's own key, a key that means no more than an amount for
// something: "your limit is £500" of {"arrangedLimit": 500}.
func (m *matcher) callsIt(c *Claim, s *Source) bool {
	if s.Role != RoleOther || s.ids == nil || m.reply.tokens == nil {
		return false
	}
	var said wordIDs
	m.reply.idsBefore(c, &said, true)
	return said.meets(s.ids, &wordIDs{})
}

// recordBeside reports whether the names around the claim are those of another record than s is of.
func (m *matcher) recordBeside(c *Claim, s *Source) bool {
	return s.Origin != Known && s.contradicts(m.around) && !m.statedOwn(c, s) && !m.ofAnother(c)
}

// ofAnother reports whether "the other one" or its like stands between the names before a claim and the claim: it is not of what they name.
func (m *matcher) ofAnother(c *Claim) bool {
	r := m.reply
	if r.tokens == nil || len(m.around) == 0 {
		return false
	}
	from := m.around[len(m.around)-1].span.End
	for j := int(c.first) - 1; j > 0 && int(r.tokens[j].start) >= from; j-- {
		if slices.Contains(besidesWords, r.tokens[j].hash) && slices.Contains(definite[:], r.tokens[j-1].hash) {
			return true
		}
	}
	return false
}

// besidesWords behind an article are what is not the thing named before.
var besidesWords = hashWords("other", "second", "andere", "anderen", "zweite", "autre", "seconde", "deuxième", "otro", "otra", "segundo", "segunda", "altro", "altra", "seconda", "tweede", "outro", "outra", "andra")

// statedOwn reports whether the sentence has said before what the record that it names has under the key of s, and speaks of something else
// since. The figure is another record's then, by whatever words the sentence has for it: "the Trek is €129, the small one €95".
func (m *matcher) statedOwn(c *Claim, s *Source) bool {
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.first >= c.first {
			break
		}
		if o.Kind != c.Kind || o.Sentence != c.Sentence || o.Derived {
			continue
		}
		for _, t := range o.Sources {
			if t.group != s.group && keyOf(t.Path) == keyOf(s.Path) && t.Tool == s.Tool && t.Server == s.Server && !t.contradicts(m.around) && (len(m.around) == 0 || m.namesAny(t)) {
				return m.elsewhere(o, c, t)
			}
		}
	}
	return false
}

// elsewhere reports whether the words between two claims bring up something that the record of the first has no word for, or say that it is
// compared with.
func (m *matcher) elsewhere(before, c *Claim, s *Source) bool {
	if m.reply.tokens == nil {
		return false
	}
	own, other := s.allIDs(), false
	for j := int(before.next); j < int(c.first); j++ {
		t := &m.reply.tokens[j]
		if m.reply.soundsAt(j, tonePart) {
			return false // "of which"
		}
		other = other || slices.Contains(insteadWords, t.hash) || slices.Contains(versusWords, t.hash) ||
			t.kind == tokenWord && t.end-t.start >= minKeyWord && t.word == nil && !m.reply.saysOf(j, &own) && !m.saysKeyOf(j, s) && m.reply.claimOver(j) == nil
	}
	return other
}

// saysKeyOf reports whether token i is a word of a key that the record of s has.
func (m *matcher) saysKeyOf(i int, s *Source) bool {
	return slices.ContainsFunc(m.index.sources, func(o *Source) bool {
		return near(o.group, s.group) && (o.ids != nil && m.reply.saysOf(i, o.ids) || o.over != nil && m.reply.saysOf(i, o.over))
	})
}

// versusWords say that something is compared with what follows.
var versusWords = hashWords("than", "against", "versus", "vs", "gegenüber", "contre", "frente", "rispetto", "contro", "tegenover", "tegen", "mot", "jämfört", "contra")

// saidBeside reports whether the claim's sentence states another amount as well, which the claim is not taken for then: "€150 net, €180 with
// VAT".
func (m *matcher) saidBeside(c *Claim, s *Source) bool {
	c.note(aheadSentence)
	for i := range m.reply.Claims {
		o := &m.reply.Claims[i]
		if o.first != c.first && o.Kind == Money && o.Sentence == c.Sentence && o.Readings[0].single() && o.Readings[0].Amount.Equal(s.Amount) {
			return true
		}
	}
	return false
}

// sameKey reports whether a name around the claim is that of another record than s is of, which has a name of its own, and holds another value
// under the same key: {"current": {"name": "Fibre 70", "monthly": 27}, "upgrade": {"name": "Fibre 150", "monthly": 33.5}}.
func (m *matcher) sameKey(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || s.group.best == "" || len(m.around) == 0 || c.Place != "reply" || m.reply.insteadAt(int(c.first)) {
		return false
	}
	key := keyOf(s.Path)
	other := false
	for i := range m.around {
		n := &m.around[i]
		if n.compared || slices.Contains(n.label.groups, s.group) {
			return false
		}
		other = other || slices.ContainsFunc(m.index.sources, func(o *Source) bool {
			return o.Kind == s.Kind && o.Tool == s.Tool && o.Server == s.Server && !o.same(s) && keyOf(o.Path) == key && slices.Contains(n.label.groups, o.group)
		})
	}
	return other && !m.statedOwn(c, s) && !m.ofAnother(c)
}

// insteadAt reports whether "instead of" or its like stands directly before token i.
func (r *Reply) insteadAt(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		if slices.Contains(insteadWords, r.tokens[j].hash) || r.tokens[j].hash == hashThan {
			return true
		}
	}
	return false
}

// onlyOpen reports whether s says on which weekdays a shop is open, and the claim is of something else: a shop that is open delivers nothing.
func (m *matcher) onlyOpen(c *Claim, s *Source) bool {
	return s.opened && (c.About == AboutDelivery && !s.priceOf(RoleShipping) || m.reply.befallsClosed(c))
}
