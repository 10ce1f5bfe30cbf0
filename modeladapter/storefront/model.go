package main

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/examples/storefront/shop"
	"github.com/lacuna-go/lacuna/modeladapter"
)

// endpoint is where the models are, and what they are called there.
type endpoint struct {
	url, key     string
	large, small string
}

// errBroken is what the shop's loop is told of a reply of which the rest does not come.
var errBroken = errors.New("the model's reply broke off")

// open returns the model: under policies in a turn, and else as the client library asks it.
func (e endpoint) open() (shop.Model, error) {
	if e.small == "" {
		e.small = e.large
	}
	models, err := modeladapter.New(modeladapter.Account{
		Name: "model", BaseURL: e.url, Key: e.key, Models: map[string]string{"large": e.large, "small": e.small},
	})
	if err != nil {
		return nil, err
	}
	opts := []option.RequestOption{option.WithBaseURL(e.url)}
	if e.key != "" {
		opts = append(opts, option.WithAPIKey(e.key))
	}
	plain := openai.NewChatCompletionService(opts...)
	return func(ctx context.Context, tools []mcpadapter.Tool, history []shop.Message, say func(string) error) (shop.Message, error) {
		params, err := request(tools, history)
		if err != nil {
			return shop.Message{}, err
		}
		turn := mcpadapter.TurnOf(ctx)
		if turn == nil {
			params.Model = e.large
			return usual(ctx, plain, params)
		}
		return ask(ctx, models, turn, params, say)
	}, nil
}

// ask asks the model under policies.
func ask(ctx context.Context, models *modeladapter.Models, turn *engine.Turn, params openai.ChatCompletionNewParams, say func(string) error) (shop.Message, error) {
	var said strings.Builder
	held := false
	reply := models.Ask(ctx, turn, "model", "large", params, func(piece string) error {
		said.WriteString(piece)
		err := say(piece)
		held = err != nil
		return err
	})
	switch {
	case reply.OK:
		return message(reply.Message), nil
	case held: // nothing more of it would be sent
		return shop.Message{Role: "assistant", Text: said.String()}, nil
	case reply.Answer.Err() != nil:
		return shop.Message{}, reply.Answer.Err()
	case reply.Broken:
		return shop.Message{}, errBroken
	}
	return shop.Message{}, errors.New("no model answered: " + reply.Answer.Outcome.String())
}

// usual asks the model with the library's own retries, and waits for the whole.
func usual(ctx context.Context, chat openai.ChatCompletionService, params openai.ChatCompletionNewParams) (shop.Message, error) {
	whole, err := chat.New(ctx, params)
	if err != nil {
		return shop.Message{}, err
	}
	if len(whole.Choices) == 0 {
		return shop.Message{}, errBroken
	}
	return message(whole.Choices[0].Message), nil
}

// message is the model's, as the shop's loop reads it.
func message(m openai.ChatCompletionMessage) shop.Message {
	out := shop.Message{Role: "assistant", Text: m.Content}
	for _, c := range m.ToolCalls {
		out.Calls = append(out.Calls, shop.Call{ID: c.ID, Tool: c.Function.Name, Args: json.RawMessage(c.Function.Arguments)})
	}
	return out
}

// request is the conversation, as the API takes it.
func request(tools []mcpadapter.Tool, history []shop.Message) (openai.ChatCompletionNewParams, error) {
	var p openai.ChatCompletionNewParams
	for _, t := range tools {
		schema, err := json.Marshal(t.InputSchema)
		if err != nil {
			return p, err
		}
		f := openai.FunctionDefinitionParam{Name: t.Name, Description: openai.String(t.Description)}
		if err := json.Unmarshal(schema, &f.Parameters); err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, openai.ChatCompletionFunctionTool(f))
	}
	for _, m := range history {
		switch m.Role {
		case "system":
			p.Messages = append(p.Messages, openai.SystemMessage(m.Text))
		case "user":
			p.Messages = append(p.Messages, openai.UserMessage(m.Text))
		case "tool":
			p.Messages = append(p.Messages, openai.ToolMessage(m.Text, m.Of.ID))
		default:
			p.Messages = append(p.Messages, assistant(m))
		}
	}
	return p, nil
}

func assistant(m shop.Message) openai.ChatCompletionMessageParamUnion {
	a := openai.ChatCompletionAssistantMessageParam{}
	if m.Text != "" {
		a.Content.OfString = openai.String(m.Text)
	}
	for _, c := range m.Calls {
		a.ToolCalls = append(a.ToolCalls, openai.ChatCompletionMessageToolCallUnionParam{
			OfFunction: &openai.ChatCompletionMessageFunctionToolCallParam{
				ID: c.ID, Function: openai.ChatCompletionMessageFunctionToolCallFunctionParam{Name: c.Tool, Arguments: string(c.Args)},
			},
		})
	}
	return openai.ChatCompletionMessageParamUnion{OfAssistant: &a}
}
