//! Players and their games.

use super::Snapshot;
use super::advice::near;
use super::failure::Result;
use super::request::Players;
use super::row::VERSION;
use crate::query::players::{Opponent, Player, Profile, Results, Written, most_frequent, named};
use serde::Serialize;

/// The players that were asked for.
#[derive(Clone, Debug, Serialize)]
pub struct PlayersAnswer {
    /// How many there are.
    pub total: u64,
    /// The first of them, those with the most games first.
    pub players: Vec<PlayerRow>,
    /// For a name that no player has: similar names, each with its number of games.
    pub near: Vec<(String, u64)>,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerRow {
    v: u32,
    /// The most frequent spelling of the name.
    pub player: String,
    /// All games.
    #[serde(flatten)]
    pub all: Record,
    /// Games as Black.
    pub black: Record,
    /// Games as White.
    pub white: Record,
    /// The year of the first game, if known.
    pub first_year: Option<i32>,
    /// The year of the last game, if known.
    pub last_year: Option<i32>,
    /// The spellings of the name.
    pub spellings: Vec<SpellingRow>,
    /// The opponents, if a name was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponents: Option<Vec<OpponentRow>>,
    /// Games with this player in both seats, which count for each, if a name was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub both: Option<u64>,
    /// Further games, if a name was given: they name the player only in variations or without a colour. So
    /// `player:` finds `games - both + beside`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<u64>,
}

/// Games won and lost.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Record {
    /// All games.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games with an unknown result.
    pub unknown: u64,
}

/// A spelling of a name.
#[derive(Clone, Debug, Serialize)]
pub struct SpellingRow {
    /// The name.
    pub name: String,
    /// Games with this spelling.
    pub games: u64,
    /// The archives that contain it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub archives: Vec<ArchiveRow>,
}

/// An archive that contains a spelling.
#[derive(Clone, Debug, Serialize)]
pub struct ArchiveRow {
    /// Its path.
    pub path: String,
    /// Games.
    pub games: u64,
}

/// An opponent.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentRow {
    /// The name.
    pub player: String,
    /// The games against the opponent, from the player's point of view.
    #[serde(flatten)]
    pub results: Record,
}

impl From<Results> for Record {
    fn from(results: Results) -> Record {
        Record {
            games: results.games(),
            won: results.won,
            lost: results.lost,
            drawn: results.drawn,
            unknown: results.unknown,
        }
    }
}

impl From<Player> for PlayerRow {
    fn from(player: Player) -> PlayerRow {
        let all = player.all().into();
        let (first_year, last_year) = player.years.unzip();
        PlayerRow {
            v: VERSION,
            player: player.name,
            all,
            black: player.black.into(),
            white: player.white.into(),
            first_year,
            last_year,
            spellings: player.spellings.into_iter().map(Into::into).collect(),
            opponents: None,
            both: None,
            beside: None,
        }
    }
}

impl From<Written> for SpellingRow {
    fn from(written: Written) -> SpellingRow {
        let archive = |(path, games)| ArchiveRow { path, games };
        SpellingRow {
            name: written.name,
            games: written.games,
            archives: written.places.into_iter().map(archive).collect(),
        }
    }
}

impl From<Profile> for PlayerRow {
    fn from(found: Profile) -> PlayerRow {
        let row = |opponent: Opponent| OpponentRow {
            player: opponent.name,
            results: opponent.results.into(),
        };
        PlayerRow {
            opponents: Some(found.opponents.into_iter().map(row).collect()),
            both: Some(found.both),
            beside: Some(found.beside),
            ..found.player.into()
        }
    }
}

/// The most names that are suggested for an unknown one.
const NEAR: usize = 5;

pub(super) fn players(snapshot: &Snapshot, request: &Players) -> Result<PlayersAnswer> {
    let limit = request.limit.unwrap_or(usize::MAX);
    if request.name.trim().is_empty() {
        let (players, total) = most_frequent(snapshot.index, limit)?;
        return Ok(PlayersAnswer {
            total,
            players: players.into_iter().map(Into::into).collect(),
            near: Vec::new(),
        });
    }
    let (found, total) = named(snapshot.index, &request.name, limit)?;
    let near = if found.is_empty() {
        near(snapshot, &request.name, NEAR)?
    } else {
        Vec::new()
    };
    Ok(PlayersAnswer {
        total,
        players: found.into_iter().map(Into::into).collect(),
        near,
    })
}
