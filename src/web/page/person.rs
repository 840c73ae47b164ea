//! The page of a player: results, years, opponents, openings, events and the newest games. Every number leads to the
//! games that it counts.

use super::figures::{percent, stone};
use super::text::{name, visible};
use super::{Content, Drawn, Frame, parts, plain, rows};
use crate::engine::players::{OpponentRow, PlayerRow, Record};
use crate::engine::stats::Count;
use crate::engine::words::{counted, thousands};
use crate::game::Color;
use crate::web::data::person::{Opening, Person, clause, exactly};
use crate::web::state::{State, encoded};
use maud::{Markup, html};

/// Rows that a table shows before it is opened.
const SHOWN: usize = 13;
/// The most rows of an opened table.
const MOST: usize = 500;

/// The address of a player's page.
pub fn address(name: &str) -> String {
    format!(
        "/player/{}",
        encoded(name).replace('+', "%20").replace('/', "%2F")
    )
}

/// The games that some clauses find.
fn games(clauses: &[&str]) -> String {
    let state = State {
        query: clauses.join(" "),
        ..State::default()
    };
    state.at_path("/games")
}

/// Draws the page.
pub fn draw(view: &Frame, found: &Person) -> Drawn {
    let player = &found.player;
    let content = Content {
        title: visible(&player.player),
        sentence: plain(sentence(found)),
        main: html! {
            div.person {
                (head(found))
                (numbers(found))
                (years(found))
                (opponents(found))
                (openings(found))
                (events(found))
                section #newest aria-label="Newest games" {
                    div.head { h2 { "Newest games" } a href=(games(&[&found.query(None), "sort:-date"])) { "all games →" } }
                    ol.games {
                        @for row in &found.newest {
                            li { a href=(rows::address(&row.game, &State::default())) { (rows::one(&row.game)) } }
                        }
                    }
                }
            }
        },
    };
    parts(view, content)
}

/// `3,255 games, 1962 to 2024.`
fn sentence(found: &Person) -> String {
    let games = counted(found.total, "game", "games");
    match (found.player.first_year, found.player.last_year) {
        (Some(first), Some(last)) if first < last => format!("{games}, {first} to {last}."),
        (Some(year), _) => format!("{games}, {year}."),
        _ => format!("{games}."),
    }
}

fn head(found: &Person) -> Markup {
    let player = &found.player;
    let explored = |color| {
        let state = State {
            query: found.query(Some(color)),
            ..State::default()
        };
        state.at_path("/")
    };
    html! {
        div.who {
            div {
                h1 { (name(&player.player)) }
                (written(player))
                @if !found.others.is_empty() {
                    p.muted {
                        "Others of this name: "
                        @for (other, count) in &found.others {
                            a href=(address(other)) { (name(other)) } " (" (thousands(*count)) ") "
                        }
                    }
                }
            }
            div.choice {
                a href=(games(&[&found.query(None)])) { "All " (counted(found.total, "game", "games")) }
                a href=(explored(Color::Black)) { "Explore as Black" }
                a href=(explored(Color::White)) { "Explore as White" }
            }
        }
    }
}

/// The other spellings of a name, and where all of them are met.
fn written(player: &PlayerRow) -> Markup {
    let others = || {
        player
            .spellings
            .iter()
            .filter(|written| written.name != player.player)
    };
    html! {
        @if others().next().is_some() {
            p.muted {
                "also written "
                @for (at, spelling) in others().enumerate() {
                    @if at > 0 { ", " }
                    (name(&spelling.name)) " (" (thousands(spelling.games)) ")"
                }
            }
        }
    }
}

/// Four numbers: games, and the rates of all, as Black and as White.
fn numbers(found: &Person) -> Markup {
    let player = &found.player;
    let winner = clause("winner", &player.player);
    let of_color = |color: Color| games(&[&found.query(Some(color))]);
    html! {
        ul.numbers {
            li {
                a href=(games(&[&found.query(None)])) { strong { (thousands(player.all.games)) } }
                span { "games" @if let Some(beside) = player.beside.filter(|beside| *beside > 0) { ", " (thousands(beside)) " more in teams" } }
            }
            li {
                a href=(games(&[&winner])) { strong { (rate(&player.all)) } }
                span { "won · " (won_and_lost(&player.all)) }
            }
            @for (color, record, side) in [(Color::Black, &player.black, "as Black"), (Color::White, &player.white, "as White")] {
                li {
                    a href=(of_color(color)) { (stone(color)) strong { (rate(record)) } }
                    span { (side) " · " (won_and_lost(record)) }
                }
            }
        }
    }
}

fn rate(record: &Record) -> String {
    match record.won + record.lost {
        0 => "–".to_owned(),
        decided => percent(record.won, decided),
    }
}

fn won_and_lost(record: &Record) -> String {
    let (won, lost) = (thousands(record.won), thousands(record.lost));
    match record.drawn {
        0 => format!("{won}–{lost}"),
        drawn => format!("{won}–{lost}, {} drawn", thousands(drawn)),
    }
}

/// The drawing of the years: its width, the height of the bars, and the room for the years below them.
const SIZE: (f64, f64, f64) = (900.0, 110.0, 18.0);

/// Games a year, won and others, each a link.
fn years(found: &Person) -> Markup {
    let dated = || {
        (found.years.iter()).filter_map(|row| Some((row.value.as_ref()?.parse::<i32>().ok()?, row)))
    };
    let (Some(first), Some(last)) = (
        dated().map(|(year, _)| year).min(),
        dated().map(|(year, _)| year).max(),
    ) else {
        return html! {};
    };
    let most = dated().map(|(_, row)| row.games).max().unwrap_or(1).max(1) as f64;
    let (width, height, below) = SIZE;
    let each = width / f64::from(last - first + 1);
    let x = |year: i32| f64::from(year - first) * each;
    let tall = |games: u64| games as f64 / most * height;
    let label = if last - first < 12 { 1 } else { 10 };
    html! {
        section #years aria-label="Games a year" {
            div.head {
                h2 { "Games a year" }
                span.key { i.won {} "won " i.other {} "lost or open" }
            }
            svg.own-years viewBox=(format!("0 0 {width} {}", height + below)) role="group" aria-label=(format!("Games a year, {first} to {last}")) {
                @for (year, row) in dated() {
                    @let won = tall(row.own.map_or(0, |own| own.won));
                    @let all = tall(row.games);
                    @let query = format!("date:{year}");
                    a href=(games(&[&found.query(None), &query])) aria-label=(year_in_words(year, row)) {
                        title { (year_in_words(year, row)) }
                        rect.hit x=(short(x(year))) y="0" width=(short(each)) height=(height) {}
                        rect.other x=(short(x(year))) y=(short(height - all)) width=(short(each * 0.88)) height=(short(all)) {}
                        rect.won x=(short(x(year))) y=(short(height - won)) width=(short(each * 0.88)) height=(short(won)) {}
                    }
                    @if year % label == 0 {
                        text x=(short(x(year) + each / 2.0)) y=(height + 14.0) { (year) }
                    }
                }
            }
        }
    }
}

fn year_in_words(year: i32, row: &Count) -> String {
    let won = row.own.map_or(0, |own| own.won);
    format!("{year}: {}, {won} won", counted(row.games, "game", "games"))
}

fn short(value: f64) -> String {
    format!("{value:.1}")
}

/// A row of a table: name, address of its games, games, won, lost.
struct Row {
    name: String,
    page: Option<String>,
    games: String,
    count: u64,
    won: u64,
    lost: u64,
    /// The rates as Black and as White, in place of the games won and lost.
    by_color: Option<Markup>,
}

fn opponents(found: &Person) -> Markup {
    let row = |row: &OpponentRow| Row {
        games: games(&[&found.query(None), &clause("vs", &row.player)]),
        page: Some(address(&row.player)),
        name: row.player.clone(),
        count: row.results.games,
        won: row.results.won,
        lost: row.results.lost,
        by_color: None,
    };
    let rows: Vec<Row> = found.player.opponents.iter().flatten().map(row).collect();
    table("opponents", ("Opponents", "Opponent"), &rows)
}

fn openings(found: &Person) -> Markup {
    let row = |row: &Opening| {
        let opening = exactly("opening", &row.opening);
        let as_color = |color: Color, count: &Option<Count>| {
            let own = count.as_ref().and_then(|count| count.own);
            let decided = own.map_or(0, |own| own.won + own.lost);
            html! {
                @if let Some(own) = own.filter(|_| decided > 0) {
                    a href=(games(&[&found.query(Some(color)), &opening])) { (stone(color)) (percent(own.won, decided)) } " "
                }
            }
        };
        Row {
            games: games(&[&found.query(None), &opening]),
            by_color: Some(html! {
                (as_color(Color::Black, &row.black)) (as_color(Color::White, &row.white))
            }),
            ..counts(&row.all, row.opening.clone())
        }
    };
    let rows: Vec<Row> = found.openings.iter().map(row).collect();
    table("openings", ("Openings", "Opening"), &rows)
}

fn events(found: &Person) -> Markup {
    let row = |row: &Count| {
        let series = row.value.clone()?;
        Some(Row {
            games: games(&[&found.query(None), &exactly("series", &series)]),
            ..counts(row, series)
        })
    };
    let rows: Vec<Row> = found.series.iter().filter_map(row).collect();
    table("events", ("Events", "Event"), &rows)
}

fn counts(row: &Count, name: String) -> Row {
    Row {
        name,
        page: None,
        games: String::new(),
        count: row.games,
        won: row.own.map_or(0, |own| own.won),
        lost: row.own.map_or(0, |own| own.lost),
        by_color: None,
    }
}

/// A table of the most frequent rows; the others stand below it, closed.
fn table(id: &str, (title, column): (&str, &str), rows: &[Row]) -> Markup {
    let (first, rest) = rows.split_at(rows.len().min(SHOWN));
    let rest = rest.get(..rest.len().min(MOST)).unwrap_or(rest);
    html! {
        @if !rows.is_empty() {
            section id=(id) aria-label=(title) {
                div.head { h2 { (title) } span { (thousands(rows.len() as u64)) } }
                (tabled(title, column, first))
                @if !rest.is_empty() {
                    details.rest { summary { (thousands(rest.len() as u64)) " more" } (tabled(title, column, rest)) }
                }
            }
        }
    }
}

fn tabled(title: &str, column: &str, rows: &[Row]) -> Markup {
    html! {
        table.own {
            caption.hidden { (title) }
            thead.hidden { tr { th scope="col" { (column) } th scope="col" { "Games" } th scope="col" { "Won" } th scope="col" { "Won and lost" } } }
            tbody {
                @for row in rows {
                    tr {
                        th scope="row" {
                            @match &row.page {
                                Some(page) => a href=(page) { (name(&row.name)) },
                                None => (name(&row.name)),
                            }
                        }
                        td.number { a href=(row.games) { (thousands(row.count)) } }
                        td.results { (own_bar(row)) }
                        td.number {
                            @match &row.by_color {
                                Some(rates) => span.colours { (rates) },
                                None => { (thousands(row.won)) "–" (thousands(row.lost)) },
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The games won among those won and lost.
fn own_bar(row: &Row) -> Markup {
    let decided = (row.won + row.lost).max(1);
    html! {
        svg.own-bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.other width="100" height="10" {}
            rect.won width=(short(100.0 * row.won as f64 / decided as f64)) height="10" {}
        }
    }
}
