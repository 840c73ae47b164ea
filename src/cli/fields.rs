//! `kifu-index fields`.

use super::terminal::Terminal;
use crate::query::fields::{FIELDS, RAW};
use crate::query::plan;
use std::io::{self, Write};

/// Prints the table of fields.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    let terminal = Terminal::stdout();
    for info in FIELDS
        .iter()
        .chain([&RAW])
        .filter(|info| plan::is_searchable(&info.field))
    {
        let mut name = info.name.to_owned();
        for alias in info.aliases {
            name.push_str(", ");
            name.push_str(alias);
        }
        writeln!(
            out,
            "{}  {}",
            terminal.bold(format!("{name:<16}")),
            info.help
        )?;
        writeln!(out, "{:<16}  {}", "", terminal.dim(info.example))?;
    }
    writeln!(
        out,
        "\nWords side by side are all wanted; OR, - (not) and ( ) as usual; \"quotes\" for phrases; a* for beginnings,\n\
         a~ for misspellings; 1990..1995, <, <=, > and >= for dates, numbers and ranks; field:* for whatever there is."
    )
}
