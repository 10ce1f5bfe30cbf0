package engine

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// ShadowReport collects what Claims in shadow mode would have stopped, so that a shop can look at a week of it before it
// enforces them. Hand its Observe to [WithObserver]. The zero ShadowReport keeps nothing but counts; make one with
// [NewShadowReport]. It is safe for concurrent use.
type ShadowReport struct {
	mu      sync.Mutex
	most    int
	replies int
	would   map[string]int
	list    []ShadowedReply
}

// ShadowedReply is a reply that went out, and would have had a graver verdict.
type ShadowedReply struct {
	Turn string `json:"turn,omitempty"`
	// Would is the verdict that there would have been, and Policy the Claims that would have decided.
	Would  string `json:"would"`
	Policy string `json:"policy"`
	Text   string `json:"text"`
	// Claims that would have stopped it.
	Claims []ClaimRecord `json:"claims"`
}

// NewShadowReport returns a report that keeps the latest replies, as many as most.
func NewShadowReport(most int) *ShadowReport { return &ShadowReport{most: max(most, 0)} }

// Observe takes in an event; those that are no verdicts don't count.
func (s *ShadowReport) Observe(ev Event) {
	v, ok := ev.(VerdictEvent)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies++
	r := v.Record
	if r.Would == "" {
		return
	}
	if s.would == nil {
		s.would = map[string]int{}
	}
	s.would[r.WouldPolicy+" would "+r.Would]++
	if s.most == 0 {
		return
	}
	if len(s.list) == s.most {
		s.list = slices.Delete(s.list, 0, 1)
	}
	one := ShadowedReply{Turn: r.Turn, Would: r.Would, Policy: r.WouldPolicy, Text: r.Text}
	for i := range r.Claims {
		if len(r.Claims[i].Shadow) > 0 {
			one.Claims = append(one.Claims, r.Claims[i])
		}
	}
	s.list = append(s.list, one)
}

// Replies returns how many replies were judged, and how many of them would have had a graver verdict.
func (s *ShadowReport) Replies() (judged, stopped int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.would {
		stopped += n
	}
	return s.replies, stopped
}

// List returns the latest replies that would have had a graver verdict, the oldest first.
func (s *ShadowReport) List() []ShadowedReply {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.list)
}

// String returns the report for people: the counts by Claims and verdict, and each reply that is kept, with the reason and
// the nearest value of every claim that would have stopped it.
func (s *ShadowReport) String() string {
	judged, stopped := s.Replies()
	var b strings.Builder
	fmt.Fprintf(&b, "%d replies judged, %d would not have gone out as they did\n", judged, stopped)
	s.mu.Lock()
	defer s.mu.Unlock()
	var keys []string
	for key := range s.would {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		fmt.Fprintf(&b, "  %s: %d\n", key, s.would[key])
	}
	for i := range s.list {
		r := &s.list[i]
		fmt.Fprintf(&b, "%s: %s would %s %q\n", r.Turn, r.Policy, r.Would, r.Text)
		for k := range r.Claims {
			fmt.Fprintf(&b, "  %s\n", r.Claims[k].shadowed())
		}
	}
	return b.String()
}
