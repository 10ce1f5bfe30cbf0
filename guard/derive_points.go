package guard

import "strings"

// pointsApart checks that so many percentage points lie between two percentages under the same key: "4.05 %, 1.2 percentage points more than
// the other".
func (d *deriver) pointsApart() *Source {
	if !d.c.inPoints() {
		return nil
	}
	for i, a := range d.m.index.sources {
		if a.Kind != Percent || a.Origin != Field {
			continue
		}
		for _, b := range d.m.index.sources[i+1:] {
			if b.Kind == Percent && b.Origin == Field && b.group != a.group && lastKey(a.Path) == lastKey(b.Path) && d.apart(a, b) {
				return d.derived("difference", a, b)
			}
		}
	}
	return nil
}

// inPoints reports whether a percentage is written as percentage points.
func (c *Claim) inPoints() bool {
	text := strings.ToLower(c.Text)
	for _, word := range [...]string{"point", "punkt", "punto", "punti", "ponto", "punten", "porcentual"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// apart reports whether v is the difference of two amounts.
func (d *deriver) apart(a, b *Source) bool {
	diff, err := a.Amount.Sub(b.Amount)
	return err == nil && diff.Abs().Equal(d.v)
}
