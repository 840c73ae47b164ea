//! Builds the tree of continuations from a position or a pattern, and writes it as an SGF file.

use super::Sink;
use super::board::{pattern_search, read_subject};
use super::conditions::RequestConditions;
use super::failure::Result;
use super::input::BoardSubject;
use super::number_format::{counted, format_thousands, headline, percent};
use super::question::Ask;
use super::request::{BoardSearch, BuildTree, SubjectKind, TreeLimits};
use super::snapshot::Snapshot;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_language::input::BoardInput;
use kifu_language::input::pattern::PatternInput;
use kifu_language::locate::target_point;
use kifu_query::answer::tree::{MoveTree, TreeBounds, TreeNode, explore};
use kifu_query::answer::{BoardQuestion, Continuation};
use kifu_query::step::Step;
use kifu_record::Start;
use kifu_record::formats::sgf::write::{move_value, point_value, push_property, size_value};
use kifu_record::game::pattern::{AllowedTurns, Cell};
use kifu_record::game::{Color, GameKind, Move, Point, Stone, loa};
use serde::Serialize;
use std::collections::BTreeMap;

/// Tree of the moves that games play after a position or pattern, as an SGF file.
#[derive(Clone, Debug, Serialize)]
pub struct ContinuationTree {
    /// Number of games that have the position at the root of the tree. If it is 0, there is no tree.
    pub games: u64,
    /// Number of nodes of the tree.
    pub nodes: usize,
    /// True if branches were dropped because the tree has a limit of nodes.
    pub is_cut: bool,
    /// Text of the SGF file.
    pub sgf: String,
}

impl Ask for BuildTree {
    type Answer = ContinuationTree;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<ContinuationTree> {
        let subject = match self.board.sought {
            SubjectKind::Position => BoardSubject::Position(full_board(&self.board, snapshot)?),
            SubjectKind::Pattern => read_subject(&self.board, snapshot)?,
        };
        build_tree(snapshot, &self.board, &subject, &self.growth)
    }
}

/// Returns the whole board of a request for a tree; fails if the operand is only a part of a board.
fn full_board(request: &BoardSearch, snapshot: &Snapshot) -> Result<BoardInput> {
    let position = match read_subject(request, snapshot)? {
        BoardSubject::Position(position) if request.symmetric => position,
        _ => {
            let message = "a tree needs a whole board that may be turned";
            return Err(Error::new(ErrorKind::Query, message)
                .with_remedy(Remedy::DrawWhole)
                .into());
        }
    };
    if position.start.setup == loa::LoaSetup::Gemma {
        let message = "there is no tree of Gemma: SGF cannot write its holes";
        return Err(Error::new(ErrorKind::Query, message).with_remedy(Remedy::ListMoves).into());
    }
    Ok(position)
}

fn build_tree(
    snapshot: &Snapshot,
    request: &BoardSearch,
    subject: &BoardSubject,
    growth: &TreeLimits,
) -> Result<ContinuationTree> {
    let conditions = RequestConditions::new(&request.hits, &subject.frame())?;
    let plan = conditions.plan(snapshot)?;
    let (games, percent) = parse_thresholds(&growth.least)?;
    let bounds = TreeBounds { plies: growth.plies, games, percent, nodes: growth.nodes };
    let any_colors = conditions.terms.any_colours;
    let turns = AllowedTurns { symmetric: request.symmetric, any_colors };
    let (start, searched, meaning) = match subject {
        BoardSubject::Position(position) => (position.start, (&position.board).into(), None),
        BoardSubject::Pattern(pattern) => (
            Start { game: pattern.game, ..Start::go(pattern.board) },
            pattern_search(pattern, turns).into(),
            Some(pattern.search_words(turns).to_string()),
        ),
    };
    let question = BoardQuestion {
        subject: searched,
        conditions: &conditions.terms,
        filter: plan.as_ref(),
        unique: conditions.settings.unique,
        orders: &conditions.settings.orders,
        listed: 0,
        named: usize::MAX,
        as_written: false,
        by_year: false,
        sizes: false,
    };
    let tree = explore(snapshot.index, start, &question, bounds)?;
    let root = tree.nodes.first();
    let sgf = Sgf { subject, start, meaning, conditions: &conditions, tree: &tree };
    Ok(ContinuationTree {
        games: root.map_or(0, |root| root.games.outcomes.games),
        nodes: tree.nodes.len(),
        is_cut: tree.is_cut,
        sgf: sgf.text(),
    })
}

/// Parses the numbers that a branch needs to be in the tree: a number of games, a percentage of the games of the
/// previous position, or both.
pub(super) fn parse_thresholds(texts: &[String]) -> kifu_archive::error::Result<(u64, f64)> {
    let mut thresholds = (0, 0.0);
    for text in texts {
        let wrong = || {
            let message = format!("`{text}` is neither a number of games nor a share of them");
            Error::new(ErrorKind::Query, message).with_remedy(Remedy::WriteLeast)
        };
        match text.strip_suffix('%') {
            Some(share) => {
                let share: f64 = share.trim().parse().map_err(|_| wrong())?;
                if !(0.0..=100.0).contains(&share) {
                    return Err(wrong());
                }
                thresholds.1 = share;
            }
            None => thresholds.0 = text.trim().parse().map_err(|_| wrong())?,
        }
    }
    // A branch needs at least one game, even if the request says less.
    Ok((thresholds.0.max(1), thresholds.1))
}

/// Tree being written as SGF.
struct Sgf<'s> {
    subject: &'s BoardSubject,
    start: Start,
    /// Description of where a pattern is searched for; `None` for a position.
    meaning: Option<String>,
    conditions: &'s RequestConditions,
    tree: &'s MoveTree,
}

impl Sgf<'_> {
    fn text(&self) -> String {
        let mut text = "(".to_owned();
        // Stack of the nodes that are still to be written, each with whether it begins a variation; `None` marks the
        // end of a variation. A stack is used instead of recursion, because a tree may be deep.
        let mut pending = vec![Some((0, false))];
        while let Some(piece) = pending.pop() {
            let Some((number, begins)) = piece else {
                text.push(')');
                continue;
            };
            let Some(node) = self.tree.nodes.get(number) else {
                continue;
            };
            text.push_str(if begins { "\n(" } else { "" });
            self.push_node(node, &mut text);
            let forks = node.children.len() > 1;
            for &child in node.children.iter().rev() {
                if forks {
                    pending.push(None);
                }
                pending.push(Some((child, forks)));
            }
        }
        text.push_str(")\n");
        text
    }

    fn push_node(&self, node: &TreeNode, text: &mut String) {
        text.push(';');
        match node.played {
            None => self.push_root(text),
            Some((color, action)) => self.push_move(color, action, text),
        }
        let letters = self.letters(node);
        let labels = letters.iter().filter_map(|(step, letter)| {
            let Step::Move(_, action) = step else {
                return None;
            };
            Some((target_point(self.subject.on_board(*action))?, letter))
        });
        // SGF allows only one label at a point. If several moves lead to a point, its label is the letter of the most
        // frequent one.
        let mut labelled = BTreeMap::new();
        for (point, letter) in labels {
            labelled.entry(point).or_insert(letter);
        }
        let labels =
            labelled.iter().map(|(&point, letter)| format!("{}:{letter}", self.point(point)));
        push_property(text, "LB", labels);
        push_property(text, "C", [self.comment(node, &letters)]);
    }

    fn push_move(&self, color: Color, action: Move, text: &mut String) {
        let name = color.letter().to_string();
        let action = self.subject.on_board(action);
        let value = move_value(self.start.game, self.start.size, action);
        push_property(text, &name, [value]);
    }

    /// Writes the root node with the board of the request.
    fn push_root(&self, text: &mut String) {
        let start = self.start;
        let number = match start.game {
            GameKind::Loa => "9",
            _ => "1",
        };
        push_property(text, "FF", ["4"]);
        push_property(text, "GM", [number]);
        push_property(text, "CA", ["UTF-8"]);
        let program = concat!("kifu-index:", env!("CARGO_PKG_VERSION"));
        push_property(text, "AP", [program]);
        push_property(text, "SZ", [size_value(start.size)]);
        if start.game == GameKind::Loa {
            push_property(text, "SU", ["Custom"]);
        }
        match self.subject {
            BoardSubject::Position(position) => {
                let stones = start.size.points().map(|point| (point, position.board.stone(point)));
                self.push_stones(&stones.collect::<Vec<_>>(), text);
                if let Some(turn) = position.turn {
                    push_property(text, "PL", [turn.letter().to_string()]);
                }
            }
            BoardSubject::Pattern(pattern) => self.push_pattern(pattern, text),
        }
    }

    fn push_stones(&self, points: &[(Point, Stone)], text: &mut String) {
        for (name, stone) in [("AB", Stone::Black), ("AW", Stone::White)] {
            let values = points.iter().filter(|&&(_, other)| other == stone);
            push_property(text, name, values.map(|&(point, _)| self.point(point)));
        }
    }

    /// Writes a pattern as SGF: its stones, its rectangle as the visible part of the board, marks on its open points,
    /// and each of its moves in a node of its own.
    fn push_pattern(&self, pattern: &PatternInput, text: &mut String) {
        let cells = || pattern.pattern.cells();
        let stones = cells().map(|(point, cell)| {
            let stone = match cell {
                Cell::BLACK => Stone::Black,
                Cell::WHITE => Stone::White,
                _ => Stone::Empty,
            };
            (pattern.on_board(point), stone)
        });
        self.push_stones(&stones.collect::<Vec<_>>(), text);
        let all = cells().map(|(point, _)| self.point(pattern.on_board(point)));
        push_property(text, "VW", all);
        let open =
            cells().filter(|(_, cell)| !matches!(*cell, Cell::BLACK | Cell::WHITE | Cell::EMPTY));
        let open = open.map(|(point, _)| self.point(pattern.on_board(point)));
        push_property(text, "MA", open);
        for &(color, point) in pattern.pattern.moves() {
            text.push(';');
            self.push_move(color, Move::Place(point), text);
        }
    }

    fn point(&self, point: Point) -> String {
        point_value(self.start.game, self.start.size, point)
    }

    /// Assigns letters to the branches of a node, in order.
    fn letters(&self, node: &TreeNode) -> Vec<(Step, char)> {
        node.children
            .iter()
            .filter_map(|&child| self.tree.nodes.get(child))
            .map(|child| child.games.step)
            .zip(('A'..='Z').chain('a'..='z'))
            .collect()
    }

    fn comment(&self, node: &TreeNode, letters: &[(Step, char)]) -> String {
        let mut lines = Vec::new();
        match node.played {
            None => {
                lines.extend(self.meaning.clone());
                lines.extend(self.conditions.sentence().map(|words| words.to_string()));
                lines.push(headline(&node.games.outcomes, |_| String::new()));
            }
            Some((color, action)) => self.push_branch_lines(node, color, action, &mut lines),
        }
        if let Some((here, rows)) = &node.expanded {
            if node.played.is_some() && here.games != node.games.outcomes.games {
                let games = counted(here.games, "game has", "games have");
                lines.push(format!("{games} the position, by any moves"));
            }
            self.push_continuation_lines(rows, here.games, letters, &mut lines);
        }
        lines.join("\n")
    }

    fn push_branch_lines(
        &self,
        node: &TreeNode,
        color: Color,
        action: Move,
        lines: &mut Vec<String>,
    ) {
        let Continuation { outcomes, years, players, .. } = &node.games;
        let share = percent(outcomes.games, node.parent_games, 0);
        let name = self.move_name(color, action);
        let all = counted(node.parent_games, "game", "games");
        lines.push(format!("{name}: {share} of {all}"));
        lines.push(headline(outcomes, |_| String::new()));
        match years {
            Some((first, last)) if first == last => lines.push(first.to_string()),
            Some((first, last)) => lines.push(format!("{first}-{last}")),
            None => {}
        }
        if !players.is_empty() {
            let player =
                |(name, games): &(String, u64)| format!("{name} {}", format_thousands(*games));
            let players: Vec<String> = players.iter().map(player).collect();
            lines.push(format!("Most often by {}", players.join(", ")));
        }
    }

    /// Adds a line with the branches of a node and their letters, and a line with the number of games whose
    /// continuations have no branch.
    fn push_continuation_lines(
        &self,
        rows: &[Continuation],
        of: u64,
        letters: &[(Step, char)],
        lines: &mut Vec<String>,
    ) {
        let mut others = 0;
        let mut branches = Vec::new();
        for row in rows {
            let games = row.outcomes.games;
            let letter = letters.iter().find(|(step, _)| *step == row.step);
            match (row.step, letter) {
                (Step::Move(color, action), Some((_, letter))) => branches.push(format!(
                    "{letter} {}: {} ({})",
                    self.move_name(color, action),
                    format_thousands(games),
                    percent(games, of, 0)
                )),
                (Step::End, _) => branches.push(format!("end: {}", format_thousands(games))),
                _ => others += games,
            }
        }
        if others > 0 {
            branches.push(format!("others: {}", format_thousands(others)));
        }
        if !branches.is_empty() {
            lines.push(String::new());
            lines.extend(branches);
        }
    }

    fn move_name(&self, color: Color, action: Move) -> String {
        let name = match action {
            Move::Pass => "pass".to_owned(),
            action => self.subject.move_name(action),
        };
        format!("{} {name}", color.letter())
    }
}
