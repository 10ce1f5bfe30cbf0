package eval

// monthsOf returns the month names of a language, January first, and nil for one that is not known here.
// The empty language is English. Source: Unicode CLDR, format wide.
func monthsOf(language string) []string {
	switch baseLanguage(language) {
	case "", "en":
		return []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	case "de":
		return []string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"}
	case "fr":
		return []string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
	case "es":
		return []string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"}
	case "it":
		return []string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"}
	case "nl":
		return []string{"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december"}
	case "pt":
		return []string{"janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro", "novembro", "dezembro"}
	case "sv":
		return []string{"januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september", "oktober", "november", "december"}
	}
	return nil
}

// weekdaysOf returns the weekday names of a language, Sunday first, and nil for one that is not known here.
func weekdaysOf(language string) []string {
	switch baseLanguage(language) {
	case "", "en":
		return []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	case "de":
		return []string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"}
	case "fr":
		return []string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
	case "es":
		return []string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"}
	case "it":
		return []string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"}
	case "nl":
		return []string{"zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"}
	case "pt":
		return []string{"domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"}
	case "sv":
		return []string{"söndag", "måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag"}
	}
	return nil
}
