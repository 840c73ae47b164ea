//! Splits a query into its conditions on the year and the rest, and makes the query with other years. The chart of
//! years uses this.

use kifu_language::{Clause, Field, FieldValue, NodeKind, Op, Query, QueryNode, parse};

/// Query, split into the years that it asks for and the other conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryYears {
    /// True if the query has conditions on the date.
    pub has_date: bool,
    /// First year, if the conditions set one.
    pub first: Option<i32>,
    /// Last year, if the conditions set one.
    pub last: Option<i32>,
    /// Query without its conditions on the date.
    pub rest: String,
}

impl QueryYears {
    /// Splits a query into its years and the rest; `None` if it cannot be parsed. Only conditions that all games must
    /// meet are taken: a date below `OR` or `NOT` cannot be taken out without changing the meaning of the rest.
    pub fn parse(text: &str) -> Option<QueryYears> {
        let query = parse(text).ok()?;
        let mut years =
            QueryYears { has_date: false, first: None, last: None, rest: text.trim().to_owned() };
        let parts = query.parts().iter().cloned();
        let (dates, rest): (Vec<QueryNode>, Vec<QueryNode>) = parts.partition(is_date);
        dates.iter().for_each(|node| years.add_date(node));
        years.rest = match (dates.as_slice(), rest.as_slice()) {
            ([], [root]) => in_parentheses_if_or(text, root),
            _ => without_dates(text, &dates, rest),
        };
        Some(years)
    }

    /// Returns the query with other years. `None` as the first or last year leaves the range open on that side.
    pub fn with_years(&self, first: Option<i32>, last: Option<i32>) -> String {
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

    fn add_date(&mut self, node: &QueryNode) {
        self.has_date = true;
        let NodeKind::Clause(clause) = &node.kind else {
            return;
        };
        let (first, last) = clause_years(clause);
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

/// Returns the first and the last year that a date clause allows.
fn clause_years(clause: &Clause) -> (Option<i32>, Option<i32>) {
    match (clause.op, &clause.value) {
        (Op::Has | Op::Eq, FieldValue::Range { from, to }) => {
            let end = |text: &Option<String>| parse_year(text.as_deref()?);
            (end(from), end(to))
        }
        (op, value) => {
            let year = value.text().and_then(parse_year);
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
fn parse_year(text: &str) -> Option<i32> {
    let digits = text.get(..4)?;
    let rest = text.get(4..)?;
    (rest.is_empty() || rest.starts_with('-')).then(|| digits.parse().ok())?
}

/// Removes the date clauses from a query. The user's own text stays if it still means the same without them; otherwise
/// the query is written anew from the remaining clauses.
fn without_dates(text: &str, dates: &[QueryNode], mut rest: Vec<QueryNode>) -> String {
    let mut remaining = text.to_owned();
    for node in dates.iter().rev() {
        if remaining.get(node.span.clone()).is_some() {
            remaining.replace_range(node.span.clone(), "");
        }
    }
    let remaining = remaining.split_whitespace().collect::<Vec<_>>().join(" ");
    let root = match rest.len() {
        0 | 1 => rest.pop(),
        _ => Some(QueryNode::new(NodeKind::And(rest), 0..0)),
    };
    let query = Query { root };
    match parse(&remaining) {
        Ok(read) if read == query => remaining,
        _ => query
            .root
            .as_ref()
            .map_or(String::new(), |root| in_parentheses_if_or(&query.to_string(), root)),
    }
}

/// Writes a query so that another clause can follow it: an `OR` gets parentheses, because otherwise it would include
/// that clause.
fn in_parentheses_if_or(text: &str, root: &QueryNode) -> String {
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
            let years = QueryYears::parse(text).unwrap();
            assert_eq!((years.first, years.last), (first, last), "{text}");
            assert_eq!(years.rest, rest, "{text}");
            assert_eq!(years.with_years(Some(1985), Some(2024)), between, "{text}");
            assert!(parse(between).is_ok());
        }
        let years = QueryYears::parse("Lee (date:1990)").unwrap();
        assert_eq!(parse(&years.rest), parse("Lee"));
        assert_eq!(
            QueryYears::parse("Lee").unwrap().with_years(Some(2001), Some(1999)),
            "Lee date:1999..2001"
        );
        assert_eq!(QueryYears::parse("date:").map(|years| years.rest), None);
    }
}
