package guard_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// dates are found on Wednesday, 4 March 2026, in English.
func dates(text string) []string {
	r := guard.Reply{Text: text, Now: time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), Language: "en"}
	guard.Finder{}.Find(&r)
	list := []string{}
	for i := range r.Claims {
		c := &r.Claims[i]
		if c.Kind != guard.Date {
			continue
		}
		v := &c.Readings[0]
		s := v.Day.Format(time.DateOnly)
		if !v.LastDay.Equal(v.Day) {
			s += ".." + v.LastDay.Format(time.DateOnly)
		}
		list = append(list, s)
	}
	return list
}

func TestFindDates(t *testing.T) {
	for _, group := range []struct {
		name  string
		texts map[string]string // and the only date in it
	}{
		{"parts of a period", map[string]string{
			"the third quarter of 2027":         "2027-07-01..2027-09-30",
			"Q2 2027 figures":                   "2027-04-01..2027-06-30",
			"the 2nd week of May":               "2026-05-11..2026-05-17",
			"the last week of 2026":             "2026-12-28..2027-01-03",
			"it was sent last night":            "2026-03-03",
			"the last day of the month":         "2026-03-31",
			"the second to last day of April":   "2026-04-29",
			"the fourth month of next year":     "2027-04-01..2027-04-30",
			"the second half of 2026":           "2026-07-01..2026-12-31",
			"in week 12 of 2026":                "2026-03-16..2026-03-22",
			"first Monday of next year":         "2027-01-04",
			"the first Friday in this month":    "2026-03-06",
			"the 18th century":                  "1700-01-01..1799-12-31",
			"the end of June":                   "2026-06-21..2026-06-30",
			"early next week":                   "2026-03-09..2026-03-11",
			"later this month":                  "2026-03-16..2026-03-31",
			"the rest of the week":              "2026-03-04..2026-03-08",
			"the year after next":               "2028-01-01..2028-12-31",
			"the week before last":              "2026-02-16..2026-02-22",
			"this working week is full":         "2026-03-02..2026-03-06",
			"the week starting on 13 April":     "2026-04-13..2026-04-19",
			"2 weeks starting tomorrow":         "2026-03-05..2026-03-18",
			"we are away for 3 days from today": "2026-03-04..2026-03-06",
		}},
		{"edges and thirds", map[string]string{
			"early April":               "2026-04-01..2026-04-10",
			"in mid-June":               "2026-06-11..2026-06-20",
			"late May":                  "2026-05-21..2026-05-31",
			"we open again in late May": "2026-05-16..2026-05-31",
			"the middle of July":        "2026-07-11..2026-07-20",
			"closed between the middle of April and the end of May": "2026-04-16..2026-05-31",
			"closed between the end of 2026 and the end of 2027":    "2027-01-01..2027-12-31",
			"EOY":                               "2026-09-01..2026-12-31",
			"our turnover, year to date, is up": "2026-01-01..2026-03-04",
			"the last 3 days of June":           "2026-06-28..2026-06-30",
			"the first two months of 2027":      "2027-01-01..2027-02-28",
			"the first weekend in May":          "2026-05-02..2026-05-03",
			"the week before Christmas":         "2026-12-14..2026-12-20",
			"the weekend before Easter":         "2026-03-28..2026-03-29",
			"the second-to-last Friday of June": "2026-06-19",
			"the ides of May":                   "2026-05-15",
			"the thirtieth day of April":        "2026-04-30",
			"third Tuesday after Easter 2027":   "2027-04-13",
			"27Q1":                              "2027-01-01..2027-03-31",
			"our report for Q3/2027":            "2027-07-01..2027-09-30",
			"2H 2026":                           "2026-07-01..2026-12-31",
			"Q4 '26":                            "2026-10-01..2026-12-31",
			"calendar week 20":                  "2026-05-11..2026-05-17",
			"2026-W20":                          "2026-05-11..2026-05-17",
			"due 2026-W20-5":                    "2026-05-15",
			"ready on 20260518":                 "2026-05-18",
			"20260518T070000Z":                  "2026-05-18",
			"18. 5. 2026":                       "2026-05-18",
			"May/18/2026":                       "2026-05-18",
			"18 May '27":                        "2027-05-18",
			"the 18th May 27":                   "2027-05-18",
			"Mon May 18 09:30:00 2026":          "2026-05-18",
			"Monday-May/18":                     "2026-05-18",
		}},
		{"windows", map[string]string{
			"upcoming 3 weeks":                       "2026-03-23..2026-03-29",
			"two upcoming months":                    "2026-05-01..2026-05-31",
			"the last 4 months":                      "2025-11-01..2026-02-28",
			"we sold ten in the last 4 months":       "2025-11-04..2026-03-03",
			"half a year ago":                        "2025-09-04",
			"two and a half years ago":               "2023-09-04",
			"a year and a half ago":                  "2024-09-04",
			"in about 3 days":                        "2026-03-07",
			"9 days back":                            "2026-02-23",
			"two Fridays ago":                        "2026-02-20",
			"next week's Thursday":                   "2026-03-12",
			"three weeks past Easter":                "2026-04-26",
			"a reservation from 4 May for 5 days":    "2026-05-04..2026-05-08",
			"4 May for 5 days":                       "2026-05-04..2026-05-09",
			"for a day starting this Friday at 5 pm": "2026-03-06..2026-03-07",
			"from 3pm today till 5pm tomorrow":       "2026-03-04..2026-03-05",
			"in the next 3 days":                     "2026-03-05..2026-03-07",
			"over the past two weeks":                "2026-02-18..2026-03-03",
			"the last 2 quarters":                    "2025-07-01..2025-12-31",
			"the next two decades":                   "2030-01-01..2049-12-31",
			"within 5 days":                          "2026-03-04..2026-03-08",
			"within the next 2 weeks":                "2026-03-04..2026-03-17",
			"the 4 past years":                       "2022-03-04..2026-03-03",
			"in the next few days":                   "2026-03-05..2026-03-07",
			"we wrote a few days ago":                "2026-03-01",
			"a fortnight ago":                        "2026-02-18",
			"1 year, 2 months and 3 days ago":        "2025-01-01",
		}},
		{"years", map[string]string{
			"founded in nineteen ninety four":      "1994-01-01..1994-12-31",
			"sold since twenty sixteen":            "2016-01-01..2016-12-31",
			"a style of the 1960s":                 "1960-01-01..1969-12-31",
			"music of the '80s":                    "1980-01-01..1989-12-31",
			"the nineties":                         "1990-01-01..1999-12-31",
			"music of the late nineteen seventies": "1975-01-01..1979-12-31",
			"the early 1990s":                      "1990-01-01..1994-12-31",
			"this decade":                          "2020-01-01..2029-12-31",
			"last century":                         "1900-01-01..1999-12-31",
			"in twenty oh seven":                   "2007-01-01..2007-12-31",
			"built in 1066 AD":                     "1066-01-01..1066-12-31",
			"from 2019 to 2021":                    "2019-01-01..2021-12-31",
			"between 2020 and May 2021":            "2020-01-01..2021-05-31",
			"delivered 2027/03":                    "2027-03-01..2027-03-31",
			"10 January next year":                 "2027-01-10",
		}},
		{"runs", map[string]string{
			"from 30 April to 2 May 2026":            "2026-04-30..2026-05-02",
			"from 5 to 9 June":                       "2026-06-05..2026-06-09",
			"June 5th through 9th":                   "2026-06-05..2026-06-09",
			"the fifth to the ninth of June":         "2026-06-05..2026-06-09",
			"from June 27th to the 3rd":              "2026-06-27..2026-07-03",
			"between the 4th and 22nd of next month": "2026-04-04..2026-04-22",
			"Nov-Feb 2027":                           "2026-11-01..2027-02-28",
			"from next Monday to Friday":             "2026-03-09..2026-03-13",
			"between now and 15 May":                 "2026-03-04..2026-05-15",
			"between 3pm and Friday":                 "2026-03-04..2026-03-06",
			"within the next month":                  "2026-03-04..2026-04-03",
			"from the 9th to the 12th":               "2026-03-09..2026-03-12",
			"10/5/2026-15/5/2026":                    "2026-05-10..2026-05-15",
		}},
		{"beside a day", map[string]string{
			"the day after Christmas":       "2026-12-26",
			"the Monday after 10 April":     "2026-04-13",
			"the Friday before Easter":      "2026-04-03",
			"a week from Friday":            "2026-03-13",
			"next week on Tuesday":          "2026-03-10",
			"Monday two weeks from now":     "2026-03-16",
			"Friday 13th":                   "2026-03-13",
			"the closest Sunday to 7 April": "2026-04-05",
			"Thanksgiving 1 year ago":       "2025-11-27",
		}},
		{"holidays", map[string]string{
			"Mother's Day":          "2026-05-10",
			"Labor Day 2027":        "2027-09-06",
			"orthodox Easter 2026":  "2026-04-12",
			"last Christmas":        "2025-12-25",
			"Purim 2026":            "2026-03-02",
			"Rosh Hashanah 2026":    "2026-09-11..2026-09-13",
			"Diwali 2026":           "2026-11-08",
			"Chinese New Year 2027": "2027-02-06",
			"Juneteenth":            "2026-06-19",
			"Boss's Day 2027":       "2027-10-15",
		}},
	} {
		for text, want := range group.texts {
			assert.Equal(t, []string{want}, dates(text), "%s: %s", group.name, text)
		}
	}
}

func TestFindListsOfDates(t *testing.T) {
	for text, want := range map[string][]string{
		"12 and 13 May":                  {"2026-05-12", "2026-05-13"},
		"on the 4th, 5th or 6th of June": {"2026-06-04", "2026-06-05", "2026-06-06"},
		"May 12 and 13":                  {"2026-05-12", "2026-05-13"},
		"May 12 & 14, then off":          {"2026-05-12", "2026-05-14"},
		"7 May and 9 June":               {"2026-05-07", "2026-06-09"},
		"size 5, 12 May":                 {"2026-05-12"},
	} {
		assert.Equal(t, want, dates(text), text)
	}
}

func TestFindNoDates(t *testing.T) {
	for _, text := range []string{
		"a 3/4 inch bolt", "set 5 of 10", "we have 20 out of 30", "may 3 of you come", "in 2000 stores", "the past weeks were busy",
		"week 2 of your plan", "order 11-2026", "version 4.22 is out", "upcoming events", "the second item", "a Halloween weekend",
		"12 March Road", "version 12-03-26-77", "order no. 12-03-2026", "Mon-Fri 9-5", "Monday to Saturday, 10am to 8pm", "next day delivery",
		"within 14 days of receipt", "Sat on a chair",
		"in 5 minutes", "on Mondays", "every Monday", "the first half", "a boy", "she is in her twenties", "the middle seat", "mid size", "a few items", "order 20260518",
		"the past weeks", "a couple of socks", "q 4", "the thirty-first day of February", "from 2000 to 2500 dollars", "every Monday",
	} {
		assert.Empty(t, dates(text), text)
	}
}

func TestRecordsOfDates(t *testing.T) {
	for text, want := range map[string][]guard.Record{
		"I'm away from 2 May to 9 June 2026": {{Kind: "date", Start: "2026-05-02", End: "2026-06-08", Through: "2026-06-09", Span: [2]int{14, 34}, Text: "2 May to 9 June 2026", About: "other"}},
		"2 May to 9 June 2026":               {{Kind: "date", Start: "2026-05-02", End: "2026-06-09", Span: [2]int{0, 20}, Text: "2 May to 9 June 2026", About: "other"}},
		"ready in 5 minutes": {
			{Kind: "duration", Amount: "300", Span: [2]int{9, 18}, Text: "5 minutes", About: "other"},
			{Kind: "date", Start: "2026-03-04", End: "2026-03-04", Span: [2]int{9, 18}, Text: "5 minutes", About: "other"},
		},
		"the next 4 business days": {
			{Kind: "duration", Amount: "345600", Span: [2]int{9, 24}, Text: "4 business days", About: "other"},
			{Kind: "date", Start: "2026-03-05", End: "2026-03-10", Span: [2]int{9, 24}, Text: "4 business days", About: "other"},
		},
	} {
		r := guard.Reply{Text: text, Now: time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), Language: "en"}
		guard.Finder{}.Find(&r)
		got := r.Records()
		for i := range got {
			if got[i].About == "" {
				got[i].About = "other"
			}
		}
		assert.Equal(t, want, got, text)
	}
}

func TestFullStopAfterDecimals(t *testing.T) {
	assert.Empty(t, dates("The Vista 55 is rated 4.6, the Vista 50 4.3."))
	assert.Equal(t, []string{"2026-03-04"}, dates("It comes on 4.3."))
}

func TestMonthsOfOtherLanguages(t *testing.T) {
	for text, want := range map[string][]string{
		"Die Garantie läuft noch bis zum 14. Mai 2026.":  {"2026-05-14"},
		"Elle court jusqu'au 14 mai":                     {"2026-05-14"},
		"le 14 mars 2027":                                {"2027-03-14"},
		"Elle arrive le 14 mars":                         {"2026-03-14"},
		"Fakturan ska betalas senast fredag den 27 mars": {"2026-03-27"},
		"3 set aside, 5 out of 10, 2 ago":                {},
	} {
		assert.Equal(t, want, dates(text), text)
	}
}

func TestFindPercentFractions(t *testing.T) {
	for text, want := range map[string]string{
		"dos quintos por ciento":               "0.4",
		"cuarenta con tres quintos por ciento": "40.6",
		"três quartos por cento":               "0.75",
		"two fifths percent":                   "0.4",
		"打对折":                                  "50",
	} {
		r := guard.Reply{Text: text}
		guard.Finder{}.Find(&r)
		if assert.Len(t, r.Claims, 1, text) {
			assert.Equal(t, guard.Percent, r.Claims[0].Kind, text)
			assert.Equal(t, want, r.Claims[0].Readings[0].Amount.String(), text)
		}
	}
}
