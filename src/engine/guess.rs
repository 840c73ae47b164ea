//! Grades a guessed move by the engine's analysis of the position and by the move that was played.

use super::practice::PracticePosition;
use kifu_record::analysis::{Analysis, Candidate, Estimate, Verdict, estimate_fall};
use kifu_record::game::board::Board;
use kifu_record::game::{Color, Move};
use kifu_record::problem::first_moves;
use kifu_record::{GameRecord, GameTree};
pub use kifu_store::userdata::practice::Grade;

/// Largest cost, in comparison with the best move, of a guess that is graded as nearly right: one point or, if points
/// are unknown, two percentage points of the winning rate. Both numbers are hundredths.
const NEARLY_RIGHT_COST: (i32, i32) = (100, 200);

/// Move whose cost is known, or that the engine would play, or that was played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownMove {
    pub action: Move,
    /// Cost in hundredths of a point; negative for a gain.
    pub loss: Option<i32>,
    /// Cost in hundredths of a percent of the winning rate.
    pub drop: Option<i32>,
    /// True if this is the move that the engine would play.
    pub is_best: bool,
    /// True if this move was played in the game.
    pub is_played: bool,
}

/// What is known of the moves in a position: the candidates of an engine, and the move that was played.
#[derive(Clone, Debug, Default)]
pub struct KnownMoves {
    /// Name of the engine; `None` if no engine says what it would play.
    pub engine: Option<String>,
    /// Candidates of the engine, the best first, and the move that was played.
    pub moves: Vec<KnownMove>,
    /// What guesses are compared with.
    pub source: AnswerSource,
}

/// What a guess is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AnswerSource {
    /// Guesses are compared with the best move of an engine or, without one, with the move that was played.
    #[default]
    Moves,
    /// Guesses are compared with the move that was played, which is a mistake; no better move is known.
    Mistake,
    /// Guesses are compared with the lines of a problem. The right first moves are the best ones.
    Problem,
}

impl KnownMoves {
    /// Collects the known moves of a position from the index and, if it could be read, from the record of the game.
    pub fn new(position: &PracticePosition, record: Option<&GameRecord>) -> KnownMoves {
        if position.is_problem {
            return KnownMoves::of_problem(position, record);
        }
        let stored = position.eval.as_ref();
        let read = record.and_then(|record| RecordEval::of(position, record));
        let mut moves =
            read.as_ref().map(|read| read.candidates(position.mover)).unwrap_or_default();
        let advised = stored.and_then(|stored| stored.advised);
        if let Some(action) = advised.filter(|_| moves.is_empty()) {
            moves.push(KnownMove {
                is_best: true,
                loss: Some(0).filter(|_| stored.is_some_and(|stored| stored.loss.is_some())),
                drop: Some(0).filter(|_| stored.is_some_and(|stored| stored.drop.is_some())),
                ..KnownMove::new(action)
            });
        }
        let engine = match (&read, stored) {
            _ if moves.is_empty() => None,
            (Some(read), _) => Some(read.engine.clone()),
            (None, stored) => stored.map(|stored| stored.engine.clone()),
        };
        let is_mistake = stored.is_some() && moves.is_empty();
        let source = if is_mistake { AnswerSource::Mistake } else { AnswerSource::Moves };
        let cost_in_record = read.as_ref().and_then(|read| read.cost_of_played(position));
        let stored = stored.map(|stored| (stored.loss, stored.drop));
        add_played(&mut moves, position.played, stored.or(cost_in_record));
        KnownMoves { engine, moves, source }
    }

    /// Collects the first moves of a problem, the right ones first. If the record could not be read, only the main line
    /// is known, and taken as right.
    fn of_problem(position: &PracticePosition, record: Option<&GameRecord>) -> KnownMoves {
        let known = |action, is_right| KnownMove { is_best: is_right, ..KnownMove::new(action) };
        let lines = record.map(first_moves).unwrap_or_default().into_iter();
        let mut moves: Vec<KnownMove> =
            lines.map(|first| known(first.action, first.is_right)).collect();
        if moves.is_empty() {
            moves.push(known(position.played, true));
        }
        moves.sort_by_key(|known| !known.is_best);
        KnownMoves { engine: None, moves, source: AnswerSource::Problem }
    }

    /// Returns the known move that a guess stands for. If the board is symmetric, a guess may be the rotated or
    /// mirrored image of a known move.
    pub fn matching_move(&self, board: &Board, guess: Move) -> Move {
        let canonical = |action: Move| match action {
            Move::Place(point) => Move::Place(board.canonical_point(point)),
            other => other,
        };
        let is_known = |action: &Move| canonical(*action) == canonical(guess);
        let actions = self.moves.iter().map(|known| known.action);
        actions
            .clone()
            .find(|action| *action == guess)
            .or(actions.into_iter().find(is_known))
            .unwrap_or(guess)
    }

    /// Grades a guess. An unknown move is graded as wrong, except that any move but a mistake without a better move is
    /// nearly right: it avoids the mistake, but nobody knows what it costs. No guess at all is graded as wrong.
    pub fn grade(&self, guess: Option<Move>) -> Grade {
        let known = guess.and_then(|guess| self.moves.iter().find(|known| known.action == guess));
        let known = match (self.source, known) {
            (AnswerSource::Mistake, None) if guess.is_some() => return Grade::Nearly,
            (AnswerSource::Problem, Some(known)) if known.is_best => return Grade::Right,
            (AnswerSource::Moves, Some(known)) => known,
            _ => return Grade::Wrong,
        };
        let has_best = self.moves.iter().any(|known| known.is_best);
        match (known.loss, known.drop) {
            _ if known.is_best || !has_best => Grade::Right,
            (Some(loss), _) if loss < NEARLY_RIGHT_COST.0 => Grade::Nearly,
            (None, Some(drop)) if drop < NEARLY_RIGHT_COST.1 => Grade::Nearly,
            // The cost of the played move is unknown, so it is neither right nor proven wrong.
            (None, None) if known.is_played => Grade::Nearly,
            _ => Grade::Wrong,
        }
    }
}

impl KnownMove {
    pub fn new(action: Move) -> KnownMove {
        KnownMove { action, loss: None, drop: None, is_best: false, is_played: false }
    }
}

/// Marks the move that was played as such, and adds it to `moves` if it is not among the engine's candidates. Its cost
/// comes from the evaluation of the position after it, which is more exact than the evaluation of a candidate.
fn add_played(moves: &mut Vec<KnownMove>, played: Move, cost: Option<(Option<i32>, Option<i32>)>) {
    let at = moves.iter().position(|known| known.action == played).unwrap_or_else(|| {
        moves.push(KnownMove::new(played));
        moves.len() - 1
    });
    let Some(known) = moves.get_mut(at) else {
        return;
    };
    known.is_played = true;
    if let (false, Some((loss, drop))) = (known.is_best, cost) {
        (known.loss, known.drop) = (loss, drop);
    }
}

/// Analysis of a record by one engine.
struct RecordEval<'r> {
    analysis: &'r Analysis,
    tree: &'r GameTree,
    number: u8,
    engine: String,
    /// Evaluation of the practice position by that engine.
    verdict: Option<&'r Verdict>,
}

impl<'r> RecordEval<'r> {
    /// Chooses the engine by whose evaluation the query found the position, or else the engine that evaluated the most
    /// positions of the game.
    fn of(position: &PracticePosition, record: &'r GameRecord) -> Option<RecordEval<'r>> {
        let (analysis, tree) = (&record.analysis, &record.tree);
        let name = |number: usize| {
            let engine = analysis.engines.get(number)?;
            Some(engine.name.as_deref().unwrap_or(engine.writer))
        };
        let engine_name = position.eval.as_ref().map(|judged| judged.engine.as_str());
        let wanted = engine_name
            .and_then(|wanted| (0..analysis.engines.len()).find(|&at| name(at) == Some(wanted)));
        let number =
            wanted.and_then(|at| u8::try_from(at).ok()).or_else(|| analysis.main_engine(tree))?;
        Some(RecordEval {
            verdict: analysis.verdict(position.node, number),
            engine: name(usize::from(number))?.to_owned(),
            analysis,
            tree,
            number,
        })
    }

    /// Lists the candidates, each with its cost compared with the best.
    fn candidates(&self, mover: Color) -> Vec<KnownMove> {
        let candidates = self.verdict.map_or(&[][..], |verdict| &verdict.candidates);
        let estimate = |candidate: &Candidate| Estimate {
            rate: candidate.black_rate,
            lead: candidate.black_lead,
        };
        let best = candidates.first().map(estimate).unwrap_or_default();
        let known = |(at, candidate): (usize, &Candidate)| {
            let (drop, loss) = estimate_fall(best, estimate(candidate), mover);
            KnownMove { loss, drop, is_best: at == 0, ..KnownMove::new(candidate.action) }
        };
        candidates.iter().enumerate().map(known).collect()
    }

    /// Returns the cost of the played move, in hundredths of a point and of a percent.
    fn cost_of_played(&self, position: &PracticePosition) -> Option<(Option<i32>, Option<i32>)> {
        let losses = self.analysis.losses(self.tree, self.number);
        let loss = losses.iter().find(|loss| loss.node == position.next)?;
        Some((loss.points, loss.drop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_record::game::{BoardSize, GameKind, Point, Stone};

    fn at(x: u8) -> Move {
        Move::Place(Point::new(x, 3))
    }

    fn costing(x: u8, loss: Option<i32>, drop: Option<i32>) -> KnownMove {
        KnownMove { loss, drop, ..KnownMove::new(at(x)) }
    }

    #[test]
    fn a_guess_is_right_nearly_right_or_wrong() {
        let best = KnownMove { is_best: true, ..costing(1, Some(0), Some(0)) };
        let mut known = KnownMoves {
            engine: Some("KataGo".to_owned()),
            moves: vec![
                best,
                costing(2, Some(99), Some(900)),
                costing(3, Some(100), Some(10)),
                costing(4, None, Some(199)),
                costing(5, None, Some(200)),
            ],
            source: AnswerSource::Moves,
        };
        add_played(&mut known.moves, at(6), None);
        let grades = [
            (Some(at(1)), Grade::Right),
            (Some(at(2)), Grade::Nearly),
            (Some(at(3)), Grade::Wrong),
            (Some(at(4)), Grade::Nearly),
            (Some(at(5)), Grade::Wrong),
            // Move 6 was played, and its cost is unknown.
            (Some(at(6)), Grade::Nearly),
            (Some(at(7)), Grade::Wrong),
            (Some(Move::Pass), Grade::Wrong),
            (None, Grade::Wrong),
        ];
        for (guess, grade) in grades {
            assert_eq!(known.grade(guess), grade, "{guess:?}");
        }
    }

    #[test]
    fn without_an_engine_the_played_move_is_right() {
        let mut known = KnownMoves::default();
        add_played(&mut known.moves, at(6), Some((None, Some(3000))));
        assert_eq!(known.grade(Some(at(6))), Grade::Right);
        assert_eq!(known.grade(Some(at(5))), Grade::Wrong);
    }

    #[test]
    fn any_move_but_a_mistake_is_nearly_right_if_no_better_move_is_known() {
        let mut known = KnownMoves { source: AnswerSource::Mistake, ..KnownMoves::default() };
        add_played(&mut known.moves, at(6), Some((Some(800), None)));
        assert_eq!(known.grade(Some(at(6))), Grade::Wrong);
        assert_eq!(known.grade(Some(at(5))), Grade::Nearly);
        assert_eq!(known.grade(None), Grade::Wrong);
    }

    #[test]
    fn the_image_of_a_move_matches_it_on_a_symmetric_board() {
        let mut known = KnownMoves::default();
        add_played(&mut known.moves, at(6), None);
        let image = Move::Place(Point::new(6, 15));
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        assert_eq!(known.matching_move(&board, image), at(6));
        assert_eq!(known.matching_move(&board, at(5)), at(5));
        board.set(Point::new(2, 5), Stone::Black);
        assert_eq!(known.matching_move(&board, image), image);
    }

    #[test]
    fn the_cost_of_the_played_move_is_that_of_the_game_unless_it_is_the_best() {
        let best = KnownMove { is_best: true, ..costing(1, Some(0), None) };
        let cost = Some((Some(250), None));
        let mut moves = vec![best, costing(2, Some(40), None)];
        add_played(&mut moves, at(2), cost);
        assert_eq!((moves.len(), moves[1].loss), (2, Some(250)));
        let mut moves = vec![best];
        add_played(&mut moves, at(1), cost);
        assert!(moves[0].is_played && moves[0].loss == Some(0));
    }
}
