package shop_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/examples/storefront/shop"
)

// told is what is written while somebody reads it.
type told struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *told) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *told) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func TestShow(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended, out := make(chan error, 1), &told{}
	go func() {
		ended <- shop.Show{Addr: "127.0.0.1:0", Policies: "../../../policies", Every: time.Millisecond}.Serve(ctx, out)
	}()
	form := regexp.MustCompile(`The console is at (\S+)`)
	var url string
	require.Eventually(t, func() bool {
		if m := form.FindStringSubmatch(out.String()); m != nil {
			url = m[1]
		}
		return url != ""
	}, 20*time.Second, 10*time.Millisecond)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	client := &http.Client{Jar: jar}
	page := func(address string) string {
		res, err := client.Get(address)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		b, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return string(b)
	}
	assert.Contains(t, page(url), "Storefront")
	base, _, _ := strings.Cut(url, "?")
	require.Eventually(t, func() bool { return strings.Contains(page(base), "pricing/quote</a> open") }, 60*time.Second, 20*time.Millisecond, "a server dies")
	assert.Contains(t, page(base+"tool?server=pricing&tool=quote"), "Force open")
	cancel()
	assert.NoError(t, <-ended)
}
