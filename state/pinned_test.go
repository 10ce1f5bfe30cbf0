package state_test

import (
	"reflect"

	"github.com/lacuna-go/lacuna/state"
)

// pinned gives settings one pointer as long as they stay the same, as a set of policies does.
type pinned struct{ last *state.Config }

func (p *pinned) to(cfg state.Config) *state.Config {
	if p.last == nil || !reflect.DeepEqual(*p.last, cfg) {
		p.last = &cfg
	}
	return p.last
}
