//! Finds the files below a root, and turns files and archives into bytes with their origins (path and member names).
//!
//! [`walk`](walk::walk) finds the files of a root. [`open`] splits a file into [`WorkUnit`]s, so that one large archive
//! keeps all threads busy. [`WorkUnit::read`] hands out entries: files and archive members with their bytes. Whatever
//! cannot be read becomes a [`Problem`] that names where it is, and the rest is still read. Nothing is ever written.
//!
//! The modules depend on one another in one direction; each line uses the lines below it. An archive kind hands its
//! members to the member reader and does not know which function reads archives among them.
//!
//! ```text
//! search                        one member by its names
//! unit                          pieces of work
//! game_list_files               reading game lists beside files of move lines
//! archive                       any kind of archive
//! zip, tar, sevenz, single      one kind of archive
//! member_reader                 members become entries, problems, or archives to read in turn
//! loose, packed                 loose files; compressed streams
//! walk, entry, meter            the files of a root; files with their bytes; streams that are counted
//! part_at                       one part of a long file, without those before it
//! parts, blocks                 long collections, part by part; where decompression can begin
//! budget, sidecar               what an archive has unpacked to; analysis beside a game file
//! refusal, regular              limits that were reached; opening of regular files
//! volumes                       archives that were split into several files
//! read_limited, reader          reading within limits; reading one archive by many threads
//! scope                         which files of a root are read, and how
//! game_lists                    where game lists lie, and sharing what was read of them
//! problem                       why a file gave no game
//! unread, unread_members          files and members that are not read
//! patterns                      which files are added or left out
//! limits, file_kinds            limits and options; kinds of files by their names
//! holes, member_names           holes of sparse files; equal names of members
//! trash_names                   names of trash and the like
//! ```

mod archive;
mod blocks;
mod budget;
mod entry;
mod file_kinds;
mod game_list_files;
mod game_lists;
mod holes;
mod limits;
mod loose;
mod member_names;
mod member_reader;
mod meter;
mod packed;
mod part_at;
mod parts;
mod patterns;
mod problem;
mod read_limited;
mod reader;
mod refusal;
mod regular;
mod scope;
mod search;
mod sevenz;
mod sidecar;
mod single;
mod tar;
mod trash_names;
mod unit;
mod unread;
mod unread_members;
mod volumes;
pub mod walk;
mod zip;

pub use entry::{ContentStamp, Entry, EntryPart};
pub use file_kinds::{ArchiveKind, FileKind, file_kind};
pub use game_lists::{GameListState, GameListStates, GameLists};
pub use limits::{Limits, TableStamp};
pub use patterns::{FilePatterns, check_pattern};
pub use problem::{Problem, ProblemKind};
pub(crate) use scope::Reading;
pub use scope::{RootScope, Shard};
pub use search::{MemberPath, ReadObserver, read_nth, read_observed, read_one};
pub use sidecar::SidecarFile;
pub(crate) use unit::open_scoped;
pub use unit::{WorkUnit, open};
pub use unread::{
    EndingFiles, EndingMembers, UnreadByEnding, UnreadFiles, UnreadMemberGames, begins_like_game,
};
pub use volumes::{disk_crc32, disk_state, first_volume};
pub use zip::MemberPlaces;
