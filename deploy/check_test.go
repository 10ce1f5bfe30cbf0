package deploy_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/engine/metrics"
)

var promql = parser.NewParser(parser.Options{})

// instrumentOf finds the instrument behind the name of a series, nil if there is none.
func instrumentOf(series string) *metrics.Instrument {
	for _, i := range metrics.Instruments() {
		names := []string{i.Name}
		if i.Kind == metrics.Histogram {
			names = []string{i.Name + "_bucket", i.Name + "_sum", i.Name + "_count"}
		}
		if slices.Contains(names, series) {
			return &i
		}
	}
	return nil
}

// check holds an expression against the table: every metric is there, and has the labels that are asked of it.
func check(t *testing.T, expr, where string) (names []string) {
	t.Helper()
	tree, err := promql.ParseExpr(expr)
	if !assert.NoError(t, err, "%s: %s", where, expr) {
		return nil
	}
	known := []string{"instance", "job", "le", "__name__"}
	parser.Inspect(tree, func(node parser.Node, _ []parser.Node) error {
		s, ok := node.(*parser.VectorSelector)
		if !ok {
			return nil
		}
		i := instrumentOf(s.Name)
		if !assert.NotNil(t, i, "%s: there is no metric %s", where, s.Name) {
			return nil
		}
		names = append(names, i.Name)
		known = append(known, i.Labels...)
		for _, m := range s.LabelMatchers {
			assert.Contains(t, append(slices.Clone(i.Labels), "__name__", "le"), m.Name, "%s: %s has no such label", where, s.Name)
		}
		return nil
	})
	parser.Inspect(tree, func(node parser.Node, _ []parser.Node) error {
		switch n := node.(type) {
		case *parser.AggregateExpr:
			assert.Subset(t, known, n.Grouping, "%s: %s", where, expr)
		case *parser.BinaryExpr:
			if n.VectorMatching != nil {
				assert.Subset(t, known, n.VectorMatching.MatchingLabels, "%s: %s", where, expr)
			}
		}
		return nil
	})
	return names
}

// rules are the alerts of the file.
func rules(t *testing.T) (list []rulefmt.Rule) {
	t.Helper()
	groups, errs := rulefmt.ParseFile("prometheus/lacuna.rules.yaml", false, model.UTF8Validation, promql, slog.New(slog.DiscardHandler))
	require.Empty(t, errs)
	for _, g := range groups.Groups {
		list = append(list, g.Rules...)
	}
	return list
}

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules(t) {
		assert.Regexp(t, `^Lacuna[A-Z]\w+$`, r.Alert)
		assert.False(t, seen[r.Alert], "%s stands twice", r.Alert)
		seen[r.Alert] = true
		assert.Contains(t, []string{"info", "warning", "critical"}, r.Labels["severity"], r.Alert)
		assert.NotEmpty(t, r.Annotations["summary"], r.Alert)
		assert.Regexp(t, `^[A-Z].*\.$`, r.Annotations["runbook"], "%s: a sentence of what to do", r.Alert)
		assert.NotEmpty(t, check(t, r.Expr, r.Alert))
	}
	assert.Greater(t, len(seen), 15)
}

// dashboard is what a test reads of Grafana's model.
type dashboard struct {
	UID        string  `json:"uid"`
	Panels     []panel `json:"panels"`
	Templating struct {
		List []struct{ Name, Type, Definition string }
	} `json:"templating"`
	Annotations struct {
		List []struct{ Name, Expr string }
	} `json:"annotations"`
}

type panel struct {
	ID      int    `json:"id"`
	Type    string `json:"type"`
	Title   string `json:"title"`
	GridPos struct{ H, W, X, Y int }
	Targets []struct{ RefID, Expr string }
}

// filled puts values where Grafana does.
func filled(expr string) string {
	return strings.NewReplacer("$__rate_interval", "1m", "$__range", "6h", "$server", ".*", "$tool", ".*").Replace(expr)
}

// panels reads the dashboard.
func panels(t *testing.T) (d dashboard) {
	t.Helper()
	text, err := os.ReadFile("grafana/lacuna.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &d))
	return d
}

func TestDashboard(t *testing.T) {
	d := panels(t)
	assert.Equal(t, "lacuna", d.UID)

	ids, shown := map[int]string{}, map[string]bool{}
	taken := map[[2]int]string{}
	for _, p := range d.Panels {
		assert.Empty(t, ids[p.ID], "%s has the id of another panel", p.Title)
		ids[p.ID] = p.Title
		assert.NotEmpty(t, p.Title)
		assert.LessOrEqual(t, p.GridPos.X+p.GridPos.W, 24, p.Title)
		for x := range p.GridPos.W {
			for y := range p.GridPos.H {
				at := [2]int{p.GridPos.X + x, p.GridPos.Y + y}
				require.Empty(t, taken[at], "%s lies over another panel", p.Title)
				taken[at] = p.Title
			}
		}
		refs := map[string]bool{}
		for _, target := range p.Targets {
			assert.False(t, refs[target.RefID], p.Title)
			refs[target.RefID] = true
			for _, name := range check(t, filled(target.Expr), p.Title) {
				shown[name] = true
			}
		}
		assert.Equal(t, p.Type == "row", len(p.Targets) == 0, p.Title)
	}
	for _, i := range metrics.Instruments() {
		assert.True(t, shown[i.Name], "no panel shows %s", i.Name)
	}
	for _, a := range d.Annotations.List {
		check(t, a.Expr, a.Name)
	}
	asked := regexp.MustCompile(`^label_values\((.*), (\w+)\)$`)
	for _, v := range d.Templating.List {
		if v.Type != "query" {
			continue
		}
		parts := asked.FindStringSubmatch(v.Definition)
		require.NotNil(t, parts, v.Name)
		check(t, "count by ("+parts[2]+") ("+filled(parts[1])+")", v.Name)
	}
}
