package guard

import "strings"

// maxKeys bounds how many keys are remembered from one result to the next.
const maxKeys = 512

// key is what the key of a field says about its value; it is read once.
type key struct {
	name    string
	field   field
	rank    int8   // how well its value names what its record describes
	seconds int64  // of the unit of time that it names
	code    string // of the currency that it ends in

	describes bool  // its value says how the amounts beside it are billed, or what they are for
	free      bool  // people write what they like under it
	mere      bool  // it tells nothing, or is a name
	bare      bool  // it is a unit of time and nothing else: an amount under it is for that time
	status    bool  // its value says what has become of its record
	action    uint8 // that it dates or affirms, as "shipped_on"
	terms     term  // it says of the amounts beside it
	next      *key  // the key that came after it the last time
}

// keyTable remembers keys. Records of one sort have the same keys in the same order, so that each key is looked for
// after the one before.
type keyTable struct {
	keys map[string]*key
	last *key
}

// at returns what a key says.
func (t *keyTable) at(name string) *key {
	if t.last != nil && t.last.next != nil && t.last.next.name == name {
		t.last = t.last.next
		return t.last
	}
	k := t.keys[name]
	if k == nil {
		if t.keys == nil || len(t.keys) >= maxKeys {
			t.keys = make(map[string]*key, 16)
		}
		k = newKey(strings.Clone(name))
		t.keys[k.name] = k
	}
	if t.last != nil {
		t.last.next = k
	}
	t.last = k
	return k
}

// newKey reads a key.
func newKey(name string) *key {
	k := &key{name: name, field: readKey(name), rank: int8(labelRank(name)), seconds: unitOfKey(name)}
	k.terms = termsOf(name) & termPlan
	k.status, k.action = statusKey(name), actionOfKey(name)
	if k.seconds >= unitSeconds(unitMonth) {
		k.terms |= termPlan // what runs for months is paid by the month
	}
	k.describes, k.free = describes(name), freeText(name)
	k.mere = name != "" && k.field == (field{}) && k.rank == 0 && k.seconds == 0 && !k.free
	words, n := fieldWords(name)
	k.bare = n > 0 && (n == 1 || k.field.sort == fieldUnknown) && singleUnit(name)
	if n > 0 && len(words[n-1]) == 3 {
		if c := strings.ToUpper(words[n-1]); KnownCurrency(c) && (lowerCode(c) || strings.HasSuffix(name, c)) {
			k.code = c
		}
	}
	return k
}
