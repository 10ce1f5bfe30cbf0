package doctest_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the generated parts of the pages anew")

const root = "../.."

// page is one Markdown file, by its path under the repository.
type page struct{ name, text string }

// block is one fenced block of a page, with the comments right above it.
type block struct {
	page, lang, text string
	line             int
	tags             map[string]string
	// next is the block after it, nil for none.
	next *block
}

func (b *block) at() string { return fmt.Sprintf("%s:%d", b.page, b.line) }

func (b *block) has(tag string) bool { _, ok := b.tags[tag]; return ok }

// pages reads README.md and docs/.
func pages(t *testing.T) []page {
	t.Helper()
	names := []string{"README.md"}
	require.NoError(t, filepath.WalkDir(filepath.Join(root, "docs"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".md" {
			return err
		}
		rel, err := filepath.Rel(root, name)
		names = append(names, filepath.ToSlash(rel))
		return err
	}))
	var all []page
	for _, n := range names {
		all = append(all, page{n, read(t, n)})
	}
	return all
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	require.NoError(t, err)
	return string(b)
}

var tagForm = regexp.MustCompile(`^<!-- ([a-z]+)(?:: (.*?))? -->$`)

// blocks returns the fenced blocks of a page.
func (p page) blocks() []*block {
	var all []*block
	var open *block
	tags := map[string]string{}
	for i, line := range strings.Split(p.text, "\n") {
		switch {
		case open != nil && line == "```":
			all = append(all, open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		case strings.HasPrefix(line, "```"):
			open = &block{page: p.name, lang: strings.TrimPrefix(line, "```"), line: i + 1, tags: tags}
			tags = map[string]string{}
		default:
			m := tagForm.FindStringSubmatch(line)
			if m == nil {
				tags = map[string]string{}
				continue
			}
			tags[m[1]] = m[2]
		}
	}
	for i := range len(all) - 1 {
		all[i].next = all[i+1]
	}
	return all
}

// says compares a text block with what the code says; with -update it is written anew.
func (b *block) says(t *testing.T, got string) {
	t.Helper()
	got = strings.TrimSpace(got) + "\n"
	if *update && got != b.text {
		const fence = "```text\n"
		page := strings.Replace(read(t, b.page), fence+b.text+"```", fence+got+"```", 1)
		require.NoError(t, os.WriteFile(filepath.Join(root, filepath.FromSlash(b.page)), []byte(page), 0o600))
		return
	}
	assert.Equal(t, b.text, got, "%s: run go test ./internal/doctest -update", b.at())
}

// blocksOf returns the blocks of all pages in a language.
func blocksOf(t *testing.T, lang string) []*block {
	t.Helper()
	var all []*block
	for _, p := range pages(t) {
		for _, b := range p.blocks() {
			if b.lang == lang {
				all = append(all, b)
			}
		}
	}
	return all
}

// A block in another language, a comment that says nothing known, or a fence that never closes is a mistake.
func TestBlocks(t *testing.T) {
	known := map[string][]string{
		"cel": {"set", "file", "errors"}, "yaml": {"set", "proxy"}, "go": {"from", "body"}, "sh": {"run", "in"}, "text": {"from", "output"}, "json": {}, "lua": {}, "toml": {},
	}
	for _, p := range pages(t) {
		fences := 0
		for _, line := range strings.Split(p.text, "\n") {
			if strings.HasPrefix(line, "```") {
				fences++
			}
		}
		require.Zero(t, fences%2, "%s: a fence does not close", p.name)
		for _, b := range p.blocks() {
			tags, ok := known[b.lang]
			require.True(t, ok, "%s: blocks in %q are not checked", b.at(), b.lang)
			for tag := range b.tags {
				require.True(t, slices.Contains(tags, tag), "%s: a block in %s takes no comment %q", b.at(), b.lang, tag)
			}
		}
	}
}
