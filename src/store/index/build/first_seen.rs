//! Times at which the places of games (path and archive member) were first indexed. A game that is read again keeps its
//! time, however much of it has changed.

use crate::index::place::place;
use kifu_archive::origin::Origin;
use kifu_record::game::hash::stable_hash;
use std::borrow::Cow;
use std::collections::HashMap;
use tantivy::index::SegmentReader;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocId, DocSet, Index, IndexReader, ReloadPolicy, Searcher, TERMINATED, Term};

/// Times in seconds since 1970 at which places were first indexed, by hash of the place and the game's number.
#[derive(Debug, Default)]
pub(super) struct FirstTimes(HashMap<u64, u64>);

impl FirstTimes {
    /// Returns when the place of a game was first indexed, if that is known.
    pub(super) fn get(&self, origin: &Origin) -> Option<u64> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&place_key(place(origin).as_bytes(), origin.game.into())).copied()
    }

    /// Adds the times of the given games of a segment.
    ///
    /// If the index has no column of times, the games get `built`, the time of the index's last build. If the games'
    /// file was renamed, `renamed` has its old and its new path, and the times are stored under the new path.
    fn add(
        &mut self,
        reader: &SegmentReader,
        games: impl Iterator<Item = DocId>,
        built: u64,
        renamed: Option<(&str, &str)>,
    ) -> tantivy::Result<()> {
        let fast = reader.fast_fields();
        let (numbers, added) = (fast.u64("game")?, fast.u64("added").ok());
        let Some(places) = fast.str("place")? else {
            return Ok(());
        };
        let time = |doc| added.as_ref().map_or(Some(built), |added| added.first(doc));
        let game = |doc| Some((places.ords().first(doc)?, numbers.first(doc)?, time(doc)?));
        let mut games = Vec::from_iter(games.filter_map(game));
        games.sort_unstable();
        // Games are sorted by the number of their place, so that each place is looked up once in the dictionary.
        let mut ordinals = Vec::from_iter(games.iter().map(|game| game.0));
        ordinals.dedup();
        let mut games = games.chunk_by(|a, b| a.0 == b.0);
        places.dictionary().sorted_ords_to_term_cb(&ordinals, |place| {
            let place = match renamed {
                Some((old, new)) => match place.strip_prefix(old.as_bytes()) {
                    Some(behind) => Cow::Owned([new.as_bytes(), behind].concat()),
                    None => Cow::Borrowed(place),
                },
                None => Cow::Borrowed(place),
            };
            for &(_, number, added) in games.next().unwrap_or_default() {
                self.0.insert(place_key(&place, number), added);
            }
        })?;
        Ok(())
    }
}

fn place_key(place: &[u8], game: u64) -> u64 {
    stable_hash(&[place, &game.to_le_bytes()])
}

/// The index as of its last commit, before the changes of the running build.
pub(super) struct CommittedIndex {
    searcher: Searcher,
    /// Time of the last commit, in seconds since 1970.
    built: u64,
}

impl CommittedIndex {
    pub(super) fn open(index: &Index, built: u64) -> tantivy::Result<CommittedIndex> {
        let reader: IndexReader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()?;
        let searcher = reader.searcher();
        Ok(CommittedIndex { searcher, built })
    }

    /// Times at which the places of all games were first indexed.
    pub(super) fn all_times(&self) -> tantivy::Result<FirstTimes> {
        let mut times = FirstTimes::default();
        for reader in self.searcher.segment_readers() {
            times.add(reader, reader.doc_ids_alive(), self.built, None)?;
        }
        Ok(times)
    }

    /// Times at which the places in one file were first indexed. `file_keys` are the keys that the file's documents may
    /// have. If the file was renamed, `renamed` has its old and its new path in text form, and the times are stored
    /// under the new path.
    pub(super) fn times_of_file(
        &self,
        file_keys: &[u64],
        renamed: Option<(&str, &str)>,
    ) -> tantivy::Result<FirstTimes> {
        self.times_where("file_key", file_keys, renamed)
    }

    /// Times at which the places of the games with these ids were first indexed.
    pub(super) fn times_of_games(&self, ids: &[u64]) -> tantivy::Result<FirstTimes> {
        self.times_where("id", ids, None)
    }

    /// Times at which the places of those games were first indexed that have one of `numbers` in `field`.
    fn times_where(
        &self,
        field: &str,
        numbers: &[u64],
        renamed: Option<(&str, &str)>,
    ) -> tantivy::Result<FirstTimes> {
        let mut times = FirstTimes::default();
        let field = self.searcher.schema().get_field(field)?;
        for reader in self.searcher.segment_readers() {
            let terms = reader.inverted_index(field)?;
            let mut games = Vec::new();
            for &number in numbers {
                let term = Term::from_field_u64(field, number);
                let Some(mut postings) = terms.read_postings(&term, IndexRecordOption::Basic)?
                else {
                    continue;
                };
                while postings.doc() != TERMINATED {
                    games.push(postings.doc());
                    postings.advance();
                }
            }
            games.retain(|&game| !reader.is_deleted(game));
            times.add(reader, games.into_iter(), self.built, renamed)?;
        }
        Ok(times)
    }
}
