//! The command `export`: exported games must equal the originals and have safe names, and no other file may change.

use crate::support::{
    Place, Run, Zip, build_with, files_below, hits, open, run_on, samples, temporary_folder,
};
use kifu_index::crawl::{Limits, read_nth};
use kifu_index::engine::row::GameRow;
use kifu_index::formats;
use kifu_index::formats::sgf::write::write;
use kifu_index::index::build::Options;
use kifu_index::record::{Format, GameRecord};
use std::io::Read;
use std::path::{Path, PathBuf};

/// What must be equal after a game was exported in another charset: everything but the name of the charset (`CA`) and
/// the mark of a hit (`HO`).
fn content_without_charset(record: &GameRecord) -> String {
    let others = |name: &str| !matches!(name, "CA" | "HO");
    let properties = record.properties.iter().filter(|p| others(&p.name));
    let properties: Vec<_> = properties.collect();
    format!("{:?} {:?} {properties:?}", record.start, record.tree)
}

/// Parts of a game that must be equal after a conversion from another format.
fn content_after_conversion(record: &GameRecord) -> String {
    let nodes = (0..record.tree.len() as u32).map(|node| {
        let comments: Vec<&str> = record.tree.comments_of(node).collect();
        (record.tree.parent(node), record.tree.actions(node), comments.join("\n\n"))
    });
    let info = &record.info;
    let nodes: Vec<_> = nodes.collect();
    format!("{:?} {nodes:?} {:?} {:?} {:?}", record.start, info.players, info.result, info.date)
}

/// Reads a file that holds exactly one game.
fn read_one(bytes: &[u8]) -> GameRecord {
    let mut records = formats::read(bytes).records;
    assert_eq!(records.len(), 1, "{}", String::from_utf8_lossy(bytes));
    records.remove(0)
}

/// Games in the archive that a query finds, in the order of its hits.
fn originals(folder: &Path, query: &str) -> Vec<GameRecord> {
    let found = hits(&open(folder), query);
    let original = |game: &GameRow| {
        let members: Vec<&str> = game.members.iter().map(String::as_str).collect();
        let path = game.path.clone().into();
        let entry = read_nth(&path, &members, &game.occurrences, &Limits::default()).unwrap();
        formats::read(&entry.bytes).records.remove(game.game as usize - 1)
    };
    found.iter().map(original).collect()
}

/// Exports games and returns the folder with the written files.
fn export(index: &Path, query: &str, arguments: &[&str]) -> (tempfile::TempDir, Run) {
    let folder = temporary_folder();
    let place = folder.path().join("out");
    let mut all = vec!["export", query];
    all.extend(arguments);
    let place = place.to_str().unwrap().to_owned();
    all.push(&place);
    let run = run_on(index, &all);
    (folder, run)
}

fn contents(folder: &Path) -> Vec<Vec<u8>> {
    let files = files_below(folder);
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

fn sorted<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.into_iter().collect();
    values.sort();
    values
}

#[test]
fn every_file_of_a_folder_is_the_original_game() {
    let (folder, run) = export(samples(), "", &["--dir"]);
    let run = run.ends(0);
    let files = contents(folder.path());
    let originals = originals(samples(), "");
    assert_eq!(files.len(), originals.len());
    assert!(run.err.contains(&format!("Wrote {} games to ", files.len())), "{}", run.err);
    let written: Vec<GameRecord> = files.iter().map(|bytes| read_one(bytes)).collect();
    assert_eq!(
        sorted(written.iter().map(content_after_conversion)),
        sorted(originals.iter().map(content_after_conversion))
    );
    // An export in the original format must convert only JGF files with several games to SGF.
    let sgf = |records: &[GameRecord]| {
        records
            .iter()
            .filter(|r| r.format == Format::Sgf)
            .map(content_without_charset)
            .collect::<Vec<_>>()
    };
    let (written, originals) = (sorted(sgf(&written)), sorted(sgf(&originals)));
    assert!(originals.iter().all(|original| written.contains(original)));
}

#[test]
fn a_file_with_one_game_is_copied_to_the_byte() {
    let place = Place::new();
    // The bytes of a game must be exported unchanged: text around the game, a wrong charset, a broken end.
    let bytes = b"From: a friend\r\n\r\n(;CA[ISO-2022-KR]PB[\xC0\xCC\xC3\xA2\xC8\xA3]PW[B];B[aa]C[x\\]y]\n(;W[bb]";
    place.write("mail.sgf", bytes);
    place.build();
    for form in ["--dir", "--sgf"] {
        let (folder, run) = export(&place.folder(), "", &[form]);
        run.ends(0);
        assert_eq!(contents(folder.path()), [bytes.to_vec()], "{form}");
    }
}

/// Writes a collection whose games have different charsets and some damage.
fn collection(place: &Place) -> PathBuf {
    let mut bytes: Vec<u8> = Vec::new();
    for (number, name) in ["古力", "常昊", "陈耀烨"].iter().enumerate() {
        let game = format!(
            "(;GM[1]CA[GBK]PB[{name}]DT[199{number}]LB[aa:囲](;B[aa]C[黑中盘胜 \\] 好];W[bb]BL[3])(;B[cc]))\n"
        );
        bytes.extend(encoding_rs::GBK.encode(&game).0.iter());
    }
    place.write("gbk.sgf", bytes)
}

#[test]
fn games_of_a_collection_are_cut_out_with_their_bytes() {
    let place = Place::new();
    let file = std::fs::read(collection(&place)).unwrap();
    place.build();
    let (folder, run) = export(&place.folder(), "", &["--dir"]);
    run.ends(0);
    let games = contents(folder.path());
    assert_eq!(games.len(), 3);
    for game in &games {
        assert!(
            file.windows(game.len()).any(|part| part == game),
            "a game that does not stand in the file"
        );
        assert!(game.starts_with(b"(;") && game.ends_with(b")"));
    }
    let originals = originals(&place.folder(), "");
    assert_eq!(
        sorted(games.iter().map(|game| content_without_charset(&read_one(game)))),
        sorted(originals.iter().map(content_without_charset))
    );
}

/// If the charset of a game is known only from the rest of its file, the game must be exported in UTF-8.
#[test]
fn a_game_that_would_be_misread_by_itself_becomes_utf8() {
    let place = Place::new();
    let text = "(;PB[井山裕太]PW[山下敬吾]C[これは良い手です。黒が有利になりました。];B[aa])(;PB[ソ];B[cc])(;PB[a]CA[Shift_JIS];B[dd])";
    place.write("sjis.sgf", encoding_rs::SHIFT_JIS.encode(text).0);
    place.build();
    let originals = originals(&place.folder(), "");
    let (folder, run) = export(&place.folder(), "", &["--dir"]);
    run.ends(0);
    assert_eq!(
        sorted(contents(folder.path()).iter().map(|game| content_without_charset(&read_one(game)))),
        sorted(originals.iter().map(content_without_charset))
    );
}

#[test]
fn one_sgf_file_holds_all_games_in_their_order() {
    let place = Place::new();
    collection(&place);
    place.write("open.sgf", "(;PB[Open]DT[2001];B[aa](;W[bb](;B[cc]");
    place.write("bare.sgf", ";PB[Bare]DT[2002];B[aa];W[bb]");
    place.write("cut.sgf", "(;PB[Cut]DT[2003];B[aa]C[and then");
    place.write("latin.sgf", b"(;PB[Ren\xE9]DT[2004]CA[latin1]MULTIGOGM[1];B[aa]TR[bb]C[a:b\\\\])");
    place.write(
        "a.jgf",
        r#"{"kind":"go","players":{"black":"J]son"},"moves":[["B","aa"],["W","bb"]]}"#,
    );
    place.build();
    for sort in ["date", "-date", "moves"] {
        let (folder, run) = export(&place.folder(), "", &["--sort", sort, "--sgf"]);
        run.ends(0);
        let bytes = contents(folder.path()).remove(0);
        let text = String::from_utf8(bytes).unwrap();
        let written = formats::read(text.as_bytes());
        assert!(written.records.iter().all(|r| r.diagnostics.total() == 0), "{text}");
        let originals = originals(&place.folder(), &format!("sort:{sort}"));
        assert_eq!(
            written.records.iter().map(content_after_conversion).collect::<Vec<_>>(),
            originals.iter().map(content_after_conversion).collect::<Vec<_>>(),
            "{sort}"
        );
        assert_eq!(text.matches("CA[UTF-8]").count(), originals.len(), "{text}");
        // The values of unknown properties must stay as they are written.
        for property in ["MULTIGOGM[1]", "TR[bb]C[a:b\\\\]", "LB[aa:囲]", "BL[3]"] {
            assert!(text.contains(property), "{property}: {text}");
        }
    }
}

#[test]
fn export_in_utf8_on_request() {
    let (folder, run) = export(samples(), "", &["--utf8", "--dir"]);
    run.ends(0);
    let originals = originals(samples(), "");
    let files = files_below(folder.path());
    for file in &files {
        assert_eq!(file.extension().unwrap(), "sgf");
        let text = String::from_utf8(std::fs::read(file).unwrap()).unwrap();
        assert!(text.contains("CA[UTF-8]"), "{text}");
    }
    let written = contents(folder.path());
    assert_eq!(
        sorted(written.iter().map(|bytes| content_after_conversion(&read_one(bytes)))),
        sorted(originals.iter().map(content_after_conversion))
    );
}

/// Writing a record and reading it again gives an equal record, for all test files.
#[test]
fn a_written_record_reads_back_equal() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut games = 0;
    for folder in ["tests/cases", "sample-archive"] {
        for file in files_below(&root.join(folder)) {
            let bytes = std::fs::read(&file).unwrap();
            for record in formats::read(&bytes).records {
                let text = write(&record, None);
                let again = read_one(text.as_bytes());
                let place = || format!("{}: {text}", file.display());
                assert_eq!(
                    content_after_conversion(&again),
                    content_after_conversion(&record),
                    "{}",
                    place()
                );
                if record.format == Format::Sgf {
                    assert_eq!(again.info, record.info, "{}", place());
                }
                games += 1;
            }
        }
    }
    assert!(games > 100, "{games}");
}

#[test]
fn a_zip_reads_back() {
    let place = Place::new();
    for number in 0..3 {
        place.write(
            &format!("{number}.sgf"),
            format!("(;PB[A]PW[B]DT[1999-01-02];B[a{}])", char::from(b'a' + number)),
        );
    }
    place.build();
    let (folder, run) = export(&place.folder(), "", &["--zip"]);
    run.ends(0);
    let file = std::fs::File::open(folder.path().join("out")).unwrap();
    let mut zip = zip::ZipArchive::new(file).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert_eq!(
        sorted(names),
        ["1999-01-02 A - B (2).sgf", "1999-01-02 A - B (3).sgf", "1999-01-02 A - B.sgf"]
    );
    let mut games = Vec::new();
    for number in 0..zip.len() {
        let mut bytes = Vec::new();
        zip.by_index(number).unwrap().read_to_end(&mut bytes).unwrap();
        games.push(bytes);
    }
    let originals = (0..3).map(|n| std::fs::read(place.games().join(format!("{n}.sgf"))).unwrap());
    assert_eq!(sorted(games), sorted(originals));
    // Exporting the same games again must give an identical zip.
    let (again, _) = export(&place.folder(), "", &["--zip"]);
    assert_eq!(contents(folder.path()), contents(again.path()));
}

/// If games are sorted, their file names must begin with numbers, so that a list of files has the same order.
#[test]
fn sorted_games_are_numbered() {
    let place = Place::new();
    for number in 0..11 {
        let day = 30 - number;
        place.write(
            &format!("{number}.sgf"),
            format!("(;PB[A]PW[B]DT[1999-01-{day:02}];B[a{}])", char::from(b'a' + number)),
        );
    }
    place.build();
    let (folder, run) = export(&place.folder(), "", &["--sort", "date", "--zip"]);
    run.ends(0);
    let file = std::fs::File::open(folder.path().join("out")).unwrap();
    let zip = zip::ZipArchive::new(file).unwrap();
    let names = sorted(zip.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>());
    assert_eq!(names.len(), 11);
    assert_eq!(names[0], "01 1999-01-20 A - B.sgf");
    assert_eq!(names[10], "11 1999-01-30 A - B.sgf");
    let (folder, run) = export(&place.folder(), "sort:-date", &["--dir"]);
    run.ends(0);
    let first = folder.path().join("out").join("01 1999-01-30 A - B.sgf");
    assert!(first.is_file(), "{first:?}");
}

#[test]
fn hostile_names_stay_in_the_folder() {
    let place = Place::new();
    let long = "囲".repeat(300);
    let names = [
        "../../x",
        "CON",
        "a\0b",
        &long,
        "x\u{202E}fgs",
        "..",
        "/etc/passwd",
        "C:\\x",
        ".",
        "a/b",
        "nul.txt",
    ];
    for (number, name) in names.iter().enumerate() {
        place.write(
            &format!("{number}.sgf"),
            format!("(;EV[{}];B[aa])", name.replace('\\', "\\\\")),
        );
    }
    place.build();
    let (folder, run) = export(&place.folder(), "", &["--dir"]);
    run.ends(0);
    let inside = std::fs::read_dir(folder.path().join("out")).unwrap();
    let written: Vec<String> =
        inside.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(written.len(), names.len(), "{written:?}");
    assert_eq!(files_below(folder.path()).len(), names.len());
    for name in &written {
        let stem = name.strip_suffix(".sgf").unwrap();
        assert!(name.len() <= 255 && !stem.is_empty() && !stem.starts_with('.'), "{name}");
        assert!(
            !name.contains(|c: char| c.is_control() || "\\/:*?\"<>|\u{202E}".contains(c)),
            "{name:?}"
        );
        assert!(
            !["CON", "NUL"].contains(&stem.split('.').next().unwrap().to_uppercase().as_str()),
            "{name}"
        );
    }
}

#[test]
fn own_names_stay_in_the_folder() {
    let place = Place::new();
    let game = |n: u8| format!("(;B[a{}])", char::from(b'a' + n)).into_bytes();
    let names = [
        "../../evil.sgf",
        "/abs.sgf",
        "a/../../up.sgf",
        "good/one.sgf",
        "C:\\win\\x.sgf",
        "GOOD/ONE.SGF",
    ];
    let mut zip = Zip::new();
    for (number, name) in names.iter().enumerate() {
        zip = zip.add(name.as_bytes(), game(number as u8));
    }
    place.write("box.zip", zip.finish());
    place.write("deep/two.sgf", [game(10), game(11)].concat());
    place.build();
    let (folder, run) = export(&place.folder(), "", &["--keep-names", "--dir"]);
    run.ends(0);
    let out = folder.path().join("out");
    let files = files_below(folder.path());
    assert_eq!(files.len(), names.len() + 2);
    let relative = |file: &PathBuf| file.strip_prefix(&out).unwrap().to_str().unwrap().to_owned();
    let written: Vec<String> = files.iter().map(relative).collect();
    for expected in [
        "box.zip/evil.sgf",
        "box.zip/abs.sgf",
        "box.zip/good/one (2).sgf",
        "deep/two.sgf",
        "deep/two@2.sgf",
    ] {
        assert!(written.iter().any(|name| name == expected), "{expected} of {written:?}");
    }
}

#[test]
fn nothing_is_overwritten() {
    let folder = temporary_folder();
    let path = folder.path().join("a.sgf");
    std::fs::write(&path, "mine").unwrap();
    let run = |form: &str, path: &Path, more: &[&str]| {
        let mut arguments = vec!["export", "player:Lee", form, path.to_str().unwrap()];
        arguments.extend(more);
        run_on(samples(), &arguments)
    };
    for form in ["--sgf", "--zip", "--csv", "--jsonl"] {
        let error = run(form, &path, &[]).fails();
        assert!(error.contains("exists already") && error.contains("--force"), "{error}");
        assert_eq!(contents(folder.path()), [b"mine"]);
    }
    run("--sgf", &path, &["--force"]).ends(0);
    assert!(formats::read(&std::fs::read(&path).unwrap()).records.len() > 2);
    // An export to an existing folder adds files and must not replace any.
    let games = folder.path().join("games");
    run("--dir", &games, &[]).ends(0);
    let before = contents(&games);
    let error = run("--dir", &games, &[]).fails();
    assert!(error.contains("exists already"), "{error}");
    run("--dir", &games, &["--force"]).ends(0);
    assert_eq!(contents(&games), before);
}

#[test]
fn nothing_is_written_to_an_archive() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[A];B[aa])");
    let zip = place.write("b.zip", Zip::new().add(b"b.sgf", b"(;PB[B];B[bb])").finish());
    place.build();
    let before = contents(&place.games());
    let refused = |form: &str, path: &Path| {
        let path = path.to_str().unwrap();
        let error = run_on(&place.folder(), &["export", "", form, path, "--force"]).fails();
        assert!(error.contains("indexed"), "{error}");
        assert_eq!(contents(&place.games()), before, "{form} {path}");
    };
    refused("--sgf", &place.games().join("new.sgf"));
    refused("--sgf", &place.games().join("a.sgf"));
    refused("--zip", &zip);
    refused("--dir", &place.games());
    refused("--dir", &place.games().join("new/folder"));
    refused("--csv", &place.games().join("../games/x.csv"));
    let index = place.folder().join("x.csv");
    let error = run_on(&place.folder(), &["export", "", "--csv", index.to_str().unwrap()]).fails();
    assert!(error.contains("inside the index"), "{error}");
    #[cfg(unix)]
    {
        let elsewhere = temporary_folder();
        let link = elsewhere.path().join("link");
        std::os::unix::fs::symlink(place.games(), &link).unwrap();
        refused("--sgf", &link.join("new.sgf"));
        refused("--dir", &link);
    }
}

#[test]
fn missing_games_are_reported_and_the_rest_is_exported() {
    let place = Place::new();
    place.write("gone.sgf", "(;PB[Gone];B[aa])");
    place.write("changed.sgf", "(;PB[Changed];B[aa])(;PB[Stays];B[bb])");
    place.write("stays.sgf", "(;PB[Stays too];B[cc])");
    let mut zip = Zip::new();
    zip = zip.add(b"x.sgf", b"(;PB[X];B[dd])");
    zip = zip.add(b"y.sgf", b"(;PB[Y];B[ee])");
    place.write("box.zip", zip.finish());
    place.build();
    std::fs::remove_file(place.games().join("gone.sgf")).unwrap();
    place.write("changed.sgf", "(;PB[Other];B[aa])(;PB[Stays];B[bb])");
    let mut zip = Zip::new();
    zip = zip.add(b"y.sgf", b"(;PB[Y];B[ee])");
    place.write("box.zip", zip.finish());
    let (folder, run) = export(&place.folder(), "", &["--dir"]);
    let run = run.ends(2);
    let mut names: Vec<String> = contents(folder.path())
        .iter()
        .map(|bytes| read_one(bytes).info.players.black.name.unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["Stays", "Stays too", "Y"]);
    for message in [
        "gone.sgf: no such file or folder (1 game not written)",
        "changed.sgf: has changed since it was indexed (1 game not written)",
        "box.zip!x.sgf: no longer exists (1 game not written)",
        "Wrote 3 games",
        "3 games are missing",
    ] {
        assert!(run.err.contains(message), "{message}: {}", run.err);
    }
}

#[test]
fn a_root_that_is_gone_can_be_forgotten() {
    let place = Place::new();
    let zip = Zip::new().add(b"x.sgf", b"(;PB[Anna];B[dd])");
    let gone = place.write("it's gone.zip", zip.finish());
    let path = place.write("kept/b.sgf", "(;PB[Bea];B[aa])");
    let roots = [gone.clone(), place.games().join("kept")];
    build_with(&place.folder(), &roots, &Options::default());
    std::fs::remove_file(&gone).unwrap();
    let forget = format!("--forget '{}'", gone.display().to_string().replace('\'', r"'\''"));
    let (_folder, exported) = export(&place.folder(), "", &["--dir"]);
    let exported = exported.ends(2).err;
    assert!(exported.contains(&forget), "{exported}");
    assert!(exported.contains("1 game is missing\n"), "{exported}");
    let built = run_on(&place.folder(), &["build"]).ends(0).err;
    assert!(built.contains(&forget), "{built}");
    // A file that was deleted from a root stays in the index until a build. The export must report that it is missing.
    std::fs::remove_file(&path).unwrap();
    place.write("kept/c.sgf", "(;PB[Cleo];B[aa])");
    let (_folder, exported) = export(&place.folder(), "player:Bea", &["--dir"]);
    let exported = exported.ends(2).err;
    assert!(exported.contains("update the index") && !exported.contains("--forget"), "{exported}");
    run_on(&place.folder(), &["build", "--forget", &gone.display().to_string()]).ends(0);
    assert_eq!(run_on(&place.folder(), &["search", "player:Anna", "-c"]).ends(1).out, "0\n");
}

#[test]
fn tables_are_those_of_search() {
    for (form, search) in [("--csv", "--csv"), ("--jsonl", "--json")] {
        let searched = run_on(samples(), &["search", "comment:ladder", search]).ends(0);
        let exported = run_on(samples(), &["export", "comment:ladder", form, "-"]).ends(0);
        assert_eq!(exported.out, searched.out);
        let (folder, run) = export(samples(), "comment:ladder", &[form]);
        assert_eq!(run.ends(0).out, "");
        assert_eq!(contents(folder.path()), [searched.out.into_bytes()]);
    }
    let fields = run_on(
        samples(),
        &["export", "player:Lee", "--fields", "id,date", "--limit", "1", "--csv", "-"],
    );
    assert_eq!(fields.ends(0).out.lines().count(), 2);
    let error =
        run_on(samples(), &["export", "player:Lee", "--fields", "idd", "--csv", "-"]).fails();
    assert!(error.contains("there is no column `idd`"), "{error}");
}

#[test]
fn without_hits_nothing_is_written() {
    for form in ["--sgf", "--dir", "--csv"] {
        let (folder, run) = export(samples(), "player:Nobody", &[form]);
        assert!(run.ends(1).err.contains("No game fits"));
        assert_eq!(files_below(folder.path()), Vec::<PathBuf>::new());
    }
    // `export` without a target is an error.
    assert!(run_on(samples(), &["export", "player:Lee"]).ends(2).err.contains("--sgf"));
}

#[test]
fn the_node_of_a_hit_is_marked() {
    let place = Place::new();
    place.write("a.sgf", "(;GM[1]SZ[19];B[pd];W[dd]C[why];B[pq](;W[dq];B[aa])(;W[cc]))");
    place.write("b.jgf", r#"{"kind":"go","moves":[["B","pd"],["W","dd"],["B","pq"]]}"#);
    let wide: Vec<u8> =
        "\u{FEFF}(;PB[囲碁];B[pd];W[dd];B[pq])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("c.sgf", wide);
    place.build();
    let originals = originals(&place.folder(), "position:\"Q16 D16 Q3\"");
    let (folder, run) = export(&place.folder(), "position:\"Q16 D16 Q3\"", &["--at-hit", "--dir"]);
    run.ends(0);
    let written = contents(folder.path());
    assert_eq!(
        sorted(written.iter().map(|bytes| content_after_conversion(&read_one(bytes)))),
        sorted(originals.iter().map(content_after_conversion))
    );
    for bytes in &written {
        let text = kifu_index::text::charset::decode(bytes).text.into_owned();
        assert_eq!(text.matches("HO[1]").count(), 1, "{text}");
        let node = text.split(';').find(|node| node.contains("HO[1]")).unwrap();
        assert!(node.contains("B[pq]"), "{text}");
    }
    let names: Vec<PathBuf> = files_below(folder.path());
    assert!(names.iter().all(|name| name.to_str().unwrap().contains(" #3")), "{names:?}");
    // A hit of words in comments has a place in its game, which is marked; a hit of names has none.
    let (folder, run) = export(&place.folder(), "comment:why", &["--at-hit", "--sgf"]);
    run.ends(0);
    let text = String::from_utf8(contents(folder.path()).remove(0)).unwrap();
    assert!(text.contains(";HO[1]W[dd]C[why]"), "{text}");
    let error = run_on(&place.folder(), &["export", "GM:1", "--at-hit", "--sgf", "-"]).fails();
    assert!(error.contains("no places in games that could be marked"), "{error}");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn parquet_says_how_to_get_it() {
    let (folder, run) = export(samples(), "player:Lee", &["--parquet"]);
    let error = run.fails();
    assert!(error.contains("--features parquet"), "{error}");
    assert_eq!(files_below(folder.path()), Vec::<PathBuf>::new());
}

/// Every game is a row of the Parquet file, and every value equals that of the JSON line, with the right type.
#[cfg(feature = "parquet")]
#[test]
fn parquet_holds_what_json_holds() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    use serde_json::{Map, Value};
    let columns = "id,black,white,date,result,komi,handicap,moves,event,charset";
    let arguments = ["export", "", "--fields", columns, "--jsonl", "-"];
    let lines = run_on(samples(), &arguments).ends(0).out;
    let games: Vec<Map<String, Value>> =
        (lines.lines()).map(|line| serde_json::from_str(line).unwrap()).collect();
    let (folder, run) = export(samples(), "", &["--fields", columns, "--parquet"]);
    run.ends(0);
    let file = files_below(folder.path()).remove(0);
    let reader = SerializedFileReader::new(std::fs::File::open(file).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().collect();
    assert_eq!((rows.len(), games.len() > 40), (games.len(), true));
    let (all, mut numbers) = (games.len(), 0);
    for (row, game) in rows.into_iter().zip(games) {
        let row = row.unwrap();
        assert_eq!(row.len(), columns.split(',').count());
        for (name, field) in row.get_column_iter() {
            let value = match field {
                Field::Str(text) => Value::from(text.as_str()),
                Field::Long(number) => Value::from(*number),
                Field::Double(number) => Value::from(*number),
                Field::Null => continue,
                other => panic!("{name}: {other:?}"),
            };
            let expected = &game[name];
            numbers += usize::from(expected.is_number());
            match (expected.as_f64(), value.as_f64()) {
                (Some(wanted), Some(value)) => assert!((wanted - value).abs() < 1e-9, "{name}"),
                _ => assert_eq!(*expected, value, "{name}"),
            }
        }
        let nulls = row.get_column_iter().filter(|(_, field)| **field == Field::Null);
        for (name, _) in nulls {
            let missing = game.get(name).is_none_or(|value| value.is_null() || value == "");
            assert!(missing, "{name}: {:?}", game.get(name));
        }
    }
    // Every game must have a number of moves, and some a komi.
    assert!(numbers > all, "{numbers}");
}

/// An escape sequence may be harmless in a file of its own. In a file with several games it must not change their
/// charset.
#[test]
fn escapes_of_one_game_are_harmless_beside_others() {
    let place = Place::new();
    let mut bytes = b"(;G%M[1]SZ[5];B[cc])\n--- next \x0b".to_vec();
    bytes.extend([0xff; 8]);
    bytes.extend(b"x1]SZ[5](;GM[1]SZ[5];B[cc])\n--- next ---\n(;\x1b$B[3];B[bb])\n");
    place.write("a.sgf", bytes);
    place.build();
    let games = hits(&place.engine(), "").len();
    let (folder, run) = export(&place.folder(), "", &["--sgf"]);
    run.ends(0);
    let bytes = contents(folder.path()).remove(0);
    assert!(!bytes.contains(&0x1b));
    let parsed = formats::read(&bytes);
    assert!(["ascii", "utf-8"].contains(&parsed.text.charset.name));
    assert_eq!(parsed.records.len(), games);
}
