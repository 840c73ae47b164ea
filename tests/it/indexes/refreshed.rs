//! Archives that change member by member: a refreshed index must equal a newly built one.

use crate::support::{
    Member, Place, Random, Zip, build_with, describe, hits, make, sgf_moves, temporary_folder,
};
use kifu_index::engine::Engine;
use kifu_index::engine::build::Limits;
use kifu_index::engine::row::GameRow;
use kifu_index::index::Index;
use kifu_index::index::build::{BuildReport, Options};
use kifu_index::index::manifest::FileLine;
use kifu_index::index::verify::verify;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A file in an archive: its name, its bytes, and whether its checksum is wrong.
#[derive(Clone)]
struct ArchiveFile {
    name: String,
    bytes: Vec<u8>,
    is_spoilt: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Zip,
    ZipInZip,
    Tar,
    PackedTar,
    SolidSevenZip,
}

const KINDS: [Kind; 5] =
    [Kind::Zip, Kind::ZipInZip, Kind::Tar, Kind::PackedTar, Kind::SolidSevenZip];

impl Kind {
    fn extension(self) -> &'static str {
        match self {
            Kind::Zip | Kind::ZipInZip => "zip",
            Kind::Tar => "tar",
            Kind::PackedTar => "tar.gz",
            Kind::SolidSevenZip => "7z",
        }
    }

    fn pack(self, files: &[ArchiveFile]) -> Vec<u8> {
        let plain = || Vec::from_iter(files.iter().map(|f| (f.name.as_str(), f.bytes.as_slice())));
        match self {
            Kind::Zip => zip(files),
            Kind::ZipInZip => {
                let (a, b) = files.split_at(files.len() / 2);
                let inner = Zip::new().add("inner.zip", zip(a));
                let inner = b.iter().fold(inner, |zip, file| zip.add_member(&member(file)));
                inner.finish()
            }
            Kind::Tar => make::tar(&plain()),
            Kind::PackedTar => make::gz(&make::tar(&plain())),
            Kind::SolidSevenZip => make::sevenz(&plain(), true),
        }
    }
}

fn member(file: &ArchiveFile) -> Member {
    let mut member = Member::stored(&file.name, &file.bytes);
    member.crc ^= u32::from(file.is_spoilt);
    member
}

fn zip(files: &[ArchiveFile]) -> Vec<u8> {
    Zip::from_members(&Vec::from_iter(files.iter().map(member))).finish()
}

/// Random game that begins like one of a few others, so that some games are copies of each other.
fn game(random: &mut Random) -> String {
    let (kind, length) = (random.below(6), 30 + 10 * random.below(4));
    let mut text = format!("(;SZ[19]PB[Player {}]", random.below(9));
    let points = (0..length).map(|number| (number * 7 + kind * 31 + number * number % 11) % 361);
    text += &sgf_moves(points.map(|point| (point % 19, point / 19)));
    if random.below(4) == 0 {
        text += &format!("C[a word {}]", random.below(99));
    }
    text + ")"
}

fn content(random: &mut Random) -> Vec<u8> {
    match random.below(12) {
        0 => b"no game at all".to_vec(),
        1 => Vec::new(),
        2 => format!("{}{}", game(random), game(random)).into_bytes(),
        3 => b"(;SZ[19]B[aa];B[zz];W[".to_vec(),
        _ => game(random).into_bytes(),
    }
}

fn random_file(random: &mut Random) -> ArchiveFile {
    // There are few different names, so that many members have equal names.
    let ending = ["sgf", "sgf", "sgf", "txt", "SGF", "jpg"][random.below(6)];
    let folder = ["", "x/", "x/y/"][random.below(3)];
    ArchiveFile {
        name: format!("{folder}{}.{ending}", random.below(12)),
        bytes: content(random),
        is_spoilt: random.below(25) == 0,
    }
}

/// Adds, changes, deletes, renames or moves a file.
fn change(files: &mut Vec<ArchiveFile>, random: &mut Random) {
    let at = random.below(files.len().max(1));
    match (random.below(6), files.is_empty()) {
        (0 | 1, _) | (_, true) => files.insert(at, random_file(random)),
        (2, _) => files[at].bytes = content(random),
        (3, _) => drop(files.remove(at)),
        (4, _) => files[at].name = random_file(random).name,
        _ => {
            let file = files.remove(at);
            files.push(file);
        }
    }
}

/// Everything that an index stores, as text.
pub fn index_dump(folder: &Path) -> String {
    let engine = Engine::open(folder).unwrap();
    let mut text = String::new();
    for query in ["", "is:dup", "comment:word", "has:errors", "finding:*"] {
        text += &format!("== {query}\n");
        for game in hits(&engine, query) {
            let described = describe(&engine, &game, Path::new("/"));
            text += &format!("{} {described}\n", game.id);
        }
    }
    let index = Index::open(folder).unwrap();
    let mut lines: Vec<FileLine> = index.manifest().unwrap().files.into_values().collect();
    for line in &mut lines {
        // Which problems are recorded first depends on the threads, so problems are sorted for the comparison.
        line.problems.sort_by_key(|problem| format!("{problem:?}"));
        // The checksum of an archive is not compared, because it is unknown while some members are not unpacked.
        if kifu_index::crawl::file_kind(&line.path) != kifu_index::crawl::FileKind::Record {
            line.sum = None;
        }
        text += &format!("{line:?}\n");
    }
    text + &format!("{:?}", index.header().totals)
}

/// Bytes of the file with the groups of copies.
fn groups(folder: &Path) -> Vec<u8> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let mut files = Vec::from_iter(entries.filter(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with("duplicates-")
    }));
    files.sort_by_key(|file| file.metadata().unwrap().modified().unwrap());
    std::fs::read(files.pop().unwrap().path()).unwrap()
}

fn assert_as_if_new(place: &Place, options: &Options, what: &str) {
    let fresh = temporary_folder();
    let folder = fresh.path().join("index");
    build_with(&folder, &[place.games()], options);
    assert_eq!(index_dump(&place.folder()), index_dump(&folder), "{what}");
    assert!(groups(&place.folder()) == groups(&folder), "{what}: groups");
    assert_eq!(verify(&place.folder()).unwrap().damaged, [], "{what}");
}

fn refresh(place: &Place, options: &Options) -> BuildReport {
    build_with(&place.folder(), &[place.games()], options)
}

/// Times at which the games were first indexed, and the names of the games that count as new.
fn additions(place: &Place) -> (BTreeMap<String, u64>, BTreeSet<String>) {
    let engine = Engine::open(&place.folder()).unwrap();
    let name = |game: &GameRow| {
        format!("{:?} {:?} {:?} {}", game.path, game.members, game.occurrences, game.game)
    };
    let all = hits(&engine, "sort:added");
    let times = Vec::from_iter(all.iter().map(|game| game.added.unwrap()));
    assert!(times.is_sorted());
    let news = hits(&engine, "is:new");
    let news = news.iter().map(name).collect();
    (all.iter().map(name).zip(times).collect(), news)
}

#[test]
fn random_changes_in_archives_equal_a_fresh_build() {
    let place = Place::new();
    let mut random = Random(7);
    let mut archives = KINDS.map(|kind| (kind, Vec::new()));
    for (_, files) in &mut archives {
        files.extend((0..20).map(|_| random_file(&mut random)));
    }
    let mut read = 0;
    let (mut known, mut news) = (BTreeMap::new(), BTreeSet::new());
    for round in 0..40 {
        for (number, (kind, files)) in archives.iter_mut().enumerate() {
            let name = format!("{number}.{}", kind.extension());
            match random.below(10) {
                0 if round > 0 => drop(std::fs::remove_file(place.games().join(name))),
                1 | 2 if round > 0 => {}
                _ => {
                    (0..1 + random.below(3)).for_each(|_| change(files, &mut random));
                    place.write(&name, kind.pack(files));
                }
            }
        }
        if random.below(2) == 0 {
            place.write(&format!("{}.sgf", random.below(5)), content(&mut random));
        }
        let options = Options {
            threads: 1 + random.below(3),
            checksum: random.below(4) == 0,
            ..Options::default()
        };
        let report = refresh(&place, &options);
        read += report.read.game_count();
        // The time of first indexing belongs to the place of a game, so it must stay when the game changes.
        let (times, new_places) = additions(&place);
        let added = times.keys().filter(|place| !known.contains_key(*place));
        let added: BTreeSet<String> = added.cloned().collect();
        let latest = known.values().max().copied().unwrap_or(0);
        for (place, time) in &times {
            match known.get(place) {
                Some(known) => assert_eq!(time, known, "round {round}: {place}"),
                None => assert!(*time > latest, "round {round}: {place}"),
            }
        }
        match added.is_empty() {
            true => news.retain(|place| times.contains_key(place)),
            false => news = added,
        }
        assert_eq!(new_places, news, "round {round}");
        known = times;
        assert_as_if_new(&place, &Options::default(), &format!("round {round}"));
    }
    let all = place.index().header().totals.game_count();
    assert!(read < 15 * all, "{read} games were read, {all} are there");
}

/// Zip with `count` members, each with a different game.
fn numbered(count: usize) -> Vec<ArchiveFile> {
    let file = |number: usize| ArchiveFile {
        name: format!("{number}.sgf"),
        bytes: format!("(;SZ[19]PB[Number {number}];B[pd];W[dp])").into_bytes(),
        is_spoilt: false,
    };
    (0..count).map(file).collect()
}

#[test]
fn only_members_that_changed_are_read() {
    for kind in KINDS {
        let place = Place::new();
        let name = format!("a.{}", kind.extension());
        let mut files = numbered(50);
        place.write(&name, kind.pack(&files));
        assert_eq!(place.build().read.game_count(), 50);
        files[10].bytes = b"(;SZ[19]PB[Another];B[pd])".to_vec();
        files.remove(20);
        files.insert(5, ArchiveFile { name: "new.sgf".into(), ..files[11].clone() });
        place.write(&name, kind.pack(&files));
        let report = place.build();
        assert_eq!(report.read.game_count(), 2, "{kind:?}");
        assert_eq!(report.totals.game_count(), 50, "{kind:?}");
        assert_as_if_new(&place, &Options::default(), &format!("{kind:?}"));
    }
}

#[test]
fn a_limit_leaves_out_the_members_that_a_fresh_build_leaves_out() {
    let place = Place::new();
    let options = |entries| Options {
        threads: 1,
        limits: Limits { entries, ..Limits::default() },
        ..Options::default()
    };
    let mut files = numbered(20);
    place.write("a.zip", zip(&files));
    refresh(&place, &options(20));
    // Members are inserted in front, so that the last ones exceed the limit on the number of members. The refreshed
    // index must lose their games, as a new one would.
    files.rotate_right(5);
    files.insert(0, files[3].clone());
    place.write("a.zip", zip(&files));
    let report = refresh(&place, &options(20));
    assert_eq!(report.totals.game_count(), 20);
    assert_as_if_new(&place, &options(20), "too many");
    // With a higher limit, the other members must be read.
    refresh(&place, &options(30));
    assert_eq!(place.index().header().totals.game_count(), 21);
    assert_as_if_new(&place, &options(30), "enough");
    // A member that was read before may exceed the limit after a change. It must then be reported.
    files[7].bytes.extend([b' '; 200]);
    place.write("a.zip", zip(&files));
    let small = |bytes| Options {
        limits: Limits { entry_bytes: bytes, ..options(30).limits },
        ..options(30)
    };
    refresh(&place, &small(44));
    assert_as_if_new(&place, &small(44), "too large");
}

#[test]
fn unpacked_bytes_count_whether_their_member_is_known_or_not() {
    let place = Place::new();
    let options = Options {
        threads: 1,
        limits: Limits { archive_bytes: 1500, ..Limits::default() },
        ..Options::default()
    };
    let mut files = numbered(30);
    place.write("a.zip", zip(&files));
    refresh(&place, &options);
    let before = place.index().header().totals.game_count();
    assert!(before > 20);
    for _ in 0..3 {
        let mut large = files[0].clone();
        large.bytes.extend([b'\n'; 100]);
        files[0] = large;
        files.push(files[1].clone());
        place.write("a.zip", zip(&files));
        refresh(&place, &options);
        assert_as_if_new(&place, &options, "the archive grows");
    }
}

/// Files that store the tables of members.
fn tables(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_table = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("members-")
    };
    paths.filter(is_table).collect()
}

#[test]
fn without_its_table_an_archive_is_read_as_a_whole() {
    let place = Place::new();
    let mut files = numbered(10);
    place.write("a.zip", zip(&files));
    place.build();
    for round in 0..4 {
        files[round].bytes = b"(;SZ[19]PB[Another])".to_vec();
        place.write("a.zip", zip(&files));
        for path in tables(&place.folder()) {
            match round {
                0 => std::fs::remove_file(path).unwrap(),
                1 => std::fs::write(path, b"").unwrap(),
                _ => {
                    let mut bytes = std::fs::read(&path).unwrap();
                    let middle = bytes.len() / round;
                    bytes[middle] ^= 1;
                    std::fs::write(path, bytes).unwrap();
                }
            }
        }
        let report = place.build();
        assert_eq!(report.read.game_count(), 10, "round {round}");
        assert_as_if_new(&place, &Options::default(), "whole");
    }
    files[9].bytes = b"(;SZ[19]PB[Another])".to_vec();
    place.write("a.zip", zip(&files));
    assert_eq!(place.build().read.game_count(), 1);
}

#[test]
fn the_same_archive_below_another_root_keeps_its_games() {
    let place = Place::new();
    let mut files = numbered(10);
    place.write("x/a.zip", zip(&files));
    place.write("y/a.zip", zip(&files));
    let roots = ["x", "y"].map(|name| place.games().join(name));
    build_with(&place.folder(), &roots, &Options::default());
    files.remove(4);
    files[6].bytes = b"(;SZ[19]PB[Another])".to_vec();
    place.write("x/a.zip", zip(&files));
    let report = build_with(&place.folder(), &[], &Options::default());
    assert_eq!((report.read.game_count(), report.totals.game_count()), (1, 19));
    assert_eq!(hits(&place.engine(), "player:\"Number 4\"").len(), 1);
    assert_eq!(hits(&place.engine(), "").len(), 19);
    // Below another root, the games must have other ids, although the archives are equal.
    let report = place.build();
    assert_eq!(report.read.game_count(), 19);
    assert_as_if_new(&place, &Options::default(), "one root");
}

#[test]
fn every_shard_reads_what_changed_of_its_own() {
    let place = Place::new();
    let mut files = numbered(40);
    let shards = ["1/3", "2/3", "3/3"];
    let folders = shards.map(|shard| place.games().with_file_name(shard.replace('/', "-")));
    let build = |files: &[ArchiveFile]| {
        place.write("a.zip", zip(files));
        let built = shards.iter().zip(&folders).map(|(shard, folder)| {
            let options = Options { shard: Some(shard.parse().unwrap()), ..Options::default() };
            build_with(folder, &[place.games()], &options)
        });
        let counts = built.map(|report| (report.read.game_count(), report.totals.game_count()));
        counts.fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
    };
    assert_eq!(build(&files), (40, 40));
    files[3].bytes = b"(;SZ[19]PB[Another])".to_vec();
    files.remove(30);
    files.push(ArchiveFile { name: "new.sgf".into(), ..files[0].clone() });
    assert_eq!(build(&files), (2, 40));
}
