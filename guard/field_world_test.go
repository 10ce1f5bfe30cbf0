package guard_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

// TestKeysOfTheWorld: keys in several languages, units in keys, and what an amount is for.
func TestKeysOfTheWorld(t *testing.T) {
	for _, test := range []struct {
		json, path, want string
		kind             guard.Kind
		role             guard.Role
	}{
		{`{"preis":"12.50","waehrung":"EUR"}`, "preis", "12.50 EUR", guard.Money, guard.RolePrice},
		{`{"einzelpreis":12,"währung":"EUR"}`, "einzelpreis", "12 EUR", guard.Money, guard.RolePrice},
		{`{"prix":{"montant":"9.90","devise":"EUR"}}`, "prix.montant", "9.90 EUR", guard.Money, guard.RolePrice},
		{`{"moneda":"EUR","lineas":[{"precio":"3.10"}]}`, "lineas[0].precio", "3.10 EUR", guard.Money, guard.RolePrice},
		{`{"valuta":"EUR","saldo":"10.00"}`, "saldo", "10.00 EUR", guard.Money, guard.RoleBalance},
		{`{"currency":"EUR","plans":[{"month":"9.99"}]}`, "plans[0].month", "9.99 EUR", guard.Money, 0},
		{`{"currency":"EUR","price_per_day":"30.00"}`, "price_per_day", "30.00 EUR", guard.Money, guard.RolePrice},
		{`{"currency":"EUR","rooms":[{"per_day":"12.50"}]}`, "rooms[0].per_day", "12.50 EUR", guard.Money, 0},
		{`{"currency":"EUR","usage_kwh":412}`, "usage_kwh", "412", guard.Quantity, 0},
		{`{"currency":"EUR","points_balance":1200}`, "points_balance", "1200", guard.Quantity, 0},
		{`{"currency":"EUR","laufzeit_monate":24}`, "laufzeit_monate", "62208000", guard.Duration, 0},
		{`{"vat_rate":0.19,"currency":"EUR"}`, "vat_rate", "19", guard.Percent, guard.RoleTax},
		{`{"mwst_satz":19,"waehrung":"EUR"}`, "mwst_satz", "19", guard.Percent, guard.RoleTax},
		{`{"percent_off":15,"currency":"EUR"}`, "percent_off", "15", guard.Percent, guard.RoleDiscount},
		{`{"balance":{"available":"12.00","currency":"EUR"}}`, "balance.available", "12.00 EUR", guard.Money, guard.RoleBalance},
		{`{"free_from":"60.00","currency":"EUR"}`, "free_from", "60.00 EUR", guard.Money, 0},
		{`{"delivery":{"cost":"4.90","currency":"EUR"}}`, "delivery.cost", "4.90 EUR", guard.Money, guard.RoleShipping},
		{`{"price":"9.00","delivery":{"cost":"4.90"},"currency":"EUR"}`, "delivery.cost", "4.90 EUR", guard.Money, guard.RoleShipping},
	} {
		e := guard.NewEvidence(noon, nil)
		e.Add(pricing(test.json))
		i := slices.IndexFunc(e.Sources(), func(s *guard.Source) bool { return s.Path == test.path })
		if !assert.GreaterOrEqual(t, i, 0, test.json) {
			continue
		}
		s := e.Sources()[i]
		assert.Equal(t, test.want, guard.Amount{Value: s.Amount, Currency: s.Currency}.String(), test.json)
		assert.Equal(t, test.kind, s.Kind, test.json)
		assert.Equal(t, test.role, s.Role, test.json)
	}
}
