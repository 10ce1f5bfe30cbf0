package mcpadapter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Snapshot holds the tools of servers, by the servers' names, as they were listed once: to check policies against without a server, and
// to see what has changed since.
type Snapshot map[string][]*mcp.Tool

// ReadSnapshot reads a file that [Snapshot.Write] wrote, or what one server answered to tools/list, the result or the whole message,
// which it names "".
func ReadSnapshot(file string) (Snapshot, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return DecodeSnapshot(file, src)
}

// DecodeSnapshot is [ReadSnapshot] of a text that was read already. The name of the file stands in errors.
func DecodeSnapshot(file string, src []byte) (Snapshot, error) {
	type list struct {
		Tools []*mcp.Tool `json:"tools"`
	}
	var form struct {
		Servers map[string]list `json:"servers"`
		list
		Result list `json:"result"`
	}
	if err := json.Unmarshal(src, &form); err != nil {
		if misplaced := (*json.UnmarshalTypeError)(nil); errors.As(err, &misplaced) {
			return nil, fmt.Errorf("%s: at byte %d there is a JSON %s, which no list of tools has there; it is {\"tools\": [...]}, as tools/list returns it", file, misplaced.Offset, misplaced.Value)
		}
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if form.Tools == nil {
		form.Tools = form.Result.Tools
	}
	if form.Servers == nil && form.Tools == nil {
		return nil, fmt.Errorf(`%s: it has neither "servers", as a snapshot has, nor "tools", as a tools/list has`, file)
	}
	s := Snapshot{}
	for name, server := range form.Servers {
		s[name] = server.Tools
	}
	if form.Tools != nil {
		s[""] = form.Tools
	}
	for name, tools := range s {
		for i, t := range tools {
			if t == nil || t.Name == "" {
				return nil, fmt.Errorf("%s: tool %d of %q has no name", file, i+1, name)
			}
		}
	}
	return s, nil
}

// SnapshotOf sorts a list of tools by server.
func SnapshotOf(tools []Tool) Snapshot {
	s := Snapshot{}
	for _, t := range tools {
		s[t.Server] = append(s[t.Server], t.Tool)
	}
	return s
}

// Encode returns the snapshot as JSON, the same for the same tools: sorted, indented, one line at the end.
func (s Snapshot) Encode() ([]byte, error) {
	type server struct {
		Tools []*mcp.Tool `json:"tools"`
	}
	form := struct {
		Servers map[string]server `json:"servers"`
	}{map[string]server{}}
	for name, tools := range s {
		sorted := slices.SortedFunc(slices.Values(tools), func(a, b *mcp.Tool) int {
			return bytes.Compare([]byte(a.Name), []byte(b.Name))
		})
		form.Servers[name] = server{sorted}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(form)
	return out.Bytes(), err
}

// Servers are the names of the servers, sorted.
func (s Snapshot) Servers() []string { return slices.Sorted(maps.Keys(s)) }

// Diff says how another snapshot, a later one, differs: one line a change, as "- server/tool", "+ server/tool" and
// "~ server/tool: inputSchema.properties.size was added", sorted by server and tool.
func (s Snapshot) Diff(later Snapshot) []string {
	var changes []string
	names := maps.Clone(s)
	maps.Copy(names, later)
	for _, server := range names.Servers() {
		was, is := byName(s[server]), byName(later[server])
		both := maps.Clone(was)
		maps.Copy(both, is)
		for _, tool := range slices.Sorted(maps.Keys(both)) {
			at := server + "/" + tool
			switch old, new := was[tool], is[tool]; {
			case new == nil:
				changes = append(changes, "- "+at)
			case old == nil:
				changes = append(changes, "+ "+at)
			default:
				for _, c := range differences("", plain(old), plain(new)) {
					changes = append(changes, "~ "+at+": "+c)
				}
			}
		}
	}
	return changes
}

func byName(tools []*mcp.Tool) map[string]*mcp.Tool {
	m := make(map[string]*mcp.Tool, len(tools))
	for _, t := range tools {
		m[t.Name] = t
	}
	return m
}

// plain is a tool as JSON has it.
func plain(t *mcp.Tool) any {
	raw, err := json.Marshal(t)
	if err != nil {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	_ = dec.Decode(&v) // it has just been encoded
	return v
}

// differences lists the paths at which two values differ.
func differences(path string, old, new any) []string {
	was, isObject := old.(map[string]any)
	is, stillObject := new.(map[string]any)
	if !isObject || !stillObject {
		if sameValue(old, new) {
			return nil
		}
		return []string{path + " was changed"}
	}
	both := maps.Clone(was)
	maps.Copy(both, is)
	var found []string
	for _, k := range slices.Sorted(maps.Keys(both)) {
		at := k
		if path != "" {
			at = path + "." + k
		}
		before, had := was[k]
		after, has := is[k]
		switch {
		case !has:
			found = append(found, at+" was removed")
		case !had:
			found = append(found, at+" was added")
		default:
			found = append(found, differences(at, before, after)...)
		}
	}
	return found
}

func sameValue(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
