//! Cache entries for the games that were read last. With them, stepping through a game does not read its file again,
//! which would take long for some archives.

use kifu_archive::origin::Origin;
use kifu_engine::game::ReadGame;

/// A game with its record and its place in the archive.
pub(crate) struct RecentGame {
    /// Complete id of the game.
    pub id: String,
    /// Record with its markup.
    pub read: ReadGame,
    /// Place of the game in the archive.
    pub origin: Origin,
    /// Bytes of its file that are decompressed, and bytes before the game, as long as only what the index stores of the
    /// game is shown; `None` for a game that was read from its file.
    pub unpacked: Option<(u64, u64)>,
}

impl RecentGame {
    /// Estimate of the memory that the game takes, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let ReadGame { record, marks, .. } = &self.read;
        let marks = marks.iter().map(|mark| size_of_val(mark) + mark.label.capacity());
        let properties = record.properties.iter().map(|property| {
            let value = |value: &String| value.capacity() + size_of::<String>();
            property.name.capacity() + property.values.iter().map(value).sum::<usize>()
        });
        let text_bytes = marks.sum::<usize>() + properties.sum::<usize>();
        let analysis = record.analysis.heap_size();
        (record.tree.heap_size() + analysis + text_bytes + size_of::<RecentGame>()) as u64
    }
}
