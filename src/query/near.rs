//! Similar names in an index, for a name that finds nothing.

use super::fields::{Field, ValueType, distance};
use super::players::each_name;
use super::search::{count, plan};
use super::{Clause, Node, NodeKind, Op, Query, Value};
use crate::error::Result;
use crate::index::{Index, tantivy_error};
use crate::text::fold::fold;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::HashMap;
use tantivy::Term;
use tantivy::collector::Count;
use tantivy::query::BooleanQuery;

/// Longer names are not compared: they are texts in the wrong place.
const LONGEST: usize = 60;

/// The players' names that are spelled similarly to the text, each with its number of games: the nearest first, and
/// among equally near ones the one with the most games.
pub fn near_names(index: &Index, text: &str, limit: usize) -> Result<Vec<(String, u64)>> {
    let Some(sought) = Sought::of(text) else {
        return Ok(Vec::new());
    };
    let mut found: HashMap<String, (usize, String)> = HashMap::new();
    for reader in index.searcher().segment_readers() {
        for field in super::players::COLUMNS {
            each_name(index, reader, field, &mut |name| {
                if let Some(distance) = sought.distance(name) {
                    found
                        .entry(fold(name))
                        .or_insert_with(|| (distance, name.to_owned()));
                }
            })?;
        }
    }
    let mut near: Vec<(usize, Reverse<u64>, String)> = Vec::new();
    for (folded, (distance, name)) in found {
        if index.budget().is_spent() {
            break;
        }
        near.push((distance, Reverse(games(index, &folded)?), name));
    }
    near.sort();
    near.retain(|(_, Reverse(games), _)| *games > 0);
    near.truncate(limit);
    Ok(near
        .into_iter()
        .map(|(_, Reverse(games), name)| (name, games))
        .collect())
}

/// A name of a query that no player has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Unknown {
    /// The name.
    pub name: String,
    /// The nearest existing names, each with its number of games.
    pub near: Vec<(String, u64)>,
}

/// The names in a query that no player has; names inside OR and NOT are not examined.
pub fn unknown_names(index: &Index, query: &Query) -> Result<Vec<Unknown>> {
    let Some(root) = &query.root else {
        return Ok(Vec::new());
    };
    let parts = match &root.kind {
        NodeKind::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(root),
    };
    let mut unknown = Vec::new();
    for part in parts {
        let Some((clause, name)) = name_of(part) else {
            continue;
        };
        if index.budget().is_spent() {
            break;
        }
        // A player who never won exists all the same.
        let player = Clause {
            field: Field::Player,
            ..clause.clone()
        };
        let root = Node::new(NodeKind::Clause(player), part.span.clone());
        let Ok(plan) = plan(index, &Query { root: Some(root) }) else {
            continue;
        };
        if count(index, &plan)? == 0 {
            let near = near_names(index, name, 3)?;
            let name = name.to_owned();
            unknown.push(Unknown { name, near });
        }
    }
    Ok(unknown)
}

/// The name in a clause.
fn name_of(part: &Node) -> Option<(&Clause, &str)> {
    match &part.kind {
        NodeKind::Clause(clause)
            if clause.op == Op::Has && clause.field.value_type() == ValueType::Name =>
        {
            match &clause.value {
                Value::Bare(name) | Value::Quoted(name) => Some((clause, name)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The number of games of a whole name.
fn games(index: &Index, folded: &str) -> Result<u64> {
    let f = &index.fields;
    let seats = [f.black_whole, f.white_whole].map(|field| Term::from_field_text(field, folded));
    let either = BooleanQuery::new_multiterms_query(seats.into());
    let count = index.searcher().search(&either, &Count);
    Ok(count.map_err(|error| tantivy_error(index.folder(), error))? as u64)
}

/// The name to find.
struct Sought {
    /// The letters, with the words in both orders.
    orders: Vec<Vec<char>>,
    /// Whether it is a single word, which may be any word of a name.
    single: bool,
    most: usize,
}

impl Sought {
    fn of(text: &str) -> Option<Sought> {
        let folded = fold(text);
        let words: Vec<&str> = words(&folded).collect();
        let whole: Vec<char> = words.concat().chars().collect();
        let most = match whole.len() {
            0..=2 => return None,
            3..=4 => 1,
            5..=9 => 2,
            10..=LONGEST => 3,
            _ => return None,
        };
        let mut orders = vec![whole];
        if let Some((last, rest)) = words.split_last()
            && !rest.is_empty()
        {
            orders.push([*last, &rest.concat()].concat().chars().collect());
        }
        Some(Sought {
            orders,
            single: words.len() == 1,
            most,
        })
    }

    /// The distance to a name, unless it is too large.
    fn distance(&self, name: &str) -> Option<usize> {
        let folded = fold(name);
        let whole: Vec<char> = words(&folded).flat_map(str::chars).collect();
        let word = |word: &str| self.to(&word.chars().collect::<Vec<char>>());
        let of_words = words(&folded).filter(|_| self.single).filter_map(word);
        of_words.chain(self.to(&whole)).min()
    }

    fn to(&self, letters: &[char]) -> Option<usize> {
        let near = |order: &&Vec<char>| {
            let longer = order.len().abs_diff(letters.len());
            longer <= self.most && missing(order, letters) <= self.most
        };
        let far = self
            .orders
            .iter()
            .filter(near)
            .map(|order| distance(order, letters));
        far.min()
            .filter(|&far| far <= self.most && 2 * far < letters.len())
    }
}

/// The number of letters in `sought` that do not occur in `letters`. The distance is at least that, and this is quick
/// to compute.
fn missing(sought: &[char], letters: &[char]) -> usize {
    sought.iter().filter(|c| !letters.contains(c)).count()
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}
