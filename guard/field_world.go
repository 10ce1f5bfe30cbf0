package guard

import "strings"

// worldField says what a word of a key means in German, French, Spanish, Italian, Dutch, Portuguese or Swedish, where
// English does not have it. The word is in small letters and has no plural s.
func worldField(w string) field {
	switch w {
	case "precio", "prix", "prezzo", "prezzi", "prijs", "prijzen", "preço", "preco", "pris", "preis", "preise", "tarif", "tarife", "tarifa",
		"tariffa", "tariffe", "tarief", "tarieven":
		return field{role: RolePrice, sort: fieldMoney}
	case "listino", "anterior", "ancien", "initial", "vorher", "alter", "ursprünglich", "urspruenglich", "oorspronkelijk", "précédent",
		"precedente", "iniziale", "inicial":
		return field{role: RoleListPrice}
	case "gesamt", "summe", "totale", "totaal", "totalt", "ttc", "gesamtpreis", "samen", "somma", "suma", "zwischensumme":
		return field{role: RoleTotal, sort: fieldMoney}
	case "solde", "kontostand", "tegoed", "restsaldo", "kontosaldo":
		return field{role: RoleBalance, sort: fieldMoney}
	case "remise", "réduction", "descuento", "sconto", "desconto", "korting", "nachlass", "ersparnis":
		return field{role: RoleDiscount, sort: fieldMoney}
	case "tva", "iva", "btw", "moms", "ust", "mehrwertsteuer", "umsatzsteuer", "steuer", "impuesto", "imposta", "imposte":
		return field{role: RoleTax, sort: fieldMoney}
	case "versandkosten", "lieferkosten", "lieferung", "livraison", "envio", "envío", "spedizione", "verzending", "verzendkosten", "bezorging",
		"bezorgkosten", "consegna", "entrega", "frete", "frakt", "porto", "port":
		return field{role: RoleShipping}
	case "betrag", "montant", "importe", "importo", "bedrag", "belopp", "monto", "wert", "waarde", "valeur", "valore", "valor", "frai",
		"gebühr", "gebuehr", "supplement", "supplément", "supplemento", "suplemento", "zuschlag", "toeslag", "surcharge", "recargo", "comision", "comisión", "commissione", "commission", "cuota", "mensualite", "mensualité", "rata", "prämie",
		"praemie", "prima", "speso", "spesa", "spese", "gastado", "gasto", "depense", "dépense", "ausgegeben", "ausgaben", "uitgegeven", "despesa", "utgift", "premio", "cotisation", "beitrag", "huur", "miete", "loyer", "alquiler", "canone",
		"deposition", "kaution", "caution", "fianza", "cauzione", "caução", "caucao", "borgsom", "anzahlung", "acompte", "aanbetaling", "acconto", "anticipo", "avgift", "kostnad", "coste", "costo", "costi",
		"coperto", "franquicia", "franchigia", "franquia", "selbstbeteiligung", "eigenanteil", "hyra", "aluguel", "mensalidade", "mensilità", "coût", "cout", "custo", "tassa", "eigenbijdrage", "självrisk", "sjalvrisk":
		return field{sort: fieldMoney}
	case "menge", "anzahl", "stück", "stueck", "quantite", "quantité", "cantidad", "unidade", "unidad", "quantita", "quantità", "aantal", "antal",
		"quantidade", "punkte", "point", "punto", "punti", "punten", "mile", "noche", "nächte", "naechte", "nuit", "notti", "nachten",
		"nächter", "personen", "persona", "persone", "personne", "gewicht", "poid", "peso", "seiten", "uren", "ore", "stunden":
		return field{sort: fieldCount}
	case "bestand", "voorraad", "existencia", "disponibile", "disponibili", "disponible", "libre", "liberi", "frei", "vrij", "restante",
		"lager", "lagerbestand", "giacenza", "verfügbar", "verfuegbar":
		return field{role: RoleStock, sort: fieldCount}
	case "prozent", "pourcent", "pourcentage", "porcentaje", "percentuale", "procent", "perc", "zins", "zinssatz", "taux", "tasso", "tae",
		"tan", "taeg", "tin", "satz", "sats", "rente", "jkp", "ränta", "taxa", "steuersatz", "apr", "apy", "aer", "interest", "intere", "interé", "interessi", "interesse", "interet", "intérêt", "ltv":
		return field{sort: fieldPercent}
	case "waehrung", "währung", "devise", "monnaie", "moneda", "divisa", "valuta", "moeda":
		return field{sort: fieldLabel}
	}
	return compoundField(w)
}

// compoundField reads the last part of a compound, by which German, Dutch and Swedish form most of their keys:
// "einzelpreis", "maandprijs", "gesamtbetrag".
func compoundField(w string) field {
	for _, end := range [...]string{"preis", "prijs", "betrag", "bedrag", "summe", "gebühr", "gebuehr", "saldo", "rabatt", "bestand", "menge", "anzahl", "kosten", "beitrag", "pris", "avgift", "belopp", "kostnad", "zuschlag", "toeslag", "tillägg", "pauschale", "miete"} {
		stem := strings.TrimSuffix(w, end)
		if stem == w || len(stem) < 3 {
			continue
		}
		f := readKey(end)
		if f.role == RolePrice && (strings.HasPrefix(stem, "list") || strings.HasPrefix(stem, "alt") || strings.HasPrefix(stem, "streich") || strings.HasPrefix(stem, "advies") || strings.HasPrefix(stem, "catalog") || strings.HasPrefix(stem, "katalog") || strings.HasPrefix(stem, "regul")) {
			f.role = RoleListPrice
		}
		if strings.HasPrefix(stem, "gesam") || strings.HasPrefix(stem, "tota") || strings.HasPrefix(stem, "eind") || strings.HasPrefix(stem, "end") {
			f.role = RoleTotal
		}
		if strings.HasPrefix(stem, "einkauf") || strings.HasPrefix(stem, "inkoop") || strings.HasPrefix(stem, "selbst") {
			f.role = RoleCost
		}
		if f.sort == fieldUnknown {
			f.sort = fieldMoney
		}
		return f
	}
	return field{}
}

// unitWord reports whether a word of a key is a unit that a figure is measured in: "used_gb", "consumo_kwh".
func unitWord(w string) bool {
	switch w {
	case "kwh", "mwh", "wh", "kw", "w", "gb", "mb", "kb", "tb", "gib", "mib", "go", "mo", "giga", "mbit", "gbit", "mbp", "mbps", "gbps", "km", "m", "cm",
		"mm", "mi", "ft", "kg", "g", "mg", "lb", "oz", "l", "ml", "cl", "m2", "m3", "qm", "mq", "sqm", "sqft", "litre", "liter", "litro", "litri",
		"metro", "metri", "meter", "metre", "kilometer", "kilometre", "db", "inch", "mah", "hz", "px", "dpi", "kcal", "rpm", "ps", "hp":
		return true
	}
	return false
}

// perWord reports whether a word of a key says that the next one is what the figure is for: "per_day", "preis_pro_nacht".
func perWord(w string) bool {
	switch w {
	case "per", "pro", "par", "por", "je", "al", "a":
		return true
	}
	return false
}

// singleUnit reports whether a key names one unit of time or of measure, not several: an amount under it is for that one,
// as in "beitrag_monat", "month", "litro".
func singleUnit(key string) bool {
	for key != "" {
		end := strings.IndexAny(key, "_-. ")
		word, rest := key, ""
		if end >= 0 {
			word, rest = key[:end], key[end+1:]
		}
		switch strings.ToLower(word) {
		case "day", "night", "week", "month", "year", "hour", "minute", "tag", "nacht", "woche", "monat", "jahr", "stunde", "jour", "nuit", "semaine", "mois",
			"an", "heure", "dia", "día", "noche", "semana", "mes", "año", "hora", "giorno", "notte", "settimana", "mese", "anno", "ora", "dag", "maand",
			"jaar", "uur", "kwartaal", "trimestre", "quarter", "quartal", "liter", "litre", "litro", "kg", "kilo", "m2", "m3", "km", "mb", "gb", "kwh":
			return true
		}
		key = rest
	}
	return false
}
