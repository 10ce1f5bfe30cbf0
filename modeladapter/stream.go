package modeladapter

import (
	"context"
	"errors"
	"io"

	"github.com/openai/openai-go/v3"

	"github.com/lacuna-go/lacuna/engine"
)

// errPieces is the cause of a failure: pieces of another stream, or with impossible numbers.
var errPieces = errors.New("the pieces of the stream do not fit together")

// stream reads a reply piece by piece, until all of its choices have ended. Its error is classified.
func (r *request) stream(ctx context.Context, acc *account, params openai.ChatCompletionNewParams) (openai.ChatCompletion, error) {
	s := acc.chat.NewStreaming(ctx, params)
	defer func() { _ = s.Close() }()
	var whole openai.ChatCompletionAccumulator
	begun := false
	for s.Next() {
		chunk := s.Current()
		if !whole.AddChunk(chunk) {
			return openai.ChatCompletion{}, &engine.Error{Failure: engine.Failure{Kind: engine.InternalFailure}, Cause: errPieces}
		}
		begun = begun || len(chunk.Choices) > 0
		for _, choice := range chunk.Choices {
			if choice.Index != 0 {
				continue
			}
			if err := r.forward(ctx, choice.Delta.Content); err != nil {
				return openai.ChatCompletion{}, err
			}
		}
		if !params.StreamOptions.IncludeUsage.Value && ended(whole.Choices, params) {
			break // nothing that comes still belongs to the reply
		}
	}
	switch err := s.Err(); {
	case ended(whole.Choices, params): // what is lost behind it is no part of the reply
		return whole.ChatCompletion, nil
	case err != nil:
		return openai.ChatCompletion{}, failure(err, begun)
	default:
		return openai.ChatCompletion{}, io.ErrUnexpectedEOF
	}
}

// ended reports whether each choice that was asked for has come to its end.
func ended(choices []openai.ChatCompletionChoice, params openai.ChatCompletionNewParams) bool {
	if int64(len(choices)) < max(1, params.N.Value) {
		return false
	}
	for i := range choices {
		if choices[i].FinishReason == "" {
			return false
		}
	}
	return true
}
