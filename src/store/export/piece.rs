//! Takes one game out of its file: its own bytes, or SGF in UTF-8.

use kifu_archive::crawl::Entry;
use kifu_record::formats;
use kifu_record::formats::sgf::{GameSpan, edit, write};
use kifu_record::text::charset::{self, Decoded, Offsets};
use kifu_record::{Format, GameRecord, NodeId, Property};

/// Says of a game by its number, from 1, whether and how it is wanted.
pub type IsWanted<'w> = &'w dyn Fn(u32, &GameRecord) -> Option<ExtractOptions>;

/// The form of exported games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExportForm {
    /// Their own bytes, in their own format and charset.
    #[default]
    Kept,
    /// SGF in UTF-8.
    Utf8,
}

/// A game taken out of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtractedGame {
    /// A complete file with one game.
    pub bytes: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// Whether the game's own bytes were wanted but unusable, because on their own they mean something else than in
    /// their file. Then it is SGF in UTF-8.
    pub is_converted: bool,
}

/// How a game is to be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExtractOptions {
    /// A node to mark.
    pub mark: Option<NodeId>,
    /// The game's id, if it is one of an index.
    pub id: Option<u64>,
}

/// Takes games out of their files in a form.
pub fn pieces(form: ExportForm) -> impl Fn(&Entry, IsWanted, &mut dyn FnMut(u32, ExtractedGame)) {
    move |entry, is_wanted, sink| take(&entry.bytes, form, is_wanted, sink)
}

/// Takes games out of a file. `wanted` is called for each game with its number, from 1, and says whether and how it is
/// wanted; `sink` gets those games.
pub fn take(
    bytes: &[u8],
    form: ExportForm,
    wanted: &dyn Fn(u32, &GameRecord) -> Option<ExtractOptions>,
    sink: &mut dyn FnMut(u32, ExtractedGame),
) {
    let decoded = charset::decode(bytes);
    let mut file = SourceFile { bytes, decoded: &decoded, places: decoded.places(bytes), form };
    let mut number = 0;
    // Only the next game shows whether a game is alone in its file.
    let mut held: Option<(u32, GameRecord, Option<GameSpan>, ExtractOptions)> = None;
    formats::read_decoded(bytes, &decoded, &mut |record, _, span| {
        number += 1;
        if let Some((number, record, span, cut)) = held.take() {
            sink(number, file.piece(&record, span, cut, false));
        }
        let cut = wanted(number, &record);
        held = cut.map(|cut| (number, record, span, cut));
    });
    if let Some((last, record, span, cut)) = held {
        sink(last, file.piece(&record, span, cut, number == 1));
    }
}

/// A file from which games are taken.
struct SourceFile<'f> {
    bytes: &'f [u8],
    decoded: &'f Decoded<'f>,
    /// Queried from the beginning of the file to its end.
    places: Offsets<'f>,
    form: ExportForm,
}

impl SourceFile<'_> {
    fn piece(
        &mut self,
        record: &GameRecord,
        span: Option<GameSpan>,
        cut: ExtractOptions,
        alone: bool,
    ) -> ExtractedGame {
        if self.form == ExportForm::Kept
            && let Some(bytes) = self.kept(record, span.as_ref(), cut, alone)
        {
            return ExtractedGame { bytes, format: record.format, is_converted: false };
        }
        let text = span
            .and_then(|span| self.edited(record, &span, cut))
            .unwrap_or_else(|| write::write(record, cut.mark));
        ExtractedGame {
            bytes: text.into_bytes(),
            format: Format::Sgf,
            is_converted: self.form == ExportForm::Kept,
        }
    }

    /// The game's own bytes, if they mean the same on their own.
    fn kept(
        &mut self,
        record: &GameRecord,
        span: Option<&GameSpan>,
        cut: ExtractOptions,
        alone: bool,
    ) -> Option<Vec<u8>> {
        let Some(span) = span else {
            return (alone && cut.mark.is_none()).then(|| self.bytes.to_vec());
        };
        let text = self.decoded.text.get(span.range.clone())?;
        let begin = self.places.in_file(span.range.start);
        let mark = match cut.mark {
            None => None,
            Some(node) => {
                let place = edit::node_place(text, node)?;
                Some(self.places.in_file(span.range.start + place))
            }
        };
        let end = self.places.in_file(span.range.end);
        let range = if alone { 0..self.bytes.len() } else { begin..end };
        let mut bytes = self.bytes.get(range.clone())?.to_vec();
        if let Some(at) = mark {
            let hotspot = self.in_charset(edit::HOTSPOT);
            let at = at.checked_sub(range.start);
            let at = at.filter(|&at| at <= bytes.len())?;
            bytes.splice(at..at, hotspot);
        } else if alone {
            return Some(bytes);
        }
        // A mark without its end would run on into the charset.
        let same = |one: &GameRecord| is_same(one, record) && charsets(one) == charsets(record);
        matches!(formats::read(&bytes).records.as_slice(), [one] if same(one)).then_some(bytes)
    }

    /// ASCII in the file's charset: padded with zeros in UTF-16 and UTF-32.
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

    /// The game's text in UTF-8 with a correct `CA` and otherwise unchanged, if that means the same next to other
    /// games.
    fn edited(&self, record: &GameRecord, span: &GameSpan, cut: ExtractOptions) -> Option<String> {
        let text = self.decoded.text.get(span.range.clone())?;
        let mut text = write::without_escapes(edit::in_utf8(text, cut.mark)?);
        if span.is_bare {
            text = format!("({text})");
        }
        text.push_str(&")".repeat(span.open));
        text.push('\n');
        let length = text.len();
        // Anything without its end would run on into the next game.
        text.push_str(NEXT);
        let parsed = formats::read(text.as_bytes());
        let [first, next] = parsed.records.as_slice() else {
            return None;
        };
        let same = is_same(first, record)
            && charsets(first).first().is_some_and(|name| name == "UTF-8")
            && next.properties.len() == 1
            && next.tree.len() == 1;
        text.truncate(length);
        // A value without its end swallows what closes the game, unless another game follows. A game without
        // diagnostics has none.
        let is_closed =
            first.diagnostics.is_empty() || is_alone(text.as_bytes(), record) && is_parted(&text);
        (same && is_closed).then_some(text)
    }
}

/// Whether the game after this text keeps its first value, even one without a name: a name that lacks its value may
/// take it.
fn is_parted(text: &str) -> bool {
    let followed = format!("{text}(;[next])");
    formats::read(followed.as_bytes()).records.len() == 2
}

/// A game that follows.
const NEXT: &str = "(;GN[next])";

/// Whether bytes are this game and nothing else.
fn is_alone(bytes: &[u8], record: &GameRecord) -> bool {
    let parsed = formats::read(bytes);
    matches!(parsed.records.as_slice(), [one] if is_same(one, record))
}

/// What a record says of its charset.
fn charsets(record: &GameRecord) -> &[String] {
    let property = record.properties.iter().find(|p| p.name == "CA");
    property.map_or(&[], |property| property.values.as_slice())
}

/// Whether two records are the same, apart from the charset and the mark.
fn is_same(a: &GameRecord, b: &GameRecord) -> bool {
    fn others(record: &GameRecord) -> impl Iterator<Item = &Property> {
        let other = |p: &&Property| !matches!(p.name.as_str(), "CA" | "HO");
        record.properties.iter().filter(other)
    }
    a.start == b.start
        && a.tree == b.tree
        && others(a).eq(others(b))
        && a.main_info == b.main_info
        && a.side_info == b.side_info
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_value_takes_none_of_the_next_game() {
        let file = b"(;GM[1]SZ[5];B[cc]BR\xf1[9(p]Shift_JIS)(;[9p]Shab";
        assert_eq!(formats::read(file).records.len(), 2);
        let mut collection = Vec::new();
        let all = |number, _: &GameRecord| {
            let mark = (number == 2).then_some(0);
            Some(ExtractOptions { mark, id: None })
        };
        take(file, ExportForm::Utf8, &all, &mut |_, piece| collection.extend(piece.bytes));
        let shown = String::from_utf8_lossy(&collection);
        assert_eq!(formats::read(&collection).records.len(), 2, "{shown}");
    }

    #[test]
    fn a_mark_does_not_swallow_the_charset() {
        let file = b"(;GM \\]CA[GBK]PB[\xbf\xc2];B[aa])";
        let record = formats::read(file).records.remove(0);
        for form in [ExportForm::Kept, ExportForm::Utf8] {
            let all = |_, _: &GameRecord| Some(ExtractOptions { mark: Some(0), id: None });
            let mut taken = Vec::new();
            take(file, form, &all, &mut |_, piece| taken = piece.bytes);
            let again = formats::read(&taken).records.remove(0);
            let shown = String::from_utf8_lossy(&taken);
            assert!(["GBK", "UTF-8"].contains(&charsets(&again)[0].as_str()), "{shown}");
            assert_eq!(again.info, record.info, "{shown}");
        }
    }

    #[test]
    fn a_game_that_was_cut_says_the_same_by_itself() {
        for text in [
            "(;SZ[19]PB[x];B[pd",
            "(;SZ[19];B[pd]C[a",
            "(;SZ[19];B[pd)(;SZ[19];B[bd])",
            // An escape is no part of a name, a blank may stand behind one.
            "(;SZ[19]PB\u{1b}[x];B[pd])",
        ] {
            let record = formats::read(text.as_bytes()).records.remove(0);
            for form in [ExportForm::Kept, ExportForm::Utf8] {
                let cut = |number, _: &GameRecord| (number == 1).then(ExtractOptions::default);
                let mut taken = None;
                take(text.as_bytes(), form, &cut, &mut |_, piece| taken = Some(piece));
                let bytes = taken.unwrap().bytes;
                let again = formats::read(&bytes).records.remove(0);
                let shown = String::from_utf8_lossy(&bytes);
                assert_eq!(again.tree, record.tree, "{text} is {shown}");
                assert_eq!(again.info, record.info, "{text} is {shown}");
            }
        }
    }
}
