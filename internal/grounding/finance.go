package grounding

import "fmt"

// planScene is two subscriptions.
func planScene(s *scene) {
	code := s.currency()
	names := []string{"Basic", "Starter", "Pro", "Business"}
	a, b := names[s.rnd.Intn(2)], names[2+s.rnd.Intn(2)]
	m1 := s.price(code, 5, 40)
	m2 := m1 + 100*s.between(5, 60)
	setup, trial := s.price(code, 20, 150), []int64{7, 14, 21, 30}[s.rnd.Intn(4)]
	s.word("p1", a)
	s.word("p2", b)
	s.money("m1", m1, code)
	s.money("m2", m2, code)
	s.other("m1", Entity, m2, code)
	s.other("m2", Entity, m1, code)
	s.other("m1", Field, setup, code)
	s.money("setup", setup, code)
	s.other("setup", Field, m2, code)
	s.span("trial", trial)
	s.money("year", 12*m1, code)
	if s.rnd.Intn(2) == 0 {
		price := func(name string, v int64) string {
			return fmt.Sprintf(`{"object":"price","nickname":%q,"unit_amount":%d,"currency":%q,"recurring":{"interval":"month","interval_count":1,"trial_period_days":%d}}`, name, minorOf(v, code), lower(code), trial)
		}
		s.tool("stripe.prices", fmt.Sprintf(`{"object":"list","data":[%s,%s]}`, price(a, m1), price(b, m2)))
		s.tool("stripe.fee", fmt.Sprintf(`{"object":"price","nickname":"Setup fee","unit_amount":%d,"currency":%q,"type":"one_time"}`, minorOf(setup, code), lower(code)))
		return
	}
	s.tool("billing.plans", fmt.Sprintf(`{"currency":%q,"plans":[{"plan":%q,"monthly_price":%s},{"plan":%q,"monthly_price":%s}],"setup_fee":%s,"trial_days":%d}`,
		code, a, s.decimal(m1, code), b, s.decimal(m2, code), s.decimal(setup, code), trial))
}

// bankScene is two accounts and a payment.
func bankScene(s *scene) {
	code := s.currency()
	bal, bal2 := s.price(code, 300, 9000), s.price(code, 9500, 60000)
	avail := bal - 100*s.between(10, 200)
	tx, day := s.price(code, 5, 250), s.ahead(-s.between(1, 20))
	acc, acc2 := s.lang["accounts"][0], s.lang["accounts"][1]
	s.word("acc", acc)
	s.word("acc2", acc2)
	s.money("bal", bal, code)
	s.other("bal", Entity, bal2, code)
	s.money("bal2", bal2, code)
	s.other("bal2", Entity, bal, code)
	s.money("avail", avail, code)
	s.other("avail", Entity, bal2, code)
	s.money("tx", tx, code)
	s.date("txdate", day)
	d := func(v int64) string { return s.decimal(v, code) }
	if s.rnd.Intn(2) == 0 { // Plaid
		account := func(name string, current, available int64) string {
			return fmt.Sprintf(`{"account_id":"acc%d","name":%q,"type":"depository","balances":{"available":%s,"current":%s,"limit":null,"iso_currency_code":%q}}`, s.between(1000, 9999), name, d(available), d(current), code)
		}
		s.tool("bank.accounts", fmt.Sprintf(`{"accounts":[%s,%s]}`, account(acc, bal, avail), account(acc2, bal2, bal2)))
		s.tool("bank.transactions", fmt.Sprintf(`{"transactions":[{"transaction_id":"tx9","amount":%s,"iso_currency_code":%q,"date":%q,"name":"Card payment"}]}`, d(tx), code, day.Format("2006-01-02")))
		return
	}
	balance := func(kind string, v int64) string { // the Berlin Group's NextGenPSD2
		return fmt.Sprintf(`{"balanceType":%q,"balanceAmount":{"currency":%q,"amount":"%s"}}`, kind, code, d(v))
	}
	s.tool("bank.balances", fmt.Sprintf(`{"accounts":[{"name":%q,"currency":%q,"balances":[%s,%s]},{"name":%q,"currency":%q,"balances":[%s]}]}`,
		acc, code, balance("closingBooked", bal), balance("interimAvailable", avail), acc2, code, balance("closingBooked", bal2)))
	s.tool("bank.transactions", fmt.Sprintf(`{"transactions":{"booked":[{"transactionAmount":{"currency":%q,"amount":"-%s"},"bookingDate":%q}]}}`, code, d(tx), day.Format("2006-01-02")))
}

// invoiceScene is an invoice with tax.
func invoiceScene(s *scene) {
	code := s.currency()
	rate := []int64{70, 100, 190, 200, 210}[s.rnd.Intn(5)]
	parts := s.between(2, 6)
	net := s.price(code, 10, 2000)
	if exponent(code) == 0 {
		net = net/10000*10000 + 10000
	}
	tax := (net*rate + 500) / 1000
	gross := net + tax
	left := s.between(5, 24)
	id := fmt.Sprintf("INV-%d", s.between(1000, 9999))
	s.word("id", id)
	s.money("net", net, code)
	s.other("net", Field, gross, code)
	s.money("tax", tax, code)
	s.other("tax", Field, net, code)
	s.money("gross", gross, code)
	s.other("gross", Field, net, code)
	s.percent("rate", rate)
	s.date("due", s.ahead(left))
	s.span("left", left)
	s.fixed("parts", parts)
	if gross%parts == 0 && exponent(code) == 2 {
		s.money("share", gross/parts, code)
	}
	d := func(v int64) string { return s.decimal(v, code) }
	if s.rnd.Intn(2) == 0 {
		u := func(v int64) int64 { return minorOf(v, code) }
		s.tool("stripe.invoice", fmt.Sprintf(`{"object":"invoice","number":%q,"currency":%q,"subtotal":%d,"tax":%d,"total":%d,"amount_due":%d,"due_date":%d,"tax_rate":{"percentage":%d.%d}}`,
			id, lower(code), u(net), u(tax), u(gross), u(gross), s.ahead(left).Unix()+3600, rate/10, rate%10), "subtotal", "tax", "total", "amount_due")
		return
	}
	s.tool("billing.invoice", fmt.Sprintf(`{"invoice_id":%q,"currency":%q,"net_amount":"%s","vat_percent":%d.%d,"vat_amount":"%s","gross_amount":"%s","due_date":%q}`,
		id, code, d(net), rate/10, rate%10, d(tax), d(gross), s.ahead(left).Format("2006-01-02")))
}
