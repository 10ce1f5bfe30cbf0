package main

import (
	"fmt"
	"time"
)

// instantForms are how a time may be written on the command line and in rows; without an offset it is of the zone.
var instantForms = [...]string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02"}

// instantReader reads times, and knows which one counts where none is given.
type instantReader struct {
	now   time.Time
	zone  *time.Location // in which dates are read
	named bool           // the zone was asked for, and no time changes it
}

// newInstantReader reads --now and --zone.
func newInstantReader(now, zone string, system time.Time) (instantReader, error) {
	r := instantReader{now: system, zone: time.UTC}
	if zone != "" {
		location, err := time.LoadLocation(zone)
		if err != nil {
			return r, usage("--zone: %w", err)
		}
		r.zone, r.named = location, true
	}
	if now == "" {
		return r, nil
	}
	at, err := r.read(now)
	if err != nil {
		return r, usage("--now: %w", err)
	}
	at.named = r.named
	return at, nil
}

// read returns the reader for a text that counts from the time s.
func (r instantReader) read(s string) (instantReader, error) {
	for _, form := range instantForms {
		at, err := time.ParseInLocation(form, s, r.zone)
		if err != nil {
			continue
		}
		r.now = at
		if !r.named {
			r.zone = at.Location()
		}
		return r, nil
	}
	return r, fmt.Errorf("%q is no time such as 2026-03-01T14:12:00Z", s)
}
