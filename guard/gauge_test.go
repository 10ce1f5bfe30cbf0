package guard_test

import "testing"

// TestGauge: a quantity is what its unit or its noun says, and rests on a field that counts the same.
func TestGauge(t *testing.T) {
	const kite = `{"name":"Kite","stock":6,"reviews":41,"rating":4.2,"span_cm":180,"weight_kg":1.4,"pages":96,"price":"75.00","currency":"EUR"}`
	const line = `{"plan":"Home","download_mbps":80,"upload_mbps":20,"data_gb":15,"users":12,"usage_kwh":310,"area_m2":61}`
	const card = `{"points":2640,"expiring":{"points":350,"on":"2026-05-01"},"missing":110}`
	const hall = `{"hall":"West","price":"18.00","left":9,"currency":"EUR","price_per_100g":"2.40"}`
	for _, v := range []verdicts{
		{"nouns", kite, "", []string{
			"It has 97 pages.", "There are 42 reviews.", "We have 41 in stock.", "Es sind noch 41 auf Lager.", "Rated by 6 customers.",
			"We have 4 of them in stock.", "Il en reste 4.", "Quedan 8.", "Er zijn er nog 41.", "It spans 6 cm.", "6 kg",
			"| Kite | Stock |\n|---|---|\n| red | 41 |", "It takes 6 days.",
		}, []string{
			"It has 96 pages.", "There are 41 reviews.", "We have 6 in stock.", "Es sind noch 6 auf Lager.", "We have 6 of them in stock.",
			"Il en reste 6.", "Quedan 6.", "Er zijn er nog 6.", "It spans 180 cm.", "1.4 kg", "Rated by 41 customers.", "| Kite | Stock |\n|---|---|\n| red | 6 |",
			"Step 4 is easy.", "The Kite 300 is light.", "In size 42 it is sold out.", "Press 9 to go on.", "2 ways to go",
		}},
		{"units", line, "", []string{
			"Up to 90 Mbps.", "85 Mbit/s im Download", "20 GB", "15 Mbps", "13 Lizenzen", "320 kWh", "62 m²", "Vous avez 20 Go.", "12 kWh",
		}, []string{"Up to 80 Mbps.", "20 Mbit/s im Upload", "15 GB", "12 Lizenzen", "310 kWh", "61 m²", "Vous avez 15 Go.", "2 go"}},
		{"parts", card, "", []string{
			"You have 2,640 points; 360 of them expire.", "Tienes 2.640 puntos. De ellos, 360 caducan.", "Je hebt 2.640 punten. Daarvan vervallen er 360.",
			"Le mancano 120.", "2.650 Punkte",
		}, []string{
			"You have 2,640 points; 350 of them expire.", "Tienes 2.640 puntos. De ellos, 350 caducan.", "Je hebt 2.640 punten. Daarvan vervallen er 350.",
			"Le mancano 110.", "2.640 Punkte",
		}},
		{"what it is for", hall, "", []string{"€2.40 per 200 g", "8 seats are left in West."}, []string{"€2.40 per 100 g", "9 seats are left in West."}},
	} {
		v.run(t)
	}
}
