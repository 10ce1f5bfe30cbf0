package eval

// TokenKind says what a [Token] is.
type TokenKind uint8

// The kinds of tokens. What only a parser tells apart, such as a reserved word used as a name, is a TokenName.
const (
	TokenOther    TokenKind = iota // nothing that CEL knows, or a string without an end
	TokenComment                   // from // to the line end, which is not part of it
	TokenName                      // a name, in back quotes or not
	TokenLiteral                   // a number, true, false, null or bytes
	TokenString                    // a string with its quotes
	TokenOpen                      // ( [ {
	TokenClose                     // ) ] }
	TokenDot                       // .
	TokenComma                     // ,
	TokenColon                     // :
	TokenQuestion                  // ?
	TokenPrefix                    // ! and a minus before its value
	TokenOperator                  // between two values: + - * / % < <= > >= == != && || in
)

// Token is a piece of a text in CEL. Blanks are what lies between tokens.
type Token struct {
	Kind TokenKind
	// Text as written.
	Text string
	// From and To are the offsets in runes at which it begins and ends, To exclusive.
	From, To int
}

// EndsValue reports whether a value may end with the token, so that an operator, a call or an index may follow.
func (t Token) EndsValue() bool {
	return t.Kind == TokenName || t.Kind == TokenLiteral || t.Kind == TokenString || t.Kind == TokenClose
}

// Tokens cuts any text into tokens, whether or not it parses, in time proportional to its length.
func Tokens(text string) []Token {
	runes := []rune(text)
	scanned := scan(runes)
	tokens := make([]Token, 0, len(scanned))
	var last Token // that is no comment
	for _, t := range scanned {
		one := Token{Kind: exportedKind(t.kind), Text: string(runes[t.from:t.to]), From: int(t.from), To: int(t.to)}
		if t.kind == tokenMinus && !last.EndsValue() {
			one.Kind = TokenPrefix
		}
		if one.Kind != TokenComment {
			last = one
		}
		tokens = append(tokens, one)
	}
	return tokens
}

func exportedKind(k tokenKind) TokenKind {
	switch k {
	case tokenComment:
		return TokenComment
	case tokenIdent, tokenQuoted:
		return TokenName
	case tokenKeyword, tokenInt, tokenUint, tokenDouble, tokenBytes:
		return TokenLiteral
	case tokenString:
		return TokenString
	case tokenOpen:
		return TokenOpen
	case tokenClose:
		return TokenClose
	case tokenDot:
		return TokenDot
	case tokenComma:
		return TokenComma
	case tokenColon:
		return TokenColon
	case tokenQuestion:
		return TokenQuestion
	case tokenNot:
		return TokenPrefix
	case tokenMinus, tokenBinary:
		return TokenOperator
	default:
		return TokenOther
	}
}
