use super::{Server, encoded};
use crate::program::{run_on, samples};
use crate::support::Place;

/// The links of a page to lists of games: the query, and the number that stands in the link.
fn counted(page: &str) -> Vec<(String, u64)> {
    let links = page.split("<a href=\"/games?q=").skip(1);
    let counted = links.filter_map(|rest| {
        let (address, rest) = rest.split_once('"')?;
        let (_, rest) = rest.split_once('>')?;
        let text = rest.split("</a>").next()?;
        let text = text.replace("<strong>", "").replace("</strong>", "");
        let text = text.strip_prefix("All ").unwrap_or(&text);
        let number = text.trim_end_matches(" games").replace(',', "");
        Some((address.replace("&amp;", "&"), number.parse().ok()?))
    });
    counted.collect()
}

#[test]
fn every_number_of_a_player_leads_to_as_many_games() {
    let server = Server::samples(&[]);
    let mut met = 0;
    for player in ["Lee Sedol", "Honinbo Shusaku", "Lee Changho", "AlphaGo"] {
        let page = server.page(&format!("/player/{}", player.replace(' ', "%20")));
        assert_eq!(page.matches("<h1").count(), 1, "{player}");
        for (query, number) in counted(&page) {
            let answer = server.json(&format!("/api/v1/search?q={query}&limit=1"));
            assert_eq!(answer["total"], number, "{player}: {query}");
            met += 1;
        }
    }
    assert!(met > 20, "only {met} numbers were met");
}

#[test]
fn a_player_has_the_numbers_of_the_command() {
    let server = Server::samples(&[]);
    let told = run_on(samples(), &["players", "Lee Changho", "--json"])
        .json()
        .remove(0);
    let found = server.json("/player/Lee%20Changho.json");
    for key in ["player", "games", "won", "lost", "black", "white", "beside"] {
        assert_eq!(found[key], told[key], "{key}");
    }
    let by_year = run_on(
        samples(),
        &["stats", "player:\"Lee Changho\"", "--by", "year", "--json"],
    );
    assert_eq!(found["years"], by_year.json()[0]["rows"]);
    let newest = run_on(
        samples(),
        &["search", "player:\"Lee Changho\" sort:-date", "--json"],
    )
    .json();
    let ids = |rows: &[serde_json::Value]| -> Vec<String> {
        rows.iter().map(|row| row["id"].to_string()).collect()
    };
    assert_eq!(ids(found["newest"].as_array().unwrap()), ids(&newest));
    // Any spelling leads to the same player.
    let other = server.json(&format!("/player/{}.json", encoded("이창호")));
    assert_eq!(other["player"], found["player"]);
}

#[test]
fn players_are_listed_and_found_by_their_beginnings() {
    let server = Server::samples(&[]);
    let list = server.json("/players.json");
    let rows = list["players"].as_array().unwrap();
    let games: Vec<u64> = rows
        .iter()
        .map(|row| row["games"].as_u64().unwrap())
        .collect();
    assert!(
        games.len() > 10 && games.is_sorted_by(|a, b| a >= b),
        "{games:?}"
    );
    let first = rows[0]["player"].as_str().unwrap();
    let page = server.page("/players");
    assert!(page.contains(&format!("<bdi>{first}</bdi>")), "{first}");
    let found = server.page("/players?name=lee+s");
    assert!(found.contains("<bdi>Lee Sedol</bdi>") && !found.contains("AlphaGo"));
    let part = server.page("/players?name=lee+s&part=list");
    assert!(part.starts_with("<section id=\"people\"") && found.contains(&part));
    assert!(
        server
            .page("/players?name=zzz")
            .contains("No player’s name begins like this.")
    );
}

#[test]
fn an_unknown_player_is_told_with_similar_names() {
    let server = Server::samples(&[]);
    for (name, similar) in [
        ("Lee Sedoll", Some("Lee Sedol")),
        // Words of several names, or of one, are no name.
        ("Lee", Some("Lee Changho")),
        ("Sedol", Some("Lee Sedol")),
        ("★", None),
        ("!!!", None),
        (" ", None),
    ] {
        let answer = server.get(&format!("/player/{}?q=kind:go", encoded(name)));
        assert_eq!(answer.status, 404, "{name}");
        let body = answer.body;
        assert!(
            body.contains(&format!("no player is called `{name}`")),
            "{body}"
        );
        // The page keeps its frame.
        assert!(
            body.contains("<nav id=\"nav\"") && body.contains("id=\"ask\""),
            "{body}"
        );
        assert_eq!(
            body.contains("Similar names"),
            similar.is_some(),
            "{name}: {body}"
        );
        if let Some(similar) = similar {
            let page = similar.replace(' ', "%20");
            let link = format!("<a href=\"/player/{page}?q=kind:go\">{similar}</a>");
            assert!(body.contains(&link), "{name}: {body}");
        }
    }
    let data = server.get("/player/Lee%20Sedoll.json");
    assert!(
        data.body.contains("similar names: Lee Sedol ("),
        "{}",
        data.body
    );
    assert_eq!(server.get("/player/").status, 404);
}

#[test]
fn any_spelling_of_one_person_opens_that_person() {
    let server = Server::samples(&[]);
    for name in [
        "Lee Sedol",
        "lee sedol",
        "Sedol Lee",
        "LEE SE-DOL",
        "이세돌",
        "李世乭",
    ] {
        let found = server.json(&format!("/player/{}.json", encoded(name)));
        assert_eq!(found["player"], "Lee Sedol", "{name}");
    }
}

/// The numbers of a page's tables.
fn sum(rows: &serde_json::Value) -> u64 {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["games"].as_u64().unwrap()).sum()
}

#[test]
fn a_player_is_narrowed_to_the_games_of_a_query() {
    let server = Server::samples(&[]);
    let all = server.json("/player/Ben.json");
    for query in [
        "result:W+",
        "date:2019",
        "moves>20 sort:date",
        "player:Anna",
        "player:Ben komi:6.5",
        "date:2021 OR komi:6.5",
    ] {
        let asked = encoded(query);
        let found = server.json(&format!("/player/Ben.json?q={asked}"));
        let fits = |more: &str| {
            let query = encoded(&format!("({more}) ({})", query.replace(" sort:date", "")));
            server.json(&format!("/api/v1/search?limit=1&q={query}"))["total"]
                .as_u64()
                .unwrap()
        };
        let total = fits("black:Ben OR white:Ben");
        assert_eq!(found["total"], total, "{query}");
        assert!(
            total > 0 && all["total"].as_u64() > Some(total),
            "{query}: {total}"
        );
        assert_eq!(found["black"]["games"], fits("black:Ben"), "{query}");
        assert_eq!(sum(&found["years"]), total, "{query}");
        assert!(sum(&found["opponents"]) < sum(&all["opponents"]), "{query}");
        let wanted = found["query"].as_str().unwrap();
        let newest = server.json(&format!(
            "/api/v1/search?limit=12&sort=-date&q={}",
            encoded(wanted)
        ));
        assert_eq!(
            found["newest"][0]["id"], newest["games"][0]["id"],
            "{query}"
        );
        // Programs ask the same.
        let api = server.json(&format!("/api/v1/players/Ben?q={asked}"));
        assert_eq!(
            api["players"][0]["opponents"], found["opponents"],
            "{query}"
        );
        assert_eq!(api["players"][0]["games"], found["games"], "{query}");
        let page = server.page(&format!("/player/Ben?q={asked}"));
        assert!(
            page.contains("Only games that fit <code>") && page.contains("href=\"/player/Ben\"")
        );
    }
    let nobody = server.json("/player/Ben.json?q=komi:99");
    assert_eq!((&nobody["total"], &nobody["games"]), (&0.into(), &0.into()));
    assert_eq!(server.json("/api/v1/players/Ben?q=komi:99")["total"], 0);
    assert_eq!(server.get("/player/Ben?q=plyer:x").status, 400);
    assert_eq!(server.get("/api/v1/players/Ben?q=plyer:x").status, 400);
}

#[test]
fn the_pages_about_people_keep_their_query() {
    let server = Server::samples(&[]);
    for page in [
        "/players?q=how:resign",
        "/players?q=how:resign&name=lee",
        "/player/Lee%20Sedol?q=how:resign",
        "/versus?player=Lee+Sedol&player=AlphaGo&q=how:resign",
    ] {
        let body = server.page(page);
        let main = body.split("<main").nth(1).unwrap();
        let main = main.split("</main>").next().unwrap();
        let links = main
            .split("href=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap());
        let mut met = 0;
        for link in links.filter(|link| !link.starts_with("/game/") && !link.starts_with('#')) {
            let narrowed = link.contains("how:resign");
            let clears = main.contains(&format!("id=\"unnarrowed\" href=\"{link}\""));
            assert!(narrowed || clears, "{page}: {link}");
            met += usize::from(narrowed);
        }
        assert!(met > 1, "{page}: {met}");
    }
    let all = server.json("/players.json");
    let some = server.json("/players.json?q=how:resign");
    assert!(some["total"].as_u64() < all["total"].as_u64());
    let found = server.json("/players.json?q=how:resign&name=lee+s");
    let names: Vec<&str> = found["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["player"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Lee Sedol"]);
    let one = server.get("/versus?player=Lee+Sedol&q=how:resign");
    assert_eq!(
        one.header("location"),
        Some("/players?player=Lee+Sedol&q=how:resign")
    );
}

#[test]
fn odd_names_have_pages_and_stay_text() {
    let place = Place::new();
    let names = [
        "<b>Anna</b>",
        "A/B",
        "100% Bea",
        "\u{202e}Carl",
        "Dora \"Eve\\\\\"",
        "../x",
    ];
    for (number, name) in names.iter().enumerate() {
        place.write(
            &format!("{number}.sgf"),
            format!("(;PB[{name}]PW[Zoe {number}];B[pd])"),
        );
    }
    place.build();
    let server = Server::of(&place.folder(), &[]);
    let page = server.page("/players?limit=100");
    assert!(!page.contains("<b>") && !page.contains('\u{202e}'));
    let links: Vec<&str> = (page.split("href=\"/player/").skip(1))
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    assert_eq!(links.len(), 12, "{links:?}");
    for link in links {
        let page = server.page(&format!("/player/{}", link.replace("&amp;", "&")));
        assert!(
            !page.contains("<b>") && !page.contains('\u{202e}'),
            "{link}"
        );
        for (query, number) in counted(&page) {
            let answer = server.json(&format!("/api/v1/search?q={query}&limit=1"));
            assert_eq!(answer["total"], number, "{link}: {query}");
        }
    }
}

/// The first pair of opponents that has games with both colours.
const PAIR: &str = "player=Lee+Sedol&player=AlphaGo";

#[test]
fn every_number_of_two_players_leads_to_as_many_games() {
    let server = Server::samples(&[]);
    let players = ["Lee Sedol", "Honinbo Shusaku", "Lee Changho", "AlphaGo"];
    let rivals = |player: &str| {
        let found = server.json(&format!("/player/{}.json", encoded(player)));
        let rivals = found["opponents"].as_array().unwrap().clone();
        let names = rivals
            .iter()
            .map(|row| row["player"].as_str().unwrap().to_owned());
        names.collect::<Vec<String>>()
    };
    let pairs = players.map(|player| rivals(player).into_iter().map(move |rival| (player, rival)));
    let mut met = 0;
    for (player, rival) in pairs.into_iter().flatten() {
        let target = format!(
            "/versus?player={}&player={}",
            encoded(player),
            encoded(&rival)
        );
        let page = server.page(&target);
        assert_eq!(page.matches("<h1").count(), 1);
        for (query, number) in counted(&page) {
            let answer = server.json(&format!("/api/v1/search?q={query}&limit=1"));
            assert_eq!(answer["total"], number, "{rival}: {query}");
            met += 1;
        }
    }
    assert!(met > 20, "only {met} numbers were met");
}

#[test]
fn two_players_have_the_numbers_of_the_command() {
    let server = Server::samples(&[]);
    let found = server.json(&format!("/versus.json?{PAIR}"));
    assert_eq!(found, server.json(&format!("/api/v1/versus?{PAIR}")));
    let told = run_on(samples(), &["players", "Lee Sedol", "--json"])
        .json()
        .remove(0);
    let rivals = told["opponents"].as_array().unwrap();
    let rival = rivals
        .iter()
        .find(|row| row["player"] == "AlphaGo")
        .unwrap();
    for key in ["games", "won", "lost", "drawn", "unknown"] {
        assert_eq!(found[key], rival[key], "{key}");
    }
    let query = found["query"].as_str().unwrap();
    let by_year = run_on(samples(), &["stats", query, "--by", "year", "--json"]).json();
    let games = |rows: &serde_json::Value| -> Vec<(String, u64)> {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| (row["value"].to_string(), row["games"].as_u64().unwrap()))
            .collect()
    };
    assert_eq!(games(&found["years"]), games(&by_year[0]["rows"]));
    let sum =
        |key: &str| found[key]["won"].as_u64().unwrap() + found[key]["lost"].as_u64().unwrap();
    let all = found["won"].as_u64().unwrap() + found["lost"].as_u64().unwrap();
    assert_eq!(sum("black") + sum("white"), all);
    // The other way round everything is the other's.
    let turned = server.json("/versus.json?player=AlphaGo&player=Lee+Sedol");
    assert_eq!(
        (&turned["won"], &turned["lost"]),
        (&found["lost"], &found["won"])
    );
    assert_eq!(turned["black"]["games"], found["white"]["games"]);
    // Any spelling does.
    let other = server.json(&format!(
        "/versus.json?player={}&player=AlphaGo",
        encoded("이세돌")
    ));
    assert_eq!(other["players"], found["players"]);
}

#[test]
fn two_players_are_chosen_without_a_script() {
    let server = Server::samples(&[]);
    let list = server.page("/players");
    assert!(
        list.contains("<input type=\"checkbox\" form=\"pair\" name=\"player\" value=\"Lee Sedol\"")
    );
    // One alone leads back to the list, where the other is chosen.
    let one = server.get("/versus?player=Lee+Sedol");
    assert_eq!(
        (one.status, one.header("location")),
        (303, Some("/players?player=Lee+Sedol"))
    );
    let again = server.page("/players?player=Lee+Sedol&name=alpha");
    assert!(again.contains("<input type=\"hidden\" name=\"player\" value=\"Lee Sedol\">"));
    assert!(
        server
            .page(&format!("/versus?{PAIR}"))
            .contains("href=\"/versus?player=AlphaGo&amp;player=Lee+Sedol\"")
    );
    for wrong in [
        "/versus",
        "/versus?player=Lee+Sedol&player=Lee+Sedol",
        "/versus?player=a&player=b&player=c",
    ] {
        assert_eq!(server.get(wrong).status, 400, "{wrong}");
    }
    let unknown = server.get("/versus?player=Lee+Sedol&player=Nobodyy");
    assert_eq!(unknown.status, 404);
}

#[test]
fn the_names_of_a_game_lead_to_its_players() {
    let server = Server::samples(&[]);
    let list = server.json("/api/v1/search?q=player:AlphaGo+kind:go&limit=1");
    let id = list["games"][0]["id"].as_str().unwrap();
    let page = server.page(&format!("/game/{id}"));
    assert!(page.contains("<a href=\"/player/AlphaGo\">"), "{page}");
}
