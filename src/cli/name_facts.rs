//! Prints what copies of games reveal about players' names: `kifu-index aliases suggest` and `players --check`.

use super::output::write_error;
use super::stderr::note;
use super::styles;
use super::terminal::Terminal;
use kifu_engine::learned::{NameFact, NameMeaning};
use kifu_engine::lines::{LineFormat, write_table_row};
use kifu_engine::number_format::counted;
use kifu_engine::request::LearnNames;
use kifu_engine::{AskOptions, Engine, Result, json};
use kifu_record::text::display::clean;
use std::io::{self, Write};

/// Maximum number of pairs of names that a terminal lists below each heading.
const MAX_FACTS_PER_MEANING: usize = 15;

fn name_facts(engine: &Engine) -> Result<Vec<NameFact>> {
    let answer = engine.answer(&LearnNames, &AskOptions::default())?;
    Ok(answer.answer.facts)
}

/// Prints lines for the user's file of spellings, with names that probably belong to one player. Returns whether there
/// are any.
pub(crate) fn print_alias_suggestions(engine: &Engine, out: &mut dyn Write) -> Result<bool> {
    let facts = name_facts(engine)?.into_iter();
    // In the file of spellings `;` and tabs separate names and `#` begins a comment, so such names cannot be written.
    let is_plain =
        |name: &String| !name.contains([';', '\t']) && !name.trim_start().starts_with('#');
    let facts = facts
        .filter(|fact| fact.meaning == NameMeaning::Translation && fact.names.iter().all(is_plain));
    let mut count = 0;
    for fact in facts {
        count += 1;
        let names: Vec<_> = fact.names.iter().map(|name| clean(name)).collect();
        let games = counted(fact.games.unwrap_or(0), "game", "games");
        let line = format!("# {games} under both names\n{}", names.join("; "));
        writeln!(out, "{line}").map_err(write_error)?;
    }
    match count {
        0 => note!("No two copies of a game have names in two scripts."),
        _ => note!("Keep the lines that are right, and add them to aliases.tsv (see --aliases)."),
    }
    Ok(count > 0)
}

/// Lists players' names that are probably wrong. Returns whether there are any.
pub(crate) fn print_name_check(
    engine: &Engine,
    as_json: bool,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<bool> {
    let facts = name_facts(engine)?;
    let printed = if as_json {
        facts.iter().try_for_each(|fact| json::write_line(out, fact))
    } else if terminal.is_terminal {
        facts
            .chunk_by(|a, b| a.meaning == b.meaning)
            .try_for_each(|facts_of_meaning| print_section(out, terminal, facts_of_meaning))
    } else {
        facts.iter().try_for_each(|fact| print_row(out, fact))
    };
    printed.map_err(write_error)?;
    if facts.is_empty() {
        note!("No copies of games disagree on names.");
    }
    Ok(!facts.is_empty())
}

/// Prints what copies of games say about some names, as tab-separated values: what the names mean (such as two names of
/// one player), number of games, first and last year, names. Programs rely on this order.
fn print_row(out: &mut dyn Write, fact: &NameFact) -> io::Result<()> {
    let number = |number: Option<String>| number.unwrap_or_default();
    let (first, last) = fact.years.unzip();
    let fact_cells = [
        fact.meaning.as_str().to_owned(),
        number(fact.games.map(|games| games.to_string())),
        number(first.map(|year| year.to_string())),
        number(last.map(|year| year.to_string())),
    ];
    let names = fact.names.iter().cloned();
    write_table_row(out, LineFormat::Tsv, fact_cells.into_iter().chain(names))
}

/// Prints the names that have one meaning, such as two names of one person, below their heading.
fn print_section(out: &mut dyn Write, terminal: &Terminal, facts: &[NameFact]) -> io::Result<()> {
    let Some(first) = facts.first() else {
        return Ok(());
    };
    let heading = match first.meaning {
        NameMeaning::Translation => "Probably one person, in two scripts (see aliases suggest):",
        NameMeaning::Variant => "Probably one person:",
        NameMeaning::Contradiction => "Known as two persons, but in the same seat of a game:",
        NameMeaning::Account => "Probably accounts: copies of their games have many other names:",
        NameMeaning::Career => "Probably two persons, or a wrong date:",
    };
    terminal.print(out, styles::BOLD, heading)?;
    for fact in facts.iter().take(MAX_FACTS_PER_MEANING) {
        let names: Vec<_> = fact.names.iter().map(|name| clean(name)).collect();
        let evidence = match (fact.years, fact.games) {
            (Some((first, last)), _) => format!("{first} to {last}"),
            (None, Some(others)) if fact.meaning == NameMeaning::Account => {
                counted(others, "other name", "other names")
            }
            (None, games) => counted(games.unwrap_or(0), "game", "games"),
        };
        let line = format!("  {}  {}", names.join(" = "), terminal.dim(evidence));
        writeln!(out, "{line}")?;
    }
    if facts.len() > MAX_FACTS_PER_MEANING {
        let line = format!("and {} more (--json lists them)", facts.len() - MAX_FACTS_PER_MEANING);
        writeln!(out, "  {}", terminal.dim(line))?;
    }
    writeln!(out)
}
