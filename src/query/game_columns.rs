//! Reads columns that describe a game beyond its header: the languages of its comments, what a problem asks, what
//! KataGo says of a game that it played, and numbers.

use super::columns::NumberColumn;
use super::hits::Hit;
use super::segments::BySegment;
use kifu_archive::error::Result;
use kifu_language::GameNumber;
use kifu_record::generated::SelfPlay;
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};
use tantivy::columnar::StrColumn;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProblemFacts {
    /// The side to play in the problem, `B` or `W`, if the record states it.
    pub to_play: Option<String>,
    /// The part of the board that the problem's stones take: see
    /// [`ProblemRegion`](kifu_record::problem::ProblemRegion).
    pub region: String,
}

/// Reader of languages, problems and numbers of many games; opens their columns once per segment.
pub struct GameColumns<'i> {
    index: &'i Index,
    numbers: &'static [GameNumber],
    columns: BySegment<'i, SegmentColumns>,
}

struct SegmentColumns {
    languages: Option<StrColumn>,
    to_play: Option<StrColumn>,
    region: Option<StrColumn>,
    game_type: Option<StrColumn>,
    game_hash: Option<StrColumn>,
    /// Columns of the numbers that the caller requested.
    numbers: Vec<NumberColumn>,
}

impl<'i> GameColumns<'i> {
    /// Makes a reader for the games of an index that also reads these numbers.
    pub fn new(index: &'i Index, numbers: &'static [GameNumber]) -> GameColumns<'i> {
        GameColumns { index, numbers, columns: BySegment::new(index) }
    }

    fn columns(&mut self, hit: &Hit) -> Result<&SegmentColumns> {
        let numbers = self.numbers;
        let columns = self.columns.get_or_make(hit.address, |reader| {
            let fast = reader.fast_fields();
            Ok(SegmentColumns {
                languages: fast.str("lang")?,
                to_play: fast.str("to_play")?,
                region: fast.str("region")?,
                game_type: fast.str("gtype")?,
                game_hash: fast.str("game_hash")?,
                numbers: (numbers.iter().map(|number| NumberColumn::open(fast, *number)))
                    .collect::<tantivy::Result<_>>()?,
            })
        });
        columns.map(|columns| &*columns)
    }

    pub fn languages(&mut self, hit: &Hit) -> Result<Vec<String>> {
        let index = self.index;
        texts(index, self.columns(hit)?.languages.as_ref(), hit)
    }

    /// What a game asks of the solver; `None` if it is not a problem.
    pub fn problem(&mut self, hit: &Hit) -> Result<Option<ProblemFacts>> {
        let index = self.index;
        let columns = self.columns(hit)?;
        let text = |column: &Option<StrColumn>| -> Result<Option<String>> {
            Ok(texts(index, column.as_ref(), hit)?.pop())
        };
        // Every problem has a region (the part of the board that its stones take), and no other game has one.
        let Some(region) = text(&columns.region)? else {
            return Ok(None);
        };
        Ok(Some(ProblemFacts { to_play: text(&columns.to_play)?, region }))
    }

    /// Why KataGo played a game for training, and the game's hash; both are absent in other games.
    pub fn self_play(&mut self, hit: &Hit) -> Result<SelfPlay> {
        let index = self.index;
        let columns = self.columns(hit)?;
        let text = |column: &Option<StrColumn>| -> Result<Option<String>> {
            Ok(texts(index, column.as_ref(), hit)?.pop())
        };
        Ok(SelfPlay { game_type: text(&columns.game_type)?, game_hash: text(&columns.game_hash)? })
    }

    /// The requested numbers of a game, in the order of the request.
    pub fn numbers(&mut self, hit: &Hit) -> Result<Vec<Option<i64>>> {
        let columns = self.columns(hit)?.numbers.iter();
        Ok(columns.map(|column| column.first(hit.address.doc_id)).collect())
    }
}

/// The texts that a column holds for a game.
fn texts(index: &Index, column: Option<&StrColumn>, hit: &Hit) -> Result<Vec<String>> {
    let Some(column) = column else {
        return Ok(Vec::new());
    };
    let named = |ord| {
        let mut name = String::new();
        column
            .ord_to_str(ord, &mut name)
            .map_err(|error| index.error_from_tantivy(error.into()))?;
        Ok(name)
    };
    column.ords().values_for_doc(hit.address.doc_id).map(named).collect()
}
