//! Reads tar archives as streams, so that memory use does not grow with their size.

use super::member_names::MemberNames;
use super::member_reader::{Body, Flow, MemberReader};
use super::meter::{Meter, Metered, is_refusal};
use super::packed::Reason;
use super::problem::{Problem, ProblemKind};
use crate::origin::Origin;
use ::tar::{Entry, EntryType};
use std::cell::Cell;
use std::io::Read;

/// Maximum number of bytes that long names and other headers may take before a member of a tar archive. An ordinary
/// header takes 512 bytes; without a limit, hostile headers would be collected in memory.
const MAX_HEADER_BYTES: u64 = 1 << 20;

/// Minimum number of NUL bytes at the end of a complete archive: one block.
const MIN_END_BYTES: u64 = 512;

/// Reads the members of a tar archive in the order in which they are stored, also those of other archives that were
/// appended to it.
pub(super) fn read(
    member_reader: &mut MemberReader,
    origin: &Origin,
    depth: usize,
    stream: &mut dyn Read,
    meter: &Meter,
) -> Flow {
    let mut archive = ::tar::Archive::new(stream);
    archive.set_ignore_zeros(true);
    let mut names = MemberNames::default();
    let mut members = 0u64;
    let damaged = |text: String| Problem::new(origin.clone(), ProblemKind::Damaged, text);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(error) => {
            let reason = Reason::from_error(&error);
            return member_reader.report(damaged(reason.to_string()).with_remedy(reason.remedy));
        }
    };
    meter.stop_headers_at(MAX_HEADER_BYTES);
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(_) if meter.refusal().is_some() => {
                return member_reader.report_refusal(origin, meter);
            }
            Err(error) if is_refusal(&error) => return member_reader.already_reported(),
            Err(error) => {
                let reason = Reason::from_error(&error);
                let text = damage_message(&reason, members, meter);
                return member_reader.report(reason.problem(origin, text));
            }
        };
        members += 1;
        let end = entry.raw_file_position().saturating_add(packed_size(&entry));
        meter.stop_headers_at(end.saturating_add(MAX_HEADER_BYTES));
        member_reader.count_member(origin)?;
        read_entry(member_reader, origin, depth, entry, &mut names, meter)?;
        if meter.refusal().is_some() {
            return member_reader.report_refusal(origin, meter);
        }
    }
    if meter.trailing_zeros() < MIN_END_BYTES && meter.unpacked() > 0 {
        let text = format!("the archive is cut short {}", describe_place(members));
        return member_reader.report(damaged(text));
    }
    Flow::Continue(())
}

fn describe_place(members: u64) -> String {
    match members {
        0 => "before its first member".into(),
        1 => "in or behind its first member".into(),
        _ => format!("in or behind its member {members}; those before it were read"),
    }
}

fn damage_message(reason: &Reason, members: u64, meter: &Meter) -> String {
    let at = meter.unpacked();
    match members {
        _ if meter.has_ended() => {
            format!("the archive is cut short at byte {at}, {}", describe_place(members))
        }
        0 => format!("is not a tar archive, or is damaged at its beginning ({reason})"),
        _ => {
            let place = describe_place(members);
            format!("the archive is damaged at byte {at} ({reason}), {place}")
        }
    }
}

/// Number of bytes that a member takes in the tar archive. A sparse member is larger when unpacked.
fn packed_size<R: Read>(entry: &Entry<R>) -> u64 {
    match entry.header().entry_type() {
        EntryType::GNUSparse => entry.header().entry_size().unwrap_or(0),
        _ => entry.size(),
    }
}

fn read_entry<R: Read>(
    member_reader: &mut MemberReader,
    archive: &Origin,
    depth: usize,
    mut entry: Entry<R>,
    names: &mut MemberNames,
    meter: &Meter,
) -> Flow {
    let raw = entry.path_bytes().into_owned();
    let kind = entry.header().entry_type();
    if kind.is_dir() || raw.ends_with(b"/") {
        return Flow::Continue(());
    }
    let member = names.member(&raw);
    let reading = member_reader.member_reading(archive, &member.name);
    let origin = archive.member(member);
    let skipped = match kind {
        EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => None,
        EntryType::Symlink | EntryType::Link => {
            // A link is not read, since its target is read where it is stored. If the link's name promises no game, it
            // is skipped without a problem.
            Some(reading.is_by_name().then_some("is a link; it was not followed"))
        }
        EntryType::Char | EntryType::Block => Some(Some("is a device")),
        EntryType::Fifo => Some(Some("is a pipe")),
        _ => Some(None),
    };
    match skipped {
        Some(None) => Flow::Continue(()),
        Some(Some(message)) => {
            member_reader.report(Problem::new(origin, ProblemKind::NotAFile, message))
        }
        None if !reading.opens() => {
            member_reader.inspect_unread(&origin, reading, &mut entry);
            Flow::Continue(())
        }
        None => {
            let (size, packed) = (entry.size(), Cell::new(packed_size(&entry)));
            if member_reader.skips_member(&origin, size) {
                return Flow::Continue(());
            }
            let sparse_meter = Meter::new(member_reader.limits, member_reader.budget, &packed);
            // Holes of a sparse member take no space in the archive, so the archive's meter does not count them; the
            // member gets a meter of its own.
            let (reader, meter): (&mut dyn Read, &Meter) = match kind {
                EntryType::GNUSparse => (&mut Metered(&mut entry, &sparse_meter), &sparse_meter),
                _ => (&mut entry, meter),
            };
            let body = Body { reader, meter, size, exact: true, is_long: false };
            member_reader.read_member(origin, depth, body)
        }
    }
}
