//! What engines and people said about the positions of a game that was read.

use super::points::move_name;
use kifu_messages::{Message, say};
use kifu_record::analysis::{
    Annotation, Candidate, Judgement, Loss, Verdict, accuracy, is_blunder, is_sparse,
};
use kifu_record::game::{BoardSize, Color, GameKind, Move};
use kifu_record::{GameRecord, NodeId};
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::ops::Range;

/// What engines said about some nodes of a record, in their order.
#[derive(Clone, Debug)]
pub(super) struct VerdictsJson<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) nodes: Range<NodeId>,
}

/// What an engine said about the position after a node. A key is absent if the file does not tell it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Verdict"))]
pub(super) struct VerdictJson<'a> {
    /// The node, in pre-order from 0.
    node: NodeId,
    /// The number of moves up to there.
    #[serde(rename = "move")]
    number: u32,
    /// The engine as the file names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    /// The program that wrote the values down.
    writer: &'static str,
    /// The property that holds them; `comment` for the text of a comment.
    source: &'static str,
    /// Black's winning rate, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_winrate: Option<f64>,
    /// Black's lead in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_lead: Option<f64>,
    /// The playouts; programs round them.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    /// The points that the node's own move lost; negative for a gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    /// By how many percent the mover's winning rate fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    drop: Option<f64>,
    /// What the engine would play next.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// The first moves of the line that it expects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
    /// All that it considered, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<CandidateJson>,
}

/// A move that an engine considered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Candidate"))]
struct CandidateJson {
    /// The move.
    at: String,
    /// Black's winning rate after it, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_winrate: Option<f64>,
    /// Black's lead after it in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_lead: Option<f64>,
    /// The playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    /// The line that begins with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
}

/// What people said about some nodes of a record, in their order.
#[derive(Clone, Debug)]
pub(super) struct AnnotationsJson<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) nodes: Range<NodeId>,
}

/// What somebody said about a node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Annotation"))]
pub(super) struct AnnotationJson {
    /// The node, in pre-order from 0.
    node: NodeId,
    /// The property: `BM`, `DO`, `IT`, `TE`, `GB`, `GW`, `DM`, `UC`, `HO` or `V`.
    property: &'static str,
    /// Whether it is emphasised.
    strong: bool,
    /// Of `V`, somebody's estimate of Black's lead in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
}

/// A number of hundredths.
pub(super) fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

impl VerdictsJson<'_> {
    /// Whether no engine said anything about the game.
    pub(super) fn is_empty(&self) -> bool {
        self.record.analysis.verdicts.is_empty()
    }
}

impl AnnotationsJson<'_> {
    /// Whether nobody marked anything in the game.
    pub(super) fn is_empty(&self) -> bool {
        self.record.analysis.annotations.is_empty()
    }
}

impl Serialize for VerdictsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let VerdictsJson { record, nodes } = self;
        let analysis = &record.analysis;
        let numbers = record.tree.move_numbers();
        let number = |node: NodeId| numbers.get(node as usize).copied().unwrap_or(0);
        let engines = 0..=u8::MAX;
        let losses = (engines.zip(&analysis.engines)).flat_map(|(engine, _)| {
            analysis
                .losses(&record.tree, engine)
                .into_iter()
                .map(move |loss| ((loss.node, engine), loss))
        });
        let losses: HashMap<(NodeId, u8), Loss> = losses.collect();
        let wanted = analysis.verdicts.iter().filter(|verdict| nodes.contains(&verdict.node));
        serializer.collect_seq(wanted.map(|verdict| {
            let loss = losses.get(&(verdict.node, verdict.engine));
            VerdictJson::new(record, verdict, number(verdict.node), loss)
        }))
    }
}

impl<'a> VerdictJson<'a> {
    fn new(
        record: &'a GameRecord,
        verdict: &Verdict,
        number: u32,
        loss: Option<&Loss>,
    ) -> VerdictJson<'a> {
        let engine = record.analysis.engines.get(usize::from(verdict.engine));
        let name = |action: &Move| move_name(GameKind::Go, record.start.size, *action);
        let line = |candidate: &Candidate| candidate.line.iter().map(name).collect::<Vec<_>>();
        let best = verdict.candidates.first();
        let candidate = |candidate: &Candidate| CandidateJson {
            at: name(&candidate.action),
            black_winrate: candidate.black_rate.map(|rate| rate.share()),
            black_lead: candidate.black_lead.map(|lead| lead.points()),
            visits: candidate.visits,
            pv: line(candidate),
        };
        VerdictJson {
            node: verdict.node,
            number,
            engine: engine.and_then(|engine| engine.name.as_deref()),
            writer: engine.map_or("", |engine| engine.writer),
            source: verdict.source,
            black_winrate: verdict.black_rate.map(|rate| rate.share()),
            black_lead: verdict.black_lead.map(|lead| lead.points()),
            visits: verdict.visits,
            loss: loss.and_then(|loss| loss.points).map(hundredths),
            drop: loss.and_then(|loss| loss.drop).map(hundredths),
            best: best.map(|best| name(&best.action)),
            pv: best.map_or_else(Vec::new, line),
            candidates: verdict.candidates.iter().map(candidate).collect(),
        }
    }
}

impl Serialize for AnnotationsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let wanted = self
            .record
            .analysis
            .annotations
            .iter()
            .filter(|annotation| self.nodes.contains(&annotation.node));
        serializer.collect_seq(wanted.map(|&annotation| AnnotationJson::from(annotation)))
    }
}

impl From<Annotation> for AnnotationJson {
    fn from(annotation: Annotation) -> AnnotationJson {
        AnnotationJson {
            node: annotation.node,
            property: annotation.judgement.property(),
            strong: annotation.is_strong,
            value: match annotation.judgement {
                Judgement::Value(lead) => Some(lead.points()),
                _ => None,
            },
        }
    }
}

/// About how many bytes a verdict is written in.
pub(super) fn verdict_bytes(verdict: &Verdict) -> usize {
    let moves: usize = verdict.candidates.iter().map(|candidate| candidate.line.len()).sum();
    200 + 100 * verdict.candidates.len() + 8 * moves
}

/// A position of the main line in the eyes of the engine that stands for the game.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphPoint {
    /// The node.
    pub node: NodeId,
    /// The number of moves up to there.
    pub number: u32,
    /// Black's winning rate in percent.
    pub rate: Option<f64>,
    /// Black's lead in points.
    pub lead: Option<f64>,
    /// The node's own move: who played what, and what it cost in percent and in points.
    pub played: Option<(Color, Move)>,
    /// By how many percent the mover's winning rate fell.
    pub drop: Option<f64>,
    /// The points that the mover lost.
    pub loss: Option<f64>,
    /// Whether that is only what the writer tells, as it does of bad moves alone.
    pub is_told: bool,
    /// What the engine would have played instead.
    pub best: Option<Move>,
}

/// Where no points are told, so many percent of the winning rate count as one: a blunder is 5 points, or 20 %.
pub const PERCENT_OF_POINT: f64 = 4.0;

impl GraphPoint {
    /// What the move cost, in points or what counts as points; `None` if nothing is known.
    pub fn cost(&self) -> Option<f64> {
        self.loss.or(self.drop.map(|drop| drop / PERCENT_OF_POINT))
    }
}

/// What a move of a graph cost, in words: `W R14 lost 12.3 points (34 %), best Q16`.
pub fn played(graph: &Graph, point: &GraphPoint) -> Message {
    let name = |action| move_name(GameKind::Go, graph.size, action);
    let words = CostWords {
        mover: point.played.map(|(mover, _)| mover.letter()),
        played: point.played.map(|(_, action)| name(action)),
        loss: point.loss,
        drop: point.drop,
        best: point.best.map(name),
    };
    words.message().unwrap_or_else(|| standing(point.rate, point.lead))
}

/// A move and what it cost.
pub(super) struct CostWords {
    pub(super) mover: Option<char>,
    pub(super) played: Option<String>,
    pub(super) loss: Option<f64>,
    pub(super) drop: Option<f64>,
    pub(super) best: Option<String>,
}

impl CostWords {
    /// `B Q3 lost 8.6 points (21 %), best R14`; `None` if no cost is known.
    pub(super) fn message(self) -> Option<Message> {
        let points = self.loss.map(|loss| format!("{:.1}", loss.abs()));
        let percent = self.drop.map(|drop| format!("{:.0}", drop.abs()));
        let cost = match (points, percent) {
            (Some(points), Some(percent)) => {
                say!("judged-points-percent", points = points, percent = percent)
            }
            (Some(points), None) => say!("judged-points", points = points),
            (None, Some(percent)) => say!("judged-percent", percent = percent),
            (None, None) => return None,
        };
        let what = self.mover.map(String::from).into_iter().chain(self.played.clone());
        let what = what.collect::<Vec<_>>().join(" ");
        let is_gain = self.loss.or(self.drop).is_some_and(|loss| loss < 0.0);
        let cost = match (is_gain, what.is_empty()) {
            (true, false) => say!("judged-gained", played = what, cost = cost),
            (true, true) => say!("judged-gained-alone", cost = cost),
            (false, false) => say!("judged-lost", played = what, cost = cost),
            (false, true) => say!("judged-lost-alone", cost = cost),
        };
        Some(match self.best.filter(|best| Some(best) != self.played.as_ref()) {
            Some(best) => say!("judged-best", told = cost, best = best),
            None => cost,
        })
    }
}

/// `Black 54 %, White leads by 3.2`.
pub(super) fn standing(rate: Option<f64>, lead: Option<f64>) -> Message {
    let rate = rate.map(|rate| say!("standing-black", percent = format!("{rate:.0}")));
    let lead = lead.map(|lead| {
        let points = format!("{:.1}", lead.abs());
        if lead < 0.0 {
            say!("standing-white-leads", points = points)
        } else {
            say!("standing-black-leads", points = points)
        }
    });
    Message::joined(rate.into_iter().chain(lead), &say!("sentence-comma"))
}

/// The main line of a game in the eyes of one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// The engine, or else the program that wrote its values down.
    pub engine: String,
    /// The positions that it looked at.
    pub points: Vec<GraphPoint>,
    /// The moves of the main line.
    pub moves: u32,
    /// The columns and rows of the board.
    pub size: BoardSize,
}

impl Graph {
    /// What the engine said that looked at most positions; `None` if none said anything about the main line.
    pub fn of(record: &GameRecord) -> Option<Graph> {
        let (analysis, tree) = (&record.analysis, &record.tree);
        let number = analysis.main_engine(tree)?;
        let engine = analysis.engines.get(usize::from(number))?;
        let losses = analysis.losses(tree, number);
        let main = tree.main_line();
        let numbers = tree.move_numbers();
        let points = analysis.of_engine(number).filter(|v| main.contains(&v.node));
        let points = points.map(|verdict| {
            let at = losses.binary_search_by_key(&verdict.node, |loss| loss.node);
            let loss = at.ok().and_then(|at| losses.get(at));
            GraphPoint {
                node: verdict.node,
                number: numbers.get(verdict.node as usize).copied().unwrap_or(0),
                rate: verdict.black_rate.map(|rate| rate.percent_of(Color::Black)),
                lead: verdict.black_lead.map(|lead| lead.points()),
                played: tree.only_move(verdict.node),
                drop: loss.and_then(|loss| loss.drop).map(hundredths),
                loss: loss.and_then(|loss| loss.points).map(hundredths),
                is_told: loss.is_some_and(|loss| loss.is_told),
                best: loss.and_then(|loss| loss.best),
            }
        });
        let points: Vec<GraphPoint> = points.collect();
        (!points.is_empty()).then(|| Graph {
            engine: engine.name.clone().unwrap_or_else(|| engine.writer.to_owned()),
            points,
            moves: tree.main_moves(),
            size: record.start.size,
        })
    }
}

/// How one player did on the main line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerLosses {
    /// In percent; `None` for fewer than ten moves whose loss is known in points, and where most positions are not
    /// told.
    pub accuracy: Option<f64>,
    /// What a move lost on average in points; in percent where no points are told. Gains count as nothing.
    pub mean: Option<f64>,
    /// The moves that lost 5 points, or 20 % where no points are told.
    pub blunders: usize,
}

impl Graph {
    /// Whether the engine tells what moves cost in points.
    pub fn tells_points(&self) -> bool {
        self.points.iter().any(|point| point.loss.is_some())
    }

    /// How a player did.
    pub fn losses_of(&self, color: Color) -> PlayerLosses {
        let is_by = |point: &&GraphPoint| point.played.is_some_and(|(mover, _)| mover == color);
        let moves = || self.points.iter().filter(is_by);
        let whole = |number: Option<f64>| number.map(|number| (number * 100.0).round() as i32);
        // What is told of bad moves alone says nothing on average.
        let measured = |point: &GraphPoint| point.loss.filter(|_| !point.is_told);
        let losses = moves().filter_map(|point| whole(measured(point)));
        let told: Vec<f64> = if self.tells_points() {
            moves().filter_map(measured).collect()
        } else {
            moves().filter_map(|point| point.drop).collect()
        };
        let sparse = is_sparse(self.points.iter().map(|point| point.node));
        let sum: f64 = told.iter().map(|lost| lost.max(0.0)).sum();
        PlayerLosses {
            accuracy: accuracy(losses)
                .filter(|_| !sparse)
                .map(|hundredths| hundredths as f64 / 100.0),
            mean: (!told.is_empty() && !sparse).then(|| sum / told.len() as f64),
            blunders: moves()
                .filter(|point| is_blunder(whole(point.loss), whole(point.drop)))
                .count(),
        }
    }
}
