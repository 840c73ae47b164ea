//! Faults of zip archives; other formats and names of members are in submodules.

/// Compression methods of members.
mod methods;
/// Names of members, and their charsets.
mod names;
/// Gzip, tar, 7z and other streams.
mod streams;

use crate::support::make::{gz, random, sevenz, tar, unhex};
use crate::support::unpacked::{A, B, C, UnpackedArchive, owned, read, read_path, read_with};
use crate::support::{Descriptor, Member, Place, Zip, folder_on_disk, run_on};
use kifu_index::crawl::{Limits, ProblemKind};
use kifu_index::error::Limit;
use std::io::{Seek, SeekFrom, Write};

/// Deflate stream with one stored (uncompressed) block, written by hand. `last` says whether the block is marked as the
/// final one.
fn stored_block(data: &[u8], last: bool) -> Vec<u8> {
    let length = data.len() as u16;
    let mut block = vec![u8::from(last)];
    block.extend(length.to_le_bytes());
    block.extend((!length).to_le_bytes());
    block.extend(data);
    block
}

fn deflated(name: &str, data: &[u8]) -> Member {
    Member::packed(name, 8, &stored_block(data, true), data)
}

/// True if a problem says that the archive itself is damaged.
fn is_damaged(read: &UnpackedArchive) -> bool {
    let problems = read.problems.iter();
    (problems.filter(|problem| problem.origin.members.is_empty()))
        .any(|problem| problem.kind == ProblemKind::Damaged)
}

// ---- Archives that are cut short or damaged ----

/// Members of all kinds. The number with each says how many bytes behind the member's data a cut zip must still have,
/// so that the member counts as complete.
fn assorted() -> Vec<(Member, &'static [u8], usize)> {
    let streamed = |member: Member, descriptor| member.streamed(descriptor);
    vec![
        (Member::stored("a.sgf", A), A, 0),
        (deflated("b.sgf", B), B, 0),
        // If the data descriptor (checksum and sizes behind the data) begins with its signature, 9 bytes are enough to
        // identify it: signature, checksum, and the lowest byte of the packed size.
        (streamed(deflated("c.sgf", C), Descriptor::Marked), C, 9),
        (streamed(Member::stored("d.sgf", A), Descriptor::Wide), A, 9),
        // If the data descriptor (checksum and sizes behind the data) has no signature, only the header of the next
        // member shows that this member has ended.
        (streamed(deflated("e.sgf", B), Descriptor::Unmarked), B, 12 + 2),
        (streamed(deflated("dir/f.sgf", C), Descriptor::Marked), C, 9),
        (Member::stored("g.sgf", C), C, 0),
    ]
}

#[test]
fn truncated_zips_give_all_complete_members() {
    let members = assorted();
    let mut zip = Zip::new();
    let mut ends = Vec::new();
    for (member, data, behind) in &members {
        let header = 30 + member.name.len() as u32;
        ends.push(zip.offset() as usize + header as usize + member.packed.len() + behind);
        zip = zip.add_member(member);
        let name = String::from_utf8(member.name.clone()).unwrap();
        assert!(zip.offset() as usize >= ends.last().unwrap() - 4, "{name} {}", data.len());
    }
    let whole = zip.finish();
    assert_eq!(read("x.zip", &whole).entries.len(), members.len());
    for cut in 1..whole.len() {
        let read = read("x.zip", &whole[..cut]);
        let expected: Vec<_> = (members.iter().zip(&ends))
            .filter(|(_, end)| **end <= cut)
            .map(|((member, data, _), _)| {
                (String::from_utf8(member.name.clone()).unwrap(), data.to_vec())
            })
            .collect();
        assert_eq!(read.entries, expected, "cut at {cut}");
        assert!(is_damaged(&read), "cut at {cut}: {:?}", read.problems);
    }
}

#[test]
fn a_truncated_member_is_reported() {
    let zip = Zip::new().add("a.sgf", A).add("b.sgf", B).finish();
    let cut = read("x.zip", &zip[..35 + A.len() + 35 + 10]);
    assert_eq!(cut.entries, owned(&[("a.sgf", A)]));
    let places: Vec<_> = (cut.problems.iter())
        .map(|problem| (problem.origin.member_name(), problem.message.as_str()))
        .collect();
    assert_eq!(places[0].0.as_deref(), Some("b.sgf"));
    assert!(places[0].1.contains("cut short after 10"), "{places:?}");
    assert!(places[1].1.contains("by their own headers: 1"), "{places:?}");
    // A streamed member is followed by a descriptor, which tells where the member ends.
    let members = [
        deflated("a.sgf", A).streamed(Descriptor::Marked),
        deflated("b.sgf", B).streamed(Descriptor::Marked),
    ];
    let streamed = Zip::from_members(&members).members();
    let cut = read("x.zip", &streamed[..streamed.len() - 20]);
    assert_eq!(cut.entries, owned(&[("a.sgf", A)]));
    assert_eq!(cut.problems[0].origin.member_name().as_deref(), Some("b.sgf"));
}

/// Games from members with damaged names must have the same ids, whether the zip is read by its directory or by the
/// headers of its members.
#[test]
fn a_member_with_a_damaged_name_has_one_id_on_all_code_paths() {
    let mut zip = Zip::new().add("a.sgf", A).add("b.sgf", B).finish();
    let entry = |zip: &[u8], from: usize| {
        let mark = zip[from..].windows(4).position(|bytes| bytes == b"PK\x01\x02");
        from + mark.unwrap()
    };
    let first = entry(&zip, 0);
    let second = entry(&zip, first + 4);
    zip[first + 46..first + 51].copy_from_slice(b"a.xyz");
    zip[second] = b'?';
    assert_eq!(read("x.zip", &zip).entries, owned(&[("a.sgf", A), ("b.sgf", B)]));
    let limits = Limits { sniff: true, ..Limits::default() };
    let entries = read_with("x.zip", &zip, &limits).entries;
    for named in owned(&[("a.sgf", A), ("b.sgf", B)]) {
        assert!(entries.contains(&named), "{entries:?}");
    }
}

#[test]
fn a_truncated_inner_archive_gives_its_complete_members() {
    let inner = Zip::new().add("a.sgf", A).add("b.sgf", B).finish();
    let cut = &inner[..inner.len() - 30];
    let outer = Zip::new().add("in.zip", cut).add("c.sgf", C).finish();
    let expected = [("in.zip!a.sgf", A), ("in.zip!b.sgf", B), ("c.sgf", C)];
    assert_eq!(read("x.zip", &outer).entries, owned(&expected));
    assert_eq!(read("x.tar", &tar(&[("in.zip", cut)])).entries, owned(&expected[..2]));
    // Without the outer directory, the inner members must still belong to the inner archive.
    let both = &outer[..outer.len() - 60];
    assert_eq!(read("x.zip", both).entries, owned(&expected));
    // The outer archive is cut within the inner one. The inner members must not be mistaken for outer ones.
    let within = read("x.zip", &outer[..30 + 6 + cut.len() - 3]);
    assert!(within.entries.is_empty(), "{:?}", within.names());
    assert_eq!(within.problems[0].origin.member_name().as_deref(), Some("in.zip"));
    // Here the inner archive is compressed, and the compressed stream ends too early.
    let noise = random(50_000, 1);
    let inner = Zip::new().add("a.sgf", A).add("noise.bin", &noise).add("b.sgf", B).finish();
    let packed = gz(&tar(&[("in.zip", &inner)]));
    let read = read("x.tar.gz", &packed[..packed.len() / 2]);
    assert_eq!(read.entries, owned(&[("in.zip!a.sgf", A)]));
    assert!(!read.problems.is_empty());
}

#[test]
fn members_are_found_by_headers_if_the_directory_is_damaged() {
    let members = assorted();
    let zip =
        Zip::from_members(&members.iter().map(|(member, ..)| member.clone()).collect::<Vec<_>>());
    let start = zip.offset() as usize;
    let whole = zip.finish();
    let mut names: Vec<_> = read("x.zip", &whole).names().iter().map(ToString::to_string).collect();
    names.sort();
    let entries: Vec<usize> =
        (start..whole.len()).filter(|&at| whole[at..].starts_with(b"PK\x01\x02")).collect();
    assert_eq!(entries.len(), members.len());
    // Damages the signatures of the directory entries, one after the other, and that of the directory's end.
    for &at in entries.iter().chain([whole.len() - 22].iter()) {
        let mut spoilt = whole.clone();
        spoilt[at] ^= 0xff;
        let read = read("x.zip", &spoilt);
        let mut found = read.names();
        found.sort_unstable();
        assert_eq!(found, names, "at {at}");
        assert!(is_damaged(&read), "at {at}");
    }
    // Sets a wrong offset of the directory in its end record.
    for place in [0u32, 7, start as u32 + 1, u32::MAX - 1] {
        let mut spoilt = whole.clone();
        let at = whole.len() - 6;
        spoilt[at..at + 4].copy_from_slice(&place.to_le_bytes());
        let mut found =
            read("x.zip", &spoilt).names().iter().map(ToString::to_string).collect::<Vec<_>>();
        found.sort_unstable();
        assert_eq!(found, names, "{place}");
    }
    // Sets a number of entries that is too small or too large.
    for count in [1u16, 3, 500] {
        let mut spoilt = whole.clone();
        for at in [whole.len() - 14, whole.len() - 12] {
            spoilt[at..at + 2].copy_from_slice(&count.to_le_bytes());
        }
        let read = read("x.zip", &spoilt);
        assert_eq!(read.names().len(), names.len(), "{count}: {:?}", read.names());
        assert!(is_damaged(&read), "{count}");
    }
}

#[test]
fn bytes_before_and_after_an_archive_are_ignored() {
    let zip = Zip::new().add("a.sgf", A).add_member(&deflated("b.sgf", B));
    let zip = zip.finish();
    let files = owned(&[("a.sgf", A), ("b.sgf", B)]);
    let stub = [b"MZ\x90\0".as_slice(), &random(10_000, 4)].concat();
    let in_front = [&stub[..], &zip].concat();
    // In a self-extracting archive, offsets may or may not include the program in front.
    let mut adjusted = in_front.clone();
    for (mark, field) in [(b"PK\x01\x02", 42), (b"PK\x05\x06", 16)] {
        for at in 0..adjusted.len() {
            if adjusted[at..].starts_with(mark) {
                let field = &mut adjusted[at + field..][..4];
                let place = u32::from_le_bytes(field.try_into().unwrap());
                field.copy_from_slice(&(place + stub.len() as u32).to_le_bytes());
            }
        }
    }
    let behind = [&zip[..], b"some bytes behind it PK and no more"].concat();
    let long = [&zip[..], &random(200_000, 5)].concat();
    for (what, bytes, damaged) in [
        ("stub", &in_front, false),
        ("adjusted", &adjusted, false),
        ("behind", &behind, false),
        ("long", &long, true),
    ] {
        let read = read("x.zip", bytes);
        assert_eq!(read.entries, files, "{what}");
        assert_eq!(is_damaged(&read), damaged, "{what}: {:?}", read.problems);
    }
}

/// The signature of a directory's end may also occur in the archive's comment, after the true end. It must not be taken
/// for the end.
#[test]
fn a_signature_in_the_comment_does_not_end_the_directory() {
    let make = || Zip::new().add("a.sgf", A).add_member(&deflated("b.sgf", B));
    let files = owned(&[("a.sgf", A), ("b.sgf", B)]);
    let nothing = Zip::new().finish();
    let another = Zip::new().add("c.sgf", C).finish();
    for (what, behind) in [
        ("mark", b"the mark is PK\x05\x06".to_vec()),
        ("text", b"PK\x05\x06 and a text that is a little longer".to_vec()),
        ("zeros", [&b"PK\x05\x06"[..], &[0; 40]].concat()),
        ("nothing", nothing.clone()),
        ("a zip", another.clone()),
        ("marks", b"PK\x05\x06".repeat(16_000)),
    ] {
        for wide in [false, true] {
            let whole = if wide { make().finish_wide() } else { make().finish() };
            let mut comment = [&whole[..], &behind].concat();
            let length = (behind.len() as u16).to_le_bytes();
            comment[whole.len() - 2..whole.len()].copy_from_slice(&length);
            let stub = [&b"MZ\x90\0"[..], &random(1000, 4), &comment].concat();
            for bytes in [comment, stub] {
                let read = read("x.zip", &bytes);
                assert_eq!(read.entries, files, "{what}");
                assert_eq!(read.problems, [], "{what}");
            }
        }
    }
    // Appends bytes to the archive, with and without the signature of a directory's end.
    for behind in [nothing, [&b"PK\x05\x06"[..], &[0; 40]].concat()] {
        let read = read("x.zip", &[&make().finish()[..], &behind].concat());
        assert_eq!((read.entries, read.problems), (files.clone(), Vec::new()));
    }
}

/// When a zip is appended to another one, the last directory describes the appended one only. The first one must be
/// read, too.
#[test]
fn an_appended_archive_does_not_hide_the_first() {
    let inner = Zip::new().add("c.sgf", C).finish();
    let outer = Zip::new().add("a.sgf", A).add("in.zip", &inner).members();
    let read_all = |bytes: &[u8]| {
        let read = read("x.zip", bytes);
        assert!(is_damaged(&read), "{:?}", read.problems);
        read.entries
    };
    let cut = read_all(&outer);
    assert_eq!(cut, owned(&[("a.sgf", A), ("in.zip!c.sgf", C)]));
    let first = Zip::new().add("a.sgf", A).finish();
    let two = read_all(&[&first[..], &inner].concat());
    assert_eq!(two, owned(&[("a.sgf", A), ("c.sgf", C)]));
    let emptied = [&Zip::new().add("a.sgf", A).members()[..], &Zip::new().finish()].concat();
    assert_eq!(read_all(&emptied), owned(&[("a.sgf", A)]));
}

#[test]
fn parts_of_a_split_archive_are_reported() {
    let unsupported = ProblemKind::UnsupportedArchive;
    for (name, expected, words) in [
        ("x.z01", unsupported, "put the parts together"),
        ("x.7z.002", unsupported, "first part, x.7z.001, is missing"),
        ("x.zip.001", ProblemKind::Damaged, "the last part in the folder is x.zip.001"),
    ] {
        let read = read(name, b"PK\x07\x08PK\x03\x04");
        let (_, kind, message) = read.problem();
        assert_eq!(kind, expected, "{name}");
        assert!(message.contains(words), "{name}: {message}");
    }
    // The last part of a split archive holds the directory, and the members that begin in this part.
    let mut last = Zip::new().add("a.sgf", A).add("b.sgf", B).finish();
    let end = last.len() - 22;
    last[end + 4..end + 8].copy_from_slice(&[2, 0, 2, 0]);
    let read = read("x.zip", &last);
    assert_eq!(read.entries, owned(&[("a.sgf", A), ("b.sgf", B)]));
    assert!(is_damaged(&read));
}

// ---- Archives whose headers give wrong values, and zip bombs ----

#[test]
fn declared_sizes_are_not_trusted() {
    let data = [A, b"\n", &random(3000, 9)].concat();
    for size in [0, 1, 100, data.len() as u32 + 5, 0x7fff_ffff] {
        let mut member = deflated("a.sgf", &data);
        member.sizes[1] = size;
        let read = read("x.zip", &Zip::from_members(&[member, deflated("b.sgf", B)]).finish());
        assert_eq!(read.entries, owned(&[("a.sgf", &data), ("b.sgf", B)]), "{size}");
        assert_eq!(read.problems, [], "{size}");
    }
    // A wrong checksum, in contrast to a wrong size, must make a member damaged.
    let mut member = deflated("a.sgf", &data);
    member.crc ^= 1;
    let read = read("x.zip", &Zip::from_members(&[member, deflated("b.sgf", B)]).finish());
    assert_eq!(read.entries, owned(&[("b.sgf", B)]));
    let (place, kind, message) = read.problem();
    assert_eq!((place.as_str(), kind), ("a.sgf", ProblemKind::Damaged));
    assert!(message.to_lowercase().contains("checksum"), "{message}");
}

#[test]
fn a_damaged_member_is_counted_and_fails_a_strict_build() {
    let place = Place::new();
    let mut zip = Zip::new().add("a.sgf", A).add("b.sgf", B).finish();
    let at = zip.windows(4).position(|window| window == b"PB[B").unwrap();
    zip[at + 3] ^= 1;
    place.write("x.zip", zip);
    let games = place.games();
    let games = games.to_str().unwrap();
    let built = run_on(&place.folder(), &["build", games]).ends(0);
    assert!(built.out.contains("1 damaged"), "{}", built.out);
    assert!(built.err.contains("x.zip!b.sgf: "), "{}", built.err);
    assert_eq!(place.found(""), ["x.zip!a.sgf@1"]);
    std::fs::remove_dir_all(place.folder()).unwrap();
    run_on(&place.folder(), &["build", games, "--strict"]).ends(2);
}

/// Makes an overlapping zip bomb: many members share one kernel of data. The data of each member contain the header of
/// the next one, quoted as a stored block.
fn quoted(count: usize) -> Vec<u8> {
    let kernel = stored_block(&[A, &[b' '; 1000]].concat(), true);
    let text = [A, &[b' '; 1000]].concat();
    let mut inner: (Vec<u8>, Vec<u8>) = (kernel, text);
    let mut starts = Vec::new();
    for i in (0..count).rev() {
        let name = format!("{i}.sgf");
        let member = Member::packed(&name, 8, &inner.0, &inner.1);
        let header = Zip::from_members(std::slice::from_ref(&member)).members();
        starts.push((member, header.len()));
        let header = header[..30 + name.len()].to_vec();
        inner = ([stored_block(&header, false), inner.0].concat(), [header, inner.1].concat());
    }
    let total = inner.0.len();
    // The outermost quotation is left out, so that the first header stands by itself.
    let members = inner.0[5..].to_vec();
    let mut zip = Zip::new().raw(&members);
    for (member, length) in starts.iter().rev() {
        zip.list(member, (total - 5 - length) as u32);
    }
    zip.finish()
}

#[test]
fn overlapping_members_are_read_once() {
    let zip = quoted(50);
    let read = read("x.zip", &zip);
    assert_eq!(read.names(), ["0.sgf"]);
    assert_eq!(read.problems.len(), 49);
    for problem in &read.problems {
        assert_eq!(problem.kind, ProblemKind::Damaged);
        assert!(problem.message.contains("overlaps"), "{problem:?}");
    }
    // Without the directory there must be one member, whose data contain all the others.
    let start = zip.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    let read = crate::support::unpacked::read("x.zip", &zip[..start]);
    assert_eq!(read.names(), ["0.sgf"]);
}

#[test]
fn nested_archives_end_at_a_limit() {
    let mut deep = A.to_vec();
    let mut name = "a.sgf".to_owned();
    for level in 0..200 {
        deep = match level % 3 {
            0 => Zip::new().add(&name, &deep).add("b.sgf", B).finish(),
            1 => tar(&[(&name, &deep), ("b.sgf", B)]),
            _ => gz(&deep),
        };
        name = ["n.zip", "n.tar", "n.tar.gz"][level % 3].to_owned();
    }
    let read = read("x.tar.gz", &deep[..]);
    assert_eq!(read.names().len(), 4, "{:?}", read.names());
    let (place, kind, _) = read.problem();
    assert_eq!(place.matches('!').count(), 3, "{place}");
    assert_eq!(kind, ProblemKind::TooLarge);
    assert!(read.suggests_raising(Limit::Depth), "{:?}", read.problems);
}

// ---- Archives with many members or of many bytes ----

#[test]
fn more_members_than_16_bits_can_count() {
    let count = 66_000;
    let make = || {
        let member = |i| Member::stored(format!("{i}.sgf"), b"(;B[aa])");
        (0..count).fold(Zip::new(), |zip, i| zip.add_member(&member(i)))
    };
    let wide = read("x.zip", &make().finish_wide());
    assert_eq!((wide.entries.len(), wide.problems.len()), (count, 0));
    // Old programs wrote only the lower 16 bits of the number of members. All members must be found, and the directory
    // reported as damaged.
    let old = read("x.zip", &make().finish());
    assert_eq!(old.entries.len(), count);
    assert!(is_damaged(&old));
}

/// The archive has more than 4 GiB, most of them a hole in a sparse file, so that offsets and sizes need 64 bits.
#[test]
fn places_beyond_4_gib() {
    const HOLE_BYTES: u64 = 5 << 30;
    let wide = |numbers: &[u64]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
    let mut hole = Member::stored("hole.bin", b"").with_extra(1, &wide(&[HOLE_BYTES, HOLE_BYTES]));
    hole.sizes = [u32::MAX; 2];
    let last = Member::stored("a.sgf", A).with_extra(1, &wide(&[HOLE_BYTES + 58]));
    let folder = folder_on_disk();
    let path = folder.path().join("x.zip");
    let mut file = std::fs::File::create(&path).unwrap();
    let head = Zip::from_members(std::slice::from_ref(&hole)).members();
    assert_eq!(head.len(), 58);
    file.write_all(&head).unwrap();
    file.seek(SeekFrom::Start(HOLE_BYTES + 58)).unwrap();
    file.write_all(&Zip::from_members(&[Member::stored("a.sgf", A)]).members()).unwrap();
    let directory_at = file.stream_position().unwrap();
    let mut directory = Zip::new();
    directory.list(&hole, 0);
    directory.list(&last, u32::MAX);
    file.write_all(&directory.finish_wide_at(directory_at)).unwrap();
    let whole = read_path(&path, &Limits::default());
    assert_eq!(whole.entries, owned(&[("a.sgf", A)]));
    assert_eq!(whole.problems, []);
    // The test cuts the archive before its directory.
    file.set_len(directory_at).unwrap();
    let cut = read_path(&path, &Limits::default());
    assert_eq!(cut.entries, owned(&[("a.sgf", A)]));
    assert!(is_damaged(&cut));
}

#[test]
#[ignore = "large: a million members"]
fn a_million_members() {
    let count = 1_000_000;
    let member = |i| Member::stored(format!("{i}.sgf"), b"(;B[aa])");
    let zip = (0..count).fold(Zip::new(), |zip, i| zip.add_member(&member(i)));
    let place = Place::new();
    place.write("x.zip", zip.finish_wide());
    let report = place.build();
    assert_eq!(report.totals.game_count(), count);
    let few = Limits { entries: 1000, ..Limits::default() };
    let read = read_path(&place.games().join("x.zip"), &few);
    assert_eq!(read.entries.len(), 1000);
    assert!(read.suggests_raising(Limit::Entries), "{:?}", read.problems);
}

// ---- Encrypted members, links, folders, and members that were streamed ----

/// Zip encrypted with a password, made by Info-ZIP.
const ZIP_CRYPTO: &str = "504b03040a0009000000b542755d3dbbc981240000001800000005001c00652e73676655540900039654016b\
    9654016b75780b000104000000000400000000dc7e8a1a96580d6a19d69c3b92ecb7cc18782aeab71e00012957f2ad3f71699b995cd5c7504b\
    07083dbbc9812400000018000000504b01021e030a0009000000b542755d3dbbc9812400000018000000050018000000000001000000a48100\
    000000652e73676655540500039654016b75780b000104000000000400000000504b050600000000010001004b000000730000000000";

/// Zip encrypted with AES-256, made by 7-Zip.
const ZIP_AES: &str = "504b0304330001006300b642755d00000000340000001800000005000b00652e736766019907000200414503000\
    05e43924a03991f0ba50fed80293d3fefddabb59e4f7bd1fb477e58591f6584306df198adc733dc615d6c98810ff8200532e6ee28504b01023f\
    03330001006300b642755d00000000340000001800000005002f000000000000002080a48100000000652e7367660a00200000000000010018\
    00b07bf2569179dd01000000000000000000000000000000000199070002004145030000504b05060000000001000100620000006200000000\
    00";

#[test]
fn encrypted_zips_are_reported() {
    for text in [ZIP_CRYPTO, ZIP_AES] {
        let bytes = unhex(&text.replace([' ', '\n'], ""));
        let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        let whole = read("x.zip", &bytes);
        let (place, kind, message) = whole.problem();
        assert_eq!((place.as_str(), kind), ("e.sgf", ProblemKind::Encrypted));
        assert!(message.contains("encrypted"), "{message}");
        let cut = read("x.zip", &bytes[..directory]);
        assert_eq!(cut.entries, []);
        assert_eq!(cut.kinds(), [ProblemKind::Encrypted, ProblemKind::Damaged]);
    }
}

#[test]
fn links_are_not_followed() {
    let link = Member { mode: 0o120777, ..Member::stored("link.sgf", "/etc/passwd") };
    let read = read("x.zip", &Zip::from_members(&[link, Member::stored("a.sgf", A)]).finish());
    assert_eq!(read.entries, owned(&[("a.sgf", A)]));
    let (place, kind, message) = read.problem();
    assert_eq!((place.as_str(), kind), ("link.sgf", ProblemKind::NotAFile));
    assert!(message.contains("link"), "{message}");
}

#[test]
fn folders_with_data_and_members_without() {
    let place = Place::new();
    let folder = Member { mode: 0o040755, ..Member::stored("folder.sgf/", A) };
    let members = [
        folder,
        Member::stored("empty.sgf", b""),
        Member::stored(".", A),
        Member::stored("..", A),
        Member::stored("", A),
        Member::stored("a.sgf", A),
    ];
    place.write("x.zip", Zip::from_members(&members).finish());
    let report = place.build();
    assert_eq!(place.found(""), ["x.zip!a.sgf@1"]);
    let [(_, problem)] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert_eq!(problem.member.as_deref(), Some("empty.sgf"));
    assert_eq!((problem.kind.as_str(), problem.message.as_str()), ("no-game", "is empty"));
}

#[test]
fn streamed_members_are_read() {
    let members: Vec<Member> = assorted().into_iter().map(|(member, ..)| member).collect();
    let expected: Vec<_> = (assorted().into_iter())
        .map(|(member, data, _)| (String::from_utf8(member.name).unwrap(), data.to_vec()))
        .collect();
    let read = read("x.zip", &Zip::from_members(&members).finish());
    assert_eq!((read.entries, read.problems), (expected, Vec::new()));
}
