//! Splits a query into its years and the rest, and sets other years, for the chart of years.

use kifu_language::{Clause, Field, FieldValue, NodeKind, Op, Query, QueryNode, parse};

/// Query, split into the years that it asks for and the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryYears {
    /// True if the query has conditions on the date.
    pub asked: bool,
    /// First year, if the conditions set one.
    pub first: Option<i32>,
    /// Last year, if the conditions set one.
    pub last: Option<i32>,
    /// Query without its conditions on the date.
    pub rest: String,
}

impl QueryYears {
    /// Splits a query; `None` if it cannot be parsed. Only conditions that all games must meet count: a date below `OR`
    /// or `NOT` cannot be taken out without changing the rest.
    pub fn of(text: &str) -> Option<QueryYears> {
        let query = parse(text).ok()?;
        let mut years =
            QueryYears { asked: false, first: None, last: None, rest: text.trim().to_owned() };
        let parts = query.parts().iter().cloned();
        let (dates, rest): (Vec<QueryNode>, Vec<QueryNode>) = parts.partition(is_date);
        dates.iter().for_each(|node| years.add(node));
        years.rest = match (dates.as_slice(), rest.as_slice()) {
            ([], [root]) => beside_others(text, root),
            _ => without(text, &dates, rest),
        };
        Some(years)
    }

    /// Returns the query with other years. A missing end leaves that side open.
    pub fn between(&self, first: Option<i32>, last: Option<i32>) -> String {
        let clause = match (first, last) {
            (Some(first), Some(last)) if first == last => format!("date:{first:04}"),
            (Some(first), Some(last)) => {
                format!("date:{:04}..{:04}", first.min(last), first.max(last))
            }
            (Some(first), None) => format!("date:{first:04}.."),
            (None, Some(last)) => format!("date:..{last:04}"),
            (None, None) => String::new(),
        };
        format!("{} {clause}", self.rest).trim().to_owned()
    }

    fn add(&mut self, node: &QueryNode) {
        self.asked = true;
        let NodeKind::Clause(clause) = &node.kind else {
            return;
        };
        let (first, last) = ends(clause);
        self.first = self.first.max(first);
        self.last = match (self.last, last) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
}

fn is_date(node: &QueryNode) -> bool {
    matches!(&node.kind, NodeKind::Clause(clause) if matches!(clause.field, Field::Date | Field::Year))
}

/// Returns the first and the last year of a clause.
fn ends(clause: &Clause) -> (Option<i32>, Option<i32>) {
    match (clause.op, &clause.value) {
        (Op::Has | Op::Eq, FieldValue::Range { from, to }) => {
            let end = |text: &Option<String>| year(text.as_deref()?);
            (end(from), end(to))
        }
        (op, value) => {
            let year = value.text().and_then(year);
            match op {
                Op::Has | Op::Eq => (year, year),
                Op::Ge => (year, None),
                Op::Le => (None, year),
                Op::Gt => (year.map(|year| year + 1), None),
                Op::Lt => (None, year.map(|year| year - 1)),
            }
        }
    }
}

/// Parses the year at the beginning of a date.
fn year(text: &str) -> Option<i32> {
    let digits = text.get(..4)?;
    let rest = text.get(4..)?;
    (rest.is_empty() || rest.starts_with('-')).then(|| digits.parse().ok())?
}

/// Removes the date clauses from a query. What the user wrote stays if the remaining text still means the rest;
/// otherwise the rest is written anew.
fn without(text: &str, dates: &[QueryNode], mut rest: Vec<QueryNode>) -> String {
    let mut left = text.to_owned();
    for node in dates.iter().rev() {
        if left.get(node.span.clone()).is_some() {
            left.replace_range(node.span.clone(), "");
        }
    }
    let left = left.split_whitespace().collect::<Vec<_>>().join(" ");
    let root = match rest.len() {
        0 | 1 => rest.pop(),
        _ => Some(QueryNode::new(NodeKind::And(rest), 0..0)),
    };
    let query = Query { root };
    match parse(&left) {
        Ok(read) if read == query => left,
        _ => query
            .root
            .as_ref()
            .map_or(String::new(), |root| beside_others(&query.to_string(), root)),
    }
}

/// Writes a query of one part so that another clause can follow: an `OR` gets parentheses.
fn beside_others(text: &str, root: &QueryNode) -> String {
    match &root.kind {
        NodeKind::Or(_) => format!("({})", text.trim()),
        _ => text.trim().to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn years_are_taken_out_and_put_in() {
        for (text, first, last, rest, between) in [
            ("", None, None, "", "date:1985..2024"),
            ("player:Lee", None, None, "player:Lee", "player:Lee date:1985..2024"),
            ("date:1990..1995", Some(1990), Some(1995), "", "date:1985..2024"),
            (
                "player:Lee  date:1990 komi:0",
                Some(1990),
                Some(1990),
                "player:Lee komi:0",
                "player:Lee komi:0 date:1985..2024",
            ),
            ("year>=2016 Lee", Some(2016), None, "Lee", "Lee date:1985..2024"),
            ("date:1990-05..1995-02-03 Lee", Some(1990), Some(1995), "Lee", "Lee date:1985..2024"),
            (
                "Lee OR date:1990",
                None,
                None,
                "(Lee OR date:1990)",
                "(Lee OR date:1990) date:1985..2024",
            ),
            (
                "(Lee OR Gu) date:1990",
                Some(1990),
                Some(1990),
                "(Lee OR Gu)",
                "(Lee OR Gu) date:1985..2024",
            ),
            ("date:1990s Lee", None, None, "Lee", "Lee date:1985..2024"),
            ("-date:1990", None, None, "-date:1990", "-date:1990 date:1985..2024"),
        ] {
            let years = QueryYears::of(text).unwrap();
            assert_eq!((years.first, years.last), (first, last), "{text}");
            assert_eq!(years.rest, rest, "{text}");
            assert_eq!(years.between(Some(1985), Some(2024)), between, "{text}");
            assert!(parse(between).is_ok());
        }
        let years = QueryYears::of("Lee (date:1990)").unwrap();
        assert_eq!(parse(&years.rest), parse("Lee"));
        assert_eq!(
            QueryYears::of("Lee").unwrap().between(Some(2001), Some(1999)),
            "Lee date:1999..2001"
        );
        assert_eq!(QueryYears::of("date:").map(|years| years.rest), None);
    }
}
