package guard_test

import "testing"

// TestEvents: a day is that of what the words beside it say befell, and the hours of a day are those of that day.
func TestEvents(t *testing.T) {
	for _, v := range []verdicts{
		{
			"days of an order", `{"ordered_on":"2026-02-14","shipped_on":"2026-02-16","delivered_on":"2026-02-18","return_until":"2026-03-20"}`, "",
			[]string{
				"It was delivered on 14 February.", "Sie wurde am 14. Februar geliefert.", "Il a été livré le 16 février.", "È stato consegnato il 14 febbraio.", "It was shipped on 20 March.",
			},
			[]string{
				"It was delivered on 18 February.", "You ordered it on 14 February and it was delivered on 18 February.", "Am 14. Februar bestellt, am 18. Februar geliefert.", "Il a été livré le 18 février.",
				"È stato consegnato il 18 febbraio.", "You can return it until 20 March.",
			},
		},
		{
			"hours of today and tomorrow", `{"today":{"open":"11:00","close":"16:00"},"tomorrow":{"open":"10:00","close":"18:30"}}`, "",
			[]string{"We're open until 18:30 today.", "I dag har vi öppet till 18.30.", "Tomorrow we close at 16:00."},
			[]string{"We're open until 16:00 today.", "Tomorrow we're open from 10:00 to 18:30.", "I morgon har vi öppet till 18.30."},
		},
		{
			"hours in words", `{"open":"09:00","close":"17:30"}`, "",
			[]string{"We zijn open tot acht uur.", "Wir schließen um halb sieben."},
			[]string{"We zijn open tot half zes.", "Wir schließen um halb sechs.", "Wir öffnen um neun Uhr."},
		},
	} {
		v.run(t)
	}
}
