//! Property names and the kinds of properties they name.

use super::lexer::ValueKind;
use crate::game::{Color, Stone};
use crate::record::info::GAME_INFO;
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
    /// What an engine or an annotator says, one of [`ANALYSIS`] or [`ANNOTATIONS`].
    Analysis(&'static str),
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
        // Written out, since most names that come here are none of them and a list would be compared one by one.
        b"KT" | b"KA" | b"LZ" | b"LZ2" | b"LZOP" | b"LZOP2" | b"QKGV" | b"QLZV" | b"SBKV"
        | b"SBKS" | b"OGSC" | b"WV" | b"BWWR" | b"VNWR" | b"MCWR" | b"ES" | b"CBM" | b"PLYO"
        | b"V" | b"BM" | b"TE" | b"GB" | b"GW" | b"DM" | b"UC" | b"HO" | b"DO" | b"IT" => {
            analysis(name)
        }
        _ => PropertyKind::Other,
    }
}

fn analysis(name: &str) -> PropertyKind {
    let mut known = ANALYSIS.iter().chain(&ANNOTATIONS).copied();
    let known = known.find(|known| *known == name);
    known.map_or(PropertyKind::Other, PropertyKind::Analysis)
}

/// The properties in which programs write what engines say. Those of the root that are [`IN_VERDICTS`] stand first.
pub(super) const ANALYSIS: [&str; 18] = [
    "KT", "KA", "LZ", "LZ2", "LZOP", "LZOP2", "QKGV", "QLZV", "SBKV", "SBKS", "OGSC", "WV", "BWWR",
    "VNWR", "MCWR", "ES", "CBM", "PLYO",
];

/// The first of these hold numbers that only programs read; the record tells them as verdicts.
const IN_VERDICTS: usize = 11;

/// Whether a property of the root is told by the verdicts alone.
pub(super) fn is_in_verdicts(name: &str) -> bool {
    ANALYSIS
        .iter()
        .take(IN_VERDICTS)
        .any(|known| *known == name)
}

/// The annotations of moves and positions.
pub(super) const ANNOTATIONS: [&str; 10] =
    ["V", "BM", "TE", "GB", "GW", "DM", "UC", "HO", "DO", "IT"];

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
    fn all_of_analysis_is_known() {
        for name in ANALYSIS.into_iter().chain(ANNOTATIONS) {
            assert_eq!(kind(name), PropertyKind::Analysis(name));
        }
        assert!(is_in_verdicts("KT") && is_in_verdicts("OGSC"));
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
