package grounding

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestNotations checks the renderer against what CLDR's own formatters print.
func TestNotations(t *testing.T) {
	all := Locales()
	day := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		lang, money, percent, full, short string
	}{
		{"en", "€1,209.50", "12.5%", "Wednesday, March 4, 2026", "3/4/26"},
		{"de", "1.209,50\u00a0€", "12,5\u00a0%", "Mittwoch, 4. März 2026", "04.03.26"},
		{"fr", "1\u202f209,50\u00a0€", "12,5\u00a0%", "mercredi 4 mars 2026", "04/03/2026"},
		{"es", "1209,50\u00a0€", "12,5\u00a0%", "miércoles, 4 de marzo de 2026", "4/3/26"},
		{"it", "1209,50\u00a0€", "12,5%", "mercoledì 4 marzo 2026", "04/03/26"},
		{"nl", "€\u00a01.209,50", "12,5%", "woensdag 4 maart 2026", "04-03-2026"},
	} {
		s := style{locale: all[c.lang], words: currencyWords[c.lang], group: true}
		assert.Equal(t, c.money, s.money(120950, "EUR"), c.lang)
		assert.Equal(t, c.percent, s.percent(125), c.lang)
		assert.Equal(t, c.full, s.date(day, "full"), c.lang)
		assert.Equal(t, c.short, s.date(day, "short"), c.lang)
	}
	s := style{locale: all["de"], words: currencyWords["de"], form: formDash, group: true}
	assert.Equal(t, "1.209,-\u00a0€", s.money(120900, "EUR"))
	s.form = formISOFirst
	assert.Equal(t, "EUR 1.209,00", s.money(120900, "EUR"))
	assert.Equal(t, "JPY 1.209", s.money(120900, "JPY"))
}
