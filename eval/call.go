package eval

// Call is one tool call that the model asked for, as a rule sees it. It must not change once a decision has read it.
type Call struct {
	ID           string
	Server, Tool string
	// Effect is set by the policy that covers the tool.
	Effect         Effect
	Args           *Args
	IdempotencyKey string
}
