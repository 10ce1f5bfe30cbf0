// Package simulate drives the machine of internal/run in virtual time: event by event, or whole turns against tools with given
// latencies and failure rates. A second is over at once, and the same input gives the same output.
//
// It holds no rule and no loop over steps: what it decides is what the engine decides.
package simulate
