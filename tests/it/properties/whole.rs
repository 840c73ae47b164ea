//! Properties of an archive of any files: it can be indexed, verified, searched, shown and forgotten.

use super::archive;
use super::ask::{hits, stored_game};
use super::scratch::Scratch;
use kifu_index::cli::test_api::{ShowOptions, Terminal, show_file};
use kifu_index::crawl::Entry;
use kifu_index::engine::request::FindCopies;
use kifu_index::engine::row::GameRow;
use kifu_index::engine::stored_game::StoredGame;
use kifu_index::engine::{AskOptions, Engine};
use kifu_index::formats;
use kifu_index::index::verify::verify;
use kifu_index::language::address::GamePosition;
use kifu_index::language::ast::quote;
use kifu_index::language::locate::position;
use kifu_index::record::{GameRecord, NodeId};
use kifu_index::text::phrase_terms;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Indexes files with these names, and checks that the index contains exactly their games. Returns the number of games.
pub fn is_sound(scratch: &Scratch, files: &[(String, Vec<u8>)]) -> usize {
    scratch.clear();
    let paths: Vec<_> = files.iter().map(|(name, bytes)| scratch.write(name, bytes)).collect();
    let (games, problems) = read(&paths);
    let count: usize = games.iter().map(|(_, records)| records.len()).sum();

    let report = scratch.build();
    assert_eq!(report.totals.files, files.len() as u64);
    assert_eq!(report.totals.game_count(), count as u64);
    assert_eq!(report.totals.problem_count(), problems, "{:?}", report.problems);
    for (_, problem) in &report.problems {
        assert!(!problem.message.contains("because of a bug in this program"), "{problem:?}");
    }
    check_undamaged(scratch);
    check_found(&scratch.engine(), &games);

    let again = scratch.build();
    // The next build tries files again that exceeded a limit or could not be read.
    let is_retried = |kind: &str| report.totals.problems.contains_key(kind);
    if !["too-large", "unreadable"].into_iter().any(is_retried) {
        assert_eq!(again.unchanged, files.len() as u64);
        assert_eq!(again.read.game_count(), 0);
    }
    assert_eq!(again.totals, report.totals);
    assert_eq!(scratch.forget().expect("an index"), count as u64);
    assert_eq!(hits(&scratch.engine(), "").len(), 0);
    check_undamaged(scratch);
    count
}

/// A file or archive as the index lists it, and the games in it.
type Games = (Entry, Vec<GameRecord>);

/// Expected games of the index, and the expected number of problems.
fn read(paths: &[PathBuf]) -> (Vec<Games>, u64) {
    let (mut games, mut problems) = (Vec::new(), 0);
    for path in paths {
        let (entries, of_path) = archive::read(&path.as_path().into(), &archive::limits());
        problems += of_path.len() as u64;
        for entry in entries {
            let records = formats::read(&entry.bytes).records;
            let name = entry.origin.file_name().to_ascii_lowercase();
            // JSON and MGT files need not be games, so they are no problem without one.
            let is_game = !name.ends_with(".json") && !name.ends_with(".mgt");
            problems += u64::from(records.is_empty() && is_game);
            games.push((entry, records));
        }
    }
    (games, problems)
}

/// Checks that all files of the index are undamaged.
fn check_undamaged(scratch: &Scratch) {
    let verified = verify(&scratch.index_folder()).expect("an index");
    assert_eq!(verified.damaged, []);
}

/// Number of games that are compared one by one, and number of words that are searched for each. Both limit the time
/// for an input.
const CHECKED_GAMES: usize = 8;
const CHECKED_WORDS: usize = 4;

/// Checks that the games are found by their own words, and that they equal the records that were read.
fn check_found(engine: &Engine, games: &[Games]) {
    let all = hits(engine, "");
    assert_eq!(all.len(), games.iter().map(|(_, records)| records.len()).sum::<usize>());
    check_copies(engine, all.len());
    for game in all.iter().take(CHECKED_GAMES) {
        let is_own = |(entry, _): &&Games| {
            let members = &entry.origin.members;
            let occurrences = members.iter().map(|member| member.occurrence);
            *entry.origin.path == *game.path
                && members.iter().map(|member| &member.name).eq(&game.members)
                && occurrences.eq(game.occurrences.iter().copied())
        };
        let (entry, records) = games.iter().find(is_own).expect("an entry of the archive");
        let record = &records[game.game as usize - 1];
        check_stored(engine, game, record);
        check_printed(entry, game.game);
        for word in searchable_words(record).take(CHECKED_WORDS) {
            let query = format!("comment:{} id:{}", quote(word), game.id);
            assert_eq!(hits(engine, &query).len(), 1, "{query}");
        }
    }
}

/// Checks that each group of copies has several games, and that all groups together have at most as many games as the
/// index.
fn check_copies(engine: &Engine, games: usize) {
    let request = FindCopies::default();
    let mut copy_count = 0;
    let found = engine.copies(&request, &AskOptions::default(), &mut |group| {
        assert!(group.games.len() > 1);
        copy_count += group.games.len();
        ControlFlow::Continue(())
    });
    assert_eq!(found.expect("an index").answer.games, copy_count);
    assert!(copy_count <= games);
}

/// Checks that the index stores the same tree as the one that was read from the file.
fn check_stored(engine: &Engine, game: &GameRow, record: &GameRecord) {
    if !record.start.has_rules() {
        return;
    }
    let StoredGame { start, tree, .. } =
        stored_game(engine, &game.id).expect("a game of the index");
    assert_eq!(start, record.start);
    assert_eq!(tree.len(), record.tree.len());
    for node in 0..tree.len() as NodeId {
        assert_eq!(tree.actions(node), record.tree.actions(node), "node {node}");
    }
    position(start, &tree, GamePosition::Node(tree.len() as NodeId - 1))
        .expect("a node of the tree");
}

fn check_printed(entry: &Entry, number: u32) {
    let what = ShowOptions {
        game: Some(number),
        at: GamePosition::End,
        region: None,
        graph: false,
        userdata: None,
        svg: false,
    };
    for json in [false, true] {
        let mut out = Vec::new();
        let result = show_file(entry, &what, json, &Terminal::plain(80, true), &mut out);
        assert_eq!(result.expect("a game of the file"), 1);
        let text = String::from_utf8(out).expect("text");
        // Printed text must not contain control characters of a file.
        assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    }
}

/// Words of the comments that a query can search.
fn searchable_words(record: &GameRecord) -> impl Iterator<Item = &str> {
    let comments = record.tree.comments();
    let words = comments.flat_map(|(_, text)| text.split_whitespace());
    words.filter(|word| !phrase_terms(word).is_empty())
}
