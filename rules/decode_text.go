package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lacuna-go/lacuna/eval"
)

// MaxText is how many characters a fixed text may have.
const MaxText = 2000

// text decodes a literal text: one for every language, or one each.
func (d *decoder) text(row *field, n eval.Node) (Text, bool) {
	values, ok := inLanguages(d, row, n, func(n eval.Node) (string, bool) {
		s, ok := n.Str()
		switch {
		case !ok && computed(n):
			d.fail(n.Pos(), "%s must be literal: what goes out can be audited without running anything%s", row.name, quoted(row, n))
		case !ok:
			d.mismatch(row, n)
		case strings.TrimSpace(s) == "":
			d.fail(n.Pos(), "%s is empty", row.name)
			ok = false
		case utf8.RuneCountInString(s) > MaxText:
			d.fail(n.Pos(), "%s holds %d characters, more than the %d of a notice that people read", row.name, utf8.RuneCountInString(s), MaxText)
			ok = false
		}
		return s, ok
	})
	return Text{values}, ok
}

// disclosure decodes a string expression for every language, or one each.
func (d *decoder) disclosure(row *field, n eval.Node) (Disclosure, bool) {
	values, ok := inLanguages(d, row, n, func(n eval.Node) (*eval.Expr, bool) {
		if s, is := n.Str(); is && strings.TrimSpace(s) == "" {
			d.fail(n.Pos(), "%s is empty: leave it out to say nothing", row.name)
			return nil, false
		}
		return d.expr(row.part(row.name, kExpr), n)
	})
	return Disclosure{values}, ok
}

// inLanguages decodes one value, or a map of one value a language. A map holds every declared language and
// no other.
func inLanguages[T any](d *decoder, row *field, n eval.Node, one func(eval.Node) (T, bool)) (p perLanguage[T], ok bool) {
	if n.Shape() != eval.Map {
		v, ok := one(n)
		return perLanguage[T]{langs: []string{""}, values: []T{v}}, ok
	}
	pairs, ok := d.pairs(row, n)
	byLang := map[string]T{}
	for _, e := range pairs {
		v, fine := one(e.value)
		byLang[e.key] = v
		if d.langs != nil && !slices.Contains(d.langs, e.key) {
			d.fail(e.pos, "%s is written in %q, which Turn.languages does not declare%s", row.name, e.key, suggest(e.key, d.langs))
			fine = false
		}
		ok = ok && fine
	}
	for _, lang := range d.langs {
		v, has := byLang[lang]
		if !has && ok {
			d.fail(n.Pos(), "%s has no text in %q, which Turn.languages declares", row.name, lang)
			return p, false
		}
		p.langs, p.values = append(p.langs, lang), append(p.values, v)
	}
	return p, ok
}
