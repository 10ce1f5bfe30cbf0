package guard

import "slices"

// operand is an amount that an expression may have.
type operand struct {
	source  *Source   // or nil: the customer said it
	list    []*Source // where it is a whole list, its amounts
	value   int64
	times   int64 // how often the text or its record says, in thousandths; 0 if neither does
	near    bool  // the sentence states it or speaks of it
	bound   bool  // it states it, or names its record
	around  bool  // only what stands around it speaks of it
	each    bool  // it is for each of several
	single  bool  // it is the price of one: it may be taken several times
	minus   bool  // it is taken off
	without bool  // the sentence leaves it out
	bare    bool  // a list whose records say no quantities: it may be a catalogue
	merged  bool  // another stated amount rests on it
	held    bool  // and holds it, as a difference does not
	claim   *Claim
}

// group returns the record of an operand, or nil.
func (o *operand) group() *group {
	if o.source == nil {
		return nil
	}
	return o.source.group
}

// maxPool bounds the amounts in scope.
const maxPool = 16

// scope says from where operands are taken.
type scope uint8

const (
	scopeStated   scope = iota // what the sentence states
	scopeSentence              // and what it speaks of
	scopeAround                // and what the reply or the customer does around it
	scopeAll                   // and all amounts that the tools returned
)

// pool adds the operands of a scope to a list; none where there are too many.
func (d *deriver) pool(list []operand, scope scope, spoken []saidAmount, named []*group) []operand {
	list = d.statedOperands(list, scope)
	if scope == scopeStated {
		return list
	}
	for _, x := range spoken {
		n := len(list)
		if list = d.fieldOperand(list, x.source, x.times, true); len(list) > n {
			list[n].bound, list[n].around = x.named && !x.around && list[n].near, x.around
		}
	}
	if scope == scopeAll {
		if d.m.amounts() > 4*maxPool {
			return nil
		}
		for _, s := range d.m.index.sources {
			if s.Kind != Money || s.Origin != Field || s.Amount.IsZero() || s.unsure || s.Role == RoleCost || !currenciesMeet(d.c, s) || len(named) > 1 && !besides(named, s) {
				continue
			}
			list = d.fieldOperand(list, s, whole(1), false)
			if len(list) == maxPool {
				return nil
			}
		}
		list = d.listOperands(list, named)
		list = d.heardOperands(list)
	}
	if next := d.topAt(); next < len(d.m.reply.tokens) { // what comes on top of the claim is not in it
		r := d.m.reply
		for _, x := range d.spokenIn(r, d.m.mentions, next, r.sentences[r.sentenceOf(int(d.c.first))].next) {
			list = slices.DeleteFunc(list, func(o operand) bool { return o.source == x.source })
		}
	}
	return list
}

// amounts returns how many amounts the tools returned.
func (m *matcher) amounts() int {
	if m.money == 0 {
		for _, s := range m.index.sources {
			if s.Kind == Money && s.Origin == Field {
				m.money++
			}
		}
	}
	return m.money
}

// topAt is onTop, but for "more", which compares.
func (d *deriver) topAt() int {
	if d.compared() {
		return len(d.m.reply.tokens)
	}
	return d.onTop()
}

// besides reports whether an amount stands in none of the siblings of the records that the sentence names.
func besides(named []*group, s *Source) bool {
	if len(named) == 0 || s.group == nil {
		return true
	}
	ok := true
	for _, g := range named {
		if s.group == g || s.group.within(g) || g.within(s.group) {
			return true
		}
		for o := s.group; o != nil; o = o.parent {
			if o.sibling(g) && o.listed() {
				ok = false
			}
		}
	}
	return ok
}

// statedOperands adds the sourced amounts of the sentence, or of those before it as well.
func (d *deriver) statedOperands(list []operand, scope scope) []operand {
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o.Echo && !o.Asserted && o != d.c && o.Sentence == d.c.Sentence && o.first < d.c.first && len(o.Sources) == 0 && len(list) < maxPool-2 && d.c.hasCurrencyOf(o) {
			if v, ok := units(o.Readings[0].Amount); ok && v > 0 && o.Kind == Money && o.Readings[0].single() {
				list = append(list, operand{value: v, near: true, bound: true, claim: o}) // "with the table at €229, which you saw"
			}
			continue
		}
		if o == d.c || o.Kind != Money || len(o.Sources) == 0 || int(o.first) >= d.limit || !o.Readings[0].single() || len(list) >= maxPool-2 {
			continue
		}
		same := o.Sentence == d.c.Sentence
		if !same && (scope <= scopeSentence || o.first > d.c.first || !d.soon(o)) {
			continue
		}
		s := o.best()
		if s == nil || s.Kind != Money || !currenciesMeet(d.c, s) || o.Derived && !s.addable() || o.first > d.c.first && s.restsOnAmount(d.v) {
			continue
		}
		v, ok := units(s.Amount)
		if !ok || v == 0 {
			continue
		}
		if v < 0 {
			v = -v
		}
		times, _ := units(d.timesOf(o))
		list = append(list, operand{
			source: s, value: v, times: times / 1000, near: same, bound: same && o.first < d.c.first, claim: o,
			each: o.terms&termEach != 0 || d.m.reply.forOne(o) || s.root().forEach() && !o.Derived, single: o.Derived || takenOften(s),
			minus: d.takesOff(o, s),
		})
		if l := &list[len(list)-1]; l.times == 1000 {
			l.times = 0
		}
	}
	return merge(list)
}

// hasCurrencyOf reports whether two claims can be of one currency.
func (c *Claim) hasCurrencyOf(o *Claim) bool {
	return len(c.Currencies) == 0 || len(o.Currencies) == 0 || slices.ContainsFunc(c.Currencies, func(code string) bool { return hasCode(o.Currencies, code) })
}

// merge marks what another stated amount already holds: the price of one beside that of several, and what another was derived from.
func merge(list []operand) []operand {
	for i := range list {
		a := &list[i]
		for _, o := range list[i+1:] {
			if a.source == nil || o.source == nil || !o.source.restsOn(a.source) && !o.source.lineOf(a.source) {
				continue
			}
			a.merged = true
			a.held = a.held || o.source.Op != "difference"
		}
	}
	return list
}

// takesOff reports whether a stated amount is taken away: the words before it say so, or it is a discount of the tools.
func (d *deriver) takesOff(o *Claim, s *Source) bool {
	if d.signed(s).IsNeg() && !o.Derived {
		return true
	}
	if !o.Derived && (s.Role == 0 || s.Role == RoleDiscount || s.Role == RoleOther) {
		return d.m.taketh(&addend{claim: o, source: s})
	}
	bare := *o
	bare.Role = 0
	return d.m.taketh(&addend{claim: &bare, source: &Source{Amount: s.Amount}})
}

// restsOnAmount reports whether a source was derived from an amount.
func (s *Source) restsOnAmount(v Decimal) bool {
	return slices.ContainsFunc(s.Operands, func(o *Source) bool { return o.Amount.Equal(v) || o.restsOnAmount(v) })
}

// spoken returns the amounts that the sentence speaks of.
func (d *deriver) spoken() []saidAmount {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	return d.spokenIn(r, d.m.mentions, s.first, min(s.next, d.limit, d.topAt()))
}

// spokenAround adds those that the sentence before it speaks of, and the customer's latest message.
func (d *deriver) spokenAround(list []saidAmount) []saidAmount {
	r := d.m.reply
	if n := r.sentenceOf(int(d.c.first)); n > 0 {
		s := r.sentences[n-1]
		list = append(list, d.spokenIn(r, d.m.mentions, s.first, s.next)...)
	}
	return append(list, d.wantedOf()...)
}

// fieldOperand adds an amount of a field to a list, unless it is there.
func (d *deriver) fieldOperand(list []operand, s *Source, times Decimal, near bool) []operand {
	v, ok := units(s.Amount)
	if !ok || v == 0 || len(list) == maxPool || numbers(keyOf(s.Path)) || s.unsure && s.Role == 0 && v < 10*scale {
		return list
	}
	for i := range list {
		if o := &list[i]; o.source == s || o.source != nil && o.list == nil && o.source.Origin == Field && o.source.Amount.Equal(s.Amount) && o.source.group == s.group {
			if k, ok := units(times); ok && k > scale && o.times == 0 {
				o.times = k / 1000
			}
			return list
		}
	}
	without := d.withoutIt(s)
	o := operand{source: s, value: v, near: near && !without, without: without, each: s.forEach(), single: takenOften(s), minus: d.signed(s).IsNeg()}
	if v < 0 {
		o.value = -v
	}
	if k, ok := units(times); ok && k > scale {
		o.times = k / 1000
	} else if q := d.m.quantityOf(s.group); q != nil && o.single {
		if k, ok := units(q.Amount); ok && k > scale {
			o.times = k / 1000
		}
	}
	return append(list, o)
}

// numbers reports whether a key names a number of something, which a currency beside it makes no amount.
func numbers(key string) bool {
	words, n := fieldWords(key)
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "quantity", "qty", "menge", "anzahl", "cantidad", "quantità", "quantite", "quantité", "hits", "count", "scale", "exponent", "precision":
			return true
		}
		return false
	})
}

// takenOften reports whether an amount may be taken several times: it is a price, or for each, and neither a total nor a balance.
func takenOften(s *Source) bool {
	switch s.Role {
	case 0, RolePrice, RoleListPrice:
		return !s.threshold()
	case RoleTotal, RoleBalance, RoleDiscount:
		return false
	default:
		return true
	}
}

// listOperands adds what whole lists come to: the prices under one key, each as often as its record says.
func (d *deriver) listOperands(list []operand, named []*group) []operand {
	all := d.saysAll()
	if len(named) > 0 && !all {
		return list
	}
	n := len(list)
	for i := range list[:n] {
		first := list[i].source
		if first == nil || first.Origin != Field || first.group == nil || len(list) == maxPool || element(first.group) == nil || !d.addsUpRole(first.Role) {
			continue
		}
		key, ok := allLists(first.Path)
		if !ok {
			continue
		}
		o := operand{source: first, near: list[i].near, bare: true}
		from := len(d.m.parts)
		for _, s := range d.m.index.sources {
			if s.Kind != Money || s.Origin != Field || s.Server != first.Server || s.Tool != first.Tool || s.Role == RoleCost {
				continue
			}
			if k, ok := allLists(s.Path); !ok || k != key {
				continue
			}
			v, ok := units(s.Amount)
			if !ok || len(d.m.parts)-from == 0 && s != first {
				break
			}
			if q := d.m.quantityOf(s.group); q != nil && takenOften(s) {
				if k, ok := units(q.Amount); ok {
					v = share(v, k, scale)
				}
				o.bare = false
			}
			o.value += v
			d.m.parts = append(d.m.parts, s)
		}
		o.value = max(o.value, -o.value)
		if o.list = d.m.parts[from:len(d.m.parts):len(d.m.parts)]; len(o.list) > 1 && !d.m.lessThanTotal(d.c, first) && !(o.bare && !all && slices.ContainsFunc(list[:n], func(x operand) bool { return (x.bound || d.asksFor(x.group())) && slices.Contains(o.list, x.source) })) {
			list = append(list, o)
		}
	}
	return list
}

// saysAll reports whether the words shortly before the claim say that it is of all that there is: "all three together come to".
func (d *deriver) saysAll() bool {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	for j := int(d.c.first) - 1; j >= window(s, int(d.c.first), 6) && !clause(&r.tokens[j]) && !r.inMoney(j); j-- {
		if slices.Contains(allWords, r.tokens[j].hash) {
			return d.cues&(cueTotal|cueBoth) != 0 || d.c.entire()
		}
	}
	return false
}

var allWords = hashWords("all", "alle", "alles", "tous", "toutes", "tout", "todos", "todas", "todo", "tutti", "tutte", "tutto", "tudo", "alla", "allt")

// asksFor reports whether the customer's latest message names a record.
func (d *deriver) asksFor(g *group) bool {
	return g != nil && slices.ContainsFunc(d.m.wanted, func(n mention) bool { return slices.Contains(n.label.groups, g.called()) })
}

// heardOperands adds the amounts that the customer said.
func (d *deriver) heardOperands(list []operand) []operand {
	r := d.m.reply
	if r.heard == nil || len(r.Said) == 0 {
		return list
	}
	for i := range r.heard.Claims {
		h := &r.heard.Claims[i]
		if !h.loose || h.Kind == Money && !d.c.hasCurrencyOf(h) || len(list) == maxPool {
			continue
		}
		if v, ok := units(h.Readings[0].High); ok && v > 0 {
			list = append(list, operand{value: v})
		}
	}
	return list
}
