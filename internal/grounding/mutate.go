package grounding

import (
	"math/rand"
	"slices"
	"strings"
)

// Case is a reply to judge: a true one, or one with a single value changed.
type Case struct {
	Text
	Kind Kind
	Mark int    // which of the marks was changed
	Was  string // the value as it stood
	Is   string // and as it stands now
}

// Mutator changes values of replies.
type Mutator struct {
	rnd     *rand.Rand
	locales map[string]*Locale
}

// NewMutator returns a mutator that draws from a seed.
func NewMutator(seed int64) *Mutator {
	return &Mutator{rnd: rand.New(rand.NewSource(seed)), locales: Locales()}
}

// Mutate returns a case for every mark of a text and every kind of mutation that applies to it. A value that a tool
// returned, or that the reply states elsewhere, is never taken for a changed one, but for Field and Entity.
func (m *Mutator) Mutate(t *Text) []Case {
	var list []Case
	known := valuesOf(t)
	for i := range t.Marks {
		for _, k := range Kinds() {
			if c, ok := m.change(t, i, k, known); ok {
				list = append(list, c)
			}
		}
	}
	return list
}

// change returns the text with mark i changed in one way, where that can be done.
func (m *Mutator) change(t *Text, i int, k Kind, known map[string]bool) (Case, bool) {
	mark := &t.Marks[i]
	if slices.Contains(mark.Keep, k) {
		return Case{}, false
	}
	was := t.Reply[mark.Start:mark.End]
	is := m.write(t, mark, was, k, known)
	if is == "" || is == was {
		return Case{}, false
	}
	c := Case{Text: *t, Kind: k, Mark: i, Was: was, Is: is}
	c.Reply = t.Reply[:mark.Start] + is + t.Reply[mark.End:]
	c.Marks = nil
	return c, true
}

// write returns what stands in the place of a value, or "" where the kind does not apply.
func (m *Mutator) write(t *Text, mark *Mark, was string, k Kind, known map[string]bool) string {
	switch k {
	case Field, Entity:
		if list := mark.Others[k]; len(list) > 0 {
			return list[m.rnd.Intn(len(list))]
		}
	case Currency:
		if list := mark.Others[k]; len(list) > 0 {
			return list[m.rnd.Intn(len(list))]
		}
		if mark.Sort == Money {
			return m.currency(t, was)
		}
	case Day:
		if mark.Sort == Date {
			return m.day(t, was)
		}
	case Digit, Scale, Rounding:
		if mark.Sort == ID || mark.Sort == Phone {
			return m.name(was, k)
		}
		if mark.Sort == Date || mark.Sort == Duration && k != Digit {
			return ""
		}
		return m.number(t, mark, was, k, known)
	default:
	}
	return ""
}

// number changes the first number of a value.
func (m *Mutator) number(t *Text, mark *Mark, was string, k Kind, known map[string]bool) string {
	n, ok := readNumber(was)
	if !ok {
		return ""
	}
	l := m.locales[t.Lang]
	var list []string
	put := func(units int64) {
		if units > 0 && units != n.units && !known[plain(units, n.places)] {
			list = append(list, was[:n.start]+n.write(units, l)+was[n.end:])
		}
	}
	switch k {
	case Digit:
		for range 8 {
			put(m.digit(n.units))
		}
	case Scale:
		put(n.units * 10)
		if n.units >= pow10(n.places+1) && n.units%10 == 0 || n.places > 0 && n.units >= 100*pow10(n.places) {
			put(n.units / 10)
		}
		if mark.Sort == Money {
			word := []string{l.Thousand, l.Million}[m.rnd.Intn(2)]
			rest := was[n.end:]
			if rest != "" && (isLetter(rest[0]) && rest[0] < 0x80) {
				rest = " " + rest // "5kr" is "5 million kr"
			}
			if !strings.HasPrefix(rest, ",-") && !strings.HasPrefix(rest, ".-") && !strings.HasPrefix(rest, ".–") && !strings.HasPrefix(rest, ",–") {
				list = append(list, was[:n.end]+strings.TrimPrefix(word, "0")+rest)
			}
		}
	case Rounding:
		for _, r := range rounded(n) {
			put(r)
		}
	default:
	}
	if len(list) == 0 {
		return ""
	}
	return list[m.rnd.Intn(len(list))]
}

// digit changes one digit.
func (m *Mutator) digit(v int64) int64 {
	s := digits(v)
	i := m.rnd.Intn(len(s))
	d := int64(m.rnd.Intn(10))
	if i == 0 && d == 0 {
		d = 1
	}
	return v + (d-int64(s[i]-'0'))*pow10(len(s)-1-i)
}

// rounded returns the round numbers near n: of whole units, of fives, of tens.
func rounded(n number) []int64 {
	one := pow10(n.places)
	var list []int64
	for _, step := range []int64{one, 5 * one, 10 * one} {
		if r := (n.units + step/2) / step * step; r != n.units && r > 0 {
			list = append(list, r)
			break
		}
	}
	return list
}

// name changes one digit of an id or a phone number, which has no other kinds.
func (m *Mutator) name(was string, k Kind) string {
	b := []byte(was)
	var at []int
	for i := range b {
		if isDigit(b[i]) {
			at = append(at, i)
		}
	}
	if k != Digit || len(at) == 0 {
		return ""
	}
	i := at[m.rnd.Intn(len(at))]
	b[i] = '0' + (b[i]-'0'+byte(1+m.rnd.Intn(9)))%10
	return string(b)
}
