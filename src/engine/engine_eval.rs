//! Engine evaluations of the moves and positions that a query finds.

use super::analysis::{MoveCost, hundredths, standing_text};
use super::points::move_name;
use kifu_messages::{Message, say};
use kifu_query::engine_eval::EngineHit;
use kifu_record::game::GameKind;
use serde::{Deserialize, Serialize};

/// Evaluation by an engine at the move or position where a query has its hit. A key is absent if its value is unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Judged"))]
pub struct EngineEval {
    /// Name of the engine, or else of the program that wrote its values down.
    pub engine: String,
    /// Colour that played the move: `B` or `W`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<char>,
    /// Move, such as `Q3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// Points that the move lost; negative for a gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// Fall of the mover's winning rate, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<f64>,
    /// Move that the engine would have played instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Winning rate of Black after the move that was played, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_winrate: Option<f64>,
    /// Lead of Black after the move that was played, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_lead: Option<f64>,
    /// Number of playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// True if the query asks for the evaluation of the position and not for the cost of the move.
    #[serde(skip)]
    is_position: bool,
}

impl EngineEval {
    pub(super) fn new(hit: EngineHit) -> EngineEval {
        let ply = hit.ply;
        let name = |action| move_name(GameKind::Go, hit.size, action);
        EngineEval {
            engine: hit.engine.to_string(),
            mover: ply.played.map(|(color, _)| color.letter()),
            played: ply.played.map(|(_, action)| name(action)),
            loss: ply.loss.map(hundredths),
            drop: ply.drop.map(hundredths),
            best: ply.advised.map(name),
            black_winrate: ply.estimate.rate.map(|rate| rate.share()),
            black_lead: ply.estimate.lead.map(|lead| lead.points()),
            visits: ply.visits,
            is_position: !hit.is_about_move,
        }
    }

    /// Returns the number of points that the move lost, in hundredths of a point.
    pub(super) fn loss_in_hundredths(&self) -> Option<i32> {
        self.loss.map(|loss| (loss * 100.0).round() as i32)
    }

    /// Describes the evaluation: `B Q3 lost 8.6 points (21 %), best R14 · KataGo`.
    pub fn in_words(&self) -> Message {
        let cost = MoveCost {
            mover: self.mover,
            played: self.played.clone(),
            loss: self.loss,
            drop: self.drop,
            best: self.best.clone(),
        }
        .message();
        let rate = self.black_winrate.map(|rate| rate * 100.0);
        let words = cost
            .filter(|_| !self.is_position)
            .unwrap_or_else(|| standing_text(rate, self.black_lead));
        let playouts = self.visits.filter(|_| self.is_position);
        let playouts = playouts.map(|visits| say!("judged-playouts", n = visits));
        let words = Message::join([words].into_iter().chain(playouts), &say!("sentence-comma"));
        Message::concat([words, format!(" · {}", self.engine).into()])
    }
}
