package guard

import (
	"slices"

	"github.com/govalues/decimal"
)

// taken returns the discounts that a negative amount states: a record holds them without a sign.
func (m *matcher) taken(c *Claim, v *Reading) []*Source {
	var list []*Source
	for _, s := range m.value(c, v.Amount.Abs(), 0, "") {
		if s.Role == RoleDiscount {
			list = append(list, s)
		}
	}
	return list
}

// spent returns the payments that an amount without a sign states: a record of an account holds them below zero.
func (m *matcher) spent(c *Claim, v *Reading) []*Source {
	if !v.Amount.IsPos() {
		return nil
	}
	var list []*Source
	for _, s := range m.value(c, v.Amount.Neg(), 0, "") {
		if s.Role == 0 || s.Role == RoleDiscount || s.Role == RoleOther || s.Role == RoleBalance && m.reply.falls(c) || s.Role == RoleTotal && m.payments(s) {
			list = append(list, s)
		}
	}
	return list
}

// payments reports whether a total is that of payments, which its result holds below zero too.
func (m *matcher) payments(total *Source) bool {
	return slices.ContainsFunc(m.index.sources, func(s *Source) bool {
		return s != total && s.Kind == Money && s.Role == 0 && s.Amount.IsNeg() && s.Tool == total.Tool && s.Server == total.Server
	})
}

// changed returns the percentages that one of the other sign states: a discount is taken off, and what is below nought is
// "down" or "lower" in words.
func (m *matcher) changed(c *Claim, v *Reading) []*Source {
	var list []*Source
	for _, s := range m.value(c, v.Amount.Neg(), 0, "") {
		if v.Amount.IsNeg() && s.Role == RoleDiscount || v.Amount.IsPos() && m.reply.falls(c) {
			list = append(list, s)
		}
	}
	return list
}

// falls reports whether a word beside the claim says that it is below nought.
func (r *Reply) falls(c *Claim) bool {
	if r.tokens == nil {
		return false
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := int(c.first) - 1; j >= window(s, int(c.first), 4) && !clause(&r.tokens[j]); j-- {
		if r.tokens[j].sounds(toneFall) {
			return !r.deniedBefore(s, j)
		}
	}
	for j := int(c.next); j < min(s.next, int(c.next)+3) && !clause(&r.tokens[j]) && !r.tokens[j].isDigits(); j++ {
		if r.tokens[j].sounds(toneFall) {
			return true
		}
	}
	return false
}

// near returns the amounts that an approximate claim is rounded from: to a whole unit, from 100 on to the nearest ten, from 1,000 to the hundred, from 10,000 to the thousand,
// and at most 5 % off.
func (m *matcher) near(c *Claim, v *Reading) []*Source {
	if !v.single() || c.Kind != Money && c.Kind != Percent && c.Kind != Quantity || !v.Amount.IsInt() {
		return nil
	}
	var list []*Source
	for _, s := range m.index.sources {
		if s.Kind == c.Kind && rounded(s.Amount, v.Amount) && m.matches(c, s) == 0 {
			list = append(list, s)
		}
	}
	return list
}

// rounded reports whether rough is exact, rounded as people round.
func rounded(exact, rough Decimal) bool {
	gap, err := exact.Sub(rough)
	if err != nil || !rough.IsPos() {
		return false
	}
	gap = gap.Abs()
	limit, err := exact.Abs().Mul(decimal.MustNew(5, 2))
	if err != nil || gap.Cmp(limit) > 0 {
		return false
	}
	if gap.Cmp(decimal.MustNew(5, 1)) <= 0 {
		return true
	}
	for _, step := range [...]int64{10, 100, 1000} {
		steps, err := rough.Quo(whole(step))
		if err == nil && steps.IsInt() && exact.Cmp(whole(10*step)) >= 0 && gap.Cmp(whole(step/2)) <= 0 {
			return true
		}
	}
	return false
}

// explain gives an unsourced claim its reason and the nearest evidence.
func (m *matcher) explain(c *Claim) {
	if len(c.Sources) > 0 {
		c.Reason, c.Check, c.Nearest = 0, "", nil
		return
	}
	if c.Reason == 0 {
		c.Reason, c.Nearest = m.reason(c)
		if c.Reason == Misattributed {
			c.Check = m.misfit(c, c.Nearest)
		}
	}
	if c.Nearest == nil {
		c.Nearest = m.nearest(c)
	}
}

// reason says why no source matches, and which one has the value all the same, or nil.
func (m *matcher) reason(c *Claim) (best Reason, of *Source) {
	best = Unsourced
	if c.Approx {
		best = ApproxTooFar
	}
	for i := range c.Readings {
		v := &c.Readings[i]
		for _, s := range m.candidates(c, v.Amount, v.Day.Unix(), v.ID) {
			switch why := m.matches(c, s); {
			case best == Misattributed: // the first one counts
			case why == Misattributed, why == CurrencyMismatch && best != CurrencyMismatch:
				best, of = why, s
			}
		}
	}
	return best, of
}

// nearest returns the source of the claim's kind that is closest in value, or nil.
func (m *matcher) nearest(c *Claim) *Source {
	if len(c.Readings) == 0 {
		return nil
	}
	var best *Source
	var least Decimal
	for _, s := range m.index.sources {
		if s.Kind != c.Kind || s.Origin == User && c.Place == "reply" || s.Origin == Known && !m.inside(c, s.Path) {
			continue
		}
		if c.Kind == Money && !currenciesMeet(c, s) {
			continue
		}
		var gap Decimal
		switch c.Kind {
		case Money, Percent, Quantity, Duration, Time:
			d, err := s.Amount.Sub(c.Readings[0].Amount)
			if err != nil {
				continue
			}
			gap = d.Abs()
		case Date:
			days := int64(s.Day.Sub(c.Readings[0].Day).Hours()) / 24
			gap = whole(max(days, -days))
		default:
			return nil
		}
		if best == nil || gap.Cmp(least) < 0 {
			best, least = s, gap
		}
	}
	return best
}
