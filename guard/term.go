package guard

import "strings"

// term is something that an amount may be for, or per. A claim that names one rests only on a source whose key, record
// or tool names it too.
type term uint32

const (
	termRefund term = 1 << iota
	termFee
	termDeposit
	termWrap
	termInsurance
	termWarranty
	termService
	termPenalty
	termTip

	termHour
	termDay
	termWeek
	termMonth
	termYear
	termKilo
	termLitre
	termMetre

	termPlan // a subscription: a month or year goes without saying
	termEach // "each": not the total
	termLowest
	termHighest
	termWhole   // "the order comes to"
	termWithout // "without", "remove"
	termUnit    // "at": the price of one
	termSub     // "net", "subtotal": something is still added
	termOpen    // "available", of a balance
	termBack    // "back" behind an amount: a refund

	topics   = termRefund | termFee | termDeposit | termWrap | termInsurance | termWarranty | termService | termPenalty | termTip
	periods  = termHour | termDay | termWeek | termMonth | termYear
	measures = periods | termKilo | termLitre | termMetre
)

const termTable = `
refund = återbetalningen återbetalas återbetalat terugbetaald teruggestort terugstorten devolución devolverán devolução devolvidos remboursés remboursée remboursées rimborsati rimborsata rimborseremo erstatteten reembolsados reembolsada reembolsar reembolsamos reembolsaremos rembourser rembourserons rimborsare erstatten zurückerstatten terugbetalen återbetala refund refunds refunded refundable récupérez récupères récupérer devuelven devolvemos reimbursement reimbursed erstattung rückerstattung erstattet remboursement remboursé reembolso reembolsado rimborso rimborsato terugbetaling återbetalning
fee = fee fees surcharge surcharges upcharge aufpreis aufpreise mehrpreis aufschlag surcoût suplemento suplementos sobreprecio sovrapprezzo maggiorazione meerprijs bijbetaling pauschale aufnahmegebühr anmeldegebühr aktivierungsgebühr anschlussgebühr bereitstellungsgebühr einrichtungsgebühr umbuchungsgebühr servicegebühr reinigungsgebühr kontoführungsgebühr jahresgebühr abschlussgebühr vermittlungsgebühr parkgebühr überweisungsgebühr buchungsgebühr aansluitkosten opzegkosten annuleringskosten administratiekosten reserveringskosten boekingskosten servicekosten inschrijfgeld inschrijfkosten activeringskosten wijzigingskosten gebühr gebühren bearbeitungsgebühr mahngebühr zuschlag frais supplément comisión cargo recargo commissione supplemento taxa toeslag avgift tillägg
deposit = deposit deposits anzahlung kaution pfand acompte caution depósito fianza anticipo cauzione caparra aanbetaling borg deposition handpenning depositionen depositionsavgift kautionen cautions
wrap = gift_wrap gift_wrapping giftwrap wrapping wrap geschenkverpackung verpackung emballage emballage_cadeau envoltorio confezione_regalo embrulho inpakken cadeauverpakking presentinslagning
insurance = insurance insured versicherung assurance seguro assicurazione verzekering försäkring
warranty = warranty guarantee garantie garantía garanzia garantia garanti
service = installation install assembly setup montage aufbau einrichtung instalación montaje installazione montaggio instalação installatie montering repair reparatur réparation reparación riparazione installatiekosten aansluitkosten activeringskosten einrichtungsgebühr einrichtungskosten
penalty = penalty fine strafe bußgeld amende multa boete böter cancellation stornogebühr
tip = tip gratuity trinkgeld pourboire propina mancia gorjeta fooi dricks
hour = hour hours hourly stunde stunden stündlich heure hora ora uur timme std heures horas ore uren timmar
day = day days daily night nights nightly tag tage täglich nacht jour nuit día noche giorno notte dia noite dag nacht natt nächte nächten jours nuits días noches giorni notti dias noites dagen nachten dagar nätter tagen
week = week weeks weekly woche wochen wöchentlich semaine semana settimana vecka semaines semanas settimane weken veckor
month = month months monthly monat monate monatlich mois mensuel mensual mes mese mensile mês mensal maand maandelijks månad månadsvis mo monaten meses mesi maanden månader
year = year years yearly annual annually jahr jahre jährlich an annuel année año anual anno annuale ano jaar jaarlijks år årligen yr jahren ans années años anni jaren
kilo = kg kilo kilogram kilogramm lb pound gram g
litre = litre liter litres liters l
metre = metre meter m qm m2
plan = plan plans subscription subscriptions abo abos abonnement abonnements abonnementen suscripción suscripciones abbonamento abbonamenti assinatura tariff tariffs tarif tarife tarifs tarifa tarifas tariffa tariffe tarief tarieven membership mitgliedschaft contract vertrag contrat contrato contratto contract premium prämie prime prima premio premie cotisation beitrag cuota cuotas quota loan credit kredit darlehen crédit prêt préstamo prestito mutuo mortgage lening krediet hypotheek lease leasing rent miete loyer alquiler affitto canone huur aluguel hyra forfait forfaits offerte offre standing_charge voorschot abschlag abschläge acompte instalment instalments installments rate rata raten plazos parcela parcelas prestação prestações termijnen mensualité mensualités mensualidad
each = each apiece je jeweils piece item unit stück pièce pieza pezzo peça stuk styck chacun chacune ciascuno person night
lowest = cheapest lowest lowest_priced least_expensive günstigste günstigsten günstigster günstigstes billigste billigsten niedrigste niedrigsten moins_cher moins_chère más_barato más_barata più_economico più_economica mais_barato mais_barata goedkoopste billigaste lägsta
highest = most_expensive priciest dearest highest teuerste teuersten teuerster teuerstes höchste höchsten plus_cher plus_chère más_caro más_cara più_caro più_cara mais_caro mais_cara duurste dyraste högsta
whole = invoice bill rechnung facture factura fattura factuur order cart basket bestellung warenkorb einkauf commande panier pedido compra carrito ordine carrello encomenda carrinho bestelling winkelwagen beställning varukorg purchase
without = without remove removed removing drop dropped skip skipping minus ohne entfernen entfernst weglassen weglässt sans retirer enlever sin quitar quitas senza togliere sem retirar zonder verwijderen utan excl excluding exclusief exclusive exkl hors esclusa excluido
unit = at à je jeweils each per pro zu cada chaque per ciascuno por
sub = subtotal subtotals net netto nett nettobetrag nettopreis nettobedrag neto netta nettes zwischensumme sous-total subtotale subtotaal base hors_taxe hors_taxes before_tax before_taxes ht ex_vat excl_vat item_total excl_tax ex_tax pre_tax without_tax without_vat excluding_tax excluding_vat sans_taxes sin_impuestos 税抜 税抜き 税別 不含税 未税 exklusive_moms exkl_moms exclusief_btw excl_btw ohne_mwst hors_tva sin_iva senza_iva sem_iva excluding_vat
back = back zurück terug indietro tillbaka vuelta de_vuelta retour
open = available verfügbar verfügbarer verfügbare verfügbares disponible disponibles disponibile disponibili beschikbaar beschikbare tillgängligt tillgänglig disponível
`

var termNames = [...]string{
	"refund", "fee", "deposit", "wrap", "insurance", "warranty", "service", "penalty", "tip", "hour", "day", "week", "month", "year",
	"kilo", "litre", "metre", "plan", "each", "lowest", "highest", "whole", "without", "unit", "sub", "open", "back",
}

// umlauts writes what German keys have for letters that are not ASCII.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

func (x *lexicon) addTerms() {
	each(termTable, func(key, word string) {
		t := term(1) << nameIndex(termNames[:], key)
		x.at(word).terms |= t
		if ascii := umlauts.Replace(word); ascii != word {
			x.at(ascii).terms |= t // as keys write it
		}
	})
}

// termsOf returns the terms in a key, a path or a short text.
func termsOf(text string) term {
	found := term(0)
	start := -1
	before := "" // the word before
	lex := words()
	for i := 0; i <= len(text); i++ {
		letter := i < len(text) && (text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= 0x80)
		hump := letter && start >= 0 && text[i] >= 'A' && text[i] <= 'Z' && text[i-1] >= 'a'
		if start >= 0 && (!letter || hump) {
			if e := lex.find(hashWord(text[start:i])); e != nil {
				found |= e.terms
			} else if e := lex.find(hashWord(strings.TrimSuffix(text[start:i], "s"))); e != nil {
				found |= e.terms
			} else if i-start > 6 {
				found |= compoundTerms(lex, text[start:i])
			}
			if taxSide(before) == "net" && isTax(text[start:i]) {
				found |= termSub
			}
			before, start = text[start:i], -1
		}
		if letter && start < 0 {
			start = i
		}
	}
	return found
}

// compoundTerms returns the periods that a German or Dutch compound of a key begins with: "tagespreis", "maandbedrag".
func compoundTerms(lex *lexicon, word string) term {
	for n := 3; n <= 7 && n+3 <= len(word); n++ {
		stem := word[:n]
		if e := lex.find(hashWord(stem)); e != nil && e.terms&periods != 0 {
			return e.terms & periods
		}
	}
	return 0
}

// terms returns the terms of the word and phrase at token i.
func (r *Reply) terms(i int) term {
	e := r.phraseAt(i)
	if e == nil {
		return 0
	}
	return e.terms | r.tokens[i].word.terms
}

// purpose fills in what the claim's amount is said to be for, or per.
func (r *Reply) purpose(c *Claim, s sentence) {
	if c.Kind != Money {
		return
	}
	first, next := int(c.first), int(c.next)
	j, plus, own := first-1, false, term(0)
	and, behind := false, term(0) // what stands behind an "and"
	for ; j >= window(s, first, 12); j-- {
		f := r.facts[j]
		if f&(factClause|factDigits|factBracket|factTerm) == 0 {
			continue
		}
		if f&factClause != 0 && !(j == first-1 && r.tokens[j].is(':') && !r.amountBefore(j, s)) || f&factBracket != 0 || f&factDigits != 0 && r.figureAt(j) {
			break
		}
		if !plus && r.plusAt(j) {
			plus, own = true, c.terms
		}
		if !and && r.tokens[j].has(cueAnd) {
			and, behind = true, c.terms
		}
		c.terms |= r.leftTerm(s, j)
	}
	if j >= s.first && r.inMoney(j) {
		if and {
			c.terms = behind // "€63 is kept as a fee and €357"
		} else if k := j + 1; k+1 < first && r.tokens[k].has(cueIn|cueFor|cueOf) {
			c.terms &^= r.terms(k+1) & topics // "with £14 in fees that's £297"
		}
	}
	if plus && j >= s.first && r.figureAt(j) {
		c.terms = own // "€35 change fee plus €22.50"
	}
	if j > s.first && r.tokens[j].is(',') {
		if _, after := phraseIn(r.tokens, r.lexicon(), s.first); j == after {
			c.terms |= r.terms(s.first) & termSub // "Net, that's €334.45"
		}
		for k := s.first; k < j && j-s.first <= 3; k++ {
			if r.cuesAt(k)&cueTotal != 0 {
				c.terms |= termWhole // "Au total, vous payez 404 €"
			}
		}
	}
	for j := next; j < min(s.next, next+4) && !r.tokens[j].counts(); j++ {
		if r.facts[j]&(factClause|factTerm) == 0 {
			continue
		}
		t := &r.tokens[j]
		if clause(t) && !t.is('/') {
			break
		}
		found := r.terms(j)
		if j <= next+1 {
			c.terms |= found & topics &^ (termFee | termWarranty)
		}
		if j == next {
			c.terms |= found & termSub // "1 000 kr exklusive moms"
		}
		if found&termFee != 0 && j <= next+2 {
			c.terms |= termFee
		}
		if (found&measures != 0) && (r.perBefore(j, next) || perPeriod(t, found)) && !r.elides(j) {
			c.terms |= found & measures
		}
		if t.has(cuePer) && j+1 < s.next && r.inMoney(j+1) {
			break // "bei 480 € je 120 €"
		}
		if t.has(cuePer) && !r.severalAt(j+1) && !(t.has(cueInstalment) && r.tokens[j-1].has(cueIn)) && (found&termEach != 0 || j+1 < s.next && r.terms(j+1)&measures == 0) {
			c.terms |= termEach
		}
		c.whole = c.whole || r.cuesAt(j)&cueTotal != 0
	}
	c.whole = c.whole || r.sumsUp(c, s)
	if r.givenBack(c, s) {
		c.terms |= termRefund
	}
	if c.terms&topics != 0 {
		c.terms &^= termWhole // "the refund for your order is"
		if c.Role == RolePrice {
			c.Role = 0
		}
	}
}

// amountBefore reports whether an amount stands shortly before token i in its sentence: the words between are said of that.
func (r *Reply) amountBefore(i int, s sentence) bool {
	for k := len(r.Claims) - 1; k >= 0; k-- {
		if c := &r.Claims[k]; c.Kind == Money && int(c.next) <= i {
			return int(c.first) >= s.first && i-int(c.next) <= 5
		}
	}
	return false
}

// plusAt reports whether the word at token j parts one amount from another that comes on top of it: "plus", "on top of".
func (r *Reply) plusAt(j int) bool {
	t := &r.tokens[j]
	return onTop.has(t.hash) && (t.hash != hashTop || j+1 < len(r.tokens) && r.tokens[j+1].has(cueOf))
}

var (
	hashPlus, hashTop = hashWord("plus"), hashWord("top")
	onTop             = newHashSet(append(hashWords("plus", "zusätzlich", "además", "oltre", "além", "bovenop", "utöver"), hashTop)...)
)

// pastID returns the token after an id that stands at token i, or i.
func (r *Reply) pastID(i, end int) int {
	for k := range r.Claims {
		if c := &r.Claims[k]; c.Kind == ID && int(c.first) <= i && i < int(c.next) {
			return min(int(c.next), end)
		}
	}
	return i
}

// figureAt reports whether token j holds digits that belong to no id.
func (r *Reply) figureAt(j int) bool {
	if !r.tokens[j].isDigits() {
		return false
	}
	for i := range r.Claims {
		if c := &r.Claims[i]; c.Kind == ID && int(c.first) <= j && j < int(c.next) {
			return false
		}
	}
	return true
}

// sumsUp reports whether "=" stands before the claim, or "makes" and another amount before that.
func (r *Reply) sumsUp(c *Claim, s sentence) bool {
	first := int(c.first)
	for j := first - 1; j >= window(s, first, 2); j-- {
		if r.tokens[j].is('=') {
			return true
		}
		if !r.tokens[j].sounds(toneComes) {
			continue
		}
		for i := range r.Claims {
			if o := &r.Claims[i]; o.Kind == Money && int(o.first) >= s.first && o.first < c.first {
				return true
			}
		}
	}
	return false
}

// leftTerm returns what the word at token j, before a claim in its clause, says about it.
func (r *Reply) leftTerm(s sentence, j int) (found term) {
	t, all := &r.tokens[j], r.terms(j)
	found = all & (topics | termLowest | termHighest | termSub)
	if all&termWhole != 0 {
		if k := r.pastID(j+1, s.next); k < s.next && (r.tokens[k].has(cueCopula|cueCosts) || r.tokens[k].sounds(toneComes)) {
			found |= termWhole
		}
	}
	if all&measures != 0 && (perPeriod(t, all) || j > s.first && r.tokens[j-1].has(cuePer)) {
		found |= all & measures
		if j-2 >= s.first && r.inMoney(j-2) {
			found &^= measures // of the amount before it: "€145 per month or €420"
		}
	}
	if r.cuesAt(j)&cueTotal != 0 {
		found |= termWhole
	}
	if all&termEach != 0 && t.has(cuePer) && j+1 < s.next && r.inMoney(j+1) && (t.hash != hashJe || j > s.first && r.tokens[j-1].hash == hashZu) {
		found |= termEach // "zu je 11 €", and not "betaal je 11 €"
	}
	return found
}

var hashJe = hashWord("je")

// elides reports whether token j is an article before a vowel: "per l'energia".
func (r *Reply) elides(j int) bool {
	return j+1 < len(r.tokens) && r.tokens[j+1].joined() && (r.tokens[j+1].is('\'') || r.tokens[j+1].is('’'))
}

// perPeriod reports whether the word alone means "per": "monthly".
func perPeriod(t *token, found term) bool { return t.has(cuePer) && found&periods != 0 }

// perBefore reports whether "per", "a", "/" or their like stands before token j, after a claim that ends at token from. A
// single letter is a unit only after "per" and "/".
func (r *Reply) perBefore(j, from int) bool {
	if j <= from {
		return false
	}
	t, long := &r.tokens[j-1], r.tokens[j].end-r.tokens[j].start > 1
	return t.is('/') || t.has(cuePer) || long && (t.has(cueArticle) || t.sounds(tonePer))
}

// severalAt reports whether an article and a number of two or more stand at token j, or the number alone: "por las dos", "pour les trois".
func (r *Reply) severalAt(j int) bool {
	p := parser{reply: r, tokens: r.tokens, lex: r.lexicon()}
	for k := j; k < min(len(r.tokens), j+2); k++ {
		if r.tokens[k].isDigits() && r.tokens[k].num >= 2 {
			return true
		}
		if t := &r.tokens[k]; t.word != nil && t.word.class == classUnit && t.word.number >= 2 {
			return k+1 >= len(r.tokens) || p.get(k+1).unit() == 0
		}
	}
	return false
}
