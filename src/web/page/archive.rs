//! The page Archive: what was read, what has changed since, what is wrong, what is doubled, and what was not read. It
//! changes nothing: it names the command to run.

use super::addresses;
use super::rows::{self, file};
use super::text::{english, fact_name, marked, name, visible};
use super::{Content, PageContext, PageFragment, parts};
use crate::address::ParsedRequest;
use crate::data::archive::{ArchiveView, FindingRow, Inventory, KindRow, last_page, page_number};
use crate::going::JobProgress;
use crate::state::PageState;
use crate::words::say;
use kifu_engine::copies::{CopyGroup, CopyRow, Fact, Relation};
use kifu_engine::doctor::FindingKind;
use kifu_engine::marked::query_for;
use kifu_engine::row::GameRow;
use kifu_engine::status::ProblemRow;
use kifu_engine::words::{bytes, thousands};
use kifu_language::fields::Field;
use kifu_messages::Locale;
use kifu_record::date::utc;
use maud::{Markup, html};

/// Draws the page, or the findings alone.
pub(crate) fn draw(view: &PageContext, found: &Inventory) -> PageFragment {
    let locale = view.asked.locale;
    if !view.asked.wants("main") {
        return findings(view, found).into();
    }
    // What is not known was refused before.
    let which = ArchiveView::of(view.asked).unwrap_or(ArchiveView::All);
    let main = match which {
        ArchiveView::All => html! {
            div.archive {
                h1 { (say!(locale, "archive-title")) }
                (numbers(found, locale))
                (kept(view, found))
                (findings(view, found))
                (same(view, found))
                (unread(view, found))
            }
        },
        ArchiveView::Kind(kind) => of_kind(view, found, kind),
        ArchiveView::Same => alone(
            &say!(locale, "archive-same"),
            &same(view, found),
            pages(view, found.copies.groups),
            locale,
        ),
        ArchiveView::Unread => alone(
            &say!(locale, "archive-not-read"),
            &unread(view, found),
            pages(view, found.problems_listed),
            locale,
        ),
        ArchiveView::Changed => alone(
            &say!(locale, "archive-changed-since"),
            &changed(view, found),
            pages(view, found.changes.files()),
            locale,
        ),
    };
    let status = &found.status;
    let content = Content {
        title: say!(locale, "archive-title"),
        sentence: kifu_messages::say!(
            "archive-sentence",
            games = kifu_messages::say!("games", n = status.games),
            files = kifu_messages::say!("files", n = status.files),
            date = utc(status.built)
        ),
        main,
    };
    parts(view, content)
}

/// A list with a page of its own.
fn alone(title: &str, list: &Markup, pages: Markup, locale: Locale) -> Markup {
    html! {
        div.archive.one {
            p.way { a href="/archive" { (say!(locale, "archive-back")) } }
            h1 { (title) }
            (list)
            (pages)
        }
    }
}

/// The ways to the other pages of a list.
fn pages(view: &PageContext, rows: usize) -> Markup {
    let locale = view.asked.locale;
    let (page, last) = (page_number(view.asked).unwrap_or(1), last_page(rows));
    html! {
        @if last > 1 {
            nav.pages aria-label=(say!(locale, "archive-pages")) {
                @if page > 1 {
                    a #back rel="prev" href=(at_page(view.asked, page - 1)) { (say!(locale, "archive-page-before")) }
                }
                span { (say!(locale, "archive-page", page = page, last = last)) }
                @if page < last {
                    a #forward rel="next" href=(at_page(view.asked, page + 1)) { (say!(locale, "archive-page-next")) }
                }
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
fn command(text: &str, locale: Locale) -> Markup {
    html! {
        p.command {
            code { (text) }
            button.copy type="button" hidden aria-label=(say!(locale, "archive-copy-command", command = text)) {
                (say!(locale, "archive-copy-button"))
            }
        }
    }
}

/// Games, files, findings, copies and what was not read, each with the way to it.
fn numbers(found: &Inventory, locale: Locale) -> Markup {
    let status = &found.status;
    let without: u64 = status.without_game.values().sum();
    let findings = &found.findings;
    html! {
        ul.numbers {
            li {
                a href="/games" { strong { (thousands(status.games)) } }
                span { (say!(locale, "archive-games-in", files = say!(locale, "files", n = status.files))) }
            }
            li {
                @if findings.progress.is_some() || findings.failed.is_some() {
                    strong { "–" } span { (say!(locale, "archive-findings-unknown")) }
                } @else {
                    a href="#findings" { strong { (thousands(findings.total)) } }
                    span { (say!(locale, "archive-findings-in", games = say!(locale, "games", n = findings.games))) }
                }
            }
            li {
                a href=[addresses::games("is:dup")] { strong { (thousands(found.copies.games as u64)) } }
                span { (say!(locale, "archive-copies-of", games = say!(locale, "games", n = found.copies.groups))) }
            }
            li {
                a href="#unread" { strong { (thousands(without)) } }
                span { (say!(locale, "archive-without-game")) }
            }
        }
    }
}

/// What was read and how it is kept.
fn kept(view: &PageContext, found: &Inventory) -> Markup {
    let locale = view.asked.locale;
    let status = &found.status;
    let roots =
        status.roots.iter().map(|root| (view.opened.roots.relative(root), status.shard(root)));
    html! {
        section #kept aria-label=(say!(locale, "archive-read")) {
            div.head { h2 { (say!(locale, "archive-read")) } }
            dl {
                dt { (say!(locale, "archive-from")) }
                dd {
                    @for (root, shard) in roots {
                        div {
                            bdi { (visible(root)) }
                            @if let Some(shard) = shard { " " (say!(locale, "archive-shard", shard = shard.to_string())) }
                        }
                    }
                }
                dt { (say!(locale, "archive-formats")) }
                dd.list { @for (kind, games) in &status.by_kind { (format(kind, *games, locale)) } }
                dt { (say!(locale, "archive-charsets")) }
                dd.list { @for row in &found.charsets { (charset(row.value.as_deref(), row.games, locale)) } }
                dt { (say!(locale, "archive-index")) }
                dd { (bytes(status.size())) " · " (utc(status.built)) }
                @if status.all_read > 0 {
                    dt { (say!(locale, "archive-contents")) }
                    dd { (say!(locale, "archive-contents-read", date = utc(status.all_read))) }
                }
            }
            (changed(view, found))
        }
    }
}

/// Games of a format and kind, such as `sgf go`.
fn format(kind: &str, games: u64, locale: Locale) -> Markup {
    let (format, game) = kind.split_once(' ').unwrap_or((kind, ""));
    let name = format.to_ascii_uppercase();
    let name = match game {
        "go" => name,
        "loa" => say!(locale, "archive-format-loa", format = name),
        "other" => say!(locale, "archive-format-other", format = name),
        other => format!("{name} {other}"),
    };
    let query = format!("format:{format} kind:{game}");
    html! {
        span { a href=[addresses::games(&query)] { (thousands(games)) } " " (name) } " "
    }
}

fn charset(charset: Option<&str>, games: u64, locale: Locale) -> Markup {
    let query = format!("charset:{}", charset.unwrap_or("none"));
    let name = charset.map_or_else(|| say!(locale, "archive-charset-none"), str::to_owned);
    html! { span { a href=[addresses::games(&query)] { (thousands(games)) } " " (name) } " " }
}

/// Texts in a row: `a, b, c`.
fn in_a_row(texts: impl IntoIterator<Item = String>, locale: Locale) -> String {
    let all = texts
        .into_iter()
        .reduce(|before, next| say!(locale, "archive-list", before = before, next = next));
    all.unwrap_or_default()
}

/// Which files are not as the index knows them.
fn changed(view: &PageContext, found: &Inventory) -> Markup {
    let locale = view.asked.locale;
    let since = &found.changes;
    let several = [
        (since.new, "archive-files-new"),
        (since.changed, "archive-files-changed"),
        (since.gone, "archive-files-gone"),
    ]
    .into_iter()
    .filter(|(files, _)| *files > 0);
    let parts = in_a_row(several.map(|(files, id)| say!(locale, id, n = files)), locale);
    let rest = since.files() > since.listed.len() && view.asked.state.tab != "changed";
    html! {
        div #since {
            @if let Some(fault) = &found.watch_fault {
                p.notice { b { (say!(locale, "archive-watch-fault")) " " } span lang=[english(locale)] { (visible(fault)) } }
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
                        li { small { (how(file.how, locale)) } " " bdi { (visible(view.opened.roots.relative(&file.path))) } }
                    }
                }
                @if rest {
                    p { a href="/archive?tab=changed" { (say!(locale, "archive-all-files", n = since.files())) } }
                }
            }
            (command(&found.commands.refresh, locale))
        }
    }
}

/// How a file is not as the index knows it.
fn how(name: &'static str, locale: Locale) -> String {
    match name {
        "new" => say!(locale, "archive-new"),
        "changed" => say!(locale, "archive-changed"),
        "gone" => say!(locale, "archive-gone"),
        other => other.to_owned(),
    }
}

/// What is wrong, by kind.
fn findings(view: &PageContext, found: &Inventory) -> Markup {
    let locale = view.asked.locale;
    let examined = &found.findings;
    html! {
        section #findings aria-label=(say!(locale, "archive-findings"))
            data-examining=[examined.progress.as_ref().map(|_| "1")] {
            div.head {
                h2 { (say!(locale, "archive-findings")) }
                @if examined.total > 0 { span { (thousands(examined.total)) } }
            }
            @if let Some(going) = &examined.progress { (progress(going, locale)) }
            @if let Some(message) = &examined.failed { p lang=[english(locale)] { (visible(message)) } }
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
            @if view.asked.of.is_none() { (command(&found.commands.examine, locale)) }
        }
    }
}

fn progress(going: &JobProgress, locale: Locale) -> Markup {
    let examining = say!(
        locale,
        "archive-examining",
        done = going.files_done,
        files = say!(locale, "files", n = going.files),
        games = say!(locale, "games", n = going.games)
    );
    html! {
        p { (examining) }
        progress max=(going.bytes.max(1)) value=(going.bytes_done) aria-label=(say!(locale, "archive-examined")) {}
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
                (thousands(row.places))
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

/// What a kind of finding means, and what to do. `english` is how programs are told.
fn meaning(kind: &str, english: &str, locale: Locale) -> String {
    let id = match kind {
        "bad-analysis" => "archive-kind-bad-analysis",
        "bad-characters" => "archive-kind-bad-characters",
        "bad-date" => "archive-kind-bad-date",
        "bad-json" => "archive-kind-bad-json",
        "bad-komi" => "archive-kind-bad-komi",
        "bad-line" => "archive-kind-bad-line",
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

/// The findings of one kind.
fn of_kind(view: &PageContext, found: &Inventory, kind: FindingKind) -> Markup {
    let locale = view.asked.locale;
    let mut kinds = found.findings.kinds.iter();
    let row = kinds.find(|row| row.kind == kind.as_str());
    let listed = row.map_or(0, |row| row.listed);
    let list = html! {
        section #findings aria-label=(say!(locale, "archive-findings"))
            data-examining=[found.findings.progress.as_ref().map(|_| "1")] {
            @if let Some(going) = &found.findings.progress { (progress(going, locale)) }
            @if let Some(message) = &found.findings.failed { p lang=[english(locale)] { (visible(message)) } }
            @if row.is_none() && found.findings.progress.is_none() && found.findings.failed.is_none() {
                p.fine { (say!(locale, "archive-none-of-kind")) }
            }
            ol.found-here { @for one in &found.findings.listed { (finding(one, locale)) } }
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
            (pages(view, listed))
            @if kind.is_of_game() {
                @let query = query_for(&Field::Finding, kind.as_str());
                @let link = html! { a href=[addresses::games(&query)] { code { (query) } } };
                p.muted { (marked!(locale, "archive-games-with-finding"; query = link)) }
            }
            (command(&format!("{} {}", found.commands.examine_kind, kind.as_str()), locale))
        }
    }
}

/// In how many places something was found, and how often in them.
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
                    Some(game) => a href=(game_at(game, row.number)) { (rows::one(game, locale)) },
                    None => {},
                }
                p lang=[english(locale)] { (visible(&row.message)) }
                p.place { bdi { (visible(&row.place)) } }
            }
        }
    }
}

/// A game at the move in question.
fn game_at(game: &GameRow, number: Option<u32>) -> String {
    // Where nothing branches, a move has the number of its node; where something does, the page leads on from there.
    PageState {
        node: number.filter(|_| game.nodes == game.moves + 1).unwrap_or(0),
        ..PageState::default()
    }
    .at_path(&format!("/game/{}", game.id))
}

/// Groups of the same game.
fn same(view: &PageContext, found: &Inventory) -> Markup {
    let locale = view.asked.locale;
    let copies = &found.copies;
    let rest = copies.groups > copies.listed.len() && view.asked.state.tab != "same";
    html! {
        section #same aria-label=(say!(locale, "archive-same")) {
            div.head { h2 { (say!(locale, "archive-same")) } span { (say!(locale, "archive-groups", n = copies.groups)) } }
            @if copies.groups == 0 { p.fine { (say!(locale, "archive-no-copies")) } }
            ol.groups { @for group in &copies.listed { (self::group(view, group)) } }
            @if rest { p { a href="/archive?tab=same" { (say!(locale, "archive-all-groups", n = copies.groups)) } } }
            @if copies.groups > 0 { (command(&found.commands.copies, locale)) }
        }
    }
}

/// The game according to its fullest copy, then each copy: how it relates, and what it says where they disagree.
fn group(view: &PageContext, group: &CopyGroup) -> Markup {
    let locale = view.asked.locale;
    let facts = group.told_facts();
    let conflicts = group.conflicts.iter();
    let conflicts = in_a_row(conflicts.map(|conflict| fact_name(conflict.fact, locale)), locale);
    html! {
        li {
            p.title {
                b { bdi { (visible(&group.games.first().map(|copy| copy.title()).unwrap_or_default())) } }
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
                            td.place { bdi { (visible(&file(view, &copy.game))) } }
                        }
                    }
                }
            }
        }
    }
}

/// How a copy relates to the fullest one.
fn relation(copy: &CopyRow, locale: Locale) -> String {
    let moves = copy.game.moves.to_string();
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

/// What gave no game, and why.
fn unread(view: &PageContext, found: &Inventory) -> Markup {
    let locale = view.asked.locale;
    let status = &found.status;
    let rest = found.problems_listed > status.problems.len() && view.asked.state.tab != "unread";
    let kinds = status.without_game.iter();
    let kinds =
        in_a_row(kinds.map(|(kind, count)| format!("{} {kind}", thousands(*count))), locale);
    html! {
        section #unread aria-label=(say!(locale, "archive-not-read")) {
            div.head {
                h2 { (say!(locale, "archive-not-read")) }
                span { (kinds) }
            }
            @if status.without_game.is_empty() { p.fine { (say!(locale, "archive-every-file-read")) } }
            ol.problems { @for problem in &status.problems { (self::problem(view, problem)) } }
            @if rest { p { a href="/archive?tab=unread" { (say!(locale, "archive-all", n = found.problems_listed)) } } }
            (command(&found.commands.verify, locale))
        }
    }
}

fn problem(view: &PageContext, problem: &ProblemRow) -> Markup {
    let locale = view.asked.locale;
    let path = view.opened.roots.relative(&problem.path);
    html! {
        li {
            span.kind { (problem.kind) } " "
            bdi { (visible(path)) @if let Some(member) = &problem.member { " › " (visible(member)) } }
            " " span.muted lang=[english(locale)] { (visible(&view.opened.roots.without(&problem.message))) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs are told the same as people.
    #[test]
    fn kinds_mean_what_programs_are_told() {
        for kind in FindingKind::all() {
            assert_eq!(meaning(kind.as_str(), "", Locale::English), kind.meaning());
        }
    }
}
