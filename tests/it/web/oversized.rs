//! Requests whose answers would be too large.

use super::Server;
use crate::support::Place;

#[test]
fn repeated_properties_are_one_and_many_are_refused() {
    let server = Server::samples(&[]);
    let by = |names: &str| server.get(&format!("/api/v1/stats?all=1&limit=500&by={names}"));
    let events = vec!["event"; 1_150].join(",");
    let answer = by(&events);
    assert_eq!(answer.status, 200);
    let value: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(value["counts"].as_array().unwrap().len(), 1);
    assert_eq!(by("event,Event,year,EVENT,player").status, 200);
    for names in ["event,year,player,opening", "a,b,c,d"] {
        let refused = by(names);
        assert_eq!((refused.status, refused.code().as_str()), (400, "too_long"));
        assert!(refused.body.contains("at most three"), "{names}: {}", refused.body);
    }
    // If a request for statistics names no properties to count by, the answer must be the overview of six tables.
    let all = server.json("/api/v1/stats");
    assert_eq!(all["counts"].as_array().unwrap().len(), 6);
}

#[test]
fn a_table_has_as_many_rows_as_are_asked_for() {
    let server = Server::samples(&[]);
    let table =
        |limit: &str| server.json(&format!("/api/v1/stats?by=player{limit}"))["counts"][0].clone();
    let (whole, cut) = (table(""), table("&limit=2"));
    let rows = |table: &serde_json::Value| table["rows"].as_array().unwrap().clone();
    assert!(rows(&whole).len() > 2);
    assert_eq!(whole["values"], rows(&whole).len());
    assert_eq!(cut["values"], whole["values"]);
    assert_eq!(rows(&cut), rows(&whole)[..2]);
}

#[test]
fn lists_of_names_are_sets_and_bounded() {
    let server = Server::samples(&[]);
    let facets = vec!["how"; 1_500].join(",");
    let facet_answer = server.json(&format!("/api/v1/search?facets={facets}"));
    assert_eq!(facet_answer["facets"].as_object().unwrap().len(), 1);
    let names: Vec<String> = (0..40).map(|number| format!("n{number}")).collect();
    for list in ["search?facets", "explore?part", "stats?by"] {
        let answer = server.get(&format!("/api/v1/{list}={}", names.join(",")));
        assert_eq!((answer.status, answer.code().as_str()), (400, "too_long"), "{list}");
    }
    let players = "player=Anna&".repeat(500);
    assert_eq!(server.get(&format!("/versus.json?{players}")).status, 400);
    let unknown: Vec<String> = names.iter().map(|name| format!("{name}=1")).collect();
    let page = server.page(&format!("/games?{}", unknown.join("&")));
    assert!(page.contains("n15") && !page.contains("n16"));
}

/// The limit must apply to the answer as it is made, and not to the compressed bytes that are sent.
#[test]
fn an_answer_is_too_large_in_any_form() {
    let place = Place::new();
    let comment = "a long story. ".repeat(400_000);
    place.write("a.sgf", format!("(;PB[Anna]C[{comment}];B[pd])"));
    place.build();
    let server = Server::start(&place.folder(), &[]);
    let id = server.json("/api/v1/search")["games"][0]["id"].clone();
    let target = format!("/api/v1/games/{}", id.as_str().unwrap());
    for headers in [&[][..], &[("Accept-Encoding", "gzip")]] {
        let answer = server.ask("GET", &target, headers);
        assert_eq!((answer.status, answer.code().as_str()), (413, "too_large"), "{headers:?}");
    }
}
