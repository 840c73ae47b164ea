//! Properties of the parsers of single values: dates, results, ranks, numbers.

use kifu_index::game::{BoardSize, loa};
use kifu_index::record::date::{Day, LaxDate};
use kifu_index::record::numbers::{self, Komi};
use kifu_index::record::rank::Rank;
use kifu_index::record::result::GameResult;
use kifu_index::record::rules::Ruleset;
use kifu_index::record::time::{Overtime, parse_time};

/// Checks that any text is parsed as each kind of value, and that a parsed value prints as text with equal meaning.
pub fn are_sound(text: &str) {
    if let Some(date) = LaxDate::parse(text) {
        assert!(date.from <= date.to);
        assert!(!date.days().is_empty() && date.days().len() <= LaxDate::MAX_LISTED);
        for day in date.days() {
            assert!(day.first() <= day.last());
            // A range such as `1886-10..Fall 1886` may end less exactly than it begins, so its end may be later than
            // the date's.
            let inside = date.from <= day.last() && day.last() <= date.to;
            assert!(inside, "{text:?} {date:?}");
        }
        for day in [date.from, date.to] {
            assert_eq!(Day::from_number(day.number()), day);
        }
        // Years before 1000 are skipped, because a number below 1000 alone is not recognised as a year.
        if date.from >= Day::new(1000, 1, 1).expect("a day") {
            let earliest = date.earliest();
            let again = LaxDate::parse(&earliest).map(|again| again.from);
            assert_eq!(again, Some(date.from), "{text:?} {earliest}");
        }
    }
    if let Some(result) = GameResult::parse(text) {
        assert_eq!(GameResult::parse(&result.to_string()), Some(result), "{text}");
    }
    if let Some(rank) = Rank::parse(text) {
        assert_eq!(Rank::parse(&rank.to_string()), Some(rank), "{text}");
        assert_eq!(Rank::from_number(rank.number()), Some(rank));
    }
    for komi in [Komi::parse(text), Komi::from_prose(text)].into_iter().flatten() {
        // A komi of 100 or more without a unit counts as hundredths, so such a number is not read back as it was
        // printed.
        if komi.hundredths().abs() < 10_000 {
            assert_eq!(Komi::parse(&komi.to_string()), Some(komi), "{text}");
        }
        assert_eq!(Komi::from_hundredths(komi.hundredths()), Some(komi));
    }
    if let Some(size) = numbers::parse_size(text) {
        assert_eq!(numbers::parse_size(&size.to_string()), Some(size));
    }
    numbers::parse_handicap(text);
    parse_time(text);
    Overtime::parse(text);
    Ruleset::parse(text);
    for side in [1, 8, 26, 52] {
        let size = BoardSize::new(side, side).expect("within the limits");
        if let Some(point) = loa::parse_point(text, size) {
            assert_eq!(loa::parse_point(&loa::point_name(point, size), size), Some(point));
        }
        if let Some(action) = loa::parse_move(text, size) {
            assert_eq!(loa::parse_move(&loa::move_name(action, size), size), Some(action));
        }
    }
}
