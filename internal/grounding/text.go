package grounding

import (
	"fmt"
	"strings"
	"time"
)

// Sort says what a marked figure is.
type Sort uint8

// The sorts of figures, by the letters that mark them in a text.
const (
	Money    Sort = 'm'
	Percent  Sort = 'p'
	Date     Sort = 'd'
	Count    Sort = 'n' // of things: in stock, found, in the cart
	Duration Sort = 't'
	ID       Sort = 'i' // an order, a parcel, an account
	Phone    Sort = 'f'
)

// Kind is a way to change one value. The zero Kind is a true reply.
type Kind string

// The kinds of mutation.
const (
	True     Kind = ""
	Digit    Kind = "digit"    // one digit is another
	Scale    Kind = "scale"    // ten times as much, a tenth, thousand or million as a word
	Currency Kind = "currency" // another currency's sign, code or word
	Field    Kind = "field"    // the value of another field: the cost for the price
	Entity   Kind = "entity"   // the value of another record: the L's for the M's
	Day      Kind = "date"     // a day earlier or later
	Rounding Kind = "rounding" // rounded, and no word that says so
)

// Kinds lists the kinds of mutation.
func Kinds() []Kind { return []Kind{Digit, Scale, Currency, Field, Entity, Day, Rounding} }

// Tool is what one tool returned.
type Tool struct {
	Name string // as "server.tool"
	JSON string
	// MinorUnits lists the fields whose amounts are in minor units, as the declaration of the tool says.
	MinorUnits []string
}

// Mark is one figure in a reply that can be changed.
type Mark struct {
	Start, End int // in bytes of the reply
	Sort       Sort
	Others     map[Kind][]string // what Field, Entity and Currency write in its place
	Keep       []Kind            // that would leave the reply true
}

// Text is a reply that is true, given what tools returned.
type Text struct {
	Name  string // of the scene
	Lang  string // en, de, fr, es, it or nl
	Now   time.Time
	Said  []string // by the customer
	Tools []Tool
	Reply string
	Marks []Mark
}

// Marked reads a reply with its figures in braces: "It costs {m:€209.00|field=€249.00|entity=€189.00|-rounding}." is
// "It costs €209.00." with one mark. The letter is a [Sort]; field= and entity= give the value of another field or
// record as it would be written there, and may repeat; a kind behind a minus would leave the reply true, and is not
// tried. A malformed mark is an error.
func Marked(text string) (reply string, marks []Mark, err error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String(), marks, nil
		}
		inside, after, closed := strings.Cut(rest, "}")
		letter, body, lettered := strings.Cut(inside, ":")
		if !closed || !lettered || len(letter) != 1 || !strings.Contains("mpdntif", letter) {
			return "", nil, fmt.Errorf("no mark: {%.40s", rest)
		}
		parts := strings.Split(body, "|")
		m := Mark{Start: b.Len(), End: b.Len() + len(parts[0]), Sort: Sort(letter[0])}
		for _, p := range parts[1:] {
			if err := m.option(p); err != nil {
				return "", nil, err
			}
		}
		b.WriteString(parts[0])
		marks = append(marks, m)
		text = after
	}
}

// option reads what stands behind a bar in a mark.
func (m *Mark) option(p string) error {
	if kind, ok := strings.CutPrefix(p, "-"); ok {
		m.Keep = append(m.Keep, Kind(kind))
		return nil
	}
	kind, value, ok := strings.Cut(p, "=")
	if !ok || Kind(kind) != Field && Kind(kind) != Entity && Kind(kind) != Currency {
		return fmt.Errorf("no option of a mark: %q", p)
	}
	if m.Others == nil {
		m.Others = map[Kind][]string{}
	}
	m.Others[Kind(kind)] = append(m.Others[Kind(kind)], value)
	return nil
}
