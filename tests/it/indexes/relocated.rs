//! Roots that moved, files that were renamed, and disk space of forgotten games.

use crate::support::{
    Place, Zip, build_with, copy_tree, files_below, game_of, hits, holds_for, next_second, program,
    run_on, sample_archive, set_age, temporary_folder,
};
use kifu_index::engine::Engine;
use kifu_index::engine::build::relocate;
use kifu_index::error::{Error, ErrorKind};
use kifu_index::index::Index;
use kifu_index::index::build::{BuildReport, Options, ReadProgress, changes, forget};
use kifu_index::index::verify::verify;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

fn refresh(folder: &Path) -> BuildReport {
    build_with(folder, &[], &Options::default())
}

fn relocated(folder: &Path, old: &Path, new: &Path) -> Result<BuildReport, Error> {
    relocate(folder, old, new, &Options::default(), &ReadProgress::default())
}

/// Id and time of addition of each game, by its path.
fn games(folder: &Path) -> BTreeMap<String, (String, u64)> {
    let engine = Engine::open(folder).unwrap();
    let rows = hits(&engine, "").into_iter().map(|game| {
        let place = format!("{:?} {:?} {}", game.path, game.members, game.game);
        (place, (game.id.clone(), game.added.unwrap()))
    });
    rows.collect()
}

fn new_game_count(folder: &Path) -> usize {
    hits(&Engine::open(folder).unwrap(), "is:new").len()
}

/// Bytes of an index without its lists of files and its lock files.
fn index_bytes(folder: &Path) -> u64 {
    let files = files_below(folder).into_iter();
    files.map(|file| file.metadata().unwrap().len()).sum()
}

/// Makes a temporary archive and its index, which has several segments and two roots (indexed folders). Some games of
/// one root count as new.
fn archive(place: &Place) -> (PathBuf, PathBuf) {
    let (disk, other) = (place.games().join("disk"), place.games().join("disk-2"));
    copy_tree(&sample_archive(), &disk);
    for file in files_below(&disk) {
        set_age(&file, 100_000);
    }
    place.write(
        "disk/x/z.zip",
        Zip::new().add("1.sgf", game_of("Zoe")).add("2.sgf", game_of("Zita")).finish(),
    );
    place.write("disk-2/a.sgf", game_of("Anna"));
    build_with(&place.folder(), &[disk.clone(), other.clone()], &Options::default());
    next_second();
    place.write("disk/new.sgf", game_of("Nora"));
    refresh(&place.folder());
    (disk, other)
}

fn moved(text: &str, old: &Path, new: &Path) -> String {
    let old = format!("{}/", old.display());
    text.replacen(&old, &format!("{}/", new.display()), 1)
}

#[test]
fn a_moved_root_is_checked_but_not_read() {
    let place = Place::new();
    let (disk, other) = archive(&place);
    let folder = place.folder();
    let (before, size) = (games(&folder), index_bytes(&folder));
    let new = place.games().join("mnt/archive");
    fs::create_dir(place.games().join("mnt")).unwrap();
    fs::rename(&disk, &new).unwrap();
    let report = relocated(&folder, &disk, &new).unwrap();
    assert_eq!((report.read.files, report.added, report.removed), (0, 0, 0));
    let expected = before.iter().map(|(place, known)| (moved(place, &disk, &new), known.clone()));
    assert_eq!(games(&folder), expected.collect());
    assert_eq!(new_game_count(&folder), 1);
    assert!(index_bytes(&folder) <= size * 101 / 100, "{} and {size}", index_bytes(&folder));
    assert_eq!(verify(&folder).unwrap().damaged, []);
    assert!(changes(&Index::open(&folder).unwrap()).unwrap().is_empty());
    // The games must be those of an index that is built at the new place.
    let fresh = temporary_folder();
    let fresh = fresh.path().join("index");
    build_with(&fresh, &[new.clone(), other.clone()], &Options::default());
    let ids = |folder: &Path| {
        let games = games(folder).into_iter();
        games.map(|(place, (id, _))| (place, id)).collect::<Vec<_>>()
    };
    assert_eq!(ids(&folder), ids(&fresh));
    for query in ["file:*/mnt/archive/new.sgf", "archive:z.zip", "player:Anna", "sort:place"] {
        let found = |folder: &Path| {
            let rows = hits(&Engine::open(folder).unwrap(), query);
            Vec::from_iter(rows.into_iter().map(|game| game.id))
        };
        assert_eq!(found(&folder), found(&fresh), "{query}");
    }
    // Later changes must replace the old games, and deleted files must lose theirs.
    place.write("mnt/archive/new.sgf", game_of("Nina"));
    set_age(&new.join("new.sgf"), 5_000);
    let all = before.len() as u64;
    assert_eq!(refresh(&folder).totals.game_count(), all);
    fs::remove_file(new.join("x/z.zip")).unwrap();
    assert_eq!(refresh(&folder).totals.game_count(), all - 2);
    assert_eq!(games(&folder).len() as u64, all - 2);
    // The old place may become a root with equal files. Each root can then be forgotten separately.
    copy_tree(&new, &disk);
    build_with(&folder, std::slice::from_ref(&disk), &Options::default());
    assert_eq!(games(&folder).len() as u64, 2 * (all - 2) - 1);
    forget(&folder, std::slice::from_ref(&new), &Options::default()).unwrap();
    assert_eq!(games(&folder).len() as u64, all - 2);
    assert!(games(&folder).keys().all(|place| !place.contains("/mnt/")));
}

/// The files of a copied archive have other modification times. Their contents must be compared, and no game indexed
/// again.
#[test]
fn a_copy_with_other_times_is_not_read() {
    let place = Place::new();
    let (disk, _) = archive(&place);
    let folder = place.folder();
    let before = games(&folder);
    let new = place.games().join("copy");
    copy_tree(&disk, &new);
    for file in files_below(&new) {
        set_age(&file, 7_000);
    }
    fs::write(new.join("new.sgf"), game_of("Nena")).unwrap();
    set_age(&new.join("new.sgf"), 7_000);
    fs::remove_dir_all(&disk).unwrap();
    let report = relocated(&folder, &disk, &new).unwrap();
    assert_eq!((report.read.files, report.added), (1, 0));
    assert_eq!(refresh(&folder).read.files, 0);
    assert_eq!(games(&folder).len(), before.len());
    assert_eq!(new_game_count(&folder), 1);
}

#[test]
fn a_wrong_place_is_refused_and_nothing_changes() {
    let place = Place::new();
    let (disk, other) = archive(&place);
    let folder = place.folder();
    let before = games(&folder);
    place.write("empty/readme.txt", "nothing");
    place.write("disk-2/sub/b.sgf", game_of("Bea"));
    let at = |name: &str| place.games().join(name);
    for (old, new, kind) in [
        (at("nowhere"), at("empty"), ErrorKind::NotFound),
        (disk.clone(), at("empty"), ErrorKind::NotFound),
        (disk.clone(), at("nowhere"), ErrorKind::Io),
        (disk.clone(), other.join("sub"), ErrorKind::Query),
        (other.clone(), place.games(), ErrorKind::Query),
    ] {
        let error = relocated(&folder, &old, &new).unwrap_err();
        assert_eq!(error.kind(), kind, "{old:?} {new:?}: {error}");
        assert!(error.remedy().is_some(), "{error}");
    }
    assert_eq!(games(&folder), before);
    assert_eq!(verify(&folder).unwrap().damaged, []);
}

#[test]
fn a_build_of_the_new_place_offers_to_relocate() {
    let place = Place::new();
    let (disk, _) = archive(&place);
    let new = place.games().join("new place");
    fs::rename(&disk, &new).unwrap();
    let (old, new) = (disk.display().to_string(), new.display().to_string());
    let folder = place.folder();
    let refused = run_on(&folder, &["build", &new]).fails();
    assert!(refused.contains("kifu-index relocate"), "{refused}");
    assert!(refused.contains(&old) && refused.contains(&new), "{refused}");
    let before = games(&folder);
    let run = run_on(&folder, &["relocate", &old, &new]).ends(0);
    assert!(run.out.starts_with("Read 0 games from 0 files"), "{}", run.out);
    assert_eq!(games(&folder).len(), before.len());
    run_on(&folder, &["build", &new]).ends(0);
    // With `--as-new`, the games of both places must stay.
    fs::rename(&new, &old).unwrap();
    run_on(&folder, &["build", &old]).fails();
    run_on(&folder, &["build", "--as-new", &old]).ends(0);
    assert!(games(&folder).len() > before.len() * 3 / 2);
}

/// A file that is renamed inside a root must get the game ids of a new build, and its games must not count as new.
#[test]
fn a_file_renamed_within_a_root_keeps_its_time_of_addition() {
    let place = Place::new();
    place.write("a/1.sgf", game_of("Anna"));
    place.write("a/2.sgf", game_of("Bea"));
    place.write("a/copy.sgf", game_of("Anna"));
    let zip = Zip::new().add("x.sgf", game_of("Xenia")).add("y.sgf", game_of("Yvonne"));
    place.write("a/z.zip", zip.finish());
    place.build();
    next_second();
    place.write("late.sgf", game_of("Lara"));
    place.build();
    let folder = place.folder();
    let before = games(&folder);
    next_second();
    let at = |name: &str| place.games().join(name);
    fs::rename(at("a"), at("b")).unwrap();
    fs::rename(at("b/2.sgf"), at("b/second.sgf")).unwrap();
    fs::rename(at("late.sgf"), at("b/late.sgf")).unwrap();
    place.write("b/new.sgf", game_of("Nora and more"));
    let report = place.build();
    assert_eq!(report.added, 1);
    let after = games(&folder);
    let added = |games: &BTreeMap<String, (String, u64)>, name: &str| {
        let mut found = games.iter().filter(|(place, _)| place.contains(name));
        found.next().unwrap().1.1
    };
    for (old, new) in [
        ("a/1.sgf", "b/1.sgf"),
        ("a/2.sgf", "b/second.sgf"),
        ("a/copy.sgf", "b/copy.sgf"),
        ("x.sgf", "x.sgf"),
        ("y.sgf", "y.sgf"),
        ("late.sgf", "b/late.sgf"),
    ] {
        assert_eq!(added(&before, old), added(&after, new), "{old}");
    }
    assert_eq!(new_game_count(&folder), 1);
    let fresh = temporary_folder();
    build_with(fresh.path().join("i").as_path(), &[place.games()], &Options::default());
    let ids = |games: BTreeMap<String, (String, u64)>| {
        Vec::from_iter(games.into_iter().map(|(place, (id, _))| (place, id)))
    };
    assert_eq!(ids(after), ids(games(&fresh.path().join("i"))));
    // Renaming a folder changes names only, so games that count as new must stay new.
    next_second();
    fs::rename(at("b"), at("c")).unwrap();
    assert_eq!(place.build().added, 0);
    assert_eq!(new_game_count(&folder), 1);
}

#[test]
fn forgetting_games_frees_disk_space() {
    let place = Place::new();
    let (disk, other) = (place.games().join("disk"), place.games().join("other"));
    copy_tree(&sample_archive(), &disk);
    copy_tree(&sample_archive(), &other);
    let files = files_below(&other);
    files.iter().skip(files.len() / 2).for_each(|file| fs::remove_file(file).unwrap());
    for file in files_below(&place.games()) {
        set_age(&file, 100_000);
    }
    build_with(&place.folder(), &[disk.clone(), other.clone()], &Options::default());
    forget(&place.folder(), &[other], &Options::default()).unwrap();
    let fresh = temporary_folder();
    let fresh = fresh.path().join("index");
    build_with(&fresh, &[disk], &Options::default());
    let (left, expected) = (index_bytes(&place.folder()), index_bytes(&fresh));
    assert!(left <= expected * 11 / 10, "{left} bytes, {expected} of a fresh index");
    assert_eq!(games(&place.folder()).len(), games(&fresh).len());
}

#[test]
fn a_waiting_build_names_the_other_process() {
    let place = Place::new();
    place.write("a.sgf", game_of("Anna"));
    place.build();
    place.write("b.sgf", game_of("Bea"));
    let lock = place.folder().join("build.lock");
    fs::write(&lock, r#"{"process":4711,"since":1700000000}"#).unwrap();
    let held = fs::File::options().read(true).write(true).open(&lock).unwrap();
    held.lock().unwrap();
    let mut second = program(&place.folder())
        .arg("build")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(second.stderr.take().unwrap());
    let mut output = String::new();
    lines.read_line(&mut output).unwrap();
    // A build that waits for the lock tries once a second. When it gets the lock, it must run without a message.
    assert!(holds_for(Duration::from_millis(1500), || second.try_wait().unwrap().is_none()));
    drop(held);
    lines.read_to_string(&mut output).unwrap();
    assert_eq!(second.wait().unwrap().code(), Some(0), "{output}");
    assert_eq!(output.matches("process 4711").count(), 1, "{output}");
    assert!(output.contains("waiting"), "{output}");
    assert_eq!(place.found("").len(), 2);
}
