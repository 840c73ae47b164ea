//! Reads the games from which the strength of players is computed: even games of two persons with a date and a result.

use super::gather::{GameAddress, GatheredGame, SeatedName, for_each_game};
use super::names::CountedNames;
use super::person::{PersonKey, SpellingCount, Spellings};
use crate::once_per_game::CopyPlace;
use crate::plan::Plan;
use crate::ratings::{Outcome, PlayerRank, RatedGame};
use kifu_archive::error::Result;
use kifu_language::knowledge::aliases::Aliases;
use kifu_record::cancel::checkpoint;
use kifu_record::game::{BoardSize, Color, GameKind};
use kifu_store::index::Index;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tantivy::DocId;
use tantivy::columnar::{Column, StrColumn};
use tantivy::index::SegmentReader;

/// Games whose result says nothing about the strength of two persons, by the reason. A game counts for the first reason
/// that holds, in the order of these numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
pub struct LeftOutGames {
    /// Games of other rules than Go.
    pub not_go: u64,
    /// Games on other boards than 19×19, unless the query names a size.
    pub other_size: u64,
    /// Games in which several persons play one colour.
    pub team: u64,
    /// Games without the name of a player.
    pub no_name: u64,
    /// Games in which one person plays both colours, by the table of names.
    pub same_person: u64,
    /// Games with handicap stones.
    pub handicap: u64,
    /// Games without a winner that are not drawn.
    pub no_result: u64,
    /// Games without any date.
    pub no_date: u64,
    /// Copies of games that are counted already.
    pub copies: u64,
}

/// Why a game is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Reason {
    NotGo,
    OtherSize,
    Team,
    NoName,
    SamePerson,
    Handicap,
    NoResult,
    NoDate,
}

impl LeftOutGames {
    fn add(&mut self, reason: Reason) {
        let counter = match reason {
            Reason::NotGo => &mut self.not_go,
            Reason::OtherSize => &mut self.other_size,
            Reason::Team => &mut self.team,
            Reason::NoName => &mut self.no_name,
            Reason::SamePerson => &mut self.same_person,
            Reason::Handicap => &mut self.handicap,
            Reason::NoResult => &mut self.no_result,
            Reason::NoDate => &mut self.no_date,
        };
        *counter += 1;
    }
}

/// A game of an index: what ratings need of it, or why it is left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GatheredResult {
    /// Its place among its copies; `None` without copies.
    copy: Option<CopyPlace>,
    game: std::result::Result<RatedGame, Reason>,
}

/// The games that one index contributes to ratings.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RatedGames {
    /// Spellings of each person, to whom the games refer by number.
    persons: Vec<Spellings>,
    games: Vec<GatheredResult>,
}

/// The games of ratings, each once, in an order that does not depend on how they are stored.
#[derive(Clone, Debug, Default)]
pub struct CollectedGames {
    /// Names of the persons, to whom the games refer by number.
    pub names: Vec<String>,
    pub games: Vec<RatedGame>,
    pub left_out: LeftOutGames,
}

/// Which games of a query are rated.
#[derive(Clone, Copy, Debug)]
pub struct RatedBoards {
    /// True if only games on 19×19 are rated.
    pub only_19: bool,
}

/// Reads the games that a plan (prepared query) finds. The plan has to count each game once.
pub fn gather_rated_games(index: &Index, plan: &Plan, boards: RatedBoards) -> Result<RatedGames> {
    let names = CountedNames::in_games_of(index, Some(plan))?;
    let mut columns = Vec::new();
    for reader in index.searcher().segment_readers() {
        let opened = ResultColumns::open(reader, boards);
        columns.push(opened.map_err(|error| index.error_from_tantivy(error))?);
    }
    let mut games = Vec::new();
    let mut seats = [Vec::new(), Vec::new()];
    for_each_game(index, &names, &mut |GameAddress { segment, doc, copy_rank }, game| {
        for (side, persons) in seats.iter_mut().enumerate() {
            game.persons(side, &names, persons);
        }
        if let Some(columns) = columns.get(segment as usize) {
            games.push(GatheredResult { copy: copy_rank, game: columns.read(doc, game, &seats) });
        }
    })?;
    Ok(RatedGames { persons: spellings(index, &names)?, games })
}

/// The spellings of all persons by number. Their frequencies in the whole index decide by which one a person is called.
fn spellings(index: &Index, names: &CountedNames) -> Result<Vec<Spellings>> {
    let mut persons = vec![Spellings::default(); names.all.persons.len()];
    for ((name, person), of_all) in names.all.names.iter().zip(names.all.game_counts(index)?) {
        if let Some(person) = persons.get_mut(*person) {
            person.push(name.clone(), SpellingCount { games: 0, of_all });
        }
    }
    Ok(persons)
}

/// Columns of a segment with what ratings need of a game besides the players and the result.
struct ResultColumns {
    boards: RatedBoards,
    kinds: Keyword,
    sizes: Keyword,
    first_days: Column<i64>,
    last_days: Column<i64>,
    handicaps: Column<u64>,
    komis: Column<i64>,
    ranks: [Column<i64>; 2],
}

/// A column of keywords, and the number of the keyword that is looked for; `None` if no game has it.
struct Keyword {
    column: Option<StrColumn>,
    ord: Option<u64>,
}

impl Keyword {
    fn open(reader: &SegmentReader, field: &str, keyword: &str) -> tantivy::Result<Keyword> {
        let column = reader.fast_fields().str(field)?;
        let ord = match &column {
            Some(column) => column.dictionary().term_ord(keyword.as_bytes())?,
            None => None,
        };
        Ok(Keyword { column, ord })
    }

    /// True if a game has the keyword.
    fn has(&self, doc: DocId) -> bool {
        let ords = self.column.as_ref().map(|column| column.ords().values_for_doc(doc));
        self.ord.is_some() && ords.into_iter().flatten().any(|ord| Some(ord) == self.ord)
    }
}

impl ResultColumns {
    fn open(reader: &SegmentReader, boards: RatedBoards) -> tantivy::Result<ResultColumns> {
        let fast = reader.fast_fields();
        let usual = BoardSize::new(19, 19).map(|size| size.to_string()).unwrap_or_default();
        Ok(ResultColumns {
            boards,
            kinds: Keyword::open(reader, "kind", GameKind::Go.name())?,
            sizes: Keyword::open(reader, "size", &usual)?,
            first_days: fast.i64("date_from")?,
            last_days: fast.i64("date_to")?,
            handicaps: fast.u64("handicap")?,
            komis: fast.i64("komi")?,
            ranks: [fast.i64("black_rank")?, fast.i64("white_rank")?],
        })
    }

    fn read(
        &self,
        doc: DocId,
        game: &GatheredGame,
        seats: &[Vec<SeatedName>; 2],
    ) -> std::result::Result<RatedGame, Reason> {
        if !self.kinds.has(doc) {
            return Err(Reason::NotGo);
        }
        if self.boards.only_19 && !self.sizes.has(doc) {
            return Err(Reason::OtherSize);
        }
        let (black, white) = match seats.each_ref().map(Vec::as_slice) {
            [[black], [white]] => (black.person, white.person),
            [black, white] if black.is_empty() || white.is_empty() => return Err(Reason::NoName),
            _ => return Err(Reason::Team),
        };
        if black == white {
            return Err(Reason::SamePerson);
        }
        let handicap = u8::try_from(self.handicaps.first(doc).unwrap_or(0)).unwrap_or(u8::MAX);
        if handicap > 1 {
            return Err(Reason::Handicap);
        }
        let day = |column: &Column<i64>| i32::try_from(column.first(doc)?).ok();
        let outcome = game.rated_outcome().ok_or(Reason::NoResult)?;
        Ok(RatedGame {
            first_day: day(&self.first_days).ok_or(Reason::NoDate)?,
            day: day(&self.last_days).ok_or(Reason::NoDate)?,
            black: black as u32,
            white: white as u32,
            handicap,
            komi: self.komis.first(doc).and_then(half_points),
            outcome,
            black_rank: self.rank(doc, Color::Black),
            white_rank: self.rank(doc, Color::White),
        })
    }

    fn rank(&self, doc: DocId, color: Color) -> Option<PlayerRank> {
        let [black, white] = &self.ranks;
        let column = if color == Color::Black { black } else { white };
        player_rank(column.first(doc)?)
    }
}

/// Komi in half points, from hundredths of a point.
fn half_points(hundredths: i64) -> Option<i16> {
    i16::try_from((hundredths as f64 / 50.0).round() as i64).ok()
}

/// A rank by its number: 1 (40k) to 40 (1k), 41 (1d) to 50 (10d), 51 (1p) to 59 (9p).
fn player_rank(number: i64) -> Option<PlayerRank> {
    let number = i8::try_from(number).ok()?;
    match number {
        1..=50 => Some(PlayerRank::Amateur(number - 40)),
        51..=59 => Some(PlayerRank::Professional(number - 50)),
        _ => None,
    }
}

/// Collects the games of one or several indexes: each game once, with persons joined by their names.
///
/// Of the copies of a game, one that can be rated stands for it; of several, one with the most exact date, and of these
/// the fullest. `joined_by` is `None` for a single index, whose persons are joined already.
pub fn collect_rated_games(parts: Vec<RatedGames>, joined_by: Option<&Aliases>) -> CollectedGames {
    let (persons, games) = join_persons(parts, joined_by);
    let mut left_out = LeftOutGames::default();
    let mut chosen = Vec::with_capacity(games.len());
    let mut copied: Vec<(CopyPlace, std::result::Result<RatedGame, Reason>)> = Vec::new();
    for GatheredResult { copy, game } in games {
        match (copy, game) {
            (Some(place), game) => copied.push((place, game)),
            (None, Ok(game)) => chosen.push(game),
            (None, Err(reason)) => left_out.add(reason),
        }
    }
    copied.sort_by_key(|(place, game)| {
        let uncertain = game.as_ref().map_or(i64::MAX, span);
        (place.group, uncertain, place.rank, game.as_ref().ok().map(order_key))
    });
    for copies in copied.chunk_by(|(a, _), (b, _)| a.group == b.group) {
        left_out.copies += copies.len().saturating_sub(1) as u64;
        match copies.first() {
            Some((_, Ok(game))) => chosen.push(*game),
            Some((_, Err(reason))) => left_out.add(*reason),
            None => {}
        }
    }
    let (names, mut games) = number_by_name(persons, chosen);
    games.sort_by_key(order_key);
    CollectedGames { names, games, left_out }
}

/// The number of days on which a game may have been played, less one.
fn span(game: &RatedGame) -> i64 {
    i64::from(game.day) - i64::from(game.first_day)
}

/// Sort key of all that ratings know of a game, so that their order does not depend on the segments of an index.
fn order_key(game: &RatedGame) -> impl Ord + use<> {
    let rank = |rank: Option<PlayerRank>| match rank {
        None => (0, 0),
        Some(PlayerRank::Amateur(number)) => (1, number),
        Some(PlayerRank::Professional(number)) => (2, number),
    };
    let score = (game.black_score() * 2.0) as u8;
    let terms = (game.handicap, game.komi, score);
    let days = (game.day, game.first_day);
    (days, game.black, game.white, terms, rank(game.black_rank), rank(game.white_rank))
}

/// Joins the persons of several indexes. The games then refer to the joined persons.
fn join_persons(
    mut parts: Vec<RatedGames>,
    joined_by: Option<&Aliases>,
) -> (Vec<Spellings>, Vec<GatheredResult>) {
    let Some(aliases) = joined_by else {
        let part = parts.pop().unwrap_or_default();
        return (part.persons, part.games);
    };
    let finder = aliases.finder();
    let mut numbers: HashMap<PersonKey, u32> = HashMap::new();
    let (mut persons, mut games): (Vec<Spellings>, Vec<GatheredResult>) = Default::default();
    for part in parts {
        let mut joined = Vec::with_capacity(part.persons.len());
        for spellings in part.persons {
            checkpoint();
            let next = persons.len() as u32;
            let number = *numbers.entry(spellings.person(&finder)).or_insert(next);
            match persons.get_mut(number as usize) {
                Some(known) => known.merge(spellings),
                None => persons.push(spellings),
            }
            joined.push(number);
        }
        games.extend(part.games.into_iter().map(|mut gathered| {
            if let Ok(game) = &mut gathered.game {
                for person in [&mut game.black, &mut game.white] {
                    *person = joined.get(*person as usize).copied().unwrap_or(u32::MAX);
                }
            }
            gathered
        }));
    }
    (persons, games)
}

/// Numbers the persons who have games in the order of their names. Returns the names, and the games with these numbers.
fn number_by_name(
    persons: Vec<Spellings>,
    mut games: Vec<RatedGame>,
) -> (Vec<String>, Vec<RatedGame>) {
    let mut has_game = vec![false; persons.len()];
    for person in games.iter().flat_map(|game| [game.black, game.white]) {
        if let Some(has_game) = has_game.get_mut(person as usize) {
            *has_game = true;
        }
    }
    let labels = persons.into_iter().map(Spellings::into_label);
    let mut named: Vec<(String, usize)> =
        labels.zip(0..).filter(|(_, person)| has_game.get(*person) == Some(&true)).collect();
    named.sort_unstable();
    let mut numbers = vec![u32::MAX; has_game.len()];
    for ((_, person), number) in named.iter().zip(0..) {
        if let Some(slot) = numbers.get_mut(*person) {
            *slot = number;
        }
    }
    for game in &mut games {
        for person in [&mut game.black, &mut game.white] {
            *person = numbers.get(*person as usize).copied().unwrap_or(u32::MAX);
        }
    }
    (named.into_iter().map(|(name, _)| name).collect(), games)
}

impl GatheredGame {
    /// The outcome of a decided or drawn game.
    fn rated_outcome(&self) -> Option<Outcome> {
        use super::player::SeatResult;
        match self.result(Color::Black) {
            SeatResult::Won => Some(Outcome::Black),
            SeatResult::Lost => Some(Outcome::White),
            SeatResult::Drawn => Some(Outcome::Draw),
            SeatResult::Unknown => None,
        }
    }
}
