//! Decides move by move whether two games are copies of each other.

use super::marks::{BEGINNING_UNITS, MIN_UNITS};
use super::moves::{MoveList, PackedAction, PointMaps};

/// How much two games resemble each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Likeness {
    /// Number of moves and setup stones that are changed, missing or extra in one of the two. If the moves agree and
    /// only the colours of some differ, that counts as one difference.
    pub differences: u32,
    /// True if one game is a rotated or mirrored image of the other.
    pub turned: bool,
    /// Number of moves in the shorter game, without passes.
    pub shorter: u32,
    /// Number of moves in the longer game, without passes.
    pub longer: u32,
}

impl Likeness {
    /// True if setup and moves are equal.
    pub fn is_exact(&self) -> bool {
        self.differences == 0 && self.shorter == self.longer
    }
}

impl Likeness {
    /// True if the two games are certainly copies: the shorter one has at least ten units of moves (100 moves in Go),
    /// or at least four fifths of the moves of the longer one. Otherwise one is the beginning of the other, which may
    /// be an opening that many games share.
    pub(super) fn is_sure(&self, unit: usize) -> bool {
        let is_long = self.shorter as usize >= BEGINNING_UNITS * unit * 5 / 2;
        is_long || 10 * self.shorter >= 8 * self.longer
    }
}

/// Compares two games under the symmetry that fits best; `None` if they are different games.
///
/// Two games are the same if the moves of the shorter one begin the longer one, except for one move in 25 (in Lines of
/// Action one in 12); passes do not count. Below 40 moves (in Lines of Action 20) nothing may differ. Below 20 moves
/// (in Lines of Action 10) no two games are the same: openings, joseki and problems are alike without being copies.
pub(super) fn compare(a: &MoveList, b: &MoveList, turns: &mut PointMaps) -> Option<Likeness> {
    if a.start != b.start {
        return None;
    }
    let (short, long) = if a.moves.len() <= b.moves.len() { (a, b) } else { (b, a) };
    let allowed = max_differences(short, long)?;
    turns.set_size(a.start.size);
    let mut least: Option<(usize, usize)> = None;
    for symmetry in 0..turns.count() {
        let image = |placed| turns.image(placed, symmetry);
        let mut setup: Vec<PackedAction> = short.setup.iter().map(|&stone| image(stone)).collect();
        setup.sort_unstable();
        let of_setup = set_difference(&setup, &long.setup);
        let edits_left = allowed.checked_sub(of_setup);
        let found = edits_left
            .and_then(|left| count_edits(&short.moves, &long.moves, image, left))
            .map(|edits| (of_setup + edits, symmetry));
        // At equal differences the lowest symmetry number wins, so a game that is its own image is not reported as
        // turned.
        least = least.into_iter().chain(found).min();
        if least.is_some_and(|(differences, _)| differences == 0) {
            break;
        }
    }
    let (differences, symmetry) = least?;
    let recolored = differences == 0 && short.white.iter().zip(&long.white).any(|(a, b)| a != b);
    let differences = differences + usize::from(recolored);
    if differences > allowed {
        return None;
    }
    Some(Likeness {
        differences: differences as u32,
        turned: symmetry > 0,
        shorter: short.moves.len() as u32,
        longer: long.moves.len() as u32,
    })
}

/// Number of differences that two games may have; `None` if they are too short to be copies.
fn max_differences(short: &MoveList, long: &MoveList) -> Option<usize> {
    let (unit, moves) = (short.unit(), short.played.min(long.played));
    if moves >= BEGINNING_UNITS * unit {
        Some(2 * moves / (5 * unit))
    } else {
        (moves >= MIN_UNITS * unit && short.moves.len() == long.moves.len()).then_some(0)
    }
}

/// Number of stones that are in only one of two sorted lists.
fn set_difference(a: &[PackedAction], b: &[PackedAction]) -> usize {
    let (mut common, mut i, mut j) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        common += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    a.len() + b.len() - 2 * common
}

/// Returns the least number of moves to change, insert or remove so that one list becomes the beginning of the other;
/// `None` if it is more than `max_edits`.
///
/// For each number of edits, the loop tracks how far each diagonal reaches (Landau and Vishkin 1986), so the time is
/// linear in the length and quadratic only in `max_edits`.
///
/// Each move of `a` is rotated only when it is compared, because under most symmetries only a few moves are compared.
fn count_edits(
    a: &[PackedAction],
    b: &[PackedAction],
    turned: impl Fn(PackedAction) -> PackedAction,
    max_edits: usize,
) -> Option<usize> {
    // Diagonal d holds the pairs (i, i + d - `middle`). One extra diagonal on each side avoids border checks.
    let middle = max_edits + 1;
    let mut reached: Vec<Option<usize>> = vec![None; 2 * middle + 1];
    let mut next = reached.clone();
    for edits in 0..=max_edits {
        // `next` still holds the values of the round before last. This round covers all diagonals of that round, so it
        // overwrites every old value.
        for diagonal in middle - edits..=middle + edits {
            let at = |diagonal: usize| reached.get(diagonal).copied().flatten();
            let changed = at(diagonal).map(|i| i + 1);
            let put_in = at(diagonal - 1);
            let taken_out = at(diagonal + 1).map(|i| i + 1);
            let start = (edits == 0).then_some(0);
            let from =
                changed.max(put_in).max(taken_out).max(start).filter(|&i| i + diagonal >= middle);
            let lists = from.and_then(|i| Some((i, a.get(i..)?, b.get(i + diagonal - middle..)?)));
            let mut reaches = at(diagonal);
            if let Some((i, rest, other)) = lists {
                let same = (rest.iter().zip(other)).take_while(|&(&x, &y)| turned(x) == y).count();
                if same == rest.len() || same == other.len() {
                    return Some(edits);
                }
                reaches = Some(i + same);
            }
            if let Some(slot) = next.get_mut(diagonal) {
                *slot = reaches;
            }
        }
        std::mem::swap(&mut reached, &mut next);
    }
    None
}
