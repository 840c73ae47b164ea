//! What is told of a player.

use crate::once::CopyTally;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Games by their outcome for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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

/// How a game ended for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum SeatResult {
    Won,
    Lost,
    Drawn,
    Unknown,
}

impl CopyTally for Results {
    type Game = SeatResult;

    fn count(&mut self, game: SeatResult) {
        *match game {
            SeatResult::Won => &mut self.won,
            SeatResult::Lost => &mut self.lost,
            SeatResult::Drawn => &mut self.drawn,
            SeatResult::Unknown => &mut self.unknown,
        } += 1;
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
pub struct PlayerSummary {
    /// The most frequent spelling of the index.
    pub name: String,
    /// The number of games that name the player: those that `person=` finds.
    pub games: u64,
    /// Those with each colour, Black's first.
    pub seats: [u64; 2],
    /// Games as Black.
    pub black: Results,
    /// Games as White.
    pub white: Results,
    /// Those with this player in one seat.
    pub one_seat: Results,
    /// The first and the last year, if any is known.
    pub years: Option<(i32, i32)>,
    /// All spellings, the most frequent one first.
    pub spellings: Vec<SpellingGames>,
    /// Games with this player in both seats, which the player neither won nor lost. They count for each seat, but are one
    /// game each.
    pub both: u64,
    /// Further games that name the player, but in neither seat: only in variations, or without a colour.
    pub beside: u64,
}

/// A spelling with its games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpellingGames {
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
    pub player: PlayerSummary,
    /// The opponents, the most frequent first.
    pub opponents: Vec<Opponent>,
}
