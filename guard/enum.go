package guard

// Kind says what sort of statement a [Claim] makes. The zero Kind is no kind and never appears in a claim.
type Kind uint8

// The kinds of claim. Done is an action reported as done ("I have refunded you").
const (
	Money Kind = iota + 1
	Date
	Percent
	Quantity
	Duration
	ID
	URL
	Phone
	Email
	Done
	Time // a time of day
)

var kindNames = [...]string{"", "money", "date", "percent", "quantity", "duration", "id", "url", "phone", "email", "done", "time"}

// String returns the kind in lower case, and "" for the zero Kind.
func (k Kind) String() string { return kindNames[k] }

// Kinds lists every kind, in the order of their values.
func Kinds() []Kind { return all[Kind](len(kindNames)) }

// Role says what a figure is in its record: a price is not a cost. The zero Role is unknown, which
// contradicts nothing.
type Role uint8

// The roles of a figure.
const (
	RolePrice Role = iota + 1
	RoleCost
	RoleListPrice
	RoleTotal
	RoleBalance
	RoleStock
	RoleDiscount
	RoleTax
	RoleShipping
	RoleOther
)

var roleNames = [...]string{"", "price", "cost", "list_price", "total", "balance", "stock", "discount", "tax", "shipping", "other"}

// String returns the role in lower case, and "" for an unknown one.
func (r Role) String() string { return roleNames[r] }

// Roles lists every known role, in the order of their values.
func Roles() []Role { return all[Role](len(roleNames)) }

// Origin says where a [Source] comes from. The zero Origin is none and never appears in a source.
type Origin uint8

// The origins of a source.
const (
	// Field is a value of its own in a tool's result.
	Field Origin = iota + 1
	// Text is a value inside a longer text of a tool's result, which anyone may have written.
	Text
	// Derived is computed from other sources, which stand in [Source.Operands].
	Derived
	// Known is a figure of a fixed, audited statement that the reply makes.
	Known
	// User is a value that only the customer named.
	User
)

var originNames = [...]string{"", "field", "text", "derived", "known", "user"}

// String returns the origin in lower case, and "" for the zero Origin.
func (o Origin) String() string { return originNames[o] }

// Origins lists every origin, in the order of their values.
func Origins() []Origin { return all[Origin](len(originNames)) }

// About says what a claim speaks of, read from the words around it. The zero About is unknown.
type About uint8

// The subjects of a claim.
const (
	AboutPrice About = iota + 1
	AboutDelivery
	AboutBalance
	AboutDiscount
	AboutStock
	AboutOther
)

var aboutNames = [...]string{"", "price", "delivery", "balance", "discount", "stock", "other"}

// String returns the subject in lower case, and "" for an unknown one.
func (a About) String() string { return aboutNames[a] }

// Abouts lists every known subject, in the order of their values.
func Abouts() []About { return all[About](len(aboutNames)) }

// Site says where claims are looked for.
type Site uint8

// The sites of a claim: the reply to the customer, or the arguments of a write.
const (
	SiteReply Site = iota + 1
	SiteArgs
)

var siteNames = [...]string{"", "reply", "args"}

// String returns the site in lower case, and "" for the zero Site.
func (s Site) String() string { return siteNames[s] }

// Sites lists every site, in the order of their values.
func Sites() []Site { return all[Site](len(siteNames)) }

func all[T ~uint8](names int) []T {
	list := make([]T, 0, names-1)
	for i := 1; i < names; i++ {
		list = append(list, T(i))
	}
	return list
}
