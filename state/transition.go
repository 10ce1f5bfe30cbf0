package state

import (
	"encoding/binary"
	"time"

	"github.com/hashicorp/go-memdb"
)

// Transition is one change of a breaker's state, one override, or one step of a ramp. It is immutable.
type Transition struct {
	// Seq numbers the transitions of a store from 1, in the order in which they happened.
	Seq uint64
	Key Key
	// From and To are equal for a step of a ramp, whose Stage is the one that begins.
	From, To State
	// At is when it was due; Until when an open breaker lets a probe in.
	At, Until  time.Time
	Reason     string
	Generation uint64
	Stage      int
	// Forced: an operator did it. Shadow: the breaker only observes, and would have done it.
	Forced, Shadow bool
	// Outage is how long the breaker was not closed, on the transition that ends it: the time to full recovery.
	Outage time.Duration
}

const transitionTable = "transition"

func transitionSchema() *memdb.TableSchema {
	return tableOf(transitionTable, indexer{
		of:  func(row any) []byte { return seqKey(row.(*Transition).Seq) },
		arg: func(arg any) []byte { return seqKey(arg.(uint64)) },
	})
}

// seqKey sorts like the number.
func seqKey(seq uint64) []byte { return binary.BigEndian.AppendUint64(nil, seq) }

// insertTransition stores one, and drops the one that is too old from there on.
func insertTransition(txn *memdb.Txn, t *Transition, keep uint64) {
	insert(txn, transitionTable, t)
	if t.Seq > keep {
		remove(txn, transitionTable, t.Seq-keep)
	}
}

// Transitions returns the last n transitions of all breakers, oldest first; all that are kept if n is not positive.
// It costs a few hundred nanoseconds each, and is safe for concurrent use.
func (s *Store) Transitions(n int) []Transition {
	txn := s.db.Txn(false)
	last := lastSeq(txn)
	from := uint64(1)
	if n > 0 && last > uint64(n) {
		from = last - uint64(n) + 1
	}
	return transitionsFrom(txn, from)
}

func lastSeq(txn *memdb.Txn) uint64 {
	row, err := txn.Last(transitionTable, "id")
	if must(err); row == nil {
		return 0
	}
	return row.(*Transition).Seq
}

func transitionsFrom(txn *memdb.Txn, seq uint64) []Transition {
	rows, err := txn.LowerBound(transitionTable, "id", seq)
	must(err)
	var list []Transition
	for row := rows.Next(); row != nil; row = rows.Next() {
		list = append(list, *row.(*Transition))
	}
	return list
}
