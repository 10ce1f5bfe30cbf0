package eval

import "strings"

// tokenKind says what a token is. The kinds follow CEL's lexical grammar; what only the parser tells
// apart, such as a reserved word used as a name, is an identifier here.
type tokenKind uint8

const (
	tokenBad     tokenKind = iota // anything CEL's grammar has no token for; syntax.go says why
	tokenComment                  // from // up to the line end, which is not part of it
	tokenIdent                    // a name, reserved words included
	tokenQuoted                   // `a name in back quotes`
	tokenKeyword                  // true, false, null
	tokenInt
	tokenUint
	tokenDouble
	tokenString
	tokenBytes
	tokenOpen  // ( [ {
	tokenClose // ) ] }
	tokenDot
	tokenComma
	tokenColon
	tokenQuestion
	tokenNot    // !
	tokenMinus  // - as a sign or between two values
	tokenBinary // + * / % < <= > >= == != && || in
)

// token is a piece of a file's text. Blanks are what lies between tokens.
type token struct {
	kind     tokenKind
	from, to int32 // rune offsets, to exclusive
	// pair is the index of the matching bracket of tokenOpen and tokenClose. In a file that parsed, every
	// bracket has one; -1 elsewhere.
	pair int32
}

// literal reports whether the token is a value by itself.
func (t token) literal() bool { return t.kind >= tokenKeyword && t.kind <= tokenBytes }

// ends reports whether a value may end with the token, so that an operator may follow.
func (t token) ends() bool {
	return t.kind == tokenIdent || t.kind == tokenQuoted || t.kind == tokenClose || t.literal()
}

// starts reports whether a value begins with the token, so that no value can stand before it.
func (t token) starts() bool {
	return t.kind == tokenIdent || t.kind == tokenQuoted || t.kind == tokenNot || t.kind == tokenBad || t.literal()
}

// scanner cuts a text into tokens. It reads every rune a bounded number of times and never fails: what it
// does not know becomes tokenBad.
type scanner struct {
	runes  []rune
	at     int32
	tokens []token
}

// scan returns the tokens of a text, comments included.
func scan(runes []rune) []token {
	s := scanner{runes: runes, tokens: make([]token, 0, len(runes)/5+8)}
	for s.at < int32(len(s.runes)) {
		if isBlank(s.runes[s.at]) {
			s.at++
			continue
		}
		from := s.at
		kind := s.next()
		s.tokens = append(s.tokens, token{kind: kind, from: from, to: s.at, pair: -1})
	}
	return s.tokens
}

// next moves past one token.
func (s *scanner) next() tokenKind {
	r := s.runes[s.at]
	switch {
	case isLetter(r):
		return s.word()
	case isDigit(r), r == '.' && isDigit(s.peek(1)):
		return s.number()
	case r == '"' || r == '\'':
		return s.quote(false, tokenString)
	case r == '`':
		return s.quotedName()
	case r == '/' && s.peek(1) == '/':
		return s.comment()
	}
	return s.sign(r)
}

// sign moves past brackets, punctuation and operators.
func (s *scanner) sign(r rune) tokenKind {
	s.at++
	second := s.peek(0)
	switch r {
	case '(', '[', '{':
		return tokenOpen
	case ')', ']', '}':
		return tokenClose
	case '.':
		return tokenDot
	case ',':
		return tokenComma
	case ':':
		return tokenColon
	case '?':
		return tokenQuestion
	case '-':
		return tokenMinus
	case '+', '*', '/', '%':
		return tokenBinary
	case '!':
		if second != '=' {
			return tokenNot
		}
		s.at++
		return tokenBinary
	case '<', '>':
		if second == '=' {
			s.at++
		}
		return tokenBinary
	case '=', '&', '|':
		if second != r {
			return tokenBad
		}
		s.at++
		return tokenBinary
	}
	if r >= 0x80 { // one token for a whole foreign word, not one for each of its letters
		for s.at < int32(len(s.runes)) && (isWord(s.runes[s.at]) || isForeignLetter(s.runes[s.at])) && isForeignLetter(r) {
			s.at++
		}
	}
	return tokenBad
}

func (s *scanner) word() tokenKind {
	from := s.at
	if kind, ok := s.prefixed(); ok {
		return kind
	}
	for isWord(s.peek(0)) {
		s.at++
	}
	switch s.text(from) {
	case "true", "false", "null":
		return tokenKeyword
	case "in":
		return tokenBinary
	}
	return tokenIdent
}

// prefixed moves past r"...", b"..." and br"...". CEL has no rb"...": a stock parser may take it, others do not.
func (s *scanner) prefixed() (tokenKind, bool) {
	letters := strings.ToLower(string([]rune{s.peek(0), s.peek(1)}))
	quoted := func(n int32) bool { return s.peek(n) == '"' || s.peek(n) == '\'' }
	switch {
	case letters[0] == 'r' && quoted(1):
		s.at++
		return s.quote(true, tokenString), true
	case letters[0] == 'b' && quoted(1):
		s.at++
		return s.quote(false, tokenBytes), true
	case letters == "br" && quoted(2):
		s.at += 2
		return s.quote(true, tokenBytes), true
	case letters == "rb" && quoted(2):
		s.at += 2
		s.quote(true, tokenBytes)
		return tokenBad, true
	}
	return 0, false
}

// quote moves past a string that starts here. One that is not closed ends before the line end, a triple one
// at the end of the text.
func (s *scanner) quote(raw bool, kind tokenKind) tokenKind {
	q := s.runes[s.at]
	if s.peek(1) == q && s.peek(2) == q {
		return s.tripleQuote(q, raw, kind)
	}
	for s.at++; s.at < int32(len(s.runes)); s.at++ {
		switch r := s.runes[s.at]; {
		case r == '\n' || r == '\r':
			return tokenBad
		case r == q:
			s.at++
			return kind
		case r == '\\' && !raw && s.peek(1) != '\n' && s.peek(1) != '\r':
			s.at++
		}
	}
	s.at = int32(len(s.runes))
	return tokenBad
}

func (s *scanner) tripleQuote(q rune, raw bool, kind tokenKind) tokenKind {
	for s.at += 3; s.at < int32(len(s.runes)); s.at++ {
		switch r := s.runes[s.at]; {
		case r == q && s.peek(1) == q && s.peek(2) == q:
			s.at += 3
			return kind
		case r == '\\' && !raw:
			s.at++
		}
	}
	s.at = int32(len(s.runes))
	return tokenBad
}

func (s *scanner) quotedName() tokenKind {
	from := s.at
	kind := tokenQuoted
	for s.at++; s.at < int32(len(s.runes)) && s.runes[s.at] != '\n' && s.runes[s.at] != '\r'; s.at++ {
		switch r := s.runes[s.at]; {
		case r == '`':
			s.at++
			if s.at-from == 2 {
				kind = tokenBad
			}
			return kind
		case !isWord(r) && r != '.' && r != '-' && r != '/' && r != ' ':
			kind = tokenBad
		}
	}
	return tokenBad
}

func (s *scanner) comment() tokenKind {
	for s.at < int32(len(s.runes)) && s.runes[s.at] != '\n' {
		s.at++
	}
	if s.runes[s.at-1] == '\r' {
		s.at--
	}
	return tokenComment
}

// number moves past an int, a uint or a double. It takes 0X1F for one bad token: stock parsers disagree on it.
func (s *scanner) number() tokenKind {
	if s.peek(0) == '0' && (s.peek(1) == 'x' || s.peek(1) == 'X') && isHex(s.peek(2)) {
		bad := s.peek(1) == 'X'
		for s.at += 2; isHex(s.peek(0)); s.at++ {
		}
		if kind := s.unsigned(); !bad {
			return kind
		}
		return tokenBad
	}
	kind := tokenInt
	s.digits()
	if s.peek(0) == '.' && isDigit(s.peek(1)) {
		kind = tokenDouble
		s.at++
		s.digits()
	}
	if n := s.exponent(); n > 0 {
		kind = tokenDouble
		s.at += n
		s.digits()
	}
	if kind == tokenInt {
		return s.unsigned()
	}
	return kind
}

func (s *scanner) digits() {
	for isDigit(s.peek(0)) {
		s.at++
	}
}

// exponent returns how many runes lie before the digits of an exponent, 0 if none starts here.
func (s *scanner) exponent() int32 {
	switch {
	case s.peek(0) != 'e' && s.peek(0) != 'E':
		return 0
	case isDigit(s.peek(1)):
		return 1
	case (s.peek(1) == '+' || s.peek(1) == '-') && isDigit(s.peek(2)):
		return 2
	}
	return 0
}

func (s *scanner) unsigned() tokenKind {
	if s.peek(0) == 'u' || s.peek(0) == 'U' {
		s.at++
		return tokenUint
	}
	return tokenInt
}

// peek returns the rune n places ahead, 0 beyond the end.
func (s *scanner) peek(n int32) rune {
	if s.at+n < int32(len(s.runes)) {
		return s.runes[s.at+n]
	}
	return 0
}

func (s *scanner) text(from int32) string {
	if s.at-from > 5 { // longer than any keyword
		return ""
	}
	return string(s.runes[from:s.at])
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' }

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isHex(r rune) bool {
	return isDigit(r) || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' }

func isWord(r rune) bool { return isLetter(r) || isDigit(r) }
