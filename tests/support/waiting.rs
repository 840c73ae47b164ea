//! Waiting for events. A test waits for the event that it needs, and no longer; a fixed time is either too short on a
//! busy machine or too long on every other.

use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Timeout for an event on a busy machine, after which a test fails.
pub const EVENT_TIMEOUT: Duration = Duration::from_secs(60);

/// Calls `attempt` until it returns a value; `None` if that takes longer than `limit`. Other processes send no notice
/// of what they do, so this function polls: at first after a millisecond, later twenty times a second.
pub fn poll<T>(limit: Duration, mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    loop {
        let found = attempt();
        if found.is_some() || Instant::now() >= end {
            return found;
        }
        sleep(pause);
        pause = (2 * pause).min(Duration::from_millis(50));
    }
}

/// Waits for a value, and panics after [`EVENT_TIMEOUT`].
#[track_caller]
pub fn wait_for<T>(what: &str, attempt: impl FnMut() -> Option<T>) -> T {
    poll(EVENT_TIMEOUT, attempt)
        .unwrap_or_else(|| panic!("waited {EVENT_TIMEOUT:?} in vain: {what}"))
}

/// Waits until a condition is true, and panics after [`EVENT_TIMEOUT`].
#[track_caller]
pub fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    wait_for(what, || holds().then_some(()));
}

/// True if a condition stays true for the whole time. The call always takes that long, because no event signals that
/// nothing happens.
pub fn holds_for(time: Duration, mut holds: impl FnMut() -> bool) -> bool {
    poll(time, || (!holds()).then_some(())).is_none()
}

/// Sleeps for a while, so that other threads and processes get on and a test can interrupt them at an arbitrary moment.
/// A test must not rely on anything having happened by then.
pub fn let_run_for(time: Duration) {
    sleep(time);
}

/// Waits for the next second of the clock, so that times in seconds differ from then on.
pub fn next_second() {
    let second = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let now = second();
    wait_until("the next second", || second() != now);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_found_and_missing_ones_fail() {
        let mut left = 5;
        let mut attempt = || {
            left -= 1;
            (left == 0).then_some("there")
        };
        assert_eq!(poll(EVENT_TIMEOUT, &mut attempt), Some("there"));
        assert_eq!(poll(Duration::ZERO, attempt), None);
    }

    #[test]
    fn a_condition_that_ends_is_noticed() {
        let (begun, short) = (Instant::now(), Duration::from_millis(20));
        assert!(holds_for(short, || true));
        assert!(begun.elapsed() >= short);
        let mut left = 3;
        assert!(!holds_for(EVENT_TIMEOUT, || {
            left -= 1;
            left > 0
        }));
        assert!(begun.elapsed() < EVENT_TIMEOUT);
    }
}
