package guard

import "strings"

// maxID bounds the length of an id.
const maxID = 64

// normalID returns the form in which ids are compared: capitals and digits, separators dropped; a URL or e-mail
// address as [normalURL] and lower case give it. It returns "" for a text that is no id.
func normalID(text string) string {
	text = strings.TrimSpace(text)
	if len(text) < 3 || len(text) > 512 {
		return ""
	}
	if strings.Contains(text, "://") || strings.HasPrefix(text, "www.") {
		return normalURL(text)
	}
	if strings.Contains(text, "@") {
		return strings.ToLower(text)
	}
	if len(text) > maxID {
		return ""
	}
	digits, clean := 0, true
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			digits++
		case 'A' <= c && c <= 'Z':
		case 'a' <= c && c <= 'z', c == '-', c == '_', c == '/', c == '.', c == ' ', c == '+', c == '(', c == ')', c == '#':
			clean = false
		default:
			return ""
		}
	}
	if digits == 0 {
		return ""
	}
	if clean {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z' || '0' <= r && r <= '9':
			return r
		}
		return -1
	}, text)
}

// normalURL drops scheme, "www." and a closing slash, and lowers the host.
func normalURL(text string) string {
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	if len(text) > 4 && strings.EqualFold(text[:4], "www.") {
		text = text[4:]
	}
	host, path := text, ""
	if i := strings.IndexAny(text, "/?#"); i >= 0 {
		host, path = text[:i], text[i:]
	}
	return strings.TrimSuffix(strings.ToLower(host)+path, "/")
}

// idKind says what sort of id a field's text is.
func idKind(text, key string) Kind {
	switch {
	case strings.Contains(text, "://") || strings.HasPrefix(text, "www."):
		return URL
	case strings.Contains(text, "@"):
		return Email
	case strings.Contains(strings.ToLower(key), "phone") || strings.HasPrefix(text, "+"):
		return Phone
	}
	return ID
}
