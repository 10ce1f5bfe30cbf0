package guard

import (
	"sort"
	"strings"
)

// A number of the sentence multiplies an amount only where it can count something: not the day of a date, a time of day, the
// figure of another amount, nor a number behind a semicolon.

// part returns the tokens of [first, next) between the semicolons around the claim.
func (d *deriver) part(first, next int) (from, to int) {
	tokens := d.m.reply.tokens
	for j := int(d.c.first) - 1; j >= first; j-- {
		if tokens[j].is(';') {
			first = j + 1
			break
		}
	}
	for j := int(d.c.next); j < next; j++ {
		if tokens[j].is(';') {
			next = j
			break
		}
	}
	return first, next
}

// countsAt reports whether the number at token j can count something.
func (r *Reply) countsAt(j int) bool {
	if c := r.claimOver(j); c != nil {
		switch c.Kind {
		case Quantity, Duration:
		case Date: // "in 3 months"
			return j+1 < int(c.next) && r.tokens[j+1].unit() != 0
		default:
			return false
		}
	}
	return !r.timeAt(j)
}

// claimOver returns the claim that token j belongs to, or nil.
func (r *Reply) claimOver(j int) *Claim {
	i := sort.Search(len(r.Claims), func(i int) bool { return int(r.Claims[i].next) > j })
	if i < len(r.Claims) && int(r.Claims[i].first) <= j {
		return &r.Claims[i]
	}
	return nil
}

// timeAt reports whether the digits at token j are a part of a time of day: "20:50".
func (r *Reply) timeAt(j int) bool {
	if !r.tokens[j].isDigits() {
		return false
	}
	return colonTime(r.tokens, j, j+1, j+2) || colonTime(r.tokens, j-2, j-1, j)
}

// colonTime reports whether digits, a colon and two digits are glued.
func colonTime(tokens []token, hour, colon, minute int) bool {
	return hour >= 0 && minute < len(tokens) && tokens[hour].isDigits() && tokens[colon].is(':') && tokens[colon].joined() &&
		tokens[minute].isDigits() && tokens[minute].joined() && tokens[minute].size == 2
}

// unit returns the unit that a word names, or 0.
func (t *token) unit() unitID {
	if t == nil || t.word == nil {
		return 0
	}
	return t.word.unit
}

var hashDue, hashOnce = hashWord("due"), hashWord("once")

// homograph reports whether the number word at token i is an English word of another meaning there: "due on", "once you".
func (p *parser) homograph(i int) bool {
	h := p.tokens[i].hash
	if h != hashDue && h != hashOnce || p.reply.Language != "" && !strings.HasPrefix(p.reply.Language, "en") {
		return false
	}
	n := p.get(i + 1)
	return n == nil || !n.near() || n.kind != tokenWord || n.word != nil && n.word.unit == 0
}
