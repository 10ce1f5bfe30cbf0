package guard

// hear counts the words among the latest tokens that tell the text's tongue. Where they tell another one than the text
// is read with, what has not been passed is read again.
func (g *Gate) hear(limit int) bool {
	s := &g.scan
	changed := false
	for i := g.seen; i < limit; i++ {
		t := &s.out[i]
		if t.kind != tokenWord || int(t.start) < g.told {
			continue
		}
		g.told = int(t.end)
		e := t.word
		if s.lex.tongue != 0 {
			e = words().find(t.hash)
		}
		if e != nil && e.tongues != 0 {
			g.tells.tells(e)
			changed = true
		}
	}
	if !changed {
		return false
	}
	t := g.tells.spoken()
	if t == 0 || t == s.lex.tongue || g.clear >= len(s.out) {
		return false
	}
	from := &s.out[g.clear]
	s.lex, s.pos, s.gap = wordsOf(t), int(from.start), from.gap
	s.out, s.spelt, g.edge = s.out[:g.clear], -1, 0
	g.seen, g.quiet = g.clear, g.clear
	return true
}
