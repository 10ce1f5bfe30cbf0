//go:build race

package main

// raceEnabled tells whether the race detector makes the start of a process take a second.
const raceEnabled = true
