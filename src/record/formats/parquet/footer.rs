//! Reads the footer of a Parquet file: its columns, and where their values lie in each row group.

use super::thrift::{Kind, Thrift};

/// Bytes with which a Parquet file begins and ends.
const MAGIC: &[u8] = b"PAR1";
/// Number of bytes behind the footer: its length, and the magic bytes.
const TAIL_BYTES: usize = 8;
/// Maximum number of columns of a file, and depth of columns inside each other.
const MAX_COLUMNS: usize = 10_000;
const MAX_DEPTH: usize = 32;
/// Maximum number of bytes in the name of a column.
const MAX_NAME_BYTES: usize = 4096;

/// Type in which the values of a column are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Physical {
    Boolean,
    Int32,
    Int64,
    Int96,
    Float,
    Double,
    ByteArray,
    /// Byte strings that all have this length.
    Fixed(usize),
}

/// What the stored values of a column stand for, as far as it matters to games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Meaning {
    #[default]
    Plain,
    /// Number of days since 1970-01-01.
    Days,
    /// Time since 1970-01-01 00:00 in this many parts of a second.
    Time { per_second: i64 },
    /// Number with this many digits behind the point.
    Decimal { scale: u32 },
}

/// Column with values; a column that holds other columns has none.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Leaf {
    /// Name of the column: for a column inside others their names with full stops between them, without the names of
    /// the groups that only make a list.
    pub(super) name: String,
    pub(super) physical: Physical,
    pub(super) meaning: Meaning,
    /// Definition level of a value that is there.
    pub(super) max_definition: u16,
    /// Number of lists around a value: 0, or 1 for a list.
    pub(super) max_repetition: u16,
    /// Definition level from which on a list has an item.
    pub(super) item_definition: u16,
}

/// How the pages of a column are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Codec {
    None,
    Snappy,
    Gzip,
    Zstd,
    Lz4,
    /// Packing that is not supported.
    Other(&'static str),
}

/// Place of the pages of one column in one row group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    pub(super) codec: Codec,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Rows that are stored together, column by column.
#[derive(Clone, Debug)]
pub(super) struct RowGroup {
    pub(super) rows: u64,
    /// Places of the columns, in the order of [`Footer::leaves`]; `None` if the file does not say where.
    pub(super) chunks: Vec<Option<Chunk>>,
}

/// What a Parquet file says about itself.
#[derive(Debug)]
pub(super) struct Footer<'f> {
    /// Columns with values, in the order of the file.
    pub(super) leaves: Vec<Leaf>,
    groups: Option<Thrift<'f>>,
    file_bytes: usize,
}

impl<'f> Footer<'f> {
    /// Reads the footer at the end of a file. The error says what is wrong with it.
    pub(super) fn read(file: &'f [u8]) -> Result<Footer<'f>, &'static str> {
        const DAMAGED: &str = "the Parquet file is damaged: its footer cannot be read";
        if !file.ends_with(MAGIC) || file.len() < MAGIC.len() + TAIL_BYTES {
            return Err("the Parquet file is cut short: its footer is missing");
        }
        let tail = file.len() - TAIL_BYTES;
        let length = file.get(tail..tail + 4).and_then(|bytes| bytes.try_into().ok());
        let length = u32::from_le_bytes(length.unwrap_or_default()) as usize;
        let start = tail.checked_sub(length).filter(|&start| start >= MAGIC.len());
        let bytes = start.and_then(|start| file.get(start..tail)).ok_or(DAMAGED)?;
        let mut footer = Footer { leaves: Vec::new(), groups: None, file_bytes: file.len() };
        Thrift::new(bytes)
            .fields(|thrift, id, kind| match (id, kind) {
                (2, Kind::List) => {
                    footer.leaves = read_schema(thrift)?;
                    Some(())
                }
                (4, Kind::List) => {
                    footer.groups = Some(*thrift);
                    thrift.skip(kind)
                }
                _ => thrift.skip(kind),
            })
            .ok_or(DAMAGED)?;
        if footer.leaves.is_empty() { Err(DAMAGED) } else { Ok(footer) }
    }

    /// Row groups in file order; `None` for one that cannot be read, after which nothing can. Each is parsed when it is
    /// wanted, because a file may have very many.
    pub(super) fn groups(&self) -> impl Iterator<Item = Option<RowGroup>> {
        let mut thrift = self.groups;
        let head = thrift.as_mut().and_then(|thrift| thrift.list_head());
        let count = head.filter(|&(_, kind)| kind == Kind::Struct).map_or(0, |(count, _)| count);
        (0..count).map(move |_| read_group(thrift.as_mut()?, self.leaves.len(), self.file_bytes))
    }
}

/// Element of the schema: a column with values, or a group of columns.
#[derive(Default)]
struct Element {
    physical: Option<i64>,
    length: i64,
    repetition: i64,
    name: String,
    children: i64,
    converted: Option<i64>,
    scale: i64,
    meaning: Option<Meaning>,
}

fn read_element(thrift: &mut Thrift) -> Option<Element> {
    let mut element = Element::default();
    thrift.fields(|thrift, id, kind| {
        match (id, kind) {
            (1, Kind::Int) => element.physical = Some(thrift.int()?),
            (2, Kind::Int) => element.length = thrift.int()?,
            (3, Kind::Int) => element.repetition = thrift.int()?,
            (4, Kind::Binary) => {
                let name = thrift.binary()?;
                element.name =
                    String::from_utf8_lossy(name.get(..MAX_NAME_BYTES).unwrap_or(name)).into();
            }
            (5, Kind::Int) => element.children = thrift.int()?,
            (6, Kind::Int) => element.converted = Some(thrift.int()?),
            (7, Kind::Int) => element.scale = thrift.int()?,
            (10, Kind::Struct) => element.meaning = read_logical_type(thrift)?,
            _ => thrift.skip(kind)?,
        }
        Some(())
    })?;
    Some(element)
}

/// Reads the logical type of a column; the outer `None` means damage.
fn read_logical_type(thrift: &mut Thrift) -> Option<Option<Meaning>> {
    let mut meaning = None;
    thrift.fields(|thrift, id, kind| match (id, kind) {
        (5, Kind::Struct) => thrift.fields(|thrift, id, kind| match (id, kind) {
            (1, Kind::Int) => {
                meaning = decimal(thrift.int()?);
                Some(())
            }
            _ => thrift.skip(kind),
        }),
        (6, Kind::Struct) => {
            meaning = Some(Meaning::Days);
            thrift.skip(kind)
        }
        (8, Kind::Struct) => thrift.fields(|thrift, id, kind| match (id, kind) {
            (2, Kind::Struct) => thrift.fields(|thrift, unit, kind| {
                let per_second = match unit {
                    1 => 1_000,
                    2 => 1_000_000,
                    _ => 1_000_000_000,
                };
                meaning = Some(Meaning::Time { per_second });
                thrift.skip(kind)
            }),
            _ => thrift.skip(kind),
        }),
        _ => thrift.skip(kind),
    })?;
    Some(meaning)
}

/// Meaning of a decimal number; `None` if it has more digits behind the point than any komi or margin.
fn decimal(scale: i64) -> Option<Meaning> {
    (0..=18).contains(&scale).then_some(Meaning::Decimal { scale: scale as u32 })
}

impl Element {
    fn physical(&self) -> Option<Physical> {
        Some(match self.physical? {
            0 => Physical::Boolean,
            1 => Physical::Int32,
            2 => Physical::Int64,
            3 => Physical::Int96,
            4 => Physical::Float,
            5 => Physical::Double,
            6 => Physical::ByteArray,
            7 => Physical::Fixed(usize::try_from(self.length).ok().filter(|&length| length > 0)?),
            _ => return None,
        })
    }

    fn meaning(&self) -> Meaning {
        let converted = match self.converted {
            Some(5) => decimal(self.scale),
            Some(6) => Some(Meaning::Days),
            Some(9) => Some(Meaning::Time { per_second: 1_000 }),
            Some(10) => Some(Meaning::Time { per_second: 1_000_000 }),
            _ => None,
        };
        self.meaning.or(converted).unwrap_or_default()
    }
}

/// Group of the schema whose columns are being read.
struct OpenGroup {
    name: String,
    children_left: i64,
    definition: u16,
    repetition: u16,
    item_definition: u16,
    /// Number of groups inside the repeated group that surrounds this group, which is the item of a list.
    below_list: Option<usize>,
}

/// Reads the tree of columns, which is stored in pre-order, and returns those with values.
fn read_schema(thrift: &mut Thrift) -> Option<Vec<Leaf>> {
    let (count, kind) = thrift.list_head()?;
    if kind != Kind::Struct || count > MAX_COLUMNS {
        return None;
    }
    let root = read_element(thrift)?;
    let mut open = vec![OpenGroup {
        name: String::new(),
        children_left: root.children,
        definition: 0,
        repetition: 0,
        item_definition: 0,
        below_list: None,
    }];
    let mut leaves = Vec::new();
    for _ in 1..count {
        while open.last().is_some_and(|group| group.children_left <= 0) {
            open.pop();
        }
        let is_top = open.len() == 1;
        let parent = open.last_mut()?;
        parent.children_left -= 1;
        let element = read_element(thrift)?;
        let is_repeated = element.repetition == 2;
        let definition = parent.definition + u16::from(element.repetition != 0);
        let repetition = parent.repetition + u16::from(is_repeated);
        let below_list = if is_repeated {
            (!is_top).then_some(0)
        } else {
            parent.below_list.map(|below| below + 1)
        };
        // In `moves.list.element`, only `moves` is a name that the writer of the table has chosen.
        let is_part_of_list = is_repeated && !is_top || below_list == Some(1);
        let name = match (is_part_of_list, parent.name.is_empty()) {
            (true, _) => parent.name.clone(),
            (false, true) => element.name.clone(),
            (false, false) => format!("{}.{}", parent.name, element.name),
        };
        let item_definition = if is_repeated { definition } else { parent.item_definition };
        if name.len() > MAX_NAME_BYTES {
            return None;
        }
        if element.children > 0 {
            if open.len() >= MAX_DEPTH {
                return None;
            }
            open.push(OpenGroup {
                name,
                children_left: element.children,
                definition,
                repetition,
                item_definition,
                below_list,
            });
        } else {
            leaves.push(Leaf {
                name,
                physical: element.physical()?,
                meaning: element.meaning(),
                max_definition: definition,
                max_repetition: repetition,
                item_definition,
            });
        }
    }
    Some(leaves)
}

fn read_group(thrift: &mut Thrift, columns: usize, file_bytes: usize) -> Option<RowGroup> {
    let mut group = RowGroup { rows: 0, chunks: Vec::new() };
    thrift.fields(|thrift, id, kind| {
        match (id, kind) {
            (1, Kind::List) => {
                let (count, kind) = thrift.list_head()?;
                if count != columns || kind != Kind::Struct {
                    return None;
                }
                for _ in 0..count {
                    group.chunks.push(read_chunk(thrift, file_bytes)?);
                }
            }
            (3, Kind::Int) => group.rows = u64::try_from(thrift.int()?).ok()?,
            _ => thrift.skip(kind)?,
        }
        Some(())
    })?;
    Some(group)
}

/// Reads where a column lies; the outer `None` means damage.
fn read_chunk(thrift: &mut Thrift, file_bytes: usize) -> Option<Option<Chunk>> {
    let mut is_elsewhere = false;
    let (mut codec, mut length, mut data, mut dictionary) = (0, 0, 0, 0);
    thrift.fields(|thrift, id, kind| match (id, kind) {
        // The column lies in another file, or it is encrypted.
        (1 | 8 | 9, Kind::Binary | Kind::Struct) => {
            is_elsewhere = true;
            thrift.skip(kind)
        }
        (3, Kind::Struct) => thrift.fields(|thrift, id, kind| {
            match (id, kind) {
                (4, Kind::Int) => codec = thrift.int()?,
                (7, Kind::Int) => length = thrift.int()?,
                (9, Kind::Int) => data = thrift.int()?,
                (11, Kind::Int) => dictionary = thrift.int()?,
                _ => thrift.skip(kind)?,
            }
            Some(())
        }),
        _ => thrift.skip(kind),
    })?;
    let codec = match codec {
        0 => Codec::None,
        1 => Codec::Snappy,
        2 => Codec::Gzip,
        3 => Codec::Other("LZO"),
        4 => Codec::Other("Brotli"),
        5 => Codec::Other("an old form of LZ4"),
        6 => Codec::Zstd,
        7 => Codec::Lz4,
        _ => Codec::Other("an unknown program"),
    };
    let start = if dictionary > 0 { dictionary.min(data) } else { data };
    let start = usize::try_from(start).ok().filter(|&start| start >= MAGIC.len());
    let chunk = start.zip(usize::try_from(length).ok()).and_then(|(start, length)| {
        let end = start.checked_add(length).filter(|&end| end <= file_bytes)?;
        Some(Chunk { codec, start, end })
    });
    Some(chunk.filter(|_| !is_elsewhere))
}
