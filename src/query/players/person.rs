//! Persons, known by their names alone.

use super::player::Results;
use crate::knowledge::aliases::{PersonFinder, PersonId};
use crate::query::outcomes::{YearSpan, spanned};
use crate::query::sums::add_up;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::ops::AddAssign;

/// What makes two names the same person's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(in crate::query) enum PersonKey {
    /// A person whose spellings are known.
    Known(PersonId),
    /// Somebody else, by the [`identity`] of the name.
    Named(String),
}

impl PersonKey {
    /// The person with a name.
    pub(in crate::query) fn of(name: &str, finder: &PersonFinder) -> PersonKey {
        let known = finder.person_or_identity(name);
        known.map_or_else(PersonKey::Named, PersonKey::Known)
    }

    /// The person with a name of this identity.
    pub(super) fn with(identity: &str, finder: &PersonFinder) -> PersonKey {
        let known = finder.with(identity).map(PersonKey::Known);
        known.unwrap_or_else(|| PersonKey::Named(identity.to_owned()))
    }
}

/// How many games have a spelling.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize,
)]
pub(in crate::query) struct SpellingCount {
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
pub(in crate::query) struct Spelled(Vec<(String, SpellingCount)>);

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
    pub(in crate::query) fn merge(&mut self, more: Spelled) {
        self.0.extend(more.0);
        add_up(&mut self.0);
    }

    /// The most frequent spelling of the index, the first of equally frequent ones.
    pub(in crate::query) fn label(&self) -> &str {
        let first = self.0.iter().min_by_key(|own| label_order(own));
        first.map_or("", |(name, _)| name)
    }

    /// The [`label`](Self::label) without the other spellings.
    pub(in crate::query) fn into_label(self) -> String {
        let by_label = |a: &_, b: &_| label_order(a).cmp(&label_order(b));
        let first = self.0.into_iter().min_by(by_label);
        first.map_or_else(String::new, |(name, _)| name)
    }

    /// Whether there are none.
    pub(in crate::query) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there are several.
    pub(super) fn is_varied(&self) -> bool {
        self.0.len() > 1
    }

    /// Whose spellings these are.
    pub(in crate::query) fn person(&self, finder: &PersonFinder) -> PersonKey {
        // They are all of one person.
        PersonKey::of(self.0.first().map_or("", |(name, _)| name), finder)
    }

    /// The spellings that the games have that count, the most frequent first.
    pub(super) fn in_order(&self) -> Vec<(String, u64)> {
        let own = self.0.iter();
        let own = own.map(|(name, count)| (name.clone(), count.games));
        let mut own: Vec<(String, u64)> = own.filter(|(_, games)| *games > 0).collect();
        own.sort_by(|a, b| order(a).cmp(&order(b)));
        own
    }
}

fn label_order((name, count): &(String, SpellingCount)) -> (Reverse<u64>, &str) {
    (Reverse(count.of_all), name)
}

fn order((name, games): &(String, u64)) -> (Reverse<u64>, &str) {
    (Reverse(*games), name)
}

/// A person's spellings, games with each colour, Black's first, and years.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonGames {
    pub(super) names: Spelled,
    pub(super) sides: [Results; 2],
    pub(super) years: YearSpan,
    /// Games with the person in both seats.
    pub(super) both: u64,
    /// Games that name the person, but in neither seat.
    pub(super) beside: u64,
}

impl PersonGames {
    /// Counts a game.
    pub(super) fn add(&mut self, side: usize, result: Results, year: Option<i32>) {
        if let Some(sum) = self.sides.get_mut(side) {
            *sum += result;
        }
        self.years = spanned(self.years, year.map(|year| (year, year)));
    }

    /// Adds the same person's games in another index.
    pub(super) fn merge(&mut self, more: PersonGames) {
        self.names.merge(more.names);
        for (sum, more) in self.sides.iter_mut().zip(more.sides) {
            *sum += more;
        }
        self.years = spanned(self.years, more.years);
        self.both += more.both;
        self.beside += more.beside;
    }

    /// The number of all games that name the person, those that `player:` finds.
    pub(super) fn games(&self) -> u64 {
        let seats: u64 = self.sides.iter().map(Results::games).sum();
        (seats + self.beside).saturating_sub(self.both)
    }
}

/// The details of a person who is asked for by name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct PersonDetail {
    /// The opponents, by the number of the person.
    pub(super) opponents: Vec<(usize, Results)>,
    /// The games by spelling and archive or folder.
    pub(super) places: Vec<((String, String), u64)>,
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
        let mut places: Vec<(String, u64)> = own
            .map(|((_, place), games)| (place.clone(), *games))
            .collect();
        places.sort_by(|a, b| order(a).cmp(&order(b)));
        places
    }
}
