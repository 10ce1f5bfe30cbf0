package guard

import "time"

// Span is a half-open range of bytes in the original text.
type Span struct{ Start, End int }

// Reason says why a claim is not sourced. The zero Reason means that it is, or has not been judged.
type Reason uint8

// The reasons of an unsourced claim.
const (
	// Unsourced: no value of the evidence equals it.
	Unsourced Reason = iota + 1
	// Misattributed: the value exists, but belongs to another role or entity.
	Misattributed
	// CurrencyMismatch: the figure exists, in another currency.
	CurrencyMismatch
	// ApproxTooFar: the claim is approximate and no value is near enough.
	ApproxTooFar
	// WeekdayMismatch: the weekday, or "tomorrow", does not fall on the day that is named with it.
	WeekdayMismatch
	// TooMany: the text holds more claims than are looked at.
	TooMany
)

var reasonNames = [...]string{"", "unsourced", "misattributed", "currency_mismatch", "approx_too_far", "weekday_mismatch", "too_many"}

// String returns the reason in lower case, and "" for the zero Reason.
func (r Reason) String() string { return reasonNames[r] }

// Claim is one statement in a reply, or in the arguments of a write, that must be sourced.
//
// A Claim is filled by [Finder.Find]; [Reply.Match] adds its sources. It must not be changed afterwards.
type Claim struct {
	Kind Kind
	// Span of the claim in the reply's text, and of the sentence that holds it, in bytes.
	Span, Sentence Span
	// Text is the claim as written.
	Text string
	// Place is "reply", or the path of the argument, as "args.amount".
	Place string
	// Readings holds the values that the notation can mean: one, or up to three where it is ambiguous
	// ("1.234 €" is 1234 or 1.234). Reading 0 is the usual one until the evidence has decided.
	Readings []Reading
	// Currencies that the sign can mean, as ISO 4217 codes, sorted; empty for anything but money. A bare "$"
	// holds many.
	Currencies []string
	About      About
	Role       Role
	// Entity that the sentence names (a sku, a name), where the evidence knows it.
	Entity string

	Approx       bool // "about", "ca."
	Negated      bool // "not €209"
	Echo         bool // the customer said this value
	Asserted     bool // the reply affirms it
	Hypothetical bool // "if it were €209"
	Quoted       bool // inside quotation marks or a code block
	Struck       bool // struck out
	Derived      bool // matched only by a derived source

	// Sources that match, in a stable order; all of them, whatever the rules then think of each.
	Sources []*Source
	// Reason is why Sources is empty.
	Reason Reason
	// Check is the name of the check that refused a misattributed claim, as "other_key"; docs/architecture.md lists them.
	Check string
	// Nearest is the evidence closest in value to an unsourced claim, or nil.
	Nearest *Source

	reply       *Reply
	within      *group    // of an argument: the record that it stands in
	first, next int32     // its tokens
	block       int32     // where its list begins, counted from 1; 0 where nobody has asked
	tried       int32     // what the matcher had learnt of the claims when it was last looked at
	period      bool      // of a date: a week, month or year named as one
	stop        time.Time // of a run of days between two stated ends: the day on which the upper one begins
	due         days      // of a duration: the days that it leads to, where the text counts it from now
	owed        bool      // the balance that it speaks of is still to be paid
	timed       bool      // of a date: a time of day stands behind it
	hour        clock     // and which
	count       Decimal   // of a duration: how many of its unit
	unread      bool      // an amount that cannot be read, so nothing is its source
	terms       term      // what it is for, or per
	gauge       gauge     // of a quantity: what it counts or measures
	loose       bool      // of what the customer said: an amount, or a number that may be one
	own         bool      // of a deed: the speaker says that it did it itself
	whole       bool      // "in total", "="
	weak        bool      // its role is a price because of "is" alone
	free        bool      // "free", "sold out": zero, if a tool has named another figure
	freely      bool      // it says how something is done
	from        bool      // "from €50": a bound that names its lowest value
	ahead       ahead     // how much of the text after it its sources rest on
	asked       ahead     // how much of it its rules have read, where the reply is streamed
}

// Reading is one value that a claim's notation can mean.
type Reading struct {
	// Amount is the exact value of money, percent, quantity and duration (in seconds). For a range it is Low.
	Amount Decimal
	// Low and High bound a range; they equal Amount for a single value. An open end is marked by OpenLow
	// ("up to €50") or OpenHigh ("from €50").
	Low, High         Decimal
	OpenLow, OpenHigh bool
	// Day and LastDay bound a date, as midnights in the reply's zone; equal for a single day.
	Day, LastDay time.Time
	// ID is the normal form of an id, phone, URL or e-mail.
	ID string
}

// Currency returns the claim's currency where it is certain: the only one that its sign can mean, or the
// one that its matching source has. Otherwise it is "".
func (c *Claim) Currency() string {
	if len(c.Currencies) == 1 {
		return c.Currencies[0]
	}
	for _, s := range c.Sources {
		if s.Currency != "" {
			return s.Currency
		}
	}
	return ""
}

// Source is one value that a claim may rest on. A Source is immutable once evidence holds it.
type Source struct {
	Kind   Kind
	Role   Role
	Origin Origin

	Cached  bool
	Echoed  bool // equals a value in the same call's arguments
	Earlier bool // from an earlier turn

	quantity bool // how many of its record are meant
	opened   bool // of a date: the key is a weekday
	unsure   bool // of a whole amount: its key does not say that it is one
	meaning  int8 // which reading of an ambiguous notation this is, from 0
	about    About
	span     unitID   // of a date: the week, the month or the year that begins on Day; 0 for a day
	words    wordSet  // what its key and those around it say
	gauge    gauge    // what a quantity counts or measures
	ids      *wordIDs // the words of its key, or nil
	over     *wordIDs // and those of the key above it

	// Server and Tool that returned it; "" for a known statement and for what the customer said.
	Server, Tool string
	// Path of the value in the tool's JSON, as "items[0].price.amount"; for a known statement its name.
	Path   string
	Entity string
	// Amount and Currency of a figure; Currency is "" where the result does not say.
	Amount   Decimal
	Currency string
	Day      time.Time // of a date: midnight in the turn's zone
	ID       string    // normal form of an id, phone, URL or e-mail
	Raw      string    // as it stands in the result
	AsOf     time.Time // when the value was true at its origin; zero if nobody said
	// Operands of a derived source, as proof; nil otherwise.
	Operands []*Source
	// Op names the derivation: "product", "sum", "difference", "percent_off", ...; "" otherwise.
	Op string

	group *group // the names of its record
	tells *told  // what its path tells, where that is known, or nil
	rare  *rare  // or nil
}

// rare is what few sources have.
type rare struct {
	object     string   // of a completed write: the action that it creates the object of, as "return"
	times      Decimal  // of a product or a share: the number that the text multiplies or divides by
	currencies []string // of a sign that can mean several, where Currency is ""
}

// more returns what few sources have, all zero for most.
func (s *Source) more() rare {
	if s.rare == nil {
		return rare{}
	}
	return *s.rare
}

// From reports whether the claim names the lowest of several values ("from €50", "ab 3,63 EUR"), rather than a bound
// that the value itself need not reach ("over €50").
func (c *Claim) From() bool { return c.from }
