//! Tables of text, for a command that prints them.

use kifu_index::engine::words::thousands;
use kifu_index::table::{Look, Table, TableColumn, TableRow};
use kifu_index::text::display::clean;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The widest column.
const WIDEST: usize = 40;

/// A number, a text or nothing.
#[derive(FromPyObject)]
pub(crate) enum Value {
    Number(u64),
    Text(Option<String>),
}

/// A table with these headings; columns of numbers are aligned right.
#[pyfunction]
pub(crate) fn table(headings: Vec<String>, rows: Vec<Vec<Value>>) -> PyResult<String> {
    let is_number = |at: usize| {
        let mut values = rows.iter().filter_map(|row| row.get(at));
        values.all(|value| matches!(value, Value::Number(_)))
    };
    let columns = headings.into_iter().enumerate();
    let columns = columns.map(|(at, heading)| {
        let column = TableColumn::left(heading).aligned(is_number(at));
        column.at_most(WIDEST)
    });
    let cell = |value: &Value| match value {
        Value::Number(number) => thousands(*number),
        Value::Text(text) => clean(text.as_deref().unwrap_or_default()).into_owned(),
    };
    let table = Table {
        columns: columns.collect(),
        rows: rows.iter().map(|row| TableRow::from(row.iter().map(cell))).collect(),
    };
    let mut out = Vec::new();
    table.print(&mut out, &Look::plain(usize::MAX))?;
    String::from_utf8(out).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
