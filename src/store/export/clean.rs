//! Games of a clean collection: SGF in UTF-8 in one form, with normal values of what is known about a game.

use super::piece::{ExtractedGame, SelectGame};
use kifu_archive::crawl::Entry;
use kifu_record::date::LaxDate;
use kifu_record::formats;
use kifu_record::formats::sgf::write::write_with_properties;
use kifu_record::game::Color;
use kifu_record::rank::Rank;
use kifu_record::rules::Ruleset;
use kifu_record::text::charset;
use kifu_record::{Format, GameRecord, Property};

/// Property that holds the old text of each changed property, as `RE:B wins`.
const ORIGINAL: &str = "ORIGINAL";

/// Largest number of an amateur dan; higher ranks are professional ones.
const MAX_DAN: u8 = 10;

/// Property whose value is written in its normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueChange {
    /// SGF name of the property, such as `DT`.
    pub property: String,
    /// Value as it was read; empty if the record had no such property.
    pub before: String,
    /// Value as it is written.
    pub after: String,
}

/// Extracts games from a file in clean form. `is_wanted` decides for every game, by its number from 1, whether it is
/// exported; `sink` receives the exported games.
pub fn clean_games(
    entry: &Entry,
    has_originals: bool,
    is_wanted: SelectGame,
    sink: &mut dyn FnMut(u32, ExtractedGame),
) {
    let decoded = charset::decode(entry.bytes.as_slice());
    formats::read_decoded(entry.source(), &decoded, &mut |record, text, _| {
        if is_wanted(text.number, &record).is_some() {
            sink(text.number, clean_game(&record, has_originals));
        }
    });
}

/// Writes a game in clean form. A value is only changed if reading the result gives the same game with the same facts.
fn clean_game(record: &GameRecord, has_originals: bool) -> ExtractedGame {
    let all = normal_values(record);
    let without_date = || all.iter().filter(|change| change.property != "DT").cloned().collect();
    let attempts = [all.clone(), without_date()];
    let written = attempts.into_iter().find_map(|changes| {
        let text = write_with_properties(record, &changed(record, &changes, has_originals));
        is_same_game(&text, record).then_some((text, changes))
    });
    let (text, changes) =
        written.unwrap_or_else(|| (write_with_properties(record, &record.properties), Vec::new()));
    let mut repairs: Vec<&str> =
        record.diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
    repairs.sort_unstable();
    repairs.dedup();
    ExtractedGame {
        bytes: text.into_bytes(),
        format: Format::Sgf,
        is_converted: false,
        changes,
        repairs,
    }
}

/// Finds the properties whose normal values differ from what the record has.
fn normal_values(record: &GameRecord) -> Vec<ValueChange> {
    let info = &record.info;
    let rank = |color: Color| {
        let player = &info.players[color];
        let text = player.rank_text.as_deref()?;
        // The rank of a team is that of its first player, so the text says more. A text such as 9단 does not say whether
        // the player is a professional, and `9d` would.
        let is_certain = text.is_ascii() || player.rank > Rank::dan(MAX_DAN);
        let is_single = player.persons().len() < 2;
        player.rank.filter(|_| is_single && is_certain).map(|rank| rank.to_string())
    };
    // Beside the number, the text of a time limit may contain the overtime.
    let has_plain_time = || {
        let time = record.properties.iter().find(|property| property.name == "TM");
        time.is_some_and(|time| time.values.iter().all(|value| value.trim().parse::<f64>().is_ok()))
    };
    // A property that the record lacks is added if another one, or a property of another name, says the same.
    let values = [
        ("DT", date_value(record), true),
        ("RE", info.result.map(|result| result.to_string()), true),
        ("KM", info.komi.map(|komi| komi.points().to_string()), true),
        ("HA", info.handicap.map(|stones| stones.to_string()), false),
        ("TM", info.time.filter(|_| has_plain_time()).map(|seconds| seconds.to_string()), false),
        ("RU", info.ruleset.map(Ruleset::as_str).map(str::to_owned), false),
        ("BR", rank(Color::Black), false),
        ("WR", rank(Color::White), false),
    ];
    let change = |(name, value, may_be_added): (&str, Option<String>, bool)| {
        let after = value?;
        let before = record.properties.iter().find(|property| property.name == name);
        let before = before.map(|property| property.values.join(", "));
        let is_changed = match &before {
            Some(before) => *before != after,
            None => may_be_added,
        };
        is_changed.then(|| ValueChange {
            property: name.to_owned(),
            before: before.unwrap_or_default(),
            after,
        })
    };
    values.into_iter().filter_map(change).collect()
}

/// The days of a game as SGF writes them; `None` if the record says something else, such as a range, a season or the
/// time of day.
fn date_value(record: &GameRecord) -> Option<String> {
    let is_plain = |text: &String| {
        let is_part = |c: char| c.is_ascii_digit() || "-/., 年月日".contains(c);
        !text.contains("..") && text.chars().all(is_part)
    };
    let written = record.properties.iter().find(|property| property.name == "DT");
    let date = record.info.date.as_ref()?;
    match written {
        Some(written) if written.values.iter().all(is_plain) => {}
        None if date.days().len() == 1 => {}
        _ => return None,
    }
    let days: Vec<String> = date.days().iter().map(ToString::to_string).collect();
    let text = days.join(",");
    (LaxDate::parse(&text).as_ref() == Some(date)).then_some(text)
}

/// The properties of a record with changed values.
fn changed(record: &GameRecord, changes: &[ValueChange], has_originals: bool) -> Vec<Property> {
    let mut properties = record.properties.clone();
    for change in changes {
        let values = vec![change.after.clone()];
        match properties.iter_mut().find(|property| property.name == change.property) {
            Some(property) => property.values = values,
            None => properties.push(Property { name: change.property.clone(), values }),
        }
    }
    let replaced = changes.iter().filter(|change| !change.before.is_empty());
    let originals: Vec<String> =
        replaced.map(|change| format!("{}:{}", change.property, change.before)).collect();
    if has_originals && !originals.is_empty() {
        properties.push(Property { name: ORIGINAL.to_owned(), values: originals });
    }
    properties
}

/// True if a text holds exactly the game of a record, with the same facts.
fn is_same_game(text: &str, record: &GameRecord) -> bool {
    let parsed = formats::read(text.as_bytes());
    let [again] = parsed.records.as_slice() else {
        return false;
    };
    // Ranks and rules are compared by their meaning, because their texts are replaced.
    let mut info = again.info.clone();
    info.rules.clone_from(&record.info.rules);
    for color in Color::BOTH {
        info.players[color].rank_text.clone_from(&record.info.players[color].rank_text);
    }
    again.start == record.start && again.tree == record.tree && info == record.info
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn clean(text: &str, has_originals: bool) -> (String, Vec<String>) {
        let record = formats::read(text.as_bytes()).records.remove(0);
        let game = clean_game(&record, has_originals);
        let changes = game.changes.iter();
        let changes = changes.map(|of| format!("{}:{}>{}", of.property, of.before, of.after));
        (String::from_utf8(game.bytes).unwrap(), changes.collect())
    }

    #[test]
    fn values_get_their_normal_form() {
        let text = "(;FF[3]SZ[19]DT[2008-9-5]RE[\u{bc31} \u{bd88}\u{acc4}\u{c2b9}]KM[6.50]BR[9\u{b2e8}]\
                    WR[P9\u{6bb5}]PB[A];B[pd])";
        let (written, changes) = clean(text, false);
        assert!(written.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[19]"), "{written}");
        for value in ["DT[2008-09-05]", "RE[W+R]", "KM[6.5]", "BR[9\u{b2e8}]", "WR[9p]"] {
            assert!(written.contains(value), "{written}");
        }
        assert_eq!(changes.len(), 4, "{changes:?}");
        assert!(!written.contains(ORIGINAL));
        let (written, _) = clean(text, true);
        assert!(written.contains("ORIGINAL[DT:2008-9-5]"), "{written}");
    }

    #[test]
    fn what_has_no_normal_form_stays_as_it_is() {
        let text = "(;FF[4]GM[1]CA[UTF-8]SZ[19]DT[Summer 1857]RE[Black was ahead]PB[A];B[pd])";
        let (written, changes) = clean(text, true);
        assert!(written.contains("DT[Summer 1857]RE[Black was ahead]"), "{written}");
        assert!(changes.is_empty(), "{changes:?}");
    }
}
