package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

func TestFindPercent(t *testing.T) {
	for _, test := range []struct {
		language, text, low, high string
	}{
		{"en", "That is 20 pct off.", "20", "20"},
		{"en", "up by 5 percentage points", "5", "5"},
		{"en", "a fee of 8‰", "0.8", "0.8"},
		{"de", "zwanzig bis dreißig Prozent", "20", "30"},
		{"de", "um fünf Prozentpunkte", "5", "5"},
		{"es", "tres diezmilésimos por ciento", "0.0003", "0.0003"},
		{"es", "seis por mil", "0.6", "0.6"},
		{"nl", "vijfentwintig procent", "25", "25"},
		{"tr", "yüzde otuz beş", "35", "35"},
		{"ko", "20프로", "20", "20"},
		{"zh", "三成五", "35", "35"},
		{"zh", "百分之十至二十", "10", "20"},
		{"zh", "1.5个百分点", "1.5", "1.5"},
		{"ja", "1割5分引き", "15", "15"},
		{"ja", "3割2分5厘", "32.5", "32.5"},
		{"ja", "一万二千ポイント", "12000", "12000"},
		{"ja", "72.5/100", "72.5", "72.5"},
		{"ru", "двадцать процентов", "20", "20"},
		{"nb", "tjue prosent", "20", "20"},
	} {
		t.Run(test.language+" "+test.text, func(t *testing.T) {
			r := &guard.Reply{Text: test.text, Now: noon, Language: test.language}
			guard.Finder{}.Find(r)
			var low, high string
			for i := range r.Claims {
				if c := &r.Claims[i]; c.Kind == guard.Percent {
					low, high = c.Readings[0].Low.Trim(0).String(), c.Readings[0].High.Trim(0).String()
				}
			}
			assert.Equal(t, []string{test.low, test.high}, []string{low, high})
		})
	}
}
