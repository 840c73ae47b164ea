//! The address of a page is its state: everything that changes the answer, or what is looked at, and nothing else.
//!
//! A [`PageState`] is read from a query string and written as one in a single canonical form, in which what has its
//! default is left out. Pages, their `.json` forms and `/api/v1` share it.

mod choices;
mod encode;
mod fitting;
mod guess;
mod next;
mod number;
mod points;
mod read;
#[cfg(test)]
mod tests;

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
pub(crate) use next::NextAsked;
pub(crate) use number::number;
pub(crate) use points::{AddressMove, board_size, color, point, size_name};
use std::cell::LazyCell;
use std::fmt::Display;

/// The longest query, in characters.
pub(crate) const LONGEST_QUERY: usize = 2_000;

/// What a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PageState {
    /// Moves from the empty board or the setup, `m`.
    pub moves: Vec<AddressMove>,
    /// How many of them are played, `at`; the others can be taken forward again.
    pub at: usize,
    /// Black stones that are set up, `b`.
    pub black: Vec<Point>,
    /// White stones that are set up, `w`.
    pub white: Vec<Point>,
    /// Who moves first, `turn`.
    pub turn: Color,
    /// Which part of the board counts, `area`.
    pub area: Area,
    /// Which sides of that part are bound to the edge of the board, `edges`; `None` for all that lie on one.
    pub edges: Option<Edges>,
    /// Points that may hold something else than they do, with their signs: `any`, `maybe-b`, `maybe-w`, `stone`.
    pub open: Vec<(Point, char)>,
    /// Whether the moves must be played in their order, `seq=1`.
    pub sequence: bool,
    /// Whether the board may be turned and mirrored; `sym=none` if not.
    pub symmetric: bool,
    /// Whether colours may be exchanged, `colours=any`.
    pub any_colours: bool,
    /// The conditions on a hit, as the engine reads them: `in`, `next`, `tomove`, `move`.
    pub hit: HitFields,
    /// The query, `q`.
    pub query: String,
    /// The query to compare with, `q2`; `*` for all games.
    pub second: String,
    /// Whether each game counts once, `unique=1`, or each of its copies, `unique=0`; `None` for what is usual there.
    pub unique: Option<bool>,
    /// The order of the games, `sort`.
    pub sort: Vec<String>,
    /// How the games are listed, or what is drawn of years, `view`.
    pub view: ChoiceText,
    /// The columns of the table, `columns`.
    pub columns: Vec<String>,
    /// The selected hit, `sel`.
    pub selected: Option<u32>,
    /// The section or list that is open, `tab`.
    pub tab: ChoiceText,
    /// How the drawing is turned, `flip`: the number of a symmetry.
    pub flip: u8,
    /// The board, `size`.
    pub size: BoardSize,
    /// The node of a game, `node`.
    pub node: u32,
    /// The game of a position that is practised, `game`; the position is that at the node.
    pub game: String,
    /// The guessed move, `guess`.
    pub guess: GuessText,
}

/// Which part of the board counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Area {
    /// All of it.
    #[default]
    Whole,
    /// The smallest corner or side with all stones.
    Around,
    /// A rectangle, by two of its corners.
    Region(Point, Point),
}

/// Conditions on a hit. Each text means what it means in the query clause of that name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct HitFields {
    pub within: String,
    pub next: NextAsked,
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

/// The parameters of open points, each with the sign of such points in diagrams.
pub(crate) const OPEN: [(&str, char); 4] =
    [("any", '?'), ("maybe-b", 'A'), ("maybe-w", 'V'), ("stone", '*')];

/// Names and values of a query string.
pub(crate) type Pairs = Vec<(String, String)>;

/// Takes a query string apart.
pub(crate) fn pairs(text: &str) -> Pairs {
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

impl PageState {
    /// The state after a change.
    #[must_use]
    pub(crate) fn with(&self, change: impl FnOnce(&mut PageState)) -> PageState {
        let mut state = self.clone();
        change(&mut state);
        state
    }

    /// The state with another query.
    #[must_use]
    pub(crate) fn asking(self, query: impl Into<String>) -> PageState {
        let query = query.into();
        PageState { query, ..self }
    }

    /// The canonical parameters.
    pub(crate) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        let mut put = |name, value: String| {
            if !value.is_empty() {
                pairs.push((name, value));
            }
        };
        let only = |wanted: bool, value: &str| if wanted { value.into() } else { String::new() };
        let points = |points: &[Point]| joined(points.iter().map(|&at| self.name_of(at)));
        let steps = self.moves.iter();
        put("m", joined(steps.map(|step| step.name(self.size))));
        let is_back = self.at < self.moves.len();
        put("at", only(is_back, &self.at.to_string()));
        put("b", points(&self.black));
        put("w", points(&self.white));
        put("turn", only(self.turn == Color::White, "W"));
        put("area", self.area.name(self.size));
        put("edges", self.edges.map_or(String::new(), Edges::text));
        for (name, sign) in OPEN {
            let those = self.open.iter().filter(|(_, known)| *known == sign);
            put(name, joined(those.map(|(at, _)| self.name_of(*at))));
        }
        put("seq", only(self.sequence, "1"));
        put("sym", only(!self.symmetric, "none"));
        put("colours", only(self.any_colours, "any"));
        put("in", self.hit.within.clone());
        put("next", self.hit.next.text(self.size));
        put("tomove", self.hit.tomove.clone());
        put("move", self.hit.at_move.clone());
        put("q", self.query.clone());
        put("q2", self.second.clone());
        let unique = self.unique.map(|unique| if unique { "1" } else { "0" });
        put("unique", unique.unwrap_or_default().to_owned());
        put("sort", self.sort.join(","));
        put("view", self.view.text().to_owned());
        put("columns", self.columns.join(","));
        let selected = self.selected.map(|at| at.to_string());
        put("sel", selected.unwrap_or_default());
        put("tab", self.tab.text().to_owned());
        put("flip", only(self.flip > 0, &self.flip.to_string()));
        let is_unusual = self.size != BoardSize::GO;
        put("size", only(is_unusual, &size_name(self.size)));
        put("node", only(self.node > 0, &self.node.to_string()));
        put("game", self.game.clone());
        put("guess", self.guess.text().to_owned());
        pairs
    }

    /// The canonical query string, without its question mark.
    pub(crate) fn query_string(&self) -> String {
        let pairs = self.pairs();
        let written: Vec<String> =
            pairs.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        written.join("&")
    }

    /// The address of a page in this state. The path may have parameters of its own.
    pub(crate) fn at_path(&self, path: &str) -> String {
        and(path, &self.query_string())
    }

    /// The address of a page in this state; `None` if the query has over [`LONGEST_QUERY`] characters, as with names of
    /// thousands of letters: it would be refused.
    pub(crate) fn link(&self, path: &str) -> Option<String> {
        let fits = self.query.chars().count() <= LONGEST_QUERY;
        fits.then(|| self.at_path(path))
    }

    /// The moves that are played.
    pub(crate) fn played(&self) -> &[AddressMove] {
        self.moves.get(..self.at).unwrap_or(&self.moves)
    }

    /// The side to move.
    pub(crate) fn to_move(&self) -> Color {
        self.mover(self.at)
    }

    /// The side to move after so many moves.
    pub(crate) fn mover(&self, at: usize) -> Color {
        if at.is_multiple_of(2) { self.turn } else { self.turn.other() }
    }

    /// The state after another move. One that repeats the tail keeps it.
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

    /// The state with another number of moves played.
    #[must_use]
    pub(crate) fn at_move(&self, at: usize) -> PageState {
        self.with(|state| state.at = at.min(state.moves.len()))
    }

    /// The query to compare with, as the engine reads it; `None` if nothing is compared.
    pub(crate) fn beside(&self) -> Option<&str> {
        match self.second.trim() {
            "" => None,
            "*" => Some(""),
            query => Some(query),
        }
    }

    /// Whether stones are played.
    pub(crate) fn has_moves(&self) -> bool {
        self.played().iter().any(|step| *step != AddressMove::Pass)
    }

    /// Whether stones are played or set up.
    pub(crate) fn has_stones(&self) -> bool {
        self.has_moves() || self.has_setup()
    }

    /// Whether stones are set up.
    pub(crate) fn has_setup(&self) -> bool {
        !self.black.is_empty() || !self.white.is_empty()
    }

    /// Whether each game counts once where its copies usually count, too.
    pub(crate) fn is_unique(&self) -> bool {
        self.unique == Some(true)
    }

    /// Whether nothing is on the board, nor asked about a part of it.
    pub(crate) fn is_start(&self) -> bool {
        self.at == 0 && !self.has_setup() && !self.is_shape()
    }

    /// Whether the question is about a part of a board, a board with open points, or an order of moves.
    pub(crate) fn is_shape(&self) -> bool {
        match self.area {
            Area::Region(..) => true,
            Area::Around if self.has_stones() => true,
            _ => !self.open.is_empty() || self.sequence && self.has_moves(),
        }
    }

    /// The state with the stones of a board set up, before any move.
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

    /// What filters games, without the board: the way from one page to another. An order by what only a hit on a board
    /// has stays if the query itself names a board.
    #[must_use]
    pub(crate) fn filter_only(&self) -> PageState {
        let names_board = LazyCell::new(|| names_board(&self.query));
        let is_kept = |key: &&String| !is_of_the_hit(key) || *names_board;
        PageState {
            query: self.query.clone(),
            unique: self.unique,
            sort: self.sort.iter().filter(is_kept).cloned().collect(),
            ..PageState::default()
        }
    }

    /// What filters games, without their order.
    #[must_use]
    pub(crate) fn among(&self) -> PageState {
        self.filter_only().with(|state| state.sort.clear())
    }

    /// The name of a point on this board.
    pub(crate) fn name_of(&self, point: Point) -> String {
        points::name(point, self.size)
    }
}

impl Area {
    /// The rectangle between two points.
    pub(crate) fn region(a: Point, b: Point) -> Area {
        let least = Point::new(a.x.min(b.x), a.y.max(b.y));
        Area::Region(least, Point::new(a.x.max(b.x), a.y.min(b.y)))
    }

    /// Its value in an address; empty for the whole board.
    pub(crate) fn name(&self, size: BoardSize) -> String {
        match *self {
            Area::Whole => String::new(),
            Area::Around => "around".to_owned(),
            Area::Region(a, b) => [a, b].map(|at| points::name(at, size)).join("-"),
        }
    }
}

/// Whether a key of an order asks for a place in the game: the move of the hit, or what that move lost.
fn is_of_the_hit(key: &str) -> bool {
    matches!(key.trim_start_matches('-'), "hit" | "loss")
}

/// Whether the hits of a query have a place in their games.
fn names_board(query: &str) -> bool {
    let is_board = |part: &QueryNode| match &part.kind {
        NodeKind::Clause(clause) => clause.field.is_board() || clause.field.is_judged(),
        NodeKind::Sequence(_) => true,
        _ => false,
    };
    parse(query).is_ok_and(|query| query.parts().iter().any(is_board))
}

/// An address with more parameters behind its own.
pub(crate) fn and(address: &str, parameters: &str) -> String {
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
