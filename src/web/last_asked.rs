//! What was asked for last, in a bounded number of bytes.

use lru::LruCache;
use std::sync::{Mutex, PoisonError};

/// The memory that each value takes besides its own.
const EACH: u64 = 256;

/// Values by key, in place of those that were asked for longest ago.
pub struct LastAsked<V> {
    /// The most bytes of memory.
    room: u64,
    kept: Mutex<KeptValues<V>>,
}

struct KeptValues<V> {
    /// Each with its bytes.
    values: LruCache<String, (V, u64)>,
    bytes: u64,
}

impl<V: Clone> LastAsked<V> {
    /// Keeps values in so many bytes.
    pub fn new(room: u64) -> LastAsked<V> {
        let kept = KeptValues {
            values: LruCache::unbounded(),
            bytes: 0,
        };
        LastAsked {
            room,
            kept: kept.into(),
        }
    }

    /// The value of a key, if it is kept.
    pub fn get(&self, key: &str) -> Option<V> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.values.get(key).map(|(value, _)| value.clone())
    }

    /// Keeps a value of so many bytes. One that is too large leaves the others their room.
    pub fn keep(&self, key: &str, value: V, bytes: u64) {
        let bytes = bytes + key.len() as u64 + EACH;
        if bytes > self.room {
            return;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, before)) = kept.values.put(key.to_owned(), (value, bytes)) {
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
        let kept = LastAsked::new(3 * (EACH + 11));
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
