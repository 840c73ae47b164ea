//! What single clauses find, on small games made for these tests.

use crate::support::{Place, Random, build_with, hits, query_error, stem, tables, try_count};
use kifu_index::engine::request::{FindCopies, Search};
use kifu_index::engine::row::GameRow;
use kifu_index::engine::{AskOptions, Item};
use kifu_index::index::build::Options;
use kifu_index::language::parse;
use std::ops::ControlFlow;

/// Builds an index of these files, each with a name and a text.
fn place(files: &[(&str, &str)]) -> Place {
    let place = Place::new();
    for (name, text) in files {
        place.write(name, text);
    }
    place.build();
    place
}

/// Names of the files that a query finds, sorted.
fn names(place: &Place, query: &str) -> String {
    let mut names: Vec<String> = hits(&place.engine(), query).iter().map(stem).collect();
    names.sort();
    names.join(" ")
}

fn check(place: &Place, expected: &[(&str, &str)]) {
    for (query, found) in expected {
        assert_eq!(names(place, query), *found, "{query}");
    }
}

#[test]
fn players_take_seats() {
    let place = place(&[
        ("a.sgf", "(;PB[Lee Sedol]PW[Gu Li]RE[W+R])"),
        ("b.sgf", "(;PB[Gu Li]PW[Lee Changho]RE[W+2.5])"),
        ("c.sgf", "(;PB[Lee Sedol]PW[Lee Changho]RE[B+R])"),
        ("d.sgf", "(;B[aa](;W[bb]PB[Lee Sedol])(;W[cc]PW[Gu Li]))"),
        ("e.sgf", "(;PB[Cho Chikun]PW[Ch'oe Myeong-hun]RE[0])"),
    ]);
    check(
        &place,
        &[
            ("player:Lee", "a b c d"),
            ("player:Lee player:Gu", "a b"),
            ("player:Lee vs:Lee", "c"),
            ("player:Lee result:W+", "a b"),
            ("winner:Lee", "b c"),
            ("loser:Lee", "a c"),
            ("player:(Lee Sedol)", "a c d"),
            ("player:(Lee -Sedol)", "b c"),
            ("-player:Lee", "e"),
            ("-player:\"Cho Chikun\"", "a b c d"),
            ("player:(NOT Lee)", "a b d e"),
            ("player=\"gu li\"", "a b"),
            ("white:*", "a b c e"),
            ("player:\"Ch’oe Myeong-hun\"", "e"),
            ("player:myeonghun", "e"),
            ("player:Sedo*", "a c d"),
            ("player:*dol", "a c d"),
            ("player:Sedool~", "a c d"),
        ],
    );
}

/// In very large archives, a search skips all members that cannot match in one step; in small archives, it tests them
/// one by one. A search over both kinds of archives must find all games.
#[test]
fn large_archives_among_small_ones() {
    let members = |count: usize| {
        (0..count).fold(crate::support::Zip::new(), |zip, number| {
            zip.add(format!("games/{number}.sgf"), format!("(;C[{number}];B[aa])"))
        })
    };
    let place = Place::new();
    for (name, count) in [("a.zip", 3), ("Big.zip", 1200), ("c.zip", 501), ("d.zip", 1)] {
        place.write(name, members(count).finish());
    }
    for name in ["Bif.sgf", "Big.zip.sgf", "b.sgf"] {
        place.write(name, "(;B[bb])");
    }
    place.build();
    let engine = place.engine();
    for (query, games) in [
        ("archive:*", 1705),
        ("archive:a.zip", 3),
        ("archive:BIG", 1200),
        ("archive:*c.zip", 501),
        ("archive:?.zip", 0),
        ("archive:*/?.zip", 505),
        ("archive:b.sgf", 0),
        ("file:big.zip", 1201),
        ("file:*zip/games/1?.sgf", 20),
        ("file:*/games/700.sgf", 1),
        ("file:*.sgf -archive:*", 3),
    ] {
        assert_eq!(hits(&engine, query).len(), games, "{query}");
    }
    let counts = tables(&engine, "", &["archive"]).remove(0);
    let games: Vec<u64> = counts.rows.iter().map(|row| row.games).collect();
    assert_eq!(games, [1200, 501, 3, 3, 1]);
}

#[test]
fn numbers_and_bounds() {
    let place = place(&[
        ("a.sgf", "(;KM[-5.5]HA[2];B[aa])"),
        ("b.sgf", "(;KM[6.5];B[aa];W[bb])"),
        ("c.sgf", "(;KM[375]HA[0])"),
        ("d.sgf", "(;BR[9p]WR[30k])"),
        ("e.sgf", "(;BR[1k]WR[5d];B[aa];W[bb];B[cc])"),
    ]);
    check(
        &place,
        &[
            ("komi:*", "a b c"),
            ("komi:-5.5", "a"),
            ("komi>6.4", "b c"),
            ("komi:7.5", "c"),
            ("komi:6..7", "b"),
            ("moves<1.5", "a c d"),
            ("moves>-1", "a b c d e"),
            ("moves:1..2", "a b"),
            ("moves:1-2", "a b"),
            ("handicap>=2", "a"),
            ("rank:*", "d e"),
            ("rank>=1p", "d"),
            ("brank<1d", "e"),
            ("rank:30k..1k", "d e"),
        ],
    );
}

#[test]
fn dates_are_intervals() {
    let place = place(&[
        ("a.sgf", "(;DT[1990-05-06,07])"),
        ("b.sgf", "(;DT[1990])"),
        ("c.sgf", "(;DT[1989-12-31,1990-01-01])"),
        ("d.sgf", "(;DT[1991-02])"),
        ("e.sgf", "(;)"),
    ]);
    check(
        &place,
        &[
            ("date:1990", "a b c"),
            ("date=1990", "a b c"),
            ("year=1990", "a b c"),
            ("year!=1990", "d e"),
            ("date=1990-05", "a b"),
            ("date=1990-05-07", "a b"),
            ("date!=1990-05-07", "c d e"),
            ("date=1990..1991", "a b c d"),
            ("DT=1990", "b"),
            ("date:1990-1991", "a b c d"),
            ("date:90s", "a b c d"),
            ("date:平成2", "a b c"),
            ("date:\"May 1990\"", "a b"),
            ("date:6.5.1990", "a b"),
            ("date:平成3..", "d"),
            ("date:1990-05", "a b"),
            ("date<1990", ""),
            ("date<=1990", "a b c"),
            ("date>1989", "a b d"),
            ("-date:1991..1995", "a b c e"),
            ("date>=1990", "a b d"),
            ("date:1990..1991", "a b c d"),
            ("date=1989-12-31..1990-01-01", "b c"),
            ("date:*", "a b c d"),
            ("-date:*", "e"),
        ],
    );
}

/// A date in an old calendar or with a doubt is no more certain than it was written.
#[test]
fn old_and_doubtful_dates_are_not_certain() {
    let place = place(&[
        ("a.sgf", "(;DT[弘化3年12月20日])"),
        ("b.sgf", "(;DT[弘化3年11月])"),
        ("c.sgf", "(;DT[before 1846])"),
        ("d.sgf", "(;DT[ca. 1846])"),
        ("e.sgf", "(;DT[乾隆12年])"),
        ("f.sgf", "(;DT[某某12年])"),
    ]);
    check(
        &place,
        &[
            ("date<1847", "c e"),
            ("date:1847-02-05", "a d"),
            ("date:1846-12", "b d"),
            ("date:1847-01", "b d"),
            ("date:1846", "b d"),
            ("date<1846", "c e"),
            ("date:1747", "c e"),
            ("date:2012", ""),
            ("-date:*", "f"),
            ("date:弘化3", "a b d"),
        ],
    );
}

#[test]
fn ambiguous_dates_are_refused_with_their_readings() {
    let place = place(&[("a.sgf", "(;DT[2006-02-01])")]);
    let engine = place.engine();
    for (query, expected) in [
        ("date:1/2/2006", "`1/2/2006` may be 2006-02-01 or 2006-01-02"),
        ("date:20s", "`20s` may be 1920s or 2020s"),
        ("date:某某12", "`某某12` is not a date"),
        ("date:1990-02-30", "`1990-02-30` is not a date"),
        ("date:-200", "`-200` is earlier than any date"),
    ] {
        parse(query).unwrap();
        assert_eq!(query_error(&engine, query).to_string(), expected);
    }
}

#[test]
fn root_properties_as_they_stand() {
    let words: Vec<String> = (0..80).map(|i| format!("w{i}")).collect();
    let long = format!("(;SO[{}])", words.join(" "));
    let place = place(&[
        ("a.sgf", "(;PB[Lee Sedol]DT[1846-09-11]RE[W+R])"),
        ("b.sgf", "(;PB[李世乭]RE[White wins]KM[6.5])"),
        ("c.sgf", &long),
        ("d.sgf", "(;REX[a note, in words]RE[w+r]C[comment])"),
    ]);
    check(
        &place,
        &[
            ("DT:1846", "a"),
            ("DT:46-09", "a"),
            ("RE=\"W+R\"", "a"),
            ("RE:\"w+r\"", "a d"),
            ("result=\"White wins\"", "b"),
            ("result:W+", "a b d"),
            ("PB:lee", "a"),
            ("PB:世乭", "b"),
            ("SO:w10", "c"),
            ("SO:w70", "c"),
            ("SO:w81", ""),
            ("prop.REX:\"in words\"", "d"),
            ("KM:*", "b"),
            ("-RE:*", "c"),
        ],
    );
    let engine = place.engine();
    for query in ["C:comment", "LB:aa", "sort:dat", "lang:xx", "id:+1"] {
        parse(query).unwrap();
        query_error(&engine, query);
    }
}

#[test]
fn failed_files_are_tried_again() {
    let place = Place::new();
    let big = format!("(;C[{}])", "x".repeat(3 << 20));
    place.write("big.sgf", big);
    let mut options = Options::default();
    options.limits.game_bytes = 1 << 20;
    let roots = [place.games()];
    let report = build_with(&place.folder(), &roots, &options);
    assert_eq!(report.totals.game_count(), 0);
    let report = build_with(&place.folder(), &roots, &Options::default());
    assert_eq!(report.totals.game_count(), 1);
}

#[test]
fn games_without_parentheses_and_odd_numbers_of_games() {
    let place = place(&[
        ("a.sgf", ";SZ[9];B[ee]C[nice (really)]"),
        ("b.sgf", "(;GM[01]SZ[9];B[ee])"),
        ("c.sgf", "(;GM[+9];B[e1-e3])"),
    ]);
    check(&place, &[("kind:go", "a b"), ("kind:loa", "c"), ("moves:1", "a b c")]);
}

#[test]
fn typing_errors_in_dates_make_no_new_years() {
    let place = place(&[
        ("a.sgf", "(;RD[06-11-29]KO[6.5]GK[1])"),
        ("b.sgf", "(;RD[2007-050-07]GK[1])"),
        ("c.sgf", "(;DT[13/5/95])"),
    ]);
    check(
        &place,
        &[
            ("date:2006-11-29", "a"),
            ("year:2007", "b"),
            ("year<1000", ""),
            ("date:1995-05-13", "c"),
            ("komi:1", ""),
            ("komi:6.5", "a"),
        ],
    );
    let engine = place.engine();
    for query in ["date:2000-13", "date:2000-02-31", "date:199xx", "date:1990-1-1-1", "date:May"] {
        parse(query).unwrap();
        query_error(&engine, query);
    }
    for query in ["date:1990s", "date:199x", "date:1846-9-11", "date:2000.02.29", "date:..1950"] {
        assert!(try_count(&engine, query).is_ok(), "{query}");
    }
}

#[cfg(unix)]
#[test]
fn cyclic_links_are_not_followed() {
    let place = Place::new();
    place.write("inner/a.sgf", "(;PB[Anna])");
    std::os::unix::fs::symlink(place.games(), place.games().join("inner/up")).unwrap();
    std::os::unix::fs::symlink(place.games().join("inner"), place.games().join("again")).unwrap();
    std::os::unix::fs::symlink(place.games().parent().unwrap(), place.games().join("above"))
        .unwrap();
    assert_eq!(place.build().totals.game_count(), 1);
}

#[test]
fn records_of_the_servers() {
    let place = place(&[
        (
            "a.GIB",
            "\\HS\n\\[GAMEBLACKNAME=anna (1D)\\]\n\\[GAMEINFOMAIN=GRLT:4,GONGJE:65\\]\n\\HE\n\\GS\nSTO 0 2 1 3 3\n\\GE\n",
        ),
        (
            "b.ngf",
            "Free game\n19\nben 1D\nanna 2K\nsite\n2\n0\n0\n20190504\n5\nBlack wins by 3!\n1\nPMABWQRRQ\n",
        ),
        ("c.ugi", "[Header]\nVer=UGF3,200\nPlayerB=anna,3k\nHdcp=0,6.5\n[Data]\nPD,B1,1,0\n"),
        ("d.Ugf", "(;PB[Anna];B[pd])"),
        ("e.txt", "\\HS\n\\[GAMEBLACKNAME=anna\\]\n\\HE\n"),
    ]);
    check(
        &place,
        &[
            ("format:gib", "a"),
            ("format:NGF", "b"),
            ("format:ugf", "c"),
            ("format:sgf", "d"),
            ("black:anna", "a b c d"),
            ("result:W+R", "a"),
            ("handicap:2 white:ben komi:0", "b"),
            ("rank:3k", "c"),
        ],
    );
    let mut options = Options::default();
    options.limits.sniff = true;
    build_with(&place.folder(), &[place.games()], &options);
    check(&place, &[("format:gib", "a e")]);
}

/// Pages of an answer that end before all games are examined must contain the same hits as the complete answer.
#[test]
fn pages_equal_parts_of_the_answer() {
    let place = Place::new();
    let mut random = Random(7);
    let mut text = String::new();
    for i in 0..1500 {
        let (year, month) = (1900 + random.below(60), 1 + random.below(12));
        let date = match random.below(9) {
            0 => String::new(),
            1 => format!("DT[{year}]"),
            _ => format!("DT[{year}-{month:02}-11]"),
        };
        text += &format!("(;SZ[9]PB[P{}]PW[Q]{date}", i % 7);
        for n in 0..12 {
            let point = |random: &mut Random| (b'a' + random.below(9) as u8) as char;
            text +=
                &format!(";{}[{}{}]", ["B", "W"][n % 2], point(&mut random), point(&mut random));
        }
        text += ")";
    }
    place.write("many.sgf", text);
    place.build();
    let engine = place.engine();
    let mut partial_answers = 0;
    for query in [
        "pattern:XX",
        "pattern:X/O",
        "pattern:XO sort:date",
        "pattern:XO sort:-date sort:black",
        "pattern:XO player:P3",
        "pattern:XO -player:P3 date:1930..",
        "pattern:XO sort:moves",
        "player:P3",
    ] {
        let all = hits(&engine, query);
        let hit_text = |game: &GameRow| format!("{} {:?}", game.id, game.hit);
        let all: Vec<String> = all.iter().map(hit_text).collect();
        assert!(all.len() > 20, "{query}: {}", all.len());
        for limit in [0, 1, 5, 100, usize::MAX] {
            let search = Search { limit: Some(limit), ..Search::new(query) };
            let (mut found, mut pages) = (Vec::new(), 0);
            let reply = engine.ask(&search, &AskOptions::default(), &mut |item| {
                match item {
                    Item::Game(game) => found.push(hit_text(game)),
                    Item::Pause => pages += 1,
                    _ => panic!("{item:?}"),
                }
                ControlFlow::Continue(())
            });
            assert_eq!(reply.unwrap().answer.shown, found.len() as u64);
            assert_eq!(found, all[..limit.min(all.len())], "{query} {limit}");
            partial_answers += usize::from(pages > 1);
        }
    }
    assert!(partial_answers >= 4, "{partial_answers}");
}

#[test]
fn forms_of_a_character_are_one() {
    let place = place(&[
        ("a.sgf", "(;PB[聶衛平]PW[柯潔]EV[第3屆應氏杯];C[黑棋失敗])"),
        ("b.sgf", "(;PB[聂卫平]PW[柯洁]EV[应氏杯];C[黑棋失败])"),
        ("c.sgf", "(;PB[聂卫平]PW[囲碁];C[黒は雙活で失敗])"),
        ("d.sgf", "(;PB[x];C[徵子 戰鬥])"),
    ]);
    check(
        &place,
        &[
            ("comment:失敗", "a b c"),
            ("comment:失败", "a b c"),
            ("comment:黑", "a b c"),
            ("comment:双活", "c"),
            ("失敗", "a b c"),
            ("comment:\"征子 战斗\"", "d"),
            ("player:聶衛平", "a b c"),
            ("black=聶衛平", "a b c"),
            ("player:柯潔", "a b"),
            ("white:围棋", ""),
            ("white:围碁", "c"),
            ("event:應氏杯", "a b"),
        ],
    );
}

/// The forms of the characters must decide which country a title belongs to.
#[test]
fn titles_of_three_countries_stay_three() {
    let place = place(&[
        ("jp.sgf", "(;EV[第42期名人戦])"),
        ("cn.sgf", "(;EV[第23届名人战])"),
        ("tw.sgf", "(;EV[名人戰])"),
    ]);
    check(
        &place,
        &[
            ("event:名人戦", "jp"),
            // Chinese texts write the titles of the other countries in Chinese characters.
            ("event:名人战", "cn jp tw"),
            ("event:名人戰", "cn jp tw"),
            ("series=名人戦", "jp"),
            ("series=名人战", "cn"),
            ("series=名人戰", "tw"),
            ("event=名人戰", "tw"),
            ("event=名人战", ""),
            ("event:名", "cn jp tw"),
        ],
    );
}

#[test]
fn terms_are_found_in_every_language() {
    let place = place(&[
        ("a.sgf", "(;C[The ladders work.])"),
        ("b.sgf", "(;C[这里征子有利])"),
        ("c.sgf", "(;C[シチョウ アタリ])"),
        ("d.sgf", "(;C[축으로 몰다])"),
        ("e.sgf", "(;C[Sent a letter with good-bye])"),
        ("f.sgf", "(;C[black keeps sente, a one space jump])"),
        ("g.sgf", "(;GC[A ladder-breaker.];C[x])"),
        ("h.sgf", "(;C[Two one-space jumps])"),
    ]);
    check(
        &place,
        &[
            ("term:ladder", "a b c d g"),
            ("term:Shicho", "a b c d g"),
            ("term:征子", "a b c d g"),
            ("term:徵子", "a b c d g"),
            ("term:ladders -comment:ladder", "b c d"),
            ("term:sente", "f"),
            ("term:\"one-space jump\"", "f h"),
            ("term:(ladder OR sente)", "a b c d f g"),
            ("term:(ladder -sente)", "a b c d g"),
        ],
    );
    for (query, help) in [
        ("term:laddr", "did you mean term:ladder?"),
        ("term:zebrafish", "comment:zebrafish searches for the words themselves"),
    ] {
        let error = query_error(&place.engine(), query);
        assert_eq!(error.help.unwrap().to_string(), help, "{query}");
    }
    for query in ["term:*", "term:lad*", "term:ladder~"] {
        query_error(&place.engine(), query);
    }
}

#[test]
fn times_are_asked_in_seconds_and_units() {
    let place = place(&[
        ("a.sgf", "(;TM[3600]OT[5x30 byo-yomi])"),
        ("b.sgf", "(;TM[1h30]OT[60秒読秒3次])"),
        ("c.sgf", "(;TM[30m]OT[10 fischer])"),
        ("d.sgf", "(;TM[unlimited])"),
        ("e.sgf", "(;TM[0]OT[25/600 Canadian])"),
    ]);
    check(
        &place,
        &[
            ("time>=3600", "a b"),
            ("time>=1h", "a b"),
            ("time:90min", "b"),
            ("time<1h", "c e"),
            ("time:0", "e"),
            ("time:*", "a b c e"),
            ("-time:*", "d"),
            ("overtime:byo-yomi", "a"),
            ("overtime:Canadian", "e"),
            ("overtime:fischer", "c"),
            ("overtime:*", "a b c e"),
            ("TM:1h30", "b"),
        ],
    );
    for query in ["time:long", "time:-1", "time:1.5"] {
        query_error(&place.engine(), query);
    }
}

#[test]
fn problems_are_found_by_their_task() {
    let place = place(&[
        // Problems in a corner: as drawn; turned, with exchanged colours; and with another stone elsewhere on the
        // board.
        (
            "a.sgf",
            "(;SZ[19]AB[aa][bb][ca]AW[ab][ba][dd]PL[W]C[White to live];W[ac]C[Correct];B[ad])",
        ),
        ("b.sgf", "(;SZ[19]AW[sa][rb][qa]AB[sb][ra][pd];B[sc]C[Wrong](;W[sd])(;W[se]C[right!]))"),
        ("c.sgf", "(;SZ[19]AB[aa][bb][ca]AW[ab][ba][dd][dg])"),
        // Problems at a side, one of them moved along the side, and one in the middle of the board. A line is marked as
        // right by a good move of the side that begins, but not by a move after a bad one, or by a good move of the
        // other side.
        (
            "d.sgf",
            "(;SZ[19]AB[ga][ha]AW[gb][hb](;B[gc]TE[1];W[gd]TE[1];B[ge]TE[2])(;B[hc]BM[1];W[hd]TE[1];B[he]TE[1]))",
        ),
        ("e.sgf", "(;SZ[19]AB[ai][aj]AW[bi][bj])"),
        ("f.sgf", "(;SZ[19]AB[jj]AW[kk])"),
        // Records that are no problems (with handicap stones, or with a result), and a problem on the whole board whose
        // stones are set up in the second node.
        ("g.sgf", "(;SZ[19]AB[aa][bb][ca];W[ab])"),
        ("h.sgf", "(;SZ[19]AB[aa][bb][ca]AW[ab][ba][dd]RE[W+R];B[cc])"),
        ("i.sgf", "(;SZ[19];AB[pd][dp]AW[dd];B[cc])"),
    ]);
    check(
        &place,
        &[
            ("is:problem", "a b c d e f i"),
            ("problem:*", "a b c d e f i"),
            ("toplay:W", "a"),
            ("toplay:black", "b d i"),
            ("region:corner", "a b c"),
            ("region:side", "d e"),
            ("region:centre", "f"),
            ("region:board", "i"),
            ("solutions:1", "a b d"),
            ("solutions:0 region:corner", "c"),
            // A search for a problem by a diagram of its corner must ignore the rest of the board, and find every
            // orientation and both colourings.
            ("problem:\"+---\n|XOX\n|OX.\n|...\"", "a b c"),
            ("problem:\"+---\n|XOX\n|OX.\n|...\" toplay:W", "a"),
            ("problem:\"+---\n|XOX\n|OX.\n|...\" colours:as-drawn", "a c"),
            ("-problem:\"+---\n|XOX\n|OX.\n|...\" is:problem", "d e f i"),
            ("problem:\"---\nXX.\nOO.\"", "d e"),
        ],
    );
    let groups = |query: &str| {
        let request =
            FindCopies { query: query.to_owned(), positions: true, ..FindCopies::default() };
        let mut groups = Vec::new();
        let engine = place.engine();
        let found = engine.copies(&request, &AskOptions::default(), &mut |group| {
            let games = group
                .games
                .iter()
                .map(|copy| format!("{}{}", stem(&copy.game), if copy.turned { "'" } else { "" }));
            groups.push(games.collect::<Vec<_>>().join(" "));
            ControlFlow::Continue(())
        });
        groups.sort();
        (groups.join(", "), found.unwrap().answer.all_groups)
    };
    assert_eq!(groups(""), ("b a', d e'".to_owned(), 2));
    assert_eq!(groups("region:side"), ("d e'".to_owned(), 2));
}
