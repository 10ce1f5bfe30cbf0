package guard_test

import "testing"

// TestIDForms: an id of any usual form is compared character by character.
func TestIDForms(t *testing.T) {
	const ids = `{"orders":[{"number":"204-8813"},{"number":"204-9120"}],"part":"417XR-CY","meter":"2KLM0044918273","parcel":"7B20044917735","invoice":"2025/0448","fine":"31-220917-6","reference":"4120 7733 0091 2264","iban":"DE89370400440532013000","phone":"911 204 337"}`
	v := verdicts{"ids", ids, "", []string{
		"- **204-8814** · delivered", "You need the 418XR-CY (cyan).", "Zähler 2KLM0044918274", "Colis 7B20044917736", "Factura 2025/0449", "Expediente 31-220917-7",
		"Use 4120 7733 0091 2265.", "IBAN DE89 3704 0044 0532 0130 01", "Llama al 911 204 338.",
	}, []string{
		"- **204-8813** · delivered", "You need the 417XR-CY (cyan).", "Zähler 2KLM0044918273", "Colis 7B20044917735", "Factura 2025/0448", "Expediente 31-220917-6",
		"Use 4120 7733 0091 2264.", "IBAN DE89 3704 0044 0532 0130 00", "Llama al 911 204 337.",
		"It is a 4K-UHD screen.", "200-1500 guests came.", "A 24H-Service", "The 2XL-BLACK is nice.", "M-55 and 5G",
	}}
	v.run(t)
}
