package engine

import "context"

// AudienceCheck reports whether the audience of a turn may still see its context: the tool, the effects, a text of the policy's. It is
// asked each time [Turn.Ended] hands out a Final; where it says no, the Final has the engine's own text and no context.
type AudienceCheck func(ctx context.Context, turn TurnInfo) bool

// WithAudienceCheck rechecks the audience before a turn's final text is handed out.
func WithAudienceCheck(f AudienceCheck) Option { return func(o *options) { o.audience = f } }

// NoticeEvent says whether a turn's final text reached its audience. A failure here is the channel's, not a tool's: it touches no breaker.
type NoticeEvent struct {
	Turn     string
	Incident string
	Err      error
}

func (NoticeEvent) event() {}

// Delivered reports what became of sending the turn's final text; nil is success. Sending is best effort: nothing is tried again.
func (t *Turn) Delivered(err error) {
	if t == nil || t.eng == nil {
		return
	}
	final, ok := t.Ended()
	if !ok {
		return
	}
	t.eng.observe(NoticeEvent{Turn: t.info.ID, Incident: final.Incident, Err: err})
}
