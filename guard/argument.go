package guard

import "strings"

// FindArguments fills r.Claims with the claims in the arguments of a write, a JSON object: each figure, date or id that
// is an argument of its own. A claim's Place is the path of its argument, "args.amount"; its spans are empty, its sentence is its
// text. Texts among the arguments are read as replies are, in the language of r; their claims come with [Evidence.Match], and have the
// place of their text. A discount, a tax or a shipping of zero is no claim.
//
// Of the settings of the tool, MinorUnits, Currency and Entity hold for its arguments too. FindArguments reports false if the
// arguments hold too much to look at, or are no JSON; then they must not pass.
func (Finder) FindArguments(r *Reply, args []byte, s Settings) bool {
	r.reset()
	r.skips, r.tokens, r.sentences, r.texts = nil, nil, nil, nil
	s = Settings{MinorUnits: s.MinorUnits, Currency: s.Currency, Entity: s.Entity}
	b := newBuilder(newReturned(&Result{Server: "args", JSON: args, Settings: s}, nil), r.Now, r.zone())
	defer b.release()
	b.argued = true
	if len(args) > 0 && (b.build() != nil || b.malformed) {
		return false
	}
	for _, s := range b.sources {
		if !s.nothing() {
			r.argue(s)
		}
	}
	n := len(r.Claims)
	for _, t := range b.texts {
		text := t.reply(r)
		if len(text.Claims) == 0 {
			continue
		}
		r.texts = append(r.texts, text)
		if n += len(text.Claims); text.tooMany {
			return false
		}
	}
	return n <= maxClaims
}

// argue adds the claim that an argument makes.
func (r *Reply) argue(s *Source) {
	if last := len(r.Claims) - 1; last >= 0 && r.Claims[last].reads(s) {
		c := &r.Claims[last]
		c.Readings = append(c.Readings, s.reading())
		return
	}
	c := r.claim()
	c.Kind, c.Text, c.Place, c.Role, c.Entity, c.Asserted = s.Kind, s.Raw, "args."+s.Path, s.Role, s.Entity, true
	c.Readings = []Reading{s.reading()}
	c.reply, c.within = nil, s.group
	if c.Role == RoleCost {
		c.Role = 0 // what the customer is charged, whatever the tool calls it
	}
	switch {
	case s.Currency != "":
		c.Currencies = []string{s.Currency}
	default:
		c.Currencies = s.more().currencies
	}
}

// nothing reports whether s is a zero that is taken off or put on top: nobody need have said so.
func (s *Source) nothing() bool {
	return s.Kind == Money && s.Amount.IsZero() && (s.Role == RoleDiscount || s.Role == RoleTax || s.Role == RoleShipping)
}

// reads reports whether s is another meaning of the same argument.
func (c *Claim) reads(s *Source) bool {
	return s.meaning > 0 && c.Place == "args."+s.Path && c.Kind == s.Kind && c.Text == s.Raw && len(c.Readings) < 3
}

func (s *Source) reading() Reading {
	v := Reading{Amount: s.Amount, Low: s.Amount, High: s.Amount, Day: s.Day, LastDay: s.Day}
	switch s.Kind {
	case ID, URL, Phone, Email, Done:
		v.ID = s.ID
	default:
	}
	return v
}

// argumentText is a text among the arguments of a write.
type argumentText struct{ path, text string }

// reply examines the text, as one of the arguments that of is about.
func (t *argumentText) reply(of *Reply) *Reply {
	r := &Reply{
		Text: t.text, Place: "args." + t.path, Now: of.Now, Zone: of.Zone, Language: of.Language, Said: of.Said,
	}
	r.examine(false)
	return r
}

// setApart keeps the text of leaf i for an examination of its own.
func (b *builder) setApart(i int32, text string) {
	b.texts = append(b.texts, argumentText{string(b.walker.pathOf(&b.walker.leaves[i])), strings.Clone(text)})
}
