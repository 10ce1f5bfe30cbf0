package guard

import (
	"slices"
	"strings"
)

// actionTable names actions that a reply may report as done, by the stem that the names of tools have.
const actionTable = `
refund = refunded reimbursed abonado abonada erstattet zurückerstattet rückerstattet remboursé remboursée reembolsado reembolsada rimborsato rimborsata terugbetaald återbetalat återbetalad
cancel = cancelled canceled storniert annulliert gekündigt annulé annulée cancelado cancelada anulado anulada annullato annullata cancellato geannuleerd avbokad avbokat avbruten opgezegd résilié résiliée disdetto disdetta
order = ordered bestellt aufgegeben commandé commandée pedido encomendado ordinato ordinata besteld beställt beställd
book = booked gebucht réservé réservée reservado reservada prenotato prenotata geboekt bokat bokad reserved reserviert gereserveerd reserverad
ship = shipped dispatched sent mailed versendet verschickt versandt losgeschickt abgeschickt rausgeschickt expédié expédiée envoyé envoyée enviado enviada spedito spedita inviato inviata verzonden verstuurd skickat skickad expedido
pay = paid charged bezahlt abgebucht payé payée pagado pagada pago pagato pagata betaald betalat betald debited
credit = credited gutgeschrieben crédité acreditado accreditato gecrediteerd krediterat
create = created placed passée passé submitted opened erstellt angelegt eröffnet créé créée creado creada creato creata aangemaakt skapat skapad registered registriert
update = updated moved rescheduled postponed verschoben verlegt umgebucht déplacé reporté aplazado movido spostato spostata rinviato verplaatst verzet changed modified geändert aktualisiert modifié modifiée actualizado modificado aggiornato modificato bijgewerkt gewijzigd ändrat uppdaterat
return = returned zurückgenommen retourné devuelto reso geretourneerd returnerat
exchange = exchanged umgetauscht échangé cambiado cambiato omgeruild bytt
issue = issued processed ausgestellt bearbeitet veranlasst émis traité emitido procesado emesso elaborato verwerkt behandlat
apply = applied eingelöst angewendet appliqué aplicado applicato toegepast
transfer = transferred wired überwiesen transferiert viré transféré transférée transferido transferida transferi girato trasferito trasferita bonificato overgemaakt overgeschreven överfört överförd överförda
send = emailed forwarded messaged notified gemailt weitergeleitet benachrichtigt transmis transmise reenviado notificado inoltrato notificato encaminhado doorgestuurd gemaild vidarebefordrat mejlat
execute = executed performed effected carried_out ausgeführt durchgeführt exécuté exécutée effectué effectuée ejecutado ejecutada efectuado eseguito eseguita effettuato effettuata executado executada realizado realizada uitgevoerd utfört utförd genomfört genomförd
complete = completed finalized finalised finished abgeschlossen fertiggestellt terminé terminée complété finalisé completado completada finalizado completato completata concluído concluída afgerond voltooid slutfört slutförd avslutad
initiate = initiated started triggered eingeleitet angestoßen gestartet lancé lancée initié iniciado iniciada avviato avviata iniziato gestart påbörjat påbörjad
schedule = scheduled arranged vereinbart terminiert eingeplant planifié planifiée programado programada agendado agendada programmato programmata fissato ingepland schemalagd inplanerad
confirm = confirmed bestätigt confirmé confirmada confirmado confermato bevestigd bekräftad
add = added hinzugefügt ajouté ajoutée añadido añadida aggiunto aggiunta toegevoegd adicionado adicionada tillagd
deliver = delivered arrived zugestellt geliefert ausgeliefert angeliefert angekommen eingetroffen livré livrée livrés arrivé arrivés entregado entregada entregados llegado consegnato consegnata consegnati recapitato arrivato arrivata bezorgd geleverd aangekomen entregue chegado levererat levererad
hold = aside zurückgelegt côté apartado apartada gelegd undan separado separada
pause = paused frozen suspended pausiert ausgesetzt suspendu pausado pausada sospeso gepauzeerd pausat
activate = activated aktiviert freigeschaltet activé activada activado attivato attivata geactiveerd ativado ativada aktiverat
block = blocked gesperrt bloqué bloquée bloqueado bloqueada bloccato bloccata geblokkeerd spärrat
extend = extended verlängert prolongé prolongado prorogato verlengd förlängt
adjust = adjusted lowered reduced raised increased angepasst gesenkt erhöht herabgesetzt
waive = waived erlassen
upgrade = upgraded hochgestuft umgestellt
unlock = unlocked entsperrt
delete = deleted removed gelöscht entfernt supprimé eliminado eliminato verwijderd raderat
`

// didTable names the actions by what one says who has done them oneself, in the languages that need no auxiliary for it.
const didTable = `
refund = reembolsei reembolsé devolvi devolví restituí estornei
cancel = cancelei cancelé anulei anulé
order = encomendei encargué
book = reservei
ship = enviei envié despachei despaché expedi
pay = paguei pagué
create = criei abri
update = alterei mudei atualizei cambié modifiqué actualicé
exchange = troquei
issue = emiti emití processei procesé
apply = apliquei apliqué
transfer = transferi
schedule = agendei agendé marquei
confirm = confirmei
add = adicionei acrescentei añadí agregué
pause = pausei
activate = ativei
block = bloqueei bloqueé
extend = prolonguei prolongué
delete = removi eliminei
`

const auxTable = `
have = have has had 've 's habe haben hat wurde wurden ist sind was were been got ai avons a été ont he hemos ha han sido está están fue ho abbiamo è stato stata tenho temos foi heb hebben is zijn werd har hade blev är been
modal = verrà verranno verrai saranno sarai sarete seront serez seras vont vamos serán serão vai vão zullen zult viene vengono kommer will would can could should must may might shall if once when wird werden würde kann können könnte soll falls wenn sobald sera peut pourrait si quand puede podría será cuando può potrebbe sarà quando pode poderá zal kan wordt worden ska kan skulle to be being otherwise sonst andernfalls let please bitte
self = i we ich wir je nous yo nosotros io noi eu nós ik wij vi jag
`

// actionNames lists the stems, so that a claim can carry one without allocation.
var actionNames = [...]string{
	"", "refund", "cancel", "order", "book", "ship", "pay", "credit", "create", "update", "return", "exchange",
	"issue", "apply", "confirm", "delete", "transfer", "send", "execute", "complete", "initiate", "schedule", "add", "deliver",
	"hold", "pause", "activate", "block", "extend", "adjust", "waive", "upgrade", "unlock",
}

// firstOwn is the first action that is only a deed where the speaker says that it did it: things are lowered, blocked and extended by themselves.
const firstOwn = 24

// addActions fills in participles and the auxiliary words around them.
func (x *lexicon) addActions() {
	each(actionTable, func(key, word string) { x.at(word).action = uint8(nameIndex(actionNames[:], key)) })
	each(didTable, func(key, word string) {
		e := x.at(word)
		e.action, e.did = uint8(nameIndex(actionNames[:], key)), true
	})
	each(objectTable, func(key, word string) { x.at(word).object = uint8(nameIndex(actionNames[:], key)) })
	each(auxTable, func(key, word string) {
		x.at(word).cues |= map[string]cue{"have": cueHave, "modal": cueModal, "self": cueSelf}[key]
	})
}

// doneAt yields the action that the participle at token i reports as done: "I have refunded", "was cancelled", "we
// shipped". A wish, a condition, a question or a denial reports nothing.
func (p *parser) doneAt(i int) int {
	t := &p.tokens[i]
	if t.word == nil || t.word.action == 0 || (t.word.action < firstOwn || t.word.did) && p.ascii(t) && p.reply.Text[t.end-1]|0x20 == 'e' || t.joined() && i > 0 && p.tokens[i-1].is('-') {
		return i
	}
	if p.taken(i) || p.owedStill(i) || i > 0 && t.near() && slices.Contains(beforeNouns, p.tokens[i-1].hash) {
		return i
	}
	done, first, joined, apart := false, i, false, false
	shared := (*Claim)(nil) // the deed before, whose "have" counts for this one
	for j := i - 1; j >= max(0, i-8); j-- {
		b := &p.tokens[j]
		if b.has(cueAnd) && p.sharesHave(j, i) {
			done, shared = true, p.lastDeed()
			break
		}
		if j == p.done-1 && p.afterDeed() && !joined {
			break // what the deed before took its "have" from is not this one's
		}
		joined = joined || b.has(cueAnd)
		apart = apart || done && b.is(',') // what stands before the comma is no part of the clause: "No problem, I've cancelled it"
		switch {
		case apart && b.has(cueNot) && !b.has(cueModal) && p.owned(i):
		case b.hash == hashA && p.apartFrom(j, i): // "€6.99 a month, charged to your card"
		case b.is('.') && p.get(j-1).isDigits() && b.joined() && p.get(j+1).near() && p.tokens[j+1].word != nil && p.tokens[j+1].word.month != 0: // "zum 30. Juni"
		case b.gap >= line && j+1 < i && p.tokens[j+1].gap >= line, b.is('.') || b.is('?') || b.is('!') || b.is(';') || b.is(':'):
			j = -1
		case b.has(cueHave) && b.has(cueModal) && p.ascii(b): // "wurde", not "würde"
			done, first = true, p.deedFrom(first, j)
		case b.hash == hashSi && p.tokens[j+1].is(','): // "Sí, te he reembolsado"
		case b.has(cueModal | cueNot), b.hash == hashT && j > 0 && p.tokens[j-1].is('\''):
			return i
		case b.hash == hashS && !(j > 0 && (p.tokens[j-1].is('\'') || p.tokens[j-1].is('’'))):
		case b.has(cueHave) && p.adds(t) && (b.hash == hashIs || b.hash == hashAre):
		case b.hash == hashEst && slices.Contains(arrivedWords, t.hash):
			done, first = true, p.deedFrom(first, j)
		case b.has(cueHave), b.has(cueSelf) && j == i-1:
			done = true
			first = p.deedFrom(first, j)
		case b.has(cueYours) && joined && p.byCustomer(j, i): // "and what you returned"
			return i
		}
		if j < 0 {
			break
		}
	}
	if !done && (t.word.did || p.noticed(i)) {
		done = true
	}
	own := p.owned(i) || t.word.did || shared != nil && shared.own
	if !done || p.asked(i) || t.word.action >= firstOwn && !own && !p.oursToDo(i) || (actionNames[t.word.action] == "deliver" || actionNames[t.word.action] == "issue") && !own && p.atDepot(i) {
		return i
	}
	f := figure{n: 1}
	c := p.emit(Done, &f, first, i+1)
	c.own = own
	c.Readings[0].ID = actionNames[t.word.action]
	if n := p.get(i + 1); c.Readings[0].ID == "pay" && n.near() && p.reply.terms(i+1)&termBack != 0 {
		c.Readings[0].ID = "refund" // "has been paid back"
	}
	return i + 1
}

// beforeNouns are articles behind which a participle is a noun or an adjective: "el pedido", "the returned lamp".
var beforeNouns = hashWords("the", "el", "los", "del", "o", "os", "do", "dos", "ao", "um", "il", "un", "nel", "le", "les", "du", "au", "tu", "su", "tus", "sus", "seu", "meu", "tuo", "suo", "vuestro", "nuestro", "este", "votre", "your")

// apartFrom reports whether a mark stands between tokens j and i.
func (p *parser) apartFrom(j, i int) bool {
	for k := j + 1; k < i; k++ {
		if p.tokens[k].kind == tokenPunct {
			return true
		}
	}
	return false
}

// taken reports whether the participle at token i only says that nothing is left: "8 pm is fully booked".
func (p *parser) taken(i int) bool {
	b := p.get(i - 1)
	if actionNames[p.tokens[i].word.action] != "book" || b == nil || !p.tokens[i].near() {
		return false
	}
	switch strings.ToLower(p.reply.Text[b.start:b.end]) {
	case "fully", "completely", "entirely", "voll", "komplett", "vollständig", "entièrement", "complètement", "completamente", "totalmente", "volledig", "helt":
	default:
		return false
	}
	for j := i - 3; j >= max(0, i-7) && p.tokens[j+1].gap < line && !p.tokens[j].is('.'); j-- {
		if p.tokens[j].has(cueYours) {
			return false // "your trip is"
		}
	}
	is := p.get(i - 2)
	return is != nil && (is.has(cueCopula) || is.joined() && p.get(i-3).is('\''))
}

// owedStill reports whether a verb behind the participle at token i says that it should be so: "betaald moeten zijn", "hätte bezahlt sein sollen".
func (p *parser) owedStill(i int) bool {
	for j := i + 1; j <= i+2; j++ {
		t := p.get(j)
		if !t.near() || t.kind != tokenWord {
			return false
		}
		if slices.Contains(mustWords, t.hash) {
			return true
		}
	}
	return false
}

var mustWords = hashWords("moeten", "moet", "mogen", "kunnen", "kan", "zou", "zullen", "sollen", "sollte", "müssen", "muss", "können", "kann", "werden")

// sharesHave reports whether the "and" at token j ties the participle at token i to the deed before it in their sentence: "I've
// added the mug to your cart and removed the hat", "I've refunded €42.50 and ordered a new one".
func (p *parser) sharesHave(j, i int) bool {
	deed := p.lastDeed()
	if deed == nil || p.tokens[i-1].has(cueYours) {
		return false
	}
	from := int(deed.next)
	if j-from > reach || !p.afterDeed() && !p.follows(j, i) {
		return false
	}
	for k := from; k < j; k++ {
		if t := &p.tokens[k]; t.is('.') && !(t.joined() && p.get(k+1).isDigits()) || t.is('?') || t.is('!') || t.is(';') || t.is(':') || t.gap >= line || t.has(cueIf) {
			return false
		}
	}
	return true
}

// lastDeed returns the last of the claims so far that reports a deed, or nil; it looks at few.
func (p *parser) lastDeed() *Claim {
	list := p.reply.Claims
	for k := len(list) - 1; k >= max(0, len(list)-4); k-- {
		if list[k].Kind == Done {
			return &list[k]
		}
	}
	return nil
}

// follows reports whether nothing between the "and" at token j and the participle at token i begins a clause of its own. At most an adverb
// stands there, but where the object comes before the verb: "und den Betrag erstattet".
func (p *parser) follows(j, i int) bool {
	if i-j > 2 && !slices.Contains(verbLast, p.tokens[j].hash) || i-j > 5 {
		return false
	}
	for k := j + 1; k < i; k++ {
		if t := &p.tokens[k]; t.kind != tokenWord || t.has(cueCopula|cueSelf|cueYours|cueWith|cueModal|cueHave|cueIf|cueNot) || t.sounds(toneIt) {
			return false
		}
	}
	return true
}

// verbLast are the words for "and" of the languages in which a participle stands behind its object.
var verbLast = hashWords("und", "en", "och")

// owned reports whether the speaker says that it did itself what the participle at token i says: "I have refunded".
func (p *parser) owned(i int) bool {
	for j := i - 1; j >= max(0, i-8); j-- {
		t := &p.tokens[j]
		if t.is('.') && !(p.get(j-1).isDigits() && t.joined()) || t.is('?') || t.is('!') || t.is(';') || t.is(':') {
			return false
		}
		if t.sounds(toneMe) {
			return true
		}
	}
	return false
}

// oursToDo reports whether the speaker says "we" of a deed at token i that is done for one customer: a price is lowered, and an offer
// extended, for all.
func (p *parser) oursToDo(i int) bool {
	switch actionNames[p.tokens[i].word.action] {
	case "adjust", "extend":
		return false
	}
	for j := i - 1; j >= max(0, i-6); j-- {
		t := &p.tokens[j]
		if t.is('.') || t.is('?') || t.is('!') || t.is(';') || t.is(':') {
			return false
		}
		if t.has(cueSelf) {
			return true
		}
	}
	return false
}

// afterDeed reports whether the claim before token p.done reports a deed.
func (p *parser) afterDeed() bool {
	list := p.reply.Claims
	return len(list) > 0 && list[len(list)-1].Kind == Done
}

// adds reports whether the participle says that something was added or delivered: what "is added" need not have been.
func (p *parser) adds(t *token) bool {
	name := actionNames[t.word.action]
	return name == "add" || name == "deliver" && (t.hash == hashDelivered || t.hash == hashArrived)
}

var hashDelivered, hashArrived = hashWord("delivered"), hashWord("arrived")

// byCustomer reports whether the customer at token j is the one who did what the participle at token i says.
func (p *parser) byCustomer(j, i int) bool { return i-j <= 2 && p.tokens[j].end-p.tokens[j].start <= 3 }

var hashIs, hashAre = hashWord("is"), hashWord("are")

// deedFrom returns where a deed begins whose auxiliary is token j: there, unless it belongs to an earlier claim.
func (p *parser) deedFrom(first, j int) int {
	if j < p.done {
		return first
	}
	return min(first, j)
}

// noticed reports whether the participle at token i is a notice of what it stands after: "Order placed!", "Your payment
// completed."
func (p *parser) noticed(i int) bool {
	noun := p.get(i - 1)
	if !noun.sounds(toneDeed) || !p.tokens[i].near() || i-1 < p.done {
		return false
	}
	if n := p.get(i + 1); n != nil && n.gap < line && n.kind == tokenWord || n.is('?') || n.is(':') || n.is(',') {
		return false
	}
	b := p.get(i - 2)
	if b != nil && noun.gap < line && b.has(cueYours) {
		b = p.get(i - 3)
	}
	return b == nil || noun.gap >= line || b.kind == tokenPunct && !b.is(',') && !b.is('-')
}

var hashSi = hashWord("si")

// asked reports whether the sentence around token i ends in a question mark.
func (p *parser) asked(i int) bool {
	for j := i; j < min(len(p.tokens), i+2*reach); j++ {
		switch {
		case p.tokens[j].is('?'):
			return true
		case p.tokens[j].is('.') || p.tokens[j].is('!'), j > i && p.tokens[j].gap == broken:
			return false
		}
	}
	return false
}

// arrivedWords are participles that French forms with "is".
var (
	hashEst      = hashWord("est")
	arrivedWords = hashWords("arrivé", "arrivés")
)

// atDepot reports whether a participle says that something has come to where it is only handed on: "has arrived at our depot".
func (p *parser) atDepot(i int) bool {
	for j := max(0, i-8); j < min(len(p.tokens), i+8); j++ {
		if t := &p.tokens[j]; t.kind == tokenWord && slices.Contains(depotWords, t.hash) {
			return true
		}
	}
	return false
}

// depotWords name where a parcel is handed on or waits.
var depotWords = hashWords("depot", "dépôt", "hub", "centre", "center", "facility", "warehouse", "branch", "station", "shop", "store", "locker", "customs", "port", "airport", "country",
	"zustelldepot", "paketzentrum", "zustellbasis", "verteilzentrum", "verteilerzentrum", "filiale", "lager", "packstation", "paketshop", "zoll", "agence", "entrepôt", "relais", "magasin", "douane",
	"almacén", "delegación", "centro", "tienda", "aduana", "magazzino", "deposito", "filial", "negozio", "dogana", "sorteercentrum", "magazijn", "afhaalpunt", "winkel")
