package guard

// perPiece checks an amount that is said to be for one of something against a price of its record and how many, or how much, the record says that is
// for: "3.2 cents a page" of {"price": "96.00", "pages": 3000}, "€6 per 100 ml" of {"price": "24.00", "size_ml": 400}.
func (d *deriver) perPiece() *Source {
	if !d.perOne() || !d.v.IsPos() {
		return nil
	}
	pairs := 0
	for _, s := range d.m.index.sources {
		if s.Kind != Money || s.Origin != Field || s.group == nil || !d.usable(s) || s.Role == RoleBalance {
			continue
		}
		if pairs += len(d.m.index.sources); pairs > maxPairs {
			return nil
		}
		for _, q := range d.m.index.sources {
			if q.Kind != Quantity || q.Origin != Field || q.Tool != s.Tool || q.Server != s.Server || q.gauge&(gaugeStock|gaugePoint|gaugeReview|gaugeStar|gaugeSize) != 0 || !near(s.group, q.group) || q.Amount.Cmp(whole(1)) <= 0 {
				continue
			}
			if d.isPart(s.Amount, q.Amount) || q.gauge&measuredGauges != 0 && d.says(hundred) && d.isPart(s.Amount, inHundredths(q.Amount)) {
				return d.derived("quotient", s, q)
			}
		}
	}
	return nil
}

// maxPairs bounds the pairs of sources that are looked at for one claim, so that no result can make it take long.
const maxPairs = 1 << 16

// measuredGauges are those of which a price is often given for a hundred.
const measuredGauges = gaugeGram | gaugeMillilitre | gaugePage

// isPart reports whether v is an amount divided by n, rounded to the cent, or to as many decimals as v has.
func (d *deriver) isPart(amount, n Decimal) bool {
	if !n.IsPos() {
		return false
	}
	part, err := amount.Quo(n)
	return err == nil && part.Round(max(2, d.v.Scale())).Equal(d.v)
}
