//! The table of games with the columns that are chosen, and its games as a file.

use super::PageContext;
use super::rows::address;
use super::text::visible;
use crate::engine::columns::{COLUMNS, Column};
use crate::engine::page::PageRow;
use crate::web::state::{PageState, and};
use maud::{Markup, html};

/// What the usual table shows, as columns of a file.
const USUAL: [&str; 9] = [
    "black",
    "black_rank",
    "white",
    "white_rank",
    "result",
    "date",
    "moves",
    "komi",
    "event",
];

/// Columns by which a list can be ordered, and how their heads do it.
const ORDERED: [(&str, &str); 7] = [
    ("black", "black"),
    ("white", "white"),
    ("black_rank", "rank"),
    ("white_rank", "rank"),
    ("result", "margin"),
    ("date", "-date"),
    ("moves", "moves"),
];

/// The state of this list, as its own links need it.
pub fn here(state: &PageState) -> PageState {
    PageState {
        view: state.view.clone(),
        columns: state.columns.clone(),
        ..state.filter_only()
    }
}

/// An order by these keys alone.
pub fn only(keys: &str) -> Vec<String> {
    let keys = Some(keys).filter(|keys| !keys.is_empty());
    keys.into_iter().map(str::to_owned).collect()
}

/// The head of a column. It asks for its order, and for the reverse of it where that is the order.
pub fn head(state: &PageState, name: &str, order: &str) -> Markup {
    if order.is_empty() {
        return html! { th scope="col" { (name) } };
    }
    let reverse = order.strip_prefix('-');
    let reverse = reverse.map_or(format!("-{order}"), str::to_owned);
    let first = state.sort.first().map(String::as_str);
    let (target, sorted) = match first {
        Some(key) if key == order => (reverse.as_str(), Some(order)),
        Some(key) if key == reverse => (order, Some(reverse.as_str())),
        _ => (order, None),
    };
    let sorted = sorted.map(|key| match key.starts_with('-') {
        true => "descending",
        false => "ascending",
    });
    let target = here(state).with(|state| state.sort = only(target));
    html! {
        th scope="col" aria-sort=[sorted] {
            a href=(target.at_path("/games")) { (name) }
            @match sorted { Some("ascending") => " ↑", Some(_) => " ↓", None => "" }
        }
    }
}

/// The games with the chosen columns.
pub fn table(view: &PageContext, rows: &[PageRow], selected: Option<usize>) -> Markup {
    let state = &view.asked.state;
    let columns = state.columns.iter();
    let columns: Vec<&Column> = columns.filter_map(|name| Column::named(name)).collect();
    html! {
        div.wide {
            table.listed {
                caption.hidden { "Games" }
                thead { tr { @for column in &columns { (head(state, &spoken(column.name), order(column.name))) } } }
                tbody #rows {
                    @for (at, row) in rows.iter().enumerate() {
                        (line(view, row, &columns, selected == Some(at)))
                    }
                }
            }
        }
    }
}

fn order(name: &str) -> &'static str {
    let order = ORDERED.iter().find(|(column, _)| *column == name);
    order.map_or("", |(_, order)| order)
}

fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

/// A game. Its first column leads to it.
fn line(view: &PageContext, row: &PageRow, columns: &[&Column], selected: bool) -> Markup {
    let href = address(&row.game, &view.asked.state);
    let text = |column: &Column| {
        let text = column.text(&row.game);
        match column.name {
            "path" => view.opened.roots.relative(&text).to_owned(),
            _ => text,
        }
    };
    html! {
        tr data-href=(href) aria-current=[selected.then_some("true")] {
            @for (at, column) in columns.iter().enumerate() {
                @let text = visible(&text(column));
                @if at == 0 {
                    th scope="row" { a href=(href) { bdi { (if text.is_empty() { "–" } else { &text }) } } }
                } @else {
                    td.number[column.is_number()] { bdi { (text) } }
                }
            }
        }
    }
}

/// Which columns the table has: each with the address of the table with it, or without it.
pub fn menu(state: &PageState) -> Markup {
    let shown = shown(state);
    let with = |name: &str| {
        let mut columns = shown.clone();
        match columns.iter().position(|column| column == name) {
            Some(at) => _ = columns.remove(at),
            None => columns.push(name.to_owned()),
        }
        let state = here(state).with(|state| state.columns = columns);
        state.at_path("/games")
    };
    html! {
        details.menu {
            summary { "columns" }
            ul {
                @for column in COLUMNS.iter().skip(1) {
                    @let current = shown.iter().any(|name| name == column.name).then_some("true");
                    li { a href=(with(column.name)) aria-current=[current] { (spoken(column.name)) } }
                }
            }
        }
    }
}

fn shown(state: &PageState) -> Vec<String> {
    if state.columns.is_empty() {
        return USUAL.map(str::to_owned).to_vec();
    }
    state.columns.clone()
}

/// Links to download all games of the list, in its order.
pub fn downloads(state: &PageState, is_table: bool) -> Markup {
    let all = |form: &str, columns: Vec<String>| {
        let what = state.filter_only().with(|state| state.columns = columns);
        and(&what.at_path("/api/v1/export"), &format!("as={form}"))
    };
    html! {
        p.downloads.muted {
            "Download all: "
            @for (at, (form, name)) in [("sgf", "SGF"), ("zip", "zip"), ("csv", "CSV"), ("jsonl", "JSONL")].iter().enumerate() {
                @if at > 0 { " · " }
                a href=(all(form, Vec::new())) download { (name) }
            }
            @if is_table { " · " a href=(all("csv", shown(state))) download { "CSV as shown" } }
            a #practise href=(state.among().at_path("/practise")) title="Guess moves of these games" { "Practise" }
        }
    }
}
