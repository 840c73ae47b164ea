//! Every kind of archive must give the games that its files give as loose files, and damage must be reported with its
//! place.

/// Limits, and the options that raise them.
mod limits;
/// Collections that are read part by part.
mod long;
/// Zip bombs, passwords, links, and files with unusual names.
mod odd;
/// Archives that were split into several files.
mod volumes;

use crate::properties::archive::PlacesCache;
use crate::support::make::{self, *};
use crate::support::temporary_folder;
use crate::support::unpacked::*;
use kifu_index::crawl::walk::{WalkEvent, walk};
use kifu_index::crawl::{
    self, Entry, Limits, MemberPath, Problem, ProblemKind, ReadObserver, RootScope,
};
use kifu_index::error::Limit;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

#[test]
fn every_archive_kind_gives_its_files() {
    let files = [FILES, &[("readme.txt", b"no game"), ("empty.bin", b"")]].concat();
    let tar = tar(&files);
    for (name, bytes) in [
        ("x.tar", tar.clone()),
        ("x.tar.gz", gz(&tar)),
        ("x.TGZ", gz(&tar)),
        ("x.tar.bz2", bz2(&tar)),
        ("x.tbz2", bz2(&tar)),
        ("x.tar.xz", xz(&tar)),
        ("x.txz", xz(&tar)),
        ("x.tar.zst", zst(&tar)),
        // These archives are already unpacked, or are packed in another way than their names say.
        ("y.tar.gz", tar.clone()),
        ("y.tar", xz(&tar)),
        ("x.zip", zip(&files)),
        ("x.7z", sevenz(&files, false)),
        ("solid.7z", sevenz(&files, true)),
    ] {
        let read = read(name, &bytes);
        assert_eq!(read.entries, owned(FILES), "{name}");
        assert_eq!(read.problems, [], "{name}");
    }
}

#[test]
fn single_files() {
    for (name, bytes, inner) in [
        ("a.sgf.gz", gz(A), "a.sgf"),
        ("a.SGF.BZ2", bz2(A), "a.SGF"),
        ("a.mgt.xz", xz(A), "a.mgt"),
        ("a.sgf.zst", zst(A), "a.sgf"),
        ("game.gz", gz(A), "game"),
        ("a.sgf.gz", A.to_vec(), "a.sgf"),
    ] {
        let read = read(name, &bytes);
        assert_eq!(read.entries, owned(&[(inner, A)]), "{name}");
        assert_eq!(read.problems, [], "{name}");
    }
}

/// Visitor of an archive's members that records their sizes, and asks for `more` members after the requested one.
struct RecordingVisitor {
    more: usize,
    sizes: Vec<Option<u64>>,
    passed: Vec<String>,
    has_found: bool,
}

impl RecordingVisitor {
    fn flow(&self) -> ControlFlow<()> {
        match self.has_found && self.more == 0 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl ReadObserver for RecordingVisitor {
    fn size(&mut self, size: Option<u64>) -> Result<(), Problem> {
        self.sizes.push(size);
        Ok(())
    }

    fn other_member(&mut self, entry: Entry) -> ControlFlow<()> {
        self.passed.extend(entry.origin.member_name());
        self.more -= usize::from(self.has_found);
        self.flow()
    }

    fn after_found(&mut self) -> ControlFlow<()> {
        self.has_found = true;
        self.flow()
    }
}

#[test]
fn visitors_get_the_members_unpacked_on_the_way_and_known_sizes() {
    let names = ["a.sgf", "b.sgf", "c.sgf", "d.sgf", "e.sgf"];
    let files: Vec<File> = names.iter().map(|&name| (name, A)).collect();
    let known = Some(A.len() as u64);
    for (name, bytes, size, passed) in [
        ("x.7z", sevenz(&files, true), None, &["a.sgf", "c.sgf", "d.sgf"][..]),
        ("x.tar.gz", gz(&tar(&files)), None, &["a.sgf", "c.sgf", "d.sgf"]),
        ("x.zip", zip(&files), known, &[]),
        ("b.sgf", A.to_vec(), known, &[]),
    ] {
        let folder = temporary_folder();
        let path: Arc<Path> = folder.path().join(name).into();
        std::fs::write(&path, bytes).unwrap();
        let request = MemberPath {
            path: &path,
            members: if name == "b.sgf" { &[] } else { &["b.sgf"] },
            occurrences: if name == "b.sgf" { &[] } else { &[0] },
            game: None,
            part: None,
        };
        let mut watching =
            RecordingVisitor { more: 2, sizes: Vec::new(), passed: Vec::new(), has_found: false };
        let entry = crawl::read_observed(&request, &Limits::default(), &mut watching).unwrap();
        assert_eq!(entry.bytes, A, "{name}");
        assert_eq!(watching.sizes, [size], "{name}");
        assert_eq!(watching.passed, passed, "{name}");
    }
}

#[test]
fn a_member_is_read_at_its_cached_place_while_unchanged() {
    const B: &[u8] = b"(;GM[1];W[aa];B[bb])";
    let files: &[File] = &[("a.sgf", A), ("b.sgf", B), ("c.txt", A)];
    let reversed: Vec<File> = files.iter().copied().rev().collect();
    for in_front in [&b""[..], b"in front"] {
        let folder = temporary_folder();
        let path: Arc<Path> = folder.path().join("x.zip").into();
        let mut places_cache = PlacesCache::default();
        let mut read = |name: &str| {
            let (members, limits) = (&[name][..], Limits::default());
            let request =
                MemberPath { path: &path, members, occurrences: &[0], game: None, part: None };
            let known = crawl::read_observed(&request, &limits, &mut places_cache);
            let listed = crawl::read_nth(&path, members, &[0], &limits);
            assert_eq!(
                known.map(|entry| (entry.origin.to_string(), entry.bytes)),
                listed.map(|entry| (entry.origin.to_string(), entry.bytes)),
            );
            places_cache.0.get().is_some()
        };
        std::fs::write(&path, [in_front, &zip(files)].concat()).unwrap();
        for name in ["b.sgf", "a.sgf", "b.sgf", "c.txt", "d.sgf"] {
            assert!(read(name), "the places of a sound archive are kept");
        }
        // Puts another archive in the place of the first one.
        for bytes in [zip(&reversed), zip(&files[1..]), zip(&[("b.sgf", A)]), zip(&[]), A.to_vec()]
        {
            std::fs::write(&path, [in_front, &bytes].concat()).unwrap();
            for name in ["a.sgf", "b.sgf", "c.txt"] {
                read(name);
            }
        }
    }
}

/// An archive without any game must always be reported.
#[test]
fn an_archive_without_a_game_is_reported() {
    let files: &[File] = &[("readme.txt", b"no game"), ("dir/b.bin", b"\0")];
    let tar_of = |files| tar(files);
    let others = "holds no game: 2 members of other kinds (1 .bin, 1 .txt)";
    let log = "holds no game: 1 member of another kind (1 .log)";
    let one = "holds no game: 1 member of another kind (1 without an ending)";
    let empty = "is an empty archive";
    for (name, bytes, place, words) in [
        ("x.zip", zip(files), "", others),
        ("x.7z", sevenz(files, true), "", others),
        ("x.tar", tar_of(files), "", others),
        ("x.tar.xz", xz(&tar_of(files)), "", others),
        ("access.log.gz", gz(b"GET / 200"), "", log),
        ("x.zip", zip(&[]), "", empty),
        ("x.tar.gz", gz(&tar_of(&[])), "", empty),
        ("x.tar", Vec::new(), "", empty),
        ("x.zip", zip(&[("in.zip", &zip(files))]), "in.zip", others),
        ("x.zip", zip(&[("in.tar", &tar_of(&[]))]), "in.tar", empty),
        ("x.tar", tar_of(&[("a.gz", &gz(b"x"))]), "a.gz", one),
        ("x.7z", sevenz(&[("in.7z", &sevenz(files, false))], true), "in.7z", others),
    ] {
        for sniff in [false, true] {
            let limits = Limits { sniff, ..Limits::default() };
            let read = read_with(name, &bytes, &limits);
            assert_eq!(read.names(), [""; 0], "{name} {place}");
            let problem = read.problem();
            let expected = (place.to_owned(), ProblemKind::NoGame, words);
            assert_eq!(problem, expected, "{name}");
        }
    }
    // The archive has more members than one unit of work holds, and none of them is a game.
    let names: Vec<String> = (0..300).map(|i| format!("{i}.txt")).collect();
    let many: Vec<File> = names.iter().map(|name| (name.as_str(), &b"x"[..])).collect();
    let sniff = Limits { sniff: true, ..Limits::default() };
    let read = read_with("x.zip", &zip(&many), &sniff);
    assert_eq!(read.problem().2, "holds no game: 300 members of other kinds (300 .txt)");
    // Each problem must be reported once.
    let cut = read_with("x.zip", &zip(&[("a.rar", b"Rar!")]), &sniff);
    assert_eq!(cut.problem().1, ProblemKind::UnsupportedArchive);
}

#[test]
fn concatenated_streams_are_one_file() {
    let tar = tar(FILES);
    let (front, back) = tar.split_at(700);
    for pack in [gz, bz2, xz, zst] {
        let read = read("x.tar.gz", &[pack(front), pack(back)].concat());
        assert_eq!(read.entries, owned(FILES));
        assert_eq!(read.problems, []);
    }
    // Several archives in a row, as `cat` joins them.
    let two = [gz(&tar), gz(&tar)].concat();
    assert_eq!(read("x.tar.gz", &two).entries.len(), 2 * FILES.len());
}

#[test]
fn archives_in_archives() {
    let inner = zip(&[("a.sgf", A), ("b.sgf.gz", &gz(B))]);
    let seven = sevenz(&[("deep.zip", &inner)], true);
    let packed = gz(&tar(&[("in.7z", &seven), ("c.sgf", C)]));
    let outer =
        zip(&[("x.tar.gz", &packed), ("d.sgf.zst", &zst(A)), ("e.7z", &sevenz(FILES, true))]);
    let expected = [
        ("x.tar.gz!in.7z!deep.zip!a.sgf", A),
        ("x.tar.gz!in.7z!deep.zip!b.sgf.gz!b.sgf", B),
        ("x.tar.gz!c.sgf", C),
        ("d.sgf.zst!d.sgf", A),
        ("e.7z!a.sgf", A),
        ("e.7z!dir/b.SGF", B),
        ("e.7z!dir/sub/c.sgf", C),
    ];
    let limits = Limits { depth: 5, ..Limits::default() };
    let all = read_with("all.zip", &outer, &limits);
    assert_eq!(all.entries, owned(&expected));
    assert_eq!(all.problems, []);
    // With a limit of nesting that is one level lower, the innermost archive must be reported.
    let less = read("all.zip", &outer);
    let (place, kind, _) = less.problem();
    assert_eq!(place, "x.tar.gz!in.7z!deep.zip!b.sgf.gz");
    assert_eq!(kind, ProblemKind::TooLarge);
    assert!(less.suggests_raising(Limit::Depth), "{:?}", less.problems);
    assert_eq!(less.entries.len(), expected.len() - 1);

    for (kind, pack) in [("tar.zst", zst as fn(&[u8]) -> Vec<u8>), ("tar", <[u8]>::to_vec)] {
        let name = format!("y.{kind}");
        let read = read("z.tar.bz2", &bz2(&tar(&[(&name, &pack(&tar(FILES)))])));
        assert_eq!(read.entries.len(), FILES.len());
        assert_eq!(read.problems, []);
    }
}

#[test]
fn a_member_is_read_by_its_names() {
    let folder = temporary_folder();
    let one = |file: &str, members: &[&str]| {
        let path: Arc<Path> = folder.path().join(file).into();
        crawl::read_one(&path, members, &Limits::default())
    };
    let inner = zip(&[("q.sgf", A), ("dir/r.sgf.gz", &gz(B)), ("notes.txt", C)]);
    let tar = tar(&[("./dir/a.sgf", A), ("in.zip", &inner), ("dir/a.sgf", B)]);
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    write("t.tar.gz", &gz(&tar));
    write("a.sgf.xz", &xz(A));
    write("s.7z", &sevenz(&[("t.tar", &tar)], true));
    write("z.zip", &zip(&[("s.tar", &tar)]));
    write("cut.tar", &tar[..700]);
    for (file, members, bytes) in [
        ("t.tar.gz", &["dir/a.sgf"][..], A),
        ("t.tar.gz", &["in.zip", "q.sgf"], A),
        ("t.tar.gz", &["in.zip", "dir/r.sgf.gz"], B),
        ("t.tar.gz", &["in.zip", "dir/r.sgf.gz", "r.sgf"], B),
        ("t.tar.gz", &["in.zip", "notes.txt"], C),
        ("a.sgf.xz", &[], A),
        ("a.sgf.xz", &["a.sgf"], A),
        ("s.7z", &["t.tar", "in.zip", "q.sgf"], A),
        ("z.zip", &["s.tar", "dir/a.sgf"], A),
        ("cut.tar", &["dir/a.sgf"], A),
    ] {
        let entry =
            one(file, members).unwrap_or_else(|problem| panic!("{file} {members:?}: {problem:?}"));
        assert_eq!(entry.bytes, bytes, "{file} {members:?}");
    }
    let missing = one("t.tar.gz", &["in.zip", "nobody.sgf"]).unwrap_err();
    assert!(missing.message.contains("has no member"), "{missing:?}");
    let cut = one("cut.tar", &["in.zip", "q.sgf"]).unwrap_err();
    assert!(cut.message.contains("cut short"), "{cut:?}");
}

#[test]
fn a_truncated_tar_gives_its_complete_members() {
    let tar = tar(FILES);
    // Each small tar member takes a header of 512 bytes and a block of 512 bytes.
    let complete = |length: usize| {
        let end = |i: usize| 1024 * i + 512 + FILES[i].1.len();
        (0..FILES.len()).filter(|&i| end(i) <= length).count()
    };
    for length in (1..3 * 1024 + 511).step_by(97).chain([512, 1024, 1536, 2048, 3072]) {
        let read = read("x.tar", &tar[..length]);
        assert_eq!(read.entries, owned(&FILES[..complete(length)]), "{length}");
        let problem = read.problems.first().unwrap_or_else(|| panic!("{length}: no problem"));
        assert_eq!(problem.kind, ProblemKind::Damaged, "{length}");
    }
    let inside = read("x.tar", &tar[..1024 + 512 + 5]);
    let (first, second) = (&inside.problems[0], &inside.problems[1]);
    assert_eq!(first.origin.member_name().as_deref(), Some("dir/b.SGF"));
    assert_eq!(first.message, "is cut short after 5 of 30 bytes; it was skipped");
    assert!(second.origin.members.is_empty());
    assert!(second.message.contains("byte 1541"), "{}", second.message);
}

#[test]
fn truncated_streams_give_all_that_can_be_unpacked() {
    // Incompressible data make the archives long enough to be cut inside.
    let noise: Vec<Vec<u8>> = (0..40).map(|i| [A, b"\n", &random(40_000, i)].concat()).collect();
    let names: Vec<String> = (0..40).map(|i| format!("{i}.sgf")).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(String::as_str).zip(noise.iter().map(Vec::as_slice)).collect();
    let tar = tar(&files);
    for (name, packed) in [
        ("x.tar.gz", gz(&tar)),
        ("x.tar.bz2", bz2(&tar)),
        ("x.tar.xz", xz(&tar)),
        ("x.tar.zst", zst(&tar)),
    ] {
        for percent in [30, 60, 90] {
            let read = read(name, &packed[..packed.len() * percent / 100]);
            let count = read.entries.len();
            // At most one block of the compressor may be lost.
            assert!(count < 40 && count + 24 >= 40 * percent / 100, "{name} {percent} %: {count}");
            assert_eq!(read.entries, owned(&files[..count]), "{name} {percent} %");
            assert!(!read.problems.is_empty(), "{name} {percent} %");
            assert!(
                read.kinds().iter().all(|&kind| kind == ProblemKind::Damaged),
                "{:?}",
                read.problems
            );
        }
        let end = read(name, &packed[..packed.len() - 3]);
        assert!(end.entries.len() > 36, "{name}");
        assert!(!end.problems.is_empty(), "{name}");
    }
    for (name, packed) in [
        ("x.sgf.gz", gz(&noise[0])),
        ("x.sgf.bz2", bz2(&noise[0])),
        ("x.sgf.xz", xz(&noise[0])),
        ("x.sgf.zst", zst(&noise[0])),
    ] {
        let read = read(name, &packed[..packed.len() / 2]);
        assert_eq!(read.names(), [""; 0], "{name}");
        let (place, kind, message) = read.problem();
        assert_eq!((place.as_str(), kind), ("x.sgf", ProblemKind::Damaged), "{name}: {message}");
    }
    // A 7z has its directory at the end, so a cut one is unreadable.
    let seven = sevenz(&files, false);
    let cut = read("x.7z", &seven[..seven.len() / 2]);
    assert_eq!(cut.kinds(), [ProblemKind::Damaged]);
}

#[test]
fn a_damaged_7z_block_is_skipped() {
    let mut bytes = sevenz(FILES, false);
    bytes[32 + 10] ^= 0xff;
    let read = read("x.7z", &bytes);
    assert_eq!(read.entries, owned(&FILES[1..]));
    assert!(!read.problems.is_empty());
    assert!(read.kinds().iter().all(|&kind| kind == ProblemKind::Damaged));
}

/// Changes each byte of a solid block. Every member must be read correctly or reported, and reading must end: LZMA
/// decoders that continue after an error may loop forever.
#[test]
fn a_damaged_solid_block_reports_every_lost_member() {
    let whole = sevenz(FILES, true);
    // The directory lies behind the block; the header gives its offset.
    let packed = u64::from_le_bytes(whole[12..20].try_into().unwrap()) as usize;
    for place in 32..32 + packed {
        for wrong in [0x01, 0x80, 0xff] {
            let mut bytes = whole.clone();
            bytes[place] ^= wrong;
            let read = read("x.7z", &bytes);
            for (name, content) in FILES.iter().filter(|(name, _)| *name != "readme.md") {
                let entry = (read.entries.iter()).find(|(entry, _)| entry == name);
                let is_told = (read.problems.iter())
                    .any(|problem| problem.origin.to_string().ends_with(name));
                assert!(
                    entry.is_some_and(|(_, bytes)| bytes == content) != is_told,
                    "{name} with byte {place} changed: {:?}",
                    read.problems
                );
            }
        }
    }
}

/// The 7z has two blocks with one member each. The first has a wrong checksum; the second declares a packed chunk that
/// is longer than its data.
#[test]
fn a_chunk_cut_short_in_a_7z_ends() {
    let hex = "\
        377abcaf271c0004056fd5666400000000000000550000000000000007ce6fa701002f283b535a5b\
        355d50425b416e6e615d50575b42656e5d52c55b572b525d3b425b63635d3b575b62625d3b425b74\
        745d2900fffe2b7b2274726565223a5b7b22726f6f74223a7472756579d37b226d6f7665223a7b22\
        42223a226161227d7d5d7d0001040600020934300a0189475ecbf7de8d9700070b02000121210116\
        01212101160c302c00080a015c72b9718fa05d0f00000502111d0061002e00730067006600000062\
        002f0063002e004a004700460000000000";
    let bytes =
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap());
    let read = read("x.7z", &bytes.collect::<Vec<_>>());
    let [checksum, decoder] = read.problems.as_slice() else {
        panic!("{:?}", read.problems);
    };
    assert!(checksum.message.contains("checksum"), "{checksum:?}");
    assert!(decoder.message.contains("LZMA2"), "{decoder:?}");
    assert_eq!(read.kinds(), [ProblemKind::Damaged; 2]);
}

#[test]
fn files_that_are_no_archive_are_reported() {
    for name in ["x.tar", "x.tar.gz", "x.7z", "x.zip"] {
        let read = read(name, &random(5000, 1));
        assert_eq!(read.kinds(), [ProblemKind::Damaged], "{name}");
    }
    for (name, word) in [("x.rar", "RAR"), ("x.lzh", "LHA"), ("x.sgf.Z", "compress")] {
        let read = read(name, b"whatever");
        let (_, kind, message) = read.problem();
        assert_eq!(kind, ProblemKind::UnsupportedArchive);
        assert!(message.contains(word), "{message}");
    }
    let inside = read("x.tar", &tar(&[("y.rar", b"Rar!"), ("a.sgf", A)]));
    assert_eq!(inside.names(), ["a.sgf"]);
    assert_eq!(inside.problem().1, ProblemKind::UnsupportedArchive);
}
