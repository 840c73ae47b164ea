use super::*;
use crate::Format;

const HEADER: &str = "[Header]\nVer=UGF3,200\nLang=SJIS\nCrypt=0,PLAIN_UGF_FILE,READ_WRITE\n\
    Title=26th,Gosei,Title match\nPlace=Tokyo\nDate=2001/08/20,09:00:00,2001/08/21,17:00:00\nRule=JPN\nSize=19\n\
    Hdcp=0,5.50\nPtime=J;240;0;0,J;240;0;0,0,0\nWinner=B,1.5\nMoves=0\nWriter=Ben\nCopyright=nobody\n\
    CoordinateType=IGS\nComment=\nPlayerB=Anna,9-dan,0,\nPlayerW=Clara,Gosei,0,\n";

fn game(rest: &str) -> GameRecord {
    one(&format!("{HEADER}{rest}"))
}

#[test]
fn a_complete_game() {
    let record = game("[Data]\nQP,B1,1,0\nDD,W1,2,12 '00:00:31\nYA,B1,3,0\nYZ,MK,4,0\n");
    assert_eq!(record.format, Format::Ugf);
    assert_eq!(
        properties(&record),
        "SZ=19; PB=Anna; BR=9-dan; PW=Clara; WR=Gosei; RE=B+1.5; DT=2001-08-20,2001-08-21; KM=5.50; HA=0; \
         EV=26th, Gosei, Title match; PC=Tokyo; RU=Japanese; TM=14400; US=Ben; CP=nobody"
    );
    assert_eq!(main_line(&record), "B[qd] W[dp] B[] W[]");
    assert_eq!(codes(&record.diagnostics), "");
}

#[test]
fn rows_are_counted_from_above_unless_igs_counts_them() {
    let text = format!("{HEADER}[Data]\nQP,B1,1,0\n");
    assert_eq!(main_line(&one(&text.replace("=IGS", "=JPN"))), "B[qp]");
    assert_eq!(main_line(&one(&text.replace("CoordinateType=IGS\n", ""))), "B[qp]");
    assert_eq!(main_line(&one(&text.replace("Size=19", "Size=9"))), "B[!]");
}

#[test]
fn handicap_stones_are_those_of_move_0() {
    let text =
        format!("{HEADER}[Data]\nDD,B1,0,0\nPP,B1,0,0\nQD,W1,1,0\n").replace("Hdcp=0", "Hdcp=2");
    let record = one(&text);
    assert_eq!(main_line(&record), "AB[dp] AB[pd] W[qp]");
    assert_eq!(codes(&record.diagnostics), "");
    let without = one(&text.replace("DD,B1,0,0\nPP,B1,0,0\n", ""));
    assert_eq!(main_line(&without), "W[qp]");
    assert_eq!(codes(&without.diagnostics), "handicap-without-stones@0");
}

#[test]
fn results() {
    for (text, expected) in [
        ("B,7.50", "B+7.5"),
        ("W,C", "W+R"),
        ("B,F2", "B+F"),
        ("W,T", "W+T"),
        ("W,", "W+"),
        ("D,", "0"),
        ("N1,E", "Void"),
        ("O,", "Void"),
        ("A,", "?"),
        ("P,", "?"),
        ("E,", "?"),
    ] {
        let result = one(&HEADER.replace("Winner=B,1.5", &format!("Winner={text}")))
            .info
            .result
            .map(|result| result.to_string());
        assert_eq!(result.as_deref(), Some(expected), "{text}");
    }
}

#[test]
fn pairs_and_dates() {
    let record = one(&HEADER
        .replace("PlayerB=Anna,9-dan,0,", "PlayerB=Anna,2d\nPlayerB2=Ben,3d")
        .replace("PlayerW=Clara,Gosei,0,", "WMemb1=Clara,1k\nWMemb2=David"));
    assert_eq!(record.info.players.black.name.as_deref(), Some("Anna & Ben"));
    assert_eq!(record.info.players.white.name.as_deref(), Some("Clara & David"));
    for (date, expected) in [
        ("2001/08/20,09:00:00,2001/08/20,17:00:00", Some("2001-08-20")),
        ("//,,2001/08/20,", Some("2001-08-20")),
        ("2001/08/20,,1900/01/01,", Some("2001-08-20")),
        ("//,,//,", None),
    ] {
        let record = one(&HEADER.replace("2001/08/20,09:00:00,2001/08/21,17:00:00", date));
        assert_eq!(record.info.date.map(|date| date.earliest()).as_deref(), expected, "{date}");
    }
}

#[test]
fn texts_and_figures() {
    let record = game(
        "[Data]\nQP,B1,1,0\nDD,W1,2,0\n[Figure]\n.Text,0\nA long game.\n.EndText\n.Text,2,1,2\n.#,4,4,A\nHoshi.\n[sic]\n.EndText\n\
         .Fig,2,1,1,19,19,diagram,1,0\nQP,B1,0,0\nDD,W1,0,0\nPC,B1,1,0\nCC,W1,2,0\n.Text\nBetter.\n.EndText\n.EndFig\n\
         .Fig,2\n.EndFig\n",
    );
    assert_eq!(main_line(&record), "B[qd] W[dp]");
    let rest = record.tree.main_line().end..record.tree.len() as NodeId;
    assert_eq!(actions_text(&record, rest), "AE[aa:ss] AB[qd] AW[dp] B[pq] W[cq] AE[aa:ss]");
    assert_eq!(comments(&record), [(0, "A long game."), (2, "Hoshi.\n[sic]"), (5, "Better.")]);
    assert_eq!(record.tree.parent(3), Some(0));
    assert_eq!(codes(&record.diagnostics), "");
}

#[test]
fn reviews() {
    let record = game(
        "[Data]\nQP,B1,1,0\nDD,W1,2,0\nPC,B1,3,0\n[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,17,16\n  VARIATION,\n    NODE,5,2,4,16\n    \
         NODE,6,1,4,4\n    VARIATION,\n      NODE,8,2,20,20\n    VARIATIONEND,\n    NODE,7,2,3,3\n  VARIATIONEND,\n\
         NODE,3,2,4,4\nNODE,4,1,16,3\nNODE,9,0,0,0\n[ReviewComment]\n.Comment,1\n Anna 2k: Hi!\n Ben 2k: Hi!\n.Comment,6\nhm\n.Comment,3\nx\n",
    );
    assert_eq!(main_line(&record), "B[qd] W[dp] B[pq]");
    let rest = record.tree.main_line().end..record.tree.len() as NodeId;
    assert_eq!(actions_text(&record, rest), "W[dd] B[dp] W[] W[cq]");
    assert_eq!(record.tree.parent(4), Some(1));
    assert_eq!((record.tree.parent(6), record.tree.parent(7)), (Some(5), Some(5)));
    assert_eq!(comments(&record), [(0, "Anna 2k: Hi!\nBen 2k: Hi!"), (2, "x"), (5, "hm")]);
    assert_eq!(codes(&record.diagnostics), "");
}

#[test]
fn a_review_without_data_is_the_game() {
    let record = game("[ReviewNode]\nNODE,1,0,0,0\nNODE,2,1,17,16\nNODE,3,2,4,4\n");
    assert_eq!(main_line(&record), "B[qd] W[dp]");
}

#[test]
fn damage_is_reported_with_its_place() {
    let at = HEADER.len() + "[Data]\n".len();
    let record = game("[Data]\nQP,B1,1,0\nnonsense\nDD,W1,4,0\nTT,B1,5,0\nUU,W1,6,0\nPC,B");
    assert_eq!(main_line(&record), "B[qd] W[dp] B[] W[!]");
    assert_eq!(
        codes(&record.diagnostics),
        format!(
            "bad-line@{} missing-moves@{} bad-move@{} bad-line@{}",
            at + 10,
            at + 19,
            at + 39,
            at + 49
        )
    );
    let secret = one(&HEADER.replace("Crypt=0,PLAIN_UGF_FILE", "Crypt=9666,UGF_FILE"));
    assert!(codes(&secret.diagnostics).starts_with("encrypted@"));
    let large = one(&HEADER.replace("Size=19", "Size=190"));
    assert!(codes(&large.diagnostics).starts_with("bad-size@"));
    let data_only = one("[Data]\nQP,B1,1,0\n");
    assert_eq!(
        (main_line(&data_only).as_str(), properties(&data_only).as_str()),
        ("B[qp]", "SZ=19")
    );
}

#[test]
fn several_games_and_none() {
    let two = format!("# two games\n{HEADER}[Data]\nQP,B1,1,0\n{HEADER}[Data]\nDD,B1,1,0\n");
    let parsed = read(two.as_bytes());
    let lines: Vec<String> = parsed.records.iter().map(main_line).collect();
    assert_eq!(lines, ["B[qd]", "B[dp]"]);
    for text in ["[Header]\nname=1\n", "[Header]\nPlayerB=\n", "[Data]\nfoo\n"] {
        assert_eq!(read(text.as_bytes()).records.len(), 0, "{text}");
    }
}

#[test]
fn the_named_charset_counts() {
    let text = HEADER.replace("Anna,9-dan", "花子,九段").replace("Place=Tokyo", "Place=能登");
    for (encoding, name) in [(encoding_rs::SHIFT_JIS, "SJIS"), (encoding_rs::EUC_JP, "EUC-JP")] {
        let text = text.replace("Lang=SJIS", &format!("Lang={name}"));
        let parsed = read(&encoding.encode(&text).0);
        let charset = encoding.name().to_ascii_lowercase();
        let found = parsed.text.charset;
        assert_eq!((found.name, found.from.as_str()), (charset.as_str(), "ca"));
        assert_eq!(parsed.records[0].info.players.black.name.as_deref(), Some("花子"));
        assert_eq!(parsed.records[0].info.place.as_deref(), Some("能登"));
    }
}
