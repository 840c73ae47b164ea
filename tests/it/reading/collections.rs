//! Files with one game per line must give the same games as single SGF files, also when they are packed or in archives.

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

/// Games as the server OGS exports them, one JSON object per line, with the content of these SGF files.
#[test]
fn lines_of_ogs_give_the_games_of_single_sgf_files() {
    let header = |id: u32, more: &str| {
        format!(
            "{{\"game_id\": {id}, \"black_player_id\": 1, \"white_player_id\": 2, \"width\": 19, \"height\": 19, \"players\": \
             {{\"black\": {{\"username\": \"Anna{id}\", \"rank\": 29.9}}, \"white\": {{\"username\": \"Ben\", \"rank\": \
             31}}}}, {more}}}"
        )
    };
    let players = |id: u32| format!("(;GM[1]SZ[19]PB[Anna{id}]BR[1k]PW[Ben]WR[2d]");
    let rows = [
        (
            "\"moves\": [[3, 3, 1], [15, 15, 1], [-1, -1, 1]], \"outcome\": \"Resignation\", \"winner\": 1",
            "RE[B+R];B[dd];W[pp];B[])",
        ),
        (
            "\"moves\": [[3, 3, 1]], \"outcome\": \"12.5 points\", \"winner\": 2",
            "RE[W+12.5];B[dd])",
        ),
        ("\"moves\": [], \"outcome\": \"Cancellation\", \"winner\": 0", "RE[Void])"),
        (
            "\"handicap\": 2, \"initial_state\": {\"black\": \"ddpp\"}, \"initial_player\": \"white\", \"moves\": [[3, 15]]",
            "HA[2]AB[dd][pp]PL[W];W[dp])",
        ),
        (
            "\"handicap\": 2, \"free_handicap_placement\": true, \"moves\": [[3, 3], [15, 15], [3, 15]]",
            "HA[2]AB[dd][pp]PL[W];W[dp])",
        ),
    ];
    let lines = Vec::from_iter((0..).zip(&rows).map(|(id, row)| header(id, row.0)));
    let games =
        Vec::from_iter((0..).zip(&rows).map(|(id, row)| format!("{}{}", players(id), row.1)));
    let expected = records(&games);
    gives_everywhere("ogs.jsonl", lines.join("\n").as_bytes(), &expected);
    gives_everywhere("ogs.json", format!("[{}]", lines.join(",\n")).as_bytes(), &expected);
    for (line, game) in lines.iter().zip(&expected) {
        let pretty = line.replace(", ", ",\n  ");
        gives_everywhere("one.json", pretty.as_bytes(), std::slice::from_ref(game));
    }
}

/// Text files with one game per line, as in the collections that Go programs learn from: lines of SGF, and lines of a
/// number and moves.
#[test]
fn text_files_with_a_game_a_line_are_read_in_archives() {
    let games = sgf_games();
    let moves = ["7000\t;B[dd];W[pp];B[]", "7001\t;B[qd]"];
    let numbered =
        ["(;SZ[19]GN[7000];B[dd];W[pp];B[])".to_owned(), "(;SZ[19]GN[7001];B[qd])".to_owned()];
    for (text, games) in [(games.join("\r\n"), &games[..]), (moves.join("\n"), &numbered)] {
        let files = [("a.sgf", &b"(;B[aa])"[..]), ("Pro/kifu.TXT", text.as_bytes())];
        for (name, bytes) in [
            ("x.tar.gz", gz(&tar(&files))),
            ("x.zip", zip(&files)),
            ("x.7z", sevenz(&files, true)),
            ("kifu.txt.xz", xz(text.as_bytes())),
        ] {
            let read = unpacked::read(name, &bytes);
            assert_eq!(read.problems, [], "{name}");
            let found = formats::read(&read.entries.last().unwrap().1).records;
            let trees =
                |records: &[GameRecord]| Vec::from_iter(records.iter().map(|r| r.tree.clone()));
            let expected = records(games);
            assert_eq!(trees(&found), trees(&expected), "{name}");
            let info =
                |records: &[GameRecord]| Vec::from_iter(records.iter().map(|r| r.info.clone()));
            assert_eq!(info(&found), info(&expected), "{name}");
        }
    }
}

#[test]
fn other_text_files_in_archives_are_skipped() {
    let readme =
        b"(;GM[1];B[aa];W[bb])\nis how a game is written. The games are in the folder Pro.\n";
    let zeros = [0u8; 100_000];
    let files =
        [("README.txt", &readme[..]), ("b.txt", b""), ("c.txt", &zeros), ("a.sgf", b"(;B[aa])")];
    for (name, bytes) in
        [("x.tar.gz", gz(&tar(&files))), ("x.zip", zip(&files)), ("x.7z", sevenz(&files, true))]
    {
        let read = unpacked::read(name, &bytes);
        assert_eq!((read.names(), read.problems.len()), (vec!["a.sgf"], 0), "{name}");
    }
    // A text file without games must not be reported, even if its data is damaged, since no game is lost.
    let mut damaged = zip(&[("README.txt", readme), ("a.sgf", b"(;B[aa])")]);
    damaged[45] ^= 0xff;
    let read = unpacked::read("x.zip", &damaged);
    assert_eq!((read.names(), read.problems.len()), (vec!["a.sgf"], 0));
}
