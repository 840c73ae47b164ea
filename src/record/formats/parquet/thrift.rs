//! Reads the compact protocol of Thrift, in which Parquet files describe themselves.
//!
//! All functions return `None` if the bytes end too early or are not valid. Nothing is allocated for a number of items
//! that the bytes only claim: lists are read item by item, and each item takes at least one byte.

/// Maximum depth of structs and lists inside each other; Parquet needs less than ten levels.
const MAX_DEPTH: usize = 24;

/// Type of a value, as the first byte of a field or list gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    True,
    False,
    Byte,
    Int,
    Double,
    Binary,
    List,
    Map,
    Struct,
}

impl Kind {
    fn new(code: u8) -> Option<Kind> {
        Some(match code {
            1 => Kind::True,
            2 => Kind::False,
            3 => Kind::Byte,
            4..=6 => Kind::Int,
            7 => Kind::Double,
            8 => Kind::Binary,
            9 | 10 => Kind::List,
            11 => Kind::Map,
            12 => Kind::Struct,
            _ => return None,
        })
    }
}

/// Reader of values in the compact protocol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thrift<'b> {
    rest: &'b [u8],
}

impl<'b> Thrift<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Thrift<'b> {
        Thrift { rest: bytes }
    }

    /// Number of bytes that were not read yet.
    pub(super) fn rest_len(&self) -> usize {
        self.rest.len()
    }

    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn varint(&mut self) -> Option<u64> {
        read_varint(&mut self.rest)
    }

    /// Reads an integer of any width.
    pub(super) fn int(&mut self) -> Option<i64> {
        self.varint().map(zigzag)
    }

    /// Reads bytes or a text.
    pub(super) fn binary(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.varint()?).ok()?;
        self.take(length)
    }

    /// Reads the head of a list: the number of its items, and their type. The items follow.
    pub(super) fn list_head(&mut self) -> Option<(usize, Kind)> {
        let head = self.byte()?;
        let count = match head >> 4 {
            15 => usize::try_from(self.varint()?).ok()?,
            count => usize::from(count),
        };
        if count == 0 {
            return Some((0, Kind::Byte));
        }
        Some((count, Kind::new(head & 15)?))
    }

    /// Reads a struct: passes the id and the type of each field to `field`, which reads or skips the field's value.
    pub(super) fn fields(
        &mut self,
        mut field: impl FnMut(&mut Thrift<'b>, i16, Kind) -> Option<()>,
    ) -> Option<()> {
        let mut id = 0i16;
        loop {
            let head = self.byte()?;
            if head == 0 {
                return Some(());
            }
            id = match head >> 4 {
                0 => i16::try_from(self.int()?).ok()?,
                delta => id.checked_add(i16::from(delta))?,
            };
            field(self, id, Kind::new(head & 15)?)?;
        }
    }

    /// Skips the value of a field.
    pub(super) fn skip(&mut self, kind: Kind) -> Option<()> {
        match kind {
            Kind::True | Kind::False => Some(()),
            _ => self.skip_item(kind, 0),
        }
    }

    /// Skips an item of a list. In lists, truth values take a byte.
    fn skip_item(&mut self, kind: Kind, depth: usize) -> Option<()> {
        if depth > MAX_DEPTH {
            return None;
        }
        match kind {
            Kind::True | Kind::False | Kind::Byte => self.byte().map(drop),
            Kind::Int => self.varint().map(drop),
            Kind::Double => self.take(8).map(drop),
            Kind::Binary => self.binary().map(drop),
            Kind::List => {
                let (count, kind) = self.list_head()?;
                (0..count).try_for_each(|_| self.skip_item(kind, depth + 1))
            }
            Kind::Map => {
                let count = self.varint()?;
                if count == 0 {
                    return Some(());
                }
                let kinds = self.byte()?;
                let (key, value) = (Kind::new(kinds >> 4)?, Kind::new(kinds & 15)?);
                (0..count).try_for_each(|_| {
                    self.skip_item(key, depth + 1)?;
                    self.skip_item(value, depth + 1)
                })
            }
            Kind::Struct => self.fields(|thrift, _, kind| match kind {
                Kind::True | Kind::False => Some(()),
                kind => thrift.skip_item(kind, depth + 1),
            }),
        }
    }
}

/// Reads a number in groups of seven bits, the lowest first, and moves the slice behind it.
pub(super) fn read_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Signed number whose sign stands in the lowest bit.
pub(super) fn zigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}
