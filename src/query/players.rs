//! The players of an index: their games, results, spellings and opponents.
//!
//! All of it comes from columns: no game is loaded. Spellings of one person are joined by the table of aliases and,
//! beyond it, where they differ in case, accents and hyphens alone.

mod gather;
mod names;

use crate::error::Result;
use crate::index::Index;
use gather::Gathered;
use names::Names;
pub(super) use names::{COLUMNS, each_name};
use std::collections::HashMap;
use std::ops::AddAssign;

/// Games by how they ended for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games whose result nobody knows, or that do not count.
    pub unknown: u64,
}

impl Results {
    /// All of them.
    pub fn games(&self) -> u64 {
        self.won + self.lost + self.drawn + self.unknown
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.won += other.won;
        self.lost += other.lost;
        self.drawn += other.drawn;
        self.unknown += other.unknown;
    }
}

/// A player with the games of all spellings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The spelling of most games.
    pub name: String,
    /// Games with Black.
    pub black: Results,
    /// Games with White.
    pub white: Results,
    /// The first and the last year, where one is known.
    pub years: Option<(i32, i32)>,
    /// All spellings, that of most games first.
    pub spellings: Vec<Written>,
}

impl Player {
    /// Both colours.
    pub fn all(&self) -> Results {
        let mut all = self.black;
        all += self.white;
        all
    }
}

/// A spelling with its games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// As it stands in the records.
    pub name: String,
    /// Games in which it does.
    pub games: u64,
    /// Where it does, by archive or folder, that of most games first; only of players who were asked for by name.
    pub places: Vec<(String, u64)>,
}

/// An opponent, with the results as the player had them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The spelling of most of the opponent's games.
    pub name: String,
    /// The games against the opponent.
    pub results: Results,
}

/// A player who was asked for by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The player.
    pub player: Player,
    /// The opponents, the most frequent first.
    pub opponents: Vec<Opponent>,
}

/// Steps that it takes to describe a player.
const PLAYER: usize = 50;

/// The players of most games, and how many there are.
pub fn most_frequent(index: &Index, limit: usize) -> Result<(Vec<Player>, u64)> {
    let names = Names::of(index)?;
    let gathered = Gathered::of(index, &names)?;
    let mut order = gathered.by_games(&names);
    let total = order.len() as u64;
    order.truncate(limit);
    let mut pace = index.budget().pace();
    let players = pace.each(PLAYER, order.iter());
    let players = players.map(|&person| gathered.player(&names, person));
    Ok((players.collect(), total))
}

/// The players whom a name finds as `player:` does, the one of most games first, and how many there are.
pub fn named(index: &Index, name: &str, limit: usize) -> Result<(Vec<Profile>, u64)> {
    let names = Names::of(index)?;
    let asked = names.matching(index, name);
    let gathered = Gathered::of(index, &names)?;
    let mut order = gathered.by_games(&names);
    order.retain(|person| asked.contains(person));
    let total = order.len() as u64;
    order.truncate(limit);
    let places: HashMap<usize, usize> = (0..)
        .zip(&order)
        .map(|(at, &person)| (person, at))
        .collect();
    let details = gather::details(index, &names, &places)?;
    let mut pace = index.budget().pace();
    let found = pace
        .each(PLAYER, order.iter().zip(details))
        .map(|(&person, detail)| {
            let mut player = gathered.player(&names, person);
            for written in &mut player.spellings {
                written.places = detail.places_of(&written.name);
            }
            let opponents = detail.opponents(|person| gathered.name(&names, person));
            Profile { player, opponents }
        });
    Ok((found.collect(), total))
}
