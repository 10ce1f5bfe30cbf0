package guard

import (
	"strings"
	"sync"
)

// keyTable holds words that keys are made of, and what a reply calls the same thing in English, German, French, Spanish,
// Italian and Dutch. Names of records are looked for by it too: a ticket for a "Child" is one for "Kinder".
const keyWordTable = `
adult = adult adults grown_up erwachsene erwachsenen erwachsener adulte adultes adulto adultos adulta adulti volwassene volwassenen
child = child children kid kids kind kinder kindern enfant enfants niño niños niña niñas bambino bambini bambina kinderen
student = student students studierende studierenden studenten étudiant étudiants étudiante estudiante estudiantes studente studenti
senior = senior seniors senioren seniorinnen retraités jubilado jubilados pensionati anziani pensioner pensioners rentner
family = family families familie familien famille familles familia familias famiglia famiglie gezin gezinnen
group = group groups gruppe gruppen groupe groupes grupo grupos gruppo gruppi groep groepen
towel = towel towels handtuch handtücher serviette serviettes toalla toallas asciugamano asciugamani handdoek handdoeken
wine = wine wines wein weine weinbegleitung vin vins vino vinos vini wijn wijnen
breakfast = breakfast frühstück déjeuner desayuno colazione ontbijt
parking = parking parkplatz parken stellplatz stationnement aparcamiento parcheggio parkeren parkeerplaats
cleaning = cleaning reinigung endreinigung ménage nettoyage limpieza pulizia pulizie schoonmaak schoonmaakkosten
activation = activation activate aktivierung freischaltung anschluss anschlussgebühr activación alta attivazione activatie activering aansluiting aansluitkosten
rebooking = rebooking rebook rebooked umbuchung umbuchungen umbuchen umgebucht modification modifica omboeking omboeken
cancellation = cancellation cancel cancelling cancelled termination terminate storno stornierung stornieren kündigung kündigen kündigst annulation annuler résiliation résilier cancelación cancelar anulación anular cancellazione annullamento annullare disdetta disdire recesso annulering annuleren opzegging opzeggen
express = express expresslieferung expressversand eilzustellung exprès exprés espresso
standard = standard standardversand standaard estándar
pickup = pickup collect collection abholung abholen retrait recogida ritiro ritirare afhalen ophalen
return = return returns returned returning rückgabe rücksendung rücksenden rücksende rückversand retoure zurückgeben zurücksenden zurück zurückschicken retour retourner renvoi renvoyer devolución devolver reso restituzione restituire retourneren terugsturen terug
trial = trial probe probezeit probemonat testphase testzeitraum essai prueba prova proefperiode proef
bonus = bonus boni bonificación wechselbonus
use = used use usage using consumed consumption spent verbraucht verbrauch verbrauchten genutzt nutzung utilisé utilisés utilisation consommé consommés consommation usado usados utilizado consumido consumo gastado usato usati utilizzato utilizzati consumato consumi gebruikt gebruikte gebruik verbruikt verbruik
arrival = checkin arrival anreise einchecken arrivée llegada arrivo aankomst inchecken
departure = checkout departure abreise auschecken départ salida partenza vertrek uitchecken
remain = outstanding offen offene openstaand remaining remain remains left rest restlich restliche übrig verbleibend verbleiben verbleibt reste restant restants restantes restante restent quedan queda resto rimanenti rimangono rimasto rimasti restano resta over resterend resterende
taken = taken genommen pris disfrutado disfrutados goduti usufruiti opgenomen
plan = planned scheduled geplant verplant eingeplant prévu prévus planifiés planificados previsti pianificati gepland ingepland
entitlement = entitlement entitled allowance anspruch urlaubsanspruch jahresanspruch droit derecho spettano spettanti
pending = pending reserved vorgemerkt vorgemerkte ausstehend ausstehende reserviert attente pendiente pendientes sospeso openstaande gereserveerd
book = booked booking book gebucht buchung gebuchter réservation réserve comptable reserva contable prenotazione contabile boeking geboekt geboekte ledger buchungssaldo
available = available verfügbar verfügbarer verfügbare disponible disponibles disponibile disponibili beschikbaar beschikbare
overdraft = overdraft dispo dispokredit dispositionskredit überziehung überziehungsrahmen découvert descubierto scoperto roodstand
limit = limit limite límite limiet kreditlimit plafond
minimum = minimum minimal mindest mindestens mindestbestellwert minimale mínimo mínima minimo minima minimaal
maximum = maximum maximal höchst höchstens maximale máximo máxima massimo massima maximaal
previous = previous previously prior vorher vorherige vorherigen vorigen vorig précédent précédente précédemment anterior precedente scorsa scorso vorige
interest = interest zinsen zins zinssatz intérêt intérêts interés intereses interesse interessi rente rentevoet
insurance = insurance insurer versicherung krankenkasse kasse krankenversicherung assurance mutuelle assureur seguro aseguradora assicurazione verzekering verzekeraar
share = share anteil eigenanteil part participation parte quota aandeel
late = late overdue fine delay verspätet verspätung verzug mahnung mahngebühr retard retardo demora ritardo vertraging
base = base basic grund grundgebühr grundpreis basis basisprijs vastrecht
data = data daten datenvolumen données datos dati internet
storage = storage speicher speicherplatz stockage almacenamiento archiviazione opslag opslagruimte
user = user users benutzer nutzer utilisateur utilisateurs usuario usuarios utente utenti gebruiker gebruikers
course = course courses gang gänge plats platos portate gangen
bag = bag bags baggage luggage suitcase gepäck koffer gepäckstück bagage bagages valise valises equipaje maleta maletas bagaglio bagagli valigia
seat = seat seats sitz sitzplatz sitzplätze siège sièges asiento asientos posto posti stoel stoelen zitplaats zitplaatsen
guest = guest guests gast gäste hôte hôtes huésped huéspedes ospite ospiti gasten
labour = labour labor arbeit arbeitszeit arbeitslohn arbeitskosten main-d'œuvre manodopera arbeidsloon
part = parts teile ersatzteile pièces piezas repuestos ricambi onderdelen
call = call calls calling anruf anrufe anrufen appel appels llamada llamadas chiamata chiamate gesprek gesprekken
refund = refund refunded refunds reimburse reimbursed erstatten erstattet erstattung rückerstattung rückerstatten zurückerstatten zurückerstattet erstattungsbetrag remboursons remboursement rembourserons remboursera remboursé rembourser reembolsamos reembolso reembolsaremos reembolsado reembolsan reembolsar devolvemos devolveremos devuelven rimborsiamo rimborso rimborseremo rimborsato rimborsare terugbetaling terugbetalen terugbetaald terugstorten restitutie
promo = promo promotion promotional aktion aktionspreis promoción promozione promozionale actie actieprijs
regular = regular normal normale regulär regulärer régulier habituel habitual regolare normaal
member = member members mitglied mitglieder membre membres miembro miembros socio socios soci membro lid leden
visit = visit visits besuch besuche visite visites visita visitas bezoek bezoeken
contract = contract contrat contrato contratto vertrag mindestvertragslaufzeit vertragslaufzeit laufzeit
notice = notice kündigungsfrist préavis preaviso preavviso opzegtermijn
warranty = warranty garantie gewährleistung garantía garanzia guarantee
delivery = delivery deliver shipping lieferung lieferzeit lieferkosten versand versandkosten zustellung livraison livrer expédition entrega envío consegna spedizione bezorging bezorgkosten levering verzending verzendkosten
weekend = weekend wochenende finde fine_settimana
morning = morning morgens vormittag vormittags matin mattina ochtend
pass = pass pase passe dagpas tageskarte
initial = initial original originally opening ursprünglich ursprünglichen anfänglich initiale initialement inicial iniziale iniziali oorspronkelijk oorspronkelijke
width = width wide breit breite largeur large ancho anchura larghezza largo breed breedte
height = height tall high hoch höhe hauteur haut alto altura altezza hoog hoogte
depth = depth deep tief tiefe profondeur fondo profundidad profondità diep diepte
length = length long lang länge longueur longitud lunghezza lengte
weight = weight weigh weighs wiegt gewicht poids pèse peso pesa weegt
load = load trägt tragen bears porte supporte soporta aguanta regge draagt bär belastung tragkraft belastbar belastbarkeit traglast charge carga portata draagvermogen draagkracht
diameter = diameter durchmesser diamètre diámetro diametro
expire = expiring expire expires verfallen verfällt expirent expiration caducan caduca scadono scade vervallen vervalt ablaufend
invest = basis put_in paid_in invested contributed contributions eingezahlt einzahlungen investi investis versé versés versements aportado aportaciones invertido versato versati versamenti investito ingelegd inleg
nominal = nominal sollzins sollzinssatz tin tan débiteur debetrente
effective = effective effektiv effektivzins effektiver tae taeg effectif jkp apr
employer = employer arbeitgeber employeur empresa empleador datore werkgever
employee = employee arbeitnehmer salarié empleado trabajador dipendente werknemer
download = download descarga téléchargement
upload = upload subida envoi
outbound = outbound hinflug hinfahrt aller ida andata heen heenreis heenvlucht
inbound = inbound rückflug rückfahrt vuelta ritorno terugreis terugvlucht
energy = energy energie énergie energía energia arbeitspreis stroomverbruik
meal = meal meals essen mahlzeit mahlzeiten repas comida comidas comedor pasto pasti maaltijd maaltijden mensa cantine
care = care betreuung garde guardería cuidado assistenza opvang
dental = dental zahn zähne dentaire dental dentale tandarts
excess = excess selbstbeteiligung selbstbehalt franchise franquicia franchigia
later = then afterwards danach anschließend puis ensuite después luego poi dopo successivamente daarna vervolgens après nach after later
joining = joining join joined registration enrolment enrollment signup aufnahme aufnahmegebühr anmeldung anmeldegebühr beitritt inscription inscripción matrícula iscrizione inschrijving inschrijfgeld
rental = rental rent hire miete mieten mietpreis leihgebühr verleih ausleihe location louer alquiler alquilar noleggio noleggiare affitto huur huren verhuur
single = single individual einzel einzelzimmer simple eenpersoonskamer los losse lose einzelne einzelner einzelkarte unitaire suelto suelta singolo singola
old = old alt alte alten ancien ancienne antiguo vecchio vecchia oud oude
new = new neu neue neuen neuer nouveau nouvelle nouvel nuevo nueva nuovo nuova nieuw nieuwe
tip = tip gratuity trinkgeld pourboire propina mancia fooi
deposit = deposit anzahlung kaution pfand acompte caution depósito fianza anticipo señal cauzione caparra acconto aanbetaling borg
assembly = assembly montage aufbau montaje montaggio installation installazione instalación
overtime = overtime überstunden supplémentaires straordinario straordinari overuren
sick = sick krank krankheit krankheitstage maladie enfermedad malattia ziek ziekte
vacation = vacation holiday holidays urlaub urlaubstage urlaubstag congé congés vacaciones ferie vakantie vakantiedagen
paid = paid bezahlt gezahlt payé payée pagado pagato betaald
minute = minute minutes minuten minutos minuti
first = first erste ersten erster premier première primer primera primo prima eerste
additional = additional extra zusätzlich zusätzliche weitere supplémentaire adicional aggiuntivo aggiuntiva bijkomend
approved = approved granted genehmigt bewilligt approuvé aprobado approvato goedgekeurd
freeze = freeze frozen pause pausing paused suspend suspension pausieren ruhen stilllegen suspendre congelar pausar pausa sospendere sospensione congelamento pauzeren bevriezen
double = double doppel doppelzimmer doble doppia matrimoniale tweepersoonskamer
`

// keyIDs gives the words of the table the number of their line, from 1.
var keyIDs = sync.OnceValue(func() map[uint64]wordID {
	ids, lines := map[uint64]wordID{}, map[string]wordID{}
	each(keyWordTable, func(key, word string) {
		if lines[key] == 0 {
			lines[key] = wordID(len(lines) + 1)
		}
		for _, w := range [...]string{word, umlauts.Replace(word)} {
			if h := hashWord(w); ids[h] == 0 && !strings.Contains(w, " ") {
				ids[h] = lines[key]
			}
		}
	})
	return ids
})
