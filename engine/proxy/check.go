package proxy

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/lacuna-go/lacuna/engine"
)

// verdict is what POST /v1/turns/{id}/check answers.
type verdict struct {
	Verdict string `json:"verdict"`
	// Text is exactly what to send, whatever the verdict.
	Text    string `json:"text"`
	Note    string `json:"note,omitempty"`
	Handoff string `json:"handoff,omitempty"`
	// Sent: the text is the model's, as it is or amended, and not a fixed message.
	Sent   bool                  `json:"sent"`
	Record *engine.VerdictRecord `json:"record,omitempty"`
}

// check judges a reply against what the turn's calls returned.
func (p *Proxy) check(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Reply *string `json:"reply"`
	}
	if !decode(w, r, &body) {
		return
	}
	if body.Reply == nil {
		refuse(w, http.StatusBadRequest, `the body is {"reply": "..."}`)
		return
	}
	id := r.PathValue("id")
	t := p.turns.named(id)
	if t == nil {
		refuse(w, http.StatusNotFound, "no turn of this id: it was never begun, or is forgotten. A reply that can't be checked must not go out.")
		return
	}
	v := t.Check(*body.Reply)
	answer(w, http.StatusOK, verdict{v.Verdict.String(), v.Text, v.Note, v.Handoff.String(), v.Sent(), v.Record})
}

// begin begins a turn that the client names: with what the customer said, which no call of a tool tells.
func (p *Proxy) begin(w http.ResponseWriter, r *http.Request) {
	var body struct {
		ID           string         `json:"id"`
		Conversation string         `json:"conversation"`
		Purpose      string         `json:"purpose"`
		Audience     string         `json:"audience"`
		Channel      string         `json:"channel"`
		Language     string         `json:"language"`
		Zone         string         `json:"zone"`
		Said         []string       `json:"said"`
		Facts        map[string]any `json:"facts"`
	}
	if !decode(w, r, &body) {
		return
	}
	for _, f := range [][2]string{
		{"id", body.ID},
		{"conversation", body.Conversation},
		{"purpose", body.Purpose},
		{"audience", body.Audience},
		{"channel", body.Channel},
		{"language", body.Language},
		{"zone", body.Zone},
	} {
		if err := short(f[0], f[1]); err != nil {
			refuse(w, http.StatusBadRequest, err.Error())
			return
		}
	}
	info := engine.TurnInfo{
		ID: body.ID, Conversation: body.Conversation, Purpose: body.Purpose, Channel: body.Channel,
		Language: body.Language, Zone: body.Zone, Said: body.Said, Facts: body.Facts,
	}
	if body.Audience != "" {
		info.Audience = audience(body.Audience)
	}
	t, done, err := p.turns.enter(wanted{info: info, fresh: true})
	switch {
	case errors.Is(err, errBegun):
		refuse(w, http.StatusConflict, err.Error())
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	done()
	answer(w, http.StatusCreated, map[string]string{"id": t.id})
}

// end ends a turn: what it found is not needed any more.
func (p *Proxy) end(w http.ResponseWriter, r *http.Request) {
	if !p.turns.end(r.PathValue("id")) {
		refuse(w, http.StatusNotFound, "no turn of this id")
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// decode reads a body of JSON, strictly. It answers what does not fit, and reports false.
func decode(w http.ResponseWriter, r *http.Request, v any) bool {
	dec := json.NewDecoder(r.Body)
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more than one JSON value")
		}
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, "the body: "+err.Error())
	}
	return err == nil
}

func refuse(w http.ResponseWriter, status int, why string) {
	answer(w, status, map[string]string{"error": why})
}

func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // to whom would one say that the client is gone?
}
