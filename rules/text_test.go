package rules_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/lacuna-go/lacuna/rules"
)

func TestTextsAreBounded(t *testing.T) {
	load := func(n int) error {
		text := fmt.Sprintf(`Policy{name: "p", server: "s", when_unavailable: [HardFail{message: %q}]}`, strings.Repeat("ä", n))
		_, err := rules.Load(fstest.MapFS{"p.cel": {Data: []byte(text)}})
		return err
	}
	require.NoError(t, load(rules.MaxText))
	assert.ErrorContains(t, load(rules.MaxText+1), "message holds 2001 characters")
}
