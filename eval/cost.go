package eval

import (
	"fmt"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/cost"
	"cel.dev/cel-go/common/types"
)

// Limits of what rules may cost, in CEL's units; Kubernetes takes a million of them for about 0.1 s.
const (
	// maxStaticCost is the estimate above which an expression does not load.
	maxStaticCost = 20_000_000
	// trackedFrom is the estimate from which an evaluation is metered; below it the estimate itself is charged.
	trackedFrom = 5_000
	// MaxExprCost is what one evaluation of one expression may cost.
	MaxExprCost = 1_000_000
	// MaxDecisionCost is what all evaluations of one decision may cost together.
	MaxDecisionCost = 4_000_000
)

// Assumed sizes of what a rule reads, for the estimate. Sizes of strings are in code points.
const (
	assumedText     = 1_000
	assumedList     = 200
	assumedEvidence = 4_096
	assumedSources  = 64
)

// sizes bounds what cel-go can't know: without it every list has 2^64-1 elements.
type sizes struct{}

// EstimateCallCost leaves calls to cel-go, but for the one that makes a list of any length.
func (sizes) EstimateCallCost(function, _ string, _ *cost.AstNode, args []cost.AstNode) *cost.CallEstimate {
	if function != "lists.range" || len(args) != 1 {
		return nil
	}
	limit := uint64(assumedList)
	if e := args[0].Expr(); e != nil && e.Kind() == ast.LiteralKind {
		if n, ok := e.AsLiteral().(types.Int); ok {
			limit = uint64(max(n, 0))
		}
	}
	size := cost.FixedSizeEstimate(limit)
	return &cost.CallEstimate{CostEstimate: cost.FixedCostEstimate(limit), ResultSize: &size}
}

// EstimateSize bounds a variable's size by its path and kind.
func (sizes) EstimateSize(n cost.AstNode) *cost.SizeEstimate {
	if n.ComputedSize() != nil {
		return nil
	}
	limit := uint64(assumedText)
	path := n.Path()
	switch {
	case len(path) == 1 && path[0] == "evidence":
		limit = assumedEvidence
	case len(path) == 2 && path[0] == "claim" && path[1] == "sources":
		limit = assumedSources
	case n.Type() != nil && (n.Type().TypeName() == "list" || n.Type().TypeName() == "map" || n.Type().TypeName() == "dyn"):
		limit = assumedList
	}
	est := cost.RangedSizeEstimate(0, limit)
	return &est
}

// estimate returns the highest static cost of a checked expression; 0 stands for a failure to estimate.
func estimate(a *ast.AST, e ast.Expr) uint64 {
	part := ast.NewCheckedAST(ast.NewAST(e, a.SourceInfo()), a.TypeMap(), a.ReferenceMap())
	c, err := cost.Cost(part, sizes{})
	if err != nil {
		return 0
	}
	return c.Max
}

// tooCostly reports the sub-expression that makes an expression cost more than it may.
func (x *Expr) tooCostly(n Node, a *ast.AST) []Problem {
	if x.static <= maxStaticCost {
		return nil
	}
	total := estimate(a, a.Expr())
	if total <= maxStaticCost { // by the length of its own texts
		return nil
	}
	// Follow the child that carries at least half of the cost, down to where it arises.
	culprit := a.Expr()
	for {
		var heavy ast.Expr
		for _, c := range children(culprit) {
			if estimate(a, c) >= total/2 {
				heavy = c
			}
		}
		if heavy == nil {
			break
		}
		culprit = heavy
	}
	text := Node{n.tree, n.written(culprit), -1}.Text()
	return []Problem{{n.posOf(culprit.ID()), fmt.Sprintf("this can cost %d units, more than the %d that an expression may: %s", total, maxStaticCost, shorten(text))}}
}

func shorten(text string) string {
	const most = 60
	r := []rune(text)
	if len(r) <= most {
		return text
	}
	return string(r[:most]) + "..."
}
