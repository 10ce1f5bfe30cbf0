package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// The usual wrapper around a tool: three tries, half a minute each. Half a minute is played 15 times faster, and that
// is the only thing that is not as usual.
const (
	naiveTries   = 3
	naiveTimeout = 30 * time.Second / naiveSpeedup
	naiveSpeedup = 15
	maxSteps     = 8 // of the model, in one turn; both loops
)

// naive is the usual agent loop: retry each tool, hand the model whatever came of it, send what the model says.
func naive(s *shop, _ *shopClock) (agent, error) {
	return func(ctx context.Context, sc scene, log *side) error {
		log.Speedup = naiveSpeedup
		history := []message{{role: "system", text: instructions}, {role: "user", text: sc.question}}
		for range maxSteps {
			log.offered(sc.tools)
			reply := model(sc.tools, history)
			history = append(history, reply)
			if len(reply.calls) == 0 {
				log.wrote(reply.text)
				log.sent(reply.text)
				return nil
			}
			log.asked(reply.calls)
			for i, text := range allRetried(ctx, s, reply.calls) {
				tool := reply.calls[i].Tool
				log.read(tool, "", text)
				history = append(history, message{role: "tool", tool: tool, text: text})
			}
		}
		return fmt.Errorf("the model did not come to an end in %d steps", maxSteps)
	}, nil
}

// allRetried makes the calls of one batch side by side.
func allRetried(ctx context.Context, s *shop, calls []request) []string {
	texts := make([]string, len(calls))
	var wg sync.WaitGroup
	for i, r := range calls {
		wg.Go(func() { texts[i] = retried(ctx, s, r) })
	}
	wg.Wait()
	return texts
}

// retried returns the tool's answer, or the last error as text for the model.
func retried(ctx context.Context, s *shop, r request) string {
	var err error
	for range naiveTries {
		var answer json.RawMessage
		if answer, err = once(ctx, s, r); err == nil {
			return string(answer)
		}
	}
	return "Error: " + err.Error()
}

func once(ctx context.Context, s *shop, r request) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, naiveTimeout)
	defer cancel()
	return s.call(ctx, serverOf(r.Tool), r.Tool, "", r.json())
}
