package bench_test

import (
	"testing"
	"time"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"
	"github.com/stretchr/testify/require"
)

type exprCall struct {
	Server string   `expr:"server"`
	Tags   []string `expr:"tags"`
}

type exprBreaker struct {
	State   string        `expr:"state"`
	OpenFor time.Duration `expr:"open_for"`
}

type exprEnv struct {
	Call    exprCall    `expr:"call"`
	Breaker exprBreaker `expr:"breaker"`
}

// exprEval returns one evaluation of one rule by expr-lang, typed by structs, its machine reused.
func exprEval(tb testing.TB) func() bool {
	tb.Helper()
	program, err := expr.Compile(
		`call.server == "s-0" && breaker.state == "open" && !("customer_specific" in call.tags) && breaker.open_for < duration("15m")`,
		expr.Env(exprEnv{}), expr.AsBool(),
	)
	require.NoError(tb, err)
	env := exprEnv{exprCall{"s-0", []string{"outdoor", "winter"}}, exprBreaker{"open", time.Minute}}
	machine := vm.VM{}
	return func() bool {
		out, err := machine.Run(program, env)
		holds, ok := out.(bool)
		return err == nil && ok && holds
	}
}
