//! Facets of a result: the values of some properties among its games, each with the clause that narrows the query to
//! it. A new property needs a name in [`FACET_NAMES`] and an arm in [`gather_values`].

use super::columns::iter_first_values;
use super::once_per_game::OncePerGame;
use super::stats::{Facet, QueryGames};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_language::ast::quote;
use kifu_language::fields::{Field, nearest};
use kifu_messages::say;
use kifu_record::cancel::checkpoint;
use kifu_record::rank::Rank;
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// A value of a property, and the number of games that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct Narrowed {
    /// The value; `None` for the games in which the property has none.
    pub value: Option<String>,
    /// Number of games.
    pub games: u64,
    /// The clause that narrows the query to these games; `None` if no clause can express it.
    pub query: Option<String>,
}

/// A value of a property with the games of one index that have it. Copies of a game are not merged yet, because values
/// of several indexes are merged first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GatheredValue {
    value: Option<String>,
    query: Option<String>,
    games: OncePerGame<u64>,
}

/// Names of the properties by which a result can be narrowed.
pub const FACET_NAMES: [&str; 6] = ["how", "archive", "rank", "size", "lang", "year"];

/// Maximum number of values of a property that are listed. Years are all listed, since a chart needs each.
const MAX_VALUES: usize = 50;

/// Merges equal values of a property, which may come from several indexes, and sorts them for display: years in their
/// order, other values by their number of games.
pub fn list_values(name: &str, rows: Vec<GatheredValue>) -> Vec<Narrowed> {
    let mut games: BTreeMap<(Option<String>, Option<String>), OncePerGame<u64>> = BTreeMap::new();
    for row in rows {
        checkpoint();
        let known = games.entry((row.value, row.query)).or_default();
        *known += row.games;
    }
    let mut rows: Vec<Narrowed> = games
        .into_iter()
        .map(|((value, query), games)| Narrowed { value, games: games.total(), query })
        .collect();
    if name == "year" {
        let year = |row: &Narrowed| row.value.as_deref().and_then(|year| year.parse::<i64>().ok());
        rows.sort_by_key(|row| (row.value.is_none(), year(row)));
        return rows;
    }
    // The sort is stable, so values with equal counts stay in alphabetical order.
    rows.sort_by_key(|row| (row.value.is_none(), Reverse(row.games)));
    rows.truncate(MAX_VALUES);
    rows
}

/// The values of a property among the given games of one index, in no particular order.
pub fn gather_values(index: &Index, games: &QueryGames, name: &str) -> Result<Vec<GatheredValue>> {
    let by = |facet, clause: &dyn Fn(&str) -> Option<String>| -> Result<Vec<GatheredValue>> {
        let gathered = games.gather(index, (facet, None), None)?;
        let rows = gathered.values(facet).map(|(value, games)| GatheredValue {
            games,
            query: value.as_deref().and_then(clause),
            value,
        });
        Ok(rows.collect())
    };
    match name {
        "how" => by(Facet::How, &|how| match how {
            "resignation" => Some("how:resign".into()),
            how => Some(format!("how:{how}")),
        }),
        "size" => by(Facet::Size, &|size| Some(format!("size:{size}"))),
        "lang" => by(Facet::Lang, &|lang| Some(format!("lang:{lang}"))),
        "year" => by(Facet::Year, &|year| {
            // A game counts in the year in which it began, and only if that year is known. `has:year` excludes dates
            // such as `1990s`.
            let next = year.parse::<i32>().ok()?.checked_add(1)?;
            Some(format!("year>={year} -year>={next} has:year"))
        }),
        "rank" => ranks(index, games),
        "archive" => archives(index, games),
        _ => Err(unknown_facet_error(name)),
    }
}

fn unknown_facet_error(name: &str) -> Error {
    let list = FACET_NAMES.join(", ");
    let help = match nearest(name, FACET_NAMES) {
        Some(near) => say!("error-not-narrowed-near", near = near, list = list),
        None => say!("error-not-narrowed-list", list = list),
    };
    Error::new(ErrorKind::Query, say!("error-not-narrowed", name = name)).with_help(help)
}

/// Counts games by bands of ranks, by the better of the two players: professionals, amateurs of dan grade, and of kyu
/// grade.
fn ranks(index: &Index, games: &QueryGames) -> Result<Vec<GatheredValue>> {
    let fail = |error| index.error_from_tantivy(error);
    let number = |text| Rank::parse(text).map_or(0, |rank| i64::from(rank.number()));
    let bands = [
        (Some("professional"), number("1p"), "rank>=1p"),
        (Some("dan"), number("1d"), "rank>=1d -rank>=1p"),
        (Some("kyu"), 0, "rank<1d -rank>=1d"),
        (None, i64::MIN, "-rank:*"),
    ];
    let mut counts: [OncePerGame<u64>; 4] = Default::default();
    let mut ticker = index.budget().ticker();
    for games in games.in_segments() {
        let fast = index.searcher().segment_reader(games.ordinal).fast_fields();
        let black = fast.i64("black_rank").map_err(fail)?;
        let white = fast.i64("white_rank").map_err(fail)?;
        let docs = ticker.take_within_budget(GAME_STEPS, games.docs.iter().copied());
        for ((doc, black), (_, place)) in iter_first_values(&black, docs).zip(games.with_ranks()) {
            let best = black.max(white.first(doc)).unwrap_or(i64::MIN);
            let band = bands.iter().position(|(_, least, _)| best >= *least);
            if let Some(count) = band.and_then(|band| counts.get_mut(band)) {
                count.add(place, 1);
            }
        }
    }
    let rows = bands.into_iter().zip(counts).map(|((value, _, query), games)| GatheredValue {
        value: value.map(str::to_owned),
        games,
        query: Some(query.to_owned()),
    });
    Ok(rows.filter(|row| !row.games.is_empty()).collect())
}

/// Cost of counting one game, in budget steps of about 10 ns.
const GAME_STEPS: usize = 3;

/// Counts games by archive: by root if the index has several roots, else by the folder or archive directly in the root.
fn archives(index: &Index, games: &QueryGames) -> Result<Vec<GatheredValue>> {
    let fail = |error| index.error_from_tantivy(error);
    let roots = &index.global_roots();
    let mut found: HashMap<Option<&str>, HashMap<String, OncePerGame<u64>>> = HashMap::new();
    let mut ticker = index.budget().ticker();
    for games in games.in_segments() {
        let column = index
            .searcher()
            .segment_reader(games.ordinal)
            .fast_fields()
            .str("folder")
            .map_err(fail)?;
        let Some(column) = column else { continue };
        let mut in_folder: Vec<OncePerGame<u64>> = vec![OncePerGame::default(); column.num_terms()];
        let docs = ticker.take_within_budget(GAME_STEPS, games.docs.iter().copied());
        for ((_, folder), (_, place)) in
            iter_first_values(column.ords(), docs).zip(games.with_ranks())
        {
            if let Some(count) = folder.and_then(|folder| in_folder.get_mut(folder as usize)) {
                count.add(place, 1);
            }
        }
        let used = (0..).zip(in_folder).filter(|(_, games)| !games.is_empty());
        let (folders, counts): (Vec<u64>, Vec<OncePerGame<u64>>) = used.unzip();
        let mut counts = counts.into_iter();
        let named = column.dictionary().sorted_ords_to_term_cb(&folders, |folder| {
            let folder = String::from_utf8_lossy(folder);
            let root = roots.iter().filter(|root| path_below(&folder, root).is_some());
            let root = root.max_by_key(|root| root.len()).map(String::as_str);
            let name = match root.filter(|_| roots.len() == 1) {
                Some(root) => {
                    first_component(path_below(&folder, root).unwrap_or_default()).to_owned()
                }
                None => String::new(),
            };
            let known = found.entry(root).or_default().entry(name).or_default();
            *known += counts.next().unwrap_or_default();
        });
        named.map_err(|error| fail(error.into()))?;
    }
    let named = found.into_iter().flat_map(|(root, names)| {
        names.into_iter().map(move |(name, games)| {
            let value = match (root, name.as_str()) {
                (Some(root), "") => root.rsplit(SEPARATORS).next().map(str::to_owned),
                (_, name) => Some(name.to_owned()).filter(|name| !name.is_empty()),
            };
            // No clause can select only the files that lie directly in the only root: a path pattern would match files
            // in its folders as well.
            let has_clause = roots.len() > 1 || !name.is_empty();
            let path = root.filter(|_| has_clause).map(|root| match name.as_str() {
                "" => format!("{root}/*"),
                name => format!("{root}/{name}/*"),
            });
            GatheredValue {
                value,
                games,
                query: path.map(|path| format!("{}:{}", Field::File, quote(&path))),
            }
        })
    });
    Ok(named.collect())
}

const SEPARATORS: [char; 3] = ['/', '\0', std::path::MAIN_SEPARATOR];

/// The part of a folder's path after a root; `None` if the folder is not below the root.
fn path_below<'f>(folder: &'f str, root: &str) -> Option<&'f str> {
    let rest = folder.strip_prefix(root)?;
    rest.starts_with(SEPARATORS).then(|| rest.trim_start_matches(SEPARATORS))
}

/// The first folder or archive of a path.
fn first_component(path: &str) -> &str {
    path.split(SEPARATORS).next().unwrap_or_default()
}
