package guard

// wordFilter tells most words that are not in a set from those that are. Of its 8 KB, what a text asks stays in the nearest
// cache; the table of words does not.
type wordFilter [1024]uint64

func (f *wordFilter) add(hash uint64) { f[hash>>54] |= 1 << (hash >> 48 & 63) }

// may reports whether the word of that hash, or one of a few others, is in the set.
func (f *wordFilter) may(hash uint64) bool { return f[hash>>54]&(1<<(hash>>48&63)) != 0 }
