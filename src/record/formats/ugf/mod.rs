//! Reads UGF and UGI, the format of Panda-net (IGS) and of Japanese newspapers.
//!
//! A file consists of sections: `[Header]` with `Name=value` lines, `[Data]` with a line for every move, `[Figure]`
//! with comments on moves and with figures. Reviews also have `[ReviewNode]` with a tree of numbered nodes, and
//! `[ReviewComment]` with comments on them. `QP,B1,1,0` is move 1 by the first of Black's players, after 0 seconds, in
//! column Q and row P, letters in alphabetical order; `CoordinateType=IGS` counts the rows from below. Moves numbered 0
//! are stones that stand at the start: they alone make up the handicap. Columns Y and Z are passes.

mod figure;
mod header;
mod review;

use super::budget::NodeBudget;
use super::server::{Draft, TextLine, check_move_number, lines, prefix};
use crate::formats::setup_limit::MAX_TREE_SETUP_BOARDS;
use crate::game::{BoardSize, Color, Move, Point, Stone};
use crate::{Code, Diagnostics, Format, GameRecord, NodeId};
use figure::Figure;
use header::UgfHeader;
use review::Review;
use std::collections::HashSet;

/// Whether a text is UGF: it has `[Header]` with a name of this format, or `[Data]` with a move.
pub(crate) fn looks_like(text: &str) -> bool {
    let (mut headed, mut in_data) = (false, false);
    for line in lines(prefix(text, 4096)) {
        match line.text {
            text if is_section(text, "Header") => headed = true,
            text if is_section(text, "Data") => in_data = true,
            text if in_data && UgfMove::parse(text).is_some() => return true,
            text if headed && header::is_ugf_field(text) => return true,
            _ => {}
        }
    }
    false
}

fn is_section(line: &str, name: &str) -> bool {
    section_name(line).is_some_and(|section| section.eq_ignore_ascii_case(name))
}

/// Name of the section that a line such as `[Data]` begins.
fn section_name(line: &str) -> Option<&str> {
    let name = line.strip_prefix('[')?.strip_suffix(']')?;
    name.bytes().all(|byte| byte.is_ascii_alphanumeric()).then_some(name)
}

/// Reads the games of a text and passes them to `sink` one by one, as long as their nodes fit into the budget. Returns
/// diagnostics about everything outside of the games.
pub(super) fn read_each(
    text: &str,
    budget: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord),
) -> Diagnostics {
    let mut outside = Diagnostics::default();
    let mut reader = UgfReader::new(text);
    for line in lines(text) {
        if is_section(line.text, "Header") && reader.section != Section::Before {
            let before = std::mem::replace(&mut reader, UgfReader::new(text));
            budget.hand_out(before.finish(&mut outside), sink);
        }
        reader.read_line(line);
        if !budget.fits_nodes(reader.draft.weight().max(reader.review.weight())) {
            return outside;
        }
    }
    budget.hand_out(reader.finish(&mut outside), sink);
    outside
}

/// Section of the file that is being read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Section {
    #[default]
    Before,
    Header,
    Data,
    Figure,
    ReviewNode,
    ReviewComment,
    Other,
}

impl Section {
    fn from_name(name: &str) -> Section {
        match name.to_ascii_lowercase().as_str() {
            "header" => Section::Header,
            "data" => Section::Data,
            "figure" => Section::Figure,
            "reviewnode" => Section::ReviewNode,
            "reviewcomment" => Section::ReviewComment,
            _ => Section::Other,
        }
    }
}

/// Move as the file has it, with column and row counted from 1. It is converted to a point once the board size is
/// known.
#[derive(Clone, Copy, Debug)]
struct UgfMove {
    /// Colour of the stone; `None` is the colour whose turn it is.
    color: Option<Color>,
    x: u8,
    y: u8,
    number: u32,
}

impl UgfMove {
    /// Parses a move line such as `QP,B1,1,0`.
    fn parse(text: &str) -> Option<UgfMove> {
        let mut fields = text.split(',').map(str::trim);
        let &[x, y] = fields.next()?.as_bytes() else {
            return None;
        };
        let color = match fields.next()?.bytes().next()? {
            b'B' => Some(Color::Black),
            b'W' => Some(Color::White),
            b'M' => None,
            _ => return None,
        };
        let number = fields.next().and_then(|number| number.parse().ok());
        let letter = |letter: u8| match letter.to_ascii_uppercase() {
            letter @ b'A'..=b'Z' => Some(letter - b'A' + 1),
            _ => None,
        };
        Some(UgfMove { color, x: letter(x)?, y: letter(y)?, number: number? })
    }
}

/// Board of a game, and the direction in which its rows are counted.
#[derive(Clone, Copy, Debug)]
struct UgfBoard {
    size: BoardSize,
    from_below: bool,
}

impl UgfBoard {
    /// Point in this column and row, counted from 1; `None` if it is off the board.
    fn point(self, x: u8, y: u8) -> Option<Point> {
        let (x, y) = (x.checked_sub(1)?, y.checked_sub(1)?);
        let y = if self.from_below { self.size.height().checked_sub(y + 1)? } else { y };
        let point = Point::new(x, y);
        self.size.contains(point).then_some(point)
    }
}

#[derive(Default)]
struct UgfReader<'t> {
    text: &'t str,
    section: Section,
    header: UgfHeader<'t>,
    /// Board of the game; `None` until the header has ended.
    board: Option<UgfBoard>,
    draft: Draft<'t>,
    /// Nodes of the game's main line, beginning with the root.
    main_line: Vec<NodeId>,
    /// Number of the last move on the main line.
    number: usize,
    /// Points with stones at the start of the game.
    initial_stones: HashSet<Point>,
    /// Number of points set up so far, counting repeated ones.
    setup_area: usize,
    figure: Figure,
    review: Review,
    diagnostics: Diagnostics,
}

impl<'t> UgfReader<'t> {
    fn new(text: &'t str) -> UgfReader<'t> {
        UgfReader { text, main_line: vec![0], ..UgfReader::default() }
    }

    fn read_line(&mut self, line: TextLine<'t>) {
        if let Some(section) = section_name(line.text).map(Section::from_name) {
            // Inside of a comment, an unknown word in brackets is only text.
            let in_text = matches!(self.section, Section::Figure | Section::ReviewComment);
            if !(in_text && section == Section::Other) {
                self.end_texts(line.offset);
                self.section = section;
                return;
            }
        }
        match self.section {
            Section::Header => self.header.read_line(line, &mut self.diagnostics),
            Section::Data => self.read_data_line(line),
            Section::Figure => self.figure_line(line),
            Section::ReviewNode => self.review_node(line),
            Section::ReviewComment => self.review_comment(line),
            Section::Before if !line.text.is_empty() && !line.text.starts_with('#') => {
                let message = "text before the first section was skipped";
                self.diagnostics.add(Code::StrayText, line.offset, message);
            }
            Section::Before | Section::Other => {}
        }
    }

    /// Ends comments that run until another section or comment begins.
    fn end_texts(&mut self, end: usize) {
        self.end_figure_text(end);
        self.end_review_comment(end);
    }

    fn board(&mut self) -> UgfBoard {
        match self.board {
            Some(board) => board,
            None => *self.board.insert(self.header.board(&mut self.diagnostics)),
        }
    }

    /// Reads a move line: `QP,B1,1,0`.
    fn read_data_line(&mut self, line: TextLine<'t>) {
        let text = line.text;
        if text.is_empty() || text.starts_with('.') {
            return;
        }
        let Some(written) = UgfMove::parse(text) else {
            self.diagnostics.not_a_move(line.offset);
            return;
        };
        let board = self.board();
        let played = self.convert_move(written, board, line.offset);
        if written.number == 0 && self.main_line.len() == 1 {
            self.set_up(0, written, played, line.offset);
            return;
        }
        let number = written.number as usize;
        check_move_number(&mut self.number, number, line.offset, &mut self.diagnostics);
        let last = self.main_line.last().copied().unwrap_or(0);
        let before = self.draft.move_of(last).map(|(color, _)| color.other());
        let color = written.color.or(before).unwrap_or(Color::Black);
        self.main_line.push(self.draft.add(last, Some((color, played))));
    }

    /// Converts a written move; off the board it is a pass or unreadable.
    fn convert_move(&mut self, written: UgfMove, board: UgfBoard, offset: usize) -> Move {
        let (x, side) = (written.x, board.size.width());
        match board.point(x, written.y) {
            Some(point) => Move::Place(point),
            // Columns from 25 (`YA`, `ZZ`) and, in the nodes of a review, column 20 stand for a pass.
            None if x > side && (x >= 25 || x == 20 || x == side + 1) => Move::Pass,
            None => {
                self.diagnostics.bad_move(offset);
                Move::Unreadable
            }
        }
    }

    /// Sets up a stone that stands on the board at the start, instead of being played.
    fn set_up(&mut self, node: NodeId, written: UgfMove, played: Move, offset: usize) {
        let (Some(color), Move::Place(point)) = (written.color, played) else {
            return;
        };
        if self.add_setup_area(1, offset) {
            if node == 0 {
                self.initial_stones.insert(point);
            }
            self.draft.set_up(node, Stone::from(color), point, point);
        }
    }

    /// Adds to the number of points set up, and returns whether the total is still within the limit.
    fn add_setup_area(&mut self, area: usize, offset: usize) -> bool {
        self.setup_area += area;
        let is_within_limit = self.setup_area <= MAX_TREE_SETUP_BOARDS * self.board().size.area();
        if !is_within_limit {
            self.diagnostics.too_much_setup(offset);
        }
        is_within_limit
    }

    /// Returns the game; `None` if the file has neither a header nor a move.
    fn finish(mut self, outside: &mut Diagnostics) -> Option<GameRecord> {
        self.end_texts(self.text.len());
        let board = self.board();
        let properties = self.header.properties(board.size);
        // The board size is always there, so it does not make a game.
        if properties.len() < 2 && self.draft.is_empty() {
            outside.extend(&self.diagnostics);
            return None;
        }
        if self.header.handicap() >= 2 && self.initial_stones.is_empty() {
            self.diagnostics.no_handicap_stones();
        }
        let (draft, diagnostics) = (self.draft, self.diagnostics);
        Some(draft.finish(Format::Ugf, board.size, properties, diagnostics))
    }
}
