//! Reads tables of games in Parquet: a row is a game, and columns are found by their names or as the user names them.
//!
//! Rows are read one after the other, so that memory holds a page of each column and not the file's games. The limits
//! in `column` bound what a damaged or hostile file may unpack to. The crate `parquet`, which writes exports, does not
//! read them: given a damaged file its reader may panic, and it allocates what the file claims. Here every count in the
//! file is checked.

mod column;
mod columns;
mod footer;
mod game;
mod thrift;
mod unpack;
mod values;

#[cfg(test)]
mod tests;

use super::budget::{NodeBudget, ReadLimits};
use crate::cancel::checkpoint;
use crate::{Code, Diagnostics, GameRecord};
use column::{Column, Damage, UnpackBudget};
use columns::Fact;
pub use columns::ParquetColumns;
use footer::{Footer, RowGroup};
use game::NoGame;
use std::rc::Rc;

/// Number of nodes that a file may have for each of its bytes. Honest tables take about a byte for a move. A table with
/// fewer nodes than the limit for one game is read in any case.
const MAX_NODES_PER_BYTE: u64 = 16;

/// Limits for a table of this size. In other formats each node takes bytes, so a file of any number of games may be
/// read without a limit for the file. In a table, a few bytes can repeat a row without end.
pub(super) fn table_limits(file_bytes: usize, limits: ReadLimits) -> ReadLimits {
    let of_size = (file_bytes as u64).saturating_mul(MAX_NODES_PER_BYTE);
    let file_nodes = limits.file_nodes.min(of_size.max(limits.game_nodes as u64));
    ReadLimits { file_nodes, ..limits }
}

/// Reads the games of a file and hands them out one by one, as long as their nodes fit into the budget. A row that
/// exceeds the budget for one game is skipped. Returns diagnostics about rows that are no games.
pub(super) fn read_each(
    file: &[u8],
    mapping: &ParquetColumns,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord),
) -> Diagnostics {
    let mut outside = Diagnostics::default();
    let footer = match Footer::read(file) {
        Ok(footer) => footer,
        Err(message) => {
            outside.add(Code::BadRow, 0, message);
            return outside;
        }
    };
    let facts = match columns::find(&footer.leaves, mapping) {
        Ok(facts) => facts,
        Err(message) => {
            outside.add(Code::BadRow, 0, message);
            return outside;
        }
    };
    let mut reader = TableReader {
        file,
        footer: &footer,
        facts,
        unpack: UnpackBudget::new(file.len()),
        budget,
        rows: 0,
        outside,
    };
    for group in footer.groups() {
        let Some(group) = group else {
            let message = "the Parquet file is damaged: the list of its row groups ends too early";
            reader.outside.add(Code::BadRow, 0, message);
            break;
        };
        if !reader.read_group(&group, sink) {
            break;
        }
    }
    reader.outside
}

/// Reads the row groups of a file.
struct TableReader<'f> {
    file: &'f [u8],
    footer: &'f Footer<'f>,
    /// Facts of a game with the positions of their columns.
    facts: Vec<(Fact, usize)>,
    unpack: Rc<UnpackBudget>,
    budget: &'f mut NodeBudget,
    /// Number of rows in the groups before the current one.
    rows: u64,
    outside: Diagnostics,
}

impl<'f> TableReader<'f> {
    /// Reads the rows of a group. Returns false if the file has too many nodes.
    fn read_group(&mut self, group: &RowGroup, sink: &mut dyn FnMut(GameRecord)) -> bool {
        let first_row = self.rows;
        self.rows = self.rows.saturating_add(group.rows);
        let place = group.chunks.iter().flatten().map(|chunk| chunk.start).min().unwrap_or(0);
        let mut open = match self.open_columns(group) {
            Ok(open) => open,
            Err(message) => {
                let rows = rows_message(first_row, group.rows);
                self.outside.add(Code::BadRow, place, format!("{rows} skipped: {message}"));
                return true;
            }
        };
        for row in 0..group.rows {
            checkpoint();
            let max_items = self.budget.nodes();
            let mut values = Vec::with_capacity(open.len());
            for (fact, position, column) in &mut open {
                let Some(leaf) = self.footer.leaves.get(*position) else { continue };
                match column.next_row(max_items) {
                    Ok(cell) => values.push((*fact, leaf, cell)),
                    Err(damage) => {
                        let rows = rows_message(first_row + row, group.rows - row);
                        let (name, damage) = (&leaf.name, Damage::message(damage));
                        let message = format!("{rows} skipped: the column `{name}` {damage}");
                        self.outside.add(Code::BadRow, place, message);
                        return true;
                    }
                }
            }
            let may_continue = match game::read(&game::Row { values: &values }, self.budget) {
                Ok(mut record) => {
                    record.diagnostics.map_offsets(|_| place);
                    self.budget.hand_out(Some(record), sink);
                    !self.budget.is_exceeded()
                }
                Err(NoGame::TooLarge(limit)) => self.budget.skip_game(limit),
                Err(NoGame::Reason(reason)) => {
                    let number = first_row + row + 1;
                    let message = format!("row {number} is no game: it has {reason}");
                    self.outside.add(Code::BadRow, place, message);
                    self.budget.charge_no_game()
                }
            };
            if !may_continue {
                return false;
            }
        }
        true
    }

    /// Opens the columns with facts of games. The error says why one cannot be read.
    fn open_columns(&self, group: &RowGroup) -> Result<Vec<(Fact, usize, Column<'f>)>, String> {
        let mut open = Vec::new();
        for &(fact, position) in &self.facts {
            let Some(leaf) = self.footer.leaves.get(position) else { continue };
            let name = &leaf.name;
            let chunk = group.chunks.get(position).copied().flatten();
            let chunk = chunk.ok_or_else(|| format!("the column `{name}` is not in the file"))?;
            if let Some(program) = unpack::unsupported(chunk.codec) {
                return Err(format!(
                    "the column `{name}` is packed with {program}, which is not supported; write the table with zstd"
                ));
            }
            open.push((fact, position, Column::new(self.file, leaf, chunk, &self.unpack)));
        }
        Ok(open)
    }
}

/// Names rows by their numbers, from 1.
fn rows_message(before: u64, count: u64) -> String {
    let (first, last) = (before.saturating_add(1), before.saturating_add(count));
    if count == 1 { format!("row {first}") } else { format!("rows {first} to {last}") }
}
