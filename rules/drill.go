package rules

import (
	"hash/fnv"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/state"
)

// Drilled reports whether the tool is drilled: by an operator, or for this turn by its policy. The policy's drill rests while too many
// calls fall back without it. in holds the state of the tool; a call is not needed.
func (p *Plan) Drilled(in *eval.Input, tool *ToolState, d *Decision) bool {
	return tool.Drilled || !tool.DrillsSuspended && p.drilled(in, d)
}

// drilled reports whether the turn is one that the tool's drill takes: by a hash of the turn's id, so that a replay drills the
// same turns. Writes, and tools that are not healthy, are never drilled.
func (p *Plan) drilled(in *eval.Input, d *Decision) bool {
	drill := p.Drill
	if drill == nil || p.Effect != eval.Read || in.Breaker.State != state.Closed || in.Turn == nil || in.Turn.ID == "" {
		return false
	}
	if !drill.due(in) || !share(in.Turn.ID, p.Server, p.Tool, drill.Num, drill.Den) {
		return false
	}
	if drill.When == nil {
		return true
	}
	defer afterCalls(in, beforeCalls(in))
	holds, fault := drill.When.Holds(in)
	if fault != nil {
		d.fault(p.by["drill"]+"/drill.when", fault)
	}
	return holds && fault == nil
}

func (drill *Drill) due(in *eval.Input) bool {
	if !drill.From.IsZero() && in.Now.Before(drill.From) {
		return false
	}
	if !drill.Until.IsZero() && !in.Now.Before(drill.Until) {
		return false
	}
	if drill.Every <= 0 {
		return true
	}
	since := in.Now.Sub(drill.From)
	if drill.From.IsZero() {
		since = in.Now.Sub(epoch)
	}
	return since%drill.Every < drill.Lasting
}

// share places the turn in [0, 1) by a hash, and compares it with num/den.
func share(turn, server, tool string, num, den int64) bool {
	h := fnv.New64a()
	for _, s := range []string{turn, server, tool} {
		_, _ = h.Write([]byte(s)) // never fails
		_, _ = h.Write([]byte{0})
	}
	const places = 1 << 20
	return int64(h.Sum64()%places)*den < num*places
}
