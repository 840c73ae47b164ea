use super::{Server, encoded};
use crate::support::{Place, run_on, samples};
use serde_json::Value;
use std::collections::BTreeSet;

fn decoded(text: &str) -> String {
    text.replace("&amp;", "&").replace("&quot;", "\"")
}

/// Value of an attribute of the element with this id.
fn attribute(page: &str, id: &str, name: &str) -> Option<String> {
    let (before, after) = page.split_once(&format!("id=\"{id}\""))?;
    let begin = before.rsplit('<').next()?;
    let end = after.split('>').next()?;
    let tag = format!("{begin}{end}");
    let (_, value) = tag.split_once(&format!("{name}=\""))?;
    Some(decoded(value.split('"').next()?))
}

fn sum(rows: &Value) -> u64 {
    let rows = rows.as_array().unwrap();
    rows.iter().map(|row| row["games"].as_u64().unwrap()).sum()
}

fn ids(answer: &Value) -> Vec<String> {
    let games = answer["games"].as_array().unwrap();
    games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn years_on_request_agree_with_the_command() {
    let server = Server::samples(&[]);
    let moves = server.json("/api/v1/explore?m=Q16&part=moves");
    assert!(moves["years"].is_null() && moves["moves"][0]["years"].is_null());
    assert!(moves["moves"][0]["reached"].is_null());
    assert_eq!(moves["games"].as_array().unwrap().len(), 0);
    let all = server.json("/api/v1/explore?m=Q16&part=moves,players,years,reached,games");
    let run = run_on(samples(), &["position", "--json", "--with", "years,reached", "Q16"]);
    let command_answer: Value = run.json().remove(0);
    for key in ["years", "moves", "total"] {
        assert_eq!(all[key], command_answer[key], "{key}");
    }
    // The numbers by year of the position must be the sums over its moves.
    let of_moves: u64 =
        (all["moves"].as_array().unwrap().iter()).map(|row| sum(&row["years"])).sum();
    assert!(of_moves > 0);
    assert_eq!(sum(&all["years"]), of_moves);
    assert!(
        all["moves"]
            .as_array()
            .unwrap()
            .iter()
            .any(|row| row["reached"].as_u64() >= row["games"].as_u64())
    );
}

#[test]
fn a_part_of_the_page_computes_nothing_else() {
    let server = Server::samples(&[]);
    let moves = server.page("/?m=Q16&part=moves");
    assert!(moves.starts_with("<section id=\"moves\"") && !moves.contains("class=\"curve\""));
    let both = server.page("/?m=Q16&part=moves,years");
    assert!(both.contains("<section id=\"years\"") && !both.contains("<section id=\"games\""));
    let page = server.page("/?m=Q16");
    assert!(page.contains(&both.split("<section id=\"years\"").next().unwrap().to_owned()));
}

#[test]
fn years_are_chosen_by_one_clause() {
    let server = Server::samples(&[]);
    for (query, first, last, target) in [
        ("", 1985, 2024, "/?m=Q16&q=date:1985..2024"),
        ("player:Lee+date:1990", 2024, 1985, "/?m=Q16&q=player:Lee+date:1985..2024"),
        ("year%3E=2000+-komi:0", 1999, 1999, "/?m=Q16&q=-komi:0+date:1999"),
        ("Lee+OR+Gu", 1985, 2024, "/?m=Q16&q=(Lee+OR+Gu)+date:1985..2024"),
    ] {
        let answer = server.get(&format!("/?m=Q16&q={query}&from={first}&to={last}"));
        assert_eq!((answer.status, answer.header("location")), (303, Some(target)), "{query}");
    }
    let page = server.page("/?m=Q16&q=date:1900..2024+-komi:0");
    // The button that clears the chart of years must remove the clause about years, and choosing years in the chart
    // must replace it.
    assert_eq!(attribute(&page, "all-years", "href").as_deref(), Some("/?m=Q16&q=-komi:0"));
    let brush = page.split("data-choose=\"").nth(1).unwrap();
    assert_eq!(decoded(brush.split('"').next().unwrap()), "/?m=Q16&q=-komi:0+date:{from}..{to}");
    // The chart must still show the years that the query excludes.
    let all = server.json("/api/v1/explore?m=Q16&part=years");
    let years = all["years"].as_array().unwrap();
    let (first, last) = (&years[0]["year"], &years[years.len() - 1]["year"]);
    assert!(first.as_i64() < last.as_i64());
    let narrow = server.page(&format!("/?m=Q16&q=date:{last}"));
    assert!(narrow.contains(&format!("data-from=\"{last}\" data-to=\"{last}\"")));
    assert!(narrow.contains(&format!("data-last=\"{last}\"")));
    assert!(!narrow.contains(&format!("data-first=\"{last}\"")), "only one year is drawn");
}

#[test]
fn pages_list_each_game_once() {
    let server = Server::samples(&[]);
    for sort in ["", "&sort=rank", "&sort=-moves", "&sort=hit"] {
        let all = server.json(&format!("/api/v1/explore?m=Q16&limit=500{sort}"));
        let expected = ids(&all);
        assert!(expected.len() > 10 && all["page"]["next"].is_null(), "{}", expected.len());
        let mut found = Vec::new();
        let mut key = String::new();
        loop {
            let target = format!("/api/v1/explore?m=Q16&part=games&limit=7{sort}{key}");
            let page = server.json(&target);
            assert_eq!(page["total"], all["total"]);
            found.extend(ids(&page));
            match page["page"]["next"].as_str() {
                Some(next) => key = format!("&page={next}"),
                None => break,
            }
        }
        assert_eq!(found, expected, "{sort}");
        let distinct: BTreeSet<&String> = found.iter().collect();
        assert_eq!(distinct.len(), found.len());
    }
    // The key of a page of another query must be refused.
    let page = server.json("/api/v1/explore?m=Q16&limit=3");
    let key = page["page"]["next"].as_str().unwrap();
    let wrong = server.get(&format!("/api/v1/explore?m=Q16,D4&limit=3&page={key}"));
    assert_eq!(wrong.status, 400, "{}", wrong.body);
    let stale = server.get("/api/v1/explore?m=Q16&limit=3&page=ffff-1-0.1.0");
    assert!(matches!(stale.status, 400 | 409), "{}", stale.body);
    // The page must link to the next one, which must show other games.
    let html = server.page("/?m=Q16&limit=3");
    let more = attribute(&html, "more-games", "href").unwrap();
    let second = server.page(&format!("{more}&limit=3"));
    let first_id = page["games"][0]["id"].as_str().unwrap();
    assert!(html.contains(first_id) && !second.contains(first_id));
    assert!(second.contains("first games"));
}

#[test]
fn listed_games_show_their_next_move_and_open_at_the_hit() {
    let server = Server::samples(&[]);
    let answer = server.json("/api/v1/explore?m=Q16&q=kind:go");
    let page = server.page("/?m=Q16&q=kind:go&part=games");
    for game in answer["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let line = page.split("<li").find(|line| line.contains(id)).unwrap();
        let move_name = game["next"]["asked"]["at"].as_str().unwrap();
        assert!(line.contains(&format!("data-at=\"{move_name}\"")), "{line}");
        let node = game["node"].as_u64().unwrap();
        assert!(line.contains(&format!("node={node}")), "{line}");
    }
    let unique = server.page("/?m=Q16&unique=1");
    assert_eq!(attribute(&unique, "unique", "href").as_deref(), Some("/?m=Q16"));
}

#[test]
fn a_row_opens_with_its_players_and_its_other_orders() {
    let server = Server::samples(&[]);
    let all = server.json("/api/v1/explore?m=Q16&part=moves,players,reached");
    let row = &all["moves"][0];
    let name = row["at"].as_str().unwrap();
    let more = server.json(&format!("/api/v1/explore?m=Q16&part=row&of={name}"));
    let more = &more["row"];
    assert_eq!(more["reached"], row["reached"]);
    assert_eq!(more["next"]["games"], row["games"]);
    assert_eq!(more["next"]["players"], row["players"]);
    let part = server.page(&format!("/?m=Q16&part=row&of={name}"));
    assert!(part.starts_with(&format!("<div id=\"more-{name}\"")), "{part}");
    let player = row["players"][0]["name"].as_str().unwrap();
    assert!(part.contains(player), "{part}");
    // Without scripts, the link of a move must open the page with a further table row, which tells more about the move.
    let page = server.page(&format!("/?m=Q16&of={name}"));
    assert!(page.contains(&format!("<tr class=\"more\" id=\"more-{name}\"")));
    let none = server.page("/?m=Q16&part=row&of=A1");
    assert!(none.contains("Nothing more is known"));
}

#[test]
fn comments_at_a_position_come_longest_first() {
    let place = Place::new();
    place.write("a.sgf", "(;PB[Anna]PW[Bert];B[pd]C[A corner.];W[dp]C[Not here.])");
    place.write("b.sgf", "(;PB[Carl];B[dd]C[Four-four again, <b>turned</b>.])");
    place.write("c.sgf", "(;PB[Dora];B[qd]C[Another point.])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let answer = server.json("/explore.json?m=Q16&tab=comments");
    let comments = answer["comments"]["comments"].as_array().unwrap();
    let texts: Vec<&str> = comments.iter().map(|row| row["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["Four-four again, <b>turned</b>.", "A corner."]);
    let page = server.page("/?m=Q16&tab=comments");
    let section = page.split("<section id=\"comments\"").nth(1).unwrap();
    assert!(section.contains("&lt;b&gt;turned&lt;/b&gt;") && !section.contains("Not here"));
    let (long, short) = (section.find("Four-four"), section.find("A corner."));
    assert!(long < short && section.contains("Carl") && section.contains("node=1"));
    assert!(server.json("/explore.json?m=Q16")["comments"].is_null());
    let none = server.page("/?m=Q16,A1&tab=comments");
    assert!(none.contains("No game has a comment here."));
}

#[test]
fn a_position_without_games_links_to_earlier_positions() {
    let server = Server::samples(&[]);
    let page = server.page("/?m=Q16,A1,T1");
    let answer = server.json("/api/v1/explore?m=Q16,A1,T1");
    let (moves, games) = (
        answer["earlier"]["moves"].as_u64().unwrap(),
        answer["earlier"]["games"].as_u64().unwrap(),
    );
    assert_eq!(moves, 1);
    let target = attribute(&page, "last-seen", "href").unwrap();
    assert_eq!(target, "/?m=Q16,A1,T1&at=1");
    assert!(page.contains("after move 1, Q16</a>") && page.contains(&format!("({games} games).")));
    let seen = server.json("/explore.json?m=Q16,A1,T1&at=1");
    assert_eq!(seen["total"].as_u64(), Some(games));
    // If a query finds nothing, the page must offer it without one of its clauses, with the number of games.
    let page = server.page("/?m=Q16&q=player:nobodyatall+kind:go");
    let total = server.json("/api/v1/explore?m=Q16&q=kind:go")["total"].as_u64().unwrap();
    assert!(page.contains(&format!("<code>player:nobodyatall</code>: {total} games")), "{page}");
    let first = server.page("/");
    assert!(first.contains("To begin with"));
    let counted = server.page("/?m=Q16&q=kind:go&tab=counted");
    assert!(
        counted.contains("<section id=\"counted\"") && counted.contains("<code>kind:go</code>")
    );
}

#[test]
fn the_view_turns_and_the_answer_stays() {
    let server = Server::samples(&[]);
    let page = server.page("/?m=Q16,D4");
    let mut target = "/?m=Q16,D4".to_owned();
    let mut seen = BTreeSet::new();
    for _ in 0..4 {
        let page = server.page(&target);
        let board = page.split("<g class=\"stones\">").nth(1).unwrap();
        seen.insert(board.split("</g>").next().unwrap().to_owned());
        target = attribute(&page, "turn", "href").unwrap();
    }
    assert_eq!((target.as_str(), seen.len()), ("/?m=Q16,D4", 4));
    let mirrored = server.page(&attribute(&page, "mirror", "href").unwrap());
    let moves = |page: &str| {
        let rows = page.split("<tr data-at=\"").skip(1);
        rows.map(|row| row.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(moves(&page), moves(&mirrored));
    assert!(mirrored.contains("data-flip=\"1\""));
}

#[test]
fn a_position_has_a_sentence_and_tabs_have_addresses() {
    let server = Server::samples(&[]);
    let page = server.page("/?m=Q16,D4,Q3,D16");
    assert!(page.contains("Black: Q16, Q3."), "{page}");
    assert!(page.contains("White: D16, D4.") && page.contains("Last move: 4, White D16."));
    for tab in ["years", "games", "comments"] {
        let target = attribute(&page, &format!("tab-{tab}"), "href").unwrap();
        assert_eq!(target, format!("/?m=Q16,D4,Q3,D16&tab={tab}"));
        let open = server.page(&target);
        assert!(open.contains(&format!("data-tab=\"{tab}\"")));
        assert!(attribute(&open, &format!("tab-{tab}"), "aria-current").is_some());
    }
}

/// Two queries at one position must give the numbers of the command: on the page, in its JSON and in `/api/v1`.
#[test]
fn a_second_query_stands_beside_the_first_as_the_command_has_it() {
    let server = Server::samples(&[]);
    let compared = |moves: &[&str], filter: &str, with: &str| {
        let mut words = vec!["position"];
        words.extend(moves);
        words.extend(["--json", "--compare", with]);
        if !filter.is_empty() {
            words.extend(["--filter", filter]);
        }
        run_on(samples(), &words).json().remove(0)
    };
    for (target, moves, filter, with) in [
        ("m=Q16&q2=player:Lee", &["Q16"][..], "", "player:Lee"),
        ("m=Q16,D4&q=date:..1999&q2=date:2000..", &["Q16", "D4"], "date:..1999", "date:2000.."),
        ("m=Q16,D4&q=player:Lee&q2=*", &["Q16", "D4"], "player:Lee", ""),
    ] {
        let command_answer = compared(moves, filter, with);
        let page = server.json(&format!("/explore.json?{target}"));
        assert_eq!(page["compare"], command_answer, "{target}");
        assert_eq!(
            server.json(&format!("/api/v1/explore?{target}"))["compare"],
            command_answer,
            "{target}"
        );
        assert!(!command_answer["rows"].as_array().unwrap().is_empty(), "{target}");
        let drawn = server.page(&format!("/?{target}"));
        let row = &command_answer["rows"][0];
        let games = format!("<small>{}</small>", row["first"]["games"]);
        assert!(
            drawn.contains(&games) && drawn.contains("table class=\"compared\""),
            "{target}: {games}"
        );
    }
    // Two queries with a region must be compared as by the command `pattern`.
    let run = run_on(
        samples(),
        &["pattern", "Q16 D4", "--region", "K10-T19", "--json", "--compare", "player:Lee"],
    )
    .json()
    .remove(0);
    let found = server.json("/explore.json?m=Q16,D4&area=K10-T19&q2=player:Lee");
    assert_eq!(found["compare"]["rows"], run["rows"]);
    let wrong = server.get("/api/v1/explore?m=Q16&q2=plyer:x");
    assert_eq!((wrong.status, wrong.code().as_str()), (400, "unknown_field"));
    let none = server.json("/explore.json?m=Q16");
    assert!(none["compare"].is_null());
}

#[test]
fn games_in_both_sets_have_the_position_too() {
    let server = Server::samples(&[]);
    for (address, first, second) in [
        ("m=Q16,D4", "", "player:Lee"),
        ("m=Q16,D4", "date:..2010", "*"),
        ("m=Q16,D4,Q3", "player:Lee", "result:B+"),
        ("m=Q16,D4&area=N9-T19", "player:Lee OR komi:7.5", "date:..2016"),
        ("m=Q16,D4&unique=1", "", "*"),
        ("m=Q16&next=D4", "result:B+", "*"),
    ] {
        let asks = |first: &str, second: &str| {
            let second =
                if second.is_empty() { String::new() } else { format!("&q2={}", encoded(second)) };
            server.json(&format!("/api/v1/explore?{address}&q={}{second}", encoded(first)))
        };
        let compared = asks(first, second)["compare"].clone();
        let [one, other] = [first, second].map(|query| match query {
            "" | "*" => "moves>=0".to_owned(),
            query => format!("({query})"),
        });
        let both = asks(&format!("{one} {other}"), "")["total"].clone();
        assert_eq!(compared["common"], both, "{address}: {first} | {second}");
        assert!(both.as_u64() > Some(0), "{address}: {first} | {second}");
        for (side, query) in [("first", &one), ("second", &other)] {
            assert_eq!(compared[side]["games"], asks(query, "")["total"], "{address}: {query}");
        }
    }
}

#[test]
fn a_page_leads_to_a_second_query_and_away_from_it() {
    let server = Server::samples(&[]);
    let plain = server.page("/?m=Q16&q=player:Lee");
    assert!(
        plain.contains("name=\"q2\"")
            && plain.contains("href=\"/?m=Q16&amp;q=player:Lee&amp;q2=*\"")
    );
    let both = server.page("/?m=Q16&q=player:Lee&q2=date:2000..");
    let link = |id: &str| {
        let rest = both.split(&format!("id=\"{id}\" href=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().replace("&amp;", "&")
    };
    assert_eq!(link("alone"), "/?m=Q16&q=player:Lee");
    assert_eq!(link("swap"), "/?m=Q16&q=date:2000..&q2=player:Lee");
    // Links to next moves must keep both queries.
    assert!(both.contains("&amp;q=player:Lee&amp;q2=date:2000..\""));
    // With the two queries exchanged, every difference must change its sign.
    let first = server.json("/explore.json?m=Q16&q=player:Lee&q2=date:2000..")["compare"].clone();
    let other = server.json("/explore.json?m=Q16&q=date:2000..&q2=player:Lee")["compare"].clone();
    assert_eq!(first["first"], other["second"]);
}

#[test]
fn comments_of_a_position_have_pages() {
    let place = Place::new();
    for number in 0..70 {
        let text = "x".repeat(100 - number);
        place.write(&format!("{number:02}.sgf"), format!("(;PB[a];B[pd]C[{text}<b>])"));
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let mut lengths = Vec::new();
    for skip in [0, 30, 60] {
        let found = server.json(&format!("/explore.json?m=Q16&tab=comments&skip={skip}"));
        let rows = found["comments"]["comments"].as_array().unwrap().clone();
        lengths.extend(rows.iter().map(|row| row["characters"].as_u64().unwrap()));
    }
    assert_eq!(lengths, (0..70).map(|number| 103 - number).collect::<Vec<u64>>());
    let page = server.page("/?m=Q16&tab=comments&skip=30");
    assert!(
        page.contains("31–60 of 70") && page.contains("&amp;skip=60\"") && !page.contains("<b>]")
    );
    assert!(page.contains("x&lt;b&gt;") && page.contains("href=\"/game/"));
}

#[test]
fn the_tree_of_a_position_is_the_file_of_the_command() {
    let server = Server::samples(&[]);
    for (target, words) in [
        ("m=Q16,D4&plies=8", &["position", "Q16", "D4", "--tree", "8"][..]),
        ("m=Q16&q=date:2000..", &["position", "Q16", "--filter", "date:2000..", "--tree", "20"]),
        (
            "m=Q16,R14&area=K10-T19&plies=6",
            &["pattern", "Q16 R14", "--region", "K10-T19", "--tree", "6"],
        ),
    ] {
        let answer = server.get(&format!("/api/v1/explore.sgf?{target}"));
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        let words = [words, &["--nodes", "300"]].concat();
        assert_eq!(answer.body, run_on(samples(), &words).out, "{target}");
        assert_eq!(
            answer.header("content-disposition"),
            Some("attachment; filename=\"continuations.sgf\"")
        );
        let page = server.page(&format!("/?{target}"));
        assert!(page.contains("id=\"tree-file\" href=\"/api/v1/explore.sgf?m=Q16"), "{target}");
    }
    let nothing = server.get("/api/v1/explore.sgf?m=A1,A2,A3");
    assert_eq!((nothing.status, nothing.code().as_str()), (404, "not_found"));
}

#[test]
fn the_game_list_equals_the_games_of_the_position() {
    let server = Server::samples(&[]);
    for place in [
        "/?m=Q16&q=result:B%2B+OR+result:W%2B",
        "/?m=Q16&tomove=W&in=main",
        "/?m=Q16&q=moves%3E100",
    ] {
        let data = server.json(&place.replacen('/', "/explore.json", 1));
        let total = data["total"].as_u64().unwrap();
        assert!(total > 0, "{place}");
        let page = server.page(place);
        let file = page.split("/api/v1/export?").nth(1).unwrap();
        let file = file.split('"').next().unwrap().replace("&amp;", "&");
        let query = file.split('&').find(|pair| pair.starts_with("q=")).unwrap();
        let found = server.json(&format!("/api/v1/search?{query}"));
        assert_eq!(found["total"].as_u64().unwrap(), total, "{place} {query}");
    }
}

/// From a position on a small board, list and downloads must lead to all games with the position, on boards of this
/// size only. A shape must be found on boards of all sizes.
#[test]
fn links_of_other_boards_name_their_size() {
    let place = Place::new();
    for (number, moves) in [";B[ee];W[cc]", ";B[ee];W[cg];B[gc]", ";B[cc]"].iter().enumerate() {
        place.write(&format!("{number}.sgf"), format!("(;SZ[9]{moves})"));
    }
    place.write("large.sgf", "(;SZ[19];B[ee];W[cc])");
    place.build();
    let server = Server::start(&place.folder(), &[]);
    for (address, games) in
        [("size=9&m=E5", 2), ("size=9&m=E5&q=size:9", 2), ("size=9&b=E5&area=D4-F6", 4)]
    {
        assert_eq!(server.json(&format!("/api/v1/explore?{address}"))["total"], games);
        let page = server.page(&format!("/?{address}"));
        let links =
            page.split("href=\"").skip(1).map(|rest| decoded(rest.split('"').next().unwrap()));
        let linked_queries = links.filter_map(|link| Some(link.split_once("?q=")?.1.to_owned()));
        let is_of_board =
            |query: &String| query.contains("position:") || query.contains("pattern:");
        let queries: BTreeSet<String> = linked_queries.filter(is_of_board).collect();
        assert!(queries.iter().any(|query| query.ends_with("&as=csv")), "{address}: {queries:?}");
        for query in queries {
            match query.split_once("&as=") {
                None => {
                    let total = &server.json(&format!("/api/v1/search?q={query}"))["total"];
                    assert_eq!(total, games, "{address}: {query}");
                }
                Some((_, "csv")) => {
                    let (_, rows) = server.download(&format!("/api/v1/export?q={query}"));
                    let lines = rows.iter().filter(|&&byte| byte == b'\n').count();
                    assert_eq!(lines, 1 + games, "{address}: {query}");
                }
                Some(_) => {}
            }
        }
    }
}
