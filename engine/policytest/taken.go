package policytest

// Taken is a step of a policy's chain that a case took.
type Taken struct {
	Policy string
	Index  int
}

// taken lists the steps that the calls of a case took.
func (p *Played) taken() []Taken {
	var list []Taken
	for _, c := range p.Calls {
		if r := c.Record; r != nil && r.StepIndex != nil {
			list = append(list, Taken{r.Policy, *r.StepIndex})
		}
	}
	return list
}
