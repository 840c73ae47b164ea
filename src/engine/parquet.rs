//! Writes games as a Parquet table with typed columns: whole numbers are integers, numbers with a fraction are doubles,
//! and everything else is text.
//!
//! Games are written in row groups of a fixed size, so memory use does not grow with the number of games.

use super::columns::{Column, ColumnType};
use super::lines::LineOptions;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_record::poison::IgnorePoison;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

const ROWS_PER_GROUP: usize = 50_000;

/// Parquet table being written.
pub(crate) struct ParquetTable {
    columns: Vec<&'static Column>,
    rows: Vec<Vec<String>>,
    writer: SerializedFileWriter<SharedBuffer>,
    written: SharedBuffer,
    path: PathBuf,
}

impl std::fmt::Debug for ParquetTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

/// Buffer between the Parquet writer and the output. The Parquet writer owns what it writes to, so it gets a second
/// handle of this buffer, and the table empties the buffer into the output.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().ignore_poison())
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffer = self.0.lock().ignore_poison();
        buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ParquetTable {
    /// Starts a table with the selected columns.
    pub(crate) fn new(lines: &LineOptions, path: &Path) -> Result<ParquetTable> {
        let columns = lines.columns().to_vec();
        let written = SharedBuffer::default();
        let to_error = |error| parquet_error(path, error);
        let fields = columns.iter().map(|column| {
            let (physical, converted) = match column.kind {
                ColumnType::Integer => (Physical::INT64, ConvertedType::NONE),
                ColumnType::Fraction => (Physical::DOUBLE, ConvertedType::NONE),
                _ => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
            };
            Type::primitive_type_builder(column.name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_converted_type(converted)
                .build()
                .map(Arc::new)
        });
        let fields = fields.collect::<std::result::Result<Vec<_>, _>>().map_err(to_error)?;
        let schema = Type::group_type_builder("games").with_fields(fields).build();
        let schema = Arc::new(schema.map_err(to_error)?);
        let properties = Arc::new(WriterProperties::builder().build());
        let writer = SerializedFileWriter::new(written.clone(), schema, properties);
        Ok(ParquetTable {
            columns,
            rows: Vec::new(),
            writer: writer.map_err(to_error)?,
            written,
            path: path.to_owned(),
        })
    }

    /// Adds the values of a game, in the order of the columns; every 50,000 games are written as a row group.
    pub(crate) fn add(&mut self, values: Vec<String>, out: &mut dyn Write) -> Result<()> {
        self.rows.push(values);
        match self.rows.len() {
            ROWS_PER_GROUP => self.write_group(out),
            _ => Ok(()),
        }
    }

    /// Writes the last row group and the end of the file.
    pub(crate) fn finish(mut self, out: &mut dyn Write) -> Result<()> {
        self.write_group(out)?;
        let path = self.path;
        self.writer.close().map_err(|error| parquet_error(&path, error))?;
        out.write_all(&self.written.take()).map_err(|error| Error::io(path.display(), error))
    }

    fn write_group(&mut self, out: &mut dyn Write) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        let (columns, path) = (&self.columns, &self.path);
        let mut write = || -> parquet::errors::Result<()> {
            let mut group = self.writer.next_row_group()?;
            for (i, column) in columns.iter().enumerate() {
                let values = rows.iter().map(|row| row.get(i).map_or("", String::as_str));
                if let Some(mut writer) = group.next_column()? {
                    write_column(&mut writer, column.kind, values)?;
                    writer.close()?;
                }
            }
            group.close().map(drop)
        };
        write().map_err(|error| parquet_error(path, error))?;
        out.write_all(&self.written.take()).map_err(|error| Error::io(path.display(), error))
    }
}

/// Writes the values of a column of a row group. An empty text counts as null.
fn write_column<'v>(
    column: &mut SerializedColumnWriter,
    kind: ColumnType,
    values: impl Iterator<Item = &'v str>,
) -> parquet::errors::Result<()> {
    let text = |text: &'v str| (!text.is_empty()).then(|| ByteArray::from(text));
    match kind {
        ColumnType::Integer => {
            write_typed::<Int64Type>(column, values.map(|text| text.parse().ok()))
        }
        ColumnType::Fraction => {
            write_typed::<DoubleType>(column, values.map(|text| text.parse().ok()))
        }
        _ => write_typed::<ByteArrayType>(column, values.map(text)),
    }
}

fn write_typed<T: DataType>(
    column: &mut SerializedColumnWriter,
    values: impl Iterator<Item = Option<T::T>>,
) -> parquet::errors::Result<()> {
    let (values, levels) = present_values(values);
    column.typed::<T>().write_batch(&values, Some(&levels), None).map(drop)
}

/// Splits optional values into the values that are present and the definition levels of Parquet: level 1 for a row with
/// a value, level 0 for a row without.
fn present_values<T>(values: impl Iterator<Item = Option<T>>) -> (Vec<T>, Vec<i16>) {
    let mut found = Vec::new();
    let levels = values
        .map(|value| {
            let level = i16::from(value.is_some());
            found.extend(value);
            level
        })
        .collect();
    (found, levels)
}

fn parquet_error(path: &Path, error: parquet::errors::ParquetError) -> Error {
    let message = format!("cannot write {}: {error}", path.display());
    Error::new(ErrorKind::Io, message)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn empty_values_are_null() {
        let (values, levels) =
            present_values(["1", "", "x", "-3"].into_iter().map(|text| text.parse::<i64>().ok()));
        assert_eq!((values, levels), (vec![1, -3], vec![1, 0, 0, 1]));
    }
}
