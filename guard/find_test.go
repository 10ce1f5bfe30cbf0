package guard_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

var noon = time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)

func find(t *testing.T, text string) *guard.Reply {
	t.Helper()
	r := &guard.Reply{Text: text, Now: noon}
	guard.Finder{}.Find(r)
	return r
}

// amounts renders the money of a text as "209 EUR"; further readings follow after a slash.
func amounts(r *guard.Reply) []string {
	list := []string{}
	for _, c := range r.Claims {
		if c.Kind != guard.Money {
			continue
		}
		text := ""
		for i, v := range c.Readings {
			if i > 0 {
				text += "/"
			}
			switch {
			case v.OpenLow:
				text += ".." + v.High.String()
			case v.OpenHigh:
				text += v.Low.String() + ".."
			case !v.Low.Equal(v.High):
				text += v.Low.String() + ".." + v.High.String()
			default:
				text += v.Amount.String()
			}
		}
		if code := c.Currency(); code != "" {
			text += " " + code
		}
		list = append(list, text)
	}
	return list
}

func TestFindMoney(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"sign before", "It costs €209.", []string{"209 EUR"}},
		{"sign after", "Der Schal kostet 35,00 €.", []string{"35.00 EUR"}},
		{"code before", "USD 12.50 each", []string{"12.50 USD"}},
		{"code glued", "EUR209", []string{"209 EUR"}},
		{"no-break space", "1\u00a0299,00\u00a0€", []string{"1299.00 EUR"}},
		{"narrow space", "1\u202f299 €", []string{"1299 EUR"}},
		{"both marks", "$1,234.56", []string{"1234.56"}},
		{"ambiguous mark", "1.234 €", []string{"1234/1.234 EUR"}},
		{"three decimals", "KWD 1.234", []string{"1.234/1234 KWD"}},
		{"apostrophe", "CHF 1'234.50", []string{"1234.50 CHF"}},
		{"tail", "Nur 5,- €", []string{"5 EUR"}},
		{"sign as mark", "35€99", []string{"35.99 EUR"}},
		{"negative", "-€20", []string{"-20 EUR"}},
		{"negative inside", "€-20", []string{"-20 EUR"}},
		{"scale", "USD34.6 million", []string{"34600000 USD"}},
		{"k", "€5k", []string{"5000 EUR"}},
		{"dollar of a country", "US$ 5 and CA$6", []string{"5 USD", "6 CAD"}},
		{"nation", "100 Swiss francs", []string{"100 CHF"}},
		{"word", "20 euros", []string{"20 EUR"}},
		{"cents", "50 cents", []string{"0.5"}},
		{"cents after euros", "15 euros and 15 cents", []string{"15.15 EUR"}},
		{"markup", "It is **€**209 or `€5`", []string{"209 EUR", "5 EUR"}},
		{"entity", "&euro;&nbsp;20", []string{"20 EUR"}},
		{"tag", "<b>20</b> <i>EUR</i>", []string{"20 EUR"}},
		{"zero width", "€2\u200b09", []string{"209 EUR"}},
		{"escaped", "\\$5", []string{"5"}},
		{"full width", "￥１２０", []string{"120"}},
		{"arabic digits", "٢٠ €", []string{"20 EUR"}},
		{"part number", "JKT-114 and A4", []string{}},
		{"version", "v2.1.3 costs nothing", []string{}},
		{"address", "192.168.0.1 €", []string{}},
		{"clock", "um 18 uhr", []string{}},
		{"cup", "1/2 cup", []string{}},
		{"all of us", "ALL 5 of us", []string{}},
		{"nothing", "Shall I look for it in blue?", []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, amounts(find(t, test.text)))
		})
	}
}

func TestFindSpans(t *testing.T) {
	r := find(t, "Now **€209** (was €249). Fine.")
	require.Len(t, r.Claims, 2)
	for _, c := range r.Claims {
		assert.Equal(t, r.Text[c.Span.Start:c.Span.End], c.Text)
		assert.Equal(t, "reply", c.Place)
		assert.Equal(t, "Now **€209** (was €249).", r.Text[c.Sentence.Start:c.Sentence.End])
	}
	assert.Equal(t, "€209", r.Claims[0].Text)
	assert.Equal(t, guard.RoleListPrice, r.Claims[1].Role)
}

func TestFindFlags(t *testing.T) {
	for _, test := range []struct {
		name, text string
		said       string
		flag       func(*guard.Claim) bool
		want       bool
	}{
		{"approximate", "It costs about €200.", "", func(c *guard.Claim) bool { return c.Approx }, true},
		{"approximate, German", "Es kostet ca. 200 €.", "", func(c *guard.Claim) bool { return c.Approx }, true},
		{"tilde", "~€200", "", func(c *guard.Claim) bool { return c.Approx }, true},
		{"exact", "It costs €200.", "", func(c *guard.Claim) bool { return c.Approx }, false},
		{"negated", "It is not €200.", "", func(c *guard.Claim) bool { return c.Negated }, true},
		{"negated, short", "It isn't €200.", "", func(c *guard.Claim) bool { return c.Negated }, true},
		{"echo", "Your budget of €200 is fine.", "I have 200", func(c *guard.Claim) bool { return c.Echo }, true},
		{"no echo", "It costs €201.", "I have 200", func(c *guard.Claim) bool { return c.Echo }, false},
		{"a budget is not asserted", "With your budget of €200, look here.", "200 euros", func(c *guard.Claim) bool { return c.Asserted }, false},
		{"a price is asserted", "It costs €200.", "200 euros", func(c *guard.Claim) bool { return c.Asserted }, true},
		{"hypothetical", "If it were €200, you could save.", "", func(c *guard.Claim) bool { return c.Hypothetical }, true},
		{"quoted", "You wrote “€200”.", "", func(c *guard.Claim) bool { return c.Quoted }, true},
		{"struck", "Now ~~€200~~ less", "", func(c *guard.Claim) bool { return c.Struck }, true},
		{"struck, tag", "<del>€200</del>", "", func(c *guard.Claim) bool { return c.Struck }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &guard.Reply{Text: test.text, Now: noon, Said: []string{test.said}}
			guard.Finder{}.Find(r)
			require.Len(t, r.Claims, 1)
			assert.Equal(t, test.want, test.flag(&r.Claims[0]))
		})
	}
}

func TestFindAbout(t *testing.T) {
	for text, want := range map[string]guard.About{
		"The jacket costs €209 and ships tomorrow.": guard.AboutPrice,
		"Shipping costs €5.":                        guard.AboutDelivery,
		"Your balance is €20.":                      guard.AboutBalance,
		"You get a discount of €20.":                guard.AboutDiscount,
		"Hm, €20.":                                  0,
	} {
		r := find(t, text)
		require.NotEmpty(t, r.Claims, text)
		assert.Equal(t, want, r.Claims[0].About, text)
	}
}

func TestFindReuses(t *testing.T) {
	r := find(t, "It costs €209 or $1,234.56, shipping is 5 euros.")
	allocs := testing.AllocsPerRun(20, func() { guard.Finder{}.Find(r) })
	assert.Zero(t, allocs)
	assert.Len(t, r.Claims, 3)
}

func TestFindTooMany(t *testing.T) {
	text := ""
	for range 600 {
		text += "€1 "
	}
	r := find(t, text)
	require.Len(t, r.Claims, 512)
	assert.Equal(t, guard.TooMany, r.Claims[511].Reason)
}

func TestShows(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	today := time.Date(2026, 3, 1, 14, 7, 30, 0, time.UTC)
	for _, test := range []struct {
		name, text, appended string
		zone                 *time.Location
		at                   time.Time
		want                 bool
	}{
		{"clock", "It is €5 as of 14:07.", "", time.UTC, today, true},
		{"another minute", "It is €5 as of 14:08.", "", time.UTC, today, false},
		{"next sentence", "It is €5. Price as of 14:07.", "", time.UTC, today, true},
		{"third sentence", "It is €5. Fine. Price as of 14:07.", "", time.UTC, today, false},
		{"appended", "It is €5. Fine. Good.", "Price as of 14:07.", time.UTC, today, true},
		{"half day", "It is €5 at 2:07 pm.", "", time.UTC, today, true},
		{"half day, wrong half", "It is €5 at 2:07 am.", "", time.UTC, today, false},
		{"Uhr", "Preis 5 € von 14.07 Uhr", "", time.UTC, today, true},
		{"turn's zone", "It is €5 as of 15:07.", "", berlin, today, true},
		{"written zone", "It is €5 as of 14:07 UTC.", "", berlin, today, true},
		{"wrong written zone", "It is €5 as of 15:07 UTC.", "", berlin, today, false},
		{"another day needs the day", "It is €5 as of 14:07.", "", time.UTC, today.AddDate(0, 0, -1), false},
		{"day", "It is €5 as of 28 February 14:07.", "", time.UTC, today.AddDate(0, 0, -1), true},
		{"day after", "It is €5 as of 14:07 on February 28.", "", time.UTC, today.AddDate(0, 0, -1), true},
		{"iso day", "It is €5 as of 2026-02-28 14:07.", "", time.UTC, today.AddDate(0, 0, -1), true},
		{"German day", "5 €, Stand 28.02.2026, 14:07 Uhr", "", time.UTC, today.AddDate(0, 0, -1), true},
		{"yesterday", "It is €5 as of yesterday, 14:07.", "", time.UTC, today.AddDate(0, 0, -1), true},
		{"wrong day", "It is €5 as of 27 February 14:07.", "", time.UTC, today.AddDate(0, 0, -1), false},
		{"age", "It was €5, 5 minutes ago.", "", time.UTC, today, true},
		{"age, German", "5 €, vor 5 Minuten", "", time.UTC, today, true},
		{"age, not exact", "It was €5, 10 minutes ago.", "", time.UTC, today, false},
		{"no time", "It is €5.", "", time.UTC, today, false},
		{"zero", "It is €5 at 00:00.", "", time.UTC, time.Time{}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := &guard.Reply{Text: test.text, Appended: test.appended, Now: noon, Zone: test.zone}
			guard.Finder{}.Find(r)
			require.NotEmpty(t, r.Claims)
			assert.Equal(t, test.want, r.Shows(&r.Claims[0], test.at))
		})
	}
}

func TestContains(t *testing.T) {
	for _, test := range []struct {
		name, text, statement string
		want                  bool
	}{
		{"same", "Free shipping over €50, 30 days to return.", "Free shipping over €50, 30 days to return.", true},
		{"inside", "Yes! free  shipping over **€50**, 30 days\nto return, of course.", "Free shipping over €50, 30 days to return.", true},
		{"another figure", "Free shipping over €500, 30 days to return.", "Free shipping over €50, 30 days to return.", false},
		{"end inside a figure", "Price as of 14:071", "Price as of 14:07", false},
		{"end before decimals", "Free over €50.30", "Free over €50", false},
		{"end before a full stop", "Free over €50. 30 left", "Free over €50", true},
		{"start inside a word", "unfree over €50", "free over €50", false},
		{"empty", "anything", "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, guard.Contains(test.text, test.statement))
		})
	}
}

func TestKnownCurrency(t *testing.T) {
	for _, code := range []string{"EUR", "USD", "JPY", "KWD", "AED", "ZWG", "DEM"} {
		assert.True(t, guard.KnownCurrency(code), code)
	}
	for _, code := range []string{"", "eur", "EURO", "XXY", "EU"} {
		assert.False(t, guard.KnownCurrency(code), code)
	}
	assert.Equal(t, 2, guard.CurrencyExponent("EUR"))
	assert.Equal(t, 0, guard.CurrencyExponent("JPY"))
	assert.Equal(t, 3, guard.CurrencyExponent("KWD"))
}

// A number in words may be followed by a word that nobody knows, or by none.
func TestFindWordsThenUnknown(t *testing.T) {
	for _, text := range []string{"seven point five zorbs", "seven point five", "two point five hours"} {
		assert.NotPanics(t, func() { find(t, text) }, text)
	}
}

func TestFindDecimalWordsBeforeAnUnknownWord(t *testing.T) {
	for _, text := range []string{"seven point five bananas", "quatre virgule deux (environ)", "sieben Komma fünf Bananen"} {
		assert.Empty(t, find(t, text).Claims, text)
	}
}

// A sign of letters that is no word of its own may stand before ".50".
func TestFindSignThenPoint(t *testing.T) {
	for _, text := range []string{"NZ$.50", "TT$.50", "HK$.50", "NT$.50", "US$.50", "A$.50", "R$.50", "S/.50", "MX$ .50"} {
		assert.NotPanics(t, func() { find(t, text) }, text)
	}
}

// TestTooManyIsKept holds that a text with more claims than are looked at says so, also where all of them are of a kind that
// is left out: what stands behind them has not been read.
func TestTooManyIsKept(t *testing.T) {
	r := &guard.Reply{Text: strings.Repeat("If you like it today, say so. ", 600) + "It is €5.", Now: noon}
	guard.Finder{}.Find(r)
	require.NotEmpty(t, r.Claims)
	assert.Equal(t, guard.TooMany, r.Claims[len(r.Claims)-1].Reason)
}
