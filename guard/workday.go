package guard

import (
	"strings"
	"time"
)

// Business days are those from Monday to Friday: a guard knows no calendar of holidays.

// maxWorkdays bounds how many business days are counted.
const maxWorkdays = 100

// workdaysAfter returns the day that is n business days after another, which itself does not count, or the zero time where n
// is out of bounds.
func workdaysAfter(day time.Time, n int) time.Time {
	if n < 1 || n > maxWorkdays {
		return time.Time{}
	}
	for n > 0 {
		if day = day.AddDate(0, 0, 1); isoWeekday(day) <= 5 {
			n--
		}
	}
	return day
}

// workdayStems begin or hold the words for business days, as keys and values of records have them.
var workdayStems = [...]string{
	"business", "working", "workday", "weekday", "werktag", "arbeitstag", "ouvrés", "ouvres", "ouvré_", "ouvrable", "hábil", "habil", "laborab",
	"lavorativ", "úteis", "uteis", "werkdag", "arbetsdag",
}

// workdays reports whether the days of a duration are business days, by the key or in the text that it stands in.
func (s *Source) workdays() bool {
	if s.Kind != Duration {
		return false
	}
	key, text := strings.ToLower(lastKey(s.Path)), strings.ToLower(s.Raw[:min(len(s.Raw), 2*maxTitle)])
	for _, w := range workdayStems {
		if strings.Contains(key, w) || strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// workday reports whether the unit at tokens [first, next), or the word behind it, says that business days are meant.
func (p *parser) workday(first, next int) bool {
	t := p.get(next)
	return p.get(first).has(cueBusiness) || t.near() && t.has(cueBusiness)
}

// later returns the day that is n days after another, in business days where the claim counts those.
func (d *deriver) later(day time.Time, n int) time.Time {
	if d.workdays {
		return workdaysAfter(day, n)
	}
	return day.AddDate(0, 0, n)
}

// businessDays reports whether the words of a claim say that it counts business days.
func (r *Reply) businessDays(c *Claim) bool {
	for i := int(c.first); i < min(int(c.next)+1, len(r.tokens)); i++ {
		if r.tokens[i].has(cueBusiness) && (i < int(c.next) || r.tokens[i].near()) {
			return true
		}
	}
	return false
}
