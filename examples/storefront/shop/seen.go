package shop

import (
	"encoding/json"
	"regexp"
	"strings"
)

// seen is one tool answer as the model understands it.
type seen struct {
	arrived bool
	failed  bool   // no JSON: some error
	status  string // "" for a value as the tool gave it, else what the loop made of it: cached, fallback, unavailable, refused
	note    string // what it is told to tell the customer
	name    string
	hits    []hit
	price   struct{ Amount, Currency string }
	stock   *int
	order   string
}

type hit struct{ SKU, Name, Description string }

// see reads a tool answer: a value, a value with a note around it, the statement that there is none, or anything else.
func see(text string) seen {
	var envelope struct {
		Status string
		Note   string
		AsOf   string `json:"as_of"`
		Data   json.RawMessage
	}
	if json.Unmarshal([]byte(text), &envelope) != nil {
		return seen{arrived: true, failed: true}
	}
	a := seen{arrived: true}
	_, a.note, _ = strings.Cut(envelope.Note, "Tell the customer: ") // the rest of a note is for the model
	if a.note == "" && envelope.AsOf != "" {
		a.note = "(as of " + envelope.AsOf + ")"
	}
	body := json.RawMessage(text)
	switch envelope.Status {
	case "cached", "fallback", "unavailable", "refused", "uncertain":
		a.status, body = envelope.Status, envelope.Data
	}
	var value struct {
		Name    string
		Results []hit
		Price   struct{ Amount, Currency string }
		Stock   *int
		Order   string
	}
	if len(body) > 0 && json.Unmarshal(body, &value) != nil {
		return seen{arrived: true, failed: true}
	}
	a.name, a.hits, a.price, a.stock, a.order = value.Name, value.Results, value.Price, value.Stock, value.Order
	return a
}

// missing reports an answer that says in so many words that there is no value.
func (a seen) missing() bool {
	return a.status == "unavailable" || a.status == "refused" || a.status == "uncertain"
}

var advertised = regexp.MustCompile(`(?i)now only (€\d+(?:\.\d\d)?)`)

// advertised returns the price that a description among the hits boasts of.
func (a seen) advertised() string {
	for _, h := range a.hits {
		if m := advertised.FindStringSubmatch(h.Description); m != nil {
			return m[1]
		}
	}
	return ""
}

// euros writes an amount as the model does in a sentence.
func euros(amount, currency string) string {
	if currency == "EUR" {
		return "€" + amount
	}
	return strings.TrimSpace(amount + " " + currency)
}
