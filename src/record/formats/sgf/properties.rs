//! SGF property names, and the kind of each property. A property that the reader should understand is added here first.

use super::lexer::ValueKind;
use crate::game::{Color, Stone};
use crate::info::GAME_INFO_PROPERTIES;
use std::borrow::Cow;

/// Kind of a property, which decides what the reader does with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PropertyKind {
    /// Move of this colour (`B`, `W`).
    Move(Color),
    /// Move of the first or second player in Boardspace's dialect of Lines of Action (`P0`, `P1`).
    NumberedMove(Color),
    /// Setup stones (`AB`, `AW`, `AE`).
    Add(Stone),
    /// Player whose turn it is (`PL`).
    Turn,
    /// Comment on the node (`C`).
    Comment,
    /// Game information, which may also be in later nodes.
    Info,
    /// Value in which a program stored its analysis of a position.
    Analysis(&'static str),
    /// Annotation of a move or position by a person, such as `TE` (tesuji).
    Annotation(&'static str),
    /// Any other property: stored as text if it stands in the root node, ignored in other nodes.
    Other,
}

/// Returns the kind of the property with this name.
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
        _ if GAME_INFO_PROPERTIES.contains(&name) => PropertyKind::Info,
        _ => remark_kind(name).unwrap_or(PropertyKind::Other),
    }
}

/// Returns the kind of a property in which programs or people comment on a position; `None` for other properties.
#[inline]
fn remark_kind(name: &str) -> Option<PropertyKind> {
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

/// Whether a property of the root is not stored as text, because its numbers are in the record's analysis. Nobody but
/// programs reads them.
pub(super) fn is_only_in_analysis(name: &str) -> bool {
    matches!(
        name,
        "KT" | "KA" | "LZ" | "LZ2" | "LZOP" | "LZOP2" | "QKGV" | "QLZV" | "SBKV" | "SBKS" | "OGSC"
    )
}

/// Kind of values that the property has; a text may have an unescaped `]`.
pub(super) fn value_kind(name: &str) -> ValueKind {
    match name {
        "C" | "GC" => ValueKind::Lines,
        "B" | "W" | "AB" | "AW" | "AE" | "PL" | "TR" | "SQ" | "CR" | "MA" | "SL" | "DD" | "TB"
        | "TW" | "LB" | "AR" | "LN" | "VW" | "FF" | "GM" | "SZ" | "ST" | "CA" | "BL" | "WL"
        | "OB" | "OW" | "MN" | "KM" | "L" | "M" => ValueKind::Points,
        _ => ValueKind::Line,
    }
}

/// Properties whose values form a list, so that repeating the property adds to it.
pub(super) const LISTS: [&str; 17] = [
    "AB", "AW", "AE", "TR", "SQ", "CR", "MA", "SL", "DD", "TB", "TW", "LB", "AR", "LN", "VW", "L",
    "M",
];

/// Whether the line breaks in the property's value are part of it (type `Text`); the values of all others are
/// `SimpleText` or shorter.
pub(in crate::formats) fn has_line_breaks(name: &str) -> bool {
    matches!(name, "C" | "GC")
}

/// Returns a property's name as FF\[4\] writes it. In a name with lower-case letters, only the capitals and digits are
/// used (FF\[3\], "property identifiers"). A name without any capital is converted to upper case.
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
    fn analysis_properties_have_their_kind() {
        assert_eq!(kind("LZOP2"), PropertyKind::Analysis("LZOP2"));
        assert_eq!(kind("TE"), PropertyKind::Annotation("TE"));
        assert_eq!(kind("KTV"), PropertyKind::Other);
        for name in ["KT", "KA", "LZ", "LZOP2", "QLZV", "SBKS", "OGSC"] {
            assert!(is_only_in_analysis(name) && matches!(kind(name), PropertyKind::Analysis(_)));
        }
        assert!(
            !is_only_in_analysis("WV") && !is_only_in_analysis("KTV") && !is_only_in_analysis("TE")
        );
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
