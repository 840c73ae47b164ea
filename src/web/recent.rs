//! The games that were read last. A step through a game reads nothing again: in some archives reading takes long.

use kifu_archive::origin::Origin;
use kifu_engine::game::ReadGame;

/// A game as it was read.
pub(crate) struct RecentGame {
    /// Its whole id.
    pub id: String,
    /// The record with its markup.
    pub read: ReadGame,
    /// Where it is.
    pub origin: Origin,
}

impl RecentGame {
    /// About the bytes of memory that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let ReadGame { record, marks, .. } = &self.read;
        let marks = marks.iter().map(|mark| size_of_val(mark) + mark.label.capacity());
        let properties = record.properties.iter().map(|property| {
            let value = |value: &String| value.capacity() + size_of::<String>();
            property.name.capacity() + property.values.iter().map(value).sum::<usize>()
        });
        let besides = marks.sum::<usize>() + properties.sum::<usize>();
        let analysis = record.analysis.heap_size();
        (record.tree.heap_size() + analysis + besides + size_of::<RecentGame>()) as u64
    }
}
