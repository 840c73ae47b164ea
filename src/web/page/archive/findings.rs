//! Draws the findings on the page Archive: the kinds of findings with their numbers, or the findings of one kind.

use super::{command, pages};
use crate::data::archive::{FindingRow, Inventory, KindRow};
use crate::page::text::{english_tag, escape_invisible, marked};
use crate::page::{PageContext, addresses, rows};
use crate::progress::JobProgress;
use crate::route_parameters::ArchiveParameters;
use crate::state::PageState;
use crate::words::say;
use kifu_engine::doctor::FindingKind;
use kifu_engine::number_format::format_thousands;
use kifu_engine::row::GameRow;
use kifu_engine::user_marks::query_for;
use kifu_language::fields::Field;
use kifu_messages::Locale;
use maud::{Markup, html};

/// Draws the kinds of findings, with the number of findings of each.
pub(super) fn findings(
    view: &PageContext,
    parameters: &ArchiveParameters,
    data: &Inventory,
) -> Markup {
    let locale = view.request.locale;
    let examined = &data.findings;
    html! {
        section #findings aria-label=(say!(locale, "archive-findings"))
            data-examining=[examined.progress.as_ref().map(|_| "1")] {
            div.head {
                h2 { (say!(locale, "archive-findings")) }
                @if examined.total > 0 { span { (format_thousands(examined.total)) } }
            }
            @if let Some(job_progress) = &examined.progress { (progress(job_progress, locale)) }
            @if let Some(message) = &examined.failed { p lang=[english_tag(locale)] { (escape_invisible(message)) } }
            @if examined.progress.is_none() && examined.failed.is_none() && examined.kinds.is_empty() {
                p.fine { (say!(locale, "archive-nothing-wrong")) }
            }
            @if !examined.kinds.is_empty() {
                table.kinds {
                    caption.hidden { (say!(locale, "archive-findings-by-kind")) }
                    thead.hidden {
                        tr {
                            th scope="col" { (say!(locale, "archive-severity")) }
                            th scope="col" { (say!(locale, "archive-kind")) }
                            th.number scope="col" { (say!(locale, "archive-places-head")) }
                        }
                    }
                    tbody { @for row in &examined.kinds { (kind(row, locale)) } }
                }
            }
            @if parameters.kind.is_none() { (command(&data.commands.examine, locale)) }
        }
    }
}

fn progress(job_progress: &JobProgress, locale: Locale) -> Markup {
    let examining = say!(
        locale,
        "archive-examining",
        done = job_progress.files_done,
        files = say!(locale, "files", n = job_progress.files),
        games = say!(locale, "games", n = job_progress.games)
    );
    html! {
        p { (examining) }
        progress max=(job_progress.bytes.max(1)) value=(job_progress.bytes_done) aria-label=(say!(locale, "archive-examined")) {}
        noscript { p { a href="/archive" { (say!(locale, "archive-look-again")) } } }
    }
}

fn kind(row: &KindRow, locale: Locale) -> Markup {
    html! {
        tr {
            td { (severity(row.severity, locale)) }
            th scope="row" {
                a href=(format!("/archive?of={}", row.kind)) { (row.kind) }
                p { (meaning(row.kind, row.meaning, locale)) }
            }
            td.number {
                (format_thousands(row.places))
                @if row.times > row.places { small { (say!(locale, "archive-times", n = row.times)) } }
            }
        }
    }
}

fn severity(name: &'static str, locale: Locale) -> Markup {
    let text = match name {
        "error" => say!(locale, "archive-error"),
        "warning" => say!(locale, "archive-warning"),
        "note" => say!(locale, "archive-note"),
        other => other.to_owned(),
    };
    html! { span class=(format!("severity {name}")) { (text) } }
}

/// Explains what a kind of finding means, and what to do. `english` is the text that programs get.
fn meaning(kind: &str, english: &str, locale: Locale) -> String {
    let id = match kind {
        "bad-analysis" => "archive-kind-bad-analysis",
        "bad-characters" => "archive-kind-bad-characters",
        "bad-date" => "archive-kind-bad-date",
        "bad-json" => "archive-kind-bad-json",
        "bad-komi" => "archive-kind-bad-komi",
        "bad-line" => "archive-kind-bad-line",
        "bad-row" => "archive-kind-bad-row",
        "bad-move" => "archive-kind-bad-move",
        "bad-point" => "archive-kind-bad-point",
        "bad-result" => "archive-kind-bad-result",
        "bad-size" => "archive-kind-bad-size",
        "damaged" => "archive-kind-damaged",
        "doubtful-handicap" => "archive-kind-doubtful-handicap",
        "doubtful-komi" => "archive-kind-doubtful-komi",
        "doubtful-size" => "archive-kind-doubtful-size",
        "early-date" => "archive-kind-early-date",
        "early-end" => "archive-kind-early-end",
        "encrypted" => "archive-kind-encrypted",
        "equal-names" => "archive-kind-equal-names",
        "future-date" => "archive-kind-future-date",
        "guessed-charset" => "archive-kind-guessed-charset",
        "handicap-without-stones" => "archive-kind-handicap-without-stones",
        "illegal-move" => "archive-kind-illegal-move",
        "illegal-variation" => "archive-kind-illegal-variation",
        "info-in-later-node" => "archive-kind-info-in-later-node",
        "info-in-variation" => "archive-kind-info-in-variation",
        "komi-against-result" => "archive-kind-komi-against-result",
        "missing-moves" => "archive-kind-missing-moves",
        "missing-parenthesis" => "archive-kind-missing-parenthesis",
        "missing-semicolon" => "archive-kind-missing-semicolon",
        "move-with-setup" => "archive-kind-move-with-setup",
        "moves-after-end" => "archive-kind-moves-after-end",
        "no-game" => "archive-kind-no-game",
        "no-moves" => "archive-kind-no-moves",
        "not-a-file" => "archive-kind-not-a-file",
        "out-of-turn" => "archive-kind-out-of-turn",
        "property-without-value" => "archive-kind-property-without-value",
        "rank-in-name" => "archive-kind-rank-in-name",
        "repeated-property" => "archive-kind-repeated-property",
        "several-moves" => "archive-kind-several-moves",
        "double-encoded" => "archive-kind-double-encoded",
        "same-player" => "archive-kind-same-player",
        "stray-characters" => "archive-kind-stray-characters",
        "stray-text" => "archive-kind-stray-text",
        "surplus-parenthesis" => "archive-kind-surplus-parenthesis",
        "too-large" => "archive-kind-too-large",
        "too-much-setup" => "archive-kind-too-much-setup",
        "too-slow" => "archive-kind-too-slow",
        "unclosed-value" => "archive-kind-unclosed-value",
        "unescaped-bracket" => "archive-kind-unescaped-bracket",
        "unknown-setup" => "archive-kind-unknown-setup",
        "unreadable" | "no-member" => "archive-kind-unreadable",
        "unreliable-positions" => "archive-kind-unreliable-positions",
        "unsupported-archive" => "archive-kind-unsupported-archive",
        "wrong-charset" => "archive-kind-wrong-charset",
        "wrong-extension" => "archive-kind-wrong-extension",
        _ => return english.to_owned(),
    };
    say!(locale, id)
}

/// Draws the findings of one kind.
pub(super) fn findings_of_kind(
    view: &PageContext,
    parameters: &ArchiveParameters,
    data: &Inventory,
    kind: FindingKind,
) -> Markup {
    let locale = view.request.locale;
    let mut kinds = data.findings.kinds.iter();
    let row = kinds.find(|row| row.kind == kind.as_str());
    let listed = row.map_or(0, |row| row.listed);
    let list = html! {
        section #findings aria-label=(say!(locale, "archive-findings"))
            data-examining=[data.findings.progress.as_ref().map(|_| "1")] {
            @if let Some(job_progress) = &data.findings.progress { (progress(job_progress, locale)) }
            @if let Some(message) = &data.findings.failed { p lang=[english_tag(locale)] { (escape_invisible(message)) } }
            @if row.is_none() && data.findings.progress.is_none() && data.findings.failed.is_none() {
                p.fine { (say!(locale, "archive-none-of-kind")) }
            }
            ol.found-here { @for one in &data.findings.listed { (finding(one, locale)) } }
        }
    };
    html! {
        div.archive.one {
            p.way { a href="/archive" { (say!(locale, "archive-back")) } }
            h1 { (severity(kind.severity().as_str(), locale)) " " (kind.as_str()) }
            p {
                (meaning(kind.as_str(), kind.meaning(), locale))
                @if let Some(row) = row {
                    " " (how_often(row, locale))
                    @if row.places > row.listed as u64 { " " (say!(locale, "archive-first-listed", n = row.listed)) }
                }
            }
            (list)
            (pages(parameters, data, listed, locale))
            @if kind.is_game_finding() {
                @let query = query_for(&Field::Finding, kind.as_str());
                @let link = html! { a href=[addresses::games(&query)] { code { (query) } } };
                p.muted { (marked!(locale, "archive-games-with-finding"; query = link)) }
            }
            (command(&format!("{} {}", data.commands.examine_kind, kind.as_str()), locale))
        }
    }
}

/// Draws the number of games or files with findings of a kind, and the number of occurrences if it is larger.
fn how_often(row: &KindRow, locale: Locale) -> Markup {
    let places = html! { b { (say!(locale, "archive-places", n = row.places)) } };
    if row.times > row.places {
        marked!(locale, "archive-places-times", n = row.times; places = places)
    } else {
        marked!(locale, "archive-places-only"; places = places)
    }
}

fn finding(row: &FindingRow, locale: Locale) -> Markup {
    html! {
        li {
            div {
                @match &row.game {
                    Some(game) => a href=(game_at(game, row.number)) { (rows::game_line(game, locale)) },
                    None => {},
                }
                p lang=[english_tag(locale)] { (escape_invisible(&row.message)) }
                p.place { bdi { (escape_invisible(&row.place)) } }
            }
        }
    }
}

/// Address of a game at the move that a finding is about.
fn game_at(game: &GameRow, number: Option<u32>) -> String {
    // In a game without branches, the number of a move is also the number of its node. In other games the link leads to
    // the start of the game.
    PageState {
        node: number.filter(|_| game.summary.nodes == game.summary.moves + 1).unwrap_or(0),
        ..PageState::default()
    }
    .at_path(&format!("/game/{}", game.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The English messages that pages show must be the texts that programs get.
    #[test]
    fn english_meanings_equal_those_for_programs() {
        for kind in FindingKind::all() {
            assert_eq!(meaning(kind.as_str(), "", Locale::English), kind.meaning());
        }
    }
}
