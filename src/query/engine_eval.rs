//! Finds games, and moves in them, by engine values: `loss>=5`, `drop>20`, `lead:B>10`.
//!
//! Only values on main lines are searched. One engine has to fulfil all conditions of a query.

use super::board_conditions::{BoardConditions, SearchNeeds};
use super::columns::matching_docs;
use super::step::{HitNode, PlacedMatch};
use kifu_record::NodeId;
use kifu_record::analysis;
use kifu_record::cancel::TimeBudget;
use kifu_record::game::{BoardSize, ByColor, Color, Move, Point};
use kifu_record::text::fold::fold;
use kifu_store::index::document::outcome;
use kifu_store::index::engine_eval::{EngineEval, PlyEval, engines};
use kifu_store::index::segment::engine_evals::EngineEvals;
use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::Arc;
use tantivy::columnar::Column;
use tantivy::index::SegmentReader;
use tantivy::query::Query;
use tantivy::{BitSet, DocId};

/// Bounds of a number in hundredths, both inclusive.
pub(crate) type Bounds = RangeInclusive<i64>;

/// Winning rate, in hundredths of a percent, from which a game counts as won for `turned:`: 90 %.
const WON_RATE: i64 = 9000;

/// Conditions of a query on engine values; each is `None` or empty if the query does not have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct EngineConditions {
    /// Words that must occur in the name of the engine or of the program that wrote its values; folded.
    pub(crate) engine: Vec<String>,
    /// Conditions on a position: number of playouts, Black's lead in hundredths of a point, Black's winning rate in
    /// hundredths of a percent.
    pub(crate) visits: Option<Bounds>,
    pub(crate) lead: Vec<SideBounds>,
    pub(crate) rate: Vec<SideBounds>,
    /// Conditions on a move: fall of the mover's winning rate in hundredths of a percent, loss in hundredths of a
    /// point.
    pub(crate) drop: Option<Bounds>,
    pub(crate) loss: Option<Bounds>,
    /// Condition on the move that the engine would have played instead.
    pub(crate) missed: Option<MissedMove>,
    /// Conditions on a whole game: number of blunders, accuracy in hundredths of a percent, and whether the loser once
    /// had a won game.
    pub(crate) blunders: Option<Bounds>,
    pub(crate) accuracy: Option<Bounds>,
    pub(crate) turned: Vec<TurnedGame>,
}

/// Bounds of a number that has a side, such as a lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SideBounds {
    OfBlack(Bounds),
    /// Bounds of the number of the one player whom the query names.
    OfPlayer(Bounds),
}

impl SideBounds {
    /// True if the number of the side lies within the bounds. `player` says which colour the query's player has.
    fn contains(&self, player: ByColor<bool>, number_of: impl Fn(Color) -> Option<i64>) -> bool {
        let is_within = |bounds: &Bounds, color| {
            number_of(color).is_some_and(|number| bounds.contains(&number))
        };
        match self {
            SideBounds::OfBlack(bounds) => is_within(bounds, Color::Black),
            SideBounds::OfPlayer(bounds) => {
                Color::BOTH.into_iter().any(|color| player[color] && is_within(bounds, color))
            }
        }
    }
}

/// What `turned:` demands of a lost game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TurnedGame {
    /// It is known whether the loser once had a won game by the winning rate.
    Known,
    /// The loser once had a winning rate of [`WON_RATE`], or never had it.
    WinRate(bool),
    /// The loser once led by at least so many hundredths of a point.
    Lead(i64),
}

impl TurnedGame {
    fn is_met(self, engine: &EngineEval, loser: Color) -> bool {
        let most_points = || engine.plies().filter_map(|ply| lead_of(&ply, loser)).max();
        match self {
            TurnedGame::Known => had_won(engine, loser).is_some(),
            TurnedGame::WinRate(wanted) => had_won(engine, loser) == Some(wanted),
            TurnedGame::Lead(least) => most_points().is_some_and(|points| points >= least),
        }
    }
}

/// A move that was best in the eyes of an engine but was not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MissedMove {
    Any,
    Pass,
    /// Column from the left, from 0, and row from below, from 1, so that the value fits boards of any size.
    At(u8, u8),
}

impl MissedMove {
    fn matches(self, advised: Move, size: BoardSize) -> bool {
        let at = match self {
            MissedMove::Any => return true,
            MissedMove::Pass => return advised == Move::Pass,
            MissedMove::At(x, row) => size.height().checked_sub(row).map(|y| Point::new(x, y)),
        };
        at.is_some_and(|point| advised == Move::Place(point))
    }
}

impl EngineConditions {
    /// True if the query has a condition on the engine values of moves.
    fn has_move_conditions(&self) -> bool {
        self.drop.is_some() || self.loss.is_some() || self.missed.is_some()
    }

    /// True if the query has a condition on the engine values of positions.
    fn has_position_conditions(&self) -> bool {
        self.visits.is_some() || !self.lead.is_empty() || !self.rate.is_empty()
    }

    /// True if the hits of these conditions are nodes of games. Without conditions on positions or moves, only whole
    /// games are hits.
    pub(crate) fn has_node_conditions(&self) -> bool {
        self.has_move_conditions() || self.has_position_conditions()
    }

    fn fits_engine(&self, engine: &EngineEval) -> bool {
        if self.engine.is_empty() {
            return true;
        }
        let text = fold(&format!("{} {}", engine.writer, engine.name.unwrap_or_default()));
        self.engine.iter().all(|word| text.contains(word))
    }

    /// True if a position meets the conditions on positions. `player` says which colour the query's player has.
    fn fits_position(&self, ply: &PlyEval, player: ByColor<bool>) -> bool {
        let within = |bounds: &Option<Bounds>, number: Option<i64>| {
            bounds.as_ref().is_none_or(|bounds| number.is_some_and(|n| bounds.contains(&n)))
        };
        let visits = ply.visits.map(|visits| i64::try_from(visits).unwrap_or(i64::MAX));
        within(&self.visits, visits)
            && self.lead.iter().all(|bounds| bounds.contains(player, |color| lead_of(ply, color)))
            && self.rate.iter().all(|bounds| bounds.contains(player, |color| rate_of(ply, color)))
    }

    fn fits_move(&self, ply: &PlyEval, size: BoardSize) -> bool {
        let within = |bounds: &Option<Bounds>, number: Option<i32>| {
            let is_within = |bounds: &Bounds| number.is_some_and(|n| bounds.contains(&n.into()));
            bounds.as_ref().is_none_or(is_within)
        };
        let is_missed = |missed: MissedMove| match (ply.advised, ply.played) {
            (Some(advised), Some((_, played))) => {
                advised != played && missed.matches(advised, size)
            }
            _ => false,
        };
        within(&self.drop, ply.drop)
            && within(&self.loss, ply.loss)
            && self.missed.is_none_or(is_missed)
    }

    /// True if a game meets the conditions on whole games. `movers` says which colours the players named by the query
    /// have, `loser` which colour lost.
    fn fits_game(&self, engine: &EngineEval, movers: ByColor<bool>, loser: Option<Color>) -> bool {
        let within =
            |bounds: &Bounds, number: Option<i64>| number.is_some_and(|n| bounds.contains(&n));
        let of = |color| engine.plies().filter(move |ply| is_by(ply, color));
        let named_colors = || Color::BOTH.into_iter().filter(|&color| movers[color]);
        self.blunders.as_ref().is_none_or(|bounds| {
            let blunders = named_colors().map(|color| of(color).filter(is_blunder).count() as i64);
            bounds.contains(&blunders.sum())
        }) && self.accuracy.as_ref().is_none_or(|bounds| {
            named_colors().any(|color| within(bounds, accuracy(engine, color)))
        }) && self.turned.iter().all(|wanted| {
            let loser = loser.filter(|&loser| movers[loser]);
            loser.is_some_and(|loser| wanted.is_met(engine, loser))
        })
    }
}

/// True if a player's winning rate ever reached [`WON_RATE`]; `None` if no rate is known.
fn had_won(engine: &EngineEval, color: Color) -> Option<bool> {
    engine.plies().filter_map(|ply| rate_of(&ply, color)).max().map(|rate| rate >= WON_RATE)
}

/// Winning rate of a player, in hundredths of a percent.
fn rate_of(ply: &PlyEval, color: Color) -> Option<i64> {
    let black = i64::from(ply.estimate.rate?.hundredths());
    Some(match color {
        Color::Black => black,
        Color::White => 10_000 - black,
    })
}

/// Lead of a player, in hundredths of a point.
fn lead_of(ply: &PlyEval, color: Color) -> Option<i64> {
    let black = i64::from(ply.estimate.lead?.hundredths());
    Some(match color {
        Color::Black => black,
        Color::White => -black,
    })
}

fn is_by(ply: &PlyEval, color: Color) -> bool {
    ply.played.is_some_and(|(mover, _)| mover == color)
}

/// The engine whose values stand for a game: the one with values of the most positions; among equals the one with the
/// most playouts, then the first.
pub(crate) fn main_engine(blob: &[u8]) -> Option<EngineEval<'_>> {
    main_engine_with_values(blob, &mut |_| {})
}

/// The engine that [stands for a game](main_engine). The values of all engines are read to find it, and each value is
/// passed to `visit`.
pub(crate) fn main_engine_with_values<'b>(
    blob: &'b [u8],
    visit: &mut dyn FnMut(&PlyEval),
) -> Option<EngineEval<'b>> {
    let mut weight = |engine: &EngineEval| {
        engine.plies().fold((0u64, 0u64), |(values, visits), ply| {
            visit(&ply);
            (values + 1, visits.saturating_add(ply.visits.unwrap_or(0)))
        })
    };
    let first = |best: Option<((u64, u64), _)>, engine| {
        let engine_weight = weight(&engine);
        match best {
            Some((known, best)) if known >= engine_weight => Some((known, best)),
            _ => Some((engine_weight, engine)),
        }
    };
    engines(blob).fold(None, first).map(|(_, engine)| engine)
}

pub(crate) fn is_blunder(ply: &PlyEval) -> bool {
    analysis::is_blunder(ply.loss, ply.drop)
}

/// Accuracy of a player in hundredths of a percent; `None` if the engine's values are too sparse.
fn accuracy(engine: &EngineEval, color: Color) -> Option<i64> {
    let losses =
        engine.plies().filter(|ply| is_by(ply, color)).filter_map(|ply| ply.computed_loss());
    analysis::accuracy(losses).filter(|_| !engine.is_sparse())
}

/// For each colour, the games in which a player whom the query names has that colour.
pub(crate) type NamedPlayers = ByColor<Box<dyn Query>>;

/// The players whom the parts of a query name, as far as conditions on engine values are about them.
#[derive(Debug)]
pub(crate) struct MatchedPlayers {
    /// For each colour, the games in which moves of that colour are searched, because a player whom the query names has
    /// it. `None` if all moves are searched.
    pub(crate) named: Option<NamedPlayers>,
    /// For each colour, the games in which the one player whom the query names has it. `None` if no condition is about
    /// this player.
    pub(crate) single: Option<NamedPlayers>,
}

/// In which colours of a game the players of a query are.
#[derive(Clone, Copy)]
struct GameSides {
    /// Colours whose moves are searched.
    movers: ByColor<bool>,
    /// Colours of the one player whom the query names.
    player: ByColor<bool>,
}

/// Finds games by engine values.
#[derive(Debug)]
pub(crate) struct EngineMatcher {
    terms: EngineConditions,
    /// Conditions on the node of a hit: its move number and the side to move.
    moves: RangeInclusive<u32>,
    to_move: Option<Color>,
    players: MatchedPlayers,
    /// True if the query also has a board clause (position or pattern). Then a hit is a node with that board, and
    /// conditions such as `loss>=5` are about the move played at that node.
    has_board: bool,
    budget: TimeBudget,
}

/// A node that meets the conditions according to one engine.
#[derive(Clone, Debug)]
pub struct EngineHit {
    pub place: HitNode,
    /// Name of the engine as the file gives it, or else of the program that wrote the values.
    pub engine: Arc<str>,
    /// True if the hit is the move that led to the node, false if it is the position at the node.
    pub is_about_move: bool,
    /// Columns and rows of the board.
    pub size: BoardSize,
    /// Values of the engine at this node.
    pub ply: PlyEval,
}

/// Cost of reading the values of one game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 500;

impl EngineMatcher {
    pub(crate) fn new(
        terms: EngineConditions,
        hit: &BoardConditions,
        players: MatchedPlayers,
        has_board: bool,
        budget: &TimeBudget,
    ) -> EngineMatcher {
        EngineMatcher {
            terms,
            moves: hit.moves.clone().unwrap_or(0..=u32::MAX),
            to_move: hit.to_move,
            players,
            has_board,
            budget: budget.clone(),
        }
    }

    /// True if hits are nodes of games; false if only whole games are hits.
    pub(crate) fn has_places(&self) -> bool {
        self.terms.has_node_conditions()
    }

    /// The matching games of a segment. Each comes with its costliest move if moves are searched, else with its first
    /// hit.
    pub(crate) fn segment(
        &self,
        reader: &SegmentReader,
        needs: SearchNeeds,
    ) -> tantivy::Result<Vec<PlacedMatch>> {
        let games = EngineGames::new(self, reader)?;
        let mut found = Vec::new();
        let docs: Vec<DocId> = games.docs(reader, needs.filter).collect();
        for doc in docs {
            let first = games.hits(doc)?.into_iter().next();
            found.extend(first.map(|hit| PlacedMatch {
                doc,
                place: hit.place,
                loss: hit.ply.loss,
            }));
        }
        let games = needs.filter.map_or(reader.num_docs() as usize, BitSet::len);
        self.budget.add_done(games as u64);
        Ok(found)
    }

    /// The nodes of a game that meet the conditions according to the values of one engine.
    fn hits(&self, engine: &EngineEval, sides: GameSides) -> Vec<EngineHit> {
        let name: Arc<str> = engine.name.unwrap_or(engine.writer).into();
        let mut hits = Vec::new();
        let mut before: Option<PlyEval> = None;
        for ply in engine.plies() {
            let before = before.replace(ply);
            let place = if self.has_board && self.terms.has_move_conditions() {
                self.node_before_move(before, &ply, sides.player)
            } else {
                self.node_of_value(&ply, sides.player)
            };
            let is_named = |mover| !self.terms.has_move_conditions() || sides.movers[mover];
            let Some(place) = place.filter(|_| {
                ply.played.is_none_or(|(mover, _)| is_named(mover))
                    && self.terms.fits_move(&ply, engine.size)
            }) else {
                continue;
            };
            hits.push(EngineHit {
                place,
                engine: name.clone(),
                is_about_move: self.terms.has_move_conditions(),
                size: engine.size,
                ply,
            });
        }
        hits
    }

    /// The node to which an engine's values belong, if its position meets the conditions on positions, such as
    /// `lead:B>10`. If the query has no board clause, the node must also meet the conditions on the move number and the
    /// side to move. With a board clause, the search for the board checks these.
    fn node_of_value(&self, ply: &PlyEval, player: ByColor<bool>) -> Option<HitNode> {
        let mover = ply.played.map(|(mover, _)| mover);
        let turn = if self.terms.has_move_conditions() { mover } else { mover.map(Color::other) };
        let fits = self.terms.fits_position(ply, player)
            && (self.has_board
                || self.moves.contains(&ply.number)
                    && self.to_move.is_none_or(|wanted| turn == Some(wanted)));
        fits.then_some(main_line_node(ply.node, ply.number))
    }

    /// The node before a move with engine values, if the position there meets the conditions on positions, such as
    /// `lead:B>10`.
    fn node_before_move(
        &self,
        before: Option<PlyEval>,
        ply: &PlyEval,
        player: ByColor<bool>,
    ) -> Option<HitNode> {
        let node = ply.node.checked_sub(1)?;
        let before = before.filter(|before| before.node == node);
        let fits = match before {
            Some(before) => self.terms.fits_position(&before, player),
            None => !self.terms.has_position_conditions(),
        };
        Some(main_line_node(node, ply.number.checked_sub(1)?)).filter(|_| fits)
    }
}

fn main_line_node(node: NodeId, number: u32) -> HitNode {
    HitNode { number, node, variation: false }
}

/// Reader of the engine values of a segment's games.
pub(crate) struct EngineGames<'m> {
    matcher: &'m EngineMatcher,
    judgements: EngineEvals,
    outcomes: Option<Column<u64>>,
    named: Option<ByColor<BitSet>>,
    single: Option<ByColor<BitSet>>,
}

impl<'m> EngineGames<'m> {
    pub(crate) fn new(
        matcher: &'m EngineMatcher,
        reader: &SegmentReader,
    ) -> tantivy::Result<EngineGames<'m>> {
        let judgements = EngineEvals::open(reader)?;
        let needs_outcome = !matcher.terms.turned.is_empty();
        let games = |query: &dyn Query| matching_docs(query, reader, &matcher.budget);
        let sides = |players: &Option<NamedPlayers>| {
            let players = players.as_ref().filter(|_| !judgements.is_empty());
            let games = players.map(|named| -> tantivy::Result<ByColor<BitSet>> {
                Ok(ByColor { black: games(&*named.black)?, white: games(&*named.white)? })
            });
            games.transpose()
        };
        let MatchedPlayers { named, single } = &matcher.players;
        let (named, single) = (sides(named)?, sides(single)?);
        let outcomes = needs_outcome.then(|| reader.fast_fields().u64("outcome"));
        Ok(EngineGames { named, single, outcomes: outcomes.transpose()?, judgements, matcher })
    }

    /// The games with engine values among the games of `filter`, or among all games of the segment.
    pub(crate) fn docs(
        &self,
        reader: &SegmentReader,
        filter: Option<&BitSet>,
    ) -> impl Iterator<Item = DocId> {
        let alive = reader.alive_bitset();
        let mut ticker = self.matcher.budget.ticker();
        let docs =
            self.judgements.docs().take_while(move |_| !ticker.is_exhausted_after(GAME_STEPS));
        docs.filter(move |&doc| {
            alive.is_none_or(|alive| alive.is_alive(doc))
                && filter.is_none_or(|among| among.contains(doc))
        })
    }

    /// The hits of a game, the costliest first. If there are only conditions on whole games, the hit is the first node
    /// that an engine evaluated.
    pub(crate) fn hits(&self, doc: DocId) -> tantivy::Result<Vec<EngineHit>> {
        let blob = self.judgements.blob_of_doc(doc)?;
        let colors = |games: &Option<ByColor<BitSet>>| {
            let is_in = |color| games.as_ref().is_none_or(|games| games[color].contains(doc));
            ByColor { black: is_in(Color::Black), white: is_in(Color::White) }
        };
        let sides = GameSides { movers: colors(&self.named), player: colors(&self.single) };
        let outcome = self.outcomes.as_ref().and_then(|column| column.first(doc));
        let loser = outcome.and_then(|outcome| match outcome {
            outcome::BLACK => Some(Color::White),
            outcome::WHITE => Some(Color::Black),
            _ => None,
        });
        let terms = &self.matcher.terms;
        let fitting = engines(&blob)
            .filter(|engine| terms.fits_engine(engine))
            .filter(|engine| terms.fits_game(engine, sides.movers, loser));
        let mut hits: Vec<EngineHit> =
            fitting.flat_map(|engine| self.matcher.hits(&engine, sides)).collect();
        // If two engines evaluate one move, it is one hit, with the values of the engine that saw the greater loss.
        let cost = |hit: &EngineHit| (Reverse(hit.ply.loss), Reverse(hit.ply.drop));
        hits.sort_by_key(|hit| (hit.place.number, cost(hit)));
        hits.dedup_by_key(|hit| hit.place);
        if terms.has_move_conditions() {
            hits.sort_by_key(cost);
        }
        Ok(hits)
    }
}
