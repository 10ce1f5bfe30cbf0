package proxy

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine/promadapter"
)

// Handler serves the proxy over HTTP: MCP at /mcp; POST /v1/turns, POST /v1/turns/{id}/check and DELETE /v1/turns/{id}; GET /metrics, where that is
// asked for; GET /healthz, without a token. Requests of web pages of other origins are refused, and those to other hosts than this one's, where only this one can reach it.
func (p *Proxy) Handler() http.Handler {
	inner := http.NewServeMux()
	inner.Handle("/mcp", p.mcp)
	inner.HandleFunc("POST /v1/turns", p.begin)
	inner.HandleFunc("POST /v1/turns/{id}/check", p.check)
	inner.HandleFunc("DELETE /v1/turns/{id}", p.end)
	if p.numbers != nil {
		inner.Handle("GET /metrics", promadapter.Handler(p.numbers))
	}
	outer := http.NewServeMux()
	outer.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	outer.Handle("/", p.authorized(p.limited(inner)))
	return http.NewCrossOriginProtection().Handler(p.hosted(outer))
}

// authorized asks for the token, where there is one.
func (p *Proxy) authorized(next http.Handler) http.Handler {
	if p.conf.TokenEnv == "" {
		return next
	}
	want := sha256.Sum256([]byte(os.Getenv(p.conf.TokenEnv)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		got := sha256.Sum256([]byte(token))
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, "a bearer token is needed")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hosted refuses a request to another host's name at a loopback address: a web page that had its name resolve to it.
func (p *Proxy) hosted(next http.Handler) http.Handler {
	host, _, err := net.SplitHostPort(p.conf.Listen)
	if err != nil || !loopback(host) {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := r.Host
		if h, _, err := net.SplitHostPort(r.Host); err == nil {
			asked = h
		}
		if !loopback(strings.Trim(asked, "[]")) {
			refuse(w, http.StatusForbidden, "not a host of this proxy")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limited bounds bodies and the number of requests at a time.
func (p *Proxy) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet { // a stream that waits for notices
			next.ServeHTTP(w, r)
			return
		}
		select {
		case p.slots <- struct{}{}:
			defer func() { <-p.slots }()
		default:
			w.Header().Set("Retry-After", "1")
			refuse(w, http.StatusServiceUnavailable, "too many requests at a time")
			return
		}
		if p.received(w, r) {
			next.ServeHTTP(w, r)
		}
	})
}

// received reads a request's body, for a body that trickles in would hold a place for as long as it likes. It answers one that is too long or
// too slow, and reports false.
func (p *Proxy) received(w http.ResponseWriter, r *http.Request) bool {
	conn := http.NewResponseController(w)
	_ = conn.SetReadDeadline(p.clock.Now().Add(p.conf.Limits.Receive)) // what is no connection has no deadline
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, p.conf.Limits.RequestBytes))
	_ = conn.SetReadDeadline(time.Time{})
	var large *http.MaxBytesError
	switch {
	case err == nil:
		r.Body = io.NopCloser(bytes.NewReader(body))
		return true
	case errors.As(err, &large):
		refuse(w, http.StatusRequestEntityTooLarge, "the body is too large")
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusRequestTimeout, "the body took too long to arrive")
	default:
		refuse(w, http.StatusBadRequest, "the body broke off")
	}
	return false
}
