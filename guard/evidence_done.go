package guard

import "strings"

// AddDone takes in a write that was completed in this turn. It is the source of claims that report its action as done
// ("I have refunded you"): the actions that the tool's name holds, as "refund" in "create_refund".
func (e *Evidence) AddDone(server, tool string) {
	var list []*Source
	words, n := fieldWords(tool)
	for _, action := range actionNames[1:] {
		for _, w := range words[:n] {
			if performs(w, action) && !(action == "create" && special(words[:n])) {
				list = append(list, &Source{Kind: Done, Server: server, Tool: tool, Origin: Field, ID: action, Raw: tool})
				break
			}
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.index = nil
	e.fixed = append(e.fixed, list...)
}

// special reports whether a tool's name has a more telling word than "create": creating a refund places no order.
func special(words []string) bool {
	for _, w := range words {
		for _, action := range [...]string{"refund", "cancel", "return", "exchange", "pay", "ship"} {
			if performs(w, action) {
				return true
			}
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
	case "update":
		return word == "change" || word == "set" || word == "edit" || word == "modify"
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
