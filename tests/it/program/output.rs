//! Output of `search` for programs, and what is printed only on terminals.

use crate::support::{Place, Run, program, run_on, samples};
use serde_json::Value;

fn run(arguments: &[&str]) -> Run {
    run_on(samples(), arguments)
}

fn run_with(variables: &[(&str, &str)], arguments: &[&str]) -> String {
    let mut command = program(samples());
    let output = command.envs(variables.iter().copied()).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Rows of CSV text, strictly by RFC 4180: lines end with CRLF, and within quotes two quotes stand for one.
pub fn rows_of_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut value) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => value.push('"'),
            '"' if quoted => quoted = false,
            _ if quoted => value.push(c),
            '"' if value.is_empty() => quoted = true,
            '"' => panic!("a quote inside of a value without quotes: {row:?}"),
            ',' => row.push(std::mem::take(&mut value)),
            '\r' => {
                assert_eq!(chars.next(), Some('\n'), "a CR by itself");
                row.push(std::mem::take(&mut value));
                rows.push(std::mem::take(&mut row));
            }
            '\n' => panic!("a line feed by itself"),
            _ => value.push(c),
        }
    }
    assert!(!quoted && row.is_empty() && value.is_empty(), "the last line has no end");
    rows
}

#[test]
fn csv_equals_json() {
    let fields =
        "id,black,white,result,event,round,komi,moves,path,member,title,game_comment,overtime";
    let rows = rows_of_csv(&run(&["search", "", "--csv", "--fields", fields]).ends(0).out);
    let objects = run(&["search", "", "--json"]).ends(0).json();
    let names: Vec<&str> = fields.split(',').collect();
    assert_eq!(rows[0], names);
    assert_eq!(rows.len(), objects.len() + 1);
    for (row, object) in rows[1..].iter().zip(&objects) {
        let cell_text = |name: &&str| match &object[*name] {
            Value::Null => String::new(),
            // One of the games has control characters; in a table they become blanks.
            Value::String(text) => text.replace(|c: char| c.is_control() && c != '\n', " "),
            value => value.to_string(),
        };
        assert_eq!(*row, names.iter().map(cell_text).collect::<Vec<_>>());
    }
}

#[test]
fn hostile_values_stay_in_their_cells() {
    let place = Place::new();
    let name = "a\"b,c\td";
    let comment = "one,\n\"two\"\r\nthree";
    place.write("a.sgf", format!("(;PB[{name}]PW[=1+1]EV[ x ]GC[{comment}];B[pd])"));
    place.build();
    let found = run_on(
        &place.folder(),
        &["search", "", "--csv", "--fields", "black,white,event,game_comment"],
    );
    let rows = rows_of_csv(&found.ends(0).out);
    assert_eq!(rows[1], ["a\"b,c d", "'=1+1", "x", "one,\n\"two\"\nthree"]);
    let lines = run_on(&place.folder(), &["search", "", "--fields", "black,game_comment"]);
    assert_eq!(lines.ends(0).out, "a\"b,c d\tone, \"two\" three\n");
}

#[test]
fn spreadsheets_run_no_formula() {
    let place = Place::new();
    let texts = "PB[=1+1]PW[@SUM(A1)]EV[＝1]RO[-2]PC[\t=1]GN[+x]";
    place.write("a.sgf", format!("(;KM[-5.5]{texts};B[pd])"));
    place.build();
    let fields = "komi,moves,black,white,event,round,place,title,result";
    let quoted = ["-5.5", "1", "'=1+1", "'@SUM(A1)", "'＝1", "'-2", "'=1", "'+x", ""];
    let plain = quoted.map(|value| value.trim_start_matches('\''));
    let ask = |arguments: &[&str]| {
        let arguments = [arguments, &["--fields", fields]].concat();
        run_on(&place.folder(), &arguments).ends(0).out
    };
    assert_eq!(rows_of_csv(&ask(&["search", "", "--csv"]))[1], quoted);
    assert_eq!(rows_of_csv(&ask(&["export", "", "--csv", "-"]))[1], quoted);
    let raw = ask(&["search", "", "--csv", "--csv-raw"]);
    assert_eq!(rows_of_csv(&raw)[1], plain);
    let raw = ask(&["export", "", "--csv", "-", "--csv-raw"]);
    assert_eq!(rows_of_csv(&raw)[1], plain);
    // Tab-separated output is for programs, and must begin with a line of column names.
    assert_eq!(ask(&["search", ""]), plain.join("\t") + "\n");
    let refused = run_on(&place.folder(), &["search", "", "--csv-raw"]).ends(2);
    assert!(refused.err.contains("--csv"), "{}", refused.err);
}

/// JSON output must escape control characters and invisible characters. Parsing the JSON must give them back.
#[test]
fn json_escapes_control_and_invisible_characters() {
    const ODD: &str =
        "a\u{9b}2J\u{7f}\u{202e}b\u{2066}\u{61c}\u{200e}\u{2028}\u{feff}\u{ad}\u{e0041}z";
    let place = Place::new();
    // The games have enough moves to count as copies of each other.
    let moves: String = ('a'..='s')
        .zip("WB".chars().cycle())
        .map(|(column, color)| format!(";{color}[{column}q]"))
        .collect();
    let game = format!("(;PB[{ODD}]PW[Anna]EV[{ODD}]RE[B+R]C[{ODD} ladder];B[pd]{moves};B[{ODD}])");
    place.write("a.sgf", &game);
    let file = place.write("folder/\u{202e}.sgf", &game);
    run_on(&place.folder(), &["build", place.games().to_str().unwrap()]).ends(0);
    let is_invisible = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{ad}' | '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
    };
    let mut checked = 0;
    for arguments in [
        &["search", "ladder", "--json"][..],
        &["search", "", "--json", "--fields", "event,black"],
        &["search", "--explain", "--json", &format!("\"{ODD}\"")],
        &["export", "", "--jsonl", "-"],
        &["show", "--json", file.to_str().unwrap()],
        &["players", "--json"],
        &["stats", "--by", "event", "--json"],
        &["position", "--json", "Q16"],
        &["position", "--json", "Q16", "--filter", &format!("\"{ODD}\" OR black:*")],
        &["pattern", "--json", "---/X"],
        &["doctor", "--json", place.games().to_str().unwrap()],
        &["dups", "--json"],
        &["status", "--json"],
    ] {
        let run = run_on(&place.folder(), arguments);
        assert!(!run.out.is_empty(), "{arguments:?}: {}", run.err);
        assert!(!run.out.contains(is_invisible), "{arguments:?}: {:?}", run.out);
        run.json();
        checked += usize::from(run.out.contains("\\u202e"));
    }
    assert!(checked >= 8, "{checked}");
    let found = run_on(&place.folder(), &["search", "", "--json"]).json();
    assert_eq!(found[0]["white"], "Anna");
    let games = run_on(&place.folder(), &["show", "--json", file.to_str().unwrap()]).json();
    assert!(games[0]["path"].as_str().unwrap().ends_with("\u{202e}.sgf"));
}

/// Suggested commands must not contain control characters, even if names in records do.
#[test]
fn suggested_commands_have_no_control_characters() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[b]PW[x\u{1b}]0;t\u{7}\u{202e} y\u{9b}2J];B[pd];W[dd];B[dp])");
    for arguments in [&["build", place.games().to_str().unwrap()][..], &["status"]] {
        let out = run_on(&place.folder(), arguments).ends(0).out;
        let odd = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!out.contains(odd), "{out:?}");
        let line = out.lines().find(|line| line.contains("search ")).unwrap();
        let query = line.split('\'').nth(1).unwrap();
        run_on(&place.folder(), &["search", query]).ends(0);
    }
}

#[test]
fn columns_are_those_that_are_named() {
    let lines = run(&["search", "player:Lee", "--fields", "date,black,dates,size"]).ends(0);
    assert!(lines.out.starts_with("2016-03-13\tAlphaGo\t2016-03-13\t19\n"), "{}", lines.out);
    let header = run(&["search", "player:Lee", "--fields", "id,moves", "--header"]).ends(0);
    assert!(header.out.starts_with("id\tmoves\n7387b4db"), "{}", header.out);
    let usual = run(&["search", "player:Lee", "--header"]).ends(0);
    assert!(usual.out.starts_with("id\tdate\tblack\tblack_rank\t"), "{}", usual.out);
    // Requested keys must come in the requested order, with `null` for unknown values.
    let json = run(&["search", "comment:ladder", "--json", "--fields", "event,id,black,date"]);
    for line in json.ends(0).json() {
        let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["event", "id", "black", "date"]);
    }
    // CSV without hits must still have the line of column names.
    let none = run(&["search", "player:Nobody", "--csv", "--fields", "id,path"]).ends(1);
    assert_eq!(none.out, "id,path\r\n");
}

#[test]
fn an_unknown_column_is_an_error_with_a_way_out() {
    let error = run(&["search", "Lee", "--fields", "id,blakc"]).fails();
    assert!(error.contains("there is no column `blakc`"), "{error}");
    assert!(error.contains("did you mean `black`?"), "{error}");
    assert!(error.contains("variations"), "{error}");
    let empty = run(&["search", "Lee", "--csv", "--fields", "id,,date"]).fails();
    assert!(empty.contains("there is no column ``"), "{empty}");
}

/// Every key in the JSON can be requested as a column.
#[test]
fn every_key_of_json_is_a_column() {
    let mut keys: Vec<String> = Vec::new();
    for line in run(&["search", "", "--json"]).ends(0).json() {
        keys.extend(line.as_object().unwrap().keys().cloned());
    }
    for line in run(&["search", "comment:ladder", "--json"]).ends(0).json() {
        keys.extend(line.as_object().unwrap().keys().cloned());
    }
    keys.sort();
    keys.dedup();
    assert!(keys.len() > 30, "{keys:?}");
    run(&["search", "", "--csv", "--fields", &keys.join(",")]).ends(0);
}

#[test]
fn lines_may_end_with_nul() {
    let json = run(&["search", "player:Lee", "--json", "-0"]).ends(0);
    let lines = run(&["search", "player:Lee", "--json"]).ends(0);
    assert_eq!(json.out, lines.out.replace('\n', "\0"));
    assert!(!json.out.contains('\n'));
    for line in json.out.trim_end_matches('\0').split('\0') {
        serde_json::from_str::<Value>(line).unwrap();
    }
    let refused = run(&["search", "player:Lee", "-0"]).ends(2);
    assert!(refused.err.contains("--paths"), "{}", refused.err);
}

#[test]
fn the_order_is_the_same_in_every_form() {
    let ids = |form: &[&str]| -> Vec<String> {
        let mut arguments = vec!["search", "", "--fields", "id"];
        arguments.extend(form);
        let out = run(&arguments).ends(0).out;
        let id = |line: &str| line.chars().filter(char::is_ascii_hexdigit).rev().take(16).collect();
        out.lines().map(id).collect()
    };
    let tsv = ids(&[]);
    assert_eq!(tsv, ids(&["--csv"])[1..]);
    assert!(tsv.len() > 40);
}

#[test]
fn colours_are_for_terminals_and_those_who_ask() {
    let show = ["show", "sample-archive/modern/lee-sedol-alphago-2016-game4.sgf"];
    let colored = |variables: &[(&str, &str)], more: &[&str]| {
        let arguments: Vec<&str> = show.iter().chain(more).copied().collect();
        run_with(variables, &arguments).contains("\x1B[")
    };
    assert!(!colored(&[], &[]));
    assert!(colored(&[], &["--color", "always"]));
    assert!(colored(&[("NO_COLOR", "1")], &["--color=always"]));
    assert!(colored(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(!colored(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
}

#[test]
fn links_are_for_terminals_and_those_who_ask() {
    let kitty = [("TERM", "xterm-kitty")];
    let table = ["position", "Q16", "D4", "Q3", "--draw"];
    assert!(!run_with(&kitty, &table).contains('\x1B'));
    let linked_output = run_with(&[], &[&table[..], &["--hyperlink", "always"]].concat());
    let linked = linked_output.matches("\x1B]8;;file://").count();
    assert!(linked >= 5, "{linked_output}");
    // Every hyperlink that is opened must be closed.
    assert_eq!(linked_output.matches("\x1B]8;;\x1B\\").count(), linked);
    assert!(linked_output.contains("/sample-archive/"), "{linked_output}");
    // Output for programs must never have hyperlinks.
    let lines = run_with(&kitty, &["search", "player:Lee", "--hyperlink", "always"]);
    assert!(!lines.contains('\x1B'), "{lines}");
}

#[test]
fn a_pipe_needs_no_pager() {
    let paged = [("KIFU_PAGER", "sed s/^/paged:/"), ("LINES", "3")];
    let plain = run(&["search", ""]).ends(0).out;
    assert_eq!(run_with(&paged, &["search", ""]), plain);
    assert!(plain.lines().count() > 3);
}

#[test]
fn places_of_positions_are_columns() {
    let query = ["search", "position:\"Q16 D4 Q3\"", "--csv", "--fields", "id,move,node,variation"];
    let rows = rows_of_csv(&run(&query).ends(0).out);
    assert_eq!(rows[0], ["id", "move", "node", "variation"]);
    assert!(rows.len() > 4);
    for row in &rows[1..] {
        assert_eq!(row[1..], ["3", "3", "false"], "{row:?}");
    }
}

#[test]
fn an_option_sorts_as_the_query_does() {
    for key in ["date", "-date", "moves", "black"] {
        let option = run(&["search", "player:Lee", "--sort", key]).ends(0);
        let clause = run(&["search", "player:Lee", &format!("sort:{key}")]).ends(0);
        assert_eq!(option.out, clause.out, "{key}");
    }
    let either = run(&["search", "player:Lee OR player:Cho", "--sort", "-moves,date"]).ends(0);
    let group = run(&["search", "(player:Lee OR player:Cho) sort:-moves sort:date"]).ends(0);
    assert_eq!(either.out, group.out);
    let error = run(&["search", "player:Lee", "--sort", "dat"]).fails();
    assert!(
        error.contains("player:Lee sort:dat\n") && error.contains("did you mean `date`?"),
        "{error}"
    );
}

/// Each value that a row shows must be found by the query for that value.
#[test]
fn requested_columns_match_their_queries() {
    let place = Place::new();
    place.write(
        "a.sgf",
        "(;PB[李昌鎬 9p]PW[Ke Jie]RE[W+2.5]DT[1990-05-21,23]TM[1h30]OT[3x60 byo-yomi]RU[chinese];C[Black is behind here, and White will win the game if nothing happens.])",
    );
    place.write("b.jgf", JGF);
    place.build();
    let fields = "winner,how,margin,year,date_from,date_to,black_person,white_person,black_country,lang,time,overtime";
    let rows =
        run_on(&place.folder(), &["search", "", "--csv", "--fields", fields, "--sort", "-date"]);
    let rows = rows_of_csv(&rows.ends(0).out);
    let of_sgf =
        "W,points,2.5,1990,1990-05-21,1990-05-23,Lee Changho,Ke Jie,,en,5400,3x60 byo-yomi";
    assert_eq!(rows[1].join(","), of_sgf);
    assert_eq!(rows[2][8], "Japan");
    let count = |query: &str| {
        let run = run_on(&place.folder(), &["search", "-c", query]);
        run.out.trim().parse::<u32>().unwrap()
    };
    for clause in [
        "winner:W",
        "how:points",
        "margin:2.5",
        "year:1990",
        "date:1990-05-21",
        "date:1990-05-23",
        "black:\"Lee Changho\"",
        "white:\"Ke Jie\"",
        "lang:en",
        "time:5400",
        "overtime:\"3x60 byo-yomi\"",
        "country:Japan",
    ] {
        assert_eq!(count(clause), 1, "{clause}");
    }
}

const JGF: &str = r#"JGF = {
    record: {version: 1}, game: {type: "go"}, board: {size: 19},
    players: [{color: "black", name: "x", country: "Japan"}],
    tree: [{move: {color: "black", x: 3, y: 3}}],
}"#;

#[test]
fn each_comment_is_a_row() {
    let place = Place::new();
    place.write(
        "a.sgf",
        "(;GC[About triangles]C[none];B[pd]C[A triangle.](;W[dd]C[no])(;W[qd]C[Triangle, empty, in a variation]))",
    );
    place.write("b.sgf", "(;B[aa]C[a triangle])");
    place.write("c.sgf", "(;B[aa]C[a square];W[bb]C[ ])");
    place.build();
    let rows = |query: &str| {
        let fields = "path,node,move,variation,comment";
        let run =
            run_on(&place.folder(), &["search", query, "--each", "--csv", "--fields", fields]);
        rows_of_csv(&run.out)[1..]
            .iter()
            .map(|row| format!("{}:{}", row[0].rsplit('/').next().unwrap(), row[1..].join("|")))
            .collect::<Vec<_>>()
    };
    let mut found = rows("comment:triangle");
    found.sort();
    assert_eq!(
        found,
        [
            "a.sgf:0|0|false|About triangles",
            "a.sgf:1|1|false|A triangle.",
            "a.sgf:3|2|true|Triangle, empty, in a variation",
            "b.sgf:0|1|false|a triangle",
        ]
    );
    // If the query has no words for comments, each comment of the game must be a row; with a position, only comments at
    // the position.
    assert_eq!(rows("position:pd file:a.sgf").len(), 5);
    assert_eq!(rows("file:c.sgf"), ["c.sgf:0|1|false|a square"]);
    assert_eq!(rows("has:comments").len(), 7);
    let usual = run_on(&place.folder(), &["search", "comment:square", "--each"]);
    assert!(usual.out.ends_with("\t1\t0\tfalse\ta square\n"), "{}", usual.out);
    let each = |arguments: &[&str]| {
        run_on(&place.folder(), &[&["search", "--each", "--json"], arguments].concat())
    };
    assert_eq!(each(&["comment:triangle"]).json().len(), 4);
    assert_eq!(each(&["comment:triangle", "-n", "2"]).json().len(), 2);
    // The two games have four comments in all; `--skip` and `-n` count comments, not games.
    let all = each(&["comment:triangle"]).json();
    assert_eq!(each(&["comment:triangle", "--skip", "2", "-n", "1"]).json(), all[2..3]);
    assert_eq!(each(&["comment:triangle", "--skip", "3"]).json(), all[3..]);
    let beyond = each(&["comment:triangle", "--skip", "4"]).ends(1);
    assert_eq!(beyond.err, "4 comments fit, and --skip 4 skips all of them.\n");
    place.write("d.sgf", "(;PB[Quiet];B[aa])");
    place.build();
    let quiet = each(&["player:Quiet"]);
    assert_eq!((quiet.code, quiet.out.as_str()), (Some(1), ""));
    assert_eq!(quiet.err, "One game fits, but no comment or move of it does.\n");
}

#[test]
fn players_and_copies_are_csv_too() {
    let csv = |arguments: &[&str]| rows_of_csv(&run(arguments).ends(0).out);
    let players = csv(&["players", "--csv"]);
    assert_eq!(
        players[0].join(","),
        "player,games,black,white,won,lost,drawn,unknown,first_year,last_year,spellings,both,beside"
    );
    let objects = run(&["players", "--json"]).json();
    assert_eq!(players.len(), objects.len() + 1);
    for (row, object) in players[1..].iter().zip(&objects) {
        let row_cells =
            [object["player"].as_str().unwrap().to_owned(), object["games"].to_string()];
        assert_eq!(row[..2], row_cells);
    }
    let copies = rows_of_csv(&run(&["dups", "--csv"]).out);
    assert_eq!(copies[0][..6].join(","), "group,relation,differences,turned,conflicts,id");
    let objects = run(&["dups", "--json"]).json();
    let games: usize = objects.iter().map(|group| group["games"].as_array().unwrap().len()).sum();
    assert_eq!(copies.len(), games + 1);
}
