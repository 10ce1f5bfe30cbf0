package guard

// tone is what a word says about whether the reply makes a figure its own.
type tone uint64

const (
	toneYes     tone = 1 << iota // "sure", "I'll honour that": affirms
	toneDeny                     // "wrong": denies
	toneAsk                      // "whether"
	toneBut                      // "but": what follows is not under the negation before it
	toneDoubt                    // "doubt", "problem": denying it affirms
	toneCharge                   // "pay", "go below": the figure is what it costs
	toneAs                       // "as" in "as you said"
	tonePrice                    // "price", "you pay": a figure that follows is an amount
	toneSum                      // "total": it is one after a colon or "is"
	toneFill                     // "only": may stand between them
	toneRest                     // "quedan", "reste": how many there are follows
	tonePart                     // "of them": a part of what was counted before
	toneTail                     // "with", "today": may follow a bare amount
	toneOr                       // "or": a second amount may follow
	toneHalf                     // "half" of the price
	toneComes                    // "comes to", "the": between an order and its total, or before a period
	tonePer                      // "im" in "im Monat"
	toneDeed                     // "order", "payment": what is done in "order placed"
	toneMark                     // "sign", "symbol"
	toneWeight                   // "weighs"
	toneCode                     // "regex"
	toneDeal                     // "good", "alright": agrees where a figure follows
	toneGive                     // "yours", "match": the figure that follows is what it is sold for
	toneEnough                   // "enough", "covers": the figure before it is the customer's money
	toneNothing                  // "nothing": what is under the bound after it is denied
	toneMe                       // "I": the speaker, who is one
	toneNow                      // "now": today's price follows
	toneFall                     // "down", "lower": the figure is below nought
	toneIt                       // "it", "they": what was named before
	toneIncl                     // "including": what follows is part of the whole
	toneBack                     // "back": to the customer
	tonePack                     // "pack": several in one
	toneFree                     // "free": costs nothing, or is not taken
	toneGratis                   // "gratis": costs nothing
	toneBehind                   // "prossimo", "dernier": stands behind the weekday that it is the next or last of
	toneSold                     // "sold out": there are none
	toneHolder                   // "card", "wallet": has a balance
)

const toneTable = `
behind = prossimo prossima prochain prochaine próximo próxima que_viene qui_vient que_vem dernier dernière pasado pasada scorso scorsa passado passada
sold = sold_out out_of_stock ausverkauft vergriffen en_rupture en_rupture_de_stock épuisé épuisée épuisés épuisées agotado agotada agotados agotadas sin_existencias esaurito esaurita esauriti esaurite uitverkocht esgotado esgotada esgotados esgotadas slutsåld slutsålda slutsålt
holder = card cards giftcard wallet voucher account karte kundenkarte geschenkkarte guthabenkarte gutschein konto kundenkonto kartenkonto girokonto bankkonto sparkonto tagesgeldkonto betaalrekening spaarrekening lönekonto carte cagnotte compte bon tarjeta monedero cuenta vale carta borsellino conto buono cartão carteira conta kaart cadeaukaart klantenkaart bon portemonnee rekening kort presentkort konto
yes = sure absolutely certainly definitely course done indeed valid deal ok okay fine works honour honor honours honors accept accepted accepts agree agreed agrees approved true perfect gladly gern gerne natürlich klar sicher selbstverständlich abgemacht einverstanden freilich jawohl passt geht machen gilt gültig wahr akzeptieren akzeptiere accord bien_sûr bien_entendu volontiers certainement absolument parfait convenu vrai valable claro vale cierto trato acuerdo perfecto válido certo certamente bene perfetto valido vero claro_que combinado feito perfeito verdade natuurlijk zeker graag akkoord prima geldig afgesproken självklart gärna visst javisst absolut överens giltigt 可以 没问题 はい もちろん 네 물론
yes = yes yep yeah yup correct right confirmed confirm exactly ja stimmt richtig genau korrekt oui exact exactement effectivement sí correcto exacto sì esatto corretto sim correto exato juist klopt inderdaad precies jo stämmer precis
deny = wrong incorrect false inaccurate mistaken impossible too_low too_little unrealistic falsch unmöglich zu_wenig zu_niedrig unrichtig faux incorrecte trop_peu incorrecto falso equivocado imposible sbagliato errato impossibile errado impossível fout verkeerd onjuist onmogelijk fel felaktigt omöjligt
ask = whether ob
but = but rather sondern aber pero sino mais ma bensì mas maar men
doubt = doubt doubts question problem problems wonder only zweifel frage problem nur duda problema doute problème dubbio dúvida twijfel probleem tvivel tvekan
charge = berechnen berechne verlangen verlange charges pay pays paying paid zahlen zahlst zahlt bezahlen bezahlst zahle payez paies payer paga pagas pagar paghi betaal betaalt betalen betala betalar go goes gehe gehen descendre bajar scendere baixar gaan gå charge
as = as wie comme como come zoals som
price = price prices priced preis preise endpreis kostenpunkt kaufpreis neupreis angebotspreis stückpreis prix precio precios prezzo prezzi preço preços prijs prijzen pris priset fare msrp rrp uvp preises 价格 値段 가격
price = pay pays zahlen zahlst zahlt bezahlen bezahlst payez paies pagas pagarás paghi betaal betaalt betalar
sum = totaalbedrag total subtotal due payable payer zahlen zahlbar gesamt gesamtpreis gesamtbetrag gesamtsumme summe zwischensumme totale somme totaal totalt suma somma fee gebühr montant importe bedrag
fill = only just nur lediglich jetzt now currently aktuell derzeit solo sólo seulement maintenant ahora adesso nu bara slechts alleen soltanto apenas só agora be been has dropped lowered reduced rises at then still noch dann even today heute hoy oggi
tail = somewhere elsewhere online there here anderswo woanders irgendwo ailleurs altrove elders with mit avec con met com med for für pour para per each if when wenn falls today heute now jetzt plus including incl inkl vat tax mwst and und or oder but only right instead statt on from in at until
or = or oder ou o of eller bzw minus plus now jetzt then resp
comes = comes come make makes totals amounts macht beläuft beträgt revient asciende ammonta bedraagt blir
period = im al par por al
now = now jetzt nun maintenant ahora adesso ora agora nu
deed = order payment refund booking reservation transfer transaction appointment request cancellation shipment purchase return exchange subscription changes update email bestellung zahlung buchung rückerstattung überweisung termin auftrag stornierung kauf reservierung commande paiement réservation remboursement virement achat pedido pago reserva reembolso cita transferencia ordine pagamento prenotazione rimborso acquisto encomenda bestelling betaling boeking reservering afspraak beställning betalning bokning återbetalning
mark = sign signs symbol symbols character zeichen symbole signe símbolo simbolo teken tecken
weight = lose lost gain gained gaining losing overweight ounce ounces oz dumbbell dumbbells bench वजन 体重 重さ väger väga weigh weighs weighed weighing weight weights heavy heavier lighter ton tons tonne kg kilogram kilograms kilo kilos
code = regex regexp pattern variable placeholder group capture argument parameter replacement shell script backreference
deal = good great alright right still gut okay bon bien bene goed oké bra fechado hecho affare
give = yours match matched have_it take_it get_it let_you sell_it gehört deins dir ihnen überlasse laisse tuya suya dejo lascio tua jouwe din ditt
enough = enough suffices sufficient covers cover plenty reicht reichen genügt genügen langt suffit suffisent suffira basta bastan bastano bastam alcanza volstaat genoeg voldoende räcker tillräckligt
nothing = nothing none neither nichts keine keinen keiner kein rien aucun aucune nada ninguno ninguna niente nessun nessuno nessuna nenhum nenhuma niets geen ingenting inget inga
me = i ich je j yo eu ik jag he ho tenho
it = it that they es das sie il elle c'est ça ce lo la esto eso ello esso questo het dit dat ze isto isso ele ela det den de
incl = including included includes include incl inclusive enthält incluyen incluent inclut comprend comprennent include includono comprende comprendono bevat bevatten inkl inklusive einschließlich inbegriffen enthalten compris comprise comprises y_compris inclus incluse incluyendo incluye incluido incluida incluidos incluso inclusa inclusi incluse comprensivo compreso compresa compresi comprese inclui incluindo incluído incluída inclusief inbegrepen inberäknat
free = free
gratis = gratis kostenlos kostenfrei gebührenfrei versandkostenfrei umsonst gratuit gratuite gratuits gratuites offert offerte offerts offertes gratuito gratuita gratuiti gratuite gratuitos gratuitas grátis kosteloos complimentary free_of_charge kostnadsfri kostnadsfritt avgiftsfri
back = back refund reimbursement zurück rückerstattung erstattung retour remboursement indietro rimborso reembolso terug terugbetaling tillbaka återbetalning de_vuelta de_volta
pack = pack packs package box boxes case cases crate carton set bundle kit multipack packung packungen paket kiste karton schachtel boîte lot paquet coffret caja paquete estuche lote confezione scatola pacco caixa embalagem pacote doos pak verpakking förpackning låda paket
fall = down lower fell fallen dropped drop decreased decrease declined decline lost loss minus overdrawn overdraft gefallen gesunken sank tiefer niedriger verloren baisse baissé recul reculé perdu perd découvert bajado baja caído caída cae perdido pérdida descubierto sceso scesa calo calato ribasso perso perdita scoperto lager gedaald daalde daling gezakt verlies verloren rood ned sjunkit fallit minskat
half = half halben halbe halber halb moitié demi mitad metà metade halve halva
`

// toneNames ties the keys of the table to their bits.
var toneNames = map[string]tone{
	"yes": toneYes, "deny": toneDeny, "ask": toneAsk, "but": toneBut, "doubt": toneDoubt, "charge": toneCharge, "as": toneAs,
	"price": tonePrice, "sum": toneSum, "fill": toneFill, "tail": toneTail, "or": toneOr, "half": toneHalf, "comes": toneComes, "period": tonePer, "now": toneNow, "fall": toneFall, "mark": toneMark, "weight": toneWeight, "code": toneCode, "me": toneMe, "deal": toneDeal, "give": toneGive, "enough": toneEnough, "nothing": toneNothing, "deed": toneDeed, "it": toneIt, "incl": toneIncl, "pack": tonePack, "back": toneBack, "free": toneFree, "gratis": toneGratis, "behind": toneBehind, "holder": toneHolder, "sold": toneSold,
}

func (x *lexicon) addTones() {
	each(toneTable, func(key, word string) { x.at(word).tones |= toneNames[key] })
}

// sounds reports whether the word has the tone.
func (t *token) sounds(o tone) bool { return t != nil && t.word != nil && t.word.tones&o != 0 }

// soundsAt is sounds for the phrase at token i.
func (r *Reply) soundsAt(i int, o tone) bool {
	e := r.phraseAt(i)
	return e != nil && (e.tones|r.tokens[i].word.tones)&o != 0
}

// denies reports whether token i is "not" or its like, taken by itself.
func (r *Reply) denies(i int) bool {
	t := &r.tokens[i]
	return t.has(cueNot) || t.hash == hashT && i > 0 && r.tokens[i-1].is('\'')
}

// noDoubt reports whether the negation at token i affirms: "no doubt", "ohne Zweifel", "not only".
func (r *Reply) noDoubt(i, end int) bool {
	for j := i + 1; j < min(end, i+3); j++ {
		if r.tokens[j].sounds(toneDoubt) {
			return true
		}
	}
	return false
}
