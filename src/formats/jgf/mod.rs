//! JSON Go Format.
//!
//! There are four dialects, and their version numbers do not distinguish them: bare arrays of nodes with `{B: "dd"}`,
//! records with `{B: [3, 3]}` and everything under `game`, and versions 1 and 2 of the specification. So every part is
//! read in whatever shape it has.

mod header;
mod json;
mod node;
mod tree;
mod value;

#[cfg(test)]
mod tests;

use self::node::NodeValues;
use self::value::{JsonKind, JsonValue};
use super::room::{MOST_NODES, NodeBudget};
use crate::game::BoardSize;
use crate::record::{
    Diagnostic, Diagnostics, Format, GameInfo, GameRecord, GameTree, Property, Start,
};

/// Reads all games of a text up to [`MOST_NODES`] nodes; `None` if it is not JGF.
///
/// A file may hold one record, an array of them, or several in a row. Oddities become diagnostics.
pub fn read(text: &str) -> Option<Vec<GameRecord>> {
    let mut records = Vec::new();
    let room = &mut NodeBudget::new(MOST_NODES);
    read_each(text, room, &mut |record| records.push(record));
    (!records.is_empty()).then_some(records)
}

/// Reads the records of a text and hands them out one by one, as long as there is room for their nodes. Where there is
/// none for the values of the text, no game is read.
pub(super) fn read_each(text: &str, room: &mut NodeBudget, sink: &mut dyn FnMut(GameRecord)) {
    let fits = |values: usize| room.holds_parts(values / VALUES_OF_A_NODE);
    let json = json::parse(text, fits);
    let Some(json) = json.filter(|_| !room.is_exceeded()) else {
        return;
    };
    let mut out = RecordsWithDamage {
        damage: json.damage.iter().peekable(),
        waiting: None,
        sink,
    };
    for root in json.roots() {
        if root.kind() == JsonKind::Array && root.items().any(is_record) {
            for item in root.items().filter(|&item| is_record(item)) {
                out.add(item, read_record(item, room));
            }
        } else if root.kind() == JsonKind::Object {
            out.add(root, read_record(root, room));
        } else {
            out.add(root, read_bare(root, room));
        }
    }
    out.finish();
}

/// Hands out records, each with the repairs in its part of the text.
struct RecordsWithDamage<'d, 's, I: Iterator<Item = &'d Diagnostic>> {
    damage: std::iter::Peekable<I>,
    /// The last record, held back because more damage may follow its beginning.
    waiting: Option<GameRecord>,
    sink: &'s mut dyn FnMut(GameRecord),
}

impl<'d, I: Iterator<Item = &'d Diagnostic>> RecordsWithDamage<'d, '_, I> {
    fn add(&mut self, value: JsonValue, record: Option<GameRecord>) {
        if let Some(record) = record {
            self.release(value.offset());
            self.waiting = Some(record);
        }
    }

    /// Hands out the waiting record with the damage before `end`. Damage before the first record goes to that record.
    fn release(&mut self, end: usize) {
        if let Some(mut record) = self.waiting.take() {
            while let Some(damage) = self.damage.next_if(|damage| damage.offset < end) {
                let message = damage.message.clone();
                record.diagnostics.add(damage.code, damage.offset, message);
            }
            (self.sink)(record);
        }
    }

    fn finish(mut self) {
        self.release(usize::MAX);
    }
}

fn is_record(value: JsonValue) -> bool {
    value
        .get("tree")
        .is_some_and(|tree| tree.kind() == JsonKind::Array)
}

/// Reads an object that has a `tree`.
fn read_record(record: JsonValue, room: &mut NodeBudget) -> Option<GameRecord> {
    let list = record
        .get("tree")
        .filter(|tree| tree.kind() == JsonKind::Array)?;
    let mut diagnostics = Diagnostics::default();
    let size = header::board_size(record, &mut diagnostics);
    let read = tree::read(list, size, room, &mut diagnostics);
    // Trees of other formats have nodes with other keys. In a cut tree, such nodes may be what is missing, so only what
    // is present counts: a cut file must never have more games than the whole one.
    let is_plain = !read.any_foreign && !list.is_cut();
    let is_jgf = read.any_known || is_plain || says_jgf(record);
    if read.tree.is_empty() || !is_jgf || room.is_exceeded() {
        return None;
    }
    let start = Start {
        game: header::game(record),
        ..Start::go(size)
    };
    let properties = header::properties(record, size);
    Some(finished(start, read.tree, properties, diagnostics)).filter(|record| room.take(record))
}

/// Whether the record names the format, or has at least two of its sections.
fn says_jgf(record: JsonValue) -> bool {
    let format = record
        .get("record")
        .and_then(|section| section.get("format")?.text());
    let sections = header::SECTIONS
        .iter()
        .filter_map(|section| record.get(section));
    let sections =
        sections.filter(|section| matches!(section.kind(), JsonKind::Object | JsonKind::Array));
    format.is_some_and(|format| format.eq_ignore_ascii_case("jgf")) || sections.count() > 1
}

/// Makes a record of a tree with its properties.
fn finished(
    start: Start,
    tree: GameTree,
    properties: Vec<Property>,
    mut diagnostics: Diagnostics,
) -> GameRecord {
    GameRecord {
        format: Format::Jgf,
        start,
        tree,
        info: GameInfo::from_properties(properties.iter(), &mut diagnostics),
        properties,
        main_info: Vec::new(),
        side_info: Vec::new(),
        diagnostics,
    }
}

/// Reads a bare array of nodes, which is nothing but a tree.
fn read_bare(list: JsonValue, room: &mut NodeBudget) -> Option<GameRecord> {
    let mut diagnostics = Diagnostics::default();
    let size = BoardSize::GO;
    let read = tree::read(list, size, room, &mut diagnostics);
    if !read.any_bare_node || room.is_exceeded() {
        return None;
    }
    let start = Start::go(size);
    let properties = header::properties(list, size);
    Some(finished(start, read.tree, properties, diagnostics)).filter(|record| room.take(record))
}

/// A usual node consists of five values, and comments and clocks are some more. Each of them is remembered while the
/// text is read.
const VALUES_OF_A_NODE: usize = 8;

/// How many objects of a list are examined.
const LOOKED_AT: usize = 8;
/// How much of a text is examined: first a little, then more if that does not decide.
const LOOKS: [usize; 2] = [8 << 10, 1 << 20];

/// Whether a text may be JGF, judging by its beginning. The texts that [`read`] accepts in addition are all damaged.
///
/// An object counts as a record if it has a `tree`, or one of the other sections if the examined part ends first.
pub fn looks_like(text: &str) -> bool {
    for length in LOOKS {
        let end = (0..=length.min(text.len()))
            .rev()
            .find(|&end| text.is_char_boundary(end))
            .unwrap_or(0);
        let head = text.get(..end).unwrap_or("");
        let whole = end == text.len();
        if let Some(json) = json::parse(head, |_| true) {
            let guesses: Vec<Option<bool>> = json
                .roots()
                .take(16)
                .map(|root| guess(root, whole))
                .collect();
            if guesses.contains(&Some(true)) {
                return true;
            }
            if !guesses.contains(&None) {
                return false;
            }
        }
        if whole {
            return false;
        }
    }
    false
}

/// Whether a value at the beginning of a text looks like JGF; `None` if more of the text is needed.
fn guess(value: JsonValue, whole: bool) -> Option<bool> {
    let more = !whole && value.is_cut();
    match value.kind() {
        JsonKind::Object => {
            let tree = value.get("tree");
            if let Some(tree) =
                tree.filter(|tree| !(more && tree.is_cut() && tree.kind() == JsonKind::Word))
            {
                return Some(tree.kind() == JsonKind::Array);
            }
            let known = header::SECTIONS
                .iter()
                .any(|section| value.get(section).is_some());
            if more && !known { None } else { Some(more) }
        }
        JsonKind::Array => {
            // The first objects inside the brackets decide; one of them may be damaged.
            let inner = std::iter::successors(Some(value), |value| value.items().next());

            let list = inner
                .take(64)
                .filter(|value| value.kind() == JsonKind::Array)
                .last();
            let objects = list.iter().flat_map(|list| list.items().take(LOOKED_AT));
            let mut objects = objects
                .filter(|item| item.kind() == JsonKind::Object)
                .peekable();
            let Some(&first) = objects.peek() else {
                return if more { None } else { Some(false) };
            };
            let known = |object: JsonValue| {
                let mut sections = header::SECTIONS.iter();
                is_record(object)
                    || NodeValues::of(object).is_known
                    || sections.any(|section| object.get(section).is_some())
            };
            if objects.any(known) {
                return Some(true);
            }
            let empty = first.entries().next().is_none();
            if more && (empty || first.is_cut()) {
                None
            } else {
                Some(empty)
            }
        }
        JsonKind::String | JsonKind::Word => Some(false),
    }
}
