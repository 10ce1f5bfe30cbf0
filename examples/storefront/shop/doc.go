// Package shop is the storefront: a shop's MCP servers on loopback that a scene makes slow, flaky or dead, and an assistant that answers
// its customers with their tools, in two loops. One is the usual one, which retries and then hands the model the error; the other embeds
// Lacuna. Neither the model nor the servers know which loop they serve.
//
// The model is a function, [Model]. That of the scenes is scripted, so that two runs are the same.
package shop
