//! What a part of an index has to know of the whole, so that its answers can be joined with those of the other parts.
//!
//! A question is put to all parts twice. First each tells its [`Facts`]; these are added up. Then each answers, and
//! takes the sums in place of its own numbers: how rare a word is, how frequent a position, which copy of a game is the
//! fullest, which games are drawn. Where the sums raise a further question, they are told to all parts once more before
//! the answer ([`Facts::ask_again`]).

use super::Index;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use tantivy::Term;
use tantivy::query::Bm25StatisticsProvider;
use tantivy::schema::Field;

/// Numbers about all games that the answer to a question depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Facts {
    /// The sum of the generations.
    generation: u64,
    /// The steps that any part goes on with, if something has to be found out about them.
    steps: BTreeSet<StepBytes>,
    /// Whether that is found out.
    steps_are_known: bool,
    /// All games; 0 if no hits are ranked.
    games: u64,
    /// The number of words in each field that hits are ranked by.
    words: BTreeMap<u32, u64>,
    /// The games that have a word, by its field and its bytes as hexadecimal digits.
    with_word: BTreeMap<String, u64>,
    /// Entries of early positions, by hash.
    early: BTreeMap<u64, u64>,
    /// If each game is wanted once, the fullest hit of each group of copies: by what is asked for, and by group.
    fullest: BTreeMap<String, BTreeMap<u32, Fullest>>,
    /// The roots of all indexes, if it matters what lies below which.
    roots: BTreeSet<String>,
    /// Of a sample, the games that are drawn first.
    drawn: Vec<Drawn>,
}

/// A step of a game as bytes; what they mean is the matter of those who note them.
pub(crate) type StepBytes = [u8; 6];

/// A rank among copies, and a place: of games with the same rank, the first by path, member and number is taken.
pub(crate) type Fullest = (u32, String, u64);

/// The key of a game in a sample, and its place.
pub(crate) type Drawn = (u64, String, u64);

impl Facts {
    /// Adds those of another part.
    pub fn add(&mut self, more: Facts) {
        self.generation += more.generation;
        self.steps.extend(more.steps);
        self.steps_are_known |= more.steps_are_known;
        self.games += more.games;
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
        self.roots.extend(more.roots);
        self.drawn.extend(more.drawn);
        self.drawn.sort_unstable();
    }

    /// Whether the parts have to be asked for more facts with these.
    pub fn ask_again(&self) -> bool {
        !self.steps.is_empty() && !self.steps_are_known
    }
}

fn add_counts<K: Ord>(into: &mut BTreeMap<K, u64>, more: BTreeMap<K, u64>) {
    for (key, count) in more {
        *into.entry(key).or_default() += count;
    }
}

/// How an index takes part in a whole.
#[derive(Debug)]
pub(super) struct Whole {
    /// What is known of it.
    known: Option<Facts>,
    /// What the index tells, if it is asked.
    noted: Option<Mutex<Facts>>,
}

impl Index {
    /// The same index, which notes the facts that its answers depend on, beyond those that are known.
    #[must_use]
    pub fn noting(&self, known: &Facts) -> Index {
        let is_first = *known == Facts::default();
        let index = self.as_part(Whole {
            known: (!is_first).then(|| known.clone()),
            noted: Some(Mutex::default()),
        });
        index.note(|facts| {
            if is_first {
                facts.generation = self.header.generation;
            }
            facts.steps_are_known = known.ask_again();
        });
        index
    }

    /// The same index, which answers as a part of one with these facts.
    #[must_use]
    pub fn knowing(&self, facts: Facts) -> Index {
        self.as_part(Whole {
            known: Some(facts),
            noted: None,
        })
    }

    fn as_part(&self, whole: Whole) -> Index {
        Index {
            whole: Some(whole.into()),
            ..self.clone()
        }
    }

    /// The facts that were noted.
    pub fn noted(&self) -> Facts {
        let noted = self.whole.as_ref().and_then(|whole| whole.noted.as_ref());
        noted.map_or_else(Facts::default, |noted| {
            std::mem::take(&mut noted.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }

    fn note(&self, note: impl FnOnce(&mut Facts)) {
        if let Some(noted) = self.whole.as_ref().and_then(|whole| whole.noted.as_ref()) {
            note(&mut noted.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// The facts of the whole, if this is a part of one and they are known.
    fn known(&self) -> Option<&Facts> {
        self.whole.as_ref()?.known.as_ref()
    }

    /// Whether facts are being noted.
    pub(crate) fn is_noting(&self) -> bool {
        self.whole
            .as_ref()
            .is_some_and(|whole| whole.noted.is_some())
    }

    /// The generation of the whole.
    pub(crate) fn whole_generation(&self) -> u64 {
        self.known()
            .map_or(self.header.generation, |facts| facts.generation)
    }

    /// Notes the steps about which more has to be found out.
    pub(crate) fn note_steps(&self, steps: BTreeSet<StepBytes>) {
        self.note(|facts| facts.steps = steps);
    }

    /// The steps of the whole, if this is a part of one and they are known.
    pub(crate) fn all_steps(&self) -> Option<&BTreeSet<StepBytes>> {
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
    pub(crate) fn note_fullest(&self, asked: &str, fullest: BTreeMap<u32, Fullest>) {
        self.note(|facts| facts.fullest.extend([(asked.to_owned(), fullest)]));
    }

    /// The fullest hits of the whole by group, if this is a part of one.
    pub(crate) fn fullest(&self, asked: &str) -> Option<&BTreeMap<u32, Fullest>> {
        self.known()?.fullest.get(asked)
    }

    /// Notes the roots.
    pub(crate) fn note_roots(&self) {
        self.note(|facts| facts.roots.extend(self.header.roots.iter().cloned()));
    }

    /// The roots of the whole.
    pub(crate) fn all_roots(&self) -> Vec<String> {
        match self.known().filter(|facts| !facts.roots.is_empty()) {
            Some(facts) => facts.roots.iter().cloned().collect(),
            None => self.header.roots.clone(),
        }
    }

    /// Notes the games of a sample.
    pub(crate) fn note_drawn(&self, drawn: Vec<Drawn>) {
        self.note(|facts| facts.drawn = drawn);
    }

    /// Of a sample of so many games from the whole, the last that is drawn, if this is a part of one.
    pub(crate) fn last_drawn(&self, games: usize) -> Option<&Drawn> {
        let drawn = &self.known()?.drawn;
        drawn.get(..games).unwrap_or(drawn).last()
    }
}

/// How frequent words are in the whole.
pub(crate) struct Statistics<'i>(pub(crate) &'i Index);

impl Statistics<'_> {
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

impl Bm25StatisticsProvider for Statistics<'_> {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        let number = field.field_id();
        self.fact(
            |facts| facts.words.get(&number).copied().unwrap_or(0),
            || self.0.searcher().total_num_tokens(field),
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
        let bytes = term.serialized_value_bytes().iter();
        let digits = bytes.map(|byte| format!("{byte:02x}")).collect::<String>();
        let digits = format!("{} {digits}", term.field().field_id());
        self.fact(
            |facts| facts.with_word.get(&digits).copied().unwrap_or(0),
            || self.0.searcher().doc_freq(term),
            |facts, own| facts.with_word.extend([(digits.clone(), own)]),
        )
    }
}
