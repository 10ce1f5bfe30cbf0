package lint

import (
	"regexp"
	"strings"
)

// phrase finds what a text says in one language, read in lower case and a sentence at a time: what matches says, and not unless.
type phrase struct{ says, unless *regexp.Regexp }

func says(patterns ...string) phrase {
	return phrase{says: regexp.MustCompile(strings.Join(patterns, "|"))}
}

// but leaves out the sentences that a pattern matches.
func (p phrase) but(pattern string) phrase {
	p.unless = regexp.MustCompile(pattern)
	return p
}

// phrases are the phrases of several languages, those that the engine's own texts have.
type phrases []phrase

// in returns the first sentence that says so, and "".
func (list phrases) in(text string) string {
	for _, sentence := range sentences(text) {
		s := strings.ReplaceAll(strings.ToLower(sentence), "’", "'")
		for _, p := range list {
			if p.says.MatchString(s) && (p.unless == nil || !p.unless.MatchString(s)) {
				return strings.TrimSpace(sentence)
			}
		}
	}
	return ""
}

func sentences(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) })
}

// passesOn finds the offer of a person, or that one takes over.
var passesOn = phrases{
	says(`\b(pass|connect|transfer|forward|hand) (you|this|it)\b.{0,20}\b(to|with|on|over|through)\b`, `\bput you through\b`, `\btransfer you\b`).
		but(`\b(can't|cannot|can not|unable)\b`),
	says(`\bsie (gern |gerne |jetzt |gleich |direkt )?(an .{0,40})?(weiterleiten|verbinden|weiterverbinden|durchstellen)\b`,
		`\b(leite|verbinde|stelle) (ich )?sie\b.{0,60}\b(weiter|mit|durch|an)\b`).but(`\bnicht\b`),
	says(`\bvous (passer|transférer|mettre en relation|mettre en contact)\b`, `\bje vous (passe|transfère|mets en relation|mets en contact)\b`).but(`\bpeux pas\b`),
	says(`\b(le|te) (paso|transfiero|comunico) (con|a)\b`, `\b(pasarle|pasarte|transferirle|comunicarle) (con|a)\b`).but(`\bno puedo\b`),
	says(`\b(la|ti) (passo|trasferisco|metto in contatto)\b`, `\b(passarla|trasferirla|metterla in contatto)\b`).but(`\bnon posso\b`),
	says(`\b(u|je) doorverbinden\b`, `\bverbind (u|je|ik u|ik je) door\b`).but(`\bniet\b`),
	says(`\b(transferi-lo|encaminhá-lo|passá-lo|transferir você)\b`, `\b(transfiro|encaminho) (você|o senhor|a senhora)\b`).but(`\bnão posso\b`),
	says(`\bkopplar? (dig|er) (vidare|till)\b`).but(`\binte\b`),
}

// promises finds that somebody will do something later.
var promises = phrases{
	says(`\b(we|i|someone|somebody|a colleague|an agent|our team|support|they)('ll| will| shall) (soon |then |shortly )?(get back|be in touch|call|contact|e-?mail|write|text|reach out|notify|inform|let you know|follow up|tell you|send|come back|try again|retry|look into|keep you)\b`,
		`\byou('ll| will) (soon |shortly )?(hear from|receive|get an? (e-?mail|call|message|answer|reply|confirmation))\b`).but(`\b(can't|cannot|won't|unable|if|only|unless)\b`),
	says(`\b(wir|ich) (melden?|rufen?|kontaktieren?|benachrichtigen?|informieren?|schreiben?) (uns|mich|sie|dich|ihnen|dir)\b`,
		`\b(kollege|kollegin|jemand|team|kundenservice)\b.{0,20}\b(meldet sich|ruft sie|wird sich|kontaktiert|wird sie|sagt es ihnen)\b`,
		`\bsie (erhalten|bekommen|hören) (bald |in kürze |gleich |dann |später |demnächst )?(von uns|eine (e-?mail|nachricht|antwort|bestätigung)|einen (anruf|rückruf))\b`).but(`\b(nicht|kein|keine|keinen|wenn|falls)\b`),
	says(`\bvous (recontacterons|rappellerons|contacterons|tiendrons|recontactera|rappellera|contactera|recevrez)\b`, `\breviendr(ons|ai|a) vers vous\b`).but(`\b(si|ne)\b`),
	says(`\b(nos pondremos|me pondré|se pondrá) en contacto\b`, `\b(le|te) (llamaremos|avisaremos|contactaremos|escribiremos|informaremos)\b`, `\brecibir(á|ás)( |$)`).but(`\b(si|no)\b`),
	says(`\b(la|ti) (ricontatteremo|contatteremo|avviseremo|richiameremo)\b`, `\bricever(à|ai)( |$)`, `\bci metteremo in contatto\b`).but(`\b(se|non)\b`),
	says(`\b(wij|we|ik|een collega) (nemen|neem|neemt) contact\b`, `\b(bellen|bel|belt) (u|je) terug\b`, `\blaten (het )?(u|je) weten\b`,
		`\b(u|je) (ontvangt|krijgt) (van ons|een (e-?mail|bericht|antwoord|bevestiging))\b`).but(`\b(als|niet|geen)\b`),
	says(`\bentrar(emos|ei|á) em contact?o\b`, `\b(lhe|te) (ligaremos|avisaremos|escreveremos)\b`, `\breceber(á|ás)( |$)`).but(`\b(se|não)\b`),
	says(`\b(vi|jag|en kollega) (återkommer|kontaktar|ringer|hör av|meddelar)\b`, `\bdu (får|kommer att få) (ett|en) (mejl|svar|bekräftelse|besked)\b`).but(`\b(om du|inte)\b`),
}

// done are the participles of what a write does.
const done = `(placed|booked|charged|sent|processed|completed|executed|made|saved|cancell?ed|refunded|paid|submitted|created|transferred|successful)`

// denies finds that something was not done, or is to be done again.
var denies = phrases{
	says(`\b(was|were|is|has|have|had) not (been )?`+done+`\b`, `\b(wasn't|weren't|isn't|hasn't been|haven't been) `+done+`\b`,
		`\b(did not|didn't|has not|hasn't) (go|gone|get|got) through\b`, `\b(did not|didn't) (work|succeed)\b`, `\b(could not|couldn't|cannot|can't) be `+done+`\b`,
		`\b(has|have|order|payment|booking|refund|transfer) failed\b`, `\bnothing (was|has been) (charged|booked|ordered|sent|paid|changed|done)\b`,
		`\bno (charge|payment|order|booking) (was|has been) made\b`, `(^|\bplease |, ?) ?(try|order|pay|book|submit|place|send) (it |this |your order |the order )?again\b`).
		but(`\b(may|might|whether|if|perhaps|possibly|maybe|not sure|don't know|can't tell|can't say|unclear|unknown|before|until|don't|do not|never)\b`),
	says(`\b(wurde|wurden|ist|sind)\b.{0,40}\bnicht (ausgeführt|aufgegeben|gebucht|abgebucht|durchgeführt|übermittelt|abgeschlossen|gesendet|erstattet|durchgegangen|belastet|storniert)\b`,
		`\bfehlgeschlagen\b`, `\bnichts (abgebucht|gebucht|bestellt|belastet)\b`, `\b(versuchen|probieren) sie es (bitte )?(noch ?einmal|erneut)\b`,
		`\bbestellen sie (bitte )?(noch ?einmal|erneut)\b`).but(`\b(möglicherweise|vielleicht|ob|unklar|eventuell|könnte|bevor|falls)\b`),
	says(`n'a pas (été|abouti|fonctionné)`, `n'ont pas été`, `\ba échoué\b`, `(^|veuillez ) ?réessaye[rz]\b`, `\brien n'a été\b`).but(`\b(peut-être|si|avant)\b`),
	says(`\bno se ha (realizado|completado|procesado|cobrado|hecho|enviado)\b`, `\bno se realizó\b`, `\bha fallado\b`, `\b(vuelva a intentarlo|inténtelo de nuevo|inténtalo de nuevo)\b`).
		but(`\b(quizás|tal vez|puede que|antes|si)\b`),
	says(`\bnon è (stat[oa] (eseguit|complet|addebit|inviat|effettuat)|andat[oa] a buon fine)`, `\bè fallit[oa]\b`, `(^|\bsi prega di ) ?ripro(vi|va|vare)\b`).but(`\b(forse|se|prima)\b`),
	says(`\bis niet (gelukt|geplaatst|verwerkt|doorgegaan|verzonden|geboekt)\b`, `\bmislukt\b`, `\bprobeer het (opnieuw|nog)\b`).but(`\b(misschien|of|mogelijk|voordat)\b`),
	says(`\bnão foi (realizad|concluíd|process|cobrad|enviad|efetuad)`, `\bfalhou\b`, `\btente (novamente|de novo|outra vez)\b`).but(`\b(talvez|se|antes)\b`),
	says(`\bgick inte igenom\b`, `\bhar inte (genomförts|debiterats|skickats|lagts)\b`, `\bmisslyckades\b`, `\bförsök (igen|på nytt)\b`).but(`\b(kanske|om|innan)\b`),
}
