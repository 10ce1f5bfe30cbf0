package guard

import "time"

// holidayIn returns the day of a holiday, as [holidayTable] numbers it, in a year.
func holidayIn(holiday, year int, zone *time.Location) time.Time {
	if holiday >= 100 {
		return time.Date(year, time.Month(holiday/100), holiday%100, 0, 0, 0, 0, zone)
	}
	if holiday >= 20 {
		thanksgiving, _ := nthWeekday(time.Date(year, 11, 1, 0, 0, 0, 0, zone), 4, 4, 0)
		return thanksgiving.first.AddDate(0, 0, [...]int{0, 1, 4}[holiday-20])
	}
	return easter(year, zone).AddDate(0, 0, [...]int{0, 0, 1, -2, -3, -7, 49, 50, 39}[holiday])
}

// easter returns Easter Sunday by the Gregorian calendar (Meeus, Jones, Butcher).
func easter(year int, zone *time.Location) time.Time {
	a, b, c := year%19, year/100, year%100
	d, e := b/4, b%4
	f := (b + 8) / 25
	g := (b - f + 1) / 3
	h := (19*a + b - d - g + 15) % 30
	i, k := c/4, c%4
	l := (32 + 2*e + 2*i - h - k) % 7
	m := (a + 11*h + 22*l) / 451
	n := h + l - 7*m + 114
	return time.Date(year, time.Month(n/31), n%31+1, 0, 0, 0, 0, zone)
}
