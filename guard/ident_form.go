package guard

// The forms of ids that no word announces: a part number that begins with digits ("303XL-BK", "6A18290044512"), digits with a
// hyphen by themselves ("100-4471"), groups of four ("2110 4432 0098 1177"), and an account's number in such groups.

// idWords are further words that an id follows, and calls after which a telephone number does.
const idWords = `
id = facture factura fattura factuur fatura faktura expediente verbale dossier colis envío envio numéro número numero sendung sendungsnummer rechnungsnummer zähler vorgang aktenzeichen reference référence referencia riferimento kenmerk barcode serial seriennummer contrato contrat contratto policy police claim prescription spedizione zending
call = llama llame llamar llamando chiama chiami chiamare appeler bellen rufen telefonisch ligar
`

// addIDs fills them in.
func (x *lexicon) addIDs() {
	each(idWords, func(key, word string) {
		if key == "id" {
			x.at(word).cues |= cueNumber
		} else {
			x.at(word).cues |= cuePhone
		}
	})
}

// coded reports whether the tokens are a part number that begins with digits: capitals follow that are no unit and no
// currency, and at least six characters in all.
func (p *parser) coded(first, next int) bool {
	w := p.get(first + 1)
	if next-first < 3 && !(next-first == 2 && p.tokens[first].size >= 4) || !w.joined() || w.kind != tokenWord || !w.styled(styleUpper) || !p.mixed(first, next) {
		return false
	}
	if e := w.word; e != nil && (e.unit != 0 || e.gauge != 0 || e.sort != sortNone || e.cues&(cueAM|cuePM|cueClock|cuePercent) != 0 || e.class != classNone) {
		return false
	}
	digits, size := 0, 0
	for i := first; i < next; i++ {
		if t := &p.tokens[i]; t.isDigits() {
			digits += int(t.size)
			size += int(t.size)
		} else if t.kind == tokenWord {
			size += int(t.end - t.start)
		}
	}
	return digits >= 2 && size >= 6
}

// aloneID reports whether the tokens are groups of digits with hyphens, seven digits at least, that no noun follows, and neither
// years nor a range.
func (p *parser) aloneID(first, next int) bool {
	digits, dashes := 0, 0
	for i := first; i < next; i++ {
		switch t := &p.tokens[i]; {
		case t.isDigits():
			digits += int(t.size)
		case t.is('-'):
			dashes++
		default:
			return false
		}
	}
	if digits < 7 || dashes == 0 || p.tokens[first].size == 4 && p.tokens[next-1].size == 4 && dashes == 1 {
		return false
	}
	t := p.get(next)
	if !p.ends(next) || t.near() && (t.kind == tokenWord && !t.joined() && t.word == nil || t.kind == tokenSign) {
		return false
	}
	low, high := &p.tokens[first], &p.tokens[next-1]
	return dashes > 1 || low.size < high.size && low.size >= 3 && high.num%100 != 0
}

// fours returns the token after three or more groups of four digits that begin at token i, or i.
func (p *parser) fours(i int) int {
	next := i
	for n := p.get(next); n.isDigits() && n.size == 4 && (next == i || n.gap == blank || n.gap == thin) && next-i <= maxID/4; n = p.get(next) {
		next++ // no id is longer
	}
	if next-i < 3 || !p.ends(next) || p.get(next).isDigits() && p.get(next).near() {
		return i
	}
	return next
}

// account takes in the groups of an account's number: "DE89 3704 0044 0532 0130 00".
func (p *parser) account(first, next int) int {
	if next-first != 2 || p.tokens[first].end-p.tokens[first].start != 2 || p.tokens[first+1].size != 2 {
		return next
	}
	end := next
	for n := p.get(end); n.isDigits() && n.size <= 4 && n.gap <= blank && (end == next || p.tokens[end-1].size == 4); n = p.get(end) {
		end++
	}
	if end-next < 2 || p.tokens[next].size != 4 {
		return next
	}
	return end
}

// grouped reports whether a text is an id in groups: capitals, digits and blanks, eight digits at least.
func grouped(text string) bool {
	digits := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			digits++
		case 'A' <= c && c <= 'Z' && i < 4, c == ' ', c == '-':
		default:
			return false
		}
	}
	return digits >= 8 && len(text) <= maxID
}
