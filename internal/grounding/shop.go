package grounding

import "fmt"

// amounts are those of one product.
type amounts struct{ price, list, cost int64 }

// productScene is one product: price, list price, cost, stock, delivery.
func productScene(s *scene) {
	code := s.currency()
	a := amounts{price: s.price(code, 5, 1500)}
	percent := 5 * s.between(1, 10)
	a.list = a.price * 100 / (100 - percent)
	a.list = (a.list + 99) / 100 * 100
	a.cost = a.price * s.between(40, 70) / 10000 * 100
	if a.cost == 0 || a.cost == a.price {
		a.cost = 100
	}
	name := s.names(1)[0]
	stock, n, days := s.between(2, 90), s.between(2, 6), s.between(2, 25)
	sku := fmt.Sprintf("%c%c%c-%d", 'A'+rune(s.rnd.Intn(26)), 'A'+rune(s.rnd.Intn(26)), 'A'+rune(s.rnd.Intn(26)), s.between(100, 999))
	s.product(name)
	s.word("sku", sku)
	s.money("price", a.price, code)
	s.other("price", Field, a.cost, code)
	s.other("price", Field, a.list, code)
	s.money("list", a.list, code)
	s.other("list", Field, a.cost, code)
	s.money("save", a.list-a.price, code)
	s.other("save", Field, a.cost, code)
	if off := (a.list - a.price) * 1000 / a.list; a.list > a.price {
		s.percent("off", (off+5)/10*10)
	}
	s.count("stock", stock)
	s.fixed("n", n)
	s.money("times", n*a.price, code)
	s.date("date", s.ahead(days))
	s.values["day"] = s.values["date"]
	shape := s.rnd.Intn(4)
	if shape == 1 { // it knows no list price
		s.money("price", a.price, code)
		s.other("price", Field, a.cost, code)
		delete(s.values, "list")
		delete(s.values, "save")
		delete(s.values, "off")
	}
	[...]func(*scene, string, string, amounts, string, int64, int64){
		shopifyProduct, squareProduct, googleProduct, plainProduct,
	}[shape](s, name[0], sku, a, code, stock, days)
}

// shopifyProduct is a product of Shopify's Admin API, with its inventory item, and a delivery estimate of the shop's own.
func shopifyProduct(s *scene, name, sku string, a amounts, code string, stock, days int64) {
	s.tool("shopify.product", fmt.Sprintf(`{"data":{"product":{"id":"gid://shopify/Product/%d","title":%q,"handle":"p-%d","variants":{"edges":[{"node":{"sku":%q,`+
		`"contextualPricing":{"price":{"amount":"%s","currencyCode":%q},"compareAtPrice":{"amount":"%s","currencyCode":%q}},"inventoryQuantity":%d,`+
		`"inventoryItem":{"unitCost":{"amount":"%s","currencyCode":%q}}}}]}}}}`,
		s.between(1e9, 9e9), name, s.between(1000, 9999), sku, s.decimal(a.price, code), code, s.decimal(a.list, code), code, stock, s.decimal(a.cost, code), code))
	s.tool("shop.delivery", fmt.Sprintf(`{"deliveryDate":%q}`, s.ahead(days).Format("2006-01-02")))
}

// squareProduct is an item of Square's Catalog API: amounts are in minor units.
func squareProduct(s *scene, name, sku string, a amounts, code string, stock, days int64) {
	s.tool("square.item", fmt.Sprintf(`{"object":{"type":"ITEM","id":"W62UWFY35CWMYGVWK6TWJDNI","item_data":{"name":%q,"variations":[{"type":"ITEM_VARIATION",`+
		`"item_variation_data":{"sku":%q,"price_money":{"amount":%d,"currency":%q},"default_unit_cost":{"amount":%d,"currency":%q}}}]}}}`,
		name, sku, minorOf(a.price, code), code, minorOf(a.cost, code), code), "amount")
	s.tool("square.inventory", fmt.Sprintf(`{"counts":[{"catalog_object_type":"ITEM_VARIATION","state":"IN_STOCK","quantity":"%d"}]}`, stock))
	s.tool("shop.delivery", fmt.Sprintf(`{"expected_delivery":"%sT18:00:00Z"}`, s.ahead(days).Format("2006-01-02")))
}

// googleProduct is a product with prices of google.type.Money, as in the Merchant API.
func googleProduct(s *scene, name, sku string, a amounts, code string, stock, days int64) {
	day := s.ahead(days)
	s.tool("shopping.product", fmt.Sprintf(`{"offerId":%q,"attributes":{"title":%q,"salePrice":%s,"listPrice":%s,"costOfGoodsSold":%s,"sellOnGoogleQuantity":"%d",`+
		`"availabilityDate":{"year":%d,"month":%d,"day":%d}}}`,
		sku, name, s.google(a.price, code), s.google(a.list, code), s.google(a.cost, code), stock, day.Year(), day.Month(), day.Day()))
}

// google writes a google.type.Money; zero nanos are left out, as its JSON form does.
func (s *scene) google(minor int64, code string) string {
	if minor%100 == 0 {
		return fmt.Sprintf(`{"currencyCode":%q,"units":"%d"}`, code, minor/100)
	}
	return fmt.Sprintf(`{"currencyCode":%q,"units":"%d","nanos":%d}`, code, minor/100, minor%100*10_000_000)
}

// plainProduct is a product as shops write it themselves.
func plainProduct(s *scene, name, sku string, a amounts, code string, stock, days int64) {
	s.tool("shop.product", fmt.Sprintf(`{"sku":%q,"name":%q,"currency":%q,"price":%s,"list_price":%s,"cost_price":%s,"stock":%d,"delivery_date":%q,"rating":4.6}`,
		sku, name, code, s.decimal(a.price, code), s.decimal(a.list, code), s.decimal(a.cost, code), stock, s.ahead(days).Format("2006-01-02")))
}

// variantScene is one product in two to four sizes.
func variantScene(s *scene) {
	code := s.currency()
	sizes := []string{"S", "M", "L", "XL"}[:s.between(2, 4)]
	price := s.price(code, 10, 900)
	prices := make([]int64, len(sizes))
	for i := range sizes {
		prices[i] = price
		price += 100 * s.between(5, 30)
	}
	a := s.rnd.Intn(len(sizes) - 1)
	b := a + 1
	name := s.names(1)[0]
	s.product(name)
	s.word("sA", sizes[a])
	s.word("sB", sizes[b])
	s.money("pA", prices[a], code)
	s.money("pB", prices[b], code)
	s.other("pA", Entity, prices[b], code)
	s.other("pB", Entity, prices[a], code)
	s.money("min", prices[0], code)
	s.money("max", prices[len(prices)-1], code)
	s.other("min", Entity, prices[len(prices)-1], code)
	s.other("max", Entity, prices[0], code)
	s.money("diff", prices[b]-prices[a], code)
	nodes := ""
	shape := s.rnd.Intn(3)
	for i, size := range sizes {
		if i > 0 {
			nodes += ","
		}
		switch shape {
		case 0:
			nodes += fmt.Sprintf(`{"node":{"title":%q,"price":{"amount":"%s","currencyCode":%q},"quantityAvailable":%d}}`, size, s.decimal(prices[i], code), code, s.between(1, 40))
		case 1:
			nodes += fmt.Sprintf(`{"type":"ITEM_VARIATION","item_variation_data":{"name":%q,"ordinal":%d,"price_money":{"amount":%d,"currency":%q}}}`, size, i, minorOf(prices[i], code), code)
		default:
			nodes += fmt.Sprintf(`{"size":%q,"price":%s,"stock":%d}`, size, s.decimal(prices[i], code), s.between(1, 40))
		}
	}
	switch shape {
	case 0:
		s.tool("shopify.product", fmt.Sprintf(`{"product":{"title":%q,"priceRange":{"minVariantPrice":{"amount":"%s","currencyCode":%q},"maxVariantPrice":{"amount":"%s","currencyCode":%q}},"variants":{"edges":[%s]}}}`,
			name[0], s.decimal(prices[0], code), code, s.decimal(prices[len(prices)-1], code), code, nodes))
	case 1:
		s.tool("square.item", fmt.Sprintf(`{"object":{"type":"ITEM","item_data":{"name":%q,"variations":[%s]}}}`, name[0], nodes), "amount")
	default:
		s.tool("shop.product", fmt.Sprintf(`{"name":%q,"currency":%q,"variants":[%s]}`, name[0], code, nodes))
	}
}

// searchScene is a list of products that were found.
func searchScene(s *scene) {
	code := s.currency()
	n := s.between(3, 8)
	names := s.names(int(n))
	prices := make([]int64, n)
	used := map[int64]bool{}
	low, high := 0, 0
	for i := range prices {
		for prices[i] == 0 || used[prices[i]] {
			prices[i] = s.price(code, 5, 800)
		}
		used[prices[i]] = true
		if prices[i] < prices[low] {
			low = i
		}
		if prices[i] > prices[high] {
			high = i
		}
	}
	s.count("n", n)
	s.word("cheap", names[low][0])
	s.word("dear", names[high][0])
	s.money("min", prices[low], code)
	s.money("max", prices[high], code)
	s.other("min", Entity, prices[high], code)
	s.other("max", Entity, prices[low], code)
	i, j := 0, 1
	if prices[i] > prices[j] {
		i, j = j, i
	}
	s.word("x1", names[i][0])
	s.word("x2", names[j][0])
	s.money("p1", prices[i], code)
	s.money("p2", prices[j], code)
	s.other("p1", Entity, prices[j], code)
	s.other("p2", Entity, prices[i], code)
	s.money("diff", prices[j]-prices[i], code)
	items := ""
	shape := s.rnd.Intn(3)
	for k := range prices {
		if k > 0 {
			items += ","
		}
		switch shape {
		case 0:
			items += fmt.Sprintf(`{"node":{"title":%q,"handle":"h-%d","priceRange":{"minVariantPrice":{"amount":"%s","currencyCode":%q}}}}`, names[k][0], 1000+k, s.decimal(prices[k], code), code)
		case 1:
			items += fmt.Sprintf(`{"title":%q,"price":%s,"link":"https://shop.example/p/%d"}`, names[k][0], s.google(prices[k], code), 1000+k)
		default:
			items += fmt.Sprintf(`{"sku":"SKU-%d","name":%q,"price":"%s"}`, 1000+k, names[k][0], s.decimal(prices[k], code))
		}
	}
	switch shape {
	case 0:
		s.tool("shopify.search", fmt.Sprintf(`{"products":{"edges":[%s]}}`, items))
	case 1:
		s.tool("shopping.search", fmt.Sprintf(`{"results":[%s]}`, items))
	default:
		s.tool("shop.search", fmt.Sprintf(`{"total_count":%d,"currency":%q,"items":[%s]}`, n, code, items))
	}
}
