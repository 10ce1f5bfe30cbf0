package guard_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// shown returns a source as the tables below state it: its kind and value, and behind them its role and its entity where it has them.
func shown(s *guard.Source) string {
	text := s.Kind.String() + " "
	switch s.Kind {
	case guard.Date:
		text += s.Day.Format(time.DateOnly)
	case guard.Time:
		n, _, _ := s.Amount.Int64(0)
		text += fmt.Sprintf("%02d:%02d", n/3600, n/60%60)
	case guard.Money, guard.Percent, guard.Quantity, guard.Duration:
		text += guard.Amount{Value: s.Amount.Trim(0), Currency: s.Currency}.String()
	default:
		text += s.ID
	}
	if s.Role != 0 {
		text += ", " + s.Role.String()
	}
	if s.Entity != "" {
		text += ", of " + s.Entity
	}
	return text
}

// services are results of well known services, cut to what matters: some of their values by path, and what each has to be read as.
var services = []struct {
	name, json string
	want       map[string]string
}{
	{"Stripe: a payment", `{"id":"pi_3MtwBwLkdIwHu7ix","object":"payment_intent","amount":2000,"amount_received":2000,"created":1772365920,"currency":"usd"}`, map[string]string{
		"amount": "money 20 USD, of pi_3MtwBwLkdIwHu7ix", "created": "done create, of pi_3MtwBwLkdIwHu7ix; date 2026-03-01, of pi_3MtwBwLkdIwHu7ix; time 11:52, of pi_3MtwBwLkdIwHu7ix",
	}},
	{"Stripe: no decimals", `{"object":"charge","amount":5000,"currency":"jpy"}`, map[string]string{"amount": "money 5000 JPY"}},
	{"Stripe: three decimals", `{"object":"charge","amount":5000,"currency":"kwd"}`, map[string]string{"amount": "money 5 KWD"}},
	{"Stripe: its own decimals", `{"object":"charge","amount":50000,"currency":"isk"}`, map[string]string{"amount": "money 500 ISK"}},
	{"Stripe: none of its own", `{"object":"charge","amount":5000,"currency":"mga"}`, map[string]string{"amount": "money 5000 MGA"}},
	{"Stripe: a part of a cent", `{"object":"price","unit_amount":null,"unit_amount_decimal":"0.05","currency":"usd"}`, map[string]string{"unit_amount_decimal": "money 0.0005 USD, price"}},
	{"Stripe: an invoice", `{"object":"invoice","currency":"eur","tax":2280,"total":14280,"amount_paid":0,"due_date":1774958400,"lines":{"data":[{"description":"Pro","amount":12000}]}}`, map[string]string{
		"tax": "money 22.8 EUR, tax", "total": "money 142.8 EUR, total", "due_date": "date 2026-03-31", "lines.data[0].amount": "money 120 EUR, of Pro",
	}},
	{"Stripe: a balance", `{"object":"balance","available":[{"amount":666670,"currency":"usd"}]}`, map[string]string{"available[0].amount": "money 6666.7 USD, balance"}},
	{"Stripe: a coupon", `{"object":"coupon","amount_off":500,"currency":"eur"}`, map[string]string{"amount_off": "money 5 EUR, discount"}},
	{"Recurly: major units under the same key", `{"unit_amount":15.5,"currency":"USD"}`, map[string]string{"unit_amount": "money 15.5 USD, price"}},
	{"Shopify: an order", `{"total_price":"598.94","total_tax":"11.94","currency":"USD","total_shipping_price_set":{"shop_money":{"amount":"10.00","currency_code":"USD"},"presentment_money":{"amount":"9.00","currency_code":"EUR"}},"line_items":[{"title":"Nano","price":"199.00"}]}`, map[string]string{
		"total_price": "money 598.94 USD, total", "total_tax": "money 11.94 USD, tax", "total_shipping_price_set.shop_money.amount": "money 10 USD, shipping",
		"total_shipping_price_set.presentment_money.amount": "money 9 EUR, shipping", "line_items[0].price": "money 199 USD, price, of Nano",
	}},
	{"Shopify: whole amounts", `{"total_price_set":{"shop_money":{"amount":10,"currency_code":"USD"}}}`, map[string]string{"total_price_set.shop_money.amount": "money 10 USD, total"}},
	{"Shopify: a variant", `{"title":"Red","price":{"amount":"209.0","currencyCode":"EUR"},"compareAtPrice":{"amount":"249.0","currencyCode":"EUR"},"quantityAvailable":4}`, map[string]string{
		"price.amount": "money 209 EUR, price, of Red", "compareAtPrice.amount": "money 249 EUR, list_price, of Red", "quantityAvailable": "quantity 4, stock, of Red",
	}},
	{"PayPal: an order", `{"purchase_units":[{"amount":{"currency_code":"USD","value":"100.00","breakdown":{"item_total":{"currency_code":"USD","value":"80.00"},"shipping":{"currency_code":"USD","value":"10.00"},"discount":{"currency_code":"USD","value":"2.00"}}},"items":[{"name":"Mug","unit_amount":{"currency_code":"USD","value":"8.00"}}]}]}`, map[string]string{
		"purchase_units[0].amount.value": "money 100 USD, total", "purchase_units[0].amount.breakdown.item_total.value": "money 80 USD, total",
		"purchase_units[0].amount.breakdown.shipping.value": "money 10 USD, shipping", "purchase_units[0].amount.breakdown.discount.value": "money 2 USD, discount",
		"purchase_units[0].items[0].unit_amount.value": "money 8 USD, price, of Mug",
	}},
	{"PayPal: no decimals", `{"amount":{"currency_code":"JPY","value":"5000"}}`, map[string]string{"amount.value": "money 5000 JPY"}},
	{"Adyen: a payment", `{"pspReference":"993617895215577D","resultCode":"Authorised","amount":{"currency":"EUR","value":1000}}`, map[string]string{
		"amount.value": "money 10 EUR", "pspReference": "id 993617895215577D",
	}},
	{"Adyen: a link", `{"merchantAccount":"Shop","amount":{"currency":"BHD","value":1500},"lineItems":[{"description":"Shoes","quantity":2,"amountIncludingTax":400,"taxPercentage":2100}]}`, map[string]string{
		"amount.value": "money 1.5 BHD", "lineItems[0].amountIncludingTax": "money 0.4 BHD, total, of Shoes", "lineItems[0].taxPercentage": "percent 21, tax, of Shoes", "lineItems[0].quantity": "quantity 2, of Shoes",
	}},
	{"Adyen: its own decimals", `{"merchantAccount":"Shop","amount":{"currency":"CLP","value":150000}}`, map[string]string{"amount.value": "money 1500 CLP"}},
	{"Klarna: an order", `{"order_amount":10000,"purchase_currency":"EUR","order_lines":[{"name":"Shirt","unit_price":5000,"tax_rate":2500}]}`, map[string]string{
		"order_amount": "money 100 EUR", "order_lines[0].unit_price": "money 50 EUR, price, of Shirt", "order_lines[0].tax_rate": "percent 25, tax, of Shirt",
	}},
	{"Square: a payment", `{"payment":{"amount_money":{"amount":1000,"currency":"USD"},"tip_money":{"amount":150,"currency":"USD"},"total_money":{"amount":1150,"currency":"USD"}}}`, map[string]string{
		"payment.amount_money.amount": "money 10 USD", "payment.tip_money.amount": "money 1.5 USD", "payment.total_money.amount": "money 11.5 USD, total",
	}},
	{"Square: no decimals", `{"line_items":[{"name":"Tea","base_price_money":{"amount":500,"currency":"JPY"}}]}`, map[string]string{"line_items[0].base_price_money.amount": "money 500 JPY, price, of Tea"}},
	{"Razorpay: an order", `{"id":"order_IluGWxBm9U8zJ8","entity":"order","amount":50000,"amount_due":50000,"currency":"INR"}`, map[string]string{
		"amount": "money 500 INR, of order_IluGWxBm9U8zJ8", "amount_due": "money 500 INR, total, of order_IluGWxBm9U8zJ8",
	}},
	{"Checkout.com: a payment", `{"id":"pay_mbabizu24mvu3mela5njyhpit4","amount":6540,"currency":"USD"}`, map[string]string{"amount": "money 65.4 USD, of pay_mbabizu24mvu3mela5njyhpit4"}},
	{"Paddle: a price", `{"id":"pri_01gsz8x8sawmvhz1pv30nge1ke","unit_price":{"amount":"1000","currency_code":"USD"}}`, map[string]string{"unit_price.amount": "money 10 USD, price, of pri_01gsz8x8sawmvhz1pv30nge1ke"}},
	{"Chargebee: an invoice", `{"invoice":{"id":"3","object":"invoice","total":2000,"currency_code":"USD","resource_version":1517490000}}`, map[string]string{"invoice.total": "money 20 USD, total, of 3"}},
	{"a shop's own words beside a payment's", `{"total":120,"currency":"EUR","payment":{"pspReference":"993617895215577D"}}`, map[string]string{"total": "money 120 EUR, total"}},
	{"a purchase of one's own", `{"purchase_price":120,"purchase_currency":"EUR"}`, map[string]string{"purchase_price": "money 120 EUR, cost"}},
	{"ids of one's own", `{"id":"order_20260301000017","total":120,"currency":"EUR"}`, map[string]string{"total": "money 120 EUR, total, of order_20260301000017"}},
	{"an entity of one's own", `{"entity":"invoice","object":"invoice","amount":120,"currency":"EUR"}`, map[string]string{"amount": "money 120 EUR"}},
	{"ids with a time", `{"id":"txn_01gsz8x8sawmvhz1pv30nge1ke","total":120,"fee":"1.20","currency":"EUR"}`, map[string]string{"total": "money 120 EUR, total, of txn_01gsz8x8sawmvhz1pv30nge1ke"}},
	{"Mollie: a payment", `{"amount":{"value":"10.00","currency":"EUR"},"amountRefunded":{"value":"2.50","currency":"EUR"}}`, map[string]string{"amount.value": "money 10 EUR", "amountRefunded.value": "money 2.5 EUR, other"}},
	{"Google Merchant: a product", `{"title":"Shirt","price":{"value":"15.99","currency":"USD"},"salePrice":{"amountMicros":"12990000","currencyCode":"USD"}}`, map[string]string{
		"price.value": "money 15.99 USD, price, of Shirt", "salePrice.amountMicros": "money 12.99 USD, price, of Shirt",
	}},
	{"Google Play: a price", `{"priceAmountMicros":"1990000","priceCurrencyCode":"EUR"}`, map[string]string{"priceAmountMicros": "money 1.99 EUR, price"}},
	{"google.type.Money", `{"price":{"currencyCode":"USD","units":"10","nanos":500000000},"discount":{"currencyCode":"USD","units":"-1","nanos":-750000000},"fee":{"currencyCode":"USD","nanos":990000000}}`, map[string]string{
		"price.units": "money 10.5 USD, price", "discount.units": "money -1.75 USD, discount", "fee.nanos": "money 0.99 USD",
	}},
	{"commercetools: a price", `{"sku":"A0E2","prices":[{"value":{"type":"centPrecision","currencyCode":"EUR","centAmount":4200,"fractionDigits":2}}]}`, map[string]string{
		"prices[0].value.centAmount": "money 42 EUR, price, of A0E2", "prices[0].value.fractionDigits": "",
	}},
	{"commercetools: three decimals", `{"totalPrice":{"type":"centPrecision","currencyCode":"KWD","centAmount":4200,"fractionDigits":3}}`, map[string]string{"totalPrice.centAmount": "money 4.2 KWD, total"}},
	{"commercetools: high precision", `{"price":{"type":"highPrecision","currencyCode":"EUR","centAmount":123,"preciseAmount":123456,"fractionDigits":5}}`, map[string]string{
		"price.centAmount": "money 1.23 EUR, price", "price.preciseAmount": "money 1.23456 EUR, price",
	}},
	{"Etsy: a divisor", `{"price":{"amount":1250,"divisor":100,"currency_code":"USD"}}`, map[string]string{"price.amount": "money 12.5 USD, price", "price.divisor": ""}},
	{"WooCommerce: a product", `{"name":"Cap","price":"21.99","regular_price":"24.99","stock_quantity":5,"date_on_sale_to":"2026-03-31T23:59:59"}`, map[string]string{
		"price": "money 21.99, price, of Cap", "regular_price": "money 24.99, list_price, of Cap", "stock_quantity": "quantity 5, stock, of Cap",
		"date_on_sale_to": "date 2026-03-31, of Cap; time 23:59, of Cap",
	}},
	{"WooCommerce: the store", `{"name":"Cap","prices":{"price":"1600","regular_price":"1800","currency_code":"USD","currency_minor_unit":2}}`, map[string]string{
		"prices.price": "money 16 USD, price, of Cap", "prices.regular_price": "money 18 USD, list_price, of Cap",
	}},
	{"Amazon: an item", `{"Title":"Oil","QuantityOrdered":1,"ItemPrice":{"CurrencyCode":"USD","Amount":"10.00"},"ItemTax":{"CurrencyCode":"USD","Amount":"1.01"},"ShippingPrice":{"CurrencyCode":"USD","Amount":"2.00"},"PromotionDiscount":{"CurrencyCode":"USD","Amount":"0.50"}}`, map[string]string{
		"ItemPrice.Amount": "money 10 USD, price, of Oil", "ItemTax.Amount": "money 1.01 USD, tax, of Oil", "ShippingPrice.Amount": "money 2 USD, shipping, of Oil", "PromotionDiscount.Amount": "money 0.5 USD, discount, of Oil",
	}},
	{"Amazon: prices", `{"LandedPrice":{"CurrencyCode":"USD","Amount":10.5},"ListingPrice":{"CurrencyCode":"USD","Amount":9},"ListPrice":{"CurrencyCode":"USD","Amount":12}}`, map[string]string{
		"LandedPrice.Amount": "money 10.5 USD, total", "ListingPrice.Amount": "money 9 USD, price", "ListPrice.Amount": "money 12 USD, list_price",
	}},
	{"a landed cost", `{"landed_cost":10.5,"currency":"USD"}`, map[string]string{"landed_cost": "money 10.5 USD, cost"}},
	{"Amadeus: a flight", `{"lastTicketingDate":"2026-03-05","itineraries":[{"duration":"PT14H15M","segments":[{"departure":{"at":"2026-11-01T11:35:00"}}]}],"price":{"currency":"EUR","total":"355.34","base":"255.00","grandTotal":"355.34"}}`, map[string]string{
		"lastTicketingDate": "date 2026-03-05", "itineraries[0].duration": "duration 51300", "itineraries[0].segments[0].departure.at": "date 2026-11-01; time 11:35",
		"price.base": "money 255 EUR, price", "price.grandTotal": "money 355.34 EUR, total",
	}},
	{"Duffel: an offer", `{"total_amount":"45.00","total_currency":"GBP","tax_amount":"10.80","tax_currency":"GBP","conditions":{"refund_before_departure":{"penalty_amount":"100.00","penalty_currency":"GBP"}}}`, map[string]string{
		"total_amount": "money 45 GBP, total", "tax_amount": "money 10.8 GBP, tax", "conditions.refund_before_departure.penalty_amount": "money 100 GBP, other",
	}},
	{"Booking.com: a stay", `{"hotel_name":"Central","composite_price_breakdown":{"gross_amount":{"value":180.5,"currency":"EUR"}},"checkin":{"from":"15:00"}}`, map[string]string{
		"composite_price_breakdown.gross_amount.value": "money 180.5 EUR, total, of Central", "checkin.from": "time 15:00, of Central",
	}},
	{"DHL: a shipment", `{"estimatedTimeOfDelivery":"2026-03-03T00:00:00","estimatedDeliveryTimeFrame":{"estimatedFrom":"2026-03-03T10:00:00"},"details":{"weight":{"value":253.5,"unitText":"g"}}}`, map[string]string{
		"estimatedTimeOfDelivery": "date 2026-03-03, shipping", "estimatedDeliveryTimeFrame.estimatedFrom": "date 2026-03-03, shipping; time 10:00", "details.weight.value": "quantity 253.5",
	}},
	{"UPS: a package", `{"trackingNumber":"1Z023E2X0214323462","deliveryDate":[{"date":"20260303"}],"deliveryTime":{"startTime":"090000","endTime":"120000"},"activity":[{"date":"20260228","time":"131900"}]}`, map[string]string{
		"deliveryDate[0].date": "date 2026-03-03, shipping", "deliveryTime.startTime": "time 09:00", "deliveryTime.endTime": "time 12:00",
		"activity[0].date": "date 2026-02-28", "activity[0].time": "time 13:19", "trackingNumber": "id 1Z023E2X0214323462",
	}},
	{"FedEx: a package", `{"trackingNumber":"122816215025810","dateAndTimes":[{"dateTime":"2026-03-05T00:00:00-06:00"}],"estimatedDeliveryTimeWindow":{"window":{"ends":"2026-03-05T12:00:00"}}}`, map[string]string{
		"trackingNumber": "id 122816215025810", "dateAndTimes[0].dateTime": "date 2026-03-05", "estimatedDeliveryTimeWindow.window.ends": "date 2026-03-05, shipping; time 12:00",
	}},
	{"Plaid: an account", `{"name":"Checking","balances":{"available":100,"current":110,"iso_currency_code":"USD","limit":2000}}`, map[string]string{
		"balances.available": "money 100 USD, balance, of Checking", "balances.current": "money 110 USD, balance, of Checking", "balances.limit": "money 2000 USD, other, of Checking",
	}},
	{"Wise: a quote", `{"sourceCurrency":"EUR","targetCurrency":"GBP","sourceAmount":100,"targetAmount":86.5}`, map[string]string{"sourceAmount": "money 100 EUR", "targetAmount": "money 86.5 GBP"}},
	{"Wise: a balance", `{"amount":{"value":310.86,"currency":"EUR"}}`, map[string]string{"amount.value": "money 310.86 EUR"}},
	{"Open Banking", `{"Data":{"Balance":[{"Amount":{"Amount":"1230.00","Currency":"GBP"},"DateTime":"2026-02-05T10:43:07+00:00"}]}}`, map[string]string{
		"Data.Balance[0].Amount.Amount": "money 1230 GBP, balance", "Data.Balance[0].DateTime": "date 2026-02-05; time 10:43",
	}},
	{"Berlin Group", `{"balances":[{"balanceAmount":{"currency":"EUR","amount":"500.00"},"referenceDate":"2026-02-25"}],"transactions":{"booked":[{"creditorName":"Miles","transactionAmount":{"currency":"EUR","amount":"-256.67"}}]}}`, map[string]string{
		"balances[0].balanceAmount.amount": "money 500 EUR, balance", "balances[0].referenceDate": "date 2026-02-25", "transactions.booked[0].transactionAmount.amount": "money -256.67 EUR, of Miles",
	}},
	{"ISO 20022", `{"Amt":{"@Ccy":"EUR","#text":"100.00"}}`, map[string]string{"Amt.#text": "money 100 EUR"}},
	{"OData", `{"DueDate":"/Date(1772365920000+0000)/","Amount":"100.00","Currency":"EUR"}`, map[string]string{"DueDate": "date 2026-03-01; time 11:52", "Amount": "money 100 EUR"}},
	{"Uber: an estimate", `{"display_name":"UberX","currency_code":"USD","duration":640,"distance":5.34}`, map[string]string{"duration": "quantity 640, of UberX", "distance": "quantity 5.34, of UberX"}},
	{"minor units by key", `{"price_minor":1500,"fee_cents":1050,"currency":"KWD"}`, map[string]string{"price_minor": "money 1.5 KWD, price", "fee_cents": "money 1.05 KWD"}},
	{"cents of a currency without them", `{"price_cents":1500,"currency":"JPY"}`, map[string]string{"price_cents": "money 1500 JPY, price"}},
	{"instants", `{"valid_until":"20260331","expires":"1772365920","ts":1772365920.123,"updated_on":20260228}`, map[string]string{
		"valid_until": "date 2026-03-31", "expires": "date 2026-03-01; time 11:52", "ts": "date 2026-03-01; time 11:52", "updated_on": "done update; date 2026-02-28",
	}},
	{"hundredths under keys that count", `{"currency":"EUR","remaining":"36.25","free_over":"75.00","saved_this_year":"83.40","left":40.5,"rating":"4.50","stock":4}`, map[string]string{
		"remaining": "quantity 36.25; money 36.25 EUR", "free_over": "quantity 75; money 75 EUR", "saved_this_year": "quantity 83.4; money 83.4 EUR",
		"left": "quantity 40.5; money 40.5 EUR", "rating": "quantity 4.5", "stock": "quantity 4, stock",
	}},
	{"tiers", `{"currency":"EUR","tiers":[{"from_qty":50,"unit":"0.19"}]}`, map[string]string{"tiers[0].from_qty": "quantity 50", "tiers[0].unit": "money 0.19 EUR, price"}},
	{"no instants", `{"valid_until":"20261331","ref":"20260331","time":"996000","count":20260331}`, map[string]string{
		"valid_until": "quantity 20261331", "ref": "id 20260331", "time": "quantity 996000", "count": "quantity 20260331",
	}},
}

// TestEvidenceOfAPIs reads the money and the dates of well known services.
func TestEvidenceOfAPIs(t *testing.T) {
	for _, api := range services {
		e := guard.NewEvidence(noon, nil)
		e.Add(guard.Result{Server: "shop", Tool: "get", JSON: []byte(api.json)})
		got := map[string][]string{}
		for _, s := range e.Sources() {
			got[s.Path] = append(got[s.Path], shown(s))
		}
		for path, want := range api.want {
			assert.Equal(t, want, strings.Join(got[path], "; "), "%s: %s", api.name, path)
		}
	}
}

// oddities are numbers, texts and keys that are valid JSON and yet hardly meant, and what is read of them; "" is nothing.
var oddities = []struct{ json, path, want string }{
	{`{"price":-0,"currency":"EUR"}`, "price", "money 0 EUR, price"},
	{`{"price":1e3,"currency":"EUR"}`, "price", "money 1000 EUR, price"},
	{`{"price":1.5E+2,"currency":"EUR"}`, "price", "money 150 EUR, price"},
	{`{"price":1e400,"currency":"EUR"}`, "price", ""},
	{`{"price":1e-400,"currency":"EUR"}`, "price", ""},
	{`{"price":209.0000000000000000000000000001,"currency":"EUR"}`, "price", ""},
	{`{"price":123456789012345678901234567890.12,"currency":"EUR"}`, "price", ""},
	{`{"order_id":123456789012345678901234567890}`, "order_id", "id 123456789012345678901234567890, of 123456789012345678901234567890"},
	{`{"price":"007","currency":"EUR"}`, "price", "id 007, price"},
	{`{"price":5,"price":6,"currency":"EUR"}`, "price", "money 5 EUR, price; money 6 EUR, price"},
	{`{"pr\u0069ce":5,"currency":"EUR"}`, "price", "money 5 EUR, price"},
	{`{"name":"\ud800x","price":5,"currency":"EUR"}`, "price", "money 5 EUR, price, of \ufffdx"},
	{`{"name":"\ud83d\ude00 mug","price":5,"currency":"EUR"}`, "price", "money 5 EUR, price, of \U0001f600 mug"},
	{`{"name":"a\u0000b","price":5,"currency":"EUR"}`, "price", "money 5 EUR, price, of a\x00b"},
	{`{"price":{"":6},"currency":"EUR"}`, "price.", "money 6 EUR, price"},
	{`{"amountMicros":"9223372036854775807","currency":"USD"}`, "amountMicros", "money 9223372036854.775807 USD"},
	{`{"due":{"year":2026,"month":3,"day":31}}`, "due", "date 2026-03-31"},
	{`{"due":{"year":99999999999,"month":3,"day":31}}`, "due", ""},
	{`{"price":5,"currency":"EUR"} `, "price", "money 5 EUR, price"},
	{`{"price":5,"currency":"EUR"}{}`, "price", ""},
	{`{"price":5,"currency":"EUR"},`, "price", ""},
	{"{\"price\":5,\"currency\":\"EUR\"}\x00", "price", ""},
	{"{\"price\":5,\"name\":\"a\x00b\",\"currency\":\"EUR\"}", "price", ""},
	{"\ufeff{\"price\":5,\"currency\":\"EUR\"}", "price", ""},
	{`{"price":+5,"currency":"EUR"}`, "price", ""},
	{`{"price":.5,"currency":"EUR"}`, "price", ""},
	{`{"price":05,"currency":"EUR"}`, "price", ""},
	{`{"price":NaN,"currency":"EUR"}`, "price", ""},
	{`{"price":0x10,"currency":"EUR"}`, "price", ""},
}

// TestEvidenceOddities reads them: a value that cannot be told exactly is no source, and malformed JSON has none.
func TestEvidenceOddities(t *testing.T) {
	for _, o := range oddities {
		e := guard.NewEvidence(noon, nil)
		e.Add(guard.Result{Server: "shop", Tool: "get", JSON: []byte(o.json)})
		var got []string
		for _, s := range e.Sources() {
			if s.Path == o.path {
				got = append(got, shown(s))
			}
		}
		assert.Equal(t, o.want, strings.Join(got, "; "), o.json)
	}
}
