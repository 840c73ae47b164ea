//! Condition on the next move after a hit, as a parameter of an address.

use super::points::{AddressMove, color};
use kifu_record::game::{BoardSize, Color, Point};

/// Condition on the next move after a hit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum NextMoveCondition {
    /// The next move may be any.
    #[default]
    Any,
    /// The game must end at the hit.
    End,
    /// The next move must be outside of the region that must match.
    Elsewhere,
    /// The next move must be this one, played by this side if one is given.
    Move(Option<Color>, AddressMove),
    /// A text that is none of the other conditions. It is passed on to the engine, which parses it or refuses it.
    Text(String),
}

impl NextMoveCondition {
    /// Parses the value of a parameter. The condition can be written again exactly as it was.
    pub(crate) fn read(text: &str, size: BoardSize) -> NextMoveCondition {
        NextMoveCondition::parse_lenient(text, size)
            .filter(|next| next.text(size) == text)
            .unwrap_or_else(|| NextMoveCondition::Text(text.to_owned()))
    }

    /// Parses a text in upper or lower case; `None` if it is no condition.
    fn parse_lenient(text: &str, size: BoardSize) -> Option<NextMoveCondition> {
        let text = text.trim();
        let (side, name) = text.rsplit_once(' ').unwrap_or(("", text));
        match name.to_ascii_lowercase().as_str() {
            "" => Some(NextMoveCondition::Any),
            "end" => Some(NextMoveCondition::End),
            "elsewhere" => Some(NextMoveCondition::Elsewhere),
            name => Some(NextMoveCondition::Move(color(side), AddressMove::parse(name, size)?)),
        }
    }

    /// Text of the condition for an address and for a query; empty for `Any`.
    pub(crate) fn text(&self, size: BoardSize) -> String {
        match self {
            NextMoveCondition::Any => String::new(),
            NextMoveCondition::End => "end".to_owned(),
            NextMoveCondition::Elsewhere => "elsewhere".to_owned(),
            NextMoveCondition::Move(None, step) => step.name(size),
            NextMoveCondition::Move(Some(color), step) => {
                format!("{} {}", color.letter(), step.name(size))
            }
            NextMoveCondition::Text(text) => text.clone(),
        }
    }

    /// True if any next move is allowed.
    pub(crate) fn is_any(&self) -> bool {
        *self == NextMoveCondition::Any
    }

    /// True if the next move must be outside of the region, however that is written.
    pub(super) fn is_elsewhere(&self, size: BoardSize) -> bool {
        self.interpreted(size) == Some(NextMoveCondition::Elsewhere)
    }

    /// Point at which the next move must be played; `None` if the condition names none.
    pub(super) fn point(&self, size: BoardSize) -> Option<Point> {
        match self.interpreted(size)? {
            NextMoveCondition::Move(_, AddressMove::Place(point)) => Some(point),
            _ => None,
        }
    }

    fn interpreted(&self, size: BoardSize) -> Option<NextMoveCondition> {
        match self {
            NextMoveCondition::Text(text) => NextMoveCondition::parse_lenient(text, size),
            known => Some(known.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again() {
        let size = BoardSize::GO;
        let pass = |color| NextMoveCondition::Move(color, AddressMove::Pass);
        for (text, wanted) in [
            ("", NextMoveCondition::Any),
            ("end", NextMoveCondition::End),
            ("elsewhere", NextMoveCondition::Elsewhere),
            ("pass", pass(None)),
            ("W pass", pass(Some(Color::White))),
            ("w pass", NextMoveCondition::Text("w pass".to_owned())),
            ("PASS", NextMoveCondition::Text("PASS".to_owned())),
            ("R99", NextMoveCondition::Text("R99".to_owned())),
        ] {
            let read = NextMoveCondition::read(text, size);
            assert_eq!(read.text(size), text);
            assert_eq!(read, wanted);
        }
        let point = NextMoveCondition::read("R14", size).point(size);
        assert!(point.is_some());
        for text in ["r14", "B R14", "b r14", " R14"] {
            assert_eq!(NextMoveCondition::read(text, size).point(size), point, "{text}");
        }
    }
}
