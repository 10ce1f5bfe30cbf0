package eval

import "fmt"

const (
	// repairWindow is how many tokens before the first fault an edit is looked for.
	repairWindow = 10_000
	// repairSteps bounds the work of the search.
	repairSteps = 3_000_000
)

// repair is one edit of one bracket that makes a file's brackets fit the grammar.
type repair struct {
	at     int    // the token that is left out, or before which the bracket is put
	insert string // what is put there; "" where the token is left out
	comma  bool   // a comma goes with the bracket
	opener int    // the bracket that an inserted one closes
	odd    int
}

// repairs looks for the bracket whose loss or excess explains best why the brackets of a file don't pair: the one edit
// after which all of it follows the grammar, and its layout the brackets. Without such an edit there is more than one
// fault.
type repairs struct {
	file   *tree
	leads  []lead
	tokens []int // the file's, without comments
	from   int   // the first of them that states has a state for
	states []automaton
	steps  int
	best   repair
	found  bool
}

// misplaced returns the place of the bracket at fault and what is wrong with it, "" if no single one is.
func (f *tree) misplaced() (at int, message string) {
	r := repairs{file: f}
	for i := range f.tokens {
		if f.tokens[i].kind != tokenComment {
			r.tokens = append(r.tokens, i)
		}
	}
	r.lead()
	fault := r.follow()
	for i := fault; i >= r.from && r.steps < repairSteps; i-- {
		r.try(i)
	}
	if !r.found {
		return 0, ""
	}
	return r.message()
}

// lead finds where each token stands.
func (r *repairs) lead() {
	r.leads = make([]lead, len(r.tokens))
	line, end, indent := 0, int32(-1), int32(0)
	for i, t := range r.tokens {
		from := r.file.tokens[t].from
		first := false
		if from > end {
			line = r.file.pos(from).Line
			end = int32(len(r.file.runes))
			if line < len(r.file.text.lines) {
				end = r.file.text.lines[line] - 1
			}
			indent = from - r.file.text.lines[line-1]
			first = true
		}
		r.leads[i] = lead{line, indent, first}
	}
}

// follow returns the index of the first token that can't stand where it does, and keeps the states before the tokens
// up to there.
func (r *repairs) follow() int {
	fault := len(r.tokens)
	a := newAutomaton()
	for i := range r.tokens {
		if !r.step(&a, i) {
			fault = i
			break
		}
	}
	r.from = max(0, fault-repairWindow)
	a = newAutomaton()
	for i := range fault {
		if i >= r.from {
			r.states = append(r.states, a)
		}
		r.step(&a, i)
	}
	r.states = append(r.states, a)
	return fault
}

func (r *repairs) step(a *automaton, i int) bool {
	r.steps++
	t := r.tokens[i]
	return a.step(r.file.tokens[t].kind, r.file.word(t), i, r.leads[i])
}

// try tries the edits at one token.
func (r *repairs) try(i int) {
	state := r.states[i-r.from]
	if i < len(r.tokens) && r.isBracket(i) {
		r.rest(state, i+1, repair{at: i, odd: r.extra(i)})
		if r.is(i+1, tokenComma) && state.mode == readElement {
			r.rest(state, i+2, repair{at: i, odd: r.extra(i) + 1})
		}
	}
	if closer := state.closer(); closer != "" {
		r.put(state, i, repair{at: i, insert: closer, opener: state.opener})
		r.put(state, i, repair{at: i, insert: closer, opener: state.opener, comma: true, odd: 1})
	}
	if i < len(r.tokens) {
		for _, opener := range []string{"{", "[", "("} {
			edit := repair{at: i, insert: opener, odd: 1}
			if opener == "[" && state.kind == frameList {
				edit.odd += 2 // lists seldom hold lists
			}
			r.put(state, i, edit)
		}
	}
}

func (r *repairs) isBracket(i int) bool {
	k := r.file.tokens[r.tokens[i]].kind
	return k == tokenOpen || k == tokenClose
}

func (r *repairs) is(i int, kind tokenKind) bool {
	return i >= 0 && i < len(r.tokens) && r.file.tokens[r.tokens[i]].kind == kind
}

// extra says how unlikely it is that a bracket is one too many: not at all where it stands beside another of its kind.
func (r *repairs) extra(i int) int {
	same := func(j int) bool {
		return j >= 0 && j < len(r.tokens) && r.text(i) == r.text(j) && r.leads[i].line == r.leads[j].line
	}
	if same(i-1) || same(i+1) || r.is(i-1, tokenComma) && same(i-2) || r.is(i+1, tokenComma) && same(i+2) {
		return 0
	}
	return 2
}

func (r *repairs) text(i int) string { return r.file.word(r.tokens[i]) }

// put tries a bracket before a token.
func (r *repairs) put(a automaton, i int, edit repair) {
	l := lead{}
	if i > 0 {
		l = r.leads[i-1]
	} else if i < len(r.tokens) {
		l = r.leads[i]
	}
	l.first = false
	kind := tokenOpen
	if edit.insert == a.closer() {
		kind = tokenClose
	}
	if !a.step(kind, edit.insert, -1, l) || edit.comma && !a.step(tokenComma, ",", -1, l) {
		return
	}
	r.rest(a, i, edit)
}

// rest follows the text to its end, and keeps the edit if that is better than what was found.
func (r *repairs) rest(a automaton, i int, edit repair) {
	for ; i < len(r.tokens); i++ {
		if r.found && a.odd+edit.odd >= r.best.odd || r.steps >= repairSteps || !r.step(&a, i) {
			return
		}
	}
	if edit.odd += a.odd; a.done() && (!r.found || edit.odd < r.best.odd) {
		r.best, r.found = edit, true
	}
}

// message words the edit.
func (r *repairs) message() (at int, message string) {
	switch b := r.best; b.insert {
	case "":
		at, text := r.tokens[b.at], r.text(b.at)
		if r.file.tokens[at].kind == tokenOpen {
			return at, fmt.Sprintf("this %s is never closed: %s is missing, or it is one too many", text, r.file.closer(at))
		}
		return at, fmt.Sprintf("this %s closes nothing: it is one too many", text)
	case "{", "[", "(":
		if b.at == 0 || r.is(b.at-1, tokenComma) || r.is(b.at-1, tokenOpen) || r.is(b.at-1, tokenBinary) {
			return r.tokens[b.at], fmt.Sprintf("a %s is missing before %s", b.insert, r.text(b.at))
		}
		before := r.tokens[b.at-1]
		what := r.text(b.at - 1)
		if r.is(b.at-1, tokenColon) && b.at > 1 {
			what = r.text(b.at-2) + what
		}
		return before, fmt.Sprintf("a %s is missing after %s", b.insert, what)
	default:
		at := r.tokens[b.opener]
		return at, fmt.Sprintf("this %s is never closed: %s is missing", r.file.word(at), b.insert)
	}
}
