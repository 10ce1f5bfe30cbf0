package eval

// automaton follows the grammar through tokens whose brackets need not be paired. It knows what may stand next, and how
// far a layout of brackets departs from what the indentation says. It is a value: a copy goes its own way.
type automaton struct {
	frame
	mode readMode
	// named: the operand so far may be the name of a struct; callable: that of a function.
	named, callable bool
	// odd counts the places where layout or usage speak against the brackets as read.
	odd int
}

// frame is an open bracket, or the file.
type frame struct {
	kind   frameKind
	outer  *frame
	opener int   // its token, -1 for one that is not in the text
	line   int   // where it stands
	indent int32 // how far that line is indented
	// elements is how far the first element that begins a line is indented, -1 before it.
	elements int32
	// conditions is the number of ? whose : is due.
	conditions int
	// valued: the colon of the current field or entry was read.
	valued bool
	// plain: it is a function's arguments, a group or an index, where no struct is expected, or lies in one.
	plain bool
}

type frameKind uint8

const (
	frameFile frameKind = iota
	frameGroup
	frameCall
	frameList
	frameIndex
	frameMap
	frameStruct
)

// readMode says what the automaton waits for.
type readMode uint8

const (
	readElement  readMode = iota // the first token of an element, or the end of the bracket
	readValue                    // a value
	readJoint                    // what may follow a value
	readSelected                 // a name after a dot
	readColon                    // the colon after the name of a field
)

func newAutomaton() automaton {
	return automaton{frame: frame{opener: -1, elements: -1, indent: -1}, mode: readValue}
}

// lead holds where a token stands.
type lead struct {
	line   int
	indent int32
	first  bool // of its line
}

// step takes one token. It reports whether the token may stand there.
func (a *automaton) step(kind tokenKind, text string, at int, l lead) bool {
	if l.first {
		a.layout(kind, l)
	}
	switch a.mode {
	case readElement, readValue:
		return a.begin(kind, text, at, l)
	case readJoint:
		return a.follow(kind, text, at, l)
	case readSelected:
		if kind == tokenQuestion {
			return true
		}
		a.mode, a.callable = readJoint, kind == tokenIdent
		a.named = a.named && kind == tokenIdent
		return kind == tokenIdent || kind == tokenQuoted
	default:
		a.mode, a.valued = readValue, true
		return kind == tokenColon
	}
}

// layout counts what the indentation of a line says against its brackets.
func (a *automaton) layout(kind tokenKind, l lead) {
	switch {
	case a.kind == frameFile || a.line == l.line:
	case kind == tokenClose:
		if l.indent != a.indent {
			a.odd += 2
		}
	case l.indent <= a.indent:
		a.odd += 2
	case a.mode == readElement:
		if a.elements >= 0 && a.elements != l.indent {
			a.odd++
		}
		if a.elements < 0 {
			a.elements = l.indent
		}
	}
}

// begin takes the first token of a value.
func (a *automaton) begin(kind tokenKind, text string, at int, l lead) bool {
	element := a.mode == readElement
	if element && kind == tokenClose {
		return a.close(text)
	}
	if element && kind == tokenQuestion {
		return a.kind == frameList || a.kind == frameMap || a.kind == frameStruct || a.kind == frameIndex
	}
	if a.kind == frameStruct && !a.valued {
		a.mode = readColon
		if isUpper(text) { // the name of a struct
			a.odd += 3
		}
		return kind == tokenIdent || kind == tokenQuoted
	}
	a.named, a.callable = false, false
	switch kind {
	case tokenNot, tokenMinus:
		a.mode = readValue
		return true
	case tokenDot:
		a.mode, a.named = readSelected, true
		return true
	case tokenIdent:
		a.mode, a.named, a.callable = readJoint, true, true
		return true
	case tokenKeyword, tokenInt, tokenUint, tokenDouble, tokenString, tokenBytes:
		a.mode = readJoint
		return true
	case tokenOpen:
		switch text {
		case "(":
			a.open(frameGroup, at, l)
		case "[":
			a.open(frameList, at, l)
		default:
			a.open(frameMap, at, l)
		}
		return true
	default:
		return false
	}
}

// follow takes what follows a value.
func (a *automaton) follow(kind tokenKind, text string, at int, l lead) bool {
	switch kind {
	case tokenBinary, tokenMinus:
		a.mode = readValue
		return true
	case tokenQuestion:
		a.conditions++
		a.mode = readValue
		return a.conditions == 1
	case tokenColon:
		return a.colon()
	case tokenDot:
		a.mode = readSelected
		return true
	case tokenComma:
		return a.comma()
	case tokenClose:
		return a.close(text)
	case tokenOpen:
		switch {
		case text == "(" && a.callable:
			a.open(frameCall, at, l)
		case text == "[":
			a.open(frameIndex, at, l)
		case text == "{" && a.named:
			if a.plain {
				a.odd += 2
			}
			a.open(frameStruct, at, l)
		default:
			return false
		}
		return true
	default:
		return false
	}
}

func (a *automaton) colon() bool {
	a.mode = readValue
	switch {
	case a.conditions > 0:
		a.conditions--
	case a.kind == frameMap && !a.valued:
		a.valued = true
	default:
		return false
	}
	return true
}

func (a *automaton) comma() bool {
	switch a.kind {
	case frameFile, frameGroup, frameIndex:
		return false
	case frameMap:
		if !a.valued {
			return false
		}
	default:
	}
	ok := a.conditions == 0
	a.mode, a.valued = readElement, false
	if a.kind == frameCall {
		a.mode = readValue
	}
	return ok
}

// open enters a bracket.
func (a *automaton) open(kind frameKind, at int, l lead) {
	outer := a.frame
	plain := outer.plain || kind == frameGroup || kind == frameCall || kind == frameIndex
	a.frame = frame{kind: kind, outer: &outer, opener: at, line: l.line, indent: l.indent, elements: -1, plain: plain}
	a.mode = readElement // of an index: a question mark may come first
	if kind == frameGroup {
		a.mode = readValue
	}
}

// close leaves a bracket.
func (a *automaton) close(text string) bool {
	empty := a.mode == readElement
	switch {
	case a.kind == frameFile || a.closer() != text || a.conditions > 0:
		return false
	case a.kind == frameIndex && empty:
		return false
	case a.kind == frameMap && !empty && !a.valued:
		return false
	}
	a.frame = *a.outer
	a.mode, a.named, a.callable = readJoint, false, false
	return true
}

func (f frame) closer() string {
	switch f.kind {
	case frameGroup, frameCall:
		return ")"
	case frameList, frameIndex:
		return "]"
	case frameMap, frameStruct:
		return "}"
	default:
		return ""
	}
}

// done reports whether the text may end here.
func (a *automaton) done() bool {
	return a.kind == frameFile && a.mode == readJoint && a.conditions == 0
}
