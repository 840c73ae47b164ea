//! How the parameters of an address are read.

use super::{
    AddressMove, Area, HitFields, LONGEST_QUERY, OPEN, PageState, Pairs, Unread, board_size, point,
};
use crate::game::pattern::Edges;
use crate::game::{BoardSize, Color};

/// The most moves and stones that an address may have.
pub(super) const MOST_MOVES: usize = 1_000;

/// The most columns of a table; there are not as many.
const MOST_COLUMNS: usize = 100;

impl PageState {
    /// Reads the parameters and takes those that are understood out of the list.
    pub fn read(pairs: &mut Pairs) -> Result<PageState, Unread> {
        let mut take = |name: &str| {
            let at = pairs.iter().position(|(known, _)| known == name)?;
            Some(pairs.remove(at).1).filter(|value| !value.is_empty())
        };
        let size = take("size").map_or(Ok(BoardSize::GO), |text| board_size(&text))?;
        let moves = match take("m") {
            Some(text) => list(&text, |name| AddressMove::read(name, size))?,
            None => Vec::new(),
        };
        let mut stones = |name| match take(name) {
            Some(text) => list(&text, |name| point(name, size)),
            None => Ok(Vec::new()),
        };
        let (black, white) = (stones("b")?, stones("w")?);
        let mut open = Vec::new();
        for (name, sign) in OPEN {
            open.extend(stones(name)?.into_iter().map(|at| (at, sign)));
        }
        let at = take("at").map_or(Ok(moves.len()), |text| number("at", &text))?;
        let mut text = |name| take(name).unwrap_or_default();
        let hit = HitFields {
            within: text("in"),
            next: text("next"),
            tomove: text("tomove"),
            at_move: text("move"),
        };
        let (view, tab) = (text("view"), text("tab"));
        let (query, second) = (text("q"), text("q2"));
        if query.chars().count().max(second.chars().count()) > LONGEST_QUERY {
            return Err(Unread {
                code: "too_long",
                message: format!("the query is longer than {LONGEST_QUERY} characters"),
                help: "write a shorter one",
            });
        }
        Ok(PageState {
            at: at.min(moves.len()),
            moves,
            black,
            white,
            turn: take("turn").map_or(Ok(Color::Black), |text| color(&text))?,
            area: take("area").map_or(Ok(Area::Whole), |text| Area::read(&text, size))?,
            edges: take("edges").map(|text| edges(&text)).transpose()?,
            open,
            sequence: take("seq").is_some_and(|text| text == "1"),
            symmetric: take("sym").is_none_or(|text| text != "none"),
            any_colours: take("colours").is_some_and(|text| text == "any"),
            hit,
            query,
            second,
            unique: take("unique").is_some_and(|text| matches!(text.as_str(), "1" | "yes")),
            sort: take("sort").map_or_else(Vec::new, |text| {
                text.split(',').map(str::to_owned).collect()
            }),
            view,
            columns: take("columns").map_or_else(Vec::new, |text| {
                let names = text.split(',').filter(|name| !name.is_empty());
                names.take(MOST_COLUMNS).map(str::to_owned).collect()
            }),
            selected: take("sel").map(|text| number("sel", &text)).transpose()?,
            tab,
            flip: take("flip").map_or(Ok(0), |text| number("flip", &text))? % 8,
            size,
            node: take("node").map_or(Ok(0), |text| number("node", &text))?,
        })
    }
}

impl Area {
    fn read(text: &str, size: BoardSize) -> Result<Area, Unread> {
        let unread = || Unread {
            code: "bad_value",
            message: format!("`{text}` is no area of the board"),
            help: "write whole, around, or two corners: N9-T19",
        };
        match text {
            "whole" => Ok(Area::Whole),
            "around" => Ok(Area::Around),
            _ => {
                let (a, b) = text.split_once('-').ok_or_else(unread)?;
                Ok(Area::region(point(a, size)?, point(b, size)?))
            }
        }
    }
}

fn edges(text: &str) -> Result<Edges, Unread> {
    Edges::named(text).ok_or_else(|| Unread {
        code: "bad_value",
        message: format!("`{text}` is no side of a region"),
        help: "write left, right, top and bottom with commas, or none",
    })
}

fn color(text: &str) -> Result<Color, Unread> {
    match text {
        "B" | "b" => Ok(Color::Black),
        "W" | "w" => Ok(Color::White),
        _ => Err(Unread {
            code: "bad_value",
            message: format!("`{text}` is no colour"),
            help: "write B or W",
        }),
    }
}

fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, Unread> {
    text.parse().map_err(|_| Unread {
        code: "bad_value",
        message: format!("`{name}` is no number: `{text}`"),
        help: "write a whole number",
    })
}

/// The items of a list with commas.
fn list<T>(text: &str, read: impl Fn(&str) -> Result<T, Unread>) -> Result<Vec<T>, Unread> {
    let items = text.split(',').filter(|item| !item.is_empty());
    let items: Vec<T> = items
        .take(MOST_MOVES + 1)
        .map(read)
        .collect::<Result<_, _>>()?;
    if items.len() > MOST_MOVES {
        return Err(Unread {
            code: "too_long",
            message: format!("the address has more than {MOST_MOVES} moves"),
            help: "begin from a later position, with its stones in `b` and `w`",
        });
    }
    Ok(items)
}
