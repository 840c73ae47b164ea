//! Statistics: games grouped by a common property, or by two.

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
pub use kifu_query::own::PlayerResults;
use kifu_query::own::QueryPlayer;
use kifu_query::plan::Plan;
use kifu_query::search::note;
use kifu_query::stats;
use kifu_query::stats::{
    Facet, FacetRow, GatheredCounts, OutcomeTally, PairRow, QueryGames, RowOrder,
};
use kifu_record::patience::step;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The properties that games are grouped by if none is requested.
const OVERVIEW: [&str; 6] = ["decade", "how", "player", "event", "opening", "size"];

/// Games grouped by one property, or by two.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Counts {
    /// The version of this object: 1. Adding keys does not change it.
    v: u32,
    /// The property.
    pub by: &'static str,
    /// The second property, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<&'static str>,
    /// The player whom the query is about, if it names exactly one. Won, lost and drawn games are this player's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The number of matching games.
    pub total: u64,
    /// The number of rows.
    pub values: usize,
    /// The values in their natural order or by frequency; the games without a value come last. Of two properties, the
    /// pairs of values that occur.
    pub rows: Vec<Count>,
    /// All games.
    #[serde(skip)]
    pub all: Count,
    /// Of two properties: the games by the first one alone.
    #[serde(skip)]
    pub down: Vec<Count>,
    /// Of two properties: the games by the second one alone.
    #[serde(skip)]
    pub along: Vec<Count>,
    /// The places of the pairs' values in the two lists.
    #[serde(skip)]
    pub places: Vec<(usize, usize)>,
    /// Whether the values have a natural order, as years have.
    #[serde(skip)]
    pub is_ordered: bool,
}

/// The games that share one value, or two.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// The value; `None` for the games without one.
    pub value: Option<String>,
    /// The value of the second property, if there are two; null for games without one.
    #[cfg_attr(feature = "json-schema", schemars(extend("nullable" = true)))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<Option<String>>,
    /// The number of these games.
    pub games: u64,
    /// How they ended.
    #[serde(flatten)]
    pub wins: Wins,
    /// How they ended for the player whom the query is about.
    #[serde(flatten)]
    pub own: Option<PlayerResults>,
    /// The value's place in the natural order, if there is one.
    #[serde(skip)]
    pub number: Option<i64>,
}

impl Count {
    fn of(row: Option<&FacetRow>, tally: OutcomeTally, has_player: bool) -> Count {
        step();
        Count {
            value: row.and_then(|row| row.value.clone()),
            number: row.and_then(|row| row.number),
            across: None,
            games: tally.outcomes.games,
            wins: tally.outcomes.into(),
            own: has_player.then_some(tally.own),
        }
    }
}

/// What a table is by: one property, or two.
pub(super) type GroupBy = ((&'static str, Facet), Option<(&'static str, Facet)>);

/// A query for games to be counted.
pub(super) struct Counting {
    pub(super) plan: Plan,
    games: QueryGames,
    player: Option<QueryPlayer>,
}

impl Counting {
    pub(super) fn new(snapshot: &Snapshot, query: &str, unique: bool) -> Result<Counting> {
        let (query, text) = with_settings(query, &[], unique)?;
        let plan = snapshot.planned(&query, &text)?;
        Ok(Counting {
            games: QueryGames::of(snapshot.index, &plan)?,
            plan,
            player: QueryPlayer::of(snapshot.index, &query)?,
        })
    }

    /// The games, and the player whom the query is about.
    pub(super) fn games_and_player(&self) -> (&QueryGames, Option<&QueryPlayer>) {
        (&self.games, self.player.as_ref())
    }

    /// The table of these games by one property, or by two.
    pub(super) fn table(&self, snapshot: &Snapshot, by: GroupBy) -> Result<Counts> {
        let gathered = self.gather(snapshot, by)?;
        snapshot.index.budget().check()?;
        Ok(Counts::of(gathered, (by, RowOrder::Usual), self.player()))
    }

    /// What the table is made of.
    fn gather(&self, snapshot: &Snapshot, by: GroupBy) -> Result<GatheredCounts> {
        let player = self.player.as_ref();
        let mut all = [Some(by.0), by.1].into_iter().flatten();
        if let Some((name, _)) = all.find(|(_, facet)| facet.needs_player() && player.is_none()) {
            return Err(no_player(name).into());
        }
        Ok(self.games.gather(snapshot.index, facets(by), player)?)
    }

    /// The player whom the query is about.
    fn player(&self) -> Option<&str> {
        self.player.as_ref().map(|player| player.name.as_str())
    }
}

/// The number of values that each table of an overview lists.
const LISTED: usize = 10;
/// The number of board sizes that it lists.
const SIZES: usize = 5;

fn facets((first, second): GroupBy) -> (Facet, Option<Facet>) {
    (first.1, second.map(|(_, facet)| facet))
}

impl Counts {
    /// The rows of the first values; of two properties, the pairs with the first values of the first one.
    pub fn first_rows(&self, most: usize) -> impl Iterator<Item = &Count> {
        let place = |at: usize| self.places.get(at).map_or(at, |(first, _)| *first);
        self.rows
            .iter()
            .enumerate()
            .take_while(move |(at, _)| place(*at) < most)
            .map(|(_, row)| row)
    }

    /// What JSON tells of the table, with these rows only. Nothing else is copied: a table may have a row for each
    /// game.
    pub fn cut(&self, most: usize) -> Counts {
        Counts {
            v: self.v,
            by: self.by,
            across: self.across,
            player: self.player.clone(),
            total: self.total,
            values: self.values,
            rows: self.first_rows(most).cloned().collect(),
            all: self.all.clone(),
            down: Vec::new(),
            along: Vec::new(),
            places: Vec::new(),
            is_ordered: self.is_ordered,
        }
    }

    /// How many values an overview lists.
    pub fn in_overview(&self) -> usize {
        match self.by {
            "decade" | "how" => usize::MAX,
            "size" => SIZES,
            _ => LISTED,
        }
    }

    /// The table that is made of what was gathered.
    fn of(
        gathered: GatheredCounts,
        (by, order): (GroupBy, RowOrder),
        player: Option<&str>,
    ) -> Counts {
        let counts = gathered.finish(facets(by), order);
        let one = |row: &FacetRow| Count::of(Some(row), row.tally, player.is_some());
        let down: Vec<Count> = counts.rows.iter().map(one).collect();
        let along: Vec<Count> = counts.across.iter().map(one).collect();
        let pair = |pair: &PairRow| Count {
            across: Some(along.get(pair.at.1).and_then(|row| row.value.clone())),
            ..Count::of(counts.rows.get(pair.at.0), pair.tally, player.is_some())
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
            all: Count::of(None, counts.total, player.is_some()),
            down,
            along,
            places: counts.pairs.iter().map(|pair| pair.at).collect(),
            is_ordered: first.1.is_ordered() && order != RowOrder::Games,
        }
    }
}

/// What the tables of a request are made of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StatsGathered {
    /// The player whom the query is about.
    player: Option<String>,
    tables: Vec<GatheredCounts>,
}

impl Question for Stats {
    const NAME: &'static str = "stats";
    type Gathered = StatsGathered;
    /// The number of games.
    type Answer = u64;

    fn record(&self, snapshot: &Snapshot) -> Result<()> {
        let counting = Counting::new(snapshot, &self.query, self.unique)?;
        Ok(note(snapshot.index, &counting.plan, false)?)
    }

    fn gather(&self, snapshot: &Snapshot, _: Sink) -> Result<StatsGathered> {
        let counting = Counting::new(snapshot, &self.query, self.unique)?;
        let table = |by| {
            let gathered = counting.gather(snapshot, by)?;
            snapshot.index.budget().check()?;
            Ok(gathered)
        };
        Ok(StatsGathered {
            player: counting.player().map(str::to_owned),
            tables: tables(&self.by)?.into_iter().map(table).collect::<Result<_>>()?,
        })
    }

    fn finish(
        &self,
        gathered: Vec<StatsGathered>,
        ending: &FinishOptions,
        sink: Sink,
    ) -> Result<u64> {
        let player = gathered.first().and_then(|own| own.player.clone());
        let mut all: Vec<_> = gathered.into_iter().map(|own| own.tables.into_iter()).collect();
        let mut total = 0;
        for by in tables(&self.by)? {
            let mut own = all.iter_mut().filter_map(Iterator::next);
            let whole = match ending.joined_by {
                Some(aliases) => GatheredCounts::join(own, aliases),
                None => own.next().unwrap_or_default(),
            };
            let counts = Counts::of(whole, (by, self.sort), player.as_deref());
            total = counts.total;
            if sink(Item::Counts(&counts)).is_break() {
                break;
            }
        }
        Ok(total)
    }
}

/// What the tables of a request are by; without any, those of an overview.
pub(super) fn tables(names: &[String]) -> Result<Vec<GroupBy>> {
    if names.is_empty() {
        return tables(&OVERVIEW.map(str::to_owned));
    }
    let table = |names: &String| {
        let facets: Result<Vec<_>> = names.split(',').map(facet).collect();
        match facets?.as_slice() {
            [one] => Ok((*one, None)),
            [one, other] if one != other => Ok((*one, Some(*other))),
            _ => Err(too_many(names).into()),
        }
    };
    names.iter().map(table).collect()
}

/// What games can be counted by, with what that means where the name leaves it open.
pub fn properties() -> impl Iterator<Item = (&'static str, Option<Cow<'static, str>>)> {
    stats::facets().map(|(name, facet)| (name, facet.meaning()))
}

fn facet(name: &str) -> Result<(&'static str, Facet)> {
    let name = name.trim().replace([' ', '_'], "-");
    let known = stats::facets().find(|(known, _)| known.eq_ignore_ascii_case(&name));
    Ok(known.ok_or_else(|| unknown(&name))?)
}

fn unknown(name: &str) -> Error {
    let names: Vec<&str> = stats::facets().map(|(name, _)| name).collect();
    let list = names.join(", ");
    let help = match nearest(name, names) {
        Some(near) => format!("did you mean `{near}`? ({list})"),
        None => format!("write one of {list}"),
    };
    let message = format!("games cannot be counted by `{name}`");
    Error::new(ErrorKind::Query, message).help(help)
}

fn too_many(names: &str) -> Error {
    let message = format!("games cannot be counted by `{names}`");
    let help = "a table has one property, or two different ones: opening,year";
    Error::new(ErrorKind::Query, message).help(help)
}

fn no_player(name: &str) -> Error {
    let message = format!("games can be counted by `{name}` only if the query is about one player");
    Error::new(ErrorKind::Query, message).help("name the player in the query: player:\"Lee Sedol\"")
}
