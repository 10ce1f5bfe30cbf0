package run

import "time"

// Spend counts tool time, attempts and retries that an earlier part of the turn used, on every one of its clocks.
func (t *Turn) Spend(spent time.Duration, attempts, retries int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.whole.spent += max(0, spent)
	for i := range t.budgets {
		t.budgets[i].spent += max(0, spent)
	}
	t.attempts += attempts
	t.retries += retries
}

// RestOn records that a cached value of a server was served in this turn.
func (t *Turn) RestOn(server string) { t.serveCached(server) }
