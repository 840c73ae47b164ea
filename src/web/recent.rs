//! The games that were read last. A step through a game reads nothing again: in some archives reading takes long.

use crate::engine::game::Mark;
use crate::record::GameRecord;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Games that are kept.
const KEPT: usize = 8;
/// The most nodes of a game that is kept.
const LARGEST: usize = 200_000;

/// A game as it was read.
pub struct Game {
    /// The record.
    pub record: GameRecord,
    /// The markup of its nodes.
    pub marks: Vec<Mark>,
}

/// The games that were read last, by their ids, the last one in front.
#[derive(Default)]
pub struct Recent(Mutex<VecDeque<(String, Arc<Game>)>>);

impl Recent {
    /// The game with an id: a kept one, or what `read` reads.
    pub fn get<E>(&self, id: &str, read: impl FnOnce() -> Result<Game, E>) -> Result<Arc<Game>, E> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let take = |games: &mut VecDeque<(String, Arc<Game>)>| {
            let at = games.iter().position(|(known, _)| known == id)?;
            games.remove(at)
        };
        // While a game is read, others are to be had.
        let taken = take(&mut kept());
        let game = match taken {
            Some((_, game)) => game,
            None => Arc::new(read()?),
        };
        if game.record.tree.len() <= LARGEST {
            let mut kept = kept();
            kept.push_front((id.to_owned(), game.clone()));
            kept.truncate(KEPT);
        }
        Ok(game)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::game::read_games;

    fn game() -> Game {
        let record = read_games(b"(;PB[Anna];B[pd])").records.remove(0);
        Game {
            record,
            marks: Vec::new(),
        }
    }

    #[test]
    fn a_game_is_read_once_while_it_is_kept() {
        let recent = Recent::default();
        let mut reads = 0;
        let mut get = |id: usize| {
            let read = || {
                reads += 1;
                Ok::<_, ()>(game())
            };
            recent.get(&id.to_string(), read).unwrap();
            reads
        };
        assert_eq!((get(1), get(1)), (1, 1));
        for id in 2..=KEPT {
            get(id);
        }
        assert_eq!(get(1), KEPT);
        get(KEPT + 1);
        // 1 was asked for after 2, so 2 is gone.
        assert_eq!(get(1), KEPT + 1);
        assert_eq!(get(2), KEPT + 2);
        assert!(recent.get("x", || Err::<Game, _>(())).is_err());
    }
}
