package guard_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestBorders: an amount is found whatever stands directly beside it, as long as its digits end there.
func TestBorders(t *testing.T) {
	for _, amount := range []string{"€35", "35 €", "35€", "$35", "€1,234.50", "1.234,50 €", "£35.99", "35,99 €"} {
		for _, around := range []string{
			"It costs {}.", "({})", "{}/night", "{}/100 g", "{}→{}", "{}-{}", "{}+{}", "{} + {} = {}", "2x{}", "2×{}", "2 x {}", "{}x2", "|{}|", "- {}",
			"**{}**", "`{}`", "[{}](https://x.example)", "“{}”", "={}", "={} total", "price:{}", "Price={}", "now{}", "{}/{}", "#{}", "~{}", "ca.{}", "je{}", "à{}", "...{}", "M/{}", "10%/{}",
		} {
			text := strings.ReplaceAll(around, "{}", amount)
			n := 0
			for _, c := range find(t, text).Claims {
				if c.Kind == guard.Money {
					n++
				}
			}
			if around == "{}-{}" && n == 1 {
				continue // a range
			}
			assert.Equal(t, strings.Count(around, "{}"), n, text)
		}
	}
	r := find(t, "A 140x200 is € 79 and a 200x200 € 109.")
	if assert.Len(t, r.Claims, 2) {
		assert.Equal(t, "€ 79", r.Claims[0].Text)
		assert.Equal(t, "€ 109", r.Claims[1].Text)
	}
}
