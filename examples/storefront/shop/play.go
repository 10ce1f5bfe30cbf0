package shop

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"
)

// loop makes an agent for one shop. Time passes for it as the clock says.
type loop func(ctx context.Context, s *shop, clock *shopClock) (agent, error)

// agent answers a scene's question with the shop's tools and writes down what happened. It is closed before its shop.
type agent struct {
	answer func(ctx context.Context, sc scene, log *side) error
	close  func()
}

// report is what came of a scene under both loops.
type report struct {
	Scene     string `json:"scene"`
	Title     string `json:"title"`
	Situation string `json:"situation"`
	Look      string `json:"look"`
	Question  string `json:"question"`
	Truth     string `json:"truth,omitempty"`
	Usual     *side  `json:"usual"`
	Lacuna    *side  `json:"lacuna"`
}

// stage is where one loop plays one scene: a shop of its own, so that counters and caches do not mix.
type stage struct {
	scene scene
	shop  *shop
	clock *shopClock
	agent agent

	// Written by play, to be read when done is closed.
	done chan struct{}
	log  *side
	err  error
}

// build sets the stages of all scenes, two for each: the usual loop's, then Lacuna's. The caller closes them.
func build(ctx context.Context, all []scene, usual, lacuna loop) (stages, error) {
	var built stages
	for _, sc := range all {
		for _, open := range []loop{usual, lacuna} {
			st, err := set(ctx, sc, open)
			if err != nil {
				built.close()
				return nil, err
			}
			built = append(built, st)
		}
	}
	return built, nil
}

type stages []*stage

func (all stages) close() {
	for _, st := range all {
		st.agent.close()
		st.shop.close()
	}
}

// apart is how long after one scene the next begins: beginning all at once would be work that shows in their times.
const apart = 150 * time.Millisecond

// play runs all scenes side by side and yields their reports in order, each as soon as it is there.
func (all stages) play(ctx context.Context) iter.Seq2[report, error] {
	return func(yield func(report, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		var wg sync.WaitGroup
		defer wg.Wait()
		defer cancel()
		for i, st := range all {
			wg.Go(func() {
				time.Sleep(time.Duration(i/2) * apart)
				st.play(ctx)
			})
		}
		for i := 0; i < len(all); i += 2 {
			if !yield(reported(all[i], all[i+1])) {
				return
			}
		}
	}
}

// reported waits for both sides of a scene.
func reported(usual, lacuna *stage) (report, error) {
	<-usual.done
	<-lacuna.done
	sc := usual.scene
	return report{
		Scene: sc.name, Title: sc.title, Situation: sc.situation, Look: sc.look, Question: sc.question, Truth: sc.truth,
		Usual: usual.log, Lacuna: lacuna.log,
	}, errors.Join(usual.err, lacuna.err)
}

// set opens a shop, to be closed by the caller, and the loop's agent in it.
func set(ctx context.Context, sc scene, open loop) (*stage, error) {
	s, err := openShop(anywhere)
	if err != nil {
		return nil, err
	}
	st := &stage{scene: sc, shop: s, clock: &shopClock{}, done: make(chan struct{}), log: &side{}}
	if st.agent, err = open(ctx, s, st.clock); err != nil {
		s.close()
		return nil, err
	}
	return st, nil
}

// play plays the scene, and closes done.
func (st *stage) play(ctx context.Context) {
	defer close(st.done)
	sc := st.scene
	if sc.earlier > 0 {
		st.clock.set(opening().Add(-sc.earlier))
		if err := st.agent.answer(ctx, sc.before(), &side{}); err != nil {
			st.err = fmt.Errorf("scene %s, the earlier turn: %w", sc.name, err)
			return
		}
	}
	for tool, f := range sc.broken {
		st.shop.server(serverOf(tool)).fail(tool, f)
	}
	st.shop.reset()
	st.clock.set(opening())
	start := time.Now()
	if err := st.agent.answer(ctx, sc, st.log); err != nil {
		st.err = fmt.Errorf("scene %s: %w", sc.name, err)
		return
	}
	st.log.over()
	st.log.TookMS = time.Since(start).Milliseconds()
	st.log.Requests, st.log.Orders = st.shop.counts(), st.shop.booked()
}
