//! The old calendars of East Asia, whose months begin at the new moon. A year has twelve months, or thirteen if one is
//! repeated as a leap month.
//!
//! The tables are facts of history and not of astronomy. The table of Japan follows the 日本暦日原典 of Uchida Masao, as the
//! library wareki has it, and that of China the 寿星天文历 of Xu Jianwei. The years in which Korea differed are from the
//! Korea Astronomy and Space Science Institute.

use super::day::Day;
use std::sync::LazyLock;

/// Calendar in which a date is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calendar {
    /// Gregorian calendar of today.
    Western,
    /// Calendar of Japan until 1872.
    Japan,
    /// Calendar of China until 1911.
    China,
    /// Calendar of Korea until 1895.
    Korea,
}

/// Month of a calendar, or a whole year.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Month {
    pub(super) calendar: Calendar,
    pub(super) year: u16,
    /// Number of the month, 1 to 12, or 0 for the whole year.
    pub(super) number: u8,
    /// True if this is the leap month that repeats the month with this number.
    pub(super) leap: bool,
}

impl Calendar {
    /// Calendar that the country used in a year: its own, or today's after the country had adopted it.
    pub(super) fn in_year(self, year: u16) -> Calendar {
        if year > self.last_year() { Calendar::Western } else { self }
    }

    /// Last year in which the calendar was used.
    fn last_year(self) -> u16 {
        match self {
            Calendar::Western => 0,
            Calendar::Japan => 1872,
            Calendar::China => 1911,
            Calendar::Korea => 1895,
        }
    }

    /// Entry of a year in the calendar's table, if the table has it.
    fn year(self, year: u16) -> Option<LunarYear> {
        let (_, first, years) = TABLES.iter().find(|table| table.0 == self)?;
        years.get(usize::from(year.checked_sub(*first)?)).copied()
    }
}

/// Calendar, first year of its table, and all entries of the table.
type YearTable = (Calendar, u16, Vec<LunarYear>);

static TABLES: LazyLock<[YearTable; 3]> = LazyLock::new(|| {
    let table = |of: Calendar, first: u16, mut day: i32, table: &str, changed: &[(u16, &str)]| {
        let digits = |year: u16| {
            let at = usize::from(year - first) * 5;
            changed
                .iter()
                .find(|row| row.0 == year)
                .map_or_else(|| table.get(at..at + 5), |row| Some(row.1))
        };
        let years = (first..).map_while(|year| {
            let year = LunarYear::read(day, digits(year)?)?;
            day += year.length();
            Some(year)
        });
        (of, first, years.collect())
    };
    [
        table(Calendar::Japan, 1592, 581_449, JAPAN, &[]),
        table(Calendar::China, 1368, 499_619, CHINA, &[]),
        table(Calendar::Korea, 1368, 499_619, CHINA, &KOREA),
    ]
});

impl Month {
    /// First and last day of a month of an old calendar; `None` if the table has no such month.
    pub(super) fn days(self) -> Option<(Day, Day)> {
        let year = self.calendar.year(self.year)?;
        let mut first = year.first;
        let mut length = year.length();
        if self.number > 0 {
            let place = year.place(self.number, self.leap)?;
            first += (0..place).map(|month| year.month_length(month)).sum::<i32>();
            length = year.month_length(place);
        }
        // The last year of the calendars of Japan and Korea ends with the Gregorian year.
        let end = match self.calendar {
            Calendar::China => i32::MAX,
            calendar => Day::new(calendar.last_year(), 12, 31)?.number(),
        };
        let last = (first + length - 1).min(end);
        (first <= last).then(|| (Day::from_number(first), Day::from_number(last)))
    }
}

/// One year in the table of a calendar.
#[derive(Clone, Copy)]
struct LunarYear {
    /// Number of the year's first day, as in [`Day::number`].
    first: i32,
    /// Number of the month that is repeated as a leap month, or 0.
    leap: u8,
    /// Lengths of the months: bit `i` is 1 if the month at place `i` has 30 days, and 0 if it has 29.
    long_months: u16,
}

impl LunarYear {
    /// Reads a year from five hexadecimal digits: the number of the leap month in the first, the lengths of the months
    /// in the other four.
    fn read(first: i32, digits: &str) -> Option<LunarYear> {
        let (leap, long) = digits.split_at_checked(1)?;
        let leap = u8::from_str_radix(leap, 16).ok()?;
        let long = u16::from_str_radix(long, 16).ok()?;
        Some(LunarYear { first, leap, long_months: long })
    }

    fn length(self) -> i32 {
        let months = 12 + u8::from(self.leap > 0);
        (0..months).map(|month| self.month_length(month)).sum()
    }

    /// Number of days in the month at this place of the year, counted from 0.
    fn month_length(self, place: u8) -> i32 {
        29 + i32::from(self.long_months >> place & 1)
    }

    /// Place of a month in the year, counted from 0. Months after a leap month, and the leap month itself, have a place
    /// that is one higher than without it.
    fn place(self, number: u8, leap: bool) -> Option<u8> {
        let has_leap = self.leap == number;
        let after_leap = leap || (self.leap > 0 && self.leap < number);
        (!leap || has_leap).then(|| number - 1 + u8::from(after_leap))
    }
}

/// Years 1592 to 1872 in Japan, five hexadecimal digits each; see `LunarYear::read`.
const JAPAN: &str = "\
    00EA590E4A0064B00CA7715560055A00AD5316D200752B172500B450064B814AB004AD0056B40B6A00BA900B5221B4500D45A1A4D00A55004AD\
    605AD006B500DA931D9200EA2C1D2600D2A00A56814B60035A006D540EC90074900E9320D2A0052BA0A5700AAB0056A71B5500B640074931693\
    00A95B152B0054D00AAD9156A005B200BA551B4A00D4A00B151154D00556A0AB500AD5006D260DA500EA500E8A40D1600CA7C19560055A00AD9\
    816D200752007455168B0068B004AB2095B0056BA0B6A00BAA00B9261B4500D4500A95414AD004ADC05AD006D500DAA81DA200EA200D4651A95\
    00A560055A30AD500B690075210EA500B258164B00A4D004AB5055B005AD00B6921B5200D9291D2500D2500A55814AD002B6005B540DA900EC9\
    00E9211D2500D2680A5600A57002D6516D5006D400EC920E9200693A152B0052B00A5B7155A0056A00B654174900B4900A951152B0052D90AAD\
    00AB5005AA50BA500DA500D4A31A9500C96B152E0055600AB5715B2006D200EA541E4A0064AC0C9700CAB0055AA0AD600B6900752616A500B25\
    0064B2149B004ABB056B005AD00BA971B5200D9200D2541A4B00A55C14AD002B6005B590DAA00EC900E9261D2500D2A00A56314B600556C06D5\
    007550074970E93006930052B50A5700AAB0055A10AD500B65A174A00B4900A956152B0052D00AAD2156A005AAB0BA500DA500D4A71D1500C96\
    0094E40AAD00AD5005D210DA500EA580E8A0068B00C97609560055B00ADA216D400752B174500B4500A8B814AB004AD0096B40B6A00BAA00B52\
    11B4500D4581A9300A55004AD609AD006B500DAA31D9400EA2B1D4500D4A00A96715360055A00AD5416CA0075200EA310D4A0054B90A9700AAB\
    0055A50AD500B6500752416A500AA50054B20A9B00AAD7156A005B200BA951B5200D9200D2531A4D0095680AAD00AD6005D450DA900EC500E8A\
    40D2600D27A09560095B00ADA";

/// Years 1368 to 1911 in China, five hexadecimal digits each; see `LunarYear::read`.
const CHINA: &str = "\
    706D5007650074A30EA3006A5B154B0054B00AAB9155A0056A00B655174A00D4A00B152154B0054DA0AAD00AB5005B260BA500EA500D8A41D15\
    00CA6C19560055A00AD5915D4006D400EC550E8A0068B00D27309560055BB0ADA00B6A007547174500B4500A8B4152B004ADC096D005B500BAA\
    91BA400DA200D4551A9500A95004AD10AAD006D5C0DAA00ED200EA271D4A00D4A00A96415360055AC0AD5007650075280EA5006A50054B60A97\
    00AAB0056A20B5500BA9B175200D9200B257164B0054D00AAD4156A005B400DA911D5200D9291D2500D260095660AB500AD6006D420EA900EC9\
    B0E920069300B27709560055B00B5A316D400764007492169300A939152B0052D0096D60B6A00DAA00BA421B4900D49A1A9500A960052E80AAD\
    006D500DCA41DA400EA400D4A11A9500A96915560055A00AD5516D20075200EC530E4A0054BB0A9B00AAD0056A70B6900BA90075241B2500B25\
    00A4B10AAB00AAD9156A005B400DA951D9200E9200D2541A4D00956C0AB500ADA006D480EA900F4900E9240D260052BC0A570096B00B6AA16D4\
    00764007496169300A930052B20A5B009ADC0B6A00DAA00BA471B4900D4900A955152D0053600AB510DAA00DD291DA400EA400D4A60A9500A97\
    0055630AB500AD5B16D20075200EA57164A0064B00A9B5155A0056A00B692175200752A1B2500B2500A4B612AB00AAD005AC20BA900DA9C1D92\
    00E9200D2581A4D00A56002B6415B5005D400EC921E9200E9290D260052B00A5760ADC00B6A006D430F4900749B169300A950052B80A5B00AAD\
    00D6A40B6400BA500B4921A9300A959152D0055600AB5615AA005D200DA531D4A00D4AB0A9500A970055680AB500AD9006D240EA500F250064A\
    20C9700AABA155A0056A00B69617520079200B254164B00A4BB14AB002AD005AD80BA900DA900D9241D2500D2500A55114AD002B6B15B5006D4\
    00EC961E9200E9200D2640A5600A5B004D6206D5006D5616C900749006935152B0052B00A5B3155A0056A70B6500BA500B4961A9500A950052D\
    40AAD00AB5005AA20BA500DA571D4A00D4A00C965152E0055600AB5315B2006D280EA5007250064B60C97004AB0055B40AD600B6A0075231725\
    00B2571A4B00A4D004AB5056B005AD00BAA31B5200D9271D2500D2500A55614AD004B6005B540DAA00EC900E9231D2600D2670A5600A5B0055A\
    506D5007550074930E93006938152B0052B00AAB6155A0056A00B654174A00B4A00A953152B0052D70AAD00AB5005AA50BA500DA500D4A41D15\
    00C96919560055600AD5615B2006D200EA540E8A0068B00C97309560055B70ADA00B6A007525172500B4500A8B414AB004AD9096B005B500BAA\
    61B5400DA200D4551A8D00A95004AD209AD006B570DAA00ECA00EA251D4600D4A00A96315360055AA0AD500B650075260EA5006A50054B50A97\
    00AAB0055A30AD500B657175200D5200B155154B0054D00AAD4156A005B200BA921D5200D9261D1500D260095640AAD00AD6005D420DA900EC9\
    60E8A0068B00D27509560095B00ADA316D400754007452168B00A936152B004AD0096D40B6A00BAA00BA431B4500D4571A9500A950052D50AAD\
    00AB500DAA41DA400EA491D4A00D4A00A96615360055A00AD5416CA0075200EA53154A0054B70A9700AAB0055A50B5500BA90075241AA500B25\
    81A4B0094D00AAD7156A005B400BA951D5200D9200D2531A4D00956812B500AD6006D450DA900EC900E9240D2600527A0A570095B00B5A616D4\
    00754007495169300A930052B30A5B0096D70B6A00DAA00BA451B4900D4900A954152B0052D00AAD2156A00DAA61DA400EA400D4A50A9500A97\
    0055630AB500AD5816D20075200EA55164A0064B00A9B415560056A00B59217520075261B25";

/// Years in which the calendar of Korea differed from that of China.
const KOREA: [(u16, &str); 17] = [
    (1462, "00D27"),
    (1495, "00EA5"),
    (1581, "006D4"),
    (1588, "612D6"),
    (1597, "00B2D"),
    (1599, "41B64"),
    (1600, "00BA4"),
    (1608, "00DD2"),
    (1609, "00DA4"),
    (1648, "30A56"),
    (1650, "B12D6"),
    (1651, "00B6A"),
    (1652, "00754"),
    (1653, "70F49"),
    (1699, "71D26"),
    (1709, "00B26"),
    (1841, "30D4A"),
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Day of a new moon in East Asia, by its number counted from January 2000 (Meeus, Astronomical Algorithms, chapter
    /// 49, with the four largest terms).
    fn new_moon(number: f64) -> i32 {
        let sin = |at: f64, speed: f64| (at + speed * number).to_radians().sin();
        let moon = |times: f64| sin(times * 201.5643, times * 385.816_935_28);
        let sun = sin(2.5534, 29.105_356_7);
        let node = sin(2.0 * 160.7108, 2.0 * 390.670_502_84);
        let mean = 2_451_550.097_66 + 29.530_588_861 * number;
        let date =
            mean - 0.4072 * moon(1.0) + 0.172_41 * sun + 0.016_08 * moon(2.0) + 0.010_39 * node;
        // Julian days begin at noon UTC, and Beijing is eight hours ahead; 1970-01-01 is Julian day 2,440,588.
        (date + 0.5 + 8.0 / 24.0).floor() as i32 - 2_440_588 + 719_468
    }

    #[test]
    fn months_begin_at_the_new_moon() {
        for (calendar, from) in
            [(Calendar::Japan, 1592), (Calendar::China, 1368), (Calendar::Korea, 1392)]
        {
            let mut next = None;
            for year in from..=calendar.last_year() {
                let leap = calendar.year(year).unwrap().leap;
                let months = (1..=12).flat_map(|number| {
                    let again = (number == leap).then_some((number, true));
                    [(number, false)].into_iter().chain(again)
                });
                for (number, leap) in months {
                    let month = Month { calendar, year, number, leap };
                    let Some((first, last)) = month.days() else {
                        assert_eq!((calendar, year, number), (Calendar::Korea, 1895, 12));
                        continue;
                    };
                    let moon = ((f64::from(first.number()) - 730_425.0) / 29.530_588_861).round();
                    let off = first.number() - new_moon(moon);
                    assert!(off.abs() <= 1, "{month:?} is off by {off}");
                    assert!(next.is_none_or(|next| next == first.number()), "{month:?}");
                    next = Some(last.number() + 1);
                    // The eleventh month contains the winter solstice.
                    if (number, leap) == (11, false) {
                        let solstice = Day::new(year, 12, 22).unwrap();
                        let days_apart = first.number() - solstice.number();
                        assert!((-30..=2).contains(&days_apart), "{month:?} {days_apart}");
                    }
                }
            }
        }
    }
}
