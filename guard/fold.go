package guard

import (
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// latin maps U+00C0 to U+017F to the letter that it is read as without its mark.
const latin = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo/ouuuuypy" +
	"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssss" +
	"ttttttuuuuuuuuuuuuwwyyyzzzzzzs"

// fold returns the letter that a word is looked up with: small, without accents, of ordinary width; 0 for a mark
// that only decorates the letter before it.
func fold(r rune) rune {
	switch {
	case r < 0x80:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	case r >= 0xC0 && r <= 0x17F:
		return rune(latin[r-0xC0])
	case r >= 0x300 && r <= 0x36F:
		return 0
	case r >= 0xFF01 && r <= 0xFF5E:
		return fold(r - 0xFEE0)
	case r >= 0x386 && r <= 0x3CE:
		return foldGreek(unicode.ToLower(r))
	case r < 0x500, r >= 0x1C80 && r < 0x2000, r >= 0xA640 && r < 0xA7F0:
		return unicode.ToLower(r)
	}
	return r
}

// foldGreek takes the accent off a small Greek letter, which capitals are written without, and makes its final sigma a
// plain one.
func foldGreek(r rune) rune {
	switch r {
	case 'ά':
		return 'α'
	case 'έ':
		return 'ε'
	case 'ή':
		return 'η'
	case 'ί', 'ϊ', 'ΐ':
		return 'ι'
	case 'ό':
		return 'ο'
	case 'ύ', 'ϋ', 'ΰ':
		return 'υ'
	case 'ώ':
		return 'ω'
	case 'ς':
		return 'σ'
	}
	return r
}

// wordHash adds up the hash of a word: of its folded letters in UTF-8, eight bytes at a time, so that the hash of a
// short word of plain letters comes out of one multiplication.
type wordHash struct {
	sum   uint64 // of whole blocks
	block uint64
	size  uint8 // bytes in the block
}

const hashPrime uint64 = 0x9E3779B97F4A7C15

// mixBlock adds a block of up to eight bytes, the first of them lowest.
func mixBlock(sum, block uint64) uint64 { return (bits.RotateLeft64(sum, 29) ^ block) * hashPrime }

// rune adds a folded letter.
func (h *wordHash) rune(r rune) {
	if r < utf8.RuneSelf {
		h.byte(byte(r))
		return
	}
	var buf [utf8.UTFMax]byte
	for _, b := range buf[:utf8.EncodeRune(buf[:], r)] {
		h.byte(b)
	}
}

func (h *wordHash) byte(b byte) {
	h.block |= uint64(b) << (8 * h.size)
	if h.size++; h.size == 8 {
		h.sum, h.block, h.size = mixBlock(h.sum, h.block), 0, 0
	}
}

// value returns the hash of what was added so far.
func (h *wordHash) value() uint64 {
	if h.size == 0 {
		return h.sum
	}
	return mixBlock(h.sum, h.block)
}

// hashRune returns the hash of a word or sign of one letter.
func hashRune(r rune) uint64 {
	var h wordHash
	h.rune(r)
	return h.value()
}

// hashWord returns the hash of a whole word, folded.
func hashWord(s string) uint64 {
	var h wordHash
	for _, r := range s {
		if f := fold(r); f != 0 {
			h.rune(f)
		}
	}
	return h.value()
}

// hashPhrase joins the hashes of neighbouring words.
func hashPhrase(first, second uint64) uint64 {
	return mixBlock(first, second^second>>32)
}

// digitValue returns the value of a decimal digit of any script, or -1.
func digitValue(r rune) int {
	if r < 0x80 {
		if '0' <= r && r <= '9' {
			return int(r - '0')
		}
		return -1
	}
	if r < 0x660 {
		return -1
	}
	for _, span := range unicode.Nd.R16 {
		if r < rune(span.Lo) {
			break
		}
		if r <= rune(span.Hi) {
			return int(r-rune(span.Lo)) % 10
		}
	}
	if r > 0xFFFF {
		for _, span := range unicode.Nd.R32 {
			if r >= rune(span.Lo) && r <= rune(span.Hi) {
				return int(r-rune(span.Lo)) % 10
			}
		}
	}
	return -1
}

// wide reports whether r belongs to a script that is written without spaces between words, or that glues particles to
// them: Han, kana, Hangul.
func wide(r rune) bool {
	return r >= 0x3005 && (r <= 0x30FF && (r == 0x3005 || r == 0x3007 || r >= 0x3041) ||
		r >= 0x3400 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7A3 || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x20000 && r <= 0x3FFFF)
}

func hangul(r rune) bool { return r >= 0xAC00 && r <= 0xD7A3 }

// ignorable reports whether r is drawn as nothing: zero width, soft hyphens, bidi marks, variation selectors, fillers.
func ignorable(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFEFF, r == 0xFFA0:
		return true
	case r >= 0x180B && r <= 0x180F, r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F,
		r >= 0xFE00 && r <= 0xFE0F, r >= 0xFFF0 && r <= 0xFFF8, r >= 0xE0000 && r <= 0xE0FFF, r >= 0x1D173 && r <= 0x1D17A:
		return true
	}
	return false
}
