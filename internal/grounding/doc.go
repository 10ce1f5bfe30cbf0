// Package grounding makes the cases of the grounding bench: true replies in six languages, with the results of tools that
// they rest on, and the same replies with one value changed.
//
// It knows nothing of the guard, whose judge it is: notations come from CLDR's published patterns (cldr.json) and from
// templates of its own. It is pure: the same seed gives the same cases.
package grounding
