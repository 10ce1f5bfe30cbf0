package eval_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
)

// Each function of the language is in the catalogue, and the catalogue invents none.
func TestCatalogueIsWhole(t *testing.T) {
	listed := map[string]bool{}
	for _, f := range eval.Catalog().Functions {
		listed[f.Name] = true
	}
	assert.Equal(t, newEnv(t).Callable(), slices.Compact(slices.Sorted(keysOf(listed, "boom"))))
}

func keysOf(m map[string]bool, more ...string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
		for _, k := range more {
			if !yield(k) {
				return
			}
		}
	}
}

// The examples of the docs are what a rule gets.
func TestCatalogueExamples(t *testing.T) {
	env := newEnv(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for _, f := range eval.Catalog().Functions {
		t.Run(f.Group+" "+f.Form, func(t *testing.T) {
			in := input(t, env)
			in.Turn.Location, in.Turn.Language = berlin, "en"
			r := &guard.Reply{Text: "It costs €209, as of 14:07.", Now: noon, Zone: berlin, Language: "en"}
			new(guard.Finder).Find(r)
			require.NotEmpty(t, r.Claims)
			in.Claim = &r.Claims[0]
			hook := eval.HookCall
			switch {
			case strings.Contains(f.Example, "claim."):
				hook = eval.HookClaim
			case strings.Contains(f.Example, "failure."):
				hook = eval.HookStep
			}
			text := "(" + f.Example + ") == (" + f.Result + ")"
			want := eval.WantBool
			if f.Result == "error" {
				text, want = f.Example, eval.WantAny
			}
			x, problems := env.Compile(hook, want, nil, node(t, text))
			require.Empty(t, problems)
			got, fault := x.Any(in)
			if f.Result == "error" {
				require.NotNil(t, fault)
				return
			}
			require.Nil(t, fault)
			assert.Equal(t, true, got, f.Example)
		})
	}
}

// Every variable of every hook has its fields in the catalogue, each with a type and a sentence.
func TestCatalogueVariables(t *testing.T) {
	c := eval.Catalog()
	known := map[string]eval.CatalogueVariable{}
	for _, v := range c.Variables {
		known[v.Name] = v
		assert.NotEmpty(t, v.Doc, v.Name)
		assert.NotEmpty(t, v.Where, v.Name)
		for _, f := range v.Fields {
			assert.NotEmpty(t, f.Doc, "%s.%s", v.Name, f.Name)
			assert.NotContains(t, f.Type, "lacuna.", "%s.%s", v.Name, f.Name)
		}
	}
	for _, h := range c.Hooks {
		assert.NotEmpty(t, h.Fields, h.Name)
		for _, v := range h.Variables {
			assert.Contains(t, known, v, h.Name)
		}
	}
	for _, e := range c.Enums {
		assert.NotEmpty(t, e.Doc, e.Name)
		assert.Equal(t, eval.EnumMembers(e.Name), e.Members)
	}
	text, err := json.Marshal(c.Variables)
	require.NoError(t, err)
	assert.Contains(t, string(text), `{"Name":"sources","Type":"list of source","Doc":"the sources that match it"}`)
}
