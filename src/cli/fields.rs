//! `kifu-index fields`.

use super::terminal::Terminal;
use crate::engine::fields::{FIELDS, RAW};
use std::io::{self, Write};

/// Prints the table of fields.
pub fn run(out: &mut dyn Write) -> io::Result<()> {
    list(out, &Terminal::stdout())?;
    writeln!(
        out,
        "\nA game must have all words; OR, - (not) and ( ) as usual; \"quotes\" for phrases; a* for beginnings,\n\
         a~ for misspellings; 1990..1995, <, <=, > and >= for dates, numbers and ranks; field:* for any value.\n\
         More: kifu-index help query"
    )
}

/// Prints only the table.
pub fn list(out: &mut dyn Write, terminal: &Terminal) -> io::Result<()> {
    for info in FIELDS.iter().chain([&RAW]) {
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
        let choices = match info.choices {
            [] => String::new(),
            choices => format!("   ({})", choices.join(", ")),
        };
        writeln!(out, "{:<16}  {}{choices}", "", terminal.dim(info.example))?;
    }
    Ok(())
}
