// Package policytest plays golden tests of policies: *_test.yaml files beside the *.cel files that they test. A case sets
// a scene (a clock, facts, a broken tool, a cached value), lets the real engine decide under it in virtual time, and
// compares what came of it with what the case wants. The command and go test share it: [Load] and [Suite.Run], or [Run].
//
// A run says what of the policies its cases exercise ([Coverage]), and [Suite.Mutate] which small changes of the policies no case
// notices.
//
// It is strict, so that no test passes by mistake: an unknown field, a case that wants nothing, a name given twice and
// a file without cases are failures. It holds no semantics of its own: what is tested is behind [Player].
package policytest
