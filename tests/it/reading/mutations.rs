//! Mutated files. The seed of the random numbers is fixed, so that a failure can be repeated; the fuzzers in
//! `tests/fuzz` search for further failures.

use crate::properties;
use crate::properties::scratch::Scratch;
use crate::reading::seeds;
use crate::support::{
    Place, Random, Zip, build_with, files_below, hits, rounds, sample_archive, stored_game,
    temporary_folder,
};
use kifu_index::formats;
use kifu_index::index::build::Options;
use kifu_index::record::Start;
use std::path::Path;

/// Files that are mutated, and pieces of syntax that matter to the reader of their format.
struct Seeds {
    whole: Vec<Vec<u8>>,
    pieces: &'static [&'static [u8]],
}

/// Files of `tests/cases` and of the sample archive.
fn files() -> Seeds {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let files = [files_below(&cases), files_below(&sample_archive())].concat();
    let files = files.iter().filter(|path| path.extension().is_some_and(|e| e != "zip"));
    let seeds = files.map(|path| std::fs::read(path).unwrap());
    // Large files are left out: each takes as long as a hundred small ones, and has no syntax that small ones lack.
    let whole: Vec<_> = seeds.filter(|bytes| (1..3000).contains(&bytes.len())).collect();
    assert!(whole.len() > 100);
    Seeds { whole, pieces: &PIECES }
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a str>, pieces: &'static [&'static [u8]]) -> Seeds {
    let whole = texts.into_iter().map(|text| text.as_bytes().to_vec());
    Seeds { whole: whole.collect(), pieces }
}

const PIECES: [&[u8]; 40] = [
    b"(",
    b")",
    b";",
    b"[",
    b"]",
    b"\\",
    b"(;",
    b")(;",
    b"]]",
    b"[]",
    b"\0",
    b"\n",
    b"\r\n",
    b":",
    b"CA[",
    b"CA[GBK]",
    b"CA[Shift_JIS]",
    b"CA[ISO-2022-KR]",
    b"SZ[1]",
    b"SZ[52]",
    b"SZ[19:2]",
    b"GM[9]",
    b"GM[3]",
    b"B[tt]",
    b"W[aa:ss]",
    b"AB[aa:ss]",
    b"AE[sa:as]",
    b"PB[[9p]A]",
    b"RE[",
    b"DT[1990-12-31,01]",
    b"{",
    b"}",
    b"\"",
    b",",
    b"\"tree\":[",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xef\xbf\xbd",
    b"\x1b$B",
    b"\x81\x5c",
];

const WORDS: [&[u8]; 24] = [
    b" ",
    b"(",
    b")",
    b"-",
    b"|",
    b"\"",
    b"'",
    b":",
    b"=",
    b">=",
    b"<",
    b"..",
    b"*",
    b"~",
    b" OR ",
    b" AND ",
    b"NOT ",
    b"player:",
    b"date:",
    b"result:",
    b"komi:",
    b"\\",
    "\u{3000}".as_bytes(),
    "“劫".as_bytes(),
];

const NAMES: [&[u8]; 8] = [b";", b"\t", b"#", b"\n", b" ", b"-", b"\xef\xbb\xbf", "李".as_bytes()];

impl Seeds {
    /// Makes a file with up to four faults: flipped bits; pieces cut out, repeated, or taken from other files; inserted
    /// brackets; bytes of other charsets.
    fn mutated(&self, random: &mut Random) -> Vec<u8> {
        let pick = |random: &mut Random| &self.whole[random.below(self.whole.len())];
        let mut bytes = pick(random).clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len() + 1);
            // Most pieces are short, so that much of the file remains.
            let most = if random.chance(80) { 20 } else { bytes.len() };
            let end = bytes.len().min(at + random.below(most + 1));
            match random.below(8) {
                0 => {
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= 1 << random.below(8);
                    }
                }
                1 => drop(bytes.drain(at..end)),
                2 => bytes.truncate(at),
                3 => {
                    let piece = bytes[at..end].repeat(1 + random.below(8));
                    bytes.splice(at..at, piece);
                }
                4 => {
                    let other = pick(random);
                    let from = random.below(other.len());
                    let until = other.len().min(from + random.below(most + 1));
                    bytes.splice(at..end, other[from..until].iter().copied());
                }
                5 => bytes[at..end].iter_mut().for_each(|byte| *byte |= 0x80),
                6 => {
                    let garbage: Vec<u8> = (at..end).map(|_| random.below(256) as u8).collect();
                    bytes.splice(at..end, garbage);
                }
                _ => {
                    let piece = self.pieces[random.below(self.pieces.len())];
                    bytes.splice(at..at, piece.iter().copied());
                }
            }
        }
        bytes
    }

    fn mutated_text(&self, random: &mut Random) -> String {
        String::from_utf8_lossy(&self.mutated(random)).into_owned()
    }
}

#[test]
fn mutated_files_are_read() {
    let (seeds, mut random) = (files(), Random(3));
    let mut games = 0;
    let rounds = rounds(8_000, 20_000);
    for _ in 0..rounds {
        let bytes = seeds.mutated(&mut random);
        games += properties::read_any(&bytes);
        properties::charset::is_sound(&bytes);
        let text = String::from_utf8_lossy(&bytes);
        properties::read_sgf(&text);
        properties::read_jgf(&text);
        properties::read_ogs(&text);
        properties::read_parquet(&bytes);
    }
    // The test is useful only if most mutated files still have games.
    assert!(games > rounds / 4 * 3, "{games}");
}

#[test]
fn mutated_files_are_indexed() {
    let (seeds, mut random) = (files(), Random(4));
    let files: Vec<_> = (0..1_000).map(|_| seeds.mutated(&mut random)).collect();
    let zip = files.iter().enumerate();
    let zip = zip.fold(Zip::new(), |zip, (i, bytes)| zip.add(format!("{i}.sgf"), bytes));
    let place = Place::new();
    place.write("mutated.zip", zip.finish());
    let report = place.build();
    let records: Vec<_> = files.iter().map(|bytes| formats::read(bytes).records).collect();
    let games: usize = records.iter().map(Vec::len).sum();
    assert_eq!(report.totals.game_count(), games as u64);
    let nothing = records.iter().filter(|records| records.is_empty()).count();
    assert_eq!(report.totals.problems.get("no-game"), Some(&(nothing as u64)));
    // The index must store the tree of each game as it was read.
    let engine = place.engine();
    let found = hits(&engine, "");
    assert_eq!(found.len(), games);
    for game in &found {
        let member = game.member().unwrap();
        let file: usize = member.trim_end_matches(".sgf").parse().unwrap();
        let record = &records[file][game.game as usize - 1];
        if record.start.has_rules() {
            let stored = stored_game(&engine, &game.id).unwrap();
            // The index does not store which suicide a record's rules allow.
            let start = Start { suicide: stored.start.suicide, ..record.start };
            assert_eq!(stored.start, start);
            assert_eq!(stored.tree.len(), record.tree.len());
            let same = |node| stored.tree.actions(node) == record.tree.actions(node);
            assert!((0..stored.tree.len() as u32).all(same), "{member}");
        }
    }
}

#[test]
fn mutated_queries_are_understood_or_refused() {
    let place = Place::new();
    build_with(&place.folder(), &[sample_archive()], &Options::default());
    let engine = place.engine();
    let (seeds, mut random) = (texts(seeds::queries(), &WORDS), Random(5));
    let mut understood = 0;
    for i in 0..5_000 {
        let text = seeds.mutated_text(&mut random);
        properties::query::arguments_are_joined(&text);
        // Only every tenth query is searched, because a search takes as long as fifty parses.
        properties::query::is_sound(&text, (i % 10 == 0).then_some(&engine));
        understood += usize::from(properties::query::is_understood(&text, &engine));
    }
    assert!(understood > 1_000, "{understood}");
}

#[test]
fn mutated_values_and_positions_are_read() {
    let mut random = Random(6);
    let (values, positions) = (texts(seeds::VALUES, &WORDS), texts(seeds::POSITIONS, &PIECES));
    for _ in 0..10_000 {
        properties::values::are_sound(&values.mutated_text(&mut random));
    }
    for _ in 0..2_000 {
        properties::query::position_is_sound(&positions.mutated_text(&mut random));
    }
}

#[test]
fn mutated_books_are_followed() {
    let place = Place::new();
    build_with(&place.folder(), &[sample_archive()], &Options::default());
    let engine = place.engine();
    let (seeds, mut random) = (texts(seeds::BOOKS, &PIECES), Random(12));
    let mut entered = 0;
    for _ in 0..rounds(150, 3000) {
        let text = seeds.mutated_text(&mut random);
        entered += usize::from(properties::variations::are_sound(&engine, text.as_bytes()));
    }
    assert!(entered > 30, "{entered}");
}

/// Separators between the parts of a text with analysis, and marks that programs write.
const ANALYSED: [&[u8]; 12] = [
    b"\t",
    b"\t;\t",
    b"\t(\t",
    b" ",
    b"\n",
    b"%",
    b": ",
    b"move D4 pv D4 ",
    b"pass",
    b"1e9",
    "\u{3164}\u{200b}".as_bytes(),
    "\u{3164}\u{3164}".as_bytes(),
];

#[test]
fn mutated_analysis_is_read() {
    let (seeds, mut random) = (texts(seeds::ANALYSIS, &ANALYSED), Random(9));
    for _ in 0..10_000 {
        properties::analysis::of_values_is_sound(&seeds.mutated_text(&mut random));
    }
}

#[test]
fn mutated_sidecars_are_read() {
    let (seeds, mut random) = (texts(seeds::BESIDE, &PIECES_BESIDE), Random(10));
    for _ in 0..3000 {
        properties::analysis::beside_is_sound(&seeds.mutated_text(&mut random));
    }
}

const PIECES_BESIDE: [&[u8]; 8] =
    [b"{", b"}", b"]", b"\n", b"1e9", b"-", b"\"turnNumber\":", b"\"winrate\":"];

#[test]
fn mutated_game_lists_are_read() {
    let (seeds, mut random) = (texts(seeds::GAME_LISTS, &PIECES_OF_LISTS), Random(11));
    for _ in 0..3000 {
        properties::game_lists::is_sound(&seeds.mutated_text(&mut random));
    }
}

const PIECES_OF_LISTS: [&[u8]; 9] =
    [b"\t", b"\n", b"\t7\t", b"7000\t", b"C2015.12.02", b"B+", b"]", b"\\", b"[];B["];

#[test]
fn mutated_archives_are_read() {
    let folder = temporary_folder();
    let mut random = Random(7);
    for (kind, _, whole) in seeds::archives() {
        let seeds = Seeds { whole: vec![whole], pieces: &PIECES };
        for i in 0..60 {
            // Each archive has its own path, because the program may cache a file by its path.
            let name = format!("{i}-{}", properties::archive::NAMES[kind]);
            let path = folder.path().join(name);
            std::fs::write(&path, seeds.mutated(&mut random)).unwrap();
            properties::archive::is_sound(&path.into(), &properties::archive::limits());
        }
    }
}

/// Temporary folder for archives and an index.
fn scratch() -> (tempfile::TempDir, Scratch) {
    let folder = temporary_folder();
    let scratch = Scratch(folder.path().to_owned());
    (folder, scratch)
}

#[test]
fn whole_archives_of_mutated_files_are_indexed() {
    let (_folder, scratch) = scratch();
    let (seeds, mut random) = (files(), Random(8));
    let archives: Vec<Seeds> = seeds::archives()
        .into_iter()
        .map(|(_, _, bytes)| Seeds { whole: vec![bytes], pieces: &PIECES })
        .collect();
    let mut games = 0;
    for _ in 0..4 {
        let loose = (0..60).map(|i| (format!("{i}.sgf"), seeds.mutated(&mut random)));
        let mut files: Vec<(String, Vec<u8>)> = loose.collect();
        for (i, (archive, (kind, ..))) in archives.iter().zip(seeds::archives()).enumerate() {
            let name = format!("{i}-{}", properties::archive::NAMES[kind]);
            files.push((name, archive.mutated(&mut random)));
        }
        games += properties::whole::is_sound(&scratch, &files);
    }
    assert!(games > 180, "{games}");
}

#[test]
fn words_of_mutated_texts_are_found() {
    let (seeds, mut random) = (files(), Random(9));
    for _ in 0..rounds(1_000, 3_000) {
        let bytes = seeds.mutated(&mut random);
        properties::words::are_sound(&kifu_index::text::decode(&bytes).text);
        properties::export::names_are_safe(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn mutated_files_are_exported() {
    let (_folder, scratch) = scratch();
    let (seeds, mut random) = (files(), Random(10));
    for _ in 0..600 {
        properties::export::is_sound(&scratch, &seeds.mutated(&mut random));
    }
}

#[test]
fn patterns_in_random_games_equal_brute_force() {
    let (_folder, scratch) = scratch();
    let mut random = Random(11);
    let hits = (0..25).map(|_| properties::scan::is_sound(&scratch, &random.bytes(600)));
    assert!(hits.sum::<usize>() > 30);
}

#[test]
fn damaged_components_give_answers_or_errors() {
    let (_folder, scratch) = scratch();
    let parts = properties::damage::parts(&scratch);
    let mut random = Random(12);
    for _ in 0..rounds(120, 300) {
        properties::damage::is_survived(&parts, &random.bytes(60));
    }
    let lists: Vec<Seeds> = properties::manifest::FILES
        .iter()
        .map(|ending| Seeds { whole: vec![parts.part(ending).data.clone()], pieces: &PIECES })
        .collect();
    for i in 0..rounds(120, 300) {
        let kind = i % lists.len();
        let bytes = lists[kind].mutated(&mut random);
        properties::manifest::is_sound(&parts, &[&[kind as u8], &bytes[..]].concat());
    }
}

/// A component of the index claims more games than its segment has; these must be ignored.
#[test]
fn games_beyond_the_segment_are_ignored() {
    let (_folder, scratch) = scratch();
    let parts = properties::damage::parts(&scratch);
    let patterns = parts.part(".kpat");
    let docs = patterns.data.len() - 40;
    for more in [1, 40, 200] {
        let mut data = patterns.data.clone();
        data[docs] = data[docs].saturating_add(more);
        properties::damage::check_with_data(&parts, patterns, &data);
    }
    // Overwrites the number of bits of a game number in each of the three tables of the component.
    let positions = parts.part(".kpos");
    for table in 0..3 {
        let bits = positions.data.len() - 16 - 40 * table - 8;
        for wrong in [0, 16, 32, 33] {
            let mut data = positions.data.clone();
            data[bits] = wrong;
            properties::damage::check_with_data(&parts, positions, &data);
        }
    }
}

#[test]
fn mutated_settings_are_read() {
    let names = include_str!("../../../src/language/knowledge/aliases.tsv");
    let (seeds, mut random) = (texts(names.lines(), &NAMES), Random(13));
    for _ in 0..300 {
        let lines: Vec<Vec<u8>> = (0..4).map(|_| seeds.mutated(&mut random)).collect();
        properties::settings::are_sound(&lines.join(&b'\n'));
    }
}
