//! Data about a player as answers show it: results, spellings and opponents.

use crate::once_per_game::CopyTally;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Number of games by result, from a player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// Number of games won.
    pub won: u64,
    /// Number of games lost.
    pub lost: u64,
    /// Number of games drawn.
    pub drawn: u64,
    /// Number of games with an unknown result or without a winner.
    pub unknown: u64,
}

impl Results {
    /// Number of all games.
    pub fn games(&self) -> u64 {
        self.won + self.lost + self.drawn + self.unknown
    }
}

/// Result of a game from a player's point of view.
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

/// A player, with the games of all spellings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerSummary {
    /// The spelling that is most frequent in the index.
    pub name: String,
    /// Number of games that name the player. The clause `person=` finds the same number of games.
    pub games: u64,
    /// Number of games with each colour, Black's first.
    pub seats: [u64; 2],
    /// Results as Black.
    pub black: Results,
    /// Results as White.
    pub white: Results,
    /// Results of the games in which this player plays one colour and not both.
    pub one_seat: Results,
    /// First and last year of the games, if any year is known.
    pub years: Option<(i32, i32)>,
    /// All spellings, the most frequent first.
    pub spellings: Vec<SpellingGames>,
    /// Number of games in which this player plays both colours and so neither wins nor loses. Each of them counts for
    /// Black and for White in `seats`, but is one game.
    pub both: u64,
    /// Number of games that name the player neither as Black nor as White: only in variations, or without a colour.
    pub beside: u64,
}

/// A spelling with its games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpellingGames {
    /// The name as it occurs in the records.
    pub name: String,
    /// Number of games with this spelling.
    pub games: u64,
    /// Archives or folders in which the spelling occurs, with the number of games, the most frequent first. Filled only
    /// for players requested by name.
    pub places: Vec<(String, u64)>,
}

/// An opponent of a player, with the results from the player's point of view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The spelling of the opponent's name that is most frequent in the index.
    pub name: String,
    pub results: Results,
}

/// A player requested by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    pub player: PlayerSummary,
    /// The opponents, the most frequent first.
    pub opponents: Vec<Opponent>,
}
