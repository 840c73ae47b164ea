//! Fullness of a record: which of several copies of a game holds the most information.

use kifu_record::GameRecord;

/// Returns a number that is larger for a fuller record.
///
/// | bits | content |
/// |---|---|
/// | 44–59 | number of moves |
/// | 40–43 | number of facts in the header |
/// | 20–39 | number of nodes |
/// | 6–19 | number of comments |
/// | 0–5 | 63 minus the number of diagnostics |
///
/// A number too large for its bits counts as the largest that fits.
pub(crate) fn fullness(record: &GameRecord, moves: usize) -> u64 {
    let info = &record.info;
    let players = [&info.players.black, &info.players.white];
    let facts = [
        players.iter().filter(|player| player.name.is_some()).count(),
        players.iter().filter(|player| player.rank.is_some()).count(),
        usize::from(info.result.is_some()),
        usize::from(info.date.is_some()),
        usize::from(info.komi.is_some()),
        usize::from(info.event.is_some()),
        usize::from(info.round.is_some()),
        usize::from(info.place.is_some()),
        usize::from(info.rules.is_some()),
        usize::from(info.time.is_some()),
    ];
    let faultless = 63 - record.diagnostics.total().min(63);
    [
        (moves, 16),
        (facts.iter().sum(), 4),
        (record.tree.len(), 20),
        (record.tree.comments().count(), 14),
        (faultless, 6),
    ]
    .into_iter()
    .fold(0, |all, (number, bits)| all << bits | (number as u64).min((1 << bits) - 1))
}
