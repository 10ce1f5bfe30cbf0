package simulate

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"time"
)

// dice draws by hashing what is drawn for, so that one draw depends on no other: adding a tool changes nobody else's fate.
type dice uint64

// roll returns a number in [0, 1).
func (d dice) roll(what string, numbers ...int64) float64 {
	h := fnv.New64a()
	b := binary.LittleEndian.AppendUint64(nil, uint64(d))
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	_, _ = h.Write(append(b, what...)) // never fails
	const places = 1 << 53
	return float64(mixed(h.Sum64())>>11) / places
}

// mixed spreads the last bytes hashed over all bits, which FNV does not (the finalizer of splitmix64).
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// pause draws the time until the next of events that come at a rate, as of a Poisson process.
func pause(u, perSecond float64) time.Duration {
	return micros(-math.Log(1-u) / perSecond * float64(time.Second))
}

// z99 is the 99th percentile of the standard normal distribution.
const z99 = 2.3263478740408408

// latency draws from a log-normal distribution with a median and a 99th percentile.
func latency(u float64, p50, p99 time.Duration) time.Duration {
	z := math.Sqrt2 * math.Erfinv(2*max(u, 1e-12)-1)
	sigma := math.Log(float64(p99)/float64(p50)) / z99
	return micros(float64(p50) * math.Exp(sigma*z))
}

// micros rounds to microseconds: the last bits of a float may differ from one processor to another, and output may not.
func micros(ns float64) time.Duration {
	return time.Duration(ns).Round(time.Microsecond)
}
