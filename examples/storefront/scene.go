package main

import (
	"fmt"
	"strings"
	"time"
)

// scene is a customer's question and what is broken while it is answered.
type scene struct {
	name      string
	title     string
	situation string // for somebody who has never heard of the project
	question  string
	truth     string // what a right answer rests on, from the catalogue
	tools     []spec
	broken    map[string]fault // by tool

	// What the orchestrator knows about the turn. The usual loop has no use for it.
	purpose string
	facts   map[string]any
	earlier time.Duration // how long ago the same customer asked before, with nothing broken; 0: never
	asked   string        // and what, if it was another question
}

// before is the turn that was played earlier: in a chat, about nothing special, on a good day.
func (sc scene) before() scene {
	if sc.asked != "" {
		sc.question = sc.asked
	}
	sc.purpose, sc.facts, sc.broken = "chat", facts(nil), nil
	return sc
}

// truth states the catalogue's facts about the jacket, with the price that this customer pays.
func truth(price func(product) string) string {
	p, _ := find("JKT-114")
	return fmt.Sprintf("%s, %s: €%s, %d in stock", p.SKU, strings.ToLower(p.Name), price(p), p.stock)
}

func listed(p product) string     { return p.price }
func contracted(p product) string { return p.negotiated }

// week is how often the shop reprices, but where a scene says otherwise.
const week = 7 * 24 * time.Hour

// hang is longer than anybody waits.
const hang = 10 * time.Minute

func facts(change map[string]any) map[string]any {
	f := map[string]any{"customer_specific": false, "time_sensitive": false, "reprices_every": week}
	for name, v := range change {
		f[name] = v
	}
	return f
}

func scenes() []scene {
	everything := map[string]fault{
		"semantic_search": slow(hang), "keyword_search": slow(hang), "stock_level": slow(hang), "quote": slow(hang),
	}
	return []scene{
		{
			name: "healthy", title: "Everything works",
			situation: "Every server answers. The product's description still advertises last season's price.",
			question:  "How much is the winter jacket, and do you have it in stock?",
			truth:     truth(listed),
			tools:     toolbox(), purpose: "chat", facts: facts(nil),
		},
		{
			name: "flaky", title: "Pricing refuses every other request",
			situation: "One retry is all it takes, whoever makes it.",
			question:  "How much is the winter jacket?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": flaky()},
			tools:     toolbox(), purpose: "chat", facts: facts(nil),
		},
		{
			name: "pricing-cached", title: "Pricing does not answer; a price from four minutes ago is at hand",
			situation: "Prices change once a week, the chat binds nobody: the old price may be said, with its time.",
			question:  "How much is the winter jacket?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": slow(hang)},
			tools:     toolbox(), purpose: "chat", facts: facts(nil), earlier: 4 * time.Minute,
		},
		{
			name: "pricing-hourly", title: "The same, while prices change every hour",
			situation: "No age of a price is safe now, so a price from four minutes ago is not said.",
			question:  "How much is the winter jacket?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": slow(hang)},
			tools:     toolbox(), purpose: "chat", facts: facts(map[string]any{"reprices_every": time.Hour}), earlier: 4 * time.Minute,
		},
		{
			name: "customer-specific", title: "The same, for a customer with a negotiated price",
			situation: "A negotiated price can't come from a copy that is kept by product.",
			question:  "I am customer C-9. How much is JKT-114 under our contract?",
			truth:     truth(contracted),
			broken:    map[string]fault{"quote": slow(hang)},
			tools:     toolbox(), purpose: "chat", facts: facts(map[string]any{"customer_specific": true}),
			earlier: 4 * time.Minute, asked: "How much is JKT-114?",
		},
		{
			name: "checkout", title: "The same, at checkout",
			situation: "What is said here is what the customer pays. A copy is not good enough.",
			question:  "How much is JKT-114?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": slow(hang)},
			tools:     toolbox(), purpose: "checkout", facts: facts(nil), earlier: 4 * time.Minute,
		},
		{
			name: "inventory-dead", title: "Inventory is dead",
			situation: "A wrong stock costs little, checkout confirms it anyway: leave it out, and say so.",
			question:  "How much is the winter jacket, and do you have it in stock?",
			truth:     truth(listed),
			broken:    map[string]fault{"stock_level": dead()},
			tools:     toolbox(), purpose: "chat", facts: facts(nil),
		},
		{
			name: "search-dead", title: "Semantic search is dead, keyword search works",
			situation: "The answer gets a little worse and stays true.",
			question:  "I am looking for something warm for the mountains.",
			broken:    map[string]fault{"semantic_search": dead()},
			tools:     toolbox(), purpose: "chat", facts: facts(nil),
		},
		{
			name: "time-sensitive", title: "A question about today, and search results from an hour ago",
			situation: "Both searches are dead. For most questions old results would do, for this one they do not.",
			question:  "Which winter jackets are on offer today?",
			broken:    map[string]fault{"semantic_search": dead(), "keyword_search": dead()},
			tools:     toolbox(), purpose: "chat", facts: facts(map[string]any{"time_sensitive": true}), earlier: time.Hour,
		},
		{
			name: "volunteered", title: "Nothing is broken, and the model volunteers a price",
			situation: "This assistant has no pricing tool. The description that it finds has a price in it.",
			question:  "Please tell me about your winter jacket.",
			truth:     truth(listed),
			tools:     toolbox()[:2], purpose: "chat", facts: facts(nil),
		},
		{
			name: "order-lost", title: "An order whose answer never came",
			situation: "The server books the order, then the answer is lost on its way.",
			question:  "Please order one JKT-114 for me.",
			broken:    map[string]fault{"create_order": mute()},
			tools:     toolbox(), purpose: "order", facts: facts(nil),
		},
		{
			name: "all-hang", title: "Nothing answers",
			situation: "Search, inventory and pricing all hang. The customer waits no longer than 8 s.",
			question:  "I am looking for something similar to JKT-114. Is it in stock, and how much is it?",
			truth:     truth(listed),
			broken:    everything,
			tools:     toolbox(), purpose: "chat", facts: facts(nil),
		},
	}
}
