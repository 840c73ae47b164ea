//! Description of `/api/v1` in the format OpenAPI: a table of addresses, and the schemas of their answers.

use super::bounded::json_line;
use super::data::archive::Inventory;
use super::data::explore::Explored;
use super::data::game::{AtNode, GameObject as Game};
use super::data::games::GamesPage;
use super::data::help::FieldList;
use super::data::joseki::CornerPosition;
use super::data::mine::MinePage;
use super::data::near::NearPositions;
use super::data::people::{CountTables, PlayerTable};
use super::data::practise::{Practice, SavedAnswer};
use super::data::status::IndexStatus as Indexed;
use super::lines;
use super::pasted_text::UnderstoodBoard;
use super::request_error::ErrorObject as Refused;
use super::schemas::{MakeSchema, generator, schema_reference};
use super::user_data_api::{ChangeObject, ChangeResult, TokenObject};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use kifu_engine::complete::Completed;
use kifu_engine::crosstable::Crosstable;
use kifu_engine::head_to_head::HeadToHeadAnswer;
use kifu_engine::losses::LossTable;
use kifu_engine::novelty::NoveltyAnswer;
use kifu_engine::page::HitsOfGame;
use kifu_engine::parsed::ParsedQuery;
use kifu_engine::ratings::{RatingsAnswer, RatingsTestAnswer};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// An address of the API: its path with the names of its parameters, a description, and the kind of its answer.
type Endpoint = (&'static str, &'static str, Sends);

/// Kind of answer that an address sends.
enum Sends {
    /// The address sends a JSON object.
    Json(MakeSchema),
    /// The address sends a JSON object or, if the request asks for lines, lines of JSON as they are found.
    Lines(MakeSchema),
    /// The address sends a file of one of these media types.
    File(&'static [&'static str]),
}
use Sends::{File, Json, Lines};

const ENDPOINTS: &[Endpoint] = &[
    (
        "/explore?m&at&b&w&turn&area&edges&any&maybe-b&maybe-w&stone&seq&sym&colours&in&next&tomove&move&q&\
         q2&unique&sort&size&part&limit&page&of&all&skip",
        "the games of a position or shape, and how they continue",
        Lines(schema_reference::<Explored>),
    ),
    (
        "/explore.sgf?m&at&b&w&turn&area&sym&colours&in&q&unique&size&plies",
        "the tree of continuations from a position, of 300 nodes at most, as an SGF file",
        File(&["application/x-go-sgf"]),
    ),
    (
        "/joseki?m&at&b&w&turn&q&q2&unique&size&region&tree&least&limit&by&gone&new&all",
        "what is played in a corner after a position, as a tree of steps; a pass in m is a move elsewhere",
        Json(schema_reference::<CornerPosition>),
    ),
    (
        "/near?m&at&b&w&turn&sym&colours&q&unique&sort&size&near&loose&limit&all",
        "the games that have a position but for a few stones, the nearest first",
        Json(schema_reference::<NearPositions>),
    ),
    (
        "/novelty?game&limit",
        "the move at which a game leaves all older ones, who went along until then, and who followed",
        Json(schema_reference::<NoveltyAnswer>),
    ),
    (
        "/search?q&unique&sort&facets&page&limit&all",
        "the games that fit a query",
        Lines(schema_reference::<GamesPage>),
    ),
    ("/parse?q&caret", "what a query means", Json(schema_reference::<ParsedQuery>)),
    ("/suggest?q&caret&lang", "completions at the caret", Json(schema_reference::<Completed>)),
    (
        "/stats?q&by&unique&sort&limit&all",
        "games counted by properties",
        Json(schema_reference::<CountTables>),
    ),
    (
        "/games/{id}?node&skip",
        "a game; moves, comments and tree of a large one in windows: pass the `next` of one window as skip for the \
         following one",
        Json(schema_reference::<Game>),
    ),
    ("/games/{id}/board?node", "the board of a game at a node", Json(schema_reference::<AtNode>)),
    (
        "/games/{id}/board.svg?node&move&small&area&flip&size",
        "the board of a game as an SVG drawing",
        File(&["image/svg+xml"]),
    ),
    (
        "/games/{id}/board.txt?node&move",
        "the board of a game as a text diagram",
        File(&["text/plain"]),
    ),
    (
        "/games/{id}/sgf?node&move",
        "the record of a game; a node or move gets the mark HO, where viewers open the game",
        File(&["application/x-go-sgf"]),
    ),
    (
        "/games/{id}/hits?q",
        "the places in a game that a query finds",
        Json(schema_reference::<HitsOfGame>),
    ),
    (
        "/players?name&q&unique&limit",
        "players by their number of games, or by name",
        Json(schema_reference::<PlayerTable>),
    ),
    (
        "/players/{name}?q&unique&limit",
        "the players of a name",
        Json(schema_reference::<PlayerTable>),
    ),
    (
        "/crosstable?q",
        "the games of an event: everyone against everyone, the standings and the rounds; each game counts once",
        Json(schema_reference::<Crosstable>),
    ),
    (
        "/ratings?q&min-games&limit&curves&all",
        "players by their ratings, from the results of all games; each game counts once",
        Json(schema_reference::<RatingsAnswer>),
    ),
    (
        "/ratings/test?q&share&all",
        "how well ratings predict games: each game after the first share in time is predicted from the games of earlier \
         days",
        Json(schema_reference::<RatingsTestAnswer>),
    ),
    (
        "/losses?q&unique",
        "what moves lost on average, by engine analysis",
        Json(schema_reference::<LossTable>),
    ),
    (
        "/export?q&unique&sort&as&columns&m&at&b&w&turn&area&edges&any&maybe-b&maybe-w&stone&seq&sym&colours&in&next&\
         tomove&move&size",
        "all games that a query finds, as a file, or with a position or shape at most 5,000 that have it; only one \
         download at a time, others get 429",
        File(&["application/x-go-sgf", "application/zip", "text/csv", "application/x-ndjson"]),
    ),
    (
        "/practise?q&unique&game&node&guess&tab",
        "a position of a query whose next move is to be guessed, or its answer; without a game, the next position; never \
         cached",
        Json(schema_reference::<Practice>),
    ),
    (
        "/practise/answer?q&unique&game&node&guess",
        "saves the answer to a position (POST, with the header X-Kifu-Index); 403 if the server saves nothing",
        Json(schema_reference::<SavedAnswer>),
    ),
    (
        "/mine?tab",
        "starred games, tags, notes, saved queries and recent queries; never cached; empty if other machines can reach \
         the server",
        Json(schema_reference::<MinePage>),
    ),
    (
        "/mine/token",
        "the token for requests that change something; never cached; 403 if the server saves nothing",
        Json(schema_reference::<TokenObject>),
    ),
    (
        "/mine/{what}",
        "saves something (POST, with the headers X-Kifu-Index and X-Kifu-Token): `mark` star, tags and note of a game, \
         with the `version` of the note that was seen: 409 with both notes if there is another by now; \
         `save` and `unsave` a query with a name, `asked` a recent query, `forget` all recent queries",
        Json(schema_reference::<ChangeResult>),
    ),
    ("/status", "what is indexed", Json(schema_reference::<Indexed>)),
    (
        "/versus?player&q&unique&strength&all",
        "two players head to head: player=A&player=B; with strength=1 also the score that their ratings expect",
        Json(schema_reference::<HeadToHeadAnswer>),
    ),
    (
        "/archive?of&tab&page",
        "files that were read, have changed, have findings or cannot be read, and duplicate games; never cached, since \
         files change",
        Json(schema_reference::<Inventory>),
    ),
    ("/fields", "the fields of the query language", Json(schema_reference::<FieldList>)),
    ("/openapi.json", "this contract", Json(schema_reference::<Map<String, Value>>)),
    ("/read", "a pasted text as a board (POST)", Json(schema_reference::<UnderstoodBoard>)),
];

const DESCRIPTION: &str = "Games of an index on this machine. Keys may be added, but are never removed. An \
                           unknown value is null, or its key is absent.";

/// Name, type and meaning of each parameter, one a line.
const PARAMETERS: &str = "\
m        string   moves from an empty board, separated by commas: Q16,D4,pass
at       integer  how many of the moves are played
b        string   black stones that are set up
w        string   white stones that are set up
turn     string   who moves first: B or W
area     string   whole, around, or two corners: N9-T19
edges    string   sides of the area that are bound to the edge of the board, separated by commas, or none (default: \
                  all sides on an edge)
flip     integer  how it is turned: the number of a symmetry, 0 to 7
any      string   points with anything on them
maybe-b  string   points that are black or empty
maybe-w  string   points that are white or empty
stone    string   points with a stone of either colour
seq      string   1: the moves must be played in their order
sym      string   none: not turned, not mirrored
colours  string   any: also with the colours exchanged
in       string   main, variations or any
next     string   the next move: R14, pass, end
tomove   string   who moves at the hit: B or W
move     string   moves played at the hit: 40, ..50
q        string   the query
q2       string   the query to compare with; * for all games
skip     integer  how many comments to skip; of a game, nodes
unique   string   1: each game once
sort     string   sort keys, separated by commas; a leading minus reverses one; of stats, games or name
size     string   19, or 19x13
part     string   parts of the answer, separated by commas: moves, row, players, games, years, reached, comments, \
                  compare
facets   string   properties to narrow the result by: how, archive, rank, size, lang, year
page     string   the key of the page, from the page before it; 409 if the index has changed since; in lists of the \
                  archive, the page number
small    string   1: a small flat drawing
of       string   what to give more details about: a continuation (R14); for the archive, a kind of finding \
                  (illegal-move)
player   array    a player's name, in any spelling; given twice
tab      string   the list to return: same, differ (copies that disagree), unread or changed; all: the answers to all \
                  queries; counts: the games of saved queries
what     string   what to save: mark, save, unsave, asked or forget
game     string   the id of the game of a position, which is the one at the node; of novelty, the id of the game
guess    string   the guessed move: Q16; none: the answer without a guess
limit    integer  the most rows, from 1 to 500; without it, a table of counts has up to 10,000; for a position, the \
                  most games, while all continuations are listed; of joseki, the most steps after each position
near     integer  how many stones may have to be added, taken away or moved: 0 to 20 (default: 4)
loose    string   1: a stone that was captured in the game may still stand in the position
plies    integer  how many moves deep, up to 400 (default: 20)
all      string   1: look through everything, up to 30 seconds
as       string   sgf, zip, csv or jsonl
columns  string   the columns of csv and jsonl, separated by commas: keys of a game such as date,black,white
caret    integer  characters of the query before the caret
lang     string   en, ja, ko, zh-Hans or zh-Hant: names in the script of this language
by       string   year, opening and so on, separated by commas; at most three; of joseki, one of year, decade or rank
region   string   the corner with the position: upper-right, upper-left, lower-right or lower-left (default: the corner \
                  that has all stones)
tree     integer  how many steps deep, up to 60 (default: 1, and 8 with gone or new)
least    string   the least that a step needs to be in the tree: corners (5), a share (1%), or both (5,1%)
gone     integer  a year: also lists the steps that were popular before it and hardly since
new      integer  a year: also lists the steps that have been popular since then and hardly before
min-games integer the least number of rated games of a listed player (default: 10)
strength string   1: also the score that the ratings of both players expect of their games
curves   string   1: also the rating of each player on all days with games
share    number   the share of the games that are only learned, from 0 to less than 1 (default: 0.333)
node     integer  a node of the game, from 0
name     string   a name, or words of one
id       string   the id of a game, or its beginning
";

/// Sends the OpenAPI description.
pub(crate) async fn send() -> Response {
    static CONTRACT: LazyLock<Vec<u8>> = LazyLock::new(|| json_line(&contract()));
    let head = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")];
    (head, CONTRACT.as_slice()).into_response()
}

/// Names of the parameters that an address accepts; `path` is without `/api/v1`. `None` if the description has no such
/// address.
pub(crate) fn parameters(path: &str) -> Option<Vec<&'static str>> {
    let is_same = |known: &str| {
        let (mut known, mut parts) = (known.split('/'), path.split('/'));
        loop {
            match (known.next(), parts.next()) {
                (None, None) => return true,
                (Some(known), Some(part)) if known == part || known.starts_with('{') => {}
                _ => return false,
            }
        }
    };
    ENDPOINTS.iter().find_map(|(address, ..)| {
        let (known, parameters) = address.split_once('?').unwrap_or((address, ""));
        let names = parameters.split('&').filter(|name| !name.is_empty());
        is_same(known).then(|| names.collect())
    })
}

fn contract() -> Value {
    let mut generator = generator();
    let paths: Map<String, Value> =
        ENDPOINTS.iter().map(|endpoint| path(endpoint, &mut generator)).collect();
    json!({
        "openapi": "3.1.0",
        "info": {"title": "kifu-index", "version": "1", "description": DESCRIPTION},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": generator.take_definitions(true)},
    })
}

fn path((address, does, sends): &Endpoint, generator: &mut SchemaGenerator) -> (String, Value) {
    let (path, parameters) = address.split_once('?').unwrap_or((address, ""));
    let parameters = parameters.split('&').filter(|name| !name.is_empty());
    let all = path
        .split(['{', '}'])
        .skip(1)
        .step_by(2)
        .map(|name| (name, "path"))
        .chain(parameters.map(|name| (name, "query")));
    let error = content("application/json", schema_reference::<Refused>(generator));
    let mut operation = json!({
        "summary": does,
        "parameters": all.map(|(name, place)| parameter(name, place)).collect::<Vec<Value>>(),
        "responses": {
            "200": {"description": does, "content": sends.content(generator)},
            "default": {"description": "an error", "content": {error.0: error.1}},
        },
    });
    let is_post = ["/read", "/practise/answer", "/mine/{what}"].contains(&path);
    let method = if is_post { "post" } else { "get" };
    if path == "/read" {
        let (kind, text) = content("text/plain", text());
        operation["requestBody"] = json!({"required": true, "content": {kind: text}});
    }
    if path == "/mine/{what}" {
        let (kind, change) =
            content("application/json", schema_reference::<ChangeObject>(generator));
        operation["requestBody"] = json!({"required": true, "content": {kind: change}});
    }
    (path.to_owned(), json!({method: operation}))
}

impl Sends {
    fn content(&self, generator: &mut SchemaGenerator) -> Map<String, Value> {
        match self {
            Json(make) => Map::from_iter([content("application/json", make(generator))]),
            Lines(make) => Map::from_iter([
                content("application/json", make(generator)),
                content("application/x-ndjson", lines::schema(generator)),
            ]),
            File(kinds) => kinds.iter().map(|kind| content(kind, text())).collect(),
        }
    }
}

/// Entry of the OpenAPI description for a body of this media type.
fn content(kind: &str, schema: Schema) -> (String, Value) {
    (kind.to_owned(), json!({"schema": schema}))
}

fn text() -> Schema {
    json_schema!({"type": "string"})
}

fn parameter(name: &str, place: &str) -> Value {
    let mut rows = PARAMETERS.lines().filter_map(|row| row.split_once(' '));
    let row = rows.find_map(|(known, entry)| (known == name).then(|| entry.trim_start()));
    let (kind, means) = row.and_then(|entry| entry.split_once(' ')).unwrap_or_default();
    let schema = match kind {
        "array" => json!({"type": kind, "items": text()}),
        kind => json!({"type": kind}),
    };
    json!({
        "name": name,
        "in": place,
        "required": place == "path",
        "description": means.trim_start(),
        "schema": schema,
    })
}
