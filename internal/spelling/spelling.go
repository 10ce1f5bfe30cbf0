// Package spelling finds the name that a mistyped one was meant to be. It knows nothing of what is named.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the one of among that word was probably meant to be, and "" if none is near. Case, blanks, hyphens and
// underscores count for nothing; beyond that, one slip of the keyboard is allowed for every three letters, at least one
// and at most three. A slip is a letter too many, too few, wrong, or swapped with its neighbour (optimal string
// alignment). Of several equally near it returns the first, of those of the word's own length if there are any. It costs len(word) times the letters of among.
func Nearest(word string, among []string) string {
	const longest = 64
	folded := fold(word)
	if len(folded) == 0 || utf8.RuneCountInString(word) > longest {
		return ""
	}
	best, nearest := min(max(len(folded)/3, 1), 3)+1, ""
	for _, candidate := range among {
		other := fold(candidate)
		if len(other) == 0 || len(other) > longest {
			continue
		}
		d := min(distance(folded, other), distance(singular(folded), singular(other))+1)
		if d >= min(len(folded), len(other)) || d > 0 && len(folded)+len(other) < 5 { // nothing would be left of either
			continue
		}
		if d < best || d == best && nearest != "" && len(other) == len(folded) && len(fold(nearest)) != len(folded) {
			best, nearest = d, candidate
		}
	}
	return nearest
}

// fold drops what people forget in names.
func fold(s string) []rune {
	return []rune(strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s)))
}

// singular drops the ending of a plural.
func singular(word []rune) []rune {
	text := string(word)
	if stem, ok := strings.CutSuffix(text, "ies"); ok && len(stem) > 1 {
		return []rune(stem + "y")
	}
	if stem, ok := strings.CutSuffix(text, "s"); ok && len(stem) > 2 {
		return []rune(stem)
	}
	return word
}

// distance is the number of slips between two words.
func distance(a, b []rune) int {
	var before, row []int // of the matrix, two rows and one
	next := make([]int, len(b)+1)
	row = make([]int, len(b)+1)
	before = make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		next[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return row[len(b)]
}
