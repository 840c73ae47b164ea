#![allow(clippy::unwrap_used)]

use super::*;
use kifu_record::formats;
use std::path::Path;

fn lines(sgf: &str) -> Vec<String> {
    let parsed = formats::read(sgf.as_bytes());
    let origin = Origin::file(Path::new("/games/a.sgf"));
    (parsed.records.iter().zip(1..))
        .map(|(record, game)| {
            serde_json::to_string(&game_line(record, &origin.game(game), &parsed.text)).unwrap()
        })
        .collect()
}

#[test]
fn all_keys_in_their_order() {
    let sgf = "(;SZ[5:3]PB[Lee]BR[9 dan pro]WR[insei]DT[1846-09-11,14]RE[b+0.50]KM[6.5]HA[0]XX[1][2]\
               AB[aa:ba]AW[cc]PL[W]C[](;W[]C[x];B[zz];B[aa])(;W[bb]))";
    let expected = concat!(
        r#"{"v":1,"content":"185ab482cbb0beb5","#,
        r#""path":"/games/a.sgf","member":null,"game":1,"kind":"go","format":"sgf","charset":"ascii","#,
        r#""charset_from":"utf-8","size":[5,3],"moves":["W[]","B[!]","B[aa]"],"nodes":5,"main_nodes":4,"variations":1,"#,
        r#""setup":["AB[aa]","AB[ba]","AW[cc]"],"turn":"W","#,
        r#""comments":[{"node":0,"move":0,"text":""},{"node":1,"move":1,"text":"x"}],"#,
        r#""info":{"black":"Lee","black_rank":"9p","white_rank":"insei","result":"B+0.5","date":"1846-09-11","#,
        r#""dates":["1846-09-11","1846-09-14"],"date_span":["1846-09-11","1846-09-14"],"komi":6.5,"handicap":0},"#,
        r#""properties":{"SZ":["5:3"],"PB":["Lee"],"BR":["9 dan pro"],"WR":["insei"],"DT":["1846-09-11,14"],"#,
        r#""RE":["b+0.50"],"KM":["6.5"],"HA":["0"],"XX":["1","2"],"AB":["aa:ba"],"AW":["cc"],"PL":["W"],"C":[""]},"#,
        r#""board":["XX...",".....","..O.."],"#,
    );
    let line = &lines(sgf)[0];
    assert_eq!(line.get(..expected.len()), Some(expected), "{line}");
    let diagnostics = &line[expected.len()..];
    assert!(diagnostics.starts_with(r#""diagnostics":[{"code":"bad-move","#));
    assert!(
        diagnostics.ends_with(
            concat!(
                r#"{"code":"illegal-move","message":"move 3 breaks the rules; it was executed","offset":0}],"#,
                r#""at":{"node":3,"move":3,"variation":false,"last":"B[aa]","turn":"W","captured":{"black":0,"white":0}},"#,
                r#""tree":[{"parent":null,"setup":["AB[aa:ba]","AW[cc]","PL[W]"],"comment":""},"#,
                r#"{"parent":0,"move":"W[]","comment":"x"},{"parent":1,"move":"B[!]"},{"parent":2,"move":"B[aa]"},"#,
                r#"{"parent":0,"move":"W[bb]"}]}"#
            )
        ),
        "{diagnostics}"
    );
}

#[test]
fn every_node_has_its_markup() {
    let sgf = "(;SZ[9]LB[aa:1\\]]TR[bb:dd][zz](;B[ee]SQ[ee]SQ[aa][ab])(;B[ff]MA[aa]CR[ab]SL[ac:ba]))(;LB[aa:x])";
    let parsed = formats::read(sgf.as_bytes());
    let marks = formats::read_marks(sgf.as_bytes());
    assert_eq!(marks.iter().map(Vec::len).collect::<Vec<_>>(), [8, 1]);
    let record = &parsed.records[0];
    let origin = Origin::file(Path::new("/games/a.sgf")).game(1);
    let line = game_line(record, &origin, &parsed.text).with_marks(&marks[0]);
    let tree = serde_json::to_value(line).unwrap()["tree"].clone();
    assert_eq!(tree[0]["marks"], serde_json::json!(["LB[aa:1]]", "TR[bb:dd]"]));
    assert_eq!(tree[1]["marks"], serde_json::json!(["SQ[ee]", "SQ[aa]", "SQ[ab]"]));
    assert_eq!(tree[2]["marks"], serde_json::json!(["MA[aa]", "CR[ab]", "SL[aa:bc]"]));
}

#[test]
fn lines_of_action_and_other_games() {
    let all = lines(
        "(;GM[9]C[a];B[E1-E3+];W[];B[resign])(;GM[4]SZ[9];B[a1 b2\\]])(;GM[9]SU[Gemma];B[e8-^^])",
    );
    let has = |number: usize, text: &str| assert!(all[number].contains(text), "{}", all[number]);
    has(0, r#""kind":"loa""#);
    has(0, r#""moves":["B[e1-e3]","W[]","B[resign]"]"#);
    has(0, r#""board":[".XXXXXX.","#);
    has(0, r#""turn":null"#);
    has(1, r#""kind":"other""#);
    has(1, r#""moves":["B[a1 b2]]"]"#);
    has(1, r#""board":[]"#);
    has(2, r#""moves":["B[e8-^^]"]"#);
}

#[test]
fn columns_beyond_z_have_capitals() {
    let size = BoardSize::new(52, 52).unwrap();
    let value = |x, y| move_value(GameKind::Go, size, Move::Place(Point::new(x, y)));
    assert_eq!([value(0, 25), value(26, 51)], ["az", "AZ"]);
}
