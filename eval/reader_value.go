package eval

// expression reads operands and what joins them. what names what it is the value of, for messages.
func (r *reader) expression(what string) bool {
	start, length, middle := r.at, 0, -1
	for {
		if !r.operand(what) {
			return false
		}
		switch {
		case r.kind() == tokenBinary || r.kind() == tokenMinus:
			length++
		case r.kind() == tokenQuestion && middle >= 0:
			return r.fail(r.at, "a condition inside a condition needs parentheses: a ? (b ? c : d) : e")
		case r.kind() == tokenQuestion && !r.oddQuestion():
			middle = r.at
			length++
		case r.kind() == tokenColon && middle >= 0:
			middle = -1
		case r.failed:
			return false
		default:
			if middle >= 0 && !r.oddity() {
				return r.fail(middle, "this ? has no : after it: write condition ? value : other value")
			}
			r.measure(start, length)
			return !r.failed
		}
		what = r.text(r.at)
		r.next()
	}
}

func (r *reader) measure(start, length int) {
	if length > r.longest && start < len(r.file.tokens) {
		r.longest, r.deepest = length, r.file.tokens[start].from
	}
}

// operand reads signs, a value, and the selections, calls and indexes behind it.
func (r *reader) operand(what string) bool {
	if !r.prefix() {
		return false
	}
	start, length := r.at, 0
	named := false // so far, the name of a struct
	switch k := r.kind(); {
	case k == tokenIdent || k == tokenDot:
		if !r.name() {
			return false
		}
		named = true
		if r.is("(") {
			named = false
			if !r.arguments() {
				return false
			}
		}
	case k.isLiteral():
		r.next()
	case r.is("("):
		if !r.group() {
			return false
		}
	case r.is("["):
		if !r.list() {
			return false
		}
	case r.is("{"):
		if !r.entries() {
			return false
		}
	case k == tokenQuoted:
		return r.fail(r.at, "a name in back quotes only follows a dot or names a field")
	default:
		return r.missingValue(what)
	}
	for {
		switch {
		case r.kind() == tokenDot:
			quoted, ok := r.selection()
			if !ok {
				return false
			}
			named = named && !quoted
			if r.is("(") {
				named = false
				if !r.arguments() {
					return false
				}
			}
		case r.is("["):
			named = false
			if !r.index() {
				return false
			}
		case r.is("{") && named:
			named = false
			if !r.fields(r.file.word(r.file.prev(r.at))) {
				return false
			}
		default:
			r.measure(start, length)
			return true
		}
		length++
	}
}

func (k tokenKind) isLiteral() bool { return token{kind: k}.literal() }

// prefix reads signs: several of one kind, or ! before a negative number.
func (r *reader) prefix() bool {
	first := r.at
	for r.kind() == tokenNot || r.kind() == tokenMinus {
		if r.kind() != r.file.tokens[first].kind {
			number := r.file.next(r.at)
			if r.kind() == tokenNot || number < 0 || r.file.tokens[number].kind != tokenInt && r.file.tokens[number].kind != tokenDouble {
				return r.fail(r.at, "%s can't follow %s: put parentheses around what it applies to", r.text(r.at), r.text(first))
			}
		}
		r.next()
	}
	return true
}

// name reads a plain name, with a leading dot or without.
func (r *reader) name() bool {
	if r.kind() == tokenDot {
		r.next()
		if r.kind() != tokenIdent {
			return r.fail(r.at, "a name is missing after the dot")
		}
	}
	at := r.at
	word := r.file.word(at)
	r.next()
	if !reserved(word) || r.structAhead() {
		return true
	}
	switch word {
	case "if", "else":
		return r.fail(at, "there is no %s: write condition ? value : other value", word)
	case "for", "while", "loop":
		return r.fail(at, "there is no %s: write list.exists(x, ...), all, filter or map", word)
	case "var", "let", "const":
		return r.fail(at, "there is no %s: a policy names values in vars: {...}", word)
	case "function", "return", "import":
		return r.fail(at, "there is no %s: a file holds one value", word)
	}
	return r.fail(at, "%s is a reserved word: choose another name", word)
}

// structAhead reports whether the name just read is the beginning of a struct's.
func (r *reader) structAhead() bool {
	i := r.at
	for i >= 0 && i < len(r.file.tokens) && r.file.tokens[i].kind == tokenDot {
		if i = r.file.next(i); i < 0 || r.file.tokens[i].kind != tokenIdent {
			return false
		}
		i = r.file.next(i)
	}
	return i >= 0 && i < len(r.file.tokens) && r.file.word(i) == "{"
}

// selection reads .name or .?name.
func (r *reader) selection() (quoted, ok bool) {
	dot := r.at
	r.next()
	optional := r.kind() == tokenQuestion
	if optional {
		r.next()
	}
	switch r.kind() {
	case tokenIdent:
		r.next()
		if optional && r.is("(") {
			return false, r.fail(r.at, "a call can't follow .?: read a field with it, as in call.args.?sku")
		}
		return false, true
	case tokenQuoted:
		r.next()
		if r.is("(") {
			return true, r.fail(r.at, "a function's name is written without back quotes")
		}
		return true, true
	case tokenKeyword, tokenBinary:
		if word := r.file.word(r.at); isLetter([]rune(word)[0]) {
			return false, r.fail(r.at, "%s can't follow a dot: write [%q]", word, word)
		}
	case tokenInt, tokenDouble:
		return false, r.fail(r.at, "a number can't follow a dot: write [%s]", r.text(r.at))
	default:
	}
	if r.end() {
		return false, r.fail(dot, "a name is missing after this dot")
	}
	return false, r.fail(r.at, "a name is missing after the dot, before %s", r.text(r.at))
}
