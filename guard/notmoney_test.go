package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestFindNoMoney holds figures beside words and letters that name currencies elsewhere.
func TestFindNoMoney(t *testing.T) {
	for _, test := range []struct{ name, language, text string }{
		{"opening hours", "de", "Geöffnet Mo-Fr 9-18 Uhr, Sa 10-14 Uhr"},
		{"weekday and day", "de", "am Fr 12. Mai"},
		{"weekday and date", "de", "Lieferung am Fr 12.5. um 14 Uhr"},
		{"resolution", "en", "a 1080p screen and a 720p camera"},
		{"tyre", "en", "a 205/55R16 tyre"},
		{"robot", "en", "R2 D2"},
		{"cable", "en", "an RS 485 cable"},
		{"feet", "en", "a fence of 12 Ft"},
		{"capitals", "en", "ONLY 3 KM FROM HERE"},
		{"games won", "en", "they had 3 won games"},
		{"weight lost", "en", "I want to lose ten pounds"},
		{"flour", "de", "zwei Pfund Mehl"},
		{"cheese", "nl", "2 pond kaas"},
		{"minutes", "ja", "3分待つ"},
		{"minutes and seconds", "zh", "5分25秒"},
		{"third", "zh", "3分之一"},
		{"cake", "zh", "两块蛋糕"},
		{"element", "ja", "7元素"},
		{"equation", "zh", "二元方程"},
		{"building", "ko", "3동 1201호"},
		{"record", "ko", "5전 3승"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &guard.Reply{Text: test.text, Now: noon, Language: test.language}
			guard.Finder{}.Find(r)
			assert.Empty(t, amounts(r))
		})
	}
}

// TestFindMoneyBesideThem holds amounts in the same words and letters.
func TestFindMoneyBesideThem(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"Das kostet Fr. 20.–", []string{"20 CHF"}},
		{"R199 a month", []string{"199 ZAR"}},
		{"Rs 500", []string{"500"}},
		{"12 500 Ft", []string{"12500 HUF"}},
		{"50p off", []string{"0.5 GBP"}},
		{"zwanzig Pfund.", []string{"20"}},
		{"五毛钱", []string{"0.5"}},
		{"10块左右", []string{"10 CNY"}},
		{"It's yours for 219.", []string{"219"}},
	} {
		t.Run(test.text, func(t *testing.T) { assert.Equal(t, test.want, amounts(find(t, test.text))) })
	}
}
