//! Reads the table entries that a segment has for a position, game by game.

use super::target::TargetBoard;
use kifu_record::NodeId;
use kifu_record::cancel::BudgetTicker;
use kifu_store::index::segment::positions::{NextCode, Positions};
use std::io;
use tantivy::DocId;

/// Entry of the table of early positions on main lines: a game that has the position, with move number and next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EarlyEntry {
    pub(super) doc: DocId,
    pub(super) next: NextCode,
    pub(super) ply: u8,
    /// Index of the target (the board as searched, or with exchanged colours) that the entry belongs to.
    pub(super) target: u8,
}

/// Entry of the table of late positions on main lines, which lie after the early ones, or of the table of positions in
/// variations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OtherEntry {
    pub(super) doc: DocId,
    pub(super) target: u8,
    pub(super) place: EntryPlace,
}

/// Where in the game the position of a table entry occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryPlace {
    /// The position is on the main line, later than the table of early positions reaches.
    Late,
    /// The position is in variations. The value is the first node that has the position, if the table stores it.
    Variation(Option<NodeId>),
}

/// The entries that a segment has for a position: those from the table of early positions (the first moves of main
/// lines), and those from the tables of later positions and of variations. Each list is in document order.
#[derive(Default)]
pub(super) struct SegmentEntries {
    early: Vec<EarlyEntry>,
    others: Vec<OtherEntry>,
}

#[derive(Clone, Copy)]
pub(super) struct SearchedTables {
    /// True to search the tables of positions on main lines.
    pub(super) main: bool,
    pub(super) variations: bool,
}

#[derive(Clone, Copy)]
pub(super) struct GameEntries<'c> {
    pub(super) doc: DocId,
    pub(super) early: &'c [EarlyEntry],
    pub(super) others: &'c [OtherEntry],
}

impl SegmentEntries {
    /// Reads the entries of the targets (the searched board, and that board with exchanged colours) in the searched
    /// games, from the selected tables.
    pub(super) fn new(
        positions: &Positions,
        targets: &[TargetBoard],
        tables: SearchedTables,
        is_searched: impl Fn(DocId) -> bool,
        ticker: &mut BudgetTicker,
    ) -> io::Result<SegmentEntries> {
        let mut found = SegmentEntries::default();
        for (target, hash) in (0..).zip(targets.iter().map(|target| target.hash)) {
            if tables.main {
                let entries = positions.early(hash)?;
                found.early.reserve(entries.size_hint().1.unwrap_or(0));
                let entries =
                    ticker.take_within_budget(1, entries).filter(|&(doc, ..)| is_searched(doc));
                found.early.extend(entries.map(|(doc, ply, next)| EarlyEntry {
                    doc,
                    next,
                    ply,
                    target,
                }));
                let entries = ticker
                    .take_within_budget(1, positions.late(hash)?)
                    .map(|doc| (doc, EntryPlace::Late));
                found.add(target, entries.filter(|&(doc, _)| is_searched(doc)));
            }
            if tables.variations {
                let entries = ticker
                    .take_within_budget(1, positions.variations(hash)?)
                    .map(|(doc, node)| (doc, EntryPlace::Variation(node)));
                found.add(target, entries.filter(|&(doc, _)| is_searched(doc)));
            }
        }
        if targets.len() > 1 {
            found.early.sort_by_key(|entry| entry.doc);
        }
        found.others.sort_by_key(|entry| entry.doc);
        Ok(found)
    }

    fn add(&mut self, target: u8, entries: impl Iterator<Item = (DocId, EntryPlace)>) {
        let other = |(doc, place)| OtherEntry { doc, target, place };
        self.others.extend(entries.map(other));
    }

    /// Number of entries of all games.
    pub(super) fn len(&self) -> usize {
        self.early.len() + self.others.len()
    }

    /// The games that have entries, in document order.
    pub(super) fn games(&self) -> impl Iterator<Item = GameEntries<'_>> {
        let (mut early, mut others) = (self.early.as_slice(), self.others.as_slice());
        std::iter::from_fn(move || {
            let first_early = early.first().map(|entry| entry.doc);
            let first_other = others.first().map(|entry| entry.doc);
            let doc = first_early.into_iter().chain(first_other).min()?;
            Some(GameEntries {
                doc,
                early: split_game(&mut early, |entry| entry.doc == doc),
                others: split_game(&mut others, |entry| entry.doc == doc),
            })
        })
    }
}

/// Splits the entries of one game off the beginning of a slice.
fn split_game<'e, E>(entries: &mut &'e [E], is_of: impl Fn(&E) -> bool) -> &'e [E] {
    let count = entries.iter().take_while(|entry| is_of(entry)).count();
    let (taken, rest) = entries.split_at(count);
    *entries = rest;
    taken
}

impl GameEntries<'_> {
    /// True if the position may be on the main line.
    pub(super) fn on_main_line(&self) -> bool {
        !self.early.is_empty() || self.others.iter().any(|entry| entry.place == EntryPlace::Late)
    }

    /// True if the position may be in a variation.
    pub(super) fn in_variation(&self) -> bool {
        let is_in_variation = |entry: &OtherEntry| matches!(entry.place, EntryPlace::Variation(_));
        self.others.iter().any(is_in_variation)
    }
}
