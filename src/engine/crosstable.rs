//! Cross-tables: the games of an event by rounds, everyone against everyone, and the standings.

use super::failure::Result;
use super::question::Ask;
use super::request::{MakeCrosstable, RowDetails, Search};
use super::row::{GameRow, VERSION};
use super::snapshot::Snapshot;
use super::{Item, Sink};
use kifu_archive::error::{Error, ErrorKind};
use kifu_language::interval::WinRate;
use kifu_language::knowledge::rounds::{self, EventFacts};
use kifu_messages::say;
use kifu_record::cancel::checkpoint;
use kifu_record::date::Day;
use kifu_record::game::Color;
use kifu_record::result::GameResult;
use kifu_record::text::fold::fold_letters;
use kifu_record::text::natural::natural_sort_key;
use kifu_record::{GameInfo, Player};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

/// Maximum number of players in a cross-table: with more, the query is not about an event, and the table would have
/// more than a quarter of a million cells.
pub const MAX_PLAYERS: usize = 500;

/// Cross-table of the games that a query finds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Crosstable {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of games in the table. Copies of a game count once.
    pub games: u64,
    /// Games of the query that are not in the table, by the reason.
    pub left_out: GamesOutsideTable,
    /// Events of the games as written, those with the most games first.
    pub events: Vec<EventGames>,
    /// Standings: the players, those with the most points first.
    pub players: Vec<Standing>,
    /// Rounds in the order of play, with their games.
    pub rounds: Vec<Round>,
}

/// Games that a cross-table leaves out, by the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct GamesOutsideTable {
    /// Games in which several persons play one colour.
    pub team: u64,
    /// Games without the name of a player.
    pub no_name: u64,
    /// Games in which one person plays both colours, by the table of names.
    pub same_person: u64,
    /// Copies of games that are in the table already.
    pub copies: u64,
}

/// Number of games of an event in a cross-table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct EventGames {
    /// Event as written; null for games without one.
    pub event: Option<String>,
    /// Number of games.
    pub games: u64,
}

/// Results of games from the view of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "CrosstableScore"))]
pub struct Score {
    /// Number of games.
    pub games: u64,
    /// Number of games won.
    pub won: u64,
    /// Number of games lost.
    pub lost: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games without a winner that are not drawn, such as games with an unknown result.
    pub unknown: u64,
}

/// Line of a cross-table: a player with the results against all others.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// Place in the standings, from 1. Players with as many points and as few lost games share a place.
    pub place: u64,
    /// Name that stands for all spellings of the player.
    pub name: String,
    #[serde(flatten)]
    pub score: Score,
    /// Points: one for each game won and half a point for each game drawn.
    pub points: f64,
    /// Win rate of the player.
    #[serde(flatten)]
    pub win_rate: WinRate,
    /// Results against each opponent, in the order of the standings.
    pub against: Vec<Pairing>,
}

/// Results of a player against one opponent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Pairing {
    /// Line of the opponent in the table, from 1.
    pub line: u64,
    /// Name of the opponent.
    pub name: String,
    #[serde(flatten)]
    pub score: Score,
}

/// Round of an event.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "CrosstableRound"))]
pub struct Round {
    /// Name of the round; null for games without one.
    pub round: Option<String>,
    /// Games of the round in the order of their dates.
    pub games: Vec<TableGame>,
}

/// Game of a cross-table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct TableGame {
    /// Game id.
    pub id: String,
    /// First day on which the game may have been played; null if it is unknown.
    pub date: Option<String>,
    /// Name that stands for all spellings of Black.
    pub black: String,
    /// Name that stands for all spellings of White.
    pub white: String,
    /// Result, such as `B+R`; null if it is unknown.
    pub result: Option<String>,
    /// Number of the game in its match; null if it is in none.
    pub game: Option<u32>,
    #[serde(skip)]
    outcome: Outcome,
    #[serde(skip)]
    day: Option<Day>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Won(Color),
    Drawn,
    Unknown,
}

impl Ask for MakeCrosstable {
    type Answer = Crosstable;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<Crosstable> {
        let search = Search {
            unique: true,
            total: true,
            details: RowDetails { persons: true, without_place: true, ..RowDetails::default() },
            ..Search::new(self.query.clone())
        };
        let mut table = TableBuilder::default();
        let found = search.answer(snapshot, &mut |item| {
            checkpoint();
            if let Item::Game(row) = item {
                table.add(row);
            }
            ControlFlow::Continue(())
        })?;
        table.left_out.copies = found.left_out.unwrap_or(0);
        snapshot.index.budget().check_cancelled()?;
        let players = table.players();
        if players > MAX_PLAYERS {
            let (players, most) = (players as u64, MAX_PLAYERS as u64);
            let message = say!("error-crosstable-players", players = players, most = most);
            let error = Error::new(ErrorKind::Query, message);
            return Err(error.with_help(say!("error-crosstable-players-help")).into());
        }
        Ok(table.finish())
    }
}

/// Name of a round as shown, with the key that games of one round have in common.
type RoundName = (String, String);

/// Games of a cross-table, round by round, while the rows of the search arrive.
#[derive(Default)]
struct TableBuilder {
    left_out: GamesOutsideTable,
    events: HashMap<Option<String>, u64>,
    /// Rounds by their keys, each with its names and their numbers of games; the key of games without a round is empty.
    rounds: HashMap<String, (BTreeMap<String, u64>, Vec<TableGame>)>,
}

impl TableBuilder {
    fn add(&mut self, row: &GameRow) {
        let players = &row.info.players;
        let is_team = |player: &Player| player.persons().len() > 1;
        let facts = row.facts.as_ref();
        let names = facts.and_then(|facts| facts.black.clone().zip(facts.white.clone()));
        let counter = match names {
            None => &mut self.left_out.no_name,
            Some(_) if is_team(&players.black) || is_team(&players.white) => {
                &mut self.left_out.team
            }
            Some((black, white)) if black == white => &mut self.left_out.same_person,
            Some(names) => return self.add_game(row, names),
        };
        *counter += 1;
    }

    fn add_game(&mut self, row: &GameRow, (black, white): (String, String)) {
        let info = &row.info;
        *self.events.entry(info.event.clone()).or_default() += 1;
        let facts = EventFacts::from_info(info);
        let (key, name) = round_name(info, &facts).unwrap_or_default();
        let (names, games) = self.rounds.entry(key).or_default();
        *names.entry(name).or_default() += 1;
        games.push(TableGame {
            id: row.id.clone(),
            date: info.date.as_ref().map(|date| date.earliest()),
            black,
            white,
            result: info.result.map(|result| result.to_string()),
            game: facts.game,
            outcome: match info.result {
                Some(GameResult::Win { winner, .. }) => Outcome::Won(winner),
                Some(GameResult::Draw) => Outcome::Drawn,
                _ => Outcome::Unknown,
            },
            day: info.date.as_ref().map(|date| date.from),
        });
    }

    fn all_games(&self) -> impl Iterator<Item = &TableGame> {
        self.rounds.values().flat_map(|(_, games)| games)
    }

    /// Number of players.
    fn players(&self) -> usize {
        let names = self.all_games().flat_map(|game| [&game.black, &game.white]);
        names.collect::<std::collections::HashSet<_>>().len()
    }

    fn finish(self) -> Crosstable {
        let players = standings(self.all_games());
        let mut events: Vec<EventGames> =
            self.events.into_iter().map(|(event, games)| EventGames { event, games }).collect();
        events.sort_by(|a, b| (Reverse(a.games), &a.event).cmp(&(Reverse(b.games), &b.event)));
        let mut rounds: Vec<(String, Round)> = self
            .rounds
            .into_iter()
            .map(|(key, (names, mut games))| {
                games.sort_by(|a, b| game_order(a).cmp(&game_order(b)));
                let name =
                    names.into_iter().min_by_key(|(name, games)| (Reverse(*games), name.clone()));
                let round = name.map(|(name, _)| name).filter(|name| !name.is_empty());
                (key, Round { round, games })
            })
            .collect();
        rounds.sort_by_cached_key(|(key, round)| {
            let day = middle_day(&round.games);
            (day.is_none(), day, natural_sort_key(key))
        });
        let games = rounds.iter().map(|(_, round)| round.games.len() as u64).sum();
        Crosstable {
            v: VERSION,
            games,
            left_out: self.left_out,
            events,
            players,
            rounds: rounds.into_iter().map(|(_, round)| round).collect(),
        }
    }
}

/// Games are sorted by their days, then by their number in the match; those without a day come last.
fn game_order(game: &TableGame) -> (bool, Option<Day>, Option<u32>, &str) {
    (game.day.is_none(), game.day, game.game, &game.id)
}

/// Day of the game in the middle of a round. Unlike the first day, it does not depend on a single wrong date.
fn middle_day(games: &[TableGame]) -> Option<Day> {
    let mut days: Vec<Day> = games.iter().filter_map(|game| game.day).collect();
    days.sort_unstable();
    days.get(days.len() / 2).copied()
}

/// Round of a game. Spellings of one round have one key: `1`, `Round 1` and 第1轮 are `round 1`. A game of a match
/// between two players belongs to the match, whatever its number.
fn round_name(info: &GameInfo, facts: &EventFacts) -> Option<RoundName> {
    let keywords: Vec<&str> = facts
        .rounds
        .iter()
        .map(|round| &**round)
        .filter(|round| *round != rounds::DECIDING)
        .collect();
    let by_keywords = || {
        let key = keywords.join(", ");
        (!key.is_empty()).then(|| (key.clone(), capitalised(&key)))
    };
    if facts.game.is_some() && !keywords.is_empty() {
        return by_keywords();
    }
    let Some(written) = info.round.as_deref().map(str::trim).filter(|round| !round.is_empty())
    else {
        return by_keywords();
    };
    let number =
        written.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("round {written}"));
    let known = number.or_else(|| rounds::parse_round(written).map(String::from));
    Some(match known {
        Some(keyword) => {
            let name = capitalised(&keyword);
            (keyword, name)
        }
        None => (fold_letters(written), written.to_owned()),
    })
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

impl Score {
    fn add(&mut self, outcome: Outcome, own: Color) {
        self.games += 1;
        match outcome {
            Outcome::Won(winner) if winner == own => self.won += 1,
            Outcome::Won(_) => self.lost += 1,
            Outcome::Drawn => self.drawn += 1,
            Outcome::Unknown => self.unknown += 1,
        }
    }

    /// Points in halves: two for each game won and one for each game drawn.
    fn half_points(&self) -> u64 {
        2 * self.won + self.drawn
    }
}

/// Makes the standings: most points first, then fewest lost games, then by name.
fn standings<'g>(games: impl Iterator<Item = &'g TableGame>) -> Vec<Standing> {
    let mut scores: HashMap<&str, (Score, HashMap<&str, Score>)> = HashMap::new();
    for game in games {
        checkpoint();
        let sides =
            [(Color::Black, &game.black, &game.white), (Color::White, &game.white, &game.black)];
        for (own, name, other) in sides {
            let (all, against) = scores.entry(name).or_default();
            all.add(game.outcome, own);
            against.entry(other).or_default().add(game.outcome, own);
        }
    }
    let mut order: Vec<&str> = scores.keys().copied().collect();
    let rank = |name: &str| {
        let score = scores.get(name).map(|(all, _)| *all).unwrap_or_default();
        (Reverse(score.half_points()), score.lost)
    };
    order.sort_by_cached_key(|name| (rank(name), name.to_owned()));
    let lines: HashMap<&str, u64> = order.iter().copied().zip(1..).collect();
    let mut places: HashMap<(Reverse<u64>, u64), u64> = HashMap::new();
    let standing = |(&name, line): (&&str, u64)| {
        let (score, against) = scores.get(name)?;
        let mut against: Vec<Pairing> = against
            .iter()
            .map(|(name, score)| Pairing {
                line: lines.get(name).copied().unwrap_or_default(),
                name: (*name).to_owned(),
                score: *score,
            })
            .collect();
        against.sort_by_key(|pairing| pairing.line);
        Some(Standing {
            place: *places.entry(rank(name)).or_insert(line),
            name: name.to_owned(),
            score: *score,
            points: score.half_points() as f64 / 2.0,
            win_rate: WinRate::from_counts(score.won, score.lost),
            against,
        })
    };
    order.iter().zip(1..).filter_map(standing).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn name(event: &str, round: Option<&str>) -> Option<String> {
        let info = GameInfo {
            event: Some(event.to_owned()),
            round: round.map(str::to_owned),
            ..GameInfo::default()
        };
        round_name(&info, &EventFacts::from_info(&info)).map(|(key, _)| key)
    }

    #[test]
    fn rounds_in_any_spelling_are_one() {
        for written in ["1", "Round 1", "round 1", "第1轮"] {
            assert_eq!(name("1st Fujitsu Cup", Some(written)).unwrap(), "round 1", "{written}");
        }
        for written in ["Quarter-final", "準々決勝", "8강"] {
            assert_eq!(name("1st Fujitsu Cup", Some(written)).unwrap(), "quarter-final");
        }
        assert_eq!(name("45th Honinbo", Some("League")).unwrap(), "league");
        assert_eq!(name("36th Honinbo Title", Some("3")).unwrap(), "title");
        assert_eq!(name("36th Honinbo Title", Some("Game 3")).unwrap(), "title");
        assert_ne!(name("Cup", Some("Preliminary A1")), name("Cup", Some("Preliminary A2")));
        assert_eq!(name("10th Samsung Cup, semi-final", None).unwrap(), "semi-final");
        assert_eq!(name("Castle Game", None), None);
    }
}
