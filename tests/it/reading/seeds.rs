//! Seeds, the inputs from which the fuzzers in `tests/fuzz` start, in addition to the test files. Write them again with
//! `cargo test --test it seeds -- --ignored`.

use crate::support::Random;
use crate::support::make::{self, File};
use kifu_index::language::fields::FIELDS;
use std::path::Path;

const GAME: &[u8] = b"(;SZ[5]PB[Anna]PW[Ben]RE[W+R];B[cc];W[bb];B[tt])";
const OTHER: &[u8] = b"{\"tree\":[{\"root\":true},{\"move\":{\"B\":\"aa\"}}]}";

/// Archives of all kinds, each as the index of the name under which it is read, the name of the seed, and the bytes.
pub fn archives() -> Vec<(usize, &'static str, Vec<u8>)> {
    let files: [File; 3] = [("a.sgf", GAME), ("b/c.JGF", OTHER), ("a.sgf", b"no game")];
    let (zip, tar) = (make::zip(&files[..2]), make::tar(&files));
    let sevenz = make::sevenz(&files[..2], true);
    let nested = make::zip(&[
        ("a.zip", &zip),
        ("b.tar", &tar),
        ("c.7z", &sevenz),
        ("d.sgf.gz", &make::gz(GAME)),
    ]);
    let tars = make::tar(&[("a.zip", &zip), ("b.tar.gz", &make::gz(&tar))]);
    vec![
        (0, "zip", zip),
        (0, "zip-nested", nested),
        (1, "7z-solid", sevenz),
        (1, "7z", make::sevenz(&files[..2], false)),
        (2, "tar-gz", make::gz(&tar)),
        (2, "tar-bz2", make::bz2(&tar)),
        (2, "tar-xz", make::xz(&tar)),
        (2, "tar-zst", make::zst(&tar)),
        (2, "tar", tar),
        (2, "tar-nested", tars),
        (3, "gz", make::gz(GAME)),
        (3, "bz2", make::bz2(GAME)),
        (3, "xz", make::xz(GAME)),
        (3, "zst", make::zst(GAME)),
        (4, "sgf", GAME.to_vec()),
    ]
}

/// Queries of all kinds.
pub fn queries() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|field| field.example).chain(QUERIES)
}

#[test]
#[ignore = "writes into the repository"]
fn seeds() {
    for (kind, name, bytes) in archives() {
        write("read_archive", name, &[&[kind as u8], &bytes[..]].concat());
    }
    for (i, query) in queries().enumerate() {
        write("parse_query", &format!("{i:03}"), query.as_bytes());
    }
    for (i, position) in POSITIONS.into_iter().enumerate() {
        write("read_position", &format!("{i:02}"), position.as_bytes());
    }
    for (i, value) in VALUES.into_iter().enumerate() {
        write("read_values", &format!("{i:02}"), value.as_bytes());
    }
    for (i, text) in ANALYSIS.into_iter().enumerate() {
        write("read_analysis", &format!("{i:02}"), text.as_bytes());
    }
    for (i, text) in BESIDE.into_iter().enumerate() {
        write("read_sidecar", &format!("{i:02}"), text.as_bytes());
    }
    for (i, text) in GAME_LISTS.into_iter().enumerate() {
        write("read_game_list", &format!("{i:02}"), text.as_bytes());
    }
    for (i, text) in BOOKS.into_iter().enumerate() {
        write("follow_book", &format!("{i:02}"), text.as_bytes());
    }
    for (i, text) in TEXTS.into_iter().enumerate() {
        write("words", &format!("{i:02}"), text.as_bytes());
    }
    for (i, (kind, text)) in SMALL_FILES.into_iter().enumerate() {
        let bytes = [&[kind], text.as_bytes()].concat();
        write("manifest", &format!("{i:02}"), &bytes);
    }
    for (i, text) in SETTINGS.into_iter().enumerate() {
        write("settings", &format!("{i:02}"), text.as_bytes());
    }
    let mut random = Random(1);
    for i in 0..12 {
        write("pattern_scan", &format!("{i:02}"), &random.bytes(50 * (i + 1)));
        write("read_index", &format!("{i:02}"), &random.bytes(5 * (i + 1)));
    }
}

fn write(target: &str, name: &str, bytes: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds");
    let folder = folder.join(target);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), bytes).unwrap();
}

/// Game lists of Tygem and Tom, with numbers of the games in `properties::game_lists::MOVES`.
pub const GAME_LISTS: [&str; 2] = [
    "835580851\tC2015.12.02 11:13\t芮仍伟\twuyuanptx\t2\tdeepmind\tdeepmind\t3\tB+Resign\t121\t40/3 20m\n7\tC2016.01.02 09:00\tbob\tbob\t3\t최정\tchoi\t0\tW+Offline\t2\t30/3 10m\n",
    "7000\t2003.09.12 20:15\t古力\tchang\t5.5\tW+3.5\t2\t30/3 10m\r\n7\t2003.09.13\tanna\tben\t6.5\tB+Time\r\n",
];

/// Books of a corner, of whole boards, with setup stones, on a small board, and of several games.
pub const BOOKS: [&str; 5] = [
    "(;FF[4]CA[UTF-8]SZ[19]C[Star point];B[pd](;W[qf]TR[qf];B[nc];W[rd])(;W[];B[qf])(;W[qc];B[pc](;W[qd];B[pe])(;W[rd])))",
    "(;SZ[19];B[pd];W[dp];B[pq](;W[dd];B[fq])(;W[po];B[qo];W[qn]))",
    "(;SZ[19]AB[pd][qf]AW[qc]PL[W];W[pc](;B[od];W[qd])(;B[];W[oc]))",
    "(;SZ[9];B[ee];W[ce](;B[cd];W[dd];B[de])(;AE[ee];B[gg]))",
    "(;SZ[19];B[pd];W[qf])(;SZ[19];B[qd];W[oc];B[];W[oe])(;GM[2];B[])",
];

/// Analysis files that may stand beside a game.
pub const BESIDE: [&str; 4] = [
    "{\"id\":\"a\",\"isDuringSearch\":false,\"moveInfos\":[{\"move\":\"G7\",\"order\":0,\"pv\":[\"G7\",\"G6\"],\"scoreLead\":2.5,\"visits\":7,\"winrate\":0.6}],\"rootInfo\":{\"currentPlayer\":\"B\",\"scoreLead\":2.5,\"visits\":10,\"winrate\":0.6},\"turnNumber\":0}\n{\"id\":\"a\",\"rootInfo\":{\"currentPlayer\":\"W\",\"scoreLead\":-2.0,\"visits\":10,\"winrate\":0.4},\"turnNumber\":1}\n",
    "{\"id\":\"b\",\"query\":{\"moves\":[[\"B\",\"D16\"],[\"B\",\"Q4\"],[\"W\",\"Q16\"],[\"B\",\"D4\"]]},\"responses\":[{\"rootInfo\":{\"currentPlayer\":\"W\",\"winrate\":0.9,\"visits\":3},\"turnNumber\":2}]}",
    "{\"id\":\"0123456789abcdef\",\"ply\":1,\"black_winrate\":0.25,\"black_lead\":-3.5,\"visits\":100,\"best\":\"C3\",\"engine\":\"Fuego\"}\n{\"ply\":2,\"black_lead\":1,\"pv\":[\"pass\",\"J9\"]}\n",
    "[{\"move\": 3, \"black_winrate\": 0.5},\n {\"noResults\": true, \"turnNumber\": 1}, {\"error\": \"x\"}]",
];

const QUERIES: [&str; 24] = [
    "Lee",
    "player:Lee result:W+",
    "player:\"Cho Chikun\" player:Kobayashi",
    "a b OR c -d",
    "-(a OR b) | NOT NOT c",
    "player:(Lee -Sedol)",
    "Sedo* Sedool~ \"throw in\"",
    "komi>=5.5 moves<100 handicap:2..9",
    "date:1990-05..1995 year!=1992",
    "date<1846 date>=\"11 September 1846\"",
    "size:19x13 rank:30k..1p",
    "RE=\"W+R\" KM:* prop.REX:note",
    "comment:劫 event:本因坊 place:서울",
    "file:\"My Games (1).sgf\" archive:*.zip",
    "winner:Lee loser:* vs:Gu",
    "result:draw how:time margin:..1.5",
    "“quoted” 'single' a\\b",
    "opening:中国流 lang:ja",
    "position:\"Q16 D4 Q3\"",
    "has:comments is:dup kind:go format:jgf charset:gbk",
    "((((a)))) (b)",
    "a AND b AND (c OR d)",
    "..5 5.. * ~ - :",
    "id:7387b4db sort:-date",
];

/// Positions in all notations.
pub const POSITIONS: [&str; 10] = [
    "Q16 D4 Q3",
    "B Q16 W D4 B pass",
    "1. e1-e3 2. a2-c2",
    "(;SZ[9]AB[ee]AW[ge];B[cc])",
    "AB[pd][dd]PL[W]",
    "$$Bc The joseki\n$$ ------------\n$$ | . . 1 . .\n$$ | . X O 2 .\n$$ | . . , . .",
    "boardsize 9\nclear_board\nplay B E5\nplay W C3\n",
    "   A B C D E\n 5 . . . . .\n 4 . X O . .\n 3 . . + . .\n 2 . . . . .\n 1 . . . . .\n",
    ". X O\nX . O\n. . .",
    "komi 6.5\nset_free_handicap D4 Q16\ngenmove w\n",
];

/// Results, dates, ranks, numbers.
pub const VALUES: [&str; 32] = [
    "W+R",
    "B+12.5",
    "White wins by resignation",
    "白中押勝",
    "흑 1.5집 승",
    "Jigo",
    "W+0.0",
    "1996-05-06,07,08",
    "1918-02-24..03-11",
    "2008-9-25",
    "20070211",
    "ca. 1665",
    "1660s",
    "1959 or 1960",
    "13/5/95",
    "May 6th, 1996",
    "昭和8年10月16日",
    "文政11年",
    "2004년 3월 2일",
    "1898-01-05..",
    "9p",
    "9p, Honinbo",
    "P9段",
    "初段",
    "8k*",
    "6d ama",
    "375",
    "6 1/2",
    "호선 - 6집 반 공제",
    "19:13",
    "12. c5xc6!",
    "3h 20m",
];

/// Texts in all scripts that are indexed.
pub const TEXTS: [&str; 8] = [
    "Black can't live; B+3.5, see 3-3 and Ch'ang-ho's games.",
    "白中押勝 本因坊\n秀策 第1局",
    "ﾎﾝｲﾝﾎﾞｳ か\u{3099}っこう 바둑 이세돌\n九단",
    "Jürgen MÜLLER e\u{301}te\u{301} Straße ﬁne ⅓ Ⅳ",
    "Илья Ёжик Άλφας İstanbul",
    "a-b-c-d-e-f-g 1.2.3 v2.10 x.5 10.",
    "‘quoted’ “text” -- 'n' o''clock",
    "李昌鎬（韓国）対 Gu Li 9p",
];

/// Small files of an index (the list of files, the marker, the groups of copies), each with the number that tells which
/// of them it is.
pub const SMALL_FILES: [(u8, &str); 6] = [
    (0, LIST),
    (
        0,
        "{\"version\":7,\"roots\":[],\"built\":0,\"totals\":{\"files\":0,\"games\":{},\"odd_games\":0,\"problems\":{}}}",
    ),
    (1, "{\"kifu_index\":7}"),
    (1, "{\"kifu_index\":6}"),
    (2, ""),
    (2, "0123456701230123012345670123012389abcdef45670123"),
];

const LIST: &str = r#"{"version":7,"roots":["/nowhere/games"],"built":1,"totals":{"files":2,"games":{"sgf go":1},"odd_games":0,"problems":{"no-game":1}}}
{"path":"/nowhere/games/a.sgf","size":30,"modified":5,"tally":{"files":1,"games":{"sgf go":1},"odd_games":0,"problems":{}}}
{"path":"/nowhere/games/b.zip","size":9,"modified":-1,"tally":{"files":1,"games":{},"odd_games":0,"problems":{"no-game":1}},"problems":[{"member":"x.sgf","kind":"no-game","message":"holds no game"}]}
"#;

/// Files of the user's player names.
pub const SETTINGS: [&str; 5] = [
    "# mine\nLee Sedol; Yi Se-tol; 이세돌\n",
    "\u{feff}Cho Chikun\tChō Chikun\t趙治勲\r\nGo Seigen;呉清源",
    "Anna; Anna\nAnna; Ben\nBen; Cho",
    "Anna",
    "; ;\n\t",
];

/// Values and comments of all programs that write analysis, in the form that `properties::analysis` reads.
pub const ANALYSIS: [&str; 18] = [
    "KT {\"root\": {\"winrate\": 0.41, \"scoreLead\": -1.1, \"visits\": 9}, \"moves\": {\"D4\": {\"move\": \"D4\", \"order\": 0, \"pv\": [\"D4\"]}}}\t;\tSBKV 40",
    "KA {\"w\":0.4183,\"s\":-1.16,\"m\":[{\"m\":\"D4\",\"w\":0.42,\"v\":9}],\"v\":9}\t;\tKA {}",
    "LZOP a 5.7 968 6.6 14.9\nmove D4 visits 18 winrate 943 scoreMean 6.6 pv D4 Q4\t;\tLZ b 50 1.2k\nmove pass pv pass info ",
    ";\tLZ2 0.7.4 52,3 12\nmove T19 winrate 5000 info move A1 pv A1\t;\tLZ 0 50 0",
    ";\tQKGV 2448:0.004138:-2.29415:1.0295::KataGo\t;\tQLZV 7:1e-05:6.5:a:b",
    ";\tSBKV 45.61\tSBKS -0.5\tOGSC 3\tBM 1\tTE \tV -3.5\tHO 2\t;\tDM 3.2\tWV 0.41",
    ";\tBWWR 52%/48%\tCBM Q16\tES B+3.5\t(\tVNWR 60%/40%\t)\t;\tCBM PASS",
    "SGF generated by KaTrain 1.16.0\u{3164}\u{200b}\t;\tMove 1: B Q16\nScore: W+3.9\nWin rate: W 71.1%\nEstimated point loss: 4.3\nPredicted top move was S2 (B+0.5).\nPV: BS2 K4\n\u{3164}\u{200b}\u{3164}\u{3164}a note",
    "Coup 1: B R2\nScore : B+3.9\nPronostic : N 71.1%\nPoints perdus : 4.3\n\u{3164}\t;\tHamle 2: B R2\nSkor: S+1\nKazanma oranı: B 60%\n\u{3164}\u{200b}",
    "SGF with review generated by KaTrain.\t;\tMove 1: B Q16\nScore: B+0.4\nWin Rate: B 52.0%\nNote: good",
    "黑棋 胜率: 94.3% (-0.1%)\n领先: 6.7 (+0.1) 不确定度: 14.8\n(a / 250 计算量)\n贴目: 6.5\t;\tWhite win rate: 5% lead: 6 stdev: 2\n(a / 2 visits)\nkomi: 6.5",
    "Move 12\n52.3% (-1.2%)\n(0e3ea880 / 1.2k playouts)\t;\tBlack's winrate: 52.3% \nscoreMean: 1.5\n(g170e / 1k playouts)\n\nhello",
    "Move 1\n\n* Win rate: W 60.38%\n* Score lead: W 0.87\n* Visits: 1015\n\nBad moves left\n\n* #3\t;\tAs White:\n* Win rate: 60%",
    "# Analyze-SGF Report\n\nAnalyzed by KataGo (5 max visits).\t;\tSBKV 40",
    ";\t0.10 0.90 0.00 -12.9 v=1500\t;\t0.50 0.50 0.00 -0.0\t;\tPass for ko 1.00 0.00 0.00 3 rv=9 result=W+3",
    "Overall black win%: 52.34%\nLeela's preferred next move: D4\nVisited 10 nodes\nA -> Win%: 52.00% (3 visits)\t;\tx Overall black win%: 5%\nMistake? (D4) (delta -7.50%)",
    "Mistakes:\n\nPlayer Move Loss Score\n\nWhite 2 13.4 B+18.6 points\t;\tMistake!\n\nThis move is 13.4 points worse than the AI move.\n\nThe game is even.\t(\tI would play here.\n\nWhite is ahead by 1 point.",
    "P:0.54 S:1.2\t;\tP:0.00 S:0.0\t;\tBlack's win rate: %15.4 visits: 507",
];
