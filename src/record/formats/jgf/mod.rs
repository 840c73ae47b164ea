//! Reads JGF, the JSON Go Format.
//!
//! There are four dialects, and their version numbers do not distinguish them: bare arrays of nodes with `{B: "dd"}`,
//! records with `{B: [3, 3]}` and everything under `game`, and versions 1 and 2 of the specification. So every part is
//! read in any of the shapes that it may have.

mod header;
mod node;
mod tree;

#[cfg(test)]
mod tests;

use self::node::NodeValues;
use super::budget::{MAX_NODES, NodeBudget};
use super::json;
use super::json::value::{JsonKind, JsonValue};
use super::server::{prefix, record};
use crate::{Diagnostic, Diagnostics, Format, GameRecord, Start};
use std::iter::Peekable;
use std::slice::Iter;

/// Reads all games of a text up to [`MAX_NODES`] nodes; `None` if the text is not JGF.
///
/// A text may hold one record, an array of them, or several in a row. Oddities become diagnostics.
pub fn read(text: &str) -> Option<Vec<GameRecord>> {
    let mut records = Vec::new();
    let budget = &mut NodeBudget::new(MAX_NODES);
    read_each(text, budget, &mut |record| records.push(record));
    (!records.is_empty()).then_some(records)
}

/// Reads the records of a text and passes them to `sink` one by one, as long as their nodes fit into the budget. If the
/// JSON values alone exceed it, no game is read.
pub(super) fn read_each(text: &str, budget: &mut NodeBudget, sink: &mut dyn FnMut(GameRecord)) {
    let fits = |values: usize| budget.fits_parts(values / VALUES_PER_NODE);
    let json = json::parse(text, fits);
    let Some(json) = json.filter(|_| !budget.is_exceeded()) else {
        return;
    };
    let mut out = RecordsWithDamage { damage: json.damage.iter().peekable(), waiting: None, sink };
    for root in json.roots() {
        if root.kind() == JsonKind::Array && root.items().any(is_record) {
            for item in root.items().filter(|&item| is_record(item)) {
                out.add(item, read_game(item, budget));
            }
        } else {
            out.add(root, read_game(root, budget));
        }
    }
    out.release(usize::MAX);
}

/// Passes records to `sink`, each with the diagnostics about its part of the text.
struct RecordsWithDamage<'d, 's> {
    damage: Peekable<Iter<'d, Diagnostic>>,
    /// Last record, held back until the next record begins, because diagnostics up to there belong to it.
    waiting: Option<GameRecord>,
    sink: &'s mut dyn FnMut(GameRecord),
}

impl RecordsWithDamage<'_, '_> {
    fn add(&mut self, value: JsonValue, record: Option<GameRecord>) {
        if let Some(record) = record {
            self.release(value.offset());
            self.waiting = Some(record);
        }
    }

    /// Passes the record that was held back to `sink`, with all diagnostics before the offset `end`. Diagnostics before
    /// the first record go to that record.
    fn release(&mut self, end: usize) {
        if let Some(mut record) = self.waiting.take() {
            while let Some(damage) = self.damage.next_if(|damage| damage.offset < end) {
                record.diagnostics.add(damage.code, damage.offset, damage.message.clone());
            }
            (self.sink)(record);
        }
    }
}

fn is_record(value: JsonValue) -> bool {
    value.get("tree").is_some_and(JsonValue::is_list)
}

/// Reads an object that has a `tree`, or a bare array of nodes, which is only a tree and has no header.
fn read_game(game: JsonValue, budget: &mut NodeBudget) -> Option<GameRecord> {
    let list =
        if game.is_list() { game } else { game.get("tree").filter(|tree| tree.is_list())? };
    let mut diagnostics = Diagnostics::default();
    let size = header::board_size(game, &mut diagnostics);
    let read = tree::read(list, size, budget, &mut diagnostics);
    // A tree without any key foreign to JGF is JGF, unless it is cut off: the missing nodes may have foreign keys. So a
    // cut tree is JGF only if a key of JGF is present: a cut file must never have more games than the whole one.
    let is_plain = !read.any_foreign && !list.is_cut();
    let is_jgf = if game.is_list() {
        read.any_bare_node
    } else {
        read.any_known || is_plain || is_declared_jgf(game)
    };
    if read.tree.is_empty() || !is_jgf || budget.is_exceeded() {
        return None;
    }
    let start = Start { game: header::game(game), ..Start::go(size) };
    let properties = header::properties(game, size);
    let record = record(Format::Jgf, start, read.tree, properties, diagnostics);
    budget.charge(&record).then_some(record)
}

/// Whether an object says that it is JGF: it names the format, or has at least two of a record's sections.
fn is_declared_jgf(record: JsonValue) -> bool {
    let format = record.get("record").and_then(|section| section.get("format")?.text());
    let sections = (header::SECTIONS.iter()).filter_map(|section| record.get(section));
    let sections =
        sections.filter(|section| matches!(section.kind(), JsonKind::Object | JsonKind::Array));
    format.is_some_and(|format| format.eq_ignore_ascii_case("jgf")) || sections.count() > 1
}

/// Number of JSON values that count as one node of the budget. A usual node consists of five values; comments and
/// clocks add some more. Values are limited as well as nodes, because each takes memory while the text is read.
pub(super) const VALUES_PER_NODE: usize = 8;

/// Number of objects of a list that are examined to detect the format.
const MAX_EXAMINED_OBJECTS: usize = 8;
/// Numbers of bytes of a text that are examined to detect the format: first a little, then more if that does not
/// decide.
const EXAMINED_BYTES: [usize; 2] = [8 << 10, 1 << 20];

/// Whether a text may be JGF, judging by its beginning. [`read`] also accepts some texts for which this is false, all
/// of them damaged.
///
/// An object counts as a record if it has a `tree`, or one of the other sections if the examined part ends first.
pub(crate) fn looks_like(text: &str) -> bool {
    for length in EXAMINED_BYTES {
        let head = prefix(text, length);
        let is_complete = head.len() == text.len();
        if let Some(json) = json::parse(head, |_| true) {
            let guesses: Vec<Option<bool>> =
                json.roots().take(16).map(|root| guess_is_jgf(root, is_complete)).collect();
            if guesses.contains(&Some(true)) {
                return true;
            }
            if !guesses.contains(&None) {
                return false;
            }
        }
        if is_complete {
            return false;
        }
    }
    false
}

/// Whether a value at the beginning of a text looks like JGF; `None` if more of the text is needed.
fn guess_is_jgf(value: JsonValue, is_complete: bool) -> Option<bool> {
    let may_continue = !is_complete && value.is_cut();
    match value.kind() {
        JsonKind::Object => {
            let tree = value.get("tree");
            if let Some(tree) = tree
                .filter(|tree| !(may_continue && tree.is_cut() && tree.kind() == JsonKind::Word))
            {
                return Some(tree.is_list());
            }
            (!may_continue || has_section(value)).then_some(may_continue)
        }
        JsonKind::Array => {
            // The first objects inside the brackets decide, of which one may be damaged.
            let list = std::iter::successors(Some(value), |value| value.items().next())
                .take(64)
                .filter(|value| value.is_list())
                .last();
            let mut objects = list
                .iter()
                .flat_map(|list| list.items().take(MAX_EXAMINED_OBJECTS))
                .filter(|item| item.kind() == JsonKind::Object)
                .peekable();
            let Some(&first) = objects.peek() else {
                return (!may_continue).then_some(false);
            };
            let known = |object: JsonValue| {
                is_record(object) || NodeValues::from_object(object).is_known || has_section(object)
            };
            if objects.any(known) {
                return Some(true);
            }
            let empty = first.entries().next().is_none();
            (!may_continue || !empty && !first.is_cut()).then_some(empty)
        }
        JsonKind::String | JsonKind::Word => Some(false),
    }
}

/// Whether an object has one of a record's sections.
fn has_section(object: JsonValue) -> bool {
    (header::SECTIONS.iter()).any(|section| object.get(section).is_some())
}
