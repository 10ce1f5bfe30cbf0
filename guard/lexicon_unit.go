package guard

// unitID names a unit of measure in the lexicon; 0 is none. Time units come first.
type unitID uint8

const (
	unitSecond unitID = iota + 1
	unitMinute
	unitHour
	unitDay
	unitWeek
	unitMonth
	unitYear
	unitQuarter
	unitWeekend
	unitFortnight
	unitDecade
	unitCentury
	unitOther
)

const unitTable = `
second = second seconds sec secs sekunde sekunden secondes seconde segundo segundos secondi secondo seconden sekund sekunder
minute = minute minutes min mins minuten minuto minutos minuti minuut minuter minut 分钟 分鐘 분
hour = hour hours hr hrs stunde stunden std heure heures hora horas ora ore uur uren timme timmar 小时 時間 시간
day = day days night nights nacht nächte nächten nuit nuits noche noches notte notti nachten tag tage tagen jour jours día días giorno giorni dia dias dag dagen dagar werktage werktagen werktag arbeitstage arbeitstagen arbetsdagar werkdagen 天 日間 일간
week = week weeks workweek woche wochen semaine semaines semana semanas settimana settimane weken vecka veckor 周 週間
month = month months monat monate monaten mois mes meses mese mesi mês maand maanden månad månader 个月 か月 개월
quarter = quarter quarters qtr quartal trimestre
weekend = weekend weekends week-end week-ends wochenende wochenenden fin_de_semana fim_de_semana fine_settimana
fortnight = fortnight fortnights
decade = decade decades jahrzehnt
century = century jahrhundert
other = result results hit hits treffer ergebnis ergebnisse ergebnissen résultat résultats resultado resultados risultato risultati resultaat resultaten pair pairs paar paare paire paires pares paia par piece pieces item items unit units pcs pc stück exemplare pièces articles artículos unidades piezas pezzi articoli peças unidades stuks artikelen artiklar seat seats plätze places asientos posti lugares plaatsen platser ticket tickets stars sterne points punkte review reviews bewertungen kg g mg km cm mm m lb lbs oz l ml cl gb mb tb kb inch inches w kw kwh v mah hz ghz mhz mp 个 件 本 枚 個 개 台
year = year years yr yrs jahr jahre jahren an ans année années año años anno anni ano anos jaar år 年間
`

var unitNames = [...]string{"", "second", "minute", "hour", "day", "week", "month", "year", "quarter", "weekend", "fortnight", "decade", "century", "other"}

// addUnits fills in units of time and of measure.
func (x *lexicon) addUnits() {
	each(unitTable, func(key, word string) { x.at(word).unit = unitID(nameIndex(unitNames[:], key)) })
}
