package main

import (
	"fmt"
	"strings"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
	"github.com/lacuna-go/lacuna/rules/lint"
)

// toolList is what servers list, by server and by name of the tool.
type toolList = map[string]map[string]lint.Shape

// readTools reads files of tools, nil for none: a snapshot, or, as server=file, what one server's tools/list returned.
func readTools(files []string) (toolList, error) {
	if len(files) == 0 {
		return nil, nil
	}
	all := toolList{}
	for _, arg := range files {
		server, file, named := strings.Cut(arg, "=")
		if !named {
			server, file = "", arg
		}
		s, err := mcpadapter.ReadSnapshot(file)
		if err != nil {
			return nil, err
		}
		for name, tools := range s {
			if name == "" {
				name = server
			}
			if name == "" {
				return nil, fmt.Errorf("%s is the list of one server: say which, as pricing=%s", file, file)
			}
			if all[name] == nil {
				all[name] = map[string]lint.Shape{}
			}
			for _, t := range tools {
				all[name][t.Name] = mcpadapter.ShapeOf(t)
			}
		}
	}
	return all, nil
}
