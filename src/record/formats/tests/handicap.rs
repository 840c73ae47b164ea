//! Tests that the handicap comes from the record's text, or else from its stones.

#![allow(clippy::unwrap_used)]

use crate::formats;

#[test]
fn handicap_follows_from_stones_if_not_given() {
    for (root, expected) in [
        ("", Some(0)),
        ("HA[0]", Some(0)),
        ("HA[3]", Some(3)),
        ("HA[3]AB[aa]", Some(3)),
        ("AB[dd][pp]", Some(2)),
        ("HA[0]AB[dd][pp][dp]", Some(3)),
        ("AB[dd][dd]", Some(1)),
        (";AB[dd][pp][pd]", Some(3)),
        // Stones on other points than handicap points, or of both colours, are a problem or a position, not a handicap.
        ("AB[dd][aa]", None),
        ("AB[dd]AW[pp]", None),
        ("AB[aa:ss]", None),
        // If the stones are no handicap, the number in the text is used, even 0.
        ("HA[0]AB[dd][aa]", Some(0)),
        ("SZ[9]AB[cc][gg][ee]", Some(3)),
        ("GM[9]", Some(0)),
    ] {
        let text = format!("(;PB[x]{root};B[qd];W[dc])");
        let record = formats::read(text.as_bytes()).records.remove(0);
        assert_eq!(record.handicap(), expected, "{text}");
    }
}
