//! Lists the players of an index with their games, results, spellings and opponents.
//!
//! Everything is read from columns; no game is loaded. Spellings of one person are merged by the table of aliases and
//! by [`names`](kifu_record::text::names).

mod beside;
mod details;
mod gather;
pub mod learned;
mod names;
mod people;
mod person;
mod player;
mod usual;

use crate::plan::Plan;
use beside::count_beside;
use details::Details;
pub(super) use gather::{GameSides, PlayedGame, Seats};
use kifu_archive::error::Result;
use kifu_store::index::Index;
pub(super) use names::COLUMNS;
use names::{CountedNames, NameMatcher};
use people::AskedPerson;
pub use people::People;
use person::PersonDetail;
pub(super) use person::{PersonKey, Spelled};
pub use player::{Opponent, PlayerSummary, Profile, Results, SpellingGames};
use std::collections::HashSet;
use std::iter::repeat_with;
pub use usual::UsualSpellings;

/// The players with the most games, and the number of all players.
pub fn most_frequent(index: &Index, limit: usize) -> Result<(Vec<PlayerSummary>, u64)> {
    Ok(everybody(index, None)?.most_frequent(limit, index.budget()))
}

/// A request for players by name.
#[derive(Clone, Copy, Debug)]
pub struct RequestedPlayers<'c> {
    /// The name, or words of a name.
    pub name: &'c str,
    /// True if `name` is the whole name of one person.
    pub whole: bool,
    /// Filter: only the games of this plan count; `None` counts all games.
    pub among: Option<&'c Plan>,
}

impl RequestedPlayers<'_> {
    fn found(&self, index: &Index, names: &CountedNames) -> HashSet<usize> {
        if self.whole {
            names.called(index, self.name).into_iter().collect()
        } else {
            names.matching(index, self.name)
        }
    }
}

/// All players, with the games that count.
pub fn everybody(index: &Index, among: Option<&Plan>) -> Result<People> {
    people(index, &CountedNames::among(index, among)?)
}

/// The players whom a name matches, with details of the first `limit` of them, and the names of all other players.
pub fn with_name(index: &Index, asked: RequestedPlayers, limit: usize) -> Result<People> {
    let names = CountedNames::among(index, asked.among)?;
    let found = asked.found(index, &names);
    let names = names.with_games_of(&found);
    let mut people = people(index, &names)?;
    let order = people.in_order(found.iter().copied());
    let details = Details::of(index, &names, order.iter().take(limit).copied())?;
    people.asked = self::asked(order, details, &found);
    Ok(people)
}

/// All players, with details of those whom a name matches or might match by spellings in other indexes. A part of a
/// distributed index answers this way.
pub fn perhaps_with_name(index: &Index, asked: RequestedPlayers) -> Result<People> {
    let names = CountedNames::among(index, asked.among)?;
    let found = asked.found(index, &names);
    let mut people = people(index, &names)?;
    let sought = NameMatcher::new(index, asked.name);
    let numbers = names
        .all
        .persons
        .iter()
        .filter_map(|(person, number)| sought.may_be(person).then_some(*number));
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    let details = Details::of(index, &names, numbers.iter().copied())?;
    people.asked = self::asked(numbers, details, &found);
    Ok(people)
}

fn people(index: &Index, names: &CountedNames) -> Result<People> {
    let mut persons = gather::persons(index, names)?;
    let absent = count_beside(index, names, &mut persons)?;
    Ok(People { persons, absent, ..People::default() })
}

/// Combines persons with their details. If the budget ended early, the last persons have none.
fn asked(persons: Vec<usize>, details: Details, found: &HashSet<usize>) -> Vec<AskedPerson> {
    let details = details.all.into_iter().chain(repeat_with(PersonDetail::default));
    let asked =
        |(person, detail)| AskedPerson { person, is_found: found.contains(&person), detail };
    persons.into_iter().zip(details).map(asked).collect()
}
