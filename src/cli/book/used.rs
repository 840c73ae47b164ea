//! The book in use: `book --use` and `book --forget`, and which book the arguments of `book` select.

use super::super::hyphen_arguments::strip_mark;
use super::super::output::write_error;
use super::super::stderr::note;
use super::super::target::read_query;
use super::super::userdata;
use super::BookArgs;
use kifu_archive::crawl::{FileKind, file_kind};
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_engine::Result;
use kifu_engine::book::{BookShape, book_size, read_book};
use kifu_engine::number_format::counted;
use kifu_language::tokens::{QueryTokenKind, tokens};
use kifu_record::text::display::clean;
use kifu_store::userdata::book_file::RememberedBook;
use std::io::Write;
use std::path::{Path, absolute};

/// Book and query that arguments select.
pub(super) struct Selection {
    /// The games of the book, each as SGF.
    pub(super) texts: Vec<String>,
    pub(super) shape: Option<BookShape>,
    pub(super) query: String,
}

/// Reads the book of the arguments, or the one in use, and the query. Without a file of this name, the first argument
/// is a part of the query.
pub(super) fn select(args: &BookArgs) -> Result<Selection> {
    let shape = args.shape.map(BookShape::from);
    if let Some(path) = args.book.as_deref().filter(|path| path.exists()) {
        let (texts, query) = (read_book(path)?, read_query(&args.query)?);
        return Ok(Selection { texts, shape, query });
    }
    let remembered = match userdata::userdata_file() {
        Some(file) => file.remembered_book()?,
        None => None,
    };
    let first = args.book.as_deref();
    let Some(remembered) = remembered.filter(|_| first.is_none_or(may_be_clause)) else {
        return Err(match first {
            // It does not exist, so this reports that.
            Some(path) => read_book(path).err().unwrap_or_else(no_book_error).into(),
            None => no_book_error().into(),
        });
    };
    let first = first.map(|path| path.to_string_lossy().into_owned());
    let first = first.map(|text| strip_mark(&text).unwrap_or_default());
    let words: Vec<String> = first.into_iter().chain(args.query.iter().cloned()).collect();
    let query = read_query(&words)?;
    if !remembered.path.exists() {
        return Err(gone_error(&remembered.path).into());
    }
    let texts = read_book(&remembered.path)?;
    note!("Book in use: {}", clean(&remembered.path.display().to_string()));
    Ok(Selection { texts, shape: shape.or(remembered.shape), query })
}

/// True if an argument that is no file is a part of a query: it has a field, or it does not look like a path.
fn may_be_clause(argument: &Path) -> bool {
    let text = argument.to_string_lossy();
    let has_field = tokens(&text).iter().any(|token| token.kind == QueryTokenKind::Field);
    let is_path = text.contains(std::path::is_separator) || file_kind(&text) != FileKind::Other;
    has_field || !is_path
}

fn no_book_error() -> Error {
    Error::new(ErrorKind::NotFound, "no book is named, and none is in use")
        .with_remedy(Remedy::UseBook)
}

fn gone_error(path: &Path) -> Error {
    let message = format!("the book in use, {}, does not exist", path.display());
    Error::new(ErrorKind::NotFound, message).with_remedy(Remedy::UseBook)
}

/// Stores which book is in use, after reading it.
pub(super) fn remember(args: &BookArgs, out: &mut dyn Write) -> Result<()> {
    let file = userdata::require_userdata_file()?;
    let named = args.book.clone().ok_or_else(|| {
        Error::new(ErrorKind::NotFound, "no book is named").with_remedy(Remedy::UseBook)
    })?;
    let shape = args.shape.map(BookShape::from);
    let (read_as, positions) = book_size(&read_book(&named)?, shape)?;
    let path = absolute(&named).unwrap_or(named);
    file.use_book(&RememberedBook { path: path.clone(), shape })?;
    let shape = match read_as {
        BookShape::Corner => "corners",
        BookShape::Board => "whole boards",
    };
    let positions = counted(positions, "position", "positions");
    let path = clean(&path.display().to_string()).into_owned();
    Ok(writeln!(out, "In use: {path}, a book of {shape}, {positions}").map_err(write_error)?)
}

/// Forgets which book is in use. Returns whether there was one.
pub(super) fn forget(out: &mut dyn Write) -> Result<bool> {
    let before = userdata::require_userdata_file()?.forget_book()?;
    let line = match &before {
        Some(RememberedBook { path, .. }) => {
            format!("No longer in use: {}", clean(&path.display().to_string()))
        }
        None => "No book was in use".to_owned(),
    };
    writeln!(out, "{line}").map_err(write_error)?;
    Ok(before.is_some())
}
