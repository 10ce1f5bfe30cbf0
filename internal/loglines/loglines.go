// Package loglines reads the lines of a log that a process shares with whatever else it writes. It knows no record.
package loglines

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine bounds a line of a log, in bytes.
const maxLine = 16 << 20

// errNoObject is what a line is at fault for that is no JSON object.
var errNoObject = errors.New("is no JSON object of a log")

// Scan hands each line of r that is a JSON object to f, with its number from 1 on, and ends with f's error as it is. The bytes are f's until it
// returns. Blank lines, and lines that do not begin with {, are passed over. It is an error that a line begins like an object and is none, that it
// is longer than 16 MiB, and that r has lines and not one object among them.
func Scan(r io.Reader, f func(n int, object []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n, objects := 0, 0
	var other error // of the first line that is no object
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if line[0] != '{' {
			if other == nil {
				other = fmt.Errorf("line %d: %w", n, errNoObject)
			}
			continue
		}
		objects++
		if err := json.Unmarshal(line, &json.RawMessage{}); err != nil {
			return fmt.Errorf("line %d: %w: %w", n, errNoObject, err)
		}
		if err := f(n, line); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", n+1, err)
	}
	if objects == 0 {
		return other
	}
	return nil
}
