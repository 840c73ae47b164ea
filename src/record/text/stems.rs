//! Caches English stems: a comment has few different words, and they recur.

use rust_stemmers::{Algorithm, Stemmer};

/// The first character of every stem in the index.
pub const STEM: char = '\u{1}';

/// Number of cache slots; a power of two.
const PLACES: usize = 1 << 14;
/// Number of words before the cache is allocated. A query has fewer, and would pay more for the cache than for the
/// stems.
const FEW: u32 = 200;
/// Words of other lengths have no stem.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=24;

/// A word and its marked stem. An empty stem means that it equals the word.
#[derive(Clone, Default)]
struct CachedStem {
    word: [u8; 24],
    length: u8,
    stem: String,
}

/// The stemmer with its cache.
pub(super) struct Stems {
    stemmer: Stemmer,
    entries: Vec<CachedStem>,
    seen: u32,
}

impl Default for Stems {
    fn default() -> Stems {
        Stems {
            stemmer: Stemmer::create(Algorithm::English),
            entries: vec![CachedStem::default()],
            seen: 0,
        }
    }
}

impl Stems {
    /// The stem of a folded word, prefixed with [`STEM`], if it differs from the word.
    pub(super) fn stem(&mut self, word: &str) -> Option<&str> {
        if !LENGTHS.contains(&word.len()) || !word.bytes().all(|b| b.is_ascii_lowercase()) {
            return None;
        }
        if self.seen <= FEW {
            self.seen += 1;
            if self.seen > FEW {
                self.entries = vec![CachedStem::default(); PLACES];
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
                entry.stem.push(STEM);
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
    fn remembers() {
        let mut stems = Stems::default();
        for _ in 0..FEW {
            assert_eq!(stems.stem("games"), Some("\u{1}game"));
            assert_eq!(stems.stem("game"), None);
            assert_eq!(stems.stem("playing"), Some("\u{1}play"));
            assert_eq!(stems.stem("as"), None);
            assert_eq!(stems.stem("r16"), None);
        }
    }
}
