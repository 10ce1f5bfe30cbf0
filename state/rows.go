package state

import "github.com/hashicorp/go-memdb"

const rowTable = "breaker"

func rowSchema() *memdb.TableSchema {
	return tableOf(rowTable, byKey(func(row any) Key { return row.(*Row).Key }))
}

// Row returns the stored row of a breaker: as it was after its last transition, override or ramp step. A breaker
// without any has no row. The row as it is now is part of [Breaker.View].
func (s *Store) Row(key Key) (Row, bool) {
	row, ok := first[Row](s.db.Txn(false), rowTable, key)
	if !ok {
		return Row{}, false
	}
	return *row, true
}

// commit stores a row and what led to it. Transitions are numbered in the order of commits.
func (s *Store) commit(row Row, stored bool, transitions []Transition) {
	s.commits.Lock()
	defer s.commits.Unlock()
	txn := s.db.Txn(true)
	if stored {
		insert(txn, rowTable, &row)
	}
	for i := range transitions {
		s.seq++
		t := transitions[i]
		t.Seq = s.seq
		insertTransition(txn, &t, s.keep)
	}
	txn.Commit()
	s.latest.Store(s.seq)
}
