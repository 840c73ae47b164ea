/// Tests of the page of a player and of the page of two players: spellings and years.
mod person;

use super::{Server, encoded};
use crate::support::{Place, run_on, samples};
use std::collections::BTreeMap;

/// Links of a page to lists of games: the query, and the number in the link.
fn counted_links(page: &str) -> Vec<(String, u64)> {
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
        for (query, number) in counted_links(&page) {
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
    let command_row = run_on(samples(), &["players", "Lee Changho", "--json"]).json().remove(0);
    let found = server.json("/player/Lee%20Changho.json");
    for key in ["player", "games", "won", "lost", "black", "white", "beside"] {
        assert_eq!(found[key], command_row[key], "{key}");
    }
    let by_year = run_on(samples(), &["stats", "player:\"Lee Changho\"", "--by", "year", "--json"]);
    assert_eq!(found["years"], by_year.json()[0]["rows"]);
    let newest =
        run_on(samples(), &["search", "player:\"Lee Changho\" sort:-date", "--json"]).json();
    let ids = |rows: &[serde_json::Value]| -> Vec<String> {
        rows.iter().map(|row| row["id"].to_string()).collect()
    };
    assert_eq!(ids(found["newest"].as_array().unwrap()), ids(&newest));
    // Any spelling of the name must lead to the same player.
    let other = server.json(&format!("/player/{}.json", encoded("이창호")));
    assert_eq!(other["player"], found["player"]);
}

#[test]
fn ratings_are_those_of_the_command() {
    let server = Server::samples(&[]);
    let without_answer_keys = |target: &str, of_command: &serde_json::Value| {
        let mut answer = server.json(target);
        let keys: Vec<&String> = of_command.as_object().unwrap().keys().collect();
        answer.as_object_mut().unwrap().retain(|key, _| keys.contains(&key));
        answer
    };
    for (target, arguments) in [
        ("ratings?q=kind:go&min-games=2&limit=500", vec!["ratings", "kind:go", "--min-games", "2"]),
        (
            "ratings?min-games=1&limit=3&curves=1",
            vec!["ratings", "--min-games", "1", "-n", "3", "--curves"],
        ),
        ("ratings/test?share=0.2&all=1", vec!["ratings", "--test", "0.2"]),
    ] {
        let printed = run_on(samples(), &[&arguments[..], &["--json"]].concat()).json().remove(0);
        assert_eq!(
            without_answer_keys(&format!("/api/v1/{target}"), &printed),
            printed,
            "{target}"
        );
    }
    for target in
        ["ratings/test?share=1", "ratings/test?share=x", "ratings?limit=0", "ratings?unique=1"]
    {
        assert_eq!(server.get(&format!("/api/v1/{target}")).status, 400, "{target}");
    }
}

#[test]
fn players_are_listed_and_found_by_their_beginnings() {
    let server = Server::samples(&[]);
    let list = server.json("/players.json");
    let rows = list["players"].as_array().unwrap();
    let games: Vec<u64> = rows.iter().map(|row| row["games"].as_u64().unwrap()).collect();
    assert!(games.len() > 10 && games.is_sorted_by(|a, b| a >= b), "{games:?}");
    let first = rows[0]["player"].as_str().unwrap();
    let page = server.page("/players");
    assert!(page.contains(&format!("<bdi>{first}</bdi>")), "{first}");
    let found = server.page("/players?name=lee+s");
    assert!(found.contains("<bdi>Lee Sedol</bdi>") && !found.contains("AlphaGo"));
    let part = server.page("/players?name=lee+s&part=list");
    assert!(part.starts_with("<section id=\"people\"") && found.contains(&part));
    assert!(server.page("/players?name=zzz").contains("No player’s name begins like this."));
}

/// Expected numbers of games won and lost, and the years of the first and the last game.
type Counted = (u64, u64, Option<(i32, i32)>);

/// Games of players whose orders by name, number, win rate and year differ, with the expected numbers.
fn of_different_players() -> (Place, BTreeMap<String, Counted>) {
    const NAMES: [&str; 14] = [
        "Zoe",
        "anna",
        "\u{c1}bel",
        "Bea",
        "Carl",
        "Dora",
        "eve",
        "Finn",
        "Gus",
        "Hal",
        "Ida",
        "Jon",
        "Kira",
        "9lives",
    ];
    let place = Place::new();
    let mut counted: BTreeMap<String, Counted> = BTreeMap::new();
    let pairs = (0..NAMES.len()).flat_map(|at| (0..at).map(move |other| (at, other)));
    for (number, (at, other)) in pairs.enumerate() {
        // Players at the end of the list have few decided games or none, and some have no year.
        let is_open = at >= 10 && (number % 4 > 0 || at == 13);
        let black_wins = (number * 7 + at) % 5 < 2 + other % 3;
        let year = (at < 12).then_some(1960 + (number as i32 * 11) % 60);
        let result = match (is_open, black_wins) {
            (true, _) => "Void",
            (_, true) => "B+R",
            (_, false) => "W+R",
        };
        let date = year.map_or(String::new(), |year| format!("DT[{year}]"));
        let column = |number: usize| char::from(b'a' + (number % 19) as u8);
        let (x, y) = (column(number), column(number / 19));
        place.write(
            &format!("{number}.sgf"),
            format!(
                "(;CA[UTF-8]PB[{}]PW[{}]RE[{result}]{date};B[{x}{y}];W[jj];B[{y}s])",
                NAMES[at], NAMES[other]
            ),
        );
        for (name, wins) in [(NAMES[at], black_wins), (NAMES[other], !black_wins)] {
            let (won, lost, years) = counted.entry(name.to_owned()).or_default();
            *won += u64::from(!is_open && wins);
            *lost += u64::from(!is_open && !wins);
            let span =
                year.map(|year| years.map_or((year, year), |(a, b)| (year.min(a), year.max(b))));
            *years = span.or(*years);
        }
    }
    place.build();
    (place, counted)
}

/// Expected sort key of a player: whether the player comes after all others, a text, and a number.
fn sort_key(order: &str, name: &str, (won, lost, years): Counted) -> (u8, String, f64) {
    let decided = won + lost;
    let last = |is_last: bool| u8::from(is_last);
    match order.trim_start_matches('-') {
        "name" => {
            let text = name.replace('\u{c1}', "a").to_lowercase();
            (last(name.starts_with('9')), text, 0.0)
        }
        "won" => {
            let rate = won as f64 / decided.max(1) as f64;
            (last(decided < 10) + last(decided == 0), String::new(), rate)
        }
        "years" => {
            let year = years.map_or(0, |(first, end)| if order == "years" { first } else { end });
            (last(years.is_none()), String::new(), f64::from(year))
        }
        _ => unreachable!("{order}"),
    }
}

fn names(list: &serde_json::Value) -> Vec<String> {
    let rows = list["players"].as_array().unwrap().iter();
    rows.map(|row| row["player"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn players_are_sorted_before_the_list_is_cut() {
    let (place, counted) = of_different_players();
    let server = Server::start(&place.folder(), &[]);
    let listed = server.json("/api/v1/players?limit=500");
    let usual = names(&listed);
    assert_eq!(usual.len(), counted.len());
    let decided: Vec<u64> = counted.values().map(|(won, lost, _)| won + lost).collect();
    for some in [0..1, 1..10, 10..99] {
        assert!(decided.iter().any(|all| some.contains(all)), "{decided:?}");
    }
    for order in ["name", "-name", "won", "-won", "years", "-years"] {
        let mut expected = usual.clone();
        expected.sort_by(|a, b| {
            let [a, b] = [a, b].map(|name| sort_key(order, name, counted[name]));
            let ordering = (&a.1, a.2).partial_cmp(&(&b.1, b.2)).unwrap();
            a.0.cmp(&b.0).then(match order.starts_with('-') {
                true => ordering.reverse(),
                false => ordering,
            })
        });
        for (limit, unique) in [(500, ""), (5, ""), (5, "&unique=0")] {
            let found = server.json(&format!("/players.json?sort={order}&limit={limit}{unique}"));
            let expected = &expected[..expected.len().min(limit)];
            assert_eq!(names(&found), expected, "{order} {limit} {unique}");
            assert_eq!(found["total"], counted.len());
        }
    }
    // The players have equal numbers of games in all, but different numbers among the games of this query.
    let games = |sort: &str| {
        let list = server.json(&format!("/players.json?q=white:Zoe+OR+white:anna&sort={sort}"));
        let rows = list["players"].as_array().unwrap().iter();
        rows.map(|row| row["games"].as_u64().unwrap()).collect::<Vec<u64>>()
    };
    let (most, fewest) = (games("-games"), games("games"));
    assert!(most.is_sorted_by(|a, b| a >= b) && most.first() > most.last(), "{most:?}");
    assert!(fewest.is_sorted() && fewest.len() == most.len(), "{fewest:?}");
    // If the address has a sort key that lists of players do not know, the order must be the usual one.
    let plain = server.get("/players.json?limit=7").body;
    for sort in ["-games", "-date", "moves"] {
        let other = server.get(&format!("/players.json?limit=7&sort={sort}"));
        assert_eq!(other.body, plain, "{sort}");
    }
    for sort in ["nothing", "--won"] {
        let answer = server.get(&format!("/players.json?sort={sort}"));
        assert_eq!(answer.status, 400, "{sort}");
    }
    let first = server.page("/players?sort=date,-won&limit=1");
    let best = &names(&server.json("/players.json?sort=-won&limit=1"))[0];
    assert!(first.contains("fewer than 10 decided games"), "{first}");
    assert!(first.contains(&format!("<bdi>{best}</bdi>")), "{first}");
}

#[test]
fn column_headings_of_players_sort_and_links_keep_the_order() {
    let server = Server::samples(&[]);
    let plain = server.page("/players?q=kind:go&limit=12");
    let fewest = "<a href=\"/players?limit=12&amp;q=kind:go&amp;sort=games\">Games</a> ↓";
    assert!(plain.contains(&format!("aria-sort=\"descending\">{fewest}")));
    for order in ["name", "-games", "-won", "-years"] {
        let href = format!("href=\"/players?limit=12&amp;q=kind:go&amp;sort={order}\"");
        assert_eq!(plain.contains(&href), order != "-games", "{order}");
    }
    // Rows must have bars, and screen readers must meet no heading twice.
    let rows = server.json("/players.json?q=kind:go&limit=12")["players"].clone();
    let has_rate = |row: &&serde_json::Value| row["own"]["won"] != 0 || row["own"]["lost"] != 0;
    let bars = rows.as_array().unwrap().iter().filter(has_rate).count();
    assert_eq!(plain.matches("<svg class=\"own-bar\"").count(), bars);
    assert_eq!(plain.matches("role=\"columnheader\"").count(), 5);
    let by_rate = server.page("/players?q=kind:go&sort=-won&limit=3");
    assert!(by_rate.contains("sort=won\">Won</a> ↓"), "{by_rate}");
    assert!(
        by_rate.contains("href=\"/players?limit=500&amp;q=kind:go&amp;sort=-won\">more players")
    );
    assert!(by_rate.contains("<input type=\"hidden\" name=\"sort\" value=\"-won\">"));
    assert!(by_rate.contains("id=\"unnarrowed\" href=\"/players?sort=-won\""));
    // Links to other pages, which sort games, must leave out the order of players.
    assert!(by_rate.contains("href=\"/games?q=kind:go\""));
    let dated = server.page("/players?sort=-date");
    assert!(dated.contains("href=\"/games?sort=-date\""));
    let typed = server.page("/players?name=lee&sort=-years");
    assert!(typed.contains("name=lee&amp;sort=years\">Years</a> ↓"), "{typed}");
    // A list by name without counts must have no bars and no win rates.
    let bare = server.page("/players?name=lee&unique=0&sort=name");
    assert!(!bare.contains("own-bar") && !bare.contains(">Won</a>"));
    assert!(bare.contains("aria-sort=\"ascending\""), "{bare}");
}

#[test]
fn an_unknown_player_gives_similar_names() {
    let server = Server::samples(&[]);
    for (name, similar) in [
        ("Lee Sedoll", Some("Lee Sedol")),
        // Words that occur in several names, or are only a part of one, must not count as a name.
        ("Lee", Some("Lee Changho")),
        ("Sedol", Some("Lee Sedol")),
        ("★", None),
        ("!!!", None),
        (" ", None),
    ] {
        let answer = server.get(&format!("/player/{}?q=kind:go", encoded(name)));
        assert_eq!(answer.status, 404, "{name}");
        let body = answer.body;
        assert!(body.contains(&format!("no player is called `{name}`")), "{body}");
        // The error page must have the navigation and the query box of other pages.
        assert!(body.contains("<nav id=\"nav\"") && body.contains("id=\"ask\""), "{body}");
        assert_eq!(body.contains("Similar names"), similar.is_some(), "{name}: {body}");
        if let Some(similar) = similar {
            let page = similar.replace(' ', "%20");
            let link = format!("<a href=\"/player/{page}?q=kind:go\">{similar}</a>");
            assert!(body.contains(&link), "{name}: {body}");
        }
    }
    let data = server.get("/player/Lee%20Sedoll.json");
    assert!(data.body.contains("similar names: Lee Sedol ("), "{}", data.body);
    assert_eq!(server.get("/player/").header("location"), Some("/player"));
    assert_eq!(server.get("/player").status, 404);
}

#[test]
fn any_spelling_of_one_person_opens_that_person() {
    let server = Server::samples(&[]);
    for name in ["Lee Sedol", "lee sedol", "Sedol Lee", "LEE SE-DOL", "이세돌", "李世乭"] {
        let found = server.json(&format!("/player/{}.json", encoded(name)));
        assert_eq!(found["player"], "Lee Sedol", "{name}");
    }
}

/// Sum of the numbers of games in a table.
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
        let encoded_query = encoded(query);
        let found = server.json(&format!("/player/Ben.json?q={encoded_query}"));
        let fits = |more: &str| {
            let query = encoded(&format!("({more}) ({})", query.replace(" sort:date", "")));
            server.json(&format!("/api/v1/search?limit=1&q={query}"))["total"].as_u64().unwrap()
        };
        let total = fits("black:Ben OR white:Ben");
        assert_eq!(found["total"], total, "{query}");
        assert!(total > 0 && all["total"].as_u64() > Some(total), "{query}: {total}");
        assert_eq!(found["black"]["games"], fits("black:Ben"), "{query}");
        assert_eq!(sum(&found["years"]), total, "{query}");
        assert!(sum(&found["opponents"]) < sum(&all["opponents"]), "{query}");
        let narrowed_query = found["query"].as_str().unwrap();
        let newest = server
            .json(&format!("/api/v1/search?limit=12&sort=-date&q={}", encoded(narrowed_query)));
        assert_eq!(found["newest"][0]["id"], newest["games"][0]["id"], "{query}");
        // `/api/v1` must give the same numbers as the page of the player.
        let api = server.json(&format!("/api/v1/players/Ben?q={encoded_query}"));
        assert_eq!(api["players"][0]["opponents"], found["opponents"], "{query}");
        assert_eq!(api["players"][0]["games"], found["games"], "{query}");
        let page = server.page(&format!("/player/Ben?q={encoded_query}"));
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
        let links = main.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
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
    assert_eq!(one.header("location"), Some("/players?player=Lee+Sedol&q=how:resign"));
}

#[test]
fn odd_names_have_pages_and_stay_text() {
    let place = Place::new();
    let names = ["<b>Anna</b>", "A/B", "100% Bea", "\u{202e}Carl", "Dora \"Eve\\\\\"", "../x"];
    for (number, name) in names.iter().enumerate() {
        place.write(&format!("{number}.sgf"), format!("(;PB[{name}]PW[Zoe {number}];B[pd])"));
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let page = server.page("/players?limit=100");
    assert!(!page.contains("<b>") && !page.contains('\u{202e}'));
    let links: Vec<&str> = (page.split("href=\"/player/").skip(1))
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    assert_eq!(links.len(), 12, "{links:?}");
    for link in links {
        let page = server.page(&format!("/player/{}", link.replace("&amp;", "&")));
        assert!(!page.contains("<b>") && !page.contains('\u{202e}'), "{link}");
        for (query, number) in counted_links(&page) {
            let answer = server.json(&format!("/api/v1/search?q={query}&limit=1"));
            assert_eq!(answer["total"], number, "{link}: {query}");
        }
    }
}

/// Two opponents who met with both colours.
const PAIR: &str = "player=Lee+Sedol&player=AlphaGo";

#[test]
fn every_number_of_two_players_leads_to_as_many_games() {
    let server = Server::samples(&[]);
    let players = ["Lee Sedol", "Honinbo Shusaku", "Lee Changho", "AlphaGo"];
    let rivals = |player: &str| {
        let found = server.json(&format!("/player/{}.json", encoded(player)));
        let rivals = found["opponents"].as_array().unwrap().clone();
        let names = rivals.iter().map(|row| row["player"].as_str().unwrap().to_owned());
        names.collect::<Vec<String>>()
    };
    let pairs = players.map(|player| rivals(player).into_iter().map(move |rival| (player, rival)));
    let mut met = 0;
    for (player, rival) in pairs.into_iter().flatten() {
        let target = format!("/versus?player={}&player={}", encoded(player), encoded(&rival));
        let page = server.page(&target);
        assert_eq!(page.matches("<h1").count(), 1);
        for (query, number) in counted_links(&page) {
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
    let command_row = run_on(samples(), &["players", "Lee Sedol", "--json"]).json().remove(0);
    let rivals = command_row["opponents"].as_array().unwrap();
    let rival = rivals.iter().find(|row| row["player"] == "AlphaGo").unwrap();
    for key in ["games", "won", "lost", "drawn", "unknown"] {
        assert_eq!(found[key], rival[key], "{key}");
    }
    let query = found["query"].as_str().unwrap();
    let by_year = run_on(samples(), &["stats", query, "--by", "year", "--json"]).json();
    let games = |rows: &serde_json::Value| -> Vec<(String, u64)> {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| (row["value"].to_string(), row["games"].as_u64().unwrap())).collect()
    };
    assert_eq!(games(&found["years"]), games(&by_year[0]["rows"]));
    let sum =
        |key: &str| found[key]["won"].as_u64().unwrap() + found[key]["lost"].as_u64().unwrap();
    let all = found["won"].as_u64().unwrap() + found["lost"].as_u64().unwrap();
    assert_eq!(sum("black") + sum("white"), all);
    // With the players exchanged, games won and lost must be exchanged.
    let turned = server.json("/versus.json?player=AlphaGo&player=Lee+Sedol");
    assert_eq!((&turned["won"], &turned["lost"]), (&found["lost"], &found["won"]));
    assert_eq!(turned["black"]["games"], found["white"]["games"]);
    // Any spelling of the names must give the same answer.
    let other = server.json(&format!("/versus.json?player={}&player=AlphaGo", encoded("이세돌")));
    assert_eq!(other["players"], found["players"]);
}

#[test]
fn two_players_are_chosen_without_a_script() {
    let server = Server::samples(&[]);
    let list = server.page("/players");
    assert!(
        list.contains("<input type=\"checkbox\" form=\"pair\" name=\"player\" value=\"Lee Sedol\"")
    );
    // With only one player, the address must lead back to the list, where the other player can be chosen.
    let one = server.get("/versus?player=Lee+Sedol");
    assert_eq!((one.status, one.header("location")), (303, Some("/players?player=Lee+Sedol")));
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
