//! Chooses between legacy charsets, for bytes that are not UTF-8.
//!
//! All candidates are measured by [`score`]. If two are close, names and words of the game decide, and between one-byte
//! charsets at last the crate `chardetng`. All constants here are in the half bits of [`score`], so a change to one
//! shifts its weight against the costs of characters.

use super::candidate::CharsetCandidate;
use super::common::{JAPANESE_WORDS, KOREAN_WORDS, SIMPLIFIED_WORDS, TRADITIONAL_WORDS};
use super::languages::{CHARSET_LANGUAGES, Script};
use super::letters::CHARSETS;
use super::score::{Score, TextSample, score};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// Difference of costs in half bits up to which two charsets are close, so that names and words of the game decide
/// between them. 24 is about the cost of one of the rarer characters listed in `common.rs`.
pub(super) const CLOSE_COST: u64 = 24;
/// Number of half bits by which each name or word of the game in a text lowers the cost of a charset that is close to
/// the cheapest one.
const WORD_BONUS: u64 = 16;

/// Likeliest charset of a text, with its cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    pub(super) encoding: &'static Encoding,
    /// Candidate of this detector; `None` if the charset was guessed by `chardetng` and cannot be measured here.
    pub(super) candidate: Option<CharsetCandidate>,
    score: Score,
    /// Whether the text, read in this charset, contains names or words of the game.
    has_words: bool,
}

impl Guess {
    /// Whether the text costs no more in this charset than an ordinary text does.
    pub(super) fn is_fine(&self) -> bool {
        self.has_words || self.score.is_fine()
    }

    /// Whether the text costs no more in this charset than a readable text with rare characters or mistakes does.
    pub(super) fn is_tolerable(&self) -> bool {
        self.has_words || self.score.is_tolerable()
    }

    /// Cost of the text in this charset, in half bits: two more of them mean half the probability.
    pub(super) fn cost(&self) -> u64 {
        self.score.cost
    }
}

/// Returns the likeliest charset of a text that is not UTF-8. `None` if the text costs more than `limit` in every
/// charset. `named` is the charset that the record's `CA` claims.
pub(super) fn detect(
    sample: &TextSample,
    named: Option<CharsetCandidate>,
    mut limit: u64,
) -> Option<Guess> {
    /// `NAMED_BONUS`: number of half bits by which the claimed charset is made cheaper, about the cost of two
    /// characters. Many programs claim windows-1252 by default, so with this claim charsets without Latin letters are
    /// made cheaper by `NAMED_BONUS - DEFAULT_LABEL_BONUS` as well.
    const NAMED_BONUS: u64 = 40;
    const DEFAULT_LABEL_BONUS: u64 = 20;
    let is_default = named == Some(CharsetCandidate::Letters(encoding_rs::WINDOWS_1252));
    let mut ranks: Vec<(u64, CharsetCandidate, Score)> = Vec::new();
    let letters = CHARSETS.iter().copied().map(CharsetCandidate::Letters);
    for candidate in CharsetCandidate::TWO_BYTE.into_iter().chain(letters) {
        let bonus = match named {
            Some(name) if name == candidate => NAMED_BONUS,
            // Charsets with Latin letters get no bonus here, because the claim of windows-1252 is often right for such
            // texts.
            Some(_) if is_default && !is_latin(candidate) => NAMED_BONUS - DEFAULT_LABEL_BONUS,
            _ => 0,
        };
        if let Some(found) = score(candidate, sample, limit.saturating_add(bonus)) {
            let cost = found.cost.saturating_sub(bonus);
            ranks.push((cost, candidate, found));
            limit = limit.min(cost.saturating_add(CLOSE_COST));
        }
    }
    ranks.retain(|r| r.0 <= limit);
    ranks.sort_by_key(|r| r.0);
    let &(_, candidate, best) = ranks.first()?;
    let found = |candidate: CharsetCandidate, score, words| Guess {
        encoding: candidate.encoding(),
        candidate: Some(candidate),
        score,
        has_words: words > 0,
    };
    if ranks.len() == 1 && (candidate.is_two_byte() || best.is_fine()) {
        return Some(found(candidate, best, 0));
    }
    // Names and words of the game decide between the candidates that are close. Their costs differ only by a few
    // characters.
    let with_words = ranks.iter().map(|&(cost, candidate, score)| {
        let words = count_vocabulary(candidate, &sample.words);
        let cost = (cost + 10 * WORD_BONUS).saturating_sub(words * WORD_BONUS);
        (cost, candidate, score, words)
    });
    let (_, candidate, score, words) = with_words.min_by_key(|w| w.0)?;
    let guess = found(candidate, score, words);
    if candidate.is_two_byte() || guess.is_fine() || named == Some(candidate) {
        return Some(guess);
    }
    let opinion = guess_by_chardetng(&sample.words);
    if let Some(&(_, candidate, score)) = ranks.iter().find(|r| r.1.encoding() == opinion) {
        return Some(found(candidate, score, 0));
    }
    if opinion.is_single_byte() && CharsetCandidate::from_encoding(opinion).is_none() {
        return Some(Guess { encoding: opinion, candidate: None, score: best, has_words: false });
    }
    Some(guess)
}

/// Whether a charset is a one-byte charset of a language with Latin letters.
fn is_latin(candidate: CharsetCandidate) -> bool {
    let CharsetCandidate::Letters(encoding) = candidate else {
        return false;
    };
    CHARSET_LANGUAGES
        .iter()
        .any(|t| t.charsets.contains(&encoding) && matches!(t.script, Script::Latin(_)))
}

/// Number of different names and words of the game in the text when read in this charset, at most ten.
fn count_vocabulary(candidate: CharsetCandidate, sample: &[u8]) -> u64 {
    let (text, _) = candidate.encoding().decode_without_bom_handling(sample);
    // In languages with spaces, words count only at the beginning of a word.
    let before = |at: usize| text.get(..at).unwrap_or_default();
    let begins = |at: usize| !before(at).ends_with(char::is_alphabetic);
    let holds = |word: &str| match candidate {
        CharsetCandidate::Letters(_) => text.match_indices(word).any(|(at, _)| begins(at)),
        _ => text.contains(word),
    };
    let count = |words: &str| {
        words.split(' ').filter(|w| !w.is_empty() && holds(w)).take(10).count() as u64
    };
    match candidate {
        CharsetCandidate::Gbk => count(SIMPLIFIED_WORDS).max(count(TRADITIONAL_WORDS)),
        CharsetCandidate::Big5 => count(TRADITIONAL_WORDS),
        CharsetCandidate::EucKr => count(KOREAN_WORDS),
        CharsetCandidate::ShiftJis | CharsetCandidate::EucJp => count(JAPANESE_WORDS),
        CharsetCandidate::Letters(encoding) => CHARSET_LANGUAGES
            .iter()
            .filter(|tongue| tongue.charsets.contains(&encoding))
            .map(|tongue| count(tongue.words))
            .max()
            .unwrap_or(0),
    }
}

/// Returns the guess of the crate `chardetng`.
fn guess_by_chardetng(words: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(words, true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn found(encoding: &'static Encoding, text: &str) -> &'static str {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text}");
        detect(&TextSample::new(&bytes), None, u64::MAX).unwrap().encoding.name()
    }

    #[test]
    fn names_suffice_to_detect_the_charset() {
        for (encoding, texts) in [
            (encoding_rs::GBK, &["古力", "柯洁", "聂卫平", "黑中盘胜", "常昊九段", "芈昱廷"][..]),
            (encoding_rs::BIG5, &["周俊勳", "王銘琬", "林海峰", "黑中盤勝", "張栩九段", "許家元"]),
            (
                encoding_rs::SHIFT_JIS,
                &["井山裕太", "羽根直樹", "白番中押し勝ち", "コミ6目半", "本因坊戦", "趙治勲"],
            ),
            (
                encoding_rs::EUC_KR,
                &["이창호", "조훈현", "백 불계승", "박정환 9단", "국수전", "신진서"],
            ),
            (encoding_rs::EUC_JP, &["黒中押し勝ち", "コミ6目半です"]),
            (encoding_rs::WINDOWS_1251, &["Чёрные победили", "Илья Шикшин", "Черные сдались"]),
            (encoding_rs::KOI8_R, &["Белые победили", "Илья Шикшин"]),
            (
                encoding_rs::WINDOWS_1252,
                &["Jürgen Müller", "René", "Señor Núñez", "fünf Züge später", "Øystein"],
            ),
            (
                encoding_rs::WINDOWS_1250,
                &["Jiří Čech, Černý a Bílý, že řekl", "Grzegorz Brzęczyszczykiewicz, Łódź, gałąź"],
            ),
        ] {
            for text in texts {
                let record = format!("(;GM[1]PB[{text}];B[pd])");
                assert_eq!(found(encoding, &record), encoding.name(), "{text}");
            }
        }
    }

    #[test]
    fn nothing_and_noise() {
        assert!(detect(&TextSample::new(b""), None, u64::MAX).unwrap().cost() < 20);
        let noise: Vec<u8> =
            (0..5000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 23) as u8).collect();
        assert!(!detect(&TextSample::new(&noise), None, u64::MAX).unwrap().score.is_tolerable());
    }
}
