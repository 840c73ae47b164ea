//! Runs in a small address space (`ulimit -v`).
//!
//! The allocator reserves a gibibyte of addresses at once, and goes on without where that fails. Where it just fits,
//! nothing is left for the stacks of threads and for mapped files: the program fails with a limit of 1.1 GiB, though
//! half of one is enough. The allocator reads how much it reserves from the environment before the program begins, so
//! the program starts itself anew with less.

use std::os::unix::process::CommandExt;
use std::process::Command;

/// What the allocator reads, and what it is to reserve. Larger blocks are reserved on their own.
const SETTING: (&str, &str) = ("MIMALLOC_ARENA_RESERVE", "32M");
/// In as much as this, a gibibyte more or less is of no matter.
const ENOUGH: u64 = 16 << 30;

/// Starts the program anew if its address space is small. Returns where it is not, or where that fails.
pub fn spare() {
    let is_small = limit().is_some_and(|limit| limit < ENOUGH);
    if !is_small || std::env::var_os(SETTING.0).is_some() {
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
