//! Unpacked columns of an opened index: outcomes and dates, sizes, and players' names of games.
//!
//! tantivy packs the numbers of a column, and reading each takes several calls. An answer about most games reads four
//! numbers of each game (outcome, day and two names), so for such answers the columns are unpacked, once for an opened
//! index.

use super::document::{day, text_bytes};
use kifu_record::cancel::{BudgetTicker, TimeBudget};
use kifu_record::date::Day;
use kifu_record::game::Color;
use std::sync::OnceLock;
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;
use tantivy::{DocId, Searcher, SegmentOrdinal};

/// Columns of players' names, Black's first.
pub const NAME_COLUMNS: [&str; 2] = ["black_name", "white_name"];

/// Number of games whose numbers are read at once. Two arrays of 256 optional numbers take 8 KiB, so they stay in the
/// L1 cache.
const GAMES_PER_BLOCK: usize = 256;

/// Steps of the time budget (units of about 10 ns) that reading a game's numbers costs, and that reading its size
/// costs.
const GAME_STEPS: usize = 10;
const SIZE_STEPS: usize = 1;

/// Share of a segment's games from which on it pays to unpack the whole segment: one in four.
const UNPACK_IF_ONE_COUNTED_IN: usize = 4;

/// Maximum number of games of an index that is unpacked. A game takes about 20 bytes, so the limit is 80 MB.
pub(super) const MAX_UNPACKED_GAMES: u64 = 1 << 22;

/// Outcome and date of a game, from the columns `outcome` and `day`.
#[derive(Clone, Copy, Debug, Default)]
pub struct OutcomeAndDay {
    /// Day on which the game was played, encoded as in the column `day`; 0 if unknown.
    pub day: u32,
    /// Year in which the game was played; `None` if the year is not certain.
    pub year: Option<i32>,
    /// Outcome: one of the constants in [`outcome`](super::document::outcome).
    pub outcome: u8,
}

impl OutcomeAndDay {
    /// Reads the values of the columns. A game without values has no date and an unknown outcome.
    pub fn new(outcome: Option<u64>, day: Option<u64>) -> OutcomeAndDay {
        let day = day.unwrap_or(day::UNKNOWN);
        let number =
            day::day_number_in_certain_year(day).and_then(|number| i32::try_from(number).ok());
        OutcomeAndDay {
            day: u32::try_from(day).unwrap_or(0),
            year: number.map(|number| Day::from_number(number).to_ymd().0),
            outcome: outcome.and_then(|ended| u8::try_from(ended).ok()).unwrap_or(0),
        }
    }
}

/// Outcomes and dates of the games of a segment.
#[derive(Debug)]
pub struct OutcomeColumns(Vec<OutcomeAndDay>);

impl OutcomeColumns {
    /// Returns the outcome and date of a game. A document that does not exist has no date and an unknown outcome.
    #[inline]
    pub fn game(&self, doc: DocId) -> OutcomeAndDay {
        self.0.get(doc as usize).copied().unwrap_or_default()
    }

    /// Unpacks the columns of a segment; `None` if the budget ends before.
    fn unpack(
        reader: &SegmentReader,
        ticker: &mut BudgetTicker,
    ) -> tantivy::Result<Option<OutcomeColumns>> {
        let fast = reader.fast_fields();
        let (outcomes, days) = (fast.u64("outcome")?, fast.u64("day")?);
        let mut games = Vec::with_capacity(reader.max_doc() as usize);
        let docs: Vec<DocId> = (0..reader.max_doc()).collect();
        for docs in docs.chunks(GAMES_PER_BLOCK) {
            if ticker.is_exhausted_after(GAME_STEPS * docs.len()) {
                return Ok(None);
            }
            let (outcomes, days) = (values(&outcomes, docs), values(&days, docs));
            let of_docs = outcomes.into_iter().zip(days).take(docs.len());
            games.extend(of_docs.map(|(outcome, day)| OutcomeAndDay::new(outcome, day)));
        }
        Ok(Some(OutcomeColumns(games)))
    }
}

/// Values of a column for a block of at most [`GAMES_PER_BLOCK`] games.
fn values(column: &Column<u64>, docs: &[DocId]) -> [Option<u64>; GAMES_PER_BLOCK] {
    let mut values = [None; GAMES_PER_BLOCK];
    column.first_vals(docs, values.get_mut(..docs.len()).unwrap_or_default());
    values
}

/// Sizes of the games of a segment, from the column `text_bytes`.
#[derive(Debug)]
pub struct GameSizes(Vec<u32>);

impl GameSizes {
    /// Approximate number of bytes that a game has as SGF.
    #[inline]
    pub fn game(&self, doc: DocId) -> u64 {
        self.0.get(doc as usize).copied().unwrap_or(0).into()
    }

    /// Unpacks the column of a segment; `None` if the budget ends before.
    fn unpack(
        reader: &SegmentReader,
        ticker: &mut BudgetTicker,
    ) -> tantivy::Result<Option<GameSizes>> {
        let column = reader.fast_fields().u64("text_bytes")?;
        let mut sizes = Vec::with_capacity(reader.max_doc() as usize);
        let docs: Vec<DocId> = (0..reader.max_doc()).collect();
        for docs in docs.chunks(GAMES_PER_BLOCK) {
            if ticker.is_exhausted_after(SIZE_STEPS * docs.len()) {
                return Ok(None);
            }
            let packed = values(&column, docs).into_iter().take(docs.len());
            let bytes = packed.map(|packed| text_bytes::approximate_bytes(packed.unwrap_or(0)));
            sizes.extend(bytes.map(|bytes| u32::try_from(bytes).unwrap_or(u32::MAX)));
        }
        Ok(Some(GameSizes(sizes)))
    }
}

/// Name of a game in a column of players, if it is the only one there.
#[derive(Clone, Copy, Debug)]
pub enum SingleName {
    /// The game has no name.
    Missing,
    /// The game has one name; this is its number in the column.
    Name(u32),
    /// The game has several names, or the number of its name is too large to be stored; the column has to be read.
    Unknown,
}

/// Single names of a segment's games in a column: the number of the name, `NO_NAME` or `SEVERAL_NAMES`.
#[derive(Debug)]
pub struct SingleNames(Vec<u32>);

const NO_NAME: u32 = u32::MAX;
const SEVERAL_NAMES: u32 = u32::MAX - 1;

impl SingleNames {
    #[inline]
    pub fn get(&self, doc: DocId) -> SingleName {
        match self.0.get(doc as usize) {
            None | Some(&NO_NAME) => SingleName::Missing,
            Some(&SEVERAL_NAMES) => SingleName::Unknown,
            Some(&name) => SingleName::Name(name),
        }
    }

    /// Unpacks a column for `docs` documents; `None` if the budget ends before.
    fn unpack(column: &StrColumn, docs: DocId, ticker: &mut BudgetTicker) -> Option<SingleNames> {
        let names = (0..docs).map(|doc| single_name(column, doc));
        let names: Vec<u32> = ticker.take_within_budget(GAME_STEPS, names).collect();
        (names.len() == docs as usize).then_some(SingleNames(names))
    }
}

fn single_name(column: &StrColumn, doc: DocId) -> u32 {
    let mut names = column.ords().values_for_doc(doc);
    let Some(first) = names.next() else {
        return NO_NAME;
    };
    let number = u32::try_from(first).ok().filter(|&number| number < SEVERAL_NAMES);
    let is_only = names.all(|name| name == first);
    number.filter(|_| is_only).unwrap_or(SEVERAL_NAMES)
}

/// Unpacked columns of one segment, each filled on first use.
#[derive(Debug, Default)]
struct UnpackedSegment {
    games: OnceLock<OutcomeColumns>,
    sizes: OnceLock<GameSizes>,
    /// Unpacked names of the players by colour, Black's first.
    names: [OnceLock<SingleNames>; 2],
}

/// Unpacked columns of all segments.
#[derive(Debug)]
pub(super) struct UnpackedColumns {
    searcher: Searcher,
    segments: Vec<UnpackedSegment>,
}

impl UnpackedColumns {
    pub(super) fn new(searcher: Searcher) -> UnpackedColumns {
        let segments = searcher.segment_readers().iter();
        UnpackedColumns {
            segments: segments.map(|_| UnpackedSegment::default()).collect(),
            searcher,
        }
    }

    /// Outcomes and dates of a segment, if these columns are unpacked already or if an answer counts so many games
    /// (`counted`) that unpacking pays; otherwise `None`.
    pub(super) fn games(
        &self,
        ordinal: SegmentOrdinal,
        counted: usize,
        budget: &TimeBudget,
    ) -> tantivy::Result<Option<&OutcomeColumns>> {
        let slot = self.segments.get(ordinal as usize);
        self.get_or_unpack(slot.map(|own| &own.games), ordinal, counted, |reader| {
            OutcomeColumns::unpack(reader, &mut budget.ticker())
        })
    }

    /// Sizes of a segment's games, if the column is unpacked already or if an answer counts so many games (`counted`)
    /// that unpacking pays; otherwise `None`.
    pub(super) fn sizes(
        &self,
        ordinal: SegmentOrdinal,
        counted: usize,
        budget: &TimeBudget,
    ) -> tantivy::Result<Option<&GameSizes>> {
        let slot = self.segments.get(ordinal as usize);
        self.get_or_unpack(slot.map(|own| &own.sizes), ordinal, counted, |reader| {
            GameSizes::unpack(reader, &mut budget.ticker())
        })
    }

    /// Names in the column of a colour, if the column is unpacked already or if an answer counts so many games
    /// (`counted`) that unpacking pays; otherwise `None`.
    pub(super) fn names(
        &self,
        ordinal: SegmentOrdinal,
        counted: usize,
        color: Color,
        column: &StrColumn,
        budget: &TimeBudget,
    ) -> tantivy::Result<Option<&SingleNames>> {
        let slot = self.segments.get(ordinal as usize).map(|own| {
            let [black, white] = &own.names;
            if color == Color::Black { black } else { white }
        });
        self.get_or_unpack(slot, ordinal, counted, |reader| {
            Ok(SingleNames::unpack(column, reader.max_doc(), &mut budget.ticker()))
        })
    }

    fn get_or_unpack<'u, T>(
        &self,
        slot: Option<&'u OnceLock<T>>,
        ordinal: SegmentOrdinal,
        counted: usize,
        unpack: impl FnOnce(&SegmentReader) -> tantivy::Result<Option<T>>,
    ) -> tantivy::Result<Option<&'u T>> {
        let Some(slot) = slot else {
            return Ok(None);
        };
        if let Some(known) = slot.get() {
            return Ok(Some(known));
        }
        let reader = self.searcher.segment_reader(ordinal);
        if UNPACK_IF_ONE_COUNTED_IN * counted < reader.max_doc() as usize
            || self.searcher.num_docs() > MAX_UNPACKED_GAMES
        {
            return Ok(None);
        }
        Ok(unpack(reader)?.map(|new| slot.get_or_init(|| new)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::index::names::tests::index;

    #[test]
    fn unpacked_games_are_as_their_columns_tell() {
        let games = [
            "PB[Anna]PW[Berta]DT[1999-12-31]RE[B+1]",
            "PB[Carla & Dora]PW[Anna]DT[2000]RE[W+R]",
            "PW[Berta]RE[0]",
            "PB[Anna]DT[0001-01-01]",
            "",
        ];
        let one = |(at, info): (usize, &str)| format!("(;{info};B[a{}])", b"abcde"[at % 5] as char);
        let text: String = games.iter().copied().cycle().take(600).enumerate().map(one).collect();
        let (_folder, index) = index(&text);
        let reader = index.searcher().segment_reader(0);
        // 100 of 600 games are less than a quarter, so no column may be unpacked.
        assert!(index.outcome_columns(0, 100).unwrap().is_none());
        let unpacked = index.outcome_columns(0, 200).unwrap().unwrap();
        assert!(index.outcome_columns(0, 0).unwrap().is_some());
        let fast = reader.fast_fields();
        let (outcomes, days) = (fast.u64("outcome").unwrap(), fast.u64("day").unwrap());
        let mut seen = [0; 3];
        for doc in 0..reader.max_doc() {
            let game = unpacked.game(doc);
            assert_eq!(Some(u64::from(game.outcome)), outcomes.first(doc));
            assert_eq!(Some(u64::from(game.day)), days.first(doc));
            assert_eq!(game.year.is_some(), game.day > 0);
            for (color, field) in Color::BOTH.into_iter().zip(NAME_COLUMNS) {
                let column = fast.str(field).unwrap().unwrap();
                let only = index.single_names(0, 200, color, &column).unwrap().unwrap();
                let names: Vec<u64> = column.ords().values_for_doc(doc).collect();
                let kind = match (only.get(doc), &*names) {
                    (SingleName::Missing, []) => 0,
                    (SingleName::Name(name), [only]) if u64::from(name) == *only => 1,
                    (SingleName::Unknown, [_, _, ..]) => 2,
                    (told, names) => panic!("{told:?} of {names:?}"),
                };
                seen[kind] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
        let years: Vec<_> =
            (0..reader.max_doc()).filter_map(|doc| unpacked.game(doc).year).collect();
        for year in [1, 1999, 2000] {
            assert_eq!(years.iter().filter(|&&own| own == year).count(), 120);
        }
    }

    /// The size of a game must not include text that surrounds it in its file.
    #[test]
    fn sizes_are_those_of_the_games_texts() {
        let comment = "好手。".repeat(300);
        let games = [
            "(;B[aa])".to_owned(),
            format!("(;PB[Anna]C[{comment}];B[bb])"),
            format!("(;PB[Berta]{})", ";B[cc];W[dd]".repeat(150)),
        ];
        let (_folder, index) = index(&format!("\n\n{}\n", games.join("\n  \n")));
        let segments = index.searcher().segment_readers();
        let docs: u32 = segments.iter().map(|reader| reader.max_doc()).sum();
        assert_eq!((docs as usize, segments.len()), (games.len(), 1));
        let sizes = index.game_sizes(0, games.len()).unwrap().unwrap();
        let mut told: Vec<u64> = (0..docs).map(|doc| sizes.game(doc)).collect();
        told.sort_unstable();
        let mut wanted = games.map(|game| game.len() as u64);
        wanted.sort_unstable();
        for (told, wanted) in told.iter().zip(wanted) {
            assert!(told.abs_diff(wanted) * 32 <= wanted, "{told} of {wanted}");
        }
    }
}
