package guard

import "time"

// fallsOn notes the days that a duration leads to, where the text counts it from now: "in 5 minutes", "half an hour
// ago", "the next 4 business days".
func (p *parser) fallsOn(c *Claim, unit unitID) {
	first, next := int(c.first), int(c.next)
	zone := p.reply.zone()
	before := p.get(first - 1)
	if unit == unitDay {
		if before.near() && before.has(cueNext) && p.businessIn(first, next) {
			c.due = p.workdays(c, zone)
		}
		return
	}
	if c.Kind != Duration || unit > unitHour || !c.Readings[0].Low.Equal(c.Readings[0].High) {
		return
	}
	sign := time.Duration(0)
	e, _ := p.phrase(next)
	switch {
	case e != nil && p.get(next).near() && e.cues&cueAgo != 0:
		sign = -1
	case e != nil && p.get(next).near() && e.cues&cueLater != 0:
		sign = 1
	case before.has(cueIn) && p.tokens[first].near():
		sign = 1
	}
	seconds, _, ok := c.Readings[0].Amount.Int64(0)
	if sign == 0 || !ok || seconds > 1e7 {
		return
	}
	d := dayOf(p.reply.Now.In(zone).Add(sign * time.Duration(seconds) * time.Second))
	c.due = days{d, d}
}

// businessIn reports whether a word among the tokens says that working days are meant.
func (p *parser) businessIn(first, next int) bool {
	for i := first; i < next; i++ {
		if p.tokens[i].has(cueBusiness) {
			return true
		}
	}
	return false
}

// workdays returns the next days from Monday to Friday, as many as the duration counts; holidays are not known here.
func (p *parser) workdays(c *Claim, zone *time.Location) days {
	n, _, ok := c.count.Int64(0)
	if !ok || n < 1 || n > maxWorkdays {
		return days{}
	}
	return days{workdaysAfter(p.today(zone), 1), workdaysAfter(p.today(zone), int(n))}
}
