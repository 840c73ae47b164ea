//! Proposes queries with fields for plain words: in `honinbo final 1990`, the words are a series, a round and a year.

use super::failure::Result;
use super::snapshot::Snapshot;
use kifu_language::ast::quote;
use kifu_language::fields::Field;
use kifu_language::knowledge::joseki::joseki_with_words;
use kifu_language::knowledge::terms;
use kifu_language::{FieldValue, NodeKind, Query, QueryNode, ast, parse};
use kifu_query::search::count;
use serde::Serialize;

/// Upper limit of the number of queries that are proposed.
const MAX_PROPOSALS: usize = 3;
/// Number of words beyond which nothing is proposed: a pasted sentence is not a query.
const MAX_WORDS: usize = 12;

/// Query with fields that the bare words of the user's query may stand for.
#[derive(Clone, Debug, Serialize)]
pub struct ProposedQuery {
    /// Proposed query.
    pub query: String,
    /// Number of games that the query finds.
    pub games: u64,
}

/// Finds the queries that a query's bare words may stand for; the query that gives a meaning to the most words comes
/// first.
///
/// A proposal must find more games than the query itself. A Go term of several words is an exception, because its words
/// as bare words match anywhere in a game and in any order.
pub(super) fn proposals(snapshot: &Snapshot, query: &Query) -> Result<Vec<ProposedQuery>> {
    let texts = rewritten_queries(query);
    if texts.is_empty() {
        return Ok(Vec::new());
    }
    let games = |query: &Query| match snapshot.plan(query) {
        Ok(plan) => count(snapshot.index, &plan).map(Some),
        Err(_) => Ok(None),
    };
    let before = games(query)?;
    let mut found: Vec<ProposedQuery> = Vec::new();
    for text in texts {
        let Ok(other) = parse(&text) else { continue };
        let text = other.to_string();
        let fewest = if other.parts().iter().any(is_phrase) {
            1
        } else {
            before.map_or(1, |games| games + 1)
        };
        let games = games(&other)?.filter(|games| *games >= fewest && Some(*games) != before);
        let is_known = found.iter().any(|known| known.query == text);
        if let Some(games) = games.filter(|_| !is_known && found.len() < MAX_PROPOSALS) {
            found.push(ProposedQuery { query: text, games });
        }
    }
    Ok(found)
}

/// Selects which meanings the bare words of a query may have: a pair of players, a year, the last round, a Go term, the
/// id of a game.
#[derive(Clone, Copy)]
struct Readings {
    pair: bool,
    year: bool,
    last_round: bool,
    term: bool,
    id: bool,
}

/// Rewrites a query with its bare words read as names, years, rounds and Go terms: with all of these meanings at once,
/// then with some of them only.
fn rewritten_queries(query: &Query) -> Vec<String> {
    let none = Readings { pair: false, year: false, last_round: false, term: false, id: false };
    let all = Readings { pair: true, year: true, last_round: true, term: true, id: true };
    let ways = [
        all,
        Readings { pair: true, year: true, ..none },
        Readings { term: true, ..none },
        Readings { year: true, ..none },
        Readings { last_round: true, ..none },
    ];
    let (words, others): (Vec<&QueryNode>, Vec<&QueryNode>) =
        query.parts().iter().partition(|node| bare_word(node).is_some());
    let words: Vec<&str> = words.into_iter().filter_map(bare_word).collect();
    if words.len() > MAX_WORDS {
        return Vec::new();
    }
    if words.is_empty() {
        let proposed = [openings_as_joseki(&others), openings_as_terms(&others)];
        return proposed.into_iter().flatten().collect();
    }
    let clauses = ways.into_iter().filter_map(|way| way.clauses(&words));
    // The two players may not have met in that year, so the pair of names is also tried without the year.
    let pair = Readings { pair: true, ..none };
    let no_years: Vec<&str> = words.iter().copied().filter(|word| !is_year(word)).collect();
    let clauses = clauses.chain(pair.clauses(&no_years));
    let with_others = |mut clauses: Vec<String>| {
        clauses.extend(others.iter().map(|node| node.to_string()));
        clauses.join(" ")
    };
    clauses.map(with_others).collect()
}

impl Readings {
    /// Translates bare words into clauses, in their order; `None` if none of them gets a meaning.
    fn clauses(self, words: &[&str]) -> Option<Vec<String>> {
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut rest: Vec<&str> = Vec::new();
        for &word in words {
            match word {
                _ if self.last_round && is_last_round(word) => back.push("is:final".to_owned()),
                _ if self.id && is_id(word) => back.push(format!("id:{word}")),
                _ if self.year && is_year(word) => back.push(format!("date:{word}")),
                _ => rest.push(word),
            }
        }
        if let Some((one, other)) = pair(&rest).filter(|_| self.pair) {
            front.push(format!("player:{one} vs:{other}"));
            rest.clear();
        }
        if self.term
            && let Some((term, around)) = term(&rest)
        {
            front.push(ast::write_field_value(&Field::Term, &term, false));
            rest = around.into_iter().filter(|word| !is_filler(word)).collect();
        }
        if front.is_empty() && back.is_empty() {
            return None;
        }
        front.extend(rest.iter().map(|word| {
            match ast::write_field_value(&Field::Comment, word, true) {
                // A word that would be parsed as something else than a bare word is quoted.
                plain if plain == **word => plain,
                _ => quote(word),
            }
        }));
        front.append(&mut back);
        Some(front)
    }
}

/// True if a node of the parsed query is a Go term of several words.
fn is_phrase(node: &QueryNode) -> bool {
    matches!(&node.kind, NodeKind::Clause(clause)
        if clause.field == Field::Term && matches!(clause.value, FieldValue::Quoted(_)))
}

/// Returns the word if a node of the parsed query is a bare word.
fn bare_word(node: &QueryNode) -> Option<&str> {
    match &node.kind {
        NodeKind::Text(FieldValue::Bare(word)) => Some(word),
        _ => None,
    }
}

fn is_last_round(word: &str) -> bool {
    let known = ["final", "finals", "决赛", "決賽", "決勝", "결승"];
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// True for a year, a decade or a range of years: `1990`, `1990s`, `2020..2024`.
fn is_year(word: &str) -> bool {
    if let Some((from, to)) = word.split_once("..") {
        let is_end = |end: &str| end.is_empty() || !end.contains("..") && is_year(end);
        return word.len() > 2 && is_end(from) && is_end(to);
    }
    let digits = word.strip_suffix('s').unwrap_or(word);
    digits.len() == 4 && digits.parse().is_ok_and(|year: u16| (1000..2100).contains(&year))
}

/// Finds two names with a word such as `vs` between them: `Lee Sedol vs Gu Li`.
fn pair(words: &[&str]) -> Option<(String, String)> {
    const BETWEEN: [&str; 6] = ["vs", "vs.", "v", "v.", "versus", "against"];
    let is_between = |word: &&str| BETWEEN.iter().any(|known| known.eq_ignore_ascii_case(word));
    let at = words.iter().position(is_between)?;
    let name = |words: &[&str]| (!words.is_empty()).then(|| quote(&words.join(" ")));
    Some((name(words.get(..at)?)?, name(words.get(at + 1..)?)?))
}

/// Rewrites `opening:` clauses whose value is the name of a joseki, such as `opening:avalanche`, as `joseki:` clauses.
fn openings_as_joseki(parts: &[&QueryNode]) -> Option<String> {
    rewritten_openings(parts, &Field::Joseki, |name| !joseki_with_words(name).is_empty())
}

/// Rewrites `opening:` clauses whose value is a Go term, such as `opening:ladder`, as `term:` clauses.
fn openings_as_terms(parts: &[&QueryNode]) -> Option<String> {
    rewritten_openings(parts, &Field::Term, |name| terms::find_term(name).is_some())
}

/// Rewrites the `opening:` clauses that have a value of another field as clauses with this field.
fn rewritten_openings(
    parts: &[&QueryNode],
    field: &Field,
    is_value: impl Fn(&str) -> bool,
) -> Option<String> {
    let rewritten = |part: &&QueryNode| match &part.kind {
        NodeKind::Clause(clause) if clause.field == Field::Opening => {
            let name = clause.value.text().filter(|name| is_value(name))?;
            Some(ast::write_field_value(field, name, false))
        }
        _ => None,
    };
    parts.iter().any(|part| rewritten(part).is_some()).then(|| {
        parts
            .iter()
            .map(|part| rewritten(part).unwrap_or_else(|| part.to_string()))
            .collect::<Vec<_>>()
            .join(" ")
    })
}

/// True if a word looks like the id of a game, or like the beginning of one as lists print it.
fn is_id(word: &str) -> bool {
    (8..=16).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_hexdigit())
        && word.bytes().any(|byte| byte.is_ascii_digit())
}

/// Finds the longest sequence of words that is a Go term; returns the term with the words before and after it.
fn term<'w>(words: &[&'w str]) -> Option<(String, Vec<&'w str>)> {
    let runs =
        (1..=words.len()).rev().flat_map(|len| (0..=words.len() - len).map(move |at| (at, len)));
    let mut runs = runs.filter_map(|(at, len)| {
        let text = words.get(at..at + len)?.join(" ");
        terms::find_term(&text)?;
        Some((text, [words.get(..at)?, words.get(at + len..)?].concat()))
    });
    runs.next()
}

/// True for a word beside a term that adds no meaning, as `games` and `with` in `games with ladder`.
fn is_filler(word: &str) -> bool {
    const FILLERS: [&str; 14] = [
        "game", "games", "with", "the", "a", "an", "of", "in", "where", "that", "have", "has",
        "find", "all",
    ];
    FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(word))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::rewritten_queries;
    use kifu_language::parse;

    #[test]
    fn words_are_read_in_several_ways() {
        for (words, first) in [
            ("3-3 invasion", Some("term:\"3-3 invasion\"")),
            ("games with ladder", Some("term:ladder")),
            ("Lee Sedol vs Gu Li 2004", Some("player:\"Lee Sedol\" vs:\"Gu Li\" date:2004")),
            ("honinbo final 1990", Some("honinbo is:final date:1990")),
            ("honinbo 1990s result:W+", Some("honinbo date:1990s result:W+")),
            ("honinbo 2020..2024", Some("honinbo date:2020..2024")),
            ("9b4da0b3c7d13b42", Some("id:9b4da0b3c7d13b42")),
            ("opening:avalanche result:W+", Some("joseki:avalanche result:W+")),
            ("opening:ladder result:W+", Some("term:ladder result:W+")),
            ("2..4", None),
            ("honinbo", None),
            ("player:Lee", None),
            ("vs Lee", None),
        ] {
            let proposed = rewritten_queries(&parse(words).unwrap());
            assert_eq!(proposed.first().map(String::as_str), first, "{words}");
            if words.contains(" vs Gu Li") {
                let last = proposed.last().map(String::as_str);
                assert_eq!(last, Some("player:\"Lee Sedol\" vs:\"Gu Li\""));
            }
            for text in proposed {
                assert!(parse(&text).is_ok(), "{text}");
            }
        }
        let long = "word ".repeat(500) + "1990";
        assert!(rewritten_queries(&parse(&long).unwrap()).is_empty());
    }
}
