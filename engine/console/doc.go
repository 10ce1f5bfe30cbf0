// Package console shows operators what an engine does: the states of its breakers over the last hour, the chain of each tool as it
// stands now, turns and decisions as they happen, one decision in full, a reply with its claims marked, the policies with what live
// turns exercise of them, and what became of reloads. It is an [http.Handler], to be mounted in any service under any prefix:
//
//	feed := console.NewFeed()
//	eng, err := engine.Open("policies", feed.Options()...)
//	...
//	mux.Handle("/lacuna/", http.StripPrefix("/lacuna", console.New(eng, feed)))
//
// The pages are read-only unless [WithAuthorizer] says who may force a breaker, begin a drill or roll back. Who may read them is for the
// handler around it: they hold what customers and tools said.
//
// It keeps a bounded past, starts no goroutine, and asks no other address for anything: pages work without scripts, and with them they
// follow what happens.
package console
