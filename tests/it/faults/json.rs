//! Faults of JGF files.

use crate::support::Place;
use crate::support::make::{random, tar};
use crate::support::unpacked::{owned, read, read_with};
use kifu_index::crawl::{Limits, ProblemKind};
use kifu_index::error::{Limit, Remedy};
use kifu_index::formats;

#[test]
fn nested_brackets_are_not_a_game() {
    let place = Place::new();
    for (name, text) in [("a.json", "[".repeat(100_000)), ("b.json", "{\"a\":".repeat(100_000))] {
        place.write(name, text);
    }
    place.write("c.jgf", "[".repeat(100_000));
    let report = place.build();
    assert_eq!(report.totals.game_count(), 0);
    // A file that only might be a game must be skipped silently, and one that claims to be a game must be reported.
    let reported: Vec<_> = report
        .problems
        .iter()
        .map(|(path, problem)| (path.as_str(), problem.kind.as_str()))
        .collect();
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(reported[0].0.ends_with("c.jgf") && reported[0].1 == "no-game");
}

#[test]
fn odd_values_keep_the_game() {
    for (what, text) in [
        ("a mark", "\u{feff}{\"tree\":[{\"root\":true},{\"move\":{\"B\":\"aa\"}}]}"),
        ("comments", "/* a */ {\"tree\": // b\n [{\"root\":true},{\"move\":{\"B\":\"aa\"}},],}"),
        (
            "a huge number",
            "{\"game\":{\"komi\":1e999,\"x\":123456789012345678901234567890},\"tree\":[{\"root\":true},{\"move\":{\"B\":\"aa\"}}]}",
        ),
        (
            "a key twice",
            "{\"tree\":[{\"root\":true},{\"move\":{\"B\":\"aa\"}}],\"game\":{\"a\":1,\"a\":2}}",
        ),
        (
            "half a pair",
            "{\"game\":{\"name\":\"\\ud83d\"},\"tree\":[{\"root\":true},{\"move\":{\"B\":\"aa\"}}]}",
        ),
        (
            "a NUL",
            "{\"game\":{\"name\":\"a\\u0000b\"},\"tree\":[{\"root\":true},{\"move\":{\"B\":\"aa\"}}]}",
        ),
        ("an assignment", "JGF = {tree:[{root:true},{move:{B:'aa'}}]};"),
    ] {
        let parsed = formats::read(text.as_bytes());
        let [record] = &parsed.records[..] else {
            panic!("{what}: {} records", parsed.records.len())
        };
        assert_eq!(record.tree.main_line().end, 2, "{what}");
        let komi = &record.info.komi;
        assert!(komi.is_none(), "{what}: {komi:?}");
    }
}

#[test]
fn large_files_of_another_kind_are_refused_cheaply() {
    // Of a sparse file of 5 GiB, only the beginning must be read.
    let place = Place::on_disk();
    let path = place.write("data.json", "{\"name\": [");
    std::fs::File::options().write(true).open(&path).unwrap().set_len(5 << 30).unwrap();
    crate::support::set_age(&path, 100_000);
    let report = place.build();
    assert_eq!((report.totals.game_count(), report.problems.len()), (0, 0));
    // A document that may hold games must be read as a whole, so its size is limited.
    place.write("data.jgf", "{\"tree\": [{}");
    let path = place.games().join("data.jgf");
    std::fs::File::options().write(true).open(&path).unwrap().set_len(5 << 30).unwrap();
    let report = place.build();
    let [(_, problem)] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert_eq!(problem.kind, "too-large");
    assert_eq!(problem.remedy, Some(Remedy::RaiseLimit(Limit::Entry)));
    std::fs::remove_file(path).unwrap();
    // Files below the size limit must be read as a whole and skipped.
    let text = format!("{{\"rows\": [{}]}}", "{\"id\": 1, \"name\": \"x\"},".repeat(40_000));
    place.write("data.json", &text);
    let report = place.build();
    assert_eq!((report.totals.game_count(), report.problems.len()), (0, 0));
    let limits = Limits { entry_bytes: 1 << 19, ..Limits::default() };
    assert_eq!(read_with("x.json", text.as_bytes(), &limits).kinds(), [ProblemKind::TooLarge]);
}

/// Of a large file that has the extension of a record but is none, only the beginning must be read.
#[test]
fn the_beginning_of_a_large_file_is_enough() {
    let length = 9 << 20;
    let numbers = [&b"["[..], &b"1.5, -2,\n".repeat(length / 9), b"]"].concat();
    let objects = [b"[", &b"{\"id\": 1, \"name\": \"(x; y)\"},".repeat(length / 30)[..]].concat();
    let wide: Vec<u8> = numbers.iter().flat_map(|&byte| [byte, 0]).collect();
    let table = b"name,7;8;9\n".repeat(length / 11);
    // About one in fifteen random texts begins like a game by chance. The random text of this seed does not.
    let noise = random(length, 2);
    for (what, data) in [
        ("numbers", numbers),
        ("objects", objects),
        ("wide", wide),
        ("table", table),
        ("noise", noise),
    ] {
        for name in ["x.jgf", "x.sgf", "x.gib"] {
            let packed = tar(&[(name, &data)]);
            for read in [read(name, &data), read("x.tar", &packed)] {
                assert_eq!(read.names(), [""; 0], "{what}");
                let (_, kind, message) = read.problem();
                assert_eq!(kind, ProblemKind::NoGame);
                assert!(message.contains("first 8 MiB"), "{message}");
            }
        }
        let perhaps = read("x.json", &data);
        assert_eq!((perhaps.entries.len(), perhaps.problems.len()), (0, 0));
    }
}

#[test]
fn a_large_file_with_a_game_is_read() {
    let length = 9 << 20;
    let prose = b"Dear friends, what follows is a game.\n".repeat(length / 40);
    let game = [&b"\n\n(;GM[1]SZ[9];B[aa]C["[..], &prose, b"])"].concat();
    let bare = [&b"GM[1]SZ[9];B[aa]C["[..], &prose, b"]"].concat();
    let jgf =
        [&b"{\"meta\": {}, \"tree\": [{\"move\": {\"B\": [2, 2]}, \"comments\": [\""[..], &prose]
            .concat();
    let nodes = [&b"[{move: {B: 'dd'}, comments: ['"[..], &prose].concat();
    let gib = [&b"\\HS\n\\[GAMETAG=\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n"[..], &prose].concat();
    let mail = [&prose[..1 << 20], &game].concat();
    let utf_16: Vec<u8> = game.iter().flat_map(|&byte| [0, byte]).collect();
    for (what, data) in [
        ("game", game),
        ("mail", mail),
        ("bare", bare),
        ("jgf", jgf),
        ("nodes", nodes),
        ("gib", gib),
        ("utf-16", utf_16),
    ] {
        let read = read("x.sgf", &data);
        assert!(read.entries == owned(&[("", &data)]), "{what}: {:?}", read.problems);
        assert_eq!(kifu_index::formats::read(&data).records.len(), 1, "{what}");
    }
}
