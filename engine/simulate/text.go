package simulate

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Write writes the report as a text for people.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d turns in %s, seed %d\n\n", r.Scenario, r.Turns, time.Duration(r.Duration), r.Seed)
	rows := slices.Concat(r.rows(), r.loads())
	names := 0
	for _, row := range rows {
		names = max(names, utf8.RuneCountInString(row.name))
	}
	for _, row := range rows {
		line := fmt.Sprintf("%-*s  %12s  %12s", names, row.name, row.lacuna, row.naive)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	r.changes(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// row is one line of the table.
type row struct{ name, lacuna, naive string }

func (r *Report) rows() []row {
	list := []row{{"", "lacuna", fmt.Sprintf("naive %dx%d", r.naive.Layers, r.naive.Attempts)}}
	both := func(name, form string, of func(*Side) any) {
		list = append(list, row{name, fmt.Sprintf(form, of(&r.Lacuna)), fmt.Sprintf(form, of(&r.Naive))})
	}
	both("attempts per call", "%.2f", func(s *Side) any { return s.AttemptsPerCall })
	both("attempts per call that was sent", "%.2f", func(s *Side) any { return s.AttemptsPerSent })
	both("calls with data", "%.1f %%", func(s *Side) any { return s.Data * 100 })
	both(fmt.Sprintf("calls with data within %s", r.budget), "%.1f %%", func(s *Side) any { return s.Timely * 100 })
	both("tool time of a turn, p50", "%s", func(s *Side) any { return time.Duration(s.TurnTime.P50) })
	both("  p95", "%s", func(s *Side) any { return time.Duration(s.TurnTime.P95) })
	both("  max", "%s", func(s *Side) any { return time.Duration(s.TurnTime.Max) })
	both("calls wanted", "%d", func(s *Side) any { return s.Wanted })
	both("  of a tool not offered", "%d", func(s *Side) any { return s.Hidden })
	both("calls made", "%d", func(s *Side) any { return s.Calls })
	for _, outcome := range r.outcomes() {
		both("  "+outcome, "%d", func(s *Side) any { return s.Outcomes[outcome] })
	}
	both("retries refused", "%d", func(s *Side) any { return s.RetriesRefused })
	both("turns ended", "%d", func(s *Side) any { return s.Ended })
	return list
}

// outcomes are those of either side, by name.
func (r *Report) outcomes() []string {
	all := maps.Clone(r.Lacuna.Outcomes)
	maps.Copy(all, r.Naive.Outcomes)
	return slices.Sorted(maps.Keys(all))
}

func (r *Report) loads() []row {
	var list []row
	rate := func(f float64) string { return fmt.Sprintf("%.2f/s", f) }
	for _, l := range r.Loads {
		list = append(list,
			row{}, row{l.Tool, "", ""},
			row{
				fmt.Sprintf("  %s to %s, %.0f %% failing", time.Duration(l.From), time.Duration(l.Until), l.Fail*100),
				rate(l.Lacuna.In), rate(l.Naive.In),
			},
			row{"  the 10s after", rate(l.Lacuna.After), rate(l.Naive.After)})
	}
	return list
}

// maxChanges is how many changes of breakers the text shows.
const maxChanges = 20

func (r *Report) changes(b *strings.Builder) {
	if len(r.Breakers) == 0 {
		return
	}
	b.WriteString("\nbreakers\n")
	tools := 0
	for _, c := range r.Breakers {
		tools = max(tools, len(c.Tool))
	}
	for i, c := range r.Breakers {
		if i == maxChanges {
			fmt.Fprintf(b, "  and %d more\n", len(r.Breakers)-maxChanges)
			return
		}
		at := time.Duration(c.At).Round(time.Millisecond)
		fmt.Fprintf(b, "  %-10s %-*s  %s to %s, %s", at, tools, c.Tool, c.From, c.To, c.Reason)
		if c.Outage != nil {
			fmt.Fprintf(b, ", %s after it opened", time.Duration(*c.Outage))
		}
		b.WriteString("\n")
	}
}
