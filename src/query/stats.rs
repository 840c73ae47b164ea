//! Games grouped and counted by a property: years, players, openings, results …
//!
//! Only columns are read; no game is loaded.

use super::plan::Plan;
use super::players;
use crate::error::Result;
use crate::index::document::outcome;
use crate::index::place::archive_name;
use crate::index::{Index, tantivy_error};
use crate::query::outcomes::Outcomes;
use crate::record::date::Day;
use crate::record::rank::Rank;
use crate::record::series::series;
use crate::text::fold::fold;
use std::collections::HashMap;
use std::hash::Hash;
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::{DocId, SegmentOrdinal};

/// What games are grouped by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Facet {
    /// The year of the first day on which a game may have been played.
    Year,
    /// Its decade.
    Decade,
    /// The event, as written.
    Event,
    /// The event without its number, year and round.
    Series,
    /// The players, each with all spellings; each game counts for both.
    Player,
    /// The openings recognised from the stones; a game may have several.
    Opening,
    /// The normalised result.
    Result,
    /// How it ended: by resignation, on time …
    How,
    /// The board.
    Size,
    /// The komi.
    Komi,
    /// The handicap.
    Handicap,
    /// The better of the two ranks.
    Rank,
    /// The charset of the file.
    Charset,
    /// The archive, or the folder of a loose file.
    Archive,
    /// The language of the comments; a game may have several.
    Lang,
    /// The kind of game.
    Kind,
    /// The format of the file.
    Format,
    /// The number of moves, in steps of 25.
    Moves,
}

/// All facets with their names, in listing order.
pub const FACETS: [(&str, Facet); 18] = [
    ("year", Facet::Year),
    ("decade", Facet::Decade),
    ("event", Facet::Event),
    ("series", Facet::Series),
    ("player", Facet::Player),
    ("opening", Facet::Opening),
    ("result", Facet::Result),
    ("how", Facet::How),
    ("size", Facet::Size),
    ("komi", Facet::Komi),
    ("handicap", Facet::Handicap),
    ("rank", Facet::Rank),
    ("charset", Facet::Charset),
    ("archive", Facet::Archive),
    ("lang", Facet::Lang),
    ("kind", Facet::Kind),
    ("format", Facet::Format),
    ("moves", Facet::Moves),
];

impl Facet {
    /// The facet with this name.
    pub fn named(name: &str) -> Option<Facet> {
        let is = |(known, _): &&(&str, Facet)| known.eq_ignore_ascii_case(name);
        FACETS.iter().find(is).map(|(_, facet)| *facet)
    }

    /// Whether its values have a natural order, as years have, and are listed in it.
    pub fn is_ordered(self) -> bool {
        matches!(
            self,
            Facet::Year
                | Facet::Decade
                | Facet::Komi
                | Facet::Handicap
                | Facet::Rank
                | Facet::Moves
        )
    }
}

/// The games that have one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetRow {
    /// The value as shown; `None` for the games without one.
    pub value: Option<String>,
    /// How these games ended.
    pub outcomes: Outcomes,
}

/// Games counted by a facet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The outcomes of all games of the query.
    pub total: Outcomes,
    /// By value: in natural order or the most frequent first; the games without a value last.
    pub rows: Vec<FacetRow>,
}

/// A value with the right sort order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Value {
    Number(i64),
    Text(String),
}

/// Games counted between two checks of the budget.
const PART: usize = 1 << 13;

/// Counts the games of a query.
pub fn count_by(index: &Index, plan: &Plan, facet: Facet) -> Result<Counts> {
    let (segments, _) = plan.hits(index, false)?;
    let budget = index.budget();
    let mut total = Outcomes::default();
    let mut rows: HashMap<Option<Value>, Outcomes> = HashMap::new();
    for (ordinal, hits) in segments.iter().enumerate() {
        let reader = index.searcher().segment_reader(ordinal as SegmentOrdinal);
        for docs in hits.docs.chunks(budget.part(PART)) {
            if budget.is_spent() {
                break;
            }
            let own = of_segment(reader, docs, facet, &mut total)
                .map_err(|error| tantivy_error(index.folder(), error))?;
            for (value, outcomes) in own {
                rows.entry(value).or_default().merge(outcomes);
            }
        }
    }
    match facet {
        Facet::Player => {
            let players = players::outcomes(index, &segments)?.into_iter();
            let named = players.map(|(name, row)| (name.map(Value::Text), row));
            rows = named.collect();
        }
        Facet::Series => rows = folded(rows),
        _ => {}
    }
    Ok(Counts {
        total,
        rows: sorted(rows, facet),
    })
}

/// Joins the rows whose texts differ only as `series=` overlooks; the most frequent text stands for them.
fn folded(rows: Rows) -> Rows {
    let mut rows: Vec<(Option<Value>, Outcomes)> = rows.into_iter().collect();
    rows.sort_by(|(a, of_a), (b, of_b)| (of_b.games.cmp(&of_a.games)).then_with(|| a.cmp(b)));
    let mut shown: HashMap<Option<String>, Option<Value>> = HashMap::new();
    let mut joined = Rows::new();
    for (value, outcomes) in rows {
        let key = match &value {
            Some(Value::Text(text)) => Some(fold(text)),
            _ => None,
        };
        let shown = shown.entry(key).or_insert(value);
        joined.entry(shown.clone()).or_default().merge(outcomes);
    }
    joined
}

fn sorted(rows: HashMap<Option<Value>, Outcomes>, facet: Facet) -> Vec<FacetRow> {
    let mut rows: Vec<(Option<Value>, Outcomes)> = rows.into_iter().collect();
    rows.sort_by(|(a, of_a), (b, of_b)| {
        let by_games = of_b.games.cmp(&of_a.games);
        let by_count = if facet.is_ordered() {
            std::cmp::Ordering::Equal
        } else {
            by_games
        };
        (a.is_none().cmp(&b.is_none()))
            .then(by_count)
            .then_with(|| a.cmp(b))
    });
    rows.into_iter()
        .map(|(value, outcomes)| FacetRow {
            value: value.map(|value| shown(&value, facet)),
            outcomes,
        })
        .collect()
}

/// A value for people.
fn shown(value: &Value, facet: Facet) -> String {
    let number = match value {
        Value::Text(text) => return text.clone(),
        Value::Number(number) => *number,
    };
    match facet {
        Facet::Decade => format!("{number}s"),
        Facet::Komi => format!("{}", number as f64 / 100.0),
        Facet::Rank => u8::try_from(number)
            .ok()
            .and_then(Rank::from_number)
            .map_or_else(String::new, |rank| rank.to_string()),
        Facet::Moves => format!("{number}-{}", number + MOVES_STEP - 1),
        _ => number.to_string(),
    }
}

/// The number of moves that one row spans.
const MOVES_STEP: i64 = 25;

type Rows = HashMap<Option<Value>, Outcomes>;

fn of_segment(
    reader: &SegmentReader,
    docs: &[DocId],
    facet: Facet,
    total: &mut Outcomes,
) -> tantivy::Result<Rows> {
    let fast = reader.fast_fields();
    let outcomes = fast.u64("outcome")?;
    let ended = |doc| outcomes.first(doc).unwrap_or(outcome::UNKNOWN);
    docs.iter().for_each(|&doc| total.add(ended(doc)));
    match facet {
        Facet::Year => by_number(docs, &ended, &fast.i64("date_from")?, &year),
        Facet::Decade => by_number(docs, &ended, &fast.i64("date_from")?, &|day| {
            Some(year(day)?.div_euclid(10) * 10)
        }),
        Facet::Komi => by_number(docs, &ended, &fast.i64("komi")?, &Some),
        Facet::Handicap => by_count(docs, &ended, &fast.u64("handicap")?, 1),
        Facet::Moves => by_count(docs, &ended, &fast.u64("moves")?, MOVES_STEP),
        Facet::Rank => {
            let (black, white) = (fast.i64("black_rank")?, fast.i64("white_rank")?);
            let best = |doc| black.first(doc).max(white.first(doc)).map(Value::Number);
            Ok(counted(docs, &ended, best))
        }
        // Players are counted over all segments.
        Facet::Player => Ok(Rows::new()),
        Facet::Event => by_texts(reader, docs, &ended, &["event_name"], &same),
        Facet::Series => by_texts(reader, docs, &ended, &["event_name"], &|event| {
            Some(series(event))
        }),
        Facet::Opening => by_texts(reader, docs, &ended, &["opening_name"], &same),
        Facet::Result => by_texts(reader, docs, &ended, &["result"], &same),
        Facet::How => by_texts(reader, docs, &ended, &["result"], &how),
        Facet::Size => by_texts(reader, docs, &ended, &["size"], &same),
        Facet::Charset => by_texts(reader, docs, &ended, &["charset"], &same),
        Facet::Lang => by_texts(reader, docs, &ended, &["lang"], &same),
        Facet::Format => by_texts(reader, docs, &ended, &["format"], &same),
        Facet::Kind => by_texts(reader, docs, &ended, &["kind"], &kind),
        Facet::Archive => by_archive(reader, docs, &ended),
    }
}

fn year(day: i64) -> Option<i64> {
    let day = Day::from_number(i32::try_from(day).ok()?);
    Some(day.to_ymd().0.into())
}

type Ended<'e> = &'e dyn Fn(DocId) -> u64;

/// Counts documents by the value of each.
fn counted<K: Eq + Hash>(
    docs: &[DocId],
    ended: Ended,
    value: impl Fn(DocId) -> Option<K>,
) -> HashMap<Option<K>, Outcomes> {
    let mut rows: HashMap<Option<K>, Outcomes> = HashMap::new();
    for &doc in docs {
        rows.entry(value(doc)).or_default().add(ended(doc));
    }
    rows
}

fn by_number(
    docs: &[DocId],
    ended: Ended,
    column: &Column<i64>,
    value: &dyn Fn(i64) -> Option<i64>,
) -> tantivy::Result<Rows> {
    let rows = counted(docs, ended, |doc| column.first(doc).and_then(value));
    Ok(of_numbers(rows))
}

fn by_count(
    docs: &[DocId],
    ended: Ended,
    column: &Column<u64>,
    step: i64,
) -> tantivy::Result<Rows> {
    let rows = counted(docs, ended, |doc| {
        let number = column.first(doc).and_then(|n| i64::try_from(n).ok());
        number.map(|n| n / step * step)
    });
    Ok(of_numbers(rows))
}

fn of_numbers(rows: HashMap<Option<i64>, Outcomes>) -> Rows {
    rows.into_iter()
        .map(|(value, outcomes)| (value.map(Value::Number), outcomes))
        .collect()
}

/// The group that a term of a column belongs to; `None` if it does not count.
type Named<'n> = &'n dyn Fn(&str) -> Option<String>;

fn same(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn how(result: &str) -> Option<String> {
    let how = match result.split_once('+').map(|(_, how)| how) {
        None => match result {
            "0" => "draw",
            "?" => "unknown",
            "Void" => "no result",
            other => other,
        },
        Some("R") => "resignation",
        Some("T") => "time",
        Some("F") => "forfeit",
        Some("") => "not told",
        Some(_) => "points",
    };
    Some(how.to_owned())
}

/// `go` but not `gm1`, which is stored beside it.
fn kind(text: &str) -> Option<String> {
    let is_number = text
        .strip_prefix("gm")
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    (!is_number).then(|| text.to_owned())
}

/// Counts by archive, and by folder for loose files.
fn by_archive(reader: &SegmentReader, docs: &[DocId], ended: Ended) -> tantivy::Result<Rows> {
    let Some(column) = reader.fast_fields().str("folder")? else {
        return Ok(of_numbers(counted(docs, ended, |_| None)));
    };
    let mut names = Vec::new();
    let mut terms = column.dictionary().stream()?;
    while terms.advance() {
        let folder = std::str::from_utf8(terms.key()).unwrap_or_default();
        names.push(archive_name(folder));
    }
    let rows = counted(docs, ended, |doc| column.ords().first(doc));
    let mut named: Rows = HashMap::new();
    for (ord, outcomes) in rows {
        let name = ord.and_then(|ord| names.get(ord as usize).cloned());
        named
            .entry(name.map(Value::Text))
            .or_default()
            .merge(outcomes);
    }
    Ok(named)
}

/// Counts by the terms of text columns. Each term is named once, not once per game.
fn by_texts(
    reader: &SegmentReader,
    docs: &[DocId],
    ended: Ended,
    fields: &[&str],
    named: Named,
) -> tantivy::Result<Rows> {
    let mut rows: Rows = HashMap::new();
    let mut without = vec![true; docs.len()];
    for field in fields {
        let Some(column) = reader.fast_fields().str(field)? else {
            continue;
        };
        let mut by_ord: HashMap<u64, Outcomes> = HashMap::new();
        for (&doc, without) in docs.iter().zip(&mut without) {
            for ord in column.ords().values_for_doc(doc) {
                by_ord.entry(ord).or_default().add(ended(doc));
                *without = false;
            }
        }
        each_term(&column, by_ord, &mut |text, outcomes| {
            if let Some(name) = named(text) {
                let row = rows.entry(Some(Value::Text(name))).or_default();
                row.merge(outcomes);
            }
        })?;
    }
    for (&doc, _) in docs.iter().zip(&without).filter(|(_, without)| **without) {
        rows.entry(None).or_default().add(ended(doc));
    }
    Ok(rows)
}

/// Looking up one term costs as much as passing this many in a walk over all.
const LOOKUP: usize = 16;

/// The texts of some terms: looked up if they are few, otherwise collected in a walk over the dictionary.
fn each_term(
    column: &StrColumn,
    by_ord: HashMap<u64, Outcomes>,
    sink: &mut dyn FnMut(&str, Outcomes),
) -> tantivy::Result<()> {
    if by_ord.len() * LOOKUP < column.dictionary().num_terms() {
        let mut text = String::new();
        for (ord, outcomes) in by_ord {
            text.clear();
            column.ord_to_str(ord, &mut text)?;
            sink(&text, outcomes);
        }
        return Ok(());
    }
    let mut terms = column.dictionary().stream()?;
    while terms.advance() {
        if let Some(outcomes) = by_ord.get(&terms.term_ord()) {
            sink(&String::from_utf8_lossy(terms.key()), *outcomes);
        }
    }
    Ok(())
}
