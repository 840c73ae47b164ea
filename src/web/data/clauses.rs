//! Splits a query into clauses, so that a click can add one or remove one.

use kifu_engine::parsed::{QueryTokenKind, TokenRow};
use kifu_engine::request::{ParseQuery, TypedQuery};
use kifu_engine::{AskOptions, Engine, Result};

/// Clauses of a query that must all hold, in the order of the query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Clauses {
    items: Vec<String>,
}

impl Clauses {
    /// Splits a query into its clauses.
    pub(crate) fn parse(engine: &Engine, query: &str) -> Result<Clauses> {
        let typed = TypedQuery { query: query.to_owned(), ..TypedQuery::default() };
        let parsed = engine.answer(&ParseQuery(typed), &AskOptions::default())?;
        Ok(Clauses::new(query, &parsed.answer.tokens))
    }

    fn new(query: &str, tokens: &[TokenRow]) -> Clauses {
        let mut items: Vec<String> = Vec::new();
        let (mut depth, mut joins, mut end) = (0usize, false, 0);
        let mut alternatives = false;
        for token in tokens {
            let text = query.get(token.start..token.end).unwrap_or_default();
            let is_joined = depth > 0 || joins || (end == token.start && end > 0);
            match items.last_mut().filter(|_| is_joined) {
                Some(item) => item.push_str(query.get(end..token.end).unwrap_or_default()),
                None => items.push(text.to_owned()),
            }
            match text {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            // A connective such as `OR` joins the clauses before and after it into one.
            joins = token.kind == QueryTokenKind::Connective && !matches!(text, "AND" | "&&");
            alternatives |= joins && depth == 0 && !text.starts_with('-') && text != "NOT";
            end = token.end;
        }
        items.retain(|item| !matches!(item.as_str(), "AND" | "&&"));
        if !alternatives {
            return Clauses { items };
        }
        // A query with `OR` becomes a single clause in parentheses. `sort:` and `unique:` apply to the whole query, so
        // they stay outside the parentheses.
        let is_setting = |item: &&str| item.starts_with("sort:") || item.starts_with("unique:");
        let (settings, rest): (Vec<&str>, Vec<&str>) =
            query.split_whitespace().partition(is_setting);
        let alternatives_clause = format!("({})", rest.join(" "));
        let settings = settings.into_iter().map(str::to_owned);
        Clauses { items: std::iter::once(alternatives_clause).chain(settings).collect() }
    }

    /// Query without its `sort:` clauses, so that it can be combined with other clauses.
    pub(crate) fn unordered(&self) -> String {
        let items: Vec<&str> = self
            .items
            .iter()
            .map(String::as_str)
            .filter(|item| !item.starts_with("sort:"))
            .collect();
        items.join(" ")
    }

    /// Clauses that begin with one of these texts.
    pub(crate) fn starting_with<'c>(&'c self, heads: &'c [&str]) -> impl Iterator<Item = &'c str> {
        let begins = |item: &&String| heads.iter().any(|head| item.starts_with(head));
        self.items.iter().filter(begins).map(String::as_str)
    }

    /// True if the query has this clause, or this sequence of clauses with blanks between them.
    pub(crate) fn has(&self, clause: &str) -> bool {
        self.find(clause).is_some()
    }

    fn find(&self, clause: &str) -> Option<std::ops::Range<usize>> {
        let sought: Vec<&str> = split(clause);
        let at = self.items.windows(sought.len().max(1)).position(|items| {
            items.len() == sought.len()
                && items.iter().zip(&sought).all(|(item, want)| item == want)
        })?;
        Some(at..at + sought.len())
    }

    /// Query with one more clause.
    pub(crate) fn with(&self, clause: &str) -> String {
        let all: Vec<&str> = self.items.iter().map(String::as_str).chain([clause]).collect();
        all.join(" ")
    }

    /// Query without a clause.
    pub(crate) fn without(&self, clause: &str) -> String {
        let mut items = self.items.clone();
        if let Some(range) = self.find(clause) {
            items.drain(range);
        }
        items.join(" ")
    }
}

/// Clauses for games that began in these years, in the way in which tables count games by year. Games without a known
/// year are excluded.
pub(crate) fn in_years(first: i32, last: i32) -> String {
    format!("year>={first} -year>={} has:year", last + 1)
}

/// Splits what a facet (such as the year) adds to the query for one value into its clauses, at blanks. A text with
/// quotes or parentheses stays one clause.
fn split(clause: &str) -> Vec<&str> {
    if clause.contains(['"', '(']) { vec![clause] } else { clause.split_whitespace().collect() }
}

/// Clause that excludes the games that the given clause finds.
pub(crate) fn negated(clause: &str) -> String {
    match clause.strip_prefix('-') {
        Some(rest) if !rest.contains(' ') => rest.to_owned(),
        _ if clause.contains(' ') && !clause.contains('"') => format!("-({clause})"),
        _ => format!("-{clause}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For tests: splits a query with a simple tokenizer that knows words, connectives and parentheses.
    fn of(query: &str) -> Clauses {
        let mut tokens = Vec::new();
        let mut at = 0;
        for word in query.split_inclusive([' ', '(', ')']) {
            let (text, sign) = match word.char_indices().last() {
                Some((end, c @ ('(' | ')'))) => (word.get(..end).unwrap_or_default(), Some(c)),
                _ => (word.trim_end(), None),
            };
            let mut push = |start: usize, end: usize, kind| {
                if start < end {
                    tokens.push(TokenRow { start, end, kind });
                }
            };
            let minus = usize::from(text.starts_with('-'));
            push(at, at + minus, QueryTokenKind::Connective);
            let kind = if matches!(text, "OR" | "AND") {
                QueryTokenKind::Connective
            } else {
                QueryTokenKind::Word
            };
            push(at + minus, at + text.len(), kind);
            push(
                at + text.len(),
                at + text.len() + usize::from(sign.is_some()),
                QueryTokenKind::Parenthesis,
            );
            at += word.len();
        }
        Clauses::new(query, &tokens)
    }

    #[test]
    fn clauses_come_and_go() {
        let clauses = of("lee AND rank>=1d -rank>=1p -how:resign (a OR b)");
        assert_eq!(clauses.items, ["lee", "rank>=1d", "-rank>=1p", "-how:resign", "(a OR b)"]);
        assert!(
            clauses.has("rank>=1d -rank>=1p")
                && clauses.has("-how:resign")
                && !clauses.has("rank>=1p")
        );
        assert_eq!(clauses.without("rank>=1d -rank>=1p"), "lee -how:resign (a OR b)");
        assert_eq!(clauses.with("lang:en"), "lee rank>=1d -rank>=1p -how:resign (a OR b) lang:en");
        let excluded: Vec<&str> = clauses.starting_with(&["-how:"]).collect();
        assert_eq!(excluded, ["-how:resign"]);
    }

    #[test]
    fn alternatives_stay_together_and_the_order_outside() {
        assert_eq!(of("a OR b sort:date").with("c"), "(a OR b) sort:date c");
        assert_eq!(of("").with("c"), "c");
    }

    #[test]
    fn negations_take_the_whole_clause() {
        assert_eq!(negated("how:resign"), "-how:resign");
        assert_eq!(negated("rank>=1d -rank>=1p"), "-(rank>=1d -rank>=1p)");
        assert_eq!(negated("-rank:*"), "rank:*");
        assert_eq!(negated("file:\"*/a b/*\""), "-file:\"*/a b/*\"");
    }
}
