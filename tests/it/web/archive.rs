use super::Server;
use crate::support::{
    Place, Random, build_with, run_on, samples, set_age, sgf_moves, wait_for, wait_until,
};
use kifu_index::index::build::Options;
use serde_json::Value;

/// Data of the page Archive, as soon as all files are examined.
fn examined(server: &Server, target: &str) -> Value {
    wait_for("the files are examined", || {
        let found = server.json(target);
        found["findings"]["progress"].is_null().then_some(found)
    })
}

#[test]
fn the_archive_has_the_numbers_of_the_commands() {
    let server = Server::samples(&[]);
    let found = examined(&server, "/archive.json");
    let doctor = run_on(samples(), &["doctor", "--count", "--json"]).json().remove(0);
    let kinds = found["findings"]["kinds"].as_array().unwrap();
    let findings = doctor["findings"].as_object().unwrap();
    assert!(kinds.len() > 5 && kinds.len() == findings.len(), "{kinds:?}");
    for row in kinds {
        let kind = row["kind"].as_str().unwrap();
        for key in ["severity", "places", "times"] {
            assert_eq!(row[key], findings[kind][key], "{kind} {key}");
        }
    }
    assert_eq!(found["findings"]["games"], doctor["games_with_findings"]);
    let copies = run_on(samples(), &["dups", "--count"]);
    let copies =
        format!("{}\t{}\n", found["copies"]["groups"], found["copies"]["games"]) == copies.out;
    assert!(copies, "{}", found["copies"]);
    let groups = run_on(samples(), &["dups", "--json", "--limit", "6"]).json();
    for (listed, expected) in found["copies"]["listed"].as_array().unwrap().iter().zip(&groups) {
        assert_eq!(listed["conflicts"], expected["conflicts"]);
        assert_eq!(listed["games"][0]["id"], expected["games"][0]["id"]);
    }
    let status = run_on(samples(), &["status", "--json"]).json().remove(0);
    for key in ["files", "games", "by_kind", "without_game"] {
        assert_eq!(found[key], status[key], "{key}");
    }
    let charsets = run_on(samples(), &["stats", "--by", "charset", "--json"]).json();
    assert_eq!(found["charsets"], charsets[0]["rows"]);
}

/// The findings of each kind must equal those of the command, and each must link to its game.
#[test]
fn each_finding_leads_to_its_game() {
    let server = Server::samples(&[]);
    let found = examined(&server, "/archive.json");
    let mut games = 0;
    for row in found["findings"]["kinds"].as_array().unwrap() {
        let kind = row["kind"].as_str().unwrap();
        let listed = server.json(&format!("/archive.json?of={kind}"));
        let listed = listed["findings"]["listed"].as_array().unwrap().clone();
        let reported = run_on(samples(), &["doctor", "--json", "--kind", kind]).json();
        assert_eq!(listed.len(), reported.len().min(50), "{kind}");
        for (finding, expected) in listed.iter().zip(&reported) {
            assert_eq!(finding["move"], expected["move"], "{kind}");
            if expected["game"].is_null() {
                assert!(finding["game"].is_null(), "{kind} {finding}");
                continue;
            }
            let path =
                finding["game"]["path"].as_str().unwrap_or_else(|| panic!("{kind} {finding}"));
            assert!(expected["path"].as_str().unwrap().ends_with(path), "{kind} {finding}");
            assert_eq!(finding["game"]["member"], expected["member"], "{kind}");
            assert_eq!(finding["game"]["game"], expected["game"], "{kind}");
            games += 1;
        }
        let page = server.page(&format!("/archive?of={kind}"));
        assert!(page.contains(&format!("doctor --limit 0 --kind {kind}")), "{kind}");
    }
    assert!(games > 10, "{games}");
    assert_eq!(server.get("/archive?of=nonsense").status, 404);
}

#[test]
fn the_archive_page_lists_changed_files() {
    let place = Place::new();
    for name in ["a", "b", "c"] {
        set_age(&place.write(&format!("{name}.sgf"), format!("(;PB[{name}];B[pd])")), 100);
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let since = |server: &Server| server.json("/archive.json")["changes"].clone();
    let none = since(&server);
    assert_eq!((&none["new"], &none["changed"], &none["gone"]), (&0.into(), &0.into(), &0.into()));
    let page = server.page("/archive");
    assert!(
        page.contains("Up to date") && page.contains("<code>kifu-index build</code>"),
        "{page}"
    );
    std::fs::remove_file(place.games().join("a.sgf")).unwrap();
    place.write("b.sgf", "(;PB[other];B[pd];W[dd])");
    place.write("d.sgf", "(;PB[d];B[pd])");
    let listed = since(&server)["listed"].clone();
    let listed_files: Vec<(&str, &str)> = (listed.as_array().unwrap().iter())
        .map(|file| (file["how"].as_str().unwrap(), file["path"].as_str().unwrap()))
        .collect();
    assert_eq!(listed_files, [("new", "d.sgf"), ("changed", "b.sgf"), ("gone", "a.sgf")]);
    let answer = server.get("/archive");
    assert!(answer.body.contains("1 new, 1 changed, 1 gone"), "{}", answer.body);
    // Answers that depend on files of the archive must not be cached.
    assert_eq!((answer.header("etag"), answer.header("cache-control")), (None, Some("no-store")));
    // No page may contain the path of the archive.
    let whole = place.games().display().to_string();
    assert!(!answer.body.contains(&whole));
    std::fs::rename(place.games(), place.games().with_extension("away")).unwrap();
    let lost = since(&server);
    assert_eq!((&lost["gone"], lost["unreachable"].as_array().unwrap().len()), (&0.into(), 1));
    assert!(server.page("/archive").contains("Out of reach"));
}

#[test]
fn long_lists_have_pages() {
    let place = Place::new();
    for number in 0..120 {
        place.write(&format!("{number:03}.sgf"), "no game <b>");
    }
    place.write("z.sgf", "(;PB[Anna];B[pd])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let page = server.page("/archive");
    assert!(page.contains("href=\"/archive?tab=unread\">show all 120</a>"), "{page}");
    let mut seen = std::collections::BTreeSet::new();
    for number in 1..=3 {
        let target = format!("/archive.json?tab=unread&page={number}");
        let found = server.json(&target);
        let rows = found["problems"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| row["path"].as_str().unwrap().to_owned()));
    }
    assert_eq!(seen.len(), 120);
    let second = server.page("/archive?tab=unread&page=2");
    assert!(
        second.contains("page 2 of 3") && second.contains("page=3\"") && !second.contains("<b>")
    );
}

/// Of 120 pairs of copies, every second one disagrees, on another fact each time. The others differ in ways that may
/// both be right, such as a date and its year.
#[test]
fn copies_that_disagree_have_a_list_with_pages() {
    const DISAGREE: [(&str, &str, &str); 5] = [
        ("DT[1999-05-21]", "DT[1999-05-22]", "date"),
        ("RE[B+R]", "RE[W+R]", "result"),
        ("KM[5.5]", "KM[6.5]", "komi"),
        ("PB[Anna]", "PB[Berta]", "black"),
        ("PW[Carla]", "PW[Dora]", "white"),
    ];
    const AGREE: [(&str, &str); 3] =
        [("DT[1999-05-21]", "DT[1999]"), ("RE[B+R]", "RE[B+]"), ("KM[5.5]", "EV[Cup]")];
    let place = Place::new();
    let mut expected: Vec<(String, String)> = Vec::new();
    for number in 0..120 {
        let moves = sgf_moves(Random(number).points(19, 30));
        let at = number as usize / 2;
        let (first, second) = if number % 2 == 0 {
            let (first, second, fact) = DISAGREE[at % DISAGREE.len()];
            expected.push((format!("{number:03}"), fact.to_owned()));
            (first, second)
        } else {
            AGREE[at % AGREE.len()]
        };
        for (copy, header) in [("a", first), ("b", second)] {
            let text = format!("(;GM[1]SZ[19]{header}{moves})");
            place.write(&format!("{number:03}-{copy}.sgf"), text);
        }
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let page = server.page("/archive");
    assert!(page.contains("href=\"/archive?tab=differ\">60 groups of copies disagree"), "{page}");
    let mut listed: Vec<(String, String)> = Vec::new();
    for number in 1..=2 {
        let found = server.json(&format!("/archive.json?tab=differ&page={number}"));
        assert_eq!(
            (&found["copies"]["groups"], &found["copies"]["disagreeing"]),
            (&120.into(), &60.into())
        );
        for group in found["copies"]["listed"].as_array().unwrap() {
            let path = group["games"][0]["path"].as_str().unwrap();
            let facts: Vec<&String> = group["conflicts"].as_object().unwrap().keys().collect();
            let [fact] = facts.as_slice() else { panic!("{group}") };
            listed.push((path.split('-').next().unwrap().to_owned(), fact.to_string()));
        }
    }
    listed.sort();
    assert_eq!(listed, expected);
    let second = server.page("/archive?tab=differ&page=2");
    assert!(second.contains("page 2 of 2"), "{second}");
    assert_eq!(second.matches("the copies disagree on").count(), 10);
    assert_eq!(second.matches("href=\"/game/").count(), 20);
    let agreed = run_on(&place.folder(), &["dups", "--disagreeing", "--count"]);
    assert_eq!(agreed.out, "60\t120\n");
    // The groups are those of the command `dups` that have a conflict other than about moves.
    let all = run_on(&place.folder(), &["dups", "--json"]).json();
    let stated = |group: &&Value| {
        let facts = group["conflicts"].as_object().unwrap();
        facts.keys().any(|fact| !matches!(fact.as_str(), "length" | "moves"))
    };
    let games = |groups: Vec<&Value>| -> Vec<Value> {
        groups.into_iter().map(|group| group["games"][0]["id"].clone()).collect()
    };
    let disagreeing = run_on(&place.folder(), &["dups", "--json", "--disagreeing"]).json();
    assert_eq!(games(disagreeing.iter().collect()), games(all.iter().filter(stated).collect()));
    assert!(!disagreeing.is_empty() && disagreeing.len() < all.len());
}

/// If the server cannot watch the archive for changes, the page must say why, until it can.
#[test]
fn an_unwatchable_root_is_reported() {
    let place = Place::new();
    place.write("a.sgf", "(;GM[1]SZ[19]PB[Anna];B[pd])");
    let other = place.games().with_file_name("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("c.sgf"), "(;GM[1]SZ[19]PB[Clara];B[pd])").unwrap();
    build_with(&place.folder(), &[place.games(), other.clone()], &Options::default());
    place.write("b.sgf", "(;GM[1]SZ[19]PB[Berta];B[pd])");
    let server = Server::start(&place.folder(), &["--watch"]);
    let fault = || server.json("/api/v1/archive")["watch_fault"].as_str().map(str::to_owned);
    assert_eq!(fault(), None);
    // The watch begins with a build, which the server does not wait for.
    wait_until("the watch has begun", || server.json("/api/v1/status")["games"] == 3);
    let away = place.games().with_extension("away");
    std::fs::rename(place.games(), &away).unwrap();
    wait_until("the fault is told", || fault().is_some());
    let page = server.page("/archive");
    assert!(page.contains("Changes are not read as they happen"), "{page}");
    assert!(!fault().unwrap().contains(place.games().parent().unwrap().to_str().unwrap()));
    std::fs::rename(&away, place.games()).unwrap();
    // The watch checks a missing root every minute, and whenever a folder appears elsewhere, as here.
    std::fs::create_dir(other.join("new")).unwrap();
    wait_until("the fault is mended", || fault().is_none());
}
