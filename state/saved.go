package state

import (
	"slices"
	"time"
)

// Saved is what outlives a restart: a breaker that was not closed, or that an operator overrode. Its times are wall
// times, as a monotonic clock does not survive. It is plain data for any encoding.
type Saved struct {
	Server string `json:"server"`
	Tool   string `json:"tool,omitempty"`
	// State and Forced are names of states; Forced is "" without an override.
	State  string `json:"state"`
	Forced string `json:"forced,omitempty"`
	Reason string `json:"reason,omitempty"`
	// At is when it was saved; Until when it would have let a probe in; Outage when it left closed.
	At      time.Time `json:"at"`
	Until   time.Time `json:"until"`
	Outage  time.Time `json:"outage"`
	Backoff int       `json:"backoff,omitempty"`
}

// Save returns what a restart has to know, sorted by key. Closed breakers are not in it.
func (s *Store) Save(now time.Time) []Saved {
	var list []Saved
	for _, row := range every[Row](s.db.Txn(false), rowTable) {
		if row.State == Closed && row.Forced == 0 {
			continue
		}
		list = append(list, Saved{
			Server: row.Key.Server, Tool: row.Key.Tool, State: row.State.String(), Forced: row.Forced.String(), Reason: row.Reason,
			At: now.Round(0), Until: row.Until.Round(0), Outage: row.Outage.Round(0), Backoff: row.Backoff,
		})
	}
	slices.SortFunc(list, func(a, b Saved) int { return Key{a.Server, a.Tool}.Compare(Key{b.Server, b.Tool}) })
	return list
}

// Restore brings breakers back after a restart. One that was open stays open for what was left of its wait, by the wall
// clock and never more than when it was saved; one that was half open or ramping has to be probed again; none comes back
// closed, and overrides stand. Breakers that were called or overridden since are left
// as they are. It returns how many were restored; what it
// cannot read is not.
func (s *Store) Restore(list []Saved, now time.Time) (n int) {
	for i := range list {
		if s.restore(&list[i], now) {
			n++
		}
	}
	return n
}

func (s *Store) restore(v *Saved, now time.Time) bool {
	state, known := parseState(v.State)
	forced, ok := parseState(v.Forced)
	if !known || !ok || state == 0 || forced > Open || v.Backoff < 0 {
		return false
	}
	b := s.Breaker(Key{v.Server, v.Tool}).lock(now)
	defer b.mu.Unlock()
	b.stir(b.at(now))
	if b.row.Generation > 1 || b.pulse.load().inFlight()+b.out.earlier() > 0 || b.stats.Calls > 0 {
		return false
	}
	b.row.restore(v, state, forced, now)
	to := or(forced, b.row.State)
	b.store.commit(b.row, !b.alone, []Transition{{
		Key: b.key, From: Closed, To: to, At: now, Until: b.row.Until, Reason: ReasonRestored,
		Generation: b.row.Generation, Forced: forced != 0,
	}})
	return true
}

func (r *Row) restore(v *Saved, state, forced State, now time.Time) {
	r.Generation++
	if state != Closed {
		r.State, r.Reason, r.Until, r.Outage = Open, v.Reason, now.Add(v.left(now)), now
		if ago := now.Round(0).Sub(v.Outage); !v.Outage.IsZero() && ago > 0 {
			r.Outage = now.Add(-ago)
		}
		r.Backoff = v.Backoff
	}
	if forced != 0 {
		r.Forced, r.ForcedSince = forced, now
	}
}

// left is how much of the wait remains.
func (v *Saved) left(now time.Time) time.Duration {
	if v.Until.IsZero() {
		return 0
	}
	return max(0, min(v.Until.Sub(now.Round(0)), v.Until.Sub(v.At)))
}

// parseState is the inverse of [State.String].
func parseState(name string) (State, bool) {
	i := slices.Index(stateNames[:], name)
	return State(max(i, 0)), i >= 0
}
