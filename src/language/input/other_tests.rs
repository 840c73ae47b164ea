use super::tests::{check, check_errors, read_position};
use super::*;
use kifu_record::game::{Color, Point};

#[test]
fn moves_of_loa() {
    let standard = read_position("pass", Some(GameKind::Loa), None);
    assert_eq!(standard.board.rows()[0], ".XXXXXX.");
    for text in ["e1-e3 a2-c2", "E1:E3 A2xC2", "1. e1-e3 2. a2-c2", "B e1-e3 W a2-c2"] {
        let input = read_position(text, None, None);
        assert_eq!(input.start.game, GameKind::Loa);
        assert_eq!((input.turn, input.last), (Some(Color::Black), Some(Point::new(2, 6))));
        let rows = ".XXXXXX. O......O O......O O......O O......O O...X..O ..O....O .XXX.XX.";
        assert_eq!(input.board.rows().join(" "), rows, "{text}");
    }
    let glued = read_position("e1e3", Some(GameKind::Loa), None);
    assert_eq!(glued.last, Some(Point::new(4, 5)));
    for text in ["e1-e2", "a2-c2", "e4-e6", "B e1-e3 B e1-e3"] {
        let error = read(text, None, None).unwrap_err();
        assert!(error.message.to_string().contains("may not move"), "{}", error.message);
    }
    check_errors(
        Some(GameKind::Loa),
        None,
        &[
            ("e1-e3 e9-e7", "e9-e7", "`e9-e7` is off the 8x8 board"),
            ("e1-e3 foo", "foo", "`foo` is not a move of Lines of Action"),
            ("foo", "foo", "this is not a position"),
            ("e1", "e1", "one square alone is not a move of Lines of Action"),
            ("$$ . .", "$$ . .", "Sensei's Library diagrams are read for Go only"),
            ("play B Q16", "play", "GTP scripts are read for Go only"),
        ],
    );
    let error = read("e1-e2", None, None).unwrap_err();
    assert_eq!(error.help.unwrap().to_string(), "the piece on e1 can move to e3, g3, c3");
}

#[test]
fn sgf_fragments() {
    check(
        None,
        &[
            ("(;B[pd];W[dd])", "19x19 B:Q16 W:D16 turn B last D16"),
            (";B[pd];W[dp]", "19x19 B:Q16 W:D4 turn B last D4"),
            ("B[pd]", "19x19 B:Q16 turn W last Q16"),
            ("AB[pd][dp]AW[dd]", "19x19 B:Q16,D4 W:D16"),
            ("AB[pd]PL[W]", "19x19 B:Q16 turn W"),
            ("(;SZ[9]AB[aa:ba])", "9x9 B:A9,B9"),
            ("(;B[pd](;W[dd];B[dp])(;W[dp]))", "19x19 B:Q16,D4 W:D16 turn W last D4"),
            ("(;B[pd];W[])", "19x19 B:Q16 turn B"),
            ("(;B[pd]", "19x19 B:Q16 turn W last Q16"),
            ("text (;B[pd])", "19x19 B:Q16 turn W last Q16"),
            (
                "(;B[pd])(;B[dd])",
                "19x19 B:Q16 turn W last Q16 (only the first of 2 games was read)",
            ),
            ("(;C[$$B a\n$$ . . X\n]B[pd])", "19x19 B:Q16 turn W last Q16"),
            (
                "(;B[pd];W[pd])",
                "19x19 W:Q16 turn B last Q16 (move 2 breaks the rules; it was executed)",
            ),
        ],
    );
    check(
        Some((9, 9)),
        &[
            ("(;B[aa])", "9x9 B:A9 turn W last A9"),
            (";B[ai]", "9x9 B:A1 turn W last A1"),
            ("B[ai]", "9x9 B:A1 turn W last A1"),
            ("a (b) (;B[ai])", "9x9 B:A1 turn W last A1"),
            ("((;B[ai]))", "9x9 B:A1 turn W last A1"),
            ("(;SZ[9]B[ai])", "9x9 B:A1 turn W last A1"),
        ],
    );
    check_errors(
        None,
        None,
        &[
            ("(;B[pd];W[zz])", "zz", "this is not a point of the 19x19 board"),
            ("B[Q16]", "Q16", "this is not a point of the 19x19 board"),
            ("(;B[pd", "pd", "the text ends inside a value"),
            ("(;B[pd]B[dd])", "dd", "a node has two moves of one colour"),
            ("(;B[pd]B[];W[dd])", "", "a node has two moves of one colour"),
            ("AB[pd][uu]", "uu", "this is not a point of the 19x19 board"),
            ("(;GM[2]B[pd])", "GM[2]", "the rules of GM[2] are unknown"),
            ("(;SZ[99]B[pd])", "SZ[99]", "the board size cannot be read"),
        ],
    );
    check_errors(
        None,
        Some((9, 9)),
        &[
            ("(;SZ[13]B[pd])", "SZ[13]", "the fragment's board is 13x13"),
            ("x (;B[aa];W[pd])", "pd", "this is not a point of the 9x9 board"),
        ],
    );
    let loa = read_position("(;B[e1-e3])", Some(GameKind::Loa), None);
    assert_eq!((loa.start.game, loa.last), (GameKind::Loa, Some(Point::new(4, 5))));
    check_errors(
        Some(GameKind::Loa),
        None,
        &[("(;GM[1]B[pd])", "GM[1]", "the fragment is of kind go")],
    );
}

#[test]
fn gtp_scripts() {
    let text = "# a game\n1 boardsize 9\n2 clear_board\nkomi 6.5\nset_free_handicap C3 G7\n\
        = C3 G7\n\nplay W E5\nplay B pass\nplay w d4\nundo\nplay white f4 # here\nshowboard\nkata-analyze 10\n";
    check(
        None,
        &[
            (text, "9x9 B:G7,C3 W:E5,F4 turn B last F4"),
            ("play B Q16\r\nplay W D4\r\n", "19x19 B:Q16 W:D4 turn B last D4"),
            (
                "play B Q16\ngenmove W",
                "19x19 B:Q16 turn W last Q16 (`genmove W` was skipped: its move is not in the script)",
            ),
            ("rectangular_boardsize 9 13\nplay b a13", "9x13 B:A13 turn W last A13"),
            ("clear_board", "19x19"),
            ("play B A1\nclear_board", "19x19"),
            ("play B A1\nboardsize 13", "13x13"),
        ],
    );
    check_errors(
        None,
        None,
        &[
            ("boardsize 9\nplay B Q16", "Q16", "`Q16` is off the 9x9 board"),
            ("play B I9", "I9", "there is no column I"),
            ("play X Q16", "X", "`X` is not a colour"),
            ("play B Q16\nplay W Q16", "Q16", "Black already has a stone on Q16"),
            ("play B", "play B", "the arguments of `play` cannot be read"),
            ("play B Q16\nundo\nundo", "undo", "there is no move to undo"),
            ("boardsize 99", "99", "this is not a board size"),
            ("clear_board\nfrob", "frob", "unknown GTP command `frob`"),
            (
                "clear_board\nfixed_handicap 3",
                "fixed_handicap",
                "the script does not show what `fixed_handicap` did",
            ),
            ("set_free_handicap D4 D4", "D4", "there is already a stone on D4"),
        ],
    );
    check_errors(
        None,
        Some((9, 9)),
        &[("boardsize 19", "19", "the script's board is 19x19, but the size given is 9x9")],
    );
}
