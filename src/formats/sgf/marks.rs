//! Markup on the board: letters, triangles and the like.
//!
//! A record does not keep it, because nothing but showing a game needs it. So it is read from the text once more.

use super::values;
use crate::game::Point;
use crate::record::NodeId;

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

impl Sign {
    /// All signs.
    pub const ALL: [Sign; 6] = [
        Sign::Label,
        Sign::Triangle,
        Sign::Square,
        Sign::Circle,
        Sign::Cross,
        Sign::Selected,
    ];

    /// The property that draws it.
    pub fn property(self) -> &'static str {
        match self {
            Sign::Label => "LB",
            Sign::Triangle => "TR",
            Sign::Square => "SQ",
            Sign::Circle => "CR",
            Sign::Cross => "MA",
            Sign::Selected => "SL",
        }
    }

    pub(super) fn of(name: &str) -> Option<Sign> {
        Sign::ALL.into_iter().find(|sign| sign.property() == name)
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
