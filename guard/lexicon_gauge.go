package guard

import "strings"

// gauge is what a quantity is measured in, or what it counts, a bit each. The zero gauge is unknown.
type gauge uint64

const (
	gaugeStock  gauge = 1 << iota // how many there are: it may count anything
	gaugePiece                    // pieces and articles, likewise
	gaugeSeat                     // seats, places and tickets
	gaugePoint                    // of a loyalty card
	gaugeReview                   // how many have judged
	gaugeStar                     // what they gave
	gaugePage
	gaugePortion
	gaugeLesson
	gaugeRate // instalments
	gaugeLicence
	gaugeClient
	gaugePhoto
	gaugeMessage
	gaugeBottle
	gaugeRoom
	gaugePerson
	gaugeOrder
	gaugeKilo
	gaugeGram
	gaugePound
	gaugeOunce
	gaugeTonne
	gaugeKilometre
	gaugeMetre
	gaugeCentimetre
	gaugeMillimetre
	gaugeMile
	gaugeFoot
	gaugeInch
	gaugeArea
	gaugeVolume
	gaugeLitre
	gaugeCentilitre
	gaugeMillilitre
	gaugeEnergy
	gaugePower
	gaugeKilowatt
	gaugeVolt
	gaugeCharge
	gaugeHertz
	gaugeGigabyte
	gaugeMegabyte
	gaugeTerabyte
	gaugeMegabit
	gaugeGigabit
	gaugeSound
	gaugeHeat
	gaugePixel
	gaugeSpeed
	gaugeSize // of a garment: never how many

	// gaugeMeasures are those of units, of which nobody buys so many.
	gaugeMeasures = (gaugeSize - 1) &^ (gaugeKilo - 1)

	// gaugeNeverPaid are those of keys under which no amount stands: "ticket" may be the price of one, "reviews" may not.
	gaugeNeverPaid = gaugeStock | gaugePoint | gaugeReview | gaugeStar | gaugeClient

	// gaugeEarned are those that an account can hold in place of money.
	gaugeEarned = gaugePoint | gaugeMile

	// gaugeThings are those that a stock may be of.
	gaugeThings = gaugeStock | gaugePiece | gaugeSeat | gaugePortion | gaugeLesson | gaugeLicence | gaugeBottle | gaugeRoom
)

// gaugeTable holds the words by which replies and keys name them, in the languages of the lexicon. A word with "-" before it
// is one of keys alone: in a sentence it makes no quantity of the number before it.
const gaugeTable = `
stock = -hand -sellable -stock -inventory -available -availability -remaining -restantes -restante -libres -libre -disponibles -disponible -disponibili -liberi -bestand -lagerbestand -lager -frei -verfügbar -voorraad -vrij -vrije -over -giacenza -existencias -left -onhand
piece = piece pieces pc pcs unit units item items article articles stück stücke exemplar exemplare pièce pièces exemplaire exemplaires artículo artículos unidad unidades pieza piezas pezzo pezzi articolo articoli peça peças stuk stuks artikelen artiklar pair pairs paar paare paire paires par pares paio paia copy copies
seat = seat seats places spots ticket tickets sitz sitze sitzplätze platz plätze plätzen karten siège sièges billet billets plaza plazas asiento asientos entrada entradas posto posti biglietto biglietti lugar lugares bilhete bilhetes plaats plaatsen plek plekken kaartje kaartjes platser plats biljett biljetter
point = point points punkt punkte punkten punkteanzahl bonuspunkte treuepunkte punto puntos punti punt punten ponto pontos poäng
review = review reviews rating ratings bewertung bewertungen rezensionen avis reseña reseñas opinión opiniones recensione recensioni beoordeling beoordelingen avaliação avaliações omdöme omdömen
star = -voto -voti -note -nota -punteggio -puntuación -score -rating -ratings -bewertung -avaliação star stars stern sterne étoile étoiles estrella estrellas stella stelle ster sterren estrela estrelas stjärna stjärnor
page = page pages seite seiten página páginas pagina pagine paginas sida sidor
portion = portion portions serving servings meal meals portionen gerichte mahlzeiten repas ración raciones comida comidas porzione porzioni pasto pasti portie porties maaltijden porção porções refeição refeições portioner måltider
lesson = lessons sessions classes lektionen unterrichtsstunden sitzungen leçons séances clases sesiones lezioni sedute sessioni lessen sessies aulas sessões lektioner
rate = instalment instalments installment installments raten monatsraten mensualité mensualités échéances cuota cuotas plazo plazos rata parcelas prestações termijn termijnen delbetalningar
licence = licences licenses lizenzen licencias licenze licenties licenças licenser users nutzer benutzer utilisateurs usuarios utenti gebruikers utilizadores usuários användare
client = clients customers households subscribers kunden haushalte haushalten abonnés foyers clientes hogares abonados clienti famiglie klanten huishoudens kunder hushåll
photo = photos pictures images fotos bilder imágenes immagini imagens
message = sms messages texts nachrichten mensajes messaggi berichten mensagens meddelanden emails
bottle = bottles boxes packs packages bags flaschen kartons packungen pakete bouteilles boîtes paquets cartons botellas cajas paquetes bottiglie scatole confezioni flessen dozen pakken pakketten garrafas caixas pacotes flaskor
room = -room -rooms -bedroom -bedrooms -zimmer -chambre -habitación -habitaciones -camera -camere -kamer -kamers
person = -person -persons -people -guest -guests -adult -adults -child -children -party -personen -gäste -personnes -personas -persone -pessoas
order = -order -orders -bestellungen -commandes -pedidos -ordini -bestellingen
kilo = kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilo chili chilogrammi quilo quilos
gram = g gram grams gramm gramme grammes gramo gramos grammo grammi
pound = lb lbs
ounce = oz ounce ounces
tonne = tonne tonnes tons tonnen toneladas tonnellate ton
kilometre = km kilometer kilometers kilometre kilometres kilometern kilomètre kilomètres kilómetro kilómetros chilometro chilometri quilómetros quilômetros freikilometer
metre = m meter meters metre metres metern mètre mètres metro metros metri
centimetre = cm centimeter centimeters centimetre centimetres zentimeter zentimetern centimètre centimètres centímetro centímetros centimetro centimetri
millimetre = mm millimeter millimeters millimetre millimetres millimètre millimètres milímetro milímetros millimetri
mile = mile miles mi meilen
foot = ft feet
inch = inch inches zoll pouces pulgadas pollici polegadas tum
area = qm mq sqm sqft m2 quadratmeter quadratmetern kvm
volume = m3 kubikmeter
litre = l litre litres liter liters litern litro litros litri
centilitre = cl
millilitre = ml
energy = kwh mwh wh kilowattstunden kilowattheures
power = w watt watts
kilowatt = kw kilowatt kilowatts ps hp cv ch
volt = v volt volts
charge = mah ah
hertz = hz khz mhz ghz
gigabyte = gb gigabyte gigabytes giga gigas gib go
megabyte = mb megabyte megabytes mega megas mib mo
terabyte = tb terabyte terabytes tib
megabit = mbit mbps mbits megabit megabits mégabits
gigabit = gbit gbps gbits gigabit gigabits
sound = db dba decibel decibels dezibel décibels decibelios
heat = kcal kj cal calorie calories kalorien calorías
pixel = px mp megapixel megapixels dpi
speed = kmh kph mph
size = -size -größe -groesse -taille -talla -taglia -maat -tamanho -storlek -version -screen -position -rank -index -level -floor -etage
`

var gaugeNames = [...]string{
	"stock", "piece", "seat", "point", "review", "star", "page", "portion", "lesson", "rate", "licence", "client", "photo", "message", "bottle", "room", "person",
	"order", "kilo", "gram", "pound", "ounce", "tonne", "kilometre", "metre", "centimetre", "millimetre", "mile", "foot", "inch", "area", "volume", "litre",
	"centilitre", "millilitre", "energy", "power", "kilowatt", "volt", "charge", "hertz", "gigabyte", "megabyte", "terabyte", "megabit", "gigabit", "sound", "heat",
	"pixel", "speed", "size",
}

// restTable holds the words that announce how many there still are, and those that take up what was counted before.
const restTable = `
rest = sobrarían sobraría sobrarán avanzerebbero avanzano avanzerebbe quedarían quedaría remaining missing reste restent resterait resteraient quedaría quedarían resterebbe resterebbero restariam restaria sobrariam sobraria  quedan queda quedaban restano resta rimangono rimane restam sobram nog noch kvar mancano manca bastano basta bastan basten faltan falta manquent manque fehlen fehlt ontbreken
part = of_them of_those of_these of_which davon von_denen dont d'entre_eux d'entre_elles de_ellos de_ellas de_los_cuales de_las_cuales di_cui di_questi di_essi daarvan waarvan hiervan deles delas dos_quais das_quais av_dem
`

// addGauges fills in what words measure or count. A sign before a word says that keys alone have it.
func (x *lexicon) addGauges() {
	each(gaugeTable, func(key, word string) {
		g := gauge(1) << nameIndex(gaugeNames[:], key)
		word, alone := strings.CutPrefix(word, "-")
		e := x.at(word)
		e.keyGauge |= g
		if !alone {
			e.gauge |= g
		}
	})
	each(restTable, func(key, word string) {
		if key == "part" {
			x.at(word).tones |= tonePart
		} else {
			x.at(word).tones |= toneRest
		}
	})
}
