//! Which of several copies of a game tells the most.

use kifu_record::GameRecord;

/// A number that is larger for a fuller record: more moves, then more facts in its header, then more nodes, then more
/// comments, then fewer diagnostics. Sixty bits: 16, 4, 20, 14 and 6; what is larger than its bits counts as the
/// largest.
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
