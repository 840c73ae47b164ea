//! Replays a game tree into positions. Only this module knows which rules belong to which game.
//!
//! Change this file when a new game gets rules, or for how setup, moves and variations are replayed.

use super::Property;
use super::rules::{KataGoRules, Ruleset};
use super::tree::{Action, GameTree, NodeId};
use crate::cancel;
use crate::game::board::{Board, UndoMark};
use crate::game::{BoardSize, ByColor, Color, GameKind, Move, Point, Stone, go, loa};
use std::cell::Cell;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Starting point of a game: game, board and rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Start {
    /// Game that is played.
    pub game: GameKind,
    /// Size of the board.
    pub size: BoardSize,
    /// Start setup and variant of Lines of Action; unused in other games.
    pub setup: loa::LoaSetup,
    /// Whether a player of Go may capture their own stones.
    pub suicide: Suicide,
}

impl Start {
    /// Even game of Go on a board of this size.
    pub fn go(size: BoardSize) -> Start {
        Start {
            game: GameKind::Go,
            size,
            setup: loa::LoaSetup::default(),
            suicide: Suicide::default(),
        }
    }

    /// True if the rules of the game are known, so that it has positions.
    pub fn has_rules(&self) -> bool {
        !matches!(self.game, GameKind::Other(_))
    }
}

/// Whether the rules of Go allow suicide: a move that captures only stones of its own player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Suicide {
    /// Suicide is forbidden, as in most rule sets and if the record names none.
    #[default]
    Forbidden,
    /// Only the suicide of several stones is allowed. The suicide of a single stone would leave the position unchanged,
    /// and these rules forbid repetition.
    OfSeveral,
    /// Any suicide is allowed.
    Allowed,
}

impl Suicide {
    /// Suicide rule of a rule set.
    ///
    /// The suicide of a single stone changes nothing on the board, so it repeats the position before it. The rules of
    /// Ing (SGF FF\[4\] `GOE`) and of Tromp and Taylor forbid every repetition of a position, and so this suicide; they
    /// allow the suicide of several stones. The rules of New Zealand forbid a repetition only if the same player is to
    /// move, and after the suicide it is the other player, so they allow any suicide.
    pub fn for_ruleset(ruleset: Option<Ruleset>) -> Suicide {
        match ruleset {
            Some(Ruleset::NewZealand) => Suicide::Allowed,
            Some(Ruleset::Ing | Ruleset::TrompTaylor) => Suicide::OfSeveral,
            _ => Suicide::Forbidden,
        }
    }

    /// Suicide rule of a record with these root properties and this rule set. Rules that KataGo writes as codes (`RU`)
    /// say themselves whether several stones may capture themselves.
    pub(crate) fn for_record(properties: &[Property], ruleset: Option<Ruleset>) -> Suicide {
        let rules = properties.iter().find(|property| property.name == "RU");
        let text = rules.and_then(|rules| rules.values.first());
        match text.and_then(|text| KataGoRules::parse(text)) {
            Some(rules) if rules.allows_suicide() => Suicide::OfSeveral,
            Some(_) => Suicide::Forbidden,
            None => Suicide::for_ruleset(ruleset),
        }
    }

    fn allows(self, stones: u16) -> bool {
        match self {
            Suicide::Forbidden => false,
            Suicide::OfSeveral => stones > 1,
            Suicide::Allowed => true,
        }
    }
}

/// What led to a position: the start, setup stones or a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Start of the game, with the setup stones of the root.
    Start,
    /// Setup stones in a later node.
    Setup,
    /// Move of a player.
    Move(Color, Move),
}

/// Rule that a move breaks. The move is executed nevertheless.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Breach {
    /// The point already held a stone.
    Occupied,
    /// The move captures the mover's own stones.
    Suicide,
    /// The move retakes a ko immediately.
    Ko,
    /// No piece of Lines of Action may move like this.
    NotAllowed,
}

/// One position of a record during its replay.
#[derive(Debug)]
pub struct Ply<'a> {
    /// Node that led to the position.
    pub node: NodeId,
    /// Number of `B` and `W` values so far on this line, including passes and unreadable values.
    pub number: u32,
    /// True if the node is on the main line.
    pub main: bool,
    /// What led to the position.
    pub cause: Cause,
    /// Rule that the move breaks, if any.
    pub breach: Option<Breach>,
    /// Number of stones or pieces of each colour that the move captured.
    pub captures: ByColor<u16>,
    /// Board with the position. Its hash, [`Board::hash`], does not depend on symmetry.
    pub board: &'a Board,
    /// Player to move: set by `PL`, or else the opponent of the last mover, or else Black.
    pub turn: Color,
    /// Number of the node's actions, in file order, that end with the move that led to this position; 0 if the node has
    /// made no move yet.
    pub actions_played: usize,
}

/// Numbers of stones or pieces of each colour that the moves of a line captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Captures(ByColor<u32>);

impl Captures {
    /// Adds the captures of the move that led to a position.
    pub fn add(&mut self, ply: &Ply) {
        for color in Color::BOTH {
            self.0[color] += u32::from(ply.captures[color]);
        }
    }

    /// Number of captured stones of one colour.
    pub fn count(&self, color: Color) -> u32 {
        self.0[color]
    }

    /// Number of captured stones of both colours together.
    pub fn total(&self) -> u32 {
        Color::BOTH.iter().map(|&color| self.0[color]).sum()
    }
}

/// State at a fork on the path from the root to the current node. The next variation of the fork starts from this
/// state.
#[derive(Clone, Copy, Debug)]
struct OpenFork {
    node: NodeId,
    mark: UndoMark,
    number: u32,
    turn: Color,
}

/// Replays game trees. Reuses its memory from one tree to the next.
#[derive(Debug, Default)]
pub struct Replayer {
    board: Option<Board>,
    path: Vec<OpenFork>,
    forks: Forks,
}

/// Bit set of the nodes with more than one child. Only the states at these nodes are stored, because only their
/// variations need them again.
#[derive(Debug, Default)]
struct Forks(Vec<u64>);

impl Forks {
    fn collect(&mut self, tree: &GameTree, main_end: NodeId) {
        self.0.clear();
        let nodes = tree.len() as NodeId;
        // If the main line is the complete tree, as in most games, there are no variations and so no forks.
        if main_end == nodes {
            return;
        }
        self.0.resize((nodes as usize).div_ceil(64), 0);
        for node in main_end..nodes {
            cancel::checkpoint();
            let fork = tree.parent(node).filter(|&parent| parent + 1 != node);
            let fork = fork.map(|fork| (self.0.get_mut(fork as usize / 64), fork % 64));
            if let Some((Some(word), bit)) = fork {
                *word |= 1 << bit;
            }
        }
    }

    #[inline]
    fn contains(&self, node: NodeId) -> bool {
        let word = self.0.get(node as usize / 64);
        word.is_some_and(|word| word >> (node % 64) & 1 == 1)
    }
}

impl Replayer {
    /// Makes a replayer, which can replay any number of trees one after the other.
    pub fn new() -> Replayer {
        Replayer::default()
    }

    /// Visits every position of the tree in pre-order: the start, then one for every move and for every later node with
    /// setup that changes the position. Stops when `visit` breaks. A game without known rules has no positions.
    pub fn replay(
        &mut self,
        start: Start,
        tree: &GameTree,
        mut visit: impl FnMut(&Ply) -> ControlFlow<()>,
    ) {
        if !start.has_rules() || tree.is_empty() {
            return;
        }
        let board = self.fresh_board(start);
        let board = self.board.insert(board);
        let path = &mut self.path;
        path.clear();
        if start.game == GameKind::Loa {
            loa::place_pieces(board, start.setup);
        }
        let main_end = tree.main_line().end;
        self.forks.collect(tree, main_end);
        let mut number = 0;
        let mut turn = Color::Black;
        for node in 0..tree.len() as NodeId {
            cancel::checkpoint();
            let parent = tree.parent(node);
            if let Some(fork) = parent.filter(|parent| parent + 1 != node) {
                // Pre-order visits all descendants of a fork before it returns to an earlier fork. So the later forks
                // on the path have no variations left.
                while path.last().is_some_and(|frame| frame.node > fork) {
                    path.pop();
                }
                if let Some(frame) = path.last() {
                    board.undo_to(frame.mark);
                    (number, turn) = (frame.number, frame.turn);
                }
            }
            let mut node_visit = NodeVisit { start, node, main: node < main_end, number, turn };
            if node_visit.run(board, tree.actions(node), &mut visit).is_break() {
                return;
            }
            (number, turn) = (node_visit.number, node_visit.turn);
            if self.forks.contains(node) {
                path.push(OpenFork { node, mark: board.mark(), number, turn });
            }
        }
    }

    /// Board of the last replay, at the position where it stopped.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }

    fn fresh_board(&mut self, start: Start) -> Board {
        match self.board.take() {
            Some(mut board) if board.game() == start.game && board.size() == start.size => {
                board.clear();
                board
            }
            _ => Board::new(start.game, start.size),
        }
    }
}

/// State while the actions of one node are executed.
struct NodeVisit {
    start: Start,
    node: NodeId,
    main: bool,
    number: u32,
    turn: Color,
}

impl NodeVisit {
    fn run(
        &mut self,
        board: &mut Board,
        actions: &[Action],
        visit: &mut impl FnMut(&Ply) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Fast path: nearly all nodes are a single move.
        if let [Action::Move(color, action)] = *actions
            && self.node > 0
        {
            return self.play(board, (color, action), (None, 1), visit);
        }
        // Setup stones come before moves, whatever their order in the file (SGF FF[4] forbids both in one node).
        let mark = board.mark();
        let mut turn_set = None;
        for action in actions {
            match *action {
                Action::Add(stone, from, to) => set_rectangle(board, stone, from, to),
                Action::Turn(color) => turn_set = Some(color),
                Action::Move(..) | Action::Raw(..) => {}
            }
        }
        self.turn = turn_set.unwrap_or(self.turn);
        if self.node == 0 {
            self.visit(board, (Cause::Start, 0), MoveEffect::default(), visit)?;
        } else if board.differs_from(mark) {
            self.visit(board, (Cause::Setup, 0), MoveEffect::default(), visit)?;
        }
        for (number, action) in (1..).zip(actions) {
            if let Action::Move(color, action) = *action {
                self.play(board, (color, action), (turn_set, number), visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(
        &mut self,
        board: &mut Board,
        (color, action): (Color, Move),
        (turn_set, actions_played): (Option<Color>, usize),
        visit: &mut impl FnMut(&Ply) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.number += 1;
        self.turn = turn_set.unwrap_or(color.other());
        let effect = play(self.start, board, color, action);
        let cause = Cause::Move(color, action);
        self.visit(board, (cause, actions_played), effect, visit)
    }

    fn visit(
        &self,
        board: &Board,
        (cause, actions_played): (Cause, usize),
        effect: MoveEffect,
        visit: &mut impl FnMut(&Ply) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        visit(&Ply {
            node: self.node,
            number: self.number,
            main: self.main,
            cause,
            breach: effect.breach,
            captures: effect.captures,
            board,
            turn: self.turn,
            actions_played,
        })
    }
}

/// Effect of an executed move: its captures, and the rule that it breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveEffect {
    /// Rule that the move breaks, if any.
    pub breach: Option<Breach>,
    /// Number of stones or pieces of each colour that the move captured. A stone of Go that is replaced by the move
    /// does not count.
    pub captures: ByColor<u16>,
}

/// Executes a move by the rules of the game. Only this function matches on the game to choose rules.
pub fn play(start: Start, board: &mut Board, color: Color, action: Move) -> MoveEffect {
    match (start.game, action) {
        (_, Move::Unreadable) => MoveEffect::default(),
        (GameKind::Go, Move::Place(point)) => {
            let played = go::play(board, color, point);
            let mut captures = ByColor::default();
            captures[color.other()] = played.captured;
            captures[color] = played.suicide;
            let breach = breach(played, start.suicide);
            MoveEffect { breach, captures }
        }
        (GameKind::Go, _) => {
            go::pass(board);
            MoveEffect::default()
        }
        (GameKind::Loa, action) => {
            let played = loa::play(board, start.setup, color, action);
            let mut captures = ByColor::default();
            captures[color.other()] = u16::from(played.captured);
            let breach = played.illegal.then_some(Breach::NotAllowed);
            MoveEffect { breach, captures }
        }
        (GameKind::Other(_), _) => MoveEffect::default(),
    }
}

fn breach(played: go::GoEffect, suicide: Suicide) -> Option<Breach> {
    match played {
        _ if played.is_legal() => None,
        _ if played.occupied => Some(Breach::Occupied),
        _ if played.ko => Some(Breach::Ko),
        _ if suicide.allows(played.suicide) => None,
        _ => Some(Breach::Suicide),
    }
}

pub(super) fn set_rectangle(board: &mut Board, stone: Stone, from: Point, to: Point) {
    for y in from.y..=to.y {
        for x in from.x..=to.x {
            board.set(Point { x, y }, stone);
        }
    }
}

/// How a game continues after a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NextPlay {
    /// The game continues with a move. Values that are no moves are skipped, since they do not change the position.
    Move(Color, Move),
    /// The game ends here, or continues with setup that makes another position.
    End,
}

/// Moves on the main line of a tree, in order.
#[derive(Clone, Debug, Default)]
pub struct MainMoves {
    moves: Vec<(Color, Move)>,
}

impl MainMoves {
    /// Collects the moves of a tree's main line.
    pub fn new(tree: &GameTree) -> MainMoves {
        let line = tree.main_line();
        let mut moves = Vec::with_capacity(line.len());
        for node in line {
            for action in tree.actions(node) {
                if let Action::Move(color, action) = *action {
                    moves.push((color, action));
                }
            }
        }
        MainMoves { moves }
    }

    /// Number of `B` and `W` values on the main line.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// True if the main line has no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// All moves of the main line, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Color, Move)> + '_ {
        self.moves.iter().copied()
    }
}

/// Finds the next move after each position of one game.
///
/// The next move is the first one that is reached from the position through first children. Nodes without a move in
/// between are skipped, but setup that changes the position ends the game there. Main line and variations have the same
/// rule.
#[derive(Clone, Debug, Default)]
pub struct NextPlays {
    /// Last answer, with the range of places for which it holds. Any number of values that are no moves can follow each
    /// other, and the next move is the same for all of them. Without this cache, a file of such values would take
    /// quadratic time.
    last: Cell<Option<NextPlayRange>>,
}

/// Place between two actions on a path of nodes: the node, and the number of the node's actions before the place.
type LinePlace = (NodeId, usize);

/// Range of places on a path that always follows the first child. All have the same position and the same next move.
#[derive(Clone, Copy, Debug)]
struct NextPlayRange {
    from: LinePlace,
    /// End of the range, exclusive.
    until: LinePlace,
    next: NextPlay,
}

impl NextPlays {
    /// How the game continues after a position. `tree` must be the same one in every call.
    #[inline]
    pub fn after(&self, tree: &GameTree, ply: &Ply) -> NextPlay {
        let from = (ply.node, ply.actions_played);
        if let Some(last) = self.last.get()
            && last.from <= from
            && from < last.until
        {
            return last.next;
        }
        let (until, next) = find_next(tree, ply);
        self.last.set(Some(NextPlayRange { from, until, next }));
        next
    }
}

/// Finds the next move after a position, and the first place after it for which the answer may be different.
#[inline]
fn find_next(tree: &GameTree, ply: &Ply) -> (LinePlace, NextPlay) {
    let (mut node, mut from) = (ply.node, ply.actions_played);
    loop {
        let actions = tree.actions(node);
        if node > ply.node && is_changed_by(ply.board, actions) {
            return ((node, 0), NextPlay::End);
        }
        for (number, action) in actions.iter().enumerate().skip(from) {
            if let Action::Move(color, action) = *action
                && action != Move::Unreadable
            {
                return ((node, number + 1), NextPlay::Move(color, action));
            }
        }
        if tree.parent(node + 1) != Some(node) {
            return ((node + 1, 0), NextPlay::End);
        }
        cancel::checkpoint();
        (node, from) = (node + 1, 0);
    }
}

/// True if the setup stones among these actions of a node change the position on the board.
fn is_changed_by(board: &Board, actions: &[Action]) -> bool {
    let points = |action: &Action| match *action {
        Action::Add(stone, from, to) => Some((stone, from, to)),
        _ => None,
    };
    let size = board.size();
    let stones = actions.iter().filter_map(points).flat_map(|(stone, from, to)| {
        let row = move |y| (from.x..=to.x).map(move |x| (Point { x, y }, stone));
        (from.y..=to.y).flat_map(row)
    });
    let mut stones = stones.filter(|(point, _)| size.contains(*point));
    let differs = |&(point, stone): &(Point, Stone)| board.stone(point) != stone;
    let Some(first) = stones.find(differs) else {
        return false;
    };
    // A node may set up a point several times and so restore it. Only the last value of each point is compared with the
    // board.
    let mut last = HashMap::from([first]);
    last.extend(stones);
    last.into_iter().any(|change| differs(&change))
}

/// Move that an action makes, if it can be played.
fn playable_move(action: &Action) -> Option<NextPlay> {
    match *action {
        Action::Move(color, action) if action != Move::Unreadable => {
            Some(NextPlay::Move(color, action))
        }
        _ => None,
    }
}

/// What is known of one position of a replay without its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyOutline {
    /// Number of moves so far, as in [`Ply::number`].
    pub number: u32,
    /// True if the node is on the main line, as in [`Ply::main`].
    pub main: bool,
    /// Player to move, as in [`Ply::turn`].
    pub turn: Color,
    /// How the game continues after the position.
    pub next: NextPlay,
}

/// Lists the positions that a replay of the tree would visit, in the same order but without boards, which takes a
/// fraction of the time.
///
/// `None` if a node after the root has setup: only the board tells whether that makes another position.
pub fn outline(tree: &GameTree) -> Option<Vec<PlyOutline>> {
    let nodes = tree.len() as NodeId;
    let main_end = tree.main_line().end;
    // How the game continues after the last move of each node. Filled from the last node to the first, because a node
    // takes its answer from its first child, which comes after it.
    let mut after = vec![NextPlay::End; tree.len()];
    for node in (1..nodes).rev() {
        cancel::checkpoint();
        let actions = tree.actions(node);
        if actions.iter().any(|action| matches!(action, Action::Add(..))) {
            return None;
        }
        if tree.parent(node) == Some(node - 1) {
            let after_node = after.get(node as usize).copied().unwrap_or(NextPlay::End);
            let next = actions.iter().find_map(playable_move).unwrap_or(after_node);
            if let Some(slot) = after.get_mut(node as usize - 1) {
                *slot = next;
            }
        }
    }
    let mut plies = Vec::with_capacity(tree.len() + 1);
    // Number of moves and player to move after each node.
    let mut ends: Vec<(u32, Color)> = Vec::with_capacity(tree.len());
    for node in 0..nodes {
        cancel::checkpoint();
        let parent = tree.parent(node).and_then(|parent| ends.get(parent as usize));
        let (mut number, mut turn) = parent.copied().unwrap_or((0, Color::Black));
        let actions = tree.actions(node);
        let turn_set = actions.iter().rev().find_map(|action| match action {
            Action::Turn(color) => Some(*color),
            _ => None,
        });
        turn = turn_set.unwrap_or(turn);
        let first = plies.len();
        let main = node < main_end;
        let next = after.get(node as usize).copied().unwrap_or(NextPlay::End);
        let mut add = |number, turn| {
            plies.push(PlyOutline { number, main, turn, next });
        };
        if node == 0 {
            add(number, turn);
        }
        for action in actions {
            if let Action::Move(color, _) = *action {
                number += 1;
                turn = turn_set.unwrap_or(color.other());
                add(number, turn);
            }
        }
        // Within a node, each move but the last one is followed by the next readable move of that node.
        let moves = actions.iter().filter(|action| matches!(action, Action::Move(..)));
        let before = plies.get_mut(first..).unwrap_or_default().iter_mut().rev().skip(1);
        let mut next = next;
        for (ply, action) in before.zip(moves.rev()) {
            next = playable_move(action).unwrap_or(next);
            ply.next = next;
        }
        ends.push((number, turn));
    }
    Some(plies)
}
