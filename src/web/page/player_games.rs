//! Draws the results of a player's games: win rates, years, and tables. The pages of one player and of two players head
//! to head use it.

use super::addresses::games;
use super::columns::downloads;
use super::figures::{one_decimal, percent, stone, switch, year_span};
use super::rows::{address, game_line};
use super::text::{color_name, escape_invisible, marked, name};
use crate::data::clauses::in_years;
use crate::state::{PageChoice, PageState, PlayerTable, add_parameters, pairs};
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_engine::openings::opening_name;
use kifu_engine::page::PageRow;
use kifu_engine::player_games::{OpeningGames, PlayerSelection, exact_clause};
use kifu_engine::players::WinLoss;
use kifu_engine::stats::Count;
use kifu_engine::years::QueryYears;
use kifu_messages::Locale;
use kifu_record::game::Color;
use maud::{Markup, html};

/// Number of rows of a table that are visible at once.
const ROWS_AT_ONCE: usize = 13;
/// Largest number of further rows that become visible by a click. A row contains several queries, about a kilobyte
/// together, so more rows would make the page heavy.
const MAX_FOLDED_ROWS: usize = 30;
/// Largest number of rows of a table that is alone on its page.
const MAX_ROWS: usize = 300;

/// Address of Explore with the games in which the player has this colour.
fn explore_address(selection: &PlayerSelection, color: Color) -> Option<String> {
    PageState::default().with_query(selection.query(Some(color))).link("/")
}

/// Notice that a query restricts the games of the page, with a link to the page without it.
pub(super) fn filter_notice(state: &PageState, all_address: &str, locale: Locale) -> Markup {
    let query = state.query.trim();
    html! {
        @if !query.is_empty() {
            p.notice.narrowed {
                (marked!(locale, "own-narrowed"; query = html! { code { (escape_invisible(query)) } })) " "
                a #unnarrowed href=(all_address) { (say!(locale, "own-unnarrowed")) }
            }
        }
    }
}

/// Hidden form fields with the query that restricts the games, so that pages about people keep it.
pub(super) fn hidden_filter(state: &PageState) -> Markup {
    html! { @for (name, value) in state.unsorted_filter().pairs() { input type="hidden" name=(name) value=(value); } }
}

/// Draws the switch between counting each game once, which is the default on pages about people, and counting all
/// copies of a game.
pub(super) fn unique_switch(
    state: &PageState,
    page_address: impl Fn(&PageState) -> String,
    locale: Locale,
) -> Markup {
    let is_on = state.unique != Some(false);
    let other = state.with(|state| state.unique = is_on.then_some(false));
    switch(&page_address(&other), is_on, locale)
}

/// Links to the list of the player's games, and to Explore with the games in which the player has Black or White.
pub(super) fn game_links(selection: &PlayerSelection, total: u64, locale: Locale) -> Markup {
    html! {
        div.choice {
            a href=[games(&selection.query(None))] { (say!(locale, "own-all-games", n = total)) }
            @for color in Color::BOTH {
                a href=[explore_address(selection, color)] { (say!(locale, "own-explore-as", color = color_name(color, locale))) }
            }
        }
    }
}

/// Small links to Explore with the games against a rival in which the player has Black or White.
pub(super) fn rival_links(selection: &PlayerSelection, rival: &str, locale: Locale) -> Markup {
    html! {
        @for color in Color::BOTH {
            @let label = say!(locale, "own-openings-against", color = color_name(color, locale), rival = rival);
            " " a.opening-as href=[explore_address(selection, color)] title=(label) aria-label=(label) { (stone(color)) }
        }
    }
}

/// Draws the share of games won, with a link to the games won or lost.
fn rate(
    selection: &PlayerSelection,
    color: Option<Color>,
    record: &WinLoss,
    locale: Locale,
) -> Markup {
    let decided = record.won + record.lost;
    html! {
        @if let Some(color) = color { (stone(color)) }
        @if decided == 0 { strong { "–" } } @else {
            @let share = percent(record.won, record.won + record.lost);
            @let label = say!(locale, "own-rate", share = share.as_str(), n = decided);
            a href=[games(&selection.decided_query(color))] title=(label) aria-label=(label) { strong { (share) } }
        }
    }
}

/// Draws the numbers of games won and lost: in all games, as Black, and as White, each with a link. On the page of two
/// players, the games lost are those that the opponent won.
pub(super) fn records(
    selection: &PlayerSelection,
    [all, black, white]: [&WinLoss; 3],
    locale: Locale,
) -> Markup {
    let seats = [(None, all), (Some(Color::Black), black), (Some(Color::White), white)];
    html! {
        @for seat in seats {
            @let (color, record) = seat;
            li {
                span.rate { (rate(selection, color, record, locale)) }
                span {
                    @match color {
                        None => (say!(locale, "own-won")),
                        Some(color) => (say!(locale, "own-as", color = color_name(color, locale))),
                    }
                    " · "
                    (won_and_lost(selection, color, record, locale))
                }
            }
        }
    }
}

/// Draws wins and losses such as `12–9, 1 drawn`.
fn won_and_lost(
    selection: &PlayerSelection,
    color: Option<Color>,
    record: &WinLoss,
    locale: Locale,
) -> Markup {
    let link = |is_won: bool, number: u64| {
        let href = games(&selection.won_or_lost_query(color, is_won));
        let label = if is_won {
            say!(locale, "own-games-won", n = number)
        } else {
            say!(locale, "own-games-lost", n = number)
        };
        html! { a href=[href] aria-label=(label) { (format_thousands(number)) } }
    };
    let (won, lost) = (link(true, record.won), link(false, record.lost));
    match record.drawn {
        0 => html! { (won) "–" (lost) },
        drawn => marked!(locale, "own-won-lost-drawn", n = drawn; won = won, lost = lost),
    }
}

/// Size of the chart of years: its width, the height of the bars, and the height of the labels below them.
const SIZE: (f64, f64, f64) = (900.0, 110.0, 18.0);

/// A year, with the results of its games.
type DatedRow<'r> = (i32, &'r Count);

/// Draws the chart of games by year, and a form for choosing a range of years. `page_address` gives the address of this
/// page in another state.
pub(super) fn years(
    rows: &[Count],
    selection: &PlayerSelection,
    (state, page_address): (&PageState, impl Fn(&PageState) -> String),
    locale: Locale,
) -> Markup {
    let year = |row: &Count| row.value.as_ref()?.parse::<i32>().ok();
    let dated: Vec<DatedRow> = rows.iter().filter_map(|row| Some((year(row)?, row))).collect();
    let all = || dated.iter().map(|(year, _)| *year);
    let span = all().min().zip(all().max());
    let query_years = QueryYears::parse(&state.query);
    let chosen_years = query_years.as_ref().filter(|years| years.has_date);
    // The form is drawn even if no game is from the chosen years, so that other years can be chosen.
    if span.is_none() && chosen_years.is_none() {
        return html! {};
    }
    html! {
        section #years aria-label=(say!(locale, "own-years")) {
            div.head {
                h2 { (say!(locale, "own-years")) }
                @if let Some(years) = chosen_years {
                    (all_years(years, &page_address(&state.clone().with_query(&*years.rest)), locale))
                }
                span.key {
                    i.won {} (say!(locale, "own-years-won")) " "
                    i.other {} (say!(locale, "own-years-lost")) " "
                    i.open {} (say!(locale, "own-years-open"))
                }
            }
            @if let Some(span) = span { (drawing(&dated, selection, span, locale)) }
            @if let Some(years) = &query_years { (choose_years(&page_address(state), years, span, locale)) }
        }
    }
}

/// Number of years without games after which the next games are assumed to be another person's career: no player pauses
/// for so long.
const CAREER_GAP_YEARS: i32 = 30;

/// Splits games by year into careers, each with its first and last year.
pub(super) fn careers(rows: &[Count]) -> Vec<(i32, i32)> {
    let year = |row: &Count| row.value.as_ref()?.parse::<i32>().ok();
    let mut years: Vec<i32> = rows.iter().filter_map(year).collect();
    years.sort_unstable();
    years
        .chunk_by(|before, year| year - before < CAREER_GAP_YEARS)
        .filter_map(|career| career.first().copied().zip(career.last().copied()))
        .collect()
}

/// Tells which years the query asks for, with a link to the games of all years.
pub(super) fn all_years(years: &QueryYears, all: &str, locale: Locale) -> Markup {
    let chosen = match (years.first, years.last) {
        (Some(first), Some(last)) => year_span(first, last),
        (Some(first), None) => format!("{first}–"),
        (None, Some(last)) => format!("–{last}"),
        (None, None) => say!(locale, "years-dates"),
    };
    html! { a #all-years href=(all) aria-label=(say!(locale, "years-all")) { (chosen) " ✕" } }
}

/// Form for choosing the first and the last year. It leads to this page with the games of these years. At first it
/// contains the years of the first and the last game.
pub(super) fn choose_years(
    page_address: &str,
    years: &QueryYears,
    span: Option<(i32, i32)>,
    locale: Locale,
) -> Markup {
    let (path, asked) = page_address.split_once('?').unwrap_or((page_address, ""));
    let (first, last) = span.unzip();
    html! {
        form.choose-years method="get" action=(path) {
            @for (name, value) in pairs(asked) { input type="hidden" name=(name) value=(value); }
            label { (say!(locale, "years-from")) " " input #from type="number" name="from" min="0" max="9999" required
                value=[years.first.or(first)]; }
            label { " " (say!(locale, "years-to")) " " input #to type="number" name="to" min="0" max="9999" required
                value=[years.last.or(last)]; }
            button { (say!(locale, "years-choose")) }
        }
    }
}

/// Draws the chart of years: bars for games won and for other games. Each year is a link.
fn drawing(
    dated: &[DatedRow],
    selection: &PlayerSelection,
    (first, last): (i32, i32),
    locale: Locale,
) -> Markup {
    let most = dated.iter().map(|(_, row)| row.games).max().unwrap_or(1).max(1) as f64;
    let (width, height, below) = SIZE;
    let each = width / f64::from(last - first + 1);
    let x = |year: i32| f64::from(year - first) * each;
    let bar_height = |games: u64| games as f64 / most * height;
    let label = if last - first < 12 { 1 } else { 10 };
    let (from, to) = (first.to_string(), last.to_string());
    let span = say!(locale, "own-years-span", first = from, last = to);
    html! {
        svg.own-years viewBox=(format!("0 0 {width} {}", height + below)) role="group" aria-label=(span) {
            @for (year, row) in dated.iter().copied() {
                @let (won, lost) = row.player_results.map_or((0, 0), |own| (own.won, own.lost));
                @let all = bar_height(row.games);
                @let (decided, won) = (bar_height(won + lost), bar_height(won));
                a href=[games(&selection.query_with(None, &[&in_years(year, year)]))] aria-label=(year_in_words(year, row, locale)) {
                    title { (year_in_words(year, row, locale)) }
                    rect.hit x=(one_decimal(x(year))) y="0" width=(one_decimal(each)) height=(height) {}
                    rect.open x=(one_decimal(x(year))) y=(one_decimal(height - all)) width=(one_decimal(each * 0.88)) height=(one_decimal(all)) {}
                    rect.other x=(one_decimal(x(year))) y=(one_decimal(height - decided)) width=(one_decimal(each * 0.88)) height=(one_decimal(decided)) {}
                    rect.won x=(one_decimal(x(year))) y=(one_decimal(height - won)) width=(one_decimal(each * 0.88)) height=(one_decimal(won)) {}
                }
                @if year % label == 0 {
                    text x=(one_decimal(x(year) + each / 2.0)) y=(height + 14.0) { (year) }
                }
            }
        }
    }
}

fn year_in_words(year: i32, row: &Count, locale: Locale) -> String {
    let won = row.player_results.map_or(0, |own| own.won);
    let (year, won) = (year.to_string(), won.to_string());
    say!(locale, "own-year", year = year, n = row.games, won = won)
}

/// Draws the newest games of a player, with links to all games as a list and as files.
pub(super) fn newest(rows: &[PageRow], selection: &PlayerSelection, locale: Locale) -> Markup {
    let all = PageState {
        query: selection.query(None),
        sort: vec!["-date".to_owned()],
        ..PageState::default()
    };
    html! {
        section #newest aria-label=(say!(locale, "own-newest")) {
            div.head { h2 { (say!(locale, "own-newest")) } a href=[all.link("/games")] { (say!(locale, "own-newest-all")) } }
            ol.games {
                @for row in rows {
                    li { a href=(address(&row.game, &PageState::default())) { (game_line(&row.game, locale)) } }
                }
            }
            @if all.link("/games").is_some() { (downloads(&all, false, locale)) }
        }
    }
}

/// Row of a table of results: the name of an opening or the like, links, and numbers of games, of wins and of losses.
pub(super) struct ResultRow {
    pub name: String,
    /// Name of the row as drawn, if it is more than plain text.
    pub drawn: Option<Markup>,
    pub page: Option<String>,
    pub games: Option<String>,
    pub count: u64,
    pub won: u64,
    pub lost: u64,
    /// Drawn elements that take the place of the numbers of games won and lost; `None` to show these numbers.
    pub replacement: Option<Markup>,
}

impl ResultRow {
    fn drawn(&self) -> Markup {
        self.drawn.clone().unwrap_or_else(|| name(&self.name))
    }
}

/// Draws the table of games by opening, with the win rates as Black and as White.
pub(super) fn openings(
    rows: &[OpeningGames],
    selection: &PlayerSelection,
    place: &TablePlace,
    locale: Locale,
) -> Markup {
    let row = |row: &OpeningGames| {
        let opening = exact_clause("opening", &row.opening);
        let rate = |color: Color, count: &Option<Count>| {
            let results = count.as_ref().and_then(|count| count.player_results);
            let decided = results.map_or(0, |own| own.won + own.lost);
            let only = PlayerSelection {
                filter: format!("{opening} {}", selection.filter).trim_end().to_owned(),
                ..selection.clone()
            };
            html! {
                @if let Some(own) = results.filter(|_| decided > 0) {
                    @let share = percent(own.won, decided);
                    @let label = say!(locale, "own-rate-as", color = color_name(color, locale), share = share.as_str(), n = decided);
                    a href=[games(&only.decided_query(Some(color)))] title=(label) aria-label=(label) { (stone(color)) (share) } " "
                }
            }
        };
        ResultRow {
            games: games(&selection.query_with(None, &[&opening])),
            replacement: Some(html! {
                (rate(Color::Black, &row.black)) (rate(Color::White, &row.white))
            }),
            ..counts(&row.all, opening_name(&row.opening, locale).to_owned())
        }
    };
    let rows: Vec<ResultRow> = rows.iter().map(row).collect();
    let titles = (say!(locale, "own-openings"), say!(locale, "own-opening"));
    table((PlayerTable::Openings, place), (&titles.0, &titles.1), &rows, locale)
}

/// Row of a table for one value, without links.
pub(super) fn counts(row: &Count, name: String) -> ResultRow {
    ResultRow {
        name,
        drawn: None,
        page: None,
        games: None,
        count: row.games,
        won: row.player_results.map_or(0, |own| own.won),
        lost: row.player_results.map_or(0, |own| own.lost),
        replacement: None,
    }
}

/// Page with tables of results: its address, and the name of the only table that it shows, if one is chosen.
pub(super) struct TablePlace {
    pub address: String,
    pub single_table: Option<PlayerTable>,
}

impl TablePlace {
    /// Page with this address. The parameter `tab` of the state chooses the only table.
    pub(super) fn new(address: String, state: &PageState) -> TablePlace {
        TablePlace { address, single_table: state.tab.choice() }
    }

    /// True if the page shows everything; false if it shows a single table, because a visitor asked for the complete
    /// table.
    pub(super) fn shows_everything(&self) -> bool {
        self.single_table.is_none()
    }
}

/// Draws a table with the most frequent rows. A click shows further rows, and a link leads to a page with the complete
/// table.
pub(super) fn table(
    (which, place): (PlayerTable, &TablePlace),
    (title, column): (&str, &str),
    rows: &[ResultRow],
    locale: Locale,
) -> Markup {
    let is_single = place.single_table == Some(which);
    if !is_single && !place.shows_everything() {
        return html! {};
    }
    let shown = if is_single { MAX_ROWS } else { ROWS_AT_ONCE };
    let (first, rest) = rows.split_at(rows.len().min(shown));
    let folded = rest.get(..MAX_FOLDED_ROWS).unwrap_or(rest);
    let has_page = rest.len() > MAX_FOLDED_ROWS && !is_single;
    let id = which.value();
    let table_address = || add_parameters(&place.address, &format!("tab={id}"));
    html! {
        @if !rows.is_empty() {
            section id=(id) aria-label=(title) {
                div.head {
                    h2 { (title) }
                    span { (format_thousands(rows.len() as u64)) }
                    @if is_single { " " a href=(place.address) { (say!(locale, "own-whole-page")) } }
                }
                (table_markup(title, column, first, locale))
                @if !folded.is_empty() && !is_single {
                    details.rest { summary { (say!(locale, "own-more", n = folded.len())) } (table_markup(title, column, folded, locale)) }
                }
                @if has_page { p { a.all href=(table_address()) { (say!(locale, "own-all-rows", n = rows.len())) } } }
            }
        }
    }
}

fn table_markup(title: &str, column: &str, rows: &[ResultRow], locale: Locale) -> Markup {
    html! {
        table.own {
            caption.hidden { (title) }
            thead.hidden {
                tr {
                    th scope="col" { (column) }
                    th scope="col" { (say!(locale, "own-column-games")) }
                    th scope="col" { (say!(locale, "own-column-won")) }
                    th scope="col" { (say!(locale, "own-column-won-and-lost")) }
                }
            }
            tbody {
                @for row in rows {
                    tr {
                        th scope="row" {
                            @match &row.page {
                                Some(page) => a href=(page) { (row.drawn()) },
                                None => (row.drawn()),
                            }
                        }
                        td.number { a href=[&row.games] { (format_thousands(row.count)) } }
                        td.results { (won_bar(row.won, row.lost)) }
                        td.number {
                            @match &row.replacement {
                                Some(rates) => span.colours { (rates) },
                                None => { (format_thousands(row.won)) "–" (format_thousands(row.lost)) },
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Draws a bar with the share of games won among those won and lost.
pub(super) fn won_bar(won: u64, lost: u64) -> Markup {
    let decided = (won + lost).max(1);
    html! {
        svg.own-bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.other width="100" height="10" {}
            rect.won width=(one_decimal(100.0 * won as f64 / decided as f64)) height="10" {}
        }
    }
}
