//! Runs in a small address space (`ulimit -v`).
//!
//! The allocator reserves a gibibyte of addresses at once, and goes on without where that fails. Where it just fits,
//! nothing is left for the stacks of threads and for mapped files: the program fails with a limit of 1.1 GiB, though
//! half of one is enough. The allocator reads how much it reserves from the environment before the program begins, so
//! the program starts itself anew with less.
//!
//! Only there: many small reservations leave gaps. With a limit of 1.4 GiB a besieged `serve` (`tests/siege.py`) ends
//! for want of addresses with reservations of 32 or 256 MiB, and lives with one of a gibibyte.

use std::ops::Range;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// What the allocator reads, and what it is to reserve. Larger blocks are reserved on their own.
const SETTING: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "32M");
/// The limits with which one large reservation fits and the rest does not: a build of the sample archive needs some
/// 250 MiB of addresses beside the reservation.
const TIGHT: Range<u64> = 1 << 30..(1 << 30) + (352 << 20);

/// Starts the program anew if its address space is tight. Returns where it is not, or where that fails.
pub fn spare() {
    let is_tight = limit().is_some_and(|limit| TIGHT.contains(&limit));
    if !is_tight || std::env::var_os(SETTING.0).is_some() {
        return;
    }
    let mut arguments = std::env::args_os();
    let (Ok(program), Some(name)) = (std::env::current_exe(), arguments.next()) else {
        return;
    };
    let mut again = Command::new(program);
    // This comes back only if the program cannot be started; then it runs as it is.
    let _ = (again.arg0(name).args(arguments))
        .env(SETTING.0, SETTING.1)
        .exec();
}

/// The most bytes of addresses that this process may use, if there is a limit.
fn limit() -> Option<u64> {
    limit_in(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

/// The first number is the limit that holds, the second the one up to which it may be raised.
fn limit_in(limits: &str) -> Option<u64> {
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
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
