package guard_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/lacuna-go/lacuna/guard"
)

// longReply is a reply of about 2 KB with 13 amounts.
var longReply = strings.Repeat("Thanks for asking about our winter range. These jackets are warm, light and made to last, and each of them comes with a "+
	"hood that you can take off when the weather gets better. ", 9) + `
The **Alpine jacket** costs €209.00 (was €249.00), the Fjord parka is 189,90 €, and the Tundra vest EUR 99.
Shipping is €4.90; above €50 it is free. With the voucher you save $20, so the total is $1,234.56 instead of $1,254.56.
A gift card of 25 euros or £30 can be added. The L is €219, the XL €229 and the XXL 239 EUR.`

// plainReply is a reply of about 2 KB without a figure.
var plainReply = strings.Repeat("Thanks for asking about our winter range. These jackets are warm, light and made to last, and each of them comes with a "+
	"hood that you can take off when the weather gets better. ", 12)

var moneyPattern = regexp.MustCompile(`(?i)(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|JPY)\b)\s?-?\d[\d.,']*(?:\s?(?:million|billion|k|m))?|-?\d[\d.,']*\s?(?:[€$£¥]|\b(?:EUR|USD|GBP|CHF|JPY|euros?|dollars?|pounds?)\b)`)

func BenchmarkFind(b *testing.B) {
	for name, text := range map[string]string{"claims": longReply, "plain": plainReply} {
		b.Run("text="+name, func(b *testing.B) {
			r := &guard.Reply{Text: text, Now: noon}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				guard.Finder{}.Find(r)
			}
		})
		b.Run("regexp="+name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				moneyPattern.FindAllStringIndex(text, -1)
			}
		})
	}
}

// BenchmarkFindWorst runs over text that is made to be slow; the time per byte should stay near that of ordinary text.
func BenchmarkFindWorst(b *testing.B) {
	for name, unit := range map[string]string{
		"digits": "7", "euro": "€", "star": "*", "zero-width": "\u200b", "tags": "<a", "half-tags": "<span ", "numbers": "1 ",
		"dashes": "1-", "number-words": "two ", "quotes": `"`, "slashes": "1/", "ands": "one and ", "at": "a@", "stops": "a.",
	} {
		b.Run("unit="+name, func(b *testing.B) {
			text := strings.Repeat(unit, 1<<18/len(unit))
			r := &guard.Reply{Text: text, Now: noon}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				guard.Finder{}.Find(r)
			}
		})
	}
}

var catalogue = func() []byte {
	type item struct {
		SKU      string `json:"sku"`
		Name     string `json:"name"`
		Price    any    `json:"price"`
		Stock    int    `json:"stock"`
		Delivery string `json:"delivery_date"`
	}
	var list []item
	for i := range 26 {
		list = append(list, item{"JKT-" + string(rune('A'+i)), "Winter jacket " + string(rune('A'+i)), map[string]string{"amount": "209.00", "currency": "EUR"}, 14, "2026-03-04"})
	}
	data, _ := json.Marshal(map[string]any{"items": list})
	return data
}()

func BenchmarkEvidence(b *testing.B) {
	b.Run("add", func(b *testing.B) {
		b.SetBytes(int64(len(catalogue)))
		b.ReportAllocs()
		for b.Loop() {
			e := guard.NewEvidence(noon, nil)
			e.Add(guard.Result{Server: "shop", Tool: "list", JSON: catalogue})
		}
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(catalogue)))
		b.ReportAllocs()
		for b.Loop() {
			e := guard.NewEvidence(noon, nil)
			e.Add(guard.Result{Server: "shop", Tool: "list", JSON: catalogue})
			e.Sources()
		}
	})
	b.Run("first match", func(b *testing.B) {
		r := &guard.Reply{Text: "The Winter jacket A costs €209.00, and arrives on 4 March 2026.", Now: noon}
		guard.Finder{}.Find(r)
		b.ReportAllocs()
		for b.Loop() {
			e := guard.NewEvidence(noon, nil)
			e.Add(guard.Result{Server: "shop", Tool: "list", JSON: catalogue})
			e.Match(r)
		}
	})
	b.Run("unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(catalogue)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			_ = json.Unmarshal(catalogue, &v)
		}
	})
	b.Run("match", func(b *testing.B) {
		e := guard.NewEvidence(noon, nil)
		e.Add(guard.Result{Server: "shop", Tool: "list", JSON: catalogue})
		r := &guard.Reply{Text: longReply, Now: noon}
		b.ReportAllocs()
		for b.Loop() {
			guard.Finder{}.Find(r)
			e.Match(r)
		}
	})
}
