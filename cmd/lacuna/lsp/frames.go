package lsp

import (
	"bufio"
	"fmt"
	"io"
	"net/textproto"
	"strconv"

	"github.com/creachadair/jrpc2/channel"
)

// maxMessage bounds a message of a client, in bytes: a length in a header is believed before what it promises has come.
const maxMessage = 64 << 20

// frames are messages with their length before them. It sends as channel.LSP does.
type frames struct {
	channel.Channel
	in *textproto.Reader
}

func framed(in io.Reader, out io.WriteCloser) *frames {
	return &frames{channel.LSP(in, out), textproto.NewReader(bufio.NewReader(in))}
}

// Recv returns the next message. The error is io.EOF where the input ends between two of them.
func (f *frames) Recv() ([]byte, error) {
	head, err := f.in.ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	size, err := strconv.Atoi(head.Get("Content-Length"))
	if err != nil || size < 0 || size > maxMessage {
		return nil, fmt.Errorf("a message has a Content-Length from 0 to %d, not %q", maxMessage, head.Get("Content-Length"))
	}
	message := make([]byte, size)
	_, err = io.ReadFull(f.in.R, message)
	return message, err
}
