use super::{Server, encoded};
use crate::support::Place;
use crate::support::shards::game;

/// Targets of the links on a page.
fn links(page: &str) -> Vec<String> {
    let links = page.split("href=\"").skip(1);
    links.map(|rest| rest.split('"').next().unwrap().replace("&amp;", "&")).collect()
}

#[test]
fn continuations_are_links_that_play() {
    let server = Server::samples(&[]);
    let mut target = "/".to_owned();
    for depth in 1..=4 {
        let page = server.page(&target);
        assert_eq!(page.matches("<h1").count(), 1);
        assert!(page.contains("<svg") && page.contains("viewBox=\"0 0 410 410\""));
        let next = links(&page).into_iter().find(|link| {
            link.starts_with("/?m=") && !link.contains("at=") && link.split(',').count() == depth
        });
        target = next.unwrap_or_else(|| panic!("{depth}: no link plays on at {target}"));
    }
    let page = server.page(&target);
    assert!(page.contains("id=\"m4\"") && !page.contains("id=\"m5\""));
}

#[test]
fn a_game_leads_to_those_of_its_file_or_folder_in_order() {
    let place = Place::new();
    place.write("Book.sgf", (0..12).map(game).collect::<String>());
    for number in 1..=12 {
        place.write(&format!("problems/{number}.sgf"), game(100 + number));
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let first = |query: &str| {
        let found = server.json(&format!("/api/v1/search?q={}&sort=place&limit=1", encoded(query)));
        found["games"][0]["id"].as_str().unwrap().to_owned()
    };
    for (query, text, beginning) in [
        ("file:book", "Game 1 of 12 in this file", "Book.sgf 1"),
        ("file:problems/10", "Games of this folder", "problems/1.sgf 1"),
    ] {
        let page = server.page(&format!("/game/{}", first(query)));
        assert!(page.contains(text), "{page}");
        assert!(!page.contains(place.games().to_str().unwrap()));
        let beside = links(&page);
        let beside = beside.iter().find(|link| link.contains("sort=place")).unwrap();
        let games = beside.strip_prefix("/games?").unwrap();
        let found = server.json(&format!("/api/v1/search?{games}"));
        assert_eq!(found["total"], 12, "{beside}");
        let rows = found["games"].as_array().unwrap();
        let row = format!("{} {}", rows[0]["path"].as_str().unwrap(), rows[0]["game"]);
        assert_eq!(row, beginning);
        let numbers = rows.iter().map(|row| match query {
            "file:book" => row["game"].to_string(),
            _ => {
                let path = row["path"].as_str().unwrap();
                path["problems/".len()..path.len() - 4].to_owned()
            }
        });
        let expected: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
        assert_eq!(numbers.collect::<Vec<_>>(), expected);
        assert!(server.page(beside).contains("12"));
    }
}

#[test]
fn a_typed_move_leads_to_its_address() {
    let server = Server::samples(&[]);
    let answer = server.get("/?m=Q16,D4&q=Lee&play=q3");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/?m=Q16,D4,Q3&q=Lee")));
    let wrong = server.get("/?m=Q16&play=Z99");
    assert_eq!(wrong.status, 400);
    assert!(wrong.body.contains("not a point of this board"));
    // The mistake stands beside the field, which keeps what was typed.
    assert!(wrong.body.contains("value=\"Z99\"") && wrong.body.contains("id=\"play-mistake\""));
    for (typed, moves) in
        [("d4+q3+D16", "D4,Q3,D16"), ("d4,q3,,D16+", "D4,Q3,D16"), ("PASS%0Aq3", "pass,Q3")]
    {
        let answer = server.get(&format!("/?m=Q16&play={typed}"));
        let expected = format!("/?m=Q16,{moves}");
        assert_eq!((answer.status, answer.header("location")), (303, Some(expected.as_str())));
    }
    let taken = server.get("/?m=Q16,D4&play=q3+d4");
    assert_eq!(taken.status, 400);
    assert!(taken.body.contains("There is a stone on D4 already."), "{}", taken.body);
}

#[test]
fn a_part_equals_its_piece_of_the_page() {
    let server = Server::samples(&[]);
    let page = server.page("/?m=Q16");
    let games = server.page("/?m=Q16&part=games");
    assert!(games.starts_with("<section id=\"games\"") && page.contains(&games));
    let main = server.page("/?m=Q16&part=main");
    assert!(
        !main.contains("<html")
            && main.contains("<nav id=\"nav\"")
            && main.contains("<main id=\"main\"")
    );
    let error = server.get("/games?q=plyer:x&part=main");
    assert_eq!(error.status, 400);
    assert!(
        error.body.starts_with("<section id=\"problem\"") && error.body.contains("did you mean")
    );
    assert!(error.body.contains("^^^^^"));
}

#[test]
fn the_parts_of_a_position_add_up_to_the_page() {
    let samples = Server::samples(&[]);
    let (_place, many) = Server::of_many_beginnings();
    assert!(many.page("/?part=first").contains("id=\"others\" data-later></tbody>"));
    for (server, position) in [
        (&many, "/?"),
        (&samples, "/?m=Q16&"),
        (&samples, "/?m=Q16&q=date:1990..2005&"),
        (&samples, "/?m=Q16,D4&q2=*&"),
    ] {
        let part = |name: &str| server.page(&format!("{position}part={name}"));
        let (first, later) = (part("first"), part("later"));
        assert!(!first.contains("class=\"games\"") && !later.contains("id=\"moves\""));
        let (years, games) = later.split_at(later.find("<section id=\"games\"").unwrap());
        // Rows of a table are no HTML without it, so this part has a table around them.
        let others = part("others");
        let rows = others.trim_start_matches("<table>").trim_end_matches("</table>").to_owned();
        let all = first
            .replace("<section id=\"years\" data-later></section>", years)
            .replace("<section id=\"games\" data-later></section>", games)
            .replace("<tbody class=\"rest\" id=\"others\" data-later></tbody>", &rows);
        let without_time = |page: &str| {
            let (before, rest) = page.split_once("<p class=\"took\">").unwrap();
            let (_, after) = rest.split_once("</p>").unwrap();
            format!("{before}{after}")
        };
        let whole = part("main");
        assert_eq!(without_time(&all), without_time(&whole), "{position}");
    }
}

#[test]
fn a_game_opens_at_its_hit_and_goes_on() {
    let server = Server::samples(&[]);
    let list = server.json("/api/v1/search?q=has:comments+moves%3E=20");
    let id = list["games"][0]["id"].as_str().unwrap();
    let page = server.page(&format!("/game/{id}"));
    let forward = page.split("id=\"forward\"").nth(1).unwrap();
    let next = links(forward)[0].clone();
    assert_eq!(next, format!("/game/{id}?node=1"));
    let second = server.page(&next);
    assert!(second.contains("<b>1</b> / "), "{second}");
    let data = server.json(&format!("/game/{id}.json?node=1"));
    assert_eq!(data["at"]["node"], 1);
    let same = server.json(&format!("/api/v1/games/{id}?node=1"));
    assert_eq!(data, same);
    let sgf = server.get(&format!("/api/v1/games/{id}/sgf"));
    assert!(
        sgf.body.starts_with("(;") && sgf.header("content-type") == Some("application/x-go-sgf")
    );
    assert_eq!(server.get(&format!("/game/{id}?node=99999")).status, 404);
    assert_eq!(server.get("/game/0000000000000000").status, 404);
}

#[test]
fn unknown_parameters_are_named() {
    let server = Server::samples(&[]);
    let page = server.page("/?colour=red&m=Q16");
    assert!(page.contains("Unknown in this address") && page.contains("colour"));
}

#[test]
fn every_link_of_every_page_leads_somewhere() {
    let server = Server::samples(&[]);
    let mut seen = std::collections::BTreeSet::new();
    for target in [
        "/",
        "/?m=Q16,D4",
        "/joseki",
        "/joseki?m=Q16,R14",
        "/games?q=comment:*",
        "/players",
        "/archive",
        "/versus?player=Lee+Sedol&player=AlphaGo",
        "/archive?of=illegal-move",
        "/archive?tab=same",
        "/player/Lee%20Changho",
        "/practise?q=player:Lee",
        "/help",
    ] {
        for link in links(&server.page(target)) {
            let plain = link.split('#').next().unwrap().to_owned();
            // Some examples in the help find nothing in the sample archive, and some name a file, which the server
            // refuses. They are skipped.
            if plain.is_empty()
                || plain.contains('@')
                || !seen.insert(plain.clone())
                || seen.len() > 250
            {
                continue;
            }
            let answer = server.get(&plain);
            assert_eq!(answer.status, 200, "{target} → {plain}: {}", answer.body);
        }
    }
    assert!(seen.len() > 40, "{}", seen.len());
}
