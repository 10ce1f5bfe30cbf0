package guard

import (
	"slices"
	"strings"
	"sync"
)

// An order has a day of each thing that befalls it: it is placed, sent, delivered, sent back, refunded. A day is not that of one of them where
// its record has another day for what the words beside it say.

// event is a set of the things that can befall an order, a bit each.
type event uint16

const (
	eventPlaced event = 1 << iota
	eventSent
	eventBrought
	eventReceived // back
	eventReturned
	eventRefunded
	eventCancelled
	eventPaid
	eventSkipped
	eventEnds
	eventOpened
	eventClosed

	events  = eventPlaced | eventSent | eventBrought | eventReceived | eventReturned | eventRefunded | eventCancelled | eventPaid | eventSkipped | eventEnds | eventOpened | eventClosed
	eventOf = event(1) << 15 // a noun: it tells of what a day is, and not that something befell
)

// eventTable names events by words of a text and of a key; nouns stand behind a tilde.
const eventTable = `
placed = ordered placed purchased bought bestellt bestellten gekauft commandé commandée acheté comprado ordinato ordinati ordinata ordinate acquistato besteld bestelde gekocht beställde beställt beställdes encomendado encomendada encomendou pediste
placed = ~order ~purchase ~bestellung ~bestelldatum ~commande ~pedido ~ordine ~bestelling ~encomenda ~compra ~beställning ~created ~creation
sent = shipped dispatched despatched ships verschickt versendet versandt abgeschickt losgeschickt expédié expédiée expédiés enviado enviada enviados spedito spedita spediti inviato verzonden verstuurd skickas skickades skickad skickat despachado despachada expedido
sent = ~ship ~shipping ~shipment ~dispatch ~send ~sent ~left ~versand ~expédition ~envío ~envio ~spedizione ~verzending
brought = delivered arrived arrives arriving zugestellt geliefert ausgeliefert angekommen arrive llega llegará arriva chega chegará levereras livré livrée livrés livrées arrivera entregado entregada entregue entregues consegnato consegnata consegnati consegnate arriverà bezorgd geleverd levererad levererades levererat
brought = ~delivery ~deliver ~arrival ~eta ~due ~expected ~lieferung ~liefertermin ~zustellung ~livraison ~entrega ~consegna ~levering ~bezorging ~leverans
received = arrived received erhalten eingegangen eingetroffen angekommen reçu reçue recibido recibida ricevuto ricevuta ontvangen recebido recebida recebemos mottagen mottagit
returned = returned zurückgeschickt zurückgesendet renvoyé retourné devuelto devolvido reso rispedito teruggestuurd geretourneerd returnerat
returned = ~return ~rückgabe ~retoure ~rücksendung ~retour ~devolución ~devolução ~retur
refunded = refunded reimbursed erstattet zurückerstattet remboursé remboursée reembolsado rimborsato terugbetaald återbetalat ~refund ~erstattung ~remboursement ~reembolso ~rimborso ~terugbetaling ~återbetalning ~money ~geld
cancelled = cancelled canceled storniert annulé annulée cancelado cancelada annullato geannuleerd avbokad avbokat avbokades ~cancel ~cancellation ~cancellable ~stornierung ~annulation ~cancelación ~cancelar
paid = paid charged billed bezahlt abgebucht payé débité prélevé pagado cobrado pagato addebitato betaald afgeschreven betalt pago pagou ~payment ~charge ~bill ~billing ~invoice ~due ~zahlung ~paiement ~renew ~renews
skipped = skipped übersprungen sauté omitido saltato overgeslagen pulado pausado hoppat
ends = expires expired expire deadline verfällt verfallen läuft expirent caduca caducan vence vencen scade scadono verloopt verlopen vervalt expira expiram ~until ~till ~by ~bis ~fin ~end ~ends ~expiry ~expiration ~close ~closes ~closed ~due ~valid ~frist ~délai ~plazo ~termine ~prazo ~termijn ~last ~cutoff ~hasta ~jusqu ~fino ~tot ~até ~spätestens
opened = ~opened ~start ~starts ~begin ~from ~activated ~created
closed = closed geschlossen fermé cerrado chiuso gesloten fechado stängt ~close
`

// eventsByWord gives the words of the table their events.
var eventsByWord = sync.OnceValue(func() map[uint64]event {
	words, bits := map[uint64]event{}, map[string]event{
		"placed": eventPlaced, "sent": eventSent, "brought": eventBrought, "received": eventReceived, "returned": eventReturned, "refunded": eventRefunded,
		"cancelled": eventCancelled, "paid": eventPaid, "skipped": eventSkipped, "ends": eventEnds, "opened": eventOpened, "closed": eventClosed,
	}
	each(eventTable, func(key, word string) {
		w, noun := strings.CutPrefix(word, "~")
		words[hashWord(w)] |= bits[key]
		if noun {
			words[hashWord(w)] |= eventOf
		}
	})
	return words
})

// eventsIn returns the events that a day under the keys of these words is of; those of the last key are the last ones. Most records of a shop
// stand in an order.
func eventsIn(words, last []string) (set event) {
	known := eventsByWord()
	read := func(words []string) (set event) {
		for _, w := range words {
			set |= (known[hashWord(w)] | known[hashWord(w+"s")]) & events
		}
		return set
	}
	set = read(last)
	return set | read(words)&^eventPlaced
}

// otherEvent reports whether the words beside a day say that something befell on it for which the record of s, the day of another thing, has
// another day: "delivered on 14 February" of {"ordered_on": "2026-02-14", "delivered_on": "2026-02-18"}.
func (m *matcher) otherEvent(c *Claim, s *Source) bool {
	if c.Kind != Date || s.Kind != Date || c.period || s.Origin != Field || s.group == nil || s.opened || m.reply.tokens == nil || c.Place != "reply" {
		return false
	}
	own := s.told().befalls
	if own == 0 {
		return false
	}
	befell, named := m.reply.eventsBeside(c)
	if named&eventCancelled != 0 {
		named |= eventEnds // "cancelled as of 31 March"
	}
	if befell == 0 || named&own != 0 {
		return false
	}
	meant := func(o *Source) bool { // by another reading: "shipped on Friday"
		return slices.ContainsFunc(c.Readings, func(v Reading) bool { return v.single() && v.Day.Equal(o.Day) })
	}
	for _, o := range m.index.sources {
		if o.Kind == Date && o.Origin == Field && o.Tool == s.Tool && o.Server == s.Server && !o.Day.Equal(s.Day) && o.told().befalls&befell != 0 && o.span == 0 && (beneath(o.group, s.group, true) || meant(o)) {
			return true
		}
	}
	return false
}

// eventsBeside returns what the words of a day's clause say that befell, and all that they name, as far as the days next to it.
func (r *Reply) eventsBeside(c *Claim) (befell, named event) {
	s := r.sentences[r.sentenceOf(int(c.first))]
	known := eventsByWord()
	look := func(j int) bool {
		t := &r.tokens[j]
		o := r.claimOver(j)
		if o != nil && o.Kind == Date || clause(t) && !t.is(':') || t.has(cueAnd) || t.is('|') {
			return false
		}
		e := known[t.hash]
		named |= e & events
		if e&eventOf == 0 && (o == nil || !o.own) {
			befell |= e & events
		}
		return true
	}
	for j := int(c.first) - 1; j >= window(s, int(c.first), maxFieldReach) && look(j); j-- {
	}
	for j := int(c.next); j < min(s.next, int(c.next)+maxFieldReach) && look(j); j++ {
	}
	return befell, named
}
