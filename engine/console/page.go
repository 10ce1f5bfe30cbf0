package console

import (
	"bytes"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"time"
)

// page is what one address shows.
type page struct {
	// Title, and Section of the navigation that it belongs to.
	Title, Section string
	// Parts in their order.
	Parts []part
}

// part is a piece of a page that is made by one template and can be sent anew by itself.
type part struct {
	// ID of the element, and the name of its template.
	ID string
	// Data of the template; a func() any makes it when it is needed.
	Data any
	// Still parts are not sent anew: forms, and what never changes.
	Still bool
}

// rendered is a part as markup.
type rendered struct {
	id   string
	html []byte
}

// maker makes a page of a request's query.
type maker func(q url.Values, m *moment) (*page, error)

// moment is when a page is made, with what several of its parts show.
type moment struct {
	now      time.Time
	breakers []*breaker // ranked
}

func (c *Console) moment() *moment {
	now := c.feed.now()
	return &moment{now, ranked(c.list(now))}
}

// pages are the makers by their address.
func (c *Console) pages() map[string]maker {
	return map[string]maker{
		"/{$}": c.overview, "/tool": c.tool, "/turns": c.turns, "/turn": c.turn, "/decision": c.decision,
		"/policies": c.policies, "/policy": c.policy, "/reloads": c.reloads,
	}
}

// shell is what surrounds the parts of a page.
type shell struct {
	Title, Site, Section string
	Parts                []template.HTML
	Stream               string // the address of its events, "" for a page that does not change
	Base                 string // of the assets
	Log, ReadOnly        bool
	Now                  time.Time
}

func (c *Console) servePage(w http.ResponseWriter, r *http.Request, make maker) {
	m := c.moment()
	p, err := make(r.URL.Query(), m)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	p.Parts = append(p.Parts, c.controls(w, r, p)...)
	c.write(w, r, p, http.StatusOK, m)
}

// write renders a page with everything around it.
func (c *Console) write(w http.ResponseWriter, r *http.Request, p *page, status int, m *moment) {
	parts, err := c.render(p, m, false)
	if err != nil {
		http.Error(w, "the page can't be made", http.StatusInternalServerError)
		return
	}
	s := shell{Title: p.Title, Site: c.title, Section: p.Section, Base: c.assets.base, Log: c.eng == nil, ReadOnly: c.authorize == nil, Now: m.now}
	if status == http.StatusOK {
		s.Stream = "stream?page=" + url.QueryEscape(relative(r.URL))
	}
	for _, one := range parts {
		s.Parts = append(s.Parts, template.HTML(one.html))
	}
	var out bytes.Buffer
	if err := c.templates.ExecuteTemplate(&out, "shell", s); err != nil {
		http.Error(w, "the page can't be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(out.Bytes()) // the reader may have left
}

// relative is a page's own address below the root.
func relative(u *url.URL) string {
	to := url.URL{Path: u.Path, RawQuery: u.RawQuery}
	return to.String()
}

// render makes the parts of a page, or only those that change. The status bar stands on each page.
func (c *Console) render(p *page, m *moment, changing bool) ([]rendered, error) {
	parts := append([]part{{ID: "status", Data: c.status(m)}}, p.Parts...)
	list := make([]rendered, 0, len(parts))
	for _, one := range parts {
		if changing && one.Still {
			continue
		}
		if lazy, ok := one.Data.(func() any); ok {
			one.Data = lazy()
		}
		var out bytes.Buffer
		data := struct {
			Now  time.Time
			Data any
		}{m.now, one.Data}
		if err := c.templates.ExecuteTemplate(&out, one.ID, data); err != nil {
			return nil, err
		}
		list = append(list, rendered{one.ID, bytes.TrimSpace(out.Bytes())})
	}
	return list, nil
}

// fail shows an error as a page.
func (c *Console) fail(w http.ResponseWriter, r *http.Request, err error) {
	status := http.StatusInternalServerError
	var own *httpError
	if errors.As(err, &own) {
		status = own.status
	}
	p := &page{Title: http.StatusText(status), Parts: []part{{ID: "failed", Data: err.Error()}}}
	c.write(w, r, p, status, c.moment())
}

// notFound is the error of a page about something that is not there, or not any more.
func notFound(text string) error { return &httpError{http.StatusNotFound, text} }
