//! Files with more nodes than the limit allows, or than memory can hold.

use crate::support::Place;
use kifu_index::crawl::Limits;
use kifu_index::formats::{self, GameLimit, MAX_NODES, ReadLimits};
use kifu_index::record::Code;

/// Games with `nodes` nodes in each format, each with the name of its file.
fn games(nodes: usize) -> Vec<(&'static str, String)> {
    let moves = nodes - 1;
    let sgf = |line: String| ("a.sgf", format!("(;PB[Anna]{line})"));
    let stones = "\\HS\n\\[GAMEBLACKNAME=Anna\\]\n\\HE\n\\GS\nINI 0 1 0 &4\n";
    let ngf = "a\n19\nBea\nAnna\nb\n0\n0\n6\n20000101\n1\nr\n9\n";
    vec![
        sgf(";".repeat(moves)),
        sgf(";B[aa]".repeat(moves)),
        sgf("(;W[aa])".repeat(moves)),
        sgf(format!("{}{}", "(;".repeat(moves), ")".repeat(moves))),
        sgf(format!(";C[x]{}", ";B[ab]C[y]".repeat(moves - 1))),
        ("a.sgf", format!("(;GM[2]{})", ";B[a1]".repeat(moves))),
        ("a.sgf", format!("PB[Anna]{}", ";B[cc]".repeat(moves))),
        ("a.jgf", format!("{{\"tree\":[{}{{}}]}}", "{\"move\":{\"B\":\"aa\"}},".repeat(moves))),
        ("a.gib", format!("{stones}{}\\GE\n", "STO 0 2 1 3 3\n".repeat(moves))),
        ("a.ngf", format!("{ngf}{}", "PMABBREER\n".repeat(moves))),
        ("a.ugf", format!("[Header]\nPlayerB=Anna\n[Data]\n{}", "QP,B1,1,0\n".repeat(moves))),
    ]
}

/// Number of nodes of each game that is read, and whether anything was left out because of the limit.
fn read(text: &str, most: usize) -> (Vec<usize>, bool) {
    read_within(text, ReadLimits::of_nodes(most))
}

fn read_within(text: &str, limits: ReadLimits) -> (Vec<usize>, bool) {
    let mut nodes = Vec::new();
    let read = formats::read_within(text.as_bytes(), limits, &mut |record, _| {
        nodes.push(record.tree.len());
    });
    (nodes, read.is_cut || !read.skipped.is_empty())
}

#[test]
fn a_game_beyond_the_node_limit_is_not_read() {
    for (name, text) in games(1000) {
        let (whole, is_cut) = read(&text, MAX_NODES);
        let &[nodes] = &whole[..] else { panic!("{name}: {whole:?}") };
        assert!((999..=1001).contains(&nodes) && !is_cut, "{name}: {nodes}");
        let kind = &text[..text.len().min(40)];
        assert_eq!(read(&text, nodes), (whole, false), "{name} {kind}");
        assert_eq!(read(&text, nodes - 2), (vec![], true), "{name} {kind}");
        assert_eq!(read(&text, 5), (vec![], true), "{name} {kind}");
    }
}

/// A game that is too large is skipped without the other games of its file, and they keep their numbers in the file.
#[test]
fn a_large_game_is_skipped_alone() {
    let large = |name: &str| format!("(;PB[{name}]{})\n", ";B[aa];W[bb]".repeat(60));
    let small = |name: &str| format!("(;FF[4]PB[{name}];B[aa])\n");
    let one_a_line: String = (0..9).map(|_| small("Line")).collect();
    let many = format!("{}{}{}{}", small("Anna"), large("Bea"), large("Cho"), small("Dan"));
    for (text, names) in [
        (many.clone(), vec![("Anna", 1), ("Dan", 4)]),
        (many.replace(")\n", ")"), vec![("Anna", 1), ("Dan", 4)]),
        (format!("{many}(;PB[Eva]"), vec![("Anna", 1), ("Dan", 4), ("Eva", 5)]),
        (
            format!("{one_a_line}{many}"),
            (1..=9).map(|n| ("Line", n)).chain([("Anna", 10), ("Dan", 13)]).collect(),
        ),
    ] {
        let bytes = ReadLimits { game_bytes: 400, ..ReadLimits::default() };
        for (limits, limit) in
            [(ReadLimits::of_each_game(100), GameLimit::Nodes), (bytes, GameLimit::Bytes)]
        {
            let mut found = Vec::new();
            let read = formats::read_within(text.as_bytes(), limits, &mut |record, file| {
                found.push((record.info.players.black.name.unwrap(), file.number));
            });
            let found: Vec<_> = found.iter().map(|(name, n)| (name.as_str(), *n)).collect();
            assert_eq!(found, names, "{text}");
            let first = names[names.len() - 1 - usize::from(text.ends_with("Eva]"))].1 - 2;
            assert_eq!(read.skipped, [(first, limit), (first + 1, limit)], "{text}");
            assert!(!read.is_cut);
        }
    }
}

#[test]
fn games_before_the_limit_are_read() {
    for (name, text) in games(400) {
        let text = match name {
            "a.jgf" => format!("[{text},{text},{text},{text}]"),
            "a.ngf" => continue,
            _ if !text.starts_with(['(', '\\', '[']) => continue,
            _ => text.repeat(4),
        };
        let (nodes, is_cut) = read(&text, 1000);
        assert!(nodes.len() == 2 && is_cut, "{name}: {nodes:?}");
        assert_eq!(read(&text, MAX_NODES).0.len(), 4, "{name}");
    }
}

/// Properties that are in no node take memory, too, so they must count against the limit on nodes.
#[test]
fn properties_count_towards_the_node_limit() {
    let turns = format!("(;PB[Anna];{})", "PL[B]".repeat(1000));
    assert_eq!(read(&turns, 900), (vec![], true));
    assert_eq!(read(&turns, 1000), (vec![2], false));
    let stones = format!("(;PB[Anna];AB{})", "[aa]".repeat(1000));
    assert_eq!(read(&stones, 900), (vec![], true));
    let parentheses = format!("(;PB[Anna]{}", "(".repeat(1_200_000));
    assert_eq!(read(&parentheses, 1000), (vec![], true));
    let values = format!("(;PB{})", "[a]".repeat(300_000));
    assert_eq!(read(&values, MAX_NODES), (vec![1], false));
    let record = formats::read(values.as_bytes()).records.remove(0);
    assert!(record.diagnostics.iter().any(|found| found.code == Code::TooLarge));
    assert!(record.properties[0].values.len() < 300_000);
    // Many small games must count together, so a file of them can exceed the limit.
    let (games, is_cut) = read(&"(;)".repeat(40_000), 50_000);
    assert!(is_cut && games.len() < 40_000, "{}", games.len());
    assert!(games.len() > 30_000, "{}", games.len());
}

/// Callers that set no limit must get the default limit, and a diagnostic if it cuts a file.
#[test]
fn callers_without_a_limit_get_the_default() {
    assert_eq!(Limits::default().nodes, MAX_NODES as u64);
    let large = format!("(;{})", ";".repeat(MAX_NODES));
    let two = format!("(;PB[Anna];B[aa]){large}");
    let parsed = formats::read(two.as_bytes());
    assert_eq!(parsed.records.len(), 1);
    let problem = parsed.diagnostics.iter().find(|found| found.code == Code::TooLarge);
    let message = problem.map(|found| found.message.to_string()).unwrap_or_default();
    assert_eq!(message, "has more than 8000000 nodes; it was skipped from game 2 on");
}

#[test]
fn a_node_takes_few_bytes() {
    for (text, most) in [(";", 8), ("(;)", 8), (";B[aa]", 8 + 6), ("(;W[aa])", 8 + 6)] {
        let text = format!("(;{})", text.repeat(100_000));
        let tree = formats::read(text.as_bytes()).records.remove(0).tree;
        // A vector that has just grown may be half empty, so the heap size is at most twice that of the nodes.
        assert!(tree.heap_size() <= 2 * most * tree.len(), "{most}");
    }
}

#[test]
fn a_build_reports_the_node_limit_and_indexes_other_games() {
    let place = Place::new();
    let long = format!("(;PB[Bea]{})", ";B[aa];W[bb]".repeat(600));
    place.write("many.sgf", format!("(;PB[Anna];B[aa]){long}(;PB[Cho];B[cc])"));
    let mut options = kifu_index::index::build::Options {
        limits: Limits { nodes: 1000, ..Limits::default() },
        ..Default::default()
    };
    let roots = [place.games()];
    let report = crate::support::build_with(&place.folder(), &roots, &options);
    let [(_, problem)] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert_eq!(problem.kind, "too-large");
    assert_eq!(problem.message, "game 2 has more than 1000 nodes; it was skipped");
    let players = "player:Anna OR player:Bea OR player:Cho";
    assert_eq!(place.found(players), ["many.sgf@1", "many.sgf@3"]);
    // With a higher limit, the build must read the file again although it has not changed.
    options.limits.nodes = 2000;
    let report = crate::support::build_with(&place.folder(), &roots, &options);
    assert_eq!(report.totals.game_count(), 3);
    assert_eq!(report.totals.problem_count(), 0);
}

/// Runs the program under a memory limit of the system. A hundred million nodes must end in an error message; the
/// process must not be killed.
#[cfg(target_os = "linux")]
#[test]
fn a_small_zip_with_many_nodes_gives_an_error() {
    use crate::support::{Member, Zip};
    use std::io::Write;
    let place = Place::new();
    let bytes = format!("(;PB[Anna]{})", ";".repeat(100_000_000));
    let mut packed = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let member = Member::packed("a.sgf", 8, &packed, bytes.as_bytes());
    place.write("small.zip", Zip::from_members(&[member]).finish());
    for arguments in ["build games", "doctor games --json", "show games/small.zip!a.sgf"] {
        let script = format!("ulimit -v 2500000 && exec \"$0\" {arguments}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_kifu-index")])
            .env("KIFU_INDEX", place.folder())
            .current_dir(place.games().parent().unwrap())
            .output()
            .unwrap();
        let all = [output.stdout, output.stderr].concat();
        let all = String::from_utf8_lossy(&all);
        assert!(output.status.code().is_some(), "{arguments}: {all}");
        assert!(all.contains("has more than 8000000 nodes"), "{arguments}: {all}");
    }
}
