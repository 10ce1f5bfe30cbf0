package guard

// A result of an exchange names two currencies: {"from": "EUR", "to": "USD", "amount": "500.00", "converted": "542.10"}.

// exchange holds the currencies of a record: what is given, and what is got.
type exchange struct{ from, to string }

// exchanges keeps a currency that is given or got in an exchange.
func (b *builder) exchanges(record int32, k *key, text string) {
	code, ok := b.knownCode(text)
	if !ok {
		return
	}
	if b.traded == nil {
		b.traded = map[int32]*exchange{}
	}
	x := b.traded[record]
	if x == nil {
		x = &exchange{}
		b.traded[record] = x
	}
	if k.given {
		x.from = code
	} else {
		x.to = code
	}
}

// sideOf reports whether a key of these words names the currency that is given, or the one that is got.
func sideOf(words []string) (given, got bool) {
	n := len(words)
	if n == 0 || n > 2 || n == 2 && !currencyWord(words[1]) {
		return false, false
	}
	switch words[0] {
	case "from", "source", "base", "sell", "von", "de", "da", "van", "quelle", "origen":
		return true, false
	case "to", "target", "quote", "buy", "nach", "zu", "vers", "a", "naar", "ziel", "destino", "destination":
		return false, true
	}
	return false, false
}

// currencyOf returns the currency of an amount of an exchange: what it came to is in the one that is got.
func (x *exchange) currencyOf(key string) string {
	words, n := fieldWords(key)
	for _, w := range words[:n] {
		switch w {
		case "converted", "result", "to", "target", "received", "receive", "payout", "buy", "bought", "credited", "quote", "ergebnis", "umgerechnet",
			"converti", "convertito", "convertido", "resultado", "risultato", "résultat", "resultaat", "omgerekend":
			return x.to
		}
	}
	return x.from
}

// tradedAt returns the exchange that a record is, or nil.
func (b *builder) tradedAt(record int32) *exchange {
	if b.traded == nil {
		return nil // most results
	}
	return b.traded[record]
}
