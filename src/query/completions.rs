//! Completes names and other values from their beginnings: players by all spellings, events, openings and others.
//!
//! The values are collected once for each state of the index into one sorted table. A value is found by its own
//! beginning and by the beginning of any of its words.

use super::plan::word_field;
use super::players::most_frequent;
use super::search;
use super::stats::{Facet, FacetRow, QueryGames};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_language::Query;
use kifu_language::fields::Field;
use kifu_language::knowledge::openings::openings;
use kifu_language::knowledge::series;
use kifu_record::text::fold::{fold, fold_into};
use kifu_store::index::Index;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A completion: a value of a field with its number of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The field that has this value.
    pub field: Field,
    /// The value as shown.
    pub text: String,
    /// Number of games with this value.
    pub games: u64,
}

/// Entry of the sorted table: a suffix of a spelling that begins at a word, and the value it stands for.
#[derive(Clone, Copy, Debug)]
struct CompletionKey {
    /// Byte range of the suffix in `spellings`: from the word that the key begins with to the end of the spelling.
    start: u32,
    end: u32,
    value: u32,
    /// True if the suffix is the whole spelling.
    is_whole_spelling: bool,
}

/// Table of all completions of an index.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    values: Vec<Completion>,
    /// All spellings, folded and concatenated.
    spellings: String,
    /// Keys sorted by their suffixes, so that all keys that begin with a text are found by a binary search.
    keys: Vec<CompletionKey>,
}

/// Fields whose values can be completed, each with the facet (property by which games are counted) that lists the
/// values.
const FACETS: [(Field, Facet); 8] = [
    (Field::Event, Facet::Event),
    (Field::Series, Facet::Series),
    (Field::Lang, Facet::Lang),
    (Field::Charset, Facet::Charset),
    (Field::Format, Facet::Format),
    (Field::Kind, Facet::Kind),
    (Field::Size, Facet::Size),
    (Field::Opening, Facet::Opening),
];

impl Completions {
    /// Builds the table from an index.
    pub fn build(index: &Index) -> Result<Completions> {
        let mut all = Completions::default();
        all.add_players(index)?;
        let plan = search::plan(index, &Query::default())
            .map_err(|error| Error::new(ErrorKind::Query, error.message))?;
        let games = QueryGames::find(index, &plan)?;
        for (field, facet) in FACETS {
            for row in games.count_by(index, facet)?.rows {
                all.add_row(&field, row);
            }
        }
        let Completions { spellings, keys, .. } = &mut all;
        keys.sort_by(|a, b| key_text(spellings, a).cmp(key_text(spellings, b)));
        keys.shrink_to_fit();
        spellings.shrink_to_fit();
        Ok(all)
    }

    fn add_players(&mut self, index: &Index) -> Result<()> {
        let aliases = index.aliases();
        let finder = aliases.finder();
        for player in most_frequent(index, usize::MAX)?.0 {
            let known = finder
                .person(&player.name)
                .into_iter()
                .flat_map(|person| aliases.spellings(person));
            let written = player.spellings.iter().map(|written| fold(&written.name));
            let mut spellings: Vec<String> =
                known.map(|spelling| spelling.folded.to_string()).chain(written).collect();
            spellings.sort_unstable();
            spellings.dedup();
            let games = player.games;
            self.add(Field::Player, player.name, games, &spellings);
        }
        Ok(())
    }

    fn add_row(&mut self, field: &Field, row: FacetRow) {
        let Some(text) = row.value else { return };
        let mut spellings = vec![fold(&text)];
        if *field == Field::Opening {
            let mut known = openings().iter();
            let aliases = known.find(|opening| opening.name == text).into_iter();
            spellings.extend(aliases.flat_map(|opening| &opening.aliases).map(|alias| fold(alias)));
        }
        if *field == Field::Series {
            spellings.extend(series::spellings(&text).iter().map(|spelling| fold(spelling)));
        }
        self.add(field.clone(), text, row.tally.outcomes.games, &spellings);
    }

    fn add(&mut self, field: Field, text: String, games: u64, spellings: &[String]) {
        // A query matches letters and digits only, so a value without any could not be searched for.
        if !text.contains(char::is_alphanumeric) {
            return;
        }
        let value = self.values.len() as u32;
        for spelling in spellings {
            let start = self.spellings.len();
            self.spellings.push_str(spelling);
            let end = self.spellings.len() as u32;
            let mut before = ' ';
            for (at, c) in spelling.char_indices() {
                if c.is_alphanumeric() && (at == 0 || !before.is_alphanumeric()) {
                    self.keys.push(CompletionKey {
                        start: (start + at) as u32,
                        end,
                        value,
                        is_whole_spelling: at == 0,
                    });
                }
                before = c;
            }
        }
        self.values.push(Completion { field, text, games });
    }

    /// Completes a text. Values that begin with the text come before those in which only a later word does; within each
    /// of these, values with more games come first. Each value comes with the spelling that matched.
    pub fn complete(
        &self,
        text: &str,
        limit: usize,
        is_allowed: impl Fn(&Field) -> bool,
    ) -> Vec<(&Completion, &str)> {
        let beginning = fold(text);
        let key_text = |key: &CompletionKey| key_text(&self.spellings, key);
        let from = self.keys.partition_point(|key| key_text(key) < beginning.as_str());
        let keys = self
            .keys
            .get(from..)
            .unwrap_or_default()
            .iter()
            .take_while(|key| key_text(key).starts_with(&beginning));
        let mut found: Vec<Option<&CompletionKey>> = vec![None; self.values.len()];
        for key in keys {
            let at = key.value as usize;
            let is_accepted = self.values.get(at).is_some_and(|value| is_allowed(&value.field));
            if let Some(known) = found.get_mut(at).filter(|_| is_accepted)
                && known.is_none_or(|known| key.is_whole_spelling && !known.is_whole_spelling)
            {
                *known = Some(key);
            }
        }
        let found = found.into_iter().zip(&self.values);
        let mut found: Vec<(&CompletionKey, &Completion)> =
            found.filter_map(|(key, value)| Some((key?, value))).collect();
        let rank = |(key, value): &(&CompletionKey, &Completion)| {
            (!key.is_whole_spelling, Reverse(value.games), key.value)
        };
        if found.len() > limit {
            found.select_nth_unstable_by_key(limit, rank);
            found.truncate(limit);
        }
        found.sort_unstable_by_key(rank);
        found.into_iter().map(|(key, value)| (value, key_text(key))).collect()
    }
}

fn key_text<'s>(spellings: &'s str, key: &CompletionKey) -> &'s str {
    spellings.get(key.start as usize..key.end as usize).unwrap_or_default()
}

/// Maximum number of dictionary words that are read per segment, so that a single letter does not read all of them.
const MAX_WORDS_PER_SEGMENT: usize = 2000;

/// Completes a word of a text field whose whole values are stored in no column, from the field's dictionary of words.
/// Returns words with their numbers of games, the most frequent first; empty for other fields.
pub fn complete_words(
    index: &Index,
    field: &Field,
    text: &str,
    most: usize,
) -> Result<Vec<(String, u64)>> {
    let Some(handle) = word_field(&index.fields, field) else {
        return Ok(Vec::new());
    };
    let fail = |error| index.error_from_tantivy(error);
    let mut beginning = String::new();
    fold_into(text, &mut beginning);
    let mut words: BTreeMap<String, u64> = BTreeMap::new();
    for reader in index.searcher().segment_readers() {
        let terms = reader.inverted_index(handle).map_err(fail)?;
        let mut terms = terms
            .terms()
            .range()
            .ge(&beginning)
            .into_stream()
            .map_err(|error| fail(error.into()))?;
        let mut left = MAX_WORDS_PER_SEGMENT;
        while left > 0
            && let Some((word, info)) = terms.next()
            && word.starts_with(beginning.as_bytes())
        {
            let word = String::from_utf8_lossy(word).into_owned();
            *words.entry(word).or_default() += u64::from(info.doc_freq);
            left -= 1;
        }
    }
    let mut words: Vec<(String, u64)> = words.into_iter().collect();
    // The sort is stable, so words with equal counts stay in alphabetical order.
    words.sort_by_key(|(_, games)| Reverse(*games));
    words.truncate(most);
    Ok(words)
}
