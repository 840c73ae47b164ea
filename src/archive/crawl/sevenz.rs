//! Reads 7z archives block by block, each block in one pass: members of a solid block are compressed together and
//! cannot be read separately.

mod header;

use super::member_names::MemberNames;
use super::member_reader::{Body, Flow, MemberReader};
use super::meter::{Meter, Metered};
use super::packed::{Fused, Reason, is_checksum_error};
use super::patterns::FileChoice;
use super::problem::{Problem, ProblemKind};
use super::reader::ArchiveReader;
use super::scope::Reading;
use crate::error::{Limit, Remedy};
use crate::origin::{Member, Origin};
use sevenz_rust2::{Archive, ArchiveEntry, Block, BlockDecoder, EncoderMethod, Error, Password};
use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;

const ENCRYPTED: &str = "is encrypted; unpack it with its password first";
const AFTER_DAMAGE: &str = "follows damaged data in the same packed block; it was skipped";

/// Estimated memory of a parsed directory, as a multiple of its unpacked size.
const DIRECTORY_MEMORY_FACTOR: u64 = 16;

/// Reads all members of a 7z archive. Members without bytes come first, because they belong to no block.
pub(super) fn read(
    member_reader: &mut MemberReader,
    origin: &Origin,
    depth: usize,
    mut reader: ArchiveReader,
) -> Flow {
    let directory = header::unpacked_size(&mut reader).unwrap_or(0);
    let needed = directory.saturating_mul(DIRECTORY_MEMORY_FACTOR);
    if needed > member_reader.limits.window_bytes {
        let needed = needed >> 20;
        let message = format!("its directory needs {needed} MiB of memory to be unpacked");
        return member_reader.report(too_much_memory(origin, message));
    }
    if let Some(refusal) = member_reader.budget.count_directory(directory, member_reader.limits) {
        return member_reader.end_archive(origin, refusal);
    }
    let password = Password::empty();
    let archive = match Archive::read(&mut reader, &password) {
        Ok(archive) => archive,
        Err(error) => return member_reader.report(unreadable(origin, &error)),
    };
    let packed = Cell::new(reader.len());
    let meter = Meter::new(member_reader.limits, member_reader.budget, &packed);
    let mut pass = SevenZipPass {
        origin,
        depth,
        meter: &meter,
        names: MemberNames::default(),
        is_broken: false,
    };
    let blocks_of_files = archive.files.iter().zip(&archive.stream_map.file_block_index);
    for (file, _) in blocks_of_files.clone().filter(|(_, block)| block.is_none()) {
        pass.read_file(member_reader, file, &mut io::empty())?;
    }
    for (index, block) in archive.blocks.iter().enumerate() {
        let decoder = BlockDecoder::new(1, index, &archive, &password, &mut reader);
        let (scope, sniff) = (member_reader.scope, member_reader.limits.sniff);
        let is_worth_reading = |file: &ArchiveEntry| {
            !file.is_directory() && scope.member_reading(origin, file.name(), sniff).opens()
        };
        let first = decoder.entries().iter().find(|file| is_worth_reading(file));
        let Some(first) = first.map(|file| file.name().to_owned()) else {
            let mut unread = Vec::new();
            for file in decoder.entries() {
                let member = pass.count_member(member_reader, file)?;
                unread.push(member.and_then(|named| pass.inspected(member_reader, named)));
            }
            let can_be_unpacked =
                !is_encrypted(block) && block_memory(block) <= member_reader.limits.window_bytes;
            if can_be_unpacked && unread.iter().any(Option::is_some) {
                inspect_block(member_reader, decoder, &unread);
            }
            continue;
        };
        if is_encrypted(block) {
            for file in decoder.entries() {
                pass.refuse(member_reader, file, ProblemKind::Encrypted, ENCRYPTED)?;
            }
            continue;
        }
        let needed = block_memory(block);
        if needed > member_reader.limits.window_bytes {
            let needed = needed >> 20;
            let message =
                format!("`{first}` and what follows it need {needed} MiB of memory to be unpacked");
            member_reader.report(too_much_memory(origin, message))?;
            continue;
        }
        let mut flow = Flow::Continue(());
        pass.is_broken = false;
        let mut members = 0;
        let read = decoder.for_each_entries(&mut |file, data| {
            members += 1;
            flow = pass.read_file(member_reader, file, data);
            Ok(flow.is_continue() && !pass.is_broken && meter.refusal().is_none())
        });
        flow?;
        if meter.refusal().is_some() {
            return member_reader.report_refusal(origin, &meter);
        }
        if let Err(error) = read {
            member_reader.report(unreadable(origin, &error))?;
        }
        if pass.is_broken {
            let files_of_block =
                blocks_of_files.clone().filter(|(_, block)| **block == Some(index));
            for (file, _) in files_of_block.skip(members) {
                pass.refuse(member_reader, file, ProblemKind::Damaged, AFTER_DAMAGE)?;
            }
        }
    }
    Flow::Continue(())
}

/// State of reading one 7z archive.
struct SevenZipPass<'p> {
    origin: &'p Origin,
    depth: usize,
    meter: &'p Meter<'p>,
    names: MemberNames,
    /// True if the decoder has failed in the current block, so that nothing more of the block can be read.
    is_broken: bool,
}

impl SevenZipPass<'_> {
    /// Counts a member and names it. Returns `None` for a folder.
    fn count_member(
        &mut self,
        member_reader: &mut MemberReader,
        file: &ArchiveEntry,
    ) -> ControlFlow<(), Option<(Member, Reading)>> {
        member_reader.count_member(self.origin)?;
        let member = self.names.member(file.name().as_bytes());
        if file.is_directory() || file.is_anti_item() {
            return ControlFlow::Continue(None);
        }
        let reading = member_reader.member_reading(self.origin, &member.name);
        ControlFlow::Continue(Some((member, reading)))
    }

    /// Origin of a member that is not read and whose beginning is to be inspected.
    fn inspected(
        &self,
        member_reader: &MemberReader,
        (member, reading): (Member, Reading),
    ) -> Option<Origin> {
        if reading != Reading::Unread(FileChoice::ByKind) {
            return None;
        }
        let origin = self.origin.member(member);
        member_reader.scope.inspects(&origin).is_some().then_some(origin)
    }

    fn refuse(
        &mut self,
        member_reader: &mut MemberReader,
        file: &ArchiveEntry,
        kind: ProblemKind,
        why: &str,
    ) -> Flow {
        match self.count_member(member_reader, file)? {
            Some((member, reading)) if reading.is_expected() => {
                let origin = self.origin.member(member);
                member_reader.report(Problem::new(origin, kind, why))
            }
            // A text file need not hold games, so it is no loss that it cannot be read.
            _ => Flow::Continue(()),
        }
    }

    /// Reads a member's bytes to their end, even if the member is not worth opening, because the next member of the
    /// same block follows them. Stops at an error of the decoder.
    fn read_file(
        &mut self,
        member_reader: &mut MemberReader,
        file: &ArchiveEntry,
        data: &mut dyn Read,
    ) -> Flow {
        let member = self.count_member(member_reader, file)?;
        let mut fused = Fused::new(data);
        let mut data = Metered(&mut fused, self.meter);
        if let Some((member, reading)) = member {
            let origin = self.origin.member(member);
            if !reading.opens() {
                member_reader.inspect_unread(&origin, reading, &mut data);
            } else if is_link(file) {
                let message = "is a link; it was not followed";
                member_reader.report(Problem::new(origin, ProblemKind::NotAFile, message))?;
            } else if !member_reader.skips_member(&origin, file.size()) {
                let body = Body {
                    reader: &mut data,
                    meter: self.meter,
                    size: file.size(),
                    exact: true,
                    is_long: false,
                };
                member_reader.read_member(origin, self.depth, body)?;
            }
        }
        // An error in the bytes of a member that is not opened is not reported. The members of the block that are lost
        // behind such an error are.
        let _ = io::copy(&mut data, &mut io::sink());
        self.is_broken = fused.failure().is_some_and(|error| !is_checksum_error(error));
        Flow::Continue(())
    }
}

/// Maximum number of bytes of a block that are unpacked only to inspect members that are not read.
const MAX_INSPECTED_BLOCK_BYTES: u64 = 1 << 20;

/// Inspects the beginnings of members of a block in which no member is read. `unread` has the origins of the members to
/// inspect, in the order of the block.
fn inspect_block(
    member_reader: &MemberReader,
    decoder: BlockDecoder<ArchiveReader>,
    unread: &[Option<Origin>],
) {
    let Some(games) = member_reader.scope.unread_games() else { return };
    let last = unread.iter().rposition(Option::is_some).unwrap_or(0);
    let (mut index, mut bytes) = (0, 0);
    // An error of the decoder ends the inspection. It is no problem, because nothing is read of this block.
    let _ = decoder.for_each_entries(&mut |_, data| {
        let mut data = data.take(MAX_INSPECTED_BLOCK_BYTES.saturating_sub(bytes));
        let limit = data.limit();
        if let Some(Some(origin)) = unread.get(index) {
            games.inspect(origin, &mut data);
        }
        io::copy(&mut data, &mut io::sink())?;
        bytes += limit - data.limit();
        index += 1;
        Ok(index <= last && bytes < MAX_INSPECTED_BLOCK_BYTES)
    });
}

/// True if the entry is a symbolic link. 7-Zip stores the Unix mode in the upper 16 bits of the attributes, and sets
/// bit 15 to say so.
fn is_link(file: &ArchiveEntry) -> bool {
    const HAS_UNIX_MODE: u32 = 0x8000;
    let attributes = file.windows_attributes();
    let is_unix = file.has_windows_attributes && attributes & HAS_UNIX_MODE != 0;
    is_unix && (attributes >> 16) & 0o170000 == 0o120000
}

fn is_encrypted(block: &Block) -> bool {
    let mut coders = block.coders.iter();
    coders.any(|coder| coder.encoder_method_id() == EncoderMethod::ID_AES256_SHA256)
}

/// Bytes of memory that decompressing a block takes, as the archive declares it: the sum of its LZMA dictionaries and
/// PPMd models.
fn block_memory(block: &Block) -> u64 {
    let coder_memory = |coder: &sevenz_rust2::Coder| {
        let properties = coder.properties();
        match coder.encoder_method_id() {
            EncoderMethod::ID_LZMA | EncoderMethod::ID_PPMD => match properties {
                [_, a, b, c, d, ..] => u64::from(u32::from_le_bytes([*a, *b, *c, *d])),
                _ => 0,
            },
            EncoderMethod::ID_LZMA2 => match properties {
                [bits @ 0..=39, ..] => (2 | u64::from(bits & 1)) << (bits / 2 + 11),
                [40, ..] => u64::from(u32::MAX),
                _ => 0,
            },
            _ => 0,
        }
    };
    block.coders.iter().map(coder_memory).sum()
}

fn too_much_memory(origin: &Origin, message: String) -> Problem {
    Problem::new(origin.clone(), ProblemKind::TooLarge, message)
        .with_remedy(Remedy::RaiseLimit(Limit::Window))
}

fn unreadable(origin: &Origin, error: &Error) -> Problem {
    let encrypted = match error {
        Error::PasswordRequired | Error::MaybeBadPassword(_) => true,
        Error::UnsupportedCompressionMethod(name) => name == EncoderMethod::AES256_SHA256.name(),
        _ => false,
    };
    let mut remedy = None;
    let (kind, message) = match error {
        _ if encrypted => (ProblemKind::Encrypted, ENCRYPTED.to_owned()),
        Error::UnsupportedCompressionMethod(name) => (
            ProblemKind::UnsupportedArchive,
            format!("is packed in a way that is not read ({name})"),
        ),
        Error::BadSignature(_) => (ProblemKind::Damaged, "is not a 7z archive".to_owned()),
        Error::Io(error, _) => {
            let reason = Reason::from_error(error);
            let message = format!("the archive is damaged or cut short ({reason})");
            remedy = reason.remedy;
            (ProblemKind::Damaged, message)
        }
        Error::Other(text) | Error::Unsupported(text) => {
            (ProblemKind::Damaged, format!("the archive is damaged or of an unknown kind ({text})"))
        }
        error => {
            let message = format!("the archive is damaged ({error})");
            (ProblemKind::Damaged, message)
        }
    };
    Problem::new(origin.clone(), kind, message).with_remedy(remedy)
}
