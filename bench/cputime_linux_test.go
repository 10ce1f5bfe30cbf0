package bench_test

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime is what the calling thread has worked: what else a busy machine does in between is left out.
func cpuTime() time.Duration { return worked(unix.CLOCK_THREAD_CPUTIME_ID) }

// processTime is what all threads have worked.
func processTime() time.Duration { return worked(unix.CLOCK_PROCESS_CPUTIME_ID) }

func worked(clock int32) time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(clock, &t) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(t.Nano())
}
