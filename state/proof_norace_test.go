//go:build !race

package state_test

const raced = false
