//! `kifu-index search`.

use super::args::SearchArgs;
use super::asked;
use super::format::{counted, thousands};
use super::open;
use super::output::{Found, Lines};
use super::planned::plan;
use super::table::{self, Column, Row};
use super::terminal::Terminal;
use super::understanding;
use crate::error::{Error, Result};
use crate::index::Index;
use crate::query::QueryError;
use crate::query::address::At;
use crate::query::hits::{Game, Hit, Loader, PAGE as LOADED, load, load_each};
use crate::query::plan::Plan;
use crate::query::search::{Hits, Places, count, pages, search};
use crate::query::snippet::{CommentHit, Needles};
use crate::query::step::Place;
use crate::text::display::clean;
use std::collections::HashSet;
use std::io::Write;

/// Rows of a page on a terminal.
pub const PAGE: usize = 50;

/// What stops a search: an error of the query with its text, or any other.
#[derive(Debug)]
pub enum Failure {
    /// The query cannot be understood.
    Query(QueryError, String),
    /// Something else.
    Other(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Other(error)
    }
}

/// The largest number of games to print.
pub fn limit(output: Option<usize>, terminal: &Terminal) -> usize {
    match output {
        Some(0) => usize::MAX,
        Some(limit) => limit,
        None if terminal.is_terminal => PAGE,
        None => usize::MAX,
    }
}

/// Runs the command; tells whether there were hits.
pub fn run(
    args: &SearchArgs,
    index: &Index,
    out: &mut dyn Write,
) -> std::result::Result<bool, Failure> {
    let lines = Lines::of(&args.output)?;
    let (query, text) = asked::query(&args.query, &args.sort)?;
    let plan = plan(index, &query).map_err(|error| Failure::Query(error, text.clone()))?;
    let terminal = Terminal::stdout();
    if args.explain {
        let found = understanding::explain(out, index, &query, args.output.json, &terminal)?;
        return Ok(found);
    }
    if args.output.count {
        let total = count(index, &plan)?;
        writeln!(out, "{total}").map_err(write_error)?;
        return Ok(total > 0);
    }
    let needles = Needles::of(&query);
    let limit = limit(args.output.limit, &terminal);
    let found = if args.open {
        pages(index, &plan, 1, &mut |hits| match hits.first() {
            Some(first) => open::hit(index, first, place(index, &plan, first, &needles)?),
            None => Ok(()),
        })? > 0
    } else if args.output.paths {
        let mut paths = Paths::new(index, args.output.null);
        let mut print = |hits: &[Hit]| paths.print(out, hits).and_then(|()| sent(out, &terminal));
        pages(index, &plan, limit, &mut print)? > 0
    } else if args.output.json || args.output.csv || !terminal.is_terminal {
        lines.begin(out)?;
        let mut print = |hits: &[Hit]| {
            print_lines(out, index, &plan, hits, &needles, &lines)?;
            sent(out, &terminal)
        };
        pages(index, &plan, limit, &mut print)? > 0
    } else {
        let hits = search(index, &plan, limit)?;
        if hits.total > 0 {
            understanding::restate(out, index, &query, hits.total, &terminal)?;
        }
        print_table(out, index, &plan, &hits, &needles, &lines, &terminal)?;
        hits.total > 0
    };
    if !found {
        understanding::nothing_found(index, &query)?;
    }
    Ok(found)
}

/// Sends what was printed on its way to the next program, which need not wait for the last game.
fn sent(out: &mut dyn Write, terminal: &Terminal) -> Result<()> {
    match terminal.is_terminal {
        true => Ok(()),
        false => out.flush().map_err(write_error),
    }
}

/// An error of the output. A closed pipe is none: the main function ends quietly on it.
pub fn write_error(error: std::io::Error) -> Error {
    Error::io("cannot write the result", error)
}

/// Prints games as lines for programs, behind the first line if there is one.
pub fn print_lines(
    out: &mut dyn Write,
    index: &Index,
    plan: &Plan,
    hits: &[Hit],
    needles: &Needles,
    lines: &Lines,
) -> Result<()> {
    // To find the comment that fits takes a look at all of them.
    let none = Needles::default();
    let needles = if lines.tell_comments() {
        needles
    } else {
        &none
    };
    each_found(index, plan, hits, needles, &mut |found| {
        lines.game(out, found)
    })
}

/// Hands out the games of hits with what was found in each.
pub fn each_found(
    index: &Index,
    plan: &Plan,
    hits: &[Hit],
    needles: &Needles,
    sink: &mut dyn FnMut(&Found) -> Result<()>,
) -> Result<()> {
    let mut places = places(index, plan, hits);
    load_each(index, hits, |game| {
        sink(&Found {
            game: &game,
            place: places.next().transpose()?.flatten(),
            comment: found_comment(needles, &game),
        })
    })
}

/// Where a hit has what was asked for: the position, or else words of a comment.
fn place(index: &Index, plan: &Plan, hit: &Hit, needles: &Needles) -> Result<At> {
    if let Some(place) = Places::new(index, plan).of(hit)? {
        return Ok(At::Node(place.node));
    }
    let comment = found_comment(needles, &load(index, hit)?);
    Ok(comment.map_or(At::End, |comment| At::Node(comment.node)))
}

/// Prints the paths of games: a file is named once, however many of its games fit.
struct Paths<'i> {
    loader: Loader<'i>,
    seen: HashSet<Vec<u8>>,
    /// Whether they end with a zero instead of a new line.
    null: bool,
}

impl Paths<'_> {
    fn new(index: &Index, null: bool) -> Paths<'_> {
        Paths {
            loader: Loader::new(index),
            seen: HashSet::new(),
            null,
        }
    }

    fn print(&mut self, out: &mut dyn Write, hits: &[Hit]) -> Result<()> {
        for page in hits.chunks(LOADED) {
            for (path, members) in self.loader.places(page)? {
                let mut name = path.as_os_str().as_encoded_bytes().to_vec();
                for (member, _) in members {
                    name.push(b'!');
                    name.extend(member.into_bytes());
                }
                if self.seen.contains(&name) {
                    continue;
                }
                let written = if self.null {
                    // The bytes as they are, for programs.
                    out.write_all(&name).and_then(|()| out.write_all(b"\0"))
                } else {
                    writeln!(out, "{}", clean(&String::from_utf8_lossy(&name)))
                };
                written.map_err(write_error)?;
                self.seen.insert(name);
            }
        }
        Ok(())
    }
}

/// Where the hits have the position that the query asks for, one by one.
fn places<'p>(
    index: &'p Index,
    plan: &'p Plan,
    hits: &'p [Hit],
) -> impl Iterator<Item = Result<Option<Place>>> + 'p {
    let mut places = Places::new(index, plan);
    hits.iter().map(move |hit| places.of(hit))
}

/// The comment in which most of the query's words stand.
pub fn found_comment(needles: &Needles, game: &Game) -> Option<CommentHit> {
    if needles.is_empty() {
        None
    } else {
        needles.best(game.comments())
    }
}

fn print_table(
    out: &mut dyn Write,
    index: &Index,
    plan: &Plan,
    hits: &Hits,
    needles: &Needles,
    lines: &Lines,
    terminal: &Terminal,
) -> Result<()> {
    let total = hits.total;
    let mut rows = Vec::new();
    let mut places = places(index, plan, &hits.first);
    load_each(index, &hits.first, |game| {
        let place = places.next().transpose()?.flatten();
        let comment = found_comment(needles, &game);
        let mut row = match lines.fields() {
            None => Row::at_place(&game, place),
            Some(fields) => {
                let found = Found {
                    game: &game,
                    place,
                    comment: comment.clone(),
                };
                let object = found.object();
                let cells = fields.iter().map(|field| field.text(&object));
                Row::of(&game, cells.collect())
            }
        };
        let below = comment.filter(|_| lines.fields().is_none());
        row.below = below.map(|comment| comment_line(&comment, &game, terminal));
        rows.push(row);
        Ok(())
    })?;
    if rows.is_empty() {
        return Ok(());
    }
    let printed = match lines.fields() {
        None => {
            let heading = plan.has_position().then_some(table::PLACE);
            table::print(out, &rows, terminal, heading)
        }
        Some(fields) => {
            let columns: Vec<Column> = fields.iter().copied().map(Column::of).collect();
            table::print_columns(out, &rows, terminal, &columns)
        }
    };
    printed.map_err(write_error)?;
    let footer = if (rows.len() as u64) < total {
        format!(
            "{} of {} (--limit 0 for all)",
            thousands(rows.len() as u64),
            counted(total, "game", "games")
        )
    } else {
        counted(total, "game", "games")
    };
    writeln!(out, "{}", terminal.dim(&footer)).map_err(write_error)
}

/// `move 42: …the ladder works…` with the words marked; of a variation its node, which `show ID#n87` opens.
fn comment_line(comment: &CommentHit, game: &Game, terminal: &Terminal) -> String {
    let label = match game.is_variation(comment.node) {
        true => format!("variation, #n{}: ", comment.node),
        false => format!("move {}: ", comment.number),
    };
    let room = terminal.width.saturating_sub(12 + label.len()).max(20);
    let mut line = terminal.dim(&label);
    for (marked, part) in comment.snippet(room) {
        // Line breaks part words, also where a mark begins or ends.
        let part = part.replace(char::is_whitespace, " ");
        let part = clean(&part);
        line.push_str(&if marked {
            terminal.bold(&part)
        } else {
            part.into_owned()
        });
    }
    line
}
