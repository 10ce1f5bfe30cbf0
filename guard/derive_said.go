package guard

// The words beside an amount can say which fields it is the sum or the difference of.

// keyOf returns the last key of a path that says what the amount under it is: "base_fee" of "base_fee.amount".
func keyOf(path string) string {
	key := lastKey(path)
	switch key {
	case "amount", "value", "units", "cents", "minor":
		if len(path) > len(key) {
			return lastKey(path[:len(path)-len(key)-1])
		}
	}
	return key
}
