package guard

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRefused: a derived claim that is refused is derived no more, so that nothing looks for what it rests on.
func TestRefused(t *testing.T) {
	s := &Source{}
	c := &Claim{Derived: true, Sources: []*Source{s}}
	(&matcher{}).refuse(c, checkAccord)
	assert.False(t, c.Derived)
	assert.Empty(t, c.Sources)
	assert.Same(t, s, c.Nearest)
	assert.Equal(t, Misattributed, c.Reason)
}
