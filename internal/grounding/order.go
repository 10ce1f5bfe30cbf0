package grounding

import "fmt"

// cartScene is a cart of two lines with shipping.
func cartScene(s *scene) {
	code := s.currency()
	names := s.names(2)
	q := s.between(2, 5)
	p1, p2, ship := s.price(code, 5, 300), s.price(code, 5, 300), s.price(code, 3, 20)
	for p1 == p2 {
		p2 = s.price(code, 5, 300)
	}
	subtotal := q*p1 + p2
	s.word("i1", names[0][0])
	s.word("i2", names[1][0])
	s.fixed("q1", q)
	s.money("p1", p1, code)
	s.other("p1", Entity, p2, code)
	s.other("p1", Field, ship, code)
	s.money("p2", p2, code)
	s.other("p2", Entity, p1, code)
	s.money("l1", q*p1, code)
	s.money("subtotal", subtotal, code)
	s.money("ship", ship, code)
	s.other("ship", Field, p2, code)
	s.money("total", subtotal+ship, code)
	s.other("total", Field, subtotal, code)
	s.other("total", Field, p1, code)
	d := func(v int64) string { return s.decimal(v, code) }
	switch s.rnd.Intn(4) {
	case 0: // Shopify's Storefront API
		m := func(v int64) string { return fmt.Sprintf(`{"amount":"%s","currencyCode":%q}`, d(v), code) }
		line := func(n int64, name string, v int64) string {
			return fmt.Sprintf(`{"node":{"quantity":%d,"merchandise":{"title":%q},"cost":{"amountPerQuantity":%s,"totalAmount":%s}}}`, n, name, m(v), m(n*v))
		}
		s.tool("shopify.cart", fmt.Sprintf(`{"cart":{"totalQuantity":%d,"cost":{"subtotalAmount":%s,"totalAmount":%s},"deliveryGroups":[{"selectedDeliveryOption":{"title":"Standard","estimatedCost":%s}}],"lines":{"edges":[%s,%s]}}}`,
			q+1, m(subtotal), m(subtotal+ship), m(ship), line(q, names[0][0], p1), line(1, names[1][0], p2)))
	case 1: // PayPal's Orders API
		m := func(v int64) string { return fmt.Sprintf(`{"currency_code":%q,"value":"%s"}`, code, d(v)) }
		s.tool("paypal.order", fmt.Sprintf(`{"intent":"CAPTURE","purchase_units":[{"amount":{"currency_code":%q,"value":"%s","breakdown":{"item_total":%s,"shipping":%s}},"items":[{"name":%q,"quantity":"%d","unit_amount":%s},{"name":%q,"quantity":"1","unit_amount":%s}]}]}`,
			code, d(subtotal+ship), m(subtotal), m(ship), names[0][0], q, m(p1), names[1][0], m(p2)))
	case 2: // Stripe's Checkout
		u := func(v int64) int64 { return minorOf(v, code) }
		line := func(n int64, name string, v int64) string {
			return fmt.Sprintf(`{"object":"item","description":%q,"quantity":%d,"amount_total":%d,"price":{"unit_amount":%d,"currency":%q}}`, name, n, u(n*v), u(v), lower(code))
		}
		s.tool("stripe.session", fmt.Sprintf(`{"object":"checkout.session","currency":%q,"amount_subtotal":%d,"amount_total":%d,"shipping_cost":{"amount_total":%d},"line_items":{"data":[%s,%s]}}`,
			lower(code), u(subtotal), u(subtotal+ship), u(ship), line(q, names[0][0], p1), line(1, names[1][0], p2)), "amount_subtotal", "amount_total")
	default:
		s.tool("shop.cart", fmt.Sprintf(`{"cart":{"currency":%q,"items":[{"name":%q,"unit_price":%s,"quantity":%d},{"name":%q,"unit_price":%s,"quantity":1}],"shipping":%s}}`,
			code, names[0][0], d(p1), q, names[1][0], d(p2), d(ship)))
	}
}

// lower writes a currency as Stripe does.
func lower(code string) string {
	b := []byte(code)
	for i := range b {
		b[i] |= 0x20
	}
	return string(b)
}

// orderScene is a placed order with a refund.
func orderScene(s *scene) {
	code := s.currency()
	total := s.price(code, 20, 2000)
	refund := total * s.between(10, 60) / 100 / 100 * 100
	placed, eta := s.ahead(-s.between(1, 20)), s.ahead(s.between(1, 14))
	id := fmt.Sprintf("O-%d", s.between(10000, 99999))
	s.word("id", id)
	s.money("total", total, code)
	s.other("total", Field, refund, code)
	s.money("refund", refund, code)
	s.other("refund", Field, total, code)
	s.date("placed", placed)
	s.date("eta", eta)
	switch s.rnd.Intn(3) {
	case 0:
		s.tool("shop.order", fmt.Sprintf(`{"order_id":%q,"status":"shipped","total":{"value":"%s","currency":%q},"refund":{"amount":%s,"currency":%q},"placed_at":"%sT10:00:00Z","delivery":{"date":%q}}`,
			id, s.decimal(total, code), code, s.decimal(refund, code), code, placed.Format("2006-01-02"), eta.Format("2006-01-02")))
	case 1:
		s.tool("stripe.charge", fmt.Sprintf(`{"object":"charge","amount":%d,"amount_refunded":%d,"currency":%q,"created":%d,"metadata":{"order_id":%q}}`,
			minorOf(total, code), minorOf(refund, code), lower(code), placed.Unix()+36000, id), "amount", "amount_refunded")
		s.tool("shop.tracking", fmt.Sprintf(`{"order":%q,"estimated_delivery_date":%q}`, id, eta.Format("2006-01-02")))
	default:
		m := func(v int64) string {
			return fmt.Sprintf(`{"shopMoney":{"amount":"%s","currencyCode":%q}}`, s.decimal(v, code), code)
		}
		s.tool("shopify.order", fmt.Sprintf(`{"order":{"name":%q,"createdAt":"%sT09:30:00Z","totalPriceSet":%s,"totalRefundedSet":%s,"fulfillments":[{"estimatedDeliveryAt":"%sT12:00:00Z"}]}}`,
			id, placed.Format("2006-01-02"), m(total), m(refund), eta.Format("2006-01-02")))
	}
}

// shippingScene is two ways to ship.
func shippingScene(s *scene) {
	code := s.currency()
	c1, c2 := [2]string{"DHL", "UPS"}, [2]string{"FedEx", "GLS"}
	a, b := c1[s.rnd.Intn(2)], c2[s.rnd.Intn(2)]
	t1 := s.between(2, 4)
	t2 := t1 + s.between(1, 5)
	r2 := s.price(code, 3, 15)
	r1 := r2 + 100*s.between(1, 20)
	s.word("c1", a)
	s.word("c2", b)
	s.money("r1", r1, code)
	s.money("r2", r2, code)
	s.other("r1", Entity, r2, code)
	s.other("r2", Entity, r1, code)
	s.span("t1", t1)
	s.span("t2", t2)
	s.date("d1", s.ahead(t1))
	s.date("d2", s.ahead(t2))
	rate := `{"carrier":%q,"service":"Parcel","rate":"%s","currency":%q,"delivery_days":%d,"delivery_date":"%sT18:00:00Z"}`
	if s.rnd.Intn(2) == 0 {
		rate = `{"provider":%q,"servicelevel":{"token":"std"},"amount":"%s","currency":%q,"estimated_days":%d,"arrives_by":%q}`
	}
	one := func(c string, r, t int64) string {
		return fmt.Sprintf(rate, c, s.decimal(r, code), code, t, s.ahead(t).Format("2006-01-02"))
	}
	s.tool("shipping.rates", fmt.Sprintf(`{"rates":[%s,%s]}`, one(a, r1, t1), one(b, r2, t2)))
}

// windowScene is a time of delivery between two days.
func windowScene(s *scene) {
	low := s.between(2, 4)
	high := low + s.between(1, 4)
	from := s.between(2, 9)
	to := from + s.between(1, 6)
	s.date("w1", s.ahead(from))
	s.date("w2", s.ahead(to))
	s.span("b1", low)
	s.span("b2", high)
	if s.rnd.Intn(2) == 0 {
		s.tool("shop.delivery", fmt.Sprintf(`{"earliest_delivery":%q,"latest_delivery":%q,"min_business_days":%d,"max_business_days":%d}`,
			s.ahead(from).Format("2006-01-02"), s.ahead(to).Format("2006-01-02"), low, high))
		return
	}
	s.tool("shop.delivery", fmt.Sprintf(`{"window":{"start":%q,"end":%q},"business_days":"%d-%d"}`,
		s.ahead(from).Format("2006-01-02"), s.ahead(to).Format("2006-01-02"), low, high))
}
