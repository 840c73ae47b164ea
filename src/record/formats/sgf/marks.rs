//! Markup on the board: letters, triangles and the like.
//!
//! A record does not keep it, because nothing but showing a game needs it. So it is read from the text once more.

use super::values;
use crate::NodeId;
use crate::game::Point;

/// A sign on the points of a rectangle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its node.
    pub node: NodeId,
    /// The sign.
    pub sign: Sign,
    /// The upper left point.
    pub from: Point,
    /// The lower right point.
    pub to: Point,
    /// The text of a label; otherwise empty.
    pub label: String,
}

/// What is drawn on a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// A text (`LB`).
    Label,
    /// A triangle (`TR`).
    Triangle,
    /// A square (`SQ`).
    Square,
    /// A circle (`CR`).
    Circle,
    /// A cross (`MA`).
    Cross,
    /// A selected point (`SL`).
    Selected,
}

/// The signs, and the properties that draw them.
const SIGNS: [(Sign, &str); 6] = [
    (Sign::Label, "LB"),
    (Sign::Triangle, "TR"),
    (Sign::Square, "SQ"),
    (Sign::Circle, "CR"),
    (Sign::Cross, "MA"),
    (Sign::Selected, "SL"),
];

impl Sign {
    /// The property that draws it.
    pub fn property(self) -> &'static str {
        SIGNS.iter().find(|(sign, _)| *sign == self).map_or("", |(_, name)| name)
    }

    pub(super) fn of(name: &str) -> Option<Sign> {
        SIGNS.iter().find(|(_, property)| *property == name).map(|(sign, _)| *sign)
    }

    /// Splits a raw value into its points and the text of a label.
    pub(super) fn split(self, raw: &str) -> Option<(&str, String)> {
        match self {
            Sign::Label => {
                let (point, label) = raw.split_once(':')?;
                Some((point, values::simple_text(label).trim().to_owned()))
            }
            _ => Some((raw, String::new())),
        }
    }
}
