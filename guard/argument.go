package guard

// FindArguments fills r.Claims with the claims in the arguments of a write, a JSON object: each figure, date or id that
// stands in a field of its own, and those in free text, as in a reply. A claim's Place is the path of its argument,
// "args.amount"; its spans are empty. It reports false if the arguments hold too much to look at, or are no JSON; then
// they must not pass.
func (Finder) FindArguments(r *Reply, args []byte) bool {
	r.reset()
	r.skips, r.tokens, r.sentences = nil, nil, nil
	b := newBuilder(newReturned(&Result{Server: "args", JSON: args}), r.Now, r.zone())
	defer b.release()
	if len(args) > 0 && (b.build() != nil || b.malformed) {
		return false
	}
	for _, s := range b.sources {
		if last := len(r.Claims) - 1; last >= 0 && r.Claims[last].reads(s) {
			c := &r.Claims[last]
			c.Readings = append(c.Readings, s.reading())
			continue
		}
		c := r.claim()
		c.Kind, c.Text, c.Place, c.Role, c.Entity, c.Asserted = s.Kind, s.Raw, "args."+s.Path, s.Role, s.Entity, true
		c.Readings = []Reading{s.reading()}
		c.reply = nil
		switch {
		case s.Currency != "":
			c.Currencies = []string{s.Currency}
		default:
			c.Currencies = s.currencies
		}
	}
	return len(r.Claims) <= maxClaims
}

// reads reports whether s is another meaning of the same argument.
func (c *Claim) reads(s *Source) bool {
	return s.meaning > 0 && c.Place == "args."+s.Path && c.Kind == s.Kind && c.Text == s.Raw && len(c.Readings) < 3
}

func (s *Source) reading() Reading {
	return Reading{Amount: s.Amount, Low: s.Amount, High: s.Amount, Day: s.Day, LastDay: s.Day, ID: s.ID}
}
