package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"github.com/lacuna-go/lacuna/guard"
)

// Args are the arguments of a call: a JSON object. They are immutable, and safe for concurrent use. A nil *Args is the empty object.
type Args struct {
	raw       []byte
	canonical string
	list      []argument // by name

	once sync.Once // makes val
	val  ref.Val
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
	text := string(raw)
	a, room := argsWithRoom(min(strings.Count(text, ":"), 64), raw)
	r := argReader{text: text, exact: true}
	list, ok := r.arguments(room)
	if !ok { // whatever is rare, and what is wrong
		var err error
		if list, err = decodeArguments(raw); err != nil {
			return nil, err
		}
	}
	a.list, a.canonical = list, text
	if !ok || !r.exact {
		a.canonical = canonicalOf(list, text)
	}
	return a, nil
}

// shortArgs is how many bytes of arguments stand in the piece of memory of what holds them.
const shortArgs = 32

// argsWithRoom returns empty arguments with a copy of what was given, and an empty list with room for so many: of few and short ones, which
// is what most calls have, all in one piece of memory.
func argsWithRoom(n int, raw []byte) (a *Args, list []argument) {
	var room []byte
	switch n {
	case 0, 1:
		made := new(struct {
			Args
			list [1]argument
			raw  [shortArgs]byte
		})
		a, list, room = &made.Args, made.list[:0], made.raw[:0]
	case 2:
		made := new(struct {
			Args
			list [2]argument
			raw  [shortArgs]byte
		})
		a, list, room = &made.Args, made.list[:0], made.raw[:0]
	default:
		a, list = new(Args), make([]argument, 0, n)
	}
	if len(raw) > cap(room) {
		room = make([]byte, 0, len(raw))
	}
	raw = append(room, raw...)
	a.raw = raw[:len(raw):len(raw)]
	return a, list
}

// decodeArguments reads any JSON, and says what is wrong with it.
func decodeArguments(raw []byte) ([]argument, error) {
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
	list := make([]argument, 0, len(m))
	for name, v := range m {
		list = append(list, newArgument(name, v))
	}
	slices.SortFunc(list, byName)
	return list, nil
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
		for i := range a.list {
			merged[a.list[i].name] = a.list[i].native()
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
	return len(a.list)
}

// value returns them as one CEL map, which is made when it is first asked for.
func (a *Args) value() ref.Val {
	if a == nil {
		return emptyMap
	}
	a.once.Do(func() {
		m := make(map[ref.Val]ref.Val, len(a.list))
		for i := range a.list {
			m[types.String(a.list[i].name)] = a.list[i].value()
		}
		a.val = types.NewRefValMap(types.DefaultTypeAdapter, m)
	})
	return a.val
}

var emptyMap = types.NewRefValMap(types.DefaultTypeAdapter, map[ref.Val]ref.Val{})

// money reads an exact amount from two arguments: a number or a decimal string, and a currency code.
func (a *Args) money(amountKey, currencyKey string) (guard.Amount, error) {
	value, code := a.find(amountKey), a.find(currencyKey)
	switch {
	case value == nil:
		return guard.Amount{}, fmt.Errorf("no such key: %s", amountKey)
	case code == nil:
		return guard.Amount{}, fmt.Errorf("no such key: %s", currencyKey)
	case code.kind != textScalar || code.written != "":
		return guard.Amount{}, fmt.Errorf("call.args.%s is no string", currencyKey)
	case value.written != "":
		return guard.ParseAmount(canonicalNumber(value.written), code.text)
	case value.kind == textScalar:
		return guard.ParseAmount(value.text, code.text)
	}
	return guard.Amount{}, fmt.Errorf("call.args.%s is no amount", amountKey)
}
