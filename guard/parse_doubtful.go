package guard

import "strings"

// doubtful reports whether a currency beside a figure is more likely something else: a weekday before hours, the minutes
// of a time, a resolution, the tyre in "55R16".
func (p *parser) doubtful(c *currency, f *figure, before bool) bool {
	t := &p.tokens[c.first]
	if t.kind != tokenWord || f.n == 0 {
		return false
	}
	if t.styled(styleWide) {
		return !before && p.doubtfulWide(c, f)
	}
	small := f.values[0].Cmp(whole(32)) < 0 && f.fraction == 0 && !f.scaled && !f.tail
	switch t.hash {
	case hashR:
		return !before || small && p.tokens[c.next].joined() || t.joined() && p.get(c.first-1).isDigits()
	case hashFr:
		return t.styled(styleUpper) && f.fraction == 0 || before && p.weekdayFr(c, f, small)
	case hashRs, hashRe:
		return t.styled(styleUpper) && f.fraction == 0
	case hashFt:
		return t.styled(styleUpper) || f.values[0].Cmp(whole(50)) < 0
	case hashKM:
		return f.fraction == 0 && p.lex.tongue == 0
	case hashP:
		return !before && resolution(f)
	case hashWon:
		return f.values[0].Cmp(hundred) < 0 && !f.scaled && !p.closed(c.next)
	case hashPfund, hashPund, hashPond:
		n := p.get(c.next)
		return !before && n != nil && n.gap == blank && n.kind == tokenWord && n.word == nil // what is weighed
	}
	return false
}

// weekdayFr reports whether "Fr" before a figure is the day: "Mo-Fr 9-18", "Fr 12. Mai".
func (p *parser) weekdayFr(c *currency, f *figure, small bool) bool {
	b, n := p.get(c.first-1), p.get(f.next)
	if b.is('-') || b.is('–') || b.is('/') || n.is(':') || n.is('-') || n.is('–') || n.has(cueClock) {
		return true
	}
	return small && !p.get(c.next).is('.') || n.is('.') && n.joined() && !p.closed(f.next+1) ||
		n.is('.') && f.fraction > 0 && p.get(f.next+1) != nil && !p.get(f.next+1).styled(styleTitle)
}

// resolution reports whether a figure is one of those that stand before the "p" of a picture: "1080p".
func resolution(f *figure) bool {
	if f.fraction > 0 {
		return false
	}
	for _, v := range [...]int64{144, 240, 360, 480, 540, 576, 720, 900, 1080, 1440, 2160, 4320} {
		if f.values[0].Equal(whole(v)) {
			return true
		}
	}
	return false
}

// doubtfulWide is doubtful for words of Chinese, Japanese and Korean: a piece of cake, the minutes of a clock, the
// building of an address.
func (p *parser) doubtfulWide(c *currency, f *figure) bool {
	t, n := &p.tokens[c.first], p.get(c.next)
	rest := ""
	if n.joined() && n.styled(styleWide) {
		rest = p.reply.Text[n.start:]
	}
	switch p.reply.Text[t.start:t.end] {
	case "分":
		return p.kana(c.first) || n.isDigits() && n.joined() || rest != "" && !begins1(rest, "钱錢多左以")
	case "角", "毛", "毫":
		return p.kana(c.first) || rest != "" && n.word == nil && !begins1(rest, "钱錢多左以")
	case "块", "塊":
		return rest != "" && n.word == nil && !begins1(rest, "钱錢多左以吧了的起啊呢哦呀就可和或到人买能")
	case "元":
		return begins1(rest, "論论素方次旦件年首帅祖老宵")
	case "동", "ドン":
		return f.values[0].Cmp(hundred) < 0 && !f.scaled
	case "전":
		return rest != "" || !p.closed(c.next)
	}
	return false
}

// begins1 reports whether text begins with one of the characters of list.
func begins1(text, list string) bool {
	for _, r := range text {
		return strings.ContainsRune(list, r)
	}
	return false
}

// kana reports whether kana stand near token i, so that the text is Japanese.
func (p *parser) kana(i int) bool {
	if p.reply.Language == "ja" {
		return true
	}
	for j := max(0, i-8); j < min(len(p.tokens), i+8); j++ {
		if r := p.first(&p.tokens[j]); r >= 0x3041 && r <= 0x30FA {
			return true
		}
	}
	return false
}

var (
	hashR, hashFr, hashRs, hashRe, hashFt = hashWord("r"), hashWord("fr"), hashWord("rs"), hashWord("re"), hashWord("ft")
	hashKM, hashP, hashWon                = hashWord("km"), hashWord("p"), hashWord("won")
	hashPfund, hashPund, hashPond         = hashWord("pfund"), hashWord("pund"), hashWord("pond")
)
