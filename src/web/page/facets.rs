//! Draws the facets of a result (properties of games with their most frequent values). A click adds a clause for a
//! value to the query or excludes its games, and another click removes the clause.

use super::columns::list_state;
use super::figures::{one_decimal, year_span};
use super::text::escape_invisible;
use crate::data::clauses::{Clauses, in_years, negated};
use crate::data::games::{FACETS, GamesPage};
use crate::state::PageState;
use crate::words::say;
use kifu_engine::number_format::format_thousands;
use kifu_engine::openings::{joseki_name, opening_name};
use kifu_engine::page::Narrowed;
use kifu_messages::{Locale, Message};
use kifu_record::text::lang::LANGUAGES;
use maud::{Markup, html};

/// Number of values of a facet that are visible at once; a click shows the others.
const VALUES_AT_ONCE: usize = 6;
/// Largest number of years for which the chart has a bar for each year; a longer period has bars for decades.
const MAX_SINGLE_YEARS: i32 = 60;
/// Largest number of bars. The games of all earlier years are given as one number.
const MAX_BARS: usize = 40;
/// Ranges of ranks, each with the clause that selects it. The names cannot be derived from the clauses.
const BANDS: [(&str, &str); 3] =
    [("rank>=1d -rank>=1p", "dan"), ("rank<1d -rank>=1d", "kyu"), ("rank>=1p", "professional")];

/// Values whose names are translated: facet, value, and id of the message.
const WORDS: [(&str, &str, &str); 11] = [
    ("how", "resignation", "facets-how-resignation"),
    ("how", "time", "facets-how-time"),
    ("how", "forfeit", "facets-how-forfeit"),
    ("how", "points", "facets-how-points"),
    ("how", "draw", "facets-how-draw"),
    ("how", "void", "facets-how-void"),
    ("how", "unknown", "facets-unknown"),
    ("rank", "professional", "facets-rank-professional"),
    ("rank", "dan", "facets-rank-dan"),
    ("rank", "kyu", "facets-rank-kyu"),
    ("lang", "unknown", "facets-unknown"),
];
/// A facet, the id of the message with its heading, and the beginnings of its query clauses.
type FacetHeading = (&'static str, &'static str, &'static [&'static str]);

const HEADINGS: [FacetHeading; FACETS.len()] = [
    ("how", "facets-how", &["how:", "result:draw", "result:void"]),
    ("archive", "facets-archive", &["file:"]),
    ("rank", "facets-rank", &["rank"]),
    ("size", "facets-size", &["size:"]),
    ("lang", "facets-lang", &["lang:"]),
    ("year", "facets-years", &["date:", "year:"]),
];

/// Draws all facets of a result.
pub(super) fn draw(state: &PageState, data: &GamesPage, locale: Locale) -> Markup {
    let facet = |heading: &FacetHeading| {
        let rows = data.page.facets.get(heading.0)?;
        let clauses = &data.clauses;
        let of = FacetList { state, clauses, rows, heading: *heading };
        Some(match heading.0 {
            "year" => of.years(locale),
            _ => of.values(locale),
        })
    };
    html! {
        section #facets aria-label=(say!(locale, "facets-title")) {
            h2.hidden { (say!(locale, "facets-title")) }
            @for drawn in HEADINGS.iter().filter_map(facet) { (drawn) }
        }
    }
}

struct FacetList<'f> {
    state: &'f PageState,
    clauses: &'f Clauses,
    rows: &'f [Narrowed],
    heading: FacetHeading,
}

impl FacetList<'_> {
    fn address(&self, query: String) -> String {
        list_state(self.state).with_query(query).at_path("/games")
    }

    /// Clause of the query that selects this value; `None` if the query has no such clause.
    fn chosen<'r>(&self, row: &'r Narrowed) -> Option<&'r str> {
        let clause = row.query.as_deref();
        clause.filter(|clause| self.clauses.has(clause))
    }

    fn values(&self, locale: Locale) -> Markup {
        let (_, heading, _) = self.heading;
        let excluded = self.excluded(locale);
        // A facet without any known value is left out, unless the query has a clause about it, so that the clause can
        // be removed.
        let is_useful = |row: &Narrowed| row.value.is_some() || self.chosen(row).is_some();
        let tells = self.rows.iter().any(is_useful) || !excluded.is_empty();
        let most = self.rows.iter().map(|row| row.games).max().unwrap_or(1);
        let (first, rest) = self.rows.split_at(self.rows.len().min(VALUES_AT_ONCE));
        html! {
            @if tells {
                div.facet {
                    h3 { (say!(locale, heading)) }
                    ul {
                        @for (name, query) in &excluded { (excluded_value(name, &self.address(query.clone()), locale)) }
                        @for row in first { (self.value(row, most, locale)) }
                    }
                    @if !rest.is_empty() {
                        details.rest {
                            summary { (say!(locale, "facets-more", n = rest.len())) }
                            ul { @for row in rest { (self.value(row, most, locale)) } }
                        }
                    }
                }
            }
        }
    }

    /// Values that the query excludes, each with the query that does not exclude it.
    fn excluded(&self, locale: Locale) -> Vec<(String, String)> {
        let (facet, _, heads) = self.heading;
        let heads: Vec<String> =
            heads.iter().flat_map(|head| [format!("-{head}"), format!("-({head}")]).collect();
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let items = self
            .clauses
            .starting_with(&heads)
            .filter(|item| !self.rows.iter().any(|row| self.is_part_of_chosen(row, item)));
        items.map(|item| (label_of(facet, item, locale), self.clauses.without(item))).collect()
    }

    /// True if this clause of the query belongs to a value that is drawn as selected.
    fn is_part_of_chosen(&self, row: &Narrowed, item: &str) -> bool {
        let clause = self.chosen(row);
        clause.is_some_and(|clause| clause.split_whitespace().any(|part| part == item))
    }

    fn value(&self, row: &Narrowed, most: u64, locale: Locale) -> Markup {
        let name = value_name(self.heading.0, row.value.as_deref(), locale);
        let width = one_decimal(100.0 * row.games as f64 / most.max(1) as f64);
        let chosen = self.chosen(row);
        let without = say!(locale, "facets-without", name = name.as_str());
        let inner = html! {
            span.name { (escape_invisible(&name)) } span.games { (format_thousands(row.games)) }
            svg.share viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true" { rect width=(width) height="2" {} }
        };
        html! {
            li.chosen[chosen.is_some()] {
                @match (&row.query, chosen) {
                    (_, Some(clause)) => {
                        a href=(self.address(self.clauses.without(clause))) aria-current="true"
                            aria-label=(say!(locale, "facets-take-away", name = name.as_str())) { (inner) }
                    },
                    (Some(clause), None) => {
                        a href=(self.address(self.clauses.with(clause))) { (inner) }
                        a.not href=(self.address(self.clauses.with(&negated(clause)))) rel="nofollow"
                            aria-label=(without) title=(without) { "−" }
                    },
                    (None, None) => span { (inner) },
                }
            }
        }
    }

    /// Draws the chart of years, with a bar for each year or decade.
    fn years(&self, locale: Locale) -> Markup {
        let year = |row: &Narrowed| Some((row.value.as_deref()?.parse::<i32>().ok()?, row.games));
        let years: Vec<(i32, u64)> = self.rows.iter().filter_map(year).collect();
        let Some((&(first, _), &(last, _))) = years.first().zip(years.last()) else {
            return html! {};
        };
        let step = if last - first < MAX_SINGLE_YEARS { 1 } else { 10 };
        let mut bars = bars(&years, step);
        let before: u64 =
            bars.drain(..bars.len().saturating_sub(MAX_BARS)).map(|(_, games)| games).sum();
        let first = bars.first().map_or(first, |(from, _)| (*from).max(first));
        let most = bars.iter().map(|(_, games)| *games).max().unwrap_or(1);
        let (_, heading, heads) = self.heading;
        html! {
            div.facet {
                h3 { (say!(locale, heading)) }
                ul {
                    @for (name, clause) in self.chosen_years(heads) {
                        li.chosen {
                            a href=(self.address(self.clauses.without(&clause))) aria-current="true"
                                aria-label=(say!(locale, "facets-take-away", name = name.as_str())) {
                                span.name { (escape_invisible(&name)) }
                            }
                        }
                    }
                }
                svg.years-chosen viewBox={ "0 0 " (10 * bars.len()) " 26" } preserveAspectRatio="none" role="group"
                    aria-label=(say!(locale, heading)) {
                    @for (at, &(from, games)) in bars.iter().enumerate() {
                        @if games > 0 { (self.bar(at, (from, step), (games, most), locale)) }
                    }
                }
                p.muted.span { span { (first) } span { (last) } }
                @if before > 0 {
                    p { a href=(self.address(self.clauses.with(&format!("year:..{}", first - 1)))) {
                        (say!(locale, "facets-earlier", games = say!(locale, "games", n = before)))
                    } }
                }
            }
        }
    }

    /// Clauses of the query about years with their names: those of bars that were clicked, and clauses that were typed.
    fn chosen_years(&self, heads: &[&str]) -> Vec<(String, String)> {
        let year = |item: &str| item.rsplit_once('=')?.1.parse::<i32>().ok();
        let typed =
            self.clauses.starting_with(heads).map(|clause| (clause.to_owned(), clause.to_owned()));
        let bars = self.clauses.starting_with(&["year>="]).flat_map(|from| {
            self.clauses
                .starting_with(&["-year>="])
                .filter_map(move |end| Some((year(from)?, year(end)? - 1)))
        });
        let bars = bars
            .map(|(from, last)| (year_span(from, last), in_years(from, last)))
            .filter(|(_, clause)| self.clauses.has(clause));
        typed.chain(bars).collect()
    }

    /// Draws the bar of a year or a decade.
    fn bar(
        &self,
        at: usize,
        (from, step): (i32, i32),
        (games, most): (u64, u64),
        locale: Locale,
    ) -> Markup {
        let last = from + step - 1;
        let (name, clause) = (year_span(from, last), in_years(from, last));
        // The height of a bar is the square root of the share of its games, so that years with few games stay visible
        // beside years with many.
        let height = 24.0 * (games as f64 / most.max(1) as f64).sqrt();
        let games = say!(locale, "games", n = games);
        let label = say!(locale, "facets-games-of-years", years = name, games = games);
        html! {
            a href=(self.address(self.clauses.with(&clause))) aria-label=(label) {
                title { (label) }
                rect.hit x=(10 * at) width="10" height="26" {}
                rect x=(one_decimal(10.0 * at as f64 + 0.5)) width="9" y=(one_decimal(25.0 - height)) height=(one_decimal(height + 1.0)) {}
            }
        }
    }
}

/// Number of games of each step of years (1 or 10), by its first year, including steps without games.
fn bars(years: &[(i32, u64)], step: i32) -> Vec<(i32, u64)> {
    let floor = |year: i32| year.div_euclid(step) * step;
    let (Some((first, _)), Some((last, _))) = (years.first(), years.last()) else {
        return Vec::new();
    };
    let count = |from: i32| {
        let inside = years.iter().filter(|(year, _)| floor(*year) == from);
        (from, inside.map(|(_, games)| games).sum())
    };
    let steps = 0..=(floor(*last) - floor(*first)) / step;
    steps.map(|at| count(floor(*first) + at * step)).collect()
}

/// Draws a value that the query excludes, with the link that removes the excluding clause.
fn excluded_value(name: &str, href: &str, locale: Locale) -> Markup {
    let label = say!(locale, "facets-without-take-away", name = name);
    html! {
        li.excluded {
            a href=(href) aria-label=(label) { del.name { (escape_invisible(name)) } }
        }
    }
}

/// Name of the value that an excluding clause excludes.
fn label_of(facet: &str, item: &str, locale: Locale) -> String {
    let clause = item.trim_start_matches('-').trim_start_matches('(').trim_end_matches(')');
    if let Some((_, band)) = BANDS.iter().find(|(band, _)| *band == clause) {
        return value_name("rank", Some(band), locale);
    }
    let value = clause.split_once(':').map_or(clause, |(_, value)| value).trim_matches('"');
    match facet {
        "archive" => value.trim_end_matches("/*").rsplit('/').next().unwrap_or(value).to_owned(),
        "how" if value == "resign" => value_name(facet, Some("resignation"), locale),
        "rank" if value == "*" => value_name(facet, None, locale),
        facet => value_name(facet, Some(value), locale),
    }
}

fn value_name(facet: &str, value: Option<&str>, locale: Locale) -> String {
    let Some(value) = value else {
        return match facet {
            "rank" => say!(locale, "facets-without-rank"),
            "lang" => say!(locale, "facets-no-comments"),
            _ => say!(locale, "facets-not-known"),
        };
    };
    let is_value = |of: &str, word: &str| of == facet && word == value;
    let word = WORDS.iter().find(|(of, word, _)| is_value(of, word));
    let language = LANGUAGES.iter().find(|(code, _)| is_value("lang", code));
    match (word, language) {
        (Some((_, _, id)), _) => say!(locale, *id),
        (_, Some((code, _))) => {
            Message::new(format!("language-{code}"), Vec::new()).in_language(locale)
        }
        _ if facet == "opening" => opening_name(value, locale).to_owned(),
        _ if facet == "joseki" => joseki_name(value, locale).to_owned(),
        _ if facet == "size" => value.replace('x', "×"),
        _ => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_stand_in_steps_without_gaps() {
        assert_eq!(bars(&[(1998, 2), (2001, 1)], 1), [(1998, 2), (1999, 0), (2000, 0), (2001, 1)]);
        assert_eq!(
            bars(&[(1998, 2), (1999, 3), (2021, 1)], 10),
            [(1990, 5), (2000, 0), (2010, 0), (2020, 1)]
        );
        assert!(bars(&[], 1).is_empty());
    }

    #[test]
    fn excluded_values_are_named_as_they_were_chosen() {
        for (facet, item, name) in [
            ("how", "-how:resign", "resignation"),
            ("rank", "-(rank>=1d -rank>=1p)", "dan"),
            ("rank", "-rank:*", "without a rank"),
            ("archive", "-file:\"/data/games/pro.zip/*\"", "pro.zip"),
            ("lang", "-lang:en", "English"),
            ("size", "-size:9x9", "9×9"),
        ] {
            assert_eq!(label_of(facet, item, Locale::English), name);
        }
    }

    #[test]
    fn all_languages_have_names() {
        for (code, name) in LANGUAGES {
            assert_eq!(value_name("lang", Some(code), Locale::English).to_lowercase(), name);
        }
    }

    #[test]
    fn english_values_equal_the_engines() {
        for (facet, value, _) in WORDS {
            assert_eq!(value_name(facet, Some(value), Locale::English), value);
        }
    }
}
