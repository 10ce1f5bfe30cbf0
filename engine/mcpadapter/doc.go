// Package mcpadapter puts an engine between an agent and its MCP servers.
//
// [Servers] holds the servers that tools are called on: it connects when a call needs it, once for any number of calls, and under
// their deadlines and breakers; it lists their tools and checks arguments and results against their schemas. [Servers.Dispatch] is the
// dispatcher of an engine, [Servers.Arguments] its check of arguments:
//
//	servers, err := mcpadapter.New(list)
//	eng, err := engine.Open("policies", engine.WithArguments(servers.Arguments))
//	answer := turn.Do(ctx, call, servers.Dispatch)
//
// Code that calls tools on a session of the SDK keeps doing so: [Servers.Client] is the middleware for a client, [Server] that for a
// server of one's own. Both find the turn of a call in its context, see [WithTurn].
//
// Numbers are taken from a message's own bytes: an order id of twenty digits arrives whole. Of a result that is marked as an error
// nothing but its kind is kept. The SDK's own reconnecting is switched off, for retries have one owner, the policies.
//
// The package decides nothing: what a missing answer means stands in the policies.
package mcpadapter
