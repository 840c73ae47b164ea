//! Inputs that take the most time or memory to read for their size, one of each kind. At the basic size they have a few
//! megabytes at most.

use std::io::Write;

type Make = fn(usize) -> Vec<u8>;

/// Names of the inputs, with the functions that make them. The argument multiplies the basic size. The name of an
/// archive ends with a file name, whose extension tells its format.
pub const ALL: &[(&str, Make)] = &[
    // Inputs in SGF.
    ("nested trees", |n| tree("(;B[aa]", 100_000 * n, ")")),
    ("nested forks", |n| tree("(;B[aa])(;W[bb]", 100_000 * n, ")")),
    ("flat forks", |n| tree("(;B[aa])", 200_000 * n, "")),
    ("parentheses", |n| "(".repeat(1_000_000 * n).into()),
    ("closing parentheses", |n| tree(")", 1_000_000 * n, "")),
    ("moves in a line", |n| tree(";B[aa];W[bb]", 200_000 * n, "")),
    ("semicolons", |n| tree(";", 1_000_000 * n, "")),
    ("semicolons in forks", |n| tree("(;)(;", 400_000 * n, "")),
    ("more nodes than are read", |n| tree(";", 9_000_000 * n, "")),
    ("comments without text", |n| tree(";C[]", 400_000 * n, "")),
    ("whose turn it is", |n| tree("PL[B]", 400_000 * n, "")),
    ("signs", |n| tree("", 0, &format!(";CR{}", "[aa]".repeat(500_000 * n)))),
    ("empty games", |n| "(;)".repeat(100_000 * n).into()),
    ("never closed", |n| tree("C[", 1, &"x".repeat(8_000_000 * n))),
    ("moves never closed", |n| tree("B[;", 400_000 * n, "")),
    ("opening brackets", |n| tree("[", 1_000_000 * n, "")),
    ("unescaped brackets", |n| tree("", 0, &format!("C[{}]", "a]b ".repeat(500_000 * n)))),
    ("brackets before names", |n| tree("", 0, &format!("C[{}", "a]B[c ".repeat(300_000 * n)))),
    ("brackets and blanks", |n| tree("", 0, &format!("C[{}", "]        ".repeat(200_000 * n)))),
    ("one long blank", |n| tree("", 0, &format!("C[a]{}", " ".repeat(4_000_000 * n)))),
    ("backslashes", |n| tree("", 0, &format!("C[{}", "\\".repeat(4_000_000 * n)))),
    ("comments of one node", |n| tree("C[a]", 200_000 * n, "")),
    ("values of one property", |n| tree("", 0, &format!("AB{}", "[aa]".repeat(500_000 * n)))),
    ("values of a name", |n| tree("", 0, &format!("PB{}", "[x]".repeat(500_000 * n)))),
    ("rectangles", |n| tree("AB[aa:ZZ]", 50_000 * n, "")),
    ("properties of all names", |n| {
        let names: String = (0..100_000 * n).map(|i| format!("X{i}[a]")).collect();
        tree("", 0, &names)
    }),
    ("information in nodes", |n| tree(";PB[Anna]DT[1990]", 50_000 * n, "")),
    ("information in forks", |n| tree("(;PB[Anna]EV[Cup])", 50_000 * n, "")),
    ("games", |n| "(;PB[Anna]B[aa])".repeat(50_000 * n).into()),
    ("a long date", |n| tree("", 0, &format!("DT[1996-05{}]", ",06".repeat(300_000 * n)))),
    ("a long result", |n| tree("", 0, &format!("RE[{}]", "B+".repeat(500_000 * n)))),
    ("a long name", |n| tree("", 0, &format!("PB[{}]", "Lee 9p ".repeat(200_000 * n)))),
    ("a long komi", |n| tree("", 0, &format!("KM[{}]", "6.5 目".repeat(200_000 * n)))),
    ("a long time", |n| tree("", 0, &format!("TM[{}]", "1h 30m ".repeat(200_000 * n)))),
    ("a long handicap", |n| tree("", 0, &format!("HA[{}]", "접바둑 2점 ".repeat(100_000 * n)))),
    ("a long size", |n| tree("", 0, &format!("SZ[{}]", "19:".repeat(500_000 * n)))),
    ("web page", |n| "<p>(a; b) [c] &amp; <br>".repeat(100_000 * n).into()),
    ("captures", |n| tree(";W[ba];B[aa];W[ab];B[ca];B[bb];B[ac];AE[aa][ba][ab]", 20_000 * n, "")),
    ("a chain", |n| {
        let row = |y: char| ('a'..='s').map(|x| format!(";B[{x}{y}]")).collect::<String>();
        let board: String = ('a'..='r').map(row).collect();
        tree("", 0, &board.repeat(80 * n))
    }),
    // Inputs in legacy or damaged charsets.
    ("legacy Chinese", |n| in_charset(b"\xb0\xd7\xd6\xd0\xc5\xcc\xca\xa4 ", n)),
    ("legacy Japanese", |n| in_charset(b"\x94\x92\x92\x86\x89\x9f\x8f\x9f ", n)),
    ("legacy Korean", |n| in_charset(b"\xc0\xcc\xc3\xa2\xc8\xa3 ", n)),
    ("damaged UTF-8", |n| in_charset(b"\xe5\x9b\xb2\xe7\xa2\x81\xe5\xff", n)),
    ("high bytes", |n| in_charset(b"\xff\xfe\x80\x81\xa1", n)),
    ("escape sequences", |n| in_charset(b"\x1b$B0O8k\x1b(B", n)),
    ("CA again and again", |n| "(;CA[GBK]PB[x])".repeat(50_000 * n).into()),
    // Inputs in the formats of Go servers.
    ("passes in GIB", |n| format!("\\HS\n\\HE\n\\GS\n{}", "SKI\n".repeat(500_000 * n)).into()),
    // Inputs in JSON (JGF).
    ("values in JSON", |n| format!("{{\"tree\":[{}", "0,".repeat(1_000_000 * n)).into()),
    ("nested arrays", |n| "[".repeat(1_000_000 * n).into()),
    ("nested objects", |n| "{\"a\":".repeat(300_000 * n).into()),
    ("nested variations", |n| {
        let open = "{\"move\":{\"B\":\"aa\"},\"variations\":[[";
        format!("{{\"tree\":[{{\"root\":true}},{}", open.repeat(50_000 * n)).into()
    }),
    ("moves in JSON", |n| {
        format!("{{\"tree\":[{}", "{\"move\":{\"B\":\"aa\"}},".repeat(50_000 * n)).into()
    }),
    ("a long string in JSON", |n| {
        format!("{{\"tree\":[{{\"comments\":[\"{}", "\\u0041\\n".repeat(300_000 * n)).into()
    }),
    ("comments in JSON", |n| format!("{{{}", "/* * / */ // x\n".repeat(150_000 * n)).into()),
    ("assignments", |n| "JGF = ".repeat(300_000 * n).into()),
    // Archives of all formats.
    ("many members x.zip", |n| zip_of(20_000 * n, false)),
    ("no directory x.zip", |n| without_directory(zip_of(20_000 * n, false))),
    ("no sizes x.zip", |n| without_directory(zip_of(20_000 * n, true))),
    ("headers alone x.zip", |n| b"PK\x03\x04".repeat(500_000 * n)),
    ("headers without end x.zip", |n| {
        let mut header = b"PK\x03\x04\x14\x00\x08\x00\x08\x00".to_vec();
        header.extend([0; 16]);
        header.extend([5, 0, 0, 0]);
        header.extend(b"a.sgf");
        header.repeat(50_000 * n)
    }),
    ("ends alone x.zip", |n| b"PK\x05\x06".repeat(500_000 * n)),
    ("many members x.tar", |n| tar_of(5_000 * n)),
    ("many members x.tar.gz", |n| gz(&tar_of(5_000 * n))),
    ("one large x.sgf.gz", |n| gz(&tree(";B[aa];W[bb]", 500_000 * n, ""))),
    ("many streams x.sgf.gz", |n| gz(b"(;B[aa])").repeat(50_000 * n)),
    ("many members x.7z", |n| sevenz(2_000 * n)),
    ("nests x.zip", |n| {
        let inner = zip_of(500 * n, false);
        let middle = zip(&[("a.zip", &inner), ("b.zip", &inner), ("c.zip", &inner)]);
        zip(&[("a.zip", &middle), ("b.zip", &middle), ("c.zip", &middle)])
    }),
];

/// Returns a game tree in which a text is repeated, followed by `behind`. If `behind` is `)`, it comes once for each
/// repetition, so that each is closed.
fn tree(text: &str, times: usize, behind: &str) -> Vec<u8> {
    let behind = if behind == ")" { behind.repeat(times + 1) } else { format!("{behind})") };
    format!("(;GM[1]{}{behind}", text.repeat(times)).into()
}

fn in_charset(bytes: &[u8], n: usize) -> Vec<u8> {
    [b"(;PB[".as_slice(), &bytes.repeat(4), b"]C[", &bytes.repeat(200_000 * n), b"])"].concat()
}

fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns a zip with many small members. If `streamed`, the sizes stand behind the data of each member instead of
/// before it, as in a zip that was written to a pipe.
fn zip_of(count: usize, streamed: bool) -> Vec<u8> {
    let options = zip::write::SimpleFileOptions::default();
    let name = |i| format!("folder/{i}.sgf");
    if streamed {
        let mut writer = zip::ZipWriter::new_stream(Vec::new());
        for i in 0..count {
            writer.start_file(name(i), options).unwrap();
            writer.write_all(b"(;B[aa];W[bb])").unwrap();
        }
        return writer.finish().unwrap().into_inner();
    }
    let names: Vec<String> = (0..count).map(name).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), b"(;B[aa];W[bb])".as_slice())).collect();
    zip(&files)
}

/// Cuts off the central directory of a zip.
fn without_directory(mut bytes: Vec<u8>) -> Vec<u8> {
    let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes.truncate(directory);
    bytes
}

fn tar_of(count: usize) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for i in 0..count {
        let mut header = tar::Header::new_gnu();
        header.set_size(14);
        builder.append_data(&mut header, format!("{i}.sgf"), b"(;B[aa];W[bb])".as_slice()).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn sevenz(count: usize) -> Vec<u8> {
    use sevenz_rust2::{ArchiveEntry, ArchiveWriter, SourceReader};
    let mut writer = ArchiveWriter::new(std::io::Cursor::new(Vec::new())).unwrap();
    let entries = (0..count).map(|i| ArchiveEntry::new_file(&format!("{i}.sgf"))).collect();
    let reader = |_| SourceReader::new(b"(;B[aa];W[bb])".as_slice());
    writer.push_archive_entries(entries, (0..count).map(reader).collect()).unwrap();
    writer.finish().unwrap().into_inner()
}
