//! What engines said about the moves that a query finds.

use super::analysis::{CostWords, hundredths, standing};
use super::points::move_name;
use kifu_messages::{Message, say};
use kifu_query::judged::JudgedHit;
use kifu_record::game::GameKind;
use serde::{Deserialize, Serialize};

/// What an engine said about the place of a hit. A key is absent if nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Judged"))]
pub struct JudgedMove {
    /// The engine, or else the program that wrote its values down.
    pub engine: String,
    /// Who played the move: `B` or `W`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mover: Option<char>,
    /// The move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// The points that it lost; negative for a gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// By how many percent the mover's winning rate fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drop: Option<f64>,
    /// What the engine would have played instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Black's winning rate after the move, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_winrate: Option<f64>,
    /// Black's lead after it in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_lead: Option<f64>,
    /// The playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// Whether the position was asked for, and not the move.
    #[serde(skip)]
    is_position: bool,
}

impl JudgedMove {
    /// What is told about a hit.
    pub(super) fn of(hit: JudgedHit) -> JudgedMove {
        let ply = hit.ply;
        let name = |action| move_name(GameKind::Go, hit.size, action);
        JudgedMove {
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

    /// The points that the move lost, in hundredths.
    pub(super) fn loss_in_hundredths(&self) -> Option<i32> {
        self.loss.map(|loss| (loss * 100.0).round() as i32)
    }

    /// `B Q3 lost 8.6 points (21 %), best R14 · KataGo`.
    pub fn in_words(&self) -> Message {
        let cost = CostWords {
            mover: self.mover,
            played: self.played.clone(),
            loss: self.loss,
            drop: self.drop,
            best: self.best.clone(),
        }
        .message();
        let rate = self.black_winrate.map(|rate| rate * 100.0);
        let words =
            cost.filter(|_| !self.is_position).unwrap_or_else(|| standing(rate, self.black_lead));
        let playouts = self.visits.filter(|_| self.is_position);
        let playouts = playouts.map(|visits| say!("judged-playouts", n = visits));
        let words = Message::joined([words].into_iter().chain(playouts), &say!("sentence-comma"));
        Message::row([words, format!(" · {}", self.engine).into()])
    }
}
