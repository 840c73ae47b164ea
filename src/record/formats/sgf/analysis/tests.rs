//! Tests with made-up games in the exact form in which each analysis program writes its evaluations, compared with the
//! evaluations that must be read from them.

#![allow(clippy::unwrap_used)]

use super::katrain::read_kt;
use super::note::{Notes, Value};
use crate::analysis::{Candidate, Lead, Rate};
use crate::formats::sgf;
use crate::game::{BoardSize, Move, Point};
use crate::{Code, GameRecord};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::io::Write;

fn read(text: &str) -> GameRecord {
    let (mut records, outside) = sgf::read(text);
    assert!(outside.is_empty() && records.len() == 1, "{text}");
    records.remove(0)
}

/// Prints a number, or `-` for none.
fn number_text<T: ToString>(number: Option<T>) -> String {
    number.map_or("-".to_owned(), |number| number.to_string())
}

fn rate(rate: Option<Rate>) -> String {
    number_text(rate.map(|rate| f64::from(rate.hundredths()) / 100.0))
}

fn lead(lead: Option<Lead>) -> String {
    number_text(lead.map(Lead::points))
}

fn action(action: &Move) -> String {
    match action {
        Move::Place(Point { x, y }) => format!("{x},{y}"),
        other => format!("{other:?}"),
    }
}

/// Prints a candidate as `MOVE=RATE/LEAD/VISITS:LINE`.
fn candidate(of: &Candidate) -> String {
    let line: Vec<String> = of.line.iter().map(action).collect();
    let (best, visits) = (action(&of.action), number_text(of.visits));
    let (rate, lead) = (rate(of.black_rate), lead(of.black_lead));
    format!("{best}={rate}/{lead}/{visits}:{}", line.join(" "))
}

/// Prints a line for each evaluation that was read: node, engine, source, Black's rate and lead, playouts, candidates.
fn verdicts(text: &str) -> Vec<String> {
    let record = read(text);
    let verdicts = record.analysis.verdicts.iter().map(|verdict| {
        let engine = &record.analysis.engines[usize::from(verdict.engine)];
        let name = engine.name.as_deref().unwrap_or("-");
        let candidates: Vec<String> = verdict.candidates.iter().map(candidate).collect();
        let (rate, lead) = (rate(verdict.black_rate), lead(verdict.black_lead));
        let (node, source, visits) = (verdict.node, verdict.source, number_text(verdict.visits));
        let head = format!("{node} {}/{name} {source} {rate} {lead} {visits}", engine.writer);
        [&[head], &candidates[..]].concat().join(" ")
    });
    verdicts.collect()
}

fn bad(text: &str) -> usize {
    let record = read(text);
    record.diagnostics.iter().filter(|d| d.code == Code::BadAnalysis).count()
}

fn gzip(text: &str) -> String {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(text.as_bytes()).unwrap();
    STANDARD.encode(writer.finish().unwrap())
}

/// Makes a value of KaTrain's property `KT`, without the area and the policy, which are not read.
fn kt(json: &str) -> String {
    let empty = gzip("");
    format!("KT[{empty}][{empty}][{}]", gzip(json))
}

#[test]
fn katrain_keeps_its_analysis_packed() {
    let json = r#"{"root": {"winrate": 0.41834, "scoreLead": -1.161, "visits": 9}, "completed": true,
        "moves": {"Q4": {"move": "Q4", "order": 999, "visits": 50, "winrate": 0.1, "scoreLead": 0},
        "D4": {"move": "D4", "order": 1, "visits": 3, "winrate": 0.4, "scoreLead": -1.5, "pv": ["D4", "Q4", "Z99"]},
        "pass": {"move": "pass", "order": 0, "winrate": 1.0001, "pv": ["pass"]},
        "Z1": {"move": "Z1", "order": 2}}}"#;
    let text = format!("(;GM[1]KTV[1.0]{};B[pd]{}C[a human's])", kt(json), kt(json));
    let one = "KaTrain/KataGo KT 41.83 -1.16 9 Pass=100/-/-:Pass 3,15=40/-1.5/3:3,15 15,15";
    assert_eq!(verdicts(&text), [format!("0 {one}"), format!("1 {one}")]);
    let properties = read(&text).properties;
    let names: Vec<&str> = properties.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["GM", "KTV"]);
    assert!(read("(;KTV[1.0];B[pd])").analysis.is_empty());
}

#[test]
fn broken_katrain_is_reported_and_the_rest_is_read() {
    let empty = gzip("");
    let bomb = gzip(&" ".repeat(2 << 20));
    for kt in [
        "KT[x]".to_owned(),
        format!("KT[{empty}][{empty}]"),
        format!("KT[{empty}][{empty}][!]"),
        format!("KT[{empty}][{empty}][{}]", STANDARD.encode("no gzip")),
        format!("KT[{empty}][{empty}][{empty}]"),
        format!("KT[{empty}][{empty}][{bomb}]"),
        kt("{\"moves\": {}}"),
        kt("{\"root\": {\"winrate\": 0.5"),
        kt("{\"root\": {\"winrate\": 5}}"),
    ] {
        let text = format!("(;GM[1];B[pd]{kt};W[dd]SBKV[40])");
        let shown: String = kt.chars().take(80).collect();
        assert_eq!(verdicts(&text), ["2 Sabaki/- SBKV 40 - -"], "{shown}");
        assert_eq!(bad(&text), 1, "{shown}");
    }
}

#[test]
fn katrain_comments_fill_in_what_its_values_lack() {
    let end = "\n\u{3164}\u{200b}";
    let move_2 = format!(
        "Move 2: W R2\r\nScore: B+3.9\r\nWin rate: B 71.1%\r\nEstimated point loss: 4.3\r\n\
         Predicted top move was S2 (W+0.5).\r\nPV: WS2 K4\r\nMove was #96 according to policy  (0.00%).{end}"
    );
    let root = "{\"root\": {\"winrate\": 0.5, \"scoreLead\": 0}}";
    let text =
        format!("(;C[SGF generated by KaTrain 1.12.3{end}];B[pd]{};W[rr]C[{move_2}])", kt(root));
    assert_eq!(
        verdicts(&text),
        [
            "1 KaTrain/KataGo KT 50 0 - 17,17=-/-0.5/-:17,17 9,15",
            "2 KaTrain/KataGo comment 71.1 3.9 -"
        ]
    );
    let record = read(&text);
    assert_eq!(record.analysis.verdicts[1].recorded_loss, Some(Lead::from_hundredths(430)));
    let losses = record.analysis.losses(&record.tree, 0);
    assert_eq!((losses[0].points, losses[0].drop), (Some(390), Some(2110)));
    // No position before the move was evaluated. So no loss can be computed, and the one that the comment states is
    // used.
    let without_verdict_before = read(&format!("(;;B[pd];W[rr]C[{move_2}])"));
    assert_eq!(without_verdict_before.analysis.verdicts.len(), 1);
    let losses = without_verdict_before.analysis.losses(&without_verdict_before.tree, 0);
    assert_eq!((losses[0].points, losses[0].drop), (Some(430), None));
}

#[test]
fn katrain_letters_are_those_of_the_language() {
    let comment = |score: &str| {
        format!("C[Coup 1: B Q16\nScore : {score}+3\nPronostic : {score} 60.0%\n\u{3164}\u{200b}]")
    };
    let game = |root: &str, scores: [&str; 2]| {
        let [first, second] = scores.map(comment);
        verdicts(&format!("(;C[{root}];B[pd]{first};W[dd]{second})"))
    };
    let root = |version: &str| format!("SGF generated by KaTrain {version}\u{3164}\u{200b}");
    let black = "KaTrain/KataGo comment 60 3 -";
    let white = "KaTrain/KataGo comment 40 -3 -";
    let both = |one: &str, two: &str| [format!("1 {one}"), format!("2 {two}")];
    // The first comment has N, which is Noir (Black). So B in the second one is Blanc (White).
    assert_eq!(game("", ["N", "B"]), both(black, white));
    assert_eq!(game("", ["W", "B"]), both(white, black));
    assert_eq!(game(&root("1.16"), ["B", "B"]), both(white, white));
    assert_eq!(game(&root("1.9.1"), ["B", "B"]), both(black, black));
    assert!(game("", ["B", "B"]).is_empty());
    // The lead in `KT` on the same node shows which player B is in the comment.
    let kt = kt("{\"root\": {\"scoreLead\": -3}}");
    let text = format!("(;;B[pd]{kt}{};W[dd]{})", comment("B"), comment("B"));
    assert_eq!(
        verdicts(&text),
        ["1 KaTrain/KataGo KT 40 -3 -", "2 KaTrain/KataGo comment 40 -3 -"]
    );
}

#[test]
fn katrain_without_marks_needs_its_sentence_at_the_root() {
    let node = "B[pd]C[Move 1: B Q16\nScore: B+0.4\nWin Rate: B 52.0%\nNote: well played]";
    assert!(verdicts(&format!("(;C[a game];{node})")).is_empty());
    let root = "C[SGF with review generated by KaTrain.]";
    assert_eq!(verdicts(&format!("(;{root};{node})")), ["1 KaTrain/KataGo comment 52 0.4 -"]);
}

#[test]
fn ka_is_kayas_or_katrains() {
    let ka =
        r#"KA[{"w":0.4183,"s":-1.16,"m":[{"m":"D4","p":0.24,"w":0.42,"s":-1.1,"v":9}\],"v":9}]"#;
    let one = "41.83 -1.16 9 3,15=42/-1.1/9:3,15";
    assert_eq!(verdicts(&format!("(;;B[pd]{ka})")), [format!("1 Kaya/- KA {one}")]);
    let kt = kt("{\"root\": {\"winrate\": 0.5}}");
    let text = format!("(;;B[pd]{ka};W[dd]{kt}{ka})");
    let second = "2 KaTrain/KataGo KT 50 -1.16 9 3,15=42/-1.1/9:3,15".to_owned();
    assert_eq!(verdicts(&text), [format!("1 KaTrain/KataGo KA {one}"), second]);
    assert_eq!(bad("(;;B[pd]KA[{\"w\":0.4)])"), 1);
}

#[test]
fn lizzie_gives_the_rate_of_the_mover_and_all_else_of_the_opponent() {
    let moves = "move R16 visits 182 winrate 9434 prior 406 scoreMean 6.64 pv R16 D4 info move Z1 visits 2 info \
                 move C4 visits 110 winrate 9400 scoreMean 6.51 pv C4 pass ownership 0.1 0.2";
    let lz = format!("LZ[KataGo-18b 5.7 968 6.6 14.9\n{moves}]");
    // The root has no move, so its rate is that of the player who is not to move, White: 5.7 % for White is 94.3 % for
    // Black. After W it is White's rate as well.
    let black = "94.3 6.6 968 16,3=94.34/6.64/182:16,3 3,15 2,15=94/6.51/110:2,15 Pass";
    let white = "5.7 -6.6 968 16,3=5.66/-6.64/182:16,3 3,15 2,15=6/-6.51/110:2,15 Pass";
    let of = |node: u32, source: &str, values: &str| {
        format!("{node} Lizzie/KataGo-18b {source} {values}")
    };
    assert_eq!(verdicts(&format!("(;{})", lz.replace("LZ", "LZOP"))), [of(0, "LZOP", black)]);
    assert_eq!(verdicts(&format!("(;HA[2]{})", lz.replace("LZ", "LZOP"))), [of(0, "LZOP", white)]);
    assert_eq!(verdicts(&format!("(;AB[dd]{})", lz.replace("LZ", "LZOP"))), [of(0, "LZOP", white)]);
    let text = format!("(;HA[2]{};B[])", lz.replace("LZ", "LZOP"));
    assert_eq!(verdicts(&text), [of(0, "LZOP", black)]);
    // The value is tested after passes in a row, before the move of its node, and in a setup node with `PL`.
    let text = format!("(;;B[]{lz};{lz}W[];PL[W]AB[aa]{lz})");
    assert_eq!(verdicts(&text), [of(1, "LZ", white), of(2, "LZ", black), of(3, "LZ", white)]);
}

#[test]
fn lizzie_has_many_forms() {
    let of = |lz: &str| verdicts(&format!("(;;B[pd]{lz})"));
    // Lizzie's header begins with a version in place of the engine's name. It has no score, so that of the first
    // candidate is used.
    let lz = "LZ[0.7.4 45.9 1.2k\nmove D4 visits 700 winrate 5412 scoreMean 0.51 pv D4 Q4 info ]";
    assert_eq!(of(lz), ["1 Lizzie/- LZ 45.9 -0.51 1200 3,15=45.88/-0.51/700:3,15 15,15"]);
    let lz =
        "LZ[闪电分析 52,3 12.3m 0,5 14,9 0.4\nmove D4 visits 1 winrate 10 scoreMean 0,51 pv D4]";
    assert_eq!(of(lz), ["1 Lizzie/闪电分析 LZ 52.3 -0.5 12300000 3,15=99.9/-0.51/1:3,15"]);
    // LizGoban writes a header without candidates.
    assert_eq!(of("LZ[0.7.2 50.0 3.0G]"), ["1 Lizzie/- LZ 50 - 3000000000"]);
    // The header has 0 playouts, so the position was not analysed, and no diagnostic is due either.
    assert!(read("(;;B[pd]LZ[0.7.4 50.0 0\n])").analysis.is_empty());
    assert_eq!(bad("(;;B[pd]LZ[0.7.4 50.0 0\n])"), 0);
    for lz in [
        "LZ[]",
        "LZ[0.7.4]",
        "LZ[0.7.4 101 5]",
        "LZ[a 50 5 x]",
        "LZ[a 50 5\nmove D4 winrate 10001]",
    ] {
        assert_eq!(bad(&format!("(;;B[pd]{lz})")), 1, "{lz}");
    }
    // Two engines analysed the game, one of them not in all nodes. The other name in the last node is a third engine.
    let text = "(;;B[pd]LZ2[b 60 7]LZ[a 50 5];W[dd]LZ[a 50 6];B[dp]LZ[c 50 8])";
    let wanted = [
        "1 Lizzie/b LZ2 60 - 7",
        "1 Lizzie/a LZ 50 - 5",
        "2 Lizzie/a LZ 50 - 6",
        "3 Lizzie/c LZ 50 - 8",
    ];
    assert_eq!(verdicts(text), wanted);
}

#[test]
fn lizzies_comments() {
    let zh = "C[黑棋 胜率: 94.3% (-0.1%) \n领先: 6.7 (+0.1)  不确定度: 14.8\n(KataGo-18b / 1.2k 计算量)\n贴目: 6.5]";
    let en = "C[nice! White win rate: 10.0% lead: -6.0 stdev: 14.8\n(a / 7 visits)\nkomi: 6.5]";
    // A person could have typed a single comment of this form, so it is not believed.
    assert!(verdicts(&format!("(;;B[pd]{zh})")).is_empty());
    let both = ["1 Lizzie/- comment 94.3 6.7 1200", "2 Lizzie/- comment 90 6 7"];
    assert_eq!(verdicts(&format!("(;;B[pd]{zh};W[dd]{en})")), both);
    // The game has a value of `LZ`, so the comments are believed. The comment on the node of that value gives no lead,
    // because the lead in a comment may leave out komi.
    let text = format!("(;;B[pd]LZ[a 50 5]{zh};W[dd];B[dp]{zh})");
    assert_eq!(verdicts(&text), ["1 Lizzie/a LZ 50 - 5", "3 Lizzie/a comment 94.3 6.7 1200"]);
    let on_board = zh.replace("领先", "盘面");
    let text = format!("(;;B[pd]{on_board};W[dd]{on_board})");
    assert_eq!(
        verdicts(&text),
        ["1 Lizzie/- comment 94.3 - 1200", "2 Lizzie/- comment 94.3 - 1200"]
    );
    let old = "C[Move 12\n52.3% (-1.2%)\n(0e3ea880 / 1.2k playouts)\n\nhello]";
    let new = "C[Black's winrate: 52,3% \nscoreMean: 1.5\n(g170e / 0 playouts)]";
    let text = format!("(;;B[pd]{old};W[dd]{old};B[dp]{new})");
    assert_eq!(
        verdicts(&text),
        ["1 Lizzie/- comment 52.3 - 1200", "2 Lizzie/- comment 47.7 - 1200"]
    );
    let new = "C[Black's winrate: 52,3% \nscoreMean: 1.5\n(g170e / 8 playouts)]";
    let text = format!("(;;B[pd]{new};W[dd]{new})");
    assert_eq!(
        verdicts(&text),
        ["1 Lizzie/- comment 52.3 1.5 8", "2 Lizzie/- comment 52.3 -1.5 8"]
    );
    // `DZ` says that LizzieYzy let an engine play; its comments then stand on the node after the one that they
    // describe.
    let text = format!("(;DZ[KB];B[pd]{zh};W[dd]{zh};B[dp]{zh})");
    let wanted = [0, 1, 2].map(|node| format!("{node} Lizzie/- comment 94.3 6.7 1200"));
    assert_eq!(verdicts(&text), wanted);
}

#[test]
fn sabaki_and_its_kin() {
    let text = "(;SBKV[45.61000000000001]SBKS[-0.5];B[pd]SBKV[50];W[dd]SBKS[0.3])";
    assert_eq!(
        verdicts(text),
        ["0 Sabaki/- SBKV 45.61 -0.5 -", "1 Sabaki/- SBKV 50 - -", "2 Sabaki/- SBKS - 0.3 -"]
    );
    assert_eq!(read(text).properties.len(), 0);
    let text = "(;SBKV[43.5]OGSC[-0.7];B[pd]SBKV[0.3]OGSC[-0.0];W[dd]OGSC[3])";
    assert_eq!(
        verdicts(text),
        ["0 Ogatak/- SBKV 43.5 -0.7 -", "1 Ogatak/- SBKV 0.3 0 -", "2 Ogatak/- OGSC - 3 -"]
    );
    for value in ["x", "-Infinity", "101", "", "nan", "inf", "-1", "4 5"] {
        let text = format!("(;;B[pd]SBKV[{value}]SBKS[2])");
        assert_eq!(verdicts(&text), ["1 Sabaki/- SBKS - 2 -"], "{value}");
        assert_eq!(bad(&text), 1, "{value}");
    }
    let record = read("(;;B[pd]SBKS[-1001])");
    let bad = record.diagnostics.iter().next().unwrap();
    let wanted = "`SBKS` has a value that cannot be read: -1001";
    assert_eq!((&*bad.message, bad.offset), (wanted, 13));
    assert_eq!(verdicts("(;;B[pd]SBKV[40][60])"), ["1 Sabaki/- SBKV 40 - -"]);
    // The value is cut off by the end of the file and may have had more digits, so it is dropped.
    assert!(sgf::read("(;;B[pd]SBKV[4").0[0].analysis.is_empty());
}

#[test]
fn analyze_sgf() {
    let new = "C[Move 1\n\n* Win rate: W 60.38%\n* Score lead: W 0.87\n* Win rate drop: B ⇣-0.22%\n* Visits: 1015\n\n\
               Bad moves left\n\n* Black bad moves: #39 ⇣6.32%\n\nThe proposed variations\n\n1. BM4 (W 60.66%, W 0.90, 3361 visits)]";
    let old = "C[As White:\n* Win rate: 60.00%\n* Win rate loss: 1.00%\n* Score lead: -14.46\n* Visits: 5]";
    let text = format!(
        "(;C[# Analyze-SGF Report\n\nKomi 6.5];B[pd]{new}TE[1]SBKV[39.62];W[dd]{old}BM[1]HO[1])"
    );
    assert_eq!(
        verdicts(&text),
        ["1 analyze-sgf/- SBKV 39.62 -0.87 1015", "2 analyze-sgf/- comment 40 14.46 5"]
    );
    let annotations = read(&text).analysis.annotations;
    let names: Vec<_> = annotations.iter().map(|a| (a.node, a.judgement.property())).collect();
    assert_eq!(names, [(1, "TE"), (2, "BM"), (2, "HO")]);
}

#[test]
fn q5go() {
    let text = "(;QKGV[2448:0.004138:-2.29415:1.0295::KataGo 1.9: s1056][7:0,5:0:0:6.5];\
                B[pd]QKGV[7:1e-05:3:2:6.5:Leela];W[dd]QLZV[1200:0.523000])";
    let wanted = [
        "0 q5Go/KataGo 1.9: s1056 QKGV 0.41 -2.29 2448",
        "0 q5Go/komi 6.5 QKGV 50 - 7",
        "1 q5Go/Leela, komi 6.5 QKGV 0 3 7",
        "2 q5Go/- QLZV 52.3 - 1200",
    ];
    assert_eq!(verdicts(text), wanted);
    assert_eq!(bad("(;;B[pd]QKGV[1:2:3:4])"), 1);
    assert_eq!(bad("(;;B[pd]QLZV[])"), 1);
}

#[test]
fn go_review_partner_describes_the_position_before() {
    let text = "(;RSGF[Analysis by GoReviewPartner\nBot: Leela/0.11.0\nKomi: 6.5]BOT[x]\
                ;B[pd]CBM[Q16]VNWR[52.3%/47.7%]BWWR[60%/40%]ES[W+3.5]\
                (;W[dd]CBM[PASS];B[dp]CBM[RESIGN]ES[W+1])(;W[dp]BWWR[70%/30%]PLYO[77];B[dd]PLYO[x]))";
    let wanted = [
        "0 GoReviewPartner/Leela/0.11.0 BWWR 60 -3.5 - 15,3=-/-/-:15,3",
        "1 GoReviewPartner/Leela/0.11.0 CBM - - - Pass=-/-/-:Pass",
        "2 GoReviewPartner/Leela/0.11.0 ES - -1 -",
        "4 GoReviewPartner/Leela/0.11.0 BWWR 70 - 77",
    ];
    assert_eq!(verdicts(text), wanted);
    assert_eq!(verdicts("(;BOT[Pachi];B[pd]ES[B+0])"), ["0 GoReviewPartner/Pachi ES - 0 -"]);
    assert_eq!(bad(text), 1);
    assert_eq!(bad("(;;B[pd]BWWR[60])"), 1);
}

#[test]
fn katago_gives_whites_view_of_the_position_before() {
    let text = "(;C[startTurnIdx=0,gameHash=1];C[0.10 0.89 0.01 -12.9 v=1500 weight=0.50]B[pd]\
                ;W[dd]C[0.50 0.50 0.00 -0.0 v=15 rv=99];B[dp]C[Pass for ko 1.00 0.00 0.00 3.50 result=W+3])";
    let wanted = [
        "0 KataGo/KataGo comment 89.5 12.9 1500",
        "1 KataGo/KataGo comment 50 0 99",
        "2 KataGo/KataGo comment 0 -3.5 -",
    ];
    assert_eq!(verdicts(text), wanted);
    let record = read(text);
    assert!(record.analysis.engines[0].alternates);
    assert!(record.analysis.losses(&record.tree, 0).is_empty());
    let two = "(;;B[pd]C[0.10 0.89 0.01 -12.9];W[dd]C[0.50 0.50 0.00 -0.0])";
    assert!(verdicts(two).is_empty());
}

#[test]
fn sentences() {
    let leela = "C[Hm. Overall black win%: 52.34%\nLeela's preferred next move: D4\nVisited 1000 nodes\n\nA -> Win%: 52.00% (300 visits)]";
    let none = "C[Overall black win%: not computed (Leela still in opening book)\nLeela's preferred next move: D4]";
    let text = format!("(;;B[pd]{leela};W[dd]{none};B[dp]{leela})");
    let wanted = [
        "1 leela-analysis/Leela comment 52.34 - 1000 3,15=-/-/-:3,15",
        "3 leela-analysis/Leela comment 52.34 - 1000 3,15=-/-/-:3,15",
    ];
    assert_eq!(verdicts(&text), wanted);
    assert!(verdicts(&format!("(;;B[pd]{leela};W[dd];B[dp]{leela})")).is_empty());

    let katagui = "(;;B[pd]C[P:0.00 S:0.0];W[dd]C[P:0.54 S:1.2];B[dp])";
    assert_eq!(verdicts(katagui), ["2 katagui/KataGo comment 54 1.2 -"]);

    let ogs = "(;;B[pd](;W[dd])(;W[dp]C[Black's win rate: %15.4 visits: 507];B[dd]C[x White's win rate: %20]))";
    assert_eq!(verdicts(ogs), ["3 OGS/- comment 15.4 - 507", "4 OGS/- comment 80 - -"]);

    let sensei = "(;C[Mistakes:\n\nPlayer\tMove\tLoss \tScore\n\nWhite\t  2\t 13.4\tB+18.6 points];B[pd]\
        (;W[dd]C[Mistake!\n\nThis move is 13 points worse than the AI move.\n\nBlack is ahead by 18.6 points.])\
        (;W[dp]C[I would play here.\n\nWhite is ahead by 11.9 points.])\
        (;W[dq]C[Mistake!\n\nThis move is 1.5 points worse than the AI move.\n\nThe game is even.]))";
    let wanted = [
        "2 AI Sensei/- comment - 18.6 -",
        "3 AI Sensei/- comment - -11.9 -",
        "4 AI Sensei/- comment - 0 -",
    ];
    assert_eq!(verdicts(sensei), wanted);
    let record = read(sensei);
    let losses: Vec<_> = record
        .analysis
        .losses(&record.tree, 0)
        .iter()
        .map(|loss| (loss.node, loss.points))
        .collect();
    assert_eq!(losses, [(2, Some(1300)), (4, Some(150))]);
}

#[test]
fn dm_is_a_lead_only_beside_wv() {
    let text = "(;;B[pd]LZ[a 59.0 5]DM[1]WV[0.41];W[dd]DM[1];B[dp]DM[3.2])";
    assert_eq!(verdicts(text), ["1 Lizzie/a LZ 59 - 5", "1 unknown/- WV 59 1 -"]);
    let annotations = read(text).analysis.annotations;
    assert_eq!(annotations.iter().map(|a| a.node).collect::<Vec<_>>(), [2]);
}

#[test]
fn annotations() {
    let text =
        "(;TE[cup]GB[2];B[pd]BM[]DO[]IT[]TE[2]UC[x]V[-3.5]HO[1][2];W[dd]V[B+3];B[dp]V[5000])";
    let record = read(text);
    let told = record.analysis.annotations.iter().map(|a| {
        format!("{} {}{}", a.node, a.judgement.property(), if a.is_strong { "!" } else { "" })
    });
    let wanted = ["0 GB!", "1 BM", "1 DO", "1 IT", "1 TE!", "1 V", "1 HO"];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
    assert_eq!(bad(text), 1);
    assert!(record.analysis.verdicts.is_empty());
}

#[test]
fn similar_words_of_people_are_no_analysis() {
    for comment in [
        "I think 60%",
        "Win rate: who knows",
        "/jueyi白48.0%",
        "victim predicted win prob: 0.57 loss: 0.43, predicted score: 0.60",
        "numbers: 0.10 0.90 0.00 -12.9",
        "Score: W+3.9",
        "This move is bad. Black is ahead by 10 points.",
        "P:0.54",
        "Move 12 was 60%",
    ] {
        let nodes: String =
            ["B[pd]", "W[dd]", "B[dp]"].map(|m| format!(";{m}C[{comment}]")).concat();
        let record = read(&format!("(;{nodes})"));
        assert!(record.analysis.is_empty(), "{comment}");
        assert!(record.diagnostics.is_empty(), "{comment}");
    }
}

#[test]
fn names_lose_katrains_mark() {
    let text = "(;PB[AI (KataGo)\u{3164}\u{200b}]PW[Kim\u{3164}];B[pd])";
    let players = read(text).info.players;
    assert_eq!(players.black.name.as_deref(), Some("AI (KataGo)"));
    assert_eq!(players.white.name.as_deref(), Some("Kim"));
}

#[test]
fn other_boards_and_games() {
    let lz = "LZ[a 50 5\nmove J9 visits 1 pv J9 A1 info move K1 visits 1 pv K1]";
    assert_eq!(
        verdicts(&format!("(;SZ[9];B[aa]{lz})")),
        ["1 Lizzie/a LZ 50 - 5 8,0=-/-/1:8,0 0,8"]
    );
    let lz = "LZ[a 50 5\nmove J13 visits 1 pv J13 A1 K1]";
    assert_eq!(
        verdicts(&format!("(;SZ[9:13];B[aa]{lz})")),
        ["1 Lizzie/a LZ 50 - 5 8,0=-/-/1:8,0 0,12"]
    );
    let other = read("(;GM[40];B[aa]SBKV[50]TE[1]C[P:0.54 S:1.2])");
    assert!(other.analysis.verdicts.is_empty());
    assert_eq!(other.analysis.annotations.len(), 1);
}

#[test]
fn a_game_has_sixteen_engines_at_most() {
    let values: String = (0..20).map(|n| format!("[1:0.5:1:1::engine {n}]")).collect();
    let record = read(&format!("(;;B[pd]QKGV{values}SBKV[40])"));
    assert_eq!(record.analysis.engines.len(), 16);
    assert_eq!(record.diagnostics.counts(), [(Code::TooLarge, 1)]);
}

#[test]
fn unpacking_is_bounded_for_a_file() {
    let json = "{\"root\": {\"winrate\": 0.5}}".to_owned() + &" ".repeat(1000);
    let kt = kt(&json);
    let texts = kt.split(['[', ']']).filter(|text| !text.is_empty() && *text != "KT");
    let value = |text| Value { property: "KT", node: 1, text, offset: 0, size: BoardSize::GO };
    let values: Vec<Value> = texts.map(value).collect();
    let (mut notes, mut room) = (Notes::default(), 5 * json.len() / 2);
    for _ in 0..5 {
        read_kt(&values, &mut room, &mut notes);
    }
    // Three values fit into the budget exactly. All of them are read, and the others give one diagnostic.
    assert_eq!((notes.list.len(), room), (3, 0));
    assert_eq!(notes.diagnostics.counts(), [(Code::TooLarge, 1)]);
}

#[test]
fn names_of_engines_are_cut() {
    let text = format!("(;;B[pd]LZ[{} 59 5])", "é".repeat(5000));
    let record = read(&text);
    let names = record.analysis.engines.iter().map(|of| of.name.clone());
    assert_eq!(names.collect::<Vec<_>>(), [Some("é".repeat(64))]);
}

#[test]
fn a_header_with_a_spaced_name_is_reported() {
    let record = read("(;;B[pd]LZ[Leela Zero 0.17 46.0 1.2k 3.5 move D4 visits 3])");
    assert!(record.analysis.verdicts.is_empty());
    assert_eq!(record.diagnostics.counts(), [(Code::BadAnalysis, 1)]);
}

#[test]
fn a_best_move_of_the_next_comment_makes_no_verdict() {
    let end = "\u{3164}\u{200b}";
    let comment = format!(
        "Move 2: W D4\nScore: B+1.0\nWin rate: B 55.0%\nPredicted top move was S2 (W+0.5).\n{end}"
    );
    // The value on the first node has only the number of playouts, which is no evaluation.
    let only_visits = kt(r#"{"root": {"visits": 9}, "moves": {}}"#);
    let text = format!("(;;B[pd]{only_visits};W[dd]C[{comment}])");
    assert_eq!(verdicts(&text), ["2 KaTrain/KataGo comment 55 1 -"]);
}

#[test]
fn of_many_evaluations_of_even_the_first_counts() {
    let marks = "DM[3]".repeat(1000);
    assert_eq!(verdicts(&format!("(;;W[dd]WV[0.5]ZZ[1]{marks})")), ["1 unknown/- WV 50 3 -"]);
}

#[test]
fn many_values_among_many_stones_take_no_longer() {
    let (stones, values) = ("[aa]".repeat(100_000), "LZ[a 59 5]".repeat(50_000));
    assert_eq!(verdicts(&format!("(;;AB{stones}{values})")), ["1 Lizzie/a LZ 41 - 5"]);
    let nodes = ";LZ[a 59 5]".repeat(50_000);
    let record = read(&format!("(;AB{stones}{nodes})"));
    assert_eq!(record.analysis.verdicts.len(), 50_000);
}
