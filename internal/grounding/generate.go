package grounding

import (
	"math/rand"
	"time"
)

// scenes are the scenes by the names that templates file their sentences under.
var scenes = []struct {
	name string
	make func(*scene)
}{
	{"product", productScene},
	{"variants", variantScene},
	{"cart", cartScene},
	{"search", searchScene},
	{"shipping", shippingScene},
	{"window", windowScene},
	{"order", orderScene},
	{"plan", planScene},
	{"flight", flightScene},
	{"hotel", hotelScene},
	{"bank", bankScene},
	{"invoice", invoiceScene},
}

// Generator makes true replies. It is not safe for concurrent use.
type Generator struct {
	rnd       *rand.Rand
	locales   map[string]*Locale
	templates map[string]templates
	next      int
}

// NewGenerator returns a generator that draws from a seed.
func NewGenerator(seed int64) *Generator {
	g := &Generator{rnd: rand.New(rand.NewSource(seed)), locales: Locales(), templates: map[string]templates{}}
	for _, lang := range Languages() {
		g.templates[lang] = readTemplates(lang)
	}
	return g
}

// Next returns the next reply; languages and scenes take turns.
func (g *Generator) Next() *Text {
	langs := Languages()
	lang, kind := langs[g.next%len(langs)], scenes[g.next/len(langs)%len(scenes)]
	g.next++
	now := time.Date(2026, time.Month(1+g.rnd.Intn(12)), 1+g.rnd.Intn(28), 12, 0, 0, 0, time.UTC)
	s := &scene{
		rnd: g.rnd, now: now, lang: g.templates[lang], values: map[string]value{},
		style: newStyle(g.rnd, lang, g.locales[lang]),
	}
	kind.make(s)
	reply, marks := s.compose(kind.name)
	return &Text{Name: kind.name, Lang: lang, Now: now, Tools: s.tools, Reply: reply, Marks: marks}
}
