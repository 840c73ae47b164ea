//! Files with a game a line give the games that single SGF files give, also packed and in archives.

use crate::support::make::*;
use crate::support::unpacked;
use kifu_index::formats;
use kifu_index::record::GameRecord;

/// Games of KataGo's kind, as single SGF files.
fn sgf_games() -> Vec<String> {
    (0..4)
        .map(|game| {
            let letter = char::from(b'a' + game);
            format!(
                "(;FF[4]GM[1]SZ[19]PB[net-a-s{game}]PW[net-b-s{game}]HA[0]KM[7.5]RE[B+{game}.5];B[d{letter}]\
                 ;W[q{letter}]C[0.44 0.56 0.00 -0.2 v=404 weight=1.00];B[pp];W[])"
            )
        })
        .collect()
}

/// Checks that a file, alone, packed and in archives, gives these records.
fn gives_everywhere(name: &str, bytes: &[u8], records: &[GameRecord]) {
    let files = [("dir/a.sgf", &b"(;B[aa])"[..]), (name, bytes)];
    for (file, bytes) in [
        (name.to_owned(), bytes.to_vec()),
        (format!("{name}.gz"), gz(bytes)),
        (format!("{name}.xz"), xz(bytes)),
        (format!("{name}.zst"), zst(bytes)),
        ("x.tar.bz2".into(), bz2(&tar(&files))),
        ("x.zip".into(), zip(&files)),
        ("x.7z".into(), sevenz(&files, true)),
    ] {
        let read = unpacked::read(&file, &bytes);
        assert_eq!(read.problems, [], "{file}");
        let (_, bytes) = read.entries.last().unwrap_or_else(|| panic!("{file} holds no game"));
        let parsed = formats::read(bytes);
        assert_eq!(parsed.records.len(), records.len(), "{file}");
        for (found, expected) in parsed.records.iter().zip(records) {
            assert_eq!(found.tree, expected.tree, "{file}");
            assert_eq!(found.start, expected.start, "{file}");
            assert_eq!(found.info.players, expected.info.players, "{file}");
            assert_eq!(found.info.result, expected.info.result, "{file}");
            assert_eq!(found.analysis, expected.analysis, "{file}");
        }
    }
}

/// Records of single SGF files.
fn records(games: &[String]) -> Vec<GameRecord> {
    games.iter().flat_map(|game| formats::read(game.as_bytes()).records).collect()
}

#[test]
fn sgfs_files_are_read_like_collections() {
    let games = sgf_games();
    gives_everywhere("5F0C.sgfs", games.join("\n").as_bytes(), &records(&games));
}
