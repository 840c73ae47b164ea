//! One player, and the list of all: the pages Player and Players.

use super::people::decoded;
use crate::engine::page::PageRow;
use crate::engine::players::{PlayerRow, PlayersAnswer, Record};
use crate::engine::request::{Page, Players, Search, Stats, Typed};
use crate::engine::stats::{Count, Counts};
use crate::engine::{Result, quote};
use crate::error::{Error, ErrorKind};
use crate::game::Color;
use crate::web::address::Asked;
use crate::web::desk::{Desk, Told};
use serde::Serialize;
use std::ops::ControlFlow;

/// The newest games that a player's page shows.
const NEWEST: usize = 12;
/// The most players of one name.
const SAME_NAME: usize = 12;

/// A player, and how the games went.
#[derive(Serialize)]
pub struct Person {
    /// Results, spellings and opponents.
    #[serde(flatten)]
    pub player: PlayerRow,
    /// Other players with this name, each with the number of games.
    pub others: Vec<(String, u64)>,
    /// All games that name the player.
    pub total: u64,
    /// These games by year.
    pub years: Vec<Count>,
    /// By opening.
    pub openings: Vec<Opening>,
    /// By event, without its number.
    pub series: Vec<Count>,
    /// The newest of them.
    pub newest: Vec<PageRow>,
}

/// The games of a player with one opening.
#[derive(Serialize)]
pub struct Opening {
    /// Its name.
    pub opening: String,
    /// All games.
    pub all: Count,
    /// Games as Black, if there are any.
    pub black: Option<Count>,
    /// Games as White.
    pub white: Option<Count>,
}

/// The clause that finds a value of a field.
pub fn clause(field: &str, value: &str) -> String {
    format!("{field}:{}", quote(value))
}

/// The clause that finds exactly this value.
pub fn exactly(field: &str, value: &str) -> String {
    format!("{field}={}", quote(value))
}

/// Whose games are meant: those of a player, or those against one other.
pub struct Whose {
    /// The player.
    pub player: String,
    /// The other one.
    pub against: Option<String>,
}

impl Whose {
    /// The query that finds the games, or those as one colour.
    pub fn query(&self, color: Option<Color>) -> String {
        let (own, others) = match color {
            None => ("player", "vs"),
            Some(Color::Black) => ("black", "white"),
            Some(Color::White) => ("white", "black"),
        };
        let own = clause(own, &self.player);
        match &self.against {
            None => own,
            Some(other) => format!("{own} {}", clause(others, other)),
        }
    }
}

impl Person {
    /// All games of the player.
    pub fn whose(&self) -> Whose {
        Whose {
            player: self.player.player.clone(),
            against: None,
        }
    }

    /// The query that finds the games that name the player, or those as one colour.
    pub fn query(&self, color: Option<Color>) -> String {
        self.whose().query(color)
    }
}

/// The player of an address, `/player/NAME`; of several with that name the one with the most games.
pub fn find(desk: &Desk, asked: &Asked) -> Result<Told<Person>> {
    let name = decoded(asked.path.strip_prefix("/player/").unwrap_or_default());
    let engine = &desk.opened.engine;
    let Told {
        data: (player, others),
        complete: all_named,
    } = named(desk, &name)?;
    let others = others
        .into_iter()
        .map(|other| (other.player, other.all.games));
    let query = clause("player", &player.player);
    let mut tables = Vec::new();
    let stats = Stats {
        query: query.clone(),
        by: ["year", "opening,colour", "series"]
            .map(str::to_owned)
            .to_vec(),
        unique: asked.state.unique,
    };
    let counted = engine.stats(&stats, &desk.within, &mut |table: &Counts| {
        tables.push(table.clone());
        ControlFlow::Continue(())
    })?;
    let mut tables = tables.into_iter();
    let mut next = || tables.next();
    let (years, openings, series) = (next(), next(), next());
    let newest = engine.page(&newest(query, asked.state.unique), &desk.within)?;
    let complete = [counted.incomplete, newest.incomplete];
    Ok(Told {
        complete: all_named && complete.iter().all(Option::is_none),
        data: Person {
            player,
            others: others.collect(),
            total: counted.answer,
            years: years.map_or_else(Vec::new, |table| table.rows),
            openings: openings.map_or_else(Vec::new, |table| by_opening(&table)),
            series: series.map_or_else(Vec::new, |table| table.rows),
            newest: newest.answer.games,
        },
    })
}

/// The player with a name, and others of that name; of several the one with the most games.
pub(super) fn named(desk: &Desk, name: &str) -> Result<Told<(PlayerRow, Vec<PlayerRow>)>> {
    let request = Players {
        name: name.to_owned(),
        limit: Some(SAME_NAME),
    };
    let reply = desk.opened.engine.players(&request, &desk.within)?;
    let PlayersAnswer {
        mut players, near, ..
    } = reply.answer;
    if name.trim().is_empty() || players.is_empty() {
        return Err(unknown(name, &near).into());
    }
    let at = players.iter().position(|player| player.player == name);
    let player = players.remove(at.unwrap_or(0));
    Ok(Told {
        complete: reply.incomplete.is_none(),
        data: (player, players),
    })
}

/// The newest games of a query.
pub(super) fn newest(query: String, unique: bool) -> Page {
    Page {
        search: Search {
            query,
            sort: vec!["-date".to_owned()],
            unique,
            limit: Some(NEWEST),
            ..Search::default()
        },
        ..Page::default()
    }
}

/// A cross table of openings and colours, by opening.
fn by_opening(table: &Counts) -> Vec<Opening> {
    let of_color = |opening: &Count, color: &str| {
        let is_it = |row: &&Count| {
            row.value == opening.value
                && row
                    .across
                    .as_ref()
                    .is_some_and(|across| across.as_deref() == Some(color))
        };
        table.rows.iter().find(is_it).cloned()
    };
    let row = |all: &Count| {
        Some(Opening {
            opening: all.value.clone()?,
            black: of_color(all, "Black"),
            white: of_color(all, "White"),
            all: all.clone(),
        })
    };
    table.down.iter().filter_map(row).collect()
}

fn unknown(name: &str, near: &[(String, u64)]) -> Error {
    let error = Error::new(ErrorKind::NotFound, format!("no player is called `{name}`"));
    let names: Vec<String> = (near.iter())
        .map(|(name, games)| format!("{name} ({games})"))
        .collect();
    match names.is_empty() {
        true => error,
        false => error.help(format!("similar names: {}", names.join(", "))),
    }
}

/// Players, those with the most games first.
#[derive(Serialize)]
pub struct People {
    /// What their names begin with, in any spelling; empty for all.
    pub name: String,
    /// Whom another player is looked for to be put beside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// How many players there are in all; `None` for a beginning.
    pub total: Option<u64>,
    /// The players.
    pub players: Vec<Listed>,
}

/// A player in a list.
#[derive(Serialize)]
pub struct Listed {
    /// The most frequent spelling of the name.
    pub player: String,
    /// The spelling that begins as was typed, if it is another one.
    pub spelling: Option<String>,
    /// Games.
    pub games: u64,
    /// How they went, where that was counted.
    pub own: Option<Record>,
    /// The years of the first and the last game, as far as they are known.
    pub years: Option<(i32, i32)>,
}

/// The players of the archive, or those whose names begin as was typed.
pub fn list(desk: &Desk, asked: &Asked) -> Result<Told<People>> {
    let name = asked.name.trim().to_owned();
    if name.is_empty() {
        return everyone(desk, asked);
    }
    let typed = Typed {
        // As if the name were still typed.
        query: format!("player:\"{}", name.replace(['"', '\\'], " ")),
        ..Typed::default()
    };
    let reply = desk.opened.engine.complete(&typed)?;
    let players = reply.answer.suggestions.into_iter();
    let players = players.filter(|found| found.kind == "player");
    Ok(Told {
        complete: reply.incomplete.is_none(),
        data: People {
            beside: asked.pair.first().cloned(),
            name,
            total: None,
            players: players
                .map(|found| Listed {
                    player: found.text,
                    spelling: found.spelling,
                    games: found.games.unwrap_or(0),
                    own: None,
                    years: None,
                })
                .collect(),
        },
    })
}

fn everyone(desk: &Desk, asked: &Asked) -> Result<Told<People>> {
    let request = Players {
        name: String::new(),
        limit: Some(asked.limit),
    };
    let reply = desk.opened.engine.players(&request, &desk.within)?;
    let row = |row: PlayerRow| Listed {
        games: row.all.games,
        years: row.first_year.zip(row.last_year),
        own: Some(row.all),
        player: row.player,
        spelling: None,
    };
    Ok(Told {
        complete: reply.incomplete.is_none(),
        data: People {
            beside: asked.pair.first().cloned(),
            name: String::new(),
            total: Some(reply.answer.total),
            players: reply.answer.players.into_iter().map(row).collect(),
        },
    })
}
