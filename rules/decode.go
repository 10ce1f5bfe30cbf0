package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/internal/spelling"
)

// decoder turns parsed files into the model, and collects everything that is wrong with them.
type decoder struct {
	// env is nil where the Turn is so broken that expressions would fail for its sake alone; they are not
	// compiled then.
	env   *eval.Env
	langs []string

	problems []eval.Problem
	owner    owner
	// blurred: something is at fault that decides which policy wins, so that what depends on that can't be judged.
	blurred bool
	// unspoken: the Turn's purposes or facts are at fault, so that expressions can't be judged; unwritten: its languages, so
	// that texts can't; unknown: something stands in the place of a Turn or a policy that is neither.
	unspoken, unwritten, unknown bool
}

// owner is the Policy or Claims that is being decoded.
type owner struct {
	name string
	vars *eval.Vars
	// opaque: its vars are at fault, so that what reads them would fail for their sake alone.
	opaque bool
	// keys of conditions met so far.
	keys map[string]eval.Pos
	// listed: it has an unavailable_when, so that its when is asked before any call exists.
	listed bool
	// args: a Claims on ARGS.
	args bool
}

// fail reports a problem, on one line whatever it quotes.
func (d *decoder) fail(at eval.Pos, format string, args ...any) {
	message := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
	d.problems = append(d.problems, eval.Problem{Pos: at, Message: message})
}

// elsewhere suggests a near name, or says which struct has a field of that name.
func (d *decoder) elsewhere(in, name string) string {
	if near := spelling.Nearest(name, fieldNames(in)); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	for _, other := range structNames() {
		if fieldOf(other, name) != nil {
			return fmt.Sprintf("; %s has one", other)
		}
	}
	if names := fieldNames(in); len(names) > 0 && len(names) <= 6 {
		return fmt.Sprintf("; it has %s", join(names))
	}
	return ""
}

// mismatch reports that a field does not take a value.
func (d *decoder) mismatch(row *field, n eval.Node) {
	hint := d.constant(row, n)
	if row.kind == kStruct && !slices.Contains(structNames(), n.TypeName()) {
		hint = suggest(n.TypeName(), []string{row.typ})
	}
	if call := n.Call(); call != "" && row.kind.literal() && hint == "" {
		hint = suggest(call, []string{"duration", "timestamp"})
	}
	if row.kind.literal() && computed(n) && hint == "" {
		d.fail(n.Pos(), "%s must be literal: it takes %s, not %s%s", row.name, row.words(), sort(n), quoted(row, n))
		return
	}
	d.fail(n.Pos(), "%s takes %s, not %s%s", row.name, row.words(), sort(n), hint)
}

// bareWord is what people write without quotes.
var bareWord = regexp.MustCompile(`^[\pL\pN_][\pL\pN_./*-]*$`)

// quoted suggests the string that a bare word was meant to be.
func quoted(row *field, n eval.Node) string {
	word, ok := n.Text(), bareWord.MatchString(n.Text())
	if first, _, dotted := strings.Cut(word, "."); !ok || dotted && slices.Contains(eval.HookStep.Variables(), first) {
		return ""
	}
	switch row.kind {
	case kString, kName, kServer, kTool, kServers, kTools, kWords, kCurrency, kZone, kPurposes, kLanguages, kText:
		return fmt.Sprintf("; write %q", word)
	default:
	}
	return ""
}

// constant suggests the constant that a bare word or a string was meant to be.
func (d *decoder) constant(row *field, n eval.Node) string {
	word, ok := n.Ident()
	if !ok {
		word, ok = n.Str()
	}
	if !ok || row.kind != kEnum {
		return ""
	}
	return suggest(row.typ+"."+upper(word), qualified(row.typ))
}
