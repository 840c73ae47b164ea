//! Answers about a position or a pattern in parts.

use super::search::{Keyed, Listed};
use crate::engine::board::{
    self, BoardAnswer, Elsewhere, LocalMove, Mover, NextMove, Wins, YearRow,
};
use crate::engine::failure::Result;
use crate::engine::input::Subject;
use crate::engine::request::Board as Request;
use crate::engine::snapshot::Snapshot;
use crate::game::Color;
use crate::knowledge::aliases::{Aliases, Finder};
use crate::patience::step;
use crate::query::answer::{self, Answer, Continuation, NAMES, Question, frequent};
use crate::query::hit_key::HitKey;
use crate::query::sums::add_up;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What a part has of a position or a pattern.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardPart {
    /// The answer of the part alone. It describes what was asked for.
    alone: Map<String, Value>,
    condition: Option<String>,
    notes: Vec<String>,
    total: u64,
    wins: Wins,
    in_variations: u64,
    left_out: Option<u64>,
    /// Whether the question says who is to move; otherwise the games that go on with Black and with White tell.
    is_turn_given: bool,
    movers: [u64; 2],
    moves: Vec<Row>,
    local: Vec<Row>,
    years: Vec<YearRow>,
    /// All games of each year, whether or not they have it.
    all_years: BTreeMap<i32, u64>,
    /// Where the games of a part that has none left the moves that lead there: after how many, and how many games.
    earlier: Option<(usize, u64)>,
    listed: Listed,
    /// If that was requested: how many games of the part have the position after each step that any part goes on with.
    reached: Vec<(Rank, Option<u64>)>,
}

/// A row of a table, with its place among equally frequent ones. Its players are all that there are.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    rank: Rank,
    next: NextMove,
    elsewhere: Option<Elsewhere>,
}

/// See [`Step::rank`](crate::query::step::Step::rank).
type Rank = ([u8; 4], u8, u8);

/// What only the answer of the query tells.
#[derive(Default)]
struct Noted {
    keys: Vec<HitKey>,
    moves: Vec<Rank>,
    local: Vec<Rank>,
    movers: [u64; 2],
    all_years: BTreeMap<i32, u64>,
}

impl Noted {
    fn of(
        snapshot: &Snapshot,
        question: &Question,
        answer: &Answer,
    ) -> crate::error::Result<Noted> {
        let ranks = |rows: &mut dyn Iterator<Item = &Continuation>| -> Vec<Rank> {
            rows.map(|row| row.step.rank()).collect()
        };
        let games = |color| {
            let rows = answer.continuations.iter();
            let rows = rows.filter(|row| row.step.color() == Some(color));
            rows.map(|row| row.outcomes.games).sum()
        };
        let all = match question.by_year {
            true => answer::all_by_year(snapshot.index, question)?,
            false => BTreeMap::new(),
        };
        Ok(Noted {
            keys: answer::keys(snapshot.index, question, answer)?,
            moves: ranks(&mut answer.continuations.iter()),
            local: ranks(&mut answer.local.iter().map(|local| &local.row)),
            movers: Color::BOTH.map(games),
            all_years: all
                .into_iter()
                .map(|(year, all)| (year, all.games))
                .collect(),
        })
    }
}

/// Notes what the answer depends on.
pub(super) fn note(snapshot: &Snapshot, request: &Request, pattern: bool) -> Result<()> {
    let subject = board::subject_of(request, snapshot, pattern)?;
    snapshot.index.note_roots();
    board::note(snapshot, request, &subject)
}

/// The answer of a part.
pub(super) fn part(snapshot: &Snapshot, request: &Request, pattern: bool) -> Result<BoardPart> {
    let subject = board::subject_of(request, snapshot, pattern)?;
    let (mut noted, mut reached) = (Noted::default(), Vec::new());
    if let (Subject::Position(asked), true) = (&subject, request.parts.reached) {
        let steps = board::reached_in_all(snapshot, request, &subject, asked)?.into_iter();
        reached.extend(steps.map(|(step, games)| (step.rank(), games)));
    }
    let mut request = request.clone();
    request.parts.reached = false;
    let answer = board::answered_by(snapshot, &request, subject, &mut |question, after| {
        let question = Question {
            // Which rows are the first is known only when all parts are joined.
            named: match request.parts.moves && request.named > 0 {
                true => usize::MAX,
                false => 0,
            },
            as_written: true,
            ..question.clone()
        };
        let answer = answer::answer_after(snapshot.index, &question, after)?;
        noted = Noted::of(snapshot, &question, &answer)?;
        Ok(answer)
    })?;
    let row = |(rank, (next, elsewhere))| Row {
        rank,
        next,
        elsewhere,
    };
    let rows = |ranks: Vec<Rank>, rows: Vec<(NextMove, Option<Elsewhere>)>| {
        ranks.into_iter().zip(rows).map(row).collect()
    };
    let next = |next: &NextMove| (next.clone(), None);
    let local = |local: &LocalMove| (local.next.clone(), local.elsewhere.clone());
    let games = answer.games.iter().zip(noted.keys);
    Ok(BoardPart {
        total: answer.total,
        wins: answer.wins,
        in_variations: answer.in_variations,
        left_out: answer.left_out,
        is_turn_given: answer.is_turn_given,
        movers: noted.movers,
        moves: rows(noted.moves, answer.moves.iter().map(next).collect()),
        local: rows(
            noted.local,
            answer.local.iter().flatten().map(local).collect(),
        ),
        years: answer.years.clone().unwrap_or_default(),
        all_years: noted.all_years,
        earlier: answer.earlier.map(|earlier| (earlier.moves, earlier.games)),
        listed: Listed {
            games: games
                .map(|(row, key)| Keyed {
                    key,
                    game: row.object().into(),
                })
                .collect(),
            more: answer.next_page.is_some(),
            pages: board::page_key(snapshot, &request, &answer.subject),
        },
        reached,
        alone: alone(&answer),
        condition: answer.condition,
        notes: answer.notes,
    })
}

impl BoardPart {
    /// The conditions on the games as a sentence, and remarks on how it was understood.
    pub(super) fn conditions(&self) -> (Option<String>, Vec<String>) {
        (self.condition.clone(), self.notes.clone())
    }
}

/// The JSON object of an answer without its lists.
fn alone(answer: &BoardAnswer) -> Map<String, Value> {
    let mut short = answer.clone();
    short.moves.clear();
    short.games.clear();
    short.local.iter_mut().for_each(Vec::clear);
    short.years.iter_mut().for_each(Vec::clear);
    match serde_json::to_value(short) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

/// The keys of the JSON object in their order; those of the position or the pattern stand before them.
const KEYS: [&str; 15] = [
    "filter",
    "total",
    "black",
    "white",
    "draws",
    "unknown",
    "tomove",
    "opening",
    "years",
    "moves",
    "local",
    "in_variations",
    "left_out",
    "earlier",
    "games",
];

/// The answer of all parts as a JSON object, and the key of the next page of its games; `None` if there is no part.
pub(super) fn join(
    request: &Request,
    parts: Vec<BoardPart>,
    aliases: &Aliases,
) -> Option<(Value, Option<String>)> {
    let mut joined = parts.first()?.alone.clone();
    let sum = |number: &dyn Fn(&BoardPart) -> u64| parts.iter().map(number).sum::<u64>();
    let total = sum(&|part| part.total);
    let mut set = |key: &str, value: Option<Value>| match value {
        Some(value) => drop(joined.insert(key.to_owned(), value)),
        None => drop(joined.shift_remove(key)),
    };
    set("total", Some(total.into()));
    for (key, number) in [
        ("black", (|wins| wins.black) as fn(&Wins) -> u64),
        ("white", |wins| wins.white),
        ("draws", |wins| wins.draws),
        ("unknown", |wins| wins.unknown),
    ] {
        set(key, Some(sum(&|part| number(&part.wins)).into()));
    }
    set(
        "in_variations",
        Some(sum(&|part| part.in_variations).into()),
    );
    let left_out = parts.iter().map(|part| part.left_out).sum::<Option<u64>>();
    set("left_out", left_out.map(Value::from));
    if !parts.iter().any(|part| part.is_turn_given) {
        let [black, white] = [0, 1].map(|i| sum(&|part| part.movers.get(i).copied().unwrap_or(0)));
        let mover = (black != white).then_some(if black > white { "B" } else { "W" });
        set("tomove", mover.map(Value::from));
    }
    set("earlier", earlier(&parts, total));
    let named = if request.parts.moves {
        request.named
    } else {
        0
    };
    let finder = aliases.finder();
    let rows =
        |rows: fn(&BoardPart) -> &Vec<Row>| table(parts.iter().flat_map(rows), named, &finder);
    let reached = reached(&parts);
    let moves = rows(|part| &part.moves).into_iter().map(|row| NextMove {
        reached: reached.get(&row.rank).copied().flatten(),
        ..row.next
    });
    set("moves", json(moves.collect::<Vec<NextMove>>()));
    let local = rows(|part| &part.local).into_iter().map(|row| LocalMove {
        next: row.next,
        elsewhere: row.elsewhere,
    });
    let local: Vec<LocalMove> = local.collect();
    let has_local = parts.iter().any(|part| part.alone.contains_key("local"));
    set("local", json(local).filter(|_| has_local));
    if request.parts.years && !request.count {
        set("years", json(years(&parts)));
    }
    let listed = parts.into_iter().map(|part| part.listed);
    let (games, next) = super::search::page(listed, request.listed);
    set("games", Some(games.into()));
    Some((in_order(joined).into(), next))
}

/// How many games have the position after each step.
fn reached(parts: &[BoardPart]) -> BTreeMap<Rank, Option<u64>> {
    let mut all: BTreeMap<Rank, Option<u64>> = BTreeMap::new();
    for &(rank, games) in parts.iter().flat_map(|part| &part.reached) {
        all.entry(rank)
            .and_modify(|sum| *sum = sum.zip(games).map(|(a, b)| a + b))
            .or_insert(games);
    }
    all
}

fn json(value: impl Serialize) -> Option<Value> {
    serde_json::to_value(value).ok()
}

/// The same object with its keys in the order of an answer.
fn in_order(mut object: Map<String, Value>) -> Map<String, Value> {
    for key in KEYS {
        if let Some(value) = object.shift_remove(key) {
            object.insert(key.to_owned(), value);
        }
    }
    object
}

/// Where games left the moves: those of the part that stayed longest, if none has the position.
fn earlier(parts: &[BoardPart], total: u64) -> Option<Value> {
    let stayed = parts.iter().filter_map(|part| part.earlier);
    let longest = stayed.clone().map(|(moves, _)| moves).max()?;
    let games = stayed.filter(|(moves, _)| *moves == longest);
    let games: u64 = games.map(|(_, games)| games).sum();
    let mut told = parts
        .iter()
        .find_map(|part| part.alone.get("earlier"))?
        .clone();
    let object = told.as_object_mut().filter(|_| total == 0)?;
    object.insert("moves".into(), longest.into());
    object.insert("games".into(), games.into());
    Some(told)
}

/// The rows of all parts, the most frequent first; only the first `named` name their players.
fn table<'p>(rows: impl Iterator<Item = &'p Row>, named: usize, finder: &Finder) -> Vec<Row> {
    let mut merged: BTreeMap<Rank, Row> = BTreeMap::new();
    for row in rows {
        step();
        match merged.get_mut(&row.rank) {
            Some(into) => into.add(row),
            None => drop(merged.insert(row.rank, row.clone())),
        }
    }
    // The sort is stable, so rows with equal counts stay in the order of the board.
    let mut rows: Vec<Row> = merged.into_values().collect();
    rows.sort_by_key(|row| Reverse(row.next.games));
    for (place, row) in rows.iter_mut().enumerate() {
        let players = std::mem::take(&mut row.next.players);
        if place < named {
            row.next.players = most_frequent(players, finder);
        }
    }
    rows
}

/// The most frequent of the players whose names the parts tell as written.
fn most_frequent(written: Vec<Mover>, finder: &Finder) -> Vec<Mover> {
    let mut names: Vec<(String, u64)> = Vec::with_capacity(written.len());
    names.extend(
        written
            .into_iter()
            .map(|Mover { name, games }| (name, games)),
    );
    add_up(&mut names);
    let players = frequent(names, finder, NAMES).into_iter();
    players.map(|(name, games)| Mover { name, games }).collect()
}

impl Row {
    fn add(&mut self, more: &Row) {
        let (into, next) = (&mut self.next, &more.next);
        into.games += next.games;
        into.wins.add(next.wins);
        let years = |a: Option<i32>, b: Option<i32>, of: fn(i32, i32) -> i32| match (a, b) {
            (Some(a), Some(b)) => Some(of(a, b)),
            (a, b) => a.or(b),
        };
        into.first_year = years(into.first_year, next.first_year, i32::min);
        into.last_year = years(into.last_year, next.last_year, i32::max);
        into.players.extend(next.players.iter().cloned());
        if let (Some(into), Some(more)) = (&mut into.years, &next.years) {
            *into = joined_years(into.iter().chain(more));
        }
        if let (Some(into), Some(more)) = (&mut self.elsewhere, &more.elsewhere) {
            into.add(more);
        }
    }
}

/// The games by year, each with all games of that year.
fn years(parts: &[BoardPart]) -> Vec<YearRow> {
    let mut rows = joined_years(parts.iter().flat_map(|part| &part.years));
    for row in &mut rows {
        let all = parts
            .iter()
            .filter_map(|part| part.all_years.get(&row.year));
        row.of = all.copied().reduce(|a, b| a + b);
    }
    rows
}

fn joined_years<'r>(rows: impl Iterator<Item = &'r YearRow>) -> Vec<YearRow> {
    let mut years: BTreeMap<i32, YearRow> = BTreeMap::new();
    for row in rows {
        step();
        match years.get_mut(&row.year) {
            Some(into) => {
                into.games += row.games;
                into.black += row.black;
                into.white += row.white;
            }
            None => drop(years.insert(row.year, row.clone())),
        }
    }
    years.into_values().collect()
}
