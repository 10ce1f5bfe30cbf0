package rules_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

// FuzzLoad holds that any text loads or is refused with problems at places that exist.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"../policies/*.cel", "testdata/good/*.cel", "testdata/broken/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(f, err)
			if archive := txtar.Parse(text); len(archive.Files) > 0 {
				text = archive.Files[0].Data
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		fsys := mapFS("p.cel", text)
		_, err := rules.Load(fsys)
		var broken *rules.LoadError
		if errors.As(err, &broken) {
			for _, p := range broken.Problems {
				broken.Snippet(p)
			}
			if len(broken.Problems) <= rules.MaxProblems {
				checkProblems(t, fsys, err)
			}
			return
		}
		require.NoError(t, err)
	})
}
