//! Tables and trees of the moves in a corner, on a terminal.

use super::files::steps;
use super::{count_cells, move_label};
use crate::output::{book_mark, years};
use crate::styles;
use crate::terminal::Terminal;
use kifu_drawing::table::{Table, TableColumn, TableRow};
use kifu_engine::joseki::{
    ChangedStep, CornerCounts, CornerGroup, JosekiAnswer, JosekiMove, PathStep, StepShare,
};
use kifu_engine::number_format::{counted, format_thousands, interval, percent, signed};
use kifu_record::game::Point;
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Number of blanks before each line of a table.
const INDENT_COLUMNS: usize = 1;
/// Minimum width of the column of players; if less is left, the table has no such column.
const MIN_PLAYERS_WIDTH: usize = 20;
/// Minimum width of a terminal, in columns, at which the table of moves names players beside the numbers.
const MIN_WIDTH_FOR_PLAYERS: usize = 120;

/// Prints the table of the next moves.
pub(super) fn print_moves(
    out: &mut dyn Write,
    answer: &JosekiAnswer,
    max_rows: usize,
    letters: &[(Point, char)],
    terminal: &Terminal,
) -> io::Result<()> {
    let all = &answer.all;
    let periods = Periods::of(&all.years);
    let number = |heading, order: Option<usize>| TableColumn::right(heading).with_drop_order(order);
    let mut columns = vec![
        TableColumn::left("  next"),
        number("corners", None),
        number("share", None),
        number("games", Some(4)),
        number("B won", None),
        number("95 %", Some(3)),
        number("at once", Some(2)),
        number("else after", Some(1)),
        TableColumn::left("years").with_drop_order(5),
    ];
    if terminal.unicode && periods.is_some() {
        columns.push(TableColumn::left("over time").with_drop_order(0));
    }
    let shown = || answer.moves.iter().take(max_rows);
    let has_book = answer.moves.iter().any(|row| row.in_book.is_some());
    if has_book {
        columns.push(TableColumn::left("book"));
    }
    if terminal.width >= MIN_WIDTH_FOR_PLAYERS && shown().any(|row| !row.players.is_empty()) {
        let players = TableColumn::left("played most often by");
        columns.push(players.with_widths(MIN_PLAYERS_WIDTH, usize::MAX).optional());
    }
    let width = columns.len();
    let with_width = |mut cells: Vec<String>| {
        cells.resize(width, String::new());
        TableRow::from(cells)
    };
    let cells = |row: &JosekiMove| {
        let counts = &row.counts;
        let [corners, share] = count_cells(counts.corners, all.corners);
        let mut cells = vec![
            format!("{} {}", letter_of(row, letters), move_label(row)),
            corners,
            share,
            format_thousands(counts.games),
            rate(counts),
            interval(counts.win_rate),
            percent(row.at_once, counts.corners, 0),
            row.elsewhere.map_or(String::new(), |moves| moves.to_string()),
            years(counts.first_year, counts.last_year),
        ];
        if let Some(periods) = periods.as_ref().filter(|_| terminal.unicode) {
            cells.push(periods.curve(&counts.years));
        }
        cells.extend(has_book.then(|| book_mark(row.in_book)));
        cells.push(players_in_words(row));
        with_width(cells)
    };
    let mut rows: Vec<TableRow> = shown().map(cells).collect();
    if let Some(end) = all.end.filter(|&corners| corners > 0) {
        let [corners, share] = count_cells(end, all.corners);
        rows.push(with_width(vec!["  end".to_owned(), corners, share]));
    }
    let style = terminal.table_style().with_width(terminal.width, INDENT_COLUMNS);
    Table { columns, rows }.print(out, &style)?;
    print_rest(out, &answer.moves, max_rows, terminal)?;
    let text = "B is Black in the position; from the empty corner, the player who played there first. At once: without \
                a move elsewhere before it; else after: the median number of such moves.";
    terminal.print(out, styles::DIM, text)
}

/// Prints how many further moves there are.
fn print_rest(
    out: &mut dyn Write,
    moves: &[JosekiMove],
    max_rows: usize,
    terminal: &Terminal,
) -> io::Result<()> {
    let rest = moves.iter().skip(max_rows);
    let (rows, corners) =
        rest.fold((0, 0), |(rows, corners), row| (rows + 1, corners + row.counts.corners));
    if rows == 0 {
        return Ok(());
    }
    let line = format!(
        "   {} in {} (--limit 0 for all)",
        counted(rows, "other move", "other moves"),
        counted(corners, "corner", "corners")
    );
    writeln!(out, "{}", terminal.dim(&line))
}

/// Prints the tree, with the moves indented by their depth.
pub(super) fn print_tree(
    out: &mut dyn Write,
    answer: &JosekiAnswer,
    terminal: &Terminal,
) -> io::Result<()> {
    let number = |heading, order: Option<usize>| TableColumn::right(heading).with_drop_order(order);
    let mut columns = vec![
        TableColumn::left("move").uncut(),
        number("corners", None),
        number("share", None),
        number("of all", Some(3)),
        number("B won", None),
        number("95 %", Some(2)),
        number("at once", Some(1)),
        TableColumn::left("years").with_drop_order(0),
    ];
    let has_book = answer.moves.iter().any(|row| row.in_book.is_some());
    columns.extend(has_book.then(|| TableColumn::left("book")));
    let rows = steps(answer).map(|step| {
        let counts = &step.row.counts;
        let [corners, share] = count_cells(counts.corners, step.of);
        let mut cells = vec![
            format!("{}{}", "  ".repeat(step.depth - 1), move_label(step.row)),
            corners,
            share,
            percent(counts.corners, answer.all.corners, 1),
            rate(counts),
            interval(counts.win_rate),
            percent(step.row.at_once, counts.corners, 0),
            years(counts.first_year, counts.last_year),
        ];
        cells.extend(has_book.then(|| book_mark(step.row.in_book)));
        TableRow::from(cells)
    });
    Table { columns, rows: rows.collect() }.print(out, &terminal.table_style())?;
    let text =
        "The share is that of the corners with the move before it. --least prints rarer moves.";
    terminal.print(out, styles::DIM, text)
}

/// Prints two sets of games side by side: the next moves, or the tree.
pub(super) fn print_compared(
    out: &mut dyn Write,
    answer: &JosekiAnswer,
    is_tree: bool,
    max_rows: usize,
    letters: &[(Point, char)],
    terminal: &Terminal,
) -> io::Result<()> {
    let number = |heading, order: Option<usize>| TableColumn::right(heading).with_drop_order(order);
    let columns = vec![
        if is_tree { TableColumn::left("move").uncut() } else { TableColumn::left("  next") },
        number("1", Some(2)),
        number("share 1", None),
        number("B won 1", Some(1)),
        number("2", Some(2)),
        number("share 2", None),
        number("B won 2", Some(1)),
        number("share 1-2", None),
    ];
    let row = |label: String, row: &JosekiMove| {
        let mut cells = vec![label];
        let first = (&row.counts, row.share);
        let second = row.second.as_ref().map(|second| (&second.counts, second.share));
        for (counts, share) in [Some(first), second].into_iter().flatten() {
            let share = share.map_or(String::new(), |share| format!("{:.1}%", 100.0 * share));
            cells.extend([format_thousands(counts.corners), share, rate(counts)]);
        }
        let difference = row.second.as_ref().and_then(|second| second.share_difference);
        cells.push(difference.map_or(String::new(), |of| {
            let [points, low, high] =
                [of.difference, of.low, of.high].map(|share| signed(100.0 * share, 1));
            format!("{points} ({low} to {high})")
        }));
        TableRow::from(cells)
    };
    let rows: Vec<TableRow> = if is_tree {
        let indented = |depth: usize, step: &JosekiMove| {
            format!("{}{}", "  ".repeat(depth - 1), move_label(step))
        };
        steps(answer).map(|step| row(indented(step.depth, step.row), step.row)).collect()
    } else {
        let shown = answer.moves.iter().take(max_rows);
        shown
            .map(|step| row(format!("{} {}", letter_of(step, letters), move_label(step)), step))
            .collect()
    };
    Table { columns, rows }.print(out, &terminal.table_style())?;
    if !is_tree {
        print_rest(out, &answer.moves, max_rows, terminal)?;
    }
    let text = "Differences are in percentage points, with their 95 % intervals; these assume that the sets share no \
                corners.";
    terminal.print(out, styles::DIM, text)
}

/// Width of a column with the share of a move, with the space before it.
const SHARE_WIDTH: usize = 11;
/// Width of the columns before the shares of the moves.
const GROUP_WIDTH: usize = 18;

/// Prints the shares of the most frequent moves, with a row for each year, decade or range of ranks.
pub(super) fn print_groups(
    out: &mut dyn Write,
    answer: &JosekiAnswer,
    terminal: &Terminal,
) -> io::Result<()> {
    let most = (terminal.width.saturating_sub(GROUP_WIDTH) / SHARE_WIDTH).max(1);
    let shown: Vec<&JosekiMove> = answer.moves.iter().take(most).collect();
    let groups = answer.all.groups.as_deref().unwrap_or_default();
    let mut columns = vec![TableColumn::left(""), TableColumn::right("corners")];
    columns.extend(shown.iter().map(|row| TableColumn::right(move_label(row))));
    let cells = |(at, group): (usize, &CornerGroup)| {
        let mut cells = vec![group.value.clone(), format_thousands(group.of)];
        cells.extend(shown.iter().map(|row| {
            let own = row.counts.groups.as_deref().unwrap_or_default().get(at);
            own.map_or(String::new(), |own| percent(own.corners, own.of, 1))
        }));
        TableRow::from(cells)
    };
    let rows = groups.iter().enumerate().map(cells).collect();
    Table { columns, rows }.print(out, &terminal.table_style())?;
    let known: u64 = groups.iter().map(|group| group.of).sum();
    if known < answer.all.corners {
        let corners = counted(answer.all.corners - known, "corner", "corners");
        writeln!(out, "{}", terminal.dim(format!("{corners} without this value")))?;
    }
    Ok(())
}

/// Prints the moves that went out of use or came into use.
pub(super) fn print_changed(
    out: &mut dyn Write,
    changed: &[ChangedStep],
    max_rows: usize,
    year: i32,
    terminal: &Terminal,
) -> io::Result<()> {
    if changed.is_empty() {
        return writeln!(out, "No move.");
    }
    let columns = vec![
        TableColumn::left("moves").taking_rest(),
        TableColumn::right(format!("before {year}")),
        TableColumn::right("share"),
        TableColumn::right(format!("from {year}")),
        TableColumn::right("share"),
        TableColumn::left("years").with_drop_order(0),
    ];
    let share = |share: &StepShare| format!("{:.1}%", 100.0 * share.share);
    let row = |step: &ChangedStep| {
        TableRow::from(vec![
            path_in_words(&step.path),
            format_thousands(step.before.corners),
            share(&step.before),
            format_thousands(step.after.corners),
            share(&step.after),
            years(step.first_year, step.last_year),
        ])
    };
    let rows = changed.iter().take(max_rows).map(row).collect();
    Table { columns, rows }.print(out, &terminal.table_style())?;
    let rest = changed.len().saturating_sub(max_rows);
    if rest > 0 {
        let more = format!("{} more (--limit 0 for all)", format_thousands(rest as u64));
        writeln!(out, "{}", terminal.dim(more))?;
    }
    Ok(())
}

/// Steps in words, with the colour of the first one: `B Q16 R14 tenuki R16`. The others have alternating colours.
fn path_in_words(path: &[PathStep]) -> String {
    let names: Vec<&str> = path.iter().map(|step| step.at.as_str()).collect();
    let color = path.first().map(|step| format!("{} ", step.color));
    color.unwrap_or_default() + &names.join(" ")
}

fn letter_of(row: &JosekiMove, letters: &[(Point, char)]) -> char {
    let letter = letters.iter().find(|(point, _)| row.point == Some(*point));
    letter.map_or(' ', |(_, letter)| *letter)
}

fn rate(counts: &CornerCounts) -> String {
    counts.win_rate.rate.map_or(String::new(), |rate| format!("{:.0}%", 100.0 * rate))
}

/// Lists the players who played a move, each with the number of games.
fn players_in_words(row: &JosekiMove) -> String {
    let player = row.players.iter();
    let players: Vec<String> = player
        .map(|player| format!("{} {}", clean(&player.name), format_thousands(player.games)))
        .collect();
    players.join(", ")
}

/// Number of characters of a curve.
const CURVE_POINTS: i32 = 10;
/// Number of corners that a period needs to have a point in a curve.
const MIN_PERIOD_CORNERS: u64 = 5;

/// Equal periods of time, with the number of all corners in each.
struct Periods {
    first_year: i32,
    /// Number of years of a period.
    years: i32,
    corners: Vec<u64>,
}

impl Periods {
    /// Divides the years of all corners; `None` if they are all of one year.
    fn of(all: &[(u16, u64)]) -> Option<Periods> {
        let (first, last) = (i32::from(all.first()?.0), i32::from(all.last()?.0));
        let years = (last - first + CURVE_POINTS) / CURVE_POINTS;
        let mut periods = Periods { first_year: first, years, corners: Vec::new() };
        periods.corners = periods.sums(all);
        (first < last).then_some(periods)
    }

    fn sums(&self, counts: &[(u16, u64)]) -> Vec<u64> {
        let mut sums = vec![0; CURVE_POINTS as usize];
        for &(year, corners) in counts {
            let at = (i32::from(year) - self.first_year) / self.years;
            if let Some(sum) = usize::try_from(at).ok().and_then(|at| sums.get_mut(at)) {
                *sum += corners;
            }
        }
        sums
    }

    /// Draws the shares of a move over time. The highest bar is its largest share; periods with few corners are left
    /// empty.
    fn curve(&self, counts: &[(u16, u64)]) -> String {
        const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let shares: Vec<Option<f64>> = self
            .sums(counts)
            .into_iter()
            .zip(&self.corners)
            .map(|(own, &all)| (all >= MIN_PERIOD_CORNERS).then(|| own as f64 / all as f64))
            .collect();
        let largest = shares.iter().flatten().fold(0.0, |a: f64, &b| a.max(b));
        let bar = |share: Option<f64>| {
            let Some(share) = share.filter(|_| largest > 0.0) else { return ' ' };
            let height = (share / largest * (BARS.len() - 1) as f64).round() as usize;
            BARS.get(height).copied().unwrap_or(' ')
        };
        let curve: String = shares.into_iter().map(bar).collect();
        curve.trim_end().to_owned()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn curves_show_the_share_in_ten_periods() {
        let all: Vec<(u16, u64)> = (1950..2000).map(|year| (year, 10)).collect();
        let periods = Periods::of(&all).unwrap();
        assert_eq!((periods.years, periods.corners.as_slice()), (5, &[50; 10][..]));
        assert_eq!(periods.curve(&[(1950, 50), (1999, 25)]), "█▁▁▁▁▁▁▁▁▅");
        assert_eq!(periods.curve(&[]), "");
        assert!(Periods::of(&[(1999, 3)]).is_none());
        // The years between have no corners, so the curve is empty there.
        let sparse = [(1900, 50), (1999, 50)];
        assert_eq!(Periods::of(&sparse).unwrap().curve(&sparse), "█        █");
    }
}
