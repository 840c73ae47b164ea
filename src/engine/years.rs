//! The years that a query asks for, as a chart of years shows them and sets them.

use kifu_language::{Clause, Field, FieldValue, NodeKind, Op, Query, QueryNode, parse};

/// A query, taken apart into the years that it asks for and the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryYears {
    /// Whether it has conditions on the date.
    pub asked: bool,
    /// The first year, if there is one.
    pub first: Option<i32>,
    /// The last year, if there is one.
    pub last: Option<i32>,
    /// The query without these conditions.
    pub rest: String,
}

impl QueryYears {
    /// Takes a query apart; `None` if it is not understood. Only conditions that all games must meet count, so that
    /// taking them away or adding one means what it seems to.
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

    /// The query with other years. One end alone leaves the other one open.
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

/// The first and the last year of a clause.
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

/// The year that a date begins with.
fn year(text: &str) -> Option<i32> {
    let digits = text.get(..4)?;
    let rest = text.get(4..)?;
    (rest.is_empty() || rest.starts_with('-')).then(|| digits.parse().ok())?
}

/// A query without some of its parts: as it was written, if what is left of the text still means the rest.
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

/// A query of one part so that another one can be written beside it.
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
