//! How the games of a player went: rates, a drawing of the years, tables. They serve all games of a player, and those
//! against one other.

use super::addresses::games;
use super::columns::downloads;
use super::figures::{percent, short, span_of, stone, switch};
use super::rows::{address, one};
use super::text::{color_name, marked, name, visible};
use crate::data::clauses::in_years;
use crate::data::own::{OpeningGames, WhoseGames, exactly};
use crate::state::{PageChoice, PageState, PlayerTable, and, pairs};
use crate::words::say;
use kifu_engine::openings::opening_name;
use kifu_engine::page::PageRow;
use kifu_engine::players::WinLoss;
use kifu_engine::stats::Count;
use kifu_engine::words::thousands;
use kifu_engine::years::QueryYears;
use kifu_messages::Locale;
use kifu_record::game::Color;
use maud::{Markup, html};

/// Rows that a table shows before it is opened.
const SHOWN: usize = 13;
/// The most rows that stand below a table, closed. A row has several queries in it, about a kilobyte.
const FOLDED: usize = 30;
/// The most rows of a table that is the page.
const MOST: usize = 300;

/// The games of a player as one colour, in Explore.
fn as_color(whose: &WhoseGames, color: Color) -> Option<String> {
    PageState::default().asking(whose.query(Some(color))).link("/")
}

/// What the games are narrowed to, and the way to all of them: the same page without the query.
pub(super) fn narrowed(state: &PageState, whole: &str, locale: Locale) -> Markup {
    let asked = state.query.trim();
    html! {
        @if !asked.is_empty() {
            p.notice.narrowed {
                (marked!(locale, "own-narrowed"; query = html! { code { (visible(asked)) } })) " "
                a #unnarrowed href=(whole) { (say!(locale, "own-unnarrowed")) }
            }
        }
    }
}

/// What an address of a page about people sends along with a form: what the games are narrowed to.
pub(super) fn kept(state: &PageState) -> Markup {
    html! { @for (name, value) in state.among().pairs() { input type="hidden" name=(name) value=(value); } }
}

/// Whether each game counts once, which is usual for people: the switch.
pub(super) fn once(
    state: &PageState,
    here: impl Fn(&PageState) -> String,
    locale: Locale,
) -> Markup {
    let is_on = state.unique != Some(false);
    let other = state.with(|state| state.unique = is_on.then_some(false));
    switch(&here(&other), is_on, locale)
}

/// Games, and the ways to what is played in them as either colour.
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

/// The ways to what is played against a rival as either colour, small.
pub(super) fn explored(whose: &WhoseGames, rival: &str, locale: Locale) -> Markup {
    html! {
        @for color in Color::BOTH {
            @let said = say!(locale, "own-openings-against", color = color_name(color, locale), rival = rival);
            " " a.opening-as href=[as_color(whose, color)] title=(said) aria-label=(said) { (stone(color)) }
        }
    }
}

/// The share of games won, which leads to those won and lost.
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

/// Games won and lost of all, of those as Black and of those as White, each with the way to them. Against one other
/// player the lost ones are that one's.
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

/// `12–9, 1 drawn`.
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
        html! { a href=[href] aria-label=(said) { (thousands(number)) } }
    };
    let (won, lost) = (link(true, record.won), link(false, record.lost));
    match record.drawn {
        0 => html! { (won) "–" (lost) },
        drawn => marked!(locale, "own-won-lost-drawn", n = drawn; won = won, lost = lost),
    }
}

/// The drawing of the years: its width, the height of the bars, and the room for the years below them.
const SIZE: (f64, f64, f64) = (900.0, 110.0, 18.0);

/// A year, and the games of it.
type DatedRow<'r> = (i32, &'r Count);

/// Games a year, and years to choose: with them the address of the page, `here`, asks for the games of these alone.
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
    let asked = QueryYears::of(&state.query);
    let narrowed = asked.as_ref().filter(|years| years.asked);
    // Where no game has one of the years that are asked for, others can still be chosen.
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

/// Nobody rests for so many years.
const REST: i32 = 30;

/// The careers in games by year, each a first and a last year.
pub(super) fn careers(rows: &[Count]) -> Vec<(i32, i32)> {
    let year = |row: &Count| row.value.as_ref()?.parse::<i32>().ok();
    let mut years: Vec<i32> = rows.iter().filter_map(year).collect();
    years.sort_unstable();
    years
        .chunk_by(|before, year| year - before < REST)
        .filter_map(|own| own.first().copied().zip(own.last().copied()))
        .collect()
}

/// The years that a query asks for, and the way to the games of all years.
pub(super) fn all_years(years: &QueryYears, all: &str, locale: Locale) -> Markup {
    let chosen = match (years.first, years.last) {
        (Some(first), Some(last)) => span_of(first, last),
        (Some(first), None) => format!("{first}–"),
        (None, Some(last)) => format!("–{last}"),
        (None, None) => say!(locale, "years-dates"),
    };
    html! { a #all-years href=(all) aria-label=(say!(locale, "years-all")) { (chosen) " ✕" } }
}

/// Two years and a button, which lead to an address with these years. Until some are asked for, they are those of the
/// first and the last game.
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

/// Games won and others, each year a link.
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
                @let (won, lost) = row.own.map_or((0, 0), |own| (own.won, own.lost));
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
    let won = row.own.map_or(0, |own| own.won);
    let (year, won) = (year.to_string(), won.to_string());
    say!(locale, "own-year", year = year, n = row.games, won = won)
}

/// The newest games, and the way to all of them: as a list, and as files.
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

/// A row of a table: name, address of its games, games, won, lost.
pub(super) struct ResultRow {
    pub name: String,
    /// The name as it is drawn, if it is not drawn as it is.
    pub drawn: Option<Markup>,
    pub page: Option<String>,
    pub games: Option<String>,
    pub count: u64,
    pub won: u64,
    pub lost: u64,
    /// What stands in place of the games won and lost.
    pub told: Option<Markup>,
}

/// Games by opening, with the rates as Black and as White.
pub(super) fn openings(
    rows: &[OpeningGames],
    whose: &WhoseGames,
    place: &TablePlace,
    locale: Locale,
) -> Markup {
    let row = |row: &OpeningGames| {
        let opening = exactly("opening", &row.opening);
        let rate = |color: Color, count: &Option<Count>| {
            let own = count.as_ref().and_then(|count| count.own);
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

/// The row of a value without its address.
pub(super) fn counts(row: &Count, name: String) -> ResultRow {
    ResultRow {
        name,
        drawn: None,
        page: None,
        games: None,
        count: row.games,
        won: row.own.map_or(0, |own| own.won),
        lost: row.own.map_or(0, |own| own.lost),
        told: None,
    }
}

/// A page of tables: its address, and the table that is shown alone, if one is.
pub(super) struct TablePlace {
    pub address: String,
    pub alone: Option<PlayerTable>,
}

impl TablePlace {
    /// The page with this address in the state that is asked for.
    pub(super) fn new(address: String, state: &PageState) -> TablePlace {
        TablePlace { address, alone: state.tab.choice() }
    }

    /// Whether everything is shown: a table alone leaves out all else.
    pub(super) fn is_whole(&self) -> bool {
        self.alone.is_none()
    }
}

/// A table of the most frequent rows; others stand below it, closed, and the rest on a page of its own.
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
                    span { (thousands(rows.len() as u64)) }
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
                        td.number { a href=[&row.games] { (thousands(row.count)) } }
                        td.results { (own_bar(row.won, row.lost)) }
                        td.number {
                            @match &row.told {
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
pub(super) fn own_bar(won: u64, lost: u64) -> Markup {
    let decided = (won + lost).max(1);
    html! {
        svg.own-bar viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.other width="100" height="10" {}
            rect.won width=(short(100.0 * won as f64 / decided as f64)) height="10" {}
        }
    }
}
