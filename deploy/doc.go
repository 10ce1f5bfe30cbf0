// Package deploy holds what operators put beside the library, a dashboard and alert rules, against it. Its tests parse every expression, look up every
// metric, and play each alert. It is a module of its own, for Prometheus' parser and query engine are no dependency of the library.
package deploy
