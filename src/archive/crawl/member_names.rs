//! The names of an archive's members, which may repeat.

use crate::origin::Member;
use kifu_record::text::charset;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Counts equal names by their hashes, so that an archive of many members takes only a few bytes for each.
#[derive(Default)]
pub(super) struct MemberNames {
    hasher: RandomState,
    seen: HashMap<u64, u32>,
}

impl MemberNames {
    /// The next member of this name. The shown name has no leading `./`.
    pub(super) fn member(&mut self, raw: &[u8]) -> Member {
        let shown = raw.strip_prefix(b"./").unwrap_or(raw);
        self.shown(raw, charset::decode_name(shown).into_owned())
    }

    /// The next member whose name may come from Windows, where backslashes separate folders. Other charsets have
    /// letters with a byte that looks like a backslash, so the name is decoded first.
    pub(super) fn member_of_windows(&mut self, raw: &[u8]) -> Member {
        let shown = raw.strip_prefix(b"./").unwrap_or(raw);
        self.shown(raw, charset::decode_name(shown).replace('\\', "/"))
    }

    /// Users ask for members by the names they are shown, so equal shown names are counted.
    fn shown(&mut self, raw: &[u8], name: String) -> Member {
        let count = (self.seen.entry(self.hasher.hash_one(&name))).or_insert(0);
        let occurrence = *count;
        *count += 1;
        Member { name, raw: raw.to_vec(), occurrence }
    }
}
