use super::tests::{check, check_errors, read_position, show};
use super::*;
use kifu_record::game::{Color, Point};

const BOARD: &str =
    "$$B A title\n$$  -------\n$$ | . X . |\n$$ | O 2 , |\n$$ | . 1 3 |\n$$  -------\n";

#[test]
fn whole_diagrams() {
    let played = "3x3 B:B3,B1,C1 W:A2,B2 turn W last C1 (numbered stones 1-3 were played)";
    check(
        None,
        &[
            (BOARD, played),
            (&BOARD.replace(" . ", " + "), played),
            (&BOARD.replace(" . ", " M "), played),
            (&BOARD.replace(" . ", " a "), played),
            (&BOARD.replace("-------", "+-----+"), played),
            (&BOARD.replace("$$B", "$$Bc3"), played),
            (&BOARD.replace("$$B", "$$c"), played),
            (&BOARD.replace('\n', "\r\n"), played),
            (&BOARD.replace("$$", "  $$"), played),
            (&BOARD.replace("$$B A title\n", ""), played),
            (&BOARD.replace('X', "Z").replace('O', "@"), played),
            (&format!("{BOARD}$$ [1|http://example.com]\n$$ {{AR A1 B1}}\n"), played),
            (
                &BOARD.replace("$$B", "$$Wm7"),
                "3x3 B:B3,B2 W:A2,B1,C1 turn B last C1 (numbered stones 7-9 were played)",
            ),
            (
                &BOARD.replace('2', "."),
                "3x3 B:B3,B1,C1 W:A2 turn W last C1 (numbered stones 1-3 were played) \
                 (moves not on the diagram: 2)",
            ),
            (
                "$$W3\n$$ . X .\n$$ # B Y\n$$ W Q P\n",
                "3x3 B:B3,A2,B2,C2 W:A1,B1,C1 turn W (some stones have no liberties)",
            ),
            (
                "$$c3\n$$ ...\n$$ .X.\n$$ ..1",
                "3x3 B:B2,C1 turn W last C1 (numbered stone 1 was played)",
            ),
            (
                "$$\n$$ ---\n$$ |O1|\n$$ |1|\n$$ ---".replace("|1|", "|X.|").as_str(),
                "2x2 B:B2,A1 turn W last B2 (numbered stone 1 was played)",
            ),
        ],
    );
    check(Some((2, 2)), &[("$$ . X\n$$ . .", "2x2 B:B2")]);
    let ten = "$$\n$$ -----\n$$ | 1 3 5 7 9 . . . . . . |\n$$ | 2 4 6 8 0 . . . . . . |\n$$ -----";
    let last = read_position(ten, None, None);
    assert_eq!((last.turn, last.last), (Some(Color::Black), Some(Point::new(4, 1))));
}

#[test]
fn broken_diagrams() {
    let open = BOARD.replace("$$  -------\n", "");
    let drawing = open.split_once("$$ ").unwrap().1.trim_end().to_owned();
    check_errors(
        None,
        None,
        &[
            (&open, &drawing, "this diagram shows only a part of the board"),
            (&BOARD.replace('1', "?"), "?", "`?` leaves this point open"),
            (&BOARD.replace('1', "*"), "*", "`*` leaves this point open"),
            (&BOARD.replace('1', "A"), "A", "`A` leaves this point open"),
            (&BOARD.replace('1', "V"), "V", "`V` leaves this point open"),
            (&BOARD.replace('1', "!"), "!", "`!` does not stand for anything on a board"),
            (&BOARD.replace('1', "3"), "3", "two stones have the number 3"),
            (&BOARD.replace("O 2 ,", "O 2"), "| O 2 |", "row 2 has 2 points"),
            (&BOARD.replace(", |", ","), "| O 2 ,", "row 2 has other edges"),
            (&BOARD.replace("$$B", "$$19"), &BOARD[27..62], "the first line says 19x19, but 3x3"),
            (&BOARD.replace("$$B", "$$Bx"), "$$Bx", "the first line of the diagram cannot be read"),
            (&format!("{BOARD}x\n"), "x", "a line of the diagram does not begin with `$$`"),
            (&format!("{BOARD}$$ ---\n"), "---", "the diagram has one edge too many"),
            (&format!("{BOARD}$$ . . .\n"), ". . .", "a row stands below the lower edge"),
            ("$$B title", "$$B title", "the diagram has no row"),
        ],
    );
    check_errors(
        None,
        Some((9, 9)),
        &[(BOARD, &BOARD[27..62], "the drawn board is 3x3, but the size given is 9x9")],
    );
}

#[test]
fn shell_process_numbers_are_detected() {
    let trap = "the shell turned `$$` into the number 12345";
    let title = BOARD.replace("$$B", "$$");
    for text in [BOARD, &BOARD.replace("$$B", "$$c19"), &BOARD.replace("$$B", "$$Wc19m3"), &title] {
        check_errors(None, None, &[(&text.replace("$$", "12345"), "12345", trap)]);
    }
    let only_first = BOARD.replacen("$$", "12345", 1).replace("$$", "");
    check_errors(None, None, &[(&only_first, "12345", trap), ("12345B", "12345", trap)]);
}

const DRAWN: &str = "\
    \n   A B C D E\n 5 . . . . . 5\n 4 . + X + . 4     WHITE (O) has captured 0 stones\n\
 3 . O . . . 3     BLACK (X) has captured 0 stones\n 2 . + . + . 2\n 1 . . . . . 1\n   A B C D E\n";

#[test]
fn drawn_boards() {
    let stones = "5x5 B:C4 W:B3";
    let bare = ".....\n.+X+.\n.O...\n.+.+.\n.....";
    check(
        None,
        &[
            (DRAWN, stones),
            (&DRAWN.to_lowercase(), stones),
            (&DRAWN.replace('\n', "\r\n"), stones),
            (&DRAWN.replace('X', "#"), "5x5 B:C4 W:B3"),
            (&DRAWN.replace(" X ", " ● ").replace(" O ", " ○ "), stones),
            (bare, stones),
            (&bare.replace('+', ","), stones),
            (&bare.replace('X', "@"), stones),
            (". . .\n. X O\n", "3x3 B:B1 W:C1".replace("3x3", "3x2").as_str()),
            ("+---+\n|.X.|\n|...|\n+---+", "3x2 B:B2"),
            ("2|.X.|2\n1|...|1\n  ABC", "3x2 B:B2"),
            ("2 .X.2\n1 ...1", "3x2 B:B2"),
            ("1 .X.\n2 ...", "3x2 B:B2"),
            (". (X).\n. . O", "3x2 B:B2 W:C1 turn W last B2"),
            (". X[O]\n. . .", "3x2 B:B2 W:C2 turn B last C2"),
            ("O[X].\n. . .", "3x2 B:B2 W:A2 turn W last B2"),
            (". X1 .\n. O2 .\n. . X3", "3x3 B:B3,C1 W:B2 turn W last C1"),
            ("MoveNum: 0 HASH: 12\nNext player: White\n. X\n. .\n", "2x2 B:B2 turn W"),
            ("OX\nXX", "2x2 B:B2,A1,B1 W:A2 (some stones have no liberties)"),
            ("┌┬X\n└O┘", "3x2 B:C2 W:B1"),
            (".\nX\n.", "1x3 B:A2"),
        ],
    );
    let wide = "  A B C D E F G H I\n2 . . . . . . . . X 2\n1 . . . . . . . . . 1\n";
    assert!(
        show(&read_position(wide, None, None)).starts_with("9x2 B:J2 (the drawing has a column I")
    );
    check(None, &[(&wide.replace('I', "J"), "9x2 B:J2")]);
    let loa = read_position(".X#\nO..", Some(GameKind::Loa), None);
    assert_eq!(loa.board.rows(), [".X#", "O.."]);
    let whole = format!("   {}\n", points_axis()) + &rows(19);
    let board = read_position(&whole, None, Some((19, 19)));
    assert_eq!(board.board.rows().len(), 19);
}

fn points_axis() -> String {
    (0..19).map(|x| column_name(GameKind::Go, x)).collect::<Vec<_>>().join(" ")
}

fn rows(count: usize) -> String {
    (1..=count).rev().map(|n| format!("{n:2} {}{n}\n", ". ".repeat(19))).collect()
}

#[test]
fn broken_boards() {
    let short = DRAWN.replace("+ . + . 2", "+ . + 2");
    check_errors(
        None,
        None,
        &[
            (&short, "2 . + . + 2", "row 4 of the drawing has 4 points"),
            (&DRAWN.replace("+ X +", "+ % +"), "%", "`%` does not stand for anything on a board"),
            ("% . .\n. . .\n. . .", "%", "`%` does not stand for anything on a board"),
            (
                &DRAWN.replace(" A B C D E", " A B C D"),
                "A B C D",
                "the drawing has 4 column letters",
            ),
            (
                &DRAWN.replace(" A B C D E", " C D E F G"),
                "C D E F G",
                "the column letters of this drawing",
            ),
            ("9 . . .\n8 . . .", "9 . . .", "the row numbers of this drawing"),
            ("3 . . .\n1 . . .", "3 . . .", "the row numbers of this drawing"),
        ],
    );
    check_errors(
        None,
        Some((9, 9)),
        &[("..\n..", "..\n..", "the drawn board is 2x2, but the size given is 9x9")],
    );
    let large = format!("{0}\n{0}", ".".repeat(53));
    check_errors(None, None, &[(&large, &large, "a board of 53x2 is too large")]);
}

#[test]
fn what_people_paste() {
    let stones = "3x2 B:C2 W:A1";
    let marked = "   A B C\n2 a b X  2\n1 (O). .  1\n   A B C\n\n   next games\n a W A2 3\n";
    check(
        None,
        &[
            ("> . . X\n> O . .", stones),
            (">> . . X\n> > O . .", stones),
            ("＋＋●\n○＋＋", stones),
            ("┌┬⚫\n⚪┴┘", stones),
            ("# . .\n. . o", "3x2 B:A2 W:C1"),
            (marked, "3x2 B:C2 W:A1 turn B last A1"),
            (&marked.replace("a b X", "A T X"), "3x2 B:C2 W:A1 turn B last A1"),
            (&marked.replace("a b X", "3 △ ●"), "3x2 B:C2 W:A1 turn B last A1"),
            // The text draws a board with a region delimited by `|`; those signs are not points.
            ("  A B C\n2 [.|X]. 2\n1  O . . 1\n  A B C", "3x2 B:B2 W:A1"),
            // Without capitals in the drawing, an x is a stone. Without the letter n in it, an o is a stone.
            ("  A B C\n2 . . x 2\n1 o . . 1\n  A B C", "3x2 B:C2 W:A1"),
            (
                "[go]$$B\n$$ ------\n$$ | . . X |\n$$ | O . . |\n$$ -------[/GO]",
                "3x2 B:C2 W:A1 turn B",
            ),
        ],
    );
    let mixed = "  A B C\n2 . n X 2\n1 O o . 1\n  A B C";
    check(None, &[(mixed, "3x2 B:C2 W:A1")]);
    check_errors(
        None,
        None,
        &[
            (&mixed.replace('n', "."), &mixed.replace('n', "."), "`o` may be a stone here"),
            ("# X .\n. . O", "# X .", "`#` and `X` are both drawn"),
            (
                " A\n4294967295 X 4294967295\n4294967294 O 4294967294\n A",
                "4294967295 X 4294967295",
                "the row numbers of this drawing",
            ),
            (
                "  A B C\n2 . B W 2\n1 . . . 1\n  A B C",
                "  A B C\n2 . B W 2\n1 . . . 1\n  A B C",
                "`B` and `W` may be stones here",
            ),
            (
                &format!("{marked}{marked}"),
                "2 a b X  2\n1 (O). .  1",
                "the text contains a second board",
            ),
            (
                "  a b c\n2 . . X 2\n1 O . . 1\n  a b c",
                "  a b c\n2 . . X 2\n1 O . . 1\n  a b c",
                "the columns have small letters",
            ),
        ],
    );
    // `[go]` at the beginning of a line is removed as the tag of a forum. Inside SGF it is a point and must be read as
    // one.
    check(None, &[("(;AB[dd]\n[go])", "19x19 B:D16,G5")]);
}

#[test]
fn points_as_other_programs_write_them() {
    let three = "19x19 B:Q16,Q3 W:D4 turn W last Q3";
    let pairs = "19x19 B:Q16,Q3 W:D4 turn W last Q3 \
                 (16-4 is Q16: pairs are column and row from the upper left)";
    check(
        None,
        &[
            ("Q16-D4-Q3", three),
            ("Q16-D4 Q3", three),
            ("Ｑ１６　Ｄ４　Ｑ３", three),
            ("Ｑ１６－Ｄ４－Ｑ３", three),
            ("16-4 4-16 16-17", pairs),
            ("１６－４ 4-16 16-17", pairs),
        ],
    );
    assert_eq!(read_position("e1-e3", None, None).start.game, GameKind::Loa);
    check_errors(
        None,
        None,
        &[
            ("16-4 4-20", "4-20", "`4-20` is off the 19x19 board"),
            ("Ｑ１６　Ｉ５", "Ｉ５", "there is no column I"),
        ],
    );
}

#[test]
fn any_text_is_read_or_refused() {
    let pieces = [
        "$$",
        "B",
        "W",
        "c",
        "19",
        "m",
        "\n",
        " ",
        ".",
        "X",
        "O",
        "|",
        "-",
        "+",
        "1",
        "(",
        ";",
        "[",
        "]",
        ")",
        "pd",
        "Q16",
        "e1-e3",
        ":",
        "play",
        "undo",
        "boardsize",
        "å",
        "李",
        "\r\n",
        "I5",
        "SZ",
        "AB",
        "99999999999",
        "pass",
        ">",
        "[go]",
        "[/GO]",
        "Ｑ１",
        "●",
        "├",
        "\n  A B\n2 . a 2\n1 X o 1\n  A B\n",
        "A B",
        "2-2",
    ];
    let mut seed = 7u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let text: String = (0..next(14)).map(|_| pieces[next(pieces.len())]).collect();
        for kind in [None, Some(GameKind::Loa)] {
            if let Err(error) = read(&text, kind, None) {
                assert!(text.get(error.span.clone()).is_some(), "{text:?} {error:?}");
                error.error_line(&text);
            }
        }
    }
}

#[test]
fn a_diagram_may_stand_in_a_text() {
    let in_a_text = format!("Chapter 3: the corner\n\n{BOARD}\nWhite 1 is - of course - bad.\n");
    let board = |text: &str| show(&read(text, None, None).unwrap());
    assert_eq!(board(&in_a_text), board(BOARD));
    // Rows of points above or below a diagram that lack its `$$` must be an error and not be left out silently.
    for text in [format!(". X O\n{BOARD}"), format!("{BOARD}----\n")] {
        let error = read(&text, None, None).unwrap_err();
        assert_eq!(error.message.to_string(), "a line of the diagram does not begin with `$$`");
    }
    let between = BOARD.replacen('\n', "\nprose\n", 2);
    assert!(read(&between, None, None).is_err());
}
