package grounding

import "fmt"

// flightScene is two offers for a flight.
func flightScene(s *scene) {
	code := s.currency()
	lines := []string{"Lufthansa", "Iberia", "KLM", "Finnair"}
	i := s.rnd.Intn(len(lines))
	a, b := lines[i], lines[(i+1)%len(lines)]
	base := s.price(code, 60, 700)
	tax := s.price(code, 15, 120)
	t1 := base + tax
	t2 := t1 + 100*s.between(10, 150)
	dep := s.ahead(s.between(3, 60))
	s.word("a1", a)
	s.word("a2", b)
	s.money("base1", base, code)
	s.money("tax1", tax, code)
	s.money("t1", t1, code)
	s.money("t2", t2, code)
	s.other("t1", Entity, t2, code)
	s.other("t2", Entity, t1, code)
	s.other("t1", Field, base, code)
	s.other("tax1", Field, base, code)
	s.money("diff", t2-t1, code)
	s.date("dep", dep)
	d := func(v int64) string { return s.decimal(v, code) }
	day := dep.Format("2006-01-02")
	if s.rnd.Intn(2) == 0 { // Duffel
		offer := func(line string, total, base, tax int64) string {
			return fmt.Sprintf(`{"id":"off_%d","total_amount":"%s","total_currency":%q,"base_amount":"%s","base_currency":%q,"tax_amount":"%s","tax_currency":%q,"owner":{"name":%q},"slices":[{"segments":[{"departing_at":"%sT08:15:00","arriving_at":"%sT10:40:00"}]}]}`,
				s.between(1e6, 9e6), d(total), code, d(base), code, d(tax), code, line, day, day)
		}
		s.tool("duffel.offers", fmt.Sprintf(`{"data":{"offers":[%s,%s]}}`, offer(a, t1, base, tax), offer(b, t2, t2-tax-500, tax+500)))
		return
	}
	offer := func(id int, carrier string, total, base, tax int64) string { // Amadeus: airlines are codes
		return fmt.Sprintf(`{"type":"flight-offer","id":"%d","itineraries":[{"segments":[{"departure":{"iataCode":"FRA","at":"%sT08:15:00"},"arrival":{"iataCode":"MAD","at":"%sT10:50:00"},"carrierCode":%q}]}],`+
			`"price":{"currency":%q,"total":"%s","base":"%s","grandTotal":"%s"},"validatingAirlineCodes":[%q],"travelerPricings":[{"price":{"currency":%q,"total":"%s","base":"%s","taxes":[{"amount":"%s","code":"DE"}]}}]}`,
			id, day, day, carrier, code, d(total), d(base), d(total), carrier, code, d(total), d(base), d(tax))
	}
	for _, key := range []string{"t1", "t2"} {
		delete(s.values[key].others, Entity)
	}
	s.tool("amadeus.offers", fmt.Sprintf(`{"data":[%s,%s],"dictionaries":{"carriers":{"LH":%q,"IB":%q}}}`, offer(1, "LH", t1, base, tax), offer(2, "IB", t2, t2-tax-500, tax+500), a, b))
}

// hotelScene is a stay of several nights.
func hotelScene(s *scene) {
	code := s.currency()
	name := []string{"Hotel Bellevue", "Hotel Astoria", "Hotel Miramar"}[s.rnd.Intn(3)]
	night, nights := s.price(code, 50, 400), s.between(2, 9)
	tax := nights * 100 * s.between(1, 4)
	total := nights*night + tax
	from := s.between(2, 40)
	in, out := s.ahead(from), s.ahead(from+nights)
	s.word("h1", name)
	s.money("night", night, code)
	s.other("night", Field, total, code)
	s.span("nights", nights)
	s.money("total", total, code)
	s.other("total", Field, night, code)
	s.money("room", nights*night, code)
	s.money("tax", tax, code)
	s.other("tax", Field, night, code)
	s.date("in", in)
	s.date("out", out)
	if s.rnd.Intn(2) == 0 {
		day := func(n int64) string {
			d := s.ahead(n)
			return fmt.Sprintf(`{"year":%d,"month":%d,"day":%d}`, d.Year(), d.Month(), d.Day())
		}
		s.tool("travel.hotel", fmt.Sprintf(`{"hotel":{"name":%q,"checkIn":%s,"checkOut":%s,"lengthOfStayNights":%d,"nightlyRate":%s,"taxes":%s,"totalPrice":%s}}`,
			name, day(from), day(from+nights), nights, s.google(night, code), s.google(tax, code), s.google(total, code)))
		return
	}
	s.tool("amadeus.hotel", fmt.Sprintf(`{"data":{"type":"hotel-offers","hotel":{"name":%q},"offers":[{"checkInDate":%q,"checkOutDate":%q,"price":{"currency":%q,"total":"%s","taxes":[{"code":"CITY_TAX","amount":"%s"}],"variations":{"average":{"per":"night","base":"%s"}}}}]}}`,
		name, in.Format("2006-01-02"), out.Format("2006-01-02"), code, s.decimal(total, code), s.decimal(tax, code), s.decimal(night, code)))
}
