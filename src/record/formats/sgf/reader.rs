//! The third layer: which node a property belongs to, and what the record says as a whole.

use super::analysis::{Remarks, RootFacts};
use super::boardspace;
use super::lexer::{Lexer, PlainNode, RawValue, ValueKind};
use super::marks::{Mark, Sign};
use super::properties::{self, LISTS, PropertyKind, canonical_name, is_in_verdicts, keeps_lines};
use super::{start, values};
use crate::formats::room::{MOST_NODES, NodeBudget};
use crate::formats::setup::{MOST_SETUP_IN_TREE, area};
use crate::game::{BoardSize, Color, GameKind, Move, Point, Stone, loa};
use crate::generated::without_mark;
use crate::patience::step;
use crate::{
    Action, Analysis, Code, Diagnostics, Format, GameInfo, GameRecord, GameTree, NodeId, Property,
    Start, Suicide,
};
use std::borrow::Cow;
use std::ops::Range;

/// A game's place in its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSpan {
    /// From its first parenthesis to its last, in bytes.
    pub range: Range<usize>,
    /// How many parentheses are never closed.
    pub open: usize,
    /// Whether there are no parentheses around it at all.
    pub is_bare: bool,
}

/// Reads the game trees of a text and hands them out one by one, with their places, so a collection of any size takes
/// only the memory of one game. Returns diagnostics about everything outside the trees.
///
/// A tree is a game if it has a property: a value in brackets, closed or not. The value may lack its name, unless
/// characters foreign to SGF stand before it: random bytes look like that. A closed tree with nothing in it at all,
/// `(;)`, is a game too. One that has only begun, `(;`, may still become anything. So a file that is cut off, or that
/// is still being written, never has more games than the whole one.
///
/// A text without any game tree may be a game without parentheses. Nothing marks its end, so it has to have a property.
///
/// Reading ends where the file's nodes exceed the room for them; the game that does so is not handed out.
pub(in crate::formats) fn read_each(
    text: &str,
    room: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord, GameSpan),
) -> Diagnostics {
    let bare = Lexer::new(text);
    if bare.begins_node() {
        read_bare(bare, room, sink);
        return Diagnostics::default();
    }
    let mut outside = Diagnostics::default();
    let mut lexer = bare.clone();
    let mut games = 0usize;
    let mut is_first = true;
    loop {
        let start = lexer.offset();
        let (found, stray) = lexer.find_tree(is_first);
        is_first = false;
        if stray {
            let message = "text outside the game trees was skipped";
            outside.add(Code::StrayText, start, message);
        }
        if !found {
            break;
        }
        let start = lexer.offset();
        match TreeReader::new(&mut lexer, room).read() {
            _ if room.is_exceeded() => return outside,
            (Some(record), open) => {
                if !room.take(&record) {
                    return outside;
                }
                let span = GameSpan { range: start..lexer.offset(), open, is_bare: false };
                games += 1;
                sink(record, span);
            }
            (None, _) => {
                let message = "`(;` without any property was skipped";
                outside.add(Code::StrayText, start, message);
            }
        }
    }
    if games == 0 && bare.begins_tree() && read_bare(bare, room, sink) {
        return Diagnostics::default();
    }
    outside
}

/// Where a node's properties begin in the text of one game; `None` if there is no such node.
pub(super) fn node_place(text: &str, node: NodeId) -> Option<usize> {
    let mut lexer = Lexer::new(text);
    let mut room = NodeBudget::new(MOST_NODES);
    let mut reader = TreeReader::new(&mut lexer, &mut room);
    reader.bare = !text.starts_with('(');
    reader.sought = node;
    reader.read_nodes();
    reader.found
}

/// The markup in the text of one game, in the order of its nodes.
pub fn read_marks(text: &str) -> Vec<Mark> {
    let mut lexer = Lexer::new(text);
    let mut room = NodeBudget::new(MOST_NODES);
    let mut reader = TreeReader::new(&mut lexer, &mut room);
    reader.bare = !text.starts_with('(');
    reader.marks = Some(Vec::new());
    reader.read_nodes();
    if reader.at_root() {
        reader.finish_root();
    }
    // The root's properties were kept until the board was known.
    let later = reader.marks.replace(Vec::new()).unwrap_or_default();
    for RootProperty { name, values } in std::mem::take(&mut reader.root) {
        for value in values {
            reader.mark(&name, 0, value);
        }
    }
    reader.marks.unwrap_or_default().into_iter().chain(later).collect()
}

/// Reads a game without any parentheses around it. Returns whether there is one.
fn read_bare(
    mut lexer: Lexer,
    room: &mut NodeBudget,
    sink: &mut dyn FnMut(GameRecord, GameSpan),
) -> bool {
    let start = lexer.offset();
    let mut reader = TreeReader::new(&mut lexer, room);
    reader.bare = true;
    let (Some(mut record), _) = reader.read() else {
        return false;
    };
    if !room.take(&record) {
        return false;
    }
    let message = "the game stands outside of parentheses; it was read";
    record.diagnostics.add(Code::MissingParenthesis, 0, message);
    let span = GameSpan { range: start..lexer.offset(), open: 0, is_bare: true };
    sink(record, span);
    true
}

/// Setup in one node may cover the board this many times over; more is an attack, not a record.
const MOST_SETUP: usize = 64;
/// At most this many different properties may be in one root.
const MOST_PROPERTIES: usize = 256;

/// At most this many values of one root are kept; more than any board has points.
const MOST_VALUES: usize = 1 << 18;

/// At most this many values of a property are looked at in which engines speak, one value each.
const MOST_REMARKS: usize = 256;

/// Space for this many nodes is reserved at once; most games have fewer.
const USUAL_NODES: usize = 320;

/// A property of the root, kept until the board size is known.
struct RootProperty<'a> {
    name: Cow<'a, str>,
    values: Vec<RawValue<'a>>,
}

/// Reads one game tree.
struct TreeReader<'l, 'a> {
    lexer: &'l mut Lexer<'a>,
    /// Once it is exceeded, reading ends, and there is no record.
    room: &'l mut NodeBudget,
    tree: GameTree,
    diagnostics: Diagnostics,
    /// The parent of the next node.
    current: Option<NodeId>,
    /// For every open parenthesis, the node to return to.
    forks: Vec<Option<NodeId>>,
    /// Whether the next property must come after a `;`.
    node_missing: bool,
    /// Whether all nodes so far are on the main line.
    on_main: bool,
    root: Vec<RootProperty<'a>>,
    /// The moves of the root in the order of the text.
    root_moves: Vec<(Color, RawValue<'a>)>,
    root_values: usize,
    start: Start,
    main_info: Vec<Property>,
    side_info: Vec<Property>,
    node: NodeState<'a>,
    /// The number of points that the whole tree sets up, counting repeated ones.
    setup_area: usize,
    /// Whether the tree has no parentheses around it.
    bare: bool,
    /// Whether the tree has a value.
    has_value: bool,
    /// The node whose place is wanted, and where its properties begin.
    sought: NodeId,
    found: Option<usize>,
    /// The markup, if it is wanted.
    marks: Option<Vec<Mark>>,
    /// What is said of positions.
    remarks: Remarks,
}

/// What the current node already holds.
#[derive(Default)]
struct NodeState<'a> {
    /// The last move, with its value. Moves of alternating colours are read one after the other.
    last_move: Option<(Color, &'a str)>,
    moves: usize,
    setup_area: usize,
}

impl<'l, 'a> TreeReader<'l, 'a> {
    fn new(lexer: &'l mut Lexer<'a>, room: &'l mut NodeBudget) -> TreeReader<'l, 'a> {
        let mut tree = GameTree::new();
        tree.reserve(USUAL_NODES.min(lexer.left() / size_of::<PlainNode>()));
        TreeReader {
            lexer,
            room,
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
            bare: false,
            has_value: false,
            sought: NodeId::MAX,
            found: None,
            marks: None,
            remarks: Remarks::default(),
        }
    }

    /// The record, if the tree is a game, and how many parentheses in its text are never closed.
    fn read(mut self) -> (Option<GameRecord>, usize) {
        self.read_nodes();
        let open = self.forks.len();
        if self.room.is_exceeded() {
            return (None, open);
        }
        let is_game = self.has_value || self.is_empty_and_closed();
        (is_game.then(|| self.finish()), open)
    }

    /// Whether the tree is `(;)`. If it has characters foreign to SGF, the `(;` was part of a text or of random bytes.
    fn is_empty_and_closed(&self) -> bool {
        !self.bare && self.forks.is_empty() && self.diagnostics.is_empty()
    }

    fn read_nodes(&mut self) {
        while self.room.holds(&self.tree) && self.room.holds_parts(self.forks.len()) {
            step();
            self.lexer.skip_space();
            let offset = self.lexer.offset();
            match self.lexer.peek() {
                Some(b';') => {
                    if !self.plain_nodes() {
                        self.lexer.bump();
                        self.add_node();
                    }
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
                    // After stray characters it is noise.
                    self.has_value |= self.diagnostics.is_empty();
                    self.lexer.value(ValueKind::Points);
                    let message = "a value without a property was skipped";
                    self.diagnostics.add(Code::StrayCharacters, offset, message);
                }
                Some(byte) if byte.is_ascii_alphanumeric() => self.property(offset),
                Some(_) => self.skip_stray(offset),
                None => {
                    if !self.forks.is_empty() {
                        let message = "the file ends before the game tree does";
                        self.diagnostics.add(Code::MissingParenthesis, offset, message);
                    }
                    break;
                }
            }
        }
    }

    /// Closes a parenthesis. Returns whether it was the tree's own.
    fn close(&mut self, offset: usize) -> bool {
        let mut message = "a closing parenthesis too many was skipped";
        if let Some(parent) = self.forks.pop() {
            // The root stays the root even if nothing preceded it.
            self.current = parent.or(self.current);
            self.node_missing = true;
            if !self.forks.is_empty() || !self.lexer.continues() {
                return self.forks.is_empty() && !self.bare;
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
        if id == self.sought {
            self.found = Some(self.lexer.offset());
        }
        self.on_main &= self.current.is_none_or(|parent| parent + 1 == id);
        self.current = Some(id);
        self.node_missing = false;
        self.node = NodeState::default();
    }

    fn at_root(&self) -> bool {
        self.tree.len() == 1
    }

    /// A fast path for nodes after the root that hold a move in the usual form. Returns whether there was one.
    fn plain_nodes(&mut self) -> bool {
        // What the root says is settled by the first node after it.
        if self.start.game != GameKind::Go || self.tree.len() < 2 {
            return false;
        }
        let offset = self.lexer.offset();
        let nodes = self.lexer.plain_nodes(self.room.beside(&self.tree));
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
        if let Some(at) = self.sought.checked_sub(id).map(|at| at as usize)
            && at < nodes.len()
        {
            self.found = Some(offset + at * size_of::<PlainNode>() + 1);
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
        let written = self.lexer.name();
        self.lexer.skip_space();
        if self.lexer.peek() != Some(b'[') {
            let shown: String = written.chars().take(20).collect();
            let message = format!("`{shown}` has no value in brackets; it was skipped");
            self.diagnostics.add(Code::PropertyWithoutValue, offset, message);
            return;
        }
        self.has_value = true;
        if self.node_missing {
            self.diagnostics.add(Code::MissingSemicolon, offset, "a node begins without `;`");
            self.add_node();
        }
        let name = canonical_name(written);
        let holds = properties::holds(&name);
        if self.at_root() {
            return self.root_property(name, holds, offset);
        }
        let kind = properties::kind(&name);
        if matches!(kind, PropertyKind::Analysis(_) | PropertyKind::Annotation(_)) {
            return self.said(kind, holds);
        }
        while self.room.holds(&self.tree)
            && let Some(value) = self.next_value(holds)
        {
            match kind {
                PropertyKind::Other if self.is_of_loa(&name) => self.keep(&name, value),
                PropertyKind::Other => self.mark(&name, self.current.unwrap_or(0), value),
                PropertyKind::Info => self.later_info(&name, value),
                _ => self.act(kind, value),
            }
        }
    }

    /// Reads the values of a property of a later node in which something is said of its position.
    fn said(&mut self, kind: PropertyKind, holds: ValueKind) {
        let mut values = Vec::new();
        while let Some(value) = self.next_value(holds) {
            step();
            if values.len() < MOST_REMARKS {
                values.push(value);
            }
        }
        self.remark(kind, &values);
    }

    /// Keeps what is said of the current position. Only a record has it, and only games on Go's points have engines.
    fn remark(&mut self, kind: PropertyKind, values: &[RawValue]) {
        let is_go = self.start.game == GameKind::Go;
        let (PropertyKind::Analysis(name) | PropertyKind::Annotation(name)) = kind else {
            return;
        };
        if self.makes_record() && (is_go || kind == PropertyKind::Annotation(name)) {
            let node = self.current.unwrap_or(0);
            let room = &mut self.room.unpacked;
            self.remarks.values(name, node, values, self.start.size, room);
        }
    }

    /// Whether a record is made, and not only looked for something in the text.
    fn makes_record(&self) -> bool {
        self.marks.is_none() && self.sought == NodeId::MAX
    }

    /// The next value of the current property.
    fn next_value(&mut self, holds: ValueKind) -> Option<RawValue<'a>> {
        self.lexer.skip_space();
        if self.lexer.peek() != Some(b'[') {
            return None;
        }
        let value = self.lexer.value(holds);
        if value.mended {
            let message = "an unescaped `]` was read as part of the text";
            self.diagnostics.add(Code::UnescapedBracket, value.offset, message);
        }
        if value.cut {
            let message = "a value without `]` was ended where the next property begins";
            self.diagnostics.add(Code::UnclosedValue, value.offset, message);
        }
        if !value.closed {
            let message = "the file ends inside of a value";
            self.diagnostics.add(Code::UnclosedValue, value.offset, message);
        }
        Some(value)
    }

    fn root_property(&mut self, name: Cow<'a, str>, holds: ValueKind, offset: usize) {
        let mut values = Vec::new();
        while let Some(value) = self.next_value(holds) {
            if self.root_values < MOST_VALUES {
                self.root_values += 1;
                values.push(value);
            } else {
                let message = "the root has too many values; the rest was skipped";
                self.diagnostics.add(Code::TooLarge, value.offset, message);
            }
        }
        if values.iter().any(|value| !value.closed) && name != "C" {
            values.retain(|value| value.closed);
            if values.is_empty() {
                return;
            }
        }
        if let PropertyKind::Move(color) = properties::kind(&name) {
            self.root_moves.extend(values.iter().map(|&value| (color, value)));
            if self.root.iter().any(|property| property.name == name) {
                return;
            }
        }
        let count = self.root.len();
        match self.root.iter_mut().find(|property| property.name == name) {
            Some(property) if LISTS.contains(&&*name) || name == "C" => {
                property.values.extend(values)
            }
            // Nothing is lost if both say the same, or if each program has added its own name.
            Some(first) if name == "AP" || is_same(&first.values, &values) => {}
            Some(_) => {
                let message = format!("`{name}` stands twice in the root; the first value counts");
                self.diagnostics.add(Code::RepeatedProperty, offset, message);
            }
            None if count < MOST_PROPERTIES => self.root.push(RootProperty { name, values }),
            None => {
                let message = "the root has too many properties";
                self.diagnostics.add(Code::TooLarge, offset, message);
            }
        }
    }

    /// Reads game information outside the root.
    fn later_info(&mut self, name: &str, value: RawValue<'a>) {
        if !value.closed {
            return;
        }
        if self.on_main {
            let message = "game information outside of the root was read";
            self.diagnostics.add(Code::InfoInLaterNode, value.offset, message);
        } else {
            let message = "game information in a variation is searchable, but not the game's";
            self.diagnostics.add(Code::InfoInVariation, value.offset, message);
        }
        self.keep(name, value);
    }

    /// Keeps a property of a later node, so that it can be searched.
    fn keep(&mut self, name: &str, value: RawValue<'a>) {
        let list = if self.on_main { &mut self.main_info } else { &mut self.side_info };
        if list.len() < MOST_PROPERTIES && value.closed {
            list.push(Property::new(name, text_of(name, value.text)));
        }
    }

    /// Whether the property exists only in Lines of Action, where it may be in any node.
    fn is_of_loa(&self, name: &str) -> bool {
        self.start.game == GameKind::Loa && matches!(name, "AS" | "IP" | "IY" | "SE")
    }

    /// Keeps a value that draws a sign on the board, if markup is wanted.
    fn mark(&mut self, name: &str, node: NodeId, value: RawValue<'a>) {
        let (Some(marks), Some(sign)) = (&mut self.marks, Sign::of(name)) else {
            return;
        };
        let split = sign.split(value.text).filter(|_| value.closed);
        if let Some((points, label)) = split
            && let Some((from, to)) = rectangle(&self.start, points)
            && self.room.holds_nodes(marks.len())
        {
            marks.push(Mark { node, sign, from, to, label });
        }
    }

    /// Executes one value of a property that acts on the node.
    fn act(&mut self, kind: PropertyKind, value: RawValue<'a>) {
        match kind {
            PropertyKind::Comment => self.comment(value),
            _ if !value.closed => {}
            PropertyKind::Move(color) => self.read_move(color, value),
            PropertyKind::NumberedMove(color) if self.start.game == GameKind::Loa => {
                let text = values::simple_text(value.text);
                if let Some(action) = boardspace::parse_move(&text, self.start.size)
                    && !self.is_repeated(color, &value)
                {
                    self.add_move(color, action, value.offset);
                }
            }
            PropertyKind::Add(stone) => self.setup(stone, value),
            PropertyKind::Turn => match values::simple_text(value.text).trim_start().bytes().next()
            {
                Some(b'B' | b'b' | b'1') => self.tree.add_action(Action::Turn(Color::Black)),
                Some(b'W' | b'w' | b'2') => self.tree.add_action(Action::Turn(Color::White)),
                _ => {}
            },
            PropertyKind::NumberedMove(_)
            | PropertyKind::Info
            | PropertyKind::Analysis(_)
            | PropertyKind::Annotation(_)
            | PropertyKind::Other => {}
        }
    }

    fn comment(&mut self, value: RawValue<'a>) {
        let text = values::text(value.text);
        self.tree.join_comment(&text);
    }

    /// Whether the node's last move is of this colour already; the second one is left out. A node that has more than
    /// one move of each colour is a list of moves, as some programs wrote whole games.
    fn is_repeated(&mut self, color: Color, value: &RawValue<'a>) -> bool {
        let (text, offset) = (value.text, value.offset);
        if let Some((last, known)) = self.node.last_move
            && last == color
        {
            let is_same = known.trim() == text.trim();
            self.diagnostics.second_move(color, Some(text).filter(|_| !is_same), offset);
            return true;
        }
        self.node.last_move = Some((color, text));
        self.node.moves += 1;
        if self.node.moves == 3 {
            self.diagnostics.several_moves(offset);
        }
        false
    }

    fn read_move(&mut self, color: Color, value: RawValue<'a>) {
        if self.is_repeated(color, &value) {
            return;
        }
        let size = self.start.size;
        let action = match self.start.game {
            GameKind::Go => values::go_move(value.text, size),
            GameKind::Loa => {
                let text = values::simple_text(value.text);
                loa::parse_move(&text, size).unwrap_or(Move::Unreadable)
            }
            GameKind::Other(_) => {
                return self.tree.add_raw_move(color, &values::simple_text(value.text));
            }
        };
        self.add_move(color, action, value.offset);
    }

    fn add_move(&mut self, color: Color, action: Move, offset: usize) {
        if action == Move::Unreadable {
            self.diagnostics.bad_move(offset);
        }
        self.tree.add_action(Action::Move(color, action));
        if self.node.setup_area > 0 {
            self.note_move_with_setup(offset);
        }
    }

    fn note_move_with_setup(&mut self, offset: usize) {
        let message = "a move and setup stones stand in one node";
        self.diagnostics.add(Code::MoveWithSetup, offset, message);
    }

    fn setup(&mut self, stone: Stone, value: RawValue<'a>) {
        let size = self.start.size;
        if !self.start.has_rules() {
            return;
        }
        let Some((from, to)) = rectangle(&self.start, value.text) else {
            if !value.text.trim().is_empty() {
                let message = "a setup value that is not a point on the board";
                self.diagnostics.add(Code::BadPoint, value.offset, message);
            }
            return;
        };
        let area = area(from, to);
        self.node.setup_area += area;
        let in_tree = self.setup_area + area;
        if self.node.setup_area > MOST_SETUP * size.area()
            || in_tree > MOST_SETUP_IN_TREE * size.area()
        {
            let message = "more setup than a board can hold was skipped";
            self.diagnostics.add(Code::TooMuchSetup, value.offset, message);
            return;
        }
        self.setup_area = in_tree;
        if self.node.moves > 0 {
            self.note_move_with_setup(value.offset);
        }
        self.tree.add_action(Action::Add(stone, from, to));
    }

    /// Runs once the root is complete: determines the game and its board, then executes the root's own actions.
    fn finish_root(&mut self) {
        let root = std::mem::take(&mut self.root);
        let first = |name: &str| {
            root.iter()
                .find(|property| property.name == name)
                .and_then(|p| p.values.first())
                .map(|value| values::simple_text(value.text))
        };
        self.start = start::read(&first, &mut self.diagnostics);
        for property in &root {
            match properties::kind(&property.name) {
                PropertyKind::Info | PropertyKind::Other => {}
                kind @ (PropertyKind::Analysis(_) | PropertyKind::Annotation(_)) => {
                    self.remark(kind, &property.values);
                }
                // Those of both colours are read in the order of the text, at the place of the first.
                PropertyKind::Move(_) => {
                    for (color, value) in std::mem::take(&mut self.root_moves) {
                        self.act(PropertyKind::Move(color), value);
                    }
                }
                kind => {
                    for &value in &property.values {
                        self.act(kind, value);
                    }
                }
            }
        }
        self.root = root;
    }

    fn finish(mut self) -> GameRecord {
        if self.at_root() {
            self.finish_root();
        }
        self.tree.trim();
        if self.start.game == GameKind::Go {
            self.remarks.comments(&self.tree, self.start.size);
        }
        let first = |name: &str| {
            let property = self.root.iter().find(|property| property.name == name);
            let value = property.and_then(|property| property.values.first());
            value.map(|value| values::text(value.text))
        };
        let said_at_root = if self.remarks.is_empty() {
            [None, None, None]
        } else {
            ["RSGF", "BOT", "DZ"].map(first)
        };
        let is_go = self.start.game == GameKind::Go;
        let mut properties = Vec::with_capacity(self.root.len());
        for RootProperty { name, values } in self.root {
            if is_go && is_in_verdicts(&name) {
                continue;
            }
            let values = values.iter().map(|value| text_of(&name, value.text));
            properties.push(Property { values: values.collect(), name: name.into_owned() });
        }
        if self.start.game == GameKind::Loa {
            boardspace::add_info(&mut properties);
        }
        let mut diagnostics = self.diagnostics;
        let info =
            GameInfo::from_properties(properties.iter().chain(&self.main_info), &mut diagnostics);
        if is_go
            && let Some(stones @ 2..) = info.handicap
            && !has_handicap(&self.tree, stones)
        {
            diagnostics.no_handicap_stones();
        }
        let [report, bot, kind] = &said_at_root;
        let facts =
            RootFacts { report: report.as_deref(), bot: bot.as_deref(), kind: kind.as_deref() };
        let analysis = if self.remarks.is_empty() {
            Analysis::default()
        } else {
            self.remarks.finish(&self.tree, &info, &facts, &mut diagnostics)
        };
        let start = Start {
            setup: start::orient(self.start, &self.tree),
            suicide: Suicide::under(info.ruleset),
            ..self.start
        };
        GameRecord {
            format: Format::Sgf,
            start,
            tree: self.tree,
            info,
            properties,
            main_info: self.main_info,
            side_info: self.side_info,
            analysis,
            diagnostics,
        }
    }
}

/// The colour of the letter `B` or `W`.
fn color_of(letter: u8) -> Color {
    match letter {
        b'B' => Color::Black,
        _ => Color::White,
    }
}

/// Whether Black has handicap stones: set up in any node before the first move, or played as the first moves.
fn has_handicap(tree: &GameTree, stones: u8) -> bool {
    let mut played = 0;
    for action in tree.main_line().flat_map(|node| tree.actions(node)) {
        match action {
            Action::Add(Stone::Black, ..) => return true,
            Action::Move(Color::Black, Move::Place(_)) => played += 1,
            Action::Move(..) => break,
            _ => {}
        }
        if played >= stones {
            return true;
        }
    }
    false
}

fn is_same(a: &[RawValue], b: &[RawValue]) -> bool {
    let same = |(a, b): (&RawValue, &RawValue)| a.text.trim() == b.text.trim();
    a.len() == b.len() && a.iter().zip(b).all(same)
}

fn text_of(name: &str, raw: &str) -> String {
    let text = if keeps_lines(name) { values::text(raw) } else { values::simple_text(raw) };
    match name {
        "PB" | "PW" => without_mark(&text).to_owned(),
        _ => text.into_owned(),
    }
}

/// The part of a point or rectangle that is on the board.
fn rectangle(start: &Start, raw: &str) -> Option<(Point, Point)> {
    let text = match start.game {
        GameKind::Go => return values::go_rectangle(raw, start.size),
        GameKind::Loa => values::simple_text(raw),
        GameKind::Other(_) => return None,
    };
    let point = |text| loa::parse_point(text, start.size);
    match text.split_once(':') {
        Some((a, b)) => values::cut(point(a)?, point(b)?, start.size),
        None => point(&text).map(|point| (point, point)),
    }
}
