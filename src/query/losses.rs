//! Computes the average loss of moves by phase of the game, colour, opponent's rank and year, from the values of
//! engines.

use super::engine_eval::{is_blunder, main_engine_with_values};
use super::outcomes::year_of_day;
use super::query_player::{QueryPlayer, Seat};
use super::stats::QueryGames;
use kifu_archive::error::Result;
use kifu_record::NodeId;
use kifu_record::game::{ByColor, Color};
use kifu_store::index::Index;
use kifu_store::index::document::day;
use kifu_store::index::engine_eval::{EngineEval, PlyEval};
use kifu_store::index::segment::engine_evals::EngineEvals;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tantivy::SegmentOrdinal;

/// Last moves of the opening and of the middle game. Later moves belong to the endgame.
pub const PHASE_ENDS: [u32; 2] = [60, 150];

/// What moves are grouped by. Tables are in the order of the variants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum LossGroup {
    All,
    /// Phase of the game: 0 opening, 1 middle game, 2 endgame; see [`PHASE_ENDS`].
    Phase(u8),
    /// Colour of the player who moved: 0 is Black, 1 is White.
    Colour(u8),
    /// Rank of the opponent, by its number; `None` if it is unknown.
    Rank(Option<i64>),
    /// Year in which the game was played; `None` if it is unknown.
    Year(Option<i32>),
}

/// Sums over the moves of a group, such as a phase of the game. The moves of one game are not independent, so the sums
/// for the spread between games are stored as well.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct LossSums {
    /// Number of games with at least one of the moves.
    pub games: u64,
    /// Number of moves for which an engine's values give the loss.
    pub moves: u64,
    /// Number of blunders among these moves.
    pub blunders: u64,
    /// Losses in points: number of games with a measured loss, number of moves with one, and the sum of the losses. A
    /// gain counts as 0.
    measured_games: u64,
    measured: u64,
    points: f64,
    /// Sums over games for the variance of a ratio: of the squared number of measured moves, of the squared points, and
    /// of their product.
    squares: [f64; 3],
    /// Number of moves whose fall of the winning rate is known, and the sum of these falls in percent.
    rated: u64,
    percent: f64,
}

/// The 97.5 % quantile of the normal distribution: 95 % of it lie between -Z and Z.
const NORMAL_QUANTILE: f64 = 1.959_963_984_540_054;

impl LossSums {
    fn add_move(&mut self, ply: &PlyEval) {
        self.moves += 1;
        self.blunders += u64::from(is_blunder(ply));
        if let Some(loss) = ply.computed_loss() {
            self.measured += 1;
            self.points += f64::from(loss.max(0)) / 100.0;
        }
        if let Some(drop) = ply.drop {
            self.rated += 1;
            self.percent += f64::from(drop.max(0)) / 100.0;
        }
    }

    /// Adds the sums over the moves of one game.
    fn add_game(&mut self, game: &LossSums) {
        let (moves, points) = (game.measured as f64, game.points);
        let single_game = LossSums {
            games: 1,
            measured_games: u64::from(game.measured > 0),
            squares: [moves * moves, points * points, moves * points],
            ..*game
        };
        self.merge(&single_game);
    }

    /// Adds the sums over other games.
    pub fn merge(&mut self, other: &LossSums) {
        self.games += other.games;
        self.moves += other.moves;
        self.blunders += other.blunders;
        self.measured_games += other.measured_games;
        self.measured += other.measured;
        self.points += other.points;
        for (sum, more) in self.squares.iter_mut().zip(other.squares) {
            *sum += more;
        }
        self.rated += other.rated;
        self.percent += other.percent;
    }

    /// Average loss of a move in points; `None` if no loss is known.
    pub fn mean(&self) -> Option<f64> {
        (self.measured > 0).then(|| self.points / self.measured as f64)
    }

    /// Average fall of the winning rate per move, in percent; `None` if none is known.
    pub fn mean_drop(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.percent / self.rated as f64)
    }

    /// The 95 % confidence interval of the mean loss: that of a ratio of two sums over games (W. G. Cochran, Sampling
    /// Techniques, 3rd edition 1977, section 6.3). `None` for fewer than two games.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let mean = self.mean().filter(|_| self.measured_games > 1)?;
        let [moves, points, both] = self.squares;
        let games = self.measured_games as f64;
        let spread = points - 2.0 * mean * both + mean * mean * moves;
        let variance = spread.max(0.0) * games / (games - 1.0) / (self.measured as f64).powi(2);
        let half = NORMAL_QUANTILE * variance.sqrt();
        Some(((mean - half).max(0.0), mean + half))
    }
}

pub type GroupedLosses = BTreeMap<LossGroup, LossSums>;

/// Blunders that no average contains, although a query for `loss>=5` or `drop>=20` finds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct UncountedBlunders {
    /// Number of games that have such blunders.
    pub games: u64,
    /// Number of such blunders.
    pub moves: u64,
}

impl UncountedBlunders {
    fn add(&mut self, moves: u64) {
        self.games += u64::from(moves > 0);
        self.moves += moves;
    }

    fn merge(&mut self, more: UncountedBlunders) {
        self.games += more.games;
        self.moves += more.moves;
    }
}

/// Numbers of blunders that averages leave out, so that a page can say how many are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LeftOut {
    /// Blunders in games for which a program wrote down the values of too few moves to compute an average.
    pub few_values: UncountedBlunders,
    /// Blunders in games with enough values that the averages do not use: only another engine than the averaged one saw
    /// them, or the program wrote a comment about them and no value.
    pub other_values: UncountedBlunders,
}

impl LeftOut {
    pub fn merge(&mut self, more: LeftOut) {
        self.few_values.merge(more.few_values);
        self.other_values.merge(more.other_values);
    }
}

/// Computes the losses of moves in the given games: those of the player whom the query is about, or else those of both
/// players. If several engines analysed a game, the one that evaluated most positions counts. Also returns the blunders
/// that no average contains.
pub fn losses(
    index: &Index,
    games: &QueryGames,
    player: Option<&QueryPlayer>,
) -> Result<(GroupedLosses, LeftOut)> {
    let mut all = GroupedLosses::new();
    let mut left_out = LeftOut::default();
    let mut blunders: Vec<NodeId> = Vec::new();
    let fail = |error| index.error_from_tantivy(error);
    for (ordinal, hits) in (0..).zip(&games.hits) {
        let reader = index.searcher().segment_reader(ordinal as SegmentOrdinal);
        let judgements = EngineEvals::open(reader).map_err(fail)?;
        if judgements.is_empty() {
            continue;
        }
        let fast = reader.fast_fields();
        let days = fast.u64("day").map_err(fail)?;
        let black = fast.i64("black_rank").map_err(fail)?;
        let white = fast.i64("white_rank").map_err(fail)?;
        let mut ticker = index.budget().ticker();
        for doc in ticker.take_within_budget(GAME_STEPS, judgements.docs()) {
            if hits.docs.binary_search(&doc).is_err() {
                continue;
            }
            let blob = judgements.blob_of_doc(doc).map_err(|error| fail(error.into()))?;
            let game = GameGroups {
                seat: player.map_or(Seat::Both, |player| player.seat(ordinal, doc)),
                ranks: ByColor { black: black.first(doc), white: white.first(doc) },
                year: days
                    .first(doc)
                    .and_then(day::day_number_in_certain_year)
                    .and_then(year_of_day),
            };
            blunders.clear();
            let engine = main_engine_with_values(&blob, &mut |ply| {
                if is_blunder(ply) && ply.played.is_some_and(|(mover, _)| game.is_selected(mover)) {
                    blunders.push(ply.node);
                }
            });
            blunders.sort_unstable();
            blunders.dedup();
            let all_blunders = blunders.len() as u64;
            // If a program wrote down only the bad moves, their average would say nothing about the player, so no
            // average is computed.
            let Some(engine) = engine.filter(|engine| !engine.is_sparse()) else {
                left_out.few_values.add(all_blunders);
                continue;
            };
            let game_sums = game.losses(&engine);
            let counted = game_sums.get(&LossGroup::All).map_or(0, |sums| sums.blunders);
            left_out.other_values.add(all_blunders.saturating_sub(counted));
            for (group, sums) in &game_sums {
                all.entry(*group).or_default().add_game(sums);
            }
        }
    }
    Ok((all, left_out))
}

/// Cost of reading the engine values of one game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 1000;

/// Facts about a game by which its moves are assigned to groups.
struct GameGroups {
    seat: Seat,
    ranks: ByColor<Option<i64>>,
    year: Option<i32>,
}

impl GameGroups {
    /// The sums over the moves of one game by the values of one engine: the moves of the query's player, or of both
    /// players if the query names none.
    fn losses(&self, engine: &EngineEval) -> GroupedLosses {
        let mut sums = GroupedLosses::new();
        let has_loss = |ply: &PlyEval| ply.computed_loss().is_some() || ply.drop.is_some();
        for ply in engine.plies().filter(has_loss) {
            let mover = ply.played.map(|(mover, _)| mover);
            let Some(mover) = mover.filter(|&mover| self.is_selected(mover)) else {
                continue;
            };
            let phase = PHASE_ENDS.iter().filter(|&&last| ply.number > last).count();
            let groups = [
                LossGroup::All,
                LossGroup::Phase(phase as u8),
                LossGroup::Colour(u8::from(mover == Color::White)),
                LossGroup::Rank(self.ranks[mover.other()]),
                LossGroup::Year(self.year),
            ];
            for group in groups {
                sums.entry(group).or_default().add_move(&ply);
            }
        }
        sums
    }

    fn is_selected(&self, color: Color) -> bool {
        match self.seat {
            Seat::Both => true,
            Seat::One(own) => own == color,
            Seat::None => false,
        }
    }
}
