//! The decision between legacy charsets.

use super::common::{JAPANESE_WORDS, KOREAN_WORDS, SIMPLIFIED_WORDS, TRADITIONAL_WORDS};
use super::score::{Candidate, Score, score};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;

/// How much of a text is measured, from its first high byte on.
const SAMPLE: usize = 64 << 10;
/// Costs that are this close (in half bits) call for a second opinion.
const CLOSE: u64 = 24;
/// What a name or a word of the game is worth then.
const WORD: u64 = 16;
/// What the charset that the record names is ahead of the others.
const NAMED: u64 = 40;

/// What detection found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    /// The charset.
    pub(super) encoding: &'static Encoding,
    /// The candidate that it was measured as.
    pub(super) candidate: Option<Candidate>,
    /// Its costs.
    pub(super) score: Score,
}

impl Guess {
    /// Whether the text looks as texts in that charset do, rare characters and all.
    pub(super) fn is_tolerable(&self) -> bool {
        self.score.per_ten() <= 210
    }
}

/// The part of a text that is measured.
pub(super) fn sample(bytes: &[u8]) -> &[u8] {
    let first = bytes.iter().position(|b| !b.is_ascii()).unwrap_or(0);
    bytes.get(..first + SAMPLE).unwrap_or(bytes)
}

/// Whether the costs are those of an ordinary text in the candidate's charset.
pub(super) fn is_fine(candidate: Candidate, score: &Score) -> bool {
    score.per_ten()
        <= match candidate {
            Candidate::Western | Candidate::Central => 170,
            Candidate::Cyrillic | Candidate::Koi8 => 125,
            _ => 150,
        }
}

/// The likeliest charset of a text that is not UTF-8. `named` is the one that the record claims.
pub(super) fn detect(sample: &[u8], named: Option<Candidate>) -> Guess {
    let mut ranks: Vec<(u64, Candidate, Score)> = Vec::with_capacity(9);
    let mut limit = u64::MAX;
    for candidate in Candidate::DOUBLE.into_iter().chain(Candidate::SINGLE) {
        let bonus = if named == Some(candidate) { NAMED } else { 0 };
        if let Some(found) = score(candidate, sample, limit.saturating_add(bonus)) {
            let cost = found.cost.saturating_sub(bonus);
            ranks.push((cost, candidate, found));
            limit = limit.min(cost.saturating_add(CLOSE));
        }
    }
    ranks.sort_by_key(|r| r.0);
    let Some(&(cost, candidate, best)) = ranks.first() else {
        // Not reached, since the first candidate has no limit.
        let score = Score {
            cost: u64::MAX,
            faults: 0,
            bytes: 1,
        };
        return Guess {
            encoding: encoding_rs::WINDOWS_1252,
            candidate: None,
            score,
        };
    };
    let found = Guess {
        encoding: candidate.encoding(),
        candidate: Some(candidate),
        score: best,
    };
    let rivals = ranks.iter().skip(1).filter(|r| r.0 <= cost + CLOSE);
    let doubtful = !candidate.is_double() && !is_fine(candidate, &best);
    if rivals.clone().next().is_none() && !doubtful {
        return found;
    }
    // Names and words of the game decide between a few characters that could be either.
    let with_words = ranks
        .iter()
        .filter(|r| r.0 <= cost + CLOSE && r.1.is_double())
        .map(|r| {
            let words = vocabulary(r.1, sample);
            (
                words,
                (r.0 + 10 * CLOSE).saturating_sub(words * WORD),
                r.1,
                r.2,
            )
        });
    if let Some((1.., _, candidate, score)) = with_words.min_by_key(|w| w.1) {
        return Guess {
            encoding: candidate.encoding(),
            candidate: Some(candidate),
            score,
        };
    }
    let opinion = second_opinion(sample);
    let reach = if candidate.is_double() {
        CLOSE
    } else {
        CLOSE / 4
    };
    if let Some(&(_, candidate, score)) = rivals
        .clone()
        .find(|r| r.1.encoding() == opinion && r.0 <= cost + reach)
    {
        return Guess {
            encoding: opinion,
            candidate: Some(candidate),
            score,
        };
    }
    if doubtful && opinion.is_single_byte() && Candidate::of(opinion).is_none() {
        return Guess {
            encoding: opinion,
            candidate: None,
            score: best,
        };
    }
    found
}

/// How many different names and words of the game a text holds when read so, ten at the most.
fn vocabulary(candidate: Candidate, sample: &[u8]) -> u64 {
    let words = match candidate {
        Candidate::Gbk => SIMPLIFIED_WORDS,
        Candidate::Big5 => TRADITIONAL_WORDS,
        Candidate::EucKr => KOREAN_WORDS,
        _ => JAPANESE_WORDS,
    };
    let (text, _) = candidate.encoding().decode_without_bom_handling(sample);
    words
        .split(' ')
        .filter(|word| text.contains(word))
        .take(10)
        .count() as u64
}

/// A text without its long stretches of ASCII, which tell nothing and take most of the time.
fn condensed(sample: &[u8]) -> Vec<u8> {
    /// Letters around a high byte: the word that it stands in.
    const CONTEXT: usize = 24;
    let mut kept = Vec::new();
    let mut end = 0;
    let high = sample
        .iter()
        .enumerate()
        .filter(|(_, byte)| !byte.is_ascii());
    for (at, _) in high {
        let start = at.saturating_sub(CONTEXT).max(end);
        if start > end {
            kept.push(b' ');
        }
        end = (at + CONTEXT).clamp(start, sample.len());
        kept.extend_from_slice(sample.get(start..end).unwrap_or(&[]));
    }
    kept
}

/// What chardetng says.
fn second_opinion(sample: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&condensed(sample), true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn found(encoding: &'static Encoding, text: &str) -> &'static str {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{text}");
        detect(&bytes, None).encoding.name()
    }

    #[test]
    fn names_alone_tell_the_charset() {
        for (encoding, texts) in [
            (
                encoding_rs::GBK,
                &["古力", "柯洁", "聂卫平", "黑中盘胜", "常昊九段", "芈昱廷"][..],
            ),
            (
                encoding_rs::BIG5,
                &[
                    "周俊勳",
                    "王銘琬",
                    "林海峰",
                    "黑中盤勝",
                    "張栩九段",
                    "許家元",
                ],
            ),
            (
                encoding_rs::SHIFT_JIS,
                &[
                    "井山裕太",
                    "羽根直樹",
                    "白番中押し勝ち",
                    "コミ6目半",
                    "本因坊戦",
                    "趙治勲",
                ],
            ),
            (
                encoding_rs::EUC_KR,
                &[
                    "이창호",
                    "조훈현",
                    "백 불계승",
                    "박정환 9단",
                    "국수전",
                    "신진서",
                ],
            ),
            (encoding_rs::EUC_JP, &["黒中押し勝ち", "コミ6目半です"]),
            (
                encoding_rs::WINDOWS_1251,
                &["Чёрные победили", "Илья Шикшин", "Черные сдались"],
            ),
            (encoding_rs::KOI8_R, &["Белые победили", "Илья Шикшин"]),
            (
                encoding_rs::WINDOWS_1252,
                &[
                    "Jürgen Müller",
                    "René",
                    "Señor Núñez",
                    "fünf Züge später",
                    "Øystein",
                ],
            ),
            (
                encoding_rs::WINDOWS_1250,
                &[
                    "Jiří Čech, Černý a Bílý, že řekl",
                    "Grzegorz Brzęczyszczykiewicz, Łódź, gałąź",
                ],
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
        assert!(detect(b"", None).score.cost < 20);
        let noise: Vec<u8> = (0..5000u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 23) as u8)
            .collect();
        assert!(!detect(&noise, None).is_tolerable());
    }
}
