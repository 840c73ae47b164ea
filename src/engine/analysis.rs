//! Engine analysis and people's annotations of a game that was read: as JSON, as a graph, and in words.

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

/// Engine evaluations of some nodes of a record, in the order of the nodes.
#[derive(Clone, Debug)]
pub(super) struct VerdictsJson<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) nodes: Range<NodeId>,
}

/// Evaluation of the position after a node by one engine. A key is absent if the file does not have the value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Verdict"))]
pub(super) struct VerdictJson<'a> {
    /// Node, in pre-order from 0.
    node: NodeId,
    /// Number of moves up to the node.
    #[serde(rename = "move")]
    number: u32,
    /// Name of the engine as the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    /// Program that wrote the engine's values into the file.
    writer: &'static str,
    /// SGF property that holds the values; `comment` if they are in the text of a comment.
    source: &'static str,
    /// Winning rate of Black, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_winrate: Option<f64>,
    /// Lead of Black in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_lead: Option<f64>,
    /// Number of playouts; programs may round it.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    /// Points that the move of the node lost; negative for a gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    /// Fall of the mover's winning rate, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    drop: Option<f64>,
    /// Move that the engine would play next.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    /// First moves of the engine's principal variation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
    /// Moves that the engine considered, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<CandidateJson>,
}

/// Move that an engine considered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Candidate"))]
struct CandidateJson {
    /// Move, such as `Q16`.
    at: String,
    /// Winning rate of Black after the move, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_winrate: Option<f64>,
    /// Lead of Black after the move, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    black_lead: Option<f64>,
    /// Number of playouts of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
    /// Principal variation that begins with the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pv: Vec<String>,
}

/// Annotations of some nodes of a record by people, in the order of the nodes.
#[derive(Clone, Debug)]
pub(super) struct AnnotationsJson<'a> {
    pub(super) record: &'a GameRecord,
    pub(super) nodes: Range<NodeId>,
}

/// Annotation of a node by a person, as an SGF property such as `BM` for a bad move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Annotation"))]
pub(super) struct AnnotationJson {
    /// Node, in pre-order from 0.
    node: NodeId,
    /// SGF property: `BM`, `DO`, `IT`, `TE`, `GB`, `GW`, `DM`, `UC`, `HO` or `V`.
    property: &'static str,
    /// True if the annotation is emphasised (a value of 2 in SGF).
    strong: bool,
    /// For `V`: estimate of Black's lead in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
}

/// Converts hundredths to a fraction.
pub(super) fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

impl VerdictsJson<'_> {
    /// True if the game has no engine analysis.
    pub(super) fn is_empty(&self) -> bool {
        self.record.analysis.verdicts.is_empty()
    }
}

impl AnnotationsJson<'_> {
    /// True if the game has no annotations.
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
        let verdicts = analysis.verdicts.iter().filter(|verdict| nodes.contains(&verdict.node));
        serializer.collect_seq(verdicts.map(|verdict| {
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

/// Estimate of the bytes that an evaluation takes as JSON: 200, plus 100 for each candidate move, plus 8 for each move
/// of a variation that the engine expects.
pub(super) fn verdict_bytes(verdict: &Verdict) -> usize {
    let moves: usize = verdict.candidates.iter().map(|candidate| candidate.line.len()).sum();
    200 + 100 * verdict.candidates.len() + 8 * moves
}

/// Position of the main line with its evaluation. All points of a graph are from one engine, the one that evaluated the
/// most positions.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphPoint {
    /// Node of the position.
    pub node: NodeId,
    /// Number of moves up to the node.
    pub number: u32,
    /// Winning rate of Black in percent.
    pub rate: Option<f64>,
    /// Lead of Black in points.
    pub lead: Option<f64>,
    /// Move of the node with its colour.
    pub played: Option<(Color, Move)>,
    /// Fall of the mover's winning rate, in percent.
    pub drop: Option<f64>,
    /// Points that the mover lost.
    pub loss: Option<f64>,
    /// True if the loss is not computed from two evaluations but only stated by the program that wrote the file.
    /// Programs state losses of bad moves only, so averages leave such values out.
    pub is_reported_only: bool,
    /// Move that the engine would have played instead.
    pub best: Option<Move>,
}

/// Percentage points of the winning rate that count as one point of the score where the loss in points is unknown. The
/// number follows from the two limits of a blunder: 5 points, or 20 %.
pub const WINRATE_PERCENT_PER_POINT: f64 = 4.0;

impl GraphPoint {
    /// Returns the cost of the move in points, converted from the winning rate if points are unknown; `None` if neither
    /// is known.
    pub fn cost(&self) -> Option<f64> {
        self.loss.or(self.drop.map(|drop| drop / WINRATE_PERCENT_PER_POINT))
    }
}

/// Describes what a move of a graph cost: `W R14 lost 12.3 points (34 %), best Q16`.
pub fn move_cost_text(graph: &Graph, point: &GraphPoint) -> Message {
    let name = |action| move_name(GameKind::Go, graph.size, action);
    let words = MoveCost {
        mover: point.played.map(|(mover, _)| mover.letter()),
        played: point.played.map(|(_, action)| name(action)),
        loss: point.loss,
        drop: point.drop,
        best: point.best.map(name),
    };
    words.message().unwrap_or_else(|| standing_text(point.rate, point.lead))
}

/// Move and what it cost, ready to be described in words, such as `B Q3 lost 8.6 points (21 %), best R14`.
pub(super) struct MoveCost {
    pub(super) mover: Option<char>,
    pub(super) played: Option<String>,
    pub(super) loss: Option<f64>,
    pub(super) drop: Option<f64>,
    pub(super) best: Option<String>,
}

impl MoveCost {
    /// Describes the cost: `B Q3 lost 8.6 points (21 %), best R14`; `None` if no cost is known.
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

/// Describes a position: `Black 54 %, White leads by 3.2`.
pub(super) fn standing_text(rate: Option<f64>, lead: Option<f64>) -> Message {
    let rate = rate.map(|rate| say!("standing-black", percent = format!("{rate:.0}")));
    let lead = lead.map(|lead| {
        let points = format!("{:.1}", lead.abs());
        if lead < 0.0 {
            say!("standing-white-leads", points = points)
        } else {
            say!("standing-black-leads", points = points)
        }
    });
    Message::join(rate.into_iter().chain(lead), &say!("sentence-comma"))
}

/// Main line of a game as evaluated by one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// Name of the engine, or else of the program that wrote its values down.
    pub engine: String,
    /// Positions that the engine evaluated.
    pub points: Vec<GraphPoint>,
    /// Number of moves of the main line.
    pub moves: u32,
    /// Size of the board.
    pub size: BoardSize,
}

impl Graph {
    /// Collects the evaluations by the engine that evaluated the most positions; `None` if the main line has no
    /// analysis.
    pub fn from_record(record: &GameRecord) -> Option<Graph> {
        let (analysis, tree) = (&record.analysis, &record.tree);
        let number = analysis.main_engine(tree)?;
        let engine = analysis.engines.get(usize::from(number))?;
        let losses = analysis.losses(tree, number);
        let main = tree.main_line();
        let numbers = tree.move_numbers();
        let points = analysis.engine_verdicts(number).filter(|v| main.contains(&v.node));
        let points = points.map(|verdict| {
            let at = losses.binary_search_by_key(&verdict.node, |loss| loss.node);
            let loss = at.ok().and_then(|at| losses.get(at));
            GraphPoint {
                node: verdict.node,
                number: numbers.get(verdict.node as usize).copied().unwrap_or(0),
                rate: verdict.black_rate.map(|rate| rate.percent_for(Color::Black)),
                lead: verdict.black_lead.map(|lead| lead.points()),
                played: tree.only_move(verdict.node),
                drop: loss.and_then(|loss| loss.drop).map(hundredths),
                loss: loss.and_then(|loss| loss.points).map(hundredths),
                is_reported_only: loss.is_some_and(|loss| loss.is_recorded),
                best: loss.and_then(|loss| loss.best),
            }
        });
        let points: Vec<GraphPoint> = points.collect();
        (!points.is_empty()).then(|| Graph {
            engine: engine.name.clone().unwrap_or_else(|| engine.writer.to_owned()),
            points,
            moves: tree.main_move_count(),
            size: record.start.size,
        })
    }
}

/// Accuracy of one player on the main line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlayerLosses {
    /// Accuracy in percent; `None` if fewer than ten moves have a known loss in points, or if most positions have no
    /// evaluation.
    pub accuracy: Option<f64>,
    /// Mean loss of a move in points, or in percent where points are unknown. Gains count as 0.
    pub mean: Option<f64>,
    /// Number of moves that lost 5 points, or 20 % where points are unknown.
    pub blunders: usize,
}

impl Graph {
    /// True if the cost of any move is known in points.
    pub fn has_points(&self) -> bool {
        self.points.iter().any(|point| point.loss.is_some())
    }

    /// Computes the accuracy of one player.
    pub fn losses_of(&self, color: Color) -> PlayerLosses {
        let is_by = |point: &&GraphPoint| point.played.is_some_and(|(mover, _)| mover == color);
        let moves = || self.points.iter().filter(is_by);
        let in_hundredths =
            |number: Option<f64>| number.map(|number| (number * 100.0).round() as i32);
        // Losses that are only stated by the program that wrote the file are left out of averages: such programs state
        // losses of bad moves only.
        let measured = |point: &GraphPoint| point.loss.filter(|_| !point.is_reported_only);
        let losses = moves().filter_map(|point| in_hundredths(measured(point)));
        let costs: Vec<f64> = if self.has_points() {
            moves().filter_map(measured).collect()
        } else {
            moves().filter_map(|point| point.drop).collect()
        };
        let sparse = is_sparse(self.points.iter().map(|point| point.node));
        let sum: f64 = costs.iter().map(|lost| lost.max(0.0)).sum();
        PlayerLosses {
            accuracy: accuracy(losses)
                .filter(|_| !sparse)
                .map(|hundredths| hundredths as f64 / 100.0),
            mean: (!costs.is_empty() && !sparse).then(|| sum / costs.len() as f64),
            blunders: moves()
                .filter(|point| is_blunder(in_hundredths(point.loss), in_hundredths(point.drop)))
                .count(),
        }
    }
}
