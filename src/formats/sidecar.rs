//! Analysis that lies beside a game: lines of KataGo's analysis engine, of katawrap, or of a plain table.
//!
//! KataGo answers with a line of JSON for each position (its `docs/Analysis_Engine.md`). katawrap adds the moves of the
//! query, in which it counts handicap stones. Whose view the numbers have depends on a setting that the lines do not
//! tell: Black's, or that of the player to move. Values of the latter change their sign with each move, and that shows.
//! White's view cannot be told from Black's, so nobody should write it.
//!
//! A line of a table has `ply` (or `move`) and Black's view in `black_winrate` and `black_lead`, as `show --json` has
//! them, and perhaps `visits`, `engine`, `best` and `pv`.

#[cfg(test)]
mod tests;

use super::json::value::{JsonKind, JsonValue};
use super::json::{self, Json};
use super::sgf::analysis::number::{Numbers, Vertex};
use crate::game::{BoardSize, Color, GameKind, Move};
use crate::patience::step;
use crate::record::analysis::{Candidate, Engine, Lead, Rate, Verdict};
use crate::record::{Code, GameRecord, NodeId};
use std::collections::{BTreeMap, HashMap};

/// Where the lines come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file beside the game.
    Beside,
    /// A table of many games.
    Table,
}

impl Source {
    /// The name that verdicts have it by.
    pub fn name(self) -> &'static str {
        match self {
            Source::Beside => "sidecar",
            Source::Table => "table",
        }
    }
}

/// This many positions of a file are kept.
const MOST_POSITIONS: usize = 1 << 20;
/// This many values of one line are looked at.
const MOST_VALUES: usize = 1 << 22;

/// The lines of a file.
#[derive(Debug, Default)]
pub struct Sidecar {
    positions: Vec<Position>,
    /// The moves of queries, as far as they are told, and their number by the query's id.
    queries: Vec<Vec<(Color, Vertex)>>,
    query_of: HashMap<String, usize>,
    /// How many lines cannot be read, and what is wrong with the first.
    bad: u32,
    first_bad: Option<String>,
}

/// What a line says about a position.
#[derive(Debug)]
struct Position {
    /// The moves before it, as the line counts them.
    turn: u32,
    /// Which of [`Sidecar::queries`] it belongs to.
    query: Option<usize>,
    mover: Option<Color>,
    view: View,
    /// The engine that a table names.
    engine: Option<String>,
    rate: Option<Rate>,
    lead: Option<Lead>,
    visits: Option<u64>,
    candidates: Vec<TableMove>,
}

/// Whose view the numbers of a line have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    Black,
    /// As KataGo's settings say.
    Unsaid,
}

/// A candidate of which the board is not known yet.
#[derive(Debug)]
struct TableMove {
    rate: Option<Rate>,
    lead: Option<Lead>,
    visits: Option<u64>,
    /// Not empty.
    line: Vec<Vertex>,
}

impl Sidecar {
    /// Reads all lines. JSON that is laid out over several lines, or in a list, is read as well.
    pub fn read(bytes: &[u8]) -> Sidecar {
        let text = String::from_utf8_lossy(bytes);
        let mut sidecar = Sidecar::default();
        let first = text.lines().map(str::trim).find(|line| !line.is_empty());
        match first.is_some_and(|line| parse(line).is_some()) {
            true => text.lines().for_each(|line| sidecar.add(line.trim())),
            false => sidecar.add(&text),
        }
        sidecar
    }

    /// Reads a line, or all of a file that has no lines of its own.
    fn add(&mut self, text: &str) {
        step();
        if text.is_empty() {
            return;
        }
        let Some(json) = parse(text) else {
            return self.is_bad("it is not JSON");
        };
        for root in json.roots() {
            match root.is_list() {
                true => root.items().for_each(|item| self.answer(item)),
                false => self.answer(root),
            }
        }
    }

    fn is_bad(&mut self, what: impl Into<String>) {
        self.bad += 1;
        self.first_bad.get_or_insert_with(|| what.into());
    }

    /// Reads an object: one answer, or several that katawrap joined.
    fn answer(&mut self, answer: JsonValue) {
        let query = self.query(answer);
        match answer.get("responses") {
            Some(joined) => joined.items().for_each(|one| self.position(one, query)),
            None => self.position(answer, query),
        }
    }

    /// Reads an answer of KataGo, or a line of a table.
    fn position(&mut self, answer: JsonValue, query: Option<usize>) {
        step();
        let is_true = |key| answer.get(key).is_some_and(JsonValue::is_true);
        if answer.kind() != JsonKind::Object || is_true("isDuringSearch") || is_true("noResults") {
            return;
        }
        let mut numbers = Numbers::default();
        let found = match answer.get("rootInfo") {
            Some(root) => katago(answer, root, &mut numbers),
            None => table(answer, &mut numbers),
        };
        if let Some(bad) = numbers.bad {
            self.is_bad(bad);
        }
        if let Some(position) = found
            && self.positions.len() < MOST_POSITIONS
        {
            self.positions.push(Position { query, ..position });
        }
    }

    /// The query that an answer belongs to, if the answers to it tell its moves.
    fn query(&mut self, answer: JsonValue) -> Option<usize> {
        let id = answer.get("id").and_then(JsonValue::text)?;
        if let Some(&known) = self.query_of.get(id.as_ref()) {
            return Some(known);
        }
        let in_query = || answer.get("query")?.get("moves");
        let moves = answer.get("moves").or_else(in_query)?;
        let moves = moves.items().map_while(|pair| {
            let mut pair = pair.items().filter_map(JsonValue::text);
            Some((color(&pair.next()?)?, Vertex::read(&pair.next()?)?))
        });
        self.queries.push(moves.collect());
        self.query_of
            .insert(id.into_owned(), self.queries.len() - 1);
        Some(self.queries.len() - 1)
    }

    /// Adds what is said about a game, the one of this number in its file, from 1. Lines without moves belong to the
    /// first game.
    pub fn add_to(&self, record: &mut GameRecord, number: u32, source: Source) {
        if record.start.game != GameKind::Go {
            return;
        }
        let line = MainLine::of(record);
        let placed = self.placed(&line, number);
        let view = (placed.iter().any(|(_, of)| of.view == View::Unsaid))
            .then(|| view_of(&placed, &line))
            .flatten();
        let mut engines: BTreeMap<Option<&str>, BTreeMap<NodeId, Verdict>> = BTreeMap::new();
        for &(ply, position) in &placed {
            step();
            let is_turned = match (position.view, view) {
                (View::Black, _) => false,
                (View::Unsaid, Some(is_of_mover)) => {
                    is_of_mover && line.mover(ply, position) == Color::White
                }
                (View::Unsaid, None) => continue,
            };
            let place = (line.node(ply), line.size);
            let verdict = position.verdict(place, is_turned, source);
            if !verdict.says_something() {
                continue;
            }
            let of_engine = engines.entry(position.engine.as_deref()).or_default();
            let known = of_engine.get(&verdict.node);
            // Of several searches of a position the longest counts.
            if known.is_none_or(|known| known.visits < verdict.visits) {
                of_engine.insert(verdict.node, verdict);
            }
        }
        self.tell(record, number, source, (placed.len(), view.is_some()));
        for (name, verdicts) in engines {
            let engine = Engine {
                writer: match (source, name) {
                    (Source::Beside, None) => "KataGo",
                    _ => source.name(),
                },
                name: Some(name.unwrap_or("KataGo").to_owned()).filter(|name| !name.is_empty()),
                alternates: false,
            };
            record.analysis.add(engine, verdicts.into_values());
        }
    }

    /// The positions of a game with the moves before them on its main line.
    fn placed(&self, line: &MainLine, number: u32) -> Vec<(u32, &Position)> {
        // How many moves of a query are the game's handicap stones; `None` if it is of another game.
        let ahead = |moves: &Vec<(Color, Vertex)>| {
            step();
            let ahead = moves.len().saturating_sub(line.moves.len());
            let same = |(&(color, vertex), &(_, mover, action)): (&(_, Vertex), &(_, _, _))| {
                // What nobody can read contradicts nothing.
                let is_it = action == Move::Unreadable || vertex.on(line.size) == Some(action);
                color == mover && is_it
            };
            let is_same = moves.iter().skip(ahead).zip(&line.moves).all(same);
            is_same.then_some(ahead as u32)
        };
        let ahead: Vec<Option<u32>> = self.queries.iter().map(ahead).collect();
        let place = |position: &Position| {
            step();
            let ahead = match position.query {
                Some(query) => ahead.get(query).copied().flatten()?,
                None => (number == 1).then_some(0)?,
            };
            let ply = position.turn.checked_sub(ahead)?;
            let is_there = ply as usize <= line.moves.len()
                && (position.mover).is_none_or(|mover| line.may_move(ply, mover));
            is_there.then_some(ply)
        };
        let placed = self.positions.iter();
        let mut placed: Vec<_> = placed.filter_map(|of| Some((place(of)?, of))).collect();
        placed.sort_by_key(|(ply, _)| *ply);
        placed
    }

    /// Tells what could not be read. What belongs to no game is told of the first.
    fn tell(
        &self,
        record: &mut GameRecord,
        number: u32,
        source: Source,
        (placed, is_clear): (usize, bool),
    ) {
        let what = match source {
            Source::Beside => "the analysis beside the file",
            Source::Table => "the analysis in the table",
        };
        let mut tell = |message: String| record.diagnostics.add(Code::BadAnalysis, 0, message);
        let unsaid = self.positions.iter().any(|of| of.view == View::Unsaid);
        if number == 1 && placed == 0 && !self.positions.is_empty() {
            tell(format!(
                "{what} is not of this game: its moves or players differ"
            ));
        }
        if placed > 0 && unsaid && !is_clear {
            tell(format!(
                "{what} was left out: positions of White alone do not tell whose view it has"
            ));
        }
        if number == 1
            && let Some(first) = &self.first_bad
        {
            let count = self.bad;
            let lines = if count == 1 { "line" } else { "lines" };
            tell(format!(
                "{what} has {count} {lines} that cannot be read: {first}"
            ));
        }
    }
}

/// JSON that is whole and undamaged.
fn parse(text: &str) -> Option<Json<'_>> {
    let parsed = json::parse(text, |values| values < MOST_VALUES);
    parsed.filter(|json| json.damage.is_empty() && !json.truncated)
}

fn color(text: &str) -> Option<Color> {
    match text.as_bytes().first()? {
        b'B' | b'b' => Some(Color::Black),
        b'W' | b'w' => Some(Color::White),
        _ => None,
    }
}

/// An answer of KataGo.
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
        let action = Vertex::read(&info.get("move")?.text()?)?;
        let line = vertices(info.get("pv")).unwrap_or_default();
        Some(TableMove {
            rate: numbers.rate(info, "winrate"),
            lead: numbers.lead(info, "scoreLead"),
            visits: numbers.visits(info, "visits"),
            // A line that begins with another move is none of this one.
            line: Some(line)
                .filter(|line| line.first() == Some(&action))
                .unwrap_or_else(|| vec![action]),
        })
    });
    let candidates = candidates.take(Verdict::MOST_CANDIDATES).collect();
    Some(Position {
        turn: turn(answer, "turnNumber")?,
        query: None,
        mover: mover.and_then(|mover| color(&mover)),
        view: View::Unsaid,
        engine: None,
        rate: numbers.rate(root, "winrate"),
        lead: numbers.lead(root, "scoreLead"),
        visits: numbers.visits(root, "visits"),
        candidates,
    })
}

/// A line of a table.
fn table(line: JsonValue, numbers: &mut Numbers) -> Option<Position> {
    let rate = numbers.rate(line, "black_winrate");
    let lead = numbers.lead(line, "black_lead");
    (rate.is_some() || lead.is_some()).then_some(())?;
    let best = || Vertex::read(&line.get("best")?.text()?);
    let expected = vertices(line.get("pv")).or_else(|| Some(vec![best()?]));
    let candidates = expected
        .filter(|line| !line.is_empty())
        .map(|line| TableMove {
            rate: None,
            lead: None,
            visits: None,
            line,
        });
    let engine = line.get("engine").and_then(JsonValue::text);
    Some(Position {
        turn: turn(line, "ply").or_else(|| turn(line, "move"))?,
        query: None,
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
    let points = line?
        .items()
        .map_while(|point| Vertex::read(&point.text()?));
    Some(points.take(Candidate::MOST_MOVES).collect())
}

impl Position {
    /// The verdict in Black's view.
    fn verdict(
        &self,
        (node, size): (NodeId, BoardSize),
        is_turned: bool,
        source: Source,
    ) -> Verdict {
        let black_rate = |rate: Rate| if is_turned { rate.other() } else { rate };
        let black_lead = |lead: Lead| if is_turned { lead.other() } else { lead };
        let candidate = |of: &TableMove| {
            let line = of.line.iter().map_while(|vertex| vertex.on(size));
            let line: Vec<Move> = line.collect();
            Some(Candidate {
                action: *line.first()?,
                black_rate: of.rate.map(black_rate),
                black_lead: of.lead.map(black_lead),
                visits: of.visits,
                line,
            })
        };
        Verdict {
            node,
            engine: 0,
            source: source.name(),
            black_rate: self.rate.map(black_rate),
            black_lead: self.lead.map(black_lead),
            visits: self.visits,
            told_loss: None,
            told_best: None,
            candidates: self.candidates.iter().filter_map(candidate).collect(),
        }
    }
}

/// The moves of a game's main line with their nodes.
struct MainLine {
    size: BoardSize,
    moves: Vec<(NodeId, Color, Move)>,
    /// The node before each move, and the last one of the line's moves.
    nodes: Vec<NodeId>,
}

impl MainLine {
    fn of(record: &GameRecord) -> MainLine {
        let tree = &record.tree;
        let mut moves = Vec::new();
        let mut nodes = Vec::new();
        // Behind a node with two moves, others count them otherwise.
        let in_order = (tree.main_line()).take_while(|&node| tree.moves_in(node) < 2);
        for node in in_order {
            if let Some((color, action)) = tree.only_move(node) {
                nodes.push(tree.parent(node).unwrap_or(0));
                moves.push((node, color, action));
            }
        }
        nodes.push(moves.last().map_or(0, |last| last.0));
        MainLine {
            size: record.start.size,
            moves,
            nodes,
        }
    }

    /// The node whose position comes after so many moves.
    fn node(&self, ply: u32) -> NodeId {
        self.nodes.get(ply as usize).copied().unwrap_or(0)
    }

    /// Who moves after so many moves, as far as the game tells.
    fn told(&self, ply: u32) -> Option<Color> {
        let at = |ply: usize| self.moves.get(ply).map(|of| of.1);
        let after = || Some(at((ply as usize).checked_sub(1)?)?.other());
        at(ply as usize).or_else(after)
    }

    fn may_move(&self, ply: u32, color: Color) -> bool {
        self.told(ply).is_none_or(|told| told == color)
    }

    fn mover(&self, ply: u32, position: &Position) -> Color {
        position.mover.or(self.told(ply)).unwrap_or(Color::Black)
    }
}

/// Whether KataGo's numbers are those of the player to move, and not Black's: from one position to the next they change
/// little in the right view, and their sign in the wrong one. `None` if all positions have White to move.
fn view_of(placed: &[(u32, &Position)], line: &MainLine) -> Option<bool> {
    let searches = placed.iter().filter(|(_, of)| of.view == View::Unsaid);
    let searches: Vec<_> = searches
        .map(|&(ply, of)| (line.mover(ply, of), of))
        .collect();
    let (mut steady, mut turning) = (0.0, 0.0);
    let mut is_known = searches.iter().all(|(mover, _)| *mover == Color::Black);
    for pair in searches.windows(2) {
        let [(one, before), (other, after)] = pair else {
            continue;
        };
        if one == other {
            continue;
        }
        let rates = before.rate.zip(after.rate);
        let rates = rates.map(|(one, other)| (one.share() - 0.5, other.share() - 0.5));
        let leads = before.lead.zip(after.lead);
        let leads = leads.map(|(one, other)| (one.points(), other.points()));
        // Leads say more: rates of decided games hardly move.
        if let Some((one, other)) = leads.or(rates) {
            is_known = true;
            steady += f64::abs(one - other);
            turning += f64::abs(one + other);
        }
    }
    is_known.then_some(turning < steady)
}
