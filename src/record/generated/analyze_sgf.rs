//! Parts of comments that analyze-sgf wrote: lists of values at moves, and a report at the root.

use super::scan::{Scan, find_all};
use super::values::{Form, GeneratedPart, GeneratedValues, Perspective};
use crate::analysis::{Lead, Rate};

/// Finds the first part of a comment that analyze-sgf wrote.
pub(super) fn find(text: &str) -> Option<GeneratedPart> {
    find_report(text).or_else(|| find_list(text))
}

fn find_report(text: &str) -> Option<GeneratedPart> {
    let titles = ["# Analyze-SGF Report", "# KagaGo Report"];
    let begins_line = |at: &usize| *at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n');
    let start = titles.iter().find_map(|title| find_all(text, title).find(begins_line))?;
    let rest = text.get(start..)?;
    // The last line of a report names the engine; in old reports the last line describes the variations.
    let ends = ["\nAnalyzed by ", "\nVariations added for "];
    let last = ends.iter().find_map(|end| Some(rest.find(end)? + 1));
    let end = last.map_or(rest.len(), |at| {
        rest.get(at..).and_then(|line| line.find('\n')).map_or(rest.len(), |end| at + end)
    });
    Some((start..start + end, GeneratedValues::new(Form::AnalyzeSgf)))
}

fn find_list(text: &str) -> Option<GeneratedPart> {
    find_all(text, RATE).find_map(|at| {
        let (start, player) = heading(text.get(..at)?);
        let rest = text.get(at..)?;
        let mut values = GeneratedValues::new(Form::AnalyzeSgf);
        let (whose, percent) = read_player_number(rest, RATE, player)?;
        values.rate = Some((whose, Rate::from_percent(percent)?));
        let end = end_of_lists(rest);
        let list = rest.get(..end)?;
        // The first list is about the node's own move, and a blank line ends it. The lists after it are about other
        // moves.
        let first_list = list.split("\n\n").next()?;
        values.lead = find_all(first_list, LEAD).next().and_then(|at| {
            let (whose, points) = read_player_number(first_list.get(at..)?, LEAD, player)?;
            Some((whose, Lead::from_points(points)?))
        });
        values.visits = find_all(first_list, VISITS)
            .next()
            .and_then(|at| Scan::new(first_list.get(at + VISITS.len()..)?).count());
        Some((start..at + end, values))
    })
}

const RATE: &str = "* Win rate: ";
const LEAD: &str = "* Score lead: ";
const VISITS: &str = "* Visits: ";

/// Reads the number after a label. It belongs to the player whose letter stands before it, or else to the player whom
/// the heading names.
fn read_player_number(
    text: &str,
    label: &str,
    player: Option<Perspective>,
) -> Option<(Perspective, f64)> {
    let mut scan = Scan::new(text.get(label.len()..)?);
    let letter =
        (scan.one_of(&["B ", "W "])).map(|which| [Perspective::Black, Perspective::White][which]);
    Some((letter.or(player)?, scan.number()?))
}

/// Maximum number of bytes of a heading that is recognised; those that name a move or a player are shorter.
const MAX_HEADING_BYTES: usize = 64;

/// Start of the heading above a list, and the player whom it names. If there is no known heading, the start is that of
/// the list.
fn heading(before: &str) -> (usize, Option<Perspective>) {
    let above = before.trim_end();
    let near = above.floor_char_boundary(above.len().saturating_sub(MAX_HEADING_BYTES));
    let start =
        above.get(near..).and_then(|near| near.rfind('\n')).map_or(near, |at| near + at + 1);
    let line = above.get(start..).unwrap_or("");
    let mut scan = Scan::new(line);
    match scan.one_of(&["As Black:", "As White:", "Move ", "A variation of move "]) {
        Some(which @ 0..2) if scan.rest().is_empty() => {
            (start, Some([Perspective::Black, Perspective::White][which]))
        }
        Some(2..) if scan.digits().is_some() && scan.rest().is_empty() => (start, None),
        _ => (before.len(), None),
    }
}

/// End of the lists at the start of the text. Their lines begin with `* ` or `1. `, and a heading belongs to them if
/// such a line follows it.
fn end_of_lists(text: &str) -> usize {
    let mut end = 0;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if is_item(line) {
            end = at - (line.len() - line.trim_end().len());
        } else if !line.trim().is_empty() && !is_heading(line, text.get(at..).unwrap_or("")) {
            break;
        }
    }
    end
}

fn is_item(line: &str) -> bool {
    let mut scan = Scan::new(line);
    scan.word("* ").is_some() || scan.digits().and_then(|_| scan.word(". ")).is_some()
}

/// True if the line is a heading of a list. Any other line is a person's.
fn is_heading(line: &str, below: &str) -> bool {
    const HEADINGS: [&str; 3] = ["Bad moves left", "The proposed variations", "Next bad moves"];
    let is_known = HEADINGS.iter().any(|heading| line.starts_with(heading));
    is_known && below.lines().find(|line| !line.trim().is_empty()).is_some_and(is_item)
}
