package guard

import "time"

// maxClocks bounds the times of day of the evidence that are looked at.
const maxClocks = 64

// hoursApart checks that a length of time lies between two times of day of the tools, one of which at least is stated: between opening and closing of
// one day ("from 10 to 18, that is eight hours"), or between the same of two ("until 8 pm, two hours longer than Bonn").
func (d *deriver) hoursApart() *Source {
	v, _, ok := d.v.Int64(0)
	if !ok || v < 60 || v >= 86400 {
		return nil
	}
	var list []*Source
	for _, s := range d.m.index.sources {
		if s.Kind == Time && s.Origin == Field && len(list) < maxClocks {
			list = append(list, s)
		}
	}
	for i, a := range list {
		stated := d.statesHour(a)
		for _, b := range list[i+1:] {
			if !between(a, b, v) || a.Tool != b.Tool || a.Server != b.Server {
				continue
			}
			other := d.statesHour(b)
			if stated && other || (stated || other) && (a.group == b.group || lastKey(a.Path) == lastKey(b.Path)) {
				return d.derived("time_between", a, b)
			}
		}
		if h := d.m.reply.heard; h != nil && len(d.m.reply.Said) > 0 && stated && h.saysHour(a, v, 0) {
			return d.derived("time_between", a)
		}
	}
	return nil
}

// between reports whether two times of day are so many seconds apart.
func between(a, b *Source, seconds int64) bool {
	gap, err := a.Amount.Sub(b.Amount)
	return err == nil && gap.Abs().Equal(whole(seconds))
}

// statesHour reports whether the claim's sentence or the one before it states a time of day.
func (d *deriver) statesHour(s *Source) bool {
	r := d.m.reply
	return r.saysHour(s, 0, r.sentences[max(0, r.sentenceOf(int(d.c.first))-1)].first)
}

// saysHour reports whether a text states a time of day that is so many seconds away from s, from token first on.
func (r *Reply) saysHour(s *Source, away int64, first int) bool {
	for _, list := range [...][]Claim{r.hours, r.Claims} { // those of a reply that is being matched are set aside
		for i := range list {
			if list[i].Kind != Time || int(list[i].first) < first {
				continue
			}
			for k := range list[i].Readings {
				if gap, err := list[i].Readings[k].Amount.Sub(s.Amount); err == nil && gap.Abs().Equal(whole(away)) {
					return true
				}
			}
		}
	}
	return false
}

var (
	longerWords  = hashWords("longer", "länger", "langer", "longtemps", "tiempo", "lungo", "längre", "shorter", "kürzer", "korter", "kortare")
	earlierWords = hashWords("earlier", "sooner", "faster", "früher", "eher", "tôt", "pronto", "eerder", "sneller", "tidigare", "cedo")
)

// lengthsApart checks that a length of time is what two records of a sort differ by, in the same field: "14 hours more" of 24 and 38.
func (d *deriver) lengthsApart() *Source {
	if d.cues&cueMore == 0 && !d.hasWord(longerWords) {
		return nil
	}
	pairs := 0
	for i, a := range d.m.index.sources {
		if a.Kind != Duration || a.Origin != Field || a.group == nil {
			continue
		}
		if pairs += len(d.m.index.sources) - i; pairs > maxPairs {
			return nil
		}
		for _, b := range d.m.index.sources[i+1:] {
			if b.Kind == Duration && b.Origin == Field && b.group != nil && lastKey(a.Path) == lastKey(b.Path) && a.group.sibling(b.group) {
				if gap, err := a.Amount.Sub(b.Amount); err == nil && gap.Abs().Equal(d.v) {
					return d.derived("difference", a, b)
				}
			}
		}
	}
	return nil
}

// daysFromStated checks that a number of days lies between a date that the reply states and today, or another date of the same result:
// "ended on 19 February, ten days ago", "due on 20 March, four days before delivery".
func (d *deriver) daysFromStated(n int, dates []*Source) *Source {
	today := d.m.reply.today()
	for _, a := range dates {
		if d.countedElse(a, a) {
			continue
		}
		if d.later(a.Day, n).Equal(today) {
			return d.derived("days_between", a)
		}
		if d.cues&(cueMore|cueAfter|cueLater) == 0 && !d.rests && !d.hasWord(earlierWords) {
			continue
		}
		for _, day := range [...]time.Time{d.later(a.Day, n), d.earlier(a.Day, n)} {
			for _, b := range d.m.index.day(day.Unix()) {
				if b.Kind == Date && b.Origin == Field && (b.Tool == a.Tool && b.Server == a.Server || d.cues&cueLater != 0) {
					return d.derived("days_between", a, b)
				}
			}
		}
	}
	return nil
}

// earlier returns the day that is n days before another.
func (d *deriver) earlier(day time.Time, n int) time.Time { return day.AddDate(0, 0, -n) }
