package guard

// check is one reason why a source of a claim's value is not what the claim is of.
type check struct {
	name string // as [Claim.Check] gives it
	// amounts: it is asked only of an amount in a text, and one that a tool returned. An argument has no words.
	amounts bool
	misses  func(m *matcher, c *Claim, s *Source) bool
}

// checks are asked in this order of every source that has the claim's value; the first one that misses refuses it.
var checks = [...]check{
	{"role", false, (*matcher).otherRole},
	{"record", false, (*matcher).recordBeside},
	{"opening", false, (*matcher).onlyOpen},
	{"unnamed", true, (*matcher).unspoken},
	{"part_of_total", true, (*matcher).partOfTotal},
	{"items_for_order", true, (*matcher).itemsForOrder},
	{"reach_for_shipping", true, (*matcher).reachForShipping},
	{"net_for_gross", true, (*matcher).netForGross},
	{"beside_named", true, (*matcher).besideNamed},
	{"pack_for_one", true, (*matcher).packForOne},
	{"line_for_one", true, (*matcher).lineForOne},
	{"open_for_all", true, (*matcher).openForAll},
	{"end_for_one", true, (*matcher).endForOne},
	{"shipping_for_one", true, (*matcher).shippingForOne},
	{"otherwise_called", true, (*matcher).otherwiseCalled},
	{"foreign", true, (*matcher).foreign},
	{"other_field", true, (*matcher).otherField},
	{"one_for_many", true, (*matcher).oneForMany},
	{"part_for_whole", true, (*matcher).partForWhole},
	{"whole_for_part", true, (*matcher).wholeForPart},
	{"beyond", true, (*matcher).beyond},
	{"former", true, (*matcher).former},
	{"at_first", true, (*matcher).atFirst},
	{"misplanned", true, (*matcher).misplanned},
	{"presently", true, (*matcher).presently},
	{"other_record", true, (*matcher).otherRecord},
	{"not_in_stock", false, (*matcher).notInStock},
	{"inner", false, (*matcher).inner},
	{"miscounts", false, (*matcher).miscounts},
	{"before_end", false, (*matcher).beforeEnd},
	{"other_key", false, (*matcher).otherKey},
}

// The checks that need all sources of a claim, and those of its neighbours, come after.
const (
	checkFree     = "free"
	checkApart    = "apart"
	checkTwice    = "twice"
	checkAccord   = "accord"
	checkLabelled = "labelled"
)

// misfit returns the name of the check by which s, whose value the claim has, is not what the claim's words speak of, or "".
func (m *matcher) misfit(c *Claim, s *Source) string {
	amounts := c.Kind == Money && s.Kind == Money && s.Origin != Known && s.Origin != User && m.reply.tokens != nil
	for i := range checks {
		if k := &checks[i]; (amounts || !k.amounts) && k.misses(m, c, s) {
			return k.name
		}
	}
	return ""
}

// refuse takes the sources of a claim away, by the check of that name.
func (m *matcher) refuse(c *Claim, name string) {
	c.Sources, c.Derived, c.Reason, c.Check, c.Nearest = nil, false, Misattributed, name, c.Sources[0]
}

// otherRole reports whether the claim's words give its figure another role than s has.
func (m *matcher) otherRole(c *Claim, s *Source) bool {
	return s.Origin != Known && !(c.Kind == Money && c.Role == RoleStock) && c.plays(s) && !m.onlyWas(c, s) && !m.owns(c, s) && !m.delivers(c, s) && !m.callsIt(c, s)
}

// callsIt reports whether the words before the claim in its clause are those of the source's own key, a key that means no more than an amount for
// something: "your limit is £500" of {"arrangedLimit": 500}.
func (m *matcher) callsIt(c *Claim, s *Source) bool {
	if s.Role != RoleOther || s.ids == nil || m.reply.tokens == nil {
		return false
	}
	var said wordIDs
	m.reply.idsBefore(c, &said, true)
	return said.meets(s.ids, &wordIDs{})
}

// recordBeside reports whether the names around the claim are those of another record than s is of.
func (m *matcher) recordBeside(_ *Claim, s *Source) bool {
	return s.Origin != Known && s.contradicts(m.around)
}

// onlyOpen reports whether s says on which weekdays a shop is open, and the claim is of something else: a shop that is open delivers nothing.
func (m *matcher) onlyOpen(c *Claim, s *Source) bool {
	return s.opened && (c.About == AboutDelivery && !s.priceOf(RoleShipping) || m.reply.befallsClosed(c))
}
