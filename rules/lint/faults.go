package lint

import "github.com/lacuna-go/lacuna/rules"

// Faults returns what keeps policies from loading, in the order of err.
func Faults(err *rules.LoadError) []Finding {
	list := make([]Finding, 0, len(err.Problems))
	for _, p := range err.Problems {
		id := "invalid-policy"
		if p.Pos.File != "" && err.Files[p.Pos.File] == nil {
			id = "invalid-file"
		}
		list = append(list, Finding{ID: id, Severity: Error, From: p.Pos, To: p.Pos, Message: p.Message})
	}
	return list
}
