package policytest

import (
	"github.com/lacuna-go/lacuna/eval"
	"github.com/lacuna-go/lacuna/rules"
)

// use is an expression of a set with where it is used.
type use struct {
	// id names it as decisions do: "policy/key" for a condition, "policy/field" otherwise.
	id   string
	expr *eval.Expr
}

// uses lists the expressions of a set, those that read nothing included.
func uses(set *rules.Set) []use {
	var u lister
	for _, p := range set.Policies {
		u.policy(p)
	}
	for _, c := range set.Claims {
		if c.When != nil {
			u.add(c.Name+"/when", c.When)
		}
		for _, list := range [][]rules.Condition{c.SourcedBy, c.Require, c.Unless} {
			u.conditions(list)
		}
	}
	return u.list
}

type lister struct{ list []use }

func (u *lister) add(id string, x *eval.Expr) {
	if x == nil {
		return
	}
	for _, part := range x.Elements() {
		u.list = append(u.list, use{id, part})
	}
	if x.Elements() == nil {
		u.list = append(u.list, use{id, x})
	}
}

func (u *lister) conditions(list []rules.Condition) {
	for i := range list {
		u.add(list[i].ID, list[i].Expr)
	}
}

func (u *lister) policy(p *rules.Policy) {
	for _, v := range p.Vars.All() {
		u.add(p.Name+"/vars."+v.Name, v.Expr)
	}
	u.add(p.Name+"/when", p.When)
	u.add(p.Name+"/timeout", p.Timeout.Value())
	u.add(p.Name+"/expected", p.Expected.Value())
	u.add(p.Name+"/retry.when", p.Retry.Value().When)
	u.add(p.Name+"/store.when", p.Store.Value().When)
	u.add(p.Name+"/store.key", p.Store.Value().Key)
	u.add(p.Name+"/drill.when", p.Drill.Value().When)
	for _, list := range [][]rules.Condition{p.UnavailableWhen, p.Forbid, p.Require} {
		u.conditions(list)
	}
	for i := range p.WhenUnavailable.Value() {
		step := &p.WhenUnavailable.Value()[i]
		u.conditions(step.Require)
		u.add(p.Name+"/max_age", step.MaxAge)
		for _, a := range step.Args {
			u.add(p.Name+"/args."+a.Name, a.Expr)
		}
		for _, x := range step.Disclose.All() {
			u.add(p.Name+"/disclose", x)
		}
	}
}
