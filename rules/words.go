package rules

// The engine's own texts, for what no policy words. They promise nothing and deny nothing.

// languageText builds a text that has a version for each of the languages that come with the engine; others get English.
func languageText(pairs ...string) Text {
	var t Text
	for i := 0; i+1 < len(pairs); i += 2 {
		t.langs = append(t.langs, pairs[i])
		t.values = append(t.values, pairs[i+1])
	}
	return t
}

var (
	hardFailMessage = languageText(
		"en", "I can't answer that right now.",
		"de", "Das kann ich gerade nicht beantworten.",
		"fr", "Je ne peux pas répondre à cela pour le moment.",
		"es", "No puedo responder a eso en este momento.",
		"it", "Al momento non posso rispondere.",
		"nl", "Daar kan ik nu geen antwoord op geven.",
		"pt", "Não consigo responder a isso neste momento.",
		"sv", "Det kan jag inte svara på just nu.",
	)
	uncertainMessage = languageText(
		"en", "I could not confirm whether that went through. Please check before you try again.",
		"de", "Ich konnte nicht bestätigen, ob das ausgeführt wurde. Bitte prüfen Sie es, bevor Sie es noch einmal versuchen.",
		"fr", "Je n'ai pas pu confirmer si cela a été effectué. Veuillez vérifier avant de réessayer.",
		"es", "No he podido confirmar si se ha realizado. Compruébelo antes de volver a intentarlo.",
		"it", "Non ho potuto confermare se l'operazione è andata a buon fine. Verifichi prima di riprovare.",
		"nl", "Ik kon niet bevestigen of dat gelukt is. Controleer het voordat u het opnieuw probeert.",
		"pt", "Não consegui confirmar se isso foi realizado. Verifique antes de tentar de novo.",
		"sv", "Jag kunde inte bekräfta om det gick igenom. Kontrollera innan du försöker igen.",
	)
	blockedMessage = languageText(
		"en", "I could not verify a statement in my answer, so I did not send it.",
		"de", "Eine Angabe in meiner Antwort konnte ich nicht belegen, deshalb habe ich sie nicht gesendet.",
		"fr", "Je n'ai pas pu vérifier une affirmation de ma réponse, je ne l'ai donc pas envoyée.",
		"es", "No he podido verificar un dato de mi respuesta, así que no la he enviado.",
		"it", "Non ho potuto verificare un'affermazione della mia risposta, quindi non l'ho inviata.",
		"nl", "Ik kon een bewering in mijn antwoord niet controleren en heb het daarom niet verstuurd.",
		"pt", "Não consegui verificar uma afirmação da minha resposta, por isso não a enviei.",
		"sv", "Jag kunde inte verifiera en uppgift i mitt svar, så jag skickade det inte.",
	)
	regenerateNote = NewText("A statement in your answer is not in the tools' results. Answer again using only values that the tools returned in this turn.")
	redactedWord   = NewText("[…]")
)

// or returns the text in a language, or the engine's where none is given.
func (t Text) or(fallback Text, lang string) string { return orText(t, fallback).In(lang) }

func orText(t, fallback Text) Text {
	if t.Given() {
		return t
	}
	return fallback
}

// EndingMessage is the fixed text with which a turn ends, in a language: the step's own, or the engine's.
func (d *Decision) EndingMessage(lang string) string {
	step := d.Ending()
	if step == nil {
		return ""
	}
	if d.Outcome == Uncertain {
		return step.Message.or(uncertainMessage, lang)
	}
	return step.Message.or(hardFailMessage, lang)
}

// HardFailMessage is the engine's own text for a turn that ends, which tells nothing of why.
func HardFailMessage(lang string) string { return hardFailMessage.In(lang) }

// BlockedMessage is the engine's own text for a reply that is withheld.
func BlockedMessage(lang string) string { return blockedMessage.In(lang) }
