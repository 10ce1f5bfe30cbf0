package loglines_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/internal/loglines"
)

func TestScan(t *testing.T) {
	for _, c := range []struct{ name, text, want, err string }{
		{"nothing", "", "", ""},
		{"blank lines", "\n \n", "", ""},
		{"objects", "{\"a\":1}\r\n\n  {}", `1:{"a":1} 3:{}`, ""},
		{"what else a process wrote", "serving\n{}\npanic: x\n[1]", "2:{}", ""},
		{"text for people", "\n12:00 INF", "", "line 2: is no JSON object of a log"},
		{"JSON that is no object", "null\n1", "", "line 1: is no JSON object of a log"},
		{"a line that was cut off", "{}\n{\"a", "1:{}", "line 2: is no JSON object of a log: unexpected end of JSON input"},
		{"two on a line", "{}{}", "", "line 1: is no JSON object of a log: invalid character '{' after top-level value"},
		{"a line that is too long", "{}\n" + strings.Repeat("x", 17<<20), "1:{}", "line 2: bufio.Scanner: token too long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			err := loglines.Scan(strings.NewReader(c.text), func(n int, object []byte) error {
				got = append(got, fmt.Sprintf("%d:%s", n, object))
				return nil
			})
			assert.Equal(t, c.want, strings.Join(got, " "))
			if c.err == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, c.err)
			}
		})
	}
}

func TestScanEndsWithTheErrorOfItsCaller(t *testing.T) {
	enough := errors.New("enough")
	n := 0
	err := loglines.Scan(strings.NewReader("{}\n{}"), func(int, []byte) error { n++; return enough })
	assert.Equal(t, enough, err)
	assert.Equal(t, 1, n)
}
