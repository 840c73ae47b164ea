//! When two spellings are one name: the rule that the index, searches and lists of players share.
//!
//! Case, accents and the gaps between the parts of a name do not matter: `Shin Jin-seo`, `Shin Jin Seo` and
//! `SHIN_JINSEO` are one name. The words may also come in another order, as in `Jinseo Shin`.

use super::fold::fold;

/// Names with fewer letters are never written as one word: `Cho U` is not `Chou`.
const LEAST_JOINED: usize = 6;
/// Names with more words are not reordered.
const MOST_TURNED: usize = 4;

/// What all spellings of a name have in common, if the order of its words is the same.
pub fn identity(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = words(&folded).collect();
    if words.is_empty() {
        folded
    } else {
        joined(&words)
    }
}

/// The identities of a name whose words may be rotated, its own one first. A name with many words keeps its order.
pub fn identities(name: &str) -> Vec<String> {
    let folded = fold(name);
    let mut words: Vec<&str> = words(&folded).collect();
    let turns = match words.len() {
        count @ 0..=MOST_TURNED => count,
        _ => 1,
    };
    let turned = (0..turns).map(|_| {
        let identity = joined(&words);
        words.rotate_left(1);
        identity
    });
    turned.collect()
}

/// The words of a folded name.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(is_gap).filter(|word| !word.is_empty())
}

/// Whether the character only separates the parts of a name. Other symbols belong to it, as in `�1` or `x*`.
fn is_gap(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            '-' | '_'
                | '\''
                | '"'
                | '.'
                | ','
                | ';'
                | ':'
                | '/'
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
        )
        || matches!(c, '·' | '・' | '–' | '—' | '，' | '“' | '”')
}

/// The words without the gaps, except beside digits, which would become another number.
fn joined(words: &[&str]) -> String {
    let mut joined = String::with_capacity(words.iter().map(|word| word.len() + 1).sum());
    for word in words {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        if !joined.is_empty() && (digit(joined.chars().next_back()) || digit(word.chars().next())) {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    if words.len() > 1 && joined.is_ascii() && joined.len() < LEAST_JOINED {
        joined.push(' ');
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_do_not_part_a_name() {
        for (names, same) in [
            (
                "Shin Jinseo|Shin Jin Seo|shin jin-seo|Shin_Jin_Seo|SHIN, Jin'seo|ShinJinseo",
                true,
            ),
            ("Lee Se-dol|Lee Sedol|Lee Se dol", true),
            ("Ke Jie|Ke_Jie|ke-jie|Ke, Jie", true),
            ("Yoo Chang-hyuk|Yoo Ch'ang Hyuk", true),
            ("이야마 유타|이야마유타", true),
            ("マイケル・レドモンド|マイケルレドモンド", true),
            ("Cho U|Chou", false),
            ("Ko Ji-e|Ko Jie", true),
            ("Zen 19|Zen19", false),
            ("bot 1 2|bot 12", false),
            ("王\u{FFFD}|王", false),
            ("x*|x", false),
            ("Lee Sedol|Sedol Lee", false),
            ("-|_", false),
        ] {
            let all: Vec<String> = names.split('|').map(identity).collect();
            assert_eq!(
                all.windows(2).all(|two| two[0] == two[1]),
                same,
                "{names}: {all:?}"
            );
        }
    }

    #[test]
    fn words_may_be_rotated() {
        let own = identity("Shin Jinseo");
        for name in [
            "Shin Jinseo",
            "Jinseo Shin",
            "Jin-seo, Shin",
            "Jin Seo Shin",
        ] {
            assert!(identities(name).contains(&own), "{name}");
        }
        assert!(!identities("Seo Shin Jin Seo").contains(&own));
        assert_eq!(identities("a b c d e"), ["abcde "]);
        assert_eq!(identities("-"), Vec::<String>::new());
    }
}
