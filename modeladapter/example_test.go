package modeladapter_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"testing/fstest"

	"github.com/openai/openai-go/v3"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/modeladapter"
)

// A first model is overloaded, and the policy names a second one. Its reply goes through the gate piece by piece.
func Example() {
	provider := httptest.NewServer(http.HandlerFunc(overloaded)) // stands for a provider with two models
	defer provider.Close()
	policies := fstest.MapFS{"model.cel": {Data: []byte(`[
	  Turn{budgets: {"model": duration("90s")}},
	  Policy{name: "models", server: "model", effect: Effect.READ, timeout: duration("30s"), when_unavailable: [HardFail{message: "Please call us."}]},
	  Policy{
	    name: "first-model", server: "model", tools: ["first"],
	    when_unavailable: [UseTool{tool: "second"}, HardFail{message: "I can't answer right now."}],
	  },
	]`)}}
	eng, err := engine.New(policies)
	if err != nil {
		log.Fatal(err)
	}
	models, err := modeladapter.New(modeladapter.Account{Name: "model", BaseURL: provider.URL, Key: os.Getenv("PROVIDER_KEY")})
	if err != nil {
		log.Fatal(err)
	}
	turn, err := eng.Begin(context.Background(), engine.TurnInfo{})
	if err != nil {
		log.Fatal(err)
	}
	defer turn.End()
	gate := turn.Gate(os.Stdout)
	params := openai.ChatCompletionNewParams{Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Do you have tents?")}}
	reply := models.Ask(context.Background(), turn, "model", "first", params, func(piece string) error {
		_, err := io.WriteString(gate, piece)
		return err
	})
	err = gate.Close()
	switch final, ended := turn.Ended(); {
	case ended:
		fmt.Println(final.Text) // behind what went out already, if reply.Broken
	case errors.Is(err, engine.ErrBlocked):
		fmt.Println(gate.Verdict().Text)
	case reply.Broken:
		fmt.Println("... My answer broke off.")
	}
	fmt.Printf("\n%s answered, after %d attempts\n", reply.Model, reply.Answer.Record().Attempts)
	// Output:
	// Yes, for two and for four.
	// second answered, after 2 attempts
}

func overloaded(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || !bytes.Contains(body, []byte(`"model":"second"`)) {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, piece := range []string{"Yes, for ", "two and ", "for four."} {
		fmt.Fprintf(w, `data: {"id":"1","choices":[{"index":0,"delta":{"content":%q}}]}`+"\n\n", piece)
	}
	fmt.Fprint(w, `data: {"id":"1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\ndata: [DONE]\n\n")
}
