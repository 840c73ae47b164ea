//! Persons, known by their names alone.

use super::player::{Results, SeatResult};
use crate::once::{CopyTally, OncePerGame};
use crate::outcomes::{YearSpan, spanned};
use crate::sums::add_up;
use kifu_language::knowledge::aliases::PersonFinder;
pub(crate) use kifu_language::knowledge::person_key::PersonKey;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::AddAssign;

/// How many games have a spelling.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
pub(crate) struct SpellingCount {
    /// Of the games that count.
    pub(super) games: u64,
    /// Of all games of the index. They decide by which spelling the person is called, so that every answer calls the
    /// person by the same one, whichever games count.
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
pub(crate) struct Spelled(Vec<(String, SpellingCount)>);

impl Spelled {
    /// Adds a spelling, which must be a new one.
    pub(super) fn push(&mut self, name: String, games: SpellingCount) {
        // Most persons have only one.
        if self.0.is_empty() {
            self.0.reserve_exact(1);
        }
        self.0.push((name, games));
    }

    /// Adds the spellings of the same person in other games.
    pub(crate) fn merge(&mut self, more: Spelled) {
        self.0.extend(more.0);
        add_up(&mut self.0);
    }

    /// The most frequent spelling of the index, the first of equally frequent ones.
    pub(crate) fn label(&self) -> &str {
        let own = self.0.iter().map(|(name, count)| by_frequency(name, count.of_all));
        own.min().map_or("", |(_, name)| name)
    }

    /// The [`label`](Self::label) without the other spellings.
    pub(crate) fn into_label(self) -> String {
        let by_label = |(a, of_a): &(String, SpellingCount),
                        (b, of_b): &(String, SpellingCount)| {
            by_frequency(a, of_a.of_all).cmp(&by_frequency(b, of_b.of_all))
        };
        self.0.into_iter().min_by(by_label).map_or_else(String::new, |(name, _)| name)
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there are several.
    pub(super) fn is_varied(&self) -> bool {
        self.0.len() > 1
    }

    /// Whose spellings these are.
    pub(crate) fn person(&self, finder: &PersonFinder) -> PersonKey {
        // They are all of one person.
        PersonKey::of(self.0.first().map_or("", |(name, _)| name), finder)
    }

    /// The spellings that the games have that count, the most frequent first.
    pub(super) fn in_order(&self) -> Vec<(String, u64)> {
        let own = self.0.iter().map(|(name, count)| (name.clone(), count.games));
        let mut own: Vec<(String, u64)> = own.filter(|(_, games)| *games > 0).collect();
        own.sort_by(|(a, of_a), (b, of_b)| by_frequency(a, *of_a).cmp(&by_frequency(b, *of_b)));
        own
    }
}

/// The most frequent name first, then by the text.
fn by_frequency(name: &str, games: u64) -> (Reverse<u64>, &str) {
    (Reverse(games), name)
}

/// A person's games, counted in several ways. Where each game counts once, each number counts the copies that have what
/// it is about, as a query for it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonTally {
    /// All games that name the person, those that `person=` finds.
    pub(super) games: u64,
    /// Those with each colour, Black's first.
    pub(super) seats: [u64; 2],
    /// How these ended.
    pub(super) sides: [Results; 2],
    /// How those ended in which the person has one seat.
    pub(super) one_seat: Results,
    /// Games with the person in both seats.
    pub(super) both: u64,
    /// Games that name the person, but in neither seat.
    pub(super) beside: u64,
    pub(super) years: YearSpan,
}

/// A game that names a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PersonGame {
    /// How it ended for each seat that the person has, Black's first; without a seat, the person is named beside them.
    pub(super) seats: [Option<SeatResult>; 2],
    pub(super) year: Option<i32>,
}

impl PersonTally {
    /// The same with other numbers, each of which is made of two.
    fn with(&mut self, other: &PersonTally, number: fn(u64, u64) -> u64) {
        let join = |own: &mut u64, other: u64| *own = number(*own, other);
        join(&mut self.games, other.games);
        join(&mut self.both, other.both);
        join(&mut self.beside, other.beside);
        for (own, other) in self.seats.iter_mut().zip(other.seats) {
            join(own, other);
        }
        let own = self.sides.iter_mut().chain([&mut self.one_seat]);
        for (own, other) in own.zip(other.sides.into_iter().chain([other.one_seat])) {
            join(&mut own.won, other.won);
            join(&mut own.lost, other.lost);
            join(&mut own.drawn, other.drawn);
            join(&mut own.unknown, other.unknown);
        }
        self.years = spanned(self.years, other.years);
    }
}

impl AddAssign for PersonTally {
    fn add_assign(&mut self, more: PersonTally) {
        self.with(&more, |own, other| own + other);
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
        self.years = spanned(self.years, year.map(|year| (year, year)));
    }

    fn add_copy(&mut self, less_full: &PersonTally) {
        self.with(less_full, u64::max);
    }
}

/// A person's spellings and games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonGames {
    pub(super) names: Spelled,
    pub(super) games: OncePerGame<PersonTally>,
    /// Where each game counts once: the spellings in games that have copies, each with the numbers of the groups of
    /// copies in which it stands. `names` does not count these games, since two copies with one spelling are one game.
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

    /// The spellings that the games have that count, the most frequent first.
    pub(super) fn spellings(&self) -> Vec<(String, u64)> {
        if self.copied_names.is_empty() {
            return self.names.in_order();
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
        names.in_order()
    }
}

/// The details of a person who is asked for by name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonDetail {
    /// The opponents, by the number of the person.
    pub(super) opponents: Vec<(usize, OncePerGame<Results>)>,
    /// The games by spelling and archive or folder.
    pub(super) places: Vec<((String, String), OncePerGame<u64>)>,
}

impl PersonDetail {
    /// Adds what another index knows of the same person.
    pub(super) fn merge(&mut self, more: PersonDetail) {
        self.opponents.extend(more.opponents);
        add_up(&mut self.opponents);
        self.places.extend(more.places);
        add_up(&mut self.places);
    }

    /// The archives and folders of a spelling, the one with the most games first.
    pub(super) fn places_of(&self, name: &str) -> Vec<(String, u64)> {
        let own = self.places.iter().filter(|((own, _), _)| own == name);
        let mut places: Vec<(String, u64)> =
            own.map(|((_, place), games)| (place.clone(), games.total())).collect();
        places.sort_by(|(a, of_a), (b, of_b)| by_frequency(a, *of_a).cmp(&by_frequency(b, *of_b)));
        places
    }
}
