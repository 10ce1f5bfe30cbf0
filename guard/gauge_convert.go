package guard

import "slices"

// conversion is how many of a smaller unit make one of a larger.
type conversion struct {
	large, small gauge
	factor       int64
}

// conversions are those of decimal units; a gigabyte is a thousand megabytes here, as shops say it.
var conversions = [...]conversion{
	{gaugeKilo, gaugeGram, 1000},
	{gaugeTonne, gaugeKilo, 1000},
	{gaugeLitre, gaugeMillilitre, 1000},
	{gaugeLitre, gaugeCentilitre, 100},
	{gaugeCentilitre, gaugeMillilitre, 10},
	{gaugeKilometre, gaugeMetre, 1000},
	{gaugeMetre, gaugeCentimetre, 100},
	{gaugeMetre, gaugeMillimetre, 1000},
	{gaugeCentimetre, gaugeMillimetre, 10},
	{gaugeTerabyte, gaugeGigabyte, 1000},
	{gaugeGigabyte, gaugeMegabyte, 1000},
	{gaugeGigabit, gaugeMegabit, 1000},
}

// inOtherUnits returns the sources that measure as much as a quantity in another unit: "2.35 kg" of {"weight_g": 2350}.
func (m *matcher) inOtherUnits(c *Claim, amount Decimal) []*Source {
	var list []*Source
	for i := range conversions {
		x := &conversions[i]
		if c.gauge&x.large != 0 {
			if v, err := amount.Mul(whole(x.factor)); err == nil {
				list = m.measuring(list, v, x.small)
			}
		}
		if c.gauge&x.small != 0 {
			if v, err := amount.Quo(whole(x.factor)); err == nil {
				list = m.measuring(list, v.Trim(0), x.large)
			}
		}
	}
	return list
}

// measuring adds the sources of a value in a unit.
func (m *matcher) measuring(list []*Source, v Decimal, unit gauge) []*Source {
	for _, s := range m.index.amount(v) {
		if s.Kind == Quantity && s.gauge == unit {
			list = append(list, s)
		}
	}
	return list
}

// converted reports whether a source measures in another unit what a claim does, and as much.
func (c *Claim) converted(s *Source) bool {
	return slices.ContainsFunc(conversions[:], func(x conversion) bool {
		large, small := c.Readings[0].Amount, s.Amount
		switch {
		case c.gauge&x.large != 0 && s.gauge == x.small:
		case c.gauge&x.small != 0 && s.gauge == x.large:
			large, small = small, large
		default:
			return false
		}
		v, err := large.Mul(whole(x.factor))
		return err == nil && v.Equal(small)
	})
}
