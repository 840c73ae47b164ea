//! Faults of JGF files.

use crate::archives::read_with;
use crate::support::Place;
use kifu_index::crawl::{Limits, ProblemKind};
use kifu_index::formats;

#[test]
fn nests_of_brackets_are_no_game() {
    let place = Place::new();
    for (name, text) in [
        ("a.json", "[".repeat(100_000)),
        ("b.json", "{\"a\":".repeat(100_000)),
    ] {
        place.write(name, text);
    }
    place.write("c.jgf", "[".repeat(100_000));
    let report = place.build();
    assert_eq!(report.totals.game_count(), 0);
    // What is only perhaps a game is passed over without a word; what says that it is one is told.
    let told: Vec<_> = report
        .problems
        .iter()
        .map(|(path, problem)| (path.as_str(), problem.kind.as_str()))
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].0.ends_with("c.jgf") && told[0].1 == "no-game");
}

#[test]
fn odd_values_keep_the_game() {
    for (what, text) in [
        (
            "a mark",
            "\u{feff}{\"tree\":[{\"root\":true},{\"move\":{\"B\":\"aa\"}}]}",
        ),
        (
            "comments",
            "/* a */ {\"tree\": // b\n [{\"root\":true},{\"move\":{\"B\":\"aa\"}},],}",
        ),
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
        (
            "an assignment",
            "JGF = {tree:[{root:true},{move:{B:'aa'}}]};",
        ),
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
    // A hole on the disk: nothing of it is read.
    let place = Place::new();
    let path = place.write("data.json", "{\"name\": [");
    std::fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(5 << 30)
        .unwrap();
    crate::support::set_age(&path, 100_000);
    let report = place.build();
    let [(_, problem)] = &report.problems[..] else {
        panic!("{:?}", report.problems)
    };
    assert_eq!(problem.kind, "too-large");
    assert!(
        problem.message.contains("--max-entry"),
        "{}",
        problem.message
    );
    // Below the limit it is looked at and passed over.
    let text = format!(
        "{{\"rows\": [{}]}}",
        "{\"id\": 1, \"name\": \"x\"},".repeat(40_000)
    );
    place.write("data.json", &text);
    let report = place.build();
    assert_eq!((report.totals.game_count(), report.problems.len()), (0, 0));
    let limits = Limits {
        entry_bytes: 1 << 19,
        ..Limits::default()
    };
    assert_eq!(
        read_with("x.json", text.as_bytes(), &limits).kinds(),
        [ProblemKind::TooLarge]
    );
}
