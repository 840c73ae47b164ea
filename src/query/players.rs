//! Lists the players of an index with their games, results, spellings and opponents.
//!
//! Everything is read from columns; no game is loaded. Spellings of one person are merged by the table of aliases and
//! by [`names`](kifu_record::text::names).

mod details;
mod gather;
pub mod learned_names;
mod names;
mod outside_seats;
mod people;
mod person;
mod player;
mod rated_games;
mod usual_spellings;

use crate::plan::Plan;
use details::Details;
pub(super) use gather::{GameSides, PlayedGame, SeatCounter};
use kifu_archive::error::Result;
use kifu_store::index::Index;
pub(super) use names::COLUMNS;
use names::{CountedNames, NameMatcher};
use outside_seats::count_outside_seats;
pub use people::People;
use people::RequestedPerson;
use person::PersonDetail;
pub(super) use person::{PersonKey, Spellings};
pub use player::{Opponent, PlayerSummary, Profile, Results, SpellingGames};
pub use rated_games::{
    CollectedGames, LeftOutGames, RatedBoards, RatedGames, collect_rated_games, gather_rated_games,
};
use std::collections::HashSet;
use std::iter::repeat_with;
pub use usual_spellings::UsualSpellings;

/// The players with the most games, and the number of all players.
pub fn most_frequent(index: &Index, limit: usize) -> Result<(Vec<PlayerSummary>, u64)> {
    Ok(all_players(index, None)?.most_frequent(limit, index.budget()))
}

/// A request for players by name.
#[derive(Clone, Copy, Debug)]
pub struct RequestedPlayers<'c> {
    /// The name, or words of a name.
    pub name: &'c str,
    /// True if `name` is the whole name of one person.
    pub is_whole_name: bool,
    /// Filter: only the games that this plan finds are counted; `None` counts all games.
    pub filter: Option<&'c Plan>,
}

impl RequestedPlayers<'_> {
    fn matching(&self, index: &Index, names: &CountedNames) -> HashSet<usize> {
        if self.is_whole_name {
            names.named_exactly(index, self.name).into_iter().collect()
        } else {
            names.matching(index, self.name)
        }
    }
}

/// All players with a game among those that the filter finds, or among all games.
pub fn all_players(index: &Index, filter: Option<&Plan>) -> Result<People> {
    count_people(index, &CountedNames::in_games_of(index, filter)?)
}

/// The players whom a name matches, with details of the first `limit` of them, and the names of all other players.
pub fn players_named(index: &Index, request: RequestedPlayers, limit: usize) -> Result<People> {
    let names = CountedNames::in_games_of(index, request.filter)?;
    let found = request.matching(index, &names);
    let names = names.with_games_of(&found);
    let mut people = count_people(index, &names)?;
    let order = people.sorted_by_games(found.iter().copied());
    let details = Details::collect(index, &names, order.iter().take(limit).copied())?;
    people.asked = self::with_details(order, details, &found);
    Ok(people)
}

/// All players, with details of those whom a name matches or might match by spellings in other indexes. An index
/// answers this way if it is one of several in a distributed search.
pub fn players_perhaps_named(index: &Index, request: RequestedPlayers) -> Result<People> {
    let names = CountedNames::in_games_of(index, request.filter)?;
    let found = request.matching(index, &names);
    let mut people = count_people(index, &names)?;
    let name_matcher = NameMatcher::new(index, request.name);
    let numbers = names
        .all
        .persons
        .iter()
        .filter_map(|(person, number)| name_matcher.may_match(person).then_some(*number));
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    let details = Details::collect(index, &names, numbers.iter().copied())?;
    people.asked = self::with_details(numbers, details, &found);
    Ok(people)
}

fn count_people(index: &Index, names: &CountedNames) -> Result<People> {
    let mut persons = gather::persons(index, names)?;
    let absent = count_outside_seats(index, names, &mut persons)?;
    Ok(People { persons, absent, ..People::default() })
}

/// Adds details (opponents and archives) to the requested persons. If the budget ended early, the last persons have no
/// details.
fn with_details(
    persons: Vec<usize>,
    details: Details,
    found: &HashSet<usize>,
) -> Vec<RequestedPerson> {
    let details = details.all.into_iter().chain(repeat_with(PersonDetail::default));
    let requested_person =
        |(person, detail)| RequestedPerson { person, is_found: found.contains(&person), detail };
    persons.into_iter().zip(details).map(requested_person).collect()
}
