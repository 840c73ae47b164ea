//! Clean collections: each game once, in one form, beside files that stay, and again with only new games.

use crate::support::{Place, Random, run_on, sgf_moves};
use kifu_index::record::formats::read;
use kifu_index::record::{Code, GameInfo, GameRecord};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// All SGF files below a folder, with their paths from there.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "sgf") {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
                found.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// The facts about a game that no clean form may change.
fn facts(record: &GameRecord) -> String {
    let GameInfo { players, result, date, event, round, komi, handicap, time, ruleset, .. } =
        &record.info;
    let players = [&players.black, &players.white];
    let players = players.map(|player| (player.name.clone(), player.rank, player.team.clone()));
    format!(
        "{players:?} {result:?} {date:?} {event:?} {round:?} {komi:?} {handicap:?} {time:?} {ruleset:?}"
    )
}

fn write_archive(place: &Place) -> BTreeSet<String> {
    let mut random = Random::named("clean", 1);
    let mut expected = BTreeSet::new();
    for (number, head) in [
        "DT[2008-9-25]RE[백 불계승]KM[650]BR[9단]WR[P9段]PB[A]PW[B]RU[jp]",
        "DT[1846-09-11..14]RE[B+2]PB[Gennan/Inseki]PW[Shusaku]EV[Castle: Game]",
        "DT[Summer 1857]RE[Black was ahead]PB[A]PW[B]C[A comment with \\] and \\\\.]",
        "FF[3]GM[1]DT[1990-05-02,03]RE[W+Resign]HA[2]AB[pd][dp]PB[A]PW[B]TM[3h]",
        "PB[A]PW[B]RE[Jigo]KM[5.500000]HA[호선 - 6집 반 공제]",
        "DT[1990-05-02]RE[B+R]PB[A]PW[B]",
    ]
    .iter()
    .enumerate()
    {
        let moves = sgf_moves(random.points(19, 30));
        let text = format!("(;SZ[19]{head}{moves}(;B[aa]C[left])(;B[ba]C[right]))");
        place.write(&format!("{number}.sgf"), &text);
        if number % 2 == 0 {
            place.write(&format!("copies/{number}.sgf"), text.replace("PB[A]", ""));
        }
        let record = read(text.as_bytes()).records.remove(0);
        expected.insert(facts(&record) + &format!("{:?}", record.tree));
    }
    // A file in GBK without a charset, and two games in one file.
    let moves = sgf_moves(random.points(19, 30));
    let head = b"PB[\xbf\xc2\xbd\xdc]PW[\xc0\xee\xca\xc0\xca\xaf]RE[\xb0\xd7\xca\xa4]";
    let gbk = [b"(;SZ[19]", &head[..], moves.as_bytes(), b")"].concat();
    place.write("gbk.sgf", &gbk);
    let two = (0..2).map(|_| format!("(;SZ[9]PB[A]PW[B]{})", sgf_moves(random.points(9, 20))));
    let two: String = two.collect();
    place.write("two.sgf", &two);
    for bytes in [gbk, two.into_bytes()] {
        for record in read(&bytes).records {
            expected.insert(facts(&record) + &format!("{:?}", record.tree));
        }
    }
    expected
}

#[test]
fn a_collection_has_each_game_once_in_one_form() {
    let place = Place::new();
    let expected = write_archive(&place);
    place.build();
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("clean");
    let export = |more: &[&str]| {
        let target = target.to_str().unwrap();
        run_on(&place.folder(), &[&["export", "", "--clean", target], more].concat()).ends(0).err
    };
    // A file with the name of a game stays as it is.
    let taken = target.join("1990/1990-05-02 A - B.sgf");
    std::fs::create_dir_all(taken.parent().unwrap()).unwrap();
    std::fs::write(&taken, "mine").unwrap();
    let printed = export(&[]);
    assert!(printed.contains("Wrote 9 games"), "{printed}");
    assert!(printed.contains("3 copies of these games are left out"), "{printed}");
    let mut written = files(&target);
    assert_eq!(written.remove("1990/1990-05-02 A - B.sgf").unwrap(), b"mine");
    assert_eq!(written.len(), expected.len(), "{:?}", written.keys());
    let mut found = BTreeSet::new();
    for (name, bytes) in &written {
        let text = std::str::from_utf8(bytes).unwrap();
        assert!(text.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ["), "{name}: {text}");
        let parsed = read(bytes);
        let [record] = parsed.records.as_slice() else { panic!("{name}: {text}") };
        // Texts that cannot be read stay as they are; everything else is repaired.
        let codes: Vec<Code> = record.diagnostics.iter().map(|found| found.code).collect();
        assert!(codes.iter().all(|code| *code == Code::BadResult), "{name}: {codes:?}");
        found.insert(facts(record) + &format!("{:?}", record.tree));
    }
    assert_eq!(found, expected);
    let all: String = written.values().map(|bytes| String::from_utf8_lossy(bytes)).collect();
    for value in ["DT[2008-09-25]", "RE[W+R]", "BR[9단]", "WR[9p]", "RU[Japanese]", "RE[0]"] {
        assert!(all.contains(value), "{value}: {all}");
    }
    for old in ["DT[Summer 1857]", "RE[Black was ahead]"] {
        assert!(all.contains(old), "{old}: {all}");
    }
    let report = std::fs::read_to_string(target.join("report.csv")).unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines[0], "content,file,source,changes,repairs");
    assert_eq!(lines.len(), 1 + written.len());
    assert!(report.contains("DT: 2008-9-25 > 2008-09-25"), "{report}");
    for name in written.keys() {
        assert!(report.contains(name), "{name}: {report}");
    }
}

#[test]
fn another_export_adds_only_new_games() {
    let place = Place::new();
    write_archive(&place);
    place.build();
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().to_str().unwrap();
    let arguments = ["export", "", "--clean", target, "--name-as", "{black}/{white} {result}.sgf"];
    let export = || run_on(&place.folder(), &arguments).ends(0).err;
    export();
    let before = files(folder.path());
    let printed = export();
    assert!(
        printed.contains("Wrote 0 games") && printed.contains("9 games were there"),
        "{printed}"
    );
    assert_eq!(files(folder.path()), before);
    assert!(before.keys().any(|name| name.starts_with("Gennan_Inseki/")), "{:?}", before.keys());
    let moves = sgf_moves(Random::named("clean", 2).points(19, 40));
    place.write("new.sgf", format!("(;SZ[19]PB[C]PW[D]RE[B+R]{moves})"));
    place.build();
    let printed = export();
    assert!(printed.contains("Wrote 1 game "), "{printed}");
    let mut after = files(folder.path());
    assert!(after.remove("C/D B+R.sgf").is_some(), "{:?}", after.keys());
    assert_eq!(after, before);
}

#[test]
fn old_texts_are_kept_and_wrong_patterns_are_refused() {
    let place = Place::new();
    write_archive(&place);
    place.build();
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("clean");
    let export = |more: &[&str]| {
        let target = target.to_str().unwrap();
        run_on(&place.folder(), &[&["export", "", "--clean", target], more].concat())
    };
    for (pattern, message) in [("{blakc}", "black"), ("{black", "brace"), ("{}", "column")] {
        let refused = export(&["--name-as", pattern]).ends(2).err;
        assert!(refused.contains(message), "{refused}");
    }
    export(&["--force"]).ends(2);
    assert!(!target.exists());
    export(&["--keep-original"]).ends(0);
    let all: String =
        files(&target).values().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    assert!(all.contains("[DT:2008-9-25]") && all.contains("[RE:백 불계승]"), "{all}");
    // Nothing is written into the archive.
    let archive = place.games();
    run_on(&place.folder(), &["export", "", "--clean", archive.to_str().unwrap()]).ends(2);
    // A report of another kind is no list of games.
    std::fs::write(target.join("report.csv"), "a,b\n1,2\n").unwrap();
    export(&[]).ends(2);
}
