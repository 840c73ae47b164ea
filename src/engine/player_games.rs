//! Results of a player's games: of all games, or of those against one opponent. Each number is counted by the query
//! that a page can link to, so a number and the list of games behind it always agree.

use super::failure::Result;
use super::page::PageRow;
use super::players::WinLoss;
use super::question::Ask;
use super::request::{CountPlayerGames, Search, SearchPage, Stats};
use super::snapshot::Snapshot;
use super::stats::{Count, Counts, PlayerResults};
use super::{Item, Sink, ignore_items};
use kifu_language::quote;
use kifu_record::game::Color;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Beginnings of query clauses that name players, by which it is recognised whether a query contains such a clause.
const PLAYER_CLAUSES: [&str; 6] = ["player", "person", "vs:", "vs=", "p:", "p="];

/// Games of a player: all of them, or those against one opponent.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerSelection {
    /// Name of the player: any spelling of exactly one person.
    pub player: String,
    /// Opponent of the player in the selected games; `None` for all opponents.
    pub against: Option<String>,
    /// Further query clauses that the games must match.
    pub filter: String,
    /// True if the player is both Black and White in some games. The player neither won nor lost these games.
    pub plays_self: bool,
}

/// Query clause that finds exactly this value of a field.
pub fn exact_clause(field: &str, value: &str) -> String {
    format!("{field}={}", quote(value))
}

impl PlayerSelection {
    /// Selects those games that the player played against one opponent.
    pub fn against(&self, other: &str) -> PlayerSelection {
        PlayerSelection { against: Some(other.to_owned()), ..self.clone() }
    }

    /// Query for the selected games, or only for those in which the player had the given colour.
    pub fn query(&self, color: Option<Color>) -> String {
        self.query_with(color, &[])
    }

    /// Query for the selected games that also match some more clauses.
    pub fn query_with(&self, color: Option<Color>, more: &[&str]) -> String {
        let player_clauses = self.player_clauses(color);
        let clauses = [player_clauses.as_str()]
            .into_iter()
            .chain(more.iter().copied())
            .chain([self.filter.as_str()]);
        let clauses: Vec<&str> = clauses.filter(|clause| !clause.is_empty()).collect();
        clauses.join(" ")
    }

    /// Query for the selected games that the player won or lost, as opposed to draws and unknown results.
    pub fn decided_query(&self, color: Option<Color>) -> String {
        let seats = match color {
            Some(color) => self.seat(color),
            None => self.either_seat(|color| self.only_this_seat(color)),
        };
        self.with_filter(format!("{seats} (result:B+ OR result:W+)"))
    }

    /// Query for the selected games that the player won, or for those that the player lost.
    pub fn won_or_lost_query(&self, color: Option<Color>, is_won: bool) -> String {
        let result = |seat_color: Color| {
            let winner = if is_won { seat_color } else { seat_color.other() };
            format!("result:{}+", winner.letter())
        };
        self.with_filter(match color {
            Some(color) => format!("{} {}", self.seat(color), result(color)),
            None => self
                .either_seat(|color| format!("{} {}", self.only_this_seat(color), result(color))),
        })
    }

    /// Adds the clauses of `filter`, which restrict the games further, to clauses about the player.
    fn with_filter(&self, clauses: String) -> String {
        format!("{clauses} {}", self.filter).trim_end().to_owned()
    }

    fn player_clauses(&self, color: Option<Color>) -> String {
        let filter = self.filter.to_lowercase();
        let person = |name: &String| exact_clause("person", name);
        match color {
            Some(color) => self.seat(color),
            // The engine matches clauses about players with Black and White of a game, and refuses three different
            // players. So if the filter names players, the clauses say who is Black and who is White.
            None if PLAYER_CLAUSES.iter().any(|field| filter.contains(field)) => {
                self.either_seat(|color| self.seat(color))
            }
            None => {
                let clauses: Vec<String> = [Some(&self.player), self.against.as_ref()]
                    .into_iter()
                    .flatten()
                    .map(person)
                    .collect();
                clauses.join(" ")
            }
        }
    }

    fn either_seat(&self, seat: impl Fn(Color) -> String) -> String {
        format!("({} OR {})", seat(Color::Black), seat(Color::White))
    }

    /// Clauses that select the games in which the player has this colour.
    fn seat(&self, color: Color) -> String {
        let [own, other] = seat_fields(color);
        let against = self
            .against
            .as_ref()
            .map_or_else(String::new, |name| format!(" {}", exact_clause(other, name)));
        format!("{}{against}", exact_clause(own, &self.player))
    }

    /// Clauses that select the games in which the player has this colour and is not the opponent as well.
    fn only_this_seat(&self, color: Color) -> String {
        let seat = self.seat(color);
        if self.plays_self {
            format!("{seat} -{}", exact_clause(seat_fields(color)[1], &self.player))
        } else {
            seat
        }
    }
}

/// Names of the query fields for the person who has this colour, and for the opponent.
fn seat_fields(color: Color) -> [&'static str; 2] {
    match color {
        Color::Black => ["black-person", "white-person"],
        Color::White => ["white-person", "black-person"],
    }
}

/// Games of a player in which one opening was played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Opening"))]
pub struct OpeningGames {
    /// Name of the opening.
    pub opening: String,
    /// All games with the opening.
    pub all: Count,
    /// Games with the opening in which the player was Black, if there are any.
    pub black: Option<Count>,
    /// Games with the opening in which the player was White, if there are any.
    pub white: Option<Count>,
}

/// Results of the selected games of a player, in total and in tables. Won and lost mean by the player.
#[derive(Clone, Debug)]
pub struct PlayerGames {
    pub total: u64,
    /// Results of the games in which the player is either Black or White.
    pub all: WinLoss,
    /// Results of the games in which the player was Black.
    pub black: WinLoss,
    /// Results of the games in which the player was White.
    pub white: WinLoss,
    /// Games of the player by opening.
    pub openings: Vec<OpeningGames>,
    /// The newest games, as many as requested.
    pub newest: Vec<PageRow>,
    /// The requested tables, in their order.
    tables: Vec<(String, Vec<Count>)>,
}

impl PlayerGames {
    /// Takes a requested table out of the answer: the games of the player by a property, such as the year.
    pub fn take_table(&mut self, property: &str) -> Vec<Count> {
        let found = self.tables.iter_mut().find(|(name, _)| name == property);
        found.map(|(_, rows)| std::mem::take(rows)).unwrap_or_default()
    }
}

/// The games of a player with one colour, or all games of the player: those of each opening, then those of the
/// requested tables.
#[derive(Default)]
struct PlayerTables {
    all: Count,
    openings: Vec<Count>,
    tables: Vec<Vec<Count>>,
}

impl Ask for CountPlayerGames {
    type Answer = PlayerGames;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<PlayerGames> {
        let all = PlayerTables::count(snapshot, self, None)?;
        let black = PlayerTables::count(snapshot, self, Some(Color::Black))?;
        let white = PlayerTables::count(snapshot, self, Some(Color::White))?;
        let newest = newest(&self.selection, self.newest).answer(snapshot, &mut ignore_items)?;
        let openings = with_player_results(all.openings, [&black.openings, &white.openings]);
        let table = |(at, (name, rows)): (usize, (&String, Vec<Count>))| {
            let of_color = |part: &PlayerTables| part.tables.get(at).cloned().unwrap_or_default();
            let halves = [of_color(&black), of_color(&white)];
            (name.clone(), with_player_results(rows, halves.each_ref()))
        };
        let tables = self.tables.iter().zip(all.tables).enumerate().map(table).collect();
        Ok(PlayerGames {
            total: newest.total,
            all: sum_results(&[&black.all, &white.all]),
            black: sum_results(&[&black.all]),
            white: sum_results(&[&white.all]),
            openings: by_color(openings, [&black.openings, &white.openings]),
            newest: newest.games,
            tables,
        })
    }
}

/// Adds the games with Black and with White to the games of each opening.
fn by_color(rows: Vec<Count>, halves: [&Vec<Count>; 2]) -> Vec<OpeningGames> {
    let [black, white] = halves.map(|rows| by_value(rows));
    let row = |all: Count| {
        Some(OpeningGames {
            opening: all.value.clone()?,
            black: black.get(&all.value).map(|row| (*row).clone()),
            white: white.get(&all.value).map(|row| (*row).clone()),
            all,
        })
    };
    rows.into_iter().filter_map(row).collect()
}

impl PlayerTables {
    fn count(
        snapshot: &Snapshot,
        request: &CountPlayerGames,
        color: Option<Color>,
    ) -> Result<PlayerTables> {
        let properties = ["opening"].map(str::to_owned).into_iter();
        let question = Stats {
            query: request.selection.query(color),
            by: properties.chain(request.tables.iter().cloned()).collect(),
            ..Stats::default()
        };
        let player_row = |row: &Count| match color {
            Some(color) => player_results_row(row, color),
            None => row.clone(),
        };
        let mut part = PlayerTables::default();
        let mut is_first = true;
        question.answer(snapshot, &mut |item| {
            if let Item::Counts(table) = item {
                let Counts { all, rows, .. } = table;
                part.all = player_row(all);
                let rows = rows.iter().map(player_row).collect();
                if std::mem::take(&mut is_first) {
                    part.openings = rows;
                } else {
                    part.tables.push(rows);
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(part)
    }
}

/// Makes the row of a table with wins and losses of the player, who has the given colour in all games of the row.
fn player_results_row(row: &Count, color: Color) -> Count {
    let (won, lost) = match color {
        Color::Black => (row.wins.black, row.wins.white),
        Color::White => (row.wins.white, row.wins.black),
    };
    Count {
        player_results: Some(PlayerResults { won, lost, drawn: row.wins.draws, both: 0 }),
        ..row.clone()
    }
}

fn sum_results(rows: &[&Count]) -> WinLoss {
    let sum = |of: fn(&PlayerResults) -> u64| {
        rows.iter().filter_map(|row| row.player_results.as_ref()).map(of).sum()
    };
    WinLoss {
        games: rows.iter().map(|row| row.games).sum(),
        won: sum(|own| own.won),
        lost: sum(|own| own.lost),
        drawn: sum(|own| own.drawn),
        unknown: rows.iter().map(|row| row.wins.unknown).sum(),
    }
}

fn by_value(rows: &[Count]) -> HashMap<&Option<String>, &Count> {
    rows.iter().map(|row| (&row.value, row)).collect()
}

/// Adds the player's results to the rows of a table. If the query names several players, the engine's rows have no
/// results, so they are added up from the tables of the games as Black and as White.
fn with_player_results(rows: Vec<Count>, halves: [&Vec<Count>; 2]) -> Vec<Count> {
    let halves = halves.map(|rows| by_value(rows));
    let results = |row: &Count| {
        let by_color = halves.iter().filter_map(|rows| rows.get(&row.value)?.player_results);
        let sum = |a: PlayerResults, b: PlayerResults| PlayerResults {
            won: a.won + b.won,
            lost: a.lost + b.lost,
            drawn: a.drawn + b.drawn,
            both: 0,
        };
        by_color.reduce(sum).unwrap_or_default()
    };
    let row = |row: Count| Count {
        player_results: row.player_results.or_else(|| Some(results(&row))),
        ..row
    };
    rows.into_iter().map(row).collect()
}

/// Request for the newest of the selected games.
fn newest(selection: &PlayerSelection, limit: usize) -> SearchPage {
    SearchPage {
        search: Search {
            query: selection.query(None),
            sort: vec!["-date".to_owned()],
            limit: Some(limit),
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
        let whose = |filter: &str| PlayerSelection {
            player: "A".to_owned(),
            against: None,
            filter: filter.to_owned(),
            plays_self: false,
        };
        let rows = [
            ("", "person=A", "person=A person=B"),
            ("komi:0", "person=A komi:0", "person=A person=B komi:0"),
            (
                "player:C",
                "(black-person=A OR white-person=A) player:C",
                "(black-person=A white-person=B OR white-person=A black-person=B) player:C",
            ),
        ];
        for (among, own, both) in rows {
            let whose = whose(among);
            assert_eq!(whose.query(None).replace('"', ""), own);
            assert_eq!(whose.against("B").query(None).replace('"', ""), both);
        }
        let black = whose("komi:0").query_with(Some(Color::Black), &["date:1990"]);
        assert_eq!(black.replace('"', ""), "black-person=A date:1990 komi:0");
    }

    #[test]
    fn games_against_oneself_are_neither_won_nor_lost() {
        let mut whose = PlayerSelection {
            player: "A".to_owned(),
            against: None,
            filter: "komi:0".to_owned(),
            plays_self: false,
        };
        let query = |selection: &PlayerSelection, color, won| {
            selection.won_or_lost_query(color, won).replace('"', "")
        };
        assert_eq!(
            query(&whose, None, true),
            "(black-person=A result:B+ OR white-person=A result:W+) komi:0"
        );
        assert_eq!(query(&whose, Some(Color::White), false), "white-person=A result:B+ komi:0");
        whose.plays_self = true;
        assert_eq!(
            query(&whose, None, false),
            "(black-person=A -white-person=A result:W+ OR white-person=A -black-person=A result:B+) komi:0"
        );
        for text in [whose.decided_query(None), whose.won_or_lost_query(None, true)] {
            assert!(kifu_language::parse(&text).is_ok(), "{text}");
        }
    }
}
