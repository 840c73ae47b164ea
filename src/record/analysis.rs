//! Evaluations of positions by engines and people, in one form for all programs that write them.
//!
//! Winning rates and leads are Black's and belong to the position after the node's own move, wherever the program wrote
//! them. They are stored as integers, so that differences are exact: rates in hundredths of a percent, leads in
//! hundredths of a point.
//!
//! Change this file for what is computed from evaluations: losses of moves, blunders, accuracy.

use super::tree::{GameTree, NodeId};
use crate::game::{Color, Move};

/// Black's winning rate in hundredths of a percent, 0 to 10,000.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rate(u16);

impl Rate {
    const MAX_HUNDREDTHS: f64 = 10_000.0;

    /// Rate of a share from 0 to 1, rounded. Values up to 0.001 outside of that range are rounding errors and are
    /// clamped; `None` beyond that, and for NaN.
    pub fn from_share(share: f64) -> Option<Rate> {
        (-0.001..=1.001)
            .contains(&share)
            .then(|| Rate((share.clamp(0.0, 1.0) * Rate::MAX_HUNDREDTHS).round() as u16))
    }

    /// Rate of a percentage, rounded. Values up to 0.1 outside 0 to 100 are clamped; `None` beyond that, and for NaN.
    pub fn from_percent(percent: f64) -> Option<Rate> {
        (-0.1..=100.1)
            .contains(&percent)
            .then(|| Rate((percent * 100.0).clamp(0.0, Rate::MAX_HUNDREDTHS).round() as u16))
    }

    /// Rate from hundredths of a percent; `None` above 10,000.
    pub fn from_hundredths(hundredths: u16) -> Option<Rate> {
        (hundredths <= Rate::MAX_HUNDREDTHS as u16).then_some(Rate(hundredths))
    }

    /// Rate in hundredths of a percent.
    pub fn hundredths(self) -> u16 {
        self.0
    }

    /// Rate as a share from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.0) / Rate::MAX_HUNDREDTHS
    }

    /// Winning rate of the opponent: 100 % minus this one.
    pub fn for_opponent(self) -> Rate {
        Rate(Rate::MAX_HUNDREDTHS as u16 - self.0)
    }

    /// Winning rate in percent, from the view of the player of this colour.
    pub fn percent_for(self, color: Color) -> f64 {
        let rate = match color {
            Color::Black => self,
            Color::White => self.for_opponent(),
        };
        f64::from(rate.0) / 100.0
    }
}

/// Number of playouts as programs write it: a whole number, or one shortened by a unit (`1.2k`, `3.0G`).
pub(crate) fn parse_playouts(number: f64, unit: Option<char>) -> Option<u64> {
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

/// Black's lead in hundredths of a point; negative if White is ahead.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lead(i32);

impl Lead {
    /// Largest lead that is accepted, in points. No game is led by more.
    const MAX_POINTS: f64 = 1000.0;

    /// Lead of a number of points, rounded; `None` beyond 1,000 points and for NaN.
    pub fn from_points(points: f64) -> Option<Lead> {
        (-Lead::MAX_POINTS..=Lead::MAX_POINTS)
            .contains(&points)
            .then(|| Lead((points * 100.0).round() as i32))
    }

    /// Lead from hundredths of a point.
    pub fn from_hundredths(hundredths: i32) -> Lead {
        Lead(hundredths)
    }

    /// Lead in hundredths of a point.
    pub fn hundredths(self) -> i32 {
        self.0
    }

    /// Lead from the opponent's view: the negated number.
    pub fn for_opponent(self) -> Lead {
        Lead(-self.0)
    }

    /// Lead in points.
    pub fn points(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// One move that an engine considered in the position after a node.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// Move that the engine considered: placing a stone on a point, or a pass.
    pub action: Move,
    /// Black's winning rate after this move.
    pub black_rate: Option<Rate>,
    /// Black's lead after this move.
    pub black_lead: Option<Lead>,
    /// Number of playouts that the engine spent on this move.
    pub visits: Option<u64>,
    /// First moves of the line that the engine expects, at most [`Candidate::MAX_LINE_MOVES`]. The line begins with the
    /// candidate itself, and is the only move of the line if the program writes no line.
    pub line: Vec<Move>,
}

impl Candidate {
    /// Maximum number of moves of an expected line that are stored.
    pub const MAX_LINE_MOVES: usize = 12;

    /// Makes a candidate of which only the move is known; its line is that move.
    pub fn from_move(action: Move) -> Candidate {
        Candidate { action, black_rate: None, black_lead: None, visits: None, line: vec![action] }
    }

    /// Sets the line that the engine expects, unless it begins with another move than this candidate.
    pub(crate) fn set_line(&mut self, line: Vec<Move>) {
        if line.first() == Some(&self.action) {
            self.line = line;
        }
    }
}

/// Evaluation of the position after a node by one engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The evaluation is of the position after the move of this node.
    pub node: NodeId,
    /// Index of the engine in [`Analysis::engines`].
    pub engine: u8,
    /// Name of the property that holds the evaluation, such as `KT`; `comment` if it was in the text of a comment.
    pub source: &'static str,
    /// Black's winning rate in the position.
    pub black_rate: Option<Rate>,
    /// Black's lead in the position.
    pub black_lead: Option<Lead>,
    /// Number of playouts, if it is stated; programs round it (`1.2k`).
    pub visits: Option<u64>,
    /// Loss of the node's own move as the program wrote it; never negative. [`Analysis::losses`] uses it only if no
    /// loss follows from the values before and after the move.
    pub recorded_loss: Option<Lead>,
    /// Move that should have been played instead of the node's own move, as the program wrote it.
    pub recorded_best: Option<Move>,
    /// Moves that the engine considered in the position, best first; at most [`Verdict::MAX_CANDIDATES`].
    pub candidates: Vec<Candidate>,
}

impl Verdict {
    /// Maximum number of candidates of a position that are stored.
    pub const MAX_CANDIDATES: usize = 12;
}

/// One of the engines that analysed a game: all values that one program wrote under one engine name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engine {
    /// Program that wrote the values, such as `KaTrain`.
    pub writer: &'static str,
    /// Name of the engine in the file.
    pub name: Option<String>,
    /// True if two engines evaluate in turns, as in matches that KataGo plays. Values of neighbouring positions are
    /// then from different engines, so their difference is no loss of a move.
    pub alternates: bool,
}

/// Annotation of a node in SGF (FF\[4\], "Move annotation properties" and "Node annotation properties").
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
    /// `HO`: the node is interesting enough to be pointed out.
    Hotspot,
    /// `V`: an estimate of Black's lead, by a person or a program.
    Value(Lead),
}

impl Judgement {
    /// Name of the SGF property that holds the annotation.
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

/// Annotation together with the node that it stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// Node that has the annotation.
    pub node: NodeId,
    /// Meaning of the annotation.
    pub judgement: Judgement,
    /// True if the annotation is emphasised, which SGF writes as a double value of 2.
    pub is_strong: bool,
}

/// All evaluations and annotations of the positions of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Analysis {
    /// Engines that analysed the game, in the order in which the file names them.
    pub engines: Vec<Engine>,
    /// Evaluations by engines, sorted by node and then by engine; at most one of a node by one engine.
    pub verdicts: Vec<Verdict>,
    /// Annotations by people, sorted by node.
    pub annotations: Vec<Annotation>,
}

/// Loss of a move by the evaluation of one engine: how much the player's winning rate and lead fell from the position
/// before the move to the position after it. Negative for a gain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// Node that has the move.
    pub node: NodeId,
    /// Player who made the move.
    pub mover: Color,
    /// Fall of the player's winning rate, in hundredths of a percent.
    pub drop: Option<i32>,
    /// Fall of the player's lead, in hundredths of a point.
    pub points: Option<i32>,
    /// True if `points` is a number that the program wrote, and not the difference of two leads. Programs write losses
    /// only of bad moves, so such numbers must not enter an average.
    pub is_recorded: bool,
    /// Move that the engine would have played instead, if the file names it.
    pub best: Option<Move>,
}

impl Analysis {
    /// Maximum number of engines of a game that are stored.
    pub const MAX_ENGINES: usize = 16;

    /// True if there is neither an evaluation nor an annotation.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty() && self.annotations.is_empty()
    }

    /// Approximate size of the analysis in bytes of memory.
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

    /// Evaluations of the game by one engine, sorted by node.
    pub fn engine_verdicts(&self, engine: u8) -> impl Iterator<Item = &Verdict> {
        let is_of = move |verdict: &&Verdict| verdict.engine == engine;
        self.verdicts.iter().filter(is_of)
    }

    /// Adds an engine with its evaluations, which are sorted by node. Does nothing if [`Analysis::MAX_ENGINES`] are
    /// stored already.
    pub fn add(&mut self, engine: Engine, verdicts: impl Iterator<Item = Verdict>) {
        if self.engines.len() >= Analysis::MAX_ENGINES {
            return;
        }
        let number = self.engines.len() as u8;
        let of_engine = verdicts.map(|verdict| Verdict { engine: number, ..verdict });
        self.verdicts.extend(of_engine);
        self.verdicts.sort_by_key(|of| (of.node, of.engine));
        self.engines.push(engine);
    }

    /// Evaluation of the position after a node by one engine.
    pub fn verdict(&self, node: NodeId, engine: u8) -> Option<&Verdict> {
        let place = |verdict: &Verdict| (verdict.node, verdict.engine);
        let at = self.verdicts.binary_search_by_key(&(node, engine), place);
        self.verdicts.get(at.ok()?)
    }

    /// Index of the engine whose values stand for the game where only one can be shown or compared, as in graphs and
    /// sorted lists: the one with the most values on the main line, and among equals the one with the most playouts.
    pub fn main_engine(&self, tree: &GameTree) -> Option<u8> {
        let main = tree.main_line();
        let weight = |engine: u8| {
            let on_main = self.engine_verdicts(engine).filter(|v| main.contains(&v.node));
            on_main.fold((0u64, 0u64), |(values, visits), verdict| {
                (values + 1, visits.saturating_add(verdict.visits.unwrap_or(0)))
            })
        };
        let engines = 0..self.engines.len().min(usize::from(u8::MAX)) as u8;
        // Among equals the first engine wins: `max_by_key` takes the last of equal items, so the engines are visited in
        // reverse order.
        engines.rev().max_by_key(|&engine| weight(engine))
    }

    /// Losses of moves by the evaluation of one engine, for all nodes with exactly one move.
    ///
    /// A loss is the difference between the values of a node and its parent. If the parent has no value, the difference
    /// to an earlier node would be shared by several moves; only the loss that the program wrote is used then.
    pub fn losses(&self, tree: &GameTree, engine: u8) -> Vec<Loss> {
        let alternates = (self.engines.get(usize::from(engine))).is_none_or(|e| e.alternates);
        let loss = |after: &Verdict| {
            let before = self.verdict(tree.parent(after.node)?, engine);
            let (mover, _) = tree.only_move(after.node)?;
            loss_between(before, after, mover)
        };
        if alternates {
            Vec::new()
        } else {
            self.engine_verdicts(engine).filter_map(loss).collect()
        }
    }
}

/// Minimum loss of a blunder: 5 points in hundredths of a point, or 20 % in hundredths of a percent if no points are
/// known.
const MIN_BLUNDER_HUNDREDTHS: (i32, i32) = (500, 2000);

/// Minimum number of moves for which an accuracy is computed.
const MIN_ACCURACY_MOVES: usize = 10;

/// True if a move with this loss is a blunder. `points` is in hundredths of a point, `drop` in hundredths of a percent;
/// `drop` counts only if there are no points.
pub fn is_blunder(points: Option<i32>, drop: Option<i32>) -> bool {
    match (points, drop) {
        (Some(points), _) => points >= MIN_BLUNDER_HUNDREDTHS.0,
        (None, Some(drop)) => drop >= MIN_BLUNDER_HUNDREDTHS.1,
        _ => false,
    }
}

/// Accuracy of moves in hundredths of a percent, from their losses in hundredths of a point: 100 × 0.75 to the power of
/// the average loss in points, where a gain counts as no loss. `None` for fewer than ten moves.
///
/// This is KaTrain's formula, but without its weights of moves.
pub fn accuracy(losses: impl Iterator<Item = i32>) -> Option<i64> {
    let (count, sum) =
        losses.fold((0usize, 0i64), |(count, sum), loss| (count + 1, sum + i64::from(loss.max(0))));
    let mean = sum as f64 / 100.0 / count as f64;
    (count >= MIN_ACCURACY_MOVES).then(|| (10_000.0 * 0.75f64.powf(mean)).round() as i64)
}

/// True if an engine has evaluated fewer than half of the positions between the first and the last of `nodes`, which
/// are the nodes that it evaluated. Some programs evaluate only bad moves; an average over those would say nothing
/// about the game.
pub fn is_sparse(nodes: impl Iterator<Item = NodeId>) -> bool {
    let mut ends: Option<(NodeId, NodeId)> = None;
    let mut count = 0;
    for node in nodes {
        count += 1;
        ends = Some((ends.map_or(node, |(first, _)| first), node));
    }
    ends.is_some_and(|(first, last)| 2 * count < last - first + 1)
}

/// Winning rate and lead of a position; each is `None` if it is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Estimate {
    /// Black's winning rate in the position.
    pub rate: Option<Rate>,
    /// Black's lead in the position.
    pub lead: Option<Lead>,
}

impl Verdict {
    /// True if there is a rate, a lead or a candidate. A number of playouts alone does not evaluate the position.
    pub(crate) fn has_evaluation(&self) -> bool {
        self.black_rate.is_some() || self.black_lead.is_some() || !self.candidates.is_empty()
    }

    /// Winning rate and lead of this evaluation, without its other fields.
    pub fn estimate(&self) -> Estimate {
        Estimate { rate: self.black_rate, lead: self.black_lead }
    }
}

/// Fall of the mover's winning rate and lead by a move, in hundredths of a percent and of a point. Negative for a gain;
/// `None` where a value before or after the move is unknown.
pub fn estimate_fall(
    before: Estimate,
    after: Estimate,
    mover: Color,
) -> (Option<i32>, Option<i32>) {
    let sign = match mover {
        Color::Black => 1,
        Color::White => -1,
    };
    let rate = |of: Estimate| of.rate.map(|rate| i32::from(rate.hundredths()));
    let lead = |of: Estimate| of.lead.map(Lead::hundredths);
    let signed_fall = |before: Option<i32>, after: Option<i32>| Some(sign * (before? - after?));
    (signed_fall(rate(before), rate(after)), signed_fall(lead(before), lead(after)))
}

fn loss_between(before: Option<&Verdict>, after: &Verdict, mover: Color) -> Option<Loss> {
    let estimate = before.map(Verdict::estimate).unwrap_or_default();
    let (drop, points) = estimate_fall(estimate, after.estimate(), mover);
    let is_recorded = points.is_none() && after.recorded_loss.is_some();
    let points = points.or(after.recorded_loss.map(Lead::hundredths));
    (drop.is_some() || points.is_some()).then_some(Loss {
        node: after.node,
        mover,
        drop,
        points,
        is_recorded,
        best: (before.and_then(|before| Some(before.candidates.first()?.action)))
            .or(after.recorded_best),
    })
}
