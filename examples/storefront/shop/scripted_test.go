package shop

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

const (
	foundJacket = `{"results":[{"sku":"JKT-114","name":"Winter jacket","description":"Warm. Now only €189!"}]}`
	quoted      = `{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"209.00","currency":"EUR"}}`
	timedOut    = `Error: request timed out after 30000ms`
)

// toolbox lists the tools of the shop, in the order of its departments.
func toolbox() []mcpadapter.Tool {
	var all []mcpadapter.Tool
	for _, d := range new(shop).departments() {
		for _, o := range d.offers {
			all = append(all, mcpadapter.Tool{Server: d.name, Tool: &mcp.Tool{Name: o.name, Description: o.doc}})
		}
	}
	return all
}

func scripted(t *testing.T, offered []mcpadapter.Tool, history []Message) Message {
	t.Helper()
	reply, err := Scripted(t.Context(), offered, history, nil)
	require.NoError(t, err)
	return reply
}

func TestModelAsks(t *testing.T) {
	for _, c := range []struct {
		name     string
		question string
		offered  []mcpadapter.Tool
		want     []string
	}{
		{"for the product first, where it is only described", "How much is the winter jacket?", toolbox(), []string{`semantic_search(query: "winter jacket")`}},
		{"for what else there is, where semantic search is gone", "How much is the winter jacket?", toolbox()[1:], []string{`keyword_search(query: "winter jacket")`}},
		{
			"for everything in one batch, where the product is known", "Is JKT-114 in stock, how much is it, and is there something similar?", toolbox(),
			[]string{`semantic_search(query: "jkt-114")`, `stock_level(sku: "JKT-114")`, `quote(currency: "EUR", sku: "JKT-114")`},
		},
		{"for a customer's own price", "I am C-9, how much is JKT-114?", toolbox(), []string{`quote(currency: "EUR", customer_id: "C-9", sku: "JKT-114")`}},
		{"for an order", "Please order one JKT-114.", toolbox(), []string{`create_order(quantity: 1, sku: "JKT-114")`}},
		{"for nothing that is not offered", "Please order one JKT-114.", toolbox()[:2], nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			history := []Message{{Role: "system", Text: instructions}, {Role: "user", Text: c.question}}
			reply := scripted(t, c.offered, history)
			var got []string
			for _, r := range reply.Calls {
				got = append(got, r.String())
			}
			assert.Equal(t, c.want, got)
			assert.Equal(t, reply, scripted(t, c.offered, history), "a function of its messages")
		})
	}
}

func TestModelAnswers(t *testing.T) {
	price, stock := "How much is the winter jacket?", "Do you have JKT-114 in stock?"
	for _, c := range []struct {
		name     string
		question string
		offered  []mcpadapter.Tool
		read     []string // tool, text, tool, text ...
		want     string
	}{
		{"the price that it is given, not the advertised one", price, toolbox(), []string{"semantic_search", foundJacket, "quote", quoted}, "The winter jacket costs €209.00."},
		{
			"a cached price with its note", price, toolbox(),
			[]string{"semantic_search", foundJacket, "quote", `{"status":"cached","tool":"quote","as_of":"2026-03-02T14:08:00+01:00","source":"pricing","note":"This is an earlier answer. Tell the customer: Price as of 14:08.","data":` + quoted + `}`},
			"The winter jacket costs €209.00. Price as of 14:08.",
		},
		{
			"a cached price without a note, with its time", price, toolbox(),
			[]string{"semantic_search", foundJacket, "quote", `{"status":"cached","as_of":"14:08","source":"pricing","data":` + quoted + `}`},
			"The winter jacket costs €209.00. (as of 14:08)",
		},
		{"an error, with the price of a description", price, toolbox(), []string{"semantic_search", foundJacket, "quote", timedOut}, "The winter jacket is now only €189!"},
		{"an error, with a price from nowhere", "How much is JKT-114?", toolbox(), []string{"quote", timedOut}, "It costs about €199.99."},
		{"an absence, with its note", "How much is JKT-114?", toolbox(), []string{"quote", `{"status":"unavailable","tool":"quote","retry":false,"note":"Do not guess. Tell the customer: No prices now."}`}, "No prices now."},
		{"an absence without a note", "How much is JKT-114?", toolbox(), []string{"quote", `{"status":"unavailable","tool":"quote","retry":false}`}, "I have no price for it."},
		{"an error about stock, with a yes", stock, toolbox(), []string{"stock_level", timedOut}, "Yes, it is in stock."},
		{"the stock", stock, toolbox(), []string{"stock_level", `{"sku":"JKT-114","stock":0}`}, "We have 0 in stock."},
		{"a tool that is gone, with the system's note", stock, toolbox()[:2], nil, "I can't confirm stock right now."},
		{"a description's price, where it can't ask for one", "Tell me about JKT-114.", toolbox()[:2], []string{"semantic_search", foundJacket}, "I found the winter jacket (JKT-114). The winter jacket is now only €189!"},
		{"products without their price, where it could ask", "Tell me about JKT-114.", toolbox(), []string{"semantic_search", foundJacket}, "I found the winter jacket (JKT-114)."},
		{
			"a substitute's answer, without the note that is for the model", "Tell me about JKT-114.", toolbox(),
			[]string{"semantic_search", `{"status":"fallback","tool":"keyword_search","fallback_for":"semantic_search","note":"By words only.","data":` + foundJacket + `}`},
			"I found the winter jacket (JKT-114).",
		},
		{"an error about products, with one that does not exist", "Tell me about JKT-114.", toolbox(), []string{"semantic_search", timedOut}, "I recommend our Alpine Pro jacket, today for €149.99."},
		{"an error about an order, with a guess", "Please order JKT-114.", toolbox(), []string{"create_order", timedOut}, "Sorry, your order did not go through. Please try again."},
		{"an order", "Please order JKT-114.", toolbox(), []string{"create_order", `{"order":"O-1001","sku":"JKT-114"}`}, "Your order O-1001 is placed."},
	} {
		t.Run(c.name, func(t *testing.T) {
			history := []Message{{Role: "system", Text: instructions}, {Role: "user", Text: c.question}}
			if c.read == nil {
				history = append(history, Message{Role: "system", Text: c.want})
			}
			for i := 0; i < len(c.read); i += 2 {
				history = append(history,
					Message{Role: "assistant", Calls: []Call{{Tool: c.read[i]}}},
					Message{Role: "tool", Of: Call{Tool: c.read[i]}, Text: c.read[i+1]})
			}
			assert.Equal(t, Message{Role: "assistant", Text: c.want}, scripted(t, c.offered, history))
		})
	}
}
