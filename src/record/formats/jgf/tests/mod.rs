#![allow(clippy::unwrap_used, clippy::expect_used)]

mod damage;
mod json;

use super::{looks_like, read};
use crate::game::{GameKind, Move, Point, Stone};
use crate::{Action, Code, GameRecord};

fn one(text: &str) -> GameRecord {
    let mut games = read(text).unwrap_or_else(|| panic!("no game in {text:.100}"));
    assert_eq!(games.len(), 1, "{text:.100}");
    assert!(looks_like(text), "{text:.100}");
    games.remove(0)
}

fn name(point: Point) -> String {
    let letter = |n: u8| {
        if n < 26 { (b'a' + n) as char } else { (b'A' + n - 26) as char }
    };
    format!("{}{}", letter(point.x), letter(point.y))
}

/// Actions of a node: `B[pd]`, `W[]`, `B[!]`, `AB[aa]`, `AE[aa:bb]`, `PL[W]`.
fn actions(game: &GameRecord, node: u32) -> Vec<String> {
    let show = |action: &Action| match *action {
        Action::Move(color, Move::Place(point)) => format!("{}[{}]", color.letter(), name(point)),
        Action::Move(color, Move::Pass) => format!("{}[]", color.letter()),
        Action::Move(color, _) | Action::Raw(color, _) => format!("{}[!]", color.letter()),
        Action::Turn(color) => format!("PL[{}]", color.letter()),
        Action::Add(stone, from, to) => {
            let letter = stone.color().map_or('E', |color| color.letter());
            assert_ne!(stone, Stone::Hole);
            let to = if from == to { String::new() } else { format!(":{}", name(to)) };
            format!("A{letter}[{}{to}]", name(from))
        }
    };
    game.tree.actions(node).iter().map(show).collect()
}

fn line(game: &GameRecord, nodes: impl IntoIterator<Item = u32>) -> String {
    nodes.into_iter().flat_map(|node| actions(game, node)).collect::<Vec<_>>().join(" ")
}

fn main_line(game: &GameRecord) -> String {
    line(game, game.tree.main_line())
}

fn parents(game: &GameRecord) -> Vec<Option<u32>> {
    (0..game.tree.len() as u32).map(|node| game.tree.parent(node)).collect()
}

fn comments(game: &GameRecord) -> Vec<&str> {
    game.tree.comments().map(|(_, text)| text).collect()
}

fn property<'g>(game: &'g GameRecord, name: &str) -> Option<&'g str> {
    game.properties
        .iter()
        .find(|property| property.name == name)
        .map(|property| property.values[0].as_str())
}

#[test]
fn version_2() {
    let game = one(
        r#"{"record":{"format":"JGF","version":"2.0.0","generator":"Seki v4.3.0","transcriber":"me"},"board":{"size":9},
        "source":{"name":"Go magazine","copyright":"2014"},"event":{"name":"Cup","location":"Seoul","round":"Final"},
        "players":{"black":{"name":"A","rank":"9p","team":"T","country":"Korea"},"white":{"name":"B"}},
        "rules":{"ruleset":"Japanese","komi":6.5,"handicap":0,"time":7200,"overtime":"3x20 byo-yomi"},
        "game":{"type":"Go","name":"N","result":"W+4.5","date":"2023-06-12","opening":"Low chinese","annotator":"An",
        "description":"D"},
        "tree":[{"comments":["hello","again"]},{"move":{"color":"black","x":2,"y":3,"timeLeft":5}},
        {"move":{"color":"white","pass":true}}]}"#,
    );
    assert_eq!(main_line(&game), "B[cd] W[]");
    assert_eq!(comments(&game), ["hello", "again"]);
    let pairs: Vec<(&str, &str)> =
        game.properties.iter().map(|p| (p.name.as_str(), p.values[0].as_str())).collect();
    let head = [
        ("SZ", "9"),
        ("PB", "A"),
        ("BR", "9p"),
        ("BT", "T"),
        ("BLACKCOUNTRY", "Korea"),
        ("PW", "B"),
    ];
    assert_eq!(pairs[..6], head);
    let tail = [
        ("DT", "2023-06-12"),
        ("EV", "Cup"),
        ("RO", "Final"),
        ("PC", "Seoul"),
        ("GN", "N"),
        ("RE", "W+4.5"),
        ("ON", "Low chinese"),
        ("AN", "An"),
        ("GC", "D"),
        ("RU", "Japanese"),
        ("KM", "6.5"),
        ("HA", "0"),
        ("SO", "Go magazine"),
        ("CP", "2014"),
        ("US", "me"),
        ("AP", "Seki v4.3.0"),
        ("TM", "7200"),
        ("OT", "3x20 byo-yomi"),
    ];
    assert_eq!(pairs[6..], tail);
    assert_eq!(game.info.players.black.name.as_deref(), Some("A"));
    assert!(game.diagnostics.is_empty(), "{:?}", game.diagnostics);
}

#[test]
fn version_1_as_the_specification_writes_it() {
    let game = one(
        "\u{feff}JGF = {\n // Game record\n record: {version: 1,},\n players: [{color: 'white', name: 'W'}, {color: 'black', rank: 9, pro: true}],
        rules: {ruleSet: \"Japanese\", mainTime: 7200, overTime: '3x20 byo-yomi',}, /* {[ */
        tree: [ {comments: ['it\\'s', {name: \"C. Ommentator\", timestamp: \"2023\", comment: \"mine\"}, {comment: 'x'}]},
        {move: {color: \"black\", x: 15, y: 3,}}, ],\n};\n",
    );
    assert_eq!(main_line(&game), "B[pd]");
    assert_eq!(comments(&game), ["it's", "C. Ommentator: mine", "x"]);
    let shown = ["RU", "TM", "OT", "PW", "BR"].map(|name| property(&game, name).unwrap());
    assert_eq!(shown, ["Japanese", "7200", "3x20 byo-yomi", "W", "9p"]);
    assert!(game.diagnostics.is_empty(), "{:?}", game.diagnostics);
}

#[test]
fn everything_under_game() {
    let game = one(
        r#"{"record":{"version":1,"application":"ngGo","annotator":"An","source":"mag"},
        "game":{"type":"go","players":[{"color":"black","name":"Lee"}],"komi":6.5,"rules":"Japanese",
        "time":{"type":"Byo-yomi","main":7200,"overtime":60},"dates":["2011-04-22","2011-04-23"],"event":"Cup",
        "location":"Seoul","round":"Semi"},"board":{"width":19,"height":19},
        "tree":[{"root":true},{"move":{"B":[2,3]}},{"move":{"W":"pass"}},
        [[{"move":{"B":[9,15]}},{"move":{"W":[9,16]}}],[{"move":{"B":[9,16]}}]]]}"#,
    );
    assert_eq!(main_line(&game), "B[cd] W[] B[jp] W[jq]");
    assert_eq!(parents(&game), [None, Some(0), Some(1), Some(2), Some(3), Some(2)]);
    let shown = ["PB", "KM", "RU", "TM", "OT", "DT", "EV", "PC", "RO", "AN", "SO", "AP"]
        .map(|name| property(&game, name).unwrap_or("-"));
    let wanted =
        "Lee|6.5|Japanese|7200|60 Byo-yomi|2011-04-22,2011-04-23|Cup|Seoul|Semi|An|mag|ngGo";
    assert_eq!(shown.join("|"), wanted);
}

#[test]
fn bare_arrays() {
    let game = one(
        r#"[{"root":true,"setup":{"W":["ba","bb"],"B":["aa:cc"],"E":[[0,1],{"x":0,"y":0}]},"comments":["c"]},
        [[{"move":{"B":"gc"}},{"move":{"W":""}}],
         [{"move":{"B":"gg"}},[[{"move":{"W":"gc"}}],[{"setup":{"E":["aa"]}},{"move":{"W":"cc"}}]]]]]"#,
    );
    assert_eq!(main_line(&game), "AW[ba] AW[bb] AB[aa:cc] AE[ab] AE[aa] B[gc] W[]");
    assert_eq!(parents(&game), [None, Some(0), Some(1), Some(0), Some(3), Some(3), Some(5)]);
    assert_eq!(game.start.size.to_string(), "19x19");
    assert_eq!(main_line(&one(r#"[{}, {"B":"dd"}, {"W":"pass"}]"#)), "B[dd] W[]");
}

#[test]
fn setup_and_turn() {
    let game = one(
        r#"{"board":{"width":9,"height":5},"tree":[{"setup":[{"type":"black","coords":[{"x":4,"y":4},[0,0],"bb"]},
        {"type":"clear","coords":[{"x":7,"y":8}]},{"type":"white","coords":[8,4]}],"turn":"white",
        "move":{"color":"white","x":1,"y":1}}]}"#,
    );
    assert_eq!(actions(&game, 0), ["AB[ee]", "AB[aa]", "AB[bb]", "AW[ie]", "PL[W]", "W[bb]"]);
    let codes: Vec<Code> = game.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, [Code::BadPoint, Code::MoveWithSetup]);
    assert_eq!(property(&game, "SZ"), Some("9:5"));
}

#[test]
fn moves_off_the_board_and_odd_ones() {
    let game = one(
        r#"{"board":{"size":"9"},"tree":[{},{"move":{"color":"black","x":9,"y":0}},{"move":{"color":"W","x":-1,"y":0}},
        {"move":{"color":"black","x":1.5,"y":0}},{"move":{"color":"white","x":"3","y":4.0}},{"move":{"color":"red","x":1,"y":1}},
        {"move":{"B":"tt"}},{"move":{"W":[1]}},{"move":null},{"move":{"color":"black","x":1e309,"y":null}}]}"#,
    );
    assert_eq!(main_line(&game), "B[!] W[!] B[!] W[de] B[] W[!] B[!]");
    assert_eq!((game.tree.len(), game.diagnostics.total()), (10, 6));
}

#[test]
fn variations() {
    let v = |x: u8| format!(r#"{{"move":{{"color":"black","x":{x},"y":0}}}}"#);
    let (a, b, c, d) = (v(0), v(1), v(2), v(3));
    // The nodes behind the `variations` are a third line beside the two of the fork.
    let game = one(&format!(r#"{{"tree":[{{}},{a},{{"variations":[[{b}],[{c}]]}},{d},{a}]}}"#));
    assert_eq!(parents(&game), [None, Some(0), Some(1), Some(1), Some(1), Some(4)]);
    assert_eq!(main_line(&game), "B[aa] B[ba]");
    // A node has a move and `variations`, of which one is a single node and one a list without nodes.
    let game =
        one(&format!(r#"{{"tree":[{{"variations":[{b},[],[{c},{d}]],"move":{{"B":"dd"}}}}]}}"#));
    assert_eq!(parents(&game), [None, Some(0), Some(0), Some(2)]);
    assert_eq!(line(&game, 0..4), "B[dd] B[ba] B[ca] B[da]");
    // The tree begins with variations, without a node before them; they get an empty root.
    let game = one(&format!(r#"{{"tree":[[[{a}],[{b}]]]}}"#));
    assert_eq!(parents(&game), [None, Some(0), Some(0)]);
    // Arrays stand in place of nodes and are variations, like parentheses in SGF.
    let game = one(&format!("{{\"tree\":[{a},[{b},{c}],[{d}]]}}"));
    assert_eq!(parents(&game), [None, Some(0), Some(1), Some(0)]);
    // The list of variations is empty, so the next node continues the line.
    let game = one(&format!(r#"{{"tree":[{a},{{"variations":[]}},{b}]}}"#));
    assert_eq!(parents(&game), [None, Some(0)]);
}

#[test]
fn several_games_in_a_text() {
    let a = r#"{"game":{"name":"a"},"tree":[{}]}"#;
    let b = r#"{"game":{"name":"b"},"tree":[{"move":{"B":"dd"}},]}"#;
    let names = |text: &str| -> Vec<String> {
        let games = read(text).unwrap_or_default();
        games.iter().map(|game| property(game, "GN").unwrap_or("-").to_owned()).collect()
    };
    assert_eq!(names(&format!("{a}\n{b}\n")), ["a", "b"]);
    assert_eq!(names(&format!("[{a},{{\"x\":1}},{b}]")), ["a", "b"]);
    assert_eq!(names(&format!("{{\"type\":1}}\n{a}\r\n{b}")), ["a", "b"]);
    let games = read(&format!("{a}\n{{\"game\":{{\"name\" \"c\"}},tree:[{{}}]}}\n{b}")).unwrap();
    assert_eq!(games.iter().map(|game| game.diagnostics.total()).collect::<Vec<_>>(), [0, 1, 0]);
}

#[test]
fn other_games_and_sizes() {
    assert_eq!(one(r#"{"game":{"type":"chess"},"tree":[{}]}"#).start.game, GameKind::Other(0));
    assert_eq!(one(r#"{"game":{"type":"GO"},"tree":[{}]}"#).start.game, GameKind::Go);
    for (board, size, bad) in [
        ("", "19x19", 0),
        (r#""size":52"#, "52x52", 0),
        (r#""size":53"#, "19x19", 1),
        (r#""size":1e309"#, "19x19", 1),
        (r#""width":5,"height":7"#, "5x7", 0),
        (r#""width":13"#, "13x13", 0),
        (r#""size":0"#, "19x19", 1),
        (r#""size":-1"#, "19x19", 1),
        (r#""size":9.5"#, "19x19", 1),
        (r#""size":275"#, "19x19", 1),
    ] {
        let game = one(&format!(r#"{{"board":{{{board}}},"tree":[{{}}]}}"#));
        assert_eq!(
            (game.start.size.to_string().as_str(), game.diagnostics.total()),
            (size, bad),
            "{board}"
        );
    }
}

#[test]
fn results_and_dates() {
    let shown = |game: &str, name: &str| {
        let game = one(&format!(r#"{{"game":{{{game}}},"tree":[{{}}]}}"#));
        property(&game, name).unwrap_or("-").to_owned()
    };
    assert_eq!(shown(r#""result":0"#, "RE"), "0");
    assert_eq!(shown(r#""result":"?""#, "RE"), "?");
    assert_eq!(shown(r#""result":"""#, "RE"), "-");
    assert_eq!(shown(r#""result":"B+R","result":"W+R""#, "RE"), "W+R");
    assert_eq!(
        shown(r#""date":"2011-04-22","dates":["2011-04-22","2011-04-23"]"#, "DT"),
        "2011-04-22,2011-04-23"
    );
    assert_eq!(shown(r#""date":"2011-04-22","dates":[]"#, "DT"), "2011-04-22");
    assert_eq!(shown(r#""date":1999"#, "DT"), "1999");
    let pair = r#""players":[{"color":"black","name":"A"},{"color":"white","name":"C"},{"color":"black","name":"B"}]"#;
    assert_eq!(shown(pair, "PB"), "A & B");
    assert_eq!(shown(r#""players":[{"name":"A"},{"name":"B"}]"#, "PW"), "B");
}
