//! Finds players and summarises their games, results and opponents.

use super::Sink;
use super::conditions::with_settings;
use super::failure::{Failure, Result};
use super::losses::{LossRow, LossTable};
use super::question::{FinishOptions, Question};
use super::ratings::{self, PlayerStrength};
use super::request::{FindPlayers, Losses};
use super::row::VERSION;
use super::snapshot::Snapshot;
use kifu_language::ast::quote;
use kifu_language::knowledge::person_names::person_name;
use kifu_messages::Locale;
use kifu_query::plan::Plan;
use kifu_query::players::learned_names::MAX_CAREER_YEARS;
use kifu_query::players::{
    Opponent, People, PlayerSummary, Profile, RatedGames, RequestedPlayers, Results, SpellingGames,
};
use kifu_query::players::{all_players, players_named, players_perhaps_named};
use kifu_query::search::record_facts;
use kifu_query::similar_names::{NearName, merge_near, near_candidates, nearest_names};
use serde::{Deserialize, Serialize};

/// Players that match a name or have the most games, with their results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PlayersAnswer {
    /// Number of all players that were found.
    pub total: u64,
    /// Players with the most games among those that were found, up to the limit of the request.
    pub players: Vec<PlayerRow>,
    /// For a name that no player has: similar names, each with its number of games.
    pub near: Vec<(String, u64)>,
}

/// Player with results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct PlayerRow {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Most frequent spelling of the name in all games of the index.
    pub player: String,
    /// Name in the script of the requested language; the same as `player` if the table of players has no name in it.
    /// Absent unless a language was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Number of games that name the player, as many as the clause `person=` finds. The results are those of games in
    /// which the player is either Black or White.
    #[serde(flatten)]
    pub all: WinLoss,
    /// Results of the games in which the player was Black.
    pub black: WinLoss,
    /// Results of the games in which the player was White.
    pub white: WinLoss,
    /// Year of the player's first game, if it is known.
    pub first_year: Option<i32>,
    /// Year of the player's last game, if it is known.
    pub last_year: Option<i32>,
    /// Spellings of the name.
    pub spellings: Vec<SpellingRow>,
    /// Opponents of the player; absent if the request named no player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponents: Option<Vec<OpponentRow>>,
    /// Number of games in which this player is both Black and White, so that the player neither won nor lost. Each of
    /// them is one of `games`, and one of `black` and of `white`.
    pub both: u64,
    /// Number of games that name the player only in variations or without a colour. They are among `games`, but not
    /// among `black` and `white`. Thus `games` is `black.games + white.games - both + beside`, unless each game counts
    /// once and copies of a game differ in the player's colour.
    pub beside: u64,
    /// Mean losses of the player's moves, according to engine analysis, if they were requested. The first row is about
    /// all moves. Only output for people has them: programs ask for a [`LossTable`].
    #[serde(skip)]
    pub losses: Option<Vec<LossRow>>,
    /// Strength of the player by ratings, from the games of the query; absent unless requested, and for players without
    /// rated games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<PlayerStrength>,
}

/// Results of a set of games for one player.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "json-schema", schemars(rename = "Record"))]
pub struct WinLoss {
    /// Number of games of the set.
    pub games: u64,
    /// Number of games won.
    pub won: u64,
    /// Number of games lost.
    pub lost: u64,
    /// Number of drawn games.
    pub drawn: u64,
    /// Number of games with an unknown result.
    pub unknown: u64,
}

/// Spelling of a player's name.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct SpellingRow {
    /// Name as written.
    pub name: String,
    /// Number of games with this spelling.
    pub games: u64,
    /// Archives that contain games with this spelling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub archives: Vec<ArchiveRow>,
}

/// Archive that contains a spelling.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct ArchiveRow {
    /// Path of the archive.
    pub path: String,
    /// Number of games in the archive with the spelling.
    pub games: u64,
}

/// Opponent of a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct OpponentRow {
    /// Most frequent spelling of the opponent's name.
    pub player: String,
    /// Opponent's name in the script of the requested language, as that of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// Results against the opponent, from the player's point of view.
    #[serde(flatten)]
    pub results: WinLoss,
}

impl OpponentRow {
    /// Name to print: in the requested language, or else as in the index.
    pub fn display_name(&self) -> &str {
        self.display_name.as_deref().unwrap_or(&self.player)
    }
}

impl From<Results> for WinLoss {
    fn from(results: Results) -> WinLoss {
        WinLoss {
            games: results.games(),
            won: results.won,
            lost: results.lost,
            drawn: results.drawn,
            unknown: results.unknown,
        }
    }
}

impl PlayerRow {
    /// Name to print: in the requested language, or else as in the index.
    pub fn display_name(&self) -> &str {
        self.display_name.as_deref().unwrap_or(&self.player)
    }

    /// True if the years from the first to the last game are more than 80, longer than one person plays: two persons
    /// share the name, or a date is wrong.
    pub fn has_impossible_career(&self) -> bool {
        self.first_year
            .zip(self.last_year)
            .is_some_and(|(first, last)| last - first > MAX_CAREER_YEARS)
    }
}

impl From<PlayerSummary> for PlayerRow {
    fn from(player: PlayerSummary) -> PlayerRow {
        let counted = |games, results: Results| WinLoss { games, ..results.into() };
        let [black, white] = player.seats;
        let (first_year, last_year) = player.years.unzip();
        PlayerRow {
            v: VERSION,
            player: player.name,
            display_name: None,
            all: counted(player.games, player.one_seat),
            black: counted(black, player.black),
            white: counted(white, player.white),
            first_year,
            last_year,
            spellings: player.spellings.into_iter().map(Into::into).collect(),
            opponents: None,
            both: player.both,
            beside: player.beside,
            losses: None,
            strength: None,
        }
    }
}

impl From<SpellingGames> for SpellingRow {
    fn from(written: SpellingGames) -> SpellingRow {
        let archive = |(path, games)| ArchiveRow { path, games };
        SpellingRow {
            name: written.name,
            games: written.games,
            archives: written.places.into_iter().map(archive).collect(),
        }
    }
}

impl From<Profile> for PlayerRow {
    fn from(found: Profile) -> PlayerRow {
        let row = |opponent: Opponent| OpponentRow {
            player: opponent.name,
            display_name: None,
            results: opponent.results.into(),
        };
        PlayerRow {
            opponents: Some(found.opponents.into_iter().map(row).collect()),
            ..found.player.into()
        }
    }
}

/// Number of players up to which a search for a name describes each player in full. More players are listed as a table.
pub const MAX_DESCRIBED_PLAYERS: u64 = 3;

impl PlayersAnswer {
    /// Adds the mean losses of moves to players who were requested by name, as far as their games have engine analysis.
    /// Does nothing for more than [`MAX_DESCRIBED_PLAYERS`] players, because they are listed as a table without columns
    /// for losses.
    pub fn add_losses(&mut self, loss_table: &dyn Fn(&Losses) -> Result<LossTable>) -> Result<()> {
        if self.total > MAX_DESCRIBED_PLAYERS {
            return Ok(());
        }
        for player in &mut self.players {
            let request =
                Losses { query: format!("player:{}", quote(&player.player)), unique: false };
            let table = match loss_table(&request) {
                Ok(table) => table,
                // A name without letters cannot be searched by the clause `player:`.
                Err(Failure::Query(..)) => continue,
                Err(failure) => return Err(failure),
            };
            let rows = std::iter::once(table.all).chain(table.rows);
            player.losses = Some(rows.filter(|row| row.games > 0).collect());
        }
        Ok(())
    }
}

impl PlayerRow {
    /// Adds the names of the player and of the opponents in the script of a language.
    fn add_display_names(&mut self, locale: Locale) {
        let name = |written: &str| Some(person_name(written, locale).into_owned());
        self.display_name = name(&self.player);
        for opponent in self.opponents.iter_mut().flatten() {
            opponent.display_name = name(&opponent.player);
        }
    }

    /// Returns this player with no games, for a query that matches none of the player's games.
    pub fn without_games(self) -> PlayerRow {
        PlayerRow {
            all: WinLoss::default(),
            black: WinLoss::default(),
            white: WinLoss::default(),
            first_year: None,
            last_year: None,
            spellings: Vec::new(),
            opponents: Some(Vec::new()),
            both: 0,
            beside: 0,
            ..self
        }
    }
}

/// Number of similar names that are suggested for an unknown name.
const MAX_NEAR_NAMES: usize = 5;

/// What one index contributes to the answer about players, before the players of all indexes are joined and sorted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PlayersGathered {
    people: People,
    /// Similar names, if no player has the name.
    near: Vec<NearName>,
    /// The games that the strength of the players is computed from, if it was requested.
    rated: Option<RatedGames>,
}

impl Question for FindPlayers {
    const NAME: &'static str = "players";
    type Gathered = PlayersGathered;
    type Answer = PlayersAnswer;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        if self.strength {
            let (plan, _) = ratings::plan_rated_games(snapshot, &self.query)?;
            record_facts(snapshot.index, &plan, false)?;
        }
        match plan_counted_games(snapshot, self)? {
            Some(plan) => Ok(record_facts(snapshot.index, &plan, false)?),
            None => Ok(()),
        }
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<PlayersGathered> {
        let plan = plan_counted_games(snapshot, self)?;
        let counted_games = plan.as_ref();
        let rated = self.strength.then(|| ratings::gather(snapshot, &self.query)).transpose()?;
        if !has_name(self) {
            return Ok(PlayersGathered {
                people: all_players(snapshot.index, counted_games)?,
                near: Vec::new(),
                rated,
            });
        }
        let requested =
            RequestedPlayers { name: &self.name, is_whole_name: self.whole, filter: counted_games };
        // If the index is one of several, the players with the most games are known only after the contributions are
        // joined, so all players are gathered.
        let people = if snapshot.index.is_part() {
            players_perhaps_named(snapshot.index, requested)?
        } else {
            players_named(snapshot.index, requested, max_players(self))?
        };
        // If a query restricts the games that count, a player may exist without having any of them, so similar names
        // are not suggested.
        let near = if people.is_found() || counted_games.is_some() {
            Vec::new()
        } else {
            near_candidates(snapshot.index, &self.name, MAX_NEAR_NAMES)?
        };
        Ok(PlayersGathered { people, near, rated })
    }

    fn finish(
        &self,
        gathered: Vec<PlayersGathered>,
        options: &FinishOptions,
        _: Sink,
    ) -> Result<PlayersAnswer> {
        let (mut all, mut near) = (Vec::with_capacity(gathered.len()), Vec::new());
        let mut rated = Vec::new();
        for part in gathered {
            all.push(part.people);
            near.extend(part.near);
            rated.extend(part.rated);
        }
        let people = match options.joined_by {
            Some(aliases) => People::merge(all, aliases),
            None => all.pop().unwrap_or_default(),
        };
        let (mut players, total): (Vec<PlayerRow>, u64) = if has_name(self) {
            let (found, total) = people.profiles(max_players(self), options.budget);
            (found.into_iter().map(Into::into).collect(), total)
        } else {
            // The strongest players may have few games, so a list by strength is cut at the end.
            let limit = if self.strength { usize::MAX } else { max_players(self) };
            let (found, total) = people.most_frequent(limit, options.budget);
            (found.into_iter().map(Into::into).collect(), total)
        };
        if self.strength {
            self.add_strength(&mut players, rated, options)?;
        }
        if let Some(locale) = self.locale {
            players.iter_mut().for_each(|player| player.add_display_names(locale));
        }
        if let Some(aliases) = options.joined_by.filter(|_| total == 0 && !near.is_empty()) {
            near = merge_near(near, aliases, &people);
        }
        Ok(PlayersAnswer {
            total,
            players,
            near: match total {
                0 => nearest_names(near, MAX_NEAR_NAMES),
                _ => Vec::new(),
            },
        })
    }
}

impl FindPlayers {
    /// Adds the strength of each player. A list without a name is sorted by it, and cut; players without a rating come
    /// last, by their games.
    fn add_strength(
        &self,
        players: &mut Vec<PlayerRow>,
        rated: Vec<RatedGames>,
        options: &FinishOptions,
    ) -> Result<()> {
        let strengths = ratings::strengths(rated, options)?;
        for player in players.iter_mut() {
            player.strength = strengths.get(&player.player).copied();
        }
        if !has_name(self) {
            let rating = |player: &PlayerRow| {
                player.strength.map_or(f64::NEG_INFINITY, |strength| strength.rating)
            };
            players.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
            players.truncate(max_players(self));
        }
        Ok(())
    }
}

/// Plans the query that restricts the games that count; `None` if all games count.
fn plan_counted_games(snapshot: &Snapshot, request: &FindPlayers) -> Result<Option<Plan>> {
    let (query, text) = with_settings(&request.query, &[], request.unique)?;
    query.root.is_some().then(|| snapshot.plan_with_text(&query, &text)).transpose()
}

fn has_name(request: &FindPlayers) -> bool {
    !request.name.trim().is_empty()
}

fn max_players(request: &FindPlayers) -> usize {
    request.limit.unwrap_or(usize::MAX)
}
