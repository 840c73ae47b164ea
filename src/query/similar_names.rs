//! Finds names similar to one that matches nothing: of players, events and openings. Change this file to suggest other
//! names, or to allow more typing errors.

use super::plan::top_level_parts;
use super::players::{People, PersonKey};
use super::search::{count, plan};
use kifu_archive::error::Result;
use kifu_language::fields::{Field, ValueType};
use kifu_language::knowledge::aliases::Aliases;
use kifu_language::knowledge::openings::{Opening, openings};
use kifu_language::knowledge::series;
use kifu_language::{Clause, FieldValue, NodeKind, Op, Query, QueryNode};
use kifu_record::text::fold::fold;
use kifu_store::index::Index;
use kifu_store::index::player_names::each_name;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::HashMap;
use strsim::osa_distance;

/// Maximum length of a name in characters. Longer texts are not names, and comparing them would take long.
const MAX_NAME_CHARS: usize = 60;

/// A person whose name is spelled similarly to the searched name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NearName {
    name: String,
    distance: usize,
    games: u64,
}

/// Finds players whose names are spelled similarly to the text, with their numbers of games. The nearest come first,
/// and among equally near ones those with more games.
pub fn near_names(index: &Index, text: &str, limit: usize) -> Result<Vec<(String, u64)>> {
    Ok(nearest_names(near_candidates(index, text, limit)?, limit))
}

/// The nearest of the candidates from [`near_candidates`], without persons who have no games.
pub fn nearest_names(mut near: Vec<NearName>, limit: usize) -> Vec<(String, u64)> {
    near.retain(|near| near.games > 0);
    near.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    near.into_iter().take(limit).map(|near| (near.name, near.games)).collect()
}

/// Merges the candidates of several indexes, each person once, with the number of games in all of them.
pub fn merge_near(all: Vec<NearName>, aliases: &Aliases, people: &People) -> Vec<NearName> {
    let finder = aliases.finder();
    let mut joined: HashMap<PersonKey, NearName> = HashMap::new();
    for near in all {
        let person = PersonKey::from_name(&near.name, &finder);
        let known = joined.entry(person).or_insert_with(|| near.clone());
        if (near.distance, &near.name) < (known.distance, &known.name) {
            *known = near;
        }
    }
    for (person, games) in people.games(&finder) {
        let known = joined.get_mut(&person).into_iter();
        known.for_each(|known| known.games = games);
    }
    joined.into_values().collect()
}

/// Candidates for names similar to the text, in no particular order. An index that answers alone returns at least the
/// `limit` nearest ones. An index that is one of several returns all candidates, since other indexes may have more
/// games of each.
pub fn near_candidates(index: &Index, text: &str, limit: usize) -> Result<Vec<NearName>> {
    let Some(name_pattern) = NamePattern::new(text) else {
        return Ok(Vec::new());
    };
    let finder = index.aliases().finder();
    let mut found: HashMap<PersonKey, (usize, String)> = HashMap::new();
    for reader in index.searcher().segment_readers() {
        for field in super::players::COLUMNS {
            each_name(index, reader, field, &mut |name| {
                if let Some(distance) = name_pattern.distance(name) {
                    // Of several spellings of a person the nearest counts, and of equally near ones the first.
                    let candidate = (distance, name.to_owned());
                    let known = found
                        .entry(PersonKey::from_name(name, &finder))
                        .or_insert_with(|| candidate.clone());
                    if candidate < *known {
                        *known = candidate;
                    }
                }
            })?;
        }
    }
    let mut found: Vec<(usize, String)> = found.into_values().collect();
    found.sort_unstable();
    let mut near: Vec<NearName> = Vec::new();
    for (distance, name) in found {
        // Once enough persons with nearer names have games, a person with a farther name cannot be among the first.
        let is_farther = near.last().is_some_and(|last| last.distance < distance);
        let are_enough = || near.iter().filter(|near| near.games > 0).count() >= limit;
        if is_farther && !index.is_part() && are_enough() || index.budget().poll_exhausted() {
            break;
        }
        let person = similar_clause(&Field::Player, &name);
        near.push(NearName { games: games_of_clause(index, person)?.unwrap_or(0), name, distance });
    }
    Ok(near)
}

impl NearName {
    fn sort_key(&self) -> (usize, Reverse<u64>, &str) {
        (self.distance, Reverse(self.games), &self.name)
    }
}

/// Finds series of events that are spelled similarly to the text, in the order of [`near_names`].
fn near_series(index: &Index, text: &str, limit: usize) -> Result<Vec<(String, u64)>> {
    let Some(name_pattern) = NamePattern::new(&series::series_name(text)) else {
        return Ok(Vec::new());
    };
    let mut found: HashMap<String, (usize, String)> = HashMap::new();
    for reader in index.searcher().segment_readers() {
        each_name(index, reader, "series_name", &mut |name| {
            if let Some(distance) = name_pattern.distance(name) {
                found.entry(fold(name)).or_insert((distance, name.to_owned()));
            }
        })?;
    }
    let found = found.into_values();
    nearest_first(index, found, Field::Series, Op::Eq, limit)
}

/// Finds openings whose names are spelled similarly to the text, in the order of [`near_names`].
fn near_openings(index: &Index, text: &str, limit: usize) -> Result<Vec<(String, u64)>> {
    let Some(name_pattern) = NamePattern::new(text) else {
        return Ok(Vec::new());
    };
    // Among equally near names of one opening, the first is its usual name.
    let named = |opening: &Opening| {
        let near = std::iter::once(&opening.name)
            .chain(&opening.aliases)
            .filter_map(|name| Some((name_pattern.distance(name)?, (*name).to_owned())));
        near.min_by_key(|(distance, _)| *distance)
    };
    let found = openings().iter().filter_map(named);
    nearest_first(index, found, Field::Opening, Op::Has, limit)
}

/// Sorts names by distance, removes duplicates, and counts the games that a clause on each name finds.
fn nearest_first(
    index: &Index,
    found: impl Iterator<Item = (usize, String)>,
    field: Field,
    op: Op,
    limit: usize,
) -> Result<Vec<(String, u64)>> {
    let mut near = Vec::new();
    for (distance, name) in found {
        if index.budget().poll_exhausted() {
            break;
        }
        let games = games_of_clause(index, clause(field.clone(), op, &name))?.unwrap_or(0);
        near.push((distance, Reverse(games), name));
    }
    near.sort();
    near.dedup();
    near.retain(|(_, Reverse(games), _)| *games > 0);
    let near = near.into_iter().take(limit);
    Ok(near.map(|(_, Reverse(games), name)| (name, games)).collect())
}

fn clause(field: Field, op: Op, value: &str) -> Clause {
    Clause {
        field,
        field_span: 0..0,
        op,
        value: FieldValue::Quoted(value.to_owned()),
        value_span: 0..0,
    }
}

/// The clause that replaces a name without games by a similar name. The clause finds as many games as the suggestion of
/// the similar name says.
fn similar_clause(field: &Field, name: &str) -> Clause {
    match field {
        Field::Winner | Field::Loser | Field::Opening => clause(field.clone(), Op::Has, name),
        Field::Black | Field::BlackPerson => clause(Field::BlackPerson, Op::Eq, name),
        Field::White | Field::WhitePerson => clause(Field::WhitePerson, Op::Eq, name),
        Field::Event | Field::Series => clause(Field::Series, Op::Eq, name),
        _ => clause(Field::Person, Op::Eq, name),
    }
}

/// The query with a similar name in place of one that no game has.
pub fn with_similar(query: &Query, unknown: &UnknownName, name: &str) -> Query {
    let mut parts = top_level_parts(query).to_vec();
    if let Some(part) = parts.get_mut(unknown.part)
        && let NodeKind::Clause(known) = &part.kind
    {
        part.kind = NodeKind::Clause(similar_clause(&known.field, name));
    }
    let root = match parts.len() {
        1 => parts.pop(),
        _ => Some(QueryNode::new(NodeKind::And(parts), 0..0)),
    };
    Query { root }
}

/// True if the query consists of one name only, so that a query with a similar name in its place finds exactly the
/// games of that name.
pub fn is_single_name(query: &Query) -> bool {
    let is_counted = |field: &Field| {
        matches!(
            field,
            Field::Player | Field::Person | Field::Event | Field::Series | Field::Opening
        )
    };
    match top_level_parts(query) {
        [part] => name_in_clause(part).is_some_and(|(clause, _)| is_counted(&clause.field)),
        _ => false,
    }
}

/// A name in a query that no game has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct UnknownName {
    /// The kind of name: `player`, `event`, `series` or `opening`.
    pub field: &'static str,
    pub name: String,
    /// The nearest existing names, each with its number of games.
    pub near: Vec<(String, u64)>,
    /// Index of the top-level part of the query that contains the name.
    #[serde(skip)]
    part: usize,
}

/// Finds the names of players, events and openings in a query that no game has. Names inside OR and NOT are not
/// examined, since the query may match without them.
pub fn unknown_names(index: &Index, query: &Query) -> Result<Vec<UnknownName>> {
    let mut unknown = Vec::new();
    for (part, node) in top_level_parts(query).iter().enumerate() {
        let Some((clause, name)) = name_in_clause(node) else {
            continue;
        };
        if index.budget().poll_exhausted() {
            break;
        }
        // Names of winners and losers are looked up as players: a player who never won still exists.
        let field = match clause.field.value_type() {
            ValueType::Name => Field::Player,
            _ => clause.field.clone(),
        };
        let clause = Clause {
            field: field.clone(),
            op: if clause.field.is_person() { Op::Has } else { clause.op },
            ..clause.clone()
        };
        if games_of_clause(index, clause)? == Some(0) {
            let near = match field {
                Field::Player => near_names,
                Field::Opening => near_openings,
                _ => near_series,
            };
            unknown.push(UnknownName {
                field: field.info().name,
                name: name.to_owned(),
                near: near(index, name, 3)?,
                part,
            });
        }
    }
    Ok(unknown)
}

/// Number of games that a clause finds by itself; `None` if it means nothing by itself.
fn games_of_clause(index: &Index, clause: Clause) -> Result<Option<u64>> {
    let root = Some(QueryNode::new(NodeKind::Clause(clause), 0..0));
    match plan(index, &Query { root }) {
        Ok(plan) => count(index, &plan).map(Some),
        Err(_) => Ok(None),
    }
}

/// The name in a clause, if the clause is about a name.
fn name_in_clause(part: &QueryNode) -> Option<(&Clause, &str)> {
    let NodeKind::Clause(clause) = &part.kind else {
        return None;
    };
    let is_name = clause.field.value_type() == ValueType::Name
        || matches!(clause.field, Field::Event | Field::Series | Field::Opening);
    match &clause.value {
        FieldValue::Bare(name) | FieldValue::Quoted(name)
            if is_name && clause.op == Op::Has || clause.field.is_person() =>
        {
            Some((clause, name))
        }
        _ => None,
    }
}

/// A searched name in the forms in which it is compared with other names.
struct NamePattern {
    /// The letters of the name without gaps: with the words in their order and, if there are several, with the last
    /// word first.
    orders: Vec<String>,
    /// True if the searched name is a single word. Then it is also compared with each word of other names.
    is_single_word: bool,
    max_distance: usize,
}

impl NamePattern {
    fn new(text: &str) -> Option<NamePattern> {
        let folded = fold(text);
        let words: Vec<&str> = words(&folded).collect();
        let letters = words.concat();
        let most = match letters.chars().count() {
            0..=2 => return None,
            3..=4 => 1,
            5..=9 => 2,
            10..=MAX_NAME_CHARS => 3,
            _ => return None,
        };
        let mut orders = vec![letters];
        if let Some((last, rest)) = words.split_last()
            && !rest.is_empty()
        {
            orders.push([*last, &rest.concat()].concat());
        }
        Some(NamePattern { orders, is_single_word: words.len() == 1, max_distance: most })
    }

    /// The edit distance to a name; `None` if it is too large.
    fn distance(&self, name: &str) -> Option<usize> {
        let folded = fold(name);
        let letters: String = words(&folded).collect();
        let of_words = words(&folded)
            .filter(|_| self.is_single_word)
            .filter_map(|word| self.distance_to_letters(word));
        of_words.chain(self.distance_to_letters(&letters)).min()
    }

    fn distance_to_letters(&self, letters: &str) -> Option<usize> {
        let length = letters.chars().count();
        let near = |order: &&String| {
            let longer = order.chars().count().abs_diff(length);
            longer <= self.max_distance && missing_letters(order, letters) <= self.max_distance
        };
        let far = self.orders.iter().filter(near).map(|order| osa_distance(order, letters)).min();
        far.filter(|&far| far <= self.max_distance && 2 * far < length)
    }
}

/// Number of letters in `name` that do not occur in `letters`. It is a lower bound of the edit distance and quick to
/// compute, so most names are rejected by it.
fn missing_letters(name: &str, letters: &str) -> usize {
    let is_missing = |c: &char| letters.chars().all(|letter| letter != *c);
    name.chars().filter(is_missing).count()
}

/// Splits a folded text into words.
pub(crate) fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
