package guard

import "strings"

// maxAddress bounds the tokens of an address, a URL or an id.
const maxAddress = 64

// addressAt reads a URL that begins at token i ("https://", "www.", "shop.example.com/x") or an e-mail address whose
// "@" is token i, and yields it.
func (p *parser) addressAt(i int) int {
	t := &p.tokens[i]
	switch {
	case t.is('@') && t.joined():
		return p.emailAt(i)
	case t.kind != tokenWord || i > 0 && t.joined() && !p.tokens[i-1].is('('):
		return i
	case t.hash == hashWWW || t.hash == hashHTTP || t.hash == hashHTTPS:
		if m := p.get(i + 1); m.joined() && (m.is(':') || m.is('.')) && p.get(i+2).joined() {
			return p.emitURL(i)
		}
	case p.get(i+1).is('.') && p.tokens[i+1].joined() && p.domainAt(i):
		return p.emitURL(i)
	}
	return i
}

var hashWWW, hashHTTP, hashHTTPS = hashWord("www"), hashWord("http"), hashWord("https")

// domainAt reports whether a host name begins at token i: words with full stops, the last of them a known ending.
func (p *parser) domainAt(i int) bool {
	for at := i; at-i < 12; at += 2 {
		w, stop := p.get(at), p.get(at+1)
		if w == nil || w.kind != tokenWord && w.kind != tokenDigits {
			return false
		}
		if at > i && w.kind == tokenWord && topLevel(p.reply.Text[w.start:w.end]) && (stop == nil || !stop.joined() || !stop.is('.') || !p.get(at+2).joined()) {
			n := p.get(at + 1)
			return n == nil || !n.joined() || !n.is('@') && n.kind == tokenPunct
		}
		if !stop.joined() || !stop.is('.') && !stop.is('-') || !p.get(at+2).joined() {
			return false
		}
	}
	return false
}

// hostAt reports whether a host name of any ending begins at token i: after an "@" it can be nothing else.
func (p *parser) hostAt(i int) bool {
	dotted := false
	for at := i; at-i < 12; at += 2 {
		w, mark := p.get(at), p.get(at+1)
		if w == nil || w.kind != tokenWord && w.kind != tokenDigits {
			return false
		}
		if !mark.joined() || !mark.is('.') && !mark.is('-') || !p.get(at+2).joined() || p.tokens[at+2].kind == tokenPunct {
			return dotted && w.kind == tokenWord && w.end-w.start >= 2 && (mark == nil || !mark.joined() || !mark.is('@') && mark.kind == tokenPunct)
		}
		dotted = dotted || mark.is('.')
	}
	return false
}

// topLevel reports whether name is an ending of host names that is common in shops.
func topLevel(name string) bool {
	switch name {
	case "com", "org", "net", "io", "de", "fr", "es", "it", "nl", "pt", "se", "uk", "co", "eu", "shop", "store", "info", "biz",
		"app", "dev", "at", "ch", "be", "us", "ca", "au", "jp", "cn", "kr", "br", "edu", "gov", "ai":
		return true
	}
	return false
}

// run returns the token after the unbroken run that begins at token i, without the punctuation at its end.
func (p *parser) runEnd(i int) int {
	next := i + 1
	for next < len(p.tokens) && next-i < maxAddress && p.tokens[next].joined() && !p.tokens[next].styled(styleWide) {
		next++
	}
	for next > i+1 && p.tokens[next-1].kind == tokenPunct && !p.tokens[next-1].is('/') {
		next--
	}
	return next
}

func (p *parser) emitURL(i int) int {
	next := p.runEnd(i)
	c := p.emitID(URL, i, next)
	c.Readings[0].ID = normalURL(c.Text)
	return next
}

// emailAt reads the address around the "@" at token i.
func (p *parser) emailAt(i int) int {
	first := i
	for first > p.done && first > i-maxAddress && p.tokens[first].joined() {
		b := &p.tokens[first-1]
		if b.kind == tokenPunct && !strings.ContainsRune("._-+%", b.sym) {
			break
		}
		first--
	}
	if first == i || !p.get(i+1).joined() || !p.hostAt(i+1) {
		return i
	}
	next := p.runEnd(i + 1)
	c := p.emitID(Email, first, next)
	c.Readings[0].ID = strings.ToLower(c.Text)
	return next
}
