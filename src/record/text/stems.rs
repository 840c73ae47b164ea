//! Cache of English stems. A comment has few different words, and they recur, so most stems come from the cache.

use rust_stemmers::{Algorithm, Stemmer};

/// First character of every stem in the index. It is no part of any word, so a stem never equals a word.
pub const STEM_MARK: char = '\u{1}';

/// Number of cache slots; a power of two.
const CACHE_SLOTS: usize = 1 << 14;
/// Number of words after which the cache is allocated. A query has fewer, and allocating the cache would cost more than
/// computing their stems.
const WORDS_BEFORE_CACHE: u32 = 200;
/// Lengths in bytes of the words for which stems are computed. Shorter and longer words have none; 24 bytes fit a cache
/// entry.
const STEMMED_LENGTHS: std::ops::RangeInclusive<usize> = 3..=24;

/// Cache entry: a word and its marked stem. An empty stem means that the stem equals the word.
#[derive(Clone, Default)]
struct CachedStem {
    word: [u8; 24],
    length: u8,
    stem: String,
}

pub(super) struct Stems {
    stemmer: Stemmer,
    entries: Vec<CachedStem>,
    words_seen: u32,
}

impl Default for Stems {
    fn default() -> Stems {
        Stems {
            stemmer: Stemmer::create(Algorithm::English),
            entries: vec![CachedStem::default()],
            words_seen: 0,
        }
    }
}

impl Stems {
    /// Returns the stem of a folded word, prefixed with [`STEM_MARK`]; `None` if the stem equals the word.
    pub(super) fn stem(&mut self, word: &str) -> Option<&str> {
        if !STEMMED_LENGTHS.contains(&word.len()) || !word.bytes().all(|b| b.is_ascii_lowercase()) {
            return None;
        }
        if self.words_seen <= WORDS_BEFORE_CACHE {
            self.words_seen += 1;
            if self.words_seen > WORDS_BEFORE_CACHE {
                self.entries = vec![CachedStem::default(); CACHE_SLOTS];
            }
        }
        let hash = word
            .bytes()
            .fold(0u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x9E37_79B1).rotate_left(5));
        let place = (hash.wrapping_mul(0x85EB_CA6B) >> 18) as usize % self.entries.len();
        let entry = self.entries.get_mut(place)?;
        if entry.word.get(..usize::from(entry.length)) != Some(word.as_bytes()) {
            let stem = self.stemmer.stem(word);
            entry.stem.clear();
            if stem != word {
                entry.stem.push(STEM_MARK);
                entry.stem.push_str(&stem);
            }
            entry.word.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
            entry.length = word.len() as u8;
        }
        (!entry.stem.is_empty()).then_some(entry.stem.as_str())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_cached() {
        let mut stems = Stems::default();
        for _ in 0..WORDS_BEFORE_CACHE {
            assert_eq!(stems.stem("games"), Some("\u{1}game"));
            assert_eq!(stems.stem("game"), None);
            assert_eq!(stems.stem("playing"), Some("\u{1}play"));
            assert_eq!(stems.stem("as"), None);
            assert_eq!(stems.stem("r16"), None);
        }
    }
}
