//! Collections that are too long to be read as a whole: their parts must give the games of the whole file.

use super::*;
use crate::properties::choices::{Choices, Choose};
use crate::properties::parts::numbered_games_are_sound;
use crate::support::shards::{build_shards, game};
use crate::support::{Place, build_with, describe, hits, open, run_on, sample_archive};
use kifu_index::formats::{self, FilePart, ReadLimits, Source};
use kifu_index::index::build::Options;
use kifu_index::record::GameRecord;
use kifu_index::text::charset;
use std::io::Write;
use std::path::PathBuf;

fn limits(entry_bytes: u64) -> Limits {
    Limits { entry_bytes, ..Limits::default() }
}

/// Games of a file with their numbers, and what is outside of them.
type Read = (Vec<(u32, GameRecord)>, Vec<String>);

fn read_bytes(source: Source, read: &mut Read) {
    let decoded = charset::decode(source.bytes);
    let limits = ReadLimits::of_each_game(formats::MAX_NODES);
    let outside = formats::read_part(source, &decoded, limits, &mut |record, text, _| {
        read.0.push((text.number, record));
    });
    // How often something was found depends on where the file was cut, its first place does not.
    read.1.extend(outside.diagnostics.iter().map(|found| format!("{found:?}")));
}

/// Reads a file in parts. Returns its games and the number of its parts.
fn read_in_parts(name: &str, bytes: &[u8], limits: &Limits) -> (Read, usize) {
    let folder = temporary_folder();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let (mut read, mut parts) = (Read::default(), 0);
    let (mut next, mut offset, mut has_ended) = (0, 0, false);
    crawl::open(&path.as_path().into(), limits, &mut |unit| {
        unit.unwrap().read(limits, &mut |entry| {
            let entry = entry.unwrap();
            parts += 1;
            assert!(!has_ended);
            if let Some(part) = entry.part {
                assert_eq!((part.place.games_before, part.place.offset), (next, offset));
                next += part.games;
                offset += entry.bytes.len() as u64;
                has_ended = part.is_last;
            }
            let before = read.0.len() as u32;
            read_bytes(entry.source(), &mut read);
            if let Some(part) = entry.part {
                assert_eq!(read.0.len() as u32 - before, part.games);
            }
        });
    });
    assert!(has_ended || parts == 1);
    (read, parts)
}

fn assert_same_games(parts: &Read, whole: &Read, what: &str) {
    assert_eq!(parts.0.len(), whole.0.len(), "{what}");
    for (part, whole) in parts.0.iter().zip(&whole.0) {
        let (part, whole) = (format!("{part:?}"), format!("{whole:?}"));
        let at = part.bytes().zip(whole.bytes()).take_while(|(a, b)| a == b).count();
        assert_eq!(part.get(at.saturating_sub(99)..), whole.get(at.saturating_sub(99)..), "{what}");
    }
}

/// Collections of all forms that can be read in parts, with their names and numbers of games.
fn collections() -> Vec<(&'static str, String, usize)> {
    let games: Vec<String> = (0..120).map(game).collect();
    let moves = |n: usize| format!("{}\t;B[{}a];W[bb]\n", 7000 + n, ["a", "b", "c"][n % 3]);
    let ogs = |n: usize| {
        format!(
            "{{\"game_id\":{n},\"width\":19,\"height\":19,\"black_player_id\":1,\
             \"moves\":[[{},3,100],[15,15,90]],\"outcome\":\"Resignation\",\"winner\":1}}\n",
            n % 19
        )
    };
    vec![
        ("joined.sgf", games.concat(), 120),
        ("lines.sgf", games.join("\n"), 120),
        ("blank.sgf", games.join("\r\n\r\n"), 120),
        ("text.sgf", games.join("\nsome (text) between (; games\n"), 120),
        ("names.sgf", games.join("").replace("Lee", "李昌鎬"), 120),
        ("lines.sgfs", (0..120).map(|n| format!("(;GM[1]{}\n", &game(n)[2..])).collect(), 120),
        ("moves.sgf", (0..120).map(moves).collect(), 120),
        ("games.jsonl", (0..120).map(ogs).collect(), 120),
    ]
}

#[test]
fn parts_of_a_file_give_its_games() {
    for (name, text, count) in collections() {
        let mut whole = Read::default();
        read_bytes(Source::of_file(text.as_bytes()), &mut whole);
        assert_eq!(whole.0.len(), count, "{name}");
        if name != "games.jsonl" {
            assert_eq!(numbered_games_are_sound(text.as_bytes(), count), count, "{name}");
        }
        for entry_bytes in [150, 1000, 5000] {
            let (read, parts) = read_in_parts(name, text.as_bytes(), &limits(entry_bytes));
            assert!(parts >= text.len() / 11_000, "{name} {entry_bytes}: {parts}");
            assert_same_games(&read, &whole, name);
        }
    }
    // The same file in every kind of archive.
    let (name, text, _) = &collections()[0];
    let mut whole = Read::default();
    read_bytes(Source::of_file(text.as_bytes()), &mut whole);
    let files: &[File] = &[(name, text.as_bytes())];
    for (archive, bytes) in [
        ("x.sgf.gz", gz(text.as_bytes())),
        ("x.sgf.xz", xz(text.as_bytes())),
        ("x.tar", tar(files)),
        ("x.tar.zst", zst(&tar(files))),
        ("x.zip", zip(files)),
        ("x.7z", sevenz(files, true)),
        ("x.zip", zip(&[("in.tar", &tar(files))])),
    ] {
        let limits = Limits { entry_bytes: 4000, ..Limits::default() };
        let (read, parts) = read_in_parts(archive, &bytes, &limits);
        assert!(parts > 2 || archive == "x.zip", "{archive}: {parts}");
        assert_same_games(&read, &whole, archive);
    }
}

/// Whatever a file holds, its parts give the games of the whole file.
#[test]
fn parts_of_a_damaged_file_give_its_games() {
    let mut files = Vec::new();
    for entry in walkdir::WalkDir::new(sample_archive()).into_iter().flatten() {
        if entry.path().extension().is_some_and(|it| it == "sgf") {
            files.extend(std::fs::read(entry.path()).ok().filter(|bytes| bytes.is_ascii()));
        }
    }
    assert!(files.len() > 10, "{}", files.len());
    for seed in 0..400 {
        let bytes = random(400, seed);
        let mut choices = Choices(&bytes);
        let mut text = Vec::new();
        while text.len() < 6000 {
            let file = &files[choices.below(files.len())];
            // Each part of a long file gets its own charset, so a game that names a charset (`CA`) would have effect on
            // other games if the file is read as a whole than if it is read in parts. Here no game names one.
            let file = String::from_utf8_lossy(&file[..file.len().min(3000)]).replace("CA[", "XX[");
            text.extend_from_slice(file.as_bytes());
            text.push(b'\n');
        }
        for _ in 0..choices.below(12) {
            let at = choices.below(text.len());
            match choices.below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, *b"()[];\\\n".get(choices.below(7)).unwrap()),
                _ => text[at] = b"()[];\\\n"[choices.below(7)],
            }
        }
        // A file without a parenthesis at its beginning is one game, and read as a whole.
        if text.trim_ascii_start().first() != Some(&b'(') {
            continue;
        }
        let mut whole = Read::default();
        read_bytes(Source::of_file(&text), &mut whole);
        let (read, _) = read_in_parts("a.sgf", &text, &limits(700));
        assert_same_games(&read, &whole, &format!("{seed}"));
    }
}

fn index_of(place: &Place, options: &Options) -> Vec<String> {
    let folder = place.folder();
    build_with(&folder, &[place.games()], options);
    descriptions(&[folder], &place.games())
}

fn descriptions(folders: &[PathBuf], root: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for folder in folders {
        let engine = open(folder);
        all.extend(hits(&engine, "").iter().map(|game| describe(&engine, game, root)));
    }
    all.sort();
    all
}

fn write_collections(place: &Place) {
    let all = collections();
    for (name, text, _) in &all {
        place.write(name, text);
    }
    let files: Vec<File> = all.iter().map(|(name, text, _)| (*name, text.as_bytes())).collect();
    place.write("all.zip", zip(&files));
    place.write("all.tar.gz", gz(&tar(&files)));
    place.write("one.sgf.xz", xz(all[0].1.as_bytes()));
}

#[test]
fn an_index_of_parts_is_that_of_whole_files() {
    let place = Place::new();
    write_collections(&place);
    let whole = index_of(&place, &Options::default());
    assert_eq!(whole.len(), 120 * (3 * collections().len() + 1));
    std::fs::remove_dir_all(place.folder()).unwrap();
    let options = Options { limits: limits(3000), threads: 3, ..Options::default() };
    let parts = index_of(&place, &options);
    assert_eq!(parts, whole);
    // An unchanged archive is not read again, and a changed one gives each game once.
    assert_eq!(index_of(&place, &options), whole);
    let (name, text, _) = &collections()[1];
    place.write("all.zip", zip(&[(name, text.as_bytes()), ("b.sgf", B)]));
    let changed = index_of(&place, &options);
    assert_eq!(changed.len(), whole.len() - 120 * collections().len() + 121);
    place.write("all.zip", zip(&[(name, text.as_bytes())]));
    assert_eq!(index_of(&place, &options).len(), changed.len() - 1);
}

#[test]
fn shards_share_the_games_of_one_file() {
    let place = Place::new();
    write_collections(&place);
    let whole = index_of(&place, &Options::default());
    let folder = temporary_folder();
    let options = Options { limits: limits(3000), ..Options::default() };
    let shards = build_shards(folder.path(), &place.games(), 3, &options);
    assert_eq!(descriptions(&shards, &place.games()), whole);
    for shard in &shards {
        let engine = open(shard);
        let games = hits(&engine, "path:joined.sgf").len();
        assert!((1..3 * 120).contains(&games), "{games}");
    }
}

/// A game that is too large to be held in memory costs only itself, and the games behind it keep their numbers.
#[test]
fn a_game_without_an_end_costs_only_itself() {
    let before: String = (0..10).map(game).collect();
    let after: String = (10..30).map(|n| format!("\n(;FF[4]{}", &game(n)[2..])).collect();
    let open_value = format!("(;PB[Broken];B[aa]C[{}", "x".repeat(20_000));
    let open_tree = format!("(;PB[Broken]{}", ";B[aa];W[bb]".repeat(2000));
    for broken in [open_value, open_tree] {
        let text = format!("{before}{broken}{after}");
        let place = Place::new();
        place.write("a.sgf", &text);
        let limits = Limits { game_bytes: 8000, ..limits(4000) };
        let report = build_with(
            &place.folder(),
            &[place.games()],
            &Options { limits: limits.clone(), ..Options::default() },
        );
        let [(_, problem)] = &report.problems[..] else { panic!("{:?}", report.problems) };
        assert!(problem.message.starts_with("game 11 is larger than"), "{}", problem.message);
        let mut numbers: Vec<u32> =
            hits(&place.engine(), "").iter().map(|game| game.game).collect();
        numbers.sort();
        assert_eq!(numbers, (1..=10).chain(12..=31).collect::<Vec<_>>());
        // The unchanged file is read again only with other limits.
        let again = |limits| {
            let options = Options { limits, ..Options::default() };
            build_with(&place.folder(), &[place.games()], &options)
        };
        assert!(again(limits.clone()).problems.is_empty());
        let other = Limits { game_bytes: 9000, ..limits.clone() };
        assert_eq!(again(other).problems.len(), 1);
    }
}

/// One missing parenthesis or bracket must not hide the games behind it.
#[test]
fn a_broken_game_ends_where_the_next_begins() {
    let lines = |broken: &str, head: &str| {
        let line = |n: usize| match n {
            9 => format!("{broken}\n"),
            _ => format!("(;{head}{}\n", &game(n)[2..]),
        };
        (0..20).map(line).collect::<String>()
    };
    for (broken, head, games) in [
        ("(;GM[1];B[aa];W[bb]", "GM[1]", 20),
        ("(;GM[1];B[aa](;W[bb]", "FF[4]", 20),
        // A game a line: any line begins a game, even behind an open value.
        ("(;GM[1];B[aa]C[open", "", 20),
        ("(;B[aa];W[bb]", "", 20),
        ("no game", "", 19),
    ] {
        let mut read = Read::default();
        read_bytes(Source::of_file(lines(broken, head).as_bytes()), &mut read);
        assert_eq!(read.0.len(), games, "{broken}");
        let at = if games == 20 { 10 } else { 9 };
        assert_eq!(read.0[at].1.info.players.white.name.as_deref(), Some("Lee"), "{broken}");
    }
    // Variations that begin lines split nothing, and neither does a comment that quotes a game.
    let text =
        "(;GM[1];B[aa]\n(;W[bb]\n(;B[cc])\n(;B[dd]))\n(;W[ee]C[see:\n(;FF[4]GM[1];B[aa])\n]))";
    let mut read = Read::default();
    read_bytes(Source::of_file(text.as_bytes()), &mut read);
    assert_eq!(read.0.len(), 1);
    assert_eq!(read.0[0].1.tree.len(), 7);
}

#[test]
fn one_game_of_a_long_file_is_shown_and_exported() {
    let (parts, whole) = (Place::new(), Place::new());
    for (place, limits) in [(&parts, limits(3000)), (&whole, Limits::default())] {
        write_collections(place);
        let options = Options { limits, ..Options::default() };
        build_with(&place.folder(), &[place.games()], &options);
    }
    let output = |place: &Place, arguments: &[&str]| {
        let out = run_on(&place.folder(), arguments).ends(0).out;
        out.replace(place.games().to_str().unwrap(), "")
    };
    for query in ["path:joined.sgf comment:77", "path:moves.sgf", "comment:3 sort:place"] {
        for form in ["--jsonl", "--sgf"] {
            let arguments = ["export", form, "-", query];
            assert_eq!(output(&parts, &arguments), output(&whole, &arguments), "{query}");
        }
    }
    let id = hits(&parts.engine(), "path:joined.sgf comment:77")[0].id.clone();
    let arguments = ["show", "--json", &id];
    assert_eq!(output(&parts, &arguments), output(&whole, &arguments));
    assert!(output(&parts, &arguments).contains("number 77"));
}

/// Compresses pieces of a text so that decompression can begin at each: as frames of zstd, members of bgzip, or blocks
/// of xz.
fn in_blocks(text: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let pieces: Vec<&[u8]> = text.chunks(2000).collect();
    let zstd = pieces.iter().flat_map(|piece| zstd::bulk::compress(piece, 1).unwrap()).collect();
    let bgzip = pieces.iter().flat_map(|piece| {
        let mut packed =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(piece).unwrap();
        let packed = packed.finish().unwrap();
        let mut crc = flate2::Crc::new();
        crc.update(piece);
        let size = (18 + packed.len() + 8 - 1) as u16;
        let mut member = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0".to_vec();
        member.extend(size.to_le_bytes());
        member.extend(packed);
        member.extend(crc.sum().to_le_bytes());
        member.extend((piece.len() as u32).to_le_bytes());
        member
    });
    let mut options = lzma_rust2::XzOptions::with_preset(0);
    options.lzma_options.dict_size = 4096;
    options.set_block_size(std::num::NonZeroU64::new(4096));
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    xz.write_all(text).unwrap();
    vec![
        ("a.sgf.zst", zstd),
        ("a.sgf.gz", bgzip.collect()),
        ("a.sgf.xz", xz.finish().unwrap()),
        ("a.sgf", text.to_vec()),
    ]
}

#[test]
fn a_part_is_read_without_the_parts_before_it() {
    let text = game_text(400);
    let limits = limits(3000);
    for (name, bytes) in in_blocks(text.as_bytes()) {
        let folder = temporary_folder();
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        let path: Arc<Path> = path.as_path().into();
        let members: &[&str] = if name == "a.sgf" { &[] } else { &["a.sgf"] };
        let occurrences = &[0][..members.len()];
        let read = |game, part| {
            let request = MemberPath { path: &path, members, occurrences, game: Some(game), part };
            crawl::read_observed(&request, &limits, &mut ())
        };
        let found: Vec<Entry> = [1, 150, 300, 400].map(|game| read(game, None).unwrap()).into();
        for (game, entry) in [1, 150, 300, 400].into_iter().zip(&found) {
            let again = read(game, entry.place()).unwrap();
            assert_eq!(again.bytes, entry.bytes, "{name} {game}");
            assert_eq!(
                (again.origin.clone(), again.games_before()),
                (entry.origin.clone(), entry.games_before())
            );
            // A false place leads to the game all the same.
            let place = FilePart { offset: 77, ..entry.place().unwrap() };
            assert!(read(game, Some(place)).is_ok(), "{name} {game}");
        }
        // If the bytes before it are gone, the part is still there: they are not read.
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 4..bytes.len() / 2].fill(0x55);
        let is_linked = ["a.sgf.gz", "a.sgf.zst"].contains(&name);
        std::fs::write(&path, if is_linked { &bytes } else { &damaged }).unwrap();
        for (game, entry) in [(300, &found[2]), (400, &found[3])] {
            let again = read(game, entry.place()).unwrap();
            assert_eq!(again.bytes, entry.bytes, "{name} {game}");
        }
        let entry = &found[2];
        // Files of which any byte may be false end in a game or an error.
        for seed in 0..60 {
            let mut bytes = bytes.clone();
            for byte in random(6, seed).chunks(2) {
                let at = (usize::from(byte[0]) * 7919 + usize::from(byte[1])) % bytes.len();
                bytes[at] ^= byte[1] | 1;
            }
            bytes.truncate(bytes.len() - seed as usize % 7);
            std::fs::write(&path, &bytes).unwrap();
            let _ = read(300, entry.place());
        }
    }
}

/// Games joined to a collection.
fn game_text(count: usize) -> String {
    (0..count).map(game).collect()
}
