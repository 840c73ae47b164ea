//! Finds the comments that stand at a position or a pattern, over many games.

use super::Sink;
use super::board::{board_question, read_subject};
use super::conditions::RequestConditions;
use super::failure::Result;
use super::input::BoardSubject;
use super::question::Ask;
use super::request::{BoardParts, FindComments};
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_language::input::BoardInput;
use kifu_query::answer::{PlacedHit, answer};
use kifu_query::board_conditions::TreeScope;
use kifu_query::convert_each::load_each;
use kifu_query::hits::LoadedGame;
use kifu_query::plan::{PlainClause, Plan};
use kifu_query::search::StoredTrees;
use kifu_record::game::Stone;
use kifu_record::game::board::Board;
use kifu_record::text::lang::detect_languages;
use kifu_record::{GameTree, NodeId, Replayer, Start};
use serde::Serialize;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Comments that stand at a position or a pattern.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CommentsAnswer {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Number of games with comments that have the position or pattern.
    pub total: u64,
    /// Number of games whose comments were read. They are the first of all games with comments, in the order of the
    /// request.
    pub looked_at: u64,
    /// Number of comments found in the games that were read.
    pub found: u64,
    /// Comments, the longest first.
    pub comments: Vec<CommentRow>,
}

/// Comment at the position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CommentRow {
    /// Id of the game.
    pub id: String,
    /// Node of the comment, in pre-order from 0.
    pub node: NodeId,
    /// Number of moves played up to the node.
    #[serde(rename = "move")]
    pub number: u32,
    /// True if the node is in a variation.
    pub variation: bool,
    /// Text of the comment, cut after the requested number of characters.
    pub text: String,
    /// Number of characters of the whole comment.
    pub characters: usize,
    /// Language of the comment, if it can be detected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<&'static str>,
}

impl Ask for FindComments {
    type Answer = CommentsAnswer;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<CommentsAnswer> {
        let mut board = self.board.clone();
        board.listed = self.games;
        board.parts = BoardParts { moves: false, ..BoardParts::default() };
        let subject = read_subject(&board, snapshot)?;
        let conditions = RequestConditions::new(&board.hits, &subject.frame())?;
        // Only games with comments are searched, because games without comments would use up the limit on games whose
        // comments are read.
        let plan = conditions.plan(snapshot)?;
        let plan = Plan::narrow(plan, snapshot.index, PlainClause::Commented);
        let question = board_question(&board, &subject, &conditions, Some(&plan));
        let found = answer(snapshot.index, &question)?;
        let within = conditions.terms.scope;
        let mut reader = CommentReader::new(snapshot, &subject, board.symmetric, within);
        let hits: Vec<_> = found.first.iter().map(|placed| placed.hit).collect();
        let mut placed = found.first.iter();
        let mut rows = Vec::new();
        let mut looked_at = 0;
        load_each(snapshot.index, &hits, |game| {
            looked_at += 1;
            if let Some(placed) = placed.next() {
                reader.add(&game, placed, &mut rows)?;
            }
            Ok(())
        })?;
        let count = rows.len() as u64;
        // The sort is stable, so comments of equal length stay in the order of their games.
        rows.sort_by_key(|row: &CommentRow| Reverse(row.characters));
        rows.drain(..rows.len().min(self.skip));
        rows.truncate(self.limit);
        for row in &mut rows {
            let known = detect_languages(std::iter::once(row.text.as_str()));
            row.lang = known.first().copied();
            let end = row.text.char_indices().nth(self.characters);
            row.text.truncate(end.map_or(row.text.len(), |(at, _)| at));
        }
        Ok(CommentsAnswer {
            v: VERSION,
            total: found.outcomes.games,
            looked_at,
            found: count,
            comments: rows,
        })
    }
}

/// Reads the comments of games at the position or pattern.
struct CommentReader<'r> {
    trees: StoredTrees<'r>,
    replayer: Replayer,
    within: TreeScope,
    /// The position of the request, and the position with exchanged colours; `None` for a pattern.
    boards: Option<[Board; 2]>,
    /// True if the position may be rotated and mirrored.
    symmetric: bool,
}

impl<'r> CommentReader<'r> {
    fn new(
        snapshot: &Snapshot<'r>,
        subject: &BoardSubject,
        symmetric: bool,
        within: TreeScope,
    ) -> CommentReader<'r> {
        let boards = match subject {
            BoardSubject::Position(BoardInput { board, .. }) => {
                Some([board.clone(), swap_colours(board)])
            }
            BoardSubject::Pattern(_) => None,
        };
        CommentReader {
            trees: StoredTrees::new(snapshot.index),
            replayer: Replayer::new(),
            within,
            boards,
            symmetric,
        }
    }

    fn add(
        &mut self,
        game: &LoadedGame,
        placed: &PlacedHit,
        rows: &mut Vec<CommentRow>,
    ) -> kifu_archive::error::Result<()> {
        let comments = game.comments();
        if comments.is_empty() {
            return Ok(());
        }
        let Some((start, tree)) = self.trees.read(&placed.hit)? else {
            return Ok(());
        };
        let board = self
            .boards
            .as_ref()
            .map(|[requested, other]| if placed.swapped { other } else { requested });
        let is_position = |other: &Board| {
            board.is_some_and(|board| {
                board.hash() == other.hash() && (self.symmetric || board.has_same_stones(other))
            })
        };
        let stands =
            nodes_at_position(&mut self.replayer, start, tree, is_position, placed.place.node);
        for (node, number, text) in comments {
            let variation = game.is_variation(node);
            let is_wanted = match self.within {
                TreeScope::Main => !variation,
                TreeScope::Variations => variation,
                TreeScope::Any => true,
            };
            if is_wanted && stands.get(node as usize) == Some(&true) {
                rows.push(CommentRow {
                    id: game.header.id_text(),
                    node,
                    number,
                    variation,
                    characters: text.chars().count(),
                    text: text.to_owned(),
                    lang: None,
                });
            }
        }
        Ok(())
    }
}

/// Tells for each node whether its board has the searched position: if `is_position` accepts the board, or if it is the
/// board of the first hit. A node that does not change the board has the position if its parent has it.
fn nodes_at_position(
    replayer: &mut Replayer,
    start: Start,
    tree: &GameTree,
    is_position: impl Fn(&Board) -> bool,
    first: NodeId,
) -> Vec<bool> {
    // For each node that changes the board: true if the board is the searched position. `None` for nodes that do not
    // change it.
    let mut at_changes: Vec<Option<bool>> = vec![None; tree.len()];
    replayer.replay(start, tree, |ply| {
        if let Some(slot) = at_changes.get_mut(ply.node as usize) {
            let before = slot.unwrap_or(ply.node == first);
            *slot = Some(before || is_position(ply.board));
        }
        ControlFlow::Continue(())
    });
    let mut stands: Vec<bool> = Vec::with_capacity(at_changes.len());
    // Nodes are in pre-order, so the value of a parent is known before those of its children.
    for (node, at_node) in (0..).zip(at_changes) {
        let parent = || tree.parent(node).and_then(|parent| stands.get(parent as usize).copied());
        let stands_here = at_node.or_else(parent);
        stands.push(stands_here.unwrap_or(false));
    }
    stands
}

/// Returns the board with exchanged colours.
fn swap_colours(board: &Board) -> Board {
    let mut swapped = Board::new(board.game(), board.size());
    for point in board.size().points() {
        let stone = board.stone(point);
        let other = stone.color().map(|color| Stone::from(color.other()));
        swapped.set(point, other.unwrap_or(stone));
    }
    swapped
}
