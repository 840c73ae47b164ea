//! Reads GTP scripts: `boardsize 19`, `play B Q16`, `undo`.

use super::board_input::{BoardInput, Result, lines, require_go};
use super::points::{self, Word};
use crate::QueryError;
use crate::colors::parse_color;
use kifu_messages::say;
use kifu_record::game::board::UndoMark;
use kifu_record::game::{BoardSize, Color, GameKind, Point, Stone};

/// GTP commands that create positions.
const POSITION_COMMANDS: [&str; 8] = [
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "play",
    "undo",
    "set_free_handicap",
    "genmove",
    "komi",
];

/// GTP commands that change the position in a way that the script does not show. They are errors.
const EXTERNAL_COMMANDS: [&str; 3] = ["loadsgf", "fixed_handicap", "place_free_handicap"];

/// GTP commands that do not affect the position.
const IGNORED_COMMANDS: [&str; 17] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "echo",
    "showboard",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "estimate_score",
    "level",
    "printsgf",
    "reg_genmove",
    "analyze",
];

fn is_ignored(command: &str) -> bool {
    let prefix = ["kata-", "lz-", "gg-", "gogui-", "cputime"];
    IGNORED_COMMANDS.contains(&command) || prefix.iter().any(|prefix| command.starts_with(prefix))
}

/// Command of a line and its arguments, without comment and number; `None` for empty lines and responses.
fn parse_command(line: Word<'_>) -> Option<(Word<'_>, Vec<Word<'_>>)> {
    let text = line.text.split('#').next().unwrap_or_default();
    let mut words = points::words(Word { text, ..line }, char::is_whitespace).peekable();
    words.next_if(|word| word.text.bytes().all(|byte| byte.is_ascii_digit()));
    let command = words.next().filter(|word| !word.text.starts_with(['=', '?']))?;
    Some((command, words.collect()))
}

/// True if the first command of the text is a GTP command.
pub(super) fn looks_like(text: &str) -> bool {
    lines(text).find_map(parse_command).is_some_and(|(command, arguments)| {
        let name = command.text;
        let known = POSITION_COMMANDS.contains(&name)
            || EXTERNAL_COMMANDS.contains(&name)
            || is_ignored(name);
        known && (name.contains('_') || arguments.len() < 4)
    })
}

/// Reads a GTP script.
pub(super) fn read(
    text: &str,
    kind: Option<GameKind>,
    size: Option<BoardSize>,
) -> Result<BoardInput> {
    let first = lines(text).find_map(parse_command).map_or(0..0, |(word, _)| word.span());
    require_go(kind, first, || say!("error-only-go-gtp"))?;
    let mut script =
        GtpScript { input: BoardInput::go(size.unwrap_or(BoardSize::GO)), size, moves: Vec::new() };
    for (command, arguments) in lines(text).filter_map(parse_command) {
        script.run(command, &arguments)?;
    }
    Ok(script.input)
}

struct GtpScript {
    input: BoardInput,
    /// Board size that the user requested outside of the script.
    size: Option<BoardSize>,
    /// State before each move, which `undo` restores: the board's undo mark, the side to move and the last move.
    moves: Vec<(UndoMark, Option<Color>, Option<Point>)>,
}

impl GtpScript {
    fn run(&mut self, command: Word, arguments: &[Word]) -> Result<()> {
        match (command.text, arguments) {
            ("boardsize", [side]) => self.boardsize(*side, *side),
            ("boardsize" | "rectangular_boardsize", [width, height]) => {
                self.boardsize(*width, *height)
            }
            ("clear_board", []) => {
                self.clear(self.input.start.size);
                Ok(())
            }
            ("play", [color, vertex]) => self.play(*color, *vertex),
            ("undo", []) => self.undo(command),
            ("set_free_handicap", [_, ..]) => self.handicap(arguments),
            ("genmove", _) => {
                let note = say!("note-genmove", command = command_text(command, arguments));
                self.input.notes.push(note);
                Ok(())
            }
            ("komi", _) => Ok(()),
            (name, _) if is_ignored(name) => Ok(()),
            (name, _) if POSITION_COMMANDS.contains(&name) => {
                let end = arguments.last().unwrap_or(&command).span().end;
                let message = say!("error-gtp-arguments", command = name);
                let error = QueryError::new(command.start..end, message);
                Err(error.with_help(say!("error-gtp-arguments-help")))
            }
            (name, _) if EXTERNAL_COMMANDS.contains(&name) => {
                let message = say!("error-gtp-not-told", command = name);
                let error = QueryError::new(command.span(), message);
                Err(error.with_help(say!("error-gtp-not-told-help")))
            }
            (name, _) => {
                let message = say!("error-gtp-unknown", command = name);
                let understood =
                    say!("error-gtp-unknown-help", commands = POSITION_COMMANDS.join(", "));
                Err(QueryError::new(command.span(), message).with_help(understood))
            }
        }
    }

    fn clear(&mut self, size: BoardSize) {
        let notes = std::mem::take(&mut self.input.notes);
        self.input = BoardInput { notes, ..BoardInput::go(size) };
        self.moves.clear();
    }

    fn boardsize(&mut self, width: Word, height: Word) -> Result<()> {
        let side = |word: Word| word.text.parse::<u8>().ok();
        let size = side(width).zip(side(height));
        let span = width.start..height.span().end;
        let Some(size) = size.and_then(|(width, height)| BoardSize::new(width, height)) else {
            let error = QueryError::new(span, say!("error-gtp-size"));
            return Err(error.with_help(say!("error-gtp-size-help")));
        };
        if let Some(requested) = self.size.filter(|&asked| asked != size) {
            let message = say!(
                "error-gtp-other-size",
                size = size.to_string(),
                asked = requested.to_string()
            );
            return Err(QueryError::new(span, message).with_help(say!("error-leave-size-out")));
        }
        self.clear(size);
        Ok(())
    }

    fn play(&mut self, side: Word, vertex: Word) -> Result<()> {
        let Some(color) = parse_color(side.text) else {
            let message = say!("error-gtp-colour", word = side.text);
            let error = QueryError::new(side.span(), message);
            return Err(error.with_help(say!("error-gtp-colour-help")));
        };
        if vertex.text.eq_ignore_ascii_case("resign") {
            return Ok(());
        }
        let before = &self.input;
        self.moves.push((before.board.mark(), before.turn, before.last));
        if vertex.text.eq_ignore_ascii_case("pass") {
            self.input.pass(color);
            return Ok(());
        }
        let point = points::require_point(vertex, self.input.start.size)?;
        self.input.place(color, point, vertex.span())
    }

    fn undo(&mut self, command: Word) -> Result<()> {
        let Some((mark, turn, last)) = self.moves.pop() else {
            let error = QueryError::new(command.span(), say!("error-gtp-undo"));
            return Err(error.with_help(say!("error-gtp-undo-help")));
        };
        self.input.board.undo_to(mark);
        self.input.marks.pop();
        (self.input.turn, self.input.last) = (turn, last);
        Ok(())
    }

    fn handicap(&mut self, vertices: &[Word]) -> Result<()> {
        for vertex in vertices {
            let point = points::require_point(*vertex, self.input.start.size)?;
            if self.input.board.stone(point) != Stone::Empty {
                let message = say!("error-gtp-handicap", point = vertex.text);
                let error = QueryError::new(vertex.span(), message);
                return Err(error.with_help(say!("error-gtp-handicap-help")));
            }
            self.input.board.set(point, Stone::Black);
        }
        self.moves.clear();
        self.input.marks.clear();
        self.input.turn = Some(Color::White);
        Ok(())
    }
}

fn command_text(command: Word, arguments: &[Word]) -> String {
    std::iter::once(&command).chain(arguments).map(|word| word.text).collect::<Vec<_>>().join(" ")
}
