package eval_test

import "testing"

func BenchmarkNewEnv(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newEnv(b)
	}
}
