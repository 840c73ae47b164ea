//! Reads the section `[Figure]`: comments on moves (`.Text,26,…` to `.EndText`), and figures (`.Fig,45,…` to
//! `.EndFig`), which set up a position, play on from it and comment on that. A figure becomes a variation at the root.

use super::{UgfMove, UgfReader};
use crate::NodeId;
use crate::formats::server::TextLine;
use crate::game::{Color, Move, Point, Stone};

/// Comment and figure that are open at the current line.
#[derive(Default)]
pub(super) struct Figure {
    /// Node of the open comment, and offset where its text begins.
    text: Option<(NodeId, usize)>,
    /// Node of the figure that was added last.
    node: Option<NodeId>,
}

impl<'t> UgfReader<'t> {
    pub(super) fn figure_line(&mut self, line: TextLine<'t>) {
        let text = line.text;
        let (command, rest) = text.split_once(',').unwrap_or((text, ""));
        let number = || rest.split(',').next()?.trim().parse::<u32>().ok();
        if [".EndText", ".EndFig", ".Text", ".Fig"].contains(&command) {
            self.end_figure_text(line.offset);
        }
        match command {
            ".EndText" => {}
            ".EndFig" => self.figure.node = None,
            ".Text" => {
                let node = match (self.figure.node, number()) {
                    (Some(node), _) => node,
                    (None, Some(number)) => self.node_of_main_move(number),
                    (None, None) => 0,
                };
                self.figure.text = Some((node, line.offset + text.len()));
            }
            ".Fig" => self.begin_figure(line.offset),
            // `.#` sets a label on the board. The comment continues after it.
            ".#" => {
                if let Some((node, _)) = self.figure.text {
                    self.end_figure_text(line.offset);
                    self.figure.text = Some((node, line.offset + text.len()));
                }
            }
            _ if self.figure.text.is_some() || text.is_empty() => {}
            _ => self.figure_move(line),
        }
    }

    /// Begins a figure. A figure lists all stones on its board, so the board is emptied first.
    fn begin_figure(&mut self, offset: usize) {
        let size = self.board().size;
        if !self.add_setup_area(size.area(), offset) {
            self.figure.node = None;
            return;
        }
        let node = self.draft.add(0, None);
        let corner = Point::new(size.width() - 1, size.height() - 1);
        self.draft.set_up(node, Stone::Empty, Point::new(0, 0), corner);
        self.figure.node = Some(node);
    }

    fn figure_move(&mut self, line: TextLine<'t>) {
        let written = UgfMove::parse(line.text);
        let (Some(written), Some(node)) = (written, self.figure.node) else {
            self.diagnostics.not_a_move(line.offset);
            return;
        };
        let board = self.board();
        let played = self.convert_move(written, board, line.offset);
        if written.number == 0 {
            self.set_up(node, written, played, line.offset);
        } else if played != Move::Unreadable {
            let before = self.draft.move_of(node);
            let color = written.color.or(before.map(|(color, _)| color.other()));
            let action = Some((color.unwrap_or(Color::Black), played));
            self.figure.node = Some(self.draft.add(node, action));
        }
    }

    /// Node of the move with this number on the main line, or the last node if there are fewer moves.
    fn node_of_main_move(&self, number: u32) -> NodeId {
        let at = (number as usize).min(self.main_line.len() - 1);
        self.main_line.get(at).copied().unwrap_or(0)
    }

    pub(super) fn end_figure_text(&mut self, end: usize) {
        if let Some((node, start)) = self.figure.text.take() {
            let text = self.text.get(start..end).unwrap_or("");
            self.draft.comment(node, text.trim());
        }
    }
}
