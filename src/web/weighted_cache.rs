//! The values that were asked for last, in a bounded number of bytes. The order is that of the crate `lru`; the bytes
//! are counted here.
//!
//! `quick_cache` and `moka` keep what is asked for often, so what is new makes room for what is newer. Members of
//! archives are asked for once, soon after they were unpacked on the way to another one: where two people step through
//! two archives and there is room for 64 of the 66 members that they unpack, 80 % of the steps find theirs here, and
//! 4 % do with `quick_cache`.

use kifu_record::poison::IgnorePoison;
use lru::LruCache;
use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::Mutex;

/// The memory that each value takes besides its own.
pub(crate) const ENTRY_BYTES: u64 = 256;

/// A key whose memory counts.
pub(crate) trait KeyBytes {
    /// The bytes of memory that it takes besides its own size.
    fn heap_bytes(&self) -> u64;
}

impl KeyBytes for String {
    fn heap_bytes(&self) -> u64 {
        self.len() as u64
    }
}

impl KeyBytes for Vec<u8> {
    fn heap_bytes(&self) -> u64 {
        self.len() as u64
    }
}

/// Values by key, in place of those that were asked for longest ago. A value is cloned for who asks for it, so what is
/// large is kept behind an [`Arc`](std::sync::Arc).
pub(crate) struct WeightedCache<V, K: Hash + Eq = String> {
    /// The most bytes of memory.
    pub capacity_bytes: u64,
    kept: Mutex<KeptValues<V, K>>,
}

struct KeptValues<V, K: Hash + Eq> {
    /// Each with its bytes.
    values: LruCache<K, (V, u64)>,
    bytes: u64,
}

impl<V: Clone, K: Hash + Eq + KeyBytes> WeightedCache<V, K> {
    /// Keeps values in so many bytes.
    pub(crate) fn new(capacity_bytes: u64) -> WeightedCache<V, K> {
        let kept = KeptValues { values: LruCache::unbounded(), bytes: 0 };
        WeightedCache { capacity_bytes, kept: kept.into() }
    }

    /// The value of a key, if it is kept.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let mut kept = self.kept.lock().ignore_poison();
        kept.values.get(key).map(|(value, _)| value.clone())
    }

    /// Keeps a value of so many bytes, and returns the bytes that it takes. One that is too large takes none and leaves
    /// the others where they are.
    pub(crate) fn insert(&self, key: impl Into<K>, value: V, bytes: u64) -> u64 {
        let key = key.into();
        let bytes = bytes + key.heap_bytes() + ENTRY_BYTES;
        if bytes > self.capacity_bytes {
            return 0;
        }
        let mut kept = self.kept.lock().ignore_poison();
        if let Some((_, before)) = kept.values.put(key, (value, bytes)) {
            kept.bytes -= before;
        }
        kept.bytes += bytes;
        while kept.bytes > self.capacity_bytes
            && let Some((_, (_, bytes))) = kept.values.pop_lru()
        {
            kept.bytes -= bytes;
        }
        bytes
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_last_is_kept_as_far_as_there_is_room() {
        let kept: WeightedCache<&str> = WeightedCache::new(3 * (ENTRY_BYTES + 11));
        for key in ["1", "2", "3"] {
            assert_eq!(kept.insert(key, key, 10), ENTRY_BYTES + 11);
        }
        assert_eq!(kept.get("1"), Some("1"));
        kept.insert("4", "4", 10);
        // 1 was asked for after 2, so 2 is gone.
        assert_eq!((kept.get("1"), kept.get("2")), (Some("1"), None));
        assert_eq!((kept.get("3"), kept.get("4")), (Some("3"), Some("4")));
        assert_eq!(kept.insert("5", "too large", 3 * ENTRY_BYTES + 30), 0);
        assert_eq!((kept.get("5"), kept.get("4")), (None, Some("4")));
        // A value in the place of another one of its key gives back the room of that one.
        kept.insert("4", "four", 10);
        assert_eq!((kept.get("1"), kept.get("4")), (Some("1"), Some("four")));
    }

    /// Who steps through an archive that can only be unpacked from its beginning finds what the step before it
    /// unpacked, whatever others read meanwhile.
    #[test]
    fn what_was_put_there_for_the_next_step_is_still_there() {
        let kept: WeightedCache<(), String> = WeightedCache::new(70 * (ENTRY_BYTES + 1_010));
        let mut unpacked = 0;
        for step in 0..200 {
            for archive in ["a", "b"] {
                let name = |member: u32| format!("{archive}/{member:04}");
                if kept.get(&name(step)).is_none() {
                    unpacked += 1;
                    (step..step + 33).for_each(|member| {
                        kept.insert(name(member), (), 1_000);
                    });
                }
            }
        }
        assert_eq!(unpacked, 2 * 200_u32.div_ceil(33));
    }
}
