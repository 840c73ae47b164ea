//! Several indexes that are searched as one: each answer is compared with that of a single index over all archives.

use crate::support::{
    Place, Run, build_with, copy_tree, files_below, program, rounds, run_on, sample_archive,
};
use kifu_index::engine::build::Options;
use std::path::{Path, PathBuf};

/// Several indexes, one for each archive, and a single index of all archives.
struct SeparateIndexes {
    place: Place,
    parts: Vec<PathBuf>,
    all: PathBuf,
}

impl SeparateIndexes {
    /// Indexes of the sample archive's folders.
    fn samples() -> SeparateIndexes {
        let place = Place::new();
        copy_tree(&sample_archive(), &place.games());
        // Files with equal paths below two roots have games with equal ids.
        copy_tree(&place.games().join("classic"), &place.games().join("more/classic"));
        let folders = std::fs::read_dir(place.games()).unwrap();
        let mut roots: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
        roots.retain(|root| root.is_dir() && !root.ends_with("more"));
        roots.push(place.games().join("more/classic"));
        roots.sort();
        let all = place.folder();
        let mut build = program(&all);
        assert!(build.arg("build").args(&roots).output().unwrap().status.success());
        let parts = roots.iter().zip(0..).map(|(root, number)| {
            let part = place.games().with_file_name(format!("part {number}"));
            run_on(&part, &["build".as_ref(), root.as_os_str()]).ends(0);
            part
        });
        SeparateIndexes { parts: parts.collect(), all, place }
    }

    fn run_parts(&self, arguments: &[&str]) -> Run {
        let mut command = program(Path::new(""));
        command.env_remove("KIFU_INDEX").env("XDG_CACHE_HOME", self.cache());
        for part in &self.parts {
            command.arg("--index").arg(part);
        }
        let output = command.args(arguments).output().unwrap();
        Run {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    fn cache(&self) -> PathBuf {
        self.place.games().with_file_name("cache")
    }
}

/// Checks that a command prints the same for the single index and for several indexes.
fn check(many: &SeparateIndexes, arguments: &[&str]) {
    let (one, parts) = (run_on(&many.all, arguments), many.run_parts(arguments));
    // Suggested commands name the indexes, which differ, so the names are made equal.
    let named: String = many
        .parts
        .iter()
        .fold(String::new(), |named, part| format!("{named} --index '{}'", part.display()));
    for (a, b) in [(one.out, parts.out), (one.err, parts.err)] {
        assert_eq!(a, b.replace(&named, ""), "{arguments:?}");
    }
    assert_eq!(one.code, parts.code, "{arguments:?}");
}

const COMMANDS: &[&[&str]] = &[
    &["search", "player:Lee result:W+"],
    &["search", "white OR black", "--json"],
    &["search", "move", "--json", "--limit", "5"],
    &["search", "sort:black", "--limit", "0"],
    &["search", "sort:-white", "--limit", "0", "--csv"],
    &["search", "sort:place", "--limit", "0"],
    &["search", "sort:-place", "--limit", "9", "--json"],
    &["search", "sort:rank sort:-moves", "--limit", "0"],
    &["search", "unique:yes", "--limit", "0", "--json"],
    &["search", "is:duplicate", "--limit", "0"],
    &["search", "-copy-of:(player:Lee)", "--json"],
    &["search", "position:\"Q16 D4\" sort:hit", "--json"],
    &["search", "--sample", "7", "--seed", "3", "", "--json"],
    &["search", "-l", "Cho"],
    &["search", "player:Kobayashy"],
    &["search", "plyer:Lee"],
    &["search", "event:honimbo"],
    &["position"],
    &["position", "--json"],
    &["position", "Q16", "D4", "Q3"],
    &["position", "Q16", "D4", "--json", "--limit", "0"],
    &["position", "--filter", "player:Cho", "Q16", "--unique"],
    &["position", "Q16", "--tree", "4"],
    &["pattern", "XO/OX"],
    &["pattern", "XO/OX", "--json", "--limit", "0"],
    &["pattern", ".X./XXX", "--count"],
    &["pattern", "R16", "P17", "--corner", "--local"],
    &["stats"],
    &["stats", "--by", "opening,year"],
    &["stats", "--by", "black,white", "--json"],
    &["stats", "--by", "path", "--json"],
    &["stats", "--compare", "player:Cho", "player:Lee"],
    &["players"],
    &["players", "--json", "--limit", "0"],
    &["players", "Lee"],
    &["players", "Takemiya", "--json"],
    &["players", "Takemia"],
    &["dups"],
    &["dups", "--json"],
    &["export", "player:Lee", "--sgf", "-"],
    &["export", "", "--csv", "-"],
    &["doctor"],
    &["doctor", "--json"],
];

#[test]
fn answers_are_those_of_one_index() {
    let many = SeparateIndexes::samples();
    for arguments in COMMANDS {
        check(&many, arguments);
    }
    let golden = include_str!("../queries/golden.txt");
    let queries = golden.lines().filter_map(|line| line.strip_prefix("query: "));
    let queries = Vec::from_iter(queries);
    assert!(queries.len() > 120);
    // The quick run takes every third query; `KIFU_SLOW` takes all.
    for query in queries.iter().step_by(rounds(3, 1)) {
        check(&many, &["search", "--json", "--limit", "0", "--", query]);
    }
    // Which games of the indexes are copies must have been computed once and cached.
    assert_eq!(files_below(&many.cache()).len(), 1);
}

#[test]
fn the_environment_names_several() {
    let many = SeparateIndexes::samples();
    let paths = std::env::join_paths(&many.parts).unwrap();
    let run = |arguments: &[&str]| run_on(Path::new(&paths), arguments);
    let one = run_on(&many.all, &["search", "-c", ""]).ends(0).out;
    assert_eq!(run(&["search", "-c", ""]).ends(0).out, one);
    let status = run(&["status", "--json"]).ends(0);
    let status = &status.json()[0];
    assert_eq!(status["index"].as_array().unwrap().len(), many.parts.len());
    let whole = run_on(&many.all, &["status", "--json"]).ends(0);
    for key in ["roots", "files", "games", "by_kind", "without_game", "problems"] {
        assert_eq!(status[key], whole.json()[0][key], "{key}");
    }
    let verified = run(&["status", "--verify", "--json"]).ends(0);
    assert_eq!(verified.json().len(), many.parts.len());
    let error = run(&["build"]).fails();
    assert!(error.contains("only one can be written to"), "{error}");
    // A folder whose name contains the path separator `:` is one folder.
    let odd = many.place.games().with_file_name("a:b");
    std::fs::rename(&many.all, &odd).unwrap();
    assert_eq!(run_on(&odd, &["search", "-c", ""]).ends(0).out, one);
}

#[test]
fn incompatible_indexes_are_refused_by_name() {
    let many = SeparateIndexes::samples();
    let [a, b, ..] = many.parts.as_slice() else {
        panic!("too few");
    };
    let fails = |folders: &[&Path]| {
        let mut command = program(Path::new(""));
        command.env_remove("KIFU_INDEX").args(["search", "Cho"]);
        for folder in folders {
            command.arg("--index").arg(folder);
        }
        let output = command.output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.starts_with("error: ") && err.contains("help: "), "{err}");
        err
    };
    let twice = a.join("../part 0");
    let copy = many.place.games().with_file_name("copy");
    copy_tree(a, &copy);
    let gone = many.place.games().with_file_name("gone");
    for (folders, message) in [
        ([a.as_path(), &twice], "is named twice"),
        ([a, &copy], "both hold"),
        ([a, &many.all], "both hold"),
        ([a, &gone], "there is no index in"),
        ([a, &many.place.games()], "is not an index"),
    ] {
        let error = fails(&folders);
        assert!(error.contains(message), "{error}");
        let named = if message == "is named twice" { a } else { folders[1] };
        assert!(error.contains(&named.display().to_string()), "{error}");
    }
    // If one folder is damaged or has another version, the error must name this folder.
    let marker = b.join("kifu-index.json");
    let original = std::fs::read(&marker).unwrap();
    std::fs::write(&marker, r#"{"kifu_index":1}"#).unwrap();
    let error = fails(&[a, b]);
    assert!(error.contains("another version") && error.contains("part 1"), "{error}");
    std::fs::write(&marker, original).unwrap();
    let is_terms = |file: &PathBuf| file.extension().is_some_and(|e| e == "term");
    let terms = files_below(b).into_iter().find(is_terms).unwrap();
    for change in [true, false] {
        if change {
            let mut bytes = std::fs::read(&terms).unwrap();
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
            std::fs::write(&terms, bytes).unwrap();
        } else {
            std::fs::remove_file(&terms).unwrap();
        }
        let error = fails(&[a, b]);
        assert!(error.contains("damaged") && error.contains("part 1"), "{error}");
        assert!(!error.contains("part 0"), "{error}");
    }
}

#[test]
fn an_open_engine_follows_each_of_them() {
    use kifu_index::engine::{AskOptions, Engine, Indexes};
    let many = SeparateIndexes::samples();
    let engine = Engine::open_all(Indexes { folders: many.parts.clone(), ..Indexes::default() });
    let engine = engine.unwrap();
    let count = || engine.count("player:Newcomer", &AskOptions::default()).unwrap().answer;
    assert_eq!(count(), 0);
    let before = engine.generation();
    many.place.write("classic/new.sgf", "(;PB[Newcomer];B[pd])");
    let last =
        many.parts.iter().position(|part| run_on(part, &["status"]).out.contains("games/classic"));
    run_on(&many.parts[last.unwrap()], &["build"]).ends(0);
    assert_eq!(count(), 0);
    assert!(engine.refresh().unwrap());
    assert_eq!(count(), 1);
    assert!(engine.generation() > before);
}

#[test]
fn output_for_several_indexes() {
    let many = SeparateIndexes::samples();
    let parts: Vec<&str> = many.parts[..2].iter().map(|part| part.to_str().unwrap()).collect();
    let publish = |rest: &[&str]| {
        let arguments = [&["shards", "publish"], parts.as_slice(), rest].concat();
        run_on(&many.all, &arguments)
    };
    let beside = many.place.games().with_file_name("kifu-shards.json");
    assert_eq!(
        publish(&[]).ends(0).out,
        format!("Published 2 indexes with 11 games in {}\n", beside.display())
    );
    let set: serde_json::Value = serde_json::from_slice(&std::fs::read(&beside).unwrap()).unwrap();
    assert_eq!(set["shards"][0]["folder"], "part 0");
    let other = many.place.games().with_file_name("other.json");
    let output = publish(&["-o", other.to_str().unwrap()]).ends(0).out;
    assert!(output.ends_with("other.json\n"), "{output}");
    let status = many.run_parts(&["status"]).ends(0).out;
    let index: Vec<&str> = status
        .lines()
        .skip_while(|line| !line.starts_with("index "))
        .take(many.parts.len())
        .collect();
    for (line, part) in index.iter().zip(&many.parts) {
        let end =
            format!("{} {}", if part == &many.parts[0] { "in" } else { "and" }, part.display());
        assert!(line.ends_with(&end), "{status}");
    }
}

#[cfg(feature = "web")]
#[test]
fn the_page_serves_several() {
    use crate::support::server::Server;
    let many = SeparateIndexes::samples();
    let paths = std::env::join_paths(&many.parts).unwrap();
    let one = Server::start(&many.all, &[]);
    let parts = Server::start(Path::new(&paths), &[]);
    for path in [
        "/api/v1/search?q=Cho",
        "/api/v1/explore?m=Q16,D4",
        "/api/v1/players/Takemiya",
        "/api/v1/stats?by=opening",
    ] {
        let answer = |server: &Server| {
            let mut answer = server.json(path);
            // The number of the index's state (its generation) and the elapsed time are not compared, because they
            // differ between several indexes and a single one.
            for key in ["generation", "took_us"] {
                answer.as_object_mut().unwrap().remove(key);
            }
            answer
        };
        assert_eq!(answer(&one), answer(&parts), "{path}");
    }
}

/// Output of a command without suggested commands and without what differs from run to run.
fn stable_output(place: &Place, arguments: &[&str]) -> String {
    let folder = place.games().with_file_name("");
    let output = program(Path::new(""))
        .env_remove("KIFU_INDEX")
        .current_dir(&folder)
        .args(arguments)
        .output()
        .unwrap();
    let text = [output.stderr, output.stdout].map(|text| String::from_utf8(text).unwrap());
    let here = folder.canonicalize().unwrap().display().to_string();
    let text = text.concat().replace(&format!("{}/", here.trim_end_matches('/')), "");
    let lines = text.lines().take_while(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("looked at"));
    let mut result = String::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| matches!(words.get(i + 1), Some(&"KiB" | &"s"));
        let words = (0..words.len()).map(|i| if number(i) { "N" } else { words[i] });
        result += &words.collect::<Vec<_>>().join(" ");
        result += "\n";
    }
    result
}

#[test]
fn the_commands_for_many_indexes_say_what_they_did() {
    let place = Place::new();
    copy_tree(&sample_archive(), &place.games());
    for (arguments, expected) in [
        (
            "--index a build games/classic",
            "Read 4 games from 4 files in N s\n\
             \x20 games        4 Go in SGF\n\
             \x20 index        4 games, N KiB in a\n",
        ),
        (
            "--index b build games/modern",
            "Read 9 games from 9 files in N s\n\
             \x20 games        9 Go in SGF\n\
             \x20 oddities     1 game has diagnostics (show --json lists them)\n\
             \x20 index        9 games, N KiB in b\n",
        ),
        (
            "--index half build --shard 1/2 games",
            "games/oddities/notes.sgf: holds no game\n\
             games/oddities/null.sgf: holds `(null)` and no game\n\
             Read 25 games from 24 files in N s\n\
             \x20 games        2 Go in JGF, 20 Go in SGF, 3 Lines of Action\n\
             \x20 oddities     4 games have diagnostics (show --json lists them)\n\
             \x20 problems     2 without a game\n\
             \x20 skipped      2 files of other kinds\n\
             \x20 part         1/2 of games\n\
             \x20 index        25 games, N KiB in half\n",
        ),
        (
            "--index half2 build games",
            "games/oddities/notes.sgf: holds no game\n\
             games/oddities/null.sgf: holds `(null)` and no game\n\
             Read 45 games from 42 files in N s\n\
             \x20 games        3 Go in JGF, 36 Go in SGF, 5 Lines of Action, 1 other game\n\
             \x20 oddities     6 games have diagnostics (show --json lists them)\n\
             \x20 problems     2 without a game\n\
             \x20 skipped      2 files of other kinds\n\
             \x20 index        45 games, N KiB in half2\n",
        ),
        (
            "--index half build --shard 2/2 games",
            "error: this index holds shard 1/2 of games, not shard 2/2\n\
             \x20 help: each shard has an index of its own, named by --index; --rebuild replaces this index\n",
        ),
        (
            "--index half status",
            "games     25\n\
             \x20         2 Go in JGF, 20 Go in SGF, 3 Lines of Action\n\
             from      games (shard 1/2)\n\
             files     22\n\
             problems  2 without a game\n\
             oddities  4 games have diagnostics\n\
             index     N KiB in half\n",
        ),
        (
            "--index a --index b status",
            "games     13\n\
             \x20         13 Go in SGF\n\
             from      games/classic\n\
             \x20         games/modern\n\
             files     13\n\
             oddities  1 game has diagnostics\n\
             index     N KiB in a\n\
             \x20         and b\n",
        ),
        (
            "merge a b -o c",
            "Joined 13 games of 2 indexes in N s\n\
             \x20 games        13 Go in SGF\n\
             \x20 index        13 games, N KiB in c\n",
        ),
        ("shards publish a b", "Published 2 indexes with 13 games in kifu-shards.json\n"),
        (
            "merge a half -o d",
            "error: the indexes in a and half overlap: both hold games/classic\n\
             \x20 help: leave out one of them; indexes go together if their roots lie apart, or if they hold \
             different shards of a root that was cut into as many\n",
        ),
        (
            "merge half half2 -o d",
            "error: the indexes in half and half2 overlap: both hold games (shard 1/2, all of it)\n\
             \x20 help: leave out one of them; indexes go together if their roots lie apart, or if they hold \
             different shards of a root that was cut into as many\n",
        ),
        (
            "--index a --index nothing",
            "error: there is no index in nothing\n\
             \x20 help: build an index: kifu-index build FOLDER_WITH_GAMES\n",
        ),
        (
            "shards publish a b -o a/set.json",
            "error: a/set.json is inside the index\n\
             \x20 help: name a file in another folder\n",
        ),
        (
            "shards publish a b -o games/classic/set.json",
            "error: games/classic/set.json is inside games/classic, which is indexed: nothing is ever written to an \
             archive\n\
             \x20 help: name a file in another folder\n",
        ),
        (
            "shards publish a nothing",
            "error: there is no index in nothing\n\
             \x20 help: build an index: kifu-index build FOLDER_WITH_GAMES\n",
        ),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        assert_eq!(stable_output(&place, &arguments), expected, "{arguments:?}");
    }
}

#[test]
fn a_record_below_two_roots_is_one_game_to_whoever_names_its_id() {
    let place = Place::new();
    place.write("one/a.sgf", "(;PB[Anna]PW[Kim];B[pd];W[dp])");
    place.write("two/a.sgf", "(;PB[Anna]PW[Kim];B[pd];W[dp])");
    let folders = ["one", "two"].map(|name| {
        let folder = place.folder().join(name);
        build_with(&folder, &[place.games().join(name)], &Options::default());
        folder
    });
    let [one, two] = folders.each_ref().map(|folder| folder.to_str().unwrap());
    let ids = run_on(&folders[0], &["--index", one, "--index", two, "search", "--fields", "id"]);
    let ids = ids.ends(0).out;
    let ids: Vec<&str> = ids.lines().collect();
    assert!(ids.len() == 2 && ids[0] == ids[1], "{ids:?}");
    for id in [ids[0], &ids[0][..8]] {
        let arguments = ["--index", one, "--index", two, "show", id];
        assert!(run_on(&folders[0], &arguments).ends(0).out.contains("Anna"));
    }
}
