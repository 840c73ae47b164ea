//! Games as Arrow tables.
//!
//! The columns are those of [`kifu_index::engine::columns`]. A value is null where `export` writes an empty one.

use crate::errors::error_to_exception;
use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::ffi::to_ffi;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use kifu_index::engine::columns::{Column, ColumnType, named, texts};
use kifu_index::engine::row::GameRow;
use kifu_index::error::{Error, ErrorKind, Remedy};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::sync::Arc;

pub(crate) type Columns = Arc<[&'static Column]>;

/// Number of rows of a batch, the unit in which Arrow passes tables on.
const BATCH_ROWS: usize = 8192;

/// Returns the columns with these names; an error names one that does not exist.
pub(crate) fn named_columns(py: Python<'_>, names: &[String]) -> PyResult<Columns> {
    if names.is_empty() {
        let error = Error::new(ErrorKind::Query, "a table has one column or more");
        let help = "write columns=[\"black\", \"white\"], or leave it out for the usual ones";
        return Err(error_to_exception(py, error.with_remedy(Remedy::Text(help.into()))));
    }
    let columns = named(names).map_err(|error| error_to_exception(py, error))?;
    Ok(columns.into())
}

/// Returns the Arrow schema of columns. As in the Parquet files of `export`, the types are whole numbers, fractions,
/// and text for everything else.
pub(crate) fn to_arrow_schema(columns: &[&'static Column]) -> SchemaRef {
    let field = |column: &&Column| {
        let kind = match column.kind {
            ColumnType::Integer => DataType::Int64,
            ColumnType::Fraction => DataType::Float64,
            ColumnType::Text | ColumnType::Size | ColumnType::Days => DataType::Utf8,
        };
        Field::new(column.name, kind, true)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// An Arrow column that is being filled with values, by the type of its values.
enum ColumnBuilder {
    Whole(Int64Builder),
    Fraction(Float64Builder),
    Text(StringBuilder),
}

impl ColumnBuilder {
    fn new(kind: ColumnType) -> ColumnBuilder {
        match kind {
            ColumnType::Integer => ColumnBuilder::Whole(Int64Builder::new()),
            ColumnType::Fraction => ColumnBuilder::Fraction(Float64Builder::new()),
            ColumnType::Text | ColumnType::Size | ColumnType::Days => {
                ColumnBuilder::Text(StringBuilder::new())
            }
        }
    }

    fn add(&mut self, text: &str) {
        match self {
            ColumnBuilder::Whole(column) => column.append_option(text.parse().ok()),
            ColumnBuilder::Fraction(column) => column.append_option(text.parse().ok()),
            ColumnBuilder::Text(column) if text.is_empty() => column.append_null(),
            ColumnBuilder::Text(column) => column.append_value(text),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            ColumnBuilder::Whole(mut column) => Arc::new(column.finish()),
            ColumnBuilder::Fraction(mut column) => Arc::new(column.finish()),
            ColumnBuilder::Text(mut column) => Arc::new(column.finish()),
        }
    }
}

/// Fills Arrow columns from rows. Each row has its texts in the order of the columns.
pub(crate) fn build_arrays<'r>(
    columns: &[&'static Column],
    rows: impl Iterator<Item = &'r [String]>,
) -> Vec<ArrayRef> {
    let mut builders: Vec<ColumnBuilder> =
        (columns.iter()).map(|column| ColumnBuilder::new(column.kind)).collect();
    for row in rows {
        for (column, text) in builders.iter_mut().zip(row) {
            column.add(text);
        }
    }
    builders.into_iter().map(ColumnBuilder::finish).collect()
}

/// Wraps a stream of batches in the capsule of Arrow's C interface.
pub(crate) fn stream_capsule<'py>(
    py: Python<'py>,
    batches: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(batches);
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

/// A batch of rows, which Arrow's C interface can take.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Batch(pub RecordBatch);

#[pymethods]
impl Batch {
    /// Returns the rows for other Arrow libraries: capsules (pointers that Python can pass on) of the schema and of the
    /// values.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Arrow's interface allows a producer of data to ignore the types that the consumer requests.
        let _ = requested_schema;
        let fail = |error: ArrowError| PyValueError::new_err(error.to_string());
        let data = StructArray::from(self.0.clone()).into_data();
        let (array, _) = to_ffi(&data).map_err(fail)?;
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref()).map_err(fail)?;
        let schema = PyCapsule::new_with_value(py, schema, c"arrow_schema")?;
        let array = PyCapsule::new_with_value(py, array, c"arrow_array")?;
        PyTuple::new(py, [schema, array])
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }
}

/// The rows of an answer, such as the games that a search found.
#[pyclass(module = "kifu_index._core", frozen)]
pub struct Rows(pub Vec<GameRow>);

#[pymethods]
impl Rows {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The row with this index, as JSON.
    fn json(&self, at: usize) -> PyResult<String> {
        let row = self.0.get(at).ok_or_else(|| PyIndexError::new_err(at))?;
        serde_json::to_string(row).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the rows for other Arrow libraries, as the capsule (a pointer that Python can pass on) of a stream.
    /// `columns` has the names of the columns.
    fn stream<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyCapsule>> {
        let columns = named_columns(py, &names)?;
        let schema = to_arrow_schema(&columns);
        let batches = py.detach(|| {
            let part = |rows: &[GameRow]| {
                let rows: Vec<_> = rows.iter().map(|row| texts(row, &columns)).collect();
                let arrays = build_arrays(&columns, rows.iter().map(Vec::as_slice));
                RecordBatch::try_new(schema.clone(), arrays)
            };
            self.0.chunks(BATCH_ROWS).map(part).collect::<Vec<_>>()
        });
        stream_capsule(py, Box::new(RecordBatchIterator::new(batches, schema)))
    }
}
