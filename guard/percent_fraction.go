package guard

// fractionTable names parts of one, as they stand between a number and "percent": "three fifths of a percent".
const fractionTable = `
2 = half halves medio medios meio meios
3 = third thirds tercio tercios terço terços tiers terzo terzi drittel derde
4 = quarter quarters fourths cuarto cuartos quarto quartos quart quarts quarti viertel kwart
5 = fifth fifths quinto quintos cinquième cinquièmes quinti fünftel vijfde
6 = sixth sixths sexto sextos sixième sixièmes sesto sesti sechstel zesde
7 = seventh sevenths séptimo séptimos sétimo sétimos septième septièmes settimo settimi siebtel
8 = eighth eighths octavo octavos oitavo oitavos huitième huitièmes ottavo ottavi achtel achtste
9 = ninth ninths noveno novenos nono nonos neuvième neuvièmes nono noni neuntel
10 = tenth tenths décimo décimos dixième dixièmes decimo decimi zehntel tiende
20 = twentieth twentieths vigésimo vigésimos veinteavo veinteavos vingtième vingtièmes ventesimo ventesimi zwanzigstel
11 = eleventh elevenths onceavo onceavos onzième onzièmes elftel undicesimi
12 = twelfth twelfths doceavo doceavos douzième douzièmes zwölftel dodicesimi
13 = treceavo treceavos dreizehntel
14 = catorceavo catorceavos
15 = fifteenth fifteenths quinceavo quinceavos fünfzehntel
16 = sixteenth sixteenths dieciseisavo dieciseisavos sechzehntel
25 = veinticincoavo veinticincoavos
30 = treintavo treintavos thirtieth thirtieths
40 = cuarentavo cuarentavos
50 = cincuentavo cincuentavos fiftieth fiftieths fünfzigstel
1000 = thousandth thousandths milésimo milésimos milésima milésimas millième millièmes millesimo millesimi tausendstel duizendste
10000 = diezmilésimo diezmilésimos decimilésimo decimilésimos décimo_milésimo
20000 = veintemilésimo veintemilésimos
25000 = veinticincomilésimo veinticincomilésimos
30000 = treintamilésimo treintamilésimos
40000 = cuarentamilésimo cuarentamilésimos
50000 = cincuentamilésimo cincuentamilésimos
100000 = cienmilésimo cienmilésimos
1000000 = millonésimo millonésimos millionth millionths millionième millionièmes milionesimi millionstel
100 = hundredth hundredths centésimo centésimos centième centièmes centesimo centesimi hundertstel
`

// addFractions fills in the parts of one.
func (x *lexicon) addFractions() {
	for _, w := range []string{"‰", "promille", "permille", "per mille", "per mil", "por mil", "pour mille", "per mille", "パーミル", "千分率"} {
		e := x.at(w)
		e.cues, e.mille = e.cues|cuePercent, true
	}
	each(fractionTable, func(key, word string) { x.at(word).fraction = uint32(number(key)) })
}

// fractionAfter takes in the fraction after a number in words, where a percent sign follows: "three fifths", "ciento
// treinta con dos quintos".
func (p *parser) fractionAfter(f *figure) {
	if !f.words || f.n != 1 {
		return
	}
	if part, ok := p.partAt(f.next); ok {
		if v, err := f.values[0].Quo(whole(part)); err == nil {
			f.values[0], f.next = v, f.next+1
		}
		return
	}
	with := p.get(f.next)
	if !with.near() || !with.has(cueWith|cueAnd) || !p.numberWord(f.next+1) {
		return
	}
	g := p.wordsAt(f.next + 1)
	part, ok := p.partAt(g.next)
	if g.n != 1 || !ok {
		return
	}
	v, err := g.values[0].Quo(whole(part))
	if err != nil {
		return
	}
	if sum, err := f.values[0].Add(v); err == nil {
		f.values[0], f.next = sum, g.next+1
	}
}

// partAt returns what the fraction at token i divides by, where a percent sign follows.
func (p *parser) partAt(i int) (int64, bool) {
	t := p.get(i)
	if !t.near() || t.word == nil || t.word.fraction == 0 {
		return 0, false
	}
	_, ok := p.percentSign(i + 1)
	return int64(t.word.fraction), ok && p.get(i+1).near()
}

// halfPrice reads "对折": half off, which is also half of it.
func (p *parser) halfPrice(i int) int {
	f := figure{first: i, next: i + 1}
	f.add(whole(50))
	p.emitPercent(&f, &f, i, i+1, false)
	return i + 1
}

var hashHalfPrice, hashHalfPriceOld = hashWord("对折"), hashWord("對折")
