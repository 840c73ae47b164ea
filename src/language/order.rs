//! What a query says about its answer: `sort:` and `unique:` clauses.

use super::fields::{Field, GameNumber, NUMBERS, nearest};
use super::{Clause, FieldValue, NodeKind, Op, Query, QueryError, QueryErrorCode, QueryNode};
use kifu_messages::{Message, say};

/// What hits are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SortKey {
    /// The first day on which a game may have been played.
    Date,
    /// A number of the game.
    Number(GameNumber),
    /// The move of its hit.
    Hit,
    /// What the move of its hit cost.
    Loss,
    /// The relevance score, the best first.
    Relevance,
    /// The name of Black.
    Black,
    /// The name of White.
    White,
    /// The ranks of both players together, the strongest first. An unknown rank counts for nothing.
    Rank,
    /// When it was added to the index.
    Added,
    /// Its place in the archive: path, member, number in the file. Numbers in names are in order.
    Place,
}

/// One `sort:` clause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// The sort key.
    pub key: SortKey,
    /// Whether the largest, or latest, comes first. Unknown values come last in any case.
    pub descending: bool,
}

/// The keys that are no numbers of games.
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

/// All keys, in no order.
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

    /// The id of the message for hits in this order: `order-moves`, `order-moves-back`.
    fn message_id(self, is_descending: bool) -> String {
        let back = if is_descending { "-back" } else { "" };
        format!("order-{}{back}", self.name())
    }
}

/// The ids of the messages for all orders.
pub fn order_messages() -> impl Iterator<Item = String> {
    keys().flat_map(|key| [false, true].map(|is_descending| key.message_id(is_descending)))
}

/// The names of all keys, in the order of their list.
pub fn sort_keys() -> &'static [&'static str] {
    Field::Sort.info().choices
}

/// The most orders that a query may name.
pub const MOST: usize = 3;

impl Order {
    /// The order of a `sort:` value: `date`, `-date`.
    pub fn parse(text: &str) -> Option<Order> {
        let name = text.strip_prefix('-').unwrap_or(text);
        let key = keys().find(|key| key.name().eq_ignore_ascii_case(name))?;
        Some(Order { key, descending: name != text })
    }

    /// The order in words, after "sorted by".
    pub(crate) fn in_words(self) -> Message {
        Message::new(self.key.message_id(self.descending), Vec::new())
    }
}

/// What a query says about its answer instead of about games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AnswerSettings {
    /// The `sort:` clauses.
    pub orders: Vec<Order>,
    /// Whether each game is wanted only once (`unique:yes`).
    pub unique: bool,
}

/// Separates a query from its `sort:` and `unique:` clauses. These may stand only beside all other clauses.
pub fn take_settings(query: &Query) -> Result<(Query, AnswerSettings), QueryError> {
    let mut settings = AnswerSettings::default();
    let mut rest = Vec::new();
    for node in query.parts() {
        match &node.kind {
            NodeKind::Clause(clause) if clause.field == Field::Sort => {
                settings.orders.extend(orders(clause)?);
                if settings.orders.len() > MOST {
                    let message = say!("error-many-orders", most = MOST.to_string());
                    return Err(QueryError::new(node.span.clone(), message)
                        .help(say!("error-many-orders-help")));
                }
            }
            NodeKind::Clause(clause) if clause.field == Field::Unique => {
                settings.unique = yes_or_no(clause)?;
            }
            _ => {
                refuse_inside(node)?;
                rest.push(node.clone());
            }
        }
    }
    let of_rest = |root: &QueryNode| match rest.len() {
        0 | 1 => rest.pop(),
        _ => Some(QueryNode::new(NodeKind::And(rest), root.span.clone())),
    };
    let root = query.root.as_ref().and_then(of_rest);
    Ok((Query { root }, settings))
}

/// The orders of a clause, with commas as behind `--sort`: `sort:date,-moves`.
fn orders(clause: &Clause) -> Result<Vec<Order>, QueryError> {
    let names = sort_keys();
    let list = names.join(", ");
    let text = match (&clause.value, clause.op) {
        (FieldValue::Bare(text) | FieldValue::Quoted(text), Op::Has | Op::Eq) => text,
        _ => {
            let message = say!("error-sort-takes-one");
            return Err(QueryError::new(clause.value_span.clone(), message)
                .help(say!("error-unknown-order-help", list = list)));
        }
    };
    let unknown = |text: &str| {
        let near = nearest(text.trim_start_matches('-'), names.iter().copied());
        let message = say!("error-unknown-order", text = text);
        let error = QueryError::new(clause.value_span.clone(), message);
        match near {
            None => error.help(say!("error-unknown-order-help", list = list.as_str())),
            Some(near) => error.did_you_mean(near, &list),
        }
    };
    let parsed = |text: &str| Order::parse(text).ok_or_else(|| unknown(text));
    text.split(',').map(str::trim).map(parsed).collect()
}

fn yes_or_no(clause: &Clause) -> Result<bool, QueryError> {
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
            .help(say!("error-unique-yes-or-no-help"))),
    }
}

/// Returns an error for a `sort:` or a `unique:` inside another node.
fn refuse_inside(node: &QueryNode) -> Result<(), QueryError> {
    match &node.kind {
        NodeKind::And(parts) | NodeKind::Or(parts) => parts.iter().try_for_each(refuse_inside),
        NodeKind::Not(inner) => refuse_inside(inner),
        NodeKind::Clause(Clause { value: FieldValue::Group(inner), .. }) => refuse_inside(inner),
        NodeKind::Clause(clause) => {
            let message = match clause.field {
                Field::Sort => say!("error-sort-inside"),
                Field::Unique => say!("error-unique-inside"),
                _ => return Ok(()),
            };
            let example = clause.field.info().example;
            let help = say!("error-setting-inside-help", example = example);
            let error = QueryError::new(node.span.clone(), message).help(help);
            Err(error.coded(QueryErrorCode::Misplaced))
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

    /// The list of keys names each of them, and each has its words.
    #[test]
    fn keys_are_listed_and_spoken_of() {
        let listed: BTreeSet<&str> = sort_keys().iter().copied().collect();
        let known: BTreeSet<&str> = keys().map(SortKey::name).collect();
        assert_eq!(listed, known);
        for id in order_messages() {
            assert!(Locale::ALL.iter().all(|&locale| has_message(locale, &id)), "{id}");
        }
        let order = Order::parse("-Moves").unwrap();
        assert_eq!(order.key, SortKey::Number(GameNumber::Moves));
        assert_eq!(order.in_words().id(), Some("order-moves-back"));
    }
}
