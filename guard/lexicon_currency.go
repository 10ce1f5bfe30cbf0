package guard

import "strings"

// dollars lists every currency that is written with a bare "$".
const dollars = "USD,CAD,AUD,NZD,HKD,SGD,TWD,MXN,ARS,CLP,COP,BBD,BSD,BZD,BMD,BND,FJD,GYD,JMD,KYD,LRD,NAD,SBD,SRD,TTD,XCD,UYU,DOP,MOP,NIO,ZWL"

const (
	dollarWords = "USD,CAD,AUD,NZD,HKD,SGD,TWD,BBD,BSD,BZD,BMD,BND,FJD,GYD,JMD,KYD,LRD,NAD,SBD,SRD,TTD,XCD,ZWL"
	pounds      = "GBP,EGP,LBP,SYP,SDG,SSP,FKP,GIP,SHP,IEP,CYP"
	pesos       = "MXN,ARS,CLP,COP,CUP,DOP,PHP,UYU"
	kroner      = "SEK,NOK,DKK,ISK"
	rupees      = "INR,PKR,LKR,NPR,MUR,SCR,IDR"
	francs      = "CHF,FRF,BEF,LUF,XAF,XOF,XPF,BIF,CDF,DJF,GNF,KMF,RWF"
	dinars      = "KWD,BHD,JOD,IQD,RSD,TND,DZD,LYD,MKD"
	rials       = "IRR,OMR,QAR,SAR,YER"
	dirhams     = "AED,MAD"
	shillings   = "KES,TZS,UGX,SOS"
)

// signs that stand before or after a figure, glued or not.
const currencySigns = `
EUR = € ₠
GBP,EGP,LBP,SYP,SDG,SSP,FKP,GIP,SHP,IEP,CYP = £ ￡ ₤
JPY,CNY = ¥ ￥
INR = ₹
INR,PKR,LKR,NPR,MUR,SCR = ₨
RUB = ₽
KRW,KPW = ₩ ￦
ILS = ₪
VND = ₫
TRY = ₺
UAH = ₴
NGN = ₦ 奈拉
PHP = ₱
CRC,SVC = ₡
PYG = ₲
GHS = ₵
KZT = ₸
LAK = ₭
MNT = ₮
AZN = ₼
GEL = ₾
BTC = ₿
THB = ฿
KHR = ៛
IRR,OMR,QAR,SAR,YER = ﷼
AMD = ֏
FRF = ₶
BDT = ৳
LKR,INR = ரூ ௹
AFN = ؋
CNY = 元 圆 圓 块 塊 人民币 人民幣 块钱 块人民币 元人民币
JPY = 円 日元 日圆 日圓 日円 エン 엔 엔화
TWD = ニュー台湾ドル 新台币 新台幣 台币 新臺幣
HKD = 港元 港币 港幣 香港ドル 홍콩달러
KRW = 원 韩元 韓元 ウォン 원화
KPW = 北朝鮮ウォン
USD = 美圆 불 美元 美金 米ドル 아메리칸달러 미국달러 미달러
EUR = 欧元 歐元 ユーロ 유로 유로화
GBP = 英镑 英鎊
GBP,EGP,LBP,SYP,SDG,SSP,FKP,GIP,SHP,IEP,CYP = ポンド 파운드
CHF = 瑞士法郎 スイスフラン 스위스프랑
CHF,FRF,BEF,LUF,XAF,XOF,XPF,BIF,CDF,DJF,GNF,KMF,RWF = 法郎 フラン 프랑
CAD = 加元 加拿大元 カナダドル
AUD = 澳元 澳大利亚元 豪ドル オーストラリアドル
NZD = 纽元 新西兰元 ニュージーランドドル
SGD = 新元 新加坡元 シンガポールドル
INR = 印度卢比 インドルピー
INR,PKR,LKR,NPR,MUR,SCR,IDR = 卢比 ルピー 루피
RUB,BYN = 卢布 ルーブル 루블
THB = 泰铢 バーツ 바트
VND = 越南盾 ドン 동
ESP = ペセタ 페세타
DEM = マルク 马克 마르크
FIM = 芬兰马克 フィンランドマルク
NLG = 荷兰盾 オランダギルダー
ITL = イタリアリラ
TRY = 土耳其里拉 トルコリラ
TRY,ITL = 里拉 リラ 리라
LAK = 킵 キープ
GEL = 라리 ラリ
CRC,SVC = 콜론 コロン
CNY = 위안 人民元
MXN = 墨西哥比索
MXN,ARS,CLP,COP,CUP,DOP,PHP,UYU = 比索 ペソ 페소
BRL = 雷亚尔 レアル 헤알
SEK = 瑞典克朗 スウェーデンクローナ
NOK = 挪威克朗
DKK = 丹麦克朗
MYR = 林吉特
BTC = 比特币 ビットコイン 비트코인
`

// letters that name a currency when glued to a figure or written before one.
const currencyLetters = `
SEK,NOK,DKK,ISK = kr
SEK = skr
NOK = nkr
DKK = dkr
HUF = ft
INR,PKR,LKR,NPR,MUR,SCR = rs re
IDR = rp
ZAR = r
MYR = rm
CHF = fr sfr fs
FRF = ff
RUB = р руб
UAH = грн
CZK = kc
PLN = zl
RON,MDL = lei leu ron
BGN = лв
BAM = km
TRY = tl ytl
DEM = dm
VND = đ vnđ
AED = dhs dh
IRT = تومان
SAR = ريال
EUR = eur
GBP = gbp
CNY = rmb
USD = usd
BTC = btc xbt
ETH = eth
TWD = ntd nt
MNT = төг
ILS = nis
BYN = br
ESP = pts pta ptas pt
SGD = sgd
`

// dollarPrefixes stand before "$", glued or not.
const dollarPrefixes = `
USD = us usd
CAD = c ca can cad cdn
AUD = a au aud aus
NZD = nz nzd
HKD = hk hkd
SGD = s sg sgd
TWD = nt ntd twd tw
MXN = mx mxn mex
BRL = r
BBD = bds bbd
JMD = j jmd
TTD = tt ttd
BZD = bz bzd
XCD = ec xcd
ARS = ar ars
CLP = cl clp
COP = col cop
TOP = t
FJD = fj fjd
CUC = cuc
NIO = nio
BND = bnd
GYD = gyd gy
KYD = ci kyd
LRD = lrd
NAD = nad
ZWL = zwl z
WST = ws
UYU = uyu
DOP = rd
BMD = bmd bd
BSD = bsd
`

// currencyNouns names currencies in words; all of them follow the figure.
const currencyNouns = `
EUR = euro euronen euros eure eura euron euroa evro evra евро ευρώ avro avroya avroluk avrodan avronun avrodur avroydu euroyu euronun यूरो यूरोस יורו
` + dollarWords + ` = dollar dollars dollari dollaro dolar dólar dolares dólares doları dolara dolarlık dolardan dolarla dolardı dolardır dolarları dolarından dolarına dolarının dolarlik dolari dolarow dolarów доллар доллара долларов δολάρια डॉलर डॉलर्स दुलार ドル 달러 דולר دولار دولارات долара доллары
USD,CAD,AUD = buck bucks greenback greenbacks
` + pounds + ` = pound pounds pfund livre livres libra libras sterlina sterline pund ponden pond sterlini पाउंड पाउण्ड sterlin фунт фунта фунтов
GBP = quid sterling pound_sterling pounds_sterling livre_sterling livres_sterling libra_esterlina libras_esterlinas lira_sterlina lire_sterline pfund_sterling sterling_pounds pond_sterling british_pounds
JPY = yen yens yene yenes iene ienes येन иен иена иены
CNY = yuan yuans renminbi युआन юань юаней юаня
KRW,KPW = won wons
` + francs + ` = franc francs franken franco francos franchi frank frang francen फ्रैंक फ्रैंक्स франк франков
CHF = schweizerfranken stutz schweizer_franken
` + kroner + ` = krona kronor krone kroner kronen corona coronas couronne couronnes coroa coroas corone kron kronu kroni
CZK = koruna koruny korun
` + pesos + ` = peso pesos pesoluk pesosu पेसो
` + rupees + ` = rupee rupees rupie rupien roupie roupies rupia rupias rupi rupisi rúpia rúpias रुपये रुपए रुपया रूपये roepie roepies
INR = रुपयों
RUB,BYN = rouble roubles ruble rubles rubel rublo rublos rubli roebel рубль рубля рублей рублях रूबल
` + dinars + ` = dinar dinars dinare dinares dinari dinara dinarlı دينار
` + rials + ` = rial rials riyal riyals riyali riales riali riyaller ريال ریال रियाल
` + dirhams + ` = dirham dirhams dirhem dirhemi درهم
` + shillings + ` = shilling shillings schilling
ATS = schillinge schilingów
TRY,ITL,SYP,LBP = lira liras lire lirası liralık lirasi liraya लीरा
PLN = zloty zlotys zlotych złotych złote złoty
HUF = forint forints forinti forinty
THB = baht bahts बात
BRL = real_brasileño reais
BRL,ESP = reales
DEM,FIM,BAM = mark marks marka marcos marchi markka markkaa marco markı
NLG = guilder guilders gulden guldens florin florins florines florijn florini florim
ESP = peseta pesetas pesete pesetaya pesetas_españolas पेसेटा
PTE,CVE = escudo escudos
GRD = drachma drachmas drachmen
VND = dong dongs đồng
IDR = rupiah rupiahs
ZAR = rand rands
ILS = shekel shekels sheqel schekel שקל שקלים shequel siclo
KES = bob
NGN = naira
GHS = cedi cedis
UAH = hryvnia hryvnias гривень гривня гривны гривен
PHP = piso
BTC = bitcoin bitcoins
ETH = ether ethereum
CRC,SVC = colon colons colones कोलोन
GEL = lari laris
LAK = kip kips
MYR = ringgit
BGN = lev leva лев лева
RON,MDL = leu lei
KZT = tenge тенге
MNT = төгрөг tugrik tugriks
PEN = soles nuevos_soles
PYG = guarani guaranies guaraníes
GTQ = quetzal quetzales
HNL = lempira lempiras
VES = bolivar bolivares bolívares
BOB = boliviano bolivianos
AMD = dram drams
AOA = kwanza kwanzas
IRT = toman tomans
XCD = xcd
ISK = króna krónur
HRK = kuna kune
`

// minorNouns names parts of a unit, by how many hundredths they are.
const minorNouns = `
1 = cent cents centime centimes centavo centavos centesimo centesimi centimo centimos céntimo céntimos cêntimo cêntimos सेंट सेंट्स sent senti セント 센트 ¢ ￠ 美分 分钱 c cts ct копеек копейка копейки öre øre ore rappen sen kuruş 전
1/GBP = penique peniques penny pence pennies 페니 펜스 ペニー ペンス 便士 पेनी पेंस p peni
1/CNY = 分 fen
10/CNY,HKD = 角 毛 毫 jiao
1/INR,PKR = paise paisa paisas पैसे पैसा पैसों
1/RUB,BYN,UAH = kopeke kopeken kopek kopeks kopeck kopecks copeca copecas copeco copechi kopeika
1/CZK = haléř haléře haléřů haleru
1/THB = satang satangs सतांग 사땅 サタン
1/HUF = fillér
1/ILS = agora agorot
1/NGN = kobo kobos
1/GHS = pesewa pesewas
1/EGP,LBP,SYP = piastre piastres piaster piasters
1/SAR,QAR = halala halalas
1/ATS = groschen
1/HRK = lipas
1/VND = xu
1/DEM = pfennig pfennige
1/RON = bani
1/BGN = ст стотинки стотинка
1/PLN = grosz grosze groszy
1/UAH = kopiyka kopiykas
5/coin = nickel nickels
10/coin = dime dimes
25/coin = quarters
100000/coin = grand
`

// coins lists the currencies that have nickels, dimes and grands.
const coins = "USD,CAD,AUD,NZD,GBP,JMD,TTD,SGD,HKD"

// nations narrow a currency word that several countries use.
const nations = `
USD = us usa american americans american us-american us-amerikanische us-amerikanischer estadounidense estadounidenses americano americanos americani americanas américains américain américaines amerikanische amerikanischer amerikanischen amerikaanse amerikanska americain united_states 美国 米国 미국 अमेरिकी अमरीकी amerikan abd statunitensi statunitense états-uniens norteamericano norteamericanos amerikanska
CAD = canadian canada canadiens canadien kanadische kanadischer canadienses canadiense canadesi canadese canadenses canadense canadese canadees kanada 캐나다 कनाडाई kanadensiska kanadischen
AUD = australian australia australiens australien australische australischer australianos australiano australiani australiana australian avustralya 호주 ऑस्ट्रेलियाई australiska australischen
NZD = new_zealand kiwi neo-zelandeses neuseeland 뉴질랜드 neuseeländische neuseeländischer nieuw-zeelandse
HKD = hong_kong hongkong hongkonger 홍콩 हांगकांग हाँगकाँग
SGD = singapore singapur singapour singaporean 싱가포르 singaporese
TWD = taiwan taiwanese 대만
JMD = jamaican
MXN = mexican mexicano mexicanos mexicains messicani mexikanische meksika मैक्सिकन mexikanischer mexicaanse mexikanska
ARS = argentine argentino argentinos argentins argentini
CLP = chilean chileno chilenos chiliens cileni
COP = colombian colombiano colombianos colombiens colombiani
CUP = cuban cubano cubanos
DOP = dominican dominicano dominicanos
PHP = philippine filipino filipinos
UYU = uruguayan uruguayo uruguayos
GBP = british uk english britische britischer britannique britanniques británicas británica esterlinas esterlina britannica britanniche britânicas britse brittiska sterling ingiliz 영국 イギリス 英国 ब्रिटिश sterline
EGP = egyptian ägyptische egipcias égyptiennes
LBP = lebanese
SYP = syrian
IEP = irish
CYP = cypriot
SEK = swedish schwedische schwedischer schwedischen suecas sueca suédoises svedesi zweedse svenska isveç 瑞典 svedese
NOK = norwegian norwegische norwegischer noruegas noruega norvégiennes norvegesi noorse norska norveç 挪威 norwegischen
DKK = danish dänische dänischer danesas danesa danoises danesi dinamarquesas dinamarquesa deense danska danimarka 丹麦 dänischen
ISK = icelandic isländische isländska
CZK = czech tschechische checas tschechischer tschechischen tchèques ceche tsjechische tjeckiska
CHF = swiss schweizer suizos suizo suisses suisse svizzeri svizzero suíços suíço zwitserse schweiziska isviçre 스위스 स्विस schweizerische
FRF = french französische franceses français francesi fransız
BEF = belgian belgische belgas belges belgi
INR = indian indische indischer indias india indiennes indiane indianas indiaanse hint 인도 भारतीय indiase
PKR = pakistani pakistanische pakistaníes pakistanais pakistane pakistan
LKR = sri_lankan sri_lanka
NPR = nepalese nepali
MUR = mauritian
IDR = indonesian indonesische indonesias
PLN = polish polnische polnischer polnischen polonais polacchi polacos poolse polska
HUF = hungarian ungarische ungarischer hongrois ungheresi húngaros hongaarse ungerska
ZAR = south_african südafrikanische südafrikanischer zuid-afrikaanse sydafrikanska
ILS = israeli israelische israelischer israëlische israeliska
RUB = russian russische russischer rusos russes russi russos rus
BYN = belarusian
KWD = kuwaiti kuwait
BHD = bahraini bahrain
JOD = jordanian
IQD = iraqi
RSD = serbian
TND = tunisian
DZD = algerian
LYD = libyan
OMR = omani
QAR = qatari
SAR = saudi
IRR = iranian
YER = yemeni
AED = uae emirati emirates
MAD = moroccan
KES = kenyan
TZS = tanzanian
UGX = ugandan
SOS = somali
ATS = austrian österreichische
TRY = turkish türkische türkischer turcas turques turche turcas turkse türk turca 土耳其
ITL = italian italienische italianas italiennes italiane italyan
DEM = german deutsche alemanes allemands tedeschi alemães duitse alman
FIM = finnish finnische finlandeses finlandais finlandesi finska fin
NLG = dutch niederländische holandeses néerlandais olandesi hollandse
ESP = spanish spanische españolas espagnoles spagnole espanholas ispanyol
PTE = portuguese
KRW = south_korean korean 한국 südkoreanische südkoreanischer koreanische zuid-koreaanse sydkoreanska
KPW = north_korean 북한
CNY = chinese chinesische chinos chinois cinesi çin 중국 चीनी rmb chinesischer chinesischen kinesiska chinesa
JPY = japanese japanische japoneses japonais giapponesi japon 일본 जापानी japanischer japanischen japanse japanska japonés japonesa japoneses japonais giapponese japonês
XAF = cfa
BRL = brazilian brasileños brasileiros brésiliens brasiliani brasilianische brasilianischer braziliaanse brasilianska
`

// weakWords are currency words that mean something else as often: they need a figure of a fitting form.
const weakWords = `
= r d re fs ff t br km won mark marks marka marco marcos colon colons real pound pounds libra libras livre livres bob lev sol piso kip p c ct a s ca can ws ron fr ft rs pt nt pond pfund rp nis sent us frank rand crown corone quarters dimes nickels
`

// accentWords are currencies only with their accent: "öre", and not the Italian hours.
const accentWords = `= öre øre đ`

// capitalWords are currencies only in capitals: "KM", and not the kilometre.
const capitalWords = `= km dm rm`

// weakCodes are codes that are also words.
const weakCodes = " ALL TRY TOP CUP MOP PEN SOS BAM COP MAD GEL LAK ANG AWG MUR BIF BOB RON LEI MDL "

// addCurrencies fills in signs, codes, nouns and nations.
func (x *lexicon) addCurrencies() {
	for _, codes := range []string{isoCodes, isoRetired} {
		for i := 0; i < len(codes); i += 3 {
			x.code(codes[i : i+3])
		}
	}
	for _, code := range []string{"BTC", "ETH", "XBT", "IRT", "CNH", "CUC", "ZWL"} {
		x.code(code)
	}
	add := func(sort currencySort) func(key, word string) {
		return func(key, word string) {
			e := x.at(word)
			if e.sort == sortNone || e.sort == sortNoun {
				e.set, e.sort = x.set(key), sort
			}
		}
	}
	each(currencySigns, add(sortSign))
	x.at("$").set, x.at("$").sort = x.set(dollars), sortSign
	x.at("＄").set, x.at("＄").sort = x.set(dollars), sortSign
	each(currencyNouns, add(sortNoun))
	each(currencyLetters, add(sortSign))
	each(minorNouns, func(key, word string) {
		parts, codes, _ := strings.Cut(key, "/")
		if codes == "coin" {
			codes = coins
		}
		e := x.at(word)
		e.hundredths = number(parts)
		if e.sort == sortNone {
			e.set, e.sort = x.set(codes), sortNoun
		}
	})
	each(nations, func(key, word string) { x.at(word).nation = x.set(key) })
	each(dollarPrefixes, func(key, word string) {
		p := x.entry(hashPhrase(hashWord(word), hashWord("$")))
		p.set, p.sort = x.set(key), sortSign
	})
	each(accentWords, func(_, word string) { x.at(word).accent = true })
	each(capitalWords, func(_, word string) { x.at(word).capital, x.at(word).weak = true, true })
	each(weakWords, func(_, word string) { x.at(word).weak = true })
}

// code enters an ISO code; only capitals make it one.
func (x *lexicon) code(code string) {
	e := x.at(code)
	e.set, e.sort = x.set(code), sortCode
	e.weak = strings.Contains(weakCodes, " "+code+" ")
}
