//! Data of two players head to head: the games of one against the other.

use super::person::{find_by_name, spelling};
use super::player_games::{self, OpeningGames, PlayerSelection, filter_clauses};
use crate::address::ParsedRequest;
use crate::route_parameters::VersusParameters;
use crate::worker::{AnswerContext, Partial};
use kifu_archive::error::{Error, ErrorKind};
use kifu_engine::Result;
use kifu_engine::page::PageRow;
use kifu_engine::players::WinLoss;
use kifu_engine::stats::Count;
use kifu_messages::say;
use schemars::JsonSchema;
use serde::Serialize;

/// Games of two players against each other. Results are those of the first player.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Versus {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// Names of both players.
    pub players: [String; 2],
    /// Names of both players as requested, spelt as in the archive.
    pub asked: [String; 2],
    /// Query that finds the games of the two players against each other.
    pub query: String,
    /// Number of games of the two players against each other.
    pub total: u64,
    /// Results for the first player of all games of the two players against each other.
    #[serde(flatten)]
    pub all: WinLoss,
    /// Results of the games in which the first player has Black.
    pub black: WinLoss,
    /// Results of the games in which the first player has White.
    pub white: WinLoss,
    /// Games of the two players against each other, by year.
    pub years: Vec<Count>,
    /// Games of the two players against each other, by opening.
    pub openings: Vec<OpeningGames>,
    /// The newest games of the two players.
    pub newest: Vec<PageRow>,
    /// For the page: which games of the two players it shows.
    #[serde(skip)]
    pub selection: PlayerSelection,
}

/// Data of the two players of an address: `player=A&player=B`.
pub(crate) fn find(
    context: &AnswerContext,
    request: &ParsedRequest<VersusParameters>,
) -> Result<Partial<Versus>> {
    let [one, other] = request.parameters.players.as_slice() else {
        let error = Error::new(ErrorKind::Query, say!("error-two-players"));
        return Err(error.with_help(say!("error-two-players-help")).into());
    };
    let filter = filter_clauses(context, request)?;
    let (first, second) = (find_by_name(context, one)?, find_by_name(context, other)?);
    let requested = [spelling(&first.data, one), spelling(&second.data, other)];
    let names = [first.data.player, second.data.player];
    if names.first() == names.last() {
        let message = say!("error-same-player", name = names.concat());
        return Err(Error::new(ErrorKind::Query, message).into());
    }
    let [player, other] = names.clone();
    let selection = PlayerSelection { player, against: Some(other), filter, plays_self: false };
    let counted = player_games::count(context, &selection)?;
    Ok(Partial {
        complete: first.complete && second.complete && counted.complete,
        data: Versus {
            v: 1,
            players: names,
            asked: requested,
            query: selection.query(None),
            total: counted.total,
            all: counted.all,
            black: counted.black,
            white: counted.white,
            years: counted.years,
            openings: counted.openings,
            newest: counted.newest,
            selection,
        },
    })
}
