package guard

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestDatesFarFromTheirMonth: a date is found although what every date holds stands at its end, is glued to its digits, or is a number in words.
func TestDatesFarFromTheirMonth(t *testing.T) {
	for text, want := range map[string]string{
		"We open on the 5th.":                  "5th",
		"Open from the 3rd to the 7th.":        "3rd to the 7th",
		"Closed on 3, 4, 5 and 6 March":        "3",
		"Closed on 3rd and 4th March":          "3rd",
		"It was built in 1986.":                "1986",
		"It was built in nineteen eighty-six.": "nineteen eighty-six",
		"a coin of 800 AD":                     "800 AD",
		"since 14 a.d.":                        "14 a.d",
		"back in the '90s":                     "90s",
		"Due on 12. 3. 2026":                   "12. 3. 2026",
		"Due on 12 March":                      "12 March",
		"in 11 / 2026":                         "11 / 2026",
		"3月1日":                                 "3月1日",
		"2 years, 1 month and 3 days ago":      "2 years, 1 month and 3 days ago",
		"in about 3 or 4 b 5 a 6":              "",
		"5 a 5 b 5 a 5 b":                      "",
		"1990 1990 1990":                       "",
	} {
		r := &Reply{Text: text, Now: time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)}
		Finder{}.Find(r)
		found := ""
		for i := range r.Claims {
			if r.Claims[i].Kind == Date {
				found = r.Claims[i].Text
				break
			}
		}
		assert.Equal(t, want, found, "%q", text)
	}
}
