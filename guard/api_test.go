package guard_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/guard"
)

// told says what a source is, as "path = money 209.00 EUR price of Winter jacket".
func told(s *guard.Source) string {
	text := s.Path + " = " + s.Kind.String()
	switch s.Kind {
	case guard.Date:
		text += " " + s.Day.Format(time.DateOnly)
	case guard.ID, guard.URL, guard.Phone, guard.Email:
		text += " " + s.ID
	default:
		text += " " + guard.Amount{Value: s.Amount, Currency: s.Currency}.String()
	}
	if s.Role != 0 {
		text += " " + s.Role.String()
	}
	if s.Entity != "" {
		text += " of " + s.Entity
	}
	return text
}

// apis are results in the shapes that the documentation of well-known interfaces shows, and what must be read in them.
var apis = []struct {
	name, json string
	settings   guard.Settings
	want       string
}{
	{
		name: "storefront with edges and nodes",
		json: `{"data":{"products":{"edges":[{"node":{"title":"Winter jacket","priceRange":{"minVariantPrice":{"amount":"209.0","currencyCode":"EUR"}},
			"compareAtPriceRange":{"maxVariantPrice":{"amount":"259.0","currencyCode":"EUR"}},
			"variants":{"edges":[{"node":{"title":"M","sku":"JKT-114-M","quantityAvailable":3,"price":{"amount":"209.0","currencyCode":"EUR"},"compareAtPrice":{"amount":"259.0","currencyCode":"EUR"}}}]}}}]}}}`,
		want: `data.products.edges[0].node.priceRange.minVariantPrice.amount = money 209.0 EUR price of Winter jacket
			data.products.edges[0].node.compareAtPriceRange.maxVariantPrice.amount = money 259.0 EUR list_price of Winter jacket
			data.products.edges[0].node.variants.edges[0].node.price.amount = money 209.0 EUR price of M
			data.products.edges[0].node.variants.edges[0].node.compareAtPrice.amount = money 259.0 EUR list_price of M
			data.products.edges[0].node.variants.edges[0].node.quantityAvailable = quantity 3 stock of M
			data.products.edges[0].node.variants.edges[0].node.sku = id JKT114M of M`,
	},
	{
		name: "shop administration",
		json: `{"order":{"id":820982911946154508,"name":"#1001","currency":"USD","created_at":"2026-02-28T23:30:00-05:00","total_price":"598.94","subtotal_price":"597.00","total_tax":"11.94","total_discounts":"10.00",
			"total_shipping_price_set":{"shop_money":{"amount":"10.00","currency_code":"USD"}},
			"line_items":[{"title":"IPod Nano - 8GB","sku":"IPOD2008PINK","price":"199.00","quantity":3,"total_discount":"5.00"}],
			"fulfillments":[{"tracking_number":"1Z2345","tracking_company":"UPS"}]}}`,
		want: `order.id = id 820982911946154508 of #1001
			order.total_price = money 598.94 USD total of #1001
			order.subtotal_price = money 597.00 USD total of #1001
			order.total_tax = money 11.94 USD tax of #1001
			order.total_discounts = money 10.00 USD discount of #1001
			order.total_shipping_price_set.shop_money.amount = money 10.00 USD shipping of #1001
			order.line_items[0].price = money 199.00 USD price of IPod Nano - 8GB
			order.line_items[0].total_discount = money 5.00 USD discount of IPod Nano - 8GB
			order.line_items[0].quantity = quantity 3 of IPod Nano - 8GB
			order.created_at = date 2026-03-01 of #1001
			order.created_at = date 2026-02-28 of #1001
			order.fulfillments[0].tracking_number = id 1Z2345 of #1001`,
	},
	{
		name: "payments in minor units",
		json: `{"object":"list","data":[{"id":"pi_3MtwBw","object":"payment_intent","amount":20900,"amount_received":20900,"currency":"eur","created":1772365920},
			{"id":"pi_JPY","object":"payment_intent","amount":500,"currency":"jpy"},{"id":"pi_KWD","object":"payment_intent","amount":5120,"currency":"kwd"}]}`,
		settings: guard.Settings{MinorUnits: []string{"amount", "amount_received"}},
		want: `data[0].amount = money 209 EUR of pi_3MtwBw
			data[0].created = date 2026-03-01 of pi_3MtwBw
			data[1].amount = money 500 JPY of pi_JPY
			data[2].amount = money 5.12 KWD of pi_KWD`,
	},
	{
		name: "prices in minor units by their keys",
		json: `{"id":"price_1","currency":"eur","unit_amount":1099,"unit_amount_decimal":"1099","product":"prod_Nz","recurring":{"interval":"month","interval_count":1}}`,
		want: `unit_amount = money 10.99 EUR price of prod_Nz`,
	},
	{
		name: "units and nanos",
		json: `{"price":{"currencyCode":"EUR","units":"209","nanos":990000000},"refund":{"currencyCode":"USD","units":"-1","nanos":-750000000},"fee":{"currencyCode":"JPY","units":"12"},"tip":{"currencyCode":"USD","nanos":500000000}}`,
		want: `price.units = money 209.99 EUR price
			refund.units = money -1.75 USD other
			fee.units = money 12 JPY
			tip.nanos = money 0.5 USD`,
	},
	{
		name: "value and currency code",
		json: `{"id":"5O190127TN364715T","purchase_units":[{"amount":{"currency_code":"USD","value":"100.00","breakdown":{"item_total":{"currency_code":"USD","value":"90.00"},"shipping":{"currency_code":"USD","value":"6.00"},"tax_total":{"currency_code":"USD","value":"4.00"},"discount":{"currency_code":"USD","value":"0.00"}}}}]}`,
		want: `id = id 5O190127TN364715T of 5O190127TN364715T
			purchase_units[0].amount.value = money 100.00 USD total of 5O190127TN364715T
			purchase_units[0].amount.breakdown.item_total.value = money 90.00 USD total of 5O190127TN364715T
			purchase_units[0].amount.breakdown.shipping.value = money 6.00 USD shipping of 5O190127TN364715T
			purchase_units[0].amount.breakdown.tax_total.value = money 4.00 USD tax of 5O190127TN364715T`,
	},
	{
		name:     "value and currency in minor units",
		json:     `{"pspReference":"NC6HT9CRT65ZGN82","amount":{"value":1000,"currency":"EUR"},"additionalAmount":{"value":1000,"currency":"BHD"}}`,
		settings: guard.Settings{MinorUnits: []string{"amount.value", "additionalAmount.value"}},
		want: `pspReference = id NC6HT9CRT65ZGN82
			amount.value = money 10 EUR
			additionalAmount.value = money 1 BHD`,
	},
	{
		name:     "money of a till",
		json:     `{"payment":{"id":"hYy9pRFV","amount_money":{"amount":1000,"currency":"USD"},"app_fee_money":{"amount":10,"currency":"USD"},"tip_money":{"amount":200,"currency":"USD"}}}`,
		settings: guard.Settings{MinorUnits: []string{"amount"}},
		want: `payment.amount_money.amount = money 10 USD of hYy9pRFV
			payment.app_fee_money.amount = money 0.1 USD of hYy9pRFV`,
	},
	{
		name: "a marketplace",
		json: `{"payload":{"ASIN":"B00551Q3CS","Offers":[{"ListingPrice":{"CurrencyCode":"USD","Amount":10.00},"Shipping":{"CurrencyCode":"USD","Amount":3.99},"SellerFeedbackRating":{"FeedbackCount":20,"SellerPositiveFeedbackRating":98.5}}]}}`,
		want: `payload.ASIN = id B00551Q3CS
			payload.Offers[0].ListingPrice.Amount = money 10.00 USD price
			payload.Offers[0].Shipping.Amount = money 3.99 USD shipping
			payload.Offers[0].SellerFeedbackRating.FeedbackCount = quantity 20`,
	},
	{
		name: "an auction house",
		json: `{"itemSummaries":[{"itemId":"v1|1103|0","title":"Drone","price":{"value":"9999.99","currency":"USD"},"marketingPrice":{"originalPrice":{"value":"11999.99","currency":"USD"},"discountPercentage":"16","discountAmount":{"value":"2000.00","currency":"USD"}},"shippingOptions":[{"shippingCost":{"value":"0.00","currency":"USD"},"minEstimatedDeliveryDate":"2026-03-04T08:00:00.000Z"}],"itemEndDate":"2026-03-09T21:00:00.000Z"}]}`,
		want: `itemSummaries[0].price.value = money 9999.99 USD price of Drone
			itemSummaries[0].marketingPrice.originalPrice.value = money 11999.99 USD list_price of Drone
			itemSummaries[0].marketingPrice.discountPercentage = percent 16 discount of Drone
			itemSummaries[0].marketingPrice.discountAmount.value = money 2000.00 USD discount of Drone
			itemSummaries[0].shippingOptions[0].shippingCost.value = money 0.00 USD shipping of Drone
			itemSummaries[0].shippingOptions[0].minEstimatedDeliveryDate = date 2026-03-04 shipping of Drone
			itemSummaries[0].itemEndDate = date 2026-03-09 of Drone`,
	},
	{
		name: "flight offers",
		json: `{"data":[{"type":"flight-offer","id":"1","lastTicketingDate":"2026-03-05","numberOfBookableSeats":9,"itineraries":[{"duration":"PT14H15M","segments":[{"departure":{"iataCode":"SYD","at":"2026-05-02T11:35:00"},"arrival":{"iataCode":"MNL","at":"2026-05-02T16:50:00"},"carrierCode":"PR","number":"212"}]}],
			"price":{"currency":"EUR","total":"546.70","base":"334.00","fees":[{"amount":"0.00","type":"SUPPLIER"}],"grandTotal":"546.70"}}]}`,
		want: `data[0].price.total = money 546.70 EUR total of flight-offer
			data[0].price.base = money 334.00 EUR price of flight-offer
			data[0].price.grandTotal = money 546.70 EUR total of flight-offer
			data[0].lastTicketingDate = date 2026-03-05 of flight-offer
			data[0].numberOfBookableSeats = quantity 9 of flight-offer
			data[0].itineraries[0].segments[0].departure.at = date 2026-05-02 of 212
			data[0].itineraries[0].duration = duration 51300 of flight-offer`,
	},
	{
		name: "offers with amounts and currencies side by side",
		json: `{"data":{"offers":[{"id":"off_00009htYpSCXrwaB9DnUm0","total_amount":"45.00","total_currency":"GBP","tax_amount":"40.80","tax_currency":"GBP","base_amount":"4.20","base_currency":"GBP","expires_at":"2026-03-17T10:42:14.545052Z"}]}}`,
		want: `data.offers[0].total_amount = money 45.00 GBP total of off_00009htYpSCXrwaB9DnUm0
			data.offers[0].tax_amount = money 40.80 GBP tax of off_00009htYpSCXrwaB9DnUm0
			data.offers[0].expires_at = date 2026-03-17 of off_00009htYpSCXrwaB9DnUm0`,
	},
	{
		name: "bank accounts",
		json: `{"accounts":[{"account_id":"BxBXxLj1m4HMXBm9WZZmCWVbPjX16EHwv99vp","balances":{"available":100.25,"current":110.5,"limit":null,"iso_currency_code":"USD","unofficial_currency_code":null},"mask":"0000","name":"Checking"},
			{"balances":{"available":null,"current":410,"limit":2000,"iso_currency_code":"CAD"},"name":"Credit Card"}]}`,
		want: `accounts[0].balances.available = money 100.25 USD balance of Checking
			accounts[0].balances.current = money 110.5 USD balance of Checking
			accounts[1].balances.current = money 410 CAD balance of Credit Card
			accounts[1].balances.limit = money 2000 CAD other of Credit Card`,
	},
	{
		name: "account balances as the banks' standard has them",
		json: `{"account":{"iban":"DE89370400440532013000"},"balances":[{"balanceAmount":{"currency":"EUR","amount":"500.00"},"balanceType":"closingBooked","referenceDate":"2026-02-28"}]}`,
		want: `account.iban = id DE89370400440532013000
			balances[0].balanceAmount.amount = money 500.00 EUR balance
			balances[0].referenceDate = date 2026-02-28`,
	},
	{
		name: "rates of carriers",
		json: `{"rates":[{"id":"rate_1","carrier":"USPS","service":"Priority","rate":"7.58","currency":"USD","retail_rate":"9.45","list_rate":"8.55","delivery_days":2,"delivery_date":"2026-03-04T00:00:00Z","est_delivery_days":2}]}`,
		want: `rates[0].rate = money 7.58 USD of USPS
			rates[0].retail_rate = money 9.45 USD list_price of USPS
			rates[0].list_rate = money 8.55 USD list_price of USPS
			rates[0].delivery_days = duration 172800 shipping of USPS
			rates[0].delivery_date = date 2026-03-04 shipping of USPS`,
	},
	{
		name: "rates of a shipping service",
		json: `{"results":[{"object_id":"545ab0a1a6ea4c9f9adb2512a57d6d8b","amount":"5.50","currency":"USD","amount_local":"5.10","currency_local":"EUR","provider":"USPS","estimated_days":2,"servicelevel":{"name":"Priority Mail"}}]}`,
		want: `results[0].amount = money 5.50 USD of Priority Mail
			results[0].amount_local = money 5.10 EUR of Priority Mail
			results[0].estimated_days = duration 172800 of Priority Mail`,
	},
	{
		name: "tracking",
		json: `{"shipments":[{"id":"7777777770","service":"express","status":{"timestamp":"2026-03-02T09:10:00+09:00"},"estimatedTimeOfDelivery":"2026-03-05T12:00:00","estimatedDeliveryTimeFrame":{"estimatedFrom":"2026-03-05T14:00:00+01:00","estimatedThrough":"2026-03-05T18:00:00+01:00"},"origin":{"address":{"postalCode":"53113"}}}]}`,
		want: `shipments[0].id = id 7777777770 of express
			shipments[0].status.timestamp = date 2026-03-02 of express
			shipments[0].estimatedTimeOfDelivery = date 2026-03-05 shipping of express
			shipments[0].estimatedDeliveryTimeFrame.estimatedFrom = date 2026-03-05 shipping of express
			shipments[0].origin.address.postalCode = id 53113 of express`,
	},
	{
		name: "epochs",
		json: `{"created_at":1772365920,"updatedAt":1772365920000,"expires":"1772365920","eta_ts":1772365920,"deliveryTime":1772365920123,"due_date":1772365920}`,
		want: `created_at = date 2026-03-01
			updatedAt = date 2026-03-01
			expires = date 2026-03-01
			eta_ts = date 2026-03-01
			deliveryTime = date 2026-03-01 shipping
			due_date = date 2026-03-01`,
	},
	{
		name: "resource objects",
		json: `{"data":[{"type":"products","id":"77","attributes":{"name":"Boots","price":149.5,"list-price":199,"currency":"SEK","in-stock":4},"links":{"self":"https://shop.example/products/77"}}]}`,
		want: `data[0].attributes.price = money 149.5 SEK price of Boots
			data[0].attributes.list-price = money 199 SEK list_price of Boots
			data[0].attributes.in-stock = quantity 4 stock of Boots
			data[0].links.self = url shop.example/products/77 of products`,
	},
	{
		name: "open data",
		json: `{"@odata.context":"$metadata#SalesOrders","value":[{"SalesOrder":"0500000012","TransactionCurrency":"EUR","TotalNetAmount":"52.65","OverallDeliveryStatus":"A","RequestedDeliveryDate":"/Date(1772582400000)/","to_Item":{"results":[{"Material":"TG11","NetAmount":"17.55","RequestedQuantity":"1"}]}}]}`,
		want: `value[0].SalesOrder = id 0500000012
			value[0].TotalNetAmount = money 52.65 EUR total
			value[0].RequestedDeliveryDate = date 2026-03-04 shipping
			value[0].to_Item.results[0].NetAmount = money 17.55 EUR total`,
	},
	{
		name: "hypertext",
		json: `{"_links":{"self":{"href":"/orders"}},"currency":"GBP","_embedded":{"orders":[{"total":30.00,"status":"shipped","name":"First"},{"total":20.00,"name":"Second"}]}}`,
		want: `_embedded.orders[0].total = money 30.00 GBP total of First
			_embedded.orders[1].total = money 20.00 GBP total of Second`,
	},
	{
		name: "parallel lists",
		json: `{"currency":"EUR","names":["Mug","Scarf"],"prices":[12.5,35],"stock":[4,0]}`,
		want: `prices[0] = money 12.5 EUR price of Mug
			prices[1] = money 35 EUR price of Scarf
			stock[0] = quantity 4 stock of Mug
			stock[1] = quantity 0 stock of Scarf`,
	},
	{
		name: "a map by part number",
		json: `{"currency":"EUR","prices":{"JKT-114":209,"SCF-9":35},"items":{"MUG-1":{"price":12.5,"stock":4},"BTS-2":{"price":149,"stock":1}}}`,
		want: `prices.JKT-114 = money 209 EUR price of JKT-114
			prices.SCF-9 = money 35 EUR price of SCF-9
			items.MUG-1.price = money 12.5 EUR price of MUG-1
			items.BTS-2.stock = quantity 1 stock of BTS-2`,
	},
	{
		name: "amounts as people write them",
		json: `{"a":{"price":"EUR 209.00"},"b":{"price":"209,00 €"},"c":{"price":"$1,299.00 USD"},"d":{"price":"1.299,00","currency":"EUR"},"e":{"price":"CHF 1'299.50"},"f":{"price":"£5"},"g":{"discount":"12.5%"},"h":{"tax_rate":"0.125"},"i":{"vat_rate":19}}`,
		want: `a.price = money 209.00 EUR price
			b.price = money 209.00 EUR price
			c.price = money 1299.00 USD price
			d.price = money 1299.00 EUR price
			e.price = money 1299.50 CHF price
			f.price = money 5 price
			g.discount = percent 12.5 discount
			h.tax_rate = percent 12.5 tax
			i.vat_rate = percent 19 tax`,
	},
	{
		name: "odd numbers",
		json: `{"currency":"EUR","price":2.09e2,"parcel_no":20231130123456789012,"total":-0,"balance":-12.50,"big":1E400,"tiny":1e-30}`,
		want: `price = money 209 EUR price
			parcel_no = id 20231130123456789012
			total = money 0 EUR total
			balance = money -12.50 EUR balance`,
	},
	{
		name: "other languages",
		json: `{"währung":"EUR","artikel":[{"bezeichnung":"Winterjacke","preis":209,"listenpreis":259,"versandkosten":4.9,"lagerbestand":3,"mwst":33.37,"gesamtpreis":213.9,"einkaufspreis":120,"rabatt":50}],"produits":[{"nom":"Veste","prix":20,"frais_de_port":5,"devise":"CHF"}],"productos":[{"nombre":"Taza","precio":12,"existencias":3,"moneda":"MXN","descuento":2}],"prodotti":[{"nome":"Tazza","prezzo":7,"valuta":"EUR","giacenza":9}]}`,
		want: `artikel[0].preis = money 209 EUR price of Winterjacke
			artikel[0].listenpreis = money 259 EUR list_price of Winterjacke
			artikel[0].versandkosten = money 4.9 EUR shipping of Winterjacke
			artikel[0].lagerbestand = quantity 3 stock of Winterjacke
			artikel[0].mwst = money 33.37 EUR tax of Winterjacke
			artikel[0].gesamtpreis = money 213.9 EUR total of Winterjacke
			artikel[0].einkaufspreis = money 120 EUR cost of Winterjacke
			artikel[0].rabatt = money 50 EUR discount of Winterjacke
			produits[0].prix = money 20 CHF price of Veste
			produits[0].frais_de_port = money 5 CHF shipping of Veste
			productos[0].precio = money 12 MXN price of Taza
			productos[0].existencias = quantity 3 stock of Taza
			productos[0].descuento = money 2 MXN discount of Taza
			prodotti[0].prezzo = money 7 EUR price of Tazza
			prodotti[0].giacenza = quantity 9 stock of Tazza`,
	},
	{
		name: "keys in every case",
		json: `{"currency":"EUR","list_price":1,"listPrice":2,"list-price":3,"ListPrice":4,"LIST_PRICE":5,"shippingCost":6,"SHIPPING_COST":7,"totalPriceGross":8,"availableBalance":9,"taxAmount":10,"discountAmount":11,"purchase_price":12,"stockLevel":13,"priceCents":1400,"amountMinor":1500,"price_in_cents":1600}`,
		want: `list_price = money 1 EUR list_price
			listPrice = money 2 EUR list_price
			list-price = money 3 EUR list_price
			ListPrice = money 4 EUR list_price
			LIST_PRICE = money 5 EUR list_price
			shippingCost = money 6 EUR shipping
			SHIPPING_COST = money 7 EUR shipping
			totalPriceGross = money 8 EUR total
			availableBalance = money 9 EUR balance
			taxAmount = money 10 EUR tax
			discountAmount = money 11 EUR discount
			purchase_price = money 12 EUR cost
			stockLevel = quantity 13 stock
			priceCents = money 14 EUR price
			amountMinor = money 15 EUR
			price_in_cents = money 16 EUR price`,
	},
}

func TestAPIs(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for _, test := range apis {
		t.Run(test.name, func(t *testing.T) {
			e := guard.NewEvidence(noon, berlin)
			e.Add(guard.Result{Server: "api", Tool: "get", JSON: []byte(test.json), Settings: test.settings})
			var got []string
			for _, s := range e.Sources() {
				got = append(got, told(s))
			}
			for want := range strings.Lines(test.want) {
				want = strings.TrimSpace(want)
				path, _, _ := strings.Cut(want, " ")
				if slices.Contains(got, want) {
					continue
				}
				var same []string
				for _, g := range got {
					if strings.HasPrefix(g, path+" ") {
						same = append(same, g)
					}
				}
				assert.Fail(t, want, "got %q", same)
			}
		})
	}
}
