package state

import (
	"math"
	"time"
)

// share is what a stage lets in; beyond the last stage that is everything.
func (c *Config) share(stage int) float64 {
	if stage >= len(c.Ramp) {
		return 1
	}
	return c.Ramp[stage]
}

// enough is how many calls a stage has to see before it may advance: its share of the calls that the rates need,
// and one where no rate is set.
func (c *Config) enough(stage int) int {
	if !c.rates() {
		return 1
	}
	return max(1, int(math.Ceil(c.share(stage)*float64(c.minCalls()))))
}

// rampAdmission lets a conversation in whose draw is below the share, so that it stays on the same side while
// the stage lasts, and on the inside from there on. A stage that is over but lacks calls lets in one more call per
// lease: without it a tool would be locked out for good where no conversation falls into the share.
func (m *machine) rampAdmission(draw float64) admission {
	r := m.row
	if draw < m.cfg.share(r.Stage) {
		return plain
	}
	over := !m.now().Before(r.StageSince.Add(or(m.cfg.RampFor, defaultRampFor)))
	if over && !m.now().Before(r.Extra) {
		return extra
	}
	return refused
}

// finishRamp reopens on a failure (the ramp starts again after the next probes), and counts anything else for
// the stage.
func (m *machine) finishRamp(c class, ev *Event) {
	r := m.row
	if m.bar(c, &ev.Outcome) || !c.counted() {
		return
	}
	r.count(c)
	if c.verdict == failure {
		m.open(ReasonRampFailed, m.now(), m.cfg.openFor(r.Backoff))
		return
	}
	r.StageSeen.add(false, c.slow)
	if reason := m.cfg.trips(r.Failures, ev.Seen); reason != "" {
		m.open(reason, m.now(), m.cfg.openFor(r.Backoff))
		return
	}
	m.step(m.now())
}

// step ends a stage whose time is over, if it saw enough calls: it advances on a good rate, and starts again on a bad
// one. It reports whether it did either.
func (m *machine) step(at time.Time) bool {
	r := m.row
	if r.Stage >= len(m.cfg.Ramp) { // the settings lost their ramp
		m.to(Closed, ReasonRecovered, m.now(), time.Time{})
		return true
	}
	over := r.StageSince.Add(or(m.cfg.RampFor, defaultRampFor))
	if m.now().Before(over) || r.StageSeen.Calls < m.cfg.enough(r.Stage) {
		return false
	}
	slow := m.cfg.tooSlow(r.StageSeen)
	r.StageSince, r.StageSeen, r.Extra = at, Counts{}, time.Time{}
	if slow {
		m.out.Changed = true
		return true
	}
	if r.Stage++; r.Stage == len(m.cfg.Ramp) {
		m.to(Closed, ReasonRecovered, at, time.Time{})
		return true
	}
	m.emit(Transition{
		Key: r.Key, From: Ramping, To: Ramping, At: at, Reason: ReasonRampStep, Generation: r.Generation, Stage: r.Stage,
	})
	return true
}

// Draw places a conversation of a breaker in [0, 1), evenly, and the same way in every process. The
// key is part of it: it is not the same conversations that try out every recovering tool. It does not allocate.
func Draw(key Key, conversation string) float64 {
	h := hash(hash(hash(fnvOffset, key.Server), key.Tool), conversation)
	// FNV-1a leaves the high bits of short texts alike; the finalizer of splitmix64 spreads them.
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	h ^= h >> 31
	return float64(h>>11) / (1 << 53)
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// hash goes on with FNV-1a over a text and an end mark.
func hash(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return (h ^ 0xff) * fnvPrime
}
