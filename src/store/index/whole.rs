//! What a part of an index has to know of the whole, so that its answers can be joined with those of the other parts.
//!
//! A question is put to all parts twice. First each tells its [`Facts`]; these are added up. Then each answers, and
//! takes the sums in place of its own numbers: how rare a word is, how frequent a position, which copy of a game is the
//! fullest, which games are drawn. Where the sums raise a further question, they are told to all parts once more before
//! the answer ([`Facts::ask_again`]).

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

/// Numbers about all games that the answer to a question depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// The sum of the generations.
    generation: u64,
    /// The states of all indexes, each as a hash.
    states: BTreeSet<u64>,
    /// The steps that any part goes on with, if something has to be found out about them.
    steps: BTreeSet<StepBytes>,
    /// The number of further questions that these facts raise.
    open: u32,
    /// How many of them are answered.
    settled: u32,
    /// Whether anything was noted but the games that a question names.
    is_begun: bool,
    /// The games that a question names, by their ids or the beginnings of those.
    named: BTreeMap<String, NamedGames>,
    /// All games; 0 if no hits are ranked.
    games: u64,
    /// The number of words in each field that hits are ranked by.
    words: BTreeMap<u32, u64>,
    /// The games that have a word, by its field and its bytes as hexadecimal digits.
    with_word: BTreeMap<String, u64>,
    /// Entries of early positions, by hash.
    early: BTreeMap<u64, u64>,
    /// If each game is wanted once, the fullest hit of each group of copies: by what is asked for, and by group.
    fullest: BTreeMap<String, BTreeMap<u32, CopyRank>>,
    /// The hits of queries whose copies are wanted: by query, and by group of copies.
    copied: BTreeMap<String, BTreeMap<u32, u64>>,
    /// The roots of all indexes, if it matters what lies below which.
    roots: BTreeSet<String>,
    /// Of a sample, the games that are drawn first.
    drawn: Vec<SampledGame>,
}

/// A step of a game as bytes; what they mean is the matter of those who note them.
pub type StepBytes = [u8; 6];

/// A rank among copies, and a place: of games with the same rank, the first by path, member and number is taken.
pub(crate) type CopyRank = (u32, String, u64);

/// The games that a text may name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedGames {
    /// How many there are; those with one id, which lie below different roots, are one.
    pub games: u64,
    /// The first of them.
    first: Option<NamedGame>,
}

/// A game that a text names. The order is that of the places.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct NamedGame {
    place: String,
    /// Its number there.
    number: u64,
    id: u64,
    /// Its moves as hexadecimal digits.
    moves: String,
}

impl NamedGames {
    /// So many games, of which the first lies at a place under a number and has this id and these moves.
    pub fn new(games: u64, place: String, number: u64, id: u64, moves: &[u8]) -> NamedGames {
        let first = NamedGame { place, number, id, moves: digits(moves) };
        NamedGames { games, first: Some(first) }
    }

    /// The moves of the first game; none if there is no game, or it has none.
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

/// Bytes as hexadecimal digits.
pub(super) fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The key of a game in a sample, and its place.
pub type SampledGame = (u64, String, u64);

impl Facts {
    /// Adds those of another part.
    pub fn add(&mut self, more: Facts) {
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
        self.roots.extend(more.roots);
        self.drawn.extend(more.drawn);
        self.drawn.sort_unstable();
        self.drawn.dedup();
    }

    /// Whether the parts have to be asked for more facts with these.
    pub fn ask_again(&self) -> bool {
        self.open > self.settled
    }
}

/// The states of all folders of an index as one; 0 without any.
pub(super) fn united(states: &BTreeSet<u64>) -> u64 {
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

/// How an index takes part in a whole.
#[derive(Debug)]
pub(super) struct GlobalContext {
    /// What is known of it. The games that the question names are known before all else.
    known: Option<Facts>,
    named: BTreeMap<String, NamedGames>,
    /// What the index tells, if it is asked.
    noted: Option<Mutex<Facts>>,
}

impl Index {
    /// The same index, which notes the facts that its answers depend on, beyond those that are known.
    #[must_use]
    pub fn recording_facts(&self, known: &Facts) -> Index {
        self.as_part(GlobalContext {
            known: known.is_begun.then(|| known.clone()),
            named: known.named.clone(),
            noted: Some(Mutex::new(Facts { settled: known.open, ..Facts::default() })),
        })
    }

    /// The same index, which answers as a part of one with these facts.
    #[must_use]
    pub fn with_global_facts(&self, facts: Facts) -> Index {
        self.as_part(GlobalContext { named: facts.named.clone(), known: Some(facts), noted: None })
    }

    fn as_part(&self, whole: GlobalContext) -> Index {
        Index { whole: Some(whole.into()), ..self.clone() }
    }

    /// The facts that were noted. If the question names games, only these, since without them it is not understood;
    /// otherwise fails if the recording did.
    pub fn noted<E>(&self, recording: std::result::Result<(), E>) -> std::result::Result<Facts, E> {
        let mut noted = Facts::default();
        self.note(|facts| noted = std::mem::take(facts));
        if !noted.named.is_empty() {
            return Ok(Facts {
                open: noted.settled + 1,
                settled: noted.settled,
                named: noted.named,
                ..Facts::default()
            });
        }
        recording?;
        noted.is_begun = true;
        if self.known().is_none() {
            noted.generation = self.header.generation;
            noted.states = self.states();
        }
        Ok(noted)
    }

    fn note(&self, note: impl FnOnce(&mut Facts)) {
        if let Some(noted) = self.whole.as_ref().and_then(|whole| whole.noted.as_ref()) {
            note(&mut noted.lock().ignore_poison());
        }
    }

    /// The facts of the whole, if this is a part of one and they are known.
    fn known(&self) -> Option<&Facts> {
        self.whole.as_ref()?.known.as_ref()
    }

    /// Whether this is a part of a whole that is known.
    pub fn is_part(&self) -> bool {
        self.known().is_some()
    }

    /// Whether facts are being noted.
    pub fn is_noting(&self) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.noted.is_some())
    }

    /// Fails if this is a part of a whole of which only another state is known.
    pub fn check_whole(&self) -> Result<()> {
        match self.known() {
            Some(facts) if facts.is_begun && !facts.states.is_superset(&self.states()) => {
                let message = format!("the index in {} has changed meanwhile", self.folders);
                Err(Error::new(ErrorKind::Stale, message).help("ask again"))
            }
            _ => Ok(()),
        }
    }

    /// The state of the whole as a hash; 0 if nothing is known of it.
    pub fn whole_state(&self) -> u64 {
        self.known().map_or(0, |facts| united(&facts.states))
    }

    /// The state that an answer belongs to: that of the whole if this is a part of one, otherwise its own.
    pub fn answered_state(&self) -> u64 {
        match self.known() {
            Some(_) => self.whole_state(),
            None => self.state(),
        }
    }

    /// The generation of the whole.
    pub fn whole_generation(&self) -> u64 {
        self.known().map_or(self.header.generation, |facts| facts.generation)
    }

    /// The games that a text may name, if they are known.
    pub fn named(&self, text: &str) -> Option<&NamedGames> {
        self.whole.as_ref()?.named.get(text)
    }

    /// Notes the games of this index that a text may name.
    pub fn note_named(&self, text: &str, games: NamedGames) {
        self.note(|facts| facts.named.extend([(text.to_owned(), games)]));
    }

    /// Notes the steps about which more has to be found out.
    pub fn note_steps(&self, steps: BTreeSet<StepBytes>) {
        self.note(|facts| {
            facts.open = facts.settled + 1;
            facts.steps = steps;
        });
    }

    /// Whether this is a part of a whole that is not known yet. If so, it will be asked again when it is.
    pub fn waits_for_whole(&self) -> bool {
        let waits = self.is_noting() && self.known().is_none();
        self.note(|facts| facts.open = facts.open.max(facts.settled + u32::from(waits)));
        waits
    }

    /// The steps of the whole, if this is a part of one and they are known.
    pub fn all_steps(&self) -> Option<&BTreeSet<StepBytes>> {
        self.known().map(|facts| &facts.steps)
    }

    /// The number of a position's early entries in the whole, given those of this index.
    pub(super) fn all_early(&self, hash: u64, own: usize) -> usize {
        if let Some(&known) = self.known().and_then(|facts| facts.early.get(&hash)) {
            return known as usize;
        }
        self.note(|facts| facts.early.extend([(hash, own as u64)]));
        own
    }

    /// Notes the fullest hit of each group of copies.
    pub fn note_fullest(&self, asked: &str, fullest: BTreeMap<u32, CopyRank>) {
        self.note(|facts| facts.fullest.extend([(asked.to_owned(), fullest)]));
    }

    /// The fullest hits of the whole by group, if this is a part of one.
    pub fn fullest(&self, asked: &str) -> Option<&BTreeMap<u32, CopyRank>> {
        self.known()?.fullest.get(asked)
    }

    /// The hits of a query in each group of copies of the whole, given those of this index.
    pub fn all_copied(&self, query: &str, own: BTreeMap<u32, u64>) -> BTreeMap<u32, u64> {
        if let Some(known) = self.known().and_then(|facts| facts.copied.get(query)) {
            return known.clone();
        }
        self.note(|facts| facts.copied.extend([(query.to_owned(), own.clone())]));
        own
    }

    /// Notes the roots.
    pub fn note_roots(&self) {
        self.note(|facts| facts.roots.extend(self.header.roots.iter().cloned()));
    }

    /// The roots of the whole.
    pub fn all_roots(&self) -> Vec<String> {
        match self.known().filter(|facts| !facts.roots.is_empty()) {
            Some(facts) => facts.roots.iter().cloned().collect(),
            None => self.header.roots.clone(),
        }
    }

    /// Notes the games of a sample.
    pub fn note_drawn(&self, drawn: Vec<SampledGame>) {
        self.note(|facts| facts.drawn = drawn);
    }

    /// Of a sample of so many games from the whole, the last that is drawn, if this is a part of one.
    pub fn last_drawn(&self, games: usize) -> Option<&SampledGame> {
        let drawn = &self.known()?.drawn;
        drawn.get(..games).unwrap_or(drawn).last()
    }
}

/// How frequent words are in the whole.
pub struct WordStatistics<'i>(pub &'i Index);

impl WordStatistics<'_> {
    fn fact(
        &self,
        known: impl FnOnce(&Facts) -> u64,
        own: impl FnOnce() -> tantivy::Result<u64>,
        note: impl FnOnce(&mut Facts, u64),
    ) -> tantivy::Result<u64> {
        if let Some(facts) = self.0.known() {
            return Ok(known(facts));
        }
        let own = own()?;
        self.0.note(|facts| note(facts, own));
        Ok(own)
    }
}

impl WordStatistics<'_> {
    /// The sum over all segments with words in a field.
    fn sum(
        &self,
        field: Field,
        own: impl Fn(&InvertedIndexReader) -> tantivy::Result<u64>,
    ) -> tantivy::Result<u64> {
        let mut sum = 0;
        for reader in self.0.searcher().segment_readers() {
            if self.0.filled().has(reader, field)? {
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
            let digits = digits(term.serialized_value_bytes());
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
