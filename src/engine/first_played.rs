//! Who played a position or a pattern first: the first game, the first game of each player, and the games by year.

use super::Sink;
use super::board::{BoardAnswer, BoardGathered, YearRow};
use super::failure::Result;
use super::info;
use super::question::{FinishOptions, Question};
use super::request::{BoardParts, BoardSearch, FindFirst, HitConditions, RowDetails};
use super::row::{GameRow, VERSION};
use super::snapshot::Snapshot;
use kifu_query::answer::{ByYear, add_years};
use kifu_query::outcomes::Outcomes;
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Who played a position or a pattern first.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct FirstPlayed {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of games that have the position or the pattern.
    pub total: u64,
    /// True if the first games of all players are known; false if there are so many games that only the earliest ones
    /// were compared.
    pub complete: bool,
    /// First game; null if no game has a date.
    pub first: Option<FirstGame>,
    /// First game of each player, the earliest first, as many as requested.
    pub players: Vec<FirstGame>,
    /// Number of players who played it, among the compared games.
    pub player_count: u64,
    /// Games of each year from the first to the last, with the number of all games of the year. Games without a certain
    /// year, and years without any game, are left out.
    pub years: Vec<YearRow>,
}

/// First game with a position or a pattern, of all games or of those of one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct FirstGame {
    /// Player whose move led to the position or the pattern; null if the name is unknown.
    pub player: Option<String>,
    /// Id of the game.
    pub id: String,
    /// First day on which the game may have been played, as far as it is known.
    pub date: String,
    /// Name of the player of Black as written; null if unknown.
    pub black: Option<String>,
    /// Name of the player of White as written; null if unknown.
    pub white: Option<String>,
    /// Number of moves before the position or the pattern.
    #[serde(rename = "move")]
    pub number: u32,
    /// Number of games of the player with it, or of all compared games.
    pub games: u64,
}

/// Maximum number of games whose players are compared: the earliest ones, so that the first games stay right.
const MAX_COMPARED: usize = 20_000;

impl FindFirst {
    /// The request for the games in the order of their dates.
    fn board(&self) -> BoardSearch {
        BoardSearch {
            hits: HitConditions { sort: vec!["date".to_owned()], ..self.board.hits.clone() },
            listed: MAX_COMPARED,
            details: RowDetails { persons: true, without_place: true, ..RowDetails::default() },
            named: 0,
            count: false,
            parts: BoardParts { moves: false, games: true, years: true, reached: false },
            sizes: false,
            after: None,
            ..self.board.clone()
        }
    }

    fn first_played(&self, answer: &BoardAnswer, all_years: &ByYear) -> FirstPlayed {
        let mut players: HashMap<String, FirstGame> = HashMap::new();
        let mut order = Vec::new();
        let mut first: Option<FirstGame> = None;
        for game in answer.games.iter().filter_map(FirstGame::new) {
            if let Some(player) = &game.player {
                match players.entry(player.clone()) {
                    Entry::Occupied(mut known) => known.get_mut().games += 1,
                    Entry::Vacant(new) => {
                        order.push(player.clone());
                        new.insert(game.clone());
                    }
                }
            }
            match &mut first {
                Some(first) => first.games += 1,
                None => first = Some(game),
            }
        }
        let listed = self.players.unwrap_or(usize::MAX);
        FirstPlayed {
            v: VERSION,
            total: answer.total,
            complete: answer.games.len() as u64 == answer.total,
            first,
            player_count: order.len() as u64,
            players: order.iter().take(listed).filter_map(|name| players.remove(name)).collect(),
            years: all_years_between(answer.years.as_deref().unwrap_or_default(), all_years),
        }
    }
}

/// Adds the years between the first and the last one in which nobody played it.
fn all_years_between(rows: &[YearRow], all_years: &ByYear) -> Vec<YearRow> {
    let years = rows.iter().map(|row| row.year);
    let Some((first, last)) = years.clone().min().zip(years.max()) else {
        return Vec::new();
    };
    let row = |(&year, all): (&i32, &Outcomes)| {
        let known = rows.iter().find(|row| row.year == year).cloned();
        let none = YearRow { year, games: 0, of: Some(all.games), black: 0, white: 0 };
        known.unwrap_or(none)
    };
    all_years.range(first..=last).map(row).collect()
}

impl FirstGame {
    /// Makes the entry of a game with a hit; `None` if the game has no date.
    fn new(row: &GameRow) -> Option<FirstGame> {
        let hit = row.hit.as_ref()?;
        let next = hit.next.as_ref().and_then(|next| next.played.color);
        // Who did not continue has played the last move; at the end of a game, Black has played the odd moves.
        let is_black = next.map_or(hit.number % 2 == 1, |color| color == 'W');
        let names = &row.info.players;
        let (known, written) = match row.facts.as_ref() {
            Some(facts) if is_black => (facts.black.clone(), names.black.name.clone()),
            Some(facts) => (facts.white.clone(), names.white.name.clone()),
            None => (None, None),
        };
        Some(FirstGame {
            player: known.or(written),
            id: row.id.clone(),
            date: info::date(&row.info)?,
            black: names.black.name.clone(),
            white: names.white.name.clone(),
            number: hit.number,
            games: 1,
        })
    }
}

impl Question for FindFirst {
    const NAME: &'static str = "first";
    type Gathered = BoardGathered;
    type Answer = Box<FirstPlayed>;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        self.board().record_global_stats(snapshot)
    }

    fn gather(&self, snapshot: &Snapshot, sink: Sink) -> Result<BoardGathered> {
        self.board().gather(snapshot, sink)
    }

    fn finish(
        &self,
        gathered: Vec<BoardGathered>,
        options: &FinishOptions,
        sink: Sink,
    ) -> Result<Box<FirstPlayed>> {
        let mut all_years = ByYear::new();
        gathered.iter().for_each(|part| add_years(&mut all_years, part.all_years()));
        let answer = self.board().finish(gathered, options, sink)?;
        Ok(Box::new(self.first_played(&answer, &all_years)))
    }
}
