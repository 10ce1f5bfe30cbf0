package state

import (
	"encoding/binary"
	"fmt"

	"github.com/hashicorp/go-memdb"
)

// Every table has one index, its id. Its indexers read the rows' fields themselves: those of go-memdb use reflection,
// and cost twice as much.

type indexer struct {
	of  func(row any) []byte
	arg func(arg any) []byte
}

// FromObject implements [memdb.SingleIndexer].
func (i indexer) FromObject(row any) (bool, []byte, error) { return true, i.of(row), nil }

// FromArgs implements [memdb.Indexer].
func (i indexer) FromArgs(args ...any) ([]byte, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("%d arguments for an index of one", len(args))
	}
	return i.arg(args[0]), nil
}

func tableOf(name string, id indexer) *memdb.TableSchema {
	return &memdb.TableSchema{
		Name:    name,
		Indexes: map[string]*memdb.IndexSchema{"id": {Name: "id", Unique: true, Indexer: id}},
	}
}

// byKey is the id of a table with a row per breaker key.
func byKey(of func(row any) Key) indexer {
	return indexer{
		of:  func(row any) []byte { return of(row).id() },
		arg: func(arg any) []byte { return arg.(Key).id() },
	}
}

// id is unique whatever the names hold: the server's length comes first.
func (k Key) id() []byte {
	b := make([]byte, 0, 4+len(k.Server)+len(k.Tool))
	b = binary.BigEndian.AppendUint32(b, uint32(len(k.Server)))
	return append(append(b, k.Server...), k.Tool...)
}

func openTables() *memdb.MemDB {
	schema := &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{}}
	for _, t := range []*memdb.TableSchema{rowSchema(), statsSchema(), transitionSchema(), entrySchema(), drillSchema()} {
		schema.Tables[t.Name] = t
	}
	db, err := memdb.NewMemDB(schema)
	must(err)
	return db
}

func first[T any](txn *memdb.Txn, table string, id any) (*T, bool) {
	row, err := txn.First(table, "id", id)
	if must(err); row == nil {
		return nil, false
	}
	return row.(*T), true
}

func every[T any](txn *memdb.Txn, table string) []T {
	rows, err := txn.Get(table, "id_prefix")
	must(err)
	var list []T
	for row := rows.Next(); row != nil; row = rows.Next() {
		list = append(list, *row.(*T))
	}
	return list
}

func insert(txn *memdb.Txn, table string, row any) { must(txn.Insert(table, row)) }

// remove deletes the row, if there is one. [memdb.Txn.DeleteAll] would take those along whose id begins with this one.
func remove(txn *memdb.Txn, table string, id any) bool {
	row, err := txn.First(table, "id", id)
	if must(err); row == nil {
		return false
	}
	must(txn.Delete(table, row))
	return true
}

// must is for errors that only a wrong schema can cause.
func must(err error) {
	if err != nil {
		panic(fmt.Errorf("state: %w", err))
	}
}
