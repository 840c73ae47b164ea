//! Draws the copies on the page Archive: groups of records of the same game.

use super::{command, join_as_list};
use crate::data::archive::Inventory;
use crate::page::PageContext;
use crate::page::rows::file_path;
use crate::page::text::{escape_invisible, fact_name, marked, name};
use crate::words::say;
use kifu_engine::copies::{CopyGroup, CopyRow, Fact, Relation};
use kifu_messages::Locale;
use maud::{Markup, html};

/// Draws the groups of copies, each with its games.
pub(super) fn copies(view: &PageContext, data: &Inventory) -> Markup {
    let locale = view.request.locale;
    let copies = &data.copies;
    let rest = copies.groups > copies.listed.len() && data.view.is_all();
    html! {
        section #same aria-label=(say!(locale, "archive-same")) {
            div.head { h2 { (say!(locale, "archive-same")) } span { (say!(locale, "archive-groups", n = copies.groups)) } }
            @if copies.groups == 0 { p.fine { (say!(locale, "archive-no-copies")) } }
            ol.groups { @for group in &copies.listed { (self::group(view, group)) } }
            @if rest { p { a href="/archive?tab=same" { (say!(locale, "archive-all-groups", n = copies.groups)) } } }
            @if let Some(groups @ 1..) = copies.disagreeing {
                p { a href="/archive?tab=differ" { (say!(locale, "archive-groups-differ", n = groups)) } }
            }
            @if copies.groups > 0 { (command(&data.commands.copies, locale)) }
        }
    }
}

/// Draws the groups of copies that disagree on a fact, each with the values of all copies side by side.
pub(super) fn disagreeing(view: &PageContext, data: &Inventory) -> Markup {
    let locale = view.request.locale;
    let copies = &data.copies;
    let groups = copies.disagreeing.unwrap_or(0);
    html! {
        section #differ aria-label=(say!(locale, "archive-differ")) {
            @if groups == 0 { p.fine { (say!(locale, "archive-none-differ")) } } @else {
                p { (say!(locale, "archive-groups-differ", n = groups)) }
                ol.groups { @for group in &copies.listed { (self::group(view, group)) } }
                (command(&format!("{} --disagreeing", data.commands.copies), locale))
            }
        }
    }
}

/// Draws a group of copies: the facts about the game as the fullest copy has them, then a row for each copy with its
/// relation to the fullest one and the facts in which it differs.
fn group(view: &PageContext, group: &CopyGroup) -> Markup {
    let locale = view.request.locale;
    let facts = group.compared_facts();
    let conflicts = group.conflicts.iter();
    let conflicts =
        join_as_list(conflicts.map(|conflict| fact_name(conflict.fact, locale)), locale);
    html! {
        li {
            p.title {
                b { bdi { (escape_invisible(&group.games.first().map(|copy| copy.title()).unwrap_or_default())) } }
                @if conflicts.is_empty() { span.muted { " " (say!(locale, "archive-agree")) } } @else {
                    span.differ { " " (say!(locale, "archive-disagree", facts = conflicts)) }
                }
            }
            table {
                caption.hidden { (say!(locale, "archive-copies")) }
                thead.hidden {
                    tr {
                        th scope="col" { (say!(locale, "archive-copy")) }
                        @for fact in &facts { th scope="col" { (fact_name(*fact, locale)) } }
                        th scope="col" { (say!(locale, "archive-file")) }
                    }
                }
                tbody {
                    @for copy in &group.games {
                        tr {
                            th scope="row" { a href=(format!("/game/{}", copy.game.id)) { (relation(copy, locale)) } }
                            @for fact in &facts { td { (value(copy.value(*fact), *fact, locale)) } }
                            td.place { bdi { (escape_invisible(&file_path(view, &copy.game))) } }
                        }
                    }
                }
            }
        }
    }
}

/// Describes how a copy relates to the fullest copy, such as `same moves`.
fn relation(copy: &CopyRow, locale: Locale) -> String {
    let moves = copy.game.summary.moves.to_string();
    match copy.relation {
        Relation::Fullest => say!(locale, "archive-relation-fullest", moves = moves),
        Relation::Distant => say!(locale, "archive-relation-distant", moves = moves),
        Relation::Position { turned: false } => say!(locale, "archive-relation-position"),
        Relation::Position { turned: true } => say!(locale, "archive-relation-position-turned"),
        Relation::Like(likeness) => {
            let n = likeness.differences;
            let like = match (n, likeness.shorter == likeness.longer) {
                (0, true) => say!(locale, "archive-relation-same"),
                (0, false) => say!(locale, "archive-relation-first", moves = moves),
                (_, true) => say!(locale, "archive-relation-differs", n = n),
                (_, false) => say!(locale, "archive-relation-moves-differ", moves = moves, n = n),
            };
            if likeness.turned {
                say!(locale, "archive-relation-turned", like = like)
            } else {
                like
            }
        }
    }
}

fn value(text: Option<String>, fact: Fact, locale: Locale) -> Markup {
    let text = name(&text.unwrap_or_else(|| "–".to_owned()));
    match fact {
        Fact::Komi => marked!(locale, "archive-komi"; komi = text),
        Fact::Handicap => marked!(locale, "archive-handicap"; stones = text),
        _ => text,
    }
}
