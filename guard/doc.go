// Package guard finds the claims in a text (a price, a date, a balance), holds the values that tools returned as
// evidence, and says which claims that evidence supports.
//
// A [Finder] goes over a [Reply] once and yields a [Claim] for each statement that must be sourced: money with its ranges
// and bounds, dates, percentages, durations, quantities, ids, addresses, and actions reported as done. Its values are
// exact decimals; where a notation can mean several things ("1.234 €", "3/4/2026", a bare "$") all of them are kept, and
// the evidence decides. It knows figures, number words and units of English, German, French, Spanish, Italian, Dutch,
// Portuguese and Swedish, and of Chinese, Japanese, Korean, Hindi and Turkish. Of Norwegian, Danish, Romanian, Croatian,
// Czech, Slovak, Polish, Hungarian, Finnish, Catalan, Indonesian, Vietnamese, Russian, Ukrainian, Bulgarian, Mongolian,
// Greek, Hebrew, Arabic and Georgian it knows the amounts and number words only, and [Reply.Foreign] reports such a text.
// It sees through markup, entities and invisible characters without moving an offset.
//
// [Evidence] reads the results of tools, and [Evidence.Match] gives each claim the sources that it may rest on: values that
// are equal, in a currency that meets, and whose role and record do not contradict what the sentence says. What follows
// from such values in one step (a total, a difference, a percentage off) is derived, with its operands as proof, and only
// where the sentence says so. A [Gate] does all of this for a text that is still being written.
//
// The package knows text, numbers and evidence. It does not know policies, CEL or breakers: what must be sourced, and
// what happens to a reply that is not, is decided by the rules above it. It uses no regular expressions and no model, and
// takes time linear in the text.
package guard
