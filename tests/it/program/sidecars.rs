use super::run_on;
use crate::support::server::Server;
use crate::support::{Place, set_age};
use serde_json::{Value, json};

const GAME: &str = "(;SZ[9]PB[Ann]PW[Bob];B[ee];W[cc];B[gg];W[gc])";

/// Lines of KataGo's analysis from the view of the side to move, for all positions from the setup on.
fn answers(of_black: &[(f64, f64)]) -> String {
    let line = |(turn, &(rate, lead)): (usize, &(f64, f64))| {
        let is_black = turn % 2 == 0;
        let (rate, lead) = if is_black { (rate, lead) } else { (1.0 - rate, -lead) };
        let mover = if is_black { "B" } else { "W" };
        let answer = json!({"id": "x", "turnNumber": turn, "isDuringSearch": false,
            "rootInfo": {"currentPlayer": mover, "winrate": rate, "scoreLead": lead, "visits": 100},
            "moveInfos": [{"move": "G7", "order": 0, "pv": ["G7", "G6"], "winrate": rate,
                "scoreLead": lead, "visits": 90}]});
        format!("{answer}\n")
    };
    of_black.iter().enumerate().map(line).collect()
}

const BLUNDER: [(f64, f64); 4] = [(0.5, 0.5), (0.52, 1.0), (0.5, 0.5), (0.1, -9.5)];

fn build(place: &Place, more: &[&str]) -> super::Run {
    let games = place.games().display().to_string();
    run_on(&place.folder(), &[&["build", &games], more].concat())
}

/// Moves that lose ten points or more, with their losses.
fn blunders(place: &Place) -> Vec<(String, f64, f64)> {
    let found = run_on(&place.folder(), &["search", "loss>=10", "--each", "--json"]);
    let blunder = |row: &Value| {
        let number = |key: &str| row.pointer(key).and_then(Value::as_f64).unwrap();
        (row["id"].as_str().unwrap().to_owned(), number("/move"), number("/judged/loss"))
    };
    found.json().iter().map(blunder).collect()
}

/// Analysis of a game in `show --json`: source, move, and Black's lead.
fn analysis_of(place: &Place, id: &str) -> Vec<(String, u64, f64)> {
    let games = run_on(&place.folder(), &["show", id, "--json"]).ends(0).json();
    let verdicts = games[0]["analysis"].as_array().cloned().unwrap_or_default();
    let entry = |of: &Value| {
        let text = of["source"].as_str().unwrap().to_owned();
        (text, of["move"].as_u64().unwrap(), of["black_lead"].as_f64().unwrap())
    };
    verdicts.iter().map(entry).collect()
}

#[test]
fn analysis_files_are_read_on_request() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    place.write("b.sgf", GAME.replace("Ann", "Cy"));
    let beside = place.write("a.sgf.json", answers(&BLUNDER));
    build(&place, &[]).ends(0);
    assert!(blunders(&place).is_empty());

    build(&place, &["--sidecars"]).ends(0);
    let found = blunders(&place);
    assert_eq!(found.len(), 1);
    let (id, number, loss) = &found[0];
    assert_eq!((*number, *loss), (3.0, 10.0));
    let leads = [(0, 0.5), (1, 1.0), (2, 0.5), (3, -9.5)];
    assert_eq!(analysis_of(&place, id), leads.map(|(n, lead)| ("sidecar".to_owned(), n, lead)));
    let graph = run_on(&place.folder(), &["show", id, "--graph"]).ends(0);
    assert!(graph.out.contains("KataGo"), "{}", graph.out);
    let exported = run_on(&place.folder(), &["export", "Ann", "--full", "--jsonl", "-"]);
    assert_eq!(exported.json()[0]["analysis"][3]["loss"], json!(10.0));

    // The next build must remember the option `--sidecars`, and notice that only the analysis file has changed.
    std::fs::write(&beside, answers(&[(0.5, 0.5), (0.52, 1.0), (0.5, 0.5), (0.5, 0.0)])).unwrap();
    set_age(&beside, 200_000);
    let again = build(&place, &[]).ends(0);
    assert!(again.out.contains("Read 1 game from 1 file"), "{}", again.out);
    assert!(blunders(&place).is_empty());
    let third = build(&place, &[]).ends(0);
    assert!(third.out.contains("Read 0 games"), "{}", third.out);
    // A damaged analysis file must be reported, and the game must stay.
    std::fs::write(&beside, "nothing").unwrap();
    build(&place, &[]).ends(0);
    assert_eq!(place.found("player:Ann").len(), 1);
    let games = run_on(&place.folder(), &["show", id, "--json"]).ends(0).json();
    let diagnostics = &games[0]["diagnostics"];
    assert_eq!(diagnostics[0]["code"], json!("bad-analysis"), "{diagnostics}");
    std::fs::remove_file(&beside).unwrap();
    build(&place, &[]).ends(0);
    assert!(analysis_of(&place, id).is_empty());

    place.write("a.sgf.json", answers(&BLUNDER));
    build(&place, &["--no-sidecars"]).ends(0);
    assert!(blunders(&place).is_empty());
}

#[test]
fn a_table_tells_of_many_games() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    place.write("b.sgf", GAME.replace("Ann", "Cy"));
    build(&place, &[]).ends(0);
    let ids = run_on(&place.folder(), &["search", "player:Bob", "--json"]).json();
    let mut ids: Vec<_> = ids.iter().map(|row| row["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    let table = place.folder().with_file_name("table.jsonl");
    let line = |id: &str, ply: usize, lead: f64| {
        let line = json!({"id": id, "ply": ply, "black_lead": lead, "black_winrate": 0.5,
            "visits": 7, "best": "C3", "engine": "Fuego"});
        format!("{line}\n")
    };
    let mut lines = vec!["no line\n".to_owned(), line("0123456789abcdef", 1, 3.0)];
    for (number, lead) in [(2, 1.0), (3, -11.0), (4, -12.0)] {
        lines.push(line(ids[0], number, lead));
        lines.push(line(ids[1], number, 2.0));
    }
    std::fs::write(&table, lines.concat()).unwrap();
    let named = table.display().to_string();
    build(&place, &["--analysis", &named]).ends(0);
    assert_eq!(blunders(&place), [(ids[0].to_owned(), 3.0, 12.0)]);
    assert_eq!(place.found("engine:fuego").len(), 2);
    let leads = [(2, 1.0), (3, -11.0), (4, -12.0)];
    assert_eq!(analysis_of(&place, ids[0]), leads.map(|(n, lead)| ("table".to_owned(), n, lead)));
    // With several games in one command, the analysis is read on another code path.
    let both = run_on(&place.folder(), &["show", ids[0], ids[1], "--json"]).ends(0).json();
    let counts = both.iter().map(|game| game["analysis"].as_array().map_or(0, Vec::len));
    assert_eq!(counts.collect::<Vec<_>>(), [3, 3]);
    assert_eq!(both[0]["analysis"][1]["best"], json!("C3"));

    // A changed table of analysis must be read again, although no game has changed.
    std::fs::write(&table, line(ids[1], 0, 0.0) + &line(ids[1], 1, -20.0)).unwrap();
    let again = build(&place, &[]).ends(0);
    assert!(again.out.contains("Read 2 games"), "{}", again.out);
    assert_eq!(blunders(&place), [(ids[1].to_owned(), 1.0, 20.0)]);

    std::fs::remove_file(&table).unwrap();
    let gone = build(&place, &[]);
    assert_eq!(gone.code, Some(2), "{}", gone.err);
    assert!(gone.err.contains("--no-analysis"), "{}", gone.err);
    assert_eq!(blunders(&place).len(), 1, "the index stays as it was");
    build(&place, &["--no-analysis"]).ends(0);
    assert!(blunders(&place).is_empty());
}

#[test]
fn oversized_analysis_files_are_skipped_and_reported() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    let beside = answers(&BLUNDER) + &" ".repeat(1 << 20);
    place.write("a.sgf.json", &beside);
    let built = build(&place, &["--sidecars", "--max-entry", "1"]).ends(0);
    let err = format!("{}{}", built.out, built.err);
    assert!(
        err.contains("a.sgf: the analysis beside it was left out: larger than the limit of 1 MiB (--max-entry raises this limit)"),
        "{err}"
    );
    assert!(blunders(&place).is_empty());
    let id = &run_on(&place.folder(), &["search", "Ann", "--json"]).json()[0]["id"];
    let id = id.as_str().unwrap().to_owned();
    let game = &run_on(&place.folder(), &["show", &id, "--json"]).ends(0).json()[0];
    let message = &game["diagnostics"][0]["message"];
    assert!(message.as_str().unwrap().contains("was left out: larger than"), "{message}");
    // With a higher limit, the table must be read.
    build(&place, &["--max-entry", "2"]).ends(0);
    assert_eq!(blunders(&place).len(), 1);
}

#[test]
fn a_server_shows_a_game_without_what_takes_too_much_memory() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    place.write("a.sgf.json", answers(&BLUNDER));
    place.write("b.sgf", GAME.replace("Ann", "Cy"));
    let long = answers(&BLUNDER).replacen(
        "\"id\":\"x\"",
        &format!("\"id\":\"{}\"", "x".repeat(12 << 20)),
        1,
    );
    place.write("b.sgf.json", long);
    build(&place, &["--sidecars"]).ends(0);
    assert_eq!(blunders(&place).len(), 2);
    let server = Server::start(&place.folder(), &["--max-memory", "32"]);
    let analysis_of_player = |name: &str| {
        let found = server.json(&format!("/api/v1/search?limit=1&q=black:{name}"));
        let id = found["games"][0]["id"].as_str().unwrap();
        let game = server.json(&format!("/api/v1/games/{id}"));
        let verdicts = game["analysis"].as_array().map_or(0, Vec::len);
        (verdicts, game["diagnostics"].to_string())
    };
    assert_eq!(analysis_of_player("Ann").0, 4);
    let (verdicts, message) = analysis_of_player("Cy");
    assert_eq!(verdicts, 0);
    assert!(message.contains("was left out") && message.contains("MiB of memory"), "{message}");
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_read_as_analysis() {
    let place = Place::new();
    place.write("a.sgf", GAME);
    let mkfifo = |path: &std::path::Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status();
        assert!(made.unwrap().success());
    };
    mkfifo(&place.games().join("a.sgf.json"));
    mkfifo(&place.games().join("pipe.sgf"));
    mkfifo(&place.games().join("pipe"));
    std::os::unix::fs::symlink("/dev/zero", place.games().join("zero.sgf")).unwrap();
    place.write("b.sgf", GAME.replace("Ann", "Cy"));
    std::os::unix::fs::symlink("/dev/zero", place.games().join("b.sgf.json")).unwrap();
    build(&place, &["--sidecars", "--sniff"]).ends(0);
    assert_eq!(place.found("player:Bob").len(), 2);
    let pipe = place.folder().with_file_name("table");
    mkfifo(&pipe);
    for (table, why) in [
        (pipe.to_str().unwrap(), "this is a pipe"),
        ("/dev/zero", "this is a device"),
        ("/", "this is a folder"),
    ] {
        let refused = build(&place, &["--analysis", table]);
        assert_eq!(refused.code, Some(2), "{table}: {refused:?}");
        assert!(refused.err.contains(why), "{table}: {}", refused.err);
    }
}
