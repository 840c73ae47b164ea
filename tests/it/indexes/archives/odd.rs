use super::*;
use crate::support::temporary_folder;
use ::tar::{Builder, EntryType};

#[test]
fn bombs_end_at_a_limit() {
    // The zip bomb begins like a game. Otherwise the reader would look at its beginning only and never unpack the rest.
    let mut zeros = vec![0u8; 300 << 20];
    zeros[..A.len()].copy_from_slice(A);
    let bomb = gz(&zeros);
    let limits = Limits { entry_bytes: 1 << 20, ..Limits::default() };
    let (low, usual) = (read_with("x.sgf.gz", &bomb, &limits), read("x.sgf.gz", &bomb));
    for (read, limit) in [(&low, Limit::Ratio), (&usual, Limit::Ratio)] {
        let (place, kind, _) = read.problem();
        assert_eq!((place.as_str(), kind), ("x.sgf", ProblemKind::TooLarge));
        assert!(read.suggests_raising(limit), "{:?}", read.problems);
        assert!(read.entries.is_empty());
    }
    // Here the zip bomb is a tar member behind a good one, once with the extension of a game and once with another.
    for name in ["bomb.sgf", "bomb.bin"] {
        let packed = gz(&tar(&[("a.sgf", A), (name, &zeros), ("b.sgf", B)]));
        let read = read("x.tar.gz", &packed);
        assert_eq!(read.names(), ["a.sgf"]);
        assert!(!read.problems.is_empty() && read.problems.len() <= 2);
        assert!(read.kinds().iter().all(|&kind| kind == ProblemKind::TooLarge));
    }
    // A zip bomb inside a nested archive must be reported once, for the stream whose compression ratio is too high.
    let inner = tar(&[("a.sgf", A), ("x.bin", &zeros), ("b.sgf", B)]);
    let outer = read("x.tar.gz", &gz(&tar(&[("in.tar", &inner), ("c.sgf", C)])));
    assert_eq!(outer.names(), ["in.tar!a.sgf"]);
    assert_eq!(outer.problem().0, "in.tar");
    // If the zip bomb is a compressed member of an archive that is not compressed, the members behind it must be read.
    let outer = tar(&[("a.sgf", A), ("x.sgf.gz", &bomb), ("b.sgf", B)]);
    let read = read("x.tar", &outer);
    assert_eq!(read.names(), ["a.sgf", "b.sgf"]);
    assert_eq!(read.problem().0, "x.sgf.gz!x.sgf");
}

#[test]
fn an_archive_has_a_budget() {
    let files: Vec<(String, Vec<u8>)> =
        (0..20).map(|i| (format!("{i}.sgf"), random(100_000, i))).collect();
    let files: Vec<File> =
        files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let halves = [tar(&files[..10]), tar(&files[10..])];
    let archives = [
        ("x.tar", tar(&files)),
        ("x.tar.zst", zst(&tar(&files))),
        ("x.zip", zip(&files)),
        ("x.7z", sevenz(&files, false)),
        ("solid.7z", sevenz(&files, true)),
        // Nested archives must count against the limit of the outer one.
        ("nested.zip", zip(&[("a.tar", &halves[0]), ("b.tar", &halves[1])])),
    ];
    for (name, bytes) in &archives {
        let few = Limits { entries: 15, ..Limits::default() };
        let small = Limits { archive_bytes: 1 << 20, ..Limits::default() };
        for (limits, limit) in [(few, Limit::Entries), (small, Limit::Archive)] {
            let read = read_with(name, bytes, &limits);
            let (place, kind, _) = read.problem();
            assert_eq!((place.as_str(), kind), ("", ProblemKind::TooLarge), "{name}");
            assert!(read.suggests_raising(limit), "{name}: {:?}", read.problems);
            let count = read.entries.len();
            assert!((4..20).contains(&count), "{name} {limit:?}: {count}");
        }
    }
}

#[test]
fn memory_for_unpacking_is_bounded() {
    let limits = Limits { window_bytes: 64 << 10, ..Limits::default() };
    let long = random(2 << 20, 7);
    for (name, bytes) in [
        ("x.7z", sevenz(&[("a.sgf", &long)], true)),
        ("x.tar.xz", xz(&tar(&[("a.sgf", &long)]))),
        ("x.tar.zst", zst(&tar(&[("a.sgf", &long)]))),
    ] {
        let read = read_with(name, &bytes, &limits);
        assert!(read.entries.is_empty(), "{name}");
        assert!(read.suggests_raising(Limit::Window), "{name}: {:?}", read.problems);
    }
}

/// 7z archives encrypted with AES-256 and a password. The second one has an encrypted directory as well.
const ENCRYPTED: [&str; 2] = [
    "377abcaf271c0004142bac6d10000000000000005f000000000000008c1f096a828c5b07ae00f9eeb24f66e35cd94fa6010406000109100a01\
     29d8207a00070b0100022406f1070122c8ffeb525718f84b8aecdfc363f8213c86b3a4004911dec7787234f475f42d2bdcfa010001000c0e0e\
     00080a011a26930000000501110d0078002e0073006700660000000000",
    "377abcaf271c0004461e1c3e8000000000000000530000000000000057587b063a2e8dc0db537d630abf2a3a3681f4a4a616fa45cef26dfa5d\
     a4604bde2e05929fe730f7a4171f29e00fbd93aae418b3b4c15b36ae9de04395c9644523fee9f7ab7e465a86260410fea1593f6a87511e48d3\
     f273647a45ea5c44f64304a77f85545922f754e2dd826f707529790724fd567c782782a67802aa14e0d7b74a6ff51706100109700a018d69a0\
     3b00070b0100022406f1070122c8ff8ca3a741c91fa1414d0a459809c9887dae3ec52f959f85c330fa08a149f4482923030101055d00008000\
     01000c635f00080a0160cbcdb00000",
];

#[test]
fn encrypted_members_are_reported_and_not_read() {
    for (text, place) in ENCRYPTED.iter().zip(["x.sgf", ""]) {
        let read = read("x.7z", &unhex(text));
        let (found, kind, message) = read.problem();
        assert_eq!((found.as_str(), kind), (place, ProblemKind::Encrypted), "{message}");
    }
    let mut zip = zip(&[("a.sgf", A), ("b.sgf", B)]);
    // Sets the encryption flag in the first member's header and in the directory.
    let directory = zip.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    zip[6] |= 1;
    zip[directory + 8] |= 1;
    for (name, bytes, place) in [
        ("x.zip", zip.clone(), "a.sgf"),
        ("x.tar", tar(&[("in.zip", &zip)]), "in.zip!a.sgf"),
        ("y.zip", make::zip(&[("in.7z", &unhex(ENCRYPTED[0]))]), "in.7z!x.sgf"),
    ] {
        let read = read(name, &bytes);
        let (found, kind, _) = read.problem();
        assert_eq!((found.as_str(), kind), (place, ProblemKind::Encrypted));
    }
}

#[test]
fn equal_and_long_names_in_a_tar() {
    let long = format!("{}/囲碁.sgf", "folder/".repeat(60));
    let (pax, pax_name) = {
        let mut builder = Builder::new(Vec::new());
        let path = format!("{}d.sgf", "pax/".repeat(70));
        builder.append_pax_extensions([("path", path.as_bytes())]).unwrap();
        append(&mut builder, "short.sgf", EntryType::Regular, A);
        (builder.into_inner().unwrap(), path)
    };
    let bytes = [tar(&[("a.sgf", A), ("a.sgf", B), (&long, C)]), pax].concat();
    let read = read("x.tar", &bytes);
    assert_eq!(read.names(), ["a.sgf", "a.sgf", &long, &pax_name]);
    assert_eq!(read.entries[1].1, B);
    assert_eq!(read.problems, []);
}

#[test]
fn links_and_devices_in_a_tar() {
    let mut builder = Builder::new(Vec::new());
    append(&mut builder, "a.sgf", EntryType::Regular, A);
    let mut link = ::tar::Header::new_gnu();
    link.set_size(0);
    for (kind, name, target) in [
        (EntryType::Symlink, "link.sgf", "/etc/passwd"),
        (EntryType::Link, "hard.sgf", "a.sgf"),
        (EntryType::Symlink, "current", "a.sgf"),
    ] {
        link.set_entry_type(kind);
        builder.append_link(&mut link, name, target).unwrap();
    }
    append(&mut builder, "dev/zero", EntryType::Char, b"");
    append(&mut builder, "pipe.sgf", EntryType::Fifo, b"");
    append(&mut builder, "dir.sgf/", EntryType::Directory, b"");
    append(&mut builder, "._b.sgf", EntryType::Regular, B);
    append(&mut builder, "b.sgf", EntryType::Regular, B);
    let read = read("x.tar", &builder.into_inner().unwrap());
    assert_eq!(read.names(), ["a.sgf", "b.sgf"]);
    let places: Vec<_> =
        read.problems.iter().map(|problem| problem.origin.member_name().unwrap()).collect();
    assert_eq!(places, ["link.sgf", "hard.sgf", "dev/zero", "pipe.sgf"]);
    assert!(read.kinds().iter().all(|&kind| kind == ProblemKind::NotAFile));
}

#[test]
fn endless_headers_end() {
    // A GNU long name of 20 MiB.
    let mut builder = Builder::new(Vec::new());
    append(&mut builder, "a.sgf", EntryType::Regular, A);
    append(&mut builder, "././@LongLink", EntryType::GNULongName, &vec![b'x'; 20 << 20]);
    append(&mut builder, "b.sgf", EntryType::Regular, B);
    let read = read("x.tar.gz", &gz(&builder.into_inner().unwrap()));
    assert_eq!(read.names(), ["a.sgf"]);
    let (place, kind, message) = read.problem();
    assert_eq!((place.as_str(), kind), ("", ProblemKind::Damaged));
    assert!(message.contains("headers"), "{message}");
}

#[test]
fn sniff_reads_files_with_other_names() {
    let sniff = Limits { sniff: true, ..Limits::default() };
    let files: &[File] = &[
        ("a.txt", A),
        ("noname", B),
        ("notes.txt", b"not a game (really)"),
        ("c.ini", b"; comment\n[x]\n"),
        ("d.mgt", A),
    ];
    let noise = random(5000, 3);
    let inside = [files, &[("e.bin", &noise)]].concat();
    for (name, bytes) in
        [("x.zip", zip(&inside)), ("x.tar.gz", gz(&tar(&inside))), ("x.7z", sevenz(&inside, true))]
    {
        let with = read_with(name, &bytes, &sniff);
        assert_eq!(with.names(), ["a.txt", "noname", "d.mgt"], "{name}");
        assert_eq!(with.problems, [], "{name}");
        assert_eq!(read(name, &bytes).names(), ["d.mgt"], "{name}");
    }
    let folder = temporary_folder();
    for (name, bytes) in &inside {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let found = |limits: &Limits| {
        let (mut names, mut others) = (Vec::new(), 0);
        walk(&RootScope::new(folder.path(), None), limits, &mut |met| match met {
            WalkEvent::File(found) => names.push(found.path.file_name().unwrap().to_owned()),
            WalkEvent::Other(_) | WalkEvent::SideFile => others += 1,
            WalkEvent::Problem(problem) => panic!("{problem:?}"),
            WalkEvent::OtherShard => panic!("there are no shards"),
            WalkEvent::ExcludedFile | WalkEvent::ExcludedFolder => panic!("there are no patterns"),
            WalkEvent::SkippedFolder => panic!("there is no trash"),
        });
        (names, others)
    };
    assert_eq!(found(&sniff), (["a.txt", "d.mgt", "noname"].map(Into::into).to_vec(), 3));
    assert_eq!(found(&Limits::default()), (["d.mgt"].map(Into::into).to_vec(), 5));
}
