//! The page Archive: what was read, what has changed since, what is wrong, what is doubled, and what was not read. It
//! changes nothing: it names the command to run.

use super::addresses;
use super::rows::{self, file};
use super::text::{name, visible};
use super::{Content, PageContext, PageFragment, parts, plain};
use crate::engine::copies::{CopyGroup, Fact};
use crate::engine::doctor::FindingKind;
use crate::engine::row::GameRow;
use crate::engine::status::ProblemRow;
use crate::engine::words::{bytes, counted, thousands};
use crate::record::date::utc;
use crate::web::address::ParsedRequest;
use crate::web::data::archive::{
    ArchiveView, FindingRow, Inventory, KindRow, last_page, page_number,
};
use crate::web::going::JobProgress;
use crate::web::state::PageState;
use maud::{Markup, html};

/// Draws the page, or the findings alone.
pub fn draw(view: &PageContext, found: &Inventory) -> PageFragment {
    if !view.asked.wants("main") {
        return findings(view, found).into();
    }
    // What is not known was refused before.
    let which = ArchiveView::of(view.asked).unwrap_or(ArchiveView::All);
    let main = match which {
        ArchiveView::All => html! {
            div.archive {
                h1 { "Archive" }
                (numbers(found))
                (kept(view, found))
                (findings(view, found))
                (same(view, found))
                (unread(view, found))
            }
        },
        ArchiveView::Kind(kind) => of_kind(view, found, kind),
        ArchiveView::Same => alone(
            "The same game",
            &same(view, found),
            pages(view, found.copies.groups),
        ),
        ArchiveView::Unread => alone(
            "Not read",
            &unread(view, found),
            pages(view, found.problems_listed),
        ),
        ArchiveView::Changed => alone(
            "Changed since",
            &changed(view, found),
            pages(view, found.changes.files()),
        ),
    };
    let status = &found.status;
    let content = Content {
        title: "Archive".to_owned(),
        sentence: plain(format!(
            "{} in {}, read on {}.",
            counted(status.games, "game", "games"),
            counted(status.files, "file", "files"),
            utc(status.built)
        )),
        main,
    };
    parts(view, content)
}

/// A list with a page of its own.
fn alone(title: &str, list: &Markup, pages: Markup) -> Markup {
    html! {
        div.archive.one {
            p.way { a href="/archive" { "← Archive" } }
            h1 { (title) }
            (list)
            (pages)
        }
    }
}

/// The ways to the other pages of a list.
fn pages(view: &PageContext, rows: usize) -> Markup {
    let (page, last) = (page_number(view.asked), last_page(rows));
    html! {
        @if last > 1 {
            nav.pages aria-label="Pages of this list" {
                @if page > 1 { a #back rel="prev" href=(at_page(view.asked, page - 1)) { "← before" } }
                span { "page " (thousands(page as u64)) " of " (thousands(last as u64)) }
                @if page < last { a #forward rel="next" href=(at_page(view.asked, page + 1)) { "next →" } }
            }
        }
    }
}

fn at_page(asked: &ParsedRequest, page: usize) -> String {
    let list = match &asked.of {
        Some(kind) => format!("of={kind}"),
        None => format!("tab={}", asked.state.tab),
    };
    format!("/archive?{list}&page={page}")
}

/// A command with a button that copies it. Without a script it is selected by a click.
fn command(text: &str) -> Markup {
    html! {
        p.command {
            code { (text) }
            button.copy type="button" hidden aria-label=(format!("Copy: {text}")) { "Copy" }
        }
    }
}

/// Games, files, findings, copies and what was not read, each with the way to it.
fn numbers(found: &Inventory) -> Markup {
    let status = &found.status;
    let without: u64 = status.without_game.values().sum();
    let findings = &found.findings;
    html! {
        ul.numbers {
            li {
                a href="/games" { strong { (thousands(status.games)) } }
                span { "games in " (counted(status.files, "file", "files")) }
            }
            li {
                @if findings.progress.is_some() || findings.failed.is_some() {
                    strong { "–" } span { "findings" }
                } @else {
                    a href="#findings" { strong { (thousands(findings.total)) } }
                    span { "findings, in " (counted(findings.games, "game", "games")) }
                }
            }
            li {
                a href=(addresses::games("is:dup")) { strong { (thousands(found.copies.games as u64)) } }
                span { "copies of " (counted(found.copies.groups as u64, "game", "games")) }
            }
            li { a href="#unread" { strong { (thousands(without)) } } span { "without a game" } }
        }
    }
}

/// What was read and how it is kept.
fn kept(view: &PageContext, found: &Inventory) -> Markup {
    let status = &found.status;
    let roots = status.roots.iter();
    let roots = roots.map(|root| (view.opened.roots.relative(root), status.shard(root)));
    html! {
        section #kept aria-label="What was read" {
            div.head { h2 { "What was read" } }
            dl {
                dt { "From" }
                dd {
                    @for (root, shard) in roots {
                        div { bdi { (visible(root)) } @if let Some(shard) = shard { " (shard " (shard) ")" } }
                    }
                }
                dt { "Formats" }
                dd.list { @for (kind, games) in &status.by_kind { (format(kind, *games)) } }
                dt { "Charsets" }
                dd.list { @for row in &found.charsets { (charset(row.value.as_deref(), row.games)) } }
                dt { "Index" }
                dd { (bytes(status.size())) " · " (utc(status.built)) }
                @if status.all_read > 0 { dt { "Contents" } dd { "of every file looked at " (utc(status.all_read)) } }
            }
            (changed(view, found))
        }
    }
}

/// Games of a format and kind, such as `sgf go`.
fn format(kind: &str, games: u64) -> Markup {
    let (format, game) = kind.split_once(' ').unwrap_or((kind, ""));
    let of = match game {
        "go" => String::new(),
        "loa" => " Lines of Action".to_owned(),
        "other" => " other games".to_owned(),
        other => format!(" {other}"),
    };
    let query = format!("format:{format} kind:{game}");
    html! {
        span { a href=(addresses::games(&query)) { (thousands(games)) } " " (format.to_ascii_uppercase()) (of) } " "
    }
}

fn charset(charset: Option<&str>, games: u64) -> Markup {
    let charset = charset.unwrap_or("none");
    html! { span { a href=(addresses::games(&format!("charset:{charset}"))) { (thousands(games)) } " " (charset) } " " }
}

/// Which files are not as the index knows them.
fn changed(view: &PageContext, found: &Inventory) -> Markup {
    let since = &found.changes;
    let several = [
        (since.new, "new"),
        (since.changed, "changed"),
        (since.gone, "gone"),
    ];
    let parts: Vec<String> = (several.iter())
        .filter(|(files, _)| *files > 0)
        .map(|(files, how)| format!("{} {how}", thousands(*files as u64)))
        .collect();
    let rest = since.files() > since.listed.len() && view.asked.state.tab != "changed";
    html! {
        div #since {
            @if since.files() == 0 && since.unreachable.is_empty() {
                p.fine { b { "Up to date: " } "every file is as the index knows it." }
            } @else {
                @if since.files() > 0 { p { b { (parts.join(", ")) } " since the index was built." } }
                @for root in &since.unreachable {
                    p {
                        b { "Out of reach: " } bdi { (visible(view.opened.roots.relative(root))) }
                        ". Its games stay in the index."
                    }
                }
                ul.files {
                    @for file in &since.listed {
                        li { small { (file.how) } " " bdi { (visible(view.opened.roots.relative(&file.path))) } }
                    }
                }
                @if rest {
                    p { a href="/archive?tab=changed" { "all " (counted(since.files() as u64, "file", "files")) } }
                }
            }
            (command(&found.commands.refresh))
        }
    }
}

/// What is wrong, by kind.
fn findings(view: &PageContext, found: &Inventory) -> Markup {
    let examined = &found.findings;
    html! {
        section #findings aria-label="Findings" data-examining=[examined.progress.as_ref().map(|_| "1")] {
            div.head { h2 { "Findings" } @if examined.total > 0 { span { (thousands(examined.total)) } } }
            @if let Some(going) = &examined.progress { (progress(going)) }
            @if let Some(message) = &examined.failed { p { (visible(message)) } }
            @if examined.progress.is_none() && examined.failed.is_none() && examined.kinds.is_empty() {
                p.fine { "Nothing is wrong." }
            }
            @if !examined.kinds.is_empty() {
                table.kinds {
                    caption.hidden { "Findings by kind" }
                    thead.hidden {
                        tr {
                            th scope="col" { "Severity" } th scope="col" { "Kind" }
                            th.number scope="col" { "Games or files" }
                        }
                    }
                    tbody { @for row in &examined.kinds { (kind(row)) } }
                }
            }
            @if view.asked.of.is_none() { (command(&found.commands.examine)) }
        }
    }
}

fn progress(going: &JobProgress) -> Markup {
    html! {
        p {
            "The files are being examined: "
            (thousands(going.files_done)) " of " (counted(going.files, "file", "files")) ", "
            (counted(going.games, "game", "games")) "."
        }
        progress max=(going.bytes.max(1)) value=(going.bytes_done) aria-label="Examined so far" {}
        noscript { p { a href="/archive" { "Look again" } } }
    }
}

fn kind(row: &KindRow) -> Markup {
    html! {
        tr {
            td { (severity(row.severity)) }
            th scope="row" {
                a href=(format!("/archive?of={}", row.kind)) { (row.kind) }
                p { (row.meaning) }
            }
            td.number {
                (thousands(row.places))
                @if row.times > row.places { small { (thousands(row.times)) " times" } }
            }
        }
    }
}

fn severity(name: &'static str) -> Markup {
    html! { span class=(format!("severity {name}")) { (name) } }
}

/// The findings of one kind.
fn of_kind(view: &PageContext, found: &Inventory, kind: FindingKind) -> Markup {
    let mut kinds = found.findings.kinds.iter();
    let row = kinds.find(|row| row.kind == kind.as_str());
    let listed = row.map_or(0, |row| row.listed);
    let list = html! {
        section #findings aria-label="Findings" data-examining=[found.findings.progress.as_ref().map(|_| "1")] {
            @if let Some(going) = &found.findings.progress { (progress(going)) }
            @if let Some(message) = &found.findings.failed { p { (visible(message)) } }
            @if row.is_none() && found.findings.progress.is_none() && found.findings.failed.is_none() {
                p.fine { "Nothing of this kind was found." }
            }
            ol.found-here { @for one in &found.findings.listed { (finding(one)) } }
        }
    };
    html! {
        div.archive.one {
            p.way { a href="/archive" { "← Archive" } }
            h1 { (severity(kind.severity().as_str())) " " (kind.as_str()) }
            p {
                (kind.meaning())
                @if let Some(row) = row {
                    " " b { (thousands(row.places)) @if row.places == 1 { " place" } @else { " places" } }
                    @if row.times > row.places { ", " (thousands(row.times)) " times" }
                    "."
                    @if row.places > row.listed as u64 { " The first " (thousands(row.listed as u64)) " are listed." }
                }
            }
            (list)
            (pages(view, listed))
            (command(&format!("{} {}", found.commands.examine_kind, kind.as_str())))
        }
    }
}

fn finding(row: &FindingRow) -> Markup {
    html! {
        li {
            div {
                @match &row.game {
                    Some(game) => a href=(game_at(game, row.number)) { (rows::one(game)) },
                    None => {},
                }
                p { (visible(&row.message)) }
                p.place { bdi { (visible(&row.place)) } }
            }
        }
    }
}

/// A game at the move in question.
fn game_at(game: &GameRow, number: Option<u32>) -> String {
    // Where nothing branches, a move has the number of its node; where something does, the page leads on from there.
    let state = PageState {
        node: number.filter(|_| game.nodes == game.moves + 1).unwrap_or(0),
        ..PageState::default()
    };
    state.at_path(&format!("/game/{}", game.id))
}

/// Groups of the same game.
fn same(view: &PageContext, found: &Inventory) -> Markup {
    let copies = &found.copies;
    let rest = copies.groups > copies.listed.len() && view.asked.state.tab != "same";
    html! {
        section #same aria-label="The same game" {
            div.head { h2 { "The same game" } span { (counted(copies.groups as u64, "group", "groups")) } }
            @if copies.groups == 0 { p.fine { "No game is the same as another." } }
            ol.groups { @for group in &copies.listed { (self::group(view, group)) } }
            @if rest { p { a href="/archive?tab=same" { "all " (counted(copies.groups as u64, "group", "groups")) } } }
            @if copies.groups > 0 { (command(&found.commands.copies)) }
        }
    }
}

/// The game according to its fullest copy, then each copy: how it relates, and what it says where they disagree.
fn group(view: &PageContext, group: &CopyGroup) -> Markup {
    let facts = group.told_facts();
    let conflicts: Vec<&str> = (group.conflicts.iter())
        .map(|conflict| conflict.fact.as_str())
        .collect();
    html! {
        li {
            p.title {
                b { bdi { (visible(&group.games.first().map(|copy| copy.title()).unwrap_or_default())) } }
                @if conflicts.is_empty() { span.muted { " all agree" } } @else {
                    span.differ { " they disagree on " (conflicts.join(", ")) }
                }
            }
            table {
                caption.hidden { "Copies" }
                thead.hidden {
                    tr {
                        th scope="col" { "Copy" }
                        @for fact in &facts { th scope="col" { (fact.as_str()) } }
                        th scope="col" { "File" }
                    }
                }
                tbody {
                    @for copy in &group.games {
                        tr {
                            th scope="row" { a href=(format!("/game/{}", copy.game.id)) { (copy.relation_in_words()) } }
                            @for fact in &facts { td { (value(copy.value(*fact), *fact)) } }
                            td.place { bdi { (visible(&file(view, &copy.game))) } }
                        }
                    }
                }
            }
        }
    }
}

fn value(text: Option<String>, fact: Fact) -> Markup {
    let text = text.unwrap_or_else(|| "–".to_owned());
    html! {
        @match fact { Fact::Komi => "komi ", Fact::Handicap => "handicap ", _ => "" }
        (name(&text))
    }
}

/// What gave no game, and why.
fn unread(view: &PageContext, found: &Inventory) -> Markup {
    let status = &found.status;
    let rest = found.problems_listed > status.problems.len() && view.asked.state.tab != "unread";
    html! {
        section #unread aria-label="Not read" {
            div.head {
                h2 { "Not read" }
                span {
                    @for (at, (kind, count)) in status.without_game.iter().enumerate() {
                        @if at > 0 { ", " } (thousands(*count)) " " (kind)
                    }
                }
            }
            @if status.without_game.is_empty() { p.fine { "Every file was read." } }
            ol.problems { @for problem in &status.problems { (self::problem(view, problem)) } }
            @if rest { p { a href="/archive?tab=unread" { "all " (thousands(found.problems_listed as u64)) } } }
            (command(&found.commands.verify))
        }
    }
}

fn problem(view: &PageContext, problem: &ProblemRow) -> Markup {
    let path = view.opened.roots.relative(&problem.path);
    html! {
        li {
            span.kind { (problem.kind) } " "
            bdi { (visible(path)) @if let Some(member) = &problem.member { " › " (visible(member)) } }
            " " span.muted { (visible(&view.opened.roots.without(&problem.message))) }
        }
    }
}
