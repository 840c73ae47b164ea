//! Statistics: games counted by the values of one property, or of two.

use super::board::Wins;
use super::conditions::with_settings;
use super::failure::Result;
use super::question::{FinishOptions, Question};
use super::request::Stats;
use super::row::VERSION;
use super::snapshot::Snapshot;
use super::{Item, Sink};
use kifu_archive::error::{Error, ErrorKind};
use kifu_language::fields::nearest;
use kifu_language::interval::WinRate;
use kifu_query::plan::Plan;
pub use kifu_query::query_player::PlayerResults;
use kifu_query::query_player::QueryPlayer;
use kifu_query::search::record_facts;
use kifu_query::stats;
use kifu_query::stats::{
    Facet, FacetRow, GatheredCounts, OutcomeTally, PairRow, QueryGames, RowOrder,
};
use kifu_record::cancel::checkpoint;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Properties by which games are counted if the request names none.
const OVERVIEW_PROPERTIES: [&str; 6] = ["decade", "how", "player", "event", "opening", "size"];

/// Table of games counted by the values of one property, or of two.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Version of this object: 1. New keys do not change it.
    v: u32,
    /// Name of the property.
    pub by: &'static str,
    /// Name of the second property, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<&'static str>,
    /// Player whom the query names, if it names exactly one. The results of the rows are this player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Number of matching games.
    pub total: u64,
    /// Number of rows of the complete table; `rows` may contain only the first of them.
    pub values: usize,
    /// One row for each value, in the natural order of the values or by frequency; games without a value come last.
    /// With two properties, each row is a pair of values that occurs.
    pub rows: Vec<Count>,
    /// Number of all matching games, with their outcomes.
    #[serde(skip)]
    pub all: Count,
    /// With two properties: counts by the first one only.
    #[serde(skip)]
    pub first_counts: Vec<Count>,
    /// With two properties: counts by the second one only.
    #[serde(skip)]
    pub second_counts: Vec<Count>,
    /// With two properties: for each row, the index of its first value in `first_counts` and of its second value in
    /// `second_counts`.
    #[serde(skip)]
    pub pair_positions: Vec<(usize, usize)>,
    /// True if the values have a natural order, as years have.
    #[serde(skip)]
    pub is_ordered: bool,
}

/// Number of games that share one value, or a pair of values, with their outcomes.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// Value of the property; null for games without one.
    pub value: Option<String>,
    /// Value of the second property, if there are two; null for games without one.
    #[cfg_attr(feature = "json-schema", schemars(extend("nullable" = true)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<Option<String>>,
    /// Number of games with this value.
    pub games: u64,
    /// Outcomes of the games with this value.
    #[serde(flatten)]
    pub wins: Wins,
    /// Results of the games with this value for the player whom the query names.
    #[serde(flatten)]
    pub player_results: Option<PlayerResults>,
    /// Win rate in the games with this value: of the player whom the query names, or else of Black.
    #[serde(flatten)]
    pub win_rate: WinRate,
    /// Number that gives the value's position in the natural order, such as the year; absent if the values have no
    /// order.
    #[serde(skip)]
    pub number: Option<i64>,
}

impl Count {
    fn new(row: Option<&FacetRow>, tally: OutcomeTally, has_player: bool) -> Count {
        checkpoint();
        let wins = Wins::from(tally.outcomes);
        let own = tally.own;
        Count {
            value: row.and_then(|row| row.value.clone()),
            number: row.and_then(|row| row.number),
            across: None,
            games: tally.outcomes.games,
            wins,
            player_results: has_player.then_some(own),
            win_rate: if has_player {
                WinRate::from_counts(own.won, own.lost)
            } else {
                wins.black_rate()
            },
        }
    }
}

/// Property by which a table counts games, with its name, and a second property if there is one.
pub(super) type GroupBy = ((&'static str, Facet), Option<(&'static str, Facet)>);

/// Query whose games are counted, with the player whom the query names.
pub(super) struct StatsQuery {
    pub(super) plan: Plan,
    games: QueryGames,
    player: Option<QueryPlayer>,
}

impl StatsQuery {
    pub(super) fn new(snapshot: &Snapshot, query: &str, unique: bool) -> Result<StatsQuery> {
        let (query, text) = with_settings(query, &[], unique)?;
        let plan = snapshot.plan_with_text(&query, &text)?;
        Ok(StatsQuery {
            games: QueryGames::find(snapshot.index, &plan)?,
            plan,
            player: QueryPlayer::find(snapshot.index, &query)?,
        })
    }

    /// Returns the games of the query, and the player whom it names.
    pub(super) fn games_and_player(&self) -> (&QueryGames, Option<&QueryPlayer>) {
        (&self.games, self.player.as_ref())
    }

    /// Makes the table of the games of this query by one property, or by two.
    pub(super) fn table(&self, snapshot: &Snapshot, by: GroupBy) -> Result<Counts> {
        let gathered = self.gather(snapshot, by)?;
        snapshot.index.budget().check_cancelled()?;
        Ok(Counts::new(gathered, (by, RowOrder::Usual), self.player()))
    }

    /// Counts the games of this query in an index, for a table by one property or by two.
    fn gather(&self, snapshot: &Snapshot, by: GroupBy) -> Result<GatheredCounts> {
        let player = self.player.as_ref();
        let mut all = [Some(by.0), by.1].into_iter().flatten();
        if let Some((name, _)) = all.find(|(_, facet)| facet.needs_player() && player.is_none()) {
            return Err(no_player_error(name).into());
        }
        Ok(self.games.gather(snapshot.index, facets(by), player)?)
    }

    /// Name of the player whom the query names.
    fn player(&self) -> Option<&str> {
        self.player.as_ref().map(|player| player.name.as_str())
    }
}

/// Number of values that each table lists if a request names no property and therefore gets several tables as an
/// overview.
const OVERVIEW_VALUES: usize = 10;
/// Number of board sizes that the overview, the answer to a request without properties, lists.
const OVERVIEW_BOARD_SIZES: usize = 5;

fn facets((first, second): GroupBy) -> (Facet, Option<Facet>) {
    (first.1, second.map(|(_, facet)| facet))
}

impl Counts {
    /// Returns the rows of the first `max_values` values. With two properties, these are the rows whose first value is
    /// one of the first `max_values` values of the first property.
    pub fn first_rows(&self, max_values: usize) -> impl Iterator<Item = &Count> {
        let place = |at: usize| self.pair_positions.get(at).map_or(at, |(first, _)| *first);
        self.rows
            .iter()
            .enumerate()
            .take_while(move |(at, _)| place(*at) < max_values)
            .map(|(_, row)| row)
    }

    /// Copies the table with its first rows only, for JSON. `first_counts`, `second_counts` and `pair_positions` are
    /// left empty, because a table may have a row for each game.
    pub fn with_first_rows(&self, max_values: usize) -> Counts {
        Counts {
            v: self.v,
            by: self.by,
            across: self.across,
            player: self.player.clone(),
            total: self.total,
            values: self.values,
            rows: self.first_rows(max_values).cloned().collect(),
            all: self.all.clone(),
            first_counts: Vec::new(),
            second_counts: Vec::new(),
            pair_positions: Vec::new(),
            is_ordered: self.is_ordered,
        }
    }

    /// Number of values of this property that the overview, the answer to a request without properties, lists.
    pub fn overview_values(&self) -> usize {
        match self.by {
            "decade" | "how" => usize::MAX,
            "size" => OVERVIEW_BOARD_SIZES,
            _ => OVERVIEW_VALUES,
        }
    }

    /// Makes the table from the counts of all indexes.
    fn new(
        gathered: GatheredCounts,
        (by, order): (GroupBy, RowOrder),
        player: Option<&str>,
    ) -> Counts {
        let counts = gathered.finish(facets(by), order);
        let one = |row: &FacetRow| Count::new(Some(row), row.tally, player.is_some());
        let down: Vec<Count> = counts.rows.iter().map(one).collect();
        let along: Vec<Count> = counts.across.iter().map(one).collect();
        let pair = |pair: &PairRow| Count {
            across: Some(along.get(pair.at.1).and_then(|row| row.value.clone())),
            ..Count::new(counts.rows.get(pair.at.0), pair.tally, player.is_some())
        };
        let (first, second) = by;
        let rows = match second {
            Some(_) => counts.pairs.iter().map(pair).collect(),
            None => down.clone(),
        };
        Counts {
            v: VERSION,
            by: first.0,
            across: second.map(|(name, _)| name),
            player: player.map(str::to_owned),
            total: counts.total.outcomes.games,
            values: rows.len(),
            rows,
            all: Count::new(None, counts.total, player.is_some()),
            first_counts: down,
            second_counts: along,
            pair_positions: counts.pairs.iter().map(|pair| pair.at).collect(),
            is_ordered: first.1.is_ordered() && order != RowOrder::Games,
        }
    }
}

/// What one index contributes to the tables of a request for statistics; the contributions of several indexes are added
/// up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StatsGathered {
    /// Name of the player whom the query names.
    player: Option<String>,
    tables: Vec<GatheredCounts>,
}

impl Question for Stats {
    const NAME: &'static str = "stats";
    type Gathered = StatsGathered;
    /// Number of games that match the query.
    type Answer = u64;

    fn record_global_stats(&self, snapshot: &Snapshot) -> Result<()> {
        let counting = StatsQuery::new(snapshot, &self.query, self.unique)?;
        Ok(record_facts(snapshot.index, &counting.plan, false)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<StatsGathered> {
        let counting = StatsQuery::new(snapshot, &self.query, self.unique)?;
        let table = |by| {
            let gathered = counting.gather(snapshot, by)?;
            snapshot.index.budget().check_cancelled()?;
            Ok(gathered)
        };
        Ok(StatsGathered {
            player: counting.player().map(str::to_owned),
            tables: parse_tables(&self.by)?.into_iter().map(table).collect::<Result<_>>()?,
        })
    }

    fn finish(
        &self,
        gathered: Vec<StatsGathered>,
        options: &FinishOptions,
        sink: Sink,
    ) -> Result<u64> {
        let player = gathered.first().and_then(|part| part.player.clone());
        let mut all: Vec<_> = gathered.into_iter().map(|part| part.tables.into_iter()).collect();
        let mut total = 0;
        for by in parse_tables(&self.by)? {
            let mut tables_of_parts = all.iter_mut().filter_map(Iterator::next);
            let joined = match options.joined_by {
                Some(aliases) => GatheredCounts::merge(tables_of_parts, aliases),
                None => tables_of_parts.next().unwrap_or_default(),
            };
            let counts = Counts::new(joined, (by, self.sort), player.as_deref());
            total = counts.total;
            if sink(Item::Counts(&counts)).is_break() {
                break;
            }
        }
        Ok(total)
    }
}

/// Parses the names of the properties of each table. If no names are given, the tables are those of the overview.
pub(super) fn parse_tables(names: &[String]) -> Result<Vec<GroupBy>> {
    if names.is_empty() {
        return parse_tables(&OVERVIEW_PROPERTIES.map(str::to_owned));
    }
    let table = |names: &String| {
        let facets: Result<Vec<_>> = names.split(',').map(parse_facet).collect();
        match facets?.as_slice() {
            [one] => Ok((*one, None)),
            [one, other] if one != other => Ok((*one, Some(*other))),
            _ => Err(too_many_properties_error(names).into()),
        }
    };
    names.iter().map(table).collect()
}

/// Lists the properties by which games can be counted, each with an explanation if its name is not clear.
pub fn properties() -> impl Iterator<Item = (&'static str, Option<Cow<'static, str>>)> {
    stats::facets().map(|(name, facet)| (name, facet.meaning()))
}

fn parse_facet(name: &str) -> Result<(&'static str, Facet)> {
    let name = name.trim().replace([' ', '_'], "-");
    let known = stats::facets().find(|(known, _)| known.eq_ignore_ascii_case(&name));
    Ok(known.ok_or_else(|| unknown_property_error(&name))?)
}

fn unknown_property_error(name: &str) -> Error {
    let names: Vec<&str> = stats::facets().map(|(name, _)| name).collect();
    let list = names.join(", ");
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`? ({list})"),
        None => format!("write one of {list}"),
    };
    let message = format!("games cannot be counted by `{name}`");
    Error::new(ErrorKind::Query, message).with_help(help)
}

fn too_many_properties_error(names: &str) -> Error {
    let message = format!("games cannot be counted by `{names}`");
    let help = "a table has one property, or two different ones: opening,year";
    Error::new(ErrorKind::Query, message).with_help(help)
}

fn no_player_error(name: &str) -> Error {
    let message = format!("games can be counted by `{name}` only if the query is about one player");
    Error::new(ErrorKind::Query, message)
        .with_help("name the player in the query: player:\"Lee Sedol\"")
}
