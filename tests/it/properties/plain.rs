//! A second implementation of boards and replays, slow and plain, to check searches for positions and patterns.

use kifu_index::formats;
use kifu_index::game::board::Board;
use kifu_index::game::{BoardSize, Color, GameKind, Move, Point, Stone};
use kifu_index::record::replay::NextPlay;
use kifu_index::record::{Action, GameRecord, Replayer};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Clone, PartialEq, Eq)]
pub struct Plain {
    pub game: GameKind,
    pub width: usize,
    pub height: usize,
    pub points: Vec<Stone>,
}

impl Plain {
    pub fn new(game: GameKind, size: BoardSize) -> Plain {
        Plain {
            game,
            width: size.width().into(),
            height: size.height().into(),
            points: vec![Stone::Empty; size.area()],
        }
    }

    fn of(board: &Board) -> Plain {
        let mut plain = Plain::new(board.game(), board.size());
        plain.points = board.size().points().map(|p| board.stone(p)).collect();
        plain
    }

    pub fn board(&self) -> Board {
        let size = BoardSize::new(self.width as u8, self.height as u8).unwrap();
        let mut board = Board::new(self.game, size);
        for (i, &stone) in self.points.iter().enumerate() {
            let point = Point::new((i % self.width) as u8, (i / self.width) as u8);
            if stone != Stone::Empty {
                board.set(point, stone);
            }
        }
        board
    }

    fn at(&self, point: Point) -> usize {
        usize::from(point.y) * self.width + usize::from(point.x)
    }

    /// Board after the setup among the actions of a node.
    fn with_setup(&self, actions: &[Action]) -> Plain {
        let mut board = self.clone();
        for action in actions {
            if let Action::Add(stone, from, to) = *action {
                for y in from.y..=to.y {
                    for x in from.x..=to.x {
                        let at = board.at(Point::new(x, y));
                        board.points[at] = stone;
                    }
                }
            }
        }
        board
    }

    fn neighbours(&self, at: usize) -> Vec<usize> {
        let (x, y) = (at % self.width, at / self.width);
        let mut neighbours = Vec::new();
        if x > 0 {
            neighbours.push(at - 1);
        }
        if x + 1 < self.width {
            neighbours.push(at + 1);
        }
        if y > 0 {
            neighbours.push(at - self.width);
        }
        if y + 1 < self.height {
            neighbours.push(at + self.width);
        }
        neighbours
    }

    /// Stones of the chain that contains this stone, if the chain has no liberty.
    fn dead_chain(&self, at: usize) -> Option<Vec<usize>> {
        let stone = self.points[at];
        let mut group = vec![at];
        let mut next = 0;
        while let Some(&stone_at) = group.get(next) {
            next += 1;
            for near in self.neighbours(stone_at) {
                if self.points[near] == Stone::Empty {
                    return None;
                }
                if self.points[near] == stone && !group.contains(&near) {
                    group.push(near);
                }
            }
        }
        Some(group)
    }

    /// Plays a move as SGF prescribes: it replaces whatever is on the point; then the opponent's chains without
    /// liberties are removed, then the player's own.
    pub fn play(&mut self, color: Color, point: Point) {
        let at = self.at(point);
        self.points[at] = color.into();
        let enemies: Vec<usize> = self.neighbours(at);
        for near in enemies {
            if self.points[near] == color.other().into()
                && let Some(group) = self.dead_chain(near)
            {
                group.iter().for_each(|&at| self.points[at] = Stone::Empty);
            }
        }
        if let Some(group) = self.dead_chain(at) {
            group.iter().for_each(|&at| self.points[at] = Stone::Empty);
        }
    }

    /// Images of the board under those symmetries that keep its width and height, in the order of the symmetries'
    /// numbers.
    pub fn images(&self) -> Vec<Vec<Stone>> {
        let count = if self.width == self.height { 8 } else { 4 };
        (0..count)
            .map(|symmetry| {
                let mut image = vec![Stone::Empty; self.points.len()];
                for (i, &stone) in self.points.iter().enumerate() {
                    let point = Point::new((i % self.width) as u8, (i / self.width) as u8);
                    image[self.at(self.turn(point, symmetry))] = stone;
                }
                image
            })
            .collect()
    }

    pub fn turn(&self, point: Point, symmetry: usize) -> Point {
        turned(point, symmetry, self.width, self.height)
    }

    pub fn canonical(&self) -> String {
        let least = self.images().into_iter().map(|image| {
            let letters = image.iter().map(|stone| stone.symbol());
            letters.collect::<String>()
        });
        let least = least.min().unwrap();
        format!("{} {}x{} {least}", self.game.name(), self.width, self.height)
    }
}

pub fn turned(point: Point, symmetry: usize, width: usize, height: usize) -> Point {
    let (mut x, mut y) = (usize::from(point.x), usize::from(point.y));
    if symmetry & 1 != 0 {
        x = width - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = height - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    Point::new(x as u8, y as u8)
}

/// A position of a game, with its place in the game.
pub struct Reached {
    pub node: u32,
    pub number: u32,
    pub main: bool,
    pub board: Plain,
    /// Next move, following first children, unless setup changes the position before it.
    pub next: NextPlay,
    /// Side to move, if the game ends here.
    pub turn: Color,
    /// Move that led to the position.
    pub played: Option<(Color, Move)>,
}

/// All positions of a record, by a plain replay.
fn reached(record: &GameRecord) -> Vec<Reached> {
    match record.start.game {
        GameKind::Go => reached_in_go(record),
        GameKind::Loa => reached_in_loa(record),
        GameKind::Other(_) => Vec::new(),
    }
}

fn reached_in_go(record: &GameRecord) -> Vec<Reached> {
    let tree = &record.tree;
    let mut found = Vec::new();
    let mut ends: Vec<(Plain, u32, Color)> = Vec::new();
    for node in 0..tree.len() as u32 {
        let empty = || (Plain::new(GameKind::Go, record.start.size), 0, Color::Black);
        let (before, mut number, mut turn) =
            tree.parent(node).map_or_else(empty, |p| ends[p as usize].clone());
        let main = tree.main_line().contains(&node);
        let mut board = before.with_setup(tree.actions(node));
        let mut moves_here = 0;
        let mut push = |board: &Plain, number, moves_here, turn, played| {
            found.push(Reached {
                node,
                number,
                main,
                board: board.clone(),
                next: next(record, node, moves_here, board),
                turn,
                played,
            });
        };
        let set = tree.actions(node).iter().rev().find_map(|action| match action {
            Action::Turn(color) => Some(*color),
            _ => None,
        });
        turn = set.unwrap_or(turn);
        if node == 0 || board != before {
            push(&board, number, 0, turn, None);
        }
        for action in tree.actions(node) {
            if let Action::Move(color, action) = *action {
                number += 1;
                moves_here += 1;
                turn = set.unwrap_or(color.other());
                if let Move::Place(point) = action {
                    board.play(color, point);
                }
                push(&board, number, moves_here, turn, Some((color, action)));
            }
        }
        ends.push((board, number, turn));
    }
    found
}

/// Continuation of a position that follows the first `moves_here` moves of a node: the next readable move in this node
/// or in its first children, unless setup that changes the board comes first.
fn next(record: &GameRecord, node: u32, moves_here: usize, board: &Plain) -> NextPlay {
    let tree = &record.tree;
    let is_move = |action: &&Action| matches!(action, Action::Move(..));
    // A first child has the number of its parent plus one.
    let is_line = |later: &u32| *later == node || tree.parent(*later) == Some(later - 1);
    for later in (node..tree.len() as u32).take_while(is_line) {
        let actions = tree.actions(later);
        if later > node && board.with_setup(actions) != *board {
            return NextPlay::End;
        }
        let passed = if later == node { moves_here } else { 0 };
        for action in actions.iter().filter(is_move).skip(passed) {
            if let Action::Move(color, action) = *action
                && action != Move::Unreadable
            {
                return NextPlay::Move(color, action);
            }
        }
    }
    NextPlay::End
}

/// Positions of Lines of Action, replayed by the program itself: for this game only the search is tested.
fn reached_in_loa(record: &GameRecord) -> Vec<Reached> {
    let mut found = Vec::new();
    let mut moves_in_node: HashMap<u32, usize> = HashMap::new();
    Replayer::new().replay(record.start, &record.tree, |ply| {
        let moves = moves_in_node.entry(ply.node).or_default();
        *moves += usize::from(matches!(ply.cause, kifu_index::record::Cause::Move(..)));
        let board = Plain::of(ply.board);
        found.push(Reached {
            node: ply.node,
            number: ply.number,
            main: ply.main,
            next: next(record, ply.node, *moves, &board),
            board,
            turn: ply.turn,
            played: match ply.cause {
                kifu_index::record::Cause::Move(color, action) => Some((color, action)),
                _ => None,
            },
        });
        ControlFlow::Continue(())
    });
    found
}

/// File, member and number of a game.
pub type Name = (PathBuf, String, u32);

pub struct Known {
    pub name: Name,
    pub record: GameRecord,
    pub reached: Vec<Reached>,
}

impl Known {
    pub fn read(path: PathBuf, member: String, bytes: &[u8]) -> Vec<Known> {
        let records = formats::read(bytes).records;
        let known = records.into_iter().zip(1..).map(|(record, number)| Known {
            name: (path.clone(), member.clone(), number),
            reached: reached(&record),
            record,
        });
        known.collect()
    }
}
