package console_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/console"
	"github.com/lacuna-go/lacuna/state"
)

// asMara lets one operator do everything but force a breaker closed.
func asMara(_ *http.Request, op engine.Operation) (string, error) {
	if op.Kind == engine.OpForceClosed {
		return "", errors.New("not even you")
	}
	return "mara", nil
}

// form is what a browser has of a page: its cookie and its token.
type form struct{ cookie, token string }

var tokenForm = regexp.MustCompile(`name="token" value="([^"]+)"`)

func (r *rig) form(path string) form {
	r.t.Helper()
	res := r.get(path)
	found := tokenForm.FindStringSubmatch(body(r.t, res))
	require.NotNil(r.t, found)
	require.Len(r.t, res.Cookies(), 1)
	c := res.Cookies()[0]
	assert.True(r.t, c.HttpOnly)
	assert.Equal(r.t, http.SameSiteStrictMode, c.SameSite)
	return form{c.Value, found[1]}
}

func (r *rig) post(f form, fields url.Values, change ...func(*http.Request)) *http.Response {
	r.t.Helper()
	if f.token != "" {
		fields.Set("token", f.token)
	}
	req := httptest.NewRequest(http.MethodPost, prefix+"/operate", strings.NewReader(fields.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if f.cookie != "" {
		req.AddCookie(&http.Cookie{Name: "lacuna-console", Value: f.cookie})
	}
	for _, c := range change {
		c(req)
	}
	w := httptest.NewRecorder()
	r.h.ServeHTTP(w, req)
	return w.Result()
}

func fields(kind string, more ...string) url.Values {
	v := url.Values{"kind": {kind}, "server": {"pricing"}, "tool": {"quote"}, "reason": {"game day"}, "for": {"10"}, "return": {"tool?server=pricing&tool=quote"}}
	for i := 0; i+1 < len(more); i += 2 {
		v.Set(more[i], more[i+1])
	}
	return v
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func TestWithoutAnAuthorizerItIsReadOnly(t *testing.T) {
	r := newRig(t, false)
	for _, path := range []string{"/tool?server=pricing&tool=quote", "/reloads"} {
		text := r.page(path)
		hasNot(t, text, "<form")
		hasNot(t, text, "Operate")
		has(t, text, "This console is read-only.")
	}
	res := r.post(form{"0123456789abcdef", "x"}, fields("force_open"))
	assert.Equal(t, http.StatusForbidden, res.StatusCode)
	assert.Empty(t, r.eng.Store().Breakers(noon))
}

func TestOperatorsForms(t *testing.T) {
	r := newRig(t, false, console.WithAuthorizer(asMara))
	text := r.page("/tool?server=pricing&tool=quote")
	has(t, text, "As mara.")
	has(t, text, `value="force_open"`)
	hasNot(t, text, `value="force_closed"`, "who may not is not shown it")
	has(t, r.page("/reloads"), "Roll back")
	hasNot(t, r.page("/"), "<form method=\"post\"")
}

func TestOperations(t *testing.T) {
	r := newRig(t, false, console.WithAuthorizer(asMara))
	f := r.form("/tool?server=pricing&tool=quote")
	stateOf := func() state.View { return r.eng.Store().Breakers(r.clock.Now())[0].View }

	res := r.post(f, fields("force_open"), header("Sec-Fetch-Site", "same-origin"))
	require.Equal(t, http.StatusSeeOther, res.StatusCode, body(t, res))
	assert.Equal(t, "tool?server=pricing&tool=quote", res.Header.Get("Location"))
	assert.Equal(t, state.Open, stateOf().State)
	assert.True(t, stateOf().Forced)
	has(t, r.page("/"), "mara forced the breaker open: game day")
	has(t, r.page("/"), "forced by an operator")

	require.Equal(t, http.StatusSeeOther, r.post(f, fields("release")).StatusCode)
	assert.False(t, stateOf().Forced)
	require.Equal(t, http.StatusSeeOther, r.post(f, fields("drill")).StatusCode)
	d, ok := r.eng.Store().Drilled(state.Key{Server: "pricing", Tool: "quote"}, r.clock.Now())
	assert.True(t, ok)
	assert.Equal(t, noon.Add(10*time.Minute), d.Until)
	has(t, r.page("/"), "drilled until")
	require.Equal(t, http.StatusSeeOther, r.post(f, fields("end_drill")).StatusCode)
	assert.Equal(t, http.StatusConflict, r.post(f, fields("end_drill")).StatusCode, "there is none")

	r.files["shop.cel"].Data = append(r.files["shop.cel"].Data, "// changed\n"...)
	require.NoError(t, r.eng.Reload(t.Context()))
	res = r.post(f, fields("rollback", "return", "reloads"))
	require.Equal(t, http.StatusSeeOther, res.StatusCode)
	assert.EqualValues(t, 3, r.eng.Status().Generation)
	has(t, r.page("/reloads"), "Rolled back to earlier policies, as generation 3.")
	has(t, r.page("/reloads"), "A rollback keeps the policies")
}

func TestRefusedOperations(t *testing.T) {
	r := newRig(t, false, console.WithAuthorizer(asMara))
	good := r.form("/tool?server=pricing&tool=quote")
	other := r.form("/reloads")
	for _, c := range []struct {
		name   string
		form   form
		fields url.Values
		change func(*http.Request)
		status int
	}{
		{"without a token", form{good.cookie, ""}, fields("force_open"), nil, http.StatusForbidden},
		{"without a cookie", form{"", good.token}, fields("force_open"), nil, http.StatusForbidden},
		{"with the token of another browser", form{good.cookie, other.token}, fields("force_open"), nil, http.StatusForbidden},
		{"from another site, by its header", good, fields("force_open"), header("Sec-Fetch-Site", "cross-site"), http.StatusForbidden},
		{"from a sibling site", good, fields("force_open"), header("Sec-Fetch-Site", "same-site"), http.StatusForbidden},
		{"from another origin", good, fields("force_open"), header("Origin", "https://evil.example"), http.StatusForbidden},
		{"that the authorizer refuses", good, fields("force_closed"), nil, http.StatusForbidden},
		{"without a reason", good, fields("force_open", "reason", " \n"), nil, http.StatusBadRequest},
		{"with a novel for a reason", good, fields("force_open", "reason", strings.Repeat("x", 301)), nil, http.StatusBadRequest},
		{"of no kind", good, fields("explode"), nil, http.StatusBadRequest},
		{"a drill for ever", good, fields("drill", "for", "99999"), nil, http.StatusBadRequest},
		{"a drill for nothing", good, fields("drill", "for", "-1"), nil, http.StatusBadRequest},
		{"of a tool that nobody knows", good, fields("force_open", "server", "prcing"), nil, http.StatusConflict},
		{"a rollback to nothing", good, fields("rollback"), nil, http.StatusConflict},
		{"with a body that is too long", good, fields("force_open", "x", strings.Repeat("x", 20_000)), nil, http.StatusBadRequest},
	} {
		t.Run(c.name, func(t *testing.T) {
			change := c.change
			if change == nil {
				change = func(*http.Request) {}
			}
			res := r.post(c.form, c.fields, change)
			assert.Equal(t, c.status, res.StatusCode)
			assert.Empty(t, res.Header.Get("Location"))
			assert.Empty(t, r.eng.Store().Breakers(r.clock.Now()))
		})
	}
	t.Run("by another method", func(t *testing.T) {
		assert.Equal(t, http.StatusNotFound, r.get("/operate?"+fields("force_open").Encode()).StatusCode)
		for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch} {
			w := httptest.NewRecorder()
			r.h.ServeHTTP(w, httptest.NewRequest(method, prefix+"/operate", nil))
			assert.Equal(t, http.StatusMethodNotAllowed, w.Code)
		}
	})
}

func TestAfterwardsOnlyPagesOfTheConsoleAreReturnedTo(t *testing.T) {
	r := newRig(t, false, console.WithAuthorizer(asMara))
	f := r.form("/tool?server=pricing&tool=quote")
	for _, to := range []string{"https://evil.example", "//evil.example", "../../admin", "tool?\r\nX: y", "reloads\\..", ""} {
		res := r.post(f, fields("force_open", "return", to))
		assert.Equal(t, "./", res.Header.Get("Location"), to)
	}
}
