use super::*;
use crate::support::make::{xz, zst};

/// Game with a long run of equal bytes, which each compression method encodes differently.
fn game() -> Vec<u8> {
    format!("(;GM[1]SZ[9]PB[A]C[{}];B[aa])", "x".repeat(3000)).into_bytes()
}

/// The game as Python's `zipfile` and 7-Zip compress it: number of the method, its name, data.
const PACKED: [(u16, &str, &str); 6] = [
    (
        8,
        "deflate",
        "d3b076f78d368c0d8e8ab68c0d708a768c758eae1805a360148c8251300a46c1281805a360140c7a106bed149d9818ab0900",
    ),
    (
        9,
        "deflate64",
        "e5c1310e00110044d1ebec964a51a15049243a9329dcc2f19d43fe7b5f6a5dc173297a1465571d3c3c3c3c3c3c3c3c3c3cbc973815ededff02",
    ),
    (
        12,
        "bzip2",
        "425a6839314159265359aa807e620000001f88806020283882481a20000040000080082000314c989906460d11a00da9a0a4859cb7665d483b\
         97079d88863e440be0004f8bb9229c284855403f3100",
    ),
    (
        14,
        "lzma",
        "090405005d0000800000140ec56699d147e1a936f06f9f546e880032e6eb6f04a1791223f8628de24366466548a46d744d45170a1dd10cf9b6\
         0dfffffe08f000",
    ),
    (
        93,
        "zstd",
        "28b52ffd64d30a1d0100e0283b474d5b315d535a5b395d50425b415d435b785d3b425b61615d29010068e703267fa9a223",
    ),
    (
        95,
        "xz",
        "fd377a585a0000016922de360200210100000000372797d6e00bd200315d00140ec56699d147e1a936f06f9f546e880032e6eb6f04a1791223\
         f8628de24366466548a46d744d45170a1dd10cf5a87d0000000000d3022ae1000149d317000000d6e599e83e300d8b020000000001595a",
    ),
];

/// The game compressed with PPMd by 7-Zip.
const PPMD: &str = "07002816001a07ea681c493ffd3a85ec933d313087706dc4ca5cc37e7d6c30e05ac000";

#[test]
fn all_compression_methods() {
    let data = game();
    for (method, name, packed) in PACKED {
        let packed = unhex(&packed.replace([' ', '\n'], ""));
        let plain = Member::packed("a.sgf", method, &packed, &data);
        // Flag 2 says that LZMA data end with an end marker.
        let plain = Member { flags: if method == 14 { 2 } else { 0 }, ..plain };
        let members = [plain.clone(), plain.streamed(Descriptor::Marked)];
        let expected = owned(&[("a.sgf", &data), ("a.sgf", &data)]);
        for bytes in [Zip::from_members(&members).finish(), Zip::from_members(&members).members()] {
            let read = read("x.zip", &bytes);
            assert_eq!(read.entries, expected, "{name}: {:?}", read.problems);
        }
        // In three variants, the data are cut in half, damaged in the middle, or have a wrong checksum.
        let mut short = members[0].clone();
        short.packed.truncate(packed.len() / 2);
        short.sizes[0] = short.packed.len() as u32;
        let mut spoilt = members[0].clone();
        spoilt.packed[packed.len() / 2] ^= 0x55;
        let mut wrong = members[0].clone();
        wrong.crc ^= 1;
        for member in [short, spoilt, wrong] {
            let members = [member, Member::stored("b.sgf", B)];
            let read = read("x.zip", &Zip::from_members(&members).finish());
            assert_eq!(read.entries, owned(&[("b.sgf", B)]), "{name}");
            let (place, kind, _) = read.problem();
            assert_eq!((place.as_str(), kind), ("a.sgf", ProblemKind::Damaged), "{name}");
        }
    }
    // The game must also be read if it is compressed by zstd (method 93) or xz (method 95).
    for (method, packed) in [(93, zst(&data)), (95, xz(&data))] {
        let zip = Zip::from_members(&[Member::packed("a.sgf", method, &packed, &data)]).finish();
        assert_eq!(read("x.zip", &zip).entries, owned(&[("a.sgf", &data)]));
    }
}

#[test]
fn unsupported_compression_methods_are_reported() {
    let data = game();
    for (method, packed) in
        [(98, unhex(PPMD)), (1, b"shrunk".to_vec()), (6, b"imploded".to_vec()), (97, Vec::new())]
    {
        let members = [Member::packed("a.sgf", method, &packed, &data), Member::stored("b.sgf", B)];
        for bytes in [Zip::from_members(&members).finish(), Zip::from_members(&members).members()] {
            let read = read("x.zip", &bytes);
            assert_eq!(read.entries, owned(&[("b.sgf", B)]), "{method}");
            let problem = &read.problems.iter().find(|p| !p.origin.members.is_empty()).unwrap();
            assert_eq!(problem.kind, ProblemKind::UnsupportedArchive, "{problem:?}");
            assert!(problem.message.contains("not read"), "{problem:?}");
        }
    }
}
