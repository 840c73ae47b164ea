//! Reads the values of one column of a row group, row by row.

use super::footer::{Chunk, Codec, Leaf};
use super::thrift::{Kind, Thrift};
use super::unpack::unpack;
use super::values::{Dictionary, Part, Runs, Scalar, Values};
use crate::cancel::checkpoint;
use std::cell::Cell as Counter;
use std::rc::Rc;

/// Maximum number of bytes of an unpacked page, and of the pages of all columns that are in memory at once.
const MAX_PAGE_BYTES: usize = 256 << 20;
const MAX_OPEN_BYTES: usize = 512 << 20;
/// Number of bytes that a file of any size may unpack to, and how many times its own size it may unpack to.
const MIN_UNPACKED_BYTES: u64 = 1 << 30;
const MAX_RATIO: u64 = 100;

/// What may still be unpacked of a file.
#[derive(Debug)]
pub(super) struct UnpackBudget {
    /// Number of bytes that may still be unpacked or copied. An item that is left out of a list counts as one.
    left: Counter<u64>,
    /// Number of bytes of the pages that are in memory.
    open: Counter<usize>,
}

impl UnpackBudget {
    pub(super) fn new(file_bytes: usize) -> Rc<UnpackBudget> {
        let left = (file_bytes as u64).saturating_mul(MAX_RATIO).max(MIN_UNPACKED_BYTES);
        Rc::new(UnpackBudget { left: Counter::new(left), open: Counter::new(0) })
    }

    fn spend(&self, bytes: usize) -> Result<(), Damage> {
        let left = self.left.get().checked_sub(bytes as u64);
        self.left.set(left.ok_or(Damage::Limit)?);
        Ok(())
    }
}

/// Bytes of pages in memory, which count until this is dropped.
#[derive(Debug)]
struct OpenBytes {
    budget: Rc<UnpackBudget>,
    bytes: usize,
}

impl OpenBytes {
    fn new(budget: &Rc<UnpackBudget>, bytes: usize) -> Result<OpenBytes, Damage> {
        budget.spend(bytes)?;
        let open = budget.open.get().saturating_add(bytes);
        if bytes > MAX_PAGE_BYTES || open > MAX_OPEN_BYTES {
            return Err(Damage::Limit);
        }
        budget.open.set(open);
        Ok(OpenBytes { budget: budget.clone(), bytes })
    }
}

impl Drop for OpenBytes {
    fn drop(&mut self) {
        self.budget.open.set(self.budget.open.get().saturating_sub(self.bytes));
    }
}

/// Why a column cannot be read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Damage {
    /// The bytes are not those of a page.
    Page,
    /// A page unpacks to more than this program reads.
    Limit,
    /// The column has fewer rows than its row group.
    Short,
}

impl Damage {
    pub(super) fn message(self) -> &'static str {
        match self {
            Damage::Page => "is damaged",
            Damage::Limit => "unpacks to more than is read of a file of this size",
            Damage::Short => "has fewer rows than its row group",
        }
    }
}

/// Values of a column in one row.
#[derive(Clone, Debug)]
pub(super) enum Cell {
    One(Scalar),
    /// Items of a list; at most as many as the limit of the row.
    List(Vec<Scalar>),
    /// A list with more items than the limit of the row.
    TooLong,
}

/// Column of a row group that is being read.
#[derive(Debug)]
pub(super) struct Column<'f> {
    leaf: &'f Leaf,
    codec: Codec,
    /// Bytes of the column that were not read yet.
    rest: &'f [u8],
    budget: Rc<UnpackBudget>,
    dictionary: Option<(Dictionary, OpenBytes)>,
    page: Option<Page>,
    /// Repetition level of the next value, if that was looked at already.
    next_repetition: Option<u32>,
}

#[derive(Debug)]
struct Page {
    left: u64,
    repetitions: Option<Runs>,
    definitions: Option<Runs>,
    values: Values,
    _open: OpenBytes,
}

/// Head of a page.
#[derive(Default)]
struct PageHead {
    kind: i64,
    unpacked: i64,
    packed: i64,
    count: i64,
    encoding: i64,
    /// Encodings of the levels in a page of the first version.
    level_encodings: [i64; 2],
    /// Numbers of bytes of the definition and repetition levels in a page of the second version.
    definition_bytes: i64,
    repetition_bytes: i64,
    is_packed: bool,
}

/// Encoding of levels as runs.
const RUNS: i64 = 3;

fn read_head(thrift: &mut Thrift) -> Option<PageHead> {
    let mut head = PageHead { is_packed: true, level_encodings: [RUNS; 2], ..PageHead::default() };
    thrift.fields(|thrift, id, kind| {
        match (id, kind) {
            (1, Kind::Int) => head.kind = thrift.int()?,
            (2, Kind::Int) => head.unpacked = thrift.int()?,
            (3, Kind::Int) => head.packed = thrift.int()?,
            (5 | 7, Kind::Struct) => thrift.fields(|thrift, id, kind| {
                match (id, kind) {
                    (1, Kind::Int) => head.count = thrift.int()?,
                    (2, Kind::Int) => head.encoding = thrift.int()?,
                    (3, Kind::Int) => head.level_encodings[0] = thrift.int()?,
                    (4, Kind::Int) => head.level_encodings[1] = thrift.int()?,
                    _ => thrift.skip(kind)?,
                }
                Some(())
            })?,
            (8, Kind::Struct) => thrift.fields(|thrift, id, kind| {
                match (id, kind) {
                    (1, Kind::Int) => head.count = thrift.int()?,
                    (4, Kind::Int) => head.encoding = thrift.int()?,
                    (5, Kind::Int) => head.definition_bytes = thrift.int()?,
                    (6, Kind::Int) => head.repetition_bytes = thrift.int()?,
                    (7, Kind::False) => head.is_packed = false,
                    _ => thrift.skip(kind)?,
                }
                Some(())
            })?,
            _ => thrift.skip(kind)?,
        }
        Some(())
    })?;
    Some(head)
}

fn size(number: i64) -> Result<usize, Damage> {
    usize::try_from(number).map_err(|_| Damage::Page)
}

/// Number of bits of a level.
fn level_bits(max: u16) -> u32 {
    u16::BITS - max.leading_zeros()
}

impl<'f> Column<'f> {
    pub(super) fn new(
        file: &'f [u8],
        leaf: &'f Leaf,
        chunk: Chunk,
        budget: &Rc<UnpackBudget>,
    ) -> Column<'f> {
        Column {
            leaf,
            codec: chunk.codec,
            rest: file.get(chunk.start..chunk.end).unwrap_or_default(),
            budget: budget.clone(),
            dictionary: None,
            page: None,
            next_repetition: None,
        }
    }

    /// Reads the values of the next row. A list with more than `max_items` items is skipped.
    pub(super) fn next_row(&mut self, max_items: usize) -> Result<Cell, Damage> {
        let first = self.next_value()?.ok_or(Damage::Short)?;
        if self.leaf.max_repetition == 0 {
            return Ok(Cell::One(first.unwrap_or(Scalar::Null)));
        }
        let mut count = 0;
        let mut items = Vec::new();
        let mut item = first;
        loop {
            if let Some(item) = item {
                count += 1;
                if count <= max_items {
                    items.push(item);
                } else {
                    items = Vec::new();
                    self.budget.spend(1)?;
                }
            }
            if self.peek_repetition()?.is_none_or(|level| level == 0) {
                break;
            }
            checkpoint();
            item = self.next_value()?.ok_or(Damage::Short)?;
        }
        Ok(if count > max_items { Cell::TooLong } else { Cell::List(items) })
    }

    /// Repetition level of the next value; `None` at the end of the column.
    fn peek_repetition(&mut self) -> Result<Option<u32>, Damage> {
        if self.next_repetition.is_some() {
            return Ok(self.next_repetition);
        }
        while self.page.as_ref().is_none_or(|page| page.left == 0) {
            self.page = None;
            if self.rest.is_empty() {
                return Ok(None);
            }
            self.read_page()?;
        }
        let Some(page) = &mut self.page else { return Ok(None) };
        let level = match &mut page.repetitions {
            Some(levels) => levels.next().ok_or(Damage::Page)?,
            None => 0,
        };
        self.next_repetition = Some(level);
        Ok(self.next_repetition)
    }

    /// Reads the next value. The inner `None` is the place of a list without items, the outer one the end of the
    /// column.
    fn next_value(&mut self) -> Result<Option<Option<Scalar>>, Damage> {
        if self.peek_repetition()?.is_none() {
            return Ok(None);
        }
        self.next_repetition = None;
        let Some(page) = &mut self.page else { return Ok(None) };
        page.left -= 1;
        let max = u32::from(self.leaf.max_definition);
        let level = match &mut page.definitions {
            Some(levels) => levels.next().ok_or(Damage::Page)?,
            None => max,
        };
        if level < max {
            let is_item = level >= u32::from(self.leaf.item_definition);
            return Ok(Some(is_item.then_some(Scalar::Null)));
        }
        let dictionary = self.dictionary.as_ref().map(|(dictionary, _)| dictionary);
        let value = page.values.next(self.leaf.physical, dictionary).ok_or(Damage::Page)?;
        if let Scalar::Bytes(bytes) = &value {
            self.budget.spend(bytes.len())?;
        }
        Ok(Some(Some(value)))
    }

    /// Reads the next page: a dictionary or values. Pages of other kinds are skipped.
    fn read_page(&mut self) -> Result<(), Damage> {
        checkpoint();
        let mut thrift = Thrift::new(self.rest);
        let head = read_head(&mut thrift).ok_or(Damage::Page)?;
        let body = self.rest.get(self.rest.len() - thrift.rest_len()..).unwrap_or_default();
        let (packed, rest) = body.split_at_checked(size(head.packed)?).ok_or(Damage::Page)?;
        self.rest = rest;
        let (count, unpacked) = (size(head.count)?, size(head.unpacked)?);
        match head.kind {
            0 | 3 if count == 0 => Ok(()),
            0 => self.open_page(&head, packed, unpacked, count),
            2 => {
                let open = OpenBytes::new(&self.budget, unpacked)?;
                let bytes = unpack(self.codec, packed, unpacked).ok_or(Damage::Page)?;
                let dictionary = Dictionary::new(self.leaf.physical, Part::new(bytes), count);
                self.dictionary = Some((dictionary.ok_or(Damage::Page)?, open));
                Ok(())
            }
            3 => self.open_second_version(&head, packed, unpacked, count),
            _ => Ok(()),
        }
    }

    /// Opens a page of the first version, whose levels are packed together with the values.
    fn open_page(
        &mut self,
        head: &PageHead,
        packed: &[u8],
        unpacked: usize,
        count: usize,
    ) -> Result<(), Damage> {
        let open = OpenBytes::new(&self.budget, unpacked)?;
        let bytes = unpack(self.codec, packed, unpacked).ok_or(Damage::Page)?;
        let mut part = Part::new(bytes);
        let mut levels = |max: u16, encoding: i64| {
            if max == 0 {
                return Ok(None);
            }
            let levels = (encoding == RUNS).then(|| part.split_prefixed()).flatten();
            let runs = levels.and_then(|levels| Runs::new(levels, level_bits(max)));
            runs.map(Some).ok_or(Damage::Page)
        };
        let repetitions = levels(self.leaf.max_repetition, head.level_encodings[1])?;
        let definitions = levels(self.leaf.max_definition, head.level_encodings[0])?;
        self.set_page(head, part, count, repetitions, definitions, open)
    }

    /// Opens a page of the second version, whose levels stand in front of the packed values.
    fn open_second_version(
        &mut self,
        head: &PageHead,
        packed: &[u8],
        unpacked: usize,
        count: usize,
    ) -> Result<(), Damage> {
        let open = OpenBytes::new(&self.budget, unpacked)?;
        let mut rest = packed;
        let mut levels = |max: u16, bytes: i64| {
            let (levels, behind) = rest.split_at_checked(size(bytes)?).ok_or(Damage::Page)?;
            rest = behind;
            if max == 0 {
                return Ok(None);
            }
            Runs::new(Part::new(levels.to_vec()), level_bits(max)).map(Some).ok_or(Damage::Page)
        };
        let repetitions = levels(self.leaf.max_repetition, head.repetition_bytes)?;
        let definitions = levels(self.leaf.max_definition, head.definition_bytes)?;
        let size = unpacked.checked_sub(packed.len() - rest.len()).ok_or(Damage::Page)?;
        let codec = if head.is_packed && !rest.is_empty() { self.codec } else { Codec::None };
        let bytes = unpack(codec, rest, size).ok_or(Damage::Page)?;
        self.set_page(head, Part::new(bytes), count, repetitions, definitions, open)
    }

    fn set_page(
        &mut self,
        head: &PageHead,
        part: Part,
        count: usize,
        repetitions: Option<Runs>,
        definitions: Option<Runs>,
        open: OpenBytes,
    ) -> Result<(), Damage> {
        let values = Values::new(head.encoding, self.leaf.physical, part).ok_or(Damage::Page)?;
        let left = count as u64;
        self.page = Some(Page { left, repetitions, definitions, values, _open: open });
        Ok(())
    }
}
