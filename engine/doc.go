// Package engine is what an agent orchestrator embeds: it runs tool calls under policies, hands the model a
// result or a structured absence, and checks the reply before it goes out.
//
// An [Engine] is opened once; each user-visible reply is a [Turn] of it. The package wires its layers together
// and holds no algorithm: rules decide in package rules, breakers live in package state, claims are found
// and matched in package guard.
package engine
