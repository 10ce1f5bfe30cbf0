package guard

import (
	"time"
	"unicode/utf8"
)

// Record is a claim as a command prints it, and as JSON holds it. Its Kind is that of the claim, but "money_range" for a
// range or a bound of money.
type Record struct {
	Kind string `json:"kind"`
	// Amount of a single figure; Min and Max of a range, one of them of a bound. Of a duration they are seconds.
	Amount string `json:"amount,omitempty"`
	Min    string `json:"min,omitempty"`
	Max    string `json:"max,omitempty"`
	// Currency is the code where the notation can mean only one, else Currencies lists what it can mean.
	Currency   string   `json:"currency,omitempty"`
	Currencies []string `json:"currencies,omitempty"`
	// Start and End are the first and the last day of a date, as 2026-03-01.
	Start string `json:"start,omitempty"`
	End   string `json:"end,omitempty"`
	// Through is the last day of a run whose both ends are stated ("from 2 May to 9 June", "between 4 and 9 May"), its
	// upper end counted in; End of such a run is the day before the upper end begins. A text that is the run and nothing
	// else has no Through: its upper end is counted in.
	Through string `json:"through,omitempty"`
	// Value is the normal form of an id, phone, URL or e-mail, and the action of a report.
	Value string `json:"value,omitempty"`
	// Span is half open, in Unicode code points.
	Span [2]int `json:"span"`
	Text string `json:"text"`
	// Other lists what else the notation can mean, in the form of Amount or of Start.
	Other []string `json:"other,omitempty"`
	// Flags lists those that hold: approx, negated, echo, hypothetical, quoted, struck.
	Flags []string `json:"flags,omitempty"`
	About string   `json:"about,omitempty"`
}

// Records returns the claims of a reply in the order of the text. A duration that is counted from now ("in 5 minutes",
// "the next 4 business days") has a second record, of kind date, for the days that it leads to. It never returns nil.
func (r *Reply) Records() []Record {
	list := make([]Record, 0, len(r.Claims))
	bytes, runes := 0, 0
	at := func(pos int) int {
		if pos < bytes {
			bytes, runes = 0, 0
		}
		runes += utf8.RuneCountInString(r.Text[bytes:pos])
		bytes = pos
		return runes
	}
	for i := range r.Claims {
		if (r.Claims[i].free || r.Claims[i].Kind == Time) && len(r.Claims[i].Sources) == 0 && r.Claims[i].Reason == 0 {
			continue // not looked at against evidence, it is none
		}
		rec := r.Claims[i].record()
		rec.Span = [2]int{at(r.Claims[i].Span.Start), at(r.Claims[i].Span.End)}
		list = append(list, rec)
		if due := r.Claims[i].due; !due.first.IsZero() {
			rec.Kind, rec.Amount, rec.Min, rec.Max, rec.Other = Date.String(), "", "", "", nil
			rec.Start, rec.End = due.first.Format(time.DateOnly), due.last.Format(time.DateOnly)
			list = append(list, rec)
		}
	}
	return list
}

// record returns a claim's record without its span.
func (c *Claim) record() Record {
	rec := Record{Kind: c.Kind.String(), Text: c.Text, Flags: c.flags(), About: c.About.String()}
	v := &c.Readings[0]
	switch c.Kind {
	case Date:
		rec.Start, rec.End = v.Day.Format(time.DateOnly), v.LastDay.Format(time.DateOnly)
		rec.halfOpen(c)
		for _, o := range c.Readings[1:] {
			rec.Other = append(rec.Other, o.Day.Format(time.DateOnly))
		}
		return rec
	case ID, URL, Phone, Email, Done:
		rec.Value = v.ID
		return rec
	case Money:
		if rec.Currency = c.Currency(); rec.Currency == "" {
			rec.Currencies = c.Currencies
		}
	default:
	}
	rec.figures(c, v)
	return rec
}

// halfOpen ends the record of a run between two dates before the upper one begins. Whether that one belongs to the run
// is not certain in the notation ("from 2014 to 2018", "between today and tomorrow"), and the collections of labelled
// texts that the rows of a command are compared with count it out. Claims count it in: they are what is checked.
func (rec *Record) halfOpen(c *Claim) {
	if c.stop.IsZero() || !c.stop.After(c.Readings[0].Day) {
		return
	}
	rec.Through, rec.End = rec.End, c.stop.AddDate(0, 0, -1).Format(time.DateOnly)
}

// figures fills in the amounts. "From €50" is the amount that it names; "over €50" is a bound.
func (rec *Record) figures(c *Claim, v *Reading) {
	ranged := v.OpenLow || v.OpenHigh && !c.from || !v.Low.Equal(v.High)
	if !ranged {
		rec.Amount = v.Amount.String()
		for _, o := range c.Readings[1:] {
			rec.Other = append(rec.Other, o.Amount.String())
		}
		return
	}
	if c.Kind == Money {
		rec.Kind = "money_range"
	}
	if !v.OpenLow {
		rec.Min = v.Low.String()
	}
	if !v.OpenHigh {
		rec.Max = v.High.String()
	}
}

func (c *Claim) flags() []string {
	var list []string
	for _, f := range [...]struct {
		set  bool
		name string
	}{{c.Approx, "approx"}, {c.Negated, "negated"}, {c.Echo, "echo"}, {c.Hypothetical, "hypothetical"}, {c.Quoted, "quoted"}, {c.Struck, "struck"}} {
		if f.set {
			list = append(list, f.name)
		}
	}
	return list
}
