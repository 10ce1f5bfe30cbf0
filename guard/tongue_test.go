package guard_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/lacuna-go/lacuna/guard"
)

func TestFindMoneyInTongues(t *testing.T) {
	for _, test := range []struct {
		language, text string
		want           []string
	}{
		{"nb", "to norske kroner og femti øre", []string{"2.5 NOK"}},
		{"nb", "Den koster femogtyve kroner", []string{"25"}},
		{"da", "Prisen er tre hundrede og ti svenske kroner.", []string{"310 SEK"}},
		{"nb", "to sveitsiske franc 40", []string{"2.4/2 CHF"}},
		{"ro", "Costă 25 de lei și 50 de bani.", []string{"25.5"}},
		{"ro", "două sute treizeci de euro", []string{"230 EUR"}},
		{"ro", "5 mil. lei", []string{"5000000"}},
		{"hr", "dvjesto pedeset eura", []string{"250 EUR"}},
		{"cs", "tři tisíce pět set korun", []string{"3500 CZK"}},
		{"pl", "dwieście trzydzieści cztery złote", []string{"234 PLN"}},
		{"hu", "kétszázhuszonöt forint", []string{"225 HUF"}},
		{"fi", "kaksikymmentäviisi euroa", []string{"25 EUR"}},
		{"fi", "sataviisitoista euroa", []string{"115 EUR"}},
		{"ca", "vint-i-cinc euros", []string{"25 EUR"}},
		{"id", "dua ratus lima puluh ribu rupiah", []string{"250000 IDR"}},
		{"id", "lima belas dolar", []string{"15"}},
		{"vi", "hai mươi ba đồng", []string{"23 VND"}},
		{"vi", "mười hai triệu đồng", []string{"12000000 VND"}},
		{"vi", "ba phẩy 5 đô", []string{"3.5"}},
		{"", "двести сорок пять рублей", []string{"245"}},
		{"", "3 евро и 20 центов", []string{"3.2 EUR"}},
		{"", "двадесет и пет лева", []string{"25 BGN"}},
		{"", "τριάντα πέντε ευρώ", []string{"35 EUR"}},
		{"", "ΤΡΙΑΝΤΑ ΕΥΡΩ", []string{"30 EUR"}},
		{"", "שלושים וחמישה שקלים", []string{"35 ILS"}},
		{"", "12 ש״ח", []string{"12 ILS"}},
		{"", "دولار واحد", []string{"1"}},
		{"", "خمسة وعشرون يورو", []string{"25 EUR"}},
		{"", "ოცდახუთი ლარი", []string{"25 GEL"}},
		{"hr", "ne više od 7 eura", []string{"..7 EUR"}},
		{"ro", "mai mult de șapte lei", []string{"7.."}},
		{"", "не повече от 7 евро", []string{"..7 EUR"}},
		{"", "أكثر من 7 يورو", []string{"7.. EUR"}},
		{"", "בין 10 ל-20 יורו", []string{"10..20 EUR"}},
		{"da", "kun 2500,-", []string{"2500"}},
		{"", "хорин таван төгрөг", []string{"25 MNT"}},
	} {
		t.Run(test.language+" "+test.text, func(t *testing.T) {
			r := &guard.Reply{Text: test.text, Now: noon, Language: test.language}
			guard.Finder{}.Find(r)
			assert.Equal(t, test.want, amounts(r))
		})
	}
}

// TestTongueByItsWords reads texts whose language nobody stated.
func TestTongueByItsWords(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"danish", "Det koster to kroner, ikke mere.", []string{"2"}},
		{"romanian", "Prețul este șapte euro pentru acest produs.", []string{"7 EUR"}},
		{"polish", "Cena nie jest niska: dwa euro.", []string{"2 EUR"}},
		{"english to", "Can you convert to dollars?", []string{}},
		{"english set", "The set of dollars and the pet lira", []string{}},
		{"german jeden", "An jeden Euro denken wir, an jeden Cent.", []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, amounts(find(t, test.text)))
		})
	}
}

// TestForeignTongue wants a reply of which only the amounts are known to be reported.
func TestForeignTongue(t *testing.T) {
	for _, text := range []string{
		"Jakken koster 209 kroner, og den leveres ikke før 3. mars.",
		"Куртка стоит двести рублей и будет доставлена третьего марта.",
	} {
		assert.True(t, find(t, text).Foreign(), text)
	}
}
