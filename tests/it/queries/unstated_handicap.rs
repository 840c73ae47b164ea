//! Handicap stones that a record does not state, as setup or as Black's first moves: queries, lists, findings, exports.

use crate::support::{Place, run_on};

/// Header of the Fox server, which writes `HA[0]` into every game and its own name (`AP`) second.
const FOX: &str =
    "SZ[19]KM[0]HA[0]RU[Chinese]AP[GNU Go:3.8]RE[W+R]TM[300]TC[3]TT[30]AP[foxwq]RL[0]";
/// Moves after the handicap stones.
const MOVES: &str = ";W[fc];B[cf];W[qn];B[fq]";

fn games() -> Place {
    let place = Place::new();
    for (name, text) in [
        ("moves", format!("{FOX};B[pd];B[dp];B[pp];B[dd]{MOVES}")),
        ("setup", format!("{FOX}AB[dd][pp][dp][pd]{MOVES}")),
        ("stated", format!("SZ[19]HA[4]AB[pd][dp][pp][dd]{MOVES}")),
        ("even", format!("{FOX};B[pd];W[dp];B[pp];W[dd];B[fq]")),
        ("free", format!("{FOX};B[pd];B[dp];B[pp];B[qc]{MOVES}")),
        ("other", format!("SZ[19]HA[0];B[pd];B[dp];B[pp];B[dd]{MOVES}")),
    ] {
        place.write(&format!("{name}.sgf"), format!("(;PB[A]PW[B]{text})"));
    }
    place.build();
    place
}

#[test]
fn queries_and_lists_have_the_number_of_first_moves() {
    let place = games();
    assert_eq!(place.file_stems("handicap:4"), "moves setup stated");
    assert_eq!(place.file_stems("has:handicap"), "moves setup stated");
    assert_eq!(place.file_stems("handicap:0"), "even free other");
    // Stones of an unstated handicap must not be recognised as an opening.
    assert_eq!(place.file_stems("handicap:4 opening:*"), "");
    let fields = "path,handicap,handicap_inferred_from,moves";
    let table = run_on(&place.folder(), &["search", "", "--csv", "--fields", fields]).out;
    let lines = table.lines().skip(1).map(|line| line.rsplit('/').next().unwrap());
    let mut lines: Vec<&str> = lines.collect();
    lines.sort_unstable();
    assert_eq!(
        lines,
        [
            "even.sgf,0,,5",
            "free.sgf,0,,8",
            "moves.sgf,4,moves,8",
            "other.sgf,0,,8",
            "setup.sgf,4,setup,4",
            "stated.sgf,4,,4",
        ]
    );
}

#[test]
fn positions_are_found_as_setup_and_as_moves() {
    let place = games();
    let stones = "position:\"(;SZ[19]AB[pd][dp][pp][dd])\"";
    assert_eq!(place.file_stems(stones), "moves other setup stated");
    assert_eq!(place.file_stems(&format!("{stones} handicap:4")), "moves setup stated");
    assert_eq!(
        place.file_stems(&format!("{stones} next:F17 tomove:W")),
        "moves other setup stated"
    );
    let later = "position:\"(;SZ[19]AB[pd][dp][pp][dd][cf]AW[fc][qn])\"";
    assert_eq!(place.file_stems(later), "moves other setup stated");
}

#[test]
fn moves_stay_as_written() {
    let place = games();
    let exported = run_on(&place.folder(), &["export", "handicap:4 file:moves", "--sgf", "-"]).out;
    assert!(exported.contains(&format!("{FOX};B[pd];B[dp];B[pp];B[dd]{MOVES}")), "{exported}");
    let shown = |name: &str| {
        let file = place.games().join(format!("{name}.sgf"));
        let shown = run_on(&place.folder(), &["show", &file.to_string_lossy()]).out;
        let line = shown.lines().find(|line| line.contains("Handicap"));
        line.map_or(String::new(), |line| line.trim().to_owned())
    };
    assert_eq!(shown("moves"), "Handicap  4 (not stated; from the first moves)");
    assert_eq!(shown("setup"), "Handicap  4 (not stated; from the stones that are set up)");
    assert_eq!(shown("stated"), "Handicap  4");
    assert_eq!(shown("even"), "");
}

#[test]
fn first_moves_that_are_a_handicap_are_not_out_of_turn() {
    let place = games();
    assert_eq!(place.file_stems("finding:out-of-turn"), "free other");
}
