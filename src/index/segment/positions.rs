//! Positions: canonical hashes → games.
//!
//! Two tables. *Early* holds the positions of the main line within the first 63 moves, those that games share: with
//! their ply and the next move, so that the statistics of a popular position need no replay. *Late* holds all others,
//! which are practically unique, and those of variations: the game alone, since a replay of the few games that have the
//! hash tells the rest. That takes about 5 bytes a position instead of 7.
//!
//! The keys are the highest bits of a [`PositionHash`], so a hit may be false: it is verified by replay.

use super::table::{self, Entries, Entry, Place, Sink, Table, Whole, Widths};
use super::{component_field, damaged, merged_ids, payload, refuse_sorting, u64_at, write_file};
use crate::game::hash::PositionHash;
use crate::index::schema;
use std::any::Any;
use std::io::{self, Write};
use tantivy::directory::FileSlice;
use tantivy::index::SegmentReader;
use tantivy::indexer::doc_id_mapping::DocIdMapping;
use tantivy::plugin::{PluginMergeContext, PluginWriter, PluginWriterContext, SegmentPlugin};
use tantivy::schema::document::ErasedDocument;
use tantivy::schema::{Field, Schema};
use tantivy::{DocId, HasLen, Segment, TantivyError};

pub(crate) const EXTENSION: &str = "kpos";

/// Number of the layout, written at the file's end.
const VERSION: u64 = 1;
const MAGIC: u64 = u64::from_le_bytes(*b"kifukpos");
const FOOTER: usize = 2 * Place::BYTES + 16;

const EARLY: Widths = Widths {
    key: 44,
    payload: PLY_BITS + NEXT_BITS,
};
const LATE: Widths = Widths {
    key: 34,
    payload: 1,
};

const PLY_BITS: u32 = 6;
const NEXT_BITS: u32 = 10;

/// Positions of the main line up to this move are early.
pub(crate) const LAST_EARLY: u32 = (1 << PLY_BITS) - 1;

/// The next move in a table, canonical: 0 is the end, 1 and 2 are passes of Black and White, then two numbers for every
/// point; the last number says that only a replay can tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NextCode(pub(crate) u16);

impl NextCode {
    pub(crate) const END: NextCode = NextCode(0);
    pub(crate) const UNKNOWN: NextCode = NextCode((1 << NEXT_BITS) - 1);

    pub(crate) fn new(code: usize) -> NextCode {
        NextCode(code.min(usize::from(Self::UNKNOWN.0)) as u16)
    }

    pub(crate) fn number(self) -> u16 {
        self.0
    }
}

/// A position of a record, on its way into the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Indexed {
    /// On the main line, within the first moves.
    Early {
        hash: PositionHash,
        ply: u8,
        next: NextCode,
    },
    /// Later on the main line.
    Late { hash: PositionHash },
    /// In a variation.
    Variation { hash: PositionHash },
}

const EARLY_BYTES: usize = 11;

/// Writes a record's positions as the value of the custom field: the number of early ones, these, the late ones, the
/// variations' after another number.
pub(crate) fn encode(positions: &[Indexed]) -> Vec<u8> {
    let mut early = Vec::new();
    let mut rest = [Vec::new(), Vec::new()];
    for position in positions {
        match *position {
            Indexed::Early { hash, ply, next } => {
                early.extend_from_slice(&hash.0.to_le_bytes());
                early.push(ply);
                early.extend_from_slice(&next.0.to_le_bytes());
            }
            Indexed::Late { hash } => rest[0].extend_from_slice(&hash.0.to_le_bytes()),
            Indexed::Variation { hash } => rest[1].extend_from_slice(&hash.0.to_le_bytes()),
        }
    }
    let [late, variations] = rest;
    let mut bytes = Vec::with_capacity(8 + early.len() + late.len() + variations.len());
    bytes.extend_from_slice(&(early.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&(late.len() as u32).to_le_bytes());
    bytes.extend(early);
    bytes.extend(late);
    bytes.extend(variations);
    bytes
}

/// Registers the component.
pub(crate) struct PositionsPlugin;

impl SegmentPlugin for PositionsPlugin {
    fn extensions(&self) -> &[&str] {
        &[EXTENSION]
    }

    fn create_writer(&self, ctx: &PluginWriterContext) -> tantivy::Result<Box<dyn PluginWriter>> {
        refuse_sorting(ctx)?;
        let field = component_field(&ctx.segment.schema(), schema::POSITIONS)?;
        Ok(Box::new(Writer {
            field,
            docs: 0,
            early: Partitions::new(),
            late: Partitions::new(),
        }))
    }

    fn merge(&self, ctx: PluginMergeContext) -> tantivy::Result<()> {
        let maps = merged_ids(&ctx)?;
        let sources: Vec<Positions> = ctx
            .readers
            .iter()
            .map(Positions::open)
            .collect::<tantivy::Result<_>>()?;
        let docs = maps.iter().flatten().flatten().count() as u32;
        write_file(ctx.target_segment, EXTENSION, |out| {
            let merged = |pick: fn(&Positions) -> &Table| -> io::Result<Vec<MergedTable>> {
                let maps = maps.iter().map(Vec::as_slice);
                (sources.iter().map(pick).zip(maps))
                    .map(|(table, map)| Ok((table.whole()?, map)))
                    .collect()
            };
            let (early, late) = (merged(|p| &p.early)?, merged(|p| &p.late)?);
            let count = |tables: &[MergedTable]| tables.iter().map(|(table, _)| table.len()).sum();
            write_tables(
                out,
                docs,
                (count(&early), &mut |sink| merge_tables(&early, sink)),
                (count(&late), &mut |sink| merge_tables(&late, sink)),
            )
        })
    }
}

/// Entries in memory, parted by the highest bits of their keys so that each part is sorted within the cache and none has
/// to be copied.
struct Partitions<T> {
    parts: Vec<Vec<T>>,
    len: usize,
}

const PARTITION_BITS: u32 = 8;

impl<T: Ord + Copy> Partitions<T> {
    fn new() -> Partitions<T> {
        Partitions {
            parts: vec![Vec::new(); 1 << PARTITION_BITS],
            len: 0,
        }
    }

    #[inline]
    fn push(&mut self, hash: u64, entry: T) {
        if let Some(part) = self.parts.get_mut((hash >> (64 - PARTITION_BITS)) as usize) {
            part.push(entry);
            self.len += 1;
        }
    }

    fn bytes(&self) -> usize {
        // A vector that doubles is three quarters full on average.
        self.len * size_of::<T>() * 4 / 3
    }

    fn drain_sorted(&mut self, mut sink: impl FnMut(T) -> io::Result<()>) -> io::Result<()> {
        for part in &mut self.parts {
            let mut part = std::mem::take(part);
            part.sort_unstable();
            part.into_iter().try_for_each(&mut sink)?;
        }
        Ok(())
    }
}

/// Documents of one writer's segment are far fewer than this.
const DOC_BITS: u32 = 29;

struct Writer {
    field: Field,
    docs: u32,
    /// Key, document and payload in one number, in this order.
    early: Partitions<u128>,
    late: Partitions<u64>,
}

impl PluginWriter for Writer {
    fn add_document(
        &mut self,
        doc_id: DocId,
        doc: &dyn ErasedDocument,
        _: &Schema,
    ) -> tantivy::Result<()> {
        self.docs = doc_id + 1;
        if self.docs >= 1 << DOC_BITS {
            return Err(TantivyError::InvalidArgument(
                "too many documents in one segment".into(),
            ));
        }
        self.add(doc_id, payload(doc, self.field))
            .ok_or_else(|| damaged(EXTENSION))
    }

    fn serialize(
        mut self: Box<Self>,
        segment: &Segment,
        _: Option<&DocIdMapping>,
    ) -> tantivy::Result<()> {
        write_file(segment, EXTENSION, |out| {
            let Writer {
                docs, early, late, ..
            } = &mut *self;
            let payload_mask = (1 << EARLY.payload) - 1;
            let doc_mask = (1 << DOC_BITS) - 1;
            write_tables(
                out,
                *docs,
                (early.len as u64, &mut |sink| {
                    early.drain_sorted(|packed| {
                        let payload = (packed & payload_mask) as u64;
                        let doc = (packed >> EARLY.payload) as u32 & doc_mask;
                        sink(Entry {
                            key: (packed >> (EARLY.payload + DOC_BITS)) as u64,
                            doc,
                            payload,
                        })
                    })
                }),
                (late.len as u64, &mut |sink| {
                    late.drain_sorted(|packed| {
                        let doc = (packed >> LATE.payload) as u32 & doc_mask;
                        sink(Entry {
                            key: packed >> (LATE.payload + DOC_BITS),
                            doc,
                            payload: packed & 1,
                        })
                    })
                }),
            )
        })
    }

    fn mem_usage(&self) -> usize {
        self.early.bytes() + self.late.bytes()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Writer {
    /// Takes what [`encode`] wrote.
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
            let key = u128::from(hash >> (64 - EARLY.key));
            let packed = key << (DOC_BITS + EARLY.payload)
                | u128::from(doc) << EARLY.payload
                | u128::from(payload);
            self.early.push(hash, packed);
        }
        for (hashes, variation) in [(late, 0), (variations, 1)] {
            for hash in hashes.chunks_exact(8) {
                let hash = u64_at(hash, 0)?;
                let key = hash >> (64 - LATE.key);
                self.late.push(
                    hash,
                    key << (DOC_BITS + LATE.payload) | u64::from(doc) << LATE.payload | variation,
                );
            }
        }
        Some(())
    }
}

/// How many entries there are at most, and what hands them out.
type Source<'s> = (u64, &'s mut Entries<'s>);

/// The file: both tables, then where they are.
fn write_tables(out: &mut dyn Write, docs: u32, early: Source, late: Source) -> io::Result<()> {
    let early = table::write(out, 0, EARLY, early.0, docs, early.1)?;
    let late = table::write(out, early.file_end(), LATE, late.0, docs, late.1)?;
    out.write_all(&early.to_bytes())?;
    out.write_all(&late.to_bytes())?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&MAGIC.to_le_bytes())
}

/// A table with the new numbers of its documents.
type MergedTable<'m> = (Whole<'m>, &'m [Option<DocId>]);

/// Merges sorted tables into one, with the documents' new numbers; those of deleted documents are dropped.
fn merge_tables(tables: &[MergedTable], sink: &mut Sink) -> io::Result<()> {
    let mut heads: Vec<_> = tables
        .iter()
        .map(|(table, map)| {
            table.iter().filter_map(|entry| {
                let doc = map.get(entry.doc as usize).copied().flatten()?;
                Some(Entry { doc, ..entry })
            })
        })
        .map(Iterator::peekable)
        .collect();
    loop {
        // A merge has few sources, so that looking at each beats a heap. New numbers rise from source to source, so the
        // order by document comes by itself.
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
            // Runs of equal keys need no new comparison.
            while let Some(next) = head.next_if(|next| next.key == entry.key) {
                sink(next)?;
            }
        }
    }
}

/// A hit in the tables, still to be verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Candidate {
    /// Early on the main line of this document.
    Early { doc: DocId, ply: u8, next: NextCode },
    /// Later on the main line of this document.
    Late { doc: DocId },
    /// In a variation of this document.
    Variation { doc: DocId },
}

/// The positions of a segment.
#[derive(Clone, Debug)]
pub(crate) struct Positions {
    early: Table,
    late: Table,
}

impl Positions {
    pub(crate) fn open(reader: &SegmentReader) -> tantivy::Result<Positions> {
        let file = super::open(reader, EXTENSION)?;
        let footer = file.slice_from_end(FOOTER.min(file.len())).read_bytes()?;
        Positions::in_file(&file, &footer).ok_or_else(|| damaged(EXTENSION))
    }

    fn in_file(file: &FileSlice, footer: &[u8]) -> Option<Positions> {
        let places = 2 * Place::BYTES;
        if u64_at(footer, places)? != VERSION || u64_at(footer, places + 8)? != MAGIC {
            return None;
        }
        let place = |i: usize| Place::from_bytes(footer.get(i * Place::BYTES..)?);
        Some(Positions {
            early: Table::open(file, place(0)?, EARLY)?,
            late: Table::open(file, place(1)?, LATE)?,
        })
    }

    /// How many early candidates there are at most: of a common position hardly more than there are.
    pub(crate) fn at_most(&self, hash: PositionHash) -> io::Result<usize> {
        let entries = self.early.find(hash.0 >> (64 - EARLY.key))?;
        Ok(entries.size_hint().1.unwrap_or(0))
    }

    /// Calls for every candidate, deleted documents included: first the early ones, then the others, each by document.
    pub(crate) fn find(
        &self,
        hash: PositionHash,
        sink: &mut dyn FnMut(Candidate),
    ) -> io::Result<()> {
        for entry in self.early.find(hash.0 >> (64 - EARLY.key))? {
            let ply = (entry.payload >> NEXT_BITS) as u8;
            let next = NextCode((entry.payload & ((1 << NEXT_BITS) - 1)) as u16);
            sink(Candidate::Early {
                doc: entry.doc,
                ply,
                next,
            });
        }
        for entry in self.late.find(hash.0 >> (64 - LATE.key))? {
            let doc = entry.doc;
            sink(if entry.payload == 1 {
                Candidate::Variation { doc }
            } else {
                Candidate::Late { doc }
            });
        }
        Ok(())
    }
}
