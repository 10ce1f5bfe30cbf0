package shop

import (
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine/mcpadapter"
)

// shop is one set of servers. Each loop of each scene has its own, so that their counters do not mix.
type shop struct {
	servers []*server
	client  *http.Client

	mu     sync.Mutex
	orders []order
}

// order is one in the book.
type order struct {
	Order    string `json:"order"`
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Status   string `json:"status"`
	key      string
}

// department is a server with its tools.
type department struct {
	name   string
	offers []offer
}

func (s *shop) departments() []department {
	return []department{
		{"search", []offer{
			tool("semantic_search", "Finds products by meaning.", search),
			tool("keyword_search", "Finds products by their words.", search),
		}},
		{"inventory", []offer{tool("stock_level", "Tells how many of a product are in stock.", stockLevel)}},
		{"pricing", []offer{tool("quote", "Tells the price of a product.", quote)}},
		{"orders", []offer{tool("create_order", "Places an order.", s.createOrder)}},
	}
}

// serverOf returns the server that has a tool, "" if none has.
func serverOf(tool string) string {
	for _, d := range new(shop).departments() {
		if slices.ContainsFunc(d.offers, func(o offer) bool { return o.name == tool }) {
			return d.name
		}
	}
	return ""
}

// openShop serves each department at an address: the i-th at at(i).
func openShop(at func(i int) string) (*shop, error) {
	s := &shop{client: client()}
	for i, d := range s.departments() {
		server, err := listen(d.name, at(i), d.offers)
		if err != nil {
			s.close()
			return nil, err
		}
		s.servers = append(s.servers, server)
	}
	return s, nil
}

// anywhere is a free port of loopback.
func anywhere(int) string { return "127.0.0.1:0" }

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

// client keeps no connection: what a server that drops a kept one looks like depends on the moment, and the transcript does not.
func client() *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
}

// connect returns a transport to a server.
func (s *shop) connect(to *server) mcpadapter.Connect {
	return func() (mcp.Transport, error) {
		return &mcp.StreamableClientTransport{Endpoint: to.url, HTTPClient: s.client}, nil
	}
}

// counts returns the calls that arrived since the last reset, by server and tool, in the order of departments.
func (s *shop) counts() []count {
	var all []count
	for _, d := range s.departments() {
		for _, o := range d.offers {
			if n := s.server(d.name).arrived(o.name); n > 0 {
				all = append(all, count{d.name, o.name, n})
			}
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

type searched struct {
	Query string `json:"query"`
}

type results struct {
	Results []product `json:"results"`
}

func search(in searched, _ string) (results, bool) { return results{matching(in.Query)}, true }

type asked struct {
	SKU string `json:"sku"`
}

type level struct {
	SKU   string `json:"sku"`
	Name  string `json:"name"`
	Stock int    `json:"stock"`
}

func stockLevel(in asked, _ string) (level, bool) {
	p, ok := find(in.SKU)
	return level{p.SKU, p.Name, p.stock}, ok
}

type priced struct {
	SKU        string `json:"sku"`
	Currency   string `json:"currency,omitempty" jsonschema:"EUR"`
	CustomerID string `json:"customer_id,omitempty" jsonschema:"for the price in the customer's contract"`
}

// amount carries its number as text, so that no reader of the JSON can round it.
type amount struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

type price struct {
	SKU   string `json:"sku"`
	Name  string `json:"name"`
	Price amount `json:"price"`
}

func quote(in priced, _ string) (price, bool) {
	p, ok := find(in.SKU)
	of := p.price
	if in.CustomerID != "" {
		of = p.negotiated
	}
	return price{p.SKU, p.Name, amount{of, "EUR"}}, ok
}

type wanted struct {
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
}

// createOrder books once for each key, and once for each call that has none.
func (s *shop) createOrder(in wanted, key string) (order, bool) {
	p, ok := find(in.SKU)
	if !ok {
		return order{}, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if key != "" && o.key == key {
			return o, true
		}
	}
	o := order{fmt.Sprintf("O-%d", 1001+len(s.orders)), p.SKU, in.Quantity, "accepted", key}
	s.orders = append(s.orders, o)
	return o, true
}
