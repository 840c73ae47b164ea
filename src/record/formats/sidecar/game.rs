//! Collects the analysis of one game from the lines of a sidecar, and finds out whose view it has.

use super::answers::{Position, TableMove, View};
use crate::analysis::{Analysis, Candidate, Engine, Verdict};
use crate::cancel::checkpoint;
use crate::formats::sgf::analysis::number::Vertex;
use crate::game::{BoardSize, Color, Move};
use crate::{GameRecord, NodeId};
use std::collections::BTreeMap;

/// Origin of lines with analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Lines of a file beside the game (a sidecar).
    Sidecar,
    /// Lines of a table that covers many games.
    Table,
}

impl Source {
    /// Name that evaluations from these lines have as their source: `sidecar` or `table`.
    pub fn name(self) -> &'static str {
        match self {
            Source::Sidecar => "sidecar",
            Source::Table => "table",
        }
    }
}

/// Evaluations of the positions of one game. Of several searches of a position by one engine only the longest is
/// stored.
#[derive(Debug)]
pub(super) struct GameVerdicts<'l> {
    line: &'l MainLine,
    source: Source,
    /// Evaluations by engine (`None` if the line does not name one), then by the number of moves before the position.
    engines: BTreeMap<Option<String>, BTreeMap<u32, PlacedVerdict>>,
}

/// Evaluation with its numbers in the view that the line has, before they are turned to Black's.
#[derive(Debug)]
struct PlacedVerdict {
    mover: Color,
    view: View,
    verdict: Verdict,
}

/// Result of adding the collected positions to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// No position of the sidecar is a position of this game.
    Nothing,
    /// The positions do not show whose view their numbers have.
    Unclear,
    Added,
}

impl<'l> GameVerdicts<'l> {
    pub(super) fn new(line: &'l MainLine, source: Source) -> GameVerdicts<'l> {
        GameVerdicts { line, source, engines: BTreeMap::new() }
    }

    /// Adds the analysis of a position, if the game has the position. `handicap_moves` is the number of moves of the
    /// query that are handicap stones.
    pub(super) fn add_position(&mut self, position: Position, handicap_moves: u32) {
        checkpoint();
        let line = self.line;
        let Some(ply) = position.turn.checked_sub(handicap_moves) else {
            return;
        };
        let is_there = ply as usize <= line.moves.len()
            && position.mover.is_none_or(|mover| line.can_move(ply, mover));
        if !is_there || !position.has_content() {
            return;
        }
        let is_known = self.engines.contains_key(&position.engine);
        if !is_known && self.engines.len() >= Analysis::MAX_ENGINES {
            return;
        }
        let placed = PlacedVerdict {
            mover: position.mover.or(line.mover_at(ply)).unwrap_or(Color::Black),
            view: position.view,
            verdict: verdict(&position, line.node(ply), line.size, self.source),
        };
        // Nothing may be left of the evaluation if all its candidates are off the board.
        if !placed.verdict.has_evaluation() {
            return;
        }
        let of_engine = self.engines.entry(position.engine).or_default();
        let known = of_engine.get(&ply);
        // If a position was searched several times, the longest search counts.
        if known.is_none_or(|known| known.verdict.visits < placed.verdict.visits) {
            of_engine.insert(ply, placed);
        }
    }

    /// Adds the verdicts to the game's record.
    pub(super) fn finish(self, record: &mut GameRecord) -> Outcome {
        if self.engines.is_empty() {
            return Outcome::Nothing;
        }
        let mut unspecified: Vec<_> = self
            .engines
            .values()
            .flatten()
            .filter(|(_, of)| of.view == View::Unspecified)
            .collect();
        unspecified.sort_by_key(|(ply, _)| **ply);
        let unspecified: Vec<&PlacedVerdict> = unspecified.into_iter().map(|(_, of)| of).collect();
        let is_mover_view =
            if unspecified.is_empty() { Some(false) } else { is_mover_view(&unspecified) };
        for (name, verdicts) in self.engines {
            let verdicts = verdicts.into_values().filter_map(|of| match (of.view, is_mover_view) {
                (View::Black, _) => Some(of.verdict),
                (View::Unspecified, Some(true)) if of.mover == Color::White => {
                    Some(swap_view(of.verdict))
                }
                (View::Unspecified, Some(_)) => Some(of.verdict),
                (View::Unspecified, None) => None,
            });
            let verdicts: Vec<Verdict> = verdicts.collect();
            if verdicts.is_empty() {
                continue;
            }
            let engine = Engine {
                writer: match (self.source, &name) {
                    (Source::Sidecar, None) => "KataGo",
                    _ => self.source.name(),
                },
                name: Some(name.unwrap_or_else(|| "KataGo".to_owned()))
                    .filter(|name| !name.is_empty()),
                alternates: false,
            };
            record.analysis.add(engine, verdicts.into_iter());
        }
        match is_mover_view {
            Some(_) => Outcome::Added,
            None => Outcome::Unclear,
        }
    }
}

/// Makes the evaluation that a record stores from one of the sidecar, for the position after a node.
fn verdict(of: &Position, node: NodeId, size: BoardSize, source: Source) -> Verdict {
    let candidate = |of: &TableMove| {
        let line: Vec<Move> = of.line.iter().map_while(|vertex| vertex.on_board(size)).collect();
        Some(Candidate {
            action: *line.first()?,
            black_rate: of.rate,
            black_lead: of.lead,
            visits: of.visits,
            line,
        })
    };
    Verdict {
        node,
        engine: 0,
        source: source.name(),
        black_rate: of.rate,
        black_lead: of.lead,
        visits: of.visits,
        recorded_loss: None,
        recorded_best: None,
        candidates: of.candidates.iter().filter_map(candidate).collect(),
    }
}

/// Turns the numbers of an evaluation from White's view to Black's.
fn swap_view(mut verdict: Verdict) -> Verdict {
    let values = verdict.candidates.iter_mut().map(|of| (&mut of.black_rate, &mut of.black_lead));
    for (rate, lead) in values.chain([(&mut verdict.black_rate, &mut verdict.black_lead)]) {
        *rate = rate.map(|rate| rate.for_opponent());
        *lead = lead.map(|lead| lead.for_opponent());
    }
    verdict
}

/// Moves of a game's main line, with their nodes.
#[derive(Debug)]
pub(super) struct MainLine {
    pub(super) size: BoardSize,
    pub(super) moves: Vec<(NodeId, Color, Move)>,
    /// For each move, the node before it; at the end, the node of the last move.
    nodes: Vec<NodeId>,
}

impl MainLine {
    pub(super) fn from_record(record: &GameRecord) -> MainLine {
        let tree = &record.tree;
        let mut moves = Vec::new();
        let mut nodes = Vec::new();
        // The line ends at a node with two moves, since other programs count the moves behind it differently.
        let in_order = tree.main_line().take_while(|&node| tree.moves_in(node) < 2);
        for node in in_order {
            if let Some((color, action)) = tree.only_move(node) {
                nodes.push(tree.parent(node).unwrap_or(0));
                moves.push((node, color, action));
            }
        }
        nodes.push(moves.last().map_or(0, |last| last.0));
        MainLine { size: record.start.size, moves, nodes }
    }

    /// Node whose position comes after this number of moves.
    fn node(&self, ply: u32) -> NodeId {
        self.nodes.get(ply as usize).copied().unwrap_or(0)
    }

    /// Player who moves after this number of moves; `None` if the game does not show it.
    fn mover_at(&self, ply: u32) -> Option<Color> {
        let at = |ply: usize| self.moves.get(ply).map(|of| of.1);
        let after = || Some(at((ply as usize).checked_sub(1)?)?.other());
        at(ply as usize).or_else(after)
    }

    fn can_move(&self, ply: u32, color: Color) -> bool {
        self.mover_at(ply).is_none_or(|mover| mover == color)
    }
}

impl MainLine {
    /// Number of a query's first moves that are the game's handicap stones; `None` unless its other moves are the
    /// game's.
    pub(super) fn handicap_moves(&self, moves: &[(Color, Vertex)]) -> Option<u32> {
        checkpoint();
        let handicap_moves = moves.len().saturating_sub(self.moves.len());
        let same = |(&(color, vertex), &(_, mover, action)): (&(_, Vertex), &(_, _, _))| {
            // An unreadable move of the game may have been any move, so it does not rule the query out.
            let is_it = action == Move::Unreadable || vertex.on_board(self.size) == Some(action);
            color == mover && is_it
        };
        moves
            .iter()
            .skip(handicap_moves)
            .zip(&self.moves)
            .all(same)
            .then_some(handicap_moves as u32)
    }
}

/// Whether KataGo's numbers are from the view of the player to move and not Black's. From one position to the next they
/// change little in the right view, and their sign in the wrong one. `None` if all positions have White to move.
fn is_mover_view(searches: &[&PlacedVerdict]) -> Option<bool> {
    let (mut steady, mut turning) = (0.0, 0.0);
    let mut is_known = searches.iter().all(|of| of.mover == Color::Black);
    for pair in searches.windows(2) {
        let [before, after] = pair else {
            continue;
        };
        if before.mover == after.mover {
            continue;
        }
        let (before, after) = (&before.verdict, &after.verdict);
        let rates = before
            .black_rate
            .zip(after.black_rate)
            .map(|(one, other)| (one.share() - 0.5, other.share() - 0.5));
        let leads = before
            .black_lead
            .zip(after.black_lead)
            .map(|(one, other)| (one.points(), other.points()));
        // Leads are better evidence than rates, which hardly change in decided games.
        if let Some((one, other)) = leads.or(rates) {
            is_known = true;
            steady += f64::abs(one - other);
            turning += f64::abs(one + other);
        }
    }
    is_known.then_some(turning < steady)
}
