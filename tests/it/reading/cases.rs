//! Files of `tests/cases`: each is named after its oddity, and compared with a snapshot of what must be read from it.

use crate::properties;
use crate::properties::scratch::Scratch;
use crate::support::{Random, files_below, sgf_point, temporary_folder};
use kifu_index::formats;
use kifu_index::game::{GameKind, Move, Point, Stone, loa};
use kifu_index::record::date::LaxDay;
use kifu_index::record::time::Overtime;
use kifu_index::record::{
    Action, Diagnostics, GameInfo, GameRecord, NodeId, Person, Property, Replayer,
};
use kifu_index::text::charset::decode;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::Path;

#[test]
fn cases() {
    insta::glob!("../../cases", "*/*", |path| {
        let bytes = std::fs::read(path).unwrap();
        let mut settings = insta::Settings::clone_current();
        settings.remove_input_file();
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(describe(&bytes)));
    });
}

/// Games of these files must be equal after they were written and read again, by the plain writer of the tests and by
/// the export.
#[test]
fn a_case_that_is_written_reads_the_same() {
    for (_, text) in texts() {
        properties::read_sgf(&text);
    }
    let folder = temporary_folder();
    let scratch = Scratch(folder.path().to_owned());
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for path in files_below(&cases) {
        properties::export::is_sound(&scratch, &std::fs::read(path).unwrap());
    }
}

/// Texts of all files in `tests/cases`. The laws about truncated files are tested on texts, because the charset of a
/// truncated file may be guessed differently.
fn texts() -> Vec<(String, String)> {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut texts: Vec<(String, String)> = files_below(&cases)
        .into_iter()
        .map(|path| {
            let text = decode(&std::fs::read(&path).unwrap()).text.into_owned();
            (path.display().to_string(), text)
        })
        .collect();
    texts.sort();
    texts
}

/// Checks that no beginning of a file has more games than a longer one, so that a file that is still being written
/// loses none.
fn loses_no_game(name: &str, text: &str) {
    let mut most = (0, "");
    for (end, _) in text.char_indices().chain([(text.len(), ' ')]) {
        let cut = &text[..end];
        let games = formats::read(cut.as_bytes()).records.len();
        assert!(games >= most.0, "{name}: {most:?}, then {games} in {cut:?}");
        most = (games, cut);
    }
}

#[test]
fn a_cut_file_has_no_more_games_than_the_whole_one() {
    let texts = texts();
    assert!(texts.len() > 100);
    for (name, text) in &texts {
        loses_no_game(name, text);
    }
    // Files of several games, with and without text between them.
    let sgf: Vec<_> = texts.iter().filter(|t| t.0.ends_with(".sgf")).collect();
    let mut random = Random(11);
    for _ in 0..200 {
        let [a, b] = [0; 2].map(|_| sgf[random.below(sgf.len())]);
        let between = ["", "\n", " and then\n"][random.below(3)];
        let text = format!("{}{between}{}", a.1, b.1);
        loses_no_game(&format!("{} and {}", a.0, b.0), &text);
    }
}

/// Checks that the beginning of a text has no more games than the text. The texts consist only of what decides where a
/// game ends: brackets that are not closed, and trees inside them.
#[test]
fn a_cut_text_of_brackets_has_no_more_games_than_the_whole_one() {
    let pieces = ["(", ")", ";", "[", "]", "C[", "PB[", "B[aa]", "x", " ", "\\", "\n>"];
    let mut random = Random(12);
    for _ in 0..20_000 {
        let mut text = String::from(["", "(;", "(;C[a] b"][random.below(3)]);
        for _ in 0..random.below(14) {
            text.push_str(pieces[random.below(pieces.len())]);
        }
        loses_no_game("brackets", &text);
    }
}

#[test]
fn texts_that_are_games() {
    for (text, games) in [
        ("(", 0),
        ("(;", 0),
        ("(;)", 1),
        ("(;G", 0),
        ("(;G)", 0),
        ("(;B[", 1),
        ("(;B[aa", 1),
        ("(;[ab])", 1),
        ("(;+[ab])", 0),
        ("(;;;B[aa]", 1),
        ("(;(;", 0),
        ("(;(;))", 1),
        ("(;)(;", 1),
        ("(;)(;)", 2),
        (";", 0),
        (";;)", 0),
        (";;B[aa]", 1),
        ("PB[Anna] (;", 1),
        ("PB[Anna] (;B[aa])", 1),
        // A bracket in the second game must not end the comment of the first game.
        ("(;C[a] b)(;B[aa", 2),
        ("(;C[a] b)(;B[aa])", 2),
        ("(;C[a] b :) (; c];B[aa])", 1),
        // A bracket of a tree without `;`, or of a property without a name, must not end the comment of the first game
        // either.
        ("(;C[a] b)(PB[Anna", 2),
        ("(;C[a] b)(PB[Anna])", 2),
        ("(;C[a] b)(;[aa])", 2),
        ("(;C[a] b)(;;B[aa])", 2),
        // A smiley between two games must not be read as a game.
        ("(;B[aa]) :( (; c C[a])", 1),
        ("(null)", 0),
        ("", 0),
    ] {
        let parsed = formats::read(text.as_bytes());
        assert_eq!(parsed.records.len(), games, "{text}");
    }
}

fn describe(bytes: &[u8]) -> String {
    let parsed = formats::read(bytes);
    let mut out = String::new();
    let text = &parsed.text;
    writeln!(out, "charset: {} ({})", text.charset.name, text.charset.from.as_str()).unwrap();
    diagnostics(&mut out, "outside: ", &parsed.diagnostics);
    for (i, record) in parsed.records.iter().enumerate() {
        writeln!(out, "\nrecord {}", i + 1).unwrap();
        describe_record(&mut out, record);
    }
    if parsed.records.is_empty() {
        out.push_str("no record\n");
    }
    out
}

fn describe_record(out: &mut String, record: &GameRecord) {
    let start = record.start;
    let game = match start.game {
        GameKind::Loa => format!(
            "loa, {}{}",
            start.setup.as_str(),
            if is_swapped(start.setup) { ", swapped" } else { "" }
        ),
        GameKind::Other(number) => format!("other, {number}"),
        GameKind::Go => "go".to_owned(),
    };
    writeln!(out, "game: {game}, {}, {}", start.size, record.format.as_str()).unwrap();
    let tree = &record.tree;
    let main = tree.main_line();
    writeln!(
        out,
        "nodes: {}, {} main, {} variations",
        tree.len(),
        main.end,
        tree.variation_count()
    )
    .unwrap();
    writeln!(out, "main: {}", main.map(|node| node_text(record, node)).collect::<String>())
        .unwrap();
    info(out, &record.info);
    properties(out, "root", &record.properties);
    properties(out, "later", &record.main_line_info);
    properties(out, "aside", &record.variation_info);
    for (node, comment) in tree.comments() {
        writeln!(out, "comment {node}: {comment:?}").unwrap();
    }
    diagnostics(out, "", &record.diagnostics);
    replay(out, record);
}

fn is_swapped(setup: loa::LoaSetup) -> bool {
    setup == loa::LoaSetup::ScrambledEggs { swapped: true }
}

fn node_text(record: &GameRecord, node: NodeId) -> String {
    let size = record.start.size;
    let point = |point: Point| match record.start.game {
        GameKind::Loa => loa::point_name(point, size),
        _ => go_point(point),
    };
    let mut text = ";".to_owned();
    for action in record.tree.actions(node) {
        match *action {
            Action::Move(color, action) => {
                let value = match (record.start.game, action) {
                    (GameKind::Loa, action) => loa::move_name(action, size),
                    (_, Move::Place(at)) => go_point(at),
                    (_, Move::Pass) => String::new(),
                    _ => "!".to_owned(),
                };
                write!(text, "{}[{value}]", color.letter()).unwrap();
            }
            Action::Raw(color, value) => {
                write!(text, "{}[raw {}]", color.letter(), record.tree.raw_text(value)).unwrap()
            }
            Action::Add(stone, a, b) => {
                let name = match stone {
                    Stone::Empty => "AE",
                    Stone::Black => "AB",
                    Stone::White => "AW",
                    Stone::Hole => "hole",
                };
                let until = if a == b { String::new() } else { format!(":{}", point(b)) };
                write!(text, "{name}[{}{until}]", point(a)).unwrap();
            }
            Action::Turn(color) => write!(text, "PL[{}]", color.letter()).unwrap(),
        }
    }
    text
}

fn go_point(point: Point) -> String {
    sgf_point((point.x.into(), point.y.into()))
}

fn info(out: &mut String, info: &GameInfo) {
    let mut line = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            writeln!(out, "{name}: {value}").unwrap();
        }
    };
    for (name, player) in [("black", &info.players.black), ("white", &info.players.white)] {
        let rank = player.rank.map(|rank| format!("({rank})"));
        let parts = [&player.name, &player.rank_text, &rank, &player.team, &player.country];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        line(name, (!parts.is_empty()).then(|| parts.join(", ")));
        let persons = player.persons();
        let inside = |person: &Person| player.name.as_deref() != Some(person.name);
        for person in persons.iter().filter(|person| inside(person)) {
            let parts = [
                Some(person.name.to_owned()),
                person.rank.map(|rank| rank.to_string()),
                person.title.map(str::to_owned),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            line(&format!("{name} is"), Some(parts.join(", ")));
        }
    }
    line("result", info.result.map(|result| result.to_string()));
    let days = |days: &[LaxDay]| days.iter().map(LaxDay::to_string).collect::<Vec<_>>().join(", ");
    line("date", info.date.as_ref().map(|date| days(date.days())));
    line("komi", info.komi.map(|komi| komi.to_string()));
    line("handicap", info.handicap.map(|stones| stones.to_string()));
    let inferred = info.inferred_handicap;
    line(
        "inferred handicap",
        inferred.map(|it| format!("{} from {}", it.stones, it.from.as_str())),
    );
    line("time", info.time.map(|seconds| format!("{seconds} s")));
    for (name, value) in [
        ("event", &info.event),
        ("round", &info.round),
        ("place", &info.place),
        ("title", &info.title),
        ("opening", &info.opening),
        ("source", &info.source),
        ("annotator", &info.annotator),
        ("transcriber", &info.transcriber),
        ("copyright", &info.copyright),
        ("rules", &info.rules),
        ("ruleset", &info.ruleset.map(|rules| rules.to_string())),
        ("overtime", &info.overtime.as_ref().map(Overtime::to_string)),
        ("about", &info.game_comment),
    ] {
        line(name, value.as_ref().map(|value| format!("{value:?}")));
    }
}

fn properties(out: &mut String, which: &str, properties: &[Property]) {
    if !properties.is_empty() {
        let one = |property: &Property| format!(" {}{:?}", property.name, property.values);
        writeln!(out, "{which}:{}", properties.iter().map(one).collect::<String>()).unwrap();
    }
}

fn diagnostics(out: &mut String, prefix: &str, diagnostics: &Diagnostics) {
    for diagnostic in diagnostics.iter() {
        writeln!(
            out,
            "{prefix}{} at {}: {}",
            diagnostic.code.as_str(),
            diagnostic.offset,
            diagnostic.message
        )
        .unwrap();
    }
    assert!(diagnostics.total() <= Diagnostics::MAX_DETAILED, "a case has one oddity");
}

/// Prints the numbers of illegal moves, and the last position of the main line on small boards.
fn replay(out: &mut String, record: &GameRecord) {
    let mut forbidden = Vec::new();
    let mut rows = Vec::new();
    let mut turn = None;
    Replayer::new().replay(record.start, &record.tree, |ply| {
        if !ply.main {
            return ControlFlow::Break(());
        }
        if ply.breach.is_some() {
            forbidden.push(ply.number.to_string());
        }
        rows = ply.board.rows();
        turn = Some(ply.turn);
        ControlFlow::Continue(())
    });
    if !forbidden.is_empty() {
        writeln!(out, "forbidden moves: {}", forbidden.join(" ")).unwrap();
    }
    if let Some(turn) = turn {
        writeln!(out, "turn: {}", turn.letter()).unwrap();
    }
    if record.start.size.width().max(record.start.size.height()) <= 9 {
        for row in rows {
            writeln!(out, "  {row}").unwrap();
        }
    }
}
