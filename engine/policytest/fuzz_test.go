package policytest_test

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/lacuna-go/lacuna/engine/policytest"
)

// FuzzReadInput holds that any bytes are a case, or have problems with places in the file.
func FuzzReadInput(f *testing.F) {
	for _, name := range []string{"turn", "facts", "tool", "turns"} {
		b, err := os.ReadFile("testdata/fields/" + name + "_test.yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	ar, err := txtar.ParseFile("testdata/broken.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range ar.Files {
		f.Add(file.Data)
	}
	f.Add([]byte("a: &a [*a]\n<<: *a\n? b\n: !!str 1\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, file := policytest.ReadInput("in.yaml", src, nil)
		if (c == nil) != (len(file.Problems) > 0) {
			t.Fatalf("a case %v and problems %v", c, file.Problems)
		}
		for _, p := range file.Problems {
			if p.Message == "" || p.Pos.Line < 1 || p.Pos.Col < 1 || file.Snippet(p.Pos) == "" {
				t.Fatalf("%v has no place: %q", p, file.Snippet(p.Pos))
			}
		}
	})
}
