package state

import (
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/go-memdb"
)

// DrillRow is a tool that an operator made unavailable on purpose, to exercise the degraded path. It is immutable.
type DrillRow struct {
	Key Key
	// Since, and Until: zero lasts until it is ended.
	Since, Until time.Time
	// Reason that the operator gave.
	Reason string
}

// active reports whether the drill runs at a time.
func (d *DrillRow) active(now time.Time) bool {
	return !now.Before(d.Since) && (d.Until.IsZero() || now.Before(d.Until))
}

const drillTable = "drill"

func drillSchema() *memdb.TableSchema {
	return tableOf(drillTable, byKey(func(row any) Key { return row.(*DrillRow).Key }))
}

// StartDrill makes a tool, or a whole server (no Tool), unavailable from now until a time, or until [Store.EndDrill] if
// that is zero. It replaces a drill of the same key. It fails for an until that is not in the future.
func (s *Store) StartDrill(key Key, until time.Time, reason string, now time.Time) error {
	if !until.IsZero() && !until.After(now) {
		return errors.New("drill ends before it begins")
	}
	txn := s.db.Txn(true)
	defer txn.Abort()
	if _, ok := first[DrillRow](txn, drillTable, key); !ok {
		s.drills.Add(1)
	}
	insert(txn, drillTable, &DrillRow{Key: key, Since: now, Until: until, Reason: reason})
	txn.Commit()
	return nil
}

// EndDrill ends a drill. It reports whether there was one.
func (s *Store) EndDrill(key Key) bool {
	txn := s.db.Txn(true)
	defer txn.Abort()
	if !remove(txn, drillTable, key) {
		return false
	}
	txn.Commit()
	s.drills.Add(-1)
	return true
}

// Drilled returns the drill that runs on a tool: its own, or else its server's. It costs a nanosecond while there is no
// drill at all. It is safe for concurrent use.
func (s *Store) Drilled(key Key, now time.Time) (DrillRow, bool) {
	if s.drills.Load() == 0 {
		return DrillRow{}, false
	}
	txn := s.db.Txn(false)
	for _, k := range [...]Key{key, {Server: key.Server}} {
		if d, ok := first[DrillRow](txn, drillTable, k); ok && d.active(now) {
			return *d, true
		}
	}
	return DrillRow{}, false
}

// Drills returns the drills that run, sorted by key.
func (s *Store) Drills(now time.Time) []DrillRow {
	list := every[DrillRow](s.db.Txn(false), drillTable)
	list = slices.DeleteFunc(list, func(d DrillRow) bool { return !d.active(now) })
	slices.SortFunc(list, func(a, b DrillRow) int { return a.Key.Compare(b.Key) })
	return list
}
