//! Converts the items of a long list on all cores, and passes the results on in the order of the list.
//!
//! Items are taken in groups, which grow from the first to the last. While the caller receives the results of one
//! group, other threads convert the next one. So no more than two groups are in memory, whatever the length of the
//! list.

use kifu_archive::error::Result;
use std::ops::{ControlFlow, Range, RangeInclusive};

/// Results of a group of items, in order. A result is `None` if the time budget ended before it was made.
pub(crate) type GroupResults<T> = Vec<Option<Result<T>>>;

/// Converts a list of `len` items group by group, and passes the results to `sink` in order, until `sink` returns
/// `Break`, or a result is missing or an error.
///
/// `sizes` are the numbers of items in the first group and in the largest one; each group has twice as many items as
/// the group before it.
pub(crate) fn convert_in_order<T: Send>(
    len: usize,
    sizes: RangeInclusive<usize>,
    convert_group: &(dyn Fn(Range<usize>) -> GroupResults<T> + Sync),
    sink: &mut dyn FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let mut size = *sizes.start();
    let mut group = 0..len.min(size);
    let mut results = convert_group(group.clone());
    while !group.is_empty() {
        size = (size * 2).min(*sizes.end());
        group = group.end..len.min(group.end + size);
        let mut next_results = Vec::new();
        let received = rayon::in_place_scope(|scope| {
            if !group.is_empty() {
                scope.spawn(|_| next_results = convert_group(group.clone()));
            }
            receive(results, sink)
        });
        if received?.is_break() {
            break;
        }
        results = next_results;
    }
    Ok(())
}

/// Passes results to `sink`. Returns `Break` if the sink does, or if a result is missing.
fn receive<T>(
    results: GroupResults<T>,
    sink: &mut dyn FnMut(T) -> Result<ControlFlow<()>>,
) -> Result<ControlFlow<()>> {
    for result in results {
        let Some(result) = result else {
            return Ok(ControlFlow::Break(()));
        };
        if sink(result?)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_archive::error::{Error, ErrorKind};
    use std::sync::Mutex;

    #[test]
    fn results_come_in_order_and_groups_grow() {
        for len in [0, 1, 2, 3, 7, 100, 1000] {
            let groups = Mutex::new(Vec::new());
            let convert = |group: Range<usize>| {
                groups.lock().unwrap().push(group.len());
                group.map(|item| Some(Ok(item * 2))).collect()
            };
            let mut received = Vec::new();
            convert_in_order(len, 2..=16, &convert, &mut |result| {
                received.push(result);
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
            assert_eq!(received, (0..len).map(|item| item * 2).collect::<Vec<_>>());
            let groups = groups.into_inner().unwrap();
            assert_eq!(groups.iter().sum::<usize>(), len);
            assert!(groups.iter().all(|group| *group <= 16));
        }
    }

    #[test]
    fn nothing_follows_a_break_an_error_or_a_missing_result() {
        let convert = |group: Range<usize>| {
            let result = |item| match item {
                30 => None,
                40 => Some(Err(Error::new(ErrorKind::Io, "unreadable"))),
                item => Some(Ok(item)),
            };
            group.map(result).collect()
        };
        let received_before = |first: usize, end: Option<usize>| {
            let mut received = 0;
            let convert = |group: Range<usize>| convert(group.start + first..group.end + first);
            let done = convert_in_order(1000, 2..=16, &convert, &mut |item| {
                received += 1;
                let ends = Some(item) == end;
                Ok(if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            });
            (received, done.is_err())
        };
        assert_eq!(received_before(0, None), (30, false));
        assert_eq!(received_before(31, None), (9, true));
        assert_eq!(received_before(41, Some(50)), (10, false));
    }
}
