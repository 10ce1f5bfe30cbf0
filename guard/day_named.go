package guard

import "time"

// periodAt reads what a word or phrase of [periodTable] means, and a weekday of that week after it: "下周一",
// "来週の月曜日"; next is the token after it.
func (p *parser) periodAt(e *entry, next int, zone *time.Location) (day, bool) {
	d, ok := p.unitRange(e.period, int(e.step), zone, next)
	if !ok || e.period != unitWeek {
		return d, ok
	}
	if e.further > 0 {
		return single(d.first.AddDate(0, 0, int(e.further)-1), next), true
	}
	if no := p.get(next); no.near() && no.styled(styleWide) && p.get(next+1) != nil && p.tokens[next+1].word != nil && p.tokens[next+1].word.weekday != 0 && p.tokens[next+1].styled(styleWide) {
		d.next++
	}
	p.onWeekday(&d)
	return d, true
}

// sameMonth takes in the upper end of a run that names only its day, as "6日" does after "3月4日至".
func (p *parser) sameMonth(d *day, i int) bool {
	n, mark := p.get(i), p.get(i+1)
	if !n.isDigits() || n.size > 2 || mark == nil || mark.kind != tokenWord || mark.hash != hashHanDay && mark.hash != hashHanNumber || !d.first.Equal(d.last) {
		return false
	}
	more := int(n.num) - d.first.Day()
	if more <= 0 {
		return false
	}
	d.remake(func(o days) days { return days{o.first, o.first.AddDate(0, 0, more)} })
	d.stop, d.explicit, d.next = d.last, true, i+2
	return d.last.Month() == d.first.Month()
}
