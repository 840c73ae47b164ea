use super::*;
use EventPiece::{Game, Group, Match, NumberedRound, Round};

#[test]
fn events_piece_by_piece() {
    for (event, series, edition, year, pieces, rest) in [
        ("54th Honinbo, game 3", "Honinbo", Some(54), None, vec![Game(3)], ""),
        (
            "第七十四期本因坊戦挑戦手合七番勝負第三局",
            "Honinbo",
            Some(74),
            None,
            vec![Round("title"), Match(7), Game(3)],
            "",
        ),
        // The edition stands between the country and the name of the series.
        ("日本第31期棋圣战", "Kisei", Some(31), None, vec![], ""),
        (
            "제10기 SK가스배 본선B조",
            "SK Gas Cup",
            Some(10),
            None,
            vec![Round("main tournament"), Group('b')],
            "",
        ),
        (
            "제11회 삼성화재배 통합예선 4회전",
            "Samsung Cup",
            Some(11),
            None,
            vec![Round("open preliminary"), NumberedRound(4)],
            "",
        ),
        ("제3회 전자랜드배", "Electronland Cup", Some(3), None, vec![], ""),
        (
            "KB국민은행 2008한국바둑리그 14R",
            "Korean Baduk League",
            None,
            Some(2008),
            vec![NumberedRound(14)],
            "",
        ),
        ("Oteai 1940", "Oteai", None, Some(1940), vec![], ""),
        ("Ryusei 1995.3", "Ryusei", None, None, vec![], "1995.3"),
        ("1st GLOBIS Cup (London)", "Globis Cup", Some(1), None, vec![], "(London)"),
        // 승자조 (winners' group) is not understood, so the round 4강전 after it stays in the rest.
        ("제8기 여류명인전 승자조 4강전", "Women's Myungin", Some(8), None, vec![], "승자조 4강전"),
    ] {
        let read = read_event(event).unwrap_or_else(|| panic!("{event} is not read"));
        assert_eq!(
            (read.series, read.edition, read.year, read.pieces, read.rest),
            (series, edition, year, pieces, rest),
            "{event}"
        );
    }
}

#[test]
fn a_sponsor_stands_before_the_name() {
    let read = read_event("제41기 KT배 왕위전 도전2국");
    let read = read.map(|read| (read.sponsor, read.spelling, read.counter));
    assert_eq!(read, Some(("KT배", "왕위전", "기")));
}

#[test]
fn doubtful_texts_are_not_read() {
    for event in [
        "",
        "★",
        "London Tournament 2019",
        "Meijin anniversary game",
        "37th Honinbo?",
        "12th Ryusei-sen",
        "Kansai Ki-in Oteai",
        "Second 10-game match Go versus Hashimoto",
        "10-game match Go versus Iwamoto",
        "Castle Game and Challenge match, Game 1",
        "Ing Cup & Fujitsu Cup",
        "Samsung Cup final (Tokyo, Osaka",
        "2023-2024 South Korea Go League",
        "第2期中环杯纪念赛",
        "第3回戦 名人",
        "½ 本因坊 ½",
    ] {
        assert_eq!(read_event(event), None, "{event}");
    }
    for long in ["第1局".repeat(99_999), "名人 ".repeat(60), "杯".repeat(90)] {
        read_event(&long);
    }
}
