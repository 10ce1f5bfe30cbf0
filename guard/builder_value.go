package guard

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/govalues/decimal"
)

// plainNumber reports whether a string is a decimal number and nothing else.
func plainNumber(s string) bool {
	first, point := 0, -1
	if s != "" && s[0] == '-' {
		first = 1
	}
	for i := first; i < len(s); i++ {
		switch c := s[i]; {
		case c-'0' <= 9:
		case c == '.' && point < 0 && i > first:
			point = i
		default:
			return false
		}
	}
	return len(s) > first && len(s)-first <= 40 && point != len(s)-1
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// number turns a number into a source.
func (b *builder) number(i int32, text string, f field) {
	l := &b.walker.leaves[i]
	if l.key.piece && l.key.name == "nanos" && b.sibling(l, "units") != nil || b.partOfDate(i, l) {
		return
	}
	digits := allDigits(text)
	if len(text) == 10 && f.sort == fieldMoney && digits && b.isEpoch(l, text, field{}) { // "next_payment_attempt"
		at, _ := b.timeOf(text, true)
		s := b.source(i, text, field{})
		s.Kind, s.Day = Date, at.days[0]
		b.add(s)
	}
	if (f.sort == fieldTime || f.sort == fieldUnknown && len(text) == 8 && l.key.gauge == 0 && l.key.rank == 0 && b.soon(text)) && b.compact(i, text, f) {
		return
	}
	s := b.source(i, text, f)
	if digits {
		s.ID = text
	}
	d, err := parseNumber(text)
	switch {
	case err != nil || len(text) > 20 || l.kind == leafString && s.ID != "" && len(text) > 1 && text[0] == '0':
		if s.ID == "" {
			return
		}
		s.Kind = ID
	case s.ID != "" && b.isEpoch(l, text, f):
		at, _ := b.timeOf(text, true)
		s.Kind, s.Day = Date, at.days[0]
		if f.role != RoleShipping {
			s.Role = 0
		}
		b.add(s)
		if !strings.HasSuffix(l.key.name, "date") && !strings.HasSuffix(l.key.name, "Date") { // a "due_date" is a day
			b.clockOf(s, at)
		}
		return
	case f.sort == fieldID && s.ID != "":
		s.Kind = ID
	case f.sort == fieldPercent:
		s.Kind, s.Amount = Percent, f.percent(d)
		if b.dialect.basis() && digits {
			s.Amount = inHundredths(d)
		}
	default:
		b.figure(s, l, d, f)
		b.unitBeside(s, l)
	}
	b.add(s)
	if digits && len(text) <= 5 {
		b.designator(i, text)
	}
}

// designator adds the id that a number forms with the code of a carrier beside it: {"carrierCode": "DY", "number": "1467"} is the flight DY1467.
func (b *builder) designator(i int32, text string) {
	l := &b.walker.leaves[i]
	switch l.key.name {
	case "number", "flightNumber", "flight_number", "flightNo", "flight_no", "trainNumber", "train_number":
	default:
		return
	}
	for _, name := range [...]string{"carrierCode", "carrier_code", "carrier", "airline", "airlineCode", "airline_code", "marketingCarrier", "marketing_carrier", "iata_code", "category"} {
		if o := b.sibling(l, name); o != nil && o.kind == leafString && o.end-o.start >= 2 && o.end-o.start <= 3 {
			s := b.source(i, text, field{sort: fieldID})
			s.Kind, s.ID = ID, normalID(b.walker.textOf(o)+text)
			b.add(s)
			return
		}
	}
}

// figure fills in a number that is a quantity, a duration or an amount.
func (b *builder) figure(s *Source, l *leaf, d Decimal, f field) {
	s.Kind, s.Amount = Quantity, d
	s.quantity = l.key.quantity
	if f.sort == fieldCount && d.Scale() == 0 && l.keys.seconds == 0 && l.key.seconds == 0 {
		return // most counts
	}
	code, near := b.currencyOf(l)
	each := code != "" && l.key.bare && d.Scale() >= 2
	if seconds := l.keys.seconds; seconds > 0 && !each && l.key.field.sort != fieldMoney && !(f.sort == fieldMoney && d.Scale() > 0) {
		if v, err := d.Mul(whole(seconds)); err == nil {
			s.Kind, s.Amount = Duration, v.Trim(0)
		}
		return
	}
	if b.earned(l, &f, near) {
		s.Amount, s.gauge = d.Abs(), gaugePoint
		return
	}
	near = near || f.minor
	hidden := f.sort == fieldUnknown && code != "" && !near && l.key.hidden(d)
	near = near || hidden
	unsaid := f.sort == fieldUnknown || f.sort == fieldTime || f.sort == fieldLabel && l.kind == leafNumber && l.key.name == "unit"
	if f.sort != fieldMoney && l.key.arrives {
		return
	}
	if f.role == RoleStock && d.Scale() > 0 && near && l.key.gauge == 0 {
		s.Kind, s.Currency, s.Role, s.gauge = Money, code, RoleBalance, 0 // {"disponibile": 887.6, "valuta": "EUR"}
		return
	}
	if f.sort == fieldMoney && !near && d.Scale() == 0 && strings.Contains(l.key.name, "credits") {
		return // {"credits_left": 4}
	}
	if l.key.name == "unit" && near && d.Scale() > 0 {
		s.Kind, s.Currency, s.Role, s.gauge = Money, code, RolePrice, 0 // {"unit": 649.0, "qty": 1}
		return
	}
	if f.sort == fieldCount && near && !each && b.hundredths(l, d) {
		b.also(s) // what is counted has no hundredths: {"extra_km": 0.25}
		s.Kind, s.Currency, s.unsure, s.gauge = Money, code, l.key.gauge&^gaugeThings != 0, 0
		if s.Role == RoleStock {
			s.Role = 0
		}
		return
	}
	if f.sort != fieldMoney && !each && !(unsaid && (near || f.role == RoleShipping && code != "")) {
		return
	}
	if unsaid && (d.Scale() == 0 || hidden && d.Scale() == 1 && !l.key.periodic) {
		b.also(s) // it may count something as well
		s.unsure = true
	}
	if code == "" && d.Scale() == 0 && !f.minor && l.key.gauge == 0 && (s.Role == 0 || s.Role == RoleBalance || s.Role == RoleTotal || s.Role == RoleOther) || s.gauge&gaugeEarned != 0 && l.key.code == "" && b.walker.records[l.parent].currency == "" {
		b.counted(s)
	}
	s.Kind, s.Currency = Money, code
	s.Amount = b.units(l, d, f, code)
}

// hidden reports whether a figure may be an amount though nothing near it names a currency: it has the decimals of one, and its key is that of no
// measure. {"leasing": {"monthly": 58.90}}.
func (k *key) hidden(d Decimal) bool {
	return k.gauge == 0 && k.perGauge == 0 && !k.measure && !k.arrives && (d.Scale() == 2 || d.Scale() == 1 || k.periodic) && !fractional(k.name)
}

// hundredths reports whether a figure under a key that counts has decimals that what is counted has not: {"remaining": "36.25"}, {"left": 40.5}.
func (b *builder) hundredths(l *leaf, d Decimal) bool {
	if l.key.measure || fractional(l.key.name) {
		return false
	}
	things := l.key.gauge&^gaugeThings == 0
	return d.Scale() == 2 && (things || l.kind == leafNumber) || d.Scale() == 1 && things && l.kind == leafNumber
}

// fractional reports whether a key is of a figure that has decimals and is no amount.
func fractional(name string) bool {
	switch name {
	case "lat", "lng", "lon", "latitude", "longitude", "factor", "multiplier", "average", "avg", "stars", "confidence", "probability", "similarity", "version", "elevation", "altitude",
		"rating", "score", "size", "weight", "width", "height", "length", "depth", "distance", "volume":
		return true
	}
	return false
}

// counted adds the reading of an amount as a count, where no currency says that it is none: {"points": {"balance": 2450}}.
func (b *builder) counted(s *Source) {
	b.also(s)
	b.sources[len(b.sources)-1].Role = 0
}

// also adds a source as it is, beside another reading of it.
func (b *builder) also(s *Source) {
	other := b.room()
	*other = *s
	b.add(other)
}

// isEpoch reports whether a whole number is an instant: seconds or milliseconds since 1970 under a key that names a time, or
// under one that says nothing, within ten years of now.
func (b *builder) isEpoch(l *leaf, text string, f field) bool {
	if len(text) != 10 && len(text) != 13 {
		return false
	}
	if f.sort == fieldTime {
		return true
	}
	n, err := strconv.ParseInt(text[:10], 10, 64)
	const decade = 10 * 366 * 86400
	return err == nil && f.sort == fieldUnknown && l.kind == leafNumber && n > b.now.Unix()-decade && n < b.now.Unix()+decade
}

// percent returns a percentage as written, or a hundred times a share of one: a tax rate of 0.19.
func (f field) percent(d Decimal) Decimal {
	if !f.share || d.Cmp(whole(1)) >= 0 {
		return d
	}
	v, err := d.Mul(hundred)
	if err != nil {
		return d
	}
	return v.Trim(0)
}

// inHundredths returns a hundredth of a whole number.
func inHundredths(d Decimal) Decimal {
	if v, err := d.Quo(hundred); err == nil {
		return v.Trim(0)
	}
	return d
}

// parseNumber is [decimal.Parse], faster for the plain figures that most are.
func parseNumber(text string) (Decimal, error) {
	coef, scale, point := int64(0), 0, false
	for i := 0; i < len(text) && len(text) <= 18; i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			coef = coef*10 + int64(c-'0')
			if point {
				scale++
			}
			if i+1 == len(text) {
				return decimal.New(coef, scale)
			}
		case c == '.' && !point && i > 0:
			point = true
		default:
			return decimal.Parse(text)
		}
	}
	return decimal.Parse(text)
}

// units returns an amount in major units.
func (b *builder) units(l *leaf, d Decimal, f field, code string) Decimal {
	if l.key.piece && l.key.name == "nanos" {
		if v, err := d.Quo(decimal.MustNew(1_000_000_000, 0)); err == nil {
			return v.Trim(0)
		}
	}
	if l.key.piece && l.key.name == "units" {
		if n := b.sibling(l, "nanos"); n != nil {
			if nanos, err := decimal.Parse(b.walker.textOf(n)); err == nil {
				nanos, _ = nanos.Quo(decimal.MustNew(1_000_000_000, 0))
				if sum, err := d.Add(nanos); err == nil {
					return sum.Trim(0)
				}
			}
		}
	}
	if !f.minor && !l.key.micros || f.whole && d.Scale() > 0 {
		return d
	}
	for range b.decimals(l, code) {
		if q, err := d.Quo(decimal.MustNew(10, 0)); err == nil {
			d = q
		}
	}
	return d
}

// maxSiblings bounds how far apart two fields of a record that are read together may stand.
const maxSiblings = 256

// sibling returns the scalar under another key of the same record, or nil.
func (b *builder) sibling(l *leaf, key string) *leaf {
	if l.parent < 0 {
		return nil
	}
	first := int(b.walker.records[l.parent].first)
	for i := first; i < min(len(b.walker.leaves), first+maxSiblings); i++ {
		if o := &b.walker.leaves[i]; o.parent == l.parent && o.key.name == key {
			return o
		}
	}
	return nil
}

// mute reports whether a text can hold neither a claim nor an id: a short one without a figure, a sign, a foreign letter
// or an address. A claim missed here only lacks a source.
func mute(text string) bool {
	for i := 0; i < len(text); i++ {
		if telling[text[i]] {
			return false
		}
	}
	return len(text) <= maxMute && !strings.HasPrefix(text, "www.")
}

// maxMute is the length from which a text without a figure may hold one in words.
const maxMute = 64

// telling marks the bytes that a value or an address may have: some ASCII characters, and all of other letters.
var telling = func() (t [256]bool) {
	for _, c := range []byte("0123456789$%&@{[/") {
		t[c] = true
	}
	for c := utf8.RuneSelf; c < len(t); c++ {
		t[c] = true
	}
	return t
}()

// words turns a string that is no plain number into sources.
func (b *builder) words(i int32, raw string, f field) {
	l, text := &b.walker.leaves[i], strings.TrimSpace(raw)
	if b.nested(i, text) || l.key.seconds > 0 && b.timeRange(i, raw, text, f) || b.localNumber(i, raw, text, f) {
		return
	}
	if at, ok := b.timeOf(text, f.sort == fieldTime); ok {
		b.moment(i, raw, f, at)
		return
	}
	if seconds, ok := isoDuration(text); ok {
		s := b.source(i, raw, f)
		s.Kind, s.Amount = Duration, whole(seconds)
		b.add(s)
		return
	}
	if b.scheduled(i, text) || b.hours(i, text) {
		return
	}
	if id := normalID(text); id != "" && (f.sort == fieldID || text[0] == '+' || !strings.Contains(text, " ") || grouped(text)) {
		s := b.source(i, raw, f)
		if s.Kind, s.ID = idKind(text, l.key.name), id; s.Kind == Phone {
			s.ID = phoneDigits(text)
		}
		b.add(s)
		if f.sort == fieldID || s.Kind != ID {
			return
		}
	}
	b.text(raw, i, f)
}

// moment adds the day of a time, and the day where it was written if that is another.
func (b *builder) moment(i int32, raw string, f field, at moment) {
	s := b.source(i, raw, f)
	s.Kind, s.Day = Date, at.days[0]
	if f.role != RoleShipping {
		s.Role = 0
	}
	b.add(s)
	b.clockOf(s, at)
	if at.days[1] != at.days[0] {
		other := b.room()
		*other = *s
		other.Day = at.days[1]
		b.add(other)
	}
}

// text adds the claims of a text: as a field's value where one claim is all of it, else with origin [Text].
func (b *builder) text(text string, i int32, f field) {
	if mute(text) && !(i >= 0 && b.walker.leaves[i].key.months) {
		return
	}
	r := &b.reply
	r.Text, r.Now, r.Zone = text, b.now, b.zone
	r.examine(false)
	whole := i >= 0 && (!b.walker.leaves[i].key.free || f.role != 0) && len(r.Claims) == 1 && strings.TrimSpace(text) == r.Claims[0].Text
	whole = whole || i >= 0 && !b.walker.leaves[i].key.free && len(r.Claims) == 1 && r.Claims[0].Kind == Money && perPeriodText(text, r.Claims[0].Text)
	both := i >= 0 && !b.walker.leaves[i].key.free && len(r.Claims) == 2 && dayAndHour(r)
	if whole && r.Claims[0].timed && r.Claims[0].hour.zone == nil {
		s := b.source(i, text, field{})
		y, m, d := r.Claims[0].Readings[0].Day.Date()
		b.timeOfDay(s, time.Date(y, m, d, r.Claims[0].hour.hour, r.Claims[0].hour.minute, 0, 0, b.zone))
	}
	if b.argued && !whole {
		b.setApart(i, text)
		return
	}
	for _, found := range sourcesOf(r) {
		if found.Kind == Time && found.meaning > 0 {
			continue // what a tool opens at 9 is not open at 21
		}
		as := f
		if i < 0 {
			as = field{role: found.Role}
		}
		s := b.source(i, found.Raw, as)
		s.Origin = Text
		if whole || both || found.Kind == Time && len(text) <= maxHours && i >= 0 && !b.walker.leaves[i].key.free {
			s.Origin = Field
		}
		s.Kind, s.Amount, s.Currency, s.Day, s.ID = found.Kind, found.Amount, found.Currency, found.Day, found.ID
		s.rare, s.meaning, s.gauge = found.rare, found.meaning, found.gauge
		if can := s.more().currencies; whole && s.Kind == Money && s.Currency == "" && len(can) > 1 {
			if code, _ := b.currencyOf(&b.walker.leaves[i]); code != "" && slices.Contains(can, code) {
				s.Currency = code
			}
		}
		b.add(s)
	}
}

// perPeriodText reports whether a text is an amount and the period that it is for, and nothing else: "12,90 EUR/Monat", "€12.90 per month".
func perPeriodText(text, amount string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), amount)
	if !ok {
		return false
	}
	rest = strings.ToLower(strings.TrimSpace(rest))
	after, ok := strings.CutPrefix(rest, "/")
	if !ok {
		word, unit, found := strings.Cut(rest, " ")
		if !found || !perWord(word) && word != "a" && word != "im" && word != "al" {
			return false
		}
		after = unit
	}
	after = strings.TrimSpace(after)
	return unitOfTime(singular(after)) != 0 || unitOfTime(after) != 0 || after == "mo" || after == "yr" || after == "mtl."
}

// dayAndHour reports whether a text is a day and a time of day, with hardly a word beside them: "Tue 10 Mar, 18:30", "10. März um 18:30 Uhr".
func dayAndHour(r *Reply) bool {
	a, c := &r.Claims[0], &r.Claims[1]
	if a.Kind == c.Kind || a.Kind != Date && a.Kind != Time || c.Kind != Date && c.Kind != Time {
		return false
	}
	if a.Span.Start > c.Span.Start {
		a, c = c, a
	}
	around := r.Text[:a.Span.Start] + " " + r.Text[min(a.Span.End, c.Span.Start):c.Span.Start] + " " + r.Text[max(a.Span.End, c.Span.End):]
	return len(strings.Trim(around, " ,.:;()–-")) <= 3
}
