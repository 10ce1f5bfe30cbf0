package guard

import "strings"

// isoCodes holds the active codes of ISO 4217 (funds and metals left out), sorted, three letters each.
const isoCodes = "AEDAFNALLAMDAOAARSAUDAWGAZNBAMBBDBDTBGNBHDBIFBMDBNDBOBBRLBSDBTNBWPBYNBZDCADCDFCHFCLPCNYCOPCRCCUPCVECZK" +
	"DJFDKKDOPDZDEGPERNETBEURFJDFKPGBPGELGHSGIPGMDGNFGTQGYDHKDHNLHTGHUFIDRILSINRIQDIRRISKJMDJODJPYKESKGSKHRKMFKPWKRW" +
	"KWDKYDKZTLAKLBPLKRLRDLSLLYDMADMDLMGAMKDMMKMNTMOPMRUMURMVRMWKMXNMYRMZNNADNGNNIONOKNPRNZDOMRPABPENPGKPHPPKRPLNPYG" +
	"QARRONRSDRUBRWFSARSBDSCRSDGSEKSGDSHPSLESOSSRDSSPSTNSVCSYPSZLTHBTJSTMTTNDTOPTRYTTDTWDTZSUAHUGXUSDUYUUZSVEDVESVNDVUV" +
	"WSTXAFXCDXCGXOFXPFYERZARZMWZWG"

// isoRetired holds codes that are no longer issued but still written, sorted.
const isoRetired = "ATSBEFBYRCUCCYPDEMEEKESPFIMFRFGRDHRKIEPITLLTLLUFLVLMROMTLNLGPTEROLSITSKKSLLSTDTRLVEFZMKZWL"

// KnownCurrency reports whether code is an ISO 4217 currency code in capitals, active or retired. "" is none.
func KnownCurrency(code string) bool { return listed(isoCodes, code) || listed(isoRetired, code) }

// listed looks for code in a sorted list of three-letter codes.
func listed(list, code string) bool {
	if len(code) != 3 {
		return false
	}
	low, high := 0, len(list)/3
	for low < high {
		mid := (low + high) / 2
		switch c := strings.Compare(list[mid*3:mid*3+3], code); {
		case c == 0:
			return true
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return false
}

// CurrencyExponent returns how many decimals the minor unit of an ISO 4217 currency has: 2 for EUR, 0 for JPY, 3 for
// KWD. For a code that it does not know it returns 2, as nearly all have.
func CurrencyExponent(code string) int {
	switch code {
	case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF",
		"ITL", "ESP", "BYR", "TRL", "BEF", "LUF":
		return 0
	case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND":
		return 3
	case "CLF", "UYW":
		return 4
	}
	return 2
}
