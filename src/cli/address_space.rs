//! Restarts the program so that its allocators reserve fewer addresses, if its address space is limited (`ulimit -v`).
//!
//! Two allocators read settings from the environment before `main` begins, so the program sets them and starts itself
//! again:
//! - The C library's allocator, which SQLite uses, reserves 64 MiB of addresses for each of many threads: a gibibyte on
//!   two cores. In a load test of `serve` (`tests/siege.py`, limit 1.4 GiB) no addresses were left for SQLite. Two
//!   memory pools are enough for SQLite.
//! - The program's own allocator (mimalloc) reserves a gibibyte at the start, and works without this reservation if it
//!   fails. If the gibibyte just fits below the limit, nothing is left for the stacks of threads and for mapped files:
//!   with a limit of 1.1 GiB the program failed, though it runs with a limit of half a gibibyte. It gets a smaller
//!   reservation only for limits in that range, since many small reservations leave gaps: with a limit of 1.4 GiB and
//!   reservations of 32 or 256 MiB the load test ran out of addresses.

use std::ops::Range;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Number of memory pools of the C library's allocator.
const POOL_COUNT_SETTING: (&str, &str) = ("MALLOC_ARENA_MAX", "2");
/// Bytes that mimalloc reserves at a time. Blocks larger than this get a reservation of their own.
const RESERVE_SETTING: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "32M");
/// Limit in bytes on the address space from which on no settings are changed: next to 16 GiB, one gibibyte more or less
/// does not matter.
const AMPLE_LIMIT_BYTES: u64 = 16 << 30;
/// Limits in bytes on the address space at which one reservation of a gibibyte fits and the rest of the program does
/// not. A build of the sample archive needs some 250 MiB of addresses besides the reservation; the range ends 352 MiB
/// above it.
const TIGHT_LIMITS_BYTES: Range<u64> = 1 << 30..(1 << 30) + (352 << 20);

/// Restarts the program with other allocator settings if its address space is small. Returns if no restart is needed,
/// if this is the restarted program, or if the restart fails.
pub(crate) fn restart_if_limited() {
    let Some(limit) = address_space_limit().filter(|limit| *limit < AMPLE_LIMIT_BYTES) else {
        return;
    };
    let reserve = Some(RESERVE_SETTING).filter(|_| TIGHT_LIMITS_BYTES.contains(&limit));
    let settings: Vec<_> = [Some(POOL_COUNT_SETTING), reserve]
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
    let mut restart = Command::new(program);
    // `exec` returns only if the program cannot be started. Then this process goes on with the settings that it has.
    let _ = (restart.arg0(name).args(arguments)).envs(settings).exec();
}

/// Maximum number of bytes of addresses that this process may use, if there is a limit.
fn address_space_limit() -> Option<u64> {
    parse_limit(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

/// Reads the soft limit of the address space, the first number of the line. The second number is the hard limit, up to
/// which the soft one may be raised.
fn parse_limit(limits: &str) -> Option<u64> {
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
    use super::parse_limit;

    #[test]
    fn the_soft_limit_is_read() {
        let limits = |limit: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max file locks            unlimited            unlimited            locks     \n\
                 Max address space         {limit}           unlimited            bytes     \n"
            )
        };
        assert_eq!(parse_limit(&limits("1126400000")), Some(1_126_400_000));
        assert_eq!(parse_limit(&limits("unlimited")), None);
        assert_eq!(parse_limit(""), None);
    }
}
