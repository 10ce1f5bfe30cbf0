package main

import (
	"context"
	"errors"
	"io"
	"time"
)

// tail reads what is appended to a file, until ctx is done.
type tail struct {
	ctx  context.Context
	file io.Reader
}

// tailPause is how often a file is looked at that had nothing new.
const tailPause = 300 * time.Millisecond

// Read waits until there is something, and returns io.EOF when ctx is done.
func (t *tail) Read(p []byte) (int, error) {
	for {
		n, err := t.file.Read(p)
		if n > 0 || err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		select {
		case <-t.ctx.Done():
			return 0, io.EOF
		case <-time.After(tailPause):
		}
	}
}
