package eval

import "github.com/lacuna-go/lacuna/guard"

// text reads a text. A turn's empty texts are unset.
func (r fieldReader) text(id fieldID) (string, bool) {
	switch {
	case id <= callIdempotencyKey:
		return r.in.Call.text(id)
	case id <= turnZone:
		s, ok := r.in.Turn.text(id)
		return s, ok && s != ""
	case id >= claimKind:
		return textOfClaim(r.in.Claim, id)
	case id >= sourceServer:
		return textOfSource(r.source, id)
	}
	switch in := r.in; {
	case id == entryServer && in.Entry != nil:
		return in.Entry.Server, true
	case id == entryTool && in.Entry != nil:
		return in.Entry.Tool, true
	case id == stepServer && in.Step != nil:
		return in.Step.Server, true
	case id == stepTool && in.Step != nil:
		return in.Step.Tool, true
	}
	return "", false
}

func (c *Call) text(id fieldID) (string, bool) {
	if c == nil {
		return "", false
	}
	switch id {
	case callServer:
		return c.Server, true
	case callTool:
		return c.Tool, true
	case callIdempotencyKey:
		return c.IdempotencyKey, c.IdempotencyKey != ""
	default:
	}
	return "", false
}

func (t *Turn) text(id fieldID) (string, bool) {
	if t == nil {
		return "", false
	}
	switch id {
	case turnID:
		return t.ID, true
	case turnConversation:
		return t.Conversation, true
	case turnAudience:
		return t.Audience, true
	case turnChannel:
		return t.Channel, true
	case turnLanguage:
		return t.Language, true
	case turnZone:
		return t.Zone, true
	default:
	}
	return "", false
}

func textOfSource(s *guard.Source, id fieldID) (string, bool) {
	if s == nil {
		return "", false
	}
	switch id {
	case sourceServer:
		return s.Server, true
	case sourceTool:
		return s.Tool, true
	case sourcePath:
		return s.Path, true
	case sourceEntity:
		return s.Entity, true
	case sourceCurrency:
		return s.Currency, true
	default:
	}
	return "", false
}

func textOfClaim(c *guard.Claim, id fieldID) (string, bool) {
	if c == nil {
		return "", false
	}
	switch id {
	case claimText:
		return c.Text, true
	case claimSentence:
		return c.SentenceText(), true
	case claimPlace:
		return c.Place, true
	case claimCurrency:
		return c.Currency(), true
	case claimEntity:
		return c.Entity, true
	default:
	}
	return "", false
}
