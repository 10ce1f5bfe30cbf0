package guard

import (
	"strings"
	"time"
)

// holidayTable names holidays. A rule is a fixed date, as month and day; "nth", month, which and weekday, where 9 is
// the last; or days from Easter, from the Easter of the East, from the fourth Thursday of November, from the Jewish new
// year or Passover; "series" is one of the tables of [holidaySeries], with days from it. A last number is how many days
// it takes. What begins in the evening counts from the day before.
const holidayTable = `
fixed 12 25 = christmas xmas christmas_day x-mas weihnachten noël navidad natale natal
fixed 12 24 = christmas_eve xmas_eve heiligabend nochebuena
fixed 12 26 = boxing_day st_stephen's_day saint_stephen's_day
fixed 12 31 = new_year's_eve new_years_eve new_year_eve silvester
fixed 1 1 = new_year's_day new_years_day new_year_day neujahr
fixed 1 6 = epiphany three_kings'_day
fixed 2 2 = groundhog_day candlemas
fixed 2 14 = valentine's_day valentines_day valentine's valentinstag san_valentín
fixed 3 8 = international_women's_day international_womens_day women's_day
fixed 3 14 = pi_day
fixed 3 17 = st_patrick's_day st_patricks_day saint_patrick's_day st_paddy's_day
fixed 4 1 = april_fools'_day april_fools april_fool's_day all_fools'_day
fixed 4 22 = earth_day
fixed 4 25 = anzac_day
fixed 5 1 = may_day labour_day workers'_day international_workers'_day international_workers_day
fixed 5 5 = cinco_de_mayo
fixed 6 14 = flag_day
fixed 6 19 = juneteenth
fixed 7 1 = canada_day
fixed 7 4 = independence_day fourth_of_july july_fourth
fixed 7 14 = bastille_day
fixed 9 11 = patriot_day
fixed 10 31 = halloween all_hallows'_eve
fixed 11 1 = all_saints'_day all_saints_day world_vegan_day
fixed 11 2 = all_souls'_day all_souls_day
fixed 11 5 = guy_fawkes_night guy_fawkes_day bonfire_night
fixed 11 11 = veterans_day veterans'_day remembrance_day armistice_day singles'_day singles_day
fixed 12 6 = st_nicholas_day st_nicholas'_day
work 10 16 = boss's_day boss_day bosses_day boss's
king 4 27 = king's_day kings_day koningsdag
nth 1 3 1 = martin_luther_king_day martin_luther_king's_day mlk_day martin_luther_king_jr_day
nth 2 3 1 = presidents'_day presidents_day president's_day washington's_birthday
nth 5 2 7 = mother's_day mothers_day
nth 5 9 1 = memorial_day
nth 6 3 7 = father's_day fathers_day
nth 9 1 1 = labor_day
nth 10 2 1 = columbus_day indigenous_peoples'_day
easter 0 = easter easter_sunday easter_day ostern ostersonntag pâques pascua pasqua páscoa pasen påsk
easter 1 = easter_monday ostermontag
easter -1 = holy_saturday
easter -2 = good_friday karfreitag
easter -3 = maundy_thursday holy_thursday covenant_thursday thursday_of_mysteries thu_of_mysteries gründonnerstag
easter -7 = palm_sunday branch_sunday palmsonntag
easter -46 = ash_wednesday aschermittwoch
easter -47 = shrove_tuesday pancake_tuesday pancake_day mardi_gras faschingsdienstag
easter -48 = rosenmontag shrove_monday
easter 39 = ascension_day christi_himmelfahrt
easter 49 = pentecost whit_sunday white_sunday pfingsten pfingstsonntag
easter 50 = whit_monday pentecost_monday pfingstmontag
easter 56 = trinity_sunday
easter 60 = corpus_christi fronleichnam
orthodox 0 = orthodox_easter orthodox_easter_sunday
orthodox 1 = orthodox_easter_monday
orthodox -1 = orthodox_holy_saturday
orthodox -2 = orthodox_good_friday orthodox_great_friday
orthodox -7 = orthodox_palm_sunday
orthodox -8 = lazarus_saturday
orthodox -48 = clean_monday ash_monday orthodox_ash_monday orthodox_shrove_monday
orthodox 49 = orthodox_pentecost
thanks 0 = thanksgiving thanksgiving_day
thanks 1 = black_friday
thanks 4 = cyber_monday
rosh -1 3 = rosh_hashanah rosh_hashana rosh_hashanna jewish_new_year
rosh 8 = yom_kippur day_of_atonement
rosh 13 8 = sukkot succos feast_of_tabernacles feast_of_the_ingathering
rosh 20 = shemini_atzeret
rosh 21 = simchat_torah
rosh 82 9 = hanukkah chanukah hanukah hannukah
pesach -1 = passover_eve seder_night
pesach -31 = purim
pesach 11 = yom_hashoah yom_ha-shoah holocaust_day holocaust_remembrance_day
pesach 32 = lag_b'omer lag_baomer lag_ba-omer
pesach 49 3 = shavuot feast_of_weeks
series 0 0 = chinese_new_year chinese_new_year's_day chinese_new_years chinese_new_years_day lunar_new_year lunar_new_year's_day chinese_lunar_new_year chinese_lunar_new_year's_day
series 1 0 = diwali deepavali divali
series 1 -2 = dhanteras
series 1 -1 = choti_diwali chhoti_diwali
series 1 2 = bhai_dooj bhai_duj
series 1 6 = chhath chhath_puja
series 2 0 = holi dhulandi phagwah dhuli_vandana
series 2 -1 = chhoti_holi holika_dahan
series 3 0 = eid_al-fitr eid_ul-fitr eid_al_fitr
series 4 0 = eid_al-adha eid_ul-adha eid_al_adha bakrid bakr_id feast_of_sacrifice sacrifice_feast
`

// holidaySeries lists days that no short rule gives, as month times 100 plus day, from the first year on.
var holidaySeries = [...]struct {
	from int
	days []int
}{
	{2000, []int{
		205, 124, 212, 201, 122, 209, 129, 218, 207, 126, 214, 203, 123, 210, 131, 219, 208, 128, 216, 205, 125, 212, 201, 122, 210, 129, 217,
		206, 126, 213, 203, 123, 211, 131, 219, 208,
	}},
	{2015, []int{1111, 1030, 1019, 1107, 1027, 1114, 1104, 1024, 1112, 1031, 1020, 1108, 1029, 1017, 1105, 1026}},
	{2015, []int{306, 324, 313, 302, 321, 310, 329, 318, 308, 325, 314, 304}},
	{2015, []int{717, 706, 625, 615, 604, 524, 513, 502, 421, 410, 330, 320}},
	{2015, []int{924, 911, 901, 821, 811, 731, 720, 709, 628, 616, 606, 527}},
}

// holidayKind is how a holiday is counted.
type holidayKind uint8

const (
	holidayFixed holidayKind = iota
	holidayWork
	holidayKing
	holidayNth
	holidayEaster
	holidayOrthodox
	holidayThanks
	holidayRosh
	holidayPesach
	holidaySerial
)

var holidayKinds = [...]string{"fixed", "work", "king", "nth", "easter", "orthodox", "thanks", "rosh", "pesach", "series"}

// holidayRule is a line of [holidayTable].
type holidayRule struct {
	kind holidayKind
	n    [3]int
}

// addHolidays fills in the names of holidays.
func (x *lexicon) addHolidays() {
	last := ""
	each(holidayTable, func(key, word string) {
		if key != last {
			last = key
			x.holidays = append(x.holidays, newHoliday(strings.Fields(key)))
		}
		x.at(word).holiday = uint16(len(x.holidays))
	})
}

func newHoliday(words []string) holidayRule {
	rule := holidayRule{kind: holidayKind(nameIndex(holidayKinds[:], words[0]))}
	for i, w := range words[1:] {
		rule.n[i] = int(number(w))
	}
	return rule
}

// in returns the days of a holiday in a year, and false where they are not known.
func (h *holidayRule) in(year int, zone *time.Location) (days, bool) {
	month := func(m, d int) time.Time { return time.Date(year, time.Month(m), d, 0, 0, 0, 0, zone) }
	first, length, offset := time.Time{}, h.n[1], h.n[0]
	switch h.kind {
	case holidayFixed, holidayWork, holidayKing:
		first, length, offset = h.fixed(month(h.n[0], h.n[1])), 1, 0
	case holidayNth:
		n := h.n[1]
		if n == 9 {
			n = -1
		}
		d, _ := nthWeekday(month(h.n[0], 1), h.n[2], n, 0)
		first, length, offset = d.first, 1, 0
	case holidayEaster:
		first = easter(year, zone)
	case holidayOrthodox:
		first = orthodoxEaster(year, zone)
	case holidayThanks:
		d, _ := nthWeekday(month(11, 1), 4, 4, 0)
		first = d.first
	case holidayRosh:
		first = roshHashanah(year, zone)
	case holidayPesach:
		first = roshHashanah(year, zone).AddDate(0, 0, -163)
	case holidaySerial:
		s := holidaySeries[h.n[0]]
		if year < s.from || year >= s.from+len(s.days) {
			return days{}, false
		}
		v := s.days[year-s.from]
		first, length, offset = month(v/100, v%100), h.n[2], h.n[1]
	}
	first = first.AddDate(0, 0, offset)
	return days{first, first.AddDate(0, 0, max(length, 1)-1)}, true
}

// fixed moves a fixed day off the weekend where its rule says so.
func (h *holidayRule) fixed(d time.Time) time.Time {
	switch w := d.Weekday(); {
	case h.kind == holidayWork && w == time.Saturday, h.kind == holidayKing && w == time.Sunday:
		return d.AddDate(0, 0, -1)
	case h.kind == holidayWork && w == time.Sunday:
		return d.AddDate(0, 0, 1)
	}
	return d
}
