// Package lint finds what loads and is hardly meant: steps that nothing reaches, conditions that always come out the same, texts that
// promise what nobody does. [Check] returns findings as data, each with a stable id, and [Catalogue] says of every id why it matters, with
// a bad and a good example.
//
// It reads policies and runs none of them, reads no files, and prints nothing. What is at fault so that a set does not load is the
// matter of rules/; [Faults] gives those problems the same form.
package lint
