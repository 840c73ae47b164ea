//! Reads one line of a sidecar: an answer of KataGo, several that katawrap joined, or a line of a table.

use crate::analysis::{Candidate, Lead, Rate, Verdict};
use crate::cancel::checkpoint;
use crate::formats::json::value::{JsonKind, JsonValue};
use crate::formats::json::{self, Json};
use crate::formats::sgf::analysis::number::{Numbers, Vertex};
use crate::game::Color;
use std::borrow::Cow;

/// Number of JSON values of one line that are read; a line with more counts as damaged.
const MAX_LINE_VALUES: usize = 1 << 22;

/// Evaluation of one position, as a line of the sidecar has it.
#[derive(Debug)]
pub(super) struct Position {
    /// Number of moves before the position, as the line counts them.
    pub(super) turn: u32,
    pub(super) mover: Option<Color>,
    pub(super) view: View,
    /// Name of the engine in a line of a table.
    pub(super) engine: Option<String>,
    pub(super) rate: Option<Rate>,
    pub(super) lead: Option<Lead>,
    pub(super) visits: Option<u64>,
    pub(super) candidates: Vec<TableMove>,
}

/// Player from whose view the numbers of a line are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    Black,
    /// Black's view or that of the player to move, depending on a setting of KataGo that the line does not show.
    Unspecified,
}

/// Candidate move for a board whose size is not known yet.
#[derive(Debug)]
pub(super) struct TableMove {
    pub(super) rate: Option<Rate>,
    pub(super) lead: Option<Lead>,
    pub(super) visits: Option<u64>,
    /// Expected moves, beginning with the candidate; never empty.
    pub(super) line: Vec<Vertex>,
}

impl Position {
    /// Whether the position has an evaluation or candidates, so that it is worth storing; a number of visits alone is
    /// not.
    pub(super) fn has_content(&self) -> bool {
        self.rate.is_some() || self.lead.is_some() || !self.candidates.is_empty()
    }
}

/// Returns the id of the query that an answer belongs to.
pub(super) fn id<'j>(answer: JsonValue<'j>) -> Option<Cow<'j, str>> {
    answer.get("id").and_then(JsonValue::text)
}

/// Returns the moves of the query, as far as they can be read; `None` if the answer does not have them.
pub(super) fn moves(answer: JsonValue) -> Option<Vec<(Color, Vertex)>> {
    let in_query = || answer.get("query")?.get("moves");
    let moves = answer.get("moves").or_else(in_query)?.items().map_while(|pair| {
        let mut pair = pair.items().filter_map(JsonValue::text);
        Some((color(&pair.next()?)?, Vertex::parse(&pair.next()?)?))
    });
    Some(moves.collect())
}

/// Passes each position of a JSON object to `sink`: one, or several that katawrap joined. Calls `bad` with what is
/// wrong if a part cannot be read.
pub(super) fn positions(
    answer: JsonValue,
    bad: &mut dyn FnMut(String),
    sink: &mut dyn FnMut(Position),
) {
    let mut one = |answer| {
        checkpoint();
        let mut numbers = Numbers::default();
        let found = position(answer, &mut numbers);
        numbers.bad.into_iter().for_each(&mut *bad);
        found.into_iter().for_each(&mut *sink);
    };
    match answer.get("responses") {
        Some(joined) => joined.items().for_each(one),
        None => one(answer),
    }
}

/// Reads an answer of KataGo or a line of a table.
fn position(answer: JsonValue, numbers: &mut Numbers) -> Option<Position> {
    let is_true = |key| answer.get(key).is_some_and(JsonValue::is_true);
    if answer.kind() != JsonKind::Object || is_true("isDuringSearch") || is_true("noResults") {
        return None;
    }
    match answer.get("rootInfo") {
        Some(root) => katago(answer, root, numbers),
        None => table(answer, numbers),
    }
}

/// Parses JSON that is complete and undamaged; `None` for any other.
pub(super) fn parse(text: &str) -> Option<Json<'_>> {
    json::parse(text, |values| values < MAX_LINE_VALUES)
        .filter(|json| json.damage.is_empty() && !json.truncated)
}

fn color(text: &str) -> Option<Color> {
    match text.as_bytes().first()? {
        b'B' | b'b' => Some(Color::Black),
        b'W' | b'w' => Some(Color::White),
        _ => None,
    }
}

/// Reads an answer of KataGo.
fn katago(answer: JsonValue, root: JsonValue, numbers: &mut Numbers) -> Option<Position> {
    let mover = root.get("currentPlayer").and_then(JsonValue::text);
    let moves = answer.get("moveInfos").into_iter();
    let mut ordered: Vec<(f64, JsonValue)> = moves
        .flat_map(JsonValue::items)
        .map(|info| {
            let order = info.get("order").and_then(JsonValue::number);
            (order.unwrap_or(f64::MAX), info)
        })
        .collect();
    ordered.sort_by(|one, other| one.0.total_cmp(&other.0));
    let candidates = ordered.into_iter().filter_map(|(_, info)| {
        let action = Vertex::parse(&info.get("move")?.text()?)?;
        let line = vertices(info.get("pv")).unwrap_or_default();
        Some(TableMove {
            rate: numbers.rate(info, "winrate"),
            lead: numbers.lead(info, "scoreLead"),
            visits: numbers.visits(info, "visits"),
            // An expected line that begins with another move is not used; the line is then only the candidate.
            line: Some(line)
                .filter(|line| line.first() == Some(&action))
                .unwrap_or_else(|| vec![action]),
        })
    });
    let candidates = candidates.take(Verdict::MAX_CANDIDATES).collect();
    Some(Position {
        turn: turn(answer, "turnNumber")?,
        mover: mover.and_then(|mover| color(&mover)),
        view: View::Unspecified,
        engine: None,
        rate: numbers.rate(root, "winrate"),
        lead: numbers.lead(root, "scoreLead"),
        visits: numbers.visits(root, "visits"),
        candidates,
    })
}

/// Reads a line of a table.
fn table(line: JsonValue, numbers: &mut Numbers) -> Option<Position> {
    let rate = numbers.rate(line, "black_winrate");
    let lead = numbers.lead(line, "black_lead");
    (rate.is_some() || lead.is_some()).then_some(())?;
    let best = || Vertex::parse(&line.get("best")?.text()?);
    let expected = vertices(line.get("pv")).or_else(|| Some(vec![best()?]));
    let candidates = expected.filter(|line| !line.is_empty()).map(|line| TableMove {
        rate: None,
        lead: None,
        visits: None,
        line,
    });
    let engine = line.get("engine").and_then(JsonValue::text);
    Some(Position {
        turn: turn(line, "ply").or_else(|| turn(line, "move"))?,
        mover: None,
        view: View::Black,
        engine: Some(engine.map_or_else(String::new, |name| name.chars().take(64).collect())),
        rate,
        lead,
        visits: numbers.visits(line, "visits"),
        candidates: candidates.into_iter().collect(),
    })
}

fn turn(of: JsonValue, key: &str) -> Option<u32> {
    let number = of.get(key)?.number()?;
    let is_turn = number.fract() == 0.0 && (0.0..1e9).contains(&number);
    is_turn.then_some(number as u32)
}

fn vertices(line: Option<JsonValue>) -> Option<Vec<Vertex>> {
    let points = line?.items().map_while(|point| Vertex::parse(&point.text()?));
    Some(points.take(Candidate::MAX_LINE_MOVES).collect())
}
