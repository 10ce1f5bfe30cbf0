package modeladapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/openai/openai-go/v3"

	"github.com/lacuna-go/lacuna/engine"
)

// Reply is what a request to a model came to.
type Reply struct {
	// OK: a model answered, the one that was asked or one that the policies put in its place. Without it the fields of the reply are empty.
	OK bool
	// Message is the first choice's: its text, or the tools that it calls.
	Message openai.ChatCompletionMessage
	// Completion is the whole, with all choices. The FinishReason of one says whether the model came to its end, or was cut off at a limit
	// ("length"); Usage is there if the request's StreamOptions asked for it.
	Completion openai.ChatCompletion
	// Account and Model that answered, as policies name them.
	Account, Model string
	// Broken: a part of a reply was passed on, and the rest will not come. Nobody asks for it again; whoever passed it on says so.
	Broken bool
	// Answer is the engine's: its record says what was tried. Where pass returned an error, that is Answer.Err.
	Answer engine.Answer
}

// request is one request to a model, over all its attempts.
type request struct {
	models *Models
	params openai.ChatCompletionNewParams
	pass   func(piece string) error
	stop   context.CancelCauseFunc

	mu    sync.Mutex // held while a piece is passed on
	begun bool       // a piece has been
}

// errGivenUp ends an attempt that the engine no longer waits for.
var errGivenUp = errors.New("the attempt has been given up")

// Ask asks a model for a completion, as a call of the turn: server is an account's name, model a tool's. params.Model is filled in, everything
// else goes to every model that is asked, as it is. Rules read the numbers call.args.messages and call.args.tools.
//
// pass gets the pieces of the first choice's text as they arrive, in order and from one attempt only, and none after Ask has returned; it may
// be nil. It is called during an attempt, on another goroutine and never twice at once; while it waits, Ask does, whatever its deadline. An error of pass
// cancels the request: it says nothing about the model, and no policy is asked.
//
// Ask returns when the reply is whole, or when there will be none. Then Turn.Ended may have the text to send instead. Without that, as after a
// request that the endpoint refused, the embedder has to go on without a reply.
func (m *Models) Ask(ctx context.Context, turn *engine.Turn, server, model string, params openai.ChatCompletionNewParams, pass func(piece string) error) Reply {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r := &request{models: m, params: params, pass: pass, stop: stop}
	args, err := json.Marshal(map[string]int{"messages": len(params.Messages), "tools": len(params.Tools)})
	if err != nil { // two numbers always marshal
		args = nil
	}
	a := turn.Do(ctx, engine.Call{Server: server, Tool: model, Args: args}, r.dispatch)
	r.mu.Lock()
	defer r.mu.Unlock()
	if a.Outcome == engine.OK || a.Outcome == engine.Fallback {
		if reply, ok := a.Result().Native.(Reply); ok {
			reply.Answer = a
			return reply
		}
	}
	return Reply{Broken: r.begun, Answer: a}
}

// dispatch makes one attempt.
func (r *request) dispatch(ctx context.Context, call engine.Call) (engine.Result, error) {
	acc := r.models.accounts[call.Server]
	if acc == nil {
		return engine.Result{}, &engine.Error{
			Failure: engine.Failure{Kind: engine.UnreachableFailure}, NotSent: true, Cause: fmt.Errorf("no account %q", call.Server),
		}
	}
	params := r.params
	params.Model = acc.name(call.Tool)
	whole, err := r.stream(ctx, acc, params)
	if err != nil {
		return engine.Result{}, err
	}
	reply := Reply{OK: true, Message: whole.Choices[0].Message, Completion: whole, Account: call.Server, Model: call.Tool}
	data, err := json.Marshal(map[string]string{"role": "assistant", "content": reply.Message.Content})
	return engine.Result{JSON: data, Native: reply}, err
}

// forward passes a piece on, if the attempt is still the one that counts.
func (r *request) forward(ctx context.Context, piece string) error {
	if piece == "" || r.pass == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !engine.PassOn(ctx) {
		return errGivenUp
	}
	r.begun = true
	err := r.pass(piece)
	if err != nil {
		r.stop(err)
	}
	return err
}
