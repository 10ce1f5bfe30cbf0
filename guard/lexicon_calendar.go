package guard

import "strings"

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

// pastTable names the last day of its sort: "i lördags".
const pastTable = `
1 = måndags
2 = tisdags
3 = onsdags
4 = torsdags
5 = fredags
6 = lördags
7 = söndags
`

// weekdaysTable names several of a weekday: no day, but after a number.
const weekdaysTable = `
1 = mondays montags lundis måndagar maandagen
2 = tuesdays dienstags mardis tisdagar dinsdagen
3 = wednesdays mittwochs mercredis onsdagar woensdagen
4 = thursdays donnerstags jeudis torsdagar donderdagen
5 = fridays freitags vendredis fredagar vrijdagen
6 = saturdays samstags sonnabends samedis sábados lördagar zaterdagen
7 = sundays sonntags dimanches domingos söndagar zondagen
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

// periodTable names whole units by how far they are from the current one.
const periodTable = `
week 1 = semaine_prochaine semana_que_viene semana_próxima settimana_prossima settimana_che_viene semana_que_vem 下周 下星期 下个星期 来週
week 0 = 本周 这周 这个星期 今週
week -1 = semaine_dernière semana_pasada settimana_scorsa semana_passada 上周 上星期 上个星期 先週 förra_veckan
month 1 = mois_prochain mes_que_viene mese_prossimo mês_que_vem 下个月 下月 来月
month 0 = 本月 这个月 今月
month -1 = mois_dernier mes_pasado mese_scorso mês_passado 上个月 上月 先月 förra_månaden
year 1 = année_prochaine an_prochain año_que_viene anno_prossimo ano_que_vem 明年 来年
year 0 = 今年
year -1 = année_dernière an_dernier año_pasado anno_scorso ano_passado 去年 昨年 förra_året
`

// nearTable names days by how many lie between them and today.
const nearTable = `
today 0 = i_dag i_kväll vanavond vanmiddag vanochtend vanmorgen vannacht stasera stamattina stanotte
tomorrow 0 = i_morgon
tomorrow 1 = 后天 後天 明後日 あさって
yesterday 0 = i_går
yesterday 1 = i_förrgår anteontem antes_de_ayer altro_ieri altroieri avantieri 前天 一昨日 おととい
`

// wideWeekdays are weekdays in Chinese, after the words for a week, and in Japanese.
const wideWeekdays = `
1 = 一 月曜日 月曜
2 = 二 火曜日 火曜
3 = 三 水曜日 水曜
4 = 四 木曜日 木曜
5 = 五 金曜日 金曜
6 = 六 土曜日 土曜
7 = 日 天 日曜日 日曜
`

// middleWords name the middle of a period.
const middleWords = `= middle mid mitte mi mediados metà meados mitten`

// openingWords begin a date only by what follows them.
const openingWords = `= q few couple middle mid mitte mi mediados metà meados mitten ides ide ytd mtd year_to_date month_to_date week_to_date quarter_to_date eom eoy bom boy cw kw calendar_week week_number week_no kalenderwoche`

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
	each(pastTable, func(key, word string) {
		e := x.at(word)
		e.weekday, e.cues = uint8(number(key)), e.cues|cueLast
	})
	each(ordinalTable, func(key, word string) { x.at(word).ordinal = uint8(number(key)) })
	for _, w := range []string{"st", "nd", "rd", "th", "er", "º", "ª", "o", "e", "de", "ste", "年", "月", "日", "号"} {
		x.at(w).suffix = true
	}
	for _, w := range []string{"may", "mar", "march", "mars", "set", "out", "mai", "mag", "ago", "lug", "gen", "ene", "dez", "ott", "okt", "abr", "fev", "maj"} {
		x.at(w).monthWeak = true
	}
	for _, w := range []string{"mars", "set", "out", "mag", "ago", "lug", "gen", "ene"} {
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
	each(middleWords, func(_, word string) { x.at(word).side = edgeMiddle })
	each(periodTable, func(key, word string) {
		unit, step, _ := strings.Cut(key, " ")
		e := x.at(word)
		e.period, e.step = unitID(nameIndex(unitNames[:], unit)), int8(number(step))
	})
	each(nearTable, func(key, word string) {
		cue, further, _ := strings.Cut(key, " ")
		e := x.at(word)
		e.cues |= cueNames[cue]
		e.further = uint8(number(further))
	})
	each(wideWeekdays, func(key, word string) {
		weekday := uint8(number(key))
		if len(word) > 3 {
			x.at(word).weekday = weekday
			return
		}
		for _, week := range []string{"星期", "周", "礼拜"} {
			x.at(week + word).weekday = weekday
		}
		for week, step := range map[string]int8{"上周": -1, "上星期": -1, "本周": 0, "这周": 0, "下周": 1, "下星期": 1} {
			e := x.at(week + word)
			e.period, e.step, e.further = unitWeek, step, weekday
		}
	})
	each(relativeTable, func(key, word string) { x.at(word).cues |= cueNames[key] })
	x.addHolidays()
}
