package guard_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// judged examines a reply against one result, and reports whether a shop's rules would let it pass: each claim has a
// source that is a field, or is the customer's own figure and not affirmed.
func judged(t *testing.T, said, reply, json string) bool {
	t.Helper()
	e := guard.NewEvidence(noon, time.UTC)
	e.Add(guard.Result{Server: "shop", Tool: "get", JSON: []byte(json)})
	r := &guard.Reply{Text: reply, Said: []string{said}, Now: noon}
	guard.Finder{}.Find(r)
	e.Match(r)
	pass := true
	for i := range r.Claims {
		c := &r.Claims[i]
		ok := c.Echo && !c.Asserted
		for _, s := range c.Sources {
			ok = ok || s.Origin != guard.Text
		}
		if !ok {
			t.Logf("%v %q: %v, role %v, echo %v, asserted %v, entity %q", c.Kind, c.Text, c.Reason, c.Role, c.Echo, c.Asserted, c.Entity)
		}
		pass = pass && ok
	}
	return pass
}

type verdicts struct {
	name, json, said string
	block, pass      []string
}

func (v *verdicts) run(t *testing.T) {
	for _, text := range v.block {
		t.Run(v.name+"/block/"+text, func(t *testing.T) { assert.False(t, judged(t, v.said, text, v.json)) })
	}
	for _, text := range v.pass {
		t.Run(v.name+"/pass/"+text, func(t *testing.T) { assert.True(t, judged(t, v.said, text, v.json)) })
	}
}

const only209 = `{"name":"Jacket","price":"209.00","currency":"EUR"}`

// TestEcho: the customer's own figure passes only where the reply clearly does not make it its own.
func TestEcho(t *testing.T) {
	for _, v := range []verdicts{
		{"affirmed", only209, "Is it €100?", []string{
			"It's not €209 but €100.", "As you said, it's €100.", "Is it €100? Yes.", "Is it €100? Yes, it is.", "€100? Yes!",
			"€100? Sure!", "€100? Absolutely.", "€100? Correct.", "€100? Of course.", "€100? Done.", "€100? Indeed.", "100 €? Ja.",
			"100 €? Stimmt.", "100 €? Natürlich.", "100 €? Gerne!", "> Is it €100?\n\nYes.", "You asked about €100 and the answer is yes.",
			"You mentioned €100, and that's the price.", "You mentioned €100. Correct.", "You mentioned €100. I'll honour that.",
			"You quoted €100, which is correct.", "The price you mentioned, €100, is valid.", "\"€100\" is right.", "€100 as you say.",
			"With your €100 you can get it.", "You said €100, okay.", "Sie sagten 100 €, und das stimmt.", "Vous avez dit 100 €. D'accord.",
			"You said €100. That works for us.", "You named €100 and we accept.", "You said €100. No problem.",
			"For your budget, the jacket is €100.", "Du hast 100 € genannt, einverstanden.",
		}, nil},
		{"denial that affirms", only209, "Is it €100?", []string{
			"No doubt it's €100.", "It costs no more than €100.", "You won't pay more than €100.", "Es kostet nicht mehr als 100 €.",
			"I cannot go below €100.", "Ohne Zweifel 100 €.", "If you order today it's €100.", "I don't see why it wouldn't be €100.",
			"No, it's €100.", "Not only is it new, it's €100.", "Nicht 209 €, sondern 100 €.", "Without question €100.",
			"If you would order today, it's €100.", "Sure, no problem, €100.", "It isn't €209, it's €100.",
		}, nil},
		{"offer", only209, "Is it €100?", []string{"How about €100?", "Shall we say €100?", "Would €100 work?", "Let's say €100.", "What about €100?", "Could we agree on €100?"}, nil},
		{"given back", only209, "My budget is 100 euros", nil, []string{
			"You said your budget is €100.", "Your budget is €100.", "That's €109 over your budget of €100.", "Dein Budget von 100 € reicht leider nicht.",
			"I have nothing under €100.", "You told me you can spend €100.", "With a budget of €100 I can show you scarves.",
		}},
		{"left open or denied", only209, "Is it €100?", nil, []string{
			"Whether it is €100, I can't say.", "Ob es 100 € sind, kann ich nicht sagen.", "€100 would be wrong.",
			"No, €100 is wrong; the jacket is €209.", "Is it €100? No, it is €209.", "You asked whether it is €100. It is €209.",
			"It isn't €100.", "I can't give it to you for €100.", "You mentioned €100, but the jacket is €209.", "100 € sind leider nicht möglich.",
			"You asked about €100. The jacket is €209.",
		}},
	} {
		v.run(t)
	}
}

// TestGateEcho: however the text is cut, a figure of the customer's that the next sentence affirms never goes out.
func TestGateEcho(t *testing.T) {
	for text, want := range map[string]string{
		"You mentioned €100. Correct. Shall I order it for you now?":                 "You mentioned ",
		"Hello. You mentioned €100. You said €100. Sure, that is what we will do.":   "Hello. You mentioned €100. You said ",
		"You mentioned €100. Our jackets cost more than that. Shall I show you one?": "",
	} {
		for size := 1; size <= len(text); size++ {
			var out strings.Builder
			g := guard.NewGate(&out, guard.Reply{Said: []string{"Is it €100?"}, Now: noon}, nil, func(r *guard.Reply) int {
				for _, c := range r.Claims {
					if !c.Echo || c.IsAsserted() {
						return c.Span.Start
					}
				}
				return len(r.Text)
			})
			var err error
			for at := 0; at < len(text) && err == nil; at += size {
				_, err = g.Write([]byte(text[at:min(len(text), at+size)]))
			}
			if err == nil {
				err = g.Close()
			}
			if want == "" {
				assert.NoError(t, err)
				assert.Equal(t, text, out.String())
				continue
			}
			assert.ErrorIs(t, err, guard.ErrHeld)
			assert.Equal(t, want, out.String(), "pieces of %d", size)
		}
	}
}
