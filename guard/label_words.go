package guard

// anyLine is a key under which labels are filed where one of them is known by other words.
const anyLine = 0

// lineKey returns the key under which a name of one word is filed by its line in the table of keys; no word has it as its own.
func lineKey(id wordID) uint64 { return uint64(id) << 1 }

// inOtherWords adds, for names that are one word of the table of keys, that word in any language: "Child" is called "Kinder". A
// line that names of several records stand in names none of them.
func (m *labelRoom) inOtherWords(list []*label) []*label {
	owner := map[wordID]*group{}
	for _, l := range list {
		if len(l.words) != 1 {
			continue
		}
		id := lineOf(l.words[0])
		if g, ok := owner[id]; !ok && len(l.groups) == 1 {
			owner[id] = l.groups[0]
		} else if ok && (len(l.groups) > 1 || g != l.groups[0]) || len(l.groups) > 1 {
			owner[id] = nil
		}
	}
	n := len(list)
	for _, l := range list[:n] {
		if len(l.words) != 1 {
			continue
		}
		if id := lineOf(l.words[0]); id != 0 && owner[id] == l.groups[0] && len(l.groups) == 1 {
			owner[id] = nil
			list = append(list, &label{keys: []uint64{lineKey(id)}, groups: l.groups}, &label{keys: []uint64{anyLine}, groups: l.groups})
		}
	}
	return list
}
