package console_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/console"
)

// lines of a log, whose times are minutes after noon.
func logOf(lines ...string) string {
	at := regexp.MustCompile(`@(\d+)`)
	return at.ReplaceAllStringFunc(strings.Join(lines, "\n"), func(s string) string {
		d, _ := time.ParseDuration(s[1:] + "m")
		return `"time":"` + noon.Add(d).Format(time.RFC3339) + `"`
	})
}

func moved(at, from, to, reason string) string {
	return `{"level":"info","event":"breaker","server":"pricing","tool":"quote","from":"` + from + `","to":"` + to + `","reason":"` + reason + `",@` + at + `}`
}

func replay(t *testing.T, text string) *rig {
	t.Helper()
	r := &rig{t: t, feed: console.NewFeed()}
	require.NoError(t, r.feed.Replay(strings.NewReader(text)))
	r.c = console.New(nil, r.feed)
	r.h = r.c
	return r
}

func TestTimeline(t *testing.T) {
	label := regexp.MustCompile(`aria-label="Last hour: ([^"]*)"`)
	end := `{"event":"start",@120}` // an hour is from 13:00 to 14:00
	for _, c := range []struct {
		name string
		log  []string
		want string
	}{
		{"an outage with its recovery", []string{
			moved("70", "closed", "open", "failures"), moved("75", "open", "half_open", "failures"), moved("76", "half_open", "ramping", "probed"),
			moved("80", "ramping", "ramping", "ramp_step"), moved("90", "ramping", "closed", "recovered"),
		}, "closed 13:00:00 to 13:10:00; open 13:10:00 to 13:15:00 (failures in a row); half open 13:15:00 to 13:16:00 (failures in a row); " +
			"ramping 13:16:00 to 13:30:00 (the probes succeeded); closed since 13:30:00"},
		{"one that began before the hour", []string{moved("10", "closed", "open", "quota")}, "open since 13:00:00 (a quota is used up)"},
		{"one that ended before the hour", []string{moved("10", "closed", "open", "quota"), moved("20", "open", "closed", "recovered")}, "closed since 13:00:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := replay(t, logOf(append(c.log, end)...))
			r.h = stripped(r)
			found := label.FindStringSubmatch(r.page("/"))
			require.NotNil(t, found)
			assert.Equal(t, c.want, found[1])
		})
	}
}

func TestWhatIsNotKnownIsNotDrawn(t *testing.T) {
	r := newRig(t, false)
	r.turn("", well, "stock/level")
	r.clock.Advance(10 * time.Minute)
	text := r.page("/tool?server=stock&tool=level")
	has(t, text, "Last hour: closed since 12:00:00")
	assert.Regexp(t, `<rect class="unknown" x="0" y="35" width="3000"`, text, "before the engine began")
	r.clock.Advance(2 * time.Hour)
	has(t, r.page("/tool?server=stock&tool=level"), "Last hour: closed since 13:10:00")
}

func TestALogIsReplayed(t *testing.T) {
	for _, inputs := range []bool{true, false} {
		t.Run(map[bool]string{true: "with inputs", false: "without"}[inputs], func(t *testing.T) { replayed(t, inputs) })
	}
}

func replayed(t *testing.T, inputs bool) {
	r := newRig(t, inputs)
	lines := r.logged(inputs, func() {
		r.turn("", well, "pricing/quote")
		r.turn("It is €189.", nil, "pricing/quote")
	})
	lines = append(lines, moved("6", "closed", "open", "failures"),
		`{"level":"error","event":"reload","result":"broken","digest":"abc","error":"bad.cel:1:1: no","time":1772452980}`,
		`{"level":"warn","event":"operation","operation":"force_open","by":"mara","reason":"game day","server":"pricing","tool":"quote",@7}`,
		`{"level":"info","event":"hidden","turn":"t-2","server":"stock","tool":"level","reason":"breaker_open","disclosed":true,@7}`,
		`{"level":"warn","event":"dropped","count":7,@7}`,
		`{"message":"of another program","time":{"no":"time"}}`, ``, `{"event":"decision","outcome":"ok","id":"t-9/1","turn":"t-9","server":"s","tool":"t",@8}`)
	log := replay(t, logOf(lines...))
	log.h = stripped(log)
	text := log.page("/")
	for _, want := range []string{"decision log", "1 of 2 breakers is open", "calls decided: 3, replies judged: 1, events missed: 7", "An earlier answer was served", "“€189” has no source that counts", "mara forced the breaker open: game day", "they do not load", "12:08:00", "is its last line"} {
		has(t, text, want)
	}
	has(t, log.page("/turn?id=t-2"), "<b>stock/level</b> its breaker is open, and the model is told")
	has(t, log.page("/turn?id=t-2"), "unsourced")
	if inputs {
		has(t, log.page("/turn?id=t-2"), "<mark class=\"failed\">€189")
	}
	has(t, log.page("/decision?id=t-2%2F1"), "are not at hand")
	log.feed.Keep(r.eng.Set())
	if inputs {
		has(t, log.page("/decision?id=t-2%2F1"), "<code>facts.vip</code></dt><dd><code>false</code>", "under its policies it is explained")
	}
	has(t, log.page("/policies"), "A log holds no policies.")
	has(t, log.page("/reloads"), "New policies were refused")
	hasNot(t, log.page("/tool?server=pricing&tool=quote"), "<form")
}

func TestALogThatIsNone(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"text for people", "\n12:00:01 INF decision outcome=ok", "line 2: is no JSON object of a log"},
		{"a line that was cut off", "lacuna: serving\n{\"event\":\"deci", "line 2: is no JSON object of a log"},
		{"a record that is none", `{"event":"decision","outcome":"ok","attempts":"many"}`, "line 1: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.ErrorContains(t, console.NewFeed().Replay(strings.NewReader(c.text)), c.want)
		})
	}
}
