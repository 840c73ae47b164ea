//! Games that come near a position: for photographs, half-remembered diagrams, and positions that no game has.

use super::Sink;
use super::conditions::RequestConditions;
use super::failure::Result;
use super::input::{BoardSubject, position_subject};
use super::paging::SentRow;
use super::parts::no_parts_error;
use super::points::point_name;
use super::question::{FinishOptions, Question};
use super::request::FindNear;
use super::row::{GameRow, HitPlace, Needs, VERSION};
use super::search::RowCompleter;
use super::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind};
use kifu_language::input::BoardInput;
use kifu_query::board_conditions::{BoardConditions, TreeScope};
use kifu_query::convert_each::convert_each;
use kifu_query::hit_key::HitKey;
pub use kifu_query::near::MAX_NEAR;
use kifu_query::near::{self, Difference, NearAnswer, NearQuestion};
use kifu_query::plan::Plan;
use kifu_record::game::{BoardSize, Color};
use kifu_store::index::events::MAX_SIDE;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// Games that come near a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NearFound {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of columns and of rows of the board.
    pub size: [u8; 2],
    /// Rows of the board, the uppermost first.
    pub board: Vec<String>,
    /// Conditions of the request as one query; null without conditions.
    pub filter: Option<String>,
    /// Largest number of stones by which a position may differ.
    pub near: u32,
    /// True if a stone that was placed and captured in the game counts as standing.
    pub loose: bool,
    /// Number of games that come near.
    pub total: u64,
    /// Number of games by the number of stones that differ: first those with the position itself.
    pub by_stones: Vec<u64>,
    /// Number of copies of games that are not counted, if each game counts only once however many copies it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<u64>,
    /// The nearest games, the nearest first.
    pub games: Vec<NearGame>,
    /// Position that was searched for.
    #[serde(skip)]
    pub subject: BoardSubject,
}

/// Game that comes near a position. Its hit is the first of its nearest positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct NearGame {
    /// Number of stones that have to be added, taken away or moved.
    pub stones: u32,
    /// Points at which the game differs, in the orientation and colours of the request.
    pub differences: Vec<PointDifference>,
    /// The game.
    #[serde(flatten)]
    pub game: GameRow,
}

/// Point at which a game differs from the position of the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PointDifference {
    /// Point on the board of the request.
    pub at: String,
    /// Stone that the request has there: `B` or `W`; null for none.
    pub position: Option<char>,
    /// Stone that the game has there: `B` or `W`; null for none.
    pub game: Option<char>,
}

/// Contribution of one index.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NearGathered {
    subject: BoardSubject,
    by_stones: Vec<u64>,
    left_out: u64,
    games: Vec<SentGame>,
}

/// Game that one index contributes, with its sort key among those of other indexes; `None` if the index is the only
/// one.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SentGame {
    stones: u32,
    key: Option<HitKey>,
    differences: Vec<PointDifference>,
    row: SentRow,
}

impl FindNear {
    /// Calls `work` with the question that the index answers.
    fn with_question<T>(
        &self,
        snapshot: &Snapshot,
        work: impl FnOnce(&BoardSubject, &NearQuestion) -> Result<T>,
    ) -> Result<T> {
        let subject = position_subject(&self.board, snapshot)?;
        let BoardSubject::Position(position) = &subject else {
            let message =
                "games can come near a position of the whole board, and this is a part of one";
            let help = "give the whole board, or moves from the start of the game";
            return Err(Error::new(ErrorKind::Query, message).with_help(help).into());
        };
        check_size(subject.size())?;
        let conditions = RequestConditions::new(&self.board.hits, &subject.frame())?;
        check_conditions(&conditions.terms)?;
        let plan = conditions.plan(snapshot)?;
        let question = self.question(position, &conditions, plan.as_ref());
        work(&subject, &question)
    }

    fn question<'q>(
        &self,
        position: &'q BoardInput,
        conditions: &'q RequestConditions,
        plan: Option<&'q Plan>,
    ) -> NearQuestion<'q> {
        NearQuestion {
            board: &position.board,
            symmetric: self.board.symmetric,
            any_colors: conditions.terms.any_colours,
            most: self.near,
            ignores_captures: self.loose,
            filter: plan,
            unique: conditions.settings.unique,
            orders: &conditions.settings.orders,
            listed: if self.board.count { 0 } else { self.board.listed },
        }
    }
}

/// Refuses boards on which positions are not stored as changes of points.
fn check_size(size: BoardSize) -> Result<()> {
    let side = size.width().max(size.height());
    if side <= MAX_SIDE {
        return Ok(());
    }
    let message = format!(
        "near positions are found on boards of up to {MAX_SIDE} lines, and this one has {side}"
    );
    Err(Error::new(ErrorKind::Query, message).into())
}

/// Refuses conditions on the moves around a hit: a near position is the nearest one of a game, and not the first one
/// that meets them.
fn check_conditions(terms: &BoardConditions) -> Result<()> {
    let named = [
        (terms.scope != TreeScope::Main, "a part of the game tree"),
        (terms.next.is_some(), "a next move"),
        (terms.to_move.is_some(), "a side to move"),
        (terms.moves.is_some(), "a number of moves"),
    ];
    match named.into_iter().find(|(is_there, _)| *is_there) {
        Some((_, name)) => {
            let message = format!("a search for near positions takes no condition on {name}");
            let help = "leave it out; conditions on games go into the query";
            Err(Error::new(ErrorKind::Query, message).with_help(help).into())
        }
        None => Ok(()),
    }
}

impl Question for FindNear {
    const NAME: &'static str = "near";
    type Gathered = NearGathered;
    type Answer = Box<NearFound>;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        snapshot.index.record_roots();
        self.with_question(snapshot, |_, question| {
            Ok(near::record_facts(snapshot.index, question)?)
        })
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<NearGathered> {
        self.with_question(snapshot, |subject, question| {
            let index = snapshot.index;
            let answer = near::near(index, question)?;
            let keys =
                if index.is_part() { near::keys(index, question, &answer)? } else { Vec::new() };
            Ok(NearGathered {
                games: self.rows(snapshot, subject, &answer, keys)?,
                by_stones: answer.by_stones,
                left_out: answer.left_out,
                subject: subject.clone(),
            })
        })
    }

    fn finish(
        &self,
        gathered: Vec<NearGathered>,
        _: &FinishOptions,
        _: Sink,
    ) -> Result<Box<NearFound>> {
        let mut all = gathered.into_iter();
        let Some(mut joined) = all.next() else {
            return Err(no_parts_error().into());
        };
        for part in all {
            joined.left_out += part.left_out;
            joined.games.extend(part.games);
            joined.by_stones.iter_mut().zip(part.by_stones).for_each(|(sum, more)| *sum += more);
        }
        joined.games.sort_by(|a, b| (a.stones, &a.key).cmp(&(b.stones, &b.key)));
        joined.games.truncate(self.board.listed);
        let subject = joined.subject;
        let conditions = RequestConditions::new(&self.board.hits, &subject.frame())?;
        let size = subject.size();
        let board = match &subject {
            BoardSubject::Position(position) => position.board.rows(),
            BoardSubject::Pattern(_) => Vec::new(),
        };
        let game = |sent: SentGame| NearGame {
            stones: sent.stones,
            differences: sent.differences,
            game: sent.row.0,
        };
        Ok(Box::new(NearFound {
            v: VERSION,
            size: [size.width(), size.height()],
            board,
            filter: conditions.canonical(),
            near: self.near.min(MAX_NEAR),
            loose: self.loose,
            total: joined.by_stones.iter().sum(),
            by_stones: joined.by_stones,
            left_out: conditions.settings.unique.then_some(joined.left_out),
            games: joined.games.into_iter().map(game).collect(),
            subject,
        }))
    }
}

impl FindNear {
    /// Makes the rows of the listed games.
    fn rows(
        &self,
        snapshot: &Snapshot,
        subject: &BoardSubject,
        answer: &NearAnswer,
        keys: Vec<HitKey>,
    ) -> Result<Vec<SentGame>> {
        let needs = Needs::for_list(self.board.details);
        let hits: Vec<_> = answer.first.iter().map(|found| found.hit).collect();
        let mut keys = keys.into_iter();
        let mut found = answer.first.iter();
        let mut rows = Vec::with_capacity(hits.len());
        let completer = || RowCompleter::new(snapshot, needs);
        let make = |completer: &mut RowCompleter, at: usize, game| {
            let mut row = GameRow::new(game);
            if let Some(found) = answer.first.get(at) {
                row.hit = Some(HitPlace {
                    swapped: Some(found.swapped),
                    symmetry: Some(found.symmetry.number()),
                    ..found.place.into()
                });
                completer.complete(&found.hit, &mut row)?;
            }
            Ok(SentRow(row))
        };
        convert_each(snapshot.index, &hits, needs.parts(false), &completer, &make, &mut |row| {
            if let Some(found) = found.next() {
                rows.push(SentGame {
                    stones: found.stones,
                    key: keys.next(),
                    differences: found
                        .differences
                        .iter()
                        .map(|at| difference(subject, at))
                        .collect(),
                    row,
                });
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(rows)
    }
}

fn difference(subject: &BoardSubject, at: &Difference) -> PointDifference {
    PointDifference {
        at: point_name(subject.game(), subject.size(), at.point),
        position: at.wanted.map(Color::letter),
        game: at.found.map(Color::letter),
    }
}
