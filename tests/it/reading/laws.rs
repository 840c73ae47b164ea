//! Laws that boards, replays and readers must obey for any input.

use crate::properties::{self, book::hash_by_definition};
use crate::support::rounds;
use kifu_index::formats::sgf::write::write;
use kifu_index::formats::{self, Parsed};
use kifu_index::game::board::Board;
use kifu_index::game::symmetry::Symmetry;
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point, Stone, go, loa};
use kifu_index::record::{GameRecord, NodeId, Replayer};
use proptest::prelude::*;
use std::ops::ControlFlow;

// ---- Boards -------------------------------------------------------------------------------------------------------

/// A move of a random game: the colour, and the point unless it is a pass. Points are mapped onto the board.
type Step = (Color, Option<(u8, u8)>);

fn color() -> impl Strategy<Value = Color> {
    any::<bool>().prop_map(|black| if black { Color::Black } else { Color::White })
}

fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let place = prop_oneof![1 => Just(None), 15 => (0..52u8, 0..52u8).prop_map(Some)];
    prop::collection::vec((color(), place), 0..most)
}

/// Random moves of Black and White in turn, which give more captures and kos than random colours would.
fn turns(most: usize) -> impl Strategy<Value = Vec<Step>> {
    steps(most).prop_map(|mut steps| {
        for (i, step) in steps.iter_mut().enumerate() {
            step.0 = Color::BOTH[i % 2];
        }
        steps
    })
}

fn game(most: usize) -> impl Strategy<Value = Vec<Step>> {
    prop_oneof![steps(most), turns(most)]
}

fn small() -> impl Strategy<Value = BoardSize> {
    (1..=9u8, 1..=9u8, any::<bool>())
        .prop_map(|(w, h, square)| BoardSize::new(w, if square { w } else { h }).unwrap())
}

fn on(size: BoardSize, (x, y): (u8, u8)) -> Point {
    Point::new(x % size.width(), y % size.height())
}

fn play(board: &mut Board, (color, place): Step) -> go::GoEffect {
    match place {
        Some(place) => go::play(board, color, on(board.size(), place)),
        None => {
            go::pass(board);
            go::GoEffect::default()
        }
    }
}

/// A second implementation of the rules, slow and plain: rows of letters, with every question answered from scratch.
struct Plain {
    rows: Vec<Vec<char>>,
    /// Rows of the board before the last move; `None` after a pass.
    before: Option<Vec<Vec<char>>>,
}

impl Plain {
    fn new(size: BoardSize) -> Plain {
        Plain { rows: vec![vec!['.'; size.width().into()]; size.height().into()], before: None }
    }

    fn around(&self, (x, y): (usize, usize)) -> Vec<(usize, usize)> {
        let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        around.into_iter().filter(|&(x, y)| y < self.rows.len() && x < self.rows[0].len()).collect()
    }

    /// Stones of a chain, if it has no liberty.
    fn dead_chain(&self, start: (usize, usize)) -> Vec<(usize, usize)> {
        let stone = self.rows[start.1][start.0];
        let mut chain = vec![start];
        let mut next = 0;
        while next < chain.len() {
            for (x, y) in self.around(chain[next]) {
                if self.rows[y][x] == '.' {
                    return Vec::new();
                }
                if self.rows[y][x] == stone && !chain.contains(&(x, y)) {
                    chain.push((x, y));
                }
            }
            next += 1;
        }
        chain
    }

    fn take(&mut self, chain: &[(usize, usize)]) -> u16 {
        for &(x, y) in chain {
            self.rows[y][x] = '.';
        }
        chain.len() as u16
    }

    fn play(&mut self, color: Color, at: Point) -> go::GoEffect {
        let (player, other) = if color == Color::Black { ('X', 'O') } else { ('O', 'X') };
        let at = (usize::from(at.x), usize::from(at.y));
        let start = self.rows.clone();
        let mut played =
            go::GoEffect { occupied: start[at.1][at.0] != '.', ..go::GoEffect::default() };
        self.rows[at.1][at.0] = player;
        for (x, y) in self.around(at) {
            if self.rows[y][x] == other {
                let dead = self.dead_chain((x, y));
                played.captured += self.take(&dead);
            }
        }
        let dead = self.dead_chain(at);
        played.suicide = self.take(&dead);
        played.ko = played.captured == 1 && self.before.as_ref() == Some(&self.rows);
        self.before = Some(start);
        played
    }

    fn rows(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.iter().collect()).collect()
    }

    fn all_live(&self) -> bool {
        let points =
            (0..self.rows.len()).flat_map(|y| (0..self.rows[0].len()).map(move |x| (x, y)));
        points
            .into_iter()
            .all(|(x, y)| self.rows[y][x] == '.' || self.dead_chain((x, y)).is_empty())
    }
}

fn same_rules(size: BoardSize, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut board = Board::new(GameKind::Go, size);
    let mut plain = Plain::new(size);
    for &(color, place) in steps {
        let played = play(&mut board, (color, place));
        let expected = match place {
            Some(place) => plain.play(color, on(size, place)),
            None => {
                plain.before = None;
                go::GoEffect::default()
            }
        };
        prop_assert_eq!(board.rows(), plain.rows());
        prop_assert_eq!(played, expected);
    }
    prop_assert!(plain.all_live());
    prop_assert!(go::all_have_liberties(&mut board));
    prop_assert_eq!(board.hash().0, hash_by_definition(&board));
    Ok(())
}

fn stones(most: usize) -> impl Strategy<Value = Vec<((u8, u8), Stone)>> {
    let stone =
        prop_oneof![Just(Stone::Black), Just(Stone::White), Just(Stone::Hole), Just(Stone::Empty)];
    prop::collection::vec(((0..52u8, 0..52u8), stone), 0..most)
}

fn any_size() -> impl Strategy<Value = BoardSize> {
    let side = |w: u8, h: u8| BoardSize::new(w, h).unwrap();
    prop_oneof![
        small(),
        Just(BoardSize::GO),
        (1..=52u8, 1..=52u8).prop_map(move |(w, h)| side(w, h))
    ]
}

fn set_all(board: &mut Board, stones: &[((u8, u8), Stone)], symmetry: Symmetry) {
    let size = board.size();
    for &(place, stone) in stones {
        board.set(symmetry.apply(on(size, place), size), stone);
    }
}

/// Random move or change on a board of Lines of Action.
fn loa_move() -> impl Strategy<Value = Move> {
    let point = || (0..10u8, 0..10u8).prop_map(|(x, y)| Point::new(x, y));
    prop_oneof![
        8 => (point(), point()).prop_map(|(from, to)| Move::Slide { from, to }),
        1 => point().prop_map(Move::Remove),
        1 => Just(Move::Pass),
        1 => Just(Move::Unreadable),
    ]
}

fn loa_setup() -> impl Strategy<Value = loa::LoaSetup> {
    prop_oneof![
        Just(loa::LoaSetup::Standard),
        Just(loa::LoaSetup::Gemma),
        any::<bool>().prop_map(|swapped| loa::LoaSetup::ScrambledEggs { swapped })
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn go_is_as_the_plain_rules_say(size in small(), steps in game(220)) {
        same_rules(size, &steps)?;
    }

    #[test]
    fn a_position_has_one_hash_and_its_neighbours_have_others(
        size in any_size(),
        loa in any::<bool>(),
        stones in stones(80),
        changed in (0..52u8, 0..52u8),
        by in 1..4u8,
    ) {
        let game = if loa { GameKind::Loa } else { GameKind::Go };
        let mut board = Board::new(game, size);
        set_all(&mut board, &stones, Symmetry::IDENTITY);
        let hash = board.hash();
        for symmetry in Symmetry::all(size) {
            let mut image = Board::new(game, size);
            set_all(&mut image, &stones, symmetry);
            prop_assert_eq!(image.hash(), hash);
        }
        // Changing one point to a stone, a hole or nothing must never give an image of the same position.
        let all = [Stone::Empty, Stone::Black, Stone::White, Stone::Hole];
        let point = on(size, changed);
        let there = all.iter().position(|&stone| stone == board.stone(point)).unwrap();
        board.set(point, all[(there + usize::from(by)) % 4]);
        prop_assert_ne!(board.hash(), hash);
    }

    #[test]
    fn symmetric_play_gives_symmetric_boards(size in small(), steps in game(120)) {
        for symmetry in Symmetry::all(size) {
            let mut board = Board::new(GameKind::Go, size);
            let mut image = Board::new(GameKind::Go, size);
            for &(color, place) in &steps {
                let played = play(&mut board, (color, place));
                let place = place.map(|place| symmetry.apply(on(size, place), size)).map(|p| (p.x, p.y));
                prop_assert_eq!(play(&mut image, (color, place)), played);
                prop_assert_eq!(image.hash(), board.hash());
            }
            for point in size.points() {
                prop_assert_eq!(image.stone(symmetry.apply(point, size)), board.stone(point));
            }
        }
    }

    #[test]
    fn undoing_go_is_as_if_it_never_was(
        size in small(),
        kept in game(60),
        undone in game(60),
        after in game(60),
        set in stones(6),
    ) {
        let mut board = Board::new(GameKind::Go, size);
        let mut fresh = Board::new(GameKind::Go, size);
        for &step in &kept {
            play(&mut board, step);
            play(&mut fresh, step);
        }
        let mark = board.mark();
        for &step in &undone {
            play(&mut board, step);
        }
        set_all(&mut board, &set, Symmetry::IDENTITY);
        board.undo_to(mark);
        for &step in &after {
            prop_assert_eq!(play(&mut board, step), play(&mut fresh, step));
        }
        prop_assert!(board.has_same_stones(&fresh));
        prop_assert_eq!(board.hash(), fresh.hash());
        board.clear();
        prop_assert_eq!(board.hash(), Board::new(GameKind::Go, size).hash());
    }

    #[test]
    fn undoing_loa_is_as_if_it_never_was(
        size in small(),
        setup in loa_setup(),
        kept in prop::collection::vec((color(), loa_move()), 0..30),
        undone in prop::collection::vec((color(), loa_move()), 0..30),
    ) {
        let mut board = Board::new(GameKind::Loa, size);
        loa::place_pieces(&mut board, setup);
        let mut marks = vec![(board.mark(), board.rows(), board.hash())];
        for (color, action) in kept.into_iter().chain(undone) {
            loa::play(&mut board, setup, color, action);
            prop_assert_eq!(board.hash().0, hash_by_definition(&board));
            marks.push((board.mark(), board.rows(), board.hash()));
        }
        for (mark, rows, hash) in marks.into_iter().rev().step_by(3) {
            board.undo_to(mark);
            prop_assert_eq!(board.rows(), rows);
            prop_assert_eq!(board.hash(), hash);
        }
    }

    #[test]
    fn a_move_that_loa_offers_is_legal(size in small(), stones in stones(30)) {
        let mut board = Board::new(GameKind::Loa, size);
        set_all(&mut board, &stones, Symmetry::IDENTITY);
        for from in size.points() {
            let targets = loa::legal_targets(&board, from);
            let Some(color) = board.stone(from).color() else {
                prop_assert!(targets.is_empty());
                continue;
            };
            for to in size.points() {
                let mark = board.mark();
                let takes = board.stone(to) == Stone::from(color.other());
                let played = loa::play(&mut board, loa::LoaSetup::Gemma, color, Move::Slide { from, to });
                prop_assert_eq!(!played.illegal, targets.contains(&to));
                prop_assert_eq!(played.captured, takes && from != to);
                board.undo_to(mark);
            }
        }
    }

    // ---- Files ----------------------------------------------------------------------------------------------------

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(&bytes);
    }

    #[test]
    fn any_sgf_is_read(parts in prop::collection::vec(prop::sample::select(SGF_PARTS), 0..60)) {
        check(parts.concat().as_bytes());
    }

    #[test]
    fn any_root_is_written(parts in prop::collection::vec(prop::sample::select(ROOT_PARTS), 1..12)) {
        let text = format!("(;{})", parts.concat());
        properties::read_sgf(&text);
        for record in &formats::read(text.as_bytes()).records {
            properties::export::comes_back(&write(record, None), record);
        }
    }

    #[test]
    fn any_jgf_is_read(parts in prop::collection::vec(prop::sample::select(JGF_PARTS), 0..60)) {
        check(parts.concat().as_bytes());
        check(format!("{{\"board\":{{\"size\":5}},\"tree\":[{}", parts.concat()).as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(12) })]

    #[test]
    fn go_on_the_usual_board_is_as_the_plain_rules_say(steps in game(700)) {
        same_rules(BoardSize::GO, &steps)?;
    }
}

const SGF_PARTS: &[&str] = &[
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    "(;",
    ";B[aa]",
    ";W[bb]",
    "B[]",
    "W[tt]",
    "AB[aa:cc]",
    "AE[bb]",
    "AW[zz]",
    "PL[W]",
    "C[x]",
    "C[",
    "PB[[9p]A]",
    "SZ[5]",
    "SZ[3:7]",
    "SZ[99]",
    "GM[9]",
    "GM[3]",
    "SU[Gemma]",
    "b1-b3",
    "[b1-b3]",
    "B[a1-^^]",
    "HA[2]",
    "KM[6.5]",
    "RE[B+R]",
    "DT[1990-01-02,03]",
    "CA[Shift_JIS]",
    "CA[UTF-16]",
    "\n",
    " ",
    "\0",
    "é",
    "한",
    "x:y",
    "\u{feff}",
    "name",
    "5A[1]",
    "]]",
    "((",
    "))",
];

/// Pieces of a root node: moves, setup and side to move in the notations of three games, and properties that name one
/// of these games.
const ROOT_PARTS: &[&str] = &[
    "B[aa]",
    "B[cc]",
    "B[aa][bb]",
    "B[]",
    "B[!]",
    "B[a1-a3]",
    "W[bb]",
    "W[dd]",
    "W[cc][dd]",
    "W[]",
    "W[zz]",
    "W[b1-b3]",
    "P0[1 a2-a4]",
    "P0[3 a0]",
    "P0[id \"ada\"]",
    "P1[id \"ben\"][2 c1-c3]",
    "AB[ac]",
    "AW[bc][dd]",
    "AE[ac]",
    "PL[W]",
    "GM[9]",
    "GM[9]",
    "GM[3]",
    "SZ[8]",
    "C[x]",
    "RE[B+R]",
    ";B[ca]",
];

const JGF_PARTS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "{root:true},",
    "{\"move\":{\"B\":\"aa\"}},",
    "{move:{W:[1,2]}},",
    "{\"B\":\"bb\"},",
    "\"variations\":[[",
    "]]",
    "\"setup\":[{\"type\":\"black\",\"coords\":[\"aa:cc\"]}]",
    "\"comments\":[\"x\"]",
    "{\"setup\":{\"W\":[\"dd\"]},\"turn\":\"white\"},",
    "null",
    "true",
    "-1",
    "1e999",
    "0x",
    "// ",
    "\n",
    "/*",
    "*/",
    "JGF = ",
    ";",
    "\\u12",
    "\\ud800",
    "\"tree\":[",
    "\"board\":{\"size\":7}",
    "é",
    "한",
    "\0",
    "\"move\":",
];

/// Reads and replays bytes, and checks the properties that all code which uses records relies on.
fn check(bytes: &[u8]) {
    properties::read_any(bytes);
}

fn check_record(record: &GameRecord) {
    properties::record::is_sound(record, usize::MAX);
}

// ---- Large and hostile files: the test is that reading ends, on a small stack ----

/// Reads, replays and drops a record on a stack that is too small for any recursion over the input.
fn on_a_small_stack(text: String, test: impl FnOnce(&Parsed) + Send + 'static) {
    let run = move || {
        let parsed = formats::read(text.as_bytes());
        parsed.records.iter().for_each(check_record);
        test(&parsed);
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

fn nodes(count: usize, main: NodeId) -> impl FnOnce(&Parsed) {
    move |parsed| {
        let [record] = &parsed.records[..] else { panic!("{} records", parsed.records.len()) };
        assert_eq!((record.tree.len(), record.tree.main_line().end), (count, main));
    }
}

#[test]
fn a_million_nodes_in_a_line() {
    on_a_small_stack(
        format!("(;GM[1]{})", ";B[aa];W[tt]".repeat(500_000)),
        nodes(1_000_001, 1_000_001),
    );
}

#[test]
fn deep_variations() {
    let depth = 100_000;
    on_a_small_stack(
        format!("(;GM[1]{}{}", "(;B[aa]".repeat(depth), ")".repeat(depth + 1)),
        nodes(100_001, 100_001),
    );
    // Each fork has a second branch, so half of the nodes are on the main line.
    let text = format!("(;GM[1]{}{}", "(;B[aa]".repeat(depth), ")(;W[bb])".repeat(depth) + ")");
    on_a_small_stack(text, nodes(200_001, 100_001));
    // In this deep tree, the first branch of each fork is short, and everything else is in the second branch.
    let text = format!("(;GM[1]{}{}", "(;B[aa])(;W[bb]".repeat(depth), ")".repeat(depth + 1));
    on_a_small_stack(text, nodes(200_001, 2));
    on_a_small_stack(format!("(;GM[1]{})", "(;B[aa])".repeat(depth)), nodes(100_001, 2));
}

#[test]
fn deep_jgf() {
    let depth = 100_000;
    let open = "{\"move\":{\"B\":\"aa\"},\"variations\":[[";
    let text = format!(
        "{{\"tree\":[{{\"root\":true}},{}{{}}{}]}}",
        open.repeat(depth),
        "]]}".repeat(depth)
    );
    on_a_small_stack(text, nodes(100_002, 100_002));
    for part in ["[", "{\"a\":", "{\"tree\":[", "[[],", "{\"variations\":[["] {
        on_a_small_stack(part.repeat(depth), |_| ());
        on_a_small_stack(format!("{{\"tree\":[{{\"B\":\"aa\"}},{}", part.repeat(depth)), |_| ());
    }
}

#[test]
fn many_of_one_kind() {
    let many = rounds(300_000, 1_000_000);
    for text in ["(", ")", "[", "]", ";", "\\", "a", " ", "\0", "{", "\"", "한"] {
        on_a_small_stack(text.repeat(many), |_| ());
        on_a_small_stack(format!("(;B[aa]{}", text.repeat(many)), |_| ());
        on_a_small_stack(format!("(;C[{}", text.repeat(many)), |_| ());
    }
    for text in [
        "]a", "]a ", "[]", "C[a]x ", "C[a] ] ", "PB[]]a", "(a", "(;)", "(;[", "B[aa", "] \n",
        "\\]", "a[b]",
    ] {
        on_a_small_stack(text.repeat(many / 4), |_| ());
        on_a_small_stack(format!("(;{}", text.repeat(many / 4)), |_| ());
        on_a_small_stack(format!("(;C[{}", text.repeat(many / 4)), |_| ());
    }
}

#[test]
fn many_values() {
    on_a_small_stack(format!("(;{})", "C[a]".repeat(100_000)), |parsed| {
        let [record] = &parsed.records[..] else { panic!() };
        let comments: Vec<_> = record.tree.comments().collect();
        assert_eq!(comments.len(), 1);
        assert_eq!(comments[0].1.len(), 3 * 100_000 - 2);
    });
    for name in ["AB", "PB", "TR", "C", "XX", "B"] {
        let values = "[x]".repeat(1_000_000);
        on_a_small_stack(format!("(;{name}{values})"), nodes(1, 1));
        on_a_small_stack(format!("(;;{name}{values})"), nodes(2, 2));
    }
    let names: String = (0..100_000).map(|i| format!("X{i}[a]")).collect();
    on_a_small_stack(format!("(;{names})"), |parsed| {
        assert!(parsed.records[0].properties.len() < 1_000)
    });
}

#[test]
fn a_comment_of_20_megabytes() {
    for end in ["", "]", "])"] {
        on_a_small_stack(format!("(;C[{}{end}", "x".repeat(20 << 20)), |parsed| {
            let comment = parsed.records[0].tree.comments().next().unwrap().1.len();
            assert_eq!(comment, 20 << 20);
        });
    }
}

/// The number of setup stones in a record is limited. Otherwise a small file would fill the memory with changes that a
/// replay must be able to undo.
fn setup_is_bounded(text: String) {
    on_a_small_stack(text, |parsed| {
        let [record] = &parsed.records[..] else { panic!() };
        let empty = Board::new(GameKind::Go, record.start.size).mark();
        let mut replayer = Replayer::new();
        replayer.replay(record.start, &record.tree, |_| ControlFlow::Continue(()));
        let changes = replayer.board().unwrap().changes_since(empty).count();
        assert!(changes <= 12_000_000, "{changes} changes");
        assert!(
            record
                .diagnostics
                .iter()
                .any(|diagnostic| diagnostic.code.as_str() == "too-much-setup")
        );
    });
}

#[test]
fn setup_of_the_whole_board_again_and_again() {
    let many = 100_000;
    setup_is_bounded(format!("(;SZ[52]{})", "AB[aa:ZZ]".repeat(many)));
    setup_is_bounded(format!("(;SZ[52];{})", "AB[aa:ZZ]AW[aa:ZZ]".repeat(many / 2)));
    setup_is_bounded(format!("(;SZ[52]{})", ";AB[aa:ZZ];AW[aa:ZZ]".repeat(many / 20)));
}

#[test]
fn setup_of_the_whole_board_again_and_again_in_json() {
    let setup = "{\"setup\":[{\"type\":\"black\",\"coords\":[\"aa:ZZ\"]},{\"type\":\"white\",\"coords\":[\"aa:ZZ\"]}]},";
    setup_is_bounded(format!("{{\"board\":{{\"size\":52}},\"tree\":[{}]}}", setup.repeat(5_000)));
}
