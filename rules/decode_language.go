package rules

import (
	"regexp"
	"strings"
)

// languageForm is that of a BCP 47 tag: a language, then a script, a region, variants and what follows a single letter.
var languageForm = regexp.MustCompile(`^([a-z]{2,3})(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*(-[A-WY-Za-wy-z0-9](-[A-Za-z0-9]{2,8})+)*(-x(-[A-Za-z0-9]{1,8})+)?$`)

// shortLanguages are the languages with a tag of two letters (ISO 639-1).
const shortLanguages = " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee " +
	"el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj " +
	"kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om " +
	"or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt " +
	"tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu "

// languageTag reports whether a text is a language tag, as far as its form and a language of two letters tell.
func languageTag(s string) bool {
	m := languageForm.FindStringSubmatch(s)
	return m != nil && (len(m[1]) == 3 || strings.Contains(shortLanguages, " "+m[1]+" "))
}

// hyphenated suggests the tag that a locale such as en_US was meant to be.
func hyphenated(s string) string {
	if tag := strings.ReplaceAll(s, "_", "-"); tag != s && languageTag(tag) {
		return "; write \"" + tag + "\""
	}
	return ""
}
