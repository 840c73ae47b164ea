//! The comments that stand at a position, over many records.

use super::Sink;
use super::board::{question, subject_of};
use super::conditions::RequestConditions;
use super::failure::Result;
use super::input::AskedSubject;
use super::question::Ask;
use super::request::{BoardParts, FindComments};
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_language::input::AskedPosition;
use kifu_query::answer::{PlacedHit, answer};
use kifu_query::hits::{LoadedGame, load_each};
use kifu_query::plan::{Plain, Plan};
use kifu_query::search::Trees;
use kifu_query::terms::TreeScope;
use kifu_record::game::Stone;
use kifu_record::game::board::Board;
use kifu_record::text::lang::languages;
use kifu_record::{GameTree, NodeId, Replayer, Start};
use serde::Serialize;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The comments that stand at a position or a pattern.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CommentsAnswer {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Games with comments that have it.
    pub total: u64,
    /// The first of these games in order: only their comments were looked through.
    pub looked_at: u64,
    /// The comments found in them.
    pub found: u64,
    /// The longest of them first.
    pub comments: Vec<CommentRow>,
}

/// A comment.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct CommentRow {
    /// The id of its game.
    pub id: String,
    /// Its node.
    pub node: NodeId,
    /// The number of moves played there.
    #[serde(rename = "move")]
    pub number: u32,
    /// Whether it is in a variation.
    pub variation: bool,
    /// The comment, or its beginning.
    pub text: String,
    /// The characters of the whole comment.
    pub characters: usize,
    /// Its language, if it can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lang: Option<&'static str>,
}

impl Ask for FindComments {
    type Answer = CommentsAnswer;

    fn answer(&self, snapshot: &Snapshot, _: Sink) -> Result<CommentsAnswer> {
        let mut board = self.board.clone();
        board.listed = self.games;
        board.parts = BoardParts { moves: false, ..BoardParts::default() };
        let subject = subject_of(&board, snapshot)?;
        let conditions = RequestConditions::of(&board.hits, &subject.on())?;
        // Games without comments would only take the places of others.
        let plan = conditions.plan(snapshot)?;
        let plan = Plan::narrowed(plan, snapshot.index, Plain::Commented);
        let question = question(&board, &subject, &conditions, Some(&plan));
        let found = answer(snapshot.index, &question)?;
        let within = conditions.terms.within;
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
            let known = languages(std::iter::once(row.text.as_str()));
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

/// Reads the comments of games at a position.
struct CommentReader<'r> {
    trees: Trees<'r>,
    replayer: Replayer,
    within: TreeScope,
    /// The position in its own colours, and with the colours exchanged; `None` for a pattern.
    boards: Option<[Board; 2]>,
    /// Whether the position may be turned.
    symmetric: bool,
}

impl<'r> CommentReader<'r> {
    fn new(
        snapshot: &Snapshot<'r>,
        subject: &AskedSubject,
        symmetric: bool,
        within: TreeScope,
    ) -> CommentReader<'r> {
        let boards = match subject {
            AskedSubject::Position(AskedPosition { board, .. }) => {
                Some([board.clone(), exchanged(board)])
            }
            AskedSubject::Pattern(_) => None,
        };
        CommentReader {
            trees: Trees::new(snapshot.index),
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
        let Some((start, tree)) = self.trees.of(&placed.hit)? else {
            return Ok(());
        };
        let board =
            self.boards.as_ref().map(|[own, other]| if placed.swapped { other } else { own });
        let is_it = |other: &Board| {
            board.is_some_and(|board| {
                board.hash() == other.hash() && (self.symmetric || board.same_stones(other))
            })
        };
        let stands = standing(&mut self.replayer, start, tree, is_it, placed.place.node);
        for (node, number, text) in comments {
            let variation = game.is_variation(node);
            let is_wanted = match self.within {
                TreeScope::Main => !variation,
                TreeScope::Variations => variation,
                TreeScope::Any => true,
            };
            if is_wanted && stands.get(node as usize) == Some(&true) {
                rows.push(CommentRow {
                    id: game.card.id_text(),
                    node,
                    number,
                    variation,
                    characters: text.chars().count(),
                    text,
                    lang: None,
                });
            }
        }
        Ok(())
    }
}

/// For each node, whether the position stands there: one of those that a function picks, or that of the first hit. It
/// also stands in nodes that follow without changing it.
fn standing(
    replayer: &mut Replayer,
    start: Start,
    tree: &GameTree,
    is_it: impl Fn(&Board) -> bool,
    first: NodeId,
) -> Vec<bool> {
    // Of the nodes with a position of their own, whether it is the one in question.
    let mut own: Vec<Option<bool>> = vec![None; tree.len()];
    replayer.replay(start, tree, |ply| {
        if let Some(slot) = own.get_mut(ply.node as usize) {
            let before = slot.unwrap_or(ply.node == first);
            *slot = Some(before || is_it(ply.board));
        }
        ControlFlow::Continue(())
    });
    let mut stands: Vec<bool> = Vec::with_capacity(own.len());
    // Parents come before their children.
    for (node, own) in (0..).zip(own) {
        let parent = || tree.parent(node).and_then(|parent| stands.get(parent as usize).copied());
        let is_there = own.or_else(parent);
        stands.push(is_there.unwrap_or(false));
    }
    stands
}

/// The same board with the colours exchanged.
fn exchanged(board: &Board) -> Board {
    let mut swapped = Board::new(board.game(), board.size());
    for point in board.size().points() {
        let stone = board.stone(point);
        let other = stone.color().map(|color| Stone::from(color.other()));
        swapped.set(point, other.unwrap_or(stone));
    }
    swapped
}
