//! Two players head to head: their games against each other, by colour, year, event, round and opening.

use super::failure::{Failure, Result};
use super::page::PageRow;
use super::player_games::{OpeningGames, PlayerSelection};
use super::players::{PlayerRow, WinLoss};
use super::question::{Ask, FinishOptions};
use super::request::{CountPlayerGames, FindPlayers, HeadToHead, RowDetails, Search};
use super::row::{GameRow, VERSION};
use super::snapshot::Snapshot;
use super::stats::Count;
use super::{Item, Sink, ignore_items, ratings};
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_language::{NodeKind, parse};
use kifu_messages::say;
use kifu_record::game::Color;
use kifu_record::result::GameResult;
use kifu_record::text::fold::fold;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Games of two players against each other. Results are those of the first player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Versus"))]
pub struct HeadToHeadAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Names of both players.
    pub players: [String; 2],
    /// Names of both players as requested, spelt as in the archive.
    #[serde(rename = "asked")]
    pub requested: [String; 2],
    /// Query that finds the games of the two players against each other.
    pub query: String,
    /// Number of games of the two players against each other.
    pub total: u64,
    /// Results for the first player of all games of the two players against each other.
    #[serde(flatten)]
    pub all: WinLoss,
    /// Results of the games in which the first player has Black.
    pub black: WinLoss,
    /// Results of the games in which the first player has White.
    pub white: WinLoss,
    /// Games of the two players against each other, by year.
    pub years: Vec<Count>,
    /// Games of the two players against each other, by event as written.
    pub events: Vec<Count>,
    /// Games of the two players against each other, by round as written.
    pub rounds: Vec<RoundRow>,
    /// Games of the two players against each other, by opening.
    pub openings: Vec<OpeningGames>,
    /// The newest games of the two players.
    pub newest: Vec<PageRow>,
    /// Score that the ratings of the players expect, beside the real one; absent unless requested, or if none of the
    /// games is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<ExpectedScore>,
    /// Which games of the two players were counted.
    #[serde(skip)]
    pub selection: PlayerSelection,
}

/// Games of one round, with the results of the first player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct RoundRow {
    /// Round as written; null for games without one.
    pub round: Option<String>,
    /// Results of the games of the round.
    #[serde(flatten)]
    pub results: WinLoss,
}

/// Score that ratings expect of the rated games of two players against each other, beside the real one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ExpectedScore {
    /// Number of rated games of the two players against each other: even games with a date and a result, each once.
    pub games: u64,
    /// Points of the first player in these games: a won game counts 1, a drawn one 0.5.
    pub score: f64,
    /// Points that the ratings expect of the first player. Each game counts by the ratings of its day, which are
    /// computed from all games, so from these games as well.
    pub expected: f64,
}

/// Number of games of two players up to which their rounds are counted. No two persons have played as many, so only
/// names of many persons, such as those of a server's program, reach it.
const MAX_ROUND_GAMES: usize = 5_000;

impl Ask for HeadToHead {
    type Answer = HeadToHeadAnswer;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<HeadToHeadAnswer> {
        let [first, second] = &self.players;
        let rows =
            [find_person(snapshot, first, self.whole)?, find_person(snapshot, second, self.whole)?];
        let requested = [spelling(&rows[0], first), spelling(&rows[1], second)];
        let players = rows.map(|row| row.player);
        let [player, other] = &players;
        if player == other {
            let message = say!("error-same-player", name = player.as_str());
            return Err(Error::new(ErrorKind::Query, message).into());
        }
        let filter = as_clauses(&self.query, self.unique)?;
        let selection = PlayerSelection {
            player: player.clone(),
            against: Some(other.clone()),
            filter,
            plays_self: false,
        };
        let request = CountPlayerGames {
            selection,
            tables: ["year", "event"].map(str::to_owned).to_vec(),
            newest: self.newest,
        };
        let mut counted = request.answer(snapshot, &mut ignore_items)?;
        let expected =
            self.strength.then(|| self.expected_score(snapshot, &players)).transpose()?;
        Ok(HeadToHeadAnswer {
            v: VERSION,
            players,
            requested,
            query: request.selection.query(None),
            total: counted.total,
            all: counted.all,
            black: counted.black,
            white: counted.white,
            years: counted.take_table("year"),
            events: counted.take_table("event"),
            rounds: count_rounds(snapshot, &request.selection)?,
            openings: counted.openings,
            newest: counted.newest,
            expected: expected.flatten(),
            selection: request.selection,
        })
    }
}

impl HeadToHead {
    fn expected_score(
        &self,
        snapshot: &Snapshot,
        players: &[String; 2],
    ) -> Result<Option<ExpectedScore>> {
        let gathered = ratings::gather(snapshot, &self.query)?;
        let options = FinishOptions { joined_by: None, budget: snapshot.index.budget() };
        let Some((games, score, expected)) =
            ratings::score_between(vec![gathered], &options, players)?
        else {
            return Ok(None);
        };
        let in_hundredths = |number: f64| (number * 100.0).round() / 100.0;
        Ok(Some(ExpectedScore { games, score, expected: in_hundredths(expected) }))
    }
}

/// Turns a query into clauses to which others can be added: alternatives get parentheses.
pub(super) fn as_clauses(query: &str, unique: bool) -> Result<String> {
    let parsed = parse(query).map_err(|error| Failure::Query(error, query.to_owned()))?;
    let has_alternatives = |kind: &NodeKind| matches!(kind, NodeKind::Or(_));
    let clauses = match &parsed.root {
        Some(root) if has_alternatives(&root.kind) => format!("({query})"),
        _ => query.trim().to_owned(),
    };
    let is_named = clauses.contains("unique:");
    let more = if unique && !is_named { " unique:yes" } else { "" };
    Ok(format!("{clauses}{more}").trim().to_owned())
}

/// Largest number of names that an error about an unknown or ambiguous name suggests.
const MAX_SUGGESTED_NAMES: usize = 12;

/// Finds the player who has exactly this name in one of the player's spellings. Unless the name has to be whole, it may
/// also consist of words that only one player's name has.
pub(super) fn find_person(snapshot: &Snapshot, name: &str, whole: bool) -> Result<PlayerRow> {
    let exact = FindPlayers { name: name.to_owned(), whole: true, ..FindPlayers::default() };
    let found = exact.answer(snapshot, &mut ignore_items)?;
    if let Some(player) = found.players.into_iter().next().filter(|_| !name.trim().is_empty()) {
        return Ok(player);
    }
    let by_words = FindPlayers {
        name: name.to_owned(),
        limit: Some(MAX_SUGGESTED_NAMES),
        ..FindPlayers::default()
    };
    let mut similar = if name.trim().is_empty() {
        Vec::new()
    } else {
        by_words.answer(snapshot, &mut ignore_items)?.players
    };
    if similar.len() == 1 && !whole {
        return Ok(similar.remove(0));
    }
    let id = if similar.is_empty() || whole { "error-no-player" } else { "error-several-players" };
    let mut names: Vec<(String, u64)> =
        similar.into_iter().map(|player| (player.player, player.all.games)).collect();
    for near in found.near {
        if names.iter().all(|(known, _)| *known != near.0) {
            names.push(near);
        }
    }
    let error = Error::new(ErrorKind::NotFound, say!(id, name = name));
    Err(if names.is_empty() { error } else { error.with_remedy(Remedy::Names(names)) }.into())
}

/// Returns the spelling of a player's name that matches the requested one, as the archive writes it; the most frequent
/// spelling if none matches.
pub fn spelling(player: &PlayerRow, requested: &str) -> String {
    let (requested, folded) = (requested.trim(), fold(requested.trim()));
    let written = || player.spellings.iter().map(|row| row.name.as_str());
    let found = written()
        .find(|name| *name == requested)
        .or_else(|| written().find(|name| fold(name) == folded));
    found.unwrap_or(&player.player).to_owned()
}

/// Counts the selected games by their rounds, those with the most games first.
fn count_rounds(snapshot: &Snapshot, selection: &PlayerSelection) -> Result<Vec<RoundRow>> {
    let mut rounds: HashMap<Option<String>, WinLoss> = HashMap::new();
    for color in Color::BOTH {
        let search = Search {
            query: selection.query(Some(color)),
            limit: Some(MAX_ROUND_GAMES),
            details: RowDetails { without_place: true, ..RowDetails::default() },
            ..Search::default()
        };
        search.answer(snapshot, &mut |item| {
            if let Item::Game(row) = item {
                let round = row.info.round.as_deref().map(str::trim);
                let round = round.filter(|round| !round.is_empty()).map(str::to_owned);
                add_game(rounds.entry(round).or_default(), row, color);
            }
            ControlFlow::Continue(())
        })?;
    }
    let row = |(round, results)| RoundRow { round, results };
    let mut rows: Vec<RoundRow> = rounds.into_iter().map(row).collect();
    rows.sort_by(|a, b| {
        let key = |row: &RoundRow| (row.round.is_none(), Reverse(row.results.games));
        key(a).cmp(&key(b)).then_with(|| a.round.cmp(&b.round))
    });
    Ok(rows)
}

/// Counts a game in which the player has a colour.
pub(super) fn add_game(results: &mut WinLoss, row: &GameRow, color: Color) {
    results.games += 1;
    let counter = match row.info.result {
        Some(GameResult::Win { winner, .. }) if winner == color => &mut results.won,
        Some(GameResult::Win { .. }) => &mut results.lost,
        Some(GameResult::Draw) => &mut results.drawn,
        _ => &mut results.unknown,
    };
    *counter += 1;
}
