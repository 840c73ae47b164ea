//! The page Archive: what was indexed, what has changed since, what is damaged, duplicated or unreadable. The page
//! itself changes nothing; it shows commands that people can run in a terminal.

mod copies;
mod findings;

use super::addresses;
use super::text::{english_tag, escape_invisible, marked, name, time};
use super::{Content, PageContext, PageFragment, command, parts};
use crate::data::archive::{ArchiveView, Inventory, last_page, page_number};
use crate::route_parameters::ArchiveParameters;
use crate::state::{ArchiveTab, PageChoice};
use crate::words::say;
use copies::{copies, disagreeing};
use findings::{findings, findings_of_kind};
use kifu_archive::origin::text_path;
use kifu_engine::build::FilePatterns;
use kifu_engine::number_format::{format_bytes, format_thousands};
use kifu_engine::status::ProblemRow;
use kifu_messages::Locale;
use kifu_record::RecordKind;
use kifu_record::game::GameClass;
use maud::{Markup, html};

/// Draws the page Archive, or only its list of findings.
pub(crate) fn draw(
    view: &PageContext,
    parameters: &ArchiveParameters,
    data: &Inventory,
) -> PageFragment {
    let locale = view.request.locale;
    if !view.request.wants_part("main") {
        return findings(view, parameters, data).into();
    }
    let main = match data.view {
        ArchiveView::Tab(ArchiveTab::All) => html! {
            div.archive {
                h1 { (say!(locale, "archive-title")) }
                (numbers(data, locale))
                (indexed(view, data))
                (findings(view, parameters, data))
                (copies(view, data))
                (unread(view, data))
            }
        },
        ArchiveView::Kind(kind) => findings_of_kind(view, parameters, data, kind),
        ArchiveView::Tab(ArchiveTab::Same) => list_page(
            &say!(locale, "archive-same"),
            &copies(view, data),
            pages(parameters, data, data.copies.groups, locale),
            locale,
        ),
        ArchiveView::Tab(ArchiveTab::Differ) => list_page(
            &say!(locale, "archive-differ"),
            &disagreeing(view, data),
            pages(parameters, data, data.copies.disagreeing.unwrap_or(0), locale),
            locale,
        ),
        ArchiveView::Tab(ArchiveTab::Unread) => list_page(
            &say!(locale, "archive-not-read"),
            &unread(view, data),
            pages(parameters, data, data.problems_listed, locale),
            locale,
        ),
        ArchiveView::Tab(ArchiveTab::Changed) => list_page(
            &say!(locale, "archive-changed-since"),
            &changed(view, data),
            pages(parameters, data, data.changes.files(), locale),
            locale,
        ),
    };
    let status = &data.status;
    let content = Content {
        title: say!(locale, "archive-title"),
        sentence: kifu_messages::say!(
            "archive-sentence",
            games = kifu_messages::say!("games", n = status.games),
            files = kifu_messages::say!("files", n = status.files),
        ),
        main,
    };
    parts(view, content)
}

/// Draws a page that shows only one list.
fn list_page(title: &str, list: &Markup, pages: Markup, locale: Locale) -> Markup {
    html! {
        div.archive.one {
            p.way { a href="/archive" { (say!(locale, "archive-back")) } }
            h1 { (title) }
            (list)
            (pages)
        }
    }
}

/// Draws the links to the other pages of a list with this many rows.
fn pages(parameters: &ArchiveParameters, data: &Inventory, rows: usize, locale: Locale) -> Markup {
    let to = |page| page_address(data.view, page);
    let (page, last) = (page_number(parameters).unwrap_or(1), last_page(rows));
    html! {
        @if last > 1 {
            nav.pages aria-label=(say!(locale, "archive-pages")) {
                @if page > 1 {
                    a #back rel="prev" href=(to(page - 1)) { (say!(locale, "archive-page-before")) }
                }
                span { (say!(locale, "archive-page", page = page, last = last)) }
                @if page < last {
                    a #forward rel="next" href=(to(page + 1)) { (say!(locale, "archive-page-next")) }
                }
            }
        }
    }
}

fn page_address(list: ArchiveView, page: usize) -> String {
    let list = match list {
        ArchiveView::Kind(kind) => format!("of={}", kind.as_str()),
        ArchiveView::Tab(tab) => format!("tab={}", tab.value()),
    };
    format!("/archive?{list}&page={page}")
}

/// Draws the numbers of games, files, findings, copies and unread files, each with a link to its list.
fn numbers(data: &Inventory, locale: Locale) -> Markup {
    let status = &data.status;
    let without: u64 = status.without_game.values().sum();
    let findings = &data.findings;
    html! {
        ul.numbers {
            li {
                a href="/games" { strong { (format_thousands(status.games)) } }
                span { (say!(locale, "archive-games-in", files = say!(locale, "files", n = status.files))) }
            }
            li {
                @if findings.progress.is_some() || findings.failed.is_some() {
                    strong { "–" } span { (say!(locale, "archive-findings-unknown")) }
                } @else {
                    a href="#findings" { strong { (format_thousands(findings.total)) } }
                    span { (say!(locale, "archive-findings-in", games = say!(locale, "games", n = findings.games))) }
                }
            }
            li {
                a href=[addresses::games("is:dup")] { strong { (format_thousands(data.copies.games as u64)) } }
                span { (say!(locale, "archive-copies-of", games = say!(locale, "games", n = data.copies.groups))) }
            }
            li {
                a href="#unread" { strong { (format_thousands(without)) } }
                span { (say!(locale, "archive-without-game")) }
            }
        }
    }
}

/// Draws what was indexed, and in which formats and charsets.
fn indexed(view: &PageContext, data: &Inventory) -> Markup {
    let locale = view.request.locale;
    let status = &data.status;
    let roots = status.roots.iter().map(|root| {
        let name = view.opened.roots.relative(root);
        (name, status.shard(root), status.patterns_of(&text_path(root)))
    });
    html! {
        section #kept aria-label=(say!(locale, "archive-read")) {
            div.head { h2 { (say!(locale, "archive-read")) } }
            dl {
                dt { (say!(locale, "archive-from")) }
                dd {
                    @for (root, shard, patterns) in roots {
                        div {
                            bdi { (escape_invisible(root)) }
                            @if let Some(shard) = shard { " " (say!(locale, "archive-shard", shard = shard.to_string())) }
                            @if let Some(patterns) = patterns { (root_patterns(&patterns, locale)) }
                        }
                    }
                }
                dt { (say!(locale, "archive-formats")) }
                dd.list { @for (kind, games) in &status.by_kind { (format(*kind, *games, locale)) } }
                dt { (say!(locale, "archive-charsets")) }
                dd.list { @for row in &data.charsets { (charset(row.value.as_deref(), row.games, locale)) } }
                dt { (say!(locale, "archive-index")) }
                dd { (format_bytes(status.total_bytes())) " · " (time(status.built)) }
                @if status.all_read > 0 {
                    dt { (say!(locale, "archive-contents")) }
                    dd { (marked!(locale, "archive-contents-read"; date = time(status.all_read))) }
                }
            }
            (changed(view, data))
        }
    }
}

/// Draws the patterns of files of a root.
fn root_patterns(patterns: &FilePatterns, locale: Locale) -> Markup {
    let lists = [(&patterns.include, "archive-include"), (&patterns.exclude, "archive-exclude")];
    let lists = lists.into_iter().filter(|(list, _)| !list.is_empty());
    html! {
        @for (list, id) in lists {
            @let words = join_as_list(list.iter().map(|pattern| escape_invisible(pattern)), locale);
            div { (say!(locale, id, patterns = words)) }
        }
    }
}

/// Draws the number of games of a format and kind.
fn format(kind: RecordKind, games: u64, locale: Locale) -> Markup {
    let (format, game) = (kind.format.as_str(), kind.game.as_str());
    let name = format.to_ascii_uppercase();
    let name = match kind.game {
        GameClass::Go => name,
        GameClass::Loa => say!(locale, "archive-format-loa", format = name),
        GameClass::Other => say!(locale, "archive-format-other", format = name),
    };
    let query = format!("format:{format} kind:{game}");
    html! {
        span { a href=[addresses::games(&query)] { (format_thousands(games)) } " " (name) } " "
    }
}

fn charset(charset: Option<&str>, games: u64, locale: Locale) -> Markup {
    let query = format!("charset:{}", charset.unwrap_or("none"));
    let name = charset.map_or_else(|| say!(locale, "archive-charset-none"), str::to_owned);
    html! { span { a href=[addresses::games(&query)] { (format_thousands(games)) } " " (name) } " " }
}

/// Joins texts as a list: `a, b, c`.
fn join_as_list(texts: impl IntoIterator<Item = String>, locale: Locale) -> String {
    let all = texts
        .into_iter()
        .reduce(|before, next| say!(locale, "archive-list", before = before, next = next));
    all.unwrap_or_default()
}

/// Draws the list of files that are new, changed or gone compared with the index.
fn changed(view: &PageContext, data: &Inventory) -> Markup {
    let locale = view.request.locale;
    let since = &data.changes;
    let several = [
        (since.new, "archive-files-new"),
        (since.changed, "archive-files-changed"),
        (since.gone, "archive-files-gone"),
    ]
    .into_iter()
    .filter(|(files, _)| *files > 0);
    let parts = join_as_list(several.map(|(files, id)| say!(locale, id, n = files)), locale);
    let rest = since.files() > since.listed.len() && data.view.is_all();
    html! {
        div #since {
            @if let Some(fault) = &data.watch_fault {
                p.notice { b { (say!(locale, "archive-watch-fault")) " " } span lang=[english_tag(locale)] { (escape_invisible(fault)) } }
            }
            @if since.files() == 0 && since.unreachable.is_empty() {
                p.fine { b { (say!(locale, "archive-up-to-date")) " " } (say!(locale, "archive-every-file-known")) }
            } @else {
                @if since.files() > 0 { p { (marked!(locale, "archive-since-built"; files = html! { b { (parts) } })) } }
                @for root in &since.unreachable {
                    p {
                        b { (say!(locale, "archive-out-of-reach")) " " }
                        (marked!(locale, "archive-root-stays"; root = name(view.opened.roots.relative(root))))
                    }
                }
                ul.files {
                    @for file in &since.listed {
                        li { small { (change_name(file.how, locale)) } " " bdi { (escape_invisible(view.opened.roots.relative(&file.path))) } }
                    }
                }
                @if rest {
                    p { a href="/archive?tab=changed" { (say!(locale, "archive-all-files", n = since.files())) } }
                }
            }
            (command(&data.commands.refresh, locale))
        }
    }
}

/// Name of what happened to a file: new, changed or gone.
fn change_name(name: &'static str, locale: Locale) -> String {
    match name {
        "new" => say!(locale, "archive-new"),
        "changed" => say!(locale, "archive-changed"),
        "gone" => say!(locale, "archive-gone"),
        other => other.to_owned(),
    }
}

/// Draws the list of files from which no game could be read, with the reason for each.
fn unread(view: &PageContext, data: &Inventory) -> Markup {
    let locale = view.request.locale;
    let status = &data.status;
    let rest = data.problems_listed > status.problems.len() && data.view.is_all();
    let kinds = status.without_game.iter();
    let kinds = join_as_list(
        kinds.map(|(kind, count)| format!("{} {kind}", format_thousands(*count))),
        locale,
    );
    html! {
        section #unread aria-label=(say!(locale, "archive-not-read")) {
            div.head {
                h2 { (say!(locale, "archive-not-read")) }
                span { (kinds) }
            }
            @if status.without_game.is_empty() { p.fine { (say!(locale, "archive-every-file-read")) } }
            ol.problems { @for problem in &status.problems { (self::problem(view, problem)) } }
            @if rest { p { a href="/archive?tab=unread" { (say!(locale, "archive-all", n = data.problems_listed)) } } }
            (command(&data.commands.verify, locale))
        }
    }
}

fn problem(view: &PageContext, problem: &ProblemRow) -> Markup {
    let locale = view.request.locale;
    let path = view.opened.roots.relative(&problem.path);
    html! {
        li {
            span.kind { (problem.kind) } " "
            bdi { (escape_invisible(path)) @if let Some(member) = &problem.member { " › " (escape_invisible(member)) } }
            " " span.muted lang=[english_tag(locale)] { (escape_invisible(&view.opened.roots.hide_roots(&problem.message))) }
        }
    }
}
