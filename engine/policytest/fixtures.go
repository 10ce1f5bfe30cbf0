package policytest

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/spelling"
)

// fixturesSuffix is what files of shared fixtures end with.
const fixturesSuffix = "_fixtures.yaml"

// fixture is a part of a scene by its name.
type fixture struct {
	name  string
	at    eval.Pos
	scene *value
}

// shelf holds the fixtures of files, by their directories.
type shelf struct {
	dirs     map[string][]fixture
	files    []*File
	problems []eval.Problem
}

// add reads a *_fixtures.yaml.
func (s *shelf) add(name string, src []byte) {
	f := &File{Name: name, src: string(src)}
	root, problems := parse(name, src)
	d := &decoder{problems: problems}
	if root != nil && len(problems) == 0 {
		if root.shape != mapping || root.get("fixtures") == nil || len(root.entries) != 1 {
			d.fail(root.at, "a file of fixtures is a map with fixtures, and nothing else")
		} else {
			list := d.fixtures(root.get("fixtures"))
			dir := path.Dir(name)
			for _, x := range list {
				if i := slices.IndexFunc(s.dirs[dir], func(y fixture) bool { return y.name == x.name }); i >= 0 {
					d.fail(x.at, "the fixture %q is there already, at %s", x.name, s.dirs[dir][i].at)
				}
			}
			if s.dirs == nil {
				s.dirs = map[string][]fixture{}
			}
			s.dirs[dir] = append(s.dirs[dir], list...)
		}
	}
	f.Problems = d.problems
	s.files = append(s.files, f)
	s.problems = append(s.problems, eval.SortProblems(d.problems)...)
}

// of lists the fixtures that a file sees besides its own: those of its directory, and of each one above.
func (s *shelf) of(name string) []fixture {
	var list []fixture
	if s == nil {
		return nil
	}
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		list = append(list, s.dirs[dir]...)
		if dir == path.Dir(dir) {
			return list
		}
	}
}

// fixtures reads a map of fixtures. What is in them is checked with each case that uses them, and here as far as it stands by itself.
func (d *decoder) fixtures(v *value) []fixture {
	if v.shape != mapping {
		d.fail(v.at, "fixtures takes a map of names to parts of a case, not %s", v.shape)
		return nil
	}
	var list []fixture
	for _, e := range v.entries {
		if e.value.shape != mapping {
			d.fail(e.value.at, "the fixture %q is a map with fields of a case, not %s", e.key, e.value.shape)
			continue
		}
		list = append(list, fixture{e.key, e.at, d.scene("a fixture", e.value, append(casesOnly, "use"))})
	}
	return list
}

// used lays the fixtures that an item names over its defaults.
func (d *decoder) used(item, defaults *value, known []fixture) *value {
	use := item.get("use")
	if use == nil {
		use = defaults.get("use")
	}
	base := defaults.without("use")
	if use == nil || use.shape == null {
		return base
	}
	for _, name := range d.texts(use) {
		i := slices.IndexFunc(known, func(f fixture) bool { return f.name == name })
		if i < 0 && name != "" {
			d.noFixture(use.at, name, known)
		}
		if i < 0 {
			continue
		}
		base = overlay(known[i].scene, base)
	}
	return base
}

func (d *decoder) noFixture(at eval.Pos, name string, known []fixture) {
	var names []string
	for _, f := range known {
		names = append(names, f.name)
	}
	if near := spelling.Nearest(name, names); near != "" {
		d.fail(at, "there is no fixture %q; did you mean %q?", name, near)
		return
	}
	d.fail(at, "there is no fixture %q in this file, nor in a *%s beside it or above", name, fixturesSuffix)
}

// overlay merges a part of a case over another. Where it takes one of two fields that exclude each other, it unsets the other.
func overlay(over, base *value) *value {
	own := func(key string) bool { v := over.get(key); return v != nil && v.shape != null }
	for _, pair := range exclusive {
		if own(pair[0]) {
			base = base.without(pair[1])
		}
		if own(pair[1]) {
			base = base.without(pair[0])
		}
	}
	return merge(over, base)
}

// exclusive are fields of which a case takes one.
var exclusive = [][2]string{{"call", "calls"}, {"reply", "stream"}}

// rows lists what a case is played as: itself, or each of its rows over it, with its name and its place.
func (d *decoder) rows(item *value) []*value {
	rows := item.get("rows")
	if rows == nil || rows.shape == null {
		return []*value{item}
	}
	if rows.shape != list || len(rows.items) == 0 {
		d.fail(rows.at, "rows takes a list of maps, each with what differs from the case")
		return nil
	}
	if golden := item.get("golden"); golden != nil {
		d.fail(golden.at, "golden belongs to a row: all rows would share one file")
	}
	base := item.without("rows")
	var list []*value
	for i, row := range rows.items {
		if row.shape != mapping {
			d.fail(row.at, "a row is a map, not %s", row.shape)
			continue
		}
		for _, key := range []string{"rows", "use"} {
			if row.get(key) != nil {
				d.fail(row.at, "a row takes no %s", key)
			}
		}
		one := overlay(row, base)
		one.at = row.at
		list = append(list, named(one, rowName(item, row, i)))
	}
	return list
}

// rowName is the case's name with the row's own, or with its number.
func rowName(item, row *value, i int) string {
	var parts []string
	if name := item.get("name"); name != nil {
		parts = append(parts, name.text)
	}
	if name := row.get("name"); name != nil {
		parts = append(parts, name.text)
	} else {
		parts = append(parts, strconv.Itoa(i+1))
	}
	return strings.Join(parts, "/")
}

// named gives a case its name.
func named(v *value, name string) *value {
	out := v.without("name")
	out.entries = append([]entry{{"name", v.at, &value{at: v.at, shape: text, text: name}}}, out.entries...)
	return out
}
