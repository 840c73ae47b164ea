//! A sentence as it grows: words, and values that know their place in the query.

use crate::messages::{FluentValue, say, with_slots};
use std::ops::Range;

/// A part of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SentencePart {
    /// Its words.
    pub text: String,
    /// If these are a value: the byte range of that value in the query.
    pub value: Option<Range<usize>>,
}

/// A sentence, or a part of one, as it grows.
#[derive(Clone, Default)]
pub(super) struct SentenceBuilder(pub(super) Vec<SentencePart>);

impl SentenceBuilder {
    pub(super) fn plain(text: &str) -> SentenceBuilder {
        let mut words = SentenceBuilder::default();
        words.push(text);
        words
    }

    /// A value and where the query has it.
    pub(super) fn value(text: String, value: &Range<usize>) -> SentenceBuilder {
        let value = Some(value.clone());
        SentenceBuilder(vec![SentencePart { text, value }])
    }

    /// A message with plain values and with parts of the sentence.
    pub(super) fn of(
        id: &str,
        values: &[(&'static str, FluentValue)],
        parts: &[(&'static str, SentenceBuilder)],
    ) -> SentenceBuilder {
        let names: Vec<&'static str> = parts.iter().map(|(name, _)| *name).collect();
        let mut words = SentenceBuilder::default();
        for (text, slot) in with_slots(id, values, &names) {
            words.push(&text);
            if let Some((_, part)) = slot.and_then(|slot| parts.get(slot)) {
                words = words.and(part.clone());
            }
        }
        words
    }

    pub(super) fn push(&mut self, text: &str) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.value.is_none() => last.text.push_str(text),
            _ => self.0.push(SentencePart { text: text.to_owned(), value: None }),
        }
    }

    pub(super) fn and(mut self, other: SentenceBuilder) -> SentenceBuilder {
        for piece in other.0 {
            match piece.value {
                None => self.push(&piece.text),
                Some(_) => self.0.push(piece),
            }
        }
        self
    }

    /// `a, b and c`.
    pub(super) fn listed(parts: Vec<SentenceBuilder>, join: Join) -> SentenceBuilder {
        let count = parts.len();
        parts.into_iter().enumerate().fold(SentenceBuilder::default(), |mut all, (i, part)| {
            match count - i {
                _ if i == 0 => {}
                1 => all.push(&join.last()),
                _ => all.push(&say!("sentence-comma")),
            }
            all.and(part)
        })
    }
}

/// What stands before the last part of a list.
#[derive(Clone, Copy)]
pub(super) enum Join {
    And,
    Or,
}

impl Join {
    pub(super) fn last(self) -> String {
        match self {
            Join::And => say!("sentence-and"),
            Join::Or => say!("sentence-or"),
        }
    }
}
