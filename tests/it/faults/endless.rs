//! No input keeps a build or a query busy forever, and files that take long are reported.

use crate::support::{Member, Place, Zip, hits, query_error, rounds};
use kifu_index::index::build::{FileTimeLimit, Options, ReadProgress, build};
use kifu_index::language::parse;
use std::path::Path;
use std::time::Duration;

/// Indexes and searches every character: at both ends of a text, alone, doubled, and between letters. Characters that
/// would end an SGF value are escaped.
#[test]
fn every_character_is_indexed_and_asked_for() {
    let place = Place::new();
    let characters: Vec<char> = ('\0'..=char::MAX).collect();
    for (number, some) in characters.chunks(1 << 16).enumerate() {
        let mut game = format!("(;GM[1]FF[4]CA[UTF-8]PB[ʻOkina {number}]");
        for few in some.chunks(32) {
            let shapes = |c: &char| format!("{c}\n{c}{c}\na{c}b\n{c}a\na{c}\n");
            let text: String = few.iter().map(shapes).collect();
            let text = text.trim_end_matches('\n');
            let text = text.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:");
            game.push_str(&format!(";C[{text}]"));
        }
        game.push(')');
        place.write(&format!("{number}.sgf"), game);
    }
    let report = place.build();
    assert_eq!(report.totals.game_count(), 17);
    let engine = place.engine();
    assert_eq!(hits(&engine, "player:Okina").len(), 17);
    assert_eq!(hits(&engine, "player:ʻOkina").len(), 17);
    let is_word = |c: &&char| c.is_alphanumeric() || "'`´‘’ʼʻʹ′＇‛".contains(**c);
    let words: Vec<char> = characters.iter().filter(is_word).copied().collect();
    // The quick run takes every sixth group of characters; `KIFU_SLOW` takes all.
    for few in words.chunks(64).step_by(rounds(6, 1)) {
        let shapes = |c: &char| format!("{c} {c}{c} a{c}b {c}a a{c} ");
        let text: String = few.iter().map(shapes).collect();
        // The characters of a query are in several files, so no game matches all of them. The test only checks that an
        // answer comes.
        hits(&engine, &format!("comment:\"{text}\""));
        hits(&engine, &format!("player:\"{text}\""));
    }
    for c in ['ʻ', 'ʼ', 'ʹ'] {
        hits(&engine, &format!("a{c}"));
        hits(&engine, &format!("player:{c}a*"));
        hits(&engine, &format!("player:a{c}~"));
        let doubled = format!("{c}{c}");
        assert!(parse(&doubled).is_ok());
        query_error(&engine, &doubled);
    }
}

/// A file that takes long to read must be named and still read. It is skipped only on request; then it is reported, and
/// read by the next build.
#[test]
fn slow_files_are_reported() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna];B[aa])");
    place.write("big.sgf", format!("(;PB[Big]{})", ";B[aa]C[word];W[bb]".repeat(200_000)));
    place.write("z.sgf", "(;PB[Zoe];B[aa])");
    let run = |limit: Duration, skip: bool| {
        let options =
            Options { threads: 1, patience: FileTimeLimit { limit, skip }, ..Options::default() };
        let progress = ReadProgress::default();
        let report = build(&place.folder(), &[place.games()], &options, &progress).unwrap();
        let slow = std::mem::take(&mut *progress.slow.lock().unwrap());
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let slow: Vec<String> = slow.iter().map(|origin| name(&origin.path)).collect();
        (report, slow)
    };
    let (report, slow) = run(Duration::from_millis(20), true);
    assert_eq!(slow, ["big.sgf"]);
    let problems = report.problems.iter().map(|(_, problem)| problem.kind.as_str());
    assert_eq!(problems.collect::<Vec<_>>(), ["too-slow"]);
    assert_eq!(place.found(""), ["a.sgf@1", "z.sgf@1"]);
    let (report, slow) = run(Duration::from_millis(20), false);
    assert_eq!(slow, ["big.sgf"]);
    assert_eq!((report.problems, report.unchanged), (vec![], 2));
    assert_eq!(place.found(""), ["a.sgf@1", "big.sgf@1", "z.sgf@1"]);
    // A file that is read in time must not be reported.
    place.write("big.sgf", format!("(;PB[Big]{})", ";B[aa];W[bb]".repeat(10)));
    assert_eq!(run(Duration::from_secs(60), true).1, [""; 0]);
}

/// A sparse file of a terabyte must be skipped. It is a zip without a directory, so members would be searched for in
/// all its bytes.
#[test]
#[cfg(target_os = "linux")]
fn a_large_hole_is_not_read() {
    let place = Place::on_disk();
    let members = Zip::from_members(&[Member::stored("a.sgf", "(;PB[Anna];B[aa])")]).members();
    let path = place.write("a.zip", members);
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    // The test ends here if the file system supports no files of this size.
    if file.set_len(1 << 40).is_err() {
        return;
    }
    let report = place.build();
    assert_eq!(report.totals.game_count(), 1);
    let [(_, problem)] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert_eq!(problem.kind, "damaged");
}
