//! How indexes are built and refreshed, and how roots are removed from them; damaged archives.

use crate::support::{
    Place, Zip, answer, build_with, copy_tree, describe, describe_answer, files_below, hits, id_of,
    let_run_for, sample_archive, set_age, stored_game,
};
use kifu_index::engine::Engine;
use kifu_index::engine::request::BoardSearch;
use kifu_index::error::{ErrorKind, Remedy};
use kifu_index::index::Index;
use kifu_index::index::build::{BuildReport, Options, ReadProgress, build, forget, rebuild};
use kifu_index::index::verify::verify;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const GAME: &str = "(;SZ[19]PB[Anna]PW[Ben]RE[B+R];B[pd];W[dp])";

fn game(black: &str) -> String {
    GAME.replace("Anna", black)
}

/// Queries of all kinds, whose answers are compared between indexes.
const QUERIES: [&str; 20] = [
    "",
    "player:Lee result:W+",
    "player:Anna",
    "black:Cho OR white:Cho",
    "-player:Lee kind:go",
    "opening:chinese",
    "comment:ladder",
    "date:1980..1990",
    "kind:loa",
    "size:9 OR size:13",
    "format:jgf",
    "has:variations",
    "comment:劫",
    "winner:Lee",
    "moves>=100",
    "event:Honinbo",
    "komi=5.5",
    "charset:big5 OR charset:gbk OR charset:euc-kr OR charset:shift_jis",
    "file:zip",
    "the",
];

/// Positions of several games and board sizes, whose answers are compared between indexes.
const BOARDS: [&str; 8] =
    ["Q16", "Q16 D4", "Q16 D4 Q3", "D4 Q16 D16", "C3", "(;SZ[19])", "(;SZ[9])", "(;GM[9])"];

/// Answers of an index to all test queries as one text, with paths relative to `root`.
fn answers(engine: &Engine, root: &Path) -> String {
    let mut text = String::new();
    for query in QUERIES {
        text.push_str(&format!("== {query}\n"));
        for game in hits(engine, query) {
            text.push_str(&format!("{}\n", describe(engine, &game, root)));
        }
    }
    for board in BOARDS {
        text.push_str(&format!("{}\n", describe_answer(engine, board, root)));
    }
    text
}

/// Problems of a build, sorted: file or member relative to the games, and kind.
fn problems(report: &BuildReport, root: &Path) -> Vec<String> {
    let mut problems: Vec<String> = (report.problems.iter())
        .map(|(path, problem)| {
            let path = Path::new(path).strip_prefix(root).unwrap();
            let member = (problem.member.as_ref()).map_or(String::new(), |m| format!("!{m}"));
            assert!(!problem.message.is_empty());
            format!("{}{member} {}", path.display(), problem.kind)
        })
        .collect();
    problems.sort();
    problems
}

#[test]
fn the_sample_archive_is_counted() {
    let place = Place::new();
    let report = build_with(&place.folder(), &[sample_archive()], &Options::default());
    let count = |kind: &str| report.read.games.get(&kind.parse().unwrap()).copied().unwrap_or(0);
    let counts = ["sgf go", "sgf loa", "sgf other", "jgf go"].map(count);
    assert_eq!(report.read.game_count(), 45);
    assert_eq!(counts, [36, 5, 1, 3]);
    assert_eq!(report.read.files, 42);
    assert_eq!(report.totals, report.read);
    assert_eq!(
        problems(&report, &sample_archive()),
        ["oddities/notes.sgf no-game", "oddities/null.sgf no-game"]
    );
    let engine = place.engine();
    assert_eq!(hits(&engine, "").len(), 45);
    assert!(!hits(&engine, "player:Lee result:W+").is_empty());
    for entry in std::fs::read_dir(place.folder()).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().contains("tmp"), "{name:?}");
    }
    assert!(place.folder().join("CACHEDIR.TAG").is_file());
}

#[test]
fn threads_and_memory_change_no_answer() {
    let mut all = Vec::new();
    for (threads, memory) in [(1, 64), (8, 64), (8, 16), (3, 16)] {
        let place = Place::new();
        let options = Options { threads, memory: memory << 20, ..Options::default() };
        build_with(&place.folder(), &[sample_archive()], &options);
        all.push(answers(&place.engine(), &sample_archive()));
    }
    for other in &all[1..] {
        assert_eq!(&all[0], other);
    }
}

#[test]
fn unchanged_files_are_not_read() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let first = place.build();
    assert_eq!(first.read.game_count(), 45);
    let before = answers(&place.engine(), &place.games());
    for roots in [vec![], vec![place.games()], vec![place.games().join("loa")]] {
        let again = build_with(&place.folder(), &roots, &Options::default());
        assert_eq!((again.read.files, again.read.game_count()), (0, 0));
        assert_eq!((again.unchanged, again.removed), (42, 0));
        assert_eq!(again.totals, first.totals);
        assert!(again.problems.is_empty());
    }
    assert_eq!(answers(&place.engine(), &place.games()), before);
    assert_eq!(place.index().header().roots.len(), 1);
}

#[test]
fn a_change_replaces_the_games_of_its_file() {
    let place = Place::new();
    place.write("a.sgf", game("Anna"));
    place.write("b.sgf", format!("{}{}", game("Clara"), game("Dora")));
    place.build();
    assert_eq!(place.found("player:Clara"), ["b.sgf@1"]);

    // The file has the same length and another time, so it must be read again.
    place.write("b.sgf", format!("{}{}", game("Emily"), game("Dora")));
    set_age(&place.games().join("b.sgf"), 50_000);
    let report = place.build();
    assert_eq!((report.read.files, report.unchanged), (1, 1));
    assert_eq!(place.found("player:Clara"), [""; 0]);
    assert_eq!(place.found("player:Emily"), ["b.sgf@1"]);
    assert_eq!(place.found("player:Dora"), ["b.sgf@2"]);
    assert_eq!(place.found("").len(), 3);

    // The file has the same time, another length, and one game fewer, so it must be read again.
    place.write("b.sgf", game("Fanny"));
    set_age(&place.games().join("b.sgf"), 50_000);
    assert_eq!(place.build().totals.game_count(), 2);
    assert_eq!(place.found(""), ["a.sgf@1", "b.sgf@1"]);

    // The changed file contains no game any more, so its games must be removed from the index.
    place.write("b.sgf", "");
    let report = place.build();
    assert_eq!(problems(&report, &place.games()), ["b.sgf no-game"]);
    assert_eq!(place.found(""), ["a.sgf@1"]);
    let answer = answer(&place.engine(), &BoardSearch::of("Q16"));
    assert_eq!(answer.total, 1);
}

#[test]
fn a_file_that_was_written_just_now_is_not_trusted() {
    let place = Place::new();
    let path = place.games().join("a.sgf");
    std::fs::write(&path, game("Clara")).unwrap();
    let time = std::fs::metadata(&path).unwrap().modified().unwrap();
    place.build();
    std::fs::write(&path, game("Fanny")).unwrap();
    let file = std::fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(time).unwrap();
    place.build();
    assert_eq!(place.found("player:Clara"), [""; 0]);
    assert_eq!(place.found("player:Fanny"), ["a.sgf@1"]);
}

#[test]
fn files_come_go_and_are_renamed() {
    let place = Place::new();
    place.write("x/a.sgf", game("Anna"));
    place.write("x/b.sgf", game("Bea"));
    place.write("x-2/c.sgf", game("Clara"));
    place.build();
    assert_eq!(place.found(""), ["x-2/c.sgf@1", "x/a.sgf@1", "x/b.sgf@1"]);

    std::fs::remove_file(place.games().join("x/b.sgf")).unwrap();
    let report = place.build();
    assert_eq!((report.removed, report.unchanged), (1, 2));
    assert_eq!(place.found(""), ["x-2/c.sgf@1", "x/a.sgf@1"]);

    let rename = |from: &str, to: &str| {
        std::fs::rename(place.games().join(from), place.games().join(to)).unwrap();
    };
    rename("x/a.sgf", "x/z.sgf");
    let report = place.build();
    assert_eq!((report.removed, report.read.files), (1, 1));
    assert_eq!(place.found("player:Anna"), ["x/z.sgf@1"]);

    rename("x", "y");
    place.build();
    assert_eq!(place.found(""), ["x-2/c.sgf@1", "y/z.sgf@1"]);

    place.write("y/new.sgf", game("Nora"));
    let report = place.build();
    assert_eq!((report.read.files, report.unchanged), (1, 2));
    assert_eq!(place.found("player:Nora"), ["y/new.sgf@1"]);

    // Replaces a folder by a file, and then the file by a folder.
    std::fs::remove_dir_all(place.games().join("y")).unwrap();
    std::fs::remove_dir_all(place.games().join("x-2")).unwrap();
    place.write("only.sgf", game("Olga"));
    place.build();
    assert_eq!(place.found(""), ["only.sgf@1"]);
    std::fs::remove_file(place.games().join("only.sgf")).unwrap();
    place.write("only.sgf/inner.sgf", game("Pia"));
    place.build();
    assert_eq!(place.found(""), ["only.sgf/inner.sgf@1"]);
}

#[test]
fn an_archive_that_changes() {
    let place = Place::new();
    let zip = |names: &[&str]| {
        let zip = Zip::new();
        names.iter().fold(zip, |zip, name| zip.add(format!("{name}.sgf"), game(name))).finish()
    };
    place.write("a.zip", zip(&["Anna", "Bea"]));
    place.build();
    place.write("a.zip", zip(&["Bea", "Clara", "Dora"]));
    assert_eq!(place.build().totals.game_count(), 3);
    assert_eq!(place.found("player:Anna"), [""; 0]);
    assert_eq!(place.found(""), ["a.zip!Bea.sgf@1", "a.zip!Clara.sgf@1", "a.zip!Dora.sgf@1"]);
}

#[test]
fn roots_are_forgotten() {
    let place = Place::new();
    place.write("x/a.sgf", game("Anna"));
    place.write("x-2/b.sgf", format!("{}{}", game("Bea"), game("Clara")));
    let root = |name: &str| place.games().join(name);
    let options = Options::default();
    build_with(&place.folder(), &[root("x"), root("x-2")], &options);
    let error = forget(&place.folder(), &[place.games()], &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(error.help_text().unwrap().to_string().contains("x-2"));
    assert_eq!(place.found("").len(), 3);
    assert_eq!(forget(&place.folder(), &[root("x")], &options).unwrap(), 1);
    assert_eq!(place.found(""), ["x-2/b.sgf@1", "x-2/b.sgf@2"]);
    build_with(&place.folder(), &[], &options);
    assert_eq!(place.found("").len(), 2);
    let gone = root("x-2");
    std::fs::rename(&gone, root("y")).unwrap();
    assert_eq!(forget(&place.folder(), &[gone], &options).unwrap(), 2);
    assert_eq!(place.found(""), [""; 0]);
    assert!(root("x/a.sgf").is_file());
    let error = build(&place.folder(), &[], &options, &ReadProgress::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[test]
fn a_root_that_cannot_be_reached_keeps_its_games() {
    let place = Place::new();
    place.write("x/a.sgf", game("Anna"));
    place.write("y/b.sgf", game("Bea"));
    let (x, away) = (place.games().join("x"), place.games().join("away"));
    let options = Options::default();
    build_with(&place.folder(), &[x.clone(), place.games().join("y")], &options);
    std::fs::rename(&x, &away).unwrap();
    let report = build_with(&place.folder(), &[], &options);
    assert_eq!(report.unreachable, std::slice::from_ref(&x));
    assert_eq!((report.removed, report.totals.game_count()), (0, 2));
    assert_eq!(place.found(""), ["x/a.sgf@1", "y/b.sgf@1"]);
    // A missing file that is named explicitly must be an error, and nothing may change.
    let named =
        build(&place.folder(), std::slice::from_ref(&x), &options, &ReadProgress::default());
    assert_eq!(named.unwrap_err().kind(), ErrorKind::Io);
    assert_eq!(place.found("").len(), 2);
    std::fs::rename(&away, &x).unwrap();
    let report = build_with(&place.folder(), &[], &options);
    assert_eq!((report.unchanged, report.read.files), (2, 0));
}

#[test]
fn one_root_in_another_is_read_once() {
    let place = Place::new();
    place.write("x/a.sgf", game("Anna"));
    place.write("b.sgf", game("Bea"));
    let options = Options::default();
    build_with(&place.folder(), &[place.games().join("x")], &options);
    build_with(&place.folder(), &[place.games().join("x/../../games/.")], &options);
    assert_eq!(place.found(""), ["b.sgf@1", "x/a.sgf@1"]);
    assert_eq!(place.index().header().roots.len(), 1);
    let both = [place.games(), place.games().join("x"), place.games()];
    build_with(&place.folder(), &both, &options);
    assert_eq!(place.found("").len(), 2);
}

#[test]
fn ids_do_not_depend_on_the_order_of_builds() {
    let ids = |roots: &[&[&str]]| {
        let place = Place::new();
        place.write("x/a.sgf", game("Anna"));
        place.write("b.sgf", game("Bea"));
        for roots in roots {
            let roots: Vec<PathBuf> = roots.iter().map(|r| place.games().join(r)).collect();
            build_with(&place.folder(), &roots, &Options::default());
        }
        let mut ids: Vec<String> =
            hits(&place.engine(), "").into_iter().map(|game| game.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids(&[&["."]]), ids(&[&["x"], &["."]]));
}

#[test]
fn copies_below_two_roots_are_both_found_by_their_id() {
    let place = Place::new();
    place.write("x/a.sgf", game("Anna"));
    place.write("y/a.sgf", game("Anna"));
    let roots = [place.games().join("x"), place.games().join("y")];
    build_with(&place.folder(), &roots, &Options::default());
    let engine = place.engine();
    let games = hits(&engine, "");
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(stored_game(&engine, &game.id).unwrap().card.id, id_of(&game));
    }
}

#[test]
fn many_small_segments_answer_like_one() {
    let whole = Place::new();
    copy_tree(&sample_archive(), &whole.games());
    whole.build();
    let expected = answers(&whole.engine(), &whole.games());

    // Adds one file in every build. Some files first have other contents, so that segments with deleted games are
    // merged.
    let pieces = Place::new();
    let mut most_segments = 0;
    let options = Options { threads: 1, ..Options::default() };
    for (number, file) in files_below(&sample_archive()).iter().enumerate() {
        let name = file.strip_prefix(sample_archive()).unwrap();
        let name = name.to_str().unwrap();
        if number % 3 == 0 {
            pieces.write(&format!("{number}-gone.sgf"), game("Gone"));
        }
        if number % 4 == 1 && !name.ends_with(".zip") {
            pieces.write(name, format!("{}{}", game("Old"), game("Older")));
            build_with(&pieces.folder(), &[pieces.games()], &options);
        }
        pieces.write(name, std::fs::read(file).unwrap());
        set_age(&pieces.games().join(name), 90_000);
        build_with(&pieces.folder(), &[pieces.games()], &options);
        if number % 3 == 2 {
            std::fs::remove_file(pieces.games().join(format!("{}-gone.sgf", number - 2))).unwrap();
        }
        most_segments = most_segments.max(pieces.index().segment_count());
    }
    for file in files_below(&pieces.games()) {
        if file.to_string_lossy().ends_with("-gone.sgf") {
            std::fs::remove_file(file).unwrap();
        }
    }
    let report = build_with(&pieces.folder(), &[], &options);
    assert!(most_segments > 1, "no merge was needed");
    assert!(report.totals.files > most_segments as u64, "nothing was merged");
    assert_eq!(report.totals, whole.index().header().totals);
    let found = answers(&pieces.engine(), &pieces.games());
    assert_eq!(words_sorted(&found), words_sorted(&expected));
}

/// Answers in which the games of the last query are sorted by their text and not by relevance: relevance depends on
/// word frequencies, which still count deleted games until a merge removes them.
fn words_sorted(answers: &str) -> String {
    let (before, words) = answers.split_once("== the\n").unwrap();
    let mut lines: Vec<&str> = words.lines().collect();
    lines.sort_unstable();
    format!("{before}{}", lines.join("\n"))
}

#[test]
fn other_folders_are_left_alone() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    let full = place.games();
    let options = Options::default();
    for result in [
        build(&full, &[place.games()], &options, &ReadProgress::default()).map(|_| ()),
        forget(&full, &[place.games()], &options).map(|_| ()),
        Index::open(&full).map(|_| ()),
    ] {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotAnIndex);
        assert_eq!(error.remedy(), Some(&Remedy::OtherIndex));
    }
    assert_eq!(files_below(&full), [full.join("a.sgf")]);
    assert_eq!(std::fs::read(full.join("a.sgf")).unwrap(), GAME.as_bytes());
    // Here a file is in the place of the index folder.
    let file = full.join("a.sgf");
    let error = build(&file, &[place.games()], &options, &ReadProgress::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotAnIndex);
    assert_eq!(std::fs::read(&file).unwrap(), GAME.as_bytes());
    // Opens a missing folder, and then an empty one; both must be errors.
    let error = Index::open(&place.folder()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoIndex);
    assert_eq!(error.remedy(), Some(&Remedy::Build));
    assert!(!place.folder().exists());
    std::fs::create_dir(place.folder()).unwrap();
    assert_eq!(Index::open(&place.folder()).unwrap_err().kind(), ErrorKind::NoIndex);
    assert_eq!(place.build().totals.game_count(), 1);
}

#[test]
fn a_path_that_does_not_exist_makes_no_index() {
    let place = Place::new();
    let options = Options::default();
    let roots = [place.games(), place.games().join("nowhere")];
    let error = build(&place.folder(), &roots, &options, &ReadProgress::default()).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(!place.folder().exists(), "an index was left behind");
}

#[test]
fn an_index_of_another_version_is_refused() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    place.build();
    let marker = place.folder().join("kifu-index.json");
    let text = std::fs::read_to_string(&marker).unwrap();
    let snapshot = || -> Vec<(PathBuf, Vec<u8>)> {
        let read = |path: PathBuf| (path.clone(), std::fs::read(path).unwrap());
        files_below(&place.folder()).into_iter().map(read).collect()
    };
    std::fs::write(&marker, text.replace(char::is_numeric, "999")).unwrap();
    let before = snapshot();
    let options = Options::default();
    let roots = [place.games()];
    for error in [
        Index::open(&place.folder()).map(|_| ()).unwrap_err(),
        build(&place.folder(), &roots, &options, &ReadProgress::default()).map(|_| ()).unwrap_err(),
        forget(&place.folder(), &roots, &options).map(|_| ()).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::OtherVersion);
        let folder = place.folder();
        assert_eq!(error.remedy(), Some(&Remedy::Rebuild { folder }));
    }
    assert_eq!(snapshot(), before);
    std::fs::write(&marker, "{").unwrap();
    assert_eq!(Index::open(&place.folder()).unwrap_err().kind(), ErrorKind::Damaged);
}

#[test]
fn nothing_is_written_among_the_games() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    let state = || -> Vec<_> {
        let state = |path: PathBuf| {
            let time = std::fs::metadata(&path).unwrap().modified().unwrap();
            (std::fs::read(&path).unwrap(), time, path)
        };
        files_below(&place.games()).into_iter().map(state).collect()
    };
    let before = state();
    place.build();
    place.build();
    forget(&place.folder(), &[place.games()], &Options::default()).unwrap();
    assert!(before == state());
}

#[test]
fn an_index_among_the_games_is_not_crawled() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    let folder = place.games().join(".kifu-index");
    let other = place.games().join("sub/other-index");
    for folder in [&folder, &other, &folder] {
        let report = build_with(folder, &[place.games()], &Options::default());
        assert_eq!(report.totals.files, 1, "{:?}", report.problems);
        assert_eq!(report.other_files, 0);
    }
}

#[test]
fn there_is_one_writer() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    place.build();
    let lock = place.folder().join(".tantivy-writer.lock");
    let held =
        std::fs::File::options().create(true).truncate(false).write(true).open(lock).unwrap();
    held.try_lock().unwrap();
    let build =
        || build(&place.folder(), &[place.games()], &Options::default(), &ReadProgress::default());
    // A build without changes writes nothing, so it must succeed although the lock is held.
    assert_eq!(build().unwrap().unchanged, 1);
    place.write("b.sgf", game("Bea"));
    let error = build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Locked);
    assert!(error.help_text().is_some());
    // Readers must not be affected by the lock.
    assert_eq!(place.found(""), ["a.sgf@1"]);
    drop(held);
    place.build();
}

#[test]
fn a_reader_keeps_its_index() {
    let place = Place::new();
    for i in 0..20 {
        place.write(&format!("{i}.sgf"), game("Anna"));
    }
    place.build();
    let old = place.engine();
    for i in 0..20 {
        std::fs::remove_file(place.games().join(format!("{i}.sgf"))).unwrap();
        place.write(&format!("new-{i}.sgf"), game("Bea"));
        place.build();
    }
    assert_eq!(hits(&old, "player:Anna").len(), 20);
    assert_eq!(old.status(false).unwrap().answer.games, 20);
    assert_eq!(hits(&place.engine(), "player:Anna").len(), 0);
    assert_eq!(hits(&place.engine(), "player:Bea").len(), 20);
}

#[test]
fn damaged_archives_are_reported_with_their_place() {
    let place = Place::new();
    place.write("good.sgf", GAME);
    let three = || {
        Zip::new().add("a.sgf", game("Anna")).add("b.sgf", game("Bea")).add("c.sgf", game("Clara"))
    };
    // A zip that is cut within its last member has no directory any more.
    let cut = three().offset() as usize - 20;
    place.write("cut.zip", &three().finish()[..cut]);
    let mut flipped = three().finish();
    let at = flipped.windows(3).position(|w| w == b"Bea").unwrap();
    flipped[at] ^= 1;
    place.write("flipped.zip", flipped);
    place.write("text.zip", "this is no archive");
    place.write("empty-file.zip", "");
    place.write("empty.zip", Zip::new().finish());
    let locked = Zip::new().add("a.sgf", game("Anna")).add_flagged("locked.sgf", game("Lara"), 1);
    place.write("locked.zip", locked.finish());
    let overlapping =
        Zip::new().add("a.sgf", game("Anna")).add_overlapping("again.sgf", game("Anna"), 0);
    place.write("overlapping.zip", overlapping.finish());
    // One member claims to be longer than it is. The bytes that it takes from the next member must not become a game.
    let mut liar = three().finish();
    for start in [b"PK\x03\x04", b"PK\x01\x02"] {
        let header = liar.windows(4).position(|w| w == start).unwrap();
        let sizes = header + if start == b"PK\x03\x04" { 18 } else { 20 };
        for byte in [sizes, sizes + 4] {
            liar[byte] = liar[byte].wrapping_add(5);
        }
    }
    place.write("liar.zip", liar);
    let report = place.build();
    let root = place.games();
    assert_eq!(
        problems(&report, &root),
        [
            "cut.zip damaged",
            "cut.zip!c.sgf damaged",
            "empty-file.zip damaged",
            "empty.zip no-game",
            "flipped.zip!b.sgf damaged",
            "liar.zip!a.sgf damaged",
            "locked.zip!locked.sgf encrypted",
            "overlapping.zip!again.sgf damaged",
            "text.zip damaged",
        ]
    );
    assert_eq!(
        place.found(""),
        [
            "cut.zip!a.sgf@1",
            "cut.zip!b.sgf@1",
            "flipped.zip!a.sgf@1",
            "flipped.zip!c.sgf@1",
            "good.sgf@1",
            "liar.zip!b.sgf@1",
            "liar.zip!c.sgf@1",
            "locked.zip!a.sgf@1",
            "overlapping.zip!a.sgf@1",
        ]
    );
    // Damaged files are recorded with the problem, so the next build must not read them again.
    let again = place.build();
    assert_eq!((again.read.files, again.unchanged), (0, report.totals.files));
    assert_eq!(again.totals, report.totals);
}

#[test]
fn equal_names_and_odd_names_in_an_archive() {
    let place = Place::new();
    let zip = Zip::new()
        .add("a.sgf", game("Anna"))
        .add("a.sgf", game("Bea"))
        .add("../../up.sgf", game("Clara"))
        .add("/etc/root.sgf", game("Dora"))
        .add("wow!.sgf", game("Emily"))
        .add("folder/", "")
        .add(b"\x88\xcd\x8c\xe9.sgf", game("Fanny"))
        .add("__MACOSX/a.sgf", "resource fork")
        .add("NOTES.TXT", "no game")
        .add("back\\slash.SGF", game("Gina"));
    place.write("a.zip", zip.finish());
    let report = place.build();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    assert_eq!(report.totals.game_count(), 7);
    assert_eq!(place.found("player:Anna OR player:Bea"), ["a.zip!a.sgf@1", "a.zip!a.sgf@1"]);
    assert_eq!(place.found("player:Clara"), ["a.zip!../../up.sgf@1"]);
    assert_eq!(place.found("player:Fanny"), ["a.zip!囲碁.sgf@1"]);
    let mut ids: Vec<_> = hits(&place.engine(), "").iter().map(id_of).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 7);
}

#[test]
fn archives_in_archives_end_somewhere() {
    let place = Place::new();
    let nested = |levels: usize| {
        let mut zip = Zip::new().add("deep.sgf", game("Anna")).finish();
        for level in 1..levels {
            zip = Zip::new()
                .add(format!("{level}.zip"), zip)
                .add(format!("beside-{level}.sgf"), game("Bea"))
                .finish();
        }
        zip
    };
    place.write("four.zip", nested(4));
    place.write("six.zip", nested(6));
    let report = place.build();
    assert_eq!(problems(&report, &place.games()), ["six.zip!5.zip!4.zip!3.zip!2.zip too-large"]);
    assert_eq!(place.found("player:Anna"), ["four.zip!3.zip!2.zip!1.zip!deep.sgf@1"]);
    assert_eq!(place.found("player:Bea").len(), 3 + 4);
}

#[test]
fn an_archive_of_many_small_members() {
    let place = Place::new();
    let mut zip = Zip::new();
    for i in 0..3000 {
        zip = zip.add(format!("{i:04}.sgf"), game(&format!("Player{i}")));
    }
    place.write("many.zip", zip.finish());
    assert_eq!(place.build().totals.game_count(), 3000);
    assert_eq!(place.found("player:Player2718"), ["many.zip!2718.sgf@1"]);
    assert_eq!(place.found("").len(), 3000);
}

#[test]
fn files_that_hold_no_game() {
    let place = Place::new();
    place.write("good.sgf", GAME);
    place.write("empty.sgf", "");
    place.write("nul.sgf", [0; 4096]);
    place.write("null.sgf", "(null)\n");
    let mut random = crate::support::Random(7);
    let junk: Vec<u8> = (0..3 << 20).map(|_| random.below(256) as u8).collect();
    place.write("junk.jgf", &junk);
    place.write("other.json", "{\"name\": 1}");
    place.write("empty.mgt", "");
    place.write("zip.sgf", Zip::new().add("a.txt", "text").finish());
    place.write("games.7z", "7z");
    place.write("games.tar.gz", "\x1f");
    place.write("readme.txt", "passed over");
    let report = place.build();
    assert_eq!(
        problems(&report, &place.games()),
        [
            "empty.sgf no-game",
            "games.7z damaged",
            "games.tar.gz damaged",
            "nul.sgf no-game",
            "null.sgf no-game",
            "zip.sgf no-game",
        ]
    );
    assert_eq!(report.other_files, 1);
    // By chance the junk contains the characters that begin a game. Such a game must have findings and name no player.
    assert_eq!(place.found("-finding:*"), ["good.sgf@1"]);
    for game in hits(&place.engine(), "finding:*") {
        let players = game.info.players;
        assert_eq!((players.black.name, players.white.name), (None, None));
    }
}

#[test]
fn junk_with_brackets_is_survived() {
    let place = Place::new();
    let mut random = crate::support::Random(11);
    let letters = b"(;)[]\\BWC AB:\n\0a\xff";
    for i in 0..20 {
        let junk: Vec<u8> = (0..10_000).map(|_| letters[random.below(letters.len())]).collect();
        place.write(&format!("junk-{i}.sgf"), junk);
    }
    place.write("good.sgf", GAME);
    let report = place.build();
    let unreadable = report.read.problems.get("unreadable");
    assert_eq!(unreadable, None, "{:?}", report.problems);
    assert_eq!(place.found("player:Anna player:Ben"), ["good.sgf@1"]);
}

#[cfg(unix)]
#[test]
fn links_and_special_files() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.write("real/a.sgf", GAME);
    let games = place.games();
    symlink(&games, games.join("real/loop")).unwrap();
    symlink(games.join("nowhere"), games.join("broken.sgf")).unwrap();
    let fifo = std::process::Command::new("mkfifo").arg(games.join("x.sgf")).status();
    let has_fifo = fifo.is_ok_and(|status| status.success());
    let socket = std::os::unix::net::UnixListener::bind(games.join("socket.sgf"));
    let report = place.build();
    let mut expected = vec!["broken.sgf not-a-file", "real/loop not-a-file"];
    if socket.is_ok() {
        expected.push("socket.sgf not-a-file");
    }
    if has_fifo {
        expected.push("x.sgf not-a-file");
    }
    assert_eq!(problems(&report, &games), expected);
    assert_eq!(place.found(""), ["real/a.sgf@1"]);
    let again = place.build();
    assert_eq!(again.totals, report.totals);
    assert_eq!((again.unchanged, again.removed), (1, 0));
}

#[cfg(unix)]
#[test]
fn unreadable_files_keep_their_games() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let allow = |name: &str, mode: u32| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(place.games().join(name), permissions).unwrap();
    };
    place.write("open.sgf", GAME);
    place.write("locked.sgf", game("Lara"));
    place.write("folder/inner.sgf", game("Inga"));
    place.build();
    allow("locked.sgf", 0);
    allow("folder", 0);
    if std::fs::read(place.games().join("locked.sgf")).is_ok() {
        allow("folder", 0o755);
        println!("this user may read everything: nothing to test");
        return;
    }
    let report = place.build();
    allow("folder", 0o755);
    // A folder that cannot be listed must keep its games in the index. A file that cannot be read is known to the index
    // and unchanged, so it need not be opened, and keeps its game as well.
    assert_eq!(report.removed, 0);
    assert_eq!(place.found("player:Inga"), ["folder/inner.sgf@1"]);
    assert_eq!(place.build().totals.game_count(), 3);
}

/// Some programs change a file without changing its modification time. With `--checksum`, contents must be compared.
#[test]
fn content_that_changed_behind_the_same_size_and_time_is_found() {
    let place = Place::new();
    let loose = place.write("loose.sgf", "(;PB[Anna];B[aa])");
    let zip = place.write("games.zip", zip_of("(;PB[Bea];B[aa])"));
    for path in [&loose, &zip] {
        set_age(path, 1000);
    }
    let first = place.build();
    assert_eq!(first.totals.game_count(), 2);
    let compared_at = place.index().header().all_read;
    assert!(compared_at > 0);
    let refresh = |checksum| {
        let options = Options { checksum, ..Options::default() };
        build_with(&place.folder(), &[], &options)
    };
    assert_eq!(refresh(true).unchanged, 2);
    for (path, bytes) in
        [(&loose, b"(;PB[Cleo];B[aa])".to_vec()), (&zip, zip_of("(;PB[Eva];B[aa])"))]
    {
        let time = std::fs::metadata(path).unwrap().modified().unwrap();
        assert_eq!(std::fs::metadata(path).unwrap().len(), bytes.len() as u64);
        std::fs::write(path, bytes).unwrap();
        let file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_modified(time).unwrap();
        assert_eq!(refresh(false).unchanged, 2);
        let report = refresh(true);
        assert_eq!((report.unchanged, report.read.files), (1, 1));
    }
    assert_eq!(place.found("player:Cleo"), ["loose.sgf@1"]);
    assert_eq!(place.found("player:Eva").len(), 1);
    assert_eq!(place.found("").len(), 2);
}

/// Zip with one stored game.
fn zip_of(game: &str) -> Vec<u8> {
    crate::support::Zip::new().add("game.sgf", game).finish()
}

#[test]
fn a_game_keeps_the_time_at_which_it_was_added() {
    let place = Place::new();
    for name in ["a", "b"] {
        place.write(&format!("{name}.sgf"), game(name));
    }
    place.build();
    let times = || {
        let games = hits(&place.engine(), "").into_iter();
        Vec::from_iter(games.map(|game| (game.path, game.added.unwrap())))
    };
    let count = |query: &str| hits(&place.engine(), query).len();
    let first = times();
    assert_eq!(count("is:new"), 2);
    place.write("c.sgf", game("c"));
    place.build();
    assert_eq!(count("is:new"), 1);
    // Games that count as new (`is:new`) must stay new after an edit of another file, after a deletion, and after a
    // build without changes.
    place.write("c.sgf", game("d"));
    std::fs::remove_file(place.games().join("b.sgf")).unwrap();
    place.build();
    place.build();
    let known = times();
    assert_eq!((count("is:new"), known.len()), (1, 2));
    assert!(first.contains(&known[0]) && known[1].1 > first[0].1);
    let options = Options::default();
    let report = rebuild(&place.folder(), &[], &options, &ReadProgress::default()).unwrap();
    assert_eq!((times(), report.added), (known, 0));
    assert_eq!(count("is:new d"), 1);
    for (query, games) in [
        ("added:today OR added:yesterday", 2),
        ("added:1w", 2),
        ("added:1d..", 2),
        ("added<1d", 0),
        ("added>today", 0),
        ("added:..2000", 0),
        ("added:2000..", 2),
        ("added:*", 2),
        ("-added:1w", 0),
        ("date:1y..", 0),
    ] {
        assert_eq!(count(query), games, "{query}");
    }
}

/// A build that is cancelled in its last phase must end soon.
#[test]
fn a_build_can_be_cancelled_while_it_ends() {
    let place = Place::new();
    for number in 0..300 {
        place.write(&format!("{}/{number}.sgf", number % 3), game(&number.to_string()));
    }
    let mut ends = [0, 0];
    for round in 0..20 {
        place.write("0/0.sgf", game(&format!("round {round}")));
        let (progress, cancel) = (ReadProgress::default(), Arc::new(AtomicBool::new(false)));
        let options = Options { cancel: Some(cancel.clone()), ..Options::default() };
        let roots = [place.games()];
        let built = std::thread::scope(|scope| {
            let work = || build(&place.folder(), &roots, &options, &progress);
            let built = scope.spawn(work);
            while !progress.finishing.load(Ordering::Relaxed) && !built.is_finished() {
                std::hint::spin_loop();
            }
            let_run_for(Duration::from_micros(200 * round));
            cancel.store(true, Ordering::Relaxed);
            built.join().unwrap()
        });
        match built {
            Ok(_) => ends[0] += 1,
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::Interrupted, "{error}");
                ends[1] += 1;
            }
        }
        match verify(&place.folder()) {
            Ok(verified) => assert_eq!(verified.damaged, []),
            // A cancelled first build must leave no index.
            Err(error) => assert_eq!((error.kind(), ends[0]), (ErrorKind::NoIndex, 0)),
        }
    }
    assert!(ends[1] > 0, "{ends:?}");
    place.build();
    assert_eq!(hits(&place.engine(), "").len(), 300);
    assert_eq!(hits(&place.engine(), "round").len(), 1);
}
