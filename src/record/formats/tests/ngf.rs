use super::*;
use crate::Format;

fn header(handicap: u8, komi: &str, result: &str, moves: usize) -> String {
    format!(
        "Rated game\n19\nAnna W.     3D*\nBen         9DP\nwww.cyberoro.com\n{handicap}\n0\n{komi}\n\
         20190504 [ 9:03]\n10\n{result}\n{moves}\n"
    )
}

#[test]
fn a_complete_game() {
    let text =
        header(0, "6", "Black wins by resignation!", 3) + "PMABBREER\nPMACWEEEE\nPMADBQRRQ\n";
    for text in [text.clone(), text.replace('\n', "\r\n"), text.replace('\n', "\r")] {
        let record = one(&text);
        assert_eq!(record.format, Format::Ngf);
        assert_eq!(
            properties(&record),
            "GN=Rated game; PW=Anna W.; WR=3D*; PB=Ben; BR=9p; PC=www.cyberoro.com; HA=0; DT=2019-05-04; \
             RE=Black wins by resignation; KM=6.5; SZ=19"
        );
        assert_eq!(main_line(&record), "B[qd] W[dd] B[pq]");
        assert_eq!(codes(&record.diagnostics), "");
    }
}

#[test]
fn a_handicap_has_stones_and_no_half_point() {
    let record = one(&(header(2, "0", "White loses on time", 1) + "PMABWQRRQ\n"));
    assert_eq!(main_line(&record), "AB[pd] AB[dp] PL[W] W[pq]");
    assert_eq!(record.info.komi.unwrap().points(), 0.0);
    assert_eq!(record.info.handicap, Some(2));
    let three = one(&(header(3, "0", "", 2) + "PMABWQQQQ\nPMACBEEEE\n"));
    assert_eq!(main_line(&three), "AB[pd] AB[dp] AB[dd] PL[W] W[pp] B[dd]");
}

#[test]
fn results_in_prose() {
    for (text, expected) in [
        ("Black wins by 0.5!", "B+0.5"),
        ("White wins by  resign!", "W+R"),
        ("White loses on time", "B+T"),
        ("Black wins by 16.5 points! >> White(66):Black(89)", "B+16.5"),
        ("黒5.5目勝！ >> 白(64):黒(76)", "B+5.5"),
        ("黒中押し勝ち!", "B+R"),
        ("흑 1.5집 승", "B+1.5"),
        ("白時間切れ勝ち！", "W+T"),
        ("Progressing!", "?"),
    ] {
        let result = one(&(header(0, "6", text, 1) + "PMABBREER\n"))
            .info
            .result
            .map(|result| result.to_string());
        assert_eq!(result.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn passes_and_points_off_the_board() {
    let record = one(&(header(0, "6", "", 4) + "PMABBREER\nPMACWAAAA\nPMADBZZZZ\nPMAEWBTTB\n"));
    assert_eq!(main_line(&record), "B[qd] W[] B[!] W[as]");
    let at = header(0, "6", "", 4).len() + 20;
    assert_eq!(codes(&record.diagnostics), format!("bad-move@{at}"));
}

#[test]
fn the_dialect_with_gi() {
    let text = "GI韩国十段战\nGI朴承华 初段\nGI李载雄 五段\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI3\n\
        PMABBREER\nPMACWEEEE\nPMADBQRRQ\nGI2\nIDW[2] 星位。\n第二行[EndTxt]\nIDB[3] 黑中盘胜(现场消息)[EndTxt]\n";
    let (bytes, _, _) = encoding_rs::GBK.encode(text);
    let parsed = read(&bytes);
    assert_eq!(parsed.text.charset.name, "gbk");
    let record = &parsed.records[0];
    assert_eq!(
        properties(record),
        "GN=韩国十段战; PB=朴承华; BR=初段; PW=李载雄; WR=五段; DT=2006-9-5; HA=0; KM=6.5; RE=黑中盘胜; SZ=19"
    );
    assert_eq!(main_line(record), "B[qd] W[dd] B[pq]");
    assert_eq!(comments(record), [(2, "星位。\n第二行"), (3, "黑中盘胜(现场消息)")]);
    assert_eq!(codes(&record.diagnostics), "");
}

#[test]
fn damage_is_reported_with_its_place() {
    let at = header(0, "6", "", 9).len();
    let cut = one(&(header(0, "6", "", 9) + "PMABBREER\nPMACWEEEE\nPMADB"));
    assert_eq!(main_line(&cut), "B[qd] W[dd]");
    assert_eq!(codes(&cut.diagnostics), format!("bad-move@{} missing-moves@{}", at + 20, at + 25));
    let gap = one(&(header(0, "6", "", 3) + "PMABBREER\nPMAEWEEEE\nnonsense\nPMAFBQRQR\n"));
    assert_eq!(main_line(&gap), "B[qd] W[dd] B[pq]");
    assert_eq!(
        codes(&gap.diagnostics),
        format!("missing-moves@{} bad-line@{} bad-move@{}", at + 10, at + 20, at + 29)
    );
    let moves_only = one("PMABBREER\nPMACWEEEE\n");
    assert_eq!(
        (main_line(&moves_only).as_str(), properties(&moves_only).as_str()),
        ("B[qd] W[dd]", "SZ=19")
    );
    let no_title = header(0, "6", "", 1).replacen("Rated game\n", "", 1) + "PMABBREER\n";
    assert!(properties(&one(&no_title)).starts_with("PW=Anna W.; WR=3D*; PB=Ben; BR=9p"));
    let bad_size = header(0, "6", "", 1).replacen("\n19\n", "\n99\n", 1) + "PMABBREER\n";
    assert_eq!(codes(&one(&bad_size).diagnostics), "bad-size@11");
}

#[test]
fn a_header_alone_is_a_game_and_other_texts_are_none() {
    assert_eq!(main_line(&one(&header(0, "6", "", 0))), "");
    for text in ["one\n2\nthree\n", "PM\nPMAB\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13"] {
        assert_eq!(read(text.as_bytes()).records.len(), 0, "{text}");
    }
}

#[test]
fn a_tree_behind_control_characters_is_none() {
    let lines = "Rated game\n19\nben 7D*\nanna 15D\nwww.cyberoro.com\n2\n0\n0\n20190504 [09:51]\n5\nWhite wins\n2\n";
    assert_eq!(read(lines.as_bytes()).records[0].format, Format::Ngf);
    let tree = format!("(\0\0SZ[9]C[{lines}];B[cc])");
    assert_eq!(read(tree.as_bytes()).records[0].format, Format::Sgf);
}
