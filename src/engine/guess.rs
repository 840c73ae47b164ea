//! How good a guessed move is, by what the engine said about the position and by what was played.

use super::practice::PracticePosition;
use kifu_record::analysis::{Analysis, Candidate, Estimate, Verdict, fall};
use kifu_record::game::board::Board;
use kifu_record::game::{Color, Move};
use kifu_record::{GameRecord, GameTree};
pub use kifu_store::mine::practice::Grade;

/// A candidate that costs less than this is nearly right: in hundredths of a point, or of a percent where no points are
/// known.
const NEARLY: (i32, i32) = (100, 200);

/// A move of which something is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KnownMove {
    /// The move.
    pub action: Move,
    /// What it costs, in hundredths of a point; negative for a gain.
    pub loss: Option<i32>,
    /// The same in hundredths of a percent of the winning rate.
    pub drop: Option<i32>,
    /// Whether the engine would play it.
    pub is_best: bool,
    /// Whether it was played.
    pub is_played: bool,
}

/// What is known of the moves in a position.
#[derive(Clone, Debug, Default)]
pub struct MovesKnown {
    /// The engine; `None` if none said what it would play.
    pub engine: Option<String>,
    /// The engine's candidates, the best first, and what was played.
    pub moves: Vec<KnownMove>,
}

impl MovesKnown {
    /// What the index and, if it could be read, the record of the game know of a position.
    pub fn of(position: &PracticePosition, record: Option<&GameRecord>) -> MovesKnown {
        let stored = position.judged.as_ref();
        let read = record.and_then(|record| JudgedRecord::of(position, record));
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
        let told = read.as_ref().and_then(|read| read.cost_of_played(position));
        let stored = stored.map(|stored| (stored.loss, stored.drop));
        add_played(&mut moves, position.played, stored.or(told));
        MovesKnown { engine, moves }
    }

    /// The move of these that a guess means. Where the board is an image of itself, so is a move.
    pub fn meant(&self, board: &Board, guess: Move) -> Move {
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

    /// The grade of a guess; of none, it is wrong.
    pub fn grade(&self, guess: Option<Move>) -> Grade {
        let known = guess.and_then(|guess| self.moves.iter().find(|known| known.action == guess));
        let Some(known) = known else {
            return Grade::Wrong;
        };
        let has_best = self.moves.iter().any(|known| known.is_best);
        match (known.loss, known.drop) {
            _ if known.is_best || !has_best => Grade::Right,
            (Some(loss), _) if loss < NEARLY.0 => Grade::Nearly,
            (None, Some(drop)) if drop < NEARLY.1 => Grade::Nearly,
            // The engine did not say what it costs.
            (None, None) if known.is_played => Grade::Nearly,
            _ => Grade::Wrong,
        }
    }
}

impl KnownMove {
    /// A move of which nothing is known.
    pub fn new(action: Move) -> KnownMove {
        KnownMove { action, loss: None, drop: None, is_best: false, is_played: false }
    }
}

/// Notes which of the moves was played. What it cost is told by the position after it, which is more than a candidate
/// knows.
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

/// What one engine said in a record.
struct JudgedRecord<'r> {
    analysis: &'r Analysis,
    tree: &'r GameTree,
    number: u8,
    engine: String,
    /// What it said about the position.
    verdict: Option<&'r Verdict>,
}

impl<'r> JudgedRecord<'r> {
    /// Of the engine that the query found the position by, or else of the one that stands for the game.
    fn of(position: &PracticePosition, record: &'r GameRecord) -> Option<JudgedRecord<'r>> {
        let (analysis, tree) = (&record.analysis, &record.tree);
        let name = |number: usize| {
            let engine = analysis.engines.get(number)?;
            Some(engine.name.as_deref().unwrap_or(engine.writer))
        };
        let wanted = position.judged.as_ref().map(|judged| judged.engine.as_str());
        let wanted = wanted
            .and_then(|wanted| (0..analysis.engines.len()).find(|&at| name(at) == Some(wanted)));
        let number =
            wanted.and_then(|at| u8::try_from(at).ok()).or_else(|| analysis.main_engine(tree))?;
        Some(JudgedRecord {
            verdict: analysis.verdict(position.node, number),
            engine: name(usize::from(number))?.to_owned(),
            analysis,
            tree,
            number,
        })
    }

    /// The candidates, with what each costs beside the best.
    fn candidates(&self, mover: Color) -> Vec<KnownMove> {
        let candidates = self.verdict.map_or(&[][..], |verdict| &verdict.candidates);
        let estimate = |candidate: &Candidate| Estimate {
            rate: candidate.black_rate,
            lead: candidate.black_lead,
        };
        let best = candidates.first().map(estimate).unwrap_or_default();
        let known = |(at, candidate): (usize, &Candidate)| {
            let (drop, loss) = fall(best, estimate(candidate), mover);
            KnownMove { loss, drop, is_best: at == 0, ..KnownMove::new(candidate.action) }
        };
        candidates.iter().enumerate().map(known).collect()
    }

    /// What the played move cost, in hundredths of a point and of a percent.
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
        let mut known = MovesKnown {
            engine: Some("KataGo".to_owned()),
            moves: vec![
                best,
                costing(2, Some(99), Some(900)),
                costing(3, Some(100), Some(10)),
                costing(4, None, Some(199)),
                costing(5, None, Some(200)),
            ],
        };
        add_played(&mut known.moves, at(6), None);
        let grades = [
            (Some(at(1)), Grade::Right),
            (Some(at(2)), Grade::Nearly),
            (Some(at(3)), Grade::Wrong),
            (Some(at(4)), Grade::Nearly),
            (Some(at(5)), Grade::Wrong),
            // Played, and of no known cost.
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
        let mut known = MovesKnown::default();
        add_played(&mut known.moves, at(6), Some((None, Some(3000))));
        assert_eq!(known.grade(Some(at(6))), Grade::Right);
        assert_eq!(known.grade(Some(at(5))), Grade::Wrong);
    }

    #[test]
    fn on_a_symmetric_board_the_image_of_a_move_means_that_move() {
        let mut known = MovesKnown::default();
        add_played(&mut known.moves, at(6), None);
        let image = Move::Place(Point::new(6, 15));
        let mut board = Board::new(GameKind::Go, BoardSize::GO);
        assert_eq!(known.meant(&board, image), at(6));
        assert_eq!(known.meant(&board, at(5)), at(5));
        board.set(Point::new(2, 5), Stone::Black);
        assert_eq!(known.meant(&board, image), image);
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
