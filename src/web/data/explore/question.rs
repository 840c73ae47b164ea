//! Turns the state in an address of Explore into a request to the engine, and into a query.

use crate::state::{AddressMove, Area, PageState, size_name};
use crate::worker::AnswerContext;
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::board::{BoardAnswer, DescribedBoard};
use kifu_engine::request::{BoardOperand, BoardParts, BoardSearch, HitConditions, SubjectKind};
use kifu_language::board_size::required_size;
use kifu_language::parse;
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, Color, Point};

/// Makes the engine's request for the position and conditions of an address.
pub(crate) fn request(state: &PageState) -> BoardSearch {
    let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let all =
        Area::Region(Point::new(0, state.size.height() - 1), Point::new(state.size.width() - 1, 0));
    let (region, corner) = match &state.area {
        _ if !state.is_shape() => (None, None),
        Area::Whole => (Some(all.name(state.size)), None),
        Area::Around => (None, Some(String::new())),
        area @ Area::Region(..) => (Some(area.name(state.size)), None),
    };
    let open = state.open.iter();
    BoardSearch {
        sought: if state.is_shape() { SubjectKind::Pattern } else { SubjectKind::Position },
        subject: BoardOperand::Text(position_text(state)),
        size: Some(size_name(state.size)),
        region,
        corner,
        edges: state.edges.map(Edges::to_text),
        open: open.map(|&(at, sign)| (state.point_name(at), sign)).collect(),
        sequence: state.sequence && state.is_shape(),
        symmetric: state.symmetric,
        hits: HitConditions {
            filter: text(&state.query),
            within: text(&state.hit.within),
            colours: state.any_colours.then(|| "any".to_owned()),
            next: text(&state.hit.next.text(state.size)),
            tomove: text(&state.hit.tomove),
            at_move: text(&state.hit.at_move),
            sort: state.sort.clone(),
            unique: state.is_unique(),
        },
        ..BoardSearch::default()
    }
}

/// Largest number of games that a query may select by their ids. Such a query is made for a list or download of games
/// that no other query can select.
pub(crate) const MAX_GAMES_BY_ID: usize = 5_000;

/// Makes a query that selects the games of an address by their ids. It is needed if the moves of the position must be
/// played in their order, because no query clause can express this condition.
pub(crate) fn query_by_ids(context: &AnswerContext, state: &PageState) -> Result<String> {
    let request = BoardSearch {
        listed: MAX_GAMES_BY_ID + 1,
        named: 0,
        parts: BoardParts { moves: false, ..BoardParts::default() },
        ..request(state)
    };
    let games = context.ask(&request)?.answer.games;
    if games.len() > MAX_GAMES_BY_ID {
        let message = format!(
            "more than {MAX_GAMES_BY_ID} games have it, and there is no query to narrow them down"
        );
        let error = Error::new(ErrorKind::Limit, message);
        return Err(error.with_help("add a query: q=date:2000..").into());
    }
    let ids: Vec<String> = games.iter().map(|game| format!("id:{}", game.id)).collect();
    if ids.is_empty() {
        Err(Error::new(ErrorKind::NotFound, "no game fits, so there is nothing to write").into())
    } else {
        Ok(ids.join(" OR "))
    }
}

/// Expresses the position and conditions of an address as one query; `None` if no query can.
pub(crate) fn as_query(state: &PageState, answer: &BoardAnswer) -> Option<String> {
    if !state.symmetric {
        return None;
    }
    let clauses = match &answer.described {
        DescribedBoard::Pattern { pattern, edges, sequence, .. } => {
            // The moves that must follow a pattern, and a condition on its next move, name points of the board. A
            // pattern in a query has no place on the board, so it cannot have them.
            let can = sequence.is_empty() && state.hit.next.is_any();
            format!(
                "pattern:\"{}\"{}",
                pattern_line(pattern, edges),
                can.then(|| hit_clauses(state))?
            )
        }
        DescribedBoard::Position { .. } => {
            let position = position_text(state);
            // In a query, an SGF record is quoted like any text, so a record with a quotation mark would end too early.
            let size = board_size(state, &position);
            (!position.contains('"'))
                .then(|| format!("{size}position:\"{position}\"{}", hit_clauses(state)))?
        }
    };
    let query = state.query.trim();
    let is_either = |word| matches!(word, "OR" | "or" | "||");
    Some(match query {
        "" => clauses,
        // Without parentheses, `OR` would apply to the clauses before it as well.
        _ if query.split_whitespace().any(is_either) => format!("{clauses} ({query})"),
        _ => format!("{clauses} {query}"),
    })
}

/// Clause for the board size, unless it is the usual one or the position or query already names it.
fn board_size(state: &PageState, position: &str) -> String {
    let is_named = || {
        let query = parse(&state.query).ok();
        query.is_some_and(|query| matches!(required_size(query.parts()), Ok(Some(_))))
    };
    match state.size {
        BoardSize::GO => String::new(),
        _ if position.starts_with('(') || is_named() => String::new(),
        size => format!("size:{} ", size_name(size)),
    }
}

/// Writes a pattern in one line, as queries contain it: its rows, with signs for the edges around them.
fn pattern_line(rows: &[String], edges: &[&str]) -> String {
    let bar = |name: &str| if edges.contains(&name) { "|" } else { "" };
    let (left, right) = (bar("left"), bar("right"));
    let rows: Vec<String> = rows.iter().map(|row| format!("{left}{row}{right}")).collect();
    let edge = "-".repeat(rows.first().map_or(0, String::len));
    let line = |name: &str| edges.contains(&name).then(|| edge.clone());
    line("top").into_iter().chain(rows).chain(line("bottom")).collect::<Vec<_>>().join("/")
}

/// Writes the conditions on a hit as query clauses.
fn hit_clauses(state: &PageState) -> String {
    let hit = &state.hit;
    let next = hit.next.text(state.size);
    let colours = if state.any_colours { "any" } else { "" };
    let all = [
        ("colours", colours),
        ("in", &hit.within),
        ("tomove", &hit.tomove),
        ("move", &hit.at_move),
        ("next", &next),
    ];
    all.into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!(" {name}:{value}"))
        .collect()
}

/// Writes the position as the text of a request: moves with their colours, or SGF if stones are set up or no move was
/// played.
pub(in crate::data) fn position_text(state: &PageState) -> String {
    let moves =
        [state.turn, state.turn.other()].into_iter().cycle().map(Color::letter).zip(state.played());
    if !state.has_setup() && state.at > 0 {
        return moves
            .map(|(color, step)| format!("{color} {}", step.name(state.size)))
            .collect::<Vec<_>>()
            .join(" ");
    }
    let mut text = setup_sgf(state);
    if state.turn == Color::White {
        text.push_str("PL[W]");
    }
    for (color, step) in moves {
        let value = match step {
            AddressMove::Place(point) => sgf_point(point),
            AddressMove::Pass => "[]".to_owned(),
        };
        text.push_str(&format!(";{color}{value}"));
    }
    text.push(')');
    text
}

/// Beginning of an SGF record: the size of the board, and the stones that are set up.
pub(crate) fn setup_sgf(state: &PageState) -> String {
    let mut text = format!("(;GM[1]SZ[{}:{}]", state.size.width(), state.size.height());
    for (name, stones) in [("AB", &state.black), ("AW", &state.white)] {
        if !stones.is_empty() {
            text.push_str(name);
            text.extend(stones.iter().map(sgf_point));
        }
    }
    text
}

fn sgf_point(point: &Point) -> String {
    let letter = |at: u8| char::from(if at < 26 { b'a' + at } else { b'A' + at - 26 });
    format!("[{}{}]", letter(point.x), letter(point.y))
}
