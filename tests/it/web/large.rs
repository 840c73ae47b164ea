use super::{Answer, Server, encoded};
use crate::support::make::{gz, sevenz, tar};
use crate::support::{Place, sgf_point};
use std::collections::BTreeSet;

/// Nodes with moves all over the board. `rest` gives the text that follows each move.
fn moves(count: usize, rest: impl Fn(usize) -> String) -> String {
    let node = |i: usize| {
        let (color, point) = (["B", "W"][i % 2], sgf_point((i % 19, i / 19 % 19)));
        format!(";{color}[{point}]{}", rest(i))
    };
    (0..count).map(node).collect()
}

fn served(games: &[(&str, String)], arguments: &[&str]) -> (Place, Server) {
    let place = Place::new();
    for (name, text) in games {
        place.write(name, text);
    }
    place.build();
    let server = Server::start(&place.folder(), arguments);
    (place, server)
}

fn id_of(server: &Server, query: &str) -> String {
    let found = server.json(&format!("/api/v1/search?limit=1&q={}", encoded(query)));
    found["games"][0]["id"].as_str().unwrap().to_owned()
}

fn attribute<'p>(page: &'p str, name: &str) -> &'p str {
    let begin = format!("{name}=\"");
    let rest = page.split_once(&begin).unwrap_or_else(|| panic!("no {name}")).1;
    rest.split('"').next().unwrap()
}

/// Parses node numbers from a text such as `0-15,40-44`.
fn nodes(ranges: &str) -> Vec<u32> {
    let range = |range: &str| {
        let (from, to) = range.split_once('-').unwrap();
        from.parse::<u32>().unwrap()..=to.parse().unwrap()
    };
    ranges.split(',').flat_map(range).collect()
}

/// Address that the link with this id leads to; `None` if the link is disabled because there is no further node.
fn link<'p>(page: &'p str, id: &str) -> Option<&'p str> {
    let tag = page.split(&format!("id=\"{id}\"")).nth(1)?.split('>').next()?;
    tag.split("href=\"").nth(1)?.split('"').next()
}

fn plain(address: &str) -> String {
    address.replace("&amp;", "&")
}

const MOVES: usize = 30_000;

fn long_games() -> [(&'static str, String); 3] {
    let comment = |i: usize| format!("C[move {i} at Q5]TR[dd][pp]LB[aa:{i}]");
    let point = |i: usize| format!(";{}[tt]", ["B", "W"][i % 2]);
    let comb: String = (0..MOVES / 2).map(|i| format!("({}", point(i))).collect();
    let teeth: String = (0..MOVES / 2).rev().map(|i| format!(")({})", point(i))).collect();
    let star: String = (0..MOVES).map(|i| format!("({})", point(i))).collect();
    [
        ("chain.sgf", format!("(;PB[Chain]{})", moves(MOVES, comment))),
        ("comb.sgf", format!("(;PB[Comb]{comb}{teeth})")),
        ("star.sgf", format!("(;PB[Star]{star})")),
    ]
}

#[test]
fn pages_of_long_games_are_windows_that_lead_to_each_other() {
    let (_place, server) = served(&long_games(), &[]);
    for (name, nodes_of) in [("Chain", MOVES), ("Comb", MOVES / 2), ("Star", MOVES)] {
        let id = id_of(&server, &format!("black:{name}"));
        for node in [0, 1, nodes_of / 2, nodes_of] {
            for part in ["", "&part=node"] {
                let page = server.page(&format!("/game/{id}?node={node}{part}"));
                let line = nodes(attribute(&page, "data-line"));
                assert!(line.contains(&(node as u32)), "{name} {node}");
                assert!(line.len() <= 4_000, "{name} {node}: {}", line.len());
                assert!(page.len() < 2 << 20, "{name} {node}: {} bytes", page.len());
                let links = page.matches("<a ").count();
                assert!(links < 8_000, "{name} {node}: {links} links");
                let slider = page.split_once("id=\"slider\"").unwrap().1;
                let span = |name| attribute(slider, name).parse::<usize>().unwrap();
                assert_eq!(span("max") - span("min") + 1, line.len(), "{name} {node}");
                let at = span("value") - span("min");
                assert_eq!(line[at], node as u32, "{name} {node}");
            }
        }
    }
}

#[test]
fn the_windows_of_a_long_game_are_walked_through_without_scripts() {
    let (_place, server) = served(&long_games(), &[]);
    let id = id_of(&server, "black:Chain");
    let mut page = server.page(&format!("/game/{id}"));
    let mut seen = BTreeSet::new();
    for _ in 0..100 {
        seen.extend(nodes(attribute(&page, "data-line")));
        let Some(later) = link(&page, "later") else {
            break;
        };
        let later = plain(later);
        page = server.page(&later);
    }
    assert_eq!(seen.len(), MOVES + 1);
    assert!(link(&page, "earlier").is_some());
    let back = server.page(&plain(link(&page, "first").unwrap()));
    assert!(nodes(attribute(&back, "data-line")).contains(&0));
    assert!(link(&back, "earlier").is_none());
}

#[test]
fn the_api_returns_long_games_in_windows() {
    let (_place, server) = served(&long_games(), &[]);
    let id = id_of(&server, "black:Chain");
    let (mut moves, mut comments, mut tree) = (0, 0, 0);
    let mut target = format!("/api/v1/games/{id}");
    loop {
        let game = server.json(&target);
        let count = |key: &str| game[key].as_array().unwrap().len();
        let window = &game["window"];
        assert_eq!(window["from"], tree, "{target}");
        assert_eq!(game["nodes"], MOVES + 1);
        assert!(count("tree") > 0 && count("tree") <= 10_000, "{target}");
        // All lists of an answer (nodes, comments, moves) must cover the same nodes.
        let (last, comment) =
            (&game["tree"][count("tree") - 1], &game["comments"][count("comments") - 1]);
        assert_eq!(last["comment"], comment["text"], "{target}");
        moves += count("moves");
        comments += count("comments");
        tree += count("tree");
        assert_eq!(window["to"], tree, "{target}");
        match window["next"].as_u64() {
            Some(next) => target = format!("/api/v1/games/{id}?skip={next}"),
            None => break,
        }
    }
    assert_eq!((moves, comments, tree), (MOVES, MOVES, MOVES + 1));
}

#[test]
fn the_api_returns_a_game_of_thousands_of_nodes_completely() {
    let text = format!("(;PB[Anna]{})", moves(4_000, |i| format!("C[{i}]")));
    let (_place, server) = served(&[("a.sgf", text)], &[]);
    let game = server.json(&format!("/api/v1/games/{}", id_of(&server, "")));
    assert!(game.get("window").is_none());
    for (key, count) in [("moves", 4_000), ("comments", 4_000), ("tree", 4_001)] {
        assert_eq!(game[key].as_array().unwrap().len(), count, "{key}");
    }
}

#[test]
fn compression_does_not_evade_the_size_limit() {
    let text = format!("(;PB[Anna]C[{}];B[pd])", "long ".repeat(1 << 20));
    let (_place, server) = served(&[("a.sgf", text)], &[]);
    let id = id_of(&server, "");
    let target = format!("/api/v1/games/{id}");
    for headers in [&[][..], &[("Accept-Encoding", "gzip")]] {
        let answer = server.ask("GET", &target, headers);
        assert_eq!(answer.status, 413, "{headers:?}");
        assert!(answer.body.contains("too_large"), "{}", answer.body);
    }
    // The page must show the beginning of the text.
    let page = server.page(&format!("/game/{id}"));
    assert!(page.contains("long long") && page.len() < 2 << 20, "{}", page.len());
}

fn status_of(answers: &[Answer]) -> Vec<u16> {
    answers.iter().map(|answer| answer.status).collect()
}

#[test]
fn a_game_larger_than_the_shared_memory_is_refused() {
    let large = format!(
        "(;PB[Large]C[{}]{})",
        "many words ".repeat(1 << 19),
        moves(200_000, |_| String::new())
    );
    let games = [("a.sgf", large), ("b.sgf", "(;PB[Small];B[pd])".to_owned())];
    let (_place, server) = served(&games, &["--max-memory", "16"]);
    let (large, small) = (id_of(&server, "black:Large"), id_of(&server, "black:Small"));
    let rests = ["", "/board", "/board.svg", "/board.txt", "/sgf", "/hits?q=move"];
    let of = |id: &str| rests.map(|rest| format!("/api/v1/games/{id}{rest}"));
    let export = |name: &str| format!("/api/v1/export?as=sgf&q=black:{name}");
    let mut pairs: Vec<(String, String)> = of(&large).into_iter().zip(of(&small)).collect();
    pairs.push((export("Large"), export("Small")));
    for (large, small) in pairs {
        let refused = server.get(&large);
        assert_eq!(refused.status, 413, "{large}: {}", refused.body);
        assert!(refused.body.contains("--max-memory"), "{}", refused.body);
        let answer = server.get(&small);
        assert_eq!(answer.status, 200, "{small}: {}", answer.body);
    }
    assert_eq!(server.get(&format!("/game/{large}")).status, 413);
    assert_eq!(server.get(&format!("/game/{small}")).status, 200);
}

#[test]
fn all_games_of_an_archive_can_be_asked_for_at_once() {
    let names: Vec<String> = (0..64).map(|i| format!("{i}.sgf")).collect();
    let texts: Vec<String> =
        (0..64).map(|i| format!("(;PB[Player {i}]{})", moves(50 + i, |_| String::new()))).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    for (name, bytes) in [("a.7z", sevenz(&files, true)), ("a.tar.gz", gz(&tar(&files)))] {
        let place = Place::new();
        place.write(name, bytes);
        place.build();
        // The memory limit of this server is too low to read all games at the same time, so requests have to wait for
        // each other.
        let server = Server::start(&place.folder(), &["--max-memory", "256"]);
        let found = server.json("/api/v1/search?limit=100");
        let ids = found["games"].as_array().unwrap().iter();
        let ids: Vec<&str> = ids.map(|game| game["id"].as_str().unwrap()).collect();
        assert_eq!(ids.len(), 64);
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let ask = |id: &str| server.get(&format!("/api/v1/games/{id}"));
            let threads: Vec<_> = ids.iter().map(|id| scope.spawn(move || ask(id))).collect();
            threads.into_iter().map(|one| one.join().unwrap()).collect()
        });
        assert_eq!(status_of(&answers), [200; 64], "{name}");
        let players: BTreeSet<&str> =
            answers.iter().map(|answer| black_name(&answer.body)).collect();
        assert_eq!(players.len(), 64, "{name}");
        let exported = server.get("/api/v1/export?as=sgf");
        assert_eq!(exported.status, 200, "{name}: {}", exported.body);
        assert_eq!(exported.body.matches("(;").count(), 64, "{name}");
    }
}

/// Black's name in the JSON of a game.
fn black_name(json: &str) -> &str {
    let rest = json.split_once("Player ").unwrap().1;
    rest.split('"').next().unwrap()
}
