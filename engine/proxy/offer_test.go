package proxy_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lacuna-go/lacuna/engine/proxy"
)

// Everybody is told when a tool is back, also those to whom it was not shown while another client tried it.
func TestEveryClientHearsThatAToolIsBack(t *testing.T) {
	r := start(t, "", proxy.Options{})
	var clients [4]*mcp.ClientSession
	var heard [4]chan struct{}
	for i := range clients {
		heard[i] = make(chan struct{}, 1000)
		clients[i] = r.client(t, func() { heard[i] <- struct{}{} })
		names(t, clients[i])
	}
	r.pricing.down.Store(true)
	for i := range 3 {
		ask(t, clients[0], "pricing__quote", fmt.Sprint("t", i))
	}
	shown := [4]bool{true, true, true, true}
	follow := func(until func() bool) { // they do what clients do: list when they are told to, and call what is shown
		for range 1000 { // far longer than it takes: a busy machine is slow
			for i := range clients {
				select {
				case <-heard[i]:
					shown[i] = len(names(t, clients[i])) == 2
				default:
				}
				if shown[i] {
					ask(t, clients[i], "pricing__quote", "")
				}
			}
			if until() {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Fatal(shown)
	}
	follow(func() bool { return shown != [4]bool{true, true, true, true} })
	r.pricing.down.Store(false)
	follow(func() bool { return shown == [4]bool{true, true, true, true} })
}
