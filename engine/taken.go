package engine

import (
	"time"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/guard"
	"github.com/lacuna-go/lacuna/rules"
)

// taken is a result that a turn took in. Its texts are those that the evidence holds.
type taken struct {
	tool            Tool
	json, text      string
	args            []byte
	asOf            time.Time
	cached, earlier bool
	settings        *guard.Settings // nil where no policy is known
}

// result is what was taken in, as evidence.
func (k *taken) result() guard.Result {
	r := guard.Result{
		Server: k.tool.Server, Tool: k.tool.Tool, Text: k.text, Args: k.args, AsOf: k.asOf, Cached: k.cached, Earlier: k.earlier,
	}
	if k.json != "" {
		r.JSON = []byte(k.json)
	}
	if k.settings != nil {
		r.Settings = *k.settings
	}
	return r
}

// keepResult takes a result into the turn and its evidence, and returns its JSON as it is kept. mu is held.
func (t *Turn) keepResult(p *rules.Plan, r *Result, args *eval.Args, cached bool) string {
	kept := taken{
		tool: Tool{p.Server, p.Tool}, text: r.Text, args: args.JSON(), asOf: r.AsOf, cached: cached || p.Evidence.Copy, settings: &p.Evidence,
	}
	kept.json = t.evidence.Add(guard.Result{
		Server: p.Server, Tool: p.Tool, JSON: r.JSON, Text: r.Text, Args: kept.args, AsOf: kept.asOf, Cached: kept.cached, Settings: p.Evidence,
	})
	if t.results == nil {
		const usual = 4
		t.results = make([]taken, 0, usual)
	}
	t.results = append(t.results, kept)
	return kept.json
}
