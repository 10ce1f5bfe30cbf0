package guard

import (
	"cmp"
	"strings"
	"time"
)

// returned is one result as evidence keeps it: its texts first, its sources from the first look on. It is read and
// changed under the lock of its evidence.
type returned struct {
	result  outward
	json    string
	args    string
	read    bool
	tooMuch bool
	sources []*Source
	minor   bool // it has amounts of which it says that they are in the minor unit
}

// outward is what a result says besides its JSON and its arguments.
type outward struct {
	Server, Tool, Text string
	AsOf               time.Time
	Cached, Earlier    bool
	Settings           *Settings // never nil, and not to be changed; results of one tool mostly share them
}

// newReturned keeps a copy of what the caller may change. like are settings that it may share, if they are the same; nil for none.
func newReturned(r *Result, like *Settings) *returned {
	kept := &returned{result: outward{
		Server: r.Server, Tool: r.Tool, Text: r.Text, AsOf: r.AsOf, Cached: r.Cached, Earlier: r.Earlier, Settings: r.Settings.kept(like),
	}}
	var b strings.Builder // one piece for both
	b.Grow(len(r.JSON) + len(r.Args))
	b.Write(r.JSON)
	b.Write(r.Args)
	text := b.String()
	kept.json, kept.args = text[:len(r.JSON)], text[len(r.JSON):]
	return kept
}

// Kept is a result that does not change any more.
type Kept struct{ returned *returned }

// Keep keeps a copy of a result that is no evidence of anything yet.
func Keep(r Result) Kept { return Kept{newReturned(&r, nil)} }

// JSON returns the result's JSON.
func (k Kept) JSON() string { return k.returned.json }

// Tool returns the names of its server and tool.
func (k Kept) Tool() (server, tool string) { return k.returned.result.Server, k.returned.result.Tool }

// Result returns a copy.
func (k Kept) Result() Result {
	r := &k.returned.result
	return Result{
		Server: r.Server, Tool: r.Tool, Text: r.Text, AsOf: r.AsOf, Cached: r.Cached, Earlier: r.Earlier, Settings: *r.Settings,
		JSON: bytesOf(k.returned.json), Args: bytesOf(k.returned.args),
	}
}

// bytesOf returns nil for no text.
func bytesOf(text string) []byte {
	if text == "" {
		return nil
	}
	return []byte(text)
}

// look reads the result, once.
func (k *returned) look(now time.Time, zone *time.Location) {
	if k.read {
		return
	}
	b := newBuilder(k, now, zone)
	k.tooMuch = b.build() != nil
	if !k.tooMuch {
		k.sources, k.minor = b.kept(), b.minors || b.dialect != 0 || len(b.scales) > 0
	}
	b.release()
	k.read = true
}

// compare orders results by everything that tells them apart. Two that are equal yield the same sources.
func (k *returned) compare(o *returned) int {
	a, b := &k.result, &o.result
	return cmp.Or(
		cmp.Compare(a.Server, b.Server), cmp.Compare(a.Tool, b.Tool), cmp.Compare(k.json, o.json), cmp.Compare(a.Text, b.Text),
		cmp.Compare(k.args, o.args), a.AsOf.Compare(b.AsOf), flag(a.Cached)-flag(b.Cached), flag(a.Earlier)-flag(b.Earlier),
	)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
