package rules

import (
	"iter"

	"github.com/lacuna-go/lacuna/eval"
)

// Text is a fixed text: one string for every language, or one a language. The zero Text is not given.
type Text struct{ perLanguage[string] }

// NewText returns a text that serves every language.
func NewText(s string) Text {
	return Text{perLanguage[string]{langs: []string{""}, values: []string{s}}}
}

// Disclosure is what must be said when a step is taken. The zero Disclosure says nothing, and In returns nil.
type Disclosure struct{ perLanguage[*eval.Expr] }

// perLanguage holds values by language, those of the first declared language first; the language "" serves all.
type perLanguage[T any] struct {
	langs  []string
	values []T
}

// Given reports whether the field was set.
func (p perLanguage[T]) Given() bool { return len(p.langs) > 0 }

// In returns the value for a language. An unset or undeclared language is the first declared one.
func (p perLanguage[T]) In(lang string) T {
	for i, l := range p.langs {
		if l == lang {
			return p.values[i]
		}
	}
	if len(p.values) > 0 {
		return p.values[0]
	}
	var none T
	return none
}

// All returns each language with its value, the first declared one first; the language is "" where one value
// serves all.
func (p perLanguage[T]) All() iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		for i, l := range p.langs {
			if !yield(l, p.values[i]) {
				return
			}
		}
	}
}
