package eval

import (
	"encoding/json"
	"fmt"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// plain turns a value of a rule into Go's bool, int64, float64, string, list or map; everything else becomes text.
func plain(v ref.Val) any {
	switch v := v.(type) {
	case types.Bool:
		return bool(v)
	case types.Int:
		return int64(v)
	case types.Uint:
		return uint64(v)
	case types.Double:
		return float64(v)
	case types.String:
		return string(v)
	case types.Null:
		return nil
	case types.Duration:
		return v.Duration.String()
	case types.Timestamp:
		return v.Time.UTC().Format(time.RFC3339Nano)
	case *enumValue:
		return v.String()
	case moneyValue:
		return v.String()
	case *types.Optional:
		if !v.HasValue() {
			return nil
		}
		return plain(v.GetValue())
	case *object:
		return v.class.name
	case traits.Mapper:
		m := map[string]any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			k := it.Next()
			m[fmt.Sprint(plain(k))] = plain(v.Get(k))
		}
		return m
	case traits.Lister:
		list := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			list = append(list, plain(it.Next()))
		}
		return list
	}
	return fmt.Sprint(v.Value())
}

// ValueText writes what an expression or an operand came to, as [Explanation] gives it, for people: a text as it is, anything else as JSON.
func ValueText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}
