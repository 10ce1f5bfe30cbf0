package rules

import "github.com/lacuna-go/lacuna/eval"

// value decodes what a field holds, by the field's kind. Without ok the fault has been reported.
func (d *decoder) value(row *field, n eval.Node) (v any, ok bool) {
	if row.kind >= kExpr {
		return d.expressions(row, n)
	}
	switch row.kind {
	case kString:
		return d.str(row, n)
	case kName, kServer, kTool:
		return d.name(row, n)
	case kBool:
		return d.bool(row, n)
	case kInt:
		return d.int(row, n)
	case kShare:
		return d.share(row, n)
	case kDuration:
		return d.duration(row, n)
	case kTime:
		return d.time(row, n)
	case kEnum:
		return d.enum(row, n)
	case kCurrency:
		return d.currency(row, n)
	case kZone:
		return d.zone(row, n)
	case kText:
		return d.text(row, n)
	case kStruct:
		return d.nested(row, n)
	case kSteps:
		return d.steps(row, n)
	case kOtherwise:
		return d.otherwise(row, n)
	default:
		return d.collection(row, n)
	}
}

// collection decodes literal lists and maps.
func (d *decoder) collection(row *field, n eval.Node) (any, bool) {
	switch row.kind {
	case kServers:
		return d.servers(row, n)
	case kTools:
		return d.tools(row, n)
	case kRamp:
		return d.ramp(row, n)
	case kKinds:
		return d.kinds(row, n)
	case kWords:
		return d.wordList(row, n)
	case kPurposes:
		return d.purposes(row, n)
	case kLanguages:
		return d.languages(row, n)
	case kFacts:
		return d.facts(row, n)
	case kBudgets:
		return d.budgets(row, n)
	case kRefusals:
		return d.refusals(row, n)
	default:
		return d.arguments(row, n)
	}
}

// expressions decodes what is not literal.
func (d *decoder) expressions(row *field, n eval.Node) (any, bool) {
	switch row.kind {
	case kConditions:
		return d.conditions(row, n)
	case kDisclosure:
		return d.disclosure(row, n)
	case kArgs:
		return d.args(row, n)
	case kVars:
		return d.vars(row, n)
	default:
		return d.expr(row, n)
	}
}
