package main

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func open(t *testing.T) *shop {
	t.Helper()
	s, err := openShop()
	require.NoError(t, err)
	t.Cleanup(s.close)
	return s
}

func TestShopAnswers(t *testing.T) {
	s := open(t)
	for _, c := range []struct{ server, tool, args, want string }{
		{"pricing", "quote", `{"sku":"JKT-114","currency":"EUR"}`, `{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"209.00","currency":"EUR"}}`},
		{"pricing", "quote", `{"sku":"JKT-114","customer_id":"C-9"}`, `{"sku":"JKT-114","name":"Winter jacket","price":{"amount":"181.50","currency":"EUR"}}`},
		{"inventory", "stock_level", `{"sku":"PRK-207"}`, `{"sku":"PRK-207","name":"Down parka","stock":3}`},
		{"orders", "create_order", `{"sku":"JKT-114","quantity":1}`, `{"order":"O-1001","sku":"JKT-114","quantity":"1","status":"accepted"}`},
	} {
		t.Run(c.tool, func(t *testing.T) {
			got, err := s.call(t.Context(), c.server, c.tool, "", []byte(c.args))
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
	t.Run("both searches serve a stale price in a description", func(t *testing.T) {
		for _, tool := range []string{"semantic_search", "keyword_search"} {
			got, err := s.call(t.Context(), "search", tool, "", []byte(`{"query":"winter jacket"}`))
			require.NoError(t, err)
			assert.Contains(t, string(got), "Now only €189!")
			assert.True(t, json.Valid(got))
		}
	})
	t.Run("an unknown product is an error", func(t *testing.T) {
		_, err := s.call(t.Context(), "pricing", "quote", "", []byte(`{"sku":"NIX-1"}`))
		assert.EqualError(t, err, "unexpected status 404 Not Found")
	})
}

func TestFaults(t *testing.T) {
	quote := func(s *shop, wait time.Duration) error {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		defer cancel()
		_, err := s.call(ctx, "pricing", "quote", "", []byte(`{"sku":"JKT-114"}`))
		return err
	}
	t.Run("slow answers late, or nobody", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", slow(hang))
		require.ErrorIs(t, quote(s, 20*time.Millisecond), context.DeadlineExceeded)
		s.server("pricing").fail("quote", slow(time.Millisecond))
		require.NoError(t, quote(s, time.Minute))
		assert.Equal(t, []count{{"pricing", "quote", 2}}, s.counts())
	})
	t.Run("flaky answers every other request", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", flaky())
		assert.EqualError(t, quote(s, time.Minute), "unexpected status 503 Service Unavailable")
		assert.NoError(t, quote(s, time.Minute))
	})
	t.Run("dead drops the connection, and one request is one", func(t *testing.T) {
		s := open(t)
		s.server("pricing").fail("quote", dead())
		require.ErrorContains(t, quote(s, time.Minute), "EOF")
		assert.Equal(t, []count{{"pricing", "quote", 1}}, s.counts())
	})
	t.Run("a mute server has done what it was asked for", func(t *testing.T) {
		s := open(t)
		s.server("orders").fail("create_order", mute())
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err := s.call(ctx, "orders", "create_order", "", []byte(`{"sku":"JKT-114","quantity":1}`))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 1, s.booked())
	})
	t.Run("a repeated key books once, no key books again", func(t *testing.T) {
		s := open(t)
		for _, key := range []string{"k", "k", "", ""} {
			_, err := s.call(t.Context(), "orders", "create_order", key, []byte(`{"sku":"JKT-114","quantity":1}`))
			require.NoError(t, err)
		}
		assert.Equal(t, 3, s.booked())
	})
}
