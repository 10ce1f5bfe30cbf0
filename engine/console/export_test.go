package console

import "time"

// Quicken lets streams look, beat and give up sooner.
func (c *Console) Quicken(pause, silence, patience time.Duration) {
	c.streams.pause, c.streams.silence, c.streams.patience = pause, silence, patience
}

// Open is how many streams there are.
func (c *Console) Open() int {
	c.streams.mu.Lock()
	defer c.streams.mu.Unlock()
	return c.streams.open
}

// Held is how many decisions the feed keeps, and how many bytes it thinks they take.
func (f *Feed) Held() (n, bytes int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.decisions.len(), f.decisions.bytes
}

// News is how many of the other events the feed keeps.
func (f *Feed) News() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.news.len()
}
