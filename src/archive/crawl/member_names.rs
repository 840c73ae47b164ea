//! Counts equal names of an archive's members, so that each member has a name and an occurrence number.

use crate::origin::Member;
use kifu_record::text::charset;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Occurrence counts of member names. Names are stored as 64-bit hashes, so that an archive of many members takes only
/// a few bytes for each.
#[derive(Default)]
pub(super) struct MemberNames {
    hasher: RandomState,
    seen: HashMap<u64, u32>,
}

impl MemberNames {
    /// Builds the next member with this raw name. Its display name has no leading `./`.
    pub(super) fn member(&mut self, raw: &[u8]) -> Member {
        let display_name = raw.strip_prefix(b"./").unwrap_or(raw);
        self.next_member(raw, charset::decode_name(display_name).into_owned())
    }

    /// Builds the next member whose name may come from Windows, where backslashes separate folders. Some charsets have
    /// letters whose second byte equals a backslash, so the name is decoded first.
    pub(super) fn windows_member(&mut self, raw: &[u8]) -> Member {
        let display_name = raw.strip_prefix(b"./").unwrap_or(raw);
        self.next_member(raw, charset::decode_name(display_name).replace('\\', "/"))
    }

    /// Builds a member with its occurrence number. Users select members by display name, so equal display names are
    /// counted, even if the raw names differ.
    fn next_member(&mut self, raw: &[u8], name: String) -> Member {
        let count = (self.seen.entry(self.hasher.hash_one(&name))).or_insert(0);
        let occurrence = *count;
        *count += 1;
        Member { name, raw: raw.to_vec(), occurrence }
    }
}
