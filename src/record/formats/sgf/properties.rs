//! Property names and the kinds of properties they name.

use super::lexer::ValueKind;
use crate::game::{Color, Stone};
use crate::info::GAME_INFO;
use std::borrow::Cow;

/// What the reader does with a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PropertyKind {
    /// A move of this colour.
    Move(Color),
    /// A move of the first or second player in Boardspace's dialect of Lines of Action (`P0`, `P1`).
    NumberedMove(Color),
    /// Setup stones.
    Add(Stone),
    /// Whose turn it is.
    Turn,
    /// A comment on the node.
    Comment,
    /// Game information, which may also be in later nodes.
    Info,
    /// What a program says of a position.
    Analysis(&'static str),
    /// What a person says of a move or a position.
    Annotation(&'static str),
    /// Anything else: kept at the root, ignored elsewhere.
    Other,
}

/// The kind of property with this name.
#[inline]
pub(super) fn kind(name: &str) -> PropertyKind {
    match name.as_bytes() {
        b"B" => PropertyKind::Move(Color::Black),
        b"W" => PropertyKind::Move(Color::White),
        b"AB" => PropertyKind::Add(Stone::Black),
        b"AW" => PropertyKind::Add(Stone::White),
        b"AE" => PropertyKind::Add(Stone::Empty),
        b"PL" => PropertyKind::Turn,
        b"C" => PropertyKind::Comment,
        b"P0" => PropertyKind::NumberedMove(Color::Black),
        b"P1" => PropertyKind::NumberedMove(Color::White),
        _ if GAME_INFO.contains(&name) => PropertyKind::Info,
        _ => said(name).unwrap_or(PropertyKind::Other),
    }
}

/// The kinds of properties in which programs and people say something of a position.
#[inline]
fn said(name: &str) -> Option<PropertyKind> {
    macro_rules! one_of {
        ($($kind:ident: $($name:literal)*;)*) => {
            match name {
                $($($name => Some(PropertyKind::$kind($name)),)*)*
                _ => None,
            }
        };
    }
    one_of! {
        Analysis:
            "KT" "KA" "LZ" "LZ2" "LZOP" "LZOP2" "QKGV" "QLZV" "SBKV" "SBKS" "OGSC" "WV" "BWWR"
            "VNWR" "MCWR" "ES" "CBM" "PLYO";
        Annotation: "V" "BM" "TE" "GB" "GW" "DM" "UC" "HO" "DO" "IT";
    }
}

/// Whether a property of the root is told by the verdicts alone: it holds numbers that only programs read.
pub(super) fn is_in_verdicts(name: &str) -> bool {
    matches!(
        name,
        "KT" | "KA" | "LZ" | "LZ2" | "LZOP" | "LZOP2" | "QKGV" | "QLZV" | "SBKV" | "SBKS" | "OGSC"
    )
}

/// What kind of values the property has; texts may hold an unescaped `]`.
pub(super) fn holds(name: &str) -> ValueKind {
    match name {
        "C" | "GC" => ValueKind::Lines,
        "B" | "W" | "AB" | "AW" | "AE" | "PL" | "TR" | "SQ" | "CR" | "MA" | "SL" | "DD" | "TB"
        | "TW" | "LB" | "AR" | "LN" | "VW" | "FF" | "GM" | "SZ" | "ST" | "CA" | "BL" | "WL"
        | "OB" | "OW" | "MN" | "KM" | "L" | "M" => ValueKind::Points,
        _ => ValueKind::Line,
    }
}

/// The properties whose values form a list, so that repeating the property adds to it.
pub(super) const LISTS: [&str; 17] = [
    "AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "LB", "AR", "LN", "VW", "L",
    "M",
];

/// Whether line breaks are kept (type `Text`); all other properties are `SimpleText` or shorter.
pub(in crate::formats) fn keeps_lines(name: &str) -> bool {
    matches!(name, "C" | "GC")
}

/// The name as FF\[4\] writes it. In a name with lower-case letters, only the capitals and digits count (FF\[3\],
/// "property identifiers"). A name without any capital is converted to upper case.
pub(super) fn canonical_name(name: &str) -> Cow<'_, str> {
    if !name.bytes().any(|b| b.is_ascii_lowercase()) {
        return Cow::Borrowed(name);
    }
    if name.bytes().any(|b| b.is_ascii_uppercase()) {
        return Cow::Owned(name.chars().filter(|c| !c.is_ascii_lowercase()).collect());
    }
    Cow::Owned(name.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_has_its_kind() {
        assert_eq!(kind("LZOP2"), PropertyKind::Analysis("LZOP2"));
        assert_eq!(kind("TE"), PropertyKind::Annotation("TE"));
        assert_eq!(kind("KTV"), PropertyKind::Other);
        for name in ["KT", "KA", "LZ", "LZOP2", "QLZV", "SBKS", "OGSC"] {
            assert!(is_in_verdicts(name) && matches!(kind(name), PropertyKind::Analysis(_)));
        }
        assert!(!is_in_verdicts("WV") && !is_in_verdicts("KTV") && !is_in_verdicts("TE"));
    }

    #[test]
    fn names() {
        for (written, canonical) in [
            ("PB", "PB"),
            ("PlayerBlack", "PB"),
            ("ccAddBee", "AB"),
            ("b", "B"),
            ("5A", "5A"),
            ("KGSDE2", "KGSDE2"),
        ] {
            assert_eq!(canonical_name(written), canonical);
        }
    }
}
