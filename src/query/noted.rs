//! What columns note of games: the languages of their comments, and what problems ask.

use super::hits::Hit;
use super::segments::BySegment;
use kifu_archive::error::Result;
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};
use tantivy::columnar::{Column, StrColumn};

/// What a problem asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemFacts {
    /// The side to play, `B` or `W`, if the record tells.
    pub to_play: Option<String>,
    /// The part of the board: see [`ProblemRegion`](kifu_record::problem::ProblemRegion).
    pub region: String,
    /// How many lines are said to be right.
    pub solutions: u64,
}

/// Reads these columns for many games.
pub struct Noted<'i> {
    index: &'i Index,
    columns: BySegment<'i, NotedColumns>,
}

struct NotedColumns {
    languages: Option<StrColumn>,
    to_play: Option<StrColumn>,
    region: Option<StrColumn>,
    solutions: Column<u64>,
}

impl<'i> Noted<'i> {
    /// Those of the games of an index.
    pub fn new(index: &'i Index) -> Noted<'i> {
        Noted { index, columns: BySegment::new(index) }
    }

    fn columns(&mut self, hit: &Hit) -> Result<&NotedColumns> {
        let columns = self.columns.of(hit.address, |reader| {
            let fast = reader.fast_fields();
            Ok(NotedColumns {
                languages: fast.str("lang")?,
                to_play: fast.str("to_play")?,
                region: fast.str("region")?,
                solutions: fast.u64("solutions")?,
            })
        });
        columns.map(|columns| &*columns)
    }

    /// The languages of the comments of a hit's game.
    pub fn languages(&mut self, hit: &Hit) -> Result<Vec<String>> {
        let index = self.index;
        texts(index, self.columns(hit)?.languages.as_ref(), hit)
    }

    /// What a hit's game asks; `None` if it is no problem.
    pub fn problem(&mut self, hit: &Hit) -> Result<Option<ProblemFacts>> {
        let index = self.index;
        let columns = self.columns(hit)?;
        let Some(solutions) = columns.solutions.first(hit.address.doc_id) else {
            return Ok(None);
        };
        let text = |column: &Option<StrColumn>| -> Result<Option<String>> {
            Ok(texts(index, column.as_ref(), hit)?.pop())
        };
        Ok(Some(ProblemFacts {
            to_play: text(&columns.to_play)?,
            region: text(&columns.region)?.unwrap_or_default(),
            solutions,
        }))
    }
}

/// The texts of a column in a hit's game.
fn texts(index: &Index, column: Option<&StrColumn>, hit: &Hit) -> Result<Vec<String>> {
    let Some(column) = column else {
        return Ok(Vec::new());
    };
    let named = |ord| {
        let mut name = String::new();
        column.ord_to_str(ord, &mut name).map_err(|error| index.failed(error.into()))?;
        Ok(name)
    };
    column.ords().values_for_doc(hit.address.doc_id).map(named).collect()
}
