//! Parses the clauses of a query that are about its answer: `sort:` and `unique:`.

use super::fields::{Field, GameNumber, NUMBERS, nearest};
use super::{Clause, FieldValue, NodeKind, Op, Query, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::{Message, say};

/// Key by which hits are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortKey {
    /// First day on which the game may have been played.
    Date,
    /// Numeric property of the game, such as its number of moves.
    Number(GameNumber),
    /// Number of the move at which the hit lies in its game.
    Hit,
    /// Loss by the move at the hit, according to an engine.
    Loss,
    /// Relevance score, the best first.
    Relevance,
    Black,
    White,
    /// Sum of both players' ranks, the strongest first. An unknown rank counts as zero.
    Rank,
    /// Day on which the game was added to the index.
    Added,
    /// Where the game lies in the archive: path, member, number in the file. Numbers inside names are compared by
    /// value.
    Place,
}

/// Order that one `sort:` clause asks for: a key and a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    pub key: SortKey,
    /// True if the largest or latest value comes first. Unknown values come last in either direction.
    pub descending: bool,
}

/// Sort keys that are not numeric properties of games.
const OTHER_KEYS: [SortKey; 9] = [
    SortKey::Date,
    SortKey::Hit,
    SortKey::Loss,
    SortKey::Relevance,
    SortKey::Black,
    SortKey::White,
    SortKey::Rank,
    SortKey::Added,
    SortKey::Place,
];

/// All sort keys, in no particular order.
fn keys() -> impl Iterator<Item = SortKey> {
    let numbers = NUMBERS.iter().filter(|info| info.is_sort_key);
    OTHER_KEYS.into_iter().chain(numbers.map(|info| SortKey::Number(info.number)))
}

impl SortKey {
    fn name(self) -> &'static str {
        match self {
            SortKey::Date => "date",
            SortKey::Number(number) => number.info().name,
            SortKey::Hit => "hit",
            SortKey::Loss => "loss",
            SortKey::Relevance => "relevance",
            SortKey::Black => "black",
            SortKey::White => "white",
            SortKey::Rank => "rank",
            SortKey::Added => "added",
            SortKey::Place => "place",
        }
    }

    /// Id of the message that names this order: `order-moves`, `order-moves-back`.
    fn message_id(self, is_descending: bool) -> String {
        let back = if is_descending { "-back" } else { "" };
        format!("order-{}{back}", self.name())
    }
}

/// Ids of the messages that name the orders, for all orders.
pub fn order_messages() -> impl Iterator<Item = String> {
    keys().flat_map(|key| [false, true].map(|is_descending| key.message_id(is_descending)))
}

/// Names of all sort keys, in listing order.
pub fn sort_keys() -> &'static [&'static str] {
    Field::Sort.info().choices
}

/// Maximum number of orders in a query.
pub const MAX_ORDERS: usize = 3;

impl Order {
    /// Parses a `sort:` value: `date`, `-date`.
    pub fn parse(text: &str) -> Option<Order> {
        let name = text.strip_prefix('-').unwrap_or(text);
        let key = keys().find(|key| key.name().eq_ignore_ascii_case(name))?;
        Some(Order { key, descending: name != text })
    }

    /// Words that name the order and can follow "sorted by".
    pub(crate) fn words(self) -> Message {
        Message::new(self.key.message_id(self.descending), Vec::new())
    }
}

/// Settings in a query that say how to answer it, not which games to find.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AnswerSettings {
    /// Orders of the `sort:` clauses, the most important first.
    pub orders: Vec<Order>,
    /// True if copies of a game count as one game (`unique:yes`).
    pub unique: bool,
}

/// Separates a query from its `sort:` and `unique:` clauses. They must not be inside parentheses or negations.
pub fn split_settings(query: &Query) -> Result<(Query, AnswerSettings), QueryError> {
    let mut settings = AnswerSettings::default();
    let mut rest = Vec::new();
    for node in query.parts() {
        match &node.kind {
            NodeKind::Clause(clause) if clause.field == Field::Sort => {
                settings.orders.extend(parse_orders(clause)?);
                if settings.orders.len() > MAX_ORDERS {
                    let message = say!("error-many-orders", most = MAX_ORDERS.to_string());
                    return Err(QueryError::new(node.span.clone(), message)
                        .with_help(say!("error-many-orders-help")));
                }
            }
            NodeKind::Clause(clause) if clause.field == Field::Unique => {
                settings.unique = parse_yes_or_no(clause)?;
            }
            _ => {
                check_no_settings_inside(node)?;
                rest.push(node.clone());
            }
        }
    }
    let rest_node = |root: &QueryNode| match rest.len() {
        0 | 1 => rest.pop(),
        _ => Some(QueryNode::new(NodeKind::And(rest), root.span.clone())),
    };
    let root = query.root.as_ref().and_then(rest_node);
    Ok((Query { root }, settings))
}

/// Orders of a clause, separated by commas as after `--sort`: `sort:date,-moves`.
fn parse_orders(clause: &Clause) -> Result<Vec<Order>, QueryError> {
    let names = sort_keys();
    let list = names.join(", ");
    let text = match (&clause.value, clause.op) {
        (FieldValue::Bare(text) | FieldValue::Quoted(text), Op::Has | Op::Eq) => text,
        _ => {
            let message = say!("error-sort-takes-one");
            return Err(QueryError::new(clause.value_span.clone(), message)
                .with_help(say!("error-unknown-order-help", list = list)));
        }
    };
    let unknown = |text: &str| {
        let near = nearest(text.trim_start_matches('-'), names.iter().copied());
        let message = say!("error-unknown-order", text = text);
        let error = QueryError::new(clause.value_span.clone(), message);
        match near {
            None => error.with_help(say!("error-unknown-order-help", list = list.as_str())),
            Some(near) => error.did_you_mean(near, &list),
        }
    };
    let parsed = |text: &str| Order::parse(text).ok_or_else(|| unknown(text));
    text.split(',').map(str::trim).map(parsed).collect()
}

fn parse_yes_or_no(clause: &Clause) -> Result<bool, QueryError> {
    let text = match (&clause.value, clause.op) {
        (FieldValue::Bare(text) | FieldValue::Quoted(text), Op::Has | Op::Eq) => {
            text.to_lowercase()
        }
        _ => String::new(),
    };
    match text.as_str() {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(QueryError::new(clause.value_span.clone(), say!("error-unique-yes-or-no"))
            .with_help(say!("error-unique-yes-or-no-help"))),
    }
}

/// Returns an error for a `sort:` or `unique:` clause inside another node of the syntax tree, where it has no meaning.
fn check_no_settings_inside(node: &QueryNode) -> Result<(), QueryError> {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => {
            parts.iter().try_for_each(check_no_settings_inside)
        }
        NodeKind::Not(inner) => check_no_settings_inside(inner),
        NodeKind::Clause(Clause { value: FieldValue::Group(inner), .. }) => {
            check_no_settings_inside(inner)
        }
        NodeKind::Clause(clause) => {
            let message = match clause.field {
                Field::Sort => say!("error-sort-inside"),
                Field::Unique => say!("error-unique-inside"),
                _ => return Ok(()),
            };
            let example = clause.field.info().example;
            let help = say!("error-setting-inside-help", example = example);
            let error = QueryError::new(node.span.clone(), message).with_help(help);
            Err(error.with_code(QueryErrorCode::Misplaced))
        }
        NodeKind::Sequence(_) | NodeKind::Text(_) => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_messages::{Locale, has_message};
    use std::collections::BTreeSet;

    /// The list of sort keys must contain every key, and every key must have its messages.
    #[test]
    fn keys_are_listed_and_have_messages() {
        let listed: BTreeSet<&str> = sort_keys().iter().copied().collect();
        let known: BTreeSet<&str> = keys().map(SortKey::name).collect();
        assert_eq!(listed, known);
        for id in order_messages() {
            assert!(Locale::ALL.iter().all(|&locale| has_message(locale, &id)), "{id}");
        }
        let order = Order::parse("-Moves").unwrap();
        assert_eq!(order.key, SortKey::Number(GameNumber::Moves));
        assert_eq!(order.words().id(), Some("order-moves-back"));
    }
}
