//! The table of games with the columns that are chosen, and its games as a file.

use super::PageContext;
use super::rows::address;
use super::text::{marked, visible};
use crate::engine::columns::{COLUMNS, Column};
use crate::engine::page::PageRow;
use crate::messages::say;
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

/// What columns are called: name, message.
const SPOKEN: [(&str, &str); 75] = [
    ("id", "columns-head-id"),
    ("path", "columns-head-path"),
    ("member", "columns-head-member"),
    ("game", "columns-head-game"),
    ("black", "columns-head-black"),
    ("white", "columns-head-white"),
    ("black_rank", "columns-head-black-rank"),
    ("white_rank", "columns-head-white-rank"),
    ("black_persons", "columns-head-black-persons"),
    ("white_persons", "columns-head-white-persons"),
    ("black_team", "columns-head-black-team"),
    ("white_team", "columns-head-white-team"),
    ("result", "columns-head-result"),
    ("date", "columns-head-date"),
    ("dates", "columns-head-dates"),
    ("date_span", "columns-head-date-span"),
    ("event", "columns-head-event"),
    ("round", "columns-head-round"),
    ("place", "columns-head-place"),
    ("komi", "columns-head-komi"),
    ("handicap", "columns-head-handicap"),
    ("rules", "columns-head-rules"),
    ("ruleset", "columns-head-ruleset"),
    ("time", "columns-head-time"),
    ("overtime", "columns-head-overtime"),
    ("annotator", "columns-head-annotator"),
    ("title", "columns-head-title"),
    ("opening", "columns-head-opening"),
    ("source", "columns-head-source"),
    ("transcriber", "columns-head-transcriber"),
    ("copyright", "columns-head-copyright"),
    ("game_comment", "columns-head-game-comment"),
    ("kind", "columns-head-kind"),
    ("format", "columns-head-format"),
    ("charset", "columns-head-charset"),
    ("size", "columns-head-size"),
    ("moves", "columns-head-moves"),
    ("nodes", "columns-head-nodes"),
    ("variations", "columns-head-variations"),
    ("openings", "columns-head-openings"),
    ("moves_sgf", "columns-head-moves-sgf"),
    ("moves_gtp", "columns-head-moves-gtp"),
    ("setup", "columns-head-setup"),
    ("final", "columns-head-final"),
    ("move", "columns-head-move"),
    ("node", "columns-head-node"),
    ("variation", "columns-head-variation"),
    ("comment", "columns-head-comment"),
    ("added", "columns-head-added"),
    ("series", "columns-head-series"),
    ("edition", "columns-head-edition"),
    ("match_game", "columns-head-match-game"),
    ("black_country", "columns-head-black-country"),
    ("white_country", "columns-head-white-country"),
    ("winner", "columns-head-winner"),
    ("how", "columns-head-how"),
    ("margin", "columns-head-margin"),
    ("year", "columns-head-year"),
    ("date_from", "columns-head-date-from"),
    ("date_to", "columns-head-date-to"),
    ("black_person", "columns-head-black-person"),
    ("white_person", "columns-head-white-person"),
    ("lang", "columns-head-lang"),
    ("toplay", "columns-head-toplay"),
    ("region", "columns-head-region"),
    ("solutions", "columns-head-solutions"),
    ("engine", "columns-head-engine"),
    ("mover", "columns-head-mover"),
    ("played", "columns-head-played"),
    ("loss", "columns-head-loss"),
    ("drop", "columns-head-drop"),
    ("best", "columns-head-best"),
    ("black_winrate", "columns-head-black-winrate"),
    ("black_lead", "columns-head-black-lead"),
    ("visits", "columns-head-visits"),
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
                caption.hidden { (say!("games-title")) }
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

/// The name of a column as it is read.
fn spoken(name: &str) -> String {
    let spoken = SPOKEN.iter().find(|(column, _)| *column == name);
    spoken.map_or_else(|| name.replace('_', " "), |(_, message)| say!(message))
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
            summary { (say!("columns-menu")) }
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
    let forms = [
        ("sgf", "SGF"),
        ("zip", "zip"),
        ("csv", "CSV"),
        ("jsonl", "JSONL"),
    ];
    let files = html! {
        @for (at, (form, name)) in forms.iter().enumerate() {
            @if at > 0 { " · " }
            a href=(all(form, Vec::new())) download { (name) }
        }
        @if is_table { " · " a href=(all("csv", shown(state))) download { (say!("columns-csv-as-shown")) } }
    };
    html! {
        p.downloads.muted {
            (marked!("columns-download"; files = files))
            a #practise href=(state.among().at_path("/practise")) title=(say!("columns-practise-title")) {
                (say!("columns-practise"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_english_are_called_by_their_names() {
        for column in &COLUMNS {
            assert_eq!(spoken(column.name), column.name.replace('_', " "));
        }
        let spoken = SPOKEN.map(|(name, _)| name);
        let all = COLUMNS.iter().map(|column| column.name);
        assert!(all.skip(1).eq(spoken));
    }
}
