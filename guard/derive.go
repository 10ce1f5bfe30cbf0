package guard

import (
	"slices"
	"time"

	"github.com/govalues/decimal"
)

// deriver checks backwards whether a claim follows from values that are known. It never computes what might be said:
// it needs a cue in the sentence, goes one step deep, and stays inside one record or among the sourced claims of the
// reply, for every looser rule lets invented figures pass.
type deriver struct {
	m       *matcher
	c       *Claim
	v       Decimal
	cues    cue
	counts  []count // numbers in the sentence
	counted bool    // one of them stands before the claim in its clause
}

// count is a small number that something may be multiplied by.
type count struct {
	n      Decimal
	source *Source // nil where the text or the customer states it
}

// maxCounts bounds the numbers of a sentence that are tried.
const maxCounts = 12

// derive looks for sources that an unsourced claim follows from.
func (m *matcher) derive(c *Claim) {
	c.Derived = false
	if len(c.Sources) > 0 || c.Reason != 0 || len(c.Readings) == 0 || !c.Readings[0].single() || m.reply.tokens == nil {
		return
	}
	d := deriver{m: m, c: c}
	d.look()
	for i := range c.Readings {
		d.v = c.Readings[i].Amount
		if s := d.find(i); s != nil {
			c.Sources, c.Derived = []*Source{s}, true
			c.Readings[0], c.Readings[i] = c.Readings[i], c.Readings[0]
			return
		}
	}
}

// look reads the cues and the numbers of the claim's sentence.
func (d *deriver) look() {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	p := parser{reply: r, tokens: r.tokens, lex: words()}
	for i := max(s.first, int(d.c.first)-4*reach); i < min(s.next, int(d.c.next)+2*reach); i++ {
		t := &r.tokens[i]
		if e, _ := p.phrase(i); e != nil {
			d.cues |= e.cues | t.word.cues
		}
		if t.is('*') || t.sym == '×' || t.is('@') {
			d.cues |= cueTimes
		}
		if i >= int(d.c.first) && i < int(d.c.next) || len(d.counts) == maxCounts {
			continue
		}
		if n, ok := p.smallNumber(i); ok {
			d.counts = append(d.counts, count{n: n})
			d.counted = d.counted || i < int(d.c.first) && d.sameClause(i)
		}
	}
	if r.heard != nil {
		for i := range r.heard.Claims {
			if h := &r.heard.Claims[i]; h.Kind == Quantity && h.Readings[0].single() && h.Readings[0].Amount.IsInt() && len(d.counts) < maxCounts {
				d.counts = append(d.counts, count{n: h.Readings[0].Amount})
			}
		}
	}
}

// sameClause reports whether nothing divides token i from the claim after it, and a word follows it that it may count.
func (d *deriver) sameClause(i int) bool {
	tokens := d.m.reply.tokens
	if n := tokens[i+1]; n.kind != tokenWord || n.gap > apart {
		return false
	}
	for j := i + 1; j < int(d.c.first); j++ {
		if clause(&tokens[j]) {
			return false
		}
	}
	return true
}

// smallNumber reads a whole number from 2 to 999 that begins at token i.
func (p *parser) smallNumber(i int) (Decimal, bool) {
	t := &p.tokens[i]
	switch {
	case t.isDigits() && t.size <= 3 && t.num >= 2 && p.ends(i+1) && p.bordered(i):
		return whole(int64(t.num)), true
	case t.word != nil && t.word.class == classUnit && t.word.number >= 2:
		return whole(t.word.number), true
	case t.has(cueBoth):
		return whole(2), true
	}
	return Decimal{}, false
}

// find tries each derivation that the cues allow.
func (d *deriver) find(reading int) *Source {
	switch d.c.Kind {
	case Money:
		return d.money()
	case Percent:
		if d.cues&(cueOff|cueMore) != 0 {
			return d.percentOfTwo()
		}
	case Date:
		return d.daysAhead(d.c.Readings[reading].Day)
	}
	return nil
}

func (d *deriver) money() *Source {
	if (d.counted || d.cues&(cueTimes|cueTotal|cuePer|cueFor) != 0) && len(d.counts) > 0 {
		if s := d.product(); s != nil {
			return s
		}
	}
	if s := d.productOfSentence(); s != nil {
		return s
	}
	if d.cues&cueTotal != 0 {
		if s := d.sum(); s != nil {
			return s
		}
	}
	if d.cues&(cueMore|cueOff|cueTax) != 0 {
		if s := d.difference(); s != nil {
			return s
		}
	}
	if d.cues&(cueOff|cuePercent|cueTax) != 0 {
		if s := d.percentage(); s != nil {
			return s
		}
	}
	if d.cues&cuePer != 0 && len(d.counts) > 0 {
		return d.share()
	}
	return nil
}

// operands returns the amounts that equal v: those that the claim could itself have been.
func (d *deriver) operands(v Decimal) []*Source {
	var list []*Source
	for _, s := range d.m.index.amounts[v.Trim(0)] {
		if s.Kind == Money && d.usable(s) {
			list = append(list, s)
		}
	}
	return list
}

// usable reports whether s may be an operand: of a tool, in a fitting currency, of the record that the sentence names.
func (d *deriver) usable(s *Source) bool {
	return (s.Origin == Field || s.Origin == Text) && currenciesMeet(d.c, s) && s.Role != RoleCost && !s.contradicts(d.m.around)
}

// product checks v = n x unit price.
func (d *deriver) product() *Source {
	for _, n := range d.counts {
		unit, err := d.v.QuoExact(n.n, 0)
		if err != nil {
			continue
		}
		back, err := unit.Mul(n.n)
		if err != nil || !back.Equal(d.v) {
			continue
		}
		for _, s := range d.operands(unit) {
			if s.Role == 0 || s.Role == RolePrice || s.Role == RoleShipping {
				return d.derived("product", s)
			}
		}
	}
	return d.lineTotal()
}

// productOfSentence checks v = n x another sourced amount of the sentence.
func (d *deriver) productOfSentence() *Source {
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || o.Kind != Money || o.Sentence != d.c.Sentence || o.Derived || len(o.Sources) == 0 {
			continue
		}
		s := o.best()
		for _, n := range d.counts {
			if got, err := s.Amount.Mul(n.n); err == nil && got.Equal(d.v) && currenciesMeet(d.c, s) {
				return d.derived("product", s)
			}
		}
	}
	return nil
}

// lineTotal checks v = quantity x price of one record.
func (d *deriver) lineTotal() *Source {
	for _, q := range d.m.index.sources {
		if q.Kind != Quantity || q.group == nil || q.Origin != Field || !q.Amount.IsPos() || !q.quantity {
			continue
		}
		unit, err := d.v.Quo(q.Amount)
		if err != nil {
			continue
		}
		for _, s := range d.operands(unit) {
			if s.group == q.group {
				return d.derived("product", s, q)
			}
		}
	}
	return nil
}

// sum checks v against the other sourced amounts of the reply, against the amounts of a record, and against those of
// a whole list.
func (d *deriver) sum() *Source {
	if parts := d.claimsThatSum(); parts != nil {
		return d.derived("sum", parts...)
	}
	if parts := d.namedThatSum(); parts != nil {
		return d.derived("sum", parts...)
	}
	if parts := d.listThatSums(); parts != nil {
		return d.derived("sum", parts...)
	}
	for _, a := range d.m.index.sources {
		if a.Kind != Money || !d.usable(a) || a.group == nil {
			continue
		}
		rest, err := d.v.Sub(a.Amount)
		if err != nil || !rest.IsPos() {
			continue
		}
		for _, b := range d.operands(rest) {
			if b != a && b.group == a.group && b.Role != a.Role {
				return d.derived("sum", a, b)
			}
		}
	}
	return nil
}

// others returns the best source of every other sourced single amount of the reply.
func (d *deriver) others() []*Source {
	var list []*Source
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || o.Kind != Money || o.Derived || len(o.Sources) == 0 || !o.Readings[0].single() || len(list) == maxCounts {
			continue
		}
		if s := o.best(); s != nil && s.Kind == Money && currenciesMeet(d.c, s) {
			list = append(list, s)
		}
	}
	return list
}

// best returns the source that most rules would take first.
func (c *Claim) best() *Source {
	var best *Source
	rank := -1
	for _, s := range c.Sources {
		r := 0
		if s.Origin == Field {
			r += 4
		}
		if !s.Cached {
			r += 2
		}
		if !s.Echoed {
			r++
		}
		if r > rank {
			best, rank = s, r
		}
	}
	return best
}

// claimsThatSum looks for a run of the reply's other amounts, all of them or neighbours, that add up to v.
func (d *deriver) claimsThatSum() []*Source {
	list := d.others()
	for from := range list {
		sum := Decimal{}
		for to := from; to < len(list); to++ {
			var err error
			if sum, err = sum.Add(list[to].Amount); err != nil {
				break
			}
			if to > from && sum.Equal(d.v) {
				return list[from : to+1]
			}
		}
	}
	return nil
}

// namedThatSum adds up the prices of the records that the sentence names.
func (d *deriver) namedThatSum() []*Source {
	var parts []*Source
	sum := Decimal{}
	for _, n := range d.m.mentions {
		if n.span.Start < d.c.Sentence.Start || n.span.End > d.c.Sentence.End || len(n.label.groups) != 1 {
			continue
		}
		for _, s := range d.m.index.sources {
			if s.group == n.label.groups[0] && s.Kind == Money && s.Role == RolePrice && s.Origin == Field && currenciesMeet(d.c, s) {
				if slices.Contains(parts, s) || len(parts) == maxCounts {
					return nil
				}
				var err error
				if sum, err = sum.Add(s.Amount); err != nil {
					return nil
				}
				parts = append(parts, s)
				break
			}
		}
	}
	if len(parts) < 2 || !sum.Equal(d.v) {
		return nil
	}
	return parts
}

// listThatSums looks for a list in a result whose amounts of one key add up to v, each times its quantity.
func (d *deriver) listThatSums() []*Source {
	lists := map[string][]*Source{}
	var keys []string
	quantities := map[*group]*Source{}
	for _, s := range d.m.index.sources {
		if s.quantity && s.group != nil {
			quantities[s.group] = s
		}
		if s.Kind != Money || s.Origin != Field || s.Role != RolePrice && s.Role != RoleTotal && s.Role != 0 || !d.usable(s) {
			continue
		}
		if key, ok := listPath(s.Path); ok {
			key = s.Server + " " + s.Tool + " " + key
			if lists[key] == nil {
				keys = append(keys, key)
			}
			lists[key] = append(lists[key], s)
		}
	}
	for _, key := range keys {
		plain, weighted := Decimal{}, Decimal{}
		for _, s := range lists[key] {
			plain, _ = plain.Add(s.Amount)
			n := decimal.MustNew(1, 0)
			if q := quantities[s.group]; q != nil {
				n = q.Amount
			}
			if line, err := s.Amount.Mul(n); err == nil {
				weighted, _ = weighted.Add(line)
			}
		}
		if len(lists[key]) > 1 && (weighted.Equal(d.v) || plain.Equal(d.v)) {
			return lists[key]
		}
	}
	return nil
}

// listPath returns a path with its last index left out; false where it has none.
func listPath(path string) (string, bool) {
	for end := len(path) - 1; end > 0; end-- {
		if path[end] != ']' {
			continue
		}
		for i := end; i >= 0; i-- {
			if path[i] == '[' {
				return path[:i] + path[end+1:], true
			}
		}
	}
	return "", false
}

// difference checks v = a - b, in one record or among the reply's sourced amounts.
func (d *deriver) difference() *Source {
	list := d.others()
	for _, a := range list {
		for _, b := range list {
			if diff, err := a.Amount.Sub(b.Amount); err == nil && diff.Equal(d.v) {
				return d.derived("difference", a, b)
			}
		}
	}
	if s := d.fromSaid(list); s != nil {
		return s
	}
	for _, b := range d.m.index.sources {
		if b.Kind != Money || !d.usable(b) || b.group == nil {
			continue
		}
		total, err := b.Amount.Add(d.v)
		if err != nil {
			continue
		}
		for _, a := range d.operands(total) {
			if a.group == b.group && a.Role != b.Role {
				return d.derived("difference", a, b)
			}
		}
	}
	return nil
}

// fromSaid checks that v is the difference of a sourced amount and one that the customer named and the reply gives
// back: "€15 under your budget of €50". The customer's figure needs no proof.
func (d *deriver) fromSaid(list []*Source) *Source {
	for i := range d.m.reply.Claims {
		o := &d.m.reply.Claims[i]
		if o == d.c || !o.Echo || o.Asserted || o.Kind != Money || len(o.Readings) != 1 {
			continue
		}
		said := o.Readings[0].Amount
		if o.Readings[0].OpenLow {
			said = o.Readings[0].High
		}
		for from := range list {
			sum := Decimal{}
			for to := from; to < len(list); to++ {
				var err error
				if sum, err = sum.Add(list[to].Amount); err != nil {
					break
				}
				if diff, err := sum.Sub(said); err == nil && diff.Abs().Equal(d.v) {
					return d.derived("difference", list[from:to+1]...)
				}
			}
		}
	}
	return nil
}

// percentage checks v = p x (1 - q), p x q, p x (1 + q) and p / (1 + q), rounded to the currency's digits.
func (d *deriver) percentage() *Source {
	for _, q := range d.rates() {
		one := decimal.MustNew(1, 0)
		rate, err := q.Amount.Quo(hundred)
		if err != nil || !rate.IsPos() {
			continue
		}
		less, _ := one.Sub(rate)
		more, _ := one.Add(rate)
		for _, p := range d.bases(q) {
			for _, try := range [...]struct {
				op     string
				cue    cue
				factor Decimal
			}{{"percent_off", cueOff, less}, {"percent_of", cueOff | cuePercent | cueTax, rate}, {"tax", cueTax, more}} {
				if d.cues&try.cue == 0 {
					continue
				}
				if got, err := p.Amount.Mul(try.factor); err == nil && d.rounds(got) {
					return d.derived(try.op, p, q)
				}
			}
			if net, err := p.Amount.Quo(more); err == nil && d.cues&cueTax != 0 && d.rounds(net) {
				return d.derived("tax", p, q)
			}
		}
	}
	return nil
}

// rates returns the percentages that the reply states with a source.
func (d *deriver) rates() []*Source {
	var list []*Source
	for i := range d.m.reply.Claims {
		if o := &d.m.reply.Claims[i]; o.Kind == Percent && len(o.Sources) > 0 && len(list) < maxCounts {
			list = append(list, o.best())
		}
	}
	for _, s := range d.m.index.sources {
		if s.Kind == Percent && s.Origin == Field && !slices.Contains(list, s) && len(list) < 4*maxCounts {
			list = append(list, s)
		}
	}
	return list
}

// bases returns the amounts that a rate may apply to: the reply's own, and those of the rate's record.
func (d *deriver) bases(q *Source) []*Source {
	list := d.others()
	for _, s := range d.m.index.sources {
		if s.Kind == Money && s.group != nil && s.group == q.group && d.usable(s) && !slices.Contains(list, s) && len(list) < 4*maxCounts {
			list = append(list, s)
		}
	}
	return list
}

// rounds reports whether v is what got rounds to, half up, half even or cut, in the currency's digits.
func (d *deriver) rounds(got Decimal) bool {
	digits := 2
	if code := d.c.Currency(); code != "" {
		digits = CurrencyExponent(code)
	}
	if got.Equal(d.v) || got.Round(digits).Equal(d.v) {
		return true
	}
	half := decimal.MustNew(5, digits+1)
	up, err := got.Add(half)
	return err == nil && up.Trunc(digits).Equal(d.v)
}

// share checks v = p / n, rounded.
func (d *deriver) share() *Source {
	for _, n := range d.counts {
		for _, p := range d.others() {
			if got, err := p.Amount.Quo(n.n); err == nil && d.rounds(got) {
				return d.derived("share", p)
			}
		}
		if d.cues&cueInstalment != 0 {
			for _, p := range d.m.index.sources {
				if p.Kind != Money || !d.usable(p) || p.Role != RolePrice && p.Role != RoleTotal {
					continue
				}
				if got, err := p.Amount.Quo(n.n); err == nil && d.rounds(got) {
					return d.derived("share", p)
				}
			}
		}
		exact, err := d.v.Mul(n.n)
		if err != nil {
			continue
		}
		for _, p := range d.operands(exact) {
			return d.derived("share", p)
		}
	}
	return nil
}

// percentOfTwo checks that a percentage is the difference of two amounts of one record, or of the reply, to at most
// one decimal.
func (d *deriver) percentOfTwo() *Source {
	digits := d.v.MinScale()
	if digits > 1 {
		return nil
	}
	pair := func(a, b *Source) bool {
		diff, err := a.Amount.Sub(b.Amount)
		if err != nil || !diff.IsPos() || !a.Amount.IsPos() {
			return false
		}
		share, err := diff.Quo(a.Amount)
		if err != nil {
			return false
		}
		share, err = share.Mul(hundred)
		return err == nil && (share.Round(digits).Equal(d.v) || share.Trunc(digits).Equal(d.v))
	}
	list := d.others()
	for _, a := range list {
		for _, b := range list {
			if pair(a, b) {
				return d.derived("percent", a, b)
			}
		}
	}
	return nil
}

// daysAhead checks that a day is as many days from today as a field says.
func (d *deriver) daysAhead(day time.Time) *Source {
	today := d.m.reply.today()
	for _, s := range d.m.index.sources {
		if s.Kind != Duration || s.Origin != Field || s.contradicts(d.m.around) {
			continue
		}
		if seconds, _, ok := s.Amount.Int64(0); ok && seconds > 0 && seconds%86400 == 0 && seconds < 86400*1000 &&
			today.AddDate(0, 0, int(seconds/86400)).Equal(day) {
			return d.derived("days_ahead", s)
		}
	}
	return nil
}

// today is the turn's day.
func (r *Reply) today() time.Time { return dayOf(r.Now.In(r.zone())) }

// derived returns a source that rests on its operands: cached if one of them is, and as old as the oldest.
func (d *deriver) derived(op string, operands ...*Source) *Source {
	first := operands[0]
	s := &Source{
		Kind: d.c.Kind, Server: first.Server, Tool: first.Tool, Path: first.Path, Role: first.Role, Entity: first.Entity,
		Origin: Derived, Amount: d.v, Currency: first.Currency, Raw: d.c.Text, AsOf: first.AsOf, Op: op,
		Operands: slices.Clone(operands),
	}
	for _, o := range operands {
		s.Cached, s.Earlier, s.Echoed = s.Cached || o.Cached, s.Earlier || o.Earlier, s.Echoed || o.Echoed
		if o.AsOf.Before(s.AsOf) {
			s.AsOf = o.AsOf
		}
		if o.Server != s.Server {
			s.Server, s.Tool = "", ""
		}
	}
	if op == "sum" || op == "product" {
		s.Role = RoleTotal
	}
	return s
}
