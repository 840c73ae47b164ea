//! Cache of the most recently used values, whose total number of bytes is limited. The crate `lru` keeps the order of
//! use; this code counts the bytes.
//!
//! The caches `quick_cache` and `moka` prefer values that are requested often, so a new value soon makes way for a
//! newer one. But archive members are requested once, soon after they were unpacked on the way to another member. In a
//! test, two people step through two archives, and 64 of the 66 members that they unpack fit into the cache. With this
//! cache, 80 % of the steps find their member, with `quick_cache` only 4 %.

use kifu_record::poison::IgnorePoison;
use lru::LruCache;
use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::Mutex;

/// Assumed number of bytes that a cache entry takes besides its key and value.
pub(crate) const ENTRY_BYTES: u64 = 256;

/// A cache key that tells how much memory it takes.
pub(crate) trait KeyBytes {
    /// Number of bytes that the key takes on the heap.
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

/// Values by key. If there are too many bytes, the least recently used values are dropped. `get` clones the value, so
/// large values are stored behind an [`Arc`](std::sync::Arc).
pub(crate) struct WeightedCache<V, K: Hash + Eq = String> {
    /// Largest number of bytes that all entries together may take.
    pub capacity_bytes: u64,
    entries: Mutex<CacheEntries<V, K>>,
}

struct CacheEntries<V, K: Hash + Eq> {
    /// Each value with the number of bytes that its entry takes.
    values: LruCache<K, (V, u64)>,
    bytes: u64,
}

impl<V: Clone, K: Hash + Eq + KeyBytes> WeightedCache<V, K> {
    pub(crate) fn new(capacity_bytes: u64) -> WeightedCache<V, K> {
        let entries = CacheEntries { values: LruCache::unbounded(), bytes: 0 };
        WeightedCache { capacity_bytes, entries: entries.into() }
    }

    /// Returns the value of a key, and marks it as the most recently used one.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let mut entries = self.entries.lock().ignore_poison();
        entries.values.get(key).map(|(value, _)| value.clone())
    }

    /// Adds a value, and returns the number of bytes that its entry takes. A value that is larger than the whole cache
    /// is not added; this returns 0 and drops nothing.
    pub(crate) fn insert(&self, key: impl Into<K>, value: V, bytes: u64) -> u64 {
        let key = key.into();
        let bytes = bytes + key.heap_bytes() + ENTRY_BYTES;
        if bytes > self.capacity_bytes {
            return 0;
        }
        let mut entries = self.entries.lock().ignore_poison();
        if let Some((_, before)) = entries.values.put(key, (value, bytes)) {
            entries.bytes -= before;
        }
        entries.bytes += bytes;
        while entries.bytes > self.capacity_bytes
            && let Some((_, (_, bytes))) = entries.values.pop_lru()
        {
            entries.bytes -= bytes;
        }
        bytes
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_values_are_evicted() {
        let cache: WeightedCache<&str> = WeightedCache::new(3 * (ENTRY_BYTES + 11));
        for key in ["1", "2", "3"] {
            assert_eq!(cache.insert(key, key, 10), ENTRY_BYTES + 11);
        }
        assert_eq!(cache.get("1"), Some("1"));
        cache.insert("4", "4", 10);
        // The value of 1 was used after that of 2, so that of 2 is dropped.
        assert_eq!((cache.get("1"), cache.get("2")), (Some("1"), None));
        assert_eq!((cache.get("3"), cache.get("4")), (Some("3"), Some("4")));
        assert_eq!(cache.insert("5", "too large", 3 * ENTRY_BYTES + 30), 0);
        assert_eq!((cache.get("5"), cache.get("4")), (None, Some("4")));
        // Replacing a value must free the bytes of the old one.
        cache.insert("4", "four", 10);
        assert_eq!((cache.get("1"), cache.get("4")), (Some("1"), Some("four")));
    }

    /// Some archives can only be unpacked from their beginning. A reader who steps through such an archive must find
    /// the members that the step before has unpacked, whatever other readers do meanwhile.
    #[test]
    fn members_unpacked_for_the_next_step_stay() {
        let cache: WeightedCache<(), String> = WeightedCache::new(70 * (ENTRY_BYTES + 1_010));
        let mut unpacked = 0;
        for step in 0..200 {
            for archive in ["a", "b"] {
                let name = |member: u32| format!("{archive}/{member:04}");
                if cache.get(&name(step)).is_none() {
                    unpacked += 1;
                    (step..step + 33).for_each(|member| {
                        cache.insert(name(member), (), 1_000);
                    });
                }
            }
        }
        assert_eq!(unpacked, 2 * 200_u32.div_ceil(33));
    }
}
