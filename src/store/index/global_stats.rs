//! Global statistics: what an index that is one of several must know of all of them, so that its answers can be joined
//! with those of the others.
//!
//! A request (a query with its options) is sent to all indexes in rounds. First each returns its [`GlobalStats`], and
//! these are added up. Then each answers with the sums in place of its own numbers: how rare a word is, how frequent a
//! position, which copy of a game is the fullest, which games a sample draws. If the sums show that more numbers are
//! needed, they are sent to all indexes once more before the answer ([`GlobalStats::needs_another_round`]).

use super::Index;
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_record::game::hash::stable_hash;
use kifu_record::poison::IgnorePoison;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::Field;
use tantivy::{InvertedIndexReader, Term};

/// Numbers about all games on which the answer to a request depends, of one index or summed over several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GlobalStats {
    /// Sum of the generations of the indexes. A generation is a number that every commit of an index raises.
    generation: u64,
    /// States of all indexes, as hashes, so that an answer from indexes that have changed meanwhile is detected.
    states: BTreeSet<u64>,
    /// Next moves (steps, as bytes) with which games of any index continue, if the answer needs their counts from all
    /// indexes.
    steps: BTreeSet<StepBytes>,
    /// Number of rounds of questions to all indexes that are needed to complete these statistics.
    open: u32,
    /// Number of rounds of questions to all indexes that are complete.
    settled: u32,
    /// True if anything has been recorded besides the games that a query names by their ids.
    is_begun: bool,
    /// Games that a query names: by the text in the query, which is an id or the beginning of one.
    named: BTreeMap<String, NamedGames>,
    /// Number of games of all indexes; 0 if the hits of the query are not ranked.
    games: u64,
    /// Number of words in each field that ranking depends on, by the number of the field.
    words: BTreeMap<u32, u64>,
    /// Number of games that have a word, by the field and the word's bytes as hexadecimal digits.
    with_word: BTreeMap<String, u64>,
    /// Number of entries that a position has in the tables of early positions, by the position's hash.
    early: BTreeMap<u64, u64>,
    /// Fullest hit of each group of copies, if each game is to count once: by query, then by group.
    fullest: BTreeMap<String, BTreeMap<u32, CopyRank>>,
    /// Number of hits in each group of copies, for the queries inside `copy-of:` clauses: by query, then by group.
    copied: BTreeMap<String, BTreeMap<u32, u64>>,
    /// Facts about the game whose novelty is looked for; `None` if the request is about anything else.
    novelty: Option<NoveltyFacts>,
    /// Roots of all indexes, if the answer depends on which root a game lies below.
    roots: BTreeSet<String>,
    /// First games that a sample draws, by their sampling keys.
    drawn: Vec<SampledGame>,
}

/// Step of a game (its next move, or none) as bytes. Their meaning is up to the code that records them.
pub type StepBytes = [u8; 6];

/// Key by which the fullest copy of a game is chosen: the rank among its copies, then the path with the archive
/// members, then the number in the file. The last two decide between games of equal rank, such as one file below two
/// roots.
pub(crate) type CopyRank = (u32, String, u64);

/// Facts about the game whose novelty is looked for, of one index or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NoveltyFacts {
    /// First and last day on which the game may have been played, as day numbers; `None` if no index knows its date.
    pub days: Option<(i32, i32)>,
    /// Content keys of the game.
    pub contents: BTreeSet<u64>,
    /// Groups of copies that the game belongs to.
    pub groups: BTreeSet<u32>,
    /// Positions of its main line that older games have, by their places in the line.
    pub reached: BTreeSet<u32>,
}

impl NoveltyFacts {
    fn add(&mut self, more: NoveltyFacts) {
        self.days = self.days.or(more.days);
        self.contents.extend(more.contents);
        self.groups.extend(more.groups);
        self.reached.extend(more.reached);
    }
}

/// Games that a text in a query may name, because their ids begin with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedGames {
    /// Number of games whose ids begin with the text. Games with equal ids, which lie below different roots, count as
    /// one.
    pub games: u64,
    /// First of the games that the text may name, in the order of their places.
    first: Option<NamedGame>,
}

/// Game whose id begins with a text in the query. Games are ordered by their places (path and archive members), so that
/// all indexes agree on the first one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct NamedGame {
    place: String,
    /// Number of the game in its file.
    number: u64,
    id: u64,
    /// Moves of the game as hexadecimal digits.
    moves: String,
}

impl NamedGames {
    /// Creates an entry for `games` games. The first of them lies at `place` (path and archive members), has this
    /// number in its file, this id and these moves.
    pub fn new(games: u64, place: String, number: u64, id: u64, moves: &[u8]) -> NamedGames {
        let first = NamedGame { place, number, id, moves: hex(moves) };
        NamedGames { games, first: Some(first) }
    }

    /// Moves of the first game; empty if there is no game or it has no moves.
    pub fn moves(&self) -> Vec<u8> {
        let pairs = self.first.as_ref().map_or("", |first| &first.moves).as_bytes().chunks(2);
        let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        pairs.map_while(byte).collect()
    }

    fn add(&mut self, more: NamedGames) {
        let id = |named: &NamedGames| named.first.as_ref().map(|first| first.id);
        let is_same = self.games == 1 && more.games == 1 && id(self) == id(&more);
        self.games = self.games.saturating_add(more.games) - u64::from(is_same);
        self.first = match (self.first.take(), more.first) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

/// Formats bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Sampling key of a game, its place, and its number in the file. A sample draws the games with the smallest keys.
pub type SampledGame = (u64, String, u64);

impl GlobalStats {
    /// Adds the statistics of another index.
    pub fn add(&mut self, more: GlobalStats) {
        self.generation = self.generation.saturating_add(more.generation);
        self.states.extend(more.states);
        self.steps.extend(more.steps);
        self.open = self.open.max(more.open);
        self.settled = self.settled.max(more.settled);
        self.is_begun |= more.is_begun;
        for (id, more) in more.named {
            self.named.entry(id).or_default().add(more);
        }
        self.games = self.games.saturating_add(more.games);
        add_counts(&mut self.words, more.words);
        add_counts(&mut self.with_word, more.with_word);
        add_counts(&mut self.early, more.early);
        for (asked, groups) in more.fullest {
            let known = self.fullest.entry(asked).or_default();
            for (group, fullest) in groups {
                let least = known.entry(group).or_insert_with(|| fullest.clone());
                if fullest < *least {
                    *least = fullest;
                }
            }
        }
        for (query, groups) in more.copied {
            add_counts(self.copied.entry(query).or_default(), groups);
        }
        if let Some(more) = more.novelty {
            self.novelty.get_or_insert_default().add(more);
        }
        self.roots.extend(more.roots);
        self.drawn.extend(more.drawn);
        self.drawn.sort_unstable();
        self.drawn.dedup();
    }

    /// True if the indexes have to be asked for more statistics, given these sums.
    pub fn needs_another_round(&self) -> bool {
        self.open > self.settled
    }
}

/// Combines the states of all folders of an index into one hash; 0 if there are none.
pub(super) fn combined_state(states: &BTreeSet<u64>) -> u64 {
    let bytes: Vec<[u8; 8]> = states.iter().map(|state| state.to_le_bytes()).collect();
    match bytes.as_slice() {
        [] => 0,
        bytes => stable_hash(&Vec::from_iter(bytes.iter().map(<[u8; 8]>::as_slice))),
    }
}

fn add_counts<K: Ord>(into: &mut BTreeMap<K, u64>, more: BTreeMap<K, u64>) {
    for (key, count) in more {
        let sum = into.entry(key).or_default();
        *sum = sum.saturating_add(count);
    }
}

/// Role of an index that answers together with others.
#[derive(Debug)]
pub(super) struct GlobalContext {
    /// Sums over all indexes; `None` while only the games are known that the query names by their ids.
    known: Option<GlobalStats>,
    named: BTreeMap<String, NamedGames>,
    /// Statistics recorded so far, if this index is in a recording round.
    recorded: Option<Mutex<GlobalStats>>,
}

impl Index {
    /// Returns a view of the index that records the statistics its answers depend on, as far as `known` does not have
    /// them.
    #[must_use]
    pub fn recording_stats(&self, known: &GlobalStats) -> Index {
        self.with_global_context(GlobalContext {
            known: known.is_begun.then(|| known.clone()),
            named: known.named.clone(),
            recorded: Some(Mutex::new(GlobalStats {
                settled: known.open,
                ..GlobalStats::default()
            })),
        })
    }

    /// Returns a view of the index that answers as one of several. `facts` are the statistics summed over all of them.
    #[must_use]
    pub fn with_global_stats(&self, facts: GlobalStats) -> Index {
        self.with_global_context(GlobalContext {
            named: facts.named.clone(),
            known: Some(facts),
            recorded: None,
        })
    }

    fn with_global_context(&self, whole: GlobalContext) -> Index {
        Index { global: Some(whole.into()), ..self.clone() }
    }

    /// Returns the recorded statistics. If the query names games by id, returns only these, because without them the
    /// query cannot be evaluated; otherwise fails if the recording failed.
    pub fn recorded_stats<E>(
        &self,
        recording: std::result::Result<(), E>,
    ) -> std::result::Result<GlobalStats, E> {
        let mut recorded = GlobalStats::default();
        self.record(|facts| recorded = std::mem::take(facts));
        if !recorded.named.is_empty() {
            return Ok(GlobalStats {
                open: recorded.settled + 1,
                settled: recorded.settled,
                named: recorded.named,
                ..GlobalStats::default()
            });
        }
        recording?;
        recorded.is_begun = true;
        if self.known().is_none() {
            recorded.generation = self.header.generation;
            recorded.states = self.states();
        }
        Ok(recorded)
    }

    fn record(&self, note: impl FnOnce(&mut GlobalStats)) {
        if let Some(noted) = self.global.as_ref().and_then(|whole| whole.recorded.as_ref()) {
            note(&mut noted.lock().ignore_poison());
        }
    }

    /// Statistics summed over all indexes, if this index is one of several and the sums are known.
    fn known(&self) -> Option<&GlobalStats> {
        self.global.as_ref()?.known.as_ref()
    }

    /// True if this index answers as one of several and knows the statistics summed over all of them.
    pub fn is_part(&self) -> bool {
        self.known().is_some()
    }

    /// True if this index is recording statistics.
    pub fn is_recording(&self) -> bool {
        self.global.as_ref().is_some_and(|whole| whole.recorded.is_some())
    }

    /// Fails if the statistics of all indexes were summed with another state of this index, so that the answer would be
    /// wrong.
    pub fn check_global_state(&self) -> Result<()> {
        match self.known() {
            Some(facts) if facts.is_begun && !facts.states.is_superset(&self.states()) => {
                let message = format!("the index in {} has changed meanwhile", self.folders);
                Err(Error::new(ErrorKind::Stale, message).with_help("ask again"))
            }
            _ => Ok(()),
        }
    }

    /// State of all indexes together as a hash; 0 if no statistics of other indexes are known.
    pub fn global_state(&self) -> u64 {
        self.known().map_or(0, |facts| combined_state(&facts.states))
    }

    /// State that an answer belongs to: that of all indexes if this is one of several, otherwise its own.
    pub fn answered_state(&self) -> u64 {
        match self.known() {
            Some(_) => self.global_state(),
            None => self.state(),
        }
    }

    /// Sum of the generations of all indexes that answer together. A generation is a number that every commit of an
    /// index raises.
    pub fn global_generation(&self) -> u64 {
        self.known().map_or(self.header.generation, |facts| facts.generation)
    }

    /// Games that a text in the query may name as an id; `None` if the statistics of all indexes are not known yet.
    pub fn named_games(&self, text: &str) -> Option<&NamedGames> {
        self.global.as_ref()?.named.get(text)
    }

    /// Records the games of this index whose ids begin with a text, so that all indexes agree on the game that the text
    /// names.
    pub fn record_named_games(&self, text: &str, games: NamedGames) {
        self.record(|facts| facts.named.extend([(text.to_owned(), games)]));
    }

    /// Records the steps (next moves) whose counts in all indexes the answer needs, and requests another round of
    /// statistics, in which the indexes count them.
    pub fn record_steps(&self, steps: BTreeSet<StepBytes>) {
        self.record(|facts| {
            facts.open = facts.settled + 1;
            facts.steps = steps;
        });
    }

    /// True if this index records statistics and does not know the sums over all indexes yet. Requests another round of
    /// statistics in that case.
    pub fn waits_for_global_stats(&self) -> bool {
        let waits = self.is_recording() && self.known().is_none();
        self.record(|facts| facts.open = facts.open.max(facts.settled + u32::from(waits)));
        waits
    }

    /// Steps (next moves) with which games of any index continue; `None` if the sums are not known.
    pub fn global_steps(&self) -> Option<&BTreeSet<StepBytes>> {
        self.known().map(|facts| &facts.steps)
    }

    /// Number of entries that a position has in the tables of early positions of all indexes. If the number is not
    /// known, records and returns `own`, the number in this index.
    pub(super) fn global_early_count(&self, hash: u64, own: usize) -> usize {
        if let Some(&known) = self.known().and_then(|facts| facts.early.get(&hash)) {
            return known as usize;
        }
        self.record(|facts| facts.early.extend([(hash, own as u64)]));
        own
    }

    /// Records the fullest hit of each group of copies, so that the fullest one of all indexes can be chosen.
    pub fn record_fullest(&self, request: &str, fullest: BTreeMap<u32, CopyRank>) {
        self.record(|facts| facts.fullest.extend([(request.to_owned(), fullest)]));
    }

    /// Fullest hit of each group of copies in all indexes, if the sums are known.
    pub fn global_fullest(&self, request: &str) -> Option<&BTreeMap<u32, CopyRank>> {
        self.known()?.fullest.get(request)
    }

    /// Number of a query's hits in each group of copies in all indexes. If these numbers are not known, records and
    /// returns `own`, the numbers of this index.
    pub fn global_copy_counts(&self, query: &str, own: BTreeMap<u32, u64>) -> BTreeMap<u32, u64> {
        if let Some(known) = self.known().and_then(|facts| facts.copied.get(query)) {
            return known.clone();
        }
        self.record(|facts| facts.copied.extend([(query.to_owned(), own.clone())]));
        own
    }

    /// Records facts about the game whose novelty is looked for. If `again`, requests another round of statistics, in
    /// which the indexes look for older games.
    pub fn record_novelty(&self, novelty: NoveltyFacts, again: bool) {
        self.record(|facts| {
            facts.open = facts.open.max(facts.settled + u32::from(again));
            facts.novelty = Some(novelty);
        });
    }

    /// What all indexes know of the game whose novelty is looked for; `None` if nothing is known yet.
    pub fn global_novelty(&self) -> Option<&NoveltyFacts> {
        self.known()?.novelty.as_ref()
    }

    /// Records the roots of this index, for answers that depend on the roots of all indexes.
    pub fn record_roots(&self) {
        self.record(|facts| facts.roots.extend(self.header.roots.iter().cloned()));
    }

    /// Roots of all indexes; those of this index if no sums are known.
    pub fn global_roots(&self) -> Vec<String> {
        match self.known().filter(|facts| !facts.roots.is_empty()) {
            Some(facts) => facts.roots.iter().cloned().collect(),
            None => self.header.roots.clone(),
        }
    }

    /// Records the first games of a sample, so that the sample can be drawn from the games of all indexes.
    pub fn record_drawn(&self, drawn: Vec<SampledGame>) {
        self.record(|facts| facts.drawn = drawn);
    }

    /// Last game that a sample of `games` games draws from all indexes; `None` if the sums are not known.
    pub fn last_drawn(&self, games: usize) -> Option<&SampledGame> {
        let drawn = &self.known()?.drawn;
        drawn.get(..games).unwrap_or(drawn).last()
    }
}

/// Word frequencies over all indexes, for the ranking of hits by BM25.
pub struct WordStatistics<'i>(pub &'i Index);

impl WordStatistics<'_> {
    fn fact(
        &self,
        known: impl FnOnce(&GlobalStats) -> u64,
        own: impl FnOnce() -> tantivy::Result<u64>,
        note: impl FnOnce(&mut GlobalStats, u64),
    ) -> tantivy::Result<u64> {
        if let Some(facts) = self.0.known() {
            return Ok(known(facts));
        }
        let own = own()?;
        self.0.record(|facts| note(facts, own));
        Ok(own)
    }
}

impl WordStatistics<'_> {
    /// Sums a number over all segments that have words in a field.
    fn sum(
        &self,
        field: Field,
        own: impl Fn(&InvertedIndexReader) -> tantivy::Result<u64>,
    ) -> tantivy::Result<u64> {
        let mut sum = 0;
        for reader in self.0.searcher().segment_readers() {
            if self.0.filled_fields().has(reader, field)? {
                sum += own(&*reader.inverted_index(field)?)?;
            }
        }
        Ok(sum)
    }
}

impl Bm25StatisticsProvider for WordStatistics<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let number = field.field_id();
        self.fact(
            |facts| facts.words.get(&number).copied().unwrap_or(0),
            || self.sum(field, |words| Ok(words.total_num_tokens())),
            |facts, own| facts.words.extend([(number, own)]),
        )
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        self.fact(
            |facts| facts.games,
            || self.0.searcher().total_num_docs(),
            |facts, own| facts.games = own,
        )
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let key = || {
            let digits = hex(term.serialized_value_bytes());
            format!("{} {digits}", term.field().field_id())
        };
        let own = |words: &InvertedIndexReader| Ok(u64::from(words.doc_freq(term)?));
        self.fact(
            |facts| facts.with_word.get(&key()).copied().unwrap_or(0),
            || self.sum(term.field(), own),
            |facts, own| facts.with_word.extend([(key(), own)]),
        )
    }
}
