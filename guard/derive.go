package guard

import (
	"slices"
	"time"
)

// deriver checks backwards whether a claim follows from values that are known. It never computes what might be said:
// it needs a cue in the sentence, goes one step deep, and stays inside one record or among the sourced claims of the
// reply, for every looser rule lets invented figures pass.
type deriver struct {
	m       *matcher
	c       *Claim
	v       Decimal
	cues    cue
	counts  []Decimal // numbers in the sentence
	before  int       // how many of them stand before the claim
	terms   term      // of the sentence
	bound   bool      // the claim itself counts: only that number is tried
	counted bool      // one of them stands before the claim in its clause
	rests   bool      // it speaks of what is left or missing
	limit   int       // the token where the text ends that is looked at
	without int       // the first token that says "without", counted from 1; 0 where nobody has asked

	workdays bool // the claim counts business days
}

// maxShort is how many words a reply has at most that leaves to the question what its figure is.
const maxShort = 4

// maxCounts bounds the numbers of a sentence that are tried.
const maxCounts = 12

// derive looks for sources that an unsourced claim follows from.
func (m *matcher) derive(c *Claim) {
	c.Derived = false
	if len(c.Sources) > 0 || c.Reason != 0 || len(c.Readings) == 0 {
		return
	}
	if c.open() && m.reply.tokens != nil {
		m.bounded(c)
	}
	if !c.Readings[0].single() && !c.from && c.Kind != Date || len(c.Sources) > 0 {
		return
	}
	if m.reply.tokens == nil {
		m.follows(c)
		return
	}
	d := &m.deriver
	*d = deriver{m: m, c: c, counts: m.counts[:0]}
	for a, limit := range m.reply.limits(c) {
		if limit > d.limit && d.derive(limit) {
			if len(m.reply.Said) > 0 {
				a = max(a, int(aheadNext)) // whether a figure of the customer's is affirmed shows there
			}
			c.note(ahead(a))
			return
		}
	}
}

// otherwiseStated reports whether a field has the claim's value by a name that its words contradict: what another field and a
// third one differ by is no proof then, for the field that is meant has another value.
func (m *matcher) otherwiseStated(c *Claim) bool {
	for i := range c.Readings {
		v := &c.Readings[i]
		for _, s := range m.candidates(c, v.Amount, v.Day.Unix(), v.ID) {
			if sameKind(c.Kind, s.Kind) && s.Origin == Field && !s.contradicts(m.around) && m.otherKey(c, s) {
				return true
			}
		}
	}
	return false
}

// derive looks for sources that the claim follows from, in the text before token limit.
func (d *deriver) derive(limit int) bool {
	c := d.c
	*d = deriver{m: d.m, c: c, limit: limit, counts: d.counts[:0]}
	d.look()
	for i := range c.Readings {
		d.v = c.Readings[i].Amount
		s := d.find(i)
		if s != nil && d.conforms(s) && !d.m.statesAgain(c) && !(s.Op == "difference" && !d.stated(s.Operands) && d.m.otherwiseStated(c)) {
			c.Sources, c.Derived = []*Source{s}, true
			c.Readings[0], c.Readings[i] = c.Readings[i], c.Readings[0]
			return true
		}
	}
	return false
}

// look reads the cues and the numbers of the claim's sentence.
func (d *deriver) look() {
	r := d.m.reply
	s := r.sentences[r.sentenceOf(int(d.c.first))]
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	first, next := d.part(max(s.first, int(d.c.first)-4*reach), min(s.next, int(d.c.next)+2*reach, d.limit))
	for i := max(s.first, int(d.c.first)-4*reach); i < min(s.next, int(d.c.next)+2*reach, d.limit); i++ {
		t := &r.tokens[i]
		if e, _ := p.phrase(i); e != nil {
			d.cues |= e.cues | t.word.cues
			d.terms |= e.terms | t.word.terms
			if e.about == AboutDiscount {
				d.cues |= cueOff // "you'd save"
			}
			if e.tones&toneHalf != 0 {
				d.cues |= cueOff // "students pay half"
			}
			d.rests = d.rests || (e.tones|t.word.tones)&toneRest != 0
		}
		if d.c.Kind == Money && slices.Contains(spentWords, t.hash) {
			d.cues |= cueMore // "you've spent $63.75 of it"
		}
		if t.hash == hashMais && r.Language == "pt" {
			d.cues |= cueMore
		}
		if t.hash == hashOver && r.Language == "nl" && i == int(d.c.first)-1 {
			d.cues |= cueIn // "over drie dagen"
		}
		if i == int(d.c.next) && t.has(cueUpTo|cueOver) {
			d.cues |= cueMore // "€6.50 below the list price"
		}
		if i < int(d.c.first) && slices.Contains(insteadWords, t.hash) {
			d.cues |= cueOff // "instead of €44.90 you pay"
		}
		if t.is('*') || t.sym == '×' || t.is('@') {
			d.cues |= cueTimes
		}
		if i < first || i >= next || i >= int(d.c.first) && i < int(d.c.next) || len(d.counts) == maxCounts || !r.countsAt(i) || d.m.inMention(i) || r.measuresAt(i) {
			continue
		}
		if n, ok := p.smallNumber(i); ok {
			d.counts = append(d.counts, n)
			if i < int(d.c.first) {
				d.before = len(d.counts)
			}
			d.counted = d.counted || i < int(d.c.first) && d.sameClause(i)
		}
	}
	if d.c.owed {
		d.cues |= cueMore
	}
	if h := r.heard; h != nil && len(r.Said) > 0 && s.next-s.first-int(d.c.next-d.c.first) <= maxShort {
		d.cues, d.rests = d.cues|h.cues&(cueMore|cueOff|cueBoth|cueWith), d.rests || h.rests // "What is left to pay?" "€240."
	}
	if n, ok := d.m.count(d.c); ok {
		d.counts, d.bound, d.counted = append(d.counts[:0], n), true, true
		return
	}
	if r.heard != nil {
		for i := range r.heard.Claims {
			if h := &r.heard.Claims[i]; h.Kind == Quantity && h.Readings[0].single() && h.Readings[0].Amount.IsInt() && len(d.counts) < maxCounts {
				d.counts = append(d.counts, h.Readings[0].Amount)
			} else if h.Kind == Duration && !h.count.IsZero() && h.count.IsInt() && h.Readings[0].single() && h.Readings[0].Amount.Cmp(whole(86400)) >= 0 && len(d.counts) < maxCounts {
				d.counts = append(d.counts, h.count) // "4 nights"
			}
		}
	}
}

// end returns the byte where the text ends that is looked at.
func (d *deriver) end() int { return int(d.m.reply.tokens[d.limit-1].end) }

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
	case t.word != nil && t.word.class == classUnit && t.word.number >= 2 && (t.word.cues == 0 && !p.homograph(i) || t.hash == hashDos && p.reply.Language == "es" || t.hash == hashDue && p.reply.Language == "it" || p.get(i-1).has(cueFor) && endsClause(p.get(i+1)) || p.get(i+1).near() && p.get(i+1).unit() != 0):
		return whole(t.word.number), true
	case t.word != nil && t.word.class == classHan && t.word.number >= 2 && t.word.number <= 9 && p.get(i+1) != nil && p.get(i+1).unit() != 0: // 两件
		return whole(t.word.number), true
	case t.has(cueBoth):
		return whole(2), true
	}
	if b := p.get(i - 1); b != nil && b.hash == hashZu {
		if n := slices.Index(togetherWords, t.hash); n >= 0 {
			return whole(int64(n + 2)), true
		}
	}
	return Decimal{}, false
}

var hashMais, hashDos, hashOver = hashWord("mais"), hashWord("dos"), hashWord("over")

// spentWords say that an amount is what is gone of another.
var spentWords = hashWords("spent", "used", "verbraucht", "ausgegeben", "dépensé", "utilisé", "gastado", "usado", "speso", "usato", "gebruikt", "uitgegeven", "gasto", "använt", "spenderat")

// togetherWords say in German behind "zu" how many do something together, from two on.
var hashZu, togetherWords = hashWord("zu"), hashWords("zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht")

// endsClause reports whether t ends a clause, or there is none.
func endsClause(t *token) bool { return t == nil || clause(t) }

// find tries each derivation that the cues allow.
func (d *deriver) find(reading int) *Source {
	switch d.c.Kind {
	case Money:
		if s := d.search(); s != nil {
			return s
		}
		if s := d.byMeasure(); s != nil {
			return s
		}
		if s := d.perPiece(); s != nil {
			return s
		}
		return d.pointsWorth()
	case Percent:
		if s := d.pointsApart(); s != nil {
			return s
		}
		if d.cues&(cueOff|cueMore) != 0 {
			if s := d.percentOfTwo(); s != nil {
				return s
			}
		}
		return d.exactShare()
	case Date:
		if v := &d.c.Readings[reading]; v.single() {
			return d.daysAhead(v.Day, false)
		} else if v.Day.Equal(d.m.reply.today()) {
			return d.daysAhead(v.LastDay, true) // "within 5 days"
		}
	case Duration:
		return d.daysBetween()
	case Quantity:
		return d.quantity()
	default:
	}
	return nil
}

// operands returns the amounts that equal v: those that the claim could itself have been.
func (d *deriver) operands(v Decimal) []*Source {
	var list []*Source
	for _, s := range d.m.index.amount(v) {
		if s.Kind == Money && d.usable(s) {
			list = append(list, s)
		}
	}
	return list
}

// usable reports whether s may be an operand: of a tool, in a fitting currency, of the record that the sentence names.
func (d *deriver) usable(s *Source) bool {
	return (s.Origin == Field || s.Origin == Text) && !s.unsure && currenciesMeet(d.c, s) && s.Role != RoleCost && !s.contradicts(d.m.around)
}

// daysAhead checks that a day is as many days from today as a field says; as the latest day, no lower end says it.
func (d *deriver) daysAhead(day time.Time, latest bool) *Source {
	today := d.m.reply.today()
	for _, s := range d.m.index.sources {
		if s.Kind != Duration || s.Origin != Field || s.contradicts(d.m.around) || latest && endOf(s.Path) < 0 {
			continue
		}
		if seconds, _, ok := s.Amount.Int64(0); ok && seconds > 0 && seconds%86400 == 0 && seconds < 86400*365*100 && s.endsOn(day, today, seconds) {
			return d.derived("days_ahead", s)
		}
	}
	return nil
}

// endsOn reports whether a duration of so many seconds that begins today ends on a day; business days are counted as such.
func (s *Source) endsOn(day, today time.Time, seconds int64) bool {
	if s.workdays() {
		return workdaysAfter(today, int(seconds/86400)).Equal(day)
	}
	return today.AddDate(0, 0, int(seconds/86400)).Equal(day) || monthsAhead(today, seconds).Equal(day)
}

// monthsAhead returns the day that is as many calendar months or years after today as the seconds make, or the zero time.
func monthsAhead(today time.Time, seconds int64) time.Time {
	switch days := seconds / 86400; {
	case days%365 == 0:
		return today.AddDate(int(days/365), 0, 0)
	case days%30 == 0:
		return today.AddDate(0, int(days/30), 0)
	}
	return time.Time{}
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

// insteadWords say that an amount takes the place of another.
var insteadWords = hashWords("instead", "statt", "anstatt", "lieu", "lugar", "vez", "invece", "plaats", "stället")
