package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFindHolidays(t *testing.T) {
	for _, group := range []struct {
		name  string
		texts map[string]string // and the only date in it
	}{
		{"by the Islamic calendar", map[string]string{
			"Ramadan 2026":             "2026-02-18..2026-03-19",
			"closed for Eid al-Fitr":   "2026-03-20",
			"Eid al-Adha 2027":         "2027-05-16",
			"Islamic New Year in 2025": "2025-06-26",
			"the day of Ashura 2024":   "2024-07-16",
		}},
		{"by the Jewish calendar", map[string]string{
			"Passover 2026":      "2026-04-01..2026-04-09",
			"Hanukkah 2025":      "2025-12-14..2025-12-21",
			"Yom Kippur 2026":    "2026-09-20",
			"Tisha B'Av 2022":    "2022-08-06",
			"Tu BiShvat 2024":    "2024-01-24",
			"Yom Haatzmaut 2026": "2026-04-21",
		}},
		{"of India", map[string]string{
			"Diwali 2031":             "2031-11-14",
			"Karva Chauth 2025":       "2025-10-10",
			"Raksha Bandhan 2026":     "2026-08-28",
			"Maha Shivaratri 2025":    "2025-02-26",
			"Guru Nanak Jayanti 2026": "2026-11-24",
			"Makar Sankranti 2027":    "2027-01-15",
			"Dussehra 2025":           "2025-10-02",
		}},
		{"of the Christian year", map[string]string{
			"Holy Thursday":               "2026-04-02",
			"Ascension Day 2027":          "2027-05-06",
			"the feast of Corpus Christi": "2026-06-04",
			"Lent 2026":                   "2026-02-18..2026-04-04",
		}},
		{"of other kinds", map[string]string{
			"Election Day 2028":       "2028-11-07",
			"world mental health day": "2026-10-10",
			"Saint Patrick's Day":     "2026-03-17",
			"Valentines Day 2027":     "2027-02-14",
			"Midsommarafton 2026":     "2026-06-19",
			"the Easter weekend 2027": "2027-03-27..2027-03-28",
			"Labor Day weekend 2026":  "2026-09-05..2026-09-07",
			"this summer":             "2026-06-21..2026-09-23",
			"last winter":             "2024-12-21..2025-03-20",
			"this winter":             "2025-12-21..2026-03-20",
			"autumn 2027":             "2027-09-23..2027-12-21",
			"next Thanksgiving":       "2026-11-26",
		}},
	} {
		for text, want := range group.texts {
			assert.Equal(t, []string{want}, dates(text), "%s: %s", group.name, text)
		}
	}
	for _, text := range []string{
		"our summer sale", "she lent us two", "a carnival of colours", "spring rolls", "they fall apart", "Christmas week",
	} {
		assert.Empty(t, dates(text), text)
	}
}
