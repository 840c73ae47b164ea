//! The table of games with the chosen columns, and the links to download the list as a file.

use super::PageContext;
use super::rows::address;
use super::text::{event, marked, name, person, rank_words, series};
use crate::data::games::can_estimate_size;
use crate::state::{PageState, add_parameters};
use crate::words::say;
use kifu_archive::origin::path_text;
use kifu_engine::columns::{COLUMNS, Column};
use kifu_engine::lines::{LineFormat, LineOptions};
use kifu_engine::page::PageRow;
use kifu_engine::row::GameRow;
use kifu_language::fields::NUMBERS;
use kifu_messages::Locale;
use kifu_record::rank::Rank;
use maud::{Markup, html};

/// Columns of a downloaded file with the same values as the default table of the page.
const DEFAULT_COLUMNS: [&str; 9] =
    ["black", "black_rank", "white", "white_rank", "result", "date", "moves", "komi", "event"];

/// Columns of the table that are not numeric, each with the sort key of its heading's link. The result column contains
/// the margin, so its heading sorts by margin.
const SORT_KEYS: [(&str, &str); 8] = [
    ("black", "black"),
    ("white", "white"),
    ("black_rank", "rank"),
    ("white_rank", "rank"),
    ("result", "margin"),
    ("margin", ""),
    ("date", "-date"),
    ("path", "place"),
];

/// Id of the message with the heading of a column, such as `columns-head-black-rank`.
fn head_id(name: &str) -> String {
    format!("columns-head-{}", name.replace('_', "-"))
}

/// State of the list of games without a board and without a selected game. The links of the list are made from it.
pub(super) fn list_state(state: &PageState) -> PageState {
    PageState { view: state.view.clone(), columns: state.columns.clone(), ..state.filter_only() }
}

/// Returns a list with this sort key; an empty list if the text is empty.
pub(super) fn sort_keys(keys: &str) -> Vec<String> {
    Some(keys).filter(|keys| !keys.is_empty()).into_iter().map(str::to_owned).collect()
}

/// Column heading. Links to the list sorted by this column, or in reverse if it is sorted by it already.
pub(super) fn head(state: &PageState, name: &str, order: &str) -> Markup {
    if order.is_empty() {
        return html! { th scope="col" { (name) } };
    }
    let head_order = HeadOrder::new(order, state.sort.first().map(String::as_str));
    let target = list_state(state).with(|state| state.sort = sort_keys(&head_order.target));
    html! {
        th scope="col" aria-sort=[head_order.sorted] {
            a href=(target.at_path("/games")) { (name) } (head_order.arrow())
        }
    }
}

/// What a column heading shows: the sort key that it links to, and the direction in which the list is sorted by this
/// column now.
pub(super) struct HeadOrder {
    /// Sort key that the link of the heading asks for.
    pub target: String,
    /// Direction (`ascending` or `descending`), if the list is sorted by this column.
    pub sorted: Option<&'static str>,
}

impl HeadOrder {
    /// Makes the link and the direction of a heading with the sort key `order`, for a list that is sorted by `now`.
    pub(super) fn new(order: &str, now: Option<&str>) -> HeadOrder {
        let reverse = order.strip_prefix('-').map_or(format!("-{order}"), str::to_owned);
        let current = now.filter(|now| *now == order || *now == reverse);
        HeadOrder {
            sorted: current
                .map(|key| if key.starts_with('-') { "descending" } else { "ascending" }),
            target: if current == Some(order) { reverse } else { order.to_owned() },
        }
    }

    /// Arrow that shows the sort direction behind the name of a column.
    pub(super) fn arrow(&self) -> &'static str {
        match self.sorted {
            Some("ascending") => " ↑",
            Some(_) => " ↓",
            None => "",
        }
    }
}

/// Draws the table of games with the columns that the address names.
pub(super) fn table(view: &PageContext, rows: &[PageRow], selected: Option<usize>) -> Markup {
    let locale = view.request.locale;
    let state = &view.request.state;
    let columns: Vec<&Column> =
        state.columns.iter().filter_map(|name| Column::named(name)).collect();
    html! {
        div.wide {
            table.listed {
                caption.hidden { (say!(locale, "games-title")) }
                thead { tr { @for column in &columns { (head(state, &column_title(column.name, locale), order(column.name))) } } }
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
    let of_number = NUMBERS.iter().find(|info| info.is_sort_key && info.column == name);
    let order = SORT_KEYS.iter().find(|(column, _)| *column == name);
    order.map(|(_, order)| *order).or(of_number.map(|info| info.name)).unwrap_or_default()
}

/// Name of a column in a language.
fn column_title(name: &str, locale: Locale) -> String {
    // The version of the JSON, `v`, is in no menu and has no translation.
    if name == "v" { name.to_owned() } else { say!(locale, head_id(name)) }
}

/// Draws the row of a game. The value in its first column links to the page of the game.
fn line(view: &PageContext, row: &PageRow, columns: &[&Column], selected: bool) -> Markup {
    let locale = view.request.locale;
    let href = address(&row.game, &view.request.state);
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
                @let text = text(column);
                @if at == 0 {
                    th scope="row" { a href=(href) { @if text.is_empty() { bdi { "–" } } @else { (value(column, &text, locale)) } } }
                } @else {
                    td.number[column.is_number()] { (value(column, &text, locale)) }
                }
            }
        }
    }
}

/// Draws a value of a column.
fn value(column: &Column, text: &str, locale: Locale) -> Markup {
    match column.name {
        "event" => event(text, locale),
        "series" => series(text, locale),
        "black" | "white" => person(text, locale),
        "black_rank" | "white_rank" => match Rank::parse(text) {
            Some(rank) => html! { bdi title=(text) { (rank_words(rank, locale)) } },
            None => name(text),
        },
        _ => name(text),
    }
}

/// Menu of columns. Each item links to the table with one more column, or without the column if the table has it.
pub(super) fn menu(state: &PageState, locale: Locale) -> Markup {
    let shown_names = shown_columns(state);
    let with = |name: &str| {
        let mut columns = shown_names.clone();
        match columns.iter().position(|column| column == name) {
            Some(at) => _ = columns.remove(at),
            None => columns.push(name.to_owned()),
        }
        list_state(state).with(|state| state.columns = columns).at_path("/games")
    };
    html! {
        details.menu {
            summary { (say!(locale, "columns-menu")) }
            ul {
                @for column in COLUMNS.iter().skip(1) {
                    @let current = shown_names.iter().any(|name| name == column.name).then_some("true");
                    li { a href=(with(column.name)) aria-current=[current] { (column_title(column.name, locale)) } }
                }
            }
        }
    }
}

fn shown_columns(state: &PageState) -> Vec<String> {
    if state.columns.is_empty() {
        return DEFAULT_COLUMNS.map(str::to_owned).to_vec();
    }
    state.columns.clone()
}

/// Estimated sizes, in bytes, of the files that can be downloaded of a list.
#[derive(Default)]
pub(super) struct FileSizes {
    sgf: Option<u64>,
    zip: Option<u64>,
    csv: Option<u64>,
    jsonl: Option<u64>,
}

impl FileSizes {
    /// Estimates the sizes of tables from the rows that the page shows, scaled to all games. For 14 lists, the
    /// estimates for JSON lines were 0.78 to 1.36 times the real size. The sizes of SGF and zip are estimated from what
    /// the index knows of all games instead: comments and analysis make up most of some records, and the rows on the
    /// page do not tell how many others have them.
    pub(super) fn estimate(
        view: &PageContext,
        mut rows: Vec<GameRow>,
        (total, sgf): (u64, Option<u64>),
    ) -> FileSizes {
        for row in &mut rows {
            // Paths in a download begin below the roots of the archive.
            row.path = view.opened.roots.relative(&path_text(&row.path)).into();
            // These two values (the moves, and the values read on request) are written only if columns ask for them, so
            // a file with default columns does not have them.
            (row.played, row.facts) = (None, None);
        }
        FileSizes {
            sgf,
            zip: sgf.map(|bytes| zip_bytes(bytes, total)),
            csv: table_bytes(&rows, total, LineFormat::Csv),
            jsonl: table_bytes(&rows, total, LineFormat::Json),
        }
    }

    /// Drops the estimated size of the file with JSON lines.
    #[must_use]
    pub(super) fn without_json(self) -> FileSizes {
        FileSizes { jsonl: None, ..self }
    }
}

/// Estimated size of a zip of this many games with this many bytes of SGF. Each game has two headers with its name, and
/// compression starts anew for each. The constants were fitted to at most 400 games of each of nine archives, whose
/// real sizes were 0.80 to 1.08 times the estimate. Games with engine analysis compress better: their zip has less than
/// half of the estimated size.
fn zip_bytes(sgf: u64, games: u64) -> u64 {
    const BYTES_PER_GAME: u64 = 220;
    const PERCENT: u64 = 40;
    BYTES_PER_GAME * games + sgf * PERCENT / 100
}

/// Estimated size in bytes of a table of `total` games, from the games in `rows`.
fn table_bytes(rows: &[GameRow], total: u64, form: LineFormat) -> Option<u64> {
    if !can_estimate_size(rows.len(), total) {
        return None;
    }
    let lines = LineOptions::new(form);
    let (mut head, mut body) = (Vec::new(), Vec::new());
    lines.write_header(&mut head).ok()?;
    for row in rows {
        lines.write_game(&mut body, row).ok()?;
    }
    let all = body.len() as f64 / rows.len() as f64 * total as f64;
    Some(head.len() as u64 + all as u64)
}

/// Writes a size in two digits: `1.2 MB`, `41 MB`, `410 kB`.
fn rounded(bytes: u64) -> String {
    const UNITS: [(u64, &str); 3] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")];
    let last = 10_u64.pow(bytes.max(1).ilog10().saturating_sub(1));
    let bytes = bytes.saturating_add(last / 2) / last * last;
    let Some((unit, name)) = UNITS.into_iter().find(|(unit, _)| bytes >= *unit) else {
        return format!("{bytes} B");
    };
    match bytes / unit {
        0..10 => format!("{:.1} {name}", bytes as f64 / unit as f64),
        whole => format!("{whole} {name}"),
    }
}

/// Link to a download, with its estimated size.
fn file(href: &str, name: &str, bytes: Option<u64>, locale: Locale) -> Markup {
    let size = bytes.map(rounded);
    let about = size.as_ref().map(|size| say!(locale, "columns-about", size = size.as_str()));
    html! {
        a href=(href) download title=[about] { (name) @if let Some(size) = size { " " small { (size) } } }
    }
}

/// Links to download all games of the list, in the order of the list.
pub(super) fn downloads(state: &PageState, is_table: bool, locale: Locale) -> Markup {
    downloads_with_sizes(state, is_table, &FileSizes::default(), locale)
}

/// Links to download all games of the list, each with its estimated size.
pub(super) fn downloads_with_sizes(
    state: &PageState,
    is_table: bool,
    sizes: &FileSizes,
    locale: Locale,
) -> Markup {
    let list = state.filter_only();
    let files = html! {
        (files(&list, sizes, locale))
        @if is_table {
            @let as_shown = list.with(|list| list.columns = shown_columns(state));
            " · " (file(&export(&as_shown, "csv"), &say!(locale, "columns-csv-as-shown"), None, locale))
        }
    };
    html! {
        p.downloads.muted {
            (marked!(locale, "columns-download"; files = files))
            a #practise href=(state.unsorted_filter().at_path("/practise")) title=(say!(locale, "columns-practise-title")) {
                (say!(locale, "columns-practise"))
            }
        }
    }
}

/// Links to download the games of a position or shape that no query can express.
pub(super) fn downloads_of_board(board: &PageState, sizes: &FileSizes, locale: Locale) -> Markup {
    html! { p.downloads.muted { (marked!(locale, "columns-download"; files = files(board, sizes, locale))) } }
}

fn files(what: &PageState, sizes: &FileSizes, locale: Locale) -> Markup {
    let forms = [
        ("sgf", "SGF", sizes.sgf),
        ("zip", "zip", sizes.zip),
        ("csv", "CSV", sizes.csv),
        ("jsonl", "JSONL", sizes.jsonl),
    ];
    html! {
        @for (at, (form, name, bytes)) in forms.into_iter().enumerate() {
            @if at > 0 { " · " }
            (file(&export(what, form), name, bytes, locale))
        }
    }
}

fn export(what: &PageState, form: &str) -> String {
    add_parameters(&what.at_path("/api/v1/export"), &format!("as={form}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_messages::messages_with_prefix;
    use std::collections::BTreeSet;

    #[test]
    fn columns_in_english_are_called_by_their_names() {
        for column in &COLUMNS {
            assert_eq!(column_title(column.name, Locale::English), column.name.replace('_', " "));
        }
        let heads: BTreeSet<String> =
            COLUMNS.iter().skip(1).map(|column| head_id(column.name)).collect();
        for locale in Locale::ALL {
            let messages = messages_with_prefix(locale, "columns-head-").into_iter();
            let messages: BTreeSet<String> = messages.map(|(id, _)| id.to_owned()).collect();
            assert_eq!(messages, heads, "{locale:?}");
        }
    }

    #[test]
    fn sizes_have_two_digits() {
        for (bytes, text) in [
            (0, "0 B"),
            (7, "7 B"),
            (994, "990 B"),
            (996, "1.0 kB"),
            (1_249, "1.2 kB"),
            (408_195, "410 kB"),
            (999_999, "1.0 MB"),
            (41_400_000, "41 MB"),
            (9_960_000_000, "10 GB"),
        ] {
            assert_eq!(rounded(bytes), text);
        }
    }
}
