//! Parameters that only some routes accept, besides the state of a page and the parameters that all routes accept.
//!
//! Each set of parameters is a type. The key of a cached answer is derived from all fields of the type, so an answer
//! can depend on these fields only. The extractors of axum are not used, because an error must name the parameter and
//! be in the language of the page.

use super::address::{DEFAULT_ROWS, MAX_LIST_ITEMS};
use super::request_error::RequestError;
use super::state::{Pairs, choice, number};
use kifu_engine::doctor::FindingKind;
use kifu_engine::joseki::MAX_TREE_DEPTH;
use kifu_engine::near::MAX_NEAR;
use kifu_engine::request::JosekiGrouping;
use kifu_messages::say;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Largest number of rows that a request may ask for.
const MAX_ROWS: usize = 500;
/// Depth of a tree of continuations: the default, and the largest.
const DEFAULT_PLIES: u32 = 20;
const MAX_PLIES: u32 = 400;
/// Largest number of rows of a table of counts if the request names none.
const MAX_COUNT_ROWS: usize = 10_000;
/// Largest number of properties for which one request gets a table of counts.
const MAX_TABLES: usize = 3;
/// Largest number of players that are read from an address: one more than can be compared, so that a third player is
/// noticed.
const MAX_PLAYERS: usize = 3;

/// Parameters of a route as a type that can be read from an address.
pub(crate) trait RouteParameters: AddressParameters + Clone + Hash + Sized {
    /// Takes the parameters of this type out of `sent`, the parameters of the request.
    fn read(sent: &mut UnreadParameters) -> Result<Self, RequestError>;
}

/// Parameters of a route as a type that can be written into the address of a page.
pub(crate) trait AddressParameters: Debug + Send + Sync + 'static {
    /// Returns the parameters that differ from their defaults, in the order in which they are written.
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Parameters of a request that have not been read yet.
pub(crate) struct UnreadParameters(pub Pairs);

impl UnreadParameters {
    /// Takes a parameter out of the list, and returns its first value.
    pub(crate) fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// Takes a parameter out of the list, and returns its first value unless that is empty.
    fn non_empty(&mut self, name: &str) -> Option<String> {
        self.take(name).filter(|text| !text.is_empty())
    }

    /// Takes a number out of the parameters. An empty field of a form counts as left out.
    fn number<T: FromStr>(&mut self, name: &str) -> Result<Option<T>, RequestError> {
        let text = self.take(name).filter(|text| !text.trim().is_empty());
        text.map(|text| number(name, text.trim())).transpose()
    }

    /// Takes a number out of the parameters, and refuses one outside of the given bounds.
    pub(crate) fn number_in<T: FromStr + PartialOrd + Display>(
        &mut self,
        name: &str,
        bounds: RangeInclusive<T>,
    ) -> Result<Option<T>, RequestError> {
        match self.number(name)? {
            Some(number) if !bounds.contains(&number) => {
                let (least, most) = (bounds.start().to_string(), bounds.end().to_string());
                let number = number.to_string();
                let message = say!("error-address-range", name = name, number = number);
                let help = say!("error-address-range-help", least = least, most = most);
                Err(RequestError::bad_request("bad_value", message, help))
            }
            number => Ok(number),
        }
    }

    /// Takes a list of words separated by commas, without duplicates. A list with more than `max_items` items is
    /// refused with advice from the message `help`.
    pub(crate) fn list(
        &mut self,
        name: &str,
        (max_items, help): (usize, &'static str),
    ) -> Result<Vec<String>, RequestError> {
        let text = self.take(name).unwrap_or_default();
        let mut items: Vec<String> = Vec::new();
        let all = text.split(',').map(str::trim);
        for item in all.filter(|item| !item.is_empty()) {
            if items.iter().any(|known| known.eq_ignore_ascii_case(item)) {
                continue;
            }
            if items.len() == max_items {
                let message =
                    say!("error-address-items", name = name, most = max_items.to_string());
                return Err(RequestError::bad_request("too_long", message, say!(help)));
            }
            items.push(item.to_owned());
        }
        Ok(items)
    }

    /// Takes `limit`, the largest number of rows of the answer.
    fn rows(&mut self) -> Result<Option<usize>, RequestError> {
        self.number_in("limit", 1..=MAX_ROWS)
    }

    /// Takes a year.
    pub(crate) fn year(&mut self, name: &str) -> Result<Option<i32>, RequestError> {
        let year = self.number_in(name, 0..=9999)?;
        Ok(year.map(|year: u16| year.into()))
    }

    /// Takes the names of players; each is a parameter of its own.
    fn players(&mut self) -> Vec<String> {
        let values = self.0.extract_if(.., |(known, _)| known == "player").map(|(_, value)| value);
        let mut players: Vec<String> = values.filter(|value| !value.trim().is_empty()).collect();
        players.truncate(MAX_PLAYERS);
        players
    }
}

/// Name and value of a parameter for an address; nothing if the value is empty.
fn text_pair(
    name: &'static str,
    value: Option<&String>,
) -> impl Iterator<Item = (&'static str, String)> {
    value.filter(|value| !value.is_empty()).map(|value| (name, value.clone())).into_iter()
}

fn player_pairs(players: &[String]) -> impl Iterator<Item = (&'static str, String)> {
    players.iter().map(|player| ("player", player.clone()))
}

fn limit_pair(rows: usize) -> impl Iterator<Item = (&'static str, String)> {
    (rows != DEFAULT_ROWS).then(|| ("limit", rows.to_string())).into_iter()
}

/// The parameters of a route that accepts none of its own.
#[derive(Clone, Debug, Hash)]
pub(crate) struct NoParameters;

impl AddressParameters for NoParameters {}

impl RouteParameters for NoParameters {
    fn read(_: &mut UnreadParameters) -> Result<NoParameters, RequestError> {
        Ok(NoParameters)
    }
}

/// Parameters of the page Explore and of its data.
#[derive(Clone, Debug, Hash)]
pub(crate) struct ExploreParameters {
    /// Largest number of games in the list.
    pub limit: usize,
    /// Key of the page of the list of games, as the page before it gave it.
    pub page: Option<String>,
    /// Name of the continuation about which the answer gives details.
    pub continuation: Option<String>,
    /// Number of comments that the answer skips.
    pub skip: usize,
}

impl RouteParameters for ExploreParameters {
    fn read(sent: &mut UnreadParameters) -> Result<ExploreParameters, RequestError> {
        Ok(ExploreParameters {
            limit: sent.rows()?.unwrap_or(DEFAULT_ROWS),
            page: sent.non_empty("page"),
            continuation: sent.non_empty("of"),
            skip: sent.number("skip")?.unwrap_or(0),
        })
    }
}

impl AddressParameters for ExploreParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let rows = limit_pair(self.limit);
        let of = text_pair("of", self.continuation.as_ref());
        of.chain(rows).chain(text_pair("page", self.page.as_ref())).collect()
    }
}

/// Parameters of the page Joseki and of its data.
#[derive(Clone, Debug, Hash)]
pub(crate) struct CornerParameters {
    /// Largest number of games in the list.
    pub limit: usize,
    /// Key of the page of the list of games, as the page before it gave it.
    pub page: Option<String>,
    /// Name of the step about which the page gives details.
    pub step: Option<String>,
}

impl RouteParameters for CornerParameters {
    fn read(sent: &mut UnreadParameters) -> Result<CornerParameters, RequestError> {
        Ok(CornerParameters {
            limit: sent.rows()?.unwrap_or(DEFAULT_ROWS),
            page: sent.non_empty("page"),
            step: sent.non_empty("of"),
        })
    }
}

impl AddressParameters for CornerParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let of = text_pair("of", self.step.as_ref());
        of.chain(limit_pair(self.limit)).chain(text_pair("page", self.page.as_ref())).collect()
    }
}

/// Parameters of a request for the joseki of a corner as data.
#[derive(Clone, Debug, Hash)]
pub(crate) struct JosekiParameters {
    /// Corner of the board in which the position lies, such as `lower-left`.
    pub region: Option<String>,
    /// Depth of the tree in steps.
    pub tree: Option<u32>,
    /// Number of corners that a step needs to be in the tree, a share of them, or both.
    pub least: Vec<String>,
    /// Largest number of steps after each position.
    pub limit: Option<usize>,
    /// Property by which corners are grouped.
    pub by: Option<JosekiGrouping>,
    /// Year before which steps of a list were popular, and hardly since.
    pub gone: Option<i32>,
    /// Year since which steps of a list have been popular, and hardly before.
    pub new: Option<i32>,
}

impl AddressParameters for JosekiParameters {}

impl RouteParameters for JosekiParameters {
    fn read(sent: &mut UnreadParameters) -> Result<JosekiParameters, RequestError> {
        use JosekiGrouping::{Decade, Rank, Year};
        let groupings = [("year", Year), ("decade", Decade), ("rank", Rank)];
        Ok(JosekiParameters {
            region: sent.non_empty("region"),
            tree: sent.number_in("tree", 1..=MAX_TREE_DEPTH)?,
            least: sent.list("least", (2, "error-address-least-help"))?,
            limit: sent.rows()?,
            by: choice("by", sent.non_empty("by"), &groupings)?,
            gone: sent.year("gone")?,
            new: sent.year("new")?,
        })
    }
}

/// Parameters of a request for the novelty of a game, whose id is in the state.
#[derive(Clone, Debug, Hash)]
pub(crate) struct NoveltyParameters {
    /// Largest number of games in each list.
    pub limit: Option<usize>,
}

impl AddressParameters for NoveltyParameters {}

impl RouteParameters for NoveltyParameters {
    fn read(sent: &mut UnreadParameters) -> Result<NoveltyParameters, RequestError> {
        Ok(NoveltyParameters { limit: sent.rows()? })
    }
}

/// Parameters of the page with near positions.
#[derive(Clone, Debug, Hash)]
pub(crate) struct NearParameters {
    /// Largest number of stones by which a position may differ.
    pub near: u32,
    /// True if a stone that was captured in the game counts as standing.
    pub loose: bool,
    /// Largest number of games in the list.
    pub limit: usize,
}

/// Distance without a parameter, in stones.
const DEFAULT_NEAR: u32 = 4;

impl RouteParameters for NearParameters {
    fn read(sent: &mut UnreadParameters) -> Result<NearParameters, RequestError> {
        let near: Option<u32> = sent.number("near")?;
        Ok(NearParameters {
            near: near.unwrap_or(DEFAULT_NEAR).min(MAX_NEAR),
            loose: sent.take("loose").is_some_and(|value| value == "1"),
            limit: sent.rows()?.unwrap_or(DEFAULT_ROWS),
        })
    }
}

impl AddressParameters for NearParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let near = (self.near != DEFAULT_NEAR).then(|| ("near", self.near.to_string()));
        let loose = self.loose.then(|| ("loose", "1".to_owned()));
        near.into_iter().chain(loose).chain(limit_pair(self.limit)).collect()
    }
}

/// Parameters of the tree of continuations.
#[derive(Clone, Debug, Hash)]
pub(crate) struct TreeParameters {
    /// Depth of the tree in moves.
    pub plies: u32,
}

impl AddressParameters for TreeParameters {}

impl RouteParameters for TreeParameters {
    fn read(sent: &mut UnreadParameters) -> Result<TreeParameters, RequestError> {
        let plies: Option<u32> = sent.number("plies")?;
        Ok(TreeParameters { plies: plies.map_or(DEFAULT_PLIES, |plies| plies.clamp(1, MAX_PLIES)) })
    }
}

/// Parameters of the page Games and of the search.
#[derive(Clone, Debug, Hash)]
pub(crate) struct GamesParameters {
    /// Largest number of games in the list.
    pub limit: usize,
    /// Key of the page of the list, as the page before it gave it.
    pub page: Option<String>,
    /// Facets (properties such as the year) to whose values the result may be narrowed. The page ignores this
    /// parameter, because it has all facets.
    pub facets: Vec<String>,
}

impl RouteParameters for GamesParameters {
    fn read(sent: &mut UnreadParameters) -> Result<GamesParameters, RequestError> {
        Ok(GamesParameters {
            limit: sent.rows()?.unwrap_or(DEFAULT_ROWS),
            page: sent.non_empty("page"),
            facets: sent.list("facets", (MAX_LIST_ITEMS, "error-address-facets-help"))?,
        })
    }
}

impl AddressParameters for GamesParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        limit_pair(self.limit).chain(text_pair("page", self.page.as_ref())).collect()
    }
}

/// Parameters of the page of a game and of its data.
#[derive(Clone, Debug, Hash)]
pub(crate) struct GameParameters {
    /// Number of the first nodes of a large game that the answer skips.
    pub skip: usize,
    /// True for the game as figures to be printed.
    pub print: bool,
}

impl AddressParameters for GameParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        self.print.then(|| ("print", String::new())).into_iter().collect()
    }
}

impl RouteParameters for GameParameters {
    fn read(sent: &mut UnreadParameters) -> Result<GameParameters, RequestError> {
        Ok(GameParameters {
            skip: sent.number("skip")?.unwrap_or(0),
            print: sent.take("print").is_some(),
        })
    }
}

/// Parameters of the drawing of a board.
#[derive(Clone, Debug, Hash)]
pub(crate) struct DrawingParameters {
    /// True for a small drawing.
    pub small: bool,
}

impl AddressParameters for DrawingParameters {}

impl RouteParameters for DrawingParameters {
    fn read(sent: &mut UnreadParameters) -> Result<DrawingParameters, RequestError> {
        Ok(DrawingParameters { small: sent.take("small").is_some() })
    }
}

/// Parameters of the page of one player, and of lists of players.
#[derive(Clone, Debug, Hash)]
pub(crate) struct PlayersParameters {
    /// A name, words of a name, or the beginning of one.
    pub name: String,
    /// Players whom the address names for a comparison. The list lets the visitor choose another one to compare with.
    pub compare_with: Vec<String>,
    /// Largest number of players.
    pub limit: usize,
}

impl RouteParameters for PlayersParameters {
    fn read(sent: &mut UnreadParameters) -> Result<PlayersParameters, RequestError> {
        Ok(PlayersParameters {
            name: sent.take("name").unwrap_or_default(),
            compare_with: sent.players(),
            limit: sent.rows()?.unwrap_or(DEFAULT_ROWS),
        })
    }
}

impl AddressParameters for PlayersParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let name = text_pair("name", Some(&self.name));
        player_pairs(&self.compare_with).chain(name).chain(limit_pair(self.limit)).collect()
    }
}

/// Parameters of the page of two players head to head.
#[derive(Clone, Debug, Hash)]
pub(crate) struct VersusParameters {
    pub players: Vec<String>,
    /// True if the answer has the score that ratings expect.
    pub strength: bool,
}

impl RouteParameters for VersusParameters {
    fn read(sent: &mut UnreadParameters) -> Result<VersusParameters, RequestError> {
        let strength = sent.take("strength").is_some_and(|value| value == "1");
        Ok(VersusParameters { players: sent.players(), strength })
    }
}

impl AddressParameters for VersusParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let strength = self.strength.then(|| ("strength", "1".to_owned()));
        player_pairs(&self.players).chain(strength).collect()
    }
}

/// Kind of finding (what is damaged or odd in a game) that an address names, for a list of these findings.
#[derive(Clone, Debug, Hash)]
pub(crate) enum NamedFinding {
    Known(FindingKind),
    /// Text that is not the name of a kind of finding. It stays in the address, and is refused when the archive is
    /// examined.
    Unknown(String),
}

impl NamedFinding {
    fn read(name: String) -> NamedFinding {
        FindingKind::from_name(&name).map_or(NamedFinding::Unknown(name), NamedFinding::Known)
    }

    fn name(&self) -> &str {
        match self {
            NamedFinding::Known(kind) => kind.as_str(),
            NamedFinding::Unknown(name) => name,
        }
    }
}

/// Parameters of the page Archive and of its data.
#[derive(Clone, Debug, Hash)]
pub(crate) struct ArchiveParameters {
    /// Kind of finding; the page lists only findings of this kind.
    pub kind: Option<NamedFinding>,
    /// Page number of a list, as the address contains it.
    pub page: Option<String>,
}

impl RouteParameters for ArchiveParameters {
    fn read(sent: &mut UnreadParameters) -> Result<ArchiveParameters, RequestError> {
        Ok(ArchiveParameters {
            kind: sent.non_empty("of").map(NamedFinding::read),
            page: sent.non_empty("page"),
        })
    }
}

impl AddressParameters for ArchiveParameters {
    fn to_pairs(&self) -> Vec<(&'static str, String)> {
        let of = self.kind.iter().map(|of| ("of", of.name().to_owned()));
        of.chain(text_pair("page", self.page.as_ref())).collect()
    }
}

/// Parameters about a query that is being typed.
#[derive(Clone, Debug, Hash)]
pub(crate) struct TypedParameters {
    /// Position of the caret in the query, in UTF-16 units.
    pub caret: Option<usize>,
}

impl AddressParameters for TypedParameters {}

impl RouteParameters for TypedParameters {
    fn read(sent: &mut UnreadParameters) -> Result<TypedParameters, RequestError> {
        Ok(TypedParameters { caret: sent.number("caret")? })
    }
}

/// Parameters of a request for statistics.
#[derive(Clone, Debug, Hash)]
pub(crate) struct StatsParameters {
    /// Properties by which games are counted.
    pub by: Vec<String>,
    /// Largest number of rows of each table.
    pub limit: usize,
}

impl AddressParameters for StatsParameters {}

impl RouteParameters for StatsParameters {
    fn read(sent: &mut UnreadParameters) -> Result<StatsParameters, RequestError> {
        let limit = sent.rows()?.unwrap_or(MAX_COUNT_ROWS);
        Ok(StatsParameters { by: sent.list("by", (MAX_TABLES, "error-address-by-help"))?, limit })
    }
}

/// Parameters of the list of players by ratings.
#[derive(Clone, Debug, Hash)]
pub(crate) struct RatingsParameters {
    /// Least number of rated games of a listed player.
    pub min_games: Option<u64>,
    /// Largest number of players.
    pub limit: usize,
    /// True if the answer has the ratings on all days with games.
    pub curves: bool,
}

impl AddressParameters for RatingsParameters {}

impl RouteParameters for RatingsParameters {
    fn read(sent: &mut UnreadParameters) -> Result<RatingsParameters, RequestError> {
        Ok(RatingsParameters {
            min_games: sent.number("min-games")?,
            limit: sent.rows()?.unwrap_or(DEFAULT_ROWS),
            curves: sent.take("curves").is_some_and(|value| value == "1"),
        })
    }
}

/// Parameters of the test of ratings.
#[derive(Clone, Debug, Hash)]
pub(crate) struct RatingsTestParameters {
    /// Share of the games that are only learned, as the bits of the number, because floating-point numbers cannot be
    /// part of the key of a cached answer.
    pub share_bits: Option<u64>,
}

impl AddressParameters for RatingsTestParameters {}

impl RouteParameters for RatingsTestParameters {
    fn read(sent: &mut UnreadParameters) -> Result<RatingsTestParameters, RequestError> {
        let share: Option<f64> = sent.number("share")?;
        Ok(RatingsTestParameters { share_bits: share.map(f64::to_bits) })
    }
}

/// Parameters of a download.
#[derive(Clone, Debug, Hash)]
pub(crate) struct ExportParameters {
    /// Name of the file format, such as `zip`.
    pub format: String,
}

impl AddressParameters for ExportParameters {}

impl RouteParameters for ExportParameters {
    fn read(sent: &mut UnreadParameters) -> Result<ExportParameters, RequestError> {
        Ok(ExportParameters { format: sent.take("as").unwrap_or_default() })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::state::pairs;
    use super::*;

    #[test]
    fn a_kind_of_finding_is_written_as_it_was_known_or_not() {
        let written =
            |address: &str| ArchiveParameters::read(&mut UnreadParameters(pairs(address))).unwrap();
        for (address, is_known) in [
            ("of=illegal-move", true),
            ("of=no-game", true),
            ("of=Illegal-Move", false),
            ("of=+no-game", false),
            ("of=nonsense", false),
        ] {
            let parameters = written(address);
            let is_found = matches!(parameters.kind, Some(NamedFinding::Known(_)));
            assert_eq!(is_found, is_known, "{address}");
            assert_eq!(parameters.to_pairs(), [("of", pairs(address).remove(0).1)]);
        }
        assert!(written("of=&page=").to_pairs().is_empty());
    }
}
