//! Condition on the next move in an address.

use super::points::{AddressMove, color};
use kifu_record::game::{BoardSize, Color, Point};

/// Condition on the next move after a hit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum NextAsked {
    /// The next move may be any.
    #[default]
    Any,
    /// The game must end at the hit.
    End,
    /// The next move must be outside of the region.
    Elsewhere,
    /// The next move must be this one, played by this side if one is given.
    Move(Option<Color>, AddressMove),
    /// A text that is none of the other conditions. The engine parses or refuses it.
    Text(String),
}

impl NextAsked {
    /// Reads the value of an address such that it is written again exactly as it was.
    pub(crate) fn read(text: &str, size: BoardSize) -> NextAsked {
        NextAsked::meant(text, size)
            .filter(|next| next.text(size) == text)
            .unwrap_or_else(|| NextAsked::Text(text.to_owned()))
    }

    /// Parses a text in any case; `None` if it means nothing.
    fn meant(text: &str, size: BoardSize) -> Option<NextAsked> {
        let text = text.trim();
        let (side, name) = text.rsplit_once(' ').unwrap_or(("", text));
        match name.to_ascii_lowercase().as_str() {
            "" => Some(NextAsked::Any),
            "end" => Some(NextAsked::End),
            "elsewhere" => Some(NextAsked::Elsewhere),
            name => Some(NextAsked::Move(color(side), AddressMove::named(name, size)?)),
        }
    }

    /// Value in an address and in a query; empty without a condition.
    pub(crate) fn text(&self, size: BoardSize) -> String {
        match self {
            NextAsked::Any => String::new(),
            NextAsked::End => "end".to_owned(),
            NextAsked::Elsewhere => "elsewhere".to_owned(),
            NextAsked::Move(None, step) => step.name(size),
            NextAsked::Move(Some(color), step) => format!("{} {}", color.letter(), step.name(size)),
            NextAsked::Text(text) => text.clone(),
        }
    }

    /// True if there is no condition.
    pub(crate) fn is_any(&self) -> bool {
        *self == NextAsked::Any
    }

    /// True if the next move must be outside of the region, however that is written.
    pub(super) fn is_elsewhere(&self, size: BoardSize) -> bool {
        self.as_meant(size) == Some(NextAsked::Elsewhere)
    }

    /// Point that the next move must be at, however the condition is written.
    pub(super) fn point(&self, size: BoardSize) -> Option<Point> {
        match self.as_meant(size)? {
            NextAsked::Move(_, AddressMove::Place(point)) => Some(point),
            _ => None,
        }
    }

    fn as_meant(&self, size: BoardSize) -> Option<NextAsked> {
        match self {
            NextAsked::Text(text) => NextAsked::meant(text, size),
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
        let pass = |color| NextAsked::Move(color, AddressMove::Pass);
        for (text, wanted) in [
            ("", NextAsked::Any),
            ("end", NextAsked::End),
            ("elsewhere", NextAsked::Elsewhere),
            ("pass", pass(None)),
            ("W pass", pass(Some(Color::White))),
            ("w pass", NextAsked::Text("w pass".to_owned())),
            ("PASS", NextAsked::Text("PASS".to_owned())),
            ("R99", NextAsked::Text("R99".to_owned())),
        ] {
            let read = NextAsked::read(text, size);
            assert_eq!(read.text(size), text);
            assert_eq!(read, wanted);
        }
        let point = NextAsked::read("R14", size).point(size);
        assert!(point.is_some());
        for text in ["r14", "B R14", "b r14", " R14"] {
            assert_eq!(NextAsked::read(text, size).point(size), point, "{text}");
        }
    }
}
