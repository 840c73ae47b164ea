//! Markup on the board, such as letters and triangles.
//!
//! A record does not store markup, because only showing a game needs it. It is read from the text again when a game is
//! shown.

use super::values;
use crate::NodeId;
use crate::game::Point;

/// Sign on all points of a rectangle, at one node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Node at which the sign is drawn.
    pub node: NodeId,
    /// Sign that is drawn on each point.
    pub sign: Sign,
    /// Upper left point of the rectangle.
    pub from: Point,
    /// Lower right point of the rectangle.
    pub to: Point,
    /// Text of a label; empty for other signs.
    pub label: String,
}

/// Sign that is drawn on a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// Text that is drawn on a point (`LB`).
    Label,
    /// Triangle (`TR`).
    Triangle,
    /// Square (`SQ`).
    Square,
    /// Circle (`CR`).
    Circle,
    /// Cross (`MA`).
    Cross,
    /// Selection of a point (`SL`).
    Selected,
}

/// Signs with the SGF properties that draw them.
const SIGNS: [(Sign, &str); 6] = [
    (Sign::Label, "LB"),
    (Sign::Triangle, "TR"),
    (Sign::Square, "SQ"),
    (Sign::Circle, "CR"),
    (Sign::Cross, "MA"),
    (Sign::Selected, "SL"),
];

impl Sign {
    /// Name of the SGF property that draws the sign.
    pub fn property(self) -> &'static str {
        SIGNS.iter().find(|(sign, _)| *sign == self).map_or("", |(_, name)| name)
    }

    pub(super) fn from_property(name: &str) -> Option<Sign> {
        SIGNS.iter().find(|(_, property)| *property == name).map(|(sign, _)| *sign)
    }

    /// Splits a raw value into its points and the text of a label.
    pub(super) fn split(self, raw: &str) -> Option<(&str, String)> {
        match self {
            Sign::Label => {
                let (point, label) = raw.split_once(':')?;
                Some((point, values::decode_simple_text(label).trim().to_owned()))
            }
            _ => Some((raw, String::new())),
        }
    }
}
