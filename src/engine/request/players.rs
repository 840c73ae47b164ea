//! Requests about players: results, ratings, and reports.

use crate::player_games::PlayerSelection;
use kifu_messages::Locale;
use serde::{Deserialize, Serialize};

/// Asks how much the moves of games lost on average, according to engine analysis.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Losses {
    /// Query for the games. If it names one player, only this player's moves count.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
}

/// Rates players by the results of their games.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RatePlayers {
    /// Query for the games. Only boards of 19×19 count unless it names a size.
    pub query: String,
    /// Players with fewer rated games are not listed; `None` for 10.
    pub min_games: Option<u64>,
    /// Upper limit of the number of players; `None` for all.
    pub limit: Option<usize>,
    /// True if the answer has each listed player's rating on all days with games.
    pub curves: bool,
}

/// Tests how well ratings predict games: trained on a first share of the games in time, they predict each later decided
/// game from the games of earlier days.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct TestRatings {
    /// Query for the games, as in [`RatePlayers`].
    pub query: String,
    /// Share of the games that are only learned; from 0 up to, but less than, 1.
    pub share: f64,
}

impl Default for TestRatings {
    fn default() -> TestRatings {
        TestRatings { query: String::new(), share: 0.333 }
    }
}

/// Asks which names belong to one player, as the copies of games in the archive suggest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnNames;

/// Finds players and their results.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct FindPlayers {
    /// Name, or words of a name; empty for the players with the most games.
    pub name: String,
    /// True if `name` is the whole name of one person, in any spelling; false if it consists of words that a name must
    /// contain.
    pub whole: bool,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// Upper limit of the number of players; `None` for all.
    pub limit: Option<usize>,
    /// True if the answer has the strength of each player by ratings. A list without a name is then sorted by it.
    pub strength: bool,
    /// Language in whose script the answer also has the names, if it should.
    pub locale: Option<Locale>,
}

/// Counts the games of a player, or those against one opponent, by opening and by other properties.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CountPlayerGames {
    /// Player, opponent and further conditions on the games.
    pub selection: PlayerSelection,
    /// Properties by which the games are counted besides the opening; see
    /// [`properties`](crate::stats::properties).
    pub tables: Vec<String>,
    /// Upper limit of the number of the newest games in the answer.
    pub newest: usize,
}

/// Asks for the games of two players against each other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct HeadToHead {
    /// Names of both players: any spelling of exactly one person, or words that only one person's name has.
    pub players: [String; 2],
    /// True if only whole names are accepted, and no words of a name.
    pub whole: bool,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// Upper limit of the number of the newest games in the answer.
    pub newest: usize,
    /// True if the answer has the score that the ratings of the two players expect. For this, all players of the games
    /// that the query selects are rated.
    pub strength: bool,
}

impl Default for HeadToHead {
    fn default() -> HeadToHead {
        HeadToHead {
            players: Default::default(),
            whole: false,
            query: String::new(),
            unique: false,
            newest: 12,
            strength: false,
        }
    }
}

/// Asks for a report about a player.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportPlayer {
    /// Name of the player: any spelling of exactly one person, or words that only one person's name has.
    pub player: String,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
    /// True if the report has the player's new moves that others took up. They are found by comparing all games of the
    /// index, which takes time once for each state of the index.
    pub novelties: bool,
}

/// Asks for a report about a position, or about a position of a corner.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReportBoard {
    /// Position, such as `Q16 D4`.
    pub moves: String,
    /// True if the corner with the stones is looked for, whatever the rest of the board has.
    pub corner: bool,
    /// Query for the games that count; empty for all games.
    pub query: String,
    /// True if each game counts only once, however many copies of it match.
    pub unique: bool,
}

/// Asks for a report that prepares a player for games against a rival.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Prepare {
    /// Name of the player to prepare, as in [`ReportPlayer`]; `me` for the user.
    pub player: String,
    /// Name of the rival.
    pub rival: String,
    /// Query for the games that count; empty for all games. Each game counts once.
    pub query: String,
}
