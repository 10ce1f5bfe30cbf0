package lint

import (
	"slices"
	"strings"

	"github.com/lacuna-go/lacuna/internal/spelling"
)

// Entry describes one kind of finding.
type Entry struct {
	// ID is stable: it names the finding in outputs, and in the comment that silences it.
	ID       string
	Severity Severity
	// Title says in one line what is found.
	Title string
	// Why says what happens to somebody if it stays.
	Why string
	// Bad gives exactly this finding, Good gives none at all.
	Bad, Good Example
	// needs is what has to be at hand for it to be looked for.
	needs need
}

// need is what a kind of finding depends on besides the policies.
type need uint8

const (
	needsNothing need = iota
	needsNow
	needsTests
	needsLog
	needsTools
)

// Example is a small set of policies, with what stands beside it.
type Example struct {
	// Policies is a policy file.
	Policies string
	// Alone is false where [Beside] stands next to it, so that nothing but what is shown is found.
	Alone bool
	// Tests is a test file, Log a decision log with one JSON object a line, Tools a snapshot of tools; "" for none.
	Tests, Log, Tools string
}

// Files returns the policy files and the test file of the example by name, as a directory holds them.
func (e Example) Files() map[string]string {
	files := map[string]string{"policy.cel": e.Policies}
	if !e.Alone {
		files["claims.cel"] = Beside
	}
	if e.Tests != "" {
		files["policy_test.yaml"] = e.Tests
	}
	return files
}

// Beside is the policy file that stands beside an example.
const Beside = `Claims{
  name: "figures",
  kinds: [
    Kind.MONEY,
    Kind.DATE,
    Kind.PERCENT,
    Kind.QUANTITY,
    Kind.DURATION,
    Kind.ID,
    Kind.URL,
    Kind.PHONE,
    Kind.EMAIL,
    Kind.DONE,
    Kind.TIME,
  ],
  sourced_by: {
    "a field of a result":        source.origin == Origin.FIELD,
    "live, or its time is shown": !source.cached || claim.shows(source.as_of),
  },
}
`

// Catalogue lists every kind of finding, sorted by id. It is made anew each time, and may be changed.
func Catalogue() []Entry {
	list := slices.Concat(chainEntries(), conditionEntries(), argumentEntries(), textEntries(), claimsEntries(), settingEntries(), unusedEntries(), outsideEntries(), ignoreEntries(), loadEntries())
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// Find returns the entry of an id; of an unknown one it returns the id that was probably meant, or "".
func Find(id string) (e Entry, near string, ok bool) {
	var ids []string
	for _, e := range Catalogue() {
		if e.ID == id {
			return e, "", true
		}
		ids = append(ids, e.ID)
	}
	return Entry{}, spelling.Nearest(id, ids), false
}
