// Package promadapter shows the numbers of engine/metrics to Prometheus, through its client library.
//
// It counts nothing itself: a scrape reads the numbers as they are, and a series whose tool is gone is not in the next one.
package promadapter
