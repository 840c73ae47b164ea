//! Parses the parameters of an address into a state.

use super::number::number;
use super::points::color;
use super::{
    AddressMove, Area, ChoiceText, GuessText, HitFields, MAX_QUERY_CHARS, NextMoveCondition,
    OPEN_POINT_SIGNS, PageState, Pairs, board_size, point,
};
use crate::request_error::RequestError;
use kifu_messages::{Message, say};
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, Color, Point};

/// Largest number of items in a list of moves or of stones.
pub(super) const MAX_MOVES: usize = 1_000;

/// Largest number of columns that a table may have. There are fewer columns to choose from.
const MAX_COLUMNS: usize = 100;

/// Words for a parameter that is on or off.
pub(super) const ON_OFF_VALUES: [(&str, bool); 6] =
    [("1", true), ("0", false), ("yes", true), ("no", false), ("true", true), ("false", false)];

impl PageState {
    /// Parses the parameters that belong to the state, and removes them from the list. Other parameters stay in the
    /// list.
    pub(crate) fn read(pairs: &mut Pairs) -> Result<PageState, RequestError> {
        let mut take = |name: &str| {
            let at = pairs.iter().position(|(known, _)| known == name)?;
            Some(pairs.remove(at).1).filter(|value| !value.is_empty())
        };
        let size = take("size").map_or(Ok(BoardSize::GO), |text| read_size(&text))?;
        let moves = take("m").unwrap_or_default();
        let moves = list(&moves, |name| AddressMove::read(name, size))?;
        let mut stones =
            |name| list(&take(name).unwrap_or_default(), |name| read_point(name, size));
        let (black, white) = (stones("b")?, stones("w")?);
        let mut open = Vec::new();
        for (name, sign) in OPEN_POINT_SIGNS {
            open.extend(stones(name)?.into_iter().map(|at| (at, sign)));
        }
        let at = take("at").map_or(Ok(moves.len()), |text| number("at", &text))?;
        let mut text = |name| take(name).unwrap_or_default();
        let hit = HitFields {
            within: text("in"),
            next: NextMoveCondition::read(&text("next"), size),
            tomove: text("tomove"),
            at_move: text("move"),
        };
        let (view, tab) = (ChoiceText::read(text("view")), ChoiceText::read(text("tab")));
        let (game, guess) = (text("game"), GuessText::read(text("guess")));
        let (query, second) = (text("q"), text("q2"));
        if query.chars().count().max(second.chars().count()) > MAX_QUERY_CHARS {
            let message = say!("error-address-query", most = MAX_QUERY_CHARS.to_string());
            let help = say!("error-address-query-help");
            return Err(RequestError::bad_request("too_long", message, help));
        }
        Ok(PageState {
            at: at.min(moves.len()),
            moves,
            black,
            white,
            turn: take("turn").map_or(Ok(Color::Black), |text| turn(&text))?,
            area: take("area").map_or(Ok(Area::Whole), |text| Area::read(&text, size))?,
            edges: take("edges").map(|text| edges(&text)).transpose()?,
            open,
            sequence: choice("seq", take("seq"), &ON_OFF_VALUES)?.unwrap_or(false),
            symmetric: choice("sym", take("sym"), &[("all", true), ("none", false)])?
                .unwrap_or(true),
            any_colours: choice("colours", take("colours"), &[("as-drawn", false), ("any", true)])?
                .unwrap_or(false),
            hit,
            query,
            second,
            unique: choice("unique", take("unique"), &ON_OFF_VALUES)?,
            sort: take("sort")
                .map_or_else(Vec::new, |text| text.split(',').map(str::to_owned).collect()),
            view,
            columns: take("columns").map_or_else(Vec::new, |text| {
                text.split(',')
                    .filter(|name| !name.is_empty())
                    .take(MAX_COLUMNS)
                    .map(str::to_owned)
                    .collect()
            }),
            selected: take("sel").map(|text| number("sel", &text)).transpose()?,
            tab,
            flip: take("flip").map_or(Ok(0), |text| number("flip", &text))? % 8,
            size,
            node: take("node").map_or(Ok(0), |text| number("node", &text))?,
            game,
            guess,
        })
    }
}

impl Area {
    /// Parses `whole`, `around`, or two corners such as `N9-T19`.
    pub(crate) fn read(text: &str, size: BoardSize) -> Result<Area, RequestError> {
        match text {
            "whole" => Ok(Area::Whole),
            "around" => Ok(Area::Around),
            _ => {
                let (a, b) = text.split_once('-').ok_or_else(|| {
                    let help = say!("error-address-area-help");
                    bad_value(say!("error-address-area", text = text), help)
                })?;
                Ok(Area::region(read_point(a, size)?, read_point(b, size)?))
            }
        }
    }
}

impl AddressMove {
    /// Parses a move, `Q16` or `pass`. The error explains the notation.
    pub(crate) fn read(text: &str, size: BoardSize) -> Result<AddressMove, RequestError> {
        AddressMove::parse(text, size).ok_or_else(|| no_point(text))
    }
}

fn read_point(text: &str, size: BoardSize) -> Result<Point, RequestError> {
    point(text, size).ok_or_else(|| no_point(text))
}

fn no_point(text: &str) -> RequestError {
    let help = say!("error-address-point-help");
    bad_value(say!("error-address-point", text = text), help)
}

fn read_size(text: &str) -> Result<BoardSize, RequestError> {
    let bad = || {
        let help = say!("error-address-size-help");
        bad_value(say!("error-address-size", text = text), help)
    };
    board_size(text).ok_or_else(bad)
}

fn edges(text: &str) -> Result<Edges, RequestError> {
    Edges::parse(text).ok_or_else(|| {
        let help = say!("error-address-side-help");
        bad_value(say!("error-address-side", text = text), help)
    })
}

fn turn(text: &str) -> Result<Color, RequestError> {
    color(text).ok_or_else(|| {
        let help = say!("error-address-colour-help");
        bad_value(say!("error-address-colour", text = text), help)
    })
}

/// Parses a value that must be one of a few words, in upper or lower case.
pub(crate) fn choice<T: Copy>(
    name: &str,
    text: Option<String>,
    words: &[(&str, T)],
) -> Result<Option<T>, RequestError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let mut known = words.iter();
    match known.find(|(word, _)| word.eq_ignore_ascii_case(&text)) {
        Some((_, meaning)) => Ok(Some(*meaning)),
        None => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let message = say!("error-address-choice", name = name, text = text);
            let help = say!("error-address-choice-help", words = words.join(", "));
            Err(bad_value(message, help))
        }
    }
}

fn bad_value(message: Message, help: Message) -> RequestError {
    RequestError::bad_request("bad_value", message, help)
}

/// Parses a list whose items are separated by commas.
fn list<T>(
    text: &str,
    read: impl Fn(&str) -> Result<T, RequestError>,
) -> Result<Vec<T>, RequestError> {
    let items = text.split(',').filter(|item| !item.is_empty());
    let items: Vec<T> = (items.take(MAX_MOVES + 1)).map(read).collect::<Result<_, _>>()?;
    if items.len() > MAX_MOVES {
        let message = say!("error-address-moves", most = MAX_MOVES.to_string());
        let help = say!("error-address-moves-help");
        return Err(RequestError::bad_request("too_long", message, help));
    }
    Ok(items)
}
