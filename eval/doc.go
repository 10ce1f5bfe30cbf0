// Package eval is what a rule can see, and CEL: it parses policy files into [Node] trees with exact
// positions, checks each field's expression in the environment of its [Hook], and evaluates the compiled
// [Expr] against one typed [Input].
//
// It does not know files on disk, nor which policy wins; rules/ does. It is the only package that imports
// cel-go.
package eval
