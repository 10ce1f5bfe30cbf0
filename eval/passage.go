package eval

// Passage is the text of one struct literal of a file, with its place: what of a file stays as it was is not parsed again.
type Passage struct {
	file     *File
	from, to int32 // in runes
}

// Pos returns the place of the literal's first rune.
func (p Passage) Pos() Pos { return p.file.pos(p.from) }

// Text returns the literal as written.
func (p Passage) Text() string { return p.file.slice(p.from, p.to) }

// From returns how many runes stand before the literal.
func (p Passage) From() int { return int(p.from) }

// Parse returns what the literal parses to, by itself. ok is false where it may not parse, for whatever reason: [Parse] says so of the
// whole file.
func (p Passage) Parse() (n Node, ok bool) {
	t := partOf(p.file, p.from, p.to)
	if t.build(passageParser()) != nil {
		return Node{}, false
	}
	return t.root(), true
}

// maxPassages is the number of tokens up to which a file surely has less terms than it may have.
const maxPassages = maxNodes / 16

// Passages reads a policy file as far as its tokens: a list of struct literals, or one. It returns nil for any other text, and wherever
// something is wrong with it: only [Parse] says what. The file is one that parses if its passages do.
func Passages(name string, src []byte) (*File, []Passage) {
	f, problems := readText(name, src)
	if problems != nil {
		return nil, nil
	}
	t := newTree(f)
	if t.tokens = scan(t.runes); len(t.tokens) > maxPassages || t.checkText() != nil || t.checkTokens() != nil {
		return nil, nil
	}
	return f, t.passages()
}

// Passages returns the struct literals of a file's list, or the one that it is, without parsing it.
func (f *File) Passages() []Passage {
	t := newTree(f)
	t.tokenize()
	return t.passages()
}

func (t *tree) passages() []Passage {
	at, end := t.next(-1), len(t.tokens)
	list := t.tokens[at].kind == tokenOpen
	if list {
		if t.runes[t.tokens[at].from] != '[' || t.next(int(t.tokens[at].pair)) >= 0 {
			return nil
		}
		at, end = t.next(at), int(t.tokens[at].pair)
	}
	var found []Passage
	for at >= 0 && at < end {
		p, after := t.passage(at)
		if after == at || after >= 0 && after < end && (!list || t.tokens[after].kind != tokenComma) {
			return nil
		}
		found = append(found, p)
		if after >= 0 && after < end {
			after = t.next(after)
		}
		at = after
	}
	return found
}

// passage returns the struct literal that begins with a token, and the token after it; the same token if none begins there.
func (t *tree) passage(at int) (p Passage, after int) {
	open := t.next(at)
	if t.tokens[at].kind != tokenIdent || open < 0 || t.tokens[open].kind != tokenOpen || t.runes[t.tokens[open].from] != '{' {
		return Passage{}, at
	}
	last := int(t.tokens[open].pair)
	return Passage{t.file, t.tokens[at].from, t.tokens[last].to}, t.next(last)
}

// Moved returns the same expression where it stands in another file, or elsewhere in its own: by so many runes further on. It shares what
// it was compiled to. One that reads vars can't be moved so.
func (x *Expr) Moved(to *File, by int) *Expr {
	moved := &Expr{env: x.env, file: to, from: x.from + int32(by), to: x.to + int32(by), hook: x.hook, want: x.want, vars: x.vars, code: x.code}
	for _, part := range x.parts {
		moved.parts = append(moved.parts, part.Moved(to, by))
	}
	return moved
}
