//! Practice: positions of a query whose next move the user guesses. Chooses the next position, grades guesses, and
//! counts results.

use super::game::record_of;
use crate::address::ParsedRequest;
use crate::route_parameters::NoParameters;
use crate::state::{AddressMove, Guess, PractiseTab};
use crate::worker::{AnswerContext, Partial};
use kifu_archive::clock;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::guess::{Grade, KnownMoves};
use kifu_engine::points::move_name;
use kifu_engine::practice::{PHASE_ENDS, PracticePosition, PracticeSeries};
use kifu_engine::request::DrawPositions;
use kifu_engine::{Failure, Result};
use kifu_messages::{Message, say};
use kifu_record::date::Day;
use kifu_record::game::{BoardSize, GameKind, Move};
use kifu_store::userdata::practice::memory::{
    AnsweredPosition, DayAndTime, GradeCounts, PracticeMemory, PractisedPosition,
};
use kifu_store::userdata::practised::PracticeRead;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of positions that are drawn from the games of the query at first, and at most. Each time that all drawn
/// positions have been answered, twice as many are drawn.
const FIRST_SAMPLE: usize = 200;
const MAX_SAMPLE: usize = 3_200;
/// Assumed memory of a practice position in the cache, in bytes.
const BYTES_PER_POSITION: u64 = 6 << 10;
/// Largest number of positions that follow and are shown as small boards.
const MAX_UPCOMING: usize = 6;
/// Largest number of openings in the table of results.
const MAX_OPENINGS: usize = 6;

/// A position to guess the next move in, or its answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Practice")]
pub(crate) struct Practice {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// The query from whose games positions are drawn.
    query: String,
    /// Number of games that match the query.
    pub games: u64,
    /// Number of positions that were drawn from the games of the query.
    pub positions: usize,
    /// Whether `positions` counts all positions that the games of the query can give.
    pub whole: bool,
    /// Whether answers are stored: not by a server that is read-only or that other machines can reach.
    pub kept: bool,
    /// Number of positions whose repetition is due today.
    pub due: usize,
    /// Number of positions that were never answered.
    pub new: usize,
    /// First day after today on which a position is due.
    pub next_due: Option<String>,
    /// Remarks, such as that the user's file could not be read.
    pub notes: Vec<Message>,
    /// The position whose next move is to be guessed; null if none is left.
    position: Option<PositionObject>,
    /// The answer to the position, if a guess was sent.
    answer: Option<AnswerObject>,
    /// Results of earlier answers, by the part of the game and by the opening of the game.
    pub tally: Vec<TallyRow>,
    /// True if any position was ever answered, whether it belongs to this query or to another.
    #[serde(skip)]
    pub has_answers: bool,
    #[serde(skip)]
    pub series: Arc<PracticeSeries>,
    #[serde(skip)]
    pub shown: Option<ShownPosition>,
}

/// The position that the page shows, one of those that were drawn, with the user's guess.
pub(crate) struct ShownPosition {
    at: usize,
    /// Indexes of the positions that follow, among the drawn positions.
    upcoming: Vec<usize>,
    /// The guess and its grade, if the answer is shown.
    pub answered: Option<AnsweredGuess>,
}

/// The user's guess, if any, its grade, and what is known of all moves.
pub(crate) struct AnsweredGuess {
    pub guess: Option<Move>,
    pub grade: Grade,
    pub known: KnownMoves,
}

/// A practice position in the JSON answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PracticePosition")]
struct PositionObject {
    /// Key of the position, equal for all its rotations and mirror images.
    key: String,
    /// Id of the game that the position is from.
    game: String,
    /// Node of the position in the game.
    node: u32,
    /// Number of the move to guess.
    #[serde(rename = "move")]
    number: u32,
    /// Whether the position is a problem, whose right moves are those of its record.
    problem: bool,
    /// Side that plays the move to guess: `B` or `W`.
    turn: char,
    /// Columns and rows of the board.
    size: [u8; 2],
    /// Rows of the board, the uppermost first, with `X` and `O`, and `.` for an empty point.
    board: Vec<String>,
}

/// The answer to a practice position: the guess, its grade, and the engine's moves, as JSON.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PracticeAnswer")]
struct AnswerObject {
    /// The guessed move; null if the answer was requested without a guess.
    guess: Option<String>,
    /// Grade of the guess: right, nearly right or wrong.
    grade: Grade,
    /// Move that was played.
    played: String,
    /// Name of the engine; null if no engine analysed the position.
    engine: Option<String>,
    /// Candidates of the engine, the best first, and the move that was played.
    moves: Vec<MoveObject>,
    /// The players, Black first.
    players: [Option<String>; 2],
    /// Date of the game.
    date: Option<String>,
}

/// A move of the answer: a candidate of the engine, or the move that was played.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PracticeMove")]
struct MoveObject {
    /// Name of the move.
    at: String,
    /// Points that the move loses; negative for a gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    /// Percentage points by which the win rate falls.
    #[serde(skip_serializing_if = "Option::is_none")]
    drop: Option<f64>,
    /// Whether this is the engine's best move or, in a problem, a right move.
    best: bool,
    /// Whether this is the move that was played in the game.
    played: bool,
}

/// Results of answers to positions that have a property in common.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PracticeTally")]
pub(crate) struct TallyRow {
    /// Property that the positions have in common: `phase` or `opening`.
    pub by: &'static str,
    /// Phase or opening that the positions of this row have in common, as `by` says: a range of moves (`1-60`) or the
    /// name of an opening.
    pub value: String,
    /// Number of answers that were right.
    pub right: u32,
    /// Number of answers that were nearly right.
    pub nearly: u32,
    /// Number of answers that were wrong.
    pub wrong: u32,
}

/// Results of the page Practise over all queries.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PracticeProgress {
    /// Number of positions that were answered.
    pub positions: usize,
    /// Number of positions whose repetition is due today.
    pub due: usize,
    /// First day after today on which a position is due.
    pub next_due: Option<String>,
    /// Number of answers that were right.
    pub right: u32,
    /// Number of answers that were nearly right.
    pub nearly: u32,
    /// Number of answers that were wrong.
    pub wrong: u32,
}

impl PracticeProgress {
    pub(crate) fn new(memory: &PracticeMemory) -> PracticeProgress {
        let now = (clock::today(), clock::now());
        let mut counts = GradeCounts::default();
        memory.all().for_each(|position| counts.merge(&position.counts));
        let later = memory.all().filter(|position| !position.is_due(now));
        PracticeProgress {
            positions: memory.all().count(),
            due: memory.all().filter(|position| position.is_due(now)).count(),
            next_due: later.map(|position| position.due()).min().map(|day| day.to_string()),
            right: counts.right,
            nearly: counts.nearly,
            wrong: counts.wrong,
        }
    }
}

/// Result of storing an answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "PracticeKept")]
pub(crate) struct SavedAnswer {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Grade of the guess: right, nearly right or wrong.
    grade: Grade,
    /// Day on which the position is due again.
    due: String,
    /// Whether this answer changes the day on which the position is due again. It does not if the position was not due.
    counts: bool,
}

/// The drawn positions (by index), grouped by when they are due.
struct PracticeQueue {
    due: Vec<usize>,
    new: Vec<usize>,
    /// Positions that were answered wrongly a moment ago and are shown again in this session.
    again: Vec<usize>,
    next_due: Option<Day>,
}

impl PracticeQueue {
    fn new(series: &PracticeSeries, memory: &PracticeMemory, now: DayAndTime) -> PracticeQueue {
        let mut queue =
            PracticeQueue { due: Vec::new(), new: Vec::new(), again: Vec::new(), next_due: None };
        for (at, position) in series.positions.iter().enumerate() {
            match memory.get(&position.key) {
                None => queue.new.push(at),
                Some(known) if !known.is_due(now) => {
                    let before = queue.next_due.unwrap_or(known.due());
                    queue.next_due = Some(before.min(known.due()));
                }
                Some(known) if known.is_recent(now) => queue.again.push(at),
                Some(_) => queue.due.push(at),
            }
        }
        queue
    }

    /// Index of the position to show after the position `after`, or of the first one to show.
    fn next(&self, after: Option<usize>) -> Option<usize> {
        self.upcoming(after).next()
    }

    /// Indexes of the positions to show after the position `after`, or of all. Due positions come first, then new ones,
    /// then those that were answered wrongly a moment ago. Within each group, positions come in the order in which they
    /// were drawn, and the first follows the last.
    fn upcoming(&self, after: Option<usize>) -> impl Iterator<Item = usize> {
        let in_order = move |of: &Vec<usize>| {
            let behind = of.iter().filter(|at| after.is_none_or(|after| **at > after));
            let before = of.iter().filter(|at| after.is_some_and(|after| **at < after));
            behind.chain(before).copied().collect::<Vec<usize>>()
        };
        [&self.due, &self.new, &self.again].into_iter().flat_map(in_order)
    }
}

impl Practice {
    /// The practice position that the page shows.
    pub(crate) fn position(&self) -> Option<&PracticePosition> {
        self.series.positions.get(self.shown.as_ref()?.at)
    }

    /// The practice position that follows the one that the page shows.
    pub(crate) fn next(&self) -> Option<&PracticePosition> {
        self.upcoming().next()
    }

    /// The practice positions that follow, as far as the page shows them.
    pub(crate) fn upcoming(&self) -> impl Iterator<Item = &PracticePosition> {
        let places = self.shown.iter().flat_map(|shown| &shown.upcoming);
        places.filter_map(|at| self.series.positions.get(*at))
    }
}

/// Finds the data of the page Practise: the position that the address names, or the first one to show.
pub(crate) fn page(
    context: &AnswerContext,
    request: &ParsedRequest<NoParameters>,
) -> Result<Partial<Practice>> {
    let read = context.user.practice();
    let memory = read.map(|read| read.memory.clone());
    let memory = &*memory.unwrap_or_default();
    let Partial { data: series, complete } = series(context, request, read)?;
    let now = (clock::today(), clock::now());
    let queue = PracticeQueue::new(&series, memory, now);
    let mut notes: Vec<Message> = read.iter().filter_map(|read| read.fault.clone()).collect();
    let requested = requested_index(&series, request);
    if requested.is_none() && !request.state.game.is_empty() {
        notes.push(say!("practise-gone"));
    }
    let at = requested.or_else(|| queue.next(None));
    let tab = request.state.tab.choice().unwrap_or_default();
    let shown = at.map(|at| shown_position(context, request, (&series, at), &queue)).transpose()?;
    let mut practice = Practice {
        v: 1,
        query: request.state.query.clone(),
        games: series.games,
        positions: series.positions.len(),
        whole: series.is_complete,
        kept: read.is_some(),
        due: queue.due.len() + queue.again.len(),
        new: queue.new.len(),
        next_due: queue.next_due.map(|day| day.to_string()),
        notes,
        position: None,
        answer: None,
        tally: tally(&practised_positions(&series, memory, tab)),
        has_answers: memory.all().next().is_some(),
        series,
        shown,
    };
    practice.position = practice.position().map(PositionObject::new);
    practice.answer = answer_object(&practice);
    Ok(Partial { data: practice, complete })
}

/// Stores the answer to a practice position that an address names.
pub(crate) fn save_answer(context: &AnswerContext, request: &ParsedRequest) -> Result<SavedAnswer> {
    let Some(file) = context.opened.practice().filter(|_| context.user.is_for_user()) else {
        return Err(not_stored());
    };
    let series = series(context, request, context.user.practice())?.data;
    let position = requested_index(&series, request).and_then(|at| series.positions.get(at));
    let Some(position) = position else {
        let message = say!("error-no-such-position");
        return Err(Error::new(ErrorKind::NotFound, message).into());
    };
    let Some(answered) = answered_guess(context, request, position)? else {
        let error = Error::new(ErrorKind::Query, say!("error-no-guess"));
        return Err(error.with_help(say!("error-no-guess-help")).into());
    };
    let to = AnsweredPosition {
        key: &position.key,
        number: position.number,
        opening: position.openings.first().map(String::as_str),
    };
    let now = (clock::today(), clock::now());
    let saved = file.answer(to, answered.grade, now)?;
    Ok(SavedAnswer {
        v: 1,
        grade: answered.grade,
        due: saved.due.to_string(),
        counts: saved.counts,
    })
}

fn not_stored() -> Failure {
    Error::new(ErrorKind::Gone, say!("error-answers-not-kept")).into()
}

/// Draws positions from the games of the query, and doubles their number until one of them was never answered or the
/// games give no more.
fn series(
    context: &AnswerContext,
    request: &ParsedRequest,
    read: Option<&PracticeRead>,
) -> Result<Partial<Arc<PracticeSeries>>> {
    let mut limit = FIRST_SAMPLE;
    loop {
        let drawn = draw_positions(context, request, limit)?;
        let series = &drawn.data;
        let is_new =
            |at: &PracticePosition| read.is_none_or(|read| read.memory.get(&at.key).is_none());
        let is_enough = series.is_complete || !drawn.complete || limit >= MAX_SAMPLE;
        if is_enough || series.positions.iter().any(is_new) {
            return Ok(drawn);
        }
        limit *= 2;
    }
}

fn draw_positions(
    context: &AnswerContext,
    request: &ParsedRequest,
    limit: usize,
) -> Result<Partial<Arc<PracticeSeries>>> {
    let opened = &context.opened;
    let (query, unique) = (request.state.query.trim(), request.state.is_unique());
    // The key of the cached positions contains today's date, because a query may name a day by how long ago it is.
    let versions = (context.user.version(), context.user.book_version());
    let today = clock::today();
    let key = format!("{limit}/{unique}/{today}/{versions:?}/{query}");
    if let Some(cached) = opened.series.get(&key) {
        return Ok(Partial::complete(cached));
    }
    let reply = context.ask(&DrawPositions { query: query.to_owned(), unique, limit })?;
    let drawn = Partial::from(reply).map(Arc::new);
    if drawn.complete {
        let bytes = drawn.data.positions.len() as u64 * BYTES_PER_POSITION;
        opened.series.insert(key, drawn.data.clone(), bytes);
    }
    Ok(drawn)
}

/// Index of the position that an address names, among the drawn positions.
fn requested_index(series: &PracticeSeries, request: &ParsedRequest) -> Option<usize> {
    let (game, node) = (&request.state.game, request.state.node);
    let mut positions = series.positions.iter();
    positions.position(|at| at.id == *game && at.node == node)
}

fn shown_position(
    context: &AnswerContext,
    request: &ParsedRequest,
    (series, at): (&PracticeSeries, usize),
    queue: &PracticeQueue,
) -> Result<ShownPosition> {
    let position = series.positions.get(at);
    let answered = position.map(|position| answered_guess(context, request, position));
    let upcoming = queue.upcoming(Some(at)).take(MAX_UPCOMING).collect();
    Ok(ShownPosition { at, upcoming, answered: answered.transpose()?.flatten() })
}

/// The guess in an address, with what is known of the moves, such as an engine's evaluations. `None` if there is no
/// guess, or if the guess is for another position.
fn answered_guess(
    context: &AnswerContext,
    request: &ParsedRequest,
    position: &PracticePosition,
) -> Result<Option<AnsweredGuess>> {
    if request.state.game != position.id {
        return Ok(None);
    }
    let guess = match request.state.guess.guess() {
        Guess::Missing => return Ok(None),
        Guess::ShowAnswer => None,
        Guess::Move(text) => Some(parse_guess(text, position)?),
    };
    // If the game's file cannot be read, the analysis that the index stores is used.
    let game = record_of(context, &position.id).ok();
    let record = game.as_ref().map(|game| &game.read.record);
    let is_same = |tree: &kifu_record::GameTree| {
        tree.only_move(position.next) == Some((position.mover, position.played))
    };
    let record = record.filter(|record| is_same(&record.tree));
    let known = KnownMoves::new(position, record);
    let guess = guess.map(|guess| known.matching_move(&position.board, guess));
    Ok(Some(AnsweredGuess { guess, grade: known.grade(guess), known }))
}

fn parse_guess(text: &str, position: &PracticePosition) -> Result<Move> {
    let size = position.board.size();
    let refused = |message: Message| {
        let error = Error::new(ErrorKind::Query, message);
        Err(error.with_help(say!("error-guess-help")).into())
    };
    match AddressMove::parse(text, size) {
        None => refused(say!("error-address-point", text = text)),
        Some(AddressMove::Pass) => Ok(Move::Pass),
        Some(AddressMove::Place(point)) => match position.board.stone(point).color() {
            Some(_) => refused(say!("error-guess-taken", point = text)),
            None => Ok(Move::Place(point)),
        },
    }
}

/// Name of a move on a board of this size.
pub(crate) fn go_move_name(action: Move, size: BoardSize) -> String {
    move_name(GameKind::Go, size, action)
}

impl PositionObject {
    fn new(position: &PracticePosition) -> PositionObject {
        let size = position.board.size();
        PositionObject {
            key: position.key.clone(),
            game: position.id.clone(),
            node: position.node,
            number: position.number,
            problem: position.is_problem,
            turn: position.mover.letter(),
            size: [size.width(), size.height()],
            board: position.board.rows(),
        }
    }
}

fn answer_object(practice: &Practice) -> Option<AnswerObject> {
    let position = practice.position()?;
    let answered = practice.shown.as_ref()?.answered.as_ref()?;
    let name = |action| go_move_name(action, position.board.size());
    let hundredths = |number: i32| f64::from(number) / 100.0;
    let moves = answered.known.moves.iter().map(|known| MoveObject {
        at: name(known.action),
        loss: known.loss.map(hundredths),
        drop: known.drop.map(hundredths),
        best: known.is_best,
        played: known.is_played,
    });
    Some(AnswerObject {
        guess: answered.guess.map(name),
        grade: answered.grade,
        played: name(position.played),
        engine: answered.known.engine.clone(),
        moves: moves.collect(),
        players: position.players.clone(),
        date: position.date.as_ref().map(|date| date.display_text()),
    })
}

/// Returns those of the drawn positions that were answered before; or all answered positions, if the address asks for
/// the results over all queries.
fn practised_positions<'m>(
    series: &PracticeSeries,
    memory: &'m PracticeMemory,
    tab: PractiseTab,
) -> Vec<&'m PractisedPosition> {
    match tab {
        PractiseTab::All => memory.all().collect(),
        PractiseTab::Query => {
            series.positions.iter().filter_map(|at| memory.get(&at.key)).collect()
        }
    }
}

/// Makes the table of results by the part of the game, and by the openings that were practised most.
fn tally(practised: &[&PractisedPosition]) -> Vec<TallyRow> {
    let mut phases = [GradeCounts::default(); PHASE_ENDS.len() + 1];
    let mut openings: BTreeMap<&str, GradeCounts> = BTreeMap::new();
    for position in practised {
        let phase = PHASE_ENDS.iter().filter(|&&last| position.number > last);
        if let Some(counts) = phases.get_mut(phase.count()) {
            counts.merge(&position.counts);
        }
        if let Some(opening) = &position.opening {
            openings.entry(opening).or_default().merge(&position.counts);
        }
    }
    let [opening, middle] = PHASE_ENDS;
    let names =
        [format!("1-{opening}"), format!("{}-{middle}", opening + 1), format!("{}-", middle + 1)];
    let mut openings: Vec<(&str, GradeCounts)> = openings.into_iter().collect();
    openings.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.total()));
    openings.truncate(MAX_OPENINGS);
    let row = |by, value: String, counts: GradeCounts| TallyRow {
        by,
        value,
        right: counts.right,
        nearly: counts.nearly,
        wrong: counts.wrong,
    };
    let of_phases = names.into_iter().zip(phases).map(|(name, counts)| row("phase", name, counts));
    let of_openings =
        openings.into_iter().map(|(name, counts)| row("opening", name.to_owned(), counts));
    of_phases.chain(of_openings).filter(|row| row.right + row.nearly + row.wrong > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn due_positions_come_first_and_each_group_repeats_in_order() {
        let queue =
            PracticeQueue { due: vec![3, 7], new: vec![1, 5, 9], again: vec![2], next_due: None };
        assert_eq!(queue.next(None), Some(3));
        assert_eq!(queue.next(Some(3)), Some(7));
        // After the last due position, the first due position is shown again.
        assert_eq!(queue.next(Some(7)), Some(3));
        let queue = PracticeQueue { due: Vec::new(), ..queue };
        assert_eq!(queue.next(Some(7)), Some(9));
        assert_eq!(queue.next(Some(9)), Some(1));
        let queue = PracticeQueue { new: vec![4], ..queue };
        assert_eq!(queue.next(Some(4)), Some(2));
        let queue = PracticeQueue { new: Vec::new(), ..queue };
        assert_eq!((queue.next(None), queue.next(Some(2))), (Some(2), None));
    }
}
