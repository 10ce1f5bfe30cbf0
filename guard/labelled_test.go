package guard_test

import (
	"bytes"
	"math/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// TestLabelled: a figure or a short code that the evidence calls otherwise is a claim.
func TestLabelled(t *testing.T) {
	for _, v := range []verdicts{
		{"beside a noun", `{"stamps":7,"needed":10,"reward":"free coffee"}`, "", []string{
			"You have 8 stamps.", "Twelve stamps make a free coffee.", "You need four more stamps.",
		}, []string{"You have 7 stamps.", "You have seven stamps.", "You need 3 more stamps.", "Ten stamps make a free coffee.", "You have 2 cards."}},
		{"persons by any word", `{"guests":4,"time":"19:30"}`, "", []string{"Your table is for 6 people."}, []string{"Your table is for 4 people.", "Your table is for four."}},
		{"behind its name", `{"train":"IC 2048","coach":7,"seat":"41A","gate":"B12","pin":"604417"}`, "", []string{
			"You are in coach 9.", "You have seat 41C.", "It leaves from gate B21.", "The PIN is 604471.",
		}, []string{"You are in coach 7, seat 41A.", "It leaves from gate B12.", "The PIN is 604417."}},
		{"in a text", `{"location":"Locker 19, Station Road"}`, "", []string{"It's in locker 16."}, []string{"It's in locker 19.", "It's in room 16."}},
		{"of a record", `{"stores":[{"store":"Cork","qty":0},{"store":"Galway","qty":2},{"store":"Limerick","qty":5}]}`, "", []string{
			"Galway has 5.", "Cork has 2 and Galway none.",
		}, []string{"Galway has 2.", "Limerick (5) and Galway (2) have it."}},
		{"hours of a day", `{"hours":[{"day":"monday","open":"10:00","close":"19:00"},{"day":"saturday","open":"09:30","close":"16:00"}]}`, "", []string{
			"On Saturdays we open at 10:00.", "Am Samstag bis 19:00 Uhr.", "On Monday we're open from 9 to 7.", "Imorgon öppnar vi kl. 9.", "Demain entre 9h et 12h.",
		}, []string{"On Saturdays we open at 9:30.", "Am Samstag bis 16:00 Uhr.", "On Monday we're open from 10 to 7.", "Imorgon öppnar vi kl. 10."}},
		{"behind a time", `{"sailings":[{"dep":"08:25","fare":{"car":"129.00"}},{"dep":"13:40","fare":{"car":"94.00"}}],"currency":"GBP"}`, "", []string{
			"The 8:25 sailing is £94.", "It leaves at 13:40 and costs £129.",
		}, []string{"The 8:25 sailing is £129.", "It leaves at 13:40 and costs £94."}},
		{"same key", `{"currency":"GBP","current":{"name":"Fibre 70","monthly":"27.00"},"upgrade":{"name":"Fibre 150","monthly":"33.50"}}`, "", []string{
			"You pay £33.50 for Fibre 70.",
		}, []string{"You pay £27 for Fibre 70.", "Fibre 150 is £33.50 instead of £27."}},
		{"percent", `{"code":"SPRING20","type":"percent","value":20,"discount":"16.90","currency":"USD"}`, "", []string{"The code takes $20 off."}, []string{"The code takes 20% off."}},
		{"used and left", `{"initial":50.00,"spent":31.75,"remaining":18.25,"currency":"USD"}`, "", []string{
			"You've got $31.75 left on the card.", "You've used $18.25 of the original $50.",
		}, []string{"You've got $18.25 left on the card.", "You've used $31.75 of the original $50."}},
	} {
		v.run(t)
	}
}

// TestLabelledStreamed: a stream never lets such a figure out, and what it lets out does not depend on the pieces.
func TestLabelledStreamed(t *testing.T) {
	for text, want := range map[string]string{
		"Good news, you have 8 stamps on your card. Come and see us.": "Good news, you have ",
		"Good news, you have 7 stamps on your card. Come and see us.": "Good news, you have 7 stamps on your card. Come and see us.",
		"With 2 cards you have 12 stamps":                             "With 2 cards you have ",
	} {
		for seed := range int64(20) {
			e := guard.NewEvidence(noon, time.UTC)
			e.Add(pricing(`{"stamps":7}`))
			var out bytes.Buffer
			g := guard.NewGate(&out, guard.Reply{Now: noon}, nil, func(r *guard.Reply) int {
				e.Match(r)
				for i := range r.Claims {
					if r.Claims[i].Reason != 0 {
						return r.Claims[i].Span.Start
					}
				}
				return len(r.Text)
			})
			rnd := rand.New(rand.NewSource(seed))
			var err error
			for rest := text; rest != "" && err == nil; {
				n := min(len(rest), 1+rnd.Intn(1+int(seed)))
				_, err = g.Write([]byte(rest[:n]))
				rest = rest[n:]
			}
			if err == nil {
				err = g.Close()
			}
			require.Equal(t, want, out.String(), "seed %d", seed)
			require.Equal(t, want != text, err != nil)
		}
	}
}
