//! `kifu-index fields`: lists the fields of the query language.

use super::output::write_error;
use super::styles;
use super::terminal::Terminal;
use super::userdata;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::number_format::counted;
use kifu_language::field_names::names_of;
use kifu_language::fields::{
    FIELDS, Field, FieldInfo, RAW_FIELD, example_for_foreign_name, suggest_field,
};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Prints the table of all fields, or only the rows of the fields that the arguments name.
pub(crate) fn run(out: &mut dyn Write, names: &[String]) -> Result<()> {
    let rows: Vec<&FieldInfo> = names.iter().map(|name| find_field(name)).collect::<Result<_>>()?;
    let terminal = Terminal::stdout();
    let mut rows = rows.into_iter();
    let printed = match names {
        [] => print_all(out, &terminal),
        _ => rows.try_for_each(|info| {
            write_row(out, &terminal, info)?;
            write_names(out, &terminal, info)?;
            write_known_values(out, &terminal, info)
        }),
    };
    printed.map_err(write_error)?;
    let fields = names.iter().filter_map(|name| Some(find_field(name).ok()?.field.clone()));
    for field in fields {
        write_user_values(out, &field)?;
    }
    Ok(())
}

/// Prints the user's own values of a field: tags for `tag`, saved queries for `saved`.
fn write_user_values(out: &mut dyn Write, field: &Field) -> Result<()> {
    let marks = match field {
        Field::Tag | Field::Saved => userdata::marks()?,
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

/// Prints the names of a field in Chinese, Japanese and Korean.
fn write_names(out: &mut dyn Write, terminal: &Terminal, info: &FieldInfo) -> io::Result<()> {
    let names = names_of(info.name).join(", ");
    if names.is_empty() {
        return Ok(());
    }
    let label = format!("{:<16}  also ", "");
    writeln!(out, "{}", terminal.labelled(styles::DIM, &label, &names))
}

/// Prints the values of a field that come from a table of the program, one per line with their other spellings.
fn write_known_values(
    out: &mut dyn Write,
    terminal: &Terminal,
    info: &FieldInfo,
) -> io::Result<()> {
    for spellings in info.field.listed_values() {
        let (name, others) = spellings.split_first().unwrap_or((&"", &[]));
        let name = format!("  {name}  ");
        writeln!(out, "{}", terminal.labelled(styles::PLAIN, &name, &others.join(", ")))?;
    }
    Ok(())
}

/// Finds a field by its name, by an alias, or as it is written in a query (`player:`).
fn find_field(name: &str) -> Result<&'static FieldInfo> {
    let name = name.trim_end_matches(':');
    let field = Field::lookup(name).ok_or_else(|| {
        let error = Error::new(ErrorKind::NotFound, format!("there is no field `{name}`"));
        match (example_for_foreign_name(name), suggest_field(name)) {
            (Some(example), _) => error.with_help(format!("for example, write {example}")),
            (None, Some(near)) => error.with_help(format!("did you mean `{near}`?")),
            (None, None) => error.with_help("kifu-index fields lists all of them"),
        }
    })?;
    Ok(field.info())
}

fn print_all(out: &mut dyn Write, terminal: &Terminal) -> io::Result<()> {
    print_table(out, terminal)?;
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

/// Prints the table of fields without the explanations that follow it in the output of `fields`.
pub(crate) fn print_table(out: &mut dyn Write, terminal: &Terminal) -> io::Result<()> {
    let mut all = FIELDS.iter().chain([&RAW_FIELD]);
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
