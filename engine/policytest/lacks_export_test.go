package policytest

import "context"

// Lacks shows what [Run] fails for besides cases.
func (s *Suite) Lacks(ctx context.Context, r *Report) []string { return s.lacks(ctx, r) }
