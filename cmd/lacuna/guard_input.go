package main

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lacuna-go/lacuna/engine"
	"github.com/lacuna-go/lacuna/engine/policytest"
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// readResults reads what the tools returned: a list, or a map with results, as a case of a test file has it.
func (g *guardRun) readResults() ([]policytest.Returned, error) {
	in, closeIn, err := g.open(g.results)
	if err != nil {
		return nil, usage("--results: %w", err)
	}
	defer closeIn()
	src, err := io.ReadAll(io.LimitReader(in, policytest.MaxFileSize+1))
	if err != nil {
		return nil, usage("--results: %w", err)
	}
	name := filepath.ToSlash(g.results)
	if name == "-" {
		name = "stdin"
	}
	if len(bytes.TrimSpace(src)) == 0 {
		return nil, usage("%s is empty; a list without results is []", name)
	}
	w := wrap(src)
	c, file := policytest.ReadInput(name, w.src, nil)
	if c == nil {
		var shown []eval.Problem
		for _, p := range file.Problems {
			shifted, snippet := w.place(file, p)
			diagnose(g.stderr, shifted, snippet)
			shown = append(shown, shifted)
		}
		return nil, reported(exitUsage, shown...)
	}
	if len(c.Calls) > 0 && w.stray == "" {
		w.stray = "call"
	}
	if w.stray != "" {
		return nil, usage("%s: %q is no part of a list of results; lacuna explain plays whole cases", name, w.stray)
	}
	return c.Results, nil
}

// wrapped is a list of results made into a case, as the reader of cases takes it.
type wrapped struct {
	src   []byte
	stray string // a key beside results
}

// wrapLines and wrapColumns are by how much a place in the wrapped text lies behind that in the file.
const wrapLines, wrapColumns = 2, 1

func wrap(src []byte) wrapped {
	w := wrapped{}
	key := "results"
	if !isList(src) {
		key = "<<" // its keys become those of the case
		w.stray = strayKey(src)
	}
	var b bytes.Buffer
	b.WriteString("reply: x\n" + key + ":\n")
	isJSON := json.Valid(src)
	for line := range bytes.Lines(src) {
		if rest := bytes.TrimLeft(line, "\t"); isJSON && len(rest) < len(line) { // YAML takes no tab here
			line = append(bytes.Repeat([]byte(" "), len(line)-len(rest)), rest...)
		}
		if strings.TrimRight(string(line), " \r\n") == "---" {
			line = []byte("\n")
		}
		b.WriteByte(' ')
		b.Write(line)
	}
	w.src = b.Bytes()
	return w
}

// isList reports whether the first value of a YAML or JSON text is a list.
func isList(src []byte) bool {
	for line := range bytes.Lines(src) {
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0, line[0] == '#', string(line) == "---":
		default:
			return line[0] == '-' || line[0] == '['
		}
	}
	return false
}

var topKey = regexp.MustCompile(`(?m)^[\w"']+:`)

// strayKey returns a key of a map that is not results, or "".
func strayKey(src []byte) string {
	var keys map[string]json.RawMessage
	if json.Unmarshal(src, &keys) != nil {
		keys = map[string]json.RawMessage{}
		for _, key := range topKey.FindAll(src, -1) {
			keys[strings.Trim(string(key), `"':`)] = nil
		}
	}
	delete(keys, "results")
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		return key
	}
	return ""
}

var lineInMessage = regexp.MustCompile(` in line (\d+)`)

// place returns a problem of the wrapped text at its place in the file, with the line there.
func (w wrapped) place(file *policytest.File, p eval.Problem) (eval.Problem, string) {
	snippet := file.Snippet(p.Pos)
	if p.Pos.Line <= wrapLines {
		snippet = ""
	}
	lines := strings.Split(snippet, "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], " ")
	}
	p.Pos.Line, p.Pos.Col = max(p.Pos.Line-wrapLines, 1), max(p.Pos.Col-wrapColumns, 1)
	p.Message = lineInMessage.ReplaceAllStringFunc(p.Message, func(s string) string {
		n, err := strconv.Atoi(lineInMessage.FindStringSubmatch(s)[1])
		if err != nil {
			return s
		}
		return " in line " + strconv.Itoa(max(n-wrapLines, 1))
	})
	return p, strings.Join(lines, "\n")
}

// factsOf reads facts as name=value. A value is read as JSON where its fact takes that, and else as a text.
func factsOf(set *rules.Set, list []string) (engine.Facts, error) {
	facts := engine.Facts{}
	for _, given := range list {
		name, text, ok := strings.Cut(given, "=")
		if !ok || name == "" {
			return nil, usage("--fact takes name=value, not %q", given)
		}
		facts[name] = text
		_, asText := set.Env.Facts(engine.Facts{name: text})
		if asText == nil {
			continue
		}
		value, ok := jsonValue(text)
		if !ok {
			return nil, usage("--fact: %w", asText)
		}
		if _, err := set.Env.Facts(engine.Facts{name: value}); err != nil {
			return nil, usage("--fact: %w", err)
		}
		facts[name] = value
	}
	return facts, nil
}

// jsonValue reads a JSON value that is no text, with its numbers as they are written.
func jsonValue(text string) (any, bool) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil || v == nil {
		return nil, false
	}
	_, err := dec.Token()
	return v, err != nil && strings.TrimSpace(text) != ""
}

// withoutNewline drops the one with which a file ends.
func withoutNewline(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r") }
