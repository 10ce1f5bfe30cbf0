package guard

// numberClass says how a number word combines with its neighbours.
type numberClass uint8

const (
	classNone    numberClass = iota
	classUnit                // 0 to 19
	classTen                 // 20, 30, ... 90, and French 70, 80, 90
	classTenfold             // multiplies the unit before it by ten: "puluh"
	classTeen                // adds ten to the unit before it, or is ten: "belas"
	classHundred             // 100, multiplied by a unit before it
	classFixed               // 200 to 900 in one word
	classScale               // 1,000 and more
	classArticle             // "a", "one" as an article: 1 only before a scale or a noun
	classAnd                 // "and" inside a number
	classHalf                // a half, a quarter of the scale that follows
	classAndHalf             // a unit and a half, counted in halves
	classHan                 // a numeral of Chinese, Japanese or Korean
)

const numberWords = `
0 = zero null nul cero zéro noll शून्य sıfır
1 = one eins uno una één un une um uma ett एक bir
2 = two zwei zwo dos deux due dois duas twee två दो iki
3 = three drei tres trois tre três drie तीन üç
4 = four vier cuatro quatre quattro quatro fyra चार dört
5 = five fünf fuenf cinco cinq cinque vijf fem पांच पाँच beş
6 = six sechs seis sei zes sex छह छः altı
7 = seven sieben siete sept sette sete zeven sju सात yedi
8 = eight acht ocho huit otto oito åtta आठ sekiz
9 = nine neun nueve neuf nove negen nio नौ dokuz
10 = ten zehn diez dix dieci dez tien tio दस on
11 = eleven elf once onze undici elva ग्यारह
12 = twelve zwölf zwoelf doce douze dodici doze twaalf tolv बारह
13 = thirteen dreizehn trece treize tredici treze dertien tretton तेरह
14 = fourteen vierzehn catorce quatorze quattordici catorze veertien fjorton चौदह
15 = fifteen fünfzehn fuenfzehn quince quinze quindici vijftien femton पंद्रह
16 = sixteen sechzehn dieciséis seize sedici dezasseis dezesseis zestien sexton सोलह
17 = seventeen siebzehn diecisiete diciassette dezassete dezessete zeventien sjutton सत्रह
18 = eighteen achtzehn dieciocho diciotto dezoito achttien arton अठारह
19 = nineteen neunzehn diecinueve diciannove dezanove dezenove negentien nitton उन्नीस
21 = veintiuno veintiún ventuno इक्कीस
22 = veintidós
23 = veintitrés
24 = veinticuatro
25 = veinticinco पच्चीस
26 = veintiséis
27 = veintisiete
28 = veintiocho
29 = veintinueve
45 = पैंतालीस
`

const tenWords = `
20 = twenty zwanzig veinte vingt vingts venti vinte twintig tjugo बीस yirmi
30 = thirty dreißig dreissig treinta trente trenta trinta dertig trettio तीस otuz
40 = forty fourty vierzig cuarenta quarante quaranta quarenta veertig fyrtio चालीस kırk
50 = fifty fünfzig fuenfzig cincuenta cinquante cinquanta cinquenta vijftig femtio पचास elli
60 = sixty sechzig sesenta soixante sessanta sessenta zestig sextio साठ altmış
70 = seventy siebzig setenta septante settanta zeventig sjuttio सत्तर yetmiş
80 = eighty achtzig ochenta octante huitante ottanta oitenta tachtig åttio अस्सी seksen
90 = ninety neunzig noventa nonante novanta negentig nittio नब्बे doksan
`

const hundredWords = `
100 = hundred hundreds hundert cien ciento cento honderd hundra cem cent cents सौ yüz
`

const fixedWords = `
200 = doscientos doscientas duzentos duzentas duecento
300 = trescientos trescientas trezentos trezentas trecento
400 = cuatrocientos cuatrocientas quatrocentos quatrocentas quattrocento
500 = quinientos quinientas quinhentos quinhentas cinquecento
600 = seiscientos seiscientas seiscentos seiscentas seicento
700 = setecientos setecientas setecentos setecentas settecento
800 = ochocientos ochocientas oitocentos oitocentas ottocento
900 = novecientos novecientas novecentos novecentas novecento
`

// Scales stand after a figure or a number word.
const scaleWords = `
100 = hundred hundert honderd hundra सौ yüz
1000 = thousand thousands tausend mil mille mila duizend tusen tausende हज़ार हजार bin tys тыс тысяч тысячи k tsd grand
1000000 = million millions millionen mio mln mn millón millones milione milioni milhão milhões miljoen miljon miljoner milyon मिलियन млн миллион миллиона миллионов mill m
1000000000 = billion billions bn milliarde milliarden mrd md milliard milliards miliardo miliardi miljard miljarder milyar bilhão bilhões बिलियन अरब млрд миллиардов миллиард b
1000000000000 = trillion trillions trn trilyon trilhão trilhões ट्रिलियन
100000 = lakh lakhs lac lacs लाख
10000000 = crore crores cr करोड़
`

// longScaleWords mean a thousand times more where milliards are in use.
const longScaleWords = `
1000000000000 = billón billones billionen bilione bilioni biljoen biljoner
`

const articleWords = `= a an ein eine einen einem einer een en un une uno una um uma ett one bir`

const andWords = `= and und y et e en och & ve और と 와 과`

const halfWords = `
2 = half halbe halben half_a medio media demi demi- mezzo mezza meio meia halve halva
4 = quarter
`

const andHalfWords = `
3 = anderthalb eineinhalb anderhalve anderhalf
5 = zweieinhalb tweeënhalf
7 = dreieinhalb
9 = viereinhalb
`

// hanNumerals are numerals by place value.
const hanNumerals = `
0 = 〇 零 ゼロ 영 공
1 = 一 壹 壱 일 하나 한
2 = 二 贰 貳 弐 两 兩 이 두
3 = 三 叁 參 参 삼 세
4 = 四 肆 사 네
5 = 五 伍 오 다섯
6 = 六 陆 陸 육 여섯
7 = 七 柒 칠 일곱
8 = 八 捌 팔 여덟
9 = 九 玖 구 아홉
10 = 十 拾 십
100 = 百 佰 백
1000 = 千 仟 천
10000 = 万 萬 만
100000000 = 億 亿 억
1000000000000 = 兆 조
`

// addNumbers fills in number words, scales and connectives.
func (x *lexicon) addNumbers() {
	add := func(class numberClass) func(key, word string) {
		return func(key, word string) {
			e := x.at(word)
			if e.class == classNone {
				e.class, e.number = class, number(key)
			}
		}
	}
	each(articleWords, func(_, word string) { x.at(word).cues |= cueArticle })
	each(andWords, func(_, word string) { x.at(word).cues |= cueAnd })
	each(numberWords, add(classUnit))
	each(tenWords, add(classTen))
	each(hundredWords, add(classHundred))
	each(fixedWords, add(classFixed))
	each(scaleWords, add(classScale))
	each(longScaleWords, add(classScale))
	each(halfWords, add(classHalf))
	each(andHalfWords, add(classAndHalf))
	each(hanNumerals, add(classHan))
	for _, w := range []string{"k", "m", "b", "md", "cr", "mn", "grand"} {
		x.at(w).weak = true
	}
}
