package guard

import "strings"

// keyPath is the keys on the way to a value. The values of a list's records that stand under one key share it, so that what their
// keys make of them is found out once.
type keyPath struct {
	up   *keyPath // of the record or list around; nil at the root
	key  *key
	list bool     // up is a list, whose own key this is
	each *keyPath // of its elements, where it is a list
	next *keyPath // the member that came after it the last time, where its key can be told by its bytes

	text    string   // as it is written, with 0 for every place in a list
	tells   *told    // what the text tells, or nil where it is longer than maxTold
	words   wordSet  // what the keys say
	values  [2]field // what they make of a value, and of one that is a JSON number
	gauge   gauge    // what they say a figure counts or measures
	seconds int64    // of the unit of time that they name
	reports bool     // a value says more than a figure or a text does
}

// newKeyPath returns the path below up; list is whether that is of a list.
func newKeyPath(up *keyPath, k *key, list bool) *keyPath {
	p := &keyPath{up: up, key: k, list: list, words: k.words, seconds: k.seconds}
	if up != nil {
		p.words |= up.words
	}
	p.write()
	p.values[0], p.values[1] = p.meaning(false), p.meaning(true)
	p.gauge = p.counts()
	if k.bare && k.seconds != 0 && up != nil && !list && !up.list && up.key.prices() && p.values[1].sort == fieldMoney {
		p.seconds = 0 // what a month costs
	}
	p.reports = k.reports || up != nil && (up.key.weekday != 0 || up.key.ahead != 0 || up.key.weekdays != 0 || up.key.open || up.key.action != 0 && !list && (k.name == "amount" || k.name == "value"))
	if p.seconds == 0 && up != nil && !list && k.end {
		p.seconds = up.key.seconds
	}
	return p
}

// write writes the path, and reads it, unless it is long.
func (p *keyPath) write() {
	switch {
	case p.up == nil:
	case p.up.tells == nil:
		return // that is long
	case p.list:
		p.text = p.up.text + "[0]"
	case p.up.text == "":
		p.text = p.key.name
	default:
		p.text = p.up.text + p.key.dotted
	}
	if len(p.text) <= maxTold {
		t := tell(p.text)
		p.tells = &t
	}
}

// inside returns the path of the elements of a list.
func (p *keyPath) inside() *keyPath {
	if p.each == nil {
		p.each = newKeyPath(p, p.key, true)
	}
	return p.each
}

// meaning returns what the keys make of a value, of a JSON number or another.
func (p *keyPath) meaning(number bool) field {
	k := p.key
	f := k.field
	if up := p.up; up != nil && up.list && k.name == "unit" && up.key.field.sort == fieldMoney {
		f = up.key.field // {"prices": [{"qty": 10, "unit": "12.50"}]}
	}
	if up := p.up; up != nil && !p.list && up.key.name == "unit" && f.role == RoleTotal && (k.name == "gross" || k.name == "net") {
		f.role = RolePrice // {"unit": {"net": 39.08, "gross": 46.50}}
	}
	depth, from := 0, 0 // how far up the role comes from
	for at := p; at.up != nil && depth < 3; at = at.up {
		up := at.up.key
		if at.list || up.name == "" {
			continue
		}
		depth++
		if f.under(&up.field, k.name, up.name, depth-from == 1) {
			from = depth
		}
		f.minor = f.minor || up.field.minor && (k.name == "amount" || k.name == "value" && number)
	}
	if up := p.up; up != nil && !p.list && !up.list && up.key.prices() && p.key.variant() {
		f.sort, f.minor, f.whole = fieldMoney, f.minor || up.key.field.minor, f.whole || up.key.field.whole // {"unit_amount": {"month": 2690}}
		if f.role == 0 {
			f.role = up.key.field.role
		}
	}
	if up := p.up; up != nil && !p.list && up.key.coins && k.name == "amount" && number {
		f.minor, f.whole = true, true
	}
	if up := p.up; up != nil && !p.list && up.key.measure && k.name == "value" {
		f = field{sort: fieldCount}
	}
	if f.sort == fieldMoney && (f.role == RoleTax || f.role == RoleDiscount) && k.ratio {
		f.sort, f.share = fieldPercent, true // {"vat": {"rate": 5, "amount": 4.49}}
	}
	return f
}

// variant reports whether a key below one of an amount only says which one it is: of a month, of a size, of what has no other meaning.
func (k *key) variant() bool {
	return k.bare && k.seconds != 0 || k.periodic || k.mere || sizeLetter(k.name)
}

// counts returns what the keys say a figure counts or measures: its own, or that of the record that holds nothing else.
func (p *keyPath) counts() gauge {
	if p.key.gauge != 0 || p.key.rank > 0 {
		return p.key.gauge
	}
	for at, depth := p, 0; at.up != nil && depth < 2; at, depth = at.up, depth+1 {
		if at.list && depth > 0 || at.up.list && !at.list {
			return 0 // a list of records, not of figures
		}
		if g := at.up.key.gauge; g != 0 {
			if g == gaugeSize {
				return 0 // {"sizes": {"42": 5}}
			}
			return g
		}
	}
	return 0
}

// maxKeys bounds how many keys are remembered from one result to the next.
const maxKeys = 512

// keyTable remembers keys, and the paths to them.
type keyTable struct {
	keys  map[string]*key
	paths map[keyPathID]*keyPath
	root  *keyPath
	long  bool // a key is too long to be remembered
}

// keyPathID tells the paths of members apart.
type keyPathID struct {
	up  *keyPath
	key *key
}

// maxKey is the length of a key, in bytes, from which it is no name that people gave a field: it tells nothing.
const maxKey = 256

// keyNamed reads a key that is not known yet.
func keyNamed(name string) *key {
	if len(name) > maxKey {
		return &key{name: name, dotted: "." + name}
	}
	return newKey(name)
}

// begin returns the path of a document.
func (t *keyTable) begin() *keyPath {
	if t.root == nil {
		t.keys, t.paths = make(map[string]*key, 16), make(map[keyPathID]*keyPath, 16)
		t.root = newKeyPath(nil, newKey(""), false)
	}
	return t.root
}

// bound forgets all keys if they are many, or long.
func (t *keyTable) bound() {
	if len(t.paths) > maxKeys || t.long {
		*t = keyTable{}
	}
}

// at returns the path of a member.
func (t *keyTable) at(up *keyPath, name string) *keyPath {
	k := t.keys[name]
	if k == nil {
		k = keyNamed(strings.Clone(name))
		t.keys[k.name] = k
		t.long = t.long || len(name) > maxKey
	}
	id := keyPathID{up, k}
	p := t.paths[id]
	if p == nil {
		p = newKeyPath(up, k, false)
		t.paths[id] = p
	}
	return p
}
