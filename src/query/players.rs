//! The players of an index: their games, results, spellings and opponents.
//!
//! All of it comes from columns; no game is loaded. Spellings of one person are joined by the table of aliases and also
//! by [`names`](crate::text::names).

mod gather;
mod names;

use crate::error::Result;
use crate::index::Index;
use gather::Gathered;
pub(super) use gather::Seats;
use names::Names;
pub(super) use names::{COLUMNS, each_name};
use std::collections::HashMap;
use std::ops::AddAssign;

/// Games by their outcome for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games with an unknown result, and games that do not count.
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
    /// The most frequent spelling.
    pub name: String,
    /// Games as Black.
    pub black: Results,
    /// Games as White.
    pub white: Results,
    /// The first and the last year, if any is known.
    pub years: Option<(i32, i32)>,
    /// All spellings, the most frequent one first.
    pub spellings: Vec<Written>,
}

impl Player {
    /// The results with both colours.
    pub fn all(&self) -> Results {
        let mut all = self.black;
        all += self.white;
        all
    }
}

/// A spelling with its games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Written {
    /// The name as it occurs in the records.
    pub name: String,
    /// Games with this spelling.
    pub games: u64,
    /// Where it occurs, by archive or folder, the one with the most games first. Only for players requested by name.
    pub places: Vec<(String, u64)>,
}

/// An opponent, with the results from the player's point of view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The most frequent spelling of the opponent's name.
    pub name: String,
    /// The games against the opponent.
    pub results: Results,
}

/// A player requested by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The player.
    pub player: Player,
    /// The opponents, the most frequent first.
    pub opponents: Vec<Opponent>,
    /// Games with this player in both seats. They count for each seat.
    pub both: u64,
    /// Further games that name the player, but in neither seat: only in variations, or without a colour. `player:`
    /// finds them too.
    pub beside: u64,
}

/// The budget steps that describing a player costs.
const PLAYER: usize = 50;

/// The players with the most games, and the number of all players.
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

/// The players whom a name finds as `player:` does, the one with the most games first, and their number.
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
            Profile {
                player,
                opponents,
                both: detail.both,
                beside: detail.beside.len() as u64,
            }
        });
    Ok((found.collect(), total))
}
