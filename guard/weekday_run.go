package guard

import (
	"slices"
	"strings"
)

// weekdaysIn returns the weekdays that words name and nothing else, a bit each from Monday on: a run of two ("mon fri", "lunes a jueves"), some
// of them ("saturday and sunday"), or a word for several. The words have no plural s.
func weekdaysIn(words []string) (set uint8) {
	if len(words) == 0 {
		return 0
	}
	last, run, names := 0, true, briefDays(words)
	for _, w := range words {
		if joinsDays(w) {
			continue
		}
		if w == "and" || w == "und" || w == "et" || w == "e" || w == "y" || w == "en" || w == "och" || w == "&" {
			run = false
			continue
		}
		several := severalDays(w)
		if several != 0 {
			set, last = set|several, 0
			continue
		}
		day := dayNamed(w, names)
		if day == 0 {
			return 0
		}
		set |= 1 << (day - 1)
		if run && last > 0 {
			for d := last % 7; d != day-1; d = (d + 1) % 7 {
				set |= 1 << d // "sat to tue"
			}
		}
		last, run = day, true
	}
	return set
}

// joinsDays reports whether a word between weekdays is one of those that lead from the first one of a run to the last.
func joinsDays(w string) bool {
	switch w {
	case "to", "bis", "a", "al", "au", "à", "tot", "met", "until", "till", "til", "through", "thru", "du", "de", "da", "dal", "le", "el", "lo", "von", "vom", "van", "from", "från", "-", "–":
		return true
	}
	return false
}

// severalDays returns the weekdays that one word names.
func severalDays(w string) uint8 {
	switch w {
	case "weekday", "werktag", "werktags", "werkdagen", "semaine", "feriali", "vardagar":
		return 0b0011111
	case "weekend", "wochenende", "finesettimana":
		return 0b1100000
	case "daily", "täglich", "taeglich", "quotidien", "diario", "dagelijks", "diariamente", "dagligen":
		return 0b1111111
	}
	return 0
}

// dayNamed returns the weekday that a word names in full, or as one of the short names at hand; from 1, Monday first, or 0.
func dayNamed(w string, short *[7]string) int {
	for _, form := range [...]string{w, w + "s"} { // "lunes"
		if e := wordOf(form); e != nil && len(w) > 2 {
			if day := max(e.weekday, e.weekdays); day != 0 {
				return int(day)
			}
		}
	}
	if short != nil {
		return slices.Index(short[:], w) + 1
	}
	return 0
}

// briefDays returns the names of weekdays in a few letters, in the language that has all of the words that are no names in full, or nil.
func briefDays(words []string) *[7]string {
	for k := range shortWeekdays {
		names := &shortWeekdays[k]
		if len(names[0]) == 1 && words[0] != "l" {
			continue // "L-V"
		}
		if !slices.ContainsFunc(words, func(w string) bool {
			return !joinsDays(w) && len(w) <= 4 && !slices.Contains(names[:], w) && dayNamed(w, nil) == 0
		}) {
			return names
		}
	}
	return nil
}

// shortWeekdays are the weekdays of some languages in a few letters, from Monday on, as fieldWords leaves them.
var shortWeekdays = [...][7]string{
	{"mo", "di", "mi", "do", "fr", "sa", "so"},
	{"ma", "di", "wo", "do", "vr", "za", "zo"},
	{"lu", "ma", "me", "je", "ve", "sa", "di"},
	{"lu", "ma", "mi", "ju", "vi", "sa", "do"},
	{"lu", "ma", "me", "gi", "ve", "sa", "do"},
	{"mo", "tu", "we", "th", "fr", "sa", "su"},
	{"må", "ti", "on", "to", "fr", "lö", "sö"},
	{"mon", "tue", "wed", "thu", "fri", "sat", "sun"},
	{"lun", "mar", "mer", "jeu", "ven", "sam", "dim"},
	{"lun", "mar", "mié", "jue", "vie", "sáb", "dom"},
	{"lun", "mar", "mie", "jue", "vie", "sab", "dom"},
	{"lun", "mar", "mer", "gio", "ven", "sab", "dom"},
	{"maa", "din", "woe", "don", "vri", "zat", "zon"},
	{"seg", "ter", "qua", "qui", "sex", "sáb", "dom"},
	{"seg", "ter", "qua", "qui", "sex", "sab", "dom"},
	{"mån", "tis", "ons", "tor", "fre", "lör", "sön"},
	{"l", "m", "x", "j", "v", "s", "d"},
}

// opening is when something is open on weekdays, or that it is not.
type opening struct {
	days   uint8
	times  string
	closed bool
}

// timetable reads a short text in which times of day follow weekdays: "Mon-Fri 9:00-18:00, Sat 10-14", "lunes a jueves 9:00-20:00", "Tue 18:30",
// "Sunday: closed". It returns nothing where the text is none.
func timetable(text string) (list []opening) {
	held := uint8(0)
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",;|\n·", r) }) {
		names, times := part, ""
		if at := strings.IndexAny(part, "0123456789"); at >= 0 {
			names, times = part[:at], part[at:]
		}
		days, closed := daysOfPart(names)
		switch {
		case days == 0 && len(list) > 0 && times != "" && strings.Trim(names, " :") == "":
			list[len(list)-1].times += " " + times // "Sat 10-12, 14-18"
		case days == 0:
			return nil
		case times != "" && !onlyTimes(times):
			return nil
		case times == "" && !closed:
			held |= days // "Mon, Wed, Fri 9-17"
		default:
			list = append(list, opening{days | held, times, closed})
			held = 0
		}
	}
	return list
}

// onlyTimes reports whether a text holds times of day and nothing else: "9-18", "8h à 19h", and not "10 Mar".
func onlyTimes(text string) bool {
	list, pure, marked := timesOf(text)
	return pure && (marked || len(list) > 1)
}

// daysOfPart returns the weekdays that lead up to times of day, and whether a word says that nothing is open on them.
func daysOfPart(names string) (days uint8, closed bool) {
	names = strings.Map(func(r rune) rune {
		if strings.ContainsRune(":.()–—/+", r) {
			return ' '
		}
		return r
	}, strings.ToLower(names))
	var words [8]string
	n := 0
	for w := range strings.FieldsFuncSeq(names, func(r rune) bool { return r == ' ' || r == '-' }) {
		if closes(w) {
			closed = true
			continue
		}
		if n == len(words) {
			return 0, false
		}
		words[n] = singular(w)
		n++
	}
	return weekdaysIn(words[:n]), closed
}

// closes reports whether a word says that a shop is shut.
func closes(w string) bool {
	switch w {
	case "closed", "geschlossen", "ruhetag", "fermé", "ferme", "fermée", "cerrado", "cerrada", "chiuso", "chiusa", "gesloten", "dicht", "fechado", "fechada", "encerrado", "encerrada", "stängt", "zu":
		return true
	}
	return false
}
