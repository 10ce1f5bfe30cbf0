// Package archtest holds the layers of the project and its house rules as tests.
//
// The table in layers_test.go says which package may import which: an arrow only ever points down, and each
// third-party module has one owner. It reads source text and builds nothing, so a tree that does not compile is
// still judged. It has no code of its own outside tests, and it does not check style: linters do.
package archtest
