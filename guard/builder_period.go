package guard

import (
	"strconv"
	"strings"
	"time"
)

// cardEnd adds the month in which a card ends: {"exp_month": 8, "exp_year": 2027}. It returns false where a leaf is not that month.
func (b *builder) cardEnd(i int32, text string) bool {
	l := &b.walker.leaves[i]
	stem, ok := strings.CutSuffix(l.key.name, "month")
	year := "year"
	if !ok {
		stem, ok = strings.CutSuffix(l.key.name, "Month")
		year = "Year"
	}
	if !ok || !strings.HasPrefix(strings.ToLower(stem), "exp") || len(text) > 2 {
		return false
	}
	o := b.sibling(l, stem+year)
	month, err := strconv.Atoi(text)
	if o == nil || err != nil || month < 1 || month > 12 || !b.yearIn(o) {
		return false
	}
	n, _ := strconv.Atoi(b.walker.textOf(o))
	s := b.source(i, text, field{})
	s.Kind, s.Day, s.span = Date, dayOf(time.Date(2000+n%100, time.Month(month), 1, 0, 0, 0, 0, b.zone)), unitMonth
	b.add(s)
	return true
}

// period adds the week, the month or the year that a number under such a key, or a text as "2026-03", names. It is a source
// for a claim of the whole ("in week 13", "in 2025"), not for one of its days.
func (b *builder) period(i int32, text string) {
	first, span := b.periodOf(b.walker.leaves[i].key.name, text)
	if span == 0 {
		return
	}
	s := b.source(i, text, field{})
	s.Kind, s.Day, s.span = Date, first, span
	b.add(s)
}

// periodOf returns the first day of a period and its unit, or 0.
func (b *builder) periodOf(key, text string) (first time.Time, span unitID) {
	day := func(year int, month time.Month, d int) time.Time {
		return dayOf(time.Date(year, month, d, 0, 0, 0, 0, b.zone))
	}
	if len(text) == 7 && text[4] == '-' && allDigits(text[:4]) && allDigits(text[5:]) {
		year, _ := strconv.Atoi(text[:4])
		if month, _ := strconv.Atoi(text[5:]); month >= 1 && month <= 12 && year >= 1900 && year < 2100 {
			return day(year, time.Month(month), 1), unitMonth
		}
	}
	if len(text) > 4 || !allDigits(text) {
		return first, 0
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return first, 0
	}
	words, count := fieldWords(key)
	for k, w := range words[:count] {
		switch {
		case k > 0 && perWord(words[k-1]):
		case len(text) == 4 && unitOfTime(w) == unitYear && n >= 1900 && n < 2100:
			return day(n, 1, 1), unitYear
		case (w == "kw" || unitOfTime(w) == unitWeek) && n >= 1 && n <= 53:
			year, _ := b.now.In(b.zone).ISOWeek()
			fourth := day(year, 1, 4) // is in week 1
			return fourth.AddDate(0, 0, 1-isoWeekday(fourth)+7*(n-1)), unitWeek
		}
	}
	return first, 0
}

// countsPeriods reports whether the number under a key of these words may be that of a week or a year.
func countsPeriods(words []string) bool {
	for _, w := range words {
		if u := unitOfTime(w); u == unitWeek || u == unitYear || w == "kw" {
			return true
		}
	}
	return false
}

// periodKey reports whether the value under a key of these words may be the name of a month: {"period": "March"}.
func periodKey(words []string) bool {
	for _, w := range words {
		switch w {
		case "period", "periode", "période", "periodo", "período", "zeitraum":
			return true
		}
		if unitOfTime(w) == unitMonth {
			return true
		}
	}
	return false
}

// keySpan is what a key says of periods and of the sides of an exchange.
type keySpan struct {
	months  bool // its value may be the name of a month
	period  bool // its value may number a week or a year
	given   bool // its value is the currency that is given in an exchange
	got     bool // its value is the one that is got
	arrives bool // it says when something comes, or how long it takes
	counted term // the period that it counts something in: "meals_per_week"
}

// spanOf reads the words of a key.
func spanOf(words []string) keySpan {
	s := keySpan{months: periodKey(words), period: countsPeriods(words), counted: countedPer(words), arrives: arrives(words)}
	s.given, s.got = sideOf(words)
	return s
}

// lastDay returns the last day of a date that is a period, and its only day of another.
func (s *Source) lastDay() time.Time {
	switch s.span {
	case unitWeek:
		return s.Day.AddDate(0, 0, 6)
	case unitMonth:
		return s.Day.AddDate(0, 1, -1)
	case unitYear:
		return s.Day.AddDate(1, 0, -1)
	default:
	}
	return s.Day
}
