package guard

import "strings"

// AddDone takes in a write that was completed in this turn. It is the source of claims that report its action as done
// ("I have refunded you"): the actions that the tool's name holds, as "refund" in "create_refund". A tool whose name says that it
// only looks, as "get_refund" and "refund_status" do, has done nothing, whatever its effect is declared to be.
func (e *Evidence) AddDone(server, tool string) {
	var list []*Source
	words, n := fieldWords(tool)
	if n > 0 && looks(words[:n]) {
		return
	}
	object := special(words[:n])
	for _, action := range actionNames[1:] {
		for _, w := range words[:n] {
			if !performs(w, action) {
				continue
			}
			s := &Source{Kind: Done, Server: server, Tool: tool, Origin: Field, ID: action, Raw: tool}
			if action == "create" {
				s.rare = &rare{object: object}
			}
			list = append(list, s)
			break
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.index = nil
	e.fixed = append(e.fixed, list...)
}

// looks reports whether a tool's name says that it reads: by the verb in front, or by what it tells.
func looks(words []string) bool {
	switch words[0] {
	case "get", "list", "find", "search", "fetch", "read", "show", "check", "lookup", "look", "query", "track", "quote", "estimate", "preview", "calculate", "view", "describe", "count", "retrieve", "inspect":
		return true
	}
	switch words[len(words)-1] {
	case "status", "statu", "terms", "term", "policy", "info", "information", "details", "detail", "history", "options", "option", "summary", "overview":
		return true
	}
	return false
}

// special returns the more telling word that a tool's name has than "create", or "": creating a refund places no order, but
// the refund "has been created".
func special(words []string) string {
	for _, w := range words {
		for _, action := range [...]string{"refund", "cancel", "return", "exchange", "pay", "ship"} {
			if performs(w, action) {
				return action
			}
		}
	}
	return ""
}

// objectTable names what an action is the making of.
const objectTable = `
refund = refund reimbursement erstattung rückerstattung remboursement reembolso rimborso terugbetaling återbetalning
cancel = cancellation stornierung storno kündigung annulation cancelación annullamento cancelamento annulering avbokning
return = return returns label retoure rücksendung rückgabe retour devolución reso devolução retourzending retur
exchange = exchange umtausch échange cambio scambio troca ruil byte
pay = payment zahlung paiement pago pagamento betaling betalning
ship = shipment sendung expédition envío spedizione envio zending försändelse
`

// speaksOf reports whether the claim's sentence names what an action is the making of.
func (r *Reply) speaksOf(c *Claim, action string) bool {
	if r.tokens == nil {
		return false
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	for j := s.first; j < min(s.next, int(c.next)+reach); j++ {
		if w := r.tokens[j].word; w != nil && w.object != 0 && actionNames[w.object] == action {
			return true
		}
	}
	return false
}

// performs reports whether a word of a tool's name does an action, or one that goes by its name too: placing an order
// is ordering.
func performs(word, action string) bool {
	if strings.HasPrefix(word, action) {
		return true
	}
	switch action {
	case "order", "create":
		return word == "order" || word == "place" || word == "submit" || word == "checkout" || word == "purchase" || word == "open"
	case "book":
		return word == "reserve" || word == "reservation" || word == "appointment"
	case "cancel":
		return strings.HasPrefix(word, "cancel") || word == "void"
	case "pay":
		return word == "charge" || word == "payment" || word == "capture"
	case "hold":
		return word == "reserve" || word == "reservation"
	case "pause":
		return strings.HasPrefix(word, "freeze") || strings.HasPrefix(word, "suspend")
	case "adjust":
		return word == "update" || word == "change" || word == "set" || word == "edit" || word == "modify"
	case "update":
		return word == "reschedule" || word == "move" || word == "postpone" || word == "change" || word == "set" || word == "edit" || word == "modify"
	case "issue":
		return word == "refund" || word == "voucher" || word == "credit"
	case "apply":
		return word == "redeem" || word == "coupon" || word == "discount"
	case "delete":
		return word == "remove"
	case "transfer":
		return word == "pay" || word == "payout" || word == "wire" || word == "refund"
	case "send":
		return word == "email" || word == "mail" || word == "notify" || word == "forward" || word == "ship" || word == "message"
	case "execute", "complete", "initiate":
		switch word {
		case "finalize", "pay", "payment", "charge", "capture", "refund", "order", "checkout", "transfer", "purchase", "submit", "process", "start", "run":
			return true
		}
	case "schedule":
		return word == "book" || word == "appointment" || word == "reserve" || word == "reservation" || word == "meeting"
	case "ship":
		return word == "send" || word == "dispatch"
	}
	return false
}
