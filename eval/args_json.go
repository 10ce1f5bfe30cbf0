package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

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
