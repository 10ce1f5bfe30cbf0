package mcpadapter

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/lacuna-go/lacuna/engine"
)

// mostMessage bounds a message that is held to be rewritten, in bytes: what the SDK accepts too.
const mostMessage = 16 << 20

var errTooLong = errors.New("a message of more than 16 MiB")

// keepingTripper rewrites the messages in responses, and turns the statuses that say how a server fares into errors that say so.
type keepingTripper struct {
	base       http.RoundTripper
	authorizes bool // a handler of the transport's wants to see 401 and 403
}

func (t keepingTripper) RoundTrip(req *http.Request) (*http.Response, error) {
	own := receiptOf(req.Context())
	if own != nil {
		own.sent.Store(true)
	}
	resp, err := t.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if own != nil && resp.StatusCode == http.StatusNotFound {
		own.unknown.Store(true)
	}
	if t.tells(req, resp.StatusCode) {
		_, _ = io.CopyN(io.Discard, resp.Body, 4<<10) // its text is withheld; reading it lets the connection serve again
		_ = resp.Body.Close()
		return nil, engine.StatusError(resp.StatusCode, resp.Header)
	}
	switch kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind {
	case "application/json":
		resp.Body = &wholeBody{source: resp.Body}
	case "text/event-stream":
		resp.Body = &eventBody{source: resp.Body, lines: bufio.NewReader(resp.Body)}
	default:
		return resp, nil
	}
	resp.ContentLength = -1
	resp.Header.Del("Content-Length")
	return resp, nil
}

// tells reports whether a status is the server's own state. 400, 404 and 405 are the protocol's: an unknown session, a version, no
// stream.
func (t keepingTripper) tells(req *http.Request, status int) bool {
	switch {
	case req.Method != http.MethodPost:
		return false
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return !t.authorizes
	}
	return status == http.StatusPaymentRequired || status == http.StatusRequestTimeout ||
		status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
}

// keepInMessage is keepStructured for a whole JSON-RPC message.
func keepInMessage(message []byte) []byte {
	if !mayHold(message) {
		return message
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(message, &fields) != nil || fields["result"] == nil {
		return message
	}
	kept := keepStructured(fields["result"])
	if bytes.Equal(kept, fields["result"]) {
		return message
	}
	fields["result"] = kept
	out, err := json.Marshal(fields)
	if err != nil {
		return message
	}
	return out
}

// wholeBody is the body of one message.
type wholeBody struct {
	source io.ReadCloser
	rest   io.Reader
}

func (b *wholeBody) Read(p []byte) (int, error) {
	if b.rest == nil {
		message, err := io.ReadAll(io.LimitReader(b.source, mostMessage+1))
		if err != nil {
			return 0, err
		}
		if len(message) > mostMessage {
			return 0, errTooLong
		}
		b.rest = bytes.NewReader(keepInMessage(message))
	}
	return b.rest.Read(p)
}

func (b *wholeBody) Close() error { return b.source.Close() }

// eventBody is a stream of events, each of which may hold a message. An event is passed on once it is whole.
type eventBody struct {
	source io.ReadCloser
	lines  *bufio.Reader
	ready  []byte
	err    error
}

func (b *eventBody) Read(p []byte) (int, error) {
	for len(b.ready) == 0 && b.err == nil {
		b.ready, b.err = nextEvent(b.lines)
	}
	if len(b.ready) == 0 {
		return 0, b.err
	}
	n := copy(p, b.ready)
	b.ready = b.ready[n:]
	return n, nil
}

func (b *eventBody) Close() error { return b.source.Close() }

// nextEvent reads an event to the empty line that ends it, or what there is of it.
func nextEvent(lines *bufio.Reader) ([]byte, error) {
	var event, data []byte
	for {
		line, err := readLine(lines, mostMessage-len(event)-len(data))
		text := bytes.TrimRight(line, "\r\n")
		if rest, ok := bytes.CutPrefix(text, []byte("data:")); ok {
			if data != nil {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(rest, []byte(" "))...)
		} else if len(text) > 0 {
			event = append(append(event, text...), '\n')
		}
		if err != nil || len(text) == 0 {
			return finishEvent(event, data, len(text) == 0 && err == nil), err
		}
	}
}

// finishEvent puts an event together again, its data on one line per line of the message.
func finishEvent(event, data []byte, ended bool) []byte {
	if data != nil {
		for line := range bytes.SplitSeq(keepInMessage(data), []byte("\n")) {
			event = append(append(append(event, "data: "...), line...), '\n')
		}
	}
	if ended {
		event = append(event, '\n')
	}
	return event
}

func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > most {
			return nil, errTooLong
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}
