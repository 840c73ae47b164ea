//! Kifu blob: the moves, setup and forks of a game as a compact stream, without any text.
//!
//! A blob is a header of four or five bytes, then symbols of a fixed width (9 bits on 19×19):
//!
//! | byte | content |
//! |---|---|
//! | 0 | kind of game |
//! | 1, 2 | width and height of the board |
//! | 3 | bits 0–6: number of the start position of Lines of Action; bit 7: the events hold the end of the main line |
//! | 4 | only if bit 7 of byte 3 is set: number of positions before the part that the events hold |
//!
//! Numbers below the board's area are points; higher ones are the constants in `symbol`. A point alone is a new node
//! with a move of the expected colour, so a game without variations takes one symbol per move. The blob of a game
//! without known rules is empty.
//!
//! A game of Go on 19×19 also has its moves in its `events`, the stored changes of points. If the events hold all of
//! the main line after the first nodes, the blob leaves out that part of the main line.
//!
//! Answers replay games from these blobs, so no archive has to be opened again.

mod encoder;

use super::bits;
use super::events::{Event, event_pairs};
use super::games::game_from_number;
use encoder::encode_omitting;
use kifu_record::cancel::checkpoint;
use kifu_record::game::{BoardSize, Color, GameKind, Move, Point, Stone, loa};
use kifu_record::{Action, GameTree, NodeId, Start};
use std::ops::{ControlFlow, Range};

/// Symbols other than points. The board's area is added to their numbers.
mod symbol {
    /// Symbol: a new node with a pass.
    pub(super) const PASS: u64 = 0;
    /// Symbol: flips the colour that is expected to play next.
    pub(super) const SWAP: u64 = 1;
    /// Symbol: the next move belongs to the current node and starts no new one.
    pub(super) const JOIN: u64 = 2;
    /// Symbol: a new node without a move.
    pub(super) const NODE: u64 = 3;
    /// Symbol: the next node hangs below an earlier one; the number of levels to go up follows.
    pub(super) const UP: u64 = 4;
    /// Symbols: stones are removed, or stones of a colour are added; their count and the points follow. [`SWAP`] before
    /// two points makes a rectangle.
    pub(super) const ADD_EMPTY: u64 = 5;
    pub(super) const ADD_BLACK: u64 = 6;
    pub(super) const ADD_WHITE: u64 = 7;
    /// Symbols: Black or White is to play next.
    pub(super) const TURN_BLACK: u64 = 8;
    pub(super) const TURN_WHITE: u64 = 9;
    /// Symbols: moves without a point, other than a pass.
    pub(super) const UNREADABLE: u64 = 10;
    pub(super) const RESIGN: u64 = 11;
    pub(super) const FORFEIT: u64 = 12;
    pub(super) const ESCAPE: u64 = 13;
    /// Symbol: a piece is removed; its point follows.
    pub(super) const REMOVE: u64 = 14;
    /// Symbol: the end of the game.
    pub(super) const END: u64 = 15;
    /// Number of symbols that are not points.
    pub(super) const COUNT: usize = 16;
}

const HEADER_BYTES: usize = 4;

fn symbol_width(size: BoardSize) -> u32 {
    bits::width_for((size.area() + symbol::COUNT) as u64)
}

const SETUPS: [loa::LoaSetup; 6] = [
    loa::LoaSetup::Standard,
    loa::LoaSetup::ScrambledEggs { swapped: false },
    loa::LoaSetup::ScrambledEggs { swapped: true },
    loa::LoaSetup::Parachute,
    loa::LoaSetup::Gemma,
    loa::LoaSetup::Custom,
];

/// Number by which files and keys of the index identify a start position of Lines of Action.
pub(super) fn setup_number(setup: loa::LoaSetup) -> u8 {
    SETUPS.iter().position(|known| *known == setup).unwrap_or(0) as u8
}

/// Bit of byte 3 of a blob. It is set if the end of the main line is left out, because the events (stored changes of
/// points) hold it.
const EVENTS_HOLD_MAIN_LINE: u8 = 1 << 7;

/// Board whose games always have events (stored changes of points) that hold every move.
const BOARD_WITH_EVENTS: (GameKind, BoardSize) = (GameKind::Go, BoardSize::GO);

/// Encodes a game. The blob of a game without known rules is empty.
pub fn encode(start: Start, tree: &GameTree) -> Vec<u8> {
    encode_omitting(None, start, tree)
}

/// Encodes a game without the moves that can be read from `events`, the stored changes of points on the main line. If
/// these moves cannot be left out, returns `full_blob`, the blob with all moves.
pub(super) fn encode_with_events(
    events: &[u8],
    start: Start,
    tree: &GameTree,
    full_blob: Vec<u8>,
) -> Vec<u8> {
    match OmittedMoves::find(events, start, tree) {
        Some(left_out) => encode_omitting(Some(left_out), start, tree),
        None => full_blob,
    }
}

/// End of a main line that a blob leaves out, because its moves can be read from the events (stored changes of points).
struct OmittedMoves {
    nodes: Range<NodeId>,
    /// Number of positions before the omitted ones. One byte is enough: if setup makes more than 255 of them, the moves
    /// stay in the blob.
    before: u8,
}

impl OmittedMoves {
    fn find(events: &[u8], start: Start, tree: &GameTree) -> Option<OmittedMoves> {
        let main = tree.main_line();
        let is_move = |node: &NodeId| matches!(tree.actions(*node), [Action::Move(..)]);
        let moves = main.clone().skip(1).rev().take_while(is_move).count();
        let before = first_events(events).count().checked_sub(moves)?;
        let left_out = OmittedMoves {
            nodes: main.end - moves as NodeId..main.end,
            before: u8::try_from(before).ok()?,
        };
        let has_events = (start.game, start.size) == BOARD_WITH_EVENTS && moves > 0;
        (has_events && left_out.is_held_by(events, tree)).then_some(left_out)
    }

    fn is_held_by(&self, events: &[u8], tree: &GameTree) -> bool {
        let mut expected = expected_at(tree, self.nodes.start);
        let positions = first_events(events).skip(self.before.into());
        self.nodes.clone().zip(positions).all(|(node, event)| {
            move_of(event, expected).is_some_and(|(color, action)| {
                expected = color.other();
                tree.actions(node) == [Action::Move(color, action)]
            })
        })
    }
}

/// Returns the first event (change of one point) of every position.
fn first_events(events: &[u8]) -> impl Iterator<Item = Event> {
    let mut ended = true;
    let events = event_pairs(events).iter().map(|&pair| Event::read(pair));
    events.filter(move |event| std::mem::replace(&mut ended, event.ends_position()))
}

/// Colour that is expected to move at a node of the main line.
fn expected_at(tree: &GameTree, node: NodeId) -> Color {
    let mut before = (0..node).rev().flat_map(|node| tree.actions(node).iter().rev());
    let last = before.find_map(|action| match action {
        Action::Move(color, _) => Some(*color),
        _ => None,
    });
    last.map_or(Color::Black, Color::other)
}

/// Returns the move that leads to a position, read from the first event (change of one point) of that position. A move
/// places its stone before it captures others, so this event is the placed stone. A pass is stored as an event without
/// a change.
#[inline]
fn move_of(event: Event, expected: Color) -> Option<(Color, Move)> {
    match event.change() {
        Some((point, _, after)) => Some((after.color()?, Move::Place(point))),
        None => Some((expected, Move::Pass)),
    }
}

/// Decodes a blob with all moves into `tree`, reusing its memory. `None` if the blob is empty or damaged.
pub fn decode(blob: &[u8], tree: &mut GameTree) -> Option<Start> {
    decode_with_events(&[], blob, tree)
}

/// True if the blob leaves out moves, so that the events (stored changes of points) are needed to decode it.
pub(super) fn needs_events(blob: &[u8]) -> bool {
    blob.get(3).is_some_and(|setup| setup & EVENTS_HOLD_MAIN_LINE != 0)
}

/// Decodes a blob. Takes the moves that the blob leaves out from `events`, the stored changes of points on the main
/// line.
pub(super) fn decode_with_events(events: &[u8], blob: &[u8], tree: &mut GameTree) -> Option<Start> {
    read(events, blob, tree, None)
}

/// Decodes only the path from the root to a node, so that the node is the last of a tree without forks. Returns `None`
/// if the blob is empty or damaged, or if there is no such node.
pub(super) fn decode_path(
    events: &[u8],
    blob: &[u8],
    node: NodeId,
    tree: &mut GameTree,
) -> Option<Start> {
    read(events, blob, tree, Some(node))
}

fn read(events: &[u8], blob: &[u8], tree: &mut GameTree, path_to: Option<NodeId>) -> Option<Start> {
    tree.clear();
    let (&[game, width, height, setup], mut symbols) = blob.split_first_chunk::<HEADER_BYTES>()?;
    let before = if needs_events(blob) { Some(*symbols.split_off_first()?) } else { None };
    let size = BoardSize::new(width, height)?;
    let game = game_from_number(game)?;
    let start = Start {
        game,
        setup: *SETUPS.get(usize::from(setup & !EVENTS_HOLD_MAIN_LINE))?,
        ..Start::go(size)
    };
    let width = symbol_width(size);
    if path_to.is_none() {
        // Nearly every symbol or event is a node with a move, so this allocates once.
        let event_count = before.map_or(0, |_| event_pairs(events).len());
        tree.reserve(symbols.len() * 8 / width as usize + event_count);
    }
    let mut decoder = Decoder {
        symbols,
        at: 0,
        size,
        area: size.area() as u64,
        width,
        tree,
        path: path_to.map(|node| PathStep { node, seen: 0 }),
        main_line_end: before.map(|before| MainLineEnd { events, before }),
    };
    decoder.run(game)?;
    decoder.path.is_none_or(|path| path.seen > path.node).then_some(start)
}

/// Search for the node to which [`decode_path`] decodes the path.
#[derive(Clone, Copy)]
struct PathStep {
    node: NodeId,
    /// Number of nodes decoded so far, including those that were dropped because they are not on the path.
    seen: NodeId,
}

struct Decoder<'a> {
    symbols: &'a [u8],
    at: u64,
    size: BoardSize,
    area: u64,
    width: u32,
    tree: &'a mut GameTree,
    path: Option<PathStep>,
    /// End of the main line that the events hold; `None` once it has been decoded.
    main_line_end: Option<MainLineEnd<'a>>,
}

/// End of a main line, whose moves are read from the stored events (changes of points) because the blob leaves them
/// out.
#[derive(Clone, Copy)]
struct MainLineEnd<'a> {
    /// Events (changes of points) of the whole main line.
    events: &'a [u8],
    /// Number of positions on the main line before the part that is stored as events.
    before: u8,
}

impl Decoder<'_> {
    /// Prepares for a new node below `parent`, or for the root. Returns false once the node that the path leads to has
    /// been decoded. If only a path is decoded, drops the nodes that are not on it.
    #[inline]
    fn enter_node(&mut self, parent: Option<NodeId>) -> bool {
        let Some(path) = &mut self.path else {
            return true;
        };
        let is_needed = path.seen <= path.node;
        if is_needed {
            path.seen += 1;
            self.tree.truncate(parent.map_or(0, |parent| parent as usize + 1));
        }
        is_needed
    }

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.at + u64::from(self.width) > self.symbols.len() as u64 * 8 {
            return None;
        }
        let symbol = bits::read_bits(self.symbols, self.at, self.width);
        self.at += u64::from(self.width);
        Some(symbol)
    }

    fn point(&mut self) -> Option<Point> {
        let symbol = self.next()?;
        (symbol < self.area).then(|| self.size.point(symbol as usize))
    }

    fn number(&mut self) -> Option<u64> {
        let digit = self.width - 1;
        let (mut number, mut shift) = (0, 0);
        loop {
            let symbol = self.next()?;
            number |= (symbol & ((1 << digit) - 1)).checked_shl(shift)?;
            if symbol >> digit == 0 {
                return Some(number);
            }
            shift += digit;
        }
    }

    /// Adds the end of the main line below a node. Returns the last node and the colour expected to move, or
    /// [`ControlFlow::Break`] once the node that the path leads to has been decoded.
    fn decode_main_tail(
        &mut self,
        end: MainLineEnd,
        mut current: NodeId,
        mut expected: Color,
    ) -> Option<ControlFlow<(), (NodeId, Color)>> {
        for event in first_events(end.events).skip(end.before.into()) {
            checkpoint();
            let (color, action) = move_of(event, expected)?;
            if let Move::Place(point) = action
                && !self.size.contains(point)
            {
                return None;
            }
            if !self.enter_node(Some(current)) {
                return Some(ControlFlow::Break(()));
            }
            current = self.tree.add_move(current, color, action);
            expected = color.other();
        }
        Some(ControlFlow::Continue((current, expected)))
    }

    fn run(&mut self, game: GameKind) -> Option<()> {
        self.enter_node(None);
        let mut current = self.tree.add_node(None);
        let mut expected = Color::Black;
        let mut join = false;
        loop {
            checkpoint();
            let symbol = self.next()?;
            // The main line ends where the first variation begins, or at the end of the game.
            if matches!(symbol.checked_sub(self.area), Some(symbol::UP | symbol::END))
                && let Some(tail) = self.main_line_end.take()
            {
                match self.decode_main_tail(tail, current, expected)? {
                    ControlFlow::Continue(after) => (current, expected) = after,
                    ControlFlow::Break(()) => return Some(()),
                }
            }
            let action = if symbol < self.area {
                let from = self.size.point(symbol as usize);
                match game {
                    GameKind::Loa => Move::Slide { from, to: self.point()? },
                    _ => Move::Place(from),
                }
            } else {
                match symbol - self.area {
                    symbol::PASS => Move::Pass,
                    symbol::UNREADABLE => Move::Unreadable,
                    symbol::RESIGN => Move::Resign,
                    symbol::FORFEIT => Move::Forfeit,
                    symbol::ESCAPE => Move::Escape,
                    symbol::REMOVE => Move::Remove(self.point()?),
                    symbol::END => return Some(()),
                    other => {
                        match other {
                            symbol::SWAP => expected = expected.other(),
                            symbol::JOIN => join = true,
                            symbol::NODE if self.enter_node(Some(current)) => {
                                current = self.tree.add_node(Some(current));
                            }
                            symbol::NODE => return Some(()),
                            symbol::UP => {
                                for _ in 0..self.number()? {
                                    current = self.tree.parent(current)?;
                                }
                            }
                            symbol::ADD_EMPTY => self.setup(Stone::Empty)?,
                            symbol::ADD_BLACK => self.setup(Stone::Black)?,
                            symbol::ADD_WHITE => self.setup(Stone::White)?,
                            symbol::TURN_BLACK => {
                                self.tree.add_action(Action::Turn(Color::Black));
                            }
                            symbol::TURN_WHITE => {
                                self.tree.add_action(Action::Turn(Color::White));
                            }
                            _ => return None,
                        }
                        continue;
                    }
                }
            };
            if std::mem::take(&mut join) {
                self.tree.add_action(Action::Move(expected, action));
            } else {
                if !self.enter_node(Some(current)) {
                    return Some(());
                }
                current = self.tree.add_move(current, expected, action);
            }
            expected = expected.other();
        }
    }

    fn setup(&mut self, stone: Stone) -> Option<()> {
        for _ in 0..self.number()? {
            checkpoint();
            let symbol = self.next()?;
            let (from, to) = if symbol < self.area {
                let point = self.size.point(symbol as usize);
                (point, point)
            } else if symbol - self.area == symbol::SWAP {
                (self.point()?, self.point()?)
            } else {
                return None;
            };
            self.tree.add_action(Action::Add(stone, from, to));
        }
        Some(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::index::events::{EventRecorder, main_line};
    use kifu_record::Replayer;

    fn round_trip(start: Start, tree: &GameTree) -> usize {
        let blob = encode(start, tree);
        let mut decoded = GameTree::new();
        assert_eq!(decode(&blob, &mut decoded), Some(start));
        assert_eq!(&decoded, tree);
        // No proper prefix of a blob may cause a panic.
        for cut in 0..blob.len() - 1 {
            decode(&blob[..cut], &mut decoded);
        }
        blob.len()
    }

    #[test]
    fn a_plain_game_takes_nine_bits_a_move() {
        let mut tree = GameTree::new();
        tree.add_node(None);
        for i in 0..200u32 {
            tree.add_node(Some(i));
            let color = if i % 2 == 0 { Color::Black } else { Color::White };
            tree.add_action(Action::Move(
                color,
                Move::Place(Point::new((i % 19) as u8, (i / 19) as u8)),
            ));
        }
        assert_eq!(round_trip(Start::go(BoardSize::GO), &tree), 4 + (201usize * 9).div_ceil(8));
    }

    #[test]
    fn everything_comes_back() {
        let size = BoardSize::new(2, 1).unwrap();
        let point = Point::new(1, 0);
        let mut tree = GameTree::new();
        tree.add_node(None);
        tree.add_action(Action::Add(Stone::Black, Point::new(0, 0), point));
        tree.add_action(Action::Add(Stone::Black, point, point));
        tree.add_action(Action::Turn(Color::White));
        tree.add_action(Action::Move(Color::Black, Move::Pass));
        for i in 0..300 {
            tree.add_node(Some(i));
            tree.add_action(Action::Move(Color::White, Move::Place(point)));
        }
        tree.add_node(Some(3));
        tree.add_node(Some(301));
        tree.add_action(Action::Add(Stone::Empty, point, point));
        tree.add_action(Action::Move(Color::Black, Move::Unreadable));
        tree.add_action(Action::Move(Color::White, Move::Resign));
        round_trip(Start::go(size), &tree);
    }

    #[test]
    fn the_way_to_a_node() {
        let mut tree = GameTree::new();
        let play = |tree: &mut GameTree, parent, x| {
            let action = Move::Place(Point::new(x, 3));
            tree.add_move(parent, Color::Black, action)
        };
        tree.add_node(None);
        let fork = play(&mut tree, 0, 1);
        let long = play(&mut tree, fork, 2);
        tree.add_node(Some(long));
        tree.add_action(Action::Turn(Color::White));
        play(&mut tree, fork, 4);
        tree.add_node(Some(0));
        let start = Start::go(BoardSize::GO);
        let blob = encode(start, &tree);
        let mut path = GameTree::new();
        for node in 0..tree.len() as NodeId {
            assert_eq!(decode_path(&[], &blob, node, &mut path), Some(start));
            let on_path = tree.path(node);
            assert_eq!(path.main_line().len(), on_path.len());
            assert_eq!(path.len(), on_path.len());
            for (of_path, of_tree) in (0..).zip(on_path) {
                assert_eq!(path.actions(of_path), tree.actions(of_tree));
            }
        }
        let none = tree.len() as NodeId;
        assert_eq!(decode_path(&[], &blob, none, &mut path), None);
    }

    #[test]
    fn moves_held_by_events_are_omitted() {
        // The moves contain what events (stored changes of points) record in a special way: a captured corner stone, a
        // pass, and a colour that plays twice in a row.
        let moves = ";B[aa];W[ab];B[cc];W[ba];B[aa];W[];B[dd];B[ee];W[ff];B[gg];W[hh];B[ii];W[jj]";
        for text in [
            format!("(;SZ[19]{moves})"),
            format!("(;SZ[19]AB[pp][dp]PL[W]{moves})"),
            format!("(;SZ[19];AB[pp][dp]{moves})"),
            format!("(;SZ[19]B[pp]{moves})"),
            format!("(;SZ[19];;W[pp]B[dp]{moves})"),
            format!("(;SZ[19]{moves}(;W[kk];B[ll])(;W[kk];B[mm](;W[nn])(;W[oo];B[oo])))"),
            format!("(;SZ[19]{moves};W[aa];B[aa];W[cd];B[ss])"),
        ] {
            let (start, tree, events) = read_with_events(&text);
            let full_blob = encode(start, &tree);
            let blob = encode_with_events(&events, start, &tree, full_blob.clone());
            assert!(needs_events(&blob) && !needs_events(&full_blob));
            // The shorter blob saves 13 moves of 9 bits, that is 14 bytes, and has one byte more in its header.
            assert!(blob.len() + 13 <= full_blob.len(), "{text}");
            let mut decoded = GameTree::new();
            assert_eq!(decode_with_events(&events, &blob, &mut decoded), Some(start));
            assert_eq!(decoded, tree, "{text}");
            let mut path = GameTree::new();
            for node in 0..=tree.len() as NodeId {
                let wanted = decode_path(&[], &full_blob, node, &mut decoded);
                assert_eq!(decode_path(&events, &blob, node, &mut path), wanted);
                assert_eq!(path, decoded, "{text}");
            }
            // Events and blobs that do not belong together must not cause a panic.
            for cut in 0..events.len() {
                decode_with_events(&events[..cut], &blob, &mut decoded);
                decode_with_events(&events[cut..], &blob[..cut.min(blob.len())], &mut decoded);
            }
        }
    }

    #[test]
    fn moves_not_held_by_events_are_encoded() {
        for text in [
            // Games whose moves the events cannot hold: on another board, with setup at the end, and with a stone
            // played on a stone.
            "(;SZ[9];B[aa];W[bb])",
            "(;SZ[19];B[aa];W[bb];AE[aa])",
            "(;SZ[19];B[aa];W[bb];B[aa])",
            "(;GM[9]SZ[8];B[b1b3];W[a2c2])",
            "(;SZ[19])",
        ] {
            let (start, tree, events) = read_with_events(text);
            let full_blob = encode(start, &tree);
            assert_eq!(
                encode_with_events(&events, start, &tree, full_blob.clone()),
                full_blob,
                "{text}"
            );
        }
    }

    fn read_with_events(text: &str) -> (Start, GameTree, Vec<u8>) {
        let record = kifu_record::formats::sgf::read(text).0.remove(0);
        let mut recorder = EventRecorder::default();
        recorder.begin(record.start.game, record.start.size);
        Replayer::new().replay(record.start, &record.tree, |ply| {
            recorder.record_position(&record.tree, ply);
            ControlFlow::Continue(())
        });
        let events = main_line(recorder.finish()).to_vec();
        (record.start, record.tree, events)
    }

    #[test]
    fn lines_of_action() {
        let start =
            Start { game: GameKind::Loa, setup: loa::LoaSetup::Gemma, ..Start::go(BoardSize::LOA) };
        let mut tree = GameTree::new();
        tree.add_node(None);
        tree.add_node(Some(0));
        let slide = Move::Slide { from: Point::new(1, 0), to: Point::new(1, 2) };
        tree.add_action(Action::Move(Color::Black, slide));
        tree.add_node(Some(1));
        tree.add_action(Action::Move(Color::White, Move::Remove(Point::new(7, 7))));
        tree.add_node(Some(2));
        tree.add_action(Action::Move(Color::White, Move::Escape));
        round_trip(start, &tree);
    }
}
