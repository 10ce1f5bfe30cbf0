package state_test

import (
	"math"
	"slices"
	"time"

	"github.com/lacuna-go/lacuna/state"
)

// The model is the breaker as its description reads: it keeps the list of everything that happened, and folds all of
// it again whenever it is asked. It shares no code with the package; it takes only its types.

type modelOp int

const (
	opAdmit modelOp = iota
	opDone
	opLimit
	opForce
	opReload
)

// happening is an item of the model's list. Its permit is the index of the admission that gave it.
type happening struct {
	op       modelOp
	at       int // ms
	draw     float64
	lease    int
	permit   int
	outcome  state.Outcome
	override state.Override
	cfg      state.Config
}

type era struct {
	name   state.State
	number int
	since  int
	until  int
	reason string
}

type grant struct {
	admitted, probe bool
	era             int
	ends            int
	cfg             state.Config
	over            bool
}

type call struct {
	at           int
	failed, slow bool
}

// folded is what the list comes to.
type folded struct {
	cfg                     state.Config
	era                     era
	forced                  state.State
	forcedAt                int
	inARow, lost            int // failures in a row, failed probes
	calls                   []call
	grants                  map[int]*grant
	probing                 []int // admissions whose leases run
	won                     int
	stage, stageAt, extraAt int
	stageCalls, stageSlow   int
	would                   bool
	wouldUntil              int
}

func millis(d time.Duration) int { return int(d / time.Millisecond) }

func fold(start state.Config, list []happening, now int) *folded {
	f := unfolded(start)
	for i, h := range list {
		f.add(i, h)
	}
	return f.as(now)
}

// unfolded is what an empty list comes to.
func unfolded(start state.Config) *folded {
	return &folded{cfg: start, era: era{name: state.Closed, number: 1}, grants: map[int]*grant{}}
}

// add takes the next item of the list.
func (f *folded) add(i int, h happening) {
	switch h.op {
	case opAdmit:
		f.wait(h.at)
		f.admit(i, h)
	case opDone:
		f.done(h)
	case opLimit:
		f.limit(h)
	case opForce:
		f.wait(h.at)
		f.force(h)
	case opReload:
		f.cfg = h.cfg
	}
}

// as is what it looks like at a time, until the next item. It shares the grants.
func (f *folded) as(now int) *folded {
	seen := *f
	seen.wait(now)
	return &seen
}

// enter begins an era.
func (f *folded) enter(name state.State, at, until int, reason string) {
	f.era = era{name, f.era.number + 1, at, until, reason}
	f.probing, f.won = nil, 0
	f.stage, f.stageAt, f.stageCalls, f.stageSlow, f.extraAt = 0, at, 0, 0, math.MinInt
	if name == state.Closed || name == state.Ramping {
		f.calls, f.inARow = nil, 0
	}
	if name == state.Closed {
		f.lost = 0
	}
}

func (f *folded) opening(lost int) int {
	d := millis(f.cfg.OpenFor)
	for range lost {
		d = min(2*d, millis(f.cfg.MaxOpenFor))
	}
	return d
}

// wait lets time pass.
func (f *folded) wait(now int) {
	if !f.cfg.Shadow {
		f.would = false
	}
	for f.forced == 0 && !f.cfg.Shadow && f.tick(now) {
	}
}

func (f *folded) tick(now int) bool {
	switch f.era.name {
	case state.Open:
		if now >= f.era.until {
			f.enter(state.HalfOpen, f.era.until, 0, f.era.reason)
			return true
		}
	case state.HalfOpen:
		first := math.MaxInt
		for _, p := range f.probing {
			first = min(first, f.grants[p].ends)
		}
		if first <= now {
			f.reopen(first, "probe_lost")
			return true
		}
		if f.won >= f.cfg.Probes {
			f.recovered(now)
			return true
		}
	case state.Ramping:
		return f.stageOver(now, f.stageAt+millis(f.cfg.RampFor))
	default:
	}
	return false
}

func (f *folded) reopen(at int, reason string) {
	f.lost++
	f.inARow++
	f.enter(state.Open, at, at+f.opening(f.lost), reason)
}

func (f *folded) recovered(now int) {
	if len(f.cfg.Ramp) == 0 {
		f.enter(state.Closed, now, 0, "recovered")
	} else {
		f.enter(state.Ramping, now, 0, "probed")
	}
}

func (f *folded) stageOver(now, at int) bool {
	needed := 1
	if f.cfg.RateNum > 0 || f.cfg.Slow > 0 {
		needed = max(1, int(math.Ceil(f.cfg.Ramp[f.stage]*float64(f.needed()))))
	}
	if now < f.stageAt+millis(f.cfg.RampFor) || f.stageCalls < needed {
		return false
	}
	bad := f.cfg.Slow > 0 && f.stageSlow*int(f.cfg.SlowDen) >= f.stageCalls*int(f.cfg.SlowNum)
	f.stageAt, f.stageCalls, f.stageSlow, f.extraAt = at, 0, 0, math.MinInt
	if bad {
		return true
	}
	if f.stage++; f.stage == len(f.cfg.Ramp) {
		f.enter(state.Closed, at, 0, "recovered")
	}
	return true
}

func (f *folded) needed() int {
	if f.cfg.Calls > 0 {
		return min(f.cfg.MinCalls, f.cfg.Calls)
	}
	return f.cfg.MinCalls
}

// lets reports how a call gets in: by itself, as a probe, or beyond the ramp's share.
func (f *folded) lets(now int, draw float64) (in, probe, extra bool) {
	name := f.era.name
	if f.forced != 0 {
		name = f.forced
	} else if f.cfg.Shadow {
		return true, false, false
	}
	switch name {
	case state.Closed:
		return true, false, false
	case state.HalfOpen:
		probe = len(f.probing)+f.won < f.cfg.Probes
		return probe, probe, false
	case state.Ramping:
		if draw < f.cfg.Ramp[f.stage] {
			return true, false, false
		}
		extra = now >= f.stageAt+millis(f.cfg.RampFor) && now >= f.extraAt
		return extra, false, extra
	default:
	}
	return false, false, false
}

func (f *folded) admit(i int, h happening) {
	in, probe, extra := f.lets(h.at, h.draw)
	if probe {
		f.probing = append(f.probing, i)
	}
	if extra {
		f.extraAt = h.at + h.lease
	}
	f.grants[i] = &grant{admitted: in, probe: probe, era: f.era.number, ends: h.at + h.lease, cfg: f.cfg, over: !in}
}

// judged is what an outcome says.
type judged struct{ good, failed, slow, limited, barred bool }

func judge(cfg state.Config, o state.Outcome) judged {
	switch o.Kind {
	case 0, state.Invalid, state.NotFound:
		return judged{good: true, slow: cfg.Slow > 0 && o.Took >= cfg.Slow}
	case state.RateLimited:
		return judged{limited: true}
	case state.Quota, state.Unauthorized:
		return judged{barred: true}
	case state.Cancelled, state.Budget:
		long := o.Expected > 0 && o.Took >= 2*o.Expected
		return judged{slow: long, failed: long && !o.Received}
	case state.BreakerOpen, state.Rule, state.Drill:
		return judged{}
	default:
		return judged{failed: true}
	}
}

// under runs what a permit reports under the settings it was given.
func (f *folded) under(g *grant, do func()) {
	live := f.cfg
	f.cfg = g.cfg
	do()
	f.cfg = live
}

func (f *folded) done(h happening) {
	g := f.grants[h.permit]
	if g == nil || g.over {
		return
	}
	g.over = true
	f.under(g, func() { f.wait(h.at); f.report(h, g, judge(g.cfg, h.outcome)) })
}

func (f *folded) report(h happening, g *grant, j judged) {
	if g.era != f.era.number {
		f.lateHint(h, j)
		return
	}
	counts := (j.good || j.failed || j.slow) &&
		(f.era.name == state.Closed || f.era.name == state.Ramping || f.forced == state.Closed || f.cfg.Shadow)
	if counts {
		f.calls = append(f.calls, call{h.at, j.failed, j.slow})
	}
	switch {
	case f.forced != 0:
		f.row(j)
		if f.forced == state.Closed && j.good && f.era.name != state.Closed {
			f.era = era{state.Closed, f.era.number, h.at, 0, "recovered"}
			f.lost, f.won, f.calls = 0, 0, nil
		}
	case f.cfg.Shadow:
		f.probing = slices.DeleteFunc(f.probing, func(p int) bool { return p == h.permit })
		f.shadow(h, j)
	case f.era.name == state.HalfOpen:
		f.probed(h, j)
	case f.era.name == state.Ramping, f.era.name == state.Closed:
		f.live(h, j)
	default:
		f.lateHint(h, j)
	}
}

func (f *folded) lateHint(h happening, j judged) {
	if j.limited && h.outcome.HasRetryAfter && f.era.name == state.Open && f.forced == 0 && !f.cfg.Shadow {
		f.era.until = max(f.era.until, h.at+min(max(0, millis(h.outcome.RetryAfter)), millis(f.cfg.MaxHold)))
	}
}

func (f *folded) row(j judged) {
	if j.good {
		f.inARow = 0
	}
	if j.failed {
		f.inARow++
	}
}

// holds returns how long a limit or a bar holds, and why.
func (f *folded) holds(o state.Outcome, lost int) (int, string) {
	switch {
	case o.Kind == state.Quota:
		return millis(f.cfg.QuotaHold), "quota"
	case o.Kind == state.Unauthorized:
		return millis(f.cfg.QuotaHold), "unauthorized"
	case o.HasRetryAfter:
		return min(max(0, millis(o.RetryAfter)), millis(f.cfg.MaxHold)), "rate_limited"
	}
	return min(f.opening(lost), millis(f.cfg.MaxHold)), "rate_limited"
}

func (f *folded) bar(h happening) {
	if d, why := f.holds(h.outcome, f.lost); d > 0 {
		f.enter(state.Open, h.at, h.at+d, why)
	}
}

func (f *folded) probed(h happening, j judged) {
	i := slices.Index(f.probing, h.permit)
	if i < 0 {
		return
	}
	f.probing = slices.Delete(f.probing, i, i+1)
	switch {
	case j.limited || j.barred:
		f.bar(h)
	case j.failed:
		f.reopen(h.at, "probe_failed")
	case j.good:
		f.inARow = 0
		if f.won++; f.won >= f.cfg.Probes {
			f.recovered(h.at)
		}
	}
}

// live is an outcome while the breaker is closed or ramping.
func (f *folded) live(h happening, j judged) {
	if j.limited || j.barred {
		f.bar(h)
		return
	}
	if !j.good && !j.failed && !j.slow {
		return
	}
	f.row(j)
	ramping := f.era.name == state.Ramping
	if ramping && j.failed {
		f.enter(state.Open, h.at, h.at+f.opening(f.lost), "ramp_failed")
		return
	}
	if ramping {
		f.stageCalls++
		if j.slow {
			f.stageSlow++
		}
	}
	if why := f.tripped(h.at); why != "" {
		f.enter(state.Open, h.at, h.at+f.opening(f.lost), why)
		return
	}
	if ramping {
		f.stageOver(h.at, h.at)
	}
}

// window lists the calls that the rates are of.
func (f *folded) window(now int) (list []call) {
	for _, c := range f.calls {
		if f.cfg.Calls > 0 || now-c.at < millis(f.cfg.Window) {
			list = append(list, c)
		}
	}
	if f.cfg.Calls > 0 {
		list = list[max(0, len(list)-f.cfg.Calls):]
	}
	return list
}

func tally(list []call) (n, failed, slow int) {
	for _, c := range list {
		n++
		if c.failed {
			failed++
		}
		if c.slow {
			slow++
		}
	}
	return n, failed, slow
}

func (f *folded) tripped(now int) string {
	n, failed, slow := tally(f.window(now))
	switch {
	case f.cfg.Failures > 0 && f.inARow >= f.cfg.Failures:
		return "failures"
	case n < f.needed():
		return ""
	case f.cfg.RateNum > 0 && failed*int(f.cfg.RateDen) >= n*int(f.cfg.RateNum):
		return "failure_rate"
	case f.cfg.Slow > 0 && slow*int(f.cfg.SlowDen) >= n*int(f.cfg.SlowNum):
		return "slow_rate"
	}
	return ""
}

func (f *folded) shadow(h happening, j judged) {
	f.row(j)
	if f.would {
		if j.good && h.at >= f.wouldUntil {
			f.would, f.calls = false, nil
		}
		return
	}
	d, why := 0, ""
	switch {
	case j.limited || j.barred:
		d, why = f.holds(h.outcome, 0)
	case j.good || j.failed || j.slow:
		d, why = f.opening(0), f.tripped(h.at)
	}
	if why != "" && d > 0 {
		f.would, f.wouldUntil = true, h.at+d
	}
}

func (f *folded) limit(h happening) {
	g := f.grants[h.permit]
	if g == nil || g.over {
		return
	}
	j := judged{limited: true}
	f.under(g, func() {
		f.wait(h.at)
		switch {
		case g.era != f.era.number || f.era.name == state.Open:
			f.lateHint(h, j)
		case f.forced != 0:
		case f.cfg.Shadow:
			f.probing = slices.DeleteFunc(f.probing, func(p int) bool { return p == h.permit })
			f.shadow(h, j)
		case f.era.name == state.HalfOpen && !slices.Contains(f.probing, h.permit):
		default:
			f.bar(h)
		}
	})
}

func (f *folded) force(h happening) {
	to := map[state.Override]state.State{state.ForceOpen: state.Open, state.ForceClosed: state.Closed}[h.override]
	if to == f.forced {
		return
	}
	f.era.number++
	f.probing = nil
	f.forced, f.forcedAt = to, h.at
	f.wait(h.at)
}

// view is what anybody should see.
func (f *folded) view(now int) state.View {
	v := state.View{
		State: f.era.name, Since: ms0(f.era.since), Reason: f.era.reason, Failures: f.inARow, Generation: uint64(f.era.number),
	}
	if f.era.name == state.Open {
		v.Until = ms0(f.era.until)
	}
	switch {
	case f.forced != 0:
		v.State, v.Forced, v.Since, v.Until, v.Reason = f.forced, true, ms0(f.forcedAt), time.Time{}, "forced"
	case f.cfg.Shadow:
		if v.State != state.Closed {
			v.Would = v.State
		}
		if f.would {
			v.Would = state.Open
		}
		v.State, v.Until = state.Closed, time.Time{}
	}
	switch v.State {
	case state.Closed:
		v.Share = 1
	case state.Ramping:
		v.Stage, v.Share = f.stage, f.cfg.Ramp[f.stage]
	default:
	}
	n, failed, slow := tally(f.window(now))
	v.Calls = n
	if n > 0 {
		v.FailureRate, v.SlowRate = float64(failed)/float64(n), float64(slow)/float64(n)
	}
	for _, g := range f.grants {
		if !g.over {
			v.InFlight++
		}
	}
	return v
}

func ms0(n int) time.Time { return at(time.Duration(n) * ms) }
