package guard

import "strings"

// Results call countries by their codes, and people by their names.

// countryTable lists the names of countries that shops send to, by their ISO 3166 codes.
const countryTable = `
AT = austria österreich autriche oostenrijk áustria österrike
AU = australia australien australie austrália
BE = belgium belgien belgique bélgica belgio belgië
BR = brazil brasilien brésil brasil brasile brazilië
CA = canada kanada canadá
CH = switzerland schweiz suisse suiza svizzera zwitserland suíça
CZ = czechia czech_republic tschechien tchéquie chequia cechia tsjechië tjeckien
DE = germany deutschland allemagne alemania germania duitsland alemanha tyskland
DK = denmark dänemark danemark dinamarca danimarca denemarken danmark
ES = spain spanien espagne españa spagna spanje espanha
FI = finland finnland finlande finlandia finlândia
FR = france frankreich francia frankrijk frança frankrike
GB = united_kingdom uk great_britain britain england großbritannien vereinigtes_königreich royaume-uni reino_unido regno_unito verenigd_koninkrijk storbritannien
GR = greece griechenland grèce grecia griekenland grécia grekland
HU = hungary ungarn hongrie hungría ungheria hongarije hungria ungern
IE = ireland irland irlande irlanda ierland
IT = italy italien italie italia italië itália
JP = japan japon japón giappone japão
LU = luxembourg luxemburg luxemburgo lussemburgo
MX = mexico mexiko mexique méxico messico
NL = netherlands the_netherlands holland niederlande niederlanden pays-bas países_bajos holanda paesi_bassi olanda nederland países_baixos nederländerna
NO = norway norwegen norvège noruega norvegia noorwegen norge
PL = poland polen pologne polonia polônia polónia
PT = portugal portogallo
SE = sweden schweden suède suecia svezia zweden suécia sverige
US = united_states usa america vereinigte_staaten états-unis estados_unidos stati_uniti verenigde_staten
`

// countries holds the names of countries by their codes.
var countries = func() map[string][]string {
	byCode := map[string][]string{}
	each(countryTable, func(code, name string) { byCode[code] = append(byCode[code], strings.ReplaceAll(name, "_", " ")) })
	byCode["UK"] = byCode["GB"]
	return byCode
}()

// countryNames adds the names of the countries that records are called by the codes of.
func countryNames(list []*label) []*label {
	for _, l := range list {
		if len(l.exact) != 2 {
			continue
		}
		for _, name := range countries[l.exact] {
			add := &label{groups: l.groups, bracket: -1}
			for _, t := range scan(name, nil) {
				if k := t.key(); k != 0 {
					add.keys = append(add.keys, k)
				}
			}
			list = append(list, add)
		}
	}
	return list
}
