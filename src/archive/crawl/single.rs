//! Reads single compressed files, such as `game.sgf.gz`.

use super::file_kinds::inner_name;
use super::member_reader::{Body, Flow, MemberReader};
use super::meter::Meter;
use crate::origin::{Member, Origin};
use std::io::Read;

/// Reads the one member of a single compressed file. Its name is the file's name without the last extension; if that
/// name does not tell the kind, the content decides. `is_long` is true if the member is known to be larger than
/// [`Limits::entry_bytes`](super::limits::Limits::entry_bytes).
pub(super) fn read(
    member_reader: &mut MemberReader,
    origin: &Origin,
    depth: usize,
    stream: &mut dyn Read,
    meter: &Meter,
    is_long: bool,
) -> Flow {
    let file_name = origin.file_name();
    let name = inner_name(&file_name);
    member_reader.count_member(origin)?;
    if !member_reader.member_reading(origin, name).opens() {
        return Flow::Continue(());
    }
    let member = Member { name: name.to_owned(), raw: name.as_bytes().to_vec(), occurrence: 0 };
    let body = Body { reader: stream, meter, size: 0, exact: false, is_long };
    member_reader.read_member(origin.member(member), depth, body)
}
