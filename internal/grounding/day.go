package grounding

import (
	"slices"
	"strings"
	"time"
)

// day moves a written date by one day: its number, its weekday where it has one, or the word that it is.
func (m *Mutator) day(t *Text, was string) string {
	l := m.locales[t.Lang]
	step := 1 - 2*m.rnd.Intn(2)
	n, numbered := dayNumber(was, t.Lang)
	if numbered {
		if step < 0 && n.units == 1 || step > 0 && n.units >= 28 {
			step = -step
		}
		if taken(t, n.units+int64(step)) {
			if step = -step; n.units+int64(step) < 1 || n.units+int64(step) > 28 || taken(t, n.units+int64(step)) {
				return ""
			}
		}
		s := digits(n.units + int64(step))
		if n.end-n.start == 2 && len(s) == 1 {
			s = "0" + s
		}
		// A weekday stands before the day: the "mar" of "21 mar 2026" is March, and no Tuesday.
		return weekday(l, was[:n.start], step) + s + was[n.end:]
	}
	if moved := shifted(was, l.Weekdays, step); moved != was {
		return moved
	}
	return relative(l, was, step)
}

// weekday moves the weekday before the day of a month, where there is one.
func weekday(l *Locale, text string, step int) string {
	if moved := shifted(text, l.Weekdays, step); moved != text {
		return moved
	}
	return shifted(text, l.WeekdaysShort, step)
}

// relative moves "tomorrow" and its like, within CLDR's three words.
func relative(l *Locale, was string, step int) string {
	words := []string{l.Relative["-1"], l.Relative["0"], l.Relative["1"]}
	i := slices.Index(words, strings.ToLower(was))
	if i < 0 {
		return ""
	}
	if i+step < 0 || i+step > 2 {
		step = -step
	}
	return words[i+step]
}

// taken reports whether some tool returned a date on that day of a month.
func taken(t *Text, day int64) bool {
	d := digits(day)
	if len(d) == 1 {
		d = "0" + d
	}
	for _, tool := range t.Tools {
		for s := tool.JSON; ; {
			i := strings.Index(s, "-"+d)
			if i < 0 {
				break
			}
			if i >= 7 && (i+3 == len(s) || !isDigit(s[i+3])) {
				if _, err := time.Parse(time.DateOnly, s[i-7:i+3]); err == nil {
					return true
				}
			}
			s = s[i+1:]
		}
	}
	return false
}

// shifted replaces the weekday in text by the next or the last.
func shifted(text string, names []string, step int) string {
	for i, name := range names {
		for _, form := range []string{name, title(name)} {
			at := strings.Index(text, form)
			if at < 0 || at > 0 && isLetter(text[at-1]) || at+len(form) < len(text) && isLetter(text[at+len(form)]) {
				continue
			}
			other := names[(i+7+step)%7]
			if form != name {
				other = title(other)
			}
			return text[:at] + other + text[at+len(form):]
		}
	}
	return text
}

// title sets a word's first letter in upper case.
func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// dayNumber finds the day of the month in a written date: the last figure of one that begins with the year, the second of
// an English one in figures, otherwise the first.
func dayNumber(text, lang string) (number, bool) {
	var runs []number
	for at := 0; at < len(text); at++ {
		if !isDigit(text[at]) {
			continue
		}
		n := number{start: at}
		for at < len(text) && isDigit(text[at]) {
			n.units = n.units*10 + int64(text[at]-'0')
			at++
		}
		n.end = at
		runs = append(runs, n)
	}
	if len(runs) == 0 {
		return number{}, false
	}
	n := runs[0]
	switch {
	case n.end-n.start == 4 && len(runs) == 3:
		n = runs[2]
	case lang == "en" && len(runs) > 1 && strings.Contains(text, "/"):
		n = runs[1]
	}
	return n, n.units >= 1 && n.units <= 31
}
