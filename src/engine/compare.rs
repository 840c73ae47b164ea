//! Compares two sets of games: by the values of a property, or by their continuations from a position.

use super::board::{BoardAnswer, NextMove, Step, Wins, board_question};
use super::conditions::RequestConditions;
use super::failure::{Failure, Result};
use super::input::BoardSubject;
use super::question::Ask;
use super::request::{BoardSearch, Comparable, Compare, HitConditions, Stats};
use super::row::VERSION;
use super::snapshot::Snapshot;
use super::stats::{Count, Counts, GroupBy, PlayerResults, StatsQuery, parse_tables};
use super::{Sink, ignore_items};
pub use kifu_language::interval::RateDifference;
use kifu_language::interval::{Share, WinRate};
use kifu_query::answer;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Number of games below which no win rate is shown. With ten games of which five are won, the 95 % (Wilson) interval
/// of the rate still reaches from 24 % to 76 %.
pub const MIN_GAMES_FOR_RATE: u64 = 10;

/// Comparison of two sets of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// What the rows stand for: `next` for next moves, or the name of a property of games such as `year`.
    pub by: &'static str,
    /// Second property by which games are grouped, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<&'static str>,
    /// Player whose win rates are compared, if both queries name the same one. If each query names another player, each
    /// rate is that of the player of its own query; otherwise rates are Black's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// First of the two sets of games.
    pub first: Side,
    /// Second of the two sets of games.
    pub second: Side,
    /// Number of games that match both queries. The intervals are exact only for sets without common games.
    pub common: u64,
    /// Difference of the win rates, first minus second; null if either set has too few games.
    pub rate_difference: Option<RateDifference>,
    /// Rows: one for each value or move that occurs in at least one of the sets.
    pub rows: Vec<CompareRow>,
    /// True if the rows have a natural order, as years have.
    #[serde(skip)]
    pub is_ordered: bool,
}

/// One of the two sets of games of a comparison.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Side {
    /// Query that finds the games of the set.
    pub query: String,
    /// Player whom the query of the set names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Number, share and outcomes of all games of the set.
    #[serde(flatten)]
    pub all: Portion,
}

/// Row of a comparison: the games of both sets that share one move or value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CompareRow {
    /// Move or value that the games of the row share; null for games without one.
    pub value: Option<String>,
    /// Colour that plays the move: `B` or `W`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// Next move of the row, in the coordinates of the board that was searched for; `None` in a table of values.
    #[serde(skip)]
    pub step: Option<Step>,
    /// Value of the second property, if there are two; null for games without one.
    #[cfg_attr(feature = "json-schema", schemars(extend("nullable" = true)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<Option<String>>,
    /// Games of the first set with the move or value of this row.
    pub first: Portion,
    /// Games of the second set with the move or value of this row.
    pub second: Portion,
    /// Difference of the shares of this move or value, first set minus second; null if either set has too few games.
    pub share_difference: Option<RateDifference>,
    /// Difference of the win rates, first minus second; null if either set has too few games.
    pub rate_difference: Option<RateDifference>,
}

/// Games of a set that share a move or value, or all games of the set.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Portion {
    /// Number of games of the set that share the move or value, or of all its games.
    pub games: u64,
    /// The same number as a share of all games of the set, from 0 to 1.
    pub share: Option<f64>,
    /// Outcomes of the games that share the move or value.
    #[serde(flatten)]
    pub wins: Wins,
    /// Results of the games that share the move or value, for the player whom the query names.
    #[serde(flatten)]
    pub player_results: Option<PlayerResults>,
    /// Win rate of the player, or of Black if no player is named, among games that somebody won, from 0 to 1; null if
    /// fewer than ten games have a winner.
    pub rate: Option<f64>,
    /// Ends of Wilson's 95 % interval of the win rate; null if fewer than ten games have a winner.
    pub interval: Option<[f64; 2]>,
}

impl Ask for Compare {
    /// One comparison for a position or pattern; for statistics, one comparison for each table.
    type Answer = Vec<Comparison>;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Vec<Comparison>> {
        match &self.of {
            Comparable::Board(board) => compare_boards(snapshot, board, &self.with),
            Comparable::Stats(stats) => compare_stats(snapshot, stats, &self.with),
        }
    }
}

fn compare_boards(snapshot: &Snapshot, board: &BoardSearch, with: &str) -> Result<Vec<Comparison>> {
    let filter = board.hits.filter.clone().unwrap_or_default();
    let answer = |filter: &str| {
        let mut board = BoardSearch { listed: 0, named: 0, count: false, ..board.clone() };
        board.hits.filter = Some(filter.to_owned());
        board.answer(snapshot, &mut ignore_items)
    };
    let [first, second] = [answer(&filter)?, answer(with)?];
    let row = |row: &NextMove| CountedRow {
        key: RowKey { value: Some(row.at.clone()), color: row.color.clone(), across: None },
        step: Some(row.step),
        number: None,
        counted: CountedGames::new(row.games, row.wins, None),
    };
    let side = |query: &str, answer: &BoardAnswer| CountedSide {
        query: query.to_owned(),
        player: None,
        all: CountedGames::new(answer.total, answer.wins, None),
        rows: answer.moves.iter().map(row).collect(),
    };
    let sets = [side(&filter, &first), side(with, &second)];
    let common = count_common(snapshot, board, &first.subject, [&filter, with])?;
    Ok(vec![comparison("next", None, false, sets, common)])
}

/// Counts the games with the position or pattern that match both queries.
fn count_common(
    snapshot: &Snapshot,
    board: &BoardSearch,
    subject: &BoardSubject,
    queries: [&str; 2],
) -> Result<u64> {
    let conditions_of = |query: &str| {
        let hits = HitConditions { filter: Some(query.to_owned()), ..board.hits.clone() };
        let conditions = RequestConditions::new(&hits, &subject.frame())?;
        let plan = conditions.plan(snapshot)?;
        Ok::<_, Failure>((conditions, plan))
    };
    let [(mut first, one), (second, other)] =
        [conditions_of(queries[0])?, conditions_of(queries[1])?];
    first.settings.unique |= second.settings.unique;
    let plan = match (one, other) {
        (Some(one), Some(other)) => Some(one.restrict_to(other)),
        (one, other) => one.or(other),
    };
    let question = board_question(board, subject, &first, plan.as_ref());
    Ok(answer::total(snapshot.index, &question)?)
}

fn compare_stats(snapshot: &Snapshot, stats: &Stats, with: &str) -> Result<Vec<Comparison>> {
    let queries = [stats.query.as_str(), with];
    let [one, other] = queries.map(|query| StatsQuery::new(snapshot, query, stats.unique));
    let (one, other) = (one?, other?);
    let common = one.plan.count_common(&other.plan, snapshot.index)?;
    let table = |by: GroupBy| {
        let [first, second] = [one.table(snapshot, by)?, other.table(snapshot, by)?];
        let row = |row: &Count| CountedRow {
            key: RowKey { value: row.value.clone(), color: None, across: row.across.clone() },
            step: None,
            number: row.number,
            counted: CountedGames::new(row.games, row.wins, row.player_results),
        };
        let side = |query: &str, counts: &Counts| CountedSide {
            query: query.to_owned(),
            player: counts.player.clone(),
            all: CountedGames::new(counts.total, counts.all.wins, counts.all.player_results),
            rows: counts.rows.iter().map(row).collect(),
        };
        let sets = [side(&stats.query, &first), side(with, &second)];
        Ok(comparison(first.by, first.across, first.is_ordered, sets, common))
    };
    parse_tables(&stats.by)?.into_iter().map(table).collect()
}

/// Number of games, with their outcomes and with the results of the player whom the query names.
#[derive(Clone, Copy, Default)]
pub(crate) struct CountedGames {
    games: u64,
    wins: Wins,
    player_results: Option<PlayerResults>,
}

/// One set of games of a comparison, with a row for each move or value.
pub(crate) struct CountedSide {
    pub query: String,
    pub player: Option<String>,
    pub all: CountedGames,
    pub rows: Vec<CountedRow>,
}

/// Move or value by which a row of the first set is paired with a row of the second.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RowKey {
    pub value: Option<String>,
    pub color: Option<String>,
    pub across: Option<Option<String>>,
}

/// Counts of both sets for one move or value.
#[derive(Clone, Copy, Default)]
struct PairedRow {
    number: Option<i64>,
    step: Option<Step>,
    counted: [CountedGames; 2],
}

/// Row of one set of games, before it is paired with the row of the other set.
pub(crate) struct CountedRow {
    pub key: RowKey,
    pub step: Option<Step>,
    pub number: Option<i64>,
    pub counted: CountedGames,
}

impl CountedGames {
    pub(crate) fn new(
        games: u64,
        wins: Wins,
        player_results: Option<PlayerResults>,
    ) -> CountedGames {
        CountedGames { games, wins, player_results }
    }

    /// Returns the share of games won among those with a winner: won by the player of the query, or by Black.
    fn win_share(&self, of_player: bool) -> Share {
        let (part, other) = match self.player_results.filter(|_| of_player) {
            Some(results) => (results.won, results.lost),
            None => (self.wins.black, self.wins.white),
        };
        Share { count: part, total: part + other }
    }

    fn portion(&self, share: Option<f64>, of_player: bool) -> Portion {
        let won = self.win_share(of_player);
        let has_enough_games = won.total >= MIN_GAMES_FOR_RATE;
        let WinRate { rate, interval } =
            if has_enough_games { won.win_rate() } else { WinRate::default() };
        Portion {
            games: self.games,
            share,
            wins: self.wins,
            player_results: self.player_results,
            rate,
            interval,
        }
    }
}

/// Returns the difference of two win rates or shares; `None` if either is of fewer than [`MIN_GAMES_FOR_RATE`] games.
fn difference(first: Share, second: Share) -> Option<RateDifference> {
    let has_enough_games = first.total.min(second.total) >= MIN_GAMES_FOR_RATE;
    first.difference(second).filter(|_| has_enough_games)
}

/// Compares two sets of games, with a row for each move or value of either set. `common` is the number of games in
/// both.
pub(crate) fn comparison(
    by: &'static str,
    across: Option<&'static str>,
    is_ordered: bool,
    sets: [CountedSide; 2],
    common: u64,
) -> Comparison {
    let [a, b] = &sets;
    let of_player = a.player.is_some() && b.player.is_some();
    let mut joined: HashMap<&RowKey, PairedRow> = HashMap::new();
    for (side, set) in sets.iter().enumerate() {
        for row in &set.rows {
            let both = joined.entry(&row.key).or_default();
            (both.number, both.step) = (row.number, row.step);
            if let Some(slot) = both.counted.get_mut(side) {
                *slot = row.counted;
            }
        }
    }
    let mut rows: Vec<(&RowKey, PairedRow)> = joined.into_iter().collect();
    rows.sort_by_cached_key(|(key, both)| {
        let games: u64 = both.counted.iter().map(|counted| counted.games).sum();
        // Rows for games without a value come last.
        ((key.value.is_none(), both.number), Reverse(games), (*key).clone())
    });
    let row = |(key, both): (&RowKey, PairedRow)| {
        let [first, second] = both.counted;
        let share = |counted: CountedGames, set: &CountedSide| Share {
            count: counted.games,
            total: set.all.games,
        };
        let (of_first, of_second) = (share(first, a), share(second, b));
        CompareRow {
            value: key.value.clone(),
            step: both.step,
            color: key.color.clone(),
            across: key.across.clone(),
            first: first.portion(of_first.value(), of_player),
            second: second.portion(of_second.value(), of_player),
            share_difference: difference(of_first, of_second),
            rate_difference: difference(first.win_share(of_player), second.win_share(of_player)),
        }
    };
    let rows = rows.into_iter().map(row).collect();
    let rate_difference = difference(a.all.win_share(of_player), b.all.win_share(of_player));
    let player = a.player.clone().filter(|_| a.player == b.player);
    let side = |set: &CountedSide| Side {
        query: set.query.clone(),
        player: set.player.clone(),
        all: set.all.portion(None, of_player),
    };
    Comparison {
        v: VERSION,
        by,
        across,
        player,
        first: side(a),
        second: side(b),
        common,
        rate_difference,
        rows,
        is_ordered,
    }
}
