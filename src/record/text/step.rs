//! The steps of scanners.

/// Moves a scanner from `at` to `end`, the end of its step. All scanners of this room advance through it. A step that
/// ends where it began is a bug; it then skips one character instead of looping forever.
pub(super) fn advance(text: &str, at: usize, end: usize) -> usize {
    debug_assert!(end > at && text.is_char_boundary(end), "a step from {at} to {end}");
    crate::patience::step();
    if end > at { end } else { text.ceil_char_boundary(at + 1) }
}
