package run_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lacuna-go/lacuna/rules"
	"github.com/lacuna-go/lacuna/state"
)

// The rules of DESIGN 3.3 (12) and (13), as far as a turn alone decides them.

func (r *rig) offers(tool string) bool { return r.turn.Offer("s", tool, r.now) }

const tenSeconds = `breaker: Breaker{open_for: duration("10s"), max_open_for: duration("10s")},`

func TestWhichToolsLeaveTheList(t *testing.T) {
	for name, c := range map[string]struct {
		chain string
		entry bool
		down  []string
		want  bool
	}{
		"nothing could be served":          {omit, false, []string{"a"}, false},
		"it is up":                         {omit, false, nil, true},
		"a HardFail speaks for itself":     {`HardFail{message: "no"}`, false, []string{"a"}, true},
		"an entry might serve":             {`Cached{max_age: duration("1h")}, Omit{}`, true, []string{"a"}, true},
		"there is no entry":                {`Cached{max_age: duration("1h")}, Omit{}`, false, []string{"a"}, false},
		"another tool is up":               {`UseTool{tool: "b"}, Omit{}`, false, []string{"a"}, true},
		"the other tool is down, too":      {`UseTool{tool: "b"}, Omit{}`, false, []string{"a", "b"}, false},
		"a condition is no promise of one": {`HardFail{require: {"x": false}, message: "no"}, Omit{}`, false, []string{"a"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, turn("60s")+policy("a", read, c.chain)+policy("b", read, omit))
			if c.entry {
				r.start("a").answers(0)
			}
			for _, tool := range c.down {
				r.trip(tool)
			}
			assert.Equal(t, c.want, r.offers("a"))
			assert.Equal(t, !c.want, r.turn.Hidden("s", "a"))
		})
	}
	t.Run("a rule", func(t *testing.T) {
		r := newRig(t, policy("a", read+`unavailable_when: {"a chat": turn.purpose == Purpose.CHAT},`, omit))
		assert.False(t, r.offers("a"))
		r.start("a").comes(rules.Omit).because(state.Rule)
	})
	t.Run("its chain was entered", func(t *testing.T) {
		r := newRig(t, policy("a", read, omit))
		r.start("a").fails(0, sent(state.Internal))
		assert.False(t, r.offers("a"))
		assert.True(t, r.begin("t2").Offer("s", "a", r.now))
	})
}

func TestCallOfAHiddenTool(t *testing.T) {
	r := newRig(t, policy("a", read+tenSeconds, omit))
	r.trip("a")
	require.False(t, r.offers("a"))
	assert.Equal(t, "no news", r.turn.HiddenNote("s", "a", r.now))
	r.start("a").comes(rules.Omit).because(state.BreakerOpen)
	r.pass(10 * s)
	f := r.start("a").comes(rules.Omit).because(state.BreakerOpen)
	assert.Zero(t, f.call.Decision.Attempts, "not even now that a probe would be let in")
	assert.Equal(t, "no news", f.call.Decision.Disclosure)
}

func TestCallOfAToolThatOpenedSinceItWasListed(t *testing.T) {
	r := newRig(t, policy("a", read, omit))
	mine := r.turn
	require.True(t, r.offers("a"))
	r.trip("a")
	r.turn = mine
	f := r.start("a").comes(rules.Omit).because(state.BreakerOpen)
	assert.Zero(t, f.call.Decision.Attempts)
	assert.False(t, r.offers("a"), "the list may shrink")
}

func TestHiddenNote(t *testing.T) {
	for chain, want := range map[string]string{
		omit:                          "no news",
		`Omit{}`:                      "",
		`HardFail{message: "no"}`:     "",
		`Omit{disclose: call.args.x}`: "", // needs a call
	} {
		r := newRig(t, policy("a", read, chain))
		assert.Equal(t, want, r.turn.HiddenNote("s", "a", r.now), chain)
	}
}

func TestHalfOpenToolIsOfferedToAsManyTurnsAsItHasProbes(t *testing.T) {
	r := newRig(t, policy("a", read+`breaker: Breaker{open_for: duration("10s"), probes: 2},`, omit))
	r.trip("a")
	r.pass(10 * s)
	before := r.view("s", "a")
	first, second := r.begin("t1"), r.begin("t2")
	assert.True(t, first.Offer("s", "a", r.now))
	assert.True(t, second.Offer("s", "a", r.now))
	assert.True(t, second.Offer("s", "a", r.now), "it keeps what it has")
	assert.False(t, r.begin("t3").Offer("s", "a", r.now))
	r.start("a").comes(rules.Omit).because(state.BreakerOpen)
	first.End(r.now)
	assert.Equal(t, before, r.view("s", "a"), "without judgement")
	assert.True(t, r.begin("t4").Offer("s", "a", r.now))
	f := r.start("a").attempts("a")
	assert.True(t, f.call.Probing())
	f.fails(0, sent(state.Internal))
	assert.False(t, r.begin("t5").Offer("s", "a", r.now))
}

func TestHideAfter(t *testing.T) {
	r := newRig(t, policy("a", read+tenSeconds+`hide_after: duration("25s"),`, omit))
	listed := func() bool { return r.begin("t").Offer("s", "a", r.now) }
	r.trip("a")
	assert.True(t, listed(), "a short outage is not seen in the list")
	r.start("a").comes(rules.Omit).because(state.BreakerOpen)
	for range 2 { // down, tried, and down again
		r.pass(10 * s)
		r.begin("probe")
		r.start("a").attempts("a").fails(0, sent(state.Internal))
		assert.True(t, listed())
	}
	r.pass(5*s - 1)
	assert.True(t, listed())
	r.pass(1)
	assert.False(t, listed(), "25 s without an answer, whatever the tries in between")
}

func TestShowAfter(t *testing.T) {
	r := newRig(t, turn("600s")+policy("a", read+tenSeconds+`hide_after: duration("15s"), show_after: duration("60s"),`, omit))
	listed := func() bool { return r.begin("t").Offer("s", "a", r.now) }
	recover := func() { r.begin("probe"); r.start("a").attempts("a").answers(0) }
	assert.True(t, listed(), "a tool that was never down")
	r.trip("a")
	r.pass(10 * s)
	recover()
	assert.True(t, listed(), "one that was not down for long enough to be hidden")
	r.trip("a")
	r.pass(10 * s)
	r.begin("probe")
	r.start("a").attempts("a").fails(0, sent(state.Internal))
	r.pass(5 * s)
	assert.False(t, listed())
	r.pass(5 * s)
	recover()
	assert.False(t, listed(), "it has to stay up for a while")
	r.pass(60*s - 1)
	assert.False(t, listed())
	r.pass(1)
	assert.True(t, listed())
}

func TestShowAfterDoesNotHideForGood(t *testing.T) {
	r := newRig(t, policy("a", read+tenSeconds+`show_after: duration("60s"),`, omit))
	r.trip("a")
	r.pass(10 * s)
	assert.False(t, r.begin("t1").Offer("s", "a", r.now))
	r.pass(60 * s)
	assert.True(t, r.begin("t2").Offer("s", "a", r.now), "somebody has to try it")
}

// TestFlappingTools: whatever tools do, the list of a turn only shrinks, and frozen it does not even do that; turns
// that see equal states have equal lists.
func TestFlappingTools(t *testing.T) {
	names := []string{"a", "b", "c"}
	for _, frozen := range []bool{false, true} {
		policies := `Turn{budget: duration("60s"), freeze_tools: ` + map[bool]string{true: "true", false: "false"}[frozen] + `}, `
		for _, name := range names {
			policies += policy(name, read+tenSeconds, omit)
		}
		set := load(t, policies)
		rapid.Check(t, func(t *rapid.T) {
			r := rigOf(t, set)
			before := map[string]bool{}
			list := func() map[string]bool {
				now := map[string]bool{}
				for _, n := range names {
					now[n] = r.offers(n)
				}
				return now
			}
			for i := range 20 {
				mine, now := r.turn, list()
				assert.Equal(t, now, list(), "asked again")
				for _, n := range names {
					was, known := before[n]
					assert.False(t, known && !was && now[n], "%s came back within a turn", n)
					assert.False(t, known && frozen && was != now[n], "%s left a frozen list", n)
				}
				before = now
				r.flap(t, rapid.SampledFrom(names).Draw(t, "tool"))
				r.turn = mine
				if i%7 == 6 {
					r.turn.End(r.now)
					r.begin("next")
					before = map[string]bool{}
				}
			}
		})
	}
}

// flap does something to a tool, in another turn.
func (r *rig) flap(t *rapid.T, tool string) {
	r.pass(rapid.SampledFrom([]time.Duration{0, s, 10 * s}).Draw(t, "pass"))
	r.begin("flap")
	f := r.start(tool)
	if len(f.call.Decision.Moments) > 0 && f.Deadline.IsZero() {
		return // not let in
	}
	if rapid.Bool().Draw(t, "up") {
		f.answers(0)
	} else {
		f.fails(0, sent(state.Internal))
	}
}
