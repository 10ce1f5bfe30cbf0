package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
)

// shop is one set of servers. Each loop of each scene has its own, so that their counters do not mix.
type shop struct {
	servers []*server
	client  *http.Client

	mu     sync.Mutex
	orders []order
}

type order struct {
	Order    string `json:"order"`
	SKU      string `json:"sku"`
	Quantity string `json:"quantity"`
	Status   string `json:"status"`
	key      string
}

// spec is a tool as it is offered to the model.
type spec struct {
	Server string `json:"server"`
	Name   string `json:"name"`
	Doc    string `json:"doc"`
}

// toolbox lists what the assistant may use.
func toolbox() []spec {
	return []spec{
		{"search", "semantic_search", "finds products by meaning"},
		{"search", "keyword_search", "finds products by their words"},
		{"inventory", "stock_level", "how many of a product are in stock"},
		{"pricing", "quote", "the price of a product"},
		{"orders", "create_order", "places an order"},
	}
}

func openShop() (*shop, error) {
	s := &shop{client: client()}
	for _, open := range []struct {
		name  string
		tools map[string]tool
	}{
		{"search", map[string]tool{"semantic_search": search, "keyword_search": search}},
		{"inventory", map[string]tool{"stock_level": stockLevel}},
		{"pricing", map[string]tool{"quote": quote}},
		{"orders", map[string]tool{"create_order": s.createOrder}},
	} {
		server, err := listen(open.name, open.tools)
		if err != nil {
			s.close()
			return nil, err
		}
		s.servers = append(s.servers, server)
	}
	return s, nil
}

func (s *shop) close() {
	for _, server := range s.servers {
		server.close()
	}
}

func (s *shop) server(name string) *server {
	for _, server := range s.servers {
		if server.name == name {
			return server
		}
	}
	return nil
}

// call makes one request to a tool, with a deadline only where ctx has one.
func (s *shop) call(ctx context.Context, server, tool, key string, args []byte) ([]byte, error) {
	to := s.server(server)
	if to == nil {
		return nil, fmt.Errorf("no server %s", server)
	}
	return post(ctx, s.client, to.url+"/"+tool, key, args)
}

// counts returns the requests that arrived since the last reset, by server and tool, tools in the order of toolbox.
func (s *shop) counts() []count {
	var all []count
	for _, t := range toolbox() {
		if n := s.server(t.Server).arrived()[t.Name]; n > 0 {
			all = append(all, count{t.Server, t.Name, n})
		}
	}
	return all
}

type count struct {
	Server   string `json:"server"`
	Tool     string `json:"tool"`
	Requests int    `json:"requests"`
}

func (s *shop) reset() {
	for _, server := range s.servers {
		server.reset()
	}
}

// booked returns how many orders stand in the book.
func (s *shop) booked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.orders)
}

func search(args map[string]any, _ string) (any, bool) {
	query, _ := args["query"].(string)
	return map[string]any{"results": matching(query)}, true
}

func stockLevel(args map[string]any, _ string) (any, bool) {
	p, ok := find(text(args["sku"]))
	return struct {
		SKU   string `json:"sku"`
		Name  string `json:"name"`
		Stock int    `json:"stock"`
	}{p.SKU, p.Name, p.stock}, ok
}

// amount carries its number as text, so that no reader of the JSON can round it.
type amount struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

func quote(args map[string]any, _ string) (any, bool) {
	p, ok := find(text(args["sku"]))
	price := p.price
	if args["customer_id"] != nil {
		price = p.negotiated
	}
	return struct {
		SKU   string `json:"sku"`
		Name  string `json:"name"`
		Price amount `json:"price"`
	}{p.SKU, p.Name, amount{price, "EUR"}}, ok
}

// createOrder books once for each key, and once for each request that has none.
func (s *shop) createOrder(args map[string]any, key string) (any, bool) {
	p, ok := find(text(args["sku"]))
	if !ok {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if key != "" && o.key == key {
			return o, true
		}
	}
	o := order{fmt.Sprintf("O-%d", 1001+len(s.orders)), p.SKU, text(args["quantity"]), "accepted", key}
	s.orders = append(s.orders, o)
	return o, true
}

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	default:
		return ""
	}
}
