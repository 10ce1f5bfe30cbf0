package console

import "strings"

// token is a stretch of a line of a policy, for the eye.
type token struct{ Class, Text string }

// scan cuts a text of rules into lines, and these into comments, strings and the rest. It need not be exact: nothing is decided by it.
func scan(text string) [][]token {
	var lines [][]token
	open := "" // the quotation mark of a string that goes on over the end of a line
	for line := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n") {
		var tokens []token
		tokens, open = scanLine(line, open)
		lines = append(lines, tokens)
	}
	return lines
}

func scanLine(line, open string) (list []token, still string) {
	add := func(class, text string) {
		if text != "" {
			list = append(list, token{class, text})
		}
	}
	for line != "" {
		if open != "" {
			end := stringEnd(line, open)
			if end < 0 {
				add("string", line)
				return list, open
			}
			add("string", line[:end])
			line, open = line[end:], ""
			continue
		}
		next := strings.IndexAny(line, `"'/`)
		switch {
		case next < 0:
			add("", line)
			return list, ""
		case line[next] == '/':
			if strings.HasPrefix(line[next:], "//") {
				add("", line[:next])
				add("comment", line[next:])
				return list, ""
			}
			add("", line[:next+1])
			line = line[next+1:]
		default:
			add("", line[:next])
			mark := line[next : next+1]
			if triple := strings.Repeat(mark, 3); strings.HasPrefix(line[next:], triple) {
				mark = triple
			}
			end := stringEnd(line[next+len(mark):], mark)
			if end < 0 {
				add("string", line[next:])
				if len(mark) == 1 { // it ends with the line
					mark = ""
				}
				return list, mark
			}
			end += next + len(mark)
			add("string", line[next:end])
			line = line[end:]
		}
	}
	return list, open
}

// stringEnd returns the place behind the mark that ends a string, -1 without one.
func stringEnd(s, mark string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case strings.HasPrefix(s[i:], mark):
			return i + len(mark)
		}
	}
	return -1
}
