//! The players of an index as values that can be merged with those of other indexes.

use super::person::{PersonDetail, PersonGames, PersonKey, PersonTally};
use super::player::{Opponent, PlayerSummary, Profile, Results, SpellingGames};
use crate::once_per_game::OncePerGame;
use kifu_language::knowledge::aliases::{Aliases, PersonFinder};
use kifu_record::cancel::{TimeBudget, checkpoint};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;

/// All players of one or several indexes, with details of those requested by name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct People {
    /// The persons who play Black or White in some game, in no particular order.
    pub(super) persons: Vec<PersonGames>,
    /// Persons whom the requested name matches, and persons whom it may match because another index spells them
    /// differently.
    pub(super) asked: Vec<RequestedPerson>,
    /// Counts for persons who play neither Black nor White in any game of the index, but are named in variations or
    /// without a colour: an identity of each person's name, and the counts.
    pub(super) absent: Vec<(String, OncePerGame<PersonTally>)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct RequestedPerson {
    /// Number of the person.
    pub(super) person: usize,
    /// True if the name matches one of the person's spellings.
    pub(super) is_found: bool,
    pub(super) detail: PersonDetail,
}

/// Cost of describing one player, in budget steps of about 10 ns.
const PLAYER_STEPS: usize = 50;

impl People {
    /// Merges the players of several indexes.
    pub fn merge(parts: impl IntoIterator<Item = People>, aliases: &Aliases) -> People {
        let mut joined = MergedPeople {
            finder: aliases.finder(),
            numbers: HashMap::new(),
            requested: HashMap::new(),
            merged: People::default(),
        };
        parts.into_iter().for_each(|part| joined.add(part));
        joined.finish()
    }

    /// True if the requested name matches somebody who has games.
    pub fn is_found(&self) -> bool {
        !self.matching().is_empty()
    }

    /// Number of games of each person, in no particular order.
    pub(crate) fn games(&self, finder: &PersonFinder) -> impl Iterator<Item = (PersonKey, u64)> {
        self.persons.iter().map(|person| (person.names.person(finder), person.games.total().games))
    }

    /// The players with the most games, and the number of all players.
    pub fn most_frequent(&self, limit: usize, budget: &TimeBudget) -> (Vec<PlayerSummary>, u64) {
        let order = self.sorted_by_games(0..self.persons.len());
        let mut ticker = budget.ticker();
        let players = ticker
            .take_within_budget(PLAYER_STEPS, order.iter().take(limit))
            .filter_map(|&person| self.player(person));
        (players.collect(), order.len() as u64)
    }

    /// The first `limit` players whom the requested name matches, the one with the most games first, and the number of
    /// all matching players.
    pub fn profiles(&self, limit: usize, budget: &TimeBudget) -> (Vec<Profile>, u64) {
        let order = self.matching();
        let details: HashMap<usize, &PersonDetail> =
            self.asked.iter().map(|asked| (asked.person, &asked.detail)).collect();
        let mut ticker = budget.ticker();
        let profiles = ticker
            .take_within_budget(PLAYER_STEPS, order.iter().take(limit))
            .filter_map(|person| self.profile(*person, details.get(person)?));
        (profiles.collect(), order.len() as u64)
    }

    /// The persons whom the requested name matches, sorted by number of games.
    fn matching(&self) -> Vec<usize> {
        let found = self.asked.iter().filter(|asked| asked.is_found);
        self.sorted_by_games(found.map(|asked| asked.person))
    }

    /// Those of the given persons who have games, sorted by number of games, and by name if the numbers are equal.
    pub(super) fn sorted_by_games(&self, some: impl Iterator<Item = usize>) -> Vec<usize> {
        let games = |number: usize| {
            let person = self.persons.get(number);
            person.map_or(0, |person| person.games.total().games)
        };
        let mut order: Vec<(usize, u64)> = some.map(|person| (person, games(person))).collect();
        order.retain(|(_, games)| *games > 0);
        order.sort_by_cached_key(|(person, games)| (Reverse(*games), self.name(*person)));
        order.into_iter().map(|(person, _)| person).collect()
    }

    /// The person's most frequent name.
    fn name(&self, person: usize) -> &str {
        let person = self.persons.get(person);
        person.map_or("", |person| person.names.label())
    }

    fn player(&self, number: usize) -> Option<PlayerSummary> {
        let person = self.persons.get(number)?;
        let games = person.games.total();
        let [black, white] = games.sides;
        let written = |(name, games)| SpellingGames { name, games, places: Vec::new() };
        Some(PlayerSummary {
            name: self.name(number).to_owned(),
            games: games.games,
            seats: games.seats,
            black,
            white,
            one_seat: games.one_seat,
            years: games.years,
            spellings: person.spellings().into_iter().map(written).collect(),
            both: games.both,
            beside: games.beside,
        })
    }

    fn profile(&self, number: usize, detail: &PersonDetail) -> Option<Profile> {
        let mut player = self.player(number)?;
        for written in &mut player.spellings {
            written.places = detail.places_of_spelling(&written.name);
        }
        let opponent = |(person, results): &(usize, OncePerGame<Results>)| Opponent {
            name: self.name(*person).to_owned(),
            results: results.total(),
        };
        let mut opponents: Vec<Opponent> = detail.opponents.iter().map(opponent).collect();
        opponents.sort_by(|a, b| {
            let key = |o: &Opponent| Reverse(o.results.games());
            (key(a), &a.name).cmp(&(key(b), &b.name))
        });
        Some(Profile { player, opponents })
    }
}

/// Merged players of the indexes added so far.
struct MergedPeople<'a> {
    finder: PersonFinder<'a>,
    numbers: HashMap<PersonKey, usize>,
    requested: HashMap<usize, RequestedPerson>,
    merged: People,
}

impl MergedPeople<'_> {
    fn add(&mut self, part: People) {
        let numbers: Vec<usize> =
            part.persons.into_iter().map(|person| self.number(person)).collect();
        for mut asked in part.asked {
            let Some(&person) = numbers.get(asked.person) else {
                continue;
            };
            let to_merged = |(person, results): (usize, _)| {
                checkpoint();
                Some((*numbers.get(person)?, results))
            };
            let opponents = std::mem::take(&mut asked.detail.opponents).into_iter();
            asked.detail.opponents = opponents.filter_map(to_merged).collect();
            let known = self.requested.entry(person).or_insert_with(|| RequestedPerson {
                person,
                is_found: false,
                detail: PersonDetail::default(),
            });
            known.is_found |= asked.is_found;
            known.detail.merge(asked.detail);
        }
        self.merged.absent.extend(part.absent);
    }

    /// Adds a person's games and returns the person's number in the merged list.
    fn number(&mut self, person: PersonGames) -> usize {
        checkpoint();
        let next = self.merged.persons.len();
        let number = self.numbers.entry(person.names.person(&self.finder));
        let number = *number.or_insert(next);
        match self.merged.persons.get_mut(number) {
            Some(known) => known.merge(person),
            None => self.merged.persons.push(person),
        }
        number
    }

    fn finish(mut self) -> People {
        // A person who plays neither Black nor White in one index may do so in another.
        for (identity, games) in std::mem::take(&mut self.merged.absent) {
            checkpoint();
            let person = self.numbers.get(&PersonKey::from_identity(&identity, &self.finder));
            if let Some(person) = person.and_then(|person| self.merged.persons.get_mut(*person)) {
                person.games += games;
            }
        }
        self.merged.asked = self.requested.into_values().collect();
        self.merged
    }
}
