package shop

import (
	"net/http"
	"time"
)

// fault is how a tool misbehaves: it gets the n-th request for the tool, counted from 1, and what would answer it.
type fault func(n int, w http.ResponseWriter, r *http.Request, answer http.HandlerFunc)

// slow answers after a while, unless the client has left by then.
func slow(d time.Duration) fault {
	return func(_ int, w http.ResponseWriter, r *http.Request, answer http.HandlerFunc) {
		select {
		case <-time.After(d):
			answer(w, r)
		case <-r.Context().Done():
		}
	}
}

// flaky refuses every odd request and answers every even one.
func flaky() fault {
	return func(n int, w http.ResponseWriter, r *http.Request, answer http.HandlerFunc) {
		if n%2 == 1 {
			http.Error(w, "upstream connect error", http.StatusServiceUnavailable)
			return
		}
		answer(w, r)
	}
}

// cut drops the connection after a while, unless the client has left by then.
func cut(d time.Duration) fault {
	return func(n int, w http.ResponseWriter, r *http.Request, _ http.HandlerFunc) {
		slow(d)(n, w, r, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	}
}

// dead drops the connection.
func dead() fault {
	return func(int, http.ResponseWriter, *http.Request, http.HandlerFunc) { panic(http.ErrAbortHandler) }
}

// mute does what it was asked for, and its answer never arrives.
func mute() fault {
	return func(_ int, _ http.ResponseWriter, r *http.Request, answer http.HandlerFunc) {
		answer(discard{}, r)
		<-r.Context().Done()
	}
}

type discard struct{}

func (discard) Header() http.Header         { return http.Header{} }
func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) WriteHeader(int)             {}
