//! `kifu-index fields`.

use super::mine;
use super::output::write_error;
use super::styles;
use super::terminal::Terminal;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::words::counted;
use kifu_language::field_names::names_of;
use kifu_language::fields::{FIELDS, Field, FieldInfo, RAW, elsewhere, suggest};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Prints the table of fields, or the rows of some of them.
pub(crate) fn run(out: &mut dyn Write, names: &[String]) -> Result<()> {
    let rows: Vec<&FieldInfo> = names.iter().map(|name| row(name)).collect::<Result<_>>()?;
    let terminal = Terminal::stdout();
    let mut rows = rows.into_iter();
    let printed = match names {
        [] => whole(out, &terminal),
        _ => rows.try_for_each(|info| {
            write_row(out, &terminal, info)?;
            write_names(out, &terminal, info)?;
            write_listed(out, &terminal, info)
        }),
    };
    printed.map_err(write_error)?;
    let fields = names.iter().filter_map(|name| Some(row(name).ok()?.field.clone()));
    for field in fields {
        write_own(out, &field)?;
    }
    Ok(())
}

/// The user's own values of a field: tags, or saved queries.
fn write_own(out: &mut dyn Write, field: &Field) -> Result<()> {
    let marks = match field {
        Field::Tag | Field::Saved => mine::marks()?,
        _ => return Ok(()),
    };
    let tags =
        marks.tags.iter().filter(|_| *field == Field::Tag).map(|(name, games)| {
            format!("  {name}  {}", counted(games.len() as u64, "game", "games"))
        });
    let saved = marks
        .saved
        .iter()
        .filter(|_| *field == Field::Saved)
        .map(|(name, saved)| format!("  {name}  {}", clean(&saved.query)));
    let mut lines = tags.chain(saved);
    Ok(lines.try_for_each(|line| writeln!(out, "{line}")).map_err(write_error)?)
}

/// What a field may be called in Chinese, Japanese and Korean.
fn write_names(out: &mut dyn Write, terminal: &Terminal, info: &FieldInfo) -> io::Result<()> {
    let names = names_of(info.name).join(", ");
    if names.is_empty() {
        return Ok(());
    }
    let before = format!("{:<16}  also ", "");
    writeln!(out, "{}", terminal.labelled(styles::DIM, &before, &names))
}

/// The values of a field that a table lists, one a line.
fn write_listed(out: &mut dyn Write, terminal: &Terminal, info: &FieldInfo) -> io::Result<()> {
    for spellings in info.field.listed() {
        let (name, others) = spellings.split_first().unwrap_or((&"", &[]));
        let name = format!("  {name}  ");
        writeln!(out, "{}", terminal.labelled(styles::PLAIN, &name, &others.join(", ")))?;
    }
    Ok(())
}

/// The row of a field, by its name, an alias, or as it is written in a query.
fn row(name: &str) -> Result<&'static FieldInfo> {
    let name = name.trim_end_matches(':');
    let field = Field::lookup(name).ok_or_else(|| {
        let error = Error::new(ErrorKind::NotFound, format!("there is no field `{name}`"));
        match (elsewhere(name), suggest(name)) {
            (Some(example), _) => error.help(format!("for example, write {example}")),
            (None, Some(near)) => error.help(format!("did you mean `{near}`?")),
            (None, None) => error.help("kifu-index fields lists all of them"),
        }
    })?;
    Ok(field.info())
}

fn whole(out: &mut dyn Write, terminal: &Terminal) -> io::Result<()> {
    list(out, terminal)?;
    writeln!(out)?;
    for text in [
        "A game must have all words; OR, - (not) and ( ) as usual; \"quotes\" for phrases; a* for beginnings, a~ for \
         misspellings; 1990..1995, <, <=, > and >= for dates, numbers and ranks; field:* for any value.",
        "More: kifu-index help query",
    ] {
        terminal.print(out, styles::PLAIN, text)?;
    }
    Ok(())
}

/// Prints only the table.
pub(crate) fn list(out: &mut dyn Write, terminal: &Terminal) -> io::Result<()> {
    let mut all = FIELDS.iter().chain([&RAW]);
    all.try_for_each(|info| write_row(out, terminal, info))
}

fn write_row(out: &mut dyn Write, terminal: &Terminal, info: &FieldInfo) -> io::Result<()> {
    let name = [&[info.name][..], info.aliases].concat().join(", ");
    let name = format!("{name:<16}  ");
    writeln!(out, "{}", terminal.labelled(styles::BOLD, &name, info.help))?;
    let choices = match info.choices {
        [] => String::new(),
        choices => format!("   ({})", choices.join(", ")),
    };
    let example = format!("{:<16}  {}", "", info.example);
    let line = terminal.labelled(styles::DIM, &example, &choices);
    writeln!(out, "{line}")
}
