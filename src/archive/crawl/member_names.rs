//! Counts equal names of an archive's members, so that each member has a name and an occurrence number.

use crate::origin::Member;
use kifu_record::game::hash::stable_hash;
use kifu_record::text::charset;
use std::collections::HashMap;

/// Occurrence counts of member names. Names are stored as 64-bit hashes.
///
/// The memory is bounded, whatever the number of members: about 20 MiB for the first [`MAX_EXACT_NAMES`] names, and
/// then 68 MiB for the filter and the counters.
#[derive(Default)]
pub(super) struct MemberNames {
    /// Number of members of each name, up to [`MAX_EXACT_NAMES`] names.
    exact: HashMap<u64, u32>,
    /// Replaces `exact` for archives with more names.
    filter: Option<Box<NameFilter>>,
}

/// Maximum number of names that are counted exactly. It is the largest number that a hash map with 2^20 slots holds.
const MAX_EXACT_NAMES: usize = (1 << 20) / 8 * 7;

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
        let occurrence = self.next_occurrence(stable_hash(&[name.as_bytes()]));
        Member { name, raw: raw.to_vec(), occurrence }
    }

    /// Number by which a member with this hash of its name differs from earlier members of the same name.
    fn next_occurrence(&mut self, hash: u64) -> u32 {
        if let Some(filter) = &mut self.filter {
            return filter.next_occurrence(hash);
        }
        if self.exact.len() >= MAX_EXACT_NAMES && !self.exact.contains_key(&hash) {
            let mut filter = NameFilter::new(&std::mem::take(&mut self.exact));
            let occurrence = filter.next_occurrence(hash);
            self.filter = Some(Box::new(filter));
            return occurrence;
        }
        let count = self.exact.entry(hash).or_insert(0);
        let occurrence = *count;
        *count += 1;
        occurrence
    }
}

/// Approximate occurrence counts of many names: a blocked Bloom filter finds names that occur for the first time, and
/// counters number the other occurrences.
///
/// Members of equal names always get different numbers, and an archive always gives the same numbers. A name may get a
/// number above 0 although it occurs for the first time: with 12 million names about one name in a million does, as
/// measured by the test below.
struct NameFilter {
    /// Blocks of 512 bits. Each name sets [`NameFilter::BITS_PER_NAME`] bits of one block.
    blocks: Vec<[u64; 8]>,
    /// Number of the last occurrence of the names that share a counter.
    counters: Vec<u32>,
}

impl NameFilter {
    const BLOCKS: usize = 1 << 20;
    const COUNTERS: usize = 1 << 20;
    /// Seven numbers of nine bits, which choose the bits of a block, fit into a hash of 64 bits.
    const BITS_PER_NAME: u32 = 7;

    /// Creates a filter that knows some names, given with the number of their members.
    fn new(known: &HashMap<u64, u32>) -> NameFilter {
        let mut filter = NameFilter {
            blocks: vec![[0; 8]; NameFilter::BLOCKS],
            counters: vec![0; NameFilter::COUNTERS],
        };
        for (&hash, &count) in known {
            filter.insert(hash);
            if let Some(counter) = filter.counter(hash) {
                *counter = (*counter).max(count.saturating_sub(1));
            }
        }
        filter
    }

    /// Adds a name. Returns true if the name was known before, or may have been.
    fn insert(&mut self, hash: u64) -> bool {
        // The low bits of the hash choose the block; a second hash chooses the bits in it.
        let index = hash as usize % NameFilter::BLOCKS;
        let Some(block) = self.blocks.get_mut(index) else { return false };
        let mut bits = stable_hash(&[&hash.to_le_bytes()]);
        let mut is_known = true;
        for _ in 0..NameFilter::BITS_PER_NAME {
            let (word, bit) = (bits as usize >> 6 & 7, 1 << (bits & 63));
            if let Some(word) = block.get_mut(word) {
                is_known &= *word & bit != 0;
                *word |= bit;
            }
            bits >>= 9;
        }
        is_known
    }

    /// Counter of a name. It is chosen by other bits of the hash than the name's block.
    fn counter(&mut self, hash: u64) -> Option<&mut u32> {
        self.counters.get_mut((hash >> 32) as usize % NameFilter::COUNTERS)
    }

    fn next_occurrence(&mut self, hash: u64) -> u32 {
        if !self.insert(hash) {
            return 0;
        }
        self.counter(hash).map_or(0, |counter| {
            *counter = counter.saturating_add(1);
            *counter
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn equal_names_have_different_numbers_in_archives_of_any_size() {
        let mut names = MemberNames::default();
        let member = |names: &mut MemberNames, name: &str| names.member(name.as_bytes()).occurrence;
        assert_eq!([0, 1, 2].map(|_| member(&mut names, "a.sgf")), [0, 1, 2]);
        assert_eq!(member(&mut names, "./a.sgf"), 3);
        let mut first = 0;
        let count = 2 * MAX_EXACT_NAMES;
        for number in 0..count {
            first += usize::from(member(&mut names, &format!("{number}.sgf")) == 0);
        }
        assert!(names.exact.is_empty() && names.filter.is_some());
        assert!(first + 2 >= count, "{first} of {count}");
        let again = Vec::from_iter((0..500).map(|_| member(&mut names, "a.sgf")));
        assert!(again.iter().all(|&number| number > 3), "{again:?}");
        assert_eq!(HashSet::<&u32>::from_iter(&again).len(), 500);
        assert!(member(&mut names, "5.sgf") > 0);
    }

    /// Counts the names that wrongly count as repeated among 12 million. Takes some seconds.
    #[test]
    #[ignore = "it takes some seconds and 70 MB"]
    fn few_names_of_twelve_million_count_as_repeated() {
        let mut filter = NameFilter::new(&HashMap::new());
        let hash = |number: u64| stable_hash(&[&number.to_le_bytes()]);
        let wrong = (0..12_000_000).filter(|&number| filter.next_occurrence(hash(number)) > 0);
        let count = wrong.count();
        assert!(count < 24, "{count}");
    }
}
