//! Reads Boardspace's dialect of Lines of Action. In the root, `P0` and `P1` hold the names of the first and second
//! player; elsewhere they hold the players' moves, each after its number: `P0[id "ada"]`, `P1[12 b1-b3]`. Other values
//! (`0 Start P0`, `13 done`, `time 0:01:20`) are not moves.

use crate::Property;
use crate::game::{BoardSize, Move, loa};
use crate::result::GameResult;

/// Reads the move in a value. An unreadable move still counts as a move; `None` if the value was not meant as a move.
pub(super) fn parse_move(value: &str, size: BoardSize) -> Option<Move> {
    if value.trim().is_empty() {
        return None;
    }
    let text = value.trim_start();
    let numbered = text.strip_prefix(|c: char| c.is_ascii_digit());
    loa::parse_move(value, size).or_else(|| {
        let text = numbered?.trim_start_matches(|c: char| c.is_ascii_digit() || ". ".contains(c));
        let square = matches!(text.as_bytes(), [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit());
        square.then_some(Move::Unreadable)
    })
}

/// Adds what the dialect says about the game under SGF property names: the players' names, and the winner if given by
/// name (`RE[Game won by ada]`), before the words of the file.
pub(super) fn add_info(properties: &mut Vec<Property>) {
    let id = |name: &str| {
        let mut values = properties.iter().find(|property| property.name == name)?.values.iter();
        let id =
            values.find_map(|value| value.trim().strip_prefix("id "))?.trim().trim_matches('"');
        (!id.is_empty()).then(|| id.to_owned())
    };
    let players = [("P0", "PB", "B+"), ("P1", "PW", "W+")];
    for (id, name, result) in players.map(|(name, player, result)| (id(name), player, result)) {
        let Some(id) = id else { continue };
        let won = |text: &String| {
            let words = text.trim();
            let begins =
                words.get(..12).is_some_and(|words| words.eq_ignore_ascii_case("game won by "));
            begins && words.get(12..).is_some_and(|winner| winner.trim() == id)
        };
        let ends = properties.iter_mut().find(|property| property.name == "RE");
        if let Some(property) = ends
            && let Some(text) = property.values.first()
            && won(text)
            && GameResult::parse(text).is_none()
        {
            property.values.insert(0, result.to_owned());
        }
        if !properties.iter().any(|property| property.name == name) {
            properties.push(Property::new(name, id));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_what_is_none() {
        for (value, expected) in [
            ("12 b1-b3", "b1-b3"),
            ("3. B1:B3+", "b1-b3"),
            ("4 e8-^^", "e8-^^"),
            ("resign", "resign"),
            ("7 pass", "pass"),
            ("12 b1-z3", "!"),
            ("5 i9-b3", "!"),
            ("id \"b1\"", "-"),
            ("0 Start P0", "-"),
            ("13 done", "-"),
            ("time 0:01:20", "-"),
            ("ranking 1500", "-"),
            ("", "-"),
        ] {
            let found = parse_move(value, BoardSize::LOA)
                .map_or("-".into(), |played| loa::move_name(played, BoardSize::LOA));
            assert_eq!(found, expected, "{value:?}");
        }
    }

    #[test]
    fn players_and_winner() {
        let mut properties = vec![
            Property::new("P0", "id \"ada\""),
            Property::new("P1", "id \"ben b\""),
            Property::new("RE", "Game won by ben b"),
        ];
        add_info(&mut properties);
        let of = |name: &str| properties.iter().find(|p| p.name == name).unwrap().values.join("|");
        assert_eq!((of("PB").as_str(), of("PW").as_str()), ("ada", "ben b"));
        assert_eq!(of("RE"), "W+|Game won by ben b");
        let mut named = vec![Property::new("P0", "id \"ada\""), Property::new("PB", "Ada")];
        add_info(&mut named);
        assert_eq!(named.len(), 2);
    }
}
