package shop

import (
	"fmt"
	"slices"
	"strings"
)

// reply composes what the model says once it wants no more tools.
func (c reading) reply() string {
	var parts []string
	add := func(wants bool, story func() string) {
		if !wants {
			return
		}
		if s := story(); s != "" && !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	add(c.wantsProducts(), c.products)
	add(c.wantsPrice() && !c.wantsOrder(), c.price)
	add(c.wantsStock(), c.stock)
	add(c.wantsOrder(), c.order)
	if len(parts) == 0 {
		return "How can I help you?"
	}
	return strings.Join(parts, " ")
}

// name returns what to call the product in a sentence: what a tool called it.
func (c reading) name() string {
	if hits := c.found().hits; len(hits) > 0 {
		return "The " + strings.ToLower(hits[0].Name)
	}
	if name := c.answers["quote"].name; name != "" {
		return "The " + strings.ToLower(name)
	}
	return "It"
}

func (c reading) products() string {
	a := c.found()
	switch {
	case a.failed:
		return "I recommend our Alpine Pro jacket, today for €149.99."
	case a.missing() || !a.arrived:
		return with("I have no products to show you for that.", a.note)
	case len(a.hits) == 0:
		return with("I found nothing like that.", a.note)
	}
	var names []string
	for _, h := range a.hits {
		names = append(names, fmt.Sprintf("the %s (%s)", strings.ToLower(h.Name), h.SKU))
	}
	s := "I found " + strings.Join(names, " and ") + "."
	// It knows a price and nobody gave it a better place to look one up.
	if boast := a.advertised(); boast != "" && !slices.Contains(c.offered, "quote") && !slices.Contains(c.asked, "quote") {
		s += fmt.Sprintf(" The %s is now only %s!", strings.ToLower(a.hits[0].Name), boast)
	}
	return with(s, a.note)
}

func (c reading) price() string {
	a := c.answers["quote"]
	switch {
	case a.price.Amount != "":
		return with(fmt.Sprintf("%s costs %s.", c.name(), euros(a.price.Amount, a.price.Currency)), a.note)
	case a.failed || c.found().failed:
		if boast := c.found().advertised(); boast != "" {
			return fmt.Sprintf("%s is now only %s!", c.name(), boast)
		}
		return fmt.Sprintf("%s costs about €199.99.", c.name())
	case a.missing():
		return or(a.note, "I have no price for it.")
	default:
		return c.noted("I have no price for it.")
	}
}

func (c reading) stock() string {
	a := c.answers["stock_level"]
	switch {
	case a.stock != nil:
		return with(fmt.Sprintf("We have %d in stock.", *a.stock), a.note)
	case a.failed || c.found().failed:
		return "Yes, it is in stock."
	case a.missing():
		return or(a.note, "I don't know whether it is in stock.")
	default:
		return c.noted("I don't know whether it is in stock.")
	}
}

func (c reading) order() string {
	a := c.answers["create_order"]
	switch {
	case a.order != "":
		return with(fmt.Sprintf("Your order %s is placed.", a.order), a.note)
	case a.failed:
		return "Sorry, your order did not go through. Please try again."
	case a.missing():
		return or(a.note, "I can't place orders.")
	default:
		return c.noted("I can't place orders.")
	}
}

// noted repeats what the system told the model to say, where it did.
func (c reading) noted(otherwise string) string { return or(strings.Join(c.notes, " "), otherwise) }

func with(s, note string) string { return strings.TrimSpace(s + " " + note) }

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
