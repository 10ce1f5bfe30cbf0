// Package guard finds the claims in a text (a price, a date, a balance), holds the values that tools
// returned as evidence, and says which claims that evidence supports.
//
// It knows text, numbers and evidence. It does not know policies, CEL or breakers: what must be sourced,
// and what happens to a reply that is not, is decided by the rules above it.
package guard
