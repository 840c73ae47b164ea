//! Games, and moves in them, by what engines said: `loss>=5`, `drop>20`, `lead:B>10`.
//!
//! Only values on main lines are searched. All conditions must hold in the eyes of one engine.

use super::columns::docs_of;
use super::step::{HitNode, PlacedMatch};
use super::terms::{SearchNeeds, Terms};
use kifu_record::NodeId;
use kifu_record::analysis;
use kifu_record::game::{BoardSize, ByColor, Color, Move, Point};
use kifu_record::patience::TimeBudget;
use kifu_record::text::fold::fold;
use kifu_store::index::document::outcome;
use kifu_store::index::judged::{JudgedEngine, JudgedPly, engines};
use kifu_store::index::segment::judgements::Judgements;
use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tantivy::columnar::Column;
use tantivy::index::SegmentReader;
use tantivy::query::Query;
use tantivy::{BitSet, DocId};

/// The bounds of a number in hundredths, both included.
pub(crate) type Bounds = RangeInclusive<i64>;

/// From this winning rate on, a game is as good as won.
const WON: i64 = 9000;

/// Conditions on what an engine said.
#[derive(Clone, Debug, Default)]
pub(crate) struct JudgedTerms {
    /// Words in its name, or in that of the program that wrote its values down, folded.
    pub(crate) engine: Vec<String>,
    /// On a position: its playouts; Black's lead and winning rate in hundredths.
    pub(crate) visits: Option<Bounds>,
    pub(crate) lead: Vec<Bounds>,
    pub(crate) rate: Vec<Bounds>,
    /// On a move: what it cost, in hundredths of a percent and of a point.
    pub(crate) drop: Option<Bounds>,
    pub(crate) loss: Option<Bounds>,
    /// What should have been played instead.
    pub(crate) missed: Option<Missed>,
    /// On a whole game: the blunders, the accuracy in hundredths of a percent, and whether its loser had won it once,
    /// or whether that is known.
    pub(crate) blunders: Option<Bounds>,
    pub(crate) accuracy: Option<Bounds>,
    pub(crate) turned: Option<Option<bool>>,
}

/// A move that was not played though it was best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missed {
    Any,
    Pass,
    /// A column from the left, from 0, and a row from below, from 1.
    At(u8, u8),
}

impl Missed {
    fn is(self, advised: Move, size: BoardSize) -> bool {
        let at = match self {
            Missed::Any => return true,
            Missed::Pass => return advised == Move::Pass,
            Missed::At(x, row) => size.height().checked_sub(row).map(|y| Point::new(x, y)),
        };
        at.is_some_and(|point| advised == Move::Place(point))
    }
}

impl JudgedTerms {
    /// Whether they are about moves.
    fn are_about_moves(&self) -> bool {
        self.drop.is_some() || self.loss.is_some() || self.missed.is_some()
    }

    /// Whether they are about positions.
    fn are_about_positions(&self) -> bool {
        self.visits.is_some() || !self.lead.is_empty() || !self.rate.is_empty()
    }

    /// Whether they are about places in a game, and not only about games.
    pub(crate) fn have_places(&self) -> bool {
        self.are_about_moves() || self.are_about_positions()
    }

    fn fit_engine(&self, engine: &JudgedEngine) -> bool {
        if self.engine.is_empty() {
            return true;
        }
        let text = fold(&format!("{} {}", engine.writer, engine.name.unwrap_or_default()));
        self.engine.iter().all(|word| text.contains(word))
    }

    fn fit_position(&self, ply: &JudgedPly) -> bool {
        let within = |bounds: &Option<Bounds>, number: Option<i64>| {
            bounds.as_ref().is_none_or(|bounds| number.is_some_and(|n| bounds.contains(&n)))
        };
        let all = |bounds: &[Bounds], number: Option<i64>| {
            bounds.iter().all(|bounds| number.is_some_and(|number| bounds.contains(&number)))
        };
        let visits = ply.visits.map(|visits| i64::try_from(visits).unwrap_or(i64::MAX));
        within(&self.visits, visits)
            && all(&self.lead, ply.estimate.lead.map(|lead| lead.hundredths().into()))
            && all(&self.rate, rate_of(ply, Color::Black))
    }

    fn fit_move(&self, ply: &JudgedPly, size: BoardSize) -> bool {
        let within = |bounds: &Option<Bounds>, number: Option<i32>| {
            let is_within = |bounds: &Bounds| number.is_some_and(|n| bounds.contains(&n.into()));
            bounds.as_ref().is_none_or(is_within)
        };
        let is_missed = |missed: Missed| match (ply.advised, ply.played) {
            (Some(advised), Some((_, played))) => advised != played && missed.is(advised, size),
            _ => false,
        };
        within(&self.drop, ply.drop)
            && within(&self.loss, ply.loss)
            && self.missed.is_none_or(is_missed)
    }

    /// Whether a whole game meets the conditions, of players who may be meant and with this loser.
    fn fit_game(&self, engine: &JudgedEngine, movers: ByColor<bool>, loser: Option<Color>) -> bool {
        let within =
            |bounds: &Bounds, number: Option<i64>| number.is_some_and(|n| bounds.contains(&n));
        let of = |color| engine.plies().filter(move |ply| is_by(ply, color));
        let meant = || Color::BOTH.into_iter().filter(|&color| movers[color]);
        self.blunders.as_ref().is_none_or(|bounds| {
            let blunders = meant().map(|color| of(color).filter(is_blunder).count() as i64);
            bounds.contains(&blunders.sum())
        }) && self
            .accuracy
            .as_ref()
            .is_none_or(|bounds| meant().any(|color| within(bounds, accuracy(engine, color))))
            && self.turned.is_none_or(|wanted| {
                let loser = loser.filter(|&loser| movers[loser]);
                let had_won = loser.and_then(|loser| had_won(engine, loser));
                had_won.is_some_and(|had_won| wanted.is_none_or(|wanted| had_won == wanted))
            })
    }
}

/// Whether a player ever had the game as good as won; `None` if no rate is known.
fn had_won(engine: &JudgedEngine, color: Color) -> Option<bool> {
    engine.plies().filter_map(|ply| rate_of(&ply, color)).max().map(|rate| rate >= WON)
}

/// The winning rate of a player, in hundredths of a percent.
fn rate_of(ply: &JudgedPly, color: Color) -> Option<i64> {
    let black = i64::from(ply.estimate.rate?.hundredths());
    Some(match color {
        Color::Black => black,
        Color::White => 10_000 - black,
    })
}

fn is_by(ply: &JudgedPly, color: Color) -> bool {
    ply.played.is_some_and(|(mover, _)| mover == color)
}

/// The engine that stands for a game: the one with the most values, of equals the one with the most playouts, of these
/// the first.
pub(crate) fn stands_for_game(blob: &[u8]) -> Option<JudgedEngine<'_>> {
    standing_engine(blob, &mut |_| {})
}

/// The engine that [stands for a game](stands_for_game). All engines are read to find it: `see` gets each of their
/// values.
pub(crate) fn standing_engine<'b>(
    blob: &'b [u8],
    see: &mut dyn FnMut(&JudgedPly),
) -> Option<JudgedEngine<'b>> {
    let mut weight = |engine: &JudgedEngine| {
        engine.plies().fold((0u64, 0u64), |(values, visits), ply| {
            see(&ply);
            (values + 1, visits.saturating_add(ply.visits.unwrap_or(0)))
        })
    };
    let first = |best: Option<((u64, u64), _)>, engine| {
        let own = weight(&engine);
        match best {
            Some((known, best)) if known >= own => Some((known, best)),
            _ => Some((own, engine)),
        }
    };
    engines(blob).fold(None, first).map(|(_, engine)| engine)
}

/// Whether a move is a blunder.
pub(crate) fn is_blunder(ply: &JudgedPly) -> bool {
    analysis::is_blunder(ply.loss, ply.drop)
}

/// How accurately a player played, in hundredths of a percent.
fn accuracy(engine: &JudgedEngine, color: Color) -> Option<i64> {
    let losses = engine.plies().filter(|ply| is_by(ply, color)).filter_map(|ply| ply.measured());
    analysis::accuracy(losses).filter(|_| !engine.is_sparse())
}

/// The games in which one of the players whom the query names has that colour.
pub(crate) type MeantPlayers = ByColor<Box<dyn Query>>;

/// Finds games by what engines said about them.
#[derive(Debug)]
pub(crate) struct JudgedMatcher {
    terms: JudgedTerms,
    /// Conditions on the place: the number of the move and whose it is.
    moves: RangeInclusive<u32>,
    to_move: Option<Color>,
    /// `None` if everybody is meant.
    players: Option<MeantPlayers>,
    /// Whether the place is that of a board. Then the conditions on moves are about the move played there.
    beside_board: bool,
    budget: TimeBudget,
}

/// A place in a game that meets the conditions, in the eyes of an engine.
#[derive(Clone, Debug)]
pub struct JudgedHit {
    /// Where it is.
    pub place: HitNode,
    /// The engine, as the file names it, or the program that wrote its values down.
    pub engine: Arc<str>,
    /// Whether the move is meant, and not the position.
    pub is_about_move: bool,
    /// The columns and rows of the board.
    pub size: BoardSize,
    /// What the engine said there.
    pub ply: JudgedPly,
}

/// The budget steps that reading the values of a game costs.
const GAME: usize = 500;

impl JudgedMatcher {
    pub(crate) fn new(
        terms: JudgedTerms,
        hit: &Terms,
        players: Option<MeantPlayers>,
        beside_board: bool,
        budget: &TimeBudget,
    ) -> JudgedMatcher {
        JudgedMatcher {
            terms,
            moves: hit.moves.clone().unwrap_or(0..=u32::MAX),
            to_move: hit.to_move,
            players,
            beside_board,
            budget: budget.clone(),
        }
    }

    /// Whether hits have places.
    pub(crate) fn has_places(&self) -> bool {
        self.terms.have_places()
    }

    /// The matching games of a segment, each with the place that cost most, else the first.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<Vec<PlacedMatch>> {
        let games = JudgedGames::new(self, reader)?;
        let mut found = Vec::new();
        let docs: Vec<DocId> = games.docs(reader, needs.among).collect();
        for doc in docs {
            let first = games.of(doc)?.into_iter().next();
            found.extend(first.map(|hit| PlacedMatch {
                doc,
                place: hit.place,
                loss: hit.ply.loss,
            }));
        }
        let games = needs.among.map_or(reader.num_docs() as usize, BitSet::len);
        self.budget.add(games as u64);
        Ok(found)
    }

    /// The places in the eyes of an engine.
    fn hits(&self, engine: &JudgedEngine, movers: ByColor<bool>) -> Vec<JudgedHit> {
        let name: Arc<str> = engine.name.unwrap_or(engine.writer).into();
        let mut hits = Vec::new();
        let mut before: Option<JudgedPly> = None;
        for ply in engine.plies() {
            let before = before.replace(ply);
            let place = if self.beside_board && self.terms.are_about_moves() {
                self.board_before(before, &ply)
            } else {
                self.own_place(&ply)
            };
            let is_meant = |mover| !self.terms.are_about_moves() || movers[mover];
            let Some(place) = place.filter(|_| {
                ply.played.is_none_or(|(mover, _)| is_meant(mover))
                    && self.terms.fit_move(&ply, engine.size)
            }) else {
                continue;
            };
            hits.push(JudgedHit {
                place,
                engine: name.clone(),
                is_about_move: self.terms.are_about_moves(),
                size: engine.size,
                ply,
            });
        }
        hits
    }

    /// The place of a value, if its position meets the conditions. A board beside it has conditions of its own.
    fn own_place(&self, ply: &JudgedPly) -> Option<HitNode> {
        let mover = ply.played.map(|(mover, _)| mover);
        let turn = if self.terms.are_about_moves() { mover } else { mover.map(Color::other) };
        let fits = self.terms.fit_position(ply)
            && (self.beside_board
                || self.moves.contains(&ply.number)
                    && self.to_move.is_none_or(|wanted| turn == Some(wanted)));
        fits.then_some(place(ply.node, ply.number))
    }

    /// The place of the board before a move that is judged, if that meets the conditions on positions.
    fn board_before(&self, before: Option<JudgedPly>, ply: &JudgedPly) -> Option<HitNode> {
        let node = ply.node.checked_sub(1)?;
        let before = before.filter(|before| before.node == node);
        let fits = match before {
            Some(before) => self.terms.fit_position(&before),
            None => !self.terms.are_about_positions(),
        };
        Some(place(node, ply.number.checked_sub(1)?)).filter(|_| fits)
    }
}

/// A place on the main line.
fn place(node: NodeId, number: u32) -> HitNode {
    HitNode { number, node, variation: false }
}

/// The analysed games of a segment.
pub(crate) struct JudgedGames<'m> {
    matcher: &'m JudgedMatcher,
    judgements: Judgements,
    outcomes: Option<Column<u64>>,
    players: Option<ByColor<BitSet>>,
}

impl<'m> JudgedGames<'m> {
    pub(crate) fn new(
        matcher: &'m JudgedMatcher,
        reader: &SegmentReader,
    ) -> tantivy::Result<JudgedGames<'m>> {
        let judgements = Judgements::open(reader)?;
        let needs_outcome = matcher.terms.turned.is_some();
        let games = |query: &dyn Query| docs_of(query, reader, &matcher.budget);
        let players = matcher.players.as_ref().filter(|_| !judgements.is_empty()).map(
            |named| -> tantivy::Result<ByColor<BitSet>> {
                Ok(ByColor { black: games(&*named.black)?, white: games(&*named.white)? })
            },
        );
        let outcomes = needs_outcome.then(|| reader.fast_fields().u64("outcome"));
        Ok(JudgedGames {
            players: players.transpose()?,
            outcomes: outcomes.transpose()?,
            judgements,
            matcher,
        })
    }

    /// The games that have analysis, among some of the segment.
    pub(crate) fn docs(
        &self,
        reader: &SegmentReader,
        among: Option<&BitSet>,
    ) -> impl Iterator<Item = DocId> {
        let alive = reader.alive_bitset();
        let mut pace = self.matcher.budget.pace();
        let docs = self.judgements.docs().take_while(move |_| !pace.is_spent(GAME));
        docs.filter(move |&doc| {
            alive.is_none_or(|alive| alive.is_alive(doc))
                && among.is_none_or(|among| among.contains(doc))
        })
    }

    /// The places of a game that meet the conditions, the costliest first. Without conditions on places, the first that
    /// an engine looked at.
    pub(crate) fn of(&self, doc: DocId) -> tantivy::Result<Vec<JudgedHit>> {
        let blob = self.judgements.of(doc)?;
        let is_meant = |color| self.players.as_ref().is_none_or(|games| games[color].contains(doc));
        let movers = ByColor { black: is_meant(Color::Black), white: is_meant(Color::White) };
        let outcome = self.outcomes.as_ref().and_then(|column| column.first(doc));
        let loser = outcome.and_then(|outcome| match outcome {
            outcome::BLACK => Some(Color::White),
            outcome::WHITE => Some(Color::Black),
            _ => None,
        });
        let terms = &self.matcher.terms;
        let fitting = engines(&blob)
            .filter(|engine| terms.fit_engine(engine))
            .filter(|engine| terms.fit_game(engine, movers, loser));
        let mut hits: Vec<JudgedHit> =
            fitting.flat_map(|engine| self.matcher.hits(&engine, movers)).collect();
        // What two engines say of one move is one hit, by the one that saw the greater loss.
        let cost = |hit: &JudgedHit| (Reverse(hit.ply.loss), Reverse(hit.ply.drop));
        hits.sort_by_key(|hit| (hit.place.number, cost(hit)));
        hits.dedup_by_key(|hit| hit.place);
        if terms.are_about_moves() {
            hits.sort_by_key(cost);
        }
        Ok(hits)
    }
}
