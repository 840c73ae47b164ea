//! Finds the games that have a named joseki in a corner.
//!
//! A position of a joseki is searched as a pattern: a corner of 10×10 points, turned and mirrored and in either
//! colouring, on the main lines of games on 19×19.

use super::columns::matching_docs;
use super::pattern::PatternSearch;
use kifu_language::knowledge::joseki::{BOARD, Joseki, joseki};
use kifu_record::cancel::TimeBudget;
use kifu_record::game::GameKind;
use kifu_record::game::pattern::AllowedTurns;
use kifu_store::index::Index;
use kifu_store::index::joseki_column::JosekiColumn;
use kifu_store::index::schema::Fields;
use std::sync::{Arc, OnceLock};
use tantivy::index::SegmentReader;
use tantivy::query::{Query, TermQuery};
use tantivy::schema::IndexRecordOption;
use tantivy::{BitSet, DocId, SegmentOrdinal, Term};

/// Searches for the positions of a joseki.
pub(crate) fn position_searches(joseki: &Joseki) -> Vec<Arc<PatternSearch>> {
    let turns = AllowedTurns { symmetric: true, any_colors: true };
    let patterns = joseki.positions.iter().filter_map(|position| position.pattern());
    patterns.map(|pattern| Arc::new(PatternSearch::new(GameKind::Go, pattern, turns))).collect()
}

/// Searches for the positions of all joseki, in the order of the table. They are made once, as each search prepares the
/// images of its pattern.
fn all_searches() -> &'static [Vec<Arc<PatternSearch>>] {
    static SEARCHES: OnceLock<Vec<Vec<Arc<PatternSearch>>>> = OnceLock::new();
    SEARCHES.get_or_init(|| joseki().iter().map(position_searches).collect())
}

/// Query for the games on boards on which joseki are recognised.
pub(crate) fn games_on_joseki_boards(fields: &Fields) -> Box<dyn Query> {
    let size = Term::from_field_text(fields.size, &format!("{BOARD}x{BOARD}"));
    Box::new(TermQuery::new(size, IndexRecordOption::Basic))
}

/// The joseki of each game of a segment, by their numbers in the table. They are found at the first call for an opened
/// index. If the time budget ends before, some are missing.
pub(crate) fn joseki_of_games(
    index: &Index,
    segment: SegmentOrdinal,
) -> tantivy::Result<Arc<JosekiColumn>> {
    index.joseki_column(segment, || {
        let reader = index.searcher().segment_reader(segment);
        let budget = index.budget();
        let games = matching_docs(&*games_on_joseki_boards(&index.fields), reader, budget)?;
        let mut found: Vec<(DocId, u8)> = Vec::new();
        for (number, searches) in all_searches().iter().enumerate() {
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            for docs in searches.iter().map(|search| docs_with(search, reader, &games, budget)) {
                found.extend(docs?.into_iter().map(|doc| (doc, number)));
            }
        }
        Ok((JosekiColumn::new(reader.max_doc(), found), !budget.poll_exhausted()))
    })
}

/// The games of a segment, among those of `games`, that have a pattern on their main lines.
fn docs_with(
    search: &PatternSearch,
    reader: &SegmentReader,
    games: &BitSet,
    budget: &TimeBudget,
) -> tantivy::Result<Vec<DocId>> {
    let found = search.segment(reader, Some(games), false, budget)?;
    Ok(found.into_iter().map(|game| game.doc).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_joseki_has_a_number_and_searches() {
        assert!(joseki().len() < usize::from(u8::MAX));
        let numbers = |joseki: &Joseki| joseki.positions.len();
        let positions: Vec<usize> = joseki().iter().map(numbers).collect();
        let searches: Vec<usize> = all_searches().iter().map(Vec::len).collect();
        assert_eq!(searches, positions);
    }
}
