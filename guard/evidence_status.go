package guard

import (
	"slices"
	"strings"
)

// A result says what has become of a thing: {"status": "shipped", "cancelled_at": "2026-03-01T09:00:00Z"}. That is a
// source for a reply which says so ("was shipped on 1 March"), and not for one which says that the speaker did it.

// status adds the actions that a leaf reports.
func (b *builder) status(i int32) {
	l := &b.walker.leaves[i]
	text := b.walker.textOf(l)
	if l.key.action != 0 && text != "false" && text != "null" && (l.kind != leafNumber || l.key.field.sort != fieldCount && strings.Trim(text, "0.") != "") {
		b.happened(i, text, l.key.action)
	} else if l.key.deed != 0 && b.dated(text) {
		b.happened(i, text, l.key.deed)
	} else if l.key.paid && plainNumber(text) && strings.Trim(text, "-0.") != "" && text[0] != '-' {
		b.happened(i, text, wordOf("paid").action)
	}
	if !l.key.status || l.kind != leafString || len(text) > 40 {
		return
	}
	words, n := fieldWords(text)
	if n > 1 && (words[0] == "not" || words[0] == "to" || words[0] == "pending") {
		return
	}
	if b.ofShipment() && !slices.ContainsFunc(words[:n], brought) {
		b.undelivered(i, text)
	}
	back := slices.ContainsFunc(words[:n], takenIn) && b.returns(i)
	if back {
		b.happened(i, text, wordOf("arrived").action)
	}
	for _, w := range words[:n] {
		if back {
			break
		}
		if onItsWay(w) && !b.refunds(i) {
			b.undelivered(i, text)
		}
		switch e := wordOf(w); {
		case w == "delivered" || w == "transit" || w == "arrived": // so it was sent
			b.happened(i, text, wordOf("shipped").action)
			if w != "transit" {
				b.happened(i, text, wordOf("delivered").action)
			}
		case e != nil && e.action != 0:
			b.happened(i, text, e.action)
		}
	}
	b.deed(i, text, words[:n])
}

// undelivered adds that something has not come yet.
func (b *builder) undelivered(i int32, text string) {
	s := b.source(i, text, field{})
	s.Kind, s.ID = Done, undelivered
	b.add(s)
}

// ofShipment reports whether the tool or its server tells where a shipment is.
func (b *builder) ofShipment() bool {
	for _, name := range [...]string{b.result.Server, b.result.Tool} {
		words, n := fieldWords(name)
		for _, w := range words[:n] {
			switch w {
			case "shipping", "shipment", "track", "tracking", "parcel", "courier", "carrier":
				return true
			}
		}
	}
	return false
}

// brought reports whether a word of a status says that something has come.
func brought(w string) bool {
	e := wordOf(w)
	return w == "delivered" || w == "arrived" || w == "complete" || w == "completed" || w == "collected" || w == "returned" || e != nil && e.action != 0 && actionNames[e.action] == "deliver"
}

// undelivered is the id of a source which says that something has not come yet.
const undelivered = "undelivered"

// onItsWay reports whether a word of a status says that what it is of has not come yet.
func onItsWay(w string) bool {
	switch w {
	case "transit", "shipped", "dispatched", "processing", "preparing", "packing", "packed", "out", "label", "sorting", "depot", "customs", "delayed", "route", "awaiting", "scheduled",
		"preparation", "production", "progress", "ready", "unpaid", "hold", "backordered", "accepted", "received", "confirmed", "placed", "created", "pending", "picked", "handed", "hub", "collected", "unterwegs", "zustellung", "versendet", "versandt", "bearbeitung", "expédié", "expédiée", "livraison",
		"préparation", "enviado", "reparto", "tránsito", "camino", "spedito", "spedita", "transito", "consegna", "lavorazione", "onderweg", "verzonden", "verwerking":
		return true
	}
	return false
}

// dropDelivered leaves out the claims that something was delivered where no tool says that it, or anything else, was not.
func (m *matcher) dropDelivered() {
	if len(m.index.done(undelivered)) > 0 {
		return
	}
	m.reply.Claims = slices.DeleteFunc(m.reply.Claims, func(c Claim) bool {
		return c.Kind == Done && c.Readings[0].ID == "deliver"
	})
}

// takenIn reports whether a word of a status says that something has come back to the shop.
func takenIn(w string) bool {
	switch w {
	case "received", "arrived", "erhalten", "eingegangen", "angekommen", "reçu", "reçue", "recibido", "recibida", "ricevuto", "ricevuta", "ontvangen", "recebido", "recebida", "mottagen":
		return true
	}
	return false
}

// returns reports whether a leaf stands in what a customer sends back: the tool, or a record around it, speaks of a return.
func (b *builder) returns(i int32) bool {
	names := func(name string) bool {
		words, n := fieldWords(name)
		for _, w := range words[:n] {
			if e := wordOf(w); w == "rma" || e != nil && actionNames[e.object] == "return" {
				return true
			}
		}
		return false
	}
	for up := b.walker.leaves[i].parent; up >= 0; up = b.walker.records[up].parent {
		if name := b.walker.records[up].key.name; name != "" {
			return names(name)
		}
	}
	return names(b.result.Tool)
}

// voucherKey reports whether the value under a key is the code of a voucher, where its record is one.
func voucherKey(name string) bool {
	switch name {
	case "code", "coupon", "coupon_code", "couponCode", "voucher", "voucher_code", "voucherCode", "promo_code", "promoCode", "discount_code", "discountCode", "gutschein", "gutscheincode":
		return true
	}
	return false
}

// redeemed adds that a voucher was applied, where a cart or an order has it among what is taken off: {"discounts": [{"code": "WINTER10", "amount": ..}]}.
func (b *builder) redeemed(i int32) {
	l := &b.walker.leaves[i]
	if l.kind != leafString || l.start == l.end || rolesOf(b.result.Tool)&(1<<RoleDiscount) != 0 || b.sibling(l, "applied") != nil || b.sibling(l, "valid") != nil {
		return
	}
	placed := false
	for _, name := range [...]string{b.result.Server, b.result.Tool} {
		for _, w := range [...]string{"cart", "basket", "checkout", "order", "warenkorb", "bestellung", "panier", "carrito", "carrello", "winkelwagen", "carrinho"} {
			placed = placed || strings.Contains(strings.ToLower(name), w)
		}
	}
	if !placed {
		return
	}
	takesOff := func(name string) bool {
		return rolesOf(name)&(1<<RoleDiscount) != 0 || strings.Contains(name, "utschein")
	}
	found := takesOff(l.key.name)
	for up := l.parent; up >= 0 && !found; up = b.walker.records[up].parent {
		if k := b.walker.records[up].key; k != nil {
			found = takesOff(k.name)
		}
	}
	if found {
		b.happened(i, b.walker.textOf(l), wordOf("applied").action)
		b.happened(i, b.walker.textOf(l), wordOf("processed").action)
	}
}

// refunds reports whether a leaf stands in a refund: the tool, or the nearest record with a name, speaks of one.
func (b *builder) refunds(i int32) bool {
	for up := b.walker.leaves[i].parent; up >= 0; up = b.walker.records[up].parent {
		if name := b.walker.records[up].key.name; name != "" {
			return refundName(name)
		}
	}
	return refundName(b.result.Tool)
}

// refundName reports whether the name of a tool or a key speaks of a refund.
func refundName(name string) bool {
	return strings.Contains(name, "refund") || strings.Contains(name, "Refund")
}

// happened adds one action: what was issued or completed was also carried out.
func (b *builder) happened(i int32, text string, action uint8) {
	if name := actionNames[action]; name == "issue" || name == "complete" {
		b.happened(i, text, wordOf("executed").action)
	}
	s := b.source(i, text, field{})
	s.Kind, s.ID = Done, actionNames[action]
	b.add(s)
	if s.ID == "deliver" && b.walker.leaves[i].key.action != 0 { // "delivered_on": so it was sent
		b.happened(i, text, wordOf("shipped").action)
	}
}

// wordOf returns what the lexicon knows of a small word, or nil.
func wordOf(w string) *entry { return words().find(hashWord(w)) }

// statusKey reports whether the value under a key says what has become of its record.
func statusKey(name string) bool {
	name = strings.ToLower(name)
	last := name[strings.LastIndexByte(name, '_')+1:]
	switch last {
	case "statut", "etat", "état", "estado", "stato", "zustand":
		return true
	}
	return strings.HasSuffix(name, "status") || strings.HasSuffix(name, "state") && !strings.HasSuffix(name, "estate")
}

// actionOfKey returns the action that a key dates or affirms, as "shipped_on" and "cancelled", or 0.
func actionOfKey(name string) uint8 {
	first, _, _ := strings.Cut(strings.ToLower(name), "_")
	if strings.HasSuffix(name, "At") || strings.HasSuffix(name, "On") || strings.HasSuffix(name, "Date") {
		words, _ := fieldWords(name)
		first = words[0]
	}
	if strings.HasSuffix(strings.ToLower(name), "_by") {
		return 0 // "paid_by" is a day still to come, or a person
	}
	if !strings.HasSuffix(first, "ed") && first != "sent" && first != "paid" {
		return 0
	}
	if e := wordOf(first); e != nil {
		return e.action
	}
	return 0
}
