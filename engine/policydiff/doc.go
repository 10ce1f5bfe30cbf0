// Package policydiff says what an edit of policies changes: which decisions flip, over golden tests and over a decision log, and which
// settings differ without a case that shows it.
//
// What is more permissive is defined by [engine.Record.Changes] for decisions, and by [Setting] for the text. Nothing is decided here:
// cases are played by package policytest, and recorded decisions by [engine.Replay].
package policydiff
