package main

import (
	"errors"
	"io"
	"sync"
	"syscall"
)

// output is the standard output. It keeps the first error of a write, so that a full disk is not taken for success, and whether there was a write. It is safe for
// concurrent use if what it writes to is.
type output struct {
	w io.Writer

	mu      sync.Mutex
	err     error
	written bool
}

// Write writes to the stream below.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.written = true
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// lost is the error of the first write that failed.
func (o *output) lost() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// used reports whether anything was written.
func (o *output) used() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.written
}

// under is the stream below an output, where w is one.
func under(w io.Writer) io.Writer {
	if o, ok := w.(*output); ok {
		return o.w
	}
	return w
}

// unwritten is the end of a command whose output nobody takes. That a reader has enough needs no word.
func unwritten(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		return failed(exitFailed)
	default:
		return &exit{code: exitFailed, err: err}
	}
}
