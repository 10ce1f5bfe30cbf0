// Package run holds one turn and its calls as machines: events in, effects out. A call goes from admission to
// its answer by [Call.Next]; whoever drives it performs the attempts and the waiting, in real time or in virtual.
//
// It starts no goroutine, sleeps nowhere and reads no clock: every event brings its own now. What a policy
// says is decided in rules/; what a breaker does in state/.
package run
