package guard

// FindArguments fills r.Claims with the claims in the arguments of a write, a JSON object: each figure, date or id that
// stands in a field of its own, and those in free text, as in a reply. A claim's Place is the path of its argument,
// "args.amount"; its spans are empty. It reports false if the arguments hold too much to look at; then they must not pass.
func (f *Finder) FindArguments(r *Reply, args []byte) bool {
	e := NewEvidence(r.Now, r.Zone)
	e.Add(Result{Server: "args", JSON: args})
	r.Claims = r.Claims[:0]
	for _, s := range e.Sources() {
		c := Claim{Kind: s.Kind, Text: s.Raw, Place: "args." + s.Path, Role: s.Role, Entity: s.Entity, Asserted: true}
		c.Readings = []Reading{{Amount: s.Amount, Low: s.Amount, High: s.Amount, Day: s.Day, LastDay: s.Day, ID: s.ID}}
		if s.Currency != "" {
			c.Currencies = []string{s.Currency}
		}
		r.Claims = append(r.Claims, c)
	}
	return !e.tooMuch
}
