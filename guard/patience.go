package guard

import "slices"

// patience reports whether a short time is only what the customer is asked to wait for the reply itself: "give me 2 minutes". No tool
// knows that, and nothing hangs on it.
func (r *Reply) patience(c *Claim) bool {
	if c.Kind != Duration || len(c.Readings) == 0 || c.Readings[0].High.Cmp(whole(3600)) >= 0 || r.tokens == nil {
		return false
	}
	s := r.sentences[r.sentenceOf(int(c.first))]
	gives := false
	for j := int(c.first) - 1; j >= window(s, int(c.first), 6) && !clause(&r.tokens[j]); j-- {
		t := &r.tokens[j]
		if slices.Contains(waitWords, t.hash) {
			return j == s.first || j <= s.first+2 // "please hold for 30 seconds"
		}
		gives = gives || slices.Contains(giveMeWords, t.hash)
		if slices.Contains(giveWords, t.hash) {
			return gives || slices.Contains(givesMeWords, t.hash)
		}
	}
	return false
}

var (
	waitWords    = hashWords("wait", "hold", "warten", "warte", "gedulden", "patientez", "attendez", "espere", "espera", "aguarde", "attenda", "aspetti", "aspetta", "wacht", "vänta")
	giveWords    = hashWords("give", "gib", "geben", "gebt", "donnez", "donne", "laissez", "laisse", "dame", "deme", "dadme", "dammi", "dia", "mi dia", "dê", "dá", "geef", "gun", "ge")
	giveMeWords  = hashWords("me", "us", "mir", "uns", "moi", "nous", "mi", "me", "ci", "mij", "ons", "mig", "oss")
	givesMeWords = hashWords("dame", "deme", "dadme", "dammi")
)
