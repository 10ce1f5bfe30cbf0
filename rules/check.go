package rules

// checkSet holds the policies against each other. Files that could not be read make whole false: what they would
// have said may be all that is missing.
func (d *decoder) checkSet(s *Set, whole bool) {
	d.uniqueNames(s)
	if d.blurred {
		return
	}
	d.conflicts(s.Policies)
	if !whole {
		return
	}
	all := newSelection(s)
	byServer := map[string]*Policy{}
	for _, p := range s.Policies {
		if !p.WhenUnavailable.Set() && !p.Breaker.Set() { // what the others say of a tool can't be wrong beside others
			continue
		}
		d.targets(all, p)
		d.copies(all, p)
		d.probes(all, p)
		d.shared(all, p, byServer)
	}
}
