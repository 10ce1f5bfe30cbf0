package guard_test

import "testing"

// TestTimetables: when something is open, in the forms of several services. The turn's day is a Sunday.
func TestTimetables(t *testing.T) {
	for _, v := range []verdicts{
		{
			"days as numbers, times without a colon", `{"opening_hours":{"periods":[{"open":{"day":1,"time":"1000"},"close":{"day":1,"time":"1900"}},{"open":{"day":6,"time":"0930"},"close":{"day":6,"time":"1600"}}]}}`, "",
			[]string{"On Saturday we close at 7 pm.", "We're open on Wednesday from 10 am to 7 pm.", "Tomorrow we're open until 4 pm."},
			[]string{"We're open tomorrow from 10 am to 7 pm.", "On Saturday we close at 4 pm."},
		},
		{
			"hours and minutes", `{"regularOpeningHours":{"periods":[{"open":{"day":1,"hour":10,"minute":0},"close":{"day":1,"hour":19,"minute":30}},{"open":{"day":0,"hour":11,"minute":0},"close":{"day":0,"hour":15,"minute":0}}]}}`, "",
			[]string{"Tomorrow we're open until 3 pm.", "Today we're open until 7:30 pm."},
			[]string{"Tomorrow we're open from 10 to 19:30.", "Today we're open until 3 pm."},
		},
		{
			"the day beside the times", `{"regularHours":{"periods":[{"openDay":"MONDAY","openTime":{"hours":10},"closeDay":"MONDAY","closeTime":{"hours":18,"minutes":30}},{"openDay":"SATURDAY","openTime":{"hours":11},"closeDay":"SATURDAY","closeTime":{"hours":16}}]}}`, "",
			[]string{"On Saturday we close at 18:30."},
			[]string{"On Monday we're open from 10 to 18:30.", "On Saturday we open at 11."},
		},
		{
			"a week from Monday on", `{"hours":[{"open":[{"is_overnight":false,"start":"0800","end":"1700","day":0},{"is_overnight":false,"start":"0900","end":"1500","day":5}]}]}`, "",
			[]string{"Tomorrow we're open until 3 pm.", "On Friday we open at 9 am."},
			[]string{"Tomorrow we're open from 8 am to 5 pm.", "On Saturday we open at 9 am."},
		},
		{
			"lines of text", `{"currentOpeningHours":{"weekdayDescriptions":["Monday: 10:00 AM – 7:00 PM","Saturday: 9:30 AM – 6:00 PM","Sunday: Closed"]}}`, "",
			[]string{"We open tomorrow at 9:30am.", "Yes, we're open today until 6pm."},
			[]string{"We open tomorrow at 10am.", "On Saturday we're open until 18:00."},
		},
		{
			"days in two letters", `{"opening":[{"dow":"ma","van":"12:00","tot":"18:00"},{"dow":"wo","van":"10:00","tot":"18:00"},{"dow":"do","van":"10:00","tot":"21:00"}]}`, "",
			[]string{"Op woensdag zijn we open tot 21.00 uur."},
			[]string{"Donderdag zijn we open tot 21.00 uur."},
		},
		{
			"numbers", `{"weekly":[{"day":"monday","opens":1000,"closes":1830},{"day":"saturday","opens":900,"closes":1400}]}`, "",
			[]string{"On Saturday we close at 18:30."},
			[]string{"Tomorrow we're open from 10:00 to 18:30."},
		},
		{
			"what is no time", `{"currency":"EUR","range":{"from":1000,"to":1900}}`, "",
			[]string{"We're open from 10 am to 7 pm."},
			nil,
		},
		{
			"a date overrules its weekday", `{"regular":{"MON":["10:00-13:00","15:00-19:30"],"FRI":["10:00-19:30"]},"special":[{"date":"2026-03-06","open":"10:00","close":"14:00"}]}`, "",
			[]string{"On Friday, 6 March, we're open until 19:30.", "Tomorrow we're open from 10 to 2 pm."},
			[]string{"On Friday, 6 March, we close at 2 pm.", "Tomorrow we're open until 7:30 pm."},
		},
	} {
		v.run(t)
	}
}
