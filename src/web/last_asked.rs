//! What was asked for last, in a bounded number of bytes.

use kifu_record::poison::IgnorePoison;
use lru::LruCache;
use std::borrow::Borrow;
use std::hash::Hash;
use std::sync::Mutex;

/// The memory that each value takes besides its own.
const EACH: u64 = 256;

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

/// Values by key, in place of those that were asked for longest ago.
pub(crate) struct LastAsked<V, K: Hash + Eq = String> {
    /// The most bytes of memory.
    room: u64,
    kept: Mutex<KeptValues<V, K>>,
}

struct KeptValues<V, K: Hash + Eq> {
    /// Each with its bytes.
    values: LruCache<K, (V, u64)>,
    bytes: u64,
}

impl<V: Clone, K: Hash + Eq + KeyBytes> LastAsked<V, K> {
    /// Keeps values in so many bytes.
    pub(crate) fn new(room: u64) -> LastAsked<V, K> {
        let kept = KeptValues { values: LruCache::unbounded(), bytes: 0 };
        LastAsked { room, kept: kept.into() }
    }

    /// The value of a key, if it is kept.
    pub(crate) fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let mut kept = self.kept.lock().ignore_poison();
        kept.values.get(key).map(|(value, _)| value.clone())
    }

    /// Keeps a value of so many bytes. One that is too large leaves the others their room.
    pub(crate) fn keep(&self, key: impl Into<K>, value: V, bytes: u64) {
        let key = key.into();
        let bytes = bytes + key.heap_bytes() + EACH;
        if bytes > self.room {
            return;
        }
        let mut kept = self.kept.lock().ignore_poison();
        if let Some((_, before)) = kept.values.put(key, (value, bytes)) {
            kept.bytes -= before;
        }
        kept.bytes += bytes;
        while kept.bytes > self.room
            && let Some((_, (_, bytes))) = kept.values.pop_lru()
        {
            kept.bytes -= bytes;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_for_last_is_kept_as_far_as_there_is_room() {
        let kept: LastAsked<&str> = LastAsked::new(3 * (EACH + 11));
        for key in ["1", "2", "3"] {
            kept.keep(key, key, 10);
        }
        assert_eq!(kept.get("1"), Some("1"));
        kept.keep("4", "4", 10);
        // 1 was asked for after 2, so 2 is gone.
        assert_eq!((kept.get("1"), kept.get("2")), (Some("1"), None));
        assert_eq!((kept.get("3"), kept.get("4")), (Some("3"), Some("4")));
        kept.keep("5", "too large", 3 * EACH + 30);
        assert_eq!((kept.get("5"), kept.get("4")), (None, Some("4")));
        // A value in the place of another one of its key gives back the room of that one.
        kept.keep("4", "four", 10);
        assert_eq!((kept.get("1"), kept.get("4")), (Some("1"), Some("four")));
    }
}
