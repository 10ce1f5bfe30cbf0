// Package rules reads policy files and decides by them: it decodes each file into a typed model with positions,
// reports everything that must not load, picks which policy wins, and judges calls and claims.
//
// It does no I/O at decision time, keeps no state, and does not know how an expression is evaluated; eval does.
package rules
