package grounding

import (
	"strconv"
	"strings"
	"time"
)

// date writes a day in one of CLDR's forms.
func (s *style) date(day time.Time, form string) string {
	l := s.locale
	switch form {
	case "monthDay":
		return l.day(l.MonthDay, day)
	case "weekdayMonthDay":
		return l.day(l.WeekdayMonthDay, day)
	case "iso":
		return day.Format(time.DateOnly)
	}
	return l.day(l.Dates[form], day)
}

// dateForms are the forms that stand behind a preposition.
func dateForms() []string {
	return []string{"full", "long", "medium", "short", "monthDay", "weekdayMonthDay", "iso"}
}

// day fills in a CLDR pattern: letters are fields, text in single quotes stands for itself.
func (l *Locale) day(pattern string, day time.Time) string {
	var b strings.Builder
	for i := 0; i < len(pattern); {
		c := pattern[i]
		if c == '\'' {
			end := i + 1 + strings.IndexByte(pattern[i+1:], '\'')
			b.WriteString(pattern[i+1 : end])
			i = end + 1
			continue
		}
		n := 1
		for i+n < len(pattern) && pattern[i+n] == c {
			n++
		}
		if field, ok := l.field(c, n, day); ok {
			b.WriteString(field)
		} else {
			b.WriteString(pattern[i : i+n])
		}
		i += n
	}
	return b.String()
}

// field writes one field of a pattern, n letters wide.
func (l *Locale) field(c byte, n int, day time.Time) (string, bool) {
	pad := func(v int) string {
		if s := strconv.Itoa(v); n < 2 || len(s) > 1 {
			return s
		}
		return "0" + strconv.Itoa(v)
	}
	switch c {
	case 'd':
		return pad(day.Day()), true
	case 'M':
		switch n {
		case 3:
			return l.MonthsShort[day.Month()-1], true
		case 4:
			return l.Months[day.Month()-1], true
		}
		return pad(int(day.Month())), true
	case 'y':
		if n == 2 {
			return day.Format("06"), true
		}
		return strconv.Itoa(day.Year()), true
	case 'E':
		if n == 4 {
			return l.Weekdays[day.Weekday()], true
		}
		return l.WeekdaysShort[day.Weekday()], true
	}
	return "", false
}
