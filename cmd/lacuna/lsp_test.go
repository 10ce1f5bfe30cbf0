package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// editor is a client of the language server, which runs as a process of its own.
type editor struct {
	*testing.T
	dir    string
	rpc    *jrpc2.Client
	cmd    *exec.Cmd
	notes  chan published
	latest map[string][]diagnosed
}

type published struct {
	URI         string      `json:"uri"`
	Diagnostics []diagnosed `json:"diagnostics"`
}

type diagnosed struct {
	Range    spanned `json:"range"`
	Severity int     `json:"severity"`
	Code     string  `json:"code"`
	Message  string  `json:"message"`
}

type spanned struct {
	Start, End struct{ Line, Character int }
}

// edit starts the server in a directory with files, and says hello to it.
func edit(t *testing.T, files map[string]string) *editor {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	e := &editor{T: t, dir: dir, notes: make(chan published, 1000), latest: map[string][]diagnosed{}}
	for name, text := range files {
		e.save(name, text)
	}
	e.start()
	var hello struct {
		Capabilities map[string]any
		ServerInfo   struct{ Name string }
	}
	e.call("initialize", map[string]any{
		"processId": nil, "rootUri": e.uri(""), "workspaceFolders": []any{map[string]any{"uri": e.uri(""), "name": "w"}},
		"capabilities": map[string]any{
			"textDocument": map[string]any{"completion": map[string]any{"completionItem": map[string]any{"snippetSupport": true}}},
			"workspace":    map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}},
		},
	}, &hello)
	require.Equal(t, "lacuna", hello.ServerInfo.Name)
	require.Equal(t, "utf-16", hello.Capabilities["positionEncoding"])
	e.notify("initialized", map[string]any{})
	return e
}

// start runs this test binary under the name of the command, as scripts do.
func (e *editor) start() {
	self, err := os.Executable()
	require.NoError(e, err)
	command := filepath.Join(e.TempDir(), "lacuna")
	require.NoError(e, os.Symlink(self, command))
	e.cmd = exec.Command(command, "lsp", "--stdio")
	in, err := e.cmd.StdinPipe()
	require.NoError(e, err)
	out, err := e.cmd.StdoutPipe()
	require.NoError(e, err)
	require.NoError(e, e.cmd.Start())
	e.rpc = jrpc2.NewClient(channel.LSP(out, in), &jrpc2.ClientOptions{
		OnNotify: func(req *jrpc2.Request) {
			var p published
			if req.Method() == "textDocument/publishDiagnostics" && req.UnmarshalParams(&p) == nil {
				e.notes <- p
			}
		},
		OnCallback: func(context.Context, *jrpc2.Request) (any, error) { return nil, nil },
	})
	e.Cleanup(func() {
		_ = e.rpc.Close()
		_ = e.cmd.Process.Kill() // it may have left already
		_ = e.cmd.Wait()
	})
}

func (e *editor) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(e.dir, name))
}

func (e *editor) save(name, text string) {
	file := filepath.Join(e.dir, name)
	require.NoError(e, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(e, os.WriteFile(file, []byte(text), 0o600))
}

func (e *editor) context() context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	e.Cleanup(cancel)
	return ctx
}

func (e *editor) call(method string, params, result any) {
	e.Helper()
	require.NoError(e, e.rpc.CallResult(e.context(), method, params, result))
}

func (e *editor) notify(method string, params any) {
	e.Helper()
	require.NoError(e, e.rpc.Notify(e.context(), method, params))
}

func (e *editor) open(name, text string) {
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(name), "languageId": "cel", "version": 1, "text": text}})
}

// change replaces what stands between two places.
func (e *editor) change(name string, fromLine, fromChar, toLine, toChar int, by string) {
	e.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(name), "version": 2},
		"contentChanges": []any{map[string]any{
			"range": map[string]any{"start": at(fromLine, fromChar), "end": at(toLine, toChar)}, "text": by,
		}},
	})
}

func at(line, char int) map[string]any { return map[string]any{"line": line, "character": char} }

// place is where a file's marked text is asked about: the position of the mark ^ in it, and the text without it.
func place(text string) (plain string, line, char int) {
	before, after, ok := strings.Cut(text, "^")
	if !ok {
		panic("no mark")
	}
	line = strings.Count(before, "\n")
	return before + after, line, len(before) - strings.LastIndex(before, "\n") - 1
}

// waits until the diagnostics of a file are as wanted.
func (e *editor) waits(name string, want func([]diagnosed) bool) []diagnosed {
	e.Helper()
	deadline := time.After(30 * time.Second)
	for {
		if list, seen := e.latest[e.uri(name)]; seen && want(list) {
			return list
		}
		select {
		case p := <-e.notes:
			e.latest[p.URI] = p.Diagnostics
		case <-deadline:
			require.Fail(e, "no such diagnostics", "%s: %v", name, e.latest)
		}
	}
}

func says(part string) func([]diagnosed) bool {
	return func(list []diagnosed) bool {
		for _, d := range list {
			if strings.Contains(d.Message, part) {
				return true
			}
		}
		return false
	}
}

func noErrors(list []diagnosed) bool {
	for _, d := range list {
		if d.Severity == 1 {
			return false
		}
	}
	return true
}

const (
	turnFile = `Turn{
  purposes: ["chat", "order"],
  facts: {
    "vip": bool,  // a customer of ours
    "limit": money,
  },
}
`
	stockFile = `Policy{
  name: "stock", server: "shop", tools: ["level"], effect: Effect.READ,
  when_unavailable: [Omit{require: {"only for members": facts.vip}}, Omit{disclose: "Später."}],
}
`
)

func TestEditorSeesFaultsWhileTyping(t *testing.T) {
	e := edit(t, map[string]string{"policies/turn.cel": turnFile, "policies/stock.cel": stockFile})
	// An unsaved text, with characters of two units before the fault.
	text := "Policy{\n  name: \"p\", server: \"s\", doc: \"😀e\u0301\", efect: Effect.READ,\n  when_unavailable: [Omit{}],\n}\n"
	e.open("policies/new.cel", text)
	list := e.waits("policies/new.cel", says("Policy has no field efect"))
	require.Equal(t, 1, list[0].Severity)
	assert.Equal(t, "invalid-policy", list[0].Code)
	assert.Equal(t, 1, list[0].Range.Start.Line)
	assert.Equal(t, len("  name: \"p\", server: \"s\", doc: \"")+2+1+1+len("\", "), list[0].Range.Start.Character, "in UTF-16 units")
	assert.Equal(t, list[0].Range.Start.Character+len("efect"), list[0].Range.End.Character)

	// The quick fix.
	var actions []struct {
		Title string
		Edit  struct {
			Changes map[string][]struct {
				Range   spanned
				NewText string
			}
		}
	}
	e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri("policies/new.cel")}, "range": list[0].Range,
		"context": map[string]any{"diagnostics": list},
	}, &actions)
	require.Len(t, actions, 1)
	edits := actions[0].Edit.Changes[e.uri("policies/new.cel")]
	require.Len(t, edits, 1)
	assert.Equal(t, "effect", edits[0].NewText)
	r := edits[0].Range
	e.change("policies/new.cel", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, edits[0].NewText)
	e.waits("policies/new.cel", noErrors)

	// A fault that an unsaved change of one file makes in another, which is not open.
	e.open("policies/turn.cel", turnFile)
	e.change("policies/turn.cel", 3, 5, 3, 8, "vap")
	list = e.waits("policies/stock.cel", says("vip"))
	assert.Equal(t, 2, list[0].Range.Start.Line)
	e.change("policies/turn.cel", 3, 5, 3, 8, "vip")
	e.waits("policies/stock.cel", noErrors)

	// Files that come and go on disk.
	e.save("policies/twice.cel", stockFile)
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("policies/twice.cel"), "type": 1}}})
	e.waits("policies/twice.cel", says("stock"))
	require.NoError(t, os.Rename(filepath.Join(e.dir, "policies/twice.cel"), filepath.Join(e.dir, "policies/twice.txt")))
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri("policies/twice.cel"), "type": 3}}})
	e.waits("policies/twice.cel", noErrors)

	// A text that is closed without being saved counts no more.
	e.change("policies/new.cel", 0, 0, 0, 6, "Polizei")
	e.waits("policies/new.cel", says("Polizei"))
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("policies/new.cel")}})
	e.waits("policies/new.cel", noErrors)
}

func TestEditorFindsWhatIsHardlyMeant(t *testing.T) {
	e := edit(t, map[string]string{"policies/turn.cel": turnFile})
	e.open("policies/a.cel", "Policy{\n  name: \"a\",\n  server: \"a\",\n  effect: Effect.READ,\n  when_unavailable: [\n    Omit{require: {\"never\": 1 == 2}},\n    Omit{},\n  ],\n}\n")
	list := e.waits("policies/a.cel", func(list []diagnosed) bool {
		for _, d := range list {
			if d.Severity == 2 {
				return true
			}
		}
		return false
	})
	assert.NotEmpty(t, list)
}

func TestEditorSeesFaultsOfTests(t *testing.T) {
	e := edit(t, map[string]string{"policies/turn.cel": turnFile, "policies/stock.cel": stockFile})
	e.open("policies/stock_test.yaml", "tests:\n  - name: a\n    wannt: {outcome: ok}\n  - name: b\n    call: {server: shop, tool: level}\n    want: {outcome: ok}\n")
	e.open("policies/compose.yaml", "services: {}\n")
	list := e.waits("policies/stock_test.yaml", says("wannt"))
	assert.NotContains(t, e.latest, e.uri("policies/compose.yaml"), "other files are let be")
	at := slices.IndexFunc(list, func(d diagnosed) bool { return strings.Contains(d.Message, "wannt") })
	assert.Equal(t, 2, list[at].Range.Start.Line)
	assert.Equal(t, 4, list[at].Range.Start.Character)
	e.change("policies/stock_test.yaml", 2, 4, 2, 9, "call: {server: shop, tool: level}\n    want")
	e.waits("policies/stock_test.yaml", noErrors)
}

func TestEditorHovers(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a field", `Policy{name: "a", time^out: duration("2s")}`, "**Policy.timeout**: Longest duration of one attempt."},
		{"a literal", `Policy{name: "a", retry: Ret^ry{max: 1}}`, "**Retry{}**"},
		{"a variable", `Policy{name: "a", forbid: {"x": tu^rn.purpose == Purpose.CHAT}}`, "**turn**, in all hooks."},
		{"its field", `Policy{name: "a", forbid: {"x": turn.pur^pose == Purpose.CHAT}}`, "**turn.purpose** (Purpose)"},
		{"a constant", `Policy{name: "a", forbid: {"x": turn.purpose == Purpose.CH^AT}}`, "one of `CHAT` `ORDER`"},
		{"a fact", `Policy{name: "a", forbid: {"x": facts.vi^p}}`, "a customer of ours"},
		{"a var", `Policy{name: "a", vars: {"big": size(call.args.x) > 3}, forbid: {"x": vars.b^ig}}`, "size(call.args.x) > 3"},
		{"a method", `Policy{name: "a", when_unavailable: [Cached{max_age: duration("1h"), disclose: entry.as_of.cl^ock()}, Omit{}]}`, "timestamp.clock() -> string"},
		{"a function", `Policy{name: "a", forbid: {"x": has^(call.args.x)}}`, "has(x.field) -> bool"},
		{"an element", `Claims{name: "a", kinds: [Kind.MONEY], require: {"x": claim.sources.exists(s, s.or^igin == Origin.KNOWN)}}`, "**source.origin** (Origin)"},
		{"what can't be read here", `Policy{name: "a", forbid: {"x": ent^ry.age}}`, "It can't be read here."},
		{"a text that does not parse", "Policy{\n  name: \"a\"\n  time^out: duration(", "**Policy.timeout**"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := edit(t, map[string]string{"policies/turn.cel": turnFile})
			plain, line, char := place(c.text)
			e.open("policies/a.cel", plain)
			e.waits("policies/a.cel", func([]diagnosed) bool { return true })
			var got struct{ Contents struct{ Value string } }
			e.call("textDocument/hover", e.where("policies/a.cel", line, char), &got)
			assert.Contains(t, got.Contents.Value, c.want)
		})
	}
}

func (e *editor) where(name string, line, char int) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": e.uri(name)}, "position": at(line, char)}
}

func TestEditorCompletes(t *testing.T) {
	e := edit(t, map[string]string{"policies/turn.cel": turnFile})
	for _, c := range []struct {
		name, text string
		want, not  []string
	}{
		{"a file", `^`, []string{"Policy", "Turn", "Claims", "Known"}, []string{"turn"}},
		{"fields", `Policy{name: "a", ^}`, []string{"timeout", "forbid"}, []string{"name", "budget"}},
		{"fields, where a comma is lost", "Policy{\n  name: \"a\"\n  ti^\n}", []string{"timeout"}, []string{"turn"}},
		{"steps", `Policy{name: "a", when_unavailable: [^]}`, []string{"Cached", "UseTool", "Omit", "HardFail"}, []string{"turn"}},
		{"fields of a step", `Policy{name: "a", when_unavailable: [Cached{^}]}`, []string{"max_age", "disclose"}, []string{"timeout"}},
		{"constants", `Policy{name: "a", effect: ^}`, []string{"Effect.READ"}, []string{"turn"}},
		{"in forbid", `Policy{name: "a", forbid: {"x": ^}}`, []string{"call", "turn", "facts", "has", "money"}, []string{"entry", "claim", "vars"}},
		{"in a cached step", `Policy{name: "a", when_unavailable: [Cached{max_age: ^}]}`, []string{"entry", "failure"}, []string{"claim"}},
		{"in sourced_by", `Claims{name: "a", sourced_by: {"x": ^}}`, []string{"source", "claim"}, []string{"call"}},
		{"in sourced_by on arguments", `Claims{name: "a", on: Site.ARGS, sourced_by: {"x": ^}}`, []string{"source", "call"}, nil},
		{"after a dot", `Policy{name: "a", forbid: {"x": turn.^}}`, []string{"purpose", "budget"}, []string{"args"}},
		{"after a dot, half written", `Policy{name: "a", forbid: {"x": turn.pur^}}`, []string{"purpose"}, nil},
		{"facts", `Policy{name: "a", forbid: {"x": facts.^}}`, []string{"vip", "limit"}, nil},
		{"vars", `Policy{name: "a", vars: {"big": 1 > 2}, forbid: {"x": vars.^}}`, []string{"big"}, nil},
		{"members", `Policy{name: "a", forbid: {"x": turn.purpose == Purpose.^}}`, []string{"CHAT", "ORDER"}, nil},
		{"what is compared", `Policy{name: "a", forbid: {"x": turn.purpose == ^}}`, []string{"Purpose.CHAT"}, []string{"Effect.READ"}},
		{"methods", `Policy{name: "a", when_unavailable: [Cached{max_age: duration("1h"), disclose: entry.as_of.^}]}`, []string{"clock", "date", "format"}, []string{"contains"}},
		{"an element", `Claims{name: "a", require: {"x": claim.sources.exists(s, s.^)}}`, []string{"origin", "server"}, nil},
		{"a library", `Policy{name: "a", forbid: {"x": math.^}}`, []string{"abs"}, nil},
		{"a key", `Policy{name: "a", forbid: {^}}`, nil, []string{"turn"}},
		{"inside a string", `Policy{name: "a^"}`, nil, []string{"turn", "Policy"}},
		{"inside a comment", "Policy{ // a^\n}", nil, []string{"name"}},
		{"types of facts", `Turn{facts: {"x": ^}}`, []string{"bool", "money"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			e.T = t
			plain, line, char := place(c.text)
			e.open("policies/a.cel", plain)
			delete(e.latest, e.uri("policies/a.cel"))
			e.waits("policies/a.cel", func([]diagnosed) bool { return true })
			var got struct{ Items []struct{ Label string } }
			e.call("textDocument/completion", e.where("policies/a.cel", line, char), &got)
			var labels []string
			for _, i := range got.Items {
				labels = append(labels, i.Label)
			}
			for _, w := range c.want {
				assert.Contains(t, labels, w)
			}
			for _, n := range c.not {
				assert.NotContains(t, labels, n)
			}
		})
	}
}

func TestEditorFindsDefinitions(t *testing.T) {
	e := edit(t, map[string]string{"policies/turn.cel": turnFile, "policies/stock.cel": stockFile})
	for _, c := range []struct {
		name, file, text, in string
		line, char           int
	}{
		{"a fact", "policies/a.cel", `Policy{name: "a", forbid: {"x": facts.li^mit}}`, "policies/turn.cel", 4, 4},
		{"a purpose", "policies/a.cel", `Policy{name: "a", forbid: {"x": turn.purpose == Purpose.OR^DER}}`, "policies/turn.cel", 1, 21},
		{"a var", "policies/a.cel", `Policy{name: "a", vars: {"big": 1 > 2}, forbid: {"x": vars.b^ig}}`, "policies/a.cel", 0, 25},
		{"the policy of a tool", "policies/a.cel", `Policy{name: "a", server: "shop", when_unavailable: [UseTool{tool: "lev^el"}, Omit{}]}`, "policies/stock.cel", 1, 8},
		{"a condition, from a test", "policies/a_test.yaml", "tests:\n  - want: {unmet: [\"stock/only for mem^bers\"]}\n", "policies/stock.cel", 2, 36},
		{"a policy, from a test", "policies/a_test.yaml", "tests:\n  - want: {policy: sto^ck}\n", "policies/stock.cel", 1, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			e.T = t
			e.open("policies/turn.cel", turnFile)
			plain, line, char := place(c.text)
			e.open(c.file, plain)
			e.waits("policies/turn.cel", func([]diagnosed) bool { return true })
			var got []struct {
				URI   string
				Range spanned
			}
			require.Eventually(t, func() bool { // the set may still be loading
				e.call("textDocument/definition", e.where(c.file, line, char), &got)
				return len(got) == 1
			}, 20*time.Second, 20*time.Millisecond)
			assert.Equal(t, e.uri(c.in), got[0].URI)
			assert.Equal(t, c.line, got[0].Range.Start.Line)
			assert.Equal(t, c.char, got[0].Range.Start.Character)
		})
	}
}

func TestEditorFormatsAndOutlines(t *testing.T) {
	e := edit(t, map[string]string{})
	text := "// 😀\nPolicy{\n  name:   \"a\",\n  server: \"s\",\n  effect :Effect.READ,\n}\n"
	e.open("policies/a.cel", text)
	var edits []struct {
		Range   spanned
		NewText string
	}
	e.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": e.uri("policies/a.cel")}, "options": map[string]any{"tabSize": 2}}, &edits)
	require.Len(t, edits, 1)
	assert.Equal(t, "  effect: Effect.READ,\n", edits[0].NewText)
	assert.Equal(t, 4, edits[0].Range.Start.Line)
	assert.Equal(t, 5, edits[0].Range.End.Line)

	var symbols []struct {
		Name, Detail   string
		SelectionRange spanned
		Children       []struct{ Name string }
	}
	e.call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": e.uri("policies/a.cel")}}, &symbols)
	require.Len(t, symbols, 1)
	assert.Equal(t, "a", symbols[0].Name)
	assert.Equal(t, "Policy", symbols[0].Detail)
	assert.Len(t, symbols[0].Children, 3)

	e.change("policies/a.cel", 1, 0, 1, 7, "Policy")
	e.call("textDocument/formatting", map[string]any{"textDocument": map[string]any{"uri": e.uri("policies/a.cel")}}, &edits)
	assert.Empty(t, edits, "a text that does not parse is left alone")
}

func TestEditorSaysGoodbye(t *testing.T) {
	t.Run("with a shutdown", func(t *testing.T) {
		e := edit(t, map[string]string{})
		e.open("policies/a.cel", "Policy{")
		var none any
		e.call("shutdown", nil, &none)
		err := e.rpc.CallResult(e.context(), "textDocument/hover", e.where("policies/a.cel", 0, 0), &none)
		var failed *jrpc2.Error
		require.ErrorAs(t, err, &failed)
		assert.Equal(t, jrpc2.InvalidRequest, failed.Code)
		e.notify("exit", nil)
		require.NoError(t, e.cmd.Wait())
	})
	t.Run("without", func(t *testing.T) {
		e := edit(t, map[string]string{})
		e.notify("exit", nil)
		assert.Equal(t, 1, exitCode(e.cmd.Wait()))
	})
	t.Run("by leaving", func(t *testing.T) {
		e := edit(t, map[string]string{})
		require.NoError(t, e.rpc.Close())
		assert.Equal(t, 1, exitCode(e.cmd.Wait()))
	})
}

func exitCode(err error) int {
	if failed, ok := err.(*exec.ExitError); ok {
		return failed.ExitCode()
	}
	return 0
}

// Raw messages, as some clients send them: null parameters, unknown methods, a request before initialize, a cancelled one.
func TestEditorOfAnotherKind(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	command := filepath.Join(t.TempDir(), "lacuna")
	require.NoError(t, os.Symlink(self, command))
	cmd := exec.Command(command, "lsp")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	ch := channel.LSP(out, in)
	send := func(message string) { require.NoError(t, ch.Send([]byte(message))) }
	answer := func() (a struct {
		ID     any
		Result any
		Error  *struct{ Code int }
	},
	) {
		b, err := ch.Recv()
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(b, &a))
		return a
	}
	send(`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x.cel"},"position":{"line":0,"character":0}}}`)
	require.Equal(t, -32002, answer().Error.Code)
	send(`{"jsonrpc":"2.0","id":"two","method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`)
	require.Equal(t, "two", answer().ID)
	send(`{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}`)
	send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}`)
	send(`{"jsonrpc":"2.0","id":3,"method":"textDocument/nothing","params":{}}`)
	require.Equal(t, -32601, answer().Error.Code)
	send(`{"jsonrpc":"2.0","id":4,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x.cel"},"position":{"line":0,"character":0}}}`)
	send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":4}}`)
	require.NotNil(t, answer().Error)
	send(`{"jsonrpc":"2.0","id":5,"method":"shutdown","params":null}`)
	require.Nil(t, answer().Error)
	send(`{"jsonrpc":"2.0","method":"exit","params":null}`)
	require.NoError(t, cmd.Wait())
}
