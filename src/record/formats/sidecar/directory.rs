//! Where a text has its answers, and to which queries.

use super::answers::{Position, id, moves, parse, positions};
use super::game::MainLine;
use super::queries::Queries;
use crate::formats::json::value::JsonValue;
use crate::patience::step;
use memchr::memmem;
use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// This many answers to known queries are remembered.
const MOST_ANSWERS: usize = 1 << 20;
/// This many runs of answers to unknown queries.
const MOST_RUNS: usize = 1 << 18;

/// Where the answers are.
#[derive(Debug, Default)]
pub(super) struct Directory {
    queries: Queries,
    /// The answers to queries whose moves are known, by query, turn and engine: of each the longest search.
    answers: Vec<Answer>,
    is_full: bool,
    /// Runs of other answers. They belong to the first game.
    runs: Vec<Range<u64>>,
    /// Whether the next answer goes on with the last run.
    is_in_run: bool,
    /// Whether there are answers to known queries, of whatever game.
    pub(super) has_answers: bool,
    pub(super) bad: BadLines,
    /// Objects that were read, and queries and answers that were looked at.
    pub(super) looked: u64,
}

/// Where an answer is, and to what.
#[derive(Clone, Copy, Debug)]
struct Answer {
    query: u32,
    turn: u32,
    engine: u64,
    visits: Option<u64>,
    start: u64,
    length: u32,
}

/// How many lines cannot be read, and what is wrong with the first.
#[derive(Clone, Debug, Default)]
pub(super) struct BadLines {
    pub(super) count: u32,
    pub(super) first: Option<String>,
}

impl BadLines {
    pub(super) fn add(&mut self, what: String) {
        self.count = self.count.saturating_add(1);
        self.first.get_or_insert(what);
    }

    pub(super) fn add_all(&mut self, others: BadLines) {
        self.count = self.count.saturating_add(others.count);
        self.first = self.first.take().or(others.first);
    }
}

impl Answer {
    fn new(query: u32, place: &Range<u64>, position: &Position) -> Answer {
        let mut engine = DefaultHasher::new();
        position.engine.hash(&mut engine);
        Answer {
            query,
            turn: position.turn,
            engine: engine.finish(),
            visits: position.visits,
            start: place.start,
            length: (place.end - place.start) as u32,
        }
    }

    fn key(&self) -> (u32, u32, u64) {
        (self.query, self.turn, self.engine)
    }
}

impl Directory {
    /// Notes an object.
    pub(super) fn object(&mut self, text: &[u8], place: Range<u64>, wanted: Option<&MainLine>) {
        step();
        self.looked += 1;
        // Most files tell of one game and have no moves: then nothing in them needs to be read yet.
        if self.queries.is_empty() && !may_have_moves(text) {
            return self.run(place);
        }
        let text = String::from_utf8_lossy(text);
        let Some(json) = parse(&text) else {
            return self.bad.add("it is not JSON".to_owned());
        };
        let Some(root) = json.roots().next() else {
            return;
        };
        match self.query(root, wanted) {
            None => self.run(place),
            Some(query) => self.answer(root, place, query),
        }
    }

    /// Notes an answer that belongs to the first game.
    fn run(&mut self, place: Range<u64>) {
        let is_in_run = std::mem::replace(&mut self.is_in_run, true);
        let is_full = self.runs.len() >= MOST_RUNS;
        match self.runs.last_mut() {
            Some(last) if is_in_run => last.end = place.end,
            _ if is_full => self.too_many(),
            _ => self.runs.push(place),
        }
    }

    /// The query that an answer belongs to, if the answers to it tell its moves; `Some(None)` for one that nobody wants.
    fn query(&mut self, answer: JsonValue, wanted: Option<&MainLine>) -> Option<Option<u32>> {
        let id = id(answer)?;
        if let Some(known) = self.queries.by_id(&id) {
            return Some(known);
        }
        let added = self.queries.add(&id, moves(answer)?, wanted);
        if added.is_none() {
            self.too_many();
        }
        Some(added.flatten())
    }

    /// Notes an answer to a known query.
    fn answer(&mut self, answer: JsonValue, place: Range<u64>, query: Option<u32>) {
        self.is_in_run = false;
        let mut found = Vec::new();
        positions(answer, &mut |why| self.bad.add(why), &mut |position| {
            if position.says_something() {
                found.push(query.map(|query| Answer::new(query, &place, &position)));
            }
        });
        self.has_answers |= !found.is_empty();
        for answer in found.into_iter().flatten() {
            if self.answers.len() >= MOST_ANSWERS && !self.is_full {
                self.thin_out();
                // Else each further answer would sort them again.
                self.is_full = self.answers.len() > MOST_ANSWERS / 2;
            }
            if self.is_full { self.too_many() } else { self.answers.push(answer) }
        }
    }

    fn too_many(&mut self) {
        self.bad.add("there are more answers than are read".to_owned());
    }

    /// Keeps of all answers about the same position the longest search.
    fn thin_out(&mut self) {
        let order = |of: &Answer| (of.key(), Reverse(of.visits), of.start);
        self.answers.sort_unstable_by_key(order);
        self.answers.dedup_by_key(|of| of.key());
    }

    /// Ends the noting.
    pub(super) fn finish(&mut self) {
        self.thin_out();
        self.queries.sort();
    }

    /// Where the answers are that tell of no moves.
    pub(super) fn runs(&self) -> Vec<Range<u64>> {
        self.runs.clone()
    }

    /// Where the answers about a game are, in their order, each with the number of handicap stones before its moves.
    pub(super) fn of_game(&mut self, line: &MainLine) -> Vec<(Range<u64>, u32)> {
        let mut places = Vec::new();
        for (query, ahead) in self.queries.of_game(line, &mut self.looked) {
            let from = self.answers.partition_point(|of| of.query < query);
            let of_query = self.answers.iter().skip(from);
            for of in of_query.take_while(|of| of.query == query) {
                step();
                self.looked += 1;
                places.push((of.start, of.length, ahead));
            }
        }
        places.sort_unstable();
        places.dedup();
        let place = |(start, length, ahead)| (start..start + u64::from(length), ahead);
        places.into_iter().map(place).collect()
    }
}

/// Whether an answer may tell the moves of its query.
fn may_have_moves(text: &[u8]) -> bool {
    memmem::find(text, b"moves").is_some() || memmem::find(text, b"MOVES").is_some()
}
