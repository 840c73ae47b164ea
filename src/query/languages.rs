//! The languages of the comments of games.

use super::hits::Hit;
use super::segments::BySegment;
use crate::error::Result;
use crate::index::Index;
use tantivy::columnar::StrColumn;

/// The languages of many games.
pub struct Languages<'i> {
    index: &'i Index,
    columns: BySegment<'i, Option<StrColumn>>,
}

impl<'i> Languages<'i> {
    /// Those of the games of an index.
    pub fn new(index: &'i Index) -> Languages<'i> {
        Languages {
            index,
            columns: BySegment::new(index),
        }
    }

    /// The languages of a hit's game.
    pub fn of(&mut self, hit: &Hit) -> Result<Vec<String>> {
        let column = self
            .columns
            .of(hit.address, |reader| reader.fast_fields().str("lang"))?;
        let Some(column) = column else {
            return Ok(Vec::new());
        };
        let named = |ord| {
            let mut name = String::new();
            let found = column.ord_to_str(ord, &mut name);
            found.map_err(|error| self.index.failed(error.into()))?;
            Ok(name)
        };
        let of_game = column.ords().values_for_doc(hit.address.doc_id);
        of_game.map(named).collect()
    }
}
