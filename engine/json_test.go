package engine

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestValidJSON holds that validJSON agrees with encoding/json, on texts that are valid or nearly so.
func TestValidJSON(t *testing.T) {
	whole := []string{
		"", " ", "{}", "[]", `{"a":1}`, `{"a":[1,2.5,-0,1e9,{"b":null}],"c":"x\u00e9\n\"","d":true , "e" : false}`, "null", `"a`, "01", "-", "1.", "1e", "1e+",
		"[1,]", `{"a"}`, `{"a":}`, `{,}`, "[,]", "tru", "nul", "\x00", "{}\x00", "{} {}", "\"\x01\"", `"\u12"`, `"\u12g4"`, `"\x"`, `"\`, "\"\xff\"", "\v1",
		strings.Repeat("[", 20) + strings.Repeat("]", 20), strings.Repeat("[", 20) + strings.Repeat("]", 19),
		strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), strings.Repeat(`{"a":`, 17) + "1" + strings.Repeat("}", 17),
	}
	same := func(text string) {
		t.Helper()
		if got, want := validJSON([]byte(text)), json.Valid([]byte(text)); got != want {
			t.Errorf("%q is valid: %t, want %t", text, got, want)
		}
	}
	for _, text := range whole {
		same(text)
	}
	r := rand.New(rand.NewPCG(1, 2))
	const bytes = "{}[]\",:\\/ubfnrtelsa0123456789+-.eE \n\t\r\x00\x1f\x7f\xffAFg"
	valid := 0
	for range 200_000 {
		text := []byte(whole[r.IntN(len(whole)-4)])
		for range r.IntN(4) {
			c := bytes[r.IntN(len(bytes))]
			switch at := r.IntN(len(text) + 1); {
			case at == len(text) || r.IntN(2) == 0:
				text = append(text[:at:at], append([]byte{c}, text[at:]...)...)
			case r.IntN(2) == 0:
				text[at] = c
			default:
				text = append(text[:at:at], text[at+1:]...)
			}
		}
		same(string(text))
		if json.Valid(text) {
			valid++
		}
	}
	if valid < 1000 {
		t.Errorf("only %d texts were valid", valid)
	}
}
