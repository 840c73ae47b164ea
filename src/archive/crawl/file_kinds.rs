//! Classifies files by their names, and by their first bytes if the name does not tell the kind or if the file is
//! large. Change this for a new file name extension or format.

use kifu_record::text::charset::is_table;
use memchr::{memchr, memchr_iter, memmem};
use std::borrow::Cow;

/// Kind of a file, judged by its name alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    Record,
    /// The extension may be that of a game record but has other uses, too. A file without a game is therefore skipped
    /// without a problem.
    PossibleRecord,
    /// Archive of a kind that is read.
    Archive(ArchiveKind),
    /// Archive of an unsupported kind, with the name of the kind for the error message.
    OtherArchive(&'static str),
    /// File of a kind that holds no games.
    Other,
}

/// Kinds of archives that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArchiveKind {
    Zip,
    SevenZip,
    /// Tar archive, compressed or not. Which compression it has is read from its first bytes and not from its name.
    Tar,
    /// Single compressed file, such as `game.sgf.gz`.
    Single,
}

/// Kind of a file by its extension, in upper or lower case. The first volume of an archive has the kind of the archive.
pub fn file_kind(name: &str) -> FileKind {
    let (stem, extension) = split(last_part(name));
    if let Some(kind) = archive_kind(stem, extension) {
        return FileKind::Archive(kind);
    }
    if let Some(volume) = VolumeName::parse(name).filter(|volume| volume.number == Some(1)) {
        return FileKind::Archive(volume.kind);
    }
    match extension.to_ascii_lowercase().as_str() {
        // `sgfs` is SGF with a game a line, as KataGo writes it.
        "sgf" | "sgfs" | "jgf" | "gib" | "ngf" | "ugf" | "ugi" | "parquet" => FileKind::Record,
        "mgt" | "json" | "jsonl" => FileKind::PossibleRecord,
        // The first volume stands for all volumes of an archive, so the others are not read by themselves.
        part if is_split_archive(part, stem) => FileKind::OtherArchive(SPLIT_ARCHIVE),
        "rar" => FileKind::OtherArchive("RAR"),
        "lzh" | "lha" | "ugz" => FileKind::OtherArchive("LHA"),
        "arj" => FileKind::OtherArchive("ARJ"),
        "ace" => FileKind::OtherArchive("ACE"),
        "cab" => FileKind::OtherArchive("cabinet"),
        "z" | "taz" => FileKind::OtherArchive("compress (.Z)"),
        "lz" | "tlz" | "lzma" => FileKind::OtherArchive("lzip or lzma"),
        _ => FileKind::Other,
    }
}

fn archive_kind(stem: &str, extension: &str) -> Option<ArchiveKind> {
    Some(match extension.to_ascii_lowercase().as_str() {
        "zip" => ArchiveKind::Zip,
        "7z" => ArchiveKind::SevenZip,
        "tar" | "tgz" | "tbz" | "tbz2" | "txz" | "tzst" => ArchiveKind::Tar,
        "gz" | "bz2" | "xz" | "zst" if split(stem).1.eq_ignore_ascii_case("tar") => {
            ArchiveKind::Tar
        }
        "gz" | "bz2" | "xz" | "zst" => ArchiveKind::Single,
        _ => return None,
    })
}

/// Kind of a member of an archive. Volumes of an archive are put together only if they lie in a folder.
pub(super) fn member_kind(name: &str) -> FileKind {
    match file_kind(name) {
        FileKind::Archive(_) if VolumeName::parse(name).is_some() => {
            FileKind::OtherArchive(SPLIT_ARCHIVE)
        }
        kind => kind,
    }
}

/// Name of the kind in the message about one file of a split archive.
pub(super) const SPLIT_ARCHIVE: &str = "parted";

/// Matches names of split archives: `x.z01` and `x.zip.002`.
fn is_split_archive(extension: &str, stem: &str) -> bool {
    let numbered = extension.strip_prefix('z').unwrap_or(extension);
    let (inner, around) = split(stem);
    is_volume_number(numbered) && (numbered != extension || archive_kind(inner, around).is_some())
}

fn is_volume_number(text: &str) -> bool {
    text.len() >= 2 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Name of a file into which an archive was split, such as `games.7z.001`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct VolumeName<'n> {
    /// Name of the whole archive: `games.7z`.
    pub(super) archive: &'n str,
    /// Kind of the whole archive.
    pub(super) kind: ArchiveKind,
    /// Digits of the number, with leading zeros.
    pub(super) digits: &'n str,
    /// Number of the volume, from 1; `None` if it is out of range.
    pub(super) number: Option<u64>,
}

impl VolumeName<'_> {
    /// Parses the name of a volume, without folders; `None` if it is another name.
    pub(super) fn parse(name: &str) -> Option<VolumeName<'_>> {
        let (archive, digits) = split(last_part(name));
        let (stem, extension) = split(archive);
        let kind = is_volume_number(digits).then(|| archive_kind(stem, extension)).flatten()?;
        Some(VolumeName { archive, kind, digits, number: digits.parse().ok() })
    }
}

/// Name of the file inside a single compressed file: the name of the compressed file without folders, without the
/// number of a volume, and without its last extension.
pub(super) fn inner_name(name: &str) -> &str {
    let archive = VolumeName::parse(name).map_or(last_part(name), |volume| volume.archive);
    split(archive).0
}

/// True for the names of text files. In an archive, a text file with a game a line is read, and others are skipped.
pub(super) fn is_text_name(name: &str) -> bool {
    has_extension(name, "txt")
}

/// True for names without an extension, such as `2005-11`. In an archive, such a file is read like a text file.
pub(super) fn is_bare_name(name: &str) -> bool {
    !last_part(name).contains('.')
}

/// True for the names of game lists, which list the players and results of games in files of move lines.
pub(super) fn is_game_list_name(name: &str) -> bool {
    has_extension(name, "index")
}

pub(super) fn is_zip_name(name: &str) -> bool {
    has_extension(name, "zip")
}

fn has_extension(name: &str, extension: &str) -> bool {
    split(last_part(name)).1.eq_ignore_ascii_case(extension)
}

/// Ending by which files of unknown kinds are counted and named to the user: `.txt`, in upper or lower case as written;
/// empty if the name has none, or if what follows its last dot is no extension.
pub(super) fn file_ending(name: &str) -> &str {
    const MAX_ENDING_BYTES: usize = 17;
    let name = last_part(name);
    let ending = name.rfind('.').map_or("", |dot| name.get(dot..).unwrap_or(""));
    let is_extension = |text: &str| {
        text.chars().skip(1).all(|letter| letter.is_alphanumeric() || "_-".contains(letter))
    };
    if (2..=MAX_ENDING_BYTES).contains(&ending.len()) && is_extension(ending) { ending } else { "" }
}

pub(super) fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or((name, ""))
}

/// Number of bytes at the beginning of a file by which [`looks_like_record`] and [`begins_like_game`] decide.
pub(super) const HEAD_BYTES: usize = 1024;

/// True if a file begins with a game: with SGF, with a number, a tab and moves, with JSON of a game, with a line that
/// only the formats of Go servers have, or like a table in Parquet. Unlike [`looks_like_record`] this is false for text
/// before a game, so that a text that explains SGF by an example is not taken for a game.
pub(super) fn begins_like_game(head: &[u8]) -> bool {
    if is_table(head) {
        return true;
    }
    let head = without_nul(head.get(..HEAD_BYTES).unwrap_or(head));
    let text = text_start(&head);
    begins_tree(text) || begins_game_line(text) || is_server_format(text) || is_json_of_game(text)
}

/// True if a file begins like a game record, whatever its name: with `(;` or `;` and a property, with a property alone,
/// with JGF, with a line that only the formats of Go servers have, or like a table in Parquet.
pub(super) fn looks_like_record(head: &[u8]) -> bool {
    if is_table(head) {
        return true;
    }
    let head = without_nul(head);
    let text = text_start(&head);
    (0..text.len()).filter_map(|at| text.get(at..)).any(begins_tree)
        || begins_game_line(text)
        || begins_with_property(text.strip_prefix(b";").unwrap_or(text))
        || is_server_format(text)
        || is_json_of_game(text)
}

/// Drops NUL bytes. ASCII text in UTF-16 is ASCII with NUL bytes in between, so both can be compared alike.
fn without_nul(head: &[u8]) -> Cow<'_, [u8]> {
    match memchr(0, head) {
        Some(_) => head.iter().copied().filter(|&byte| byte != 0).collect(),
        None => Cow::Borrowed(head),
    }
}

/// Text after a byte order mark and white space.
fn text_start(head: &[u8]) -> &[u8] {
    let marks: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
    marks.iter().find_map(|mark| head.strip_prefix(*mark)).unwrap_or(head).trim_ascii_start()
}

/// True if the text begins with an SGF tree: `(`, `;` and a property.
fn begins_tree(text: &[u8]) -> bool {
    let node = text.strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
    node.and_then(|node| node.strip_prefix(b";")).is_some_and(begins_with_property)
}

/// True if the beginning of a text is JSON with a key that games in JGF or of OGS have.
fn is_json_of_game(text: &[u8]) -> bool {
    let is_json = matches!(text.first(), Some(b'{' | b'[')) || text.starts_with(b"JGF");
    let has = |key: &[u8]| memmem::find(text, key).is_some();
    is_json && (has(b"tree") || has(b"JGF") || OGS_KEYS.iter().any(|key| has(key)))
}

/// Number of bytes at the beginning of a text file by which [`has_game_lines`] decides.
pub(super) const GAME_LINES_HEAD_BYTES: usize = 64 << 10;

/// True if the first line that is not blank begins like a game; otherwise [`has_game_lines`] is false.
pub(super) fn begins_with_game_line(head: &[u8]) -> bool {
    begins_game_line(head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start())
}

/// True if a text file has a game a line by its beginning: an SGF game, or a number, a tab and moves. The first line
/// must be a game, and three lines of four, so a text that explains SGF by an example is none.
pub(super) fn has_game_lines(bytes: &[u8]) -> bool {
    let head = bytes.get(..GAME_LINES_HEAD_BYTES).unwrap_or(bytes);
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let is_cut = bytes.len() >= GAME_LINES_HEAD_BYTES;
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).peekable();
    let (mut count, mut games) = (0, 0);
    while let Some(line) = lines.next() {
        let is_last = lines.peek().is_none();
        if line.is_empty() {
            continue;
        }
        let is_game = begins_game_line(line)
            && (line.ends_with(b")") || line.ends_with(b"]") || is_last && is_cut);
        if count == 0 && !is_game {
            return false;
        }
        count += 1;
        games += usize::from(is_game);
    }
    // A single game in SGF may be the example of a text, but no text begins with a number, a tab and a move.
    let is_enough = games > 1 || is_cut || head.trim_ascii_start().first() != Some(&b'(');
    is_enough && games > 0 && games * 4 >= count * 3
}

/// True if a line begins with `(;` and a property, or with a number, a tab and a move.
fn begins_game_line(line: &[u8]) -> bool {
    if let Some(inside) = line.strip_prefix(b"(;") {
        return begins_with_property(inside);
    }
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let moves = line.get(digits..).and_then(|rest| rest.strip_prefix(b"\t;"));
    digits > 0 && moves.is_some_and(|moves| moves.starts_with(b"B[") || moves.starts_with(b"W["))
}

/// Size in bytes from which a file named like a game record is inspected before the rest of it is read.
pub(super) const LARGE_FILE_BYTES: u64 = 8 << 20;

/// True if a file may be a game record by its first [`LARGE_FILE_BYTES`] bytes. Text may stand before a game, so few
/// files can be ruled out: files in which no SGF game could begin, and that have neither a line of a server format nor
/// a key that every JGF file has.
pub(super) fn may_hold_game(head: &[u8]) -> bool {
    if is_table(head) {
        return true;
    }
    let is_binary = is_binary(head);
    let text = without_nul(head);
    let begins_game = |at: usize| {
        let rest = text.get(at..).unwrap_or(b"").trim_ascii_start();
        match rest.strip_prefix(b";") {
            Some(rest) => !is_binary || begins_with_property(rest),
            None => !is_binary && begins_with_bracketed_value(rest),
        }
    };
    let beginning = text.get(..4096).unwrap_or(&text);
    let bare = beginning.iter().position(|&byte| byte.is_ascii() && !byte.is_ascii_whitespace());
    bare.is_some_and(begins_game)
        || begins_game_line(beginning.strip_prefix(b"\xef\xbb\xbf").unwrap_or(beginning))
        || memchr_iter(b'(', &text).any(|at| begins_game(at + 1))
        || has_server_mark(beginning)
        || !is_binary
            && memchr_iter(b':', &text).any(|at| ends_with_key(text.get(..at).unwrap_or(b"")))
}

/// True if the first 64 KiB hold more control characters than text in any charset would.
fn is_binary(head: &[u8]) -> bool {
    let head = head.get(..64 << 10).unwrap_or(head);
    let count = |is: fn(u8) -> bool| head.iter().filter(|&&byte| is(byte)).count();
    let nuls = count(|byte| byte == 0);
    // Not counted are bytes 9 to 15 (white space, and shifts between charsets), 0x1a (end of file under DOS) and 0x1b
    // (escape, which also switches charsets).
    let controls = count(|byte| matches!(byte, 1..=8 | 0x10..=0x19 | 0x1c..=0x1f | 0x7f));
    let is_wide = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    !is_wide && nuls < head.len() / 16 && controls > head.len() / 50
}

/// True if the text begins with a name of letters or digits followed by `[`, as an SGF property does.
fn begins_with_bracketed_value(text: &[u8]) -> bool {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let after = text.get(length..).unwrap_or(b"").trim_ascii_start();
    length > 0 && after.starts_with(b"[")
}

fn has_server_mark(text: &[u8]) -> bool {
    let marks: [&[u8]; 8] = [
        b"\\HS",
        b"\\GS",
        b"\\[GAME",
        b"\\[GIBOKIND",
        b"\\[TYPE=",
        b"STO ",
        b"[Header]",
        b"[Data]",
    ];
    let mut windows = (0..text.len()).filter_map(|at| text.get(at..));
    is_server_format(text)
        || windows.any(|rest| {
            marks.iter().any(|mark| {
                rest.get(..mark.len()).is_some_and(|here| here.eq_ignore_ascii_case(mark))
            })
        })
}

/// Keys that games of OGS have, and that few other files have.
const OGS_KEYS: [&[u8]; 4] = [b"game_id", b"gamedata", b"black_player_id", b"original_sgf"];

/// True if the text before a colon ends with a key of OGS or JGF: its tree, or a key of a node in a bare list of nodes.
fn ends_with_key(text: &[u8]) -> bool {
    const JGF_KEYS: [&[u8]; 6] = [b"tree", b"move", b"setup", b"root", b"B", b"W"];
    let text = text.trim_ascii_end();
    let word = text.strip_suffix(b"\"").or(text.strip_suffix(b"'")).unwrap_or(text);
    let is_word_start = |before: &[u8]| !before.last().is_some_and(u8::is_ascii_alphanumeric);
    JGF_KEYS.iter().chain(&OGS_KEYS).any(|key| word.strip_suffix(*key).is_some_and(is_word_start))
}

/// True if the text begins like a GIB file (`\HS`), a UGF file (`[Header]` and a known key) or an NGF file (a move such
/// as `PMABBREER`, which repeats its coordinates in reverse).
fn is_server_format(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let is_gib = text.starts_with(b"\\HS") || text.starts_with(b"\\[GAME");
    let is_ngf = |line: &[u8]| match *line {
        [b'P', b'M', _, _, b'B' | b'W', x, y, v, u] => x == u && y == v && x.is_ascii_uppercase(),
        _ => false,
    };
    if is_gib || lines.clone().any(is_ngf) {
        return true;
    }
    let is_header = lines.any(|line| line.eq_ignore_ascii_case(b"[header]"));
    let ugf_keys: [&[u8]; 4] = [b"Ver=UGF", b"Ver=REVIEW", b"PlayerB=", b"Hdcp="];
    is_header && lines.any(|line| ugf_keys.iter().any(|name| line.starts_with(name)))
}

/// True if the text begins with a property such as `GM[` or `GaMe[`: the name has one or two capitals, and lower-case
/// letters are ignored as in old SGF.
fn begins_with_property(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    let name: Vec<u8> =
        text.iter().copied().take_while(u8::is_ascii_alphanumeric).take(24).collect();
    let capitals = name.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let after = text.get(name.len()..).unwrap_or(b"").trim_ascii_start();
    (1..=2).contains(&capitals) && after.starts_with(b"[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let archive = FileKind::Archive;
        for (name, kind) in [
            ("a.SGF", FileKind::Record),
            ("5F0C.sgfs", FileKind::Record),
            ("a.Gib", FileKind::Record),
            ("a.NGF", FileKind::Record),
            ("a.ugf", FileKind::Record),
            ("a.UGI", FileKind::Record),
            ("a.ugz", FileKind::OtherArchive("LHA")),
            ("dir.tar/a.mgt", FileKind::PossibleRecord),
            ("games.JSONL", FileKind::PossibleRecord),
            ("games.parquet", FileKind::Record),
            ("ogs.json.gz", archive(ArchiveKind::Single)),
            ("a.Tar.GZ", archive(ArchiveKind::Tar)),
            ("a.tgz", archive(ArchiveKind::Tar)),
            ("a.tar", archive(ArchiveKind::Tar)),
            ("a.sgf.gz", archive(ArchiveKind::Single)),
            ("a.sgfs.xz", archive(ArchiveKind::Single)),
            ("a.7z", archive(ArchiveKind::SevenZip)),
            ("a.lzh", FileKind::OtherArchive("LHA")),
            ("a.Z01", FileKind::OtherArchive(SPLIT_ARCHIVE)),
            ("a.tar.gz.002", FileKind::OtherArchive(SPLIT_ARCHIVE)),
            ("a.tar.gz.001", archive(ArchiveKind::Tar)),
            ("a.b/a.7Z.0001", archive(ArchiveKind::SevenZip)),
            ("a.sgf.xz.01", archive(ArchiveKind::Single)),
            ("a.zip.000", FileKind::OtherArchive(SPLIT_ARCHIVE)),
            ("a.zip.99999999999999999999", FileKind::OtherArchive(SPLIT_ARCHIVE)),
            ("a.zip.1", FileKind::Other),
            (".001", FileKind::Other),
            ("a.sgf.001", FileKind::Other),
            ("a.sgf.002", FileKind::Other),
            ("a.z0x", FileKind::Other),
            ("tar.gz/a", FileKind::Other),
            ("sgf", FileKind::Other),
        ] {
            assert_eq!(file_kind(name), kind, "{name}");
        }
        assert_eq!(inner_name("/a.b/x.sgf.gz"), "x.sgf");
        assert_eq!(inner_name("/a.b/x.sgf.gz.001"), "x.sgf");
        assert_eq!(member_kind("a.7z.001"), FileKind::OtherArchive(SPLIT_ARCHIVE));
        assert_eq!(member_kind("a.7z"), archive(ArchiveKind::SevenZip));
        for (name, ending) in [
            ("a/b.TXT", ".TXT"),
            ("b.sgf.zip", ".zip"),
            ("a.b/c", ""),
            ("c.", ""),
            ("Lee vs. Cho", ""),
            (".rc", ".rc"),
            ("x.棋譜", ".棋譜"),
        ] {
            assert_eq!(file_ending(name), ending, "{name}");
        }
    }

    #[test]
    fn text_files_with_a_game_a_line() {
        let long = format!("(;GM[1];B[aa]C[{}", "x".repeat(GAME_LINES_HEAD_BYTES));
        for text in [
            "7000\t;B[aa];W[bb]",
            "\u{feff}(;GM[1];B[aa])\r\n\r\n(;GM[1];B[bb])\r\n",
            "1\t;B[aa];W[bb]\n2\t;B[aa]\nbroken\n4\t;W[aa]",
            &long,
        ] {
            assert!(has_game_lines(text.as_bytes()), "{text:.60}");
        }
        for text in [
            "",
            "(;GM[1];B[aa])",
            "(;GM[1];B[aa])\nis a game in SGF.\n",
            "A game:\n(;GM[1];B[aa])\n(;GM[1];B[bb])\n",
            "(;GM[1]\n;B[aa]\n;W[bb])\n",
            "(; a smiley )\n",
            "1\tThe first chapter\n2\tThe second\n",
            "1\t;Bad\n",
        ] {
            assert!(!has_game_lines(text.as_bytes()), "{text:?}");
        }
        assert!(is_text_name("Pro/kifu.TXT") && !is_text_name("kifu"));
    }

    #[test]
    fn what_may_hold_a_game() {
        let letter = |text: &[u8]| [&b"From: Anna (at home)\n\n"[..], text].concat();
        for text in [
            &letter(b"(;GM[1]")[..],
            &letter(b"( ; )"),
            &letter(b"(GM[1];B[aa])"),
            b" ;B[aa]",
            b"\xef\xbb\xbfBlack[pd]",
            b"{\"a\": 1, tree : []}",
            b"[{'move':{'B':'dd'}}]",
            b"[{\"root\": true}]",
            b"[{\"B\": \"dd\"}]",
            b"{\"odd\": 1, \"game_id\": 5}",
            b"text\n\\HS\n",
            b"[header]\nVer=UGF\n",
            b"PMABBREER\n",
            b"PAR1\x15\x04\x15",
        ] {
            assert!(may_hold_game(text), "{}", String::from_utf8_lossy(text));
        }
        for text in [
            &letter(b"no game")[..],
            b"[1, 2, 3]",
            b"[{\"id\": 1, \"degree\": [2], \"BOB\": \"(x; y)\"}]",
            b"a;b;c\n1;2;3\n",
            b"",
        ] {
            assert!(!may_hold_game(text), "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn beginnings() {
        let utf_16: Vec<u8> = "\u{feff}(;GM[1]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let games: [&[u8]; 14] = [
            b"PAR1\x15\x04\x15\x00\x00",
            b"(;GM[1]",
            b"\xef\xbb\xbf Dear (friend), (\n;FF[3]",
            b";Black[pd]",
            b"GaMe[1]SiZe[19]",
            b"{\"tree\": []}",
            b"JGF = {game: {}}",
            b"7000\t;B[gf];W[io]",
            b"{\"white_player_id\": 2, \"black_player_id\": 1}",
            b"\\HS\r\n\\[GIBOKIND=Korea\\]",
            b"# saved\n\n[Header]\nVer=UGF3,200\nLang=SJIS\n",
            b"Rated game\n19\nA 1D\nB 1D\nsite\n0\n0\n6\n20190504\n5\n?\n9\nPMABBREER\n",
            b"GI\xba\xab\xb9\xfa\r\nGI19\r\nPMABBREER\r\nPMACWEEEE\r\n",
            &utf_16,
        ];
        for game in games {
            let text = String::from_utf8_lossy(game);
            assert!(looks_like_record(game), "{text}");
            let has_text_before = ["Dear", ";Black", "GaMe"].iter().any(|word| text.contains(word));
            assert_eq!(begins_like_game(game), !has_text_before, "{text}");
        }
        let others: [&[u8]; 9] = [
            b"",
            b"; a comment\n[section]",
            b"Dear (friend);",
            b"array[0] = 1",
            b"README",
            b"[Header]\nname=1\n[Data]\n",
            b"PMPOLICIES\nPMABBREV\n",
            b"{\"name\": 1}",
            b"\x7fELF(;(;(;",
        ];
        for other in others {
            let text = String::from_utf8_lossy(other);
            assert!(!looks_like_record(other) && !begins_like_game(other), "{text}");
        }
    }
}
