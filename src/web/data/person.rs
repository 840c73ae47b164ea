//! Data of the page of one player, and of the list of players.

use super::people::decode_path_part;
use super::player_games::{MAX_NEWEST_GAMES, filter_clauses};
use crate::address::ParsedRequest;
use crate::route_parameters::PlayersParameters;
use crate::worker::{AnswerContext, Partial};
use kifu_archive::error::{Error, ErrorKind, Remedy};
use kifu_engine::Result;
use kifu_engine::complete::Suggestion;
use kifu_engine::head_to_head::spelling;
use kifu_engine::page::PageRow;
use kifu_engine::player_games::{OpeningGames, PlayerSelection};
use kifu_engine::players::{PlayerRow, PlayersAnswer, WinLoss};
use kifu_engine::request::{Complete, CountPlayerGames, FindPlayers, TypedQuery};
use kifu_engine::stats::Count;
use kifu_language::order::Order;
use kifu_messages::say;
use kifu_record::text::fold::fold;
use serde::Serialize;

/// Largest number of other players of the requested name, and of similar names, in an answer.
const MAX_SIMILAR_NAMES: usize = 12;

/// A player, with the results of the player's games.
#[derive(Serialize)]
pub(crate) struct PersonPage {
    /// Results, spellings and opponents of the player.
    #[serde(flatten)]
    pub player: PlayerRow,
    /// Requested name of the player, spelt as in the archive.
    pub asked: String,
    /// Other players whose names have this spelling, too, each with the number of games.
    pub others: Vec<(String, u64)>,
    /// Query that finds the games of the player.
    pub query: String,
    /// Number of all games that name the player.
    pub total: u64,
    /// Games of the player by year.
    pub years: Vec<Count>,
    /// Games of the player by opening.
    pub openings: Vec<OpeningGames>,
    /// Games by series of events, such as `Honinbo` without the number of the tournament.
    pub series: Vec<Count>,
    /// The newest games of the player.
    pub newest: Vec<PageRow>,
    /// For the page: which games of the player it shows.
    #[serde(skip)]
    pub selection: PlayerSelection,
}

/// Finds the data of a player, `/player/NAME` or `/player?name=NAME`, from the games that match the query.
pub(crate) fn find(
    context: &AnswerContext,
    request: &ParsedRequest<PlayersParameters>,
) -> Result<Partial<PersonPage>> {
    let name = match request.path.strip_prefix("/player/") {
        Some(name) => decode_path_part(name),
        None => request.parameters.name.clone(),
    };
    let filter = filter_clauses(context, request)?;
    let others = players_with_words(context, &name, &filter)?;
    let named = find_by_name(context, &name)?;
    let requested_spelling = spelling(&named.data, &name);
    let mut selection = PlayerSelection {
        player: named.data.player.clone(),
        against: None,
        filter,
        plays_self: false,
    };
    let is_other = |(other, _): &(String, u64)| {
        let mut spellings = named.data.spellings.iter();
        spellings.all(|spelling| spelling.name != *other)
    };
    let (namesakes, complete) = (others.data, others.complete && named.complete);
    let others = namesakes.into_iter().filter(is_other).collect();
    let player = recount_in_selection(context, named.data, &selection)?;
    selection.plays_self = player.data.both > 0;
    let question = CountPlayerGames {
        selection: selection.clone(),
        tables: ["year", "series"].map(str::to_owned).to_vec(),
        newest: MAX_NEWEST_GAMES,
    };
    let counted = context.ask(&question)?;
    let is_counted = counted.incomplete.is_none();
    let mut counted = counted.answer;
    Ok(Partial {
        complete: complete && player.complete && is_counted,
        data: PersonPage {
            asked: requested_spelling,
            others,
            player: player.data,
            query: selection.query(None),
            total: counted.total,
            years: counted.take_table("year"),
            series: counted.take_table("series"),
            openings: counted.openings,
            newest: counted.newest,
            selection,
        },
    })
}

/// Finds the player who has exactly this name in one of the player's spellings. If there is none, the error suggests
/// similar names.
fn find_by_name(context: &AnswerContext, name: &str) -> Result<Partial<PlayerRow>> {
    let request = FindPlayers { name: name.to_owned(), whole: true, ..FindPlayers::default() };
    let reply = context.ask(&request)?;
    let PlayersAnswer { players, near, .. } = reply.answer;
    let found = players.into_iter().next();
    match found.filter(|_| !name.trim().is_empty()) {
        Some(data) => Ok(Partial { complete: reply.incomplete.is_none(), data }),
        None => {
            let mut similar = players_with_words(context, name, "")?.data;
            let is_new = |(name, _): &(String, u64)| similar.iter().all(|(known, _)| known != name);
            let near: Vec<(String, u64)> = near.into_iter().filter(is_new).collect();
            similar.extend(near);
            Err(unknown(name, similar).into())
        }
    }
}

/// Recounts a player over the games of the query only.
fn recount_in_selection(
    context: &AnswerContext,
    player: PlayerRow,
    selection: &PlayerSelection,
) -> Result<Partial<PlayerRow>> {
    if selection.filter.is_empty() {
        return Ok(Partial::complete(player));
    }
    let request = FindPlayers {
        name: selection.player.clone(),
        whole: true,
        query: selection.query(None),
        ..FindPlayers::default()
    };
    let found = Partial::from(context.ask(&request)?);
    Ok(found.map(|answer| {
        let mut player =
            answer.players.into_iter().next().unwrap_or_else(|| player.without_games());
        // The row keeps the name under which the page shows the player, although the games of the query may spell it
        // differently.
        player.player.clone_from(&selection.player);
        player
    }))
}

/// Finds players with these words in their names, those with the most games first.
fn players_with_words(
    context: &AnswerContext,
    name: &str,
    filter: &str,
) -> Result<Partial<Vec<(String, u64)>>> {
    if name.trim().is_empty() {
        return Ok(Partial::complete(Vec::new()));
    }
    let request = FindPlayers {
        name: name.to_owned(),
        query: filter.to_owned(),
        limit: Some(MAX_SIMILAR_NAMES),
        ..FindPlayers::default()
    };
    let found = Partial::from(context.ask(&request)?);
    let named = |player: &PlayerRow| (player.player.clone(), player.all.games);
    Ok(found.map(|answer| answer.players.iter().map(named).collect()))
}

fn unknown(name: &str, similar: Vec<(String, u64)>) -> Error {
    let error = Error::new(ErrorKind::NotFound, say!("error-no-player", name = name));
    if similar.is_empty() { error } else { error.with_remedy(Remedy::Names(similar)) }
}

/// A list of players, those with the most games first.
#[derive(Serialize)]
pub(crate) struct PlayersList {
    /// Text with which the names must begin in one of their spellings; empty for all players.
    pub name: String,
    /// Player whom the visitor has chosen for a comparison; a second one is to be chosen from this list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// Number of all players; `None` for a search by name.
    pub total: Option<u64>,
    pub players: Vec<ListedPlayer>,
    /// For the page: the order of the list that was requested.
    #[serde(skip)]
    pub order: Option<String>,
}

/// A player in a list.
#[derive(Serialize)]
pub(crate) struct ListedPlayer {
    /// Most frequent spelling of the name.
    pub player: String,
    /// Spelling that begins with the typed text, if it differs from the most frequent one.
    pub spelling: Option<String>,
    /// Number of the player's games.
    pub games: u64,
    /// Results of the player, if they were counted.
    pub own: Option<WinLoss>,
    /// Years of the first and the last game, if they are known.
    pub years: Option<(i32, i32)>,
    /// All spellings of the player's name, if the games of the player were counted.
    #[serde(skip)]
    pub written: Vec<String>,
}

/// Lists players: all, or those whose names begin with the typed text; from all games, or from the games of a query.
pub(crate) fn list(
    context: &AnswerContext,
    request: &ParsedRequest<PlayersParameters>,
) -> Result<Partial<PlayersList>> {
    let name = request.parameters.name.trim().to_owned();
    let filter = filter_clauses(context, request)?;
    let order = request.state.sort.iter().find(|order| is_player_order(order));
    let is_known = |order: &&String| is_player_order(order) || Order::parse(order).is_some();
    if let Some(order) = request.state.sort.iter().find(|order| !is_known(order)) {
        let message = say!("error-unknown-order", text = order.as_str());
        let help = say!("error-unknown-order-help", list = ORDERS.join(", "));
        return Err(Error::new(ErrorKind::Query, message).with_help(help).into());
    }
    // To sort the list, all players are needed, so the limit is applied after sorting.
    let limit = order.is_none().then_some(request.parameters.limit);
    let counted = match (name.is_empty(), filter.is_empty()) {
        (true, _) => all_players(context, (&filter, limit))?,
        (false, true) => players_by_prefix(context, &name)?,
        (false, false) => {
            let mut counted = all_players(context, (&filter, None))?;
            let (_, players) = &mut counted.data;
            let known = players_by_prefix(context, &name)?.data.1;
            let is_known = |label: &String| known.iter().any(|known| known.player == *label);
            let typed = format!(" {}", fold(&name));
            players.retain(|player| {
                let begins = |written: &String| format!(" {}", fold(written)).contains(&typed);
                is_known(&player.player) || player.written.iter().any(begins)
            });
            counted
        }
    };
    let (total, mut players) = counted.data;
    if let Some(order) = order {
        players = sorted_by(players, order);
    }
    players.truncate(request.parameters.limit);
    Ok(Partial {
        complete: counted.complete,
        data: PlayersList {
            beside: request.parameters.compare_with.first().cloned(),
            total: total.filter(|_| name.is_empty()),
            name,
            players,
            order: order.cloned(),
        },
    })
}

/// Orders of the list by name, games, share of games won, and years. A minus before the name of an order reverses it.
const ORDERS: [&str; 4] = ["name", "games", "won", "years"];

/// Smallest number of decided games (won or lost) for comparing win rates. Players with fewer come last in that order,
/// since their rate says little.
pub(crate) const MIN_DECIDED_GAMES: u64 = 10;

/// True for an order of players. An address may also contain orders of games, which do not apply to a list of players.
fn is_player_order(order: &str) -> bool {
    ORDERS.contains(&order.strip_prefix('-').unwrap_or(order))
}

/// Sorts players. The sort is stable, so ties keep their order by number of games.
fn sorted_by(players: Vec<ListedPlayer>, order: &str) -> Vec<ListedPlayer> {
    let is_reversed = order.starts_with('-');
    let players = players.into_iter();
    let mut keyed: Vec<_> = (players.map(|player| (player.sort_key(order), player))).collect();
    keyed.sort_by(|((a_last, a), _), ((b_last, b), _)| {
        a_last.cmp(b_last).then_with(|| if is_reversed { b.cmp(a) } else { a.cmp(b) })
    });
    keyed.into_iter().map(|(_, player)| player).collect()
}

impl ListedPlayer {
    /// Sort key of a player. Its first number is a group: players in a higher group come last in both directions of the
    /// order. Then follows the text or number to compare.
    fn sort_key(&self, order: &str) -> (u8, (String, i128)) {
        let number = |last: u8, number: i128| (last, (String::new(), number));
        let year = |year: Option<i32>| match year {
            Some(year) => number(0, year.into()),
            None => number(1, 0),
        };
        match order {
            "name" | "-name" => {
                let name = fold(&self.player);
                // Names that do not begin with a letter come last.
                (u8::from(!name.starts_with(char::is_alphabetic)), (name, 0))
            }
            "won" | "-won" => {
                let (won, lost) = self.own.map_or((0, 0), |own| (own.won, own.lost));
                let decided = won + lost;
                // The share of games won as a fixed-point number with 64 fractional bits, so that any two different
                // rates differ.
                match (i128::from(won) << 64).checked_div(decided.into()) {
                    Some(rate) => number(u8::from(decided < MIN_DECIDED_GAMES), rate),
                    None => number(2, 0),
                }
            }
            // Ascending, players are sorted by the year of their first game; descending, by that of their last game.
            "years" => year(self.years.map(|(first, _)| first)),
            "-years" => year(self.years.map(|(_, last)| last)),
            _ => number(0, self.games.into()),
        }
    }
}

/// Number of all players, if it is known, and the players of the list.
type CountedPlayers = (Option<u64>, Vec<ListedPlayer>);

/// Lists the players whose names begin with the typed text.
fn players_by_prefix(context: &AnswerContext, name: &str) -> Result<Partial<CountedPlayers>> {
    let typed = TypedQuery {
        // The quotation is not closed, so that the engine completes the name as it does while a query is typed.
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

/// Lists all players of the games that a query finds.
fn all_players(
    context: &AnswerContext,
    (filter, limit): (&str, Option<usize>),
) -> Result<Partial<CountedPlayers>> {
    let request = FindPlayers { query: filter.to_owned(), limit, ..FindPlayers::default() };
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
