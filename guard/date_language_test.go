package guard_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// The clock stands at Wednesday, 4 March 2026.
func TestFindDatesInLanguages(t *testing.T) {
	for lang, texts := range map[string]map[string]string{
		"de": {
			"vom 7. bis 9. April": "2026-04-07..2026-04-09", "vom 7. bis zum 9. April 2027": "2027-04-07..2027-04-09", "Ende April": "2026-04-21..2026-04-30",
			"Mitte Mai": "2026-05-11..2026-05-20", "übermorgen": "2026-03-06", "KW 20": "2026-05-11..2026-05-17", "am Dienstag, den 10. März": "2026-03-10",
		},
		"fr": {
			"le 1er août": "2026-08-01", "du 7 au 9 avril": "2026-04-07..2026-04-09", "la semaine prochaine": "2026-03-09..2026-03-15",
			"fin avril": "2026-04-21..2026-04-30", "mi-mai": "2026-05-11..2026-05-20", "l'année dernière": "2025-01-01..2025-12-31",
		},
		"es": {
			"el 7 de abril de 2026": "2026-04-07", "del 7 al 9 de abril": "2026-04-07..2026-04-09", "la semana que viene": "2026-03-09..2026-03-15",
			"el mes pasado": "2026-02-01..2026-02-28", "mediados de mayo": "2026-05-11..2026-05-20",
		},
		"it": {
			"il 7 aprile 2026": "2026-04-07", "dal 7 al 9 aprile": "2026-04-07..2026-04-09", "la settimana prossima": "2026-03-09..2026-03-15",
			"tra 5 giorni": "2026-03-09", "metà maggio": "2026-05-11..2026-05-20", "il 1° maggio": "2026-05-01",
		},
		"nl": {"van 7 tot 9 april": "2026-04-07..2026-04-09", "eind april": "2026-04-21..2026-04-30", "overmorgen": "2026-03-06"},
		"pt": {
			"de 7 a 9 de abril": "2026-04-07..2026-04-09", "na semana que vem": "2026-03-09..2026-03-15", "anteontem": "2026-03-02",
			"daqui a 5 dias": "2026-03-09", "cinco dias atrás": "2026-02-27",
		},
		"sv": {
			"i morgon": "2026-03-05", "i förrgår": "2026-03-02", "från 7 till 9 april": "2026-04-07..2026-04-09", "slutet av april": "2026-04-21..2026-04-30",
			"vecka 20": "2026-05-11..2026-05-17",
		},
		"zh": {
			"4月7日至9日": "2026-04-07..2026-04-09", "后天": "2026-03-06", "下周二": "2026-03-10", "上周": "2026-02-23..2026-03-01", "5天后": "2026-03-09",
			"下个月": "2026-04-01..2026-04-30",
		},
		"ja": {"来週の火曜日": "2026-03-10", "明後日": "2026-03-06", "来月": "2026-04-01..2026-04-30", "4月7日": "2026-04-07"},
	} {
		for text, want := range texts {
			r := guard.Reply{Text: text, Now: time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC), Language: lang}
			guard.Finder{}.Find(&r)
			got := ""
			for i := range r.Claims {
				if v := &r.Claims[i].Readings[0]; r.Claims[i].Kind == guard.Date {
					if got += v.Day.Format(time.DateOnly); !v.LastDay.Equal(v.Day) {
						got += ".." + v.LastDay.Format(time.DateOnly)
					}
				}
			}
			assert.Equal(t, want, got, "%s: %s", lang, text)
		}
	}
}

func TestWeekdayAgreesInLanguages(t *testing.T) {
	for text, mismatch := range map[string]bool{
		"am Montag, den 9. März 2026": false, "am Dienstag, den 9. März 2026": true,
		"le lundi 9 mars 2026": false, "le mardi 9 mars 2026": true,
		"el lunes 9 de marzo de 2026": false, "el martes 9 de marzo de 2026": true,
		"lunedì 9 marzo 2026": false, "martedì 9 marzo 2026": true,
		"maandag 9 maart 2026": false, "dinsdag 9 maart 2026": true,
		"måndag den 9 mars 2026": false, "tisdag den 9 mars 2026": true,
	} {
		r := guard.Reply{Text: text, Now: time.Date(2026, 3, 4, 10, 0, 0, 0, time.UTC)}
		guard.Finder{}.Find(&r)
		if assert.Len(t, r.Claims, 1, text) {
			assert.Equal(t, mismatch, r.Claims[0].Reason == guard.WeekdayMismatch, text)
		}
	}
}
