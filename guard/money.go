package guard

import (
	"fmt"

	"github.com/govalues/decimal"
)

// Decimal is an exact decimal number of up to 19 digits.
type Decimal = decimal.Decimal

// ParseDecimal reads an exact decimal such as "209.00" or "-3". It fails on anything else, on exponents and on more
// than 19 digits.
func ParseDecimal(text string) (Decimal, error) {
	for _, r := range text {
		if (r < '0' || r > '9') && r != '.' && r != '-' {
			return Decimal{}, fmt.Errorf("%q is no decimal number such as \"209.00\"", text)
		}
	}
	d, err := decimal.ParseExact(text, 0)
	if err != nil {
		return Decimal{}, fmt.Errorf("%q is no decimal number such as \"209.00\"", text)
	}
	return d, nil
}

// Amount is an exact amount of money. The zero Amount is zero without a currency.
type Amount struct {
	Value Decimal
	// Currency is an ISO 4217 code, or "" for a figure that is no money or whose currency nobody stated.
	Currency string
}

// ParseAmount reads a decimal amount and an ISO 4217 code in capitals; the code may be "".
func ParseAmount(value, currency string) (Amount, error) {
	d, err := ParseDecimal(value)
	if err != nil {
		return Amount{}, err
	}
	if currency != "" && !KnownCurrency(currency) {
		return Amount{}, fmt.Errorf("%q is no ISO 4217 currency code such as \"EUR\"", currency)
	}
	return Amount{Value: d, Currency: currency}, nil
}

// Equal reports whether both have the same value and the same currency: 209 EUR equals 209.00 EUR.
func (a Amount) Equal(b Amount) bool { return a.Currency == b.Currency && a.Value.Equal(b.Value) }

// Compare orders two amounts of one currency: -1, 0 or +1. It fails across currencies.
func (a Amount) Compare(b Amount) (int, error) {
	if a.Currency != b.Currency {
		return 0, fmt.Errorf("%s and %s can't be ordered: the currencies differ", a, b)
	}
	return a.Value.Cmp(b.Value), nil
}

// String returns the amount as "209.00 EUR", and as "209.00" without a currency.
func (a Amount) String() string {
	if a.Currency == "" {
		return a.Value.String()
	}
	return a.Value.String() + " " + a.Currency
}
