//! The games that were read last. A step through a game reads nothing again: in some archives reading takes long.

use crate::engine::game::ReadGame;
use crate::origin::Origin;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// A game as it was read.
pub struct RecentGame {
    /// Its whole id.
    pub id: String,
    /// The record with its markup.
    pub read: ReadGame,
    /// Where it is.
    pub origin: Origin,
}

impl RecentGame {
    /// About the bytes of memory that it takes.
    fn bytes(&self) -> u64 {
        let ReadGame { record, marks, .. } = &self.read;
        let marks = marks
            .iter()
            .map(|mark| size_of_val(mark) + mark.label.capacity());
        let properties = record.properties.iter().map(|property| {
            let value = |value: &String| value.capacity() + size_of::<String>();
            property.name.capacity() + property.values.iter().map(value).sum::<usize>()
        });
        let besides = marks.sum::<usize>() + properties.sum::<usize>();
        (record.tree.heap_size() + besides + size_of::<RecentGame>()) as u64
    }
}

/// The games that were read last, by their ids, the last one in front.
pub struct Recent {
    /// The most bytes of memory.
    room: u64,
    kept: Mutex<VecDeque<(String, Arc<RecentGame>)>>,
}

impl Recent {
    /// Keeps games in so many bytes.
    pub fn new(room: u64) -> Recent {
        Recent {
            room,
            kept: Mutex::default(),
        }
    }

    /// The game with an id, if it is kept.
    pub fn get(&self, id: &str) -> Option<Arc<RecentGame>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == id)?;
        let found = kept.remove(at)?;
        let game = found.1.clone();
        kept.push_front(found);
        Some(game)
    }

    /// Keeps a game, in place of those that were read longest ago.
    pub fn keep(&self, id: &str, game: &Arc<RecentGame>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| known != id);
        kept.push_front((id.to_owned(), game.clone()));
        let mut left = self.room;
        kept.retain(|(_, game)| {
            // A game that is too large leaves the others their room.
            let rest = left.checked_sub(game.bytes());
            left = rest.unwrap_or(left);
            rest.is_some()
        });
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::game::{Entry, read_game};

    fn game(text: &str) -> Arc<RecentGame> {
        let entry = Entry {
            origin: Origin::file(std::path::Path::new("/a.sgf")),
            bytes: text.into(),
        };
        Arc::new(RecentGame {
            id: String::new(),
            read: read_game(&entry, 1).unwrap(),
            origin: entry.origin,
        })
    }

    #[test]
    fn the_games_that_were_read_last_are_kept_as_far_as_there_is_room() {
        let small = game("(;PB[Anna];B[pd])");
        let recent = Recent::new(3 * small.bytes());
        for id in ["1", "2", "3"] {
            recent.keep(id, &small);
        }
        assert!(recent.get("1").is_some());
        recent.keep("4", &small);
        // 1 was asked for after 2, so 2 is gone.
        assert!(recent.get("1").is_some() && recent.get("2").is_none());
        assert!(recent.get("3").is_some() && recent.get("4").is_some());
        recent.keep(
            "5",
            &game(&format!("(;PB[Anna]{})", ";B[pd]".repeat(10_000))),
        );
        assert!(recent.get("5").is_none() && recent.get("4").is_some());
    }
}
