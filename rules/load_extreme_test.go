package rules_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// listOf is a file of so many policies, each with a condition of its own.
func listOf(from, n int) string {
	var b strings.Builder
	for i := from; i < from+n; i++ {
		fmt.Fprintf(&b, "Policy{name: \"p%[1]d\", server: \"s%[1]d\", forbid: {\"late\": turn.remaining < duration(\"%[1]dms\")}},\n", i)
	}
	return "[\n" + b.String() + "]\n"
}

func TestLoadExtremes(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("takes seconds, and half a minute under the race detector")
	}
	t.Run("one file of ten thousand policies", func(t *testing.T) {
		text := listOf(0, 10_000)
		require.Less(t, len(text), eval.MaxFileSize)
		set, err := rules.Load(mapFS("p.cel", text))
		require.NoError(t, err)
		require.Len(t, set.Policies, 10_000)
		last := policy(t, set, "p9999").Forbid[0]
		assert.Equal(t, "p.cel:10001:49", last.Pos.String())
		assert.Equal(t, `turn.remaining < duration("9999ms")`, last.Expr.Source())
		assert.Equal(t, "p.cel:10001:74", last.Expr.Node().Operands()[1].Pos().String(), "parsed again, by itself")
	})
	t.Run("two thousand files", func(t *testing.T) {
		files := fstest.MapFS{}
		for i := range 2000 {
			files[fmt.Sprintf("team%d/p%d.cel", i%40, i)] = &fstest.MapFile{Data: []byte(listOf(i, 1))}
		}
		set, err := rules.Load(files)
		require.NoError(t, err)
		require.Len(t, set.Policies, 2000)
	})
	t.Run("a file of 16 MB", func(t *testing.T) {
		_, err := rules.Load(mapFS("p.cel", strings.Repeat("// much\n", 2<<20)))
		require.EqualError(t, err, "p.cel:131073:1: the file is larger than 1024 KiB: split it into several files")
	})
}

// trickle is a file that never ends, as one that grows faster than it is read, or that fails after a while.
type trickle struct {
	fs.File
	read, fails int
}

func (f *trickle) Read(b []byte) (int, error) {
	if f.read += len(b); f.fails > 0 && f.read > f.fails {
		return 0, io.ErrUnexpectedEOF
	}
	for i := range b {
		b[i] = ' '
	}
	return len(b), nil
}

// faulty is a file system in which one file can't be opened, or is a trickle.
type faulty struct {
	fstest.MapFS
	file *trickle
}

var errDenied = errors.New("permission denied")

func (f faulty) Open(name string) (fs.File, error) {
	file, err := f.MapFS.Open(name)
	if name != "b.cel" || err != nil {
		return file, err
	}
	if f.file == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errDenied}
	}
	f.file.File = file
	return f.file, nil
}

// Stat looks at the directory, as that of a file that can't be read does.
func (f faulty) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.MapFS, name) }

func TestFilesThatCannotBeRead(t *testing.T) {
	files := mapFS("a.cel", `Policy{name: "a"}`, "b.cel", `Policy{name: "b"}`)
	loader := rules.NewLoader()
	before, err := loader.Load(files)
	require.NoError(t, err)
	for _, c := range []struct {
		name string
		file *trickle
		want string
	}{
		{"not opened", nil, "policies can't be read: open b.cel: permission denied"},
		{"not read to its end", &trickle{fails: 1 << 12}, "policies can't be read: b.cel: unexpected EOF"},
		{"without an end", &trickle{}, "b.cel:1:1048577: the file is larger than 1024 KiB: split it into several files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := loader.Load(faulty{files, c.file})
			assert.EqualError(t, err, c.want)
			after, err := loader.Load(files)
			require.NoError(t, err)
			assert.Same(t, before.Policies[0], after.Policies[0], "what was loaded is still known")
		})
	}
}
