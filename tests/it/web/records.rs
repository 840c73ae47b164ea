use super::{Server, encoded};
use crate::support::{Place, program, run_on, samples, sgf_moves, wait_for};
use serde_json::Value;
use std::collections::BTreeSet;

fn total(server: &Server, query: &str) -> u64 {
    let answer = server.json(&format!("/api/v1/search?q={}&limit=1", encoded(query)));
    answer["total"].as_u64().unwrap()
}

/// Every piece of a text that lies between `from` and `to`.
fn between<'t>(text: &'t str, from: &str, to: &str) -> Vec<&'t str> {
    let rest = text.split(from).skip(1);
    rest.map(|rest| rest.split(to).next().unwrap()).collect()
}

fn plain(address: &str) -> String {
    address.replace("&amp;", "&")
}

fn number(text: &str) -> u64 {
    text.replace(',', "").parse().unwrap_or_else(|_| panic!("no number: {text}"))
}

/// Number at the beginning of a page's summary sentence.
fn sentence_number(page: &str) -> u64 {
    let sentence = between(page, "id=\"sentence\">", "</p>")[0];
    let first = sentence.trim_start_matches("All ").split(' ').next().unwrap();
    match first {
        "No" => 0,
        "The" => 1,
        first => number(first),
    }
}

const FACETS: &str = "how,archive,rank,size,lang,year";

#[test]
fn facets_count_what_their_clauses_find() {
    let server = Server::samples(&[]);
    for query in ["", "player:Lee", "(lang:en OR rank>=9p)", "-size:19x19"] {
        let target = format!("/api/v1/search?q={}&facets={FACETS}", encoded(query));
        let answer = server.json(&target);
        let facets = answer["facets"].as_object().unwrap();
        assert_eq!(facets.len(), 6);
        let mut checked = 0;
        for (name, rows) in facets {
            for row in rows.as_array().unwrap() {
                let Some(clause) = row["query"].as_str() else {
                    continue;
                };
                assert!(
                    !clause.contains("sample-archive/../") && !clause.contains("\"/"),
                    "{clause}"
                );
                let found = total(&server, format!("{query} {clause}").trim());
                assert_eq!(row["games"], found, "{query}: {name} {clause}");
                checked += 1;
            }
        }
        assert!(checked > 10, "{query}: {checked}");
    }
}

#[test]
fn a_facet_leads_to_the_games_it_counts_and_back() {
    let server = Server::samples(&[]);
    for query in ["player:Lee OR lang:en", "sort:date", "-how:resign komi>=0"] {
        let here = format!("/games?q={}", encoded(query));
        let page = server.page(&here);
        let facets = between(&page, "id=\"facets\"", "</section>")[0];
        let mut followed = 0;
        for value in between(facets, "<li", "</li>") {
            let Some(games) =
                between(value, "class=\"games\">", "<").first().map(|games| number(games))
            else {
                continue;
            };
            let [with, without] = between(value, "href=\"", "\"")[..] else {
                continue;
            };
            let narrowed = server.page(&plain(with));
            assert_eq!(sentence_number(&narrowed), games, "{query}: {with}");
            assert_eq!(
                sentence_number(&server.page(&plain(without))),
                sentence_number(&page) - games,
                "{query}: {without}"
            );
            // A value (such as a player) to which the list is narrowed must be marked as chosen, and its link must
            // widen the list again.
            let chosen = between(&narrowed, "<li class=\"chosen\">", "</li>");
            let back = chosen.iter().map(|value| plain(between(value, "href=\"", "\"")[0]));
            let back: Vec<u64> =
                back.map(|address| sentence_number(&server.page(&address))).collect();
            assert!(back.contains(&sentence_number(&page)), "{query}: {with}: {back:?}");
            followed += 1;
            if followed > 8 {
                break;
            }
        }
        assert!(followed > 4, "{query}: {followed}");
    }
    // A value that the query excludes must be struck out, and its link must remove the exclusion.
    let page = server.page("/games?q=-how:resign");
    let excluded = between(&page, "<li class=\"excluded\">", "</li>");
    assert!(
        excluded.len() == 1 && excluded[0].contains("<del class=\"name\">resignation</del>"),
        "{excluded:?}"
    );
    assert_eq!(
        sentence_number(&server.page(&plain(between(excluded[0], "href=\"", "\"")[0]))),
        total(&server, "")
    );
}

#[test]
fn pages_list_every_game_once_in_the_order_of_the_command() {
    let server = Server::samples(&[]);
    for query in ["", "sort:-date", "sort:black comment:*"] {
        let run = run_on(samples(), &["search", "--json", "--limit", "1000", query]);
        let expected: Vec<Value> = run.json().iter().map(|game| game["id"].clone()).collect();
        let mut ids = Vec::new();
        let mut listed_games = Vec::new();
        let mut next = Some(String::new());
        while let Some(key) = next {
            let rest = format!("q={}&limit=7&page={key}", encoded(query));
            let answer = server.json(&format!("/api/v1/search?{rest}"));
            ids.extend(answer["games"].as_array().unwrap().iter().map(|game| game["id"].clone()));
            let list = server.page(&format!("/games?{rest}&part=list"));
            listed_games.extend(
                between(&list, "data-href=\"/game/", "\"").iter().map(|href| href[..16].to_owned()),
            );
            next = answer["page"]["next"].as_str().map(str::to_owned);
            // The link to the next page must have the same key as the JSON.
            let link =
                between(&list, "<a class=\"button\" href=\"", "\"").first().map(|link| plain(link));
            assert_eq!(link.is_some(), next.is_some(), "{query}: {link:?}");
            if let (Some(link), Some(key)) = (link, &next) {
                assert!(link.contains(&format!("page={key}")), "{link} {key}");
            }
        }
        assert_eq!(ids, expected, "{query}");
        assert_eq!(
            listed_games,
            ids.iter().map(|id| id.as_str().unwrap().to_owned()).collect::<Vec<_>>()
        );
        let once: BTreeSet<String> = ids.iter().map(Value::to_string).collect();
        assert_eq!(once.len(), ids.len());
    }
    assert_eq!(server.get("/api/v1/search?page=nonsense").status, 400);
}

#[test]
fn a_page_of_an_older_state_is_refused_and_the_list_starts_over() {
    let place = Place::new();
    for name in ["Anna", "Ben", "Clara"] {
        place.write(&format!("{name}.sgf"), format!("(;PB[{name}];B[pd])"));
    }
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let first = server.json("/api/v1/search?limit=1");
    let key = first["page"]["next"].as_str().unwrap().to_owned();
    let second = format!("/api/v1/search?limit=1&page={key}");
    assert_eq!(server.get(&second).status, 200);
    place.write("David.sgf", "(;PB[David];B[dd])");
    let run = program(&place.folder()).args(["build"]).output().unwrap();
    assert!(run.status.success());
    let answer = wait_for("the new state is there", || {
        let answer = server.get(&second);
        (answer.status != 200).then_some(answer)
    });
    assert_eq!((answer.status, answer.code().as_str()), (409, "stale"), "{}", answer.body);
    let page = server.page(&format!("/games?limit=1&page={key}"));
    assert!(
        page.contains("The archive has changed since") && sentence_number(&page) == 4,
        "{page}"
    );
    let list = server.page(&format!("/games?limit=1&page={key}&part=list"));
    assert!(list.contains("data-restarted"), "{list}");
}

#[test]
fn hits_are_counted_and_found_where_the_comments_have_the_words() {
    let server = Server::samples(&[]);
    let query = "comment:black";
    let list = server.json(&format!("/api/v1/search?q={query}"));
    let mut most = 0;
    for game in list["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let game_id = id;
        let hits = server.json(&format!("/api/v1/games/{id}/hits?q={query}"));
        let hits = hits["hits"].as_array().unwrap();
        assert_eq!(game["hits"], hits.len(), "{id}");
        most = most.max(hits.len());
        for (at, hit) in hits.iter().enumerate() {
            let text = hit["text"].as_str().unwrap();
            let [from, to] = [0, 1].map(|end| hit["marks"][0][end].as_u64().unwrap() as usize);
            assert!(text[from..to].to_lowercase().starts_with("black"), "{text}");
            let page = server.page(&format!("/game/{id}?node={}&q={query}", hit["node"]));
            assert!(page.contains(&format!("hit {} of {}", at + 1, hits.len())), "{id} {hit}");
            let lit = between(&page, "aria-current=\"step\"><a href", "</li>");
            assert!(lit.iter().any(|text| text.to_lowercase().contains("<mark>black")), "{lit:?}");
            // The keys `n` and `N` must lead to the next and the previous hit.
            for (id, node) in [
                ("hit-after", hits.get(at + 1)),
                ("hit-before", at.checked_sub(1).map(|at| &hits[at])),
            ] {
                let link = between(&page, &format!("id=\"{id}\" href=\""), "\"")
                    .first()
                    .map(|link| plain(link));
                let ends = |node: &Value| {
                    let expected = match node["node"].as_u64().unwrap() {
                        0 => format!("/game/{game_id}?q={query}"),
                        node => format!("/game/{game_id}?q={query}&node={node}"),
                    };
                    link.as_ref() == Some(&expected)
                };
                assert!(node.map_or(link.is_none(), ends), "{id}: {link:?} {node:?}");
            }
        }
    }
    assert!(most > 1, "no game has several hits");
    let page = server.page(&format!("/games?q={query}"));
    assert!(page.contains(&format!("+{} more in this game", most - 1)));
}

/// Ids of all sample games.
fn all(server: &Server) -> Vec<String> {
    let list = server.json("/api/v1/search?limit=500");
    let games = list["games"].as_array().unwrap().iter();
    games.map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_tree_has_a_link_to_every_node() {
    let server = Server::samples(&[]);
    let mut largest = 0;
    for id in all(&server) {
        let data = server.json(&format!("/game/{id}.json"));
        let nodes = data["nodes"].as_u64().unwrap() as usize;
        let page = server.page(&format!("/game/{id}"));
        let tree = between(&page, "id=\"tree\"", "</section>")[0];
        let links: BTreeSet<String> = between(tree, "<a id=\"t", "</a>")
            .iter()
            .map(|link| plain(between(link, "href=\"", "\"")[0]))
            .collect();
        assert_eq!(links.len(), nodes, "{id}");
        for node in 1..nodes {
            assert!(links.contains(&format!("/game/{id}?node={node}")), "{id} {node}");
        }
        // Nodes in the drawing of the tree must never overlap.
        let places = between(tree, "<circle class=\"b\" ", " r=").into_iter();
        let places: Vec<&str> =
            places.chain(between(tree, "<circle class=\"w\" ", " r=")).collect();
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), places.len(), "{id}");
        largest = largest.max(nodes);
    }
    assert!(largest > 200, "{largest}");
}

#[test]
fn from_here_equals_the_command() {
    let server = Server::samples(&[]);
    let list = server.json("/api/v1/search?q=player:Lee+kind:go&sort=date");
    let id = list["games"][0]["id"].as_str().unwrap();
    for (node, filter) in [(0, ""), (1, ""), (0, "result:W+"), (12, "")] {
        let page = server.page(&format!("/game/{id}?node={node}&q={}", encoded(filter)));
        let here = between(&page, "id=\"here\"", "</section>")[0];
        let place = format!("{id}#n{node}");
        let mut arguments = vec!["position", &place, "--json"];
        if !filter.is_empty() {
            arguments.extend(["--filter", filter]);
        }
        let answer: Value = run_on(samples(), &arguments).json().remove(0);
        assert_eq!(
            number(between(here, "<strong>", "<")[0]),
            answer["total"].as_u64().unwrap(),
            "{node}"
        );
        let rows = between(here, "<tr data-at=\"", "</tr>");
        let moves = answer["moves"].as_array().unwrap();
        assert!(rows.len() == moves.len().min(12), "{node}: {rows:?}");
        for (row, expected_move) in rows.iter().zip(moves) {
            assert!(
                row.starts_with(expected_move["at"].as_str().unwrap()),
                "{row} {expected_move}"
            );
            assert_eq!(
                number(between(row, "class=\"number\">", "<")[0]),
                expected_move["games"].as_u64().unwrap(),
                "{expected_move}"
            );
        }
        // The move that the displayed game itself plays next must be one of the listed moves, marked as such.
        if filter.is_empty() {
            assert_eq!(here.matches("aria-current=\"step\"").count(), 1, "{node} {here}");
            assert!(!rows.is_empty());
        }
    }
}

#[test]
fn the_node_part_equals_its_piece_of_the_page() {
    let server = Server::samples(&[]);
    for id in all(&server) {
        let page = server.page(&format!("/game/{id}?node=1&q=comment:the"));
        let parts = server.page(&format!("/game/{id}?node=1&q=comment:the&part=node"));
        let sections = parts
            .replace("<section", "\u{0}<section")
            .replace("<div id=\"hits\"", "\u{0}<div id=\"hits\"")
            .replace("<div id=\"actions\"", "\u{0}<div id=\"actions\"");
        let sections: Vec<&str> = sections.split('\u{0}').skip(1).collect();
        assert_eq!(sections.len(), 4, "{id}: {parts}");
        for section in sections {
            assert!(page.contains(section), "{id}: {section}");
        }
    }
}

#[test]
fn a_game_is_walked_through_by_its_links() {
    let server = Server::samples(&[]);
    let list = server.json("/api/v1/search?q=moves:20..80&sort=-moves");
    let game = &list["games"][0];
    let mut target = format!("/game/{}", game["id"].as_str().unwrap());
    let mut steps = 0;
    loop {
        let page = server.page(&target);
        let Some(next) = between(&page, "id=\"forward\" rel=\"next\" href=\"", "\"")
            .first()
            .map(|link| plain(link))
        else {
            break;
        };
        let back = plain(between(&server.page(&next), "id=\"back\" rel=\"prev\" href=\"", "\"")[0]);
        assert_eq!(back, target);
        target = next;
        steps += 1;
    }
    assert!(steps >= game["moves"].as_u64().unwrap(), "{steps}");
}

/// In Lines of Action, a piece that moves on must not count as captured; a piece that another one moves onto must.
#[test]
fn captures_of_lines_of_action() {
    let place = Place::new();
    place.write(
        "a.sgf",
        "(;GM[9]SZ[8]PB[Anna]PW[Ben]SU[Custom]AB[a1][c3]AW[c1][h8];B[a1c1];W[h8g8];B[c1d1])",
    );
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let id = server.json("/api/v1/search")["games"][0]["id"].as_str().unwrap().to_owned();
    let notes = |node: u32| {
        let page = server.page(&format!("/game/{id}?node={node}"));
        between(&page, "class=\"node-notes\">", "</p>")[0].to_owned()
    };
    for node in 1..=3 {
        assert!(!notes(node).contains(", captured"), "{}", notes(node));
        assert!(notes(node).contains("captured: 0 black, 1 white"), "{}", notes(node));
    }
    let game = server.json(&format!("/api/v1/games/{id}?node=3"));
    assert_eq!(game["at"]["captured"], serde_json::json!({"black": 0, "white": 1}));
}

#[test]
fn passes_setup_illegal_moves_and_reused_points_are_described() {
    let place = Place::new();
    // The game has a ko that is taken back at once and again three moves later, a pass, a stone on a stone, and setup
    // in the middle.
    place.write(
        "a.sgf",
        "(;SZ[9]PB[Anna]PW[Ben];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[gg];W[hh];B[cb];W[];B[gg];AB[ii])",
    );
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let id = server.json("/api/v1/search")["games"][0]["id"].as_str().unwrap().to_owned();
    let notes = |node: u32| {
        let page = server.page(&format!("/game/{id}?node={node}"));
        between(&page, "class=\"node-notes\">", "</p>")[0].to_owned()
    };
    assert!(notes(0).contains("Beginning"));
    assert!(
        notes(8).contains("<b>White B8</b>") && notes(8).contains("7 at C8, captured"),
        "{}",
        notes(8)
    );
    assert!(
        notes(11).contains("7 at 11") && notes(11).contains("8 at B8, captured"),
        "{}",
        notes(11)
    );
    assert!(notes(12).contains("White passed"));
    assert!(
        notes(13).contains("against the rules") && !notes(12).contains("against"),
        "{}",
        notes(13)
    );
    assert!(notes(14).contains("Stones are set up"), "{}", notes(14));
    // Ctrl+click on a stone asks for the node at which the stone was placed.
    let page = server.page(&format!("/game/{id}?node=11"));
    let placed = between(&page, "data-placed=\"", "\"")[0];
    assert!(placed.contains("C8=11") && !placed.contains("B8="), "{placed}");
}

#[test]
fn copies_of_a_game_are_listed_with_their_conflicts() {
    let place = Place::new();
    let moves = sgf_moves((0..57).map(|at| (at * 7 % 19, at / 19 * 5 + at % 5)));
    place.write("one.sgf", format!("(;PB[Anna]PW[Ben]KM[6.5]DT[2001-02-03]{moves})"));
    place.write("two.sgf", format!("(;PB[Anna]PW[Ben]KM[7.5]DT[2001-02-03]{moves})"));
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let list = server.json("/api/v1/search");
    let id = |at: usize| list["games"][at]["id"].as_str().unwrap();
    let page = server.page(&format!("/game/{}", id(0)));
    let same = between(&page, "id=\"same\"", "</section>")[0];
    assert!(same.contains("1 more record") && same.contains(&format!("/game/{}", id(1))), "{same}");
    assert!(same.contains("disagree on komi: <bdi>6.5, 7.5</bdi>"), "{same}");
    let data = server.json(&format!("/api/v1/games/{}", id(0)));
    assert_eq!(data["same"][0]["id"], id(1));
}

#[test]
fn the_record_is_the_file_and_the_diagram_is_read_again() {
    let server = Server::samples(&[]);
    let list = server.json("/api/v1/search?q=file:lee-changho-wang-xi-2006.sgf");
    let id = list["games"][0]["id"].as_str().unwrap();
    let file =
        std::fs::read(crate::support::sample_archive().join("modern/lee-changho-wang-xi-2006.sgf"))
            .unwrap();
    let sgf = server.get(&format!("/api/v1/games/{id}/sgf"));
    assert_eq!(sgf.body.as_bytes(), file);
    // At a node, the record is the same apart from the mark of this node.
    let page = server.page(&format!("/game/{id}?node=50"));
    assert!(page.contains(&format!("href=\"/api/v1/games/{id}/sgf?node=50\"")));
    for place in ["node=50", "move=50"] {
        let marked = server.get(&format!("/api/v1/games/{id}/sgf?{place}"));
        let name = marked.header("content-disposition").unwrap();
        assert!(name.contains("_move_50.sgf"), "{name}");
        // The mark stands in the node of move 50, before its move.
        let (before, after) = marked.body.split_once(";HO[1]").unwrap();
        let moves = |text: &str| text.matches(";B[").count() + text.matches(";W[").count();
        assert_eq!(moves(before), 49, "{place}");
        assert_eq!(moves(after), moves(&sgf.body) - 50, "{place}");
    }
    assert_eq!(server.get(&format!("/api/v1/games/{id}/sgf?node=99999")).status, 404);
    let text = server.get(&format!("/api/v1/games/{id}/board.txt?node=50"));
    assert_eq!(text.header("content-type"), Some("text/plain; charset=utf-8"));
    let message = format!(
        "POST /api/v1/read HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:{}\r\nContent-Length: {}\r\n\r\n{}",
        server.port,
        text.body.len(),
        text.body
    );
    let understood: Value = serde_json::from_str(&server.send(&message).body).unwrap();
    let address = understood["address"].as_str().unwrap();
    let rows = |board: &Value| board["board"].clone();
    let again = server.json(&address.replacen("/?", "/explore.json?", 1));
    let board = server.json(&format!("/api/v1/games/{id}/board?node=50"));
    assert_eq!(rows(&again), rows(&board), "{address}\n{}", text.body);
}

#[test]
fn hostile_texts_stay_text_in_every_view() {
    let place = Place::new();
    let script = "\"><img src=x onerror=alert(1)></script><script>alert(1)</script>";
    let long = "W".repeat(5000);
    place.write(
        "a.sgf",
        format!(
            "(;PB[{script}]PW[\u{202e}{long}]BR[{script}]EV[{script}]RE[{script}]DT[{script}]KM[6]\
             XX[{script}]ZZ[\u{202e}\u{1b}];B[pd]LB[aa:{script}]C[word {script} \u{202e} Q5](;W[dp]C[word {script}])(;W[dd]))"
        ),
    );
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let id = server.json("/api/v1/search")["games"][0]["id"].as_str().unwrap().to_owned();
    for target in [
        "/games?q=word&view=comments".to_owned(),
        "/games?view=table".to_owned(),
        "/games?view=boards".to_owned(),
        "/games?q=word&part=list".to_owned(),
        format!("/game/{id}?node=1&q=word"),
        format!("/game/{id}?node=1&q=word&part=node"),
        format!("/game/{id}?node=1&q=word&part=preview"),
        format!("/games?q={}", encoded(&format!("word {script}"))),
        format!("/games?q={}", encoded("word -lang:\"<script>\"")),
    ] {
        let page = server.get(&target).body;
        super::security::has_nothing_inline(&page, &target);
        assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "{target}");
        assert!(!page.contains('\u{202e}') && !page.contains('\u{1b}'), "{target}");
        // The answer with `part=node`, which has only the board and what belongs to it, must have neither names nor
        // comments.
        let has_texts = !target.ends_with("part=node");
        assert!(!has_texts || page.contains("&lt;script&gt;"), "{target}");
    }
    let page = server.page(&format!("/game/{id}?node=1&q=word"));
    assert!(page.contains("<mark>word</mark>") && page.contains("data-point=\"Q5\""));
    let text = server.get(&format!("/api/v1/games/{id}/board.txt"));
    assert!(!text.body.contains('\u{202e}') && text.body.starts_with("$$"));
}
