package guard

import "slices"

// told is what the words of a path tell about the amount under it. The rules ask for it again and again, for every claim of a reply: it is
// found out once for all values that stand under the same keys.
type told struct {
	terms   term
	roles   uint16 // a bit each
	credits bool   // they name what is taken off a price
	each    bool   // and an amount for one person or one piece
	reach   bool   // and what an order has to reach
	lacks   bool   // or what it lacks of something
	goal    bool   // and what has to be reached
	taxed   bool   // and an amount with its tax
	ends    bool   // and the day on which something ends or is due
	befalls event  // and what befell on a day
}

// maxTold bounds the paths that are read once, in bytes; longer ones are hardly of names that people gave.
const maxTold = 256

// tell reads a path.
func tell(path string) told {
	words, n := fieldWords(path)
	last, k := fieldWords(lastKey(path))
	return told{
		terms:   termsOf(path),
		roles:   rolesOf(path),
		credits: slices.ContainsFunc(words[:n], creditWord),
		each:    perPath(path) || slices.ContainsFunc(words[:n], forPerson),
		reach:   slices.ContainsFunc(last[:k], reachWord),
		taxed:   slices.ContainsFunc(last[:k], grossWord) || slices.Contains(last[:k], "bruttopreis"),
		ends:    slices.ContainsFunc(last[:k], endWord),
		goal:    slices.ContainsFunc(words[:n], goalWord),
		befalls: eventsIn(words[:n], last[:k]),
		lacks:   slices.Contains(last[:k], "remaining") || slices.Contains(last[:k], "missing"),
	}
}

// told returns what the words of the source's path tell.
func (s *Source) told() told {
	if s.tells != nil {
		return *s.tells
	}
	return tell(s.Path)
}
