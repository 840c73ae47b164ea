use super::*;
use kifu_record::game::{Point, Stone};

/// Formats a position for comparison: `19x19 B:Q16,Q3 W:D4 turn W last Q3`.
pub(super) fn show(input: &BoardInput) -> String {
    let size = input.start.size;
    let name = |point: Point| point_name(input.start.game, size, point);
    let mut text = size.to_string();
    for (stone, letter) in [(Stone::Black, 'B'), (Stone::White, 'W'), (Stone::Hole, '#')] {
        let names: Vec<_> =
            size.points().filter(|&point| input.board.stone(point) == stone).map(name).collect();
        if !names.is_empty() {
            text.push_str(&format!(" {letter}:{}", names.join(",")));
        }
    }
    if let Some(turn) = input.turn {
        text.push_str(&format!(" turn {}", turn.letter()));
    }
    if let Some(last) = input.last {
        text.push_str(&format!(" last {}", name(last)));
    }
    for note in &input.notes {
        text.push_str(&format!(" ({note})"));
    }
    text
}

pub(super) fn read_position(
    text: &str,
    kind: Option<GameKind>,
    size: Option<(u8, u8)>,
) -> BoardInput {
    let size = size.and_then(|(width, height)| BoardSize::new(width, height));
    match read(text, kind, size) {
        Ok(input) => input,
        Err(error) => panic!("{text}: {error}"),
    }
}

pub(super) fn check(size: Option<(u8, u8)>, cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(show(&read_position(text, None, size)), *expected, "{text}");
    }
}

/// Checks for each text that reading it fails, with an error in the expected byte range and a message with the expected
/// beginning.
pub(super) fn check_errors(
    kind: Option<GameKind>,
    size: Option<(u8, u8)>,
    cases: &[(&str, &str, &str)],
) {
    let size = size.and_then(|(width, height)| BoardSize::new(width, height));
    for (text, place, message) in cases {
        let error = match read(text, kind, size) {
            Ok(input) => panic!("{text}: {}", show(&input)),
            Err(error) => error,
        };
        assert!(error.message.to_string().starts_with(message), "{text}: {}", error.message);
        assert_eq!(text.get(error.span.clone()), Some(*place), "{text}: {}", error.message);
        assert!(error.help.is_some() || error.remedy.is_some(), "{text}");
    }
}

#[test]
fn moves_of_go() {
    let three = "19x19 B:Q16,Q3 W:D4 turn W last Q3";
    let two = "19x19 B:Q16 W:D4 turn B last D4";
    check(
        None,
        &[
            ("Q16 D4 Q3", three),
            ("q16 d4 q3", three),
            ("Q16, D4, Q3", three),
            ("Q16,D4;Q3", three),
            ("Q16; D4; Q3;", three),
            ("  Q16\n\tD4\r\nQ3\n", three),
            ("1. Q16 2. D4 3. Q3", three),
            ("1.Q16 2.D4 3.Q3", three),
            ("1) Q16 2) D4 3) Q3", three),
            ("1 Q16 2 D4 3 Q3", three),
            ("1. Q16 D4 2. Q3", three),
            ("B Q16 W D4", two),
            ("b q16 w d4", two),
            ("Black Q16, White D4", two),
            ("B:Q16 W:D4", two),
            ("B: Q16 W: D4", two),
            ("BQ16 WD4", two),
            ("bq16 wd4", two),
            ("1. B Q16 2. W D4", two),
            ("B 1. Q16 W 2. D4", two),
            ("W D4 B Q16", "19x19 B:Q16 W:D4 turn W last Q16"),
            ("B Q16 B D4", "19x19 B:Q16,D4 turn W last D4"),
            ("W D4 Q16", "19x19 B:Q16 W:D4 turn W last Q16"),
            ("Q16 pass D4", "19x19 B:Q16,D4 turn W last D4"),
            ("Q16 PASS", "19x19 B:Q16 turn B"),
            ("pass", "19x19 turn W"),
            ("T19 A1", "19x19 B:T19 W:A1 turn B last A1"),
            ("J10 H10", "19x19 B:J10 W:H10 turn B last H10"),
            ("pd dp", two),
            ("B pd; W dp", two),
            ("pd pass dp", "19x19 B:Q16,D4 turn W last D4"),
            ("Q16、D4", two),
        ],
    );
    check(Some((9, 9)), &[("E5 C3", "9x9 B:E5 W:C3 turn B last C3")]);
    check(Some((52, 52)), &[("BA52 BB1 AJ9", "52x52 B:BA52,AJ9 W:BB1 turn W last AJ9")]);
    check(Some((13, 19)), &[("N19", "13x19 B:N19 turn W last N19")]);
}

#[test]
fn captures_ko_and_suicide() {
    check(
        Some((3, 3)),
        &[
            ("B A2 W A3 B B3", "3x3 B:B3,A2 turn W last B3"),
            (
                "B A2 B B3 W A3",
                "3x3 B:B3,A2 turn B last A3 (White A3 is suicide: the stone came off)",
            ),
        ],
    );
    check(
        Some((4, 4)),
        &[(
            "B B4 W C4 B A3 W B3 W D3 B B2 W C2 B C3 W B3",
            "4x4 B:B4,A3,B2 W:C4,B3,D3,C2 turn B last B3 (White B3 takes back a ko at once)",
        )],
    );
}

#[test]
fn broken_moves() {
    check_errors(
        None,
        None,
        &[
            ("", "", "an empty text is not a position"),
            (" \n", " \n", "an empty text is not a position"),
            ("Lee Sedol", "Lee", "this is not a position"),
            ("  game.sgf", "game.sgf", "this is not a position"),
            ("42", "42", "this is not a position"),
            ("李", "李", "this is not a position"),
            ("B", "B", "this is not a position"),
            ("pd Dd", "pd", "this is not a position"),
            ("Q16 I5", "I5", "there is no column I"),
            ("Q16 i5", "i5", "there is no column I"),
            ("BI5", "I5", "there is no column I"),
            ("Q16 Z4", "Z4", "`Z4` is off the 19x19 board"),
            ("Q16 Q20", "Q20", "`Q20` is off the 19x19 board"),
            ("Q16 Q0", "Q0", "`Q0` is off the 19x19 board"),
            ("Q16 AA4", "AA4", "`AA4` is off the 19x19 board"),
            ("Q16 D4 Q16", "Q16", "Black already has a stone on Q16"),
            ("B:Q16 W:Q16", "Q16", "Black already has a stone on Q16"),
            ("Q16 foo", "foo", "`foo` is not a move"),
            ("Q16 D 4", "D", "`D` is not a move"),
            ("Q16 pd", "pd", "`pd` is a point in SGF letters"),
            ("pd zz", "zz", "`zz` is off the 19x19 board"),
            ("B W Q16", "W", "after `B` there is another colour"),
            ("Q16 B 4", "4", "`4` is not a point"),
            ("Q16 W", "W", "there is no move after `W`"),
            ("Q16 W:", "W", "there is no move after `W`"),
            ("Q16 e1-e3", "e1-e3", "this is a move of Lines of Action"),
        ],
    );
    check_errors(None, Some((9, 9)), &[("E5 Q16", "Q16", "`Q16` is off the 9x9 board")]);
    let go = Some(GameKind::Go);
    check_errors(go, None, &[("e1-e3", "e1-e3", "this is a move of Lines of Action")]);
    let other = Some(GameKind::Other(2));
    check_errors(other, None, &[("Q16", "Q16", "the rules of GM[2] are unknown")]);
    let error = read("Q16 Q16", None, None).unwrap_err();
    assert_eq!(error.span, 4..7);
}
