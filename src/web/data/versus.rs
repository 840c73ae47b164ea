//! Data of two players head to head: the games of one against the other.

use super::player_games::{MAX_NEWEST_GAMES, filter_clauses};
use crate::address::ParsedRequest;
use crate::route_parameters::VersusParameters;
use crate::worker::{AnswerContext, Partial};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::head_to_head::HeadToHeadAnswer;
use kifu_engine::request::HeadToHead;
use kifu_messages::say;

/// Data of the two players of an address: `player=A&player=B`.
pub(crate) fn find(
    context: &AnswerContext,
    request: &ParsedRequest<VersusParameters>,
) -> Result<Partial<HeadToHeadAnswer>> {
    let Ok(players) = <[String; 2]>::try_from(request.parameters.players.clone()) else {
        let error = Error::new(ErrorKind::Query, say!("error-two-players"));
        return Err(error.with_help(say!("error-two-players-help")).into());
    };
    let question = HeadToHead {
        players,
        whole: true,
        query: filter_clauses(context, request)?,
        newest: MAX_NEWEST_GAMES,
        strength: request.parameters.strength,
        ..HeadToHead::default()
    };
    Ok(context.ask(&question)?.into())
}
