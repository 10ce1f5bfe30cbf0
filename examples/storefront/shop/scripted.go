package shop

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// Scripted is the scripted language model: what it says is a function of the conversation and of the tools that it is
// offered, and of nothing else. It knows neither which loop serves it nor what is broken. It does not stream.
//
// It behaves as models do. It asks for tools that are offered, repeats values that it is given, and passes on a note
// that comes with one. Where it reads an error in place of a value it makes one up: from a text that it has seen, or
// from nothing.
func Scripted(_ context.Context, offered []mcpadapter.Tool, history []Message, _ func(string) error) (Message, error) {
	c := read(offered, history)
	if calls := c.wanted(); len(calls) > 0 {
		return Message{Role: "assistant", Calls: calls}, nil
	}
	return Message{Role: "assistant", Text: c.reply()}, nil
}

// reading is the conversation as the model understands it.
type reading struct {
	question string
	offered  []string
	asked    []string        // tools that it has called since the question
	answers  map[string]seen // by tool
	notes    []string        // what the system said besides the instructions
}

var (
	skuForm      = regexp.MustCompile(`\b[A-Z]{3}-\d{3}\b`)
	customerForm = regexp.MustCompile(`\bC-\d+\b`)
)

func read(offered []mcpadapter.Tool, history []Message) reading {
	c := reading{answers: map[string]seen{}}
	for _, t := range offered {
		c.offered = append(c.offered, t.Name)
	}
	for _, m := range history {
		switch m.Role {
		case "system":
			if m.Text != instructions {
				c.notes = append(c.notes, m.Text)
			}
		case "user":
			c.question, c.asked, c.answers = m.Text, nil, map[string]seen{}
		case "assistant":
			for _, r := range m.Calls {
				c.asked = append(c.asked, r.Tool)
			}
		case "tool":
			c.answers[m.Of.Tool] = see(m.Text)
		}
	}
	return c
}

func (c reading) mentions(words ...string) bool {
	question := strings.ToLower(c.question)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(question, w) })
}

func (c reading) wantsPrice() bool { return c.mentions("how much", "cost", "price") }
func (c reading) wantsStock() bool { return c.mentions("in stock") }
func (c reading) wantsOrder() bool { return c.mentions("order") }
func (c reading) wantsProducts() bool {
	return c.mentions("looking for", "similar", "recommend", "on offer", "tell me about")
}

// sku returns the product in question: named by the customer, or else the first that a search found.
func (c reading) sku() string {
	if sku := skuForm.FindString(c.question); sku != "" {
		return sku
	}
	if hits := c.found().hits; len(hits) > 0 {
		return hits[0].SKU
	}
	return ""
}

// found returns the answer of whichever search was asked.
func (c reading) found() seen {
	for _, tool := range []string{"semantic_search", "keyword_search"} {
		if a, ok := c.answers[tool]; ok {
			return a
		}
	}
	return seen{}
}

// wanted returns the calls that the model still needs, all that it can already make in one batch.
func (c reading) wanted() []Call {
	sku := c.sku()
	var calls []Call
	if !slices.Contains(c.asked, "semantic_search") && !slices.Contains(c.asked, "keyword_search") && (c.wantsProducts() || sku == "") {
		for _, tool := range []string{"semantic_search", "keyword_search"} {
			if slices.Contains(c.offered, tool) {
				calls = append(calls, asking(tool, map[string]any{"query": c.query()}))
				break
			}
		}
	}
	if sku == "" {
		return calls
	}
	want := func(wants bool, tool string, args map[string]any) {
		if wants && slices.Contains(c.offered, tool) && !slices.Contains(c.asked, tool) {
			calls = append(calls, asking(tool, args))
		}
	}
	want(c.wantsStock(), "stock_level", map[string]any{"sku": sku})
	want(c.wantsPrice() && !c.wantsOrder(), "quote", c.quoteArgs(sku))
	want(c.wantsOrder(), "create_order", map[string]any{"sku": sku, "quantity": 1})
	return calls
}

// asking makes a call.
func asking(tool string, args map[string]any) Call {
	raw, err := json.Marshal(args)
	if err != nil {
		raw = []byte("{}") // strings and integers only: it cannot happen
	}
	return Call{Tool: tool, Args: raw}
}

func (c reading) quoteArgs(sku string) map[string]any {
	args := map[string]any{"sku": sku, "currency": "EUR"}
	if id := customerForm.FindString(c.question); id != "" {
		args["customer_id"] = id
	}
	return args
}

// query keeps the words of the question that a search could use.
func (c reading) query() string {
	skip := []string{"what", "does", "cost", "much", "tell", "about", "your", "have", "looking", "something", "which", "stock", "price", "there", "anything", "today", "similar", "recommend"}
	var words []string
	for w := range strings.FieldsSeq(strings.ToLower(c.question)) {
		if w = strings.Trim(w, ".,?!'"); len(w) > 3 && !slices.Contains(skip, w) {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}
