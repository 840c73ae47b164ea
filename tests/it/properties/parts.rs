//! Properties of the parts of a long file.

use kifu_index::formats::{self, Arrangement, FilePart, ReadLimits, Source};
use kifu_index::record::GameRecord;
use kifu_index::text::charset;

/// Checks that a text gives the same games as a whole and in two parts, if it can be cut in two. `at` is where the
/// first part ends at the latest.
pub fn are_sound(text: &str, at: usize) {
    let arrangement = Arrangement::of_text(text);
    // The charset is decided for each part, so only texts without any doubt about it are compared.
    if !text.is_ascii() || !arrangement.can_be_cut(text) {
        return;
    }
    let head = text.get(..at).unwrap_or(text);
    let cut = arrangement.complete_length(head, true);
    let (first, second) = text.split_at(cut);
    if [text, first, second].iter().any(|part| charset::decode(part.as_bytes()).text != *part) {
        return;
    }
    let whole = read(text, FilePart { arrangement, games_before: 0, offset: 0 });
    assert_eq!(arrangement.count_games(text, true) as usize, whole.len(), "{text:?}");
    if cut == 0 {
        return;
    }
    let mut parts = read(first, FilePart { arrangement, games_before: 0, offset: 0 });
    let games_before = parts.len() as u32;
    assert_eq!(arrangement.count_games(first, true), games_before, "{text:?}");
    parts.extend(read(second, FilePart { arrangement, games_before, offset: cut as u64 }));
    assert!(parts == whole, "{text:?} cut at {cut}\n{parts:?}\n{whole:?}");
}

/// Games of a part with their numbers, without the diagnostics, which also concern the charset of the part.
fn read(text: &str, part: FilePart) -> Vec<(u32, GameRecord)> {
    let mut games = Vec::new();
    let decoded = charset::decode(text.as_bytes());
    let source =
        Source { bytes: text.as_bytes(), part: Some(part), columns: None, game_lists: None };
    let limits = ReadLimits::of_each_game(formats::MAX_NODES);
    formats::read_part(source, &decoded, limits, &mut |mut record, text, _| {
        record.diagnostics = Default::default();
        games.push((text.number, record));
    });
    games
}

/// Checks that a game which is read by its number alone is the game that reading the whole file gives, for the first
/// games of a file. Returns how many of them could be read so.
pub fn numbered_games_are_sound(bytes: &[u8], max_games: usize) -> usize {
    let decoded = charset::decode(bytes);
    let mut whole = Vec::new();
    formats::read_decoded(Source::of_file(bytes), &decoded, &mut |record, text, span| {
        whole.push((record, text.clone(), span.map(|span| span.range)));
    });
    let mut count = 0;
    for (record, text, place) in whole.iter().take(max_games) {
        let Some(game) = formats::read_numbered(Source::of_file(bytes), &decoded, text.number)
        else {
            continue;
        };
        assert!(game.record == *record, "{text:?}\n{:?}\n{record:?}", game.record);
        assert_eq!((&game.text, &game.place), (text, place));
        assert_eq!(game.games as usize, whole.len());
        count += 1;
    }
    count
}
