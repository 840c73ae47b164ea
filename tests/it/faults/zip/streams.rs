use super::*;
use crate::support::crc32;
use crate::support::make::{append, bz2, xz, zst};
use crate::support::unpacked::read_with;
use ::tar::{Builder, EntryType, Header};

/// Tar header whose size field contains exactly the given bytes.
fn header(name: &str, kind: u8, size: &[u8; 12]) -> Header {
    let mut header = Header::new_ustar();
    header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
    header.set_mode(0o644);
    header.as_mut_bytes()[124..136].copy_from_slice(size);
    header.as_mut_bytes()[156] = kind;
    header.set_cksum();
    header
}

#[test]
fn impossible_sizes_end_the_archive() {
    let good = tar(&[("a.sgf", A)]);
    let good = &good[..1024];
    for size in [
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xf0",
        b"\x80\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff",
        b"77777777777\0",
        b"-0000000001\0",
        b"not a size.\0",
    ] {
        let bad = header("bad.sgf", b'0', size);
        let bytes = [good, bad.as_bytes(), &[b' '; 2000]].concat();
        for (name, bytes) in [("x.tar", bytes.clone()), ("x.tar.gz", gz(&bytes))] {
            let read = read(name, &bytes);
            assert_eq!(read.entries, owned(&[("a.sgf", A)]), "{name} {size:?}");
            assert!(!read.problems.is_empty(), "{name} {size:?}");
        }
    }
}

#[test]
fn sparse_members_are_read_within_the_limits() {
    // A sparse file in the old GNU format consists of a block, a hole, and a block.
    let data = [A, &[b' '; 1024]].concat();
    let (front, back) = (&data[..512], &data[512..1024]);
    let sparse = |second: u64| {
        let mut header = Header::new_gnu();
        header.set_path("s.sgf").unwrap();
        header.set_mode(0o644);
        header.set_size(1024);
        header.set_entry_type(EntryType::GNUSparse);
        let gnu = header.as_gnu_mut().unwrap();
        for (slot, offset) in [0, second].into_iter().enumerate() {
            let number = |number: u64| format!("{number:011o}\0").into_bytes();
            gnu.sparse[slot].offset.copy_from_slice(&number(offset));
            gnu.sparse[slot].numbytes.copy_from_slice(&number(512));
            gnu.realsize.copy_from_slice(&number(offset + 512));
        }
        header.set_cksum();
        [header.as_bytes().as_slice(), front, back, &tar(&[("b.sgf", B)])].concat()
    };
    let small = read("x.tar", &sparse(1536));
    assert_eq!(small.names(), ["s.sgf", "b.sgf"], "{:?}", small.problems);
    assert_eq!(small.entries[0].1, [front, &[0; 1024], back].concat());
    // A hole of 7 GiB exceeds the size limit of a member, so the member must be refused.
    let large = read("x.tar", &sparse(7 << 30));
    assert!(!large.names().contains(&"s.sgf"));
    let kind = large.problems[0].kind;
    assert_eq!(kind, ProblemKind::TooLarge, "{:?}", large.problems);
    // Three holes of 15 MiB exceed the compression ratio that so small an archive may have, so the members must be
    // refused.
    let member = &sparse(15 << 20)[..1536];
    let three = read("x.tar", &[member; 3].concat());
    assert_eq!(three.names(), ["s.sgf"; 2]);
    assert!(three.suggests_raising(Limit::Ratio), "{:?}", three.problems);
}

#[test]
fn headers_of_pax() {
    let mut builder = Builder::new(Vec::new());
    let long = format!("{}/囲碁.sgf", "p".repeat(300));
    builder
        .append_pax_extensions([("path", long.as_bytes()), ("mtime", b"1.5"), ("size", b"24")])
        .unwrap();
    append(&mut builder, "short.sgf", EntryType::Regular, A);
    append(&mut builder, "global", EntryType::XGlobalHeader, b"19 comment=a b c d\n");
    append(&mut builder, "b.sgf", EntryType::Regular, B);
    // Here a pax record (an additional header of a tar member) claims to be longer than it is.
    append(&mut builder, "bad", EntryType::XHeader, b"999 path=zzz\n");
    append(&mut builder, "c.sgf", EntryType::Regular, C);
    let read = read("x.tar", &builder.into_inner().unwrap());
    assert_eq!(read.names()[..2], [&long, "b.sgf"]);
    assert_eq!(read.names().len() + read.problems.len(), 3, "{:?}", read.problems);
}

#[test]
fn truncated_and_concatenated_streams() {
    let game = [A, &random(4000, 2)].concat();
    for (name, pack) in [
        ("a.sgf.gz", gz as fn(&[u8]) -> Vec<u8>),
        ("a.sgf.bz2", bz2),
        ("a.sgf.xz", xz),
        ("a.sgf.zst", zst),
    ] {
        let packed = pack(&game);
        // Several compressed streams, one after the other, must be read as one file.
        let (front, back) = game.split_at(7);
        let row = [pack(front), pack(back)].concat();
        assert_eq!(read(name, &row).entries, owned(&[("a.sgf", &game)]), "{name}");
        for cut in [packed.len() / 2, packed.len() - 1] {
            let read = read(name, &packed[..cut]);
            assert_eq!(read.entries, [], "{name} {cut}");
            assert_eq!(read.problem().1, ProblemKind::Damaged, "{name} {cut}");
        }
        if name.ends_with("zst") {
            // The zstd stream was written without a checksum, so damage cannot be detected.
            continue;
        }
        let mut spoilt = packed.clone();
        spoilt[packed.len() / 2] ^= 0x10;
        let read = read(name, &spoilt);
        assert_eq!(read.entries, [], "{name}");
        assert_eq!(read.problem().1, ProblemKind::Damaged, "{name}");
    }
    // This zstd stream was written without a checksum, so damage in it cannot be detected.
    let padded = [gz(&game), vec![0; 512]].concat();
    assert_eq!(read("a.sgf.gz", &padded).entries, owned(&[("a.sgf", &game)]));
}

#[test]
fn hostile_headers_of_7z() {
    let whole = sevenz(&[("a.sgf", A), ("b.sgf", B), ("c.sgf", C)], true);
    // Damages each byte of the two headers. The file must be read or reported, in little time and memory.
    let end = whole.len();
    for at in (6..32).chain(end - 90..end) {
        for mask in [0xff, 0x01, 0x80] {
            let mut spoilt = whole.clone();
            spoilt[at] ^= mask;
            let read = read("x.7z", &spoilt);
            let fine = read.entries.len() == 3;
            assert!(fine || !read.problems.is_empty(), "{at} {mask:x}");
        }
    }
    for cut in [0, 1, 6, 31, 32, end / 2, end - 1] {
        let read = read("x.7z", &whole[..cut]);
        assert_eq!(read.kinds(), [ProblemKind::Damaged], "{cut}");
    }
}

/// A 7z may have a compressed directory. One of 40 MiB must count against the limits, however its members are read.
#[test]
fn a_compressed_7z_directory_counts_towards_the_limits() {
    let size = 40u32 << 20;
    let mut directory = vec![0; size as usize];
    directory[0] = 1;
    // The writer packs with LZMA2. Byte 22 gives the size of its dictionary.
    let whole = sevenz(&[("a.sgf", &directory)], true);
    let length = u64::from_le_bytes(whole[12..20].try_into().unwrap()) as usize;
    let packed = &whole[32..32 + length];
    let number = |number: u32| [&[0xf0][..], &number.to_le_bytes()].concat();
    let header = [
        &[23, 6, 0, 1, 9][..],
        &number(length as u32),
        &[0, 7, 11, 1, 0, 1, 0x21, 0x21, 1, 30, 12],
        &number(size),
        &[10, 1],
        &crc32(&directory).to_le_bytes(),
        &[0, 0],
    ]
    .concat();
    let start = [
        &(length as u64).to_le_bytes()[..],
        &(header.len() as u64).to_le_bytes(),
        &crc32(&header).to_le_bytes(),
    ]
    .concat();
    let begin = [&whole[..8], &crc32(&start).to_le_bytes(), &start].concat();
    let bomb = [&begin, packed, &header].concat();
    let small = read("x.7z", &bomb);
    let (_, kind, message) = small.problem();
    assert_eq!(kind, ProblemKind::TooLarge, "{message}");
    assert!(small.suggests_raising(Limit::Window), "{:?}", small.problems);
    // If the decoder may use enough memory, the limit on the compression ratio decides whether this 7z is refused.
    let limits = |ratio| Limits { window_bytes: 1 << 30, ratio, ..Limits::default() };
    let problem_kind = |ratio| read_with("x.7z", &bomb, &limits(ratio)).problem().1;
    assert_eq!(problem_kind(400), ProblemKind::TooLarge);
    // With a high enough ratio the directory is unpacked. It lists no file, so the archive must be reported as one
    // without a game.
    assert_eq!(problem_kind(1_000_000), ProblemKind::NoGame);
}

#[test]
fn unsupported_archives_are_counted_and_named() {
    let place = Place::new();
    place.write("a.rar", b"Rar!\x1a\x07\0");
    place.write("in.zip", Zip::new().add("b.RAR", b"Rar!").add("a.sgf", A).finish());
    place.write("c.lzh", b"");
    let games = place.games();
    let built = run_on(&place.folder(), &["build", games.to_str().unwrap()]).ends(0);
    assert!(built.out.contains("3 archives of other kinds"), "{}", built.out);
    for name in ["a.rar", "in.zip!b.RAR", "c.lzh"] {
        assert!(built.err.contains(name), "{}", built.err);
    }
    assert!(built.err.contains("RAR archives are not read"), "{}", built.err);
    let status = run_on(&place.folder(), &["status", "--json"]).ends(0);
    assert_eq!(status.json()[0]["without_game"]["unsupported-archive"], 3, "{}", status.out);
}
