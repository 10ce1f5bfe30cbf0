package guard

import "slices"

// leftOver reports whether the claim's words say that it is what is left or still open, s is what there was at first, what is not there yet or what
// was used, and its record holds an amount whose key says that it is left: "you have €60 left" of {"initial": 60, "balance": 42.15}.
func (m *matcher) leftOver(c *Claim, s *Source) bool {
	if s.Origin != Field || s.group == nil || c.Place != "reply" || leftKey(s.Path) || c.terms&(termEach|measures) != 0 || m.reply.ofWhole(c) || !m.reply.saysLeft(c) {
		return false
	}
	var said wordIDs
	m.reply.idsBefore(c, &said, true)
	m.reply.idsBehind(c, &said)
	own := wordIDs{}
	if own.addText(keyOf(s.Path)); said.meets(&own, &wordIDs{}) {
		return false
	}
	for _, o := range m.index.sources {
		if o.Kind == Money && o.Origin == Field && !o.Amount.Equal(s.Amount) && (o.Tool != s.Tool || o.Server != s.Server || near(o.group, s.group)) && leftKey(o.Path) && !m.saidBeside(c, o) {
			return true
		}
	}
	return false
}

// leftKey reports whether the keys of a path say that the amount under it is what is left, or still to be paid.
func leftKey(path string) bool {
	if begun(path) {
		return false
	}
	words, n := fieldWords(keyOf(path))
	return slices.ContainsFunc(words[:n], func(w string) bool {
		switch w {
		case "balance", "saldo", "guthaben", "restguthaben", "remaining", "left", "available", "rest", "restant", "outstanding", "open", "offen", "due", "solde", "tegoed", "restante", "residuo", "disponible", "kvar", "spendable":
			return true
		}
		return false
	})
}

// saysLeft reports whether the words around a claim, up to the next figure, say that it is left, or still open.
func (r *Reply) saysLeft(c *Claim) bool {
	s := r.sentences[r.sentenceOf(int(c.first))]
	still, rest := false, false
	look := func(j int) bool {
		t := &r.tokens[j]
		if r.inMoney(j) || t.is(';') || t.is('(') {
			return false
		}
		still = still || slices.Contains(stillWords, t.hash)
		rest = rest || t.sounds(toneRest|toneHolder) || slices.Contains(openedWords, t.hash)
		return true
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), 10) && look(j); j-- {
	}
	for j := int(c.next); j < min(s.next, int(c.next)+6) && look(j); j++ {
	}
	return rest && still
}

var (
	stillWords = hashWords("still", "left", "remaining", "noch", "übrig", "encore", "reste", "restent", "quedan", "queda", "aún", "todavía", "ancora", "rimangono", "restano", "resta", "nog", "ainda", "restam", "kvar", "fortfarande")
	// openedWords say that something is left, or to be paid.
	openedWords = hashWords("left", "remaining", "open", "outstanding", "balance", "credit", "offen", "ausstehend", "guthaben", "übrig", "avoir", "solde", "saldo", "credito", "crédito", "tegoed", "openstaand", "open", "quedan", "queda", "reste", "restent", "kvar", "tillgodo")
)
