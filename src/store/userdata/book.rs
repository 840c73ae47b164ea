//! The book in use: variations with which queries and pages compare the games of an index.

use kifu_archive::error::Result;
use kifu_record::game::hash::stable_hash;
use serde::{Deserialize, Serialize};
use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// What the positions of a book are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub enum BookShape {
    /// Positions of a quadrant of the board. Each corner of a game is looked up, in both orientations and with either
    /// colours.
    Corner,
    /// Positions of the whole board, in all orientations.
    Board,
}

impl BookShape {
    /// Name of the shape, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            BookShape::Corner => "corner",
            BookShape::Board => "board",
        }
    }

    /// Parses the name of a shape.
    pub fn parse(name: &str) -> Option<BookShape> {
        [BookShape::Corner, BookShape::Board].into_iter().find(|shape| shape.name() == name)
    }
}

/// Contents of the book in use.
pub struct UsedBook {
    /// The games of the book, each as SGF in UTF-8.
    pub texts: Vec<String>,
    /// What the positions of the book are; `None` if its variations decide.
    pub shape: Option<BookShape>,
    /// Hash of the contents and the shape.
    pub version: u64,
    /// The positions of the book. They are read by a crate above this one, on first use.
    parsed: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl UsedBook {
    pub fn new(texts: Vec<String>, shape: Option<BookShape>) -> UsedBook {
        let mut parts: Vec<&[u8]> = vec![shape.map_or("", BookShape::name).as_bytes()];
        parts.extend(texts.iter().map(|text| text.as_bytes()));
        UsedBook { version: stable_hash(&parts), texts, shape, parsed: OnceLock::new() }
    }

    /// Returns what `parse` makes of the book. It is called once, unless it fails. All callers must want the same type.
    pub fn parsed<T: Send + Sync + 'static>(
        &self,
        parse: impl FnOnce(&UsedBook) -> Result<T>,
    ) -> Result<Arc<T>> {
        let known = self.parsed.get().cloned();
        if let Some(known) = known.and_then(|known| known.downcast().ok()) {
            return Ok(known);
        }
        let parsed = Arc::new(parse(self)?);
        let _ = self.parsed.set(parsed.clone());
        Ok(parsed)
    }
}

impl fmt::Debug for UsedBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UsedBook").field("version", &self.version).finish_non_exhaustive()
    }
}

/// Source from which queries read the book in use.
pub trait BookSource: fmt::Debug + Send + Sync {
    /// Reads the current contents of the book; `None` if no book is in use.
    fn book(&self) -> Result<Option<Arc<UsedBook>>>;
}

/// Source of a book that does not change.
#[derive(Debug)]
pub struct FixedBook(pub Arc<UsedBook>);

impl BookSource for FixedBook {
    fn book(&self) -> Result<Option<Arc<UsedBook>>> {
        Ok(Some(self.0.clone()))
    }
}

/// The book in use as one answer sees it: it is read once, on first use, and does not change during the answer.
#[derive(Clone, Debug, Default)]
pub struct BookView {
    source: Option<Arc<dyn BookSource>>,
    read: Arc<OnceLock<Option<Arc<UsedBook>>>>,
}

impl BookView {
    /// Creates a view on a source of the book; without a source, no book is in use.
    pub fn new(source: Option<Arc<dyn BookSource>>) -> BookView {
        BookView { source, read: Arc::default() }
    }

    /// Returns a view on the same source for another answer, which reads the book again.
    #[must_use]
    pub fn for_next_answer(&self) -> BookView {
        BookView::new(self.source.clone())
    }

    /// True if this front end can have a book in use.
    pub fn has_source(&self) -> bool {
        self.source.is_some()
    }

    /// Returns the book; `None` if none is in use.
    pub fn get(&self) -> Result<Option<Arc<UsedBook>>> {
        if let Some(known) = self.read.get() {
            return Ok(known.clone());
        }
        let Some(source) = &self.source else {
            return Ok(None);
        };
        let book = source.book()?;
        Ok(self.read.get_or_init(|| book).clone())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_parsed_once() {
        let book = UsedBook::new(vec!["(;B[pd])".to_owned()], None);
        let lengths =
            [1, 2].map(|times| *book.parsed(|book| Ok(times * book.texts.len())).unwrap());
        assert_eq!(lengths, [1, 1]);
        let other = UsedBook::new(book.texts.clone(), Some(BookShape::Board));
        assert_ne!(book.version, other.version);
        assert_eq!(book.version, UsedBook::new(book.texts.clone(), None).version);
        for shape in [BookShape::Corner, BookShape::Board] {
            assert_eq!(BookShape::parse(shape.name()), Some(shape));
        }
        assert_eq!(BookShape::parse("corners"), None);
    }
}
