//! The address of a page is its state: everything that changes the answer or how it is shown, and nothing else.
//!
//! A [`PageState`] is parsed from a query string. It is written as a query string in a single canonical form that
//! leaves out defaults. Pages, their `.json` forms and `/api/v1` all use it.

mod choices;
mod corner;
mod encode;
mod explore_address;
mod guess;
mod next_move;
mod number;
mod points;
mod read;
#[cfg(test)]
mod tests;
mod typed_moves;

pub(crate) use choices::{
    ArchiveTab, ChoiceText, ExploreTab, GamesView, MineTab, PageChoice, PlayerTable, PractiseTab,
    YearsView,
};
pub(crate) use encode::encoded;
pub(crate) use guess::{Guess, GuessText, SHOW_ANSWER};
use kifu_language::{NodeKind, QueryNode, parse};
use kifu_record::game::board::Board;
use kifu_record::game::pattern::Edges;
use kifu_record::game::{BoardSize, Color, Point};
pub(crate) use next_move::NextMoveCondition;
pub(crate) use number::number;
pub(crate) use points::{AddressMove, board_size, color, point, size_name};
pub(crate) use read::choice;
use std::cell::LazyCell;
use std::fmt::Display;

/// Largest length of a query, in characters.
pub(crate) const MAX_QUERY_CHARS: usize = 2_000;

/// State of a page. The comment of each field names the parameter of the address that contains it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PageState {
    /// Moves from the empty board or the setup (parameter `m`).
    pub moves: Vec<AddressMove>,
    /// Number of the first `moves` that are played on the board (parameter `at`); the other moves can be played by
    /// stepping forward.
    pub at: usize,
    /// Black stones that are set up (parameter `b`).
    pub black: Vec<Point>,
    /// White stones that are set up (parameter `w`).
    pub white: Vec<Point>,
    /// Side that moves first (parameter `turn`).
    pub turn: Color,
    /// Part of the board on which games must have the same stones (parameter `area`).
    pub area: Area,
    /// Sides of the area that must lie on an edge of the board (parameter `edges`); `None` for all sides that lie on an
    /// edge in the position shown.
    pub edges: Option<Edges>,
    /// Open points (points that may be, for instance, empty or black), each with its sign in diagrams (parameters
    /// `any`, `maybe-b`, `maybe-w`, `stone`).
    pub open: Vec<(Point, char)>,
    /// True if the moves must be played in their order (parameter `seq`).
    pub sequence: bool,
    /// True if rotated and mirrored boards match, too (parameter `sym`).
    pub symmetric: bool,
    /// True if boards with exchanged colours match, too (parameter `colours`).
    pub any_colours: bool,
    /// Conditions on a hit (a place where the position or shape occurs), as the engine parses them, such as the next
    /// move (parameters `in`, `next`, `tomove`, `move`).
    pub hit: HitFields,
    /// Query that games must match (parameter `q`).
    pub query: String,
    /// Second query, to compare the games of the first with (parameter `q2`); `*` for all games.
    pub second: String,
    /// Whether each game counts once (`unique=1`), or each copy of a game (`unique=0`); `None` for the default of the
    /// page.
    pub unique: Option<bool>,
    /// Sort keys of the games (parameter `sort`).
    pub sort: Vec<String>,
    /// Layout of the list of games, or kind of the drawing of years (parameter `view`).
    pub view: ChoiceText,
    /// Columns of the table (parameter `columns`).
    pub columns: Vec<String>,
    /// Index of the game that is selected in a list of games (parameter `sel`).
    pub selected: Option<u32>,
    /// Section or list that is open (parameter `tab`).
    pub tab: ChoiceText,
    /// Number of the rotation or mirroring with which the board is drawn (parameter `flip`).
    pub flip: u8,
    /// Size of the board (parameter `size`).
    pub size: BoardSize,
    /// Node of a game (parameter `node`).
    pub node: u32,
    /// Id of the game that a practice position is from (parameter `game`); `node` is the position's node in this game.
    pub game: String,
    /// Guessed move (parameter `guess`).
    pub guess: GuessText,
}

/// Part of the board on which games must have the same stones; what they have outside of it does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Area {
    #[default]
    Whole,
    /// The smallest corner or side of the board that contains all stones must match.
    Around,
    /// This rectangle must match; it is given by two of its opposite corners.
    Region(Point, Point),
}

/// Conditions on a hit (a place where the position or shape occurs). Each text has the same meaning as in the query
/// clause of the same name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct HitFields {
    pub within: String,
    pub next: NextMoveCondition,
    pub tomove: String,
    pub at_move: String,
}

impl Default for PageState {
    fn default() -> PageState {
        PageState {
            moves: Vec::new(),
            at: 0,
            black: Vec::new(),
            white: Vec::new(),
            turn: Color::Black,
            area: Area::Whole,
            edges: None,
            open: Vec::new(),
            sequence: false,
            symmetric: true,
            any_colours: false,
            hit: HitFields::default(),
            query: String::new(),
            second: String::new(),
            unique: None,
            sort: Vec::new(),
            view: ChoiceText::default(),
            columns: Vec::new(),
            selected: None,
            tab: ChoiceText::default(),
            flip: 0,
            size: BoardSize::GO,
            node: 0,
            game: String::new(),
            guess: GuessText::default(),
        }
    }
}

/// Parameters for open points (points that may be, for instance, empty or black), each with the sign of such points in
/// diagrams.
pub(crate) const OPEN_POINT_SIGNS: [(&str, char); 4] =
    [("any", '?'), ("maybe-b", 'A'), ("maybe-w", 'V'), ("stone", '*')];

/// Names and values of the parameters in a query string.
pub(crate) type Pairs = Vec<(String, String)>;

/// Splits a query string into parameters.
pub(crate) fn pairs(text: &str) -> Pairs {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

impl PageState {
    /// Returns a copy of the state, changed by a function.
    #[must_use]
    pub(crate) fn with(&self, change: impl FnOnce(&mut PageState)) -> PageState {
        let mut state = self.clone();
        change(&mut state);
        state
    }

    /// Returns the state with another query.
    #[must_use]
    pub(crate) fn with_query(self, query: impl Into<String>) -> PageState {
        let query = query.into();
        PageState { query, ..self }
    }

    /// Returns the state with a region and further points where anything may stand, all by their names; `None` if a
    /// name is none of this board.
    pub(crate) fn with_smaller_shape(&self, region: &str, open: &[String]) -> Option<PageState> {
        let area = Area::read(region, self.size).ok()?;
        let open: Option<Vec<Point>> = open.iter().map(|name| point(name, self.size)).collect();
        let open = open?;
        Some(self.with(|state| {
            state.area = area;
            state.open.retain(|(at, _)| !open.contains(at));
            state.open.extend(open.into_iter().map(|at| (at, '?')));
        }))
    }

    /// Writes the state as parameters in canonical order, without those that have their default value.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut push = |name, value: String| {
            if !value.is_empty() {
                pairs.push((name, value));
            }
        };
        let only = |wanted: bool, value: &str| if wanted { value.into() } else { String::new() };
        let points = |points: &[Point]| joined(points.iter().map(|&at| self.point_name(at)));
        let steps = self.moves.iter();
        push("m", joined(steps.map(|step| step.name(self.size))));
        let is_back = self.at < self.moves.len();
        push("at", only(is_back, &self.at.to_string()));
        push("b", points(&self.black));
        push("w", points(&self.white));
        push("turn", only(self.turn == Color::White, "W"));
        push("area", self.area.name(self.size));
        push("edges", self.edges.map_or(String::new(), Edges::to_text));
        for (name, sign) in OPEN_POINT_SIGNS {
            let points_with_sign = self.open.iter().filter(|(_, known)| *known == sign);
            push(name, joined(points_with_sign.map(|(at, _)| self.point_name(*at))));
        }
        push("seq", only(self.sequence, "1"));
        push("sym", only(!self.symmetric, "none"));
        push("colours", only(self.any_colours, "any"));
        push("in", self.hit.within.clone());
        push("next", self.hit.next.text(self.size));
        push("tomove", self.hit.tomove.clone());
        push("move", self.hit.at_move.clone());
        push("q", self.query.clone());
        push("q2", self.second.clone());
        let unique = self.unique.map(|unique| if unique { "1" } else { "0" });
        push("unique", unique.unwrap_or_default().to_owned());
        push("sort", self.sort.join(","));
        push("view", self.view.text().to_owned());
        push("columns", self.columns.join(","));
        let selected = self.selected.map(|at| at.to_string());
        push("sel", selected.unwrap_or_default());
        push("tab", self.tab.text().to_owned());
        push("flip", only(self.flip > 0, &self.flip.to_string()));
        let is_unusual = self.size != BoardSize::GO;
        push("size", only(is_unusual, &size_name(self.size)));
        push("node", only(self.node > 0, &self.node.to_string()));
        push("game", self.game.clone());
        push("guess", self.guess.text().to_owned());
        pairs
    }

    /// Returns the canonical query string, without a question mark.
    pub(crate) fn query_string(&self) -> String {
        let pairs = self.pairs();
        let written: Vec<String> =
            pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        written.join("&")
    }

    /// Returns the address of a page in this state. The path may already have parameters.
    pub(crate) fn at_path(&self, path: &str) -> String {
        add_parameters(path, &self.query_string())
    }

    /// Returns the address of a page in this state, for a link. Returns `None` if the query is longer than
    /// [`MAX_QUERY_CHARS`], which happens with very long names: the server would refuse it.
    pub(crate) fn link(&self, path: &str) -> Option<String> {
        let fits = self.query.chars().count() <= MAX_QUERY_CHARS;
        fits.then(|| self.at_path(path))
    }

    /// The moves that are played on the board, without those that were taken back.
    pub(crate) fn played(&self) -> &[AddressMove] {
        self.moves.get(..self.at).unwrap_or(&self.moves)
    }

    pub(crate) fn to_move(&self) -> Color {
        self.side_to_move_at(self.at)
    }

    /// Side to move after `at` moves.
    pub(crate) fn side_to_move_at(&self, at: usize) -> Color {
        if at.is_multiple_of(2) { self.turn } else { self.turn.other() }
    }

    /// Plays a move. If it is the next one of the moves that were taken back, the later ones of them can still be
    /// played again; otherwise all of them are dropped.
    #[must_use]
    pub(crate) fn play(&self, step: AddressMove) -> PageState {
        let mut next = self.clone();
        if next.moves.get(next.at) != Some(&step) {
            next.moves.truncate(next.at);
            next.moves.push(step);
        }
        next.at += 1;
        next
    }

    /// Returns the state with this number of moves played.
    #[must_use]
    pub(crate) fn at_move(&self, at: usize) -> PageState {
        self.with(|state| state.at = at.min(state.moves.len()))
    }

    /// Second query in the form that the engine parses; `None` if nothing is compared.
    pub(crate) fn compared_query(&self) -> Option<&str> {
        match self.second.trim() {
            "" => None,
            "*" => Some(""),
            query => Some(query),
        }
    }

    /// True if at least one of the moves that were played is a stone and not a pass.
    pub(crate) fn has_moves(&self) -> bool {
        self.played().iter().any(|step| *step != AddressMove::Pass)
    }

    /// True if moves are played or stones are set up.
    pub(crate) fn has_stones(&self) -> bool {
        self.has_moves() || self.has_setup()
    }

    pub(crate) fn has_setup(&self) -> bool {
        !self.black.is_empty() || !self.white.is_empty()
    }

    /// True if the address asks to count each game once. For pages that count each copy if the address does not say.
    pub(crate) fn is_unique(&self) -> bool {
        self.unique == Some(true)
    }

    /// True if the address asks for the empty board and not for a part of it.
    pub(crate) fn is_start(&self) -> bool {
        self.at == 0 && !self.has_setup() && !self.is_shape()
    }

    /// True if the address asks for a part of a board, for a board with open points (points that may be, for instance,
    /// empty or black), or for moves in a fixed order.
    pub(crate) fn is_shape(&self) -> bool {
        match self.area {
            Area::Region(..) => true,
            Area::Around if self.has_stones() => true,
            _ => !self.open.is_empty() || self.sequence && self.has_moves(),
        }
    }

    /// Returns the state in which the stones of a board are set up and no move is played.
    #[must_use]
    pub(crate) fn set_up(&self, board: &Board, turn: Color) -> PageState {
        let of = |color| {
            let points = board.size().points();
            (points.filter(|&point| board.stone(point).color() == Some(color))).collect()
        };
        PageState {
            moves: Vec::new(),
            at: 0,
            black: of(Color::Black),
            white: of(Color::White),
            turn,
            ..self.clone()
        }
    }

    /// Returns the state with only the query and what else restricts or sorts the games, without the board. Links
    /// between pages use it. A sort key that needs a hit on a board stays only if the query itself contains a board.
    #[must_use]
    pub(crate) fn filter_only(&self) -> PageState {
        let names_board = LazyCell::new(|| has_board_clause(&self.query));
        let is_allowed = |key: &&String| !is_hit_sort_key(key) || *names_board;
        PageState {
            query: self.query.clone(),
            unique: self.unique,
            sort: self.sort.iter().filter(is_allowed).cloned().collect(),
            ..PageState::default()
        }
    }

    /// Returns the state with only the query and what else restricts the games, without the board and the sort keys.
    #[must_use]
    pub(crate) fn unsorted_filter(&self) -> PageState {
        self.filter_only().with(|state| state.sort.clear())
    }

    /// Name of a point, such as `Q16`, on a board of the size that this state has.
    pub(crate) fn point_name(&self, point: Point) -> String {
        points::name(point, self.size)
    }
}

impl Area {
    /// Makes the area that is the rectangle with these two opposite corners.
    pub(crate) fn region(a: Point, b: Point) -> Area {
        let least = Point::new(a.x.min(b.x), a.y.max(b.y));
        Area::Region(least, Point::new(a.x.max(b.x), a.y.min(b.y)))
    }

    /// Value of the area in an address; empty for the complete board.
    pub(crate) fn name(&self, size: BoardSize) -> String {
        match *self {
            Area::Whole => String::new(),
            Area::Around => "around".to_owned(),
            Area::Region(a, b) => [a, b].map(|at| points::name(at, size)).join("-"),
        }
    }
}

/// True if a sort key needs a place in the game: the move of the hit, or what that move lost.
fn is_hit_sort_key(key: &str) -> bool {
    matches!(key.trim_start_matches('-'), "hit" | "loss")
}

/// True if the query has a position or pattern, so that its hits have a place in their games, by which a list can be
/// sorted.
fn has_board_clause(query: &str) -> bool {
    let is_board = |part: &QueryNode| match &part.kind {
        NodeKind::Clause(clause) => clause.field.is_board() || clause.field.is_engine_eval(),
        NodeKind::Sequence(_) => true,
        _ => false,
    };
    parse(query).is_ok_and(|query| query.parts().iter().any(is_board))
}

/// Appends parameters to an address that may already have some.
pub(crate) fn add_parameters(address: &str, parameters: &str) -> String {
    let separator = match (parameters, address.contains('?')) {
        ("", _) => "",
        (_, true) => "&",
        (_, false) => "?",
    };
    format!("{address}{separator}{parameters}")
}

fn joined(items: impl Iterator<Item = impl Display>) -> String {
    let names: Vec<String> = items.map(|item| item.to_string()).collect();
    names.join(",")
}
