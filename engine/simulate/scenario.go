package simulate

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// Scenario is a time of traffic: turns that arrive at a rate, what each of them calls, and how the tools behave meanwhile. It is
// read by [ReadScenario].
type Scenario struct {
	// Name is shown in the report.
	Name string `yaml:"name"`
	// Seed of every draw: equal seeds give equal output.
	Seed uint64 `yaml:"seed"`
	// Duration is how long turns arrive, from 0 s on; those under way come to their end.
	Duration Duration `yaml:"duration"`
	// TurnsPerSecond is the mean rate at which they arrive, one independent of the other.
	TurnsPerSecond float64 `yaml:"turns_per_second"`
	// Purpose, Language, Audience and Facts of every turn. The purpose and the language are the policies' first by default, and
	// the audience is "public".
	Purpose  string         `yaml:"purpose"`
	Language string         `yaml:"language"`
	Audience string         `yaml:"audience"`
	Facts    map[string]any `yaml:"facts"`
	// Think is what the model takes between two steps; it is no tool time.
	Think Duration `yaml:"think"`
	// Turn lists what a turn calls, step by step.
	Turn []Step `yaml:"turn"`
	// Tools by "server/tool": all that are called, and all that a fallback may call.
	Tools map[string]ToolModel `yaml:"tools"`
	// Naive is the stack that is compared.
	Naive Naive `yaml:"naive"`
}

// Step is one step of a turn: a call, or several in Parallel.
type Step struct {
	Call     `yaml:",inline"`
	Parallel []Call `yaml:"parallel"`
}

// Call is a call that every turn makes.
type Call struct {
	Server string         `yaml:"server"`
	Tool   string         `yaml:"tool"`
	Args   map[string]any `yaml:"args"`
	// Vary gives an argument one of several values, drawn per turn: some turns ask for what another has asked.
	Vary map[string][]any `yaml:"vary"`
	// Facts of the call, over those of the turn.
	Facts map[string]any `yaml:"facts"`
}

// ToolModel is how a tool behaves. Outside its phases it never fails.
type ToolModel struct {
	Latency `yaml:",inline"`
	// Phases in which it behaves otherwise. Where two hold at one time, the later in the list counts.
	Phases []Phase `yaml:"phases"`
}

// Latency of an answer: always Fixed, or log-normal with a median and a 99th percentile.
type Latency struct {
	P50   Duration `yaml:"p50"`
	P99   Duration `yaml:"p99"`
	Fixed Duration `yaml:"fixed"`
}

// Phase is a time in which a tool is slow or fails.
type Phase struct {
	// From and Until are offsets from the start; without Until it lasts for ever.
	From  Duration `yaml:"from"`
	Until Duration `yaml:"until"`
	// Latency in the phase; by default the tool's.
	Latency `yaml:",inline"`
	// Fail is the share of requests that fail, 0 to 1.
	Fail float64 `yaml:"fail"`
	// Kinds weighs the kinds of failure; by default all are internal. A timeout never answers and unreachable fails within 5 ms; the
	// others take as long as an answer.
	Kinds map[string]float64 `yaml:"kinds"`
	// RetryAfter is the hint of a rate_limited; without it there is none.
	RetryAfter *Duration `yaml:"retry_after"`
}

// Naive is a stack of retry layers without a breaker, each of which repeats all of the one below.
type Naive struct {
	// Layers, 3 by default, of Attempts, 3 by default, each.
	Layers   int `yaml:"layers"`
	Attempts int `yaml:"attempts"`
	// Backoff is the pause after a layer's first attempt, 1 s by default, doubled after each further one.
	Backoff Duration `yaml:"backoff"`
	// Timeout of a request, 30 s by default.
	Timeout Duration `yaml:"timeout"`
}

// calls are those of the step.
func (s *Step) calls() []Call {
	if s.Parallel != nil {
		return s.Parallel
	}
	return []Call{s.Call}
}

func (c *Call) key() string { return c.Server + "/" + c.Tool }

// UnmarshalYAML reads "1.2s".
func (d *Duration) UnmarshalYAML(n ast.Node) error {
	text, ok := n.(*ast.StringNode)
	if !ok {
		return placed{n.GetToken().Position.Line, n.GetToken().Position.Column, fmt.Sprintf("%s is no duration such as 1.2s", n)}
	}
	v, err := time.ParseDuration(text.Value)
	if err != nil || v < 0 {
		return placed{n.GetToken().Position.Line, n.GetToken().Position.Column, fmt.Sprintf("%q is no duration such as 1.2s", text.Value)}
	}
	*d = Duration(v)
	return nil
}

// placed is a fault of a scenario with its place.
type placed struct {
	line, col int
	message   string
}

func (p placed) Error() string {
	return strconv.Itoa(p.line) + ":" + strconv.Itoa(p.col) + ": " + p.message
}

// ReadScenario reads a scenario. It is strict: an unknown field, a missing one and a value out of its range are errors that begin with
// name:line:column; there may be several, one a line.
func ReadScenario(name string, r io.Reader) (*Scenario, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(src, 0)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, inPlace(err))
	}
	s := &Scenario{}
	if err := yaml.UnmarshalWithOptions(src, s, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s:%w", name, inPlace(err))
	}
	s.defaults(name)
	c := checker{file: file}
	c.scenario(s)
	if len(c.faults) == 0 {
		return s, nil
	}
	var all []string
	for _, f := range c.faults {
		all = append(all, name+":"+f.Error())
	}
	return nil, errors.New(strings.Join(all, "\n"))
}

// inPlace gives an error of the parser its place.
func inPlace(err error) error {
	var own placed
	if errors.As(err, &own) {
		return own
	}
	var known yaml.Error
	if errors.As(err, &known) {
		p := placed{1, 1, known.GetMessage()}
		if t := known.GetToken(); t != nil {
			p.line, p.col = t.Position.Line, t.Position.Column
		}
		return p
	}
	return placed{1, 1, err.Error()}
}

func (s *Scenario) defaults(name string) {
	if s.Name == "" {
		s.Name = strings.TrimSuffix(name[strings.LastIndexAny(name, `/\`)+1:], ".yaml")
	}
	if s.Audience == "" {
		s.Audience = "public"
	}
	n := &s.Naive
	if n.Layers == 0 {
		n.Layers = 3
	}
	if n.Attempts == 0 {
		n.Attempts = 3
	}
	if n.Backoff == 0 {
		n.Backoff = Duration(time.Second)
	}
	if n.Timeout == 0 {
		n.Timeout = Duration(30 * time.Second)
	}
}
