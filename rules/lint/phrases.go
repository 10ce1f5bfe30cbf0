package lint

import (
	"regexp"
	"strings"
)

// phrases find what a text says, in the languages that the engine's own texts have. They are read in lower case, a sentence at a time.
type phrases struct{ says, unless *regexp.Regexp }

func phrase(says, unless []string) phrases {
	p := phrases{says: regexp.MustCompile(strings.Join(says, "|"))}
	if unless != nil {
		p.unless = regexp.MustCompile(strings.Join(unless, "|"))
	}
	return p
}

// in returns the first sentence that says so, and "".
func (p phrases) in(text string) string {
	for _, sentence := range sentences(text) {
		s := strings.ReplaceAll(strings.ToLower(sentence), "’", "'")
		if p.says.MatchString(s) && (p.unless == nil || !p.unless.MatchString(s)) {
			return strings.TrimSpace(sentence)
		}
	}
	return ""
}

func sentences(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) })
}

// passesOn finds the offer of a person, or that one takes over.
var passesOn = phrase([]string{
	`\b(pass|connect|transfer|forward|hand) (you|this|it)\b.{0,20}\b(to|with|on|over|through)\b`, `\bput you through\b`, `\btransfer you\b`,
	`\bsie (gern |gerne |jetzt |gleich |direkt )?(an .{0,40})?(weiterleiten|verbinden|weiterverbinden|durchstellen)\b`, `\b(leite|verbinde|stelle) (ich )?sie\b.{0,60}\b(weiter|mit|durch|an)\b`,
	`\bvous (passer|transférer|mettre en relation|mettre en contact)\b`, `\bje vous (passe|transfère|mets en relation|mets en contact)\b`,
	`\b(le|te) (paso|transfiero|comunico) (con|a)\b`, `\b(pasarle|pasarte|transferirle|comunicarle) (con|a)\b`,
	`\b(la|ti) (passo|trasferisco|metto in contatto)\b`, `\b(passarla|trasferirla|metterla in contatto)\b`,
	`\b(u|je) doorverbinden\b`, `\bverbind (u|je|ik u|ik je) door\b`,
	`\b(transferi-lo|encaminhá-lo|passá-lo|transferir você)\b`, `\b(transfiro|encaminho) (você|o senhor|a senhora)\b`,
	`\bkoppla(r)? (dig|er) (vidare|till)\b`,
}, []string{`\b(can't|cannot|can not|unable|nicht|niet|kan inte|ne peux pas|no puedo|non posso|não posso)\b`})

// promises finds that somebody will do something later.
var promises = phrase([]string{
	`\b(we|i|someone|somebody|a colleague|an agent|our team|support|they)('ll| will| shall) (soon |then |shortly )?(get back|be in touch|call|contact|e-?mail|write|text|reach out|notify|inform|let you know|follow up|tell you|send|come back|try again|retry|look into|keep you)\b`,
	`\byou('ll| will) (soon |shortly )?(hear from|receive|get an? (e-?mail|call|message|answer|reply|confirmation))\b`,
	`\b(wir|ich) (melden?|rufen?|kontaktieren?|benachrichtigen?|informieren?|schreiben?) (uns|mich|sie|dich|ihnen|dir)\b`, `\b(kollege|kollegin|jemand|team|kundenservice)\b.{0,20}\b(meldet sich|ruft sie|wird sich|kontaktiert|wird sie|sagt es ihnen)\b`,
	`\bsie (erhalten|bekommen|hören) (bald |in kürze |gleich |dann |später |demnächst )?(von uns|eine (e-?mail|nachricht|antwort|bestätigung)|einen (anruf|rückruf))\b`,
	`\bvous (recontacterons|rappellerons|contacterons|tiendrons|recontactera|rappellera|contactera|recevrez)\b`, `\breviendr(ons|ai|a) vers vous\b`,
	`\b(nos pondremos|me pondré|se pondrá) en contacto\b`, `\b(le|te) (llamaremos|avisaremos|contactaremos|escribiremos|informaremos)\b`, `\brecibir(á|ás)( |$)`,
	`\b(la|ti) (ricontatteremo|contatteremo|avviseremo|richiameremo)\b`, `\bricever(à|ai)( |$)`, `\bci metteremo in contatto\b`,
	`\b(wij|we|ik|een collega) (nemen|neem|neemt) contact\b`, `\b(bellen|bel|belt) (u|je) terug\b`, `\blaten (het )?(u|je) weten\b`, `\b(u|je) (ontvangt|krijgt) (van ons|een (e-?mail|bericht|antwoord|bevestiging))\b`,
	`\bentrar(emos|ei|á) em contact?o\b`, `\b(lhe|te) (ligaremos|avisaremos|escreveremos)\b`, `\breceber(á|ás)( |$)`,
	`\b(vi|jag|en kollega) (återkommer|kontaktar|ringer|hör av|meddelar)\b`, `\bdu (får|kommer att få) (ett|en) (mejl|svar|bekräftelse|besked)\b`,
}, []string{`\b(can't|cannot|won't|unable|if you|nicht|kein|keine)\b`})

// denies finds that something was not done, or may be done again.
var denies = phrase([]string{
	`\b(was|were|is|has|have|had) not (been )?(placed|booked|charged|sent|processed|completed|executed|made|saved|cancell?ed|refunded|paid|submitted|created|transferred|gone through|go through|successful)\b`,
	`\b(wasn't|weren't|isn't|hasn't been|haven't been) (placed|booked|charged|sent|processed|completed|executed|made|saved|cancell?ed|refunded|paid|submitted|created|transferred|successful)\b`,
	`\b(did not|didn't) (go through|work|succeed|get through)\b`, `\b(could not|couldn't|cannot|can't) be (placed|booked|charged|sent|processed|completed|executed|made|saved|cancell?ed|refunded|paid|submitted|created|transferred)\b`,
	`\b(has |have |order |payment |booking |refund |transfer )failed\b`, `\bnothing (was|has been) (charged|booked|ordered|sent|paid|changed|done)\b`, `\b(you|your card) (were|was|have|has) not been charged\b`, `\bno (charge|payment|order|booking) (was|has been) made\b`,
	`(^|\bplease |, )(try|order|pay|book|submit|place|send) (it |this |your order |the order )?again\b`,
	`\b(wurde|wurden|ist|sind)\b.{0,40}\bnicht (ausgeführt|aufgegeben|gebucht|abgebucht|durchgeführt|übermittelt|abgeschlossen|gesendet|erstattet|durchgegangen|belastet|storniert)\b`, `\bfehlgeschlagen\b`, `\bnichts (abgebucht|gebucht|bestellt|belastet)\b`,
	`\b(versuchen|probieren) sie es (bitte )?(noch ?einmal|erneut)\b`, `\bbestellen sie (bitte )?(noch ?einmal|erneut)\b`,
	`n'a pas (été|abouti|fonctionné)`, `n'ont pas été`, `\ba échoué\b`, `(^|veuillez )réessaye[rz]\b`, `\brien n'a été\b`,
	`\bno se ha (realizado|completado|procesado|cobrado|hecho|enviado)\b`, `\bno se realizó\b`, `\bha fallado\b`, `\b(vuelva a intentarlo|inténtelo de nuevo|inténtalo de nuevo)\b`,
	`\bnon è (stat[oa] (eseguit|complet|addebit|inviat|effettuat)|andat[oa] a buon fine)`, `\bè fallit[oa]\b`, `(^|\bsi prega di )ripro(vi|va|vare)\b`,
	`\bis niet (gelukt|geplaatst|verwerkt|doorgegaan|verzonden|geboekt)\b`, `\bmislukt\b`, `\bprobeer het (opnieuw|nog)\b`,
	`\bnão foi (realizad|concluíd|process|cobrad|enviad|efetuad)`, `\bfalhou\b`, `\btente (novamente|de novo|outra vez)\b`,
	`\bgick inte igenom\b`, `\bhar inte (genomförts|debiterats|skickats|lagts)\b`, `\bmisslyckades\b`, `\bförsök (igen|på nytt)\b`,
}, []string{
	`\b(may|might|whether|if|perhaps|possibly|maybe|not sure|don't know|can't tell|can't say|unclear|unknown|before|until|don't|do not|never)\b`,
	`\b(möglicherweise|vielleicht|ob|unklar|eventuell|könnte|bevor|bitte nicht|falls)\b`, `\b(peut-être|si|avant|ne pas)\b`, `\b(quizás|tal vez|puede que|antes)\b`, `\b(forse|se|prima)\b`,
	`\b(misschien|of|mogelijk|voordat)\b`, `\b(talvez|se|antes)\b`, `\b(kanske|om|innan)\b`,
})
