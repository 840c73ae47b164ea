//! Properties of any text that is read as a game list.

use kifu_index::formats::{self, GameListBuilder, GameListTable, GameLists, Source};
use kifu_index::record::GameRecord;
use std::sync::Arc;

/// Moves of the games whose numbers are those of the lists in the seeds.
pub const MOVES: &str = "835580851\t;B[pd];W[dp];B[pq]\n7000\t;B[pd];W[dp]C[a]\n7\t;B[qd]\n";

#[derive(Debug)]
struct Tables(Vec<Arc<GameListTable>>);

impl GameLists for Tables {
    fn tables(&self) -> &[Arc<GameListTable>] {
        &self.0
    }
}

/// Checks that a list adds facts to the games of a file of move lines and changes neither their number nor their moves,
/// and that its table is no larger than allowed.
pub fn is_sound(list: &str) {
    const MAX_BYTES: usize = 4 << 10;
    let mut builder = GameListBuilder::new(MAX_BYTES);
    builder.add(list);
    let table = builder.finish();
    assert!(table.memory_bytes() < MAX_BYTES + (2 << 10));
    let lists = Tables(vec![Arc::new(table)]);
    let source = Source::of_file(MOVES.as_bytes());
    let listed = formats::read_source(Source { game_lists: Some(&lists), ..source });
    let bare = formats::read_source(source);
    assert_eq!(listed.diagnostics, bare.diagnostics);
    assert_eq!(listed.records.len(), bare.records.len());
    let title = |record: &GameRecord| {
        let names = record.properties.iter().filter(|property| property.name == "GN");
        Vec::from_iter(names.cloned())
    };
    for (listed, bare) in listed.records.iter().zip(&bare.records) {
        assert_eq!(listed.tree, bare.tree);
        assert_eq!(listed.start.size, bare.start.size);
        assert_eq!(title(listed), title(bare));
    }
    let again = formats::read_source(Source { game_lists: Some(&lists), ..source });
    assert_eq!(again.records, listed.records);
}
