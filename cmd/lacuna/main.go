// Command lacuna checks, tests and explains the policies of the lacuna library. It parses flags and prints; what it says is
// decided in the packages below it. See docs/rules.md for the language, and lacuna help for the command line.
package main

import (
	"os"
	_ "time/tzdata" // zones that policies name exist wherever the command runs
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
