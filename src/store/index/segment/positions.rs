//! Positions: tables from canonical hashes to games.
//!
//! | table | positions | bits of the hash | data |
//! |---|---|---|---|
//! | early | main line, first 31 moves | 44 | game, ply, next move |
//! | late | rest of the main line | 28 | game |
//! | variations | variations | 28 | game, first node with the position |
//!
//! Games share early positions. With ply and next move in the table, the statistics of a popular position need no
//! replay. Late positions are practically unique, so the few games with the hash are replayed; that takes about 3 bytes
//! per position instead of 7. A joseki dictionary has tens of thousands of nodes in variations, and with the node in
//! the table only the path to it is replayed.
//!
//! The keys are the highest bits of a [`PositionHash`], so a hit may be false and is verified by replay. Late positions
//! and variations are always replayed, so few bits suffice: among 100,000 games, one lookup in 15 meets a false game.

mod partitions;
mod record_positions;

use super::files::{Component, payload};
use super::table::{self, LoadedTable, Table, TableEntry, TablePlace, TableSink, Widths};
use crate::index::bits::u64_at;
use crate::index::schema;
use kifu_record::NodeId;
use kifu_record::game::hash::PositionHash;
use partitions::Partitions;
pub(crate) use record_positions::PositionsPayload;
use record_positions::{EARLY_BYTES, VARIATION_BYTES};
use std::any::Any;
use std::io::{self, Write};
use tantivy::directory::FileSlice;
use tantivy::index::SegmentReader;
use tantivy::indexer::doc_id_mapping::DocIdMapping;
use tantivy::plugin::{PluginMergeContext, PluginWriter};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Field, Schema};
use tantivy::{DocId, Segment, TantivyError};

pub(super) const COMPONENT: Component = Component {
    extension: "kpos",
    version: 3,
    field: schema::POSITIONS,
    writer: |field| Box::new(PositionsWriter::new(field)),
    merge,
};

const TABLES: usize = 3;
/// Bytes of the footer: places of the tables, version and magic.
const FOOTER_BYTES: usize = TABLES * TablePlace::BYTES + 16;

/// Widths of the early, the late and the variations table.
const WIDTHS: [Widths; TABLES] = [EARLY, LATE, VARIATIONS];

const EARLY: Widths = Widths { key: 44, payload: PLY_BITS + NEXT_BITS };
const LATE: Widths = Widths { key: 28, payload: 0 };
const VARIATIONS: Widths = Widths { key: 28, payload: NODE_BITS };

const PLY_BITS: u32 = 5;
const NEXT_BITS: u32 = 10;
const NODE_BITS: u32 = 20;

/// Last move whose position on the main line is early: the largest number in [`PLY_BITS`] bits.
pub(crate) const LAST_EARLY: u32 = (1 << PLY_BITS) - 1;

/// Number that stands for a variation node too large for [`NODE_BITS`] bits; only a replay can find the node.
const UNKNOWN_NODE: NodeId = (1 << NODE_BITS) - 1;

/// Code of the next move in a table, in canonical form.
///
/// 0 is the end of the game, 1 and 2 are passes by Black and White, then come two numbers for every point, Black's
/// first. The largest number means that only a replay can tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NextCode(pub u16);

impl NextCode {
    pub const END: NextCode = NextCode(0);
    /// Code of a next move that the table cannot hold; only a replay can tell.
    pub const UNKNOWN: NextCode = NextCode((1 << NEXT_BITS) - 1);

    pub(crate) fn new(code: usize) -> NextCode {
        NextCode(code.min(usize::from(Self::UNKNOWN.0)) as u16)
    }
}

fn merge(ctx: &PluginMergeContext) -> tantivy::Result<()> {
    let maps = merged_ids(ctx.readers);
    let sources: Vec<Positions> =
        ctx.readers.iter().map(Positions::open).collect::<tantivy::Result<_>>()?;
    let docs = maps.iter().flatten().flatten().count() as u32;
    COMPONENT.write(ctx.target_segment, |out| {
        let merged = |pick: fn(&Positions) -> &Table| -> io::Result<Vec<MergedTable>> {
            let maps = maps.iter().map(Vec::as_slice);
            (sources.iter().map(pick).zip(maps))
                .map(|(table, map)| Ok((table.load()?, map)))
                .collect()
        };
        let tables = [merged(|p| &p.early)?, merged(|p| &p.late)?, merged(|p| &p.variations)?];
        let count = |tables: &Vec<MergedTable>| tables.iter().map(|(table, _)| table.len()).sum();
        let max_entries = tables.each_ref().map(count);
        write_tables(out, docs, max_entries, &mut |number, sink| {
            merge_tables(&tables[number], sink)
        })
    })
}

/// For every source segment of a merge, the new number of each document, or `None` if it was deleted.
///
/// tantivy's own map cannot be read from here. Like this one, it numbers the live documents in the order of the
/// readers, because the documents of this index are not sorted.
fn merged_ids(readers: &[SegmentReader]) -> Vec<Vec<Option<DocId>>> {
    let mut next: DocId = 0;
    let mut maps = Vec::with_capacity(readers.len());
    for reader in readers {
        let mut map = vec![None; reader.max_doc() as usize];
        for doc in reader.doc_ids_alive() {
            if let Some(slot) = map.get_mut(doc as usize) {
                *slot = Some(next);
                next += 1;
            }
        }
        maps.push(map);
    }
    maps
}

/// Width of a document's number in bits while entries are collected: 28 bits of the key and 29 of the document fit into
/// the `u64` of a late entry. `PositionsWriter::add_document` refuses more documents; a writer's segment has far fewer
/// than 500 million.
const DOC_BITS: u32 = 29;

struct PositionsWriter {
    field: Field,
    docs: u32,
    /// Key, document and payload of each entry, packed into one number in this order.
    early: Partitions<u128>,
    late: Partitions<u64>,
    variations: Partitions<u128>,
}

impl PluginWriter for PositionsWriter {
    fn add_document(
        &mut self,
        doc_id: DocId,
        doc: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        self.docs = doc_id + 1;
        if self.docs >= 1 << DOC_BITS {
            return Err(TantivyError::InvalidArgument("too many documents in one segment".into()));
        }
        self.add(doc_id, payload(doc, self.field)).ok_or_else(|| COMPONENT.damaged())
    }

    fn serialize(
        mut self: Box<Self>,
        segment: &Segment,
        _: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        COMPONENT.write(segment, |out| self.write(out))
    }

    fn mem_usage(&self) -> usize {
        self.early.bytes() + self.late.bytes() + self.variations.bytes()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Packs key, document and payload into one number, in this order, so that sorting the numbers sorts the entries.
fn pack_entry(hash: u64, doc: DocId, payload: u64, widths: Widths) -> u128 {
    let key = u128::from(hash >> (64 - widths.key));
    key << (DOC_BITS + widths.payload) | u128::from(doc) << widths.payload | u128::from(payload)
}

fn unpack_entry(packed: u128, widths: Widths) -> TableEntry {
    TableEntry {
        key: (packed >> (widths.payload + DOC_BITS)) as u64,
        doc: (packed >> widths.payload) as u32 & ((1 << DOC_BITS) - 1),
        payload: packed as u64 & ((1 << widths.payload) - 1),
    }
}

impl PositionsWriter {
    fn new(field: Field) -> PositionsWriter {
        PositionsWriter {
            field,
            docs: 0,
            early: Partitions::new(EARLY),
            late: Partitions::new(LATE),
            variations: Partitions::new(VARIATIONS),
        }
    }

    /// Writes the file of positions and uses up the collected entries.
    fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let PositionsWriter { docs, early, late, variations, .. } = self;
        let max_entries = [early.len, late.len, variations.len].map(|len| len as u64);
        write_tables(out, *docs, max_entries, &mut |number, sink| match number {
            0 => early.drain_sorted(sink),
            1 => late.drain_sorted(sink),
            _ => variations.drain_sorted(sink),
        })
    }

    /// Adds the positions of one document, as encoded by [`PositionsPayload`].
    fn add(&mut self, doc: DocId, bytes: &[u8]) -> Option<()> {
        if bytes.is_empty() {
            return Some(());
        }
        let (early, bytes) = bytes.split_first_chunk::<4>()?;
        let (late, bytes) = bytes.split_first_chunk::<4>()?;
        let (early, bytes) = bytes.split_at_checked(u32::from_le_bytes(*early) as usize)?;
        let (late, variations) = bytes.split_at_checked(u32::from_le_bytes(*late) as usize)?;
        for entry in early.chunks_exact(EARLY_BYTES) {
            let hash = u64_at(entry, 0)?;
            let ply = u64::from(*entry.get(8)?);
            let next = u64::from(u16::from_le_bytes([*entry.get(9)?, *entry.get(10)?]));
            let payload = ply << NEXT_BITS | next;
            self.early.push(hash, pack_entry(hash, doc, payload, EARLY));
        }
        for hash in late.chunks_exact(8) {
            let hash = u64_at(hash, 0)?;
            self.late.push(hash, pack_entry(hash, doc, 0, LATE) as u64);
        }
        for entry in variations.chunks_exact(VARIATION_BYTES) {
            let hash = u64_at(entry, 0)?;
            let node = u32::from_le_bytes(*entry.last_chunk()?).min(UNKNOWN_NODE);
            let packed = pack_entry(hash, doc, node.into(), VARIATIONS);
            self.variations.push(hash, packed);
        }
        Some(())
    }
}

/// Writes the tables, then their places. `max_entries` has an upper bound on the number of entries in each table;
/// `entries` produces the entries of a table by its number.
fn write_tables(
    out: &mut dyn Write,
    docs: u32,
    max_entries: [u64; TABLES],
    entries: &mut dyn FnMut(usize, &mut TableSink) -> io::Result<()>,
) -> io::Result<()> {
    let mut places = Vec::with_capacity(TABLES);
    let mut start = 0;
    for (number, (widths, most)) in WIDTHS.into_iter().zip(max_entries).enumerate() {
        let mut entries = |sink: &mut TableSink| entries(number, sink);
        let place = table::write(out, start, widths, most, docs, &mut entries)?;
        start = place.file_end();
        places.push(place);
    }
    for place in places {
        out.write_all(&place.to_bytes())?;
    }
    Ok(())
}

/// Table with the new numbers of its documents.
type MergedTable<'m> = (LoadedTable<'m>, &'m [Option<DocId>]);

/// Merges sorted tables into one, with new document numbers. Entries of deleted documents are dropped.
fn merge_tables(tables: &[MergedTable], sink: &mut TableSink) -> io::Result<()> {
    let mut heads: Vec<_> = tables
        .iter()
        .map(|(table, map)| {
            table.iter().filter_map(|entry| {
                let doc = map.get(entry.doc as usize).copied().flatten()?;
                Some(TableEntry { doc, ..entry })
            })
        })
        .map(Iterator::peekable)
        .collect();
    loop {
        // A merge has few sources, so looking at each beats a heap. New numbers rise from source to source, so
        // comparing whole entries also keeps them sorted by document.
        let least = heads
            .iter_mut()
            .enumerate()
            .filter_map(|(i, head)| head.peek().map(|entry| (*entry, i)))
            .min();
        let Some((entry, source)) = least else {
            return Ok(());
        };
        sink(entry)?;
        if let Some(head) = heads.get_mut(source) {
            head.next();
            // Entries with the same key from the same source need no new comparison.
            while let Some(next) = head.next_if(|next| next.key == entry.key) {
                sink(next)?;
            }
        }
    }
}

/// Tables of a segment that lead from the hash of a position to the games that reach the position: early and late
/// positions of main lines, and positions of variations.
#[derive(Clone, Debug)]
pub struct Positions {
    early: Table,
    late: Table,
    variations: Table,
}

impl Positions {
    pub fn open(reader: &SegmentReader) -> tantivy::Result<Positions> {
        let (file, footer) = COMPONENT.open(reader, FOOTER_BYTES)?;
        Positions::from_footer(&file, &footer).ok_or_else(|| COMPONENT.damaged())
    }

    fn from_footer(file: &FileSlice, footer: &[u8]) -> Option<Positions> {
        let place = |i: usize| TablePlace::from_bytes(footer.get(i * TablePlace::BYTES..)?);
        Some(Positions {
            early: Table::open(file, place(0)?, EARLY)?,
            late: Table::open(file, place(1)?, LATE)?,
            variations: Table::open(file, place(2)?, VARIATIONS)?,
        })
    }

    /// Entries of an early position as document, ply and next move, sorted by document. Like those of the other tables,
    /// they include deleted documents.
    pub fn early(
        &self,
        hash: PositionHash,
    ) -> io::Result<impl Iterator<Item = (DocId, u8, NextCode)> + use<>> {
        let entries = self.early.find(hash.0 >> (64 - EARLY.key))?;
        Ok(entries.map(|entry| {
            let ply = (entry.payload >> NEXT_BITS) as u8;
            let next = (entry.payload & ((1 << NEXT_BITS) - 1)) as u16;
            (entry.doc, ply, NextCode(next))
        }))
    }

    /// Documents that may have this position later on the main line.
    pub fn late(&self, hash: PositionHash) -> io::Result<impl Iterator<Item = DocId> + use<>> {
        let entries = self.late.find(hash.0 >> (64 - LATE.key))?;
        Ok(entries.map(|entry| entry.doc))
    }

    /// Documents that may have this position in variations, each with the first node that has the position, if the
    /// number of the node fits into the table.
    pub fn variations(
        &self,
        hash: PositionHash,
    ) -> io::Result<impl Iterator<Item = (DocId, Option<NodeId>)> + use<>> {
        let entries = self.variations.find(hash.0 >> (64 - VARIATIONS.key))?;
        Ok(entries.map(|entry| {
            let node = entry.payload as NodeId;
            (entry.doc, (node != UNKNOWN_NODE).then_some(node))
        }))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_record::game::hash::mix;
    use tantivy_common::OwnedBytes;

    fn open_tables(bytes: Vec<u8>) -> Positions {
        let places = bytes.len() - TABLES * TablePlace::BYTES;
        let footer = OwnedBytes::new(bytes[places..].to_vec());
        Positions::from_footer(&FileSlice::from(bytes), &footer).unwrap()
    }

    fn encode(
        main: &[(PositionHash, u32, NextCode)],
        variations: &[(PositionHash, NodeId)],
    ) -> Vec<u8> {
        let mut payload = PositionsPayload::default();
        payload.begin();
        for &(hash, ply, next) in main {
            payload.add_main(hash, ply, || next);
        }
        for &(hash, node) in variations {
            payload.add_variation(hash, node);
        }
        payload.finish().to_vec()
    }

    #[test]
    fn all_entries_take_memory() {
        let hash = |i| PositionHash(mix(i));
        let main = |ply| (0..30).map(|i| (hash(i), ply, NextCode::END)).collect::<Vec<_>>();
        let variations: Vec<_> = (0..30).map(|i| (hash(i), 1)).collect();
        for (name, payload) in [
            ("early", encode(&main(1), &[])),
            ("late", encode(&main(LAST_EARLY + 1), &[])),
            ("variation", encode(&[], &variations)),
        ] {
            let mut writer = PositionsWriter::new(Field::from_field_id(0));
            writer.add(0, &payload).unwrap();
            assert!(writer.mem_usage() >= 30 * size_of::<u64>(), "{name}");
        }
    }

    #[test]
    fn only_the_first_of_equal_positions_is_added() {
        let (a, b) = (PositionHash(mix(1)), PositionHash(mix(2)));
        let (next, late) = (NextCode::new(7), LAST_EARLY + 1);
        let main = [(a, 1, next), (a, 2, next), (a, late, next), (b, late, next), (b, 90, next)];
        let once = [(a, 1, next), (b, late, next)];
        assert_eq!(encode(&main, &[(a, 5), (b, 6), (a, 7)]), encode(&once, &[(a, 5), (b, 6)]));
    }

    #[test]
    fn every_position_comes_back() {
        let hash = |i: u64| PositionHash(mix(i));
        let next = NextCode::new(700);
        let mut writer = PositionsWriter::new(Field::from_field_id(0));
        for doc in 0..50 {
            let own = 1000 * (u64::from(doc) + 1);
            let (last, late) = (LAST_EARLY, LAST_EARLY + 1);
            let main = [(hash(1), last, next), (hash(own), late, NextCode::UNKNOWN)];
            let node = if doc == 7 { 3_000_000 } else { doc };
            let variations = [(hash(2), node)];
            let variations = if doc % 2 == 1 { &variations[..] } else { &[] };
            writer.add(doc, &encode(&main, variations)).unwrap();
            writer.docs = doc + 1;
        }
        let mut bytes = Vec::new();
        writer.write(&mut bytes).unwrap();
        let positions = open_tables(bytes);
        let early: Vec<_> = positions.early(hash(1)).unwrap().collect();
        assert_eq!(early, (0..50).map(|doc| (doc, LAST_EARLY as u8, next)).collect::<Vec<_>>());
        let late: Vec<_> = positions.late(hash(8000)).unwrap().collect();
        assert_eq!(late, [7]);
        assert_eq!(positions.late(hash(1)).unwrap().count(), 0);
        let variations: Vec<_> = positions.variations(hash(2)).unwrap().collect();
        // Document 7 has a node number that is too large for the table, so the table returns no node for it.
        let node = |doc| (doc != 7).then_some(doc);
        let odd = (0..50).filter(|doc| doc % 2 == 1);
        assert_eq!(variations, odd.map(|doc| (doc, node(doc))).collect::<Vec<_>>());
    }
}
