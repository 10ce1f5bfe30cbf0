package policytest

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// json writes a value as JSON: numbers as they are written, maps in their order. What JSON has no form for is a problem.
func (d *decoder) json(v *value) json.RawMessage {
	var b bytes.Buffer
	d.writeJSON(&b, v)
	if b.Len() > maxJSON {
		d.fail(v.at, "the value is larger than 1 MiB")
	}
	return b.Bytes()
}

// maxJSON bounds what aliases of aliases can expand to.
const maxJSON = 1 << 20

func (d *decoder) writeJSON(b *bytes.Buffer, v *value) {
	if b.Len() > maxJSON {
		return
	}
	switch v.shape {
	case null:
		b.WriteString("null")
	case boolean:
		b.WriteString(strings.ToLower(v.text))
	case number:
		if !jsonNumber.MatchString(v.text) {
			d.fail(v.at, "%s is no JSON number: quote it, or write it as JSON does", v.text)
			b.WriteString("null")
			return
		}
		b.WriteString(v.text)
	case text:
		if v.plain && jsonNumber.MatchString(v.text) { // 1e3: a number to JSON
			b.WriteString(v.text)
			return
		}
		writeString(b, v.text)
	case list:
		b.WriteByte('[')
		for i, e := range v.items {
			if i > 0 {
				b.WriteByte(',')
			}
			d.writeJSON(b, e)
		}
		b.WriteByte(']')
	case mapping:
		b.WriteByte('{')
		for i, e := range v.entries {
			if i > 0 {
				b.WriteByte(',')
			}
			writeString(b, e.key)
			b.WriteByte(':')
			d.writeJSON(b, e.value)
		}
		b.WriteByte('}')
	}
}

func writeString(b *bytes.Buffer, s string) {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	b.Truncate(b.Len() - 1)
}
