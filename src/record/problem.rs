//! Problems (tsumego): positions that are set up to ask for a move, with comments that tell which lines are right.
//!
//! Change this file for what counts as a problem, which two problems are equal, and which lines are solutions.

use super::analysis::Judgement;
use super::{Action, GameRecord, GameTree, NodeId, Start};
use crate::game::board::Board;
use crate::game::hash::stable_hash;
use crate::game::symmetry::Symmetry;
use crate::game::{BoardSize, Color, GameKind, Move, Point};
use crate::replay::set_rectangle;
use crate::result::GameResult;

/// Maximum number of moves on the main line of a problem. A longer main line is a game that starts from a position.
const MAX_MAIN_LINE_MOVES: u32 = 60;
/// Maximum distance of stones from an edge on which they lean: 3, that is, from the first line to the fourth.
const MAX_EDGE_DISTANCE: u8 = 3;

/// A problem that a record of Go holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Player who is to find the move, if the record tells.
    pub to_play: Option<Color>,
    /// Part of the board that the stones of the problem fill.
    pub region: ProblemRegion,
    /// Number of lines that are marked as right, by a comment or as a good move of the player to move.
    pub solutions: u32,
    /// Hash of the position. Equal for all images of it: turned, mirrored, with the colours exchanged, or shifted along
    /// an edge on which the stones do not lean.
    pub key: u64,
}

/// Part of the board that the stones of a problem fill, by the edges on which they lean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemRegion {
    /// Stones lean on two adjacent edges.
    Corner,
    /// Stones lean on one edge.
    Side,
    /// Stones lean on no edge.
    Centre,
    /// Stones lean on two opposite edges.
    Board,
}

impl ProblemRegion {
    /// Names of all regions as queries write them.
    pub const NAMES: [&str; 4] = ["corner", "side", "centre", "board"];

    /// Name of the region as queries write it.
    pub fn as_str(self) -> &'static str {
        match self {
            ProblemRegion::Corner => "corner",
            ProblemRegion::Side => "side",
            ProblemRegion::Centre => "centre",
            ProblemRegion::Board => "board",
        }
    }
}

/// Reads the problem in a record of Go, if it has one: stones of both colours are set up before the first move, nobody
/// won, and the main line is no longer than 60 moves. Handicap stones are no problem, since they have one colour.
pub fn problem(record: &GameRecord) -> Option<Problem> {
    let (board, to_play) = problem_position(record.start, &record.tree, record.info.result)?;
    let (region, key) = region_and_key(&stones(&board), record.start.size)?;
    let solutions = right_lines(record, to_play).1;
    Some(Problem { to_play, region, solutions, key })
}

/// Position of a problem and the player to move, if a game with this start, tree and result is a problem.
pub fn problem_position(
    start: Start,
    tree: &GameTree,
    result: Option<GameResult>,
) -> Option<(Board, Option<Color>)> {
    let is_won = |result| !matches!(result, GameResult::Void | GameResult::Unknown);
    if start.game != GameKind::Go
        || tree.main_move_count() > MAX_MAIN_LINE_MOVES
        || result.is_some_and(is_won)
    {
        return None;
    }
    let (board, to_play) = start_position(start, tree);
    let has = |color| stones(&board).iter().any(|(_, stone_color)| *stone_color == color);
    (has(Color::Black) && has(Color::White)).then_some((board, to_play))
}

/// First move of a line of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirstMove {
    /// Node of the move.
    pub node: NodeId,
    /// The move.
    pub action: Move,
    /// True if the move begins a line that the record marks as right.
    pub is_right: bool,
}

/// The first moves of a problem in the record, in their order, each once. If the record marks no line as right, the
/// main line is right, as problems without marks have their solution there.
pub fn first_moves(record: &GameRecord) -> Vec<FirstMove> {
    let tree = &record.tree;
    let (_, to_play) = start_position(record.start, tree);
    let (mut leads_to_right, solutions) = right_lines(record, to_play);
    let mut has_move_above = vec![false; tree.len()];
    let mut first = Vec::new();
    for node in 1..tree.len() as NodeId {
        let parent = tree.parent(node).unwrap_or(0);
        let above = has_move_above.get(parent as usize).copied().unwrap_or(false);
        let here = tree.only_move(node);
        if let Some((color, action)) = here.filter(|_| !above)
            && to_play.is_none_or(|to_play| to_play == color)
        {
            first.push((node, action));
        }
        if let Some(slot) = has_move_above.get_mut(node as usize) {
            *slot = above || tree.moves_in(node) > 0;
        }
    }
    // Children come after their parents, so this passes each right node on to all nodes above it.
    for node in (1..tree.len() as NodeId).rev() {
        let is_right = leads_to_right.get(node as usize).copied().unwrap_or(false);
        let parent = tree.parent(node).and_then(|parent| leads_to_right.get_mut(parent as usize));
        if let Some(parent) = parent.filter(|_| is_right) {
            *parent = true;
        }
    }
    let mut moves: Vec<FirstMove> = Vec::new();
    for (at, (node, action)) in first.into_iter().enumerate() {
        let is_right = match solutions {
            0 => at == 0,
            _ => leads_to_right.get(node as usize).copied().unwrap_or(false),
        };
        match moves.iter_mut().find(|known| known.action == action) {
            Some(known) => known.is_right |= is_right,
            None => moves.push(FirstMove { node, action, is_right }),
        }
    }
    moves
}

/// Position before the first move of the main line, and the player to move if the record tells: by `PL`, or by who
/// makes the first move.
pub fn start_position(start: Start, tree: &GameTree) -> (Board, Option<Color>) {
    let mut board = Board::new(start.game, start.size);
    let mut to_play = None;
    for action in tree.main_line().flat_map(|node| tree.actions(node)) {
        match *action {
            Action::Add(stone, from, to) => set_rectangle(&mut board, stone, from, to),
            Action::Turn(color) => to_play = Some(color),
            Action::Move(color, _) | Action::Raw(color, _) => {
                return (board, to_play.or(Some(color)));
            }
        }
    }
    (board, to_play)
}

fn stones(board: &Board) -> Vec<(Point, Color)> {
    let stones =
        board.size().points().filter_map(|point| Some((point, board.stone(point).color()?)));
    stones.collect()
}

/// Which edges the stones lean on along one axis of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Lean {
    /// The stones lean only on the lower edge (left or top), so their distance from it matters.
    Low,
    /// The stones lean only on the higher edge (right or bottom).
    High,
    /// The stones lean on neither edge, so they may be shifted along the axis.
    Free,
    /// The stones lean on both edges, so the length of the axis matters.
    Both,
}

impl Lean {
    fn from_extent(lowest: u8, highest: u8, length: u8) -> Lean {
        let (low, high) = (lowest, length.saturating_sub(1).saturating_sub(highest));
        match (low <= MAX_EDGE_DISTANCE, high <= MAX_EDGE_DISTANCE) {
            (true, true) => Lean::Both,
            (true, false) => Lean::Low,
            (false, true) => Lean::High,
            (false, false) => Lean::Free,
        }
    }
}

/// Region that stones fill, and the key that all images of them share.
///
/// The key is the hash of the smallest image. An image is encoded as the leaning on both axes, the lengths of axes that
/// matter, and the sorted stones.
fn region_and_key(stones: &[(Point, Color)], size: BoardSize) -> Option<(ProblemRegion, u64)> {
    let mut smallest_form: Option<Vec<u8>> = None;
    let mut region = ProblemRegion::Board;
    for symmetry in Symmetry::all(size) {
        let (width, height) = if symmetry.transposes() {
            (size.height(), size.width())
        } else {
            (size.width(), size.height())
        };
        let image = |(point, color): &(Point, Color)| (symmetry.apply(*point, size), *color);
        let stones: Vec<(Point, Color)> = stones.iter().map(image).collect();
        let (xs, ys) = (|| stones.iter().map(|(p, _)| p.x), || stones.iter().map(|(p, _)| p.y));
        let (left, top) = (xs().min()?, ys().min()?);
        let across = Lean::from_extent(left, xs().max()?, width);
        let down = Lean::from_extent(top, ys().max()?, height);
        region = match (across, down) {
            (Lean::Both, _) | (_, Lean::Both) => ProblemRegion::Board,
            (Lean::Free, Lean::Free) => ProblemRegion::Centre,
            (Lean::Free, _) | (_, Lean::Free) => ProblemRegion::Side,
            _ => ProblemRegion::Corner,
        };
        // Stones that lean on the right or lower edge have another image, on the left or upper edge, with the same key.
        // The loop visits that image as well, so this one is skipped.
        if across == Lean::High || down == Lean::High {
            continue;
        }
        let origin = |lean, first| if lean == Lean::Free { first } else { 0 };
        let (x, y) = (origin(across, left), origin(down, top));
        let length = |lean, length| if lean == Lean::Both { length } else { 0 };
        for exchanged in [false, true] {
            let mut places: Vec<[u8; 3]> = stones
                .iter()
                .map(|(point, color)| {
                    let is_black = (*color == Color::Black) != exchanged;
                    [point.y - y, point.x - x, u8::from(is_black)]
                })
                .collect();
            places.sort_unstable();
            let head = [across as u8, down as u8, length(across, width), length(down, height)];
            let form: Vec<u8> = head.into_iter().chain(places.into_iter().flatten()).collect();
            if smallest_form.as_ref().is_none_or(|least| form < *least) {
                smallest_form = Some(form);
            }
        }
    }
    Some((region, stable_hash(&[&smallest_form?])))
}

/// Words with which comments of right lines begin, in lower case and several languages.
const SOLUTION_WORDS: [&str; 10] =
    ["correct", "right", "solution", "正解", "正确", "正確", "정답", "정해", "成功", "성공"];

/// True if a comment marks the line up to its node as right. Punctuation before the word is skipped.
fn is_solution_comment(comment: &str) -> bool {
    let beginning: String = comment
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .chars()
        .take(12)
        .flat_map(char::to_lowercase)
        .collect();
    SOLUTION_WORDS.iter().any(|right| {
        let rest = beginning.strip_prefix(right);
        rest.is_some_and(|rest| !right.is_ascii() || !rest.starts_with(char::is_alphanumeric))
    })
}

/// For each node, whether it is on a line that is marked as right, from the node with the mark on; and the number of
/// such lines.
///
/// A line is right at a node with a comment such as `Correct`, or with a move of the player to move that is marked as
/// good (`TE`), unless a move before it is marked as bad (`BM`). A right line inside of another one is not counted.
fn right_lines(record: &GameRecord, to_play: Option<Color>) -> (Vec<bool>, u32) {
    let tree = &record.tree;
    let mut lines = vec![NodeMarks::default(); tree.len()];
    for (node, comment) in tree.comments() {
        // The comment of the root states the task, so a word such as `correct` in it marks no line.
        if let Some(line) = lines.get_mut(node as usize).filter(|_| node > 0) {
            line.is_right |= is_solution_comment(comment);
        }
    }
    for annotation in &record.analysis.annotations {
        if let Some(line) = lines.get_mut(annotation.node as usize) {
            line.is_good |= annotation.judgement == Judgement::Tesuji;
            line.is_bad |= annotation.judgement == Judgement::Bad;
        }
    }
    let mover = |node| tree.only_move(node).map(|(color, _)| color);
    let mut count = 0;
    for node in 1..tree.len() as NodeId {
        let of = |node: NodeId| lines.get(node as usize).copied().unwrap_or_default();
        let before = tree.parent(node).map(of).unwrap_or_default();
        let mut line = of(node);
        line.is_bad |= before.is_bad;
        let is_solver_move = mover(node).is_some() && mover(node) == to_play;
        line.is_right |= line.is_good && !line.is_bad && is_solver_move;
        count += u32::from(line.is_right && !before.is_right);
        line.is_right |= before.is_right;
        // Parents come before their children, so the flags of a parent already include those of its ancestors.
        if let Some(slot) = lines.get_mut(node as usize) {
            *slot = line;
        }
    }
    (lines.iter().map(|line| line.is_right).collect(), count)
}

/// Whether comments and annotations mark a node as right, good or bad. Once the node was visited, the flags also
/// include those of its ancestors.
#[derive(Clone, Copy, Default)]
struct NodeMarks {
    is_right: bool,
    is_good: bool,
    is_bad: bool,
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    type Stones = BTreeSet<(u8, u8, bool)>;
    /// Maps a point (x, y) to its image under a symmetry of the board. The third argument is the index of the last
    /// column and row.
    type PointMap = fn(u8, u8, u8) -> (u8, u8);

    fn key(stones: &Stones, size: u8) -> u64 {
        let stones: Vec<(Point, Color)> = stones
            .iter()
            .map(|&(x, y, black)| {
                let color = if black { Color::Black } else { Color::White };
                (Point { x, y }, color)
            })
            .collect();
        region_and_key(&stones, BoardSize::new(size, size).unwrap()).unwrap().1
    }

    /// All arrangements of stones that are the same problem, computed directly from the definition to check the key.
    fn images(stones: &Stones, size: u8) -> BTreeSet<Stones> {
        let last = size - 1;
        let turns: [PointMap; 8] = [
            |x, y, _| (x, y),
            |x, y, l| (l - x, y),
            |x, y, l| (x, l - y),
            |x, y, l| (l - x, l - y),
            |x, y, _| (y, x),
            |x, y, l| (l - y, x),
            |x, y, l| (y, l - x),
            |x, y, l| (l - y, l - x),
        ];
        let mut all = BTreeSet::new();
        for turn in turns {
            for exchanged in [false, true] {
                let image: Stones = stones
                    .iter()
                    .map(|&(x, y, black)| {
                        let (x, y) = turn(x, y, last);
                        (x, y, black != exchanged)
                    })
                    .collect();
                all.extend(translations(&image, size));
            }
        }
        all
    }

    /// All shifts of stones along the axes where they lean on neither edge, before and after the shift.
    fn translations(stones: &Stones, size: u8) -> Vec<Stones> {
        let ways = |values: Vec<u8>| -> Vec<i16> {
            let is_free = |by: i16| {
                let inside =
                    i16::from(MAX_EDGE_DISTANCE) + 1..i16::from(size - MAX_EDGE_DISTANCE - 1);
                values.iter().all(|&value| inside.contains(&(i16::from(value) + by)))
            };
            if is_free(0) { (-18..=18).filter(|&by| is_free(by)).collect() } else { vec![0] }
        };
        let across = ways(stones.iter().map(|stone| stone.0).collect());
        let down = ways(stones.iter().map(|stone| stone.1).collect());
        let mut all = Vec::new();
        for &dx in &across {
            for &dy in &down {
                let by = |value: u8, by: i16| (i16::from(value) + by) as u8;
                let moved = stones.iter().map(|&(x, y, black)| (by(x, dx), by(y, dy), black));
                all.push(moved.collect());
            }
        }
        all
    }

    #[test]
    fn the_same_problem_has_one_key() {
        let mut seed = 7_u32;
        let mut below = |limit: u8| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ((seed >> 16) % u32::from(limit)) as u8
        };
        let mut problems = Vec::new();
        for round in 0..120_u8 {
            let size = if round % 4 == 0 { 13 } else { 19 };
            let (left, top) = (below(size - 3), below(size - 3));
            let count = 2 + below(2);
            let stones: Stones =
                (0..count).map(|at| (left + below(3), top + below(3), at % 2 == 0)).collect();
            problems.push((size, stones));
        }
        let mut same = 0;
        for (size, stones) in &problems {
            let images = images(stones, *size);
            for image in &images {
                assert_eq!(key(image, *size), key(stones, *size), "{stones:?} {image:?}");
            }
            for (other_size, other) in &problems {
                let is_same = size == other_size && images.contains(other);
                let has_key = size == other_size && key(stones, *size) == key(other, *size);
                assert_eq!(is_same, has_key, "{stones:?} {other:?}");
                same += u32::from(is_same && stones != other);
            }
        }
        assert!(same > 10, "{same}");
    }

    #[test]
    fn first_moves_are_right_by_marks_or_by_the_main_line() {
        let first = |rest: &str| {
            let text = format!("(;GM[1]SZ[19]AB[aa][ba]AW[ab][bb]PL[B]{rest})");
            let record = crate::formats::sgf::read(&text).0.remove(0);
            let moves = first_moves(&record).into_iter();
            let name = |first: FirstMove| match first.action {
                Move::Place(point) => (point.x, first.is_right),
                _ => (99, first.is_right),
            };
            moves.map(name).collect::<Vec<_>>()
        };
        // Without marks, the main line is right.
        assert_eq!(first("(;B[ca];W[cb])(;B[da])"), [(2, true), (3, false)]);
        // A comment deep in the line marks it, and so does a good move; a move of the other side is no first move.
        assert_eq!(first("(;B[ca];W[cb])(;B[da];W[ea];B[fa]C[Correct!])"), [(2, false), (3, true)]);
        assert_eq!(first("(;B[ca]BM[1])(;B[da]TE[1])(;W[ea])"), [(2, false), (3, true)]);
        // Two lines with the same first move count once, and are right if one of them is.
        assert_eq!(first("(;B[ca];W[cb])(;B[ca];W[cc];B[cb]C[RIGHT])"), [(2, true)]);
        assert_eq!(first(""), []);
    }

    #[test]
    fn solution_comments_are_recognised() {
        for comment in [
            "Correct",
            "RIGHT",
            "(Correct.)",
            "正解",
            "正解図",
            "Right! Black lives.",
            "정답입니다",
            "Solution 1",
        ] {
            assert!(is_solution_comment(comment), "{comment}");
        }
        for comment in
            ["", "Wrong", "Incorrect", "not right", "Rightmost", "不正解", "失败", "Correctness"]
        {
            assert!(!is_solution_comment(comment), "{comment}");
        }
    }
}
