package guard_test

import (
	"bytes"
	"fmt"
	"time"

	"github.com/lacuna-go/lacuna/guard"
)

func Example() {
	now := time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)
	evidence := guard.NewEvidence(now, time.UTC)
	evidence.Add(guard.Result{
		Server: "pricing", Tool: "quote",
		JSON: []byte(`{"sku":"JKT-114","price":{"amount":"209.00","currency":"EUR"}}`),
	})

	reply := &guard.Reply{Text: "The jacket is 209,00 €, the scarf €39.", Now: now}
	guard.Finder{}.Find(reply)
	evidence.Match(reply)
	for _, c := range reply.Claims {
		if len(c.Sources) > 0 {
			fmt.Printf("%s: %s\n", c.Text, c.Sources[0].Path)
		} else {
			fmt.Printf("%s: %s, nearest %s\n", c.Text, c.Reason, c.Nearest.Raw)
		}
	}
	// Output:
	// 209,00 €: price.amount
	// €39: unsourced, nearest 209.00
}

func ExampleReply_Records() {
	reply := &guard.Reply{Text: "Between 10 and 20 dollars, delivered in 3-5 days.", Now: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)}
	guard.Finder{}.Find(reply)
	for _, r := range reply.Records() {
		fmt.Println(r.Kind, r.Min, r.Max, r.Span)
	}
	// Output:
	// money_range 10 20 [8 25]
	// duration 259200 432000 [40 48]
}

func ExampleReply_Shows() {
	now := time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)
	reply := &guard.Reply{Text: "The jacket is €209 (price as of 14:07).", Now: now}
	guard.Finder{}.Find(reply)
	fmt.Println(reply.Shows(&reply.Claims[0], now.Add(-5*time.Minute)))
	// Output: true
}

func ExampleContains() {
	fmt.Println(guard.Contains("Sure: **free shipping** over €50!", "Free shipping over €50."))
	// Output: true
}

func ExampleGate() {
	now := time.Date(2026, 3, 1, 14, 12, 0, 0, time.UTC)
	evidence := guard.NewEvidence(now, time.UTC)
	evidence.Add(guard.Result{Server: "pricing", JSON: []byte(`{"price":209,"currency":"EUR"}`)})

	var out bytes.Buffer
	gate := guard.NewGate(&out, guard.Reply{Now: now}, nil, func(r *guard.Reply) int {
		evidence.Match(r)
		for _, c := range r.Claims {
			if len(c.Sources) == 0 {
				return c.Span.Start
			}
		}
		return len(r.Text)
	})
	for _, piece := range []string{"It costs €2", "09. The hat ", "is €3", "9, by the way."} {
		if _, err := gate.Write([]byte(piece)); err != nil {
			break
		}
	}
	err := gate.Close()
	fmt.Printf("%q, %v\n", out.String(), err)
	// Output: "It costs €209. The hat is ", the text makes a claim that must not be sent
}
