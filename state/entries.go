package state

import (
	"container/list"
	"sync"

	"github.com/hashicorp/go-memdb"
)

// entryRow is a row of the entry table. Its place in the order of use hangs off it, as a read must not write to the
// table.
type entryRow struct {
	key   string
	entry *Entry
	use   *list.Element // its Value is the row's key
}

// entryUse is the order of use, and the sum of bytes. mu is held over a write to the table too, so that both agree.
type entryUse struct {
	mu    sync.Mutex
	order list.List // latest first
	bytes int64
	most  int64
	tools map[Key]int // entries by the tool that answered
}

const entryTable = "entry"

func entrySchema() *memdb.TableSchema {
	return tableOf(entryTable, indexer{
		of:  func(row any) []byte { return []byte(row.(*entryRow).key) },
		arg: func(arg any) []byte { return []byte(arg.(string)) },
	})
}

// Entry returns the entry under a key, and counts as its latest use. The payload is shared: it must not be changed. It
// is safe for concurrent use, and costs well below a microsecond.
func (s *Store) Entry(key string) (*Entry, bool) {
	row, ok := first[entryRow](s.db.Txn(false), entryTable, key)
	if !ok {
		return nil, false
	}
	s.entries.mu.Lock()
	defer s.entries.mu.Unlock()
	s.entries.order.MoveToFront(row.use) // nothing, if it was removed meanwhile
	return row.entry, true
}

// PeekEntry returns the entry under a key without counting as a use.
func (s *Store) PeekEntry(key string) (*Entry, bool) {
	row, ok := first[entryRow](s.db.Txn(false), entryTable, key)
	if !ok {
		return nil, false
	}
	return row.entry, true
}

// putEntry stores an entry, unless a fresher one is there, and makes room for it.
func (s *Store) putEntry(key string, e *Entry) {
	u := &s.entries
	u.mu.Lock()
	defer u.mu.Unlock()
	txn := s.db.Txn(true)
	defer txn.Abort()
	if old, ok := first[entryRow](txn, entryTable, key); ok {
		if e.AsOf.Before(old.entry.AsOf) {
			return
		}
		u.remove(old)
	}
	if u.tools == nil {
		u.tools = map[Key]int{}
	}
	u.tools[Key{e.Server, e.Tool}]++
	u.bytes += e.bytes(key)
	for u.bytes > u.most {
		s.evictEntry(txn)
	}
	insert(txn, entryTable, &entryRow{key: key, entry: e, use: u.order.PushFront(key)})
	txn.Commit()
}

func (s *Store) evictEntry(txn *memdb.Txn) {
	oldest := s.entries.order.Back().Value.(string)
	row, _ := first[entryRow](txn, entryTable, oldest)
	s.entries.remove(row)
	remove(txn, entryTable, oldest)
}

func (u *entryUse) remove(row *entryRow) {
	key := Key{row.entry.Server, row.entry.Tool}
	if u.tools[key]--; u.tools[key] <= 0 {
		delete(u.tools, key)
	}
	u.order.Remove(row.use)
	u.bytes -= row.entry.bytes(row.key)
}

// Delete removes the entry under a key. It reports whether there was one.
func (s *Store) Delete(key string) bool {
	s.entries.mu.Lock()
	defer s.entries.mu.Unlock()
	txn := s.db.Txn(true)
	defer txn.Abort()
	row, ok := first[entryRow](txn, entryTable, key)
	if !ok {
		return false
	}
	s.entries.remove(row)
	remove(txn, entryTable, key)
	txn.Commit()
	return true
}

// HasEntry reports whether any entry of a tool is kept, whatever its key.
func (s *Store) HasEntry(server, tool string) bool {
	s.entries.mu.Lock()
	defer s.entries.mu.Unlock()
	return s.entries.tools[Key{server, tool}] > 0
}

// EntryCount returns how many entries there are.
func (s *Store) EntryCount() int {
	s.entries.mu.Lock()
	defer s.entries.mu.Unlock()
	return s.entries.order.Len()
}

// EntryBytes returns what the entries take, keys and an overhead of 512 bytes each included.
func (s *Store) EntryBytes() int64 {
	s.entries.mu.Lock()
	defer s.entries.mu.Unlock()
	return s.entries.bytes
}
