//! Shards of an archive, compared with an index of the whole archive.

use crate::support::shards::{build_shards, game, shard};
use crate::support::{
    Place, Zip, build_with, copy_tree, describe, hits, make, open, rounds, sample_archive, set_age,
    temporary_folder,
};
use kifu_index::crawl::{Limits, Shard};
use kifu_index::error::ErrorKind;
use kifu_index::index::Index;
use kifu_index::index::build::{
    BuildReport, Options, ReadProgress, build, changes, forget, rebuild,
};
use kifu_index::index::manifest::{Manifest, ManifestHeader};
use std::path::{Path, PathBuf};

/// Games with numbers from `first` on, as members of an archive.
fn members(first: usize, count: usize) -> Vec<(String, String)> {
    let numbers = first..first + count;
    numbers.map(|n| (format!("{}/{n}.sgf", n % 5), game(n))).collect()
}

fn packed(pack: impl Fn(&[make::File]) -> Vec<u8>, members: &[(String, String)]) -> Vec<u8> {
    let files = members.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
    pack(&Vec::from_iter(files))
}

/// Writes an archive of all kinds of files, most of them with some damage: a large zip, archives in archives, a tar, a
/// 7z, loose files.
pub fn write_mixed(place: &Place) {
    copy_tree(&sample_archive(), &place.games().join("sample"));
    let inner = packed(make::zip, &members(300, 30));
    let deeper = make::gz(&packed(make::tar, &members(340, 20)));
    let boxed = make::zip(&[("inner.zip", &inner), ("deeper.tar.gz", &deeper), ("bad.zip", b"PK")]);
    let mut zip = Zip::new();
    for (name, text) in members(0, 200) {
        zip = zip.add(name, text);
    }
    for number in 200..230 {
        zip = zip.add("same.sgf", game(number));
    }
    zip = zip
        .add("boxed.zip", &boxed)
        .add("single.sgf.gz", make::gz(game(400).as_bytes()))
        .add("broken.sgf.gz", &make::gz(game(401).as_bytes())[..30])
        .add("in.rar", "Rar!")
        .add("data.json", "[1, 2, 3]")
        .add("empty.sgf", "")
        .add("nameless", game(402))
        .add("readme", "Go games")
        .add_flagged("secret.sgf", game(403), 1);
    let mut solid = members(420, 20);
    solid.push(("nameless".into(), game(450)));
    let tar = packed(make::tar, &members(460, 20));
    let files: [(&str, Vec<u8>); 14] = [
        ("big.zip", zip.finish()),
        ("games.7z", packed(|files| make::sevenz(files, true), &solid)),
        ("apart.7z", packed(|files| make::sevenz(files, false), &members(500, 9))),
        ("games.tar", tar.clone()),
        ("cut.tar", tar[..tar.len() / 2 + 100].to_vec()),
        ("big.tar.gz", make::gz(&packed(make::tar, &members(520, 20)))),
        ("cut.tar.gz", make::gz(&tar)[..400].to_vec()),
        ("wrapped.zip.gz", make::gz(&packed(make::zip, &members(550, 20)))),
        ("loose.sgf.gz", make::gz(game(600).as_bytes())),
        ("cut.sgf.gz", make::gz(game(601).as_bytes())[..30].to_vec()),
        ("empty.zip", make::zip(&[])),
        ("only-notes.zip", make::zip(&[("notes.txt", b"none")])),
        ("none.zip", b"none".to_vec()),
        ("old.rar", b"Rar!".to_vec()),
    ];
    for (name, bytes) in files {
        place.write(name, bytes);
    }
    for number in 700..730 {
        place.write(&format!("loose/{number}.sgf"), game(number));
    }
    place.write("loose/collection.sgf", game(731) + &game(732));
    place.write("loose/nameless", game(733));
    #[cfg(unix)]
    {
        let link = |name: &str| place.games().join("loose").join(name);
        std::fs::hard_link(link("nameless"), link("nameless-again")).unwrap();
        std::fs::hard_link(link("700.sgf"), link("again.sgf")).unwrap();
        std::os::unix::fs::symlink(link("701.sgf"), link("link.sgf")).unwrap();
    }
}

pub fn options() -> Options {
    Options { threads: 1, memory: 16 << 20, ..Options::default() }
}

/// Everything that answers contain about the games of some indexes, sorted.
pub fn game_descriptions(folders: &[PathBuf], root: &Path) -> Vec<String> {
    let of = |folder: &PathBuf| {
        let engine = open(folder);
        let games = hits(&engine, "").into_iter();
        Vec::from_iter(games.map(|game| describe(&engine, &game, root)))
    };
    let mut games = Vec::from_iter(folders.iter().flat_map(of));
    games.sort();
    games
}

/// Joins the lists of files of some indexes into one, without values that depend on the time of the build.
pub fn joined_manifest(folders: &[PathBuf]) -> Manifest {
    let part =
        |folder: &PathBuf| (folder.clone(), Index::open(folder).unwrap().manifest().unwrap());
    let mut joined = Manifest::join(folders.iter().map(part).collect()).unwrap();
    for line in joined.files.values_mut() {
        line.problems.sort_by_key(|problem| format!("{problem:?}"));
        // The checksum of an archive is not compared, because it is unknown while some members are not unpacked.
        if kifu_index::crawl::file_kind(&line.path) != kifu_index::crawl::FileKind::Record {
            line.sum = None;
        }
    }
    joined.header = ManifestHeader {
        folder_keys: Vec::new(),
        built: 0,
        all_read: 0,
        generation: 0,
        new_since: 0,
        last_added: 0,
        ..joined.header
    };
    joined
}

#[test]
fn all_shards_are_the_archive() {
    let place = Place::new();
    write_mixed(&place);
    for sniff in [false, true] {
        let limits = Limits { sniff, ..Limits::default() };
        let options = Options { limits, ..options() };
        let whole = place.folder().join(format!("whole-{sniff}"));
        build_with(&whole, &[place.games()], &options);
        let whole = [whole];
        let (expected, list) = (game_descriptions(&whole, &place.games()), joined_manifest(&whole));
        assert!(expected.len() > 450 && list.header.totals.problem_count() > 15);
        // The quick run takes every fourth number of shards.
        let numbers = if sniff { 2..=3 } else { 1..=17 };
        for of in numbers.step_by(if sniff { 1 } else { rounds(4, 1) }) {
            let folder = temporary_folder();
            let shards = build_shards(folder.path(), &place.games(), of, &options);
            assert_eq!(game_descriptions(&shards, &place.games()), expected, "{of} shards");
            let found = joined_manifest(&shards);
            for (path, line) in &list.files {
                assert_eq!(found.files.get(path), Some(line), "{of} shards");
            }
            assert_eq!(found, list, "{of} shards");
            // No shard may be empty or hold nearly all games.
            let counts = shards.iter().map(|folder| {
                game_descriptions(std::slice::from_ref(folder), &place.games()).len()
            });
            let (least, most) = (expected.len() / of / 3, expected.len() / of * 3);
            assert!(
                counts.clone().all(|count| (least..=most).contains(&count)),
                "{:?}",
                Vec::from_iter(counts)
            );
        }
    }
}

#[test]
fn it_makes_no_difference_where_a_shard_was_built() {
    let place = Place::new();
    write_mixed(&place);
    let away = temporary_folder();
    let root = away.path().join("mounted").join("elsewhere");
    copy_tree(&place.games(), &root);
    let options = options();
    let here = build_shards(&place.folder(), &place.games(), 3, &options);
    let there = build_shards(&away.path().join("index"), &root, 3, &options);
    for (here, there) in here.iter().zip(&there) {
        // The copy of the archive has files where the archive has links, so games behind links are left out.
        let ids = |folder: &PathBuf, root: &Path| {
            let mut games = game_descriptions(std::slice::from_ref(folder), root);
            games.retain(|game| !["again.sgf", "link.sgf"].iter().any(|name| game.contains(name)));
            games
        };
        assert_eq!(ids(here, &place.games()), ids(there, &root));
    }
}

fn refresh(folder: &Path, options: &Options) -> BuildReport {
    build_with(folder, &[], options)
}

#[test]
fn a_refresh_reads_only_its_shard() {
    let place = Place::new();
    write_mixed(&place);
    let shards = build_shards(&place.folder(), &place.games(), 3, &options());
    for folder in &shards {
        let index = Index::open(folder).unwrap();
        assert!(changes(&index).unwrap().is_empty());
        let report = refresh(folder, &options());
        assert_eq!((report.read.game_count(), report.removed), (0, 0));
    }
    let mut zip = Zip::new();
    for (name, text) in members(100, 150) {
        zip = zip.add(name, text);
    }
    place.write("big.zip", zip.finish());
    std::fs::remove_file(place.games().join("games.tar")).unwrap();
    std::fs::remove_file(place.games().join("loose/705.sgf")).unwrap();
    place.write("loose/706.sgf", game(900));
    for number in 800..820 {
        place.write(&format!("new/{number}.sgf"), game(number));
    }
    let (mut new, mut gone) = (0, 0);
    for folder in &shards {
        let found = changes(&Index::open(folder).unwrap()).unwrap();
        new += found.new.len();
        gone += found.gone.iter().filter(|path| path.contains("loose")).count();
        assert!(found.changed.iter().any(|path| path.ends_with("big.zip")));
        refresh(folder, &options());
    }
    assert_eq!((new, gone), (20, 1));
    let whole = [place.folder().join("whole")];
    build_with(&whole[0], &[place.games()], &options());
    assert_eq!(
        game_descriptions(&shards, &place.games()),
        game_descriptions(&whole, &place.games())
    );
    assert_eq!(joined_manifest(&shards), joined_manifest(&whole));
}

/// If an archive as a whole exceeds a limit, one shard reports it. When the limit is raised, all shards must read the
/// archive again.
#[test]
fn a_raised_limit_reaches_every_shard() {
    let place = Place::new();
    let mut zip = Zip::new();
    for (name, text) in members(0, 40) {
        zip = zip.add(name, text);
    }
    place.write("big.zip", zip.finish());
    let low = Options { limits: Limits { entries: 20, ..Limits::default() }, ..options() };
    let shards = build_shards(&place.folder(), &place.games(), 4, &low);
    assert_eq!(game_descriptions(&shards, &place.games()).len(), 20);
    assert_eq!(joined_manifest(&shards).header.totals.problem_count(), 1);
    for folder in &shards {
        refresh(folder, &options());
    }
    assert_eq!(game_descriptions(&shards, &place.games()).len(), 40);
    assert_eq!(joined_manifest(&shards).header.totals.problem_count(), 0);
}

/// Bytes of an archive that other shards unpack must count against the limit of the whole archive.
#[test]
fn an_archive_that_unpacks_to_too_much_is_refused_once() {
    let place = Place::new();
    let mut zip = Zip::new();
    for (name, text) in members(0, 400) {
        zip = zip.add(name, text + &" ".repeat(20_000));
    }
    place.write("big.zip", zip.finish());
    let low =
        Options { limits: Limits { archive_bytes: 4 << 20, ..Limits::default() }, ..options() };
    let whole = [place.folder().join("whole")];
    build_with(&whole[0], &[place.games()], &low);
    let shards = build_shards(&place.folder(), &place.games(), 5, &low);
    let problems = |folders| joined_manifest(folders).header.totals.problems;
    assert_eq!(problems(&shards), problems(&whole));
    let count = |folders| game_descriptions(folders, &place.games()).len();
    let (all, some) = (count(&whole), count(&shards));
    assert!(all < 400 && some.abs_diff(all) < 200, "{all} {some}");
}

#[test]
fn members_of_other_shards_are_not_unpacked_and_files_not_opened() {
    let place = Place::new();
    let mut zip = Zip::new();
    for (name, text) in members(0, 60) {
        // The checksum of this member is wrong, which shows whether the member was read.
        zip = zip.add_member(&crate::support::Member {
            crc: 1,
            ..crate::support::Member::stored(name, text)
        });
    }
    place.write("big.zip", zip.finish());
    let shards = build_shards(&place.folder(), &place.games(), 4, &options());
    let damaged = |folder: &PathBuf| {
        let totals = Index::open(folder).unwrap().header().totals.clone();
        totals.problems.get("damaged").copied().unwrap_or(0)
    };
    let counts = Vec::from_iter(shards.iter().map(damaged));
    assert_eq!(counts.iter().sum::<u64>(), 60);
    assert!(counts.iter().all(|&count| count < 30), "{counts:?}");
}

#[test]
fn a_shard_is_not_mistaken_for_another() {
    let place = Place::new();
    for number in 0..30 {
        place.write(&format!("{number}.sgf"), game(number));
    }
    let folder = place.folder();
    let with = |shard: Option<Shard>| Options { shard, ..options() };
    let try_build = |roots: &[PathBuf], options: &Options| {
        build(&folder, roots, options, &ReadProgress::default())
    };
    build_with(&folder, &[place.games()], &with(shard(2, 3)));
    let some = place.index().header().totals.game_count();
    assert!(some > 0 && some < 30);
    for other in [shard(1, 3), shard(2, 4), shard(1, 1)] {
        for roots in [&[][..], &[place.games()]] {
            let error = try_build(roots, &with(other.clone())).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Query);
            assert!(error.to_string().contains("holds shard 2/3 of"), "{error}");
            assert!(error.remedy().is_some());
            assert_eq!(place.index().header().totals.game_count(), some);
        }
    }
    try_build(&[], &with(shard(2, 3))).unwrap();
    // For a root that is new to the index, the build must read the same shard as for the other roots, even without the
    // option `--shard`.
    let more = Place::new();
    for number in 0..30 {
        more.write(&format!("{number}.sgf"), game(number + 30));
    }
    try_build(&[more.games()], &options()).unwrap();
    let part = place.index().header().shards.clone();
    assert_eq!(Vec::from_iter(part.values().map(Shard::to_string)), ["2/3", "2/3"]);
    // Files with equal paths below another root must belong to the same shard.
    assert_eq!(place.index().header().totals.game_count(), 2 * some);
    forget(&folder, &[more.games()], &options()).unwrap();
    assert_eq!(place.index().header().shards.len(), 1);
    // A rebuild must keep the shard, or change it on request.
    let again =
        |options: &Options| rebuild(&folder, &[], options, &ReadProgress::default()).unwrap();
    assert_eq!(again(&options()).totals.game_count(), some);
    assert_eq!(place.index().header().shards.len(), 1);
    let other = again(&with(shard(1, 3))).totals.game_count();
    let last = again(&with(shard(3, 3))).totals.game_count();
    assert_eq!(some + other + last, 30);
    assert_eq!(again(&with(shard(1, 1))).totals.game_count(), 30);
    assert!(place.index().header().shards.is_empty());
    let error = try_build(&[], &with(shard(1, 3))).unwrap_err();
    assert!(error.to_string().contains("holds all of"), "{error}");
}

/// An archive that becomes unreachable, because a permission is missing or a drive unmounted, must keep its games in
/// every shard.
#[test]
fn a_shard_without_files_is_no_lost_root() {
    let place = Place::new();
    for number in 0..9 {
        place.write(&format!("{number}.sgf"), game(number));
    }
    let shards = build_shards(&place.folder(), &place.games(), 2, &options());
    let of_first = hits(&open(&shards[0]), "");
    assert!(!of_first.is_empty());
    for game in of_first {
        std::fs::remove_file(game.path).unwrap();
    }
    let report = refresh(&shards[0], &options());
    assert_eq!((report.unreachable, report.totals.game_count()), (Vec::new(), 0));
    set_age(&place.write("late.sgf", game(50)), 100_000);
    let late = shards.iter().map(|folder| refresh(folder, &options()).read.game_count());
    assert_eq!(late.sum::<u64>(), 1);
}
