package bench_test

import (
	"math/bits"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/state"
)

// The history of a crowd at half-open breakers is checked for linearizability: there is an order of all operations, in
// keeping with real time, in which a plain sequential breaker gives the same answers. That breaker never has more than
// its probes in flight, and ends each permit once.

const (
	crowd     = 1000
	keys      = 125 // eight goroutines each: checking takes exponential time in what overlaps
	rounds    = 8
	histProbe = 3
	histTrip  = 3
	ids       = crowd / keys * rounds
)

type opKind int

const (
	opAdmit opKind = iota
	opEnd
	opRead
)

// operation is what somebody asked of the breaker of a key. Permits are numbered by key.
type operation struct {
	op   opKind
	key  int
	id   int
	kind state.FailureKind
}

// reply is what came of it.
type reply struct {
	ok, probe bool
	state     state.State
	failures  int
	inFlight  int
}

type set [ids/64 + 1]uint64

func (s *set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }
func (s *set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s *set) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

func (s *set) len() (n int) {
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// plain is the sequential breaker, at one moment: half open, until probes close or reopen it.
type plain struct {
	state     state.State
	failures  int
	succeeded int
	out       set // permits that have not ended
	live      set // those of the state that is
}

func (p *plain) enter(s state.State) { p.state, p.live = s, set{} }

func (p *plain) admit(id int) (ok, probe bool) {
	probe = p.state == state.HalfOpen
	ok = p.state == state.Closed || probe && p.live.len()+p.succeeded < histProbe
	if ok {
		p.out.add(id)
		p.live.add(id)
	}
	return ok, ok && probe
}

func (p *plain) end(id int, kind state.FailureKind) {
	live := p.live.has(id)
	if !p.out.has(id) {
		return
	}
	p.out.remove(id)
	p.live.remove(id)
	if !live || kind == state.Rule {
		return
	}
	if kind == 0 {
		p.failures = 0
	} else {
		p.failures++
	}
	switch {
	case kind != 0 && (p.state == state.HalfOpen || p.failures >= histTrip):
		p.enter(state.Open)
	case kind == 0 && p.state == state.HalfOpen:
		if p.succeeded++; p.succeeded >= histProbe {
			p.enter(state.Closed)
		}
	}
}

func step(was, input, output any) (bool, any) {
	p, op, got := was.(plain), input.(operation), output.(reply)
	switch op.op {
	case opAdmit:
		ok, probe := p.admit(op.id)
		return ok == got.ok && probe == got.probe, p
	case opEnd:
		p.end(op.id, op.kind)
		return true, p
	default:
		return got.state == p.state && got.failures == p.failures && got.inFlight == p.out.len(), p
	}
}

func histModel() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return plain{state: state.HalfOpen, failures: histTrip} },
		Step: step,
		Partition: func(history []porcupine.Operation) [][]porcupine.Operation {
			parts := make([][]porcupine.Operation, keys)
			for _, o := range history {
				k := o.Input.(operation).key
				parts[k] = append(parts[k], o)
			}
			return parts
		},
	}
}

// recorder notes each operation with when it began and ended, on a clock that only counts.
type recorder struct {
	clock atomic.Int64
	mu    sync.Mutex
	ops   []porcupine.Operation
}

func (r *recorder) note(client int, op operation, do func() reply) {
	called := r.clock.Add(1)
	got := do()
	returned := r.clock.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ops = append(r.ops, porcupine.Operation{ClientId: client, Input: op, Call: called, Output: got, Return: returned})
}

// ward is the half-open breaker of one key.
type ward struct {
	b    *state.Breaker
	cfg  state.Config
	now  time.Time
	key  int
	next atomic.Int64
}

func newWard(t *testing.T, store *state.Store, k int) *ward {
	w := &ward{b: store.Breaker(state.Key{Server: "s", Tool: strconv.Itoa(k)}), cfg: state.DefaultConfig(), now: time.Now(), key: k}
	w.cfg.Probes, w.cfg.Failures = histProbe, histTrip
	for range histTrip {
		p, ok := w.b.Admit(&w.cfg, "c", time.Hour, w.now)
		require.True(t, ok)
		p.Done(state.Outcome{Kind: state.Internal}, w.now)
	}
	w.now = w.now.Add(w.cfg.OpenFor)
	return w
}

// visit is one call: it is let in or not, somebody looks, and it is reported twice.
func (w *ward) visit(r *recorder, client int) {
	var p state.Permit
	id := int(w.next.Add(1)) - 1
	r.note(client, operation{op: opAdmit, key: w.key, id: id}, func() (got reply) {
		p, got.ok = w.b.Admit(&w.cfg, "c", time.Hour, w.now)
		got.probe = p.Probe()
		return got
	})
	r.note(client, operation{op: opRead, key: w.key}, func() reply {
		v := w.b.View(&w.cfg, w.now)
		return reply{state: v.State, failures: v.Failures, inFlight: v.InFlight}
	})
	end := func(client int, kind state.FailureKind) {
		r.note(client, operation{op: opEnd, key: w.key, id: id, kind: kind}, func() reply {
			p.Done(state.Outcome{Kind: kind}, w.now)
			return reply{}
		})
	}
	kind := anyKind()
	end(client, kind)
	end(client, kind)
}

// anyKind is mostly neutral, so that many probes come and go before the state changes.
func anyKind() state.FailureKind {
	switch n := rand.IntN(100); {
	case n < 2:
		return state.Internal
	case n < 12:
		return 0
	default:
		return state.Rule
	}
}

func TestHistory(t *testing.T) {
	store, r := state.NewStore(state.Options{}), new(recorder)
	wards := make([]*ward, keys)
	for k := range wards {
		wards[k] = newWard(t, store, k)
	}
	start := make(chan struct{})
	var wg sync.WaitGroup
	for client := range crowd {
		wg.Go(func() {
			<-start
			for range rounds {
				wards[client%keys].visit(r, client)
			}
		})
	}
	close(start)
	wg.Wait()
	assert.Equal(t, porcupine.Ok, porcupine.CheckOperationsTimeout(histModel(), r.ops, 30*time.Second))
	ended := map[state.State]int{}
	for _, w := range wards {
		v := w.b.View(&w.cfg, w.now)
		ended[v.State]++
		assert.Zero(t, v.InFlight)
		assert.EqualValues(t, admitted(r.ops, w.key)+histTrip, w.b.Stats(w.now).Calls, "each permit ended once")
	}
	t.Logf("%d operations of %d goroutines; %d breakers stayed half open, %d opened, %d closed",
		len(r.ops), crowd, ended[state.HalfOpen], ended[state.Open], ended[state.Closed])
	t.Run("one probe more would be seen", func(t *testing.T) {
		assert.Equal(t, porcupine.Illegal, porcupine.CheckOperationsTimeout(histModel(), tampered(t, r.ops), 30*time.Second))
	})
}

func admitted(ops []porcupine.Operation, key int) (n int) {
	for _, o := range ops {
		if op := o.Input.(operation); op.op == opAdmit && op.key == key && o.Output.(reply).ok {
			n++
		}
	}
	return n
}

// tampered lets in a call that was refused.
func tampered(t *testing.T, ops []porcupine.Operation) []porcupine.Operation {
	list := append([]porcupine.Operation(nil), ops...)
	for i, o := range list {
		if o.Input.(operation).op == opAdmit && !o.Output.(reply).ok {
			list[i].Output = reply{ok: true, probe: true}
			return list
		}
	}
	require.Fail(t, "nobody was refused")
	return nil
}
