//! Extracts one game from its file: as its own bytes, or as SGF in UTF-8.

use super::clean::ValueChange;
use kifu_archive::crawl::Entry;
use kifu_record::formats;
use kifu_record::formats::sgf::{GameSpan, edit, write};
use kifu_record::text::charset::{self, Decoded, Offsets};
use kifu_record::{Format, GameRecord, NodeId, Property};

/// Function that decides about each game of a file, by its number from 1: `None` if the game is not exported, else how.
pub type SelectGame<'w> = &'w dyn Fn(u32, &GameRecord) -> Option<ExtractOptions>;

/// Form in which games are exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExportForm {
    /// The game's own bytes, in its own format and charset.
    #[default]
    Original,
    Utf8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtractedGame {
    pub bytes: Vec<u8>,
    pub format: Format,
    /// True if the game's own bytes were requested but had to be converted to SGF in UTF-8, because without the rest of
    /// their file they mean something else.
    pub is_converted: bool,
    /// Values that were written in their normal form, in a clean collection.
    pub changes: Vec<ValueChange>,
    /// Names of the diagnostics of the file that writing the game anew has repaired, in a clean collection.
    pub repairs: Vec<&'static str>,
}

impl ExtractedGame {
    /// A game, or another text about it, that is not part of a clean collection.
    pub fn new(bytes: Vec<u8>, format: Format, is_converted: bool) -> ExtractedGame {
        ExtractedGame { bytes, format, is_converted, changes: Vec::new(), repairs: Vec::new() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExtractOptions {
    /// Node of the game tree that gets a hotspot mark (`HO`).
    pub mark: Option<NodeId>,
    pub id: Option<u64>,
}

/// Returns a function that extracts games from a file in the given form.
pub fn extract_fn(
    form: ExportForm,
) -> impl Fn(&Entry, SelectGame, &mut dyn FnMut(u32, ExtractedGame)) {
    move |entry, is_wanted, sink| extract_games(entry, form, is_wanted, sink)
}

/// Extracts games from a file. `wanted` is called for every game with its number, from 1, and decides whether and how
/// it is exported; `sink` receives the exported games.
pub fn extract_games(
    entry: &Entry,
    form: ExportForm,
    wanted: &dyn Fn(u32, &GameRecord) -> Option<ExtractOptions>,
    sink: &mut dyn FnMut(u32, ExtractedGame),
) {
    let bytes = entry.bytes.as_slice();
    let decoded = charset::decode(bytes);
    let has_game_lists = || entry.game_lists.as_ref().is_some_and(|lists| lists.have_games());
    let offsets = decoded.offsets(bytes);
    let mut file =
        SourceFile { bytes, decoded: &decoded, offsets, form, has_game_lists: &has_game_lists };
    let mut games = 0;
    // A game is held back until the next one is read: only then is it known whether it is the only game of the file.
    let mut pending: Option<(u32, GameRecord, Option<GameSpan>, ExtractOptions)> = None;
    formats::read_decoded(entry.source(), &decoded, &mut |record, text, span| {
        games += 1;
        let number = text.number;
        if let Some((number, record, span, cut)) = pending.take() {
            sink(number, file.piece(&record, span, cut, false));
        }
        let cut = wanted(number, &record);
        pending = cut.map(|cut| (number, record, span, cut));
    });
    if let Some((last, record, span, cut)) = pending {
        sink(last, file.piece(&record, span, cut, games == 1 && entry.part.is_none()));
    }
}

/// File from which games are extracted, with its decoded text.
struct SourceFile<'f> {
    bytes: &'f [u8],
    decoded: &'f Decoded<'f>,
    /// Byte offsets of the decoded text in the file. They are read sequentially, so queries must come in ascending
    /// order.
    offsets: Offsets<'f>,
    form: ExportForm,
    /// Whether the games have facts from game lists beside the file. It is known once a game was read.
    has_game_lists: &'f dyn Fn() -> bool,
}

impl SourceFile<'_> {
    fn piece(
        &mut self,
        record: &GameRecord,
        span: Option<GameSpan>,
        cut: ExtractOptions,
        is_only_game: bool,
    ) -> ExtractedGame {
        if self.form == ExportForm::Original
            && let Some(bytes) = self.original_bytes(record, span.as_ref(), cut, is_only_game)
        {
            return ExtractedGame::new(bytes, record.format, false);
        }
        let text = span
            .and_then(|span| self.utf8_text(record, &span, cut))
            .unwrap_or_else(|| write::write(record, cut.mark));
        ExtractedGame::new(text.into_bytes(), Format::Sgf, self.form == ExportForm::Original)
    }

    /// Cuts the game's own bytes out of the file. `None` if they mean something else without the rest of the file.
    fn original_bytes(
        &mut self,
        record: &GameRecord,
        span: Option<&GameSpan>,
        cut: ExtractOptions,
        is_only_game: bool,
    ) -> Option<Vec<u8>> {
        // The bytes of a table do not say which of its columns the user has named.
        if record.format == Format::Parquet {
            return None;
        }
        // A file of move lines has its players and results from a list beside it.
        if (self.has_game_lists)() {
            return None;
        }
        let Some(span) = span else {
            return (is_only_game && cut.mark.is_none()).then(|| self.bytes.to_vec());
        };
        let text = self.decoded.text.get(span.range.clone())?;
        let begin = self.offsets.in_file(span.range.start);
        let mark = match cut.mark {
            None => None,
            Some(node) => {
                let place = edit::node_offset(text, node)?;
                Some(self.offsets.in_file(span.range.start + place))
            }
        };
        let end = self.offsets.in_file(span.range.end);
        let range = if is_only_game { 0..self.bytes.len() } else { begin..end };
        let mut bytes = self.bytes.get(range.clone())?.to_vec();
        if let Some(at) = mark {
            let hotspot = self.in_charset(edit::HOTSPOT);
            let at = at.checked_sub(range.start);
            let at = at.filter(|&at| at <= bytes.len())?;
            bytes.splice(at..at, hotspot);
        } else if is_only_game {
            return Some(bytes);
        }
        // A value whose closing bracket is missing would run on into the inserted hotspot mark or swallow `CA`, so the
        // result is parsed again and compared with the record.
        let same = |one: &GameRecord| {
            is_equivalent(one, record) && charset_values(one) == charset_values(record)
        };
        matches!(formats::read(&bytes).records.as_slice(), [one] if same(one)).then_some(bytes)
    }

    /// Encodes ASCII in the file's charset: each character is padded with zero bytes in UTF-16 and UTF-32.
    fn in_charset(&self, ascii: &str) -> Vec<u8> {
        let (before, after) = match self.decoded.charset {
            "utf-16-le" => (0, 1),
            "utf-16-be" => (1, 0),
            "utf-32-le" => (0, 3),
            "utf-32-be" => (3, 0),
            _ => (0, 0),
        };
        let wide = |c: u8| [vec![0; before], vec![c], vec![0; after]].concat();
        ascii.bytes().flat_map(wide).collect()
    }

    /// Cuts out the game's text as UTF-8 with a correct `CA` and otherwise unchanged. `None` if it is read differently
    /// when another game follows it.
    fn utf8_text(
        &self,
        record: &GameRecord,
        span: &GameSpan,
        cut: ExtractOptions,
    ) -> Option<String> {
        let text = self.decoded.text.get(span.range.clone())?;
        let mut text = write::replace_escape_characters(edit::with_utf8_label(text, cut.mark)?);
        if span.is_bare {
            text = format!("({text})");
        }
        text.push_str(&")".repeat(span.unclosed));
        text.push('\n');
        let length = text.len();
        // A value whose closing bracket is missing would run on into the next game. To find out, a minimal game is
        // appended to the text.
        text.push_str(NEXT_GAME);
        let parsed = formats::read(text.as_bytes());
        let [first, next] = parsed.records.as_slice() else {
            return None;
        };
        let same = is_equivalent(first, record)
            && charset_values(first).first().is_some_and(|name| name == "UTF-8")
            && next.properties.len() == 1
            && next.tree.len() == 1;
        text.truncate(length);
        // A value whose closing bracket is missing swallows the brackets that close the game, unless another game
        // follows. A game without diagnostics has no such value.
        let is_closed = first.diagnostics.is_empty()
            || is_exactly_this_game(text.as_bytes(), record) && keeps_next_game_separate(&text);
        (same && is_closed).then_some(text)
    }
}

/// True if a game that is appended to this text keeps its own first value, even if that value has no property name.
/// Without this check a property at the end of the text that lacks its value could take over the appended value.
fn keeps_next_game_separate(text: &str) -> bool {
    let followed = format!("{text}(;[next])");
    formats::read(followed.as_bytes()).records.len() == 2
}

/// Minimal game that is appended to a text to test whether the text is closed.
const NEXT_GAME: &str = "(;GN[next])";

/// True if the bytes hold exactly this game and no other.
fn is_exactly_this_game(bytes: &[u8], record: &GameRecord) -> bool {
    let parsed = formats::read(bytes);
    matches!(parsed.records.as_slice(), [one] if is_equivalent(one, record))
}

/// Values of a record's `CA` property.
fn charset_values(record: &GameRecord) -> &[String] {
    let property = record.properties.iter().find(|p| p.name == "CA");
    property.map_or(&[], |property| property.values.as_slice())
}

/// True if two records are equal apart from the charset (`CA`) and the hotspot mark (`HO`).
fn is_equivalent(a: &GameRecord, b: &GameRecord) -> bool {
    fn others(record: &GameRecord) -> impl Iterator<Item = &Property> {
        let other = |p: &&Property| !matches!(p.name.as_str(), "CA" | "HO");
        record.properties.iter().filter(other)
    }
    a.start == b.start
        && a.tree == b.tree
        && others(a).eq(others(b))
        && a.main_line_info == b.main_line_info
        && a.variation_info == b.variation_info
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use kifu_archive::origin::Origin;
    use std::path::Path;

    fn entry(bytes: &[u8]) -> Entry {
        let origin = Origin::file(Path::new("/nowhere/a.sgf"));
        let columns = Default::default();
        Entry {
            origin,
            bytes: bytes.to_vec(),
            sidecar: None,
            game_lists: None,
            part: None,
            columns,
        }
    }

    #[test]
    fn a_name_without_a_value_takes_none_of_the_next_game() {
        let file = b"(;GM[1]SZ[5];B[cc]BR\xf1[9(p]Shift_JIS)(;[9p]Shab";
        assert_eq!(formats::read(file).records.len(), 2);
        let mut collection = Vec::new();
        let all = |number, _: &GameRecord| {
            let mark = (number == 2).then_some(0);
            Some(ExtractOptions { mark, id: None })
        };
        extract_games(&entry(file), ExportForm::Utf8, &all, &mut |_, piece| {
            collection.extend(piece.bytes)
        });
        let shown = String::from_utf8_lossy(&collection);
        assert_eq!(formats::read(&collection).records.len(), 2, "{shown}");
    }

    #[test]
    fn a_mark_does_not_swallow_the_charset() {
        let file = b"(;GM \\]CA[GBK]PB[\xbf\xc2];B[aa])";
        let record = formats::read(file).records.remove(0);
        for form in [ExportForm::Original, ExportForm::Utf8] {
            let all = |_, _: &GameRecord| Some(ExtractOptions { mark: Some(0), id: None });
            let mut taken = Vec::new();
            extract_games(&entry(file), form, &all, &mut |_, piece| taken = piece.bytes);
            let again = formats::read(&taken).records.remove(0);
            let shown = String::from_utf8_lossy(&taken);
            assert!(["GBK", "UTF-8"].contains(&charset_values(&again)[0].as_str()), "{shown}");
            assert_eq!(again.info, record.info, "{shown}");
        }
    }

    #[test]
    fn a_game_that_was_cut_says_the_same_by_itself() {
        for text in [
            "(;SZ[19]PB[x];B[pd",
            "(;SZ[19];B[pd]C[a",
            "(;SZ[19];B[pd)(;SZ[19];B[bd])",
            // An escape character stands between the property name `PB` and its value. Like a blank there, it must not
            // become part of the name.
            "(;SZ[19]PB\u{1b}[x];B[pd])",
        ] {
            let record = formats::read(text.as_bytes()).records.remove(0);
            for form in [ExportForm::Original, ExportForm::Utf8] {
                let cut = |number, _: &GameRecord| (number == 1).then(ExtractOptions::default);
                let mut taken = None;
                extract_games(&entry(text.as_bytes()), form, &cut, &mut |_, piece| {
                    taken = Some(piece)
                });
                let bytes = taken.unwrap().bytes;
                let again = formats::read(&bytes).records.remove(0);
                let shown = String::from_utf8_lossy(&bytes);
                assert_eq!(again.tree, record.tree, "{text} is {shown}");
                assert_eq!(again.info, record.info, "{text} is {shown}");
            }
        }
    }
}
