//go:build !race

package grounding_test

const raceEnabled = false
