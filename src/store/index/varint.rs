//! Variable-length encoding of numbers, bytes and texts.

use std::io;
use tantivy_common::BinarySerializable;

pub(super) fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// Appends a number in groups of seven bits, the lowest first. The last byte has its highest bit set.
pub(super) fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push((number & 0x7f) as u8);
        number >>= 7;
    }
    bytes.push(number as u8 | 0x80);
}

pub(super) fn read_number(rest: &mut &[u8]) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = u8::deserialize(rest)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte > 0x7f {
            return Ok(number);
        }
    }
    Err(damaged())
}

/// Appends bytes with their length in front.
pub(super) fn push_bytes(bytes: &mut Vec<u8>, more: &[u8]) {
    push_number(bytes, more.len() as u64);
    bytes.extend_from_slice(more);
}

pub(super) fn read_bytes<'b>(rest: &mut &'b [u8]) -> io::Result<&'b [u8]> {
    let length = read_number(rest)?;
    let parts = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
    let (bytes, after) = parts.ok_or_else(damaged)?;
    *rest = after;
    Ok(bytes)
}

pub(super) fn read_text(rest: &mut &[u8]) -> io::Result<String> {
    let text = read_bytes(rest)?.to_vec();
    String::from_utf8(text).map_err(|_| damaged())
}
