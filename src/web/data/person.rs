//! One player, and the list of all: the pages Player and Players.

use super::own::{self, OpeningGames, WhoseGames, among};
use super::people::decoded;
use crate::address::ParsedRequest;
use crate::desk::{AnswerContext, Partial};
use crate::route_parameters::PlayersParameters;
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_engine::Result;
use kifu_engine::complete::Suggestion;
use kifu_engine::page::PageRow;
use kifu_engine::players::{PlayerRow, PlayersAnswer, WinLoss};
use kifu_engine::request::{Complete, FindPlayers, TypedQuery};
use kifu_engine::stats::Count;
use kifu_language::order::Order;
use kifu_messages::say;
use kifu_record::text::fold::fold;
use serde::Serialize;

/// The most other players of one name, and the most similar names.
const SAME_NAME: usize = 12;

/// A player, and how the games went.
#[derive(Serialize)]
pub(crate) struct PersonPage {
    /// Results, spellings and opponents.
    #[serde(flatten)]
    pub player: PlayerRow,
    /// The name as the address asks for it, in the letters of the archive.
    pub asked: String,
    /// Other players with this name, each with the number of games.
    pub others: Vec<(String, u64)>,
    /// The query that finds the games.
    pub query: String,
    /// All games that name the player.
    pub total: u64,
    /// These games by year.
    pub years: Vec<Count>,
    /// By opening.
    pub openings: Vec<OpeningGames>,
    /// By event, without its number.
    pub series: Vec<Count>,
    /// The newest of them.
    pub newest: Vec<PageRow>,
    /// For the page: whose games they are.
    #[serde(skip)]
    pub whose: WhoseGames,
}

/// The player of an address, `/player/NAME` or `/player?name=NAME`, and the games that fit its query, too.
pub(crate) fn find(
    context: &AnswerContext,
    asked: &ParsedRequest<PlayersParameters>,
) -> Result<Partial<PersonPage>> {
    let name = match asked.path.strip_prefix("/player/") {
        Some(name) => decoded(name),
        None => asked.own.name.clone(),
    };
    let among = among(context, asked)?;
    let others = others(context, &name, &among)?;
    let named = named(context, &name)?;
    let asked = spelling(&named.data, &name);
    let mut whose =
        WhoseGames { player: named.data.player.clone(), against: None, among, plays_self: false };
    let is_other = |(other, _): &(String, u64)| {
        let mut own = named.data.spellings.iter();
        own.all(|own| own.name != *other)
    };
    let (namesakes, complete) = (others.data, others.complete && named.complete);
    let others = namesakes.into_iter().filter(is_other).collect();
    let player = narrowed(context, named.data, &whose)?;
    whose.plays_self = player.data.both > 0;
    let counted = own::count(context, &whose)?;
    Ok(Partial {
        complete: complete && player.complete && counted.complete,
        data: PersonPage {
            asked,
            others,
            player: player.data,
            query: whose.query(None),
            total: counted.total,
            years: counted.years,
            openings: counted.openings,
            series: counted.series,
            newest: counted.newest,
            whose,
        },
    })
}

/// The player whose whole name this is, in any spelling. Whoever else has words of it is a similar name.
pub(super) fn named(context: &AnswerContext, name: &str) -> Result<Partial<PlayerRow>> {
    let request = FindPlayers { name: name.to_owned(), whole: true, ..FindPlayers::default() };
    let reply = context.ask(&request)?;
    let PlayersAnswer { players, near, .. } = reply.answer;
    let found = players.into_iter().next();
    match found.filter(|_| !name.trim().is_empty()) {
        Some(data) => Ok(Partial { complete: reply.incomplete.is_none(), data }),
        None => {
            let mut similar = others(context, name, "")?.data;
            let is_new = |(name, _): &(String, u64)| similar.iter().all(|(known, _)| known != name);
            let near: Vec<(String, u64)> = near.into_iter().filter(is_new).collect();
            similar.extend(near);
            Err(unknown(name, similar).into())
        }
    }
}

/// The spelling that a name asks for, as the archive writes it; the most frequent one if none reads like the name.
pub(super) fn spelling(player: &PlayerRow, asked: &str) -> String {
    let (asked, folded) = (asked.trim(), fold(asked.trim()));
    let written = || player.spellings.iter().map(|row| row.name.as_str());
    let found = written()
        .find(|name| *name == asked)
        .or_else(|| written().find(|name| fold(name) == folded));
    found.unwrap_or(&player.player).to_owned()
}

/// The player by those of the games alone that are meant.
fn narrowed(
    context: &AnswerContext,
    player: PlayerRow,
    whose: &WhoseGames,
) -> Result<Partial<PlayerRow>> {
    if whose.among.is_empty() {
        return Ok(Partial::all(player));
    }
    let request = FindPlayers {
        name: whose.player.clone(),
        whole: true,
        query: whose.query(None),
        ..FindPlayers::default()
    };
    let found = Partial::from(context.ask(&request)?);
    Ok(found.map(|answer| {
        let mut player =
            answer.players.into_iter().next().unwrap_or_else(|| player.without_games());
        // The name is that of the page, however it is spelled in these games.
        player.player.clone_from(&whose.player);
        player
    }))
}

/// The players who have these words in their names, those with the most games first.
fn others(context: &AnswerContext, name: &str, among: &str) -> Result<Partial<Vec<(String, u64)>>> {
    if name.trim().is_empty() {
        return Ok(Partial::all(Vec::new()));
    }
    let request = FindPlayers {
        name: name.to_owned(),
        query: among.to_owned(),
        limit: Some(SAME_NAME),
        ..FindPlayers::default()
    };
    let found = Partial::from(context.ask(&request)?);
    let named = |player: &PlayerRow| (player.player.clone(), player.all.games);
    Ok(found.map(|answer| answer.players.iter().map(named).collect()))
}

fn unknown(name: &str, similar: Vec<(String, u64)>) -> Error {
    let error = Error::new(ErrorKind::NotFound, say!("error-no-player", name = name));
    if similar.is_empty() { error } else { error.advise(Remedy::Names(similar)) }
}

/// Players, those with the most games first.
#[derive(Serialize)]
pub(crate) struct PlayersList {
    /// What their names begin with, in any spelling; empty for all.
    pub name: String,
    /// Whom another player is looked for to be put beside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// How many players there are in all; `None` for a beginning.
    pub total: Option<u64>,
    /// The players.
    pub players: Vec<ListedPlayer>,
    /// For the page: the order that was asked for.
    #[serde(skip)]
    pub order: Option<String>,
}

/// A player in a list.
#[derive(Serialize)]
pub(crate) struct ListedPlayer {
    /// The most frequent spelling of the name.
    pub player: String,
    /// The spelling that begins as was typed, if it is another one.
    pub spelling: Option<String>,
    /// Games.
    pub games: u64,
    /// How they went, where that was counted.
    pub own: Option<WinLoss>,
    /// The years of the first and the last game, as far as they are known.
    pub years: Option<(i32, i32)>,
    /// All spellings, where the games were counted.
    #[serde(skip)]
    pub written: Vec<String>,
}

/// The players of the archive, or those whose names begin as was typed: all, or those in the games of a query.
pub(crate) fn list(
    context: &AnswerContext,
    asked: &ParsedRequest<PlayersParameters>,
) -> Result<Partial<PlayersList>> {
    let name = asked.own.name.trim().to_owned();
    let among = among(context, asked)?;
    let order = asked.state.sort.iter().find(|order| is_order(order));
    let is_known = |order: &&String| is_order(order) || Order::parse(order).is_some();
    if let Some(order) = asked.state.sort.iter().find(|order| !is_known(order)) {
        let message = say!("error-unknown-order", text = order.as_str());
        let help = say!("error-unknown-order-help", list = ORDERS.join(", "));
        return Err(Error::new(ErrorKind::Query, message).help(help).into());
    }
    // The first of an order are known only when all are there.
    let limit = order.is_none().then_some(asked.own.limit);
    let told = match (name.is_empty(), among.is_empty()) {
        (true, _) => everyone(context, (&among, limit))?,
        (false, true) => beginning(context, &name)?,
        (false, false) => {
            let mut told = everyone(context, (&among, None))?;
            let (_, players) = &mut told.data;
            let known = beginning(context, &name)?.data.1;
            let is_known = |label: &String| known.iter().any(|known| known.player == *label);
            let typed = format!(" {}", fold(&name));
            players.retain(|player| {
                let begins = |written: &String| format!(" {}", fold(written)).contains(&typed);
                is_known(&player.player) || player.written.iter().any(begins)
            });
            told
        }
    };
    let (total, mut players) = told.data;
    if let Some(order) = order {
        players = in_order(players, order);
    }
    players.truncate(asked.own.limit);
    Ok(Partial {
        complete: told.complete,
        data: PlayersList {
            beside: asked.own.beside.first().cloned(),
            total: total.filter(|_| name.is_empty()),
            name,
            players,
            order: order.cloned(),
        },
    })
}

/// By what the list can be ordered. A minus before it reverses the order.
const ORDERS: [&str; 4] = ["name", "games", "won", "years"];

/// A rate of fewer decided games says little: such players come last where rates are compared.
pub(crate) const FEW_DECIDED: u64 = 10;

/// Whether this is an order of players. Addresses bring those of games along, too.
fn is_order(order: &str) -> bool {
    ORDERS.contains(&order.strip_prefix('-').unwrap_or(order))
}

/// The players in an order. Those of whom it says the same stay as they are, by their games.
fn in_order(players: Vec<ListedPlayer>, order: &str) -> Vec<ListedPlayer> {
    let is_reversed = order.starts_with('-');
    let players = players.into_iter();
    let mut placed: Vec<_> = (players.map(|player| (player.place(order), player))).collect();
    placed.sort_by(|((a_last, a), _), ((b_last, b), _)| {
        a_last.cmp(b_last).then_with(|| if is_reversed { b.cmp(a) } else { a.cmp(b) })
    });
    placed.into_iter().map(|(_, player)| player).collect()
}

impl ListedPlayer {
    /// Where the player stands in an order: how far behind the others in either direction, and the text or the number
    /// that is compared.
    fn place(&self, order: &str) -> (u8, (String, i128)) {
        let number = |last: u8, number: i128| (last, (String::new(), number));
        let year = |year: Option<i32>| match year {
            Some(year) => number(0, year.into()),
            None => number(1, 0),
        };
        match order {
            "name" | "-name" => {
                let name = fold(&self.player);
                // Signs and digits are no beginnings of names.
                (u8::from(!name.starts_with(char::is_alphabetic)), (name, 0))
            }
            "won" | "-won" => {
                let (won, lost) = self.own.map_or((0, 0), |own| (own.won, own.lost));
                let decided = won + lost;
                // Precise enough to keep any two rates apart.
                match (i128::from(won) << 64).checked_div(decided.into()) {
                    Some(rate) => number(u8::from(decided < FEW_DECIDED), rate),
                    None => number(2, 0),
                }
            }
            // The first year, or the last one where those with the newest games come first.
            "years" => year(self.years.map(|(first, _)| first)),
            "-years" => year(self.years.map(|(_, last)| last)),
            _ => number(0, self.games.into()),
        }
    }
}

/// Players, and how many there are.
type CountedPlayers = (Option<u64>, Vec<ListedPlayer>);

/// The players whose names begin as was typed.
fn beginning(context: &AnswerContext, name: &str) -> Result<Partial<CountedPlayers>> {
    let typed = TypedQuery {
        // As if the name were still typed.
        query: format!("player:\"{}", name.replace(['"', '\\'], " ")),
        ..TypedQuery::default()
    };
    let found = Partial::from(context.ask(&Complete(typed))?);
    let row = |found: Suggestion| ListedPlayer {
        player: found.text,
        spelling: found.spelling,
        games: found.games.unwrap_or(0),
        own: None,
        years: None,
        written: Vec::new(),
    };
    Ok(found.map(|answer| {
        let players = answer.suggestions.into_iter().filter(|found| found.kind == "player");
        (None, players.map(row).collect())
    }))
}

/// All players, by the games of a query.
fn everyone(
    context: &AnswerContext,
    (among, limit): (&str, Option<usize>),
) -> Result<Partial<CountedPlayers>> {
    let request = FindPlayers { query: among.to_owned(), limit, ..FindPlayers::default() };
    let found = Partial::from(context.ask(&request)?);
    let row = |row: PlayerRow| ListedPlayer {
        games: row.all.games,
        years: row.first_year.zip(row.last_year),
        own: Some(row.all),
        player: row.player,
        spelling: None,
        written: (row.spellings.into_iter().map(|written| written.name)).collect(),
    };
    Ok(found.map(|answer| {
        let players = answer.players.into_iter();
        (Some(answer.total), players.map(row).collect())
    }))
}
