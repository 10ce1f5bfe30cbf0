package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A row is answered before the next one has come, also where a part of that has.
func TestClaimsAnswersAtOnce(t *testing.T) {
	in, feed := io.Pipe()
	read, out := io.Pipe()
	code := make(chan int, 1)
	var stderr bytes.Buffer
	go func() {
		code <- run([]string{"claims", "--jsonl"}, in, out, &stderr)
		assert.NoError(t, out.Close())
	}()
	answers := bufio.NewReader(read)
	rest := ""
	for _, id := range []string{"a", "b", "c"} {
		_, err := io.WriteString(feed, rest+`{"id":"`+id+`","text":"€5"}`+"\n"+`{"id"`)
		rest = ":0,\"text\":\"\"}\n"
		require.NoError(t, err)
		for {
			line, err := answers.ReadString('\n')
			require.NoError(t, err)
			if strings.HasPrefix(line, `{"id":"`+id+`","claims":[{"kind":"money"`) {
				break
			}
		}
	}
	_, err := io.WriteString(feed, rest)
	require.NoError(t, err)
	go func() { _, _ = io.Copy(io.Discard, answers) }()
	require.NoError(t, feed.Close())
	assert.Equal(t, exitFine, <-code)
	assert.Empty(t, stderr.String())
}

// full is a writer behind which nobody reads, or is no room.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestClaimsIsNotTaken(t *testing.T) {
	for _, args := range [][]string{{"claims"}, {"claims", "--json"}, {"claims", "--jsonl"}} {
		var stderr bytes.Buffer
		in := strings.NewReader(`{"id":"a","text":"€5"}`)
		assert.Equal(t, exitFailed, run(args, in, full{syscall.EPIPE}, &stderr))
		assert.Empty(t, stderr.String(), "a reader that has enough needs no word")
		in.Reset(`{"id":"a","text":"€5"}`)
		assert.Equal(t, exitFailed, run(args, in, full{errors.New("no room")}, &stderr))
		assert.Equal(t, "lacuna: no room\n", stderr.String())
	}
}

// A row that is longer than any buffer is read whole.
func TestClaimsLongRow(t *testing.T) {
	var out, stderr bytes.Buffer
	in := strings.NewReader(`{"id":"a","text":"` + strings.Repeat("so ", 100_000) + `€5"}` + "\n" + `{"id":"b","text":"€6"}`)
	assert.Equal(t, exitFine, run([]string{"claims", "--jsonl"}, in, &out, &stderr))
	assert.Equal(t, 2, strings.Count(out.String(), "\n"))
	assert.Contains(t, out.String(), `"span":[300000,300002]`)
}
