//! The contract of `/api/v1`, as OpenAPI. It is one table of addresses and one of keys; a test asks every address and
//! finds every key of the answers here.

mod keys;
mod wide;

use crate::engine::json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

/// An address: path, what it answers, parameters, the object of the answer.
type Endpoint = (
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static str,
);

const BOARD: &[&str] = &[
    "m", "at", "b", "w", "turn", "area", "edges", "any", "maybe-b", "maybe-w", "stone", "seq",
    "sym", "colours", "in", "next", "tomove", "move", "q", "q2", "unique", "sort", "size", "part",
    "limit", "page", "of", "all", "skip",
];

const ENDPOINTS: &[Endpoint] = &[
    (
        "/explore",
        "what the archive knows about a position",
        BOARD,
        "Explored",
    ),
    (
        "/explore.sgf",
        "the tree of continuations from a position, of 300 nodes at most, as an SGF file",
        &[
            "m", "at", "b", "w", "turn", "area", "sym", "colours", "in", "q", "unique", "size",
            "plies",
        ],
        "",
    ),
    (
        "/search",
        "the games that fit a query",
        &["q", "unique", "sort", "facets", "page", "limit", "all"],
        "Listed",
    ),
    ("/parse", "what a query means", &["q", "caret"], "Parsed"),
    (
        "/suggest",
        "completions at the caret",
        &["q", "caret"],
        "Suggested",
    ),
    (
        "/stats",
        "games counted by properties",
        &["q", "by", "unique", "limit", "all"],
        "Counted",
    ),
    (
        "/games/{id}",
        "a game; moves, comments and tree of a large one in windows: pass the `next` of one window as skip for the \
         following one",
        &["node", "skip"],
        "Game",
    ),
    (
        "/games/{id}/board",
        "the board of a game at a node",
        &["node"],
        "Board",
    ),
    (
        "/games/{id}/board.svg",
        "the same as a drawing",
        &["node", "move", "small", "area", "flip", "size"],
        "",
    ),
    (
        "/games/{id}/board.txt",
        "the same as a diagram in text",
        &["node", "move"],
        "",
    ),
    ("/games/{id}/sgf", "the record of a game", &[], ""),
    (
        "/games/{id}/hits",
        "where a game has what a query looks for",
        &["q"],
        "Hits",
    ),
    (
        "/players",
        "players by games, or of a name",
        &["name", "q", "unique", "limit"],
        "Players",
    ),
    (
        "/players/{name}",
        "the players of a name",
        &["q", "unique", "limit"],
        "Players",
    ),
    (
        "/export",
        "all games that a query finds, as a file; only one download at a time, others get 429",
        &["q", "unique", "sort", "as", "columns"],
        "",
    ),
    ("/status", "what is indexed", &[], "Status"),
    (
        "/versus",
        "two players head to head: player=A&player=B",
        &["player", "q", "unique"],
        "Versus",
    ),
    (
        "/archive",
        "what was read, has changed, is wrong, duplicated or unreadable; never cached, since files change",
        &["of", "tab", "page"],
        "Inventory",
    ),
    ("/fields", "the fields of the query language", &[], "Fields"),
    ("/openapi.json", "this contract", &[], ""),
    (
        "/read",
        "a pasted text as a board (POST)",
        &[],
        "Understood",
    ),
];

const DESCRIPTION: &str =
    "Games of an index on this machine. Keys may be added, but are never removed.";

/// What each parameter means.
const PARAMETERS: &[(&str, &str)] = &[
    (
        "m",
        "moves from an empty board, separated by commas: Q16,D4,pass",
    ),
    ("at", "how many of the moves are played"),
    ("b", "black stones that are set up"),
    ("w", "white stones that are set up"),
    ("turn", "who moves first: B or W"),
    ("area", "whole, around, or two corners: N9-T19"),
    (
        "edges",
        "sides of the area that are bound to the edge of the board, separated by commas, or none (default: all sides \
         on an edge)",
    ),
    ("flip", "how it is turned: the number of a symmetry, 0 to 7"),
    ("any", "points that may hold anything"),
    ("maybe-b", "points that are black or empty"),
    ("maybe-w", "points that are white or empty"),
    ("stone", "points with a stone of either colour"),
    ("seq", "1: the moves must be played in their order"),
    ("sym", "none: not turned, not mirrored"),
    ("colours", "any: also with the colours exchanged"),
    ("in", "main, variations or any"),
    ("next", "how the game goes on: R14, pass, end"),
    ("tomove", "who moves at the hit: B or W"),
    ("move", "moves played at the hit: 40, ..50"),
    ("q", "the query"),
    ("q2", "the query to compare with; * for all games"),
    ("skip", "how many comments to skip; of a game, nodes"),
    ("unique", "1: each game once"),
    (
        "sort",
        "sort keys, separated by commas; a leading minus reverses one",
    ),
    ("size", "19, or 19x13"),
    (
        "part",
        "parts of the answer, separated by commas: moves, players, games, years, reached, comments, compare",
    ),
    (
        "facets",
        "what the result may be narrowed by: how, archive, rank, size, lang, year",
    ),
    (
        "page",
        "the key of the page, from the page before it; 409 if the index has changed since; in lists of the archive, \
         the page number",
    ),
    ("small", "1: a small flat drawing"),
    (
        "of",
        "what to give more details about: a continuation (R14); for the archive, a kind of finding (illegal-move)",
    ),
    ("player", "a player's name, in any spelling; given twice"),
    ("tab", "the list to return: same, unread or changed"),
    (
        "limit",
        "the most rows, up to 500; without it a table of counts has up to 10,000",
    ),
    ("plies", "how many moves deep, up to 400 (default: 20)"),
    ("all", "1: look through everything, up to 30 seconds"),
    ("as", "sgf, zip, csv or jsonl"),
    (
        "columns",
        "the columns of csv and jsonl, separated by commas: keys of a game such as date,black,white",
    ),
    ("caret", "characters of the query before the caret"),
    (
        "by",
        "year, opening and so on, separated by commas; at most three",
    ),
    ("node", "a node of the game, from 0"),
    ("name", "a name, or words of one"),
    ("id", "the id of a game, or its beginning"),
];

/// Sends the contract.
pub async fn send() -> Response {
    let mut body = Vec::new();
    // Writing to memory does not fail.
    let _ = json::write_line(&mut body, &contract());
    (
        [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        body,
    )
        .into_response()
}

/// Name and keys of an object.
type Object = (&'static str, &'static [(&'static str, &'static str)]);

fn objects() -> impl Iterator<Item = &'static Object> {
    [keys::OBJECTS, wide::OBJECTS].into_iter().flatten()
}

fn contract() -> Value {
    let paths: Map<String, Value> = ENDPOINTS.iter().map(path).collect();
    let objects: Map<String, Value> = objects().map(object).collect();
    json!({
        "openapi": "3.1.0",
        "info": {"title": "kifu-index", "version": "1", "description": DESCRIPTION},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": objects},
    })
}

fn path((path, does, parameters, object): &Endpoint) -> (String, Value) {
    let in_path = path.split(['{', '}']).skip(1).step_by(2);
    let all = in_path
        .map(|name| (name, "path"))
        .chain(parameters.iter().map(|name| (*name, "query")));
    let all: Vec<Value> = all.map(|(name, place)| parameter(name, place)).collect();
    let method = if *path == "/read" { "post" } else { "get" };
    let content = match *object {
        "" => json!({}),
        // Each line has a `part`; together they have the keys of the object.
        name @ ("Explored" | "Listed") => json!({
            "application/json": {"schema": reference(name)},
            "application/x-ndjson": {"schema": reference("Line")},
        }),
        name => json!({"application/json": {"schema": reference(name)}}),
    };
    let error = json!({"description": "an error", "content": {"application/json": {"schema": reference("Error")}}});
    let told = json!({
        "summary": does,
        "parameters": all,
        "responses": {"200": {"description": does, "content": content}, "default": error},
    });
    ((*path).to_owned(), json!({method: told}))
}

fn parameter(name: &str, place: &str) -> Value {
    let means = PARAMETERS.iter().find(|(known, _)| *known == name);
    json!({
        "name": name,
        "in": place,
        "required": place == "path",
        "description": means.map_or("", |(_, means)| means),
        "schema": {"type": "string"},
    })
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// An object: its keys, each with what it means, or with the object that it holds.
fn object((name, keys): &(&str, &[(&str, &str)])) -> (String, Value) {
    let properties: Map<String, Value> = (keys.iter())
        .map(|(key, means)| ((*key).to_owned(), property(means)))
        .collect();
    (
        (*name).to_owned(),
        json!({"type": "object", "properties": properties}),
    )
}

fn property(means: &str) -> Value {
    let each = means.strip_prefix("each ");
    let name = each.unwrap_or(means);
    let is_object = objects().any(|(known, _)| *known == name);
    match each {
        Some(_) if is_object => json!({"type": "array", "items": reference(name)}),
        None if is_object => reference(name),
        _ => json!({"description": means}),
    }
}
