//! Draws the results of a player's games: rates, years, tables. Used for all games of a player, and for those against
//! one opponent.

use super::addresses::games;
use super::columns::downloads;
use super::figures::{percent, short, span_of, stone, switch};
use super::rows::{address, one};
use super::text::{color_name, marked, name, escape_invisible};
use crate::data::clauses::in_years;
use crate::data::own::{OpeningGames, WhoseGames, exactly};
use crate::state::{PageChoice, PageState, PlayerTable, and, pairs};
use crate::words::say;
use kifu_engine::openings::opening_name;
use kifu_engine::page::PageRow;
use kifu_engine::players::WinLoss;
use kifu_engine::stats::Count;
use kifu_engine::number_format::format_thousands;
use kifu_engine::years::QueryYears;
use kifu_messages::Locale;
use kifu_record::game::Color;
use maud::{Markup, html};

/// Number of rows that a table shows at once.
const SHOWN: usize = 13;
/// Largest number of rows behind a click. A row contains several queries, about a kilobyte, so more rows would make the
/// page heavy.
const FOLDED: usize = 30;
/// Largest number of rows of a table that has a page of its own.
const MOST: usize = 300;

/// Address in Explore of the games in which the player has this colour.
fn as_color(whose: &WhoseGames, color: Color) -> Option<String> {
    PageState::default().asking(whose.query(Some(color))).link("/")
}

/// Notice that a query filters the games, with a link to the page without it.
pub(super) fn narrowed(state: &PageState, whole: &str, locale: Locale) -> Markup {
    let asked = state.query.trim();
    html! {
        @if !asked.is_empty() {
            p.notice.narrowed {
                (marked!(locale, "own-narrowed"; query = html! { code { (escape_invisible(asked)) } })) " "
                a #unnarrowed href=(whole) { (say!(locale, "own-unnarrowed")) }
            }
        }
    }
}

/// Hidden form fields that keep the filter of the games on pages about people.
pub(super) fn kept(state: &PageState) -> Markup {
    html! { @for (name, value) in state.among().pairs() { input type="hidden" name=(name) value=(value); } }
}

/// Switch between counting each game once, which is the default on pages about people, and counting all copies.
pub(super) fn once(
    state: &PageState,
    here: impl Fn(&PageState) -> String,
    locale: Locale,
) -> Markup {
    let is_on = state.unique != Some(false);
    let other = state.with(|state| state.unique = is_on.then_some(false));
    switch(&here(&other), is_on, locale)
}

/// Links to the list of the games, and to Explore with the games as either colour.
pub(super) fn ways(whose: &WhoseGames, total: u64, locale: Locale) -> Markup {
    html! {
        div.choice {
            a href=[games(&whose.query(None))] { (say!(locale, "own-all-games", n = total)) }
            @for color in Color::BOTH {
                a href=[as_color(whose, color)] { (say!(locale, "own-explore-as", color = color_name(color, locale))) }
            }
        }
    }
}

/// Small links to Explore with the games against a rival as either colour.
pub(super) fn explored(whose: &WhoseGames, rival: &str, locale: Locale) -> Markup {
    html! {
        @for color in Color::BOTH {
            @let said = say!(locale, "own-openings-against", color = color_name(color, locale), rival = rival);
            " " a.opening-as href=[as_color(whose, color)] title=(said) aria-label=(said) { (stone(color)) }
        }
    }
}

/// Share of games won, with a link to the decided games.
fn rate(whose: &WhoseGames, color: Option<Color>, record: &WinLoss, locale: Locale) -> Markup {
    let decided = record.won + record.lost;
    html! {
        @if let Some(color) = color { (stone(color)) }
        @if decided == 0 { strong { "–" } } @else {
            @let share = percent(record.won, record.won + record.lost);
            @let said = say!(locale, "own-rate", share = share.as_str(), n = decided);
            a href=[games(&whose.decided(color))] title=(said) aria-label=(said) { strong { (share) } }
        }
    }
}

/// Draws games won and lost: of all games, as Black, and as White, each number with a link. Against one opponent, the
/// lost games are those that the opponent won.
pub(super) fn records(
    whose: &WhoseGames,
    [all, black, white]: [&WinLoss; 3],
    locale: Locale,
) -> Markup {
    let seats = [(None, all), (Some(Color::Black), black), (Some(Color::White), white)];
    html! {
        @for seat in seats {
            @let (color, record) = seat;
            li {
                span.rate { (rate(whose, color, record, locale)) }
                span {
                    @match color {
                        None => (say!(locale, "own-won")),
                        Some(color) => (say!(locale, "own-as", color = color_name(color, locale))),
                    }
                    " · "
                    (won_and_lost(whose, color, record, locale))
                }
            }
        }
    }
}

/// Draws wins and losses such as `12–9, 1 drawn`.
fn won_and_lost(
    whose: &WhoseGames,
    color: Option<Color>,
    record: &WinLoss,
    locale: Locale,
) -> Markup {
    let link = |own: bool, number: u64| {
        let href = games(&whose.ended(color, own));
        let said = if own {
            say!(locale, "own-games-won", n = number)
        } else {
            say!(locale, "own-games-lost", n = number)
        };
        html! { a href=[href] aria-label=(said) { (format_thousands(number)) } }
    };
    let (won, lost) = (link(true, record.won), link(false, record.lost));
    match record.drawn {
        0 => html! { (won) "–" (lost) },
        drawn => marked!(locale, "own-won-lost-drawn", n = drawn; won = won, lost = lost),
    }
}

/// Size of the drawing of years: its width, the height of the bars, and the height of the labels below them.
const SIZE: (f64, f64, f64) = (900.0, 110.0, 18.0);

/// A year with its games.
type DatedRow<'r> = (i32, &'r Count);

/// Draws the games by year, and a form to choose years. `page_address` gives the address of this page in another state.
pub(super) fn years(
    rows: &[Count],
    whose: &WhoseGames,
    (state, here): (&PageState, impl Fn(&PageState) -> String),
    locale: Locale,
) -> Markup {
    let year = |row: &Count| row.value.as_ref()?.parse::<i32>().ok();
    let dated: Vec<DatedRow> = rows.iter().filter_map(|row| Some((year(row)?, row))).collect();
    let all = || dated.iter().map(|(year, _)| *year);
    let span = all().min().zip(all().max());
    let asked = QueryYears::parse(&state.query);
    let narrowed = asked.as_ref().filter(|years| years.has_date);
    // Even if no game has one of the chosen years, other years can be chosen.
    if span.is_none() && narrowed.is_none() {
        return html! {};
    }
    html! {
        section #years aria-label=(say!(locale, "own-years")) {
            div.head {
                h2 { (say!(locale, "own-years")) }
                @if let Some(years) = narrowed {
                    (all_years(years, &here(&state.clone().asking(&*years.rest)), locale))
                }
                span.key {
                    i.won {} (say!(locale, "own-years-won")) " "
                    i.other {} (say!(locale, "own-years-lost")) " "
                    i.open {} (say!(locale, "own-years-open"))
                }
            }
            @if let Some(span) = span { (drawing(&dated, whose, span, locale)) }
            @if let Some(years) = &asked { (choose_years(&here(state), years, span, locale)) }
        }
    }
}

/// Number of years without games after which a new career is assumed: no player pauses for so long.
const REST: i32 = 30;

/// Careers in games by year, each with its first and last year.
pub(super) fn careers(rows: &[Count]) -> Vec<(i32, i32)> {
    let year = |row: &Count| row.value.as_ref()?.parse::<i32>().ok();
    let mut years: Vec<i32> = rows.iter().filter_map(year).collect();
    years.sort_unstable();
    years
        .chunk_by(|before, year| year - before < REST)
        .filter_map(|own| own.first().copied().zip(own.last().copied()))
        .collect()
}

/// The years that a query asks for, with a link to the games of all years.
pub(super) fn all_years(years: &QueryYears, all: &str, locale: Locale) -> Markup {
    let chosen = match (years.first, years.last) {
        (Some(first), Some(last)) => span_of(first, last),
        (Some(first), None) => format!("{first}–"),
        (None, Some(last)) => format!("–{last}"),
        (None, None) => say!(locale, "years-dates"),
    };
    html! { a #all-years href=(all) aria-label=(say!(locale, "years-all")) { (chosen) " ✕" } }
}

/// Form with two years, which leads to an address with these years. By default they are those of the first and the last
/// game.
pub(super) fn choose_years(
    here: &str,
    years: &QueryYears,
    span: Option<(i32, i32)>,
    locale: Locale,
) -> Markup {
    let (path, asked) = here.split_once('?').unwrap_or((here, ""));
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

/// Draws bars of games won and other games; each year is a link.
fn drawing(
    dated: &[DatedRow],
    whose: &WhoseGames,
    (first, last): (i32, i32),
    locale: Locale,
) -> Markup {
    let most = dated.iter().map(|(_, row)| row.games).max().unwrap_or(1).max(1) as f64;
    let (width, height, below) = SIZE;
    let each = width / f64::from(last - first + 1);
    let x = |year: i32| f64::from(year - first) * each;
    let tall = |games: u64| games as f64 / most * height;
    let label = if last - first < 12 { 1 } else { 10 };
    let (from, to) = (first.to_string(), last.to_string());
    let span = say!(locale, "own-years-span", first = from, last = to);
    html! {
        svg.own-years viewBox=(format!("0 0 {width} {}", height + below)) role="group" aria-label=(span) {
            @for (year, row) in dated.iter().copied() {
                @let (won, lost) = row.player_results.map_or((0, 0), |own| (own.won, own.lost));
                @let all = tall(row.games);
                @let (decided, won) = (tall(won + lost), tall(won));
                a href=[games(&whose.with(None, &[&in_years(year, year)]))] aria-label=(year_in_words(year, row, locale)) {
                    title { (year_in_words(year, row, locale)) }
                    rect.hit x=(short(x(year))) y="0" width=(short(each)) height=(height) {}
                    rect.open x=(short(x(year))) y=(short(height - all)) width=(short(each * 0.88)) height=(short(all)) {}
                    rect.other x=(short(x(year))) y=(short(height - decided)) width=(short(each * 0.88)) height=(short(decided)) {}
                    rect.won x=(short(x(year))) y=(short(height - won)) width=(short(each * 0.88)) height=(short(won)) {}
                }
                @if year % label == 0 {
                    text x=(short(x(year) + each / 2.0)) y=(height + 14.0) { (year) }
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

/// Draws the newest games, with links to all games as a list and as files.
pub(super) fn newest(rows: &[PageRow], whose: &WhoseGames, locale: Locale) -> Markup {
    let all = PageState {
        query: whose.query(None),
        sort: vec!["-date".to_owned()],
        ..PageState::default()
    };
    html! {
        section #newest aria-label=(say!(locale, "own-newest")) {
            div.head { h2 { (say!(locale, "own-newest")) } a href=[all.link("/games")] { (say!(locale, "own-newest-all")) } }
            ol.games {
                @for row in rows {
                    li { a href=(address(&row.game, &PageState::default())) { (one(&row.game, locale)) } }
                }
            }
            @if all.link("/games").is_some() { (downloads(&all, false, locale)) }
        }
    }
}

/// Row of a table of results: name, links, number of games, won, lost.
pub(super) struct ResultRow {
    pub name: String,
    /// Name of the row as markup, if it is not plain text.
    pub drawn: Option<Markup>,
    pub page: Option<String>,
    pub games: Option<String>,
    pub count: u64,
    pub won: u64,
    pub lost: u64,
    /// Markup in the place of the games won and lost.
    pub told: Option<Markup>,
}

/// Table of games by opening, with the rates as Black and as White.
pub(super) fn openings(
    rows: &[OpeningGames],
    whose: &WhoseGames,
    place: &TablePlace,
    locale: Locale,
) -> Markup {
    let row = |row: &OpeningGames| {
        let opening = exactly("opening", &row.opening);
        let rate = |color: Color, count: &Option<Count>| {
            let own = count.as_ref().and_then(|count| count.player_results);
            let decided = own.map_or(0, |own| own.won + own.lost);
            let only = WhoseGames {
                among: format!("{opening} {}", whose.among).trim_end().to_owned(),
                ..whose.clone()
            };
            html! {
                @if let Some(own) = own.filter(|_| decided > 0) {
                    @let share = percent(own.won, decided);
                    @let said = say!(locale, "own-rate-as", color = color_name(color, locale), share = share.as_str(), n = decided);
                    a href=[games(&only.decided(Some(color)))] title=(said) aria-label=(said) { (stone(color)) (share) } " "
                }
            }
        };
        ResultRow {
            games: games(&whose.with(None, &[&opening])),
            told: Some(html! {
                (rate(Color::Black, &row.black)) (rate(Color::White, &row.white))
            }),
            ..counts(&row.all, opening_name(&row.opening, locale).to_owned())
        }
    };
    let rows: Vec<ResultRow> = rows.iter().map(row).collect();
    let titles = (say!(locale, "own-openings"), say!(locale, "own-opening"));
    table((PlayerTable::Openings, place), (&titles.0, &titles.1), &rows, locale)
}

/// Row of a value without its links.
pub(super) fn counts(row: &Count, name: String) -> ResultRow {
    ResultRow {
        name,
        drawn: None,
        page: None,
        games: None,
        count: row.games,
        won: row.player_results.map_or(0, |own| own.won),
        lost: row.player_results.map_or(0, |own| own.lost),
        told: None,
    }
}

/// Page of tables: its address, and the only table that is shown, if one is chosen.
pub(super) struct TablePlace {
    pub address: String,
    pub alone: Option<PlayerTable>,
}

impl TablePlace {
    /// Page with this address. The state's `tab` chooses the table.
    pub(super) fn new(address: String, state: &PageState) -> TablePlace {
        TablePlace { address, alone: state.tab.choice() }
    }

    /// True if the page shows all its tables; a single table leaves out everything else.
    pub(super) fn is_whole(&self) -> bool {
        self.alone.is_none()
    }
}

/// Draws a table of the most frequent rows. More rows follow behind a click, and the rest has a page of its own.
pub(super) fn table(
    (which, place): (PlayerTable, &TablePlace),
    (title, column): (&str, &str),
    rows: &[ResultRow],
    locale: Locale,
) -> Markup {
    let is_alone = place.alone == Some(which);
    if !is_alone && !place.is_whole() {
        return html! {};
    }
    let shown = if is_alone { MOST } else { SHOWN };
    let (first, rest) = rows.split_at(rows.len().min(shown));
    let folded = rest.get(..FOLDED).unwrap_or(rest);
    let has_page = rest.len() > FOLDED && !is_alone;
    let id = which.value();
    let alone = || and(&place.address, &format!("tab={id}"));
    html! {
        @if !rows.is_empty() {
            section id=(id) aria-label=(title) {
                div.head {
                    h2 { (title) }
                    span { (format_thousands(rows.len() as u64)) }
                    @if is_alone { " " a href=(place.address) { (say!(locale, "own-whole-page")) } }
                }
                (tabled(title, column, first, locale))
                @if !folded.is_empty() && !is_alone {
                    details.rest { summary { (say!(locale, "own-more", n = folded.len())) } (tabled(title, column, folded, locale)) }
                }
                @if has_page { p { a.all href=(alone()) { (say!(locale, "own-all-rows", n = rows.len())) } } }
            }
        }
    }
}

fn tabled(title: &str, column: &str, rows: &[ResultRow], locale: Locale) -> Markup {
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
                                Some(page) => a href=(page) { (name(&row.name)) },
                                None => (row.drawn.clone().unwrap_or_else(|| name(&row.name))),
                            }
                        }
                        td.number { a href=[&row.games] { (format_thousands(row.count)) } }
                        td.results { (own_bar(row.won, row.lost)) }
                        td.number {
                            @match &row.told {
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

/// Bar of the games won among those won and lost.
pub(super) fn own_bar(won: u64, lost: u64) -> Markup {
    let decided = (won + lost).max(1);
    html! {
        svg.own-bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.other width="100" height="10" {}
            rect.won width=(short(100.0 * won as f64 / decided as f64)) height="10" {}
        }
    }
}
