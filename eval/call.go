package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// Call is one tool call that the model asked for, as a rule sees it. It must not change once a decision has read it.
type Call struct {
	ID           string
	Server, Tool string
	// Effect is set by the policy that covers the tool.
	Effect         Effect
	Args           *Args
	IdempotencyKey string
}

// Args are the arguments of a call: a JSON object. They are immutable. A nil *Args is the empty object.
type Args struct {
	raw       []byte
	canonical string
	decoded   map[string]any // numbers as json.Number, null values dropped
	list      []argument     // the same, by name
	val       ref.Val
}

// MaxArgsSize is the largest argument object that is read, in bytes.
const MaxArgsSize = 1 << 20

// ParseArgs reads a JSON object; empty input is the empty object. Numbers keep their text, null values are
// dropped. It fails on anything else, on repeated keys and on more than MaxArgsSize bytes.
func ParseArgs(raw []byte) (*Args, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	if len(raw) > MaxArgsSize {
		return nil, fmt.Errorf("arguments of %d bytes are larger than %d", len(raw), MaxArgsSize)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	value, err := decodeValue(dec, 0)
	if err != nil {
		return nil, fmt.Errorf("arguments are not valid JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("arguments are not valid JSON: more than one value")
	}
	m, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("arguments are not a JSON object")
	}
	a := &Args{raw: slices.Clone(raw), decoded: m}
	a.canonical = string(appendCanonical(nil, m))
	a.list = argumentsOf(m)
	a.val = boxed(a.list)
	return a, nil
}

// NewArgs builds arguments from a Go map, as ParseArgs would from its JSON.
func NewArgs(m map[string]any) (*Args, error) {
	raw, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("arguments: %w", err)
	}
	return ParseArgs(raw)
}

// JSON returns the arguments as they were given.
func (a *Args) JSON() []byte {
	if a == nil {
		return []byte("{}")
	}
	return a.raw
}

// Canonical returns the arguments with sorted keys, without null values and space, and with one form for each
// number: equal arguments have equal text.
func (a *Args) Canonical() string {
	if a == nil {
		return "{}"
	}
	return a.canonical
}

// With returns the arguments with the given ones laid over them.
func (a *Args) With(over map[string]any) (*Args, error) {
	merged := map[string]any{}
	if a != nil {
		for k, v := range a.decoded {
			merged[k] = v
		}
	}
	for k, v := range over {
		merged[k] = v
	}
	return NewArgs(merged)
}

// Len returns the number of arguments.
func (a *Args) Len() int {
	if a == nil {
		return 0
	}
	return len(a.decoded)
}

func (a *Args) value() ref.Val {
	if a == nil {
		return emptyMap
	}
	return a.val
}

var emptyMap = types.NewRefValMap(types.DefaultTypeAdapter, map[ref.Val]ref.Val{})

// money reads an exact amount from two arguments: a number or a decimal string, and a currency code.
func (a *Args) money(amountKey, currencyKey string) (guard.Amount, error) {
	if a == nil {
		return guard.Amount{}, fmt.Errorf("no such key: %s", amountKey)
	}
	value, ok := a.decoded[amountKey]
	if !ok {
		return guard.Amount{}, fmt.Errorf("no such key: %s", amountKey)
	}
	code, ok := a.decoded[currencyKey]
	if !ok {
		return guard.Amount{}, fmt.Errorf("no such key: %s", currencyKey)
	}
	text, ok := code.(string)
	if !ok {
		return guard.Amount{}, fmt.Errorf("call.args.%s is no string", currencyKey)
	}
	switch v := value.(type) {
	case json.Number:
		return guard.ParseAmount(canonicalNumber(string(v)), text)
	case string:
		return guard.ParseAmount(v, text)
	}
	return guard.Amount{}, fmt.Errorf("call.args.%s is no amount", amountKey)
}

const maxArgsDepth = 64

func decodeValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxArgsDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxArgsDepth)
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch tok {
	case json.Delim('{'):
		return decodeObject(dec, depth)
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := decodeValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, err
	}
	return tok, nil
}

func decodeObject(dec *json.Decoder, depth int) (any, error) {
	m := map[string]any{}
	seen := map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key := tok.(string)
		if seen[key] {
			return nil, fmt.Errorf("the key %q stands twice", key)
		}
		seen[key] = true
		v, err := decodeValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		if v != nil {
			m[key] = v
		}
	}
	_, err := dec.Token()
	return m, err
}

func jsonValue(v any) ref.Val {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[ref.Val]ref.Val, len(v))
		for k, e := range v {
			m[types.String(k)] = jsonValue(e)
		}
		return types.NewRefValMap(types.DefaultTypeAdapter, m)
	case []any:
		list := make([]ref.Val, len(v))
		for i, e := range v {
			list[i] = jsonValue(e)
		}
		return types.NewRefValList(types.DefaultTypeAdapter, list)
	case json.Number:
		return numberValue(string(v))
	case string:
		return types.String(v)
	case bool:
		return types.Bool(v)
	}
	return types.NullValue
}

func numberValue(text string) ref.Val {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return types.Int(i)
	}
	d, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(d, 0) {
		return types.String(text)
	}
	exact := canonicalNumber(text)
	if canonicalNumber(strconv.FormatFloat(d, 'g', -1, 64)) != exact {
		return types.String(exact) // an id of twenty digits is not another one
	}
	return types.Double(d)
}

func appendCanonical(b []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		b = append(b, '{')
		for i, k := range keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendString(b, k)
			b = append(b, ':')
			b = appendCanonical(b, v[k])
		}
		return append(b, '}')
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendCanonical(b, e)
		}
		return append(b, ']')
	case json.Number:
		return append(b, canonicalNumber(string(v))...)
	case string:
		return appendString(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	}
	return append(b, "null"...)
}

func appendString(b []byte, s string) []byte {
	text, err := json.Marshal(s)
	if err != nil { // a string always marshals
		return strconv.AppendQuote(b, s)
	}
	return append(b, text...)
}

// canonicalNumber gives each number one decimal text: 209.00, 2.09e2 and 209 are "209". Exponents beyond 1,000 stay as
// written.
func canonicalNumber(text string) string {
	mantissa, exp := strings.ToLower(text), 0
	if i := strings.IndexByte(mantissa, 'e'); i >= 0 {
		n, err := strconv.Atoi(strings.TrimPrefix(mantissa[i+1:], "+"))
		if err != nil || n > 1000 || n < -1000 {
			return text
		}
		mantissa, exp = mantissa[:i], n
	}
	sign := ""
	if strings.HasPrefix(mantissa, "-") {
		sign, mantissa = "-", mantissa[1:]
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits, point := whole+frac, len(whole)+exp
	for point < 0 {
		digits, point = "0"+digits, point+1
	}
	for point > len(digits) {
		digits += "0"
	}
	whole = strings.TrimLeft(digits[:point], "0")
	frac = strings.TrimRight(digits[point:], "0")
	if whole == "" {
		whole = "0"
	}
	if frac != "" {
		return sign + whole + "." + frac
	}
	if whole == "0" {
		return "0"
	}
	return sign + whole
}
