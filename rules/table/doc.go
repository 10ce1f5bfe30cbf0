// Package table says in words what policies come to: a tool a row, with what a wrong answer costs, who answers for it, and what happens when
// the tool does not answer. Whoever owns the shop can read it.
//
// It decides nothing and knows no format: [Rows] returns data.
package table
