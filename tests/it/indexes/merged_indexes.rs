//! Indexes that were merged into one, compared with an index that is built from all their files.

use crate::indexes::shards::{game_descriptions, joined_manifest, options, write_mixed};
use crate::support::shards::{build_shards, game};
use crate::support::{Place, build_with, copy_tree, digest, hits, run_on, sample_archive};
use kifu_index::crawl::Limits;
use kifu_index::engine::Engine;
use kifu_index::error::ErrorKind;
use kifu_index::index::Index;
use kifu_index::index::build::{Options, ReadProgress, changes, merge};
use kifu_index::index::verify::verify;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Commands whose answers are compared between two indexes of the same games.
const COMMANDS: &[&[&str]] = &[
    &["search", "--limit", "0"],
    &["search", "--limit", "0", "player:Lee"],
    &["search", "--limit", "0", "-player:Lee", "sort:black"],
    &["search", "--limit", "0", "comment:ladder", "sort:date"],
    &["search", "--limit", "0", "sort:place"],
    &["search", "--limit", "0", "date:1980..1999", "sort:-moves"],
    &["search", "--limit", "0", "unique:yes"],
    &["search", "--limit", "0", "position:Q16"],
    &["search", "--limit", "0", "file:big"],
    &["position", "Q16", "D4"],
    &["position", "--json", "Q16"],
    &["position", "--tree", "3", "Q16"],
    &["pattern", "--json", "R16", "--corner", "6"],
    &["stats", "--json", "--by", "year"],
    &["stats", "--json", "--by", "player"],
    &["players"],
    &["players", "Lee"],
    &["dups", "--json"],
];

/// Answers of an index to the test commands, without generation numbers and without the order of folders, which differ.
fn answers(folder: &Path) -> Vec<String> {
    let ask = |arguments: &&[&str]| {
        let run = run_on(folder, arguments);
        assert!(run.code.is_some_and(|code| code < 2), "{arguments:?}: {run:?}");
        format!("{arguments:?}\n{}", run.out)
    };
    COMMANDS.iter().map(ask).collect()
}

fn assert_same(one: &Path, other: &Path) {
    for (one, other) in answers(one).iter().zip(answers(other)) {
        assert_eq!(*one, other);
    }
    let status = |folder: &Path| {
        let mut status = run_on(folder, &["status", "--json"]).ends(0).json().remove(0);
        let varying_keys =
            ["index", "built", "all_read", "segments", "bytes", "sizes", "generation"];
        varying_keys.iter().for_each(|key| drop(status.as_object_mut().unwrap().remove(*key)));
        let problems = status["problems"].as_array_mut().unwrap();
        problems.sort_by_key(ToString::to_string);
        status
    };
    assert_eq!(status(one), status(other));
    assert_eq!(verify(one).unwrap().damaged, []);
}

fn merged(parts: &[PathBuf], target: &Path) {
    merge(parts, target, &options(), &ReadProgress::default()).unwrap();
    assert!(!work_folder(target).exists());
}

fn work_folder(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap().to_str().unwrap();
    target.with_file_name(format!(".{name}.merging"))
}

#[test]
fn two_indexes_become_one_that_answers_as_if_it_were_built() {
    let place = Place::new();
    write_mixed(&place);
    let (at, roots) = (place.folder(), [place.games(), sample_archive()]);
    let parts = [at.join("a"), at.join("b")];
    for (part, root) in parts.iter().zip(&roots) {
        build_with(part, std::slice::from_ref(root), &options());
    }
    let (target, whole) = (at.join("c"), at.join("whole"));
    build_with(&whole, &roots, &options());
    // A merge must remove what a killed merge left behind.
    std::fs::create_dir_all(work_folder(&target)).unwrap();
    std::fs::write(work_folder(&target).join("left.store"), "left").unwrap();
    merged(&parts, &target);
    assert!(!target.join("left.store").exists());
    assert_same(&target, &whole);
    let top = place.games();
    assert_eq!(digest(&target, &top).unwrap(), digest(&whole, &top).unwrap());
    let header = |folder: &Path| Index::open(folder).unwrap().header().clone();
    // A merged game must keep the time at which it was first indexed.
    let times = |folder: &Path| {
        let games = hits(&Engine::open(folder).unwrap(), "").into_iter();
        games.map(|game| (game.id, game.added)).collect::<HashMap<_, _>>()
    };
    let mut added = times(&parts[0]);
    added.extend(times(&parts[1]));
    assert_eq!(times(&target), added);
    assert_eq!(
        header(&target).generation,
        header(&parts[0]).generation + header(&parts[1]).generation + 1
    );
    // The source indexes must be unchanged, and the merged index can be refreshed like any other.
    assert_eq!(
        parts.iter().map(|part| header(part).totals.game_count()).sum::<u64>(),
        header(&target).totals.game_count()
    );
    assert!(changes(&Index::open(&target).unwrap()).unwrap().is_empty());
    std::fs::remove_file(place.games().join("games.tar")).unwrap();
    place.write("loose/706.sgf", game(900));
    place.write("new.sgf", game(901));
    let report = build_with(&target, &[], &options());
    assert_eq!((report.removed, report.read.game_count()), (1, 2));
    build_with(&at.join("later"), &roots, &options());
    assert_same(&target, &at.join("later"));
}

#[test]
fn shards_become_the_archive() {
    let place = Place::new();
    write_mixed(&place);
    let at = place.folder();
    let shards = build_shards(&at, &place.games(), 5, &options());
    let whole = [at.join("whole")];
    build_with(&whole[0], &[place.games()], &options());
    let (some, last, all) = (at.join("some"), shards[2].clone(), at.join("all"));
    let others = [&shards[..2], &shards[3..]].concat();
    merged(&others, &some);
    let held = Index::open(&some).unwrap().header().shards.clone();
    assert_eq!(Vec::from_iter(held.values().map(ToString::to_string)), ["1,2,4,5/5"]);
    assert_eq!(joined_manifest(&[some.clone(), last.clone()]), joined_manifest(&whole));
    // A refresh of a merged index must read only those shards that the index holds.
    place.write("big.zip", std::fs::read(place.games().join("games.tar")).unwrap());
    for number in 800..820 {
        place.write(&format!("new/{number}.sgf"), game(number));
    }
    for folder in [&some, &last, &whole[0]] {
        build_with(folder, &[], &options());
    }
    assert_eq!(
        game_descriptions(&[some.clone(), last.clone()], &place.games()),
        game_descriptions(&whole, &place.games())
    );
    merged(&[some, last], &all);
    assert_eq!(joined_manifest(std::slice::from_ref(&all)), joined_manifest(&whole));
    assert_same(&all, &whole[0]);
    let report = build_with(&all, &[], &options());
    assert_eq!((report.read.game_count(), report.removed), (0, 0));
}

#[test]
fn many_segments_become_few() {
    let place = Place::new();
    let parts = Vec::from_iter((0..12).map(|part| {
        for number in 0..5 {
            place.write(&format!("{part}/{number}.sgf"), game(part * 5 + number));
        }
        let folder = place.folder().join(part.to_string());
        build_with(&folder, &[place.games().join(part.to_string())], &options());
        folder
    }));
    let target = place.folder().join("all");
    merged(&parts, &target);
    let index = Index::open(&target).unwrap();
    assert_eq!(index.header().totals.game_count(), 60);
    assert!(index.segment_count() < 8, "{}", index.segment_count());
}

#[test]
fn indexes_that_cannot_be_merged_are_named_and_nothing_is_left() {
    let place = Place::new();
    for name in ["a/1.sgf", "a/in/2.sgf", "b/1.sgf"] {
        place.write(name, game(name.len()));
    }
    let at = place.folder();
    let index = |name: &str, root: &str, options: &Options| {
        build_with(&at.join(name), &[place.games().join(root)], options);
    };
    let sniff = Limits { sniff: true, ..Limits::default() };
    index("a", "a", &options());
    copy_tree(&at.join("a"), &at.join("copy"));
    index("inner", "a/in", &options());
    index("b", "b", &options());
    index("damaged", "b", &options());
    index("older", "b", &options());
    index("sniffed", "b", &Options { limits: sniff, ..options() });
    std::fs::write(at.join("older/kifu-index.json"), r#"{"kifu_index":1}"#).unwrap();
    let store = std::fs::read_dir(at.join("damaged")).unwrap();
    let store = store
        .map(|entry| entry.unwrap().path())
        .find(|path| path.extension().is_some_and(|e| e == "kpos"));
    let mut bytes = std::fs::read(store.as_ref().unwrap()).unwrap();
    bytes[100] ^= 1;
    std::fs::write(store.unwrap(), bytes).unwrap();
    std::fs::create_dir_all(at.join("full")).unwrap();
    std::fs::write(at.join("full/mine.txt"), "mine").unwrap();
    std::fs::create_dir_all(at.join("empty")).unwrap();
    for (other, target, named, kind) in [
        ("a", "c", "a", ErrorKind::Query),
        ("copy", "c", "copy", ErrorKind::Query),
        ("inner", "c", "inner", ErrorKind::Query),
        ("nothing", "c", "nothing", ErrorKind::NoIndex),
        ("full", "c", "full", ErrorKind::NotAnIndex),
        ("damaged", "c", "damaged", ErrorKind::Damaged),
        ("older", "c", "older", ErrorKind::OtherVersion),
        ("sniffed", "c", "a", ErrorKind::Query),
        ("b", "full", "full", ErrorKind::Query),
        ("b", "b", "b", ErrorKind::Query),
    ] {
        let parts = [at.join("a"), at.join(other)];
        let error =
            merge(&parts, &at.join(target), &options(), &ReadProgress::default()).unwrap_err();
        assert_eq!(error.kind(), kind, "{other}: {error}");
        let name = at.join(named).display().to_string();
        assert!(error.to_string().contains(&name), "{error}");
        assert!(error.remedy().is_some(), "{error}");
        assert!(!at.join("c").exists() && !work_folder(&at.join("c")).exists());
    }
    assert_eq!(std::fs::read(at.join("full/mine.txt")).unwrap(), b"mine");
    merged(&[at.join("a"), at.join("b")], &at.join("empty"));
    let words = |arguments: &[&str]| run_on(&at, arguments).fails();
    let (a, b) = (at.join("a"), at.join("b"));
    let (a, b) = (a.to_str().unwrap(), b.to_str().unwrap());
    let again = words(&["merge", a, b, "-o", at.join("empty").to_str().unwrap()]);
    assert!(again.contains("help: name a folder that is empty"), "{again}");
    let single = words(&["merge", a, "-o", at.join("e").to_str().unwrap()]);
    assert!(single.contains("two indexes or more"), "{single}");
    #[cfg(unix)]
    {
        let link = at.join("link");
        std::os::unix::fs::symlink(at.join("nowhere"), &link).unwrap();
        let nowhere = words(&["merge", a, b, "-o", link.to_str().unwrap()]);
        assert!(nowhere.contains("is not an empty folder"), "{nowhere}");
    }
    // The target folder may be given with `..` behind a folder that exists.
    let beside = at.join("a/../beside");
    run_on(&at, &["merge", a, b, "-o", beside.to_str().unwrap()]).ends(0);
    assert!(at.join("beside/meta.json").exists());
    let whole = at.join("d");
    // Indexes that the option `--index` names must be merged, too.
    let arguments = ["--index", a, "merge", b, "-o", whole.to_str().unwrap()];
    let run = run_on(&at, &arguments).ends(0);
    assert!(run.out.starts_with("Joined 3 games of 2 indexes in "), "{}", run.out);
    assert!(run.out.contains("Try next:"), "{}", run.out);
}
