//! Stored values of games, read without a copy.
//!
//! tantivy copies stored bytes one by one, which takes longer than all other work for a listed game.

use kifu_record::poison::IgnorePoison;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::sync::Mutex;
use tantivy::index::{SegmentId, SegmentReader};
use tantivy::schema::Field;
use tantivy::store::StoreReader;
use tantivy::{DocAddress, Searcher};
use tantivy_common::{BinarySerializable, OwnedBytes, VInt};

/// Number of blocks of stored games that are cached unpacked for each segment: enough for a page of 100 hits whose
/// games have long comments and lie in blocks of their own. A block has 16 KiB, or one longer game.
const CACHED_BLOCKS: usize = 128;

/// Readers of the stored games of an index, by segment.
#[derive(Default)]
pub(super) struct StoredGames(Mutex<HashMap<SegmentId, Arc<StoreReader>>>);

impl StoredGames {
    fn store_reader(&self, reader: &SegmentReader) -> io::Result<Arc<StoreReader>> {
        let mut opened = self.0.lock().ignore_poison();
        if let Some(store) = opened.get(&reader.segment_id()) {
            return Ok(store.clone());
        }
        let store = Arc::new(reader.get_store_reader(CACHED_BLOCKS)?);
        opened.insert(reader.segment_id(), store.clone());
        Ok(store)
    }

    pub(super) fn game(
        &self,
        searcher: &Searcher,
        game: DocAddress,
    ) -> tantivy::Result<StoredGame> {
        let store = self.store_reader(searcher.segment_reader(game.segment_ord))?;
        Ok(StoredGame(store.get_document_bytes(game.doc_id)?))
    }
}

/// Stored values of a game, each with its field and its type.
pub struct StoredGame(OwnedBytes);

/// Type number of bytes in tantivy's document store; the index stores no other type.
const BYTES_TYPE: u8 = 4;

impl StoredGame {
    /// Returns the stored bytes of a field, if the game has any.
    pub fn bytes(&self, field: Field) -> io::Result<Option<&[u8]>> {
        let mut rest = self.0.as_slice();
        for _ in 0..VInt::deserialize_u64(&mut rest)? {
            let of = Field::deserialize(&mut rest)?;
            let kind = u8::deserialize(&mut rest)?;
            let length = VInt::deserialize_u64(&mut rest)?;
            let parts =
                usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
            let Some((value, after)) = parts.filter(|_| kind == BYTES_TYPE) else {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a stored game is damaged"));
            };
            if of == field {
                return Ok(Some(value));
            }
            rest = after;
        }
        Ok(None)
    }
}
