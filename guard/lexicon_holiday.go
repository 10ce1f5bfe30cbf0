package guard

import (
	"strings"
	"time"
)

// holidayTable names holidays. A rule is a fixed date, as month and day; "nth", month, which and weekday, where 9 is
// the last, and days from it; days from Easter, from the Easter of the East, from the fourth Thursday of November, from
// the Jewish new year, Passover, Hanukkah and other Jewish days; "islamic", month and day; or "series", a list of
// [seriesTable] and days from it. A last number is how many days it takes. What begins in the evening counts from the
// day before, and the day itself is its other meaning. "work" is the working day nearest to a fixed one, "king" the day
// before where that is a Sunday, "season" a run between two dates.
const holidayTable = `
fixed 12 25 = christmas xmas christmas_day xmas_day x-mas weihnachten noël navidad natale natal kerst kerstmis kerstdag juldagen weihnachtstag erster_weihnachtstag eerste_kerstdag
fixed 12 24 = christmas_eve xmas_eve heiligabend heilig_abend nochebuena réveillon vigilia_di_natale kerstavond julafton
fixed 12 26 = boxing_day st_stephen's_day saint_stephen's_day second_christmas_day tweede_kerstdag zweiter_weihnachtstag santo_stefano annandag_jul day_after_christmas_day
fixed 12 31 = new_year's_eve new_year_eve silvester nochevieja oudejaarsavond nyårsafton saint-sylvestre
fixed 1 1 = new_year's_day new_year_day neujahr neujahrstag jour_de_l'an año_nuevo capodanno ano_novo nieuwjaarsdag nieuwjaar nyårsdagen
fixed 1 6 = epiphany three_kings'_day three_kings_day heilige_drei_könige dreikönigstag épiphanie día_de_reyes epifania trettondagen
fixed 1 7 = orthodox_christmas orthodox_christmas_day
fixed 1 14 = orthodox_new_year
fixed 1 20 = inauguration_day
fixed 1 27 = international_holocaust_remembrance_day
fixed 2 2 = groundhog_day candlemas world_wetlands_day
fixed 2 4 = world_cancer_day rosa_parks_day
fixed 2 12 = lincoln's_birthday abraham_lincoln's_birthday
fixed 2 13 = world_radio_day
fixed 2 14 = valentine's_day valentine's valentine_day valentinstag san_valentín saint-valentin san_valentino valentijnsdag alla_hjärtans_dag
fixed 2 20 = world_day_of_social_justice
fixed 2 21 = international_mother_language_day
fixed 3 1 = st_david's_day zero_discrimination_day
fixed 3 3 = world_wildlife_day
fixed 3 8 = international_women's_day women's_day weltfrauentag frauentag
fixed 3 14 = pi_day
fixed 3 17 = st_patrick's_day st_paddy's_day st_patty's_day
fixed 3 20 = international_day_of_happiness
fixed 3 21 = world_poetry_day world_down_syndrome_day nowruz international_day_of_nowruz international_day_of_forests
fixed 3 22 = world_water_day
fixed 3 23 = world_meteorological_day
fixed 3 24 = world_tuberculosis_day
fixed 3 31 = cesar_chavez_day césar_chávez_day
fixed 4 1 = april_fools'_day april_fools april_fool's_day april_fool's all_fools'_day all_fool's_day
fixed 4 2 = world_autism_awareness_day
fixed 4 6 = tartan_day national_tartan_day
fixed 4 7 = world_health_day
fixed 4 12 = international_day_of_human_space_flight
fixed 4 22 = earth_day
fixed 4 23 = st_george's_day world_book_day world_book_and_copyright_day english_language_day
fixed 4 25 = anzac_day world_malaria_day liberation_day festa_della_liberazione
fixed 4 26 = world_intellectual_property_day
fixed 4 30 = international_jazz_day walpurgis_night walpurgisnacht valborgsmässoafton
fixed 5 1 = may_day labour_day workers'_day international_workers'_day international_workers_day international_labour_day loyalty_day law_day tag_der_arbeit maifeiertag fête_du_travail día_del_trabajo festa_del_lavoro dag_van_de_arbeid första_maj
fixed 5 3 = world_press_freedom_day
fixed 5 4 = star_wars_day
fixed 5 5 = cinco_de_mayo bevrijdingsdag
fixed 5 8 = victory_in_europe_day ve_day
fixed 5 12 = international_nurses_day
fixed 5 15 = international_day_of_families
fixed 5 22 = world_biodiversity_day harvey_milk_day
fixed 5 25 = africa_day african_liberation_day towel_day
fixed 5 31 = world_no_tobacco_day
fixed 6 1 = global_day_of_parents
fixed 6 2 = festa_della_repubblica
fixed 6 5 = world_environment_day
fixed 6 6 = d-day sveriges_nationaldag
fixed 6 8 = world_oceans_day
fixed 6 14 = flag_day world_blood_donor_day
fixed 6 19 = juneteenth freedom_day jubilee_day
fixed 6 20 = world_refugee_day west_virginia_day
fixed 6 21 = international_day_of_yoga
fixed 6 24 = saint_jean_baptiste_day st_jean_baptiste_day
fixed 7 1 = canada_day
fixed 7 4 = independence_day fourth_of_july july_fourth us_independence_day american_independence_day
fixed 7 11 = world_population_day
fixed 7 14 = bastille_day fête_nationale
fixed 7 15 = world_youth_skills_day
fixed 7 18 = nelson_mandela_day mandela_day
fixed 7 24 = pioneer_day
fixed 7 28 = world_hepatitis_day
fixed 7 30 = international_day_of_friendship
fixed 8 12 = international_youth_day
fixed 8 15 = assumption_of_mary assumption_day feast_of_the_assumption ferragosto mariä_himmelfahrt assomption
fixed 8 19 = world_humanitarian_day national_aviation_day
fixed 8 21 = senior_citizens_day
fixed 8 26 = women's_equality_day
fixed 9 8 = international_literacy_day
fixed 9 10 = world_suicide_prevention_day
fixed 9 11 = patriot_day
fixed 9 15 = international_day_of_democracy
fixed 9 17 = constitution_day citizenship_day
fixed 9 21 = international_day_of_peace
fixed 9 27 = world_tourism_day
fixed 9 28 = world_rabies_day
fixed 9 29 = world_heart_day michaelmas
fixed 10 1 = world_vegetarian_day international_day_of_older_persons
fixed 10 2 = gandhi_jayanti international_day_of_non-violence
fixed 10 3 = german_unity_day day_of_german_unity tag_der_deutschen_einheit
fixed 10 4 = world_animal_day
fixed 10 5 = world_teachers'_day
fixed 10 9 = world_post_day leif_erikson_day
fixed 10 10 = world_mental_health_day
fixed 10 12 = día_de_la_hispanidad
fixed 10 16 = world_food_day
fixed 10 24 = united_nations_day un_day
fixed 10 29 = world_stroke_day
fixed 10 31 = halloween haloween halloween_day all_hallows'_eve reformation_day reformationstag world_cities_day
fixed 11 1 = all_saints'_day all_saint's_day all_hallows'_day allerheiligen toussaint todos_los_santos ognissanti world_vegan_day
fixed 11 2 = all_souls'_day all_soul's_day day_of_the_dead allerseelen día_de_muertos
fixed 11 5 = guy_fawkes_night guy_fawkes_day bonfire_night
fixed 11 9 = berlin_wall_day
fixed 11 11 = veterans_day veterans'_day veteran's_day remembrance_day armistice_day singles'_day single's_day
fixed 11 14 = world_diabetes_day
fixed 11 17 = world_prematurity_day
fixed 11 19 = international_men's_day men's_day world_toilet_day
fixed 11 20 = universal_children's_day world_children's_day
fixed 11 21 = world_television_day
fixed 11 25 = international_day_for_the_elimination_of_violence_against_women
fixed 11 30 = st_andrew's_day
fixed 12 1 = world_aids_day
fixed 12 3 = international_day_of_persons_with_disabilities international_day_of_disabled_persons
fixed 12 5 = world_soil_day sinterklaas sinterklaasavond pakjesavond
fixed 12 6 = st_nicholas_day st_nicholas'_day nikolaustag día_de_la_constitución
fixed 12 7 = pearl_harbor_day pearl_harbor_remembrance_day
fixed 12 8 = immaculate_conception feast_of_the_immaculate_conception
fixed 12 10 = human_rights_day human_right_day
fixed 12 11 = international_mountain_day
fixed 12 13 = st_lucia_day luciadagen
fixed 12 18 = international_migrants_day
fixed 12 26 7 = kwanzaa
work 10 16 = boss's_day boss_day bosses_day boss's
king 4 27 = king's_day kings_day koningsdag
nth 1 3 1 = martin_luther_king_day martin_luther_king's_day martin_luther_king_jr_day martin_luther_king_junior_day mlk_day mlk_jr_day civil_rights_day
nth 2 3 1 = presidents'_day presidents_day president's_day washington's_birthday george_washington's_birthday washington's_day
nth 3 2 1 = commonwealth_day
nth 3 2 4 = world_kidney_day
nth 3 1 5 = employee_appreciation_day
nth 4 3 1 = patriots'_day patriot's_day
nth 4 9 5 = arbor_day
nth 5 2 7 = mother's_day mothers'_day muttertag día_de_la_madre festa_della_mamma moederdag
nth 5 2 7 -2 = military_spouse_day military_spouse_appreciation_day
nth 5 3 6 = armed_forces_day
nth 5 9 1 = memorial_day decoration_day spring_bank_holiday
nth 5 1 4 = national_day_of_prayer
nth 5 2 6 = world_migratory_bird_day
nth 5 9 7 = mors_dag
nth 6 3 7 = father's_day fathers'_day vaderdag
nth 7 4 7 = parents'_day parents_day parent's_day
nth 7 1 6 = international_day_of_cooperatives
nth 8 1 7 = friendship_day
nth 8 9 1 = summer_bank_holiday
nth 9 1 1 = labor_day
nth 9 1 1 6 = grandparents'_day grandparents_day national_grandparents_day
nth 9 3 5 = national_pow/mia_recognition_day
nth 9 9 7 = gold_star_mother's_day
nth 10 2 1 = columbus_day indigenous_peoples'_day indigenous_people's_day indigenous_peoples_day canadian_thanksgiving
nth 10 1 1 = world_habitat_day child_health_day
nth 10 3 6 = sweetest_day
nth 10 2 4 = world_sight_day
nth 11 1 1 1 = election_day
nth 11 3 4 = world_philosophy_day
nth 11 2 7 = remembrance_sunday
easter 0 = easter easter_sunday easter_sun easter_day ostern ostersonntag pâques pascua pasqua páscoa pasen påsk eerste_paasdag påskdagen domingo_de_pascua
easter 1 = easter_monday easter_mon ostermontag lundi_de_pâques lunes_de_pascua pasquetta lunedì_dell'angelo paasmaandag tweede_paasdag annandag_påsk
easter -1 = holy_saturday easter_saturday easter_sat ostersamstag samedi_saint sábado_santo sabato_santo stille_zaterdag easter_eve karsamstag black_saturday joyous_saturday påskafton
easter -2 = good_friday great_friday holy_friday karfreitag vendredi_saint viernes_santo venerdì_santo sexta-feira_santa goede_vrijdag långfredagen
easter -3 = maundy_thursday holy_thursday covenant_thursday sheer_thursday great_and_holy_thursday thursday_of_mysteries thu_of_mysteries gründonnerstag jueves_santo giovedì_santo skärtorsdagen witte_donderdag
easter -7 = palm_sunday branch_sunday yew_sunday palmsonntag dimanche_des_rameaux domingo_de_ramos
easter -46 = ash_wednesday aschermittwoch mercredi_des_cendres miércoles_de_ceniza
easter -47 = shrove_tuesday pancake_tuesday pancake_day mardi_gras fat_tuesday faschingsdienstag
easter -48 = rosenmontag
easter 39 = ascension_day ascension_thursday feast_of_the_ascension christi_himmelfahrt himmelfahrt vatertag jeudi_de_l'ascension hemelvaartsdag hemelvaart kristi_himmelsfärdsdag
easter 49 = pentecost pentecost_sunday whit_sunday whitsunday whitsun white_sunday pfingsten pfingstsonntag pentecôte pentecostés pentecoste pinksteren pingst pingstdagen
easter 50 = whit_monday pentecost_monday monday_of_the_holy_spirit pfingstmontag lundi_de_pentecôte pinkstermaandag tweede_pinksterdag
easter 56 = trinity_sunday
easter 60 = corpus_christi feast_of_corpus_christi fronleichnam corpus_domini fête-dieu
lent -46 46 = lent
lent -46 = carnival
orthodox 0 = orthodox_easter orthodox_easter_sunday orthodox_easter_sun pascha
orthodox 1 = orthodox_easter_monday orthodox_easter_mon
orthodox -1 = orthodox_holy_saturday orthodox_holy_sat great_sabbath
orthodox -2 = orthodox_good_friday orthodox_great_friday orthodox_great_and_holy_friday
orthodox -7 = orthodox_palm_sunday orthodox_branch_sunday orthodox_yew_sunday
orthodox -8 = lazarus_saturday
orthodox -48 = clean_monday ash_monday green_monday pure_monday shrove_monday monday_of_lent orthodox_ash_monday orthodox_clean_monday orthodox_green_monday orthodox_pure_monday orthodox_shrove_monday
orthodox -48 40 = great_lent great_fast
thanks 0 = thanksgiving thanksgiving_day thanks_giving thanks_giving_day
thanks 1 = black_friday native_american_heritage_day day_after_thanksgiving
thanks 2 = small_business_saturday
thanks 4 = cyber_monday
thanks 5 = giving_tuesday
rosh 0 2 = rosh_hashanah rosh_hashana rosh_hashanna rosh_hashannah yom_teruah jewish_new_year
rosh 9 = yom_kippur day_of_atonement
rosh 14 8 = sukkot sukkos succot succos feast_of_tabernacles feast_of_booths feast_of_the_ingathering
rosh 20 = hoshana_rabbah
rosh 21 = shemini_atzeret
rosh 22 = simchat_torah simhat_torah
kislev 0 7 = hanukkah chanukah hanukah hannukah hannukkah channukkah chanukkah
shevat 0 = tu_bishvat tu_b'shvat
pesach 0 8 = passover pesach pesah pesakh
pesach 0 = seder_night passover_eve
pesach -30 = purim
pesach -29 = shushan_purim
pesach 12 = yom_hashoah yom_ha-shoah holocaust_day holocaust_remembrance_day
iyar 0 = yom_haatzmaut yom_ha'atzmaut
pesach 33 = lag_b'omer lag_baomer lag_ba-omer
pesach 50 2 = shavuot shavuoth shavu'ot shovuos feast_of_weeks
av 0 = tisha_b'av tisha_bav
islamic 1 1 = islamic_new_year hijri_new_year arabic_new_year muharram amun_jadid
islamic 1 10 = ashura day_of_ashura
islamic 3 12 = mawlid mawlid_al-nabi mawlid_al-nabawi mawlid_al-nabi_al-sharif mevlid mevlit mulud prophet's_birthday prophet_muhammad's_birthday birthday_of_the_prophet birth_of_the_prophet birthday_of_prophet_muhammad birth_of_prophet_muhammad
islamic 7 27 = isra_and_mi'raj isra_and_miraj night_journey prophet's_ascension ascension_to_heaven
islamic 9 1 30 = ramadan ramadhan ramathan ramzan ramzaan ramadam
islamic 9 27 = laylat_al-qadr laylat_al-kadr night_of_destiny night_of_power night_of_value night_of_measures
islamic 10 1 = eid_al-fitr eid_ul-fitr eid_al_fitr end_of_ramadan
islamic 12 10 = eid_al-adha eid_ul-adha eid_al_adha id_al-adha id_ul-adha bakrid bakr_id bakr-eid bakr_eid feast_of_sacrifice feast_of_the_sacrifice sacrifice_feast
jumu 0 = jumu'atul-wida jumuatul-wida jamat-ul-vida jamat_ul_vida
series chinese 0 = chinese_new_year chinese_new_year's_day chinese_new_years chinese_new_years_day lunar_new_year lunar_new_year's_day lunar_new_years chinese_lunar_new_year chinese_lunar_new_years chinese_lunar_new_year's_day
series chinese -1 = chinese_new_year's_eve lunar_new_year's_eve
series diwali 0 = diwali deepavali divali lakshmi_puja
series diwali -2 = dhanteras dhanatrayodashi dhanvantari_trayodashi
series diwali -1 = choti_diwali chhoti_diwali naraka_chaturdashi narak_chaturdashi kali_chaudas roop_chaudas naraka_nivaran_chaturdashi
series diwali 1 = govardhan_puja annakut annakoot
series diwali 2 = bhai_dooj bhai_duj bhaiya_dooj bhaiya_duj bhau-beej bhai_tika bhai_phonta
series diwali 6 = chhath chhathi chhath_puja chhath_parv dala_chhath dala_puja surya_shashthi
series holika 0 = chhoti_holi holika_dahan kamudu_pyre
series holika 1 = holi rangwali_holi dhulandi dhuleti phagwah dhuli_vandana
series navaratri 0 9 = navaratri navratri navarathri navrathri durga_puja durgotsava
series dussehra -3 = maha_saptami
series dussehra -2 = durga_ashtami durgashtami maha_ashtami mahashtami
series dussehra -1 = maha_navami
series dussehra 0 = dussehra dussehera dusshera dasara dussera vijayadashami vijaya_dashami
series vasant 0 = vasant_panchami basant_panchami
series rakhi 0 = raksha_bandhan rakshabandhan rakhi
series janma 0 = janmashtami krishna_janmashtami gokulashtami
series shivratri 0 = maha_shivaratri maha_shivratri mahashivratri mahashivaratri shivaratri shivratri
series ramnavami 0 = rama_navami ram_navami ramanavami
series hanuman 0 = hanuman_jayanti
series mahavir 0 = mahavir_jayanti mahavira_jayanti mahaveer_jayanti mahavir_janma_kalyanak mahaveer_janma_kalyanak
series ganesh 0 = ganesh_chaturthi vinayaka_chaturthi vinayaka_chavithi
series karva 0 = karva_chauth karwa_chauth karaka_chaturthi
series nanak 0 = guru_nanak_jayanti guru_nanak_gurpurab guru_nanak_birthday gurpurab
series gobind 0 = guru_gobind_singh_birthday guru_gobind_singh_jayanti guru_govind_singh_birthday guru_govind_singh_jayanti
series ravidas 0 = guru_ravidas_jayanti guru_ravidass_jayanti guru_ravidas_birthday guru_ravidass_birthday ravidas_jayanti ravidass_jayanti
series valmiki 0 = valmiki_jayanti maharishi_valmiki_jayanti pargat_diwas
series saraswati 0 = dayananda_saraswati_jayanti saraswati_jayanti maharishi_dayananda_saraswati_jayanti swami_dayananda_saraswati_jayanti
series ugadi 0 = ugadi yugadi gudi_padwa
series sankranti 0 = makar_sankranti makara_sankranti makara_sankranthi magha_sankranti magha_sankranthi sankranti sankranthi thai_pongal pongal pongal_pandigai maghi
series sankranti -1 = bhogi boghi bogi_pandigai lohri
series sankranti 1 = mattu_pongal maattu_pongal
series sankranti 2 = kaanum_pongal kanni_pongal
series vaisakhi 0 = vaisakhi baisakhi vaishakhi vasakhi vaisakhadi mesadi
series vesak 0 = vesak vesakha vaisak vaisakha buddha_purnima buddha_day
series onam 0 = onam thiru_onam thiruvonam
tagore 5 9 = rabindra_jayanti rabindranath_jayanti rabindranath_tagore_jayanti
parsi 8 16 = parsi_new_year jamshedi_navroz
season 3 20 6 21 = spring
season 6 21 9 23 = summer
season 9 23 12 21 = autumn
season 12 21 3 20 = winter
midsummer 6 19 = midsommarafton
midsummer 6 20 = midsommardagen midsommar
`

// holidayKind is how a holiday is counted.
type holidayKind uint8

const (
	holidayFixed holidayKind = iota
	holidayWork
	holidayKing
	holidayTagore
	holidayParsi
	holidayMidsummer
	holidayNth
	holidayEaster
	holidayLent // days from Easter, by names that are everyday words as well
	holidayOrthodox
	holidayThanks
	holidayRosh
	holidayKislev
	holidayShevat
	holidayPesach
	holidayIyar
	holidayAv
	holidayIslamic
	holidayJumu
	holidaySerial
	holidaySeason
)

var holidayKinds = [...]string{
	"fixed", "work", "king", "tagore", "parsi", "midsummer", "nth", "easter", "lent", "orthodox", "thanks", "rosh", "kislev", "shevat", "pesach", "iyar", "av",
	"islamic", "jumu", "series", "season",
}

// holidayRule is a line of [holidayTable].
type holidayRule struct {
	kind   holidayKind
	n      [4]int
	series *holidaySeries
}

// addHolidays fills in the names of holidays.
func (x *lexicon) addHolidays() {
	last, series := "", addSeries()
	each(holidayTable, func(key, word string) {
		if key != last {
			last = key
			x.holidays = append(x.holidays, newHoliday(strings.Fields(key), series))
		}
		id := uint16(len(x.holidays))
		x.at(word).holiday = id
		if plain := strings.ReplaceAll(word, "'s", "s"); plain != word {
			x.at(plain).holiday = id
		}
		if saint, ok := strings.CutPrefix(word, "st "); ok {
			x.at("saint " + saint).holiday = id
			x.at(strings.ReplaceAll("saint "+saint, "'s", "s")).holiday = id
		}
	})
	x.at("fall").holiday = x.at("autumn").holiday
	for _, w := range []string{"lent", "carnival", "spring", "summer", "autumn", "fall", "winter"} {
		x.at(w).weak = true
	}
}

func newHoliday(words []string, series map[string]*holidaySeries) holidayRule {
	rule := holidayRule{kind: holidayKind(nameIndex(holidayKinds[:], words[0]))}
	words = words[1:]
	if rule.kind == holidaySerial {
		rule.series, words = series[words[0]], words[1:]
	}
	for i, w := range words {
		rule.n[i] = int(number(w))
	}
	return rule
}

// weak reports whether a name of the holiday is an everyday word as well.
func (h *holidayRule) weak() bool { return h.kind == holidayLent || h.kind == holidaySeason }

// evening reports whether the holiday begins in the evening before its day.
func (h *holidayRule) evening() bool { return h.kind >= holidayRosh && h.kind <= holidayAv }

// in returns the days of a holiday in a year, and false where they are not known. What begins in the evening begins a
// day earlier.
func (h *holidayRule) in(year int, zone *time.Location) (days, bool) {
	first, ok := h.start(year, zone)
	if !ok {
		return days{}, false
	}
	length, offset := h.n[1], h.n[0]
	switch h.kind {
	case holidayFixed, holidayIslamic:
		length, offset = h.n[2], 0
	case holidayWork, holidayKing, holidayTagore, holidayParsi, holidayMidsummer:
		length, offset = 1, 0
	case holidayNth:
		length, offset = 1, h.n[3]
	case holidaySeason:
		last := time.Date(year, time.Month(h.n[2]), h.n[3], 0, 0, 0, 0, zone)
		if last.Before(first) {
			last = last.AddDate(1, 0, 0)
		}
		return days{first, last}, true
	default:
	}
	first = first.AddDate(0, 0, offset)
	d := days{first, first.AddDate(0, 0, max(length, 1)-1)}
	if h.evening() {
		d.first = d.first.AddDate(0, 0, -1)
		if length == 0 {
			d.last = d.first
		}
	}
	if h.kind == holidayIslamic && length == 30 {
		if end, _, ok := islamicDay(d.last.Year(), h.n[0]+1, 1, zone); ok && !end.After(d.last) && end.After(d.first) {
			d.last = end.AddDate(0, 0, -1)
		}
	}
	return d, true
}

// start returns the day from which a holiday is counted in a year.
func (h *holidayRule) start(year int, zone *time.Location) (time.Time, bool) {
	month := func(m, d int) time.Time { return time.Date(year, time.Month(m), d, 0, 0, 0, 0, zone) }
	switch h.kind {
	case holidayNth:
		n := h.n[1]
		if n == 9 {
			n = -1
		}
		d, ok := nthWeekday(month(h.n[0], 1), h.n[2], n, 0)
		return d.first, ok
	case holidayThanks:
		d, ok := nthWeekday(month(11, 1), 4, 4, 0)
		return d.first, ok
	case holidayEaster, holidayLent:
		return easter(year, zone), true
	case holidayOrthodox:
		return orthodoxEaster(year, zone), true
	case holidayRosh, holidayKislev, holidayShevat, holidayPesach, holidayIyar, holidayAv:
		return h.jewish(year, zone), true
	case holidayIslamic:
		t, hijri, ok := islamicDay(year, h.n[0], h.n[1], zone)
		if h.n[0] == 12 && hijri < 1420 {
			t = t.AddDate(0, 0, -1) // the moon was sighted before the calendar has it
		}
		return t, ok
	case holidayJumu:
		t, _, ok := islamicDay(year, 10, 1, zone)
		return t.AddDate(0, 0, -1-(isoWeekday(t)+1)%7), ok
	case holidaySerial:
		return h.series.day(year, zone)
	default:
	}
	return h.fixed(month(h.n[0], h.n[1])), true
}

// jewish returns the day from which a Jewish holiday is counted in a year.
func (h *holidayRule) jewish(year int, zone *time.Location) time.Time {
	rosh := roshHashanah(year, zone)
	passover := rosh.AddDate(0, 0, -163)
	switch h.kind {
	case holidayKislev: // the 25th
		next := roshHashanah(year+1, zone)
		return rosh.AddDate(0, 0, 83+longAutumn(rosh, next))
	case holidayShevat: // the 15th
		before := roshHashanah(year-1, zone)
		length := int(rosh.Sub(before).Hours()/24 + 0.5)
		return before.AddDate(0, 0, 131+min(length%10-3, 2))
	case holidayPesach:
		return passover
	case holidayIyar: // the 5th, moved off the Sabbath
		day := passover.AddDate(0, 0, 20)
		switch isoWeekday(day) {
		case 5:
			return day.AddDate(0, 0, -1)
		case 6:
			return day.AddDate(0, 0, -2)
		case 1:
			return day.AddDate(0, 0, 1)
		}
		return day
	case holidayAv: // the 9th, moved off the Sabbath
		day := passover.AddDate(0, 0, 112)
		if isoWeekday(day) == 6 {
			return day.AddDate(0, 0, 1)
		}
		return day
	default:
	}
	return rosh
}

// longAutumn is 1 where the second month of the Jewish year between two new years has 30 days.
func longAutumn(rosh, next time.Time) int {
	if int(next.Sub(rosh).Hours()/24+0.5)%10 == 5 {
		return 1
	}
	return 0
}

// fixed moves a fixed day where its rule says so.
func (h *holidayRule) fixed(d time.Time) time.Time {
	w := d.Weekday()
	switch h.kind {
	case holidayWork:
		switch w {
		case time.Saturday:
			return d.AddDate(0, 0, -1)
		case time.Sunday:
			return d.AddDate(0, 0, 1)
		default:
		}
	case holidayKing:
		if w == time.Sunday {
			return d.AddDate(0, 0, -1)
		}
	case holidayTagore:
		if y := d.Year(); y%4 == 0 {
			return d.AddDate(0, 0, -1)
		}
	case holidayParsi: // its year has no leap days
		from := time.Date(2020, 8, 16, 0, 0, 0, 0, d.Location())
		return from.AddDate(0, 0, 365*(d.Year()-2020))
	case holidayMidsummer: // the Friday, or the Saturday, that comes then
		weekday := 5 + h.n[1] - 19
		return d.AddDate(0, 0, (weekday-isoWeekday(d)+7)%7)
	default:
	}
	return d
}
