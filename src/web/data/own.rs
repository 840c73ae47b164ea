//! How the games of a player went: all of them, or those against one other. Everything is counted by the queries that
//! the page links to, so a number and the games behind it cannot differ.

use super::clauses::Clauses;
use crate::engine::Result;
use crate::engine::page::PageRow;
use crate::engine::players::WinLoss;
use crate::engine::request::{Search, SearchPage, Stats};
use crate::engine::stats::{Count, Counts, PlayerResults};
use crate::game::Color;
use crate::language::quote;
use crate::web::address::ParsedRequest;
use crate::web::desk::AnswerContext;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The newest games that are shown.
const NEWEST: usize = 12;
/// What may begin a clause that names players.
const NAMING: [&str; 5] = ["player", "vs:", "vs=", "p:", "p="];

/// Whose games are meant: those of a player, or those against one other.
#[derive(Clone)]
pub struct WhoseGames {
    /// The player.
    pub player: String,
    /// The other one.
    pub against: Option<String>,
    /// What else is asked of the games, as clauses.
    pub among: String,
}

/// The clause that finds a value of a field.
pub fn clause(field: &str, value: &str) -> String {
    format!("{field}:{}", quote(value))
}

/// The clause that finds exactly this value.
pub fn exactly(field: &str, value: &str) -> String {
    format!("{field}={}", quote(value))
}

/// What a page's own query asks of games, as clauses that can stand beside others. Pages about people count each game
/// once, if they are not told otherwise; programs say so.
pub fn among(context: &AnswerContext, asked: &ParsedRequest) -> Result<String> {
    let state = &asked.state;
    let clauses = Clauses::of(&context.opened.engine, &state.query)?.unordered();
    let is_page = !asked.path.starts_with("/api/");
    Ok(match state.unique.unwrap_or(is_page) {
        true => format!("{clauses} unique:yes").trim_start().to_owned(),
        false => clauses,
    })
}

impl WhoseGames {
    /// The same player against another one.
    pub fn against(&self, other: &str) -> WhoseGames {
        WhoseGames {
            against: Some(other.to_owned()),
            ..self.clone()
        }
    }

    /// The query that finds the games, or those as one colour.
    pub fn query(&self, color: Option<Color>) -> String {
        self.with(color, &[])
    }

    /// The query that finds those of the games that fit some more clauses.
    pub fn with(&self, color: Option<Color>, more: &[&str]) -> String {
        let own = self.own(color);
        let clauses = [own.as_str()].into_iter().chain(more.iter().copied());
        let clauses = clauses.chain([self.among.as_str()]);
        let clauses: Vec<&str> = clauses.filter(|clause| !clause.is_empty()).collect();
        clauses.join(" ")
    }

    /// The games that somebody won.
    pub fn decided(&self, color: Option<Color>) -> String {
        let won = match color {
            Some(_) => "(result:B+ OR result:W+)".to_owned(),
            None => {
                let [won, lost] = ["winner", "loser"].map(|field| clause(field, &self.player));
                format!("({won} OR {lost})")
            }
        };
        self.with(color, &[&won])
    }

    fn own(&self, color: Option<Color>) -> String {
        let seated = |color: Color| {
            let (own, other) = match color {
                Color::Black => ("black", "white"),
                Color::White => ("white", "black"),
            };
            let against = self.against.as_ref();
            let against =
                against.map_or_else(String::new, |name| format!(" {}", clause(other, name)));
            format!("{}{against}", clause(own, &self.player))
        };
        let among = self.among.to_lowercase();
        match (color, &self.against) {
            (Some(color), _) => seated(color),
            // Names in `player:` and `vs:` take seats of their own, so that another one would ask for more players.
            _ if NAMING.iter().any(|field| among.contains(field)) => {
                format!("({} OR {})", seated(Color::Black), seated(Color::White))
            }
            (None, None) => clause("player", &self.player),
            (None, Some(other)) => {
                format!("{} {}", clause("player", &self.player), clause("vs", other))
            }
        }
    }
}

/// The games with one opening.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Opening")]
pub struct OpeningGames {
    /// Its name.
    pub opening: String,
    /// All games.
    pub all: Count,
    /// Games as Black, if there are any.
    pub black: Option<Count>,
    /// Games as White.
    pub white: Option<Count>,
}

/// The games, counted. Results are those of the player.
pub struct PlayerGames {
    /// All of them.
    pub total: u64,
    /// How they went; a game with the player in both seats counts for each.
    pub all: WinLoss,
    /// Those as Black.
    pub black: WinLoss,
    /// Those as White.
    pub white: WinLoss,
    /// The games that somebody won.
    pub decided: u64,
    /// By year.
    pub years: Vec<Count>,
    /// By opening.
    pub openings: Vec<OpeningGames>,
    /// By event, without its number.
    pub series: Vec<Count>,
    /// The newest of them.
    pub newest: Vec<PageRow>,
    /// Whether everything was looked through.
    pub complete: bool,
}

/// The tables that games are counted in.
const TABLES: [&str; 3] = ["year", "opening", "series"];

/// Some of the games, in these tables.
struct PlayerTables {
    all: Count,
    tables: [Vec<Count>; TABLES.len()],
    complete: bool,
}

/// Counts the games.
pub fn count(context: &AnswerContext, whose: &WhoseGames) -> Result<PlayerGames> {
    let all = PlayerTables::count(context, whose, None)?;
    let black = PlayerTables::count(context, whose, Some(Color::Black))?;
    let white = PlayerTables::count(context, whose, Some(Color::White))?;
    let newest = context.ask(&newest(whose.query(None)))?;
    let decided = context
        .opened
        .engine
        .count(&whose.decided(None), &context.within)?;
    let complete = newest.incomplete.is_none() && decided.incomplete.is_none();
    let openings = |rows: Vec<Count>| {
        let [black, white] = [&black, &white].map(|part| by_value(&part.tables[1]));
        let row = |all: Count| {
            Some(OpeningGames {
                opening: all.value.clone()?,
                black: black.get(&all.value).map(|row| (*row).clone()),
                white: white.get(&all.value).map(|row| (*row).clone()),
                all,
            })
        };
        rows.into_iter().filter_map(row).collect()
    };
    let halves = |at: usize| [&black, &white].map(|part| &part.tables[at]);
    let [years, by_opening, series] = all.tables;
    Ok(PlayerGames {
        total: newest.answer.total,
        all: record(&[&black.all, &white.all]),
        black: record(&[&black.all]),
        white: record(&[&white.all]),
        decided: decided.answer,
        years: with_own(years, halves(0)),
        openings: openings(with_own(by_opening, halves(1))),
        series: with_own(series, halves(2)),
        newest: newest.answer.games,
        complete: complete && all.complete && black.complete && white.complete,
    })
}

impl PlayerTables {
    fn count(
        context: &AnswerContext,
        whose: &WhoseGames,
        color: Option<Color>,
    ) -> Result<PlayerTables> {
        let request = Stats {
            query: whose.query(color),
            by: TABLES.map(str::to_owned).to_vec(),
            ..Stats::default()
        };
        let (engine, within) = (&context.opened.engine, &context.within);
        let mut part = PlayerTables {
            all: Count::default(),
            tables: Default::default(),
            complete: false,
        };
        let own = |row: &Count| match color {
            Some(color) => of_player(row, color),
            None => row.clone(),
        };
        let mut tables = part.tables.iter_mut();
        let reply = engine.stats(&request, within, &mut |table: &Counts| {
            part.all = own(&table.all);
            if let Some(rows) = tables.next() {
                *rows = table.rows.iter().map(own).collect();
            }
            ControlFlow::Continue(())
        })?;
        part.complete = reply.incomplete.is_none();
        Ok(part)
    }
}

/// A row with the results of the player who has this colour in all of its games.
fn of_player(row: &Count, color: Color) -> Count {
    let (won, lost) = match color {
        Color::Black => (row.wins.black, row.wins.white),
        Color::White => (row.wins.white, row.wins.black),
    };
    Count {
        own: Some(PlayerResults {
            won,
            lost,
            drawn: row.wins.draws,
            both: 0,
        }),
        ..row.clone()
    }
}

fn record(rows: &[&Count]) -> WinLoss {
    let own = |of: fn(&PlayerResults) -> u64| {
        rows.iter().filter_map(|row| row.own.as_ref()).map(of).sum()
    };
    WinLoss {
        games: rows.iter().map(|row| row.games).sum(),
        won: own(|own| own.won),
        lost: own(|own| own.lost),
        drawn: own(|own| own.drawn),
        unknown: rows.iter().map(|row| row.wins.unknown).sum(),
    }
}

fn by_value(rows: &[Count]) -> HashMap<&Option<String>, &Count> {
    rows.iter().map(|row| (&row.value, row)).collect()
}

/// The rows with the results of the player: where the query is about several, those that the player has by colour.
fn with_own(rows: Vec<Count>, halves: [&Vec<Count>; 2]) -> Vec<Count> {
    let halves = halves.map(|rows| by_value(rows));
    let own = |row: &Count| {
        let own = halves.iter().filter_map(|rows| rows.get(&row.value)?.own);
        let sum = |a: PlayerResults, b: PlayerResults| PlayerResults {
            won: a.won + b.won,
            lost: a.lost + b.lost,
            drawn: a.drawn + b.drawn,
            both: 0,
        };
        own.reduce(sum).unwrap_or_default()
    };
    let row = |row: Count| Count {
        own: row.own.or_else(|| Some(own(&row))),
        ..row
    };
    rows.into_iter().map(row).collect()
}

/// The newest games of a query.
fn newest(query: String) -> SearchPage {
    SearchPage {
        search: Search {
            query,
            sort: vec!["-date".to_owned()],
            limit: Some(NEWEST),
            ..Search::default()
        },
        ..SearchPage::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_name_others_are_found_by_seats() {
        let whose = |among: &str| WhoseGames {
            player: "A".to_owned(),
            against: None,
            among: among.to_owned(),
        };
        let rows = [
            ("", "player:A", "player:A vs:B"),
            ("komi:0", "player:A komi:0", "player:A vs:B komi:0"),
            (
                "player:C",
                "(black:A OR white:A) player:C",
                "(black:A white:B OR white:A black:B) player:C",
            ),
        ];
        for (among, own, both) in rows {
            let whose = whose(among);
            assert_eq!(whose.query(None).replace('"', ""), own);
            assert_eq!(whose.against("B").query(None).replace('"', ""), both);
        }
        let black = whose("komi:0").with(Some(Color::Black), &["date:1990"]);
        assert_eq!(black.replace('"', ""), "black:A date:1990 komi:0");
    }
}
