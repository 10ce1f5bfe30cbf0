package state

import (
	"sync"
	"sync/atomic"
	"time"
)

// Retries bounds how many attempts repeat others, across all calls: a share of the calls, and a floor for quiet times. It also
// counts. The zero Retries has the defaults; it is safe for concurrent use.
//
// It is a token bucket as in gRPC's retry throttling and Finagle's retry budget: each call pays in a share of a token, time
// pays in the floor, and a retry takes one out. It never holds more than its cap, so that a quiet hour buys no storm.
type Retries struct {
	// Share of calls that may be repeated, 0.2 by default.
	Share float64
	// Floor of retries a second that are always allowed, 1 by default.
	Floor float64

	// quiet is until when nothing has to be known of a call but that there was one, nil for at no time: none was repeated lately. first
	// counts the calls of such times that calls does not have yet.
	quiet atomic.Pointer[time.Time]
	first atomic.Uint64

	mu       sync.Mutex
	tokens   float64
	filled   time.Time
	calls    uint64
	attempts uint64
	refused  uint64
	alarmed  bool
	window   [2]attemptCounts // this one and the one before
	since    time.Time
}

type attemptCounts struct{ calls, attempts uint64 }

const (
	defaultRetryShare = 0.2
	defaultRetryFloor = 1.0
	// retryCap is how many tokens there can be: a burst of ten retries, whatever the past.
	retryCap = 10.0
	// alarmRatio is the number of attempts a call above which something is wrong: an owner of retries too many, or a tool that
	// is failing. alarmCalls is how many calls a window must have seen for it to mean anything.
	alarmRatio  = 1.05
	alarmCalls  = 20
	alarmWindow = time.Minute
)

// RetryCounts are the numbers of all calls since the start.
type RetryCounts struct {
	// Calls with at least one attempt, and the attempts of all of them.
	Calls, Attempts uint64
	// Refused counts retries for which the share had no room.
	Refused uint64
}

// PerCall returns attempts per call, 0 without calls.
func (c RetryCounts) PerCall() float64 {
	if c.Calls == 0 {
		return 0
	}
	return float64(c.Attempts) / float64(c.Calls)
}

// Call counts a call's first attempt, and pays in its share. It takes no lock while no call is repeated, but once a minute.
func (r *Retries) Call(now time.Time) {
	if until := r.quiet.Load(); until != nil && now.Before(*until) {
		r.first.Add(1)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fill(now)
	r.count(1)
	if r.clean() {
		until := r.since.Add(alarmWindow)
		r.quiet.Store(&until)
	} else {
		r.quiet.Store(nil)
	}
}

// clean reports that no call of the windows was repeated. mu is held.
func (r *Retries) clean() bool {
	w := &r.window
	return w[0].attempts == w[0].calls && w[1].attempts == w[1].calls && !r.alarmed
}

// count takes in so many calls. mu is held.
func (r *Retries) count(n uint64) {
	r.tokens = min(retryCap, r.tokens+float64(n)*or(r.Share, defaultRetryShare))
	r.calls += n
	r.attempts += n
	r.window[0].calls += n
	r.window[0].attempts += n
}

// May reports whether a retry would be allowed, without taking it.
func (r *Retries) May(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fill(now)
	return r.tokens >= 1
}

// Take takes a token for a retry that starts now. Where others took the last one since May, it reports false.
func (r *Retries) Take(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fill(now)
	if r.tokens < 1 {
		r.refused++
		return false
	}
	r.tokens--
	r.attempts++
	r.window[0].attempts++
	r.quiet.Store(nil)
	return true
}

// Refuse counts a retry that May turned away.
func (r *Retries) Refuse() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refused++
}

// fill pays in what time and calls have brought. mu is held.
func (r *Retries) fill(now time.Time) {
	if r.filled.IsZero() {
		r.filled, r.since, r.tokens = now, now, retryCap
	}
	r.count(r.first.Swap(0))
	if d := now.Sub(r.filled); d > 0 {
		r.tokens = min(retryCap, r.tokens+d.Seconds()*or(r.Floor, defaultRetryFloor))
		r.filled = now
	}
	if quiet := now.Sub(r.since); quiet >= alarmWindow {
		r.window[1], r.window[0] = r.window[0], attemptCounts{}
		if quiet >= 2*alarmWindow {
			r.window[1] = attemptCounts{}
		}
		r.since = now
	}
}

// Counts returns the numbers since the start.
func (r *Retries) Counts() RetryCounts {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.count(r.first.Swap(0))
	return RetryCounts{Calls: r.calls, Attempts: r.attempts, Refused: r.refused}
}

// Recent returns attempts per call of the last one to two minutes, 0 with fewer than 20 calls, and whether they are above 1.05.
func (r *Retries) Recent(now time.Time) (perCall float64, over bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.recent(now)
}

func (r *Retries) recent(now time.Time) (perCall float64, over bool) {
	r.fill(now)
	calls := r.window[0].calls + r.window[1].calls
	if calls < alarmCalls {
		return 0, false
	}
	perCall = float64(r.window[0].attempts+r.window[1].attempts) / float64(calls)
	return perCall, perCall > alarmRatio
}

// Alarm reports whether attempts per call, as Recent has them, have just risen above 1.05: true once, until they have been at or below it
// again. It takes no lock while no call is repeated.
func (r *Retries) Alarm(now time.Time) (perCall float64, raised bool) {
	if until := r.quiet.Load(); until != nil && now.Before(*until) {
		return 0, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	perCall, over := r.recent(now)
	if perCall == 0 {
		return 0, false
	}
	raised = over && !r.alarmed
	r.alarmed = over
	return perCall, raised
}
