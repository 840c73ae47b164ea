use super::pattern::{self, PatternOptions, read_drawn};
use super::*;
use kifu_record::game::{Color, Stone};

const ROWS: [&str; 9] = [
    ". . . . . . . . .",
    ". . X . . . O . .",
    ". . . . a . . . .",
    ". . O . . . X . .",
    ". . . . . . . . .",
    ". b . . . . . . .",
    ". . X . O . . . .",
    ". . . . . . . . .",
    ". . . . . . . . .",
];

fn stones(input: &BoardInput) -> (usize, usize) {
    let board = &input.board;
    let count = |color: Color| {
        board.size().points().filter(|&point| board.stone(point) == Stone::from(color)).count()
    };
    (count(Color::Black), count(Color::White))
}

#[test]
fn labels_and_numbers_on_one_side() {
    let axis = "   A B C D E F G H J";
    let row = |numbers: fn(usize, &str) -> String| {
        ROWS.iter().enumerate().map(|(y, row)| numbers(9 - y, row)).collect::<Vec<_>>().join("\n")
    };
    let left = row(|number, row| format!("{number:2} {row}"));
    let right = row(|number, row| format!("{row} {number}"));
    let plain = row(|_, row| row.to_owned());
    for text in [
        plain.clone(),
        left.clone(),
        right.clone(),
        format!("{axis}\n{left}"),
        format!("{left}\n{axis}"),
        format!("{}\n{right}", axis.trim_start()),
        plain.replace('a', "C").replace('b', "D"),
        plain.replace('a', "A").replace('b', "B"),
        plain.replace(' ', ""),
    ] {
        let input =
            read(&text, None, None).unwrap_or_else(|error| panic!("{}\n{text}", error.message));
        assert_eq!(stones(&input), (3, 3), "{text}");
        assert_eq!(input.board.size(), BoardSize::new(9, 9).unwrap(), "{text}");
        assert!(input.notes.iter().any(|note| note.to_string().contains("labels")), "{text}");
    }
    // Here `B` and `W` are the only signs that may be stones, so they must not be read as labels of empty points: the
    // board would be empty. They are no signs for stones either, so reading fails.
    let letters = plain.replace('X', "B").replace('O', "W").replace(['a', 'b'], ".");
    assert!(read(&letters, None, None).is_err());
}

#[test]
fn parts_of_a_board_lie_where_their_coordinates_say() {
    const PART: [&str; 5] =
        [". . . . . . .", ". . . X . . .", ". . O . X . .", ". . . . . . .", ". a O . . . ."];
    let axis = "   N O P Q R S T";
    let row = |numbers: fn(usize, &str) -> String| {
        PART.iter().enumerate().map(|(y, row)| numbers(19 - y, row)).collect::<Vec<_>>().join("\n")
    };
    let left = row(|number, row| format!("{number} {row}"));
    let right = row(|number, row| format!("{row} {number}"));
    let drawn = |text: &str| {
        let read = read_drawn(text, &PatternOptions::default())
            .unwrap_or_else(|| panic!("no pattern: {text}"));
        read.unwrap_or_else(|error| panic!("{}\n{text}", error.message))
    };
    for (text, edges) in [
        (format!("{axis}\n{left}"), "top right"),
        (format!("{left}\n{axis}"), "top right"),
        (format!("{}\n{right}", axis.trim_start()), "top right"),
        (format!("{axis}\n   -------------\n{}", left.replace('\n', "|\n") + "|"), "top right"),
        (left.clone(), "top"),
        (right.clone(), "top"),
        (PART.join("\n"), ""),
        (format!("-------------\n{}", PART.join("|\n") + "|"), "top right"),
    ] {
        let input = drawn(&text);
        let found = input.pattern.edges();
        let names = [
            ("top", found.top),
            ("bottom", found.bottom),
            ("left", found.left),
            ("right", found.right),
        ];
        let names: Vec<&str> =
            names.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
        assert_eq!(names.join(" "), edges, "{text}");
        assert_eq!(input.pattern.size(), BoardSize::new(7, 5).unwrap(), "{text}");
        assert!(pattern::is_drawn_part(&text, &PatternOptions::default()), "{text}");
    }
    // In a pattern, `A` and `V` leave points open. With another capital, here `C`, they are labels of empty points.
    let open = drawn(".X.\nAO.\n...\n");
    let label = drawn(".X.\nAO.\n..C\n");
    assert_ne!(open.pattern, label.pattern);
    assert!(label.notes.iter().any(|note| note.to_string().contains("labels")));
    // Lines of words must not be read as rows of a pattern.
    for text in ["a.sgf\nb.sgf", "Black to play.\nX.O", "Q16 D4\nQ3"] {
        assert!(
            read_drawn(text, &PatternOptions::default()).is_none_or(|read| read.is_err()),
            "{text}"
        );
    }
}
