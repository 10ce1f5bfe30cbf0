package guard

const monthTable = `
1 = january jan januar jänner enero ene janvier janv gennaio gen janeiro januari
2 = february feb februar febrero février févr fév febbraio fevereiro fev februari
3 = march mar märz mrz marzo mars março maart mrt
4 = april apr abril avril avr aprile abr
5 = may mai mayo maggio mag maio mei maj
6 = june jun juni junio juin giugno giu junho
7 = july jul juli julio juillet juil luglio lug julho
8 = august aug agosto ago août aout agustus augustus augusti
9 = september sep sept septiembre septembre settembre set setembro
10 = october oct oktober okt octubre octobre ottobre ott outubro out
11 = november nov noviembre novembre novembro
12 = december dec dezember dez diciembre dic décembre déc dicembre dezembro
`

const weekdayTable = `
1 = monday mon montag lundi lunes lunedì segunda-feira maandag måndag
2 = tuesday tue tues dienstag mardi martes martedì terça-feira dinsdag tisdag
3 = wednesday wed mittwoch mercredi miércoles mercoledì quarta-feira woensdag onsdag
4 = thursday thu thur thurs donnerstag jeudi jueves giovedì quinta-feira donderdag torsdag
5 = friday fri freitag vendredi viernes venerdì sexta-feira vrijdag fredag
6 = saturday sat samstag sonnabend samedi sábado sabato zaterdag lördag
7 = sunday sun sonntag dimanche domingo domenica zondag söndag
`

// weekdaysTable names several of a weekday: no day, but after a number.
const weekdaysTable = `
1 = mondays
2 = tuesdays
3 = wednesdays
4 = thursdays
5 = fridays
6 = saturdays
7 = sundays
`

// ordinalTable names days of the month in words.
const ordinalTable = `
1 = first erste ersten erster premier primero primo primeiro eerste första 1er
2 = second zweite zweiten segundo tweede andra
3 = third dritte dritten tercero terzo terceiro derde tredje
4 = fourth vierte vierten
5 = fifth fünfte fünften
6 = sixth sechste
7 = seventh siebte
8 = eighth achte
9 = ninth neunte
10 = tenth zehnte
11 = eleventh
12 = twelfth
13 = thirteenth
14 = fourteenth
15 = fifteenth
16 = sixteenth
17 = seventeenth
18 = eighteenth
19 = nineteenth
20 = twentieth
21 = twenty-first
22 = twenty-second
23 = twenty-third
24 = twenty-fourth
25 = twenty-fifth
26 = twenty-sixth
27 = twenty-seventh
28 = twenty-eighth
29 = twenty-ninth
30 = thirtieth
31 = thirty-first
`

// decadeTable names decades.
const decadeTable = `
10 = teens
20 = twenties zwanziger
30 = thirties dreißiger
40 = forties vierziger
50 = fifties fünfziger
60 = sixties sechziger
70 = seventies siebziger
80 = eighties achtziger
90 = nineties neunziger
`

// openingWords begin a date only by what follows them.
const openingWords = `= q few couple middle mid mitte ides ide ytd mtd year_to_date month_to_date week_to_date quarter_to_date eom eoy bom boy cw kw calendar_week week_number week_no kalenderwoche`

// relativeTable spells tomorrow and its like as people write them.
const relativeTable = `
tomorrow = tmrw tmr tomorow tommorow tommorrow tomorrows
yesterday = yesterdays
today = todays
`

// addCalendar fills in the names of months, weekdays, days and holidays.
func (x *lexicon) addCalendar() {
	each(monthTable, func(key, word string) { x.at(word).month = uint8(number(key)) })
	each(weekdayTable, func(key, word string) { x.at(word).weekday = uint8(number(key)) })
	each(ordinalTable, func(key, word string) { x.at(word).ordinal = uint8(number(key)) })
	for _, w := range []string{"st", "nd", "rd", "th", "er", "º", "ª", "o", "e", "de", "ste", "年", "月", "日", "号"} {
		x.at(w).suffix = true
	}
	for _, w := range []string{"may", "mar", "march", "mars", "set", "out", "mai", "mag", "ago", "lug", "gen", "ene", "dez", "ott", "okt", "abr", "fev", "maj"} {
		x.at(w).monthWeak = true
	}
	for _, w := range []string{"mars", "set", "out", "mai", "mag", "ago", "lug", "gen", "ene", "dez", "ott", "okt", "abr", "fev", "maj"} {
		x.at(w).monthForeign = true
	}
	for word, c := range map[string]cue{
		"day after tomorrow": cueTomorrow, "the day after tomorrow": cueTomorrow, "übermorgen": cueTomorrow, "après-demain": cueTomorrow,
		"pasado mañana": cueTomorrow, "dopodomani": cueTomorrow, "depois de amanhã": cueTomorrow, "overmorgen": cueTomorrow, "i övermorgon": cueTomorrow,
		"day before yesterday": cueYesterday, "the day before yesterday": cueYesterday, "vorgestern": cueYesterday, "avant-hier": cueYesterday,
		"anteayer": cueYesterday, "eergisteren": cueYesterday,
	} {
		x.at(word).cues |= c
		x.at(word).further = 1
	}
	for _, w := range []string{"days", "weeks", "months", "quarters", "years", "weekends", "decades", "fortnights"} {
		x.at(w).plural = true
	}
	each(weekdaysTable, func(key, word string) { x.at(word).weekdays = uint8(number(key)) })
	for word, u := range map[string]unitID{"week after next": unitWeek, "month after next": unitMonth, "year after next": unitYear, "weekend after next": unitWeekend} {
		e := x.at(word)
		e.unit, e.cues, e.further = u, e.cues|cueNext, 2
	}
	for word, u := range map[string]unitID{"week before last": unitWeek, "month before last": unitMonth, "year before last": unitYear} {
		e := x.at(word)
		e.unit, e.cues, e.further = u, e.cues|cueLast, 2
	}
	x.at("rest of").cues |= cueEnd
	each(decadeTable, func(key, word string) { x.at(word).decade = uint8(number(key)) })
	each(openingWords, func(_, word string) { x.at(word).opens = true })
	each(relativeTable, func(key, word string) { x.at(word).cues |= cueNames[key] })
	x.addHolidays()
}
