package guard

import (
	"strconv"
	"time"
)

// Figure returns the value of a source in one notation, whatever stands in the result: "209.00 EUR", "2026-03-04", "15%",
// "3 days", "14:30", "14"; of an id its normal form. It holds no other text of a tool.
func (s *Source) Figure() string {
	switch s.Kind {
	case Date:
		return s.Day.Format(time.DateOnly)
	case Money, Percent, Quantity, Duration, Time:
		return FigureOf(s.Kind, s.Amount, s.Currency)
	default:
		return s.ID
	}
}

// FigureOf writes an amount of money in its currency, which may be "", a percentage, a duration in seconds, a time of day in seconds since midnight, or a plain number.
func FigureOf(k Kind, amount Decimal, currency string) string {
	switch k {
	case Money:
		amount = amount.Trim(0).Pad(CurrencyExponent(currency))
		if currency == "" {
			return amount.String()
		}
		return amount.String() + " " + currency
	case Percent:
		return amount.Trim(0).String() + "%"
	case Time:
		seconds, _, _ := amount.Int64(0)
		return time.Unix(seconds, 0).UTC().Format("15:04")
	case Duration:
		if seconds, rest, ok := amount.Int64(0); ok && rest == 0 {
			return durationWords(seconds)
		}
		return amount.Trim(0).String() + " s"
	default:
		return amount.Trim(0).String()
	}
}

// durationWords writes seconds in the largest unit that fits.
func durationWords(seconds int64) string {
	switch {
	case seconds != 0 && seconds%86400 == 0:
		return dayCount(seconds / 86400)
	case seconds != 0 && seconds%3600 == 0:
		return strconv.FormatInt(seconds/3600, 10) + " h"
	case seconds != 0 && seconds%60 == 0:
		return strconv.FormatInt(seconds/60, 10) + " min"
	}
	return strconv.FormatInt(seconds, 10) + " s"
}

func dayCount(n int64) string {
	if n == 1 || n == -1 {
		return strconv.FormatInt(n, 10) + " day"
	}
	return strconv.FormatInt(n, 10) + " days"
}

// Figure returns the claim's value as [Source.Figure] writes it: that of its usual reading, and of a range the low end. It is ""
// for a claim without a value.
func (c *Claim) Figure() string {
	if len(c.Readings) == 0 {
		return ""
	}
	v := &c.Readings[0]
	switch c.Kind {
	case Date:
		return v.Day.Format(time.DateOnly)
	case Money, Percent, Quantity, Duration, Time:
		return FigureOf(c.Kind, v.Amount, c.Currency())
	default:
		return v.ID
	}
}

// Difference returns how much more the nearest value is than the claim's: in the unit of the claim, of durations and times of day in seconds, of
// dates in days. It reports false where there is no nearest value, or none that a difference can be taken of.
func (c *Claim) Difference() (Decimal, bool) {
	if c.Nearest == nil || len(c.Readings) == 0 {
		return Decimal{}, false
	}
	switch c.Kind {
	case Money, Percent, Quantity, Duration, Time:
		d, err := c.Nearest.Amount.Sub(c.Readings[0].Amount)
		return d.Trim(0), err == nil
	case Date:
		if c.Nearest.Day.IsZero() {
			return Decimal{}, false
		}
		return whole(int64(c.Nearest.Day.Sub(c.Readings[0].Day).Round(24*time.Hour).Hours()) / 24), true
	default:
		return Decimal{}, false
	}
}
