package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/internal/spelling"
	"github.com/lacuna-go/lacuna/rules"
)

// toolsAFile bounds how many tools one policy file holds, far below the largest file that loads.
const toolsAFile = 200

// listedTool is a tool that gets a policy.
type listedTool struct {
	server, tool string
	policy       string // the name of its policy
	read         bool
	says         string // its description
	hints        []string
	args         []byte // arguments that its schema asks for, as JSON
}

// draft makes the files. A tool that the language can't name, and one that is listed twice, is reported and left out.
func (b *beginning) draft(listed mcpadapter.Snapshot) (*draft, error) {
	d := &draft{}
	source := listedTool{server: "example", tool: "lookup"} // of the figures in the tests of claims; the model is no source
	sourced := false
	policies, files := &unused{}, &unused{taken: map[string]bool{"turn": true, "claims": true}}
	matched := map[string]bool{}
	for _, server := range listed.Servers() {
		tools := b.toolsOf(listed, server, policies, matched)
		if len(tools) == 0 {
			_, _ = fmt.Fprintf(b.stderr, "lacuna: %s lists no tool that a policy could be for\n", server)
			continue
		}
		if !sourced && server != "model" {
			source, sourced = tools[0], true
		}
		d.tools += len(tools)
		for part := range slices.Chunk(tools, toolsAFile) {
			if err := d.add(files.name(slug(server)), policiesOf(server, part), testsOf(part)); err != nil {
				return nil, err
			}
		}
	}
	for _, pattern := range b.reads {
		if !matched[pattern] {
			return nil, usage("--read %s: no listed tool is called so%s", pattern, nearTool(listed, pattern))
		}
	}
	if d.tools == 0 {
		return nil, &exit{code: exitFailed, err: fmt.Errorf("no tool is listed, so there is nothing to write policies for")}
	}
	if err := d.add("turn", firstTurn, ""); err != nil {
		return nil, err
	}
	if err := d.add("claims", firstClaims, claimsTests(source)); err != nil {
		return nil, err
	}
	slices.SortFunc(d.files, func(a, b draftFile) int { return strings.Compare(a.name, b.name) })
	return d, nil
}

// add adds a policy file in the canonical layout, and its tests where it has any.
func (d *draft) add(name, policies, tests string) error {
	text, err := rules.Format(name+".cel", []byte(policies))
	if err != nil {
		return &exit{code: exitFailed, err: err}
	}
	d.files = append(d.files, draftFile{name + ".cel", text})
	if tests != "" {
		d.files = append(d.files, draftFile{name + "_test.yaml", []byte(tests)})
	}
	return nil
}

// toolsOf are the tools of a server that get a policy, sorted by name.
func (b *beginning) toolsOf(listed mcpadapter.Snapshot, server string, policies *unused, matched map[string]bool) []listedTool {
	var tools []listedTool
	seen := map[string]bool{}
	for _, t := range listed[server] {
		switch why := unspeakable(t.Name, true); {
		case why != "":
			_, _ = fmt.Fprintf(b.stderr, "lacuna: the tool %q of %s gets no policy, for its name %s: it stays a write that fails hard\n", t.Name, server, why)
			continue
		case seen[t.Name]:
			_, _ = fmt.Fprintf(b.stderr, "lacuna: %s lists the tool %q twice; the first one counts\n", server, t.Name)
			continue
		}
		seen[t.Name] = true
		one := listedTool{server: server, tool: t.Name, says: t.Description, args: sampleArgs(t.InputSchema)}
		if a := t.Annotations; a != nil {
			one.hints = hintsOf(a.ReadOnlyHint, a.IdempotentHint, a.DestructiveHint)
		}
		for _, pattern := range b.reads {
			if matchesTool(pattern, server, t.Name) {
				one.read, matched[pattern] = true, true
			}
		}
		tools = append(tools, one)
	}
	slices.SortFunc(tools, func(a, b listedTool) int { return strings.Compare(a.tool, b.tool) })
	for i := range tools {
		tools[i].policy = policies.name(slug(server + "-" + tools[i].tool))
	}
	return tools
}

func hintsOf(read, idempotent bool, destructive *bool) []string {
	var hints []string
	if read {
		hints = append(hints, "that it only reads")
	}
	if idempotent {
		hints = append(hints, "that a repeated call changes nothing more")
	}
	if destructive != nil && *destructive {
		hints = append(hints, "that it can destroy something")
	}
	return hints
}

// matchesTool reports whether a pattern of --read means a tool: its name, or server/name, each perhaps with a * at the end.
func matchesTool(pattern, server, tool string) bool {
	for _, name := range []string{tool, server + "/" + tool} {
		prefix, open := strings.CutSuffix(pattern, "*")
		if name == pattern || open && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// nearTool says which listed tool a name was probably meant to be.
func nearTool(listed mcpadapter.Snapshot, name string) string {
	var names []string
	for _, server := range listed.Servers() {
		for _, t := range listed[server] {
			names = append(names, t.Name, server+"/"+t.Name)
		}
	}
	if near := spelling.Nearest(name, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// sampleArgs makes arguments that a schema asks for: a value of the right type under each required name.
func sampleArgs(schema any) []byte {
	raw, err := json.Marshal(schema)
	var form struct {
		Properties map[string]map[string]any `json:"properties"`
		Required   []string                  `json:"required"`
	}
	if err != nil || json.Unmarshal(raw, &form) != nil {
		return []byte("{}")
	}
	args := map[string]any{}
	for _, name := range form.Required {
		args[name] = sampleValue(form.Properties[name])
	}
	return flow(args)
}

func sampleValue(schema map[string]any) any {
	if list, ok := schema["enum"].([]any); ok && len(list) > 0 {
		return list[0]
	}
	if v, ok := schema["default"]; ok {
		return v
	}
	kind := schema["type"]
	if list, ok := kind.([]any); ok && len(list) > 0 {
		kind = list[0]
	}
	switch kind {
	case "integer", "number":
		return 1
	case "boolean":
		return true
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	case "null":
		return nil
	}
	return "example"
}

// unused hands out names, each once whatever its case: file systems differ there.
type unused struct{ taken map[string]bool }

func (u *unused) name(want string) string {
	if u.taken == nil {
		u.taken = map[string]bool{}
	}
	name := want
	for n := 2; u.taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d", want, n)
	}
	u.taken[strings.ToLower(name)] = true
	return name
}
