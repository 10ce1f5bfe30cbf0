package console

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
)

// Local serves a console to the person at this machine, as the command does: on a loopback address alone, and to no name that a web page
// had resolve to it. Who opens the address with the key in it may operate; to everybody else the console is read-only.
type Local struct {
	by, key string
}

// NewLocal returns one with a new key. The name goes to the log with each operation.
func NewLocal(by string) *Local { return &Local{by: by, key: rand.Text()} }

const keyCookie = "lacuna-key"

// Authorize is an [Authorizer]: it lets the browser operate that was opened with the key.
func (l *Local) Authorize(r *http.Request, _ engine.Operation) (string, error) {
	c, err := r.Cookie(keyCookie)
	if err != nil || subtle.ConstantTimeCompare([]byte(c.Value), []byte(l.key)) != 1 {
		return "", errors.New("open the address that was printed at the start, with its key")
	}
	return l.by, nil
}

// Listen opens a loopback address, as 127.0.0.1:8809. Any other is an error: to serve a console to others, mount it in a service that knows
// who they are.
func (l *Local) Listen(addr string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if !loopback(host) {
		return nil, fmt.Errorf("%s can be reached by others: the console is served on loopback, as 127.0.0.1:8809", addr)
	}
	return net.Listen("tcp", addr)
}

// URL of the console at a listener's address; with the key, where its reader may operate.
func (l *Local) URL(at net.Addr, operate bool) string {
	url := "http://" + at.String() + "/"
	if operate {
		url += "?key=" + l.key
	}
	return url
}

// Serve serves the console until ctx is done.
func (l *Local) Serve(ctx context.Context, ln net.Listener, c *Console) error {
	web := &http.Server{Handler: l.handler(c), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	stop := context.AfterFunc(ctx, func() {
		c.Close()
		_ = web.Close() // pages can be loaded again; streams say so first
	})
	defer stop()
	if err := web.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler takes the key out of an address, and refuses other names of this machine.
func (l *Local) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(r.Host); err == nil {
			host = h
		}
		if !loopback(strings.Trim(host, "[]")) {
			http.Error(w, "not a host of this console", http.StatusForbidden)
			return
		}
		if key := r.URL.Query().Get("key"); key != "" && r.URL.Path == "/" && r.Method == http.MethodGet {
			if subtle.ConstantTimeCompare([]byte(key), []byte(l.key)) == 1 {
				http.SetCookie(w, &http.Cookie{Name: keyCookie, Value: l.key, HttpOnly: true, SameSite: http.SameSiteStrictMode})
			}
			w.Header().Set("Location", "./")
			w.WriteHeader(http.StatusSeeOther)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
