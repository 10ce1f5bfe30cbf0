//go:build race

package grounding_test

// raceEnabled tells tests that the race detector makes them some ten times slower.
const raceEnabled = true
