//! Counts games grouped by a property (years, players, openings, results …) or by two of them. A new property is a
//! variant of [`Facet`], here and in `groups`.
//!
//! Only columns are read; no game is loaded.

mod gathered;
mod groups;
mod holders;

use super::collect::SegmentHits;
use super::columns::iter_first_values;
use super::once_per_game::{CopiedGames, CopyPlace, CopyTally, OncePerGame, RankedGames};
use super::plan::Plan;
use super::query_player::{PlayerResults, QueryPlayer, Seat};
use super::sizes;
use crate::outcomes::Outcomes;
pub use gathered::GatheredCounts;
use groups::{Groups, SegmentSlice};
use kifu_archive::error::{Error, ErrorKind, Result};
use kifu_language::fields::{GameNumber, NUMBERS};
use kifu_language::numbers::Rows;
use kifu_messages::say;
use kifu_record::text::fold::{fold, fold_letters};
use kifu_store::index::Index;
use kifu_store::index::document::outcome;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::repeat;
use std::ops::AddAssign;
use std::sync::OnceLock;
use tantivy::{DocId, SegmentOrdinal};

/// Property by which games are grouped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Facet {
    /// Year in which a game was played or begun, if it is known.
    Year,
    /// Month, if the date allows only one.
    Month,
    /// Decade of the year.
    Decade,
    /// Event as written.
    Event,
    /// Event without its number, year and round.
    Series,
    /// Round as written.
    Round,
    /// Holder of the title that the game decides; games that decide no title are not counted.
    Holder,
    /// Players, each with all spellings; a game counts for Black's and for White's player.
    Player,
    /// Opponents of the player whom the query is about; see [`query_player`](super::query_player).
    Opponent,
    /// Colour of the player whom the query is about.
    Colour,
    /// Openings recognised from the stones; a game may have several.
    Opening,
    /// Joseki in the corners, recognised from the stones; a game may have several.
    Joseki,
    /// Result in normalised form, such as `B+0.5`.
    Result,
    /// Winner: Black, White or nobody.
    Winner,
    /// How the game ended: by resignation, on time …
    How,
    /// Rules: by their usual name if they are known, else as written.
    Rules,
    /// Place as written.
    Place,
    /// Author of the comments.
    Annotator,
    /// Countries of the players; a game may have two.
    Country,
    /// Size of the board.
    Size,
    /// A numeric field, such as the number of moves.
    Number(GameNumber),
    /// The better of the players' two ranks.
    Rank,
    /// Range of ranks to which the better of the players' two ranks belongs.
    RankBand,
    /// Number of ranks by which the query's player is above the opponent; without such a player, Black above White.
    RankDifference,
    /// Charset of the file.
    Charset,
    /// Archive, or folder of a loose file.
    Archive,
    /// Languages of the comments; a game may have several.
    Lang,
    /// Kind of game: Go, Lines of Action or another.
    Kind,
    /// Format of the file.
    Format,
}

/// Names of the facets that are not numbers, in listing order: first those up to the board size, then those after it.
/// Facets of numbers are listed in between; see [`facets`].
const FACETS_UP_TO_SIZE: [(&str, Facet); 20] = [
    ("year", Facet::Year),
    ("month", Facet::Month),
    ("decade", Facet::Decade),
    ("event", Facet::Event),
    ("series", Facet::Series),
    ("round", Facet::Round),
    ("holder", Facet::Holder),
    ("player", Facet::Player),
    ("opponent", Facet::Opponent),
    ("colour", Facet::Colour),
    ("opening", Facet::Opening),
    ("joseki", Facet::Joseki),
    ("result", Facet::Result),
    ("winner", Facet::Winner),
    ("how", Facet::How),
    ("rules", Facet::Rules),
    ("place", Facet::Place),
    ("annotator", Facet::Annotator),
    ("country", Facet::Country),
    ("size", Facet::Size),
];
const FACETS_AFTER_SIZE: [(&str, Facet); 8] = [
    ("rank", Facet::Rank),
    ("rank-band", Facet::RankBand),
    ("rank-difference", Facet::RankDifference),
    ("charset", Facet::Charset),
    ("archive", Facet::Archive),
    ("lang", Facet::Lang),
    ("kind", Facet::Kind),
    ("format", Facet::Format),
];

/// All facets with their names, in listing order. Numbers with a row for each value come after the board size, numbers
/// in steps come last.
pub fn facets() -> impl Iterator<Item = (&'static str, Facet)> {
    let numbers = |is_listed: fn(Rows) -> bool| {
        let listed = NUMBERS.iter().filter(move |info| is_listed(info.rows));
        listed.map(|info| (info.name, Facet::Number(info.number)))
    };
    let (up_to_board, behind) = (FACETS_UP_TO_SIZE.into_iter(), FACETS_AFTER_SIZE.into_iter());
    let each = numbers(|rows| rows == Rows::Each);
    up_to_board.chain(each).chain(behind).chain(numbers(|rows| matches!(rows, Rows::Steps(_))))
}

impl Facet {
    /// Explains the values of the facet, if its name alone does not; at most 80 columns wide.
    pub fn meaning(self) -> Option<Cow<'static, str>> {
        let meaning = match self {
            Facet::Event | Facet::Round => "as written",
            Facet::Holder => "who won most games of the title match, or of the final",
            Facet::Series => "the event without its number, year and round",
            Facet::Player => "all spellings together; a game counts for both of its players",
            Facet::Opponent => "of the one player whom the query names",
            Facet::Colour => "that this player had",
            Facet::Opening => "recognised from the stones; a game may have several",
            Facet::Joseki => "in the corners, from the stones; a game may have several",
            Facet::How => "resignation, points, time …",
            Facet::Rules => "by their usual name, else as written",
            Facet::Country => "of the players; a game may have two",
            Facet::Rank => "the better one of the two players",
            Facet::RankBand => "the better one of the two players, in ranges such as 1d-3d",
            Facet::RankDifference => {
                "ranks of the query's player above the opponent, else of Black"
            }
            Facet::Archive => "the archive, or the folder of a loose file",
            Facet::Lang => "of the comments; a game may have several",
            Facet::Kind => "Go, Lines of Action or another game",
            Facet::Number(number) => match number.info().rows {
                Rows::Steps(step) => return Some(format!("in steps of {step}").into()),
                Rows::None | Rows::Each => return None,
            },
            Facet::Year
            | Facet::Month
            | Facet::Decade
            | Facet::Result
            | Facet::Winner
            | Facet::Place
            | Facet::Annotator
            | Facet::Size
            | Facet::Charset
            | Facet::Format => return None,
        };
        Some(meaning.into())
    }

    /// True if the values have a natural order, as years do, and are listed in it.
    pub fn is_ordered(self) -> bool {
        matches!(
            self,
            Facet::Year
                | Facet::Month
                | Facet::Decade
                | Facet::Number(_)
                | Facet::Rank
                | Facet::RankBand
                | Facet::RankDifference
        )
    }

    /// Function under which equal texts are one value: case, widths and accents do not separate texts, nor does
    /// anything else that `=` ignores. `None` if each text is a value of its own.
    pub(crate) fn equality_key(self) -> Option<fn(&str) -> String> {
        match self {
            Facet::Event => Some(fold_letters),
            Facet::Round
            | Facet::Holder
            | Facet::Series
            | Facet::Rules
            | Facet::Place
            | Facet::Annotator
            | Facet::Country => Some(fold),
            _ => None,
        }
    }

    /// True if games have a value only if the query is about one player.
    pub fn needs_player(self) -> bool {
        matches!(self, Facet::Opponent | Facet::Colour)
    }
}

/// Order of the rows in a table of counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowOrder {
    /// Natural order for years and numbers; for other values, those with the most games first.
    #[default]
    Usual,
    /// Values with the most games first.
    Games,
    /// Texts alphabetically, years and numbers in their natural order.
    Name,
}

impl RowOrder {
    pub const NAMES: [(&str, RowOrder); 2] = [("games", RowOrder::Games), ("name", RowOrder::Name)];

    /// Parses the name of an order; without a name, the usual order.
    pub fn parse(name: Option<&str>) -> Result<RowOrder> {
        let Some(name) = name else {
            return Ok(RowOrder::Usual);
        };
        let mut known = Self::NAMES.iter();
        let known = known.find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, order)| *order).ok_or_else(|| {
            let message = say!("error-not-ordered", name = name);
            Error::new(ErrorKind::Query, message).with_help(say!("error-not-ordered-help"))
        })
    }
}

/// Counts of games by result, from the colours' and from a player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeTally {
    /// Results by colour: games won by Black, won by White, and drawn.
    pub outcomes: Outcomes,
    /// Results of the player whom the query is about; all zero if there is none.
    pub own: PlayerResults,
}

impl OutcomeTally {
    fn add(&mut self, (seat, outcome): (Seat, u64)) {
        self.outcomes.add(outcome);
        self.own.add(seat, outcome);
    }
}

impl CopyTally for OutcomeTally {
    type Game = (Seat, u64);

    fn count(&mut self, game: (Seat, u64)) {
        self.add(game);
    }
}

impl AddAssign for OutcomeTally {
    fn add_assign(&mut self, more: OutcomeTally) {
        self.outcomes.merge(more.outcomes);
        self.own.merge(more.own);
    }
}

/// A row of a table: the games with one value of a facet (property by which games are grouped).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetRow {
    /// The value as shown; `None` for the games without one.
    pub value: Option<String>,
    /// Number by which the value sorts in the natural order, if there is one.
    pub number: Option<i64>,
    pub tally: OutcomeTally,
}

/// A cell of a table of two facets (properties by which games are grouped): the games with one value of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairRow {
    /// Indices of the values among the rows of the first and of the second facet.
    pub at: (usize, usize),
    pub tally: OutcomeTally,
}

/// The finished table of games counted by a facet, or by two.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FacetCounts {
    /// Results of all games of the query.
    pub total: OutcomeTally,
    /// Rows of the first facet: in natural order or with the most games first; the row of games without a value comes
    /// last.
    pub rows: Vec<FacetRow>,
    /// Rows of the second facet, sorted like `rows`; empty if the games are counted by one facet.
    pub across: Vec<FacetRow>,
    /// Pairs of values of both facets that occur together in games, in the order of the rows.
    pub pairs: Vec<PairRow>,
}

/// Number of games that are counted between two checks of the budget.
const GAMES_PER_POLL: usize = 1 << 13;

/// Games of one segment from which a table is made.
pub(super) struct SegmentGames<'g> {
    pub(super) ordinal: SegmentOrdinal,
    /// Hits of the query in this segment.
    hits: &'g [DocId],
    /// Games from which the rows of a table are counted: the hits, and all copies that match the query. A row may count
    /// a copy that is not itself a hit.
    pub(super) docs: &'g [DocId],
    /// Rank of each game of `docs` among its copies; empty if none has copies.
    ranks: &'g [Option<CopyPlace>],
}

impl SegmentGames<'_> {
    /// All games from which the table is made, each with its rank among its copies.
    pub(super) fn with_ranks(&self) -> impl Iterator<Item = (DocId, Option<CopyPlace>)> {
        let places = self.ranks.iter().copied().chain(repeat(None));
        self.docs.iter().copied().zip(places)
    }
}

/// The games of a query, to be counted by several facets.
#[derive(Debug)]
pub struct QueryGames {
    /// Hits of the query; only the fullest copy of each game if each is wanted once.
    pub(super) hits: Vec<SegmentHits>,
    /// If each game is wanted once: all matching games that have copies. A row of a table may count a copy that is not
    /// a hit, because the fullest copy with the row's value may be another one than the fullest of all.
    copied: CopiedGames,
    /// Merged lists of hits and copies by segment, if there are copies; made once and used for every table.
    ranked: OnceLock<Vec<RankedGames>>,
}

impl QueryGames {
    pub fn find(index: &Index, plan: &Plan) -> Result<QueryGames> {
        let (hits, _, copied) = plan.hits_and_copies(index, false)?;
        Ok(QueryGames::new(hits, copied))
    }

    /// Makes the games of a query from its hits and from the matching games that have copies.
    pub(super) fn new(hits: Vec<SegmentHits>, copied: CopiedGames) -> QueryGames {
        QueryGames { hits, copied, ranked: OnceLock::new() }
    }

    /// The games of each segment from which tables are made, each with its rank among its copies. Ranks are missing if
    /// no game has copies.
    pub(super) fn in_segments(&self) -> impl Iterator<Item = SegmentGames<'_>> {
        let placed = || {
            let hits = (0..).zip(&self.hits);
            hits.map(|(ordinal, hits)| self.copied.with_ranks(ordinal, &hits.docs)).collect()
        };
        let placed =
            if self.copied.is_empty() { &[] } else { self.ranked.get_or_init(placed).as_slice() };
        self.hits.iter().enumerate().map(|(ordinal, hits)| {
            let (docs, places) = match placed.get(ordinal) {
                Some(games) => (games.docs.as_slice(), games.ranks.as_slice()),
                None => (hits.docs.as_slice(), &[][..]),
            };
            SegmentGames {
                ordinal: ordinal as SegmentOrdinal,
                hits: &hits.docs,
                docs,
                ranks: places,
            }
        })
    }

    /// Approximate size of the games as SGF in bytes.
    pub fn sgf_bytes(&self, index: &Index) -> Result<u64> {
        sizes::sgf_bytes(index, &self.hits)
    }

    pub fn total(&self) -> u64 {
        self.hits.iter().map(|hits| hits.docs.len() as u64).sum()
    }

    /// Counts the games by a facet.
    pub fn count_by(&self, index: &Index, facet: Facet) -> Result<FacetCounts> {
        self.count(index, (facet, None), None)
    }

    /// Counts the games by a facet, or by two together, and the results of the player whom the query is about.
    pub fn count(
        &self,
        index: &Index,
        facets: (Facet, Option<Facet>),
        player: Option<&QueryPlayer>,
    ) -> Result<FacetCounts> {
        let gathered = self.gather(index, facets, player)?;
        Ok(gathered.finish(facets, RowOrder::Usual))
    }

    /// Counts the games by a facet, or by two together, and leaves the groups in a form that several indexes can merge.
    /// Labels are not chosen and rows are not sorted yet.
    pub fn gather(
        &self,
        index: &Index,
        (facet, second): (Facet, Option<Facet>),
        player: Option<&QueryPlayer>,
    ) -> Result<GatheredCounts> {
        let budget = index.budget();
        let mut total = OutcomeTally::default();
        let mut table = FacetTable::default();
        let mut down = Groups::new(index, facet)?;
        let mut across = second.map(|second| Groups::new(index, second)).transpose()?;
        for games in self.in_segments() {
            let ordinal = games.ordinal;
            let reader = index.searcher().segment_reader(ordinal);
            let fail = |error| index.error_from_tantivy(error);
            let outcomes = reader.fast_fields().u64("outcome").map_err(fail)?;
            let mut counted = games.hits.iter().peekable();
            let part = budget.chunk_len(GAMES_PER_POLL);
            let places = games.ranks.chunks(part).chain(repeat(&[][..]));
            for (docs, places) in games.docs.chunks(part).zip(places) {
                if budget.poll_exhausted() {
                    break;
                }
                let seat = |doc| player.map_or(Seat::None, |player| player.seat(ordinal, doc));
                let game = |(doc, outcome): (_, Option<u64>)| {
                    (seat(doc), outcome.unwrap_or(outcome::UNKNOWN))
                };
                let games: Vec<(Seat, u64)> =
                    iter_first_values(&outcomes, docs.iter().copied()).map(game).collect();
                for (doc, &game) in docs.iter().zip(&games) {
                    // `docs` contains every hit, and both lists are in document order, so one pass finds the hits.
                    if counted.next_if_eq(&doc).is_some() {
                        total.add(game);
                    }
                }
                let part = SegmentSlice {
                    ordinal,
                    reader,
                    docs,
                    games: &games,
                    has_player: player.is_some(),
                };
                let first = down.assign(&part).map_err(fail)?;
                let second =
                    across.as_mut().map(|across| across.assign(&part)).transpose().map_err(fail)?;
                table.add((&games, places), &first, second.as_deref());
            }
        }
        let across = across.map(Groups::values).transpose()?.map(|values| (values, table.across));
        let down = (down.values()?, table.down);
        Ok(GatheredCounts::new(total, down, across, table.pairs))
    }
}

/// Membership of a game in a group: one of the groups into which a facet divides the games by their values.
#[derive(Clone, Copy)]
struct GroupMember {
    /// Index of the game in its [`SegmentSlice`].
    game: u32,
    /// Number of the group among all groups of the facet (property by which games are counted).
    group: u32,
}

/// Games to be counted: for each the colour of the query's player with the result, and its rank among its copies. Ranks
/// are missing if no game has copies.
type CountedGames<'g> = (&'g [(Seat, u64)], &'g [Option<CopyPlace>]);

/// Tally of the games of a group.
type GroupTally = OncePerGame<OutcomeTally>;

/// Tallies of the groups of one or two facets, indexed by the numbers of the groups.
#[derive(Default)]
struct FacetTable {
    down: Vec<GroupTally>,
    across: Vec<GroupTally>,
    pairs: HashMap<(u32, u32), GroupTally>,
}

fn tally_of_group(tallies: &mut Vec<GroupTally>, group: u32) -> Option<&mut GroupTally> {
    let group = group as usize;
    if tallies.len() <= group {
        tallies.resize(group + 1, GroupTally::default());
    }
    tallies.get_mut(group)
}

impl FacetTable {
    /// Adds games by their groups. `down` and `across` are in the order of the games.
    fn add(
        &mut self,
        (games, places): CountedGames,
        down: &[GroupMember],
        across: Option<&[GroupMember]>,
    ) {
        let counted = |at: u32| {
            let place = places.get(at as usize).copied().flatten();
            Some((place, *games.get(at as usize)?))
        };
        let count = |tallies: &mut Vec<GroupTally>, members: &[GroupMember]| {
            for member in members {
                let tally = tally_of_group(tallies, member.group);
                if let Some((tally, (place, game))) = tally.zip(counted(member.game)) {
                    tally.add(place, game);
                }
            }
        };
        count(&mut self.down, down);
        let Some(across) = across else { return };
        count(&mut self.across, across);
        let mut across = across.chunk_by(|a, b| a.game == b.game).peekable();
        for of_game in down.chunk_by(|a, b| a.game == b.game) {
            let at = of_game.first().map_or(0, |first| first.game);
            let Some((place, game)) = counted(at) else {
                continue;
            };
            let is_before =
                |other: &&[GroupMember]| other.first().is_some_and(|other| other.game < at);
            while across.next_if(is_before).is_some() {}
            let is_same =
                |other: &&[GroupMember]| other.first().is_some_and(|other| other.game == at);
            for second in across.next_if(is_same).unwrap_or_default() {
                for first in of_game {
                    let groups = (first.group, second.group);
                    self.pairs.entry(groups).or_default().add(place, game);
                }
            }
        }
    }
}
