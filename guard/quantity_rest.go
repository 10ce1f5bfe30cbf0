package guard

import "slices"

// unitHalves say that a half is added to the unit before them: "une heure et demie".
var unitHalves = hashWords("half", "demie", "demi", "meia", "meio", "media", "medio", "mezza", "mezzo", "mezz", "halv", "halb")

// remainderOf reads what a length of time in a unit has besides, from token i on: a half of the unit ("uma hora e meia"), or a count of the next smaller one
// ("2 hours and 35 minutes"). It returns that in seconds, and the token behind it; 0 and i where there is none.
func (p *parser) remainderOf(unit unitID, i int) (seconds int64, next int) {
	and := i
	if p.get(and).has(cueAnd) {
		and++
		half := and
		if p.get(half).has(cueArticle) {
			half++
		}
		if t := p.get(half); t != nil && t.near() && slices.Contains(unitHalves, t.hash) && unit >= unitMinute {
			return unitSeconds(unit) / 2, half + 1
		}
	}
	smaller := smallerUnit(unit)
	if smaller == 0 || !p.get(and).near() || !p.get(and).isDigits() {
		return 0, i
	}
	f := p.figureBefore(and)
	if f.n != 1 || f.next <= and || !f.values[0].IsInt() || f.values[0].Cmp(whole(unitSeconds(unit)/unitSeconds(smaller))) >= 0 {
		return 0, i
	}
	u, end := p.unitWord(f.next)
	if n, _, ok := f.values[0].Int64(0); ok && n > 0 && u == smaller {
		return n * unitSeconds(u), end
	}
	return 0, i
}

// smallerUnit returns the unit in which what is left over of another is counted.
func smallerUnit(u unitID) unitID {
	switch u {
	case unitMinute:
		return unitSecond
	case unitHour:
		return unitMinute
	case unitDay:
		return unitHour
	default:
	}
	return 0
}
