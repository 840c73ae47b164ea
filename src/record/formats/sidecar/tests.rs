//! Tests with made-up answers in the form in which each program writes them, compared with the evaluations that must be
//! read from them.

#![allow(clippy::unwrap_used)]

use super::{Sidecar, Source};
use crate::formats;
use crate::{Code, GameRecord};

const GAME: &str = "(;SZ[9]KM[7];B[ee];W[cc];B[gg];W[gc])";

/// Reads a game, and adds the analysis from the text of a sidecar.
fn with(game: &str, beside: &str) -> GameRecord {
    let mut record = formats::read(game.as_bytes()).records.remove(0);
    Sidecar::read(beside.as_bytes()).add_to(&mut record, 1, Source::Sidecar);
    record
}

/// Prints a line for each evaluation that was read: node, engine, Black's rate in percent and lead, playouts, moves of
/// the candidates' lines.
fn verdicts(record: &GameRecord) -> Vec<String> {
    let verdicts = record.analysis.verdicts.iter().map(|of| {
        let engine = record.analysis.engines[usize::from(of.engine)].name.clone();
        let rate = of.black_rate.map(|rate| rate.hundredths());
        let lead = of.black_lead.map(|lead| lead.points());
        let lines =
            of.candidates.iter().map(|of| of.line.len().to_string()).collect::<Vec<_>>().join(" ");
        let (node, visits, engine) = (of.node, of.visits.unwrap_or(0), engine.unwrap_or_default());
        assert_eq!(of.source, "sidecar");
        format!("{node} {engine} {rate:?} {lead:?} {visits} [{lines}]")
    });
    verdicts.collect()
}

fn messages(record: &GameRecord) -> Vec<String> {
    record
        .diagnostics
        .iter()
        .filter(|of| of.code == Code::BadAnalysis)
        .map(|of| of.message.to_string())
        .collect()
}

/// Makes an answer of KataGo.
fn answer(turn: u32, mover: &str, rate: f64, lead: f64) -> String {
    format!(
        "{{\"id\":\"a\",\"isDuringSearch\":false,\"moveInfos\":[{{\"move\":\"C3\",\"order\":1,\"pv\":[\"C3\"],\"scoreLead\":{lead},\"visits\":3,\"winrate\":{rate}}},{{\"move\":\"G7\",\"order\":0,\"pv\":[\"G7\",\"G6\"],\"scoreLead\":{lead},\"visits\":7,\"winrate\":{rate}}}],\"ownership\":[0.1,0.2],\"rootInfo\":{{\"currentPlayer\":\"{mover}\",\"scoreLead\":{lead},\"visits\":10,\"winrate\":{rate}}},\"turnNumber\":{turn}}}\n"
    )
}

const AS_BLACK: [&str; 3] = [
    "0 KataGo Some(6000) Some(2.0) 10 [2 1]",
    "1 KataGo Some(6100) Some(2.5) 10 [2 1]",
    "2 KataGo Some(5800) Some(1.5) 10 [2 1]",
];

#[test]
fn answers_in_the_view_of_black() {
    let lines = answer(0, "B", 0.6, 2.0) + &answer(1, "W", 0.61, 2.5) + &answer(2, "B", 0.58, 1.5);
    let record = with(GAME, &lines);
    assert_eq!(verdicts(&record), AS_BLACK);
    assert_eq!(record.analysis.engines[0].writer, "KataGo");
    assert!(messages(&record).is_empty());
}

#[test]
fn answers_in_the_view_of_the_player_to_move() {
    let lines = answer(0, "B", 0.6, 2.0) + &answer(1, "W", 0.39, -2.5) + &answer(2, "B", 0.58, 1.5);
    let record = with(GAME, &lines);
    assert_eq!(verdicts(&record), AS_BLACK);
    let candidate = &record.analysis.verdicts[1].candidates[0];
    assert_eq!(candidate.black_rate.unwrap().hundredths(), 6100);
    assert_eq!(candidate.black_lead.unwrap().points(), 2.5);
}

#[test]
fn the_view_of_white_alone_cannot_be_told() {
    let record = with(GAME, &answer(1, "W", 0.39, -2.5));
    assert!(record.analysis.is_empty());
    assert!(messages(&record)[0].contains("whose winning rates"));
    // If Black is to move, Black's view and the view of the player to move are the same, so the answer is not
    // ambiguous.
    let record = with(GAME, &answer(2, "B", 0.39, -2.5));
    assert_eq!(verdicts(&record), ["2 KataGo Some(3900) Some(-2.5) 10 [2 1]"]);
}

#[test]
fn joined_answers_and_handicap_stones_as_moves() {
    let game = "(;SZ[9]HA[2]AB[gc][cg];W[ee];B[cc])";
    let moves = r#"[["B","G7"],["B","C3"],["W","E5"],["B","C7"]]"#;
    let answers = [
        answer(2, "W", 0.9, 9.0),
        answer(3, "B", 0.92, 9.5),
        // This position is between two handicap stones, so it is no position of the game.
        answer(1, "B", 0.5, 0.0),
    ];
    let joined = format!(
        "{{\"id\":\"a\",\"query\":{{\"moves\":{moves}}},\"responses\":[{}]}}",
        answers.map(|line| line.replace("\"id\":\"a\",", "")).join(",")
    );
    let record = with(game, &joined);
    assert_eq!(
        verdicts(&record),
        ["0 KataGo Some(9000) Some(9.0) 10 [2 1]", "1 KataGo Some(9200) Some(9.5) 10 [2 1]"]
    );
}

#[test]
fn answers_about_another_game_are_left_out() {
    let other = answer(1, "W", 0.5, 1.0)
        .replace("\"turnNumber\"", "\"moves\":[[\"B\",\"A1\"],[\"W\",\"A2\"]],\"turnNumber\"");
    let record = with(GAME, &other);
    assert!(record.analysis.is_empty());
    assert!(messages(&record)[0].contains("not of this game"), "{:?}", messages(&record));
    // The answer says that White is to move after two moves of the game, but it is Black's turn.
    let record = with(GAME, &answer(2, "W", 0.5, 1.0));
    assert!(record.analysis.is_empty() && messages(&record).len() == 1);
}

#[test]
fn of_several_searches_the_longest_counts() {
    let short = answer(0, "B", 0.1, -9.0).replace("\"visits\":10", "\"visits\":2");
    let during = answer(0, "B", 0.2, -8.0).replace("false", "true");
    let lines = short + &during + &answer(0, "B", 0.6, 2.0);
    assert_eq!(verdicts(&with(GAME, &lines)), AS_BLACK[..1]);
}

#[test]
fn lines_of_a_table() {
    let lines = r#"
        [{"ply": 1, "black_winrate": 0.25, "black_lead": -3.456, "visits": 100, "best": "C3", "engine": "Fuego"},
         {"move": 4, "black_winrate": 0.5, "pv": ["pass", "J9", "K1"]},
         {"ply": 2, "black_lead": 1e9}, {"ply": 1.5, "black_lead": 1}, {"note": "nothing"}]"#;
    let record = with(GAME, lines);
    assert_eq!(
        verdicts(&record),
        ["1 Fuego Some(2500) Some(-3.46) 100 [1]", "4  Some(5000) None 0 [2]"]
    );
    let bad = "the analysis beside the file has 1 line that cannot be read: its `black_lead`";
    assert_eq!(messages(&record), [bad]);
}

#[test]
fn damage_is_reported_and_the_rest_is_read() {
    let lines = answer(0, "B", 0.6, 2.0)
        + "{\"id\": 1, \"rootInfo\"\nnothing\n\n"
        + &answer(2, "B", 0.58, 1.5);
    let record = with(GAME, &lines);
    assert_eq!(verdicts(&record), [AS_BLACK[0], AS_BLACK[2]]);
    let bad = "the analysis beside the file has 2 lines that cannot be read: it is not JSON";
    assert_eq!(messages(&record), [bad]);
    for hostile in ["", "[", "{}", "[[[]]]", "null", "{\"responses\":[{\"responses\":3}]}"] {
        assert!(with(GAME, hostile).analysis.is_empty());
    }
}

#[test]
fn deep_brackets_take_no_stack() {
    let deep = "{\"responses\":[".repeat(200_000) + &"]}".repeat(200_000);
    assert!(with(GAME, &deep).analysis.is_empty());
}

/// Returns a move on a 19×19 board in SGF and in the form of a query.
fn placed(number: usize) -> (String, String) {
    let (x, y) = (number % 19, number / 19 % 19);
    let letter = |at: usize| char::from(b'a' + at as u8);
    let column = b"ABCDEFGHJKLMNOPQRST"[x] as char;
    (format!("{}{}", letter(x), letter(y)), format!("{column}{}", 19 - y))
}

/// Returns a game that begins with the moves of these numbers, and the moves of its query.
fn game_of(numbers: &[usize]) -> (String, String) {
    let (mut game, mut moves) = ("(;SZ[19]".to_owned(), Vec::new());
    for (at, &number) in numbers.iter().enumerate() {
        let color = ["B", "W"][at % 2];
        let (point, vertex) = placed(number);
        game += &format!(";{color}[{point}]");
        moves.push(format!("[\"{color}\",\"{vertex}\"]"));
    }
    (game + ")", format!("[{}]", moves.join(",")))
}

/// Makes an answer of katawrap, which has the moves of its query.
fn answer_to(id: usize, moves: &str, turn: u32) -> String {
    let mover = ["B", "W"][turn as usize % 2];
    format!(
        "{{\"id\":\"{id}\",\"moves\":{moves},\"turnNumber\":{turn},\"rootInfo\":{{\"currentPlayer\":\"{mover}\",\
         \"scoreLead\":{turn}.5,\"visits\":{}}}}}\n",
        id + 1
    )
}

/// Adds the analysis in the sidecar `beside` to each of these games. Returns how many objects, queries and answers were
/// examined, and each game's number of evaluations.
fn steps_of(games: &str, beside: &str) -> (u64, Vec<usize>) {
    let mut sidecar = Sidecar::read(beside.as_bytes());
    let mut told = Vec::new();
    for (at, mut record) in formats::read(games.as_bytes()).records.into_iter().enumerate() {
        sidecar.add_to(&mut record, at as u32 + 1, Source::Sidecar);
        told.push(record.analysis.verdicts.len());
    }
    (sidecar.directory.compared, told)
}

#[test]
fn each_line_is_read_only_for_its_game() {
    const GAMES: usize = 2_000;
    // The test runs for games that all differ, for games with equal moves, and for games without moves.
    let different = |at: usize| vec![at % 361, 37 + at / 361, 100, 150];
    let kinds: [&dyn Fn(usize) -> Vec<usize>; 3] = [&different, &|_| vec![1, 2, 3], &|_| vec![]];
    for of in kinds {
        let (mut games, mut lines) = (String::new(), String::new());
        for at in 0..GAMES {
            let numbers = of(at);
            let (game, moves) = game_of(&numbers);
            games += &game;
            lines += &answer_to(at, &moves, numbers.len() as u32 / 2 * 2);
        }
        let (steps, told) = steps_of(&games, &lines);
        assert_eq!(told, vec![1; GAMES]);
        assert!(steps <= 5 * GAMES as u64, "{steps} steps");
    }
    // In these games the handicap stones are setup, but the moves of a query include them.
    let (mut games, mut lines) = (String::new(), String::new());
    for at in 0..GAMES {
        let (point, vertex) = placed(at % 361);
        games += &format!("(;SZ[19]AB[aa][bb];W[{point}];B[cc];W[{}])", placed(at / 361).0);
        let last = placed(at / 361).1;
        let moves = format!(
            "[[\"B\",\"A19\"],[\"B\",\"B18\"],[\"W\",\"{vertex}\"],[\"B\",\"C17\"],[\"W\",\"{last}\"]]"
        );
        lines += &answer_to(at, &moves, 3).replace("\"W\",\"scoreLead", "\"B\",\"scoreLead");
    }
    let (steps, told) =
        steps_of(&games, &lines.replace("\"currentPlayer\":\"W\"", "\"currentPlayer\":\"B\""));
    assert_eq!(told, vec![1; GAMES]);
    assert!(steps <= 5 * GAMES as u64, "{steps} steps");
    // A hash of moves does not find the query of a game with an unreadable move, so all queries are compared, up to a
    // limit.
    let unread = "(;SZ[19];B[zz9];W[aa])".repeat(50);
    assert!(steps_of(&unread, &lines).0 <= 5_000 * 50);
}

#[test]
fn a_single_game_gets_the_same_analysis() {
    let (mut games, mut lines) = (String::new(), String::new());
    for at in 0..20 {
        let (game, moves) = game_of(&[at % 5, 7 + at % 7, 9]);
        games += &game;
        for turn in 0..4 {
            lines += &answer_to(at, &moves, turn);
        }
    }
    lines += &answer(0, "B", 0.5, 7.25);
    let records = formats::read(games.as_bytes()).records;
    let mut all = Sidecar::read(lines.as_bytes());
    for (at, record) in records.iter().enumerate() {
        let (mut one, mut other) = (record.clone(), record.clone());
        let number = at as u32 + 1;
        all.add_to(&mut one, number, Source::Sidecar);
        let text = std::io::Cursor::new(lines.as_bytes());
        Sidecar::scan(text, Some(record)).add_to(&mut other, number, Source::Sidecar);
        assert_eq!(one.analysis, other.analysis);
        assert_eq!(one.analysis.verdicts.len(), 4);
        assert_eq!(messages(&one), messages(&other));
    }
}

#[test]
fn rereading_is_bounded() {
    let (game, moves) = game_of(&[1, 2]);
    let long = format!("{{\"note\":\"{}\",", " ".repeat(1 << 20));
    let line = answer_to(0, &moves, 0).replacen('{', &long, 1);
    let mut sidecar = Sidecar::read(line.as_bytes());
    let record = formats::read(game.as_bytes()).records.remove(0);
    let with = |sidecar: &mut Sidecar<_>| {
        let mut record = record.clone();
        sidecar.add_to(&mut record, 2, Source::Sidecar);
        (record.analysis.verdicts.len(), messages(&record).len())
    };
    let found: Vec<_> = (0..100).map(|_| with(&mut sidecar)).collect();
    assert_eq!(found[0], (1, 0));
    assert_eq!(found[99], (0, 1));
}
