//! Draws positions in which the user guesses the next move. If the query has conditions on engine analysis, they are
//! positions in which a move cost something and, if the game has any such, a better one is known. Otherwise they are
//! some positions of every matching game, and the positions of problems.
//!
//! The choice depends on the games only: the same query gives the same positions, also after the index was built again.

use super::Sink;
use super::boards_before::{BoardAt, BoardsBefore, MoveOnBoard, TargetMove};
use super::drill::mistakes;
use super::failure::Result;
use super::question::Ask;
use super::request::{DrawPositions, Sample, Search};
use super::search::PreparedQuery;
use super::snapshot::Snapshot;
use kifu_archive::error::Result as CrateResult;
use kifu_language::sentence::games_inside_sentence;
use kifu_messages::Message;
use kifu_query::convert_each::load_each;
use kifu_query::engine_eval::EngineHit;
use kifu_query::hits::{Hit, LoadedGame};
use kifu_query::query_player::QueryPlayer;
use kifu_query::sample::sort_by_draw;
use kifu_query::search::{HitLocator, search};
use kifu_query::step::HitNode;
use kifu_record::date::LaxDate;
use kifu_record::game::board::Board;
use kifu_record::game::hash::mix;
use kifu_record::game::{Color, GameKind, Move, Point};
use kifu_record::problem::problem_position;
use kifu_record::result::GameResult;
use kifu_record::{GameTree, NodeId, Start};

pub use kifu_query::losses::PHASE_ENDS;

/// Number of moves at the beginning of a game that are not guessed if the query has no position: the first moves of
/// most games are too much alike.
const SKIPPED_OPENING_MOVES: u32 = 10;
/// Number of moves after a hit that may be guessed, if the query has a position (the hit is where it occurs).
const MOVES_AFTER_HIT: u32 = 20;
/// Upper limit of the number of positions of one game, for queries that match few games.
const MAX_POSITIONS_PER_GAME: usize = 20;
/// Number of games that are read before it is checked whether enough positions were found.
const BATCH_GAMES: usize = 16;

/// Practice positions from the games of a query, sorted by their keys. The keys are hashes, so this order is stable and
/// positions of one game do not follow each other.
#[derive(Clone, Debug, Default)]
pub struct PracticeSeries {
    /// Positions, of which no two are equal when rotated or mirrored.
    pub positions: Vec<PracticePosition>,
    /// Number of matching games.
    pub games: u64,
    /// True if a request with a larger limit would draw no more positions.
    pub is_complete: bool,
    /// Query as a sentence that describes its games.
    pub sentence: Message,
}

/// Practice position: a board whose next move the user guesses, with the move that was played.
#[derive(Clone, Debug)]
pub struct PracticePosition {
    /// Key of the position: its hash and the side to play. The key is equal for all rotations and mirror images, and in
    /// any index.
    pub key: String,
    /// Id of the game.
    pub id: String,
    /// Node at which the board of the position stands.
    pub node: NodeId,
    /// Node whose move is to be guessed.
    pub next: NodeId,
    /// Number of the move to guess, from 1.
    pub number: u32,
    /// Colour that plays the move to guess.
    pub mover: Color,
    /// Move that was played.
    pub played: Move,
    /// Board before the move.
    pub board: Board,
    /// Stone that was played last before the move.
    pub last: Option<(Color, Point)>,
    /// Evaluation of the played move by the engine that the query asks for.
    pub eval: Option<StoredEval>,
    /// True if the position is a problem, which is solved by the lines of its record.
    pub is_problem: bool,
    /// Names of the players, Black first.
    pub players: [Option<String>; 2],
    /// Date of the game.
    pub date: Option<LaxDate>,
    /// Event of the game.
    pub event: Option<String>,
    /// Openings that were recognised in the game.
    pub openings: Vec<String>,
}

/// Engine's evaluation of a move as the index stores it.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredEval {
    /// Name of the engine as the file has it, or of the program that wrote its values down.
    pub engine: String,
    /// Move that the engine would have played instead.
    pub advised: Option<Move>,
    /// Cost of the played move in hundredths of a point.
    pub loss: Option<i32>,
    /// Cost of the played move in hundredths of a percent of the winning rate.
    pub drop: Option<i32>,
}

impl Ask for DrawPositions {
    type Answer = PracticeSeries;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<PracticeSeries> {
        let index = snapshot.index;
        let sample = Sample { games: self.limit, seed: 0 };
        let drawn =
            Search { unique: self.unique, sample: Some(sample), ..Search::new(&self.query) };
        let ready = PreparedQuery::new(&drawn, snapshot)?;
        let mut hits = search(index, &ready.plan, self.limit)?;
        sort_by_draw(index, sample.seed, &mut hits.first)?;
        let mut finder = PositionFinder {
            places: HitLocator::new(index, &ready.plan),
            boards: BoardsBefore::new(index),
            player: QueryPlayer::find(index, &ready.query)?,
            max_per_game: (self.limit / hits.first.len().max(1)).clamp(1, MAX_POSITIONS_PER_GAME),
        };
        let mut positions = Vec::new();
        for part in hits.first.chunks(BATCH_GAMES) {
            if positions.len() >= self.limit || index.budget().poll_exhausted() {
                break;
            }
            let mut at = part.iter();
            load_each(index, part, |game| {
                let hit = at.next().filter(|_| !index.budget().poll_exhausted());
                let found = hit.map(|hit| finder.positions(hit, &game)).transpose()?;
                positions.extend(found.unwrap_or_default());
                Ok(())
            })?;
        }
        let is_whole = hits.total <= self.limit as u64 && positions.len() <= self.limit;
        positions.truncate(self.limit);
        positions.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(PracticeSeries {
            positions,
            games: hits.total,
            is_complete: is_whole,
            sentence: games_inside_sentence(&ready.query),
        })
    }
}

/// Finds the positions to guess in games.
struct PositionFinder<'i> {
    places: HitLocator<'i>,
    boards: BoardsBefore<'i>,
    /// Player whose moves are guessed, if the query names a player.
    player: Option<QueryPlayer>,
    /// Upper limit of the number of moves that are guessed in one game, if no engine analysis selects the moves.
    max_per_game: usize,
}

impl PositionFinder<'_> {
    fn positions(&mut self, hit: &Hit, game: &LoadedGame) -> CrateResult<Vec<PracticePosition>> {
        let mut evals = self.places.engine_hits(hit)?;
        evals.retain(|judged| judged.is_about_move);
        let found = if evals.is_empty() {
            let place = self.places.locate(hit)?.filter(|place| !place.variation);
            let choice = MoveChoice {
                place,
                color: self.player.as_ref().and_then(|player| player.color_in(hit)),
                salt: game.header.id,
                max_moves: self.max_per_game,
                result: game.header.info.result,
            };
            self.boards.boards_before(hit, |start, tree| choice.moves(start, tree))?
        } else {
            // A guess can be graded as right only if the engine names a better move than the one that was played. If it
            // never does in this game, any other move than the mistake is nearly right.
            let has_better =
                |judged: &EngineHit| matches!(judged.ply.advised, Some(Move::Place(_)));
            let is_any = evals.iter().any(has_better);
            evals.retain(
                |judged| if is_any { has_better(judged) } else { judged.ply.advised.is_none() },
            );
            self.boards.boards_before(hit, |_, _| mistakes(evals))?
        };
        let is_point_empty = |MoveOnBoard { target: wanted, at }: &MoveOnBoard| match wanted.played
        {
            Move::Place(point) => at.board.stone(point).color().is_none(),
            _ => false,
        };
        let found = found.into_iter().filter(is_point_empty);
        Ok(found.map(|at| practice_position(game, at)).collect())
    }
}

/// Chooses which moves of a game are guessed.
struct MoveChoice {
    /// Place of the query's position in the game; `None` if the query has no position.
    place: Option<HitNode>,
    color: Option<Color>,
    salt: u64,
    max_moves: usize,
    /// Result of the game. A game with a result is no problem.
    result: Option<GameResult>,
}

impl MoveChoice {
    /// Selects moves of the main line by a hash of the game and the move number, so that every call selects the same
    /// moves.
    fn moves(&self, start: Start, tree: &GameTree) -> Vec<TargetMove> {
        if start.game != GameKind::Go {
            return Vec::new();
        }
        if problem_position(start, tree, self.result).is_some() {
            return first_move(tree).into_iter().collect();
        }
        let first = self.place.map_or(SKIPPED_OPENING_MOVES, |place| place.number);
        let last =
            self.place.map_or(u32::MAX, |place| place.number.saturating_add(MOVES_AFTER_HIT));
        let mut number = 0;
        let order = |wanted: &TargetMove| mix(self.salt ^ mix(u64::from(wanted.number)));
        let mut moves: Vec<TargetMove> = Vec::new();
        for node in tree.main_line() {
            number += tree.moves_in(node);
            if number > last {
                break;
            }
            let Some((mover, played @ Move::Place(_))) = tree.only_move(node) else {
                continue;
            };
            if number <= first || self.color.is_some_and(|color| color != mover) {
                continue;
            }
            let is_problem = false;
            moves.push(TargetMove { node, number, mover, played, eval: None, is_problem });
            // The list of selected moves is cut now and then, so that a main line of 600,000 moves takes as little
            // memory as any other.
            if moves.len() >= 2 * self.max_moves {
                moves.sort_by_key(order);
                moves.truncate(self.max_moves);
            }
        }
        moves.sort_by_key(order);
        moves.truncate(self.max_moves);
        moves
    }
}

/// First move on the main line of a problem.
fn first_move(tree: &GameTree) -> Option<TargetMove> {
    let node = tree.main_line().find(|node| tree.moves_in(*node) > 0)?;
    let (mover, played @ Move::Place(_)) = tree.only_move(node)? else {
        return None;
    };
    Some(TargetMove { node, number: 1, mover, played, eval: None, is_problem: true })
}

fn practice_position(game: &LoadedGame, at: MoveOnBoard) -> PracticePosition {
    let MoveOnBoard { target: wanted, at } = at;
    let BoardAt { board, node, last } = at;
    let info = &game.header.info;
    let name = |color| info.players[color].name.clone();
    PracticePosition {
        key: format!("{:016x}{}", board.hash().0, wanted.mover.letter()),
        id: game.header.id_text(),
        node,
        number: wanted.number,
        next: wanted.node,
        mover: wanted.mover,
        played: wanted.played,
        eval: wanted.eval.map(|judged| StoredEval {
            engine: judged.engine.to_string(),
            advised: judged.ply.advised,
            loss: judged.ply.loss,
            drop: judged.ply.drop,
        }),
        is_problem: wanted.is_problem,
        players: [name(Color::Black), name(Color::White)],
        date: info.date.clone(),
        event: info.event.clone(),
        openings: game.header.summary.openings.clone(),
        board,
        last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_record::game::BoardSize;

    /// Main line on which Black and White move in turn; move 30 is a pass.
    fn tree() -> GameTree {
        let mut tree = GameTree::new();
        let mut last = tree.add_node(None);
        for number in 1u8..=40 {
            let point = Point::new(number % 19, number / 19 * 3);
            let color = Color::BOTH[usize::from(number - 1) % 2];
            let action = if number == 30 { Move::Pass } else { Move::Place(point) };
            last = tree.add_move(last, color, action);
        }
        tree
    }

    fn numbers(choice: &MoveChoice) -> Vec<u32> {
        let mut numbers: Vec<u32> = choice
            .moves(Start::go(BoardSize::GO), &tree())
            .iter()
            .map(|wanted| wanted.number)
            .collect();
        numbers.sort_unstable();
        numbers
    }

    #[test]
    fn moves_are_chosen_after_the_opening_or_the_hit() {
        let all = MoveChoice { place: None, color: None, salt: 1, max_moves: 100, result: None };
        let expected: Vec<u32> = (11..=40).filter(|number| *number != 30).collect();
        assert_eq!(numbers(&all), expected);
        let white = MoveChoice {
            color: Some(Color::White),
            place: Some(HitNode { number: 3, ..HitNode::default() }),
            ..all
        };
        let expected: Vec<u32> = (4..=23).filter(|number| number % 2 == 0).collect();
        assert_eq!(numbers(&white), expected);
    }

    #[test]
    fn the_choice_depends_only_on_the_game() {
        let few = |salt, most| {
            numbers(&MoveChoice { place: None, color: None, salt, max_moves: most, result: None })
        };
        assert_eq!(few(7, 5), few(7, 5));
        assert_ne!(few(7, 5), few(8, 5));
        // For each limit, the moves chosen with it must be the first ones of those chosen with a larger limit, however
        // often the list was cut on the way.
        for most in 1..=29 {
            let mut first =
                MoveChoice { place: None, color: None, salt: 7, max_moves: 29, result: None }
                    .moves(Start::go(BoardSize::GO), &tree());
            first.truncate(most);
            let mut first: Vec<u32> = first.iter().map(|wanted| wanted.number).collect();
            first.sort_unstable();
            assert_eq!(few(7, most), first);
        }
    }
}
