//! Directory of a text: where it has answers, and to which queries.

use super::answers::{Position, id, moves, parse, positions};
use super::game::MainLine;
use super::queries::Queries;
use crate::cancel::checkpoint;
use crate::formats::json::value::JsonValue;
use memchr::memmem;
use std::cmp::Reverse;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// Maximum number of answers that are remembered, of those whose query's moves are known.
const MAX_ANSWERS: usize = 1 << 20;
/// Maximum number of runs that are remembered: runs of consecutive answers whose query's moves are not known.
const MAX_RUNS: usize = 1 << 18;

/// Where a sidecar has the answers to which queries, so that only the answers about a game are read again.
#[derive(Debug, Default)]
pub(super) struct Directory {
    queries: Queries,
    /// Answers to queries whose moves are known. Once sorted, they are in the order of query, turn and engine, and only
    /// the longest search of each position by each engine remains.
    answers: Vec<Answer>,
    is_full: bool,
    /// Byte ranges of consecutive answers to queries whose moves are not known. They belong to the first game.
    runs: Vec<Range<u64>>,
    /// Whether an answer to a query without known moves would extend the last run: nothing else stands between them.
    is_in_run: bool,
    /// Whether the text has answers to known queries, of any game.
    pub(super) has_answers: bool,
    pub(super) bad: BadLines,
    /// Number of objects that were read, plus the numbers of queries and answers that were compared. Tests use it to
    /// check that the work grows only in proportion to the input.
    pub(super) compared: u64,
}

/// Place of an answer, with the number of its query and the position that it is about.
#[derive(Clone, Copy, Debug)]
struct Answer {
    query: u32,
    turn: u32,
    engine: u64,
    visits: Option<u64>,
    start: u64,
    length: u32,
}

/// Number of lines that cannot be read, and what is wrong with the first.
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
    /// Adds the place of a JSON object, and the moves of its query if it has them.
    pub(super) fn add_object(
        &mut self,
        text: &[u8],
        place: Range<u64>,
        only_game: Option<&MainLine>,
    ) {
        checkpoint();
        self.compared += 1;
        // Most sidecars are about one game and do not repeat its moves. Then no object needs to be parsed during the
        // scan.
        if self.queries.is_empty() && !may_have_moves(text) {
            return self.add_run(place);
        }
        let text = String::from_utf8_lossy(text);
        let Some(json) = parse(&text) else {
            return self.bad.add("it is not JSON".to_owned());
        };
        let Some(root) = json.roots().next() else {
            return;
        };
        match self.query_of_answer(root, only_game) {
            None => self.add_run(place),
            Some(query) => self.add_answer(root, place, query),
        }
    }

    /// Adds the place of an answer to a query without known moves, which belongs to the first game. It extends the last
    /// run if it directly follows it.
    fn add_run(&mut self, place: Range<u64>) {
        let is_in_run = std::mem::replace(&mut self.is_in_run, true);
        let is_full = self.runs.len() >= MAX_RUNS;
        match self.runs.last_mut() {
            Some(last) if is_in_run => last.end = place.end,
            _ if is_full => self.report_too_many(),
            _ => self.runs.push(place),
        }
    }

    /// Query that an answer belongs to; `None` if no answer gives the query's moves, `Some(None)` if it is about no
    /// wanted game.
    fn query_of_answer(
        &mut self,
        answer: JsonValue,
        only_game: Option<&MainLine>,
    ) -> Option<Option<u32>> {
        let id = id(answer)?;
        if let Some(known) = self.queries.by_id(&id) {
            return Some(known);
        }
        let added = self.queries.add(&id, moves(answer)?, only_game);
        if added.is_none() {
            self.report_too_many();
        }
        Some(added.flatten())
    }

    /// Adds the positions of an answer to a known query.
    fn add_answer(&mut self, answer: JsonValue, place: Range<u64>, query: Option<u32>) {
        self.is_in_run = false;
        let mut found = Vec::new();
        positions(answer, &mut |why| self.bad.add(why), &mut |position| {
            if position.has_content() {
                found.push(query.map(|query| Answer::new(query, &place, &position)));
            }
        });
        self.has_answers |= !found.is_empty();
        for answer in found.into_iter().flatten() {
            if self.answers.len() >= MAX_ANSWERS && !self.is_full {
                self.remove_shorter_searches();
                // If thinning out leaves the list nearly full, no more are added: else each further answer would sort
                // the list again.
                self.is_full = self.answers.len() > MAX_ANSWERS / 2;
            }
            if self.is_full { self.report_too_many() } else { self.answers.push(answer) }
        }
    }

    fn report_too_many(&mut self) {
        self.bad.add("there are more answers than are read".to_owned());
    }

    /// Of several answers about the same position by the same engine, removes all but the longest search.
    fn remove_shorter_searches(&mut self) {
        let order = |of: &Answer| (of.key(), Reverse(of.visits), of.start);
        self.answers.sort_unstable_by_key(order);
        self.answers.dedup_by_key(|of| of.key());
    }

    /// Prepares the directory for searches, once all objects are added.
    pub(super) fn finish(&mut self) {
        self.remove_shorter_searches();
        self.queries.sort();
    }

    /// Places of the answers whose queries' moves are not known.
    pub(super) fn runs(&self) -> Vec<Range<u64>> {
        self.runs.clone()
    }

    /// Places of the answers about a game, in their order in the text, each with the number of handicap stones before
    /// the game's moves in its query.
    pub(super) fn answers_of_game(&mut self, line: &MainLine) -> Vec<(Range<u64>, u32)> {
        let mut places = Vec::new();
        for (query, ahead) in self.queries.matching_game(line, &mut self.compared) {
            let from = self.answers.partition_point(|of| of.query < query);
            let of_query = self.answers.iter().skip(from);
            for of in of_query.take_while(|of| of.query == query) {
                checkpoint();
                self.compared += 1;
                places.push((of.start, of.length, ahead));
            }
        }
        places.sort_unstable();
        places.dedup();
        let place = |(start, length, ahead)| (start..start + u64::from(length), ahead);
        places.into_iter().map(place).collect()
    }
}

/// Quick test that spares parsing JSON: false if the text of an answer certainly lacks the moves of its query.
fn may_have_moves(text: &[u8]) -> bool {
    memmem::find(text, b"moves").is_some() || memmem::find(text, b"MOVES").is_some()
}
