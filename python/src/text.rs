//! Formats tables as text, for the command `kifu-cluster`.

use kifu_index::engine::number_format::format_thousands;
use kifu_index::table::{Table, TableColumn, TableRow, TableStyle};
use kifu_index::text::display::clean;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Maximum width of a table column, in columns of the terminal.
const MAX_COLUMN_WIDTH: usize = 40;

/// A cell of a table: a number, a text or nothing.
#[derive(FromPyObject)]
pub(crate) enum TableValue {
    Number(u64),
    Text(Option<String>),
}

/// Formats a table as text. Columns of numbers are aligned right.
#[pyfunction]
pub(crate) fn table(headings: Vec<String>, rows: Vec<Vec<TableValue>>) -> PyResult<String> {
    let is_number = |at: usize| {
        let mut values = rows.iter().filter_map(|row| row.get(at));
        values.all(|value| matches!(value, TableValue::Number(_)))
    };
    let columns = headings.into_iter().enumerate();
    let columns = columns.map(|(at, heading)| {
        let column = TableColumn::left(heading).aligned(is_number(at));
        column.with_max_width(MAX_COLUMN_WIDTH)
    });
    let cell = |value: &TableValue| match value {
        TableValue::Number(number) => format_thousands(*number),
        TableValue::Text(text) => clean(text.as_deref().unwrap_or_default()).into_owned(),
    };
    let table = Table {
        columns: columns.collect(),
        rows: rows.iter().map(|row| TableRow::from(row.iter().map(cell))).collect(),
    };
    let mut out = Vec::new();
    table.print(&mut out, &TableStyle::plain(usize::MAX))?;
    String::from_utf8(out).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
