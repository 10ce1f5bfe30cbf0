package shop

import "strings"

// product is a line of the shop's catalogue: what is true, whatever a reply says.
type product struct {
	SKU         string `json:"sku"`
	Name        string `json:"name"`
	Description string `json:"description"`
	price       string // in EUR, exact
	negotiated  string // what customer C-9 has in the contract
	stock       int
}

// catalog is returned afresh, so that no shop can change another's. The first description still advertises a price of
// last season: search serves it, and nobody is held to it, until a model repeats it.
func catalog() []product {
	return []product{
		{
			SKU: "JKT-114", Name: "Winter jacket", price: "209.00", negotiated: "181.50", stock: 14,
			Description: "Windproof, warm down to -15 °C, recycled filling. Now only €189!",
		},
		{
			SKU: "PRK-207", Name: "Down parka", price: "329.00", negotiated: "298.00", stock: 3,
			Description: "The warmest we have, for mountains and polar nights.",
		},
	}
}

func find(sku string) (product, bool) {
	for _, p := range catalog() {
		if p.SKU == sku {
			return p, true
		}
	}
	return product{}, false
}

// matching returns the products that share a word with the query, or all of them where none does: a shop shows
// something rather than nothing.
func matching(query string) []product {
	all := catalog()
	var hits []product
	for _, p := range all {
		text := strings.ToLower(p.Name + " " + p.Description)
		for word := range strings.FieldsSeq(strings.ToLower(query)) {
			if len(word) > 3 && strings.Contains(text, word) {
				hits = append(hits, p)
				break
			}
		}
	}
	if len(hits) == 0 {
		return all
	}
	return hits
}
