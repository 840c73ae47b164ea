//! Prints tables of text that fit lines of any width.
//!
//! A column is as wide as its texts require, within its bounds; East Asian characters count as two columns of the
//! terminal. Where the line is too short, columns give way in this order: optional columns and those that may be
//! dropped, the column that takes the rest, the widest of those that may shrink, and finally whatever lies beyond the
//! end of the line.

pub mod lines;

use kifu_record::text::display::{truncate, truncate_left, width};
use std::borrow::Cow;
use std::io::{self, Write};

/// Number of blanks between columns.
const COLUMN_GAP: usize = 2;
/// Minimum width of a column that is cut by the end of the line. A narrower one is not shown, since it could not be
/// read.
const MIN_CUT_WIDTH: usize = 4;

/// Column of a table: heading, bounds of its width, and how it gives way in narrow lines.
#[derive(Clone, Debug, Default)]
pub struct TableColumn {
    /// Heading; the line of headings is left out if all are empty.
    pub heading: String,
    right: bool,
    min_width: usize,
    max_width: usize,
    may_shrink: bool,
    drop_order: Option<usize>,
    optional: bool,
    is_below_if_hidden: bool,
    takes_rest: bool,
    is_uncut: bool,
    cuts_start: bool,
}

impl TableColumn {
    /// Creates a column whose texts are aligned left.
    pub fn left(heading: impl Into<String>) -> TableColumn {
        TableColumn { heading: heading.into(), max_width: usize::MAX, ..TableColumn::default() }
    }

    /// Creates a column whose texts are aligned right, as for numbers.
    pub fn right(heading: impl Into<String>) -> TableColumn {
        TableColumn::left(heading).aligned(true)
    }

    /// Aligns the texts of the column right or left.
    #[must_use]
    pub fn aligned(mut self, right: bool) -> TableColumn {
        self.right = right;
        self
    }

    /// Sets the minimum width of the column.
    #[must_use]
    pub fn with_min_width(mut self, min_width: usize) -> TableColumn {
        self.min_width = min_width;
        self
    }

    /// Sets the maximum width. Longer texts are cut.
    #[must_use]
    pub fn with_max_width(mut self, max_width: usize) -> TableColumn {
        self.max_width = max_width;
        self
    }

    /// Sets the maximum width, and lets the column shrink to `min_width`.
    #[must_use]
    pub fn with_widths(mut self, min_width: usize, max_width: usize) -> TableColumn {
        (self.min_width, self.max_width, self.may_shrink) =
            (min_width, max_width.max(min_width), true);
        self
    }

    /// Lets the column be left out where the line is too short. Columns with the lowest order are left out first, all
    /// of one order together.
    #[must_use]
    pub fn with_drop_order(mut self, order: impl Into<Option<usize>>) -> TableColumn {
        self.drop_order = order.into();
        self
    }

    /// Makes the column optional: it is shown only if the other columns leave enough space for its minimum width.
    #[must_use]
    pub fn optional(mut self) -> TableColumn {
        self.optional = true;
        self
    }

    /// Makes the column optional: if the line has too little space for it, its texts are printed below their rows.
    #[must_use]
    pub fn or_below(mut self) -> TableColumn {
        self.is_below_if_hidden = true;
        self.optional()
    }

    /// Makes this column, which must be the last, take all space that the other columns leave.
    #[must_use]
    pub fn taking_rest(mut self) -> TableColumn {
        (self.takes_rest, self.min_width) = (true, self.min_width.max(1));
        self
    }

    /// Makes this column, which must be the last, take all remaining space. Its texts are never cut.
    #[must_use]
    pub fn uncut(mut self) -> TableColumn {
        self.is_uncut = true;
        self.taking_rest()
    }

    /// Cuts long texts at their beginning and not at their end.
    #[must_use]
    pub fn cutting_starts(mut self) -> TableColumn {
        self.cuts_start = true;
        self
    }

    fn cut<'t>(&self, text: &'t str, limit: usize) -> Cow<'t, str> {
        match self.cuts_start {
            _ if self.is_uncut => text.into(),
            true => truncate_left(text, limit),
            false => truncate(text, limit),
        }
    }
}

/// Row of a table, with a cell for every column. Missing cells are empty.
#[derive(Clone, Debug, Default)]
pub struct TableRow {
    pub cells: Vec<String>,
    /// Line below the cells, printed unchanged.
    pub below: Option<String>,
}

impl<C: IntoIterator<Item = String>> From<C> for TableRow {
    fn from(cells: C) -> TableRow {
        let cells = cells.into_iter().collect();
        TableRow { cells, below: None }
    }
}

/// Cell of a table that is about to be printed.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'c> {
    pub row: usize,
    pub column: usize,
    /// Width of the cell in terminal columns.
    pub width: usize,
    /// Text of the cell, already cut to the width.
    pub text: &'c str,
}

/// Width, indentation and styles of a printed table.
#[expect(missing_debug_implementations, reason = "it consists of functions")]
pub struct TableStyle<'l> {
    width: usize,
    indent: usize,
    heading: Box<dyn Fn(&str) -> String + 'l>,
    cell: Box<dyn Fn(Cell<'_>) -> String + 'l>,
}

impl<'l> TableStyle<'l> {
    /// Creates a style for lines of this width, without colours and indentation.
    pub fn plain(width: usize) -> TableStyle<'l> {
        TableStyle {
            width,
            indent: 0,
            heading: Box::new(str::to_owned),
            cell: Box::new(|cell| cell.text.to_owned()),
        }
    }

    /// Sets the width of the lines and their indentation.
    #[must_use]
    pub fn with_width(mut self, width: usize, indent: usize) -> TableStyle<'l> {
        (self.width, self.indent) = (width, indent);
        self
    }

    /// Sets a style for the line of headings.
    #[must_use]
    pub fn with_heading_style(mut self, heading: impl Fn(&str) -> String + 'l) -> TableStyle<'l> {
        self.heading = Box::new(heading);
        self
    }

    /// Sets a style for cells. It may add only characters without width, such as escape sequences.
    #[must_use]
    pub fn with_cell_style(mut self, cell: impl Fn(Cell<'_>) -> String + 'l) -> TableStyle<'l> {
        self.cell = Box::new(cell);
        self
    }
}

#[derive(Clone, Debug)]
pub struct Table {
    pub columns: Vec<TableColumn>,
    pub rows: Vec<TableRow>,
}

impl Table {
    /// Widths of the columns if a line has this many terminal columns; 0 for columns that are not shown.
    pub fn widths(&self, line: usize) -> Vec<usize> {
        let natural_width = |(at, column): (usize, &TableColumn)| {
            let widest = self
                .rows
                .iter()
                .filter_map(|row| row.cells.get(at))
                .chain([&column.heading])
                .map(|text| width(text))
                .max();
            if column.takes_rest {
                column.min_width
            } else {
                widest.unwrap_or(0).clamp(column.min_width, column.max_width)
            }
        };
        let natural_widths: Vec<usize> =
            self.columns.iter().enumerate().map(natural_width).collect();
        let mut widths = natural_widths.clone();
        let columns = || self.columns.iter().enumerate();
        let total = |widths: &[usize]| {
            let total: usize =
                widths.iter().filter(|width| **width > 0).map(|width| width + COLUMN_GAP).sum();
            total.saturating_sub(COLUMN_GAP)
        };
        for (width, column) in widths.iter_mut().zip(&self.columns) {
            *width *= usize::from(!column.optional);
        }
        let mut orders: Vec<usize> =
            columns().filter_map(|(_, column)| column.drop_order).collect();
        orders.sort_unstable();
        for order in orders {
            if total(&widths) <= line {
                break;
            }
            let dropped = widths
                .iter_mut()
                .zip(&self.columns)
                .filter(|(_, column)| column.drop_order == Some(order));
            dropped.for_each(|(width, _)| *width = 0);
        }
        for (at, column) in columns().filter(|(_, column)| column.optional) {
            let fits = total(&widths) + COLUMN_GAP + column.min_width <= line;
            if let (true, Some(width), Some(&wanted)) =
                (fits, widths.get_mut(at), natural_widths.get(at))
            {
                *width = wanted;
            }
        }
        while total(&widths) > line {
            let may_shrink = |(_, (width, column)): &(usize, (&mut usize, &TableColumn))| {
                column.may_shrink && **width > column.min_width
            };
            let widest = widths
                .iter_mut()
                .zip(&self.columns)
                .enumerate()
                .filter(may_shrink)
                .max_by_key(|(at, (w, _))| (**w, *at));
            let Some((_, (width, _))) = widest else { break };
            *width -= 1;
        }
        let mut left = line.saturating_sub(total(&widths));
        let shown_columns = widths.iter_mut().zip(&self.columns);
        for (width, column) in
            shown_columns.filter(|(width, column)| **width > 0 && column.takes_rest)
        {
            *width = width.saturating_add(left).min(column.max_width);
        }
        left = line;
        for (width, column) in widths.iter_mut().zip(&self.columns) {
            if !column.is_uncut && *width > left {
                let is_readable = left >= MIN_CUT_WIDTH || left == line;
                *width = if is_readable { left } else { 0 };
            }
            let gap = if *width > 0 { COLUMN_GAP } else { 0 };
            left = left.saturating_sub(width.saturating_add(gap));
        }
        widths
    }

    /// Prints the headings, if there are any, and the rows.
    pub fn print(&self, out: &mut dyn Write, style: &TableStyle<'_>) -> io::Result<()> {
        let line = style.width.saturating_sub(style.indent);
        let widths = self.widths(line);
        let last = widths.iter().rposition(|width| *width > 0);
        let joined = |text: &dyn Fn(usize, &TableColumn, usize) -> [String; 2]| {
            let shown_columns =
                self.columns.iter().zip(&widths).enumerate().filter(|(_, (_, width))| **width > 0);
            let cells = shown_columns.map(|(at, (column, &limit))| {
                let [plain, painted] = text(at, column, limit);
                match limit.saturating_sub(width(&plain)) {
                    missing if column.right => format!("{:missing$}{painted}", ""),
                    _ if Some(at) == last => painted,
                    missing => format!("{painted}{:missing$}", ""),
                }
            });
            let cells: Vec<String> = cells.collect();
            format!("{:1$}{2}", "", style.indent, cells.join("  "))
        };
        if self.columns.iter().any(|column| !column.heading.is_empty()) {
            let headings = joined(&|_, column, limit| {
                let text = column.cut(&column.heading, limit).into_owned();
                [text.clone(), text]
            });
            writeln!(out, "{}", (style.heading)(headings.trim_end()))?;
        }
        let below_indent = widths.first().map_or(0, |width| width + COLUMN_GAP);
        let indent = style.indent + below_indent;
        for (row, TableRow { cells, below }) in self.rows.iter().enumerate() {
            let cell = |column: usize, of: &TableColumn, width: usize| {
                let text = of.cut(cells.get(column).map_or("", String::as_str), width);
                let text: &str = &text;
                let cell = Cell { row, column, width, text };
                [text.to_owned(), (style.cell)(cell)]
            };
            writeln!(out, "{}", joined(&cell).trim_end())?;
            let hidden = self
                .columns
                .iter()
                .zip(&widths)
                .enumerate()
                .filter(|(_, (column, width))| column.is_below_if_hidden && **width == 0);
            for (at, (column, _)) in hidden {
                let [_, text] = cell(at, column, line.saturating_sub(below_indent));
                writeln!(out, "{:indent$}{text}", "")?;
            }
            if let Some(below) = below {
                writeln!(out, "{:indent$}{below}", "")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn rows(rows: &[&[&str]]) -> Vec<TableRow> {
        let row = |row: &&[&str]| TableRow::from(row.iter().map(|&cell| cell.to_owned()));
        rows.iter().map(row).collect()
    }

    fn printed(table: &Table, look: &TableStyle<'_>) -> String {
        let mut out = Vec::new();
        table.print(&mut out, look).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn texts_and_numbers() {
        let table = Table {
            columns: vec![
                TableColumn::left("name").with_max_width(8),
                TableColumn::right("n"),
                TableColumn::left("more"),
            ],
            rows: rows(&[&["井山裕太", "1", "x"], &["abcdefghi", "1,000"]]),
        };
        let lines = "name          n  more\n井山裕太      1  x\nabcdefg…  1,000\n";
        assert_eq!(printed(&table, &TableStyle::plain(80)), lines);
        let look =
            TableStyle::plain(80).with_width(80, 1).with_heading_style(|line| format!("<{line}>"));
        let look = look.with_cell_style(|cell| format!("{}{}", cell.column, cell.text));
        assert!(
            printed(&table, &look)
                .starts_with("< name          n  more>\n 0井山裕太      11  2x\n")
        );
    }

    #[test]
    fn columns_give_way_in_order() {
        let table = Table {
            columns: vec![
                TableColumn::left("").with_widths(4, 20),
                TableColumn::right("").with_drop_order(1),
                TableColumn::right("").with_drop_order(0),
                TableColumn::left("").with_widths(5, 20).optional(),
            ],
            rows: rows(&[&["abcdefgh", "1234", "5678", "123456789"]]),
        };
        assert_eq!(table.widths(31), [8, 4, 4, 9]);
        assert_eq!(table.widths(30), [8, 4, 4, 8]);
        assert_eq!(table.widths(26), [8, 4, 4, 0]);
        assert_eq!(table.widths(19), [8, 4, 0, 0]);
        assert_eq!(table.widths(7), [7, 0, 0, 0]);
        assert_eq!(table.widths(3), [3, 0, 0, 0]);
    }

    #[test]
    fn the_last_column_takes_the_rest() {
        let columns = |last: TableColumn| vec![TableColumn::left("").with_widths(4, 9), last];
        let rest = Table {
            columns: columns(TableColumn::left("").with_widths(5, 8).taking_rest()),
            rows: rows(&[&["abcdefgh", "1"]]),
        };
        assert_eq!(rest.widths(80), [8, 8]);
        assert_eq!(rest.widths(16), [8, 6]);
        assert_eq!(rest.widths(14), [7, 5]);
        assert_eq!(rest.widths(10), [4, 4]);
        assert_eq!(rest.widths(9), [4, 0]);
        let whole = Table {
            columns: columns(TableColumn::left("").with_min_width(5).uncut()),
            rows: rows(&[&["abcdefgh", "a long text"]]),
        };
        assert_eq!(printed(&whole, &TableStyle::plain(14)), "abcdef…  a long text\n");
        let below = Table {
            columns: columns(TableColumn::left("").with_widths(9, 99).or_below().cutting_starts()),
            rows: rows(&[&["abcdefgh", "a long text"]]),
        };
        assert_eq!(printed(&below, &TableStyle::plain(19)), "abcdefgh  …ong text\n");
        let look = TableStyle::plain(18).with_width(18, 2);
        assert_eq!(printed(&below, &look), "  abcdefgh\n            … text\n");
    }
}
