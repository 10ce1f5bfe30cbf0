// Package metrics counts what an engine does, for whatever shows numbers: [Numbers] observes events, and hands out the rows of one table of
// instruments. engine/promadapter and engine/oteladapter pass them on, under the same names and meanings.
//
// It keeps its own counters, each held by the tool that it is about, so that an event costs no look-up of labels. It knows no exporter, no
// customer and no text: labels are names of tools and policies, and words that the engine has a fixed list of.
package metrics
