package eval

import "strings"

// group reads an expression in parentheses.
func (r *reader) group() bool {
	closer := r.closer()
	r.next()
	if r.at == closer {
		return r.fail(r.at, "a value is missing in ()")
	}
	return r.expression("") && r.shut(closer, "in ()")
}

// index reads [value] behind a value.
func (r *reader) index() bool {
	closer := r.closer()
	r.next()
	if r.kind() == tokenQuestion {
		r.next()
	}
	if r.at == closer {
		return r.fail(r.at, "a key is missing in []")
	}
	return r.expression("") && r.shut(closer, "in []")
}

// shut reads the closing bracket of what holds one value.
func (r *reader) shut(closer int, where string) bool {
	switch {
	case r.at == closer:
		r.next()
		return true
	case r.oddity():
		return false
	case r.kind() == tokenColon:
		return r.strayColon(closer)
	case r.kind() == tokenComma:
		return r.fail(r.at, "only one value may stand %s", where)
	case r.begins():
		return r.fail(r.at, "an operator is missing between %s and %s", r.text(r.file.prev(r.at)), r.text(r.at))
	}
	return r.fail(r.at, "%s is not expected here", r.text(r.at))
}

// arguments reads those of a call.
func (r *reader) arguments() bool {
	closer := r.closer()
	return r.each(closer, func() bool { return r.expression("") }) && r.noTrailingComma(closer)
}

func (r *reader) noTrailingComma(closer int) bool {
	if comma := r.file.prev(closer); r.file.tokens[comma].kind == tokenComma {
		return r.fail(comma, "a call takes no comma after its last value")
	}
	return true
}

func (r *reader) list() bool {
	return r.each(r.closer(), func() bool {
		if r.kind() == tokenQuestion {
			r.next()
		}
		return r.expression("")
	})
}

// entries reads those of a map.
func (r *reader) entries() bool {
	return r.each(r.closer(), func() bool {
		if r.kind() == tokenQuestion {
			r.next()
		}
		key := r.at
		if !r.expression("") {
			return false
		}
		what := "key " + r.text(key)
		if !r.colon(what) {
			return false
		}
		return r.expression(what)
	})
}

// fields reads those of a struct.
func (r *reader) fields(name string) bool {
	return r.each(r.closer(), func() bool {
		if r.kind() == tokenQuestion {
			r.next()
		}
		field := r.at
		switch r.kind() {
		case tokenIdent, tokenQuoted:
		case tokenKeyword:
			return r.fail(field, "%s can't name a field", r.text(field))
		case tokenString:
			if colon := r.file.next(field); colon >= 0 && r.file.tokens[colon].kind == tokenColon {
				return r.fail(field, "the fields of %s{} are written without quotes", name)
			}
			return r.fail(field, "a field of %s{} is expected here, as name: value", name)
		default:
			if r.blockComment() {
				return false
			}
			if r.is("in") {
				return r.fail(field, "in can't name a field")
			}
			return r.fail(field, "a field of %s{} is expected here, as name: value, not %s", name, r.text(field))
		}
		r.next()
		if name := r.hyphened(field); name != "" {
			return r.fail(field, "%s can't name a field; did you mean %q?", name, strings.NewReplacer("-", "_", " ", "_").Replace(name))
		}
		if r.is("{") && isUpper(r.text(field)) {
			return r.fail(field, "a field of %s{} is expected here, as name: %s{...}", name, r.text(field))
		}
		return r.colon(r.text(field)) && r.expression(r.text(field)+":")
	})
}

// isUpper reports whether a name begins as those of structs do.
func isUpper(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }

// hyphened returns a name of several words, as in hide-after: or hide after:, that begins with the token at.
func (r *reader) hyphened(at int) string {
	end := r.at
	for i := at; i >= 0 && i < len(r.file.tokens); i = r.file.next(i) {
		switch kind := r.file.tokens[i].kind; {
		case kind == tokenColon && end > r.at:
			return r.file.slice(r.file.tokens[at].from, r.file.tokens[r.file.prev(i)].to)
		case kind != tokenMinus && kind != tokenIdent || r.file.pos(r.file.tokens[i].from).Line != r.file.pos(r.file.tokens[at].from).Line:
			return ""
		}
		end = r.file.next(i)
	}
	return ""
}

func (r *reader) colon(what string) bool {
	switch {
	case r.kind() == tokenColon:
		r.next()
		return true
	case r.kind() == tokenComma || r.kind() == tokenClose:
		return r.fail(r.at, "missing colon and value after %s", what)
	case r.oddity():
		return false
	}
	return r.fail(r.at, "missing colon after %s", what)
}

// each reads elements separated by commas up to the closing bracket.
func (r *reader) each(closer int, element func() bool) bool {
	for r.next(); r.at != closer; {
		if r.kind() == tokenComma {
			if next := r.file.next(r.at); next == closer && r.file.prev(r.at) >= 0 && r.file.tokens[r.file.prev(r.at)].kind == tokenOpen {
				return r.fail(r.at, "a comma without a value before it")
			}
			return r.fail(r.at, "one comma too many")
		}
		if !element() {
			return false
		}
		if r.at == closer {
			break
		}
		if r.kind() != tokenComma {
			return r.missingComma(closer)
		}
		r.next()
	}
	r.next()
	return true
}

// missingComma says why the current token can't follow an element.
func (r *reader) missingComma(closer int) bool {
	before := r.file.prev(r.at)
	switch {
	case r.oddity():
		return false
	case r.kind() == tokenColon:
		return r.strayColon(closer)
	case r.begins() || r.kind() == tokenNot:
		if r.inStruct(closer) && !r.fieldAhead() {
			return r.fail(r.at, "an operator is missing between %s and %s, or a comma", r.text(before), r.text(r.at))
		}
		return r.fail(r.at, "missing comma after %s", r.text(before))
	}
	return r.fail(r.at, "%s is not expected here", r.text(r.at))
}

// inStruct reports whether a closing bracket is that of a struct.
func (r *reader) inStruct(closer int) bool {
	name := r.file.prev(int(r.file.tokens[closer].pair))
	return r.file.word(closer) == "}" && name >= 0 && r.file.tokens[name].ends()
}

// fieldAhead reports whether a field may begin with the current token.
func (r *reader) fieldAhead() bool {
	next := r.file.next(r.at)
	return next >= 0 && (r.file.tokens[next].kind == tokenColon || r.kind() == tokenString)
}

// strayColon says why a colon can't follow a value inside the bracket.
func (r *reader) strayColon(closer int) bool {
	open := int(r.file.tokens[closer].pair)
	key := r.file.prev(r.at)
	before, after := r.file.prev(key), r.file.next(r.at)
	switch {
	case after >= 0 && r.file.tokens[after].kind == tokenColon && r.file.tokens[after].from == r.file.tokens[r.at].to:
		return r.fail(r.at, ":: is no operator: write a dot, as in Handoff.HUMAN")
	case r.file.word(closer) == "}":
		if !r.file.tokens[before].ends() && before > open && r.file.leads(key) { // the line above is not complete
			return r.fail(before, "a value is missing after %s", r.text(before))
		}
		return r.fail(r.at, "a second colon in one field: is a comma missing before %s?", r.text(key))
	}
	if name := r.file.prev(open); name >= 0 && r.file.tokens[name].kind == tokenIdent {
		if isUpper(r.text(name)) {
			return r.fail(open, "fields stand in braces: %s{...}", r.text(name))
		}
		return r.fail(r.at, "the values of a call have no names: leave out %s:", r.text(key))
	}
	return r.fail(r.at, "a name with a colon can't stand in %s%s: only in {}", r.file.word(open), r.file.word(closer))
}
