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
///
/// A game takes eight bytes, because an archive may have tens of millions: the upper bits of its hash, and in the lower
/// [`TIME_BITS`] the index of its time. The hash has 52 bits, so among 12 million games a new one is taken for a known
/// one with a probability of 3e-9.
#[derive(Debug, Default)]
pub(super) struct FirstTimes {
    games: Vec<u64>,
    /// Different times, in the order in which they were met. Every build has one time, so there are few.
    times: Vec<u64>,
    /// Index of each time in `times`.
    time_indexes: HashMap<u64, usize>,
}

/// Number of bits for the index of a time. If there are more times than fit, the last one stands for the others.
const TIME_BITS: u32 = 12;

/// Number of games whose places are looked up at once. It bounds the memory of the lookup.
const LOOKUP_GAMES: usize = 1 << 20;

impl FirstTimes {
    /// Returns when the place of a game was first indexed, if that is known.
    pub(super) fn get(&self, origin: &Origin) -> Option<u64> {
        if self.games.is_empty() {
            return None;
        }
        let key = place_key(place(origin).as_bytes(), origin.game.into()) >> TIME_BITS;
        let at = self.games.partition_point(|game| game >> TIME_BITS < key);
        let game = self.games.get(at).filter(|&game| game >> TIME_BITS == key)?;
        self.times.get((game & ((1 << TIME_BITS) - 1)) as usize).copied()
    }

    fn insert(&mut self, key: u64, time: u64) {
        const MAX_TIMES: usize = 1 << TIME_BITS;
        let (times, count) = (&mut self.times, self.time_indexes.len());
        let index = if count < MAX_TIMES {
            *self.time_indexes.entry(time).or_insert_with(|| {
                times.push(time);
                count
            })
        } else {
            self.time_indexes.get(&time).copied().unwrap_or(MAX_TIMES - 1)
        };
        self.games.push(key >> TIME_BITS << TIME_BITS | index as u64);
    }

    /// Sorts the games, so that [`FirstTimes::get`] finds them.
    fn sorted(mut self) -> FirstTimes {
        self.games.sort_unstable();
        self
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
        let mut all_games = games.filter_map(game);
        loop {
            let mut games = Vec::from_iter(all_games.by_ref().take(LOOKUP_GAMES));
            if games.is_empty() {
                return Ok(());
            }
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
                    self.insert(place_key(&place, number), added);
                }
            })?;
        }
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
        Ok(times.sorted())
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
        Ok(times.sorted())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn times_are_found_by_place_and_number() {
        let origin = |number: u32| Origin::file(Path::new("/games/a.sgf")).game(number);
        let mut times = FirstTimes::default();
        let time = |number: u32| u64::from(number % 5_000) + 1_000_000;
        for number in 1..=20_000 {
            let origin = origin(number);
            times.insert(place_key(place(&origin).as_bytes(), number.into()), time(number));
        }
        let times = times.sorted();
        for number in 1..=20_000 {
            // There are more times than fit, so the last one that fits stands for the others.
            let expected = time(number).min(1_000_000 + (1 << TIME_BITS));
            let found = times.get(&origin(number)).unwrap_or_default();
            assert!(found == expected || time(number) == 1_000_000, "{number}: {found} {expected}");
        }
        assert_eq!(times.get(&origin(20_001)), None);
        assert_eq!(FirstTimes::default().get(&origin(1)), None);
    }
}
