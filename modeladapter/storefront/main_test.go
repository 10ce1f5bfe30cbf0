package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/modeladapter/internal/fake"
)

const question = "How much is JKT-114?"

// asks is a model that asks for the price, and then goes on as reply says. The usual loop, which does not stream, gets another price at once.
func asks(reply fake.Script) fake.Script {
	return func(req fake.Request, a *fake.Answer) {
		if !req.Stream {
			a.Whole("It is now only €189!")
			return
		}
		if last := req.Messages[len(req.Messages)-1]; last.Role == "user" {
			a.Tool(0, "call-1", "quote", `{"sku":"JKT-114","currency":"EUR"}`)
			a.Finish("tool_calls")
			return
		}
		reply(req, a)
	}
}

// played is what the program printed, and how often it asked.
func played(t *testing.T, script fake.Script, args ...string) (string, *fake.Endpoint) {
	t.Helper()
	e := fake.New(t, script)
	var out strings.Builder
	args = append([]string{"--policies", "../../policies", "--model", e.URL + "/v1", "--model-name", "big", "--model-small", "little"}, args...)
	require.NoError(t, run(t.Context(), args, &out))
	return out.String(), e
}

// customer is what Lacuna's customer got in a scene.
func customer(t *testing.T, script fake.Script, args ...string) (string, *fake.Endpoint) {
	t.Helper()
	out, e := played(t, script, append(args, "--json", "--question", question)...)
	var reports []struct {
		Lacuna struct {
			Customer string `json:"customer"`
		} `json:"lacuna"`
	}
	require.NoError(t, json.Unmarshal([]byte(out), &reports), out)
	require.Len(t, reports, 1)
	return reports[0].Lacuna.Customer, e
}

func TestAReplyIsStreamed(t *testing.T) {
	t.Parallel()
	got, e := customer(t, asks(func(_ fake.Request, a *fake.Answer) {
		a.Text("The winter ", "jacket costs ", "€209", ".00", ". Anything else?")
		a.Finish("stop")
	}), "--scene", "healthy")
	assert.Equal(t, "The winter jacket costs €209.00. Anything else?", got)
	assert.Equal(t, []int{3, 0}, []int{e.Count("big"), e.Count("little")}, "two, and one in the usual loop")
}

func TestAnInventedPrice(t *testing.T) {
	t.Parallel()
	for name, pieces := range map[string][]string{
		"in one piece": {"The winter jacket costs €189.00. Anything else?"},
		"in many":      strings.SplitAfter("The winter jacket costs €189.00. Anything else?", ""),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := asks(func(_ fake.Request, a *fake.Answer) {
				a.Text(pieces...)
				a.Finish("stop")
			})
			got, e := customer(t, script, "--scene", "healthy")
			assert.NotContains(t, got, "189", "not a byte of it")
			assert.NotContains(t, got, "€")
			assert.True(t, strings.HasSuffix(got, "I could not verify a price in my answer, so I did not send it."), got)
			assert.Zero(t, e.Count("little"), "a gate that blocks is no failure of the model")
		})
	}
}

func TestAReplyThatBreaksOff(t *testing.T) {
	t.Parallel()
	got, e := customer(t, asks(func(_ fake.Request, a *fake.Answer) {
		a.Text("The winter jacket costs €209.00. ", "It is made of wool. ", "And it ")
		a.Break()
	}), "--scene", "healthy")
	assert.Equal(t, 1, strings.Count(got, "The winter jacket costs €209.00."), "said once: %s", got)
	assert.True(t, strings.HasSuffix(got, "\n\nI can't answer right now. Shall I pass you to a colleague?"), got)
	assert.Zero(t, e.Count("little"), "nobody is asked for it again")
}

// impatient is a copy of the shop's policies that waits for the first model only for a moment.
func impatient(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("../../policies")))
	file := filepath.Join(dir, "model.cel")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	quick := strings.Replace(string(text), `duration("20s")`, `duration("1500ms")`, 1)
	require.NotEqual(t, string(text), quick)
	require.NoError(t, os.WriteFile(file, []byte(quick), 0o600))
	return dir
}

func TestAModelThatStalls(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		begins []string
		want   string
		little int
	}{
		"before the first piece": {nil, "It costs €209.00.", 1},
		"behind it":              {[]string{"It costs €209.00. ", "It is warm. ", "And "}, "It costs €209.00. It is warm. \n\nI can't answer right now. Shall I pass you to a colleague?", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, e := customer(t, asks(func(req fake.Request, a *fake.Answer) {
				switch {
				case req.Model == "little":
					a.Text("It costs €209.00.")
				default:
					a.Text(c.begins...)
					a.Hang()
				}
				a.Finish("stop")
			}), "--scene", "healthy", "--policies", impatient(t))
			assert.Equal(t, c.want, got)
			assert.Equal(t, c.little, e.Count("little"))
		})
	}
}

func TestAModelThatIsDown(t *testing.T) {
	t.Parallel()
	got, e := customer(t, func(req fake.Request, a *fake.Answer) {
		if req.Model == "big" && req.Stream {
			a.Status(503, "")
			return
		}
		asks(func(_ fake.Request, a *fake.Answer) {
			a.Text("It costs €209.00.")
			a.Finish("stop")
		})(req, a)
	}, "--scene", "healthy")
	assert.Equal(t, "It costs €209.00.", got)
	assert.Equal(t, 2, e.Count("little"))
}

// watched tells when a text has been written to it.
type watched struct {
	text strings.Builder
	wait string
	seen chan struct{}
}

func (w *watched) Write(p []byte) (int, error) {
	before := strings.Contains(w.text.String(), w.wait)
	w.text.Write(p)
	if !before && strings.Contains(w.text.String(), w.wait) {
		close(w.seen)
	}
	return len(p), nil
}

func TestWhatTheTerminalShows(t *testing.T) {
	t.Parallel()
	out := &watched{wait: "It costs €209.00. It is warm.", seen: make(chan struct{})}
	e := fake.New(t, asks(func(_ fake.Request, a *fake.Answer) {
		a.Text("It costs €209.00. ", "It is warm. ", "And it ")
		<-out.seen // the terminal has the beginning before the model has come to the end
		a.Text("is red.")
		a.Finish("stop")
	}))
	args := []string{"--policies", "../../policies", "--model", e.URL, "--model-name", "big", "--scene", "healthy", "--question", question}
	require.NoError(t, run(t.Context(), args, out))
	text := out.text.String()
	assert.Contains(t, text, "the same model big, which is told never")
	assert.Contains(t, text, "\n\nIt costs €209.00. It is warm. And it is red.\n\n", "while it goes out")
	assert.Contains(t, text, "CUSTOMER GETS   It is now only €189!\n", "the usual loop")
	assert.Contains(t, text, "CUSTOMER GETS   It costs €209.00. It is warm. And it is red.\n")
}

func TestWrongUse(t *testing.T) {
	t.Parallel()
	for text, args := range map[string][]string{
		"say where the model is":                      {"--model-name", "big"},
		`unexpected argument "x"`:                     {"--model", "http://127.0.0.1:1", "--model-name", "big", "x"},
		"the variable NO_SUCH_VARIABLE is not set":    {"--model", "http://127.0.0.1:1", "--model-name", "big", "--key-env", "NO_SUCH_VARIABLE"},
		"needs a BaseURL":                             {"--model", "127.0.0.1:1", "--model-name", "big"},
		"--question is asked in one scene":            {"--model", "http://127.0.0.1:1", "--model-name", "big", "--question", "?"},
		"the scene model-slow has a model of its own": {"--model", "http://127.0.0.1:1", "--model-name", "big", "--scene", "model-slow"},
		"no scene": {"--model", "http://127.0.0.1:1", "--model-name", "big", "--scene", "x"},
	} {
		assert.ErrorContains(t, run(t.Context(), args, new(strings.Builder)), text)
	}
}
