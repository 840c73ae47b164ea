//! Runs in a small address space (`ulimit -v`), by what two allocators read from the environment before the program
//! begins: where there is a limit, the program sets that and starts itself anew.
//!
//! - The C library's, which SQLite uses, reserves 64 MiB of addresses for each of many threads, a gibibyte on two cores:
//!   a besieged `serve` (`tests/siege.py`, 1.4 GiB) had none left for SQLite. Two such pools are enough for it.
//! - The program's own reserves a gibibyte at once, and goes on without where that fails. Where it just fits, nothing is
//!   left for the stacks of threads and for mapped files: with a limit of 1.1 GiB the program failed, though half of one
//!   is enough. Less is reserved only there, since many small reservations leave gaps: with 1.4 GiB the same `serve`
//!   ended for want of addresses with reservations of 32 or 256 MiB.

use std::ops::Range;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// The pools of the C library's allocator.
const POOLS: (&str, &str) = ("MALLOC_ARENA_MAX", "2");
/// What the program's allocator reserves at once. Larger blocks are reserved on their own.
const RESERVE: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "32M");
/// In as much as this, a gibibyte more or less is of no matter.
const ENOUGH: u64 = 16 << 30;
/// The limits with which one large reservation fits and the rest does not: a build of the sample archive needs some
/// 250 MiB of addresses beside the reservation.
const TIGHT: Range<u64> = 1 << 30..(1 << 30) + (352 << 20);

/// Starts the program anew if its address space is small. Returns where it is not, where that was done, and where it
/// fails.
pub(crate) fn spare() {
    let Some(limit) = limit().filter(|limit| *limit < ENOUGH) else {
        return;
    };
    let reserve = Some(RESERVE).filter(|_| TIGHT.contains(&limit));
    let settings: Vec<_> = [Some(POOLS), reserve]
        .into_iter()
        .flatten()
        .filter(|(name, _)| std::env::var_os(name).is_none())
        .collect();
    if settings.is_empty() {
        return;
    }
    let mut arguments = std::env::args_os();
    let (Ok(program), Some(name)) = (std::env::current_exe(), arguments.next()) else {
        return;
    };
    let mut again = Command::new(program);
    // This comes back only if the program cannot be started; then it runs as it is.
    let _ = (again.arg0(name).args(arguments)).envs(settings).exec();
}

/// The most bytes of addresses that this process may use, if there is a limit.
fn limit() -> Option<u64> {
    limit_in(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

/// The first number is the limit that holds, the second the one up to which it may be raised.
fn limit_in(limits: &str) -> Option<u64> {
    limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?
        .split_whitespace()
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::limit_in;

    #[test]
    fn the_limit_that_holds_is_read() {
        let limits = |limit: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max file locks            unlimited            unlimited            locks     \n\
                 Max address space         {limit}           unlimited            bytes     \n"
            )
        };
        assert_eq!(limit_in(&limits("1126400000")), Some(1_126_400_000));
        assert_eq!(limit_in(&limits("unlimited")), None);
        assert_eq!(limit_in(""), None);
    }
}
