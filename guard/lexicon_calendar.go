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

// addCalendar fills in the names of months and weekdays.
func (x *lexicon) addCalendar() {
	each(monthTable, func(key, word string) { x.at(word).month = uint8(number(key)) })
	each(weekdayTable, func(key, word string) { x.at(word).weekday = uint8(number(key)) })
}
