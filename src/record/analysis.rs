//! What engines and people said about positions, in one form whatever program wrote it down.
//!
//! Winning rates and leads are Black's and belong to the position after the node's own move, wherever the writer put
//! them. They are kept as whole numbers, so that a loss is exact: rates in hundredths of a percent, leads in hundredths
//! of a point.

use super::tree::{GameTree, NodeId};
use crate::game::{Color, Move};

/// Black's winning rate, in hundredths of a percent: 0 to 10,000.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rate(u16);

impl Rate {
    const MOST: f64 = 10_000.0;

    /// The rate of a share from 0 to 1, rounded. What lies beyond by a rounding error is cut; `None` for what is no
    /// share.
    pub fn of_share(share: f64) -> Option<Rate> {
        (-0.001..=1.001)
            .contains(&share)
            .then(|| Rate((share.clamp(0.0, 1.0) * Rate::MOST).round() as u16))
    }

    /// The rate of a percentage, under the same conditions.
    pub fn of_percent(percent: f64) -> Option<Rate> {
        (-0.1..=100.1)
            .contains(&percent)
            .then(|| Rate((percent * 100.0).clamp(0.0, Rate::MOST).round() as u16))
    }

    /// The rate of this many hundredths of a percent, up to 10,000.
    pub fn of_hundredths(hundredths: u16) -> Option<Rate> {
        (hundredths <= Rate::MOST as u16).then_some(Rate(hundredths))
    }

    /// In hundredths of a percent.
    pub fn hundredths(self) -> u16 {
        self.0
    }

    /// From 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.0) / Rate::MOST
    }

    /// The rate of the player who has what is left of this one.
    pub fn other(self) -> Rate {
        Rate(Rate::MOST as u16 - self.0)
    }

    /// In percent, for the player of this colour.
    pub fn percent_of(self, color: Color) -> f64 {
        let rate = match color {
            Color::Black => self,
            Color::White => self.other(),
        };
        f64::from(rate.0) / 100.0
    }
}

/// A number of playouts as programs write it: shortened to thousands or more by a unit (`1.2k`, `3.0G`), or else whole.
pub(crate) fn playouts(number: f64, unit: Option<char>) -> Option<u64> {
    let unit = match unit {
        None if number.fract() == 0.0 => 1.0,
        Some('k' | 'K') => 1e3,
        Some('m' | 'M') => 1e6,
        Some('g' | 'G') => 1e9,
        _ => return None,
    };
    let playouts = number * unit;
    (0.0..1e18).contains(&playouts).then(|| playouts.round() as u64)
}

/// Black's lead, in hundredths of a point; negative if White leads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lead(i32);

impl Lead {
    /// No game is led by more points.
    const MOST: f64 = 1000.0;

    /// The lead of a number of points, rounded; `None` beyond 1,000 points and for what is no number.
    pub fn of_points(points: f64) -> Option<Lead> {
        (-Lead::MOST..=Lead::MOST).contains(&points).then(|| Lead((points * 100.0).round() as i32))
    }

    /// The lead of this many hundredths of a point.
    pub fn of_hundredths(hundredths: i32) -> Lead {
        Lead(hundredths)
    }

    /// In hundredths of a point.
    pub fn hundredths(self) -> i32 {
        self.0
    }

    /// The same lead in the eyes of the opponent.
    pub fn other(self) -> Lead {
        Lead(-self.0)
    }

    /// In points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// A move that an engine considered in the position after a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move: a point or a pass.
    pub action: Move,
    /// Black's winning rate after it.
    pub black_rate: Option<Rate>,
    /// Black's lead after it.
    pub black_lead: Option<Lead>,
    /// How many playouts went into it.
    pub visits: Option<u64>,
    /// The first moves of the line that the engine expects, at most [`Candidate::MOST_MOVES`]. It begins with the move,
    /// and has no other where the writer gives no line.
    pub line: Vec<Move>,
}

impl Candidate {
    /// This many moves of a line are kept.
    pub const MOST_MOVES: usize = 12;

    /// A candidate of which only the move is known: its line is that move.
    pub fn of_move(action: Move) -> Candidate {
        Candidate { action, black_rate: None, black_lead: None, visits: None, line: vec![action] }
    }

    /// Takes the line that the engine expects; one that begins with another move is none of this candidate.
    pub(crate) fn follow(&mut self, line: Vec<Move>) {
        if line.first() == Some(&self.action) {
            self.line = line;
        }
    }
}

/// What one engine said about the position after a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The node after whose move it holds.
    pub node: NodeId,
    /// Which of [`Analysis::engines`] said it.
    pub engine: u8,
    /// The property that holds it, such as `KT`; `comment` for a comment's text.
    pub source: &'static str,
    /// Black's winning rate.
    pub black_rate: Option<Rate>,
    /// Black's lead.
    pub black_lead: Option<Lead>,
    /// The number of playouts, as far as it is told; programs round it (`1.2k`).
    pub visits: Option<u64>,
    /// What the node's own move lost, as the writer says; never negative. [`Analysis::losses`] has it only where no
    /// loss follows from adjacent values.
    pub told_loss: Option<Lead>,
    /// What the writer says should have been played instead of the node's own move.
    pub told_best: Option<Move>,
    /// What may be played next, best first; at most [`Verdict::MOST_CANDIDATES`].
    pub candidates: Vec<Candidate>,
}

impl Verdict {
    /// This many candidates of a position are kept.
    pub const MOST_CANDIDATES: usize = 12;
}

/// One of the engines that analysed a game: the values of one writer under one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// The program that wrote the values, such as `KaTrain`.
    pub writer: &'static str,
    /// The engine as the file names it.
    pub name: Option<String>,
    /// Whether two engines speak in turns, so that neighbouring values say nothing about a move. KataGo's matches.
    pub alternates: bool,
}

/// What an annotation says (FF\[4\], "Move annotation properties" and "Node annotation properties").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Judgement {
    /// `BM`: the node's move is bad.
    Bad,
    /// `DO`: the node's move is doubtful.
    Doubtful,
    /// `IT`: the node's move is interesting.
    Interesting,
    /// `TE`: the node's move is a tesuji.
    Tesuji,
    /// `GB`: the position is good for Black.
    GoodForBlack,
    /// `GW`: the position is good for White.
    GoodForWhite,
    /// `DM`: the position is even.
    Even,
    /// `UC`: the position is unclear.
    Unclear,
    /// `HO`: the node is worth a look.
    Hotspot,
    /// `V`: somebody's estimate of Black's lead.
    Value(Lead),
}

impl Judgement {
    /// The name of its property.
    pub fn property(self) -> &'static str {
        match self {
            Judgement::Bad => "BM",
            Judgement::Doubtful => "DO",
            Judgement::Interesting => "IT",
            Judgement::Tesuji => "TE",
            Judgement::GoodForBlack => "GB",
            Judgement::GoodForWhite => "GW",
            Judgement::Even => "DM",
            Judgement::Unclear => "UC",
            Judgement::Hotspot => "HO",
            Judgement::Value(_) => "V",
        }
    }
}

/// A judgement of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The node.
    pub node: NodeId,
    /// What it says.
    pub judgement: Judgement,
    /// Whether it is emphasised: a double value of 2.
    pub is_strong: bool,
}

/// All that is said about the positions of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// The engines, in the order in which the file names them.
    pub engines: Vec<Engine>,
    /// What they said, by node, then by engine. Of one engine, a node has at most one.
    pub verdicts: Vec<Verdict>,
    /// What people said, by node.
    pub annotations: Vec<Annotation>,
}

/// What a move cost its player in the eyes of one engine: by how much the winning rate and the lead fell from the
/// position before it to the one after it. Negative for a gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The move's node.
    pub node: NodeId,
    /// Who played it.
    pub mover: Color,
    /// In hundredths of a percent of the winning rate.
    pub drop: Option<i32>,
    /// In hundredths of a point.
    pub points: Option<i32>,
    /// Whether the points are only what the writer tells. Programs do so of bad moves alone, so no average may have
    /// them.
    pub is_told: bool,
    /// What the engine would have played instead, if it said so.
    pub best: Option<Move>,
}

impl Analysis {
    /// This many engines of a game are kept.
    pub const MOST_ENGINES: usize = 16;

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty() && self.annotations.is_empty()
    }

    /// About the bytes of memory that it takes.
    pub fn heap_size(&self) -> usize {
        let candidate = |candidate: &Candidate| {
            size_of::<Candidate>() + size_of::<Move>() * candidate.line.capacity()
        };
        let verdict = |verdict: &Verdict| {
            let candidates = verdict.candidates.iter().map(candidate);
            size_of::<Verdict>() + candidates.sum::<usize>()
        };
        let engine = |engine: &Engine| {
            size_of::<Engine>() + engine.name.as_ref().map_or(0, String::capacity)
        };
        let verdicts = self.verdicts.iter().map(verdict);
        let engines = self.engines.iter().map(engine);
        verdicts.sum::<usize>() + engines.sum::<usize>() + size_of_val(self.annotations.as_slice())
    }

    /// What an engine said, by node.
    pub fn of_engine(&self, engine: u8) -> impl Iterator<Item = &Verdict> {
        let is_of = move |verdict: &&Verdict| verdict.engine == engine;
        self.verdicts.iter().filter(is_of)
    }

    /// Adds an engine with what it says, by node. What is too much is left out.
    pub fn add(&mut self, engine: Engine, verdicts: impl Iterator<Item = Verdict>) {
        if self.engines.len() >= Analysis::MOST_ENGINES {
            return;
        }
        let number = self.engines.len() as u8;
        let of_engine = verdicts.map(|verdict| Verdict { engine: number, ..verdict });
        self.verdicts.extend(of_engine);
        self.verdicts.sort_by_key(|of| (of.node, of.engine));
        self.engines.push(engine);
    }

    /// What an engine said about the position after a node.
    pub fn verdict(&self, node: NodeId, engine: u8) -> Option<&Verdict> {
        let place = |verdict: &Verdict| (verdict.node, verdict.engine);
        let at = self.verdicts.binary_search_by_key(&(node, engine), place);
        self.verdicts.get(at.ok()?)
    }

    /// The engine whose values stand for the game in graphs and orders: the one with the most values on the main line;
    /// of equals the one with the most playouts.
    pub fn main_engine(&self, tree: &GameTree) -> Option<u8> {
        let main = tree.main_line();
        let weight = |engine: u8| {
            let on_main = self.of_engine(engine).filter(|v| main.contains(&v.node));
            on_main.fold((0u64, 0u64), |(values, visits), verdict| {
                (values + 1, visits.saturating_add(verdict.visits.unwrap_or(0)))
            })
        };
        let engines = 0..self.engines.len().min(usize::from(u8::MAX)) as u8;
        // Of equals, the first: `max_by_key` takes the last.
        engines.rev().max_by_key(|&engine| weight(engine))
    }

    /// What moves cost in the eyes of an engine: of each node with one move whose parent has a value, too. A loss over
    /// a gap would belong to nobody; there the loss counts that the writer tells.
    pub fn losses(&self, tree: &GameTree, engine: u8) -> Vec<Loss> {
        let alternates = (self.engines.get(usize::from(engine))).is_none_or(|e| e.alternates);
        let loss = |after: &Verdict| {
            let before = self.verdict(tree.parent(after.node)?, engine);
            let (mover, _) = tree.only_move(after.node)?;
            loss_between(before, after, mover)
        };
        if alternates { Vec::new() } else { self.of_engine(engine).filter_map(loss).collect() }
    }
}

/// A move that costs this much is a blunder: in hundredths of a point, or of a percent where no points are known.
const BLUNDER: (i32, i32) = (500, 2000);

/// Of fewer moves, there is no accuracy.
const FEWEST_MOVES: usize = 10;

/// Whether a move is a blunder that cost so many hundredths of a point, and of a percent.
pub fn is_blunder(points: Option<i32>, drop: Option<i32>) -> bool {
    match (points, drop) {
        (Some(points), _) => points >= BLUNDER.0,
        (None, Some(drop)) => drop >= BLUNDER.1,
        _ => false,
    }
}

/// How accurate moves are that lost so many hundredths of a point, in hundredths of a percent: 100 × 0.75 to the power
/// of the points that a move loses on average, where gains count as nothing. (KaTrain's formula without its weights.)
/// `None` for fewer than ten moves.
pub fn accuracy(losses: impl Iterator<Item = i32>) -> Option<i64> {
    let (count, sum) =
        losses.fold((0usize, 0i64), |(count, sum), loss| (count + 1, sum + i64::from(loss.max(0))));
    let mean = sum as f64 / 100.0 / count as f64;
    (count >= FEWEST_MOVES).then(|| (10_000.0 * 0.75f64.powf(mean)).round() as i64)
}

/// Whether an engine tells of fewer than half of the positions from the first of these to the last. Some programs write
/// down bad moves alone, and no average may be made of those.
pub fn is_sparse(nodes: impl Iterator<Item = NodeId>) -> bool {
    let mut ends: Option<(NodeId, NodeId)> = None;
    let mut count = 0;
    for node in nodes {
        count += 1;
        ends = Some((ends.map_or(node, |(first, _)| first), node));
    }
    ends.is_some_and(|(first, last)| 2 * count < last - first + 1)
}

/// What is said about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Estimate {
    /// Black's winning rate.
    pub rate: Option<Rate>,
    /// Black's lead.
    pub lead: Option<Lead>,
}

impl Verdict {
    /// Whether it tells of the position; how long that was looked at does not.
    pub(crate) fn says_something(&self) -> bool {
        self.black_rate.is_some() || self.black_lead.is_some() || !self.candidates.is_empty()
    }

    /// The rate and the lead.
    pub fn estimate(&self) -> Estimate {
        Estimate { rate: self.black_rate, lead: self.black_lead }
    }
}

/// By how much a move made its player's winning rate and lead fall, in hundredths of a percent and of a point.
pub fn fall(before: Estimate, after: Estimate, mover: Color) -> (Option<i32>, Option<i32>) {
    let sign = match mover {
        Color::Black => 1,
        Color::White => -1,
    };
    let rate = |of: Estimate| of.rate.map(|rate| i32::from(rate.hundredths()));
    let lead = |of: Estimate| of.lead.map(Lead::hundredths);
    let fall = |before: Option<i32>, after: Option<i32>| Some(sign * (before? - after?));
    (fall(rate(before), rate(after)), fall(lead(before), lead(after)))
}

fn loss_between(before: Option<&Verdict>, after: &Verdict, mover: Color) -> Option<Loss> {
    let estimate = before.map(Verdict::estimate).unwrap_or_default();
    let (drop, points) = fall(estimate, after.estimate(), mover);
    let is_told = points.is_none() && after.told_loss.is_some();
    let points = points.or(after.told_loss.map(Lead::hundredths));
    (drop.is_some() || points.is_some()).then_some(Loss {
        node: after.node,
        mover,
        drop,
        points,
        is_told,
        best: (before.and_then(|before| Some(before.candidates.first()?.action)))
            .or(after.told_best),
    })
}
