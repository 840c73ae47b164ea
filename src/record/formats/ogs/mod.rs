//! Reads games of the server OGS (online-go.com) in its own JSON.
//!
//! OGS' dumps hold an object a line, and its interface returns one object a game, either alone or as `gamedata` of an
//! object around it. Any key may be missing, and keys that are not known here are ignored. An object whose JSON is
//! damaged or cut short gives no game, so a mutated file never gives a game that is not in it.

mod header;
mod moves;
mod outcome;

#[cfg(test)]
mod tests;

use super::budget::{GameLimit, MAX_NODES, NodeBudget};
use super::jgf::VALUES_PER_NODE;
use super::json::value::{JsonKind, JsonValue};
use super::json::{self, Json};
use super::server::{lines, prefix};
use super::sgf;
use crate::cancel::checkpoint;
use crate::{Code, Diagnostics, Format, GameRecord};
pub(super) use header::utc_date;
use memchr::memmem;

/// Number of lines that are examined to find out whether a file has a game a line.
const EXAMINED_LINES: usize = 16;
/// Number of JSON values of a line that are read to detect the format.
const MAX_EXAMINED_VALUES: usize = 1 << 20;
/// Numbers of bytes of a text that are examined to detect the format: first a little, then more if that does not
/// decide.
const EXAMINED_BYTES: [usize; 2] = [8 << 10, 1 << 20];

/// Keys of which an OGS game has at least one, and other JSON with a list of moves has none.
const OGS_KEYS: [&str; 6] = [
    "game_id",
    "black_player_id",
    "white_player_id",
    "initial_player",
    "initial_state",
    "free_handicap_placement",
];

/// Reads all games of a text up to [`MAX_NODES`] nodes; the list is empty if the text has no game of OGS. Returns the
/// diagnostics about everything outside the games as well.
pub fn read(text: &str) -> (Vec<GameRecord>, Diagnostics) {
    let mut records = Vec::new();
    let budget = &mut NodeBudget::new(MAX_NODES);
    let diagnostics = read_each(text, budget, &mut |record| records.push(record));
    (records, diagnostics)
}

/// Whether a text is JSON of OGS, judging by its first lines and by the keys of its first objects.
pub(crate) fn looks_like(text: &str) -> bool {
    let head = prefix(text, EXAMINED_BYTES[1]).as_bytes();
    let has_key = |key: &&str| memmem::find(head, key.as_bytes()).is_some();
    if !["moves", "gamedata", "original_sgf", "game_id"].iter().any(has_key) {
        return false;
    }
    let has_game = |length: usize| {
        let json = json::parse(prefix(text, length), |_| true);
        json.is_some_and(|json| objects(&json).take(EXAMINED_LINES).any(|o| game_in(o).is_some()))
    };
    has_game_lines(text) || EXAMINED_BYTES.into_iter().any(has_game)
}

/// Whether one of the first lines is a complete game by itself.
pub(super) fn has_game_lines(text: &str) -> bool {
    let mut lines = lines(text).map(|line| inside_array(line.text).1).filter(|l| !l.is_empty());
    lines.by_ref().take(EXAMINED_LINES).any(|line| {
        let json = json::parse(line, |values| values < MAX_EXAMINED_VALUES);
        let json = json.filter(|json| json.damage.is_empty());
        json.is_some_and(|json| json.roots().any(|root| game_in(root).is_some()))
    })
}

/// Removes what stands around an object if the lines of a file are the items of an array: brackets and commas. Returns
/// the number of bytes removed at the beginning, and the rest.
fn inside_array(line: &str) -> (usize, &str) {
    let is_around = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | ',' | '\u{feff}');
    let rest = line.trim_start_matches(is_around);
    (line.len() - rest.len(), rest.trim_end_matches(is_around))
}

/// Outermost objects of a JSON text, also those in an array.
fn objects<'j>(json: &'j Json<'j>) -> impl Iterator<Item = JsonValue<'j>> {
    json.roots().flat_map(|root| {
        let itself = (!root.is_list()).then_some(root);
        itself.into_iter().chain(root.items())
    })
}

/// Game that an object holds: the object itself, or what it has under `gamedata`.
fn game_in(object: JsonValue) -> Option<JsonValue> {
    let inner = object.get("gamedata").filter(|inner| inner.kind() == JsonKind::Object);
    let game = inner.unwrap_or(object);
    is_game(game).then_some(game)
}

/// Whether an object is a game of OGS by its keys. JGF has a `tree` instead of `moves`.
fn is_game(object: JsonValue) -> bool {
    let has = |key: &str| object.get(key).is_some();
    let is_list = |key: &str| object.get(key).is_some_and(JsonValue::is_list);
    if object.kind() != JsonKind::Object || is_list("tree") {
        return false;
    }
    let own_keys = OGS_KEYS.iter().filter(|key| has(key)).count();
    original_sgf(object).is_some()
        || own_keys >= 2
        || is_list("moves") && (own_keys == 1 || has("width") && has("height"))
}

/// SGF of a game that a user uploaded.
fn original_sgf(game: JsonValue) -> Option<String> {
    let text = game.get("original_sgf").filter(|sgf| sgf.kind() == JsonKind::String)?.text()?;
    (!text.trim().is_empty()).then(|| text.into_owned())
}

/// Reads the games of a text and hands them out one by one, as long as their nodes fit into the budget. Returns
/// diagnostics about everything outside of the games.
pub(super) fn read_each(
    text: &str,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord),
) -> Diagnostics {
    let mut reader = OgsReader { budget, sink, outside: Diagnostics::default() };
    if has_game_lines(text) {
        reader.read_lines(text);
    } else {
        reader.read_document(text);
    }
    reader.outside
}

/// Reads games of OGS and hands them out.
struct OgsReader<'b, 's> {
    budget: &'b mut NodeBudget,
    sink: &'s mut dyn FnMut(GameRecord),
    /// Diagnostics about what is no game.
    outside: Diagnostics,
}

impl OgsReader<'_, '_> {
    /// Reads a text with a game a line. A damaged line is skipped and reported with its number.
    fn read_lines(&mut self, text: &str) {
        for (index, line) in lines(text).enumerate() {
            checkpoint();
            let (before, object) = inside_array(line.text);
            if !object.is_empty() {
                self.read_line(index + 1, object, line.offset + before);
            }
            if self.budget.is_exceeded() && !self.budget.skip_game(GameLimit::Nodes) {
                return;
            }
        }
    }

    fn read_line(&mut self, number: usize, text: &str, offset: usize) {
        if self.budget.is_too_long(text.len()) {
            self.budget.skip_game(GameLimit::Bytes);
            return;
        }
        let json = self.parse(text).filter(|json| json.damage.is_empty());
        if self.budget.is_exceeded() {
            return;
        }
        let Some(json) = json else {
            let message = format!("line {number} is not a complete JSON object; it was skipped");
            return self.outside.add(Code::BadJson, offset, message);
        };
        let mut has_game = false;
        for game in json.roots().filter_map(game_in) {
            has_game = true;
            self.read_game(game, offset);
        }
        if !has_game {
            let message = format!("line {number} is not a game of OGS; it was skipped");
            self.outside.add(Code::BadJson, offset, message);
        }
    }

    /// Reads a text whose objects take several lines. Objects with damage are skipped and reported.
    fn read_document(&mut self, text: &str) {
        let Some(json) = self.parse(text) else { return };
        let first_unlisted = if json.damage.iter().count() < json.damage.total() {
            json.damage.iter().map(|damage| damage.offset).max().unwrap_or(0)
        } else {
            usize::MAX
        };
        let mut objects = objects(&json).peekable();
        while let Some(object) = objects.next() {
            let start = object.offset();
            let end = objects.peek().map_or(usize::MAX, |next| next.offset());
            let mut damage = json.damage.iter().map(|damage| damage.offset);
            if end > first_unlisted || damage.any(|at| (start..end).contains(&at)) {
                let message = "a JSON object that is damaged or cut short was skipped";
                self.outside.add(Code::BadJson, start, message);
            } else if let Some(game) = game_in(object) {
                self.read_game(game, 0);
            }
        }
    }

    /// Parses JSON within the budget; `None` if it is none or the budget is exceeded.
    fn parse<'t>(&mut self, text: &'t str) -> Option<Json<'t>> {
        let budget = &mut *self.budget;
        let json = json::parse(text, |values| budget.fits_parts(values / VALUES_PER_NODE));
        json.filter(|_| !self.budget.is_exceeded())
    }

    /// Reads a game whose JSON begins at this offset of the file, and hands it out.
    fn read_game(&mut self, game: JsonValue, offset: usize) {
        if self.read_original(game, offset + game.offset()) {
            return;
        }
        let mut diagnostics = Diagnostics::default();
        let size = header::board_size(game, &mut diagnostics);
        let draft = moves::draft(game, size, self.budget, &mut diagnostics);
        let properties = header::properties(game, size);
        let mut record = draft.finish(Format::Ogs, size, properties, diagnostics);
        record.diagnostics.map_offsets(|place| place + offset);
        self.budget.hand_out(Some(record), self.sink);
    }

    /// Hands out the SGF of an uploaded game as the record. Returns false if there is none, or if it holds no game.
    fn read_original(&mut self, game: JsonValue, offset: usize) -> bool {
        let mut record = None;
        let skips = self.budget.skips();
        let skips_before = skips.count();
        if let Some(text) = original_sgf(game) {
            sgf::read_each(&text, true, self.budget, &mut |read, _| {
                record.get_or_insert(read);
            });
        }
        let Some(mut record) = record else {
            return self.budget.is_exceeded() || skips.count() > skips_before;
        };
        record.format = Format::Ogs;
        // The places of oddities are offsets in the SGF, which is a string of the JSON.
        record.diagnostics.map_offsets(|_| offset);
        (self.sink)(record);
        true
    }
}
