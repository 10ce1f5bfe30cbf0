package modeladapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/openai/openai-go/v3"

	"github.com/lacuna-go/lacuna/engine"
)

// Reply is what a request to a model came to.
type Reply struct {
	// Message is the model's, whole: its text, or the tools that it calls. It is empty unless OK.
	Message openai.ChatCompletionMessage
	// OK: a model answered, the one that was asked or one that the policies put in its place.
	OK bool
	// Account and Model that answered, as policies name them.
	Account, Model string
	// Broken: the stream ended too early, after a part of the reply had been passed on. Nobody asks for it again; whoever passed it on says so.
	Broken bool
	// Answer is the engine's: its record says what was tried.
	Answer engine.Answer
}

// request is one request to a model, over all its attempts.
type request struct {
	models *Models
	params openai.ChatCompletionNewParams
	pass   func(piece string) error

	mu      sync.Mutex
	attempt int  // the one whose pieces are passed on
	begun   bool // a piece has been
	broken  bool
	reply   Reply
}

// errBegun refuses an attempt after a part of the reply has been passed on.
var errBegun = errors.New("a part of the reply has been passed on already")

// Ask asks a model for a completion, as a call of the turn: params.Model is filled in. pass gets the pieces of the text as they arrive, in order and
// from one attempt only; as it is called during an attempt it must not wait long, and its error ends the reply. It may be nil. The turn must not be waiting
// for this reply otherwise: Ask returns when the reply is whole, or when there will be none.
func (m *Models) Ask(ctx context.Context, turn *engine.Turn, server, model string, params openai.ChatCompletionNewParams, pass func(piece string) error) Reply {
	r := &request{models: m, params: params, pass: pass}
	args, err := json.Marshal(map[string]int{"messages": len(params.Messages), "tools": len(params.Tools)})
	if err != nil { // two numbers always marshal
		args = nil
	}
	a := turn.Do(ctx, engine.Call{Server: server, Tool: model, Args: args}, r.dispatch)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.attempt++ // what still runs passes nothing on any more
	if a.Outcome != engine.OK && a.Outcome != engine.Fallback {
		return Reply{Broken: r.begun, Answer: a}
	}
	r.reply.OK, r.reply.Answer = true, a
	return r.reply
}

// dispatch makes one attempt.
func (r *request) dispatch(ctx context.Context, call engine.Call) (engine.Result, error) {
	acc := r.models.accounts[call.Server]
	if acc == nil {
		return engine.Result{}, &engine.Error{
			Failure: engine.Failure{Kind: engine.UnreachableFailure}, NotSent: true, Cause: fmt.Errorf("no account %q", call.Server),
		}
	}
	mine, err := r.begin()
	if err != nil {
		return engine.Result{}, err
	}
	params := r.params
	params.Model = acc.name(call.Tool)
	message, err := r.stream(ctx, acc, params, mine)
	if err != nil {
		return engine.Result{}, failure(err)
	}
	data, err := json.Marshal(map[string]string{"role": "assistant", "content": message.Content})
	if err != nil {
		return engine.Result{}, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.attempt == mine {
		r.reply = Reply{Message: message, Account: call.Server, Model: call.Tool}
	}
	return engine.Result{JSON: data}, nil
}

// begin numbers an attempt. None begins once a piece has been passed on.
func (r *request) begin() (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.begun {
		return 0, &engine.Error{Failure: engine.Failure{Kind: engine.InvalidFailure}, NotSent: true, Cause: errBegun}
	}
	r.attempt++
	return r.attempt, nil
}

// stream reads a reply piece by piece.
func (r *request) stream(ctx context.Context, acc *account, params openai.ChatCompletionNewParams, mine int) (openai.ChatCompletionMessage, error) {
	s := acc.chat.NewStreaming(ctx, params)
	defer func() { _ = s.Close() }()
	var whole openai.ChatCompletionAccumulator
	finished := false
	for s.Next() {
		chunk := s.Current()
		if !whole.AddChunk(chunk) {
			return openai.ChatCompletionMessage{}, errors.New("the pieces do not fit together")
		}
		for _, choice := range chunk.Choices {
			if choice.Index != 0 {
				continue
			}
			finished = finished || choice.FinishReason != ""
			if err := r.forward(ctx, choice.Delta.Content, mine); err != nil {
				return openai.ChatCompletionMessage{}, err
			}
		}
	}
	if err := s.Err(); err != nil {
		return openai.ChatCompletionMessage{}, err
	}
	if !finished || len(whole.Choices) == 0 {
		return openai.ChatCompletionMessage{}, io.ErrUnexpectedEOF
	}
	return whole.Choices[0].Message, nil
}

// forward passes a piece on, if the attempt is still the one that counts.
func (r *request) forward(ctx context.Context, piece string, mine int) error {
	if piece == "" || r.pass == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.attempt != mine || ctx.Err() != nil {
		return context.Cause(ctx)
	}
	r.begun = true
	return r.pass(piece)
}
