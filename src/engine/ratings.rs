//! Ratings: how strong players are by the results of their games, and how well that predicts later games.

use super::Sink;
use super::conditions::with_settings;
use super::failure::Result;
use super::question::{FinishOptions, Question};
use super::request::{RatePlayers, TestRatings};
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind};
use kifu_language::fields::Field;
use kifu_language::{NodeKind, Query};
use kifu_messages::say;
use kifu_query::plan::Plan;
pub use kifu_query::players::LeftOutGames;
use kifu_query::players::{
    CollectedGames, RatedBoards, RatedGames, collect_rated_games, gather_rated_games,
};
use kifu_query::ratings::{
    CurvePoint, PredictionTest, RatedGame, Ratings, predict_in_order as predict,
};
use kifu_query::search::record_facts;
use kifu_record::cancel::{Interrupted, TimeBudget};
use kifu_record::date::Day;
use serde::Serialize;
use std::collections::HashMap;

/// Players sorted by their ratings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct RatingsAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of rated games: even games of two persons with a date and a result. Copies of a game count once.
    pub games: u64,
    /// Games of the query that are not rated, by the reason.
    pub left_out: LeftOutGames,
    /// Number of all players with rated games.
    pub rated: u64,
    /// Number of players with enough rated games to be listed.
    pub total: u64,
    /// Number of rated games that a player needs to be listed.
    pub min_games: u64,
    /// Players with the highest ratings, up to the limit of the request.
    pub players: Vec<RatingRow>,
}

/// Player with a rating.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct RatingRow {
    /// Rank in the list: 1 for the highest rating.
    pub rank: u64,
    /// Most frequent spelling of the player's name.
    pub name: String,
    #[serde(flatten)]
    pub strength: PlayerStrength,
    /// Rating on each day with rated games; absent unless requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<Vec<RatingPoint>>,
}

/// How strong a player was in the last rated game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PlayerStrength {
    /// Rating on the day of the last rated game, in Elo. Only differences have a meaning: 100 points more win 64 % of
    /// the games.
    pub rating: f64,
    /// Standard deviation of the rating.
    pub deviation: f64,
    /// Ends of the 95 % interval of the rating.
    pub interval: [f64; 2],
    /// Number of rated games.
    pub games: u64,
    /// Year of the first rated game. If its date is not exact, the last day on which it may have been played counts.
    pub first: i32,
    /// Year of the last rated game, as `first`.
    pub last: i32,
}

/// Rating of a player on a day.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct RatingPoint {
    /// The day; for a game without an exact date, the last day on which it may have been played.
    pub date: String,
    /// Rating on this day, in Elo, by all games before and after it.
    pub rating: f64,
    /// Standard deviation of the rating.
    pub deviation: f64,
}

/// How well ratings predict games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct RatingsTestAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of predicted games: all decided games after those of `trained`.
    pub games: u64,
    /// Share of these games that the player won who was predicted to win, from 0 to 1; null without games. Games of a
    /// player without an earlier game count as half.
    pub predicted: Option<f64>,
    /// Share that plain Elo predicts of the same games, with the K that is best for them.
    pub elo: Option<f64>,
    /// The K of plain Elo.
    pub elo_k: Option<f64>,
    /// Share that the ratings predict without what the prediction uses besides them, such as the players' experience.
    pub ratings_alone: Option<f64>,
    /// Number of predicted games in which a player has no earlier game.
    pub newcomers: u64,
    /// Number of games that were only learned: the first ones in time.
    pub trained: u64,
    /// Last day of these games; null without any.
    pub trained_until: Option<String>,
    /// Number of later drawn games, which are learned but cannot be predicted.
    pub drawn: u64,
    /// Number of all rated games: `trained`, `games` and `drawn` together.
    pub rated: u64,
    /// Games of the query that are not rated, by the reason.
    pub left_out: LeftOutGames,
}

/// Number of rated games that a listed player needs if the request does not say it.
const DEFAULT_MIN_GAMES: u64 = 10;
/// Half of the 95 % interval of a normal distribution, in standard deviations.
const INTERVAL_DEVIATIONS: f64 = 1.96;

/// Plans the query for the games, each of which counts once.
pub(super) fn plan_rated_games(snapshot: &Snapshot, query: &str) -> Result<(Plan, RatedBoards)> {
    let (query, text) = with_settings(query, &[], true)?;
    let boards = RatedBoards { only_19: !names_size(&query) };
    Ok((snapshot.plan_with_text(&query, &text)?, boards))
}

/// True if a query has a clause about the size of the board.
fn names_size(query: &Query) -> bool {
    let mut open: Vec<_> = query.root.iter().collect();
    while let Some(node) = open.pop() {
        match &node.kind {
            NodeKind::And(parts) | NodeKind::Or(parts) => open.extend(parts),
            NodeKind::Not(part) => open.push(part),
            NodeKind::Clause(clause) if clause.field == Field::Size => return true,
            _ => {}
        }
    }
    false
}

/// Gathers the games of a query that ratings are computed from, and those that are left out.
pub(super) fn gather(snapshot: &Snapshot, query: &str) -> Result<RatedGames> {
    let (plan, boards) = plan_rated_games(snapshot, query)?;
    let games = gather_rated_games(snapshot.index, &plan, boards)?;
    let budget = snapshot.index.budget();
    let is_over = budget.poll_exhausted();
    in_time(budget, if is_over { Err(Interrupted) } else { Ok(games) })
}

/// The result of work that ends early if the time is over. A part of the games would give other ratings, so then it
/// fails.
fn in_time<T>(budget: &TimeBudget, result: std::result::Result<T, Interrupted>) -> Result<T> {
    result.or_else(|interrupted| {
        budget.check_cancelled().map_err(|_| interrupted)?;
        let message = say!("error-time-over-before-answer");
        Err(Error::new(ErrorKind::Interrupted, message).into())
    })
}

impl Question for RatePlayers {
    const NAME: &'static str = "ratings";
    type Gathered = RatedGames;
    type Answer = RatingsAnswer;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        Ok(record_facts(snapshot.index, &plan_rated_games(snapshot, &self.query)?.0, false)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<RatedGames> {
        gather(snapshot, &self.query)
    }

    fn finish(
        &self,
        gathered: Vec<RatedGames>,
        options: &FinishOptions,
        _: Sink,
    ) -> Result<RatingsAnswer> {
        let collected = collect_rated_games(gathered, options.joined_by);
        let fitted = Ratings::fit_selected(&collected.games, options.budget);
        let ratings = in_time(options.budget, fitted)?;
        let min_games = self.min_games.unwrap_or(DEFAULT_MIN_GAMES);
        let mut players: Vec<RatedPlayer> = rated_players(&collected, &ratings)
            .into_iter()
            .filter(|player| player.games >= min_games)
            .collect();
        players.sort_by(|a, b| b.elo().total_cmp(&a.elo()).then(a.name.cmp(b.name)));
        let rows = players.iter().zip(1..).take(self.limit.unwrap_or(usize::MAX));
        Ok(RatingsAnswer {
            v: VERSION,
            games: collected.games.len() as u64,
            left_out: collected.left_out,
            rated: ratings.persons().len() as u64,
            total: players.len() as u64,
            min_games,
            players: rows.map(|(player, rank)| player.row(rank, self.curves)).collect(),
        })
    }
}

/// The strength of each player, by name.
pub(super) fn strengths(
    gathered: Vec<RatedGames>,
    options: &FinishOptions,
) -> Result<HashMap<String, PlayerStrength>> {
    let collected = collect_rated_games(gathered, options.joined_by);
    let fitted = Ratings::fit_selected(&collected.games, options.budget);
    let ratings = in_time(options.budget, fitted)?;
    let players = rated_players(&collected, &ratings);
    Ok(players.iter().map(|player| (player.name.to_owned(), player.strength())).collect())
}

/// The rated games of two players against each other: their number, the points of the first player, and the points
/// that the ratings on the days of the games expect. `None` without such games.
pub(super) fn score_between(
    gathered: Vec<RatedGames>,
    options: &FinishOptions,
    players: &[String; 2],
) -> Result<Option<(u64, f64, f64)>> {
    let collected = collect_rated_games(gathered, options.joined_by);
    let number = |name: &String| {
        let at = collected.names.iter().position(|known| known == name);
        at.and_then(|at| u32::try_from(at).ok())
    };
    let [Some(first), Some(second)] = players.each_ref().map(number) else {
        return Ok(None);
    };
    let is_between =
        |game: &&RatedGame| [(first, second), (second, first)].contains(&(game.black, game.white));
    if !collected.games.iter().any(|game| is_between(&game)) {
        return Ok(None);
    }
    let fitted = Ratings::fit_selected(&collected.games, options.budget);
    let ratings = in_time(options.budget, fitted)?;
    let (mut games, mut score, mut expected) = (0, 0.0, 0.0);
    for game in collected.games.iter().filter(is_between) {
        let of_first = |black: f64| if game.black == first { black } else { 1.0 - black };
        games += 1;
        score += of_first(game.black_score());
        expected += of_first(ratings.expected(game).unwrap_or(0.5));
    }
    Ok(Some((games, score, expected)))
}

/// A player with the rated games.
struct RatedPlayer<'r> {
    name: &'r str,
    games: u64,
    curve: &'r [CurvePoint],
}

/// All persons with rated games.
fn rated_players<'r>(collected: &'r CollectedGames, ratings: &'r Ratings) -> Vec<RatedPlayer<'r>> {
    let mut counts = vec![0; collected.names.len()];
    for person in collected.games.iter().flat_map(|game| [game.black, game.white]) {
        if let Some(count) = counts.get_mut(person as usize) {
            *count += 1;
        }
    }
    let named = collected.names.iter().zip(counts).zip(0..);
    named
        .map(|((name, games), person)| RatedPlayer { name, games, curve: ratings.curve(person) })
        .collect()
}

impl RatedPlayer<'_> {
    /// The rating on the day of the last game.
    fn elo(&self) -> f64 {
        self.curve.last().map_or(f64::NEG_INFINITY, |point| point.elo)
    }

    fn row(&self, rank: u64, with_curve: bool) -> RatingRow {
        RatingRow {
            rank,
            name: self.name.to_owned(),
            strength: self.strength(),
            curve: with_curve.then(|| self.curve.iter().map(RatingPoint::new).collect()),
        }
    }

    fn strength(&self) -> PlayerStrength {
        let elo = self.elo();
        let deviation = self.curve.last().map_or(0.0, |point| point.deviation);
        let half = deviation * INTERVAL_DEVIATIONS;
        let year = |point: Option<&CurvePoint>| {
            point.map_or(0, |point| Day::from_number(point.day).to_ymd().0)
        };
        PlayerStrength {
            rating: in_tenths(elo),
            deviation: in_tenths(deviation),
            interval: [in_tenths(elo - half), in_tenths(elo + half)],
            games: self.games,
            first: year(self.curve.first()),
            last: year(self.curve.last()),
        }
    }
}

impl RatingPoint {
    fn new(point: &CurvePoint) -> RatingPoint {
        RatingPoint {
            date: date(point.day),
            rating: in_tenths(point.elo),
            deviation: in_tenths(point.deviation),
        }
    }
}

/// Rounds to one decimal: ratings are far less certain than that.
fn in_tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// A day such as `1996-03-02`.
fn date(number: i32) -> String {
    let (year, month, day) = Day::from_number(number).to_ymd();
    format!("{year:04}-{month:02}-{day:02}")
}

impl Question for TestRatings {
    const NAME: &'static str = "ratings-test";
    type Gathered = RatedGames;
    type Answer = RatingsTestAnswer;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        self.check_share()?;
        Ok(record_facts(snapshot.index, &plan_rated_games(snapshot, &self.query)?.0, false)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<RatedGames> {
        self.check_share()?;
        gather(snapshot, &self.query)
    }

    fn finish(
        &self,
        gathered: Vec<RatedGames>,
        options: &FinishOptions,
        _: Sink,
    ) -> Result<RatingsTestAnswer> {
        let collected = collect_rated_games(gathered, options.joined_by);
        let test = predict(&collected.games, self.share, options.budget);
        Ok(RatingsTestAnswer::new(&collected, in_time(options.budget, test)?))
    }
}

impl TestRatings {
    fn check_share(&self) -> Result<()> {
        if (0.0..1.0).contains(&self.share) {
            return Ok(());
        }
        let message = say!("error-ratings-share", share = self.share.to_string());
        Err(Error::new(ErrorKind::Query, message)
            .with_help(say!("error-ratings-share-help"))
            .into())
    }
}

impl RatingsTestAnswer {
    fn new(collected: &CollectedGames, test: Option<PredictionTest>) -> RatingsTestAnswer {
        let games = &collected.games;
        let first_day =
            |test: PredictionTest| games.partition_point(|game| game.day <= test.last_training_day);
        let trained = test.map_or(games.len(), first_day);
        let later = games.get(trained..).unwrap_or_default();
        let is_drawn = |game: &&RatedGame| !game.is_tested();
        RatingsTestAnswer {
            v: VERSION,
            games: test.map_or(0, |test| test.games as u64),
            predicted: test.map(|test| test.predicted),
            elo: test.map(|test| test.elo),
            elo_k: test.map(|test| test.elo_factor),
            ratings_alone: test.map(|test| test.ratings_alone),
            newcomers: test.map_or(0, |test| test.newcomers as u64),
            trained: trained as u64,
            trained_until: trained.checked_sub(1).and_then(|last| Some(date(games.get(last)?.day))),
            drawn: later.iter().filter(is_drawn).count() as u64,
            rated: games.len() as u64,
            left_out: collected.left_out,
        }
    }
}
