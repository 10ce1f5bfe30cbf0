//go:build !linux

package bench_test

import "time"

// cpuTime is the wall's time, where a thread's own is not told.
func cpuTime() time.Duration { return time.Duration(time.Now().UnixNano()) }

func processTime() time.Duration { return cpuTime() }
