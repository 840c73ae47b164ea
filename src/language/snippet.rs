//! Finds the comment of a game that best matches a query, and marks the matching words.

use super::ast::{FieldValue, NodeKind, Query, QueryNode};
use super::fields::Field;
use crate::knowledge::terms::find_term;
use kifu_record::text::STEM_MARK;
use kifu_record::text::first_letters::FirstLetters;
use kifu_record::text::terms::{Phrase, QueryTerm, phrase_terms, query_terms};
use kifu_record::text::words::{Flavour, Token, WordSplitter};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::{ControlFlow, Range};

thread_local! {
    /// Tokenizer of each thread. It caches stems of words, which a new tokenizer for every game would compute again.
    static WORD_SPLITTER: RefCell<WordSplitter> = RefCell::new(WordSplitter::new());
}

/// Words of a query that are searched in comments.
#[derive(Clone, Debug, Default)]
pub struct CommentTerms {
    terms: HashSet<String>,
    prefixes: Vec<String>,
    /// Phrases: words at consecutive positions, which count only if all of them are found.
    phrases: Vec<Phrase>,
    /// For each word, the phrases that contain it, each with the word's distance from the first word of the phrase.
    in_phrases: HashMap<String, Vec<(usize, u32)>>,
    /// Last bytes of all searched words. Most words of a text end in other bytes, so they need no lookup.
    last_bytes: LastBytes,
    /// First letters of all searched words. A text without a word that begins with one of them need not be split into
    /// words.
    first_letters: FirstLetters,
    /// For each phrase the first letters of each of its words. A text in which no phrase has all of its words need not
    /// be split into words. Empty if a single word or a prefix suffices, or if there are too many phrases.
    phrase_letters: Vec<Vec<FirstLetters>>,
    /// Number of different words and phrases that a comment can have at most.
    max_kinds: usize,
}

/// Maximum number of phrases whose words are looked for one by one. For more of them, splitting a text into words takes
/// less time.
const MAX_PHRASES_BY_LETTERS: usize = 4;

/// Set of the last bytes of all searched words, by which most other words are ruled out without a lookup.
#[derive(Clone, Debug, Default)]
struct LastBytes([u64; 4]);

impl LastBytes {
    fn add(&mut self, word: &str) {
        if let Some(&end) = word.as_bytes().last()
            && let Some(bits) = self.0.get_mut(usize::from(end / 64))
        {
            *bits |= 1 << (end % 64);
        }
    }

    fn may_contain(&self, word: &str) -> bool {
        let has = |&end: &u8| {
            let bits = self.0.get(usize::from(end / 64));
            bits.is_some_and(|bits| bits >> (end % 64) & 1 == 1)
        };
        word.as_bytes().last().is_some_and(has)
    }
}

/// Comment that has words of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentHit {
    /// Node of the game tree that has the comment.
    pub node: u32,
    /// Number of moves before the comment's node.
    pub number: u32,
    pub text: String,
    /// Byte ranges of the query's words in the comment.
    pub marks: Vec<Range<usize>>,
}

impl CommentTerms {
    /// Collects the words of `comment:` clauses and of words without a field, outside negations.
    pub fn from_query(query: &Query) -> CommentTerms {
        let mut needles = CommentTerms::default();
        if let Some(root) = &query.root {
            needles.collect(root, CommentTerms::add);
        }
        needles.phrases.sort_unstable();
        needles.phrases.dedup();
        for (number, phrase) in needles.phrases.iter().enumerate() {
            let first = phrase.first().map_or(0, |(at, _)| *at);
            for (at, word) in phrase {
                needles
                    .in_phrases
                    .entry(word.clone())
                    .or_default()
                    .push((number, at.saturating_sub(first)));
            }
        }
        let words = needles.terms.iter().chain(needles.in_phrases.keys());
        words.clone().for_each(|word| needles.last_bytes.add(word));
        words.chain(&needles.prefixes).for_each(|word| needles.first_letters.add(word));
        needles.phrase_letters = needles.letters_of_phrases();
        // A word and its stem count as one word of the query.
        let words: HashSet<&str> =
            needles.terms.iter().map(|term| term.trim_start_matches(STEM_MARK)).collect();
        needles.max_kinds = words.len() + needles.prefixes.len() + needles.phrases.len();
        needles
    }

    fn letters_of_phrases(&self) -> Vec<Vec<FirstLetters>> {
        let has_single_words = !self.terms.is_empty() || !self.prefixes.is_empty();
        if has_single_words || self.phrases.len() > MAX_PHRASES_BY_LETTERS {
            return Vec::new();
        }
        let letters = |(_, word): &(u32, String)| {
            let mut letters = FirstLetters::default();
            letters.add(word);
            letters
        };
        self.phrases.iter().map(|phrase| phrase.iter().map(letters).collect()).collect()
    }

    /// Whether a text may have a word or a phrase of the query. If false, it certainly has none.
    fn may_occur_in(&self, text: &str) -> bool {
        if self.phrase_letters.is_empty() {
            return self.first_letters.may_occur_in(text);
        }
        let may_have_all =
            |words: &Vec<FirstLetters>| words.iter().all(|word| word.may_occur_in(text));
        self.phrase_letters.iter().any(may_have_all)
    }

    /// True if the query searches for nothing in comments.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.prefixes.is_empty() && self.phrases.is_empty()
    }

    /// Collects the searched words of a node of the query. `add` is called for words without a field.
    fn collect(&mut self, node: &QueryNode, add: fn(&mut CommentTerms, &FieldValue)) {
        let mut value_of = |value: &FieldValue, add: fn(&mut CommentTerms, &FieldValue)| match value
        {
            FieldValue::Group(inner) => self.collect(inner, add),
            value => add(self, value),
        };
        match &node.kind {
            NodeKind::And(parts) | NodeKind::Or(parts) => {
                parts.iter().for_each(|part| self.collect(part, add));
            }
            NodeKind::Clause(clause) if clause.field == Field::Comment => {
                value_of(&clause.value, CommentTerms::add);
            }
            NodeKind::Clause(clause) if clause.field == Field::Term => {
                value_of(&clause.value, CommentTerms::add_term);
            }
            NodeKind::Not(_) | NodeKind::Clause(_) | NodeKind::Sequence(_) => {}
            NodeKind::Text(value) => add(self, value),
        }
    }

    fn add_term(&mut self, value: &FieldValue) {
        let phrases = value.text().and_then(find_term).into_iter().flat_map(|term| &term.phrases);
        phrases.for_each(|phrase| self.add_phrase(phrase.clone()));
    }

    fn add_phrase(&mut self, mut phrase: Phrase) {
        match (phrase.pop(), phrase.is_empty()) {
            (Some((_, term)), true) => {
                self.terms.insert(term);
            }
            (last, _) => {
                phrase.extend(last);
                self.phrases.push(phrase);
            }
        }
    }

    fn add(&mut self, value: &FieldValue) {
        match value {
            FieldValue::Quoted(text) => self.add_phrase(phrase_terms(text)),
            FieldValue::Prefix(text) => {
                self.prefixes.extend(phrase_terms(text).pop().map(|(_, term)| term))
            }
            FieldValue::Bare(text) | FieldValue::Fuzzy(text) => {
                for term in query_terms(text) {
                    self.terms.extend(term.alternatives());
                    match term {
                        QueryTerm::Word { .. } => {}
                        QueryTerm::Phrase(terms) => {
                            self.terms.extend(terms.into_iter().map(|(_, term)| term))
                        }
                        QueryTerm::Compound { phrase, joined } => {
                            self.terms.extend(phrase.into_iter().map(|(_, term)| term));
                            self.terms.extend(joined);
                        }
                    }
                }
            }
            FieldValue::Range { .. } | FieldValue::Any | FieldValue::Group(_) => {}
        }
    }

    /// Comment that has the most different words of the query. If several have equally many, it is the first of them.
    /// `None` if no comment has any.
    pub fn best_comment<'c>(
        &self,
        comments: impl IntoIterator<Item = (u32, u32, &'c str)>,
    ) -> Option<CommentHit> {
        let mut found = Vec::new();
        self.find_comments(comments, |hit| {
            // No later comment can be better than one that has everything.
            let has_all = hit.0 >= self.max_kinds;
            found.push(hit);
            if has_all { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best_hit(found)
    }

    /// All comments that have words of the query, each with the number of its different words of the query.
    pub fn all_comments<'c>(
        &self,
        comments: impl IntoIterator<Item = (u32, u32, &'c str)>,
    ) -> Vec<(usize, CommentHit)> {
        let mut found = Vec::new();
        self.find_comments(comments, |hit| {
            found.push(hit);
            ControlFlow::Continue(())
        });
        found
    }

    /// Passes the comments that have words of the query to `receive`, each with the number of its different words of
    /// the query, until `receive` returns `Break`.
    fn find_comments<'c>(
        &self,
        comments: impl IntoIterator<Item = (u32, u32, &'c str)>,
        mut receive: impl FnMut((usize, CommentHit)) -> ControlFlow<()>,
    ) {
        WORD_SPLITTER.with_borrow_mut(|words| {
            for (node, number, text) in comments {
                if !self.may_occur_in(text) {
                    continue;
                }
                let (kinds, marks) = self.marks(words, text);
                let hit = || CommentHit { node, number, text: text.to_owned(), marks };
                if kinds > 0 && receive((kinds, hit())).is_break() {
                    break;
                }
            }
        });
    }

    /// Number of different words and phrases of the query in a text, and their byte ranges.
    fn marks(&self, words: &mut WordSplitter, text: &str) -> (usize, Vec<Range<usize>>) {
        let mut kinds = HashSet::new();
        let mut marks: Vec<Range<usize>> = Vec::new();
        let mut parts = PhraseParts::default();
        words.tokenize(text, Flavour::Comments, &mut |token| {
            let prefix =
                || self.prefixes.iter().find(|prefix| token.text.starts_with(prefix.as_str()));
            let may_hold = self.last_bytes.may_contain(token.text);
            if may_hold && let Some(known) = self.in_phrases.get(token.text) {
                parts.add(token, known);
            }
            let is_term = || may_hold && self.terms.contains(token.text);
            if !is_term() && prefix().is_none() {
                return;
            }
            // A word and its stem count as one word of the query.
            kinds.insert(
                prefix()
                    .map_or(token.text.trim_start_matches(STEM_MARK), String::as_str)
                    .to_owned(),
            );
            match marks.last_mut() {
                Some(last) if last.end >= token.start => last.end = last.end.max(token.end),
                _ => marks.push(token.start..token.end),
            }
        });
        let mut phrases = HashSet::new();
        for (number, place) in parts.complete_phrases(&self.phrases) {
            phrases.insert(number);
            marks.push(place);
        }
        if !phrases.is_empty() {
            marks.sort_by_key(|mark| (mark.start, mark.end));
            marks.dedup_by(|next, last| {
                let overlaps = next.start < last.end;
                if overlaps {
                    last.end = last.end.max(next.end);
                }
                overlaps
            });
        }
        (kinds.len() + phrases.len(), marks)
    }
}

/// Words of phrases that were found in a text. The key is the index of the phrase and the position of the word at which
/// the phrase would begin; the value is the number of words found and their byte range.
#[derive(Default)]
struct PhraseParts(BTreeMap<(usize, u32), (usize, Range<usize>)>);

impl PhraseParts {
    fn add(&mut self, token: &Token<'_>, known: &[(usize, u32)]) {
        for &(number, distance) in known {
            let Some(start) = token.position.checked_sub(distance) else {
                continue;
            };
            let fresh = (0, token.start..token.end);
            let (count, place) = self.0.entry((number, start)).or_insert(fresh);
            *count += 1;
            *place = place.start.min(token.start)..place.end.max(token.end);
        }
    }

    /// Phrases of which all words were found in the text at their positions, with their byte ranges. Comparing the
    /// number of found words with the length of the phrase suffices, because no word is counted twice at one position.
    fn complete_phrases(self, phrases: &[Phrase]) -> impl Iterator<Item = (usize, Range<usize>)> {
        let words = |number: usize| phrases.get(number).map(Vec::len);
        let complete = self
            .0
            .into_iter()
            .filter(move |((number, _), (count, _))| words(*number) == Some(*count));
        complete.map(|((number, _), (_, place))| (number, place))
    }
}

/// Comment with the most different words of the query. If several have equally many, it is the first of them.
pub fn best_hit(found: Vec<(usize, CommentHit)>) -> Option<CommentHit> {
    found.into_iter().rev().max_by_key(|(kinds, _)| *kinds).map(|(_, hit)| hit)
}

impl CommentHit {
    /// Extract of the comment around the first marked word, about `columns` terminal columns wide. It is split into
    /// texts; `true` flags a marked word.
    pub fn snippet(&self, columns: usize) -> Vec<(bool, &str)> {
        let first = self.marks.first().map_or(0, |mark| mark.start);
        let lead = columns / 3;
        let start = start_before(&self.text, first, lead);
        let mut end = end_after(&self.text, start, columns);
        // A marked word is never cut at the end of the extract. The first one is shown whatever its length.
        if let Some(mark) = self.marks.iter().find(|mark| mark.contains(&end)) {
            let is_first = mark.start <= first;
            end = if is_first { mark.end } else { mark.start };
        }
        let mut parts = Vec::new();
        if start > 0 {
            parts.push((false, "…"));
        }
        let mut at = start;
        let is_visible = |mark: &&Range<usize>| mark.start >= start && mark.end <= end;
        for mark in self.marks.iter().filter(is_visible) {
            parts.push((false, self.text.get(at..mark.start).unwrap_or("")));
            parts.push((true, self.text.get(mark.clone()).unwrap_or("")));
            at = mark.end;
        }
        parts.push((false, self.text.get(at..end).unwrap_or("")));
        if end < self.text.len() {
            parts.push((false, "…"));
        }
        parts
    }
}

/// Offset `columns` characters before `from`, moved forwards to the beginning of a word if there is one.
fn start_before(text: &str, from: usize, columns: usize) -> usize {
    let before = text.get(..from).unwrap_or("");
    let start = before.char_indices().rev().nth(columns).map_or(0, |(at, _)| at);
    if start == 0 {
        return 0;
    }
    let rest = before.get(start..).unwrap_or("");
    start + rest.find(char::is_whitespace).map_or(0, |space| space + 1)
}

fn end_after(text: &str, from: usize, columns: usize) -> usize {
    let mut left = columns;
    for (at, c) in text.get(from..).unwrap_or("").char_indices() {
        // A line break is printed as a blank, so it has width 1.
        let width = kifu_record::text::display::width(c.encode_utf8(&mut [0; 4]));
        let width = if c.is_whitespace() { 1 } else { width };
        if width > left {
            return from + at;
        }
        left -= width;
    }
    text.len()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn best(query: &str, comments: &[&str]) -> Option<CommentHit> {
        let comments =
            comments.iter().enumerate().map(|(i, text)| (i as u32, i as u32 * 10, *text));
        CommentTerms::from_query(&crate::parse(query).unwrap()).best_comment(comments)
    }

    #[test]
    fn the_fitting_comment_and_its_words() {
        let hit =
            best("comment:(ladder breaker)", &["A ladder.", "The ladders need a breaker.", "x"])
                .unwrap();
        assert_eq!((hit.node, hit.number), (1, 10));
        let words: Vec<&str> = hit.marks.iter().map(|mark| &hit.text[mark.clone()]).collect();
        assert_eq!(words, ["ladders", "breaker"]);
        assert_eq!(best("comment:tesuji", &["nothing"]), None);
        assert_eq!(best("-comment:ladder player:x", &["ladder"]), None);
        // A phrase must be found only where its words stand in sequence: the first comment has them in another order.
        let hit =
            best("comment:\"net of ladders\"", &["ladders of a net", "A net of ladders!"]).unwrap();
        assert_eq!(hit.node, 1);
        assert_eq!(&hit.text[hit.marks[0].clone()], "net of ladders");
        assert_eq!(best("\"Lee Sedol\"", &["Lee was here, Sedol too"]), None);
        let hit = best("\"黑棋没有\"", &["没有黑棋", "但黑棋没有劫材"]).unwrap();
        assert_eq!(&hit.text[hit.marks[0].clone()], "黑棋没有");
        // The first of the comments with the whole phrase is taken, whatever follows.
        let hit =
            best("comment:\"good move\"", &["a move, good", "Good move!", "good move good move"]);
        assert_eq!(hit.unwrap().node, 1);
        let hit = best("comment:(good move)", &["good", "move good", "a good move, a good move"]);
        assert_eq!(hit.unwrap().node, 1);
        let hit = best("劫争", &["黑棋没有劫材", "这里有劫争"]).unwrap();
        assert_eq!(&hit.text[hit.marks[0].clone()], "劫争");
    }

    #[test]
    fn texts_that_need_not_be_split_have_no_word() {
        let queries = "ladder|dying|happy|x-ray|comment:Ch’ang|\"net of ladders\"|lad*|3.5|ko|skies|é|失敗|d'accord|\
             self-atari OR 劫|\"dying ladder\"|\"3.5 ko\"|\"x-ray self-atari\"|\"失敗 chang\"|\"sky a\" OR \"ko lad\"";
        let words: Vec<&str> = "ladder Ladders la'dder la-dder LÄDDER ladd lad dying die DIED happiness x-ray xray x ray \
             Ch'ang chang net of 3.5 33.5 B+3.5 ko KO sky skies é e 失敗 失败 劫 ｋｏ self selfatari d’accord a \
             \u{200b} — 。 \u{301} ﬁ".split(' ').collect();
        let between = [" ", "", "-", "'", "’", "\n", ".", ", ", "。"];
        let mut number = 1u64;
        let mut any = |of: usize| {
            number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (number >> 33) as usize % of
        };
        let mut splitter = WordSplitter::new();
        let mut skipped = 0;
        for query in queries.split('|') {
            let needles = CommentTerms::from_query(&crate::parse(query).unwrap());
            for _ in 0..3_000 {
                let count = 1 + any(5);
                let text: String = (0..count)
                    .flat_map(|_| [words[any(words.len())], between[any(between.len())]])
                    .collect();
                if !needles.may_occur_in(&text) {
                    skipped += 1;
                    assert_eq!(needles.marks(&mut splitter, &text).0, 0, "{query}: {text}");
                }
            }
        }
        assert!(skipped > 10_000, "{skipped}");
    }

    #[test]
    fn snippets_are_cut_at_words() {
        let text = "one two three four five six ladder seven eight nine ten eleven twelve";
        let hit = best("ladder", &[text]).unwrap();
        let snippet: String = hit.snippet(30).iter().map(|(_, part)| *part).collect();
        assert!(
            snippet.contains("ladder") && snippet.starts_with('…') && snippet.ends_with('…'),
            "{snippet}"
        );
        assert!(hit.snippet(30).contains(&(true, "ladder")));
    }
}
