package shop

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// chat is one turn of the agent's loop under Lacuna: what the model is offered, what it reads, and what is sent are the engine's answers.
type chat struct {
	turn    *engine.Turn
	model   Model
	servers *mcpadapter.Servers
	tools   []mcpadapter.Tool
	history []Message
	told    int // notes of the turn
	log     *side
}

// run answers the question.
func (c *chat) run(ctx context.Context) error {
	ctx = mcpadapter.WithTurn(ctx, c.turn)
	for range maxSteps {
		offered := engine.Offered(c.turn, c.tools, mcpadapter.Tool.Flat)
		c.log.offered(offered)
		c.tell()
		reply, done, err := c.ask(ctx, offered)
		if done || err != nil {
			return err
		}
		if done, err := c.call(ctx, reply.Calls); done || err != nil {
			return err
		}
	}
	return fmt.Errorf("the model did not come to an end in %d steps", maxSteps)
}

// tell passes the turn's new notes on to the model.
func (c *chat) tell() {
	for _, note := range c.turn.Notes()[c.told:] {
		c.told++
		c.log.told(note)
		c.history = append(c.history, Message{Role: "system", Text: note})
	}
}

// ask has the model go on. It is done when there is nothing left to say.
func (c *chat) ask(ctx context.Context, offered []mcpadapter.Tool) (reply Message, done bool, err error) {
	stream := &stream{turn: c.turn, live: c.log}
	reply, err = c.model(ctx, offered, c.history, stream.say)
	if final, ended := c.turn.Ended(); ended {
		stream.stop()
		c.log.said(stream.sent.String())
		c.log.ended(final)
		return reply, true, nil
	}
	if err != nil {
		stream.stop()
		c.log.said(stream.sent.String())
		return reply, true, c.log.failed(ctx, err)
	}
	c.history = append(c.history, reply)
	more := len(reply.Calls) > 0
	switch {
	case stream.gate != nil:
		c.log.wrote(reply.Text)
		verdict := stream.stop()
		c.log.said(stream.sent.String())
		if !more || !verdict.Sent() {
			c.log.streamed(verdict)
			return reply, true, nil
		}
	case !more:
		c.log.wrote(reply.Text)
		c.log.checked(c.turn.Check(reply.Text))
		return reply, true, nil
	}
	return reply, false, nil
}

// call makes the calls of one message side by side. It is done when one of them ended the turn.
func (c *chat) call(ctx context.Context, asked []Call) (done bool, err error) {
	c.log.asked(asked)
	calls := make([]engine.Call, len(asked))
	for i, a := range asked {
		calls[i] = engine.Call{Server: serverOf(a.Tool), Tool: a.Tool, Args: a.Args}
	}
	answers := c.turn.DoAll(ctx, calls, c.servers.Dispatch)
	for i, answer := range answers {
		c.log.ruled(asked[i].Tool, answer.Record())
	}
	if final, ended := c.turn.Ended(); ended {
		c.log.ended(final)
		return true, nil
	}
	for i, answer := range answers {
		if err := answer.Err(); err != nil {
			return false, err // we are cancelled: there is nobody to answer
		}
		c.log.read(asked[i].Tool, answer.Outcome.String(), answer.Model())
		c.history = append(c.history, Message{Role: "tool", Of: asked[i], Text: answer.Model()})
	}
	return false, nil
}

// stream is a reply that goes out while it is written. Its gate is made with the first piece, when the tools are done.
type stream struct {
	turn *engine.Turn
	gate *engine.Gate
	live io.Writer
	sent strings.Builder // what the customer has
}

func (s *stream) say(piece string) error {
	if s.gate == nil {
		s.gate = s.turn.Gate(io.MultiWriter(&s.sent, s.live))
	}
	_, err := s.gate.Write([]byte(piece))
	return err
}

// stop ends the stream, if there is one.
func (s *stream) stop() engine.Verdict {
	if s.gate == nil {
		return engine.Verdict{}
	}
	_ = s.gate.Close() // the verdict says what the error does
	return s.gate.Verdict()
}
