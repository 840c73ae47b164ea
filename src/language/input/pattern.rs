//! Reads patterns as users write them: a diagram, rows in one line, or a part of a position.

mod cut;
mod rows;

use super::board_input::{BoardInput, Result, accepted_forms};
use super::diagram::Diagram;
use super::numbered::NumberedPart;
use super::pasted::{self, PastedBoard};
use super::{ascii, diagram, labels, sgf};
use crate::QueryError;
pub use cut::{
    PatternArea, PatternCut, corner_with_stones, cut, parse_area, parse_region, region_name,
    split_area,
};
use kifu_archive::error::Remedy;
use kifu_messages::{Message, say};
use kifu_record::game::board::Board;
use kifu_record::game::pattern::{AllowedTurns, Cell, Edges, Pattern};
use kifu_record::game::{BoardSize, GameKind, Point};
pub(super) use rows::has_rows;
use rows::{is_pattern_rows, read_rows, words_are_rows};
use serde::{Deserialize, Serialize};

/// Pattern that a user entered, and where it lies on a board, so that its points have names.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PatternInput {
    pub game: GameKind,
    pub pattern: Pattern,
    /// Size of the board whose coordinates are used to name the points of the pattern.
    pub board: BoardSize,
    /// Point of that board at which the upper left point of the pattern lies.
    pub corner: Point,
    /// Position from which the pattern was cut out; `None` if the pattern was drawn.
    pub around: Option<Board>,
    /// Notes for the user on how the text was understood.
    pub notes: Vec<Message>,
}

impl PatternInput {
    /// Translates a point of the pattern to a point of the board, whose coordinates (such as `Q16`) are its name.
    pub fn on_board(&self, point: Point) -> Point {
        Point::new(self.corner.x + point.x, self.corner.y + point.y)
    }

    /// True if the pattern touches all four edges of the board.
    pub fn touches_all_edges(&self) -> bool {
        let edges = self.pattern.edges();
        edges.left && edges.right && edges.top && edges.bottom
    }

    /// Words for the part of the board in which the pattern is searched: anywhere, at a side or in a corner.
    pub fn place_words(&self) -> Message {
        let Edges { left, right, top, bottom } = self.pattern.edges();
        match (left || right, top || bottom) {
            _ if self.touches_all_edges() => say!("place-whole"),
            (false, false) => say!("place-anywhere"),
            (true, true) if left != right && top != bottom => say!("place-corner"),
            (true, true) => say!("place-edges"),
            _ if left && right || top && bottom => say!("place-across"),
            _ => say!("place-side"),
        }
    }

    /// Words for the part of the board in which the pattern is searched, and whether it is also turned or has its
    /// colours exchanged.
    pub fn search_words(&self, turns: AllowedTurns) -> Message {
        search_words(self.place_words(), turns)
    }
}

/// Words that describe a search for the user: `place` says on which part of the board; this function adds whether the
/// pattern is also turned, mirrored or searched with its colours exchanged.
pub fn search_words(place: Message, turns: AllowedTurns) -> Message {
    let symmetry_words =
        if turns.symmetric { say!("place-turned") } else { say!("place-as-drawn") };
    let colours = turns.any_colors.then(|| say!("place-colours"));
    let parts = [place, symmetry_words].into_iter().chain(colours);
    Message::join(parts, &say!("sentence-comma"))
}

/// Options of reading a pattern from a text.
#[derive(Debug, Clone, Copy, Default)]
pub struct PatternOptions {
    /// Game, if the text leaves it open.
    pub kind: Option<GameKind>,
    /// Board size, if the text leaves it open.
    pub size: Option<BoardSize>,
    /// True if the numbered stones must be played in order, instead of standing for the position after them.
    pub sequence: bool,
}

/// Reads a drawn pattern; `None` if the text is something else, namely a position of which a part must be selected.
pub fn read_drawn(text: &str, options: &PatternOptions) -> Option<Result<PatternInput>> {
    let plain = pasted::normalize(text);
    let read = read_plain(&plain, options)?;
    Some(read.map_err(|error| pasted::map_error(error, &plain, text)))
}

fn read_plain(text: &str, options: &PatternOptions) -> Option<Result<PatternInput>> {
    if sgf::begins_like_sgf(text) {
        return None;
    }
    match PastedBoard::find(text) {
        Err(error) => return Some(Err(error)),
        Ok(Some(drawing)) => {
            return drawing.is_pattern().then(|| read_drawing(&drawing, text, options));
        }
        Ok(None) => {}
    }
    if diagram::looks_like(text) {
        return Some(Diagram::read(text, options.kind).and_then(|drawn| finish(&drawn, options)));
    }
    if let Some(error) = diagram::shell_error(text) {
        return Some(Err(error));
    }
    let is_go = options.kind.is_none_or(|kind| kind == GameKind::Go);
    let drawing = labels::without_labels(text, true);
    let note = labels::labels_note(text, &drawing);
    let text = &*drawing;
    if is_go && let Some(part) = NumberedPart::find(text) {
        return Some(read_numbered(&part, options).map(|input| with_note(input, note)));
    }
    let signs = if is_go { pasted::to_diagram_signs(text) } else { text.to_owned() };
    is_pattern_rows(&signs).then(|| {
        if is_go && text.contains('#') && text.contains(['X', 'x']) {
            return Err(ascii::two_blacks(0..text.len()));
        }
        let mut input = read_rows(&signs, text)
            .and_then(|drawn| finish(&drawn, options))
            .map_err(|error| pasted::map_error(error, &signs, text))?;
        if words_are_rows(&signs) {
            input.notes.push(say!("note-words-are-rows"));
        }
        Ok(with_note(input, note))
    })
}

/// Adds a note for the user to a pattern.
fn with_note(mut input: PatternInput, note: Option<Message>) -> PatternInput {
    input.notes.extend(note);
    input
}

/// Reads a part of a board with coordinates, which tell which edges of the board it touches.
fn read_numbered(part: &NumberedPart, options: &PatternOptions) -> Result<PatternInput> {
    let signs = pasted::to_diagram_signs(&part.text);
    let read = read_rows(&signs, &part.text).and_then(|mut drawn| {
        let size = drawn.header_size().or(options.size).unwrap_or(BoardSize::GO);
        drawn.edges = drawn.edges.with(part.edges(size));
        finish(&drawn, options)
    });
    read.map_err(|error| pasted::map_error(error, &signs, &part.text))
}

/// Reads a pattern that this program has drawn, for example the output of a command that a user pastes back.
fn read_drawing(
    drawing: &PastedBoard,
    text: &str,
    options: &PatternOptions,
) -> Result<PatternInput> {
    let size = options.size.unwrap_or(BoardSize::GO);
    let signs = drawing.pattern_rows(size)?;
    let is_loa = options.kind.is_none() && drawing.has_small_axis();
    let options =
        PatternOptions { kind: options.kind.or(is_loa.then_some(GameKind::Loa)), ..*options };
    read_rows(&signs, &signs)
        .and_then(|drawn| finish(&drawn, &options))
        .map_err(|error| pasted::map_error(error, &signs, text))
}

/// Error for a text that is neither a pattern nor a position.
pub fn not_a_pattern(error: QueryError) -> QueryError {
    if error.help == Some(accepted_forms()) {
        QueryError::new(error.span, say!("error-not-a-pattern")).with_remedy(Remedy::DrawPattern)
    } else {
        error
    }
}

/// True if the text is a diagram of a part of the board, or a diagram that leaves points open.
pub fn is_partial_diagram(text: &str, size: Option<BoardSize>) -> bool {
    let text = pasted::normalize(text);
    match PastedBoard::find(&text) {
        Ok(Some(drawing)) if !sgf::begins_like_sgf(&text) => drawing.is_pattern(),
        _ if diagram::looks_like(&text) => diagram::is_part(&text, size),
        _ => NumberedPart::find(&labels::without_labels(&text, true)).is_some(),
    }
}

/// True if the text draws only a part of the board, so that no part has to be selected: its rows do not form a complete
/// board.
pub fn is_drawn_part(text: &str, options: &PatternOptions) -> bool {
    let is_complete_board = |input: &PatternInput| {
        let size = input.pattern.size();
        let usual = [9, 13, 19].iter().any(|&side| BoardSize::new(side, side) == Some(size));
        let edges = input.pattern.edges();
        usual
            || options.size == Some(size)
            || edges.left && edges.right && edges.top && edges.bottom
    };
    read_drawn(text, options).is_some_and(|read| read.is_ok_and(|input| !is_complete_board(&input)))
}

/// Number of columns and rows around a drawing on which numbered stones may be played, since points beyond the drawing
/// may be empty.
const MARGIN: u8 = 1;

fn finish(drawn: &Diagram, options: &PatternOptions) -> Result<PatternInput> {
    let size = drawn.size().ok_or_else(|| {
        let (width, height) = drawn.dimensions();
        let message =
            say!("error-pattern-too-large", width = width.to_string(), height = height.to_string());
        QueryError::new(drawn.span.clone(), message).with_help(say!("error-board-sizes"))
    })?;
    let game = options.kind.unwrap_or(GameKind::Go);
    let mut cells: Vec<Cell> = drawn.rows.iter().flatten().copied().collect();
    let mut notes = Vec::new();
    let mut moves = Vec::new();
    if options.sequence {
        moves = drawn.numbered_stones();
        if moves.is_empty() {
            let error = QueryError::new(drawn.span.clone(), say!("error-no-numbered-stones"));
            return Err(error.with_help(say!("error-no-numbered-stones-help")));
        }
    } else {
        play(drawn, size, &mut cells, &mut notes)?;
    }
    let usual = match game {
        GameKind::Loa => BoardSize::LOA,
        _ => BoardSize::GO,
    };
    let (board, corner) =
        naming_board(size, drawn.edges, drawn.header_size().or(options.size), usual);
    let pattern = Pattern::new(size, cells, drawn.edges).map(|pattern| pattern.followed_by(moves));
    let pattern =
        pattern.ok_or_else(|| QueryError::new(drawn.span.clone(), say!("error-row-lengths")))?;
    check_not_open(&pattern).map_err(|message| {
        QueryError::new(drawn.span.clone(), message).with_help(say!("error-pattern-open-help"))
    })?;
    Ok(PatternInput { game, pattern, board, corner, around: None, notes })
}

/// Rejects a pattern that every position matches.
fn check_not_open(pattern: &Pattern) -> std::result::Result<(), Message> {
    if pattern.cells().all(|(_, cell)| cell == Cell::ANYTHING) && pattern.moves().is_empty() {
        Err(say!("error-pattern-open"))
    } else {
        Ok(())
    }
}

/// Plays the numbered stones. Chains are captured only if drawn stones surround them, since they may have liberties
/// beyond the drawing.
fn play(
    drawn: &Diagram,
    size: BoardSize,
    cells: &mut [Cell],
    notes: &mut Vec<Message>,
) -> Result<()> {
    if drawn.numbered_stones().is_empty() {
        return Ok(());
    }
    let margin = |is_edge: bool| if is_edge { 0 } else { MARGIN };
    let edges = drawn.edges;
    let corner = Point::new(margin(edges.left), margin(edges.top));
    let side = |drawn: u8, margins: u8| drawn.saturating_add(margins).min(BoardSize::MAX);
    let around = BoardSize::new(
        side(size.width(), corner.x + margin(edges.right)),
        side(size.height(), corner.y + margin(edges.bottom)),
    );
    let mut input = BoardInput::go(around.unwrap_or(size));
    drawn.set_stones(&mut input, corner);
    input.turn = drawn.first_color();
    drawn.play(&mut input, corner)?;
    for (cell, point) in cells.iter_mut().zip(size.points()) {
        let on_board = Point::new(corner.x + point.x, corner.y + point.y);
        if matches!(*cell, Cell::EMPTY | Cell::BLACK | Cell::WHITE) {
            *cell = Cell::only(input.board.stone(on_board));
        }
    }
    notes.append(&mut input.notes);
    Ok(())
}

/// Chooses the board whose coordinates name the points of a drawing, and the point of it at which the drawing's upper
/// left point lies.
///
/// A drawing that reaches from the left to the right edge, or from the top to the bottom one, gives the width or height
/// of the board. Otherwise the board is `given`, or else `usual`.
fn naming_board(
    size: BoardSize,
    edges: Edges,
    given: Option<BoardSize>,
    usual: BoardSize,
) -> (BoardSize, Point) {
    let (is_wide, is_high) = (edges.left && edges.right, edges.top && edges.bottom);
    let fits = |board: &BoardSize| {
        (!is_wide || board.width() == size.width()) && (!is_high || board.height() == size.height())
    };
    let square = |side: u8| BoardSize::new(side, side).unwrap_or(size);
    let board = given.filter(fits).unwrap_or(match (is_wide, is_high) {
        (true, true) => size,
        (true, false) => square(size.width()),
        (false, true) => square(size.height()),
        (false, false) => usual,
    });
    let board = BoardSize::new(board.width().max(size.width()), board.height().max(size.height()))
        .unwrap_or(size);
    let x = if edges.right && !edges.left { board.width() - size.width() } else { 0 };
    let y = if edges.top { 0 } else { board.height() - size.height() };
    (board, Point::new(x, y))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;
    use crate::input;
    use kifu_record::game::Color;

    fn drawn(text: &str) -> PatternInput {
        read_drawn(text, &PatternOptions::default()).unwrap().unwrap()
    }

    fn show(input: &PatternInput) -> String {
        let width = usize::from(input.pattern.size().width());
        let cells: Vec<char> = input.pattern.cells().map(|(_, cell)| cell.symbol()).collect();
        let rows: Vec<String> = cells.chunks(width).map(|row| row.iter().collect()).collect();
        let Edges { left, right, top, bottom } = input.pattern.edges();
        let edges: String = [(left, 'L'), (right, 'R'), (top, 'T'), (bottom, 'B')]
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, c)| *c)
            .collect();
        let name = region_name(input.corner, input.pattern.size(), input.board);
        format!("{} {edges} {name}", rows.join("/"))
    }

    #[test]
    fn drawings() {
        let table = [
            ("XO/OX", "XO/OX  A1-B2"),
            ("X O\nO X\n", "XO/OX  A1-B2"),
            ("-----/.X.|/?*A|", ".X./?*A RT R18-T19"),
            ("$$ Corner\n$$ +----\n$$ | . . X\n$$ | V O ,\n", "..X/VO. LT A18-C19"),
            ("xo/ox", "XO/OX  A1-B2"),
            ("XO OX", "XO/OX  A1-B2"),
            ("X O O X", "XOOX  A1-D1"),
            ("--- .X. ?*A", ".X./?*A T A18-C19"),
            ("#./.o", "X./.O  A1-B2"),
            ("●＋／＋○", "X./.O  A1-B2"),
            ("├┼●\n├○┼", "..X/.O. L A1-C2"),
            (
                "  R S T\n  ------\n19 . a .| 19\n18 X ? b| 18\n  R S T\nin a corner",
                ".../X?. RT R18-T19",
            ),
            ("  A B\n2 X O 2\n1 O a 1\n  A B\nanywhere on the board, turned", "XO/O.  A1-B2"),
            ("$$\n$$ . 1 2 .\n$$ . X . .", ".XO./.X..  A1-D2"),
            // Black 1 certainly captures: the white stone has no liberty beyond the drawing. So the capture is
            // executed.
            ("$$\n$$ . X .\n$$ X O 1\n$$ . X .", ".X./X.X/.X.  A1-C3"),
            // The white stone at the rim of the first drawing may have liberties beyond it and stays. In the second
            // drawing it stands at an edge of the board and is captured.
            ("$$\n$$ O 1\n$$ X .", "OX/X.  A1-B2"),
            ("$$\n$$ ---\n$$ |O 1\n$$ |X .", ".X/X. LT A18-B19"),
        ];
        for (text, expected) in table {
            assert_eq!(show(&drawn(text)), expected, "{text}");
        }
    }

    #[test]
    fn sequences() {
        let options = PatternOptions { sequence: true, ..PatternOptions::default() };
        let text = "$$W\n$$ . 1 2\n$$ X . 3";
        let input = read_drawn(text, &options).unwrap().unwrap();
        assert_eq!(show(&input), ".../X..  A1-C2");
        let at = |x, y| Point::new(x, y);
        assert_eq!(
            input.pattern.moves(),
            [(Color::White, at(1, 0)), (Color::Black, at(2, 0)), (Color::White, at(2, 1))]
        );
        assert!(read_drawn("XO/OX", &options).unwrap().is_err());
    }

    #[test]
    fn parts_of_positions() {
        let input = input::read("Q16 R14 D4", None, None).unwrap();
        let part = parse_region("T13-O19", BoardSize::GO).unwrap();
        let cut_out = cut(&input, part, &PatternCut::default()).unwrap();
        assert_eq!(show(&cut_out), "....../....../....../..X.../....../...O../...... RT O13-T19");
        let nine = PatternArea::Corner(Some(BoardSize::new(9, 9).unwrap()));
        assert!(cut(&input, nine, &PatternCut::default()).is_err());
        let input = input::read("R16 P17", None, None).unwrap();
        let corner = cut(&input, PatternArea::Corner(None), &PatternCut::default()).unwrap();
        assert_eq!(corner.pattern.size(), BoardSize::new(7, 7).unwrap());
        assert_eq!(region_name(corner.corner, corner.pattern.size(), BoardSize::GO), "N13-T19");
        let low = input::read("C3 C9", None, None).unwrap();
        let low = cut(&low, PatternArea::Corner(None), &PatternCut::default()).unwrap();
        assert_eq!(region_name(low.corner, low.pattern.size(), BoardSize::GO), "A1-G10");
        assert!(read_drawn("Q16 D4", &PatternOptions::default()).is_none());
        assert!(read_drawn("???/???", &PatternOptions::default()).unwrap().is_err());
    }

    #[test]
    fn a_part_is_freed_opened_and_put_in_order() {
        let input = input::read("R16 P17 Q14 D4", None, None).unwrap();
        let part = parse_region("O13-T19", BoardSize::GO).unwrap();
        let at = |name| crate::input::points::parse_point(name, BoardSize::GO).unwrap();
        let cut = |how: PatternCut| super::cut(&input, part, &how);
        let freed = PatternCut {
            edges: Some(Edges { top: true, left: true, ..Edges::default() }),
            open: vec![(at("Q14"), Cell::ANYTHING), (at("A1"), Cell::STONE)],
            sequence: false,
        };
        assert_eq!(
            show(&cut(freed).unwrap()),
            "....../....../.O..../...X../....../..?.../...... T O13-T19"
        );
        let ordered = PatternCut { sequence: true, ..PatternCut::default() };
        let ordered = cut(ordered).unwrap();
        assert_eq!(
            ordered.pattern.moves(),
            [
                (Color::Black, Point::new(3, 3)),
                (Color::White, Point::new(1, 2)),
                (Color::Black, Point::new(2, 5))
            ]
        );
        assert_eq!(ordered.pattern.cell(Point::new(3, 3)), Cell::EMPTY);
        let nothing = parse_region("A1-A1", BoardSize::GO).unwrap();
        let all_open =
            PatternCut { open: vec![(at("A1"), Cell::ANYTHING)], ..PatternCut::default() };
        assert!(super::cut(&input, nothing, &all_open).is_err());
        let no_move = PatternCut { sequence: true, ..PatternCut::default() };
        assert!(super::cut(&input, nothing, &no_move).is_err());
    }

    #[test]
    fn ambiguous_drawings_are_refused() {
        for (text, message) in [
            ("XO X", "this may be one row, or several rows"),
            ("#X/..", "`#` and `X` are both drawn"),
            ("  R S T\n19 . X . 19\n18 . . O 18\n  R S T", "the coordinates of this part"),
        ] {
            let error = read_drawn(text, &PatternOptions::default()).unwrap().unwrap_err();
            assert!(error.message.to_string().starts_with(message), "{}", error.message);
            assert!(error.help.is_some());
        }
    }
}
