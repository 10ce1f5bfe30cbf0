//go:build race

package guard

// RaceEnabled tells the tests of both packages whether the race detector makes them some ten times slower.
const RaceEnabled = true
