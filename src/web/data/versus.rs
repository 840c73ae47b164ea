//! Two players head to head: the games of one against the other.

use super::person::{Opening, Whose, named, newest};
use crate::engine::Result;
use crate::engine::page::PageRow;
use crate::engine::players::Record;
use crate::engine::request::Stats;
use crate::engine::stats::{Count, Counts, Own};
use crate::error::{Error, ErrorKind};
use crate::game::Color;
use crate::web::address::Asked;
use crate::web::desk::{Desk, Told};
use serde::Serialize;
use std::ops::ControlFlow;

/// The games of two players against each other. Results are those of the first.
#[derive(Serialize)]
pub struct Versus {
    v: u32,
    /// The two names.
    pub players: [String; 2],
    /// The query that finds their games.
    pub query: String,
    /// These games.
    pub total: u64,
    /// How they went.
    #[serde(flatten)]
    pub all: Record,
    /// Those in which the first player has Black.
    pub black: Record,
    /// Those in which the first player has White.
    pub white: Record,
    /// By year.
    pub years: Vec<Count>,
    /// By opening.
    pub openings: Vec<Opening>,
    /// The newest of them.
    pub newest: Vec<PageRow>,
}

impl Versus {
    /// Whose games they are.
    pub fn whose(&self) -> Whose {
        let [player, other] = self.players.clone();
        Whose {
            player,
            against: Some(other),
        }
    }
}

/// The two players of an address: `player=A&player=B`.
pub fn find(desk: &Desk, asked: &Asked) -> Result<Told<Versus>> {
    let [first, second] = asked.pair.as_slice() else {
        let message = "two players are compared, no more and no less";
        return Err(Error::new(ErrorKind::Query, message)
            .help("write player=A&player=B")
            .into());
    };
    let (first, second) = (named(desk, first)?, named(desk, second)?);
    let names = [first.data.0.player, second.data.0.player];
    if names.first() == names.last() {
        let message = format!("both are one player: `{}`", names.concat());
        return Err(Error::new(ErrorKind::Query, message).into());
    }
    let [player, other] = names.clone();
    let whose = Whose {
        player,
        against: Some(other),
    };
    let unique = asked.state.unique;
    let black = Half::count(desk, &whose, Color::Black, unique)?;
    let white = Half::count(desk, &whose, Color::White, unique)?;
    let query = whose.query(None);
    let engine = &desk.opened.engine;
    let newest = engine.page(&newest(query.clone(), unique), &desk.within)?;
    Ok(Told {
        complete: first.complete
            && second.complete
            && black.complete
            && white.complete
            && newest.incomplete.is_none(),
        data: Versus {
            v: 1,
            players: names,
            query,
            total: newest.answer.total,
            all: record(&[&black.all, &white.all]),
            black: record(&[&black.all]),
            white: record(&[&white.all]),
            years: joined(&black.years, &white.years, |row| row.number),
            openings: openings(&black.openings, &white.openings),
            newest: newest.answer.games,
        },
    })
}

/// The games in which the first player has one colour, with that player's results.
struct Half {
    all: Count,
    years: Vec<Count>,
    openings: Vec<Count>,
    complete: bool,
}

impl Half {
    fn count(desk: &Desk, whose: &Whose, color: Color, unique: bool) -> Result<Half> {
        let request = Stats {
            query: whose.query(Some(color)),
            by: ["year", "opening"].map(str::to_owned).to_vec(),
            unique,
        };
        let mut tables = Vec::new();
        let within = &desk.within;
        let reply = desk
            .opened
            .engine
            .stats(&request, within, &mut |table: &Counts| {
                tables.push(table.clone());
                ControlFlow::Continue(())
            })?;
        let own = |row: &Count| of_player(row, color);
        let rows = |at: usize| -> Vec<Count> {
            let table: Option<&Counts> = tables.get(at);
            table.map_or_else(Vec::new, |table| table.rows.iter().map(own).collect())
        };
        let nothing = Count::default();
        Ok(Half {
            all: own(tables.first().map_or(&nothing, |table| &table.all)),
            years: rows(0),
            openings: rows(1),
            complete: reply.incomplete.is_none(),
        })
    }
}

/// A row with the results of the player who has this colour in all of its games.
fn of_player(row: &Count, color: Color) -> Count {
    let (won, lost) = match color {
        Color::Black => (row.wins.black, row.wins.white),
        Color::White => (row.wins.white, row.wins.black),
    };
    Count {
        own: Some(Own {
            won,
            lost,
            drawn: row.wins.draws,
            both: 0,
        }),
        ..row.clone()
    }
}

fn record(rows: &[&Count]) -> Record {
    let own = |of: fn(&Own) -> u64| rows.iter().filter_map(|row| row.own.as_ref()).map(of).sum();
    Record {
        games: rows.iter().map(|row| row.games).sum(),
        won: own(|own| own.won),
        lost: own(|own| own.lost),
        drawn: own(|own| own.drawn),
        unknown: rows.iter().map(|row| row.wins.unknown).sum(),
    }
}

/// The rows of both halves, those of one value added up, in the order of a key.
fn joined<K: Ord>(black: &[Count], white: &[Count], key: impl Fn(&Count) -> K) -> Vec<Count> {
    let mut rows: Vec<Count> = black.to_vec();
    for row in white {
        match rows.iter_mut().find(|known| known.value == row.value) {
            Some(known) => add(known, row),
            None => rows.push(row.clone()),
        }
    }
    // Games without a value come last.
    rows.sort_by_cached_key(|row| (row.value.is_none(), key(row)));
    rows
}

fn add(sum: &mut Count, row: &Count) {
    sum.games += row.games;
    sum.wins.black += row.wins.black;
    sum.wins.white += row.wins.white;
    sum.wins.draws += row.wins.draws;
    sum.wins.unknown += row.wins.unknown;
    if let (Some(sum), Some(own)) = (&mut sum.own, row.own) {
        sum.won += own.won;
        sum.lost += own.lost;
        sum.drawn += own.drawn;
    }
}

fn openings(black: &[Count], white: &[Count]) -> Vec<Opening> {
    let of = |rows: &[Count], name: &str| {
        let is_it = |row: &&Count| row.value.as_deref() == Some(name);
        rows.iter().find(is_it).cloned()
    };
    let row = |all: Count| {
        let opening = all.value.clone()?;
        Some(Opening {
            black: of(black, &opening),
            white: of(white, &opening),
            all,
            opening,
        })
    };
    let most = |row: &Count| (std::cmp::Reverse(row.games), row.value.clone());
    let all = joined(black, white, most);
    all.into_iter().filter_map(row).collect()
}
