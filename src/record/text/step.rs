//! Advancing of scanners, with a guard against endless loops.

/// Returns the offset to which a scanner moves, which is `end`. All scanners of this folder advance through this
/// function, which also checks whether the work was cancelled. A step that does not advance is a bug; release builds
/// then skip one character instead of looping forever.
pub(super) fn advance(text: &str, at: usize, end: usize) -> usize {
    debug_assert!(end > at && text.is_char_boundary(end), "a step from {at} to {end}");
    crate::cancel::checkpoint();
    if end > at { end } else { text.ceil_char_boundary(at + 1) }
}
