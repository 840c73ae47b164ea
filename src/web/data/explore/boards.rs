//! Finds the board sizes of the games, so that the first page does not show a board of 19 lines if no game was played
//! on one.

use crate::state::{PageState, board_size, size_name};
use crate::worker::AnswerContext;
use kifu_engine::Result;
use kifu_engine::request::Stats;
use kifu_engine::stats::Counts;
use kifu_record::game::BoardSize;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Number of Go games on boards of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardGames {
    pub size: BoardSize,
    pub games: u64,
}

/// Finds the board sizes of the games that match a query, the most frequent first.
pub(super) fn boards(context: &AnswerContext, query: &str) -> Result<Vec<BoardGames>> {
    let request =
        Stats { query: query.to_owned(), by: vec!["kind,size".to_owned()], ..Stats::default() };
    let mut boards = Vec::new();
    let engine = &context.opened.engine;
    engine.stats(&request, &context.options, &mut |table: &Counts| {
        let go = table.rows.iter();
        let go = go.filter(|row| row.value.as_deref() == Some("go"));
        boards.extend(go.filter_map(|row| {
            let size = board_size(row.across.as_ref()?.as_deref()?)?;
            Some(BoardGames { size, games: row.games })
        }));
        ControlFlow::Continue(())
    })?;
    boards.sort_by_key(|board| Reverse(board.games));
    Ok(boards)
}

/// Address to which a visit without parameters is redirected: the empty board of the most frequent size, or the list of
/// games if no game is Go. `None` if most games have 19 lines: the page shows that board without a redirect.
pub(crate) fn first_page(context: &AnswerContext) -> Result<Option<String>> {
    let boards = boards(context, "")?;
    let usual = PageState::default().size;
    Ok(match boards.first() {
        Some(most) if most.size != usual => Some(format!("/?size={}", size_name(most.size))),
        None if context.opened.status.games > 0 => Some("/games".to_owned()),
        _ => None,
    })
}
