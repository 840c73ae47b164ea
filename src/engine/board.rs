//! Answers about a position or a pattern.

use super::conditions::Conditions;
use super::earlier::{Earlier, earlier};
use super::failure::Result;
use super::input::{Subject, pattern_of, position_of};
use super::page::Key;
use super::page::Piece;
use super::points::move_name;
use super::request::{Board as Request, Parts};
use super::row::{GameRow, HitPlace, NextPlayed, StepName, VERSION};
use super::search::MainLines;
use super::snapshot::Snapshot;
use crate::error::{Error, ErrorKind, Remedy};
use crate::game::board::Board;
use crate::game::pattern::{Cell, Edges};
use crate::game::{BoardSize, Color, Game, Move, Point};
use crate::knowledge::openings::{Kind, Opening, recognise};
use crate::language::input::Asked;
use crate::language::input::pattern::{AskedPattern, region_name};
use crate::query::answer::{self, Answer, ByYear, Continuation, Local, PlacedHit, Question};
use crate::query::hit_key::HitKey;
use crate::query::hits::load_each;
use crate::query::outcomes::Outcomes;
use crate::query::pattern::PatternSearch;
use crate::query::plan::On;
use crate::query::step::Step;
pub use crate::query::terms::Within;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// What the index knows about a position or a pattern.
#[derive(Clone, Debug, Serialize)]
pub struct BoardAnswer {
    v: u32,
    /// `go` or `loa`.
    pub kind: &'static str,
    /// Columns and rows.
    pub size: [u8; 2],
    /// The subject, as it was understood.
    #[serde(flatten)]
    pub described: Described,
    /// The conditions of the request, as one query.
    pub filter: Option<String>,
    /// Games that have it.
    pub total: u64,
    /// How these games ended.
    #[serde(flatten)]
    pub wins: Wins,
    /// Who is to move: as the request demands it, or as its moves imply it, or as most of the games go on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tomove: Option<char>,
    /// The opening on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// The same games by year, if that was requested: those with a date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Vec<YearRow>>,
    /// How they continue, the most frequent move first.
    pub moves: Vec<NextMove>,
    /// For a pattern: the next move inside its rectangle, whenever it is played, the most frequent one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub local: Option<Vec<LocalMove>>,
    /// Further games that have it only in variations, if hits are wanted on the main line.
    pub in_variations: u64,
    /// If each game counts once: the copies of these games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// For a position that no game has: where games left the moves that lead to it, if they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Earlier>,
    /// The first games, in order.
    pub games: Vec<GameRow>,
    /// The key of the next page of games, if there is one.
    #[serde(skip)]
    pub next_page: Option<String>,
    /// What was searched for.
    #[serde(skip)]
    pub subject: Subject,
    /// The conditions of the request, as a sentence.
    #[serde(skip)]
    pub condition: Option<String>,
    /// The same with its values apart.
    #[serde(skip)]
    pub condition_pieces: Vec<Piece>,
    /// Where the hits had to be.
    #[serde(skip)]
    pub within: Within,
    /// Whether the request says who is to move, or its moves imply it.
    #[serde(skip)]
    pub is_turn_given: bool,
    /// Remarks on how the subject was understood.
    #[serde(skip)]
    pub notes: Vec<String>,
}

/// A position or a pattern for programs.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Described {
    /// A whole board.
    Position {
        /// Its rows, the uppermost first.
        board: Vec<String>,
    },
    /// A part of a board.
    Pattern {
        /// Its rows, the uppermost first.
        pattern: Vec<String>,
        /// The edges of the board that it includes.
        edges: Vec<&'static str>,
        /// The moves that must follow, each with its colour.
        sequence: Vec<[String; 2]>,
        /// `all` or `none`.
        symmetry: &'static str,
        /// `any` or `as-drawn`.
        colours: &'static str,
    },
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Wins {
    /// Won by Black.
    pub black: u64,
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// All others, as far as is known.
    pub unknown: u64,
}

impl From<Outcomes> for Wins {
    fn from(outcomes: Outcomes) -> Wins {
        Wins {
            black: outcomes.black,
            white: outcomes.white,
            draws: outcomes.draws,
            unknown: outcomes.unknown,
        }
    }
}

/// The games of a year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct YearRow {
    /// The year of the first day on which they may have been played.
    pub year: i32,
    /// Games.
    pub games: u64,
    /// All games of that year that the filter finds, with the position or without it; not told for a continuation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// Won by Black.
    pub black: u64,
    /// Won by White.
    pub white: u64,
}

/// One continuation of some of the games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NextMove {
    /// A point, `pass`, `elsewhere` or `end`.
    pub at: String,
    /// Who plays it: `B` or `W`.
    pub color: Option<String>,
    /// Games that continue this way.
    pub games: u64,
    /// How they ended.
    #[serde(flatten)]
    pub wins: Wins,
    /// The first year in which it was played, if any is known.
    pub first_year: Option<i32>,
    /// The last such year.
    pub last_year: Option<i32>,
    /// The players who played it most often.
    pub players: Vec<Mover>,
    /// The games by year, if that was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub years: Option<Vec<YearRow>>,
    /// If that was requested: all games that have the position after it, by any order of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reached: Option<u64>,
    /// The point in the subject's own coordinates, if a stone is placed.
    #[serde(skip)]
    pub point: Option<Point>,
}

/// The next move of some of the games inside the rectangle.
#[derive(Clone, Debug, Serialize)]
pub struct LocalMove {
    /// The move, or the end if none follows.
    #[serde(flatten)]
    pub next: NextMove,
    /// What was played elsewhere before it; `None` if none follows.
    pub elsewhere: Option<Elsewhere>,
}

/// Games by the number of moves that were played elsewhere before a move; passes count.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Elsewhere {
    /// Games without such a move: the next move of all.
    pub none: u64,
    /// Games in which Black played 0, 1, 2, … of them; the last number is that of games with 10 or more.
    pub black: Vec<u64>,
    /// The same for White.
    pub white: Vec<u64>,
}

/// A player of a move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mover {
    /// The most frequent spelling of the name.
    pub name: String,
    /// Games in which this player played it.
    pub games: u64,
}

impl BoardAnswer {
    /// How the games with the subject ended.
    pub fn outcomes(&self) -> Outcomes {
        self.wins.outcomes(self.total)
    }
}

impl Elsewhere {
    /// Adds the counts of more games.
    pub(super) fn add(&mut self, more: &Elsewhere) {
        self.none += more.none;
        let counts = self.black.iter_mut().chain(&mut self.white);
        for (count, more) in counts.zip(more.black.iter().chain(&more.white)) {
            *count += more;
        }
    }
}

impl Wins {
    /// Adds the counts of more games.
    pub(super) fn add(&mut self, more: Wins) {
        self.black += more.black;
        self.white += more.white;
        self.draws += more.draws;
        self.unknown += more.unknown;
    }

    /// The same with the total number of games.
    pub fn outcomes(self, games: u64) -> Outcomes {
        Outcomes {
            games,
            black: self.black,
            white: self.white,
            draws: self.draws,
            unknown: self.unknown,
        }
    }
}

/// Answers a request about a position.
pub(super) fn position(snapshot: &Snapshot, request: &Request) -> Result<BoardAnswer> {
    answered(snapshot, request, subject_of(request, snapshot, false)?)
}

/// Answers a request about a pattern.
pub(super) fn pattern(snapshot: &Snapshot, request: &Request) -> Result<BoardAnswer> {
    answered(snapshot, request, subject_of(request, snapshot, true)?)
}

/// What a request is about: a pattern, or what may be a whole board.
pub(super) fn subject_of(request: &Request, snapshot: &Snapshot, pattern: bool) -> Result<Subject> {
    match pattern {
        true => Ok(Subject::Pattern(pattern_of(request, snapshot)?)),
        false => position_of(request, snapshot),
    }
}

/// A request as a question to the index.
pub(super) fn question<'q>(
    request: &'q Request,
    subject: &'q Subject,
    conditions: &'q Conditions,
) -> Question<'q> {
    let parts = request.parts;
    let any_colours = conditions.terms.any_colours;
    Question {
        subject: match subject {
            Subject::Position(asked) => (&asked.board).into(),
            Subject::Pattern(asked) => asked.search(request.symmetric, any_colours).into(),
        },
        terms: &conditions.terms,
        among: conditions.plan.as_ref(),
        unique: conditions.settings.unique,
        orders: &conditions.settings.orders,
        listed: if parts.games { request.listed } else { 0 },
        named: if parts.moves { request.named } else { 0 },
        as_written: false,
        by_year: parts.years,
    }
}

pub(super) fn answered(
    snapshot: &Snapshot,
    request: &Request,
    subject: Subject,
) -> Result<BoardAnswer> {
    answered_by(snapshot, request, subject, &mut |question, after| {
        answer::answer_after(snapshot.index, question, after)
    })
}

/// Notes what the answer of a part depends on.
pub(super) fn note(snapshot: &Snapshot, request: &Request, subject: &Subject) -> Result<()> {
    let conditions = Conditions::of(&request.hits, snapshot, &subject.on())?;
    let question = question(request, subject, &conditions);
    if let (Subject::Position(asked), true) = (subject, request.parts.reached) {
        let index = snapshot.index;
        if index.all_steps().is_some() {
            return reached_in_all(snapshot, request, subject, asked).map(drop);
        }
        let question = Question {
            listed: 0,
            named: 0,
            by_year: false,
            ..question.clone()
        };
        let answer = answer::answer(index, &question)?;
        let steps = answer.continuations.iter().map(|row| row.step.bytes());
        index.note_steps(steps.collect());
    }
    Ok(answer::note(snapshot.index, &question)?)
}

/// How many games of a part have the position after each step that any part goes on with.
pub(super) fn reached_in_all(
    snapshot: &Snapshot,
    request: &Request,
    subject: &Subject,
    asked: &Asked,
) -> Result<Vec<(Step, Option<u64>)>> {
    let conditions = Conditions::of(&request.hits, snapshot, &subject.on())?;
    let question = &question(request, subject, &conditions);
    let steps = snapshot.index.all_steps().into_iter().flatten();
    let steps: Vec<Step> = steps.filter_map(|&bytes| Step::from_bytes(bytes)).collect();
    let reached = answer::reached(snapshot.index, asked.start, question, &steps)?;
    Ok(steps.into_iter().zip(reached).collect())
}

/// How a question is answered; the games begin after the end of a page.
type Look<'l> = &'l mut dyn FnMut(&Question, Option<&HitKey>) -> crate::error::Result<Answer>;

pub(super) fn answered_by(
    snapshot: &Snapshot,
    request: &Request,
    subject: Subject,
    look: Look,
) -> Result<BoardAnswer> {
    let conditions = Conditions::of(&request.hits, snapshot, &subject.on())?;
    let any_colours = conditions.terms.any_colours;
    let parts = request.parts;
    let question = question(request, &subject, &conditions);
    let key = page_key(snapshot, request, &subject);
    let after = key.after(request.after.as_deref())?;
    let answer = if request.count {
        Answer {
            outcomes: Outcomes {
                games: answer::total(snapshot.index, &question)?,
                ..Outcomes::default()
            },
            ..Answer::default()
        }
    } else {
        look(&question, after.as_ref())?
    };
    let earlier = match &subject {
        Subject::Position(asked) if answer.outcomes.games == 0 && !request.count => {
            earlier(snapshot, &question, asked)?
        }
        _ => None,
    };
    let size = subject.size();
    let mut notes = subject.notes().to_vec();
    if let Subject::Pattern(asked) = &subject {
        notes.push(asked.meaning(request.symmetric, any_colours));
    }
    let given = conditions.terms.to_move.or_else(|| subject.turn());
    let to_move = given.or_else(|| most_frequent_mover(&answer.continuations));
    Ok(BoardAnswer {
        v: VERSION,
        kind: subject.game().name(),
        size: [size.width(), size.height()],
        described: subject.described(request.symmetric, any_colours),
        filter: conditions.canonical(),
        total: answer.outcomes.games,
        wins: answer.outcomes.into(),
        tomove: to_move.map(Color::letter),
        opening: subject.opening(),
        years: match parts.years && !request.count {
            true => Some(years(snapshot, &question, &answer.by_year)?),
            false => None,
        },
        moves: moves(snapshot, parts, &question, &subject, &answer)?,
        local: subject.local(&answer),
        in_variations: answer.in_variations,
        left_out: conditions.settings.unique.then_some(answer.left_out),
        earlier,
        games: games(snapshot, request, &subject, &answer)?,
        next_page: answer.end.map(|end| key.write(&end)),
        condition: conditions.sentence(),
        condition_pieces: conditions.pieces,
        within: conditions.terms.within,
        is_turn_given: given.is_some(),
        notes,
        subject,
    })
}

/// The key of the pages of a request's games.
pub(super) fn page_key(snapshot: &Snapshot, request: &Request, subject: &Subject) -> Key {
    let any_colours = request.hits.colours.as_deref() == Some("any");
    let described = subject.described(request.symmetric, any_colours);
    // Writing to memory does not fail.
    let text = |value: serde_json::Result<Vec<u8>>| value.unwrap_or_default();
    let described = text(serde_json::to_vec(&described));
    Key::new(
        snapshot,
        &[&described, &text(serde_json::to_vec(&request.hits))],
    )
}

/// The side that goes on in more of the games.
fn most_frequent_mover(rows: &[Continuation]) -> Option<Color> {
    let games = |color| {
        let by_color = rows.iter().filter(|row| row.step.color() == Some(color));
        by_color.map(|row| row.outcomes.games).sum::<u64>()
    };
    let [black, white] = Color::BOTH.map(games);
    match black.cmp(&white) {
        Ordering::Greater => Some(Color::Black),
        Ordering::Less => Some(Color::White),
        Ordering::Equal => None,
    }
}

/// The games by year, each with all games of that year.
fn years(snapshot: &Snapshot, question: &Question, by_year: &ByYear) -> Result<Vec<YearRow>> {
    let mut rows = year_rows(by_year);
    let all = answer::all_by_year(snapshot.index, question)?;
    for row in &mut rows {
        row.of = all.get(&row.year).map(|all| all.games);
    }
    Ok(rows)
}

fn year_rows(by_year: &ByYear) -> Vec<YearRow> {
    let row = |(&year, outcomes): (&i32, &Outcomes)| YearRow {
        year,
        games: outcomes.games,
        of: None,
        black: outcomes.black,
        white: outcomes.white,
    };
    by_year.iter().map(row).collect()
}

fn step_name(step: Step, name: impl Fn(Move) -> String) -> StepName {
    StepName {
        at: match step {
            Step::End => "end".into(),
            Step::Elsewhere(_) => "elsewhere".into(),
            Step::Move(_, Move::Pass) => "pass".into(),
            Step::Move(_, action) => name(action),
        },
        color: step.color().map(Color::letter),
    }
}

/// The table of continuations.
fn moves(
    snapshot: &Snapshot,
    parts: Parts,
    question: &Question,
    subject: &Subject,
    answer: &Answer,
) -> Result<Vec<NextMove>> {
    if !parts.moves {
        return Ok(Vec::new());
    }
    let rows = answer.continuations.iter();
    let mut moves: Vec<NextMove> = rows.map(|row| subject.next_move(row)).collect();
    if parts.years {
        let rows = moves.iter_mut().zip(&answer.continuations);
        rows.for_each(|(into, row)| into.years = Some(year_rows(&row.by_year)));
    }
    if let Subject::Position(asked) = subject
        && parts.reached
    {
        let steps: Vec<Step> = answer.continuations.iter().map(|row| row.step).collect();
        let reached = answer::reached(snapshot.index, asked.start, question, &steps)?;
        let rows = moves.iter_mut().zip(reached);
        rows.for_each(|(into, games)| into.reached = games);
    }
    Ok(moves)
}

/// The listed games with their hits.
fn games(
    snapshot: &Snapshot,
    request: &Request,
    subject: &Subject,
    answer: &Answer,
) -> Result<Vec<GameRow>> {
    let mut lines = request.played.then(|| MainLines::new(snapshot.index, true));
    let hits: Vec<_> = answer.first.iter().map(|found| found.hit).collect();
    let mut found = answer.first.iter();
    let mut regions = answer.regions.iter();
    let mut rows = Vec::with_capacity(hits.len());
    load_each(snapshot.index, &hits, |game| {
        let mut row = GameRow::new(game);
        let region = regions.next();
        let board = region.map_or(subject.size(), |region| region.board);
        if let Some(found) = found.next() {
            row.hit = Some(HitPlace {
                swapped: Some(found.swapped),
                region: region.map(|region| region_name(region.corner, region.size, region.board)),
                symmetry: Some(found.symmetry.number()),
                next: Some(subject.next_played(found, board)),
                ..found.place.into()
            });
            row.played = match &mut lines {
                Some(lines) => lines.of(&found.hit)?,
                None => None,
            };
        }
        rows.push(row);
        Ok(())
    })?;
    Ok(rows)
}

/// The whole-board position of a request that requires one.
pub(super) fn whole(request: &Request, snapshot: &Snapshot) -> Result<Asked> {
    match position_of(request, snapshot)? {
        Subject::Position(asked) => Ok(asked),
        Subject::Pattern(_) => Err(Error::new(
            ErrorKind::Query,
            "a tree needs a whole board that may be turned",
        )
        .advise(Remedy::DrawWhole)
        .into()),
    }
}

impl Subject {
    pub(super) fn on(&self) -> On {
        match self {
            Subject::Position(asked) => On::board(asked),
            Subject::Pattern(asked) => On::pattern(asked),
        }
    }

    fn game(&self) -> crate::game::Game {
        match self {
            Subject::Position(asked) => asked.start.game,
            Subject::Pattern(asked) => asked.game,
        }
    }

    fn size(&self) -> crate::game::BoardSize {
        match self {
            Subject::Position(asked) => asked.start.size,
            Subject::Pattern(asked) => asked.pattern.size(),
        }
    }

    fn notes(&self) -> &[String] {
        match self {
            Subject::Position(asked) => &asked.notes,
            Subject::Pattern(asked) => &asked.notes,
        }
    }

    /// Whether it covers a whole board.
    pub fn is_whole(&self) -> bool {
        match self {
            Subject::Position(_) => true,
            Subject::Pattern(asked) => asked.pattern.size() == asked.board,
        }
    }

    /// A move named on the board of the request: `Q16`, `e1-e3`.
    pub fn move_name(&self, action: Move) -> String {
        let asked = match self {
            Subject::Position(asked) => {
                return move_name(asked.start.game, asked.start.size, action);
            }
            Subject::Pattern(asked) => asked,
        };
        move_name(asked.game, asked.board, self.on_board(action))
    }

    /// A move on the board of the request.
    pub(super) fn on_board(&self, action: Move) -> Move {
        let Subject::Pattern(asked) = self else {
            return action;
        };
        match action {
            Move::Place(point) => Move::Place(asked.on_board(point)),
            Move::Slide { from, to } => Move::Slide {
                from: asked.on_board(from),
                to: asked.on_board(to),
            },
            Move::Remove(point) => Move::Remove(asked.on_board(point)),
            other => other,
        }
    }

    fn described(&self, symmetric: bool, any_colours: bool) -> Described {
        let asked = match self {
            Subject::Position(asked) => {
                return Described::Position {
                    board: asked.board.rows(),
                };
            }
            Subject::Pattern(asked) => asked,
        };
        let cells: Vec<char> = (asked.pattern.cells())
            .map(|(_, cell): (Point, Cell)| cell.symbol())
            .collect();
        let rows = cells.chunks(asked.pattern.size().width().into());
        let moves = asked.pattern.moves().iter().map(|&(color, point)| {
            [
                color.letter().to_string(),
                self.move_name(Move::Place(point)),
            ]
        });
        Described::Pattern {
            pattern: rows.map(|row| row.iter().collect()).collect(),
            edges: asked.pattern.edges().names(),
            sequence: moves.collect(),
            symmetry: if symmetric { "all" } else { "none" },
            colours: if any_colours { "any" } else { "as-drawn" },
        }
    }

    /// The next moves inside a pattern.
    fn local(&self, answer: &Answer) -> Option<Vec<LocalMove>> {
        let local = |local: &Local| LocalMove {
            next: self.next_move(&local.row),
            elsewhere: (local.row.step != Step::End).then(|| Elsewhere {
                none: local.elsewhere.none,
                black: local.elsewhere.black.to_vec(),
                white: local.elsewhere.white.to_vec(),
            }),
        };
        match self {
            Subject::Position(_) => None,
            Subject::Pattern(_) => Some(answer.local.iter().map(local).collect()),
        }
    }

    /// The side to move, if the text says so.
    fn turn(&self) -> Option<Color> {
        match self {
            Subject::Position(asked) => asked.turn,
            Subject::Pattern(_) => None,
        }
    }

    /// The opening on the board. Where it is not known which stone was played first, none is told that depends on it.
    fn opening(&self) -> Option<&'static str> {
        let Subject::Position(asked) = self else {
            return None;
        };
        if (asked.start.game, asked.start.size) != (Game::Go, BoardSize::GO) {
            return None;
        }
        let (moves, is_first_known) = match asked.moves() {
            Some(moves) => (moves, true),
            None => in_turn(&asked.board),
        };
        let fits = |opening: &&Opening| is_first_known || opening.kind != Kind::First;
        let found = recognise(moves.into_iter()).into_iter().find(fits);
        found.map(|opening| opening.name)
    }

    /// How a listed game continues, on its own board and in the table.
    fn next_played(&self, found: &PlacedHit, board: BoardSize) -> NextPlayed {
        NextPlayed {
            played: step_name(found.played, |action| move_name(self.game(), board, action)),
            asked: step_name(found.step, |action| self.move_name(action)),
        }
    }

    fn next_move(&self, row: &Continuation) -> NextMove {
        let (first_year, last_year) = row.years.unzip();
        let mover = |(name, games): &(String, u64)| Mover {
            name: name.clone(),
            games: *games,
        };
        NextMove {
            at: step_name(row.step, |action| self.move_name(action)).at,
            color: row.step.color().map(|color| color.letter().to_string()),
            games: row.outcomes.games,
            wins: row.outcomes.into(),
            first_year,
            last_year,
            players: row.players.iter().map(mover).collect(),
            years: None,
            reached: None,
            point: row.step.point(),
        }
    }
}

impl Asked {
    /// The moves from an empty board, if all stones come from known ones.
    fn moves(&self) -> Option<Vec<(Color, Point)>> {
        let (before, moves) = self.line();
        stones(&before).next().is_none().then_some(moves)
    }
}

fn stones(board: &Board) -> impl Iterator<Item = (Color, Point)> + '_ {
    let stone = |point| Some((board.stone(point).color()?, point));
    board.size().points().filter_map(stone)
}

/// The stones of a board as if they were played in turn, and whether the first of them was the first move.
fn in_turn(board: &Board) -> (Vec<(Color, Point)>, bool) {
    let (black, white): (Vec<_>, Vec<_>) =
        stones(board).partition(|(color, _)| *color == Color::Black);
    let is_first = black.len() == 1;
    let (mut black, mut white) = (black.into_iter(), white.into_iter());
    let turns = std::iter::repeat_with(|| [black.next(), white.next()]);
    let played = turns.take_while(|turn| turn.iter().any(Option::is_some));
    (played.flatten().flatten().collect(), is_first)
}

impl AskedPattern {
    pub(super) fn search(&self, symmetric: bool, any_colours: bool) -> PatternSearch {
        PatternSearch::new(self.game, self.pattern.clone(), symmetric, any_colours)
    }

    /// Translates a point of the pattern to the board that its coordinates are named by.
    pub fn on_board(&self, point: Point) -> Point {
        Point::new(self.corner.x + point.x, self.corner.y + point.y)
    }

    /// Where the pattern is searched for, in words.
    pub fn place(&self) -> &'static str {
        let Edges {
            left,
            right,
            top,
            bottom,
        } = self.pattern.edges();
        match (left || right, top || bottom) {
            (false, false) => "anywhere on the board",
            (true, true) if left && right && top && bottom => "the whole board",
            (true, true) if left != right && top != bottom => "in a corner",
            (true, true) => "at these edges",
            _ if left && right || top && bottom => "from edge to edge",
            _ => "at a side",
        }
    }

    /// Where and how the pattern is searched for, in words.
    pub(super) fn meaning(&self, symmetric: bool, any_colours: bool) -> String {
        let place = self.place();
        let turned = if symmetric {
            "turned and mirrored in every way"
        } else {
            "as it is drawn"
        };
        let colours = if any_colours { ", in both colours" } else { "" };
        format!("{place}, {turned}{colours}")
    }
}
