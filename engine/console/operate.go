package console

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/state"
)

// Authorizer says who asks for an operation, or refuses it with an error, whose text the operator is shown. It is asked for each control
// before it is shown, and again when it is used: it must be quick, and safe for concurrent use. The name that it returns goes to the log.
type Authorizer func(r *http.Request, op engine.Operation) (by string, err error)

const (
	cookieName = "lacuna-console"
	maxForm    = 16 << 10
	maxReason  = 300
)

// controls are the forms of a page, for those who may use them.
type controls struct {
	Token string
	By    string
	Key   state.Key
	// Kinds that the operator may ask for.
	Kinds    []engine.OperationKind
	Return   string
	Minutes  []int
	Refused  string
	Rollback bool
}

// May reports whether the operator may ask for a kind.
func (c *controls) May(kind string) bool {
	return slices.Contains(c.Kinds, engine.OperationKind(kind))
}

// controls returns the part with a page's forms, none where nobody may use them.
func (c *Console) controls(w http.ResponseWriter, r *http.Request, p *page) []part {
	if c.authorize == nil || c.eng == nil {
		return nil
	}
	out := &controls{Return: strings.TrimPrefix(relative(r.URL), "/"), Minutes: []int{5, 10, 30, 60}}
	var kinds []engine.OperationKind
	switch last := p.Parts[len(p.Parts)-1].Data.(type) {
	case *oneTool:
		out.Key = last.Key
		kinds = []engine.OperationKind{engine.OpForceOpen, engine.OpForceClosed, engine.OpRelease, engine.OpDrill, engine.OpEndDrill}
		if last.Key.Tool == "" && len(last.Tools) > 0 {
			out.Key = last.Tools[0] // whose breaker it is
		}
	case *loads:
		kinds, out.Rollback = []engine.OperationKind{engine.OpRollback}, true
	default:
		return nil
	}
	for _, kind := range kinds {
		by, err := c.authorize(r, engine.Operation{Kind: kind, Server: out.Key.Server, Tool: out.Key.Tool})
		if err != nil {
			out.Refused = err.Error()
			continue
		}
		out.By = by
		out.Kinds = append(out.Kinds, kind)
	}
	if len(out.Kinds) > 0 {
		out.Token = c.token(c.session(w, r))
	}
	return []part{{ID: "controls", Data: out, Still: true}}
}

// session returns the browser's secret, and gives it one where it has none.
func (c *Console) session(w http.ResponseWriter, r *http.Request) string {
	if old, err := r.Cookie(cookieName); err == nil && len(old.Value) >= 16 && len(old.Value) <= 64 {
		return old.Value
	}
	secret := rand.Text()
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: secret, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil})
	return secret
}

// token is what a form of a browser's has to bear.
func (c *Console) token(session string) string {
	mac := hmac.New(sha256.New, c.key)
	_, _ = mac.Write([]byte(session)) // a hash takes everything
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// operate does what a form asks for.
func (c *Console) operate(w http.ResponseWriter, r *http.Request) {
	if err := c.admit(w, r); err != nil {
		c.fail(w, r, err)
		return
	}
	op, err := readOperation(r)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	if op.By, err = c.authorize(r, op); err != nil {
		c.fail(w, r, &httpError{http.StatusForbidden, "You may not do that: " + err.Error()})
		return
	}
	op.By = cmp.Or(clip(op.By, 100), "unnamed")
	if err := c.eng.Operate(op); err != nil {
		c.fail(w, r, &httpError{http.StatusConflict, "It was not done: " + err.Error() + "."})
		return
	}
	w.Header().Set("Location", back(r.PostFormValue("return")))
	w.WriteHeader(http.StatusSeeOther)
}

// admit refuses what no form of these pages has sent.
func (c *Console) admit(w http.ResponseWriter, r *http.Request) error {
	if c.authorize == nil || c.eng == nil {
		return &httpError{http.StatusForbidden, "This console is read-only."}
	}
	if err := http.NewCrossOriginProtection().Check(r); err != nil {
		return &httpError{http.StatusForbidden, "The request comes from another site."}
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return &httpError{http.StatusBadRequest, "The form can't be read."}
	}
	cookie, err := r.Cookie(cookieName)
	if err != nil || !hmac.Equal([]byte(c.token(cookie.Value)), []byte(r.PostFormValue("token"))) {
		return &httpError{http.StatusForbidden, "The form is out of date, as after a restart. Go back, load the page again, and try once more."}
	}
	return nil
}

func readOperation(r *http.Request) (engine.Operation, error) {
	op := engine.Operation{
		Kind: engine.OperationKind(r.PostFormValue("kind")), Server: r.PostFormValue("server"), Tool: r.PostFormValue("tool"),
		Reason: strings.TrimSpace(oneLine(r.PostFormValue("reason"))),
	}
	bad := func(text string) (engine.Operation, error) { return op, &httpError{http.StatusBadRequest, text} }
	switch op.Kind {
	case engine.OpForceOpen, engine.OpForceClosed, engine.OpRelease, engine.OpDrill, engine.OpEndDrill:
	case engine.OpRollback:
		op.Server, op.Tool = "", ""
	default:
		return bad("There is no such operation.")
	}
	switch {
	case op.Reason == "":
		return bad("Say why: the reason goes to the log.")
	case len([]rune(op.Reason)) > maxReason:
		return bad("The reason is too long.")
	}
	if op.Kind == engine.OpDrill {
		d, err := time.ParseDuration(r.PostFormValue("for") + "m")
		if err != nil || d < time.Minute || d > 24*time.Hour {
			return bad("A drill lasts from one minute to a day.")
		}
		op.For = d
	}
	return op, nil
}

// back is a page of this console to return to; anything else is the first one.
func back(page string) string {
	name, _, _ := strings.Cut(page, "?")
	if !slices.Contains([]string{"tool", "reloads"}, name) || strings.ContainsAny(page, "\\\r\n") {
		return "./"
	}
	return page
}
