use super::*;
use crate::Format;

const HEADER: &str = "\\HS\n\
    \\[GAMEBLACKNAME=Anna (3D)\\]\n\
    \\[GAMEWHITENAME=Ben (4D)\\]\n\
    \\[GAMERESULT=white wins by resignation\\]\n\
    \\[GAMENAME=Club evening\\]\n\
    \\[GAMEPLACE=Tygem Baduk\\]\n\
    \\[GAMEINFOMAIN=GBKIND:3,GTIME:600-30-3,GRLT:4,ZIPSU:0,DUM:0,GONGJE:65,TCNT:3\\]\n\
    \\[GAMETAG=S0,R0,D0,G65,W4,Z0,T30-3-600,\t\tC2019:05:04:20:15,I:ben,L:21\\]\n\
    \\HE\n";

fn game(moves: &str) -> GameRecord {
    one(&format!("{HEADER}\\GS\n2 1 0\n{moves}\\GE\n"))
}

#[test]
fn a_complete_game() {
    let record = game(
        "5 0 &4\nINI 0 1 0 &4 Good luck! \nSTO 0 2 1 15 3 \nSTO 0 3 2 3 15 \nSKI 0 4 \nSKI 0 5\n",
    );
    assert_eq!(record.format, Format::Gib);
    assert_eq!(
        properties(&record),
        "SZ=19; PB=Anna; BR=3D; PW=Ben; WR=4D; RE=W+R; DT=2019-05-04; KM=6.5; HA=0; GN=Club evening; \
         PC=Tygem Baduk; GAMERESULT=white wins by resignation; TM=600; OT=3x30 byo-yomi"
    );
    assert_eq!(main_line(&record), "B[pd] W[dp] B[] W[]");
    assert_eq!(comments(&record), [(0, "Good luck!")]);
    assert_eq!(codes(&record.diagnostics), "");
}

#[test]
fn handicap_stones_stand_where_tygem_sets_them() {
    let three = game("2 0 &4\nINI 0 1 3 &4 \nSTO 0 2 2 15 15 \n");
    assert_eq!(main_line(&three), "AB[pd] AB[dp] AB[dd] PL[W] W[pp]");
    let other = game("2 0 &4\nINI 0 1 3 &4 \nSTO 0 2 2 3 3 \n");
    assert_eq!(main_line(&other), "AB[pd] AB[dp] AB[pp] PL[W] W[dd]");
    let pass = game("2 0 &4\nINI 0 1 2 &4 \nSKI 0 2 \n");
    assert_eq!(main_line(&pass), "AB[pd] AB[dp] PL[W] W[]");
    let many = game("1 0 &4\nINI 0 1 12 &4 \nSTO 0 2 2 3 3\n");
    assert_eq!(main_line(&many), "W[dd]");
    assert_eq!(codes(&many.diagnostics), "handicap-without-stones@0");
    assert_eq!(many.info.handicap, Some(12));
}

/// Checks the codes of results against the page "GIB" of Sensei's Library.
#[test]
fn results_by_their_codes() {
    for (code, points, expected) in [
        (0, 25, "B+2.5"),
        (1, 110, "W+11"),
        (3, 0, "B+R"),
        (4, 0, "W+R"),
        (7, 0, "B+T"),
        (8, 0, "W+T"),
        (255, 0, "B+0.5"),
    ] {
        for field in [
            format!("\\[GAMEINFOMAIN=GBKIND:0,GRLT:{code},ZIPSU:{points},GONGJE:65\\]"),
            format!("\\[GAMETAG=S1,R5,W{code},Z{points},T20-1-0\\]"),
        ] {
            let record =
                one(&format!("\\HS\n\\[GAMERESULT=흑 반집승\\]\n{field}\n\\HE\n\\GS\n\\GE\n"));
            let result = record.info.result.unwrap().to_string();
            assert_eq!(result, expected, "{field}");
        }
    }
}

#[test]
fn komi_is_what_black_gives_or_else_what_white_gives() {
    for (main, komi) in [
        ("GONGJE:65,DUM:0", Some(6.5)),
        ("GONGJE:0,DUM:0", Some(0.0)),
        ("GONGJE:0,DUM:5", Some(-5.0)),
        ("DUM:10", Some(-10.0)),
        ("GONGJE:x", None),
    ] {
        let record = one(&format!("\\HS\n\\[GAMEINFOMAIN=GRLT:3,{main}\\]\n\\HE\n\\GS\n\\GE"));
        assert_eq!(record.info.komi.map(|komi| komi.points()), komi, "{main}");
    }
}

#[test]
fn ranks_in_words_and_in_levels() {
    for (fields, shown) in [
        ("\\[GAMEBLACKNAME=지우 (1급)\\]", "지우 1k"),
        ("\\[GAMEBLACKNAME=石下(2段)\\]", "石下 2d"),
        ("\\[BUSERINFO=BID:anna,BLV:26,BNICK:Anna,BNCD:0\\]", "Anna 9d"),
        ("\\[BUSERINFO=BID:anna,BLV:35\\]", "anna 9p"),
        ("\\[GAMEBLACKNAME=anna\\]\n\\[GAMEBLACKLEVEL=0\\]", "anna 18k"),
        ("\\[GAMEBLACKNAME=anna\\]\n\\[GAMEBLACKLEVEL=anna\\]", "anna -"),
        ("\\[GAMEBLACKNAME=(smile) (5K)\\]", "(smile) 5k"),
    ] {
        let record = one(&format!("\\HS\n{fields}\n\\HE\n\\GS\n\\GE"));
        let black = &record.info.players.black;
        let rank = black.rank.map_or("-".to_owned(), |rank| rank.to_string());
        assert_eq!(format!("{} {rank}", black.name.as_deref().unwrap()), shown);
    }
}

#[test]
fn dates_in_three_places() {
    for (field, day) in [
        ("\\[GAMETAG=S1,C2012:11:22:18:03,I:x\\]", "2012-11-22"),
        ("\\[GAMEINFOSUB=GNAMEF:0,GDATE:2015- 8-29-22-56-58,GCMT:\\]", "2015-08-29"),
        ("\\[GAMEDATE=2020- 6-14- 1-26-14\\]", "2020-06-14"),
        ("\\[GAMEDATE=2012年11月22日 下午 6:3\\]", "2012-11-22"),
    ] {
        let record = one(&format!("\\HS\n{field}\n\\HE\n\\GS\n\\GE"));
        assert_eq!(record.info.date.unwrap().earliest(), day, "{field}");
    }
}

#[test]
fn damage_is_reported_with_its_place() {
    let cut =
        one(&format!("{HEADER}\\GS\n2 1 0\n9 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 15 3\nSTO 0 3 2 "));
    assert_eq!(main_line(&cut), "B[pd]");
    let at = HEADER.len();
    assert_eq!(codes(&cut.diagnostics), format!("bad-move@{} missing-moves@{}", at + 45, at + 55));
    let beginning_lost = one("STO 0 40 2 16 2\nSTO 0 41 1 3 15\nnonsense\nSTO 0 44 1 30 3\n\\GE\n");
    assert_eq!(main_line(&beginning_lost), "W[qc] B[dp] B[!]");
    assert_eq!(
        codes(&beginning_lost.diagnostics),
        "missing-moves@0 bad-line@32 missing-moves@41 bad-move@41"
    );
    let unclosed = one("\\HS\n\\[GAMEBLACKNAME=Anna\n\\[GAMEWHITENAME=Ben\\]\n\\HE\n\\GS\n\\GE\n");
    assert_eq!(properties(&unclosed), "SZ=19; PB=Anna; PW=Ben; HA=0");
    assert_eq!(codes(&unclosed.diagnostics), "unclosed-value@6");
    let short = game("9 0 &4\nINI 0 1 0 &4\nSTO 0 2 1 15 3\n");
    assert!(codes(&short.diagnostics).starts_with("missing-moves@"));
}

#[test]
fn fields_over_two_lines_and_several_on_one() {
    let record = one(
        "\\HS\n\\[GAMECOMMENT=first\nsecond\\]\n\\[GAMEBLACKNAME=A\\]\\[GAMEWHITENAME=B\\]\\HE\n\\GS\n\\GE",
    );
    assert_eq!(record.info.game_comment.as_deref(), Some("first\nsecond"));
    assert_eq!(record.info.players.white.name.as_deref(), Some("B"));
    assert_eq!(codes(&record.diagnostics), "");
}

#[test]
fn other_boards_and_several_games() {
    let small = one(
        "\\HS\n\\[GAMEINFOMAIN=LINE:13,GONGJE:65\\]\n\\HE\n\\GS\nINI 0 1 5 &4\nSTO 0 2 2 12 12\n\\GE",
    );
    assert_eq!(main_line(&small), "AB[jd] AB[dj] AB[dd] AB[jj] AB[gg] PL[W] W[mm]");
    let two = format!("{HEADER}\\GS\n\\GE\n{HEADER}\\GS\nSTO 0 2 1 3 3\n\\GE\nbye");
    let parsed = read(two.as_bytes());
    assert_eq!(parsed.records.len(), 2);
    assert_eq!(main_line(&parsed.records[1]), "B[dd]");
    assert_eq!(codes(&parsed.records[1].diagnostics), format!("stray-text@{}", two.len() - 3));
}

#[test]
fn no_game() {
    for text in ["\\HS\n\\HE\n\\GS\n\\GE\n", "\\HS", "\\GS\n1 0 &4\nINI 0 1 0 &4\n\\GE"] {
        let parsed = read(text.as_bytes());
        assert_eq!(parsed.records.len(), 0, "{text}");
    }
}

#[test]
fn legacy_charsets() {
    let text = "\\HS\n\\[GAMEBLACKNAME=민준 (3단)\\]\n\\[GAMEWHITENAME=지우 (2단)\\]\n\\[GAMERESULT=백 불계승\\]\n\\HE\n\\GS\n\\GE\n";
    let parsed = read(&encoding_rs::EUC_KR.encode(text).0);
    let charset = parsed.text.charset;
    assert_eq!((charset.name, charset.from.as_str()), ("euc-kr", "detected"));
    assert_eq!(
        properties(&parsed.records[0]),
        "SZ=19; PB=민준; BR=3단; PW=지우; WR=2단; RE=백 불계승; HA=0; GAMERESULT=백 불계승"
    );
}
