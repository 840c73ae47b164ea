//! Third layer of the SGF reader: adds properties to nodes, and makes the record.

mod actions;
mod extent;
mod games;
mod lookup;
mod root;

use super::analysis::Remarks;
use super::lexer::{Lexer, PlainNode, RawValue, ValueKind};
use super::marks::Mark;
use super::properties::{self, PropertyKind, canonical_name};
use super::values;
use crate::cancel::checkpoint;
use crate::formats::budget::NodeBudget;
use crate::game::{BoardSize, Color, GameKind, Move};
use crate::{Code, Diagnostics, GameRecord, GameTree, NodeId, Property, Start};
pub(in crate::formats) use extent::{
    begins_without_parenthesis, complete_games, count_games, first_game_length, game_place,
    is_one_game,
};
pub use games::GameSpan;
pub(in crate::formats) use games::read_each;
pub(super) use lookup::node_offset;
pub use lookup::read_marks;
use root::RootProperty;

/// Number of values of an analysis property in one node that are read; more are ignored.
const MAX_REMARK_VALUES: usize = 256;

/// Number of nodes for which memory is reserved at once; most games have fewer.
const RESERVED_NODES: usize = 320;

/// State while one game tree is read.
struct TreeReader<'l, 'a> {
    lexer: &'l mut Lexer<'a>,
    /// Budget of the file. Once it is exceeded, reading ends, and the tree gives no record.
    budget: &'l mut NodeBudget,
    tree: GameTree,
    diagnostics: Diagnostics,
    /// Node below which the next node is added; `None` before the root.
    current: Option<NodeId>,
    /// For each open parenthesis, the node that becomes the current one again when it closes.
    forks: Vec<Option<NodeId>>,
    /// Whether a `;` must come before the next property.
    node_missing: bool,
    /// Whether all nodes so far are on the main line.
    on_main: bool,
    root: Vec<RootProperty<'a>>,
    /// Moves of the root in the order of the text, whatever their colours.
    root_moves: Vec<(Color, RawValue<'a>)>,
    root_values: usize,
    start: Start,
    main_info: Vec<Property>,
    side_info: Vec<Property>,
    node: NodeState<'a>,
    /// Number of points that the tree has set up so far, counting repeated ones.
    setup_area: usize,
    /// Whether the tree has no parentheses around it.
    is_bare: bool,
    /// Whether the tree has any value in brackets. Only then is it a game.
    has_value: bool,
    /// For a search in the text: the node that is searched (`wanted_node`), and the offset at which its properties
    /// begin (`found_offset`).
    wanted_node: NodeId,
    found_offset: Option<usize>,
    /// Markup of the tree; `None` unless the caller wants it.
    marks: Option<Vec<Mark>>,
    /// Evaluations of engines and annotations of people that were read so far.
    remarks: Remarks,
}

/// What the current node has so far: its last move, its number of moves, and how many points it has set up.
#[derive(Default)]
struct NodeState<'a> {
    /// Colour and text of the node's last move. If moves of alternating colours are in one node, they are all executed,
    /// one after the other.
    last_move: Option<(Color, &'a str)>,
    moves: usize,
    setup_area: usize,
}

impl<'l, 'a> TreeReader<'l, 'a> {
    fn new(lexer: &'l mut Lexer<'a>, budget: &'l mut NodeBudget) -> TreeReader<'l, 'a> {
        let mut tree = GameTree::new();
        tree.reserve(RESERVED_NODES.min(lexer.remaining() / size_of::<PlainNode>()));
        TreeReader {
            lexer,
            budget,
            tree,
            diagnostics: Diagnostics::default(),
            current: None,
            forks: Vec::new(),
            node_missing: true,
            on_main: true,
            root: Vec::new(),
            root_moves: Vec::new(),
            root_values: 0,
            start: Start::go(BoardSize::GO),
            main_info: Vec::new(),
            side_info: Vec::new(),
            node: NodeState::default(),
            setup_area: 0,
            is_bare: false,
            has_value: false,
            wanted_node: NodeId::MAX,
            found_offset: None,
            marks: None,
            remarks: Remarks::default(),
        }
    }

    /// Reads the tree. Returns the record if the tree is a game, and the number of parentheses that are never closed.
    fn read(mut self) -> (Option<GameRecord>, usize) {
        self.read_nodes();
        let open = self.forks.len();
        if self.budget.is_exceeded() {
            return (None, open);
        }
        let is_game = self.has_value || self.is_empty_and_closed();
        (is_game.then(|| self.finish()), open)
    }

    /// Whether the tree is exactly `(;)`. If it has characters foreign to SGF, the `(;` was part of a text or of random
    /// bytes.
    fn is_empty_and_closed(&self) -> bool {
        !self.is_bare && self.forks.is_empty() && self.diagnostics.is_empty()
    }

    fn read_nodes(&mut self) {
        while self.budget.fits_tree(&self.tree) && self.budget.fits_parts(self.forks.len()) {
            checkpoint();
            self.lexer.skip_space();
            let offset = self.lexer.offset();
            match self.lexer.peek() {
                Some(b';') => {
                    if !self.plain_nodes() {
                        self.lexer.bump();
                        self.add_node();
                    }
                }
                Some(b'(') if self.ends_before_next_game() => {
                    let message = "the end of the game tree is missing";
                    self.diagnostics.add(Code::MissingParenthesis, offset, message);
                    break;
                }
                Some(b'(') => {
                    self.lexer.bump();
                    self.forks.push(self.current);
                    self.node_missing = true;
                }
                Some(b')') => {
                    self.lexer.bump();
                    if self.close(offset) {
                        break;
                    }
                }
                Some(b'[') => {
                    // After characters that are foreign to SGF, a value without a name may be part of random bytes, so
                    // it does not make the tree a game.
                    self.has_value |= self.diagnostics.is_empty();
                    self.lexer.read_value(ValueKind::Points);
                    let message = "a value without a property was skipped";
                    self.diagnostics.add(Code::StrayCharacters, offset, message);
                }
                Some(byte) if byte.is_ascii_alphanumeric() => self.property(offset),
                Some(_) => self.skip_stray(offset),
                None => {
                    if !self.forks.is_empty() {
                        let message = "the end of the game tree is missing";
                        self.diagnostics.add(Code::MissingParenthesis, offset, message);
                    }
                    break;
                }
            }
        }
    }

    /// Whether the next game begins here although a parenthesis of this one is open: its closing parenthesis is
    /// missing, and without this rule the game would swallow all games behind it.
    fn ends_before_next_game(&self) -> bool {
        !self.forks.is_empty() && !self.tree.is_empty() && self.lexer.begins_line_with_game()
    }

    /// Closes a parenthesis. Returns whether it was the one around the tree.
    fn close(&mut self, offset: usize) -> bool {
        let mut message = "a closing parenthesis too many was skipped";
        if let Some(parent) = self.forks.pop() {
            // If the parenthesis was opened before any node, there is none to return to, and the root stays the current
            // node.
            self.current = parent.or(self.current);
            self.node_missing = true;
            if !self.forks.is_empty() || !self.lexer.has_move_next() {
                return self.forks.is_empty() && !self.is_bare;
            }
            self.forks.push(parent);
            message = "a closing parenthesis stands in the middle of the game; it was skipped";
        }
        self.diagnostics.add(Code::SurplusParenthesis, offset, message);
        false
    }

    fn skip_stray(&mut self, offset: usize) {
        while let Some(byte) = self.lexer.peek() {
            if byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || b";()[".contains(&byte)
            {
                break;
            }
            self.lexer.skip_char();
        }
        let message = "characters that belong to no property were skipped";
        self.diagnostics.add(Code::StrayCharacters, offset, message);
    }

    fn add_node(&mut self) {
        if self.tree.len() == 1 {
            self.finish_root();
        }
        let id = self.tree.add_node(self.current);
        if id == self.wanted_node {
            self.found_offset = Some(self.lexer.offset());
        }
        self.on_main &= self.current.is_none_or(|parent| parent + 1 == id);
        self.current = Some(id);
        self.node_missing = false;
        self.node = NodeState::default();
    }

    fn at_root(&self) -> bool {
        self.tree.len() == 1
    }

    /// Fast path for nodes after the root that have a move in the usual form. Returns whether there was one.
    fn plain_nodes(&mut self) -> bool {
        // The game and the board size are known only once the root has ended, that is, when the first node after it is
        // added.
        if self.start.game != GameKind::Go || self.tree.len() < 2 {
            return false;
        }
        let offset = self.lexer.offset();
        let nodes = self.lexer.read_plain_nodes(self.budget.nodes_left_beside(&self.tree));
        let Some([_, last, ..]) = nodes.last() else {
            return false;
        };
        self.has_value = true;
        let size = self.start.size;
        let mut readable = true;
        let moves = nodes.iter().map(|&[_, color, _, x, y, _]| {
            let action = values::plain_move([x, y], size);
            readable &= action != Move::Unreadable;
            (color_of(color), action)
        });
        let id = self.tree.add_line(self.current, moves);
        if let Some(at) = self.wanted_node.checked_sub(id).map(|at| at as usize)
            && at < nodes.len()
        {
            self.found_offset = Some(offset + at * size_of::<PlainNode>() + 1);
        }
        self.on_main &= self.current.is_none_or(|parent| parent + 1 == id);
        self.current = Some(id + nodes.len() as NodeId - 1);
        if !readable {
            self.bad_moves(nodes, offset);
        }
        self.node_missing = false;
        self.node = NodeState::default();
        self.node.last_move = Some((color_of(*last), ""));
        self.node.moves = 1;
        true
    }

    #[cold]
    fn bad_moves(&mut self, nodes: &[PlainNode], offset: usize) {
        for (i, &[.., x, y, _]) in nodes.iter().enumerate() {
            if values::plain_move([x, y], self.start.size) == Move::Unreadable {
                self.diagnostics.bad_move(offset + i * size_of::<PlainNode>() + 3);
            }
        }
    }

    fn property(&mut self, offset: usize) {
        let written = self.lexer.read_name();
        self.lexer.skip_space();
        if self.lexer.peek() != Some(b'[') {
            let beginning: String = written.chars().take(20).collect();
            let message = format!("`{beginning}` has no value in brackets; it was skipped");
            self.diagnostics.add(Code::PropertyWithoutValue, offset, message);
            return;
        }
        self.has_value = true;
        if self.node_missing {
            self.diagnostics.add(Code::MissingSemicolon, offset, "a node begins without `;`");
            self.add_node();
        }
        let name = canonical_name(written);
        let value_kind = properties::value_kind(&name);
        if self.at_root() {
            return self.root_property(name, value_kind, offset);
        }
        let kind = properties::kind(&name);
        if matches!(kind, PropertyKind::Analysis(_) | PropertyKind::Annotation(_)) {
            return self.read_remarks(kind, value_kind);
        }
        while self.budget.fits_tree(&self.tree)
            && let Some(value) = self.next_value(value_kind)
        {
            match kind {
                PropertyKind::Other if self.is_loa_property(&name) => {
                    self.store_property(&name, value)
                }
                PropertyKind::Other => self.store_mark(&name, self.current.unwrap_or(0), value),
                PropertyKind::Info => self.later_info(&name, value),
                _ => self.execute(kind, value),
            }
        }
    }

    /// Reads the values of an analysis or annotation property of a node after the root.
    fn read_remarks(&mut self, kind: PropertyKind, value_kind: ValueKind) {
        let mut values = Vec::new();
        while let Some(value) = self.next_value(value_kind) {
            checkpoint();
            if values.len() < MAX_REMARK_VALUES {
                values.push(value);
            }
        }
        self.add_remarks(kind, &values);
    }

    /// Adds analysis or annotations to the current node. Does nothing if no record is made, or for analysis in a game
    /// other than Go.
    fn add_remarks(&mut self, kind: PropertyKind, values: &[RawValue]) {
        let is_go = self.start.game == GameKind::Go;
        let (PropertyKind::Analysis(name) | PropertyKind::Annotation(name)) = kind else {
            return;
        };
        if self.makes_record() && (is_go || kind == PropertyKind::Annotation(name)) {
            let node = self.current.unwrap_or(0);
            let room = &mut self.budget.unpack_bytes_left;
            self.remarks.read_values(name, node, values, self.start.size, room);
        }
    }

    /// True if a record is made; false if the text is only searched for a node or for markup.
    fn makes_record(&self) -> bool {
        self.marks.is_none() && self.wanted_node == NodeId::MAX
    }

    /// Reads the next value of the current property, and reports what is odd about it.
    fn next_value(&mut self, kind: ValueKind) -> Option<RawValue<'a>> {
        self.lexer.skip_space();
        if self.lexer.peek() != Some(b'[') {
            return None;
        }
        let value = self.lexer.read_value(kind);
        if value.has_stray_bracket {
            let message = "an unescaped `]` was read as part of the text";
            self.diagnostics.add(Code::UnescapedBracket, value.offset, message);
        }
        if value.is_cut {
            let message = "a value without `]` was ended where the next property begins";
            self.diagnostics.add(Code::UnclosedValue, value.offset, message);
        }
        if !value.is_closed {
            let message = "the file ends inside of a value";
            self.diagnostics.add(Code::UnclosedValue, value.offset, message);
        }
        Some(value)
    }
}

fn color_of(letter: u8) -> Color {
    match letter {
        b'B' => Color::Black,
        _ => Color::White,
    }
}
