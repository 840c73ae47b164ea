//! Rewrites some fast-field columns of a segment and copies the others.
//!
//! The file of columns (`.fast`) holds the columns, a table of their names with their ranges, and a footer:
//!
//! | bytes | hold |
//! |---|---|
//! | … | the columns |
//! | … | the table (an SSTable): name, a NUL and the type → range of bytes |
//! | 8 | the length of the table |
//! | 4 | the number of documents |
//! | 8 | the version of the format |

use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use tantivy::columnar::{ColumnType, ColumnarReader, ColumnarWriter, DynamicColumn, StrColumn};
use tantivy::directory::{FileSlice, ManagedDirectory};
use tantivy::{Directory, HasLen};
use tantivy_common::{OwnedBytes, TerminatingWrite};
use tantivy_sstable::{Dictionary, RangeSSTable};

/// New values of two columns for a document: the columns' names, and the values.
pub(super) type NewValues = [(&'static str, String); 2];

/// Copies the columns of a segment to another file with new values in some columns.
///
/// For each place (path and archive members of games), `new_values` returns the new values, or `None` if the documents
/// of that place keep theirs. Every document has one value in each of these columns. Returns false, and writes nothing,
/// if all documents keep theirs. The texts of all documents are held in memory, about 200 bytes for each.
pub(super) fn replace_columns(
    directory: &ManagedDirectory,
    from: &Path,
    to: &Path,
    new_values: &mut dyn FnMut(&str) -> Option<NewValues>,
) -> tantivy::Result<bool> {
    let file = directory.open_read(from)?;
    let reader = ColumnarReader::open(file.clone())?;
    let Some(places) = text_column(&reader, "place")? else {
        return Ok(false);
    };
    let mut terms: Vec<Option<NewValues>> = Vec::with_capacity(places.dictionary().num_terms());
    let mut stream = places.dictionary().stream()?;
    while stream.advance() {
        let place = std::str::from_utf8(stream.key());
        terms.push(place.ok().and_then(&mut *new_values));
    }
    let Some(names) = terms.iter().flatten().next() else {
        return Ok(false);
    };
    let names = [names[0].0, names[1].0];
    let mut writer = ColumnarWriter::default();
    for name in names {
        writer.record_column_type(name, ColumnType::Str, false);
    }
    let before = [text_column(&reader, names[0])?, text_column(&reader, names[1])?];
    let mut text = String::new();
    for doc in 0..reader.num_docs() {
        let term = places.ords().first(doc).and_then(|term| terms.get(term as usize));
        if let Some(Some(values)) = term {
            values.iter().for_each(|(name, value)| writer.record_str(doc, name, value));
            continue;
        }
        for (name, column) in names.iter().zip(&before) {
            let known =
                column.as_ref().and_then(|column| Some((column, column.ords().first(doc)?)));
            if let Some((column, term)) = known
                && column.ord_to_str(term, &mut text)?
            {
                writer.record_str(doc, name, &text);
            }
        }
    }
    let mut new_columns = Vec::new();
    writer.serialize(reader.num_docs(), None, &mut new_columns)?;
    let replacing = Columns::open(FileSlice::from(new_columns))?;
    let mut out = directory.open_write(to)?;
    Columns::open(file)?.write_with(&replacing, &mut out)?;
    out.terminate()?;
    Ok(true)
}

fn text_column(reader: &ColumnarReader, name: &str) -> io::Result<Option<StrColumn>> {
    for column in reader.read_columns(name)? {
        if let DynamicColumn::Str(column) = column.open()? {
            return Ok(Some(column));
        }
    }
    Ok(None)
}

/// Parts of a fast-field file (`.fast`).
struct Columns {
    data: FileSlice,
    /// Key and byte range of each column, in the order of keys. A key is the name, a NUL byte and the type.
    columns: Vec<(Vec<u8>, Range<u64>)>,
    /// Footer bytes: number of documents and version of the format.
    footer: OwnedBytes,
}

const FOOTER_BYTES: usize = 4 + 8;
const LENGTH_BYTES: usize = 8;

impl Columns {
    fn open(file: FileSlice) -> io::Result<Columns> {
        let damaged =
            || io::Error::new(io::ErrorKind::InvalidData, "a file of columns is cut short");
        if file.len() < LENGTH_BYTES + FOOTER_BYTES {
            return Err(damaged());
        }
        let (file, footer) = file.split_from_end(FOOTER_BYTES);
        let (file, length) = file.split_from_end(LENGTH_BYTES);
        let length = length
            .read_bytes()?
            .as_slice()
            .try_into()
            .map(u64::from_le_bytes)
            .map_err(|_| damaged())?;
        let length = usize::try_from(length).ok().filter(|&length| length <= file.len());
        let (data, table) = file.split_from_end(length.ok_or_else(damaged)?);
        let table = Dictionary::<RangeSSTable>::open(table)?;
        let mut columns = Vec::new();
        let mut stream = table.stream()?;
        while stream.advance() {
            columns.push((stream.key().to_vec(), stream.value().clone()));
        }
        Ok(Columns { data, columns, footer: footer.read_bytes()? })
    }

    fn read(&self, range: &Range<u64>) -> io::Result<OwnedBytes> {
        self.data.read_bytes_slice(range.start as usize..range.end as usize)
    }

    /// Writes all columns to `out`. A column whose key also occurs in `others` is copied from `others`.
    fn write_with(&self, others: &Columns, out: &mut dyn Write) -> io::Result<()> {
        let mut table = Dictionary::<RangeSSTable>::builder(Vec::new())?;
        let mut at = 0;
        for (key, range) in &self.columns {
            let other = others.columns.iter().find(|(other, _)| other == key);
            let bytes = match other {
                Some((_, range)) => others.read(range)?,
                None => self.read(range)?,
            };
            out.write_all(&bytes)?;
            let end = at + bytes.len() as u64;
            table.insert(key, &(at..end))?;
            at = end;
        }
        let table = table.finish()?;
        out.write_all(&table)?;
        out.write_all(&(table.len() as u64).to_le_bytes())?;
        out.write_all(&self.footer)
    }
}
