package engine

import "time"

// Status says which policies are live, and what became of the last attempt to load others.
type Status struct {
	// Digest, Generation and Since of the live set. Every set that goes live gets the next generation, also one that a
	// rollback brings back: a generation names one stretch of time, a digest one text.
	Digest     string
	Generation uint64
	Since      time.Time
	// Err is why the last load was refused; nil once one succeeded. It is a [*rules.LoadError] where the policies are at fault.
	Err error
	// Held is the digest of the policies that a rollback keeps from going live, "" if it keeps none.
	Held string
	// Reloads counts every attempt to load by what it came to, the first one among them, and every rollback.
	Reloads ReloadCounts
}

// ReloadResult is what a reload came to.
type ReloadResult uint8

// The results of a reload. The zero ReloadResult is none.
const (
	// ReloadLive: the policies went live.
	ReloadLive ReloadResult = iota + 1
	// ReloadUnchanged: they are those that are live.
	ReloadUnchanged
	// ReloadHeld: they are those that a rollback keeps out.
	ReloadHeld
	// ReloadRolledBack: [Engine.Rollback] made an earlier set live.
	ReloadRolledBack
	// ReloadUnreadable: refused, for a file or directory can't be read.
	ReloadUnreadable
	// ReloadChanging: refused, for files change so fast that no two readings agree.
	ReloadChanging
	// ReloadBroken: refused, for the policies do not load.
	ReloadBroken
	// ReloadFailed: refused, for they failed their [Trial].
	ReloadFailed

	reloadResults
)

var reloadNames = [reloadResults]string{
	"", "live", "unchanged", "held", "rolled_back", "unreadable", "changing", "broken", "failed",
}

// String returns the result as logs and metrics have it: live, unchanged, held, rolled_back, unreadable, changing, broken or failed.
func (r ReloadResult) String() string { return reloadNames[r] }

// Refused reports whether the last good set stayed for a reason that somebody must mend.
func (r ReloadResult) Refused() bool { return r >= ReloadUnreadable }

// ReloadCounts is a number of reloads for each [ReloadResult], which is its index. A metric ranges over it, past the first
// element, which stands for no result.
type ReloadCounts [reloadResults]int

// Refused returns how many reloads were refused, for any reason.
func (c ReloadCounts) Refused() int {
	n := 0
	for r, count := range c {
		if ReloadResult(r).Refused() {
			n += count
		}
	}
	return n
}
