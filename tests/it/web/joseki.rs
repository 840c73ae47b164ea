//! The page Joseki and `/api/v1/joseki`: their numbers, their addresses, and the corner that they show.

use super::{Server, encoded};
use crate::support::{Place, Random, run_on, samples};
use serde_json::Value;
use std::collections::BTreeMap;

const NAMES: [&str; 9] = ["Q16", "R16", "R17", "R14", "O17", "O16", "P17", "S16", "Q14"];
const FILTERS: [&str; 3] = ["", "result:B+", "date:1900..1999"];

/// Targets of the links on a page.
fn links(page: &str) -> Vec<String> {
    let links = page.split("href=\"").skip(1);
    links.map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&")).collect()
}

/// Rows of a board.
fn lines(board: &Value) -> Vec<&str> {
    board.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect()
}

fn command(arguments: &[&str]) -> Value {
    run_on(samples(), &[&["joseki", "--json"], arguments].concat()).json().remove(0)
}

/// Checks that an answer of the server has every key of the command's answer, with the same value.
fn has_all_of(answer: &Value, command: &Value, place: &str) {
    for (key, value) in command.as_object().unwrap() {
        assert_eq!(&answer[key], value, "{place}: {key}");
    }
}

#[test]
fn answers_equal_those_of_the_command() {
    let server = Server::samples(&[]);
    let mut random = Random(59);
    let mut met = 0;
    for _ in 0..40 {
        let mut moves: Vec<&str> = Vec::new();
        for _ in 0..random.below(4) {
            let name = NAMES[random.below(NAMES.len())];
            if !moves.contains(&name) {
                moves.push(name);
            }
        }
        let filter = FILTERS[random.below(FILTERS.len())];
        let query = format!("m={}&q={}&tree=2", moves.join(","), encoded(filter));
        let answer = server.json(&format!("/api/v1/joseki?{query}"));
        let mut arguments = moves.clone();
        if moves.is_empty() {
            arguments.push("");
        }
        arguments.extend(["--tree", "2"]);
        if !filter.is_empty() {
            arguments.extend(["--filter", filter]);
        }
        has_all_of(&answer, &command(&arguments), &query);
        met += usize::from(answer["corners"].as_u64() > Some(0));
    }
    assert!(met > 15, "only {met} positions were met");
    for (query, arguments) in [
        ("m=Q16&by=decade", &["Q16", "--by", "decade"][..]),
        ("m=Q16&gone=1990", &["Q16", "--gone", "1990"]),
        ("m=Q16&new=1950&tree=2", &["Q16", "--new", "1950", "--tree", "2"]),
        ("m=Q16&tree=4&least=2,5%25", &["Q16", "--tree", "4", "--least", "2,5%"]),
        ("m=Q16&q=result:B%2B&q2=*", &["Q16", "--filter", "result:B+", "--compare", ""]),
        ("m=Q16,D4&region=lower-left", &["Q16", "D4", "--region", "lower-left"]),
        ("unique=1&limit=3", &["", "--unique", "--limit", "3"]),
        ("size=9", &["", "--size", "9"]),
    ] {
        has_all_of(&server.json(&format!("/api/v1/joseki?{query}")), &command(arguments), query);
    }
}

#[test]
fn wrong_parameters_are_refused() {
    let server = Server::samples(&[]);
    for (query, words) in [
        ("m=Q16,D4", "region=upper-right"),
        ("m=Q16&region=middle", "upper-left"),
        ("tree=0", "60"),
        ("by=player", "decade"),
        ("least=many", "least"),
        ("least=1,2%25,3", "least=5,1%"),
        ("gone=1990&new=1990", "not both"),
        ("gone=yesterday", "gone"),
        ("size=19x13", "square"),
        ("m=Q16,Q16", "Q16"),
        ("area=K10-T19", "area"),
    ] {
        let answer = server.get(&format!("/api/v1/joseki?{query}"));
        assert_eq!(answer.status, 400, "{query}: {}", answer.body);
        assert!(answer.body.contains(words), "{query}: {}", answer.body);
    }
}

#[test]
fn a_page_and_its_json_are_equal() {
    let server = Server::samples(&[]);
    for query in ["", "m=Q16", "m=Q16,R14&q=date:1900..", "m=Q16&unique=1"] {
        let answer = server.json(&format!("/joseki.json?{query}"));
        let page = server.page(&format!("/joseki?{query}"));
        let rows = answer["moves"].as_array().unwrap();
        assert!(!rows.is_empty());
        for row in rows {
            let key = format!("{} {}", row["color"].as_str().unwrap(), row["at"].as_str().unwrap());
            let line = page.split("<tr data-at=").find(|line| {
                line.split('>').next().unwrap().contains(&format!("data-of=\"{key}\""))
            });
            let line = line.unwrap_or_else(|| panic!("{query}: no row {key}"));
            let corners = row["corners"].as_u64().unwrap();
            assert!(line.contains(&format!("<td>{corners}</td>")), "{key} {corners}: {line}");
        }
        if let Some(end @ 1..) = answer["end"].as_u64() {
            let line = page.split("<tr data-at=\"end\"").nth(1).unwrap();
            assert!(line.contains(&format!("<td>{end}</td>")), "{line}");
        }
        let total = answer["corners"].as_u64().unwrap();
        assert!(page.contains(&format!("<strong>{total}</strong> corners")), "{query}");
    }
}

#[test]
fn the_corner_is_played_by_links() {
    let server = Server::samples(&[]);
    let mut target = "/joseki".to_owned();
    for depth in 1..=4 {
        let page = server.page(&target);
        assert_eq!(page.matches("<h1").count(), 1);
        assert!(page.contains("viewBox=\"0 0 230 230\"") && page.contains("data-left=\"9\""));
        let next = links(&page).into_iter().find(|link| {
            link.starts_with("/joseki?m=")
                && !link.contains("at=")
                && !link.contains("pass")
                && link.split(',').count() == depth
        });
        target = next.unwrap_or_else(|| panic!("{depth}: no link plays on at {target}"));
    }
    let page = server.page(&target);
    assert!(page.contains("id=\"m4\"") && !page.contains("id=\"m5\""));
    assert!(page.contains("data-play=\"/joseki?m="));
}

/// Black captures K17 with J17, which lies outside of the corner, and then plays on K17. The moves in the corner alone
/// would play on a stone, so the corner is linked by its stones.
#[test]
fn a_corner_with_a_stone_captured_from_outside_is_linked_by_its_stones() {
    let place = Place::new();
    let moves = ";B[jb];W[jc];B[jd];W[dd];B[kc];W[dp];B[ic];W[pp];B[jc]";
    place.write("a.sgf", format!("(;SZ[19]PB[Anna]PW[Berta]{moves})"));
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let found = server.json("/api/v1/search?q=player:Anna");
    let id = found["games"][0]["id"].as_str().unwrap();
    for (node, begins) in [(6, "/joseki?m="), (9, "/joseki?b=")] {
        let page = server.page(&format!("/game/{id}?node={node}"));
        let link = links(&page).into_iter().find(|link| link.starts_with("/joseki?"));
        let link = link.unwrap_or_else(|| panic!("no link at node {node}"));
        assert!(link.starts_with(begins), "{link}");
        assert!(server.page(&link).contains("id=\"moves\""), "{link}");
    }
}

#[test]
fn a_tenuki_leads_to_the_steps_after_it() {
    let server = Server::samples(&[]);
    let tree = server.json("/api/v1/joseki?m=Q16&tree=2");
    let moves = tree["moves"].as_array().unwrap();
    let tenuki = moves.iter().find(|row| row["at"] == "tenuki").unwrap();
    assert_eq!(tenuki["color"], "W");
    let page = server.page("/joseki?m=Q16");
    assert!(links(&page).contains(&"/joseki?m=Q16,pass".to_owned()), "{page}");
    let page = server.page("/joseki?m=Q16,pass");
    assert!(page.contains(&format!("<strong>{}</strong> corners", tenuki["corners"])), "{page}");
    assert!(page.contains("after White played elsewhere"));
    let next = &tenuki["moves"][0];
    assert_eq!(next["color"], "B");
    let line = format!("<tr data-at=\"{}\"", next["at"].as_str().unwrap());
    let line = page.split(line.as_str()).nth(1).unwrap();
    assert!(line.contains(&format!("<td>{}</td>", next["corners"])), "{line}");
    // Nobody plays elsewhere twice in a row, so there is nothing after the second tenuki.
    assert!(server.page("/joseki?m=Q16,pass,pass").contains("<strong>0</strong> corners"));
}

#[test]
fn stones_of_other_corners_are_turned_to_the_upper_right() {
    let server = Server::samples(&[]);
    for (target, turned) in [
        ("/joseki?m=D4,C6&q=Lee", "/joseki?m=Q16,R14&q=Lee"),
        ("/joseki?b=D16&w=F17&turn=W", "/joseki?b=Q16&w=O17&turn=W"),
        ("/joseki?m=Q16&play=r14", "/joseki?m=Q16,R14"),
        ("/joseki?play=c3", "/joseki?m=C3"),
    ] {
        let answer = server.get(target);
        assert_eq!((answer.status, answer.header("location")), (303, Some(turned)), "{target}");
    }
    let wrong = server.get("/joseki?m=Q16,D4");
    assert_eq!(wrong.status, 400);
    assert!(wrong.body.contains("several corners"), "{}", wrong.body);
    let taken = server.get("/joseki?m=Q16&play=q16");
    assert!(taken.status == 400 && taken.body.contains("There is a stone on Q16 already."));
}

#[test]
fn an_address_of_the_page_stays_as_it_is() {
    let server = Server::samples(&[]);
    for target in [
        "/joseki",
        "/joseki?m=Q16,R14,pass&at=2&q=date:1900..",
        "/joseki?b=Q16&w=R14&turn=W&unique=1&sort=date&tab=games",
        "/joseki?m=G7&size=9",
    ] {
        let page = server.page(target);
        let address = format!("name=\"address\" value=\"{}\"", target.replace('&', "&amp;"));
        assert!(page.contains(&address), "{target}: {page}");
    }
}

#[test]
fn a_joseki_is_named_in_the_language_of_the_page() {
    let server = Server::samples(&[]);
    for (tag, name) in [
        ("en", "4-4 low approach"),
        ("ja", "星小ゲイマガカリ"),
        ("zh-Hans", "星位小飞挂"),
        ("zh-Hant", "星位小飛掛"),
    ] {
        let page = server.page(&format!("/joseki?m=Q16,R14&lang={tag}"));
        assert!(page.contains(&format!("<p class=\"opening\"><b>{name}</b>")), "{tag}: {page}");
        assert!(page.contains(&format!("<title>{name} · ")), "{tag}");
    }
    // The same stones in the other colours, mirrored and in another corner, as data.
    let answer = server.json("/api/v1/joseki?m=D4,F3&turn=W");
    assert_eq!(answer["joseki"], "4-4 low approach");
    assert!(server.json("/api/v1/joseki?m=Q16,A1&region=lower-left")["joseki"].is_null());
    assert!(server.json("/api/v1/joseki")["joseki"].is_null());
}

#[test]
fn the_games_show_the_corner_as_it_lies_on_the_page() {
    let server = Server::samples(&[]);
    let page = server.page("/joseki?m=Q16,R14");
    let list = page.split("<ol class=\"games\">").nth(1).unwrap();
    let games = links(list.split("</ol>").next().unwrap());
    assert!(!games.is_empty());
    for game in games {
        assert!(game.starts_with("/game/") && game.contains("area="), "{game}");
        assert_eq!(server.get(&game).status, 200, "{game}");
    }
    assert!(links(&page).iter().any(|link| link.starts_with("/?m=Q16,R14&area=K10-T19")));
    // The empty corner is no shape, so it has no list.
    assert!(server.page("/joseki").contains("Play a move to see the games"));
}

#[test]
fn a_game_leads_to_the_corner_of_its_last_move() {
    let server = Server::samples(&[]);
    let found = server.json("/api/v1/search?q=size:19+moves%3E60+kind:go&limit=6");
    let mut seen = 0;
    for game in found["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        assert!(!server.page(&format!("/game/{id}")).contains("id=\"corner\""), "{id}");
        for node in [1, 2, 5, 12, 30] {
            let page = server.page(&format!("/game/{id}?node={node}"));
            let place = server.json(&format!("/api/v1/games/{id}/board?node={node}"));
            let link = page.split_once("id=\"corner\"").unwrap_or_else(|| panic!("{id} {node}"));
            let corner = links(link.1).remove(0);
            assert_eq!(server.get(&corner).status, 200, "{id} {node}: {corner}");
            let answer = server.json(&corner.replacen("/joseki", "/joseki.json", 1));
            // The corner has as many stones as one of the four corners of the board.
            let stones = |rows: &[&str]| rows.concat().matches(['X', 'O']).count();
            let (rows, board) = (lines(&answer["board"]), lines(&place["board"]));
            let halves = [&board[..10], &board[9..]];
            let corners = halves.into_iter().flat_map(|half| {
                [0..10, 9..19].map(|columns| {
                    let part: Vec<&str> = half.iter().map(|row| &row[columns.clone()]).collect();
                    stones(&part)
                })
            });
            assert!(corners.collect::<Vec<_>>().contains(&stones(&rows)), "{id} {node}: {corner}");
            seen += usize::from(answer["corners"].as_u64() > Some(0));
        }
    }
    assert!(seen >= 20, "{seen}");
}

#[test]
fn the_parts_of_the_page_are_drawn_one_by_one() {
    let server = Server::samples(&[]);
    let part = |name: &str| server.page(&format!("/joseki?m=Q16&part={name}"));
    let page = server.page("/joseki?m=Q16");
    let games = part("games");
    assert!(games.starts_with("<section id=\"games\"") && page.contains(&games));
    let first = part("first");
    assert!(first.contains("<section id=\"games\" data-later>") && first.contains("id=\"moves\""));
    let details = server.page("/joseki?m=Q16&of=W+R14&part=row");
    assert!(details.starts_with("<div id=\"more-next-R14\">"), "{details}");
    assert!(
        details.contains("class=\"who\"") && details.contains("Played at once in"),
        "{details}"
    );
    let opened = server.page("/joseki?m=Q16&of=W+R14");
    assert!(opened.contains("<tr class=\"more\" id=\"more-next-R14\">"), "{opened}");
}

/// A step with its corners in two sets of games.
type ComparedStep = (String, u64, u64);

/// Steps of a page that compares two queries.
fn compared_steps(page: &str) -> Vec<ComparedStep> {
    let number = |text: &str| text.split('<').next().unwrap().replace(',', "").parse().unwrap();
    let mut steps = Vec::new();
    for row in page.split("<tr data-at=\"").skip(1) {
        let at = row.split('"').next().unwrap().to_owned();
        let numbers: Vec<u64> = row.split("<small>").skip(1).take(2).map(number).collect();
        steps.push((at, numbers[0], numbers[1]));
    }
    steps.sort();
    steps
}

/// A comparison must have the corners that each of the two queries finds alone.
#[test]
fn two_queries_are_compared_in_a_corner() {
    let server = Server::samples(&[]);
    let queries = ["result:W+", "date:..1930"].map(encoded);
    for (moves, tenuki) in [("", None), ("m=Q16&", None), ("m=Q16,pass&", Some("W"))] {
        let page = server.page(&format!("/joseki?{moves}q={}&q2={}", queries[0], queries[1]));
        let alone = queries.each_ref().map(|query| {
            let moves = moves.replace(",pass", "");
            server.json(&format!("/api/v1/joseki?{moves}tree=2&q={query}"))
        });
        let mut expected: BTreeMap<[String; 2], [u64; 2]> = BTreeMap::new();
        for (side, answer) in alone.iter().enumerate() {
            let after = match tenuki {
                Some(color) => {
                    let steps = answer["moves"].as_array().unwrap();
                    let is_it = |step: &&Value| step["at"] == "tenuki" && step["color"] == color;
                    steps.iter().find(is_it)
                }
                None => Some(answer),
            };
            for step in after.iter().flat_map(|after| after["moves"].as_array().unwrap()) {
                let key = ["at", "color"].map(|name| step[name].as_str().unwrap().to_owned());
                expected.entry(key).or_default()[side] = step["corners"].as_u64().unwrap();
            }
        }
        let mut expected: Vec<ComparedStep> =
            expected.into_iter().map(|([at, _], [a, b])| (at, a, b)).collect();
        expected.sort();
        assert!(!expected.is_empty());
        assert_eq!(compared_steps(&page), expected, "{moves}");
    }
    let page = server.page(&format!("/joseki?m=Q16&q={}&q2=*", queries[0]));
    let both = server.json(&format!("/api/v1/joseki?m=Q16&q={}", queries[0]));
    assert!(page.contains(&format!("{} corners are in both", both["corners"])));
    assert!(page.contains("<form class=\"beside\" method=\"get\" action=\"/joseki\""));
}

/// The chart has all years, whatever years the query names, and its links lead to this page.
#[test]
fn years_of_a_corner_are_drawn_and_chosen() {
    let server = Server::samples(&[]);
    let chart = |query: &str| {
        let page = server.page(&format!("/joseki?m=Q16&view=counts&part=years{query}"));
        let svg = page.split("<svg class=\"years\"").nth(1).expect("a chart").to_owned();
        let value = |name: &str| {
            svg.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned()
        };
        (
            ["data-first", "data-last"].map(value),
            ["data-from", "data-to"].map(value),
            value("data-choose"),
        )
    };
    let rows = server.json("/api/v1/joseki?m=Q16&by=year");
    let years: Vec<&str> = rows["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["value"].as_str().unwrap())
        .collect();
    let (span, chosen, _) = chart("");
    assert_eq!(span[1], *years.last().unwrap());
    assert_eq!(span, chosen);
    let middle = years[years.len() / 2];
    let (other, chosen, link) = chart(&format!("&q=date:{middle}"));
    assert_eq!(other, span);
    assert_eq!(chosen, [middle, middle]);
    assert!(link.starts_with("/joseki?") && link.contains("{from}"), "{link}");
}
