#![allow(clippy::unwrap_used)]

use super::*;
use std::path::Path;

fn entry(text: &str) -> Entry {
    Entry {
        part: None,
        sidecar: None,
        game_lists: None,
        columns: Default::default(),
        origin: Origin::file(Path::new("/games/a.sgf")),
        bytes: text.as_bytes().to_vec(),
    }
}

fn show_text(text: &str, game: Option<u32>, at: GamePosition) -> Result<String> {
    let mut out = Vec::new();
    show_file(
        &entry(text),
        &ShowOptions { game, at, region: None, svg: false, graph: false, userdata: None },
        false,
        &Terminal::plain(40, false),
        &mut out,
    )?;
    Ok(String::from_utf8(out).unwrap())
}

const GAME: &str = "(;SZ[5]PB[井山裕太]BR[9p]PW[Lee]RE[W+R]DT[2016-03-13]KM[6.5]HA[0];B[ba];W[aa];B[ab]C[Taken,\n\
                    and this is a rather long line of comment.](;W[cc];B[xx])(;W[dd])(;W[cd];B[dd]))(;SZ[9];B[ee])";

#[test]
fn a_game_at_a_move() {
    let expected = "\
X Black     井山裕太 9p
O White     Lee
  Result    White won by resignation
  Date      2016-03-13
  Komi      6.5

   A B C D E
5  . X . . .  5
4 (X). . . .  4
3  . . a . .  3
2  . . c b .  2
1  . . . . .  1
   A B C D E

Move 3 of 5: B A4   captured: 0 black, 1 white
Variations here: 2 (b: #n6 W D2, c: #n7
W C2); the line goes on with a: #n4 W C3

Taken,
and this is a rather long line of
comment.

2 games in this file: add @2
1 oddity: a move that is not a point on
the board
";
    assert_eq!(show_text(GAME, None, GamePosition::Move(3)).unwrap(), expected);
}

#[test]
fn markup_is_drawn() {
    let game = "(;SZ[5]AB[aa]LB[ba:A][ca:12][da:x]TR[aa][ab:bb](;B[cc]SQ[aa])(;B[dc]CR[zz]))";
    let text = show_text(game, None, GamePosition::Move(0)).unwrap();
    for line in [
        "5  X A . . .  5",
        "4  T T . . .  4",
        "3  . . a b .  3",
        "Marked: A at B5, 12 at C5, x at D5,",
        "triangle A5 A4 B4",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("branch"), "{text}");
    // Markup belongs to its node, so the next node must show only its own square.
    let later = show_text(game, None, GamePosition::Move(1)).unwrap();
    assert!(later.contains("Marked: square A5\n"), "{later}");
    let none = show_text(game, None, GamePosition::Node(2)).unwrap();
    assert!(!none.contains("Marked"), "{none}");
}

#[test]
fn places_where_variations_branch_are_named() {
    let game = "(;SZ[5];B[aa](;W[bb](;C[x];B[cc])(;B[dd])(;B[ee]))(;W[cc]))";
    let line = |at| {
        let text = show_text(game, None, at).unwrap();
        text.lines().find(|line| line.contains("branch")).map(str::to_owned)
    };
    assert_eq!(line(GamePosition::End).unwrap(), "Variations branch at #1, #n2 (2)");
    assert_eq!(line(GamePosition::Move(1)).unwrap(), "Variations branch at #n2 (2)");
    assert_eq!(line(GamePosition::Node(5)), None);
}

#[test]
fn json_has_the_requested_place() {
    let line = |at| {
        let mut out = Vec::new();
        let what = ShowOptions {
            game: Some(1),
            at,
            region: None,
            svg: false,
            graph: false,
            userdata: None,
        };
        let term = Terminal::plain(80, false);
        show_file(&entry(GAME), &what, true, &term, &mut out).unwrap();
        serde_json::from_slice::<serde_json::Value>(&out).unwrap()
    };
    let third = line(GamePosition::Move(3));
    assert_eq!(third["board"][0], ".X...");
    let place = serde_json::json!({
        "node": 3, "move": 3, "variation": false, "last": "B[ab]", "turn": "W",
        "captured": {"black": 0, "white": 1}
    });
    assert_eq!(third["at"], place);
    assert_eq!(line(GamePosition::End)["board"][2], "..O..");
    assert_eq!(line(GamePosition::Node(8))["at"]["variation"], true);
    assert_eq!(line(GamePosition::Node(8))["at"]["last"], "B[dd]");
}

/// In Lines of Action, a piece that slides to an empty square captures nothing, so no captures must be shown.
#[test]
fn captures_in_lines_of_action_are_those_of_the_rules() {
    let line = |text: &str| {
        let text = show_text(text, None, GamePosition::End).unwrap();
        text.lines().find(|line| line.contains("Move")).unwrap().to_owned()
    };
    assert_eq!(line("(;GM[9]SZ[8];B[b1b3];W[h2f2])"), "Move 2 of 2: W h2-f2");
    assert_eq!(
        line("(;GM[9]SZ[8]SU[Custom]AB[a1][c3]AW[c1];B[a1c1])"),
        "Move 1 of 1: B a1-c1   captured: 0 black, 1 white"
    );
}

#[test]
fn places() {
    let line = |at| {
        let text = show_text(GAME, Some(1), at).unwrap();
        text.lines().find(|line| line.contains("ove")).unwrap().to_owned()
    };
    assert_eq!(
        line(GamePosition::End),
        "Move 5 of 5: B no point of the board   captured: 0 black, 1 white"
    );
    assert_eq!(line(GamePosition::Move(0)), "Before move 1 of 5");
    assert_eq!(line(GamePosition::Node(4)), "Move 4 of 5: W C3   captured: 0 black, 1 white");
    assert_eq!(
        line(GamePosition::Node(8)),
        "Move 5 in a variation, node 8: B D2   captured: 0 black, 1 white"
    );
    let error = |game, at| show_text(GAME, game, at).unwrap_err();
    let wrong = error(None, GamePosition::Move(6));
    assert_eq!(wrong.kind(), ErrorKind::NotFound);
    assert_eq!(wrong.to_string(), "/games/a.sgf: there is no move 6: the main line has 5 moves");
    assert_eq!(
        error(None, GamePosition::Node(9)).to_string(),
        "/games/a.sgf: there is no node 9: the game has 9 nodes"
    );
    let help = error(Some(3), GamePosition::End).help_text().unwrap().to_string();
    assert_eq!(help, "games go from @1 to @2");
}

#[test]
fn two_moves_in_one_node_are_two_moves() {
    let at = |number| {
        let parsed = kifu_record::formats::read(b"(;SZ[3];B[aa]W[ba];B[ca])");
        let place =
            position(parsed.records[0].start, &parsed.records[0].tree, GamePosition::Move(number))
                .unwrap();
        (place.number, place.node, place.board.unwrap().rows().concat())
    };
    assert_eq!(at(1), (1, 1, "X........".to_owned()));
    assert_eq!(at(2), (2, 1, "XO.......".to_owned()));
    assert_eq!(at(3), (3, 2, "XOX......".to_owned()));
}

#[test]
fn games_without_rules_show_only_comments() {
    let text = show_text("(;GM[4]PB[a]C[Start.];B[x1]C[One.])", None, GamePosition::End).unwrap();
    assert!(text.contains("Move 0: Start.\n\nMove 1: One.\n"), "{text}");
    assert!(!text.contains("A B C"));
}

#[test]
fn a_file_without_a_game_shows_nothing() {
    let mut out = Vec::new();
    let term = Terminal::plain(80, true);
    for json in [false, true] {
        let what = ShowOptions {
            game: None,
            at: GamePosition::End,
            region: None,
            svg: false,
            graph: false,
            userdata: None,
        };
        let shown = show_file(&entry("no game"), &what, json, &term, &mut out);
        assert_eq!(shown.unwrap(), 0);
        assert!(out.is_empty());
    }
}
