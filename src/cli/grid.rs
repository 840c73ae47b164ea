//! Plain tables: names on the left, numbers on the right.

use super::terminal::Terminal;
use crate::text::display::{fit, width};
use std::io::{self, Write};

/// The widest column of names.
const NAMES: usize = 32;
/// The blanks between columns.
const GAP: usize = 2;

/// A table whose first column has names.
#[derive(Debug)]
pub struct Grid {
    /// The headings.
    pub headings: Vec<String>,
    /// The rows, each with a cell for every heading.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// The widths of the columns.
    fn widths(&self, terminal: &Terminal) -> Vec<usize> {
        let mut widths: Vec<usize> = self.headings.iter().map(|text| width(text)).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = width(cell).max(*widest);
            }
        }
        let names = widths.first_mut().into_iter();
        names.for_each(|names| *names = (*names).min(NAMES).min(terminal.width / 4));
        widths
    }

    /// How many of the columns fit.
    pub fn fitting(&self, terminal: &Terminal) -> usize {
        let widths = self.widths(terminal).into_iter();
        let ends = widths.scan(0, |end, width| {
            *end += width + GAP;
            Some(*end - GAP)
        });
        ends.take_while(|end| *end <= terminal.width).count()
    }

    /// The same without some of its columns: pairs of them in this order, until the others fit.
    #[must_use]
    pub fn narrowed(mut self, terminal: &Terminal, give_way: &[[&str; 2]]) -> Grid {
        for pair in give_way {
            if self.fitting(terminal) == self.headings.len() {
                break;
            }
            for heading in pair {
                let known = self.headings.iter().position(|known| known == heading);
                if let Some(at) = known {
                    self.headings.remove(at);
                    self.rows.iter_mut().for_each(|row| drop(row.remove(at)));
                }
            }
        }
        self
    }

    /// Prints the first columns.
    pub fn print(
        &self,
        out: &mut dyn Write,
        terminal: &Terminal,
        columns: usize,
    ) -> io::Result<()> {
        let widths = self.widths(terminal);
        let line = |cells: &[String]| {
            let cells = cells.iter().zip(&widths).take(columns).enumerate();
            let cells = cells.map(|(at, (cell, &widest))| match at {
                0 => fit(cell, widest),
                _ => format!("{}{cell}", " ".repeat(widest.saturating_sub(width(cell)))),
            });
            let line = cells.collect::<Vec<_>>().join(&" ".repeat(GAP));
            line.trim_end().to_owned()
        };
        writeln!(out, "{}", terminal.dim(line(&self.headings)))?;
        self.rows
            .iter()
            .try_for_each(|row| writeln!(out, "{}", line(row)))
    }
}
