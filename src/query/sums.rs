//! Sums by key, kept as sorted lists.

use std::ops::AddAssign;

/// Sorts a list by its keys and adds up the values of equal keys.
pub(crate) fn sum_by_key<K: Ord, V: AddAssign + Default>(list: &mut Vec<(K, V)>) {
    list.sort_by(|a, b| a.0.cmp(&b.0));
    list.dedup_by(|later, first| {
        let is_same = later.0 == first.0;
        if is_same {
            first.1 += std::mem::take(&mut later.1);
        }
        is_same
    });
}
