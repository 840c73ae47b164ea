//! Reads the bytes of a file or member, unless its beginning shows that it holds no game.

use super::file_kinds::{
    GAME_LINES_HEAD_BYTES, HEAD_BYTES, LARGE_FILE_BYTES, begins_like_game, begins_with_game_line,
    has_game_lines, looks_like_record, may_hold_game,
};
use super::meter::is_refusal;
use super::scope::Reading;
use std::io::{self, Read};

/// How a file's first bytes are inspected before the rest of it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inspection {
    /// The file is not inspected, because it is an archive or a game list.
    None,
    /// The file is inspected only if it is large, since its name says that it is a record.
    Named,
    /// The file is always inspected, because its name does not tell the kind.
    Unnamed,
    /// The file must begin with a game, because only a pattern says that it may be a record.
    Included,
    /// The file must begin with lines that are a game each, because its name is that of a text file or has no
    /// extension.
    GameLines,
}

impl Inspection {
    /// How the first bytes of a file are inspected, given how the file is to be read.
    pub(super) fn of(reading: Reading) -> Inspection {
        match reading {
            Reading::IfLooksLikeRecord => Inspection::Unnamed,
            Reading::IfBeginsLikeGame => Inspection::Included,
            Reading::IfGameLines => Inspection::GameLines,
            Reading::GameList => Inspection::None,
            // A file that a walk does not read is read if the user names it.
            Reading::ByName(_) | Reading::Unread(_) => Inspection::Named,
        }
    }
}

/// Reason why a file is not read to its end.
pub(super) enum ReadRefusal {
    /// The beginning does not look like a game record.
    Other,
    /// The file is large, and its first [`LARGE_FILE_BYTES`] bytes cannot be part of a game record.
    NoRecord,
    TooLarge,
    Io(io::Error),
}

/// Reads at most `max_bytes` bytes. If reading fails, `bytes` holds what was read before the failure. If there are more
/// bytes than allowed ([`ReadRefusal::TooLarge`]), it holds one byte more than the limit.
pub(super) fn read_limited(
    reader: &mut dyn Read,
    bytes: &mut Vec<u8>,
    inspection: Inspection,
    max_bytes: u64,
) -> Result<(), ReadRefusal> {
    let limit = max_bytes;
    let max_bytes = max_bytes.saturating_add(1);
    let mut read_up_to = |length: u64, bytes: &mut Vec<u8>| {
        let left = length.min(max_bytes).saturating_sub(bytes.len() as u64);
        reader
            .take(left)
            .read_to_end(bytes)
            .map(|_| bytes.len() as u64 >= length)
            .map_err(ReadRefusal::Io)
    };
    if matches!(inspection, Inspection::Unnamed | Inspection::Included) {
        read_up_to(HEAD_BYTES as u64, bytes)?;
        let is_record = match inspection {
            Inspection::Included => begins_like_game(bytes),
            _ => looks_like_record(bytes),
        };
        if !is_record {
            return Err(ReadRefusal::Other);
        }
    }
    if inspection == Inspection::GameLines {
        // Most members without an extension are no collections of games. Their first line shows it, so the rest need
        // not be unpacked.
        for (length, is_collection) in [
            (HEAD_BYTES, begins_with_game_line as fn(&[u8]) -> bool),
            (GAME_LINES_HEAD_BYTES, has_game_lines),
        ] {
            // Damage in a file that may hold no games is not reported as a problem.
            match read_up_to(length as u64, bytes) {
                Err(ReadRefusal::Io(error)) if is_refusal(&error) => {
                    return Err(ReadRefusal::Io(error));
                }
                _ if !is_collection(bytes) => return Err(ReadRefusal::Other),
                read => read?,
            };
        }
    }
    if inspection != Inspection::None
        && read_up_to(LARGE_FILE_BYTES, bytes)?
        && !may_hold_game(bytes)
    {
        return Err(ReadRefusal::NoRecord);
    }
    read_up_to(max_bytes, bytes)?;
    if bytes.len() as u64 > limit { Err(ReadRefusal::TooLarge) } else { Ok(()) }
}
