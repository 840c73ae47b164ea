//! Answers about a position or a pattern.

use super::Snapshot;
use super::advice::{Earlier, earlier};
use super::conditions::Conditions;
use super::failure::Result;
use super::input::{Subject, pattern_of, position_of};
use super::points::move_name;
use super::request::Board as Request;
use super::row::{GameRow, HitPlace, HitRegion, VERSION};
use crate::error::{Error, ErrorKind, Remedy};
use crate::game::pattern::{Cell, Edges};
use crate::game::{Move, Point};
use crate::query::answer::{self, Answer, Continuation, Question};
use crate::query::hits::load_each;
use crate::query::input::Asked;
use crate::query::input::pattern::{AskedPattern, region_name};
use crate::query::outcomes::Outcomes;
use crate::query::pattern::PatternSearch;
use crate::query::plan::On;
use crate::query::step::Step;
pub use crate::query::terms::Within;
use serde::Serialize;

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
    /// How they continue, the most frequent move first.
    pub moves: Vec<NextMove>,
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
    /// What was searched for.
    #[serde(skip)]
    pub subject: Subject,
    /// The conditions of the request, as a sentence.
    #[serde(skip)]
    pub condition: Option<String>,
    /// Where the hits had to be.
    #[serde(skip)]
    pub within: Within,
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
#[derive(Clone, Copy, Debug, Default, Serialize)]
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

/// One continuation of some of the games.
#[derive(Clone, Debug, Serialize)]
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
    /// The point in the subject's own coordinates, if a stone is placed.
    #[serde(skip)]
    pub point: Option<Point>,
}

/// A player of a move.
#[derive(Clone, Debug, Serialize)]
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

impl Wins {
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
    answered(snapshot, request, position_of(request, snapshot)?)
}

/// Answers a request about a pattern.
pub(super) fn pattern(snapshot: &Snapshot, request: &Request) -> Result<BoardAnswer> {
    let subject = Subject::Pattern(pattern_of(request, snapshot)?);
    answered(snapshot, request, subject)
}

fn answered(snapshot: &Snapshot, request: &Request, subject: Subject) -> Result<BoardAnswer> {
    let conditions = Conditions::of(&request.hits, snapshot, &subject.on())?;
    let any_colours = conditions.terms.any_colours;
    let question = Question {
        subject: match &subject {
            Subject::Position(asked) => (&asked.board).into(),
            Subject::Pattern(asked) => asked.search(request.symmetric, any_colours).into(),
        },
        terms: &conditions.terms,
        among: conditions.plan.as_ref(),
        unique: conditions.settings.unique,
        orders: &conditions.settings.orders,
        listed: request.listed,
        named: request.named,
    };
    let answer = if request.count {
        Answer {
            outcomes: Outcomes {
                games: answer::total(snapshot.index, &question)?,
                ..Outcomes::default()
            },
            ..Answer::default()
        }
    } else {
        answer::answer(snapshot.index, &question)?
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
    let moves = answer.continuations.iter();
    Ok(BoardAnswer {
        v: VERSION,
        kind: subject.game().name(),
        size: [size.width(), size.height()],
        described: subject.described(request.symmetric, any_colours),
        filter: conditions.canonical(),
        total: answer.outcomes.games,
        wins: answer.outcomes.into(),
        moves: moves.map(|row| subject.next_move(row)).collect(),
        in_variations: answer.in_variations,
        left_out: conditions.settings.unique.then_some(answer.left_out),
        earlier,
        games: games(snapshot, &answer)?,
        condition: conditions.sentence(),
        within: conditions.terms.within,
        notes,
        subject,
    })
}

/// The listed games with their hits.
fn games(snapshot: &Snapshot, answer: &Answer) -> Result<Vec<GameRow>> {
    let hits: Vec<_> = answer.first.iter().map(|found| found.hit).collect();
    let mut found = answer.first.iter();
    let mut regions = answer.regions.iter();
    let mut rows = Vec::with_capacity(hits.len());
    load_each(snapshot.index, &hits, |game| {
        let mut row = GameRow::new(game);
        row.hit = found.next().map(|found| HitPlace {
            swapped: Some(found.swapped),
            region: regions.next().map(|region| HitRegion {
                name: region_name(region.corner, region.size, region.board),
                symmetry: region.turn.symmetry.number(),
            }),
            ..found.place.into()
        });
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
    fn on(&self) -> On {
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
        let action = match action {
            Move::Place(point) => Move::Place(asked.on_board(point)),
            Move::Slide { from, to } => Move::Slide {
                from: asked.on_board(from),
                to: asked.on_board(to),
            },
            Move::Remove(point) => Move::Remove(asked.on_board(point)),
            other => other,
        };
        move_name(asked.game, asked.board, action)
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
        let Edges {
            left,
            right,
            top,
            bottom,
        } = asked.pattern.edges();
        let edges = [
            (left, "left"),
            (right, "right"),
            (top, "top"),
            (bottom, "bottom"),
        ];
        let moves = asked.pattern.moves().iter().map(|&(color, point)| {
            [
                color.letter().to_string(),
                self.move_name(Move::Place(point)),
            ]
        });
        Described::Pattern {
            pattern: rows.map(|row| row.iter().collect()).collect(),
            edges: (edges.iter().filter(|(has, _)| *has))
                .map(|(_, name)| *name)
                .collect(),
            sequence: moves.collect(),
            symmetry: if symmetric { "all" } else { "none" },
            colours: if any_colours { "any" } else { "as-drawn" },
        }
    }

    fn next_move(&self, row: &Continuation) -> NextMove {
        let (first_year, last_year) = row.years.unzip();
        let mover = |(name, games): &(String, u64)| Mover {
            name: name.clone(),
            games: *games,
        };
        NextMove {
            at: match row.step {
                Step::End => "end".into(),
                Step::Elsewhere(_) => "elsewhere".into(),
                Step::Move(_, Move::Pass) => "pass".into(),
                Step::Move(_, action) => self.move_name(action),
            },
            color: row.step.color().map(|color| color.letter().to_string()),
            games: row.outcomes.games,
            wins: row.outcomes.into(),
            first_year,
            last_year,
            players: row.players.iter().map(mover).collect(),
            point: row.step.point(),
        }
    }
}

impl AskedPattern {
    fn search(&self, symmetric: bool, any_colours: bool) -> PatternSearch {
        PatternSearch::new(self.game, self.pattern.clone(), symmetric, any_colours)
    }

    /// Translates a point of the pattern to the board that its coordinates are named by.
    pub fn on_board(&self, point: Point) -> Point {
        Point::new(self.corner.x + point.x, self.corner.y + point.y)
    }

    /// Where and how the pattern is searched for, in words.
    fn meaning(&self, symmetric: bool, any_colours: bool) -> String {
        let Edges {
            left,
            right,
            top,
            bottom,
        } = self.pattern.edges();
        let place = match (left || right, top || bottom) {
            (false, false) => "anywhere on the board",
            (true, true) if left && right && top && bottom => "the whole board",
            (true, true) if left != right && top != bottom => "in a corner",
            (true, true) => "at these edges",
            _ if left && right || top && bottom => "from edge to edge",
            _ => "at a side",
        };
        let turned = if symmetric {
            "turned and mirrored in every way"
        } else {
            "as it is drawn"
        };
        let colours = if any_colours { ", in both colours" } else { "" };
        format!("{place}, {turned}{colours}")
    }
}
