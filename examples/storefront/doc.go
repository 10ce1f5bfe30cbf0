// Command storefront plays a shop's assistant through failing tools, twice a scene.
//
// Search, inventory, pricing and orders are real MCP servers on loopback that a scene makes slow, flaky or dead. The
// assistant's model is scripted: a function of its messages that behaves as models do, above all when it reads an
// error where a value should be. Two loops serve it, and it is not told which: the usual one, which retries and then
// hands the model the error, and one that embeds Lacuna with the policies of this repository. Everything printed comes
// from what happened in this run, the requests from the servers' own counters.
//
//	go run ./examples/storefront                         # every scene, under half a minute
//	go run ./examples/storefront --scene pricing-cached
//	go run ./examples/storefront --json
//	go run ./examples/storefront --model URL             # a language model in the scripted one's place
//	go run ./examples/storefront --serve 127.0.0.1:9101  # the servers alone, as for lacuna proxy
//	go run ./examples/storefront --serve 127.0.0.1:9101 --metrics 127.0.0.1:9464 --break quote=flaky
//	go run ./examples/storefront --visit URL             # a plain client of theirs, through the proxy
//
// Edit a number in policies/pricing.cel and play it again.
package main
