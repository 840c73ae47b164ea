//! The command `doctor`: every kind of finding with its exact place, counts, streams and exit codes.

use crate::support::{
    Place, Random, Run, Zip, files_below, hits, program, query_error, run_on, sgf_moves,
};
use kifu_index::doctor::{FindingKind, Severity};
use kifu_index::engine::row::GameRow;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

/// Runs `doctor` on the games in a test's temporary folder.
fn doctor(place: &Place, arguments: &[&str]) -> Run {
    let games = place.games();
    let mut all = vec!["doctor", games.to_str().unwrap()];
    all.extend(arguments);
    run_on(&place.folder(), &all)
}

/// Findings in a file as texts `kind game#move xcount`, in the order of the kinds' names.
fn findings_in(findings: &[Value], file: &str) -> Vec<String> {
    let in_file =
        findings.iter().filter(|f| f["path"].as_str().unwrap().ends_with(&format!("/{file}")));
    let words = in_file.map(|f| {
        let mut text = f["kind"].as_str().unwrap().to_owned();
        if let Some(game) = f["game"].as_u64() {
            text.push_str(&format!(" {game}"));
        }
        if let Some(number) = f["move"].as_u64() {
            text.push_str(&format!("#{number}"));
        }
        if f["count"] != 1 {
            text.push_str(&format!(" x{}", f["count"]));
        }
        text
    });
    let mut words: Vec<String> = words.collect();
    words.sort();
    words
}

fn row_of_moves(side: usize, count: usize) -> String {
    sgf_moves((0..count).map(|at| (at % side, at / side)))
}

/// Files to examine, each with the findings that it must have.
fn faulty_files() -> Vec<(&'static str, Vec<u8>, &'static [&'static str])> {
    let text = |text: &str| text.as_bytes().to_vec();
    let mut damaged_utf8 = text("(;CA[UTF-8]SZ[9]PB[이세돌 박정환 김지석 최철한]C[");
    damaged_utf8.extend(b"\xff");
    damaged_utf8.extend(text("];B[ee])"));
    let mut gbk = text("(;SZ[9]PB[");
    gbk.extend(
        b"\xb9\xc5\xc1\xa6 \xce\xe2\xc7\xe5\xd4\xb4]RE[\xb0\xd7\xd6\xd0\xc5\xcc\xca\xa4];B[ee])",
    );
    vec![
        // These records are right or have only harmless oddities, so they must have no findings.
        (
            "fine.sgf",
            text("(;GM[1]FF[4]SZ[9]PB[A]PW[B]KM[6.5]RE[B+3.5]DT[1996-05-06];B[ee];W[cc])"),
            &[],
        ),
        ("template.sgf", text("(;)"), &[]),
        ("plain-template.sgf", text("(;GM[1]SZ[19])"), &[]),
        ("problem.sgf", text("(;SZ[9]AB[aa][ab]AW[ba];W[bb];W[ac])"), &[]),
        ("handicap.sgf", text("(;SZ[9]PB[A]PW[B]HA[2]AB[cc][gg];W[ee];B[dd])"), &[]),
        ("late-handicap.sgf", text("(;SZ[9]PB[A]PW[B]HA[2]AP[x]AP[y];AB[cc][gg];W[ee])"), &[]),
        ("free-handicap.sgf", text("(;SZ[9]PB[A]PW[B]HA[2];B[cc];B[gg];W[ee])"), &[]),
        ("walk-over.sgf", text("(;SZ[9]PB[A]PW[B]RE[B+F])"), &[]),
        ("other.json", text("{}"), &[]),
        ("two.sgf", text("(;SZ[9];B[ee])(;SZ[9];B[ee];W[ee])"), &["illegal-move 2#2"]),
        // Findings about whole files.
        ("empty.sgf", text(""), &["no-game"]),
        ("a.rar", text("x"), &["unsupported-archive"]),
        ("broken.zip", text("PK\x03\x04 and so on"), &["damaged"]),
        ("locked.zip", Zip::new().add_flagged("a.sgf", "(;B[ee])", 1).finish(), &["encrypted"]),
        (
            "twins.zip",
            Zip::new().add("a.sgf", "(;B[ee])").add("a.sgf", "(;B[dd])").finish(),
            &["equal-names"],
        ),
        ("letter.txt", text("(;SZ[9];B[ee];W[ee])"), &["wrong-extension"]),
        ("notes.txt", text("nothing"), &[]),
        // Findings from diagnostics of the reader.
        ("stray-text.sgf", text("(;SZ[9];B[ee]) and (;SZ[9];B[ee])"), &["stray-text"]),
        ("stray.sgf", text("(;SZ[9]%%;B[ee]!!;W[cc])"), &["stray-characters 1 x2"]),
        ("cut.sgf", text("(;SZ[9];B[ee]"), &["missing-parenthesis 1"]),
        (
            "surplus.sgf",
            text("GM[1]SZ[9];B[ee])"),
            &["missing-parenthesis 1", "missing-semicolon 1", "surplus-parenthesis 1"],
        ),
        (
            "unclosed.sgf",
            text("(;SZ[9];B[ee];C[abc"),
            &["missing-parenthesis 1", "unclosed-value 1"],
        ),
        ("semicolon.sgf", text("(SZ[9];B[ee])"), &["missing-semicolon 1"]),
        (
            "bracket.sgf",
            text("(;SZ[9]PB[[p]Lee];B[ee])"),
            &["rank-in-name 1", "unescaped-bracket 1"],
        ),
        ("no-value.sgf", text("(;SZ[9]AB;B[ee])"), &["property-without-value 1"]),
        ("repeated.sgf", text("(;SZ[9]PB[a]PB[b];B[ee])"), &["repeated-property 1"]),
        ("several-moves.sgf", text("(;SZ[9];B[ee]W[dd]B[cc]W[bb])"), &["several-moves 1"]),
        ("twice.sgf", text("(;SZ[9]PB[JÃ¶rg];B[ee])"), &["double-encoded 1"]),
        ("no-such-month.sgf", text("(;SZ[9]DT[2019-13-45];B[ee])"), &["bad-date 1"]),
        ("no-such-day.sgf", text("(;SZ[9]DT[2019-02-31];B[ee])"), &["bad-date 1"]),
        ("no-such-margin.sgf", text("(;SZ[9]RE[B+5.5.5];B[ee])"), &["bad-result 1"]),
        (
            "suicide-in-new-zealand.sgf",
            text("(;SZ[9]RU[NZ]AB[ac][bb][ca]AW[ba][ab];B[ee];W[aa])"),
            &[],
        ),
        (
            "suicide-in-japan.sgf",
            text("(;SZ[9]RU[Japanese]AB[ac][bb][ca]AW[ba][ab];B[ee];W[aa])"),
            &["illegal-move 1#2"],
        ),
        ("bad-move.sgf", text("(;SZ[9];B[ee];W[zz];B[zz])"), &["bad-move 1#2 x2"]),
        ("bad-point.sgf", text("(;SZ[9]AB[zz];B[ee])"), &["bad-point 1"]),
        (
            "setup.sgf",
            format!("(;SZ[9]AB{};W[ee])", "[aa:ii]".repeat(66)).into_bytes(),
            &["illegal-move 1#1", "too-much-setup 1 x2"],
        ),
        ("illegal.sgf", text("(;SZ[9];B[ee];W[ee];B[aa];W[aa])"), &["illegal-move 1#2 x2"]),
        ("side.sgf", text("(;SZ[9];B[ee](;W[aa])(;W[ee];B[ee]))"), &["illegal-variation 1#2 x2"]),
        ("size.sgf", text("(;SZ[x];B[ee])"), &["bad-size 1"]),
        ("late-info.sgf", text("(;SZ[9];B[ee]RE[B+R])"), &["info-in-later-node 1"]),
        ("side-info.sgf", text("(;SZ[9];B[ee](;W[aa])(;W[bb]RE[W+R]))"), &["info-in-variation 1"]),
        ("characters.sgf", damaged_utf8, &["bad-characters 1"]),
        ("liar.sgf", text("(;CA[ISO-2022-KR]SZ[9]PB[이세돌];B[ee])"), &["wrong-charset 1"]),
        ("gbk.sgf", gbk, &["guessed-charset 1"]),
        ("values.sgf", text("(;SZ[9]PB[A]PW[B];B[ee]SBKV[much])"), &["bad-analysis 1"]),
        (
            "facts.sgf",
            text("(;SZ[9]DT[xx]RE[xx]KM[xx];B[ee])"),
            &["bad-date 1", "bad-komi 1", "bad-result 1"],
        ),
        ("era.sgf", text("(;SZ[9]DT[某某12年];B[ee])"), &["bad-date 1"]),
        ("no-stones.sgf", text("(;SZ[9]HA[3];W[ee])"), &["handicap-without-stones 1"]),
        ("both.sgf", text("(;SZ[9];AB[aa]B[ee])"), &["move-with-setup 1"]),
        ("loa.sgf", text("(;GM[9]SU[foo];B[b1-b3])"), &["unknown-setup 1"]),
        ("loa-illegal.sgf", text("(;GM[9];B[b1-b3];W[a2-a1])"), &["illegal-move 1#2"]),
        ("drops.sgf", text("(;GM[9]SU[Parachute])"), &["unreliable-positions 1"]),
        ("node.jgf", text("{\"tree\": [{\"B\": \"dd\"}, 5]}"), &["bad-json 1"]),
        (
            "lost.gib",
            include_bytes!("../../cases/server/gib-line-lost.gib").to_vec(),
            &["bad-line 1", "missing-moves 1", "out-of-turn 1#2"],
        ),
        (
            "rows.parquet",
            include_bytes!("../../cases/parquet/list-of-names.parquet").to_vec(),
            &["bad-row"],
        ),
        // Findings about a game as a whole.
        ("no-moves.sgf", text("(;SZ[9]PB[A]PW[B]RE[B+R])"), &["no-moves 1"]),
        ("wrong-handicap.sgf", text("(;SZ[9]HA[3]AB[cc][gg];W[ee])"), &["doubtful-handicap 1"]),
        (
            "small.sgf",
            format!("(;PB[A]PW[B]{})", row_of_moves(13, 60)).into_bytes(),
            &["doubtful-size 1"],
        ),
        ("komi.sgf", text("(;SZ[9]KM[6.3];B[ee])"), &["doubtful-komi 1"]),
        ("future.sgf", text("(;SZ[9]DT[2999-01-01];B[ee])"), &["future-date 1"]),
        ("early.sgf", text("(;SZ[9]DT[0850];B[ee])"), &["early-date 1"]),
        ("turn.sgf", text("(;SZ[9]PB[A]PW[B];B[ee];W[cc];W[dd];W[gg])"), &["out-of-turn 1#3 x2"]),
        ("white-first.sgf", text("(;SZ[9]PB[A]PW[B];W[ee];B[cc])"), &["out-of-turn 1#1"]),
        ("margin.sgf", text("(;SZ[9]KM[6.5]RE[B+3];B[ee])"), &["komi-against-result 1"]),
        ("short.sgf", text("(;RE[B+3];B[dd];W[pp])"), &["early-end 1#2"]),
        ("after.sgf", text("(;SZ[9]PB[A]PW[B];B[ee];W[];B[];W[cc])"), &["moves-after-end 1#4"]),
        ("same.sgf", text("(;SZ[9]PB[Cho U]PW[cho u];B[ee])"), &["same-player 1"]),
    ]
}

fn faulty_archive() -> Place {
    let place = Place::new();
    for (name, bytes, _) in faulty_files() {
        place.write(name, bytes);
    }
    place
}

#[test]
fn every_kind_is_found_at_its_place() {
    let place = faulty_archive();
    let run = doctor(&place, &["--json"]).ends(1);
    let findings = run.json();
    for (name, _, expected) in faulty_files() {
        assert_eq!(findings_in(&findings, name), expected, "{name}");
    }
    let keys = "v kind severity path member game move offset count message";
    for finding in &findings {
        let object = finding.as_object().unwrap();
        assert_eq!(object.keys().cloned().collect::<Vec<_>>().join(" "), keys);
        let kind = FindingKind::from_name(finding["kind"].as_str().unwrap()).unwrap();
        assert_eq!(finding["severity"], kind.severity().as_str());
        assert_eq!(finding["v"], 1);
    }
    // If the program gets another kind of finding, a file with this kind must be added above.
    let reported_kinds: BTreeSet<&str> =
        findings.iter().map(|f| f["kind"].as_str().unwrap()).collect();
    let elsewhere = ["unreadable", "too-large", "too-slow", "not-a-file"];
    let missing: Vec<&str> = FindingKind::all()
        .map(FindingKind::as_str)
        .filter(|kind| !reported_kinds.contains(kind) && !elsewhere.contains(kind))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    // There must be one line for each finding, in the order of the files.
    let paths: Vec<&str> = findings.iter().map(|f| f["path"].as_str().unwrap()).collect();
    assert!(paths.is_sorted());
    assert_eq!(run.err, "");
}

#[test]
fn messages_name_the_moves() {
    let place = faulty_archive();
    let findings = doctor(&place, &["--json", "--kind", "illegal-move"]).ends(1).json();
    let message = |file: &str| {
        let in_file = findings.iter().find(|f| f["path"].as_str().unwrap().ends_with(file));
        in_file.unwrap()["message"].as_str().unwrap().to_owned()
    };
    assert_eq!(message("/illegal.sgf"), "moves 2 (on a stone) and 4 (on a stone) break the rules");
    assert_eq!(message("/loa-illegal.sgf"), "move 2 (not allowed) breaks the rules");
}

#[test]
fn counts_are_right_however_it_is_counted() {
    let place = Place::new();
    let mut expected = BTreeMap::new();
    let mut zip = Zip::new();
    let mut random = Random(7);
    for archive in 0..5 {
        for member in 0..300 {
            let mut game = String::from("(;SZ[9]");
            let mut add = |kind: &'static str, times: usize, text: &str| {
                if times > 0 {
                    let count: &mut (u64, u64) = expected.entry(kind).or_default();
                    *count = (count.0 + 1, count.1 + times as u64);
                    game.push_str(&text.repeat(times));
                }
            };
            add("bad-date", usize::from(random.chance(30)), "DT[never]");
            add("bad-komi", usize::from(random.chance(20)), "KM[much]");
            let some = |random: &mut Random, percent, most| {
                if random.chance(percent) { 1 + random.below(most) } else { 0 }
            };
            // Each of these games has more findings than a record stores in full.
            add("bad-point", some(&mut random, 10, 60), ";AW[zz]");
            add("bad-move", some(&mut random, 10, 50), ";B[zz]");
            add("stray-characters", some(&mut random, 10, 30), "; !! ");
            game.push(')');
            zip = zip.add(format!("{member:03}.sgf"), &game);
        }
        place.write(&format!("{archive}.zip"), std::mem::take(&mut zip).finish());
    }
    let by_kind = |rows: &mut dyn Iterator<Item = (String, u64)>| {
        let mut counts: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for (kind, times) in rows {
            let count = counts.entry(kind).or_default();
            *count = (count.0 + 1, count.1 + times);
        }
        counts
    };
    let expected: BTreeMap<String, (u64, u64)> =
        expected.into_iter().map(|(kind, count)| (kind.to_owned(), count)).collect();
    let one = doctor(&place, &["--json", "--threads", "1"]).ends(1);
    let findings = one.json();
    let mut rows = findings
        .iter()
        .map(|f| (f["kind"].as_str().unwrap().to_owned(), f["count"].as_u64().unwrap()));
    assert_eq!(by_kind(&mut rows), expected);
    // The number of threads must not change the output.
    let many = doctor(&place, &["--json", "--threads", "7"]).ends(1);
    assert!(one.out == many.out);
    let counted = doctor(&place, &["--count"]).ends(1);
    let rows = counted.out.lines().map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        (columns[0].to_owned(), (columns[2].parse().unwrap(), columns[3].parse().unwrap()))
    });
    assert_eq!(rows.collect::<BTreeMap<String, (u64, u64)>>(), expected);
    let object = &doctor(&place, &["--count", "--json"]).ends(1).json()[0];
    assert_eq!((object["files"].as_u64(), object["games"].as_u64()), (Some(5), Some(1500)));
    for (kind, (places, times)) in &expected {
        assert_eq!(object["findings"][kind]["places"], *places, "{kind}");
        assert_eq!(object["findings"][kind]["times"], *times, "{kind}");
    }
    assert_eq!(object["charsets"][0]["charset"], "ascii");
    assert_eq!(object["charsets"][0]["files"], 1500);
}

#[test]
fn kinds_are_chosen() {
    let place = faulty_archive();
    let all = doctor(&place, &[]).ends(1).out;
    let of = |predicate: &dyn Fn(&str) -> bool| -> Vec<String> {
        let lines = all.lines().filter(|line| predicate(line.split('\t').next().unwrap()));
        lines.map(str::to_owned).collect()
    };
    let chosen = |kinds: &str| -> Vec<String> {
        let out = doctor(&place, &["--kind", kinds]).ends(1).out;
        out.lines().map(str::to_owned).collect()
    };
    assert_eq!(
        chosen("bad-date,illegal-move"),
        of(&|kind| ["bad-date", "illegal-move"].contains(&kind))
    );
    let is_note = |kind: &str| FindingKind::from_name(kind).unwrap().severity() == Severity::Note;
    assert_eq!(chosen("note"), of(&is_note));
    // If no finding is of the requested kind, the exit code must be 0.
    doctor(&place, &["--kind", "not-a-file"]).ends(0);
    let error = doctor(&place, &["--kind", "bad-dote"]).fails();
    assert!(error.contains("`bad-dote`") && error.contains("did you mean `bad-date`?"), "{error}");
    let error = doctor(&place, &["--kind", "charset"]).fails();
    assert!(error.contains("did you mean `wrong-charset`?"), "{error}");
    let help = run_on(&place.folder(), &["doctor", "--help"]).ends(0).out;
    for kind in FindingKind::all() {
        assert!(help.contains(&format!("  {} ", kind.as_str())), "{}", kind.as_str());
    }
}

#[test]
fn lines_have_seven_columns_whatever_the_names() {
    let place = Place::new();
    let names = ["a\tb.sgf", "c\nd.sgf", "\x1b[31me.sgf", "f\u{202e}.sgf"];
    let zip = names.iter().fold(Zip::new(), |zip, name| zip.add(name, "(;DT[\x1b[2Jx\ty];B[zz]"));
    place.write("tab\there.zip", zip.finish());
    place.write("line\nhere.sgf", "(;B[zz]");
    let run = doctor(&place, &[]).ends(1);
    assert!(!run.out.contains('\x1b'));
    for line in run.out.lines() {
        assert_eq!(line.split('\t').count(), 7, "{line:?}");
    }
    let findings = doctor(&place, &["--json"]).ends(1).json();
    assert_eq!(findings.len(), run.out.lines().count());
    let members: BTreeSet<&str> = findings.iter().filter_map(|f| f["member"].as_str()).collect();
    assert_eq!(members, names.into_iter().collect());
}

#[test]
fn places_are_limited_for_each_kind() {
    let place = faulty_archive();
    let out = doctor(&place, &["--limit", "1"]).ends(1).out;
    let kinds: Vec<&str> = out.lines().map(|line| line.split('\t').next().unwrap()).collect();
    let once: BTreeSet<&str> = kinds.iter().copied().collect();
    assert_eq!(kinds.len(), once.len());
    assert!(kinds.len() > 40);
    let all = doctor(&place, &["--limit", "0"]).ends(1).out;
    assert_eq!(all, doctor(&place, &[]).ends(1).out);
}

#[test]
fn games_under_other_names_are_examined_with_sniff() {
    let place = Place::new();
    place.write("letter.txt", "(;SZ[9];B[ee];W[ee])");
    place.write(
        "a.zip",
        Zip::new().add("b", "(;SZ[9]DT[x];B[ee])").add("c.html", "<html>").finish(),
    );
    let findings = doctor(&place, &["--json"]).ends(1).json();
    assert_eq!(findings_in(&findings, "letter.txt"), ["wrong-extension"]);
    assert_eq!(findings_in(&findings, "a.zip"), ["wrong-extension"]);
    let findings = doctor(&place, &["--json", "--sniff"]).ends(1).json();
    assert_eq!(findings_in(&findings, "letter.txt"), ["illegal-move 1#2"]);
    assert_eq!(findings_in(&findings, "a.zip"), ["bad-date 1"]);
    // A file that is named explicitly must be examined as `build` reads it, whatever its name.
    let named = place.games().join("letter.txt");
    let run = run_on(&place.folder(), &["doctor", named.to_str().unwrap(), "--json"]).ends(1);
    assert_eq!(findings_in(&run.json(), "letter.txt"), ["illegal-move 1#2"]);
}

#[test]
fn limits_are_those_of_build() {
    let place = Place::new();
    place.write("big.sgf", format!("(;C[{}];B[ee])", "x".repeat(2 << 20)));
    doctor(&place, &[]).ends(0);
    let findings = doctor(&place, &["--json", "--max-game", "1"]).ends(1).json();
    assert_eq!(findings_in(&findings, "big.sgf"), ["too-large"]);
}

#[test]
fn exit_codes_and_roots() {
    let place = Place::new();
    place.write("fine.sgf", "(;SZ[9];B[ee])");
    let clean = doctor(&place, &[]).ends(0);
    assert_eq!((clean.out.as_str(), clean.err.as_str()), ("", ""));
    // Without an index and without arguments, there is nothing to examine.
    let error = run_on(&place.folder(), &["doctor"]).fails();
    assert!(error.contains("name a folder"), "{error}");
    let error = run_on(&place.folder(), &["doctor", "no/such/folder"]).fails();
    assert!(error.contains("no such file or folder"), "{error}");
    assert!(!place.folder().exists());
    place.build();
    run_on(&place.folder(), &["doctor"]).ends(0);
    place.write("sick.sgf", "(;SZ[9];B[zz])");
    let before = files_below(place.games().parent().unwrap());
    let run = run_on(&place.folder(), &["doctor"]).ends(1);
    assert!(run.out.starts_with("bad-move\terror\t/"), "{}", run.out);
    assert_eq!(files_below(place.games().parent().unwrap()), before);
    // A file that is named and also lies in another named folder must be read once.
    let file = place.games().join("sick.sgf");
    let twice = doctor(&place, &[file.to_str().unwrap()]).ends(1);
    assert_eq!(twice.out.lines().count(), 1);
}

#[test]
fn cyclic_and_dangling_links_are_reported() {
    #[cfg(unix)]
    {
        let place = Place::new();
        place.write("fine.sgf", "(;SZ[9];B[ee])");
        std::os::unix::fs::symlink(place.games(), place.games().join("back")).unwrap();
        std::os::unix::fs::symlink("nowhere", place.games().join("gone.sgf")).unwrap();
        let findings = doctor(&place, &["--json"]).ends(1).json();
        assert_eq!(findings_in(&findings, "back"), ["not-a-file"]);
        assert_eq!(findings_in(&findings, "gone.sgf"), ["not-a-file"]);
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let place = Place::new();
    let zip = (0..3000).fold(Zip::new(), |zip, i| zip.add(format!("{i}.sgf"), "(;DT[x];B[zz])"));
    place.write("many.zip", zip.finish());
    let mut child = program(&place.folder())
        .arg("doctor")
        .arg(place.games())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    lines.read_line(&mut first).unwrap();
    assert!(first.starts_with("bad-"), "{first}");
    drop(lines);
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// `finding:` finds the games that `doctor` reports, by severity and by kind, and `has:errors` finds those with errors.
#[test]
fn queries_find_what_doctor_reports_of_games() {
    let place = Place::new();
    for (name, bytes, _) in faulty_files() {
        place.write(name, bytes);
    }
    place.build();
    let engine = place.engine();
    let reported = doctor(&place, &["--json"]).json();
    let place_of = |finding: &Value| {
        let path = finding["path"].as_str().unwrap().rsplit('/').next().unwrap();
        Some(format!("{path} {}", finding["game"].as_u64()?))
    };
    let reported_as = |key: &str, word: &str| -> BTreeSet<String> {
        let reported = reported.iter().filter(|finding| finding[key] == word);
        reported.filter_map(place_of).collect()
    };
    let found = |query: &str| -> BTreeSet<String> {
        let name = |row: &GameRow| row.path.file_name().unwrap().to_string_lossy().into_owned();
        let rows = hits(&engine, query);
        rows.iter().map(|row| format!("{} {}", name(row), row.game)).collect()
    };
    let mut met = 0;
    for kind in FindingKind::all() {
        let expected = reported_as("kind", kind.as_str());
        if !kind.is_game_finding() {
            assert_eq!(expected, BTreeSet::new(), "{}", kind.as_str());
            let error = query_error(&engine, &format!("finding:{}", kind.as_str()));
            assert!(error.to_string().contains("not in games"), "{error}");
            continue;
        }
        met += usize::from(!expected.is_empty());
        assert_eq!(found(&format!("finding:{}", kind.as_str())), expected, "{}", kind.as_str());
    }
    assert!(met > 35, "{met}");
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        let expected = reported_as("severity", severity.as_str());
        assert_eq!(found(&format!("finding:{}", severity.as_str())), expected);
    }
    assert_eq!(found("has:errors"), reported_as("severity", "error"));
    assert_eq!(found("finding:*"), reported.iter().filter_map(place_of).collect());
    assert_eq!(found("finding:(bad-date OR bad-size) -finding:error"), found("finding:bad-date"));
    assert!(query_error(&engine, "finding:bad-dat").to_string().contains("bad-dat"));
}
