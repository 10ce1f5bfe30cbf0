package guard

// cue is what a word tells about the claims near it.
type cue uint64

const (
	cueArticle cue = 1 << iota // "a", "ein": one, before a noun
	cueAnd                     // "and"
	cueApprox                  // "about"
	cueNot                     // "not"
	cueFrom                    // "from"
	cueTo                      // "to"
	cueBetween                 // "between"
	cueUpTo                    // "up to", "under"
	cueOver                    // "over", "at least"
	cueIf                      // "if"
	cueSuppose                 // "suppose", "were"
	cueYours                   // "your", "you": the customer's own
	cueSaid                    // "said", "mentioned", "budget"
	cueYes                     // "yes", "correct"
	cueIs                      // "is", "costs": a figure follows that is a price
	cueOff                     // "off"
	cuePer                     // "per", "each"
	cuePercent                 // "percent"
	cueTotal                   // "total", "together"
	cueMore                    // "more", "cheaper", "save"
	cueTax                     // "VAT", "incl."
	cueNumber                  // "number", "no.", "order"
	cueAgo                     // "ago"
	cueClock                   // "o'clock", "Uhr"
	cueAM
	cuePM
	cueToday
	cueTomorrow
	cueYesterday
	cueNext
	cueLast
	cueThis
	cueIn
	cueUTC
	cueMinus
	cueAbbr // an abbreviation whose full stop ends no sentence
	cueTimes
	cueBusiness
	cueWould      // "would"
	cueOf         // "of", between a number and what it counts
	cueWith       // "with": smaller units follow
	cuePoint      // "point": decimals follow
	cueHave       // an auxiliary of what is done: "have", "was"
	cueModal      // what is not done yet: "will", "can", "if"
	cueSelf       // "I", "we"
	cueBoth       // "both": two
	cueDayPart    // "morning"
	cueBegin      // "beginning of"
	cueEnd        // "end of"
	cueAfter      // "after", "before"
	cueBudget     // "budget", "spend": a figure of the customer's own
	cueCopula     // "is", "costs"
	cueCosts      // "costs": a price follows
	cueInstalment // "instalments"
	cuePhone      // "phone"
	cueFor        // "for 3"
	cueLater      // "from now"
	cueDate       // "on", "by": a day may follow
	cueTenfold    // a tenth: 折, 割, 成
	cuePercentOf  // 百分之: a percentage follows
)

const cueTable = `
approx = knapp about around approximately roughly approx circa ca ungefähr etwa rund zirka environ approximativement aproximadamente unos unas alrededor cerca circa ongeveer zowat ungefär cirka omkring nearly almost fast quase presque casi quasi 约 約 大约 およそ ほぼ 약 लगभग yaklaşık some c.a rond naar_schatting near
not = not no never cannot won't isn't nicht kein keine keinen keiner nie non pas jamais nunca não jamás niet geen nooit inte ingen ej không 不 没 ない 아니 नहीं değil without ohne sans sin senza sem zonder utan
from = from von ab desde dès dès_ da à_partir_de a_partir_de de vanaf van från starting_at starts_at starting_from starting beginning_at as_low_as ab_nur at_least
to = to au jusqu'au bis_zum bis_zu_den bis à a al fino thru till til through until hasta jusqu'à até tot 到 至 から
between = between zwischen entre tra fra tussen mellan
upto = up_to bis_zu jusqu'à hasta fino_a até tot upp_till under below less_than at_most no_more_than or_less maximum max unter weniger_als höchstens maximal moins_de menos_de meno_di minder_dan onder mindre_än sous within fewer_than not_more_than cheaper_than lower_than 不到 以下 未満 미만 이하 最多 不超过
over = over above more_than at_least minimum or_more min über mehr_als mindestens wenigstens plus_de plus_que más_de più_di mais_de meer_dan boven mer_än över exceeding at_minimum higher_than greater_than minimum_of au_moins al_menos almeno pelo_menos minstens minst 以上 超过 超 넘는 이상 초과 至少 最少 no_less_than
if = if wenn falls si se als om
suppose = suppose supposing imagine hypothetically assume assuming angenommen hypothetisch supposons imaginons supongamos supponiamo suponhamos
would = would were wäre wären würde serait sería sarebbe seria zou skulle
yours = your you you've you'd yours dein deine deinem deinen deiner du sie ihr ihre ihrem ihren ihrer votre vos ton ta tu vous su tus usted tuo tua suo seu sua você je jouw uw din ditt dina
said = said say mentioned mention told asked gave wrote paid wanted want named entered quoted gesagt genannt erwähnt geschrieben gefragt wunschpreis preisvorstellung dit mentionné demandé dicho mencionado mencionaste detto disse menzionato mencionou gezegd genoemd sa sagt nämnde genannten genannte erwähnten nannten nannte angegeben noemde noemden opgaf indicou indicaste indicó indicado disseste indiqué indiquiez évoqué évoquiez dijiste dijo indicabas dicevi diceva accennato indicato nämnt angav
yes = yes yep yeah correct right indeed confirmed exactly ja stimmt richtig genau korrekt oui exact exactement effectivement sí correcto exacto sì esatto corretto sim correto exato juist klopt inderdaad precies jo stämmer precis
is = is are costs cost costing priced at for charge charges runs comes kostet kosten ist sind beträgt für coûte coûtent est sont cuesta cuestan es son costa costano è custa custam são kost kosten zijn kostar är sells buy
off = off rabatt nachlass discount reduced reduction remise réduction descuento rebaja sconto desconto korting ermäßigt reduziert günstiger less saving 省 立减 立減 直降 便宜 优惠 優惠 引き 値引き 割引 お得
per = per each apiece every pro je jeweils stück par chaque cada cadauno ciascuno por elk stuk styck vardera ciascuna chacune chacun pièce pezzo unidad monthly monatlich month's instalments installments raten monatsraten mensualités cuotas plazos parcelas prestações termijnen delbetalningar
percent = percent percents percentage pct procent prozent pourcent pourcents pourcentage percento porcento % per_cent por_ciento por_cien pour_cent per_cento por_cento パーセント 퍼센트 प्रतिशत yüzde percentage_points percentage_point percentuale porcentaje percentagem procentenheter prozentpunkte prozentpunkten points_de_pourcentage point_de_pourcentage puntos_porcentuales punto_porcentual punti_percentuali punto_percentuale pontos_percentuais ponto_percentual procentpunten procentpunt 퍼센트포인트 프로 퍼센트_포인트 百分点 百分點 个百分点 個百分點 个百分點 パーセンテージ パーセントポイント ポイント 折 割 成 割引 割引き
total = en_tout all_told tout_compris in_tutto bij_elkaar alles_in_allem en_conjunto total totals together altogether sum subtotal overall in_all insgesamt zusammen gesamt summe gesamtpreis gesamtbetrag gesamtsumme zwischensumme total_ ensemble totale somme totaal samen som totalt tillsammans summa suma juntos totalmente somma insieme altogether combined subtotale subtotaal sous-total 一共 共
more = pouparia pouparias pouparía ahorrarías ahorraría ahorrarás économiserais économiseriez économiserez risparmieresti risparmierebbe risparmierai risparmierebbe bespaar bespaarde sparten sparte weniger höher niedriger dyrare billigare higher lower between_them apart remain remains to_be_paid more less cheaper save saves saved saving savings difference grown gained increased risen gestiegen gewachsen augmenté aumentado aumentato gestegen ökat left leaves leave leaving remaining rest extra additional sparen sparst ersparnis differenz unterschied günstiger teurer billiger mehr übrig verbleiben restbetrag économisez économiser économie différence moins plus ahorras ahorra ahorro diferencia más menos quedan risparmi risparmia differenza rimangono poupa economiza diferença besparen bespaart verschil goedkoper duurder voordeliger in_meno in_più moins_cher plus_cher de_moins de_plus más_barato más_caro sparar skillnad more_expensive meno scheelt minder restent restano resta restera resteront reste bleiben bleibt quedarán quedará queda rimarranno rimane resteranno blijft blijven hou houd houdt dépasse supera adds upgrade upgrading aufpreis mehrpreis supplément suplemento supplemento 省 节省 節省 便宜 贵 お得 引き
tax = vat tax taxes gst hst mwst ust mehrwertsteuer steuer inkl incl including inclusive excl excluding tva ttc ht iva btw moms momsen taxe impuestos inklusive exklusive exkl inclusief exclusief compris comprise incluido incluida
number = number no nr nummer num ref reference order bestellung bestellnummer auftrag commande pedido ordine bestelling ticket case invoice rechnung booking tracking sku artikel article item art id account konto kundennummer customer
ago = ago atrás 之前 以前 前 vor il_y_a hace fa há geleden sedan
clock = o'clock uhr heures uur h
am = am a.m
pm = pm p.m
today = today tonight heute aujourd'hui hoy oggi hoje vandaag idag 今日 今天 오늘
tomorrow = tomorrow morgen demain mañana domani amanhã imorgon 明天 明日 내일
yesterday = yesterday gestern hier ayer ieri ontem gisteren igår 昨天 昨日 어제
next = next upcoming nächste nächsten nächster nächstes kommenden prochain prochaine próximo próxima prossimo prossima prossimi prossime próximos próximas prochains prochaines que_viene qui_vient que_vem volgende nästa coming following
last = last letzte letzten letzter letztes vergangenen dernier dernière derniers dernières pasado pasada último scorso scorsa passado passada vorige afgelopen förra past previous
this = this diese diesen dieser dieses ce cette este esta questo questa deze dit denna detta current
in = in tra fra dentro_de daqui_a dans en em om im within nach during since
utc = utc gmt z
later = from_now 之后 以后 后 後 later senare hence from_today später plus_tard después dopo depois
date = on by until till before after since am vom zum bis_zum seit le el il em op den date dated
for = for für pour para per por voor för
both = both beide beiden les_deux las_dos los_dos le_due i_due the_two de_twee os_dois as_duas de_två die_zwei ambos ambas entrambi båda
daypart = morning afternoon evening night noon midnight lunchtime abend nachmittag vormittag mittag nacht morgen matin soir après-midi tarde noche mañana mattina sera manhã noite ochtend avond middag kväll
begin = beginning början principios comienzos inicios start early earlier begin anfang début inicio comienzo inizio início
end = end finales slutet eind late later ende fin final fine fim eind slut
after = after nach après después dopo depois na efter before vor avant antes prima voor före
budget = budget budgets limit ceiling spend spending afford range preisrahmen preislimit grenze obergrenze preisgrenze preisvorstellung ausgeben plafond presupuesto límite tope gastar limite tetto orçamento gastar budgetgräns gräns spenderen limiet grens
copula = is are it's costs cost ist sind kostet kosten est sont coûte coûtent es son cuesta cuestan è sono costa costano é são custa custam is kost är kostar beträgt that's comes
costs = costs cost kostet kosten coûte coûtent cuesta cuestan costa costano custa custam kost kostar
instalment = instalments installments raten monatsraten mensualités cuotas plazos parcelas prestações termijnen delbetalningar rate_mensili
phone = phone telephone tel mobile cell fax whatsapp hotline call telefon telefonnummer handy handynummer anrufen ruf téléphone appelez teléfono móvil llámenos telefono cellulare telefone celular ligue telefoon bel telefonnummer ring 电话 電話 전화
of = of de d di von van af av del do dos das
with = with con com mit avec med met
point = point punto coma komma virgule virgola vírgula ponto punkt con 点 點 쩜
tenfold = 折 割 成 割引 割引き
percentof = 对折 對折 百分之 百分の 千分之 万分之 百万分之
minus = マイナス 负 負 minus negative loss
abbr = ca kl approx mwst ust zzgl zgl exkl bzgl gem ggfs no nr mr mrs ms dr st vs etc art inkl incl excl evtl bzw ggf max min fr rs inc co corp ltd jan feb mar apr jun jul aug sep sept oct nov dec dez okt mrz tel abs bspw usw st str u.a z e.g i.e a.m p.m nos p pp vol fig bd hr std mio mrd tsd mln eur руб р грн pkt
times = x times mal × fois veces volte vezes keer gånger
business = business working werktag werktage werktagen arbeitstag arbeitstage arbeitstagen ouvré ouvrés ouvrable ouvrables hábil hábiles laborable laborables lavorativo lavorativi úteis werkdag werkdagen arbetsdag arbetsdagar
`

// cueNames ties the keys of the cue table to their bits.
var cueNames = map[string]cue{
	"approx": cueApprox, "not": cueNot, "from": cueFrom, "to": cueTo, "between": cueBetween, "upto": cueUpTo, "over": cueOver,
	"if": cueIf, "suppose": cueSuppose, "would": cueWould, "later": cueLater, "phone": cuePhone, "instalment": cueInstalment, "costs": cueCosts, "budget": cueBudget, "copula": cueCopula, "daypart": cueDayPart, "begin": cueBegin, "end": cueEnd, "after": cueAfter, "for": cueFor, "date": cueDate, "of": cueOf, "with": cueWith, "point": cuePoint, "tenfold": cueTenfold, "percentof": cuePercentOf, "yours": cueYours, "said": cueSaid, "yes": cueYes, "is": cueIs, "off": cueOff,
	"per": cuePer, "percent": cuePercent, "total": cueTotal, "more": cueMore, "tax": cueTax, "number": cueNumber,
	"ago": cueAgo, "clock": cueClock, "am": cueAM, "pm": cuePM, "today": cueToday, "tomorrow": cueTomorrow,
	"yesterday": cueYesterday, "next": cueNext, "last": cueLast, "this": cueThis, "in": cueIn, "utc": cueUTC,
	"minus": cueMinus, "abbr": cueAbbr, "times": cueTimes, "business": cueBusiness, "both": cueBoth,
}

// addCues fills in the words that speak about a claim, and the subjects and roles that they name.
func (x *lexicon) addCues() {
	each(cueTable, func(key, word string) { x.at(word).cues |= cueNames[key] })
	each(aboutTable, func(key, word string) { x.at(word).about = About(nameIndex(aboutNames[:], key)) })
	each(roleTable, func(key, word string) { x.at(word).role = Role(nameIndex(roleNames[:], key)) })
}

// nameIndex returns the place of a name in a list; a name that is not there is a fault in a word table.
func nameIndex(list []string, name string) int {
	for i, s := range list {
		if s == name {
			return i
		}
	}
	panic("guard: " + name + " is no name in a word table")
}

const aboutTable = `
price = price prices priced cost costs costing preis preise kostet kosten prix coûte coûtent precio precios cuesta cuestan prezzo prezzi costa costano preço preços custa custam prijs kost pris priset kostar fee fare rate quote 价格 価格 값 가격 सस्ता कीमत fiyat fiyatı
delivery = bring brings bringing be_with_you with_you reach_you reaches_you courier arrived parcel eingetroffen angekommen ankommt ankommen eintreffen trifft paket sendung arrivera arrivé arrive colis llega llegará llegado llegó paquete arriva arriverà arrivato pacco bezorgd bezorgt geleverd aankomen aangekomen pakket chega chegará chegou kommer_fram levereras delivery deliver delivered delivers shipping ship ships shipped arrive arrives arrival arriving dispatched lieferung liefern geliefert lieferzeit liefertermin versand zustellung livraison livré expédié envío entrega entregado consegna spedizione entrega envio levering verzending bezorging leverans frakt versandkosten lieferkosten
balance = balance account saldo guthaben kontostand kontosaldo solde credit konto credito crédito compte tegoed restguthaben kartenguthaben kontoguthaben prepaidguthaben restsaldo resttegoed banksaldo rekeningsaldo spaartegoed spaarsaldo beltegoed cadeautegoed
discount = discount discounts off save saves saving savings rabatt nachlass ersparnis sparen sparst remise réduction descuento rebaja sconto desconto korting coupon voucher gutschein cashback rabatten
stock = in_stock on_stock auf_lager en_stock op_voorraad in_magazzino em_estoque i_lager på_lager en_existencias stock available left inventory vorrätig lager verfügbar bestand disponible disponibles stocks existencias disponibili estoque voorraad lagret units_left
`

const roleTable = `
cost = supplier wholesale einkaufspreis einstandspreis purchase_price cost_price our_cost margin marge
list_price = reduced_from down_from dropped_from lowered_from discounted_from reduziert_von herabgesetzt_von rrp msrp uvp list_price regular_price was statt originally original regulär ursprünglich instead_of anstelle anstatt i_stället_för istället_för invece_di invece_che en_lugar_de en_vez_de em_vez_de in_plaats_van formerly previously normalement au_lieu normally listenpreis pvp prix_conseillé usually catalogue_price before vorher retail_price old_price listino prezzo_di_listino prezzo_pieno precio_original precio_anterior prix_barré prix_catalogue ancien_prix prix_initial streichpreis originalpreis adviesprijs catalogusprijs oude_prijs ordinarie_pris
total = total totals subtotal altogether in_all insgesamt zusammen gesamt summe gesamtpreis gesamtbetrag zwischensumme totaalbedrag totaalprijs eindbedrag totale somme totaal samen totalt summa suma 合計 合计 总计 總計 共计
balance = balance saldo guthaben kontostand solde tegoed restguthaben kartenguthaben kontoguthaben prepaidguthaben restsaldo resttegoed banksaldo rekeningsaldo spaartegoed spaarsaldo beltegoed cadeautegoed
tax = vat tax taxes gst hst mwst ust mehrwertsteuer steuer steuern tva taxe iva impuestos impuesto tasas tasse imposte imposta btw belasting belastingen moms momsen
shipping = shipping delivery postage freight versand versandkosten lieferung lieferkosten livraison envío spedizione frete verzending verzendkosten bezorging bezorgkosten frakt porto consegna entrega zustellung zusendung verzenden verzendingen expédition envoi envíos enviar spedire spedizioni levering bezorgen lieferungen livraisons 送料 配送料 运费 運費 邮费 frakten fraktkostnad fraktkostnaden leverans leveransen
discount = discount save saves saving savings rabatt nachlass ersparnis spare sparen sparst remise réduction économise économises économisez économie économies ahorra ahorras ahorro risparmi risparmia risparmio pouparia pouparias poupa poupas ahorrarías ahorraría ahorrarás économiserais économiseriez risparmieresti risparmierebbe risparmierai bespaar bespaart besparing sparar besparar besparing descuento rebaja sconto desconto korting voucher gutschein coupon
stock = stock inventory vorrätig lager bestand voorraad
`
