package eval

import (
	"fmt"
	"math"
	"strings"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/functions"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// maxTimestamp is the last moment that CEL knows.
var maxTimestamp = time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)

// contextual maps an overload that a rule calls to the one that also gets the Input: the result depends on
// the turn's zone and language. The compiler rewrites the call after the type check.
var contextual = map[string]string{
	"timestamp_clock":  "timestamp_clock_in",
	"timestamp_date":   "timestamp_date_in",
	"timestamp_format": "timestamp_format_in",
}

func timeFunctions() []cel.EnvOption {
	never := func(...ref.Val) ref.Val { return types.NewErr("no turn to render a time for") }
	render := func(name string, f func(in *Input, t time.Time, layout string) string) func(...ref.Val) ref.Val {
		return func(args ...ref.Val) ref.Val {
			return recovered(name, func() ref.Val {
				t, ok := args[0].(types.Timestamp)
				in, ok2 := args[len(args)-1].(*inputValue)
				if !ok || !ok2 {
					return types.NewErr("%s takes a timestamp", name)
				}
				layout := ""
				if s, ok := args[1].(types.String); ok {
					layout = string(s)
				}
				return types.String(f(in.in, t.Time.In(in.in.location()), layout))
			})
		}
	}
	member := func(name string, extra []*cel.Type, f func(*Input, time.Time, string) string) cel.EnvOption {
		args := append([]*cel.Type{cel.TimestampType}, extra...)
		return cel.Function(name,
			cel.MemberOverload("timestamp_"+name, args, cel.StringType, cel.FunctionBinding(never)),
			cel.MemberOverload("timestamp_"+name+"_in", append(args[:len(args):len(args)], inputType), cel.StringType,
				cel.FunctionBinding(render(name, f))))
	}
	return []cel.EnvOption{
		member("clock", nil, func(in *Input, t time.Time, _ string) string { return clock(t, in.Now, in.language()) }),
		member("date", nil, func(in *Input, t time.Time, _ string) string { return date(t, in.language()) }),
		member("format", []*cel.Type{cel.StringType}, func(in *Input, t time.Time, layout string) string {
			return localized(t, layout, in.language())
		}),
		// Without a binding here: one on a standard operator is refused. scaleFunctions binds them.
		cel.Function(operators.Multiply,
			cel.Overload("multiply_duration_int64", []*cel.Type{cel.DurationType, cel.IntType}, cel.DurationType),
			cel.Overload("multiply_int64_duration", []*cel.Type{cel.IntType, cel.DurationType}, cel.DurationType),
			cel.Overload("multiply_duration_double", []*cel.Type{cel.DurationType, cel.DoubleType}, cel.DurationType),
			cel.Overload("multiply_double_duration", []*cel.Type{cel.DoubleType, cel.DurationType}, cel.DurationType)),
	}
}

// scaleFunctions binds duration x number, in both orders; it is checked for overflow.
func scaleFunctions() cel.ProgramOption {
	var list []*functions.Overload
	for _, id := range []string{"multiply_duration_int64", "multiply_int64_duration", "multiply_duration_double", "multiply_double_duration"} {
		list = append(list, &functions.Overload{Operator: id, Binary: scale})
	}
	//lint:ignore SA1019 an overload with a binding on a standard operator is refused, so it has to be bound at the program
	return cel.Functions(list...)
}

func scale(a, b ref.Val) ref.Val {
	d, ok := a.(types.Duration)
	n := b
	if !ok {
		d, ok = b.(types.Duration)
		n = a
	}
	if !ok {
		return types.NewErr("duration * number takes a duration")
	}
	switch n := n.(type) {
	case types.Int:
		product := int64(d.Duration) * int64(n)
		if n != 0 && (product/int64(n) != int64(d.Duration) || (n == -1 && int64(d.Duration) == math.MinInt64)) {
			return types.NewErr("duration overflow")
		}
		return types.Duration{Duration: time.Duration(product)}
	case types.Double:
		product := float64(d.Duration) * float64(n)
		if math.IsNaN(product) || math.Abs(product) >= math.MaxInt64 {
			return types.NewErr("duration overflow")
		}
		return types.Duration{Duration: time.Duration(math.Round(product))}
	}
	return types.NewErr("duration * number takes an int or a double; write int(...) round a value of call.args")
}

// clock renders hours and minutes, with the day unless it is today in t's zone.
func clock(t, now time.Time, language string) string {
	hm := t.Format("15:04")
	y, m, d := t.Date()
	if ny, nm, nd := now.In(t.Location()).Date(); y == ny && m == nm && d == nd {
		return hm
	}
	if monthsOf(language) == nil {
		return t.Format("2006-01-02") + " " + hm
	}
	return date(t, language) + ", " + hm
}

// date renders the day in the language, and as 2006-01-02 in one that is not known here.
func date(t time.Time, language string) string {
	months := monthsOf(language)
	if months == nil {
		return t.Format("2006-01-02")
	}
	pattern := "%d %s %d"
	switch baseLanguage(language) {
	case "de":
		pattern = "%d. %s %d"
	case "es", "pt":
		pattern = "%d de %s de %d"
	}
	return fmt.Sprintf(pattern, t.Day(), months[t.Month()-1], t.Year())
}

// localized applies a Go layout with the month and weekday names of the language.
func localized(t time.Time, layout, language string) string {
	months, days := monthsOf(language), weekdaysOf(language)
	if months == nil || baseLanguage(language) == "en" {
		return t.Format(layout)
	}
	// Names go in as placeholders that no layout element touches.
	const month, day = "\x00M\x00", "\x00D\x00"
	layout = strings.ReplaceAll(layout, "January", month)
	layout = strings.ReplaceAll(layout, "Monday", day)
	text := t.Format(layout)
	text = strings.ReplaceAll(text, month, months[t.Month()-1])
	return strings.ReplaceAll(text, day, days[t.Weekday()])
}

// variesLayout reports whether a Go layout renders different times differently.
func variesLayout(layout string) bool {
	a := time.Date(2021, 2, 3, 16, 5, 6, 789, time.UTC)
	b := time.Date(1999, 11, 27, 9, 48, 31, 123456789, time.UTC)
	return a.Format(layout) != b.Format(layout)
}

func baseLanguage(tag string) string {
	base, _, _ := strings.Cut(strings.ReplaceAll(tag, "_", "-"), "-")
	return strings.ToLower(base)
}
