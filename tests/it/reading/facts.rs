//! Names, dates, results and other facts as real records write them, compared with a table made by hand.

use crate::support::Place;
use kifu_index::engine::record::game_line;
use kifu_index::formats;
use kifu_index::origin::Origin;
use kifu_index::record::date::LaxDate;
use kifu_index::record::numbers::{Komi, parse_handicap};
use kifu_index::record::person::persons;
use kifu_index::record::rank::Rank;
use kifu_index::record::result::GameResult;
use kifu_index::record::rules::Ruleset;
use kifu_index::record::time::{Overtime, parse_time};
use kifu_index::record::{GameInfo, Person, Player};
use serde_json::json;
use std::path::Path;

/// Reads a value of this kind, and returns it in the notation of the table.
fn read(kind: &str, text: &str) -> Option<String> {
    let and = |first: String, more: Option<String>| match more {
        Some(more) => format!("{first}, {more}"),
        None => first,
    };
    Some(match kind {
        "result" => GameResult::parse(text)?.to_string(),
        "date" => interval(&LaxDate::parse(text)?),
        "date-shown" => {
            let date = LaxDate::parse(text)?;
            let year = date.year().map_or("year unknown".into(), |year| year.to_string());
            and(date.display_text(), Some(year))
        }
        "rank" => Rank::parse(text)?.to_string(),
        "komi" => Komi::parse(text)?.to_string(),
        "handicap" => {
            let komi = Komi::from_prose(text).map(|komi| format!("komi {komi}"));
            and(parse_handicap(text)?.to_string(), komi)
        }
        "time" => {
            let overtime = Overtime::find_in_main_time(text).map(|overtime| overtime.to_string());
            and(parse_time(text)?.to_string(), overtime)
        }
        "overtime" => Overtime::parse(text).to_string(),
        "rules" => Ruleset::parse(text)?.to_string(),
        "persons" => {
            let person = |person: &Person| {
                let rank = person.rank.map(|rank| format!(" ({rank})"));
                let name = format!("{}{}", person.name, rank.unwrap_or_default());
                let rating = person.rating.map(|rating| format!("rating {rating}"));
                and(and(name, person.title.map(str::to_owned)), rating)
            };
            let all: Vec<String> = persons(text, None).iter().map(person).collect();
            all.join(" | ")
        }
        other => panic!("no kind {other}"),
    })
}

fn interval(date: &LaxDate) -> String {
    match date.from == date.to {
        true => date.from.to_string(),
        false => format!("{}..{}", date.from, date.to),
    }
}

#[test]
fn values_of_the_table() {
    let table = include_str!("facts.tsv");
    let rows: Vec<&str> = table.lines().filter(|row| !row.starts_with('#')).collect();
    assert!(rows.len() >= 150);
    let mut wrong = Vec::new();
    for row in rows {
        let mut cells = row.split('\t');
        let (kind, text) = (cells.next().unwrap(), cells.next().unwrap());
        let want = cells.next().unwrap();
        let found = read(kind, text).unwrap_or_else(|| "-".to_owned());
        if found != want {
            wrong.push(format!("{kind} {text:?}: {found:?}, not {want:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn info(sgf: &str) -> GameInfo {
    formats::read(sgf.as_bytes()).records.remove(0).info
}

fn codes(sgf: &str) -> Vec<&'static str> {
    let record = formats::read(sgf.as_bytes()).records.remove(0);
    record.diagnostics.iter().map(|d| d.code.as_str()).collect()
}

/// If a date is read again from the text that lists show for it, the result must be the same date.
#[test]
fn a_date_as_shown_is_the_same_date() {
    let table = include_str!("facts.tsv").lines();
    let texts = table.filter_map(|row| row.strip_prefix("date-shown\t")?.split('\t').next());
    for text in texts {
        let date = LaxDate::parse(text).unwrap();
        let again = LaxDate::parse(&date.display_text()).unwrap();
        assert_eq!((again.year(), again.from), (date.year(), date.from), "{text}");
        if !date.inexact().is_empty() {
            assert_eq!(interval(&again), interval(&date), "{text}");
        }
    }
}

/// Whether a komi is in hundredths must depend on the program that wrote the record and on the rules.
#[test]
fn scaled_komi() {
    for (properties, points) in [
        ("AP[foxwq]RU[Japanese]KM[50]", 0.5),
        ("AP[foxwq]RU[Chinese]KM[375]", 7.5),
        ("AP[foxwq]RU[Japanese]KM[650]", 6.5),
        ("AP[foxwq]KM[0]", 0.0),
        ("AP[SGFC:2.0]RU[Chinese]KM[350]", 7.0),
        ("RU[Chinese]KM[3.5]", 3.5),
        ("RU[Chinese]KM[750]", 7.5),
        ("RU[Japanese]KM[450]", 4.5),
        ("KM[350]", 3.5),
        ("KM[50]", 50.0),
        ("AP[GNU Go:3.8]KM[10.5]", 10.5),
    ] {
        let komi = info(&format!("(;{properties};B[pd])")).komi;
        assert_eq!(komi.map(|komi| komi.points()), Some(points), "{properties}");
    }
}

/// Values that are understood only in part must be reported, and usual values must not.
#[test]
fn facts_that_are_read_in_part() {
    for (properties, expected) in [
        ("DT[2019-13-45]", &["bad-date"][..]),
        ("DT[2019-13]", &["bad-date"]),
        ("DT[2019-02-31]", &["bad-date"]),
        ("DT[2019.27.10]", &["bad-date"]),
        ("DT[31.2.2019]", &["bad-date"]),
        ("DT[199O-05-21]", &["bad-date"]),
        ("DT[弘化3年13月]", &["bad-date"]),
        ("DT[ca. 1665]", &[]),
        ("DT[2008-00-00]", &[]),
        ("DT[20221115-153814~20221115-201924]", &[]),
        ("DT[2026-04-13 13 12 25]", &[]),
        ("DT[2018-09-12.13]", &[]),
        ("DT[2001/10/10 15:38:55 UT]", &[]),
        ("DT[2017-04-04T09:59:32.868979037+00:00]", &[]),
        ("DT[1883-03-18 and later]", &[]),
        ("DT[1848-08-23 (Kaei 1 VII 25)]", &[]),
        ("DT[1667-1668]", &[]),
        ("DT[1832-40]", &[]),
        ("DT[1925-11-]", &[]),
        ("RE[B+5.5.5]", &["bad-result"]),
        ("RE[B+1e999]", &["bad-result"]),
        ("RE[W+1 or W+2]", &["bad-result"]),
        ("RE[W+0.0]", &[]),
        ("RE[B+3.5 (moves after 200 not known)]", &[]),
        ("RE[B+1.5 ? W+timeout]", &["bad-result"]),
        ("RE[W+1半]", &[]),
    ] {
        assert_eq!(codes(&format!("(;{properties};B[pd])")), expected, "{properties}");
    }
}

/// Some servers write standard facts into properties of their own, which must be read, too.
#[test]
fn dialects() {
    let news = info(
        "(;GM[1]SZ[19]TE[제4회 도요타덴소배 32강전]RD[2008-08-23]KO[6.5]GK[1]PC[도쿄]LC[10]LT[60]TM[각 3시간]\
         TC[한국 바둑]PB[이세돌]PW[[p]이창호]WR[9단]RE[242수 흑반집승];B[pd])",
    );
    assert_eq!(news.event.as_deref(), Some("제4회 도요타덴소배 32강전"));
    assert_eq!(news.date.as_ref().map(interval).as_deref(), Some("2008-08-23"));
    assert_eq!(news.komi.map(|komi| komi.points()), Some(6.5));
    assert_eq!(news.place.as_deref(), Some("도쿄"));
    assert_eq!(news.time, Some(10_800));
    assert_eq!(news.overtime.map(|o| o.to_string()).as_deref(), Some("10x60 byo-yomi"));
    assert_eq!(news.game_comment.as_deref(), Some("한국 바둑"));
    // The mark `[p]` before White's name makes the dan rank a professional one.
    assert_eq!(news.players.white.rank, Rank::pro(9));
    assert!(news.players.white.has_rank_in_name() && !news.players.black.has_rank_in_name());

    // Standard properties take precedence over those of servers. The server's `LC` and `TC` give byo-yomi periods and
    // must not be read as a place or a comment.
    let both = info(
        "(;EV[a]TE[b]DT[2001-02-03]RD[2004-05-06]KM[5.5]KO[6.5]LC[3]TC[7]OT[5x30 byo-yomi];B[pd])",
    );
    assert_eq!((both.event.as_deref(), both.place), (Some("a"), None));
    assert_eq!(both.date.as_ref().map(interval).as_deref(), Some("2001-02-03"));
    assert_eq!(both.komi.map(|komi| komi.points()), Some(5.5));
    assert_eq!(both.game_comment, None);

    let damaged = info("(;DT[200612123]RD[2006-12-13];B[pd])");
    assert_eq!(damaged.date.as_ref().map(interval).as_deref(), Some("2006-12-13"));

    let fox = info("(;TM[1200]TT[60]TC[3]KM[375]RU[Chinese];B[pd])");
    assert_eq!(fox.overtime.map(|o| o.to_string()).as_deref(), Some("3x60 byo-yomi"));
    assert_eq!(
        (fox.komi.map(|komi| komi.points()), fox.ruleset),
        (Some(7.5), Some(Ruleset::Chinese))
    );
    let tom = info("(;OT[60/3 20m];B[pd])");
    assert_eq!(
        (tom.time, tom.overtime.map(|o| o.to_string())),
        (Some(1200), Some("3x60 byo-yomi".into()))
    );
    let prose = info("(;HA[호선 - 6집 반 공제]TM[0분40초5회];B[pd])");
    assert_eq!((prose.handicap, prose.komi.map(|komi| komi.points())), (Some(0), Some(6.5)));
    assert_eq!(
        (prose.time, prose.overtime.map(|o| o.to_string())),
        (Some(0), Some("5x40 byo-yomi".into()))
    );
}

/// If a record has the komi in Chinese stones, its margin must be read as stones, too. Chinese rules have no quarters
/// of a point.
#[test]
fn margins_in_chinese_stones() {
    for (properties, result) in [
        ("KM[375]RE[B+0.75]", "B+1.5"),
        ("KM[3.75]RE[W+2.25]", "W+4.5"),
        ("KM[325]RE[W+10.25]", "W+20.5"),
        ("KM[2又3/4子]RE[黑胜1.75]", "B+3.5"),
        ("KO[275]RE[B+1 3/4]", "B+3.5"),
        ("KM[5.5]RU[Chinese]RE[B+1.75]", "B+3.5"),
        // With a komi in quarters of a stone, these margins in stones are impossible, so they must be read as points.
        ("KM[375]RE[W+0.5]", "W+0.5"),
        ("KM[2.25]RE[W+9.5]", "W+9.5"),
        ("KM[375]RE[W+R]", "W+R"),
        // This result names its unit (子, a Chinese stone), so it counts in stones.
        ("KM[375]RE[黑胜3/4子]", "B+1.5"),
        ("KM[375]RE[黑胜0.75目]", "B+0.75"),
        // In these records nothing suggests Chinese stones, so the margins must be read as points.
        ("KM[2]RE[B+4.25]", "B+4.25"),
        ("KM[6.5]RU[Japanese]RE[B+3 1/4]", "B+3.25"),
        ("RE[B+0.75]", "B+0.75"),
    ] {
        let info = info(&format!("(;{properties};B[pd])"));
        let found = info.result.map(|result| result.to_string());
        assert_eq!(found.as_deref(), Some(result), "{properties}");
    }
}

/// A placeholder for a missing value must not be read as a value; the property still contains it.
#[test]
fn placeholders_are_no_values() {
    for nothing in ["None", "none", "-", "N/A", "?", "unknown", "(null)", "없음", "不明", "--"]
    {
        let sgf = format!(
            "(;EV[{nothing}]RO[{nothing}]PC[{nothing}]GN[{nothing}]SO[{nothing}]AN[{nothing}]BT[{nothing}]\
             RU[{nothing}]TE[{nothing}];B[pd])"
        );
        let record = formats::read(sgf.as_bytes()).records.remove(0);
        let info = &record.info;
        let texts = [
            &info.event,
            &info.round,
            &info.place,
            &info.title,
            &info.source,
            &info.annotator,
            &info.players.black.team,
            &info.rules,
        ];
        assert_eq!(texts, [&None; 8], "{nothing}");
        assert_eq!(record.properties[0].values, [nothing]);
    }
    let second = info("(;EV[None]TE[Meijin]RO[1]PC[Nonesuch]GN[No. 5];B[pd])");
    assert_eq!(second.event.as_deref(), Some("Meijin"));
    assert_eq!(second.round.as_deref(), Some("1"));
    assert_eq!(second.place.as_deref(), Some("Nonesuch"));
    assert_eq!(second.title.as_deref(), Some("No. 5"));

    let place = Place::new();
    place.write("none.sgf", "(;EV[None]PB[a](;B[pd])(;W[dd]EV[None]))");
    place.write("some.sgf", "(;EV[Meijin]PB[a];B[pd])");
    place.build();
    assert_eq!(place.found("event:None"), [""; 0]);
    assert_eq!(place.found("-event:*"), ["none.sgf@1"]);
    assert_eq!(place.found("event:*"), ["some.sgf@1"]);
    assert_eq!(place.found("-round:* -place:* -team:*").len(), 2);
    assert_eq!(place.found("EV:None"), ["none.sgf@1"]);
}

#[test]
fn ranks_of_pairs() {
    let player = |name: &str, rank: &str| Player {
        name: Some(name.to_owned()),
        rank_text: Some(rank.to_owned()),
        ..Player::default()
    };
    let show = |player: &Player| {
        let persons = player.persons();
        let one =
            |p: &Person| format!("{} {:?} {:?}", p.name, p.rank.map(|r| r.to_string()), p.title);
        persons.iter().map(one).collect::<Vec<_>>()
    };
    assert_eq!(
        show(&player("Xie Yimin & Cho Chikun", "6p, Women's Honinbo & 25th Honinbo")),
        [
            "Xie Yimin Some(\"6p\") Some(\"Women's Honinbo\")",
            "Cho Chikun None Some(\"25th Honinbo\")"
        ]
    );
    // If one text has two names and a rank, it is unclear whose rank that is, so neither may get it.
    assert_eq!(show(&player("A B & C D", "6p")), ["A B None None", "C D None None"]);
    assert_eq!(show(&player("[p]이세돌", "9단")), ["이세돌 Some(\"9p\") None"]);
    assert_eq!(show(&player("이세돌9단", "3단")), ["이세돌 Some(\"3d\") None"]);
}

/// Unreadable values must be reported; placeholders for a missing value must not.
#[test]
fn placeholders_are_not_reported() {
    for empty in ["", "?", ":", "-", " ", "???", "none", "(null)", "없음"] {
        let sgf = format!("(;RE[{empty}]DT[{empty}]KM[{empty}];B[pd])");
        assert_eq!(codes(&sgf), [""; 0], "{empty:?}");
    }
    assert_eq!(
        codes("(;RE[24.5]DT[200612123]KM[nan];B[pd])"),
        ["bad-result", "bad-date", "bad-komi"]
    );
    // Letters that look like digits (such as `O` for 0) must be read as digits, and reported.
    assert_eq!(codes("(;DT[199O-05-21];B[pd])"), ["bad-date"]);
    assert_eq!(codes("(;DT[21 October 1990];B[pd])"), [""; 0]);
}

/// Hostile values must be read in limited time, and must give no value rather than a wrong one.
#[test]
fn hostile_values() {
    let many = |text: &str, length: usize| text.repeat(length / text.len());
    for value in ["1e999", "nan", "inf", "-inf", "99999999999999999999", "0x10", "1e5"] {
        assert_eq!(Komi::parse(value), None, "{value}");
    }
    assert_eq!(parse_handicap("99999"), None);
    assert_eq!(LaxDate::parse("9999999999-99-99,,,,"), None);
    let list = format!("1996-05-06{}", many(",07", 300_000));
    assert_eq!(
        LaxDate::parse(&list).map(|date| interval(&date)).as_deref(),
        Some("1996-05-06..1996-05-07")
    );
    for piece in [
        "1",
        "B+",
        "백",
        "집",
        "9",
        "0",
        "(",
        "[p]",
        " & ",
        ", ",
        "A B, ",
        "九",
        "x",
        "5x",
        "1:",
        "9p ",
        "段",
        "half",
        "一分之",
        "순조 1년 1월 1일,",
        "弘化3年閏5月",
        "約",
        "某1 ",
    ] {
        let text = many(piece, 1_000_000);
        for kind in
            ["result", "date", "rank", "komi", "handicap", "time", "overtime", "rules", "persons"]
        {
            read(kind, &text);
        }
        info(&format!("(;RE[{text}\\]]PB[{text}\\]]BR[{text}\\]];B[pd])"));
    }
    assert_eq!(
        GameResult::parse(&format!("W+R{}", many(" x", 1_000_000)))
            .map(|r| r.to_string())
            .as_deref(),
        Some("W+R")
    );
}

/// A phrase must match within the name of one person, whatever text is around it, and not across two names.
#[test]
fn players_are_found_as_persons() {
    let place = Place::new();
    let files = [
        ("mark.sgf", "(;PB[[p]이세돌]PW[Gu Li];B[pd])"),
        ("rank.sgf", "(;PB[Lee Sedol 9p]PW[이세돌9단];B[pd])"),
        ("pair.sgf", "(;PB[Gu Li & Lee Sedol]PW[Xie Yimin, Women's Honinbo & Cho U, 9p];B[pd])"),
        ("across.sgf", "(;PB[Chen Lee & Sedol Kim]PW[x];B[pd])"),
        ("unknown.sgf", "(;PX[Cho Chikun]PY[Kada Katsuji]RE[X+])"),
        ("rules.sgf", "(;PB[a]PW[b]RU[中国规则];B[pd])"),
    ];
    for (name, sgf) in files {
        place.write(name, sgf);
    }
    place.build();
    let found = |query: &str| {
        let found = place.found(query);
        let name = |found: &String| found.trim_end_matches("@1").to_owned();
        found.iter().map(name).collect::<Vec<_>>()
    };
    // The three spellings of these files belong to one person.
    let lee = ["mark.sgf", "pair.sgf", "rank.sgf"];
    assert_eq!(found("player:이세돌"), lee);
    assert_eq!(found("player=이세돌"), ["mark.sgf", "rank.sgf"]);
    assert_eq!(found("player:\"Lee Sedol\""), lee);
    assert_eq!(found("player=\"lee sedol\""), ["pair.sgf", "rank.sgf"]);
    assert_eq!(found("player=\"Gu Li & Lee Sedol\""), ["pair.sgf"]);
    assert_eq!(found("player:\"Women's Honinbo\""), ["pair.sgf"]);
    assert_eq!(found("player:\"Li Lee\""), [""; 0]);
    assert_eq!(found("player:\"Cho Chikun\""), ["unknown.sgf"]);
    assert_eq!(found("rank:9p black:Sedol"), ["rank.sgf"]);
    assert_eq!(found("rules:chinese"), ["rules.sgf"]);
}

/// JSON must contain both values of a fact: the parsed one, and the one written in the record.
#[test]
fn json_shows_both() {
    let sgf = "(;PB[Xie Yimin, Women's Honinbo & Iyama Yuta, 8p]PW[[p]이세돌]WR[9단]RU[JPN]OT[60/3 20m]RE[백 불계승]\
         DT[1832-40];B[pd])";
    let parsed = formats::read(sgf.as_bytes());
    let origin = Origin::file(Path::new("/case.sgf"));
    let line = game_line(&parsed.records[0], &origin.game(1), &parsed.text);
    let json = serde_json::to_value(line).unwrap();
    let info = &json["info"];
    assert_eq!(info["dates"], json!(["1832", "1840"]));
    assert_eq!(info["date_span"], json!(["1832-01-01", "1840-12-31"]));
    assert_eq!(
        info["black_persons"],
        json!([{"name": "Xie Yimin", "title": "Women's Honinbo"}, {"name": "Iyama Yuta", "rank": "8p"}])
    );
    assert_eq!(info["white_persons"], json!([{"name": "이세돌", "rank": "9p"}]));
    assert_eq!(info["white"], "[p]이세돌");
    assert_eq!((&info["rules"], &info["ruleset"]), (&json!("JPN"), &json!("Japanese")));
    assert_eq!((&info["overtime"], &info["time"]), (&json!("3x60 byo-yomi"), &json!(1200)));
    assert_eq!(json["properties"]["OT"], json!(["60/3 20m"]));
    assert_eq!(
        (&info["result"], &json["properties"]["RE"]),
        (&json!("W+R"), &json!(["백 불계승"]))
    );
}
