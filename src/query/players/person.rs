//! Persons with their spellings and games. A person is identified by the names alone.

use super::player::{Results, SeatResult};
use crate::once_per_game::{CopyTally, OncePerGame};
use crate::outcomes::{YearSpan, union_of_years};
use crate::sums::sum_by_key;
use kifu_language::knowledge::aliases::PersonFinder;
pub(crate) use kifu_language::knowledge::person_key::PersonKey;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::AddAssign;

/// Numbers of games in which a spelling occurs: of the games that the request counts, and of the whole index.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
pub(crate) struct SpellingCount {
    /// Number of games with the spelling among those that the request counts.
    pub(super) games: u64,
    /// Number of games with the spelling in the whole index. It decides by which spelling the person is called, so that
    /// all answers use the same name, whichever games they count.
    pub(super) of_all: u64,
}

impl AddAssign for SpellingCount {
    fn add_assign(&mut self, other: SpellingCount) {
        self.games += other.games;
        self.of_all += other.of_all;
    }
}

/// The spellings of one person's name.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Spellings(Vec<(String, SpellingCount)>);

impl Spellings {
    /// Adds a spelling, which must be new.
    pub(super) fn push(&mut self, name: String, games: SpellingCount) {
        // Most persons have only one spelling, so no capacity is reserved for more.
        if self.0.is_empty() {
            self.0.reserve_exact(1);
        }
        self.0.push((name, games));
    }

    /// Adds the spellings of the same person in other games.
    pub(crate) fn merge(&mut self, more: Spellings) {
        self.0.extend(more.0);
        sum_by_key(&mut self.0);
    }

    /// The spelling that is most frequent in the index; among equally frequent ones the first.
    pub(crate) fn label(&self) -> &str {
        let keys = self.0.iter().map(|(name, count)| frequency_key(name, count.of_all));
        keys.min().map_or("", |(_, name)| name)
    }

    /// The spelling that [`label`](Self::label) returns, as an owned text.
    pub(crate) fn into_label(self) -> String {
        let by_label = |(a, of_a): &(String, SpellingCount),
                        (b, of_b): &(String, SpellingCount)| {
            frequency_key(a, of_a.of_all).cmp(&frequency_key(b, of_b.of_all))
        };
        self.0.into_iter().min_by(by_label).map_or_else(String::new, |(name, _)| name)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True if the person has several spellings.
    pub(super) fn has_several(&self) -> bool {
        self.0.len() > 1
    }

    /// The person to whom the spellings belong.
    pub(crate) fn person(&self, finder: &PersonFinder) -> PersonKey {
        // All spellings belong to one person, so the first decides.
        PersonKey::from_name(self.0.first().map_or("", |(name, _)| name), finder)
    }

    /// The spellings with their numbers of counted games, the most frequent first.
    pub(super) fn sorted_by_games(&self) -> Vec<(String, u64)> {
        let counted = self.0.iter().map(|(name, count)| (name.clone(), count.games));
        let mut sorted: Vec<(String, u64)> = counted.filter(|(_, games)| *games > 0).collect();
        sorted
            .sort_by(|(a, of_a), (b, of_b)| frequency_key(a, *of_a).cmp(&frequency_key(b, *of_b)));
        sorted
    }
}

/// Sort key of a spelling: the most frequent comes first; equally frequent ones are sorted by text.
fn frequency_key(name: &str, games: u64) -> (Reverse<u64>, &str) {
    (Reverse(games), name)
}

/// A person's games, counted in several ways. If each game counts once, the fullest copy is chosen separately for each
/// number, as in a query for that number's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonTally {
    /// Number of games that name the person. The clause `person=` finds the same number of games.
    pub(super) games: u64,
    /// Number of games with each colour, Black's first.
    pub(super) seats: [u64; 2],
    /// Results of the games with each colour, Black's first.
    pub(super) sides: [Results; 2],
    /// Results of the games in which the person plays one colour and not both.
    pub(super) one_seat: Results,
    /// Number of games in which the person plays both colours.
    pub(super) both: u64,
    /// Number of games that name the person neither as Black nor as White.
    pub(super) beside: u64,
    pub(super) years: YearSpan,
}

/// A game that names a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PersonGame {
    /// Result of the person as Black and as White; `None` for a colour that the person does not play. Both are `None`
    /// if the game names the person only in a variation or without a colour.
    pub(super) seats: [Option<SeatResult>; 2],
    pub(super) year: Option<i32>,
}

impl PersonTally {
    /// Combines each number with that of another tally by the given function.
    fn combine(&mut self, other: &PersonTally, number: fn(u64, u64) -> u64) {
        let join = |own: &mut u64, other: u64| *own = number(*own, other);
        join(&mut self.games, other.games);
        join(&mut self.both, other.both);
        join(&mut self.beside, other.beside);
        for (own, other) in self.seats.iter_mut().zip(other.seats) {
            join(own, other);
        }
        let results = self.sides.iter_mut().chain([&mut self.one_seat]);
        for (own, other) in results.zip(other.sides.into_iter().chain([other.one_seat])) {
            join(&mut own.won, other.won);
            join(&mut own.lost, other.lost);
            join(&mut own.drawn, other.drawn);
            join(&mut own.unknown, other.unknown);
        }
        self.years = union_of_years(self.years, other.years);
    }
}

impl AddAssign for PersonTally {
    fn add_assign(&mut self, more: PersonTally) {
        self.combine(&more, |own, other| own + other);
    }
}

impl CopyTally for PersonTally {
    type Game = PersonGame;

    fn count(&mut self, PersonGame { seats, year }: PersonGame) {
        self.games += 1;
        for ((seat, sum), result) in self.seats.iter_mut().zip(&mut self.sides).zip(seats) {
            if let Some(result) = result {
                *seat += 1;
                sum.count(result);
            }
        }
        match seats {
            [Some(_), Some(_)] => self.both += 1,
            [Some(result), None] | [None, Some(result)] => self.one_seat.count(result),
            [None, None] => self.beside += 1,
        }
        self.years = union_of_years(self.years, year.map(|year| (year, year)));
    }

    fn add_copy(&mut self, less_full: &PersonTally) {
        self.combine(less_full, u64::max);
    }
}

/// A person's spellings and games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonGames {
    pub(super) names: Spellings,
    pub(super) games: OncePerGame<PersonTally>,
    /// Filled if each game counts once: spellings in games that have copies, each with the numbers of the groups of
    /// copies in which it occurs. `names` does not count these games, since two copies with one spelling are one game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) copied_names: Vec<(String, Vec<u32>)>,
}

impl PersonGames {
    /// Adds the same person's games in another index.
    pub(super) fn merge(&mut self, more: PersonGames) {
        self.names.merge(more.names);
        self.games += more.games;
        self.copied_names.extend(more.copied_names);
    }

    /// The spellings with their numbers of counted games, the most frequent first.
    pub(super) fn spellings(&self) -> Vec<(String, u64)> {
        if self.copied_names.is_empty() {
            return self.names.sorted_by_games();
        }
        let mut copied: HashMap<&str, Vec<u32>> = HashMap::new();
        for (name, groups) in &self.copied_names {
            copied.entry(name).or_default().extend(groups);
        }
        let mut names = self.names.clone();
        for (name, count) in &mut names.0 {
            if let Some(groups) = copied.get_mut(name.as_str()) {
                groups.sort_unstable();
                groups.dedup();
                count.games += groups.len() as u64;
            }
        }
        names.sorted_by_games()
    }
}

/// Details of a person requested by name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonDetail {
    /// Results against each opponent, by the opponent's number.
    pub(super) opponents: Vec<(usize, OncePerGame<Results>)>,
    /// Number of games by spelling and archive or folder.
    pub(super) places: Vec<((String, String), OncePerGame<u64>)>,
}

impl PersonDetail {
    /// Adds what another index knows of the same person.
    pub(super) fn merge(&mut self, more: PersonDetail) {
        self.opponents.extend(more.opponents);
        sum_by_key(&mut self.opponents);
        self.places.extend(more.places);
        sum_by_key(&mut self.places);
    }

    /// The archives and folders in which a spelling occurs, the one with the most games first.
    pub(super) fn places_of_spelling(&self, name: &str) -> Vec<(String, u64)> {
        let of_spelling = self.places.iter().filter(|((own, _), _)| own == name);
        let mut places: Vec<(String, u64)> =
            of_spelling.map(|((_, place), games)| (place.clone(), games.total())).collect();
        places
            .sort_by(|(a, of_a), (b, of_b)| frequency_key(a, *of_a).cmp(&frequency_key(b, *of_b)));
        places
    }
}
