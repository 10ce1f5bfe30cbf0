package shop

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// opened is a shop with plain sessions to its servers.
type opened struct {
	*shop
	*sessions
}

func open(t *testing.T) opened {
	t.Helper()
	s, err := openShop(anywhere)
	require.NoError(t, err)
	t.Cleanup(s.close)
	all, err := connected(t.Context(), s)
	require.NoError(t, err)
	t.Cleanup(all.close)
	return opened{s, all}
}

func (o opened) call(ctx context.Context, tool, key, args string) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)}
	if key != "" {
		params.Meta = mcp.Meta{"lacuna/idempotency_key": key}
	}
	return o.byServer[serverOf(tool)].CallTool(ctx, params)
}

func TestShopAnswers(t *testing.T) {
	s := open(t)
	for _, c := range []struct{ tool, args, want string }{
		{"quote", `{"sku":"JKT-114","currency":"EUR"}`, `{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"209.00","currency":"EUR"}}`},
		{"quote", `{"sku":"JKT-114","customer_id":"C-9"}`, `{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"181.50","currency":"EUR"}}`},
		{"stock_level", `{"sku":"PRK-207"}`, `{"sku":"PRK-207","name":"Down parka","stock":3}`},
		{"create_order", `{"sku":"JKT-114","quantity":1}`, `{"order":"O-1001","sku":"JKT-114","quantity":1,"status":"accepted"}`},
	} {
		t.Run(c.tool, func(t *testing.T) {
			got, err := s.call(t.Context(), c.tool, "", c.args)
			require.NoError(t, err)
			assert.False(t, got.IsError)
			assert.JSONEq(t, c.want, got.Content[0].(*mcp.TextContent).Text)
			structured, err := json.Marshal(got.StructuredContent)
			require.NoError(t, err)
			assert.JSONEq(t, c.want, string(structured))
		})
	}
	t.Run("both searches serve a stale price in a description", func(t *testing.T) {
		for _, tool := range []string{"semantic_search", "keyword_search"} {
			got, err := s.call(t.Context(), tool, "", `{"query":"winter jacket"}`)
			require.NoError(t, err)
			assert.Contains(t, got.Content[0].(*mcp.TextContent).Text, "Now only €189!")
		}
	})
	t.Run("an unknown product is an error", func(t *testing.T) {
		got, err := s.call(t.Context(), "quote", "", `{"sku":"NIX-1"}`)
		require.NoError(t, err)
		assert.True(t, got.IsError)
	})
	t.Run("every tool has both schemas", func(t *testing.T) {
		require.Len(t, s.tools, 5)
		for _, tool := range s.tools {
			assert.NotNil(t, tool.InputSchema, tool.Flat())
			assert.NotNil(t, tool.OutputSchema, tool.Flat())
		}
	})
}

func TestFaults(t *testing.T) {
	quote := func(s opened, wait time.Duration) error {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		_, err := s.call(ctx, "quote", "", `{"sku":"JKT-114"}`)
		return err
	}
	t.Run("slow answers late, or nobody", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", slow(hang))
		require.ErrorIs(t, quote(s, time.Second), context.DeadlineExceeded)
		s.server("pricing").fail("quote", slow(time.Millisecond))
		require.NoError(t, quote(s, time.Minute))
		assert.Equal(t, []count{{"pricing", "quote", 2}}, s.counts())
	})
	t.Run("flaky answers every other call, in the same session", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", flaky())
		assert.ErrorContains(t, quote(s, time.Minute), "Service Unavailable")
		assert.NoError(t, quote(s, time.Minute))
	})
	t.Run("dead drops the connection, and one call is one", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", dead())
		require.ErrorContains(t, quote(s, time.Minute), "EOF")
		assert.Equal(t, []count{{"pricing", "quote", 1}}, s.counts())
		s.server("pricing").fail("quote", nil)
		require.NoError(t, quote(s, time.Minute))
	})
	t.Run("cut hangs, then drops the connection", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", cut(hang))
		require.ErrorIs(t, quote(s, 20*time.Millisecond), context.DeadlineExceeded)
		s.server("pricing").fail("quote", cut(time.Millisecond))
		require.ErrorContains(t, quote(s, time.Minute), "EOF")
	})
	t.Run("what is broken still lists its tools", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", dead())
		again, err := connected(t.Context(), s.shop)
		require.NoError(t, err)
		defer again.close()
		assert.Len(t, again.tools, 5)
		assert.Empty(t, s.counts())
	})
	t.Run("a mute server has done what it was asked for", func(t *testing.T) {
		s := open(t)
		s.server("orders").fail("create_order", mute())
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := s.call(ctx, "create_order", "", `{"sku":"JKT-114","quantity":1}`)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 1, s.booked())
	})
	t.Run("a repeated key books once, no key books again", func(t *testing.T) {
		s := open(t)
		for _, key := range []string{"k", "k", "", ""} {
			_, err := s.call(t.Context(), "create_order", key, `{"sku":"JKT-114","quantity":1}`)
			require.NoError(t, err)
		}
		assert.Equal(t, 3, s.booked())
	})
}
