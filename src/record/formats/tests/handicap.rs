//! Tests that the handicap comes from the record's text, or else from its stones.

#![allow(clippy::unwrap_used)]

use crate::HandicapSource::{Moves, Setup};
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

/// The header of Fox, in which the server's own name (`AP`) comes second and is lost.
const FOX: &str = "AP[GNU Go:3.8]RE[W+R]TM[300]TC[3]TT[30]AP[foxwq]";

#[test]
fn first_moves_in_a_record_of_fox_are_handicap_stones() {
    let corners = ";B[pd];B[dp];B[pp];B[dd];W[fc];B[cf]";
    for (text, expected) in [
        (format!("AP[foxwq]HA[0]{corners}"), Some((4, Moves))),
        (format!("AP[foxwq]HA[1]{corners}"), Some((4, Moves))),
        (format!("AP[foxwq]{corners}"), Some((4, Moves))),
        (format!("{FOX}HA[0]{corners}"), Some((4, Moves))),
        (format!("{FOX};B[pd];B[dp];W[]"), Some((2, Moves))),
        (format!("{FOX};B[pd];B[dp](;W[dd];B[pp])(;B[pp])"), Some((2, Moves))),
        (format!("{FOX}SZ[9];B[cc];B[gg];W[ee]"), Some((2, Moves))),
        // No handicap is inferred here, because the record states one or Fox did not write it.
        (format!("AP[foxwq]HA[3]{corners}"), None),
        (format!("AP[GNU Go:3.8]HA[0]{corners}"), None),
        (format!("TC[a comment]TT[30]{corners}"), None),
        // No handicap is inferred here either: an even game, stones off the handicap points, two stones on one point, a
        // pass, and a game of Lines of Action.
        (format!("{FOX};B[pd];W[dp];B[pp];B[dd]"), None),
        (format!("{FOX};B[pd];B[pq];B[dd];B[dp];W[qo]"), None),
        (format!("{FOX};B[pd];B[pd];W[qo]"), None),
        (format!("{FOX};B[pd];B[];W[qo]"), None),
        (format!("{FOX}GM[9];B[b1-b3];B[b3-b5]"), None),
        // If there are setup stones, they alone decide. If they are no handicap, none is inferred.
        (format!("{FOX}AB[pd][dp];B[pp];B[dd];W[fc]"), Some((2, Setup))),
        (format!("{FOX}AB[aa];B[pp];B[dd];W[fc]"), None),
        ("AB[dd][pp]HA[0];W[fc]".to_owned(), Some((2, Setup))),
        ("AB[dd][pp]HA[2];W[fc]".to_owned(), None),
    ] {
        let record = formats::read(format!("(;PB[x]{text})").as_bytes()).records.remove(0);
        let inferred = record.info.inferred_handicap;
        assert_eq!(inferred.map(|it| (it.stones, it.from)), expected, "{text}");
        if let Some((stones, _)) = expected {
            assert_eq!(record.handicap(), Some(stones), "{text}");
            assert_eq!(record.info.handicap_stones(), Some(stones), "{text}");
        }
    }
}
