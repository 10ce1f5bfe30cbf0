package shop

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// scene is a customer's question and what is broken while it is answered.
type scene struct {
	name      string
	title     string
	situation string // what is broken, and what the rules say, for somebody who has never heard of the project
	look      string // what to look at
	question  string
	truth     string           // what a right answer rests on, from the catalogue
	only      string           // the server whose tools are offered; "" for all
	broken    map[string]fault // by tool
	mute      bool             // the model that is asked first does not answer

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
	sc.mute = false
	return sc
}

// with is the scene with another question; before, the customer asked the scene's own.
func (sc scene) with(question string) scene {
	if sc.asked == "" {
		sc.asked = sc.question
	}
	sc.question, sc.look = question, "what comes of a question of your own."
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

// offered are the tools that the assistant has in the scene.
func (sc scene) offered(listed []mcpadapter.Tool) []mcpadapter.Tool {
	if sc.only == "" {
		return listed
	}
	return slices.DeleteFunc(slices.Clone(listed), func(t mcpadapter.Tool) bool { return t.Server != sc.only })
}

func scenes() []scene {
	// Search gives up well before its timeout of 5 s, for pricing ends the turn after that time: which of them is first would be chance.
	everything := map[string]fault{
		"semantic_search": cut(4 * time.Second), "keyword_search": slow(hang), "stock_level": slow(hang), "quote": slow(hang),
	}
	return []scene{
		{
			name: "healthy", title: "Everything works",
			situation: "Every server answers. The product's description still advertises last season's price.",
			look:      "both customers get the price that the pricing server gave; Lacuna changes nothing.",
			question:  "How much is the winter jacket, and do you have it in stock?",
			truth:     truth(listed),
			purpose:   "chat", facts: facts(nil),
		},
		{
			name: "flaky", title: "Pricing refuses every other request",
			situation: "One retry is all it takes, and both loops make it.",
			look:      "again the same answer; \"servers saw\" shows one request more.",
			question:  "How much is the winter jacket?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": flaky()},
			purpose:   "chat", facts: facts(nil),
		},
		{
			name: "pricing-cached", title: "Pricing does not answer, and a price from four minutes ago is at hand",
			situation: "Prices change once a week, and a chat binds nobody: an old price may be said, if its time is said with it.",
			look:      "the usual loop sends last season's price, out of the description; with Lacuna the price is right, and dated.",
			question:  "How much is the winter jacket?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": slow(hang)},
			purpose:   "chat", facts: facts(nil), earlier: 4 * time.Minute,
		},
		{
			name: "pricing-hourly", title: "Pricing does not answer, and prices change every hour",
			situation: "No age of a price is safe any more, so the price from four minutes ago may not be said.",
			look:      "the same price is cached, one condition in policies/pricing.cel does not hold, and a person takes over.",
			question:  "How much is the winter jacket?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": slow(hang)},
			purpose:   "chat", facts: facts(map[string]any{"reprices_every": time.Hour}), earlier: 4 * time.Minute,
		},
		{
			name: "customer-specific", title: "Pricing does not answer a customer with a negotiated price",
			situation: "This customer has a contract, and a cache that is kept by product holds the wrong price for it.",
			look:      "the list price of €209.00 was at hand, and is not said.",
			question:  "I am customer C-9. How much is JKT-114 under our contract?",
			truth:     truth(contracted),
			broken:    map[string]fault{"quote": slow(hang)},
			purpose:   "chat", facts: facts(map[string]any{"customer_specific": true}),
			earlier: 4 * time.Minute, asked: "How much is JKT-114?",
		},
		{
			name: "checkout", title: "Pricing does not answer at checkout",
			situation: "What is said at checkout is what the customer pays. A price from a cache is not good enough.",
			look:      "it is the purpose of the turn, not the error, that decides.",
			question:  "How much is JKT-114?",
			truth:     truth(listed),
			broken:    map[string]fault{"quote": slow(hang)},
			purpose:   "checkout", facts: facts(nil), earlier: 4 * time.Minute,
		},
		{
			name: "inventory-dead", title: "Inventory is dead",
			situation: "A wrong stock level costs little, for checkout confirms it anyway: it is left out, and that is said.",
			look:      "the price still comes; the missing half is named instead of guessed, and the tool is gone from the list.",
			question:  "How much is the winter jacket, and do you have it in stock?",
			truth:     truth(listed),
			broken:    map[string]fault{"stock_level": dead()},
			purpose:   "chat", facts: facts(nil),
		},
		{
			name: "search-dead", title: "Semantic search is dead, keyword search works",
			situation: "Keyword search finds less, and what it finds is true.",
			look:      "the usual loop recommends a product that does not exist; with Lacuna the model reads which tool answered instead.",
			question:  "I am looking for something warm for the mountains.",
			broken:    map[string]fault{"semantic_search": dead()},
			purpose:   "chat", facts: facts(nil),
		},
		{
			name: "time-sensitive", title: "A question about today, and search results from an hour ago",
			situation: "Both searches are dead. Old results would do for most questions; this one asks about today.",
			look:      "results from an hour ago are in the cache, and are not used.",
			question:  "Which winter jackets are on offer today?",
			broken:    map[string]fault{"semantic_search": dead(), "keyword_search": dead()},
			purpose:   "chat", facts: facts(map[string]any{"time_sensitive": true}), earlier: time.Hour,
		},
		{
			name: "volunteered", title: "Nothing is broken, and the model volunteers a price",
			situation: "The assistant has no pricing tool. The description that it finds has a price in it.",
			look:      "no error was involved, only the check of the finished reply could stop this price.",
			question:  "Please tell me about your winter jacket.",
			truth:     truth(listed),
			only:      "search", purpose: "chat", facts: facts(nil),
		},
		{
			name: "order-lost", title: "An order whose answer never came",
			situation: "The server books the order, then its answer is lost on the way. Whoever asks again may order twice.",
			look:      "the number of orders in the book, and what the customer is told about it.",
			question:  "Please order one JKT-114 for me.",
			broken:    map[string]fault{"create_order": mute()},
			purpose:   "order", facts: facts(nil),
		},
		{
			name: "model-slow", title: "The model itself does not answer",
			situation: "The servers are well. The first model hangs, and policies/model.cel names a smaller one.",
			look:      "the first model is given up after 20 s, once in the turn; what the smaller one writes is checked like any reply.",
			question:  "How much is the winter jacket, and do you have it in stock?",
			truth:     truth(listed),
			mute:      true,
			purpose:   "chat", facts: facts(nil),
		},
		{
			name: "all-hang", title: "Nothing answers",
			situation: "Inventory and pricing hang, search drops its connection after 4 s, and the model asks all three at once. A turn has 8 s for its tools.",
			look:      "whatever hangs, a turn's tools have 8 s. Here pricing's second timeout ends the turn after 5 s, and the other calls with it; nothing is made up.",
			question:  "I am looking for something similar to JKT-114. Is it in stock, and how much is it?",
			truth:     truth(listed),
			broken:    everything,
			purpose:   "chat", facts: facts(nil),
		},
	}
}
