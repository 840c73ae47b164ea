//! Merges the tables of continuations that several indexes have counted.

use super::{
    Continuation, DEFAULT_NAMES, Elsewhere, LocalContinuation, add_years, frequent_players,
};
use crate::outcomes::union_of_years;
use crate::sums::sum_by_key;
use kifu_language::knowledge::aliases::PersonFinder;
use kifu_record::cancel::checkpoint;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Merges tables of moves inside a pattern's rectangle into one, the most frequent step first. Only the first `named`
/// rows name their players. Each index has to name all players of these rows, as written, since it cannot know who is
/// frequent in all indexes.
pub fn merge_local(
    rows: impl IntoIterator<Item = LocalContinuation>,
    named: usize,
    finder: &PersonFinder,
) -> Vec<LocalContinuation> {
    let mut merged: BTreeMap<_, LocalContinuation> = BTreeMap::new();
    for row in rows {
        checkpoint();
        match merged.get_mut(&row.row.step.rank()) {
            Some(into) => into.merge(row),
            None => drop(merged.insert(row.row.step.rank(), row)),
        }
    }
    // The sort is stable, so rows with equal counts stay in board order.
    let mut rows: Vec<LocalContinuation> = merged.into_values().collect();
    rows.sort_by_key(|row| Reverse(row.row.outcomes.games));
    for (place, LocalContinuation { row, .. }) in rows.iter_mut().enumerate() {
        let mut written = std::mem::take(&mut row.players);
        if place < named {
            sum_by_key(&mut written);
            row.players = frequent_players(written, finder, DEFAULT_NAMES);
        }
    }
    rows
}

/// Merges tables of the next step, wherever on the board it is played, in the way in which [`merge_local`] merges
/// tables of moves inside a rectangle.
pub fn merge_continuations(
    rows: impl IntoIterator<Item = Continuation>,
    named: usize,
    finder: &PersonFinder,
) -> Vec<Continuation> {
    let without_elsewhere = |row| LocalContinuation { row, elsewhere: Elsewhere::default() };
    merge_local(rows.into_iter().map(without_elsewhere), named, finder)
        .into_iter()
        .map(|local| local.row)
        .collect()
}

impl LocalContinuation {
    fn merge(&mut self, more: LocalContinuation) {
        self.elsewhere.merge(&more.elsewhere);
        let (into, more) = (&mut self.row, more.row);
        into.outcomes.merge(more.outcomes);
        into.years = union_of_years(into.years, more.years);
        into.cost.merge(more.cost);
        add_years(&mut into.by_year, &more.by_year);
        into.players.extend(more.players);
    }
}
